"""``root_locus``: the eigenvalues of a mechanism over one of its numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from bough.compiled.progress import progress_bar
from bough.errors import MechanismError, StateError
from bough.linear.following import Branches, followed, numbers_of
from bough.linear.model import model_at
from bough.linear.modes import Modes
from bough.linear.tangent import StateLike
from bough.mechanism.checks import shown
from bough.mechanism.mechanism import Mechanism
from bough.mechanism.parameters import with_numbers
from bough.owncode.entry import by_shared_kernels
from bough.statics.variants import Parameter, known, made_by, name_of
from bough.typing import AnyPath, Array, ByName, VelocitiesLike

if TYPE_CHECKING:
    import xarray as xr
    from matplotlib.figure import Figure

Following: TypeAlias = StateLike | Callable[[float, Mechanism], Any]


HALVINGS = 40  # of the distance between two values, to find where stability changes


@dataclass(frozen=True, eq=False)
class RootLocus:
    """Eigenvalues over a parameter; ``modes`` has all of each value."""

    mechanism: Mechanism
    parameter: str
    values: Array
    modes: tuple[Modes, ...]
    branches: Branches
    at: Callable[[float], Modes]  # the modes at another value

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
        return np.array([_is_stable(modes) for modes in self.modes])

    def thresholds(self) -> list[float]:
        """Values at which the mechanism begins or ceases to be stable, by halving the distances between those computed."""
        return list(self._thresholds)

    @cached_property
    def _thresholds(self) -> tuple[float, ...]:
        found, stable = [], self.is_stable
        for k in np.flatnonzero(stable[:-1] != stable[1:]):
            low, high = float(self.values[k]), float(self.values[k + 1])
            for _ in range(HALVINGS):
                middle = 0.5 * (low + high)
                low, high = (middle, high) if _is_stable(self.at(middle)) == stable[k] else (low, middle)
            found.append(0.5 * (low + high))
        return tuple(found)

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
    mechanism: Mechanism | None,
    parameter: Parameter,
    values: ArrayLike,
    q: Following = None,
    u: Following = None,
    *,
    tau: VelocitiesLike | ByName | None = None,
    time: float | None = None,
    independent: Iterable[str] | None = None,
    progress: bool | None = None,
) -> RootLocus:
    """Eigenvalues of the linear model over a number of the mechanism, such as ``"tendon.stiffness"``.

    Names of numbers are those of :meth:`Mechanism.with_parameters`. Instead, ``parameter`` may be a function that gives a
    mechanism for each value; ``mechanism`` is then None. ``q`` and ``u``: as in :func:`linearise`, or a
    function of (value, mechanism) that gives them, such as an equilibrium that moves. Slopes are differences of order 8,
    so that nothing is compiled for each value.
    """
    name = name_of(parameter)
    numbers = numbers_of(values, f"values of '{name}'")
    own = made_by(parameter, float(numbers[0])) if callable(parameter) else mechanism
    if not isinstance(own, Mechanism):
        raise StateError(f"root_locus takes a bough.Mechanism, not {shown(mechanism)}.")
    if not callable(parameter):
        known(own, parameter)

    def at(number: float) -> Modes:
        try:
            variant = made_by(parameter, number) if callable(parameter) else with_numbers(own, {parameter: number})
        except MechanismError as error:
            raise StateError(f"'{name}' = {number:g} describes no mechanism: {error}") from None
        with by_shared_kernels():
            start, moving = (given(number, variant) if callable(given) else given for given in (q, u))
            return model_at(variant, start, moving, tau, time, (), (), independent, exact=False).modes()

    sets = []
    with progress_bar(progress, f"root locus over {name}") as report:
        for k, number in enumerate(numbers.tolist()):
            report(k / len(numbers))
            sets.append(at(number))
    return RootLocus(own, name, numbers, tuple(sets), followed(sets), at)


def _is_stable(modes: Modes) -> bool:
    return all(mode.is_stable for mode in modes)
