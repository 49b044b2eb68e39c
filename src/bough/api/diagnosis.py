"""Why an evaluation failed, in one sentence that names the culprit. Runs only after a failure, so it may be slow."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

from bough.compiled.entries import Entry
from bough.compiled.functions import Law, with_laws
from bough.compiled.tree import compiled
from bough.errors import BoughError, Cause, SingularError, StateError
from bough.formulations import general
from bough.formulations.reductions.locks import NEAREST, NEAREST_BODY
from bough.mechanism.checks import shown_error
from bough.mechanism.joints import CustomJoint, Gimbal
from bough.mechanism.joints.own.probing import fault_at
from bough.mechanism.mechanism import Mechanism
from bough.passes.arrays import SWEEP
from bough.passes.loads import account

# relative to the pivot's own diagonal entry, and to the largest one: smaller pivots count as zero
_TINY = 1e-13
_ROUNDING = 1e-16
_LARGEST_SEARCHED = 2000
# distances at which a gimbal counts as locked, and at which some forms refuse it
_LOCKED, _NEAR_LOCK = 1.01 * math.sqrt(NEAREST_BODY), 1.01 * math.sqrt(NEAREST)


def explain(
    mechanism: Mechanism,
    arrays: dict[str, np.ndarray],
    forces: np.ndarray,
    times: np.ndarray | None = None,
    states: Iterable[int] | None = None,
) -> BoughError:
    """The error to raise for a failed state, or for the first bad one of the suspected states of a batch."""
    suspects = [None] if states is None else list(states)
    whole = "" if suspects[0] is None else f" of one of the states {suspects[0]} to {suspects[-1]}"
    whole = whole if len(suspects) > 1 or not whole else f" of state {suspects[0]}"
    # (of a batch's states any may have called a function that failed, so they are asked one by one first)
    called = _failed_law(compiled(mechanism).laws, whole) if mechanism.forces else None
    for k in suspects:
        state = {name: a if k is None else a[k] for name, a in arrays.items()}
        where = "" if k is None else f" of state {k}"
        error: BoughError | None = _bad_number(mechanism, state, where) or _bad_quaternion(mechanism, state["q"], where)
        error = error or _bad_own_joint(mechanism, state["q"], where)
        if error is None and forces.size:
            wrenches = forces if k is None else forces[k]
            if not np.isfinite(wrenches).all():
                body = mechanism.body_names[int(np.argwhere(~np.isfinite(wrenches))[0][0])]
                error = StateError(f"the wrench{where} on '{body}' is not finite; give finite numbers.")
        time = 0.0 if times is None else float(times if times.ndim == 0 else times[k or 0])
        if error is None and mechanism.forces:
            error = (called if k is None else None) or _bad_force(mechanism, state, time, where)
        error = error or _open_own_loop(mechanism, state["q"], time, where)
        # only computations that take joint forces solve equations
        if error is None and not {"tau", "forces", "p"}.isdisjoint(arrays):
            error = _singular(mechanism, state["q"], time, where)
        if error is not None:
            return error
    return called or SingularError(
        f"the result{whole} is not finite, or not accurate, although the state is fine: lengths, velocities, forces or inertias are too large or too small; "
        "check their units.",
        Cause.NOT_FINITE,
    )


def _failed_law(laws: Iterable[Law], where: str) -> StateError | None:
    """The exception of a user's function that was called from Python."""
    for law in laws:
        if law.failure is not None:
            failure, law.failure = law.failure, None
            if not isinstance(failure, Exception):  # (Ctrl-C, or the end of the program)
                raise failure
            error = StateError(f"{law.whose}: its function failed at the state{where}: {shown_error(failure)}.")
            error.__cause__ = failure
            return error
    return None


def _bad_force(mechanism: Mechanism, state: dict[str, np.ndarray], time: float, where: str) -> StateError | None:
    """Find a force that is not finite, from its energy and power."""
    if len(mechanism) > _LARGEST_SEARCHED:
        return None
    tree = compiled(mechanism, False)
    laws = {law.address: law.in_python for law in tree.laws}
    entry = Entry(account, with_laws(tree.arrays_for_account, laws), tree.memory(*SWEEP))
    q = np.append(state["q"], time) if mechanism.is_timed else state["q"]
    u = state.get("u", np.ones(mechanism.n))
    _, found = entry.counts(q, u, u, out_shape=(len(mechanism.forces), 2))
    if error := _failed_law(laws.values(), where):
        return error
    for (name, force), numbers in zip(mechanism.forces.items(), found, strict=True):
        if not np.isfinite(numbers).all():
            return StateError(
                f"the force '{name}' ({type(force).__name__}) is not finite at the state{where}; check its numbers, or its function, there."
            )
    return None


def _bad_number(mechanism: Mechanism, state: dict[str, np.ndarray], where: str) -> StateError | None:
    for name, array in state.items():
        bad = np.flatnonzero(~np.isfinite(array))
        if bad.size:
            names = mechanism.q_names if name in ("q", "q_dot") else mechanism.u_names
            return StateError(f"{name}{where} is {array[bad[0]]} at '{names[bad[0]]}'; give finite numbers.")
    return None


def _bad_quaternion(mechanism: Mechanism, q: np.ndarray, where: str) -> StateError | None:
    for body, length in mechanism.quaternion_faults(q):
        remedy = "divide it by that" if length else "give 1, 0, 0, 0 for no turn"
        return StateError(f"the quaternion{where} of '{body.name}' has length {length:.9g}; {remedy}.")
    return None


def _bad_own_joint(mechanism: Mechanism, q: np.ndarray, where: str) -> SingularError | None:
    """Find a joint of the user's own that has no motion, or too little of it, at its coordinates."""
    at = 0
    for body in mechanism.parts:
        count = len(body.joint.q_names)
        if isinstance(body.joint, CustomJoint) and (fault := fault_at(body.joint.motion, q[at : at + count])):
            return SingularError(
                f"the joint '{body.joint.name}' of '{body.name}' fails at the state{where}: {fault}; keep away from there, "
                "or change its function.",
                Cause.LOCKED,
            )
        at += count
    return None


def _open_own_loop(mechanism: Mechanism, q: np.ndarray, time: float, where: str) -> StateError | None:
    """Find a loop of the user's own that has no direction to be closed by, or is beyond its range."""
    from bough.api.own_loops import beyond_range, unreached_at

    if len(mechanism) > _LARGEST_SEARCHED:
        return None
    sentence = unreached_at(mechanism, q, time) or beyond_range(mechanism, q, time)
    state = where.removeprefix(" of ") + ": " if where else ""
    return StateError(state + sentence) if sentence else None


def _singular(mechanism: Mechanism, q: np.ndarray, time: float, where: str) -> SingularError | None:
    """Find a DoF that nothing with inertia resists, by eliminating the mass matrix from the last DoF to the first."""
    from bough.api.accelerations import mass_matrix

    at = 0
    for body in mechanism.parts:
        if isinstance(body.joint, Gimbal) and (apart := body.joint.distance_to_lock(q[at + 1])) < _NEAR_LOCK:
            return _locked(body.name, apart, where)
        at += len(body.joint.q_names)
    if mechanism.n == 0:
        return None
    if mechanism.n > _LARGEST_SEARCHED:
        return _massless_end(mechanism, where)
    start = np.cumsum([0, *(len(b.joint.u_names) for b in mechanism.parts)])
    order = np.concatenate([np.arange(start[k], start[k + 1]) for k in mechanism.parted.topology.order]).astype(int)
    try:
        matrix = mass_matrix(mechanism, q, time=time)[np.ix_(order, order)]
    except SingularError:  # the mass matrix is not finite either
        return None
    diagonal = matrix.diagonal().copy()
    for k in range(len(order) - 1, -1, -1):
        # compare with the DoF's own inertia, or with the largest one if its own is only rounding
        if matrix[k, k] <= _TINY * diagonal[k] or matrix[k, k] <= _ROUNDING * diagonal.max():
            return _unresisted(mechanism.u_names[order[k]], where)
        matrix[:k, :k] -= np.outer(matrix[:k, k], matrix[k, :k] / matrix[k, k])
    return None


def _locked(name: str, apart: float, where: str) -> SingularError:
    whose = f"the three axes of the gimbal of '{name}' lie in one plane"
    if apart < _LOCKED:
        return SingularError(
            f"the equations{where} are singular: {whose}; use a Ball, which has no such attitude.", Cause.LOCKED
        )
    return SingularError(
        f"the equations{where} are too near a singularity for this form: {whose} up to {apart:.1g}; use '{general().name}', which works closer to it, or a Ball, "
        "which has no such attitude.",
        Cause.LOCKED,
    )


def _massless_end(mechanism: Mechanism, where: str) -> SingularError | None:
    """Find a joint beyond which no body has mass or inertia: the only search that is affordable with many DoFs."""
    topology, bodies = mechanism.parted.topology, mechanism.parts
    carries = [bodies[k].inertia.mass > 0 or bodies[k].inertia.tensor.any() for k in topology.order]
    for i in range(topology.bodies - 1, -1, -1):
        if topology.dofs[i] and not carries[i] and 0.0 in (bodies[topology.order[i]].armature or (0.0,)):
            return _unresisted(topology.names[i], where)
        if carries[i] and topology.parent[i] >= 0:
            carries[topology.parent[i]] = True
    return None


def _unresisted(name: str, where: str) -> SingularError:
    return SingularError(
        f"the equations{where} are singular: nothing with inertia resists '{name}'; give the bodies beyond it mass or inertia, "
        "or fix its joint.",
        Cause.UNRESISTED,
    )
