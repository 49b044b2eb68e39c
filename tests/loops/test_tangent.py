"""Small motions at positions: what assembly, equilibria, linear models and reach have in common, against laws."""

import numpy as np
import pytest
from helpers.machine import pole

import bough as bo
from bough.api.tangent import Distinct, Tangent

ROD = bo.Inertia.rod(0.4, mass=1.0, radius=0.02, axis="x", center=(0.2, 0, 0))


def bars(size=1.0):
    """A four-bar linkage; its plane makes three of the pin's five constraints redundant."""
    machine, hinge = bo.Mechanism("bars"), bo.Revolute("y")
    for name, parent, at in (("crank", "ground", 0.0), ("coupler", "crank", 0.2), ("rocker", "ground", 0.5)):
        machine.add_body(name, parent, hinge, at=(size * at, 0, 0), inertia=ROD)
    machine.add_loop("pin", "coupler", "rocker", hinge, at=(size * 0.5, 0, 0), other_at=(size * 0.4, 0, 0))
    return machine


@pytest.mark.parametrize("made", [pole, bars])
def test_the_way_back_is_minus_the_way_there(made):
    """To second order, whichever of its quaternions a position has."""
    machine = made()
    tangent, q = Tangent(machine), bo.models.random_state(machine, 1)[0]
    motion = 1e-5 * np.random.default_rng(2).standard_normal(machine.n)
    there = tangent.moved(q, motion)
    np.testing.assert_allclose(tangent.way(q, there), motion, atol=1e-9)
    np.testing.assert_allclose(tangent.way(there, q), -motion, atol=1e-9)
    for _, at in machine.quaternions:
        there[at] *= -1.0
    np.testing.assert_allclose(tangent.way(q, there), motion, atol=1e-9)


def test_many_motions_from_one_position_and_one_from_many():
    machine = pole()
    tangent, motions = Tangent(machine), 1e-2 * np.random.default_rng(2).standard_normal((3, machine.n))
    q = bo.models.random_state(machine, 1)[0]
    several = tangent.moved(q, motions)
    np.testing.assert_array_equal(several, [tangent.moved(q, motion) for motion in motions])
    ways = tangent.way(np.broadcast_to(q, several.shape), several)
    np.testing.assert_array_equal(ways, [tangent.way(q, there) for there in several])


def test_what_is_held_as_a_whole_is_kept():
    machine = pole()
    free = np.ones(machine.n, bool)
    free[list(machine.u_places["pole"])] = False
    kept = Tangent(machine, free).kept
    assert np.flatnonzero(kept).tolist() == list(machine.q_places["pole"])
    assert not Tangent(machine).kept.any()  # (parts of quaternions, which have no velocities of their own, too)


@pytest.mark.parametrize("size", [1e-3, 1.0, 1e3])
def test_loops_ask_the_same_of_machines_of_all_sizes(size):
    machine = bars(size)
    tangent, q = Tangent(machine), bo.assemble(machine, {"crank": -1.0, "rocker": -1.5})
    found = tangent.closing(q).decomposed()
    assert (found.rank, found.motions.shape) == (2, (3, 1))
    like = bars()
    np.testing.assert_allclose(found.values, Tangent(like).closing(q).decomposed().values, atol=1e-9)
    # along what they leave, gaps open to second order only
    moved = tangent.moved(q, 1e-4 * tangent.units * found.motions[:, 0])
    assert np.abs(tangent.closing(moved).gaps).max() < 1e-7
    held = tangent.closing(q).decomposed(np.array((False, True, True)))
    assert held.motions.shape == (2, 0)


def test_positions_are_told_apart_by_their_poses_or_their_energies():
    machine = pole()
    distinct, q = Distinct(machine, 0.0), bo.models.random_state(machine, 1)[0]
    other = q.copy()
    for _, at in machine.quaternions:
        other[at] *= -1.0
    moved = Tangent(machine).moved(q, np.full(machine.n, 1e-3))
    assert [distinct.is_new(one) for one in (q, other, moved, q)] == [True, False, True, False]
    assert distinct.is_new(q, energy=2.0, near=1.0)
    assert not distinct.is_new(q, energy=2.5, near=1.0)


def test_coordinates_are_kept_where_all_velocities_of_their_joint_are_held():
    machine = bo.Mechanism("disc and slide")
    machine.add_body("disc", joint=bo.Planar(), inertia=ROD)
    machine.add_body("slide", "disc", bo.Prismatic("x"), inertia=ROD)
    assert Tangent(machine, free=np.array((False, True, True, True))).kept[1:].tolist() == [False] * 3
    assert Tangent(machine, free=np.array((False, False, False, True))).kept.tolist() == [True, True, True, False]
