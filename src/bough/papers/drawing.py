"""Pictures of exhibits, in bough's style."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from bough.simulation.draw.plots import look

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@contextmanager
def drawing(width: float, height: float) -> Iterator[Figure]:
    """A figure of so many inches to draw on."""
    import matplotlib as mpl
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    with mpl.rc_context(look()):
        figure = Figure(figsize=(width, height), layout="constrained")
        FigureCanvasAgg(figure)
        yield figure
