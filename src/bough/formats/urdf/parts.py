"""Links and joints of a URDF."""

from __future__ import annotations

from dataclasses import dataclass

from bough.formats.xml import Element
from bough.mechanism.inertia import Inertia
from bough.mechanism.joints import Joint
from bough.mechanism.rotations import Rows
from bough.mechanism.visual import Visual


@dataclass
class UrdfLink:
    """A <link>."""

    name: str
    inertia: Inertia | None
    visuals: list[Visual]
    line: int


@dataclass
class UrdfJoint:
    """A <joint>, at ``at`` and ``rotation`` in the frame of its parent."""

    name: str
    kind: str
    parent: str
    child: str
    joint: Joint
    at: tuple[float, ...]
    rotation: Rows | None
    element: Element
    # of hinges and slides
    damping: float = 0.0
    friction: float = 0.0
    lower: float | None = None
    upper: float | None = None

    @property
    def whose(self) -> str:
        """Its name in findings."""
        return f"joint '{self.name}'" if self.name else "joint"
