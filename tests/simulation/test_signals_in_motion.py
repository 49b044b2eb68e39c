"""Forces and motions that follow the time: no pulse is stepped over, steps end where a signal is not smooth, and a motion that no force can follow is refused."""

import math

import numpy as np
import pytest
from scipy.interpolate import CubicSpline, PchipInterpolator

import bough as bo
from bough.integrate.libraries import SCIPY
from bough.integrate.methods import methods

FIXED = [name for name, method in methods().items() if not method.is_adaptive]
ADAPTIVE = ["dop853", "dopri5", *SCIPY]
# what each gives to 1 kg; a pulse of 10 N·s but for the last two
PULSES = {
    "text": ("1000 if 0.3 < t < 0.31 else 0", 10.0),
    "function": (lambda t: 1000.0 if 0.3 < t < 0.31 else 0.0, 10.0),
    "table of steps": (bo.Table((0, 0.3, 0.31), (0, 1000, 0), "step"), 10.0),
    "table of lines": (bo.Table((0.3, 0.301, 0.31, 0.311), (0, 1000, 1000, 0)), 10.0),
    "bell": ("1000*exp(-((t - 0.3)/0.005)**2)", 5.0 * math.sqrt(math.pi)),
    "bell by a function": (lambda t: 1000 * math.exp(-(((t - 0.3) / 0.005) ** 2)), 5.0 * math.sqrt(math.pi)),
}


def cart(force):
    mechanism = bo.Mechanism("cart", gravity=(0, 0, 0))
    mechanism.add_body("cart", "ground", bo.Prismatic((1, 0, 0)), inertia=bo.Inertia.point(1.0))
    mechanism.add_force("motor", bo.Motor("cart", force))
    return mechanism


@pytest.mark.parametrize("pulse", PULSES)
@pytest.mark.parametrize("integrator", ADAPTIVE)
def test_no_pulse_is_stepped_over(pulse, integrator):
    force, impulse = PULSES[pulse]
    run = bo.simulate(cart(force), 1.0, integrator=integrator)
    assert float(run["u.cart"][-1]) == pytest.approx(impulse, rel=1e-7)


@pytest.mark.parametrize("pulse", ["text", "function", "table of steps"])
@pytest.mark.parametrize("integrator", FIXED)
def test_steps_of_fixed_length_end_where_a_force_jumps(pulse, integrator):
    """Constant forces before, during and after the pulse: the velocity is exact by every method, though no step divides the pulse."""
    run = bo.simulate(cart(PULSES[pulse][0]), 1.0, integrator=integrator, step=0.0073)
    assert float(run["u.cart"][-1]) == pytest.approx(10.0, rel=1e-12)


@pytest.mark.parametrize("integrator", ["RK23", "RK45", "DOP853", "Radau"])
def test_steps_of_scipy_have_the_force_before_a_jump_at_their_end(integrator):
    """Between jumps the force is constant, and the motion a parabola, which takes few steps and has no error."""
    machine = bo.Mechanism("pushed", gravity=(0, 0, 0))
    machine.add_body("mass", joint=bo.Prismatic("x"), inertia=bo.Inertia(2.0))
    machine.add_force("push", bo.Motor("mass", bo.Table((0.0, 0.5, 1.0), (4.0, -9.0, 0.0), "step")))
    run = bo.simulate(machine, 1.2, integrator=integrator)
    half = 0.5 * 0.5**2
    place, speed = 2.0 * half + 1.0 * 0.5 - 4.5 * half, 1.0 - 2.25
    assert run["mass"].values[-1] == pytest.approx(place + 0.2 * speed, abs=1e-13)
    assert run.statistics["steps"] < 30


@pytest.mark.parametrize("duration", [10.0, 1000.0])
def test_what_a_text_says_is_found_in_long_runs(duration):
    """A pulse of ten milliseconds within a quarter of an hour: the text of an expression tells where to look."""
    for pulse in ("text", "bell"):
        force, impulse = PULSES[pulse]
        run = bo.simulate(cart(force), duration)
        assert float(run["u.cart"][-1]) == pytest.approx(impulse, rel=1e-7)


def test_pulses_that_come_again_are_all_met():
    run = bo.simulate(cart("1000 if mod(t, 1) < 0.001 else 0"), 9.5)
    assert float(run["u.cart"][-1]) == pytest.approx(10.0, rel=1e-9)


def test_lanes_meet_pulses_as_one_run_does():
    """Five runs side by side, at the pulse at the same time though with steps of their own."""
    mechanism = cart(PULSES["text"][0])
    mechanism.add_force("spring", bo.JointSpring("cart", stiffness=40.0))
    starts = np.linspace(0.0, 2.0, 5)
    batch = bo.simulate(mechanism, 1.0, q0={"cart": starts})
    for k, start in enumerate(starts):
        alone = bo.simulate(mechanism, 1.0, q0={"cart": start})
        assert batch.q.values[k] == pytest.approx(alone.q.values, rel=0, abs=1e-8)
        # an oscillator that is struck at 0.3 s and let go at 0.31 s
        w, t = math.sqrt(40.0), alone.time.values[-1]
        expected = start * math.cos(w * t) + 25.0 * (math.cos(w * (t - 0.31)) - math.cos(w * (t - 0.3)))
        assert float(alone["cart"][-1]) == pytest.approx(expected, rel=0, abs=1e-7)


def test_a_smooth_signal_costs_few_steps():
    """A bound on the steps is no burden: a slow force is followed by 64 polynomials, and a step may pass one of their ends."""
    run = bo.simulate(cart("sin(0.1*t)"), 10.0)
    assert float(run["u.cart"][-1]) == pytest.approx(10.0 * (1.0 - math.cos(1.0)), rel=0, abs=1e-8)
    assert run.statistics["steps"] < 64


# --- driven joints ----------------------------------------------------------------------------------------------------


def crank(motion, joint=None):
    rod = bo.Inertia.rod(1.0, mass=1.0, radius=0.02, center=(0.5, 0, 0))
    mechanism = bo.Mechanism("crank")
    mechanism.add_body("crank", "ground", bo.Driven(joint or bo.Revolute((0, 1, 0)), motion), inertia=rod)
    mechanism.add_body("arm", "crank", bo.Revolute((0, 1, 0)), at=(1, 0, 0), inertia=rod)
    return mechanism


@pytest.mark.parametrize(
    ("motion", "what", "time"),
    [
        (bo.Table((0, 1, 2), (0, 1, 0)), "velocity by -2 rad/s", 1.0),
        (lambda t: float(np.interp(t, [0, 0.7, 2], [0, 0.7, 0.7])), "velocity by -1 rad/s", 0.7),
        ("abs(t - 1.1)", "velocity by 2 rad/s", 1.1),
        (bo.Table((0, 0.9), (0, 1), "step"), "position by 1 rad", 0.9),
        (lambda t: 0.0 if t < math.pi / 4 else 0.25, "position by 0.25 rad", math.pi / 4),
    ],
    ids=["table", "interp", "text", "steps", "function"],
)
def test_a_driven_joint_must_not_jump(motion, what, time):
    with pytest.raises(
        bo.errors.MechanismError, match=f"'crank' jumps in {what} at t = .*continuous velocity"
    ) as caught:
        bo.simulate(crank(motion), 3.0)
    told = float(str(caught.value).split("t = ")[1].split(" s")[0])
    assert told == pytest.approx(time, rel=1e-8)


def test_a_slide_jumps_in_metres():
    with pytest.raises(bo.errors.MechanismError, match=r"by -2 m/s at t = 1 s"):
        bo.simulate(crank(bo.Table((0, 1, 2), (0, 1, 0)), bo.Prismatic((1, 0, 0))), 3.0)


@pytest.mark.parametrize(
    "motion",
    [
        bo.Table((0, 1, 2), (0, 1, 0), "cubic"),
        CubicSpline([0, 1, 2], [0, 1, 0], bc_type="clamped"),
        PchipInterpolator([0, 0.5, 1, 3], [0, 1, 1, 2]),
        "smooth(t, 0.5, 1)",
        "5*t**2 if t < 0.1 else 0.05 + (t - 0.1)",
        lambda t: 5 * t * t if t < 0.1 else 0.05 + (t - 0.1),
        lambda t: 0.5 * max(0.0, t - math.pi / 10) ** 2,
        bo.Table((0, 3), (0, 1)),  # a corner at the start and at the end is no jump within
    ],
    ids=["cubic", "spline", "pchip", "smooth", "text", "function", "parabola", "ends"],
)
@pytest.mark.parametrize("duration", [3.0, 0.4])
def test_a_driven_joint_may_jump_in_acceleration(motion, duration):
    """What the drive does equals what the energy gains, by powers at the instants themselves."""
    run = bo.simulate(crank(motion), duration)
    power = run.power()
    size = np.abs(power.power.values).max() + 1.0
    inner = slice(5, -5)  # the rate of energy is by differences around each instant
    residual = np.abs(power.residual.values[inner])
    assert np.quantile(residual, 0.95) < 1e-6 * size


def test_a_motion_may_start_with_an_infinite_acceleration():
    """Nothing jumps in t**1.5."""
    assert bo.simulate(crank("t**1.5"), 1.0).status == "completed"


def test_steps_end_where_an_acceleration_jumps():
    """A hand that turns evenly, then speeds up: what hangs on it without weight follows to rounding of the tolerances, by an eighth-order method without a rejected step there."""
    motion = "0.3*t if t < 0.777 else 0.3*t + 2*(t - 0.777)**2"
    weightless = bo.Mechanism("hand", gravity=(0, 0, 0))
    weightless.add_body("hand", "ground", bo.Driven(bo.Prismatic((1, 0, 0)), motion))
    weightless.add_body("load", "hand", bo.Prismatic((1, 0, 0)), inertia=bo.Inertia.point(2.0))
    run = bo.simulate(weightless, 2.0)
    t = run.time.values
    # the load stays where it is pushed by nothing: it keeps its first speed of 0.3 in space
    hand = np.where(t < 0.777, 0.3 * t, 0.3 * t + 2 * (t - 0.777) ** 2)
    assert run["load"].values == pytest.approx(0.3 * t - hand, rel=0, abs=1e-10)
    assert run.statistics["rejected"] == 0
