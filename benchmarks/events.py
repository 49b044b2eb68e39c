"""Part 28: what events and controllers in Python cost beside the motion."""

from __future__ import annotations

from functools import partial

import numpy as np
from report import Part, Quantity, Row
from timing import Effort, race

import bough as bo

SECONDS = 20.0
# seconds of an event whose action is Python's, and of a call of a controller beside its function; for steps with a guard, how
# many times as long as without
EVENT, CALL, GUARDED = 60e-6, 12e-6, 1.5


def costs(effort: Effort) -> Part:
    """Part 28."""
    part = Part(28, "Events and controllers", f"Motions of {SECONDS:g} s, less the same motions without.", "cost")
    part.rows += [guards(effort), impacts(effort), calls(effort)]
    return part


def guards(effort: Effort) -> Row:
    """A function that never passes zero."""
    arm, how = bo.chain(6), {"q0": {"link1": 1.0}}
    never = [bo.Event(lambda t, q, u: q["link1"] - 100.0)]
    rivals = {
        "without": partial(bo.simulate, arm, SECONDS, **how),
        "with": partial(bo.simulate, arm, SECONDS, events=never, **how),
    }
    best = race(effort, rivals)
    values = {name: Quantity(seconds) for name, seconds in best.items()}
    ratio = Quantity(best["with"] / best["without"], "x")
    return Row("6 hinges, and a function that never passes zero", values, ratio, GUARDED, at_least=False)


def impacts(effort: Effort) -> Row:
    """A ball that bounces on without loss: its motion is next to nothing."""
    ball = bo.Mechanism("ball")
    ball.add_body("ball", joint=bo.Prismatic("z"), inertia=bo.Inertia.point(1.0))
    floor = bo.Event(lambda t, q, u: q["ball"], "floor", direction=-1, then=bo.Impact("ball", 1.0))
    fly = {
        bounces: partial(bo.simulate, ball, bounces * SECONDS, q0={"ball": 1.0}, events=[floor]) for bounces in (1, 5)
    }
    counts = {k: len(run().events) for k, run in fly.items()}
    best = race(effort, fly)
    each = Quantity((best[5] - best[1]) / (counts[5] - counts[1]))
    return Row("a bouncing ball: an impact", {}, each, EVENT, at_least=False)


def calls(effort: Effort) -> Row:
    """A controller that returns the same joint forces again and again."""
    arm, forces, period = bo.chain(6), np.zeros(6), 1e-2
    hold = bo.SampledController(lambda t, q, u, memory: forces, period, compiled=False)
    how = {"q0": {"link1": 0.1}, "max_step": period}
    rivals = {
        "without": partial(bo.simulate, arm, SECONDS, **how),
        "with": partial(bo.simulate, arm, SECONDS, control=hold, **how),
    }
    best = race(effort, rivals)
    values = {name: Quantity(seconds) for name, seconds in best.items()}
    each = Quantity((best["with"] - best["without"]) * period / SECONDS)
    return Row("6 hinges: a call of a controller", values, each, CALL, at_least=False)


if __name__ == "__main__":
    from rich.console import Console
    from timing import FULL

    costs(FULL).print(Console(width=140))
