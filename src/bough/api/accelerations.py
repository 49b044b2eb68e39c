"""Accelerations and the mass matrix."""

from __future__ import annotations

from typing import Literal, overload

from numpy import empty

from bough.api.drives import forces_of_motion
from bough.api.methods import form_operation
from bough.api.operation import operation_of
from bough.api.parameters import varied_operation
from bough.compiled.entries import FINE
from bough.compiled.prepared import prepared_of
from bough.errors import StateError
from bough.formulations import composite_bodies
from bough.formulations.formulation import ACCELERATIONS
from bough.formulations.reductions import tangent
from bough.mechanism.mechanism import Mechanism
from bough.owncode.parameters import VariedEntry
from bough.typing import (
    Accelerations,
    CoordinatesLike,
    JointForcesLike,
    MassMatrix,
    ParametersLike,
    TimeLike,
    VelocitiesLike,
    Wrenches,
    WrenchesLike,
)


@overload
def forward_dynamics(
    mechanism: Mechanism,
    q: CoordinatesLike,
    u: VelocitiesLike,
    tau: JointForcesLike | None = None,
    *,
    wrenches: WrenchesLike | None = None,
    formulation: str = "auto",
    solver: str | None = None,
    code: str = "auto",
    reactions: Literal[False] = False,
    threads: int | None = None,
    time: TimeLike = 0.0,
    on_failure: str = "raise",
    parameters: ParametersLike | None = None,
) -> Accelerations: ...


@overload
def forward_dynamics(
    mechanism: Mechanism,
    q: CoordinatesLike,
    u: VelocitiesLike,
    tau: JointForcesLike | None = None,
    *,
    wrenches: WrenchesLike | None = None,
    formulation: str = "auto",
    solver: str | None = None,
    code: str = "auto",
    reactions: Literal[True],
    threads: int | None = None,
    time: TimeLike = 0.0,
    on_failure: str = "raise",
    parameters: ParametersLike | None = None,
) -> tuple[Accelerations, Wrenches]: ...


def forward_dynamics(
    mechanism: Mechanism,
    q: CoordinatesLike,
    u: VelocitiesLike,
    tau: JointForcesLike | None = None,
    *,
    wrenches: WrenchesLike | None = None,
    formulation: str = "auto",
    solver: str | None = None,
    code: str = "auto",
    reactions: bool = False,
    threads: int | None = None,
    time: TimeLike = 0.0,
    on_failure: str = "raise",
    parameters: ParametersLike | None = None,
) -> Accelerations | tuple[Accelerations, Wrenches]:
    """Accelerations u̇ of one state (n,) or of a batch (B, n).

    The mechanism's own forces always act; ``tau`` and ``wrenches`` are added to them.

    ``tau``: joint forces, in the order of u (default: zero). ``wrenches``: external wrenches, (N, 6) or (B, N, 6), in
    the order of ``mechanism.body_names``: force, then moment about the body's origin, in body axes. ``formulation`` and
    ``solver``: names; ``auto`` takes the fastest pair for this mechanism, for one state or for a batch
    (:func:`choose`). ``code``: "own" for the mechanism's own code, "shared" for the kernels of all mechanisms, "auto" for
    own code where it compiles soon. ``reactions=True`` returns (u̇, wrenches of the joints on their bodies, as in
    :func:`inverse_dynamics`). A batch runs in SIMD lanes on all cores, or on ``threads`` of them. ``time``: one number,
    or one per state; it matters only if forces or joints depend on time. ``parameters``: other values of the numbers
    that :meth:`Mechanism.with_parameters` marked, by name or in their order, each one number or one per state.
    ``on_failure="return"``: states of a batch that fail have NaN in their rows, and ``reasons`` of the result says why, by row.
    """
    if parameters is not None:
        if reactions:
            raise StateError("reactions do not take parameters; ask a mechanism with these numbers (with_parameters).")
        varied = varied_operation(mechanism, VariedEntry, formulation, solver)
        return varied(q, u, tau, parameters, wrenches=wrenches, threads=threads, time=time, on_failure=on_failure)
    key = formulation if solver is None and code == "auto" else (formulation, solver, code)
    prepared = mechanism.prepared or prepared_of(mechanism)
    try:
        operation = prepared.accelerations[key]
    except KeyError:
        operation = None
    if operation is None:
        operation = form_operation(mechanism, ACCELERATIONS, formulation, solver, key, code)
    if wrenches is None and threads is None and not reactions:
        # Fast path for one state in vectors of doubles. Compiled code checks the arrays itself, which costs less than
        # reading q.ndim here; for a batch, or anything else, it returns MISFIT and the slower checked path follows.
        u_dot = empty(operation.n)
        if operation.run(operation.address, q, u, operation.zero if tau is None else tau, 0, u_dot) == FINE:
            return u_dot
    u_dot = operation(q, u, tau, wrenches=wrenches, threads=threads, time=time, on_failure=on_failure)
    if not reactions:
        return u_dot
    if on_failure != "raise":
        raise StateError("reactions of a batch are not returned where states fail; leave out on_failure.")
    found = forces_of_motion(mechanism, q, u, u_dot, tau, wrenches=wrenches, threads=threads, time=time)
    return u_dot, found.reactions


def mass_matrix(
    mechanism: Mechanism,
    q: CoordinatesLike,
    *,
    threads: int | None = None,
    time: TimeLike = 0.0,
    on_failure: str = "raise",
) -> MassMatrix:
    """The mass matrix M(q), (n, n) or (B, n, n), by composite bodies."""
    n = mechanism.n
    operation = operation_of(mechanism, True, composite_bodies.mass_matrix, ("q",), (n, n), tangent.memory)
    return operation(q, threads=threads, time=time, on_failure=on_failure)


def mass_matrix_rate(
    mechanism: Mechanism,
    q: CoordinatesLike,
    u: VelocitiesLike,
    *,
    threads: int | None = None,
    time: TimeLike = 0.0,
    on_failure: str = "raise",
) -> MassMatrix:
    """Ṁ, the rate of the mass matrix along the motion, (n, n) or (B, n, n): analytic, by composite bodies."""
    n = mechanism.n
    operation = operation_of(
        mechanism,
        True,
        composite_bodies.mass_matrix_rate,
        ("q", "u"),
        (n, n),
        lambda tree: tangent.memory(tree, "rates", "column_rates"),
    )
    return operation(q, u, threads=threads, time=time, on_failure=on_failure)


def solve_mass_matrix(
    mechanism: Mechanism,
    q: CoordinatesLike,
    forces: JointForcesLike,
    *,
    threads: int | None = None,
    time: TimeLike = 0.0,
    on_failure: str = "raise",
) -> Accelerations:
    """M(q)⁻¹ times generalised forces: composite bodies, branch-sparse UDUᵀ and substitution in one kernel."""
    prepared = mechanism.prepared or prepared_of(mechanism)
    operation = prepared.operations.get(composite_bodies.solve_mass) or operation_of(
        mechanism,
        True,
        composite_bodies.solve_mass,
        ("q", "q", "forces"),
        (mechanism.n,),
        tangent.memory,
    )
    x = empty(operation.n)
    if threads is None and operation.run(operation.address, q, q, forces, 0, x) == FINE:
        return x
    return operation(q, q, forces, threads=threads, time=time, on_failure=on_failure)
