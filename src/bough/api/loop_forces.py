"""What loops ask for, and the forces that close them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bough.api.kinematics import body_poses, transforms
from bough.api.operation import operation_of, state_array, wrench_array
from bough.compiled.prepared import prepared_of
from bough.compiled.tree import CompiledTree, compiled
from bough.errors import StateError
from bough.mechanism.checks import labels, remedy, shown
from bough.mechanism.mechanism import Mechanism
from bough.passes import inverse, motion
from bough.passes import loops as passes
from bough.passes.arrays import SWEEP, WORK_SHAPES, Work
from bough.passes.loops import loop_motion, loop_system
from bough.typing import (
    AccelerationsLike,
    Array,
    Coordinates,
    CoordinatesLike,
    JointForces,
    JointForcesLike,
    Poses,
    TimeLike,
    Velocities,
    VelocitiesLike,
    Wrenches,
    WrenchesLike,
)

DEPENDENT = 1e-7  # singular values below this share of the largest are zero


class LoopRows(NamedTuple):
    """What the loops ask for at one state, or at each of a batch: a row for each constraint."""

    jacobian: Array  # G, in the order of u
    gaps: Array  # metres or radians
    rates: Array  # of the gaps: G u
    directions: Array  # of the constraints along their joints' compiled axes: force, moment


def loop_rows(
    mechanism: Mechanism, q: CoordinatesLike, u: VelocitiesLike | None = None, time: TimeLike = 0.0
) -> LoopRows:
    """The rows of all loops."""
    n, count = mechanism.n, constraint_count(mechanism)
    operation = operation_of(mechanism, True, loop_system, ("q", "u"), (count, n + 8), _memory)
    return _split(operation(q, u, time=time), n)


def loop_gaps(
    mechanism: Mechanism, q: CoordinatesLike, u: VelocitiesLike | None = None, time: TimeLike = 0.0
) -> tuple[Array, Array]:
    """Gaps of all constraints, and their rates."""
    count = constraint_count(mechanism)
    operation = operation_of(
        mechanism,
        True,
        passes.loop_gaps,
        ("q", "u"),
        (count, 2),
        lambda tree: tree.memory(*SWEEP) | tree.spanning_memory(),
        lambda tree: tree.arrays_for_spans,
    )
    found = operation(q, u, time=time)
    return found[..., 0], found[..., 1]


def _split(found: Array, n: int) -> LoopRows:
    return LoopRows(found[..., :n], found[..., n], found[..., n + 1], found[..., n + 2 :])


def _memory(tree: CompiledTree) -> dict[str, int]:
    return tree.memory(*SWEEP) | tree.survey_memory()


def loop_rows_interpreted(mechanism: Mechanism, q: Coordinates) -> LoopRows:
    """The same for one state at rest and at time zero, without compiled code: slow, but nobody waits for a compiler."""
    n = mechanism.n
    return _split(_interpreted(mechanism, q, loop_system, (constraint_count(mechanism), n + 8)), n)


def body_poses_interpreted(mechanism: Mechanism, q: Coordinates, time: float = 0.0) -> Poses:
    """The poses of all bodies at one state, without compiled code."""
    return transforms(_interpreted(mechanism, q, motion.poses, (len(mechanism), 12), time))


def _interpreted(
    mechanism: Mechanism, q: Coordinates, core: Callable[..., bool], shape: tuple[int, ...], time: float = 0.0
) -> Array:
    tree = compiled(mechanism)
    rows = _memory(tree)
    work = Work(**{name: np.zeros((rows.get(name, 0), width)) for name, (_, width) in WORK_SHAPES.items()})
    found = np.zeros(shape)
    timed = np.append(q, np.full(tree.coordinates - len(q), time))
    with np.errstate(all="ignore"):
        core(tree.arrays, work, timed, np.zeros(mechanism.n), None, None, found)
    return found


def measured(
    mechanism: Mechanism, q: CoordinatesLike, u: VelocitiesLike | None = None, time: TimeLike = 0.0
) -> tuple[Coordinates, Velocities]:
    """Coordinates and velocities of the loops' joints, one after the other, from the poses of the bodies that they join."""
    joined = joined_of(mechanism)
    counts = _measured_counts(joined)
    operation = operation_of(joined, True, loop_motion, ("q", "u"), (sum(counts),), _memory)
    found = operation(*tree_state(mechanism, q, u), time=time)
    return found[..., : counts[0]], found[..., counts[0] :]


def measured_interpreted(mechanism: Mechanism, q: Coordinates, time: float = 0.0) -> Coordinates:
    """The coordinates of the same for one state, without compiled code."""
    joined = joined_of(mechanism)
    counts = _measured_counts(joined)
    return _interpreted(joined, q[: joined.n_q], loop_motion, (sum(counts),), time)[: counts[0]]


def _measured_counts(mechanism: Mechanism) -> tuple[int, int]:
    joints = [loop.joint for loop in mechanism.loops.values()]
    return sum(len(joint.q_names) for joint in joints), sum(len(joint.u_names) for joint in joints)


def joined_of(mechanism: Mechanism) -> Mechanism:
    """The mechanism with all loops cut at their joints, which shares forces with it: none of the two changes any more."""
    mechanism.freeze()
    if mechanism.joined is not mechanism:
        prepared_of(mechanism.joined).laws = prepared_of(mechanism).laws  # (functions are compiled once)
    return mechanism.joined


def tree_state(mechanism: Mechanism, q: CoordinatesLike, *others: VelocitiesLike | None) -> tuple[Any, ...]:
    """q and velocities, accelerations or forces, without those of the parts that loops cut off."""
    joined = mechanism.joined
    if joined is mechanism:
        return q, *others
    given = (state_array(mechanism, "u", values)[..., : joined.n] for values in others)
    return state_array(mechanism, "q", q)[..., : joined.n_q], *given


def unnamed_parts(mechanism: Mechanism, names: Iterable[str]) -> list[str]:
    """The loops that cut bodies and of whose joints no coordinate or velocity is among the names."""
    given, parts = set(names), []
    for name, loop in mechanism.loops.items():
        own = {name, *labels(name, loop.joint.q_names), *labels(name, loop.joint.u_names)}
        if loop.cut == "body" and loop.joint.u_names and given.isdisjoint(own):
            parts.append(name)
    return parts


def place_parts(mechanism: Mechanism, loops: Iterable[str], state: Array, found: Array, letter: str = "q") -> None:
    """Write measured coordinates, or velocities with the letter "u", of loops that cut bodies into q or u."""
    places, at = mechanism.q_places if letter == "q" else mechanism.u_places, 0
    for name, loop in mechanism.loops.items():
        count = len(loop.joint.q_names if letter == "q" else loop.joint.u_names)
        if name in loops:
            state[..., list(places[name])] = found[..., at : at + count]
        at += count


def constraint_count(mechanism: Mechanism) -> int:
    """Constraints of all loops; a weld has six."""
    return sum(loop.constraints for loop in mechanism.parted.loops.values())


def owners(mechanism: Mechanism) -> list[str]:
    """The loop of each constraint."""
    return [name for name, loop in mechanism.parted.loops.items() for _ in range(loop.constraints)]


def machine_size(mechanism: Mechanism) -> float:
    """A length of the mechanism's order: the largest distance of a joint from its parent's."""
    places = [body.at for body in mechanism.bodies]
    places += [at for loop in mechanism.loops.values() for at in (loop.at, loop.other_at)]
    return max((math.hypot(*place) for place in places), default=0.0) or 1.0


def needed_forces(
    mechanism: Mechanism,
    q: CoordinatesLike,
    u: VelocitiesLike,
    u_dot: AccelerationsLike,
    wrenches: WrenchesLike | None = None,
    time: TimeLike = 0.0,
) -> JointForces:
    """The joint forces that a motion of the open tree needs: Gᵀλ, if none are given besides the mechanism's own."""
    operation = operation_of(mechanism, True, inverse.joint_forces, ("q", "u", "u_dot"), (mechanism.n,))
    return operation(q, u, u_dot, wrenches=wrenches, time=time)


class LoopForces(NamedTuple):
    """The forces that close loops along a motion."""

    drives: JointForces  # joint forces in the order of u: those given, or those found
    wrenches: Array  # (…, loops, 6): force and moment of ``other`` on ``body``, about the joint's frame, in its axes
    unique: NDArray[np.bool_]  # (…, loops): whether the wrench follows from the motion; else it is the least that does
    on_bodies: Wrenches  # (…, bodies, 6): the same on all bodies, as external wrenches


def loop_forces(
    mechanism: Mechanism,
    q: CoordinatesLike,
    u: VelocitiesLike,
    u_dot: AccelerationsLike,
    tau: JointForcesLike | None = None,
    *,
    drives: Iterable[str] | None = None,
    wrenches: WrenchesLike | None = None,
    time: TimeLike = 0.0,
) -> LoopForces:
    """The forces of a motion (q, u, u̇): with joint forces τ, or with those of named ``drives`` to be found.

    Where constraints depend on one another, only sums of their forces follow from the motion. Of all forces that give
    it, these have the least sum of squares, moments divided by the size of the machine.

    Whatever loops cut, these are the forces of their joints: the motion is taken as that of the mechanism with all
    loops cut at their joints.
    """
    joined = joined_of(mechanism)
    at, rates, accelerations = tree_state(mechanism, q, u, u_dot)
    needed = needed_forces(joined, at, rates, accelerations, wrenches, time)
    rows = loop_rows(joined, at, rates, time)
    tau = np.zeros(mechanism.n) if tau is None else np.asarray(tau, float)
    shape = np.broadcast_shapes(needed.shape[:-1], tau.shape[:-1])
    needed, tau = (np.broadcast_to(x, (*shape, x.shape[-1])) for x in (needed, tau))
    jacobian = np.broadcast_to(rows.jacobian, (*shape, *rows.jacobian.shape[-2:]))
    # (moments count as forces at the distance of the machine's size)
    weight = np.where(np.abs(rows.directions[..., :3]).max(-1) > 1e-9, 1.0, machine_size(mechanism))
    weight = np.broadcast_to(weight, jacobian.shape[:-1])
    columns = np.swapaxes(jacobian * weight[..., None], -1, -2)
    parts = _part_columns(mechanism, q, time, shape)
    if drives is not None:
        tau = _drive_forces(mechanism, drives, columns, needed, parts)
    inverted = np.linalg.pinv(columns, DEPENDENT)
    multipliers = weight * np.einsum("...ij,...j->...i", inverted, needed - _on_tree(tau, parts))
    # a component is unique if it has no part in the null space
    null = np.eye(columns.shape[-1]) - inverted @ columns
    unique = np.abs(np.diagonal(null, axis1=-2, axis2=-1)) < 1e-9
    pushes = {
        name: np.einsum("...ij,...j->...i", part.duals, tau[..., list(mechanism.u_places[name])])
        for name, part in parts.items()
    }
    return _placed(joined, at, time, tau, rows.directions, multipliers, unique, pushes)


class _Part(NamedTuple):
    """What joint forces on the part that a loop cuts off do."""

    on_tree: Array  # (…, n of the tree, n of the joint): joint forces of the tree that do the same
    duals: Array  # (…, 6, n of the joint): wrenches on the body about the joint's frame, along ground axes


def _part_columns(mechanism: Mechanism, q: CoordinatesLike, time: TimeLike, shape: tuple[int, ...]) -> dict[str, _Part]:
    """The columns of all parts with freedom; with the weld's rows G = (G_t, -A), the joint has velocities A⁺ G_t u."""
    if mechanism.joined is mechanism:
        return {}
    jacobian = loop_rows(mechanism, q, time=time).jacobian
    jacobian = np.broadcast_to(jacobian, (*shape, *jacobian.shape[-2:]))
    own, tree = np.array(owners(mechanism)), mechanism.joined.n
    parts = {}
    for name, loop in mechanism.loops.items():
        if loop.cut == "body" and loop.joint.u_names:
            rows = jacobian[..., own == name, :]
            duals = -np.swapaxes(np.linalg.pinv(rows[..., list(mechanism.u_places[name])]), -1, -2)
            parts[name] = _Part(np.swapaxes(rows[..., :tree], -1, -2) @ duals, duals)
    return parts


def _on_tree(forces: Array, parts: dict[str, _Part]) -> Array:
    """Joint forces of the tree that do what given ones do; those of parts follow the tree's."""
    if not parts:
        return forces
    whole = np.concatenate([part.on_tree for part in parts.values()], axis=-1)
    tree = whole.shape[-2]
    return forces[..., :tree] + np.einsum("...ij,...j->...i", whole, forces[..., tree:])


def _drive_forces(
    mechanism: Mechanism, drives: Iterable[str], columns: Array, needed: Array, parts: dict[str, _Part]
) -> JointForces:
    """The forces of named drives; raises if they are too few or too many."""
    names = (drives,) if isinstance(drives, str) else tuple(drives)
    places: list[int] = []
    for name in names:
        if name not in mechanism.u_places:
            raise StateError(
                f"drives: no velocity {shown(name)} in '{mechanism.name}': {remedy(name, mechanism.u_places)}"
            )
        places += [k for k in mechanism.u_places[name] if k not in places]
    basis, values, _ = np.linalg.svd(columns)
    # motions that the loops leave: the drives' forces must do work on each of them, and on no more
    rank = np.sum(values > DEPENDENT * values.max(axis=-1, keepdims=True), axis=-1)
    tau = np.zeros((*needed.shape[:-1], mechanism.n))
    for at in np.ndindex(needed.shape[:-1]):
        free = basis[at][:, rank[at] :]
        moved = np.vstack((free, *(part.on_tree[at].T @ free for part in parts.values())))[places]
        if len(places) != free.shape[1] or (places and np.linalg.matrix_rank(moved, 1e-9) < len(places)):
            how = (
                "too few" if len(places) < free.shape[1] else "too many" if len(places) > free.shape[1] else "dependent"
            )
            raise StateError(
                f"'{mechanism.name}' has {free.shape[1]} degrees of freedom here, so drives={names} are {how}; name "
                f"{free.shape[1]} velocities that determine its motion."
            )
        tau[at][places] = np.linalg.solve(moved.T, free.T @ needed[at])
    return tau


def _placed(
    mechanism: Mechanism,
    q: CoordinatesLike,
    time: TimeLike,
    tau: Array,
    directions: Array,
    multipliers: Array,
    unique: NDArray[np.bool_],
    pushes: dict[str, Array],
) -> LoopForces:
    """Multipliers as wrenches on loops and on bodies; ``pushes``: further ones of some loops, along ground axes."""
    poses = body_poses(mechanism, q, time=time)
    shape, index = multipliers.shape[:-1], mechanism.body_index
    poses = np.broadcast_to(poses, (*shape, *poses.shape[-3:]))
    wrenches, each = np.zeros((*shape, len(mechanism.loops), 6)), np.ones((*shape, len(mechanism.loops)), bool)
    on_bodies = np.zeros((*shape, len(mechanism), 6))
    at = 0

    def frame(name: str) -> Array:
        return poses[..., index[name], :, :] if name in index else np.broadcast_to(np.eye(4), (*shape, 4, 4))

    for k, (name, loop) in enumerate(mechanism.loops.items()):
        part = slice(at, at + loop.constraints)
        at += loop.constraints
        body, other = frame(loop.body), frame(loop.other)
        total = np.einsum("...c,...ci->...i", multipliers[..., part], directions[..., part, :])
        # from the joint's compiled axes to the ground's
        turn = other[..., :3, :3] @ loop.other_rotation @ loop.joint.frames()[0]
        force, moment = (np.einsum("...ij,...j->...i", turn, half) for half in (total[..., :3], total[..., 3:]))
        if name in pushes:
            force, moment = force + pushes[name][..., :3], moment + pushes[name][..., 3:]
        own = body[..., :3, :3] @ loop.rotation
        wrenches[..., k, :3] = np.einsum("...ji,...j->...i", own, force)
        wrenches[..., k, 3:] = np.einsum("...ji,...j->...i", own, moment)
        each[..., k] = unique[..., part].all(axis=-1)
        point = body[..., :3, 3] + np.einsum("...ij,j->...i", body[..., :3, :3], loop.at)
        for end, pose, sign in ((loop.body, body, 1.0), (loop.other, other, -1.0)):
            if end in index:
                about = moment + np.cross(point - pose[..., :3, 3], force)
                r = pose[..., :3, :3]
                on_bodies[..., index[end], :3] += sign * np.einsum("...ji,...j->...i", r, force)
                on_bodies[..., index[end], 3:] += sign * np.einsum("...ji,...j->...i", r, about)
    return LoopForces(tau, wrenches, each, on_bodies)


def with_loops(
    mechanism: Mechanism,
    q: CoordinatesLike,
    u: VelocitiesLike,
    u_dot: AccelerationsLike,
    tau: JointForcesLike | None,
    wrenches: WrenchesLike | None,
    time: TimeLike,
    drives: Iterable[str] | None = None,
) -> tuple[WrenchesLike | None, JointForces | None]:
    """External wrenches and those of the loops along a motion as in :func:`loop_forces`; and its joint forces.

    Without loops the wrenches that were given, and None.
    """
    if not mechanism.loops:
        return wrenches, None
    found = loop_forces(mechanism, q, u, u_dot, tau, drives=drives, wrenches=wrenches, time=time)
    return total_wrenches(mechanism, found, wrenches), found.drives


def total_wrenches(mechanism: Mechanism, found: LoopForces, wrenches: WrenchesLike | None) -> Wrenches:
    """The wrenches of loops on bodies, and external ones."""
    given = wrench_array(mechanism, wrenches)
    return found.on_bodies + given if given.size else found.on_bodies
