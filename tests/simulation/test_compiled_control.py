"""Controllers that compiled code calls: the same numbers as by Python, names, dicts and memory; faults; what cannot be compiled."""

import random

import numpy as np
import pytest
from helpers.sliders import mass_on_slide

import bough as bo
from bough.simulation.run import piloted

PERIOD = 0.02
GAIN = 0.1
KEPT = []


def limited(force, most=40.0):
    """A helper, which is compiled with the controller."""
    return min(max(force, -most), most)


def steer(t, q, u, memory):
    """A controller with names, a memory and a helper; late in the run it does what its memory tells."""
    memory["sum"] += GAIN * q["mass"]
    memory["calls"] += 1
    if t < memory["late"]:
        force = {"mass": limited(-60.0 * q["mass"] - 4.0 * u[0]) - memory["sum"]}
    else:
        place = int(memory["place"])
        force = {"mass": limited(u[place] / memory["divisor"]) + memory["extra"]}
    return force


USUAL = {"sum": 0.0, "calls": 0, "late": 0.39, "place": 0, "divisor": -0.25, "extra": 0.0}


def run_by(compiled, memory=None, function=steer, mechanism=None, duration=0.5, period=PERIOD, delay=0.013, **how):
    control = bo.SampledController(
        function, period, delay, memory=USUAL if memory is None else memory, compiled=compiled
    )
    how = {"every": 0.03, "q0": [1.0], **how}
    return bo.simulate(mass_on_slide(30.0) if mechanism is None else mechanism, duration, control=control, **how)


def assert_same(one, other):
    np.testing.assert_array_equal(one.q, other.q)
    np.testing.assert_array_equal(one.tau, other.tau)
    np.testing.assert_array_equal(one.commands, other.commands)


@pytest.mark.parametrize("how", [{}, {"integrator": "rk4", "step": 7e-3}])
def test_compiled_controllers_do_the_same_to_the_last_bit(how):
    """... with names, dicts, a memory and helpers, with a delay and jumps of other forces; also if the run goes on."""
    slider = mass_on_slide(30.0)
    slider.add_force("push", bo.Motor("mass", bo.Table((0.0, 0.111), (1.0, -2.0), "step")))
    by_python, by_code = (run_by(compiled, mechanism=slider, **how) for compiled in (False, True))
    assert by_python.provenance["controlled_by"] == "Python"
    assert by_code.provenance["controlled_by"] == "compiled code"
    assert np.ptp(by_code.commands.values) > 10.0
    assert_same(by_code, by_python)
    on_python, on_code = (run.continue_(0.2) for run in (by_python, by_code))
    assert_same(on_code, on_python)
    memories = [run.asked.controllers[0].memory for run in (on_python, on_code)]
    assert memories[0] == memories[1]
    assert memories[1]["calls"] == 35
    assert type(memories[1]["calls"]) is int
    assert USUAL["calls"] == 0


def test_python_calls_where_compiled_code_cannot():
    """Beside events, and where it was not asked for and would not pay."""
    late = bo.Event(lambda t, q, u: t - 0.4999, name="late")
    runs = [run_by(True), run_by(True, events=late), run_by(None)]
    for run in runs[1:]:
        assert_same(run, runs[0])
    told = [run.provenance["controlled_by"] for run in runs]
    reasons = "events are looked for", "25 calls are too few to compile it for"
    assert told == ["compiled code", *(f"Python, since {reason}" for reason in reasons)]


def test_many_calls_are_compiled_without_being_asked(monkeypatch, tmp_path):
    """Those of all runs of a batch count; runs are as if alone, each with its memory; and a file tells."""
    monkeypatch.setattr(piloted, "MANY", 75)
    starts = np.array([[1.0], [-0.5], [2.0]])
    many = run_by(None, q0=starts)
    assert many.provenance["controlled_by"] == "compiled code"
    for k, start in enumerate(starts):
        assert_same(many.select(k), run_by(False, q0=start))
    many.save(tmp_path / "many.nc")
    assert bo.Trajectory.load(tmp_path / "many.nc").provenance == many.provenance


@pytest.mark.parametrize(
    ("memory", "sentence"),
    [
        ({"extra": np.nan}, "'steer' at t = 0.4 s: tau of 'mass' is nan; give finite joint forces"),
        ({"extra": -1e101}, "'steer' at t = 0.4 s: tau of 'mass' is -1e.101; give at most 1e.100"),
        ({"place": 3}, "'steer' failed at t = 0.4 s with IndexError: index 3 is out of bounds"),
    ],
)
def test_faults_are_told_as_by_python_and_what_was_computed_is_kept(memory, sentence):
    sentences = []
    for compiled in (True, False):
        with pytest.raises(bo.errors.StepError, match=sentence) as caught:
            run_by(compiled, USUAL | memory, duration=1.0)
        sentences.append(str(caught.value))
        assert len(caught.value.trajectory.commands) == 20
        assert float(caught.value.trajectory.time[-1]) == pytest.approx(0.39)
    assert sentences[0] == sentences[1]


@pytest.mark.filterwarnings("ignore:divide by zero:RuntimeWarning")
def test_calls_that_compiled_code_cannot_make_are_made_by_python():
    """Numba refuses to divide by zero, while NumPy gives infinity, which is limited; memory is changed once by each call."""
    zero = USUAL | {"divisor": 0.0}
    by_code, by_python = (run_by(compiled, zero) for compiled in (True, False))
    assert by_code.provenance["controlled_by"] == "compiled code"
    assert_same(by_code, by_python)
    assert by_code.asked.controllers[0].memory == by_python.asked.controllers[0].memory
    assert abs(float(by_code.commands[-1, 0])) == 40.0


def keeps(t, q, u, memory):
    KEPT.append(t)
    return [0.0]


@pytest.mark.parametrize(
    ("function", "memory", "reason"),
    [
        (keeps, None, "it refers to 'KEPT', which is a list"),
        (lambda t, q, u, m: [np.random.normal()], None, r"random numbers \('np.random.normal'\) of compiled code"),
        (lambda t, q, u, m: [random.random()], None, r"random numbers \('random.random'\) of compiled code"),
        (lambda t, q, u, m: [0.0], [1.0], "its memory must be an array of numbers or a dict of numbers, not"),
    ],
)
def test_what_cannot_be_compiled_is_told_if_it_was_asked_for(monkeypatch, function, memory, reason):
    """... and else goes by Python, with each call made once."""
    with pytest.raises(bo.errors.StateError, match=f"cannot be compiled: {reason}.*or leave out compiled=True"):
        run_by(True, {} if memory is None else memory, function)
    monkeypatch.setattr(piloted, "MANY", 0)
    KEPT.clear()
    run = run_by(None, {} if memory is None else memory, function)
    assert run.provenance["controlled_by"].startswith("Python, since ")
    assert len(KEPT) in (0, 25)
    with pytest.raises(bo.errors.StateError, match="compiled must be True, False or None, not 'yes'"):
        run_by("yes")


# --- slow, since each compiles functions of its own -------------------------------------------------------------------


def two_by_two(t, q, u, memory):
    """A memory with rows, and slices of it."""
    memory[1] = memory[0]
    memory[0, :1] = q
    return np.array([-3.0 * q[0] - 20.0 * (memory[0, 0] - memory[1, 0])])


def other_dict(t, q, u, memory):
    gains = {"mass": 2.0}
    return [-q[0] * gains["mass"]]


def of_memory(t, q, u, memory):
    memory["new"] = 1.0
    return {"mass": 0.0}


@pytest.mark.slow
def test_memories_that_are_arrays_and_functions_of_numba():
    import numba

    by_python = run_by(False, np.zeros((2, 2)), two_by_two)
    for compiled, function in ((True, two_by_two), (None, numba.njit(two_by_two))):
        run = run_by(compiled, np.zeros((2, 2)), function)
        assert run.provenance["controlled_by"] == "compiled code"
        assert_same(run, by_python)
    with pytest.raises(
        bo.errors.StateError, match=r"its memory must be an array of numbers .*, not 3; .*leave out njit"
    ):
        run_by(None, 3, numba.njit(lambda t, q, u, memory: 1.0 * u))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("function", "reason"),
    [
        (other_dict, "it uses a dict other than to return joint forces"),
        (of_memory, r"line \d+ of 'test_compiled_control.py': Numba has no 'setitem' for these types"),
        (lambda t, q, u, m: "strong" if t > 1.0 else [0.0], r"line \d+ of 'test_compiled_control.py': "),
        (
            lambda t, q, u, m: (1, 2.0)[:1] if t > 1.0 else 0.0 * np.asarray(u),
            r"line \d+ of 'test_compiled_control.py': ",
        ),
    ],
)
def test_what_numba_refuses_is_told_with_its_line(function, reason):
    with pytest.raises(bo.errors.StateError, match=f"cannot be compiled: {reason}"):
        run_by(True, {}, function)
    assert run_by(None, {}, function).status == "completed"


@pytest.mark.slow
def test_names_outside_count_as_they_are_when_the_run_starts(monkeypatch):
    before = run_by(True)
    monkeypatch.setitem(globals(), "GAIN", 5.0)
    after = run_by(True)
    assert_same(after, run_by(False))
    assert np.abs(after.q - before.q).max() > 0.01
    monkeypatch.setitem(globals(), "limited", lambda force: 0.5 * force)  # (of a helper, too)
    assert_same(run_by(True), run_by(False))


def hold(t, q, u, memory):
    return -0.3 * u + 0.1 * q[0]


@pytest.mark.slow
@pytest.mark.parametrize("steps", [{}, {"integrator": "rodas5p"}, {"integrator": "rk4", "step": 1e-3}])
def test_quaternions_and_stiff_motions_are_the_same(steps):
    """Also where 'auto' changes the method on its way, between two calls or at one."""
    ball = bo.Mechanism("ball")
    rod = bo.Inertia.rod(0.4, mass=2.0, radius=0.03, center=(0, 0, -0.2))
    ball.add_body("upper", joint=bo.Ball(), inertia=rod)
    ball.add_body("lower", "upper", joint=bo.Revolute((0, 1, 0)), at=(0, 0, -0.4), inertia=rod)
    common = {
        "u0": {"upper.wx": 1.0, "lower": 2.0},
        "q0": None,
        "period": 0.01,
        "memory": {},
        "function": hold,
        **steps,
    }
    assert_same(*(run_by(compiled, mechanism=ball, **common) for compiled in (True, False)))
    if steps:
        return
    stiff = mass_on_slide()
    stiff.add_body("b", "mass", joint=bo.Prismatic((1, 0, 0)), inertia=bo.Inertia.point(1.0))
    stiff.add_force("d", bo.JointDamper("b", 1e6))
    stiff.add_force("s", bo.JointSpring("b", 1e3))
    for period in (0.05, 1e-4):
        runs = [
            run_by(compiled, {}, hold, stiff, q0=[1.0, 0.1], period=period, delay=0.0) for compiled in (True, False)
        ]
        assert_same(*runs)
        assert runs[0].provenance["integrated_by"] == runs[1].provenance["integrated_by"]
    assert "rodas5p" in runs[0].provenance["integrated_by"]
