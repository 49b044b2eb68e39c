"""Plots of a motion, as Matplotlib figures without its global state: no display and no closing needed."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from bough.errors import StateError
from bough.extras import need
from bough.files import save_figure
from bough.looks.colours import COLOURS as COLOURS  # for all that draws plots
from bough.mechanism.checks import listing, remedy, shown
from bough.simulation.results.quantities import values_of
from bough.simulation.results.quantity import Quantity
from bough.simulation.results.tables import Wish, columns_named
from bough.typing import AnyPath
from bough.words import meant

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D

    from bough.simulation.results.trajectory import Trajectory

INK, MUTED, PALE = "#1f2933", "#7b8794", "#e4e7eb"
MOST_LINES = len(COLOURS)
MOST_ROWS = 30  # names next to a heat map
MOST_EVENTS = 30  # with a line for each; more have a tick
# of panels by unit
TITLES = {
    "rad": "angles", "m": "lengths", "1": "quaternions", "rad/s": "angular velocities", "m/s": "velocities",
    "rad/s²": "angular accelerations", "m/s²": "accelerations", "N": "forces", "N·m": "moments", "W": "powers",
    "J": "energies and works", "kg·m/s": "momenta", "kg·m²/s": "angular momenta", "m or rad": "gaps of loops",
    "m/s or rad/s": "rates of gaps",
}  # fmt: skip


# what pictures are made of, by names of quantities
OF_PICTURES = {
    "states": ("{q}", "u.{u}"),
    "energy": ("energy.kinetic", "energy.potential", "energy.total", "energy.work", "energy.drift"),
    "reactions": ("|{body}.reaction.force|", "|{body}.reaction.moment|"),
    "overview": ("{q}", "energy.total", "|{body}.reaction.force|"),
}
MOST_WORKS, LEAST_WORK = 6, 0.01  # forces whose work is drawn, and the share of the largest one from which on it is


def look() -> dict[Any, Any]:
    """Matplotlib settings for all pictures."""
    from cycler import cycler

    return {
        "figure.dpi": 150, "font.size": 9, "axes.spines.top": False, "axes.spines.right": False, "axes.edgecolor": MUTED,
        "axes.labelcolor": INK, "text.color": INK, "xtick.color": INK, "ytick.color": INK, "axes.grid": True, "grid.color": PALE,
        "axes.titlelocation": "left", "axes.titleweight": "bold", "axes.titlesize": 9.5, "legend.frameon": False, "axes.axisbelow": True,
        "axes.prop_cycle": cycler(color=COLOURS), "lines.linewidth": 1.5, "figure.titleweight": "bold", "figure.titlesize": 11,
    }  # fmt: skip


def plot(
    run: Trajectory, what: str | Sequence[str], names: Sequence[str] | None, path: AnyPath | None, axes: str | None
) -> Figure:
    by_name = None
    if not isinstance(what, str) or what not in PLOTS:
        if names is not None:
            raise StateError(f"no plot {shown(what)}: {remedy(what, PLOTS)}")
        by_name = _asked(run, what, axes)
    elif axes is not None:
        raise StateError(
            "axes are for quantities by name, as in plot(['boom.reaction.force'], axes='ground'); leave them out."
        )
    need("plots")
    with drawing() as figure:
        if by_name is not None:
            draw_quantities(run, figure, by_name)
        else:
            PLOTS[str(what)](run, figure, [names] if isinstance(names, str) else names)
        head = (
            str(run.mechanism.name) if run.runs is None else f"{run.mechanism.name}: {run.runs} runs, median and range"
        )
        figure.suptitle(head, x=0.01, ha="left")
        if path is not None:
            save_figure(figure, path)
    return figure


@contextmanager
def drawing(width: float = 6.4, height: float = 4.8) -> Iterator[Figure]:
    """A figure of so many inches to draw on, in bough's style."""
    import matplotlib as mpl
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    with mpl.rc_context(look()):
        figure = Figure(figsize=(width, height), layout="constrained")
        FigureCanvasAgg(figure)
        yield figure


# --- what is drawn --------------------------------------------------------------------------------------------------------


class Curves(NamedTuple):
    """Numbers with names against time: (…, time, name)."""

    title: str
    unit: str
    names: Sequence[str]
    values: np.ndarray
    styles: dict[str, dict[str, Any]] = {}  # noqa: RUF012  (of lines by name; a tuple's default is never written to)


def draw_states(run: Trajectory, figure: Figure, names: Sequence[str] | None) -> None:
    """Coordinates and velocities in two columns, a panel per unit; driven motions if there are no coordinates."""
    columns = [column for column in (_coordinates(run, names), _velocities(run, names)) if column]
    if not columns and names is not None:
        raise StateError(f"{', '.join(map(shown, names))} of '{run.mechanism.name}' have no coordinates to draw.")
    columns = columns or _driven(run)
    if not columns:
        figure.set_size_inches(5.2, 2.0)
        figure.text(0.5, 0.5, "no coordinates", ha="center", color=MUTED)
        return
    figure.set_size_inches(5.2 * len(columns), 0.6 + 2.3 * max(map(len, columns)))
    parts = figure.subfigures(1, len(columns), squeeze=False)
    for part, column in zip(parts.flat, columns, strict=True):
        axes = part.subplots(len(column), 1, sharex=True, squeeze=False)[:, 0]
        for axis, curves in zip(axes, column, strict=True):
            draw_curves(run, axis, curves)
        axes[-1].set_xlabel("time, s")


def _asked(run: Trajectory, what: str | Sequence[str], axes: str | None) -> list[Quantity]:
    """Quantities by name; a single word may also have been meant to be one of the usual plots."""
    try:
        columns = columns_named(run, Wish(what, axes))
    except StateError as error:
        if isinstance(what, str) and (close := meant(what, PLOTS)):
            raise StateError(f"no plot {shown(what)}: did you mean '{close}'?") from None
        if not isinstance(what, str) and (words := [word for word in what if word in PLOTS]):
            own = run.mechanism
            first = {"q": (*own.q_names, "q")[0], "u": (*own.u_names, "u")[0], "body": (*own.body_names, "body")[0]}
            raise StateError(
                f"'{words[0]}' is a picture of its own: draw it alone, or name what you want of it among other quantities, "
                f"as in {listing([name.format(**first) for name in OF_PICTURES[words[0]]])}."
            ) from None
        raise error from None
    if not columns:
        raise StateError("there is nothing to draw; name some quantities, as in plot(['tendon.force']).")
    return columns


def draw_quantities(run: Trajectory, figure: Figure, columns: Sequence[Quantity]) -> None:
    """Quantities by name, in a panel for each unit."""
    panels: dict[str, list[int]] = {}
    for k, one in enumerate(columns):
        panels.setdefault(one.units, []).append(k)
    values = values_of(run, columns)
    figure.set_size_inches(7.5, 0.6 + 2.3 * max(len(panels), 1.4))
    axes = figure.subplots(len(panels), 1, sharex=True, squeeze=False)[:, 0]
    for axis, (unit, places) in zip(axes, panels.items(), strict=True):
        names = [columns[k].name for k in places]
        title = TITLES.get(unit, "") if len(names) > 1 else columns[places[0]].about
        draw_curves(run, axis, Curves(title, unit, names, np.stack([values[k] for k in places], -1)))
    axes[-1].set_xlabel("time, s")


def draw_energy(run: Trajectory, figure: Figure, names: Sequence[str] | None) -> None:
    if names is not None:
        raise StateError("the plot of energy is of the whole mechanism; leave out names.")
    works, energy = _works(run), run.energy()
    figure.set_size_inches(7.5, 7.0 if works else 5.2)
    axes = figure.subplots(3 if works else 2, 1, sharex=True, height_ratios=(2, 1.6, 1) if works else (2, 1))
    _draw_energies(run, axes[0])
    if works:
        draw_curves(run, axes[1], works)
    share = f", {energy.attrs['share']:.1e} of the energy exchanged" if energy.attrs["share"] else ""
    drift = energy["drift"].values[..., None]
    draw_curves(run, axes[-1], Curves(f"drift: error of the energy balance{share}", "J", [""], drift), ends=False)
    axes[-1].ticklabel_format(axis="y", scilimits=(-2, 3))
    axes[-1].set_xlabel("time, s")


def draw_reactions(run: Trajectory, figure: Figure, names: Sequence[str] | None) -> None:
    figure.set_size_inches(7.5, 5.2)
    axes = figure.subplots(2, 1, sharex=True)
    for axis, which in zip(axes, ("force", "moment"), strict=True):
        draw_curves(run, axis, _reaction(run, which, names))
    axes[-1].set_xlabel("time, s")


def draw_overview(run: Trajectory, figure: Figure, names: Sequence[str] | None) -> None:
    """Coordinates, velocities, energy and joint forces in one picture."""
    figure.set_size_inches(11.5, 6)
    axes = figure.subplots(2, 2, sharex=True)
    for axis, groups, title in (
        (axes[0, 0], _coordinates(run, names), "coordinates"),
        (axes[1, 0], _velocities(run, names), "velocities"),
    ):
        if groups:
            draw_curves(run, axis, _together(title, groups))
        else:
            axis.set_axis_off()
    _draw_energies(run, axes[0, 1])
    bodies = None if names is None else [name for name in names if name in run.mechanism.body_names]
    draw_curves(run, axes[1, 1], _reaction(run, "force", bodies or None))
    for axis in axes[1]:
        axis.set_xlabel("time, s")


PLOTS = {"states": draw_states, "energy": draw_energy, "reactions": draw_reactions, "overview": draw_overview}


def _draw_energies(run: Trajectory, axis: Axes) -> None:
    energy = run.energy()
    shown_names = ["kinetic", "potential", "total"]
    styles = {"total": {"color": INK, "lw": 1.2, "ls": "--"}}
    if np.nanmax(np.abs(energy["work"].values)) > 0.0:
        # work is drawn under the total, if both start from zero
        shown_names.insert(2, "work")
        styles["work"] = {"color": "#aab2bd", "lw": 4.0}
    start = energy["potential"].values[..., :1]
    values = {name: energy[name].values - (start if name in ("potential", "total") else 0.0) for name in shown_names}
    table = np.stack(list(values.values()), -1)
    draw_curves(run, axis, Curves("energy (potential: from the start)", "J", shown_names, table, styles))


def _works(run: Trajectory) -> Curves | None:
    """The works of the forces that do most, the largest first, and of all others together; None if no force works."""
    found = run.energy()["work_of"]
    most = np.nanmax(np.abs(found.values), axis=tuple(range(found.ndim - 1)), initial=0.0)
    if not (most > 0.0).any():
        return None
    order = np.argsort(-most, kind="stable")
    shown_ones = [int(k) for k in order[:MOST_WORKS] if most[k] > LEAST_WORK * most.max()]
    names, values = [str(found.force.values[k]) for k in shown_ones], [found.values[..., k] for k in shown_ones]
    if others := [int(k) for k in order[len(shown_ones) :] if most[k] > 0.0]:
        names.append(f"{len(others)} others" if len(others) > 1 else str(found.force.values[others[0]]))
        values.append(found.values[..., others].sum(-1))
    return Curves("work of forces", "J", names, np.stack(values, -1), {f"{len(others)} others": {"color": MUTED}})


def _coordinates(run: Trajectory, names: Sequence[str] | None) -> list[Curves]:
    chosen = _chosen(run, names, run.mechanism.q_names, run.mechanism.q_places)
    titles = {"rad": "angles", "m": "lengths", "1": "quaternions"}
    return _by_unit(run._q, run.mechanism.q_names, run.mechanism.q_units, titles, chosen)


def _velocities(run: Trajectory, names: Sequence[str] | None) -> list[Curves]:
    chosen = _chosen(run, names, run.mechanism.u_names, run.mechanism.u_places)
    titles = {"rad/s": "angular velocities", "m/s": "linear velocities"}
    return _by_unit(run._u, run.mechanism.u_names, run.mechanism.u_units, titles, chosen)


def _driven(run: Trajectory) -> list[list[Curves]]:
    """Motions of driven joints and their rates."""
    if not run.mechanism.driven_names:
        return []
    found = run.drives()
    columns = []
    for part, names, titles in (
        ("motion", run.mechanism.driven_q_names, {"rad": "driven angles", "m": "driven lengths", "1": "quaternions"}),
        ("rate", run.mechanism.driven_names, {"rad/s": "their rates", "m/s": "their rates"}),
    ):
        columns.append(_by_unit(found[part].values, names, found[f"{part}_units"].values, titles, {*names}))
    return columns


def _chosen(
    run: Trajectory, names: Sequence[str] | None, known: Sequence[str], places: Mapping[str, range]
) -> set[str]:
    """The known names that were requested, directly or by their joint or body."""
    if names is None:
        return set(known)
    mechanism = run.mechanism
    every = {*mechanism.q_places, *mechanism.u_places, *mechanism.body_names}
    for name in names:
        if name not in every:
            raise StateError(
                f"no coordinate, velocity or body {shown(name)} in '{mechanism.name}': {remedy(name, every)}"
            )
    return {known[k] for name in names for k in places.get(name, ())}


def _by_unit(
    values: np.ndarray,
    names: Sequence[str],
    units: Sequence[str] | np.ndarray,
    titles: Mapping[str, str],
    chosen: Container[str],
) -> list[Curves]:
    groups = []
    for unit, title in titles.items():
        at = [k for k, name in enumerate(names) if units[k] == unit and name in chosen]
        if at:
            groups.append(Curves(title, "" if unit == "1" else unit, [names[k] for k in at], values[..., at]))
    return groups


def _together(title: str, groups: list[Curves]) -> Curves:
    unit = "; ".join(group.unit or "quaternion" for group in groups)
    names = [name for group in groups for name in group.names]
    return Curves(title, unit, names, np.concatenate([group.values for group in groups], -1))


def _reaction(run: Trajectory, which: str, names: Sequence[str] | None) -> Curves:
    unit = {"force": "N", "moment": "N·m"}[which]
    bodies = run.mechanism.body_names
    chosen = bodies if names is None else [run.mechanism.body(name).name for name in names]
    size = np.linalg.norm(run.reactions()[which].values, axis=-1)
    return Curves(f"{which} of the joint on the body", unit, chosen, size[..., [bodies.index(name) for name in chosen]])


# --- how -------------------------------------------------------------------------------------------------------------------


def draw_curves(run: Trajectory, axis: Axes, curves: Curves, ends: bool = True) -> None:
    """Lines with their names at their ends, or a heat map if there are many."""
    if len(curves.names) > MOST_LINES:
        _draw_heat_map(run, axis, curves)
        return
    lines = []
    for k, name in enumerate(curves.names):
        low, middle, high = _across_runs(run, curves.values[..., k])
        (line,) = axis.plot(run._time[: len(middle)], middle, label=name, **curves.styles.get(name, {}))
        if run.runs is not None:
            axis.fill_between(run._time[: len(middle)], low, high, color=line.get_color(), alpha=0.15, lw=0)
        lines.append(line)
    axis.set_title(curves.title)
    axis.set_ylabel(curves.unit)
    axis.margins(x=0)
    bottom, style = (0.0, ":") if len(run.events) <= MOST_EVENTS else (0.96, "-")
    for event in run.events:
        axis.axvline(event["time"], bottom, color=MUTED, lw=0.7, ls=style)
    if ends:
        label_ends(axis, lines, curves.names)


def _across_runs(run: Trajectory, values: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Minimum, median and maximum over the runs, at instants that any run reached."""
    if run.runs is None:
        return values, values, values
    values = values[:, : int(run._there.sum(-1).max())]
    return np.nanmin(values, 0), np.nanmedian(values, 0), np.nanmax(values, 0)


def _draw_heat_map(run: Trajectory, axis: Axes, curves: Curves) -> None:
    count = len(curves.names)
    rows = [_across_runs(run, curves.values[..., k])[1] for k in range(count)]
    table = np.array(rows)
    signed = bool((table < 0).any())
    most = float(np.abs(table).max()) or 1.0
    mesh = axis.pcolormesh(
        run._time[: table.shape[1]], np.arange(count), table, shading="nearest", rasterized=True,
        cmap="RdBu_r" if signed else "magma_r", vmin=-most if signed else 0.0, vmax=most,
    )  # fmt: skip
    every = -(-count // MOST_ROWS)
    axis.set_yticks(np.arange(0, count, every), curves.names[::every], fontsize=min(8.0, 150 / min(count, MOST_ROWS)))
    axis.invert_yaxis()
    axis.grid(visible=False)
    axis.set_title(curves.title)
    bar = axis.figure.colorbar(mesh, ax=axis, pad=0.01, aspect=30)
    bar.set_label(curves.unit)
    bar.outline.set_visible(False)


def label_ends(axis: Axes, lines: Sequence[Line2D], names: Sequence[str]) -> None:
    """Write each line's name at its end, moved apart where ends are close."""
    low, high = axis.get_ylim()
    grid = axis.get_gridspec()
    height = axis.figure.bbox.height / axis.figure.dpi * 72 / (grid.nrows if grid else 1)  # of the axis, in points
    gap = 10.5 / (0.72 * height) * (high - low)
    ends = [float(np.asarray(line.get_ydata())[-1]) for line in lines]
    order = sorted(range(len(ends)), key=ends.__getitem__)
    heights = np.array([ends[k] for k in order])
    for _ in range(100):
        overlap = np.maximum(gap - np.diff(heights), 0.0) / 2
        heights[:-1] -= overlap
        heights[1:] += overlap
        heights = np.clip(heights, low, high)
    for k, at in zip(order, heights, strict=True):
        axis.annotate(
            names[k], (1.015, at), xycoords=axis.get_yaxis_transform(), va="center", annotation_clip=False,
            color=lines[k].get_color(), fontsize=7.5, weight="bold",
        )  # fmt: skip
