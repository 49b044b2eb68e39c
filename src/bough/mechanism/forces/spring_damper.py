"""A spring and a damper between two points."""

from dataclasses import KW_ONLY, dataclass

from bough.arithmetic.scalar import kernel, sqrt, zero_of
from bough.arithmetic.spatial import dot, scale, sub
from bough.mechanism.checks import GROUND, finite
from bough.mechanism.forces.base import BodyForce, Kind, not_negative, point, push, text, vector


@dataclass(frozen=True)
class SpringDamper(BodyForce):
    """A force along the line between points ``at`` of a body and ``other_at`` of another, each in its body's frame.

    It pulls the two together by ``stiffness`` (length - ``rest``) + ``damping`` times the rate of the length. It is
    zero where the points coincide, since it has no direction there.
    """

    body: str
    other: str = GROUND
    at: tuple[float, ...] = (0.0, 0.0, 0.0)
    other_at: tuple[float, ...] = (0.0, 0.0, 0.0)
    _: KW_ONLY
    stiffness: float
    damping: float = 0.0
    rest: float = 0.0

    def __post_init__(self):
        text(self.body, "SpringDamper", "body")
        text(self.other, self.whose, "other")
        self._set(
            at=vector(self.at, self.whose, "at"),
            other_at=vector(self.other_at, self.whose, "other_at"),
            stiffness=finite(self.stiffness, self.whose, "stiffness"),
            damping=not_negative(self.damping, self.whose, "damping"),
            rest=not_negative(self.rest, self.whose, "rest"),
        )

    @property
    def is_conservative(self):
        return self.damping == 0.0

    @property
    def _bodies(self):
        return self.body, self.other

    def rows(self, places):
        row, point, _ = places.frame(self.body, self.whose, self.at)
        other_row, other_point, _ = places.frame(self.other, self.whose, self.other_at)
        return [((*point, *other_point, self.stiffness, self.damping, self.rest), (row, other_row))]


@kernel
def act(tree, at, where, t, work):
    i, j = tree.force_places[where], tree.force_places[where + 1]
    arm, place, velocity = point(tree, at, i, work)
    other_arm, other_place, other_velocity = point(tree, at + 3, j, work)
    line = sub(place, other_place)
    # (a tiny term avoids a division by zero)
    length = sqrt(dot(line, line) + 1e-300)
    direction = scale(1.0 / length, line)
    rate = dot(direction, sub(velocity, other_velocity))
    stretch = length - tree.force_numbers[at + 8, 0]
    spring = tree.force_numbers[at + 6, 0] * stretch
    pull = spring + tree.force_numbers[at + 7, 0] * rate
    zero = zero_of(length)
    push(i, arm, scale(-pull, direction), (zero, zero, zero), work)
    push(j, other_arm, scale(pull, direction), (zero, zero, zero), work)
    return 0.5 * (spring * stretch), -(pull * rate)


KIND = Kind(SpringDamper, act)
