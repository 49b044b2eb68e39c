"""A study without mechanisms: numbers that follow from a variant's number, slow, deadly or wrong on request."""

import os
import signal
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from bough.studies.stores.store import Layout, Variable

TIMES = np.linspace(0.0, 1.0, 5)


def layout(count, **changes):
    """A layout with numbers, words, and a whole trajectory."""
    variants = np.arange(count)
    given = {
        "columns": {
            "boom.mass": 1.0 + variants / 7.0,
            "teeth": variants % 3,
            "rope": np.array(["steel", "hemp rope", "nylon"], object)[variants % 3],
            "locked": variants % 2 == 0,
        },
        "units": {"boom.mass": "kg"},
        "variables": {
            "top": Variable((), "f8", "m", "highest point"),
            "swing": Variable((), "f8", "rad"),
            "path": Variable(("time",), "f8", "m", "position of the hook"),
        },
        "axes": {"time": TIMES},
        "identity": {"run": {"duration": 2.0, "integrator": "rk4"}, "keep": {"top": "max q.boom"}, "seed": 1},
        "provenance": {"made by": "a test", "versions": {"bough": "0"}},
    }
    return Layout(count, **{**given, **changes})


def rows(first, last, failing=()):
    """The results of some variants; those that fail have none, but a reason."""
    k = np.arange(first, last)
    fails = np.isin(k, failing)
    top, swing, path = np.sin(k * 1.7), np.cos(k / 3.0), np.sin(k[:, None] + TIMES)
    for values in (top, swing, path):
        values[fails] = np.nan
    reason = np.array([f"variant {n} fails: η is negative" if f else "" for n, f in zip(k, fails, strict=True)], object)
    return {"top": top, "swing": swing, "path": path, "status": np.where(fails, 2, 1).astype("i1"), "reason": reason}


@dataclass(frozen=True)
class Part:
    """The work of some variants; it runs wherever it is sent."""

    first: int
    last: int
    how: "FakeWork"

    def __call__(self):
        how, variants = self.how, range(self.first, self.last)
        time.sleep(how.seconds * len(variants))
        if any(k in how.deadly for k in variants):
            os.kill(os.getpid(), signal.SIGKILL)
        if any(k in how.deadly_once for k in variants):
            mark = Path(how.folder, f"died-{self.first}")
            if not mark.exists():
                mark.touch()
                os.kill(os.getpid(), signal.SIGKILL)
        if any(k in how.wrong for k in variants):
            raise ZeroDivisionError("no such number\nin this world")
        if how.folder:
            with open(Path(how.folder, "log.txt"), "a") as log:
                log.write(f"{os.getpid()} {self.first} {self.last}\n")
        return rows(self.first, self.last, how.failing)


@dataclass(frozen=True)
class FakeWork:
    seconds: float = 0.0  # per variant
    failing: tuple[int, ...] = ()
    deadly: tuple[int, ...] = ()
    deadly_once: tuple[int, ...] = ()
    wrong: tuple[int, ...] = ()
    folder: str = ""

    def part(self, first, last):
        return Part(first, last, self)
