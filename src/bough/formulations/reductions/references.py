"""What the forms' references share: a few lines of NumPy on the matrices of ``bo.matrices(mechanism, q, u)``. Nothing here knows ground axes, packed rows or lanes."""


def applied(m):
    """F' = F - ΩMV: forces with the velocity terms."""
    return m.F - m.Omega @ m.M @ m.V


def momentum_rates(m, passed, tau):
    """D (10): ṗ = (Ȧᵀ - AᵀΩ)P* + AᵀTᵀF + τ, P* the momenta that the joints pass on."""
    return (m.A_dot.T - m.A.T @ m.Omega) @ passed + m.B.T @ m.F + tau
