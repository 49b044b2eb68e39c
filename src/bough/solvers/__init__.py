"""Linear solvers: branch-sparse UDUᵀ and UUᵀ on packed rows, eigenvalues, warm-started iteration, and LAPACK and SuperLU as yardsticks."""

# a line on each, by the name under which forms offer it
SOLVERS = {
    "udu": "M = UDUᵀ in packed path rows, without fill-in",
    "uu": "M = UUᵀ, the same with roots",
    "cholesky": "full M by LAPACK, as a yardstick",
    "eigen": "M = CᵀΛC by Jacobi's rotations",
    "inverse-iterative": "goes on from the inverse of the last evaluation, for motions in small steps",
    "direct-iterative": "the same from the factors of an earlier one",
    "sparse-lu": "a general sparse matrix by SuperLU, as a yardstick",
}
