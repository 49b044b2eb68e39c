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

    program: Program
    columns: Columns
    numbers: list[list[Traced]]

    def text(self, width: int, side: int) -> str:
        """``body`` and all that it calls; ``width``: lanes of states; ``side``: columns side by side for one state."""
        graph, sizes, outputs, checks = self.program
        outputs = list(outputs)
        side = side if width == 1 else 1
        for group, numbers in zip(self.columns.groups, self.numbers, strict=True):
            count = len(group.columns)
            for row in range(len(group.rows)):
                outputs += [graph.number(0.0)] * (filled(count, side) - count)
                outputs += numbers[count * row : count * (row + 1)]
        terms = module_text(graph, outputs, checks, sizes, width, "terms")
        return terms + solved_text(self.columns, len(sizes), width, side)


    def pattern(self) -> NDArray[np.bool_]:
        """Which results may differ from zero, a row of n for each of the vector's and the matrices' rows."""
        columns, n = self.columns, self.columns.n
        found = np.zeros((1 + columns.matrices * n, n), bool)
        found[0] = [x.constant != 0.0 for x in self.program.outputs[:n]]
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
    """``body``, which calls ``terms`` and solves; ``width``: lanes of states; ``side``: columns side by side."""
    kind = "double" if width == 1 else f"<{width} x double>"
    starts, size = _layout(columns, side)
    lines = [_group_text(columns, k, group, starts[k], width, side) for k, group in enumerate(columns.groups)]
    text = Text()
    given = ", ".join(f"ptr %a{k}" for k in range(arrays))
    text.add(f"%t = alloca {kind}, i64 {size}, align 64")
    fine = text.new(f"call i1 @terms({given}, ptr %t)")
    if sum(len(_reached(columns, group)) * len(group.columns) for group in columns.groups) < columns.outputs - columns.n:
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


def _group_text(columns: Columns, number: int, group: Group, start: int, width: int, side: int) -> str:
    """``solve``: a loop over the columns of a group."""
    n, count = columns.n, filled(len(group.columns), side)
    cell = "double" if width == 1 else f"<{width} x double>"
    kind = cell if side == 1 else f"<{side} x double>"
    # (what fills up goes where the first column goes, before it)
    places = [(1 + matrix * n) * n + columns.user[d] for matrix, d in group.columns]
    order = [0] * (count - len(places)) + list(range(len(places)))
    table = ", ".join(f"i64 {places[k]}" for k in order)
    text = Text()
    text.add(f"br label %one\none:\n%c = phi i64 [ 0, %entry ], [ %next, %one ]")
    align = 8 if side > 1 else 8 * width
    first = columns.n
    factor_at: dict[tuple[int, int], int] = {}
    for k in range(n):
        for j in (k, *columns.path(k)):
            factor_at[k, j] = first
            first += 1

    def factor(k: int, j: int) -> str:
        at = text.new(f"getelementptr {cell}, ptr %t, i64 {factor_at[k, j]}")
        x = text.new(f"load {cell}, ptr {at}, align {8 * width}")
        if side == 1:
            return x
        x = text.new(f"insertelement {kind} undef, double {x}, i32 0")
        return text.new(f"shufflevector {kind} {x}, {kind} undef, <{side} x i32> zeroinitializer")

    x: dict[int, str] = {}
    for place, row in enumerate(group.rows):
        at = text.new(f"add i64 %c, {start + place * count}")
        at = text.new(f"getelementptr {cell}, ptr %t, i64 {at}")
        x[row] = text.new(f"load {kind}, ptr {at}, align {align}")

    def subtract(j: int, k: int, pivot: tuple[int, int]) -> None:
        """x_j -= U x_k."""
        product = text.new(f"fmul {FLAGS} {kind} {factor(*pivot)}, {x[k]}")
        x[j] = text.new(f"fsub {FLAGS} {kind} {x[j]}, {product}" if j in x else f"fneg {kind} {product}")

    for k in range(n - 1, -1, -1):
        if k in x:
            for j in columns.path(k):
                subtract(j, k, (k, j))
    for k in list(x):
        x[k] = text.new(f"fmul {FLAGS} {kind} {factor(k, k)}, {x[k]}")
    for k in range(n):
        # the nearest ancestor comes last, because it is known last
        for j in reversed(list(columns.path(k))):
            if j in x:
                subtract(k, j, (k, j))
    _scatter(text, columns, number, x, kind, cell, side, width)
    text.add(f"%next = add i64 %c, {side}")
    text.add(f"br i1 {text.new(f'icmp slt i64 %next, {count}')}, label %one, label %end\nend:\nret void")
    return "\n".join(
        [
            f"@places{number} = internal constant [{count} x i64] [{table}], align 64",
            f"define internal void @solve{number}(ptr noalias %t, ptr noalias %out) nounwind noinline {{\nentry:",
            *text.lines,
            "}",
            "",
        ]
    )


def _scatter(
    text: Text, columns: Columns, number: int, x: dict[int, str], kind: str, cell: str, side: int, width: int
) -> None:
    """Store the solutions in the user's order."""
    for lane in range(side):
        at = text.new(f"add i64 %c, {lane}")
        place = text.new(f"load i64, ptr {text.new(f'getelementptr i64, ptr @places{number}, i64 {at}')}")
        column = text.new(f"getelementptr {cell}, ptr %out, i64 {place}")
        for k in sorted(x):
            to = text.new(f"getelementptr {cell}, ptr {column}, i64 {columns.user[k] * columns.n}")
            value = x[k] if side == 1 else text.new(f"extractelement {kind} {x[k]}, i32 {lane}")
            text.add(f"store {cell} {value}, ptr {to}, align {8 * width}")


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
