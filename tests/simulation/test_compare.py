"""compare: forms agree, a wrong one is found, times and drifts obey what they must, and what cannot run says why."""

import json
import time

import numpy as np
import pytest

import bough as bo
from bough.compiled.entries import FAILED, FINE, Evaluation
from bough.compiled.tree import compiled
from bough.formulations import FORMULATIONS
from bough.formulations.formulation import ARMATURE, DRIVEN_JOINTS, Formulation
from bough.integrate.integration import Integration
from bough.simulation.run.setup import set_up
from bough.solvers.warm import RESTARTS


def crane():
    """A ball joint, a slide and a hinge."""
    link = bo.Inertia.rod(1.0, 1.0, radius=0.05, center=(0, 0, -0.5))
    mechanism = bo.Mechanism("crane")
    mechanism.add_body("mast", "ground", bo.Ball(), inertia=link)
    mechanism.add_body("trolley", "mast", bo.Prismatic((1, 0, 0)), (0, 0, -0.5), inertia=link)
    mechanism.add_body("load", "trolley", bo.Revolute((0, 1, 0)), (0, 0, -1), inertia=link)
    return mechanism


CRANE = crane()
FORMS = ["composite-bodies + inverse-iterative", ("maggi", "sparse-lu"), "era", "independent"]


@pytest.fixture(scope="module")
def comparison():
    return bo.compare(CRANE, 0.5, forms=FORMS)


def test_forms_agree_as_well_as_rounding_allows(comparison):
    assert [row.label for row in comparison.rows] == [
        "separate-bodies",
        "composite-bodies + inverse-iterative",
        "maggi + sparse-lu",
        "hamilton-recursive",
    ]
    assert comparison.agrees
    assert 0 < comparison.spread < 1e-11
    for row in comparison.rows:
        assert row.difference <= row.tolerance < 1e-9
        assert row.gives == "canonical rates" or row.reactions < 1e-11
        assert row.drift < 1e-5


def test_forms_that_do_not_fit_say_why(comparison):
    assert {each.form for each in comparison.left_out} == {"independent"}
    for each in comparison.left_out:
        assert each.reason == bo.methods.why_unsupported(CRANE, each.form, each.solver)
        assert each.reason in " ".join(str(comparison).split())


def test_a_step_takes_at_least_its_four_evaluations(comparison):
    for row in comparison.rows:
        assert 0 < 4 * row.evaluation < row.step
        assert comparison.fastest.step <= row.step
    assert comparison["maggi"].step > 10 * comparison.fastest.step
    assert [row.label for row in comparison.rows if not row.compiled] == ["maggi + sparse-lu"]


def test_energy_drifts_less_with_shorter_steps(comparison):
    """The classical Runge-Kutta method is of order four."""
    drifts = [bo.compare(CRANE, 0.5, forms=["era"], step=step)["era"].drift for step in (0.01, 0.005)]
    assert drifts[0] / drifts[1] > 12
    assert comparison["era"].drift < drifts[0]


def test_steps_are_as_long_as_asked_for():
    for step in (0.05, 0.01, 0.005, 0.001):
        assert bo.compare(CRANE, 0.5, forms=[], step=step).step == pytest.approx(step, rel=1e-12)
    # or as short as it takes to divide ten parts of the motion
    assert bo.compare(CRANE, 0.5, forms=[], step=0.02).step == pytest.approx(0.05 / 3)
    assert bo.compare(CRANE, 0.5, forms=[], step=0.4).step == pytest.approx(0.05)


def test_it_is_plain_data_and_a_table(comparison):
    data = json.loads(json.dumps(comparison.to_dict(), allow_nan=False))
    assert data["forms"] == [row._asdict() for row in comparison.rows]
    assert (data["agrees"], data["fastest"], data["dofs"]) == (True, comparison.fastest.label, CRANE.n)
    lines = str(comparison).splitlines()
    assert max(map(len, lines)) <= 100
    for row in comparison.rows:
        assert any(line.startswith(row.label) for line in lines)
    assert "All forms agree" in lines[-1]
    with pytest.raises(KeyError):
        comparison["direct"]


def test_all_forms_are_taken_unless_some_are_named():
    from bough.simulation.compare.running import wanted_forms

    named = {(form.name, solver) for form, solver in wanted_forms(None)}
    assert named == {(f.name, s) for f in FORMULATIONS.values() for s in f.solvers or (None,)} - {
        ("kinetostatics", None)
    }
    assert {form.name for form, _ in wanted_forms("crba")} == {"separate-bodies", "composite-bodies"}
    assert len(wanted_forms("crba")) == 1 + len(FORMULATIONS["composite-bodies"].solvers)


class Scaled(Evaluation):
    """Accelerations that are off by a factor, fail, or take their time."""

    def __init__(self, factor=1.0, fails=False, pause=0.0):
        self.tree = compiled(CRANE).arrays
        self.factor, self.fails, self.pause = factor, fails, pause

    def single(self, a, b, c, wrenches, out):
        time.sleep(self.pause)
        out[:] = self.factor * bo.forward_dynamics(CRANE, np.array(a), np.array(b))
        return FAILED if self.fails else FINE

    def batch(self, a, b, c, wrenches, out):
        return self.one_by_one(a, b, c, wrenches, out)


@pytest.fixture
def made_up(monkeypatch):
    def make(patience=600.0, **how):
        class MadeUp(Formulation):
            def _objection(self, tree, solver):
                return None

            def evaluation(self, tree, solver):
                return Scaled(**how)

            def operations(self, tree, solver):
                return None

        form = MadeUp(
            name="made-up", summary="", reference="", in_numpy=None, serves=frozenset((ARMATURE, DRIVEN_JOINTS))
        )
        monkeypatch.setitem(FORMULATIONS, "made-up", form)
        return bo.compare(CRANE, 0.1, step=0.001, forms=["made-up"], patience=patience)

    return make


def test_a_form_without_a_price_is_not_chosen(made_up):
    made_up(factor=1.0)
    assert ("made-up", None, "it has no formula for its operations") in bo.choose(bo.chain(2)).left_out


def test_a_wrong_form_is_found(made_up):
    found = made_up(factor=1 + 1e-6)
    assert found.agrees is False
    assert found["made-up"].difference == pytest.approx(1e-6, rel=1e-6)
    assert found.spread == pytest.approx(1e-6, rel=1e-6)
    assert 1e-9 < found["made-up"].reactions < 1e-5
    assert "NOT ALL FORMS AGREE" in str(found)
    assert "made-up" in str(found).splitlines()[-1]


def test_a_form_that_fails_is_told(made_up):
    found = made_up(fails=True)
    row = found["made-up"]
    assert (row.step, row.difference, row.drift) == (None, None, None)
    assert "fails at t = 0.01 s" in row.note
    assert row.note in " ".join(str(found).split())
    assert found.agrees is False
    assert found.fastest.form == "separate-bodies"


def test_no_one_waits_for_a_slow_form(made_up):
    """400 evaluations of a hundredth of a second each, at the least."""
    row = made_up(patience=2.0, pause=0.01)["made-up"]
    assert row.evaluation >= 0.01
    assert (row.step, row.drift) == (None, None)
    assert "it would take about" in row.note
    assert row.difference < 1e-11


def test_solvers_by_iteration_keep_what_they_know_along_a_motion():
    made = set_up(
        CRANE, 0.5, None, 0.1, 0.0, None, {"mast.wx": 1.0}, "composite-bodies", "inverse-iterative", "rk4", 1e-3, 1e-8, 1e-10, None
    )  # fmt: skip
    record = np.zeros((6, made.starts.shape[1]))
    record[0] = made.starts[0]
    integration = Integration(made.rates[0], made.method, made.times, record, step=made.step)
    integration.advance(1000)
    evaluations = integration.statistics()["evaluations"]
    assert evaluations == 2000
    assert 1 <= integration.work.report[RESTARTS, 0] < evaluations / 10


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"q0": {"load": 0.0}}, "'crane' stays at rest from there, so there is nothing to compare; give q0 or u0"),
        ({"q0": {"load": [0.1, 0.2]}}, "one starting state"),
        ({"duration": -1.0}, "duration must be a positive number"),
        ({"duration": "long"}, "duration must be a number, not 'long'"),
        ({"step": 0.0}, "step must be a positive number"),
        ({"forms": ["maggy"]}, "did you mean 'maggi'"),
        ({"forms": ["direct + sparse-lu"]}, "no solver 'sparse-lu' for 'direct'"),
        ({"forms": ["kinetostatics"]}, "takes motion as given"),
    ],
)
def test_bad_input_is_refused_in_one_sentence(options, message):
    with pytest.raises(bo.BoughError, match=message):
        bo.compare(CRANE, **{"forms": [], **options})


def test_only_mechanisms_that_move_are_compared():
    with pytest.raises(bo.errors.StateError, match="takes a Mechanism"):
        bo.compare("chain:3")
    rigid = bo.Mechanism("rigid")
    rigid.add_body("block", "ground", bo.Fixed(), inertia=bo.Inertia.sphere(0.1, 1.0))
    with pytest.raises(bo.errors.StateError, match="'rigid' has no degrees of freedom"):
        bo.compare(rigid)


def test_a_motion_that_breaks_off_is_an_error():
    with pytest.raises(bo.errors.StepError, match=r"'crane' cannot be simulated beyond t = .* in steps of 5 s"):
        bo.compare(CRANE, 500.0, step=5.0, forms=[])
