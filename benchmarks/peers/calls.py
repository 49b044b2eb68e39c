"""What a peer offers to be timed: calls whose answers can be compared with ours, or a word on why there is none."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from scipy.spatial.transform import Rotation


class CannotDo(Exception):
    """What a peer lacks, in a few words for the table: ``no batch call``."""


class Call(NamedTuple):
    """One way to ask a peer: what is timed, and how its answer reads in bough's order and coordinates.

    The answer is u̇ for accelerations, of one state or with a row for each, and (q, u) at the end for a motion. ``states`` tells how many
    states, or motions, one run takes.
    """

    how: str
    run: Callable[[], object]
    answer: Callable[[object], object]
    states: int = 1


def attitude(quaternion: np.ndarray) -> Rotation:
    """The rotation of a quaternion w x y z, or of a row of them."""
    return Rotation.from_quat(quaternion, scalar_first=True)


def quaternion(rotation: Rotation) -> np.ndarray:
    return rotation.as_quat(scalar_first=True)


def places(mechanism) -> list[tuple[object, slice, slice]]:
    """(body, its part of q, its part of u), in the mechanism's order."""
    found, i, k = [], 0, 0
    for body in mechanism.bodies:
        n_q, n_u = len(body.joint.q_names), len(body.joint.u_names)
        found.append((body, slice(i, i + n_q), slice(k, k + n_u)))
        i, k = i + n_q, k + n_u
    return found


# --- free bodies: bough has (v, ω) along the body's axes, Drake and DART (ω, v) along fixed ones ----------------------


def along_fixed(turn: Rotation, motion: np.ndarray) -> np.ndarray:
    """(ω, v) along the axes of a joint, or of a parent, of (v, ω) along the body's, or forces likewise."""
    return np.concatenate((turn.apply(motion[..., 3:]), turn.apply(motion[..., :3])), axis=-1)


def along_body(turn: Rotation, motion: np.ndarray) -> np.ndarray:
    """The way back."""
    return along_fixed(turn.inv(), motion)


def acceleration_along_body(turn: Rotation, speed: np.ndarray, acceleration: np.ndarray) -> np.ndarray:
    """Our u̇, at our u: rates of components along axes that turn with the body, R v̇ = dv/dt - ω × v."""
    ours = along_body(turn, acceleration)
    ours[..., :3] -= np.cross(speed[..., 3:], speed[..., :3])
    return ours
