"""Huygens' pendulum, by joints of one's own: on a cycloid the period does not depend on the amplitude.

Beads slide on a cycloid and on the circle that fits it at the bottom. Each curve is a Python function of the arc
length. A bead on the cycloid is back where it started after 2π √(4r/g), however far out that was; a bead on the circle
is an ordinary pendulum and comes the later the farther it swings.
"""

import math
from pathlib import Path

import numpy as np
from common import COLOURS, picture, run

import bough as bo

RADIUS = 0.25
LENGTH = 4.0 * RADIUS  # of the pendulum on the circle


def cycloid(s):
    angle = 2.0 * np.arcsin(s / LENGTH)
    return (RADIUS * (angle + np.sin(angle)), 0.0, RADIUS * (1.0 - np.cos(angle))), None


def circle(s):
    return (LENGTH * np.sin(s / LENGTH), 0.0, LENGTH * (1.0 - np.cos(s / LENGTH))), None


def main(output: Path, beads: int = 6) -> dict[str, float]:
    """Returns how far beads are from their starts after one period: the worst on the cycloid and on the circle."""
    period = 2.0 * math.pi * math.sqrt(LENGTH / 9.81)
    starts = np.linspace(0.15, 0.9, beads)
    missed = {}
    with picture(output / "cycloid.png", (8, 3.4), columns=2, sharey=True) as axes:
        for axis, curve in zip(axes, (cycloid, circle), strict=True):
            joint = bo.CustomJoint(curve, {"s": "m"}, over={"s": (-0.95, 0.95)})
            wire = bo.Mechanism(curve.__name__)
            wire.add_body("bead", "ground", joint, inertia=bo.Inertia(0.1))
            runs = bo.simulate(wire, period, q0={"bead": starts}, rtol=1e-11, atol=1e-13, progress=False)
            lengths = runs["bead"].values
            missed[curve.__name__] = float(np.abs(lengths[:, -1] / starts - 1.0).max())
            for length in lengths:
                axis.plot(runs.time.values, length, color=COLOURS[0], linewidth=1.2)
            axis.axvline(period, color=COLOURS[1], linewidth=1.0, linestyle="--")
            axis.set(title=f"on a {curve.__name__}", xlabel="time, s")
        axes[0].set_ylabel("arc length from the bottom, m")
    print(f"period of small swings: {period:.4f} s")
    for curve, share in missed.items():
        print(f"on a {curve} beads are then up to {share:.2g} of their start away from it")
    return missed


if __name__ == "__main__":
    run(main)
