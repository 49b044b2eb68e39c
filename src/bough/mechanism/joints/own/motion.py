"""The motion of a user's own joint, from its function: pose, tangent basis A, its drift and its rates, as one graph.

The function is traced once (``graph/traced.py``). Let r be the rotation of the joint's ``before`` frame to the
ground, p(q) the shift and R(q) the rotation. Paper C (2.3)-(2.6), along ground axes and with ∂_j = ∂/∂q_j:

    a_j = (r ∂_j p; r ω_j),    ω̃_j = ∂_j R Rᵀ,    drift = Σ_j (da_j/dt) u_j, r kept.

Where the rotation is a succession of turns by angles α_k about axes z_k, which those before carry round, there is no
need to differentiate R: ω_j = Σ_k ∂_j α_k z_k and dz_k/dt = (Σ_{l<k} α̇_l z_l) × z_k.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from bough.arithmetic.spatial import add, cross, scale, sub
from bough.errors import MechanismError
from bough.graph.graph import Graph
from bough.graph.traced import Traced, where
from bough.mechanism.checks import shown, unit_axis
from bough.mechanism.joints.base import frame_about
from bough.mechanism.joints.own.algebra import (
    applied,
    clean,
    combined,
    constant,
    least_squares,
    product,
    spin_of,
    summed,
    turn_between,
    turned,
)
from bough.mechanism.joints.own.programs import BEND, PLACE, SEARCH, OwnPrograms, asked, flat, listed

# steps of Gauss and Newton to the coordinates of a pose: from the start, and from the user's own measure
STEPS, MEASURED_STEPS = 12, 3


class OwnMotion(OwnPrograms):
    """The programs of a joint whose pose is a function of its coordinates."""

    def __init__(
        self, pose: Callable[..., Any], names: Sequence[str], whose: str, measure: Callable[..., Any] | None = None
    ):
        self.names, self.count = tuple(names), len(names)
        n = self.count
        super().__init__(n, n, 7 * n + n * (n + 1) // 2, whose)
        found = asked(pose, self.q, whose, "pose")
        if not isinstance(found, tuple | list) or len(found) != 2:
            raise MechanismError(
                f"{whose}: its function must give a shift and a rotation (or None), not {shown(found)}.",
                argument="pose",
            )
        traced = _Pose(self.graph, found[0], found[1], whose)
        self.before, self.after = traced.before, traced.after
        moved, block = _Moved(traced, self.r, self.q, self.u), self.block
        self.add(
            {
                **listed(block.rotation, moved.rotation),
                **listed(block.shift, moved.shift),
                **listed(block.columns, flat(moved.columns)),
            },
            listed(block.drift, flat([moved.drift])),
            listed(block.rates, flat(moved.rates)),
        )
        self.steps = STEPS
        self._search(traced, measure)
        self.seal(self.before.tolist(), self.after.tolist())

    def _search(self, traced: _Pose, measure: Callable[..., Any] | None) -> None:
        """The program of Gauss and Newton: one step of q toward a pose, given in the places of the results."""
        graph, block = self.graph, self.block
        target = [graph.input(block.rotation + k) for k in range(9)]
        place = [graph.input(block.shift + k) for k in range(3)]
        upright = [graph.number(x) for x in np.eye(3).ravel()]
        moved = _Moved(traced, upright, self.q, self.u)
        gap = (*sub(place, moved.shift), *turn_between(moved.rotation, target))
        change = least_squares([(*along, *axis) for along, axis in moved.columns], gap)
        self.outputs.append(listed(block.q, [x + dx for x, dx in zip(self.q, change, strict=True)]))
        self.known.append(self.slots((*self.q, *target, *place)))
        if measure is not None:
            self.steps = MEASURED_STEPS
            self.first = self._measured(target, place, measure)

    def _measured(self, target: list[Traced], place: list[Traced], measure: Callable[..., Any]) -> dict[int, Traced]:
        """The coordinates that the user's own function gives for a pose, in the frames that the user described."""
        graph = self.graph
        rotation = product(product(constant(graph, self.before), target), constant(graph, self.after.T))
        rows = tuple(tuple(rotation[3 * k : 3 * k + 3]) for k in range(3))
        found = asked(measure, (tuple(applied(constant(graph, self.before), place)), rows), self.whose, "measure")
        found = list(found) if isinstance(found, tuple | list | np.ndarray) else [found]
        if len(found) != self.count:
            raise MechanismError(
                f"{self.whose}: measure must give {self.count} numbers, one for each coordinate, not {len(found)}.",
                argument="measure",
            )
        return listed(self.block.q, [graph.number(x) for x in found])

    def start_from(self, seeds: np.ndarray) -> None:
        """Let the search start from that one of many coordinates whose pose is the nearest."""
        graph, block = self.graph, self.block
        pose = [graph.input(block.rotation + k) for k in range(12)]
        best, found = graph.number(np.inf), [graph.number(0.0)] * self.count
        places = self.over(PLACE, seeds)[:, :12]
        size = float(np.ptp(places[:, 9:], axis=0).max()) or 1.0
        weights = np.where(
            np.arange(12) < 9, 1.0, size**-2
        )  # (a way as long as the whole motion counts as half a turn)
        for seed, there in zip(seeds, places, strict=True):
            # half the square of the distance, less what all have in common
            near = summed(x * float(y) for x, y in zip(pose, weights * there, strict=True))
            far = 0.5 * float(weights @ there**2) - near
            found = [where(best > far, float(x), y) for x, y in zip(seed, found, strict=True)]
            best = where(best > far, far, best)
        self.first, self.steps = listed(block.q, found), STEPS
        self.seal(self.before.tolist(), self.after.tolist())

    def limit(self, ranges: Sequence[tuple[float, float]], repeats: Sequence[bool]) -> None:
        """Let the search end within ranges: coordinates that repeat return into theirs, others are infinite beyond."""
        limited = []
        for x, (low, high), again in zip(self.q, ranges, repeats, strict=True):
            width = high - low
            folded = x - width * ((x - low) / width).floor()
            limited.append(folded if again else where(x > high, math.inf, where(x > low, x, math.inf)))
        self.last = listed(self.block.q, limited)
        self.seal(self.before.tolist(), self.after.tolist())

    def searched(self, poses: np.ndarray, q: np.ndarray, only_steps: bool = False) -> np.ndarray:
        """The coordinates (points, n) that the search finds for poses (points, 12), or its steps alone from given q."""
        block = np.zeros((self.size, 1), object)
        for at, values in ((self.block.rotation, poses), (self.block.q, q)):
            for k, column in enumerate(values.T):
                block[at + k, 0] = column
        with np.errstate(all="ignore"):
            if only_steps:
                for _ in range(STEPS):
                    self._step(self.outputs[SEARCH], self.known[SEARCH], block, None)
            else:
                self.run(SEARCH, block, None)
        return np.stack([block[self.block.q + k, 0] for k in range(self.count)], axis=1)

    def over(self, program: int, q: np.ndarray, u: np.ndarray | None = None) -> np.ndarray:
        """Results of a program at many q, in the joint's own frame: (points, numbers)."""
        points = len(q)
        inputs = {self.block.r + k: np.full(points, x) for k, x in enumerate(np.eye(3).ravel())}
        inputs |= {self.block.q + k: q[:, k] for k in range(self.count)}
        inputs |= {self.block.u + k: np.zeros(points) if u is None else u[:, k] for k in range(self.count)}
        with np.errstate(all="ignore"):
            outputs = [x for at, x in self.outputs[program].items() if at < self.saved]
            return np.array(self.graph.values(outputs, inputs, self.curve)).T

    def column_rates(self, q: np.ndarray, u: np.ndarray) -> np.ndarray:
        """The columns of Ȧ in body axes, by rows."""
        placed, bent = (self.over(program, q[None], u[None])[0] for program in (PLACE, BEND))
        turn = self.after @ placed[:9].reshape(3, 3).T
        return (bent.reshape(-1, 2, 3) @ turn.T).reshape(-1, 6)


class _Pose:
    """Shift and rotation between the frames ``before`` and ``after``, which are turned so that turns run about z."""

    def __init__(self, graph: Graph, shift: Any, rotation: Any, whose: str):
        self.graph = graph
        self.before = self.after = np.eye(3)
        self.angles: list[Traced] = []
        self.between: list[list[Traced]] = []  # rotations from one axis to the next
        self.matrix: list[Traced] | None = None
        shift = _three(graph, shift, f"{whose}: the shift")
        if rotation is not None:
            rows = list(rotation) if isinstance(rotation, tuple | list | np.ndarray) else [rotation]
            sizes = [len(row) if isinstance(row, tuple | list | np.ndarray) else 0 for row in rows]
            if sizes and all(size == 2 for size in sizes):
                self._turns(rows, whose)
            elif sizes == [3, 3, 3]:
                self.matrix = [graph.number(x) for row in rows for x in row]
            elif sizes:
                raise MechanismError(
                    f"{whose}: a rotation is None, a list of turns (axis, angle), or a 3 x 3 matrix, not {shown(rotation)}.",
                    argument="pose",
                )
        self.shift = applied(constant(graph, self.before.T), shift)

    def _turns(self, turns: list[Any], whose: str) -> None:
        axes = [unit_axis(axis, whose, f"the axis of turn {k + 1}") for k, (axis, _) in enumerate(turns)]
        self.angles = [self.graph.number(angle) for _, angle in turns]
        # x of a frame about an axis is the common normal with the axis before it, or with the one after it
        normals: list[Any] = [cross(a, b) for a, b in pairwise(axes)] or [None]
        into = [frame_about(axis, normal) for axis, normal in zip(axes, (normals[0], *normals), strict=False)]
        out = [frame_about(axis, normal) for axis, normal in zip(axes, (*normals, normals[-1]), strict=False)]
        self.before, self.after = clean(into[0]), clean(out[-1])
        for k, angle in enumerate(self.angles):
            offset = clean(into[k].T @ out[k])
            self.angles[k] = angle + float(np.arctan2(offset[1, 0], offset[0, 0]))
            if k + 1 < len(axes):
                self.between.append(constant(self.graph, clean(out[k].T @ into[k + 1])))


class _Moved:
    """A pose along the axes in which r is given, with its bases."""

    def __init__(self, pose: _Pose, r: Sequence[Traced], q: Sequence[Traced], u: Sequence[Traced]):
        graph = pose.graph
        names = [graph.nodes[x.place][1] for x in q]
        moving = dict(zip(names, u, strict=True))
        ones = [{name: 1.0} for name in names]
        self.shift = applied(r, pose.shift)
        slopes = [graph.derivatives(pose.shift, one) for one in ones]
        along = [applied(r, slope) for slope in slopes]
        along_rates = [applied(r, graph.derivatives(slope, moving)) for slope in slopes]
        speed = graph.derivatives(pose.shift, moving)
        push = applied(r, graph.derivatives(speed, moving))
        zero = [graph.number(0.0)] * 3
        if pose.matrix is not None:
            self.rotation = product(r, pose.matrix)
            spins = [spin_of(pose.matrix, graph.derivatives(pose.matrix, one)) for one in ones]
            axes: list[Any] = [applied(r, spin) for spin in spins]
            axis_rates: list[Any] = [applied(r, graph.derivatives(list(spin), moving)) for spin in spins]
            spin = spin_of(pose.matrix, graph.derivatives(pose.matrix, moving))
            twist: Any = applied(r, graph.derivatives(list(spin), moving))
        else:
            self.rotation, lines, carried = list(r), [], []
            rates = graph.derivatives(pose.angles, moving)
            spin = zero[0], zero[1], zero[2]
            for k, angle in enumerate(pose.angles):
                z = tuple(self.rotation[2::3])
                lines.append(z)
                carried.append(cross(spin, z))
                spin = add(spin, scale(rates[k], z))
                self.rotation = turned(self.rotation, angle)
                if k < len(pose.between):
                    self.rotation = product(self.rotation, pose.between[k])
            slopes = [graph.derivatives(pose.angles, one) for one in ones]
            axes = [combined(slope, lines, zero) for slope in slopes]
            axis_rates = [
                add(combined(graph.derivatives(slope, moving), lines, zero), combined(slope, carried, zero))
                for slope in slopes
            ]
            second = graph.derivatives(rates, moving)
            twist = add(combined(second, lines, zero), combined(rates, carried, zero))
        omega = combined(u, axes, zero)
        self.columns = list(zip(along, axes, strict=True))
        self.drift = (push, twist)
        # as seen from the body, which carries its own axes round
        self.rates = [
            (sub(along_rate, cross(omega, a)), sub(axis_rate, cross(omega, w)))
            for along_rate, axis_rate, a, w in zip(along_rates, axis_rates, along, axes, strict=True)
        ]


def _three(graph: Graph, values: Any, whose: str) -> list[Traced]:
    if not isinstance(values, tuple | list | np.ndarray) or len(values) != 3:
        raise MechanismError(f"{whose} must be three numbers, not {shown(values)}.", argument="pose")
    try:
        return [graph.number(x) for x in values]
    except MechanismError as error:
        raise MechanismError(f"{whose}: {error}", argument="pose") from None
