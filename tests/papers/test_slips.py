"""Slips of the printed formulas: as printed they fail, corrected they hold, on the matrices of a random tree; ``docs/slips.md`` lists them."""

import re
from fractions import Fraction
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from numpy.linalg import cond, eigh, eigvalsh, inv, norm, solve

import bough as bo
from bough.papers.hamiltonian_costs import TSP, printed
from bough.papers.paper_c import printed_iteration

PAGE = Path(__file__).parents[2] / "docs" / "slips.md"
SLIPS = {}


def slip(where):
    """Register a function of no arguments: (how far off as printed, as corrected), relative to what is right."""

    def register(function):
        SLIPS[where] = function
        return function

    return register


def off(found, expected):
    return norm(found - expected) / norm(expected)


@cache
def example():
    """(mechanism, q, u, tau, matrices) of a tree of twelve bodies with many kinds of joints."""
    tree = bo.models.random_tree(12, seed=4)
    q, u = bo.models.random_state(tree, seed=4)
    return tree, q, u, np.linspace(-1.0, 1.0, tree.n), bo.dynamics.matrices(tree, q, u)


def names():
    """Bodies that are carried by others, with these; parents come first."""
    tree = example()[0]
    parents = {body.name: body.parent for body in tree.bodies}
    return [(name, parents[name]) for name in tree.topology.names if parents[name] != "ground"]


def shift(name, parent):
    """C_i."""
    m = example()[4]
    return -m.S[m.rows(name), m.rows(parent)]


# --- paper B ----------------------------------------------------------------------------------------------------------


@slip("B §1")
def submatrices():
    """That a mass matrix need not have an invertible submatrix, or an even order: the least pivot of all leading ones, and a blockwise inverse."""
    tree, q, *_ = example()
    matrix = bo.mass_matrix(tree, q)
    least = min(eigvalsh(matrix[:k, :k])[0] for k in range(1, tree.n + 1)) / eigvalsh(matrix)[0]
    assert tree.n % 2 == 1
    a, b, c = matrix[:5, :5], matrix[:5, 5:], matrix[5:, 5:]
    rest = inv(c - b.T @ solve(a, b))
    across = -solve(a, b) @ rest
    blocks = np.block([[inv(a) - across @ solve(a, b).T, across], [across.T, rest]])
    # as printed: some submatrix has no inverse, that is, a pivot of 0 where all are as large as the whole matrix's
    return least, off(blocks @ matrix, np.eye(tree.n)) / cond(matrix)


@slip("B (9)")
def turns_of_eigenvectors():
    """μ = ξ + Λ̇ with Ω of (14), which is the right one: Ċ = -ΩC."""
    tree, q, u, *_ = example()
    values, vectors = eigh(bo.mass_matrix(tree, q))
    c, big = vectors.T, np.diag(values)
    mu = c @ bo.dynamics.mass_matrix_rate(tree, q, u) @ c.T
    apart = values[None, :] - values[:, None] + np.eye(tree.n)
    omega = np.where(np.eye(tree.n) > 0, 0.0, mu / apart)
    h, rates = 1e-6, bo.kinematics.coordinate_rates(tree, q, u)
    later, earlier = (eigh(bo.mass_matrix(tree, tree.normalised(q + s * h * rates)))[1].T for s in (1, -1))
    later, earlier = (x * np.sign(np.sum(x * c, axis=1, keepdims=True)) for x in (later, earlier))
    assert off((later - earlier) / (2 * h), -omega @ c) < 1e-6
    return tuple(off(xi + np.diag(np.diag(mu)), mu) for xi in (big @ omega - omega @ big, omega @ big - big @ omega))


# --- paper C ----------------------------------------------------------------------------------------------------------


def places():
    """Rotations from body to ground, and origins, by body."""
    tree, q, *_ = example()
    return {
        name: (pose[:3, :3], pose[:3, 3]) for name, pose in zip(tree.body_names, bo.body_poses(tree, q), strict=True)
    }


def offset(c):
    """ρ_i in the parent's axes, from C_i = [[G, -Gρ̃], [0, G]]."""
    cross = -c[:3, :3].T @ c[:3, 3:]
    return np.array((cross[2, 1], cross[0, 2], cross[1, 0]))


@slip("C (2.7)")
def positions():
    """r_i = r_k + Gᵀρ_i, with G of the body as printed, and of its parent."""
    place = places()
    steps = np.array([place[name][1] - place[parent][1] for name, parent in names()])
    own, parents = (np.array([place[pair[which]][0] @ offset(shift(*pair)) for pair in names()]) for which in (0, 1))
    return off(own, steps), off(parents, steps)


@slip("C G₀")
def direction_cosines():
    """(2.8), G_i from that of the parent, from the ground on."""
    tree = example()[0]
    place, found = places(), []
    mounts = {name: place[name][0].T for name in tree.topology.names}
    for start in (np.zeros((3, 3)), np.eye(3)):
        turned = {}
        for name in tree.topology.names:
            parent = next(body.parent for body in tree.bodies if body.name == name)
            # C_i of a body on the ground is in no matrix; its G_i is that of its pose
            turned[name] = mounts[name] @ start if parent == "ground" else shift(name, parent)[:3, :3] @ turned[parent]
        found.append(max(off(turned[name], place[name][0].T) for name in turned))
    return tuple(found)


@slip("C (3.3)")
def newton_and_euler():
    """M V̇ = F' + R - Σ C R of the children, and Σ CᵀR."""
    tree, q, u, tau, m = example()
    u_dot, reactions = bo.forward_dynamics(tree, q, u, tau, reactions=True)
    moved = m.M @ m.T @ (m.A @ u_dot + m.w)
    found = []
    for printed_as in (True, False):
        right = m.F - m.Omega @ m.M @ m.V + reactions.ravel()
        for name, parent in names():
            c = shift(name, parent) if printed_as else shift(name, parent).T
            right[m.rows(parent)] -= c @ reactions.ravel()[m.rows(name)]
        found.append(off(right, moved))
    return tuple(found)


@slip("C L_ij")
def blocks_of_multipliers():
    """ZᵀSM⁻¹SᵀZ by its blocks; where nothing couples they have m_j columns, not six, or the rows are too long."""
    tree, *_, m = example()
    whole, parent = m.Z.T @ m.S @ inv(m.M) @ m.S.T @ m.Z, {body.name: body.parent for body in tree.bodies}
    held = {name: np.flatnonzero(np.abs(m.Z[m.rows(name)]).sum(axis=0)) for name in parent}
    z = {name: m.Z[np.ix_(range(*m.rows(name).indices(len(m.M))), held[name])] for name in parent}
    mobility = {name: inv(m.M[m.rows(name), m.rows(name)]) for name in parent}
    found, longest = np.zeros_like(whole), 0
    for i in parent:
        columns, carrier = 0, parent[i]
        for j in parent:
            block = 0.0
            if j == carrier:
                block = -z[i].T @ shift(i, j) @ mobility[j] @ z[j]
            elif parent[j] == i:
                block = -z[i].T @ mobility[i] @ shift(j, i).T @ z[j]
            elif parent[j] == carrier != "ground":
                block = z[i].T @ shift(i, carrier) @ mobility[carrier] @ shift(j, carrier).T @ z[j]
            if i == j:
                block = block + z[i].T @ mobility[i] @ z[i]
            found[np.ix_(held[i], held[j])] = block
            columns += 6 if np.ndim(block) == 0 else len(held[j])
        longest = max(longest, columns)
    return longest / len(whole) - 1.0, off(found, whole)


@slip("C M*_ii")
def composite_inertias():
    """Sums of CᵀMC and of CᵀM*C over the children, against the blocks of TᵀMT."""
    tree, *_, m = example()
    found = []
    for recursive in (False, True):
        sums = {name: m.M[m.rows(name), m.rows(name)].copy() for name in tree.topology.names}
        for name, parent in reversed(names()):
            carried = sums[name] if recursive else m.M[m.rows(name), m.rows(name)]
            sums[parent] += shift(name, parent).T @ carried @ shift(name, parent)
        found.append(max(off(x, m.M_star[m.rows(name), m.rows(name)]) for name, x in sums.items()))
    return tuple(found)


@slip("C (4.1)")
def change_of_the_matrix():
    """How negative the change along a step is, and how far from symmetric."""
    tree, q, u, *_ = example()
    change = bo.mass_matrix(
        tree, tree.normalised(q + 1e-3 * bo.kinematics.coordinate_rates(tree, q, u))
    ) - bo.mass_matrix(tree, q)
    return max(0.0, -eigvalsh(change)[0]) / norm(change, 2), off(change, change.T)


def nearby(change=0.05, size=8, seed=1):
    """(matrix, right-hand side, inverse of a nearby matrix)."""
    rng = np.random.default_rng(seed)
    factor = rng.normal(size=(size, size))
    known = factor @ factor.T + size * np.eye(size)
    other = rng.normal(size=(size, size))
    return known + change * other @ other.T, rng.normal(size=size), inv(known)


@slip("C (4.2)")
def end_of_the_iteration():
    """By how much ‖r‖ misses the bound that the text sets."""
    bound, (matrix, right, inverse) = 1e-6, nearby()
    found = []
    for largest in (bound, bound**2):  # of rᵀr
        x, _ = printed_iteration(matrix, right, inverse, tolerance=np.sqrt(largest) / norm(right))
        found.append(max(0.0, norm(right - matrix @ x) / bound - 1.0))
    return tuple(found)


@slip("C §4.2, property 1")
def last_pass():
    """x* after n passes, where H_n = A⁻¹: x_n+1 + H_n r_n, and x_n + H_n r_n."""
    matrix, right, inverse = nearby(change=3.0, size=2)
    x = inverse @ right
    r = right - matrix @ x
    s = inverse @ r
    for _ in range(len(right)):
        x, last = x + s, r
        r = right - matrix @ x
        g = inverse @ r
        c = 1.0 / (g @ (last - r))
        inverse, s = inverse + c * np.outer(g, g), (1.0 + c * g @ r) * g
    assert off(inverse @ matrix, np.eye(len(right))) < 1e-11
    expected = solve(matrix, right)
    return off(x + s + inverse @ r, expected), off(x + inverse @ r, expected)


# --- paper D ----------------------------------------------------------------------------------------------------------


@slip("D (15)")
def velocities():
    """u by (14) and (15). Without Aᵀ it has 6N entries, and cannot be multiplied by (AᵀA)⁻¹."""
    tree, _, u, _, m = example()
    dual, passed = momenta_passed_on()
    entries = m.S @ inv(m.M) @ m.S.T @ passed
    return len(entries) / tree.n - 1.0, off(dual.T @ entries, u)


def momenta_passed_on():
    """A(AᵀA)⁻¹, and P* by (13) and (14)."""
    tree, q, u, _, m = example()
    dual, mobility = m.A @ inv(m.A.T @ m.A), m.S @ inv(m.M) @ m.S.T
    along = dual @ bo.dynamics.momenta(tree, q, u)
    return dual, along + m.Z @ solve(m.Z.T @ mobility @ m.Z, -m.Z.T @ mobility @ along)


@slip("D (16)")
def momentum_rates():
    """ṗ without and with the forces."""
    tree, q, u, tau, m = example()
    _, expected = bo.dynamics.canonical_rates(tree, q, bo.dynamics.momenta(tree, q, u), tau)
    moved = (m.A_dot.T - m.A.T @ m.Omega) @ momenta_passed_on()[1]
    return off(moved, expected), off(moved + m.B.T @ m.F + tau, expected)


@slip("D (18)")
def recursion():
    """(q̇, ṗ) with π* = Σ(Cᵀ(M*V^J + π*) ∓ UᵀDu); nothing is driven, so V^J = 0."""
    tree, q, u, tau, m = example()
    p = bo.dynamics.momenta(tree, q, u)
    _, p_dot = bo.dynamics.canonical_rates(tree, q, p, tau)
    parents, found = {body.name: body.parent for body in tree.bodies}, []
    for sign in (-1.0, 1.0):
        inertia = {name: m.M[m.rows(name), m.rows(name)].copy() for name in parents}
        passed = {name: np.zeros(6) for name in parents}
        force = {name: m.F[m.rows(name)].copy() for name in parents}
        lower, across, own = {}, {}, {}
        for name in reversed(tree.topology.names):
            a, parent = m.A[m.rows(name), m.dofs(name)], parents[name]
            c = np.zeros((6, 6)) if parent == "ground" else shift(name, parent)
            lower[name], d = factors(a.T @ inertia[name] @ a)
            across[name] = solve(lower[name].T @ d, a.T @ inertia[name] @ c)
            own[name] = solve(lower[name].T @ d, p[m.dofs(name)] - a.T @ passed[name])
            if parent != "ground":
                inertia[parent] += c.T @ inertia[name] @ c - across[name].T @ d @ across[name]
                passed[parent] += c.T @ passed[name] + sign * across[name].T @ d @ own[name]
                force[parent] += c.T @ force[name]
        rates, twist = np.empty(tree.n), {"ground": np.zeros(6)}
        speeds = np.empty(tree.n)
        for name in tree.topology.names:
            rows, dofs, parent = m.rows(name), m.dofs(name), parents[name]
            a, carried = m.A[rows, dofs], np.zeros(6) if parent == "ground" else shift(name, parent) @ twist[parent]
            speeds[dofs] = solve(lower[name], own[name] - across[name] @ twist[parent])
            twist[name] = carried + a @ speeds[dofs]
            momentum = inertia[name] @ twist[name] + passed[name]
            turned = m.A_dot[rows, dofs].T - a.T @ m.Omega[rows, rows]
            rates[dofs] = turned @ momentum + a.T @ force[name] + tau[dofs]
        found.append(max(off(speeds, u), off(rates, p_dot)))
    return tuple(found)


def factors(matrix):
    """L and D of LᵀDL."""
    upper = np.linalg.cholesky(matrix[::-1, ::-1])[::-1, ::-1]
    roots = np.diag(upper)
    return (upper / roots).T, np.diag(roots**2)


@slip("D μ_i")
def sizes_of_rows():
    """μ_i as the entries of a row of L, and as the order of the block that the inertia of body i adds to ZᵀSM⁻¹SᵀZ."""
    tree, *_, m = example()
    parents = {body.name: body.parent for body in tree.bodies}
    constraints = {name: 6 - len(m.A[0, m.dofs(name)]) for name in parents}
    mu = {name: constraints[name] + sum(constraints[j] for j in parents if parents[j] == name) for name in parents}
    order = [k for name in tree.topology.names for k in np.flatnonzero(np.abs(m.Z[m.rows(name)]).sum(axis=0)).tolist()]
    lower, _ = factors((m.Z.T @ m.S @ inv(m.M) @ m.S.T @ m.Z)[np.ix_(order, order)])
    ends = np.cumsum([constraints[name] for name in tree.topology.names]) - 1
    in_rows = {
        name: np.count_nonzero(np.abs(lower[end]) > 1e-12) if constraints[name] else 0
        for name, end in zip(tree.topology.names, ends, strict=True)
    }
    orders = {name: np.count_nonzero(np.abs(m.S.T @ m.Z)[m.rows(name)].sum(axis=0)) for name in parents}
    return tuple(
        off(*(np.array([x[name] for name in parents], float) for x in (found, mu))) for found in (in_rows, orders)
    )


@slip("D table 1")
def whole_numbers():
    """How far TSP's flops on two hinges are from a whole number, with η_i in the second sum, and with η at the parent."""
    flops = printed(TSP, np.array((-1, 0)), np.array((1, 1)))
    as_printed = flops - Fraction(235, 6)
    return tuple(float(abs(x - round(x))) for x in (as_printed, flops))


# --- the tests --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("where", SLIPS)
def test_the_printed_formula_fails_and_the_corrected_one_holds(where):
    as_printed, corrected = SLIPS[where]()
    assert corrected < 1e-11
    assert as_printed > 1e-3


def test_the_page_lists_them():
    listed = re.findall(r"^\| ([BCD] [^|]*?) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert listed == list(SLIPS)
