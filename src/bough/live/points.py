"""The Jacobian of a point of a body, also where a mechanism is so large that code for each of its bodies takes long to make."""

from __future__ import annotations

import numpy as np

from bough.api.derivatives import point_jacobian
from bough.api.drives import inverse_dynamics
from bough.api.kinematics import body_poses
from bough.mechanism.mechanism import Mechanism
from bough.typing import Array, Coordinates

MANY = 100  # degrees of freedom: with more, neither mass matrix nor Jacobians are written out by their own code


def velocity_jacobian(mechanism: Mechanism, q: Coordinates, body: str, at: Array, time: float) -> Array:
    """The velocity of a point of a body, along ground axes, per unit of each u: (3, n).

    Of a large tree from Jᵀf: what a force f at the point takes off the joint forces that hold the machine.
    """
    if mechanism.n <= MANY or mechanism.loops:
        return point_jacobian(mechanism, q, body, at, time=time)[:3]
    k, rest = mechanism.body_index[body], np.zeros(mechanism.n)
    turn = body_poses(mechanism, q, time=time)[k, :3, :3]
    held = inverse_dynamics(mechanism, q, rest, rest, time=time)
    rows = []
    for force in turn:  # (the unit forces along ground axes, in body axes)
        wrenches = np.zeros((len(mechanism), 6))
        wrenches[k] = np.concatenate((force, np.cross(at, force)))
        rows.append(held - inverse_dynamics(mechanism, q, rest, rest, wrenches=wrenches, time=time))
    return np.array(rows)
