"""Constraints that depend on others: which rows of a system of constraints count.

A plane linkage in space has more constraints than it needs. A row whose pivot is small beside its diagonal entry is left
out: its multiplier is zero, and the motion is the same. Which rows count is decided at a closed position and kept while
a step leaves it: off the closed positions dependent rows seem independent.
"""

from bough.arithmetic.scalar import kernel, load, store, where_positive, zero_of
from bough.arithmetic.tally import SUM, TERM

# a constraint depends on others if its pivot is below this share of its diagonal entry: singular values below 1e-4
DEPENDENT = 1e-8


@kernel
def counted_pivot(pivot, size, given, chosen, c):
    """Whether constraint c counts, 1 or 0, and a positive pivot; ``size``: its diagonal entry.

    ``chosen`` keeps the choice; where ``given`` is 1, it is taken as it is.
    """
    zero = zero_of(pivot)
    found = where_positive(pivot - DEPENDENT * size, zero + 1.0, zero)
    counts = where_positive(given, load(chosen, c, 0), found)
    store(chosen, c, 0, counts)
    least = 1e-30 * size + 1e-300
    return counts, where_positive(pivot - least, pivot, least)


COUNTED_PIVOT = 2 * TERM + 2 * SUM
