"""Triangles to pixels: a z-buffer shows the nearest, shaded, with a line where one surface ends.

Pixels are numbers of 32 bits, with red, green and blue in the lowest three bytes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

EMPTY = np.iinfo(np.int64).max
DEPTHS = 2.0**36  # levels between near and far
TRIANGLE_BITS = 24
# depths closer than 2⁻²² count as equal, so that rounding does not decide between coplanar faces: the first is visible
_ALIKE = ~(((1 << 14) - 1) << TRIANGLE_BITS)
MOST_AT_ONCE = 400_000  # rows or pixels processed at a time
LIGHTS = 256  # levels of brightness
OUTLINE = 100  # share of black in an outline, out of 256
_RED_BLUE, _GREEN = np.uint32(0xFF00FF), np.uint32(0x00FF00)


class Faces(NamedTuple):
    """Triangles as the camera sees them."""

    corners: np.ndarray  # (triangles, 3, 2), pixels
    depth: np.ndarray  # (triangles, 3), from 0 (near) to 1 (far)
    light: np.ndarray  # (triangles, 3), brightness at the corners, from 0 to 1
    paint: np.ndarray  # (triangles,), rows of a table of colours
    opacity: np.ndarray  # (triangles,), from 0 to 1
    surface: np.ndarray  # (triangles,)

    def only(self, which: Any) -> Faces:
        return Faces(*(values[which] for values in self))


# --- colours ------------------------------------------------------------------------------------------------------------------


def packed(colours: np.ndarray) -> np.ndarray:
    """Colours (…, 3) from 0 to 255 as numbers of 32 bits."""
    red, green, blue = np.moveaxis(np.clip(np.rint(colours), 0, 255).astype(np.uint32), -1, 0)
    found: np.ndarray = red | green << 8 | blue << 16
    return found


def shades(colours: np.ndarray) -> np.ndarray:
    """A table (colours, LIGHTS) from black to each of the colours (colours, 3), from 0 to 255."""
    return packed(colours[:, None] * np.linspace(0, 1, LIGHTS)[:, None])


def blend(over: np.ndarray | np.uint32, under: np.ndarray, share: ArrayLike) -> np.ndarray:
    """Mix two colours; ``share`` of the first, out of 256."""
    part = np.asarray(share, np.uint32)
    rest = np.uint32(256) - part
    red_blue = ((over & _RED_BLUE) * part + (under & _RED_BLUE) * rest) >> 8 & _RED_BLUE
    green = ((over & _GREEN) >> 8) * part + ((under & _GREEN) >> 8) * rest & _GREEN
    found: np.ndarray = red_blue | green
    return found


# --- pixels -------------------------------------------------------------------------------------------------------------------


class Spans(NamedTuple):
    """Runs of pixels in rows, whose centres a triangle covers."""

    triangle: np.ndarray
    row: np.ndarray
    first: np.ndarray
    width: np.ndarray

    def pixels(self, wide: int) -> np.ndarray:
        """All pixels, row by row."""
        found: np.ndarray = np.repeat(self.row * wide + self.first, self.width) + steps(self.width)
        return found

    def linear(self, corners: np.ndarray, values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(value at the first pixel, step per pixel) of a linear function, given at the corners (triangles, 3)."""
        at, along_x, along_y = planes(corners, values)
        k = self.triangle
        low, high = values.min(axis=1).take(k), values.max(axis=1).take(k)
        slope, reach = along_x.take(k), self.width - 1
        start = at.take(k) + slope * (self.first + 0.5) + along_y.take(k) * (self.row + 0.5)
        # pixel centres lie inside a triangle, so its corners bound the values; this limits rounding in thin triangles
        end = np.clip(start + slope * reach, low, high)
        start = np.clip(start, low, high)
        return start, (end - start) / np.maximum(reach, 1)


def steps(counts: np.ndarray) -> np.ndarray:
    """0, 1, … for each count, concatenated."""
    ends = np.cumsum(counts)
    found: np.ndarray = np.arange(int(ends[-1]) if len(ends) else 0) - np.repeat(ends - counts, counts)
    return found


def _batches(counts: np.ndarray) -> Iterator[slice]:
    """Parts of a list whose counts sum up to at most MOST_AT_ONCE (or single entries)."""
    ends, at = np.cumsum(counts), 0
    while at < len(counts):
        before = int(ends[at - 1]) if at else 0
        after = max(at + 1, int(np.searchsorted(ends, before + MOST_AT_ONCE, "right")))
        yield slice(at, after)
        at = after


def covered(corners: np.ndarray, wide: int, high: int) -> Iterator[Spans]:
    """The pixels inside triangles (triangles, 3, 2). A pixel on a shared edge belongs to one triangle only."""
    order = np.argsort(corners[..., 1], axis=1, kind="stable")
    x, y = (np.take_along_axis(corners[..., k], order, axis=1) for k in (0, 1))
    first_row, last_row = (np.clip(np.ceil(y[:, k] - 0.5), 0, high).astype(int) for k in (0, 2))
    rows = last_row - first_row
    drop = np.stack((y[:, 2] - y[:, 0], y[:, 1] - y[:, 0], y[:, 2] - y[:, 1]))
    slope = np.stack((x[:, 2] - x[:, 0], x[:, 1] - x[:, 0], x[:, 2] - x[:, 1])) / np.where(drop == 0, 1.0, drop)
    for some in _batches(rows):
        triangle = np.repeat(np.arange(some.start, some.stop), rows[some])
        row = first_row.take(triangle) + steps(rows[some])
        height = row + 0.5
        # a row's centre line crosses the long edge and one of the short ones, above or below the middle corner
        below = (height >= y[:, 1].take(triangle)).astype(int)
        a = x[:, 0].take(triangle) + slope[0].take(triangle) * (height - y[:, 0].take(triangle))
        short = 3 * triangle + below
        b = x.ravel().take(short) + slope[1:].T.ravel().take(2 * triangle + below) * (height - y.ravel().take(short))
        start, end = (
            np.ceil(np.clip(bound, 0, wide) - 0.5).astype(int) for bound in (np.minimum(a, b), np.maximum(a, b))
        )
        seen = np.flatnonzero(end > start)
        spans = Spans(triangle.take(seen), row.take(seen), start.take(seen), (end - start).take(seen))
        for part in _batches(spans.width):
            yield Spans(*(values[part] for values in spans))


def planes(corners: np.ndarray, values: np.ndarray) -> np.ndarray:
    """(value at the origin, slope along x, slope along y) of linear functions, given at corners (triangles, 3, 2)."""
    a, b = corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]
    p, q = values[:, 1] - values[:, 0], values[:, 2] - values[:, 0]
    area = a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]
    area = np.where(area == 0, 1.0, area)
    along_x = (p * b[:, 1] - q * a[:, 1]) / area
    along_y = (q * a[:, 0] - p * b[:, 0]) / area
    return np.stack((values[:, 0] - along_x * corners[:, 0, 0] - along_y * corners[:, 0, 1], along_x, along_y))


class Canvas:
    """Reusable memory for pictures up to a size."""

    def __init__(self, wide: int, high: int):
        self._nearest = np.empty((2, wide * high), np.int64)
        self._surface = np.empty((wide + 2) * (high + 2), np.int32)
        self._mask = np.empty(wide * high, bool)

    def darken(self, picture: np.ndarray, corners: np.ndarray, colour: Any, share: int) -> None:
        """Mix a colour (``share`` out of 256) into a picture (high, wide) where triangles are."""
        high, wide = picture.shape
        dark = self._mask[: picture.size]
        dark.fill(False)
        for spans in covered(corners, wide, high):
            dark[spans.pixels(wide)] = True
        pixels, flat = np.flatnonzero(dark), picture.reshape(-1)
        flat[pixels] = blend(np.uint32(colour), flat.take(pixels), share)

    def paint(self, picture: np.ndarray, faces: Faces, table: np.ndarray) -> None:
        """Paint opaque faces into a picture (high, wide), then the nearest translucent ones; ``table``: shades."""
        high, wide = picture.shape
        solid = faces.opacity >= 1.0
        opaque = faces.only(solid)
        behind = self._find(0, opaque, wide, high)
        self._shade(picture, opaque, behind, table)
        if not solid.all():
            clear = faces.only(~solid)
            y = clear.corners[..., 1]
            top, bottom = (int(np.clip(row, 0, high)) for row in (np.floor(y.min()), np.ceil(y.max())))
            clear = clear._replace(corners=clear.corners - (0, top))
            front = self._find(1, clear, wide, bottom - top)
            front[front >> TRIANGLE_BITS > behind[top * wide : bottom * wide] >> TRIANGLE_BITS] = EMPTY
            self._shade(picture[top:bottom], clear, front, table)

    def _find(self, layer: int, faces: Faces, wide: int, high: int) -> np.ndarray:
        """Depth and index of the nearest triangle per pixel, the index in the last bits; EMPTY if there is none."""
        found = self._nearest[layer, : wide * high]
        found.fill(EMPTY)
        for spans in covered(faces.corners, wide, high):
            start, slope = spans.linear(faces.corners, faces.depth)
            # integers from here on: the depth above the bits of the triangle's index
            start, slope = ((DEPTHS * part).astype(np.int64) << TRIANGLE_BITS for part in (start, slope))
            step = steps(spans.width)
            keys = np.repeat(start | spans.triangle, spans.width)
            keys += np.repeat(slope, spans.width) * step
            keys &= _ALIKE
            step += np.repeat(spans.row * wide + spans.first, spans.width)
            np.minimum.at(found, step, keys)
        return found

    def _shade(self, picture: np.ndarray, faces: Faces, found: np.ndarray, table: np.ndarray) -> None:
        high, wide = picture.shape
        flat = picture.reshape(-1)
        # (one extra column and row, so that every pixel has neighbours)
        surface = self._surface[: (wide + 1) * (high + 1)].reshape(high + 1, wide + 1)
        surface.fill(-1)
        runs = _seen(found, wide)
        for part in _batches(runs.width):
            spans = Spans(*(values[part] for values in runs))
            start, slope = spans.linear(faces.corners, faces.light)
            step = steps(spans.width)
            levels = (LIGHTS - 1) * start + 0.5 + LIGHTS * faces.paint.take(spans.triangle)
            places = np.repeat(levels, spans.width)
            places += np.repeat((LIGHTS - 1) * slope, spans.width) * step
            colours = table.reshape(-1).take(places.astype(np.int64))
            pixels = step + np.repeat(spans.row * wide + spans.first, spans.width)
            share = (256 * faces.opacity.take(spans.triangle)).astype(np.uint32)
            if (share < 256).any():
                colours = blend(colours, flat.take(pixels), np.repeat(share, spans.width))
            flat[pixels] = colours
            pixels += np.repeat(spans.row, spans.width)
            surface.reshape(-1)[pixels] = np.repeat(faces.surface.take(spans.triangle), spans.width)
        # draw a line where a surface ends: on the left or upper of two pixels, and on the last before the background
        edge = self._mask[: picture.size].reshape(high, wide)
        own = surface[:-1, :-1]
        np.not_equal(own, surface[:-1, 1:], out=edge)
        edge |= own != surface[1:, :-1]
        nothing = own < 0
        edge[:, 1:] |= nothing[:, :-1]
        edge[1:] |= nothing[:-1]
        edge &= ~nothing
        line = np.flatnonzero(edge)
        flat[line] = blend(np.uint32(0), flat.take(line), OUTLINE)


def _seen(found: np.ndarray, wide: int) -> Spans:
    """Runs of pixels in a row that show one triangle."""
    triangle = found & ((1 << TRIANGLE_BITS) - 1)
    new = np.empty(len(found), bool)
    np.not_equal(triangle[1:], triangle[:-1], out=new[1:])
    new[::wide] = True
    start = np.flatnonzero(new)
    count = np.diff(start, append=len(found))
    full = np.flatnonzero(found.take(start) != EMPTY)
    start = start.take(full)
    row, first = np.divmod(start, wide)
    return Spans(triangle.take(start), row, first, count.take(full))
