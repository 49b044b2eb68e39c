"""Motions that anyone can work out: rest, constant speed, free flight, uniform acceleration. Errors of a step are zero there, and nothing may divide by them or trust them."""

import math

import numpy as np
import pytest
from helpers.forms import every_form

import bough as bo
from bough.arithmetic.width import lane_width
from bough.integrate.libraries import SCIPY
from bough.integrate.methods import methods

ADAPTIVE = ["dop853", "dopri5", *SCIPY]
FIXED = [name for name, method in methods().items() if not method.is_adaptive]
# all of order two and more are exact on parabolas
EXACT = [name for name in FIXED if methods()[name].order > 1]
G = 9.81
MOTIONS = {"rest": (0.0, 0.0), "constant speed": (0.7, 0.0), "uniform acceleration": (-0.4, 1.3)}


def how(integrator, step=0.05):
    return {"integrator": integrator, **({"step": step} if integrator in FIXED else {})}


def rounding(run, size):
    """What so many steps may lose of a number of that size."""
    return 64 * np.finfo(float).eps * size * (1 + run.statistics["steps"])


def allowed(run, integrator, size):
    """An adaptive method may be off by its tolerance in every step."""
    return rounding(run, size) + (1e-9 * size * run.statistics["steps"] if integrator in ADAPTIVE else 0.0)


def hinge(moment=0.0):
    """A wheel of unit inertia about its axis."""
    mechanism = bo.Mechanism("wheel", gravity=(0, 0, 0))
    mechanism.add_body("wheel", "ground", bo.Revolute((0, 0, 1)), inertia=bo.Inertia(1.0, (0, 0, 0), (1.0, 1.0, 1.0)))
    if moment:
        mechanism.add_force("motor", bo.Motor("wheel", moment))
    return mechanism


@pytest.mark.parametrize("motion", MOTIONS)
@pytest.mark.parametrize("integrator", [*ADAPTIVE, *EXACT])
def test_a_wheel_turns_as_the_textbook_says(integrator, motion):
    speed, acceleration = MOTIONS[motion]
    run = bo.simulate(hinge(acceleration), 3.0, u0={"wheel": speed}, every=0.25, **how(integrator))
    t = run.time.values
    bound = allowed(run, integrator, 10.0)
    assert run.q.values[:, 0] == pytest.approx(speed * t + acceleration * t**2 / 2, rel=0, abs=bound)
    assert run.u.values[:, 0] == pytest.approx(speed + acceleration * t, rel=0, abs=bound)


@pytest.mark.slow  # each form is compiled
@pytest.mark.parametrize("motion", MOTIONS)
@every_form
def test_every_form_turns_a_wheel_as_the_textbook_says(formulation, solver, motion):
    speed, acceleration = MOTIONS[motion]
    run = bo.simulate(hinge(acceleration), 3.0, u0={"wheel": speed}, every=0.25, formulation=formulation, solver=solver)
    t = run.time.values
    assert run.q.values[:, 0] == pytest.approx(speed * t + acceleration * t**2 / 2, rel=0, abs=1e-8)


@pytest.mark.parametrize("integrator", ["dop853", "dopri5", "rk4", "gauss4"])
@pytest.mark.parametrize("runs", [1, 2, lane_width(), lane_width() + 1])
def test_wheels_side_by_side_turn_as_alone(integrator, runs):
    """Rest beside constant speeds, in full and in ragged lanes."""
    speeds = np.linspace(0.0, 2.0, runs)
    run = bo.simulate(hinge(), 3.0, u0={"wheel": speeds}, every=0.25, **how(integrator))
    assert run["q.wheel"].values == pytest.approx(np.outer(speeds, run.time.values), rel=0, abs=1e-8)
    for k in range(runs):
        alone = bo.simulate(hinge(), 3.0, u0={"wheel": speeds[k]}, every=0.25, **how(integrator))
        assert run.select(k).statistics == alone.statistics


@pytest.mark.parametrize("sideways", [0.0, 1.0, 2.0, 3.0])
@pytest.mark.parametrize("joint", [bo.Translational(), bo.Free()], ids=["translational", "free"])
@pytest.mark.parametrize("integrator", ["dop853", "dopri5", "RK45", "rk4", "midpoint"])
def test_a_stone_hits_when_it_should(joint, sideways, integrator):
    stone = bo.Mechanism("stone", gravity=(0, 0, -G))
    stone.add_body("stone", "ground", joint, inertia=bo.Inertia.sphere(0.1, mass=1.0))
    name = next(x for x in stone.u_names if x.endswith("x"))
    hit = bo.Event(lambda t, q, u: q["stone.z"] - 0.1, "hit")
    run = bo.simulate(stone, 3.0, q0={"stone.z": 1.0}, u0={name: sideways}, events=[hit], **how(integrator))
    (found,) = run.events
    t = math.sqrt(2 * 0.9 / G)
    bound = allowed(run, integrator, 3.0)
    assert found["time"] == pytest.approx(t, rel=0, abs=bound)
    assert found["q"]["stone.z"] == pytest.approx(0.1, rel=0, abs=bound)
    assert found["q"]["stone.x"] == pytest.approx(sideways * t, rel=0, abs=2 * bound)
    assert found["u"][name] == pytest.approx(sideways, rel=0, abs=bound)


def test_a_first_order_method_hits_within_a_step():
    stone = bo.Mechanism("stone", gravity=(0, 0, -G))
    stone.add_body("stone", "ground", bo.Translational(), inertia=bo.Inertia.point(1.0))
    for step in (1e-2, 1e-3):
        run = bo.simulate(
            stone,
            1.0,
            q0={"stone.z": 1.0},
            events=[lambda t, q, u: q["stone.z"] - 0.1],
            **how("semi-implicit-euler", step),
        )
        assert run.events[0]["time"] == pytest.approx(math.sqrt(2 * 0.9 / G), rel=0, abs=step)


JOINTS = [
    bo.Revolute((0, 1, 0)), bo.Prismatic((0, 0.6, 0.8)), bo.Helical((1, 0, 0), pitch=0.1), bo.Cylindrical((0, 0, 1)), bo.Universal((1, 0, 0), (0, 1, 0)),
    bo.Planar((0, 0, 1)), bo.Translational(), bo.Gimbal(), bo.Ball(), bo.Free(),
]  # fmt: skip


@pytest.mark.parametrize("joint", JOINTS, ids=lambda joint: type(joint).__name__)
@pytest.mark.parametrize("integrator", ["dop853", "rk4"])
def test_every_joint_keeps_a_constant_speed(joint, integrator):
    """A ball without weight, moved along one velocity at a time: that stays, and the instant at which it has gone half the way is found."""
    ball = bo.Mechanism("ball", gravity=(0, 0, 0))
    ball.add_body("ball", "ground", joint, inertia=bo.Inertia(1.0, (0, 0, 0), (0.4, 0.4, 0.4)))
    half, end = 0.6180339887, 1.2
    start = ball.neutral()
    for name in ball.u_names:
        u = ball.velocities({name: 1.0})
        there = bo.simulate(ball, half, u0=u, every=half, integrator="rk4", step=1e-3).q.values[-1]
        moved = int(np.argmax(np.abs(there - start)))
        passed = bo.Event(lambda t, q, u, k=moved, x=there[moved]: q[k] - x, "passed")
        run = bo.simulate(ball, end, u0=u, events=[passed], **how(integrator, 1e-2))
        assert run.u.values == pytest.approx(np.tile(u, (len(run.time), 1)), rel=0, abs=1e-8)
        assert [event["time"] for event in run.events] == pytest.approx([half], rel=0, abs=1e-7)


def test_a_run_that_stands_still_takes_few_steps():
    """Nothing changes, so nothing keeps steps short; and what does not move passes no event."""
    run = bo.simulate(hinge(), 1000.0, events=[lambda t, q, u: q["wheel"] - 1.0])
    assert run.statistics["steps"] < 30
    assert not run.q.values.any()
    assert not run.events


@pytest.mark.parametrize("runs", [1, 3])
@pytest.mark.parametrize("integrator", FIXED)
def test_a_chain_on_springs_stays_at_rest(integrator, runs):
    """Forces of some 100 N m cancel but for rounding, which implicit steps must not iterate on; beside it, others swing."""
    chain = bo.chain(4)
    for name in chain.body_names:
        chain.add_force(f"{name} spring", bo.JointSpring(name, 300.0, 0.3))
        chain.add_force(f"{name} damper", bo.JointDamper(name, 3.0))
    q = bo.equilibrium(chain).q
    starts = q if runs == 1 else q + 0.1 * np.arange(runs)[:, None]
    run = bo.simulate(chain, 0.5, q0=starts, every=0.1, **how(integrator, 1e-3))
    first = run if runs == 1 else run.select(0)
    # springs' rounding over the least inertia about a joint, damped within a tenth of a second
    assert np.abs(first.u.values).max() < rounding(first, 300.0) / np.linalg.eigvalsh(bo.mass_matrix(chain, q))[0]
    assert np.abs(first.q.values - q).max() < rounding(first, 1.0)
