"""Measure the rates that come with bough, on a quiet machine.

``python benchmarks/rates.py`` writes ``src/bough/choice/built_in.py``.
"""

from __future__ import annotations

import sys
from pathlib import Path

from choice import mechanisms
from rich.progress import track

from bough.arithmetic.tally import KINDS
from bough.choice import built_in
from bough.choice.calibration import fitted, gain_of_threads, processor, timed
from bough.choice.race import Effort
from bough.choice.rates import LANES, ONE

FORMS = (
    ("separate-bodies", None), ("composite-bodies", "udu"), ("composite-bodies", "uu"), ("direct", "udu"), ("wittenburg", "udu"), ("multipliers", "udu"),
    ("hamilton-recursive", None), ("hamilton-tangent", "udu"), ("hamilton-orthogonal", "udu"),
)  # fmt: skip
# library solvers, which take states one by one: their rates are the same in both ways
YARDSTICKS = (("composite-bodies", "cholesky"), ("extended", "sparse-lu"), ("maggi", "sparse-lu"))
# first guess of the rates: nanoseconds, for one state; a third of that in lanes
START = {"overhead": 400.0, "sincos": 8.0, "sparse system": 150_000.0}
START |= {f"{kind} {what}": {"call": 2.0, "flop": 0.15}[what] for kind in KINDS for what in ("call", "flop")}
START |= {"lapack call": 10_000.0, "sparse call": 100.0}
EFFORT = Effort(turns=15, turn=0.001, patience=0.8)


def main() -> None:
    samples: dict[str, list] = {ONE: [], LANES: []}
    for mechanism in track(mechanisms(), "measuring"):
        for way, times in samples.items():
            times += timed(mechanism, way, FORMS, EFFORT)
        if mechanism.n < 60:
            samples[ONE] += timed(mechanism, ONE, YARDSTICKS, EFFORT)
    lines = ['"""Rates that come with bough, in seconds: written by ``benchmarks/rates.py``."""\n']
    for name, way, share in (("ONE", ONE, 1e-9), ("LANES", LANES, 0.3e-9)):
        found = fitted(samples[way], {key: share * value for key, value in START.items()})
        if way == ONE:
            libraries = {key: value for key, value in found.items() if key.startswith(("lapack", "sparse"))}
        found |= libraries
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
