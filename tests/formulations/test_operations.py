"""Operations by formula: equal to what the kernels count, for every form and solver, joint and shape; and the laws of their growth."""

import re
from collections import Counter
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from helpers.forms import TURNING, geared

import bough as bo
from bough.arithmetic.tally import KINDS
from bough.compiled.tree import compiled
from bough.formulations import FORMULATIONS, general
from bough.formulations.formulation import ACCELERATIONS, CANONICAL_RATES, DRIVES_AND_REACTIONS
from bough.mechanism.generators import JOINT_KINDS
from bough.solvers import SOLVERS, udu, uu
from bough.solvers.solver import Effort

pytestmark = pytest.mark.shared_kernels  # counts operations of kernels

BY_NUMBERS = ("eigen", "inverse-iterative", "direct-iterative")
ON_TREES = [form for form in FORMULATIONS.values() if not form.needs]
METHODS = [(form.name, solver) for form in ON_TREES for solver in form.solvers or (None,)]
CLOSED = [method for method in METHODS if method[1] not in BY_NUMBERS]
every_closed_method = pytest.mark.parametrize(("formulation", "solver"), CLOSED)
ROD = bo.Inertia.rod(1.0, 1.0, radius=0.1, center=(0.0, 0.0, -0.5))


def driven(slides):
    """Driven joints at a root and within, with branches on them; with slides, or joints that only turn."""
    mechanism = bo.Mechanism("driven" if slides else "driven hinges")
    screw = bo.Helical((0, 1, 0), 0.3) if slides else bo.Revolute((0, 1, 0))
    joints = {
        ("base", "ground"): bo.Driven(bo.Revolute(), 0.3),
        ("arm", "base"): bo.Revolute((1, 0, 0)),
        ("lift", "arm"): bo.Driven(screw, bo.Table([0.0, 1.0, 2.0], [0.0, 0.5, 0.3])),
        ("tool", "lift"): bo.Universal(),
        ("mark", "tool"): bo.Fixed(),
        ("load", "lift"): bo.Cylindrical() if slides else bo.Ball(),
        ("other", "ground"): bo.Gimbal(),
    }
    for (name, parent), joint in joints.items():
        mechanism.add_body(name, parent, joint, (0.1, 0.2, -1.0), inertia=ROD)
    return mechanism


def shaken():
    """Joints of several coordinates that are driven, with quaternions as such and by angles."""
    mechanism = bo.Mechanism("shaken")
    wave = bo.Table([0.0, 1.0, 2.0], [0.1, 0.5, 0.3], "cubic")
    joints = {
        ("base", "ground"): bo.Driven(bo.Free(), [wave, 0.1, 0.2, wave, 0.3, wave]),
        ("ball", "base"): bo.Driven(bo.Ball(), [wave, 0.1, 0.2, wave]),
        ("arm", "ball"): bo.Revolute((1, 0, 0)),
        ("cross", "arm"): bo.Driven(bo.Universal(), [wave, 0.4]),
        ("contact", "base"): bo.Driven(bo.BallOnPlane((0, 1, 0)), [wave, 0.4, wave, 0.0, 0.6, 0.3]),
        ("edge", "contact"): bo.EdgeOnPlane(),
        ("wheel", "cross"): bo.Driven(bo.Revolute(), wave),
        ("load", "wheel"): bo.Free(),
    }
    for (name, parent), joint in joints.items():
        mechanism.add_body(name, parent, joint, (0.1, 0.2, -1.0), inertia=ROD)
    return mechanism


MECHANISMS = [
    bo.chain(1),
    bo.chain(14),
    bo.models.star(4),
    bo.models.broom(2, 5),
    bo.models.binary_tree(3),
    bo.models.lattice(3),
    *(bo.models.random_tree(3, seed, (kind,)) for seed, kind in enumerate(JOINT_KINDS) if kind != "fixed"),
    *(bo.models.random_tree(9, seed, roots=1 + seed % 3) for seed in range(5)),
    *(bo.models.random_tree(9, seed, TURNING, roots=1 + seed % 3) for seed in range(3)),
    driven(True),
    driven(False),
    shaken(),
    *(geared(bo.models.random_tree(9, seed, roots=1 + seed % 3), seed) for seed in range(3)),
    geared(bo.models.random_tree(9, 1, TURNING), 1),
    geared(driven(True)),
]


@cache
def counted(k, formulation, solver):
    return counted_on(MECHANISMS[k], formulation, solver)


def counted_on(mechanism, formulation, solver):
    """Operations that the kernels of a form count on a mechanism, by kind, and what they give."""
    form = FORMULATIONS[formulation]
    tree = compiled(mechanism, form.gives != DRIVES_AND_REACTIONS)
    evaluation = form.evaluation(tree, solver)
    n, coordinates = mechanism.n, tree.arrays.coordinates
    shape = {
        ACCELERATIONS: (n,),
        CANONICAL_RATES: (coordinates + n,),
        DRIVES_AND_REACTIONS: (len(mechanism), 18),
    }[form.gives]
    if solver == "cholesky":
        evaluation, shape = evaluation.system, (n, n + 2)
    elif solver == "sparse-lu":
        # the entries of the extended system, or Maggi's, and sizes of pivots
        evaluation, shape = evaluation.terms, (evaluation.numbers,)
    q, u = bo.models.random_state(mechanism)
    if mechanism.is_timed:
        q = np.append(q, 0.7)
    return evaluation.counts(q, u, u, out_shape=shape)


@every_closed_method
def test_formulas_equal_the_counts_of_the_kernels(formulation, solver):
    """And counted numbers are right: those of a recursion, unless a library has to solve for them."""
    served = [k for k, m in enumerate(MECHANISMS) if bo.methods.why_unsupported(m, formulation, solver) is None]
    assert len(served) > 10
    known = general(FORMULATIONS[formulation].gives).name
    for k in served:
        found = bo.methods.operations(MECHANISMS[k], formulation, solver)
        kernels = sum((tally for kind, tally in found.items() if kind != "lapack"), bo.results.Tally())
        counts, result = counted(k, formulation, solver)
        for kind in ("add", "mul", "div", "sqrt", "sincos"):
            assert getattr(kernels, kind) == counts[kind], (MECHANISMS[k].name, kind)
        if solver not in ("cholesky", "sparse-lu"):
            _, expected = counted(k, known, None)
            assert np.abs(result - expected).max() <= 1e-9 * np.abs(expected).max(), MECHANISMS[k].name


@pytest.mark.parametrize("method", [method for method in METHODS if method not in CLOSED])
def test_nothing_is_told_where_the_numbers_decide(method):
    assert bo.methods.operations(bo.chain(3), *method) is None


# --- calls ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("solver", "formulation", "name"),
    [(udu, "composite-bodies", "udu"), (uu, "composite-bodies", "uu"), (udu, "multipliers", "udu")],
)
def test_calls_of_a_factorisation_are_its_runs(solver, formulation, name, monkeypatch):
    """As many as the kernel makes, four rows at a time where they are long."""
    runs = []
    for run in ("subtract_scaled", "subtract_four_scaled"):
        monkeypatch.setattr(solver, run, lambda *arguments: runs.append(arguments), raising=False)
    floating = bo.models.random_tree(12, 6, (*JOINT_KINDS[:4], "free", "gimbal", "cylindrical", "universal"), 2)
    for mechanism in (
        *MECHANISMS,
        bo.chain(23),
        bo.models.broom(3, 9),
        bo.models.star(7),
        bo.chain(6, bo.Free()),
        floating,
    ):
        tree = compiled(mechanism)
        first, before = tree.arrays.row_at, tree.arrays.dof_parent
        if formulation == "multipliers":
            first, before = (getattr(tree.arrays_for_multipliers, x) for x in ("normal_row_at", "normal_parent"))
        n, rows = len(before), np.ones((first[-1], 1))
        runs.clear()
        if solver is udu:
            udu.factorise_with(first, before, n, rows, np.ones((n, 1)))
        else:
            uu.factorise(first, before, n, rows)
        packed = bo.methods.operations(mechanism, formulation, name).get("packed", bo.results.Tally())
        assert packed.calls == len(runs), mechanism.name


def test_calls_are_bodies_hinges_dofs_rows_and_entries():
    for mechanism in MECHANISMS:
        tree = compiled(mechanism)
        bodies, n = len(tree.names), mechanism.n
        hinges = sum(isinstance(body.joint, bo.Revolute) for body in mechanism.bodies)
        recursive = {kind: tally.calls for kind, tally in bo.methods.operations(mechanism, "separate-bodies").items()}
        assert recursive["sweep"] == bodies
        assert (recursive.get("recursion", 0), recursive.get("elimination", 0)) == (hinges, n - hinges)
        composite = bo.methods.operations(mechanism, "composite-bodies", "uu")
        assert composite["rows"].calls == np.count_nonzero(np.tril(incidence(tree)))
        assert composite["substitution"].calls == 2 * n
        for name in ("extended", "maggi"):
            entries = FORMULATIONS[name].evaluation(tree, "sparse-lu").entries
            assert bo.methods.operations(mechanism, name, "sparse-lu")["sparse"].calls == entries


def incidence(tree):
    """Which DoFs lie on one another's paths."""
    before = tree.topology.extended_parent
    related = np.eye(len(before), dtype=bool)
    for k, p in enumerate(before):
        if p >= 0:
            related[k] |= related[p]
    return related | related.T


# --- laws -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("formulation", ["separate-bodies", "hamilton-recursive", "kinetostatics"])
def test_recursions_are_linear_for_every_shape(formulation):
    """A further hinge costs the same wherever it hangs."""
    one, two, many = (bo.methods.operations(bo.chain(k), formulation).total for k in (1, 2, 20_000))
    for kind in ("add", "mul", "div", "sincos"):
        first, second = getattr(one, kind), getattr(two, kind)
        assert getattr(many, kind) == first + 19_999 * (second - first)
    shapes = [
        bo.methods.operations(mechanism, formulation).total
        for mechanism in (bo.chain(7), bo.models.binary_tree(3), bo.models.star(6))
    ]
    assert shapes[0] == shapes[1] == shapes[2]


@every_closed_method
def test_chains_are_cubic_at_the_most(formulation, solver):
    """Counted at ten sizes, a chain's price at a thousand bodies is known: it is a polynomial (calls are not, since rows go by fours)."""
    flops = [bo.methods.operations(bo.chain(k), formulation, solver).flops for k in range(2, 12)]
    differences = [flops]
    while len(differences) < 5:
        differences.append([y - x for x, y in zip(differences[-1], differences[-1][1:], strict=False)])
    assert set(differences[4]) == {0}
    k = 1000 - 2
    newton = (1, k, k * (k - 1) // 2, k * (k - 1) * (k - 2) // 6)
    expected = sum(x * difference[0] for x, difference in zip(newton, differences, strict=False))
    assert bo.methods.operations(bo.chain(1000), formulation, solver).flops == expected


@pytest.mark.parametrize(
    "mechanism", [bo.chain(6), bo.models.star(4), bo.models.random_tree(9, 1)], ids=lambda m: m.name
)
@pytest.mark.parametrize(("formulation", "solver"), [way for way in METHODS if SOLVERS[way[1] or "udu"].is_warm])
def test_a_new_start_and_the_passes_after_it(formulation, solver, mechanism):
    """The first call of all: it goes on from no solution, which saves two additions for each unknown."""
    form, tree = FORMULATIONS[formulation], compiled(mechanism)
    counts, _ = counted_on(mechanism, formulation, solver)
    counts["add"] += 2 * form.matrix.size(tree)[0]
    prices = [form.operations(tree, solver, Effort(passes, 1.0)).total for passes in range(4)]
    assert counts in [Counter({kind: getattr(price, kind) for kind in counts}) for price in prices]


@pytest.mark.parametrize(
    "mechanism", [bo.models.binary_tree(5), bo.models.lattice(4), bo.chain(30), bo.models.random_tree(40, 3)]
)
def test_factorisations_have_the_price_of_paper_a(mechanism):
    """Table 1: N1 div + N2 (mul + add), and n roots for UUᵀ; a full matrix is that of a chain."""
    n, n1, n2 = mechanism.n, mechanism.topology.N1, mechanism.topology.N2
    for solver, roots in (("udu", 0), ("uu", n)):
        packed = bo.methods.operations(mechanism, "composite-bodies", solver)["packed"]
        assert (packed.add, packed.mul, packed.div, packed.sqrt) == (n2, n2, n1, roots)
    full = bo.methods.operations(mechanism, "composite-bodies", "cholesky")["lapack"]
    chain = bo.methods.operations(bo.chain(n), "composite-bodies", "uu")
    packed, substitution = chain["packed"], chain["substitution"]
    squares = n  # of roots, to judge pivots by, which LAPACK does not
    assert full.flops == packed.flops + substitution.flops - squares
    assert full.flops == (n**3 - n) // 3 + 5 * n * (n - 1) // 2 + 3 * n


def test_a_mechanism_that_cannot_move_costs_next_to_nothing():
    plate = bo.Mechanism("plate")
    plate.add_body("plate", "ground", bo.Fixed(), inertia=ROD)
    for formulation, solver in CLOSED:
        if formulation != "kinetostatics":
            # the direction of gravity, and two constants of a sparse system
            assert bo.methods.operations(plate, formulation, solver).flops <= 5


# --- tallies --------------------------------------------------------------------------------------------------------


def test_tallies_and_operations_add_up():
    x, y = bo.results.Tally(calls=1, add=2, sincos=3), bo.results.Tally(mul=4, div=5, sqrt=6)
    assert x + 2 * y == bo.results.Tally(1, 2, 8, 10, 12, 3)
    assert (x + y).flops == 2 + 4 + 5 + 6
    both = bo.results.Operations(rows=x, sweep=y) + bo.results.Operations(rows=y, packed=bo.results.Tally())
    assert dict(both) == {"sweep": y, "rows": x + y}
    assert both.total == x + 2 * y
    with pytest.raises(TypeError, match="no kind of work idling; there are sweep"):
        bo.results.Operations(idling=x)


# --- the page -------------------------------------------------------------------------------------------------------

PAGE = (Path(__file__).parents[2] / "docs" / "operations.md").read_text(encoding="utf-8")


def table(heading):
    """The rows of the table under a heading, each as a mapping from column to cell."""
    lines = [line for line in PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0].splitlines() if line.startswith("|")]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [dict(zip(rows[0], row, strict=True)) for row in rows[2:]]


def test_the_page_explains_every_kind_of_work():
    assert [row["kind"] for row in table("Kinds of work")] == [f"`{kind}`" for kind in KINDS]


def test_the_laws_for_hinges_are_those_of_the_page():
    shown = set()
    for row in table("Hinges"):
        formulation, solver = (*re.findall("`([^`]+)`", row.pop("form and solver")), None)[:2]
        shown.add(formulation)
        for mechanism in (bo.chain(7), bo.models.star(9), bo.models.binary_tree(4), bo.models.broom(3, 5)):
            rows = compiled(mechanism).multiplier_lengths
            sums = {"R1": (rows - 1).sum(), "R2": (rows * (rows - 1) // 2).sum()}
            names = {"N": len(mechanism), "N1": mechanism.topology.N1, "N2": mechanism.topology.N2, **sums}
            found = bo.methods.operations(mechanism, formulation, solver)
            laws = {
                kind: eval(re.sub(r"(\d) (?=[NR])", r"\1 * ", law.replace("−", "-")), names)
                for kind, law in row.items()
            }
            assert laws == {kind: found.get(kind, bo.results.Tally()).flops for kind in row}
            assert found.total.sincos == len(mechanism)
    assert shown == {form.name for form in ON_TREES}


def test_a_further_body_costs_what_the_page_says():
    axis = (0.0, 1.0, 0.0)
    joints = [bo.Revolute(axis), bo.Prismatic(axis), bo.Helical(axis, 0.1), bo.Universal(), bo.Cylindrical(axis)]
    joints += [bo.Planar(axis), bo.Translational(), bo.Gimbal(), bo.Ball(), bo.Free()]
    for joint, row in zip(joints, table("A further body"), strict=True):
        assert (row.pop("joint"), row.pop("n_i")) == (f"`{type(joint).__name__}`", str(len(joint.u_names)))
        for name, cell in row.items():
            formulation = name.strip("`")
            ten, eleven = bo.chain(10, joint), bo.chain(11, joint)
            if bo.methods.why_unsupported(ten, formulation):
                assert cell == "–"
            else:
                assert (
                    int(cell)
                    == bo.methods.operations(eleven, formulation).flops - bo.methods.operations(ten, formulation).flops
                )
