"""An evaluation by a mechanism's own code: its kernel traced, folded, and compiled by LLVM alone."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np

from bough.compiled.entries import FINE, NO_WRENCHES, Entry, address_of, lane_width
from bough.compiled.files import cache_folder, checked, keep, source_stamp
from bough.compiled.notice import compiling
from bough.compiled.tree import CompiledTree
from bough.errors import BoughError
from bough.locks import COMPILING
from bough.owncode.doors import DECLARED, batch_text, rate_text, single_text, words_of
from bough.owncode.llvm import module_text
from bough.owncode.machine import Code, object_code, processor
from bough.owncode.tracing import Program, traced
from bough.passes.arrays import WORK_SHAPES, Work

SINGLE, BATCH, RATE, LANES_RATE = "single", "batch", "rate", "rate of lanes"
# how far own code may be from the shared kernel at a state, relative to the largest number
CLOSE = 1e-9


class Untraceable(BoughError):
    """A kernel that cannot become a mechanism's own code."""


class OwnEntry(Entry):
    """The same computation as an entry's, by code that was made for its mechanism.

    Where a check fails, the shared kernel has the last word: it runs interpreted for that state.
    """

    def __init__(self, entry: Entry, tree: CompiledTree, name: str, size: int, momenta: bool):
        """``name``: of the form and its solver; ``size``: of the results of one state; ``momenta``: they are rates of
        all coordinates and momenta."""
        self._name = name
        self.core, self.tree, self.rows, self.expected = entry.core, entry.tree, entry.rows, entry.expected
        self._mechanism, self._size, self._momenta = tree.mechanism, size, momenta
        self._codes: dict[tuple[str, bool], Code] = {}

    # --- what others ask of an entry ------------------------------------------------------------------------------------

    address = 0  # (own code has its memory on the stack)
    numbers = 0

    @cached_property
    def run(self) -> Callable[..., int]:
        return self._function(SINGLE, False)

    @cached_property
    def run_lanes(self) -> Callable[..., int]:
        return self._function(BATCH, False)

    def single(self, a: Any, b: Any, c: Any, wrenches: np.ndarray, out: np.ndarray) -> int:
        run = self._function(SINGLE, True) if wrenches.size else self.run
        found = run(0, a, b, c, address_of(wrenches), out)
        return found if found == FINE else self.judged(a, b, c, wrenches, out)

    def batch(self, a: Any, b: Any, c: Any, wrenches: np.ndarray, out: np.ndarray) -> int:
        if len(a) < lane_width():
            return self.one_by_one(a, b, c, wrenches, out)
        run, first = self._function(BATCH, True) if wrenches.size else self.run_lanes, 0
        while len(a) - first >= lane_width():
            part = slice(first, None)
            failed = run(
                0, a[part], b[part], c[part], address_of(wrenches[part] if wrenches.size else wrenches), out[part]
            )
            if failed < 0:
                return -1
            group = range(first + failed, first + failed + lane_width())
            for k in group:
                if self.judged(a[k], b[k], c[k], wrenches[k] if wrenches.size else NO_WRENCHES, out[k]) != FINE:
                    return k
            first = group.stop
        rest = self.one_by_one(*(x[first:] if len(x) else x for x in (a, b, c, wrenches, out)))
        return rest if rest < 0 else first + rest

    def judged(self, a: Any, b: Any, c: Any, wrenches: np.ndarray, out: np.ndarray) -> int:
        """One state by the shared kernel, interpreted."""
        work = Work(**{name: np.zeros((self.rows.get(name, 0), width)) for name, (_, width) in WORK_SHAPES.items()})
        with np.errstate(all="ignore"):
            fine = self.core(self.tree, work, a, b, c, wrenches, out)
        return FINE if fine else 1

    def rate(self, wide: bool) -> int:
        """The address of the right-hand side for loops of steps."""
        return self._code(LANES_RATE if wide else RATE, False).address("rate")

    # --- code -----------------------------------------------------------------------------------------------------------

    def _function(self, door: str, loaded: bool) -> Callable[..., int]:
        return self._code(door, loaded).function(door, words_of(self.expected, self.tree.coordinates))

    def _code(self, door: str, loaded: bool) -> Code:
        """The machine code with this door; ``loaded``: for wrenches, too."""
        key = door, loaded
        if key not in self._codes:
            with COMPILING:
                if key not in self._codes:
                    self._codes[key] = self._made(door, loaded)
        return self._codes[key]

    def _made(self, door: str, loaded: bool) -> Code:
        folder, width = cache_folder(), lane_width() if door in (BATCH, LANES_RATE) else 1
        path = None
        if folder is not None and not len(self.tree.laws):  # (addresses of laws are not the same in another process)
            generation = hashlib.sha256(repr((source_stamp(), processor())).encode()).hexdigest()[:16]
            path = folder / generation / f"own-{self._digest(door, loaded, width)}.object"
        if path is not None and (content := checked(path)) is not None:
            return Code(content)
        with compiling(f"{self._mechanism.name} for {door}"):
            program = self.program(door, loaded)
            content = object_code(self._text(program, door, width))
        if path is not None:
            keep(path, content)
        return Code(content, program.graph.laws)

    def program(self, door: str, loaded: bool) -> Program:
        rates = door in (RATE, LANES_RATE) and not self._momenta
        sizes = (self.tree.coordinates, self.tree.dofs, self.tree.dofs)
        return traced(self, sizes, (self._size,), wrenches=loaded, rates=rates)

    def _text(self, program: Program, door: str, width: int) -> str:
        graph, sizes, outputs, checks = program
        body = module_text(graph, outputs, checks, sizes, width)
        if door == SINGLE:
            return body + DECLARED + single_text()
        if door == BATCH:
            return body + DECLARED + batch_text(sizes, len(outputs), width)
        return body + rate_text(self.tree.coordinates, width)

    def _digest(self, door: str, loaded: bool, width: int) -> str:
        """Of everything that the code depends on."""
        digest = hashlib.sha256(repr((self._name, door, loaded, width)).encode())
        value: Any
        for name, value in zip(self.tree._fields, self.tree, strict=True):
            if isinstance(value, np.ndarray) and value.dtype.kind in "if":
                digest.update(f"{name} {value.shape}".encode() + np.ascontiguousarray(value).tobytes())
            elif name == "own_joints":
                digest.update(repr([None if motion is None else motion.digest for motion in value]).encode())
            elif not isinstance(value, np.ndarray):
                digest.update(f"{name} {value!r}".encode())
        return digest.hexdigest()[:32]
