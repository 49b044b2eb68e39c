"""Draws catalogue.png: every machine of the catalogue as a stick figure in the midst of its motion, with the paths of its bodies. python docs/pictures/catalogue.py"""

from pathlib import Path

import matplotlib as mpl
import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure

import bough as bo
from bough.simulation.animation import skeleton
from bough.simulation.plots import INK, MUTED, look

COLUMNS, ROWS = 4, 3
RIGHT = np.array((np.cos(np.radians(-40)), np.sin(np.radians(-40)), 0.0))
AWAY = np.array((np.sin(np.radians(40)), np.cos(np.radians(40)), -0.3))


def projected(points: np.ndarray) -> np.ndarray:
    """As seen from the right, a little from the front and from above."""
    away = AWAY / np.linalg.norm(AWAY)
    return points @ np.stack((RIGHT, np.cross(RIGHT, away)), 1)


def main() -> None:
    with mpl.rc_context(look()):
        figure = Figure(figsize=(9, 6.6))
        FigureCanvasAgg(figure)
        for axis, name in zip(figure.subplots(ROWS, COLUMNS).flat, bo.catalogue(), strict=True):
            run = bo.simulate(bo.model(name), progress=False)
            mechanism, times = run.mechanism, np.linspace(0.0, run.duration, 200)
            figure_of = skeleton(mechanism, bo.body_poses(mechanism, run.at(times)[0], time=times))
            now = len(times) // 5
            for body in range(figure_of.masses.shape[1]):
                axis.plot(*projected(figure_of.masses[:, body]).T, color=MUTED, lw=0.5, alpha=0.5, zorder=1)
            axis.add_collection(
                LineCollection(projected(figure_of.lines[now]), colors=figure_of.colours, linewidths=1.6, zorder=2)
            )
            axis.plot(*projected(figure_of.joints[now]).T, "o", color="white", mec=INK, mew=0.7, ms=2.6, zorder=3)
            axis.scatter(*projected(figure_of.masses[now]).T, s=0.35 * figure_of.sizes**2, color=INK, lw=0, zorder=4)
            axis.set_title(name, fontsize=9)
            axis.set_aspect("equal", adjustable="datalim")
            axis.margins(0.08)
            axis.set_axis_off()
        figure.subplots_adjust(0.01, 0.01, 0.99, 0.95, 0.03, 0.12)
        figure.savefig(Path(__file__).with_suffix(".png"), dpi=90)


if __name__ == "__main__":
    main()
