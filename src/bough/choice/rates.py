"""The rates of this machine: seconds per operation and per call for each kind of work, and the times they predict.

A form's time is modelled as the overhead of a call plus, for each kind of work, seconds per call (a body, a row, a run
along memory) and per operation. The rates that come with bough were measured on a machine with AVX2; ``bough
calibrate`` measures those of another machine and saves them for the user.
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
# how states are evaluated: one by one, or side by side in SIMD lanes
ONE, LANES = "one", "lanes"
# names another file for the user's rates; empty: no file
VARIABLE = "BOUGH_RATES"


@dataclass(frozen=True)
class Rates:
    """Seconds by name (``overhead``, ``sincos``, ``sweep call``, ``sweep flop``, …), for one state and per lane.

    ``origin``: where and when they were measured.
    """

    one: Mapping[str, float]
    lanes: Mapping[str, float]
    threads: float  # the share of a core that a further thread adds
    origin: str

    def seconds(self, operations: Operations, way: str) -> float:
        """The time of one evaluation, per state."""
        rates = self.one if way == ONE else self.lanes
        return sum(rates.get(name, 0.0) * amount for name, amount in features(operations).items())


def features(operations: Operations) -> dict[str, float]:
    """The amounts that rates are multiplied by."""
    found = {"overhead": 1.0, "sincos": float(operations.total.sincos), "sparse system": float("sparse" in operations)}
    for kind, tally in operations.items():
        found[f"{kind} call"] = float(tally.calls)
        found[f"{kind} flop"] = float(tally.flops)
    return found


def rates() -> Rates:
    """The rates of this user, or else those that come with bough."""
    path = rates_file()
    try:
        changed = path.stat().st_mtime_ns if path else None
    except OSError:  # no such file, or no permission
        changed = None
    return _read(path, changed) if path and changed is not None else built_in()


@cache
def built_in() -> Rates:
    return Rates(values.ONE, values.LANES, values.THREADS, values.ORIGIN)


def rates_file() -> Path | None:
    """The file with the user's rates."""
    given = os.environ.get(VARIABLE)
    if given is not None:
        return Path(given) if given else None
    try:
        return _settings() / "bough" / "rates.json"
    except RuntimeError:  # no home folder
        return None


def _settings() -> Path:
    """The system's folder for users' settings (as in Typer, whose import takes as long as a thousand choices)."""
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA") or Path.home())
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    return Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")


def store(found: Rates) -> Path:
    """Save rates for this user."""
    path = rates_file()
    if path is None:
        why = "there is no home folder" if os.environ.get(VARIABLE) is None else f"{VARIABLE} is empty"
        raise FileError(f"{why}, so rates cannot be saved; set {VARIABLE} to a file.")
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
    """The rates in a file; if they are invalid, a warning and those that come with bough."""
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
            f"'{path}' does not hold rates of this version of bough, so built-in ones are used; "
            "run `bough calibrate` to measure them again.",
            BoughWarning,
            stacklevel=2,
        )
        return built_in()


def _numbers(found: Mapping[str, Any]) -> dict[str, float]:
    numbers = {str(name): float(value) for name, value in found.items()}
    if not all(math.isfinite(x) and x >= 0.0 for x in numbers.values()):
        raise ValueError
    return numbers
