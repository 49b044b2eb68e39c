"""Separate (articulated) bodies along their own axes: one joint after the other is eliminated, in O(N).

The equations are those of ``formulations/reductions/recursive.py``, where they are along ground axes.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from bough.arithmetic.scalar import SINGULAR, is_above, is_finite
from bough.owncode.body_axes.frames import is_plain, is_zero, plain
from bough.owncode.body_axes.motion import Moving, moved
from bough.owncode.body_axes.screws import (
    ZERO,
    Articulated,
    Matrix,
    Vector,
    articulated_inward,
    column,
    cross,
    dot,
    matrix_plus,
    minus,
    mirrored,
    motion_outward,
    plus,
    scaled,
    wrench_inward,
)
from bough.passes.arrays import Tree, Work
from bough.passes.switches import LOCKING

# the square of the least distance of a gimbal from its lock
NEAREST = 1e-18


class _Row(NamedTuple):
    """U/d and (t - aᵀp)/d of a column a."""

    up: Vector
    down: Vector
    rest: Any


class _Body(NamedTuple):
    """An articulated inertia and its wrench."""

    inertia: Articulated
    force: Vector
    moment: Vector


def accelerations(tree: Tree, work: Work, q: Any, u: Any, tau: Any, wrenches: Any, out: Any) -> bool:
    """u̇ from (q, u, τ) and external wrenches; False if some DoF has no inertia, or a number is not finite."""
    bodies, tau = moved(tree, work, q, u, tau, wrenches)
    sums = [_Body(_rigid(body.inertia), body.force, body.moment) for body in bodies]
    rows: list[list[_Row]] = [[] for _ in bodies]
    fine = True
    for i in reversed(range(len(bodies))):
        own = sums[i]
        for k in range(len(bodies[i].columns)):
            own, row, regular = _eliminated(tree, i, k, bodies[i], own, rows[i], tau[tree.u_at[i] + k])
            rows[i].append(row)
            fine = fine and regular
        if (p := bodies[i].parent) >= 0:
            sums[p] = _sum(sums[p], own, bodies[i])
    motions: list[tuple[Vector, Vector]] = []
    for i, body in enumerate(bodies):
        a, alpha = list(ZERO), list(ZERO)
        if body.parent >= 0:
            a, alpha = motion_outward(body.steps, *motions[body.parent])
        for k in reversed(range(len(body.columns))):
            row, axes = rows[i][k], body.columns[k]
            x = row.rest - (dot(row.up, a) + dot(row.down, alpha))
            fine = fine and is_finite(x)
            out[tree.u_at[i] + k] = x
            a, alpha = plus(a, scaled(x, axes[:3])), plus(alpha, scaled(x, axes[3:]))
        motions.append((a, alpha))
    return fine


def _eliminated(
    tree: Tree, i: int, k: int, body: Moving, own: _Body, rows: list[_Row], given: Any
) -> tuple[_Body, _Row, bool]:
    """A body without its joint's DoF k, the row for its acceleration, and whether it has any inertia."""
    (linear, coupling, angular), force, moment = own
    axes, armature = body.columns[k], tree.armature[tree.dof[i] + k, 0] if tree.rotors else 0.0
    rest = given - (dot(axes[:3], force) + dot(axes[3:], moment))
    held: tuple[Vector, Vector, Any] | None = None
    regular = True
    if k == 2 and tree.kind[i] == LOCKING:
        first, second, third = (column[3:] for column in body.columns)
        # of the third axis, what is normal to the first two: near the lock the rest is mere rounding
        normal = cross(first, second)
        across = scaled(dot(normal, third) / dot(normal, normal), normal)
        axes = [0.0, 0.0, 0.0, *across]
        regular = is_above(dot(across, across), NEAREST, 1.0)
        if tree.rotors:
            held = _held(tree, i, body, rows, normal, across)
    along, about = axes[:3], axes[3:]
    up = plus(_applied(linear, along), _applied(coupling, about))
    down = plus([dot(column(coupling, n), along) for n in range(3)], _applied(angular, about))
    pivot = dot(along, up) + dot(about, down)
    if held is not None:
        up, down, pivot = plus(up, held[0]), plus(down, held[1]), pivot + held[2]
    pivot = pivot + armature
    regular = is_above(pivot, SINGULAR, body.size(axes)) and regular
    one = 1.0 / pivot
    up_d, down_d, x = scaled(one, up), scaled(one, down), rest * one
    unit = _unit(axes) if is_zero(armature) else None
    if unit is not None:
        (up_d if unit < 3 else down_d)[unit % 3] = 1.0
    force, moment = plus(force, scaled(x, up)), plus(moment, scaled(x, down))
    linear, angular = _less(linear, up, up_d, True), _less(angular, down, down_d, True)
    coupling = _less(coupling, up, down_d, False)
    if unit is not None:
        # what is left does not resist along this axis, and passes the joint force on
        if unit < 3:
            linear, coupling = _cleared(linear, unit, unit), _cleared(coupling, unit, None)
        else:
            coupling, angular = _cleared(coupling, None, unit - 3), _cleared(angular, unit - 3, unit - 3)
        (force if unit < 3 else moment)[unit % 3] = given
    return _Body(Articulated(linear, coupling, angular), force, moment), _Row(up_d, down_d, x), regular


def _held(
    tree: Tree, i: int, body: Moving, rows: list[_Row], normal: Vector, across: Vector
) -> tuple[Vector, Vector, Any]:
    """M*(a₃ - ã) for the axes of a gimbal, and its part of the pivot; not zero if the first two have armature.

    See ``held_by_armature`` of ``reductions/recursive.py``.
    """
    (first, second, third), d = (column[3:] for column in body.columns), tree.dof[i]
    inverse = 1.0 / dot(normal, normal)
    x = tree.armature[d, 0] * (inverse * dot(cross(third, second), normal))
    y = tree.armature[d + 1, 0] * (inverse * dot(cross(first, third), normal))
    y = y - x * dot(second, rows[0].down)
    up = plus(scaled(x, rows[0].up), scaled(y, rows[1].up))
    down = plus(scaled(x, rows[0].down), scaled(y, rows[1].down))
    return up, down, dot(plus(across, third), down)


def _sum(parent: _Body, own: _Body, body: Moving) -> _Body:
    """A parent with a child that has been eliminated."""
    inertia = articulated_inward(body.steps, own.inertia)
    force, moment = wrench_inward(body.steps, own.force, own.moment)
    both = zip(parent.inertia, inertia, strict=True)
    linear, coupling, angular = (matrix_plus(one, other) for one, other in both)
    return _Body(
        Articulated(mirrored(linear), coupling, mirrored(angular)),
        plus(parent.force, force),
        plus(parent.moment, moment),
    )


def _rigid(m: Matrix) -> Articulated:
    """The inertia of a rigid body, from its pseudo-inertia."""
    (hx, hy, hz), mass = column(m, 3), m[3][3]
    tensor = [
        [m[1][1] + m[2][2], -m[0][1], -m[0][2]],
        [-m[0][1], m[0][0] + m[2][2], -m[1][2]],
        [-m[0][2], -m[1][2], m[0][0] + m[1][1]],
    ]
    linear = [[mass, 0.0, 0.0], [0.0, mass, 0.0], [0.0, 0.0, mass]]
    return Articulated(linear, [[0.0, hz, -hy], [-hz, 0.0, hx], [hy, -hx, 0.0]], tensor)


def _unit(axes: Vector) -> int | None:
    """The place of the one in a constant column of zeros and a one."""
    if not all(map(is_plain, axes)):
        return None
    numbers = [plain(x) for x in axes]
    return numbers.index(1.0) if sorted(numbers) == [0.0] * 5 + [1.0] else None


def _applied(m: Matrix, v: Vector) -> Vector:
    return [dot(row, v) for row in m]


def _less(m: Matrix, u: Vector, v: Vector, is_symmetric: bool) -> Matrix:
    """M - u vᵀ."""
    if not is_symmetric:
        return [minus(m[r], scaled(u[r], v)) for r in range(3)]
    found = [list(row) for row in m]
    for r in range(3):
        for c in range(r, 3):
            found[r][c] = found[c][r] = m[r][c] - u[r] * v[c]
    return found


def _cleared(m: Matrix, row: int | None, to: int | None) -> Matrix:
    """A matrix with zeros in a row and in a column."""
    return [[0.0 if r == row or c == to else m[r][c] for c in range(3)] for r in range(3)]
