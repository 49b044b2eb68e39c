"""How much rounding may cost a form, by theory: condition numbers of the system that it solves, at one state.

Rounding moves a sum by no more than eps times the sum of its terms' sizes, however the terms are grouped, fused or spread over SIMD lanes. So a bound has sizes in place of numbers, as Skeel's
condition number has them, and holds on every machine: which roundings happen depends on processor and libraries, and how large they are does not.
"""

import numpy as np

EPS = np.finfo(float).eps


def roundings(mechanism) -> int:
    """How many roundings a number passes: the unknowns of the extended system are eliminated one after the other, each by products of blocks of six."""
    return 6 * (12 * len(mechanism) + mechanism.n)


def of_extended(m, tau, u_dot) -> float:
    """Of u̇ in the extended system E x = r: |E⁻¹| (|E| |x| + |r|), where the rows of E⁻¹ for u̇ are M⁻¹ [Bᵀ, BᵀMT, 1] with M = BᵀMB."""
    inverse = _inverse(m.B.T @ m.M @ m.B)
    acceleration = m.T @ (m.A @ u_dot + m.w)
    reactions = _reactions(m, u_dot)
    first = abs(m.M) @ abs(acceleration) + abs(m.S.T) @ abs(reactions) + _forces(m)
    second = abs(m.S) @ abs(acceleration) + abs(m.A) @ abs(u_dot) + abs(m.w)
    third = abs(m.A.T) @ abs(reactions) + abs(tau)
    found = abs(inverse @ m.B.T) @ first + abs(inverse @ m.B.T @ m.M @ m.T) @ second + abs(inverse) @ third
    return _share(found, u_dot)


def of_mass_matrix(m, tau, u_dot) -> float:
    """Of (BᵀMB) u̇ = b, whose entries are rounded at the size √(Mᵢᵢ Mⱼⱼ) of what they are sums of."""
    matrix = m.B.T @ m.M @ m.B
    scale = np.sqrt(np.diag(matrix))
    right = abs(m.B.T) @ (_forces(m) + abs(m.M) @ abs(m.T) @ abs(m.w)) + abs(tau)
    return _share(abs(_inverse(matrix)) @ (scale * (scale @ abs(u_dot)) + right), u_dot)


def of_multipliers(m, tau, u_dot) -> float:
    """Of (ZᵀSM⁻¹SᵀZ) λ = r, rounded likewise, and of u̇ from λ."""
    mobility, dual = np.linalg.inv(m.M), m.A @ np.linalg.inv(m.A.T @ m.A)
    forces, reactions = _forces(m) + abs(m.S.T) @ abs(dual @ tau), _reactions(m, u_dot)
    passed = abs(m.S) @ abs(mobility)
    found = abs(dual.T) @ (passed @ (abs(m.S.T) @ abs(reactions) + forces) + abs(m.w))
    if m.Z.shape[1]:
        held = m.S.T @ m.Z
        matrix = held.T @ mobility @ held
        scale = np.sqrt(np.diag(matrix))
        right = abs(m.Z.T) @ (abs(m.w) + passed @ forces)
        multipliers = abs(_inverse(matrix)) @ (scale * (scale @ abs(m.Z.T @ reactions)) + right)
        found = found + abs(dual.T @ m.S @ mobility @ held) @ multipliers
    return _share(found, u_dot)


def _reactions(m, u_dot):
    return m.T.T @ (m.M @ m.T @ (m.A @ u_dot + m.w) - m.F + m.Omega @ m.M @ m.V)


def _forces(m):
    """Sizes of F and of ΩMV."""
    return abs(m.F) + abs(m.Omega) @ abs(m.M) @ abs(m.V)


def _inverse(symmetric):
    """Scaled to a diagonal of ones, which costs the fewest digits."""
    scale = np.sqrt(np.diag(symmetric))
    return np.linalg.inv(symmetric / np.outer(scale, scale)) / np.outer(scale, scale)


def _share(found, u_dot) -> float:
    return float(abs(found).max() / abs(u_dot).max())
