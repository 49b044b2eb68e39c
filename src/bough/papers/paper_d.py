"""Paper D: what the three Hamiltonian forms cost (table 1), and which of them to choose (figure 1).

Three ways to say what a form costs stand side by side: the formulas that the paper prints, the operations that our kernels count, and the time that they take on this machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import isinf, log2
from typing import Any

import numpy as np

import bough as bo
from bough.compiled.entries import Entry
from bough.compiled.tree import compiled
from bough.formulations.reductions import orthogonal
from bough.mechanism.mechanism import Mechanism
from bough.papers import diagrams
from bough.papers.brooms import (
    COARSE,
    COUNTED,
    JOINTS,
    KINDS,
    MEASURED,
    PRINTED,
    broom_counts,
    counted_contest,
    degree,
    flops,
    measured_contest,
    operations,
    raced,
    side_by_side,
)
from bough.papers.diagrams import EVERY, Contest, onset
from bough.papers.drawing import drawing
from bough.papers.exhibit import Exhibit, Statement, Task
from bough.passes import motion as kinematics
from bough.passes.sweep import pose, weigh
from bough.simulation.draw.plots import INK

TSP, OSP, ERA = FORMS = ("hamilton-tangent", "hamilton-orthogonal", "hamilton-recursive")
NAMES = {TSP: "TSP", OSP: "OSP", ERA: "ERA"}
COLOURS = {TSP: diagrams.TANGENT, OSP: diagrams.ORTHOGONAL, ERA: diagrams.RECURSIVE}
LINES = {TSP: "#1b6ca8", OSP: "#c03a55", ERA: "#dd9a1c"}  # the same, strong enough for lines
DRAWN = (1, 2, 3, 4)  # in the paper's figure


# --- what the forms cost, by the paper ------------------------------------------------------------------------------------


def printed(form: str, parent: np.ndarray, n: np.ndarray) -> Fraction:
    """Flops by table 1, of a tree given by the parents and the DoFs of its bodies in regular numbering.

    η_i is the DoFs on the path to body i, μ_i the constraints of its joint and of its children's. The copy at hand repeats the definition of η for τ_i and prints
    η_i in one term of TSP's second sum; read as τ_i = η_i - n_i and η_k, the formulas give what the paper says about them.
    """
    parent, n = np.asarray(parent, np.int64), np.asarray(n, np.int64)
    m, others = 6 - n, np.flatnonzero(parent >= 0)
    if form == TSP:
        eta = np.zeros(len(n) + 1, np.int64)  # the last entry serves the ground
        for i, k in enumerate(parent.tolist()):
            eta[i] = eta[k] + n[i]
        above, eta = eta[parent], eta[:-1]
        sixths = (_cubic(eta, 235) + 252 * (eta - n) + 882).sum() - (_cubic(above, 235) - 2382)[others].sum()
    elif form == OSP:
        mu = m.copy()
        np.add.at(mu, parent[others], m[others])
        second = 2 * m**3 + 15 * m**2 - 11 * m - 1152
        sixths = (_cubic(mu, 421) + 66 * n + 1434).sum() - second[others].sum()
    else:
        sixths = (2 * n**3 + 117 * n**2 + 1537 * n + 4968).sum() - 6 * (6 * n[0] ** 2 + 145 * n[0] + 684)
    return Fraction(int(sixths), 6)


def _cubic(x: np.ndarray, linear: int) -> np.ndarray:
    """Six times x³/3 + 17x²/2 + linear x/6."""
    return 2 * x**3 + 51 * x**2 + linear * x


@cache
def printed_on_broom(form: str, n: int, chains: int, length: int) -> Fraction:
    parent = np.arange(-1, chains * length)
    parent[1::length] = 0
    return printed(form, parent, np.full(len(parent), n))


def presupposed(form: str, mechanism: Mechanism) -> int:
    """Operations for what the paper takes as given: C and A from q, inertias (which stay constant in its axes), q̇ from u."""

    def placing(tree, work, q, p, tau, wrenches, out):
        for i in range(tree.bodies):
            pose(tree, i, q, work)

    def turning(tree, work, q, p, tau, wrenches, out):
        for i in range(tree.bodies):
            orthogonal.place_compliance(tree, i, work) if form == OSP else weigh(tree, i, work)

    tree = compiled(mechanism)
    arrays, rows = tree.arrays_for_multipliers, orthogonal.memory(tree)
    cores = (placing, turning, kinematics.coordinate_rates)
    return sum(operations(Entry(core, arrays, rows), mechanism) for core in cores)


def printed_contest(n: int) -> Contest:
    costs = [[[float(printed_on_broom(form, n, c, x)) for x in EVERY] for c in EVERY] for form in FORMS]
    return Contest(FORMS, EVERY, EVERY, np.array(costs))


# --- table 1 ----------------------------------------------------------------------------------------------------------


def table_1(task: Task) -> Exhibit:
    shapes = {
        "chain of 5": (1, 4),
        "chain of 20": (1, 19),
        "4 chains of 5 on a base": (4, 5),
        "19 bodies on a base": (19, 1),
    }
    if task.quick:
        shapes.pop("chain of 20")
    dofs = (1, 3) if task.quick else range(1, 7)
    rows: list[list[Any]] = []
    for k, n in enumerate(dofs):
        for name, shape in shapes.items():
            row: list[Any] = [name, 1 + shape[0] * shape[1], n]
            mechanism = bo.broom(*shape, JOINTS[n]) if n in JOINTS else None
            for form in FORMS:
                paper = printed_on_broom(form, n, *shape)
                whole = flops(form, mechanism) if mechanism else None
                less = whole - presupposed(form, mechanism) if mechanism and whole else None
                row += [round(float(paper), 1), whole, less, None if whole is None else round(whole / float(paper), 2)]
            rows.append(row)
        task.advance(0.7 * (k + 1) / len(dofs))
    columns = ["mechanism", "bodies", "n_i"]
    for form in FORMS:
        columns += [
            f"{NAMES[form]} printed",
            f"{NAMES[form]} ours",
            f"{NAMES[form]} ours, less what is given",
            f"{NAMES[form]} ours / printed",
        ]
    statements = [*growth_statements(task), *structure_statements(task), *few_bodies_statements(task)]
    task.advance(1.0)
    kinds = ", ".join(f"{n} {KINDS[n]}" for n in JOINTS)
    return Exhibit(
        "D",
        "table 1",
        "Flops of one evaluation of (q̇, ṗ) by TSP, OSP and ERA",
        "Printed: the paper's formulas. Ours: additions, multiplications, divisions and roots that the kernels count while they run, from the numbers q and p on. The paper starts from "
        "matrices C, A and M; 'less what is given' leaves out what it takes to have them. "
        f"n_i: {kinds}; bough has no joint of four or five DoFs, for which there are only the formulas.",
        columns,
        rows,
        [draw_growth((1, 3))],
        statements,
    )


def draw_growth(dofs: Sequence[int]):
    """Flops against bodies on chains and on stars, printed and ours."""
    from matplotlib.lines import Line2D
    from matplotlib.ticker import NullLocator

    sizes = np.unique(np.geomspace(1, 199, 30).round().astype(int))
    with drawing(8.5, 3.1 * len(dofs) + 0.6) as figure:
        axes = figure.subplots(len(dofs), 2, sharex=True, sharey=True, squeeze=False)
        for row, n in zip(axes, dofs, strict=True):
            for axis, shape in zip(row, ("chain", "star"), strict=True):
                for form in FORMS:
                    ones = [1]
                    ours = broom_counts(form, n)(*((ones, sizes) if shape == "chain" else (sizes, ones))).ravel()
                    paper = [
                        printed_on_broom(form, n, *((1, x) if shape == "chain" else (x, 1))) for x in sizes.tolist()
                    ]
                    axis.loglog(1 + sizes, ours, color=LINES[form], lw=2)
                    axis.loglog(1 + sizes, np.array(paper, float), color=LINES[form], lw=1.3, ls=(0, (3, 1.5)))
                axis.set_title(f"{shape} on {KINDS[n]}")
                axis.margins(x=0)
                axis.set_xticks((2, 5, 10, 20, 50, 100, 200), (2, 5, 10, 20, 50, 100, 200))
                axis.xaxis.set_minor_locator(NullLocator())
            row[0].set_ylabel("flops of one evaluation")
        for axis in axes[-1]:
            axis.set_xlabel("bodies")
        handles = [Line2D([], [], color=LINES[form], lw=2, label=NAMES[form]) for form in FORMS]
        handles += [
            Line2D([], [], color=INK, lw=2, label="ours, counted"),
            Line2D([], [], color=INK, lw=1.3, ls=(0, (3, 1.5)), label="paper's formula"),
        ]
        figure.legend(handles=handles, loc="outside lower center", ncols=len(handles))
        figure.suptitle("D, table 1: each projection is cubic where the other is linear", x=0.01, ha="left")
    return figure


def growth_statements(task: Task) -> list[Statement]:
    """Powers of N on chains and stars. On balls, with three DoFs and three constraints each, TSP and OSP have the same number of unknowns."""
    n = 3

    sizes = range(2, 9)
    chain, star = [(1, x) for x in sizes], [(x, 1) for x in sizes]
    large = (20, 40) if task.quick else (60, 120)
    clocked = raced(FORMS, [bo.broom(*s, JOINTS[n]) for x in large for s in ((1, x), (x, 1))], task)
    found: dict[str, dict[str, tuple[float, float]]] = {
        PRINTED: {
            f: (degree([printed_on_broom(f, n, *s) for s in chain]), degree([printed_on_broom(f, n, *s) for s in star]))
            for f in FORMS
        },
        COUNTED: {
            f: (degree(broom_counts(f, n)([1], sizes)[0]), degree(broom_counts(f, n)(sizes, [1])[:, 0])) for f in FORMS
        },
        MEASURED: {
            f: (log2(clocked[2, k] / clocked[0, k]), log2(clocked[3, k] / clocked[1, k])) for k, f in enumerate(FORMS)
        },
    }
    expected = {TSP: (3, 1), OSP: (1, 3), ERA: (1, 1)}
    claims = {
        TSP: "TSP costs from O(N) on a star to O(N³) on a chain",
        OSP: "OSP costs from O(N) on a chain to O(N³) on a star",
        ERA: "ERA costs O(N) whatever the structure",
    }
    statements = []
    for form in FORMS:
        for way, powers in found.items():
            on_chain, on_star = powers[form]
            span = f", from {1 + large[0]} to {1 + large[1]} bodies" if way == MEASURED else ""
            shown = "{:.2f}" if way == MEASURED else "{:.0f}"
            text = f"a power of N of {shown.format(on_chain)} on chains and {shown.format(on_star)} on stars of balls{span}"
            holds: bool | None = (round(on_chain), round(on_star)) == expected[form]
            if way == MEASURED and task.quick and form != ERA:
                # too small for the cubic term to show
                holds = None
            statements.append(Statement(f"{claims[form]} – {way}", holds, text))
    return statements


def structure_statements(task: Task) -> list[Statement]:
    """The same number of bodies in chains of all lengths."""
    n, others = 3, 12 if task.quick else 36
    shapes = [(c, others // c) for c in range(others, 0, -1) if others % c == 0]
    clocked = raced(FORMS, [bo.broom(*shape, JOINTS[n]) for shape in shapes], task)
    costs = {
        PRINTED: {f: np.array([float(printed_on_broom(f, n, *s)) for s in shapes]) for f in FORMS},
        COUNTED: {f: np.array([broom_counts(f, n)([c], [x])[0, 0] for c, x in shapes]) for f in FORMS},
        MEASURED: {f: clocked[:, k] for k, f in enumerate(FORMS)},
    }
    statements = []
    for way, cost in costs.items():
        spread = {f: cost[f].max() / cost[f].min() for f in FORMS}
        texts = [f"{NAMES[f]} {spread[f]:.2f}" for f in FORMS]
        statements.append(
            Statement(
                f"TSP and OSP depend strongly on the structure, ERA not at all – {way}",
                bool(spread[ERA] < 1.25 and min(spread[TSP], spread[OSP]) > 1.25),
                f"{1 + others} bodies on balls, from one chain to a star: dearest over cheapest {', '.join(texts)}",
            )
        )
    for way, cost in costs.items():
        # shapes go from the star to the chain; the clock gets 5 % of leeway
        slack = 1.05 if way == MEASURED else 1.0
        rises = bool((cost[TSP][1:] * slack >= cost[TSP][:-1]).all())
        falls = bool((cost[OSP][1:] <= slack * cost[OSP][:-1]).all())
        ratio = cost[OSP] / cost[TSP]
        statements.append(
            Statement(
                f"TSP suits short chains and OSP few branches: the two complement each other – {way}",
                rises and falls,
                f"as {others} bodies on balls go from a star to a chain, TSP {'rises' if rises else 'does not only rise'} and OSP {'falls' if falls else 'does not only fall'}; "
                f"OSP over TSP from {ratio[0]:.2f} to {ratio[-1]:.2f}",
            )
        )
    return statements


def few_bodies_statements(task: Task) -> list[Statement]:
    clocked = {n: raced(FORMS, [bo.broom(1, 1, joint)], task)[0] for n, joint in JOINTS.items() if n in DRAWN}
    costs = {
        PRINTED: {n: [float(printed_on_broom(f, n, 1, 1)) for f in FORMS] for n in DRAWN},
        COUNTED: {n: [float(broom_counts(f, n)([1], [1])[0, 0]) for f in FORMS] for n in JOINTS if n in DRAWN},
        MEASURED: {n: row.tolist() for n, row in clocked.items()},
    }
    statements = []
    for way, cost in costs.items():
        for other, k in ((TSP, 0), (OSP, 1)):
            ratios = {n: row[2] / row[k] for n, row in cost.items()}
            text = ", ".join(f"{ratio:.2f} with n = {n}" for n, ratio in ratios.items())
            statements.append(
                Statement(
                    f"With few bodies ERA takes more operations than {NAMES[other]} – {way}",
                    min(ratios.values()) > 1.0,
                    f"ERA over {NAMES[other]} on two bodies: {text}",
                )
            )
    return statements


# --- figure 1 ---------------------------------------------------------------------------------------------------------


def figure_1(task: Task) -> Exhibit:
    dofs = (1, 3) if task.quick else tuple(JOINTS)
    grid = (1, 5, 20) if task.quick else COARSE
    ways: dict[str, dict[int, Contest]] = {PRINTED: {n: printed_contest(n) for n in range(1, 7)}}
    task.advance(0.05)
    ways[COUNTED] = {n: counted_contest(FORMS, n) for n in dofs}
    task.advance(0.15)
    ways[MEASURED] = {}
    for k, n in enumerate(dofs):
        share = 0.8 / len(dofs)
        ways[MEASURED][n] = measured_contest(FORMS, n, grid, task, 0.15 + k * share, 0.15 + (k + 1) * share)
    figures = [
        draw_choice(f"D, figure 1: the cheapest Hamiltonian form, {way}", contests, NAMES, COLOURS, way == PRINTED)
        for way, contests in ways.items()
    ]
    task.advance(1.0)
    return Exhibit(
        "D",
        "figure 1",
        "Which Hamiltonian form is the cheapest on equal chains on one base body",
        "A cell is a mechanism: so many chains of so many bodies on one base, all joints of n DoFs. By the paper's formulas for n = 1 to 4, as the paper draws it, and 5 and 6 beyond; by our counts; "
        "and by the time of one evaluation on this machine, measured at the dots and interpolated between them. The scan has lost the paper's own diagrams; what it says about them stands below. "
        "bough has no joint of four or five DoFs.",
        *side_by_side(ways, NAMES, grid),
        figures,
        [statement for way, contests in ways.items() for statement in choice_statements(way, contests)],
    )


def draw_choice(
    title: str,
    contests: Mapping[int, Contest],
    names: Mapping[str, str],
    colours: Mapping[str, str],
    every: bool = False,
):
    panels: dict[str, Contest] = {}
    for n, contest in contests.items():
        kind = f": {KINDS[n]}" if n in KINDS and not every else ", beyond the paper" if n not in DRAWN else ""
        panels[f"n = {n}{kind}"] = contest
    return diagrams.draw(title, panels, names, colours)


def choice_statements(way: str, contests: Mapping[int, Contest]) -> list[Statement]:
    """What the paper reads from figure 1, for the joints that it draws."""
    full = {n: contest.filled() for n, contest in contests.items() if n in DRAWN}
    few = [n for n in full if n <= 3]
    return [
        _short_chains(way, full, few),
        _era_takes_over(way, full),
        _osp_only_for_three_and_four(way, full, contests),
        _osp_with_longer_chains(way, full),
    ]


def _span(numbers: Iterable[float]) -> str:
    """The least and the greatest of some lengths."""
    found = sorted(set(numbers))
    shown = ["none" if isinf(x) else f"{x:.0f}" for x in (found[0], found[-1])]
    return shown[0] if len(found) == 1 else f"{shown[0]} to {shown[1]}"


def _short_chains(way: str, full: Mapping[int, Contest], few: Sequence[int]) -> Statement:
    ends = {n: [int(np.argmin(row)) if not row.all() else len(row) for row in full[n].wins(TSP)] for n in few}
    text = "; ".join(f"n = {n}: up to length {_span(ends[n])}" for n in few)
    return Statement(
        f"TSP is the cheapest with few DoFs and short chains – {way}",
        all(end >= 1 for n in few for end in ends[n]),
        f"TSP wins, over all numbers of chains, {text.replace('length 0', 'length 0 (nowhere)')}",
    )


def _era_takes_over(way: str, full: Mapping[int, Contest]) -> Statement:
    starts = {n: [onset(row) for row in c.cost(ERA) < c.cost(TSP)] for n, c in full.items()}
    usual = [float(np.median(row)) for row in starts.values()]
    text = "; ".join(f"n = {n}: from length {_span(row)}" for n, row in starts.items())
    return Statement(
        f"ERA overtakes TSP as chains grow, the sooner the more DoFs – {way}",
        all(a > b for a, b in pairwise(usual)),
        f"ERA before TSP, over all numbers of chains, {text}",
    )


def _osp_only_for_three_and_four(way: str, full: Mapping[int, Contest], contests: Mapping[int, Contest]) -> Statement:
    share = {n: float(contest.filled().wins(OSP).mean()) for n, contest in contests.items()}
    text = ", ".join(f"{100 * x:.0f} % with n = {n}" for n, x in share.items())
    return Statement(
        f"OSP beats the others only with joints of three and four DoFs – {way}",
        all((share[n] > 0) == (n >= 3) for n in full),
        f"OSP wins in {text} of the diagram" + ("" if 4 in full else "; there is no joint of four DoFs to try"),
    )


def _osp_with_longer_chains(way: str, full: Mapping[int, Contest]) -> Statement:
    starts = {n: [onset(row) for row in full[n].wins(OSP)] for n in full if n >= 3}
    seen = {n: row for n, row in starts.items() if not all(map(isinf, row))}
    claim = f"OSP pays where the number and the length of the chains grow together – {way}"
    if not seen:
        return Statement(claim, None, "OSP wins nowhere among the joints of three DoFs")
    text = "; ".join(
        f"n = {n}: from length {row[0]:.0f} with one chain, {_span(row[-1:])} with {len(row)}"
        for n, row in seen.items()
    )
    return Statement(claim, all(row == sorted(row) for row in seen.values()), f"OSP wins, {text}")


# --- beyond the paper ---------------------------------------------------------------------------------------------------

SEPARATE, COMPOSITE, WITTENBURG, MULTIPLIERS = ("separate-bodies", "composite-bodies", "wittenburg", "multipliers")
_COLOURS = {
    SEPARATE: diagrams.RECURSIVE,
    COMPOSITE: diagrams.TANGENT,
    WITTENBURG: diagrams.AUGMENTED,
    MULTIPLIERS: diagrams.ORTHOGONAL,
}
_NAMES = {
    SEPARATE: "separate bodies",
    COMPOSITE: "composite bodies",
    WITTENBURG: "Wittenburg",
    MULTIPLIERS: "multipliers",
}


def figure_1_accelerations(task: Task) -> Exhibit:
    dofs = (1, 3) if task.quick else tuple(JOINTS)
    grid = (1, 5, 20) if task.quick else COARSE
    ways: dict[str, dict[int, Contest]] = {COUNTED: {}, MEASURED: {}}
    for k, n in enumerate(dofs):
        fitting = [form for form in _NAMES if bo.supports(bo.broom(1, 1, JOINTS[n]), form) is None]
        ways[COUNTED][n] = counted_contest(fitting, n)
        begin, share = k / len(dofs), 1 / len(dofs)
        ways[MEASURED][n] = measured_contest(fitting, n, grid, task, begin + 0.1 * share, begin + share)
    findings = []
    for way, contests in ways.items():
        shares = []
        for n, contest in contests.items():
            full = contest.filled()
            won = [
                f"{_NAMES[form]} {100 * full.wins(form).mean():.0f} %" for form in full.forms if full.wins(form).any()
            ]
            start = _span(onset(row) for row in full.cost(SEPARATE) < full.cost(COMPOSITE))
            shares.append(f"n = {n}: {', '.join(won)}, and separate before composite bodies from length {start} on")
        findings.append(f"Of the diagram {way}, {'; '.join(shares)}.")
    return Exhibit(
        "D",
        "figure 1, accelerations",
        "Beyond the paper: the same choice among forms in accelerations",
        "As figure 1, for u̇ from (q, u): by our counts and by the time of one evaluation. Wittenburg's form serves joints that only turn. "
        + " ".join(findings),
        *side_by_side(ways, _NAMES, grid),
        [
            draw_choice(f"The cheapest form in accelerations, {way}", contests, _NAMES, _COLOURS)
            for way, contests in ways.items()
        ],
    )


EXHIBITS: dict[str, Callable[[Task], Exhibit]] = {
    "table 1": table_1,
    "figure 1": figure_1,
    "figure 1, accelerations": figure_1_accelerations,
}
