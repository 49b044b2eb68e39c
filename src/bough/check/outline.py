"""A drawing of a mechanism's tree: a line for each body, and fewer where many are alike; then its loops.

A body hangs on the one above it in its column. Only siblings are indented, so long chains stay narrow:

    base
    ├─ left 1
    │  left 2
    └─ right 1
       right 2
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from bough.check.words import axis_of, counted, direction, joint_words, kilograms
from bough.mechanism.body import Body
from bough.mechanism.mechanism import Mechanism

# larger mechanisms are abbreviated to about so many lines
MOST_BODIES, MOST_LINES = 40, 40
# this many are shown at each end of a run of similar bodies, or of a long run
ENDS = 3


@dataclass(frozen=True)
class Line:
    """A body, a loop, or a note on what is left out; a body with the guides that connect it to its parent."""

    guides: str
    name: str
    joint_name: str = ""
    joint: str = ""
    ground_axis: str = ""  # its axis along those of the ground, at neutral coordinates
    dofs: str = ""
    mass: str = ""
    is_body: bool = True


@dataclass
class _Run:
    """Bodies in a chain, up to one with several children or none."""

    rows: list[int | str]  # bodies, or notes in their place
    branches: list[list[int]]  # its last body's children; those that are alike together


def outline(mechanism: Mechanism) -> list[Line]:
    """The lines of the drawing."""
    return [*tree_of(mechanism), *_loops(mechanism)]


def tree_of(mechanism: Mechanism) -> list[Line]:
    """Those of the bodies alone."""
    return list(_Drawing(mechanism).lines())


def _loops(mechanism: Mechanism) -> Iterator[Line]:
    loops = list(mechanism.loops.values())
    shown = loops if len(loops) <= MOST_LINES else loops[: MOST_LINES // 2]
    for loop in shown:
        constraints = counted(loop.constraints, "constraint")
        cut = ", cuts the body" if loop.cut == "body" else ""
        text = f"loop '{loop.name}': {loop.body} — {loop.other}, {joint_words(loop.joint)} ({constraints}){cut}"
        yield Line("", text, is_body=False)
    if more := len(loops) - len(shown):
        yield Line("", f"… {counted(more, 'loop')} more", is_body=False)


class _Drawing:
    def __init__(self, mechanism: Mechanism):
        self.topology = topology = mechanism.topology
        bodies = mechanism.bodies
        self.bodies: list[Body] = [bodies[k] for k in topology.order]
        self.sizes = (1 + topology.hanging_sums(np.ones(topology.bodies, np.int64))).tolist()
        by_parent = np.argsort(topology.parent, kind="stable")
        self._children: list[int] = by_parent.tolist()
        parents = topology.parent[by_parent]
        self._first: list[int] = np.searchsorted(parents, np.arange(-1, topology.bodies + 1)).tolist()
        self.is_folded = topology.bodies > MOST_BODIES
        words: dict[int, str] = {}  # by joint: many may share one
        for body in self.bodies:
            if id(body.joint) not in words:
                words[id(body.joint)] = joint_words(body.joint)
        # what is shown of each body, and what those that are alike have in common
        self.looks = [(words[id(body.joint)], kilograms(body.inertia.mass)) for body in self.bodies]
        self.shapes = self._alike() if self.is_folded else []
        self._frames: dict[int, np.ndarray] = {-1: np.eye(3)}

    def children(self, body: int) -> list[int]:
        """The children of a body, or of the ground, -1."""
        return self._children[self._first[body + 1] : self._first[body + 2]]

    def _alike(self) -> list[int]:
        """A number for each body; subtrees that look the same have the same number."""
        known: dict[tuple[Any, ...], int] = {}
        shapes = [0] * len(self.bodies)
        for body in range(len(self.bodies) - 1, -1, -1):
            hanging = tuple(sorted([shapes[child] for child in self.children(body)]))
            shapes[body] = known.setdefault((self.looks[body], hanging), len(known))
        return shapes

    # --- what is shown ------------------------------------------------------------------------------------------------

    def run_from(self, body: int) -> _Run:
        bodies = [body]
        while len(children := self.children(bodies[-1])) == 1:
            bodies.append(children[0])
        rows: Iterable[int | str] = self._shortened(bodies) if self.is_folded else bodies
        return _Run(list(rows), self.grouped(children))

    def grouped(self, bodies: list[int]) -> list[list[int]]:
        """Siblings, those that look alike together where that saves lines."""
        if not self.is_folded:
            return [[body] for body in bodies]
        groups: dict[int, list[int]] = {}
        for body in bodies:
            groups.setdefault(self.shapes[body], []).append(body)
        parts: list[list[int]] = []
        for group in groups.values():
            saves = sum(self.sizes[body] for body in group[1:]) > 1
            parts += [group] if saves else [[body] for body in group]
        return parts

    def _shortened(self, bodies: list[int]) -> Iterator[int | str]:
        """A run without most repetitions, and not too long."""
        alike: list[list[int]] = []
        for body in bodies:
            if alike and self.looks[alike[-1][0]] == self.looks[body]:
                alike[-1].append(body)
            else:
                alike.append([body])
        short: list[int | str] = []
        for group in alike:
            left_out = len(group) - 2 * ENDS
            if left_out > 1:
                short += [*group[:ENDS], f"… {left_out:,} more like these", *group[-ENDS:]]
            else:
                short += group
        if len(short) <= MOST_LINES // 2:
            yield from short
            return
        at_ends = MOST_LINES // 4
        yield from bodies[:at_ends]
        yield f"… {len(bodies) - 2 * at_ends:,} more in a row"
        yield from bodies[-at_ends:]

    def lines(self) -> Iterator[Line]:
        yield Line("", "ground", is_body=False)
        roots = self.grouped(self.children(-1))
        runs = self._chosen(roots)
        # (run or note, guides of its first line, guides of what follows)
        waiting: list[tuple[_Run | str, str, str]] = list(reversed(self._hung(roots, runs, "")))
        while waiting:
            item, first, then = waiting.pop()
            if isinstance(item, str):
                yield Line(first, item, is_body=False)
                continue
            for k, row in enumerate(item.rows):
                guides = then if k else first
                yield Line(guides, row, is_body=False) if isinstance(row, str) else self._line(guides, row)
            waiting += reversed(self._hung(item.branches, runs, then))

    def _chosen(self, roots: list[list[int]]) -> dict[int, _Run]:
        """The runs that are shown, by their first body: level by level, as long as there is room."""
        runs: dict[int, _Run] = {}
        room = MOST_LINES if self.is_folded else len(self.bodies)
        queue = deque(group[0] for group in roots)
        while queue and room > 0:
            body = queue.popleft()
            run = runs[body] = self.run_from(body)
            room -= len(run.rows)
            queue.extend(group[0] for group in run.branches)
        return runs

    def _hung(self, groups: list[list[int]], runs: dict[int, _Run], guides: str) -> list[tuple[_Run | str, str, str]]:
        """What hangs on a body, with notes for what is left out."""
        items: list[_Run | str] = []
        hidden: list[int] = []
        for group in groups:
            if group[0] in runs:
                items.append(runs[group[0]])
                if len(group) > 1:
                    items.append(self._likewise(group))
            else:
                hidden += group
        if hidden:
            count = counted(sum(self.sizes[body] for body in hidden), "body", "bodies")
            items.append(f"… {count} in {counted(len(hidden), 'branch', 'branches')}")
        last = len(items) - 1
        return [
            (item, guides + ("└─ " if k == last else "├─ "), guides + ("   " if k == last else "│  "))
            for k, item in enumerate(items)
        ]

    def _likewise(self, group: list[int]) -> str:
        """A note on siblings that look like the one that is shown."""
        first, others = self.bodies[group[0]].name, [self.bodies[body].name for body in group[1:]]
        names = ", ".join(others) if len(others) <= ENDS else f"{others[0]}, …, {others[-1]}"
        size = self.sizes[group[0]]
        how = f"as {first}" if size == 1 else f"as {first}, with {counted(size - 1, 'body', 'bodies')} on it"
        return f"{names}: {how}" if len(others) == 1 else f"{names}: {len(others):,} more, each {how}"

    def _line(self, guides: str, body: int) -> Line:
        it = self.bodies[body]
        axis = axis_of(it.joint)
        joint, mass = self.looks[body]
        return Line(
            guides,
            it.name,
            "" if it.joint_name == it.name else it.joint_name,
            joint,
            "" if axis is None else direction(self._frame(body) @ np.array(axis)),
            str(len(it.joint.u_names)),
            mass,
        )

    def _frame(self, body: int) -> np.ndarray:
        """Rotation from its axes to the ground's, at neutral coordinates."""
        path = []
        while body not in self._frames:
            path.append(body)
            body = int(self.topology.parent[body])
        frame = self._frames[body]
        for each in reversed(path):
            frame = self._frames[each] = frame @ self.bodies[each].rotation
        return frame
