"""Angles of loops' joints that pass ±π on a run: they are measured, so they jump there, and so do forces that follow them."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from bough.api.loop_forces import measured
from bough.mechanism.checks import labels
from bough.mechanism.forces import CustomJointForce
from bough.mechanism.forces.base import JointForce
from bough.mechanism.mechanism import Mechanism
from bough.simulation.results.trajectory import Trajectory
from bough.typing import Coordinates

NEAR = 1e-2  # radians before ±π at which a run that cannot go on has come to a jump


def jump_on(run: Trajectory) -> str:
    """A sentence if an angle that a force follows passes ±π between samples of a run; else empty."""
    for one in (run,) if run.variants is None else run.members:
        for force, loop, place in _followed(one.mechanism):
            q = one.evaluate(measured, one._q, one._u)[0][..., place]
            with np.errstate(invalid="ignore"):
                jumps = np.argwhere(np.abs(np.diff(q, axis=-1)) > np.pi)
            if len(jumps):
                return _sentence(loop, force, f"before t = {one._time[jumps[0][-1] + 1]:.6g} s")
    return ""


def jump_at(mechanism: Mechanism, q: Coordinates, time: float) -> str:
    """The same if such an angle is at ±π."""
    for force, loop, place in _followed(mechanism):
        if abs(abs(float(measured(mechanism, q, None, time)[0][place])) - np.pi) < NEAR:
            return _sentence(loop, force, "here")
    return ""


def _followed(mechanism: Mechanism) -> Iterator[tuple[str, str, int]]:
    """Forces that follow angles of loops which cut their joints: (force, loop, place among measured coordinates)."""
    at = 0
    for loop in mechanism.loops.values():
        for k, label in enumerate(labels(loop.name, loop.joint.q_names)):
            if loop.cut == "joint" and loop.joint.q_units[k] == "rad":
                on = {name: one for name, one in mechanism.forces.items() if isinstance(one, JointForce)}
                for name, force in on.items():
                    follows = force.needs_coordinate or isinstance(force, CustomJointForce)
                    if follows and force.joint in (loop.name, label):
                        yield name, loop.name, at + k
        at += len(loop.joint.q_names)


def _sentence(loop: str, force: str, where: str) -> str:
    return (
        f"the angle of the loop '{loop}' passes ±π {where}, where its measured value jumps, and so does the force '{force}'; "
        "let the loop cut its body (cut='body'), whose angle goes on counting."
    )
