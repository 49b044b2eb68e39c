"""The planned elimination: LAPACK's solution on any pattern, its own count, and constraints that depend on others."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bough.arithmetic.counted import counting
from bough.compiled.entries import counted_array
from bough.passes.arrays import WORK_SHAPES, Tree, Work
from bough.solvers import sparse
from bough.solvers.sparse import Elimination, Pattern, no_bounds

EPS = np.finfo(float).eps


def planned(pattern, constraints=0):
    """A plan with the tree and the memory that its kernels need."""
    plan = Elimination(pattern)
    tree = Tree(**dict.fromkeys(Tree._fields, 0) | plan.tables | plan.numbers)
    tree = tree._replace(loops=int(constraints > 0), loop_constraints=constraints)
    rows = plan.memory() | {"diagonal": plan.unknowns, "chosen": 2 * constraints + 2}
    return plan, tree, rows


def memory(rows):
    return Work(**{name: np.zeros((rows.get(name, 0), width)) for name, (_, width) in WORK_SHAPES.items()})


def entered(tree, work, values):
    zero = type(work.values.flat[0])(0.0)
    sparse.clear(tree, work, zero)
    for entry, x in enumerate(values):
        sparse.enter_more(tree, work, entry, x)


def solved(pattern, values):
    _, tree, rows = planned(pattern)
    work = memory(rows)
    entered(tree, work, values)
    fine = sparse.solve(tree, work)
    return fine, work.found[:-1, 0]


@st.composite
def systems(draw):
    """A random sparse system with large pivots at given places, some of them ±1, in an order of their own."""
    n, seed, density = draw(st.integers(1, 12)), draw(st.integers(0, 2**31)), draw(st.floats(0.0, 1.0))
    rng = np.random.default_rng(seed)
    matrix = rng.uniform(-1.0, 1.0, (n, n)) * (rng.random((n, n)) < density) / n
    rows, columns = rng.permutation(n), rng.permutation(n)
    signs = np.zeros(n, np.int64)
    for k, (r, c) in enumerate(zip(rows, columns, strict=True)):
        matrix[r, c] = 2.0 + rng.random()
        # a pivot stays as it is if nothing before it reaches both its row and its column
        if rng.random() < 0.5 and not matrix[r, columns[:k]].any():
            signs[k] = matrix[r, c] = rng.choice((-1, 1))
    right = rng.standard_normal(n) * (rng.random(n) < 0.7)
    places = [*zip(*np.nonzero(matrix), strict=True), *((r, n) for r in np.flatnonzero(right))]
    places = [places[k] for k in rng.permutation(len(places))]
    pattern = Pattern(
        np.array([r for r, _ in places]),
        np.array([c for _, c in places]),
        rows,
        columns,
        signs,
        np.where(signs == 0, np.arange(n), -1),
        np.full(n, -1),
    )
    return pattern, matrix, right


@given(systems())
def test_any_pattern_is_solved_as_lapack_does(system):
    pattern, matrix, right = system
    full = np.column_stack((matrix, right))
    fine, found = solved(pattern, full[pattern.rows, pattern.columns])
    expected = np.linalg.solve(matrix, right)
    assert fine
    # static pivots: the growth of entries is bounded by 2ⁿ⁻¹, and here by far less
    bound = 100 * len(matrix) * EPS * np.linalg.cond(matrix) * max(1.0, np.abs(expected).max())
    assert found == pytest.approx(expected, rel=0.0, abs=bound)


@given(systems())
def test_operations_are_those_counted(system):
    pattern, matrix, right = system
    full = np.column_stack((matrix, right))
    plan, tree, rows = planned(pattern)
    work = Work(*map(counted_array, memory(rows)))
    entered(tree, work, counted_array(full[pattern.rows, pattern.columns]))
    with counting() as counts:
        sparse.solve(tree, work)
    total = plan.operations.total
    assert {kind: counts[kind] for kind in ("add", "mul", "div")} == {
        kind: getattr(total, kind) for kind in ("add", "mul", "div")
    }


def symmetric(matrix, right, order, constraints):
    """The pattern of a symmetric system whose last ``constraints`` rows may depend on others."""
    n = len(matrix)
    places = [*zip(*np.nonzero(matrix), strict=True), *((k, n) for k in range(n))]
    rows, columns = (np.array(x) for x in zip(*places, strict=True))
    order = np.array(order)
    loops = np.where(order < n - constraints, -1, order - (n - constraints))
    sizes = np.where(loops < 0, order, -1)
    full = np.column_stack((matrix, right))
    return Pattern(rows, columns, order, order, np.zeros(n, int), sizes, loops, no_bounds()), full[rows, columns]


@given(st.integers(1, 6), st.integers(1, 6), st.integers(0, 2**31))
def test_dependent_constraints_are_left_out(n, count, seed):
    """M x - Gᵀλ = y, G x = g with rows of G that are there twice, or vanish: x is that of the rows that count."""
    rng = np.random.default_rng(seed)
    m = rng.standard_normal((n, n))
    mass = m @ m.T + n * np.eye(n)
    jacobian = rng.standard_normal((count, n))
    for c in range(1, count):
        if rng.random() < 0.5:
            jacobian[c] = rng.choice((0.0, 1.0, -3.0)) * jacobian[rng.integers(c)]
    rank = np.linalg.matrix_rank(jacobian)
    values = np.linalg.svd(jacobian, compute_uv=False)[:rank]
    if values.min(initial=1.0) < 0.1:
        return
    y, x_true = rng.standard_normal(n), rng.standard_normal(n)
    g = jacobian @ x_true
    matrix = np.block([[mass, -jacobian.T], [jacobian, np.eye(count)]])  # (the ones keep places for the diagonal)
    pattern, entries = symmetric(matrix, np.concatenate((y, g)), [*range(n), *range(n, n + count)], count)
    _, tree, rows = planned(pattern, count)
    work = memory(rows)
    entered(tree, work, entries)
    for c in range(count):
        work.values[tree.sparse_diagonal[c], 0] = 0.0
    assert sparse.solve(tree, work)
    assert work.chosen[:count, 0].sum() == rank
    inverse = np.linalg.inv(mass)
    multipliers = np.linalg.pinv(jacobian @ inverse @ jacobian.T, 1e-9) @ (g - jacobian @ inverse @ y)
    expected = inverse @ (y + jacobian.T @ multipliers)
    assert work.found[:n, 0] == pytest.approx(expected, rel=0.0, abs=1e-9 * max(1.0, np.abs(expected).max()))
    assert not work.found[n:-1, 0][work.chosen[:count, 0] == 0.0].any()
    # a choice that is given is kept
    work.chosen[count] = 1.0
    work.chosen[0] = 0.0
    entered(tree, work, entries)
    for c in range(count):
        work.values[tree.sparse_diagonal[c], 0] = 0.0
    sparse.solve(tree, work)
    assert work.chosen[0, 0] == work.found[n, 0] == 0.0


def test_pivots_that_are_rounding_are_told():
    matrix = np.array(((1.0, 1.0), (1.0, 1.0 + 1e-15)))
    pattern, entries = symmetric(matrix, np.ones(2), [0, 1], 0)
    _, tree, rows = planned(pattern._replace(bounds=None))
    for size, fine in ((1.0, False), (1e-3, True)):
        work = memory(rows)
        work.diagonal[:] = size
        entered(tree, work, entries)
        assert sparse.solve(tree, work) == fine


def test_plans_that_cannot_be_are_refused():
    matrix = np.array(((0.0, 1.0), (1.0, 0.0)))
    pattern, _ = symmetric(matrix, np.ones(2), [0, 1], 0)
    with pytest.raises(ValueError, match="no entry at pivot 0"):
        Elimination(pattern)
    pattern, _ = symmetric(np.ones((2, 2)), np.ones(2), [0, 1], 0)
    with pytest.raises(ValueError, match="pivot 1 is said to be constant, but pivot 0 changes it"):
        Elimination(pattern._replace(signs=np.array((0, 1))))


@given(st.integers(1, 25), st.integers(0, 2**31))
def test_a_tree_eliminated_from_its_leaves_does_not_fill_in(n, seed):
    rng = np.random.default_rng(seed)
    matrix = np.eye(n)
    for k in range(1, n):
        p = rng.integers(k)
        matrix[k, p] = matrix[p, k] = 1.0
    pattern, _ = symmetric(matrix, np.ones(n), np.arange(n)[::-1], 0)
    assert Elimination(pattern).values == np.count_nonzero(matrix) + n
