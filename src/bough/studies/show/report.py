"""A study as one self-contained HTML page: what varied, what came out, pictures, and the settings to repeat it."""

from __future__ import annotations

import io
import warnings
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from bough.errors import BoughError, BoughWarning, FileError
from bough.extras import has, need
from bough.files import written
from bough.simulation.draw.page import document, pairs, picture, table
from bough.simulation.draw.plots import look
from bough.studies.answers.best import best
from bough.studies.answers.reading import (
    Result,
    column,
    is_number,
    kept_names,
    label,
    numbers,
    unit_of,
    varied_names,
)
from bough.studies.answers.sensitivity import METHODS, Sensitivity, sensitivity
from bough.studies.answers.summary import summary
from bough.studies.show.canvas import grouped
from bough.studies.show.plots import plot, plot_tornado
from bough.studies.show.repeating import call_of, given
from bough.typing import AnyPath

if TYPE_CHECKING:
    import xarray as xr
    from matplotlib.figure import Figure

MOST_TORNADOS = 6  # kept numbers whose sensitivities are drawn
MOST_PICTURES = 4  # heat maps
MOST_REASONS = 12
ENDINGS = (".html", ".htm")


def report(result: Result, path: AnyPath, title: str | None = None) -> Path:
    """Write the page, and return its path."""
    need("plots")
    target = _target(path)
    dataset, study = result.dataset, result.study
    brief = summary(dataset)
    name = title or f"Study of {study.name}"
    header = f"<h1>{escape(name)}</h1>{_tally(brief)}{pairs(_provenance(dataset))}"
    main = (
        _section("What varied", _varied(dataset, study))
        + _section("What came out", _kept(dataset, study, brief))
        + _section("Best variants", _best(result))
        + _section("What matters", f"<div class=natural>{_matters(result)}</div>")
        + _section("Pictures", f"<div class=natural>{''.join(_pictures(result))}</div>")
        + _section("Failures", _failures(dataset, brief))
        + _section(
            "To repeat it", f"<pre>{escape(call_of(study, getattr(result, 'path', None)))}</pre>{_settings(study)}"
        )
    )
    with written(target) as beside:
        beside.write_text(document(name, header, main), encoding="utf-8")
    return target


def _target(path: AnyPath) -> Path:
    """Where the page goes; what is wrong with that is said before the work."""
    target = Path(path)
    if target.suffix.lower() not in ENDINGS:
        raise FileError(f"cannot write '{target}': a report is a page; give a name that ends with .html.")
    if not target.parent.is_dir():
        raise FileError(f"cannot write '{target}': there is no folder '{target.parent}'; choose another path.")
    return target


def _section(title: str, body: str) -> str:
    return f"<section><h2>{escape(title)}</h2>{body}</section>\n" if body else ""


def _tally(brief: dict[str, Any]) -> str:
    """How many variants there are, and what became of them."""
    pending = brief["variants"] - brief["completed"] - brief["failed"]
    parts = (
        ("holds", brief["completed"], "completed"),
        ("fails", brief["failed"], "failed"),
        ("open", pending, "to be run"),
    )
    items = "".join(f"<li class={kind}><b>{grouped(count)}</b> {word}</li>" for kind, count, word in parts if count)
    return f"<ul class=tally>{items}</ul>"


def _provenance(dataset: xr.Dataset) -> dict[str, str]:
    """Versions, machine and date of the run."""
    wanted = ("date", "bough", "numpy", "numba", "python", "platform")
    return {name: str(dataset.attrs[name]) for name in wanted if name in dataset.attrs}


def _varied(dataset: xr.Dataset, study: Any) -> str:
    rows: list[tuple[Any, ...]] = []
    asked = given(study)
    for name in varied_names(dataset):
        values, asked_for = column(dataset, name), asked[name].words if name in asked else ""
        if is_number(values):
            low, high = float(np.min(values.astype(float))), float(np.max(values.astype(float)))
            rows.append((name, asked_for, low, high, unit_of(dataset, name) or None, len(np.unique(values))))
        else:
            rows.append((name, asked_for, None, None, None, len(set(values.astype(str).tolist()))))
    plan, shape = study.variants.plan, study.variants.shape
    told = f"{plan} of {' × '.join(map(str, shape))}" if shape else f"{plan}, {grouped(len(study.variants))} variants"
    heads = ("name", "as given", "least", "most", "unit", "different values")
    return f"<p>Plan: {escape(told)}.</p><div class=wide>{table(heads, rows)}</div>"


def _kept(dataset: xr.Dataset, study: Any, brief: dict[str, Any]) -> str:
    rows = []
    for name, of in brief["kept"].items():
        words = study.keep[name].words if name in getattr(study, "keep", {}) else ""
        missing = int(brief["completed"]) - int(np.isfinite(numbers(dataset, name)).sum())
        rows.append((name, words, of["least"], of["median"], of["most"], of["unit"] or None, missing))
    found = table(("name", "what", "least", "median", "most", "unit", "completed without it"), rows)
    samples = [str(name) for name, values in dataset.data_vars.items() if values.ndim > 1]
    if samples:
        found += f"<p>Whole motions are kept of {escape(', '.join(samples))}.</p>"
    return found


def _best(result: Result) -> str:
    """The variants with the least and the largest value of each kept number."""
    dataset = result.dataset
    varied = varied_names(dataset)
    rows = []
    for name in kept_names(dataset):
        for word, largest in (("least", False), ("largest", True)):
            try:
                found = best(result, name, largest)
            except BoughError:  # no variant has this number
                continue
            rows.append((f"{word} {name}", found[name], found.number, *found.varied.values()))
    return table(("what", "value", "variant", *(label(dataset, name) for name in varied)), rows)


def _matters(result: Result) -> str:
    """Sensitivities as tables and tornados."""
    if result.study.variants.plan in ("saltelli", "morris") and not has("SALib"):
        return "<p>Sensitivities need SALib.</p>"
    parts = []
    for name in kept_names(result.dataset)[:MOST_TORNADOS]:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", BoughWarning)  # doubts stand below the picture
                found = sensitivity(result, name)
        except BoughError as error:
            parts.append(f"<article><h3>{escape(name)}</h3><p>{escape(str(error))}</p></article>")
            continue
        title = f"{name}, by {METHODS[found.method]}"
        parts.append(
            f"<article><h3>{escape(title)}</h3>{picture(drawn(plot_tornado(found)), title)}{_numbers(found, name)}</article>"
        )
    return "".join(parts)


def _numbers(found: Sensitivity, name: str) -> str:
    """The table of a tornado, folded."""
    one = found.of(name)
    keys = [str(key) for key, values in one.data_vars.items() if values.dims == ("parameter",)]
    rows: list[Sequence[Any]] = [
        (parameter, *(float(one[key].sel(parameter=parameter)) for key in keys)) for parameter in found.ranked(name)
    ]
    heads = [key.replace("_conf", " ±").replace("mu_star", "μ*") for key in keys]
    return f"<details><summary>numbers</summary>{table(('name', *heads), rows)}</details>"


def _pictures(result: Result) -> list[str]:
    """Heat maps over two names, a scatter matrix, parallel coordinates, and the front: what fits."""
    dataset = result.dataset
    varied, kept = varied_names(dataset), kept_names(dataset)
    asked: list[tuple[str, str | list[str] | None]] = []
    if len(varied) == 2:
        asked += [("heat map", name) for name in kept[:MOST_PICTURES]]
    if kept:
        asked += [("scatter", None)] if len(varied) + len(kept) >= 2 else []
        asked += [("parallel", None)] if len(varied) + len(kept) > 3 else []
    if len(kept) >= 2:
        asked.append(("front", kept[:2]))
    found = []
    for what, name in asked:
        title = f"{what[:1].upper()}{what[1:]}" + (
            f": {name if isinstance(name, str) else ', '.join(name)}" if name else ""
        )
        try:
            image = picture(drawn(plot(result, what, name)), title)
        except BoughError as error:
            image = f"<p>{escape(str(error))}</p>"
        found.append(f"<article><h3>{escape(title)}</h3>{image}</article>")
    return found


def drawn(figure: Figure) -> bytes:
    """A figure as SVG."""
    import matplotlib as mpl

    held = io.BytesIO()
    with mpl.rc_context({**look(), "svg.hashsalt": "bough"}):
        figure.savefig(held, format="svg", metadata={"Date": None})
    return held.getvalue()


def _failures(dataset: xr.Dataset, brief: dict[str, Any]) -> str:
    """Reasons, the most frequent first, with the variants that had them."""
    if not brief["reasons"]:
        return ""
    reasons = np.asarray(dataset["reason"].values).astype(str)
    failed = np.asarray(dataset["status"].values).astype(str) == "failed"
    rows = []
    for reason, count in list(brief["reasons"].items())[:MOST_REASONS]:
        which = np.flatnonzero(failed & (reasons == reason))
        some = ", ".join(map(str, which[:8])) + (" …" if len(which) > 8 else "")
        rows.append((count, reason or "no reason is known", some))
    left = len(brief["reasons"]) - len(rows)
    more = f"<p>And {left} other reasons.</p>" if left else ""
    return f"<div class=wide>{table(('variants', 'reason', 'which'), rows)}</div>{more}"


def _settings(study: Any) -> str:
    """Everything else that decides the numbers."""
    identity = getattr(study, "identity", {})
    model = identity.get("model", {})
    told = {"model": model.get("name"), "digest": model.get("digest"), "numbers": identity.get("vary", {}).get("numbers"), "seed": study.variants.settings.get("seed")}  # fmt: skip
    return pairs({name: value for name, value in told.items() if value is not None})
