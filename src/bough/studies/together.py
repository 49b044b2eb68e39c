"""Several numbers of a mechanism that one varied number sets together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bough.errors import StateError
from bough.mechanism.checks import shown


@dataclass(frozen=True)
class Together:
    """Values of one varied number for several names: ``vary={"tyres": Together(["left.stiffness", "right.stiffness"], (1e5, 2e5))}``.

    ``values``: as for any varied number. ``scale``: values multiply the mechanism's own numbers instead of replacing
    them.
    """

    names: tuple[str, ...]
    values: Any
    scale: bool = False

    def __init__(self, names: Sequence[str], values: Any, scale: bool = False):
        if isinstance(names, str) or not names or not all(isinstance(name, str) for name in names):
            raise StateError(f"Together takes a list of names that vary as one, not {shown(names)}.")
        object.__setattr__(self, "names", tuple(names))
        object.__setattr__(self, "values", values)
        object.__setattr__(self, "scale", bool(scale))
