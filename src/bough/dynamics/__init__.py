"""The public computations on a mechanism, each for one state or for a batch."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy import empty

from bough.dynamics.matrices import Matrices, matrices
from bough.dynamics.operation import Operation
from bough.errors import UnsupportedError
from bough.formulations import ALIASES, FORMULATIONS, Formulation, composite_bodies, hamilton_recursive
from bough.formulations import kinetostatics as prescribed
from bough.formulations.formulation import ACCELERATIONS, CANONICAL_RATES, DRIVES_AND_REACTIONS
from bough.formulations.reductions import momentum, tangent
from bough.mechanism.mechanism import Mechanism, listing, remedy
from bough.tree import inverse, kinematics
from bough.tree.arrays import SWEEP
from bough.tree.compile import CompiledTree, compiled
from bough.tree.entries import FINE, Entry

__all__ = [
    "Kinetostatics",
    "Matrices",
    "body_poses",
    "body_twists",
    "canonical_rates",
    "coordinate_rates",
    "formulations",
    "forward_dynamics",
    "hamiltonian",
    "inverse_dynamics",
    "kinetic_energy",
    "kinetostatics",
    "mass_matrix",
    "mass_matrix_rate",
    "matrices",
    "momenta",
    "potential_energy",
    "solve_mass_matrix",
    "supports",
    "velocities",
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
    operation = mechanism.evaluations.get(key) or _form(mechanism, ACCELERATIONS, formulation, solver, key)
    if wrenches is None and not reactions:
        # one state in arrays of doubles: as little Python as possible; everything else takes the careful way
        u_dot = empty(operation.n)
        if operation.run(operation.address, q, u, operation.zero if tau is None else tau, 0, u_dot) == FINE:
            return u_dot
    u_dot = operation(q, u, tau, wrenches=wrenches, threads=threads)
    if not reactions:
        return u_dot
    return u_dot, kinetostatics(mechanism, q, u, u_dot, wrenches=wrenches, threads=threads).reactions


def inverse_dynamics(
    mechanism: Mechanism, q, u, u_dot, *, wrenches=None, reactions: bool = False, threads: int | None = None
):
    """Joint forces τ that the motion (q, u, u̇) takes, for one state or a batch.

    With ``reactions`` the result is (τ, wrenches): for each body, in the order of ``mechanism.body_names``, the whole wrench that its parent exerts
    on it through the joint, joint forces included: force, then moment about the body's origin, in body axes.
    """
    if reactions:
        return kinetostatics(mechanism, q, u, u_dot, wrenches=wrenches, threads=threads)[:2]
    operation = _operation(mechanism, True, inverse.joint_forces, ("q", "u", "u_dot"), (mechanism.n,))
    return operation(q, u, u_dot, wrenches=wrenches, threads=threads)


class Kinetostatics(NamedTuple):
    """What a prescribed motion takes. Wrenches are force, then moment about the body's origin, in body axes."""

    drives: np.ndarray  # joint forces τ, in the order of u
    reactions: (
        np.ndarray
    )  # (N, 6): the whole wrench that a body's parent exerts on it through their joint, drives included
    bearings: np.ndarray  # (N, 6): what of it the joint's constraints carry, without the drives


def kinetostatics(mechanism: Mechanism, q, u, u_dot, *, wrenches=None, threads: int | None = None) -> Kinetostatics:
    """Drives and joint reactions of a motion (q, u, u̇) that is prescribed for all joints, for one state or a batch, in one O(N) pass."""
    shape = (len(mechanism), prescribed.COLUMNS)
    operation = _operation(
        mechanism, False, prescribed.drives_and_reactions, ("q", "u", "u_dot"), shape, prescribed.memory
    )
    rows = operation(q, u, u_dot, wrenches=wrenches, threads=threads)
    counts = [len(body.joint.u_names) for body in mechanism.bodies]
    body = np.repeat(np.arange(len(mechanism)), counts)
    column = prescribed.DRIVE + np.concatenate([np.arange(count) for count in (0, *counts)])
    reactions, bearings = (rows[..., at : at + 6] for at in (prescribed.REACTION, prescribed.BEARING))
    return Kinetostatics(rows[..., body, column.astype(int)], reactions, bearings)


# --- Hamiltonian variables --------------------------------------------------------------------------------------


def momenta(mechanism: Mechanism, q, u, *, threads: int | None = None) -> np.ndarray:
    """Generalised momenta p = M(q) u, in the order of u; for quasi-velocities they are Poisson's."""
    operation = _operation(
        mechanism, True, momentum.momenta, ("q", "u"), (mechanism.n,), lambda t: t.memory(*momentum.FIELDS, "vector")
    )
    return operation(q, u, threads=threads)


def velocities(mechanism: Mechanism, q, p, *, threads: int | None = None) -> np.ndarray:
    """u from (q, p), in O(N)."""
    operation = _operation(
        mechanism, True, hamilton_recursive.velocities, ("q", "p"), (mechanism.n,), hamilton_recursive.memory
    )
    return operation(q, p, threads=threads)


def hamiltonian(mechanism: Mechanism, q, p, *, threads: int | None = None):
    """H(q, p) = p · u - T + Π: the energy, as long as no joint is driven."""
    u = velocities(mechanism, q, p, threads=threads)
    kinetic, potential = np.moveaxis(_energies(mechanism, q, u, threads), -1, 0)
    return np.sum(np.asarray(p, float) * u, axis=-1) - kinetic + potential


def canonical_rates(
    mechanism: Mechanism,
    q,
    p,
    tau=None,
    *,
    wrenches=None,
    formulation: str = "auto",
    solver: str | None = None,
    threads: int | None = None,
) -> tuple[np.ndarray, np.ndarray]:
    """Hamilton's equations: (q̇, ṗ) of one state or of a batch, from coordinates q, momenta p (order of u), joint forces and wrenches.

    ``formulation``: a Hamiltonian form by name; ``auto`` takes ``hamilton-recursive``. Without forces, and for true coordinates, they are
    (∂H/∂p, -∂H/∂q); quasi-velocities (``Ball``, ``Free``) have Poisson's momenta.
    """
    key = (CANONICAL_RATES, formulation, solver)
    operation = mechanism.evaluations.get(key) or _form(mechanism, CANONICAL_RATES, formulation, solver, key)
    n_q = mechanism.n_q
    if wrenches is None:
        rates = empty(n_q + operation.n)
        if operation.run(operation.address, q, p, operation.zero if tau is None else tau, 0, rates) == FINE:
            return rates[:n_q], rates[n_q:]
    rates = operation(q, p, tau, wrenches=wrenches, threads=threads)
    return rates[..., :n_q], rates[..., n_q:]


def mass_matrix(mechanism: Mechanism, q, *, threads: int | None = None) -> np.ndarray:
    """The mass matrix M(q), (n, n) or (B, n, n), by composite bodies."""
    n = mechanism.n
    operation = _operation(mechanism, True, composite_bodies.mass_matrix, ("q",), (n, n), tangent.memory)
    return operation(q, threads=threads)


def mass_matrix_rate(mechanism: Mechanism, q, u, *, threads: int | None = None) -> np.ndarray:
    """Ṁ, the rate of the mass matrix along the motion, (n, n) or (B, n, n): analytic, by composite bodies."""
    n = mechanism.n
    operation = _operation(
        mechanism,
        True,
        composite_bodies.mass_matrix_rate,
        ("q", "u"),
        (n, n),
        lambda tree: tangent.memory(tree, "rates", "column_rates"),
    )
    return operation(q, u, threads=threads)


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


# what ``auto`` takes, and who gives what a form gives: its function and the name of its second argument
_AUTO = {ACCELERATIONS: "separate-bodies", CANONICAL_RATES: "hamilton-recursive"}
_GIVEN_BY = {
    ACCELERATIONS: ("forward_dynamics", "u"),
    CANONICAL_RATES: ("canonical_rates", "p"),
    DRIVES_AND_REACTIONS: ("kinetostatics", "u"),
}


def _form(mechanism: Mechanism, gives: str, formulation: str, solver: str | None, key) -> Operation:
    """The evaluation of a form that gives what is wanted, kept under a key."""
    form = _formulation(formulation, gives)
    solver_name = _solver(form, solver)
    tree = compiled(mechanism)
    reason = form.supports(tree, solver_name)
    if reason:
        able = [
            f.name
            for f in FORMULATIONS.values()
            if f is not form and f.gives == gives and f.supports(tree, _solver(f, None)) is None
        ]
        raise UnsupportedError(
            f"'{form.name}' cannot serve '{mechanism.name}': {reason}; able to serve it: {listing(able)}."
        )
    size = mechanism.n if gives == ACCELERATIONS else mechanism.n_q + mechanism.n
    arguments = ("q", _GIVEN_BY[gives][1], "tau")
    operation = Operation(mechanism, form.evaluation(tree, solver_name), arguments, (size,))
    mechanism.evaluations[key] = operation
    return operation


def _formulation(name: str, gives: str | None = None) -> Formulation:
    """The form of a name, which has to give what is wanted."""
    form = FORMULATIONS.get(ALIASES.get(name, _AUTO[gives or ACCELERATIONS] if name == "auto" else name))
    if form is None:
        known = ["auto", *(f.name for f in FORMULATIONS.values() if gives in (None, f.gives))]
        known += [alias for alias, of in ALIASES.items() if gives in (None, FORMULATIONS[of].gives)]
        raise UnsupportedError(f"no formulation '{name}': {remedy(name, known)}")
    if gives not in (None, form.gives):
        able = listing([f.name for f in FORMULATIONS.values() if f.gives == gives], 12)
        raise UnsupportedError(
            f"'{form.name}' gives {form.gives}: call {_GIVEN_BY[form.gives][0]}; for {gives} there are {able}."
        )
    return form


def _solver(form: Formulation, name: str | None) -> str | None:
    if name is None:
        return form.solvers[0] if form.solvers else None
    if not form.solvers:
        raise UnsupportedError(f"'{form.name}' leaves no linear system to solve; leave out solver='{name}'.")
    if name not in form.solvers:
        raise UnsupportedError(f"no solver '{name}' for '{form.name}': {remedy(name, form.solvers)}")
    return name


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


def _energies(mechanism, q, u, threads) -> np.ndarray:
    operation = _operation(mechanism, False, kinematics.energies, ("q", "u"), (2,))
    return operation(q, u, threads=threads)
