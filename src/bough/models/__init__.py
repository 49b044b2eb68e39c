"""Models to try things with: generators, machines that come with bough; and models as plain data."""

from bough.mechanism.description import describe, digest, rebuild
from bough.mechanism.generators import binary_tree, broom, lattice, random_state, random_tree, star

__all__ = [
    "binary_tree",
    "broom",
    "describe",
    "digest",
    "lattice",
    "random_state",
    "random_tree",
    "rebuild",
    "star",
]
