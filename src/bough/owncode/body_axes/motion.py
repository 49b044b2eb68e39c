"""How bodies move when u̇ = 0, along their own axes, and the wrenches that this requires, less those of loads."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from bough.arithmetic.scalar import sincos
from bough.mechanism.joints import KINDS
from bough.owncode.body_axes.frames import SLIDE, Link, clean, is_plain, is_zero, links_of, plain
from bough.owncode.body_axes.loads import driven, wrenches_on
from bough.owncode.body_axes.screws import (
    ZERO,
    Matrix,
    Screw,
    Shift,
    Step,
    Turn,
    Vector,
    Z,
    axes_outward,
    cross,
    dot,
    minus,
    others,
    plus,
    point_inward,
    scaled,
)
from bough.owncode.tracing import BLUR
from bough.passes.arrays import Tree, Work
from bough.passes.driving import drive
from bough.passes.switches import DRIVEN, HINGE, drift_of_kind, place_kind

UPRIGHT = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)
STILL = [0.0] * 6
ALONG_Z, ABOUT_Z = [0.0, 0.0, 1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 1.0]
# (x + y)² <= (1 + s) x² + (1 + 1/s) y²
SHARE = 0.125


class Moving(NamedTuple):
    """A body that moves with u̇ = 0."""

    parent: int
    steps: list[Step]  # from the parent's frame to its own
    columns: list[Vector]  # of its joint: linear and angular velocity for each DoF
    inertia: Matrix
    force: Vector  # that the motion requires, less what loads give
    moment: Vector
    mass: Any  # of the body and its descendants
    extent: Any  # an upper bound of their ∫ r² dm about the body's origin

    def size(self, column: Vector) -> Any:
        """An upper bound of the inertia along a column, and of the traces that the shared kernel takes for one."""
        along, about = column[:3], column[3:]
        return dot(along, along) * (3.0 * self.mass) + dot(about, about) * (2.0 * self.extent)


class _Joint(NamedTuple):
    steps: list[Step]
    columns: list[Vector]
    given: Vector  # the velocity that a drive gives
    drift: Vector  # the acceleration, seen from the parent, when u̇ = 0
    shift: Vector  # of its body's origin


class _Motion(NamedTuple):
    omega: Vector
    alpha: Vector
    a: Vector
    second: Matrix  # α̃ + ω̃ω̃


def moved(tree: Tree, work: Work, q: Any, u: Any, tau: Any, wrenches: Any) -> tuple[list[Moving], Vector]:
    """Outward: every body when u̇ = 0, and joint forces with those of the mechanism. The ground accelerates by -g."""
    links = links_of(tree)
    loads = wrenches_on(tree, work, q, u, wrenches)
    joints = [_joint(tree, work, i, link, q, u) for i, link in enumerate(links)]
    sizes = _extents(tree, [joint.shift for joint in joints])
    ground = _Motion(list(ZERO), list(ZERO), [-x for x in tree.gravity[0].tolist()], [list(ZERO)] * 3)
    motions: list[_Motion] = []
    bodies = []
    for i, (link, joint) in enumerate(zip(links, joints, strict=True)):
        steps = [*link.steps, *joint.steps]
        rates = u[tree.u_at[i] : tree.u_at[i] + len(joint.columns)]
        motion = _moved(motions[link.parent] if link.parent >= 0 else ground, steps, joint, rates)
        motions.append(motion)
        force, moment = _required(link.inertia, motion)
        if i in loads:
            given, turning = loads[i]
            force = minus(force, link.own.turned_back(given))
            moment = minus(moment, link.own.turned_back(link.own.moment([-x for x in given], turning)))
        bodies.append(Moving(link.parent, steps, joint.columns, link.inertia, force, moment, *sizes[i]))
    return bodies, driven(tree, work, q, u, tau)


def _moved(parent: _Motion, steps: list[Step], joint: _Joint, rates: Vector) -> _Motion:
    """ω, α and a of a body: those of the parent there, and what the joint adds."""
    p = point_inward(steps)
    a = axes_outward(steps, [parent.a[n] + dot(parent.second[n], p) for n in range(3)])
    omega, alpha = axes_outward(steps, parent.omega), axes_outward(steps, parent.alpha)
    linear, angular = joint.given[:3], joint.given[3:]
    for rate, column in zip(rates, joint.columns, strict=True):
        linear, angular = plus(linear, scaled(rate, column[:3])), plus(angular, scaled(rate, column[3:]))
    a = plus(plus(a, scaled(2.0, cross(omega, linear))), joint.drift[:3])
    alpha = plus(plus(alpha, cross(omega, angular)), joint.drift[3:])
    omega = plus(omega, angular)
    x, y, z = omega
    xx, yy, zz, xy, xz, yz = x * x, y * y, z * z, x * y, x * z, y * z
    second = [
        [-(yy + zz), xy - alpha[2], xz + alpha[1]],
        [xy + alpha[2], -(xx + zz), yz - alpha[0]],
        [xz - alpha[1], yz + alpha[0], -(xx + yy)],
    ]
    return _Motion(omega, alpha, a, second)


def _required(inertia: Matrix, motion: _Motion) -> tuple[Vector, Vector]:
    """Force and moment that accelerations require: of each r, (α̃ + ω̃ω̃) r + a."""
    second, a, squares = motion.second, motion.a, [x * x for x in motion.omega]
    h, mass = [row[3] for row in inertia[:3]], inertia[3][3]
    force = [dot(second[n], h) + a[n] * mass for n in range(3)]
    moment = []
    for n in range(3):
        i, j = others(n)
        # the entries j, i and i, j of (second) Σ + a hᵀ; the diagonal of (second) by its differences
        value = inertia[i][j] * (squares[j] - squares[i])
        value = value + second[j][i] * inertia[i][i] - second[i][j] * inertia[j][j]
        value = value + second[j][n] * inertia[n][i] - second[i][n] * inertia[n][j]
        moment.append(value + a[j] * h[i] - a[i] * h[j])
    return force, moment


# --- joints -----------------------------------------------------------------------------------------------------------------


def _joint(tree: Tree, work: Work, i: int, link: Link, q: Any, u: Any) -> _Joint:
    """What a joint does to its body, along the body's axes."""
    at = tree.q_at[i]
    if tree.kind[i] == HINGE:
        return _Joint([_hinge(link, q[at])], [ABOUT_Z], STILL, STILL, list(ZERO))
    if tree.kind[i] == SLIDE:
        c, s = clean(math.cos(link.angle)), clean(math.sin(link.angle))
        return _Joint([Screw(Z, c, s, q[at] + link.shift)], [ALONG_Z], STILL, STILL, [0.0, 0.0, q[at]])
    if tree.kind[i] == DRIVEN:
        r, shift = drive(tree, i, UPRIGHT, q, work)
        turn, (v, omega, linear, angular) = _turn(r), work.drift[i, :12].reshape(4, 3).tolist()
        given, drift = ([*turn.turned_back(x), *turn.turned_back(y)] for x, y in ((v, omega), (linear, angular)))
        return _Joint([Shift(list(shift)), turn], [], given, drift, list(shift))
    kind, first, end = KINDS[tree.kind[i]], tree.dof[i], tree.dof[i + 1]
    # the columns that the body carries are constant, and so is the last one, which its own motion leaves as it is
    varying = min(kind.successive, end - first - 1)
    _, _, columns = _placed(tree, work, i, _neutral(tree))
    constant = [[clean(plain(x)) if is_plain(x) else x for x in column] for column in columns[varying:]]
    turn, shift, columns = _placed(tree, work, i, q)
    columns[varying:] = constant
    for d, column in zip(range(first, end), columns, strict=True):
        work.columns[d] = column  # (the drift then is along the body's axes, too)
    drift, spin_drift = drift_of_kind(kind.code, tree, i, u, work)
    return _Joint([Shift(shift), turn], columns, STILL, [*drift, *spin_drift], shift)


def _placed(tree: Tree, work: Work, i: int, q: Any) -> tuple[Screw | Turn, Vector, list[Vector]]:
    """By the joint's own kernel: turn and shift of its body, and its columns along the body's axes."""
    r, shift = place_kind(tree.kind[i], tree, i, UPRIGHT, q, work)
    turn, columns = _turn(r), work.columns[tree.dof[i] : tree.dof[i + 1]].tolist()
    return turn, list(shift), [[*turn.turned_back(x[:3]), *turn.turned_back(x[3:])] for x in columns]


def _hinge(link: Link, angle: Any) -> Screw:
    """The turn of a hinge; the sine and cosine of q serve where quarter turns lead to its angle."""
    quarters = link.angle / (math.pi / 2)
    if abs(quarters - round(quarters)) > BLUR:
        s, c = sincos(angle + link.angle)
    else:
        s, c = sincos(angle)
        for _ in range(round(quarters) % 4):
            s, c = c, -s
    return Screw(Z, c, s, link.shift)


def _turn(r: tuple[Any, ...]) -> Screw | Turn:
    """A rotation, as a screw if it is one about z."""
    if all(map(is_zero, (r[2], r[5], r[6], r[7], r[8] - 1.0))):
        return Screw(Z, r[0], r[3], 0.0)
    return Turn([list(r[k : k + 3]) for k in (0, 3, 6)])


def _neutral(tree: Tree) -> np.ndarray:
    """Coordinates without turns and shifts."""
    found = np.zeros(tree.coordinates)
    for k in range(tree.quaternions):
        found[tree.quaternion[k]] = 1.0
    return found


# --- sizes --------------------------------------------------------------------------------------------------------------------


def _extents(tree: Tree, shifts: list[Vector]) -> list[tuple[Any, Any]]:
    """Of each body with its descendants: the mass, and an upper bound of ∫ r² dm about its origin, wherever they are."""
    masses = [tree.inertia[i, 0] for i in range(tree.bodies)]
    extents = [0.5 * (tree.inertia[i, 4] + tree.inertia[i, 7] + tree.inertia[i, 9]) for i in range(tree.bodies)]
    for i in reversed(range(tree.bodies)):
        if (p := tree.parent[i]) < 0:
            continue
        origin = tree.mount[i, 9:].tolist()
        if all(map(is_plain, (masses[i], extents[i], *origin, *shifts[i]))) and KINDS[tree.kind[i]].only_turns:
            most = (math.sqrt(dot(origin, origin) * masses[i]) + math.sqrt(extents[i])) ** 2
        else:
            far = 2.0 * (dot(origin, origin) + dot(shifts[i], shifts[i]))
            most = (1.0 + SHARE) * extents[i] + (1.0 + 1.0 / SHARE) * (far * masses[i])
        masses[p], extents[p] = masses[p] + masses[i], extents[p] + most
    return list(zip(masses, extents, strict=True))
