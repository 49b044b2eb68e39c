"""Pictures of linear models: Bode plots, Campbell diagrams, root loci."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from bough.errors import StateError
from bough.extras import need
from bough.files import save_figure
from bough.linear.responses import frequency_response
from bough.mechanism.checks import remedy, shown
from bough.simulation.draw.plots import COLOURS, INK, MUTED, drawing
from bough.typing import AnyPath

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from bough.linear.campbell import Campbell
    from bough.linear.locus import RootLocus
    from bough.linear.model import LinearModel

MOST_CURVES = len(COLOURS)
STYLE = {1.0: ("-", "forward whirl"), -1.0: ("--", "backward whirl"), 0.0: (":", "no whirl")}
ORDER = [*(word for _, word in STYLE.values()), "critical speed"]


def _chosen(what: str, names: Sequence[str] | str | None, known: Sequence[str]) -> list[int]:
    if names is None:
        return list(range(len(known)))
    found = []
    for name in (names,) if isinstance(names, str) else names:
        if name not in known:
            raise StateError(f"no {what} {shown(name)} of the model: {remedy(name, known)}")
        found.append(list(known).index(name))
    return found


def bode(
    model: LinearModel,
    path: AnyPath | None,
    frequencies: ArrayLike | None,
    outputs: Sequence[str] | None,
    inputs: Sequence[str] | None,
) -> Figure:
    need("plots")
    rows, columns = _chosen("output", outputs, model.outputs), _chosen("input", inputs, model.inputs)
    if not rows or not columns:
        raise StateError(f"the model of '{model.mechanism.name}' has no outputs or no inputs; name some in linearise.")
    if len(rows) * len(columns) > MOST_CURVES:
        raise StateError(
            f"{len(rows)} outputs of {len(columns)} inputs are too many curves; name some of them: outputs=[{shown(model.outputs[rows[0]])}], "
            f"inputs=[{shown(model.inputs[columns[0]])}]."
        )
    found = frequency_response(model, frequencies)
    units = {f"{found.output_units.values[i]} per {found.input_units.values[j]}" for i in rows for j in columns}
    hertz = found.frequency.values
    if not len(hertz):
        raise StateError("there are no frequencies to draw; give some in Hz, or leave frequencies out.")
    with drawing(6.8, 4.8) as figure:
        above, below = figure.subplots(2, 1, sharex=True, height_ratios=(3, 2))
        for i in rows:
            for j in columns:
                values = np.where(found.values[:, i, j] == 0.0, np.nan, found.values[:, i, j])
                name = model.outputs[i] if len(columns) == 1 else f"{model.outputs[i]} by {model.inputs[j]}"
                name += " (no response)" if np.isnan(values).all() else ""
                above.semilogx(hertz, 20 * np.log10(np.abs(values)), label=name)
                below.semilogx(hertz, np.degrees(np.unwrap(np.angle(values))))
        above.set_ylabel(f"gain, dB ({units.pop()})" if len(units) == 1 else "gain, dB (SI units)")
        below.set(ylabel="phase, degrees", xlabel="frequency, Hz")
        _tick_degrees(below)
        by = f" by {model.inputs[columns[0]]}" if len(columns) == 1 else ""
        above.set_title(f"{model.mechanism.name}: response{by}")
        above.legend(loc="best", fontsize=8)
        above.set_xlim(hertz.min(), hertz.max() if len(hertz) > 1 else None)
        if path is not None:
            save_figure(figure, path)
    return figure


def _tick_degrees(axis: Any) -> None:
    """Ticks at multiples of 45 or 90 degrees, or wider."""
    low, high = axis.get_ylim()
    for step in (45, 90, 180, 360, 720, 1440):
        if (high - low) / step <= 6:
            axis.set_yticks(np.arange(np.ceil(low / step), np.floor(high / step) + 1) * step)
            return


def draw_campbell(found: Campbell, path: AnyPath | None, orders: Sequence[float], highest: float | None) -> Figure:
    need("plots")
    data = found.dataset
    rpm = found.speeds * 60 / (2 * np.pi)
    lines = data.frequency.values
    most = np.inf if highest is None else highest
    shown_lines = [k for k, line in enumerate(np.nan_to_num(lines).T) if line.any() and line[line > 0.0].min() <= most]
    with drawing(6.8, 4.6) as figure:
        axis = figure.subplots()
        named = set()
        for place, k in enumerate(shown_lines):
            colour = COLOURS[place % len(COLOURS)]
            for sense, (style, word) in STYLE.items():
                own = data.whirl.values[:, k] == sense
                # (a piece goes on to the next point, so that nothing is left out where the sense changes)
                part = own | np.concatenate(([False], own[:-1]))
                if own.any():
                    label = word if word not in named else None
                    named.add(word)
                    axis.plot(rpm, np.where(part, lines[:, k], np.nan), style, color=colour, label=label)
        top = highest or (1.08 * np.nanmax(lines[:, shown_lines]) if shown_lines else 1.0)
        for order in orders:
            critical = found.critical_speeds(order)  # (raises if it is no order)
            axis.plot(rpm, order * np.abs(rpm) / 60, color=MUTED, linewidth=0.9)
            _label_order(axis, order, rpm, top)
            for speed in critical:
                at = speed * 60 / (2 * np.pi)
                if order * abs(at) / 60 > top:
                    continue
                axis.plot([at], [order * abs(at) / 60], "o", color=INK, markersize=4, label=_critical(named))
        axis.set(
            xlabel="speed, rpm",
            ylabel="frequency, Hz",
            ylim=(0.0, top),
            xlim=(rpm.min(), rpm.max()) if len(rpm) > 1 else None,
        )
        axis.set_title(f"{found.mechanism.name}: Campbell diagram")
        _plain_legend(axis)
        if path is not None:
            save_figure(figure, path)
    return figure


def _critical(named: set[str]) -> str | None:
    """The label of the first critical speed only."""
    if "critical" in named:
        return None
    named.add("critical")
    return "critical speed"


def _label_order(axis: Any, order: float, rpm: np.ndarray, top: float) -> None:
    """Write the multiple beside its line, where that leaves the picture."""
    last = float(rpm.max())
    inside = order * last / 60 < 0.97 * top
    place = (last, order * last / 60) if inside else (60 * top / order, top)
    by, side = ((-4, 1), "bottom") if inside else ((-16, -2), "top")
    axis.annotate(
        f"{order:g}×", place, xytext=by, textcoords="offset points", ha="right", va=side, color=MUTED, fontsize=8
    )


def _plain_legend(axis: Any) -> None:
    """A legend whose lines have no colour of one mode."""
    handles, labels = axis.get_legend_handles_labels()
    if not handles:
        return
    order = sorted(range(len(labels)), key=lambda k: ORDER.index(labels[k]))
    legend = axis.legend([handles[k] for k in order], [labels[k] for k in order], loc="best", fontsize=8)
    for line in legend.get_lines():
        line.set_color(INK)


def draw_locus(found: RootLocus, path: AnyPath | None) -> Figure:
    need("plots")
    values = found.branches.eigenvalues
    both = np.concatenate((values, np.conj(values)), axis=1)
    with drawing(6.6, 4.8) as figure:
        axis = figure.subplots()
        colours = np.broadcast_to(found.values[:, None], both.shape)
        for line in both.T:
            axis.plot(line.real, line.imag, color=MUTED, linewidth=0.6, zorder=1)
        dots = axis.scatter(both.real, both.imag, c=colours, s=10, cmap="viridis", zorder=2)
        axis.plot(
            both[0].real,
            both[0].imag,
            "x",
            color=INK,
            markersize=6,
            zorder=3,
            linestyle="none",
            label=f"{found.parameter} = {found.values[0]:g}",
        )
        axis.axvline(0.0, color=INK, linewidth=0.8, zorder=0)
        axis.legend(loc="best", fontsize=8)
        axis.set(xlabel="real part, 1/s", ylabel="imaginary part, rad/s")
        axis.set_title(f"{found.mechanism.name}: eigenvalues over {found.parameter}")
        figure.colorbar(dots, ax=axis, label=found.parameter)
        if path is not None:
            save_figure(figure, path)
    return figure
