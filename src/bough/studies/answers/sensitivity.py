"""Which of the varied numbers matter: the answer of a study as a table."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from bough.errors import BoughWarning, StateError
from bough.mechanism.checks import listing, remedy, shown
from bough.studies.answers.indices import Found, morris, regression, sobol
from bough.studies.answers.reading import (
    COMPLETED,
    FAILED,
    Result,
    codes,
    column,
    kept_name,
    kept_names,
    numbers,
    statuses,
    unit_of,
    varied_names,
)
from bough.typing import AnyPath

if TYPE_CHECKING:
    import xarray as xr
    from matplotlib.figure import Figure

METHODS = {
    "sobol": "Sobol indices",
    "morris": "Morris' elementary effects",
    "regression": "standardised regression coefficients",
    "rank regression": "standardised rank regression coefficients",
}
BY_PLAN = {"saltelli": "sobol", "morris": "morris"}
# what the columns of a printed table hold: heading, variable; with a confidence where there is one
COLUMNS = {
    "sobol": (("first", "first"), ("total", "total")),
    "morris": (("mu*", "mu_star"), ("mu", "mu"), ("sigma", "sigma")),
    "regression": (("coefficient", "coefficient"),),
    "rank regression": (("coefficient", "coefficient"),),
}


@dataclass(frozen=True)
class Sensitivity:
    """How much each varied number matters to kept numbers.

    ``table``: a dataset by ``parameter``, and by ``quantity`` unless one name was asked for. By Sobol indices it has
    ``first``, ``total`` and, where sampled, ``second``; by Morris ``mu_star``, ``mu`` and ``sigma``, for a change over the whole
    range, in the unit of the kept number; by regression ``coefficient`` and ``r2``. Names that end with ``_conf`` are half
    the width of their confidence intervals.
    """

    method: str
    table: xr.Dataset
    confidence: float
    remarks: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()

    @property
    def quantities(self) -> tuple[str, ...]:
        """The kept numbers that it is about."""
        return tuple(np.atleast_1d(self.table["quantity"].values).astype(str).tolist())

    @property
    def main(self) -> str:
        """The variable by which names are ranked."""
        return {"sobol": "total", "morris": "mu_star"}.get(self.method, "coefficient")

    def of(self, quantity: str) -> xr.Dataset:
        """The table of one kept number."""
        if quantity not in self.quantities:
            raise StateError(f"no sensitivity of {shown(quantity)}: {remedy(quantity, self.quantities)}")
        return self.table.sel(quantity=quantity) if "quantity" in self.table.dims else self.table

    def ranked(self, quantity: str | None = None) -> list[str]:
        """Varied names, the most important first."""
        one = self.of(quantity or self.quantities[0])
        order = np.argsort(-np.abs(one[self.main].values), kind="stable")
        return [str(one["parameter"].values[k]) for k in order]

    def plot(self, path: AnyPath | None = None, *, name: str | None = None) -> Figure:
        """Draw the importance of the names as bars, the largest on top (a tornado); ``name``: of the kept number."""
        from bough.studies.show.plots import plot_tornado

        return plot_tornado(self, name, path)

    def __repr__(self) -> str:
        head = f"<Sensitivity by {METHODS[self.method]}, ± at {100 * self.confidence:g} % confidence"
        lines = [head]
        for quantity in self.quantities:
            lines += self._lines(quantity)
        return "\n  ".join([*lines, *self.remarks, *self.doubts]) + ">"

    def _lines(self, quantity: str) -> list[str]:
        one, columns = self.of(quantity), COLUMNS[self.method]
        title = quantity
        if "r2" in one:
            title += f" (R² {float(one['r2']):.2f})"
        rows = [[title, *(heading for heading, _ in columns)]]
        for name in self.ranked(quantity):
            row = one.sel(parameter=name)
            rows.append([name, *(with_confidence(row, variable) for _, variable in columns)])
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def with_confidence(row: xr.Dataset, variable: str) -> str:
    """A number of a table for reading."""
    text = f"{float(row[variable]):.3g}"
    if f"{variable}_conf" in row:
        text += f" ± {float(row[f'{variable}_conf']):.2g}"
    return text


def sensitivity(
    result: Result,
    name: str | Sequence[str] | None = None,
    method: str | None = None,
    *,
    confidence: float = 0.95,
    seed: int = 0,
) -> Sensitivity:
    """How much each varied number matters to a kept number (or several, or all).

    ``method``: ``"sobol"`` (of a plan ``"saltelli"``), ``"morris"`` (of a plan ``"morris"``), ``"regression"`` or ``"rank
    regression"`` (of any plan); by default it follows the plan. If the samples are too few for it, a warning says how many
    would do. Runs that failed are left out, with what belongs to them in the plan. ``seed``: of the resampling behind
    confidences.
    """
    dataset, variants = result.dataset, result.study.variants
    method = method_for(variants.plan, method)
    if not 0.0 < confidence < 1.0:
        raise StateError(f"confidence must be between 0 and 1, such as 0.95, not {shown(confidence)}.")
    asked = [name] if isinstance(name, str) else kept_names(dataset) if name is None else list(name)
    quantities = [kept_name(dataset, one) for one in asked] or [kept_name(dataset, None)]
    names, x, remarks, doubts = _inputs(dataset, method)
    status = statuses(dataset)
    there, pending = status == COMPLETED, ~np.isin(status, (COMPLETED, FAILED))
    if waiting := int(pending.sum()):
        doubts.append(f"{waiting:,} of {len(status):,} runs are pending; run the study to its end")
    found: list[Found] = []
    for quantity in quantities:
        y = numbers(dataset, quantity, there)
        if method == "sobol":
            one = sobol(y, pending, variants.settings, len(names), quantity, confidence, seed)
        elif method == "morris":
            one = morris(x, y, pending, variants.settings, quantity, names, confidence, seed)
        else:
            one = regression(x, y, pending, quantity, names, confidence, method == "rank regression")
        found.append(one)
    table = _table(dataset, names, quantities, found)
    remarks += dict.fromkeys(remark for one in found for remark in one.remarks)
    doubts += list(dict.fromkeys(doubt for one in found for doubt in one.doubts))
    for sentence in doubts:
        warnings.warn(f"{sentence}.", BoughWarning, stacklevel=3)
    single = isinstance(name, str)
    return Sensitivity(method, table.isel(quantity=0) if single else table, confidence, tuple(remarks), tuple(doubts))


def method_for(plan: str, method: str | None) -> str:
    """The method by name, or that of a plan."""
    if method is None:
        return BY_PLAN.get(plan, "regression")
    if method not in METHODS:
        raise StateError(f"no method {shown(method)}: {remedy(method, METHODS)}")
    needed = {own: plan for plan, own in BY_PLAN.items()}.get(method)
    if needed is not None and plan != needed:
        raise StateError(
            f"{METHODS[method]} need plan='{needed}', and this study has '{plan}'; make such a plan, or take method='regression'."
        )
    return method


def _inputs(dataset: xr.Dataset, method: str) -> tuple[list[str], np.ndarray, list[str], list[str]]:
    """Varied names, their values (variant, name), what to say and what to doubt about them."""
    names = varied_names(dataset)
    columns = {name: column(dataset, name) for name in names}
    coded = {name: codes(values) for name, values in columns.items()}
    remarks: list[str] = []
    doubts: list[str] = []
    if method.endswith("regression"):
        words = [name for name in names if len(coded[name][1]) > 2]
        if words:
            doubts = [f"{listing(words)} has no order, so a regression leaves it out; plan='saltelli' takes it"]
            names = [name for name in names if name not in words]
        if not names:
            raise StateError("no sensitivity: nothing that varies is a number; take plan='saltelli'.")
        pairs = {name: kinds for name, (_, kinds) in coded.items() if len(kinds) == 2}
        remarks = [f"from '{low}' to '{high}' is one step of '{name}'" for name, (low, high) in pairs.items()]
    return names, np.stack([coded[name][0] for name in names], axis=1), remarks, doubts


def _table(dataset: xr.Dataset, names: list[str], quantities: list[str], found: list[Found]) -> xr.Dataset:
    """All tables side by side, with labels and units."""
    import xarray as xr

    variables: dict[str, Any] = {}
    for key in dict.fromkeys(key for one in found for key in one.tables):
        shape = next(one.tables[key].shape for one in found if key in one.tables)
        dims = ("quantity", "parameter", "other")[: len(shape) + 1]
        values = [one.tables.get(key, np.full(shape, np.nan)) for one in found]
        variables[key] = (
            dims,
            np.stack(values),
            {"long_name": LONG_NAMES.get(key, "half the width of the confidence")},
        )
    for key in dict.fromkeys(key for one in found for key in one.single):
        variables[key] = ("quantity", [one.single[key] for one in found], {"long_name": LONG_NAMES[key]})
    coords: dict[str, Any] = {"quantity": quantities, "parameter": names}
    if "second" in variables:
        coords["other"] = names
    units = [unit_of(dataset, quantity) for quantity in quantities]
    return xr.Dataset(variables, {**coords, "units": ("quantity", units)})


LONG_NAMES = {
    "first": "share of the variance by this number alone",
    "total": "share of the variance by this number and with others",
    "second": "share of the variance by two numbers together, beyond each alone",
    "mu_star": "mean size of the change over the whole range",
    "mu": "mean change over the whole range",
    "sigma": "spread of the changes: interactions and curvature",
    "coefficient": "standard deviations of the result for one of this number",
    "r2": "share of the variance that the regression explains",
}
