"""Models to try things with: generators, machines that come with bough; and models as plain data."""

from bough.mechanism.description import fingerprint, from_dict, to_dict
from bough.mechanism.generators import binary_tree, broom, lattice, random_state, random_tree, star

__all__ = [
    "binary_tree",
    "broom",
    "fingerprint",
    "from_dict",
    "lattice",
    "random_state",
    "random_tree",
    "star",
    "to_dict",
]
