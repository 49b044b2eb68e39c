"""Plans: which variants a study runs.

Every plan draws points of the unit cube, a column for each varied number, and each column is then mapped to values: of
a range, of a list by index, or of a distribution by its quantiles. Correlation is a Gaussian copula, so margins stay
what they are. The same arguments give the same bits.

``grid``             all combinations, the first column varying slowest
``latin-hypercube``  one point in each of ``runs`` equal strata of each number (McKay, Beckman and Conover, 1979)
``sobol``            Sobol's sequence, scrambled; balanced if ``runs`` is a power of two
``saltelli``         the plan for Sobol indices: N (D + 2) variants, or N (2 D + 2) with indices of pairs, in SALib's order
``morris``           trajectories of D + 1 variants, each step along one number (Morris, 1991), in SALib's order
``list``             the rows of a table
"""

from __future__ import annotations

import math
import os
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from bough.errors import BoughWarning, StateError
from bough.mechanism.checks import remedy, shown
from bough.studies.vary.columns import Column, Values, column_of, columns_of
from bough.studies.vary.copula import correlated, gaussian_correlation
from bough.studies.vary.tables import table_of

PLANS = ("grid", "latin-hypercube", "sobol", "saltelli", "morris", "list")
LEVELS = 4
# most bytes that the columns of a plan may take
MOST_BYTES = 1 << 33
# the points of Sobol's sequence are multiples of 2⁻³⁰: half of that from the sides, no quantile is infinite
_HALF = 2.0**-31
_MOST_SEED = 2**63 - 1


@dataclass(frozen=True)
class Variants:
    """The varied numbers of all variants, by name, and how they came about."""

    columns: dict[str, np.ndarray]
    plan: str
    settings: dict[str, Any]
    shape: tuple[int, ...] | None = None  # of a grid, in the order of columns

    def __len__(self) -> int:
        return len(next(iter(self.columns.values())))

    def part(self, first: int, last: int) -> dict[str, np.ndarray]:
        """The columns of some consecutive variants."""
        return {name: column[first:last] for name, column in self.columns.items()}


def variants_of(
    vary: Any,
    plan: str | None = None,
    runs: int | None = None,
    seed: int = 0,
    points: int | Mapping[str, int] | None = None,
    levels: int | None = None,
    correlation: Mapping[tuple[str, str], float] | None = None,
    second_order: bool = False,
) -> Variants:
    """The variants of a plan.

    ``vary``: values by name. A tuple (low, high) is a range, a list or array holds values, a distribution of SciPy is
    drawn from; a tuple of names has a ``multivariate_normal``. Or a table of all variants: a DataFrame, or the path of a
    CSV file. ``plan``: by default "list" for a table, "grid" for lists alone, else "latin-hypercube".

    ``runs``: how many variants, at most for "saltelli" and "morris". ``points`` of each range or distribution in a grid,
    one number or by name. ``levels`` of "morris". ``correlation``: rank correlations by pairs of names.
    ``second_order``: whether "saltelli" serves indices of pairs, too.

    Names without a dot are arguments of functions, which may be integers, texts or True and False. A grid varies these
    slowest; a Latin hypercube and Sobol's sequence are sorted by them.
    """
    seed = _whole(seed, "seed", 0, _MOST_SEED)
    if not isinstance(vary, Mapping):
        return _listed(vary, plan, runs, points, levels, correlation, second_order, seed)
    columns, mixed = _columns(vary)
    plan = _plan(plan, columns)
    _check_extras(plan, runs, points, levels, second_order)
    coupling = gaussian_correlation(list(columns), mixed, correlation)
    if coupling is not None and plan not in ("latin-hypercube", "sobol"):
        raise StateError(
            f"a plan '{plan}' takes its numbers as independent; leave correlations out, or take 'latin-hypercube'."
        )
    settings: dict[str, Any] = {"seed": seed, "vary": {name: column.told for name, column in columns.items()}}
    if correlation:
        settings["correlation"] = [[*map(str, pair), float(value)] for pair, value in correlation.items()]
    if mixed:
        settings["normal"] = [
            [[*names], *(np.asarray(part).tolist() for part in (of.mean, of.cov))] for names, of in mixed
        ]
    if plan == "grid":
        return _grid(columns, points, settings)
    if plan == "list":
        return _zipped(columns, settings)
    return _drawn(plan, columns, runs, levels, second_order, coupling, settings)


# --- what was asked for -----------------------------------------------------------------------------------------------


def _columns(vary: Mapping[Any, Any]) -> tuple[dict[str, Column], list[tuple[tuple[str, ...], Any]]]:
    """What each name takes, and the multivariate distributions with their names."""
    columns: dict[str, Column] = {}
    mixed: list[tuple[tuple[str, ...], Any]] = []
    for names, given in vary.items():
        several = isinstance(names, tuple)
        found = columns_of(names, given) if several else {names: column_of(names, given)}
        for name, column in found.items():
            if name in columns:
                raise StateError(f"{shown(name)} varies twice; leave one out.")
            columns[name] = column
        if several:
            mixed.append((names, given))
    if not columns:
        raise StateError("nothing varies; give vary= a name and its values, such as {'boom.mass': (80, 120)}.")
    return columns, mixed


def _plan(plan: Any, columns: Mapping[str, Column]) -> str:
    if plan is None:
        return "grid" if all(isinstance(column, Values) for column in columns.values()) else "latin-hypercube"
    if not isinstance(plan, str) or plan not in PLANS:
        raise StateError(f"no plan {shown(plan)}: {remedy(plan, PLANS)}")
    return plan


def _check_extras(plan: str, runs: Any, points: Any, levels: Any, second_order: Any) -> None:
    """Refuse arguments that are not of the plan, and a missing number of runs."""
    drawn = plan not in ("grid", "list")
    for name, given, fits in (
        ("runs", runs, drawn),
        ("points", points, plan == "grid"),
        ("levels", levels, plan == "morris"),
        ("second_order", second_order or None, plan == "saltelli"),
    ):
        if given is not None and not fits:
            raise StateError(f"a plan '{plan}' takes no {name}; leave {name}= out.")
    if drawn and runs is None:
        raise StateError(f"a plan '{plan}' needs runs=, the number of variants.")


def _whole(value: Any, name: str, least: int, most: int | None = None) -> int:
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < least:
        raise StateError(f"{name} must be a whole number of at least {least}, not {shown(value)}.")
    if most is not None and value > most:
        raise StateError(f"{name} must be at most {most}, not {shown(value)}.")
    return int(value)


def _check_size(count: int, columns: int) -> None:
    if count * columns * 8 > MOST_BYTES:
        most = MOST_BYTES // (8 * columns)
        many = f"{count:,}" if count < 10**15 else f"{float(min(count, 10**300)):.0e}"
        raise StateError(
            f"{many} variants of {columns} number{'s' * (columns != 1)} do not fit in memory; take at most {most:,}, and "
            "divide larger studies by their seeds."
        )


# --- plans ------------------------------------------------------------------------------------------------------------


def _listed(
    vary: Any, plan: Any, runs: Any, points: Any, levels: Any, correlation: Any, second: Any, seed: int
) -> Variants:
    """The rows of a table."""
    if plan not in (None, "list"):
        _plan(plan, {})
        raise StateError(f"a table lists its variants, so its plan is 'list', not '{plan}'; leave plan= out.")
    if correlation:
        raise StateError("a table has its own correlations; leave correlation= out.")
    _check_extras("list", runs, points, levels, second)
    columns, source = table_of(vary, MOST_BYTES)
    settings = {"seed": seed, **({"table": os.fspath(source)} if source is not None else {})}
    return _with_problem(Variants(columns, "list", settings), {})


def _zipped(columns: Mapping[str, Column], settings: dict[str, Any]) -> Variants:
    """Lists of the same length, side by side."""
    values = {}
    for name, column in columns.items():
        if not isinstance(column, Values):
            raise StateError(f"a plan 'list' needs a list of values for '{name}', not {column.word}.")
        values[name] = column.values
    lengths = {name: len(column) for name, column in values.items()}
    if len(set(lengths.values())) > 1:
        told = ", ".join(f"'{name}' has {length}" for name, length in list(lengths.items())[:8])
        raise StateError(f"a plan 'list' needs as many values for each name, but {told}.")
    return _with_problem(Variants(values, "list", settings), columns)


def _grid(columns: dict[str, Column], points: Any, settings: dict[str, Any]) -> Variants:
    by_name = dict(points) if isinstance(points, Mapping) else {}
    for name in by_name:
        if name not in columns:
            raise StateError(f"points= has {shown(name)}, which does not vary: {remedy(name, columns)}")
    ordered = {name: columns[name] for name in sorted(columns, key=lambda name: not columns[name].is_kind)}
    counts: dict[str, int] = {}
    for name, column in ordered.items():
        count = by_name.get(name, None if by_name else points)
        if isinstance(column, Values):
            if name in by_name:
                raise StateError(f"points= has '{name}', which has values of its own; leave it out.")
            counts[name] = len(column.values)
        elif count is None:
            raise StateError(f"a grid needs points for '{name}', such as points={{'{name}': 11}}, or a list of values.")
        else:
            counts[name] = _whole(count, f"points of '{name}'", 1)
    shape = tuple(counts.values())
    _check_size(math.prod(shape), len(shape))
    settings["shape"] = list(shape)
    found = {}
    for k, (name, column) in enumerate(ordered.items()):
        axis = column.values if isinstance(column, Values) else column.spread(counts[name])
        found[name] = np.tile(np.repeat(axis, math.prod(shape[k + 1 :])), math.prod(shape[:k]))
    return _with_problem(Variants(found, "grid", settings, shape), ordered)


def _drawn(
    plan: str,
    columns: dict[str, Column],
    runs: Any,
    levels: Any,
    second_order: bool,
    coupling: np.ndarray | None,
    settings: dict[str, Any],
) -> Variants:
    """The plans that draw points of the unit cube."""
    runs, count = _whole(runs, "runs", 1), len(columns)
    _check_size(runs, count)
    settings["runs"] = runs
    random = np.random.Generator(np.random.PCG64(settings["seed"]))
    if plan in ("saltelli", "morris"):
        for name, column in columns.items():
            if isinstance(column, Values) and len(column.values) == 1:
                raise StateError(f"'{name}' has one value and cannot matter; leave it out, or give it others.")
    if plan == "latin-hypercube":
        unit = _latin_hypercube(runs, count, random, coupling)
    elif plan == "sobol":
        unit = _sobol(runs, count, random, coupling)
    elif plan == "saltelli":
        size = 2 * count + 2 if second_order else count + 2
        settings |= {"second_order": bool(second_order), "base": _base(runs, size)}
        unit = saltelli(_sequence(settings["base"], 2 * count, random), bool(second_order))
    else:
        settings["levels"] = _levels(levels)
        if runs < count + 1:
            raise StateError(
                f"a plan 'morris' of {count} numbers needs {count + 1} runs for each trajectory; give more."
            )
        settings["trajectories"] = runs // (count + 1)
        unit = _morris(settings["trajectories"], count, settings["levels"], random)
    found = {}
    for k, (name, column) in enumerate(columns.items()):
        found[name] = column.at_levels(unit[k], settings["levels"]) if plan == "morris" else column.at(unit[k])
    kinds = [found[name] for name, column in columns.items() if column.is_kind]
    if kinds and plan in ("latin-hypercube", "sobol"):
        keys = [np.unique(kind.astype(str) if kind.dtype == object else kind, return_inverse=True)[1] for kind in kinds]
        order = np.lexsort(keys[::-1])
        found = {name: values[order] for name, values in found.items()}
    return _with_problem(Variants(found, plan, settings), columns)


def _latin_hypercube(runs: int, count: int, random: np.random.Generator, coupling: np.ndarray | None) -> np.ndarray:
    """(count, runs); correlation reorders strata (Iman and Conover, 1982), so each still has its point."""
    ranks = np.array([random.permutation(runs) for _ in range(count)])
    if coupling is not None:
        related = np.flatnonzero((coupling != 0.0).sum(axis=1) > 1)
        scores = correlated((ranks[related] + 0.5) / runs, coupling[np.ix_(related, related)])
        for k, score in zip(related, scores, strict=True):
            ranks[k, np.argsort(score, kind="stable")] = np.arange(runs)
    unit = random.random((count, runs))
    unit += ranks
    unit /= runs
    return np.clip(unit, 0.5**53, 1.0 - 0.5**53, out=unit)


def _sobol(runs: int, count: int, random: np.random.Generator, coupling: np.ndarray | None) -> np.ndarray:
    if runs & (runs - 1):
        below = 1 << (runs.bit_length() - 1)
        warnings.warn(
            f"Sobol's sequence is balanced for powers of two, not for {runs} runs; take {below} or {2 * below}.",
            BoughWarning,
            stacklevel=4,
        )
    unit = _sequence(runs, count, random)
    if coupling is None:
        return unit
    from scipy.special import ndtr

    return np.clip(ndtr(correlated(unit, coupling)), 0.5**53, 1.0 - 0.5**53)


def _sequence(count: int, dimensions: int, random: np.random.Generator) -> np.ndarray:
    """(dimensions, count) points of the scrambled sequence, each in the middle of its cell."""
    import inspect

    from scipy.stats import qmc

    if dimensions > qmc.Sobol.MAXDIM:
        raise StateError(f"Sobol's sequence has {qmc.Sobol.MAXDIM} dimensions, not {dimensions}; vary fewer numbers.")
    if count > 1 << 30:
        raise StateError(f"Sobol's sequence has 2³⁰ points, not {count:,}; take fewer runs.")
    name = "rng" if "rng" in inspect.signature(qmc.Sobol).parameters else "seed"  # (SciPy before 1.15)
    engine = qmc.Sobol(dimensions, scramble=True, bits=30, **{name: random})
    exponent = (count - 1).bit_length()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # that others are not balanced has been said
        points = engine.random_base2(exponent) if count == 1 << exponent else engine.random(count)
    points += _HALF
    return np.ascontiguousarray(points.T)


def _base(runs: int, size: int) -> int:
    """The number of points, a power of two, from which at most so many variants come."""
    if runs < 2 * size:
        raise StateError(
            f"a plan 'saltelli' of these numbers takes {size} runs for each point; give at least {2 * size}."
        )
    return 1 << ((runs // size).bit_length() - 1)


def saltelli(points: np.ndarray, second_order: bool) -> np.ndarray:
    """(D, variants) from (2 D, N) points A and B: for each point A, A with one of B, B with one of A if asked, B."""
    count, base = len(points) // 2, points.shape[1]
    a, b = points[:count], points[count:]
    size = 2 * count + 2 if second_order else count + 2
    unit = np.empty((count, base, size))
    unit[:, :, : count + 1] = a[:, :, None]
    unit[:, :, count + 1 :] = b[:, :, None]
    for k in range(count):
        unit[k, :, 1 + k] = b[k]
        if second_order:
            unit[k, :, 1 + count + k] = a[k]
    return unit.reshape(count, -1)


def _levels(levels: Any) -> int:
    found = LEVELS if levels is None else _whole(levels, "levels", 2, 1000)
    if found % 2:
        raise StateError(f"levels must be even, so that all are equally likely, not {found}; take {found + 1}.")
    return found


def _morris(trajectories: int, count: int, levels: int, random: np.random.Generator) -> np.ndarray:
    """(count, variants): levels from 0 to ``levels`` - 1; each step moves one number by half of them."""
    half = levels // 2
    low = random.integers(0, half, (count, trajectories))
    up = random.integers(0, 2, (count, trajectories)).astype(bool)
    turn = random.permuted(np.tile(np.arange(count)[:, None], (1, trajectories)), axis=0)  # when each moves
    moved = np.arange(count + 1)[None, None, :] > turn[:, :, None]
    return (low[:, :, None] + half * (moved == up[:, :, None])).reshape(count, -1)


def _with_problem(variants: Variants, columns: Mapping[str, Column]) -> Variants:
    """With what SALib asks for in the settings."""
    _check_size(len(variants), len(variants.columns))
    names = list(variants.columns)
    bounds: Sequence[list[float]] = [
        columns[name].bounds if name in columns else column_of(name, variants.columns[name]).bounds for name in names
    ]
    variants.settings["problem"] = {"num_vars": len(names), "names": names, "bounds": list(bounds)}
    return variants
