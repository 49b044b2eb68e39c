"""Linear solvers: branch-sparse UDUᵀ and UUᵀ on packed rows, and LAPACK and SuperLU as yardsticks."""
