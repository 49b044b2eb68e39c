"""What the two methods for Lagrange's equations of the second kind share: M u̇ = Q + τ once M (packed) and the right-hand side are there."""

from __future__ import annotations

import os

import numpy as np

from bough.kernels.scalar import SINGULAR, is_finite, kernel, load, put, put_row
from bough.solvers import udu, uu
from bough.tree.compile import CompiledTree
from bough.tree.entries import FAILED, FINE, Entry, Evaluation


@kernel
def solve_udu(tree, work, u_dot):
    """Factorise, substitute, deliver in the user's order."""
    first, n, rows = tree.row_at, tree.dofs, work.rows
    udu.factorise_with(first, tree.dof_parent, n, rows, work.vector)
    udu.substitute_outward(first, tree.level, n, rows, work.vector, work.line)
    return udu.is_regular(first, n, rows, work.diagonal) and deliver(tree, work, u_dot)


@kernel
def solve_uu(tree, work, u_dot):
    """Factorise, substitute, deliver in the user's order."""
    first, n, rows = tree.row_at, tree.dofs, work.rows
    uu.factorise(first, tree.dof_parent, n, rows)
    uu.substitute_inward(first, tree.level, tree.cousin, n, rows, work.vector, work.line)
    uu.substitute_outward(first, tree.level, n, rows, work.vector, work.line)
    return uu.is_regular(first, n, rows, work.diagonal) and deliver(tree, work, u_dot)


@kernel
def deliver(tree, work, u_dot):
    fine = True
    for d in range(tree.dofs):
        x = load(work.vector, d, 0)
        fine = fine and is_finite(x)
        put(u_dot, tree.dof_user[d], x)
    return fine


@kernel
def unpack(tree, work, out):
    """The packed mass matrix as a full one, in the user's order, in the first n columns of a table."""
    for row in range(tree.dofs):
        for column in range(tree.dofs):
            put_row(out, row, column, 0.0)
    fine = True
    for d in range(tree.dofs):
        row, j = tree.dof_user[d], d
        for a in range(tree.row_at[d], tree.row_at[d + 1]):
            x = load(work.rows, a, 0)
            fine = fine and is_finite(x)
            put_row(out, row, tree.dof_user[j], x)
            put_row(out, tree.dof_user[j], row, x)
            j = tree.dof_parent[j]
    return fine


@kernel
def unpack_system(tree, work, out):
    """The mass matrix and, as two more columns, the right-hand side and the sizes by which pivots are judged."""
    for d in range(tree.dofs):
        put_row(out, tree.dof_user[d], tree.dofs, load(work.vector, d, 0))
        put_row(out, tree.dof_user[d], tree.dofs + 1, load(work.diagonal, d, 0))
    return unpack(tree, work, out)


class CholeskyEvaluation(Evaluation):
    """Dense Cholesky by LAPACK: a kernel forms the system, ``dposv`` solves it, state by state."""

    def __init__(self, system: Entry, n: int):
        self.system, self.n = system, n

    def single(self, q, u, tau, wrenches, out) -> int:
        from scipy.linalg.lapack import dposv

        table = np.empty((self.n, self.n + 2))
        if self.system.single(q, u, tau, wrenches, table) != FINE:
            return FAILED
        factor, x, info = dposv(table[:, :-2], table[:, -2])
        out[:] = x
        regular = info == 0 and (factor.diagonal() ** 2 > SINGULAR * table[:, -1]).all()
        return FINE if regular and np.isfinite(x).all() else FAILED

    def batch(self, q, u, tau, wrenches, out) -> int:
        return self.one_by_one(q, u, tau, wrenches, out)


def matrix_entries(tree: CompiledTree, solver: str | None) -> int:
    """Numbers that the mass matrix takes: packed, or full with two columns more."""
    n = tree.topology.n
    return n * (n + 2) if solver == "cholesky" else tree.mass_entries


def memory_reason(entries: int) -> str | None:
    """Why as many numbers do not fit into this machine's memory, if they do not."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") if hasattr(os, "sysconf") else 2**34
    if 8 * entries > 0.8 * memory:
        return (
            f"its matrices would take {8 * entries / 2**30:.0f} GiB, more than this machine's memory; "
            "use 'separate-bodies', whose memory grows with the number of bodies"
        )
    return None
