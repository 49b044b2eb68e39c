"""Which inputs move which modes, and which outputs show them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import xarray as xr

    from bough.linear.model import LinearModel


def coupling(model: LinearModel) -> xr.Dataset:
    """Cosines in the metric of the mass matrix, where all velocities compare.

    An input gives velocities the acceleration a; the left vector w of a mode takes wᴴa of it. An output shows
    c_x x + c_y y of a mode (x, y) with y = λ x.
    """
    import xarray as xr

    point = model.slopes.point
    modes = model.modes(count=max(1, point.count))
    mass, count = model.slopes.mass, point.count
    lower = model.B.values[count:]
    left = np.zeros((count, 0)) if modes.left is None else modes.left
    moved = np.abs(np.conj(left.T) @ lower) / np.outer(_size(left, np.linalg.inv(mass)), _size(lower, mass))
    by_x, by_y = model.C.values[:, :count], model.C.values[:, count:]
    x = np.array([mode._motion for mode in modes], complex).reshape(len(modes), count).T
    inverse = np.linalg.inv(mass)
    values = modes.eigenvalues
    shown = np.abs(by_x @ x + (by_y @ x) * values)
    most = _size(by_x.T, inverse, 0.0)[:, None] + _size(by_y.T, inverse, 0.0)[:, None] * np.abs(values)
    coords: dict[str, Any] = {
        "mode": np.arange(len(modes)),
        "frequency": ("mode", modes.frequencies, {"units": "Hz"}),
        **model.labels("input", "output"),
    }
    seen = shown / np.where(most > 0.0, most, 1.0) / _size(x, mass)
    return xr.Dataset({"controllable": (("mode", "input"), moved), "observable": (("mode", "output"), seen.T)}, coords)


def _size(columns: np.ndarray, metric: np.ndarray, least: float = 1e-300) -> np.ndarray:
    """The lengths of columns in a metric."""
    squares = np.einsum("ik,ij,jk->k", np.conj(columns), metric, columns).real
    found: np.ndarray = np.maximum(np.sqrt(np.maximum(squares, 0.0)), least)
    return found
