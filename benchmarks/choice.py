"""Part 11: the choice of a form: time of the chosen form over the fastest, on all shapes; and the cost of choosing."""

from __future__ import annotations

import time

import numpy as np
from models import alternating_chain, humanoid
from report import Part, Quantity, Row
from timing import Effort, race

import bough as bo
from bough.choice.ranking import MANY, call_of
from bough.choice.rates import LANES, ONE
from bough.compiled.tree import compiled
from bough.formulations import FORMULATIONS

HINGE, SLIDE, CARDAN, PLANE, BALL, FREE = (
    bo.Revolute((0, 1, 0)),
    bo.Prismatic((0, 0, 1)),
    bo.Universal(),
    bo.Planar(),
    bo.Ball(),
    bo.Free(),
)
# (median, 95th percentile) of the regret
TARGETS = {"measure": (1.02, 1.10), "estimate": (1.10, 1.5)}
# forms whose prediction exceeds this multiple of the best are not measured: no prediction is that wrong
HOPELESS = 4.0


def mechanisms() -> list[bo.Mechanism]:
    """Chains, stars, brooms, binary trees, lattices, random trees, robots, the machines of the catalogue; joints of 1 to 6 DoFs; 2 to 2000 DoFs."""
    shapes = [
        *((bo.chain, (n,)) for n in (2, 3, 5, 7, 10, 20, 50, 100)),
        *((bo.models.star, (n,)) for n in (3, 12, 50, 200)),
        *((bo.models.broom, size) for size in ((3, 2), (4, 5), (20, 3), (3, 20))),
        *((bo.models.binary_tree, (n,)) for n in (3, 4, 6)),
        *((bo.models.lattice, (n,)) for n in (3, 6)),
    ]
    found = [make(*size, joint) for joint in (HINGE, CARDAN, BALL, FREE) for make, size in shapes]
    found += [
        make(n, joint)
        for joint in (SLIDE, bo.Cylindrical(), PLANE, bo.Translational(), bo.Gimbal())
        for make, n in ((bo.chain, 4), (bo.chain, 20), (bo.models.star, 20))
    ]
    found += [bo.models.random_tree(n, n) for n in (5, 10, 20, 50, 100, 300)]
    found += [bo.models.random_tree(n, n, ("revolute",)) for n in (5, 10, 20, 50, 100, 300)]
    found += [bo.chain(1000), bo.chain(2000), bo.models.star(1000), bo.models.binary_tree(10), bo.models.broom(40, 40)]
    found += [humanoid(), alternating_chain(7), alternating_chain(30)]
    return [*found, *(bo.model(name, forces=False) for name in bo.catalogue())]  # a five-link pendulum is among them


def regret(effort: Effort, quick: bool) -> Part:
    """Part 11."""
    part = Part(
        11,
        "The choice of a form: time of the chosen one over that of the fastest, measured apart from the choice",
        "Acceleration forms, one thread; one state, and per state of a batch in lanes. Every form within four times the best prediction is measured.",
        "ratio",
    )
    grid = mechanisms()[::7] if quick else mechanisms()
    for way, states in ((ONE, 1), (LANES, 256)):
        chosen: dict[str, list[float]] = {plan: [] for plan in TARGETS}
        always: dict[str, list[float]] = {}
        winners: dict[str, int] = {}
        for mechanism in grid:
            estimate = bo.choose(mechanism, states, code="shared")
            rivals = {
                row.label: call_of(
                    FORMULATIONS[row.form].evaluation(compiled(mechanism), row.solver),
                    mechanism,
                    "accelerations",
                    None if way == ONE else MANY,
                )
                for row in estimate.rows
                if row.predicted < HOPELESS * estimate.best.predicted
            }
            taken = {plan: bo.choose(mechanism, states, plan, code="shared").best.label for plan in TARGETS}
            best = race(effort, rivals)
            fastest = min(best, key=best.__getitem__)
            winners[fastest] = winners.get(fastest, 0) + 1
            for plan, name in taken.items():
                chosen[plan].append(best[name] / best[fastest])
            for name, seconds in best.items():
                always.setdefault(name, []).append(seconds / best[fastest])
        how = "one state" if way == ONE else "batch"
        for plan, (median, high) in TARGETS.items():
            for what, share, target in (("median", 50, median), ("95th percentile", 95, high)):
                found = Quantity(float(np.percentile(chosen[plan], share)), "x")
                worst = {"mechanisms": Quantity(len(grid), ""), "worst": Quantity(max(chosen[plan]), "x")}
                part.rows.append(Row(f"{plan}, {how}: {what}", worst, found, target, at_least=False))
        for name in sorted(winners, key=winners.__getitem__, reverse=True):
            times = always[name]
            values = {
                "mechanisms": Quantity(len(times), ""),
                "worst": Quantity(max(times), "x"),
                "fastest on": Quantity(winners[name], ""),
            }
            part.rows.append(Row(f"always {name}, {how}: median", values, Quantity(float(np.median(times)), "x")))
    costs(part)
    return part


def costs(part: Part) -> None:
    """The time of a choice by estimate."""
    for mechanism, target in (
        (bo.chain(100), 1e-3),
        (bo.models.random_tree(100), 1e-3),
        (bo.chain(100_000), 0.1),
        (bo.models.binary_tree(17), 0.1),
    ):
        compiled(mechanism)
        begun = time.perf_counter()
        bo.choose(mechanism, code="shared")
        first = time.perf_counter() - begun
        again = []
        for _ in range(5):
            begun = time.perf_counter()
            bo.choose(mechanism, code="shared")
            again.append(time.perf_counter() - begun)
        part.rows.append(
            Row(
                f"{mechanism.name}: a choice by estimate",
                {"first": Quantity(first), "again": Quantity(min(again))},
                Quantity(min(again)),
                target,
                at_least=False,
            )
        )
