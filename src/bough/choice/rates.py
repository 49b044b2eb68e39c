"""How long work takes on this machine: seconds per operation and per call, for each kind of work, and the times that follow for a form.

A form's time is modelled as a call's overhead and, for each kind of work, so many seconds per call (a body, a row, a run along memory) and per operation. Rates come with bough,
measured on a machine with AVX2; ``bough calibrate`` measures those of another one and keeps them for the user.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import sys
import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from bough.arithmetic.tally import Operations
from bough.choice import built_in as values
from bough.errors import BoughWarning, FileError
from bough.files import written

FORMAT = 1
# how states go: one by one, or side by side in SIMD lanes
ONE, LANES = "one", "lanes"
# where the user's rates are looked for instead; empty: nowhere
VARIABLE = "BOUGH_RATES"


@dataclass(frozen=True)
class Rates:
    """Seconds by name (``overhead``, ``sincos``, ``sweep call``, ``sweep flop``, …), for one state and per state in lanes; where and when they were measured."""

    one: Mapping[str, float]
    lanes: Mapping[str, float]
    threads: float  # the share of a core that a further thread adds
    origin: str

    def seconds(self, operations: Operations, way: str) -> float:
        """The time of one evaluation, per state."""
        rates = self.one if way == ONE else self.lanes
        return sum(rates.get(name, 0.0) * amount for name, amount in features(operations).items())


def features(operations: Operations) -> dict[str, float]:
    """What rates are multiplied with."""
    found = {"overhead": 1.0, "sincos": float(operations.total.sincos), "sparse system": float("sparse" in operations)}
    for kind, tally in operations.items():
        found[f"{kind} call"] = float(tally.calls)
        found[f"{kind} flop"] = float(tally.flops)
    return found


def rates() -> Rates:
    """Those of this user, or else those that come with bough."""
    path = rates_file()
    try:
        changed = path.stat().st_mtime_ns if path else None
    except OSError:  # there are none, or nobody may look
        changed = None
    return _read(path, changed) if path and changed is not None else built_in()


@cache
def built_in() -> Rates:
    return Rates(values.ONE, values.LANES, values.THREADS, values.ORIGIN)


def rates_file() -> Path | None:
    """Where a user's rates are kept."""
    given = os.environ.get(VARIABLE)
    if given is not None:
        return Path(given) if given else None
    try:
        return _settings() / "bough" / "rates.json"
    except RuntimeError:  # nobody's home
        return None


def _settings() -> Path:
    """Where users' settings are, by the customs of the system (as Typer knows them, whose import takes as long as a thousand choices)."""
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA") or Path.home())
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    return Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")


def store(found: Rates) -> Path:
    """Keep rates for this user."""
    path = rates_file()
    if path is None:
        why = "there is no home folder" if os.environ.get(VARIABLE) is None else f"{VARIABLE} is empty"
        raise FileError(f"{why}, so there is nowhere to keep rates; set {VARIABLE} to a file.")
    text = json.dumps(
        {"format": FORMAT, "one": found.one, "lanes": found.lanes, "threads": found.threads, "origin": found.origin},
        indent=1,
    )
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
    with written(path, f"set {VARIABLE} to another file") as beside:
        beside.write_text(text, encoding="utf-8")
    return path


@cache
def _read(path: Path, changed: int) -> Rates:
    """The rates in a file; those that come with bough, and a warning, if they make no sense."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        if found["format"] != FORMAT:
            raise ValueError
        one, lanes = _numbers(found["one"]), _numbers(found["lanes"])
        threads = float(found["threads"])
        if not 0.0 <= threads <= 1.0 or one.keys() != built_in().one.keys() or lanes.keys() != one.keys():
            raise ValueError
        return Rates(one, lanes, threads, str(found["origin"]))
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        warnings.warn(
            f"'{path}' does not hold rates of this version of bough; those that come with it are used: run `bough calibrate` to measure them again.",
            BoughWarning,
            stacklevel=2,
        )
        return built_in()


def _numbers(found: Mapping[str, Any]) -> dict[str, float]:
    numbers = {str(name): float(value) for name, value in found.items()}
    if not all(math.isfinite(x) and x >= 0.0 for x in numbers.values()):
        raise ValueError
    return numbers
