"""Which numbers matter: indices that are known in closed form."""

import warnings

import numpy as np
import pytest
from helpers.studied import Columns, studied
from SALib.sample import morris as morris_plan
from SALib.sample import sobol as saltelli_plan
from scipy import stats

import bough as bo
from bough.studies.answers.sensitivity import sensitivity

A, B = 7.0, 0.1


def ishigami(x):
    return np.sin(x[:, 0]) + A * np.sin(x[:, 1]) ** 2 + B * x[:, 2] ** 4 * np.sin(x[:, 0])


def ishigami_indices():
    """Ishigami and Homma (1990): (first, total) of the three numbers, and the interaction of the first and the third."""
    v1 = 0.5 * (1 + B * np.pi**4 / 5) ** 2
    v2 = A**2 / 8
    v13 = B**2 * np.pi**8 * (1 / 18 - 1 / 50)
    whole = v1 + v2 + v13
    return np.array([v1, v2, 0.0]) / whole, np.array([v1 + v13, v2, v13]) / whole, v13 / whole


def pendulum():
    """A point mass on a rod."""
    made = bo.Mechanism("pendulum")
    made.add_body(
        "bob", "ground", bo.Revolute((0, 1, 0)), inertia=bo.Inertia(1.0, center=(0, 0, -1), tensor=np.zeros((3, 3)))
    )
    return made


def problem(names, bounds):
    return {"num_vars": len(names), "names": list(names), "bounds": [list(each) for each in bounds]}


def saltelli(names, bounds, blocks, second=True, seed=1):
    table = saltelli_plan.sample(problem(names, bounds), blocks, calc_second_order=second, seed=seed)
    return Columns(dict(zip(names, table.T, strict=True)), "saltelli", {"second_order": second}), table


def ishigami_result(blocks, second=True, failed=(), seed=1):
    plan, table = saltelli(("a", "b", "c"), [(-np.pi, np.pi)] * 3, blocks, second, seed)
    return studied(plan, {"out": ishigami(table)}, failed)


def morris_result(function, bounds, paths, levels=4, failed=()):
    names = [f"p{k}" for k in range(len(bounds))]
    table = morris_plan.sample(problem(names, bounds), paths, num_levels=levels, seed=3)
    plan = Columns(dict(zip(names, table.T, strict=True)), "morris", {"levels": levels})
    return studied(plan, {"out": function(table)}, failed, {"out": "m"})


def random_result(function, factors, runs, failed=(), seed=0):
    table = np.random.default_rng(seed).uniform(0.0, 1.0, (runs, factors))
    plan = Columns({f"p{k}": table[:, k] for k in range(factors)}, "latin-hypercube")
    return studied(plan, {"out": function(table)}, failed)


def test_sobol_indices_of_ishigami():
    found = sensitivity(ishigami_result(2048), "out")
    first, total, together = ishigami_indices()
    assert found.method == "sobol"
    np.testing.assert_allclose(found.table["first"], first, atol=0.03)
    np.testing.assert_allclose(found.table["total"], total, atol=0.03)
    assert abs(found.table["second"].sel(parameter="a", other="c") - together) < 0.06
    assert found.table["second"].sel(parameter="a", other="c") == found.table["second"].sel(parameter="c", other="a")
    for known, name in ((first, "first"), (total, "total")):  # the intervals hold what they should
        assert (abs(found.table[name] - known) <= 1.5 * found.table[f"{name}_conf"]).all()
    assert found.ranked() == ["a", "b", "c"]
    assert not found.doubts
    assert "total" in repr(found)


def test_sobol_without_second_order():
    found = sensitivity(ishigami_result(2048, second=False), "out")
    np.testing.assert_allclose(found.table["total"], ishigami_indices()[1], atol=0.03)
    assert "second" not in found.table


def test_sobol_repeats_itself():
    result = ishigami_result(1024)
    assert sensitivity(result, "out").table.identical(sensitivity(result, "out").table)


def test_confidence_in_portions(monkeypatch):
    """Of many blocks, resamples are drawn a few at a time: the intervals are as wide, the indices the same."""
    result = ishigami_result(1024)
    whole = sensitivity(result, "out").table
    monkeypatch.setattr("bough.studies.answers.indices.MOST_DRAWN", 1024 * 10)
    parts = sensitivity(result, "out").table
    for name in ("first", "total", "second"):
        np.testing.assert_array_equal(parts[name], whole[name])
        np.testing.assert_allclose(parts[f"{name}_conf"], whole[f"{name}_conf"], rtol=0.25)


def test_failed_runs_cost_their_blocks_only():
    found = sensitivity(ishigami_result(2048, failed=[0, 5, 8, 800]), "out")  # blocks of eight: 0, 0, 1, 100
    assert found.remarks == ("3 of 2048 blocks of the plan are left out, since a run in them failed or gave no number",)
    np.testing.assert_allclose(found.table["total"], ishigami_indices()[1], atol=0.03)


def test_every_block_failed():
    with pytest.raises(bo.errors.StateError, match="each of the 16 blocks of the plan has a run that failed"):
        sensitivity(ishigami_result(16, failed=range(0, 128, 8)), "out")


def test_a_handful_of_blocks_says_nothing():
    """One block alone has no spread: resampled, it is always itself, and its confidence is perfect."""
    with pytest.raises(
        bo.errors.StateError, match="'out': 1 of 16 blocks of 8 runs have all their numbers, and fewer than 8"
    ):
        sensitivity(ishigami_result(16, failed=range(8, 128, 8)), "out")
    with pytest.raises(bo.errors.StateError, match=r"4 of 4 blocks .* take runs=64"):
        sensitivity(ishigami_result(4), "out")


def test_many_blocks_left_out_are_a_doubt():
    with pytest.warns(bo.BoughWarning, match="300 of 2048 blocks .* no number 'out': the others may not be typical"):
        found = sensitivity(ishigami_result(2048, failed=range(0, 2400, 8)), "out")
    assert not found.remarks
    with pytest.warns(bo.BoughWarning, match="20 of 100 runs are left out"):
        sensitivity(random_result(lambda x: x[:, 0], 2, 100, failed=range(20)), "out")


def doubts_of(result):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", bo.BoughWarning)
        return sensitivity(result, "out").doubts


def asked_for(doubts):
    """The blocks that would do."""
    (said,) = (doubt for doubt in doubts if "too few" in doubt)
    return int(said.split("about ")[1].split()[0])


@pytest.mark.parametrize("seed", range(6))
def test_few_blocks_ask_for_enough(seed):
    """Eight blocks know their own spread badly; what they ask for has to do nevertheless."""
    enough = asked_for(doubts_of(ishigami_result(8, second=False, seed=seed)))
    assert not any("too few" in doubt for doubt in doubts_of(ishigami_result(enough, second=False, seed=seed)))


def test_lost_blocks_have_to_be_made_up_for():
    """If every other block is lost, it takes twice as many."""
    whole = ishigami_result(32, second=False)
    lost = ishigami_result(64, second=False, failed=range(160, 320, 5))  # the same 32 blocks stay
    assert asked_for(doubts_of(lost)) == 2 * asked_for(doubts_of(whole))


def pending(result, which):
    result.dataset["status"][which] = "pending"
    return result


def test_what_has_not_run_did_not_fail():
    told = r"8,000 of 16,384 runs are pending; run the study to its end"
    with pytest.warns(bo.BoughWarning, match=told):
        found = sensitivity(pending(ishigami_result(2048, failed=[16000]), slice(0, 8000)), "out")
    assert found.remarks == ("1 of 1048 blocks of the plan are left out, since a run in them failed or gave no number",)
    with pytest.warns(bo.BoughWarning, match="60 of 100 runs are pending"):
        found = sensitivity(pending(random_result(lambda x: x[:, 0], 2, 100), slice(0, 60)), "out")
    assert not found.remarks
    with pytest.raises(
        bo.errors.StateError, match="none of the 16 blocks of the plan has run yet; run the study to its end"
    ):
        sensitivity(pending(ishigami_result(16), slice(None)), "out")
    with pytest.raises(bo.errors.StateError, match=r"2 of 16 blocks of 8 runs have .* run the study to its end"):
        sensitivity(pending(ishigami_result(16), slice(16, None)), "out")


def test_too_few_blocks_are_said_to_be():
    with pytest.warns(bo.BoughWarning, match=r"32 blocks of 8 runs are too few; about \d+ blocks") as told:
        found = sensitivity(ishigami_result(32), "out")
    enough = int(str(told[0].message).split("about ")[1].split()[0])
    assert found.table["total_conf"].max() > 0.1
    better = sensitivity(ishigami_result(enough), "out")
    assert not better.doubts  # what was said to do does


def test_blocks_that_are_no_power_of_two():
    plan, _ = saltelli(("a", "b"), [(0, 1)] * 2, 1024)
    part = Columns({name: values[: 1000 * 6] for name, values in plan.columns.items()}, plan.plan, plan.settings)
    kept = part.columns["a"] + part.columns["b"]
    with pytest.warns(bo.BoughWarning, match="1000 blocks are no power of two.*take 1024"):
        sensitivity(studied(part, {"out": kept}), "out")


def test_what_is_constant_depends_on_nothing():
    plan, table = saltelli(("a", "b"), [(0, 1)] * 2, 64)
    with pytest.warns(bo.BoughWarning, match="'out' is the same in all runs"):
        found = sensitivity(studied(plan, {"out": np.full(len(table), 3.0)}), "out")
    assert (found.table["total"] == 0.0).all()


def test_morris_effects_of_a_linear_function():
    """Of a linear function every elementary effect is its slope times the range."""
    slopes = np.array([3.0, -2.0, 0.0])
    bounds = [(0.0, 1.0), (1.0, 5.0), (-1.0, 1.0)]
    found = sensitivity(morris_result(lambda x: x @ slopes, bounds, 20), "out")
    np.testing.assert_allclose(found.table["mu"], [3.0, -8.0, 0.0], atol=1e-12)
    np.testing.assert_allclose(found.table["mu_star"], [3.0, 8.0, 0.0], atol=1e-12)
    np.testing.assert_allclose(found.table["sigma"], 0.0, atol=1e-12)
    assert found.table["units"] == "m"
    assert found.ranked()[0] == "p1"


def test_morris_of_a_product_spreads():
    """y = p0 p1 on the unit square: effects are the other number, of 0, 1/3, 2/3, 1 each as often."""
    found = sensitivity(morris_result(lambda x: x[:, 0] * x[:, 1], [(0, 1)] * 2, 4000), "out")
    np.testing.assert_allclose(found.table["mu_star"], 0.5, atol=0.02)
    np.testing.assert_allclose(found.table["sigma"], np.sqrt(5) / 6, atol=0.02)


def test_morris_leaves_out_paths_and_asks_for_more():
    lost, few = doubts_of(morris_result(lambda x: x[:, 0], [(0, 1)] * 2, 6, failed=[0, 17]))
    assert lost.startswith("2 of 6 paths")
    assert "come from 4 paths; take 10 or more, 30 runs" in few


def test_regression_of_a_linear_function_with_noise():
    """β = slope × spread of p over spread of y; with noise of known size, R² is the share that is not noise."""
    rng = np.random.default_rng(5)
    slopes, noise = np.array([3.0, -1.0, 0.0]), 0.5
    result = random_result(lambda x: x @ slopes + rng.normal(0.0, noise, len(x)), 3, 4000)
    found = sensitivity(result, "out")
    variance = (slopes**2).sum() / 12 + noise**2
    assert found.method == "regression"
    np.testing.assert_allclose(found.table["coefficient"], slopes / np.sqrt(12 * variance), atol=0.03)
    np.testing.assert_allclose(found.table["r2"], 1 - noise**2 / variance, atol=0.03)
    # the standard error of a coefficient is √((1 - R²) / n), so its interval is about twice that
    expected = 1.96 * np.sqrt((1 - float(found.table["r2"])) / 4000)
    np.testing.assert_allclose(found.table["coefficient_conf"], expected, rtol=0.05)


def test_the_confidence_of_a_regression_is_that_of_scipy():
    rng = np.random.default_rng(4)
    x = rng.normal(size=12)
    y = 3.0 * x + rng.normal(size=12)
    result = studied(Columns({"a": x}), {"out": y})
    found = sensitivity(result, "out", "regression", confidence=0.9)
    known = stats.linregress(x, y)
    scale = x.std() / y.std()
    assert found.table["coefficient"].values == pytest.approx([known.slope * scale], rel=1e-12)
    width = known.stderr * scale * stats.t.ppf(0.95, 10)
    assert found.table["coefficient_conf"].values == pytest.approx([width], rel=1e-12)


def test_regression_says_when_it_does_not_explain():
    result = random_result(lambda x: (x[:, 0] - 0.5) ** 2, 2, 200)
    with pytest.warns(bo.BoughWarning, match="linear model explains only .* % of the variance of 'out'"):
        sensitivity(result, "out")


def test_rank_regression_takes_what_is_monotone():
    result = random_result(lambda x: np.exp(12 * x[:, 0]), 1, 300)
    with pytest.warns(bo.BoughWarning, match="linear model"):
        plain = sensitivity(result, "out")
    ranks = sensitivity(result, "out", "rank regression")
    assert plain.table["r2"] < 0.7
    np.testing.assert_allclose(ranks.table["r2"], 1.0, atol=1e-12)


def test_regression_with_few_runs():
    with pytest.raises(
        bo.errors.StateError, match="4 runs with a number are fewer than the 5 that 3 varied numbers need; take 30"
    ):
        sensitivity(random_result(lambda x: x[:, 0], 3, 5, failed=[1]), "out")
    with pytest.warns(bo.BoughWarning, match="8 runs with a number 'out' are few for 3 varied numbers; take 30"):
        sensitivity(random_result(lambda x: x[:, 0], 3, 8), "out")


def test_texts_are_left_out_of_a_regression():
    x = np.linspace(0, 1, 40)
    plan = Columns({"x": x, "tyre": np.array(["soft", "hard", "wet", "hard"] * 10, object)})
    with pytest.warns(bo.BoughWarning, match="'tyre' has no order"):
        found = sensitivity(studied(plan, {"out": 2 * x}), "out")
    assert found.table["parameter"].values.tolist() == ["x"]


def test_two_texts_are_one_step():
    """y = 2 for 'hard', 0 for 'soft', each as often: the step explains everything, and it is upward from 'soft'."""
    tyre = np.array(["soft", "hard"] * 20, object)
    found = sensitivity(studied(Columns({"tyre": tyre}), {"out": 2.0 * (tyre == "hard")}), "out")
    np.testing.assert_allclose(found.table["coefficient"], [1.0], atol=1e-12)
    assert found.remarks == ("from 'soft' to 'hard' is one step of 'tyre'",)


def test_numbers_that_vary_together():
    x = np.linspace(0, 1, 40)
    with pytest.raises(bo.errors.StateError, match="'x', 'y' vary together"):
        sensitivity(studied(Columns({"x": x, "y": 2 * x}), {"out": x}), "out")


def test_all_kept_numbers_at_once():
    plan, table = saltelli(("a", "b"), [(0, 1)] * 2, 1024)
    result = studied(plan, {"sum": table.sum(1), "b alone": table[:, 1], "track": np.ones((len(table), 3))})
    found = sensitivity(result)
    assert found.quantities == ("sum", "b alone")
    np.testing.assert_allclose(found.table["total"], [[0.5, 0.5], [0.0, 1.0]], atol=0.05)
    assert found.ranked("b alone") == ["b", "a"]


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("ouf", {}, "no kept number 'ouf': did you mean 'out'?"),
        ("track", {}, "'track' is kept as samples"),
        ("out", {"method": "sobel"}, "no method 'sobel': did you mean 'sobol'?"),
        ("out", {"method": "morris"}, "need plan='morris', and this study has 'saltelli'"),
        ("out", {"confidence": 95}, "confidence must be between 0 and 1"),
    ],
)
def test_wrong_requests(name, options, message):
    plan, table = saltelli(("a", "b"), [(0, 1)] * 2, 4)
    result = studied(plan, {"out": table[:, 0], "track": np.ones((len(table), 3))})
    with pytest.raises(bo.errors.StateError) as told:
        sensitivity(result, name, **options)
    assert message in str(told.value)


def test_sobol_indices_of_a_pendulum():
    """It passes its lowest point after π/2 √(l/g): a product of two independent numbers, whose indices are in closed form."""
    l0, l1, g0, g1 = 0.5, 2.0, 5.0, 15.0
    vary = {"bob.center.z": (-l1, -l0), "gravity.z": (-g1, -g0), "q0.bob": (0.001, 0.01)}
    study = bo.Study(
        pendulum(), vary, {"duration": 1.05, "every": 0.015, "rtol": 1e-6, "atol": 1e-9, "code": "own"}, {"quarter": "first q.bob < 0"},
        plan="saltelli", runs=5 * 2048,
    )  # fmt: skip
    result = study.run()
    found = result.sensitivity("quarter")
    mean_l, square_l = 2 / 3 * (l1**1.5 - l0**1.5) / (l1 - l0), (l0 + l1) / 2
    mean_g, square_g = 2 * (np.sqrt(g1) - np.sqrt(g0)) / (g1 - g0), np.log(g1 / g0) / (g1 - g0)
    var_l, var_g = square_l - mean_l**2, square_g - mean_g**2
    whole = square_l * square_g - (mean_l * mean_g) ** 2
    first = np.array([var_l * mean_g**2, var_g * mean_l**2, 0.0]) / whole
    total = np.array([var_l * square_g, var_g * square_l, 0.0]) / whole
    np.testing.assert_allclose(found.table["first"], first, atol=0.02)
    np.testing.assert_allclose(found.table["total"], total, atol=0.02)
    assert found.ranked() == ["bob.center.z", "gravity.z", "q0.bob"]
    # and the numbers themselves
    quarter = np.pi / 2 * np.sqrt(-result["bob.center.z"] / -result["gravity.z"])
    np.testing.assert_allclose(result["quarter"], quarter, rtol=1e-4)


def test_morris_effects_of_a_pendulum():
    """A small swing is φ₀ cos ωt + ω₀ sin ωt / ω: linear in its start, so every effect is a slope times a range."""
    vary = {"q0.bob": (0.001, 0.003), "u0.bob": (-0.004, 0.004)}
    study = bo.Study(pendulum(), vary, {"times": [0.0, 0.4]}, {"end": "end q.bob"}, plan="morris", runs=3 * 12)
    found = study.run().sensitivity("end")
    omega = np.sqrt(-pendulum().gravity[2])
    np.testing.assert_allclose(
        found.table["mu"], [0.002 * np.cos(0.4 * omega), 0.008 * np.sin(0.4 * omega) / omega], rtol=1e-4
    )
    np.testing.assert_allclose(found.table["sigma"], 0.0, atol=1e-7)
