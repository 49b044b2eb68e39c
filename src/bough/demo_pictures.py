"""Pictures of the demo: the excavator as solid shapes, its energies, reactions, and the times of the forms."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import matplotlib as mpl
import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import PolyCollection
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from PIL import Image

import bough as bo
from bough.files import written
from bough.simulation.plots import COLOURS, INK, MUTED, label_ends, look

YELLOW, DARK, GLASS, STEEL, CONCRETE = "#f2b134", "#3d4852", "#a9cfe0", "#c8ced6", "#b8b2a7"
SOIL, LINES, SHADOW = "#f3efe8", "#e2dccf", "#d3ccbe"
LIGHT = np.array((0.1, 0.6, 0.8))
AZIMUTH, ELEVATION = np.radians(58.0), np.radians(16.0)


# --- shapes ---------------------------------------------------------------------------------------------------------------


class Solid(NamedTuple):
    """A profile in the body's x-z plane, drawn out along y from ``left`` to ``right``."""

    body: str
    profile: Sequence[tuple[float, float]]
    left: float
    right: float
    colour: str


class Rod(NamedTuple):
    """A line from a point of one body to a point of another: a rope or a hydraulic cylinder."""

    body: str
    point: tuple[float, float, float]
    other: str
    other_point: tuple[float, float, float]
    width: float
    colour: str
    barrel: float = 0.0  # length of the thicker part


def circle(radius: float, x: float = 0.0, z: float = 0.0, count: int = 24) -> list[tuple[float, float]]:
    angles = np.linspace(0, 2 * np.pi, count, endpoint=False)
    return [(x + radius * np.cos(a), z + radius * np.sin(a)) for a in angles]


def rectangle(x0: float, x1: float, z0: float, z1: float) -> list[tuple[float, float]]:
    return [(x0, z0), (x1, z0), (x1, z1), (x0, z1)]


TRACK = [(-2.0, 0.0), (2.0, 0.0), (2.3, 0.25), (2.3, 0.55), (2.0, 0.85), (-2.0, 0.85), (-2.3, 0.55), (-2.3, 0.25)]
# in pieces, so that it is seen before or behind the cab as it should be
BOOM = (
    [(-0.2, -0.15), (2.0, 0.62), (2.1, 1.22), (-0.2, 0.2)],
    [(2.0, 0.62), (2.9, 0.68), (3.0, 1.22), (2.1, 1.22)],
    [(2.9, 0.68), (5.5, -0.2), (5.68, 0.0), (5.5, 0.2), (3.0, 1.22)],
)
STICK = [(-0.75, 0.12), (-0.1, -0.22), (2.9, -0.12), (2.95, 0.1), (0.3, 0.42), (-0.65, 0.38)]
BUCKET = [(-0.15, -0.1), (0.3, -0.12), (1.15, -0.75), (1.25, -0.35), (1.05, 0.15), (0.6, 0.42), (0.05, 0.3)]
CAB = [(-0.7, 0.05), (0.7, 0.05), (0.72, 0.75), (0.45, 1.75), (-0.7, 1.75)]
SIDE_WINDOW = [(-0.5, 0.85), (0.56, 0.85), (0.35, 1.6), (-0.5, 1.6)]
HOOD = [(-2.3, 0.3), (-0.5, 0.3), (-0.5, 1.05), (-0.9, 1.2), (-2.3, 1.25)]
WEIGHT = [(-0.4, -0.55), (0.3, -0.55), (0.3, 0.5), (-0.15, 0.5), (-0.4, 0.25)]

SOLIDS = (
    Solid("undercarriage", TRACK, -1.5, -0.9, DARK),
    Solid("undercarriage", TRACK, 0.9, 1.5, DARK),
    Solid("undercarriage", rectangle(-1.1, 1.1, 0.4, 1.0), -0.9, 0.9, MUTED),
    Solid("house", rectangle(-2.3, 1.3, 0.02, 0.3), -1.3, 1.3, DARK),
    Solid("house", HOOD, -1.25, 1.25, YELLOW),
    Solid("house", rectangle(-0.5, 0.3, 0.3, 0.85), -1.25, -0.55, YELLOW),
    Solid("counterweight", WEIGHT, -1.3, 1.3, DARK),
    Solid("cab", CAB, -0.43, 0.43, YELLOW),
    *(Solid("boom", piece, -0.22, 0.22, YELLOW) for piece in BOOM),
    Solid("stick", STICK, -0.18, 0.18, YELLOW),
    Solid("bucket", BUCKET, -0.55, 0.55, DARK),
    Solid("hook", circle(0.13, 0.0, -0.95, 10), -0.06, 0.06, INK),
    Solid("pipe", circle(0.4, 0.0, -0.95), -1.3, 1.3, CONCRETE),
)
# panes, a little off what they are set in
PANES = (
    ("cab", [(x, -0.435, z) for x, z in SIDE_WINDOW], GLASS),
    ("cab", [(x, 0.435, z) for x, z in SIDE_WINDOW], GLASS),
    ("cab", [(0.705, -0.36, 0.85), (0.705, 0.36, 0.85), (0.475, 0.36, 1.68), (0.475, -0.36, 1.68)], GLASS),
    ("pipe", [(x, -1.301, z) for x, z in circle(0.31, 0.0, -0.95)], DARK),
    ("pipe", [(x, 1.301, z) for x, z in circle(0.31, 0.0, -0.95)], DARK),
)
RODS = (
    Rod("house", (1.15, -0.5, 0.2), "boom", (2.3, -0.3, 0.75), 0.1, STEEL, 1.5),
    Rod("house", (1.15, 0.2, 0.2), "boom", (2.3, 0.3, 0.75), 0.1, STEEL, 1.5),
    Rod("boom", (2.6, 0.0, 1.32), "stick", (-0.65, 0.0, 0.3), 0.09, STEEL, 1.7),
    Rod("stick", (0.3, 0.0, 0.5), "bucket", (0.15, 0.0, 0.3), 0.08, STEEL, 1.5),
    Rod("hook", (0.0, 0.0, 0.0), "hook", (0.0, 0.0, -0.95), 0.035, INK),
    Rod("pipe", (0.0, 0.0, 0.05), "pipe", (0.0, -1.1, -0.55), 0.03, INK),
    Rod("pipe", (0.0, 0.0, 0.05), "pipe", (0.0, 1.1, -0.55), 0.03, INK),
)


# --- how they are seen ------------------------------------------------------------------------------------------------------


class Scene:
    """Draws the machine into axes, pose by pose: faces from the far to the near, each as bright as it is turned to the light."""

    def __init__(self, axis, names: Sequence[str], width: float = 1.0):
        self.index = {name: k for k, name in enumerate(names)}
        a, e = AZIMUTH, ELEVATION
        right, away = np.array((-np.sin(a), np.cos(a), 0.0)), np.array((np.cos(a), np.sin(a), 0.0))
        self.away = np.cos(e) * -away - np.sin(e) * np.array((0.0, 0.0, 1.0))  # from the eye into the picture
        self.flat = np.stack((right, np.cross(right, self.away)))
        self.width = width
        axis.set_axis_off()
        axis.set_aspect("equal")
        self._draw_ground(axis)
        self.shadows = axis.add_collection(PolyCollection([], facecolors=SHADOW, zorder=2))
        self.faces = axis.add_collection(PolyCollection([], linewidths=0.5 * width, zorder=3, joinstyle="round"))

    def _draw_ground(self, axis) -> None:
        low, high, mesh = -12.0, 15.0, 1.5
        corners = np.array([(x, y, 0.0) for x, y in ((low, -6.0), (high, -6.0), (high, high), (low, high))])
        axis.fill(*(corners @ self.flat.T).T, color=SOIL, lw=0, zorder=0)
        lines = [((x, -6.0, 0.0), (x, high, 0.0)) for x in np.arange(low, high + mesh, mesh)]
        lines += [((low, y, 0.0), (high, y, 0.0)) for y in np.arange(-6.0, high + mesh, mesh)]
        for line in lines:
            axis.plot(*(np.array(line) @ self.flat.T).T, color=LINES, lw=0.7 * self.width, zorder=1)

    def show(self, poses: np.ndarray) -> None:
        """Poses of all bodies, (bodies, 4, 4)."""
        pieces = []  # (depth, face in space, colour, edge)
        for solid in SOLIDS:
            pieces += self._faces(solid, poses[self.index[solid.body]])
        for body, points, colour in PANES:
            placed = carried(poses[self.index[body]], points)
            if normal_of(placed) @ self.away < 0 or normal_of(placed[::-1]) @ self.away < 0:
                pieces.append((placed, colour, colour, 0.02))
        for rod in RODS:
            a = carried(poses[self.index[rod.body]], [rod.point])[0]
            b = carried(poses[self.index[rod.other]], [rod.other_point])[0]
            pieces.append((self._ribbon(a, b, rod.width), rod.colour, INK, 0.0))
            if rod.barrel:
                end = a + rod.barrel / np.linalg.norm(b - a) * (b - a)
                pieces.append((self._ribbon(a, end, 1.8 * rod.width), DARK, INK, 0.01))
        depth = [float((face @ self.away).mean()) - nearer for face, _, _, nearer in pieces]
        order = np.argsort(depth)[::-1]
        self.faces.set_verts([pieces[k][0] @ self.flat.T for k in order])
        self.faces.set_facecolors([pieces[k][1] for k in order])
        self.faces.set_edgecolors([pieces[k][2] for k in order])
        self.shadows.set_verts([face * (1, 1, 0) @ self.flat.T for face, *_ in pieces])

    def _faces(self, solid: Solid, pose: np.ndarray) -> list:
        ends = [carried(pose, [(x, y, z) for x, z in solid.profile]) for y in (solid.left, solid.right)]
        count = len(solid.profile)
        faces = [ends[0], ends[1][::-1]]
        faces += [np.array((ends[0][k - 1], ends[1][k - 1], ends[1][k], ends[0][k])) for k in range(count)]
        colour = np.array(to_rgb(solid.colour))
        found = []
        for face in faces:
            normal = normal_of(face)
            if normal @ self.away < 0.0:  # turned to the eye
                shade = colour * (0.72 + 0.28 * max(0.0, float(normal @ LIGHT)))
                edge = shade * 0.75 if len(face) != 4 or count < 12 else shade
                found.append((face, tuple(shade), tuple(edge), 0.0))
        return found

    def _ribbon(self, a: np.ndarray, b: np.ndarray, width: float) -> np.ndarray:
        """A line as a face that looks at the eye."""
        across = np.cross(b - a, self.away)
        across *= 0.5 * width / (np.linalg.norm(across) or 1.0)
        return np.array((a - across, b - across, b + across, a + across))


def carried(pose: np.ndarray, points) -> np.ndarray:
    return np.asarray(points, float) @ pose[:3, :3].T + pose[:3, 3]


def normal_of(face: np.ndarray) -> np.ndarray:
    """The outward normal of a face whose corners run against the clock, seen from outside; any plane outline (Newell)."""
    normal = np.cross(face, np.roll(face, -1, axis=0)).sum(axis=0)
    return normal / (np.linalg.norm(normal) or 1.0)


def framed(axis, scene: Scene) -> None:
    """Limits that hold the machine at work and fill the axes."""
    held = np.array([(7.0, -1.0, 0.0), (-3.2, 7.4, 0.0), (0.0, 6.5, 0.0), (5.0, 0.0, 6.5)]) @ scene.flat.T
    middle, half = (held.min(axis=0) + held.max(axis=0)) / 2, np.ptp(held, axis=0) / 2 + 0.4
    box = axis.get_window_extent()
    pixels = np.array((box.width, box.height))
    half = pixels * (half / pixels).max()
    axis.set(xlim=middle[0] + half[0] * np.array((-1, 1)), ylim=middle[1] + half[1] * np.array((-1, 1)))


def poses_at(run: bo.Trajectory, times) -> np.ndarray:
    q, _ = run.at(times)
    return bo.body_poses(run.mechanism, q, time=np.asarray(times))


# --- pictures ---------------------------------------------------------------------------------------------------------------


def canvas(size: tuple[float, float], **options):
    figure = Figure(figsize=size, **options)
    FigureCanvasAgg(figure)
    return figure


def draw_scenes(run: bo.Trajectory, path: Path) -> None:
    """The machine at four instants."""
    times = run.duration * np.array((0.0, 0.28, 0.48, 1.0))
    with mpl.rc_context(look()):
        figure = canvas((11, 6.6))
        for k, (t, poses) in enumerate(zip(times, poses_at(run, times), strict=True)):
            axis = figure.add_axes((0.5 * (k % 2), 0.5 - 0.5 * (k // 2), 0.5, 0.5))
            scene = Scene(axis, run.mechanism.body_names, 1.2)
            scene.show(poses)
            framed(axis, scene)
            axis.text(0.04, 0.9, f"t = {t:.1f} s", transform=axis.transAxes, weight="bold")
        figure.savefig(path)


def draw_film(
    run: bo.Trajectory, path: Path, fps: int = 12, speed: float = 1.25, size=(640, 400), colours: int = 64
) -> None:
    """The machine at work, as a GIF with few colours (that of the README: fps 8, speed 3, size 440 x 264)."""
    import matplotlib as mpl

    times = np.arange(0.0, run.duration, speed / fps)
    frames = []
    with mpl.rc_context({**look(), "figure.dpi": 100}):
        figure = canvas((size[0] / 100, size[1] / 100))
        axis = figure.add_axes((0, 0, 1, 1))
        scene = Scene(axis, run.mechanism.body_names)
        framed(axis, scene)
        clock = axis.text(0.03, 0.92, "", transform=axis.transAxes, weight="bold", fontsize=11)
        for t, poses in zip(times, poses_at(run, times), strict=True):
            scene.show(poses)
            clock.set_text(f"t = {t:4.1f} s")
            figure.canvas.draw()
            frames.append(Image.fromarray(np.asarray(figure.canvas.buffer_rgba())[..., :3].copy()))
    # one palette for all, without dithering: what does not move stays the same, which makes small files
    some = np.concatenate([np.asarray(frames[int(k)]) for k in np.linspace(0, len(frames) - 1, 5)])
    palette = Image.fromarray(some).quantize(colours, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    frames = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]
    with written(path) as beside:
        frames[0].save(
            beside, "GIF", save_all=True, append_images=frames[1:], duration=round(1000 / fps), loop=0, optimize=True
        )


def draw_energy(run: bo.Trajectory, path: Path) -> None:
    """Powers of what drives the machine, the energies, and what their balance misses."""
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
    """Forces in the joints, and where the ground carries the machine: within the tracks, or it would tip."""
    reactions = run.reactions()
    sizes = np.sqrt((reactions.force**2).sum("body_axis")) / 1e3
    # the soil's moments about y and x over the load: the point at which the ground pushes
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


def draw_forms(comparison: bo.Comparison, path: Path) -> None:
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
