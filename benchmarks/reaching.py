"""Part 27: inverse kinematics of an arm near its target, one position in a call, and many at once."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
from report import Part, Quantity, Row
from timing import Effort, race

import bough as bo

ARMS, BESIDE = (6, 7), (0.01, 0.05)  # hinges; how far off each of them starts, rad
TARGET = 0.3e-3  # seconds for one place
ALONE, MANY = 8, 500  # positions, one in a call, and side by side


def positions(effort: Effort) -> Part:
    """Part 27."""
    part = Part(
        27,
        "Inverse kinematics from near the target",
        f"Arms with stops at all hinges, which start a little off; bo.reach with one target in a call, mean of {ALONE}, or with {MANY}.",
        "one place",
    )
    for hinges in ARMS:
        for beside in BESIDE:
            best = race(effort, rivals(arm(hinges), beside))
            one, pose = (Quantity(sum(best[what, k] for k in range(ALONE)) / ALONE) for what in ("place", "pose"))
            values = {"one pose": pose, "one of many": Quantity(best["places", MANY] / MANY)}
            part.rows.append(Row(f"{hinges} hinges, {beside} rad off", values, one, TARGET, at_least=False))
    return part


def arm(hinges: int) -> bo.Mechanism:
    """An arm of hinges that turn about all axes, each between stops."""
    machine = bo.Mechanism(f"{hinges} hinges")
    rod = bo.Inertia.rod(0.4, mass=1.0, radius=0.02, axis="x", center=(0.2, 0, 0))
    for k, axis in enumerate("zyyxyxz"[:hinges]):
        at = (0.25 if k else 0.0, 0.02 * k, 0.1)
        machine.add_body(f"link{k}", f"link{k - 1}" if k else "ground", bo.Revolute(axis), at=at, inertia=rod)
        machine.add_force(f"stop{k}", bo.JointLimit(f"link{k}", -1.5, 1.5, stiffness=100.0, softness=0.01))
    return machine


def rivals(machine: bo.Mechanism, beside: float) -> dict[tuple[str, int], Callable[[], object]]:
    """Calls by what they ask for, and which position or how many."""
    rng, tip = np.random.default_rng(0), machine.body_names[-1]
    q = rng.uniform(-1.0, 1.0, (MANY, machine.n))
    near = q + beside * rng.choice((-1, 1), q.shape)
    poses = bo.body_poses(machine, q)[:, -1]
    found = bo.reach(machine, {tip: poses}, near)
    if not np.abs(bo.body_poses(machine, found.q)[:, -1] - poses).max() < 1e-10:
        raise ValueError(f"{machine.name}: the poses that were found are not those that were asked for")
    calls = {("places", MANY): partial(bo.reach, machine, {tip: poses[:, :3, 3]}, near)}
    for k, pose in enumerate(poses[:ALONE]):
        calls["place", k] = partial(bo.reach, machine, {tip: tuple(pose[:3, 3].tolist())}, near[k])
        calls["pose", k] = partial(bo.reach, machine, {tip: pose}, near[k])
    return calls


if __name__ == "__main__":
    from rich.console import Console
    from timing import FULL

    positions(FULL).print(Console(width=140))
