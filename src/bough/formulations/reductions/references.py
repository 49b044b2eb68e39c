"""What the forms' references share: a few lines of NumPy on the matrices of ``bo.dynamics.matrices(mechanism, q, u)``.

There are no ground axes, packed rows or lanes here.
"""

import numpy as np
from numpy.linalg import inv


def applied(m):
    """F' = F - ΩMV: forces with the velocity terms."""
    return m.F - m.Omega @ m.M @ m.V


def eliminated(m, f, given, drift):
    """x of S Δ = A x + drift, M Δ - SᵀY = -f, AᵀY = given: body by body from the ends to the ground, and back."""
    names = m.mechanism.topology.names  # a parent before its children
    parents = {body.name: body.parent for body in m.mechanism.bodies}
    inertia = {name: m.M[m.rows(name), m.rows(name)].copy() for name in names}
    wrench = {name: f[m.rows(name)].copy() for name in names}
    share: dict = {}
    free: dict = {}
    motion: dict = {}
    x = np.empty(len(given))
    for name in reversed(names):
        a, parent = m.A[m.rows(name), m.dofs(name)], parents[name]
        wrench[name] += inertia[name] @ drift[m.rows(name)]
        pivot = inv(a.T @ inertia[name] @ a)  # the only inverse, n_i x n_i
        share[name] = pivot @ a.T @ inertia[name]
        free[name] = pivot @ (given[m.dofs(name)] - a.T @ wrench[name])
        if parent != "ground":
            shift = -m.S[m.rows(name), m.rows(parent)]
            inertia[parent] += shift.T @ (inertia[name] - inertia[name] @ a @ share[name]) @ shift
            wrench[parent] += shift.T @ (wrench[name] + inertia[name] @ a @ free[name])
    for name in names:
        rows, dofs, parent = m.rows(name), m.dofs(name), parents[name]
        carried = np.zeros(6) if parent == "ground" else -m.S[rows, m.rows(parent)] @ motion[parent]
        x[dofs] = free[name] - share[name] @ carried
        motion[name] = carried + m.A[rows, dofs] @ x[dofs] + drift[rows]
    return x


def momentum_rates(m, passed, tau):
    """D (10): ṗ = (Ȧᵀ - AᵀΩ)P* + AᵀTᵀF + τ, P* the momenta that the joints pass on."""
    return (m.A_dot.T - m.A.T @ m.Omega) @ passed + m.B.T @ m.F + tau
