"""The extended system: accelerations of all bodies, reactions of all joints and u̇ at once.

Paper C (3.6), with the known motion subtracted (see ``passes/sweep.py``):

    M Δ - SᵀR = -f,    -S Δ + A u̇ = 0,    AᵀR + a u̇ = τ      (a: armature).

Symmetric, indefinite, sparse on the tree; solved by a general sparse LU. Unknowns: 12 N + n. The slowest form, since it
eliminates nothing by hand: a yardstick and a reference for the others.
"""

import numpy as np

from bough.arithmetic.scalar import is_finite, kernel, load, put
from bough.arithmetic.tally import CALL, Operations
from bough.compiled.entries import FAILED, FINE, NO_WRENCHES, Entry, Evaluation
from bough.formulations.formulation import ARMATURE, DRIVEN_JOINTS, SparseSystem
from bough.formulations.reductions.references import applied
from bough.passes import prices
from bough.passes.arrays import SWEEP
from bough.passes.sweep import sweep
from bough.solvers import sparse_lu
from bough.solvers.sparse_lu import SparsePattern

# numbers per body among the terms: mass times centre, tensor, offset, wrench f
_H, _J, _RHO, _F, _PER_BODY = 0, 3, 9, 12, 18


def reference(m, tau):
    """C (3.6): (u̇, R) from M V̇ - SᵀR = F', -S V̇ + A u̇ = -w*, AᵀR = τ."""
    rows, n = m.A.shape
    none, nothing = np.zeros((rows, rows)), np.zeros((rows, n))
    matrix = np.block([[m.M, -m.S.T, nothing], [-m.S, none, m.A], [nothing.T, m.A.T, np.zeros((n, n))]])
    _, reactions, u_dot = np.split(np.linalg.solve(matrix, np.concatenate((applied(m), -m.w, tau))), (rows, 2 * rows))
    return u_dot, reactions


@kernel
def terms(tree, work, q, u, unused, wrenches, out):
    """All varying numbers of the system: 18 per body, then 6 per DoF."""
    sweep(tree, q, u, wrenches, work)
    fine = True
    for i in range(tree.bodies):
        for k in range(9):
            put(out, 18 * i + k, load(work.inertia, i, k))
        for k in range(3):
            put(out, 18 * i + 9 + k, load(work.offset, i, k))
        for k in range(6):
            fine = fine and is_finite(load(work.force, i, k))
            put(out, 18 * i + 12 + k, load(work.force, i, k))
    for d in range(tree.dofs):
        for k in range(6):
            put(out, 18 * tree.bodies + 6 * d + k, load(work.columns, d, k))
    return fine


class ExtendedEvaluation(Evaluation):
    """A kernel computes the terms, SuperLU solves, state by state."""

    def __init__(self, tree):
        arrays = tree.arrays
        self.bodies, self.dofs = arrays.bodies, arrays.dofs
        self.terms, self.tree = Entry(terms, arrays, tree.memory(*SWEEP)), arrays
        self.user = arrays.dof_user
        self.pattern = SparsePattern(12 * self.bodies + self.dofs, _pattern(arrays), balanced=True)

    def solve(self, q, u, tau, wrenches=NO_WRENCHES) -> tuple[np.ndarray, np.ndarray, np.ndarray] | None:
        """(Δ, R, u̇) of one state: per body along ground axes, u̇ in the user's order; None if singular."""
        values = np.empty(_PER_BODY * self.bodies + 6 * self.dofs)
        if self.terms.single(q, u, tau, wrenches, values) != FINE:
            return None
        right = np.zeros(12 * self.bodies + self.dofs)
        right[: 6 * self.bodies] = -values[: _PER_BODY * self.bodies].reshape(-1, _PER_BODY)[:, _F:].ravel()
        right[12 * self.bodies :] = tau[self.user]
        x = self.pattern.solve(values, right)
        if x is None or not np.isfinite(x).all():
            return None
        u_dot = np.empty(self.dofs)
        u_dot[self.user] = x[12 * self.bodies :]
        return x[: 6 * self.bodies].reshape(-1, 6), x[6 * self.bodies : 12 * self.bodies].reshape(-1, 6), u_dot

    def single(self, q, u, tau, wrenches, out) -> int:
        solution = self.solve(q, u, tau, wrenches)
        if solution is None:
            return FAILED
        out[:] = solution[2]
        return FINE

    def batch(self, q, u, tau, wrenches, out) -> int:
        return self.one_by_one(q, u, tau, wrenches, out)


def _pattern(tree):
    """Entries (row, column, constant, sign, term) of the extended matrix."""
    parts: list[tuple] = []
    body = np.arange(tree.bodies)
    twist, wrench, rate = 6 * body, 6 * tree.bodies + 6 * body, 12 * tree.bodies + np.arange(tree.dofs)

    def put_entries(row, column, constant, sign, term):
        parts.append(tuple(np.broadcast_arrays(row, column, constant, sign, term)))

    def put_both(row, column, constant, sign, term):
        put_entries(row, column, constant, sign, term)
        put_entries(column, row, constant, sign, term)

    # M = [[m E, -h̃], [h̃, J]]
    at = _PER_BODY * body
    for k in range(3):
        put_entries(twist + k, twist + k, tree.inertia[:, 0], 0.0, -1)
    skew = {(0, 1): (-1, 2), (0, 2): (1, 1), (1, 0): (1, 2), (1, 2): (-1, 0), (2, 0): (-1, 1), (2, 1): (1, 0)}
    for (r, c), (sign, k) in skew.items():
        put_both(twist + 3 + r, twist + c, 0.0, sign, at + _H + k)
    packed = {(0, 0): 0, (0, 1): 1, (0, 2): 2, (1, 1): 3, (1, 2): 4, (2, 2): 5}
    for (r, c), k in packed.items():
        put = put_entries if r == c else put_both
        put(twist + 3 + r, twist + 3 + c, 0.0, 1.0, at + _J + k)
    # -Sᵀ and -S: -E on the diagonal; Cᵀ = [[E, 0], [ρ̃, E]] from a joint to its parent's body
    child = np.flatnonzero(tree.parent >= 0)
    above = 6 * tree.parent[child]
    for k in range(6):
        put_both(twist + k, wrench + k, -1.0, 0.0, -1)
        put_both(above + k, wrench[child] + k, 1.0, 0.0, -1)
    for (r, c), (sign, k) in skew.items():
        put_both(above + 3 + r, wrench[child] + c, 0.0, sign, at[child] + _RHO + k)
    # A and Aᵀ
    carrier = np.repeat(body, np.diff(tree.dof))
    for k in range(6):
        put_both(wrench[carrier] + k, rate, 0.0, 1.0, _PER_BODY * tree.bodies + 6 * np.arange(tree.dofs) + k)
    # armature
    held = np.flatnonzero(tree.armature)
    put_entries(rate[held], rate[held], tree.armature[held, 0], 0.0, -1)
    columns = [np.concatenate(column) for column in zip(*parts, strict=True)]
    return columns[0], columns[1], columns[2].astype(float), columns[3].astype(float), columns[4].astype(np.int64)


def price(tree):
    """Entries: 24 of M and 12 of E per body, 24 of C and Cᵀ per child, 12 of A and Aᵀ per DoF, 1 per armature."""
    census = tree.census
    entries = 36 * census.bodies + 24 * census.children + 12 * census.dofs + census.rotors
    return Operations(sweep=prices.sweep(census), sparse=entries * CALL)


FORMULATION = SparseSystem(
    name="extended",
    summary="accelerations of all bodies, all joint reactions and u̇ from one sparse system",
    reference="C (3.6)",
    in_numpy=reference,
    methods=(sparse_lu.SOLVER,),
    build=ExtendedEvaluation,
    price=price,
    numbers=lambda tree: 0,  # its memory grows only with the number of bodies
    accuracy="as accurate as any form: it forms no products before solving, and refines the solution once",
    serves=frozenset((ARMATURE, DRIVEN_JOINTS)),
)
