"""An external force and moment."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from bough.arithmetic.scalar import kernel, zero_of
from bough.arithmetic.spatial import apply, dot
from bough.errors import MechanismError
from bough.mechanism.checks import shown
from bough.mechanism.following import follow3
from bough.mechanism.forces.base import BodyForce, Kind, frame, plain, point, push, spin, text, vector
from bough.mechanism.signals import three_signals_of


@dataclass(frozen=True)
class Wrench(BodyForce):
    """A ``force`` at the point ``at`` of a body and a ``moment``, along the axes of ground or body (``frame``).

    Each component is a number or a function of time, as the force of a ``Motor``. A ``Table`` with three columns, or a
    function of time that returns three numbers, gives all three components.
    """

    body: str
    force: Any = (0.0, 0.0, 0.0)
    moment: Any = (0.0, 0.0, 0.0)
    at: tuple[float, ...] = (0.0, 0.0, 0.0)
    frame: str = "ground"

    def __post_init__(self):
        text(self.body, "Wrench", "body")
        self._set(at=vector(self.at, self.whose, "at"))
        if self.frame not in ("ground", "body"):
            raise MechanismError(
                f"{self.whose}: frame must be 'ground' or 'body', not {shown(self.frame)}.", argument="frame"
            )
        for name in ("force", "moment"):
            value = getattr(self, name)
            three_signals_of(value, self.whose, name)
            if isinstance(value, list | tuple | np.ndarray):
                self._set(**{name: tuple(map(plain, value))})

    @property
    def signals(self):
        return (
            *three_signals_of(self.force, self.whose, "force"),
            *three_signals_of(self.moment, self.whose, "moment"),
        )

    def rows(self, places):
        row, point, turn = places.frame(self.body, self.whose, self.at)
        values, followed = places.follow(self.signals)
        return [((*values, *point, *turn.ravel()), (*followed, row, int(self.frame == "body")))]


# positions of the numbers and places of a row
_POINT, _FRAME = 6, 9
_ROW, _TURNED = 6, 7


@kernel
def act(tree, at, where, t, work):
    force, moment = follow3(tree, at, where, t), follow3(tree, at + 3, where + 3, t)
    i = tree.force_places[where + _ROW]
    arm, _, velocity = point(tree, at + _POINT, i, work)
    if tree.force_places[where + _TURNED]:
        r = frame(tree, at + _FRAME, i, work)
        force, moment = apply(r, force), apply(r, moment)
    push(i, arm, force, moment, work)
    return zero_of(force[0]), dot(force, velocity) + dot(moment, spin(i, work))


KIND = Kind(Wrench, act)
