"""Families of forms, by what they eliminate (``reductions/``), and the reason to choose each."""

from bough.compiled.tree import CompiledTree
from bough.formulations.formulation import Family
from bough.formulations.reductions.null_space import reduction


def _linear(tree: CompiledTree) -> str:
    longest, topology = int(tree.topology.depth.max(initial=0)), tree.topology
    return (
        f"its work is linear in the number of bodies, whereas a mass matrix with paths of up to {longest} DoFs takes "
        f"N2 = {topology.N2:,} multiplications to factorise"
    )


def _short_paths(tree: CompiledTree) -> str:
    longest, topology = int(tree.topology.depth.max(initial=0)), tree.topology
    return (
        f"paths to the ground are short (at most {longest} DoFs), so the mass matrix has few entries "
        f"({topology.N1 + topology.n:,}) and is cheap to factorise (N2 = {topology.N2:,})"
    )


def _few_constraints(tree: CompiledTree) -> str:
    return f"joints have few constraints ({int(tree.constraints.sum()):,}) compared with {tree.topology.n:,} DoFs"


def _little_freedom(tree: CompiledTree) -> str:
    n, rank = tree.topology.n, reduction(tree).rank
    return f"loops leave {n - rank} of {n} DoFs, so few unknowns remain"


BODIES = Family("bodies", _linear)
MASS_MATRIX = Family("mass matrix", _short_paths)
REACTIONS = Family("reactions", _few_constraints)
INDEPENDENT = Family("independent", _little_freedom)
