"""Exact derivatives of the dynamics, and Jacobians of points."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Literal, NamedTuple, overload

import numpy as np
from numpy import empty
from numpy.typing import NDArray

from bough.api.kinematics import body_poses, body_twists
from bough.api.large_derivatives import LargeDerivatives
from bough.api.operation import Operation, with_failures_of
from bough.compiled.entries import FINE, MISFIT, Entry, Evaluation
from bough.compiled.prepared import prepared_of
from bough.compiled.tree import CompiledTree, compiled
from bough.errors import StateError, UnsupportedError
from bough.formulations import composite_bodies
from bough.formulations.reductions import locks
from bough.locks import PREPARING
from bough.mechanism.checks import remedy, three_numbers
from bough.mechanism.forces import CustomBodyForce, CustomJointForce
from bough.mechanism.mechanism import Mechanism
from bough.owncode.columns import ColumnProgram
from bough.owncode.derivatives import differentiated, forward_program, inverse_program
from bough.owncode.entry import Untraceable
from bough.owncode.jacobians import jacobian_program
from bough.owncode.program_entry import Maker, ProgramEntry
from bough.passes.arrays import SWEEP
from bough.passes.inverse import joint_forces
from bough.typing import (
    AccelerationsLike,
    Array,
    CoordinatesLike,
    JointForcesLike,
    TimeLike,
    VectorLike,
    VelocitiesLike,
    WrenchesLike,
)

FORWARD, INVERSE = "forward", "inverse"
# operations up to which derivatives are own code; with loops, bodies and constraints times DoFs
MOST, MOST_WITH_LOOPS = 150_000, 1_000


class ForwardDerivatives(NamedTuple):
    """Accelerations and their derivatives; rows and columns are in the order of ``names``."""

    u_dot: Array  # (n,) or (B, n)
    by_q: Array  # ∂u̇/∂q along unit velocities: column k is what a motion with u_k = 1 changes in a unit of time
    by_u: Array  # ∂u̇/∂u
    by_tau: Array  # ∂u̇/∂τ
    names: tuple[str, ...]  # mechanism.u_names


class InverseDerivatives(NamedTuple):
    """Joint forces and their derivatives; rows and columns are in the order of ``names``."""

    tau: Array  # (n,) or (B, n)
    by_q: Array  # ∂τ/∂q along unit velocities
    by_u: Array  # ∂τ/∂u
    by_u_dot: Array  # ∂τ/∂u̇ = M
    names: tuple[str, ...]  # mechanism.u_names


def forward_derivatives(
    mechanism: Mechanism,
    q: CoordinatesLike,
    u: VelocitiesLike,
    tau: JointForcesLike | None = None,
    *,
    wrenches: WrenchesLike | None = None,
    threads: int | None = None,
    time: TimeLike = 0.0,
    on_failure: str = "raise",
) -> ForwardDerivatives:
    """Accelerations of :func:`forward_dynamics` with their exact derivatives, (n, n) each, or (B, n, n) for a batch.

    Derivatives with respect to q are along unit velocities u, which is the same where u = q̇, and needs one column per
    DoF where q holds a quaternion. ``wrenches`` are along body axes, so they move with the bodies.
    """
    operation = (mechanism.prepared or prepared_of(mechanism)).derivatives.get(FORWARD)
    if operation is None:
        operation = _operation(mechanism, FORWARD)
    return ForwardDerivatives(*_rows(operation, q, u, tau, wrenches, threads, time, on_failure), operation.names)


def inverse_derivatives(
    mechanism: Mechanism,
    q: CoordinatesLike,
    u: VelocitiesLike,
    u_dot: AccelerationsLike,
    *,
    wrenches: WrenchesLike | None = None,
    threads: int | None = None,
    time: TimeLike = 0.0,
    on_failure: str = "raise",
) -> InverseDerivatives:
    """Joint forces of :func:`inverse_dynamics` with their exact derivatives, as :func:`forward_derivatives` gives them."""
    operation = (mechanism.prepared or prepared_of(mechanism)).derivatives.get(INVERSE)
    if operation is None:
        operation = _operation(mechanism, INVERSE)
    return InverseDerivatives(*_rows(operation, q, u, u_dot, wrenches, threads, time, on_failure), operation.names)


def _rows(
    operation: DerivativesOperation,
    q: CoordinatesLike,
    u: VelocitiesLike,
    given: JointForcesLike | None,
    wrenches: WrenchesLike | None,
    threads: int | None,
    time: TimeLike,
    on_failure: str,
) -> tuple[Array, Array, Array, Array]:
    """A vector and three matrices."""
    n = operation.n
    try:
        if wrenches is None and threads is None:
            # (as in ``forward_dynamics``: compiled code checks the arrays)
            rows = empty(operation.out_shape)
            if operation.run(operation.address, q, u, operation.zero if given is None else given, 0, rows) == FINE:
                return rows[0], rows[1 : n + 1], rows[n + 1 : 2 * n + 1], rows[2 * n + 1 :]
        rows = operation(q, u, given, wrenches=wrenches, threads=threads, time=time, on_failure=on_failure)
    except Untraceable as why:
        raise UnsupportedError(
            f"'{operation.mechanism.name}' has no derivatives: {why}; a degree of freedom may have no inertia."
        ) from None
    return rows[..., 0, :], rows[..., 1 : n + 1, :], rows[..., n + 1 : 2 * n + 1, :], rows[..., 2 * n + 1 :, :]


class DerivativesOperation(Operation):
    """An operation that knows the names of its rows and columns."""

    def __init__(self, mechanism: Mechanism, evaluation: Evaluation, given: str, again: Callable[[], Operation]):
        super().__init__(mechanism, evaluation, ("q", "u", given), (3 * mechanism.n + 1, mechanism.n), again)
        self.names = tuple(mechanism.u_names)
        if not mechanism.n:
            self.run = _nothing_to_run


def _nothing_to_run(*arguments: Any) -> int:
    return MISFIT


def _operation(mechanism: Mechanism, of: str) -> DerivativesOperation:
    """The operation for derivatives of forward or inverse dynamics, created at first use."""
    with PREPARING:
        tree = compiled(mechanism)
        known = prepared_of(mechanism).derivatives
        if of not in known:
            evaluation = _evaluation(mechanism, tree, of)
            given = "tau" if of == FORWARD else "u_dot"
            known[of] = DerivativesOperation(mechanism, evaluation, given, partial(_operation, mechanism, of))
        return known[of]


def _size(tree: CompiledTree) -> float:
    """About how many operations own code would have."""
    paths = tree.topology.depth.mean() if tree.topology.n else 0.0
    return 70 * tree.mass_entries + 500 * tree.arrays.bodies + 400 * paths * tree.arrays.body_forces


class Plan(NamedTuple):
    """How own code for derivatives is made."""

    entry: Entry
    name: str
    make: Maker


def plan_of(mechanism: Mechanism, tree: CompiledTree, of: str) -> Plan | None:
    """The plan for derivatives of forward or inverse dynamics; None for a tree that is too large for own code."""
    if not tree.loops:
        if _size(tree) > MOST:
            return None
        make: Maker = partial(forward_program, check=locks.are_far) if of == FORWARD else inverse_program
        return Plan(_inverse_entry(tree), f"{of} derivatives", make)
    if of == INVERSE:
        raise UnsupportedError(
            f"'{mechanism.name}' has loops, so its joint forces depend on which joints are driven; use forward_derivatives."
        )
    if (tree.arrays.bodies + tree.arrays.loop_constraints) * mechanism.n > MOST_WITH_LOOPS:
        raise UnsupportedError(
            f"'{mechanism.name}' has loops and is too large for derivatives: their code would take too long to compile."
        )
    form = composite_bodies.FORMULATION
    return Plan(form.evaluation(tree, form.solvers[0]), "derivatives with loops", differentiated)


def _inverse_entry(tree: CompiledTree) -> Entry:
    return Entry(joint_forces, tree.arrays, tree.memory(*SWEEP, "travel", "response", "diagonal"))


def laws_of(mechanism: Mechanism) -> dict[str, CustomJointForce | CustomBodyForce]:
    """Forces by functions of Python, whose derivatives are not known."""
    return {
        name: force for name, force in mechanism.forces.items() if isinstance(force, CustomJointForce | CustomBodyForce)
    }


def _evaluation(mechanism: Mechanism, tree: CompiledTree, of: str) -> Evaluation:
    for name, force in laws_of(mechanism).items():
        raise UnsupportedError(
            f"the force '{name}' ({type(force).__name__}) is a function of Python, whose derivatives are not known; use forces "
            "of the catalogue for derivatives."
        )
    if not mechanism.n:
        return _inverse_entry(tree)
    plan = plan_of(mechanism, tree, of)
    if plan is None:
        return LargeDerivatives(mechanism, _inverse_entry(tree), of == FORWARD)
    return ProgramEntry(plan.entry, mechanism, plan.name, (3 * mechanism.n + 1, mechanism.n), plan.make)


def step_derivatives(mechanism: Mechanism) -> ProgramEntry | None:
    """u̇, ∂u̇/∂q and ∂u̇/∂u for implicit steps, (2n + 1, n), as own code; None if there is none, or none of a fair size."""
    with PREPARING:
        known = prepared_of(mechanism).step_derivatives
        if not known:
            known.append(_of_steps(mechanism, compiled(mechanism)))
        return known[0]


def _of_steps(mechanism: Mechanism, tree: CompiledTree) -> ProgramEntry | None:
    n = mechanism.n
    if not n or laws_of(mechanism):
        return None
    try:
        plan = plan_of(mechanism, tree, FORWARD)
    except UnsupportedError:  # with loops, and too large
        return None
    if plan is None:
        return None
    make = partial(plan.make, by_tau=False)
    return ProgramEntry(plan.entry, mechanism, f"{plan.name} of steps", (2 * n + 1, n), make)


@overload
def derivatives_sparsity(mechanism: Mechanism, of: Literal["forward"] = ...) -> ForwardDerivatives: ...


@overload
def derivatives_sparsity(mechanism: Mechanism, of: Literal["inverse"]) -> InverseDerivatives: ...


def derivatives_sparsity(
    mechanism: Mechanism, of: Literal["forward", "inverse"] = "forward"
) -> ForwardDerivatives | InverseDerivatives:
    """Which entries of the derivatives may differ from zero, as arrays of booleans: the rest is zero in every state."""
    if of not in (FORWARD, INVERSE):
        raise StateError(f"of must be 'forward' or 'inverse', not {of!r}.")
    operation, n = _operation(mechanism, of), mechanism.n
    if not isinstance(operation.evaluation, ProgramEntry):
        raise UnsupportedError(f"'{mechanism.name}' is too large to know which of its derivatives vanish.")
    made = operation.evaluation.made(True)
    rows: Any
    if isinstance(made, ColumnProgram):
        rows = made.pattern()
    else:
        rows = np.array([x.constant != 0.0 for x in made.outputs], bool).reshape(3 * n + 1, n)
    parts = rows[0], rows[1 : n + 1], rows[n + 1 : 2 * n + 1], rows[2 * n + 1 :]
    return ForwardDerivatives(*parts, operation.names) if of == FORWARD else InverseDerivatives(*parts, operation.names)


# --- points -------------------------------------------------------------------------------------------------------------


def point_jacobian(
    mechanism: Mechanism,
    q: CoordinatesLike,
    body: str,
    at: VectorLike = (0.0, 0.0, 0.0),
    *,
    threads: int | None = None,
    time: TimeLike = 0.0,
    on_failure: str = "raise",
) -> Array:
    """The velocity of a point of a body (3) and the body's angular velocity (3), along ground axes, per unit of each u.

    (6, n), or (B, 6, n) for a batch. ``at``: the point, in the body's frame. What driven joints add is not a part of it.
    """
    rows = jacobian_operation(mechanism, body, False)(q, threads=threads, time=time, on_failure=on_failure)
    if not np.isfinite(rows).all():
        poses = body_poses(mechanism, q, time=time, on_failure=on_failure)  # (says what is wrong)
        rows = with_failures_of(rows, rows, poses)
    return _shifted(rows, mechanism.n, at)[0]


def point_jacobian_rate(
    mechanism: Mechanism,
    q: CoordinatesLike,
    u: VelocitiesLike,
    body: str,
    at: VectorLike = (0.0, 0.0, 0.0),
    *,
    threads: int | None = None,
    time: TimeLike = 0.0,
    on_failure: str = "raise",
) -> Array:
    """The rate of :func:`point_jacobian` along the motion: a point's acceleration is J u̇ + J̇ u without driven joints."""
    rows = jacobian_operation(mechanism, body, True)(q, u, threads=threads, time=time, on_failure=on_failure)
    if not np.isfinite(rows).all():
        twists = body_twists(mechanism, q, u, time=time, on_failure=on_failure)  # (says what is wrong)
        rows = with_failures_of(rows, rows, twists)
    half = rows.shape[-1] // 2
    jacobian, arm = _shifted(rows[..., :half], mechanism.n, at)
    rates = rows[..., half:]
    table = rates[..., : 6 * mechanism.n].reshape(*rates.shape[:-1], 6, mechanism.n)
    turn = rates[..., 6 * mechanism.n :].reshape(*rates.shape[:-1], 3, 3) @ three_numbers(at, "point", "at")
    table[..., :3, :] += np.cross(table[..., 3:, :], arm[..., None], axis=-2)
    table[..., :3, :] += np.cross(jacobian[..., 3:, :], turn[..., None], axis=-2)
    return table


def _shifted(rows: NDArray[np.float64], n: int, at: VectorLike) -> tuple[Array, Array]:
    """The Jacobian of a point from that of its body's origin and the body's rotation; the point's arm."""
    table = rows[..., : 6 * n].reshape(*rows.shape[:-1], 6, n)
    arm = rows[..., 6 * n :].reshape(*rows.shape[:-1], 3, 3) @ three_numbers(at, "point", "at")
    table[..., :3, :] += np.cross(table[..., 3:, :], arm[..., None], axis=-2)
    return table, arm


def jacobian_operation(mechanism: Mechanism, body: str, with_rate: bool) -> Operation:
    """The operation for a body's Jacobian, created at first use."""
    key = body, with_rate
    if mechanism.prepared is not None and (ready := mechanism.prepared.jacobians.get(key)) is not None:
        return ready
    if body not in mechanism.body_index:
        raise StateError(f"no body '{body}': {remedy(body, mechanism.body_names)}")
    with PREPARING:
        tree = compiled(mechanism, False)
        known: dict[Any, Operation] = prepared_of(mechanism).jacobians
        if key not in known:
            entry = Entry(joint_forces, tree.arrays, tree.memory(*SWEEP), ("u", None) if with_rate else (None, None))
            size = (6 * mechanism.n + 9) * (1 + with_rate)
            make = jacobian_program(mechanism.body_index[body], with_rate)
            evaluation = ProgramEntry(entry, mechanism, f"Jacobian of {body!r}, {with_rate}", (size,), make)
            arguments = ("q", "u") if with_rate else ("q",)
            again = partial(jacobian_operation, mechanism, body, with_rate)
            known[key] = Operation(mechanism, evaluation, arguments, (size,), again)
        return known[key]
