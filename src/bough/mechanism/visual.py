"""How a body looks; the simulation does not depend on it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bough.errors import MechanismError
from bough.mechanism.checks import finite, positive, rotation_rows, shown, three_numbers

# by shape, what its size consists of
SIZES = {
    "box": ("x", "y", "z"),
    "sphere": ("radius",),
    "cylinder": ("radius", "length"),
    "capsule": ("radius", "length"),
    "mesh": ("x", "y", "z"),
}


@dataclass(frozen=True)
class Visual:
    """A shape in a body's frame.

    A ``box`` (edges along x, y, z), a ``sphere`` (radius), a ``cylinder`` or a ``capsule`` (radius, length along z,
    without the caps), or a ``mesh`` of a ``file`` (size: factors along x, y, z). ``at`` and ``rotation`` (shape axes to
    body axes; None for parallel axes) place it; ``color`` is red, green, blue and opacity from 0 to 1. The file of a
    mesh is a path relative to the model's own file, or ``package://…`` as in URDF; it is opened when a picture is drawn.
    Without a color, a mesh has those of its file.
    """

    shape: str
    size: tuple[float, ...] = (1.0, 1.0, 1.0)
    file: str = ""
    at: tuple[float, ...] = (0.0, 0.0, 0.0)
    rotation: tuple[tuple[float, ...], ...] | None = None
    color: tuple[float, ...] | None = None

    def __post_init__(self) -> None:
        if self.shape not in SIZES:
            raise MechanismError(
                f"Visual: shape must be one of {', '.join(map(repr, SIZES))}, not {shown(self.shape)}."
            )
        whose, names = f"Visual '{self.shape}'", SIZES[self.shape]
        if not isinstance(self.file, str) or bool(self.file) != (self.shape == "mesh"):
            raise MechanismError(f"{whose}: give a file for a mesh, and only for a mesh, not {shown(self.file)}.")
        values = (self.size,) if isinstance(self.size, int | float) else self.size
        if not isinstance(values, list | tuple) or len(values) != len(names):
            raise MechanismError(f"{whose}: size must be {', '.join(names)}, not {shown(self.size)}.", argument="size")
        check = finite if self.shape == "mesh" else positive  # a mesh may be mirrored
        object.__setattr__(self, "size", tuple(check(x, whose, name) for x, name in zip(values, names, strict=True)))
        object.__setattr__(self, "at", tuple(three_numbers(self.at, whose, "at").tolist()))
        object.__setattr__(self, "rotation", rotation_rows(self.rotation, whose))
        if self.color is not None:
            object.__setattr__(self, "color", _color(self.color, whose))


def _color(values: Any, whose: str) -> tuple[float, ...]:
    numbers = tuple(finite(x, whose, "color") for x in values) if isinstance(values, list | tuple) else ()
    if len(numbers) != 4 or not all(0.0 <= x <= 1.0 for x in numbers):
        raise MechanismError(
            f"{whose}: color must be red, green, blue and opacity from 0 to 1, not {shown(values)}.", argument="color"
        )
    return numbers
