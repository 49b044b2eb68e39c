"""Loops that cut a body: what the equations move instead.

The body is cut in parts that share its inertia equally. One stays where the body is. For each loop that cuts it another
hangs on the loop's ``other``, by the loop's joint, and is welded to the body: a constraint of six rows. The motion is
the same; the coordinates of the loop's joint become coordinates of the state.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from bough.mechanism.body import ORIGIN, UPRIGHT, Body
from bough.mechanism.inertia import Inertia
from bough.mechanism.joints import Fixed
from bough.mechanism.loop import Loop
from bough.mechanism.state import StateLayout

if TYPE_CHECKING:
    from bough.mechanism.mechanism import Mechanism

CUTS = frozenset(("_parted", "_joined"))  # what depends on more than bodies and loops


class Parted(StateLayout):
    """A mechanism as the equations see it, and as it would be if all loops cut their joints."""

    @property
    def parted(self) -> Mechanism:
        """The mechanism of the equations: itself, unless loops cut bodies.

        Its bodies are those of the mechanism, then the parts that loops cut off, each with the name of its loop; its
        loops are welds where they cut bodies.
        """
        return self if self._parted is None else self._parted  # type: ignore[return-value]

    @property
    def joined(self) -> Mechanism:
        """The same mechanism with all loops cut at their joints; itself, unless loops cut bodies.

        Its coordinates and velocities are the first ones of this mechanism's.
        """
        return self if self._joined is None else self._joined  # type: ignore[return-value]

    @property
    def parts(self) -> tuple[Body, ...]:
        """The bodies of the equations, whose joints have the coordinates: those of ``parted``."""
        return tuple(self._bodies.values()) if self._parted is None else self._parted.bodies

    @cached_property
    def _parted(self) -> Mechanism | None:
        return self._with(*parted(self._bodies, self._loops.values())) if self._cuts_bodies else None

    @cached_property
    def _joined(self) -> Mechanism | None:
        loops = {name: replace(loop, cut="joint") for name, loop in self._loops.items()}
        return self._with(self._bodies, loops) if self._cuts_bodies else None

    @property
    def _cuts_bodies(self) -> bool:
        return any(loop.cut == "body" for loop in self._loops.values())

    def _with(self, bodies: dict[str, Body], loops: dict[str, Loop]) -> Mechanism:
        """The same with other bodies and loops; it shares the forces."""
        raise NotImplementedError


def parted(bodies: Mapping[str, Body], loops: Iterable[Loop]) -> tuple[dict[str, Body], dict[str, Loop]]:
    """The bodies and loops of the equations: where a loop cuts its body, a part of it hangs on ``other``, and a weld is left.

    The parts of a body share its inertia equally. A part has the name of its loop, and so has its joint, which is that
    of the loop. Its frame is the one that the joint moves, so the weld is a Fixed joint from the part to the body.
    """
    loops = list(loops)
    cuts = Counter(loop.body for loop in loops if loop.cut == "body")
    shares = {name: body.inertia for name, body in bodies.items() if name in cuts}
    shares = {name: _share(inertia, 1 + cuts[name]) for name, inertia in shares.items()}
    parts = {name: replace(b, inertia=shares[name]) if name in shares else b for name, b in bodies.items()}
    closures = {}
    for loop in loops:
        if loop.cut == "body":
            own = shares.get(loop.body, Inertia()).moved(loop.rotation.T, -loop.rotation.T @ loop.at)
            part = Body(loop.name, loop.other, loop.joint, loop.other_at, loop.other_rotation, own, loop.name)
            parts[loop.name] = part
            weld = loop.body, loop.name, Fixed(), loop.at, loop.rotation, ORIGIN, UPRIGHT
            closures[loop.name] = Loop(loop.name, *weld)
        else:
            closures[loop.name] = loop
    return parts, closures


def _share(inertia: Inertia, parts: int) -> Inertia:
    """One of equal parts."""
    return type(inertia)(inertia.mass / parts, inertia.center, inertia.tensor / parts, strict=False)
