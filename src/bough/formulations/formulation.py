"""The contract of a form of the equations of motion.

A form's file opens with a paragraph that says which equations it solves, then ``reference``: the same in a few lines of
NumPy on the papers' matrices (``bo.dynamics.matrices``), to be read beside the paper. Kernels follow, and a ``FORMULATION`` of
one of three sorts ties them together. In a ``Recursion`` one kernel does everything: no linear system remains, or only a
small one that it solves itself. Forms that leave a linear system are in ``systems.py``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from bough.arithmetic.tally import Operations
from bough.compiled.entries import Entry, Evaluation, beyond_memory
from bough.compiled.tree import CompiledTree
from bough.passes.arrays import Tree
from bough.solvers.solver import Effort, Solver

# what a form gives
ACCELERATIONS, CANONICAL_RATES, DRIVES_AND_REACTIONS = "accelerations", "canonical rates", "drives and reactions"
# features of a mechanism that a form has to support explicitly
ARMATURE, DRIVEN_JOINTS, LOOPS = "armature", "driven joints", "closed loops"


@dataclass(frozen=True)
class Family:
    """Forms that come from one elimination, and why one of them is the fastest for the shape of a mechanism."""

    name: str
    because: Callable[[CompiledTree], str]


@dataclass(frozen=True, kw_only=True)
class Formulation(ABC):
    """A form of the equations of motion: where it fits, what it costs, and how to evaluate it.

    It gives accelerations u̇ from (q, u, τ), canonical rates (q̇, ṗ) from (q, p, τ), or drives and reactions from
    (q, u, u̇), all with external wrenches. ``doubts(tree)``: None, or the reason why the form may be much less accurate
    than others on this mechanism; it is then not chosen automatically.
    """

    name: str
    summary: str
    reference: str  # to the papers
    in_numpy: Callable[..., Any]  # the ``reference`` function of its file
    methods: tuple[Solver, ...] = ()  # the first is the default; empty where no linear system remains
    aliases: tuple[str, ...] = ()
    gives: str = ACCELERATIONS
    accuracy: str = ""  # a note for users, or empty
    family: Family | None = None
    besides: str = ""  # a further reason, given where it is the fastest of its family
    serves: frozenset[str] = frozenset()  # the features that it supports, beyond plain trees
    needs: frozenset[str] = frozenset()  # those without which another form is the same for less
    is_timed: bool = False  # whether `bough calibrate` times it, with its first solver
    is_yardstick: bool = False  # whether it is there to compare with, and is not chosen automatically
    doubts: Callable[[CompiledTree], str | None] = field(default=lambda tree: None)

    @property
    def solvers(self) -> tuple[str, ...]:
        """The names of its solvers."""
        return tuple(solver.name for solver in self.methods)

    def solver(self, name: str | None) -> Solver | None:
        """A solver of this form by name; its default one for None."""
        if name is None:
            return self.methods[0] if self.methods else None
        return next(solver for solver in self.methods if solver.name == name)

    def supports(self, tree: CompiledTree, solver: str | None) -> str | None:
        """Why the form cannot serve, or None if it can."""
        features = {
            ARMATURE: tree.rotors,
            DRIVEN_JOINTS: tree.rheonomic,
            LOOPS: tree.loops,
        }
        for feature, there in features.items():
            if there and feature not in self.serves:
                return f"it does not support {feature}"
            if not there and feature in self.needs:
                return f"it is for {feature}, and there are none"
        return self._objection(tree, self.solver(solver))

    @abstractmethod
    def _objection(self, tree: CompiledTree, solver: Solver | None) -> str | None:
        """A further reason why the form cannot serve, or None."""

    @abstractmethod
    def evaluation(self, tree: CompiledTree, solver: str | None) -> Evaluation:
        """A new evaluation of what the form gives."""

    @abstractmethod
    def operations(self, tree: CompiledTree, solver: str | None, effort: Effort | None = None) -> Operations | None:
        """What an evaluation costs without forces and wrenches; None if that depends on the numbers.

        ``effort``: what a warm-started solver does, in the mean along a motion.
        """


def plain_arrays(tree: CompiledTree) -> Tree:
    """The flat arrays without further tables."""
    return tree.arrays


def no_objection(tree: CompiledTree) -> str | None:
    """The form serves every mechanism."""
    return None


@dataclass(frozen=True, kw_only=True)
class Recursion(Formulation):
    """A form that one kernel computes."""

    core: Callable[..., bool]  # (tree, work, q, u or p, τ or u̇, wrenches, out) -> bool
    memory: Callable[[CompiledTree], dict[str, int]]
    price: Callable[[CompiledTree], Operations]
    arrays: Callable[[CompiledTree], Tree] = plain_arrays
    objection: Callable[[CompiledTree], str | None] = no_objection

    def _objection(self, tree, solver):
        return self.objection(tree)

    def evaluation(self, tree, solver):
        return Entry(self.core, self.arrays(tree), self.memory(tree))

    def operations(self, tree, solver, effort=None):
        return self.price(tree)


class TooLarge(str):
    """Why a form cannot serve: its matrices need more memory than there is."""

    size: str
    entries: int

    def __new__(cls, entries: int, size: str) -> TooLarge:
        text = f"its matrices would take {size}; use 'separate-bodies', whose memory grows with the number of bodies"
        reason = super().__new__(cls, text)
        reason.entries, reason.size = entries, size
        return reason

    def or_more(self) -> TooLarge:
        """For several forms of which this is the smallest."""
        return TooLarge(self.entries, self.size.replace(",", " or more,", 1))


def memory_reason(entries: int) -> TooLarge | None:
    """Why as many numbers do not fit into this machine's memory, if they do not."""
    size = beyond_memory(entries)
    return TooLarge(entries, size) if size else None
