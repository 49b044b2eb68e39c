"""What a motion holds: states at instants, with names, units and provenance; checked once, never changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from bough.errors import StateError
from bough.mechanism.checks import remedy, shown
from bough.mechanism.description import as_text, fingerprint, to_dict
from bough.mechanism.mechanism import Mechanism
from bough.simulation.results.arrays import instants, states, there
from bough.simulation.results.commands import Commands, checked_commands
from bough.simulation.results.jumps import ModeFrom
from bough.simulation.run.provenance import origin, plain, plain_dict
from bough.typing import CoordinatesLike, InstantsLike, JointForcesLike, MomentaLike, VelocitiesLike

if TYPE_CHECKING:  # slower to import than bough itself
    import xarray as xr

    from bough.simulation.run.carried import Asked

STATUSES = ("completed", "interrupted", "failed")
# the units of the force and of the momentum that belong to a velocity
FORCE_UNIT = {"m/s": "N", "rad/s": "N·m"}
MOMENTUM_UNIT = {"m/s": "kg·m/s", "rad/s": "kg·m²/s"}
WORK = "work of what does not conserve energy"


class Stored:
    """The numbers and words of a motion, which :class:`Trajectory` explains."""

    def __init__(
        self,
        mechanism: Mechanism,
        time: InstantsLike,
        q: CoordinatesLike,
        u: VelocitiesLike,
        *,
        provenance: Mapping[str, Any] | None = None,
        status: str | Sequence[str] = "completed",
        message: str | Sequence[str] = "",
        statistics: Mapping[str, Any] | None = None,
        events: Iterable[Mapping[str, Any]] = (),
        momenta: MomentaLike | None = None,
        tau: JointForcesLike | None = None,
        work: ArrayLike | None = None,
        variants: Sequence[Mechanism] | None = None,
        modes: Iterable[ModeFrom] = (),
        commands: Commands | None = None,
    ):
        if not isinstance(mechanism, Mechanism):
            raise StateError(f"a trajectory needs a bough.Mechanism, not {shown(mechanism)}.")
        self.mechanism = mechanism
        self.variants = None if variants is None else tuple(variants)
        self._time = instants(time)
        self._q = states("q", q, len(self._time), mechanism.n_q)
        self._u = states("u", u, len(self._time), mechanism.n, self._q.shape[:-1])
        self._momenta, self._tau = (
            None if values is None else states(name, values, len(self._time), mechanism.n, self._q.shape[:-1])
            for name, values in (("momenta", momenta), ("tau", tau))
        )
        self._work = None
        if work is not None:
            self._work = states("work", np.expand_dims(work, -1), len(self._time), 1, self._q.shape[:-1])[..., 0]
        self._there = there(self._q, self._u)
        if self.variants is not None and len(self.variants) != self.runs:
            raise StateError(f"there are {len(self.variants)} variants, but {self.runs} runs; give one for each.")
        self.status = self._for_each_run(status, "status")
        self.message = self._for_each_run(message, "message")
        for word in {self.status} if isinstance(self.status, str) else set(self.status):
            if word not in STATUSES:
                raise StateError(f"no status {shown(word)}: {remedy(word, STATUSES)}")
        self.statistics = plain_dict(statistics or {}, "statistics")
        self.events = plain(list(events), "events")
        if not all(isinstance(event, dict) and "time" in event for event in self.events):
            raise StateError("each event must be a dict with its time: {'time': 1.0, 'name': …}.")
        self.modes = tuple(modes)
        self.asked: Asked | None = None  # what the run was asked for that files do not hold
        self._commands = None if commands is None else checked_commands(commands, self.runs, mechanism.n)
        self._provenance = {**origin(), **plain_dict(provenance or {}, "provenance")}
        self._kept: dict[Any, Any] = {}  # cached results
        # if joint forces were given: these by name, and the first mechanism with motors that give those of all runs
        self._given: dict[str, Any] | None = None
        self._pushed: Mechanism | None = None

    def _for_each_run(self, value: str | Sequence[str], what: str) -> str | tuple[str, ...]:
        """One string for the motion, or one for each run of a batch."""
        if self.runs is None:
            if not isinstance(value, str):
                raise StateError(f"{what} must be a string, not {shown(value)}.")
            return value
        words = (value,) * self.runs if isinstance(value, str) else tuple(map(str, value))
        if len(words) != self.runs:
            raise StateError(f"{what} must be one string, or one for each of {self.runs} runs, not {len(words)}.")
        return words

    # --- the states -------------------------------------------------------------------------------------------------

    @property
    def runs(self) -> int | None:
        """The number of runs of a batch; None for a single motion."""
        return None if self._q.ndim == 2 else len(self._q)

    @property
    def duration(self) -> float:
        """Seconds from the first to the last instant."""
        return float(self._time[-1] - self._time[0])

    @property
    def time(self) -> xr.DataArray:
        """The instants, in seconds."""
        from bough.simulation.results.labels import time_of

        return time_of(self)

    @property
    def q(self) -> xr.DataArray:
        """The coordinates, (time, coordinate)."""
        return self.labelled(self._q, "q", "coordinate", units=self.mechanism.q_units, long_name="coordinates")

    @property
    def u(self) -> xr.DataArray:
        """The velocities, (time, velocity)."""
        return self.labelled(self._u, "u", "velocity", units=self.mechanism.u_units, long_name="velocities")

    @property
    def momenta(self) -> xr.DataArray | None:
        """The momenta, (time, velocity), if the motion was computed in Hamilton's variables, else None."""
        if self._momenta is None:
            return None
        units = [MOMENTUM_UNIT[unit] for unit in self.mechanism.u_units]
        return self.labelled(self._momenta, "p", "velocity", units=units, long_name="momenta")

    @property
    def tau(self) -> xr.DataArray | None:
        """The joint forces in addition to the mechanism's own, (time, velocity), or None."""
        if self._tau is None:
            return None
        return self.labelled(self._tau, "tau", "velocity", units=self.force_units, long_name="joint forces")

    @property
    def commands(self) -> xr.DataArray | None:
        """What a controller commanded, (command_time, velocity), at the times of its calls, or None."""
        from bough.simulation.results.labels import labelled_commands

        return None if self._commands is None else labelled_commands(self, self._commands)

    @property
    def force_units(self) -> tuple[str, ...]:
        """The units of joint forces: ``N`` or ``N·m``."""
        return tuple(FORCE_UNIT[unit] for unit in self.mechanism.u_units)

    @cached_property
    def provenance(self) -> dict[str, Any]:
        """How and when the motion was computed, versions, and the fingerprint of its mechanism."""
        return {**self._provenance, "mechanism": str(self.mechanism.name), "fingerprint": fingerprint(self.mechanism)}

    @property
    def description(self) -> str:
        """The mechanism as JSON, or the list of the runs' mechanisms."""
        if self.variants is None:
            return as_text(to_dict(self.mechanism))
        return f"[{','.join(as_text(to_dict(one)) for one in self.variants)}]"

    @property
    def dataset(self) -> xr.Dataset:
        """All stored data of the motion, with labels and units, and with its provenance as attributes."""
        import xarray as xr

        parts = {"q": self.q, "u": self.u, "p": self.momenta, "tau": self.tau}
        if self._work is not None:
            parts["work"] = self.labelled(self._work, "work", units="J", long_name=WORK)
        if self._commands is not None:
            parts["command"] = self.commands
        dataset = xr.Dataset({name: part for name, part in parts.items() if part is not None})
        dataset.attrs = {
            "title": f"motion of {self.mechanism.name}",
            **{name: value for name, value in self.provenance.items() if isinstance(value, str | int | float)},
            "description": self.description,
        }
        if self.runs is None:
            dataset.attrs |= {"status": self.status, "message": self.message}
            return dataset
        own = {"status": ("run", list(self.status)), "message": ("run", list(self.message))}
        return dataset.assign({name: (dim, np.array(words, object)) for name, (dim, words) in own.items()})

    def labelled(
        self,
        values: ArrayLike,
        name: str,
        *dims: str,
        units: str | Sequence[str] = "",
        long_name: str,
        **labels: Sequence[str],
    ) -> xr.DataArray:
        """Label numbers at the instants of this motion; ``units``: one, or one per entry of the first of ``dims``."""
        from bough.simulation.results.labels import labelled

        return labelled(self, values, name, dims, units, long_name, labels)
