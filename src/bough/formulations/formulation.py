"""The one shape of all formulations."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from bough.tree.compile import CompiledTree
from bough.tree.entries import Evaluation


@dataclass(frozen=True)
class Formulation:
    """A form of the equations of motion: where it fits, and how to evaluate it.

    ``supports(tree, solver)`` gives None or the reason why the form cannot serve; ``evaluation(tree, solver)`` the computation of u̇ from
    (q, u, τ, wrenches).
    """

    name: str
    summary: str
    reference: str
    solvers: tuple[str, ...]  # the first is the default; empty where no linear system remains
    supports: Callable[[CompiledTree, str | None], str | None]
    evaluation: Callable[[CompiledTree, str | None], Evaluation]
    aliases: tuple[str, ...] = field(default=())


def no_objection(tree: CompiledTree, solver: str | None) -> str | None:
    """The form serves every mechanism."""
    return None
