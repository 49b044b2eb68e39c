"""What a page shows, as plain data beside packed numbers: machines, their runs, and how they are looked at first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

import bough
from bough.errors import BoughError, StateError
from bough.mechanism.checks import shown
from bough.simulation.draw.film.camera import upright
from bough.simulation.results.observe import loop_values, pose_matrices
from bough.simulation.view import arrows as drawn
from bough.simulation.view.facts import events_of, facts_of
from bough.simulation.view.frames import at_samples, frames_of
from bough.simulation.view.machine import machine_of
from bough.simulation.view.options import USUAL, Options
from bough.simulation.view.packing import Bytes
from bough.simulation.view.series import chosen_series, series_names, series_of
from bough.typing import Array, Instants

if TYPE_CHECKING:
    from bough.mechanism.mechanism import Mechanism
    from bough.simulation.results.trajectory import Trajectory

MOST_NUMBERS = 2_000_000  # of series, and as many of arrows of one run, over all samples
MOST_SAMPLES = 20_000  # of a run, at which series and arrows are told
MOST_SERIES = 4000
MANY = 500  # bodies: with more, reactions and forces are left out
FINE = 2.0**-15  # a step of positions, relative to the machine's size
TURNS = 2.0**-14  # a step of quaternions
PLOTTED = 4  # coordinates, at first
STEADY = 0.05  # a motion beside a straight line, relative to all of it, that is none
ROUNDING = 2.0**-50  # of times, relative to the last
SMOOTH, COARSE = 2.0**-20, 2.0**-14  # a step of a series, relative to its range; the second where there are many
ARROW = 2.0**-24  # a step of an arrow, relative to its own largest: a card shows two digits of a 100,000th of it
MANY_NUMBERS = 100_000  # of series: with more, they are coarse, and accelerations are left out


@dataclass
class Document:
    """Plain data for a page, and the numbers that it refers to."""

    data: dict[str, Any]
    numbers: Bytes = field(default_factory=Bytes)


def document_of_runs(runs: Mapping[str, Trajectory], notes: Sequence[str] = (), options: Options = USUAL) -> Document:
    """Single runs by their labels, at synchronised times."""
    first = next(iter(runs.values()))
    document = _empty(first.mechanism, notes, options)
    known: dict[int, int] = {}
    for label, run in runs.items():
        where = known.setdefault(id(run.mechanism), len(known))
        if where == len(document.data["machines"]):
            start = frames_of_start(run)
            document.data["machines"].append(machine_of(run.mechanism, start, document.numbers, document.data["notes"]))
        _add_run(document, label, run, where, [name for names in options.plots or () for name in names])
    first_time, last_time = (f(own[key] for own in document.data["runs"]) for f, key in ((min, "from"), (max, "to")))
    if options.at is not None and not first_time <= options.at <= last_time:
        raise StateError(
            f"at={shown(options.at)} is outside the run, which lasts from {first_time:g} s to {last_time:g} s."
        )
    document.data["plots"] = _plots(document.data["runs"], first, options.plots)
    return document


def document_of_mechanism(
    mechanism: Mechanism, q: Array, time: float = 0.0, notes: Sequence[str] = (), options: Options = USUAL
) -> Document:
    """A mechanism in one pose."""
    from bough.simulation.results.trajectory import Trajectory

    run = Trajectory(mechanism, [time], np.asarray(q, float)[None], np.zeros((1, mechanism.n)))
    document = document_of_runs({"": run}, notes, options)
    document.data["runs"][0]["status"] = "pose"
    return document


def frames_of_start(run: Trajectory) -> Array:
    """The poses (bodies, 4, 4) at the first state that is finite."""
    from bough import api

    finite = np.flatnonzero(run._there)
    if not len(finite):
        raise StateError(f"the run of '{run.mechanism.name}' has no state that is finite; there is nothing to show.")
    k = int(finite[0])
    found: Array = api.body_poses(run.mechanism, run._q[k], time=float(run._time[k]))
    return found


def _empty(mechanism: Mechanism, notes: Sequence[str], options: Options) -> Document:
    gravity = np.asarray(mechanism.gravity, float)
    up = upright(gravity)[:, 2]
    return Document(
        {
            "format": 1,
            "title": options.title or str(mechanism.name),
            "about": str(mechanism.about),
            "bough": bough.__version__,
            "up": up.tolist(),
            "gravity": gravity.tolist(),
            "machines": [],
            "runs": [],
            "plots": [],
            "view": options.view(up),
            "notes": list(notes),
            "live": None,
        }
    )


def _add_run(document: Document, label: str, run: Trajectory, machine: int, plotted: Sequence[str]) -> None:
    size = document.data["machines"][machine]["size"]
    frames = frames_of(run, size)
    numbers, notes = document.numbers, document.data["notes"]
    count = len(frames.time)
    whose = f"{label}: " if label else ""
    if not frames.is_known:
        apart = float(np.diff(run._time).max())
        notes.append(
            f"{whose}the run keeps a state every {apart:.3g} s, which does not tell how it moves between them; simulate it "
            "with a smaller every= to see that."
        )
    elif not frames.is_exact:
        rate = (count - 1) / (frames.time[-1] - frames.time[0])
        notes.append(f"{whose}{rate:.4g} instants a second are shown, too few for the fastest parts.")
    found: dict[str, Any] = {
        "label": label,
        "machine": machine,
        "from": float(frames.time[0]),
        "to": float(frames.time[-1]),
        "frames": count,
        "status": run.status,
        "message": run.message,
        "facts": facts_of(run),
        "events": events_of(run),
        "poses": numbers.ints(frames.places.reshape(count, -1), [FINE * size] * 3 + [TURNS] * 4),
        "gaps": _gaps(run),
        "times": None,
        "rounding": None,
        "series": [],
        "arrows": [],
    }
    _add_numbers(found, run, numbers, notes, whose, plotted)
    document.data["runs"].append(found)


def _gaps(run: Trajectory) -> list[float | None]:
    """The largest gap of each loop at the samples; None where it is not known."""
    if not run.mechanism.loops:
        return []
    try:
        gaps = run.keep(loop_values)[0].max(axis=0)
    except BoughError:
        return [None] * len(run.mechanism.loops)
    return [float(gap) if np.isfinite(gap) else None for gap in gaps]


def _add_numbers(
    found: dict[str, Any],
    run: Trajectory,
    numbers: Bytes,
    notes: list[str],
    whose: str,
    plotted: Sequence[str],
) -> None:
    """Series, those of plots among them, and arrows, all at the same samples of the run."""
    if len(run.mechanism) > MANY:
        notes.append(f"{whose}plots, reactions and forces are left out, since it has more than {MANY} bodies.")
        return
    series, untold = series_of(run, MOST_SERIES)
    series = chosen_series(run, plotted, {f"{one.group}.{one.name}" for one in series}) + series
    notes += [f"{whose}{note}" for note in untold]
    some = np.unique(np.linspace(0, len(run._time) - 1, min(len(run._time), MOST_SAMPLES)).astype(int))
    if len(some) > 1 and run._time[some[-2]] == run._time[some[-1]]:  # (the player ends after a jump, not within it)
        some = np.delete(some, -2)
    time = run._time[some]
    found["times"] = _times(time, numbers)
    smooth = SMOOTH
    if len(some) * len(series) > MANY_NUMBERS:
        smooth, series = COARSE, [one for one in series if one.group != "accelerations"]
    found["rounding"] = smooth
    room = MOST_NUMBERS // len(some)
    if len(series) > room:
        notes.append(f"{whose}{len(series) - room} of {len(series)} series are left out, since the run is long.")
    for one in series[:room]:
        values = numbers.ints(one.values[some, None], smooth * _range(one.values))
        found["series"].append({"group": one.group, "name": one.name, "unit": one.unit, "values": values})
    thinned = run if len(some) == len(run._time) else at_samples(run, some)
    _add_arrows(found, thinned, numbers, notes, whose, MOST_NUMBERS // (3 * len(some)))


def _add_arrows(
    found: dict[str, Any], run: Trajectory, numbers: Bytes, notes: list[str], whose: str, room: int
) -> None:
    poses = run.keep(pose_matrices)
    arrows: list[drawn.Arrow] = []
    for what, way in drawn.WAYS.items():
        try:
            own = way(run, poses)
        except BoughError as error:
            notes.append(f"{whose}{what} are not known: {error}")
            continue
        if len(arrows) + len(own) > room:
            notes.append(f"{whose}arrows of {what} are left out, since the run is long.")
            continue
        arrows += own
    found["arrows"] = [
        {
            "kind": arrow.kind,
            "group": arrow.group,
            "name": arrow.name,
            "body": arrow.body,
            "at": [float(x) for x in arrow.at],
            "unit": drawn.UNITS[arrow.kind],
            "vectors": numbers.ints(arrow.vectors, ARROW * drawn.largest_of(arrow.vectors)),
        }
        for arrow in arrows
    ]


def _times(time: Instants, numbers: Bytes) -> dict[str, Any]:
    """Multiples of the time between samples, if it is always the same; else all digits."""
    every = float(time[-1] - time[0]) / max(1, len(time) - 1)
    if every and np.abs(time - np.rint(time / every) * every).max() <= ROUNDING * np.abs(time).max():
        return numbers.ints(time[:, None], every)
    return numbers.doubles(time[:, None])


def _range(values: Array) -> float:
    """Largest less smallest of finite numbers; their size, if they are all the same."""
    fine = values[np.isfinite(values)]
    return (float(np.ptp(fine)) or float(abs(fine[0]))) if len(fine) else 0.0


def _plots(
    runs: Sequence[dict[str, Any]], first: Trajectory, wanted: Sequence[Sequence[str]] | None
) -> list[list[list[int]]]:
    """The plots that are open at first: those that are asked for, else the coordinates that move most, and energies."""
    if wanted is None:
        # (of several runs fewer lines each)
        few = max(1, PLOTTED // len(runs))
        names = [f"coordinates.{first.mechanism.q_names[k]}" for k in _liveliest(first, few)]
        energies = ["energy.kinetic", "energy.potential", "energy.total"][-few:]
        wanted = [names] if "mode" in first.provenance else [names, energies]  # (a mode is no motion of the mechanism)
        return [plot for plot in (_plot(runs, names) for names in wanted) if plot]
    known = [f"{series['group']}.{series['name']}" for series in runs[0]["series"]]
    expanded = [[one for name in names for one in series_names(first, name, known)] for names in wanted]
    return [_plot(runs, names) for names in expanded]


def _liveliest(run: Trajectory, most: int) -> list[int]:
    """The coordinates that swing most, each in its own way; those that go on and on, as wheels roll, if none swings."""
    time = run._time - run._time.mean()
    slope = time @ run._q / max(float(time @ time), 1e-300)
    beside = run._q - run._q.mean(axis=0) - time[:, None] * slope
    spread = np.ptp(beside, axis=0) * [unit != "1" for unit in run.mechanism.q_units]
    found: list[int] = []
    moved = np.ptp(run._q, axis=0)
    swinging = (spread > 1e-3 * spread.max(initial=0.0)) & (spread >= STEADY * moved)
    if not swinging.any():
        beside, spread, swinging = run._q, moved, moved >= moved.max(initial=0.0)
    lively = np.flatnonzero(swinging)
    for k in lively[np.argsort(-spread[lively], kind="stable")].tolist():
        alike = any(np.abs(beside[:, k] - beside[:, other]).max() <= 1e-3 * spread[k] for other in found)
        if len(found) < most and not alike:
            found.append(k)
    return sorted(found)


def _plot(runs: Sequence[dict[str, Any]], names: Sequence[str]) -> list[list[int]]:
    return [
        [k, n]
        for k, run in enumerate(runs)
        for n, series in enumerate(run["series"])
        if f"{series['group']}.{series['name']}" in names
    ]
