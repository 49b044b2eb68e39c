"""Plans keep the laws that they are named for: strata, balance, products, one number at a time; and the same seed gives the same bits."""

import itertools
import math
import tempfile
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from scipy.stats import qmc

import bough as bo
from bough.studies.vary.copula import gaussian_correlation
from bough.studies.vary.plans import MOST_BYTES, PLANS, saltelli, variants_of

RANGES = {"boom.mass": (80, 120), "boom.at.x": (-1.0, 1.0), "tendon.stiffness": (1e3, 5e3)}


def unit(variants, ranges=RANGES):
    """The points of the unit cube that ranges came from: (variants, numbers)."""
    return np.stack(
        [(variants.columns[name] - low) / (high - low) for name, (low, high) in ranges.items()], axis=1, dtype=float
    )


def same(one, other):
    return all(np.array_equal(one.columns[name], other.columns[name]) for name in one.columns)


# --- what each plan is ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("correlation", [None, {("boom.mass", "tendon.stiffness"): 0.7}])
@pytest.mark.parametrize("runs", [1, 7, 500])
def test_every_stratum_of_a_latin_hypercube_has_one_point(runs, correlation):
    points = unit(variants_of(RANGES, runs=runs, seed=4, correlation=correlation))
    assert np.array_equal(np.sort(np.floor(points * runs), axis=0), np.tile(np.arange(runs), (3, 1)).T)


def test_sobol_points_are_more_even_than_random_ones():
    points = unit(variants_of(RANGES, "sobol", 256, seed=2))
    random = [qmc.discrepancy(np.random.default_rng(k).random((256, 3))) for k in range(20)]
    assert qmc.discrepancy(points) < 0.2 * min(random)
    # balanced: each half, quarter, … of each number has as many points
    for cells in (2, 16, 256):
        assert (np.apply_along_axis(np.bincount, 0, np.floor(points * cells).astype(int)) == 256 // cells).all()


def test_sobol_says_if_it_is_not_balanced():
    with pytest.warns(bo.BoughWarning, match="powers of two, not for 1000 runs; take 512 or 1024"):
        found = variants_of(RANGES, "sobol", 1000)
    assert len(found) == 1000
    first = variants_of(RANGES, "sobol", 1024)
    assert all(np.array_equal(found.columns[name], first.columns[name][:1000]) for name in RANGES)


def test_a_grid_is_the_product():
    grid = variants_of({"a.x": [3.0, 1.0], "b.x": (0, 1), "n": [2, 5], "kind": ["tall", "low"]}, "grid", points=3)
    assert list(grid.columns) == ["n", "kind", "a.x", "b.x"]  # what decides the topology varies slowest
    assert grid.shape == (2, 2, 2, 3)
    expected = list(itertools.product((2, 5), ("tall", "low"), (3.0, 1.0), (0.0, 0.5, 1.0)))
    assert list(zip(*(column.tolist() for column in grid.columns.values()), strict=True)) == expected
    assert [column.dtype for column in grid.columns.values()] == [np.int64, object, np.float64, np.float64]
    by_name = variants_of({"a.x": (0, 1), "b.x": stats.norm(1, 2)}, "grid", points={"a.x": 2, "b.x": 4})
    assert by_name.shape == (2, 4)
    np.testing.assert_allclose(stats.norm(1, 2).cdf(by_name.columns["b.x"][:4]), (0.125, 0.375, 0.625, 0.875))


@pytest.mark.parametrize("second_order", [False, True])
def test_a_plan_for_sobol_indices_is_that_of_salib(second_order):
    from SALib.sample import sobol

    found = variants_of(RANGES, "saltelli", 200, seed=9, second_order=second_order)
    problem = found.settings["problem"]
    assert problem["bounds"] == [[80.0, 120.0], [-1.0, 1.0], [1e3, 5e3]]
    base = found.settings["base"]
    assert base == (16 if second_order else 32)
    assert len(found) == base * (8 if second_order else 5)
    theirs = sobol.sample(problem, base, calc_second_order=second_order, seed=np.random.default_rng(9))
    np.testing.assert_allclose(np.stack(list(found.columns.values()), axis=1), theirs, rtol=1e-8, atol=1e-8)


def test_sobol_indices_of_ishigami_are_the_known_ones():
    from SALib.analyze import sobol

    names = ("x.a", "x.b", "x.c")
    found = variants_of(dict.fromkeys(names, (-math.pi, math.pi)), "saltelli", 40_960, seed=3)
    a, b, c = (found.columns[name] for name in names)
    values = np.sin(a) + 7.0 * np.sin(b) ** 2 + 0.1 * c**4 * np.sin(a)
    indices = sobol.analyze(found.settings["problem"], values, calc_second_order=False, seed=1)
    np.testing.assert_allclose(indices["S1"], (0.3139, 0.4424, 0.0), atol=0.01)
    np.testing.assert_allclose(indices["ST"], (0.5576, 0.4424, 0.2437), atol=0.01)


@pytest.mark.parametrize("levels", [None, 2, 6])
def test_trajectories_of_morris_change_one_number_at_a_time(levels):
    found = variants_of(RANGES, "morris", 403, seed=5, levels=levels)
    assert len(found) == 400
    points = unit(found).reshape(100, 4, 3)
    steps = np.diff(points, axis=1)
    delta = (levels or 4) / 2 / ((levels or 4) - 1)
    assert ((np.abs(steps) > 1e-9).sum(axis=2) == 1).all()
    assert ((np.abs(steps) > 1e-9).sum(axis=1) == 1).all()  # each number once
    np.testing.assert_allclose(np.abs(steps).sum(axis=2), delta)
    grid = points * ((levels or 4) - 1)
    np.testing.assert_allclose(grid, np.round(grid), atol=1e-9)
    # all levels, both directions and all orders are met
    assert len(np.unique(np.round(grid))) == (levels or 4)
    assert 0.4 < (steps.sum(axis=1) > 0.0).mean() < 0.6
    assert len({tuple(order) for order in np.argmax(np.abs(steps) > 1e-9, axis=1).tolist()}) == 6


def test_elementary_effects_of_a_line_are_its_slopes():
    from SALib.analyze import morris

    found = variants_of(RANGES, "morris", 80)
    x = np.stack(list(found.columns.values()), axis=1)
    values = x @ np.array((1.0, -30.0, 0.01))
    effects = morris.analyze(found.settings["problem"], x, values, num_levels=found.settings["levels"], seed=1)
    np.testing.assert_allclose(effects["mu"].astype(float), (40.0, -60.0, 40.0))
    np.testing.assert_allclose(effects["sigma"].astype(float), 0.0, atol=1e-9)


def test_lists_side_by_side_are_a_list():
    found = variants_of({"a.x": [1.0, 2.0, 3.0], "n": [5, 6, 7]}, "list")
    assert found.columns["n"].tolist() == [5, 6, 7]
    assert found.shape is None
    assert {name: column.tolist() for name, column in found.part(1, 3).items()} == {"a.x": [2.0, 3.0], "n": [6, 7]}


def test_plans_by_default():
    assert variants_of({"a.x": [1, 2], "b.x": [3]}).plan == "grid"
    assert variants_of({"a.x": [1, 2], "b.x": (3, 4)}, runs=3).plan == "latin-hypercube"
    assert variants_of(pd.DataFrame({"a.x": [1.0]})).plan == "list"
    # integers of a mechanism's numbers are numbers like others
    assert variants_of({"a.x": [1, 2], "n": [1, 2]}).columns["a.x"].dtype == np.float64


@pytest.mark.parametrize("plan", ["latin-hypercube", "sobol"])
def test_variants_of_one_topology_are_neighbours(plan):
    found = variants_of({"a.x": (0, 1), "n": [3, 1, 2], "kind": ["b", "a"], "flag": [True, False]}, plan, runs=256)
    kinds = [tuple(kind) for kind in zip(*(found.columns[name] for name in ("n", "kind", "flag")), strict=True)]
    assert len(list(itertools.groupby(kinds))) == len(set(kinds)) == 12
    assert kinds == sorted(kinds)  # the first name varies slowest, as in a grid
    assert np.ptp(np.bincount(found.columns["n"])[1:]) <= 1
    assert found.columns["flag"].dtype == bool


# --- seeds ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("plan", [plan for plan in PLANS if plan not in ("grid", "list")])
def test_the_same_seed_gives_the_same_bits_and_another_others(plan):
    vary = {**RANGES, "drum.mass": stats.lognorm(0.3), "n": [1, 2, 3]}
    one, again, other = (variants_of(vary, plan, 64, seed) for seed in (7, 7, 8))
    assert same(one, again)
    assert one.settings == again.settings
    assert not same(one, other)


def test_global_random_numbers_are_left_alone():
    np.random.seed(3)
    before = np.random.get_state()[1].copy()
    for plan in ("latin-hypercube", "sobol", "saltelli", "morris"):
        variants_of(RANGES, plan, 64)
    assert np.array_equal(np.random.get_state()[1], before)


# --- distributions ----------------------------------------------------------------------------------------------------

DISTRIBUTIONS = {
    "a.x": stats.norm(10.0, 2.0),
    "b.x": stats.lognorm(0.5, scale=3.0),
    "c.x": stats.uniform(1.0, 2.0),
    "d.x": stats.triang(0.3, loc=-1.0, scale=4.0),
    "e.x": stats.cauchy(),
    "f.x": stats.expon(scale=2.0),
}


@pytest.mark.parametrize("plan", ["latin-hypercube", "sobol"])
@pytest.mark.parametrize("correlation", [None, {("a.x", "b.x"): 0.8, ("b.x", "c.x"): -0.3, ("e.x", "a.x"): 0.2}])
def test_margins_keep_their_distribution(plan, correlation):
    found = variants_of(DISTRIBUTIONS, plan, 1024, seed=1, correlation=correlation)
    for name, distribution in DISTRIBUTIONS.items():
        assert np.isfinite(found.columns[name]).all()
        assert stats.kstest(found.columns[name], distribution.cdf).pvalue > 0.2


@pytest.mark.parametrize("plan", ["latin-hypercube", "sobol"])
def test_ranks_have_the_correlation_that_was_asked_for(plan):
    asked = {("a.x", "b.x"): 0.8, ("b.x", "c.x"): -0.3, ("e.x", "a.x"): 0.2}
    found = variants_of(DISTRIBUTIONS, plan, 4096, seed=1, correlation=asked)
    names = list(DISTRIBUTIONS)
    expected = np.zeros((6, 6))
    for (one, other), value in asked.items():
        expected[names.index(one), names.index(other)] = expected[names.index(other), names.index(one)] = value
    np.fill_diagonal(expected, 1.0)
    ranks = stats.spearmanr(np.stack([found.columns[name] for name in names], axis=1)).statistic
    np.testing.assert_allclose(ranks, expected, atol=4.0 / math.sqrt(4096))


@pytest.mark.parametrize("rho", [-0.9, -0.6, 0.3, 0.6, 0.9])
def test_rank_correlations_are_those_of_normal_numbers_by_quadrature(rho):
    """12 E[Φ(x) Φ(y)] - 3 of normal numbers with the correlation of the plan is the rank correlation."""
    r = gaussian_correlation(("a", "b"), (), {("a", "b"): rho})[0, 1]
    x, weights = np.polynomial.hermite_e.hermegauss(120)
    x, weights = x[:, None], weights / weights.sum()
    ranks = stats.norm.cdf(x) * stats.norm.cdf(r * x + math.sqrt(1.0 - r * r) * x.T)
    assert 12.0 * weights @ ranks @ weights - 3.0 == pytest.approx(rho, abs=1e-6)


def test_numbers_that_are_not_correlated_do_not_change_by_correlation():
    vary = {**RANGES, "drum.mass": (1, 2)}
    one, other = (variants_of(vary, runs=64, correlation=c) for c in (None, {("boom.mass", "boom.at.x"): 0.9}))
    for name in ("boom.mass", "tendon.stiffness", "drum.mass"):
        assert np.array_equal(one.columns[name], other.columns[name])


def test_several_numbers_of_one_normal_distribution():
    mean, covariance = np.array((1.0, -2.0, 5.0)), np.array([[1.0, 0.8, -0.3], [0.8, 4.0, 0.5], [-0.3, 0.5, 0.5]])
    names = ("a.x", "b.x", "c.x")
    for plan in ("latin-hypercube", "sobol"):
        found = variants_of({names: stats.multivariate_normal(mean, covariance), "n": [1, 2]}, plan, 4096)
        points = np.stack([found.columns[name] for name in names])
        np.testing.assert_allclose(points.mean(axis=1), mean, atol=0.02)
        np.testing.assert_allclose(np.cov(points), covariance, atol=0.1)


def test_no_quantile_is_infinite():
    """The first point of Sobol's sequence would be zero, and levels of Morris reach from end to end."""
    for plan in ("latin-hypercube", "sobol", "saltelli", "morris"):
        for seed in range(20):
            found = variants_of({"a.x": stats.norm(), "b.x": stats.cauchy()}, plan, 64, seed)
            assert all(np.isfinite(column).all() for column in found.columns.values())
    # with ends, levels reach them
    ends = variants_of({"a.x": stats.uniform(2.0, 3.0), "b.x": (0, 1)}, "morris", 60).columns["a.x"]
    assert (ends.min(), ends.max()) == (2.0, 5.0)


def test_whole_numbers_of_a_distribution_are_whole_for_arguments():
    found = variants_of({"n": stats.randint(1, 4), "a.x": stats.poisson(3.0)}, runs=300)
    assert found.columns["n"].dtype == np.int64
    assert np.bincount(found.columns["n"]).tolist() == [0, 100, 100, 100]
    assert found.columns["a.x"].dtype == np.float64


def test_settings_are_plain_data():
    import json

    vary = {**DISTRIBUTIONS, "n": [1, 2], "kind": ["a", "b"], ("p.x", "q.x"): stats.multivariate_normal([0, 0])}
    found = variants_of(vary, runs=8, correlation={("a.x", "b.x"): 0.5})
    settings = json.loads(json.dumps(found.settings, allow_nan=False))
    assert settings["vary"]["a.x"] == {"distribution": "norm", "arguments": [10.0, 2.0]}
    assert settings["vary"]["kind"] == {"values": ["a", "b"]}
    assert settings["correlation"] == [["a.x", "b.x", 0.5]]
    assert len(json.dumps(variants_of({"a.x": np.arange(1e4)}).settings)) < 2000


def test_plans_may_be_large():
    """They are made by arrays: lists of Python's numbers, 32 bytes each, would alone be four times as large."""
    import tracemalloc

    tracemalloc.start()
    found = variants_of({f"x{k}.mass": (1, 2) for k in range(7)}, runs=10**6)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(found) == 10**6
    assert peak < 4 * 8 * 7 * 10**6


def test_points_of_saltelli_are_arranged_as_the_paper_has_them():
    a, b = np.array([[1.0], [2.0]]), np.array([[10.0], [20.0]])
    rows = saltelli(np.vstack((a, b)), True).T.tolist()
    assert rows == [[1, 2], [10, 2], [1, 20], [1, 20], [10, 2], [10, 20]]


# --- refusals ---------------------------------------------------------------------------------------------------------

R = {"a.x": (0, 1), "b.x": (0, 1), "c.x": (0, 1)}
NORMAL = stats.multivariate_normal([0.0, 0.0])


@pytest.mark.parametrize(
    ("vary", "named", "words"),
    [
        ({}, {}, "nothing varies; give vary="), (7, {}, "vary= takes values by name, a DataFrame or the path"), ({3: (0, 1)}, {"runs": 3}, "named by texts"), ({"": [1]}, {}, "named by texts"),
        ({"a.x": []}, {}, "'a.x' has no values"), ({"a.x": np.zeros(0)}, {}, "'a.x' has no values"), ({"a.x": [1.0, math.nan]}, {}, "value 2 of 'a.x' is nan; give a finite number"),
        ({"a.x": [math.inf]}, {}, "value 1 of 'a.x' is inf"), ({"a.x": [1, None]}, {}, "value 2 of 'a.x' must be a number"), ({"a.x": ["b"]}, {}, "value 1 of 'a.x' must be a number, not 'b'"),
        ({"a.x": [True]}, {}, "must be a number, not"), ({"n": [1, "b"]}, {}, "value 2 of 'n' is a text and the first is a whole number"), ({"n": [10**30]}, {}, "too large"),
        ({"n": [[1], [2]]}, {}, "value 1 of 'n' must be a number"), ({"a.x": np.zeros((2, 2))}, {}, "have shape (2, 2)"), ({"a.x": np.ma.masked_array([1.0, 2.0], [0, 1])}, {}, "value 2 of 'a.x' is masked"),
        ({"a.x": 3.0}, {}, "must be a range (low, high), a list"), ({"a.x": "list"}, {}, "must be a range"), ({"a.x": {1, 2}}, {}, "must be a range"), ({"a.x": (1, 2, 3)}, {}, "a tuple is a range (low, high); write a list"),
        ({"a.x": (2, 1)}, {"runs": 3}, "ends at 1 and starts at 2; swap them"), ({"a.x": (1, 1)}, {"runs": 3}, "write [1] for one value"), ({"a.x": (0, math.inf)}, {"runs": 3}, "as its high end, not inf"),
        ({"a.x": (math.nan, 1)}, {"runs": 3}, "as its low end, not nan"), ({"a.x": ("0", 1)}, {"runs": 3}, "as its low end, not '0'"), ({"a.x": (-1e308, 1e308)}, {"runs": 3}, "too wide"),
        ({"a.x": stats.norm}, {"runs": 3}, "give the distribution its numbers"), ({"a.x": stats.norm(0, -1)}, {"runs": 3}, "has no median"), ({"a.x": stats.norm([0, 1])}, {"runs": 3}, "has no median"),
        ({"a.x": NORMAL}, {"runs": 3}, "need a tuple of their names"), ({("a.x", "b.x", "c.x"): NORMAL}, {"runs": 3}, "are 3 names, but the distribution has 2 numbers"),
        ({("a.x", "b.x"): stats.norm()}, {"runs": 3}, "needs a frozen scipy.stats.multivariate_normal"), ({("a.x", "a.x"): NORMAL}, {"runs": 3}, "named twice"),
        ({("a.x", "b.x"): NORMAL, "a.x": (0, 1)}, {"runs": 3}, "'a.x' varies twice"), ({("a.x", "b.x"): stats.multivariate_normal([0, 0], [[1, 1], [1, 1]], allow_singular=True)}, {"runs": 3}, "not positive definite"),
        (R, {}, "a plan 'latin-hypercube' needs runs="), (R, {"plan": "sobol"}, "needs runs="), (R, {"runs": 0}, "runs must be a whole number of at least 1, not 0"), (R, {"runs": 2.5}, "not 2.5"),
        (R, {"runs": True}, "not True"), (R, {"runs": 3, "seed": None}, "seed must be a whole number"), (R, {"runs": 3, "seed": -1}, "of at least 0, not -1"), (R, {"runs": 3, "seed": 2**64}, "at most"),
        (R, {"plan": "latin-hypercubes", "runs": 3}, "no plan 'latin-hypercubes': did you mean 'latin-hypercube'?"), (R, {"plan": 3}, "no plan 3: there are 'grid'"),
        (R, {"plan": "grid"}, "needs points for 'a.x', such as points={'a.x': 11}"), (R, {"plan": "grid", "points": {"a.x": 2}}, "needs points for 'b.x'"), (R, {"plan": "grid", "points": 0}, "points of 'a.x' must be a whole number"),
        (R, {"plan": "grid", "points": {"d.x": 2}}, "which does not vary: did you mean"), ({"a.x": [1]}, {"points": {"a.x": 2}}, "has values of its own"), (R, {"plan": "grid", "points": 3, "runs": 3}, "takes no runs"),
        (R, {"runs": 3, "points": 3}, "takes no points"), (R, {"runs": 3, "levels": 4}, "takes no levels"), (R, {"runs": 8, "second_order": True}, "takes no second_order"),
        (R, {"plan": "morris", "runs": 8, "levels": 3}, "must be even"), (R, {"plan": "morris", "runs": 3}, "needs 4 runs for each trajectory"), (R, {"plan": "saltelli", "runs": 9}, "give at least 10"),
        ({**R, "d.x": [1]}, {"plan": "morris", "runs": 30}, "'d.x' has one value"), (R, {"plan": "list"}, "needs a list of values for 'a.x', not a range"), ({"a.x": [1], "b.x": [1, 2]}, {"plan": "list"}, "'a.x' has 1, 'b.x' has 2"),
        (R, {"runs": 3, "correlation": {("a.x", "d.x"): 0.5}}, "correlation= has 'd.x', which does not vary: did you mean"), (R, {"runs": 3, "correlation": {("a.x", "b.x"): 1.0}}, "between -1 and 1, not 1.0"),
        (R, {"runs": 3, "correlation": {("a.x", "b.x"): math.nan}}, "between -1 and 1, not nan"), (R, {"runs": 3, "correlation": {("a.x", "a.x"): 0.5}}, "pairs of different names"), (R, {"runs": 3, "correlation": {"a.x": 0.5}}, "pairs of different names"),
        (R, {"runs": 3, "correlation": 0.5}, "by pairs of names"), (R, {"runs": 3, "correlation": {("a.x", "b.x"): 0.5, ("b.x", "a.x"): 0.5}}, "given twice"),
        (R, {"runs": 3, "correlation": {("a.x", "b.x"): 0.9, ("b.x", "c.x"): 0.9, ("a.x", "c.x"): -0.9}}, "the correlations of 'a.x', 'b.x', 'c.x' contradict one another"),
        (R, {"plan": "saltelli", "runs": 64, "correlation": {("a.x", "b.x"): 0.5}}, "takes its numbers as independent"), (R, {"plan": "morris", "runs": 64, "correlation": {("a.x", "b.x"): 0.5}}, "as independent"),
        (R, {"runs": 10**12}, "1,000,000,000,000 variants of 3 numbers do not fit in memory; take at most 357,913,941"), (R, {"plan": "grid", "points": 10**200}, "do not fit in memory"), (R, {"plan": "morris", "runs": 10**9}, "do not fit"),
    ],
)  # fmt: skip
def test_what_is_no_plan_is_refused(vary, named, words):
    with pytest.raises(bo.errors.StateError) as caught:
        variants_of(vary, **named)
    message = str(caught.value)
    assert words in message
    assert "\n" not in message
    assert message[-1] in ".?"


def test_distributions_that_give_no_numbers_are_refused():
    class Broken:
        def ppf(self, x):
            return np.where(np.asarray(x) > 0.9, np.inf, x)

    with pytest.raises(bo.errors.StateError, match=r"the distribution of 'a\.x' gave a number that is infinite"):
        variants_of({"a.x": Broken()}, runs=30)


# --- tables -----------------------------------------------------------------------------------------------------------


def test_tables_go_there_and_back(tmp_path):
    drawn = variants_of({**RANGES, "n": [1, 2, 3], "kind": ["tall, wide", "low"], "flag": [True, False]}, runs=50)
    frame = pd.DataFrame(drawn.columns)
    frame.to_csv(tmp_path / "table.csv", index=False)
    for table in (frame, tmp_path / "table.csv", str(tmp_path / "table.csv")):
        found = variants_of(table)
        assert found.plan == "list"
        assert list(found.columns) == list(drawn.columns)
        assert same(found, drawn)
        assert [column.dtype for column in found.columns.values()] == [c.dtype for c in drawn.columns.values()]
    assert found.settings["table"] == str(tmp_path / "table.csv")


@pytest.mark.parametrize(
    "text",
    [
        "a.x,n\n1.5,2\n-3e-2,4\n", "\ufeffa.x,n\r\n1.5,2\r\n\r\n-3e-2,4\r\n\r\n", "a.x;n\n1.5;2\n-3e-2;4", "a.x\tn\r1.5\t2\r-3e-2\t4",
        '"a.x", n\n +1.5, 2\n"-3e-2", 4\n', "\n\na.x,n\n,\n1.50,2\n-.03,4\n",
    ],
)  # fmt: skip
def test_csv_as_people_write_it(tmp_path, text):
    (tmp_path / "table.csv").write_bytes(text.encode())
    found = variants_of(tmp_path / "table.csv").columns
    assert found["a.x"].tolist() == [1.5, -0.03]
    assert found["n"].tolist() == [2, 4]
    assert found["n"].dtype == np.int64


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is empty"), ("\n\n  \n", "is empty"), ("a.x,b.x\n", "has names and no variants"), ("a.x,b.x\n1,2\n3\n", "row 3: 1 cells for 2 columns"), ("a.x,b.x\n1,2,3\n", "row 2: 3 cells for 2 columns"),
        ("a.x,b.x\n1,5,2\n", "write decimals with a point"), ("a.x;b.x\n1;2\n1,5;2\n", "row 3: 'a.x' is '1,5'; give a finite number, with a point"), ("a.x,b.x\n1,2\n\n3,x\n", "row 4: 'b.x' is 'x'"),
        ("a.x,b.x\n1,\n", "row 2: 'b.x' is empty"), ("a.x,a.x\n1,2\n", "row 1: two columns are called 'a.x'"), ("a.x,\n1,2\n", "row 1: column 2 has no name"), ("1,2\n3,4\n", "must have names, not '1'"),
        ("a.x\nnan\n", "row 2: 'a.x' is 'nan'"), ("a.x\n1\ninf\n", "row 3: 'a.x' is 'inf'"), ("a.x\n1e999\n", "'1e999'; give a finite"), ("a.x\n1_000\n", "'1_000'"), ("a.x\n٣\n", "'٣'"), ("a.x\n0x10\n", "'0x10'"),
        ("n\n1\ntwo\n", "row 3: 'n' is 'two'"), ("n\n1\ntrue\n", "row 3: 'n' is 'true'"), ("a.x\ntrue\n", "'true'; give a finite number"), ('a.x\n"1\n', "row 2: unexpected end of data"), ("a.x\n1\x00\n", "row 2"),
        ("a.x\n=cmd|' /C calc'!A0\n", "row 2: 'a.x' is"), ("a\x07b\n1\n", "use printable names"), ("a.x\n" + "9" * 200_000 + "\n", "field larger"), ("a.x\n" + "9" * 100_000 + "\n", "row 2"),
    ],
)  # fmt: skip
def test_csv_that_is_wrong_is_refused_in_one_sentence(tmp_path, text, words):
    path = tmp_path / "table.csv"
    path.write_text(text, encoding="utf-8", newline="")
    with pytest.raises(bo.errors.FileError) as caught:
        variants_of(path)
    message = str(caught.value)
    assert words in message
    assert str(path) in message
    assert "\n" not in message
    assert message[-1] == "."
    assert len(message) < 400 + len(str(path))


cells = st.sampled_from(
    ["a.x", "n", "1", "-2.5", "1e3", "nan", "true", "x", '"', '"q"', "'", ",", ",", ";", "\t", "\n", "\n", "\r", "\r\n", " ", "\x00", "\x0c", "\u2028", "\ufeff", "=", "#", "é"]
)  # fmt: skip


def attempt(path):
    """(variants, None), or (None, message) if the file was refused."""
    try:
        return variants_of(path), None
    except bo.errors.FileError as error:
        return None, str(error)


@given(
    st.text(max_size=60)
    | st.lists(cells, max_size=25).map("".join)
    | st.lists(cells, max_size=12).map(lambda rest: "a.x,n\n1,2\n" + "".join(rest))
)
@settings(max_examples=500)
def test_any_file_is_a_table_or_refused(text):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "table.csv"
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
        found, message = attempt(path)
    if found is None:
        assert "\n" not in message
        assert message[-1] == "."
        return
    lengths = {len(column) for column in found.columns.values()}
    assert lengths == {len(found)}
    for name, column in found.columns.items():
        assert column.dtype in ((np.float64,) if "." in name else (np.float64, np.int64, bool, object))
        assert column.dtype == object or np.isfinite(column).all()


def test_files_that_are_no_tables(tmp_path):
    (tmp_path / "binary.csv").write_bytes(b"a.x\n\xff\xfe\n")
    for path, words in (
        (tmp_path / "binary.csv", "is not UTF-8"),
        (tmp_path / "none.csv", "No such file"),
        (tmp_path, "is not a file"),
        ("a\0b", "is not a file name"),
        ("/dev/zero", "is not a file"),
    ):
        with pytest.raises(bo.errors.FileError, match=words):
            variants_of(path)


@pytest.mark.parametrize(
    ("frame", "words"),
    [
        (pd.DataFrame(), "has no variants"), (pd.DataFrame({"a.x": []}), "has no variants"), (pd.DataFrame([[1.0, 2.0]], columns=["a.x", "a.x"]), "two columns 'a.x'"), (pd.DataFrame({3: [1.0]}), "a column called 3"),
        (pd.DataFrame({"a.x": [1.0, None]}), "row 1 of 'a.x' is nan"), (pd.DataFrame({"a.x": ["1"]}), "row 0 of 'a.x' must be a number"), (pd.DataFrame({"a.x": pd.array([1, None], "Int64")}, index=["p", "q"]), "row 'q' of 'a.x'"),
        (pd.DataFrame({"a.x": pd.to_datetime(["2020-01-01"])}), "row 0 of 'a.x' must be a number"),
    ],
)  # fmt: skip
def test_frames_that_are_wrong_are_refused(frame, words):
    with pytest.raises(bo.errors.StateError) as caught:
        variants_of(frame)
    assert words in str(caught.value)


def test_tables_take_no_plan_of_another_kind(tmp_path):
    frame = pd.DataFrame({"a.x": [1.0]})
    for named, words in (
        ({"plan": "grid"}, "its plan is 'list', not 'grid'"),
        ({"plan": "gird"}, "did you mean 'grid'"),
        ({"runs": 3}, "takes no runs"),
        ({"correlation": {("a.x", "b.x"): 0.5}}, "its own correlations"),
    ):
        with pytest.raises(bo.errors.StateError, match=words):
            variants_of(frame, **named)
    path = tmp_path / "large.csv"
    with open(path, "wb") as file:
        file.truncate(MOST_BYTES + 1)  # (sparse: it takes no space)
    with pytest.raises(bo.errors.FileError, match="has more than"):
        variants_of(path)
