"""Drag of the air, or of any medium, on a body."""

from dataclasses import KW_ONLY, dataclass
from typing import Any

from bough.arithmetic.scalar import kernel, sqrt, zero_of
from bough.arithmetic.spatial import dot, scale, sub
from bough.mechanism.following import follow3
from bough.mechanism.forces.base import BodyForce, Kind, not_negative, plain, point, push, text, vector
from bough.mechanism.signals import three_signals_of


@dataclass(frozen=True)
class AirDrag(BodyForce):
    """-½ ``density`` ``coefficient`` ``area`` |w| w at the point ``at`` of a body that moves through the air at w.

    ``wind``: the velocity of the air along the ground's axes, three numbers, or functions of time as in a ``Wrench``.
    """

    body: str
    area: float
    at: tuple[float, ...] = (0.0, 0.0, 0.0)
    _: KW_ONLY
    coefficient: float = 1.0
    density: float = 1.225
    wind: Any = (0.0, 0.0, 0.0)

    def __post_init__(self):
        text(self.body, "AirDrag", "body")
        three_signals_of(self.wind, self.whose, "wind")
        self._set(
            area=not_negative(self.area, self.whose, "area"),
            at=vector(self.at, self.whose, "at"),
            coefficient=not_negative(self.coefficient, self.whose, "coefficient"),
            density=not_negative(self.density, self.whose, "density"),
        )
        if isinstance(self.wind, list | tuple):
            self._set(wind=tuple(map(plain, self.wind)))

    @property
    def signals(self):
        return three_signals_of(self.wind, self.whose, "wind")

    def rows(self, places):
        row, point, _ = places.frame(self.body, self.whose, self.at)
        values, followed = places.follow(self.signals)
        factor = 0.5 * self.density * self.coefficient * self.area
        return [((*values, *point, factor), (*followed, row))]


@kernel
def act(tree, at, where, t, work):
    i = tree.force_places[where + 3]
    arm, _, velocity = point(tree, at + 3, i, work)
    through = sub(velocity, follow3(tree, at, where, t))
    # (a tiny term: at rest, too, the force has a slope)
    speed = sqrt(dot(through, through) + 1e-300)
    force = scale(-(tree.force_numbers[at + 6, 0] * speed), through)
    zero = zero_of(speed)
    push(i, arm, force, (zero, zero, zero), work)
    return zero, dot(force, velocity)


KIND = Kind(AirDrag, act)
