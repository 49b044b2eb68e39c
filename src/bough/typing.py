"""Array types by meaning, for annotations.

All hold floats; a batch has one more axis in front, (B, …), with a row for each state. Functions take what NumPy can
turn into such an array (``CoordinatesLike``: lists, tuples, arrays) and return the array itself (``Coordinates``).
"""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array: TypeAlias = NDArray[np.float64]
"""Numbers of any shape."""
Batch: TypeAlias = Array
"""States side by side, (B, …): a row for each."""

# --- of a state ---------------------------------------------------------------------------------------------------------

Coordinates: TypeAlias = Array
"""q, in the order of ``Mechanism.q_names``: (n_q,), or (B, n_q)."""
Rates: TypeAlias = Array
"""q̇, in the order of q: (n_q,), or (B, n_q)."""
Velocities: TypeAlias = Array
"""u, in the order of ``Mechanism.u_names``: (n,), or (B, n)."""
Accelerations: TypeAlias = Array
"""u̇, in the order of u: (n,), or (B, n)."""
Momenta: TypeAlias = Array
"""p, in the order of u: (n,), or (B, n)."""
JointForces: TypeAlias = Array
"""τ, forces and moments in the order of u: (n,), or (B, n)."""
MassMatrix: TypeAlias = Array
"""M, in the order of u: (n, n), or (B, n, n)."""
Energy: TypeAlias = Array
"""Joules: (), or (B,)."""
Instants: TypeAlias = Array
"""Seconds, growing: (T,)."""

# --- of bodies, in the order of Mechanism.body_names ------------------------------------------------------------------------

Poses: TypeAlias = Array
"""Homogeneous matrices from body axes to ground axes: (bodies, 4, 4), or (B, bodies, 4, 4)."""
Twists: TypeAlias = Array
"""Velocity of the origin, then angular velocity: (bodies, 6), or (B, bodies, 6)."""
Wrenches: TypeAlias = Array
"""Force, then moment about the origin: (bodies, 6), or (B, bodies, 6)."""

# --- inputs -----------------------------------------------------------------------------------------------------------

CoordinatesLike: TypeAlias = ArrayLike
RatesLike: TypeAlias = ArrayLike
VelocitiesLike: TypeAlias = ArrayLike
AccelerationsLike: TypeAlias = ArrayLike
MomentaLike: TypeAlias = ArrayLike
JointForcesLike: TypeAlias = ArrayLike
WrenchesLike: TypeAlias = ArrayLike
InstantsLike: TypeAlias = ArrayLike
TimeLike: TypeAlias = ArrayLike
"""Seconds: one number, or one for each state of a batch."""
VectorLike: TypeAlias = ArrayLike
"""Three numbers."""
RotationLike: TypeAlias = ArrayLike | Mapping[str, ArrayLike]
"""A 3 x 3 rotation matrix, or by keys: ``{"rpy": (0, 0, 1.5)}``, ``{"axis": "y", "angle": 0.5}``, ``{"quaternion": (1, 0, 0, 0)}``, ``{"x": "y", "z": "z"}``."""
ByName: TypeAlias = Mapping[str, ArrayLike]
"""Coordinates or velocities by name, ``{"elbow": 0.5}``; the rest is neutral, or zero."""
ParametersLike: TypeAlias = ArrayLike | ByName
"""Values of parameters, in the order of ``Mechanism.parameters`` or by name: each one number, or one for each state."""
StartLike: TypeAlias = ArrayLike | ByName
"""Where a motion starts: an array, values by name, or the word "equilibrium"."""
AnyPath: TypeAlias = str | PathLike[str]
"""The path of a file."""
