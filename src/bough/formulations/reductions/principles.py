"""Forms and principles that are there only in NumPy, on the matrices of ``bo.dynamics.matrices``: each is another form in disguise.

Maggi's equations in generalised coordinates are what ``independent`` solves, Gibbs' and Appell's those of ``direct``, and
the equations of Gauss's principle the saddle-point system. They serve trees and closed loops.
"""

import numpy as np
from numpy.linalg import cholesky, inv, lstsq, pinv, solve, svd

from bough.formulations.reductions.references import applied


def maggi(m, tau):
    """Kᵀ(M u̇ - Q - τ) = 0 over G u̇ = g, G K = 0: u̇ of all joints, as many equations; without loops K = E, and it is (3.12)."""
    _, sizes, directions = svd(m.G)
    K = directions[np.count_nonzero(sizes > 1e-7 * sizes.max(initial=0.0)) :].T
    forces = m.B.T @ (applied(m) - m.M @ m.T @ m.w) + tau
    return lstsq(np.vstack((K.T @ m.B.T @ m.M @ m.B, m.G)), np.concatenate((K.T @ forces, m.g)), rcond=1e-9)[0]


def appell(m, tau):
    """Gibbs, Appell: S = V̇ᵀMV̇/2 - V̇ᵀF' has the slope τ along every u̇ that loops allow, G u̇ = g."""

    def slope(u_dot):
        V_dot = m.B @ u_dot + m.T @ m.w
        return m.B.T @ (m.M @ V_dot - applied(m))

    at_rest, units = slope(0.0 * tau), np.eye(len(tau))
    curvature = np.array([slope(unit) - at_rest for unit in units]).reshape(units.shape)
    matrix = np.block([[curvature, m.G.T], [m.G, np.zeros((len(m.g),) * 2)]])
    return lstsq(matrix, np.concatenate((tau - at_rest, m.g)), rcond=1e-9)[0][: len(tau)]


def gauss(m, tau):
    """Gauss: of all V̇ that joints and loops allow, the nearest to that of free bodies, (V̇ - V̇_free)ᵀM(V̇ - V̇_free) the least."""
    dual = m.A @ inv(m.A.T @ m.A)
    free = solve(m.M, applied(m) + m.S.T @ dual @ tau)
    held, asked = np.vstack((m.Z.T, m.G @ dual.T)), np.concatenate((m.Z.T @ m.w, m.g + m.G @ dual.T @ m.w))
    unit = inv(cholesky(m.M)).T  # in units of which M is E
    V_dot = free + unit @ pinv(held @ m.S @ unit, rcond=1e-9) @ (asked - held @ m.S @ free)
    return dual.T @ (m.S @ V_dot - m.w)


PRINCIPLES = maggi, appell, gauss
