"""Pictures of a study: which there are, and what they have in common."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from bough.errors import StateError
from bough.extras import need
from bough.files import save_figure
from bough.mechanism.checks import remedy, shown
from bough.simulation.draw.plots import drawing
from bough.studies.answers.reading import Result, kept_name, varied_name
from bough.studies.answers.sensitivity import Sensitivity, sensitivity
from bough.studies.show.canvas import MOST_SCATTERED, Table
from bough.studies.show.drawing import draw_heat_map, draw_parallel, draw_scatter
from bough.studies.show.ranks import draw_front, draw_study_front, draw_tornado
from bough.typing import AnyPath

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from bough.studies.answers.pareto import Front

DRAWN = {"heat map": draw_heat_map, "scatter": draw_scatter, "parallel": draw_parallel, "front": draw_study_front}
WHAT = (*DRAWN, "tornado")


def plot(
    result: Result,
    what: str | None = None,
    name: str | Sequence[str] | None = None,
    *,
    along: str | Sequence[str] | None = None,
    path: AnyPath | None = None,
) -> Figure:
    """Draw a study, and write the picture to ``path`` if there is one.

    ``what``: ``"heat map"`` of a kept number over two varied ones; ``"scatter"``, a matrix of all pairs; ``"parallel"``
    coordinates, coloured by a kept number; ``"tornado"``, the importance of what varies; ``"front"``, the variants that no
    other one beats in all of several kept numbers (``"maximise reach"`` where more is better). By default what fits the plan.
    ``name``: the kept number, or several of them; ``along``: varied names.
    """
    need("plots")
    table = Table(result)
    if what is None:
        what = fitting(table, result.study.variants.plan)
    if what not in WHAT:
        raise StateError(f"no plot {shown(what)} of a study: {remedy(what, WHAT)}")
    if what == "tornado":
        return plot_tornado(result, name if isinstance(name, str) else None, path)
    names = [name] if isinstance(name, str) else [] if name is None else list(name)
    if what != "front":
        names = [kept_name(table.dataset, one) for one in names]
    across = [along] if isinstance(along, str) else [] if along is None else list(along)
    across = [varied_name(table.dataset, one) for one in across]
    with _canvas(path) as figure:
        DRAWN[what](table, figure, names, across)
        table.put_notes(figure)
    return figure


@contextmanager
def _canvas(path: AnyPath | None) -> Iterator[Figure]:
    """A figure to draw on, which is then written to a path; names with a $ are no formulas."""
    import matplotlib as mpl

    with drawing() as figure, mpl.rc_context({"text.parse_math": False}):
        yield figure
        if path is not None:
            save_figure(figure, path)


def fitting(table: Table, plan: str) -> str:
    """The kind of picture that says most about a plan."""
    if plan in ("saltelli", "morris"):
        return "tornado"
    if len(table.varied) == 2:
        return "heat map"
    return "scatter" if len(table.varied) + len(table.kept) <= MOST_SCATTERED else "parallel"


def plot_tornado(of: Result | Sensitivity, name: str | None = None, path: AnyPath | None = None) -> Figure:
    """Draw how much each varied number matters to a kept one."""
    need("plots")
    found = of if isinstance(of, Sensitivity) else sensitivity(of, kept_name(of.dataset, name))
    with _canvas(path) as figure:
        draw_tornado(found, figure, name or found.quantities[0])
    return figure


def plot_front(front: Front, path: AnyPath | None = None) -> Figure:
    """Draw a Pareto front among all designs that were tried."""
    need("plots")
    with _canvas(path) as figure:
        draw_front(front, figure)
    return figure
