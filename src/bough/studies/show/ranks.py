"""Pictures of what matters and what is best: tornado and front."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bough.errors import StateError
from bough.mechanism.checks import listing
from bough.simulation.draw.plots import COLOURS, INK, MUTED, PALE
from bough.studies.answers.goals import direction, non_dominated
from bough.studies.answers.reading import kept_name, kept_names, label, numbers, statuses
from bough.studies.show.canvas import Table, grouped, put_below, shortened

if TYPE_CHECKING:
    import xarray as xr
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from bough.studies.answers.pareto import Front
    from bough.studies.answers.sensitivity import Sensitivity

MOST_BARS = 25
MOST_BEATEN = 10_000  # beaten designs that are drawn
BLUE, RED = COLOURS[0], COLOURS[1]
TITLES = {
    "sobol": "share of the variance of {}",
    "morris": "change of {} over the whole range{}",
    "regression": "standard deviations of {} for one of each number",
    "rank regression": "standard deviations of the rank of {} for one of each number's rank",
}


# --- tornado -----------------------------------------------------------------------------------------------------------


def draw_tornado(found: Sensitivity, figure: Figure, quantity: str) -> None:
    """Bars by importance, the largest on top, with their confidence."""
    one = found.of(quantity)
    ranked = found.ranked(quantity)
    shown = ranked[:MOST_BARS]
    one = one.sel(parameter=shown[::-1])  # upward
    figure.set_size_inches(6.8, 1.5 + 0.33 * len(shown) * (1.25 if found.method != "sobol" else 1.5))
    axis = figure.subplots()
    at = np.arange(len(shown))
    {"sobol": _sobol_bars, "morris": _morris_bars}.get(found.method, _regression_bars)(axis, one, at)
    unit = str(one["units"].values)
    title = TITLES[found.method].format(quantity, f", {unit}" if unit else "")
    axis.set_title(title if len(title) <= 70 else f"{title[:69]}…")
    axis.set_yticks(at, [shortened(name, 36) for name in shown[::-1]])
    axis.set_ylim(-0.6, len(shown) - 0.4)
    axis.grid(visible=False, axis="y")
    axis.tick_params(axis="y", length=0)
    notes = [*found.remarks, *found.doubts]
    if len(ranked) > len(shown):
        notes.insert(0, f"the first {len(shown)} of {len(ranked)} names")
    notes.insert(0, f"whiskers: {100 * found.confidence:g} % confidence")
    put_below(figure, notes)


def _whiskers(axis: Axes, values: np.ndarray, half: np.ndarray, at: np.ndarray) -> None:
    axis.errorbar(values, at, xerr=half, fmt="none", ecolor=INK, elinewidth=0.9, capsize=2)


def _sobol_bars(axis: Axes, one: xr.Dataset, at: np.ndarray) -> None:
    values = {name: one[name].values for name in ("first", "first_conf", "total", "total_conf")}
    for name, shift, colour, text in (
        ("total", 0.2, PALE, "total: with others"),
        ("first", -0.2, BLUE, "first order: alone"),
    ):
        axis.barh(at + shift, values[name], 0.36, color=colour, ec=MUTED, lw=0.5, label=text)
        _whiskers(axis, values[name], values[f"{name}_conf"], at + shift)
    most = max(1.0, *(values["total"] + values["total_conf"]))
    least = min(0.0, *(values["first"] - values["first_conf"]))
    axis.set_xlim(1.05 * least, 1.02 * most)
    axis.legend(loc="lower right", fontsize=7.5)


def _morris_bars(axis: Axes, one: xr.Dataset, at: np.ndarray) -> None:
    star, half, mean, sigma = (one[name].values for name in ("mu_star", "mu_star_conf", "mu", "sigma"))
    axis.barh(at, star, 0.55, color=BLUE, alpha=0.75, lw=0, label="μ*: mean size")
    _whiskers(axis, star, half, at)
    axis.plot(mean, at, "D", color=COLOURS[2], ms=4.5, mec=INK, mew=0.4, label="μ: mean with sign")
    axis.plot(sigma, at, "o", color=RED, ms=4.5, mec=INK, mew=0.4, label="σ: spread")
    axis.axvline(0.0, color=MUTED, lw=0.8)
    axis.legend(loc="lower right", fontsize=7.5)


def _regression_bars(axis: Axes, one: xr.Dataset, at: np.ndarray) -> None:
    values, half = (one[name].values for name in ("coefficient", "coefficient_conf"))
    axis.barh(at, values, 0.6, color=np.where(values < 0, RED, BLUE), lw=0)
    _whiskers(axis, values, half, at)
    axis.axvline(0.0, color=INK, lw=0.8)
    most = 1.08 * float(np.max(np.abs(values) + half, initial=1e-12))
    axis.set_xlim(-most, most)
    axis.text(1.0, 1.01, f"R² = {float(one['r2']):.2f}", transform=axis.transAxes, ha="right", va="bottom", fontsize=8)


# --- front ---------------------------------------------------------------------------------------------------------------


def draw_study_front(table: Table, figure: Figure, names: list[str], along: list[str]) -> None:
    """The variants that no other one beats in all of several kept numbers, among all."""
    if along:
        raise StateError("a front is of kept numbers; leave out along.")
    asked = [direction(name) for name in names or kept_names(table.dataset)[:2]]
    goals = {kept_name(table.dataset, name): sign for sign, name in asked}
    if len(goals) < 2:
        raise StateError(f"a front is of two kept numbers or more; name them, of {listing(kept_names(table.dataset))}.")
    values = np.stack([table.values(name)[0] for name in goals], axis=1)
    front = non_dominated(values * list(goals.values()))
    if not front.any():
        raise StateError(f"there is no variant with all of {listing(goals)} to draw.")
    table.known(list(goals))
    rest = table.thinned(np.isfinite(values).all(axis=1) & ~front, MOST_BEATEN)
    labels = [table.label(name) for name in goals]
    _front(figure, values[front], values[rest], labels, list(goals.values()))
    count = int(front.sum())
    table.note(f"{grouped(count)} {'variant is' if count == 1 else 'variants are'} on the front")


def draw_front(found: Front, figure: Figure) -> None:
    """A Pareto front among all designs that were tried."""
    names, signs = list(found.goals), list(found.goals.values())
    front = np.stack([found.dataset[name].values for name in names], axis=1)
    there = statuses(found.tried) == "completed"
    tried = np.stack([numbers(found.tried, name, there) for name in names], axis=1)
    known = np.flatnonzero(np.isfinite(tried).all(axis=1))
    rest = known[:: max(1, -(-len(known) // MOST_BEATEN))]
    _front(figure, front, tried[rest], [label(found.dataset, name) for name in names], signs)
    notes = [f"{len(front)} designs on the front, of {grouped(len(tried))} that were tried"]
    if failed := int((~there).sum()):
        notes.append(f"{grouped(failed)} failed")
    put_below(figure, ["; ".join(notes)])


def _front(figure: Figure, front: np.ndarray, rest: np.ndarray, labels: list[str], signs: list[float]) -> None:
    """Each goal against the first."""
    count = front.shape[1] - 1
    figure.set_size_inches(6.4 if count == 1 else 4.6 * count, 4.4)
    words = [f"{text}  ({'less' if sign > 0 else 'more'} is better)" for text, sign in zip(labels, signs, strict=True)]
    for k, axis in enumerate(figure.subplots(1, count, squeeze=False)[0], start=1):
        if len(rest):
            axis.scatter(rest[:, 0], rest[:, k], s=7, color="#b8c1cc", lw=0, rasterized=True, label="tried")
        order = np.argsort(front[:, 0], kind="stable")
        line = "-" if count == 1 else "none"
        axis.plot(front[order, 0], front[order, k], ls=line, marker="o", ms=3.5, lw=1.0, color=RED, label="front")
        axis.set_xlabel(shortened(words[0], 60))
        axis.set_ylabel(shortened(words[k], 60))
        if k == 1:
            axis.legend(fontsize=7.5)
        _look_at(axis, front[:, [0, k]])


def _look_at(axis: Axes, front: np.ndarray) -> None:
    """Limits that show the front: what is beaten by far may lie outside."""
    low, high = front.min(axis=0), front.max(axis=0)
    span = high - low
    for which, (a, b, s) in zip("xy", zip(low, high, span, strict=True), strict=True):
        if s > 0.0:
            least, most = getattr(axis, f"get_{which}lim")()
            getattr(axis, f"set_{which}lim")(max(least, a - 1.5 * s), min(most, b + 1.5 * s))
