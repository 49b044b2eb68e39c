"""Forces by the user's own functions: compiled or called from Python they are the same; what goes wrong in them is told."""

import math

import numpy as np
import pytest
from helpers.machine import machine, with_forces

import bough as bo
from bough.arithmetic.width import lane_width

COUNT = 64 * 2 + lane_width() - 1
Q, U = bo.models.random_state(machine(), 5, COUNT)
TIMES = np.linspace(0.0, 2.0, COUNT)


class Unknown:
    """Something that Numba does not know."""

    factor = 1.0


def cubic_in_python(t, q, u):
    return (-3.0 * q * q * q - 0.2 * u + math.sin(t)) * Unknown().factor


def test_a_function_called_from_python_gives_what_a_compiled_one_gives():
    """One state, and lanes on two threads; the warning names the force and Numba's reason."""
    mechanism = machine()
    mechanism.add_force("law", bo.CustomJointForce("arm", cubic_in_python))
    with pytest.warns(
        bo.BoughWarning, match="CustomJointForce on 'arm'.*called from Python.*Numba cannot compile it: "
    ):
        alone = bo.forward_dynamics(mechanism, Q[0], U[0], time=TIMES[0])
    together = bo.forward_dynamics(mechanism, Q, U, time=TIMES, threads=2)
    expected = bo.forward_dynamics(with_forces("law"), Q, U, time=TIMES)
    np.testing.assert_allclose(together, expected, rtol=0, atol=1e-12 * np.abs(expected).max())
    np.testing.assert_allclose(alone, expected[0], rtol=0, atol=1e-12 * np.abs(expected).max())


def failing():
    def function(t, q, u):
        if t > 1.0:
            raise RuntimeError("the fuse has blown")
        return Unknown().factor

    return function


def giving_two():
    return lambda t, q, u: (1.0, Unknown().factor)


@pytest.mark.parametrize(
    ("make", "cause", "message"),
    [
        (failing, RuntimeError, "RuntimeError: the fuse has blown"),
        (giving_two, ValueError, "it must give a number, but gave 2"),
    ],
)
@pytest.mark.parametrize("state", [-1, slice(None)], ids=["one", "batch"])
def test_what_a_function_raises_is_told(make, cause, message, state):
    mechanism = machine()
    mechanism.add_force("law", bo.CustomJointForce("arm", make()))
    with pytest.warns(bo.BoughWarning), pytest.raises(bo.errors.StateError, match=message) as found:
        bo.forward_dynamics(mechanism, Q[state], U[state], time=TIMES[state])
    assert isinstance(found.value.__cause__, cause)


def test_a_compiled_function_that_gives_no_number_is_named():
    mechanism = machine()
    mechanism.add_force("root", bo.CustomJointForce("arm", lambda t, q, u: math.sqrt(-1.0 - q * q)))
    with pytest.raises(
        bo.errors.StateError,
        match="CustomJointForce on 'arm': its function failed at the state: ValueError: math domain",
    ):
        bo.forward_dynamics(mechanism, Q[0], U[0])


def test_functions_of_time_are_followed_wherever_they_are_asked_for():
    """The window of a signal grows with the calls, also backwards; results do not depend on it."""
    mechanism = bo.Mechanism(gravity=(0, 0, 0))
    mechanism.add_body("mass", joint=bo.Prismatic(), inertia=bo.Inertia.point(1.0))
    mechanism.add_force("push", bo.Motor("mass", lambda t: math.sin(t) + 0.1 * t))
    for t in (0.0, 0.3, 7.0, -4.0, 100.0, 0.3):
        found = bo.forward_dynamics(mechanism, [0.0], [0.0], time=t)
        assert found == pytest.approx(math.sin(t) + 0.1 * t, abs=1e-12)
    t = np.linspace(-5, 120, 33)
    found = bo.forward_dynamics(mechanism, [0.0], [0.0], time=t)
    np.testing.assert_allclose(found[:, 0], np.sin(t) + 0.1 * t, rtol=0, atol=1e-12)


def test_a_function_that_is_not_defined_further_on_serves_as_far_as_it_is():
    mechanism = bo.Mechanism(gravity=(0, 0, 0))
    mechanism.add_body("mass", joint=bo.Prismatic(), inertia=bo.Inertia.point(1.0))
    mechanism.add_force("push", bo.Motor("mass", lambda t: math.sqrt(0.25 - t)))
    assert bo.forward_dynamics(mechanism, [0.0], [0.0], time=0.1) == pytest.approx(math.sqrt(0.15))
    with pytest.raises(
        bo.errors.MechanismError, match=r"Motor on 'mass': force: the function of time failed at t = 0.\d+: ValueError"
    ):
        bo.forward_dynamics(mechanism, [0.0], [0.0], time=2.0)


def test_objects_with_memory_of_their_own():
    """WarmStart takes the time, within what was prepared for; EigenMotion says that it does not."""
    mechanism = bo.chain(3)
    mechanism.add_force("push", bo.Motor("link1", math.sin))
    mechanism.cover(0.0, 2.0)
    warm = bo.methods.WarmStart(mechanism)
    q, u = bo.models.random_state(mechanism, 1)
    expected = bo.forward_dynamics(mechanism, q, u, time=1.5)
    np.testing.assert_allclose(warm.forward_dynamics(q, u, time=1.5), expected, rtol=1e-10)
    with pytest.raises(bo.errors.StateError, match=r"prepared for times from 0 to 2, not for 3.0; call its cover"):
        warm.forward_dynamics(q, u, time=3.0)
    with pytest.raises(bo.errors.UnsupportedError, match="depend on time"):
        bo.methods.EigenMotion(mechanism, q, u)


def slide(function):
    """One kilogram on a slide: its acceleration is what the function gives."""
    mechanism = bo.Mechanism("slide", gravity=(0, 0, 0))
    mechanism.add_body("b", "ground", bo.Prismatic((1, 0, 0)), inertia=bo.Inertia.point(1.0))
    mechanism.add_force("law", bo.CustomJointForce("b", function))
    return mechanism


def acceleration(mechanism, time=0.0):
    return bo.forward_dynamics(mechanism, [0.0], [0.0], time=time)[0]


def written(text, **names):
    """A function as a module's text has it, with the module's globals."""
    exec(text, names)
    return names["law"], names


CONSTANTS = type(math)("constants")  # a module


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("def law(t, q, u): return K", (3.0, 30.0)),
        ("def law(t, q, u): return K[1]", ((0.0, 3.0), (0.0, 30.0))),
        ("def law(t, q, u): return K[1]", (np.array([0.0, 3.0]), np.array([0.0, 30.0]))),
        ("def law(t, q, u, k=None): return (lambda x: x + K)(0.0)", (3.0, 30.0)),
    ],
    ids=["number", "tuple", "array", "inner function"],
)
def test_a_law_has_the_globals_that_are_there_when_it_is_first_used(text, values):
    law, names = written(text, K=values[0])
    first = slide(law)
    assert acceleration(first) == 3.0
    names["K"] = values[1]
    assert acceleration(slide(law)) == 30.0
    # a mechanism that was used does not change, whatever times it comes to cover
    first.cover(0.0, 100.0)
    assert acceleration(first, time=70.0) == 3.0


def test_a_law_has_the_closures_defaults_and_constants_of_modules_that_are_there():
    def make(k):
        return lambda t, q, u: k

    assert [acceleration(slide(make(k))) for k in (3.0, 30.0)] == [3.0, 30.0]
    law, _ = written("def law(t, q, u, k=3.0): return k")
    assert acceleration(slide(law)) == 3.0
    law.__defaults__ = (30.0,)
    assert acceleration(slide(law)) == 30.0
    law, _ = written("def law(t, q, u): return constants.K", constants=CONSTANTS)
    CONSTANTS.K = 3.0
    assert acceleration(slide(law)) == 3.0
    CONSTANTS.K = 30.0
    assert acceleration(slide(law)) == 30.0


def test_the_same_law_is_compiled_once(monkeypatch):
    """Whichever function object it comes in: what Numba compiles it never gives back."""
    from bough.compiled import native

    compiled = []
    monkeypatch.setattr(
        native, "compiled_law", lambda *given, make=native.compiled_law: (compiled.append(given), make(*given))[1]
    )
    text = "def law(t, q, u): return K * (q - 1.25)"
    mechanisms = [slide(written(text, K=k)[0]) for k in (2.0, 2.0, 4.0, 2.0, -0.0, 0.0)]
    assert [acceleration(m) for m in mechanisms] == [-2.5, -2.5, -5.0, -2.5, 0.0, 0.0]
    assert len(compiled) == 4  # (0.0 is another number than -0.0)


@pytest.mark.filterwarnings("ignore:.*called from Python")
def test_a_law_in_python_goes_with_its_mechanism():
    """What its function holds is given back."""
    import gc
    import weakref

    def used():
        held = Unknown()
        assert acceleration(slide(lambda t, q, u: 2.0 * held.factor)) == 2.0
        return weakref.ref(held)

    gone = used()
    gc.collect()  # the mechanism with its flat arrays,
    gc.collect()  # and then what only these had held
    assert gone() is None


@pytest.mark.filterwarnings("ignore:.*called from Python")
def test_a_law_lives_as_long_as_whatever_calls_it():
    """An evaluation outlives the mechanism that it was made for."""
    import gc

    from bough.api.methods import evaluation_of
    from bough.compiled.entries import FINE, NO_WRENCHES
    from bough.formulations.formulation import ACCELERATIONS

    held = Unknown()
    evaluation = evaluation_of(slide(lambda t, q, u: 2.0 * held.factor), ACCELERATIONS, "separate-bodies", None)
    gc.collect()
    out = np.empty(1)
    assert evaluation.single(np.zeros(2), np.zeros(1), np.zeros(1), NO_WRENCHES, out) == FINE
    assert out[0] == 2.0


@pytest.mark.filterwarnings("ignore:.*called from Python")
@pytest.mark.parametrize("stop", [KeyboardInterrupt, SystemExit])
@pytest.mark.parametrize("count", [None, 3, 2 * lane_width()])
def test_a_function_may_end_the_program(stop, count, capfd):
    """At once, as Ctrl-C within it does; and the next call is as if nothing had been."""
    stops = [stop]

    def function(t, q, u):
        if stops:
            raise stops.pop()
        return 2.0 * Unknown().factor

    mechanism = slide(function)
    q = np.zeros(1) if count is None else np.zeros((count, 1))
    for how in ("raise", "return"):
        stops[:] = [stop]
        with pytest.raises(stop):
            bo.forward_dynamics(mechanism, q, q, code="shared", on_failure=how)
        np.testing.assert_array_equal(bo.forward_dynamics(mechanism, q, q, code="shared"), q + 2.0)
    stops[:] = [stop]
    with pytest.raises(stop):
        bo.simulate(mechanism, 0.1)
    assert capfd.readouterr() == ("", "")


@pytest.mark.filterwarnings("ignore:.*called from Python")
@pytest.mark.parametrize("count", [5, 4 * lane_width() + 1])
def test_the_state_of_a_batch_at_which_a_function_fails_is_named(count):
    mechanism = slide(failing())
    times, q = np.zeros(count), np.zeros((count, 1))
    times[3] = 1.5
    with pytest.raises(
        bo.errors.StateError, match="its function failed at the state of state 3: RuntimeError: the fuse"
    ):
        bo.forward_dynamics(mechanism, q, q, time=times, code="shared")
    found = bo.forward_dynamics(mechanism, q, q, time=times, code="shared", on_failure="return")
    assert list(found.reasons) == [3]


@pytest.mark.parametrize("in_python", [False, True])
@pytest.mark.parametrize(
    ("kind", "given", "reason"),
    [
        (bo.CustomJointForce, None, "it must give a number, but (gave|gives) None; a return may be missing"),
        (bo.CustomJointForce, (1.0, 2.0), "it must give a number, but (gave|gives) 2"),
        (bo.CustomBodyForce, None, "it must give 6 numbers, or two tuples of 3, but (gave|gives) None"),
        (bo.CustomBodyForce, ((1.0, 2.0), (3.0, 4.0, 5.0, 6.0)), r"two tuples of 3, but (gave|gives) 2 \+ 4"),
        (bo.CustomBodyForce, ((1.0, 2.0), (3.0, 4.0), (5.0, 6.0)), r"two tuples of 3, but (gave|gives) 2 \+ 2 \+ 2"),
        (bo.CustomBodyForce, (1.0, 2.0), "two tuples of 3, but (gave|gives) 2"),
    ],
)
def test_a_function_that_gives_something_else_is_told_what(kind, given, reason, in_python):
    """Also by the warning, without the inner names of Numba."""
    mechanism = bo.chain(1)
    mechanism.add_force("law", kind("link1", lambda *_: (Unknown() and given) if in_python else given))
    with pytest.warns(bo.BoughWarning) as told, pytest.raises(bo.errors.StateError, match=reason):
        bo.forward_dynamics(mechanism, [0.0], [0.0], code="shared")
    told = [str(one.message) for one in told if "called from Python" in str(one.message)]
    assert "Function(" not in told[0]
    if not in_python:
        assert " gives " in told[0]


def test_a_law_on_a_joint_of_three_velocities_gives_three_numbers():
    mechanism = bo.Mechanism()
    mechanism.add_body("b", "ground", bo.Ball(), inertia=bo.Inertia.box((1, 2, 3), mass=2.0))
    mechanism.add_force("law", bo.CustomJointForce("b", lambda t, q, u: (1.0, 2.0)))
    with pytest.warns(bo.BoughWarning), pytest.raises(bo.errors.StateError, match="it must give 3 numbers, but gave 2"):
        bo.forward_dynamics(mechanism, mechanism.coordinates(), np.zeros(3), code="shared")


@pytest.mark.filterwarnings("ignore:.*called from Python")
def test_a_body_law_gives_its_numbers_in_any_form_that_is_promised():
    flat = (1.0, 2.0, 3.0, 4.0, 5.0, 6.0)
    found = []
    for given in (flat, (flat[:3], flat[3:]), [np.array(flat[:3]), list(flat[3:])], np.array(flat)):
        mechanism = bo.Mechanism(gravity=(0, 0, 0))
        mechanism.add_body("b", "ground", bo.Free(), inertia=bo.Inertia.box((1, 2, 3), mass=2.0))
        mechanism.add_force("law", bo.CustomBodyForce("b", lambda *_, given=given: given))
        found.append(bo.forward_dynamics(mechanism, mechanism.coordinates(), np.zeros(6), code="shared"))
    for one in found:
        np.testing.assert_allclose(one, found[0], rtol=1e-13)


def named_joints():
    link = bo.Inertia.rod(1.0, 1.0, radius=0.05, center=(0.0, 0.0, -0.5))
    mechanism = bo.Mechanism("named")
    mechanism.add_body("upper", "ground", bo.Revolute((0, 1, 0)), inertia=link, joint_name="shoulder")
    mechanism.add_body("lower", "upper", bo.Universal(), (0, 0, -1), inertia=link, joint_name="elbow")
    return mechanism


@pytest.mark.parametrize("reads", [("elbow", "shoulder"), ("lower", "upper"), ("elbow", "upper")])
def test_a_law_reads_joints_by_their_names_or_their_bodies(reads):
    """Power is force times velocity, and the force is what the function makes of the coordinates in that order."""
    mechanism = named_joints()
    law = bo.CustomJointForce(
        "shoulder", lambda t, q, u: q[0] + 10.0 * q[1] + 100.0 * q[2] + 1000.0 * u[2], reads=reads
    )
    mechanism.add_force("law", law)
    q, u = np.array((0.1, 0.2, 0.3)), np.array((2.0, 0.5, 0.7))
    force = 0.2 + 10.0 * 0.3 + 100.0 * 0.1 + 1000.0 * 2.0
    assert bo.dynamics.force_powers(mechanism, q, u) == pytest.approx([force * 2.0])


def test_a_law_that_reads_what_is_not_there_is_refused():
    for name in ("elbw", "ground"):
        mechanism = named_joints()
        mechanism.add_force("law", bo.CustomJointForce("shoulder", lambda t, q, u: 0.0 * q[0], reads=(name,)))
        with pytest.raises(
            bo.errors.MechanismError, match=f"CustomJointForce on 'shoulder': no joint '{name}' in 'named'"
        ):
            bo.dynamics.force_powers(mechanism, np.zeros(3), np.zeros(3))


def fails_late(t, q, u):
    if t > 0.05:
        raise ValueError("too late")
    return -u


@pytest.mark.parametrize("code", ["auto", "shared"])
def test_no_result_comes_from_a_function_that_failed(code, capfd):
    """Compiled or called from Python, at the first state or later, one state or a batch; and nothing is printed."""

    def raises(t, q, u):
        raise ValueError("never")

    for function, reason in ((raises, "never"), (lambda t, q, u: (1.0, 2.0), "it must give a number, but gave 2")):
        mechanism = bo.chain(2)
        mechanism.add_force("law", bo.CustomJointForce("link1", function))
        with (
            pytest.warns(bo.BoughWarning, match="called from Python"),
            pytest.raises(bo.errors.StateError, match=reason),
        ):
            bo.forward_dynamics(mechanism, np.zeros(2), np.zeros(2), code=code)
        with pytest.raises(bo.errors.StateError, match=reason):
            bo.forward_dynamics(mechanism, np.zeros((40, 2)), np.zeros(2), code=code)
        with pytest.raises(bo.errors.StepError, match=reason):
            bo.simulate(mechanism, 0.1, code=code)
    mechanism = bo.chain(2)
    mechanism.add_force("law", bo.CustomJointForce("link1", fails_late))
    with pytest.raises(
        bo.errors.StepError, match=r"beyond t = 0\.05 s: CustomJointForce on 'link1'.*ValueError: too late"
    ):
        bo.simulate(mechanism, 0.2, code=code)
    assert capfd.readouterr() == ("", "")
