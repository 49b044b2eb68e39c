"""Numbers of a motion with names and units, as xarray arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import xarray as xr
from numpy.typing import ArrayLike

from bough.errors import StateError
from bough.mechanism.checks import listing, shown
from bough.mechanism.joints import Driven

if TYPE_CHECKING:
    from bough.simulation.results.commands import Commands
    from bough.simulation.results.stored import Stored
    from bough.simulation.results.trajectory import Trajectory

AXES = ("x", "y", "z")
_TIME = {"units": "s", "long_name": "time"}


def time_of(run: Stored) -> xr.DataArray:
    return xr.DataArray(run._time, dims="time", name="time", coords={"time": ("time", run._time, _TIME)})


def labelled(
    run: Stored,
    values: ArrayLike,
    name: str,
    dims: Sequence[str],
    units: str | Sequence[str],
    long_name: str,
    labels: Mapping[str, Sequence[str]],
) -> xr.DataArray:
    known = {
        "coordinate": run.mechanism.q_names,
        "velocity": run.mechanism.u_names,
        "body": run.mechanism.body_names,
        "axis": AXES,
        "body_axis": AXES,
        **labels,
    }
    coords: dict[str, Any] = {"time": ("time", run._time, _TIME)}
    if run.runs is not None:
        coords["run"] = np.arange(run.runs)
    coords |= {dim: np.array(known[dim], object if len(known[dim]) == 0 else None) for dim in dims}
    attrs = {"long_name": long_name}
    if isinstance(units, str):
        attrs["units"] = units
    else:
        coords[f"{name}_units"] = (dims[0], np.array(units, object if len(units) == 0 else None))
        if len(set(units)) == 1:
            attrs["units"] = units[0]
    leading = ("time",) if run.runs is None else ("run", "time")
    values = np.asarray(values).view()
    values.setflags(write=False)  # results are kept
    return xr.DataArray(values, coords, (*leading, *dims), name, attrs)


def labelled_commands(run: Stored, commands: Commands) -> xr.DataArray:
    """What a controller commanded, at the times of its calls."""
    names, units = run.mechanism.u_names, run.force_units
    coords: dict[str, Any] = {
        "command_time": ("command_time", commands.time, {"units": "s", "long_name": "time of the call"}),
        "velocity": np.array(names, object if len(names) == 0 else None),
        "command_units": ("velocity", np.array(units, object if len(units) == 0 else None)),
    }
    if run.runs is not None:
        coords["run"] = np.arange(run.runs)
    dims = *(() if run.runs is None else ("run",)), "command_time", "velocity"
    attrs = {"long_name": "commanded joint forces", **({"units": units[0]} if len(set(units)) == 1 else {})}
    return xr.DataArray(commands.tau, coords, dims, "command", attrs)


def by_name(run: Trajectory, name: str) -> xr.DataArray:
    """A coordinate or a velocity, or all of a joint or a body."""
    mechanism = run.mechanism
    for letter, values, dim, names, places in (
        ("q", run.q, "coordinate", mechanism.q_names, mechanism.q_places),
        ("u", run.u, "velocity", mechanism.u_names, mechanism.u_places),
    ):
        for wanted in (name, name.removeprefix(f"{letter}.")) if isinstance(name, str) else ():
            if wanted in places:
                place = places[wanted]
                several = values.isel({dim: list(place)})
                return several if len(place) > 1 else _one(values, dim, names[place[0]], letter)
    if isinstance(name, str) and name in mechanism.loops and not isinstance(mechanism.loops[name].joint, Driven):
        raise StateError(f"the coordinates of the loop '{name}' are measured; see loop_motion().")
    if isinstance(name, str) and (owner := mechanism.joint_owner(name)):
        kind = type(owner.joint).__name__
        hint = "see drives()" if isinstance(owner.joint, Driven) else "name another joint"
        raise StateError(f"the joint of '{owner.name}' is {kind} and has no coordinates; {hint}.")
    return _quantity(run, name)


def _quantity(run: Trajectory, name: str) -> xr.DataArray:
    """Any other quantity by its name: a number, or a vector."""
    from bough.simulation.results.quantities import named, values_of
    from bough.simulation.results.quantity import Vector

    found = named(run.mechanism, name)
    if len(found) > 1:
        raise StateError(
            f"{shown(name)} has several parts; name one of them: {listing([one.name for one in found], 20)}."
        )
    (one,), (values,) = found, values_of(run, found)
    dims = ("axis",) if isinstance(one, Vector) else ()
    return labelled(run, values, one.name, dims, one.units, one.about, {})


def _one(values: xr.DataArray, dim: str, name: str, letter: str) -> xr.DataArray:
    """One coordinate or velocity, with its own unit."""
    found = values.sel({dim: name}).reset_coords(drop=True)
    found.attrs = {"long_name": f"{letter}.{name}", "units": str(values[f"{letter}_units"].sel({dim: name}).item())}
    return found.rename(f"{letter}.{name}")
