"""A study as the Python call that makes it again."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from bough.mechanism.checks import shown
from bough.mechanism.mechanism import Mechanism
from bough.studies.keep.keeping import Keep
from bough.typing import AnyPath

RESULT = "result["
DRAWN = ("latin-hypercube", "sobol", "saltelli", "morris")


class Given(NamedTuple):
    """What a user gave: as Python, for reading, and what there is to say about the Python."""

    code: str
    words: str
    remark: str = ""


def call_of(study: Any, path: AnyPath | None = None) -> str:
    """The text of the call, which is Python.

    ``model`` stands for the mechanism, ``result`` for what came out of the study, from which long lists and tables are
    taken; other names stand for what has no text, such as functions. ``path``: of the store.
    """
    variants, settings = study.variants, study.variants.settings
    more: dict[str, str] = {"plan": repr(variants.plan)}
    if variants.plan in DRAWN:
        more["runs"] = repr(settings["runs"])
    if variants.plan == "grid" and (points := _points(variants)):
        more["points"] = repr(points)
    for name in ("levels", "second_order"):
        if settings.get(name):
            more[name] = repr(settings[name])
    if settings.get("correlation"):
        more["correlation"] = repr({(first, second): value for first, second, value in settings["correlation"]})
    more["seed"] = repr(settings.get("seed", 0))
    vary = _table(study) or _mapping(given(study), _normal(study))
    lines = [
        f"model,  # {_model(study.model)}",
        f"vary={vary},",
        f"run={_mapping({name: _same(_setting(value)) for name, value in study.settings.items()})},",
        f"keep={_mapping({name: _kept(name, keep) for name, keep in study.keep.items()})},",
        *(f"{name}={text}," for name, text in more.items()),
    ]
    if study.name != getattr(study.model, "name", getattr(study.model, "__name__", None)):
        lines.append(f"name={study.name!r},")
    call = "study = bo.Study(\n" + "".join(f"    {line}\n" for line in lines) + ")"
    if RESULT not in call:
        return call
    where = "the result of this study" if path is None else f"bo.open_study({Path(path).name!r})"
    return f"# result: {where}, which has the values\n{call}"


def _same(code: str) -> Given:
    return Given(code, code)


def _own_name(what: str, name: str) -> str:
    """A name in Python for something of a user that has no text."""
    return f"{what}_{''.join(c if c.isascii() and c.isalnum() else '_' for c in name)}"


def _table(study: Any) -> str:
    """Variants that a table lists, as Python; "" if there is none."""
    if "table" in study.variants.settings:
        return repr(study.variants.settings["table"])
    if not _is_table(study):
        return ""
    names = list(study.variants.columns)
    return f"pandas.DataFrame({{name: {RESULT}name].values for name in {names!r}}})"


def _is_table(study: Any) -> bool:
    return "table" in study.variants.settings or "vary" not in study.variants.settings


def _model(model: Any) -> str:
    if isinstance(model, Mechanism):
        return f"the mechanism {str(model.name)!r}"
    return f"the function {getattr(model, '__qualname__', repr(model))}"


def _mapping(given: Mapping[str, Given], more: Mapping[tuple[str, ...], Given] | None = None) -> str:
    inside = "".join(_line(name, one) for name, one in (*given.items(), *(more or {}).items()))
    return f"{{\n{inside}    }}" if inside else "{}"


def _line(name: object, one: Given) -> str:
    remark = f"  # {one.remark}" if one.remark else ""
    return f"        {name!r}: {one.code},{remark}\n"


def _normal(study: Any) -> dict[tuple[str, ...], Given]:
    """Numbers with a normal distribution together."""
    told = study.variants.settings.get("normal", ())
    return {tuple(names): _same(f"scipy.stats.multivariate_normal({mean!r}, {cov!r})") for names, mean, cov in told}


def given(study: Any) -> dict[str, Given]:
    """What each name takes, without those that have a normal distribution together."""
    told: Mapping[str, Any] = study.variants.settings.get("vary", {})
    found = {}
    together_normal = {name for names in _normal(study) for name in names}
    for name in study.variants.columns:
        if name in together_normal:
            continue
        one = Given("", "from a table") if _is_table(study) else _values(study, name, told[name])
        together = study.together.get(name)
        if together is not None:
            factor = ", factor=True" if together.factor else ""
            names = dict(together.names) if isinstance(together.names, dict) else list(together.names)
            code, words = (f"bo.LinkedParameters({names!r}, {text}{factor})" for text in one[:2])
            one = Given(code, words, one.remark)
        found[name] = one
    return found


def _values(study: Any, name: str, told: Mapping[str, Any]) -> Given:
    match dict(told):
        case {"range": [low, high]}:
            return _same(f"({low!r}, {high!r})")
        case {"values": [*values], "count": int(count)}:
            words = f"[{', '.join(map(repr, values[:6]))}, …], {count} values"
            return Given(_long(study, name, count), words, f"{count} values, the first ones {shown(values)}")
        case {"values": [*values]}:
            return _same(repr(values))
        case {"distribution": str(kind), "arguments": [*given], **named} if _is_scipys(kind) and all(
            isinstance(value, float) for value in (*given, *named.values())
        ):
            arguments = [*map(repr, given), *(f"{key}={value!r}" for key, value in named.items())]
            return _same(f"scipy.stats.{kind}({', '.join(arguments)})")
    return Given(_own_name("distribution_of", name), shown(dict(told)), f"yours: {shown(dict(told))}")


def _is_scipys(kind: str) -> bool:
    """Whether SciPy has a distribution of this name; a user's own one may have any."""
    import scipy.stats

    return isinstance(getattr(scipy.stats, kind, None), scipy.stats.rv_continuous | scipy.stats.rv_discrete)


def _long(study: Any, name: str, count: int) -> str:
    """A long list: from the results, if all of it is there."""
    column = study.variants.columns[name].tolist()
    if study.variants.plan == "list":
        return f"{RESULT}{name!r}].values.tolist()"
    if study.variants.plan == "grid" and len(dict.fromkeys(column)) == count:
        return f"list(dict.fromkeys({RESULT}{name!r}].values.tolist()))"
    return _own_name("values_of", name)


def _points(variants: Any) -> dict[str, int]:
    """Points of ranges and distributions in a grid; lists have as many as they have values."""
    told = variants.settings["vary"]
    return {
        name: int(n) for name, n in zip(variants.columns, variants.shape, strict=True) if "values" not in told[name]
    }


def _setting(value: Any) -> str:
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if isinstance(value, Mapping):
        return repr({name: np.asarray(one).tolist() for name, one in value.items()})
    return repr(value)


def _kept(name: str, keep: Keep) -> Given:
    if isinstance(keep.of, str):
        return _same(repr(keep.words))
    own = str(getattr(keep.of, "__qualname__", type(keep.of).__name__))
    known = all(part.isidentifier() for part in own.split("."))
    function = own if known else _own_name("function_of", name)
    remark = "your function" if known else f"your function {own}"
    if keep == Keep(keep.reduction, keep.of):
        return Given(f"({keep.reduction!r}, {function})", keep.words, remark)
    more = f"{keep.absolute}, {keep.level!r}, {keep.rising}, {keep.every!r}"
    return Given(f"bo.studies.keep.keeping.Keep({keep.reduction!r}, {function}, {more})", keep.words, remark)
