"""Parts 14 to 16: closed loops, against Pinocchio, by the number of loops, and by the form."""

from __future__ import annotations

from functools import partial
from itertools import product

import numpy as np
from mechanisms import states
from pinocchio_loops import PinocchioLoops  # puts the helpers of the tests on the path
from report import Part, Quantity, Row
from timing import Effort, race, race_all

import bough as bo

from helpers import linkages  # isort: skip

COUNT, FEW = 4096, 256  # states of a batch; those with which Pinocchio, which takes them one by one, is timed
ONE_CALL, BATCH = 2.5, 10.0
# linkage, and the time in which its motion does not come near a singular position
MACHINES = {
    "Stewart platform, 24 DoFs, 18 rows": (linkages.stewart, 0.4),
    "ten-bar linkage, 9 DoFs, 8 rows": (partial(linkages.four_bars, 4, planar=True), 0.6),
}
FORMS = "separate-bodies", "composite-bodies", "independent", "maggi"
WINDOWS = 2, 10, 20, 100, 1_000, 10_000
# up to how many windows a form is measured: its matrices are full
LARGEST = {"separate-bodies": 10_000, "composite-bodies": 100, "independent": 100}
BODIES = 10, 100, 1000


# --- against Pinocchio ------------------------------------------------------------------------------------------------


def against_pinocchio(effort: Effort) -> Part:
    """Part 14."""
    part = Part(
        14,
        f"Closed loops: forward dynamics of one state in one call, and per state of {COUNT} on one thread",
        "States along a motion, forces at random. bough: forward_dynamics by each form that is quick on some machine, and by what `auto` chooses. "
        "Pinocchio: pin.constraintDynamics, in a loop over states for a batch, with the fewest proximal steps that give accelerations within 1e-9 of ours. "
        "Pins of the ten-bar linkage take two rows in bough, three in Pinocchio, which has no others.",
        "ratio",
    )
    one, many = {}, {}
    for name, (build, duration) in MACHINES.items():
        mechanism, state = moving(build(), duration)
        first, few = [x[0] for x in state], [x[:FEW] for x in state]
        peer = PinocchioLoops(mechanism)
        peer.settle(bo.forward_dynamics(mechanism, *first), *first)
        one[name], many[name] = {"peer": peer.dynamics(*first)}, {"peer": peer.dynamics_loop(*few)}
        for form in ("auto", *FORMS):
            ours = bo.forward_dynamics(mechanism, *state, formulation=form, threads=1)
            for k in (0, FEW - 1):
                peer.settle(ours[k], *(x[k] for x in state))
            # (as users call it: keywords of a partial take time of their own)
            named = {} if form == "auto" else {"formulation": form}
            one[name][form] = partial(bo.forward_dynamics, mechanism, *first, **named)
            many[name][form] = partial(bo.forward_dynamics, mechanism, *state, threads=1, **named)
    for what, rivals, ours, theirs, target in (("one call", one, 1, 1, ONE_CALL), ("batch", many, COUNT, FEW, BATCH)):
        for name, best in race_all(effort, rivals).items():
            peer_time = best.pop("peer") / theirs
            for form, seconds in best.items():
                values = {"bough": Quantity(seconds / ours), "Pinocchio": Quantity(peer_time)}
                gain = Quantity(peer_time / (seconds / ours), "x")
                part.rows.append(Row(f"{name}: {what}, {form}", values, gain, target if form == "auto" else None))
    return part


def moving(linkage: linkages.Linkage, duration: float) -> tuple[bo.Mechanism, tuple[np.ndarray, ...]]:
    """The mechanism without its forces, and states along its motion, with joint forces at random."""
    times = np.linspace(0.0, duration, COUNT)
    run = bo.simulate(linkage.mechanism, times=times, progress=False)
    tau = np.random.default_rng(2).standard_normal(run.u.shape)
    # (copies: results are read-only, and such arrays take a slower way in)
    return linkage.mechanism.without_forces(), (run.q.values.copy(), run.u.values.copy(), tau)


# --- many loops -------------------------------------------------------------------------------------------------------


def windows(effort: Effort, largest: int = WINDOWS[-1]) -> Part:
    """Part 15."""
    part = Part(
        15,
        "Closed loops: time per window of N four-bars in a row",
        "One state, one thread. Each loop has two constraints, or with hinges five, of which three are redundant. "
        "spread: separate-bodies, the slowest time per window from 10 windows on over the fastest.",
        "spread",
    )
    for planar in (True, False):
        kind = "two rows a loop" if planar else "five rows a loop"
        rivals = {}
        for count in (count for count in WINDOWS if count <= largest):
            linkage = linkages.four_bars(count, planar=planar)
            q, u = linkage.start()
            rivals |= {
                (count, form): partial(bo.forward_dynamics, linkage.mechanism, q, u, formulation=form)
                for form, limit in LARGEST.items()
                if count <= limit
            }
        best = race(effort, rivals)
        sizes = list(dict.fromkeys(count for count, _ in best))
        for count in sizes:
            values = {form: Quantity(best[count, form] / count) for form in LARGEST if (count, form) in best}
            part.rows.append(Row(f"{count:,} windows, {kind}", values))
        per_window = [best[count, "separate-bodies"] / count for count in sizes if count >= 10]
        spread = Quantity(max(per_window) / min(per_window), "x")
        part.rows.append(Row(f"{kind}: all sizes", {}, spread, 1.5, at_least=False))
    return part


# --- the extended system ----------------------------------------------------------------------------------------------


def extended(effort: Effort, sizes: tuple[int, ...] = BODIES) -> Part:
    """Part 16."""
    part = Part(
        16,
        "The extended system by sparse elimination, over separate-bodies",
        "One state, one call from Python: extended keeps all unknowns of bodies and joints, and eliminates them in an order that is planned once.",
        "ratio",
    )
    families = {
        "chain": bo.chain,
        "random tree": partial(bo.models.random_tree, seed=1),
        "four-bars in a row": lambda bodies: linkages.four_bars(bodies // 2, planar=True).mechanism,
    }
    rivals = {}
    for (family, build), bodies in product(families.items(), sizes):
        mechanism = build(bodies)
        q, u, tau = states(mechanism)
        if mechanism.loops:
            q, u = mechanism.coordinates(mechanism.q0), mechanism.velocities(mechanism.u0)
        rivals[f"{family}, {len(mechanism):,} bodies"] = {
            form: partial(bo.forward_dynamics, mechanism, q, u, tau, formulation=form)
            for form in ("extended", "separate-bodies")
        }
    for case, best in race_all(effort, rivals).items():
        values = {form: Quantity(seconds) for form, seconds in best.items()}
        ratio = Quantity(best["extended"] / best["separate-bodies"], "x")
        part.rows.append(Row(case, values, ratio, 10.0, at_least=False))
    return part
