"""Part 6: the share of the core's arithmetic peak that the batch kernel reaches."""

from __future__ import annotations

from functools import partial

import numpy as np
from models import alternating_chain, humanoid, states
from report import Part, Quantity, Row
from timing import Effort, race_all

import bough as bo
from bough.arithmetic.lanes import WIDTH
from bough.arithmetic.scalar import get, kernel, put
from bough.compiled.entries import Entry
from bough.compiled.tree import compiled
from bough.formulations import separate_bodies

# of kernels.lanes: reduction 7, z = r² 1, sine 13, cosine 15; choosing the quadrant is not counted
SINCOS_FLOPS = 36
FORM = separate_bodies.FORMULATION.name
ROUNDS, CHAINS = 20_000, 12


def multiply_add_core(rounds: int):
    """Twelve independent chains of a <- a x + y in registers: enough to hide the latency of two units. Cached by its code."""

    @kernel
    def core(tree, work, q, x, y, wrenches, out):
        a, b = get(x, 0), get(y, 0)
        s0 = s1 = s2 = s3 = s4 = s5 = s6 = s7 = s8 = s9 = s10 = s11 = get(q, 0)
        s1, s2, s3, s4 = s1 + 1.0, s2 + 2.0, s3 + 3.0, s4 + 4.0
        s5, s6, s7, s8 = s5 + 5.0, s6 + 6.0, s7 + 7.0, s8 + 8.0
        s9, s10, s11 = s9 + 9.0, s10 + 10.0, s11 + 11.0
        for _ in range(rounds):
            s0, s1, s2, s3 = s0 * a + b, s1 * a + b, s2 * a + b, s3 * a + b
            s4, s5, s6, s7 = s4 * a + b, s5 * a + b, s6 * a + b, s7 * a + b
            s8, s9, s10, s11 = s8 * a + b, s9 * a + b, s10 * a + b, s11 * a + b
        put(out, 0, s0 + s1 + s2 + s3 + s4 + s5 + s6 + s7 + s8 + s9 + s10 + s11)
        return True

    return core


def multiply_add(states: int = 4 * WIDTH) -> tuple[partial, float]:
    """(a call of the loop in lanes, its flops)."""
    tree = compiled(bo.chain(1))
    entry = Entry(multiply_add_core(ROUNDS), tree.arrays, {}, lengths=(None, None))
    q, x, y, out = (np.full((states, 1), value) for value in (0.0, 0.999, 0.001, 0.0))
    return partial(entry.batch, q, x, y, np.empty((0, 0, 6)), out), 2.0 * CHAINS * ROUNDS * states


def flops(mechanism: bo.Mechanism) -> float:
    """Operations of one evaluation, counted by running the kernel itself; a division or a square root counts as one."""
    state = states(mechanism)
    evaluation = separate_bodies.FORMULATION.evaluation(compiled(mechanism), None)
    counts, _ = evaluation.counts(*state)
    sincos = counts.pop("sincos", 0)
    return sum(counts.values()) + SINCOS_FLOPS * sincos


def share(effort: Effort, count: int = 4096) -> Part:
    """Part 6."""
    part = Part(
        6,
        "Share of the core's peak that a batch reaches",
        f"Flops counted by the kernel itself (add, mul, div, sqrt one each; sincos {SINCOS_FLOPS}), {count} states on one thread; "
        f"peak: {CHAINS} independent multiply-adds in lanes of {WIDTH}, measured in turn with the batch.",
        "share",
    )
    call, peak_flops = multiply_add()
    work, rivals = {}, {}
    for mechanism in (bo.chain(20), bo.chain(100), alternating_chain(100), bo.models.binary_tree(8), humanoid()):
        work[mechanism] = flops(mechanism)
        batch = partial(bo.forward_dynamics, mechanism, *states(mechanism, count), formulation=FORM, threads=1)
        rivals[mechanism] = {"bough": batch, "peak": call}
    for mechanism, best in race_all(effort, rivals).items():
        rate, peak = work[mechanism] * count / best["bough"], peak_flops / best["peak"]
        values = {
            "flops per state": Quantity(work[mechanism], ""),
            "per state": Quantity(best["bough"] / count),
            "rate": Quantity(rate / 1e9, "Gflop/s"),
            "peak": Quantity(peak / 1e9, "Gflop/s"),
            "clock by the peak": Quantity(peak / (4 * WIDTH) / 1e9, "GHz"),
        }
        part.rows.append(Row(mechanism.name, values, Quantity(100 * rate / peak, "%"), 40.0))
    return part
