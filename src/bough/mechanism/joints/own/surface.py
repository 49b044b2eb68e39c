"""The motion of a joint that the user gives by constraints, paper C (2.1): ξ(s, R) = 0 for shift and rotation.

Along the axes of the joint frame, a relative velocity V = (v; ω) changes the residuals by ξ̇_i = z_i · V: z_i = ∂ξ_i/∂x are
the columns of Z. A completes them to a basis, by Householder's reflections. Since z_i · a_j = 0 all the time, what is
needed of the rates of A follows from those of Z along the motion:

    Zᵀ ȧ_j = -Żᵀ a_j,    ȧ_j = -Z(ZᵀZ)⁻¹ Żᵀ a_j,    drift = Σ_j ȧ_j u_j.

(A may also turn within its own span; no gap of a loop depends on that.) The search projects a pose to the nearest one
that fulfils the constraints by Newton's steps, -Z(ZᵀZ)⁻¹ ξ, turns by Cayley's formula.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from bough.arithmetic.spatial import add, cross, dot, scale, sub
from bough.errors import MechanismError
from bough.graph.graph import Graph
from bough.graph.traced import Traced, where
from bough.mechanism.checks import shown
from bough.mechanism.joints.own.algebra import applied, dot6, product, solved
from bough.mechanism.joints.own.programs import PLACE, OwnPrograms, asked, flat, listed

STEPS = 4  # of Newton
Six = tuple[Any, ...]


class OwnSurface(OwnPrograms):
    """The programs of a joint by constraints; its inputs are shift (3) and rotation (9), its last outputs Z."""

    def __init__(self, residuals: Callable[..., Any], whose: str):
        values = _traced(residuals, Graph(), whose)
        self.count, self.constraints = 6 - len(values), len(values)
        super().__init__(self.count, 12, 6 * self.constraints, whose)
        graph, block = self.graph, self.block
        self.before = self.after = np.eye(3)
        shift, rotation = self.q[:3], self.q[3:]
        values = _traced(residuals, graph, whose, self.q)
        self.residuals = listed(0, values)
        normals = _gradients(graph, values, shift, rotation)
        columns = completed(graph, normals, whose)
        velocity = _combined(self.u, columns)
        rates = _gradients_rates(graph, normals, velocity, rotation, shift)
        drift = _held(normals, [dot6(rate, velocity) for rate in rates])
        bent = [_held(normals, [dot6(rate, column) for rate in rates]) for column in columns]
        # as seen from the body, which carries its own axes round
        spin = velocity[3:]
        bent = [
            (*sub(b[:3], cross(spin, a[:3])), *sub(b[3:], cross(spin, a[3:])))
            for a, b in zip(columns, bent, strict=True)
        ]
        turned = [_turned(self.r, six) for six in (*columns, *normals)]
        self.add(
            {
                **listed(block.rotation, product(self.r, rotation)),
                **listed(block.shift, applied(self.r, shift)),
                **listed(block.columns, flat(turned[: self.count])),
                **listed(block.rest, flat(turned[self.count :])),
            },
            listed(block.drift, flat([_turned(self.r, drift)])),
            listed(block.rates, flat(_turned(self.r, six) for six in bent)),
        )
        step = _held(normals, values)
        self.outputs.append(listed(block.q, [*add(shift, step[:3]), *_after_turn(rotation, step[3:])]))
        self.known.append(self.slots(self.q))
        self.steps = STEPS
        self.seal()

    def at(self, poses: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(residuals (B, …), Z by rows (B, …, 6)) at poses of twelve numbers (B, 12)."""
        inputs = {self.block.q + k: poses[:, k] for k in range(12)}
        inputs |= {self.block.r + k: np.full(len(poses), x) for k, x in enumerate(np.eye(3).ravel())}
        rows = [x for at, x in self.outputs[PLACE].items() if self.block.rest <= at < self.saved]
        with np.errstate(all="ignore"):
            found = np.array(self.graph.values([*self.residuals.values(), *rows], inputs, self.curve), float).T
        return found[:, : self.constraints], found[:, self.constraints :].reshape(len(poses), -1, 6)


def _traced(residuals: Callable[..., Any], graph: Graph, whose: str, pose: Sequence[Traced] = ()) -> list[Traced]:
    """The residuals, in terms of a pose."""
    pose = pose or [graph.input(k) for k in range(12)]
    rows = tuple(tuple(pose[3 * k : 3 * k + 3]) for k in range(1, 4))
    found = asked(residuals, (tuple(pose[:3]), rows), whose, "residuals")
    found = list(found) if isinstance(found, tuple | list | np.ndarray) else [found]
    if not 1 <= len(found) <= 5:
        raise MechanismError(
            f"{whose}: its function must give one to five numbers that vanish, not {shown(found)}.",
            argument="residuals",
        )
    return [graph.number(x) for x in found]


def _moving(shift: Sequence[Traced], rotation: Sequence[Traced], velocity: Sequence[Any]) -> dict[int, Any]:
    """The rates of shift and rotation under a velocity, by the names of the inputs."""
    nodes = rotation[0].graph.nodes
    rates = dict(zip((nodes[x.place][1] for x in shift), velocity[:3], strict=True))
    for k in range(3):
        turned = cross(velocity[3:], rotation[k::3])
        rates |= dict(zip((nodes[x.place][1] for x in rotation[k::3]), turned, strict=True))
    return rates


def _gradients(
    graph: Graph, values: Sequence[Traced], shift: Sequence[Traced], rotation: Sequence[Traced]
) -> list[Six]:
    """z_i of each residual."""
    parts = []
    for k in range(6):
        unit = [graph.number(float(k == j)) for j in range(6)]
        parts.append(graph.derivatives(values, _moving(shift, rotation, unit)))
    return list(zip(*parts, strict=True))


def _gradients_rates(
    graph: Graph,
    normals: Sequence[Six],
    velocity: Sequence[Traced],
    rotation: Sequence[Traced],
    shift: Sequence[Traced],
) -> list[Six]:
    """ż_i along a velocity."""
    rates = graph.derivatives([x for normal in normals for x in normal], _moving(shift, rotation, velocity))
    return [tuple(rates[6 * i : 6 * i + 6]) for i in range(len(normals))]


def _held(normals: Sequence[Six], values: Sequence[Traced]) -> Six:
    """-Z(ZᵀZ)⁻¹ values."""
    total = _combined(solved(normals, values), normals)
    return tuple(-x for x in total)


def _combined(factors: Sequence[Traced], columns: Sequence[Six]) -> Six:
    total: list[Traced] = [factors[0].graph.number(0.0)] * 6
    for factor, column in zip(factors, columns, strict=True):
        total = [x + factor * y for x, y in zip(total, column, strict=True)]
    return tuple(total)


def _turned(r: Sequence[Traced], six: Six) -> tuple[Any, Any]:
    return applied(r, six[:3]), applied(r, six[3:])


def _after_turn(rotation: Sequence[Traced], turn: Sequence[Traced]) -> list[Traced]:
    """A rotation after a small turn by a vector, by Cayley's formula: exactly a rotation again."""
    half = scale(0.5, turn)
    factor = 2.0 / (1.0 + dot(half, half))
    columns = []
    for k in range(3):
        column = rotation[k::3]
        across = cross(half, column)
        columns.append(add(column, scale(factor, add(across, cross(half, across)))))
    return [column[i] for i in range(3) for column in columns]


def completed(graph: Graph, columns: Sequence[Six], whose: str) -> list[Six]:
    """Orthonormal columns that complete others to a basis of six, by Householder's reflections."""
    rest, reflections = [list(column) for column in columns], []
    for j in range(len(columns)):
        column = rest[j]
        size = dot6([*[graph.number(0.0)] * j, *column[j:]], [*[graph.number(0.0)] * j, *column[j:]]).sqrt()
        if size.constant == 0.0:
            raise MechanismError(
                f"{whose}: residual {j + 1} depends on those before it, or on nothing; leave it out.",
                argument="residuals",
            )
        lead = graph.number(where(column[j] > 0.0, column[j] + size, column[j] - size))
        vector = [*[graph.number(0.0)] * j, lead, *column[j + 1 :]]
        reflections.append((vector, 1.0 / (size * abs(lead))))
        rest = [_reflected(x, *reflections[-1]) for x in rest]
    found = [[graph.number(float(k == c)) for k in range(6)] for c in range(len(columns), 6)]
    for reflection in reversed(reflections):
        found = [_reflected(x, *reflection) for x in found]
    return [tuple(x) for x in found]


def _reflected(column: Sequence[Traced], vector: Sequence[Traced], factor: Traced) -> list[Traced]:
    amount = dot6(vector, column) * factor
    return [x - amount * y for x, y in zip(column, vector, strict=True)]
