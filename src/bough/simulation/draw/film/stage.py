"""The background: a floor or a sheet with lines, labels, the path of a point."""

from __future__ import annotations

import unicodedata
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from PIL import Image, ImageDraw, ImageFont

from bough.simulation.draw.film.camera import Camera, Parallel, step_of
from bough.typing import Array

PAPER, FLOOR, RULES, RIM = "#ffffff", "#f3efe8", "#e0d9cb", "#cfc6b4"
SHEET, INK, MUTED, WAY = "#e8ebef", "#1f2933", "#5b6672", "#dd7f8b"
FLAT = (PAPER, FLOOR, RULES, RIM, SHEET, INK, WAY)  # colours of large areas and long lines
FINE = 2  # pixels of the picture per pixel of the film, along each side
MOST_TEXT = 200


@cache
def font(size: float, kind: str = "") -> Any:
    """The typeface that comes with Matplotlib."""
    import matplotlib

    return ImageFont.truetype(Path(matplotlib.get_data_path(), "fonts", "ttf", f"DejaVuSans{kind}.ttf"), size)


def plain_text(text: object, wide: float, face: Any) -> str:
    """A name as one line that fits: invisible characters are replaced, long names are cut."""
    line = "".join(
        c if unicodedata.category(c)[0] not in "CZ" or c == " " else "\N{REPLACEMENT CHARACTER}"
        for c in str(text)[:MOST_TEXT]
    )
    short = line
    while short and face.getlength(short + ("" if short == line else "…")) > wide:
        short = short[:-1]
    return short if short == line else short + "…"


class Stage:
    """A picture with FINE times the film's pixels along each side, over which the figure is drawn in each frame."""

    def __init__(self, camera: Camera, title: object):
        self.camera = camera
        wide, high = (FINE * n for n in camera.size)
        self.image = Image.new("RGB", (wide, high), PAPER)
        self.draw = ImageDraw.Draw(self.image)
        face = font(FINE * 13, "-Bold")
        name = plain_text(title, FINE * (camera.size[0] - 130), face)
        self.draw.text((FINE * 12, FINE * 9), name, fill=INK, font=face)

    def fine(self, points: ArrayLike) -> list[tuple[float, float]]:
        """Points in ground axes as pixels of the fine picture."""
        return [tuple(p) for p in (FINE * self.camera.pixels(np.asarray(points, float))[..., :2]).tolist()]

    def floor(self, level: np.ndarray, low: np.ndarray, high: np.ndarray, height: float) -> None:
        """A floor with lines at round distances, below everything between two corners in level axes."""
        step = step_of(float((high - low).max()), 8)
        first, last = np.floor(low / step - 0.6) * step, np.ceil(high / step + 0.6) * step

        def at(x: float, y: float) -> Array:
            return level @ (x, y, height)

        rim = [at(first[0], first[1]), at(last[0], first[1]), at(last[0], last[1]), at(first[0], last[1])]
        corners = self.fine(self.camera.outline(np.array(rim)))
        if len(corners) < 3:  # behind the eye
            return
        self.draw.polygon(corners, fill=FLOOR)
        lines = [[at(x, first[1]), at(x, last[1])] for x in np.arange(first[0], last[0] + step / 2, step)]
        lines += [[at(first[0], y), at(last[0], y)] for y in np.arange(first[1], last[1] + step / 2, step)]
        for line in lines:
            self.draw.line(self.fine(self.camera.outline(np.array(line))), fill=RULES, width=FINE)
        self.draw.line([*corners, corners[0]], fill=RIM, width=FINE)
        self.note(f"a square is {step:g} m")

    def sheet(self, camera: Parallel, axes: tuple[int, ...]) -> None:
        """Lines at round distances over the whole picture, with numbers below and on the left."""
        wide, high = camera.size
        margins = camera.margins
        box = (margins.left, margins.top, wide - margins.right, high - margins.bottom)
        # the picture of a point (x, y) in metres is linear in both
        middle = camera.middle[:2]
        step = step_of((box[2] - box[0]) / camera.scale, max(2.0, (box[2] - box[0]) / 90))
        face = font(FINE * 10)
        for k, (start, end) in enumerate(((box[0] - 6, box[2] + 6), (box[1] - 6, box[3] + 6))):
            sign = 1 if k == 0 else -1
            reach = sorted((x - camera.center[k]) / (sign * camera.scale) + middle[k] for x in (start, end))
            for n in range(int(np.ceil(reach[0] / step)), int(np.floor(reach[1] / step)) + 1):
                at = FINE * (camera.center[k] + sign * camera.scale * (n * step - middle[k]))
                if k == 0:
                    self.draw.line((at, FINE * (box[1] - 6), at, FINE * (box[3] + 6)), fill=SHEET, width=FINE)
                    self.draw.text((at, FINE * (box[3] + 10)), f"{n * step:g}", fill=MUTED, font=face, anchor="ma")
                else:
                    self.draw.line((FINE * (box[0] - 6), at, FINE * (box[2] + 6), at), fill=SHEET, width=FINE)
                    self.draw.text((FINE * (box[0] - 10), at), f"{n * step:g}", fill=MUTED, font=face, anchor="rm")
        self.draw.text((FINE * box[2], FINE * (high - 5)), f"{'xyz'[axes[0]]}, m", fill=MUTED, font=face, anchor="rd")
        self.draw.text((FINE * 8, FINE * (box[1] - 12)), f"{'xyz'[axes[1]]}, m", fill=MUTED, font=face, anchor="ld")

    def note(self, text: str) -> None:
        """A line at the lower right."""
        wide, high = self.camera.size
        self.draw.text((FINE * (wide - 12), FINE * (high - 8)), text, fill=MUTED, font=font(FINE * 10), anchor="rd")

    def triad(self) -> None:
        """The directions of the ground's axes, at the lower left."""
        start = np.array((30.0, self.camera.size[1] - 30.0))
        face = font(FINE * 9)
        for name, direction in zip("xyz", self.camera.axes[:2].T, strict=True):
            end = start + 20.0 * direction * (1, -1)
            self.draw.line([*(FINE * start), *(FINE * end)], fill=MUTED, width=FINE)
            label = start + 27.0 * direction * (1, -1)
            self.draw.text(tuple(FINE * label), name, fill=MUTED, font=face, anchor="mm")
