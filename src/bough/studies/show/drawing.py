"""Pictures of all variants: heat map, scatter matrix, parallel coordinates."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from bough.errors import StateError
from bough.mechanism.checks import listing
from bough.simulation.draw.plots import COLOURS, INK, MUTED, PALE
from bough.studies.answers.best import why_none
from bough.studies.answers.reading import kept_name
from bough.studies.show.canvas import MOST_SCATTERED, Table, apart, shortened, tick_texts

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MAP = "viridis"
BLUE, RED = COLOURS[0], COLOURS[1]
MOST_POINTS, MOST_LINES, MOST_CROSSES = 10_000, 1_500, 2_000
MOST_BINNED = 200_000  # points that are sorted into cells
MOST_CELLS = 250  # different values of a number that make rows of a heat map
MOST_AXES = 14  # of parallel coordinates


def some_known(table: Table, name: str) -> np.ndarray:
    """The values of a kept number, of which there has to be one."""
    values = table.values(name)[0]
    if not np.isfinite(values).any():
        raise StateError(f"there is no number '{name}' to draw: {why_none(table.dataset)}")
    return values


# --- heat map ---------------------------------------------------------------------------------------------------------


def draw_heat_map(table: Table, figure: Figure, names: list[str], along: list[str]) -> None:
    """A kept number over two varied ones: cells of a grid, or points, or, if there are many, hexagons."""
    name = names[0] if names else kept_name(table.dataset, None)
    across = along or table.varied[:2]
    if len(across) != 2 or across[0] == across[1]:
        raise StateError(f"a heat map is over two varied names; give along=… of {listing(table.varied)}.")
    values = some_known(table, name)
    table.known([name])
    (x, x_words), (y, y_words) = (table.values(one) for one in across)
    figure.set_size_inches(6.8, 4.8)
    axis = figure.subplots()
    columns, rows = np.unique(x), np.unique(y)
    others = [one for one in table.varied if one not in across]
    if len(columns) <= MOST_CELLS and len(rows) <= MOST_CELLS and len(columns) * len(rows) <= len(x):
        shown = _cells(table, axis, (x, columns), (y, rows), values)
        if others and len(x) > len(columns) * len(rows):
            table.note(f"cells are medians over {_some(others)}")
    else:
        shown = _points(table, axis, apart(x, x_words), apart(y, y_words), values)
        if others:
            table.note(f"{_some(others)} {'varies' if len(others) == 1 else 'vary'}, too")
    axis.set_xlabel(table.label(across[0]))
    axis.set_ylabel(table.label(across[1]))
    tick_texts(axis, "x", x_words)
    tick_texts(axis, "y", y_words)
    axis.set_title(shortened(table.label(name), 60))
    _bar(figure, axis, shown, "")


def _some(names: list[str]) -> str:
    return ", ".join(names) if len(names) <= 4 else f"{len(names)} other numbers"


def _cells(
    table: Table, axis: Axes, x: tuple[np.ndarray, np.ndarray], y: tuple[np.ndarray, np.ndarray], values: np.ndarray
) -> Any:
    """The median in each cell of a grid; crosses where all of it failed."""
    (xs, columns), (ys, rows) = x, y
    at = np.searchsorted(rows, ys) * len(columns) + np.searchsorted(columns, xs)
    medians = _medians(at, values, len(rows) * len(columns)).reshape(len(rows), len(columns))
    failed = np.bincount(at[table.failed], minlength=medians.size).reshape(medians.shape).astype(bool)
    across, up = np.arange(len(columns)) if len(columns) < 2 else columns, rows
    mesh = axis.pcolormesh(across, up, np.ma.masked_invalid(medians), shading="nearest", cmap=MAP, rasterized=True)
    axis.set_facecolor(PALE)
    axis.grid(visible=False)
    if (gone := failed & ~np.isfinite(medians)).any():
        row, at_column = np.nonzero(gone)
        axis.scatter(columns[at_column], rows[row], marker="x", s=16, lw=0.9, color=RED, label="failed")
        table.note("× all variants of a cell failed")
    return mesh


def _medians(at: np.ndarray, values: np.ndarray, cells: int) -> np.ndarray:
    """The median of the values in each cell; NaN where there is none."""
    known = np.isfinite(values)
    at, values = at[known], values[known]
    order = np.lexsort((values, at))
    at, values = at[order], values[order]
    counts = np.bincount(at, minlength=cells)
    first = np.concatenate(([0], np.cumsum(counts)[:-1]))
    found = np.full(cells, np.nan)
    some = counts > 0
    low, high = first[some] + (counts[some] - 1) // 2, first[some] + counts[some] // 2
    found[some] = 0.5 * (values[low] + values[high])
    return found


def _points(table: Table, axis: Axes, x: np.ndarray, y: np.ndarray, values: np.ndarray) -> Any:
    known = np.isfinite(values)
    if known.sum() > MOST_POINTS:
        some = table.thinned(known, MOST_BINNED)
        table.note("cells are medians")
        axis.grid(visible=False)
        return axis.hexbin(
            x[some], y[some], values[some], gridsize=45, reduce_C_function=np.median, cmap=MAP, lw=0.1, rasterized=True
        )
    crosses(table, axis, x, y)
    size = float(np.clip(12_000 / max(1, known.sum()), 5, 45))
    return axis.scatter(x[known], y[known], c=values[known], s=size, cmap=MAP, lw=0, rasterized=True)


def crosses(table: Table, axis: Axes, x: np.ndarray, y: np.ndarray) -> None:
    """Mark failed variants."""
    failed = np.flatnonzero(table.failed)
    if len(failed):
        few = failed[:: max(-(-len(failed) // MOST_CROSSES), int(1 / table.share))]  # as thin as the others
        axis.scatter(x[few], y[few], marker="x", s=14, lw=0.8, color=RED, zorder=3)
        table.note("× failed" if len(few) == len(failed) else f"× {len(few)} of those that failed")


def _bar(figure: Figure, axis: Axes, shown: Any, text: str) -> None:
    bar = figure.colorbar(shown, ax=axis, pad=0.02, aspect=30)
    bar.set_label(shortened(text, 60))
    bar.outline.set_visible(False)


# --- scatter matrix -----------------------------------------------------------------------------------------------------


def draw_scatter(table: Table, figure: Figure, names: list[str], along: list[str]) -> None:
    """All pairs of varied and kept numbers below the diagonal, their distributions on it."""
    every = [*(along or table.varied), *(names or table.kept)]
    chosen = _foremost(table, every) if not (along or names) else every
    if len(chosen) < len(every):
        table.note(f"not drawn: {_some([name for name in every if name not in chosen])}")
    if len(chosen) < 2:
        raise StateError("a scatter plot is of two numbers or more; keep another one, or let one vary.")
    for name in names:
        some_known(table, name)
    chosen = table.known(chosen)
    if len(chosen) < 2:
        raise StateError(f"there are no two numbers to draw against each other: {why_none(table.dataset)}")
    columns = [table.values(name) for name in chosen]
    some = table.thinned(table.there, MOST_POINTS)
    count = len(chosen)
    if count == 2:
        figure.set_size_inches(6.4, 4.4)
        axis = figure.subplots()
        _pair(table, axis, chosen, columns, some, 0, 1)
        axis.set_xlabel(table.label(chosen[0]))
        axis.set_ylabel(table.label(chosen[1]))
        if chosen[0] in table.varied and chosen[1] in table.kept:
            low, high = axis.get_ylim()
            crosses(table, axis, columns[0][0], np.full(len(table), low))
            axis.set_ylim(low - 0.02 * (high - low), high)
        return
    figure.set_size_inches(*(1.2 + 1.75 * count,) * 2)
    axes = figure.subplots(count, count, squeeze=False)
    for row in range(count):
        for at in range(count):
            axis = axes[row, at]
            if at > row:
                axis.set_axis_off()
                continue
            if at == row:
                _distribution(axis, columns[row], table.there & np.isfinite(columns[row][0]))
            else:
                _pair(table, axis, chosen, columns, some, at, row)
            axis.tick_params(labelsize=7, labelbottom=row == count - 1, labelleft=at == 0 and row > 0)
            _few_ticks(axis, columns[at][1], columns[row][1] if row > at else [""])
            _share_limits(axes, row, at)
        axes[count - 1, row].set_xlabel(_two_lines(table.label(chosen[row])), fontsize=8)
        if row:
            axes[row, 0].set_ylabel(_two_lines(table.label(chosen[row])), fontsize=8)
    figure.align_labels()


def _foremost(table: Table, every: list[str]) -> list[str]:
    """As many names as can be read, two of them kept numbers."""
    kept = table.kept[: max(2, MOST_SCATTERED - len(table.varied))]
    return every if len(every) <= MOST_SCATTERED else [*table.varied[: MOST_SCATTERED - len(kept)], *kept]


def _two_lines(text: str) -> str:
    """A label broken at a dot or before its unit if it is long."""
    if len(text) <= 16:
        return text
    text, comma, unit = text.partition(", ")
    middle = min((k for k, c in enumerate(text) if c in ". _"), key=lambda k: abs(k - len(text) / 2), default=None)
    if middle is not None and len(text) > 16:
        text = f"{shortened(text[: middle + 1], 18)}\n{shortened(text[middle + 1 :], 18)}"
    return f"{text}{comma}{unit}"


def _few_ticks(axis: Axes, x_words: list[str], y_words: list[str]) -> None:
    """Numbers on a small panel: few, and short."""
    from matplotlib.ticker import MaxNLocator, ScalarFormatter

    for ticks, words in ((axis.xaxis, x_words), (axis.yaxis, y_words)):
        if not words:
            form = ScalarFormatter()
            form.set_powerlimits((-2, 4))
            ticks.set_major_locator(MaxNLocator(3))
            ticks.set_major_formatter(form)
            ticks.get_offset_text().set_fontsize(7)


def _share_limits(axes: Any, row: int, at: int) -> None:
    """All panels of a column have one range (that of the histogram in it)."""
    if row > at:
        axes[row, at].set_xlim(axes[at, at].get_xlim())


def _distribution(axis: Axes, of: tuple[np.ndarray, list[str]], known: np.ndarray) -> None:
    values, words = of
    bins: Any = np.arange(len(words) + 1) - 0.5 if words else min(30, max(5, int(np.sqrt(known.sum()))))
    axis.hist(values[known], bins=bins, color=BLUE, alpha=0.35, lw=0)
    axis.set_yticks([])
    axis.grid(visible=False)
    tick_texts(axis, "x", words, 4)


def _pair(
    table: Table,
    axis: Axes,
    names: list[str],
    columns: list[tuple[np.ndarray, list[str]]],
    some: np.ndarray,
    x: int,
    y: int,
) -> None:
    """Two columns against each other, where both have numbers: all such points if they are few, else ``some`` of them."""
    (across, x_words), (up, y_words) = columns[x], columns[y]
    known = np.flatnonzero(table.there & np.isfinite(across) & np.isfinite(up))
    some = known if len(known) <= MOST_POINTS else np.intersect1d(some, known)
    across, up = apart(across, x_words), apart(up, y_words)
    size = float(np.clip(3000 / max(1, len(some)), 2, 18))
    axis.scatter(across[some], up[some], s=size, color=BLUE, alpha=0.5, lw=0, rasterized=True)
    if names[x] in table.varied and names[y] in table.varied:
        crosses(table, axis, across, up)
    tick_texts(axis, "x", x_words, 4 if len(names) > 2 else 12)
    tick_texts(axis, "y", y_words, 4 if len(names) > 2 else 12)


# --- parallel coordinates -----------------------------------------------------------------------------------------------


def draw_parallel(table: Table, figure: Figure, names: list[str], along: list[str]) -> None:
    """An axis for each number and a line for each variant, coloured by a kept number."""
    from matplotlib.collections import LineCollection

    shade = names[0] if names else next(iter(table.known(table.kept)), kept_name(table.dataset, None))
    chosen = [*(along or table.varied), *(names or [shade, *(one for one in table.kept if one != shade)])]
    if len(chosen) > MOST_AXES:
        left_out = chosen[MOST_AXES - 1 : -1]
        chosen = [*chosen[: MOST_AXES - 1], shade if shade not in chosen[: MOST_AXES - 1] else chosen[-1]]
        table.note(f"not drawn: {_some([one for one in left_out if one not in chosen])}")
    colour = some_known(table, shade)
    chosen = table.known(chosen)
    if len(chosen) < 2:
        raise StateError("parallel coordinates need two numbers or more; keep another one, or let one vary.")
    columns = [table.values(name) for name in chosen]
    known = table.there & np.isfinite(colour)  # (lines have gaps where another number is missing)
    some = table.thinned(known, MOST_LINES)
    figure.set_size_inches(max(6.4, 1.6 + 1.25 * len(chosen)), 4.4)
    axis = figure.subplots()
    low, span = _ranges(columns, known)
    heights = np.stack([(values - a) / b for (values, _), a, b in zip(columns, low, span, strict=True)], axis=1)
    _failed_lines(table, axis, heights, [name in table.varied for name in chosen])
    order = some[np.argsort(colour[some])]
    points = np.stack((np.broadcast_to(np.arange(len(chosen)), (len(order), len(chosen))), heights[order]), axis=-1)
    opacity = float(np.clip(150 / len(order), 0.2, 0.9))
    lines = LineCollection(list(points), cmap=MAP, alpha=opacity, lw=0.9, array=colour[order], rasterized=True)
    axis.add_collection(lines)
    _upright(table, axis, chosen, columns, low, span)
    shades = _opaque(lines)
    _bar(figure, axis, shades, table.label(shade))


def _opaque(lines: Any) -> Any:
    """The colours of lines for a bar, which would have their opacity."""
    from matplotlib.cm import ScalarMappable

    return ScalarMappable(lines.norm, lines.cmap)


def _ranges(columns: list[tuple[np.ndarray, list[str]]], known: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The least value and the length of each axis, of those that are known."""
    there = [values[known & np.isfinite(values)] for values, _ in columns]
    low = np.array([values.min() if len(values) else 0.0 for values in there])
    high = np.array([values.max() if len(values) else 0.0 for values in there])
    span = high - low
    return np.where(span > 0, low, low - 0.5), np.where(span > 0, span, 1.0)


def _failed_lines(table: Table, axis: Axes, heights: np.ndarray, varies: list[bool]) -> None:
    """Thin lines of failed variants over what varied."""
    from matplotlib.collections import LineCollection

    failed, axes = np.flatnonzero(table.failed), np.flatnonzero(varies)
    if not len(failed) or len(axes) < 2:
        return
    few = failed[:: max(-(-len(failed) // 200), int(1 / table.share))]
    paths = [np.stack((axes, np.clip(heights[k, axes], -0.03, 1.03)), axis=-1) for k in few]
    axis.add_collection(LineCollection(paths, colors=RED, alpha=0.6, lw=0.7, linestyles="--", zorder=3))
    table.note("dashed: failed")


def _end_text(value: float, span: float) -> str:
    """The end of an axis for reading: no digits below a thousandth of its length."""
    digits = 3 - int(np.floor(np.log10(span)))
    return f"{np.round(value, digits) + 0.0:.4g}"


def _upright(
    table: Table,
    axis: Axes,
    chosen: list[str],
    columns: list[tuple[np.ndarray, list[str]]],
    low: np.ndarray,
    span: np.ndarray,
) -> None:
    """The axes with their names above and their ends beside them."""
    axis.set_xlim(-0.35, len(chosen) - 0.65)
    axis.set_ylim(-0.09, 1.07)
    axis.set_yticks([])
    axis.grid(visible=False)
    for side in ("left", "bottom"):
        axis.spines[side].set_visible(False)
    axis.tick_params(axis="x", length=0)
    axis.set_xticks(range(len(chosen)), [_two_lines(table.label(name)) for name in chosen], fontsize=7.5)
    for k, (name, (_, words)) in enumerate(zip(chosen, columns, strict=True)):
        axis.plot([k, k], [0, 1], color=INK if name in table.kept else MUTED, lw=1.2)
        if words:
            ends = [(at, shortened(word, 12)) for at, word in enumerate(words)][: 1 + int(span[k] + low[k])]
        else:
            ends = [(end, _end_text(end, span[k])) for end in (low[k], low[k] + span[k])]
        for value, text in ends:
            height = (value - low[k]) / span[k]
            place = {0.0: "top", 1.0: "bottom"}.get(round(float(height), 9), "center")
            axis.annotate(
                text, (k, height), (0, {"top": -3, "bottom": 3}.get(place, 0)), textcoords="offset points", ha="center",
                va=place, fontsize=7, color=INK, bbox={"fc": "white", "ec": "none", "pad": 0.4, "alpha": 0.75},
            )  # fmt: skip
