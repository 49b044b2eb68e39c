"""Paper D, table 1: costs of the three Hamiltonian forms as mechanisms grow.

Costs are given in three ways: the formulas that the paper prints, the operations that our kernels count, and the time
that they take on this machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log2
from typing import TYPE_CHECKING, Any

import numpy as np

import bough as bo
from bough.papers.brooms import COUNTED, JOINTS, KINDS, MEASURED, PRINTED, broom_counts, degree, flops, raced
from bough.papers.exhibit import Exhibit, Statement, Task
from bough.papers.hamiltonian_costs import DRAWN, ERA, FORMS, NAMES, OSP, TSP, presupposed, printed_on_broom
from bough.simulation.draw.plots import INK, drawing

if TYPE_CHECKING:
    from matplotlib.figure import Figure

LINES = {TSP: "#1b6ca8", OSP: "#c03a55", ERA: "#dd9a1c"}  # the same, dark enough for lines


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
            mechanism = bo.models.broom(*shape, JOINTS[n])
            for form in FORMS:
                paper = printed_on_broom(form, n, *shape)
                whole = flops(form, mechanism)
                less = whole - presupposed(form, mechanism)
                row += [round(float(paper), 1), whole, less, round(whole / float(paper), 2)]
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
        f"n_i: {kinds}.",
        columns,
        rows,
        [draw_growth((1, 3))],
        statements,
    )


def draw_growth(dofs: Sequence[int]) -> Figure:
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
    """Powers of N on chains and stars. On balls (three DoFs, three constraints) TSP and OSP have as many unknowns."""
    n = 3

    sizes = range(2, 9)
    chain, star = [(1, x) for x in sizes], [(x, 1) for x in sizes]
    large = (60, 120)
    clocked = raced(FORMS, [bo.models.broom(*s, JOINTS[n]) for x in large for s in ((1, x), (x, 1))], task)
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
            holds = (round(on_chain), round(on_star)) == expected[form]
            statements.append(Statement(f"{claims[form]} – {way}", holds, text))
    return statements


def structure_statements(task: Task) -> list[Statement]:
    """The same number of bodies in chains of all lengths."""
    n, others = 3, 12 if task.quick else 36
    shapes = [(c, others // c) for c in range(others, 0, -1) if others % c == 0]
    clocked = raced(FORMS, [bo.models.broom(*shape, JOINTS[n]) for shape in shapes], task)
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
        # shapes go from the star to the chain; times get 5 % of leeway
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
    clocked = {n: raced(FORMS, [bo.models.broom(1, 1, JOINTS[n])], task)[0] for n in DRAWN}
    costs = {
        PRINTED: {n: [float(printed_on_broom(f, n, 1, 1)) for f in FORMS] for n in DRAWN},
        COUNTED: {n: [float(broom_counts(f, n)([1], [1])[0, 0]) for f in FORMS] for n in DRAWN},
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
