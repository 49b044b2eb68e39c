"""Paper C §3-4: the forms into which the extended system reduces, what is left to solve, and where bough has it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.linalg import inv, solve
from numpy.typing import NDArray

import bough as bo
from bough.api.matrix_set import Matrices
from bough.formulations.reductions import principles
from bough.mechanism.joints import Joint
from bough.mechanism.mechanism import Mechanism
from bough.papers.exhibit import Exhibit, Statement, Task
from bough.simulation.draw.plots import COLOURS, drawing
from bough.typing import Array

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# --- matrices ---------------------------------------------------------------------------------------------------------


def extended(m: Matrices) -> Array:
    """C (3.6): M V̇ - SᵀR = F, -S V̇ + A u̇ = -w*, AᵀR = τ."""
    rows, n = m.A.shape
    none = np.zeros((rows, n))
    return np.block([[m.M, -m.S.T, none], [-m.S, np.zeros((rows, rows)), m.A], [none.T, m.A.T, np.zeros((n, n))]])


def accelerations_and_multipliers(m: Matrices) -> Array:
    """C (3.8): M V̇ - SᵀZλ = F, -ZᵀS V̇ = -Zᵀw*."""
    across = -m.S.T @ m.Z
    return np.block([[m.M, across], [across.T, np.zeros((m.Z.shape[1],) * 2)]])


def multipliers(m: Matrices) -> Array:
    """C (3.10)."""
    found: Array = m.Z.T @ m.S @ inv(m.M) @ m.S.T @ m.Z
    return found


def second_kind(m: Matrices) -> Array:
    """C (3.12), by composite bodies."""
    found: Array = m.A.T @ m.M_star @ m.A
    return found


def second_kind_directly(m: Matrices) -> Array:
    """C (3.12), by the direct method."""
    found: Array = m.B.T @ m.M @ m.B
    return found


def maggi(m: Matrices) -> Array:
    """C §3.1 c: AᵀTᵀMT over Zᵀ."""
    return np.vstack((m.A.T @ m.M_star, m.Z.T))


def maggi_bodies(m: Matrices) -> Array:
    """C §3.1 c, in quasi-velocities of the bodies: BᵀM over ZᵀS."""
    return np.vstack((m.B.T @ m.M, m.Z.T @ m.S))


def reactions(m: Matrices) -> Array:
    """SᵀR = M V̇ - F: one reaction after the other, from the ends to the ground."""
    return np.asarray(m.S.T)


def entries(matrix: Array) -> NDArray[np.bool_]:
    """Where a matrix is nonzero, up to rounding."""
    found: NDArray[np.bool_] = np.abs(matrix) > 1e-12 * np.abs(matrix).max()
    return found


# --- what each form gives ---------------------------------------------------------------------------------------------


class Case(NamedTuple):
    """A mechanism at a state, with its accelerations by separate bodies to compare with."""

    mechanism: Mechanism
    q: np.ndarray
    u: np.ndarray
    tau: np.ndarray
    u_dot: np.ndarray
    matrices: Matrices


def case(mechanism: Mechanism) -> Case:
    q, u = bo.models.random_state(mechanism, 1)
    tau = np.linspace(-1.0, 1.0, mechanism.n)
    return Case(mechanism, q, u, tau, bo.forward_dynamics(mechanism, q, u, tau), bo.dynamics.matrices(mechanism, q, u))


def by_form(name: str) -> Callable[[Case], float]:
    return lambda c: apart(bo.forward_dynamics(c.mechanism, c.q, c.u, c.tau, formulation=name), c.u_dot)


def by_momenta(name: str) -> Callable[[Case], float]:
    """ṗ against the rate of M u along the motion by separate bodies."""

    def difference(c: Case) -> float:
        p = bo.dynamics.momenta(c.mechanism, c.q, c.u)
        _, p_dot = bo.dynamics.canonical_rates(c.mechanism, c.q, p, c.tau, formulation=name)
        moved = bo.mass_matrix(c.mechanism, c.q) @ c.u_dot + bo.dynamics.mass_matrix_rate(c.mechanism, c.q, c.u) @ c.u
        return apart(p_dot, moved)

    return difference


def by_drives(c: Case) -> float:
    """Drives for a given motion, against those that made it."""
    return apart(bo.dynamics.kinetostatics(c.mechanism, c.q, c.u, c.u_dot).drives, c.tau)


def by_principle(principle: Callable[[Matrices, np.ndarray], np.ndarray]) -> Callable[[Case], float]:
    """What there is only in NumPy; on the parallelogram of ``by_null_space`` as well."""

    def difference(c: Case) -> float:
        linkage, q, u = parallelogram()
        closed = principle(bo.dynamics.matrices(linkage, q, u), np.zeros(3))
        return max(apart(principle(c.matrices, c.tau), c.u_dot), apart(closed, bo.forward_dynamics(linkage, q, u)))

    return difference


def by_dense_extended(c: Case) -> float:
    """Separate bodies themselves, against the extended system solved whole."""
    m = c.matrices
    right = np.concatenate((m.F - m.Omega @ m.M @ m.V, -m.w, c.tau))
    return apart(c.u_dot, solve(extended(m), right)[-c.mechanism.n :])


ROD = bo.Inertia.rod(1.0, mass=1.0, radius=0.02, axis=(1, 0, 0), center=(0.5, 0, 0))
WAYS, ANGLE = np.array((1.0, 1.0, -1.0)), 0.5


def parallelogram() -> tuple[Mechanism, np.ndarray, np.ndarray]:
    """Of a hand nothing closes: a parallelogram, whose uprights and couplers swing like one pendulum."""
    linkage, hinge = bo.Mechanism("parallelogram"), bo.Revolute((0, 1, 0))
    for name, parent, at in (("left", "ground", 0.0), ("right", "ground", 1.0), ("top", "left", 1.0)):
        linkage.add_body(name, parent, hinge, (at, 0, 0), inertia=ROD)
    linkage.add_loop("pin", "top", "right", hinge, (1, 0, 0), other_at=(1, 0, 0))
    return linkage, ANGLE * WAYS, 2.0 * WAYS


def by_null_space(c: Case) -> float:
    linkage, q, u = parallelogram()
    found = bo.forward_dynamics(linkage, q, u, formulation="independent")
    resists = 2 * ROD.about_origin()[1, 1] + 1.0  # the coupler does not turn
    return apart(found, 9.81 * 2.0 * np.cos(ANGLE) / resists * WAYS)


def apart(found: np.ndarray, expected: np.ndarray) -> float:
    """The largest difference, relative to the largest entry."""
    return float(np.abs(found - expected).max() / np.abs(expected).max())


class Form(NamedTuple):
    """A row of the classification."""

    name: str
    where: str
    reduction: str
    unknowns: str
    number: str
    matrix: Callable[[Matrices], np.ndarray] | None
    bough: str
    file: str
    difference: Callable[[Case], float] | None


_FORMS = "formulations/"
_PRINCIPLES = _FORMS + "reductions/principles.py"
FORMS = (
    Form("extended system", "(3.6)", "none", "V̇, R, u̇", "12N + n", extended, "extended", _FORMS + "extended.py", by_form("extended")),
    Form("separate bodies", "§4.1", "block elimination of (3.6), body by body", "none left; blocks of n_i", "0", None, "separate-bodies", _FORMS + "separate_bodies.py", by_dense_extended),
    Form("Lagrange's first kind, with accelerations", "(3.8)", "orthogonal: R = Zλ", "V̇, λ", "12N − n", accelerations_and_multipliers, "saddle-point", _FORMS + "saddle_point.py", by_form("saddle-point")),
    Form("separate multipliers", "§4.1", "block elimination of (3.8), joint by joint", "none left; blocks of m_i", "0", None, "separate-multipliers", _FORMS + "separate_multipliers.py", by_form("separate-multipliers")),
    Form("Lagrange's first kind", "(3.10)", "orthogonal: R = Zλ, then V̇ eliminated", "λ", "6N − n", multipliers, "multipliers", _FORMS + "multipliers.py", by_form("multipliers")),
    Form("Lagrange's second kind, direct method", "(3.12)", "tangent: B = TA, then BᵀMB", "u̇", "n", second_kind_directly, "direct", _FORMS + "direct.py", by_form("direct")),
    Form("Lagrange's second kind, composite bodies", "(3.12)", "tangent: M* = TᵀMT, then AᵀM*A", "u̇", "n", second_kind, "composite-bodies", _FORMS + "composite_bodies.py", by_form("composite-bodies")),
    Form("Maggi's, in redundant quasi-velocities", "§3.1 c", "tangent and orthogonal together", "S V̇", "6N", maggi, "maggi", _FORMS + "maggi.py", by_form("maggi")),
    Form("Maggi's, in quasi-velocities", "§3.1 c", "tangent and orthogonal together", "V̇", "6N", maggi_bodies, "maggi-bodies", _FORMS + "maggi_bodies.py", by_form("maggi-bodies")),
    Form("Maggi's, in generalised coordinates", "§3.1 c", "tangent, and null space of loops beside their rows", "u̇", "n", second_kind, "in NumPy: maggi", _PRINCIPLES, by_principle(principles.maggi)),
    Form("Gibbs' and Appell's", "D, introduction", "tangent: S has the slope τ", "u̇", "n", second_kind, "in NumPy: appell", _PRINCIPLES, by_principle(principles.appell)),
    Form("Gauss's principle", "D, introduction", "orthogonal: V̇ nearest to that of free bodies", "V̇, λ", "12N − n", accelerations_and_multipliers, "in NumPy: gauss", _PRINCIPLES, by_principle(principles.gauss)),
    Form("kinetostatics", "§3.1", "none: the motion is given", "R", "6N", reactions, "kinetostatics", _FORMS + "kinetostatics.py", by_drives),
    Form("Poisson's momenta, extended system", "§3.1; D (10)", "none", "V, P*, u", "12N + n", extended, "hamilton-extended", _FORMS + "hamilton_extended.py", by_momenta("hamilton-extended")),
    Form("Poisson's momenta, tangent", "§3.1; D (11)", "tangent", "u", "n", second_kind, "hamilton-tangent", _FORMS + "hamilton_tangent.py", by_momenta("hamilton-tangent")),
    Form("Poisson's momenta, orthogonal", "§3.1; D (14)", "orthogonal", "λ", "6N − n", multipliers, "hamilton-orthogonal", _FORMS + "hamilton_orthogonal.py", by_momenta("hamilton-orthogonal")),
    Form("Poisson's momenta, recursive", "§3.1; D (18)", "block elimination, body by body", "none left; blocks of n_i", "0", None, "hamilton-recursive", _FORMS + "hamilton_recursive.py", by_momenta("hamilton-recursive")),
    Form("closed loops: cut joints", "§3.1", "constraints added to a tree, then their null space", "v̇, as many as the loops leave", "–", None, "independent", _FORMS + "independent.py", by_null_space),
)  # fmt: skip


def hand() -> Mechanism:
    """A palm on a ball joint and three fingers, each on a universal joint and two hinges: N = 10, n = 15.

    Nothing is aligned, so no entry is zero by chance.
    """
    palm = bo.Mechanism("hand of three fingers")
    palm.add_body("palm", "ground", bo.Ball(), inertia=bo.Inertia.cylinder(0.1, 0.05, 1.0))
    joints: tuple[Joint, ...] = (bo.Universal(), bo.Revolute((0.48, 0.8, 0.36)), bo.Revolute((-0.36, 0.8, 0.48)))
    tensor = [[3e-5, 2e-6, 3e-6], [2e-6, 3e-5, -2e-6], [3e-6, -2e-6, 2e-5]]
    bone = bo.Inertia(0.1, (0.004, 0.003, -0.025), tensor)
    for finger in range(3):
        parent, at = "palm", (0.1 * np.cos(1 + 2 * finger), 0.1 * np.sin(1 + 2 * finger), 0.02)
        for k, joint in enumerate(joints, start=1):
            name = f"finger{finger + 1}.{k}"
            palm.add_body(
                name, parent, joint, at, [[0.36, 0.48, -0.8], [-0.8, 0.6, 0.0], [0.48, 0.64, 0.6]], inertia=bone
            )
            parent, at = name, (0.005, 0.003, -0.05)
    return palm


# --- the exhibit ------------------------------------------------------------------------------------------------------


def classification(task: Task) -> Exhibit:
    c = case(hand())
    rows: list[list[Any]] = []
    for k, form in enumerate(FORMS):
        matrix = form.matrix(c.matrices) if form.matrix else None
        row: list[Any] = [form.name, form.where, form.reduction, form.unknowns, form.number]
        if matrix is None:
            row += [0 if form.number == "0" else None, None, None]
        else:
            scale = np.abs(matrix).max()
            symmetric = bool(np.abs(matrix - matrix.T).max() < 1e-12 * scale)
            positive = symmetric and bool(np.linalg.eigvalsh(matrix).min() > 0)
            kind = (
                "symmetric, positive definite"
                if positive
                else "symmetric, indefinite"
                if symmetric
                else "not symmetric"
            )
            row += [len(matrix), kind, round(100 * float(entries(matrix).mean()), 1)]
        row += [form.bough, form.file, float(f"{form.difference(c):.1e}") if form.difference else None]
        rows.append(row)
        task.advance(0.7 * (k + 1) / len(FORMS))
    statements = structure_statements()
    figure = draw_matrices(c)
    task.advance(1.0)
    n, bodies = c.mechanism.n, len(c.mechanism)
    return Exhibit(
        "C",
        "classification",
        "Forms of the equations of motion, by what is eliminated from the extended system",
        f"Numbers, symmetry and filling are of the matrices of one example, a hand of three fingers with N = {bodies} bodies and n = {n} DoFs at a random state. Difference: of the accelerations, largest over "
        "the largest entry, from those by separate bodies; of these themselves from the extended system solved whole; of momenta, their rates from M u̇ + Ṁ u; of kinetostatics, the drives that come back. "
        "What is in NumPy only is tried on a parallelogram as well. u of ball and free joints are quasi-velocities in every form.",
        ["form", "in the paper", "reduction", "unknowns", "their number", "on the example", "matrix", "entries not zero, %", "in bough", "file", "difference"],
        rows,
        [figure],
        statements,
    )  # fmt: skip


def draw_matrices(c: Case) -> Figure:
    """Patterns of the matrices that are left to solve; unknowns of one body are together."""
    bodies = np.ones(len(c.mechanism), np.int64)
    pictures = {
        "extended system (3.6)": by_body(extended(c.matrices), (6 * bodies, 6 * bodies, c.mechanism.topology.dofs)),
        "accelerations and multipliers (3.8)": by_body(
            accelerations_and_multipliers(c.matrices), (6 * bodies, 6 - c.mechanism.topology.dofs)
        ),
        "Maggi's, in redundant quasi-velocities": maggi(c.matrices),
        "multipliers (3.10)": multipliers(c.matrices),
        "second kind (3.12)": second_kind(c.matrices),
    }
    blocks = np.zeros((c.mechanism.n,) * 2)
    for body in c.mechanism.bodies:
        blocks[c.matrices.dofs(body.name), c.matrices.dofs(body.name)] = 1.0
    pictures["separate bodies §4.1: one block at a time"] = blocks
    with drawing(10.5, 7.4) as figure:
        for axis, (title, matrix) in zip(figure.subplots(2, 3).flat, pictures.items(), strict=True):
            filled = entries(matrix)
            axis.spy(filled, marker="s", markersize=170 / len(matrix), color=COLOURS[0], markeredgewidth=0)
            axis.set_title(title)
            axis.set_xlabel(f"{len(matrix)} unknowns, {100 * filled.mean():.0f} % not zero")
            axis.set(xticks=(), yticks=())
            axis.grid(visible=False)
            axis.spines[:].set_visible(True)
        figure.suptitle(
            "C: what is left to solve, for a hand of three fingers with 10 bodies and 15 DoFs", x=0.01, ha="left"
        )
    return figure


def by_body(matrix: np.ndarray, groups: tuple[np.ndarray, ...]) -> np.ndarray:
    """Unknowns that are ordered by kind, each with so many for every body, reordered by body."""
    owner = np.concatenate([np.repeat(np.arange(len(counts)), counts) for counts in groups])
    order = np.argsort(owner, kind="stable")
    return matrix[np.ix_(order, order)]


def structure_statements() -> list[Statement]:
    """The paper's statements on the matrices, tried on chains, stars and trees."""
    hinge, cardan, ball = bo.Revolute((0, 1, 0)), bo.Universal(), bo.Ball()

    def of(matrix: Callable[[Matrices], np.ndarray], mechanism: Mechanism) -> np.ndarray:
        return matrix(bo.dynamics.matrices(mechanism, *bo.models.random_state(mechanism, 1)))

    def count(matrix: Callable[[Matrices], np.ndarray], mechanism: Mechanism) -> int:
        return int(entries(of(matrix, mechanism)).sum())

    sizes = range(3, 7)
    full, reduced = (
        np.diff([count(matrix, bo.chain(size, cardan)) for size in sizes]).tolist()
        for matrix in (extended, multipliers)
    )
    by_joint = {n: len(of(multipliers, bo.chain(6, joint))) for n, joint in ((1, hinge), (2, cardan), (3, ball))}
    # the widest row of each, on six bodies
    widest = {
        name: int(entries(of(multipliers, mechanism)).sum(1).max())
        for name, mechanism in (("a chain", bo.chain(6, cardan)), ("a star", bo.models.star(5, cardan)), ("a chain of balls", bo.chain(6, ball)))
    }  # fmt: skip
    density = {
        name: mechanism.topology.density
        for name, mechanism in (("a chain of 15", bo.chain(15)), ("a binary tree of 15", bo.models.binary_tree(4)), ("a star of 15", bo.models.star(14)))
    }  # fmt: skip
    thins = list(density.values())
    return [
        Statement(
            "Matrices of the extended system and of the multipliers have a number of entries proportional to N",
            len(set(full)) == 1 and len(set(reduced)) == 1,
            f"on chains of universal joints every further body adds {full[0]} entries to the one and {reduced[0]} to the other",
        ),
        Statement(
            "The more DoFs in a joint, the fewer multipliers",
            by_joint[1] > by_joint[2] > by_joint[3],
            "on a chain of six bodies " + ", ".join(f"{size} with n = {n}" for n, size in by_joint.items()),
        ),
        Statement(
            "The band of the multipliers' matrix widens with the number of children and narrows with the DoFs",
            widest["a star"] > widest["a chain"] > widest["a chain of balls"],
            "entries in the fullest row, six bodies: "
            + ", ".join(f"{size} on {name}" for name, size in widest.items()),
        ),
        Statement(
            "The mass matrix is small and full, and thins out as bodies have more children",
            thins[0] == 1.0 and thins == sorted(thins, reverse=True),
            ", ".join(f"{100 * share:.0f} % filled on {name}" for name, share in density.items()),
        ),
    ]
