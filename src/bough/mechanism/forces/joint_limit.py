"""Stops at the ends of a joint's range."""

import math
from dataclasses import KW_ONLY, dataclass

from bough.arithmetic.scalar import kernel, where_positive, zero_of
from bough.errors import MechanismError
from bough.mechanism.checks import finite, positive
from bough.mechanism.forces.base import JointForce, Kind, not_negative, text


@dataclass(frozen=True)
class JointLimit(JointForce):
    """Stops at ``lower`` and ``upper`` (one may be left out) of a coordinate.

    A coordinate that is beyond a stop by x is pushed back by k x²/2δ up to x = δ and by k (x - δ/2) from there on, k
    being the ``stiffness`` and δ the ``softness``: the force starts without a kink. ``damping`` grows with it, to its
    full value at x = δ.
    """

    joint: str
    lower: float | None = None
    upper: float | None = None
    _: KW_ONLY
    stiffness: float
    softness: float
    damping: float = 0.0

    needs_coordinate = True

    def __post_init__(self):
        text(self.joint, "JointLimit", "joint")
        if self.lower is None and self.upper is None:
            raise MechanismError(f"{self.whose}: give lower=, upper= or both.")
        self._set(
            stiffness=not_negative(self.stiffness, self.whose, "stiffness"),
            softness=positive(self.softness, self.whose, "softness"),
            damping=not_negative(self.damping, self.whose, "damping"),
            **{
                name: finite(value, self.whose, name)
                for name in ("lower", "upper")
                if (value := getattr(self, name)) is not None
            },
        )
        if self.lower is not None and self.upper is not None and self.lower >= self.upper:
            raise MechanismError(
                f"{self.whose}: lower {self.lower:g} is not below upper {self.upper:g}; swap them.", argument="lower"
            )

    @property
    def is_conservative(self):
        return self.damping == 0.0

    def numbers(self):
        lower = -math.inf if self.lower is None else self.lower
        upper = math.inf if self.upper is None else self.upper
        return lower, upper, self.stiffness, self.softness, self.damping


@kernel
def act(tree, at, where, t, x, v):
    low, low_energy, low_damping = beyond(tree, at, tree.force_numbers[at, 0] - x)
    high, high_energy, high_damping = beyond(tree, at, x - tree.force_numbers[at + 1, 0])
    return low - high - (low_damping + high_damping) * v, low_energy + high_energy


@kernel
def beyond(tree, at, x):
    """Force, energy and damping of a stop that a coordinate is beyond by x."""
    k, softness = tree.force_numbers[at + 2, 0], tree.force_numbers[at + 3, 0]
    zero = zero_of(x)
    x = where_positive(x, x, zero)
    over = where_positive(x - softness, x - softness, zero)
    soft = x - over
    share = soft / softness
    force = k * (0.5 * soft * share + over)
    energy = k * (soft * soft * share / 6.0 + 0.5 * over * (soft + over))
    return force, energy, tree.force_numbers[at + 4, 0] * (share * share * (3.0 - 2.0 * share))


KIND = Kind(JointLimit, act)
