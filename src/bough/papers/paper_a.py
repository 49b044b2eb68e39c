"""Paper A: branch-sparse factorisation of the mass matrix; tables 1 and 2, figures 1 to 4, sparse against dense."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from bough.api import forward_dynamics
from bough.choice.race import race
from bough.compiled.tree import compiled
from bough.mechanism.generators import binary_tree, chain, lattice, random_state, random_tree
from bough.mechanism.mechanism import Mechanism
from bough.mechanism.topology import depth_of
from bough.papers.density import section_2
from bough.papers.exhibit import Exhibit, Statement, Task
from bough.papers.factorisation import SHAPES, Sums, counted_steps, factorisation_times, printed_sums, sums_of
from bough.papers.graphs import figure_1, figure_3
from bough.papers.tree_1 import figure_2, tree_1
from bough.simulation.draw.plots import COLOURS, INK, MUTED, drawing
from bough.solvers import udu, uu

if TYPE_CHECKING:
    from matplotlib.figure import Figure

STYLES = {"chain": (COLOURS[1], "o"), "lattice": (COLOURS[2], "s"), "binary tree": (COLOURS[0], "^")}

# table 1: as printed, and (roots, divisions, multiplications with as many additions)
PRINTED_STEPS: dict[tuple[str, str], tuple[str, Callable[[Sums], tuple[int, int, int]]]] = {
    ("UUᵀ", "factorisation"): ("n sqr + N1 div + N2 (mul + add)", lambda s: (s.n, s.N1, s.N2)),
    ("UUᵀ", "forward"): ("n div + N1 (mul + add)", lambda s: (0, s.n, s.N1)),
    ("UUᵀ", "backward"): ("n div + N1 (mul + add)", lambda s: (0, s.n, s.N1)),
    ("UDUᵀ", "factorisation"): ("N1 div + N2 (mul + add)", lambda s: (0, s.N1, s.N2)),
    ("UDUᵀ", "forward"): ("n div + N1 (mul + add)", lambda s: (0, s.n, s.N1)),
    ("UDUᵀ", "backward"): ("N1 (mul + add)", lambda s: (0, 0, s.N1)),
}
SOLVERS = {"UUᵀ": uu, "UDUᵀ": udu}
# §3: system, m, (operations of dense over sparse, density, 1/α²)
PRINTED_RATIOS: dict[tuple[str, int], tuple[float, float | None, float | None]] = {
    ("binary tree", 4): (7.75, 0.37, 7.3),
    ("binary tree", 8): (434.0, None, None),
    ("lattice", 4): (5.29, 0.44, 5.2),
    ("lattice", 16): (73.9, None, None),
}

# --- table 1 --------------------------------------------------------------------------------------------------------


def operations_text(roots: int, divisions: int, products: int, sums: int) -> str:
    named = {"sqrt": roots, "div": divisions, "mul": products, "add": sums}
    if products == sums:
        named = {"sqrt": roots, "div": divisions, "(mul + add)": products}
    return " + ".join(f"{count} {what}" for what, count in named.items() if count)


def table_1(task: Task) -> Exhibit:
    """Operations of both algorithms: formulas against counts of the kernels."""
    systems = {
        "Tree-1": tree_1(), "chain": chain(9), "binary tree": binary_tree(4), "lattice": lattice(4),
        "mixed joints": random_tree(12, seed=5),
    }  # fmt: skip
    rows: list[list[Any]] = []
    equal, most = True, {}
    for k, (system, mechanism) in enumerate(systems.items()):
        sums = Sums(mechanism.n, mechanism.topology.N1, mechanism.topology.N2)
        for algorithm, solver in SOLVERS.items():
            steps, _ = counted_steps(compiled(mechanism).arrays, solver)
            most[system, algorithm] = sum(sum(counts.values()) for counts in steps.values())
            for step, counts in steps.items():
                text, formula = PRINTED_STEPS[algorithm, step]
                roots, divisions, pairs = formula(sums)
                wanted = (roots, divisions, pairs, pairs)
                found = tuple(counts[kind] for kind in ("sqrt", "div", "mul", "add"))
                equal = equal and found == wanted and sum(found) == sum(counts.values())
                rows.append(
                    [
                        system,
                        sums.n,
                        algorithm,
                        step,
                        text,
                        operations_text(*wanted),
                        operations_text(*found),
                        found == wanted,
                    ]
                )
        task.advance(0.5 * (k + 1) / len(systems))
    bush = binary_tree(5 if task.quick else 8)
    q, u = random_state(bush)
    whole = partial(forward_dynamics, bush, q, u, formulation="composite-bodies")
    times = race({solver: partial(whole, solver=solver) for solver in ("udu", "uu")}, task.effort)
    saved = most["Tree-1", "UUᵀ"] - most["Tree-1", "UDUᵀ"]
    return Exhibit(
        "A", "table 1", "Operations of the sparse UUᵀ and UDUᵀ algorithms",
        "Counted: bough's own kernels, interpreted on numbers that count what is done to them. Printed: the paper's formulas with n, N1 and N2 of the same tree. "
        "Forward and backward are the substitutions; mixed joints: a random tree of 12 bodies whose joints have up to six degrees of freedom.",
        ["system", "n", "algorithm", "step", "printed", "printed, in numbers", "counted", "equal"],
        rows, [],
        [
            Statement("Factorisation and substitutions take the operations of table 1.", equal,
                      f"Equal to the last operation in all {len(rows)} cases." if equal else "Not all counts are equal; see the table."),
            Statement("UDUᵀ is a little cheaper than UUᵀ: n roots and n divisions less.", saved == 2 * 9,
                      f"On Tree-1, n = 9, it saves {saved} operations of {most['Tree-1', 'UUᵀ']}. In time the whole forward dynamics of a {bush.name} by composite bodies takes "
                      f"{times['udu'] / times['uu']:.2f} with UDUᵀ of what it takes with UUᵀ."),
        ],
    )  # fmt: skip


# --- table 2 --------------------------------------------------------------------------------------------------------


def random_shortest_paths(side: int, rng: np.random.Generator) -> np.ndarray:
    """The parent array of a random spanning tree of the square lattice along shortest paths."""
    parent = np.empty((side, side), np.int64)
    for row in range(side):
        for column in range(side):
            up, left = (row - 1) * side + column, row * side + column - 1
            choices = [p for p, there in ((up, row > 0), (left, column > 0)) if there]
            parent[row, column] = rng.choice(choices) if choices else -1
    return parent.ravel()


def table_2(task: Task) -> Exhibit:
    """N1 and N2 of three families, formulas against topology and counts."""
    sizes: dict[str, Sequence[int]] = {"chain": (2, 9, 30), "binary tree": (2, 4, 6), "lattice": (2, 4, 7)}
    if not task.quick:
        sizes = {"chain": (2, 9, 30, 80), "binary tree": (2, 4, 6, 8, 10), "lattice": (2, 4, 7, 11, 16)}
    cases = [(shape, m) for shape, all_m in sizes.items() for m in all_m]
    rows, equal = [], True
    for k, (shape, m) in enumerate(cases):
        printed, mechanism = printed_sums(shape, m), SHAPES[shape](m)
        topology = mechanism.topology
        steps, _ = counted_steps(compiled(mechanism).arrays, udu)
        counted = steps["factorisation"]
        equal = equal and printed == (topology.n, topology.N1, topology.N2) == (
            mechanism.n,
            counted["div"],
            counted["mul"],
        )
        rows.append(
            [shape, m, printed.n, printed.N1, topology.N1, counted["div"], printed.N2, topology.N2, counted["mul"]]
        )
        task.advance((k + 1) / (len(cases) + 1))
    limits = {
        "chain": printed_sums("chain", 10**6).N2 / 1e18,
        "binary tree": printed_sums("binary tree", 600).N2 / ((2**600 - 1) * 600**2),
        "lattice": printed_sums("lattice", 10**6).N2 / 1e24,
    }
    rng = np.random.default_rng(7)
    trees = [(side, sums_of(depth_of(random_shortest_paths(side, rng)))) for side in (3, 5, 8, 13) for _ in range(25)]
    any_tree = all(found == printed_sums("lattice", side) for side, found in trees)
    return Exhibit(
        "A", "table 2", "N1 and N2 of chains, binary trees and lattices",
        "Printed: the paper's formulas in m. Topology: the sums (8) and (9) over the depths of the mechanism that bough builds. Counted: divisions and multiplications of the "
        "factorisation kernel on it.",
        ["structure", "m", "n", "N1 printed", "N1 topology", "N1 counted (div)", "N2 printed", "N2 topology", "N2 counted (mul)"],
        rows, [],
        [
            Statement("n, N1 and N2 of the three families are those of table 2.", equal, f"Equal in all {len(rows)} cases, three ways." if equal else "Not all are equal; see the table."),
            Statement("The orders of the work are n³, n log² n and n².", all(abs(limits[name] / limit - 1) < 0.02 for name, limit in LIMITS.items()),
                      f"By the formulas N2/n³ tends to 1/6 on a chain ({limits['chain']:.4f} at m = 10⁶), N2/(n log₂² n) to 1/2 on a binary tree ({limits['binary tree']:.4f} at m = 600), "
                      f"N2/n² to 7/12 on a lattice ({limits['lattice']:.4f} at m = 10⁶)."),
            Statement("The formulas for the lattice hold for every spanning tree that joins the nodes to the root by shortest paths.", any_tree,
                      f"{len(trees)} such trees drawn at random, with 3 to 13 nodes a side, all have the same N1 and N2."),
        ],
    )  # fmt: skip


LIMITS = {"chain": 1 / 6, "binary tree": 1 / 2, "lattice": 7 / 12}

# --- figure 4 -------------------------------------------------------------------------------------------------------


def figure_4(task: Task) -> Exhibit:
    """Work of the factorisation against n, in operations and in time."""
    sizes: dict[str, Sequence[int]] = {"chain": (7, 15, 31, 63), "lattice": (3, 4, 6, 8), "binary tree": (3, 4, 5, 6)}
    most = 20_000  # counted operations; beyond these, the formula, which gives the same
    if not task.quick:
        sizes = {
            "chain": (7, 11, 15, 22, 31, 44, 63, 90, 127, 180, 255),
            "lattice": (3, 4, 5, 6, 8, 11, 16, 23, 32),
            "binary tree": (3, 4, 5, 6, 7, 8, 9, 10),
        }
        most = 200_000
    mechanisms = {(shape, m): SHAPES[shape](m) for shape, all_m in sizes.items() for m in all_m}
    # all systems in one race, so that one bad moment does not spoil a single point of a curve
    rivals: dict[tuple[str, int], Mechanism | int] = {**mechanisms, **{("LAPACK", m): m for m in sizes["chain"]}}
    times = factorisation_times(rivals, task.effort)
    task.advance(0.5)
    rows: list[list[Any]] = []
    for k, ((shape, m), mechanism) in enumerate(mechanisms.items()):
        printed, counted, dense = printed_sums(shape, m), None, times["LAPACK", m] if shape == "chain" else None
        if printed.work <= most:
            counted = sum(counted_steps(compiled(mechanism).arrays, udu)[0]["factorisation"].values())
        rows.append([shape, m, printed.n, printed.work, counted, 1e6 * times[shape, m], dense and 1e6 * dense])
        task.advance(0.5 + 0.5 * (k + 1) / len(mechanisms))
    points = {shape: [row for row in rows if row[0] == shape] for shape in sizes}
    slopes = {shape: [slope(part, 3), slope(part, 5)] for shape, part in points.items()}
    counted_right = all(row[4] in (None, row[3]) for row in rows)
    ends = {shape: part[-1][2] for shape, part in points.items()}
    # binary trees of 63, 255 and 1023, lattices of one body more
    ordered = all(
        printed_sums("chain", 4**k).work > printed_sums("lattice", 2**k).work > printed_sums("binary tree", 2 * k).work
        for k in (3, 4, 5)
    )
    return Exhibit(
        "A", "figure 4", "Work of the UDUᵀ factorisation for the systems of table 2",
        "Left, the paper's picture: operations by its formulas, and counted where that does not take too long. Right, the same in time on one core: the compiled kernel on packed rows, "
        "one right-hand side taken along as in every form, and LAPACK's dpotrf on a full matrix.",
        ["structure", "m", "n", "operations printed", "operations counted", "time, µs", "LAPACK dpotrf on a full matrix of order n, µs"],
        rows, [draw_work(points)],
        [
            Statement("N = N1 + 2 N2 operations.", counted_right, f"Equal wherever it was counted, {sum(row[4] is not None for row in rows)} systems."),
            Statement("A chain costs the most, a lattice less, a binary tree the least.", ordered,
                      "In operations at n = 64, 256 and 1024 alike (binary trees: one less). At the largest systems drawn the time grows with n to the power "
                      + ", ".join(f"{found[1]:.1f} ({shape}, n = {ends[shape]}; operations: {found[0]:.1f})" for shape, found in slopes.items()) + "."),
        ],
    )  # fmt: skip


def draw_work(points: dict[str, list[list[Any]]]) -> Figure:
    """Operations and times against n; a row: structure, m, n, operations printed and counted, time, LAPACK's time."""
    with drawing(9.6, 4.2) as figure:
        left, right = figure.subplots(1, 2)
        for shape, part in points.items():
            colour, marker = STYLES[shape]
            n = [row[2] for row in part]
            left.loglog(n, [row[3] for row in part], color=colour)
            known = [row for row in part if row[4] is not None]
            left.loglog([row[2] for row in known], [row[4] for row in known], marker, color=colour, ms=5)
            right.loglog(n, [row[5] for row in part], f"{marker}-", color=colour, ms=5)
            for axis, column in ((left, 3), (right, 5)):
                axis.annotate(
                    shape, (part[-1][2], part[-1][column]), (6, 0), textcoords="offset points", color=INK, fontsize=8, va="center",
                )  # fmt: skip
        full = points["chain"]
        right.loglog([row[2] for row in full], [row[6] for row in full], "x--", color=MUTED, ms=5)
        middle = full[len(full) // 2 - 1]
        right.annotate(
            "LAPACK,\nfull matrix",
            (middle[2], middle[6]),
            (-8, 6),
            textcoords="offset points",
            color=MUTED,
            fontsize=8,
            weight="bold",
            ha="right",
        )
        left.set(
            title="operations, N1 + 2 N2 (lines: printed; marks: counted)",
            xlabel="degrees of freedom n",
            ylabel="operations",
        )
        right.set(title="time of the compiled factorisation", xlabel="degrees of freedom n", ylabel="µs")
        for axis in (left, right):
            axis.set_xlim(None, 3.6 * axis.get_xlim()[1])  # room for names
        figure.suptitle("UDUᵀ of the mass matrix against the size of the system", x=0.01, ha="left")
    return figure


def slope(part: Sequence[Sequence[Any]], column: int) -> float:
    """The power of n by which a column grows over the last three systems of a family."""
    first, last = part[-3], part[-1]
    return math.log(last[column] / first[column]) / math.log(last[2] / first[2])


# --- section 3: dense against sparse ---------------------------------------------------------------------------------


def section_3(task: Task) -> Exhibit:
    """The printed ratios, in operations and in time."""
    rows: list[list[Any]] = []
    for k, ((shape, m), (ratio, density, estimate)) in enumerate(PRINTED_RATIOS.items()):
        mechanism = SHAPES[shape](m)
        topology = mechanism.topology
        found = Sums(topology.n, topology.N1, topology.N2)
        times = factorisation_times({"sparse": mechanism, "full": chain(found.n), "LAPACK": found.n}, task.effort)
        rows.append(
            [
                mechanism.name, found.n, density, found.density, estimate, found.density**-2, ratio, found.ratio,
                times["full"] / times["sparse"], times["LAPACK"] / times["sparse"], 1e6 * times["sparse"], 1e6 * times["LAPACK"],
            ]
        )  # fmt: skip
        task.advance((k + 1) / len(PRINTED_RATIOS))
    ratios_hold = all(abs(row[7] / row[6] - 1) < 2e-3 for row in rows)
    densities_hold = all(abs(row[3] - row[2]) < 5e-3 and abs(row[5] - row[4]) < 0.1 for row in rows if row[2])
    close = [row[5] / row[7] for row in rows]
    with drawing(8.2, 3.9) as figure:
        axis = figure.subplots()
        bars = {"counted": 7, "time, same kernel on a full matrix": 8, "time, LAPACK on a full matrix": 9}
        for k, ((label, column), colour) in enumerate(zip(bars.items(), COLOURS[:3], strict=True)):
            at = np.arange(len(rows)) + 0.27 * (k - 1)
            axis.bar(at, [row[column] for row in rows], 0.25, color=colour, label=label)
            for x, row in zip(at, rows, strict=True):
                axis.annotate(
                    f"{row[column]:.3g}", (x, row[column]), (0, 3), textcoords="offset points", ha="center", fontsize=8
                )
        at = np.arange(len(rows)) - 0.27
        axis.hlines([row[6] for row in rows], at - 0.16, at + 0.16, color=INK, lw=2.5, label="printed")
        axis.set_yscale("log")
        axis.set_ylim(1, 1000)
        axis.set_xticks(range(len(rows)), [f"{row[0]}, n = {row[1]}" for row in rows])
        axis.grid(visible=False, axis="x")
        axis.set_ylabel("dense over sparse")
        figure.suptitle("How much cheaper the branch-sparse factorisation is", x=0.01, ha="left")
        figure.legend(loc="outside lower center", ncols=4, fontsize=8)
    return Exhibit(
        "A", "section 3", "Dense against sparse: 7.75, 434, 5.29 and 73.9",
        "Operations of a factorisation of the full matrix over those of the sparse one; and the same in time, with bough's own kernel on a chain of as many bodies, whose matrix is full, "
        "and with LAPACK's dpotrf, both on one thread.",
        [
            "system", "n", "α printed", "α here", "1/α² printed", "1/α² here", "ratio printed", "ratio counted", "ratio in time, same kernel",
            "ratio in time, LAPACK", "sparse, µs", "LAPACK, µs",
        ],
        rows, [figure],
        [
            Statement("Factorising is 7.75 and 434 times cheaper on binary trees of 15 and 255, 5.29 and 73.9 times on lattices of 16 and 256.", ratios_hold,
                      "In operations: " + ", ".join(f"{row[7]:.4g}" for row in rows) + ". In time against LAPACK: " + ", ".join(f"{row[9]:.3g}" for row in rows)
                      + "; less than in operations on large systems, where a full matrix keeps vector units busy and short rows do not."),
            Statement("α is about 0.37 and 0.44 on the small ones, so that the estimates 1/α² are 7.3 and 5.2.", densities_hold,
                      ", ".join(f"α = {row[3]:.3f}, 1/α² = {row[5]:.2f}" for row in rows if row[2]) + "."),
            Statement("The estimate is close to the exact ratio.", all(0.8 < c < 1.25 for c in close),
                      "It is " + ", ".join(f"{c:.2f}" for c in close) + " of it on the four systems."),
        ],
    )  # fmt: skip


EXHIBITS: dict[str, Callable[[Task], Exhibit]] = {
    "figure 1": figure_1,
    "figure 2": figure_2,
    "table 1": table_1,
    "section 2": section_2,
    "table 2": table_2,
    "figure 3": figure_3,
    "figure 4": figure_4,
    "section 3": section_3,
}
