"""Derivatives of a motion's samples with respect to parameters and to its start."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from bough.api.kinematics import coordinate_rates
from bough.api.loop_forces import owners
from bough.api.parameters import own_way, tables_of
from bough.arithmetic.width import lane_width
from bough.compiled.prepared import prepared_of
from bough.compiled.tree import compiled
from bough.errors import StateError, StepError, UnsupportedError
from bough.integrate.closing import closing_entry
from bough.integrate.integration import NEVER, Integration
from bough.integrate.methods import methods
from bough.integrate.plan import FAILED, FINISHED
from bough.integrate.rate import Rate
from bough.locks import PREPARING
from bough.mechanism.checks import shown
from bough.mechanism.description import fingerprint
from bough.mechanism.mechanism import Mechanism
from bough.mechanism.parameters import with_numbers
from bough.owncode.entry import Untraceable
from bough.owncode.sensitivities import ClosedStart, MotionEntry, closing_program
from bough.simulation.results.trajectory import Trajectory
from bough.simulation.run.timing import timing_of

if TYPE_CHECKING:  # slower to import than bough itself
    import xarray as xr

INTEGRATOR = "dop853"
SLICE = 1000  # steps between two looks at Ctrl-C
# how far the motion may be from the run's own samples, relative to its largest number
SAME = 1e-4
# gaps of a direction at the start, relative to its largest number, from which on it cannot be closed
OPEN = 1e-6


class Sensitivities:
    """Derivatives of coordinates and velocities at the instants of a run.

    ``names``: what they are taken with respect to, the last axis: parameters, then, if asked for, the starting state:
    ``q0.elbow`` (a change of the start along the velocity ``elbow``) and ``u0.elbow``.
    """

    def __init__(self, run: Trajectory, names: tuple[str, ...], q: np.ndarray, u: np.ndarray):
        self.run, self.names, self._q, self._u = run, names, q, u

    @property
    def q(self) -> xr.DataArray:
        """Of the coordinates, (time, coordinate, parameter)."""
        return self._labelled(self._q, "q", "coordinate", "coordinates")

    @property
    def u(self) -> xr.DataArray:
        """Of the velocities, (time, velocity, parameter)."""
        return self._labelled(self._u, "u", "velocity", "velocities")

    def _labelled(self, values: np.ndarray, name: str, dim: str, what: str) -> xr.DataArray:
        told = f"derivatives of {what}"
        return self.run.labelled(values, f"d{name}", dim, "parameter", long_name=told, parameter=self.names)

    def __repr__(self) -> str:
        return f"<Sensitivities of '{self.run.mechanism.name}' to {len(self.names)} numbers>"


def sensitivities(
    run: Trajectory,
    parameters: Iterable[str] | None = None,
    *,
    starts: bool = False,
    formulation: str = "auto",
    solver: str | None = None,
    rtol: float | None = None,
    atol: float | None = None,
) -> Sensitivities:
    """How the samples of a run change with numbers of its mechanism, and with its start.

    ``parameters``: names as in :meth:`Mechanism.with_parameters`; by default those that the mechanism has. ``starts``:
    also derivatives with respect to the starting coordinates and velocities. The motion is integrated again from its
    first sample, together with its variational equations, by the mechanism's own code; the runs of a batch go side by
    side. Starting coordinates and velocities count as given, whatever the parameters are; with loops they are closed as
    :func:`simulate` closes them. ``rtol`` and ``atol``: by default those of the run; they hold for the derivatives, too.
    """
    if not isinstance(run, Trajectory):
        raise StateError(f"sensitivities are those of a Trajectory, as simulate returns it, not of {shown(run)}.")
    _refuse(run)
    mechanisms = [run.mechanism] * (run.runs or 1) if run.variants is None else list(run.variants)
    asked = None if parameters is None else tuple(parameters)
    marked = {id(one): _marked(one, asked) for one in mechanisms}
    variants = [marked[id(one)] for one in mechanisms]
    names = tuple(variants[0].parameters)
    if not names and not starts:
        raise StateError(f"'{run.mechanism.name}' has no parameters; name some, as in ['{_example(run)}'].")
    q, u = run._q.reshape(len(variants), -1, run.mechanism.n_q), run._u.reshape(len(variants), -1, run.mechanism.n)
    tolerances = [
        float(run.provenance.get(name, usual) if given is None else given)
        for name, given, usual in (("rtol", rtol, 1e-9), ("atol", atol, 1e-11))
    ]
    count = len(names) + 2 * run.mechanism.n * starts
    dq, du = np.empty((*q.shape, count)), np.empty((*u.shape, count))
    for group in _alike(variants):
        motion = _Motion(variants[group[0]], run._time, formulation, solver, tolerances)
        values = {k: np.array(list(variants[k].parameters.values())) for k in group}
        tasks = [(k, along) for k in group for along in range(count)]
        for at in range(0, len(tasks), lane_width()):
            runs, along = (list(part) for part in zip(*tasks[at : at + lane_width()], strict=True))
            found = motion.derivatives(q[runs], u[runs], np.array([values[k] for k in runs]), along)
            dq[runs, :, :, along], du[runs, :, :, along] = found
    named = names
    if starts:
        named += tuple(f"{letter}0.{name}" for letter in "qu" for name in run.mechanism.u_names)
    shape = run._q.shape[:-1]
    return Sensitivities(run, named, dq.reshape(*shape, -1, count), du.reshape(*shape, -1, count))


def _refuse(run: Trajectory) -> None:
    name = run.mechanism.name
    if run._tau is not None:
        raise UnsupportedError(
            f"sensitivities of '{name}': its motion had joint forces from outside (tau), which no mechanism has; add them as forces."
        )
    if not (np.isfinite(run._q).all() and np.isfinite(run._u).all()):
        raise StateError(f"a run of '{name}' ended early; select those that did not.")


def _example(run: Trajectory) -> str:
    return f"{run.mechanism.body_names[0]}.mass" if len(run.mechanism) else "gravity.z"


def _marked(mechanism: Mechanism, names: tuple[str, ...] | None) -> Mechanism:
    """The mechanism with these parameters; the same one at every call."""
    if names is None or names == tuple(mechanism.parameters):
        return mechanism
    with PREPARING:
        kept = prepared_of(mechanism).varied
        key = "marked", names
        if key not in kept:
            kept[key] = mechanism.with_parameters(names)
        return kept[key]


def _alike(variants: list[Mechanism]) -> list[list[int]]:
    """The runs whose mechanisms differ in values of parameters only."""
    groups: dict[str, list[int]] = {}
    digests: dict[int, str] = {}
    for k, one in enumerate(variants):
        if id(one) not in digests:
            same = one is variants[0] or not one.parameters
            digests[id(one)] = fingerprint(one if same else with_numbers(one, variants[0].parameters))
        groups.setdefault(digests[id(one)], []).append(k)
    return list(groups.values())


class _Motion:
    """A mechanism's motion over given times, with its derivatives along directions."""

    def __init__(
        self, mechanism: Mechanism, times: np.ndarray, formulation: str, solver: str | None, tolerances: list[float]
    ):
        self.mechanism, self.times, self.tolerances = mechanism, times, tolerances
        mechanism.cover(float(times[0]), float(times[-1]))
        self.entry, self.start = _entry_and_start(mechanism, formulation, solver)
        self.limits = timing_of([mechanism], times[0], times[-1]) if mechanism.signals else (NEVER, NEVER)

    def derivatives(
        self, q: np.ndarray, u: np.ndarray, parameters: np.ndarray, along: list[int]
    ) -> tuple[np.ndarray, np.ndarray]:
        """Of the samples q (B, T, n_q) and u (B, T, n) of at most W motions, each along one direction.

        A direction is the number of a parameter; after these come the starting coordinates and velocities.
        """
        n_q, n, timed = self.mechanism.n_q, self.mechanism.n, self.entry.tree.timed
        count, runs = parameters.shape[1], len(q)
        time = np.full((runs, timed), self.times[0])
        firsts = np.array([self._first(*one) for one in zip(q[:, 0], u[:, 0], parameters, along, strict=True)])
        states = np.concatenate((q[:, 0], time, u[:, 0], firsts), axis=1)
        given = np.concatenate((parameters, np.equal.outer(along, np.arange(count))), axis=1)
        width = 1 if runs == 1 else lane_width()
        lanes = np.minimum(np.arange(width), runs - 1)  # (idle ones repeat the last motion)
        record = np.empty((width, len(self.times), states.shape[1]))
        record[:, 0] = states[lanes]
        self._integrate(record[0] if width == 1 else record, given[lanes])
        self._compare(record[:runs, :, :n_q], q)
        columns = record[:runs, :, n_q + timed + n :]
        return columns[..., :n_q], columns[..., n_q:]

    def _first(self, q: np.ndarray, u: np.ndarray, parameters: np.ndarray, along: int) -> np.ndarray:
        """A direction at the start, which parameters change only as far as closed loops need it."""
        n_q, n, count = self.mechanism.n_q, self.mechanism.n, len(parameters)
        found, k = np.zeros(n_q + n), along - count
        if 0 <= k < n:
            found[:n_q] = coordinate_rates(self.mechanism, q, np.eye(n)[k], time=self.times[0])
        elif k >= n:
            found[n_q + k - n] = 1.0
        if self.start is None:
            return found
        state = np.concatenate((q, np.full(self.entry.tree.timed, self.times[0]), u))
        direction = [*found.tolist(), *(np.arange(count) == along).astype(float).tolist()]
        closed, gaps = self.start.along(state.tolist(), parameters.tolist(), direction)
        if along < count and np.abs(gaps).max() > OPEN * max(1.0, np.abs(closed).max()):
            name, loop = list(self.mechanism.parameters)[along], owners(self.mechanism)[int(np.abs(gaps).argmax())]
            raise StateError(f"the loop '{loop}' of '{self.mechanism.name}' opens if '{name}' changes; leave it out.")
        return closed

    def _integrate(self, record: np.ndarray, given: np.ndarray) -> None:
        """``given``: parameters and their direction, for each lane."""
        rtol, atol = self.tolerances
        breaks, pace = self.limits
        rate = Rate(self.entry, [self.entry.tree_of_steps], False, given=given[0] if record.ndim == 2 else given)
        steps = Integration(
            rate, methods()[INTEGRATOR], self.times, record, rtol=rtol, atol=atol, breaks=breaks, pace=pace
        )
        while (status := steps.advance(SLICE)) != FINISHED:
            if status == FAILED:
                raise StepError(
                    f"sensitivities of '{self.mechanism.name}' cannot be followed beyond t = {steps.time:g} s; look at the run there."
                )

    def _compare(self, found: np.ndarray, q: np.ndarray) -> None:
        """Whether the motion is that of the run."""
        away = np.abs(found - q).max(axis=(0, 2), initial=0.0)
        if away.max(initial=0.0) > SAME * max(1.0, np.abs(q).max(initial=0.0)):
            t = self.times[int(np.argmax(away > SAME))]
            raise StateError(
                f"the motion from the first sample of the run of '{self.mechanism.name}' leaves its samples at t = {t:g} s; it is too "
                "sensitive for this accuracy, or was computed in another way: run it again with smaller rtol, or for a shorter time."
            )


def _entry_and_start(
    mechanism: Mechanism, formulation: str, solver: str | None
) -> tuple[MotionEntry, ClosedStart | None]:
    """The right-hand side of a motion with its derivative, and with loops, how their start changes."""
    key = "motion", formulation, solver
    with PREPARING:
        tables, tree = tables_of(mechanism), compiled(mechanism)
        kept = prepared_of(mechanism).varied
        if key not in kept:
            try:
                own, closing, start = own_way(mechanism, formulation, solver).own(tree), None, None
                if mechanism.loops:
                    closing = closing_program(closing_entry(tree.arrays_for_spans), tables)
                    start = ClosedStart(closing, tree.arrays, tables.count)
                entry = MotionEntry(own, tables, closing)
                _ = entry.plain  # raises
            except Untraceable as why:
                raise UnsupportedError(f"'{mechanism.name}' has no sensitivities: {why}.") from None
            kept[key] = entry, start
        return kept[key]
