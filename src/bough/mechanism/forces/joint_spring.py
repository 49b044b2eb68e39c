"""A spring in a joint."""

from dataclasses import dataclass

from bough.arithmetic.scalar import kernel
from bough.mechanism.checks import finite
from bough.mechanism.forces.base import JointForce, Kind, text


@dataclass(frozen=True)
class JointSpring(JointForce):
    """-``stiffness`` (q - ``rest``) on a coordinate: of a joint that has only one, or one by name (``wrist.turn1``)."""

    joint: str
    stiffness: float
    rest: float = 0.0

    needs_coordinate = True
    is_conservative = True

    def __post_init__(self):
        text(self.joint, "JointSpring", "joint")
        self._set(stiffness=finite(self.stiffness, self.whose, "stiffness"), rest=finite(self.rest, self.whose, "rest"))

    def numbers(self):
        return self.stiffness, self.rest


@kernel
def act(tree, at, where, t, x, v):
    stretch = x - tree.force_numbers[at + 1, 0]
    pull = tree.force_numbers[at, 0] * stretch
    return -pull, 0.5 * (pull * stretch)


KIND = Kind(JointSpring, act)
