"""Part 8: warm-started iteration against LAPACK's dense Cholesky, along the motion of a chain."""

from __future__ import annotations

from functools import partial

import numpy as np
from models import agree
from numba import njit
from report import Part, Quantity, Row
from solver import lapack_dposv, packed_rows
from timing import Effort, race, race_all

import bough as bo
from bough.arithmetic.scalar import get, in_memory, kernel, store
from bough.compiled.entries import NO_WRENCHES, Entry
from bough.compiled.tree import compiled
from bough.formulations.reductions.tangent import MASS, deliver, memory
from bough.solvers import direct_iterative, inverse_iterative, udu
from bough.solvers.warm import KEEP, KNOWN, WARM

STEPS = (1e-3, 1e-4, 1e-5)
SIZES = (20, 50, 100, 200, 400)
# measured steps of the motion, after so many seconds
MEASURED, LEAD = 100, 0.2
# targets apply from so many hinges on, at steps of so many seconds and less
LARGE, SMALL = 100, 1e-4


def swing(chain: bo.Mechanism, q: np.ndarray, u: np.ndarray, step: float, steps: int):
    """(q, u) at the steps of a motion, by a Runge-Kutta method with separate bodies."""
    f, h, found = partial(bo.forward_dynamics, chain), step, [(q, u)]
    for _ in range(steps):
        a = f(q, u)
        b = f(q + 0.5 * h * u, u + 0.5 * h * a)
        c = f(q + 0.5 * h * (u + 0.5 * h * a), u + 0.5 * h * b)
        d = f(q + h * (u + 0.5 * h * b), u + h * c)
        q, u = q + h * u + h * h / 6.0 * (a + b + c), u + h / 6.0 * (a + 2.0 * (b + c) + d)
        found.append((q, u))
    return [np.ascontiguousarray(x) for x in zip(*found, strict=True)]


def motion(chain: bo.Mechanism, step: float):
    """A chain that hangs almost straight, released at half a radian."""
    q = np.random.default_rng(8).normal(size=chain.n) * 0.01
    q[0] = 0.5
    lead = max(step, 1e-4)
    q, u = (x[-1] for x in swing(chain, q, np.zeros(chain.n), lead, round(LEAD / lead)))
    return swing(chain, q, u, step, MEASURED - 1)


@kernel
def nothing(tree, work):
    """The copies alone."""
    return True


@kernel
def by_udu(tree, work):
    udu.factorise_with(tree.row_at, tree.dof_parent, tree.dofs, work.rows, work.vector)
    udu.substitute_outward(tree.row_at, tree.level, tree.dofs, work.rows, work.vector, work.line)
    return True


@kernel
def by_inverse(tree, work):
    first, before, level, cousin, n = tree.row_at, tree.dof_parent, tree.level, tree.cousin, tree.dofs
    return inverse_iterative.solve(
        first, before, level, cousin, n, inverse_iterative.usual_limit(n), work.diagonal, work
    )


@kernel
def by_direct(tree, work):
    first, before, level, cousin, n = tree.row_at, tree.dof_parent, tree.level, tree.cousin, tree.dofs
    return direct_iterative.solve(first, before, level, cousin, n, direct_iterative.usual_limit(n), work.diagonal, work)


def along(solve):
    """A computation that solves the systems of all steps one after the other; iteration starts from nothing.

    Made anew for each use: a local function is cached by its code, not by its name.
    """

    @kernel
    def core(tree, work, q, rows, forces, wrenches, out):
        n, entries = tree.dofs, tree.row_at[tree.dofs]
        fine = True
        store(work.report, KEEP, 0, 1.0)
        store(work.report, WARM, 0, 0.0)
        store(work.report, KNOWN, 0, 0.0)
        for s in range(MEASURED):
            in_memory()
            for k in range(entries):
                store(work.rows, k, 0, get(rows, s * entries + k))
            for d in range(n):
                store(work.vector, d, 0, get(forces, s * n + tree.dof_user[d]))
            fine = solve(tree, work) and fine
            fine = deliver(tree, work, out, s * n) and fine
        return fine

    return core


def dense_along():
    """The same with LAPACK's dposv: (matrices, right-hand sides, a copy of one matrix, solutions, whether to solve)."""
    lapack = lapack_dposv()

    @njit
    def loop(matrices, forces, factors, x, solving):
        triangle = np.array([ord("L")], np.uint8)
        n, one, info = np.array([x.shape[1]], np.int32), np.ones(1, np.int32), np.zeros(1, np.int32)
        for s in range(len(x)):
            factors[:] = matrices[s]
            x[s] = forces[s]
            if solving:
                lapack(
                    triangle.ctypes, n.ctypes, one.ctypes, factors.ctypes, n.ctypes, x[s].ctypes, n.ctypes, info.ctypes
                )
        return info[0]

    return loop


class Case:
    """A chain and its motion in steps of one size, with the rivals along it."""

    def __init__(self, hinges: int, step: float, dense):
        self.chain = chain = bo.chain(hinges)
        self.q, self.u = motion(chain, step)
        matrices = bo.mass_matrix(chain, self.q)
        expected = bo.forward_dynamics(chain, self.q, self.u)
        forces = np.einsum("sij,sj->si", matrices, expected)
        tree = compiled(chain)
        rows = np.concatenate([packed_rows(m, tree.arrays) for m in matrices])
        found = np.empty((MEASURED, hinges))
        size = MASS.size(tree)
        work = memory(tree) | inverse_iterative.SOLVER.memory(*size) | direct_iterative.SOLVER.memory(*size)
        self.rivals = {}
        for name, solve in {"copies": nothing, "udu": by_udu, "inverse": by_inverse, "direct": by_direct}.items():
            entry = Entry(along(solve), tree.arrays, work, lengths=(None, None))
            call = partial(entry.single, self.q[0], rows, forces.ravel(), NO_WRENCHES, found.ravel())
            self.rivals[name] = call
            if name != "copies":
                call()
                # compare the resulting forces: on a long chain the accelerations themselves are ill-conditioned
                agree(np.einsum("sij,sj->si", matrices, found), forces, name)
        factors = np.empty((hinges, hinges))
        self.rivals["dposv copies"] = partial(dense, matrices, forces, factors, found, False)
        self.rivals["dposv"] = partial(dense, matrices, forces, factors, found, True)
        self.rivals["dposv"]()
        agree(np.einsum("sij,sj->si", matrices, found), forces, "dposv")

        warm = bo.methods.WarmStart(chain)
        self.iterations = []
        for q, u in zip(self.q, self.u, strict=True):
            warm.forward_dynamics(q, u)
            self.iterations.append(warm.iterations)
        self.restarts = warm.restarts
        self.rivals["step"] = partial(go_along, warm.forward_dynamics, self.q, self.u)
        method = {"formulation": "composite-bodies", "solver": "cholesky"}
        self.rivals["step with cholesky"] = partial(
            go_along, partial(bo.forward_dynamics, chain, **method), self.q, self.u
        )


def warm_against_dense(effort: Effort, sizes=SIZES) -> Part:
    """Part 8."""
    part = Part(
        8,
        "Warm-started iteration against LAPACK dposv, along the motion of a chain",
        f"A chain of hinges, let go at half a radian and measured {LEAD} s later over {MEASURED} steps, the first start included. Solvers: the system is given, "
        "compiled loops, copies subtracted. Whole step: composite bodies and the solver, one call from Python each; cholesky is dposv called through SciPy. "
        "All to the accuracy of the direct solvers. iterations, restarts: of inverse-iterative, per step and in all. ratio: dposv over inverse-iterative.",
        "ratio",
    )
    dense = dense_along()
    cases = {(n, step): Case(n, step, dense) for n in sizes for step in STEPS}
    best = race_all(effort, {key: case.rivals for key, case in cases.items()})
    for (n, step), case in cases.items():
        seconds = {name: x / MEASURED for name, x in best[n, step].items()}
        alone = {name: seconds[name] - seconds["copies"] for name in ("inverse", "direct", "udu")}
        lapack = seconds["dposv"] - seconds["dposv copies"]
        values = {
            "iterations": Quantity(float(np.mean(case.iterations)), "per step"),
            "restarts": Quantity(case.restarts, ""),
            "inverse-iterative": Quantity(alone["inverse"]),
            "direct-iterative": Quantity(alone["direct"]),
            "udu": Quantity(alone["udu"]),
            "dposv": Quantity(lapack),
            "whole step": Quantity(seconds["step"]),
            "with cholesky": Quantity(seconds["step with cholesky"]),
        }
        target = 1.0 if n >= LARGE and step <= SMALL else None
        part.rows.append(
            Row(f"{n} hinges, steps of {step:g} s", values, Quantity(lapack / alone["inverse"], "x"), target)
        )
    return part


# mechanisms of forms whose matrices are dense or nearly so, and some whose are not, in steps of so many seconds
WARM_CASES = [
    (partial(make, *size), formulation, step)
    for make, size, formulation in (
        (bo.chain, (20,), "composite-bodies"),
        (bo.chain, (60,), "composite-bodies"),
        (bo.chain, (150,), "composite-bodies"),
        (bo.chain, (20, bo.Ball()), "composite-bodies"),
        (bo.models.broom, (10, 20), "composite-bodies"),
        (bo.models.random_tree, (60, 3), "composite-bodies"),
        (bo.models.star, (10,), "multipliers"),
        (bo.models.star, (30,), "multipliers"),
        (bo.chain, (20,), "multipliers"),
    )
    for step in STEPS
]
ROWS = 60


def along_motion(mechanism: bo.Mechanism, step: float) -> tuple[np.ndarray, np.ndarray]:
    """(q, u) at the steps of a motion of any mechanism, by the midpoint rule with the form that ``auto`` takes."""
    q, u = (0.3 * x for x in bo.models.random_state(mechanism, 8))
    found = []
    for _ in range(ROWS):
        q = mechanism.normalised(q)
        found.append((q, u))
        middle = mechanism.normalised(q + 0.5 * step * bo.kinematics.coordinate_rates(mechanism, q, u))
        half = u + 0.5 * step * bo.forward_dynamics(mechanism, q, u)
        q, u = (
            q + step * bo.kinematics.coordinate_rates(mechanism, middle, half),
            u + step * bo.forward_dynamics(mechanism, middle, half),
        )
    return tuple(np.ascontiguousarray(x) for x in zip(*found, strict=True))


# others than those that rates are fitted to, many of them near the border
REGRET_CASES = [
    (partial(make, *size), formulation, step)
    for make, size, formulation in (
        *((bo.chain, (n,), "composite-bodies") for n in (10, 40, 80, 100, 125, 200, 300)),
        (bo.chain, (35, bo.Ball()), "composite-bodies"),
        (bo.models.broom, (4, 80), "composite-bodies"),
        (bo.models.binary_tree, (7,), "composite-bodies"),
        *((bo.models.star, (n,), "multipliers") for n in (5, 13, 20, 45)),
        (bo.models.binary_tree, (5,), "multipliers"),
    )
    for step in (5e-4, 1e-4, 2e-5)
]
# (median, 95th percentile) of the regret
TARGETS = (1.05, 1.5)


def regret(effort: Effort, quick: bool) -> Part:
    """Part 18."""
    part = Part(
        18,
        "The choice of a solver along a motion: time of the chosen one over that of the fastest solver of the form",
        f"Accelerations at {ROWS} states of a motion, one call from Python each, by solvers of one form; the choice sees four of the states. "
        "passes, predicted: of inverse-iterative; not predicted where one pass would be too slow. ratio: udu over inverse-iterative; below, time over that of the fastest.",
        "ratio",
    )
    chosen: list[float] = []
    always: dict[str, list[float]] = {}
    predicted: list[float] = []
    for make, formulation, step in REGRET_CASES[::4] if quick else REGRET_CASES:
        mechanism = make()
        q, u = along_motion(mechanism, step)
        choice = bo.choose(mechanism, formulation=formulation, along=(q[20:24], u[20:24]))
        passes = next((row.passes for row in choice.rows if row.solver == "inverse-iterative"), None)
        rivals, taken = {}, 0.0
        for solver in ("udu", "inverse-iterative", "direct-iterative"):
            if solver == "udu":
                dynamics = partial(bo.forward_dynamics, mechanism, formulation=formulation, solver=solver)
            else:
                warm = bo.methods.WarmStart(mechanism, formulation, solver)
                dynamics = warm.forward_dynamics
            if solver == "inverse-iterative":
                for one in zip(q, u, strict=True):
                    dynamics(*one)
                    taken += warm.iterations / len(q)
            rivals[solver] = partial(go_along, dynamics, q, u)
        best = race(effort, rivals)
        fastest = min(best.values())
        chosen.append(best[choice.solver] / fastest)
        for solver, seconds in best.items():
            always.setdefault(solver, []).append(seconds / fastest)
        if passes is not None:
            predicted.append(passes / taken)
        values = {"chosen": Quantity(chosen[-1], "x"), "passes": Quantity(taken, "per call")}
        if passes is not None:
            values["predicted"] = Quantity(passes, "per call")
        values |= {solver: Quantity(seconds / len(q)) for solver, seconds in best.items()}
        name = f"{mechanism.name}, {formulation}, steps of {step:g} s"
        part.rows.append(Row(name, values, Quantity(best["udu"] / best["inverse-iterative"], "x")))
    for name, found, targets in (
        ("chosen", chosen, TARGETS),
        *((f"always {solver}", found, (None, None)) for solver, found in always.items()),
        ("passes predicted over taken", predicted, (None, None)),
    ):
        for what, share, target in (("median", 50, targets[0]), ("95th percentile", 95, targets[1])):
            worst = {"cases": Quantity(len(found), ""), "worst": Quantity(max(found), "x")}
            value = Quantity(float(np.percentile(found, share)), "x")
            part.rows.append(Row(f"{name}: {what}", worst, value, target, at_least=False))
    return part


def go_along(dynamics, q: np.ndarray, u: np.ndarray) -> None:
    """One call after the other."""
    for one in zip(q, u, strict=True):
        dynamics(*one)
