"""A summary of a motion: as plain data, and as a few lines of text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from bough.compiled.notice import Spent
from bough.errors import BoughError
from bough.simulation.results.energy import Closing, closing, drift_text
from bough.simulation.results.stored import STATUSES
from bough.simulation.results.trajectory import Trajectory

MOST_NAMES = 12  # names of a state shown as text
_SETTINGS = (
    "form",
    "solver",
    "chosen",
    "integrator",
    "integrated_by",
    "rtol",
    "atol",
    "step",
    "correct_every",
    "separation",
)


def summary(run: Trajectory) -> dict[str, Any]:
    """How a motion was computed, how it ended and how far its energy drifts; for a batch, with lists over the runs."""
    runs = [run] if run.runs is None else [run.select(k) for k in range(run.runs)]
    ends = [_end(one) for one in runs]
    drifts = [_drift(one) for one in runs]
    single = run.runs is None
    return {
        "mechanism": str(run.mechanism.name),
        "fingerprint": run.provenance["fingerprint"],
        "status": run.status if single else list(run.status),
        "message": run.message if single else list(run.message),
        "points": len(run.time),
        "settings": {name: run.provenance[name] for name in _SETTINGS if name in run.provenance},
        "statistics": run.statistics,
        "final": ends[0] if single else ends,
        "energy": drifts[0] if single else drifts,
    }


def _end(run: Trajectory) -> dict[str, Any]:
    """The last state, by names."""
    mechanism = run.mechanism
    return {
        "time": float(run.time[-1]),
        "q": dict(zip(mechanism.q_names, run.q.values[-1].tolist(), strict=True)),
        "u": dict(zip(mechanism.u_names, run.u.values[-1].tolist(), strict=True)),
    }


def _drift(run: Trajectory) -> dict[str, Any]:
    """The largest drift of energy in joules, and relative to the energy exchanged."""
    try:
        found = closing(run.energy())
    except BoughError as error:
        return {"drift": None, "kinetic": None, "exchanged": None, "share": None, "message": str(error)}
    most = float(np.abs(run.energy()["kinetic"].values).max())
    share = found.share if found.exchanged else None
    return {
        "drift": found.drift,
        "kinetic": most,
        "exchanged": found.exchanged,
        "share": share,
        "guessed": found.guessed,
    }


def summary_text(
    run: Trajectory, found: dict[str, Any], seconds: float, files: Iterable[str] = (), compiling: float = 0.0
) -> str:
    """The summary as text; ``compiling``: how many of the ``seconds`` went into that."""
    single = run.runs is None
    made = found["settings"]
    accuracy = ", ".join(f"{name} {made[name]:g}" for name in ("rtol", "atol", "step") if name in made)
    counts = ", ".join(
        f"{count:,} {name}" for name, count in found["statistics"].items() if not isinstance(count, list)
    )
    ended = found["status"] if single else ", ".join(_counted(found["status"]))
    lines = {
        found["mechanism"]: f"{run.duration:.6g} s in {found['points']} points, {ended}",
        "form": f"{made['form']} + {made['solver']}" if "solver" in made else made.get("form", "?"),
        **({"chosen": made["chosen"]} if "chosen" in made else {}),
        "integrator": f"{integrator_of(made)} ({accuracy})" if accuracy else integrator_of(made),
        "took": f"{Spent(seconds, compiling).text}: {counts}",
        "energy": _energy_text([found["energy"]] if single else found["energy"]),
    }
    written = list(files)
    if written:
        lines["written"] = ", ".join(written)
    width = max(map(len, lines))
    text = [f"{name:{width}}  {value}" for name, value in lines.items()]
    if single:
        text += ["", *_state_lines(run, found["final"])]
    return "\n".join(text)


def integrator_of(made: Mapping[str, Any]) -> str:
    """The integrator of a motion, from its provenance; if bough chose it, with what it chose."""
    by = f": {made['integrated_by']}" if made.get("integrated_by") else ""
    return f"{made.get('integrator', '?')}{by}"


def _counted(words: list[str]) -> list[str]:
    return [f"{words.count(word)} {word}" for word in dict.fromkeys(words)]


def _energy_text(found: list[dict[str, Any]]) -> str:
    known = [one for one in found if one["drift"] is not None]
    if not known:
        return f"unknown: {found[0]['message']}"
    worst = max(known, key=lambda one: (one["share"] or 0.0, one["drift"]))
    return drift_text(Closing(worst["drift"], worst["exchanged"], worst["share"] or 0.0, worst["guessed"]))


def _state_lines(run: Trajectory, final: dict[str, Any]) -> list[str]:
    """The last state as a table."""
    mechanism = run.mechanism
    units = {
        "q": dict(zip(mechanism.q_names, mechanism.q_units, strict=True)),
        "u": dict(zip(mechanism.u_names, mechanism.u_units, strict=True)),
    }
    names = list(dict.fromkeys([*mechanism.q_names, *mechanism.u_names]))
    table = [[f"at {final['time']:.6g} s", "q", "u"]]
    for name in names[:MOST_NAMES]:
        table.append([name, *(_cell(final[letter].get(name), units[letter].get(name)) for letter in ("q", "u"))])
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    lines = [f"{name:{widths[0]}}  {q:>{widths[1]}}  {u:>{widths[2]}}".rstrip() for name, q, u in table]
    return lines + ([f"… and {len(names) - MOST_NAMES} more"] if len(names) > MOST_NAMES else [])


def _cell(value: float | None, unit: str | None) -> str:
    return "" if value is None else f"{value:.6g} {unit}".removesuffix(" 1")


def in_words(run: Trajectory) -> str:
    """A motion in a few lines: how long, how it was computed and ended, how far its energy drifts."""
    made = run._provenance
    points = f"{run.duration:.6g} s in {len(run._time)} points"
    if run.runs is None:
        ended = f"{run.status}: {run.message}" if run.message else str(run.status)
        head = f"{points}, {ended}"
    else:
        counts = {word: run.status.count(word) for word in STATUSES if word in run.status}
        head = f"{run.runs} runs of {points}, {', '.join(f'{k} {word}' for word, k in counts.items())}"
    how = " by ".join(
        (*([made["form"]] if made.get("form") else []), *([integrator_of(made)] if made.get("integrator") else []))
    )
    settings = [f"{key} {made[key]:g}" for key in ("rtol", "atol", "step") if isinstance(made.get(key), int | float)]
    how += f" ({', '.join(settings)})" if how and settings else ""
    counts_of = [f"{value} {key.replace('_', ' ')}" for key, value in run.statistics.items() if isinstance(value, int)]
    lines = [
        f"<Trajectory of '{run.mechanism.name}': {head}",
        how,
        ", ".join(counts_of[:6]),
        drift_in_words(run),
    ]
    return "\n  ".join(line for line in lines if line) + ">"


def drift_in_words(run: Trajectory) -> str:
    if "mode" in run._provenance:  # (``Mode.trajectory``)
        return "energy means nothing here: a mode is drawn, not a solution"
    try:
        found = closing(run.energy())
    except BoughError as error:
        return f"energy unknown: {error}"
    return f"energy {drift_text(found)}"
