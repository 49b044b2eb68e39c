"""The motion that a run returns: what can be asked of it, by names; ``stored.py`` is what it holds."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from bough.errors import StateError
from bough.extras import need
from bough.mechanism.checks import shown
from bough.mechanism.mechanism import Mechanism
from bough.owncode.entry import by_shared_kernels
from bough.simulation.results.jumps import mechanisms_of
from bough.simulation.results.stored import Stored
from bough.simulation.run.given import of_all, of_run, pushed
from bough.typing import AnyPath, Array, Coordinates, Velocities

if TYPE_CHECKING:  # slower to import than bough itself
    from pathlib import Path

    import pandas as pd
    import xarray as xr
    from matplotlib.figure import Figure

T = TypeVar("T")


class Trajectory(Stored):
    """A motion of a mechanism, or a batch at the same instants: states with names and units, and derived quantities.

    ``time`` (T,), ``q`` (T, n_q), ``u`` (T, n); for a batch ``q`` (B, T, n_q), ``u`` (B, T, n), NaN after a run's end.
    ``momenta`` and ``tau`` (joint forces besides the mechanism's own): like ``u``. ``work`` (T,) or (B, T): of all
    forces that do not conserve energy; by default from powers at the instants. ``variants``: the mechanism of each run,
    if they differ. Plain data: ``status`` (``completed``, ``interrupted``, ``failed``) and ``message``, one for all
    runs or one per run; ``provenance``: how the motion was computed (``form``, ``solver``, ``integrator``, ``rtol``,
    ``atol``, ``step``; versions, date and fingerprint are added); ``statistics``: counts of steps etc., for a batch
    sums, and those of each run under ``runs``; ``events``: a dict with ``time`` and ``name`` for each event. A time
    that is there twice is that of a jump, before and after; ``modes``: from which samples on other forces acted;
    ``commands``: of a controller.
    """

    # --- parts, and what comes after ----------------------------------------------------------------------------------

    def __getitem__(self, name: str) -> xr.DataArray:
        """A coordinate (``elbow`` or ``q.elbow``) or a velocity (``u.elbow``) by name, or all of a joint or a body; or any
        other quantity (``tendon.force``, ``point:hook``), as :func:`bough.quantities` lists them."""
        from bough.simulation.results.labels import by_name

        return by_name(self, name)

    def at(self, t: ArrayLike) -> tuple[Coordinates, Velocities]:
        """(q, u) at one or several instants of the motion, interpolated by cubics that match rates at the points."""
        from bough.simulation.results.observe import state_at

        return state_at(self, t)

    def select(self, run: int) -> Trajectory:
        """One run of a batch, without the instants after its end."""
        if self.runs is None:
            raise StateError("this is a single motion; select is for batches.")
        if not isinstance(run, int | np.integer) or not 0 <= run < self.runs:
            raise StateError(f"no run {shown(run)}: there are {self.runs}, numbered from 0.")
        points = int(self._there[run].sum())
        if not points:
            raise StateError(f"run {run} has no state at all.")
        extra: dict[str, Any] = {"momenta": self._momenta, "tau": self._tau, "work": self._work}
        found = Trajectory(
            self.mechanism if self.variants is None else self.variants[run],
            self._time[:points],
            self._q[run, :points],
            self._u[run, :points],
            provenance={**self._provenance, "run": int(run)},
            status=self.status[run],
            message=self.message[run],
            statistics=self.statistics["runs"][run] if "runs" in self.statistics else self.statistics,
            events=[event for event in self.events if event.get("run", run) == run],
            modes=[change._replace(run=0) for change in self.modes if change.run == run],
            commands=self._commands and self._commands.select(run),
            **{name: None if values is None else values[run, :points] for name, values in extra.items()},
        )
        if self._given is not None:
            found._given = of_run(self._given, run)
            if self._pushed is not None:
                alike = self.variants is None and len(of_all(self._given)) == len(self._given)
                found._pushed = self._pushed if alike else pushed(found.mechanism, found._given)
        return found

    def continue_(self, duration: float, **changes: Any) -> Trajectory:
        """The same motion, gone on with for so many seconds: from its end, with its settings, events and modes.

        Samples go on as before. ``changes``: arguments of :func:`bough.simulate` that are to be others from here on, such
        as ``every``, ``rtol`` or ``events``. A run that was interrupted, failed or loaded goes on from its last sample; a
        file holds no events and no controller, so give them again; a controller then goes on as it was.
        """
        from bough.simulation.results.continuing import continued

        return continued(self, duration, changes)

    def join(self, other: Trajectory) -> Trajectory:
        """One motion of this one and another of the same mechanism that starts where this one ends."""
        from bough.simulation.results.continuing import joined

        return joined(self, other)

    # --- what follows from them -----------------------------------------------------------------------------------------

    def evaluate(self, function: Callable[..., Any], *arrays: Array, later: float | Array = 0.0, **options: Any) -> Any:
        """Call a public function of mechanism and states at every instant; NaN after the end of a run.

        ``arrays`` have the shape of q or u. A function with a ``time`` argument gets the time plus ``later``.
        """
        shape, there = self._there.shape, self._there.reshape(-1)
        takes_time = "time" in inspect.signature(function).parameters
        whole: list[Array] = []
        result: Any = None
        for mechanism, own in mechanisms_of(self):
            known = there & own
            if whole and not known.any():
                continue
            # (a state may have no numbers, so -1 cannot be used to infer the number of states)
            given = [np.asarray(array).reshape(known.size, array.shape[-1])[known] for array in arrays]
            if takes_time:
                options["time"] = np.broadcast_to(self._time + later, shape).reshape(-1)[known]
            with self._code():
                result = function(mechanism, *given, **options)
            parts = result if isinstance(result, tuple) else (result,)
            whole = whole or [np.full((known.size, *part.shape[1:]), np.nan) for part in parts]
            for all_of_it, part in zip(whole, parts, strict=True):
                all_of_it[known] = part
        shaped = tuple(values.reshape(*shape, *values.shape[1:]) for values in whole)
        return shaped if isinstance(result, tuple) else shaped[0]

    def keep(self, compute: Callable[..., T], *arguments: Any) -> T:
        """The result of a function of this motion, computed once."""
        key = (compute, *arguments)
        if key not in self._kept:
            alike = self.variants is None
            self._kept[key] = compute(self, *arguments) if alike else self._run_by_run(compute, *arguments)
        found: T = self._kept[key]
        return found

    def _run_by_run(self, compute: Callable[..., Any], *arguments: Any) -> Any:
        """The results of a function for each run with its own mechanism, combined."""
        import xarray as xr

        with self._code():
            parts = [compute(one, *arguments) for one in self.members]
        if not isinstance(parts[0], xr.Dataset | xr.DataArray):
            raise StateError("the runs have different mechanisms; take one of them: run.select(0).")
        whole = xr.concat(parts, "run", join="outer")
        return whole.assign_coords(run=np.arange(len(parts))).reindex(time=self._time)

    def _code(self) -> AbstractContextManager[None]:
        """Variants share kernels: nothing is compiled for one of them alone."""
        return nullcontext() if self.variants is None else by_shared_kernels()

    @cached_property
    def members(self) -> tuple[Trajectory, ...]:
        """The runs of a batch, each a motion of its own; this motion, if it is a single one."""
        return (self,) if self.runs is None else tuple(map(self.select, range(self.runs)))

    def poses(self) -> xr.Dataset:
        """``rotation`` (body axes to ground axes) and ``position`` of every body."""
        from bough.simulation.results.observe import poses

        return self.keep(poses)

    def energy(self) -> xr.Dataset:
        """``kinetic``, ``potential`` and ``total`` energy, ``work`` of other forces, ``drift``: error of balance."""
        from bough.simulation.results.energy import energy

        return energy(self)

    def momentum(self) -> xr.Dataset:
        """Total ``linear`` and ``angular`` momentum about the ground's origin in its axes; ``center`` of mass."""
        from bough.simulation.results.observe import momentum

        return self.keep(momentum)

    def accelerations(self) -> xr.DataArray:
        """u̇, by the form of the equations of the run."""
        from bough.simulation.results.observe import accelerations

        return self.keep(accelerations)

    def reactions(self, body: str | None = None) -> xr.Dataset:
        """``force`` and ``moment`` of the joint on each body (or on one), about its origin, in body axes; joint forces
        included. ``bearing_force`` and ``bearing_moment``: the part that the bearing carries, without drives."""
        from bough.simulation.results.observe import reactions

        if body is None:
            return self.keep(reactions)
        return self.keep(reactions).sel(body=self.mechanism.body(body).name)

    def loop_reactions(self, loop: str | None = None) -> xr.Dataset:
        """``force`` and ``moment`` of the joint that closes each loop (or one) on its body, about the joint's frame and
        in its axes; ``unique``: whether they follow from the motion, or are the least of many that give it."""
        from bough.simulation.results.observe import loop_reactions

        found = self.keep(loop_reactions)
        return found if loop is None else found.sel(loop=self.mechanism.loop(loop).name)

    def loop_motion(self) -> xr.Dataset:
        """Measured coordinates ``q`` and velocities ``u`` of the joints that close loops, named after the loops."""
        from bough.simulation.results.observe import loop_motion

        return self.keep(loop_motion)

    def closure(self) -> xr.Dataset:
        """The largest ``gap`` of each loop, in metres or radians, and its largest ``rate``."""
        from bough.simulation.results.observe import closure

        return self.keep(closure)

    def drives(self) -> xr.Dataset:
        """``motion``, its ``rate``, ``force`` (or moment) and ``power`` of the drive, for every driven coordinate.

        Along ``driven``; ``motion`` along ``driven_q`` if a driven joint has a quaternion, with one number more.
        """
        from bough.simulation.results.observe import drives

        return self.keep(drives)

    def joint_forces(self) -> xr.DataArray:
        """Joint forces that the motion needs in addition to the mechanism's own."""
        from bough.simulation.results.observe import joint_forces

        return self.keep(joint_forces)

    def power(self) -> xr.Dataset:
        """``power`` of each force, ``rate`` of kinetic plus gravitational energy, ``residual``: rate minus powers."""
        from bough.simulation.results.energy import power

        return self.keep(power)

    def forces(self, name: str | None = None, *, axes: str | None = None) -> xr.Dataset:
        """What a force of the mechanism does: ``force``, ``power``, ``work``, energy ``stored``, and what is natural for its
        kind, such as ``length`` and ``rate``; without a name, what all of them have in common.

        ``push`` is the force on its body, ``couple`` the moment about ``place``, where it acts. A force in a joint is
        positive along the velocity, one along a line if it pulls. Vectors are along ``axes`` (``"ground"``, ``"body"``).
        """
        from bough.simulation.results.forces import forces_of

        return forces_of(self, name, axes)

    def quantities(self) -> dict[str, str]:
        """Everything in this motion that has a name, with its unit: for tables, plots and pages; see :func:`bough.quantities`."""
        from bough.simulation.results.quantities import quantities_of_run

        return quantities_of_run(self)

    # --- files and pictures -------------------------------------------------------------------------------------------

    def save(self, path: AnyPath) -> None:
        """Write everything to a netCDF file; warn if the mechanism has Python functions, which a file cannot hold."""
        from bough.simulation.results.files import save

        save(self, path)

    @staticmethod
    def load(path: AnyPath, mechanism: Mechanism | Sequence[Mechanism] | None = None) -> Trajectory:
        """Load a saved motion. If its mechanism has Python functions, pass it (or the list of variants) as well."""
        from bough.simulation.results.files import load

        return load(path, mechanism)

    def to_dataframe(
        self,
        names: str | Sequence[str] | None = None,
        *,
        axes: str | None = None,
        angles: bool = False,
        times: ArrayLike | None = None,
        every: float | None = None,
    ) -> pd.DataFrame:
        """A table with a row per instant: quantities by ``names`` (:func:`bough.quantities`), or coordinates and velocities.

        A vector becomes three columns, ``.x``, ``.y`` and ``.z``, along ``axes``: ``"ground"`` or ``"body"``; by default its
        own. ``angles``: roll, pitch and yaw in place of quaternions. ``times``, or ``every`` so many seconds: rows at other
        instants than the samples. The index of a batch is (run, time). ``attrs["units"]`` has the units of the columns.
        """
        from bough.simulation.results.tables import Wish, to_dataframe

        return to_dataframe(self, Wish(names, axes, angles, times, every))

    def to_csv(
        self, path: AnyPath, names: str | Sequence[str] | None = None, *, units: bool = False, **wish: Any
    ) -> None:
        """Write the table of :meth:`to_dataframe`, with its arguments, as CSV with all digits.

        ``units``: names of columns have units, as in ``tendon.force [N]``.
        """
        from bough.simulation.results.tables import to_csv, wish_of

        to_csv(self, path, wish_of(names, wish), units)

    def to_parquet(self, path: AnyPath, names: str | Sequence[str] | None = None, **wish: Any) -> None:
        """Write the table of :meth:`to_dataframe`, with its arguments, as Parquet, which needs pyarrow."""
        from bough.simulation.results.tables import to_parquet, wish_of

        to_parquet(self, path, wish_of(names, wish))

    def plot(
        self,
        what: str | Sequence[str] = "states",
        names: Sequence[str] | None = None,
        path: AnyPath | None = None,
        *,
        axes: str | None = None,
    ) -> Figure:
        """Draw ``states``, ``energy``, ``reactions`` or an ``overview``, optionally only of some ``names``; or quantities by
        name (:func:`bough.quantities`), in a panel for each unit, vectors along ``axes``. ``path``: write it to a file.
        """
        from bough.simulation.draw.plots import plot

        return plot(self, what, names, path, axes)

    def animate(
        self,
        path: AnyPath,
        fps: float = 25,
        size: tuple[int, int] = (640, 480),
        view: str = "auto",
        speed: float = 1.0,
        progress: Callable[[int, int], Any] | None = None,
        camera: Mapping[str, Any] | None = None,
    ) -> None:
        """Draw the motion as GIF or MP4 of ``size`` pixels: visuals, links, springs, and the path of the last body.

        ``view``: ``xy``, ``xz``, ``yz``, ``3d``, or ``auto``: the motion's plane if there is one and no visuals, else
        ``3d``. ``camera``: a place instead, as the player has it: a dict of ``eye`` and ``target`` in metres, and if
        need be ``up`` and ``angle``, the vertical angle of view in degrees. ``speed``: seconds of motion per second of
        film. ``progress(done, frames)``: called after each frame.
        """
        need("films")
        from bough.simulation.draw.animation import animate

        animate(self, path, fps, size, view, speed, progress, camera)

    def view(self, path: AnyPath, **options: Any) -> None:
        """Write a page with the moving machine and plots: one HTML file, for any browser, which needs nothing else.

        Options as for :func:`bough.view`; for a batch, ``runs`` says which.
        """
        from bough.simulation.view.showing import view

        view(self, path, **options)

    def show(self, **options: Any) -> Path:
        """Open such a page in the browser, and return its path."""
        from bough.simulation.view.showing import show

        return show(self, **options)

    # --- in words -------------------------------------------------------------------------------------------------------

    def __repr__(self) -> str:
        from bough.simulation.results.summary import in_words

        return in_words(self)

    def _repr_html_(self) -> str:
        """The moving machine, for notebooks."""
        from bough.simulation.view.notebook import trajectory_html

        return trajectory_html(self)
