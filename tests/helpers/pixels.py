"""Pictures of a page as numbers: where a colour is, and where a camera puts a point."""

from __future__ import annotations

import io

import numpy as np
from PIL import Image
from scipy import ndimage


def picture(png: bytes) -> np.ndarray:
    """Pixels of a PNG, (height, width, 3), as integers that can be subtracted."""
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB"), int)


def reddish(pixels: np.ndarray) -> np.ndarray:
    """Where red outshines green and blue by far, in light and in shade."""
    red, green, blue = np.moveaxis(pixels, -1, 0)
    return (red > 60) & (red > 2 * green) & (red > 2 * blue)


def largest(mask: np.ndarray) -> np.ndarray:
    """The largest patch of a mask, without what else has its colour."""
    patches, count = ndimage.label(mask)
    assert count, "nothing has this colour"
    return patches == 1 + np.argmax(ndimage.sum_labels(mask, patches, range(1, count + 1)))


def middle(mask: np.ndarray) -> np.ndarray:
    """The middle (x, y) of the smallest upright box around a mask, in pixels from the top left corner: a highlight does not shift it."""
    rows, columns = np.nonzero(mask)
    return np.array([columns.min() + columns.max() + 1, rows.min() + rows.max() + 1]) / 2


def colours(pixels: np.ndarray) -> int:
    """How many different colours a picture has."""
    return len(np.unique(pixels.reshape(-1, 3), axis=0))


def projected(camera: dict, points: np.ndarray, width: float, height: float) -> np.ndarray:
    """Where a pinhole camera of a vertical ``angle`` (degrees) puts points: (…, 2) pixels from the top left corner."""
    eye, target, up = (np.asarray(camera[name], float) for name in ("eye", "target", "up"))
    ahead = (target - eye) / np.linalg.norm(target - eye)
    right = np.cross(ahead, up)
    right /= np.linalg.norm(right)
    seen = (np.asarray(points, float) - eye) @ np.stack((right, np.cross(right, ahead), ahead)).T
    per_metre = 0.5 * height / np.tan(0.5 * np.radians(camera["angle"])) / seen[..., 2]
    return np.stack((0.5 * width + seen[..., 0] * per_metre, 0.5 * height - seen[..., 1] * per_metre), axis=-1)
