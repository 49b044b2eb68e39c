"""Three families of forms, by what they eliminate (``reductions/``), and what speaks for each."""

from bough.compiled.tree import CompiledTree
from bough.formulations.formulation import Family


def _linear(tree: CompiledTree) -> str:
    longest, topology = int(tree.topology.depth.max(initial=0)), tree.topology
    return (
        f"its work grows with the bodies alone, whereas a mass matrix with paths of up to {longest} DoFs takes N2 = {topology.N2:,} "
        "multiplications to factorise"
    )


def _short_paths(tree: CompiledTree) -> str:
    longest, topology = int(tree.topology.depth.max(initial=0)), tree.topology
    return (
        f"paths to the ground are short (at most {longest} DoFs), so that the mass matrix has few entries ({topology.N1 + topology.n:,}) "
        f"and is cheap to factorise (N2 = {topology.N2:,})"
    )


def _few_constraints(tree: CompiledTree) -> str:
    return f"joints leave few constraints ({int(tree.constraints.sum()):,}) beside {tree.topology.n:,} DoFs"


BODIES = Family("bodies", _linear)
MASS_MATRIX = Family("mass matrix", _short_paths)
REACTIONS = Family("reactions", _few_constraints)
