"""What is exported of a mechanism: its functions, its start, and the times that it knows."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from bough.api.loop_forces import (
    loop_rows_interpreted,
    machine_size,
    measured,
    owners,
    place_parts,
    unnamed_parts,
)
from bough.api.loops import NEARLY
from bough.api.operation import state_array
from bough.compiled.tree import compiled
from bough.errors import MechanismError, StateError, UnsupportedError
from bough.export.derivatives import derivative_functions
from bough.export.programs import Function, Tracer, forward_way, functions_of
from bough.locks import PREPARING
from bough.mechanism.checks import labels, listing, shown
from bough.mechanism.forces import CustomBodyForce, CustomJointForce
from bough.mechanism.mechanism import Mechanism
from bough.mechanism.pieces import breaks_of
from bough.typing import StartLike

DURATION, STEP = 10.0, 1e-3  # seconds, where neither an argument nor the mechanism's settings say
BEYOND = 1.25  # the share of the duration for which functions of time are fitted, if they have values there


@dataclass(frozen=True)
class Model:
    """What is exported of a mechanism."""

    mechanism: Mechanism
    functions: tuple[Function, ...]
    parameters: dict[str, float]  # those of the model, by name: gravity, then those that were marked
    motions: tuple[str, ...]  # names of the signals of driven joints
    motion_units: tuple[str, ...]
    breaks: tuple[float, ...]  # times at which functions of time are not smooth
    window: tuple[float, float] | None  # times for which functions of time were fitted, if any were
    q0: np.ndarray
    u0: np.ndarray
    duration: float
    step: float
    form: str
    left_out: tuple[str, ...]  # sentences on what could not be exported

    def has(self, name: str) -> bool:
        return any(function.name == name for function in self.functions)

    def function(self, name: str) -> Function:
        return next(function for function in self.functions if function.name == name)

    @property
    def quaternions(self) -> list[int]:
        """Where each quaternion starts in q."""
        return compiled(self.mechanism).arrays.quaternion.tolist()


def model_of(
    mechanism: Mechanism,
    *,
    duration: float | None = None,
    step: float | None = None,
    q0: StartLike | None = None,
    u0: StartLike | None = None,
    formulation: str = "auto",
    solver: str | None = None,
    derivatives: bool = False,
) -> Model:
    """A mechanism, traced; ``duration``: for how long functions of time are needed."""
    if not isinstance(mechanism, Mechanism):
        raise StateError(f"export takes a Mechanism, not {shown(mechanism)}.")
    refuse_laws(mechanism)
    if not mechanism.n:
        raise UnsupportedError(f"'{mechanism.name}' has no degree of freedom, so there are no equations to export.")
    duration = _positive("duration", duration, mechanism.settings.get("duration", DURATION))
    step = _positive("step", step, mechanism.settings.get("step", STEP))
    needs_window = any(signal.needs_window for signal in mechanism.signals)
    if needs_window:
        _cover(mechanism, duration)
    q, u = _start(mechanism, _named(mechanism, "q", q0), _named(mechanism, "u", u0))
    with PREPARING:
        tracer = Tracer(mechanism)
        way, forward = forward_way(tracer, formulation, solver, q)
        functions, left_out = functions_of(tracer, forward)
        if derivatives:
            functions += derivative_functions(tracer, forward)
    names = [name for one, joint in mechanism.driven for name in labels(one.name, joint.motion_names)]
    units = [unit for _, joint in mechanism.driven for unit in joint.motion_units]
    return Model(
        mechanism,
        tuple(functions),
        tracer.parameters,
        tuple(names),
        tuple(units),
        _breaks(mechanism, duration),
        mechanism.covered if needs_window else None,
        q,
        u,
        duration,
        step,
        f"{way.form.name}{f' with {way.solver}' if way.solver else ''}",
        tuple(left_out),
    )


def _cover(mechanism: Mechanism, duration: float) -> None:
    """Prepare functions of time for a duration, and for some time more if they have values there.

    Integrators of others may step beyond the end.
    """
    try:
        mechanism.cover(0.0, BEYOND * duration)
    except MechanismError:
        mechanism.cover(0.0, duration)


def _breaks(mechanism: Mechanism, duration: float) -> tuple[float, ...]:
    """The times at which functions of time are not smooth; those of tables and splines after the duration, too."""
    found: set[float] = set()
    for signal, pieces in zip(mechanism.signals, mechanism.signal_pieces(), strict=True):
        end = BEYOND * duration if signal.needs_window else np.inf
        found.update(breaks_of(pieces, 0.0, end).times.tolist())
    return tuple(sorted(found))


def refuse_laws(mechanism: Mechanism) -> None:
    """Refuse forces that are functions in Python, by name."""
    laws = [name for name, force in mechanism.forces.items() if isinstance(force, CustomJointForce | CustomBodyForce)]
    if laws:
        are = "force {} is a function" if len(laws) == 1 else "forces {} are functions"
        raise UnsupportedError(
            f"'{mechanism.name}' cannot be exported: the {are.format(listing(laws, len(laws)))} in Python; use forces of "
            "the catalogue instead, or feed such forces in from outside, as joint forces."
        )


def _positive(name: str, given: Any, otherwise: Any) -> float:
    value = otherwise if given is None else given
    if isinstance(value, bool) or not isinstance(value, int | float | np.number) or not 0.0 < value < np.inf:
        raise StateError(f"{name} must be a positive number of seconds, not {shown(value)}.")
    return float(value)


def _named(mechanism: Mechanism, letter: str, given: StartLike | None) -> Mapping[str, Any]:
    """A start, "q" or "u", by names."""
    if given is None or isinstance(given, Mapping):
        return {**(mechanism.q0 if letter == "q" else mechanism.u0), **(given or {})}
    vector = state_array(mechanism, letter, given)
    names = mechanism.q_names if letter == "q" else mechanism.u_names
    if vector.ndim != 1:
        raise StateError(f"{letter}0 must be one state, by names or as {len(names)} numbers, not {shown(given)}.")
    return dict(zip(names, vector.tolist(), strict=True))


def _start(mechanism: Mechanism, q0: Mapping[str, Any], u0: Mapping[str, Any]) -> tuple[np.ndarray, np.ndarray]:
    """The state at which a motion starts."""
    q, u = mechanism.coordinates(q0), mechanism.velocities(u0)
    for what, names, state in (("q0", mechanism.q_names, q), ("u0", mechanism.u_names, u)):
        for name, value in zip(names, state.tolist(), strict=True):
            if not math.isfinite(value):
                raise StateError(f"{what}['{name}'] must be a finite number, not {value}.")
    q = mechanism.normalised(q)
    if mechanism.joined is not mechanism:
        _place_parts(mechanism, q, u, q0, u0)
    _refuse_open(mechanism, q)
    return q, u


def _place_parts(
    mechanism: Mechanism, q: np.ndarray, u: np.ndarray, q0: Mapping[str, Any], u0: Mapping[str, Any]
) -> None:
    """Measure what was not given by name of the joints of loops that cut bodies: first coordinates, then velocities."""
    for letter, state, given in (("q", q, q0), ("u", u, u0)):
        if parts := unnamed_parts(mechanism, given):
            place_parts(mechanism, parts, state, measured(mechanism, q, u, 0.0)[letter == "u"], letter)


def _refuse_open(mechanism: Mechanism, q: np.ndarray) -> None:
    """Refuse a start at which a loop is open; small gaps are closed where the motion starts."""
    gaps = np.abs(loop_rows_interpreted(mechanism, q).gaps) if mechanism.loops else np.zeros(1)
    if gaps.max() > NEARLY * machine_size(mechanism):
        raise StateError(
            f"the loop '{owners(mechanism)[int(gaps.argmax())]}' of '{mechanism.name}' is open by {gaps.max():.3g} m or rad at "
            "the start; give q0=… by names so that it is closed, as bough.assemble finds it."
        )
