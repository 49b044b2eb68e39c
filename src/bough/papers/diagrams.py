"""Choice diagrams: the cheapest form on equal chains on one base, by number and length (paper D, figure 1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bough.simulation.draw.plots import INK, drawing
from bough.typing import Array

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

SIDE = 20
EVERY = np.arange(1, SIDE + 1)
# colours by reduction: tangent or orthogonal projection, recursion; distinct in every kind of colour vision
TANGENT, ORTHOGONAL, RECURSIVE, AUGMENTED = "#8cc0e3", "#d4657a", "#f3c567", "#2f6f9f"
_DARK = (ORTHOGONAL, AUGMENTED)
# if the lead is smaller than this, the choice does not matter
_CLOSE, _HATCH = 0.05, "//////"
_LETTER = 0.066  # width of a bold letter in cells, for each point of its size
# numbers of bodies with a line, and the length at which its label stands
_ISOLINES, _NUMBERED = (25, 50, 100, 200, 300), 18.0


class Contest(NamedTuple):
    """The cost of each form on brooms, (form, chains, length), on a grid of chains and lengths."""

    forms: Sequence[str]
    chains: np.ndarray
    lengths: np.ndarray
    costs: Array

    def cost(self, form: str) -> Array:
        found: Array = self.costs[list(self.forms).index(form)]
        return found

    @property
    def winner(self) -> NDArray[np.intp]:
        """Index of the cheapest form."""
        found: NDArray[np.intp] = np.argmin(self.costs, axis=0)
        return found

    def wins(self, form: str) -> NDArray[np.bool_]:
        found: NDArray[np.bool_] = self.winner == list(self.forms).index(form)
        return found

    def filled(self) -> Contest:
        """The same on every number and length up to the largest, interpolated linearly in logarithms."""
        from scipy.interpolate import RegularGridInterpolator

        if len(self.chains) == len(self.lengths) == SIDE:
            return self
        knots = np.log(self.chains), np.log(self.lengths)
        at = np.stack(np.meshgrid(np.log(EVERY), np.log(EVERY), indexing="ij"), -1)
        costs = [np.exp(RegularGridInterpolator(knots, np.log(cost))(at)) for cost in self.costs]
        return Contest(self.forms, EVERY, EVERY, np.array(costs))


def onset(ahead: np.ndarray) -> float:
    """The first length from which a form stays ahead up to the longest; infinite if there is none."""
    behind = np.flatnonzero(~ahead)
    first = int(behind[-1]) + 1 if len(behind) else 0
    return float(first + 1) if first < len(ahead) else float("inf")


def draw(title: str, panels: Mapping[str, Contest], names: Mapping[str, str], colours: Mapping[str, str]) -> Figure:
    """A diagram for each contest."""
    from matplotlib.patches import Patch

    columns = 2 if len(panels) in (2, 4) else 3
    rows = -(-len(panels) // columns)
    with drawing(3.4 * columns, 0.9 + 3.2 * rows) as figure:
        axes = figure.subplots(rows, columns, squeeze=False)
        for axis, (head, contest) in zip(axes.flat, panels.items(), strict=False):
            axis.set_title(head)
            _frame(axis)
            _draw_regions(axis, contest, names, colours)
        for axis in axes[-1]:
            axis.set_xlabel("bodies in a chain")
        for axis in axes[:, 0]:
            axis.set_ylabel("chains on the base")
        handles = [Patch(color=colours[form], label=name) for form, name in names.items()]
        handles.append(Patch(fc="none", ec=INK, lw=0, hatch=_HATCH, label=f"next one within {100 * _CLOSE:.0f} %"))
        figure.legend(handles=handles, loc="outside lower center", ncols=min(len(handles), 2 * columns))
        figure.suptitle(title, x=0.01, ha="left")
    return figure


def _frame(axis: Axes) -> None:
    axis.set_aspect("equal")
    axis.set(xlim=(0.5, SIDE + 0.5), ylim=(0.5, SIDE + 0.5), xticks=(1, 5, 10, 15, 20), yticks=(1, 5, 10, 15, 20))
    axis.grid(visible=False)


def _draw_regions(axis: Axes, contest: Contest, names: Mapping[str, str], colours: Mapping[str, str]) -> None:
    from matplotlib.collections import PatchCollection
    from matplotlib.colors import ListedColormap
    from matplotlib.patches import Rectangle

    full = contest.filled()
    forms = list(full.forms)
    axis.pcolormesh(
        EVERY, EVERY, full.winner, cmap=ListedColormap([colours[form] for form in forms]), vmin=-0.5, vmax=len(forms) - 0.5,
        shading="nearest", rasterized=True,
    )  # fmt: skip
    best, next_best = np.sort(full.costs, axis=0)[:2]
    ties = [Rectangle((x + 0.5, c + 0.5), 1, 1) for c, x in np.argwhere(next_best < (1 + _CLOSE) * best)]
    axis.add_collection(PatchCollection(ties, fc="none", ec=INK, lw=0, hatch=_HATCH, alpha=0.35))
    bodies = 1 + np.outer(EVERY, EVERY)
    lines = axis.contour(
        EVERY, EVERY, bodies, levels=_ISOLINES, colors=INK, linewidths=0.5, linestyles="dashed", alpha=0.6
    )
    places = [(_NUMBERED, (level - 1) / _NUMBERED) for level in _ISOLINES]
    axis.clabel(lines, fmt=lambda level: f"N = {level:.0f}", fontsize=6, inline_spacing=2, manual=places)
    if contest.costs.shape != full.costs.shape:
        length, chains = np.meshgrid(contest.lengths, contest.chains)
        axis.plot(length.ravel(), chains.ravel(), ".", color=INK, ms=2.2, alpha=0.7)
    for form in forms:
        _name_region(axis, full.wins(form), names[form], colours[form])


def _name_region(axis: Axes, region: np.ndarray, name: str, ground: str) -> None:
    """Write a name where the region is widest, upright if it is narrow; tiny regions only appear in the legend."""
    from scipy.ndimage import distance_transform_edt

    if region.sum() < SIDE // 2:
        return
    room = distance_transform_edt(np.pad(region, 1))[1:-1, 1:-1]
    # among the places with much room, the one nearest to the middle of the diagram
    places = np.argwhere(room >= 0.8 * room.max())
    row, column = places[np.argmin(np.linalg.norm(places - (SIDE - 1) / 2, axis=1))]
    tall = region[:, column].sum()
    narrow = region[row].sum() < 7 and tall > region[row].sum()
    size = 7 if narrow and (region[row].sum() < 3 or _LETTER * 9 * len(name) > tall) else 9
    name = name if narrow else name.replace(" ", "\n")
    # within its region if it has the room, and within the diagram
    x, y = column + 1.0, row + 1.0
    if narrow:
        half = 0.5 * _LETTER * size * len(name)
        rows = np.flatnonzero(region[:, column]) + 1.0
        ends = rows[0] - 0.5 + half, rows[-1] + 0.5 - half
        y = float(np.clip(y, *ends)) if ends[0] <= ends[1] else 0.5 * sum(ends)
        y = float(np.clip(y, 0.5 + half, SIDE + 0.5 - half))
    axis.text(
        x, y, name, color="white" if ground in _DARK else INK, weight="bold", ha="center", va="center",
        rotation=90 if narrow else 0, fontsize=size, bbox={"color": ground, "pad": 0.5},
    )  # fmt: skip
