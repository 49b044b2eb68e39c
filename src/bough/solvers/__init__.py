"""Linear solvers, a file each: branch-sparse UDUᵀ and UUᵀ on packed rows, eigenvalues, warm-started iteration, and LAPACK and SuperLU as yardsticks."""

from bough.solvers import cholesky, direct_iterative, eigen, inverse_iterative, sparse_lu, udu, uu
from bough.solvers.solver import Solver

# by the name under which forms offer it
SOLVERS: dict[str, Solver] = {
    module.SOLVER.name: module.SOLVER
    for module in (udu, uu, cholesky, eigen, inverse_iterative, direct_iterative, sparse_lu)
}
