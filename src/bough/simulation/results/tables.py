"""Tables of a run: what is asked for by name, as a DataFrame, CSV or Parquet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bough.errors import MechanismError, StateError
from bough.extras import need
from bough.files import written
from bough.mechanism.checks import positive, remedy, shown
from bough.simulation.results.arrays import instants
from bough.simulation.results.jumps import smooth_parts
from bough.simulation.results.kinds import coordinates_at
from bough.simulation.results.quantities import named, values_of
from bough.simulation.results.quantity import FRAMES, Quantity, columns_of
from bough.simulation.results.trajectory import Trajectory
from bough.simulation.results.works import HELD
from bough.typing import AnyPath, Array, Instants

if TYPE_CHECKING:
    import pandas as pd

MOST_ROWS = 100_000_000  # of a table, by every=
ROUNDING = 1e-9  # of a period: a row that is so little after the end is at the end


class Wish(NamedTuple):
    """What a table holds: see :meth:`Trajectory.to_dataframe`."""

    names: str | Sequence[str] | None = None
    axes: str | None = None
    angles: bool = False
    times: ArrayLike | None = None
    every: float | None = None


def wish_of(names: str | Sequence[str] | None, given: Mapping[str, Any]) -> Wish:
    """From arguments by name."""
    for name in given:
        if name not in Wish._fields:
            raise StateError(f"a table has no {shown(name)}: {remedy(name, Wish._fields[1:])}")
    return Wish(names, **given)


def to_dataframe(run: Trajectory, wish: Wish) -> pd.DataFrame:
    import pandas as pd

    columns, when = columns_named(run, wish), _instants(run, wish)
    if when is None:
        time, there, values = run._time, run._there, values_of(run, columns)
    else:
        time, (there, values) = when, _values_at(run, columns, when)
    kept = there.reshape(-1)
    table = {one.name: own.reshape(-1)[kept] for one, own in zip(columns, values, strict=True)}
    if run.runs is None:
        index = pd.Index(time, name="time")
    else:
        index = pd.MultiIndex.from_product((range(run.runs), time), names=("run", "time"))[kept]
    found = pd.DataFrame(table, index)
    found.attrs["units"] = {"time": "s", **{one.name: one.units for one in columns}}
    return found


def columns_named(run: Trajectory, wish: Wish) -> list[Quantity]:
    """The numbers of some names, each once; without names, those of all states."""
    if wish.axes is not None and wish.axes not in FRAMES:
        raise StateError(f"axes must be 'ground' or 'body', not {shown(wish.axes)}.")
    mechanism, names = run.mechanism, wish.names
    if names is None:
        held = {"u": run._u, "p": run._momenta, "tau": run._tau}
        others = [f"{letter}.{name}" for letter in held if held[letter] is not None for name in mechanism.u_names]
        found = coordinates_at(mechanism, range(mechanism.n_q), wish.angles)
        return columns_of([*found, *(one for name in others for one in named(mechanism, name))])
    if isinstance(names, str):
        names = [names]
    try:
        asked = list(names)
    except TypeError:
        raise StateError(f"names must be those of quantities, as in ['tendon.force'], not {shown(names)}.") from None
    found = [one for name in asked for one in named(mechanism, name, wish.axes, wish.angles)]
    return list({one.name: one for one in columns_of(found)}.values())


# --- at other times -----------------------------------------------------------------------------------------------------


def _instants(run: Trajectory, wish: Wish) -> Instants | None:
    """The times of the rows; None for those of the run."""
    if wish.times is not None and wish.every is not None:
        raise StateError("times and every both say when; give one of them.")
    first, last = float(run._time[0]), float(run._time[-1])
    if wish.every is not None:
        try:
            every = positive(wish.every, "a table", "every")
        except MechanismError as error:
            raise StateError(str(error)) from None
        rows = (last - first) / every + ROUNDING
        if rows > MOST_ROWS:
            raise StateError(f"every={every:g} makes {rows:.3g} rows; give a longer time between them.")
        return np.minimum(first + every * np.arange(int(rows) + 1), last)
    if wish.times is None:
        return None
    when = instants(np.atleast_1d(wish.times))
    if when[0] < first or when[-1] > last:
        raise StateError(f"there is no state at {shown(wish.times)} s: the motion runs from {first:g} s to {last:g} s.")
    return when


def _values_at(run: Trajectory, columns: Sequence[Quantity], when: Instants) -> tuple[NDArray[np.bool_], list[Array]]:
    """Which runs are there at the times (…, T), and their values."""
    shape = (*run._there.shape[:-1], len(when))
    there, found = np.zeros(shape, bool), [np.full(shape, np.nan) for _ in columns]
    for k, member in enumerate(run.members):
        own = when[when <= member._time[-1]]
        place = (slice(len(own)),) if run.runs is None else (k, slice(len(own)))
        there[place] = True
        for whole, values in zip(found, _values_of_member(member, columns, own) if len(own) else (), strict=False):
            whole[place] = values
    return there, found


def _values_of_member(run: Trajectory, columns: Sequence[Quantity], when: Instants) -> list[Array]:
    """Of a single run: from its states between the samples; what needs the whole run, between its own values."""
    q, u = run.at(when)
    modes = [change._replace(sample=int(np.searchsorted(when, run._time[change.sample]))) for change in run.modes]
    at = Trajectory(run.mechanism, when, q, u, provenance=run._provenance, tau=_carried(run, when), modes=modes)
    values = iter(values_of(at, [one for one in columns if not one.needs_run]))
    return [_carried_on(run, one, when) if one.needs_run else next(values) for one in columns]


def _carried(run: Trajectory, when: Instants) -> Array | None:
    """Joint forces between the samples."""
    if run._tau is None:
        return None
    return np.stack([_along(run, column, when, False) for column in run._tau.T], axis=-1).reshape(len(when), -1)


def _carried_on(run: Trajectory, quantity: Quantity, when: Instants) -> Array:
    """Values of a run between its samples."""
    (values,) = values_of(run, [quantity])
    return _along(run, values, when, is_smooth=not quantity.name.startswith("tau."))


def _along(run: Trajectory, values: Array, when: Instants, is_smooth: bool) -> Array:
    """Values at samples, between them by splines, or as they were held, or along lines; at a jump, those after it."""
    from scipy.interpolate import CubicSpline

    if not is_smooth and (run._commands is not None or run._provenance.get("tau") == HELD):
        return values[np.searchsorted(run._time, when, side="right") - 1]
    found, parts = np.empty(len(when)), smooth_parts(run._time)
    which = np.searchsorted([run._time[part.start] for part in parts], when, side="right") - 1
    for k, part in enumerate(parts):
        time, own, here = run._time[part], values[part], which == k
        if is_smooth and len(time) > 2:
            found[here] = CubicSpline(time, own)(when[here])
        else:
            found[here] = np.interp(when[here], time, own)
    return found


# --- files --------------------------------------------------------------------------------------------------------------


def to_csv(run: Trajectory, path: AnyPath, wish: Wish, units: bool) -> None:
    table = to_dataframe(run, wish)
    if units:
        table = _with_units(table)
    with written(path) as beside:
        table.to_csv(beside)


def _with_units(table: pd.DataFrame) -> pd.DataFrame:
    """Columns such as ``tendon.force [N]``."""
    known = table.attrs["units"]
    named_with = {name: f"{name} [{known[name]}]" for name in table.columns}
    index = [f"{name} [{known[name]}]" if name in known else name for name in table.index.names]
    return table.rename(columns=named_with).rename_axis(index)


def to_parquet(run: Trajectory, path: AnyPath, wish: Wish) -> None:
    need("Parquet files")
    image = BytesIO()
    to_dataframe(run, wish).to_parquet(image, engine="pyarrow")
    with written(path) as beside:
        beside.write_bytes(image.getbuffer())
