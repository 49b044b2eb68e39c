"""``linearise``: a mechanism around one state as a linear model with names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from bough.errors import StateError
from bough.linear.eigen import Pairs, all_pairs, few_pairs, is_symmetric, nearest
from bough.linear.inputs import Input, inputs_of
from bough.linear.modes import Modes
from bough.linear.outputs import Output, outputs_of
from bough.linear.slopes import DIFFERENCES, Slopes, slopes_of
from bough.linear.tangent import StateLike, point_of, units_of
from bough.mechanism.checks import listing, shown
from bough.mechanism.mechanism import Mechanism
from bough.typing import AnyPath, Array, ByName, JointForcesLike, VelocitiesLike

if TYPE_CHECKING:
    import xarray as xr
    from matplotlib.figure import Figure

MANY, FEW = 1000, 10  # degrees of freedom from which on only a few modes are found, and how many
# forces are balanced if what is left is this share of weights, or if so small a motion would change them as much
AT_REST, MOVED = 1e-6, 1e-8


def linearise(
    mechanism: Mechanism,
    q: StateLike = None,
    u: VelocitiesLike | ByName | None = None,
    *,
    tau: JointForcesLike | ByName | None = None,
    time: float | None = None,
    inputs: Iterable[str] | None = None,
    outputs: Iterable[str] | None = None,
    independent: Iterable[str] | None = None,
) -> LinearModel:
    """The linear model ẋ = A x + B i, o = C x + D i of small motions around a state, with names, by exact derivatives.

    ``q`` and ``u``: the state, as vectors or by name; by default that of the mechanism. ``q`` may be an
    :func:`equilibrium`, whose holding forces then act, at its time, or the word "equilibrium" for the stable one near the
    mechanism's start. If drives stand still in the equilibrium (``frozen=True``), they do in the model. The state need not
    be an equilibrium: the model then is that of deviations from the motion through it. ``tau``: joint forces that act
    there, kept as they are. ``time``: by default that of the equilibrium, or 0. States are ``q.NAME`` and ``u.NAME`` for each velocity: where u = q̇ a coordinate and its rate; in balls and free
    joints, turns and shifts along body axes. With loops, those of independent velocities; ``independent`` chooses them.

    ``inputs``: joint forces by the names of velocities (by default all), motors by name, and forces or moments on bodies
    along ground axes, such as ``boom.force.z`` or ``boom(0, 0, 1.2).force.z``. ``outputs``: names of quantities (by
    default all states): coordinates, ``u.NAME``, ``u_dot.NAME``, ``point:hook.z``, ``velocity.hook.z``, and what else
    results have, such as ``tendon.force``.
    """
    if not isinstance(mechanism, Mechanism):
        raise StateError(f"linearise takes a bough.Mechanism, not {shown(mechanism)}.")
    return model_at(mechanism, q, u, tau, time, inputs, outputs, independent)


def model_at(
    mechanism: Mechanism,
    q: StateLike,
    u: VelocitiesLike | ByName | None,
    tau: JointForcesLike | ByName | None = None,
    time: float | None = None,
    inputs: Iterable[str] | None = None,
    outputs: Iterable[str] | None = None,
    independent: Iterable[str] | None = None,
    exact: bool = True,
) -> LinearModel:
    """The same; ``exact`` False: by differences."""
    point = point_of(mechanism, q, u, tau, time, independent)
    slopes = slopes_of(point, exact)
    acting = inputs_of(point, inputs)
    return LinearModel(slopes, acting, None if outputs is None else outputs_of(slopes, acting, outputs))


class LinearModel:
    """A mechanism's small motions around a state: ẋ = A x + B i, o = C x + D i, as labelled arrays.

    ``notes``: what to know about it, such as which slopes are differences, or that the state is no equilibrium.
    """

    def __init__(self, slopes: Slopes, inputs: Sequence[Input], outputs: Sequence[Output] | None):
        """``outputs``: None for all states."""
        self.slopes, self._inputs, self._named = slopes, tuple(inputs), outputs
        self.mechanism = slopes.point.mechanism
        self.q, self.u, self.tau, self.time = slopes.point.q, slopes.point.u, slopes.point.tau, slopes.point.time

    # --- the model --------------------------------------------------------------------------------------------------------

    @cached_property
    def states(self) -> tuple[str, ...]:
        """The names of the states: motions, then velocities."""
        return tuple(f"{letter}.{name}" for letter in ("q", "u") for name in self.slopes.point.names)

    @property
    def inputs(self) -> tuple[str, ...]:
        """The names of the inputs."""
        return tuple(one.name for one in self._inputs)

    @property
    def outputs(self) -> tuple[str, ...]:
        """The names of the outputs."""
        return self.states if self._named is None else tuple(one.name for one in self._named)

    @cached_property
    def _outputs(self) -> tuple[Output, ...]:
        return tuple(outputs_of(self.slopes, self._inputs, None) if self._named is None else self._named)

    @property
    def independent(self) -> tuple[str, ...]:
        """The names of the independent velocities: all, unless there are loops."""
        return self.slopes.point.names

    @cached_property
    def A(self) -> xr.DataArray:
        """Rates of the states by states."""
        return self._labelled(self._matrix, "A", "rate", "state")

    @cached_property
    def _matrix(self) -> Array:
        point = self.slopes.point
        if not point.count:
            return np.zeros((0, 0))
        by_x, by_y, _ = (part[point.places] for part in self.slopes.full)
        turning = np.zeros((point.count, point.count)) if self.slopes.turning is None else self.slopes.turning
        return np.block([[turning, np.eye(point.count)], [by_x, by_y]])

    @cached_property
    def B(self) -> xr.DataArray:
        """Rates of the states by inputs."""
        point = self.slopes.point
        pushes = np.array([one.forces for one in self._inputs]).reshape(len(self._inputs), self.mechanism.n).T
        lower = self.slopes.full[2][point.places] @ pushes
        return self._labelled(np.vstack((np.zeros_like(lower), lower)), "B", "rate", "input")

    @cached_property
    def C(self) -> xr.DataArray:
        """Outputs by states."""
        rows = [np.concatenate((one.by_x, one.by_y)) for one in self._outputs]
        return self._labelled(np.array(rows).reshape(len(rows), len(self.states)), "C", "output", "state")

    @cached_property
    def D(self) -> xr.DataArray:
        """Outputs by inputs."""
        rows = [one.by_input for one in self._outputs]
        return self._labelled(np.array(rows).reshape(len(rows), len(self._inputs)), "D", "output", "input")

    def _labelled(self, values: Array, name: str, *dims: str) -> xr.DataArray:
        import xarray as xr

        return xr.DataArray(values, self.labels(*dims), dims, name)

    def labels(self, *dims: str) -> dict[str, Any]:
        """Names and units along "rate", "state", "input" or "output", for labelled arrays."""
        units = [unit for scale in ("", "/s") for unit in self._units(scale)]
        names = {
            "rate": (self.states, [f"{unit}/s".replace("/s/s", "/s²") for unit in units]),
            "state": (self.states, units),
            "input": (self.inputs, [one.units for one in self._inputs]),
            "output": (self.outputs, [one.units for one in self._outputs]),
        }
        coords: dict[str, Any] = {}
        for dim in dims:
            labels, own = names[dim]
            coords[dim] = np.array(labels, object if not labels else None)
            coords[f"{dim}_units"] = (dim, np.array(own, object if not own else None))
        return coords

    def _units(self, rate: str) -> list[str]:
        point = self.slopes.point
        return [f"{self.mechanism.u_units[k].removesuffix('/s')}{rate}" for k in point.places]

    @cached_property
    def drift(self) -> xr.DataArray:
        """Rates of the states at the state itself: zero in an equilibrium."""
        point = self.slopes.point
        rates = np.concatenate((point.u[point.places], self.slopes.u_dot[point.places]))
        return self._labelled(rates, "drift", "rate")

    @cached_property
    def notes(self) -> tuple[str, ...]:
        """What to know about the model, a sentence each."""
        found = []
        point, slopes = self.slopes.point, self.slopes
        if slopes.how == DIFFERENCES:
            found.append("slopes of accelerations are differences of order 8")
        rough = [one.name for one in self._named or () if not one.exact]
        if rough:
            found.append(f"slopes of {listing(rough)} are differences of order 8")
        if not self.is_steady:
            k = int(np.abs(slopes.u_dot).argmax())
            found.append(
                f"the state is no equilibrium: '{self.mechanism.u_names[k]}' accelerates by {slopes.u_dot[k]:.3g} "
                f"{self.mechanism.u_units[k].replace('/s', '/s²')}; the model is that of deviations from this motion, for a moment"
            )
        elif point.u.any():
            found.append("the model is that of deviations from a motion at constant velocities")
        if point.basis is not None:
            found.append(f"independent velocities: {listing(point.names)}")
        return tuple(found)

    @property
    def is_steady(self) -> bool:
        """Whether velocities stay as they are: an equilibrium, or a motion at constant velocities."""
        slopes = self.slopes
        if not len(slopes.u_dot):
            return True
        gravity = max(1.0, float(np.linalg.norm(self.mechanism.gravity)))
        pulls = AT_REST * gravity * np.abs(slopes.mass).sum(axis=1)
        pulls += MOVED * np.abs(slopes.stiffness) @ units_of(slopes.point)
        return bool((np.abs(slopes.mass @ slopes.u_dot[slopes.point.places]) <= pulls).all())

    # --- answers ------------------------------------------------------------------------------------------------------------

    def modes(self, count: int | None = None, near: float | None = None) -> Modes:
        """The modes, sorted by frequency; with ``count`` only so many, those nearest to the frequency ``near`` in Hz, or to zero.

        Of more than 1000 degrees of freedom ten are found, unless a count is given.
        """
        total = self.slopes.point.count
        if count is not None and (not isinstance(count, int | np.integer) or count < 1):
            raise StateError(f"count must be a whole number of at least 1, not {shown(count)}.")
        if near is not None and not (isinstance(near, int | float) and np.isfinite(near) and near >= 0.0):
            raise StateError(f"near must be a frequency in Hz, not {shown(near)}.")
        if count is None and (near is not None or total > MANY):
            count = FEW
        if count is None:
            return self._all_modes
        if count >= total - 1:
            if count >= len(self._all_pairs.values):
                return self._all_modes
            found = nearest(self._all_pairs, int(count), 2 * np.pi * (near or 0.0))
            return Modes(self.slopes, found, len(self._all_pairs.values), self._doubts)
        few = few_pairs(self.slopes, int(count), 2 * np.pi * (near or 0.0))
        # (with dampers there may be more modes than degrees of freedom)
        return Modes(self.slopes, few, total if is_symmetric(self.slopes) else None, self._doubts)

    @cached_property
    def _all_modes(self) -> Modes:
        return Modes(self.slopes, self._all_pairs, None, self._doubts)

    @cached_property
    def _all_pairs(self) -> Pairs:
        symmetric = is_symmetric(self.slopes)
        return all_pairs(self.slopes, np.zeros((0, 0)) if symmetric else self._matrix)

    @property
    def _doubts(self) -> tuple[str, ...]:
        return tuple(note for note in self.notes if note.startswith(("the state", "slopes")))

    def poles(self) -> xr.DataArray:
        """All eigenvalues of A, sorted by size, in 1/s."""
        import xarray as xr

        found: list[complex] = []
        for mode in self._all_modes:
            pair = mode.oscillates or (not mode.eigenvalue and is_symmetric(self.slopes))
            found += [mode.eigenvalue, mode.eigenvalue.conjugate()] if pair else [mode.eigenvalue]
        values = np.array(found, complex)
        values = values[np.argsort(np.abs(values), kind="stable")]
        return xr.DataArray(values, dims="pole", name="poles", attrs={"units": "1/s"})

    @property
    def is_stable(self) -> bool:
        """Whether no mode grows; modes at rest count as stable."""
        return all(mode.is_stable for mode in self._all_modes)

    def frequency_response(self, frequencies: ArrayLike | None = None) -> xr.DataArray:
        """Complex amplitudes (frequency, output, input) at frequencies in Hz, by default around all modes."""
        from bough.linear.responses import frequency_response

        return frequency_response(self, frequencies)

    def bode(
        self,
        path: AnyPath | None = None,
        frequencies: ArrayLike | None = None,
        outputs: Sequence[str] | None = None,
        inputs: Sequence[str] | None = None,
    ) -> Figure:
        """Draw gain and phase over frequency, of some outputs and inputs or of all."""
        from bough.linear.pictures import bode

        return bode(self, path, frequencies, outputs, inputs)

    def step(self, duration: float | None = None, samples: int = 500) -> xr.DataArray:
        """Outputs (time, output, input) after a unit step of each input, exact at the samples."""
        from bough.linear.responses import response

        return response(self, "step", duration, samples)

    def impulse(self, duration: float | None = None, samples: int = 500) -> xr.DataArray:
        """Outputs (time, output, input) after a unit impulse of each input, exact at the samples."""
        from bough.linear.responses import response

        return response(self, "impulse", duration, samples)

    def coupling(self) -> xr.Dataset:
        """``controllable``: how well each input moves each mode; ``observable``: how well each output shows it.

        From 0, where an input cannot move a mode or an output does not show it, to 1: products of unit vectors, left ones
        with columns of B and right ones with rows of C.
        """
        from bough.linear.coupling import coupling

        return coupling(self)

    def to_control(self) -> Any:
        """The model as ``control.StateSpace`` of python-control, with the names of states, inputs and outputs."""
        from bough.linear.exchange import to_control

        return to_control(self)

    def __repr__(self) -> str:
        lines = [
            f"linear model of '{self.mechanism.name}': {_counted(len(self.states), 'state')}, "
            f"{_counted(len(self.inputs), 'input')}, {_counted(len(self.outputs), 'output')}",
            f"states: {listing(self.states)}",
            f"inputs: {listing(self.inputs)}",
            f"outputs: {listing(self.outputs)}",
            *self.notes,
        ]
        return "\n".join(lines)


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'s' * (count != 1)}"
