"""Paper A's example, Tree-1: the pattern of its mass matrix, and its change by elimination."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from bough.api import mass_matrix
from bough.mechanism.checks import GROUND
from bough.mechanism.generators import random_state
from bough.mechanism.inertia import Inertia
from bough.mechanism.joints import Revolute, Universal
from bough.mechanism.mechanism import Mechanism
from bough.papers.exhibit import Exhibit, Statement, Task
from bough.simulation.draw.plots import COLOURS, INK, MUTED, PALE, drawing

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.patches import Rectangle

# the paper numbers bodies breadth first; the DoFs of the rows of its matrices, and its extended parent array
PAPER_DOFS = ("1", "2", "3.turn1", "3.turn2", "4", "5", "6.turn1", "6.turn2", "7")
PAPER_PARENT = (0, 1, 2, 3, 2, 4, 5, 7, 5)


def tree_1() -> Mechanism:
    """Seven bodies, p = (0, 1, 2, 2, 3, 4, 4); joints 3 and 6 with two DoFs."""
    mechanism = Mechanism("Tree-1")
    link = Inertia.box((0.2, 0.3, 1.0), 1.0, center=(0.1, 0.2, -0.5))
    for body, parent in enumerate((0, 1, 2, 2, 3, 4, 4), start=1):
        joint = Universal() if body in (3, 6) else Revolute((0, 1, 0))
        mechanism.add_body(f"{body}", f"{parent}" if parent else GROUND, joint, (0.1, 0.2, -1.0), inertia=link)
    return mechanism


def paths(parent: Sequence[int]) -> dict[int, set[int]]:
    """P_i of an extended tree, 1-based as printed."""
    found: dict[int, set[int]] = {0: set()}
    for k, p in enumerate(parent, start=1):
        found[k] = found[p] | {k}
    return found


def factors(matrix: np.ndarray) -> tuple[np.ndarray, list[tuple[int, int]]]:
    """(U of M = UDUᵀ, and (elements computed, elements changed) for each step from the last row on), by pattern."""
    n = len(matrix)
    rest, upper, steps = matrix.copy(), np.eye(n), []
    for k in range(n - 1, -1, -1):
        upper[:k, k] = rest[:k, k] / rest[k, k]
        change = np.outer(upper[:k, k], rest[:k, k])
        rest[:k, :k] -= change
        steps.append((1 + int(np.count_nonzero(upper[:k, k])), int(np.count_nonzero(np.triu(change)))))
    return upper, steps


def figure_2(task: Task) -> Exhibit:
    """Tree-1, the patterns of its matrices, and the first step of its elimination."""
    mechanism = tree_1()
    q, _ = random_state(mechanism, 3)
    order = [mechanism.u_names.index(name) for name in PAPER_DOFS]
    matrix = mass_matrix(mechanism, q)[np.ix_(order, order)]
    path = paths(PAPER_PARENT)
    expected = np.array([[i in path[j] or j in path[i] for j in range(1, 10)] for i in range(1, 10)])
    upper, steps = factors(matrix)
    usual = np.linalg.cholesky(matrix).T
    # elimination turns a zero into rounding, relative to the diagonal
    filled = np.abs(usual) > 1e-13 * np.sqrt(np.diagonal(matrix).max())
    task.advance(0.6)
    names = [
        "3'" if name == "3.turn2" else "6'" if name == "6.turn2" else name.partition(".")[0] for name in PAPER_DOFS
    ]
    with drawing(9.6, 2.9) as figure:
        axes = figure.subplots(1, 4)
        draw_tree(axes[0], names)
        for axis, pattern, title in (
            (axes[1], matrix != 0.0, "M"),
            (axes[2], upper != 0.0, "U of M = UDUᵀ"),
            (axes[3], filled, "U of M = UᵀU"),
        ):
            draw_pattern(axis, pattern, expected, names, title)
        figure.suptitle("Tree-1: who is coupled with whom, and what elimination makes of it", x=0.01, ha="left")
    rows = [
        [names[k], k + 1, PAPER_PARENT[k], int(np.count_nonzero(matrix[k])), int(np.count_nonzero(upper[:, k])), int(filled[:, k].sum())]
        for k in range(9)
    ]  # fmt: skip
    same = bool(((matrix != 0.0) == expected).all())
    no_fill = bool((upper[np.triu(expected) == 0] == 0.0).all())
    return Exhibit(
        "A", "figure 2", "Tree-1, its mass matrix (5) and its factors",
        "The paper's example: seven bodies; joints 3 and 6 have two degrees of freedom, so that the extended tree has nine entries. Squares are entries of the computed mass matrix "
        "at a random state, and of its factors, that are not zero; amber ones are zeros of M that the usual factorisation fills.",
        ["DoF", "entry k", "p(k)", "non-zeros in row k of M", "in column k of U (UDUᵀ)", "in column k of U (UᵀU)"],
        rows, [figure],
        [
            Statement("M has the sparsity pattern (4), (5): an entry is zero if its two DoFs lie on different branches.", same,
                      f"{np.count_nonzero(matrix)} of 81 entries are not zero, exactly where (5) has a cross." if same else "The patterns differ."),
            Statement("M = UDUᵀ is found without fill-in; U of the usual UᵀU is full.", no_fill and bool(filled[np.triu_indices(9)].all()),
                      f"{np.count_nonzero(upper)} entries in U of UDUᵀ, as many as the upper half of M has; {filled.sum()} of 45 in U of UᵀU."),
            Statement("The first step, k = 9, computes 4 elements and changes 6; the usual algorithm computes 9 and changes 36.", (steps[0], first_dense_step(9)) == ((4, 6), (9, 36)),
                      f"Counted on the computed matrix: {steps[0][0]} and {steps[0][1]}; on a full matrix {first_dense_step(9)[0]} and {first_dense_step(9)[1]}."),
        ],
    )  # fmt: skip


def first_dense_step(n: int) -> tuple[int, int]:
    """(elements computed, elements changed) by the first step on a full matrix."""
    return factors(np.ones((n, n)) + np.diag(np.arange(1.0, n + 1)))[1][0]


def draw_tree(axis: Axes, names: Sequence[str]) -> None:
    """The extended tree, with the ground at the left."""
    places = {
        0: (0, 0),
        1: (1, 0),
        2: (2, 0),
        3: (3, 1),
        4: (4, 1),
        6: (5, 1),
        5: (3, -1),
        7: (4, -0.4),
        8: (5, -0.4),
        9: (4, -1.6),
    }
    for k, p in enumerate(PAPER_PARENT, start=1):
        axis.plot(*zip(places[p], places[k], strict=True), color=MUTED, lw=1.2, zorder=1)
    for k, (x, y) in places.items():
        axis.plot(x, y, "o", ms=15, mfc="white" if k else PALE, mec=INK, mew=1.0, zorder=2)
        axis.text(x, y - 0.02, names[k - 1] if k else "0", ha="center", va="center", fontsize=7.5, zorder=3)
    axis.set(xlim=(-0.6, 5.6), ylim=(-2.4, 1.8), title="extended tree", box_aspect=1)
    axis.set_axis_off()


def draw_pattern(axis: Axes, pattern: np.ndarray, expected: np.ndarray, names: Sequence[str], title: str) -> None:
    n = len(pattern)
    for i, j in zip(*np.nonzero(pattern), strict=True):
        known = expected[i, j]
        axis.add_patch(_square(j, i, COLOURS[0] if known else COLOURS[2]))
    axis.set(xlim=(-0.6, n - 0.4), ylim=(n - 0.4, -0.6), aspect="equal")
    axis.set_title(f"{title}, {np.count_nonzero(pattern)} entries")
    axis.set_xticks(range(n), names, fontsize=7)
    axis.set_yticks(range(n), names, fontsize=7)
    axis.tick_params(length=0)
    axis.grid(visible=False)
    axis.spines[:].set_color(PALE)


def _square(x: float, y: float, colour: str) -> Rectangle:
    from matplotlib.patches import Rectangle

    return Rectangle((x - 0.4, y - 0.4), 0.8, 0.8, color=colour, lw=0)
