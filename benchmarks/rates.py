"""Measure the rates that come with bough, on a quiet machine.

``python benchmarks/rates.py`` writes ``src/bough/choice/built_in.py``.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
from choice import mechanisms
from iterative import WARM_CASES, along_motion
from rich.progress import track

import bough as bo
from bough.arithmetic.tally import KINDS
from bough.choice import built_in
from bough.choice.calibration import fitted, gain_of_threads, processor, timed
from bough.choice.race import Effort, race
from bough.choice.ranking import MANY
from bough.choice.rates import LANES, ONE, features
from bough.compiled.tree import compiled
from bough.formulations import FORMULATIONS
from bough.solvers import solver as solvers

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


def iterated(way: str) -> list[tuple[dict[str, float], float]]:
    """(amounts of work, seconds per state) of solvers with a warm start, along motions, by the passes that they took."""
    found = []
    for make, formulation, step in WARM_CASES:
        mechanism, states = make(), None if way == ONE else MANY
        q, u = along_motion(mechanism, step)
        rows = [
            (x, v) if states is None else (np.tile(x, (MANY, 1)), np.tile(v, (MANY, 1)))
            for x, v in zip(q, u, strict=True)
        ]
        for solver in ("inverse-iterative", "direct-iterative"):
            warm = bo.methods.WarmStart(mechanism, formulation, solver, states=states, threads=1)

            def go(warm=warm, rows=rows) -> None:
                for row in rows:
                    warm.forward_dynamics(*row)

            go()
            before, passes = np.max(warm.restarts), 0
            for row in rows:
                warm.forward_dynamics(*row)
                passes += np.max(warm.iterations)
            effort = solvers.Effort(passes / len(rows), (np.max(warm.restarts) - before) / len(rows))
            seconds = race({solver: go}, EFFORT)[solver] / (len(rows) * (states or 1))
            operations = FORMULATIONS[formulation].operations(compiled(mechanism), solver, effort)
            found.append((features(operations), seconds))
    return found


def main() -> None:
    samples: dict[str, list] = {ONE: [], LANES: []}
    for mechanism in track(mechanisms(), "measuring"):
        for way, times in samples.items():
            times += timed(mechanism, way, FORMS, EFFORT)
        if mechanism.n < 60:
            samples[ONE] += timed(mechanism, ONE, YARDSTICKS, EFFORT)
    for way, times in samples.items():
        times += iterated(way)
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
