"""A joint force that follows the time."""

from dataclasses import dataclass
from typing import Any

from bough.arithmetic.scalar import kernel, zero_of
from bough.mechanism.following import follow
from bough.mechanism.forces.base import JointForce, Kind, plain, text
from bough.mechanism.signals import signal_of


@dataclass(frozen=True)
class Motor(JointForce):
    """A joint ``force`` on a velocity.

    It is a number, an expression such as "2*sin(3*t)", a ``Table``, a piecewise polynomial of SciPy or a function of
    time.
    """

    joint: str
    force: Any

    def __post_init__(self):
        text(self.joint, "Motor", "joint")
        signal_of(self.force, self.whose, "force")
        self._set(force=plain(self.force))

    @property
    def signals(self):
        return (signal_of(self.force, self.whose, "force"),)


@kernel
def act(tree, at, where, t, x, v):
    return follow(tree, at, where + 4, t)[0], zero_of(v)


KIND = Kind(Motor, act)
