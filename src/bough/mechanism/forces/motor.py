"""A joint force that follows the time."""

from dataclasses import dataclass
from typing import Any

from bough.mechanism.forces.base import JointForce, plain, text
from bough.mechanism.signals import signal_of


@dataclass(frozen=True)
class Motor(JointForce):
    """A joint ``force`` on a velocity: a number, an expression such as "2*sin(3*t)", a ``Table``, a piecewise polynomial of SciPy or a function of time."""

    joint: str
    force: Any

    code = 5

    def __post_init__(self):
        text(self.joint, "Motor", "joint")
        signal_of(self.force, f"{self.whose}: force")
        self._set(force=plain(self.force))

    @property
    def signals(self):
        return (signal_of(self.force, f"{self.whose}: force"),)
