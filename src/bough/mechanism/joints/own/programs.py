"""What joints of the users' own are computed by: programs on a block of numbers, made of one graph.

PLACE gives rotation, shift and A from r and q; DRIFT gives Ȧu and BEND the columns of Ȧ, also from u; SEARCH gives q from
a pose. A goes to work.columns, where kernels look for it. All else is in the block: first results, then inputs (r, u,
q), then memory of kernels, then what one program computes and another needs again.
"""

from __future__ import annotations

import hashlib
import inspect
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from bough.arithmetic.tally import NOTHING
from bough.errors import MechanismError
from bough.graph.graph import Graph
from bough.graph.traced import Traced
from bough.mechanism.checks import shown_error
from bough.mechanism.following import curve
from bough.mechanism.joints.base import Prices
from bough.mechanism.pieces import START, values_of

PLACE, DRIFT, BEND, SEARCH = range(4)
PROGRAMS = 4


class Block:
    """Places in the block of a joint with n velocities and so many inputs of its own."""

    def __init__(self, n: int, inputs: int):
        self.rotation, self.shift, self.drift, self.rates = 0, 9, 12, 18
        self.r = 18 + 6 * n
        self.u = 27 + 6 * n
        self.q = 27 + 7 * n
        self.rest = self.q + inputs
        self.columns = -6 * n  # (these are not in the block)


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
        self.last: dict[int, Traced] = {}  # what becomes of the coordinates that it ends at
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
        there = {value.place: at for at, value in place.items() if value.constant is None and at >= 0}
        reachable = set(self.graph.needed(place.values()))
        for outputs in (drift, bend):
            known = dict(inputs)
            for node in self.graph.needed(outputs.values(), reachable):
                if node in known or node not in reachable or self.graph.nodes[node][0] == "constant":
                    continue
                if node not in there:
                    there[node] = self.size
                    place[self.size] = self.graph.numbers[node]
                    self.size += 1
                known[node] = there[node]
            self.known.append(known)

    def seal(self, *more: Any) -> None:
        """Find the digest of what the joint does, the same on every machine; ``more``: what else counts."""
        searched = (self.outputs[SEARCH], self.first, self.last)
        outputs = [*self.outputs[PLACE].values(), *(x for part in searched for x in part.values())]
        content = (len(self.u), more, self.steps, self.graph.content(outputs))
        self.digest = hashlib.sha256(repr(content).encode() + self.pieces.tobytes()).hexdigest()

    # --- use ------------------------------------------------------------------------------------------------------

    @property
    def prices(self) -> Prices:
        """What its programs cost."""
        place, drift, bend, step = (
            self.graph.price(outputs.values(), known) for outputs, known in zip(self.outputs, self.known, strict=True)
        )
        ends = (self.graph.price(part.values(), self.known[SEARCH]) for part in (self.first, self.last) if part)
        return Prices(place, drift=drift, bend=bend, measure=sum(ends, NOTHING) + self.steps * step)

    @property
    def has_drift(self) -> bool:
        """Whether its columns move as seen from the parent."""
        return any(value.constant != 0.0 for value in self.outputs[DRIFT].values())

    def run(self, program: int, block: Any, columns: Any) -> None:
        """Run a program on scalars of any kind, interpreted, with its block and its rows of work.columns."""
        if program == SEARCH and self.first:
            self._step(self.first, self.known[SEARCH], block, columns)
        for _ in range(self.steps if program == SEARCH else 1):
            self._step(self.outputs[program], self.known[program], block, columns)
        if program == SEARCH and self.last:
            self._step(self.last, self.known[SEARCH], block, columns)

    def _step(self, outputs: dict[int, Traced], known: dict[int, int], block: Any, columns: Any) -> None:
        inputs = {slot: block[slot, 0] for slot in known.values()}
        places = {place: inputs[slot] for place, slot in known.items()}
        try:
            values = self.graph.values(list(outputs.values()), inputs, self.curve, places)
        except (ArithmeticError, ValueError):  # plain numbers raise where kernels give NaN
            if block.dtype != float:
                raise
            values = [math.nan] * len(outputs)
        for slot, value in zip(outputs, values, strict=True):
            if slot < 0:
                columns[divmod(slot - self.block.columns, 6)] = value
            else:
                block[slot, 0] = value

    def text(self, program: int) -> str:
        """A program as the text of a kernel: (addresses of the block, the pieces, the rows of work.columns) -> 0."""
        lines = [
            "def program(block_address, pieces_address, columns_address):",
            "    align_stack()",
            "    block, pieces = block_at(block_address), pieces_at(pieces_address)",
            "    columns = columns_at(columns_address)",
        ]
        body = self._lines(self.outputs[program], program)
        if program == SEARCH:
            lines += [f"    {line}" for line in self._lines(self.first, SEARCH)]
            lines.append(f"    for _ in range({self.steps}):")
            body = [f"    {line}" for line in body] + self._lines(self.last, SEARCH)
        return "\n".join([*lines, *(f"    {line}" for line in body), "    return 0", ""])

    def _lines(self, outputs: Mapping[int, Traced], program: int) -> list[str]:
        places = {
            ("columns", *divmod(at - self.block.columns, 6)) if at < 0 else ("block", at, 0): value
            for at, value in outputs.items()
        }
        return self.graph.lines(places, self.known[program])

    def curve(self, first: int, end: int, order: int, x: Any) -> Any:
        """The value of a curve, or of a derivative."""
        if not isinstance(x, np.ndarray):
            return curve(self.pieces, first, end, x)[order]
        rows = self.pieces[first:end]
        return values_of(rows[np.clip(np.searchsorted(rows[:, START], x, side="right") - 1, 0, None)], x)[order]


def flat(columns: Iterable[Any]) -> list[Traced]:
    """The numbers of columns of two halves."""
    return [x for column in columns for half in column for x in half]


def listed(at: int, values: Sequence[Traced]) -> dict[int, Traced]:
    return {at + k: value for k, value in enumerate(values)}


def asked(function: Callable[..., Any], arguments: Sequence[Any], whose: str, argument: str) -> Any:
    """What a user's function gives for traced numbers."""
    what = "its function" if argument == "pose" else argument
    if not _takes(function, arguments):
        wanted = f"{len(arguments)}, one for each coordinate" if argument == "pose" else "two, shift and rotation"
        raise MechanismError(
            f"{whose}: {what} does not take {len(arguments)} arguments; let it take {wanted}.", argument=argument
        )
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


def _takes(function: Callable[..., Any], arguments: Sequence[Any]) -> bool:
    try:
        inspect.signature(function).bind(*arguments)
    except TypeError:
        return False
    except ValueError:  # a built-in function without a signature
        return True
    return True
