"""Why an evaluation failed, in one sentence that names the culprit. Runs only after a failure, so it may be slow."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from bough.errors import BoughError, SingularError, StateError
from bough.mechanism.mechanism import Mechanism

# pivots below this share of the largest diagonal entry count as zero
_TINY = 1e-13
_LARGEST_SEARCHED = 2000


def explain(
    mechanism: Mechanism, arrays: dict[str, np.ndarray], forces: np.ndarray, states: Iterable[int] | None = None
) -> BoughError:
    """The error to raise for a failed state, or for the first of some suspected states of a batch."""
    for k in [None] if states is None else states:
        state = {name: a if k is None else a[k] for name, a in arrays.items()}
        where = "" if k is None else f" of state {k}"
        error = _bad_number(mechanism, state, where) or _bad_quaternion(mechanism, state["q"], where)
        if error is None and forces.size:
            wrenches = forces if k is None else forces[k]
            if not np.isfinite(wrenches).all():
                body = mechanism.body_names[int(np.argwhere(~np.isfinite(wrenches))[0][0])]
                error = StateError(f"the wrench{where} on '{body}' is not finite; give finite numbers.")
        if error is None:
            error = _singular(mechanism, state["q"], where)
        if error is not None:
            return error
    return SingularError(
        "the result is not finite although the state is: velocities, forces or inertias are too large or too small."
    )


def _bad_number(mechanism: Mechanism, state: dict[str, np.ndarray], where: str) -> StateError | None:
    for name, array in state.items():
        bad = np.flatnonzero(~np.isfinite(array))
        if bad.size:
            names = mechanism.q_names if name in ("q", "q_dot") else mechanism.u_names
            return StateError(f"{name}{where} is {array[bad[0]]} at '{names[bad[0]]}'; give finite numbers.")
    return None


def _bad_quaternion(mechanism: Mechanism, q: np.ndarray, where: str) -> StateError | None:
    at = 0
    for body in mechanism.bodies:
        end = at + len(body.joint.q_names)
        if body.joint.has_quaternion:
            norm = float(np.linalg.norm(q[end - 4 : end]))
            if abs(norm * norm - 1.0) > 2e-9:
                return StateError(f"the quaternion{where} of '{body.name}' has length {norm:.9g}; divide it by that.")
        at = end
    return None


def _singular(mechanism: Mechanism, q: np.ndarray, where: str) -> SingularError | None:
    """Find a DoF that nothing with inertia resists, by eliminating the mass matrix from the last DoF to the first."""
    from bough.dynamics import mass_matrix

    if not 0 < mechanism.n <= _LARGEST_SEARCHED:
        return None
    start = np.cumsum([0, *(len(b.joint.u_names) for b in mechanism.bodies)])
    order = np.concatenate([np.arange(start[k], start[k + 1]) for k in mechanism.topology.order]).astype(int)
    matrix = mass_matrix(mechanism, q)[np.ix_(order, order)]
    diagonal = matrix.diagonal().copy()
    for k in range(len(order) - 1, -1, -1):
        if matrix[k, k] <= _TINY * max(diagonal[k], _TINY * diagonal.max()):
            name = mechanism.u_names[order[k]]
            return SingularError(
                f"the equations{where} are singular: nothing with inertia resists '{name}'; give the bodies beyond it mass or inertia, "
                "or fix its joint."
            )
        matrix[:k, :k] -= np.outer(matrix[:k, k], matrix[k, :k] / matrix[k, k])
    return None
