"""A body as the user describes it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from bough.errors import MechanismError
from bough.mechanism.checks import GROUND, rotation_matrix, shown, three_numbers
from bough.mechanism.inertia import Inertia
from bough.mechanism.joints import CustomConstraint, Joint
from bough.mechanism.visual import Visual

ORIGIN = np.zeros(3)
ORIGIN.setflags(write=False)
UPRIGHT = np.eye(3)
UPRIGHT.setflags(write=False)
_MASSLESS = Inertia()


@dataclass(frozen=True, slots=True, eq=False)
class Body:
    """A body as the user described it.

    ``at`` and ``rotation`` place its joint frame in the parent's frame; coordinates and velocities are named after the
    joint.
    """

    name: str
    parent: str
    joint: Joint
    at: np.ndarray
    rotation: np.ndarray
    inertia: Inertia
    joint_name: str
    visuals: tuple[Visual, ...] = ()
    armature: tuple[float, ...] = ()  # inertia added to each velocity of the joint; empty for none


def body_of(
    name: str,
    parent: Any,
    joint: Any,
    at: Any,
    rotation: Any,
    inertia: Any,
    joint_name: Any,
    visuals: Iterable[Any],
    armature: Any,
) -> Body:
    """A body from the user's arguments, checked as far as possible without the other bodies."""
    if not isinstance(parent, str):
        raise MechanismError(
            f"body '{name}': parent must be the name of a body or '{GROUND}', not {shown(parent)}.", argument="parent"
        )
    if not isinstance(joint, Joint) or type(joint) is Joint:
        hint = f"write {joint.__name__}()" if isinstance(joint, type) else "give joint=bough.Revolute(...) or another"
        raise MechanismError(f"body '{name}' needs a joint, not {shown(joint)}; {hint}.")
    if isinstance(joint, CustomConstraint):
        raise MechanismError(
            f"body '{name}': a CustomConstraint has no coordinates to move a body by; give the body a bough.Free(), and add "
            "the constraint by add_loop.",
            argument="joint",
        )
    if inertia is not None and not isinstance(inertia, Inertia):
        raise MechanismError(
            f"body '{name}': inertia must be a bough.Inertia, not {type(inertia).__name__}.", argument="inertia"
        )
    if joint_name is None:
        joint_name = name
    elif not isinstance(joint_name, str) or not joint_name or joint_name == GROUND:
        raise MechanismError(
            f"body '{name}': joint_name must be a name of its own, not {shown(joint_name)}.", argument="joint_name"
        )
    visuals = tuple(visuals)
    for visual in visuals:
        if not isinstance(visual, Visual):
            raise MechanismError(
                f"body '{name}': visuals must be bough.Visual, not {shown(visual)}.", argument="visuals"
            )
    return Body(
        name,
        parent,
        joint,
        at if at is ORIGIN else three_numbers(at, f"body '{name}'", "at"),
        UPRIGHT if rotation is None else rotation_matrix(rotation, f"body '{name}'"),
        _MASSLESS if inertia is None else inertia,
        joint_name,
        visuals,
        _armature(armature, name, joint),
    )


def check_names(body: Body, bodies: Mapping[str, Body], joints: Mapping[str, Body]) -> None:
    """Refuse ambiguous names: a name is a body, its own joint, or a coordinate or velocity of that joint.

    ``joints``: the other bodies by the names of their joints.
    """
    name, joint_name = body.name, body.joint_name
    if name in joints:
        raise MechanismError(
            f"body '{name}' has the name of the joint of '{joints[name].name}'; rename one of the two."
        )
    if joint_name in joints or (joint_name != name and joint_name in bodies):
        other = joints.get(joint_name) or bodies[joint_name]
        raise MechanismError(
            f"the joint '{joint_name}' of '{name}' has the name of '{other.name}' or its joint; rename one of the two.",
            argument="joint_name",
        )
    for suffix in suffixes_of(body.joint):
        whole = f"{joint_name}.{suffix}"
        if suffix and (whole in bodies or whole in joints):
            raise MechanismError(_clash(whole, name))
    for own in {name, joint_name}:
        carrier, _, suffix = own.rpartition(".")
        if suffix and carrier in joints and suffix in suffixes_of(joints[carrier].joint):
            raise MechanismError(_clash(own, joints[carrier].name))


def suffixes_of(joint: Joint) -> tuple[str, ...]:
    """What the names of its coordinates and velocities end with."""
    return joint.q_names if joint.q_names is joint.u_names else joint.q_names + joint.u_names


def _clash(body: str, owner: str) -> str:
    return f"body '{body}' has the name of a coordinate of body '{owner}'; rename one of the two."


def _armature(values: Any, name: str, joint: Joint) -> tuple[float, ...]:
    """One number per velocity of a joint; empty if all are zero."""
    if isinstance(values, float) and values == 0.0:
        return ()
    count = len(joint.u_names)
    try:
        numbers = np.array(values, float)
    except (TypeError, ValueError):
        numbers = None
    if numbers is None or numbers.shape not in ((), (0,), (count,)):
        each = f" or {count}, one for each of its joint's velocities," if count > 1 else ""
        raise MechanismError(
            f"body '{name}': armature must be one number,{each} not {shown(values)}.", argument="armature"
        )
    armature = tuple(numbers.tolist()) if numbers.ndim else (float(numbers),) * max(count, 1)
    if not all(map(math.isfinite, armature)):
        raise MechanismError(
            f"body '{name}': armature {shown(values)} is NaN or infinite; give finite numbers.", argument="armature"
        )
    if any(a < 0.0 for a in armature):
        raise MechanismError(
            f"body '{name}': armature {shown(values)} is negative; give zero or more.", argument="armature"
        )
    if not any(armature):
        return ()
    if not count:
        kind = type(joint).__name__
        raise MechanismError(f"body '{name}': a {kind} joint has no velocity that armature could resist; leave it out.")
    return armature
