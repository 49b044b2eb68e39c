"""Pictures of the demo: the excavator at work, its energies, reactions, and the times of the forms."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from PIL import Image

import bough as bo
from bough.files import written
from bough.simulation.draw.animation import Film
from bough.simulation.draw.plots import COLOURS, INK, MUTED, label_ends, look

SCENE = (800, 500)  # pixels


def canvas(size: tuple[float, float], **options: Any) -> Figure:
    figure = Figure(figsize=size, **options)
    FigureCanvasAgg(figure)
    return figure


def draw_scenes(run: bo.Trajectory, path: Path) -> None:
    """The machine at four instants."""
    film = Film(run, SCENE)
    whole = Image.new("RGB", (2 * SCENE[0], 2 * SCENE[1]))
    for k, share in enumerate((0.0, 0.28, 0.48, 1.0)):
        whole.paste(film.still(share * run.duration), (SCENE[0] * (k % 2), SCENE[1] * (k // 2)))
    with written(path) as beside:
        whole.save(beside)


def draw_energy(run: bo.Trajectory, path: Path) -> None:
    """Powers of the drives, the energies, and the error of their balance."""
    energy, power = run.energy(), run.power().power
    start = energy.potential[0]
    with mpl.rc_context(look()):
        figure = canvas((9, 7.5), layout="constrained")
        above, middle, below = figure.subplots(3, 1, sharex=True, height_ratios=(1.5, 1.5, 0.8))
        names = {
            "drive of house": "slewing", "boom cylinder": "boom", "stick cylinder": "stick", "bucket cylinder": "bucket",
        }  # fmt: skip
        lines = [above.plot(run.time, power.sel(force=name) / 1e3)[0] for name in names]
        above.set(title="Power of the slewing drive and of the cylinders", ylabel="kW")
        above.margins(x=0)
        label_ends(above, lines, list(names.values()))
        curves: dict[str, tuple[Any, dict[str, Any]]] = {
            "work": (energy.work, {"color": "#aab2bd", "lw": 5}),
            "total": (energy.total - start, {"color": INK, "ls": "--", "lw": 1.2}),
            "potential": (energy.potential - start, {"color": COLOURS[0]}),
            "kinetic": (energy.kinetic, {"color": COLOURS[1]}),
        }
        lines = [middle.plot(run.time, values / 1e3, **style)[0] for values, style in curves.values()]
        middle.set(title="Energy from the start on, and the work of drive, cylinders and dampers", ylabel="kJ")
        label_ends(middle, lines, list(curves))
        below.plot(run.time, energy.drift, color=COLOURS[3], lw=1.0)
        below.set(title="What the balance misses", ylabel="J", xlabel="time, s")
        below.ticklabel_format(axis="y", scilimits=(-2, 3))
        figure.savefig(path)


def draw_reactions(run: bo.Trajectory, path: Path) -> None:
    """Forces in the joints, and where the ground carries the machine: outside the tracks it would tip."""
    reactions = run.reactions()
    sizes = np.sqrt((reactions.force**2).sum("body_axis")) / 1e3
    # the soil's moments about y and x, divided by the load: the point at which the ground pushes
    soil: Any = run.mechanism.forces
    pitch, roll = (
        -soil[f"soil {tilt}"].stiffness * run[f"undercarriage.{tilt}"].values
        - soil[f"soil damping {tilt}"].damping * run[f"u.undercarriage.{tilt}"].values
        for tilt in ("turn1", "turn2")
    )
    load = reactions.force.sel(body="undercarriage", body_axis="z").values
    pressure = np.stack((-pitch, roll), -1) / load[:, None]
    with mpl.rc_context(look()):
        figure = canvas((11, 4.8), layout="constrained")
        left, right = figure.subplots(1, 2, width_ratios=(1.5, 1))
        names = ("house", "boom", "stick", "bucket", "hook", "pipe")
        lines = [left.plot(run.time, sizes.sel(body=name))[0] for name in names]
        left.set(title="Forces in the joints that lead to", ylabel="kN", xlabel="time, s")
        left.margins(x=0)
        label_ends(left, lines, names)
        for y in (-1.5, 0.9):
            right.fill((-2.1, 2.1, 2.1, -2.1), (y, y, y + 0.6, y + 0.6), color="#dfe3e8", lw=0)
        right.plot((-2.1, 2.1, 2.1, -2.1, -2.1), (-1.5, -1.5, 1.5, 1.5, -1.5), color=MUTED, lw=1, ls=":")
        right.plot(*pressure.T, color=COLOURS[0])
        for k, word, beside in ((0, "start", (9, -9)), (-1, "end", (-24, 4))):
            right.plot(*pressure[k], "o", color="white", mec=INK, mew=1.4, ms=5)
            right.annotate(word, pressure[k], xytext=beside, textcoords="offset points", fontsize=8)
        right.set(aspect="equal", xlabel="x, m", ylabel="y, m", title="Where the ground carries it")
        figure.savefig(path)


def draw_forms(comparison: bo.results.Comparison, path: Path) -> None:
    """Time of one evaluation by every form."""
    rows = sorted((row for row in comparison.rows if row.evaluation), key=lambda row: -(row.evaluation or 0.0))
    times = [1e6 * (row.evaluation or 0.0) for row in rows]
    with mpl.rc_context(look()):
        figure = canvas((8, 1.2 + 0.3 * len(rows)), layout="constrained")
        axis = figure.subplots()
        bars = axis.barh(range(len(rows)), times, 0.65, color=[COLOURS[0] if row.compiled else MUTED for row in rows])
        axis.bar_label(bars, [f"{t:.3g} µs" if t < 100 else f"{t:.0f} µs" for t in times], padding=3, fontsize=7.5)
        axis.set_yticks(range(len(rows)), [row.label for row in rows])
        axis.tick_params(axis="y", length=0)
        axis.grid(axis="y", visible=False)
        axis.margins(x=0.12)
        axis.set(xscale="log", xlabel="µs, logarithmic; grey: solved by a library, called back from the compiled loop")
        axis.set_title(f"One evaluation of the {comparison.mechanism.name}'s equations of motion by every form")
        figure.savefig(path)
