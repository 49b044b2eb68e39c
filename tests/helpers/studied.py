"""A study's result made of columns, without runs: what answers are tried on where the numbers are known."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import numpy as np
import xarray as xr


@dataclass
class Columns:
    """Variants of a plan."""

    columns: dict[str, np.ndarray]
    plan: str = "list"
    settings: dict[str, Any] = field(default_factory=dict)
    shape: tuple[int, ...] | None = None

    def __len__(self) -> int:
        return len(next(iter(self.columns.values())))


@dataclass
class Studied:
    """A result with kept numbers that were computed elsewhere."""

    dataset: xr.Dataset
    study: Any


def studied(variants, kept, failed=(), units=None, reason="its steps become too short"):
    """A result of given columns; ``failed``: numbers of variants that failed."""
    count, units = len(variants), units or {}
    status = np.full(count, "completed", object)
    status[list(failed)] = "failed"
    told = np.full(count, "", object)
    told[list(failed)] = reason
    variables = {}
    for name, values in kept.items():
        values = np.array(values, float)
        values[list(failed)] = np.nan
        dims = ("variant", "time")[: values.ndim]
        variables[name] = (dims, values, {"units": units.get(name, "")})
    variables |= {"status": ("variant", status), "reason": ("variant", told)}
    coords = {name: ("variant", values, {"units": units.get(name, "")}) for name, values in variants.columns.items()}
    study = SimpleNamespace(variants=variants, names=tuple(variants.columns))
    return Studied(xr.Dataset(variables, coords), study)
