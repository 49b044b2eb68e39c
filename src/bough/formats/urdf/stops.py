"""Stiffness of stops, if a file does not give it.

A stop is a spring on which all that the joint carries at neutral coordinates would swing ``FREQUENCY`` times a second:
k = I (2πf)², with the inertia I about the hinge's axis, or the mass on the slide. The force sets in over ``SOFTNESS``,
and a body that rests on the stop by its weight stays within it. A body that hits the stop at velocity v goes about
v/2πf further and is back after a hundredth of a second, so steps of a millisecond can follow. ``DAMPING`` is the share
of critical damping: the body comes back with about a sixth of its speed.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from bough.mechanism.joints import Prismatic, Revolute
from bough.mechanism.mechanism import Mechanism

FREQUENCY = 50.0  # Hz
SOFTNESS = {Revolute: math.radians(0.5), Prismatic: 0.5e-3}
DAMPING = 0.5


class Stop(NamedTuple):
    """Arguments of a :class:`bough.JointLimit`."""

    stiffness: float
    softness: float
    damping: float


def stops(mechanism: Mechanism, names: Iterable[str]) -> dict[str, Stop]:
    """The stops of hinges and slides, by the names of their bodies; none for a joint that carries nothing."""
    found = {}
    for name, inertia in _carried(mechanism, names).items():
        if inertia > 0.0:
            stiffness = inertia * (2.0 * math.pi * FREQUENCY) ** 2
            softness = SOFTNESS[type(mechanism.body(name).joint)]
            found[name] = Stop(stiffness, softness, 2.0 * DAMPING * math.sqrt(stiffness * inertia))
    return found


@np.errstate(over="ignore", invalid="ignore")  # absurd numbers make absurd stops, which are refused
def _carried(mechanism: Mechanism, names: Iterable[str]) -> dict[str, float]:
    """By body, the inertia that its hinge or slide carries at neutral coordinates: about the axis, or the mass."""
    bodies, topology = mechanism.bodies, mechanism.topology
    order, parent = topology.order.tolist(), topology.parent.tolist()
    rotation, origin = np.empty((len(bodies), 3, 3)), np.empty((len(bodies), 3))
    for i, (k, p) in enumerate(zip(order, parent, strict=True)):
        body = bodies[k]
        rotation[i] = body.rotation if p < 0 else rotation[p] @ body.rotation
        origin[i] = body.at if p < 0 else origin[p] + rotation[p] @ body.at

    # of each body, then of all that hangs on it: mass, mass times centre, and ∫ r rᵀ dm from the ground's origin
    inertias = [bodies[k].inertia for k in order]
    mass = np.array([inertia.mass for inertia in inertias])
    center = origin + np.einsum("ijk,ik->ij", rotation, np.array([x.center for x in inertias]).reshape(-1, 3))
    tensor = rotation @ np.array([x.tensor for x in inertias]).reshape(-1, 3, 3) @ rotation.swapaxes(1, 2)
    spread = 0.5 * np.trace(tensor, axis1=1, axis2=2)[:, None, None] * np.eye(3) - tensor
    spread += mass[:, None, None] * center[:, :, None] * center[:, None, :]
    sums = np.concatenate((mass[:, None], mass[:, None] * center, spread.reshape(-1, 9)), axis=1)
    for i in range(len(order) - 1, -1, -1):
        if parent[i] >= 0:
            sums[parent[i]] += sums[i]

    row = {bodies[k].name: i for i, k in enumerate(order)}
    found = {}
    for name in names:
        i, joint = row[name], mechanism.body(name).joint
        total, first, second = float(sums[i, 0]), sums[i, 1:4], sums[i, 4:].reshape(3, 3)
        inertia = total
        if isinstance(joint, Revolute):
            # ∫ (r² - (n·r)²) dm, r from the joint
            n, p = rotation[i] @ joint.axis, origin[i]
            about = second - np.outer(first, p) - np.outer(p, first) + total * np.outer(p, p)
            inertia = float(np.trace(about) - n @ about @ n)
            if inertia < 1e-14 * float(np.trace(second)):  # rounding
                inertia = 0.0
        found[name] = inertia
    return found
