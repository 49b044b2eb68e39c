"""A curve of equilibria, with names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from bough.errors import StateError
from bough.mechanism.checks import remedy
from bough.mechanism.mechanism import Mechanism
from bough.statics.result import Direction, Equilibrium, direction_text
from bough.statics.tracing import Point, Tracer
from bough.statics.variants import Variants
from bough.typing import AnyPath, Array, Coordinates

if TYPE_CHECKING:
    import xarray as xr
    from matplotlib.figure import Figure

MOST_SHOWN = 8  # special points in a text


@dataclass(frozen=True, eq=False, repr=False)
class Special:
    """A fold, at which the parameter turns back, or a branch point, at which another curve crosses.

    ``direction``: velocities by name, along the fold, or along the other curve.
    """

    kind: str
    value: float
    q: Coordinates
    direction: Direction
    mechanism: Mechanism
    point: Point

    @property
    def coordinates(self) -> dict[str, float]:
        """The position by name."""
        return dict(zip(self.mechanism.q_names, self.q.tolist(), strict=True))

    def __repr__(self) -> str:
        return f"{self.kind} at {self.value:.6g}, along {direction_text(self.direction)}"


@dataclass(frozen=True, eq=False, repr=False)
class Continuation:
    """A curve of equilibria over a parameter; ``curve["boom"]`` is a coordinate along it.

    ``values`` of the parameter, ``positions`` (points, coordinates), ``stability`` ("stable", "unstable", "neutral") and
    potential ``energy`` at its points. ``folds`` and ``branches``: where it turns back, and where other curves cross.
    ``status``: "completed", "closed" (it returned to its start), "unfinished" (too few points), "interrupted" or "broken"
    (nothing was found beyond its end); ``message`` says why.
    """

    mechanism: Mechanism
    parameter: str
    values: Array
    positions: Array
    stability: NDArray[np.str_]
    energy: Array
    folds: tuple[Special, ...]
    branches: tuple[Special, ...]
    status: str
    message: str
    points: tuple[Point, ...]
    variants: Variants
    tracer: Tracer

    def __len__(self) -> int:
        return len(self.values)

    def __getitem__(self, name: str) -> Array:
        places = self.mechanism.q_places
        if name not in places:
            raise StateError(f"no coordinate '{name}' in '{self.mechanism.name}': {remedy(name, places)}")
        own = list(places[name])
        return self.positions[:, own[0]] if name in self.mechanism.q_names else self.positions[:, own]

    def at(self, value: float) -> list[Equilibrium]:
        """The equilibria of the curve at a value of the parameter, in the order of the curve: none, one or several."""
        from bough.statics.following import equilibria_at

        return equilibria_at(self, value)

    def branch(self, k: int = 0) -> Continuation:
        """The other curve through a branch point, in both directions."""
        from bough.statics.following import other_curve

        if not 0 <= k < len(self.branches):
            raise StateError(
                f"this curve over '{self.parameter}' has {len(self.branches)} branch points, and no branch({k})."
            )
        return other_curve(self, self.branches[k])

    def to_dataset(self) -> xr.Dataset:
        """``q`` (point, coordinate), ``energy`` and ``stability`` along ``point``, whose coordinate is the parameter."""
        import xarray as xr

        found = xr.Dataset(
            {
                "q": (("point", "coordinate"), self.positions),
                "energy": ("point", self.energy, {"units": "J"}),
                "stability": ("point", self.stability),
            },
            coords={"coordinate": list(self.mechanism.q_names), "value": ("point", self.values)},
            attrs={"mechanism": self.mechanism.name, "parameter": self.parameter, "status": self.status},
        )
        found["q"].coords["unit"] = ("coordinate", list(self.mechanism.q_units))
        return found

    def plot(self, path: AnyPath | None = None, names: str | Sequence[str] | None = None) -> Figure:
        """Coordinates over the parameter, with folds and branch points; unstable parts are dashed."""
        from bough.statics.drawing import draw

        return draw(self, names, path)

    def __repr__(self) -> str:
        first, last = self.values[0], self.values[-1]
        head = f"Continuation of '{self.mechanism.name}' over {self.parameter} from {first:g} to {last:g}"
        kinds = ", ".join(f"{kind} {int((self.stability == kind).sum())}" for kind in dict.fromkeys(self.stability))
        lines = [f"{head}: {len(self)} point{'s' * (len(self) != 1)} ({kinds}), {self.status}"]
        special: tuple[Any, ...] = (*self.folds, *self.branches)
        lines += [f"  {one!r}" for one in special[:MOST_SHOWN]]
        lines += [f"  and {len(special) - MOST_SHOWN} more"] if len(special) > MOST_SHOWN else []
        return "\n".join([*lines, *([f"  {self.message}"] if self.message else [])])
