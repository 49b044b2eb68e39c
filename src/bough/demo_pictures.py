"""The pictures of the demo: motion, energy, methods, and the robot itself as a stick figure."""

from __future__ import annotations

from pathlib import Path

import numpy as np

import bough as bo
from bough.simulation.plots import COLOURS, INK, MUTED, label_ends, look


def prepare():
    """Matplotlib without a display, in the look of bough's own pictures."""
    import matplotlib as mpl

    mpl.use("Agg")
    import matplotlib.pyplot as plt

    plt.rcParams.update(look())
    return plt


def draw_motion(plt, robot: bo.Mechanism, run, path: Path) -> None:
    """Named joint coordinates against time."""
    panels = {
        "base and lift": (("base.x", "base.y", "lift"), "m"),
        "turns of base, torso and head": (("base.angle", "torso", "head.turn1", "head.turn2"), "rad"),
        "left arm, driven": (("left_forearm", "left_hand.turn1", "left_hand.turn2", "bucket.x", "bucket.y"), "rad; quaternion part"),
        "right arm, swinging": (("right_upper_arm.x", "right_forearm", "right_hand.turn1", "right_hand.turn2"), "rad; quaternion part"),
    }  # fmt: skip
    figure, axes = plt.subplots(2, 2, figsize=(10, 6), sharex=True, layout="constrained")
    for axis, (title, (names, unit)) in zip(axes.flat, panels.items(), strict=True):
        lines = [axis.plot(run.time, run.q[:, robot.q_names.index(name)], lw=1.6)[0] for name in names]
        axis.set_title(title)
        axis.set_ylabel(unit)
        axis.margins(x=0)
        label_ends(axis, lines, names)
    for axis in axes[1]:
        axis.set_xlabel("time, s")
    figure.savefig(path)
    plt.close(figure)


def draw_energy(plt, run, energy: dict[str, np.ndarray], path: Path) -> None:
    """The balance: what the bodies gained is what the motors did."""
    figure, (above, below) = plt.subplots(
        2, 1, figsize=(8, 5.4), sharex=True, layout="constrained", height_ratios=(2, 1)
    )
    above.plot(run.time, energy["work"], color=INK, lw=4, alpha=0.25, label="work of the motors")
    above.plot(
        run.time, energy["kinetic"] + energy["potential"], color=INK, lw=1.2, ls="--", label="kinetic + potential"
    )
    above.plot(run.time, energy["potential"], label="potential (from the start)")
    above.plot(run.time, energy["kinetic"], label="kinetic")
    above.set_title("Energy")
    above.set_ylabel("J")
    above.legend()
    below.plot(run.time, energy["drift"], color=COLOURS[3])
    below.set_title("Kinetic + potential − work: drift of the integration")
    below.set_ylabel("J")
    below.set_xlabel("time, s")
    above.margins(x=0)
    below.ticklabel_format(axis="y", scilimits=(-2, 3))
    figure.savefig(path)
    plt.close(figure)


def draw_methods(plt, results, states: int, path: Path) -> None:
    """Time of every form, for one state and in a batch."""
    ordered = sorted(results, key=lambda r: -min(r.batch))
    rows = np.arange(len(ordered))
    figure, axis = plt.subplots(figsize=(8, 4.6), layout="constrained")
    for shift, times, colour, label in (
        (0.2, [min(r.single) for r in ordered], COLOURS[0], "one state, called from Python"),
        (-0.2, [min(r.batch) for r in ordered], COLOURS[2], f"per state in a batch of {states}"),
    ):
        bars = axis.barh(rows + shift, np.array(times) * 1e6, 0.36, color=colour, label=label)
        axis.bar_label(bars, [f"{t * 1e6:.3g}" for t in times], padding=3, fontsize=7.5, color=INK)
    axis.set_yticks(rows, [r.label for r in ordered])
    axis.set_xscale("log")
    axis.xaxis.set_major_formatter("{x:g}")
    axis.set_xlabel("µs, logarithmic")
    axis.grid(axis="y", visible=False)
    axis.tick_params(axis="y", length=0)
    axis.set_title("Accelerations by every form of the equations")
    axis.legend(loc="upper right")
    figure.savefig(path)
    plt.close(figure)


def skeleton(robot: bo.Mechanism, poses: np.ndarray) -> list[tuple[str, np.ndarray]]:
    """Lines to draw, in ground axes: (what, points)."""
    frames = dict(zip(robot.body_names, poses, strict=True))

    def points(body, *local):
        return np.array(local, float) @ frames[body][:3, :3].T + frames[body][:3, 3]

    lines = []
    for z in (-0.1, 0.1):
        corners = [(x, y, z) for x, y in ((0.3, 0.25), (-0.3, 0.25), (-0.3, -0.25), (0.3, -0.25), (0.3, 0.25))]
        lines.append(("base", points("base", *corners)))
    lines += [("base", points("base", (x, y, -0.1), (x, y, 0.1))) for x in (0.3, -0.3) for y in (0.25, -0.25)]
    lines.append(("trunk", np.array([frames["base"][:3, 3], frames["torso"][:3, 3]])))
    lines.append(("trunk", points("torso", (0, 0, 0), (0, 0, 0.48))))
    lines.append(("trunk", points("torso", (0, 0.26, 0.38), (0, -0.26, 0.38))))
    turn = np.linspace(0, 2 * np.pi, 25)
    for circle in ((0 * turn, np.cos(turn), np.sin(turn)), (np.cos(turn), 0 * turn, np.sin(turn))):
        lines.append(("trunk", points("head", *(0.1 * np.column_stack(circle) + (0, 0, 0.12)))))
    lines.append(("tool", points("camera", (0, 0, 0), (0.08, 0, 0))))
    for side in ("left", "right"):
        arm = [frames[f"{side}_{part}"][:3, 3] for part in ("upper_arm", "forearm", "hand")]
        lines.append((side, np.array([*arm, points(f"{side}_hand", (0, 0, -0.14))[0]])))
    lines.append(("tool", points("tool", (-0.15, 0, 0), (0.15, 0, 0))))
    rim = [
        points("bucket", *np.column_stack((0.11 * np.cos(turn), 0.11 * np.sin(turn), 0 * turn + z)))
        for z in (-0.13, -0.35)
    ]
    lines += [("tool", ring) for ring in rim]
    lines += [("tool", np.array([frames["bucket"][:3, 3], rim[0][k], rim[1][k]])) for k in (0, 12)]
    return lines


def draw_machine(plt, robot: bo.Mechanism, run, path: Path) -> None:
    """A stick figure of the robot at a few instants, on a floor of half-metre squares."""
    instants = run.time[-1] * np.array((0.0, 0.07, 0.18, 0.35, 0.6))
    poses = bo.body_poses(robot, run.q[np.searchsorted(run.time, instants)])
    colours = {"base": MUTED, "trunk": INK, "left": COLOURS[0], "right": COLOURS[1], "tool": COLOURS[2]}
    figure = plt.figure(figsize=(12, 4.2))
    for place, (t, instant) in enumerate(zip(instants, poses, strict=True)):
        axis = figure.add_axes((0.193 * place - 0.035, -0.12, 0.3, 1.16), projection="3d", facecolor="none")
        x, y = instant[0][:2, 3]
        for k in np.arange(-2.0, 4.0, 0.5):
            for line in (([k, k], [y - 0.7, y + 0.7]), ([x - 0.7, x + 0.7], [k, k])):
                if abs(k - (x if line[0][0] == k else y)) < 0.7:
                    axis.plot(*line, 0, color="#e4e7eb", lw=1, clip_on=False)
        for what, bar in skeleton(robot, instant):
            width = 1.2 if what == "base" else 2.2
            axis.plot(*bar.T, color=colours[what], lw=width, solid_capstyle="round", clip_on=False)
        axis.set(xlim=(x - 0.7, x + 0.7), ylim=(y - 0.7, y + 0.7), zlim=(0, 1.8))
        axis.set_box_aspect((1.4, 1.4, 1.8), zoom=1.2)
        axis.view_init(elev=14, azim=-50)
        axis.set_axis_off()
        figure.text(0.193 * place + 0.115, 0.94, f"t = {t:.1f} s", ha="center", color=INK, weight="bold")
    figure.savefig(path)
    plt.close(figure)
