"""Targets of mechanisms with closed loops: linkages in the plane, and platforms, against closed forms."""

from math import acos, hypot, pi

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import bough as bo


def test_a_four_bar_stays_closed_and_stops_at_its_dead_point():
    machine = bo.Mechanism("four-bar")
    bodies = ("crank", "ground", 0.0, 0.2), ("coupler", "crank", 0.2, 0.5), ("rocker", "ground", 0.5, 0.4)
    for name, parent, at, length in bodies:
        rod = bo.Inertia.rod(length, mass=5 * length, radius=0.01, axis="x", center=(length / 2, 0, 0))
        machine.add_body(name, parent, bo.Revolute("y"), at=(at, 0, 0), inertia=rod)
    machine.add_loop("pin", "coupler", "rocker", bo.Revolute("y"), at=(0.5, 0, 0), other_at=(0.4, 0, 0))
    start = bo.assemble(machine, {"crank": -1.0, "rocker": -1.5}, hold=["crank"])
    found = bo.reach(machine, {"rocker": start[2] - 0.2}, start)
    ends = bo.body_poses(machine, found.q)[[1, 2], :3] @ np.array(((0.5, 0, 0, 1), (0.4, 0, 0, 1))).T
    np.testing.assert_allclose(ends[0, :, 0], ends[1, :, 1], atol=1e-12)
    # crank and coupler in line: a triangle of 0.7, 0.5 and 0.4 m
    dead = -(pi - acos((0.5**2 + 0.4**2 - 0.7**2) / (2 * 0.5 * 0.4)))
    stopped = bo.reach(machine, {"rocker": -1.0}, start, restarts=0, on_failure="return")
    assert stopped["rocker"] == pytest.approx(dead, abs=1e-9)
    assert hypot(*(bo.body_poses(machine, stopped.q)[1, :3] @ (0.5, 0, 0, 1))[[0, 2]]) == pytest.approx(0.7, abs=1e-9)


def hexapod():
    """A platform on six legs, each a universal joint, a slide with stops and a ball."""
    machine = bo.Mechanism("hexapod")
    machine.add_body("platform", joint=bo.Free(), inertia=bo.Inertia.cylinder(0.5, 0.05, mass=20))
    leg = bo.Inertia.rod(0.5, mass=1, radius=0.02, center=(0, 0, 0.25))
    for k in range(6):
        low, high = np.radians(((120 * (k // 2) + (15, -15)[k % 2]), (120 * ((k + 1) // 2) - 60 + (15, -15)[k % 2])))
        base, top = (np.cos(low), np.sin(low), 0), (0.5 * np.cos(high), 0.5 * np.sin(high), 0)
        machine.add_body(f"leg{k}", joint=bo.Universal("x", "y"), at=base, inertia=leg)
        machine.add_body(f"rod{k}", f"leg{k}", bo.Prismatic("z"), at=(0, 0, 0.5), inertia=leg)
        machine.add_force(f"end{k}", bo.JointLimit(f"rod{k}", 0.2, 0.9, stiffness=1e6, softness=1e-3))
        machine.add_loop(f"ball{k}", f"rod{k}", "platform", bo.Ball(), at=(0, 0, 0.5), other_at=top)
    return machine


@pytest.mark.slow
def test_a_hexapod_has_the_lengths_of_its_legs(monkeypatch):
    """The inverse kinematics of a Stewart platform is a closed form: distances of points."""
    monkeypatch.delenv("BOUGH_CODE", raising=False)
    machine = hexapod()
    start = bo.assemble(machine, {"platform.z": 1.2} | {f"rod{k}": 0.4 for k in range(6)})
    rng = np.random.default_rng(0)
    places = rng.uniform(-0.1, 0.1, (20, 3)) + np.array((0, 0, 1.2))
    turns = Rotation.from_rotvec(rng.uniform(-0.15, 0.15, (20, 3))).as_matrix()
    found = bo.reach(machine, bo.Target("platform", places, rotation=turns), start)
    for k in range(6):
        top = places + turns @ machine.loop(f"ball{k}").other_at
        length = np.linalg.norm(top - machine.body(f"leg{k}").at, axis=1)
        np.testing.assert_allclose(found[f"rod{k}"], length - 1.0, atol=1e-10)
    high = bo.reach(machine, {"platform": (0, 0, 2.5)}, start, on_failure="return")
    assert all(f"'rod{k}' at its upper limit 0.9 m" in high.at_limits() for k in range(6))
    # straight up, by symmetry: each leg of 1.9 m spans 60° between circles of 1 and 0.5 m
    height = np.sqrt(1.9**2 - (1 + 0.25 - 2 * 0.5 * np.cos(np.radians(60))))
    assert high.errors["platform"].position == pytest.approx(2.5 - height, abs=1e-9)
