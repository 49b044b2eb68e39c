"""Part 4: branch-sparse UDUᵀ against LAPACK's dense Cholesky on the same mass matrix."""

from __future__ import annotations

import ctypes
from functools import partial

import numpy as np
from models import agree, states
from numba import njit
from numba.extending import get_cython_function_address
from report import Part, Quantity, Row
from scipy.linalg.lapack import dposv
from timing import Effort, race

import bough as bo
from bough.arithmetic.scalar import get, in_memory, kernel, store
from bough.compiled.entries import NO_WRENCHES, Entry
from bough.compiled.tree import compiled
from bough.formulations.reductions.tangent import deliver, memory
from bough.solvers import udu

REPEATS = 20


def sparse_core(repeats: int, solving: bool):
    """A computation that copies packed rows and a right-hand side into work, and solves, ``repeats`` times.

    Made anew for each use: a local function is cached by its code, not by its name.
    """

    @kernel
    def core(tree, work, q, rows, forces, wrenches, out):
        fine = True
        for _ in range(repeats):
            in_memory()
            for k in range(tree.row_at[tree.dofs]):
                store(work.rows, k, 0, get(rows, k))
            for d in range(tree.dofs):
                store(work.vector, d, 0, get(forces, tree.dof_user[d]))
            if solving:
                udu.factorise_with(tree.row_at, tree.dof_parent, tree.dofs, work.rows, work.vector)
                udu.substitute_outward(tree.row_at, tree.level, tree.dofs, work.rows, work.vector, work.line)
            fine = deliver(tree, work, out, 0)
        return fine

    return core


def packed_rows(matrix: np.ndarray, tree) -> np.ndarray:
    """The entries of a mass matrix along each DoF's path to the ground."""
    rows = []
    for d in range(tree.dofs):
        j = d
        while j >= 0:
            rows.append(matrix[tree.dof_user[d], tree.dof_user[j]])
            j = tree.dof_parent[j]
    return np.array(rows)


def lapack_dposv():
    """LAPACK's dposv, for calls from compiled code."""
    address = get_cython_function_address("scipy.linalg.cython_lapack", "dposv")
    return ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 8)(address)


def dense_loop():
    """LAPACK's dposv called from compiled code: (matrix, right-hand side, copies of both, repeats, whether to solve)."""
    lapack = lapack_dposv()

    @njit
    def loop(matrix, forces, factors, x, repeats, solving):
        triangle = np.array([ord("L")], np.uint8)
        n, one, info = np.array([len(x)], np.int32), np.ones(1, np.int32), np.zeros(1, np.int32)
        for _ in range(repeats):
            factors[:] = matrix
            x[:] = forces
            if solving:
                lapack(triangle.ctypes, n.ctypes, one.ctypes, factors.ctypes, n.ctypes, x.ctypes, n.ctypes, info.ctypes)
        return info[0]

    return loop


def sparse_against_dense(effort: Effort) -> Part:
    """Part 4."""
    part = Part(
        4,
        "udu against LAPACK dposv (one thread), factorise and solve",
        f"From Python: one call each, both copy the matrix. Compiled: {REPEATS} repetitions within one compiled call, copies subtracted, "
        "and so is putting the solution into the user's order with a look for numbers that are not finite.",
        "ratio",
    )
    mechanism = bo.models.binary_tree(8)
    q, _, forces = states(mechanism)
    matrix = np.asfortranarray(bo.mass_matrix(mechanism, q))
    tree = compiled(mechanism)
    rows_of_work = memory(tree)
    rows, x = packed_rows(matrix, tree.arrays), np.empty(mechanism.n)

    def ours(repeats, solving):
        core = Entry(sparse_core(repeats, solving), tree.arrays, rows_of_work, lengths=(None, "u"))
        return partial(core.single, q, rows, forces, NO_WRENCHES, x)

    dense, factors, y = dense_loop(), matrix.copy(), forces.copy()
    rivals = {
        "udu from Python": ours(1, True),
        "dposv from Python": partial(dposv, matrix, forces, lower=1),
        "udu compiled": ours(REPEATS, True),
        "udu copies": ours(REPEATS, False),
        "dposv compiled": partial(dense, matrix.ravel("K"), forces, factors.ravel("K"), y, REPEATS, True),
        "dposv copies": partial(dense, matrix.ravel("K"), forces, factors.ravel("K"), y, REPEATS, False),
    }
    rivals["udu from Python"]()
    agree(x, np.linalg.solve(matrix, forces), "udu")
    rivals["dposv compiled"]()
    agree(x, y, "dposv")
    best = race(effort, rivals)
    for how, (sparse, lapack) in {
        "from Python": (best["udu from Python"], best["dposv from Python"]),
        "compiled": tuple((best[f"{name} compiled"] - best[f"{name} copies"]) / REPEATS for name in ("udu", "dposv")),
    }.items():
        values = {"udu": Quantity(sparse), "dposv": Quantity(lapack)}
        # the target is on the solvers; a call from Python, with copies, is for information
        target = 50.0 if how == "compiled" else None
        part.rows.append(Row(f"{mechanism.name}, {how}", values, Quantity(lapack / sparse, "x"), target))
    return part
