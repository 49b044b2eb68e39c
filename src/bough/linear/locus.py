"""``root_locus``: the eigenvalues of a mechanism over one of its numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from bough.errors import MechanismError, StateError
from bough.linear.following import Branches, followed
from bough.linear.model import model_at
from bough.linear.modes import Modes
from bough.mechanism.checks import shown
from bough.mechanism.mechanism import Mechanism
from bough.mechanism.parameters import chosen, with_numbers
from bough.owncode.entry import by_shared_kernels
from bough.simulation.run.progress import progress_bar
from bough.typing import AnyPath, Array, ByName, CoordinatesLike, VelocitiesLike

if TYPE_CHECKING:
    import xarray as xr
    from matplotlib.figure import Figure

State = CoordinatesLike | ByName | None
Following = State | Callable[[float, Mechanism], Any]


@dataclass(frozen=True, eq=False)
class RootLocus:
    """Eigenvalues over a parameter; ``modes`` has all of each value."""

    mechanism: Mechanism
    parameter: str
    values: Array
    modes: tuple[Modes, ...]
    branches: Branches

    @property
    def eigenvalues(self) -> xr.DataArray:
        """(parameter, mode) in 1/s, one of each complex pair; modes are followed from value to value."""
        import xarray as xr

        coords = {self.parameter: self.values}
        return xr.DataArray(
            self.branches.eigenvalues, coords, (self.parameter, "mode"), "eigenvalues", {"units": "1/s"}
        )

    @property
    def is_stable(self) -> np.ndarray:
        """Whether no mode grows, for each value."""
        return np.array([all(mode.is_stable for mode in modes) for modes in self.modes])

    def thresholds(self) -> list[float]:
        """Values at which a mode begins or ceases to grow, by straight lines between those that were computed."""
        real = self.branches.eigenvalues.real
        limit = 1e-9 * np.nanmax(np.abs(self.branches.eigenvalues), initial=1e-300)
        found = []
        for line in np.where(np.abs(real) <= limit, 0.0, real).T:
            for k in np.flatnonzero(line[:-1] * line[1:] < 0.0):
                share = line[k] / (line[k] - line[k + 1])
                found.append(float(self.values[k] + share * (self.values[k + 1] - self.values[k])))
        return sorted(found)

    def plot(self, path: AnyPath | None = None) -> Figure:
        """Draw the eigenvalues in the complex plane, coloured by the parameter."""
        from bough.linear.pictures import draw_locus

        return draw_locus(self, path)

    def __repr__(self) -> str:
        stable = self.is_stable
        lines = [
            f"root locus of '{self.mechanism.name}' over '{self.parameter}': {len(self.values)} values from {self.values[0]:g} to "
            f"{self.values[-1]:g}, {self.branches.eigenvalues.shape[1]} modes",
            f"stable at {int(stable.sum())} of {len(stable)} values",
            *(f"stability changes near {value:.5g}" for value in self.thresholds()),
        ]
        return "\n".join(lines)


def root_locus(
    mechanism: Mechanism,
    parameter: str,
    values: ArrayLike,
    q: Following = None,
    u: Following = None,
    *,
    tau: VelocitiesLike | ByName | None = None,
    time: float = 0.0,
    independent: Iterable[str] | None = None,
    progress: bool | None = None,
) -> RootLocus:
    """Eigenvalues of the linear model over a number of the mechanism, such as ``"tendon.stiffness"``.

    Names of numbers are those of :meth:`Mechanism.with_parameters`. ``q`` and ``u``: as in :func:`linearise`, or a
    function of (value, mechanism) that gives them, such as an equilibrium that moves. Slopes are differences of order 8,
    so that nothing is compiled for each value.
    """
    try:
        numbers = np.atleast_1d(np.asarray(values, float))
    except (TypeError, ValueError):
        numbers = np.empty(0)
    if numbers.ndim != 1 or not len(numbers) or not np.isfinite(numbers).all():
        raise StateError(f"values of '{parameter}' must be finite numbers, not {shown(values)}.")
    chosen(mechanism, [parameter])  # (raises for an unknown name)
    sets = []
    with progress_bar(progress, f"root locus over {parameter}") as report, by_shared_kernels():
        for k, number in enumerate(numbers.tolist()):
            report(k / len(numbers))
            try:
                variant = with_numbers(mechanism, {parameter: number})
            except MechanismError as error:
                raise StateError(f"'{parameter}' = {number:g} describes no mechanism: {error}") from None
            at, moving = (given(number, variant) if callable(given) else given for given in (q, u))
            sets.append(model_at(variant, at, moving, tau, time, (), (), independent, exact=False).modes())
    return RootLocus(mechanism, parameter, numbers, tuple(sets), followed(sets))
