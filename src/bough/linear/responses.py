"""Responses of a linear model to its inputs: over frequency, to a step, to an impulse."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from bough.errors import SingularError, StateError
from bough.linear.tangent import Complex
from bough.mechanism.checks import listing, shown
from bough.typing import Array

if TYPE_CHECKING:
    import xarray as xr

    from bough.linear.model import LinearModel

AT_ONCE = 2_000_000  # numbers of systems that are solved together
SAMPLES = 500
LASTING = 5.0  # time constants, or periods, of the slowest mode that a response covers by default
MOST_PERIODS = 40.0  # of the fastest mode that is well to be seen


def frequencies_of(model: LinearModel, frequencies: ArrayLike | None) -> Array:
    """Frequencies in Hz; by default around all modes."""
    if frequencies is None:
        angular = np.abs(model.poles().values)
        angular = angular[angular > 0.0]
        low, high = (angular.min(), angular.max()) if len(angular) else (1.0, 1.0)
        return np.geomspace(0.1 * low, 10.0 * high, 1000) / (2 * np.pi)
    try:
        found = np.atleast_1d(np.asarray(frequencies, float))
    except (TypeError, ValueError):
        found = np.array([np.nan])
    if found.ndim != 1 or not np.isfinite(found).all():
        raise StateError(f"frequencies must be finite numbers in Hz, not {shown(frequencies)}.")
    return found


def frequency_response(model: LinearModel, frequencies: ArrayLike | None) -> xr.DataArray:
    import xarray as xr

    hertz = frequencies_of(model, frequencies)
    _refuse_poles(model, hertz)
    values = transfer(model, np.asarray(2j * np.pi * hertz, np.complex128))
    coords: dict[str, Any] = {
        "frequency": ("frequency", hertz, {"units": "Hz"}),
        **model.labels("output", "input"),
    }
    return xr.DataArray(values, coords, ("frequency", "output", "input"), "frequency_response")


def transfer(model: LinearModel, points: Complex) -> Complex:
    """C (sE - A)⁻¹ B + D at each of some s."""
    a, b, c, d = (part.values for part in (model.A, model.B, model.C, model.D))
    found = np.empty((len(points), *d.shape), complex)
    together = max(1, AT_ONCE // max(1, a.size))
    for at in range(0, len(points), together):
        some = points[at : at + together]
        systems = some[:, None, None] * np.eye(len(a)) - a
        found[at : at + together] = c @ np.linalg.solve(
            systems, np.broadcast_to(b.astype(complex), (len(some), *b.shape))
        )
    return found + d


def _refuse_poles(model: LinearModel, hertz: Array) -> None:
    """An undamped mode has no response at its own frequency."""
    poles = model.poles().values
    if not len(poles) or not len(hertz):
        return
    near = np.abs(2j * np.pi * hertz[:, None] - poles)
    limit = 64 * np.finfo(float).eps * max(np.abs(poles).max(), 2 * np.pi * np.abs(hertz).max())
    if (near <= limit).any():
        at = hertz[int(np.argmax((near <= limit).any(axis=1)))]
        raise SingularError(
            f"the response of '{model.mechanism.name}' at {at:g} Hz is infinite: a mode has exactly this frequency and no damping; "
            "leave this frequency out, or add damping."
        )


def response(model: LinearModel, kind: str, duration: float | None, samples: int) -> xr.DataArray:
    """Responses to a ``step`` or an ``impulse`` of each input, exact at the samples."""
    import xarray as xr
    from scipy.linalg import expm

    if not isinstance(samples, int | np.integer) or samples < 1:
        raise StateError(f"samples must be a whole number of at least 1, not {shown(samples)}.")
    length = _duration(model, duration)
    a, b, c, d = (part.values for part in (model.A, model.B, model.C, model.D))
    n, m = b.shape
    time = np.linspace(0.0, length, samples + 1)
    whole = np.zeros((n + m, n + m))
    whole[:n, :n], whole[:n, n:] = a, b
    over = expm(whole * (length / samples))
    state = np.zeros((n, m)) if kind == "step" else b.copy()
    found = np.empty((samples + 1, len(c), m))
    for k in range(samples + 1):
        found[k] = c @ state
        state = over[:n, :n] @ state + (over[:n, n:] if kind == "step" else 0.0)
    if kind == "step":
        found += d
    elif d.any():
        names = [name for name, row in zip(model.C["output"].values, d, strict=True) if row.any()]
        raise StateError(
            f"inputs act on {listing(names)} at once, so an impulse does without end; leave these outputs out, or take step."
        )
    if not np.isfinite(found).all():
        raise StateError(f"the response grows beyond all numbers within {length:g} s; give a shorter duration.")
    coords: dict[str, Any] = {
        "time": ("time", time, {"units": "s"}),
        **model.labels("output", "input"),
    }
    return xr.DataArray(found, coords, ("time", "output", "input"), kind)


def _duration(model: LinearModel, duration: float | None) -> float:
    if duration is not None:
        if not isinstance(duration, int | float | np.floating) or not np.isfinite(duration) or duration <= 0.0:
            raise StateError(f"duration must be a positive number of seconds, not {shown(duration)}.")
        return float(duration)
    poles = model.poles().values
    poles = poles[np.abs(poles) > 0.0]
    if not len(poles):
        return 1.0
    decays = np.abs(poles.real)
    lasting = [1.0 / decay for decay in decays if decay > 1e-9 * np.abs(poles).max()]
    periods = 2 * np.pi / np.abs(poles)
    return float(LASTING * min(max([*lasting, periods.max()]), MOST_PERIODS * periods.min()))
