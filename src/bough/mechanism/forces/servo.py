"""A servo motor: it moves a coordinate along a reference."""

from dataclasses import dataclass
from typing import Any

from bough.arithmetic.scalar import kernel, sqrt, zero_of
from bough.mechanism.checks import positive
from bough.mechanism.following import follow
from bough.mechanism.forces.base import JointForce, Kind, not_negative, plain, text
from bough.mechanism.signals import signal_of


@dataclass(frozen=True)
class Servo(JointForce):
    """F = ``stiffness`` (r - q) + ``damping`` (ṙ - u) on a coordinate.

    ``reference`` r is a number or a function of time, as the force of a ``Motor``. ``most`` limits the force to
    F/√(1 + (F/most)²).
    """

    joint: str
    reference: Any
    stiffness: float
    damping: float = 0.0
    most: float | None = None

    needs_coordinate = True

    def __post_init__(self):
        text(self.joint, "Servo", "joint")
        signal_of(self.reference, self.whose, "reference")
        self._set(
            reference=plain(self.reference),
            stiffness=not_negative(self.stiffness, self.whose, "stiffness"),
            damping=not_negative(self.damping, self.whose, "damping"),
        )
        if self.most is not None:
            self._set(most=positive(self.most, self.whose, "most"))

    @property
    def signals(self):
        return (signal_of(self.reference, self.whose, "reference"),)

    def numbers(self):
        return self.stiffness, self.damping, 0.0 if self.most is None else 1.0 / (self.most * self.most)


@kernel
def act(tree, at, where, t, x, v):
    reference, rate = follow(tree, at + 3, where + 4, t)
    force = tree.force_numbers[at, 0] * (reference - x) + tree.force_numbers[at + 1, 0] * (rate - v)
    return force / sqrt(1.0 + tree.force_numbers[at + 2, 0] * (force * force)), zero_of(v)


KIND = Kind(Servo, act)
