"""Forms and solvers by name: resolved once for a call, decided once for a mechanism, evaluated by what is there already."""

import numpy as np
import pytest

import bough as bo
from bough.api import methods
from bough.compiled.prepared import prepared_of
from bough.simulation.run import setup


@pytest.fixture
def resolved(monkeypatch):
    """Names of forms, as they are resolved."""
    names = []
    known = methods.form_of

    def form_of(name, *more):
        names.extend([name] if isinstance(name, str) else [])
        return known(name, *more)

    monkeypatch.setattr(methods, "form_of", form_of)
    monkeypatch.setattr(setup, "form_of", form_of)
    return names


@pytest.mark.parametrize(
    "call",
    [
        lambda m: bo.simulate(m, 0.01, formulation="aba", progress=False),
        lambda m: bo.simulate([m, bo.chain(2)], 0.01, formulation="aba", progress=False),
        lambda m: bo.forward_dynamics(m, m.neutral(), np.zeros(m.n), formulation="aba"),
    ],
)
def test_a_name_is_resolved_once(resolved, call):
    call(bo.chain(2))
    assert resolved == ["aba"]


def test_a_name_is_not_resolved_again_for_other_times(resolved):
    mechanism = bo.chain(1)
    mechanism.add_force("motor", bo.Motor("link1", np.sin))
    for time in (0.0, 50.0):
        bo.forward_dynamics(mechanism, [0.0], [0.0], formulation="aba", time=time)
    assert resolved == ["aba"]


def test_a_motion_is_evaluated_by_what_accelerations_are():
    mechanism = bo.chain(2)
    q, u = np.zeros(2), np.zeros(2)
    bo.forward_dynamics(mechanism, q, u, formulation="composite-bodies", solver="uu")
    kept = dict(prepared_of(mechanism).evaluations)
    assert [(form.name, solver) for form, solver, _ in kept] == [("composite-bodies", "uu")]
    bo.simulate(mechanism, 0.01, formulation="composite-bodies", solver="uu", progress=False)
    assert prepared_of(mechanism).evaluations == kept


def test_auto_is_decided_once_for_a_mechanism(monkeypatch):
    mechanism = bo.chain(2)
    first = methods.way_of(mechanism, "accelerations", "auto", None)
    monkeypatch.setattr(methods, "choose", None)
    assert methods.way_of(mechanism, "accelerations", "auto", None) is first
    assert first.reason
    with pytest.raises(TypeError):  # another question
        methods.way_of(mechanism, "accelerations", "auto", None, states=64)


@pytest.mark.parametrize("solver", [["udu"], 3])
def test_a_solver_that_is_no_name_is_refused(solver):
    with pytest.raises(bo.errors.StateError, match="solver must be a name"):
        bo.simulate(bo.chain(2), 0.01, solver=solver, progress=False)
