"""Tallies: predicted numbers of operations, equal to what :mod:`bough.arithmetic.counted` counts.

The price of a kernel is a sum over the small algebra that it calls, to be read beside it. As in counting, operations on
constants are free: those of the mechanism (masses, mounts), and zeros and ones written in kernels (a pure turn does not
shift).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

# kinds of work, and what counts as a call of each
KINDS = {
    "sweep": "poses, motions and inertias of bodies, outward; a call is a body",
    "passes": "further passes over the bodies, which sum inertias or pass wrenches on; a call is a body on a pass",
    "recursion": "hinges eliminated inward and found outward; a call is a hinge",
    "elimination": "the same for all other joints, through memory; a call is a DoF, or a constraint",
    "rows": "entries of a matrix; a call is an entry computed or added to",
    "packed": "factorisation in packed rows or by a plan; a call is a run along a row, or along four at once",
    "substitution": "a right-hand side, and the check of the pivots; a call is a row",
    "iteration": "passes of a warm-started solver; a call is a run along a row",
    "momentum": "velocities of bodies to rates of coordinates and momenta; a call is a body on a pass",
    "lapack": "a full matrix by LAPACK, as textbooks count; a call is a system",
    "sparse": "a sparse matrix by SuperLU; a call is a non-zero, and operations cannot be predicted",
}


@dataclass(frozen=True)
class Tally:
    """Numbers of operations and of calls; tallies can be added, and multiplied by a number (means are rounded)."""

    calls: int = 0
    add: int = 0  # also subtractions
    mul: int = 0
    div: int = 0
    sqrt: int = 0
    sincos: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.calls + other.calls, self.add + other.add, self.mul + other.mul,
            self.div + other.div, self.sqrt + other.sqrt, self.sincos + other.sincos,
        )  # fmt: skip

    def __rmul__(self, times: float) -> Tally:
        return Tally(
            round(times * self.calls),
            round(times * self.add),
            round(times * self.mul),
            round(times * self.div),
            round(times * self.sqrt),
            round(times * self.sincos),
        )

    @property
    def flops(self) -> int:
        """All operations except sincos, whose cost depends on the library."""
        return self.add + self.mul + self.div + self.sqrt


NOTHING = Tally()
CALL = Tally(calls=1)


class Operations(Mapping[str, Tally]):
    """Operations of an evaluation, by kind of work (``KINDS``); kinds that do not occur are left out."""

    def __init__(self, **kinds: Tally):
        if not kinds.keys() <= KINDS.keys():
            raise TypeError(f"no kind of work {', '.join(kinds.keys() - KINDS.keys())}; there are {', '.join(KINDS)}.")
        self._kinds = {kind: kinds[kind] for kind in KINDS if kinds.get(kind, NOTHING) != NOTHING}

    def __getitem__(self, kind: str) -> Tally:
        return self._kinds[kind]

    def __iter__(self) -> Iterator[str]:
        return iter(self._kinds)

    def __len__(self) -> int:
        return len(self._kinds)

    def __add__(self, other: Operations) -> Operations:
        kinds = {*self, *other}
        return Operations(**{kind: self.get(kind, NOTHING) + other.get(kind, NOTHING) for kind in kinds})

    def __repr__(self) -> str:
        return f"Operations({', '.join(f'{kind}={tally}' for kind, tally in self.items())})"

    @property
    def total(self) -> Tally:
        """The sum over all kinds."""
        return sum(self.values(), NOTHING)

    @property
    def flops(self) -> int:
        return self.total.flops


# the small algebra of arithmetic/spatial.py; a difference costs the same as a sum
SUM = Tally(add=1)
PRODUCT = Tally(mul=1)
QUOTIENT = Tally(div=1)
ROOT = Tally(sqrt=1)
SINCOS = Tally(sincos=1)
TERM = SUM + PRODUCT  # a product that is added to a sum
ADD = 3 * SUM
SCALE = 3 * PRODUCT
ADD_SCALED = 3 * TERM
DOT = 2 * SUM + 3 * PRODUCT
CROSS = 3 * SUM + 6 * PRODUCT
ADD_CROSS = 6 * TERM
APPLY = 3 * DOT  # also transposed and symmetric
MULTIPLY = 9 * DOT
TURN = 6 * SUM + 12 * PRODUCT
ROTATE_SYMMETRIC = 3 * APPLY + 6 * DOT
# the dot product of two columns of six
DOT6 = 2 * DOT + SUM
