"""A mechanism's own code is its shared kernel: every form that can be traced, with all joints, forces, loops and drives."""

import numpy as np
import pytest
from helpers import linkages
from helpers.forms import geared
from helpers.machine import FORCES, with_forces
from helpers.own_joints import PAIRS, carried

import bough as bo
from bough.api.methods import Way
from bough.arithmetic.width import lane_width
from bough.compiled.entries import FINE, NO_WRENCHES
from bough.compiled.tree import compiled
from bough.formulations import FORMULATIONS
from bough.formulations.formulation import CANONICAL_RATES, DRIVES_AND_REACTIONS
from bough.mechanism.generators import JOINT_KINDS
from bough.owncode.entry import OwnEntry

W = lane_width()
# solvers that decide by their numbers what to do next
BY_NUMBERS = {"eigen", "inverse-iterative", "direct-iterative", "cholesky", "sparse-lu"}
LINKAGES = ("four_bars", "slider_crank", "driven_four_bar", "bricard", "stewart")


MECHANISMS = {
    "every joint": lambda: bo.models.random_tree(11, 5, JOINT_KINDS, 2),
    "armature": lambda: geared(bo.models.random_tree(6, 3, ("revolute", "prismatic", "universal", "ball"), 1), 3),
    "every force": lambda: with_forces(*FORCES),
    **{f"own {name}": lambda name=name: carried(PAIRS[name][1]) for name in PAIRS},
    **{name: lambda name=name: getattr(linkages, name)().mechanism for name in LINKAGES},
}


def ways(mechanism):
    tree = compiled(mechanism)
    for form in FORMULATIONS.values():
        for solver in form.solvers or (None,):
            if form.gives != DRIVES_AND_REACTIONS and form.supports(tree, solver) is None:
                yield Way(form, solver, code="own")


def interpreted(entry, a, b, c, wrenches, size):
    out = np.zeros(size)
    fine = OwnEntry.judged(entry, a, b, c, wrenches, out)
    assert fine == FINE
    return out


FEW = ("four_bars",)


@pytest.mark.parametrize(
    "name", [name if name in FEW else pytest.param(name, marks=pytest.mark.slow) for name in MECHANISMS]
)
def test_every_form_that_can_be_traced_gives_the_numbers_of_its_kernel(name):
    """One state without wrenches, and a batch with them."""
    mechanism = MECHANISMS[name]()
    tree, served, left_out = compiled(mechanism), 0, set()
    q, u = bo.models.random_state(mechanism, 4, 2 * W + 1)
    rng = np.random.default_rng(1)
    tau, wrenches = rng.normal(size=u.shape), rng.normal(size=(len(q), len(mechanism), 6))
    if mechanism.is_timed:
        q = np.column_stack((q, rng.uniform(0.1, 0.9, len(q))))
    for way in ways(mechanism):
        try:
            own = way.evaluation(tree)
        except bo.errors.UnsupportedError:
            left_out.add((way.form.name, way.solver))
            continue
        served += 1
        out = np.empty((len(q), mechanism.n + (tree.arrays.coordinates if way.form.gives == CANONICAL_RATES else 0)))
        assert own.batch(q, u, tau, wrenches, out) == -1
        for k in (0, W, 2 * W):
            close(out[k], interpreted(own, q[k], u[k], tau[k], wrenches[k], out.shape[1]), way)
        assert own.single(q[1], u[1], tau[1], NO_WRENCHES, out[1]) == FINE
        close(out[1], interpreted(own, q[1], u[1], tau[1], NO_WRENCHES, out.shape[1]), way)
    assert served >= 2
    assert {solver for form, solver in left_out if form != "independent"} <= BY_NUMBERS


def close(found, expected, way):
    assert np.abs(found - expected).max() <= 1e-10 * np.abs(expected).max(), (way.form.name, way.solver)
