"""What was reached, and what was not."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from bough.errors import StateError
from bough.mechanism.checks import listing, remedy
from bough.mechanism.mechanism import Mechanism
from bough.reach.goals import Goal
from bough.typing import Array, Coordinates


class Miss(NamedTuple):
    """How far off a target is: one number each, or one for each state. NaN for what was not asked for."""

    position: Any  # m, or the unit of the coordinate
    rotation: Any  # rad


@dataclass(frozen=True, eq=False)
class Reach:
    """Positions of a mechanism that reach targets, or the nearest that were found; taken wherever q is asked for.

    ``q``: coordinates, (n_q,) or (B, n_q). ``reached``: whether all targets that are not soft are met, True or False,
    or one for each state. ``errors``: by the target's name, in m and rad. ``limits``: which coordinates are at a limit,
    -1 at the lower and +1 at the upper one, in the order of q. ``passes``: steps that the search took.
    """

    mechanism: Mechanism
    q: Coordinates
    reached: Any
    errors: dict[str, Miss]
    limits: np.ndarray
    passes: Any
    ends: tuple[Array, Array]  # of all coordinates
    units: dict[str, str]  # of the targets' positions
    soft: frozenset[str]
    fixed: np.ndarray  # whether drives, loops and held joints leave no motion, one for each state

    def __getitem__(self, name: str) -> Any:
        """A coordinate by name: a number, or one for each state; several for a joint that has several."""
        places = self.mechanism.q_places.get(name)
        if places is None:
            known = self.mechanism.q_names
            raise StateError(f"no coordinate '{name}' in '{self.mechanism.name}': {remedy(name, known)}")
        values = self.q[..., places.start : places.stop]
        if values.shape[-1] != 1:
            return values
        return values[..., 0] if values.ndim > 1 else float(values[0])

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Array:
        """Its positions, so that it can be given wherever q is asked for."""
        return np.array(self.q, dtype)

    @property
    def by_name(self) -> dict[str, Any]:
        """All coordinates by name; q0= of :func:`bough.simulate` takes it."""
        return {name: self[name] for name in self.mechanism.q_names}

    def at_limits(self, state: int = 0) -> tuple[str, ...]:
        """The coordinates that are at a limit, in words."""
        found = []
        for k in np.flatnonzero(np.atleast_2d(self.limits)[state]):
            side = int(np.atleast_2d(self.limits)[state, k] > 0)
            value = self.ends[side][k]
            unit = self.mechanism.q_units[k]
            found.append(f"'{self.mechanism.q_names[k]}' at its {('lower', 'upper')[side]} limit {value:.6g} {unit}")
        return tuple(found)

    @property
    def message(self) -> str:
        """What could not be reached, in one sentence; an empty text if all was."""
        if np.all(self.reached):
            return ""
        missed = np.flatnonzero(~np.atleast_1d(self.reached))
        first = int(missed[0])
        parts = [text for name in self.errors if name not in self.soft and (text := self._told(name, first))]
        text = f"'{self.mechanism.name}' does not reach {' and '.join(parts)}"
        if np.ndim(self.reached):
            text = f"{len(missed)} of {len(self.reached)} states are not reached; in state {first} {text}"
        held = self.at_limits(first)
        why = f", with {', '.join(held[:6])}{' and more' * (len(held) > 6)}" if held else ""
        if self.fixed[first]:
            drives = self.mechanism.driven_names
            by = (
                f", as its drives ({listing(drives)}) fix it; choose another time=" if drives else "; hold fewer joints"
            )
            return f"{text}: nothing is left to move{by}, or move the target."
        return f"{text} at the nearest position found{why}; move the target, or start from another q."

    def _told(self, name: str, state: int) -> str:
        miss = Miss(*(float(np.atleast_1d(x)[state]) for x in self.errors[name]))
        parts = [] if not miss.position > 0.0 else [f"by {miss.position:.3g} {self.units[name]}"]
        parts += [] if not miss.rotation > 0.0 else [f"by {math.degrees(miss.rotation):.3g}°"]
        return f"'{name}' {' and '.join(parts)}" if parts else ""

    def __str__(self) -> str:
        where = f" in all {len(self.reached)} states" if np.ndim(self.reached) else ""
        lines = [self.message or f"'{self.mechanism.name}' reaches all targets{where}."]
        for name, miss in self.errors.items():
            worst = [float(np.max(x)) if np.size(x) else 0.0 for x in miss]
            texts = [
                f"{x:.2g} {unit}" for x, unit in zip(worst, (self.units[name], "rad"), strict=True) if not math.isnan(x)
            ]
            lines.append(f"  {name}: off by {', '.join(texts)}{' (soft)' if name in self.soft else ''}")
        return "\n".join(lines)


def errors_of(goals: Sequence[Goal], off: Sequence[Array], single: bool) -> dict[str, Miss]:
    """The errors of all goals, by the names of their targets; ``off`` has them in the order of the goals."""
    errors: dict[str, Miss] = {}
    for goal, error in zip(goals, off, strict=True):
        value: Any = float(error[0]) if single else error
        nothing = math.nan if single else np.full(len(error), math.nan)
        position, rotation = errors.get(goal.name, (nothing, nothing))
        errors[goal.name] = Miss(position, value) if goal.turns else Miss(value, rotation)
    return errors
