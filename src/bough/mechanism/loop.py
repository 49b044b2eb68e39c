"""A joint that closes a loop, as the user describes it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from bough.errors import MechanismError
from bough.mechanism.body import ORIGIN, UPRIGHT
from bough.mechanism.checks import GROUND, rotation_matrix, shown, three_numbers
from bough.mechanism.joints import Joint

CUTS = ("joint", "body")


@dataclass(frozen=True, slots=True, eq=False)
class Loop:
    """A joint from ``other`` to ``body``, two bodies that have parents already, or the ground.

    ``other_at`` and ``other_rotation`` place the joint frame in ``other``, as those of a body do in its parent; ``at``
    and ``rotation`` place in ``body`` the frame that the joint moves. ``cut``: what is cut to make the mechanism a tree
    again, the joint or the body.
    """

    name: str
    body: str
    other: str
    joint: Joint
    at: np.ndarray
    rotation: np.ndarray
    other_at: np.ndarray
    other_rotation: np.ndarray
    cut: str = "joint"


def loop_of(
    name: str,
    body: Any,
    other: Any,
    joint: Any,
    at: Any,
    rotation: Any,
    other_at: Any,
    other_rotation: Any,
    cut: Any,
) -> Loop:
    """A loop from the user's arguments, checked as far as possible without the bodies."""
    whose = f"loop '{name}'"
    for argument, end in (("body", body), ("other", other)):
        if not isinstance(end, str):
            raise MechanismError(
                f"{whose}: {argument} must be the name of a body or '{GROUND}', not {shown(end)}.", argument=argument
            )
    if body == other:
        raise MechanismError(f"{whose} joins '{body}' to itself; name two bodies.", argument="other")
    if not isinstance(joint, Joint) or type(joint) is Joint:
        hint = f"write {joint.__name__}()" if isinstance(joint, type) else "give joint=bough.Revolute(...) or another"
        raise MechanismError(f"{whose} needs a joint, not {shown(joint)}; {hint}.", argument="joint")
    if cut not in CUTS:
        raise MechanismError(f"{whose}: cut must be 'joint' or 'body', not {shown(cut)}.", argument="cut")
    return Loop(
        name,
        body,
        other,
        joint,
        at if at is ORIGIN else three_numbers(at, whose, "at"),
        UPRIGHT if rotation is None else rotation_matrix(rotation, whose),
        other_at if other_at is ORIGIN else three_numbers(other_at, whose, "other_at"),
        UPRIGHT if other_rotation is None else rotation_matrix(other_rotation, whose),
        cut,
    )
