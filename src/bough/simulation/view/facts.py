"""A run in words, for the reader of its page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bough import api
from bough.errors import BoughError
from bough.simulation.results.summary import drift_in_words

if TYPE_CHECKING:
    from bough.simulation.results.trajectory import Trajectory

NAMES = {
    "form": "form of the equations",
    "solver": "solver",
    "chosen": "chosen, since",
    "integrator": "integrator",
    "integrated_by": "integrated by",
    "rtol": "relative tolerance",
    "atol": "absolute tolerance",
    "step": "step, s",
}


def facts_of(run: Trajectory) -> list[list[str]]:
    """Names with what they stand for: how the motion was computed, and how well its energy balances."""
    mechanism, made = run.mechanism, run.provenance
    facts = [
        ["bodies", str(len(mechanism))],
        ["degrees of freedom", _freedom(run)],
        ["mass, kg", f"{mechanism.mass:.6g}"],
    ]
    if mechanism.loops:
        facts.append(["closed loops", str(len(mechanism.loops))])
    if len(run._time) > 1:
        facts.append(["duration, s", f"{run.duration:.6g}"])
        facts.append(["samples", f"{len(run._time)}"])
    facts += [[word, _text(made[key])] for key, word in NAMES.items() if made.get(key) is not None]
    facts += [[key.replace("_", " "), f"{n:,}"] for key, n in run.statistics.items() if isinstance(n, int)]
    if len(run._time) > 1:
        facts.append(["energy", drift_in_words(run)])
    facts += [[key, _text(made[key])] for key in ("bough", "created") if made.get(key)]
    return facts


def _freedom(run: Trajectory) -> str:
    """Those that loops leave, at the start."""
    if not run.mechanism.loops:
        return str(run.mechanism.n)
    try:
        left = api.mobility(run.mechanism, run._q[0], time=float(run._time[0])).dofs
    except BoughError:  # the loops are open
        return f"{run.mechanism.n} before loops are closed"
    return f"{left}, of {run.mechanism.n} before loops are closed"


def _text(value: Any) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def events_of(run: Trajectory) -> list[dict[str, Any]]:
    """Events with time and name."""
    return [{"time": float(event["time"]), "name": str(event.get("name", "event"))} for event in run.events]
