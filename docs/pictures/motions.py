"""Draws motions.png: a trapezoid, an S-curve and two axes that end together. python docs/pictures/motions.py"""

from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

import bough as bo

COLOURS = {"trapezoid": "#d9480f", "S-curve": "#1c7ed6", "x": "#2b8a3e", "y": "#862e9c"}


def draw(axes: np.ndarray, profiles: dict[str, bo.motions.Profile], title: str, unit: str) -> None:
    end = max(one.end for one in profiles.values())
    t = np.linspace(-0.08 * end, 1.08 * end, 2000)
    for name, profile in profiles.items():
        for row, values in zip(axes, profile.motion(t), strict=True):
            row.plot(t, values, color=COLOURS[name], lw=1.8, label=name)
    for row, what in zip(
        axes, (f"position\n[{unit}]", f"velocity\n[{unit}/s]", f"acceleration\n[{unit}/s²]"), strict=True
    ):
        row.set_ylabel(what, fontsize=9)
        row.grid(alpha=0.3)
        row.spines[["top", "right"]].set_visible(False)
    axes[0].set_title(title, fontsize=11)
    axes[0].legend(frameon=False, loc="upper left", fontsize=9)
    axes[2].set_xlabel("t [s]")


def main() -> None:
    figure, axes = plt.subplots(3, 2, figsize=(9.6, 5.4), sharex="col", layout="constrained")
    limits = {"speed": 0.8, "acceleration": 2.0}
    one = {
        "trapezoid": bo.motions.trapezoid(0, 1, **limits),
        "S-curve": bo.motions.s_curve(0, 1, jerk=12.0, **limits),
    }
    draw(axes[:, 0], one, "one way, without and with a limit of jerk", "m")
    both = {
        "x": bo.motions.Profile((0, 1.0, 0.2), 0.8, 2.0, jerk=12.0, dwell=0.4),
        "y": bo.motions.Profile((0, 0.3, 1.0), 0.8, 2.0, jerk=12.0, dwell=0.4),
    }
    draw(axes[:, 1], bo.motions.synchronised(both), "two axes that come to each stop together", "m")
    figure.savefig(Path(__file__).with_suffix(".png"), dpi=110)


if __name__ == "__main__":
    main()
