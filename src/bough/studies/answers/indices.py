"""Numbers that say how much each varied number matters: Sobol indices, Morris' effects, regression."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from bough.errors import StateError
from bough.extras import need
from bough.mechanism.checks import listing, shown

RESAMPLES = 200  # of the bootstrap behind confidences
MOST_DRAWN, MOST_PORTIONS = 2_000_000, 25  # numbers that are drawn for it at a time, and how often
LEAST_BLOCKS = 8  # of a Saltelli plan: what fewer say is chance, and so is the confidence that they claim
OPTIMISTIC = 16  # blocks from which confidences are so uncertain that twice as many are asked for
MANY_LOST = 0.1  # share of runs without a number from which on the others may not be typical
UNSURE = 0.1  # half the width of a Sobol index's confidence from which on samples are said to be too few
FEW_PATHS = 10  # Morris trajectories from which on effects can be trusted (Campolongo and others: 10 to 50)
FEW_RUNS = 10  # runs for each varied number from which on a regression can be trusted
LINEAR = 0.7  # R² from which on regression coefficients rank what varies (Saltelli and others, 2008)


class Found(NamedTuple):
    """Numbers of one kept quantity: tables by parameter, single numbers, and what to say about them."""

    tables: dict[str, np.ndarray]
    single: dict[str, float]
    remarks: list[str]  # what is to be known, but no reason for doubt
    doubts: list[str]


class Blocks(NamedTuple):
    """Values in blocks (or paths) of a plan: those without a gap, which ones they are, and what to say about the others."""

    values: np.ndarray
    whole: np.ndarray
    remarks: list[str]
    doubts: list[str]


def whole_blocks(y: np.ndarray, pending: np.ndarray, size: int, what: str, name: str) -> Blocks:
    """Blocks of ``size`` values without a gap. ``pending``: which runs are still to come."""
    blocks, open_ = y.reshape(-1, size), pending.reshape(-1, size).any(axis=1)
    whole = np.isfinite(blocks).all(axis=1)
    if open_.all():
        raise StateError(
            f"no sensitivity of '{name}': none of the {len(blocks):,} {what} has run yet; run the study to its end."
        )
    if not whole.any():
        raise StateError(
            f"no sensitivity of '{name}': each of the {int((~open_).sum())} {what} has a run that failed or gave no number; narrow what "
            "varies, or take method='regression', which needs no whole ones."
        )
    gone, ran = int((~whole & ~open_).sum()), int((~open_).sum())
    said = f"{gone} of {ran} {what} are left out, since a run in them failed or gave no number"
    return Blocks(blocks[whole], whole, *_told(gone, ran, said, name))


def _told(gone: int, ran: int, said: str, name: str) -> tuple[list[str], list[str]]:
    """What is left out, as a remark, or as a doubt if it is much."""
    if gone > MANY_LOST * ran:
        return [], [f"{said} '{name}': the others may not be typical"]
    return ([said] if gone else []), []


def _refuse_few(blocks: int, planned: int, size: int, waits: bool, name: str) -> None:
    """Sobol indices from a handful of blocks are chance."""
    if blocks >= LEAST_BLOCKS:
        return
    if planned < LEAST_BLOCKS:
        cure = f"take runs={LEAST_BLOCKS * size}, or far more"
    elif waits:
        cure = "run the study to its end"
    else:
        cure = "narrow what varies, or take method='regression', which needs no whole ones"
    raise StateError(
        f"no Sobol indices of '{name}': {blocks} of {planned} blocks of {size} runs have all their numbers, and fewer than "
        f"{LEAST_BLOCKS} say nothing; {cure}."
    )


def sobol(
    y: np.ndarray, pending: np.ndarray, settings: dict[str, Any], factors: int, name: str, confidence: float, seed: int
) -> Found:
    """First, total and, where sampled, second-order Sobol indices, by SALib from a Saltelli plan."""
    need("sensitivities of studies")
    from SALib.analyze import sobol as analysis

    second = bool(settings.get("second_order", False))
    size = 2 * factors + 2 if second else factors + 2
    if len(y) % size:
        raise StateError(
            f"Sobol indices need blocks of {size} variants, and there are {len(y)}; make a plan 'saltelli'."
        )
    planned = len(y) // size
    blocks, _, remarks, doubts = whole_blocks(y, pending, size, "blocks of the plan", name)
    _refuse_few(len(blocks), planned, size, bool(pending.any()), name)
    names = ["first", "first_conf", "total", "total_conf"]
    if is_constant(blocks):
        empty = {one: np.zeros(factors) for one in names}
        return Found(empty, {}, remarks, [*doubts, constant(name)])
    problem = {"num_vars": factors, "names": [str(k) for k in range(factors)], "bounds": [[0.0, 1.0]] * factors}

    def analyse(resamples: int, number: int) -> Any:
        # (SALib takes the seed 0 for none)
        return analysis.analyze(
            problem, blocks.ravel(), calc_second_order=second, num_resamples=resamples, conf_level=confidence,
            seed=seed + 1 + number,
        )  # fmt: skip

    found = in_portions(analyse, len(blocks))
    keys = ("S1", "S1_conf", "ST", "ST_conf")
    tables = {ours: np.asarray(found[theirs], float) for ours, theirs in zip(names, keys, strict=True)}
    if second:
        for ours, theirs in (("second", "S2"), ("second_conf", "S2_conf")):
            upper = np.asarray(found[theirs], float)
            tables[ours] = np.where(np.isfinite(upper), upper, upper.T)
    unsure = float(max(tables["first_conf"].max(), tables["total_conf"].max()))
    if unsure > UNSURE:
        # (what counts are blocks that stay: of those that are asked for, as many will be lost as here)
        kept_share = len(blocks) / (planned - int(pending.reshape(-1, size).any(axis=1).sum()))
        enough = power_of_two((len(blocks) + OPTIMISTIC) * (unsure / UNSURE) ** 2 / kept_share)
        doubts.append(
            f"Sobol indices of '{name}' are uncertain by up to ±{unsure:.3g}: {len(blocks)} blocks of {size} runs are too few; "
            f"about {enough} blocks, {enough * size} runs, would bring that to ±{UNSURE:g}"
        )
    if planned & (planned - 1):
        doubts.append(
            f"{planned} blocks are no power of two, so Sobol's sequence is not balanced; take {power_of_two(planned)}"
        )
    return Found(tables, {}, remarks, doubts)


def in_portions(analyse: Callable[[int, int], Any], blocks: int) -> dict[str, np.ndarray]:
    """An analysis whose resamples fit into memory: variances of a few at a time, averaged.

    ``analyse``: takes the number of resamples, and that of the portion.
    """
    resamples = int(np.clip(MOST_DRAWN // blocks, 2, RESAMPLES))
    portions = min(-(-RESAMPLES // resamples), MOST_PORTIONS)
    found = [analyse(resamples, number) for number in range(portions)]
    whole = {str(key): np.asarray(values, float) for key, values in found[0].items()}
    for key in whole:
        if key.endswith("_conf"):
            whole[key] = np.sqrt(np.mean([np.square(one[key]) for one in found], axis=0))
    return whole


def morris(
    x: np.ndarray,
    y: np.ndarray,
    pending: np.ndarray,
    settings: dict[str, Any],
    name: str,
    names: list[str],
    confidence: float,
    seed: int,
) -> Found:
    """Mean and spread of elementary effects over the whole range of each number, by SALib from a Morris plan."""
    need("sensitivities of studies")
    from SALib.analyze import morris as analysis

    factors = x.shape[1]
    size = factors + 1
    if len(y) % size:
        raise StateError(
            f"Morris' effects need paths of {size} variants, and there are {len(y)}; make a plan 'morris'."
        )
    paths, whole, remarks, doubts = whole_blocks(y, pending, size, "paths of the plan", name)
    steps = x.reshape(-1, size, factors)[whole]
    moved = (np.diff(steps, axis=1) != 0.0).sum(axis=1)
    if (still := (moved != 1).any(axis=0)).any():
        stuck = [one for one, is_still in zip(names, still, strict=True) if is_still]
        raise StateError(
            f"no Morris effects of {listing(stuck)}: levels of the plan coincide there; give fewer levels, or more values."
        )
    levels = int(settings.get("levels") or 4)
    problem = {"num_vars": factors, "names": names, "bounds": [[0.0, 1.0]] * factors, "groups": None}
    if len(paths) == 1:
        raise StateError(f"one path alone says nothing about '{name}'; take {FEW_PATHS}.")
    found = analysis.analyze(
        problem, steps.reshape(-1, factors), paths.ravel(), num_levels=levels,
        num_resamples=int(np.clip(10 * MOST_DRAWN // len(paths), 20, RESAMPLES)),
        conf_level=confidence, seed=seed + 1,
    )  # fmt: skip
    keys = {"mu_star": "mu_star", "mu_star_conf": "mu_star_conf", "mu": "mu", "sigma": "sigma"}
    tables = {ours: np.asarray(np.ma.filled(found[theirs], np.nan), float) for ours, theirs in keys.items()}
    doubts += [constant(name)] if is_constant(paths) else []
    if len(paths) < FEW_PATHS:
        doubts.append(
            f"Morris' effects of '{name}' come from {len(paths)} paths; take {FEW_PATHS} or more, {FEW_PATHS * size} runs"
        )
    return Found(tables, {}, remarks, doubts)


def regression(
    x: np.ndarray, y: np.ndarray, pending: np.ndarray, name: str, names: list[str], confidence: float, ranks: bool
) -> Found:
    """Coefficients of a linear regression of standardised numbers, or of their ranks, with R²."""
    from scipy.stats import rankdata, t

    known = np.isfinite(y)
    gone, ran = int((~known & ~pending).sum()), int((~pending).sum())
    said = f"{gone} of {ran} runs are left out, since they failed or gave no number"
    remarks, doubts = _told(gone, ran, said, name)
    x, y = x[known], y[known]
    count, factors = x.shape
    if count < factors + 2:
        raise StateError(
            f"no sensitivity of '{name}': {count} runs with a number are fewer than the {factors + 2} that {factors} varied numbers "
            f"need; take {FEW_RUNS * factors}."
        )
    if is_constant(y):
        empty = {one: np.zeros(factors) for one in ("coefficient", "coefficient_conf")}
        return Found(empty, {"r2": np.nan}, remarks, [*doubts, constant(name)])
    if ranks:
        x, y = np.stack([rankdata(each) for each in x.T], axis=1), rankdata(y)
    spread = x.std(axis=0)
    if (still := spread == 0.0).any():
        raise StateError(
            f"no regression: {listing(np.array(names)[still].tolist())} is the same in all runs that are left."
        )
    z, target = (x - x.mean(axis=0)) / spread, (y - y.mean()) / y.std()
    gram = z.T @ z
    if np.linalg.cond(gram) > 1e10:
        raise StateError(
            f"no regression: some of {listing(names)} vary together, so their effects cannot be told apart."
        )
    beta = np.linalg.solve(gram, z.T @ target)
    rest = target - z @ beta
    free = count - factors - 1
    error = np.sqrt(rest @ rest / free * np.linalg.inv(gram).diagonal())
    r2 = float(1.0 - rest @ rest / count)
    tables = {"coefficient": beta, "coefficient_conf": error * t.ppf(0.5 + confidence / 2, free)}
    if count < FEW_RUNS * factors:
        doubts.append(
            f"{count} runs with a number '{name}' are few for {factors} varied numbers; take {FEW_RUNS * factors}"
        )
    if r2 < LINEAR:
        other = "plan='saltelli'" if ranks else "method='rank regression' or plan='saltelli'"
        model = "a monotone" if ranks else "a linear"
        doubts.append(
            f"{model} model explains only {100 * r2:.0f} % of the variance of '{name}' (R² = {r2:.2f}); take {other}"
        )
    return Found(tables, {"r2": r2}, remarks, doubts)


def is_constant(values: np.ndarray) -> bool:
    """Whether values differ by rounding at most."""
    return bool(np.ptp(values) <= 1e-14 * np.abs(values).max())


def constant(name: str) -> str:
    return f"{shown(name)} is the same in all runs, so nothing that varies matters to it"


def power_of_two(count: float) -> int:
    """The next power of two."""
    return 1 << max(0, int(np.ceil(np.log2(count))))
