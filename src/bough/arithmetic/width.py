"""How many doubles one SIMD register of this processor holds."""

import os
from functools import cache

from bough.errors import StateError

WIDTHS = (2, 4, 8)
# overrides the processor's width, for tests: LLVM splits a wider vector over several registers
VARIABLE = "BOUGH_LANES"


@cache
def lane_width() -> int:
    """The processor's width, or that set in the environment."""
    if asked := os.environ.get(VARIABLE):
        if asked not in map(str, WIDTHS):
            raise StateError(f"{VARIABLE} must be 2, 4 or 8, not {asked!r}; unset it to use the processor's width.")
        return int(asked)
    from llvmlite.binding import get_host_cpu_features

    features = get_host_cpu_features()
    if features.get("avx512f"):
        return 8
    return 4 if features.get("avx") else 2
