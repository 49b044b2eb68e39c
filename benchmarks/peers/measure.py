"""What is measured: four contests, on the same mechanisms for all, in which a peer's time counts only if its answer is right."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, partial

import numpy as np
from calls import Call, CannotDo
from mechanisms import alternating_chain, ball_chain, humanoid, states
from timing import Effort, race_all

import bough as bo

COUNT = 1024
STEP, STEPS = 1e-3, 1000
ACCELERATIONS = 1e-8  # how far a peer's accelerations may be off, over the largest
# how far the end of a motion may be off, over the mechanism's size: from ours where a peer goes by the same method in the same coordinates;
# else from the true end, by this or by so many times our own error
SAME, NEAR, TIMES = 1e-8, 1e-5, 5.0


def mechanisms(quick: bool) -> list[bo.Mechanism]:
    """Chains of hinges, balanced trees, a humanoid, a chain of balls."""
    if quick:
        return [alternating_chain(7), alternating_chain(20), bo.models.binary_tree(4), humanoid()]
    chains = [alternating_chain(bodies) for bodies in (7, 20, 50, 100)]
    return [*chains, *(bo.models.binary_tree(levels) for levels in (4, 6, 8)), humanoid(), ball_chain(20)]


# --- contests ---------------------------------------------------------------------------------------------------------


@dataclass
class Result:
    """What a peer did in one case: seconds for one state or motion, by which call, how far off; or why there is none."""

    seconds: float | None = None
    how: str = ""
    error: float | None = None
    missing: str = ""


@dataclass(frozen=True)
class Contest:
    """One thing that everybody is asked to do."""

    name: str
    title: str
    note: str
    ask: Callable[[object, bo.Mechanism], list[Call]]
    # (error, whether it will do) of a mechanism, our answer and theirs
    judge: Callable[[bo.Mechanism, object, object], tuple[float, bool]]


@dataclass
class Part:
    """A contest's results: by mechanism, by name of the peer; bough's own are among them."""

    contest: Contest
    rows: dict[str, dict[str, Result]] = field(default_factory=dict)


class Bough:
    """bough among its peers: the public functions, with what they default to."""

    name = "bough"

    def __init__(self, mechanism: bo.Mechanism):
        self.mechanism = mechanism

    def one_state(self, q, u, tau) -> list[Call]:
        return [Call("forward_dynamics", partial(bo.forward_dynamics, self.mechanism, q, u, tau), _as_it_is)]

    def batch(self, q, u, tau) -> list[Call]:
        run = partial(bo.forward_dynamics, self.mechanism, q, u, tau, threads=1)
        return [Call("forward_dynamics, one thread", run, _as_it_is, len(q))]

    def order4(self, q, u, step, steps) -> list[Call]:
        return [self._motion("rk4", q, u, step, steps)]

    def euler(self, q, u, step, steps) -> list[Call]:
        return [self._motion("semi-implicit-euler", q, u, step, steps)]

    def _motion(self, integrator, q, u, step, steps) -> Call:
        run = partial(
            bo.simulate, self.mechanism, times=(0.0, steps * step), q0=q, u0=u, integrator=integrator, step=step,
            energy_tolerance=np.inf, progress=False, threads=1,
        )  # fmt: skip
        return Call(f"simulate, {integrator}", run, lambda found: (found.q.values[-1], found.u.values[-1]))


def _as_it_is(found):
    return found


def contests() -> list[Contest]:
    return [
        Contest(
            "one state",
            "Accelerations of one state, one call from Python",
            "One call, with arrays that need no conversion; where a peer remembers results, the state is set anew before it.",
            lambda peer, mechanism: peer.one_state(*states(mechanism)),
            _accelerations,
        ),
        Contest(
            "batch",
            f"Accelerations of {COUNT} states, time per state on one thread",
            "By the peer's own batch function, and where there is none, or where it is slower, by a loop in Python.",
            lambda peer, mechanism: peer.batch(*states(mechanism, COUNT)),
            _accelerations,
        ),
        Contest(
            "RK4",
            f"A motion of {STEP * STEPS:g} s in {STEPS} steps by a method of order 4",
            "From a state to the state at the end, results with names included for bough. Drake has orders 3 and 5: order 3 is taken, a step of which is "
            "three evaluations where RK4 has four.",
            lambda peer, mechanism: peer.order4(*gentle(mechanism), STEP, STEPS),
            partial(_motions, "rk4"),
        ),
        Contest(
            "Euler",
            f"A motion of {STEP * STEPS:g} s in {STEPS} steps by the semi-implicit Euler method",
            "The same by the method of order 1 that engines for games and robots use: velocities first, then coordinates with the new ones.",
            lambda peer, mechanism: peer.euler(*gentle(mechanism), STEP, STEPS),
            partial(_motions, "semi-implicit-euler"),
        ),
    ]


def _accelerations(mechanism, ours, theirs) -> tuple[float, bool]:
    error = float(np.abs(theirs - ours).max() / np.abs(ours).max())
    return error, error < ACCELERATIONS


def _motions(integrator, mechanism, ours, theirs) -> tuple[float, bool]:
    """Poses of bodies at the end, which do not depend on anyone's coordinates."""
    true = true_end(mechanism)
    size = np.abs(true).max()
    if not np.isfinite(theirs[0]).all():
        return float("inf"), False
    own, found = bo.body_poses(mechanism, ours[0]), bo.body_poses(mechanism, theirs[0])
    difference, error, own_error = (np.abs(x).max() / size for x in (found - own, found - true, own - true))
    limit = max(NEAR if integrator == "rk4" else 0.0, TIMES * own_error)
    return float(error), bool(difference < SAME or error < limit)


def gentle(mechanism: bo.Mechanism) -> tuple[np.ndarray, np.ndarray]:
    """(q, u) near rest, of a motion that steps of a millisecond can follow on the longest chain."""
    chance, q = np.random.default_rng(3), mechanism.coordinates()
    aside, u = 0.1 * chance.standard_normal((2, mechanism.n))
    q += bo.kinematics.coordinate_rates(mechanism, q, aside)
    for at in _quaternions(mechanism):
        q[at] /= np.linalg.norm(q[at])
    return q, u


def _quaternions(mechanism: bo.Mechanism) -> list[slice]:
    found, at = [], 0
    for body in mechanism.bodies:
        at += len(body.joint.q_names)
        if isinstance(body.joint, bo.Ball | bo.Free):
            found.append(slice(at - 4, at))
    return found


@cache
def true_end(mechanism: bo.Mechanism) -> np.ndarray:
    """Poses of bodies where the motion really ends."""
    q, u = gentle(mechanism)
    run = bo.simulate(mechanism, times=(0.0, STEP * STEPS), q0=q, u0=u, rtol=1e-12, atol=1e-13, progress=False)
    return bo.body_poses(mechanism, run.q.values[-1])


# --- who takes part, and the race -------------------------------------------------------------------------------------


def entrants(peers: list[type], found: list[bo.Mechanism]) -> dict[bo.Mechanism, dict[str, object]]:
    """Each mechanism in each peer, or a word on why it cannot be; a peer whose accelerations are not ours does not take part."""
    rows: dict[bo.Mechanism, dict[str, object]] = {}
    for mechanism in found:
        state = states(mechanism)
        expected = bo.forward_dynamics(mechanism, *state)
        rows[mechanism] = {"bough": Bough(mechanism)}
        for peer in peers:
            try:
                model = peer(mechanism)
            except CannotDo as reason:
                rows[mechanism][peer.name] = str(reason)
                continue
            error, fine = _accelerations(mechanism, expected, model.forward_dynamics(*state))
            rows[mechanism][peer.name] = model if fine else _off(error)
    return rows


def hold(contest: Contest, effort: Effort, rows: dict[bo.Mechanism, dict[str, object]]) -> Part:
    """Check every call's answer, let those race that are right, and take the fastest of each peer."""
    rivals: dict[bo.Mechanism, dict[tuple[str, int], Callable]] = {}
    calls: dict[tuple[str, str, int], tuple[Call, float]] = {}
    part = Part(contest)
    for mechanism, models in rows.items():
        results, ours = part.rows.setdefault(mechanism.name, {}), None
        rivals[mechanism] = {}
        for name, model in models.items():
            results[name] = Result(missing=model if isinstance(model, str) else "")
            if isinstance(model, str):
                continue
            try:
                offered = contest.ask(model, mechanism)
            except CannotDo as reason:
                results[name].missing = str(reason)
                continue
            for k, call in enumerate(offered):
                answer = call.answer(call.run())
                ours = answer if ours is None else ours
                error, fine = contest.judge(mechanism, ours, answer)
                if fine:
                    rivals[mechanism][name, k] = call.run
                    calls[mechanism.name, name, k] = call, error
                else:
                    results[name].missing = _off(error)
    for mechanism, best in race_all(effort, rivals).items():
        results = part.rows[mechanism.name]
        for (name, k), seconds in best.items():
            call, error = calls[mechanism.name, name, k]
            seconds /= call.states
            if results[name].seconds is None or seconds < results[name].seconds:
                results[name] = Result(seconds, call.how, error)
    return part


def _off(error: float) -> str:
    return f"off by {error:.0e}" if np.isfinite(error) else "diverges"
