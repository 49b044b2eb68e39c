"""Linear solvers, one file each: for packed rows, for sparse systems, and by LAPACK and SuperLU."""

from bough.solvers import cholesky, direct_iterative, eigen, inverse_iterative, sparse, sparse_lu, udu, uu
from bough.solvers.solver import Solver

# by name
SOLVERS: dict[str, Solver] = {
    module.SOLVER.name: module.SOLVER
    for module in (udu, uu, cholesky, eigen, inverse_iterative, direct_iterative, sparse, sparse_lu)
}
