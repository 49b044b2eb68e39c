"""What loops ask for, and the forces that close them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bough.api.kinematics import body_poses
from bough.api.operation import operation_of, wrench_array
from bough.compiled.tree import CompiledTree, compiled
from bough.errors import StateError
from bough.mechanism.checks import remedy, shown
from bough.mechanism.mechanism import Mechanism
from bough.passes import inverse
from bough.passes.arrays import SWEEP, WORK_SHAPES, Work
from bough.passes.loops import loop_motion, loop_system
from bough.typing import (
    AccelerationsLike,
    Array,
    Coordinates,
    CoordinatesLike,
    JointForces,
    JointForcesLike,
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


def _split(found: Array, n: int) -> LoopRows:
    return LoopRows(found[..., :n], found[..., n], found[..., n + 1], found[..., n + 2 :])


def _memory(tree: CompiledTree) -> dict[str, int]:
    return tree.memory(*SWEEP) | tree.survey_memory()


def loop_rows_interpreted(mechanism: Mechanism, q: Coordinates) -> LoopRows:
    """The same for one state at rest and at time zero, without compiled code: slow, but nobody waits for a compiler."""
    tree, n = compiled(mechanism), mechanism.n
    rows = _memory(tree)
    work = Work(**{name: np.zeros((rows.get(name, 0), width)) for name, (_, width) in WORK_SHAPES.items()})
    found = np.zeros((constraint_count(mechanism), n + 8))
    timed = np.append(q, np.zeros(tree.coordinates - len(q)))
    loop_system(tree.arrays, work, timed, np.zeros(n), None, None, found)
    return _split(found, n)


def measured(
    mechanism: Mechanism, q: CoordinatesLike, u: VelocitiesLike | None = None, time: TimeLike = 0.0
) -> tuple[Coordinates, Velocities]:
    """Coordinates and velocities of the joints that close loops, one joint after the other."""
    count = sum(len(loop.joint.q_names) for loop in mechanism.loops.values())
    more = sum(len(loop.joint.u_names) for loop in mechanism.loops.values())
    found = operation_of(mechanism, True, loop_motion, ("q", "u"), (count + more,), _memory)(q, u, time=time)
    return found[..., :count], found[..., count:]


def constraint_count(mechanism: Mechanism) -> int:
    """Constraints of all loops."""
    return sum(loop.constraints for loop in mechanism.loops.values())


def owners(mechanism: Mechanism) -> list[str]:
    """The loop of each constraint."""
    return [name for name, loop in mechanism.loops.items() for _ in range(loop.constraints)]


def machine_size(mechanism: Mechanism) -> float:
    """A length of the mechanism's order: the largest distance of a joint from its parent's."""
    places = [body.at for body in mechanism.bodies]
    places += [at for loop in mechanism.loops.values() for at in (loop.at, loop.other_at)]
    return float(max((np.linalg.norm(place) for place in places), default=0.0)) or 1.0


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
    """
    needed = needed_forces(mechanism, q, u, u_dot, wrenches, time)
    rows = loop_rows(mechanism, q, u, time)
    needed, tau = np.broadcast_arrays(needed, np.zeros(mechanism.n) if tau is None else np.asarray(tau, float))
    jacobian = np.broadcast_to(rows.jacobian, (*needed.shape[:-1], *rows.jacobian.shape[-2:]))
    # (moments count as forces at the distance of the machine's size)
    weight = np.where(np.abs(rows.directions[..., :3]).max(-1) > 1e-9, 1.0, machine_size(mechanism))
    weight = np.broadcast_to(weight, jacobian.shape[:-1])
    columns = np.swapaxes(jacobian * weight[..., None], -1, -2)
    if drives is not None:
        tau = _drive_forces(mechanism, drives, columns, needed)
    inverted = np.linalg.pinv(columns, DEPENDENT)
    multipliers = weight * np.einsum("...ij,...j->...i", inverted, needed - tau)
    # a component is unique if it has no part in the null space
    null = np.eye(columns.shape[-1]) - inverted @ columns
    unique = np.abs(np.diagonal(null, axis1=-2, axis2=-1)) < 1e-9
    return _placed(mechanism, q, time, tau, rows.directions, multipliers, unique)


def _drive_forces(mechanism: Mechanism, drives: Iterable[str], columns: Array, needed: Array) -> JointForces:
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
    tau = np.zeros_like(needed)
    for at in np.ndindex(needed.shape[:-1]):
        free = basis[at][:, rank[at] :]
        if len(places) != free.shape[1] or np.linalg.matrix_rank(free[places], 1e-9) < len(places):
            how = (
                "too few" if len(places) < free.shape[1] else "too many" if len(places) > free.shape[1] else "dependent"
            )
            raise StateError(
                f"'{mechanism.name}' has {free.shape[1]} degrees of freedom here, so drives={names} are {how}; name "
                f"{free.shape[1]} velocities that determine its motion."
            )
        tau[at][places] = np.linalg.solve(free[places].T, free.T @ needed[at])
    return tau


def _placed(
    mechanism: Mechanism,
    q: CoordinatesLike,
    time: TimeLike,
    tau: Array,
    directions: Array,
    multipliers: Array,
    unique: NDArray[np.bool_],
) -> LoopForces:
    """Multipliers as wrenches on loops and on bodies."""
    poses = body_poses(mechanism, q, time=time)
    shape, index = multipliers.shape[:-1], mechanism.body_index
    poses = np.broadcast_to(poses, (*shape, *poses.shape[-3:]))
    wrenches, each = np.zeros((*shape, len(mechanism.loops), 6)), np.ones((*shape, len(mechanism.loops)), bool)
    on_bodies = np.zeros((*shape, len(mechanism), 6))
    at = 0

    def frame(name: str) -> Array:
        return poses[..., index[name], :, :] if name in index else np.broadcast_to(np.eye(4), (*shape, 4, 4))

    for k, loop in enumerate(mechanism.loops.values()):
        part = slice(at, at + loop.constraints)
        at += loop.constraints
        body, other = frame(loop.body), frame(loop.other)
        total = np.einsum("...c,...ci->...i", multipliers[..., part], directions[..., part, :])
        # from the joint's compiled axes to the ground's
        turn = other[..., :3, :3] @ loop.other_rotation @ loop.joint.frames()[0]
        force, moment = (np.einsum("...ij,...j->...i", turn, half) for half in (total[..., :3], total[..., 3:]))
        own = body[..., :3, :3] @ loop.rotation
        wrenches[..., k, :3] = np.einsum("...ji,...j->...i", own, force)
        wrenches[..., k, 3:] = np.einsum("...ji,...j->...i", own, moment)
        each[..., k] = unique[..., part].all(axis=-1)
        point = body[..., :3, 3] + np.einsum("...ij,j->...i", body[..., :3, :3], loop.at)
        for name, pose, sign in ((loop.body, body, 1.0), (loop.other, other, -1.0)):
            if name in index:
                about = moment + np.cross(point - pose[..., :3, 3], force)
                r = pose[..., :3, :3]
                on_bodies[..., index[name], :3] += sign * np.einsum("...ji,...j->...i", r, force)
                on_bodies[..., index[name], 3:] += sign * np.einsum("...ji,...j->...i", r, about)
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
) -> WrenchesLike | None:
    """External wrenches, and those of the loops if there are any, along a motion as in :func:`loop_forces`."""
    if not mechanism.loops:
        return wrenches
    found = loop_forces(mechanism, q, u, u_dot, tau, drives=drives, wrenches=wrenches, time=time).on_bodies
    given = wrench_array(mechanism, wrenches)
    return found + given if given.size else found
