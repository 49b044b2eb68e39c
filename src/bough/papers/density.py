"""Paper A's rule of thumb: with a share α of nonzeros, factorising costs α² and substituting α of the dense cost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from bough.mechanism.checks import GROUND
from bough.mechanism.generators import binary_tree, chain, lattice
from bough.mechanism.inertia import Inertia
from bough.mechanism.joints import Revolute
from bough.mechanism.mechanism import Mechanism
from bough.mechanism.topology import depth_of
from bough.papers.exhibit import Exhibit, Statement, Task
from bough.papers.factorisation import Sums, factorisation_times, printed_sums, sums_of
from bough.simulation.draw.plots import COLOURS, INK, drawing

if TYPE_CHECKING:
    from matplotlib.figure import Figure


class Drawn(NamedTuple):
    """A tree by its regular parent array, of a family."""

    family: str
    parent: np.ndarray


def drawn_trees(count: int, rng: np.random.Generator) -> list[Drawn]:
    """Trees of several families, up to some hundred vertices, ``count`` of each."""
    trees = []
    for _ in range(count):
        n = int(rng.integers(8, 300))
        reach = int(rng.integers(1, n))  # a vertex hangs on one of so many before it: from chains to bushes
        trees.append(Drawn("random", np.array([rng.integers(max(0, k - reach), k) if k else -1 for k in range(n)])))
        chains, length = int(rng.integers(1, 20)), int(rng.integers(1, 20))
        arms = [1 + c * length + s for c in range(chains) for s in range(length)]
        trees.append(Drawn("equal chains on a base", np.array([-1, *(k - 1 if (k - 1) % length else 0 for k in arms)])))
        long, leaves = int(rng.integers(3, 40)), int(rng.integers(10, 260))
        trees.append(Drawn("one long chain among short ones", np.array([*range(-1, long), *[0] * leaves])))
    trees += [Drawn("table 2", binary_tree(m).topology.parent) for m in range(2, 9)]
    trees += [Drawn("table 2", lattice(m).topology.parent) for m in range(2, 17)]
    return trees


def hinged(parent: np.ndarray) -> Mechanism:
    """A mechanism of this shape."""
    mechanism, link = Mechanism("tree"), Inertia.sphere(0.1, 1.0)
    for k, p in enumerate(parent):
        mechanism.add_body(f"{k}", f"{p}" if p >= 0 else GROUND, Revolute((0, 1, 0)), inertia=link)
    return mechanism


def shares(sums: Sums) -> tuple[float, float]:
    """Operations of factorisation and of substitutions (UDUᵀ) as shares of those on a full matrix."""
    full = printed_sums("chain", sums.n)
    return sums.work / full.work, (sums.n + 4 * sums.N1) / (full.n + 4 * full.N1)


FAMILIES = {
    "random": (COLOURS[0], "o"),
    "equal chains on a base": (COLOURS[5], "D"),
    "one long chain among short ones": (COLOURS[1], "v"),
    "table 2": (COLOURS[2], "s"),
}


def rows_of(trees: Sequence[Drawn]) -> tuple[list[list[Any]], bool]:
    """A row for each tree, and whether all bounds hold.

    A row: family, n, depth, α, shares of factorisation and substitutions, these over α² and α, room for the share in
    time.
    """
    rows: list[list[Any]] = []
    within = True
    for family, parent in trees:
        depth = depth_of(parent)
        sums, d = sums_of(depth), int(depth.max())
        n, full = sums.n, printed_sums("chain", sums.n)
        within = (
            within and 0 <= sums.N1 <= min(full.N1, n * (d - 1)) and 0 <= sums.N2 <= min(full.N2, n * d * (d - 1) // 2)
        )
        factorisation, substitution = shares(sums)
        rows.append(
            [
                family,
                n,
                d,
                sums.density,
                factorisation,
                factorisation / sums.density**2,
                substitution,
                substitution / sums.density,
                None,
            ]
        )
    return rows, within


def section_2(task: Task) -> Exhibit:
    """The rule of thumb α², α and the bounds (10) to (13), over many trees."""
    rng = np.random.default_rng(2)
    trees = drawn_trees(25 if task.quick else 120, rng)
    rows, within = rows_of(trees)
    task.advance(0.3)
    # also in time, on some trees that are large enough to time well
    timed = [k for k, row in enumerate(rows) if row[1] >= 60][:: 40 if task.quick else 24]
    for done, k in enumerate(timed):
        times = factorisation_times({"sparse": hinged(trees[k].parent), "full": chain(rows[k][1])}, task.effort)
        rows[k][8] = times["sparse"] / times["full"]
        task.advance(0.3 + 0.7 * (done + 1) / len(timed))
    own = [row[5] for row in rows if row[0] == "table 2"]
    every = [row[5] for row in rows]
    half = [1 / row[4] for row in rows if 0.45 < row[3] < 0.55]
    back = [row[7] for row in rows]
    seen = [row[8] / row[4] for row in rows if row[8] is not None]
    return Exhibit(
        "A", "section 2", "The rule of thumb, and bounds, over many trees",
        "Each mark is a tree: the operations of its factorisation and substitutions, as shares of those on a full matrix of the same order, against the density α of its mass matrix. Lines "
        "are the rule. Crosses: time of the compiled factorisation, as a share of the same kernel's time on a chain.",
        ["family", "n", "depth", "α", "share, factorisation", "share / α²", "share, substitutions", "share / α", "share in time"],
        rows, [draw_shares(rows)],
        [
            Statement("The bounds (10) to (13) on N1 and N2 by n and by the depth d.", within, f"They hold for all {len(rows)} trees."),
            Statement("A sparse factorisation takes about α² of the dense one: the trees of table 2.", all(0.75 < x < 1.25 for x in own),
                      f"{min(own):.2f} to {max(own):.2f} of α² on {len(own)} binary trees and lattices."),
            Statement("… as a rule for every tree.", max(every) < 2,
                      f"{min(every):.2f} to {max(every):.2f} of α² on all trees here. The work is Σ η² − n and α n² is 2 Σ η − n; so, where paths are long, the share over α² is three quarters of the "
                      "mean of η² over the square of the mean of η. That is 3/4 if all paths are alike, and without bound if a few are long and most are short."),
            Statement("With half of the entries zero the factorisation is four times as fast.", 3.0 < np.median(half) < 5.0,
                      f"{np.median(half):.1f} times in operations, the median of {len(half)} trees with α from 0.45 to 0.55 ({min(half):.1f} to {max(half):.1f})."
                      f" In time the share is {np.median(seen):.1f} times that in operations (median of {len(seen)} trees; {min(seen):.1f} to {max(seen):.1f})."),
            Statement("Substitutions take about α of the dense ones.", all(0.5 <= x <= 1.0 for x in back),
                      f"{min(back):.2f} to {max(back):.2f} of α: the share over α is (2 − 1/(α n))/(2 − 1/n), between 1/2 for a diagonal matrix and 1 for a full one."),
        ],
    )  # fmt: skip


def draw_shares(rows: Sequence[list[Any]]) -> Figure:
    """Shares of the work against α, and the rule."""
    with drawing(9.6, 4.4) as figure:
        left, right = figure.subplots(1, 2)
        line = np.geomspace(0.01, 1.0, 50)
        left.loglog(line, line**2, color=INK, lw=1)
        right.loglog(line, line, color=INK, lw=1)
        for family, (colour, marker) in FAMILIES.items():
            part = [row for row in rows if row[0] == family]
            for axis, column in ((left, 4), (right, 6)):
                axis.loglog(
                    [row[3] for row in part],
                    [row[column] for row in part],
                    marker,
                    color=colour,
                    ms=3.5,
                    alpha=0.7,
                    mew=0,
                    label=family,
                )
        clocked = [row for row in rows if row[8] is not None]
        left.loglog([row[3] for row in clocked], [row[8] for row in clocked], "x", color=INK, ms=5, label="in time")
        left.set(title="factorisation", xlabel="density α", ylabel="share of the work on a full matrix")
        right.set(title="both substitutions", xlabel="density α")
        left.text(0.75, 0.28, "α²", fontsize=11, weight="bold")
        right.text(0.6, 0.3, "α", fontsize=11, weight="bold")
        left.legend(loc="upper left", fontsize=7.5, markerscale=1.4)
        figure.suptitle("The rule of thumb: α² of the dense factorisation, α of the substitutions", x=0.01, ha="left")
    return figure
