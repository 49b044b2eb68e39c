"""A joint that closes a loop, as the user describes it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from bough.errors import MechanismError
from bough.mechanism.body import ORIGIN, UPRIGHT, Body, suffixes_of
from bough.mechanism.checks import GROUND, rotation_matrix, shown, three_numbers
from bough.mechanism.joints import KINDS, CustomConstraint, CustomJoint, Fixed, Joint

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

    @property
    def joint_name(self) -> str:
        """What the coordinates of its joint are named after."""
        return self.name

    @property
    def constraints(self) -> int:
        """How many relative velocities its joint forbids."""
        return 6 - len(self.joint.u_names)


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
    if len(joint.u_names) == 6:
        kind = type(joint).__name__
        raise MechanismError(
            f"{whose}: a {kind} joint forbids nothing, so it closes nothing; choose another joint.", argument="joint"
        )
    if isinstance(joint, CustomJoint):
        joint.check_closing(whose)
    elif isinstance(joint, CustomConstraint):
        if cut == "body":
            raise MechanismError(
                f"{whose}: a CustomConstraint has no coordinates to move a part of a body by; cut the joint.",
                argument="cut",
            )
    elif (
        joint.u_names and KINDS[joint.code].measure is None
    ):  # (asking for its code refuses joints beyond the catalogue)
        raise MechanismError(
            f"{whose}: a {type(joint).__name__} joint cannot be measured, so it cannot close a loop; choose another joint.",
            argument="joint",
        )
    if not isinstance(cut, str) or cut not in CUTS:
        raise MechanismError(f"{whose}: cut must be 'joint' or 'body', not {shown(cut)}.", argument="cut")
    if cut == "body" and body == GROUND:
        raise MechanismError(f"{whose} cannot cut the {GROUND}; swap body and other, or cut the joint.", argument="cut")
    return Loop(
        name,
        body,
        other,
        joint,
        at if at is ORIGIN else three_numbers(at, whose, "at"),
        UPRIGHT if rotation is None else rotation_matrix(rotation, whose),
        other_at if other_at is ORIGIN else three_numbers(other_at, whose, "other_at"),
        UPRIGHT if other_rotation is None else rotation_matrix(other_rotation, whose, "other_rotation"),
        cut,
    )


def check_apart(one: Body | Loop, others: Mapping[str, Body] | Mapping[str, Loop]) -> None:
    """Refuse a name that others have too, or one of their coordinates or velocities; and the reverse."""
    for own in (one.name, one.joint_name):
        if own in others:
            raise _clash(one, own, _named(others[own], own))
        carrier, _, suffix = own.rpartition(".")
        holder = others.get(carrier)
        if suffix and holder and holder.joint_name == carrier and suffix in suffixes_of(holder.joint):
            raise _clash(one, own, f"a coordinate of {_named(holder, holder.name)}")
    for suffix in suffixes_of(one.joint):
        if suffix and (whole := f"{one.joint_name}.{suffix}") in others:
            raise _clash(others[whole], whole, f"a coordinate of {_named(one, one.name)}")


def _clash(one: Body | Loop, name: str, owner: str) -> MechanismError:
    argument = "" if name == one.name else "joint_name"
    return MechanismError(f"{_named(one, name)} has the name of {owner}; rename one of the two.", argument=argument)


def _named(one: Body | Loop, name: str) -> str:
    """A body, its joint or a loop, by the name that it has."""
    kind = "loop" if isinstance(one, Loop) else "body"
    return f"{kind} '{name}'" if name == one.name else f"the joint '{name}' of '{one.name}'"


def loop_faults(
    loops: Iterable[Loop], bodies: Mapping[str, Body], unknown: Callable[[str], str]
) -> Iterator[tuple[Loop, MechanismError]]:
    """The loops whose ends do not exist, or cannot move against each other. The bodies must form a tree.

    ``unknown`` says of a name that there is no such body.
    """
    leaders = {GROUND: GROUND}  # the first body of all that are fixed to each other, for each that was asked for
    for loop in loops:
        for argument, end in (("body", loop.body), ("other", loop.other)):
            if end != GROUND and end not in bodies:
                yield loop, MechanismError(f"loop '{loop.name}' joins {unknown(end)}", argument=argument)
                break
        else:
            if _leader(loop.body, bodies, leaders) == _leader(loop.other, bodies, leaders):
                sentence = (
                    f"loop '{loop.name}' joins '{loop.body}' and '{loop.other}', which are fixed to each other; "
                    "leave it out, or name bodies that can move against each other."
                )
                yield loop, MechanismError(sentence, argument="other")


def _leader(name: str, bodies: Mapping[str, Body], leaders: dict[str, str]) -> str:
    """The first body, or the ground, that all joints on the way to a body are fixed to."""
    way = []
    while name not in leaders and isinstance(bodies[name].joint, Fixed):
        way.append(name)
        name = bodies[name].parent
    leader = leaders.get(name, name)
    leaders.update(dict.fromkeys(way, leader))
    return leader
