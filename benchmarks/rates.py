"""Measure the rates that come with bough: ``python benchmarks/rates.py`` writes ``src/bough/choice/built_in.py``. For a quiet machine."""

from __future__ import annotations

import sys
from pathlib import Path

from choice import mechanisms
from rich.progress import track

from bough.choice import built_in
from bough.choice.calibration import fitted, gain_of_threads, processor, timed
from bough.choice.race import Effort
from bough.choice.rates import LANES, ONE

# every kind of work is in one of them
FORMS = (
    ("separate-bodies", None), ("composite-bodies", "udu"), ("composite-bodies", "uu"), ("composite-bodies", "cholesky"), ("direct", "udu"),
    ("wittenburg", "udu"), ("multipliers", "udu"), ("hamilton-recursive", None), ("hamilton-tangent", "udu"), ("hamilton-orthogonal", "udu"),
    ("extended", "sparse-lu"), ("maggi", "sparse-lu"),
)  # fmt: skip
EFFORT = Effort(turns=25, turn=0.001, patience=1.5)


def main() -> None:
    samples: dict[str, list] = {ONE: [], LANES: []}
    for mechanism in track(mechanisms(), "measuring"):
        for way, times in samples.items():
            times += timed(mechanism, way, FORMS, EFFORT)
    lines = ['"""Rates that come with bough, in seconds: written by ``benchmarks/rates.py``."""\n']
    for name, way, known in (("ONE", ONE, built_in.ONE), ("LANES", LANES, built_in.LANES)):
        found = fitted(samples[way], dict(known))
        lines += [f"{name} = {{", *(f'    "{key}": {value:.3g},' for key, value in found.items()), "}"]
        errors = sorted(
            sum(found[key] * x for key, x in amounts.items()) / seconds for amounts, seconds in samples[way]
        )
        print(
            way,
            "predicted over measured:",
            *(f"{errors[round(share * (len(errors) - 1))]:.2f}" for share in (0, 0.05, 0.5, 0.95, 1)),
            file=sys.stderr,
        )
    lines += [f"THREADS = {gain_of_threads():.2f}", f'ORIGIN = "those that come with bough, measured on {processor()}"']
    (Path(built_in.__file__)).write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
