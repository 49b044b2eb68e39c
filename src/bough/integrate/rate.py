"""Right-hand sides of motions: by a form, on one mechanism or variants side by side, with their memory."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from bough.arithmetic.width import lane_width
from bough.compiled.entries import FINE, NO_WRENCHES, Entry, Evaluation, Memory, SerialEntry
from bough.compiled.loops import closing_memory
from bough.integrate.closing import CALLBACK, projection_memory
from bough.integrate.jacobian import jacobian_places
from bough.integrate.methods import ADAPTIVE, IMPLICIT, MANIFOLD, RATTLE, Method
from bough.integrate.plan import (
    CLOCK_ROWS,
    Plan,
)
from bough.integrate.steps import normalise
from bough.owncode.entry import OwnEntry
from bough.passes.arrays import VARYING, Tree, Work
from bough.passes.motion import put_all_rates
from bough.solvers.warm import KEEP

NEAR = 1e-3  # share of a step, of differences in time


DIFFERENCE = math.sqrt(np.finfo(float).eps)  # of a coordinate or velocity of the order of one


@dataclass(frozen=True)
class Parametrised:
    """A mass matrix CᵀLC that is integrated with the motion (``reductions/parametrised.py``)."""

    assemble: Callable[..., bool]  # of the form
    rows: dict[str, int]  # of the work arrays
    correct_every: int  # steps; 0 for never
    separation: float


class Rate:
    """A right-hand side: (q, u) or (q, p) to their rates, by a form, on one mechanism or on W variants of it.

    ``parametrised``: how to solve for u̇ within steps, instead of by the form's solver. ``given``: what follows τ in the
    third argument of own code, such as parameters, (P,) or (W, P). ``derivatives``: own code of u̇ with its derivatives
    for implicit steps; without it they take differences.
    """

    def __init__(
        self,
        evaluation: Evaluation,
        trees: Sequence[Tree],
        momenta: bool,
        parametrised: Parametrised | None = None,
        given: np.ndarray | None = None,
        derivatives: OwnEntry | None = None,
    ):
        self.derivatives = derivatives
        self.evaluation, self.trees, self.momenta, self.parametrised = evaluation, trees, momenta, parametrised
        self.given = given
        tree = trees[0]
        self.size = tree.coordinates + tree.dofs
        self.locks = 0  # rows of work.locks

    @property
    def is_compiled(self) -> bool:
        return isinstance(self.evaluation, Entry)

    @property
    def is_own(self) -> bool:
        """Whether it is code of the mechanism's own."""
        return isinstance(self.evaluation, OwnEntry) and not self.has_variants and not self.parametrised

    @property
    def takes_lanes(self) -> bool:
        return self.is_compiled and not isinstance(self.evaluation, SerialEntry)

    @property
    def alone(self) -> Rate:
        """The same without a parametrised mass matrix."""
        return Rate(self.evaluation, self.trees, self.momenta, given=self.given)

    def tree(self) -> Tree:
        """Flat arrays, with a number for each lane where variants differ."""
        if self.parametrised:
            return self.trees[0]._replace(beside=2 * self.trees[0].dofs ** 2 + 1)
        if not self.has_variants:
            return self.trees[0]
        fields = self.trees[0]._asdict()
        for name in VARYING:
            fields[name] = np.stack([getattr(tree, name) for tree in self.trees], axis=-1)
        fields["upright"] = np.min([tree.upright for tree in self.trees], axis=0)
        return Tree(**fields)

    @property
    def has_variants(self) -> bool:
        return len(self.trees) > 1

    def loop_of(self, method: Method) -> str:
        """The loop of steps that runs a method: some have their own where loops are closed."""
        return MANIFOLD.get(method.loop, method.loop) if self.momenta and self.trees[0].loops else method.loop

    def kernels(self, wide: bool, loop: str = "") -> list[tuple[Any, ...]]:
        """The kernels that Numba has to compile, to be counted beforehand; ``loop``: of steps."""
        if self.is_own and not self.trees[0].loops:
            return []
        from bough.compiled.native import compiled_pass
        from bough.integrate.loops import (
            compiled_corrector,
            compiled_fitter,
            compiled_keeper,
            compiled_parametrised,
            compiled_projector,
            compiled_rate,
            compiled_shifter,
        )

        where = wide, self.has_variants
        tree = self.trees[0]
        is_own = self.is_own  # (then kernels only close loops)
        needs = ("loader", tree.forces and not is_own), ("driver", tree.moved_joints)
        called = [field for field, needed in needs if needed]
        forces: list[tuple[Any, ...]] = [(compiled_pass, field, *where) for field in called]
        if not isinstance(self.evaluation, Entry):
            return forces
        if own := self.parametrised:
            return [*forces, (compiled_parametrised, own.assemble), (compiled_keeper, own.assemble)]
        has_closer = self.evaluation.rows.get("schur") and (self.momenta or not is_own)
        passes = ("surveyor", "spanner", *(("closer",) if has_closer else ()))
        closed: list[tuple[Any, ...]] = [(compiled_pass, field, *where) for field in passes]
        if loop in MANIFOLD.values():
            closed += [(compiled_shifter, *where), (compiled_fitter, *where)]
        closed.append((compiled_projector, self.momenta, *where))
        if loop in (ADAPTIVE, IMPLICIT):
            closed.append((compiled_corrector, self.momenta, *where))
        return [
            *forces,
            *(closed if self.trees[0].loops else []),
            *([] if is_own else [(compiled_rate, self.evaluation.core, self.momenta, *where)]),
        ]

    def address(self, work: Work, wide: bool, loop: str = "") -> tuple[int, object]:
        """(address of the compiled right-hand side, the object that must be kept alive with it); ``loop``: of steps."""
        if isinstance(self.evaluation, Entry):
            if self.is_own:
                own: Any = self.evaluation
                own = own.without_loops if loop == RATTLE else own
                return own.rate(wide), own
            from bough.integrate.loops import compiled_parametrised, compiled_rate

            if self.parametrised:
                return compiled_parametrised(self.parametrised.assemble), None
            return compiled_rate(self.evaluation.core, self.momenta, wide, self.has_variants), None
        callback = CALLBACK(lambda table: self._from_python(work))
        address = ctypes.cast(callback, ctypes.c_void_p).value
        assert address is not None
        return address, callback

    def _from_python(self, work: Work) -> int:
        """The right-hand side of a form that is not compiled as a whole: the compiled loop calls it back."""
        tree = self.trees[0]
        n_q = tree.coordinates
        q, u = work.state[:n_q, 0].copy(), work.state[n_q:, 0].copy()
        slope = np.zeros(self.size)
        put_all_rates(tree, q, u, slope)
        failed = self.evaluation.single(q, u, work.drive[: tree.dofs, 0].copy(), NO_WRENCHES, slope[n_q:]) != FINE
        work.slope[:, 0] = slope
        return int(failed)


def kinds_of(trees: Sequence[Tree]) -> list[list[int]]:
    """Variants that can go side by side: they may differ in numbers, but not in structure, kinds of forces, or histories."""
    kinds: dict[Hashable, list[int]] = {}
    for k, tree in enumerate(trees):
        kinds.setdefault(_kind_of(tree), []).append(k)
    return list(kinds.values())


def _kind_of(tree: Tree) -> Hashable:
    """What trees have in common that can go side by side."""
    found: list[Hashable] = []
    value: Any
    for name, value in zip(Tree._fields, tree, strict=True):
        if name == "own_joints":
            found.append(tuple(None if motion is None else motion.digest for motion in value))
        elif name == "laws":
            pass  # (their addresses are among the places of forces)
        elif isinstance(value, np.ndarray):
            is_free = name in VARYING or name == "upright"
            found.append((value.shape, b"" if is_free else (value + 0).tobytes()))  # (without negative zeros)
        else:
            found.append(value)
    return tuple(found)


def memory_of(
    rate: Rate,
    wide: bool,
    stages: int = 0,
    plan: Plan | None = None,
    is_adaptive: bool = False,
    is_implicit: bool = False,
) -> Memory:
    """The memory of a right-hand side and its integrator, which keeps ``stages`` numbers within a step."""
    tree, entry = rate.tree(), rate.evaluation
    # (own code has its memory on the stack)
    own = entry.rows if isinstance(entry, Entry) and not (rate.is_own and not rate.momenta) else {}
    places = entry.places if isinstance(entry, Entry) and tree is entry.tree else None
    if tree.loops:
        from bough.integrate.loops import compiled_corrector, compiled_projector

        tree = tree._replace(projector=compiled_projector(rate.momenta, wide, rate.has_variants))
        if is_adaptive:
            tree = tree._replace(corrector=compiled_corrector(rate.momenta, wide, rate.has_variants))
        own = _with_projection(tree, own, rate)
    if rate.is_own:
        tree, places = tree._replace(forces=0), None
        own = own if tree.loops else {}
    if rate.parametrised:
        own = {**own, **rate.parametrised.rows}
    size = rate.size + tree.beside
    drive = entry.third if isinstance(entry, OwnEntry) else tree.dofs
    rows = {"state": size, "slope": size, "stages": stages, "clock": CLOCK_ROWS, "drive": drive, "locks": rate.locks}
    if is_implicit:
        rows["jacobian"] = jacobian_places(tree.dofs)[-1]
    lanes = (lane_width(),) if wide else ()
    memory = Memory(tree, {**own, **rows}, lanes, variants=rate.has_variants, more=plan, places=places)
    if rate.given is not None:
        give(memory.work, rate.given)
    if len(memory.work.report):
        memory.work.report[KEEP] = 1.0  # a solver by iteration goes on from the last evaluation
    return memory


def give(work: Work, given: np.ndarray) -> None:
    """Put what follows τ in the third argument, (P,) or (W, P), into memory."""
    work.drive[len(work.drive) - given.shape[-1] :, 0] = given.T


def _with_projection(tree: Tree, rows: dict[str, int], rate: Rate) -> dict[str, int]:
    """Rows of the work arrays of a form, and of what closes the loops of a state."""
    more = projection_memory(tree)
    if rate.momenta:
        more |= closing_memory(tree) | {"composite": tree.bodies, "rows": int(tree.row_at[-1])}
        more |= dict.fromkeys(("vector", "line", "diagonal"), tree.dofs)
        more |= {"shift": tree.loop_constraints, "anchor": 2 * rate.size}
    return {field: max(more.get(field, 0), rows.get(field, 0)) for field in {**more, **rows}}


class Slope:
    """A right-hand side as a Python function of (t, y), for other libraries; raises ArithmeticError where it fails.

    With loops it is that of the nearest closed state, so that y need not be closed.
    """

    def __init__(self, rate: Rate):
        self.tree, self._momenta = rate.trees[0], rate.momenta
        self._memory = memory_of(rate, False)
        self.work = self._memory.work
        self._projector = self._memory.tree.projector
        address, self._callback = rate.address(self.work, False)
        self._call = CALLBACK(address)
        self._project = None
        if self.tree.loops:
            from bough.integrate.loops import compiled_projector

            self._project = CALLBACK(compiled_projector(rate.momenta, False, False))
        self.evaluations = 0
        self.asked = np.zeros(rate.size)  # the state of the last call, before loops are closed
        self.latest = math.inf  # functions of time are not evaluated beyond

    def __call__(self, t: float, y: np.ndarray) -> np.ndarray:
        state = self.work.state[:, 0]
        state[:] = y
        normalise(self.tree, state)
        if self.tree.timed:
            state[self.tree.coordinates - 1] = min(t, self.latest)
        self.asked = state.copy()
        self.evaluations += 1
        if self._project:
            self._project(self._memory.address)
            if self._momenta:  # (what closing adds to momenta has a rate, too, which slopes of closed ones lack)
                state[self.tree.coordinates :] = y[self.tree.coordinates :]
        if self._call(self._memory.address) != 0:
            raise ArithmeticError
        return self.work.slope[:, 0].copy()

    def of_closed(self, t: float, y: np.ndarray, h: float) -> np.ndarray:
        """The slope of a motion whose loops stay closed; by differences within a small part of h, if in momenta.

        Slopes of momenta lack what closing the loops adds (``reductions/projection.py``).
        """
        slope = self(t, y)
        if not (self._momenta and self.tree.loops):
            return slope
        after, before = (self._closed(y + step * slope) for step in (NEAR * h, -NEAR * h))
        return (after - before) / (2 * NEAR * h)

    def _closed(self, y: np.ndarray) -> np.ndarray:
        """A state with its loops closed."""
        state = self.work.state[:, 0]
        state[:] = y
        CALLBACK(self._projector)(self._memory.address)
        return state.copy()

    def jacobian(self, t: float, y: np.ndarray) -> np.ndarray:
        """∂slope/∂y by differences, accurate enough for the iteration of an implicit step."""
        here, found = self(t, y), np.empty((len(y), len(y)))
        for k in range(len(y)):
            moved = y.copy()
            moved[k] += DIFFERENCE * max(1.0, abs(y[k]))
            found[:, k] = (self(t, moved) - here) / (moved[k] - y[k])
        return found
