"""How a page is looked at first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

from bough.errors import MechanismError, StateError
from bough.mechanism.checks import finite, positive, remedy, shown
from bough.simulation.draw.film.perspective import shot_of

if TYPE_CHECKING:
    from bough.typing import Array

TOGGLES = (
    "names", "frames", "axes", "loops", "centers", "trails", "reactions", "moments", "forces", "weight", "ellipsoids",
    "ghosts", "grid", "shadows",
)  # fmt: skip
LAYOUTS = ("overlay", "side")
THEMES = ("auto", "light", "dark")


@dataclass(frozen=True)
class Options:
    """What a user may ask of a page; :func:`bough.view` explains each."""

    title: str | None = None
    layout: str = "overlay"
    show: Sequence[str] = ()
    plots: Sequence[Sequence[str]] | None = None
    camera: Mapping[str, Any] | None = None
    speed: float | None = None
    theme: str = "auto"
    at: float | None = None

    def __post_init__(self) -> None:
        for name, value, known in (("layout", self.layout, LAYOUTS), ("theme", self.theme, THEMES)):
            if value not in known:
                raise StateError(f"no {name} {shown(value)}: {remedy(value, known)}")
        if self.title is not None and not isinstance(self.title, str):
            raise StateError(f"title must be a text, not {shown(self.title)}.")
        if isinstance(self.show, str):
            raise StateError(f"show must be a list of names, such as [{shown(self.show)}].")
        lists = () if self.plots is None else self.plots
        if isinstance(lists, str) or any(isinstance(names, str) for names in lists):
            raise StateError(
                f'plots must be lists of series, one list for each plot, such as [["energy.total"]], not {shown(self.plots)}.'
            )
        for name in self.show:
            if name not in TOGGLES:
                raise StateError(f"a page cannot show {shown(name)}: {remedy(name, TOGGLES)}")
        try:
            if self.speed is not None:
                positive(self.speed, "view", "speed")
            if self.at is not None:
                finite(self.at, "view", "at")
        except MechanismError as error:
            raise StateError(str(error)) from None

    def view(self, up: Array) -> dict[str, Any]:
        """As the page knows them; ``up`` serves a camera that has no direction of its own."""
        camera = None
        if self.camera is not None:
            shot = shot_of(self.camera, up)
            camera = {
                "eye": shot.eye.tolist(),
                "target": shot.target.tolist(),
                "up": shot.up.tolist(),
                "angle": shot.angle,
            }
        return {
            "layout": self.layout,
            "speed": None if self.speed is None else float(self.speed),
            "theme": self.theme,
            "show": dict.fromkeys(self.show, True),
            "camera": camera,
            "at": None if self.at is None else float(self.at),
        }


USUAL = Options()


def options_of(given: Mapping[str, Any]) -> Options:
    """What a user gave by names."""
    known = [field.name for field in fields(Options)]
    for name in given:
        if name not in known:
            raise StateError(f"a page has no option {shown(name)}: {remedy(name, [*known, 'runs', 'notes'])}")
    return Options(**given)
