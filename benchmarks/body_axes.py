"""Forward dynamics along the bodies' own axes, on traced numbers: is own code shorter than along ground axes?

Two forms, of hinges, slides and free bodies: articulated bodies, and composite bodies with the factors of the mass matrix.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from body_frames import FREE, SLIDES, TURNS, Link, Z, clean, links_of
from body_turns import (
    Articulated,
    Matrix,
    Screw,
    Turn,
    Vector,
    Whole,
    cross,
    dot,
    inward,
    minus,
    mirrored,
    others,
    outward,
    plus,
    six,
    sums,
)

import bough as bo
from bough.compiled.entries import Entry
from bough.compiled.tree import compiled
from bough.formulations import FORMULATIONS
from bough.graph.graph import Graph, operands
from bough.owncode.program_entry import ProgramEntry
from bough.owncode.tracing import Program, traced


class Moving(NamedTuple):
    """A body while u̇ = 0: its turns, its motion, and the wrench that it requires, all along its own axes."""

    turns: list[Turn]
    omega: Vector
    alpha: Vector
    a: Vector
    second: Matrix  # α̃ + ω̃ω̃
    force: Vector
    moment: Vector


SEEN = {FREE: range(6), TURNS: range(5, 6), SLIDES: range(2, 3)}  # components along a joint's DoFs, of six
Form = Callable[[list[Link], list[Moving], Vector], Vector]


def moved(mechanism: bo.Mechanism, links: list[Link], q: Vector, u: Vector, whole: bool) -> list[Moving]:
    """Outward; gravity is an acceleration of the ground. ``whole``: turn by rotation matrices, not by screws."""
    found: list[Moving] = []
    for link in links:
        screws, rate = [*link.fixed, *_joint(link, q)], u[link.u_at]
        turns: list[Turn] = [Whole.of(screws)] if whole else list(screws)
        omega: Vector = [0.0, 0.0, 0.0]
        alpha: Vector = [0.0, 0.0, 0.0]
        if link.parent >= 0:
            parent = found[link.parent]
            origin: Vector = [0.0, 0.0, 0.0]
            for screw in reversed(screws):
                origin = screw.point(origin)
            omega, alpha = parent.omega, parent.alpha
            a = [x + dot(row, origin) for x, row in zip(parent.a, parent.second, strict=True)]
        else:
            a = [clean(x) for x in -link.base.T @ mechanism.gravity]
        for turn in turns:
            omega, alpha, a = turn.back(omega), turn.back(alpha), turn.back(a)
        if link.kind == TURNS:
            alpha = [alpha[0] + omega[1] * rate, alpha[1] - omega[0] * rate, alpha[2]]
            omega = [omega[0], omega[1], omega[2] + rate]
        elif link.kind == FREE:
            omega, velocity = u[link.u_at + 3 : link.u_at + 6], u[link.u_at : link.u_at + 3]
            a = plus(_in_body(q[link.q_at + 3 : link.q_at + 7], a), cross(omega, velocity))
        else:
            a = [a[0] + omega[1] * (2.0 * rate), a[1] - omega[0] * (2.0 * rate), a[2]]
        found.append(Moving(turns, omega, alpha, a, *_required(link, omega, alpha, a)))
    return found


def _joint(link: Link, q: Vector) -> list[Screw]:
    if link.kind == FREE:
        return []
    if link.kind != TURNS:
        return [Screw(Z, clean(np.cos(link.angle)), clean(np.sin(link.angle)), q[link.q_at] + clean(link.shift))]
    quarters, angle = clean(link.angle / (np.pi / 2)), q[link.q_at]
    if quarters != round(quarters):
        angle, quarters = angle + link.angle, 0.0
    s, c = angle.sin(), angle.cos()
    for _ in range(int(quarters) % 4):
        s, c = c, -s
    return [Screw(Z, c, s, clean(link.shift))]


def _in_body(quaternion: Vector, v: Vector) -> Vector:
    """A vector along the axes of a free body."""
    w, x, y, z = quaternion
    columns = [
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + w * z), 2.0 * (x * z - w * y)],
        [2.0 * (x * y - w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + w * x)],
        [2.0 * (x * z + w * y), 2.0 * (y * z - w * x), 1.0 - 2.0 * (x * x + y * y)],
    ]
    return [dot(column, v) for column in columns]


def _required(link: Link, omega: Vector, alpha: Vector, a: Vector) -> tuple[Matrix, Vector, Vector]:
    """U = α̃ + ω̃ω̃, Σ m (U r + a) and Σ m r × (U r + a)."""
    x, y, z = omega
    squares, xy, xz, yz = (x * x, y * y, z * z), x * y, x * z, y * z
    second = [
        [-(squares[1] + squares[2]), xy - alpha[2], xz + alpha[1]],
        [xy + alpha[2], -(squares[0] + squares[2]), yz - alpha[0]],
        [xz - alpha[1], yz + alpha[0], -(squares[0] + squares[1])],
    ]
    sigma = link.inertia.tolist()
    h, mass, moment = sigma[3][:3], sigma[3][3], []
    for n, (i, j) in enumerate(map(others, range(3))):
        value = sigma[i][j] * (squares[j] - squares[i])
        value = value + second[j][i] * sigma[i][i] - second[i][j] * sigma[j][j]
        value = value + second[j][n] * sigma[n][i] - second[i][n] * sigma[n][j]
        # (of U_jj - U_ii only the difference of squares is left)
        moment.append(value + a[j] * h[i] - a[i] * h[j])
    return second, [dot(row, h) + x * mass for row, x in zip(second, a, strict=True)], moment


# --- forms ------------------------------------------------------------------------------------------------------------------


def articulated(links: list[Link], moving: list[Moving], tau: Vector) -> Vector:
    """Joints are eliminated one by one, from the last body inward; cost linear in bodies."""
    inertias = [six(link.inertia.tolist()) for link in links]
    wrenches = [(body.force, body.moment) for body in moving]
    pivots: list[Any] = [None] * len(links)
    for i in reversed(range(len(links))):
        link, (linear, coupling, angular), (force, moment) = links[i], inertias[i], wrenches[i]
        if link.kind == FREE:
            right = minus(tau[link.u_at : link.u_at + 6], [*force, *moment])
            matrix = _rows(inertias[i])
            entries = {(r, c): matrix[r][c] for r in range(6) for c in range(r + 1)}
            pivots[i] = solved_along_tree(list(range(-1, 5)), entries, right)
            continue
        if link.kind == TURNS:
            up, down = [row[Z] for row in coupling], [row[Z] for row in angular]
            pivot, rest = down[Z], tau[link.u_at] - moment[Z]
        else:
            up, down = [row[Z] for row in linear], coupling[Z]
            pivot, rest = up[Z], tau[link.u_at] - force[Z]
        one = 1.0 / (pivot + link.armature)
        up_d, down_d, x = [v * one for v in up], [v * one for v in down], rest * one
        pivots[i] = up_d, down_d, x
        if link.parent < 0:
            continue
        linear = [[linear[r][c] - up[r] * up_d[c] for c in range(3)] for r in range(3)]
        coupling = [[coupling[r][c] - up[r] * down_d[c] for c in range(3)] for r in range(3)]
        angular = [[angular[r][c] - down[r] * down_d[c] for c in range(3)] for r in range(3)]
        force, moment = plus(force, [v * x for v in up]), plus(moment, [v * x for v in down])
        if link.armature == 0.0:  # (exact zeros, which differences would only come close to)
            gone = (up_d, force) if link.kind != TURNS else (down_d, moment)
            gone[0][Z], gone[1][Z] = 1.0, tau[link.u_at]
            for n in range(3):
                if link.kind == TURNS:
                    coupling[n][Z] = angular[n][Z] = angular[Z][n] = 0.0
                else:
                    linear[n][Z] = linear[Z][n] = coupling[Z][n] = 0.0
        inertia = mirrored(linear), coupling, mirrored(angular)
        for turn in reversed(moving[i].turns):
            inertia = turn.articulated(inertia)
        onto, (force, moment) = link.parent, inward(moving[i].turns, force, moment)
        first, second, third = inertias[onto]
        inertias[onto] = mirrored(sums(first, inertia[0])), sums(second, inertia[1]), mirrored(sums(third, inertia[2]))
        wrenches[onto] = plus(wrenches[onto][0], force), plus(wrenches[onto][1], moment)
    found: Vector = [0.0] * len(tau)
    motions: list[tuple[Vector, Vector]] = []
    for i, link in enumerate(links):
        if link.kind == FREE:
            found[link.u_at : link.u_at + 6] = pivots[i]
            motions.append((pivots[i][:3], pivots[i][3:]))
            continue
        up_d, down_d, x = pivots[i]
        a, alpha = [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]
        if link.parent >= 0:
            a, alpha = outward(moving[i].turns, *motions[link.parent])
            x = x - (dot(up_d, a) + dot(down_d, alpha))
        found[link.u_at] = x
        along = [0.0, 0.0, x]
        motions.append((a, plus(alpha, along)) if link.kind == TURNS else (plus(a, along), alpha))
    return found


def beside(x: Vector, y: Vector) -> Vector:
    return [*x, *y]


def composite(links: list[Link], moving: list[Moving], tau: Vector) -> Vector:
    """The mass matrix, by the inertia of all that a joint carries, and its factors along the tree."""
    inertias = [link.inertia.tolist() for link in links]
    wrenches = [(body.force, body.moment) for body in moving]
    matrix: dict[tuple[int, int], Any] = {}
    right, before = list(tau), [-1] * len(tau)
    last = [link.u_at + (5 if link.kind == FREE else 0) for link in links]
    for i in reversed(range(len(links))):
        link = links[i]
        columns = _rows(six(inertias[i]))
        seen = SEEN[link.kind]
        for k, own in enumerate(seen):
            row = link.u_at + k
            right[row] = tau[row] - beside(*wrenches[i])[own]
            before[row] = row - 1 if k else last[link.parent] if link.parent >= 0 else -1
            for n, other in enumerate(seen[: k + 1]):
                matrix[row, link.u_at + n] = columns[own][other]
        matrix[link.u_at, link.u_at] = matrix[link.u_at, link.u_at] + link.armature
        if link.parent < 0:
            continue
        force, moment = columns[seen[0]][:3], columns[seen[0]][3:]
        j = i
        while links[j].parent >= 0:
            force, moment = inward(moving[j].turns, force, moment)
            j = links[j].parent
            for n, other in enumerate(SEEN[links[j].kind]):
                matrix[link.u_at, links[j].u_at + n] = beside(force, moment)[other]
        inertia, onto = inertias[i], link.parent
        for turn in reversed(moving[i].turns):
            inertia = turn.rigid(inertia)
        inertias[onto] = mirrored(sums(inertias[onto], inertia))
        force, moment = inward(moving[i].turns, *wrenches[i])
        wrenches[onto] = plus(wrenches[onto][0], force), plus(wrenches[onto][1], moment)
    return solved_along_tree(before, matrix, right)


def _rows(inertia: Articulated) -> Matrix:
    """All six rows: force and moment from linear and angular acceleration."""
    linear, coupling, angular = inertia
    rows = [beside(linear[r], coupling[r]) for r in range(3)]
    return rows + [beside([row[r] for row in coupling], angular[r]) for r in range(3)]


def solved_along_tree(before: list[int], matrix: dict[tuple[int, int], Any], right: Vector) -> Vector:
    """x of M x = b, by factors LᵀDL, which have zeros where M has them; ``before``: the row nearer to the ground."""
    paths = []
    for k in range(len(right)):
        path = [k]
        while before[path[-1]] >= 0:
            path.append(before[path[-1]])
        paths.append(path[1:])
    order, x, one = sorted(range(len(right)), key=lambda k: -len(paths[k])), list(right), {}
    for k in order:
        one[k] = 1.0 / matrix[k, k]
        for n, i in enumerate(paths[k]):
            share = matrix[k, i] * one[k]
            for j in paths[k][n:]:
                matrix[i, j] = matrix[i, j] - share * matrix[k, j]
            x[i] = x[i] - share * x[k]
            matrix[k, i] = share
    for k in reversed(order):
        x[k] = x[k] * one[k]
        for i in paths[k]:
            x[k] = x[k] - matrix[k, i] * x[i]
    return x


FORMS: dict[str, Form] = {"articulated": articulated, "composite": composite}


# --- programs -----------------------------------------------------------------------------------------------------------------


class Style(NamedTuple):
    """How far body axes go: frames by common normals, inertia moved to parents, turns by screws."""

    normals: bool = True
    lumped: bool = True
    whole: bool = False


FULL = Style()
PLAIN = Style(normals=False, lumped=False, whole=True)


def along_body_axes(mechanism: bo.Mechanism, form: str, style: Style = FULL) -> Program:
    """Accelerations from q, u and τ, held against forward_dynamics."""
    graph, sizes = Graph(), (mechanism.n_q, mechanism.n, mechanism.n)
    places = iter(range(sum(sizes)))
    q, u, tau = ([graph.input(next(places)) for _ in range(size)] for size in sizes)
    links = links_of(mechanism, style.normals, style.lumped)
    found = FORMS[form](links, moved(mechanism, links, q, u, style.whole), tau)
    program = Program(graph, (*sizes, 0), [graph.number(x) for x in found], list(graph.checks))
    if (off := error(mechanism, program)) > 1e-11:
        raise RuntimeError(f"{mechanism.name}, {form}: off by {off:.1e} of the largest acceleration.")
    return program


def along_ground_axes(mechanism: bo.Mechanism, form: str) -> Program:
    """The same by one of bough's forms."""
    evaluation = _evaluation(mechanism, form)
    return traced(evaluation, (evaluation.tree.coordinates, mechanism.n, mechanism.n), (mechanism.n,))


def _evaluation(mechanism: bo.Mechanism, form: str) -> Entry:
    found = FORMULATIONS[form]
    return found.evaluation(compiled(mechanism), found.solvers[0] if found.solvers else None)


def error(mechanism: bo.Mechanism, program: Program, count: int = 3) -> float:
    """The largest difference from forward_dynamics, relative to the largest acceleration."""
    q, u = bo.random_state(mechanism, 3, count)
    tau, worst = np.random.default_rng(4).standard_normal(u.shape), 0.0
    exact = bo.forward_dynamics(mechanism, q, u, tau, code="own", formulation="separate-bodies")
    for row, wanted in zip(np.hstack((q, u, tau)).tolist(), exact, strict=True):
        found = np.array(program.graph.values(program.outputs, dict(enumerate(row)), _no_curve))
        worst = max(worst, float(np.abs(found - wanted).max() / np.abs(wanted).max()))
    return worst


def _no_curve(*_: Any) -> float:
    raise AssertionError("there are no curves")


class Count(NamedTuple):
    """+ - * / and roots; ``fused``: if a product and the only sum that takes it are one."""

    operations: int
    fused: int


def counted(program: Program) -> Count:
    nodes, needed = program.graph.nodes, program.graph.needed(program.outputs)
    total = sum(nodes[place][0] in ("+", "-", "*", "/", "sqrt") for place in needed)
    uses = Counter(output.place for output in program.outputs)
    for place in needed:
        uses.update(operands(nodes[place]))
    fused = sum(
        nodes[place][0] in ("+", "-") and any(nodes[x][0] == "*" and uses[x] == 1 for x in operands(nodes[place]))
        for place in needed
    )
    return Count(total, total - fused)


def entry(mechanism: bo.Mechanism, program: Program) -> ProgramEntry:
    """Machine code of a program."""
    name = hashlib.sha256(repr(program.graph.content(program.outputs)).encode()).hexdigest()
    return ProgramEntry(_evaluation(mechanism, "separate-bodies"), mechanism, name, (mechanism.n,), lambda *_: program)
