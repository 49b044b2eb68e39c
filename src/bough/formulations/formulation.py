"""The one shape of all formulations."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field

from bough.arithmetic.tally import Operations
from bough.compiled.entries import Evaluation
from bough.compiled.tree import CompiledTree

# what a form gives
ACCELERATIONS, CANONICAL_RATES, DRIVES_AND_REACTIONS = "accelerations", "canonical rates", "drives and reactions"


@dataclass(frozen=True)
class Formulation:
    """A form of the equations of motion: where it fits, and how to evaluate it.

    ``supports(tree, solver)`` gives None or the reason why the form cannot serve; ``evaluation(tree, solver)`` the computation of what the form
    ``gives``: accelerations u̇ from (q, u, τ), canonical rates (q̇, ṗ) from (q, p, τ), or drives and reactions from (q, u, u̇), all with external
    wrenches. ``operations(tree, solver)`` tells what that costs without forces and wrenches, or None where it depends on the numbers. ``doubts(tree)`` gives None or
    the reason why the form may be much less accurate than others on this mechanism, so that it is not to be chosen unasked.
    """

    name: str
    summary: str
    reference: str
    solvers: tuple[str, ...]  # the first is the default; empty where no linear system remains
    supports: Callable[[CompiledTree, str | None], str | None]
    evaluation: Callable[[CompiledTree, str | None], Evaluation]
    operations: Callable[[CompiledTree, str | None], Operations | None]
    aliases: tuple[str, ...] = field(default=())
    accuracy: str = ""  # what is to be known of it, if anything
    gives: str = ACCELERATIONS
    doubts: Callable[[CompiledTree], str | None] = field(default=lambda tree: None)


def no_objection(tree: CompiledTree, solver: str | None) -> str | None:
    """The form serves every mechanism."""
    return None


def beyond_memory(entries: int) -> str | None:
    """How much memory as many numbers take, if that is more than this machine has."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") if hasattr(os, "sysconf") else 2**34
    return f"{8 * entries / 2**30:.0f} GiB, more than this machine's memory" if 8 * entries > 0.8 * memory else None


def memory_reason(entries: int) -> str | None:
    """Why as many numbers do not fit into this machine's memory, if they do not."""
    size = beyond_memory(entries)
    return (
        f"its matrices would take {size}; use 'separate-bodies', whose memory grows with the number of bodies"
        if size
        else None
    )
