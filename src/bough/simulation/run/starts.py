"""Where runs start: states from names or vectors, at rest if asked for, with closed loops."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any

import numpy as np

from bough.api.hamilton import momenta as momenta_of
from bough.api.kinematics import coordinate_rates
from bough.api.loop_forces import loop_gaps, machine_size, measured, owners, place_parts, unnamed_parts
from bough.api.loops import NEARLY, closed_states
from bough.api.operation import state_array
from bough.api.own_loops import beyond_range, refuse_unreached
from bough.errors import (
    BoughWarning,
    EquilibriumError,
    SingularError,
    StateError,
)
from bough.mechanism.checks import masked_place
from bough.mechanism.mechanism import Mechanism
from bough.statics import equilibrium
from bough.statics.starting import is_at_rest, settled
from bough.typing import StartLike

ROUNDING = 1e-14  # relative gaps and rates that are closed as well as can be
TOLD = 1e-9  # relative changes that closing the loops at the start may make without a warning


def starts_of(
    mechanisms: list[Mechanism], q0: StartLike | None, u0: StartLike | None, momenta: bool, time: float
) -> tuple[np.ndarray, bool]:
    """(states (B, size), whether there is more than one run)."""
    first = mechanisms[0]
    if len(mechanisms) > 1 and is_at_rest(q0, "q0"):
        q0 = _settled(mechanisms, time)
    q, u = (_of_variants([vector_of(m, letter, x, time) for m in mechanisms]) for letter, x in (("q", q0), ("u", u0)))
    counts = {name: len(x) for name, x in (("q0", q), ("u0", u)) if x.ndim == 2}
    if len(mechanisms) > 1:
        counts["the list of variants"] = len(mechanisms)
    if len(set(counts.values())) > 1:
        sizes = ", ".join(f"{name} has {size}" for name, size in counts.items())
        raise StateError(f"the numbers of runs differ ({sizes}); give each the same, or one state for all.")
    runs = next(iter(counts.values()), 1)
    if runs == 0:
        raise StateError("there are no runs: give at least one starting state.")
    q, u = np.broadcast_to(q, (runs, first.n_q)).copy(), np.broadcast_to(u, (runs, first.n)).copy()
    coordinate_rates(first, q, u)  # raises if q and u are not states
    q = first.normalised(q)
    if first.loops:
        for own, which in _runs_of(mechanisms, runs):
            _place_parts(own, q[which], u[which], q0, u0, time)
        q, u = _closed_starts(mechanisms, q, u, time)
    if momenta:
        if len(mechanisms) == 1:
            u = momenta_of(first, q, u, time=time)
        else:
            u = np.array([momenta_of(m, q[k], u[k], time=time) for k, m in enumerate(mechanisms)])
    clock = np.full((runs, int(any(m.is_timed for m in mechanisms))), time)
    return np.concatenate((q, clock, u), axis=1), bool(counts)


def _settled(mechanisms: list[Mechanism], time: float) -> np.ndarray:
    """Where variants rest, each near its own start."""
    found = []
    for k, own in enumerate(mechanisms):
        try:
            found.append(settled(own, time=time))
        except (EquilibriumError, SingularError, StateError) as error:
            error.args = (f"variant {k}: {error}",)
            raise
    return np.array(found)


def _closed_starts(
    mechanisms: list[Mechanism], q: np.ndarray, u: np.ndarray, time: float
) -> tuple[np.ndarray, np.ndarray]:
    """Starting states with their loops closed, if they are nearly so; raises or warns with names and numbers."""
    closed = [
        _closed_start(own, q[runs], u[runs], time, f"run {runs.start}: " if len(q) > 1 else "")
        for own, runs in _runs_of(mechanisms, len(q))
    ]
    return np.concatenate([q for q, _ in closed]), np.concatenate([u for _, u in closed])


def _runs_of(mechanisms: list[Mechanism], runs: int) -> list[tuple[Mechanism, slice]]:
    """The runs of each variant."""
    if len(mechanisms) == 1:
        return [(mechanisms[0], slice(0, runs))]
    return [(own, slice(k, k + 1)) for k, own in enumerate(mechanisms)]


def _place_parts(
    mechanism: Mechanism, q: np.ndarray, u: np.ndarray, q0: StartLike | None, u0: StartLike | None, time: float
) -> None:
    """Measure what was not given by name of the joints of loops that cut bodies: first coordinates, then velocities."""
    for letter, state, given, own in (("q", q, q0, mechanism.q0), ("u", u, u0, mechanism.u0)):
        if isinstance(given, Mapping | None) and (parts := unnamed_parts(mechanism, (*own, *(given or ())))):
            place_parts(mechanism, parts, state, measured(mechanism, q, u, time)[letter == "u"], letter)


def _closed_start(
    mechanism: Mechanism, q: np.ndarray, u: np.ndarray, time: float, which: str
) -> tuple[np.ndarray, np.ndarray]:
    """The same for states of one mechanism."""
    size, (gaps, rates), most = machine_size(mechanism), loop_gaps(mechanism, q, u, time), 0.0
    speed = np.maximum(np.abs(u).max(axis=1, initial=0.0), 1e-3)[:, None]
    for found, share, sentence in (
        (gaps, size, "the loop '{}' of '{}' is open by {:.3g} m or rad at the start; give q0=bough.assemble(mechanism, q0)."),
        (rates, size * speed, "the starting velocities open the loop '{}' of '{}' at {:.3g} m/s or rad/s; give u0=bough.kinematics.consistent_velocities(mechanism, q0, u0)."),
    ):  # fmt: skip
        relative = np.abs(found) / share
        if relative.max() > NEARLY:
            run, worst = np.unravel_index(int(relative.argmax()), relative.shape)
            which = f"run {run}: " if len(q) > 1 else which
            if reason := beyond_range(mechanism, q[run], time):
                raise StateError(which + reason)
            raise StateError(which + sentence.format(owners(mechanism)[worst], mechanism.name, abs(found[run, worst])))
        most = max(most, float(relative.max()))
    # (closing takes kernels that motions side by side have no other use for)
    closed_q, closed_u = closed_states(mechanism, q, u, time) if most > ROUNDING else (q, u)
    refuse_unreached(mechanism, closed_q, time, which)
    moved = float(np.abs(closed_q - q).max())
    if moved > TOLD * size:
        warnings.warn(which + assembled(mechanism, moved), BoughWarning, stacklevel=6)
    return closed_q, closed_u


def assembled(mechanism: Mechanism, moved: float) -> str:
    """A sentence about a start whose loops were closed by moving coordinates so far."""
    return f"'{mechanism.name}' was nearly closed at the start and has been assembled: coordinates moved by up to {moved:.2g}."


def _of_variants(states: list[np.ndarray]) -> np.ndarray:
    """Starting states of variants: the same for all, one state or many; or one state for each variant."""
    first = states[0]
    if all(np.array_equal(state, first) for state in states) or (first.ndim == 2 and len(first) != len(states)):
        return first
    return np.array(states) if first.ndim == 1 else np.array([state[k] for k, state in enumerate(states)])


def vector_of(mechanism: Mechanism, name: str, value: StartLike | None, time: float = 0.0) -> np.ndarray:
    """A start, "q" or "u", as an array: many states if some value by name has one axis more than in a single state."""
    if name == "q" and is_at_rest(value, "q0"):
        return equilibrium(mechanism, time=time, stable=True).q

    def from_names(values: Mapping[str, Any]) -> np.ndarray:
        if name == "q":
            return mechanism.coordinates({**mechanism.q0, **values})
        return mechanism.velocities({**mechanism.u0, **values})

    if value is None:
        return from_names({})
    if not isinstance(value, Mapping):
        return state_array(mechanism, name, value)
    for key, x in value.items():
        if masked_place(x) is not None:
            raise StateError(f"{name}0: '{key}' is masked; give numbers for all entries, as its filled(…) does.")
    widths = {key: np.ndim(x) for key, x in value.items()}
    names = set(mechanism.q_names if name == "q" else mechanism.u_names)
    batched = {
        key: np.asarray(x) for key, x in value.items() if widths[key] == 2 or (widths[key] == 1 and key in names)
    }
    if not batched:
        return from_names(value)
    sizes = {len(x) for x in batched.values()}
    if len(sizes) > 1:
        listed = ", ".join(f"'{key}' has {len(x)}" for key, x in batched.items())
        raise StateError(f"{name}0: the numbers of runs differ ({listed}); give each the same, or one number for all.")
    return np.array([from_names({**value, **{key: x[k] for key, x in batched.items()}}) for k in range(sizes.pop())])
