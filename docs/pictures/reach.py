"""Draws reach.png: an arm that follows a path, and how far off it stays elsewhere. python docs/pictures/reach.py"""

from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

import bough as bo

INK, FAINT, PATH = "#1f2937", "#9ca3af", "#d9480f"
LENGTHS = (0.4, 0.3, 0.15)


def arm() -> bo.Mechanism:
    machine = bo.Mechanism("arm")
    rod = bo.Inertia.rod(0.4, mass=1.0, radius=0.02, axis="x", center=(0.2, 0, 0))
    stops = {"upper": (-0.6, 2.6), "lower": (0.15, 2.4), "hand": (-1.2, 1.2)}
    for (name, ends), parent, at in zip(stops.items(), ("ground", "upper", "lower"), (0, *LENGTHS), strict=False):
        machine.add_body(name, parent, bo.Revolute("z"), at=(at, 0, 0), inertia=rod)
        machine.add_force(f"{name} stops", bo.JointLimit(name, *ends, stiffness=1e3, softness=0.01))
    return machine


def joints_of(machine: bo.Mechanism, q: np.ndarray) -> np.ndarray:
    poses = bo.body_poses(machine, q)
    tip = poses[-1, :3] @ (LENGTHS[-1], 0, 0, 1)
    return np.vstack((poses[:, :3, 3], tip))[:, :2]


def main() -> None:
    machine, tip = arm(), f"hand({LENGTHS[-1]}, 0, 0)"
    figure, (left, right) = plt.subplots(1, 2, figsize=(9.6, 4.6), layout="constrained")

    s = np.linspace(0.0, 2 * np.pi, 120)
    path = np.column_stack((0.25 + 0.2 * np.cos(s), 0.5 + 0.1 * np.sin(2 * s), 0 * s))
    found = bo.reach(machine, {tip: path}, {"upper": 0.5, "lower": 1.2}, follow=True)
    left.plot(*path[:, :2].T, color=PATH, lw=2, zorder=3)
    for k in range(0, 120, 10):
        x, y = joints_of(machine, found.q[k]).T
        left.plot(
            x,
            y,
            "-o",
            color=INK if k == 0 else FAINT,
            lw=2.2 if k == 0 else 1,
            ms=4 if k == 0 else 2,
            zorder=4 - (k > 0) * 3,
        )
    left.set_title("a path, followed point by point", fontsize=11)

    x, y = np.meshgrid(np.linspace(-0.95, 0.95, 90), np.linspace(-0.95, 0.95, 90))
    grid = np.column_stack((x.ravel(), y.ravel(), 0 * x.ravel()))
    everywhere = bo.reach(machine, {tip: grid}, {"upper": 0.5, "lower": 1.2}, restarts=64, on_failure="return")
    off = everywhere.errors[tip].position.reshape(x.shape)
    off[everywhere.reached.reshape(x.shape)] = np.nan
    right.set_facecolor("#e6f4ea")
    shades = right.pcolormesh(x, y, off, cmap="Purples", vmin=0.0, shading="nearest", rasterized=True)
    right.contour(x, y, np.nan_to_num(off), levels=[0.005], colors=INK, linewidths=1)
    right.text(0.15, 0.52, "reached", color="#2b8a3e", ha="center")
    figure.colorbar(shades, ax=right, label="m off", shrink=0.85)
    right.set_title("8100 targets in one call, with joint limits", fontsize=11)
    for axes in (left, right):
        axes.plot(0, 0, "^", color=INK, ms=9, zorder=6)
        axes.set_aspect("equal")
        axes.set_xlabel("x [m]")
        axes.spines[["top", "right"]].set_visible(False)
    left.set_xlim(-0.45, 0.8)
    left.set_ylim(-0.15, 0.85)
    left.set_ylabel("y [m]")
    figure.savefig(Path(__file__).with_suffix(".png"), dpi=110)


if __name__ == "__main__":
    main()
