"""A tower crane slews its load by a quarter turn: what the drive needs, and how to arrive without a swing.

The slewing ring is a driven joint: its motion is given, and its moment and power are results. The load hangs on 20 m of
rope. Driven straight from start to goal it goes on swinging. Driven in two halves, the second one half a swing later,
it almost comes to rest: the second half ends the swing that the first one began. Look at the path of the load, and at
moment and power of the drive.
"""

from pathlib import Path

import numpy as np
from common import COLOURS, INK, MUTED, PALE, picture, run

import bough as bo

ROPE, LOAD, REACH, HEIGHT = 20.0, 3000.0, 35.0, 40.0
TURN, TRAVEL, RAMP, START = np.pi / 2, 24.0, 2.0, 1.0
HALF_SWING = np.pi * np.sqrt(ROPE / 9.81)


def way(t: float) -> float:
    """Seconds of travel at full speed by the time t, if that speed is reached smoothly within ``RAMP`` seconds."""
    if t <= 0.0:
        return 0.0
    return (t - RAMP * np.sin(np.pi * t / RAMP) / np.pi) / 2 if t < RAMP else t - RAMP / 2


def straight(t: float) -> float:
    """From 0 to 1 at an even speed, with smooth ends."""
    return (way(t - START) - way(t - START - TRAVEL)) / TRAVEL


def crane(slewing) -> bo.Mechanism:
    """A jib on a driven slewing ring, a trolley fixed on it, and a load on a rope that swings in both directions."""
    machine = bo.Mechanism("tower crane")
    jib = bo.Inertia.box((60.0, 1.5, 1.5), 6000.0, center=(15, 0, 0)) + bo.Inertia.point(9000.0, (-12, 0, 0))
    machine.add_body("jib", "ground", bo.Driven(bo.Revolute((0, 0, 1)), slewing), at=(0, 0, HEIGHT), inertia=jib)
    machine.add_body("trolley", "jib", bo.Fixed(), at=(REACH, 0, -1), inertia=bo.Inertia.point(300.0))
    load = bo.Inertia.box((2, 2, 2), LOAD, center=(0, 0, -ROPE))
    machine.add_body("load", "trolley", bo.Universal((1, 0, 0), (0, 1, 0)), inertia=load)
    machine.add_force("air", bo.JointDamper("load", 2000.0))
    return machine


def main(output: Path) -> dict[str, float]:
    """Returns the remaining swings, and the error of the energy balance as a share of the drive's work."""
    slewings = {
        "straight to the goal": lambda t: TURN * straight(t),
        "in two halves": lambda t: TURN / 2 * (straight(t) + straight(t - HALF_SWING)),
    }
    runs = {name: bo.simulate(crane(slewing), 45.0, every=0.02) for name, slewing in slewings.items()}
    found = {}
    for name, motion in runs.items():
        swing = ROPE * np.hypot(motion["load.turn1"], motion["load.turn2"])
        left = float(swing.sel(time=slice(START + TRAVEL + RAMP + HALF_SWING, None)).max())
        drive, energy = motion.drives().isel(driven=0), motion.energy()
        missed = float(np.abs(energy.drift).max() / np.abs(energy.work).max())
        print(
            f"{name}: at most {np.abs(drive.force).max() / 1e3:.0f} kN·m and {np.abs(drive.power).max() / 1e3:.1f} kW; a swing of {left:.2f} m is left; "
            f"drive and air account for all energy but {missed:.0e}"
        )
        found[name] = left
        found["missed"] = max(missed, found.get("missed", 0.0))
    draw(runs, output / "crane.png")
    return found


def draw(runs: dict[str, bo.Trajectory], path: Path) -> None:
    with picture(path, (11, 5.6), 3, 2, sharex="col", width_ratios=(1, 1.15)) as axes:
        grid = axes[0, 0].get_gridspec()
        for axis in axes[:, 0]:
            axis.remove()
        plan = grid.figure.add_subplot(grid[:, 0])
        for k, (name, motion) in enumerate(runs.items()):
            time, pose = motion.time, motion.poses().sel(body="load")
            place = pose.position - ROPE * pose.rotation.sel(body_axis="z")
            plan.plot(*place.values[:, :2].T, color=COLOURS[k], label=name)
            drive = motion.drives().isel(driven=0)
            axes[0, 1].plot(
                time, ROPE * np.hypot(motion["load.turn1"], motion["load.turn2"]), color=COLOURS[k], label=name
            )
            axes[1, 1].plot(time, drive.force / 1e3, color=COLOURS[k])
            axes[2, 1].plot(time, drive.power / 1e3, color=COLOURS[k])
        for angle in (0.0, TURN):
            x, y = np.cos(angle), np.sin(angle)
            plan.plot((-15 * x, 45 * x), (-15 * y, 45 * y), color=PALE, lw=6, solid_capstyle="round", zorder=0)
            plan.annotate(
                "jib at the start" if angle == 0.0 else "at the end",
                (18 * x, 42 * y),
                xytext=(0, 6) if angle == 0.0 else (9, 0),
                textcoords="offset points",
                color=MUTED,
                fontsize=8,
                ha="center" if angle == 0.0 else "left",
            )
        plan.plot(0, 0, "s", color=INK, ms=9)
        plan.set(aspect="equal", xlabel="x, m", ylabel="y, m", title="Path of the load, seen from above")
        plan.legend(loc="lower right")
        titles = (("Swing of the load", "m"), ("Moment of the slewing drive", "kN·m"), ("Its power", "kW"))
        for axis, (title, unit) in zip(axes[:, 1], titles, strict=True):
            axis.set(title=title, ylabel=unit)
            axis.margins(x=0)
        axes[2, 1].set_xlabel("time, s")


if __name__ == "__main__":
    run(main)
