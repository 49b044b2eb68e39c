"""From a mechanism and a state to a motion."""

from __future__ import annotations

import hashlib
import math
import os
import warnings
from collections.abc import Sequence
from typing import Any, Never

import numpy as np

from bough.api.accelerations import forward_dynamics
from bough.api.diagnosis import explain
from bough.api.eigen_motion import remedies
from bough.api.hamilton import velocities
from bough.api.kinematics import coordinate_rates, energies
from bough.api.methods import form_of
from bough.api.own_loops import beyond_range
from bough.arithmetic.width import lane_width
from bough.compiled.entries import NO_WRENCHES, thread_count
from bough.compiled.progress import progress_bar
from bough.errors import (
    Argument,
    BoughError,
    BoughWarning,
    Cause,
    FileError,
    MechanismError,
    Message,
    SingularError,
    StateError,
    StepError,
)
from bough.integrate.automatic import AUTO, SUMMARY
from bough.integrate.libraries import SCIPY
from bough.integrate.methods import MANIFOLD, methods
from bough.mechanism.checks import listing
from bough.mechanism.description import fingerprint, functions
from bough.mechanism.fingerprint import function_fingerprint
from bough.mechanism.mechanism import Mechanism
from bough.simulation.results.energy import closing
from bough.simulation.results.trajectory import Trajectory
from bough.simulation.run.carried import Asked, Carried
from bough.simulation.run.checkpoint import Checkpoint, begun_by
from bough.simulation.run.control import SampledController, control_of
from bough.simulation.run.driver import BROKEN, COMPLETED, INTERRUPTED, Driver, Outcome
from bough.simulation.run.events import Event, EventFunction, events_of
from bough.simulation.run.given import with_forces
from bough.simulation.run.manner import energy_tolerance_of, manner_of
from bough.simulation.run.motion import trajectory_of
from bough.simulation.run.provenance import origin
from bough.simulation.run.setup import Setup, set_up
from bough.simulation.run.stored import warn_of_stored_energy
from bough.simulation.run.turning import jump_at, jump_on
from bough.typing import Coordinates, InstantsLike, StartLike, Velocities
from bough.words import before, refuse

# largest energy error of a conservative mechanism, relative to the energy exchanged: times rtol; fixed steps: as is
TRUSTED_TOLERANCES, TRUSTED_SHARE = 30.0, 0.02
LEAST_TRUSTED = 1e-10  # rounding in a long motion makes smaller bounds meaningless
ROUNDING = 1e-13
MOST_CHECKED = 20_000  # states whose energy is checked
AHEAD = (0.0, 1e-9, 1e-6, 1e-3)  # seconds after the last valid state at which the reason is searched
BEYOND = 1e30  # numbers of a state that no motion has, but only steps that are too long


def simulate(
    mechanism: Mechanism | Sequence[Mechanism],
    duration: float | None = None,
    *,
    times: InstantsLike | None = None,
    every: float | None = None,
    start: float = 0.0,
    q0: StartLike | None = None,
    u0: StartLike | None = None,
    formulation: str | None = None,
    solver: str | None = None,
    code: str = "auto",
    integrator: str | None = None,
    step: float | None = None,
    rtol: float | None = None,
    atol: float | None = None,
    max_step: float | None = None,
    correct_every: float | None = None,
    separation: float | None = None,
    events: Event | EventFunction | Sequence[Event | EventFunction] = (),
    control: SampledController | None = None,
    tau: Any = None,
    progress: bool | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    checkpoint_every: float = 10.0,
    on_failure: str = "raise",
    energy_tolerance: float | None = None,
    threads: int | None = None,
    _carried: Carried | None = None,  # what Trajectory.continue_ takes along from before
    **unknown: Never,
) -> Trajectory:
    """Simulate a mechanism, or many runs of it at once, and return the motion with names.

    Time: ``duration`` seconds from ``start``. The result has 501 samples, or one per ``every`` seconds, or one at each
    of the given ``times``.

    Starting state: ``q0`` and ``u0``, by names (``{"elbow": 0.5}``; the rest from ``mechanism.q0`` and ``u0``, else
    neutral and at rest) or as vectors; ``q0="equilibrium"`` for the stable :func:`equilibrium` near ``mechanism.q0``, or an
    :class:`Equilibrium` that was found. Many runs: matrices with one state per row, an array as value of a name, or a
    list of mechanisms (variants with the same bodies and joints). They run in SIMD lanes on all cores, or on
    ``threads`` of them, each with its own time steps.

    Method: ``formulation`` and ``solver`` by name as in :func:`forward_dynamics`, including momentum forms;
    ``solver="auto"`` takes the fastest one of a form, with fixed steps also among those with a warm start;
    ``code`` as there, for one mechanism; variants run by shared kernels; ``integrator`` by name (``bough.methods.integrators()``). Adaptive integrators use ``rtol`` and ``atol`` (root mean square
    of the step's error over ``atol + rtol |y|``), others time steps of ``step`` seconds. Defaults come from
    ``mechanism.settings``, else they are ``formulation="auto"``, ``integrator="auto"``, ``rtol=1e-9``,
    ``atol=1e-11``. ``correct_every`` with ``solver="eigen"``: eigenvalues and eigenvectors of the mass matrix are
    integrated with the motion, by fixed steps, and corrected after so many of them (``math.inf`` for never);
    ``separation``: as in :class:`EigenMotion`, 1 by default.

    ``events``: functions of (t, q, u) whose zeros are located and recorded, or :class:`Event`, which may end the run or
    act on it.
    ``control``: a :class:`SampledController`. ``tau``: joint forces, as a vector or by names of velocities (the others
    get none): numbers, expressions, Tables, functions of time; or one function that gives them all; or a row of numbers
    for each run, or an array as value of a name.
    ``progress``: a bar on the terminal; by default if a run takes longer than a second. Ctrl-C ends a run and returns
    the results so far. ``checkpoint``: a folder; after a kill, the same call resumes from there. ``on_failure``:
    ``"raise"`` an error whose ``trajectory`` has the results so far, or ``"return"`` them. ``energy_tolerance``:
    largest error of the energy balance, relative to the energy exchanged, without a warning. By default only motions
    that conserve energy are checked, since the work of other forces takes as long as the run, or longer.
    """
    if unknown:
        refuse(simulate, unknown)
    if on_failure not in ("raise", "return"):
        raise StateError(f"on_failure must be 'raise' or 'return', not {on_failure!r}.")
    energy_tolerance = energy_tolerance_of(energy_tolerance)
    count = thread_count(threads)
    asked = manner_of(
        mechanism,
        {"duration": duration, "times": times, "every": every, "formulation": formulation, "solver": solver, "integrator": integrator,
         "step": step, "rtol": rtol, "atol": atol, "max_step": max_step,
         "correct_every": correct_every, "separation": separation},
    )  # fmt: skip
    if checkpoint is not None and "auto" in (asked["formulation"], asked["solver"]):
        # a run resumes with its own form and solver, even if others would be chosen now
        begun = begun_by(checkpoint)
        if begun and (asked["formulation"] == "auto" or begun[0] == form_of(asked["formulation"]).name):
            asked["formulation"], asked["solver"] = begun
    controller = control_of(control)
    pushed, given = (mechanism, None) if tau is None else with_forces(mechanism, tau)
    setup = set_up(pushed, start=start, q0=q0, u0=u0, code=code, **asked)
    setup.tau = given
    if given is not None and given.each is not None:
        setup.repeat(len(given.each), "tau")
    looked_for = events_of(events) if events else ()
    if any(one.forces for one in setup.mechanisms):
        with setup.code():
            warn_of_stored_energy(setup)
    if checkpoint is not None and looked_for:
        raise StateError("checkpoints and events do not go together yet; leave out one of them.")
    if checkpoint is not None and controller:
        raise StateError("checkpoints and controllers do not go together yet; leave out one of them.")
    store = None if checkpoint is None else _store(setup, checkpoint)
    with progress_bar(progress, setup.mechanism.name) as report:
        driver = Driver(setup, looked_for, store, checkpoint_every, count, report, controller, _carried)
        driver.run()
    wanted = Asked(looked_for, code, controller, tau, driver.controllers)
    with setup.code():
        return _concluded(setup, driver, on_failure == "raise", energy_tolerance, wanted)


def _concluded(setup: Setup, driver: Driver, raises: bool, energy_tolerance: float | None, asked: Asked) -> Trajectory:
    """The results; with an error or a warning if a run did not reach its end, or if its energy is wrong."""
    messages = [
        sentence_of(setup, k, outcome, driver.unsaved, driver.record[k, : outcome.reached])
        for k, outcome in enumerate(driver.outcomes)
    ]
    run = trajectory_of(setup, driver, messages)
    run.asked = asked
    if driver.unsaved is not None and raises:
        driver.unsaved.trajectory = run
        raise driver.unsaved
    failed = [k for k, outcome in enumerate(driver.outcomes) if outcome.status == BROKEN]
    if failed and raises:
        raise StepError(messages[failed[0]] + more_failed(len(failed) - 1), run) from driver.outcomes[failed[0]].cause
    interrupted = next((m for m, x in zip(messages, driver.outcomes, strict=True) if x.status == INTERRUPTED), "")
    unsaved = str(driver.unsaved or "")
    odd = next((outcome.caveat for outcome in driver.outcomes if outcome.caveat), "")
    doubt = jump_on(run) or _doubt(setup, driver, run, energy_tolerance)
    for sentence in (doubt, interrupted or unsaved, odd):
        if sentence:
            warnings.warn(sentence, BoughWarning, stacklevel=3)
    return run


def integrators() -> dict[str, str]:
    """All integrators by name, with a one-line description."""
    return {AUTO: SUMMARY, **{name: method.summary for name, method in methods().items()}, **SCIPY}


def sentence_of(
    setup: Setup, k: int, outcome: Outcome, unsaved: FileError | None, samples: np.ndarray | None = None
) -> str:
    """Why a run did not reach its end; empty if it did. The outcome keeps what a user's function raised there."""
    if outcome.status == COMPLETED:
        return ""
    own = setup.mechanism_of(k)
    whose = f"'{own.name}'" + (f", run {k}," if setup.is_batch else "")
    if outcome.status == INTERRUPTED:
        reason = f", since a checkpoint failed: {str(unsaved).rstrip('.')}" if unsaved else ""
        return f"{whose} was interrupted at t = {outcome.time:.6g} s{reason}; what was computed is kept."
    if outcome.reason:
        return f"{whose} cannot be simulated beyond t = {outcome.time:.9g} s: {outcome.reason}"
    state = outcome.state
    assert state is not None
    q, last = own.normalised(state[: own.n_q]), state[len(state) - own.n :].copy()
    where = f"{whose} cannot be simulated beyond t = {outcome.time:.9g} s"
    fixed = setup.method is not None and not setup.method.is_adaptive
    singular = ", or it is at a singular position of its loops (see bough.kinematics.mobility)" if own.loops else ""
    largest = float(np.abs(np.concatenate((q, last))).max(initial=0.0))
    if fixed and own.loops and (reason := _beyond(setup, own, state, outcome.time, samples)):
        return f"{where}: {reason}"
    if not math.isfinite(largest):
        return f"{where}: the state grows without bound{singular}; take shorter steps."
    unpassed = ""
    if own.loops and setup.method is not None and setup.method.loop in MANIFOLD:
        unpassed = (
            f"{where}: a step of '{setup.integrator}' does not converge, as at or near singular positions of loops "
            f"({listing(own.loops)}; see bough.kinematics.mobility), which it cannot pass; take 'rk4' or 'auto', or shorter steps."
        )
    if unpassed and largest > BEYOND:
        return unpassed
    if fixed and largest > BEYOND:
        auto = Argument("integrator", AUTO)
        return Message(
            f"{where}: the state grows without bound{singular}; take shorter steps, or ", auto, ", which chooses them."
        )
    found = _error(setup, own, outcome, (*AHEAD, setup.step) if fixed else AHEAD)
    if found is not None:
        outcome.cause = found.__cause__
        return f"{where}: {found}"
    if setup.correct_every:
        every = None if math.isinf(setup.correct_every) else int(setup.correct_every)
        return (
            f"{where}: the eigenvalues and eigenvectors of its mass matrix cannot be trusted; "
            f"{remedies(setup.step, every, setup.separation)}."
        )
    if own.loops and (jump := jump_at(own, q, outcome.time)):
        return f"{where}: {jump}"
    if unpassed:
        return unpassed
    if fixed:
        return (
            f"{where}: a step of {setup.step:g} s does not converge or its result is not finite{singular}; take shorter "
            "steps."
        )
    if own.loops:
        return (
            f"{where}: its steps become too short; it may be at a singular position of its loops "
            f"({listing(own.loops)}; see bough.kinematics.mobility), stiff, or its forces may jump: try looser tolerances, or fixed "
            "steps ('rk4')."
        )
    first, *others = [name for name in (AUTO, "LSODA", "Radau") if name != setup.integrator]
    return Message(
        f"{where}: its steps become too short; the mechanism may be stiff or its forces may jump: try ",
        Argument("integrator", first),
        "".join(f" or '{name}'" for name in others[:1]),
        ", smoother forces, or looser tolerances.",
    )


def _beyond(setup: Setup, own: Mechanism, state: np.ndarray, time: float, samples: np.ndarray | None) -> str:
    """A sentence if fixed steps left the range of a user's own joint, after which states may not even be finite."""
    begun = time
    if samples is not None and not np.isfinite(state).all():
        known = np.flatnonzero(np.isfinite(samples).all(axis=1))[-1]
        state, begun = samples[known], float(setup.times[known])
    q, last = own.normalised(state[: own.n_q]), state[len(state) - own.n :]
    if not np.isfinite(state).all():
        return ""
    if reason := beyond_range(own, q, time):
        return reason
    u = velocities(own, q, last, time=begun) if setup.momenta else last
    further = q + (time - begun + setup.step) * coordinate_rates(own, q, u, time=begun)
    return beyond_range(own, own.normalised(further), time) or ""


def more_failed(count: int) -> str:
    """The end of a message of one failed run, about so many others."""
    return f" ({count} more run{'s' * (count > 1)} failed.)" if count else ""


def _error(setup: Setup, own: Mechanism, outcome: Outcome, ahead: tuple[float, ...]) -> BoughError | None:
    """What is wrong where a run failed or soon after, or else where its last step ended in vain; None if unknown."""
    state, tried = outcome.state, outcome.tried
    assert state is not None
    moments = [(state, outcome.time, later) for later in ahead]
    if tried is not None and len(tried) == len(state) and np.isfinite(tried).all() and (np.abs(tried) < BEYOND).all():
        moments.append((tried, float(tried[own.n_q]) if own.is_timed else outcome.time, 0.0))
    for at, time, later in moments:
        q, last = own.normalised(at[: own.n_q]), at[len(at) - own.n :].copy()
        if (error := _error_at(own, q, last, setup.momenta, time, later)) is not None:
            return error
    return None


def _error_at(
    mechanism: Mechanism,
    q: Coordinates,
    last: Velocities,
    momenta: bool,
    time: float,
    later: float,
) -> BoughError | None:
    """What is wrong with a state, or with the one that follows; None if unknown."""
    arrays = {"q": q, "p" if momenta else "u": last, "tau": np.zeros(mechanism.n)}
    if later:
        try:
            u = velocities(mechanism, q, last, time=time) if momenta else last
            u_dot = forward_dynamics(mechanism, q, u, time=time)
            q = mechanism.normalised(q + later * coordinate_rates(mechanism, q, u))
        except BoughError:
            return None
        arrays = {"q": q, "u": u + later * u_dot, "tau": np.zeros(mechanism.n)}
    try:
        error = explain(mechanism, arrays, NO_WRENCHES, np.array(time + later))
    except BoughError as failure:  # a function of time is undefined there
        return failure
    if not isinstance(error, SingularError) or error.cause is not Cause.NOT_FINITE:
        return error
    if not later:  # (a state may be fine and have no finite rates)
        try:
            forward_dynamics(mechanism, q, velocities(mechanism, q, last, time=time) if momenta else last, time=time)
        except SingularError:
            return error
    return None


def _doubt(setup: Setup, driver: Driver, run: Trajectory, tolerance: float | None) -> str:
    """Why a motion cannot be trusted, by its energy; empty if it can."""
    bound = trusted_share(setup) if tolerance is None else tolerance
    pushed = driver.controllers or (setup.tau is not None and setup.tau.each is not None)
    if math.isinf(bound) or (tolerance is None and pushed):  # (controllers give energy and take it)
        return ""
    is_kept = not pushed and (tolerance is None or all(one.is_conservative for one in setup.mechanisms))
    if is_kept:
        shares = _shares_lost(setup, driver)
        culprit = int(np.argmax(shares))
        worst = float(shares[culprit])
    else:
        try:
            found = closing(run.energy())
            culprit, worst = found.run, found.share
        except SingularError:  # states too large to have a finite energy
            culprit, worst = 0, math.inf
    if not worst > bound:
        return ""
    whose = f"run {culprit} of '{setup.mechanism.name}'" if setup.is_batch else f"'{setup.mechanism.name}'"
    return doubt_in(setup, whose, worst, bound, is_kept)


def trusted_share(setup: Setup) -> float:
    """The largest error of energy, relative to the energy exchanged, with which a motion is trusted."""
    return max(TRUSTED_TOLERANCES * setup.rtol, LEAST_TRUSTED) if setup.is_adaptive else TRUSTED_SHARE


def doubt_in(setup: Setup, whose: str, worst: float, bound: float, is_kept: bool = True) -> str:
    """What is wrong with the energy of a run; ``is_kept``: whether it should be constant."""
    remedy = "tighten rtol and atol" if setup.is_adaptive else "take shorter steps or a method of higher order"
    law = (
        "its energy should be constant" if is_kept else "its energy should change by the work of its forces and drives"
    )
    return (
        f"the motion of {whose} may be wrong: {law}, but is off by {worst:.2g} of the energy exchanged "
        f"(trusted up to {bound:.2g}); {remedy}."
    )


def _shares_lost(setup: Setup, driver: Driver) -> np.ndarray:
    """Energy error of each run, relative to the energy exchanged; 0 if energy need not be constant."""
    runs, points = driver.record.shape[:2]
    given = _given_by_events(setup, driver)
    if not setup.has_variants:
        return _share_lost(setup, setup.mechanism, driver.record, given, max(1, runs * points // MOST_CHECKED))
    stride = max(1, points // MOST_CHECKED)
    return np.concatenate(
        [
            _share_lost(setup, m, driver.record[k : k + 1], given[k : k + 1], stride)
            for k, m in enumerate(setup.mechanisms)
        ]
    )


def _given_by_events(setup: Setup, driver: Driver) -> np.ndarray:
    """The energy that events have given to runs (B, T) or (B, 1) until each sample; NaN where other forces act."""
    if not any(outcome.jumps or outcome.modes for outcome in driver.outcomes):
        return np.zeros((len(driver.outcomes), 1))
    given = np.zeros(driver.record.shape[:2])
    for own, outcome in zip(given, driver.outcomes, strict=True):
        for event in outcome.events:
            own[np.searchsorted(setup.times, event.time, "right") :] += event.energy
        if any(mode.forces for _, mode in outcome.modes):
            own[:] = np.nan
    return given


def _share_lost(setup: Setup, mechanism: Mechanism, record: np.ndarray, given: np.ndarray, stride: int) -> np.ndarray:
    """The same for runs of one mechanism, from every ``stride``-th state and the last."""
    if not mechanism.is_conservative:
        return np.zeros(len(record))
    last = np.isfinite(record).all(axis=2).sum(axis=1) - 1
    index = np.minimum(np.append(np.arange(0, record.shape[1], stride), record.shape[1] - 1), last[:, None])
    states = np.take_along_axis(record, index[..., None], axis=1).reshape(index.size, record.shape[2])
    try:
        q, u = setup.parts(mechanism, states, 0.0)
        # (on one thread: to wake others takes longer than the energies of a usual run)
        kinetic, potential = energies(mechanism, q, u, 1, 0.0).T.reshape(2, *index.shape)
    except SingularError:  # states too large to have a finite energy
        return np.full(len(record), np.inf)
    total = kinetic + potential - (np.take_along_axis(given, index, axis=1) if given.shape[1] > 1 else given)
    exchanged = np.maximum(kinetic.max(axis=1), np.ptp(potential, axis=1))
    lost = np.abs(total - total[:, :1]).max(axis=1) - ROUNDING * np.abs(potential).max(axis=1)
    return np.where((exchanged > 0) & ~np.isnan(lost), np.maximum(lost, 0.0) / np.maximum(exchanged, 1e-300), 0.0)


def _store(setup: Setup, folder: str | os.PathLike[str]) -> Checkpoint:
    return Checkpoint(folder, _identity(setup), _summary(setup), setup.way.form.name, setup.way.solver)


def _identity(setup: Setup) -> str:
    """A digest of everything that determines a run's numbers."""
    content = hashlib.sha256()
    start, end = setup.times[[0, -1]].tolist()
    for own in setup.mechanisms:
        content.update(fingerprint(own).encode())
        # a digest has only the names of most functions: those of time are identified by their polynomials over the run
        # (not over all times that the mechanism happens to cover)
        for signal in own.signals:
            content.update(signal.over(start, end).tobytes())
        for whose, function, is_told in functions(own):
            if not is_told:
                content.update(_fingerprint(whose, function).encode())
    content.update(repr(sorted((before(name), value) for name, value in setup.settings.items())).encode())
    content.update(setup.times.tobytes())
    content.update(setup.starts.tobytes())
    if setup.tau is not None and setup.tau.each is not None:
        content.update(setup.tau.each.tobytes())
    content.update(_summary(setup).encode())
    return content.hexdigest()


def _fingerprint(whose: str, function: Any) -> str:
    try:
        return function_fingerprint(function)
    except MechanismError as error:
        message = Message(
            f"a checkpoint cannot tell whether {whose} will be the same when the run resumes: {str(error).rstrip('.')}; "
            "write it as a function of plain numbers, or leave out ",
            Argument("checkpoint"),
            ".",
        )
        raise StateError(message) from None


def _summary(setup: Setup) -> str:
    """What is being computed, in words.

    It includes lane width and version, since a run can resume only with the same ones.
    """
    runs = len(setup.starts)
    how_many = f"{runs} runs, {lane_width()} side by side" if runs > 1 else "1 run"
    return f"'{setup.mechanism.name}' to t = {setup.times[-1]:g} s by {setup.integrator}, {how_many}, bough {origin()['bough']}"
