"""A push with the mouse: a damped spring from a point of a body to where the mouse is.

Its stiffness follows from what it moves. With A = J M⁻¹ Jᵀ the mobility of the point (on the motions that loops leave) and
Λ its inverse, the effective mass, the force is Λ (ω² e − 2 ω v), e the way to the mouse and v the velocity of the point:
whatever is grabbed answers like a critically damped spring of the frequency ω, in every direction that it can move. The
force is held for a window of h seconds, which is stable since ω h is small.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from bough.api.accelerations import mass_matrix, solve_mass_matrix
from bough.api.kinematics import body_poses, body_twists
from bough.api.tangent import Tangent
from bough.live.motion import State
from bough.live.points import MANY, velocity_jacobian
from bough.mechanism.mechanism import Mechanism
from bough.typing import Array, JointForces

FREQUENCY = 8.0  # ω, rad/s
WINDOW = 1.0 / 60.0  # h, seconds: ω h = 0.13
FURTHEST = 1.0  # the spring is not longer than so many sizes of the machine
IMMOBILE = 0.03  # directions whose mobility is below this share of the largest are hardly pushed: they bear the force
TINY = 1e-200  # mobilities, 1/kg, that are none


@dataclass(frozen=True)
class Grip:
    """A point of a body, in its frame, and where it is drawn to, in the ground's."""

    body: str
    at: Array
    to: Array


@dataclass(frozen=True)
class Push:
    """The force of a spring on a point of a body's frame, along ground axes, and the joint forces that are the same."""

    body: str
    at: Array
    force: Array
    tau: JointForces


def push(mechanism: Mechanism, state: State, grip: Grip, size: float) -> Push:
    """The push at a state; ``size``: of the machine, in metres."""
    q, u, t = state.q, state.u, state.time
    k = mechanism.body_index[grip.body]
    pose, twist = body_poses(mechanism, q, time=t)[k], body_twists(mechanism, q, u, time=t)[k]
    point = pose[:3, :3] @ grip.at + pose[:3, 3]
    velocity = pose[:3, :3] @ (twist[:3] + np.cross(twist[3:], grip.at))
    jacobian = velocity_jacobian(mechanism, q, grip.body, grip.at, t)
    way = grip.to - point
    way = way * min(1.0, FURTHEST * size / max(float(np.linalg.norm(way)), 1e-300))
    pull = FREQUENCY**2 * way - 2.0 * FREQUENCY * velocity
    values, axes = np.linalg.eigh(_mobility(mechanism, state, jacobian))
    shares = values / max(float(values[-1]), TINY)
    force = axes @ ((axes.T @ pull) * shares / ((shares**2 + IMMOBILE**2) * max(float(values[-1]), TINY)))
    if values[-1] <= TINY:  # (it cannot move)
        force = np.zeros(3)
    return Push(grip.body, grip.at, force, jacobian.T @ force)


def _mobility(mechanism: Mechanism, state: State, jacobian: Array) -> Array:
    """J M⁻¹ Jᵀ, on the motions that loops leave."""
    if mechanism.n > MANY and not mechanism.loops:
        moved = [solve_mass_matrix(mechanism, state.q, row, time=state.time) for row in jacobian.copy()]
        return jacobian @ np.transpose(moved)
    mass = mass_matrix(mechanism, state.q, time=state.time)
    if mechanism.loops:
        tangent = Tangent(mechanism, time=state.time)
        free = tangent.units[:, None] * tangent.closing(state.q).decomposed().motions
        mass, jacobian = free.T @ mass @ free, jacobian @ free
    if not mass.size:
        return np.zeros((3, 3))
    values, vectors = np.linalg.eigh(mass)
    half = (jacobian @ vectors) / np.sqrt(np.maximum(values, 1e-12 * max(float(values[-1]), 1e-300)))
    return half @ half.T
