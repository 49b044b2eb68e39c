"""Motions that go on: runs from where others ended, and motions that are joined."""

from __future__ import annotations

import math
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from bough.errors import Argument, BoughWarning, Message, StateError, StepError
from bough.mechanism.checks import listing, shown
from bough.mechanism.description import fingerprint
from bough.mechanism.mechanism import Mechanism
from bough.simulation.results.commands import Commands, described
from bough.simulation.results.jumps import ModeFrom
from bough.simulation.results.trajectory import Trajectory
from bough.simulation.run.carried import Carried
from bough.simulation.run.control import Controller, SampledController
from bough.simulation.run.manner import POINTS, seconds, spacing
from bough.simulation.run.modes import Mode
from bough.typing import Array, Instants

# settings of a run by their names in its provenance
SETTINGS = {
    "form": "formulation",
    **{
        name: name
        for name in ("solver", "integrator", "rtol", "atol", "step", "max_step", "correct_every", "separation")
    },
}
CONTROL = "controller", "period", "delay", "control_start", "controlled_by"  # the same of a controller
NEAR = 1e-9  # relative difference of states that are the same


def continued(run: Trajectory, duration: float, changes: Mapping[str, Any]) -> Trajectory:
    from bough.simulation.run.simulate import simulate

    if not run._there[..., -1].all():
        raise StateError(
            "not all runs have reached the last instant; take one of them, as run.select(0), and continue that."
        )
    for name in ("times", "start", "q0", "u0"):
        if name in changes:
            raise StateError(f"a run goes on from where it ended; leave out {name}, or call bough.simulate.")
    settings = {SETTINGS[name]: value for name, value in run._provenance.items() if name in SETTINGS}
    if "formulation" in changes:
        settings.pop("solver", None)
    if "integrator" in changes:
        for name in ("step", "rtol", "atol", "max_step", "correct_every", "separation"):
            settings.pop(name, None)
    given = {**settings, **_asked(run, changes), **changes}
    every = given.pop("every", None)
    mechanism: Any = run.mechanism if run.variants is None else list(run.variants)
    try:
        rest = simulate(
            mechanism,
            times=_times(run, seconds(duration, "duration"), every),
            q0=run._q[..., -1, :],
            u0=run._u[..., -1, :],
            _carried=_carried(run, changes),
            **given,
        )
    except StepError as error:
        error.trajectory = joined(run, error.trajectory)
        raise
    return joined(run, rest)


def _asked(run: Trajectory, changes: Mapping[str, Any]) -> dict[str, Any]:
    """What the run was asked for besides its settings."""
    if (asked := run.asked) is not None:
        return {"events": asked.events, "code": asked.code, "control": asked.control, "tau": asked.tau}
    had, told = run._provenance, {} if run._given is None else {"tau": run._given or None}
    for name, what, without in (
        ("events", f"the events {listing(had.get('events', []))}" if "events" in had else "", "()"),
        ("control", f"the controller '{had['controller']}'" if "controller" in had else "", "None"),
        (
            "tau",
            f"functions of Python as forces on {listing(had['given_forces'])}" if "given_forces" in had else "",
            "None",
        ),
    ):
        if what and name not in changes and name not in told:
            parts = f"the run had {what}, which a file does not hold; give ", Argument(name)
            raise StateError(Message(*parts, f" again, or {without} to go on without."))
    return told


def _carried(run: Trajectory, changes: Mapping[str, Any]) -> Carried:
    last = float(run._time[-1])
    runs = range(run.runs or 1)
    modes = {change.run: change.mode for change in run.modes}
    happened = [
        frozenset(str(event.get("name")) for event in run.events if event["time"] == last and event.get("run", 0) == k)
        for k in runs
    ]
    since = float(run._provenance.get("start", run._time[0]))
    return Carried(since, [modes.get(k, Mode()) for k in runs], happened, _controllers(run, changes))


def _controllers(run: Trajectory, changes: Mapping[str, Any]) -> Sequence[Controller]:
    """The controllers as they were at the end; none if they are others from now on."""
    log, had = run._commands, run._provenance
    if run.asked is not None and changes.get("control", run.asked.control) is run.asked.control:
        if run.asked.control is not None and log is not None:
            _warn_of_later_memory(run, run.asked.control, log)
        return run.asked.controllers
    control = changes.get("control")
    if not isinstance(control, SampledController) or log is None:
        return ()
    if any(control.settings.get(name) != had.get(name) for name in ("controller", "period", "delay")):
        return ()
    begin = had.get("control_start", run._time[0]) if control.start is None else control.start
    mechanisms = run.variants or (run.mechanism,) * (run.runs or 1)
    logs = [log] if run.runs is None else [log.select(k) for k in range(run.runs)]
    found = [
        Controller.restored(replace(control, start=float(begin)), mechanism, run._time, own)
        for mechanism, own in zip(mechanisms, logs, strict=True)
    ]
    known = [one for one in found if one is not None]
    if len(known) < len(found):
        return ()
    if None in log.memory:
        warnings.warn(
            f"what the controller '{control.name}' remembered is lost, since a run keeps numbers, texts, arrays of numbers, and "
            "lists and dicts of these; it goes on with the memory that is given.",
            BoughWarning,
            stacklevel=5,
        )
    else:
        _warn_of_later_memory(run, control, log)
    return known


def _warn_of_later_memory(run: Trajectory, control: SampledController, log: Commands) -> None:
    """Warn if a controller with a memory was called after the last sample of a run that broke off."""
    last, fresh = float(run._time[-1]), described(control.memory)
    if len(log.time) and log.time[-1] >= last and any(memory != fresh for memory in log.memory):
        warnings.warn(
            f"what the controller '{control.name}' remembers is from its call at t = {log.time[-1]:.9g} s, but the run goes on from "
            f"its last sample at t = {last:.9g} s and calls it again; to be exact, run it again from the start.",
            BoughWarning,
            stacklevel=6,
        )


def _times(run: Trajectory, duration: float, every: Any) -> Instants:
    """Samples as before: on the same grid, if there is one."""
    last = float(run._time[-1])
    end, known = last + duration, run._provenance.get("every")
    if every is not None:
        since, apart = last, spacing(every, duration)
    elif known is not None:
        since, apart = float(run._provenance["start"]), float(known)
    else:
        since, apart = last, duration / (POINTS - 1)
    count = math.ceil((end - since) / apart)
    grid = since + apart * np.arange(math.floor((last - since) / apart), count + 1)
    # (without slivers at both ends)
    inside = grid[(grid - last > 1e-9 * apart) & (end - grid > 1e-9 * apart)]
    return np.concatenate(([last], inside, [end]))


def grid_of(times: Instants) -> dict[str, float]:
    """Start and spacing of the samples, as provenance has them; without a spacing if they have none in common."""
    start, count = float(times[0]), np.arange(len(times) - 1)
    for apart in ((times[-1] - start) / (len(times) - 1), times[1] - start):
        if np.array_equal(times[:-1], start + apart * count):
            return {"start": start, "every": float(apart)}
    return {"start": start}


# --- joining ------------------------------------------------------------------------------------------------------------


def joined(first: Trajectory, second: Trajectory) -> Trajectory:
    """Two motions of which the second starts where the first ends, as one."""
    if not isinstance(second, Trajectory):
        raise StateError(f"a motion is joined with another bough.Trajectory, not with {shown(second)}.")
    _refuse_strangers(first, second)
    end, begin = _seam(first, second)

    def along(x: Array, y: Array) -> Array:
        return np.concatenate((x[..., :end, :], y[..., begin:, :]), axis=-2)

    tau = work = momenta = None
    if first._tau is not None or second._tau is not None:
        tau = along(*(np.zeros(run._u.shape) if run._tau is None else run._tau for run in (first, second)))
        if begin:  # (what acts from the seam on)
            tau[..., end - 1, :] = 0.0 if second._tau is None else second._tau[..., 0, :]
    if first._work is not None and second._work is not None:
        later = second._work + (first._work - second._work[..., :1])[..., -1:]
        work = along(first._work[..., None], later[..., None])[..., 0]
    if first._momenta is not None and second._momenta is not None:
        momenta = along(first._momenta, second._momenta)
    whole = Trajectory(
        first.mechanism,
        np.concatenate((first._time[:end], second._time[begin:])),
        along(first._q, second._q),
        along(first._u, second._u),
        provenance=_provenance(first._provenance, second._provenance),
        status=second.status,
        message=second.message,
        statistics=_sums(first.statistics, second.statistics),
        events=[*first.events, *second.events],
        momenta=momenta,
        tau=tau,
        work=work,
        variants=first.variants,
        modes=_modes(first, second, end - begin),
        commands=_commands(first, second),
    )
    whole.asked = second.asked
    whole._given = {} if second._given is None and first._given is not None else second._given
    if first._given is not None and second._given is not None and _are_same(first._given, second._given):
        whole._pushed = first._pushed
    return whole


def _refuse_strangers(first: Trajectory, second: Trajectory) -> None:
    if first.runs != second.runs:
        counts = [run.runs or 1 for run in (first, second)]
        raise StateError(f"the motions have {counts[0]} and {counts[1]} runs; join motions of as many.")
    mechanisms = [run.variants or (run.mechanism,) for run in (first, second)]
    one: Mechanism
    for one, other in zip(*mechanisms, strict=False):
        if one is not other and fingerprint(one) != fingerprint(other):
            raise StateError(f"'{one.name}' and '{other.name}' are different mechanisms; join motions of the same one.")


def _seam(first: Trajectory, second: Trajectory) -> tuple[int, int]:
    """How many samples of the first motion are kept, and from which one on those of the second."""
    last, start = float(first._time[-1]), float(second._time[0])
    if not first._there[..., -1].all():
        raise StateError(
            "not all runs of the first motion have reached its last instant; join runs one by one (select)."
        )
    if abs(start - last) > NEAR * max(first.duration, second.duration):
        raise StateError(
            f"the first motion ends at t = {last:.9g} s, the second starts at t = {start:.9g} s; join motions that meet."
        )
    jumps = [len(run._time) > 1 and run._time[a] == run._time[b] for run, a, b in ((first, -2, -1), (second, 0, 1))]
    q, u = ((getattr(first, name)[..., -1, :], getattr(second, name)[..., 0, :]) for name in ("_q", "_u"))
    if all(np.allclose(*pair, rtol=NEAR, atol=NEAR) for pair in (q, u)):
        return len(first._time) - all(jumps), 1
    if any(jumps) or start < last:
        raise StateError(
            f"the motions differ where they meet, at t = {last:.9g} s, and one of them jumps there; give others."
        )
    return len(first._time), 0


def _modes(first: Trajectory, second: Trajectory, shift: int) -> list[ModeFrom]:
    """The modes of both; a run that was in a mode and is not any more is as the mechanism was made."""
    later = list(second.modes)
    told = {change.run for change in later}
    last = {change.run: change.mode for change in first.modes}
    later += [ModeFrom(run, 0, Mode()) for run, mode in last.items() if run not in told and mode]
    # (the sample where they meet belongs to the first)
    return [*first.modes, *(c._replace(sample=max(c.sample, 1) + shift) for c in later)]


def _provenance(first: Mapping[str, Any], second: Mapping[str, Any]) -> dict[str, Any]:
    """That of the first, with the last controller, and all forces that were given."""
    found = {name: value for name, value in first.items() if name not in CONTROL or "controller" not in second}
    found |= {name: value for name, value in second.items() if name in CONTROL}
    if given := {name: 0 for run in (first, second) for name in run.get("given_forces", ())}:
        found["given_forces"] = list(given)
    if by := dict.fromkeys(run["integrated_by"] for run in (first, second) if "integrated_by" in run):
        found["integrated_by"] = "; then ".join(by)
    return {**found, "joined": first.get("joined", 1) + 1}


def _are_same(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether the same forces were given."""
    return one.keys() == other.keys() and all(one[k] is other[k] or np.all(one[k] == other[k]) for k in one)


def _commands(first: Trajectory, second: Trajectory) -> Commands | None:
    """What controllers commanded in both."""
    before, after = first._commands, second._commands
    if before is None or after is None:
        return after if before is None else before
    # (commands that were still to arrive are told in the first)
    sooner, later = before.time < second._time[0], after.time >= second._time[0]
    tau = np.concatenate((before.tau[..., sooner, :], after.tau[..., later, :]), axis=-2)
    return Commands(np.concatenate((before.time[sooner], after.time[later])), tau, after.memory)


def _sums(first: Any, second: Any) -> Any:
    """Counts of both, added; of what only one has, that."""
    if isinstance(first, dict) and isinstance(second, dict):
        return {name: _sums(first.get(name), second.get(name)) for name in {**first, **second}}
    if isinstance(first, list) and isinstance(second, list) and len(first) == len(second):
        return [_sums(*pair) for pair in zip(first, second, strict=True)]
    numbers = [value for value in (first, second) if isinstance(value, int | float)]
    return sum(numbers) if len(numbers) == 2 else first if second is None else second
