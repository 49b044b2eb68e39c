"""The forces of a mechanism along a run: ``run.forces("tendon")``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bough.errors import StateError
from bough.mechanism.checks import remedy, shown
from bough.simulation.results.force_kinds import COMMON, kinds_of
from bough.simulation.results.quantities import named, values_of
from bough.simulation.results.quantity import Quantities, Quantity, Vector
from bough.simulation.results.trajectory import Trajectory
from bough.typing import Array

if TYPE_CHECKING:
    import xarray as xr

SCALAR = "force in a joint along its velocity, or pull along a line"


def forces_of(run: Trajectory, name: str | None, axes: str | None) -> xr.Dataset:
    known = run.mechanism.forces
    if name is None:
        return _all(run, axes)
    if name not in known:
        if not known:
            raise StateError(f"'{run.mechanism.name}' has no forces of its own, so none is called {shown(name)}.")
        raise StateError(f"no force {shown(name)} in '{run.mechanism.name}': {remedy(name, known)}")
    import xarray as xr

    kinds = kinds_of(run.mechanism, name)
    asked = {kind: named(run.mechanism, f"{name}.{kind}", axes) for kind in kinds}
    values = iter(values_of(run, [one for found in asked.values() for one in found]))
    parts = {kind: _labelled(run, kind, found, [next(values) for _ in found]) for kind, found in asked.items()}
    force = known[name]
    about = {"name": name, "kind": type(force).__name__, "body": force.acted_on(run.mechanism)}
    if (other := force.opposed_by(run.mechanism)) is not None:
        about["other"] = other
    return xr.Dataset(parts, attrs=about)


def _labelled(run: Trajectory, kind: str, found: Quantities, values: list[Array]) -> xr.DataArray:
    """One kind of numbers: a number, a vector, or a number for each velocity of a joint."""
    first = found[0]
    if isinstance(first, Vector):
        return run.labelled(values[0], kind, "axis", units=first.units, long_name=first.about)
    if len(found) == 1:
        return run.labelled(values[0], kind, units=first.units, long_name=first.about)
    units, names = [one.units for one in found], [one.name.rpartition(".")[2] for one in found]
    return run.labelled(np.stack(values, -1), kind, "velocity", units=units, long_name=first.about, velocity=names)


def _all(run: Trajectory, axes: str | None) -> xr.Dataset:
    """What all forces have, along ``force``; and the scalar force of those that have one."""
    import xarray as xr

    mechanism, names = run.mechanism, tuple(run.mechanism.forces)
    parts = {}
    for kind in COMMON if names else ():
        asked = [named(mechanism, f"{name}.{kind}", axes)[0] for name in names]
        dims = ("force", "axis") if isinstance(asked[0], Vector) else ("force",)
        values = np.stack(values_of(run, asked), axis=-len(dims))
        about = asked[0].about.removesuffix(names[0]).removesuffix(" of ").strip()
        parts[kind] = run.labelled(values, kind, *dims, units=asked[0].units, long_name=about, force=names)
    scalars = [_scalar(named(mechanism, f"{name}.force")) for name in names]
    if any(scalars):
        found = iter(values_of(run, [one for one in scalars if one is not None]))
        nothing = np.full(run._there.shape, np.nan)
        values = np.stack([nothing if one is None else next(found) for one in scalars], axis=-1)
        units = ["" if one is None else one.units for one in scalars]
        parts["value"] = run.labelled(values, "value", "force", units=units, long_name=SCALAR, force=names)
    return xr.Dataset(parts)


def _scalar(found: Quantities) -> Quantity | None:
    return found[0] if len(found) == 1 and isinstance(found[0], Quantity) else None
