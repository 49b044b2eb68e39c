"""The public computations on a mechanism, each for one state or for a batch."""

from __future__ import annotations

import difflib
from collections.abc import Callable

import numpy as np
from numpy import empty

from bough.dynamics.operation import Operation
from bough.errors import UnsupportedError
from bough.formulations import ALIASES, FORMULATIONS, Formulation, composite_bodies
from bough.formulations.reductions import tangent
from bough.mechanism.mechanism import Mechanism, listing
from bough.tree import inverse, kinematics
from bough.tree.arrays import SWEEP
from bough.tree.compile import CompiledTree
from bough.tree.entries import FINE, Entry, Evaluation

__all__ = [
    "body_poses",
    "body_twists",
    "coordinate_rates",
    "formulations",
    "forward_dynamics",
    "inverse_dynamics",
    "kinetic_energy",
    "mass_matrix",
    "potential_energy",
    "solve_mass_matrix",
    "supports",
    "velocities_from_rates",
]


def forward_dynamics(
    mechanism: Mechanism,
    q,
    u,
    tau=None,
    *,
    wrenches=None,
    formulation: str = "auto",
    solver: str | None = None,
    reactions: bool = False,
    threads: int | None = None,
):
    """Accelerations u̇ of one state (n,) or of a batch (B, n).

    ``tau``: joint forces, in the order of u (none if left out). ``wrenches``: external ones, (N, 6) or (B, N, 6) in the order of
    ``mechanism.body_names``: force, then moment about the body's origin, in body axes. ``formulation`` and ``solver``: by name; ``auto`` takes
    the separate bodies, linear in the number of bodies for every shape. With ``reactions`` the result is (u̇, wrenches of the joints on
    their bodies, as in :func:`inverse_dynamics`). A batch runs in SIMD lanes on all cores, or on ``threads`` of them.
    """
    key = formulation if solver is None else (formulation, solver)
    operation = mechanism.evaluations.get(key) or _forward(mechanism, formulation, solver)
    if wrenches is None and not reactions:
        # one state in arrays of doubles: as little Python as possible; everything else takes the careful way
        u_dot = empty(operation.n)
        if operation.run(operation.address, q, u, operation.zero if tau is None else tau, 0, u_dot) == FINE:
            return u_dot
    u_dot = operation(q, u, tau, wrenches=wrenches, threads=threads)
    return (u_dot, _reactions(mechanism, q, u, u_dot, wrenches, threads)) if reactions else u_dot


def inverse_dynamics(
    mechanism: Mechanism, q, u, u_dot, *, wrenches=None, reactions: bool = False, threads: int | None = None
):
    """Joint forces τ that the motion (q, u, u̇) takes, for one state or a batch.

    With ``reactions`` the result is (τ, wrenches): for each body, in the order of ``mechanism.body_names``, the whole wrench that its parent exerts
    on it through the joint, joint forces included: force, then moment about the body's origin, in body axes.
    """
    operation = _operation(mechanism, True, inverse.joint_forces, ("q", "u", "u_dot"), (mechanism.n,))
    tau = operation(q, u, u_dot, wrenches=wrenches, threads=threads)
    return (tau, _reactions(mechanism, q, u, u_dot, wrenches, threads)) if reactions else tau


def mass_matrix(mechanism: Mechanism, q, *, threads: int | None = None) -> np.ndarray:
    """The mass matrix M(q), (n, n) or (B, n, n), by composite bodies."""
    n = mechanism.n
    operation = _operation(mechanism, True, composite_bodies.mass_matrix, ("q",), (n, n), tangent.memory)
    return operation(q, threads=threads)


def solve_mass_matrix(mechanism: Mechanism, q, forces, *, threads: int | None = None) -> np.ndarray:
    """M(q)⁻¹ times generalised forces: composite bodies, branch-sparse UDUᵀ, substitution, in one go."""
    operation = mechanism.evaluations.get(composite_bodies.solve_mass) or _operation(
        mechanism,
        True,
        composite_bodies.solve_mass,
        ("q", "q", "forces"),
        (mechanism.n,),
        tangent.memory,
    )
    x = empty(operation.n)
    if operation.run(operation.address, q, q, forces, 0, x) == FINE:
        return x
    return operation(q, q, forces, threads=threads)


def body_poses(mechanism: Mechanism, q, *, threads: int | None = None) -> np.ndarray:
    """Homogeneous transforms from body frames to the ground's, (N, 4, 4) or (B, N, 4, 4), in the order of ``mechanism.body_names``."""
    rows = _operation(mechanism, False, kinematics.poses, ("q",), (len(mechanism), 12))(q, threads=threads)
    poses = np.zeros((*rows.shape[:-1], 4, 4))
    poses[..., :3, :3] = rows[..., :9].reshape(*rows.shape[:-1], 3, 3)
    poses[..., :3, 3] = rows[..., 9:]
    poses[..., 3, 3] = 1.0
    return poses


def body_twists(mechanism: Mechanism, q, u, *, threads: int | None = None) -> np.ndarray:
    """Velocity of each body's origin and its angular velocity, in body axes, (N, 6) or (B, N, 6)."""
    operation = _operation(mechanism, False, kinematics.twists, ("q", "u"), (len(mechanism), 6))
    return operation(q, u, threads=threads)


def kinetic_energy(mechanism: Mechanism, q, u, *, threads: int | None = None):
    """Kinetic energy of one state, or of each of a batch."""
    return _energies(mechanism, q, u, threads)[..., 0]


def potential_energy(mechanism: Mechanism, q, *, threads: int | None = None):
    """Potential energy of gravity, zero with every centre of mass at the height of the ground's origin."""
    return _energies(mechanism, q, None, threads)[..., 1]


def coordinate_rates(mechanism: Mechanism, q, u, *, threads: int | None = None) -> np.ndarray:
    """q̇ from u: the same numbers but for quaternions and the positions of free joints."""
    operation = _operation(mechanism, True, kinematics.coordinate_rates, ("q", "u"), (mechanism.n_q,))
    return operation(q, u, threads=threads)


def velocities_from_rates(mechanism: Mechanism, q, q_dot, *, threads: int | None = None) -> np.ndarray:
    """u from q̇."""
    operation = _operation(mechanism, True, kinematics.velocities_of_rates, ("q", "q_dot"), (mechanism.n,))
    return operation(q, q_dot, threads=threads)


def formulations() -> tuple[Formulation, ...]:
    """All forms of the equations of motion, with their names, aliases, solvers and references."""
    return tuple(FORMULATIONS.values())


def supports(mechanism: Mechanism, formulation: str, solver: str | None = None) -> str | None:
    """Why a form of the equations cannot serve this mechanism, or None if it can."""
    form = _formulation(formulation)
    return form.supports(compiled(mechanism), _solver(form, solver))


# --- what is behind them ----------------------------------------------------------------------------------------


def compiled(mechanism: Mechanism, merge: bool = True) -> CompiledTree:
    """The mechanism's compiled tree, made at first use: with fixed bodies merged into their carriers, or with a row for every body."""
    key = merge or not mechanism.has_fixed_joints
    if key not in mechanism.evaluations:
        mechanism.evaluations[key] = CompiledTree(mechanism, merge)
    return mechanism.evaluations[key]


def evaluation_of(mechanism: Mechanism, formulation: str, solver: str | None) -> Evaluation:
    """A new evaluation by a form and a solver, by name; an error says what is wrong with them."""
    form = _formulation(formulation)
    solver_name = _solver(form, solver)
    tree = compiled(mechanism)
    reason = form.supports(tree, solver_name)
    if reason:
        able = [f.name for f in FORMULATIONS.values() if f is not form and f.supports(tree, None) is None]
        raise UnsupportedError(
            f"'{form.name}' cannot serve '{mechanism.name}': {reason}; able to serve it: {listing(able)}."
        )
    return form.evaluation(tree, solver_name)


def _forward(mechanism: Mechanism, formulation: str, solver: str | None) -> Operation:
    evaluation = evaluation_of(mechanism, formulation, solver)
    operation = Operation(mechanism, evaluation, ("q", "u", "tau"), (mechanism.n,))
    mechanism.evaluations[formulation if solver is None else (formulation, solver)] = operation
    return operation


def _formulation(name: str) -> Formulation:
    form = FORMULATIONS.get(ALIASES.get(name, "separate-bodies" if name == "auto" else name))
    if form is None:
        known = ["auto", *FORMULATIONS, *ALIASES]
        raise UnsupportedError(f"no formulation '{name}': {_remedy(name, known)}")
    return form


def _solver(form: Formulation, name: str | None) -> str | None:
    if name is None:
        return form.solvers[0] if form.solvers else None
    if not form.solvers:
        raise UnsupportedError(f"'{form.name}' leaves no linear system to solve; leave out solver='{name}'.")
    if name not in form.solvers:
        raise UnsupportedError(f"no solver '{name}' for '{form.name}': {_remedy(name, form.solvers)}")
    return name


def _remedy(name: str, known) -> str:
    close = difflib.get_close_matches(str(name), list(known), 1)
    return f"did you mean '{close[0]}'?" if close else f"there are {listing(known, 12)}."


def _operation(
    mechanism: Mechanism,
    merge: bool,
    core: Callable[..., bool],
    arguments: tuple[str, ...],
    out_shape: tuple[int, ...],
    memory: Callable[[CompiledTree], dict[str, int]] = lambda tree: tree.memory(*SWEEP, "travel", "response"),
) -> Operation:
    """A compiled computation, made at first use."""
    operation = mechanism.evaluations.get(core)
    if operation is None:
        tree = compiled(mechanism, merge)
        lengths = [{"q": "q", "q_dot": "q"}.get(name, "u") for name in arguments[1:]] + [None, None]
        entry = Entry(core, tree.arrays, memory(tree), (lengths[0], lengths[1]))
        operation = mechanism.evaluations[core] = Operation(mechanism, entry, arguments, out_shape)
    return operation


def _reactions(mechanism, q, u, u_dot, wrenches, threads) -> np.ndarray:
    shape = (len(mechanism), 6)
    operation = _operation(mechanism, False, inverse.joint_reactions, ("q", "u", "u_dot"), shape)
    return operation(q, u, u_dot, wrenches=wrenches, threads=threads)


def _energies(mechanism, q, u, threads) -> np.ndarray:
    operation = _operation(mechanism, False, kinematics.energies, ("q", "u"), (2,))
    return operation(q, u, threads=threads)
