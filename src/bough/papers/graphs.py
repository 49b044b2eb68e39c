"""Paper A, figures 1 and 3: the connectivity graphs of its examples, drawn from the mechanisms that bough builds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from bough.mechanism.checks import GROUND
from bough.mechanism.generators import binary_tree, lattice
from bough.mechanism.mechanism import Mechanism
from bough.papers.exhibit import Exhibit, Statement, Task
from bough.papers.tree_1 import tree_1
from bough.simulation.draw.plots import COLOURS, INK, MUTED, PALE, drawing

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Places = Mapping[str, tuple[float, float]]


def parents(mechanism: Mechanism) -> list[int]:
    """p: the numbers of the bodies that carry those of the mechanism, in its order, from 1 on; 0 is the ground."""
    number = {GROUND: 0} | {name: k for k, name in enumerate(mechanism.body_names, start=1)}
    return [number[body.parent] for body in mechanism.bodies]


def depths(mechanism: Mechanism) -> dict[str, int]:
    """η: the number of joints between the ground and a body."""
    found = [0]
    for parent in parents(mechanism):
        found.append(found[parent] + 1)
    return dict(zip(mechanism.body_names, found[1:], strict=True))


def draw_graph(axis: Axes, mechanism: Mechanism, places: Places, labels: Mapping[str, Any]) -> None:
    """Bodies at their places, joined to those that carry them; on the ground, a pale vertex."""
    for body in mechanism.bodies:
        axis.plot(*zip(places[body.parent], places[body.name], strict=True), color=MUTED, lw=1.3, zorder=1)
    for name, (x, y) in places.items():
        axis.plot(x, y, "o", ms=15, mfc=PALE if name == GROUND else "white", mec=INK, mew=1.0, zorder=2)
        axis.text(x, y - 0.02, f"{labels.get(name, 0)}", ha="center", va="center", fontsize=7.5, zorder=3)
    axis.margins(0.12)
    axis.autoscale_view()  # the layout asks where the texts are
    axis.set_axis_off()


def figure_1(task: Task) -> Exhibit:
    """The graph of Tree-1."""
    mechanism = tree_1()
    p, eta = parents(mechanism), depths(mechanism)
    ways = {"0": (0, 0), "1": (1, 0), "2": (2, 0), "3": (3, 0.8), "4": (3, -0.8), "5": (4, 0.8), "6": (4, -0.4), "7": (4, -1.2)}  # fmt: skip
    places: Places = {GROUND if name == "0" else name: place for name, place in ways.items()}
    with drawing(6.4, 3.2) as figure:
        axis = figure.subplots()
        draw_graph(axis, mechanism, places, {name: name for name in mechanism.body_names})
        for words, x, y in (("base", 0, -0.35), ("joint 1", 0.5, 0.12), ("body 1", 1, -0.35)):
            axis.text(x, y, words, ha="center", color=MUTED, fontsize=8)
        figure.suptitle("Tree-1: the graph of its joints", x=0.01, ha="left")
    task.advance(1.0)
    return Exhibit(
        "A", "figure 1", "The graph of Tree-1",
        "A vertex is a body, an edge a joint; joint i leads to body i. Drawn from the mechanism that bough builds; figure 2 is its extended graph, with an entry for every DoF.",
        ["body", "p", "depth", "DoFs of its joint"],
        [[name, p[k], eta[name], len(mechanism.bodies[k].joint.u_names)] for k, name in enumerate(mechanism.body_names)],
        [figure],
        [
            Statement("p = (0, 1, 2, 2, 3, 4, 4), and the numbering is regular (2): 0 ≤ p(i) < i.", p == [0, 1, 2, 2, 3, 4, 4] and all(0 <= x < i for i, x in enumerate(p, start=1)),
                      f"p = {tuple(p)}."),
        ],
    )  # fmt: skip


def figure_3(task: Task) -> Exhibit:
    """The graphs of a binary tree and of a lattice's spanning tree, and how many bodies are how deep."""
    deep, side = 4, 4
    bush, net = binary_tree(deep), lattice(side)
    rows: list[list[Any]] = []
    equal = True
    for m in range(1, 9):
        for shape, mechanism, formula in (
            ("binary tree", binary_tree(m), {k: 2 ** (k - 1) for k in range(1, m + 1)}),
            ("lattice", lattice(m), {k: m - abs(k - m) for k in range(1, 2 * m)}),
        ):
            found = Counter(depths(mechanism).values())
            equal = equal and found == formula
            if m == (deep if shape == "binary tree" else side):
                rows += [[shape, m, k, formula[k], found[k]] for k in sorted(found)]
        task.advance(m / 8)
    rows.sort()
    nodes = {name: tuple(map(int, name.removeprefix("node").split(","))) for name in net.body_names}
    shortest = all(eta == sum(nodes[name]) - 1 for name, eta in depths(net).items())
    with drawing(9.2, 3.8) as figure:
        left, right = figure.subplots(1, 2)
        wide = {}
        for k in range(1, 2**deep):
            level = k.bit_length()
            wide[f"link{k}"] = ((k - 2 ** (level - 1) + 0.5) * 2 ** (deep - level), -float(level))
        draw_graph(left, bush, wide | {GROUND: (wide["link1"][0], 0.0)}, depths(bush))
        left.set_title(f"a) balanced binary tree, m = {deep}")
        grid = {name: (float(column), -float(row)) for name, (row, column) in nodes.items()}
        for x in range(1, side + 1):  # edges of the lattice that the tree leaves out
            right.plot((1, side), (-x, -x), color=COLOURS[2], lw=0.9, ls=":", zorder=0)
        draw_graph(right, net, grid | {GROUND: (0.2, -0.2)}, depths(net))
        right.set_title(f"b) spanning tree of a square lattice, m = {side}")
        figure.suptitle("Graphs of the examples; the numbers are depths η", x=0.01, ha="left")
    return Exhibit(
        "A", "figure 3", "Graphs of the binary tree and of the lattice",
        "Drawn from the mechanisms that bough builds; 0 is the ground. The spanning tree is one of several that join every node to the root by a shortest path; dotted: edges of the lattice that it leaves out.",
        ["structure", "m", "depth k", "bodies of that depth, printed", "bodies of that depth, here"],
        rows, [figure],
        [
            Statement("2^(k−1) vertices of a binary tree, and m − |k − m| of a lattice, have η = k.", equal, "Equal for every k, for m from 1 to 8." if equal else "Not all are equal."),
            Statement("The spanning tree joins every node to the root by a path of least length.", shortest, f"On {side} × {side} nodes every depth is the distance along the lattice."),
        ],
    )  # fmt: skip
