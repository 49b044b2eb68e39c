"""Why runs end, or are doubted: each sentence names the culprit, and its remedy works."""

import re
import warnings

import numpy as np
import pytest

import bough as bo
from bough.simulation.run.turning import jump_at

HINGE = bo.Revolute((0, 1, 0))


def rod(length, side=1.0, mass=2.0):
    return bo.Inertia.rod(length, mass=mass, radius=0.01, axis=(1, 0, 0), center=(side * length / 2, 0, 0))


def arm():
    mechanism = bo.Mechanism("arm")
    mechanism.add_body("upper", "ground", HINGE, inertia=rod(0.4))
    mechanism.add_body("lower", "upper", HINGE, (0.4, 0, 0), inertia=rod(0.4))
    return mechanism


# --- the first evaluation -----------------------------------------------------------------------------------------------


def test_a_start_without_finite_rates_is_said_to_be_one():
    """Not that steps become too short: the square of the velocity is beyond all numbers."""
    said = (
        "result is not finite, or not accurate, although the state is fine: lengths, velocities, .* check their units"
    )
    with pytest.raises(bo.errors.SingularError, match=said):
        bo.forward_dynamics(arm(), [0.5, 0.5], [1e200, 0.0])
    with pytest.raises(bo.errors.StepError, match=r"beyond t = 0 s: the " + said):
        bo.simulate(arm(), 1.0, u0={"upper": 1e200})


# --- joint forces that were given ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tau", "said"),
    [
        (lambda t: 1 / 0, r"tau of 'upper': the function of time failed at t = 0: ZeroDivisionError"),
        (lambda t: [np.nan, 0.0], r"tau of 'upper': the function of time gave nan at t = 0"),
        ({"lower": lambda t: 1.0 if t < 0.5 else 1 / 0}, r"tau of 'lower': the function of time failed at t = 0\.5"),
        ({"lower": "sqrt(t-0.5)"}, r"tau of 'lower': .*sqrt\(-0\.5\) is not defined"),
    ],
)
def test_a_function_given_as_tau_is_blamed_by_that_name(tau, said):
    with pytest.raises(bo.errors.MechanismError, match=said) as error:
        bo.simulate(arm(), 1.0, tau=tau)
    assert "Motor" not in str(error.value)


# --- laws that fail -----------------------------------------------------------------------------------------------------


def late(t, q, u):
    if t >= 0.05:
        raise ValueError("boom")
    return 0.0


def no_number(t, q, u):
    return np.nan if t >= 0.05 else 0.0


def chain_with(law):
    mechanism = bo.chain(2)
    mechanism.add_force("law", bo.CustomJointForce("link1", law))
    return mechanism


NEVER_ZERO = bo.Event(lambda t, q, u: q[0] - 9.0, "never")
NO_FORCES = bo.SampledController(lambda t, q, u, memory: np.zeros(2), 0.02)
ACTING = [{}, {"events": [NEVER_ZERO]}, {"control": NO_FORCES}]


@pytest.mark.parametrize("acting", ACTING, ids=["alone", "events", "control"])
@pytest.mark.parametrize(
    "how", [{}, {"integrator": "rk4", "step": 0.01}, {"integrator": "LSODA"}], ids=["auto", "rk4", "LSODA"]
)
def test_a_law_that_fails_is_blamed_when_it_does(acting, how):
    """Not the beginning of the leg, nor stiffness; and the user's exception is at hand."""
    laws = (
        (late, r"CustomJointForce on 'link1': its function failed .*: ValueError: boom"),
        (no_number, r"'law' \(CustomJointForce\) is not finite"),
    )
    for law, said in laws:
        with pytest.raises(bo.errors.StepError, match=said) as error:
            bo.simulate(chain_with(law), 0.2, q0=[0.1, 0.1], u0=[1.0, 0.0], **how, **acting)
        told = float(re.search(r"beyond t = (\S+) s", str(error.value))[1])
        assert 0.04 < told < 0.0501  # (LSODA does not shorten the step that fails)
        assert told - 0.001 < error.value.trajectory.time[-1] <= told
        assert isinstance(error.value.__cause__, ValueError) == (law is late)


def test_exceptions_of_laws_controllers_and_actions_are_the_cause_of_errors_of_runs():
    def fail(*given):
        raise KeyError("mine")

    whole = {"q0": [0.1, 0.1], "u0": [1.0, 0.0]}
    for how in ({"control": bo.SampledController(fail, 0.02)}, {"events": [bo.Event(at=0.05, name="act", then=fail)]}):
        with pytest.raises(bo.errors.StepError) as error:
            bo.simulate(bo.chain(2), 0.2, **whole, **how)
        assert isinstance(error.value.__cause__, KeyError), how
    for many in (None, 3):
        stepper = bo.Stepper(chain_with(late), runs=many, **whole)
        for _ in range(2):  # (the second time since it has failed)
            with pytest.raises(bo.errors.StepError, match="boom") as error:
                stepper.step(duration=0.2)
            assert isinstance(error.value.__cause__, ValueError)
            if many:
                break
    with pytest.raises(bo.errors.StepError) as error:
        bo.simulate(arm(), 1.0, u0={"upper": 1e200})
    assert error.value.__cause__ is None


# --- loops --------------------------------------------------------------------------------------------------------------


def parallelogram():
    """It has change points where its links are in a line; links of 0.2 m on bearings at a distance of 0.5 m."""
    mechanism = bo.Mechanism("bars")
    mechanism.add_body("crank", "ground", HINGE, inertia=rod(0.2))
    mechanism.add_body("coupler", "crank", HINGE, (0.2, 0, 0), inertia=rod(0.5))
    mechanism.add_body("rocker", "ground", HINGE, (0.5, 0, 0), inertia=rod(0.2))
    mechanism.add_loop("pin", "coupler", "rocker", HINGE, at=(0.5, 0, 0), other_at=(0.2, 0, 0))
    return mechanism


@pytest.mark.parametrize("integrator", ["gauss4", "midpoint", "verlet"])
def test_symplectic_methods_tell_of_change_points_and_of_methods_that_pass_them(integrator):
    mechanism = parallelogram()
    q = bo.assemble(mechanism, {"crank": -1.0, "coupler": 1.0, "rocker": -1.0})
    u = bo.kinematics.consistent_velocities(mechanism, q, {"crank": 8.0}, hold=["crank"])
    said = rf"a step of '{integrator}' does not converge, as at or near singular positions of loops \('pin'; see bough.kinematics.mobility\)"
    with pytest.raises(bo.errors.StepError, match=said) as error:
        bo.simulate(mechanism, 0.2, q0=q, u0=u, integrator=integrator, step=2e-3)
    (other,) = re.findall(r"take '(\w+)' or 'auto'", str(error.value))
    for how in ({"integrator": other, "step": 2e-3}, {}):
        run = bo.simulate(mechanism, 0.2, q0=q, u0=u, every=0.1, **how)
        assert float(run["crank"][-1]) > 0.3  # past the point at zero


def shaft(cut):
    """A four-bar whose crank turns on a bearing that closes the loop, with a spring."""
    mechanism = bo.Mechanism("four-bar")
    mechanism.add_body("rocker", "ground", HINGE, (0.5, 0, 0), inertia=rod(0.4))
    mechanism.add_body("coupler", "rocker", HINGE, (0.4, 0, 0), inertia=rod(0.5, -1.0))
    mechanism.add_body("crank", "coupler", HINGE, (-0.5, 0, 0), inertia=rod(0.2, -1.0))
    mechanism.add_loop("shaft", "crank", "ground", HINGE, at=(-0.2, 0, 0), cut=cut)
    mechanism.add_force("spring", bo.JointSpring("shaft", 2.0, rest=1.0))
    return mechanism


def test_an_angle_of_a_loop_that_passes_pi_is_told_with_the_force_that_jumps():
    """And the remedy works: the energy is kept where the body is cut."""
    ways = {}
    for cut in ("joint", "body"):
        mechanism = shaft(cut)
        q = bo.assemble(mechanism, {"rocker": -2.0, "coupler": 1.5, "crank": 0.5})
        u = bo.kinematics.consistent_velocities(mechanism, q, {"crank": 20.0})
        ways[cut] = mechanism, {"q0": q, "u0": 30.0 * u / np.abs(u).max(), "every": 0.01}
    mechanism, start = ways["joint"]
    with pytest.warns(bo.BoughWarning) as told:
        bo.simulate(mechanism, 0.4, **start)
    (told,) = told
    assert re.match(
        r"the angle of the loop 'shaft' passes ±π before t = 0\.\d+ s, where its measured value jumps, and so does the "
        r"force 'spring'; let the loop cut its body",
        str(told.message),
    )
    mechanism, start = ways["body"]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        run = bo.simulate(mechanism, 0.4, **start)
    assert np.ptp(run["shaft"].values) > np.pi
    assert np.ptp(run.energy().total.values) < 1e-6 * float(run.energy().kinetic.max())


def test_the_time_that_is_told_is_of_the_first_sample_beyond_pi():
    """A door that turns evenly from 3 rad on, closed once more by a second hinge."""
    mechanism = bo.Mechanism("door", gravity=(0, 0, 0))
    mechanism.add_body("door", "ground", HINGE, inertia=rod(0.5))
    mechanism.add_loop("lock", "door", "ground", HINGE)
    mechanism.add_force("spring", bo.JointSpring("lock", 1e-9))
    with pytest.warns(bo.BoughWarning, match=r"the loop 'lock' passes ±π before t = 0\.15 s"):  # (at 0.1416 s)
        bo.simulate(mechanism, 0.3, q0={"door": 3.0}, u0={"door": 1.0}, every=0.01)


def test_of_several_loops_the_one_whose_angle_is_at_pi_is_told():
    """Two hinges, each closed once more by a second one, whose angle is its own."""
    mechanism = bo.Mechanism("doors")
    for name in ("left", "right"):
        mechanism.add_body(name, "ground", HINGE, inertia=rod(0.5))
        mechanism.add_loop(f"{name} lock", name, "ground", HINGE)
        mechanism.add_force(f"{name} spring", bo.JointSpring(f"{name} lock", 2.0))
    for there, other in (("left", "right"), ("right", "left")):
        said = jump_at(mechanism, mechanism.coordinates({there: np.pi, other: 0.5}), 0.0)
        assert f"the angle of the loop '{there} lock' passes ±π here" in said
        assert f"so does the force '{there} spring'" in said
    assert jump_at(mechanism, mechanism.coordinates({"left": 3.0, "right": -3.0}), 0.0) == ""


# --- quantities ---------------------------------------------------------------------------------------------------------


def test_words_of_other_programs_lead_to_the_quantity():
    """To what every run has first: only runs with joint forces have tau."""
    mechanism = parallelogram()
    mechanism.add_force("engine", bo.Motor("crank", 2.0))
    run = bo.simulate(mechanism, 0.01, q0=bo.assemble(mechanism, {"crank": 1.0}), integrator="rk4", step=0.01)
    rare = ", or, of a run with joint forces given, "
    for name, expected in (
        ("crank.torque", f"'engine.force' or 'crank.reaction.moment'{rare}'tau.crank'"),
        ("rocker.force", f"'rocker.reaction.force'{rare}'tau.rocker'"),
        ("pin.torque", "'loop.pin.moment'"),
        ("pin.force", "'loop.pin.force'"),
        ("rocker.speed", "'u.rocker'"),
        ("crank.angle", "'q.crank'"),
    ):
        with pytest.raises(bo.errors.StateError) as error:
            run[name]
        assert str(error.value) == f"no quantity '{name}' of 'bars': did you mean {expected}?"
        first, *others = re.findall(r"'([^']*)'", expected)
        for sure in [first, *(other for other in others if not other.startswith("tau."))]:
            assert np.isfinite(run[sure].values).all()


def test_a_force_on_one_of_the_coordinates_of_a_joint_is_among_those_that_act_in_it():
    mechanism = bo.Mechanism("stage")
    mechanism.add_body("table", "ground", bo.Planar(), inertia=bo.Inertia.box((1, 1, 1), mass=1.0))
    mechanism.add_force("engine", bo.Motor(mechanism.u_names[0], 2.0))
    assert mechanism.u_names[0] != "table"
    run = bo.simulate(mechanism, 0.01)
    with pytest.raises(bo.errors.StateError, match=r"no quantity 'table\.torque' .*: did you mean 'engine\.force' or "):
        run["table.torque"]
    assert (run["engine.force"].values == 2.0).all()


def test_the_nearest_name_is_told_alone_if_it_is_that_of_a_joint_force():
    run = bo.simulate(parallelogram(), 0.01, q0=bo.assemble(parallelogram(), {"crank": 1.0}), tau=[0.1, 0.0, 0.0])
    assert (run["tau.crank"].values == 0.1).all()
    with pytest.raises(bo.errors.StateError, match=r"no quantity 'tao\.crank' of 'bars': did you mean 'tau\.crank'\?$"):
        run["tao.crank"]


def test_words_for_a_force_lead_to_what_it_has():
    mechanism = bo.Mechanism("hoist")
    mechanism.add_body("crank", "ground", bo.Driven(HINGE, "3*t"), inertia=rod(0.5))
    mechanism.add_body("arm", "crank", HINGE, inertia=rod(0.5))
    mechanism.add_force("motor", bo.Motor("arm", 2.0))
    mechanism.add_force("rope", bo.SpringDamper("arm", stiffness=10.0))
    run = bo.simulate(mechanism, 0.01)
    for text, meant in (
        ("motor.torque", "motor.force"),
        ("rope.tension", "rope.force"),
        ("crank.power", "drive.crank.power"),
    ):
        with pytest.raises(bo.errors.StateError, match=rf"no quantity '{text}' .*: did you mean '{meant}'\?$"):
            run[text]
        assert np.isfinite(run[meant].values).all()
