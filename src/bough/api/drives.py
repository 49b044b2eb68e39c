"""Inverse dynamics: the drives and joint reactions that a given motion needs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple, overload

import numpy as np
from numpy.typing import NDArray

from bough.api.driven_motion import driven_motion
from bough.api.kinematics import body_twists
from bough.api.loop_forces import loop_forces, total_wrenches, tree_state, with_loops
from bough.api.operation import operation_of, with_failures_of
from bough.compiled.prepared import prepared_of
from bough.errors import StateError
from bough.formulations import kinetostatics as prescribed
from bough.mechanism.mechanism import Mechanism
from bough.passes import inverse
from bough.typing import (
    AccelerationsLike,
    Array,
    CoordinatesLike,
    JointForces,
    JointForcesLike,
    TimeLike,
    VelocitiesLike,
    Wrenches,
    WrenchesLike,
)


@overload
def inverse_dynamics(
    mechanism: Mechanism,
    q: CoordinatesLike,
    u: VelocitiesLike,
    u_dot: AccelerationsLike,
    *,
    wrenches: WrenchesLike | None = None,
    reactions: Literal[False] = False,
    drives: Iterable[str] | None = None,
    threads: int | None = None,
    time: TimeLike = 0.0,
    on_failure: str = "raise",
) -> JointForces: ...


@overload
def inverse_dynamics(
    mechanism: Mechanism,
    q: CoordinatesLike,
    u: VelocitiesLike,
    u_dot: AccelerationsLike,
    *,
    wrenches: WrenchesLike | None = None,
    reactions: Literal[True],
    drives: Iterable[str] | None = None,
    threads: int | None = None,
    time: TimeLike = 0.0,
    on_failure: str = "raise",
) -> tuple[JointForces, Wrenches]: ...


def inverse_dynamics(
    mechanism: Mechanism,
    q: CoordinatesLike,
    u: VelocitiesLike,
    u_dot: AccelerationsLike,
    *,
    wrenches: WrenchesLike | None = None,
    reactions: bool = False,
    drives: Iterable[str] | None = None,
    threads: int | None = None,
    time: TimeLike = 0.0,
    on_failure: str = "raise",
) -> JointForces | tuple[JointForces, Wrenches]:
    """Joint forces τ that the motion (q, u, u̇) needs besides the mechanism's own forces, for one state or a batch.

    ``reactions=True`` returns (τ, wrenches): for each body, in the order of ``mechanism.body_names``, the whole wrench
    that its parent exerts on it through the joint: force, then moment about the body's origin, in body axes. It
    includes the joint forces τ, but not the mechanism's own forces, not even springs in joints.

    ``drives``: for mechanisms with loops, the velocities that are driven, one for each degree of freedom; τ is zero
    elsewhere.
    """
    if on_failure != "raise" and (reactions or drives is not None):
        raise StateError("reactions and drives of a batch are not returned where states fail; leave out on_failure.")
    if reactions:
        return kinetostatics(mechanism, q, u, u_dot, wrenches=wrenches, drives=drives, threads=threads, time=time)[:2]
    if (asked := _asked_of(mechanism, drives)) is not None:
        return loop_forces(mechanism, q, u, u_dot, drives=asked, wrenches=wrenches, time=time).drives
    operation = operation_of(mechanism, True, inverse.joint_forces, ("q", "u", "u_dot"), (mechanism.n,))
    return operation(q, u, u_dot, wrenches=wrenches, threads=threads, time=time, on_failure=on_failure)


class Kinetostatics(NamedTuple):
    """Forces of a prescribed motion. Wrenches are force, then moment about the body's origin, in body axes."""

    drives: JointForces  # joint forces τ, in the order of u
    reactions: Wrenches  # (N, 6): the whole wrench of the parent on the body through the joint, drives included
    bearings: Wrenches  # (N, 6): the part that the joint's constraints carry, without drives


def kinetostatics(
    mechanism: Mechanism,
    q: CoordinatesLike,
    u: VelocitiesLike,
    u_dot: AccelerationsLike,
    *,
    wrenches: WrenchesLike | None = None,
    drives: Iterable[str] | None = None,
    threads: int | None = None,
    time: TimeLike = 0.0,
    on_failure: str = "raise",
) -> Kinetostatics:
    """Drives and joint reactions of a prescribed motion (q, u, u̇), for one state or a batch, in one O(N) pass.

    The mechanism's own forces act in addition and are not included. ``drives``: as in :func:`inverse_dynamics`.
    """
    asked = _asked_of(mechanism, drives)
    _refuse_loops(mechanism, on_failure)
    wrenches, tau = with_loops(mechanism, q, u, u_dot, None, wrenches, time, asked)
    return _kinetostatics(mechanism, q, u, u_dot, tau, wrenches, threads, time, on_failure)


def _refuse_loops(mechanism: Mechanism, on_failure: str) -> None:
    if mechanism.loops and on_failure != "raise":
        raise StateError(
            f"'{mechanism.name}' has loops, whose forces are not returned where states fail; leave out on_failure."
        )


def _asked_of(mechanism: Mechanism, drives: Iterable[str] | None) -> tuple[str, ...] | None:
    """The drives of a mechanism with loops, none where driven joints leave no freedom; None without loops."""
    if not mechanism.loops:
        if drives is not None:
            raise StateError(f"'{mechanism.name}' has no loops, and all its joints are driven; leave out drives.")
        return None
    if drives is None:
        raise StateError(
            f"'{mechanism.name}' has loops: name the velocities that are driven, one for each degree of freedom, as in "
            f"drives=({''.join(repr(name) + ',' for name in mechanism.u_names[:1])})."
        )
    return (drives,) if isinstance(drives, str) else tuple(drives)


def forces_of_motion(
    mechanism: Mechanism,
    q: CoordinatesLike,
    u: VelocitiesLike,
    u_dot: AccelerationsLike,
    tau: JointForcesLike | None = None,
    *,
    wrenches: WrenchesLike | None = None,
    threads: int | None = None,
    time: TimeLike = 0.0,
) -> Kinetostatics:
    """The same for a motion under known joint forces τ."""
    wrenches, tau = with_loops(mechanism, q, u, u_dot, tau, wrenches, time)
    return _kinetostatics(mechanism, q, u, u_dot, tau, wrenches, threads, time)


def _kinetostatics(
    mechanism: Mechanism,
    q: CoordinatesLike,
    u: VelocitiesLike,
    u_dot: AccelerationsLike,
    tau: Array | None,
    wrenches: WrenchesLike | None,
    threads: int | None,
    time: TimeLike,
    on_failure: str = "raise",
) -> Kinetostatics:
    """``tau``: those of the joints of parts that loops cut off follow the tree's, and are known; None without loops."""
    rows = _rows(mechanism, q, u, u_dot, wrenches, threads, time, on_failure)
    prepared = prepared_of(mechanism.joined)
    if prepared.drive_places is None:
        prepared.drive_places = _places_of_drives(mechanism.joined)
    reactions, bearings = (rows[..., at : at + 6] for at in (prescribed.REACTION, prescribed.BEARING))
    drives = rows[..., *prepared.drive_places]
    if tau is not None and mechanism.joined is not mechanism:
        of_parts = np.broadcast_to(tau, (*drives.shape[:-1], mechanism.n))[..., mechanism.joined.n :]
        drives = np.concatenate((drives, of_parts), axis=-1)
    return Kinetostatics(drives, reactions, bearings)


def driven_rows(
    mechanism: Mechanism,
    q: CoordinatesLike,
    u: VelocitiesLike,
    u_dot: AccelerationsLike,
    tau: JointForcesLike | None,
    wrenches: WrenchesLike | None,
    threads: int | None,
    time: TimeLike,
    on_failure: str = "raise",
) -> Array:
    """The drive forces of driven joints, in the order of ``mechanism.driven_names``."""
    _refuse_loops(mechanism, on_failure)
    on_loops = []
    if mechanism.loops:
        given = loop_forces(mechanism, q, u, u_dot, tau, wrenches=wrenches, time=time)
        wrenches = total_wrenches(mechanism, given, wrenches)
        on_loops = _of_loops(mechanism, given.wrenches, time)
    index = mechanism.body_index
    driven = [(index[one.name], len(joint.joint.u_names)) for one, joint in mechanism.driven if one.name in index]
    if on_loops and not driven:
        return np.concatenate(on_loops, axis=-1)
    rows = _rows(mechanism, q, u, u_dot, wrenches, threads, time, on_failure)
    of_bodies = [rows[..., k, prescribed.DRIVE : prescribed.DRIVE + count] for k, count in driven]
    return with_failures_of(np.concatenate((np.empty((*rows.shape[:-2], 0)), *of_bodies, *on_loops), axis=-1), rows)


def _of_loops(mechanism: Mechanism, wrenches: Array, time: TimeLike) -> list[Array]:
    """The drive forces of driven joints that close loops, from the wrenches of all loops: AᵀR in the joint's own axes."""
    q, at, found = driven_motion(mechanism, time).values, 0, []
    for one, driven in mechanism.driven:
        count = len(driven.joint.q_names)
        own, at = q[..., at : at + count], at + count
        if one.name in mechanism.loops:
            alone = Mechanism(one.name)
            alone.add_body(one.name, joint=driven.joint)
            columns = [body_twists(alone, own, np.broadcast_to(u, (*own.shape[:-1], alone.n))) for u in np.eye(alone.n)]
            wrench = wrenches[..., list(mechanism.loops).index(one.name), :]
            found.append(np.stack([(column[..., 0, :] * wrench).sum(axis=-1) for column in columns], axis=-1))
    return found


def _rows(
    mechanism: Mechanism,
    q: CoordinatesLike,
    u: VelocitiesLike,
    u_dot: AccelerationsLike,
    wrenches: WrenchesLike | None,
    threads: int | None,
    time: TimeLike,
    on_failure: str = "raise",
) -> Array:
    """Reactions and drives, one row per body: of the mechanism with all loops cut at their joints."""
    shape = (len(mechanism), prescribed.COLUMNS)
    operation = operation_of(
        mechanism.joined, False, prescribed.drives_and_reactions, ("q", "u", "u_dot"), shape, prescribed.memory
    )
    state = tree_state(mechanism, q, u, u_dot)
    return operation(*state, wrenches=wrenches, threads=threads, time=time, on_failure=on_failure)


def _places_of_drives(mechanism: Mechanism) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Rows and columns of the drives, in the order of u."""
    counts = np.array([len(body.joint.u_names) for body in mechanism.bodies], int)
    first = np.repeat(np.cumsum(counts) - counts, counts)
    return np.repeat(np.arange(len(counts)), counts), prescribed.DRIVE + np.arange(mechanism.n) - first
