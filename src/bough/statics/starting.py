"""Rest as a start: the word for it, and where one of many variants rests."""

from __future__ import annotations

import copy
from typing import Any

from bough.errors import StateError
from bough.mechanism.checks import shown
from bough.mechanism.mechanism import Mechanism
from bough.owncode.entry import by_shared_kernels
from bough.statics.problem import Problem
from bough.statics.resting import Held, find, problem_of
from bough.typing import ByName, Coordinates, CoordinatesLike

EQUILIBRIUM = "equilibrium"


def is_at_rest(start: Any, name: str) -> bool:
    """Whether a start is given by the word; raises for other words."""
    if isinstance(start, str) and start != EQUILIBRIUM:
        raise StateError(f"{name} must be numbers, values by name, or '{EQUILIBRIUM}', not {shown(start)}.")
    return isinstance(start, str)


def settled(
    mechanism: Mechanism, q: CoordinatesLike | ByName | None = None, hold: Held = (), time: float = 0.0
) -> Coordinates:
    """The stable equilibrium near q of one of many variants; nothing is compiled for it alone.

    What has been computed with the mechanism before does not change the last digits.
    """
    with by_shared_kernels():
        own = copy.copy(mechanism)
        problem, start = problem_of(own, q, hold, time)
        return find(Problem(own, problem.hold, time, exact=False), start, True).rest.q
