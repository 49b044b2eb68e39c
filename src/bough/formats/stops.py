"""How stiff a stop is where a file does not say: firm enough to hold a joint's drive and load, and no firmer than integrators like.

A stop should give way by no more than ``YIELD`` under the largest force that is likely to press on it: the drive's, if the file tells it, or the weight of what the joint carries at the end of its radius of
gyration, √(I/m), if that is more. It need not be stiffer than a spring on which all that the joint carries, as it stands at neutral coordinates, would swing ``FASTEST`` times a second: then a step of a
few milliseconds is small enough to follow the stop. It is damped by the share ``DAMPED`` of critical damping, so that what hits it comes back with a sixth of its speed.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from bough.mechanism.joints import Prismatic, Revolute
from bough.mechanism.mechanism import Mechanism

# a degree, a millimetre
YIELD = {Revolute: math.radians(1.0), Prismatic: 1e-3}
FASTEST = 50.0  # Hz
DAMPED = 0.5
WEIGHT = 9.81  # N/kg, whatever the gravity


class Stop(NamedTuple):
    """Arguments of a :class:`bough.JointLimit`."""

    stiffness: float
    softness: float
    damping: float


def stops(mechanism: Mechanism, efforts: dict[str, float]) -> dict[str, Stop]:
    """By body, the stop of its hinge or slide; ``efforts`` are the largest forces of the drives, 0 where they are not known. There is none for what carries nothing."""
    found = {}
    for name, (mass, inertia) in _carried(mechanism, efforts).items():
        if inertia > 0.0:
            give = YIELD[type(mechanism.body(name).joint)]
            force = max(efforts[name], WEIGHT * math.sqrt(mass * inertia))
            # over the soft start, the first half of the yield, the force falls short of k x by k δ/2
            stiffness = min(force / (0.75 * give), inertia * (2.0 * math.pi * FASTEST) ** 2)
            found[name] = Stop(stiffness, 0.5 * give, 2.0 * DAMPED * math.sqrt(stiffness * inertia))
    return found


def _carried(mechanism: Mechanism, names: Iterable[str]) -> dict[str, tuple[float, float]]:
    """By body, the mass that its hinge or slide carries at neutral coordinates, and the inertia about the axis; of a slide that is the mass again."""
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
        found[name] = total, inertia
    return found
