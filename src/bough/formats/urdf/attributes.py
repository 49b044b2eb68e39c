"""Numbers in attributes, read strictly: anything but a plain decimal number is an error with its line."""

from __future__ import annotations

import math
import re

from bough.formats.findings import Findings
from bough.formats.xml import Element
from bough.mechanism.checks import shown

_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)
_INFINITE = re.compile(r"[+-]?inf(inity)?", re.ASCII | re.IGNORECASE)


def numbers(
    element: Element, name: str, count: int, whose: str, findings: Findings, default: tuple[float, ...] | None = None
) -> tuple[float, ...]:
    """The numbers of an attribute, separated by blanks; zeros after an error.

    ``default`` is for a missing attribute; without a default that is an error.
    """
    text = element.attributes.get(name)
    if text is None:
        if default is not None:
            return default
        findings.error(f"<{element.tag}> lacks the attribute {name}; add it.", whose, element.line)
        return (0.0,) * count
    words = text.split()
    if len(words) != count:
        needed = "one number" if count == 1 else f"{count} numbers, separated by blanks"
        findings.error(f"{name} of <{element.tag}> must be {needed}, not {shown(text)}.", whose, element.line)
        return (0.0,) * count
    values = []
    for word in words:
        value = float(word) if _NUMBER.fullmatch(word) else math.nan
        if not math.isfinite(value):
            what = "a number" if math.isnan(value) else "a finite number"
            findings.error(f"{name} of <{element.tag}> must be {what}, not {shown(word)}.", whose, element.line)
            return (0.0,) * count
        values.append(value)
    return tuple(values)


def number(element: Element, name: str, whose: str, findings: Findings, default: float | None = None) -> float:
    """A single number."""
    return numbers(element, name, 1, whose, findings, None if default is None else (default,))[0]


def is_infinite(element: Element, name: str) -> bool:
    """Whether an attribute is infinite, which means no bound."""
    return _INFINITE.fullmatch(element.attributes.get(name, "").strip()) is not None
