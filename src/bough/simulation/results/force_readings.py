"""Numbers of a force at states, each by a function of the states and the force's name.

Numbers of the force itself are those of the states' mechanism (``states.force``), since quantities are shared by variants.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bough.mechanism.checks import GROUND
from bough.mechanism.forces import AirDrag, BodyForce, Bushing, JointForce, JointLimit, SpringDamper
from bough.mechanism.forces.base import find_dofs
from bough.mechanism.mechanism import Mechanism
from bough.passes.loads import JOINT_FORCES, WRENCH
from bough.simulation.results.quantity import Reading, place_of, pose_of, rotation_of, velocity_of
from bough.simulation.results.states import RunStates, States
from bough.simulation.results.works import works
from bough.typing import Array

# --- of every force ---------------------------------------------------------------------------------------------------


def index_of(mechanism: Mechanism, name: str) -> int:
    return list(mechanism.forces).index(name)


def power(states: States, name: str) -> Array:
    return states.accounts[:, index_of(states.mechanism, name), 1]


def stored(states: States, name: str) -> Array:
    return states.accounts[:, index_of(states.mechanism, name), 0]


def work(states: States, name: str) -> Array:
    assert isinstance(states, RunStates)
    return states.flat(states.run.keep(works).values[..., index_of(states.mechanism, name)])


def push(states: States, name: str) -> Array:
    """The force on the body that it acts on, along ground axes."""
    return states.whole_accounts[:, index_of(states.mechanism, name), WRENCH : WRENCH + 3]


def couple(states: States, name: str) -> Array:
    """The moment on that body about the place where the force acts."""
    body = states.mechanism.forces[name].acted_on(states.mechanism)
    whole = states.whole_accounts[:, index_of(states.mechanism, name), WRENCH + 3 : JOINT_FORCES]
    found: Array = whole - np.cross(place(states, name) - pose_of(states, body)[:, :3, 3], push(states, name))
    return found


def place(states: States, name: str) -> Array:
    """Where it acts on that body: at its own point, or at the frame that its joint moves."""
    force, mechanism = states.force(name), states.mechanism
    if isinstance(force, JointForce):
        joint = find_dofs(mechanism, force, False)[0]
        if joint not in mechanism.loops:
            return place_of(states, joint, np.zeros(3))
        return place_of(states, mechanism.loops[joint].body, states.loop(joint).at)
    assert isinstance(force, BodyForce)
    if isinstance(force, SpringDamper) and force.body == GROUND:
        return place_of(states, force.other, force.other_at)
    return place_of(states, force.body, getattr(force, "at", (0.0, 0.0, 0.0)))


def followed(states: States, name: str) -> list[Array]:
    """Values of the signals that it follows."""
    states.force(name)  # (refuses if its numbers differ from state to state)
    mechanism, time = states.mechanism, states.time
    if time.size:
        mechanism.cover(float(time.min()), float(time.max()))
    given = iter(mechanism.signals)
    signals = {one: [next(given) for _ in force.signals] for one, force in mechanism.forces.items()}
    return [signal(time)[0] for signal in signals[name]]


# --- in joints --------------------------------------------------------------------------------------------------------


class Part(NamedTuple):
    """A velocity of a joint that a force acts on."""

    suffix: str  # of its name, if it is one of several
    unit: str
    force: Reading
    rate: Reading
    coordinate: Reading | None  # if the velocity is the rate of one
    is_measured: bool  # on a loop, where angles are known up to whole turns


def parts_of(mechanism: Mechanism, name: str) -> list[Part]:
    """The velocities that a force acts on."""
    force, at = mechanism.forces[name], index_of(mechanism, name)
    assert isinstance(force, JointForce)
    owner_name, slots = find_dofs(mechanism, force, False)
    owner = mechanism.joint_owner(owner_name)
    assert owner is not None
    joint = owner.joint
    is_measured = owner_name in mechanism.loops and mechanism.loops[owner_name].cut == "joint"
    if is_measured:
        before = list(mechanism.loops.values())[: list(mechanism.loops).index(owner_name)]
        q, u = (sum(len(getattr(one.joint, f"{letter}_names")) for one in before) for letter in "qu")
    else:
        q, u = mechanism.q_places[owner.joint_name][0], mechanism.u_places[owner.joint_name][0]
    return [
        Part(
            joint.u_names[k] if len(slots) > 1 else "",
            joint.u_units[k],
            _joint_force(at, k),
            _state(is_measured, 1, u + k),
            _state(is_measured, 0, q + k) if k < joint.rates else None,
            is_measured,
        )
        for k in slots
    ]


def _joint_force(k: int, slot: int) -> Reading:
    return lambda states: states.whole_accounts[:, k, JOINT_FORCES + slot]


def _state(is_measured: bool, which: int, k: int) -> Reading:
    """A coordinate (0) or a velocity (1) of the state, or of those that are measured on loops."""
    if is_measured:
        return lambda states: states.measured[which][:, k]
    return lambda states: (states.q, states.u)[which][:, k]


def coordinate(states: States, name: str) -> Array:
    """That of a force on one coordinate."""
    read = parts_of(states.mechanism, name)[0].coordinate
    assert read is not None
    return read(states)


def wanted(states: States, name: str) -> Array:
    return followed(states, name)[0]


def error(states: States, name: str) -> Array:
    return wanted(states, name) - coordinate(states, name)


def penetration(states: States, name: str) -> Array:
    limit, x = states.force(name), coordinate(states, name)
    assert isinstance(limit, JointLimit)
    below = np.zeros(len(x)) if limit.lower is None else np.maximum(limit.lower - x, 0.0)
    above = np.zeros(len(x)) if limit.upper is None else np.maximum(x - limit.upper, 0.0)
    return below + above


# --- on bodies --------------------------------------------------------------------------------------------------------


def _line(states: States, name: str) -> tuple[Array, Array, Array]:
    """Direction from the other point to the body's, length and its rate; no direction where the points coincide."""
    force = states.force(name)
    assert isinstance(force, SpringDamper)
    ends = ((force.body, force.at), (force.other, force.other_at))
    (here, there), (moving, other) = ([f(states, *end) for end in ends] for f in (place_of, velocity_of))
    length = np.linalg.norm(here - there, axis=1)
    direction = (here - there) / np.where(length > 0.0, length, 1.0)[:, None]
    return direction, length, np.einsum("ni,ni->n", direction, moving - other)


def pull(states: States, name: str) -> Array:
    force = states.force(name)
    assert isinstance(force, SpringDamper)
    sign = -1.0 if force.acted_on(states.mechanism) == force.body else 1.0
    found: Array = sign * np.einsum("ni,ni->n", push(states, name), _line(states, name)[0])
    return found + 0.0  # (no force is 0, not -0)


def length(states: States, name: str) -> Array:
    return _line(states, name)[1]


def rate_of_length(states: States, name: str) -> Array:
    return _line(states, name)[2]


def bushing_turn(states: States, name: str) -> Array:
    """Rotations from the axes of a bushing, those of its frame in the other body, to those of the ground."""
    force = states.force(name)
    assert isinstance(force, Bushing)
    own = np.eye(3) if force.other_rotation is None else np.array(force.other_rotation)
    found: Array = rotation_of(states, force.other) @ own
    return found


def in_bushing(states: States, name: str, vectors: Array) -> Array:
    """Vectors (N, 3) along ground axes, along the axes of a bushing."""
    found: Array = np.einsum("nji,nj->ni", bushing_turn(states, name), vectors)
    return found


def bushing_force(states: States, name: str) -> Array:
    return _sign(states, name) * in_bushing(states, name, push(states, name))


def bushing_moment(states: States, name: str) -> Array:
    return _sign(states, name) * in_bushing(states, name, couple(states, name))


def _sign(states: States, name: str) -> float:
    """Of what acts on the force's body, relative to what acts on the body that its wrench is told of."""
    force = states.force(name)
    assert isinstance(force, BodyForce)
    return 1.0 if force.acted_on(states.mechanism) == force.body else -1.0


def displacement(states: States, name: str) -> Array:
    force = states.force(name)
    assert isinstance(force, Bushing)
    away = place_of(states, force.body, force.at) - place_of(states, force.other, force.other_at)
    return in_bushing(states, name, away)


def turn(states: States, name: str) -> Array:
    """The turn of a bushing's frame against the other: along its axis, as long as its angle."""
    from scipy.spatial.transform import Rotation

    force = states.force(name)
    assert isinstance(force, Bushing)
    own = np.eye(3) if force.rotation is None else np.array(force.rotation)
    relative = np.swapaxes(bushing_turn(states, name), 1, 2) @ rotation_of(states, force.body) @ own
    found: Array = Rotation.from_matrix(relative).as_rotvec() if len(relative) else np.empty((0, 3))
    return found


def airspeed(states: States, name: str) -> Array:
    force = states.force(name)
    assert isinstance(force, AirDrag)
    wind = np.stack(followed(states, name), axis=-1)
    return np.linalg.norm(velocity_of(states, force.body, force.at) - wind, axis=1)
