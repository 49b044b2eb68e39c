"""Pages with the player, measured in Chromium: ``python benchmarks/seeing.py [--quick]``.

Size of a page, time to write it, time from opening the file to the first picture, and pictures per second while it plays. Chromium draws by
software, on the processor: with a graphics card both times are shorter. A run is written to ``results/seeing.*``, a quick one to ``results/seeing-partial.*``.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import report
from report import Part, Quantity, Row
from rich.console import Console

import bough as bo

HERE = Path(__file__).parent
sys.path.append(str(HERE.parent / "tests"))
from helpers.browser import Browser, browser  # noqa: E402

# the first picture: two frames after the player says that it is ready
FIRST = """
const wait = () => {
    if (!window.bough?.ready) setTimeout(wait, 1);
    else window.bough.ready.then(() => requestAnimationFrame(() => requestAnimationFrame(() => { window.first = performance.now(); })));
};
wait();
"""
PLAY = """(seconds) => new Promise((done) => {
    window.bough.player.play();
    let count = 0;
    const start = performance.now();
    const next = () => {
        count += 1;
        const passed = performance.now() - start;
        if (passed < 1000 * seconds) requestAnimationFrame(next);
        else done(1000 * count / passed);
    };
    requestAnimationFrame(next);
})"""


def moved(machine: bo.Mechanism, duration: float, samples: int) -> bo.Trajectory:
    """A motion in which every coordinate swings at a pace of its own: no dynamics, as only seeing is measured."""
    times = np.linspace(0.0, duration, samples)
    pace = 1.0 + np.linspace(0.0, 1.0, machine.n)
    u = 0.5 * pace * np.cos(pace * times[:, None])
    return bo.Trajectory(machine, times, 0.5 * np.sin(pace * times[:, None]), u)


def cases(quick: bool) -> dict[str, Callable[[], bo.Trajectory]]:
    duration = 2.0 if quick else 10.0
    return {
        f"chain of 8 bodies, {duration:g} s": lambda: moved(bo.chain(8), duration, 501),
        f"chain of 50 bodies, {duration:g} s": lambda: moved(bo.chain(50), duration, 501),
        "excavator, as its file says": lambda: bo.simulate(bo.model("excavator"), progress=False),
        "star of 10,000 bodies, 1 s": lambda: moved(bo.models.star(10_000), 1.0, 31),
    }


def measured(chromium: Browser, run: bo.Trajectory, seconds: float) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "page.html"
        start = time.perf_counter()
        run.view(path)
        written = time.perf_counter() - start
        page = chromium.open(path, before=FIRST)
        page.wait_for_function("() => window.first")
        found = {
            "size": path.stat().st_size,
            "written": written,
            "first": page.evaluate("window.first") / 1000,
            "frames": page.evaluate(PLAY, seconds),
        }
        if troubles := chromium.close():
            raise RuntimeError(f"{run.mechanism.name}: {troubles[0]}")
        return found


def seeing(quick: bool) -> Part:
    part = Part(
        1,
        "Pages with the player",
        "1280 x 800 pixels, drawn by software. Time to write includes reactions and series; first picture: from opening the file; best of three.",
        "size",
    )
    turns, seconds = (1, 1.0) if quick else (3, 5.0)
    with browser() as chromium:
        for case, make in cases(quick).items():
            found = [measured(chromium, make(), seconds) for _ in range(turns)]
            values = {
                "written in": Quantity(min(one["written"] for one in found)),
                "first picture": Quantity(min(one["first"] for one in found)),
                "pictures per second": Quantity(max(one["frames"] for one in found), "/s"),
            }
            size = Quantity(found[0]["size"] / 1e6, "MB")
            part.rows.append(Row(case, values, size, 2.0 if "50 bodies" in case else None, at_least=False))
    return part


def main() -> None:
    arguments = argparse.ArgumentParser(description="Measure pages with the player.")
    arguments.add_argument("--quick", action="store_true", help="a short run: one turn each, short motions")
    options = arguments.parse_args()
    part = seeing(options.quick)
    part.print(Console(width=None if sys.stdout.isatty() else 160))
    where = {**report.provenance(packages=("playwright",)), "cores": os.cpu_count()}
    stem = HERE / "results" / ("seeing-partial" if options.quick else "seeing")
    data = {"provenance": where, "quick": options.quick, "parts": {part.number: part.data()}}
    stem.with_suffix(".json").write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    stem.with_suffix(".md").write_text(report.summary([part], where), encoding="utf-8")
    print(f"written: {stem}.json, .md")


if __name__ == "__main__":
    main()
