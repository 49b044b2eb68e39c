"""Positions of rest against closed forms, against minima of the energy found by SciPy, and against motions that come to rest."""

from dataclasses import replace

import numpy as np
import pytest
from helpers.robot_files import robots
from scipy.optimize import minimize_scalar

import bough as bo
from bough.statics.finding import continued, newton
from bough.statics.problem import Linear, Problem
from bough.statics.resting import BALANCED, problem_of
from bough.statics.stability import _real_shapes, stability_of

G = 9.81
HINGE = bo.Revolute(axis=(0, 1, 0))
UP = bo.Prismatic(axis=(0, 0, 1))


def rod(center=-0.8, mass=1.0):
    """A pendulum of a point mass."""
    mechanism = bo.Mechanism("pendulum")
    mechanism.add_body("rod", joint=HINGE, inertia=bo.Inertia.point(mass, (0, 0, center)))
    return mechanism


def wheel():
    mechanism = bo.Mechanism("wheel")
    mechanism.add_body("wheel", joint=bo.Revolute((0, 0, 1)), inertia=bo.Inertia(2.0, (0, 0, 0), (1, 1, 1)))
    return mechanism


def four_bar(cut="joint"):
    """A linkage in the plane whose rocker hangs on a spring."""
    machine = bo.Mechanism("four-bar")
    for name, parent, at, length in (
        ("crank", "ground", 0.0, 0.2),
        ("coupler", "crank", 0.2, 0.5),
        ("rocker", "ground", 0.5, 0.4),
    ):
        bar = bo.Inertia.rod(length, mass=5 * length, radius=0.01, axis=(1, 0, 0), center=(length / 2, 0, 0))
        machine.add_body(name, parent, HINGE, at=(at, 0, 0), inertia=bar)
    machine.add_loop("pin", "coupler", "rocker", HINGE, at=(0.5, 0, 0), other_at=(0.4, 0, 0), cut=cut)
    spring = bo.SpringDamper("rocker", at=(0.2, 0, 0), other_at=(0.9, 0, 0.3), stiffness=60.0, rest=0.2, damping=3.0)
    machine.add_force("spring", spring)
    return machine


def governor(motion):
    mechanism = bo.Mechanism("governor")
    disc = bo.Inertia(1.0, (0, 0, 0), (1, 1, 1))
    mechanism.add_body("spindle", joint=bo.Driven(bo.Revolute((0, 0, 1)), motion), inertia=disc)
    mechanism.add_body("arm", "spindle", HINGE, at=(0.1, 0, 0), inertia=bo.Inertia.point(1.0, (0, 0, -0.5)))
    return mechanism


# --- closed forms -----------------------------------------------------------------------------------------------------


def test_a_pendulum_hangs_or_stands():
    hanging, upright = (bo.equilibrium(rod(), {"rod": q}) for q in (0.3, 3.0))
    swing = np.sqrt(G / 0.8)
    assert (hanging["rod"], upright["rod"]) == pytest.approx((0.0, np.pi), abs=1e-12)
    assert (hanging.stability, upright.stability) == ("stable", "unstable")
    assert np.sort_complex(hanging.eigenvalues) == pytest.approx([-1j * swing, 1j * swing], rel=1e-9)
    assert np.sort(upright.eigenvalues.real) == pytest.approx([-swing, swing], rel=1e-9)
    assert upright.unstable == ({"rod": 1.0},)
    assert hanging.unstable == hanging.free == ()
    assert (hanging.energy, upright.energy) == pytest.approx((-0.8 * G, 0.8 * G))
    assert hanging.reactions["rod"].force == pytest.approx([0, 0, G])
    assert hanging.derivatives == "exact"


def test_a_stable_one_is_found_from_an_unstable_one():
    found = bo.equilibrium(rod(), {"rod": np.pi}, stable=True)
    assert np.cos(found["rod"]) == pytest.approx(1.0, abs=1e-12)
    assert found.is_stable
    assert found.found_by == "damped motion"


def test_a_start_without_stiffness():
    """Level, so that Newton's matrix is zero."""
    assert np.sin(bo.equilibrium(rod(), {"rod": np.pi / 2})["rod"]) == pytest.approx(0.0, abs=1e-12)


def test_a_double_pendulum_has_four_by_energy():
    found = bo.equilibria(bo.chain(2), starts=30, seed=1)
    arms = [body.inertia.center[2] for body in bo.chain(2).bodies]
    length = bo.chain(2).bodies[1].at[2]
    masses = [body.inertia.mass for body in bo.chain(2).bodies]
    energies = sorted(
        G * (masses[0] * a * arms[0] + masses[1] * (a * length + b * arms[1])) for a in (1, -1) for b in (1, -1)
    )
    assert [one.energy for one in found] == pytest.approx(energies)
    assert [one.stability for one in found] == ["stable", "unstable", "unstable", "unstable"]
    assert [len(one.unstable) for one in found] == [0, 1, 1, 2]
    again = bo.equilibria(bo.chain(2), starts=30, seed=1)
    assert all(np.array_equal(a.q, b.q) for a, b in zip(found, again, strict=True))
    near = bo.equilibria(bo.chain(2), starts=[[3.0, 0.1], [0.1, 3.0]])
    assert [one.energy for one in near] == pytest.approx([energies[0], energies[1], energies[3]])


def test_masses_in_a_row_of_springs():
    """Each spring carries what is below it."""
    row = bo.Mechanism("row")
    stiffness, masses = (300.0, 200.0, 100.0), (1.0, 2.0, 3.0)
    for k, (c, m) in enumerate(zip(stiffness, masses, strict=True)):
        row.add_body(f"m{k}", f"m{k - 1}" if k else "ground", UP, inertia=bo.Inertia(m))
        row.add_force(f"spring{k}", bo.JointSpring(f"m{k}", c))
    found = bo.equilibrium(row)
    expected = [-G * sum(masses[k:]) / c for k, c in enumerate(stiffness)]
    assert found.q == pytest.approx(expected, rel=1e-12)
    assert list(found.coordinates.values()) == found.q.tolist()
    assert found.iterations <= 2
    tau = bo.inverse_dynamics(row, found, row.velocities(), row.velocities())  # (it serves as q)
    assert np.abs(tau).max() < 1e-12 * G * sum(masses)


def test_held_joints_tell_their_force():
    arm = bo.chain(2)
    found = bo.equilibrium(arm, {"link2": 0.2}, hold={"link1": 0.7})
    needed = bo.inverse_dynamics(arm, found.q, [0, 0], [0, 0])
    assert found["link1"] == 0.7
    assert found["link1"] + found["link2"] == pytest.approx(0.0, abs=1e-12)  # the second one hangs
    assert found.holding == {"link1": pytest.approx(needed[0], rel=1e-12)}
    assert bo.equilibrium(arm, [0.7, 0.2], hold="link1").q == pytest.approx(found.q, abs=1e-12)
    assert bo.equilibrium(arm, [0.1, 0.2], hold={"link1": 0.7}).q == pytest.approx(found.q, abs=1e-12)


@pytest.mark.parametrize("length", [1e-3, 1.0, 1e3])
def test_a_force_is_rounding_beside_loads_over_the_length_of_the_machine(length):
    """A text has zero where the moment of a force, at that length, is lost in the rounding of the loads."""
    machine = bo.Mechanism("press")
    machine.add_body("slide", "ground", bo.Prismatic((1, 0, 0)), inertia=bo.Inertia(1.0))
    machine.add_body("arm", "slide", HINGE, (length, 0, 0), inertia=bo.Inertia.point(1.0, (0, 0, -length)))
    found = bo.equilibrium(machine, hold=["slide"])
    for share, is_told in ((0.5e-13, False), (2e-13, True)):
        force = share * found.load / length
        text = str(replace(found, holding={"slide": force}))
        assert f"held by {f'{force:.6g}' if is_told else 0} N on 'slide'" in text


def test_a_ball_joint_turns_freely_about_the_vertical():
    mechanism = bo.Mechanism("ball")
    mechanism.add_body("arm", joint=bo.Ball(), inertia=bo.Inertia(2.0, (0, 0, -0.5), (1.0, 1.0, 1.0)))
    found = bo.equilibrium(mechanism, {"arm": (0.8, 0.36, 0.48, 0)})
    lowest = bo.body_poses(mechanism, found.q)[0, :3, :3] @ (0, 0, -0.5)
    assert lowest == pytest.approx([0, 0, -0.5], abs=1e-12)
    assert np.linalg.norm(found["arm"]) == pytest.approx(1.0, abs=1e-15)
    assert found.stability == "neutral"
    assert found.free == ({"arm.wz": 1.0},)
    assert (found.residual, found["arm"].shape) == (pytest.approx(0.0, abs=1e-13), (4,))


def test_a_mass_falls_onto_its_stop():
    """There is no stiffness on the way; the stop pushes back by k x²/2δ."""
    drop = bo.Mechanism("drop")
    drop.add_body("mass", joint=UP, inertia=bo.Inertia(2.0))
    drop.add_force("stop", bo.JointLimit("mass", lower=-3.0, stiffness=1e5, softness=1e-3))
    for stable in (False, True):
        found = bo.equilibrium(drop, stable=stable)
        assert found["mass"] == pytest.approx(-3.0 - np.sqrt(2e-3 * 2 * G / 1e5), abs=1e-10)
        assert found.found_by == ("damped motion" if stable else "continuation")
        assert found.is_stable


def test_arms_of_a_governor_rest_relative_to_its_spindle():
    """m ω² (a + l sin φ) cos φ = m g sin φ, the arms being at a distance a from the axis."""
    found = bo.equilibrium(governor("6*t"), {"arm": -0.8}, time=0.4)
    angle = -found["arm"]
    assert 36.0 * (0.1 + 0.5 * np.sin(angle)) == pytest.approx(G * np.tan(angle), rel=1e-12)
    assert found.is_stable
    assert found.lasting
    assert found.drives == {"spindle": pytest.approx(0.0, abs=1e-9)}
    stopped = bo.equilibrium(governor("6*t"), {"arm": -0.8}, time=0.4, frozen=True)
    assert stopped["arm"] == pytest.approx(0.0, abs=1e-12)
    assert "drives stopped at t = 0.4" in repr(stopped)


def test_a_drive_that_speeds_up_has_a_moment_of_rest_only():
    found = bo.equilibrium(governor("6*t*t"), {"arm": -0.2}, time=0.5)
    angle = -found["arm"]
    assert 36.0 * (0.1 + 0.5 * np.sin(angle)) == pytest.approx(G * np.tan(angle), rel=1e-12)
    assert not found.lasting
    assert found.drives["spindle"] == pytest.approx(12.0 * (1.0 + (0.1 + 0.5 * np.sin(angle)) ** 2), rel=1e-9)
    assert "at this moment only" in repr(found)


def test_servos_stand_still_where_they_are_frozen():
    arm = rod()
    arm.add_force("servo", bo.Servo("rod", "2*t", stiffness=50.0, damping=4.0))
    moving, still = (bo.equilibrium(arm, time=0.3, frozen=frozen)["rod"] for frozen in (False, True))
    assert 50.0 * (0.6 - still) == pytest.approx(0.8 * G * np.sin(still), rel=1e-12)
    assert 50.0 * (0.6 - moving) + 4.0 * 2.0 == pytest.approx(0.8 * G * np.sin(moving), rel=1e-12)


def test_each_drive_stands_where_it_is():
    """A pendulum on a lift on a cart, of which each has a motion of its own."""
    crane = bo.Mechanism("crane")
    crane.add_body("cart", "ground", bo.Driven(bo.Prismatic((1, 0, 0)), "t"))
    crane.add_body("lift", "cart", bo.Driven(bo.Prismatic((0, 0, 1)), "2*t"))
    crane.add_body("arm", "lift", bo.Revolute((0, 1, 0)), inertia=bo.Inertia.point(1.0, (0, 0, -0.8)))
    found = bo.equilibrium(crane, {"arm": 0.4}, time=0.3, frozen=True)
    assert found["arm"] == pytest.approx(0.0, abs=1e-9)
    assert found.energy == pytest.approx(9.81 * (0.6 - 0.8))


def test_functions_of_python_by_differences():
    law, spring = rod(), rod()
    law.add_force("law", bo.CustomJointForce("rod", lambda t, q, u: 3.0 * (1.0 - q) - 0.2 * u))
    spring.add_force("spring", bo.JointSpring("rod", 3.0, rest=1.0))
    spring.add_force("damper", bo.JointDamper("rod", 0.2))
    one, other = bo.equilibrium(law), bo.equilibrium(spring)
    assert one.q == pytest.approx(other.q, rel=1e-12)
    assert one.stability == other.stability == "stable"
    assert (one.derivatives, other.derivatives) == ("differences", "exact")
    found, expected = (sorted(x.eigenvalues, key=lambda value: value.imag) for x in (one, other))
    assert found == pytest.approx(expected, rel=1e-6)


def test_two_bodies_on_a_spring_that_has_no_length_yet():
    """It has no direction there and pushes nothing; apart they come to its length, and move together freely."""
    pair = bo.Mechanism("pair", gravity=(0, 0, 0))
    for name in ("a", "b"):
        pair.add_body(name, joint=bo.Prismatic((1, 0, 0)), inertia=bo.Inertia(1.0))
    pair.add_force("spring", bo.SpringDamper("a", "b", stiffness=100.0, rest=0.5))
    assert bo.equilibrium(pair).q.tolist() == [0.0, 0.0]
    found = bo.equilibrium(pair, {"a": 0.9})
    assert found["a"] - found["b"] == pytest.approx(0.5, abs=1e-12)
    assert found["a"] + found["b"] == pytest.approx(0.9, abs=1e-12)
    assert found.free == ({"a": 1.0, "b": pytest.approx(1.0)},)


def test_dampers_and_friction_carry_nothing_at_rest():
    plain, damped = rod(), rod()
    for one in (plain, damped):
        one.add_force("spring", bo.JointSpring("rod", 3.0, rest=1.0))
    damped.add_force("damper", bo.JointDamper("rod", 2.0))
    damped.add_force("friction", bo.JointFriction("rod", force=4.0, speed=0.1))
    slow, fast = bo.equilibrium(damped), bo.equilibrium(plain)
    assert slow.q == pytest.approx(fast.q, abs=1e-12)
    assert slow.is_stable
    assert slow.eigenvalues.real.max() < 0.0
    # I s² + (2 + 4/0.1) s + K = 0
    stiffness = 3.0 + 0.8 * G * np.cos(slow["rod"])
    assert np.sort(slow.eigenvalues.real) == pytest.approx(np.sort(np.roots([0.64, 42.0, stiffness])), rel=1e-9)


@pytest.mark.parametrize("gravity", [(0, 0, 0), (0, 0, -G)])
def test_nothing_to_move(gravity):
    block = bo.Mechanism("block", gravity)
    block.add_body("block", joint=bo.Fixed(), inertia=bo.Inertia(3.0))
    found = bo.equilibrium(block)
    assert found.q.shape == (0,)
    assert found.reactions["block"].force == pytest.approx(-3.0 * np.array(gravity))
    assert found.is_stable


def test_a_body_in_free_flight_without_gravity_rests_anywhere():
    body = bo.Mechanism("body", gravity=(0, 0, 0))
    body.add_body("body", joint=bo.Free(), inertia=bo.Inertia(3.0, (0, 0, 0), (1, 1, 1)))
    start = (1, 2, 3, 0.6, 0.8, 0, 0)
    found = bo.equilibrium(body, start)
    assert found.q.tolist() == list(start)
    assert found.stability == "neutral"
    assert [set(one) for one in found.free] == [{name} for name in body.u_names]


def test_a_top_heavy_follower_load_flutters():
    """A force that turns with a double pendulum (Ziegler's) is no potential: beyond its limit a motion grows and swings."""
    column = bo.Mechanism("column", gravity=(0, 0, 0))
    for name, parent, mass in (("lower", "ground", 2.0), ("upper", "lower", 1.0)):
        at = (0, 0, 1) if parent != "ground" else (0, 0, 0)
        column.add_body(name, parent, HINGE, at=at, inertia=bo.Inertia.point(mass, (0, 0, 1)))
        column.add_force(f"spring of {name}", bo.JointSpring(name, 1.0))
    limit = 3.5 - np.sqrt(2.0)  # of P l / c, for masses 2 m and m (Ziegler 1952)
    kinds = []
    for load in (0.99 * limit, 1.01 * limit):
        loaded = bo.Mechanism("column", gravity=(0, 0, 0))
        for body in column.bodies:
            loaded.add_body(body.name, body.parent, body.joint, body.at, None, body.inertia)
        for name, force in column.forces.items():
            loaded.add_force(name, force)
        loaded.add_force("thrust", bo.Wrench("upper", force=(0, 0, -load), at=(0, 0, 1), frame="body"))
        found = bo.equilibrium(loaded)
        assert np.abs(found.q).max() < 1e-12
        kinds.append(found.stability)
    assert kinds == ["stable", "unstable"]
    assert np.abs(found.eigenvalues[0].imag) > 0.1


@pytest.mark.parametrize(("exact", "share"), [(True, 1e-8), (False, 1e-5)])
def test_stability_is_told_apart_near_the_load_at_which_it_is_lost(exact, share):
    """An upright rod on a spring: stable with more than m g l, unstable with less, by any share that is not rounding."""
    kinds = []
    for stiffness in (0.8 * G * (1.0 + share), 0.8 * G, 0.8 * G * (1.0 - share)):
        upright = rod(0.8)
        upright.add_force("spring", bo.JointSpring("rod", stiffness))
        problem = Problem(upright, exact=exact)
        rest = problem.rest(np.zeros(1))
        kinds.append(stability_of(problem.linear(rest), problem.load(rest), exact).kind)
    assert kinds == ["stable", "neutral", "unstable"]


@pytest.mark.parametrize(("exact", "share"), [(True, 1e-10), (False, 1e-7)])
def test_flutter_is_told_apart_near_the_load_at_which_it_begins(exact, share):
    """Ziegler's column, as a matrix: beyond the limit by δ motions grow at a rate of the order of √δ."""
    mass, kinds = np.array(((3.0, 1.0), (1.0, 1.0))), []
    for load in (3.5 - np.sqrt(2.0)) * np.array((1.0 - share, 1.0 + share)):
        stiffness = np.array(((2.0 - load, load - 1.0), (-1.0, 1.0)))
        found = stability_of(Linear(stiffness, np.zeros((2, 2)), mass), 1.0, exact)
        kinds.append(found.kind)
    assert kinds == ["stable", "unstable"]
    assert found.growing.shape == (2, 1)  # (one motion that swings, though it has two eigenvalues)


def test_shapes_of_what_swings_are_those_at_its_largest():
    """A part with the phase of the largest one is there as a whole, one a quarter of a period apart not at all."""
    largest = 2.0 * np.exp(0.7j)
    shapes = _real_shapes(np.array([[largest], [0.25 * largest], [0.5j * largest]]))
    np.testing.assert_allclose(shapes[:, 0], (2.0, 0.5, 0.0), atol=1e-14)


@pytest.mark.parametrize("exact", [True, False])
def test_dampers_keep_what_is_stable_and_take_what_turning_holds(exact):
    """By Kelvin, Tait and Chetaev: a top on its tip with a spin g² > 4 k stays up, but not with dampers."""
    still, turning = np.eye(2), np.array(((0.0, -1.0), (1.0, 0.0)))

    def kind(stiffness, damping, spin):
        return stability_of(Linear(stiffness * still, damping * still + spin * turning, still), 1.0, exact).kind

    assert [kind(1.0, damping, 0.0) for damping in (0.2, 0.0, -0.2)] == ["stable", "stable", "unstable"]
    assert [kind(-1.0, 0.0, spin) for spin in (1.9, 2.1)] == ["unstable", "stable"]
    assert kind(-1.0, 0.2, 2.1) == "unstable"
    assert kind(1.0, 0.2, 2.1) == "stable"


# --- loops --------------------------------------------------------------------------------------------------------------


def test_a_four_bar_rests_where_its_energy_is_least():
    machine = four_bar()
    start = bo.assemble(machine, {"crank": 1.0, "coupler": -0.8, "rocker": 1.3}, hold=["crank"])
    found = bo.equilibrium(machine, start, stable=True)

    def energy(crank):
        return float(
            bo.potential_energy(machine, bo.assemble(machine, {**found.coordinates, "crank": crank}, hold=["crank"]))
        )

    least = minimize_scalar(energy, bracket=(found["crank"] - 0.1, found["crank"] + 0.1), tol=1e-10)
    assert found.is_stable
    assert found["crank"] == pytest.approx(least.x, abs=1e-6)
    assert found.energy <= least.fun + 1e-12
    assert found.derivatives == "exact"
    # small motions: ω² from the curvature of the energy and the inertia along the loop
    rates = bo.kinematics.consistent_velocities(machine, found.q, {"crank": 1.0}, hold=["crank"])
    step = 1e-3
    curvature = (energy(found["crank"] + step) - 2.0 * found.energy + energy(found["crank"] - step)) / step**2
    inertia = 2.0 * float(bo.kinetic_energy(machine, found.q, rates))
    product = np.prod(found.eigenvalues).real  # of both roots of I s² + c s + K
    assert product == pytest.approx(curvature / inertia, rel=1e-4)
    _forces_balance(machine, found)


def _forces_balance(machine, found):
    """Ground's reactions, weights and the spring's pull on the ground add up to nothing."""
    poses = bo.body_poses(machine, found.q)
    index = machine.body_index
    total = np.zeros(3)
    for body in machine.bodies:
        total += body.inertia.mass * machine.gravity
        if body.parent == "ground":
            total += poses[index[body.name], :3, :3] @ found.reactions[body.name].force
    pull = bo.dynamics.force_wrenches(machine, found.q, machine.velocities())[0, :3]
    total += poses[index["rocker"], :3, :3] @ pull
    assert total == pytest.approx(np.zeros(3), abs=1e-9)


def test_stiffness_under_forces_from_outside_is_the_change_of_what_is_missing():
    """Of a linkage that is pushed: exact derivatives and differences along the motion that is left to it."""
    problem = Problem(four_bar()).pushed(np.array((3.0, -2.0, 4.0)))
    rest = problem.rest(bo.assemble(problem.mechanism, {"crank": 0.7}))
    assert rest.worst > 1.0
    np.testing.assert_allclose(problem.stiffness(rest), problem._difference(rest, rest.basis.T), rtol=1e-6)


def test_what_holds_a_crank_is_its_drive():
    machine = four_bar()
    found = bo.equilibrium(machine, {"coupler": 0.5, "rocker": -1.4}, hold={"crank": -1.0})
    drive = bo.inverse_dynamics(machine, found.q, np.zeros(3), np.zeros(3), drives=["crank"])
    assert found["crank"] == -1.0
    assert found.holding == {"crank": pytest.approx(drive[0], rel=1e-9)}
    assert not found.loop_reactions["pin"].unique  # (plane, with hinges)


def test_derivatives_of_loops_by_differences():
    """Also where forces are not balanced."""
    machine = four_bar()
    machine.add_force("twist", bo.CustomJointForce("crank", lambda t, q, u: 0.3 * q - 0.1 * u))
    other = four_bar()
    other.add_force("spring of the crank", bo.JointSpring("crank", -0.3))
    other.add_force("damper of the crank", bo.JointDamper("crank", 0.1))
    q = bo.assemble(machine, {"crank": -1.0, "rocker": -1.5}, hold=["crank"])
    found = []
    for one in (machine, other):
        problem = Problem(one)
        rest = problem.rest(q)
        found.append(problem.linear(rest))
        assert rest.worst > 0.1
    assert (Problem(machine).exact, problem.exact) == (True, True)
    for rough, exact in zip(*found, strict=True):
        assert np.abs(rough) == pytest.approx(np.abs(exact), rel=1e-7)


@pytest.mark.slow
def test_tangents_of_a_hanging_chain_grow_by_equal_steps():
    """Of equal rods on two pegs each carries one weight more than the one before, and all the same pull along x."""
    count, length = 8, 0.1
    chain = bo.Mechanism("hanging chain")
    link = bo.Inertia.rod(length, mass=0.1, radius=0.005, axis=(1, 0, 0), center=(length / 2, 0, 0))
    for k in range(count):
        chain.add_body(f"l{k}", f"l{k - 1}" if k else "ground", HINGE, at=(length if k else 0.0, 0, 0), inertia=link)
    peg = bo.BallInCylinder((0, 1, 0))
    chain.add_loop("peg", f"l{count - 1}", "ground", peg, at=(length, 0, 0), other_at=(0.6, 0, 0.1))
    found = bo.equilibrium(chain, {"l0": 0.8, **{f"l{k}": -0.2 for k in range(1, count)}})
    slopes = np.tan(np.cumsum(found.q))
    assert np.diff(slopes) == pytest.approx(np.full(count - 1, np.diff(slopes)[0]), rel=1e-9)
    turn = bo.body_poses(chain, found.q)[0, :3, :3]
    force = turn @ found.reactions["l0"].force
    assert 0.1 * G / force[0] == pytest.approx(np.diff(slopes)[0], rel=1e-9)
    assert found.is_stable


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::bough.BoughWarning")
def test_published_robots_come_to_rest(monkeypatch):
    """Against their stops, by differences, since code for each of them would take minutes."""
    monkeypatch.setattr("bough.statics.problem._is_soon", lambda mechanism: False)
    for name, path in robots().items():
        try:
            robot = bo.load(path)
        except bo.errors.ModelError:
            continue
        found = bo.equilibrium(robot, stable=True)
        zero = robot.velocities()
        left = np.abs(bo.inverse_dynamics(robot, found.q, zero, zero)).max(initial=0.0)
        weights = np.abs(bo.inverse_dynamics(robot.without_forces(), found.q, zero, zero)).max(initial=0.0)
        assert left <= 1e-6 * weights + 1e-9, name
        assert found.stability in ("stable", "neutral"), name


@pytest.mark.slow
def test_ways_to_cut_a_loop_agree():
    start = {"crank": 1.0, "coupler": -0.8, "rocker": 1.3}
    one = bo.equilibrium(four_bar(), start, stable=True)
    other = bo.equilibrium(four_bar("body"), start, stable=True)
    assert other.q[:3] == pytest.approx(one.q, abs=1e-9)
    assert other.loop_reactions["pin"].force == pytest.approx(one.loop_reactions["pin"].force, abs=1e-8)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["crane", "excavator", "quadruped", "arm", "humanoid", "truck"])
def test_machines_of_the_catalogue_stay_where_they_rest(name):
    machine = bo.model(name)
    found = bo.equilibrium(machine, stable=True)
    assert found.stability in ("stable", "neutral")
    rates = bo.forward_dynamics(machine, found.q, machine.velocities(), time=0.0)
    fall = np.abs(bo.forward_dynamics(machine.without_forces(), found.q, machine.velocities())).max()
    assert np.abs(rates).max() < 1e-6 * fall


@pytest.mark.slow
def test_a_damped_motion_comes_to_the_same_place():
    machine = four_bar()
    machine.add_force("brake", bo.JointDamper("crank", 2.0))
    start = bo.assemble(machine, {"crank": 1.0, "coupler": -0.8, "rocker": 1.3}, hold=["crank"])
    run = bo.simulate(machine, 60.0, q0=start)
    assert run.q.values[-1] == pytest.approx(bo.equilibrium(machine, start, stable=True).q, abs=1e-6)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
def test_random_trees_on_springs(seed):
    """What was found is at rest, also if moved there by other equations, and its small motions are those of simulate."""
    tree = bo.models.random_tree(6, seed=seed)
    for body in tree.bodies:
        if body.joint.has_quaternion:
            mount = bo.Bushing(
                body.name, body.parent, other_at=body.at, other_rotation=body.rotation, stiffness=(80.0,) * 6
            )
            tree.add_force(f"mount of {body.name}", mount)
            continue
        for name in body.joint.u_names[: body.joint.rates]:
            label = f"{body.joint_name}.{name}" if name else body.joint_name
            tree.add_force(f"spring {label}", bo.JointSpring(label, 50.0))
    found = bo.equilibrium(tree)
    assert np.abs(bo.forward_dynamics(tree, found.q, tree.velocities())).max() < 1e-7
    step = 1e-6 * np.random.default_rng(seed).standard_normal(tree.n)
    near = tree.normalised(found.q + bo.kinematics.coordinate_rates(tree, found.q, step))
    slope = bo.derivatives.forward_derivatives(tree, found.q, tree.velocities())
    assert bo.forward_dynamics(tree, near, tree.velocities()) == pytest.approx(slope.by_q @ step, rel=1e-3, abs=1e-8)
    growth = np.linalg.eigvals(np.block([[np.zeros((tree.n,) * 2), np.eye(tree.n)], [slope.by_q, slope.by_u]]))
    assert np.sort(np.abs(found.eigenvalues)) == pytest.approx(np.sort(np.abs(growth)), rel=1e-5, abs=1e-4)


# --- motions that start there -----------------------------------------------------------------------------------------------


def test_a_motion_that_starts_at_rest_stays():
    mechanism = bo.chain(2)
    mechanism.add_force("spring", bo.JointSpring("link2", 5.0, rest=1.0))
    variants = [mechanism.with_parameters({"spring.rest": rest}) for rest in (0.5, 1.0)]
    runs = bo.simulate(variants, 0.5, q0="equilibrium")
    assert np.ptp(runs.q.values, axis=1).max() < 1e-9
    assert runs.q.values[1, 0] == pytest.approx(bo.equilibrium(mechanism, stable=True).q, abs=1e-9)
    pushed = bo.simulate(mechanism, 0.5, q0=bo.equilibrium(mechanism), u0={"link1": 1.0})
    assert pushed.q.values[0] == pytest.approx(runs.q.values[1, 0], abs=1e-9)
    assert np.ptp(pushed.q.values, axis=0).max() > 0.1


# --- bad input ----------------------------------------------------------------------------------------------------------


def test_a_motor_never_rests():
    mechanism = wheel()
    mechanism.add_force("motor", bo.Motor("wheel", 5.0))
    mechanism.add_force("bearing", bo.JointDamper("wheel", 1.0))
    with pytest.raises(
        bo.errors.EquilibriumError, match=r"'wheel' moves on without end: 5 N·m by 'motor' on 'wheel'.*hold 'wheel'"
    ) as said:
        bo.equilibrium(mechanism)
    assert said.value.residuals == {"wheel": pytest.approx(-5.0)}
    with pytest.raises(bo.errors.EquilibriumError, match="moves on without end"):
        bo.simulate(mechanism, 1.0, q0="equilibrium")
    assert bo.equilibrium(mechanism, hold="wheel").holding == {"wheel": -5.0}


def test_a_body_falls_for_ever():
    body = bo.Mechanism("stone")
    body.add_body("stone", joint=bo.Free(), inertia=bo.Inertia(2.0, (0, 0, 0), (1, 1, 1)))
    with pytest.raises(bo.errors.EquilibriumError, match=r"19.6 N by 'gravity' on 'stone.vz'"):
        bo.equilibrium(body)


def test_a_motor_stronger_than_the_weight():
    mechanism = rod()
    mechanism.add_force("motor", bo.Motor("rod", 1.1 * 0.8 * G))
    with pytest.raises(bo.errors.EquilibriumError, match="by 'motor'"):
        bo.equilibrium(mechanism)
    weaker = rod()
    weaker.add_force("motor", bo.Motor("rod", 0.9 * 0.8 * G))
    assert np.sin(bo.equilibrium(weaker, stable=True)["rod"]) == pytest.approx(0.9)


def test_drives_that_move_loops_have_to_stand_still():
    machine = bo.Mechanism("driven four-bar")
    lengths = {"rocker": 0.4, "coupler": 0.5, "crank": 0.2}
    places = {"rocker": ("ground", 0.5), "coupler": ("rocker", 0.4), "crank": ("coupler", -0.5)}
    for name, length in lengths.items():
        sign = 0.5 if name == "rocker" else -0.5
        bar = bo.Inertia.rod(length, mass=length, radius=0.01, axis=(1, 0, 0), center=(sign * length, 0, 0))
        machine.add_body(name, places[name][0], HINGE, at=(places[name][1], 0, 0), inertia=bar)
    machine.add_loop("motor", "crank", "ground", bo.Driven(HINGE, "8*t-1"), at=(-0.2, 0, 0))
    start = {"rocker": -1.4, "coupler": 1.0, "crank": -0.5}
    with pytest.raises(bo.errors.StateError, match=r"the drive of 'motor' moves at t = 0 s .* frozen=True"):
        bo.equilibrium(machine, start)
    found = bo.equilibrium(machine, start, frozen=True)
    assert found.stability == "stable"  # (nothing is left to move)
    assert found.drives["motor"] == pytest.approx(float(_still_drive(machine, found.q)), rel=1e-6)


def _still_drive(machine, q):
    """The drive's moment by virtual work: the rate of the energy with the crank's angle."""
    step = 1e-5
    energies = []
    for t in (step, -step):
        moved = bo.assemble(machine, q, time=t)
        energies.append(bo.potential_energy(machine, moved, time=t))
    return (energies[0] - energies[1]) / (2.0 * 8.0 * step)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"hold": ["rdo"]}, "no coordinate 'rdo' in 'pendulum': did you mean 'rod'"),
        ({"q": {"rdo": 1.0}}, "no coordinate 'rdo'"),
        ({"q": [[0.1], [0.2]]}, "takes one start; give many to equilibria"),
        ({"q": [np.nan]}, "NaN|nan"),
        ({"time": np.inf}, "time must be finite"),
        ({"hold": 3}, "hold must be names of joints"),
    ],
)
def test_bad_arguments(arguments, sentence):
    with pytest.raises(bo.errors.StateError, match=sentence):
        bo.equilibrium(rod(), **arguments)


def test_bad_words():
    with pytest.raises(bo.errors.StateError, match="or 'equilibrium', not 'equilibrum'"):
        bo.simulate(rod(), 1.0, q0="equilibrum")
    with pytest.raises(bo.errors.StateError, match="did you mean 'rod'"):
        bo.equilibrium(rod())["rot"]


def test_held_joints_stay_at_every_equilibrium():
    """Beside a held arm, the other one hangs or stands."""
    found = bo.equilibria(bo.chain(2), {"link2": 0.2}, hold={"link1": 0.7}, starts=10, seed=1)
    assert [one["link1"] for one in found] == [0.7, 0.7]
    assert np.cos([one.q.sum() for one in found]) == pytest.approx([1.0, -1.0])


def test_iterations_are_those_of_all_ways_that_were_tried():
    """A tendon folds an arm, and Newton's method goes round: then the arm is let go slowly."""
    arm = bo.chain(2)
    arm.add_force("tendon", bo.SpringDamper("link2", at=(0, 0, -1), other_at=(0.5, 0, 0.5), stiffness=20.0, rest=0.3))
    problem, start = problem_of(arm, [1.9, 2.66], (), 0.0)
    rest = problem.rest(start)
    ways = [way(problem, rest, BALANCED * problem.load(rest)) for way in (newton, continued)]
    found = bo.equilibrium(arm, [1.9, 2.66])
    assert [one.is_balanced for one in ways] == [False, True]
    assert found.found_by == "continuation"
    assert found.iterations == ways[0].iterations + ways[1].iterations > ways[1].iterations


def test_the_energy_is_that_of_the_time():
    """A pendulum hangs on a lift."""
    mechanism = bo.Mechanism("lift")
    mechanism.add_body("lift", joint=bo.Driven(UP, "0.5*t"), inertia=bo.Inertia.point(3.0))
    mechanism.add_body("rod", "lift", HINGE, inertia=bo.Inertia.point(1.0, (0, 0, -0.8)))
    found = bo.equilibrium(mechanism, {"rod": 0.3}, time=2.0)
    assert found.energy == pytest.approx(3.0 * G * 1.0 + 1.0 * G * (1.0 - 0.8), rel=1e-12)
