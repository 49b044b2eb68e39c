"""Where a mechanism is shown at first: at its start, or near it where that leaves loops open."""

from __future__ import annotations

import time as clock
from collections.abc import Mapping
from typing import Any

import numpy as np

from bough import api
from bough.api.loop_forces import machine_size
from bough.api.operation import state_array
from bough.errors import StateError
from bough.mechanism.checks import labels
from bough.mechanism.limits import limits_of
from bough.mechanism.mechanism import Mechanism
from bough.typing import ByName, Coordinates, CoordinatesLike

# how far guesses are from the start, in radians or sizes of the machine: near ones first
FAR = (0.1, 0.4, 1.0, 3.0)
GUESSES = 12  # at each distance
PATIENCE = 3.0  # seconds after which no further guess is made
SEEN = 1e-3  # radians or metres that a coordinate was moved, to be worth a word
BEYOND = 1e-6  # radians or metres past a stop that count as within


def closed_start(
    mechanism: Mechanism, q0: CoordinatesLike | ByName | None = None, time: float = 0.0
) -> tuple[Coordinates, str]:
    """Coordinates near a start at which all loops close, and a sentence if that is elsewhere.

    Where loops do not close from the start itself, as from one in which all links are in line, guesses around it are
    tried: first with what the start names kept, then without. A position within the stops is preferred, then a near one.
    Raises :class:`StateError` if none closes.
    """
    named, start = _named(mechanism, q0), start_of(mechanism, q0)
    try:
        found = api.assemble(mechanism, named, time=time)
        is_told = isinstance(named, Mapping) and not named and _moved(mechanism, start, found)
        return found, _sentence(mechanism) if is_told else ""  # (a start that is named is meant as a guess)
    except StateError as error:
        reason = str(error).partition(";")[0]
    end = clock.perf_counter() + PATIENCE
    holds = (tuple(named), ()) if isinstance(named, Mapping) and named else ((),)
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


def _moved(mechanism: Mechanism, start: Coordinates, found: Coordinates) -> bool:
    """Whether joints of the tree were moved visibly to close loops."""
    names = (name for body in mechanism.bodies for name in labels(body.joint_name, body.joint.q_names))
    places = [place for name in names for place in mechanism.q_places[name]]
    return bool(np.abs(found - start)[places].max(initial=0.0) > SEEN)


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
