"""The motion of a user's own joint, from its function: pose, tangent basis A, its drift and its rates, as one graph.

The function is traced once (``arithmetic/traced.py``). Let r be the rotation of the joint's ``before`` frame to the
ground, p(q) the shift and R(q) the rotation. Paper C (2.3)-(2.6), along ground axes and with ∂_j = ∂/∂q_j:

    a_j = (r ∂_j p; r ω_j),    ω̃_j = ∂_j R Rᵀ,    drift = Σ_j (da_j/dt) u_j, r kept.

Where the rotation is a succession of turns by angles α_k about axes z_k, which those before carry round, there is no
need to differentiate R: ω_j = Σ_k ∂_j α_k z_k and dz_k/dt = (Σ_{l<k} α̇_l z_l) × z_k.

Every program works on a block of numbers: first results, then inputs (r, u, q), then memory of kernels, then what one
program computes and another needs again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np

from bough.arithmetic.spatial import add, cross, dot, scale, sub
from bough.arithmetic.tally import NOTHING
from bough.arithmetic.traced import Graph, Traced, where
from bough.errors import MechanismError
from bough.mechanism.checks import shown, shown_error, unit_axis
from bough.mechanism.joints.base import Prices, frame_about
from bough.mechanism.pieces import START, values_of

# programs
PLACE, DRIFT, BEND, SEARCH = range(4)
PROGRAMS = 4
# steps of Gauss and Newton to the coordinates of a pose: from the start, and from the user's own measure
STEPS, MEASURED_STEPS = 12, 3
Triple = tuple[Any, Any, Any]


class Block:
    """Places in the block of a joint with n velocities and so many inputs of its own."""

    def __init__(self, n: int, inputs: int):
        self.rotation, self.shift, self.columns = 0, 9, 12
        self.drift = 12 + 6 * n
        self.rates = 18 + 6 * n
        self.r = 18 + 12 * n
        self.u = 27 + 12 * n
        self.q = 27 + 13 * n
        self.rest = self.q + inputs


class OwnPrograms:
    """The programs of a joint of the user's own, which share a graph and a block."""

    steps: int  # of SEARCH

    def __init__(self, n: int, inputs: int, rest: int, whose: str):
        """``inputs``: besides r and u; ``rest``: numbers of the block that kernels, or further outputs, need."""
        self.whose, self.graph, self.block = whose, Graph(), Block(n, inputs)
        block = self.block
        self.r, self.u, self.q = (
            [self.graph.input(at + k) for k in range(size)]
            for at, size in ((block.r, 9), (block.u, n), (block.q, inputs))
        )
        self.outputs: list[dict[int, Traced]] = []
        self.known: list[dict[int, int]] = []
        self.first: dict[int, Traced] = {}  # where the search starts, if not from the joint's start
        self.saved = self.block.rest + rest
        self.size = self.saved
        self.digest = ""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OwnPrograms) and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    @property
    def operations(self) -> set[str]:
        """The names of the operations that PLACE consists of."""
        return {self.graph.nodes[place][0] for place in self.graph.needed(self.outputs[PLACE].values())}

    @cached_property
    def pieces(self) -> np.ndarray:
        """The pieces of the curves that it follows."""
        return np.vstack(self.graph.pieces) if self.graph.pieces else np.empty((0, 0))

    def slots(self, inputs: Iterable[Traced]) -> dict[int, int]:
        """The places in the block of some inputs, by their places in the graph."""
        return {x.place: self.graph.nodes[x.place][1] for x in inputs}

    def add(self, place: dict[int, Traced], drift: dict[int, Traced], bend: dict[int, Traced]) -> None:
        """Set the first three programs. The later ones find in the block what PLACE has computed."""
        self.outputs = [place, drift, bend]
        inputs = self.slots((*self.r, *self.u, *self.q))
        self.known = [inputs]
        there = {value.place: at for at, value in place.items() if value.constant is None}
        reachable = set(self.graph.needed(place.values()))
        for outputs in (drift, bend):
            known = dict(inputs)
            for node in self.graph.needed(outputs.values(), reachable):
                if node in known or node not in reachable or self.graph.nodes[node][0] == "constant":
                    continue
                if node not in there:
                    there[node] = self.size
                    place[self.size] = Traced(self.graph, node)
                    self.size += 1
                known[node] = there[node]
            self.known.append(known)

    def seal(self, *more: Any) -> None:
        """Find the digest of what the joint does, the same on every machine; ``more``: what else counts."""
        outputs = [*self.outputs[PLACE].values(), *self.outputs[SEARCH].values(), *self.first.values()]
        content = (len(self.u), more, self.steps, self.graph.content(outputs))
        self.digest = hashlib.sha256(repr(content).encode() + self.pieces.tobytes()).hexdigest()

    # --- use ------------------------------------------------------------------------------------------------------

    @property
    def prices(self) -> Prices:
        """What its programs cost."""
        place, drift, bend, step = (
            self.graph.price(outputs.values(), known) for outputs, known in zip(self.outputs, self.known, strict=True)
        )
        first = self.graph.price(self.first.values(), self.known[SEARCH]) if self.first else NOTHING
        return Prices(place, drift=drift, bend=bend, measure=first + self.steps * step)

    def run(self, program: int, block: Any, at: int) -> None:
        """Run a program on scalars of any kind, interpreted; ``block``: a work array of one column."""
        if program == SEARCH and self.first:
            self._step(self.first, self.known[SEARCH], block, at)
        for _ in range(self.steps if program == SEARCH else 1):
            self._step(self.outputs[program], self.known[program], block, at)

    def _step(self, outputs: dict[int, Traced], known: dict[int, int], block: Any, at: int) -> None:
        inputs = {slot: block[at + slot, 0] for slot in known.values()}
        values = self.graph.values(
            list(outputs.values()), inputs, self.curve, {place: inputs[slot] for place, slot in known.items()}
        )
        for slot, value in zip(outputs, values, strict=True):
            block[at + slot, 0] = value

    def text(self, program: int) -> str:
        """A program as the text of a kernel (address of the block, address of the pieces) -> 0."""
        lines = [
            "def program(address, rows):",
            "    align_stack()",
            "    block, pieces = block_at(address), pieces_at(rows)",
        ]
        body = self.graph.lines(self.outputs[program], self.known[program])
        if program == SEARCH:
            lines += [f"    {line}" for line in self.graph.lines(self.first, self.known[SEARCH])]
            lines.append(f"    for _ in range({self.steps}):")
            body = [f"    {line}" for line in body]
        return "\n".join([*lines, *(f"    {line}" for line in body), "    return 0", ""])

    def curve(self, first: int, end: int, order: int, x: Any) -> Any:
        """The value of a curve, or of a derivative."""
        t = np.asarray(x, float) if isinstance(x, np.ndarray) else float(x)
        rows = self.pieces[first:end]
        return values_of(rows[np.clip(np.searchsorted(rows[:, START], t, side="right") - 1, 0, None)], t)[order]


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
        traced = _Pose(self.graph, *found, whose)
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
        gap = (*sub(place, moved.shift), *_turn_between(moved.rotation, target))
        change = least_squares([(*along, *axis) for along, axis in moved.columns], gap)
        self.outputs.append(listed(block.q, [x + dx for x, dx in zip(self.q, change, strict=True)]))
        self.known.append(self.slots((*self.q, *target, *place)))
        if measure is not None:
            self.steps = MEASURED_STEPS
            self.first = self._measured(target, place, measure)

    def _measured(self, target: list[Traced], place: list[Traced], measure: Callable[..., Any]) -> dict[int, Traced]:
        """The coordinates that the user's own function gives for a pose, in the frames that the user described."""
        graph = self.graph
        turned = product(product(_constant(graph, self.before), target), _constant(graph, self.after.T))
        rows = tuple(tuple(turned[3 * k : 3 * k + 3]) for k in range(3))
        found = asked(measure, (tuple(applied(_constant(graph, self.before), place)), rows), self.whose, "measure")
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
        for seed, there in zip(seeds, self.over(PLACE, seeds)[:, :12], strict=True):
            # half the square of the distance, less what all have in common
            far = 0.5 * float(there @ there) - _sum(x * float(y) for x, y in zip(pose, there, strict=True))
            found = [where(best > far, float(x), y) for x, y in zip(seed, found, strict=True)]
            best = where(best > far, far, best)
        self.first = listed(block.q, found)
        self.seal(self.before.tolist(), self.after.tolist())

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


def flat(columns: Iterable[Any]) -> list[Traced]:
    """The numbers of columns of two halves."""
    return [x for column in columns for half in column for x in half]


def listed(at: int, values: Sequence[Traced]) -> dict[int, Traced]:
    return {at + k: value for k, value in enumerate(values)}


def asked(function: Callable[..., Any], arguments: Sequence[Any], whose: str, argument: str) -> Any:
    """What a user's function gives for traced numbers."""
    what = "its function" if argument == "pose" else argument
    try:
        return function(*arguments)
    except MechanismError as error:
        raise MechanismError(f"{whose}: {what}: {error}", argument=argument) from None
    except Exception as error:
        raise MechanismError(
            f"{whose}: {what} cannot be traced ({shown_error(error)}); use NumPy's functions of one number, "
            "bough.where and bough.curve.",
            argument=argument,
        ) from None


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
        self.shift = applied(_constant(graph, self.before.T), shift)

    def _turns(self, turns: list[Any], whose: str) -> None:
        axes = [unit_axis(axis, whose, f"the axis of turn {k + 1}") for k, (axis, _) in enumerate(turns)]
        self.angles = [self.graph.number(angle) for _, angle in turns]
        # x of a frame about an axis is the common normal with the axis before it, or with the one after it
        normals: list[Any] = [cross(a, b) for a, b in pairwise(axes)] or [None]
        into = [frame_about(axis, normal) for axis, normal in zip(axes, (normals[0], *normals), strict=False)]
        out = [frame_about(axis, normal) for axis, normal in zip(axes, (*normals, normals[-1]), strict=False)]
        self.before, self.after = _clean(into[0]), _clean(out[-1])
        for k, angle in enumerate(self.angles):
            offset = _clean(into[k].T @ out[k])
            self.angles[k] = angle + float(np.arctan2(offset[1, 0], offset[0, 0]))
            if k + 1 < len(axes):
                self.between.append(_constant(self.graph, _clean(out[k].T @ into[k + 1])))


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
            spins = [_spin(pose.matrix, graph.derivatives(pose.matrix, one)) for one in ones]
            axes = [applied(r, spin) for spin in spins]
            axis_rates = [applied(r, graph.derivatives(list(spin), moving)) for spin in spins]
            spin = _spin(pose.matrix, graph.derivatives(pose.matrix, moving))
            twist = applied(r, graph.derivatives(list(spin), moving))
        else:
            self.rotation, lines, carried = list(r), [], []
            rates, spin = graph.derivatives(pose.angles, moving), tuple(zero)
            for k, angle in enumerate(pose.angles):
                z = tuple(self.rotation[2::3])
                lines.append(z)
                carried.append(cross(spin, z))
                spin = add(spin, scale(rates[k], z))
                self.rotation = _turned(self.rotation, angle)
                if k < len(pose.between):
                    self.rotation = product(self.rotation, pose.between[k])
            slopes = [graph.derivatives(pose.angles, one) for one in ones]
            axes = [_combined(slope, lines, zero) for slope in slopes]
            axis_rates = [
                add(_combined(graph.derivatives(slope, moving), lines, zero), _combined(slope, carried, zero))
                for slope in slopes
            ]
            second = graph.derivatives(rates, moving)
            twist = add(_combined(second, lines, zero), _combined(rates, carried, zero))
        omega = _combined(u, axes, zero)
        self.columns = list(zip(along, axes, strict=True))
        self.drift = (push, twist)
        # as seen from the body, which carries its own axes round
        self.rates = [
            (sub(along_rate, cross(omega, a)), sub(axis_rate, cross(omega, w)))
            for along_rate, axis_rate, a, w in zip(along_rates, axis_rates, along, axes, strict=True)
        ]


def _sum(values: Iterable[Traced]) -> Traced:
    first, *others = values
    for other in others:
        first = first + other
    return first


def _three(graph: Graph, values: Any, whose: str) -> list[Traced]:
    if not isinstance(values, tuple | list | np.ndarray) or len(values) != 3:
        raise MechanismError(f"{whose} must be three numbers, not {shown(values)}.", argument="pose")
    try:
        return [graph.number(x) for x in values]
    except MechanismError as error:
        raise MechanismError(f"{whose}: {error}", argument="pose") from None


def _clean(matrix: np.ndarray) -> np.ndarray:
    """A rotation without the rounding in place of its zeros and ones."""
    whole = np.round(matrix)
    return np.where(np.abs(matrix - whole) < 1e-15, whole, matrix)


def _constant(graph: Graph, matrix: np.ndarray) -> list[Traced]:
    return [graph.number(x) for x in _clean(matrix).ravel().tolist()]


def applied(m: Sequence[Traced], v: Sequence[Traced]) -> list[Traced]:
    return [dot(m[3 * k : 3 * k + 3], v) for k in range(3)]


def product(a: Sequence[Traced], b: Sequence[Traced]) -> list[Traced]:
    return [dot(a[3 * i : 3 * i + 3], b[k::3]) for i in range(3) for k in range(3)]


def _turned(r: Sequence[Traced], angle: Traced) -> list[Traced]:
    """r Rot(z, angle)."""
    c, s = angle.cos(), angle.sin()
    return [
        x for k in range(3) for x in (c * r[3 * k] + s * r[3 * k + 1], c * r[3 * k + 1] - s * r[3 * k], r[3 * k + 2])
    ]


def _combined(factors: Sequence[Traced], vectors: Sequence[Any], zero: Sequence[Traced]) -> Triple:
    total: Triple = tuple(zero)  # type: ignore[assignment]
    for factor, vector in zip(factors, vectors, strict=True):
        total = add(total, scale(factor, vector))
    return total


def _spin(r: Sequence[Traced], rate: Sequence[Traced]) -> Triple:
    """ω of a rotation and its rate, ω̃ = Ṙ Rᵀ: half the sum of r_c × ṙ_c over its columns."""
    first, second, third = (cross(r[k::3], rate[k::3]) for k in range(3))
    return scale(0.5, add(add(first, second), third))


def _turn_between(r: Sequence[Traced], s: Sequence[Traced]) -> Triple:
    """The rotation from r to s as a vector: its axis times its angle."""
    first, second, third = (cross(r[k::3], s[k::3]) for k in range(3))
    twice = add(add(first, second), third)  # the axis times twice the sine
    cosine = dot(r[0::3], s[0::3]) + dot(r[1::3], s[1::3]) + dot(r[2::3], s[2::3]) - 1.0
    graph = r[0].graph
    square = dot(twice, twice)
    sine = where(square > 1e-30, square, 1.0).sqrt()
    return scale(where(square > 1e-30, graph.number(sine).arctan2(cosine) / sine, 0.5), twice)


def dot6(a: Sequence[Traced], b: Sequence[Traced]) -> Traced:
    return dot(a[:3], b[:3]) + dot(a[3:], b[3:])


def least_squares(columns: Sequence[Sequence[Traced]], target: Sequence[Traced]) -> list[Traced]:
    """x of the least |Σ x_j column_j - target|; 0 along what depends on the columns before."""
    return solved(columns, [dot6(column, target) for column in columns])


def solved(columns: Sequence[Sequence[Traced]], right: Sequence[Traced]) -> list[Traced]:
    """x of AᵀA x = right by AᵀA = L D Lᵀ, of which L D is kept."""
    n = len(columns)
    scaled: list[list[Traced]] = []
    inverse: list[Traced] = []
    found: list[Traced] = []
    for i in range(n):
        row = [dot6(columns[i], columns[j]) for j in range(i + 1)]
        size = row[i]
        for j in range(i + 1):
            for k in range(j):
                row[j] = row[j] - row[k] * (scaled[j] if j < i else row)[k] * inverse[k]
        regular = row[i] - 1e-12 * size
        inverse.append(size.graph.number(where(regular > 0.0, 1.0 / where(regular > 0.0, row[i], 1.0), 0.0)))
        scaled.append(row)
        value = right[i]
        for k in range(i):
            value = value - row[k] * inverse[k] * found[k]
        found.append(value)
    for i in range(n - 1, -1, -1):
        value = found[i]
        for k in range(i + 1, n):
            value = value - scaled[k][i] * found[k]
        found[i] = value * inverse[i]
    return found
