"""Composite bodies along their own axes: the mass matrix along the tree, and its factors L D Lᵀ, which have no fill-in.

The equations are those of ``formulations/composite_bodies.py`` and ``solvers/udu.py``, where they are along ground axes.
"""

from __future__ import annotations

from typing import Any

from bough.arithmetic.scalar import SINGULAR, is_above, is_finite
from bough.owncode.body_axes.motion import Moving, moved
from bough.owncode.body_axes.screws import (
    Matrix,
    Vector,
    cross,
    dot,
    matrix_plus,
    mirrored,
    others,
    plus,
    pseudo_inward,
    wrench_inward,
)
from bough.passes.arrays import Tree, Work
from bough.passes.switches import LOCKING

# the square of the least distance of a gimbal from its lock
NEAREST = 1e-9
Entries = dict[tuple[int, int], Any]


def accelerations(tree: Tree, work: Work, q: Any, u: Any, tau: Any, wrenches: Any, out: Any) -> bool:
    """u̇ from (q, u, τ) and external wrenches; False if some DoF has no inertia, or a number is not finite."""
    bodies, tau = moved(tree, work, q, u, tau, wrenches)
    totals = [body.inertia for body in bodies]
    required = [(body.force, body.moment) for body in bodies]
    matrix: Entries = {}
    right: Vector = [0.0] * tree.dofs
    sizes: Vector = [0.0] * tree.dofs
    for i in reversed(range(len(bodies))):
        body = bodies[i]
        for k, column in enumerate(body.columns):
            d = tree.dof[i] + k
            right[d] = tau[tree.u_at[i] + k] - _along(column, *required[i])
            own = tree.armature[d, 0] if tree.rotors else 0.0
            sizes[d] = body.size(column) + own
            _fill(tree, bodies, i, k, totals[i], matrix)
            matrix[d, d] = matrix[d, d] + own
        if (p := body.parent) >= 0:
            force, moment = wrench_inward(body.steps, *required[i])
            required[p] = plus(required[p][0], force), plus(required[p][1], moment)
            totals[p] = mirrored(matrix_plus(totals[p], pseudo_inward(body.steps, totals[i])))
    fine = _solved(tree.dof_parent, matrix, right, sizes) and _are_far(tree, bodies)
    for d in range(tree.dofs):
        fine = fine and is_finite(right[d])
        out[tree.dof_user[d]] = right[d]
    return fine


def _fill(tree: Tree, bodies: list[Moving], i: int, k: int, total: Matrix, matrix: Entries) -> None:
    """A row of the mass matrix: the wrench of composite body i for DoF k of its joint, projected on those of the path."""
    d = tree.dof[i] + k
    force, moment = _wrench(total, bodies[i].columns[k])
    count = k + 1
    while True:
        for n in range(count):
            matrix[d, tree.dof[i] + n] = _along(bodies[i].columns[n], force, moment)
        if bodies[i].parent < 0:
            return
        force, moment = wrench_inward(bodies[i].steps, force, moment)
        i = bodies[i].parent
        count = len(bodies[i].columns)


def _along(column: Vector, force: Vector, moment: Vector) -> Any:
    return dot(column[:3], force) + dot(column[3:], moment)


def _wrench(m: Matrix, column: Vector) -> tuple[Vector, Vector]:
    """A pseudo-inertia times accelerations."""
    a, alpha, h, mass = column[:3], column[3:], [row[3] for row in m[:3]], m[3][3]
    force = plus([mass * x for x in a], cross(alpha, h))
    moment = []
    for n in range(3):
        i, j = others(n)
        moment.append((m[i][i] + m[j][j]) * alpha[n] - m[n][i] * alpha[i] - m[n][j] * alpha[j])
    return force, plus(moment, cross(h, a))


def _solved(before: Any, matrix: Entries, x: Vector, sizes: Vector) -> bool:
    """Replace x by the solution of M y = x; False if some pivot is rounding. ``before``: of each DoF the next on its path."""
    inverse: Vector = [0.0] * len(x)
    fine = True
    for k in reversed(range(len(x))):
        fine = is_above(matrix[k, k], SINGULAR, sizes[k]) and fine
        inverse[k] = 1.0 / matrix[k, k]
        path = []
        i = before[k]
        while i >= 0:
            path.append(i)
            i = before[i]
        for n, i in enumerate(path):
            share = matrix[k, i] * inverse[k]
            for j in path[n:]:
                matrix[i, j] = matrix[i, j] - share * matrix[k, j]
            x[i] = x[i] - share * x[k]
        for i in path:
            matrix[k, i] = matrix[k, i] * inverse[k]
    for k in range(len(x)):
        value = x[k] * inverse[k]
        i = before[k]
        while i >= 0:
            value = value - matrix[k, i] * x[i]
            i = before[i]
        x[k] = value
    return fine


def _are_far(tree: Tree, bodies: list[Moving]) -> bool:
    """Whether every gimbal is far enough from its lock for a mass matrix."""
    fine = True
    for i, body in enumerate(bodies):
        if tree.kind[i] == LOCKING:
            first, second, third = (column[3:] for column in body.columns)
            volume = dot(first, cross(second, third))
            fine = is_above(volume * volume, NEAREST, 1.0) and fine
    return fine
