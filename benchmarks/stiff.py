"""Stiff motions: how long bough's implicit integrator takes to be as right as SciPy's, called from Python.

For each tolerance of a rival, the fastest setting of ``rodas5p`` whose largest error over all samples, of positions and
of velocities, is not above the rival's. Errors are differences from a motion at tight tolerances. Times are processor
seconds of ``bo.simulate`` as a whole, with some 1 ms for checks, set-up and results.

    python benchmarks/stiff.py
"""

from __future__ import annotations

import sys
import warnings
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from timing import QUICK, race

import bough as bo

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from helpers.robot_files import published
from test_validation import GOVERNOR_START, governor

RIVALS = ("LSODA", "BDF", "Radau")
TOLERANCES = (1e-6, 1e-9)
OURS = [10.0 ** (-k / 4) for k in range(8, 41)]
HAND = "allegro_hand_description/urdf/allegro_right_hand.urdf"


@dataclass(frozen=True)
class Case:
    """A motion, and how its reference is computed."""

    name: str
    mechanism: bo.Mechanism
    start: dict[str, Any]
    reference: dict[str, Any] = field(default_factory=lambda: {"integrator": "Radau", "rtol": 1e-12, "atol": 1e-14})
    duration: float = 10.0

    def run(self, integrator: str, rtol: float) -> bo.Trajectory:
        return bo.simulate(
            self.mechanism, self.duration, integrator=integrator, rtol=rtol, atol=rtol / 100, **self.start
        )


def cases() -> list[Case]:
    found = [
        Case("governor", governor(), GOVERNOR_START, {"rtol": 1e-13, "atol": 1e-15, "integrator": "dop853"}),
        Case("governor, c = 4e7", governor(4e7), GOVERNOR_START),
    ]
    if path := published().get(HAND):
        hand = bo.load(path)
        bent = dict.fromkeys(hand.q_names, 0.3)
        flung = {name: 5.0 * (-1) ** k for k, name in enumerate(hand.u_names)}
        found += [Case("Allegro's hand, let go", hand, {"q0": bent}), Case("…, flung", hand, {"q0": bent, "u0": flung})]
    return found


def error(run: bo.Trajectory, exact: bo.Trajectory) -> float:
    """The largest difference of positions and of velocities."""
    return max(float(abs(run.q - exact.q).max()), float(abs(run.u - exact.u).max()))


def main() -> None:
    warnings.simplefilter("ignore", bo.BoughWarning)
    print("| motion | rival, `rtol` | error | ms | `rodas5p`, `rtol` | error | ms | ratio |")
    print("|---|---|---:|---:|---|---:|---:|---:|")
    for case in cases():
        exact = bo.simulate(case.mechanism, case.duration, **case.start, **case.reference)
        ours = {rtol: error(case.run("rodas5p", rtol), exact) for rtol in OURS}
        theirs = {(name, rtol): error(case.run(name, rtol), exact) for name in RIVALS for rtol in TOLERANCES}
        rivals = {("rodas5p", rtol): partial(case.run, "rodas5p", rtol) for rtol in OURS}
        rivals |= {key: partial(case.run, *key) for key in theirs}
        best = race(QUICK, rivals)
        for key, wanted in theirs.items():
            fits = [rtol for rtol in OURS if ours[rtol] <= wanted]
            if fits:
                rtol = min(fits, key=lambda rtol: best["rodas5p", rtol])
                mine, their = best["rodas5p", rtol], best[key]
                print(
                    f"| {case.name} | `{key[0]}`, {key[1]:g} | {wanted:.1e} | {1e3 * their:.2f} | {rtol:.1g} | {ours[rtol]:.1e} "
                    f"| {1e3 * mine:.2f} | {their / mine:.1f} |",
                    flush=True,
                )


if __name__ == "__main__":
    main()
