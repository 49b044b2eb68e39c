"""States of a motion, and what follows from them, computed at first use: what quantities are read from.

``States`` are any states of a mechanism, each with its time. ``RunStates`` are those of a run, which keeps what it has
computed. Studies have states of variants that share code (``studies/keep/states.py``).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from bough import api
from bough.api.drives import forces_of_motion
from bough.api.forces import accounts
from bough.api.kinematics import energies
from bough.api.loop_forces import loop_forces, loop_gaps, measured
from bough.api.wrenches import whole_accounts
from bough.mechanism.body import Body
from bough.mechanism.forces import Force
from bough.mechanism.loop import Loop
from bough.mechanism.mechanism import Mechanism
from bough.passes import loads
from bough.simulation.results import observe
from bough.typing import Array

if TYPE_CHECKING:
    from bough.simulation.results.trajectory import Trajectory


class States:
    """N states of a mechanism, at their times."""

    threads: int | None = 1

    def __init__(self, mechanism: Mechanism, q: Array, u: Array, time: Array, form: str = "auto"):
        """``form``: of the equations, for accelerations."""
        self.mechanism, self.q, self.u, self.time, self.form = mechanism, q, u, time, form

    def at(self, index: NDArray[np.int64]) -> States:
        """Some of these states: as many of each run."""
        return States(self.mechanism, self.q[index], self.u[index], self.time[index], self.form)

    # --- the mechanism's own numbers, which differ where its parameters do ------------------------------------------

    def force(self, name: str) -> Force:
        """A force, for its numbers."""
        return self.mechanism.forces[name]

    def loop(self, name: str) -> Loop:
        """A loop, for its numbers."""
        return self.mechanism.loops[name]

    @property
    def bodies(self) -> tuple[Body, ...]:
        """The bodies, for their numbers."""
        return self.mechanism.bodies

    # --- what follows -----------------------------------------------------------------------------------------------

    def _call(self, function: Callable[..., Any], *arrays: Array, **options: Any) -> Any:
        return function(self.mechanism, self.q, *arrays, time=self.time, threads=self.threads, **options)

    @cached_property
    def accelerations(self) -> Array:
        """u̇ (N, n)."""
        found: Array = self._call(api.forward_dynamics, self.u, formulation=self.form)
        return found

    @cached_property
    def poses(self) -> Array:
        """Transforms of bodies to ground axes (N, bodies, 4, 4)."""
        found: Array = self._call(api.body_poses)
        return found

    @cached_property
    def twists(self) -> Array:
        """Velocities of bodies along their axes (N, bodies, 6)."""
        found: Array = self._call(api.body_twists, self.u)
        return found

    @cached_property
    def body_accelerations(self) -> Array:
        """Accelerations of bodies along their axes (N, bodies, 6)."""
        found: Array = self._call(api.body_accelerations, self.u, self.accelerations)
        return found

    @cached_property
    def energies(self) -> Array:
        """Kinetic and potential energy (N, 2)."""
        found: Array = self._call(energies, self.u)
        return found

    @cached_property
    def accounts(self) -> Array:
        """Stored energy and power of each force (N, forces, 2)."""
        found: Array = self._call(accounts, self.u)
        return found

    @cached_property
    def whole_accounts(self) -> Array:
        """The same, then wrenches along ground axes, and joint forces (N, forces, 14)."""
        found: Array = self._call(whole_accounts, self.u)
        return found

    @cached_property
    def _forces(self) -> api.Kinetostatics:
        found: api.Kinetostatics = self._call(forces_of_motion, self.u, self.accelerations)
        return found

    @property
    def reactions(self) -> Array:
        """Wrenches of joints on bodies (N, bodies, 6)."""
        return self._forces.reactions

    @property
    def bearings(self) -> Array:
        """The part of them that bearings carry."""
        return self._forces.bearings

    @cached_property
    def loops(self) -> Array:
        """Wrenches of the joints that close loops (N, loops, 6)."""
        return loop_forces(self.mechanism, self.q, self.u, self.accelerations, time=self.time).wrenches

    @cached_property
    def gaps(self) -> tuple[Array, Array]:
        """The largest gap of each loop, and the largest rate of a gap (N, loops) each."""
        return observe.largest_gaps(self.mechanism, *loop_gaps(self.mechanism, self.q, self.u, time=self.time))

    @cached_property
    def measured(self) -> tuple[Array, Array]:
        """Coordinates and velocities of the joints that close loops."""
        return measured(self.mechanism, self.q, self.u, time=self.time)

    @cached_property
    def driven(self) -> api.DrivenMotion:
        """Motions of the driven joints and their rates."""
        return api.driven_motion(self.mechanism, self.time)

    @cached_property
    def drives(self) -> Array:
        """Forces of the driven joints (N, driven)."""
        found: Array = self._call(api.drive_forces, self.u, self.accelerations)
        return found


class RunStates(States):
    """The states of a run, or of all runs of a batch, one after the other, without what comes after a run's end."""

    threads = None

    def __init__(self, run: Trajectory):
        """``run``: of one mechanism."""
        self.run, self._known = run, run._there.reshape(-1)
        time = np.broadcast_to(run._time, run._there.shape)
        super().__init__(run.mechanism, self.flat(run._q), self.flat(run._u), self.flat(time))

    def flat(self, values: Array) -> Array:
        """Values (…, T, …) at the instants of the run, as (N, …) at the states."""
        shape = self.run._there.shape
        return values.reshape(self._known.size, *values.shape[len(shape) :])[self._known]

    def spread(self, values: Array) -> Array:
        """The opposite; NaN after the end of a run."""
        whole = np.full((self._known.size, *values.shape[1:]), np.nan)
        whole[self._known] = values
        return whole.reshape(*self.run._there.shape, *values.shape[1:])

    def _call(self, function: Callable[..., Any], *arrays: Array, **options: Any) -> Any:
        """By the mechanism as it is in the mode of each state."""
        found = self.run.evaluate(function, self.run._q, *map(self.spread, arrays), threads=self.threads, **options)
        return self.flat(found)

    @cached_property
    def accelerations(self) -> Array:
        return self.flat(self.run.keep(observe.acceleration_values))

    @cached_property
    def poses(self) -> Array:
        return self.flat(self.run.keep(observe.pose_matrices))

    @cached_property
    def _forces(self) -> api.Kinetostatics:
        return api.Kinetostatics(*map(self.flat, self.run.keep(observe.kinetostatics)))

    @property
    def accounts(self) -> Array:
        return self.whole_accounts[:, :, : loads.WRENCH]  # (of one evaluation: power is force times rate to rounding)

    @cached_property
    def loops(self) -> Array:
        return self.flat(self.run.keep(observe.loop_wrenches)[0])

    @cached_property
    def drives(self) -> Array:
        return self.flat(self.run.keep(observe.drive_values)[2])
