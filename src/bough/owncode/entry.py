"""An evaluation by a mechanism's own code: its kernel traced, folded, and compiled by LLVM alone."""

from __future__ import annotations

import copy
import hashlib
import json
import math
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache, cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import numpy as np

from bough.arithmetic.width import lane_width
from bough.compiled.entries import FAILED, FINE, NO_WRENCHES, Entry, address_of
from bough.compiled.files import cache_folder, checked, keep, source_stamp
from bough.compiled.functions import stand_in, with_laws
from bough.compiled.notice import compiling
from bough.errors import BoughError, UnsupportedError
from bough.graph.graph import Graph
from bough.locks import COMPILING
from bough.mechanism.following import curve
from bough.mechanism.generators import random_state
from bough.mechanism.mechanism import Mechanism
from bough.owncode.body_axes import Core, twin_of
from bough.owncode.doors import DECLARED, batch_text, rate_text, single_text, words_of
from bough.owncode.llvm import module_text
from bough.owncode.tracing import Program, traced
from bough.passes.arrays import WORK_SHAPES, Work
from bough.passes.sweep import quaternions_are_unit

if TYPE_CHECKING:
    from bough.compiled.machine import Code

SINGLE, BATCH, RATE, LANES_RATE = "single", "batch", "rate", "rate of lanes"
VARIABLE = "BOUGH_CODE"  # what "auto" means for code: "own" or "shared"
_of_thread = threading.local()
# how far own code may be from the shared kernel at a state, relative to the largest number
CLOSE = 1e-9


def wanted_code() -> str:
    """What "auto" means for code here."""
    return getattr(_of_thread, "code", None) or os.environ.get(VARIABLE, "auto")


@contextmanager
def by_shared_kernels() -> Iterator[None]:
    """On this thread "auto" means shared kernels: for mechanisms that are used once, each for a few states."""
    before, _of_thread.code = getattr(_of_thread, "code", None), "shared"
    try:
        yield
    finally:
        _of_thread.code = before


def is_used_once() -> bool:
    """Whether mechanisms on this thread are used once, each for a few states."""
    return getattr(_of_thread, "code", None) == "shared"


class Size(NamedTuple):
    """How much own code computes."""

    operations: int  # sums, products, quotients, roots
    weight: float  # about how long it takes, in additions
    axes: str  # along which it computes: "ground" or "body"


class Untraceable(UnsupportedError):
    """Why a kernel cannot become a mechanism's own code."""


class OwnEntry(Entry):
    """The same computation as an entry's, by code that was made for its mechanism.

    Where a check fails, the shared kernel is rerun, interpreted, for that state, and its result counts.
    """

    def __init__(
        self,
        entry: Entry,
        mechanism: Mechanism,
        name: str,
        arrays: tuple[int, ...],
        shape: tuple[int, ...],
        momenta: bool = False,
    ):
        """``name``: of the computation, among all of bough; ``arrays``: sizes of its arguments; ``shape``: of its
        results; ``momenta``: these are rates of all coordinates and momenta.
        """
        self.core, self.tree, self.rows, self.expected = entry.core, entry.tree, entry.rows, entry.expected
        self._mechanism, self._name, self._arrays, self._momenta = mechanism, name, arrays, momenta
        self._shape = shape if len(shape) == 1 else (math.prod(shape[:-1]), shape[-1])
        self.twin = twin_of(name, entry.tree)
        self._codes: dict[tuple[str, bool], Code] = {}
        self._functions: dict[tuple[str, bool], Callable[..., int]] = {}

    @cached_property
    def plain(self) -> Program:
        """What it computes without wrenches; raises ``Untraceable``."""
        if not self.tree.coordinates:
            raise Untraceable("nothing moves")
        try:
            return self.program(SINGLE, False)
        except (BoughError, ArithmeticError) as error:
            raise Untraceable(str(error).rstrip(".")) from None

    @cached_property
    def _core(self) -> Core | None:
        """What runs in place of the kernel, behind all doors."""
        return self._raced[0]

    @cached_property
    def _raced(self) -> tuple[Core | None, Program]:
        """The shorter program without wrenches of those along ground axes and along body axes, and what made it.

        Where rounding is so large that both are not the same, the kernel's axes are taken.
        """
        program = self.along(None)
        if self.twin is not None:
            with suppress(BoughError, ArithmeticError):
                other = self.along(self.twin)
                if other.measure[1] < program.measure[1] and self._is_as_kernel(other):
                    return self.twin, other
        return None, program

    def along(self, core: Core | None, wrenches: bool = False, rates: bool = False, chosen: int = 0) -> Program:
        """What it computes, by its kernel or by what runs in place of it."""
        return traced(self, self._arrays, self._shape, wrenches=wrenches, rates=rates, twin=core, chosen=chosen)

    def checked(self) -> Self:
        """Itself, if it gives the numbers of the kernel at random states; or ``Untraceable``."""
        self.size  # noqa: B018  (known once it was found to do so)
        return self

    @cached_property
    def size(self) -> Size:
        """How much it computes; from the cache if this was found out before."""
        path = self._path(SINGLE, False)
        path = None if path is None else path.with_suffix(".size")
        if path is not None and (content := checked(path)) is not None:
            return Size(*json.loads(content))
        program, along_ground = self.plain, self._core is None
        if along_ground and not self._is_as_kernel(program):
            raise Untraceable("it has data-dependent branches")
        size = Size(*program.measure, "ground" if along_ground else "body")
        if path is not None:
            keep(path, json.dumps(size).encode())
        return size

    def _is_as_kernel(self, program: Program) -> bool:
        """Whether a program gives the numbers of the kernel at random states."""
        graph, tree = program.graph, self.tree
        # (users' functions may fail at random states, or have side effects)
        laws = {law.address: stand_in(law) for law in tree.laws}
        kernel = copy.copy(self)
        kernel.tree = with_laws(tree, laws)
        rng = np.random.default_rng(1)
        for seed in (1, 2):
            q, _ = random_state(self._mechanism, seed)
            q = np.append(q, np.full(tree.coordinates - len(q), (self._mechanism.covered or (0.0,))[0]))
            a, b, c = q, *self._random(rng)
            expected = np.zeros(self._shape)
            if kernel._by_kernel(a, b, c, expected) == FINE:
                inputs = dict(enumerate((*a.tolist(), *b.tolist(), *c.tolist())))
                found = np.array(
                    graph.values(
                        program.outputs,
                        inputs,
                        partial(curve_of, graph),
                        laws=lambda address, given: laws[address].function(*given),
                    )
                )
                if not np.abs(found - expected.ravel()).max(initial=0.0) <= CLOSE * np.abs(expected).max(initial=0.0):
                    return False
        return True

    def _by_kernel(self, a: Any, b: Any, c: Any, out: np.ndarray) -> int:
        """One state without wrenches by the shared kernel, interpreted."""
        return self.judged(a, b, c, NO_WRENCHES, out)

    def _random(self, rng: np.random.Generator) -> list[np.ndarray]:
        """Numbers for the arguments after q."""
        return [rng.normal(size=size) for size in self._arrays[1:]]

    # --- what others ask of an entry ------------------------------------------------------------------------------------

    @property
    def third(self) -> int:
        """The length of its third argument."""
        return self._arrays[2]

    @cached_property
    def without_loops(self) -> OwnEntry:
        """The same for the open tree, without what closes its loops."""
        entry = Entry(self.core, self.tree._replace(loops=0), self.rows)
        return OwnEntry(entry, self._mechanism, self._name, self._arrays, self._shape, self._momenta)

    target = "slope"  # what loops of steps have it fill
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
        try:
            with np.errstate(all="ignore"):
                fine = quaternions_are_unit(self.tree, a) and self.core(
                    self.tree, work, a, b, c, wrenches, out.reshape(self._shape)
                )
        except (ValueError, ArithmeticError):  # (Python's own root of a negative number, and its quotients by zero)
            return FAILED
        return FINE if fine else FAILED

    def rate(self, wide: bool) -> int:
        """The address of the right-hand side for loops of steps."""
        return self._code(LANES_RATE if wide else RATE, False).address("rate")

    # --- code -----------------------------------------------------------------------------------------------------------

    def _function(self, door: str, loaded: bool) -> Callable[..., int]:
        key = door, loaded
        if key not in self._functions:
            words = words_of(self.expected, self.tree.coordinates)
            self._functions.setdefault(key, self._code(door, loaded).function(door, words))
        return self._functions[key]

    def _code(self, door: str, loaded: bool) -> Code:
        """The machine code with this door; ``loaded``: for wrenches, too."""
        key = door, loaded
        if key not in self._codes:
            with COMPILING:
                if key not in self._codes:
                    self._codes[key] = self._made(door, loaded)
        return self._codes[key]

    def _path(self, door: str, loaded: bool) -> Path | None:
        """Where the machine code is kept; None for nowhere."""
        folder = cache_folder()
        if folder is None or len(self.tree.laws):  # (addresses of laws are not the same in another process)
            return None
        return folder / _generation() / f"own-{self._digest(door, loaded)}.object"

    def _made(self, door: str, loaded: bool) -> Code:
        from bough.compiled.machine import Code, object_code

        path = self._path(door, loaded)
        if path is not None and (content := checked(path)) is not None:
            return Code(content)
        with compiling(f"{self._mechanism.name} for {door}"):
            program = self.plain if door in (SINGLE, BATCH) and not loaded else self.program(door, loaded)
            content = object_code(self._text(program, door))
        if path is not None:
            keep(path, content)
        return Code(content, program.graph.laws)

    def program(self, door: str, loaded: bool) -> Program:
        """What the code behind a door computes; ``loaded``: with wrenches."""
        is_rate = door in (RATE, LANES_RATE)
        rates = is_rate and not self._momenta
        # constraints that count at the closed state before a step count within the step, too
        chosen = self.tree.loop_constraints + 1 if is_rate and self.tree.loops else 0
        return self.along(self._core, loaded, rates, chosen) if loaded or rates or chosen else self._raced[1]

    def _text(self, program: Program, door: str) -> str:
        width = width_of(door)
        body, sizes, outputs = self.body(program, width)
        if door == SINGLE:
            return body + DECLARED + single_text()
        if door == BATCH:
            return body + DECLARED + batch_text(sizes, outputs, width)
        return body + rate_text(self.tree.coordinates, width, self.target, chosen=len(sizes) > 4)

    def body(self, program: Any, width: int) -> tuple[str, tuple[int, ...], int]:
        """The text of what doors call, the sizes of its inputs, and how many numbers it gives."""
        graph, sizes, outputs, checks = program
        return module_text(graph, outputs, checks, sizes, width), sizes, len(outputs)

    def _digest(self, door: str, loaded: bool) -> str:
        """Of everything that the code depends on, besides the sources of kernels and the processor."""
        what = self._name, self._arrays, self._shape, self._momenta, door, loaded, width_of(door)
        digest = hashlib.sha256(repr(what).encode())
        value: Any
        for name, value in zip(self.tree._fields, self.tree, strict=True):
            if isinstance(value, np.ndarray) and value.dtype.kind in "if":
                digest.update(f"{name} {value.shape}".encode() + np.ascontiguousarray(value).tobytes())
            elif name == "own_joints":
                digest.update(repr([None if motion is None else motion.digest for motion in value]).encode())
            elif not isinstance(value, np.ndarray):
                digest.update(f"{name} {value!r}".encode())
        return digest.hexdigest()[:32]


def curve_of(graph: Graph, first: int, end: int, order: int, x: float) -> float:
    """The value of a curve of a graph."""
    return curve(np.concatenate(graph.pieces), first, end, x)[order]


@cache
def _generation() -> str:
    """A digest of the sources that own code comes from, and of the processor."""
    from bough.compiled.machine import processor

    digest = hashlib.sha256(repr((source_stamp(), processor())).encode())
    for path in sorted(Path(__file__).parent.rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def width_of(door: str) -> int:
    """How many states the code behind a door computes side by side."""
    return lane_width() if door in (BATCH, LANES_RATE) else 1
