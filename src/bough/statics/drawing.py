"""Pictures of curves of equilibria."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from bough.extras import need
from bough.files import written
from bough.statics.stability import NEUTRAL, STABLE, UNSTABLE
from bough.typing import AnyPath

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from bough.statics.curve import Continuation

INK, PALE = "#1f2933", "#e4e7eb"
LINES = "#2563eb", "#c2410c", "#15803d", "#7e22ce", "#b45309", "#0e7490"
STYLES = {STABLE: "-", UNSTABLE: "--", NEUTRAL: ":"}
MOST_PANELS = 6


def draw(curve: Continuation, names: str | Sequence[str] | None, path: AnyPath | None) -> Figure:
    """A panel for each coordinate, over the parameter."""
    need("plots")
    import matplotlib as mpl
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    every = curve.mechanism.q_names
    asked = [names] if isinstance(names, str) else list(names) if names is not None else list(every[:MOST_PANELS])
    panels = [every[k] for name in asked for k in _places(curve, name)]
    style: dict[Any, Any] = {
        "font.size": 9,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.grid": True,
        "grid.color": PALE,
    }
    with mpl.rc_context(style):
        figure = Figure(figsize=(6.4, 0.9 + 2.6 * len(panels)), dpi=150, layout="constrained")
        FigureCanvasAgg(figure)
        for k, (axes, name) in enumerate(
            zip(figure.subplots(len(panels), 1, squeeze=False)[:, 0], panels, strict=True)
        ):
            _draw_panel(curve, axes, name, LINES[k % len(LINES)])
        if path is not None:
            with written(path) as beside:
                figure.savefig(beside, format=str(path).rpartition(".")[2])
    return figure


def _places(curve: Continuation, name: str) -> list[int]:
    curve[name]  # raises if there is none
    return list(curve.mechanism.q_places[name])


def _draw_panel(curve: Continuation, axes: Axes, name: str, colour: str) -> None:
    place = curve.mechanism.q_names.index(name)
    own, unit = curve.positions[:, place], curve.mechanism.q_units[place]
    told: set[str] = set()
    for part, kind in _parts(curve):
        label = None if kind in told else kind
        axes.plot(curve.values[part], own[part], color=colour, ls=STYLES[kind], lw=1.6, label=label)
        told.add(kind)
    for special, mark in ((curve.folds, "o"), (curve.branches, "D")):
        if special:
            at = [one.value for one in special], [one.q[place] for one in special]
            word = special[0].kind if len(special) == 1 else f"{special[0].kind}{'s' if mark == 'o' else 'es'}"
            axes.plot(*at, mark, color=INK, ms=5, label=word, ls="none")
    axes.set_xlabel(curve.parameter)
    axes.set_ylabel(name if unit == "1" else f"{name}, {unit}")
    axes.legend(frameon=False)


def _parts(curve: Continuation) -> Iterator[tuple[slice, str]]:
    """Stretches of one stability; a stretch goes on to the first point of the next."""
    kinds = curve.stability
    cuts = [0, *(np.flatnonzero(kinds[1:] != kinds[:-1]) + 1).tolist(), len(kinds)]
    for start, end in pairwise(cuts):
        yield slice(start, end + 1), str(kinds[start])
