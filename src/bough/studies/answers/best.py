"""The best variant of a study."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from bough.errors import StateError
from bough.mechanism.checks import remedy, shown
from bough.studies.answers.reading import (
    Result,
    column,
    kept_name,
    kept_names,
    numbers,
    plain,
    statuses,
    unit_of,
    varied_names,
    written_number,
)

if TYPE_CHECKING:
    import xarray as xr

    from bough.simulation.results.trajectory import Trajectory

Limits = Mapping[str, tuple[float | None, float | None]]
Where = Limits | Callable[["xr.Dataset"], Any]


@dataclass(frozen=True)
class Best:
    """One variant of a study: what varied, what was kept."""

    number: int
    varied: dict[str, Any]
    kept: dict[str, float]
    units: dict[str, str] = field(default_factory=dict)
    result: Result | None = field(default=None, repr=False, compare=False)

    def run(self) -> Trajectory:
        """The motion of this variant, computed again."""
        if self.result is None:
            raise StateError("this variant belongs to no result; call run of one that does.")
        return self.result.study.simulate(self.number)

    def __getitem__(self, name: str) -> Any:
        """A varied or kept number by name."""
        for part in (self.kept, self.varied):
            if name in part:
                return part[name]
        raise StateError(f"no {shown(name)} in variant {self.number}: {remedy(name, [*self.kept, *self.varied])}")

    def __repr__(self) -> str:
        parts = {"varied": self.varied, "kept": self.kept}
        lines = [f"<Variant {self.number}"]
        for what, values in parts.items():
            said = ", ".join(f"{name} {written_number(x, self.units.get(name, ''))}" for name, x in values.items())
            lines += [f"{what}: {said}"] if said else []
        return "\n  ".join(lines) + ">"


def best(result: Result, name: str | None = None, largest: bool = False, where: Where | None = None) -> Best:
    """The completed variant with the least kept number (or the ``largest``).

    ``where``: limits of kept or varied numbers, ``{"peak": (None, 5e4)}``, or a function of the dataset that gives a
    truth value for each variant. Of equals, the first one is taken.
    """
    dataset = result.dataset
    name = kept_name(dataset, name)
    values = numbers(dataset, name)
    known = np.isfinite(values)
    if not known.any():
        raise StateError(f"no variant has a number '{name}': {why_none(dataset)}")
    known &= allowed(dataset, where)
    if not known.any():
        raise StateError(f"no variant with a number '{name}' is within the limits of where; widen them.")
    values = np.where(known, -values if largest else values, np.inf)
    return variant(result, int(np.argmin(values)))


def variant(result: Result, k: int) -> Best:
    """One variant with its numbers."""
    dataset = result.dataset
    varied, kept = varied_names(dataset), kept_names(dataset)
    one = dataset[[*kept]].isel(variant=k) if kept else dataset.isel(variant=k)
    units = {name: unit_of(dataset, name) for name in (*varied, *kept)}
    return Best(
        k,
        {name: plain(column(dataset, name)[k]) for name in varied},
        {name: float(one[name].values) for name in kept},
        {name: unit for name, unit in units.items() if unit},
        result,
    )


def why_none(dataset: xr.Dataset) -> str:
    """The end of a message where nothing is left to look at."""
    found = statuses(dataset)
    failed = int((found == "failed").sum())
    if failed == len(found):
        return "all failed; look at result.dataset['reason']."
    if not (found == "completed").any():
        return "none has run to its end; run the study first."
    return "it is NaN in all that completed (a crossing that does not happen, for instance)."


def allowed(dataset: xr.Dataset, where: Where | None) -> np.ndarray:
    """Which variants are within limits."""
    fine = np.ones(dataset.sizes["variant"], bool)
    if where is None:
        return fine
    if not isinstance(where, Mapping):
        try:
            found = np.asarray(where(dataset))
        except TypeError as error:
            raise StateError(f"where must be limits by name, or a function of the dataset: {error}.") from None
        if found.shape != fine.shape or found.dtype != bool:
            raise StateError(f"where must give a truth value for each of the {len(fine)} variants.")
        return found
    known = [*kept_names(dataset), *varied_names(dataset)]
    for name, limits in where.items():
        if name not in known:
            raise StateError(f"no number {shown(name)} to limit: {remedy(name, known)}")
        low, high = limits_of(name, limits)
        values = dataset[name].values
        fine &= (values >= low) & (values <= high)
    return fine


def limits_of(name: str, limits: Any) -> tuple[float, float]:
    """(low, high) as numbers; None is no limit."""
    try:
        low, high = limits
        low, high = -np.inf if low is None else float(low), np.inf if high is None else float(high)
    except (TypeError, ValueError):
        raise StateError(f"limits of '{name}' must be (low, high), None for no limit, not {shown(limits)}.") from None
    if not low <= high:
        raise StateError(f"limits of '{name}' must be (low, high), and {low:g} is above {high:g}; swap them.")
    return low, high
