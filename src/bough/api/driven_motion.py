"""Driven joints: their motions."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bough.api.operation import time_array
from bough.mechanism.joints import Driven
from bough.mechanism.joints.driven import BY_ANGLES
from bough.mechanism.mechanism import Mechanism
from bough.typing import Array, TimeLike


class DrivenMotion(NamedTuple):
    """Motions of the driven joints, in rad and m: coordinates q, velocities u, and u̇, as other joints have them."""

    values: Array  # in the order of ``driven_q_names``
    rates: Array  # in the order of ``driven_names``
    accelerations: Array


def driven_motion(mechanism: Mechanism, time: TimeLike) -> DrivenMotion:
    """Coordinates, velocities and their rates of the driven joints, (D,) at one time or (B, D) at many."""
    times = time_array(time)
    if times.size:
        mechanism.cover(float(times.min()), float(times.max()))
    signals, nothing = iter(mechanism.motions), np.empty((*times.shape, 0))
    found = [(nothing, nothing, nothing)]
    for _, joint in mechanism.driven:
        given = np.stack([next(signals)(times) for _ in joint.motion_names], axis=-1)
        found.append(_with_quaternion(joint, given) if joint.turn else tuple(given))
    return DrivenMotion(*(np.concatenate(parts, axis=-1) for parts in zip(*found, strict=True)))


def _with_quaternion(joint: Driven, given: Array) -> tuple[Array, Array, Array]:
    """(q, u, u̇) of a joint with a quaternion from its signals, their rates and accelerations (3, …, signals)."""
    lengths, turn = np.split(given, [len(joint.joint.q_names) - 4], axis=-1)
    p = _turned(turn) if joint.turn == BY_ANGLES else turn
    size = np.linalg.norm(p[0], axis=-1, keepdims=True)
    quaternion, rate, acceleration = p / size
    acceleration = acceleration - 2.0 * (quaternion * rate).sum(-1, keepdims=True) * rate
    back = quaternion * (1.0, -1.0, -1.0, -1.0)
    omega, alpha = (2.0 * _product(back, x)[..., 1:] for x in (rate, acceleration))
    x, v, a = lengths
    if joint.joint.rates < lengths.shape[-1]:  # (velocities along body axes)
        v, a = (_product(_product(back, _pure(y)), quaternion)[..., 1:] for y in (v, a))
        a = a - np.cross(omega, v)
    return (
        np.concatenate((x, quaternion), axis=-1),
        np.concatenate((v, omega), axis=-1),
        np.concatenate((a, alpha), axis=-1),
    )


def _turned(angles: Array) -> Array:
    """The quaternion of roll, pitch and yaw, its rate and its acceleration, (3, …, 4), from theirs, (3, …, 3)."""
    whole = np.zeros((3, *angles.shape[1:-1], 4))
    whole[0, ..., 0] = 1.0
    for k in (2, 1, 0):  # yaw comes last, so it is the outermost
        half, rate, acceleration = angles[..., k] / 2.0
        one = np.zeros_like(whole)
        for part, (cosine, sine) in enumerate(
            (
                (np.cos(half), np.sin(half)),
                (-rate * np.sin(half), rate * np.cos(half)),
                (
                    -acceleration * np.sin(half) - rate**2 * np.cos(half),
                    acceleration * np.cos(half) - rate**2 * np.sin(half),
                ),
            )
        ):
            one[part, ..., 0], one[part, ..., 1 + k] = cosine, sine
        whole = np.stack(
            (
                _product(whole[0], one[0]),
                _product(whole[1], one[0]) + _product(whole[0], one[1]),
                _product(whole[2], one[0]) + 2.0 * _product(whole[1], one[1]) + _product(whole[0], one[2]),
            )
        )
    return whole


def _product(a: Array, b: Array) -> Array:
    """a ∘ b of quaternions."""
    v, w = a[..., 1:], b[..., 1:]
    scalar = a[..., :1] * b[..., :1] - (v * w).sum(-1, keepdims=True)
    return np.concatenate((scalar, a[..., :1] * w + b[..., :1] * v + np.cross(v, w)), axis=-1)


def _pure(v: Array) -> Array:
    return np.concatenate((np.zeros_like(v[..., :1]), v), axis=-1)
