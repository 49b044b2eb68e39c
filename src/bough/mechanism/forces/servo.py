"""A servo motor: it moves a coordinate along a reference."""

import math
from dataclasses import dataclass
from typing import Any

from bough.arithmetic.scalar import kernel, where_positive, zero_of
from bough.errors import MechanismError
from bough.mechanism.checks import finite, positive
from bough.mechanism.following import follow
from bough.mechanism.forces.base import JointForce, Kind, not_negative, plain, text
from bough.mechanism.signals import signal_of


@dataclass(frozen=True)
class Servo(JointForce):
    """F = ``stiffness`` (r - q) + ``damping`` (ṙ - u) on a coordinate.

    ``reference`` r is a number or a function of time, as the force of a ``Motor``. With ``most``, F is clipped to the
    range from ``least`` to ``most``; ``least`` is -``most`` unless it is given.
    """

    joint: str
    reference: Any
    stiffness: float
    damping: float = 0.0
    most: float | None = None
    least: float | None = None

    needs_coordinate = True

    def __post_init__(self):
        text(self.joint, "Servo", "joint")
        signal_of(self.reference, self.whose, "reference")
        self._set(
            reference=plain(self.reference),
            stiffness=not_negative(self.stiffness, self.whose, "stiffness"),
            damping=not_negative(self.damping, self.whose, "damping"),
        )
        if self.least is not None:
            if self.most is None:
                raise MechanismError(f"{self.whose}: least needs most; give both ends of the range.", argument="least")
            self._set(**{name: finite(getattr(self, name), self.whose, name) for name in ("least", "most")})
            if self.least >= self.most:
                raise MechanismError(
                    f"{self.whose}: least {self.least:g} is not below most {self.most:g}; swap them.", argument="least"
                )
        elif self.most is not None:
            self._set(most=positive(self.most, self.whose, "most"))

    @property
    def signals(self):
        return (signal_of(self.reference, self.whose, "reference"),)

    def numbers(self):
        most = math.inf if self.most is None else self.most
        return self.stiffness, self.damping, -most if self.least is None else self.least, most


@kernel
def act(tree, at, where, t, x, v):
    reference, rate = follow(tree, at + 4, where + 4, t)
    force = tree.force_numbers[at, 0] * (reference - x) + tree.force_numbers[at + 1, 0] * (rate - v)
    zero = zero_of(force)
    least, most = zero + tree.force_numbers[at + 2, 0], zero + tree.force_numbers[at + 3, 0]
    force = where_positive(force - most, most, force)
    return where_positive(least - force, least, force), zero


KIND = Kind(Servo, act)
