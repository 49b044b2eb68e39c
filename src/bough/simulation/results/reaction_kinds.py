"""Reactions of joints, of loops and of the ground, and the gaps of loops, as quantities of a motion."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from bough.mechanism.checks import labels
from bough.mechanism.mechanism import Mechanism
from bough.passes.loads import JOINT_FORCES, WRENCH
from bough.simulation.results.kinds import body_of, chosen, ending
from bough.simulation.results.quantity import (
    Quantities,
    Quantity,
    Reading,
    Vector,
    place_of,
    pose_of,
    rotation_of,
    turned,
)
from bough.simulation.results.states import States
from bough.typing import Array

HALVES = {"force": (0, "N"), "moment": (3, "N·m")}
GAPS = {"gap": "m or rad", "gap_rate": "m/s or rad/s"}


def wrench(name: str, rest: Sequence[str], about: str, read: Reading, turn: Reading | None, body: str) -> Quantities:
    """Force and moment of a wrench (N, 6), or one of them, or a component."""
    part = rest[0] if rest and rest[0] in HALVES else ending(rest[:1], HALVES, name)
    found: Quantities = []
    for one, (at, units) in HALVES.items():
        if part in ("", one):
            vector = Vector(f"{name}.{one}", units, f"{one} of {about}", _half(read, at), turn, body)
            found += chosen(vector, rest[1:])
    return found


def _half(read: Reading, at: int) -> Reading:
    return lambda states: read(states)[:, at : at + 3]


def of_bodies(kind: str) -> Callable[..., Quantities]:
    """Makes reactions of joints, or what of them bearings carry; reactions also of loops, and of the ground."""

    def make(mechanism: Mechanism, owner: str, rest: Sequence[str]) -> Quantities:
        name = f"{owner}.{kind}"
        if (body := body_of(mechanism, owner)) is not None:
            k, own = mechanism.body_index[body.name], body.name
            read = lambda states: getattr(states, f"{kind}s")[:, k]  # noqa: E731
            return wrench(name, rest, f"the {kind} of {owner}", read, lambda states: rotation_of(states, own), own)
        if owner in mechanism.loops:
            return loop(mechanism, owner, rest)
        return wrench(name, rest, "the ground on the machine", lambda states: -on_ground(states), None, "")

    return make


def loop(mechanism: Mechanism, owner: str, rest: Sequence[str]) -> Quantities:
    """The reaction of the joint that closes a loop, on its body."""
    k, body = list(mechanism.loops).index(owner), mechanism.loops[owner].body

    def turn(states: States) -> Array:
        found: Array = rotation_of(states, body) @ states.loop(owner).rotation
        return found

    about = f"the reaction of the loop {owner}"
    return wrench(f"loop.{owner}", rest, about, lambda states: states.loops[:, k], turn, body)


def of_gaps(kind: str) -> Callable[..., Quantities]:
    """Makes the gap of a loop, or its rate."""

    def make(mechanism: Mechanism, owner: str, rest: Sequence[str]) -> Quantities:
        k, place = list(mechanism.loops).index(owner), list(GAPS).index(kind)
        ending(rest, (), f"{owner}.{kind}")
        about = f"largest {kind.replace('_', ' ')} of the loop {owner}"
        return [Quantity(f"{owner}.{kind}", GAPS[kind], about, lambda states: states.gaps[place][:, k])]

    return make


def measured(mechanism: Mechanism, owner: str) -> Quantities:
    """Coordinates of the joint that closes a loop."""
    first = 0
    for name, one in mechanism.loops.items():
        if name == owner:
            break
        first += len(one.joint.q_names)
    joint = mechanism.loops[owner].joint
    return [
        Quantity(name, unit, f"measured coordinate {name}", _measured(first + k), winds=unit == "rad")
        for k, (name, unit) in enumerate(zip(labels(owner, joint.q_names), joint.q_units, strict=True))
    ]


def _measured(k: int) -> Reading:
    return lambda states: states.measured[0][:, k]


def on_ground(states: States) -> Array:
    """The wrench (N, 6) of joints, loops and forces on the ground, about its origin."""
    mechanism, total = states.mechanism, np.zeros((len(states.q), 6))

    def add(place: Array, push: Array, couple: Array) -> None:
        total[:, :3] -= push
        total[:, 3:] -= couple + np.cross(place, push)

    for k, body in enumerate(mechanism.bodies):
        if body.parent not in mechanism:
            halves = (turned(states, body.name, states.reactions[:, k, at : at + 3]) for at in (0, 3))
            add(states.poses[:, k, :3, 3], *halves)
    for k, (name, one) in enumerate(mechanism.loops.items()):
        if one.other not in mechanism or one.body not in mechanism:
            turn, sign = (
                rotation_of(states, one.body) @ states.loop(name).rotation,
                1.0 if one.body in mechanism else -1.0,
            )
            push, couple = (sign * np.einsum("nij,nj->ni", turn, states.loops[:, k, at : at + 3]) for at in (0, 3))
            add(place_of(states, one.body, states.loop(name).at), push, couple)
    for k, force in enumerate(mechanism.forces.values()):
        acted, opposed = force.acted_on(mechanism), force.opposed_by(mechanism)
        if acted in mechanism and opposed is not None and opposed not in mechanism:
            row = states.whole_accounts[:, k]
            add(pose_of(states, acted)[:, :3, 3], row[:, WRENCH : WRENCH + 3], row[:, WRENCH + 3 : JOINT_FORCES])
    return total


def of_ground(kind: str) -> Callable[..., Quantities]:
    """Makes the force, or the moment about its origin, that the machine puts on the ground."""

    def make(mechanism: Mechanism, owner: str, rest: Sequence[str]) -> Quantities:
        return wrench(owner, (kind, *rest), "the machine on the ground", on_ground, None, "")

    return make
