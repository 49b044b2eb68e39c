"""A study as the Python call that makes it again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from bough.mechanism.checks import shown
from bough.mechanism.mechanism import Mechanism

DRAWN = ("latin-hypercube", "sobol", "saltelli", "morris")


def call_of(study: Any) -> str:
    """The text of the call; ``model`` stands for the mechanism, and … for what has no short text."""
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
    vary = repr(settings["table"]) if "table" in settings else _mapping(given_texts(study), _normal(study))
    lines = [
        f"model,  # {_model(study.model)}",
        f"vary={vary},",
        f"run={_mapping({name: _setting(value) for name, value in study.settings.items()})},",
        f"keep={_mapping({name: _kept(keep) for name, keep in study.keep.items()})},",
        *(f"{name}={text}," for name, text in more.items()),
    ]
    if study.name != getattr(study.model, "name", getattr(study.model, "__name__", None)):
        lines.append(f"name={study.name!r},")
    return "study = bo.Study(\n" + "".join(f"    {line}\n" for line in lines) + ")"


def _model(model: Any) -> str:
    if isinstance(model, Mechanism):
        return f"the mechanism {str(model.name)!r}"
    return f"the function {getattr(model, '__qualname__', repr(model))}"


def _mapping(texts: Mapping[str, str], more: Mapping[tuple[str, ...], str] | None = None) -> str:
    inside = "".join(_line(name, text) for name, text in (*texts.items(), *(more or {}).items()))
    return f"{{\n{inside}    }}" if inside else "{}"


def _line(name: object, text: str) -> str:
    text, mark, remark = text.partition("  # ")
    return f"        {name!r}: {text},{mark}{remark}\n"


def _normal(study: Any) -> dict[tuple[str, ...], str]:
    """Numbers with a normal distribution together."""
    told = study.variants.settings.get("normal", ())
    return {tuple(names): f"scipy.stats.multivariate_normal({mean!r}, {cov!r})" for names, mean, cov in told}


def given_texts(study: Any) -> dict[str, str]:
    """What each name takes, without those that have a normal distribution together."""
    told: Mapping[str, Any] = study.variants.settings.get("vary", {})
    found = {}
    together_normal = {name for names in _normal(study) for name in names}
    for name in study.variants.columns:
        if name in together_normal:
            continue
        text = _values(told.get(name, {}))
        together = study.together.get(name)
        if together is not None:
            factor = ", factor=True" if together.factor else ""
            names = dict(together.names) if isinstance(together.names, dict) else list(together.names)
            text = f"bo.Together({names!r}, {text}{factor})"
        found[name] = text
    return found


def _values(told: Mapping[str, Any]) -> str:
    match dict(told):
        case {"range": [low, high]}:
            return f"({low!r}, {high!r})"
        case {"values": [*values], "count": int(count)}:
            return f"[{', '.join(map(repr, values))}, …]  # {count} values"
        case {"values": [*values]}:
            return repr(values)
        case {"distribution": str(name), "arguments": [*given], **named} if all(
            isinstance(value, float) for value in (*given, *named.values())
        ):
            arguments = [*map(repr, given), *(f"{key}={value!r}" for key, value in named.items())]
            return f"scipy.stats.{name}({', '.join(arguments)})"
    return f"…  # {shown(dict(told))}"


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


def _kept(keep: Any) -> str:
    if isinstance(keep.of, str):
        return repr(keep.words)
    reduction, _, _ = keep.words.partition(" ")
    return f"({reduction!r}, {getattr(keep.of, '__qualname__', '…')})"
