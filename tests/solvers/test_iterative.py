"""Warm-started iteration: the properties that paper C states for it, its way out of poor starts, and what it refuses. Kernels run interpreted."""

from itertools import pairwise

import numpy as np
import pytest
from helpers.iterating import SOLVERS, System, every_solver, positive
from hypothesis import given
from hypothesis import strategies as st

from bough.arithmetic.counted import Counted, counting
from bough.compiled.entries import counted_array
from bough.solvers import direct_iterative, inverse_iterative, warm
from bough.solvers.warm import ITERATIONS, KEEP, RESIDUAL, RESTARTS, TOLERANCE


def recorded(patch, system):
    """Lists that fill with H_k and x_k as passes go by."""
    inverses, solutions = [], [system.work.solution[:, 0].copy()]
    name = "correct_and_apply" if system.solver is inverse_iterative else "correct"
    correct, advance = getattr(system.solver, name), warm.advance

    def correcting(*arguments):
        result = correct(*arguments)
        inverses.append(system.inverse())
        return result

    def advancing(*arguments):
        advance(*arguments)
        solutions.append(system.work.solution[:, 0].copy())

    patch.setattr(system.solver, name, correcting)
    patch.setattr(warm, "advance", advancing)
    return inverses, solutions


@every_solver
@pytest.mark.parametrize("n", [2, 5, 9])
@pytest.mark.parametrize("seed", range(3))
def test_properties_of_paper_c(monkeypatch, solver, n, seed):
    """A = A0 + F with F positive definite and ‖F‖ < 1/‖A0⁻¹‖: at most n + 1 steps, H_k stays positive definite, all errors fall."""
    rng = np.random.default_rng(seed)
    start = positive(rng, n, 1.0, 3.0)
    matrix, right = start + positive(rng, n, 0.15, 0.45), rng.normal(size=n)
    expected, inverse = np.linalg.solve(matrix, right), np.linalg.inv(matrix)

    system = System(solver, n)
    system.work.report[TOLERANCE] = 1e-13
    system.know(start, np.linalg.solve(start, right))
    inverses, solutions = recorded(monkeypatch, system)
    np.testing.assert_allclose(system.solve(matrix, right), expected, rtol=0, atol=1e-12)
    assert system.told(RESTARTS) == 0
    assert 0 < system.told(ITERATIONS) == len(solutions) - 1 <= n + 1
    assert all(np.linalg.eigvalsh(h).min() > 0.0 for h in inverses)
    for errors in (
        [np.linalg.norm(h - inverse, 2) for h in inverses],
        [np.linalg.norm(x - expected) for x in solutions],
    ):
        assert all(after <= before + 1e-14 for before, after in pairwise(errors))
        assert errors[-1] < 0.9 * errors[0]


def test_both_solvers_make_the_same_steps(monkeypatch):
    """The corrections of A_k and of H_k are inverse to one another."""
    rng = np.random.default_rng(4)
    start, right = positive(rng, 6, 1.0, 3.0), rng.normal(size=6)
    matrix = start + positive(rng, 6, 0.15, 0.45)
    found = []
    for solver in SOLVERS:
        system = System(solver, 6)
        system.know(start, np.zeros(6))
        with monkeypatch.context() as patch:
            found.append(recorded(patch, system)[1])
            system.solve(matrix, right)
    for one, other in zip(*found, strict=False):
        np.testing.assert_allclose(one, other, rtol=0, atol=1e-12)


@given(st.integers(1, 12), st.integers(0, 10**6))
def test_inverse_from_factors(n, seed):
    system = System(inverse_iterative, n)
    matrix = positive(np.random.default_rng(seed), n, 0.1, 5.0) if n > 1 else np.array([[2.0]])
    assert system.solve(matrix, np.ones(n)) is not None
    np.testing.assert_allclose(system.inverse() @ matrix, np.eye(n), rtol=0, atol=1e-12)


@given(st.integers(1, 12))
def test_cost(n):
    """Multiplications of a pass through H and through the factors, and of forming H: 3n²/2, n² and n², n³/3, to the leading term."""
    system = System(inverse_iterative, n)
    triangle = counted_array(np.ones((n * (n + 1) // 2, 1)))
    x, y, z = (counted_array(np.ones((n, 1))) for _ in range(3))
    rows = counted_array(system.pack(np.eye(n)))
    for call, arguments, expected in (
        (inverse_iterative.correct_and_apply, (n, triangle, x, Counted(0.0), y, z), 3 * n * (n + 1) // 2),
        (direct_iterative.substitute, (n, triangle, x), n * (n - 1)),
        (direct_iterative.correct, (n, triangle, Counted(0.0), x), n * (n + 3)),
        (inverse_iterative.invert, (system.first, system.before, n, rows, triangle, x, y), (n - 1) * n * (n + 1) // 3),
    ):
        with counting() as operations:
            call(*arguments)
        assert operations["mul"] == expected, call


@every_solver
def test_smaller_steps_take_fewer_iterations(solver):
    rng = np.random.default_rng(1)
    start, slope = positive(rng, 8, 1.0, 5.0), positive(rng, 8, -1.0, 1.0)
    mean = []
    for step in (1e-1, 1e-3, 1e-5):
        system, passes = System(solver, 8), []
        for k in range(10):
            matrix, right = start + np.sin(k * step) * slope, np.cos(np.arange(8) + k * step)
            expected = np.linalg.solve(matrix, right)
            np.testing.assert_allclose(system.solve(matrix, right), expected, rtol=0, atol=1e-13)
            assert system.told(RESIDUAL) < 1e-14
            passes.append(system.told(ITERATIONS))
        mean.append(np.mean(passes[1:]))
    assert mean[0] > mean[1] + 1 > mean[2] + 2


@every_solver
@pytest.mark.parametrize(
    "known",
    [
        lambda m: 1e-9 * m,
        lambda m: 1e9 * m,
        lambda m: 3.0 * m,
        lambda m: np.diag(1e3 ** np.arange(len(m))),
        lambda m: np.nan * m,
    ],
    ids=["too small", "too large", "far", "different", "not a number"],
)
def test_poor_start_is_left(solver, known):
    rng = np.random.default_rng(2)
    matrix, right = positive(rng, 7, 1.0, 5.0), rng.normal(size=7)
    expected = np.linalg.solve(matrix, right)
    system = System(solver, 7)
    system.know(known(matrix), rng.normal(size=7))
    np.testing.assert_allclose(system.solve(matrix, right), expected, rtol=0, atol=1e-13)
    assert system.told(RESTARTS) == 1
    # what was learnt is good: the same system again takes next to nothing
    np.testing.assert_allclose(system.solve(matrix, right), expected, rtol=0, atol=1e-13)
    assert system.told(RESTARTS) == 1
    assert system.told(ITERATIONS) <= 1


@every_solver
def test_without_leave_to_keep_nothing_is_kept(solver):
    rng = np.random.default_rng(3)
    system = System(solver, 5)
    system.work.report[KEEP] = 0.0
    for count in range(1, 4):
        assert system.solve(positive(rng, 5, 1.0, 2.0), rng.normal(size=5)) is not None
        assert system.told(RESTARTS) == count


@every_solver
@pytest.mark.parametrize(
    "spoilt", [np.ones((4, 4)), np.ones((4, 4)) + np.diag([0.0, 0.0, 1e-15, 1e-15]), np.full((4, 4), np.nan)]
)
def test_singular_systems_are_refused_and_forgotten(solver, spoilt):
    """From a cold and from a warm start, if no x is to be had; the next system is solved as if nothing had been."""
    rng = np.random.default_rng(5)
    matrix, right = positive(rng, 4, 1.0, 2.0), rng.normal(size=4)
    system = System(solver, 4)
    for _ in range(2):
        with np.errstate(all="ignore"):
            assert system.solve(spoilt, right) is None
        np.testing.assert_allclose(system.solve(matrix, right), np.linalg.solve(matrix, right), rtol=0, atol=1e-14)


@every_solver
def test_nothing_to_solve_for(solver):
    """b = 0 has the solution 0, from whatever start."""
    rng = np.random.default_rng(6)
    matrix = positive(rng, 4, 1.0, 2.0)
    system = System(solver, 4)
    system.solve(matrix, rng.normal(size=4))
    assert np.abs(system.solve(matrix, np.zeros(4))).max() < 1e-14
    assert system.told(RESIDUAL) < 1.0
