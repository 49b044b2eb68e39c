"""The rates of this machine: time forms on mechanisms of all shapes, and keep the rates that fit the times best.

Times are few and noisy, and some kinds of work always occur together, so times alone cannot separate them. The fit
therefore pulls rates a little toward those that come with bough, scaled as a whole to this machine.
"""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Callable, Iterable
from datetime import UTC, datetime

import numpy as np

from bough.choice.race import Effort, race
from bough.choice.ranking import MANY, call_of
from bough.choice.rates import LANES, ONE, Rates, built_in, features, store
from bough.compiled.entries import pool
from bough.compiled.tree import compiled
from bough.formulations import FORMULATIONS, general
from bough.mechanism.generators import binary_tree, broom, chain, lattice, random_tree, star
from bough.mechanism.joints import Ball, Cylindrical, Free, Revolute, Universal
from bough.mechanism.mechanism import Mechanism

# forms to time: they cover the kinds of work that decide a choice; the rates of other kinds are scaled alike
TIMED = tuple((form.name, (*form.solvers, None)[0]) for form in FORMULATIONS.values() if form.is_timed)
_EFFORT = Effort(turns=15, turn=0.001, patience=0.5)
# forms with more operations than this add no information
_MOST_FLOPS = 300_000
# how firmly rates are pulled toward the known ones: the weight of one against a measured time
_FIRMNESS = 0.003


def calibrate(progress: Callable[[float], None] | None = None, keep: bool = True) -> Rates:
    """Measure the rates of this machine, which ``choose`` and ``formulation="auto"`` use, and save them for this user.

    It takes some seconds, plus a minute the first time to compile four forms. ``progress`` is called with the share
    that is done; without ``keep`` nothing is written.
    """
    report = progress or (lambda share: None)
    samples: dict[str, list[tuple[dict[str, float], float]]] = {ONE: [], LANES: []}
    mechanisms = _mechanisms()
    for k, mechanism in enumerate(mechanisms):
        for way, times in samples.items():
            times += timed(mechanism, way, TIMED, _EFFORT)
        report((k + 1) / (len(mechanisms) + 1))
    known = built_in()
    found = Rates(
        one=fitted(samples[ONE], dict(known.one)),
        lanes=fitted(samples[LANES], dict(known.lanes)),
        threads=gain_of_threads(),
        origin=f"measured on {processor()}, {datetime.now(UTC):%Y-%m-%d %H:%M} UTC",
    )
    if keep:
        store(found)
    report(1.0)
    return found


def fitted(samples: list[tuple[dict[str, float], float]], known: dict[str, float]) -> dict[str, float]:
    """Non-negative rates that fit times with the least relative errors, given the known ones."""
    from scipy.optimize import nnls

    names = list(known)
    amounts = np.array([[found.get(name, 0.0) for name in names] for found, _ in samples])
    times = np.array([seconds for _, seconds in samples])
    prior = np.array([known[name] for name in names])
    shares = amounts / times[:, None]
    # this machine may be faster or slower as a whole
    prior = prior / np.median(shares @ prior)
    weight = np.sqrt(_FIRMNESS * len(times) / len(names))
    # unknowns are multiples of the known rates
    system = np.concatenate((shares * prior, weight * np.eye(len(names))))
    multiples, _ = nnls(system, np.concatenate((np.ones(len(times)), np.full(len(names), weight))))
    return dict(zip(names, (multiples * prior).tolist(), strict=True))


def _mechanisms() -> list[Mechanism]:
    hinge, cardan, ball, free = Revolute((0.0, 1.0, 0.0)), Universal(), Ball(), Free()
    return [
        *(chain(n, joint) for joint in (hinge, cardan, ball, free) for n in (2, 6, 20)),
        *(make for joint in (hinge, ball) for make in (star(12, joint), broom(4, 4, joint), binary_tree(5, joint))),
        chain(8, Cylindrical()), star(20, Cylindrical()), lattice(5), star(100), chain(60), chain(400),
        random_tree(12, 1), random_tree(40, 2), random_tree(100, 3),
    ]  # fmt: skip


def timed(
    mechanism: Mechanism, way: str, forms: Iterable[tuple[str, str | None]], effort: Effort
) -> list[tuple[dict[str, float], float]]:
    """(amounts of work, seconds per state) of the forms worth timing."""
    tree = compiled(mechanism)
    priced, rivals = {}, {}
    for name, solver in forms:
        form = FORMULATIONS[name]
        operations = None if form.supports(tree, solver) else form.operations(tree, solver)
        if operations is not None and operations.flops < _MOST_FLOPS:
            priced[name, solver] = features(operations)
            rivals[name, solver] = call_of(
                form.evaluation(tree, solver), mechanism, form.gives, None if way == ONE else MANY
            )
    share = 1.0 if way == ONE else 1.0 / MANY
    return [(priced[key], share * seconds) for key, seconds in race(rivals, effort).items()]


def gain_of_threads() -> float:
    """The share of a core that a further thread adds to a batch."""
    threads = os.cpu_count() or 1
    if threads == 1:
        return 1.0
    mechanism, form = chain(20), general()
    parts = [call_of(form.evaluation(compiled(mechanism), None), mechanism, form.gives, 2048) for _ in range(threads)]
    workers = pool(threads)
    rivals = {"one": parts[0], "all": lambda: list(workers.map(lambda part: part(), parts))}
    best = race(rivals, Effort(turns=30, turn=0.004, patience=2.0), time.perf_counter)
    return float(np.clip((threads * best["one"] / best["all"] - 1) / (threads - 1), 0.0, 1.0))


def processor() -> str:
    """The processor's model, if the system provides it."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as file:
            return next(line.split(":", 1)[1].strip() for line in file if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()
