"""The forms of the equations of motion in a few lines of dense algebra each, on the matrices of ``bo.matrices(mechanism, q, u, wrenches=…)``.

Independent answers for the compiled forms: nothing here knows ground axes, packed rows or lanes. docs/matrices.md tells the story.
"""

import numpy as np
from numpy.linalg import inv, solve


def applied(m):
    """F' = F - ΩMV: forces with the velocity terms."""
    return m.F - m.Omega @ m.M @ m.V


def extended(m, tau):
    """C (3.6): (u̇, R) from M V̇ - SᵀR = F', -S V̇ + A u̇ = -w*, AᵀR = τ."""
    rows, n = m.A.shape
    none = np.zeros((rows, rows)), np.zeros((rows, n)), np.zeros((n, n))
    matrix = np.block([[m.M, -m.S.T, none[1]], [-m.S, none[0], m.A], [none[1].T, m.A.T, none[2]]])
    _, reactions, u_dot = np.split(solve(matrix, np.concatenate((applied(m), -m.w, tau))), (rows, 2 * rows))
    return u_dot, reactions


def multipliers(m, tau):
    """C (3.8)-(3.10): (u̇, R) with R = Zλ + A(AᵀA)⁻¹τ, λ such that the joints hold; every body must have inertia."""
    dual, mobility = m.A @ inv(m.A.T @ m.A), m.S @ inv(m.M)
    drive = dual @ tau
    right = m.w - mobility @ (applied(m) + m.S.T @ drive)
    reactions = m.Z @ solve(m.Z.T @ mobility @ m.S.T @ m.Z, m.Z.T @ right) + drive
    return dual.T @ (mobility @ (m.S.T @ reactions + applied(m)) - m.w), reactions


def direct(m, tau):
    """C (3.12): u̇ from (BᵀMB) u̇ = Bᵀ(F' - MTw*) + τ."""
    return solve(m.B.T @ m.M @ m.B, m.B.T @ (applied(m) - m.M @ m.T @ m.w) + tau)


def composite_bodies(m, tau):
    """C (3.12): the same, with M* = TᵀMT formed first."""
    return solve(m.A.T @ m.M_star @ m.A, m.A.T @ (m.T.T @ applied(m) - m.M_star @ m.w) + tau)


def maggi(m, tau):
    """C §3.1: u̇ from the accelerations ẇ = SV̇ of the joints, AᵀM*ẇ = AᵀTᵀF' + τ over Zᵀẇ = Zᵀw*."""
    matrix = np.vstack((m.A.T @ m.M_star, m.Z.T))
    joint_accelerations = solve(matrix, np.concatenate((m.A.T @ m.T.T @ applied(m) + tau, m.Z.T @ m.w)))
    return inv(m.A.T @ m.A) @ m.A.T @ (joint_accelerations - m.w)


def separate_bodies(m, tau):
    """C §4.1: u̇ by block elimination of the extended system, joint by joint from the ends to the ground, and back."""
    names = m.mechanism.topology.names  # a parent before its children
    parents = {body.name: body.parent for body in m.mechanism.bodies}
    inertia = {name: m.M[m.rows(name), m.rows(name)].copy() for name in names}
    wrench = {name: -applied(m)[m.rows(name)] for name in names}
    share, free, u_dot, acceleration = {}, {}, np.empty_like(tau), {}
    for name in reversed(names):
        a, parent = m.A[m.rows(name), m.dofs(name)], parents[name]
        wrench[name] += inertia[name] @ m.w[m.rows(name)]
        pivot = inv(a.T @ inertia[name] @ a)
        share[name] = pivot @ a.T @ inertia[name]
        free[name] = pivot @ (tau[m.dofs(name)] - a.T @ wrench[name])
        if parent != "ground":
            shift = -m.S[m.rows(name), m.rows(parent)]
            inertia[parent] += shift.T @ (inertia[name] - inertia[name] @ a @ share[name]) @ shift
            wrench[parent] += shift.T @ (wrench[name] + inertia[name] @ a @ free[name])
    for name in names:
        rows, dofs, parent = m.rows(name), m.dofs(name), parents[name]
        carried = np.zeros(6) if parent == "ground" else -m.S[rows, m.rows(parent)] @ acceleration[parent]
        u_dot[dofs] = free[name] - share[name] @ carried
        acceleration[name] = carried + m.A[rows, dofs] @ u_dot[dofs] + m.w[rows]
    return u_dot


def kinetostatics(m, u_dot):
    """(τ, R) of a given motion: V̇ = T(A u̇ + w*), R = Tᵀ(M V̇ - F'), τ = AᵀR."""
    reactions = m.T.T @ (m.M @ m.T @ (m.A @ u_dot + m.w) - applied(m))
    return m.A.T @ reactions, reactions


# --- momenta: m at the velocities u that go with them ---------------------------------------------------------------


def momenta(m):
    """p = AᵀTᵀMV."""
    return m.B.T @ m.M @ m.V


def momentum_rates(m, passed, tau):
    """D (10): ṗ = (Ȧᵀ - AᵀΩ)P* + AᵀTᵀF + τ, P* the momenta that the joints pass on."""
    return (m.A_dot.T - m.A.T @ m.Omega) @ passed + m.B.T @ m.F + tau


def hamilton_tangent(m, p, tau):
    """D (11)-(12): (u, ṗ) from (AᵀM*A) u = p - AᵀM*V^J, P* = M*(A u + V^J)."""
    u = solve(m.A.T @ m.M_star @ m.A, p - m.A.T @ m.M_star @ m.V_J)
    return u, momentum_rates(m, m.M_star @ (m.A @ u + m.V_J), tau)


def hamilton_orthogonal(m, p, tau):
    """D (14)-(16): (u, ṗ) with P* = Zλ + A(AᵀA)⁻¹p; every body must have inertia."""
    dual, mobility = m.A @ inv(m.A.T @ m.A), m.S @ inv(m.M) @ m.S.T
    driven = dual @ p
    passed = m.Z @ solve(m.Z.T @ mobility @ m.Z, m.Z.T @ (m.V_J - mobility @ driven)) + driven
    return dual.T @ (mobility @ passed - m.V_J), momentum_rates(m, passed, tau)
