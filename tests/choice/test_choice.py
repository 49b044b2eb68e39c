"""The choice of a form: ranked by counts and rates, taken by ``auto``, explained, recorded; and rates measured, kept, and refused if they make no sense."""

import json
from dataclasses import replace

import numpy as np
import pytest

import bough as bo
from bough.arithmetic.width import lane_width
from bough.choice import calibration, ranking
from bough.choice.choice import Candidate
from bough.choice.race import Effort
from bough.choice.ranking import MANY
from bough.choice.rates import LANES, ONE, Rates, built_in, features, rates, store
from bough.formulations import FORMULATIONS

pytestmark = pytest.mark.shared_kernels  # many mechanisms and forms are ranked, few are run

HINGE, SLIDE, CARDAN, FREE = bo.Revolute((0, 1, 0)), bo.Prismatic(), bo.Universal(), bo.Free()
MATRIX = {"composite-bodies", "wittenburg", "direct"}


@pytest.fixture
def own_rates(tmp_path, monkeypatch):
    """own_rates(one=…, lanes=…): makes these factors of the rates that come with bough the user's."""
    monkeypatch.setenv("BOUGH_RATES", str(tmp_path / "rates.json"))

    def set_rates(**factors):
        known = built_in()
        found = {
            name: value * next((x for start, x in factors.items() if name.startswith(start)), 1.0)
            for name, value in known.one.items()
        }
        store(Rates(found, dict(known.lanes), known.threads, f"a test's {factors}"))

    return set_rates


# --- the ranking ------------------------------------------------------------------------------------------------------


def variations():
    """Chains that are alike but for one thing each, in pairs, so that what is remembered of the one must not pass for the other."""
    link = bo.Inertia.box((0.5, 0.4, 1.0), 1.0, center=(0.0, 0.0, -0.5))  # not slender, so that multipliers are trusted

    def chain(armature=0.0, rotation=None, joint=HINGE, parent=None, driven=False, free=0, geared=range(5)):
        mechanism = bo.Mechanism("chain")
        for k in range(5):
            on = "ground" if not k else parent if parent and k == 4 else f"link{k - 1}"
            is_driven = driven and k == 1
            kind = bo.Driven(HINGE, 0.1) if is_driven else FREE if k < free else joint
            own = armature if k in geared and not is_driven else 0.0
            mechanism.add_body(f"link{k}", on, kind, (0, 0, -1), rotation, link, armature=own)
        return mechanism

    turned = np.array(((0.0, -1.0, 0.0), (1.0, 0.0, 0.0), (0.0, 0.0, 1.0)))
    tube = bo.Cylindrical()
    return [
        chain(), chain(0.3), chain(rotation=turned), chain(joint=SLIDE), chain(parent="link1"), chain(driven=True), chain(0.3, driven=True),
        chain(joint=CARDAN), chain(0.3, joint=CARDAN), chain((0.3, 0.0), joint=CARDAN), chain(free=1), chain(0.2, free=1),
        chain(0.3, geared=[0]), chain(0.3, geared=[4]), chain((0.3, 0.0), joint=tube), chain((0.0, 0.3), joint=tube),
    ]  # fmt: skip


@pytest.mark.parametrize("gives", ["accelerations", "canonical rates"])
def test_what_is_remembered_of_one_mechanism_is_not_told_of_another(gives):
    """Each after all the others: the operations are those of its own formulas."""
    for mechanism in (*variations(), *reversed(variations())):
        for row in bo.choose(mechanism, gives=gives).rows:
            assert row.flops == bo.methods.operations(mechanism, row.form, row.solver).total.flops, (
                row,
                mechanism.bodies,
            )


def test_a_choice_among_few_names_the_others():
    choice = bo.choose(bo.chain(3), solver="sparse-lu")
    assert len(choice.rows) == 2
    assert "no other form fits" not in choice.reason
    assert f"{choice.rows[1].label} takes" in choice.reason


def test_what_is_left_out_is_said_in_a_sentence():
    told = " ".join(str(bo.choose(bo.chain(4, bo.Prismatic()))).split())
    assert "independent is left out: it is for closed loops, and there are none" in told
    assert "the time cannot be predicted" in told


@pytest.mark.parametrize("gives", ["accelerations", "canonical rates"])
@pytest.mark.parametrize("states", [1, 100])
def test_every_form_and_solver_is_ranked_or_left_out_with_a_reason(gives, states):
    mechanism = bo.models.random_tree(8, 2)
    choice = bo.choose(mechanism, states, gives=gives)
    ways = {
        (form.name, solver)
        for form in FORMULATIONS.values()
        if form.gives == gives
        for solver in form.solvers or (None,)
    }
    ranked = {(row.form, row.solver) for row in choice.rows}
    out = {(form, solver) for form, solver, _ in choice.left_out}
    assert ranked | out == ways
    assert not ranked & out
    assert all(reason for _, _, reason in choice.left_out)
    times = [row.predicted for row in choice.rows]
    assert times == sorted(times)
    assert times[0] > 0
    for row in choice.rows:
        assert row.flops == bo.methods.operations(mechanism, row.form, row.solver).total.flops


def test_predictions_are_sums_of_counts_times_rates():
    mechanism, known = bo.models.random_tree(8, 2), built_in()
    for states, rate in ((1, known.one), (100, known.lanes)):
        for row in bo.choose(mechanism, states).rows:
            amounts = features(bo.methods.operations(mechanism, row.form, row.solver))
            assert row.predicted == pytest.approx(sum(rate[name] * x for name, x in amounts.items()), rel=1e-12)


def test_who_cannot_serve_is_out_and_says_why():
    light = bo.chain(2)
    light.add_body("ghost", "link2", HINGE, (0, 0, -1))
    light.add_body("end", "ghost", SLIDE, (0, 0, -1), inertia=bo.Inertia.box((1, 1, 1), 1.0))
    reasons = {form: reason for form, _, reason in bo.choose(light).left_out}
    assert "'ghost' has no mass" in reasons["multipliers"]


@pytest.mark.parametrize("states", [1, 1000])
def test_shapes_decide(states):
    """What the papers say of the shapes where each form is at its best."""
    assert bo.choose(bo.chain(300), states).formulation == "separate-bodies"
    assert bo.choose(bo.models.star(60), states).formulation in MATRIX
    assert bo.choose(bo.models.star(60, SLIDE), states).formulation in MATRIX
    assert bo.choose(bo.chain(20, FREE), states).formulation == "multipliers"
    assert bo.choose(bo.chain(300), states, gives="canonical rates").formulation == "hamilton-recursive"
    assert bo.choose(bo.chain(20, FREE), states, gives="canonical rates").formulation == "hamilton-orthogonal"


def test_rates_decide(own_rates):
    mechanism = bo.chain(12)
    own_rates(recursion=100.0)
    assert bo.choose(mechanism).formulation in MATRIX
    own_rates(packed=100.0, rows=100.0)
    assert bo.choose(mechanism).formulation == "separate-bodies"


def test_mechanisms_of_one_topology_share_a_ranking_but_not_their_names():
    one, other = bo.chain(6, SLIDE), bo.Mechanism("other")
    one.add_body("tip", "link6", SLIDE, armature=1.0)  # without mass
    for k, body in enumerate(one.bodies):
        parent = f"part{k - 1}" if k else "ground"
        other.add_body(f"part{k}", parent, SLIDE, body.at, inertia=body.inertia, armature=body.armature)
    first, second = bo.choose(one), bo.choose(other)
    assert [row.label for row in first.rows] == [row.label for row in second.rows]
    assert "'part6' has no mass" in str(second)
    assert "'part6'" not in str(first)


def test_a_register_full_of_states_goes_side_by_side():
    """One fewer goes one by one."""
    width, chain = lane_width(), bo.chain(6)
    few, full, more, one = (bo.choose(chain, states) for states in (width - 1, width, 4 * width, 1))
    assert full.best.predicted == more.best.predicted != one.best.predicted == few.best.predicted


def test_threads_share_the_work_of_a_batch_only():
    mechanism = bo.chain(10)
    one, two = bo.choose(mechanism, 1000), bo.choose(mechanism, 1000, threads=2)
    assert two.best.predicted == pytest.approx(one.best.predicted / (1 + built_in().threads))
    assert bo.choose(mechanism, 1, threads=2).best.predicted == bo.choose(mechanism).best.predicted


def test_a_solver_narrows_the_choice():
    choice = bo.choose(bo.chain(4), solver="cholesky")
    assert {row.solver for row in choice.rows} == {"cholesky"}
    mechanism = bo.models.random_tree(5, 1)
    q, u = bo.models.random_state(mechanism, 1)
    found = bo.forward_dynamics(mechanism, q, u, solver="uu")
    form = bo.choose(mechanism, solver="uu").formulation
    assert found.tolist() == bo.forward_dynamics(mechanism, q, u, formulation=form, solver="uu").tolist()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"plan": "guess"}, "plan must be 'estimate' or 'measure'"),
        ({"states": 0}, "states must be a whole number of at least 1, not 0"),
        ({"threads": 1.5}, "threads must be a whole number"),
        ({"gives": "reactions"}, "gives must be 'accelerations' or 'canonical rates'"),
    ],
)
def test_what_makes_no_sense_is_refused(arguments, words):
    with pytest.raises(bo.errors.StateError, match=words):
        bo.choose(bo.chain(2), **arguments)


def test_unknown_solvers_are_refused():
    with pytest.raises(bo.errors.UnsupportedError, match=r"no form has solver 'udo'.*'udu'"):
        bo.choose(bo.chain(2), solver="udo")
    with pytest.raises(bo.errors.UnsupportedError, match="starts from the previous solution"):
        bo.choose(bo.chain(2), solver="inverse-iterative")
    with pytest.raises(bo.errors.UnsupportedError, match="name the form, formulation='composite-bodies' for instance"):
        bo.forward_dynamics(bo.chain(2), [0, 0], [0, 0], solver="eigen")
    with pytest.raises(bo.errors.UnsupportedError, match=r"no formulation 'composite'.*'composite-bodies'"):
        bo.choose(bo.chain(2), formulation="composite")


def test_a_table_and_plain_data():
    choice = bo.choose(bo.models.star(5))
    text = str(choice)
    assert f"{choice.best.label} ★" in text
    assert choice.reason.split()[0] in text
    assert json.loads(json.dumps(choice.to_dict()))["formulation"] == choice.formulation


def test_measured_times_rank():
    choice = bo.choose(bo.chain(5), plan="measure")
    timed = [row for row in choice.rows if row.measured is not None]
    assert len(timed) >= 2
    assert all(row.measured > 0 for row in timed)
    assert choice.rows[: len(timed)] == sorted(timed, key=lambda row: row.measured)
    rest = [row.predicted for row in choice.rows[len(timed) :]]
    assert rest == sorted(rest)


def test_measured_times_are_compared_with_measured_ones(monkeypatch):
    """The form with the longest prediction of those measured wins: others, predicted to be faster, have no ratio."""
    monkeypatch.setattr(ranking, "race", lambda rivals, _: {key: 1e-6 / (1 + k) for k, key in enumerate(rivals)})
    monkeypatch.setattr(ranking, "_known", {})
    choice = bo.choose(bo.models.star(7), plan="measure")
    timed = [row for row in choice.rows if row.measured is not None]
    assert choice.best.predicted == max(row.predicted for row in timed)
    assert any(row.measured is None and row.predicted < choice.best.predicted for row in choice.rows)
    table = [line.split() for line in str(choice).splitlines()[4 : 4 + len(choice.rows)]]
    ratios = [cells[-1] for cells in table]
    assert [float(x) for x in ratios[: len(timed)]] == pytest.approx([row.over(choice.best) for row in timed], rel=5e-3)
    assert min(float(x) for x in ratios[: len(timed)]) == 1.0
    assert set(ratios[len(timed) :]) == {"–"}


def test_a_lone_measured_form_is_compared_by_prediction():
    choice = bo.choose(bo.chain(6), plan="measure", formulation="direct")
    assert [row.measured is None for row in choice.rows][:2] == [False, True]
    assert f"{choice.rows[1].label} was not measured, and is predicted to take 1." in choice.reason


# --- along a motion -----------------------------------------------------------------------------------------------------


def rows_along(mechanism, step, count=4):
    """(q, u) at the steps of a motion."""
    q, u = (0.3 * x for x in bo.models.random_state(mechanism, 3))
    found = []
    for _ in range(count):
        found.append((q, u))
        u = u + step * bo.forward_dynamics(mechanism, q, u)
        q = q + step * u
    return tuple(np.array(x) for x in zip(*found, strict=True))


def test_small_steps_of_a_large_dense_system_are_for_a_warm_start():
    """And large ones are not; what is predicted is the price of the passes that the law expects."""
    chain = bo.chain(160)
    choices = [bo.choose(chain, formulation="composite-bodies", along=rows_along(chain, step)) for step in (1e-2, 1e-5)]
    assert [choice.solver for choice in choices] == ["udu", "inverse-iterative"]
    rough, smooth = ({row.solver: row for row in choice.rows} for choice in choices)
    assert smooth["inverse-iterative"].passes < 6 < rough["inverse-iterative"].passes
    assert smooth["udu"].passes is None
    assert "passes take less than a factorisation; composite-bodies + " in choices[1].reason
    text = " ".join(str(choices[1]).split())
    assert f"inverse-iterative: {smooth['inverse-iterative'].passes:.2g} passes per evaluation" in text


SHAPES = [
    *(bo.chain(n) for n in (1, 2, 5, 10, 30, 100, 400)),
    *(bo.chain(n, bo.Ball()) for n in (1, 5, 30)),
    *(bo.models.star(n, bo.Prismatic()) for n in (3, 30, 300)),
    bo.models.binary_tree(6),
    bo.models.broom(20, 10),
    *(bo.models.random_tree(n, n) for n in (5, 20, 80)),
]


@pytest.mark.parametrize("states", [1, 1000])
@pytest.mark.parametrize("mechanism", SHAPES, ids=lambda mechanism: mechanism.name)
def test_on_trees_no_warm_start_is_the_fastest_of_all(mechanism, states):
    """Not even with one pass per evaluation: ``auto`` need not know the motion, and says so without an evaluation."""
    still = np.tile(mechanism.coordinates(), (3, 1)), np.zeros((3, mechanism.n))
    choice = bo.choose(mechanism, states, along=still)
    assert [row.label for row in choice.rows] == [row.label for row in bo.choose(mechanism, states).rows]
    reasons = {key[1]: reason for *key, reason in choice.left_out}
    for solver in ("inverse-iterative", "direct-iterative"):
        assert "single pass" in reasons[solver] or "may lose" in reasons[solver] or "10,000 times" in reasons[solver]


def test_the_fastest_solver_of_a_form_by_name():
    mechanism = bo.chain(4)
    q, u = bo.models.random_state(mechanism, 1)
    choice = bo.choose(mechanism, formulation="composite-bodies")
    assert {row.form for row in choice.rows} == {"composite-bodies"}
    method = {"formulation": "composite-bodies", "solver": choice.solver}
    automatic = {"formulation": "composite-bodies", "solver": "auto"}
    found = bo.forward_dynamics(mechanism, q, u, **automatic)
    assert found.tobytes() == bo.forward_dynamics(mechanism, q, u, **method).tobytes()
    plain = bo.forward_dynamics(mechanism, q, u, formulation="separate-bodies", solver="auto")
    assert plain.tobytes() == bo.forward_dynamics(mechanism, q, u, formulation="separate-bodies").tobytes()


@pytest.mark.slow
def test_a_run_takes_the_solver_that_its_steps_ask_for():
    """A straight chain let go from rest moves smoothly, a shaken one does not; the answer is the same."""
    chain = bo.chain(160)
    q, u = (0.3 * x for x in bo.models.random_state(chain, 3))
    options = {"integrator": "rk4", "step": 2e-3, "every": 8e-3, "energy_tolerance": 1.0}
    for start, solver in (({"q0": {"link1": 0.5}}, "inverse-iterative"), ({"q0": q, "u0": u}, "udu")):
        run = bo.simulate(chain, 8e-3, formulation="composite-bodies", solver="auto", **start, **options)
        assert run.provenance["solver"] == solver
        assert run.provenance["form"] == "composite-bodies"
        assert "chosen" in run.provenance
        expected = bo.simulate(chain, 8e-3, formulation="separate-bodies", **start, **options)
        np.testing.assert_allclose(run.q.values, expected.q.values, rtol=0, atol=1e-8)


@pytest.mark.parametrize(
    ("along", "arguments", "words"),
    [
        ((np.zeros((2, 3)), np.zeros((2, 3))), {}, "three or more states"),
        ((np.zeros((3, 3)), np.zeros((4, 3))), {}, "rows of 3 and of 3"),
        ((np.zeros((3, 3)), {"link1": 0.5}), {}, "three or more states"),
        (0.1, {}, "not 0.1"),
        ((np.full((3, 3), np.nan), np.zeros((3, 3))), {}, "finite"),
        ((np.zeros((3, 3)), np.zeros((3, 3))), {"plan": "measure"}, "plan='estimate'"),
    ],
)
def test_a_motion_that_makes_no_sense_is_refused(along, arguments, words):
    with pytest.raises(bo.errors.StateError, match=words):
        bo.choose(bo.chain(3), along=along, **arguments)


# --- what goes by it ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "mechanism", [bo.chain(4), bo.chain(40), bo.models.star(6, SLIDE), bo.chain(3, FREE)], ids=lambda m: m.name
)
def test_auto_is_the_chosen_form_to_the_last_bit(mechanism):
    for count in (None, MANY):
        q, u = bo.models.random_state(mechanism, 1, count)
        choice = bo.choose(mechanism, count or 1)
        by_name = bo.forward_dynamics(mechanism, q, u, formulation=choice.formulation, solver=choice.solver)
        assert bo.forward_dynamics(mechanism, q, u).tobytes() == by_name.tobytes()


def test_a_run_records_what_was_chosen_and_why():
    run = bo.simulate(bo.chain(3), 0.1, q0={"link1": 0.3}, integrator="rk4", step=0.01)
    choice = bo.choose(bo.chain(3))
    assert run.provenance["form"] == choice.formulation
    assert run.provenance["solver"] == choice.solver
    assert run.provenance["chosen"] == choice.reason
    by_name = {"formulation": choice.formulation, "solver": choice.solver}
    given = bo.simulate(bo.chain(3), 0.1, q0={"link1": 0.3}, integrator="rk4", step=0.01, **by_name)
    assert "chosen" not in given.provenance
    assert given.q.values.tobytes() == run.q.values.tobytes()


@pytest.mark.slow
def test_a_choice_for_variants_serves_all_of_them(own_rates):
    """The first has mass in every body, the second has none in one, which a form that divides by inertias cannot serve."""

    def variant(mass):
        mechanism = bo.Mechanism("two")
        mechanism.add_body("a", "ground", CARDAN, inertia=bo.Inertia.box((1, 1, 1), mass))
        mechanism.add_body(
            "b", "a", CARDAN, (0, 0, -1), inertia=bo.Inertia.box((1, 1, 1), 1.0, center=(0.3, 0.2, -0.5))
        )
        return mechanism

    heavy, light = variant(1.0), variant(0.0)
    own_rates(recursion=1e3, elimination=1e3, packed=0.0, rows=0.0, substitution=0.0, passes=0.0)
    run = bo.simulate([heavy, light], 0.01, q0={"a.turn1": 0.3}, integrator="rk4", step=0.01)
    assert bo.methods.why_unsupported(light, run.provenance["form"], run.provenance.get("solver")) is None


def test_a_run_goes_on_by_the_form_it_began_with(own_rates, tmp_path):
    options = {"q0": {"link1": 0.5}, "integrator": "rk4", "step": 0.01, "checkpoint": tmp_path / "run"}
    own_rates(recursion=1e3)
    first = bo.simulate(bo.chain(3), 0.1, **options)
    own_rates(rows=1e3, packed=1e3, substitution=1e3)
    assert bo.choose(bo.chain(3)).formulation != first.provenance["form"]
    again = bo.simulate(bo.chain(3), 0.1, **options)
    assert again.provenance["form"] == first.provenance["form"]
    assert again.q.values.tobytes() == first.q.values.tobytes()


@pytest.mark.slow
def test_a_run_goes_on_by_the_solver_it_began_with(own_rates, tmp_path):
    options = {"q0": {"link1": 0.5}, "integrator": "rk4", "step": 0.01, "checkpoint": tmp_path / "run"}
    method = {"formulation": "crba", "solver": "auto"}
    own_rates(lapack=0.0, packed=1e3, substitution=1e3)
    first = bo.simulate(bo.chain(3), 0.1, **options, **method)
    own_rates(lapack=1e3)
    again = bo.simulate(bo.chain(3), 0.1, **options, **method)
    assert first.provenance["solver"] == again.provenance["solver"] == "cholesky"
    assert bo.choose(bo.chain(3), formulation="crba").solver != "cholesky"


# --- rates ----------------------------------------------------------------------------------------------------------------


def test_rates_are_found_again_from_the_times_that_they_make():
    """On a machine with other rates for all kinds of work that are timed: predictions come out right, although kinds that always come together cannot be told apart."""
    rng = np.random.default_rng(3)
    known = dict(built_in().one)
    true = {name: 2.5 * value * rng.uniform(0.7, 1.4) for name, value in known.items()}
    samples = []
    for mechanism in calibration._mechanisms():
        for name, solver in calibration.TIMED:
            if bo.methods.why_unsupported(mechanism, name, solver) is None:
                amounts = features(bo.methods.operations(mechanism, name, solver))
                samples.append((amounts, sum(true[key] * x for key, x in amounts.items())))
    found = calibration.fitted(samples, known)
    errors = [sum(found[key] * x for key, x in amounts.items()) / seconds for amounts, seconds in samples]
    assert np.percentile(errors, 5) > 0.93
    assert np.percentile(errors, 95) < 1.07
    assert min(found.values()) >= 0


def test_calibrating_keeps_rates_that_are_used_from_then_on(tmp_path, monkeypatch):
    path = tmp_path / "settings" / "rates.json"
    monkeypatch.setenv("BOUGH_RATES", str(path))
    monkeypatch.setattr(calibration, "_EFFORT", Effort(turns=1, turn=1e-4, patience=0.1))
    monkeypatch.setattr(calibration, "_mechanisms", lambda: [bo.chain(3), bo.models.star(4)])
    monkeypatch.setattr(calibration, "gain_of_threads", lambda: 0.5)
    shares = []
    found = bo.methods.calibrate(shares.append)
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    assert rates() == found
    assert str(bo.choose(bo.chain(2)).rates) == found.origin
    assert all(np.isfinite([*found.one.values(), *found.lanes.values()]))
    assert not [name for name in path.parent.iterdir() if name != path]


@pytest.mark.parametrize(
    "text",
    [
        "not JSON",
        "[]",
        json.dumps({"format": 1}),
        json.dumps({"format": 99, "one": {}, "lanes": {}, "threads": 1.0, "origin": ""}),
        json.dumps({"format": 1, "one": {"overhead": "NaN"}, "lanes": {}, "threads": 1.0, "origin": ""}),
        json.dumps({"format": 1, "one": dict(built_in().one) | {"sincos": -1.0}, "lanes": dict(built_in().lanes), "threads": 1.0, "origin": ""}),
        json.dumps({"format": 1, "one": dict(built_in().one), "lanes": dict(built_in().lanes), "threads": 7.0, "origin": ""}),
    ],
)  # fmt: skip
def test_a_file_without_sense_is_passed_over_with_a_warning(text, tmp_path, monkeypatch):
    path = tmp_path / "rates.json"
    path.write_text(text)
    monkeypatch.setenv("BOUGH_RATES", str(path))
    with pytest.warns(bo.BoughWarning, match=r"does not hold rates.*bough calibrate"):
        assert rates() == built_in()


def test_built_in_rates_know_every_kind_of_work():
    mechanisms = [bo.models.random_tree(6, 1), bo.chain(3)]
    for mechanism in mechanisms:
        for form in FORMULATIONS.values():
            for solver in form.solvers or (None,):
                found = bo.methods.operations(mechanism, form.name, solver)
                if found is not None:
                    for way in (ONE, LANES):
                        assert features(found).keys() <= getattr(built_in(), way).keys()


def test_what_was_measured_comes_before_what_is_predicted():
    """However fast the latter is said to be."""
    quick, slow = (Candidate(form, None, 1, 1e-9, measured, "") for form, measured in (("quick", None), ("slow", 1.0)))
    slower = replace(slow, form="slower", measured=2.0)
    assert [one.form for one in sorted((quick, slower, slow), key=lambda one: one.rank)] == ["slow", "slower", "quick"]


def test_no_more_threads_work_than_there_are_states():
    chain, states = bo.chain(10), lane_width()
    all_busy, some_idle = (bo.choose(chain, states, threads=threads) for threads in (states, 10 * states))
    assert some_idle.best.predicted == all_busy.best.predicted < bo.choose(chain, states).best.predicted
