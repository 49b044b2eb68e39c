"""Rates of change along the motion of a mechanism, by differences."""

import numpy as np

import bough as bo

STEP = 1e-3
# central difference of order 8: weights of the values at t = STEP, 2 STEP, 3 STEP, 4 STEP
WEIGHTS = np.array((4 / 5, -1 / 5, 4 / 105, -1 / 280)) / STEP
TIMES = STEP * np.arange(1, 5)


def nearby(mechanism, q, u, u_dot):
    """States (eight) on a curve through (q, u) with the rates of the motion: before and after."""
    t = np.concatenate((TIMES, -TIMES))[:, None]
    return mechanism.normalised(q + t * bo.kinematics.coordinate_rates(mechanism, q, u)), u + t * u_dot


def rate(values):
    """The time derivative of what a function gave for nearby states."""
    return np.tensordot(WEIGHTS, values[:4] - values[4:], 1)
