"""Pictures of curves of equilibria."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from bough.extras import need
from bough.files import save_figure
from bough.statics.stability import NEUTRAL, STABLE, UNSTABLE
from bough.statics.variants import TIME
from bough.typing import AnyPath

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from bough.statics.curve import Continuation

# (in the style of all pictures of bough)
INK, MUTED, PALE, LINE = "#1f2933", "#7b8794", "#e4e7eb", "#1764a8"
STYLES = {STABLE: "-", UNSTABLE: "--", NEUTRAL: ":"}
MOST_PANELS = 6


def draw(curve: Continuation, names: str | Sequence[str] | None, path: AnyPath | None) -> Figure:
    """A panel for each coordinate, over the parameter."""
    need("plots")
    import matplotlib as mpl
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    every = curve.mechanism.q_names
    asked = [names] if isinstance(names, str) else list(every[:MOST_PANELS] if names is None else names)
    panels = [every[k] for name in asked for k in _places(curve, name)]
    some = f"; {len(panels)} of {len(every)} coordinates" if names is None and len(panels) < len(every) else ""
    style: dict[Any, Any] = {
        "font.size": 9, "axes.spines.top": False, "axes.spines.right": False, "axes.edgecolor": MUTED, "axes.labelcolor": INK,
        "text.color": INK, "xtick.color": INK, "ytick.color": INK, "axes.grid": True, "grid.color": PALE, "axes.axisbelow": True,
        "axes.titlelocation": "left", "axes.titleweight": "bold", "axes.titlesize": 9.5, "axes.formatter.useoffset": False,
    }  # fmt: skip
    with mpl.rc_context(style):
        figure = Figure(
            figsize=(6.4, 1.1 + (1.6 if len(panels) > 1 else 2.6) * len(panels)), dpi=150, layout="constrained"
        )
        FigureCanvasAgg(figure)
        rows = figure.subplots(len(panels), 1, squeeze=False, sharex=True)[:, 0]
        for axes, name in zip(rows, panels, strict=True):
            _draw_panel(curve, axes, name)
        rows[0].set_title(f"{curve.mechanism.name}: equilibria over {curve.parameter}{some}")
        rows[0].legend(frameon=False, fontsize=8)
        rows[-1].set_xlabel(f"{TIME}, s" if curve.parameter == TIME else curve.parameter)
        figure.align_ylabels(rows)
        if path is not None:
            save_figure(figure, path)
    return figure


def _places(curve: Continuation, name: str) -> list[int]:
    curve[name]  # raises if there is none
    return list(curve.mechanism.q_places[name])


def _draw_panel(curve: Continuation, axes: Axes, name: str) -> None:
    place = curve.mechanism.q_names.index(name)
    own, unit = curve.positions[:, place], curve.mechanism.q_units[place]
    told: set[str] = set()
    for part, kind in _parts(curve):
        label = None if kind in told else kind
        axes.plot(curve.values[part], own[part], color=LINE, ls=STYLES[kind], lw=1.6, label=label)
        told.add(kind)
    for special, mark in ((curve.folds, "o"), (curve.branches, "D")):
        if special:
            at = [one.value for one in special], [one.q[place] for one in special]
            word = special[0].kind if len(special) == 1 else f"{special[0].kind}{'s' if mark == 'o' else 'es'}"
            axes.plot(*at, mark, color=INK, ms=5, label=word, ls="none")
    axes.set_ylabel(name if unit == "1" else f"{name}, {unit}")


def _parts(curve: Continuation) -> Iterator[tuple[slice, str]]:
    """Stretches of one stability; a stretch goes on to the first point of the next."""
    kinds = curve.stability
    cuts = [0, *(np.flatnonzero(kinds[1:] != kinds[:-1]) + 1).tolist(), len(kinds)]
    for start, end in pairwise(cuts):
        yield slice(start, end + 1), str(kinds[start])
