"""Where a mechanism is shown at first: at its start, or near it where that leaves loops open."""

from __future__ import annotations

import time as clock
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from bough import api
from bough.api.loop_forces import loop_gaps, machine_size
from bough.api.loops import NEARLY
from bough.api.operation import state_array
from bough.errors import StateError
from bough.mechanism.checks import labels
from bough.mechanism.limits import limits_of
from bough.mechanism.mechanism import Mechanism
from bough.simulation.run.starts import TOLD, assembled
from bough.typing import ByName, Coordinates, CoordinatesLike

# how far guesses are from the start, in radians or sizes of the machine: near ones first
FAR = (0.1, 0.4, 1.0, 3.0)
GUESSES = 12  # at each distance
PATIENCE = 3.0  # seconds after which no further guess is made
BEYOND = 1e-6  # radians or metres past a stop that count as within


def closed_start(
    mechanism: Mechanism, q0: CoordinatesLike | ByName | None = None, time: float = 0.0
) -> tuple[Coordinates, str]:
    """Coordinates near a start at which all loops close, and a sentence if what it gives had to be moved for that.

    Coordinates that are given by name stay as they are if the others can close the loops: those of the mechanism's own
    start too, if possible. Where loops do not close from the start itself, as from one in which all links are in line,
    guesses around it are tried in the same order. A position within the stops is preferred, then a near one. Raises
    :class:`StateError` if none closes.
    """
    named, start = _named(mechanism, q0), start_of(mechanism, q0)
    all_names = tuple(named) if isinstance(named, Mapping) else ()
    holds = dict.fromkeys((all_names, tuple(q0) if isinstance(q0, Mapping) else (), ()))
    reason = ""
    for hold in holds:
        try:
            found = api.assemble(mechanism, named, hold=hold, time=time)
        except StateError as error:
            reason = str(error).partition(";")[0]
        else:
            return found, _told(mechanism, start, found, all_names, time)
    end = clock.perf_counter() + PATIENCE
    for hold in holds:
        near = _near(mechanism, start, hold, time, end)
        if near is not None:
            return near, _sentence(mechanism)
    raise StateError(
        f"{reason}, and from other positions near the start it does not close either; check its lengths, or give a start at "
        "which it nearly closes: q0=, or --q0 NAME=X on the command line."
    )


def _sentence(mechanism: Mechanism) -> str:
    return (
        f"The loops of '{mechanism.name}' are open at its start, so a position near it was taken, at which they close. "
        "Choose another by q0=, or by --q0 NAME=X on the command line."
    )


def _told(mechanism: Mechanism, start: Coordinates, found: Coordinates, names: Sequence[str], time: float) -> str:
    """What to say of coordinates that were moved to close loops: in a start that is nearly closed as ``simulate`` says it; else of those of these names, or without any of all joints of the tree."""
    size, way = machine_size(mechanism), np.abs(found - mechanism.normalised(start))
    if not mechanism.loops:
        return ""
    gaps = loop_gaps(mechanism, start[None], np.zeros((1, mechanism.n)), time)[0]
    if np.abs(gaps).max(initial=0.0) <= NEARLY * size:
        return assembled(mechanism, way.max()) if way.max(initial=0.0) > TOLD * size else ""
    tree = (name for body in mechanism.bodies for name in labels(body.joint_name, body.joint.q_names))
    places = [place for name in names or tree for place in mechanism.q_places[name]]
    return _sentence(mechanism) if way[places].max(initial=0.0) > TOLD * size else ""


def start_of(mechanism: Mechanism, q0: CoordinatesLike | ByName | None = None) -> Coordinates:
    """The coordinates of a start as it is given, with loops open or closed."""
    named = _named(mechanism, q0)
    return mechanism.coordinates(named) if isinstance(named, Mapping) else state_array(mechanism, "q", named)


def _named(mechanism: Mechanism, q0: Any) -> Any:
    """A start with what the mechanism's own adds to it."""
    return {**mechanism.q0, **q0} if isinstance(q0, Mapping) else mechanism.q0 if q0 is None else q0


def _near(
    mechanism: Mechanism, start: Coordinates, hold: tuple[str, ...], time: float, end: float
) -> Coordinates | None:
    """A closed position near a start, from the nearest guesses that lead to one; better within the stops than near."""
    rng = np.random.default_rng(0)
    scale = np.array([1.0 if unit in ("rad", "1") else machine_size(mechanism) for unit in mechanism.q_units])
    held = [place for name in hold for place in mechanism.q_places[name]]
    scale[held] = 0.0
    last: Coordinates | None = None
    for far in FAR:
        found: list[Coordinates] = []
        for _ in range(GUESSES):
            if clock.perf_counter() > end:
                break
            guess = mechanism.normalised(start + far * scale * rng.uniform(-1.0, 1.0, mechanism.n_q))
            try:
                found.append(api.assemble(mechanism, guess, hold=hold, time=time))
            except StateError:
                continue
        fine = [q for q in found if is_within(mechanism, q)]
        if fine or found:
            last = min(fine or found, key=lambda q: float(np.abs(q - start).max()))
        if fine:
            break
    return last


def is_within(mechanism: Mechanism, q: Coordinates) -> bool:
    """Whether coordinates keep all stops of joints."""
    for name, (low, high) in limits_of(mechanism).items():
        value = q[mechanism.q_places[name][0]] if name in mechanism.q_places else None
        if value is not None and not (
            (low is None or value >= low - BEYOND) and (high is None or value <= high + BEYOND)
        ):
            return False
    return True
