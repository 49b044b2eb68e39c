"""Colours of figures and plots."""

from __future__ import annotations

import numpy as np

from bough.typing import Array

# of limbs and of curves, in this order
COLOURS = ("#1b6ca8", "#d1495b", "#edae49", "#3a7d44", "#7d5ba6", "#30a5bf", "#8d5524", "#52606d")
PALER = 0.45  # of the way to white


def colour(value: str) -> Array:
    """Red, green, blue and opacity from 0 to 1, of a text such as "#1b6ca8"."""
    found = np.array([*(int(value[k : k + 2], 16) / 255 for k in (1, 3, 5)), 1.0])
    found.setflags(write=False)
    return found


def tint(paint: Array) -> Array:
    """A lighter shade of a colour."""
    found = paint + np.array([PALER, PALER, PALER, 0.0]) * (1.0 - paint)
    found.setflags(write=False)
    return found


BARE = colour("#9aa5b1")  # of a visual without a colour
STEEL, RUBBER, SUPPORT = colour("#8c97a4"), colour("#3b4450"), colour("#5f6b7a")
STRAP = colour("#b4bdc7")
LIMBS = tuple(map(colour, COLOURS))
PALE_LIMBS = tuple(map(tint, LIMBS))
