"""The three properties that paper C (§4.2) states of (4.2), as it is printed and in exact fractions, and of bough's solvers; the law of passes along a motion."""

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from helpers.iterating import SOLVERS, System, TreeSystem, every_solver, positive
from hypothesis import given
from hypothesis import strategies as st

import bough as bo
from bough.arithmetic.counted import counting
from bough.choice.smoothness import Smoothness, effort_of, smoothness_of
from bough.compiled.entries import counted_array
from bough.solvers import inverse_iterative
from bough.solvers.solver import Effort
from bough.solvers.warm import ITERATIONS, RESTARTS, ROUNDING, USUAL_TOLERANCE, WARM

sizes, seeds = st.integers(1, 5), st.integers(0, 10**6)


def fractions(matrix, digits=3):
    """Rounded to fractions."""
    return np.vectorize(lambda x: Fraction(round(x * 10**digits), 10**digits))(matrix)


def inverse_of(matrix):
    """The inverse in fractions, by Gauss and Jordan."""
    n = len(matrix)
    table = np.hstack((matrix, fractions(np.eye(n))))
    for i in range(n):
        table[i] = table[i] / table[i, i]  # (pivots of positive definite matrices are positive)
        for k in range(n):
            if k != i:
                table[k] = table[k] - table[k, i] * table[i]
    return table[:, n:]


def printed(matrix, known, right):
    """(4.2) in fractions, until r = 0: all (x_k, H_k)."""
    inverse = inverse_of(known)
    x = inverse @ right
    r = right - matrix @ x
    s, found = inverse @ r, [(x, inverse)]
    while any(r):
        x, last = x + s, r
        r = right - matrix @ x
        if any(r):
            g = inverse @ r
            c = 1 / (g @ (last - r))
            inverse, s = inverse + c * np.outer(g, g), (1 + c * (g @ r)) * g
        found.append((x, inverse))
    return found


def random_system(n, seed, change):
    rng = np.random.default_rng(seed)
    known = fractions(positive(rng, n, 1.0, 10.0) if n > 1 else np.array([[2.0]]))
    return known, known + fractions(change(rng)), fractions(rng.normal(size=n))


@given(sizes, seeds)
def test_property_1_finite(n, seed):
    """From any start it takes n + 1 steps at most, and then H is the inverse, to the last digit."""
    rng = np.random.default_rng(seed + 1)
    other = positive(rng, n, 0.5, 30.0) if n > 1 else np.array([[7.0]])
    known, _, right = random_system(n, seed, lambda rng: other)
    matrix = fractions(other)
    *_, (x, inverse) = found = printed(matrix, known, right)
    assert len(found) - 1 <= n + 1
    assert (matrix @ x == right).all()
    if len(found) == n + 2:
        assert (inverse @ matrix == fractions(np.eye(n))).all()


@given(st.integers(2, 6), st.integers(1, 3), seeds)
def test_a_change_of_low_rank_takes_its_rank_and_one(n, rank, seed):
    columns = np.random.default_rng(seed).integers(-3, 4, size=(n, rank))
    known, matrix, right = random_system(n, seed, lambda rng: 1.0 * columns @ columns.T)
    found = printed(matrix, known, right)
    assert len(found) - 1 <= min(rank, n) + 1


@given(st.integers(2, 5), st.sampled_from([0.3, 0.95]), seeds)
def test_property_2_monotone(n, size, seed):
    """F positive definite, ‖F‖ < 1/‖H₀‖: H_k stay positive definite; ‖F_k‖, ‖H - H_k‖ and ‖x_k - x‖ fall."""
    known, matrix, right = random_system(n, seed, lambda rng: positive(rng, n, 0.1 * size, size))
    found = printed(matrix, known, right)
    inverse = inverse_of(matrix)
    x = inverse @ right
    errors = [
        [np.linalg.norm((h - inverse).astype(float), 2) for _, h in found],
        [np.linalg.norm((matrix - inverse_of(h)).astype(float), 2) for _, h in found],
        [np.linalg.norm((one - x).astype(float)) for one, _ in found],
    ]
    assert all(np.linalg.eigvalsh(h.astype(float)).min() > 0.0 for _, h in found)
    for values in errors:
        assert all(after <= before * (1 + 1e-12) + 1e-15 for before, after in pairwise(values))


def test_property_2_needs_a_definite_change():
    """A change of the same size in both directions may spoil H: why bough guards its corrections."""
    growth = []
    for seed in range(20):
        known, matrix, right = random_system(4, seed, lambda rng: positive(rng, 4, -0.3, 0.3))
        inverse = inverse_of(matrix)
        errors = [np.linalg.norm((h - inverse).astype(float), 2) for _, h in printed(matrix, known, right)]
        growth.append(max(errors) / errors[0])
    assert max(growth) > 2.0


@every_solver
@pytest.mark.parametrize(
    "mechanism",
    [
        bo.chain(3),
        bo.chain(8),
        bo.models.binary_tree(3),
        bo.models.star(5, bo.Prismatic()),
        bo.models.random_tree(6, 2, ("revolute",)),
    ],
    ids=lambda mechanism: mechanism.name,
)
def test_property_3_step(solver, mechanism):
    """A step h ≤ c/(max(1, ‖q̇‖) κ(A₀)) is short enough, c = ‖A₀‖/‖dA/dq‖: ‖F‖ < 1/‖H₀‖, and at most n + 1 passes from H₀."""
    n = mechanism.n
    rng = np.random.default_rng(n)
    for scale in (0.1, 1.0, 30.0):
        q, u = bo.models.random_state(mechanism, n)
        u = scale * u
        start, rate = bo.mass_matrix(mechanism, q), bo.dynamics.mass_matrix_rate(mechanism, q, u)
        slope = np.linalg.norm(rate, 2) / np.linalg.norm(u)
        constant = np.linalg.norm(start, 2) / max(slope, 1e-3)
        step = 0.5 * constant / (max(1.0, np.linalg.norm(u)) * np.linalg.cond(start))  # (half: A is not linear in q)
        matrix, right = bo.mass_matrix(mechanism, q + step * u), rng.normal(size=n)
        assert np.linalg.norm(matrix - start, 2) * np.linalg.norm(np.linalg.inv(start), 2) < 1.0
        expected = np.linalg.solve(matrix, right)
        system = System(solver, n)
        system.know(start, np.linalg.solve(start, right))
        found = system.solve(matrix, right)
        assert np.linalg.norm(found - expected) <= 1e-13 * np.linalg.cond(matrix) * np.linalg.norm(expected)
        assert system.told(RESTARTS) == 0
        assert system.told(ITERATIONS) <= n + 1


# --- operations, and how many passes --------------------------------------------------------------------------------------


@every_solver
@pytest.mark.parametrize("before", [[-1], [-1, 0, 1, 2, 3], [-1, 0, 0, 1, 1, 2, 2, 3], [-1, -1, 0, 1, 2, 2]], ids=len)
@pytest.mark.parametrize("is_warm", [True, False], ids=["warm", "new start"])
def test_operations_are_those_counted(solver, before, is_warm):
    """On any tree, warm and from a new start, for the number of passes that were made."""
    system = TreeSystem(solver, before)
    n, work = system.n, system.work
    rng = np.random.default_rng(n)
    start = system.masked(positive(rng, n, 0.1, 0.3) if n > 1 else np.ones((1, 1))) + 2.0 * np.eye(n)
    assert system.solve(start, rng.normal(size=n)) is not None
    work.report[WARM] = float(is_warm)
    work.rows[:] = system.pack(start + 0.1 * np.eye(n))
    work.vector[:, 0] = rng.normal(size=n)
    for name, values in vars(work).items():
        setattr(work, name, counted_array(values))
    with counting() as counts:
        assert solver.solve(*system.places, n, n + 1, work.diagonal, work)
    passes = int(float(work.report[ITERATIONS, 0]))
    assert passes > 0 or not is_warm
    lengths = np.diff(system.first)
    joined = (np.array(before[1:], int) == np.arange(n - 1)) & (np.diff(lengths) == 1)
    effort = Effort(passes, float(not is_warm))
    price = solver.operations(lengths, joined, int((system.cousin >= 0).sum()), effort).total
    for kind in ("add", "mul", "div", "sqrt"):
        assert getattr(price, kind) == counts[kind], kind


def systems(n, step, count, seed=1):
    """(matrix, right-hand side) along a smooth motion."""
    rng = np.random.default_rng(seed)
    start, slope = positive(rng, n, 1.0, 5.0), positive(rng, n, -1.0, 1.0)
    times = 0.3 + step * np.arange(count)
    return [(start + np.sin(t) * slope, np.cos(np.arange(n) + t)) for t in times]


def test_the_start_goes_with_the_square_of_the_step_and_the_drift_with_the_step():
    found = []
    for step in (1e-3, 1e-4):
        found.append(smoothness_of([(a, np.linalg.solve(a, b)) for a, b in systems(8, step, 3)]))
    assert found[0].distance - found[1].distance == pytest.approx(2 * np.log(10), rel=0.01)
    assert found[0].drift / found[1].drift == pytest.approx(10.0, rel=0.02)


@every_solver
@pytest.mark.parametrize("step", [1e-2, 1e-3, 1e-4, 1e-5])
def test_passes_follow_the_law(solver, step):
    """Along a motion, without a number fitted to it: to a third, and to three quarters of a pass where they are few."""
    n, motion = 12, systems(12, step, 40)
    smooth = smoothness_of([(a, np.linalg.solve(a, b)) for a, b in motion[:5]])
    expected = effort_of(smooth, solver.SOLVER.warm)
    system, taken = System(solver, n), []
    for matrix, right in motion:
        assert system.solve(matrix, right, solver.usual_limit(n)) is not None
        taken.append(system.told(ITERATIONS))
    assert expected.passes == pytest.approx(np.mean(taken[2:]), rel=0.33, abs=0.75)


def test_limits_of_the_law():
    warm = inverse_iterative.SOLVER.warm
    assert warm.limit(80) == 14
    # nothing moves: one pass; a matrix that changes altogether: all passes in vain, and a new start each time
    assert effort_of(Smoothness(80, 0.0, 0.0), warm).passes == 1.0
    assert effort_of(Smoothness(80, 30.0, 2.0), warm) == Effort(14.0, 1.0)
    rough, smooth = (effort_of(Smoothness(80, 20.0, drift), warm) for drift in (1e-2, 1e-4))
    assert smooth.passes < rough.passes
    assert smooth.restarts < rough.restarts
    # dearer starts are fewer
    often = effort_of(Smoothness(80, 20.0, 1e-2), SOLVERS[1].SOLVER.warm)
    assert often.restarts > rough.restarts
    assert USUAL_TOLERANCE < 80 * ROUNDING
