"""The provenance of a motion: versions, machine, date, and the mechanism's fingerprint."""

from __future__ import annotations

import json
import platform
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import numpy as np

from bough.errors import StateError
from bough.mechanism.checks import shown

PACKAGES = ("bough", "numpy", "numba")


def origin() -> dict[str, Any]:
    """Current versions, platform and date."""
    return {
        **{name: _version(name) for name in PACKAGES},
        "python": platform.python_version(),
        "platform": platform.platform(),
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
    }


@cache
def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:  # run from a source tree that is not installed
        return "unknown"


def plain(value: Any, what: str) -> Any:
    """A value as JSON would return it, so that it is the same before and after saving."""
    try:
        return json.loads(json.dumps(value, default=_plain_number))
    except (TypeError, ValueError, RecursionError):
        raise StateError(f"{what} must be plain data: numbers, strings, lists, dicts; not {shown(value)}.") from None


def _plain_number(value: Any) -> Any:
    if isinstance(value, np.generic | np.ndarray):
        return value.tolist()
    raise TypeError


def plain_dict(value: Any, what: str) -> dict[str, Any]:
    """The same of a dict."""
    if not isinstance(value, Mapping):
        raise StateError(f"{what} must be a dict, not {shown(value)}.")
    found: dict[str, Any] = plain(dict(value), what)
    return found
