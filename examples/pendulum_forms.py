"""One pendulum by every form of the equations of motion: the same motion, at different costs.

Five links swing from the horizontal. Every form and solver runs the same steps. Look at how closely their accelerations
agree (to rounding), and at how much their times differ: forms in one compiled pass, forms that leave a system to solve,
and other libraries for comparison.
"""

from pathlib import Path

import numpy as np
from common import COLOURS, INK, MUTED, PALE, picture, run

import bough as bo

APART = 8  # states between two that are drawn


def main(output: Path, forms=None) -> dict[str, float]:
    """Compare all forms, or only these; returns the largest difference between two of them, and the rounding limit."""
    pendulum = bo.chain(5)
    start = {"link1": np.pi / 2}
    comparison = bo.compare(pendulum, 2.0, q0=start, forms=forms)
    print(comparison)
    motion = bo.simulate(pendulum, 2.0, q0=start, every=0.01)
    draw_times(comparison, output / "times.png")
    draw_motion(motion, output / "motion.png")
    return {"spread": comparison.spread, "tolerance": comparison.tolerance}


def draw_times(comparison: bo.results.Comparison, path: Path) -> None:
    """A bar for each form: the time of one evaluation."""
    rows = sorted((row for row in comparison.rows if row.evaluation), key=lambda row: -row.evaluation)
    times = [1e6 * row.evaluation for row in rows]
    with picture(path, (8, 0.9 + 0.27 * len(rows))) as axis:
        bars = axis.barh(range(len(rows)), times, 0.7, color=[COLOURS[0] if row.compiled else MUTED for row in rows])
        axis.bar_label(bars, [f"{float(f'{t:.3g}'):g} µs" for t in times], padding=3, fontsize=7.5, color=INK)
        axis.set_yticks(range(len(rows)), [row.label for row in rows])
        axis.tick_params(axis="y", length=0)
        axis.grid(axis="y", visible=False)
        axis.set(xscale="log", xlabel="time of one evaluation, µs (logarithmic); grey: called back into a library")
        axis.set_title(
            f"{comparison.mechanism.name.capitalize()}: {len(rows)} ways, no two further apart than {comparison.spread:.0e}"
        )


def draw_motion(motion: bo.Trajectory, path: Path) -> None:
    """The links at equal intervals of time, later ones darker, and the path of the tip."""
    frames = motion.poses()
    tips = frames.position.values[:, -1] - frames.rotation.values[:, -1, :, 2]
    joints = np.concatenate((frames.position.values, tips[:, None]), axis=1)
    with picture(path, (6, 5)) as axis:
        for k in range(0, len(joints), APART):
            shade = 0.08 + 0.9 * (k / len(joints)) ** 3
            axis.plot(*joints[k][:, (0, 2)].T, "-o", color=COLOURS[0], alpha=shade, lw=1.8, ms=3)
        axis.plot(*tips[:, (0, 2)].T, color=COLOURS[1], lw=1.0)
        axis.plot(0, 0, "o", color=INK, ms=7)
        axis.axhline(0, color=PALE, lw=3, zorder=0)
        axis.set(aspect="equal", xlabel="x, m", ylabel="z, m")
        axis.set_title(f"Let go at the horizontal: {motion.duration:g} s in steps of {motion.time.values[APART]:g} s")


if __name__ == "__main__":
    run(main)
