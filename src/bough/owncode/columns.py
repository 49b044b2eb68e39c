"""Many right-hand sides by the factors of M, as text for LLVM: a loop over columns, without branches inside.

A mechanism's own code would be several times as long if every column were written out. One state takes as many columns
side by side as a register holds; lanes of states take one column at a time. Columns of DoFs on one stretch of the tree
have the same rows, so each stretch has its own function, which leaves out rows that vanish.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bough.graph.graph import Graph
from bough.graph.traced import Traced
from bough.owncode.doors import Text
from bough.owncode.llvm import FLAGS, module_text
from bough.owncode.tracing import Program


class Group(NamedTuple):
    """Right-hand sides with the same rows."""

    rows: tuple[int, ...]  # DoFs, in tree order
    columns: tuple[tuple[int, int], ...]  # (matrix, DoF)


class Columns(NamedTuple):
    """What is to be solved, and where it belongs.

    ``terms`` leaves a vector of n results as they are; per DoF, 1 over its pivot and its row of U, the nearest ancestor
    first; then the groups, each row by row.
    """

    before: tuple[int, ...]  # parents of DoFs
    user: tuple[int, ...]  # places of DoFs in the user's order
    groups: tuple[Group, ...]
    matrices: int

    @property
    def n(self) -> int:
        return len(self.before)

    def path(self, k: int) -> Iterator[int]:
        """The ancestors of a DoF, the nearest first."""
        k = self.before[k]
        while k >= 0:
            yield k
            k = self.before[k]

    @property
    def outputs(self) -> int:
        return (1 + self.matrices * self.n) * self.n


class ColumnProgram(NamedTuple):
    """A program whose numbers still have to be solved for: a vector, the factors, and numbers of groups by row."""

    terms: Program
    columns: Columns
    numbers: list[list[Traced]]

    @property
    def graph(self) -> Graph:
        return self.terms.graph

    def text(self, width: int, side: int) -> str:
        """``body`` and all that it calls; ``width``: lanes of states; ``side``: columns side by side for one state."""
        graph, sizes, outputs, checks = self.terms
        outputs = list(outputs)
        side = side if width == 1 else 1
        for group, numbers in zip(self.columns.groups, self.numbers, strict=True):
            count = len(group.columns)
            for row in range(len(group.rows)):
                outputs += [graph.number(0.0)] * (filled(count, side) - count)
                outputs += numbers[count * row : count * (row + 1)]
        text = module_text(graph, outputs, checks, sizes, width, "terms")
        return text + solved_text(self.columns, len(sizes), width, side)

    def pattern(self) -> NDArray[np.bool_]:
        """Which results may differ from zero, a row of n for each of the vector's and the matrices' rows."""
        columns, n = self.columns, self.columns.n
        found = np.zeros((1 + columns.matrices * n, n), bool)
        found[0] = [x.constant != 0.0 for x in self.terms.outputs[:n]]
        for group in columns.groups:
            for k in _reached(columns, group):
                for matrix, d in group.columns:
                    found[1 + matrix * n + columns.user[k], columns.user[d]] = True
        return found


def stretches(before: Sequence[int]) -> list[list[int]]:
    """DoFs without a branch between them."""
    children = [0] * len(before)
    for k in before:
        if k >= 0:
            children[k] += 1
    found: list[list[int]] = []
    for k, parent in enumerate(before):
        if found and parent == found[-1][-1] and children[parent] == 1:
            found[-1].append(k)
        else:
            found.append([k])
    return found


def solved_text(columns: Columns, arrays: int, width: int, side: int) -> str:
    """``body``, which calls ``terms`` and solves; ``width``: lanes of states; ``side``: columns that go together."""
    kind = "double" if width == 1 else f"<{width} x double>"
    starts, size = _layout(columns, side)
    lines = [_Solver(columns, k, group, starts[k], width, side).function() for k, group in enumerate(columns.groups)]
    text = Text()
    given = ", ".join(f"ptr %a{k}" for k in range(arrays))
    text.add(f"%t = alloca {kind}, i64 {size}, align 64")
    fine = text.new(f"call i1 @terms({given}, ptr %t)")
    if (
        sum(len(_reached(columns, group)) * len(group.columns) for group in columns.groups)
        < columns.outputs - columns.n
    ):
        bytes_ = 8 * width * columns.outputs
        text.add(f"call void @llvm.memset.p0.i64(ptr %out, i8 0, i64 {bytes_}, i1 false)")
        lines.append("declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)\n")
    for k in range(columns.n):
        x = text.new(f"load {kind}, ptr {text.new(f'getelementptr {kind}, ptr %t, i64 {k}')}, align {8 * width}")
        text.add(f"store {kind} {x}, ptr {text.new(f'getelementptr {kind}, ptr %out, i64 {k}')}, align {8 * width}")
    for k in range(len(columns.groups)):
        text.add(f"call void @solve{k}(ptr %t, ptr %out)")
    text.add(f"ret i1 {fine}")
    head = f"define internal i1 @body({', '.join(f'ptr noalias %a{k}' for k in range(arrays))}, ptr noalias %out)"
    return "\n".join([*lines, f"{head} nounwind noinline {{", *text.lines, "}", ""])


def _layout(columns: Columns, side: int) -> tuple[list[int], int]:
    """Where groups start among the numbers, and how many there are; columns are filled up to a multiple of ``side``."""
    at, starts = columns.n + sum(1 + sum(1 for _ in columns.path(k)) for k in range(columns.n)), []
    for group in columns.groups:
        starts.append(at)
        at += len(group.rows) * filled(len(group.columns), side)
    return starts, at


def filled(count: int, side: int) -> int:
    return -(-count // side) * side


def _reached(columns: Columns, group: Group) -> list[int]:
    """The rows of the solution of a group."""
    reached = set(group.rows)
    for k in group.rows:
        reached.update(columns.path(k))
    for k in range(columns.n):
        if columns.before[k] in reached:
            reached.add(k)
    return sorted(reached)


class _Solver:
    """Writes ``solve``: a loop over the columns of a group."""

    def __init__(self, columns: Columns, number: int, group: Group, start: int, width: int, side: int):
        """``number``: of the group; ``start``: of its numbers; ``side``: columns that go together."""
        self.columns, self.number, self.group, self.start = columns, number, group, start
        self.width, self.side, self.text = width, side, Text()
        self.cell = "double" if width == 1 else f"<{width} x double>"
        self.kind = f"<{side} x double>" if width == 1 else self.cell
        self.count = filled(len(group.columns), side)
        self.x: dict[int, str] = {}
        self._factor_at: dict[tuple[int, int], int] = {}
        for k in range(columns.n):
            for j in (k, *columns.path(k)):
                self._factor_at[k, j] = columns.n + len(self._factor_at)

    def function(self) -> str:
        text, columns, n = self.text, self.columns, self.columns.n
        text.add("br label %one\none:\n%c = phi i64 [ 0, %entry ], [ %next, %one ]")
        self._load()
        for k in range(n - 1, -1, -1):
            if k in self.x:
                for j in columns.path(k):
                    self._subtract(j, k, (k, j))
        for k in list(self.x):
            factor = self._factor(k, k)
            self.x[k] = text.new(f"fmul {FLAGS} {self.kind} {factor}, {self.x[k]}")
        targets = self._targets()
        for k in range(n):
            # the nearest ancestor comes last, because it is known last
            for j in reversed(list(columns.path(k))):
                if j in self.x:
                    self._subtract(k, j, (k, j))
            if k in self.x:
                self._store(k, targets)
        text.add(f"%next = add i64 %c, {self.side}")
        text.add(f"br i1 {text.new(f'icmp slt i64 %next, {self.count}')}, label %one, label %end\nend:\nret void")
        head = f"define internal void @solve{self.number}(ptr noalias %t, ptr noalias %out) nounwind noinline {{"
        return "\n".join([self._table(), head, "entry:", *text.lines, "}", ""])

    def _table(self) -> str:
        """Where columns belong; what fills up goes where the first one goes, before it."""
        n = self.columns.n
        places = [(1 + matrix * n) * n + self.columns.user[d] for matrix, d in self.group.columns]
        places = [places[0]] * (self.count - len(places)) + places
        table = ", ".join(f"i64 {place}" for place in places)
        return f"@places{self.number} = internal constant [{self.count} x i64] [{table}], align 64"

    def _load(self) -> None:
        text, align = self.text, 8 * self.width
        for place, row in enumerate(self.group.rows):
            at = text.new(f"add i64 %c, {self.start + place * self.count}")
            first = text.new(f"getelementptr {self.cell}, ptr %t, i64 {at}")
            self.x[row] = text.new(f"load {self.kind}, ptr {first}, align {align}")

    def _factor(self, k: int, j: int) -> str:
        text, kind = self.text, self.kind
        at = text.new(f"getelementptr {self.cell}, ptr %t, i64 {self._factor_at[k, j]}")
        x = text.new(f"load {self.cell}, ptr {at}, align {8 * self.width}")
        if self.width > 1:
            return x
        x = text.new(f"insertelement {kind} undef, double {x}, i32 0")
        return text.new(f"shufflevector {kind} {x}, {kind} undef, <{self.side} x i32> zeroinitializer")

    def _subtract(self, j: int, k: int, pivot: tuple[int, int]) -> None:
        """x_j -= U x_k."""
        text, kind, factor = self.text, self.kind, self._factor(*pivot)
        product = text.new(f"fmul {FLAGS} {kind} {factor}, {self.x[k]}")
        self.x[j] = text.new(f"fsub {FLAGS} {kind} {self.x[j]}, {product}" if j in self.x else f"fneg {kind} {product}")

    def _targets(self) -> list[str]:
        """Pointers to the columns of the results."""
        text, found = self.text, []
        for lane in range(self.side):
            at = text.new(f"getelementptr i64, ptr @places{self.number}, i64 {text.new(f'add i64 %c, {lane}')}")
            found.append(text.new(f"getelementptr {self.cell}, ptr %out, i64 {text.new(f'load i64, ptr {at}')}"))
        return found

    def _store(self, k: int, targets: Sequence[str]) -> None:
        text = self.text
        for lane, target in enumerate(targets):
            to = text.new(f"getelementptr {self.cell}, ptr {target}, i64 {self.columns.user[k] * self.columns.n}")
            value = self.x[k]
            if self.width == 1:
                value = text.new(f"extractelement {self.kind} {value}, i32 {lane}")
            text.add(f"store {self.cell} {value}, ptr {to}, align {8 * self.width}")


def in_groups(
    before: Sequence[int], user: Sequence[int], matrices: Sequence[dict[tuple[int, int], Any]]
) -> tuple[Columns, list[list[Any]]]:
    """The columns of matrices, given by entries, in groups; and the numbers of each group by row."""
    columns = Columns(tuple(map(int, before)), tuple(map(int, user)), (), len(matrices))
    groups, numbers = [], []
    for members in stretches(columns.before):
        own = set(members)
        rows = tuple(sorted({row for matrix in matrices for row, column in matrix if column in own}))
        group = Group(rows, tuple((m, d) for m in range(len(matrices)) for d in members))
        groups.append(group)
        numbers.append([matrices[m].get((row, d), 0.0) for row in rows for m, d in group.columns])
    return columns._replace(groups=tuple(groups)), numbers
