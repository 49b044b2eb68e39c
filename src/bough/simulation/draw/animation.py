"""A motion as a film: the mechanism's solids, links and springs, drawn frame by frame and written as they are drawn."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageColor, ImageDraw

from bough import api
from bough.errors import BoughWarning, StateError
from bough.files import written
from bough.looks.figure import looks_of
from bough.looks.mass import Masses, last_tip
from bough.mechanism.checks import finite, positive, remedy, shown
from bough.simulation.draw.film import camera as cameras
from bough.simulation.draw.film import raster
from bough.simulation.draw.film.camera import VIEWS, Camera, Margins, Parallel
from bough.simulation.draw.film.figure import figure_of
from bough.simulation.draw.film.perspective import Perspective, Shot, shot_of
from bough.simulation.draw.film.stage import FINE, FLOOR, INK, PAPER, WAY, Stage, font
from bough.simulation.draw.film.writers import writer_of
from bough.simulation.results.observe import coordinates_at
from bough.typing import AnyPath, Array

if TYPE_CHECKING:
    from bough.simulation.results.trajectory import Trajectory

MOST_FRAMES = 5000
MOST_PIXELS = 16_000_000
WAY_POINTS = 1500  # at least, so that the path of a point is smooth even with few frames
SAMPLES = 6  # frames from which a film's colours are taken
AT_ONCE = 50_000  # poses in memory at a time
MOST_TRIANGLES = 24_000  # of all meshes together
SHADOW = 36  # out of 256
WAY_WIDTH = 1.3  # pixels
SPACE = Margins(24, 24, 44, 34)
SHEET = Margins(56, 24, 52, 44)


def animate(
    run: Trajectory,
    path: AnyPath,
    fps: float,
    size: tuple[int, int],
    view: str,
    speed: float,
    progress: Callable[[int, int], Any] | None,
    camera: Mapping[str, Any] | None = None,
) -> None:
    fps, speed = positive(fps, "animate", "fps"), positive(speed, "animate", "speed")
    frames = 1 + (max(1, round(run.duration / speed * fps)) if run.duration else 0)
    if frames > MOST_FRAMES:
        raise StateError(
            f"the film would have {frames} frames; raise speed= or lower fps= to have at most {MOST_FRAMES}."
        )
    film = Film(run, size, view, frames, camera)
    for note in film.looks.notes:
        warnings.warn(note, BoughWarning, stacklevel=3)
    writer = writer_of(Path(path), fps)
    with written(path) as beside:
        file = writer(beside, film.size, fps, film.samples())
        try:
            for k, picture in enumerate(film.pictures()):
                file.add(picture)
                if progress is not None:
                    progress(k + 1, frames)
            file.close()
        except BaseException:
            file.abort()
            raise


class Bounds(NamedTuple):
    """Smallest and largest coordinates over a motion.

    In the camera's axes, in level axes, and of shadows on a floor at height 0 in the camera's axes.
    """

    low: np.ndarray  # (3, 3)
    high: np.ndarray


class Box(NamedTuple):
    """A part of the fine picture."""

    first: np.ndarray  # (x, y)
    last: np.ndarray

    @property
    def rows(self) -> slice:
        return slice(self.first[1], self.last[1])

    @property
    def columns(self) -> slice:
        return slice(self.first[0], self.last[0])

    @property
    def coarse(self) -> tuple[int, int]:
        """Where it begins in the film's own pixels."""
        return int(self.first[0]) // FINE, int(self.first[1]) // FINE


class Film:
    """Pictures of a motion from a fixed view that contains all of it."""

    def __init__(
        self,
        run: Trajectory,
        size: Sequence[int] = (640, 480),
        view: str = "auto",
        frames: int = 2,
        camera: Mapping[str, Any] | None = None,
    ):
        if run.runs is not None:
            raise StateError(f"this is a batch of {run.runs} runs; animate one of them: run.select(0).animate(…).")
        if view != "auto" and camera is not None:
            raise StateError(f"animate: view={shown(view)} and camera= both say from where to look; give one of them.")
        if view != "auto" and view not in VIEWS:
            raise StateError(f"no view {shown(view)}: {remedy(view, ['auto', *VIEWS])}")
        wide, high = (int(finite(x, "animate", "size")) // 2 * 2 for x in size)  # video codecs need even numbers
        if min(wide, high) < 64 or wide * high > MOST_PIXELS:
            raise StateError(
                f"animate: size must be from 64 x 64 to {MOST_PIXELS / 1e6:g} million pixels, not {shown(size)}."
            )
        self.mechanism, self.size = run.mechanism, (wide, high)
        if not len(self.mechanism):
            raise StateError(f"'{self.mechanism.name}' has no bodies to draw.")
        # the path of a point is drawn through ``between`` instants per frame
        self.between = max(1, -(-WAY_POINTS // max(1, frames - 1)))
        self.frames = frames
        self.time = np.linspace(run._time[0], run._time[-1], (frames - 1) * self.between + 1)
        self.q = coordinates_at(run, self.time)
        self.looks = looks_of(self.mechanism, self.poses(slice(0, 1))[0, :-1], MOST_TRIANGLES)
        self.figure = figure_of(self.looks, len(self.mechanism))
        self.tips = Masses(self.mechanism).tips
        self.tip = last_tip(self.mechanism, self.tips)
        self.gravity = np.asarray(self.mechanism.gravity, float)
        level = cameras.upright(self.gravity)
        self._set_up(view, level, None if camera is None else shot_of(camera, level[:, 2]))

    def _set_up(self, view: str, level: Array, shot: Shot | None) -> None:
        some = np.unique(np.linspace(0, len(self.time) - 1, 200).astype(int))
        moving = self._points(self.poses(some))
        looks = any(body.visuals for body in self.mechanism.bodies)
        if view != "auto":
            axes = VIEWS[view]
        else:
            axes = VIEWS["3d"] if looks or shot is not None else cameras.chosen_axes(moving)
        self.in_space = len(axes) == 3
        if shot is not None:
            eye = shot.axes
        else:
            eye = cameras.space_axes(moving, level) if self.in_space else cameras.plane_axes(axes)
        bounds = self._bounds(eye, level)
        low, high = bounds.low[0].copy(), bounds.high[0].copy()
        self.floor = self._floor(bounds) if self.in_space else None
        if self.floor is not None:
            # shadows are visible, too
            lifted = eye @ level[:, 2] * self.floor
            low, high = np.minimum(low, bounds.low[2] + lifted), np.maximum(high, bounds.high[2] + lifted)
        flat = Parallel(eye, low, high, self.size, SPACE if self.in_space else SHEET)
        self.camera: Camera = flat if shot is None else Perspective(shot, self.size, float(low[2]), float(high[2]))
        self.level = level
        self.stage = Stage(self.camera, self.mechanism.name)
        if self.floor is not None:
            self.stage.floor(level, bounds.low[1][:2], bounds.high[1][:2], self.floor)
        if self.in_space:
            self.stage.triad()
        else:
            self.stage.sheet(flat, axes)
        self.fine = raster.packed(np.asarray(self.stage.image))  # FINE times as many pixels along each side
        self.base = self.stage.image.reduce(FINE)
        self.canvas = raster.Canvas(*self.stage.image.size)
        self.table = raster.shades(self.figure.colours)
        step = float(self.time[-1] - self.time[0]) / max(1, self.frames - 1)
        self.digits = int(np.clip(-np.floor(np.log10(step)), 1, 9)) if step > 0 else 2

    # --- where things are -------------------------------------------------------------------------------------------------

    def poses(self, instants: slice | NDArray[np.intp]) -> Array:
        """(instants, bodies + 1, 4, 4); the ground is the last."""
        found = api.body_poses(self.mechanism, self.q[instants], time=self.time[instants])
        ground = np.broadcast_to(np.eye(4), (len(found), 1, 4, 4))
        return np.concatenate((found, ground), axis=1)

    def _parts(self) -> Iterator[slice]:
        """Instants in parts of limited size; each part starts with a frame."""
        most = max(1, AT_ONCE // (len(self.mechanism) * self.between)) * self.between
        return (slice(at, min(at + most, len(self.time))) for at in range(0, len(self.time), most))

    def _points(self, poses: np.ndarray) -> np.ndarray:
        """Origins and ends of the bodies, (instants, points, 3)."""
        ends = np.einsum("fbij,bj->fbi", poses[:, :-1, :3, :3], self.tips) + poses[:, :-1, :3, 3]
        return np.concatenate((poses[:, :-1, :3, 3], ends), axis=1)

    def _bounds(self, eye: np.ndarray, level: np.ndarray) -> Bounds:
        owner, corners = self.figure.outline()
        maps = np.stack((eye, level.T, eye @ level @ np.diag((1.0, 1.0, 0.0)) @ level.T))
        low, high = np.full((3, 3), np.inf), np.full((3, 3), -np.inf)
        for part in self._parts():
            poses = self.poses(part)
            for body in np.unique(owner):
                own = corners[owner == body]
                points = np.einsum("fij,pj->fpi", poses[:, body, :3, :3], own) + poses[:, None, body, :3, 3]
                seen = np.einsum("mij,fpj->mfpi", maps, points)
                low, high = np.minimum(low, seen.min(axis=(1, 2))), np.maximum(high, seen.max(axis=(1, 2)))
        if not (np.isfinite(low).all() and np.isfinite(high).all()):
            raise StateError("the motion has states that are not finite or too large to draw; see run.status.")
        return Bounds(low, high)

    def _floor(self, bounds: Bounds) -> float | None:
        """Height of the floor: 0 if all is above and near it, else below the lowest point; None without gravity."""
        if not self.gravity.any():
            return None
        lowest, size = float(bounds.low[1][2]), float((bounds.high[1] - bounds.low[1]).max())
        return min(lowest, 0.0) if lowest <= 0.5 * size else lowest - 0.05 * size

    # --- pictures ---------------------------------------------------------------------------------------------------------

    def pictures(self) -> Iterator[Image.Image]:
        """All frames in turn, while the path of the tip grows."""
        body, point = self.tip
        last: np.ndarray = np.empty((0, 3))
        for part in self._parts():
            poses = self.poses(part)
            way = np.einsum("fij,j->fi", poses[:, body, :3, :3], point) + poses[:, body, :3, 3]
            for k in range(0, len(poses), self.between):
                # what lies between the last frame and this one
                before = np.concatenate((last, way[max(0, k - self.between) : k + 1]))
                last = np.empty((0, 3))
                self._go_on(before)
                yield self.picture(poses[k], float(self.time[part][k]))
            last = way[k:]

    def still(self, t: float) -> Image.Image:
        """The picture at an instant, with the path of the tip up to it."""
        k = int(np.argmin(np.abs(self.time - t)))
        poses, (body, point) = self.poses(slice(0, k + 1)), self.tip
        self._go_on(np.einsum("fij,j->fi", poses[:, body, :3, :3], point) + poses[:, body, :3, 3])
        return self.picture(poses[-1], float(self.time[k]))

    def _go_on(self, way: np.ndarray) -> None:
        """Draw a part of the tip's path into the background."""
        seen = self.camera.ahead(way)
        ribbon = _ribbon(FINE * self.camera.pixels(way)[:, :2], WAY_WIDTH * FINE, seen[:-1] & seen[1:])
        box = self._box(ribbon)
        if box is not None:
            part = self.fine[box.rows, box.columns].copy()
            self.canvas.darken(part, ribbon - box.first, raster.packed(np.array(ImageColor.getrgb(WAY))), 256)
            self.fine[box.rows, box.columns] = part
            self.base.paste(_reduced(part), box.coarse)

    def _box(self, corners: np.ndarray) -> Box | None:
        """Whole pixels of the film around corners (…, 2) in fine pixels; None if all are outside."""
        flat, most = corners.reshape(-1, 2), FINE * np.array(self.size)
        if not len(flat):
            return None
        first = np.clip(np.floor(flat.min(axis=0) / FINE) * FINE, 0, most).astype(int)
        last = np.clip(np.ceil(flat.max(axis=0) / FINE) * FINE, 0, most).astype(int)
        return None if (last <= first).any() else Box(first, last)

    def picture(self, poses: np.ndarray, t: float) -> Image.Image:
        """The mechanism in poses (bodies + 1, 4, 4), drawn over the background."""
        faces, shadow = self._faces(poses)
        picture = self.base.copy()
        box = self._box(np.concatenate((faces.corners, shadow)))
        if box is not None:
            part = self.fine[box.rows, box.columns].copy()
            self.canvas.darken(part, shadow - box.first, 0, SHADOW)
            self.canvas.paint(part, faces._replace(corners=faces.corners - box.first), self.table)
            picture.paste(_reduced(part), box.coarse)
        place = (self.size[0] - 12, 9)
        clock = f"t = {t:.{self.digits}f} s"
        ImageDraw.Draw(picture).text(place, clock, fill=INK, font=font(13, "Mono"), anchor="ra")
        return picture

    def _faces(self, poses: np.ndarray) -> tuple[raster.Faces, np.ndarray]:
        """The visible faces, and the corners of the shadows (triangles, 3, 2)."""
        figure, camera = self.figure, self.camera
        whole, whole_normals = figure.placed(poses)
        points, normals, triangles, part = camera.cut(whole, whole_normals, figure.faces)
        seen = camera.pixels(points)
        fine = FINE * seen[:, :2]
        front = np.flatnonzero(_is_front(fine, triangles))
        of_front = triangles.take(front, axis=0)
        faces = raster.Faces(
            fine.take(of_front, axis=0),
            seen[:, 2].take(of_front),
            camera.brightness(normals).take(of_front),
            figure.paint[part].take(front),
            figure.opacity[part].take(front),
            figure.surface[part].take(front),
        )
        if self.floor is None:
            return faces, np.empty((0, 3, 2))
        flat = whole @ self.level
        flat[:, 2] = self.floor
        points, _, triangles, part = camera.cut(flat @ self.level.T, whole_normals, figure.faces)
        fine = FINE * camera.pixels(points)[:, :2]
        lit = np.flatnonzero(_is_front(fine, triangles) & (figure.opacity[part] > 0.5))
        return faces, fine.take(triangles.take(lit, axis=0), axis=0)

    def samples(self) -> list[Image.Image]:
        """Some frames that have all colours of the film."""
        some = np.unique(np.linspace(0, self.frames - 1, SAMPLES).astype(int)) * self.between
        pictures = [self.picture(poses, float(t)) for poses, t in zip(self.poses(some), self.time[some], strict=True)]
        for row, ground in enumerate((PAPER, FLOOR)):
            for k, mixed in enumerate((0.25, 0.5, 0.75, 1.0)):
                patch = Image.blend(Image.new("RGB", (8, 8), ground), Image.new("RGB", (8, 8), WAY), mixed)
                pictures[0].paste(patch, (8 * k, 8 * row))
        return pictures


def _is_front(points: np.ndarray, faces: np.ndarray) -> np.ndarray:
    """Whether triangles between points (points, 2) face the camera: counterclockwise, with y downwards."""
    (ax, bx, cx), (ay, by, cy) = (points[:, k].take(faces.T) for k in (0, 1))
    front: np.ndarray = (bx - ax) * (cy - ay) < (by - ay) * (cx - ax)
    return front


def _reduced(part: np.ndarray) -> Image.Image:
    """Fine pixels, averaged to those of the film."""
    high, wide = part.shape
    return Image.frombuffer("RGBX", (wide, high), part, "raw", "RGBX", 0, 1).reduce(FINE).convert("RGB")


def _ribbon(line: np.ndarray, width: float, seen: np.ndarray) -> np.ndarray:
    """Those pieces of a line through points (points, 2) that are seen, as triangles.

    Each piece is a little longer, so that bends have no gaps.
    """
    a, b = line[:-1][seen], line[1:][seen]
    length = np.linalg.norm(b - a, axis=1, keepdims=True)
    along = (b - a) / np.maximum(length, 1e-300) * (width / 2)
    across = along[:, ::-1] * (-1, 1)
    a, b = a - along / 2, b + along / 2
    quads = np.stack((a - across, b - across, b + across, a + across), 1)
    return quads[:, [[0, 1, 2], [0, 2, 3]]].reshape(-1, 3, 2)
