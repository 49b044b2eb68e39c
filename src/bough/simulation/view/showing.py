"""Pages of runs and mechanisms: written to a file, or opened in the browser."""

from __future__ import annotations

import tempfile
import warnings
import webbrowser
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from bough.errors import BoughWarning, StateError
from bough.files import written
from bough.mechanism.checks import shown
from bough.mechanism.mechanism import Mechanism
from bough.simulation.results.trajectory import Trajectory
from bough.simulation.view.document import Document, document_of_mechanism, document_of_runs
from bough.simulation.view.options import Options, options_of
from bough.simulation.view.page import page
from bough.simulation.view.starting import closed_start, start_of
from bough.typing import AnyPath, ByName, CoordinatesLike

MOST_RUNS = 8  # of a batch, unless they are chosen

Shown = Trajectory | Mechanism | Sequence[Trajectory] | Mapping[str, Trajectory]


def view(what: Shown, path: AnyPath, **options: Any) -> None:
    """Write a page that shows a run, several runs, or a mechanism: one HTML file, which needs nothing else.

    ``what``: a run, a batch, a list of runs, runs by their labels, or a mechanism, which is shown at its start.
    Options: ``runs`` (which of a batch, by number), ``layout`` (``overlay`` or ``side``: one beside the other), ``show``
    (names of what is visible at first, such as ``["names", "reactions"]``), ``plots`` (a list for each plot, of
    names of quantities, such as ``[["boom", "u.boom"], ["tendon.force"]]``, or of series, such as ``coordinates.boom``), ``camera`` (as the page copies it), ``speed`` (seconds of motion per
    second), ``at`` (the time at which the page begins and waits; of a mechanism, that of its driven joints), ``q0`` (where a
    mechanism is, as for :func:`bough.simulate`), ``theme`` (``auto``, ``light``, ``dark``), ``title``, ``notes``
    (sentences for the reader).
    """
    text = page(document_of(what, **options))
    with written(path) as beside:
        beside.write_text(text, "utf-8")


def show(what: Shown, **options: Any) -> Path:
    """Open such a page in the browser; it stays in a temporary folder, whose path is returned."""
    folder = Path(tempfile.mkdtemp(prefix="bough-"))
    path = folder / "view.html"
    view(what, path, **options)
    if not webbrowser.open(path.as_uri()):
        warnings.warn(f"no browser could be opened; open the page yourself: {path}", BoughWarning, stacklevel=3)
    return path


def document_of(
    what: Shown,
    *,
    runs: Sequence[int] | None = None,
    q0: CoordinatesLike | ByName | None = None,
    notes: Sequence[str] = (),
    **given: Any,
) -> Document:
    """What the page of a run, several runs or a mechanism shows."""
    options = options_of(given)
    if isinstance(what, Mechanism):
        if runs is not None:
            raise StateError("a mechanism has no runs to choose from; leave runs= out.")
        return _document_at_start(what, q0, notes, options)
    if q0 is not None:
        raise StateError("a run has its own start; q0= is for a mechanism.")
    if isinstance(what, Trajectory):
        found, told = _chosen(what, runs)
        return document_of_runs(found, [*notes, *told], options)
    if runs is not None:
        raise StateError("runs= chooses from a batch; give a list without it.")
    return document_of_runs(_labelled(what), notes, options)


def _chosen(run: Trajectory, wanted: Sequence[int] | None) -> tuple[dict[str, Trajectory], list[str]]:
    """Runs of a batch by labels, and a note if there are more."""
    if run.runs is None:
        if wanted is not None:
            raise StateError("this is a single motion; runs= is for batches.")
        return {"": run}, []
    notes = []
    if wanted is not None and (isinstance(wanted, str) or not isinstance(wanted, Iterable) or not list(wanted)):
        raise StateError(f"runs must be a list of numbers from 0 to {run.runs - 1}, such as [0], not {shown(wanted)}.")
    if wanted is None:
        wanted = np.unique(np.linspace(0, run.runs - 1, MOST_RUNS).astype(int)).tolist()
        if len(wanted) < run.runs:
            notes.append(f"{len(wanted)} of {run.runs} runs are shown; choose others by runs=[…].")
    return {f"run {k}": run.select(k) for k in wanted}, notes


def _labelled(what: Any) -> dict[str, Trajectory]:
    """Several runs, by their labels."""
    if isinstance(what, Mapping):
        given = {str(label): run for label, run in what.items()}
    elif isinstance(what, Sequence) and not isinstance(what, str):
        given = {f"run {k}": run for k, run in enumerate(what)}
    else:
        raise StateError(f"there is nothing to show of {shown(what)}; give a run, several runs, or a mechanism.")
    for label, run in given.items():
        if not isinstance(run, Trajectory) or run.runs is not None:
            raise StateError(f"'{label}' must be a single run, not {shown(run)}; take one of a batch by select(k).")
    if not given:
        raise StateError("there are no runs to show; give at least one.")
    return given


def _document_at_start(mechanism: Mechanism, q0: Any, notes: Sequence[str], options: Options) -> Document:
    """At the start that is given or that the mechanism names, with its loops closed if they can be."""
    notes, time = list(notes), options.at or 0.0
    q = start_of(mechanism, q0)
    try:
        q, note = closed_start(mechanism, q0, time)
        notes += [note] if note else []
    except StateError as error:
        notes.append(f"Loops are open here: {error}")
    return document_of_mechanism(mechanism, q, time, notes, options)
