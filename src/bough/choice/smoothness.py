"""How many passes a warm-started solver takes along a motion: a law of the step and the smoothness (C §4.2).

Between two evaluations the matrix changes by F, and the known inverse H is one, two, … evaluations old. A pass leaves the
residual r⁺ = -F H r, so each one multiplies it by about ρ = ‖F H‖, and ρ grows with the age m of H: ρ ≈ m ρ₁. x starts on
the line through the last two solutions, with the residual R. Down to the tolerance ε it takes

    k(m) = 1 + ln(R/ε) / ln(1/(m ρ₁))    passes.

R goes with the square of the step and ρ₁ with the step itself. H is renewed, by the solver's own rule, when a further
evaluation would cost more than the mean since the last renewal, or when k(m) exceeds the solver's limit. Corrections of
H make it better than this, directions that no step has taken make it worse; no number here is fitted.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from bough.compiled.entries import FINE, Entry
from bough.compiled.tree import CompiledTree
from bough.formulations.systems import PackedSystem
from bough.solvers.solver import Effort, Warm
from bough.solvers.warm import ROUNDING, USUAL_TOLERANCE

# evaluations after which a motion is taken to be another one
HORIZON = 1000
# less than one pass per evaluation, without new starts, is not to be had
LEAST = Effort(1.0)
# no motion: a residual of nothing
NOTHING = 1e-300


class Smoothness(NamedTuple):
    """Of a motion, in a form's matrix: its number of unknowns, ln(R/ε) in the mean, and ρ₁."""

    unknowns: int
    distance: float
    drift: float


def smoothness_of(systems: Sequence[tuple[np.ndarray, np.ndarray]]) -> Smoothness:
    """From (matrix, solution) at three or more evaluations one after the other."""
    n = len(systems[0][1])
    tolerance = max(USUAL_TOLERANCE, n * ROUNDING)
    distances, drifts = [], []
    for (_, x0), (known, x1), (matrix, x2) in zip(systems, systems[1:], systems[2:], strict=False):
        scale = np.sqrt(matrix.diagonal())
        residual = matrix @ (x2 - (2.0 * x1 - x0))
        left = residual
        for _ in range(2):  # twice: a single pass may meet directions that hardly change
            left = (matrix - known) @ np.linalg.solve(known, left)
        start, rest = (float(np.linalg.norm(r / scale)) for r in (residual, left))
        size = math.hypot(np.linalg.norm(matrix @ x2 / scale), np.linalg.norm(x2 * scale))
        distances.append(max(0.0, math.log(max(start, NOTHING) / max(tolerance * size, NOTHING))))
        drifts.append(math.sqrt(rest / max(start, NOTHING)))
    return Smoothness(n, float(np.mean(distances)), float(np.mean(drifts)))


def effort_of(motion: Smoothness, warm: Warm) -> Effort:
    """The law: passes and new starts per evaluation."""
    limit, total = warm.limit(motion.unknowns), 0.0
    for age in range(1, HORIZON + 1):
        rate = age * motion.drift
        passes = 1.0 + motion.distance / -math.log(max(rate, NOTHING)) if rate < 1.0 else math.inf
        if passes > limit:
            return Effort((total + limit) / age, 1.0 / age)
        total += passes
        if passes * age > motion.unknowns / warm.share + total:
            break
    return Effort(total / age, 1.0 / age)


def smoothness_along(
    form: PackedSystem, tree: CompiledTree, solver: str | None, q: np.ndarray, u: np.ndarray
) -> Smoothness | None:
    """Of a motion through these states, in the matrix that a form leaves to a warm-started solver; None if singular."""
    entry = form.evaluation(tree, solver)
    assert isinstance(entry, Entry)
    first, before, _, _, n = form.matrix.tables(entry.tree)
    row, column = np.empty(first[n], int), np.empty(first[n], int)
    for k in range(n):
        j = k
        for a in range(first[k], first[k + 1]):
            row[a], column[a] = k, j
            j = before[j]
    memory = entry.memory()
    out, systems = np.empty(u.shape[1]), []
    for one, velocities in zip(q, u, strict=True):
        if entry.run(memory.address, one, velocities, np.zeros_like(velocities), 0, out) != FINE:
            return None
        matrix = np.zeros((n, n))
        matrix[row, column] = matrix[column, row] = memory.work.rows[: first[n], 0]
        systems.append((matrix, memory.work.solution[:n, 0].copy()))
    return smoothness_of(systems)
