"""A motion as a moving stick figure: joints are points, bodies lines from joint to joint and to their centres of mass."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from bough import dynamics
from bough.errors import FileError, StateError, UnsupportedError
from bough.files import written
from bough.mechanism.checks import finite, positive, shown
from bough.mechanism.mechanism import GROUND, Mechanism, remedy
from bough.simulation.plots import COLOURS, INK, MUTED, PALE, look

if TYPE_CHECKING:
    from bough.simulation.trajectory import Trajectory

VIEWS = {"xy": (0, 1), "xz": (0, 2), "yz": (1, 2), "3d": (0, 1, 2)}
DPI = 100
MOST_FRAMES = 5000
# share of the largest motion below which there is none in a direction
STILL = 1e-6


class Skeleton(NamedTuple):
    """Lines in ground axes: (frames, lines, 2, 3), a colour for each; points; and the way of the last tip."""

    lines: np.ndarray
    colours: list[str]
    widths: list[float]
    joints: np.ndarray  # (frames, points, 3)
    masses: np.ndarray  # (frames, points, 3)
    sizes: np.ndarray  # of the masses' points
    tip: np.ndarray  # (frames, 3)


def animate(
    run: Trajectory, path, fps: float, size: tuple[int, int], view: str, speed: float, progress: Callable | None
) -> None:
    if run.runs is not None:
        raise StateError(f"this is a batch of {run.runs} runs; animate one of them: run.select(0).animate(…).")
    if view != "auto" and view not in VIEWS:
        raise StateError(f"no view {shown(view)}: {remedy(view, ['auto', *VIEWS])}")
    fps, speed = positive(fps, "animate", "fps"), positive(speed, "animate", "speed")
    wide, high = (int(finite(x, "animate", "size")) // 2 * 2 for x in size)  # films want even numbers
    if min(wide, high) < 64:
        raise StateError(f"animate: size must be at least 64 x 64 pixels, not {shown(size)}.")
    frames = 1 + (max(1, round(run.duration / speed * fps)) if run.duration else 0)
    if frames > MOST_FRAMES:
        raise StateError(
            f"the film would have {frames} frames; raise speed= or lower fps= to have at most {MOST_FRAMES}."
        )
    writer = _writer(Path(path), fps)
    time = np.linspace(run._time[0], run._time[-1], frames)
    _film(run, time, view, (wide, high), path, writer, progress)


def _writer(path: Path, fps: Any) -> Any:
    """What writes films of this ending."""
    from matplotlib import animation

    if path.suffix.lower() == ".gif":
        return animation.PillowWriter(fps=fps)
    if path.suffix.lower() != ".mp4":
        raise FileError(f"cannot draw '{path}': give a name that ends with .gif or .mp4.")
    if not animation.FFMpegWriter.isAvailable():
        raise UnsupportedError("writing MP4 needs ffmpeg, which is not installed; install it, or write a .gif.")
    return animation.FFMpegWriter(fps=fps)


def skeleton(mechanism: Mechanism, poses: np.ndarray) -> Skeleton:
    """The stick figure in poses (frames, bodies, 4, 4)."""
    bodies, names = mechanism.bodies, mechanism.body_names
    index = {name: k for k, name in enumerate(names)}
    origin = poses[..., :3, 3]
    colours = _limbs(mechanism)

    def carried(body: int, local) -> np.ndarray:
        return origin[:, body] + np.einsum("fij,j->fi", poses[:, body, :3, :3], np.asarray(local, float))

    lines, line_colours, widths, masses, sizes = [], [], [], [], []
    heaviest = max((body.inertia.mass for body in bodies), default=0.0) or 1.0
    for k, body in enumerate(bodies):
        hung = body.parent != GROUND
        start = origin[:, index[body.parent]] if hung else np.broadcast_to(body.at, origin[:, k].shape)
        joint = carried(index[body.parent], body.at) if hung else start
        center = carried(k, body.inertia.center)
        # from the parent's joint to this one's seat, along its travel if it slides, and to the centre of mass
        for a, b, width in ((start, joint, 2.6), (joint, origin[:, k], 1.2), (origin[:, k], center, 2.6)):
            lines.append(np.stack((a, b), 1))
            line_colours.append(colours[k] if width > 2 or not hung else MUTED)
            widths.append(width)
        if body.inertia.mass > 0.0:
            masses.append(center)
            sizes.append(3.0 + 5.0 * (body.inertia.mass / heaviest) ** (1 / 3))
    last = _last_tip(mechanism)
    tip = carried(last, bodies[last].inertia.center)
    frames = len(poses)
    return Skeleton(
        np.stack(lines, 1),
        line_colours,
        widths,
        origin,
        np.stack(masses, 1) if masses else np.empty((frames, 0, 3)),
        np.array(sizes),
        tip,
    )


def _limbs(mechanism: Mechanism) -> list[str]:
    """A colour for each body: a first child goes on with its parent's, others start a new one."""
    colours, used, followed = [""] * len(mechanism), 0, set()
    topology = mechanism.topology
    for i, k in enumerate(topology.order.tolist()):
        parent = int(topology.parent[i])
        if parent >= 0 and parent not in followed:
            followed.add(parent)
            colours[k] = colours[topology.order[parent]]
        else:
            colours[k] = COLOURS[used % len(COLOURS)]
            used += 1
    return colours


def _last_tip(mechanism: Mechanism) -> int:
    """The body at the end of the longest path."""
    parents, depth = mechanism.topology.parent.tolist(), [0] * len(mechanism)
    for i, parent in enumerate(parents):
        depth[i] = depth[parent] + 1 if parent >= 0 else 1
    return int(mechanism.topology.order[int(np.argmax(depth))])


def chosen_axes(points: np.ndarray) -> tuple[int, ...]:
    """The plane in which points (frames, points, 3) move, if there is one: the directions other than that without motion; else all three."""
    motion = np.ptp(points, axis=0).max(axis=0, initial=0.0)
    still = np.flatnonzero(motion <= STILL * motion.max())
    if not still.size:
        return VIEWS["3d"]
    # of several, that in which the figure is flattest, and rather y than another
    flatness = np.ptp(points[0], axis=0)
    dropped = min(still.tolist(), key=lambda k: (round(float(flatness[k]), 9), k != 1))
    return tuple(k for k in range(3) if k != dropped)


# --- drawing ---------------------------------------------------------------------------------------------------------------


def _film(run: Trajectory, time, view, size, path, writer, progress) -> None:
    import matplotlib as mpl
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    if not len(run.mechanism):
        raise StateError(f"'{run.mechanism.name}' has no bodies to draw.")
    figure_of = skeleton(run.mechanism, _poses(run, time))
    points = np.concatenate((figure_of.lines.reshape(len(time), -1, 3), figure_of.joints), 1)
    axes = chosen_axes(points) if view == "auto" else VIEWS[view]
    with mpl.rc_context({**look(), "figure.dpi": DPI}):
        figure = Figure(figsize=(size[0] / DPI, size[1] / DPI))
        FigureCanvasAgg(figure)
        draw = (_prepare_space if len(axes) == 3 else _prepare_plane)(figure, figure_of, points, axes)
        figure.text(0.02, 0.955, str(run.mechanism.name), weight="bold", fontsize=10, va="center")
        clock = figure.text(0.98, 0.955, "", ha="right", va="center", fontsize=10, family="monospace")
        with written(path) as beside, writer.saving(figure, str(beside), DPI):
            for k, t in enumerate(time):
                draw(k)
                clock.set_text(f"t = {t:6.2f} s")
                writer.grab_frame()
                if progress is not None:
                    progress(k + 1, len(time))


def _poses(run: Trajectory, time) -> np.ndarray:
    q, _ = run.at(time)
    moved = type(run)(run.mechanism, time, q, np.zeros((len(time), run.mechanism.n)))
    return moved.evaluate(dynamics.body_poses, q)


def _limits(points: np.ndarray, axes: tuple[int, ...], thinnest: float) -> tuple[np.ndarray, np.ndarray]:
    """Middle and half-widths that hold everything, with a margin; no direction is thinner than a share of the widest."""
    low, high = (f(points.reshape(-1, 3), axis=0)[list(axes)] for f in (np.min, np.max))
    half = (high - low) / 2
    widest = float(half.max()) or 1.0
    return (low + high) / 2, np.maximum(half, thinnest * widest) + 0.08 * widest


def _prepare_plane(figure, skeleton: Skeleton, points, axes) -> Callable[[int], None]:
    from matplotlib.collections import LineCollection

    place = np.array((0.11, 0.11, 0.86, 0.79))
    axis = figure.add_axes(tuple(place))
    middle, half = _limits(points, axes, 0.0)
    # a metre is as long in both directions
    pixels = place[2:] * figure.get_size_inches()
    half = pixels * (half / pixels).max()
    axis.set(xlim=middle[0] + half[0] * np.array((-1, 1)), ylim=middle[1] + half[1] * np.array((-1, 1)))
    axis.set_xlabel(f"{'xyz'[axes[0]]}, m")
    axis.set_ylabel(f"{'xyz'[axes[1]]}, m")
    axis.tick_params(labelsize=7.5, color=MUTED)
    at = list(axes)
    (trace,) = axis.plot([], [], color=MUTED, lw=1.0, alpha=0.6, zorder=2)
    sticks = axis.add_collection(LineCollection([], colors=skeleton.colours, linewidths=skeleton.widths, zorder=3))
    sticks.set_capstyle("round")
    (joints,) = axis.plot([], [], "o", color="white", mec=INK, mew=1.2, ms=5, zorder=4)
    masses = axis.scatter(*skeleton.masses[0][:, at].T, s=skeleton.sizes**2, color=INK, linewidths=0, zorder=5)

    def draw(k: int) -> None:
        trace.set_data(*skeleton.tip[: k + 1, at].T)
        sticks.set_segments(skeleton.lines[k][:, :, at])
        joints.set_data(*skeleton.joints[k][:, at].T)
        masses.set_offsets(skeleton.masses[k][:, at])

    return draw


def _prepare_space(figure, skeleton: Skeleton, points, axes) -> Callable[[int], None]:
    from mpl_toolkits.mplot3d.art3d import Line3DCollection

    axis = figure.add_axes((0.0, 0.04, 1.0, 0.9), projection="3d", computed_zorder=False)
    middle, half = _limits(points, axes, 0.5)
    low, high = middle - half, middle + half
    axis.set(xlim=(low[0], high[0]), ylim=(low[1], high[1]), zlim=(low[2], high[2]))
    axis.set(xlabel="x, m", ylabel="y, m", zlabel="z, m")
    axis.set_box_aspect(half, zoom=0.95 if half[2] < half[:2].max() else 0.85)  # a tall box takes more room
    axis.view_init(elev=18, azim=-55)
    axis.tick_params(labelsize=7, color=MUTED)
    for each in (axis.xaxis, axis.yaxis, axis.zaxis):
        each.set_pane_color((1.0, 1.0, 1.0, 0.0))
        each.line.set_color(MUTED)
        each._axinfo["grid"]["color"] = PALE
        each.set_major_locator(_few_ticks())
    (trace,) = axis.plot([], [], [], color=MUTED, lw=1.0, alpha=0.6, zorder=2)
    # the shadow on the floor shows where the figure is
    shadow = axis.add_collection3d(Line3DCollection(skeleton.lines[0], colors=PALE, linewidths=1.5, zorder=1))
    sticks = axis.add_collection3d(
        Line3DCollection(skeleton.lines[0], colors=skeleton.colours, linewidths=skeleton.widths, zorder=3)
    )
    (joints,) = axis.plot([], [], [], "o", color="white", mec=INK, mew=1.0, ms=4, zorder=4)
    masses = axis.scatter(
        *skeleton.masses[0].T, s=skeleton.sizes**2, color=INK, linewidths=0, depthshade=False, zorder=5
    )

    def draw(k: int) -> None:
        trace.set_data_3d(*skeleton.tip[: k + 1].T)
        flat = skeleton.lines[k].copy()
        flat[..., 2] = low[2]
        shadow.set_segments(flat)
        sticks.set_segments(skeleton.lines[k])
        joints.set_data_3d(*skeleton.joints[k].T)
        masses._offsets3d = tuple(skeleton.masses[k].T)

    return draw


def _few_ticks():
    from matplotlib.ticker import MaxNLocator

    return MaxNLocator(4)
