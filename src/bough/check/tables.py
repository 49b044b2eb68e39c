"""Lines of text for a terminal: texts behind their headings, and the drawing of a tree with columns beside it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rich.table import Table
from rich.text import Text

from bough.check.outline import Line
from bough.mechanism.checks import printable

FAINT = "dim"
MOST_JOINT = 44  # characters of a joint's description
HEADS = Line("", "body", "name of the joint", "joint", "in the ground", "DoF", "mass", is_body=False)
TO_THE_RIGHT = (1, 2)  # columns of numbers


def listing(said: Iterable[tuple[str | Text, str]]) -> Table:
    """Texts behind their headings, continued below their beginning."""
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True, style=FAINT)
    grid.add_column(overflow="fold")
    for heading, text in said:
        grid.add_row(Text("  ").append(heading), Text(printable(text)))
    return grid


def tree_lines(lines: Sequence[Line], cut: bool) -> Iterator[Text]:
    """The drawing, with what there is to each body beside it; names come last, where ``cut`` shortens lines that are too long."""
    bodies = [line for line in lines if line.is_body]
    named = any(line.joint_name for line in bodies)
    # worth a column where frames are turned
    turned = any(line.ground_axis and f" {line.ground_axis}," not in f"{line.joint}," for line in bodies)

    def cells(line: Line) -> list[Text]:
        tree = Text(line.guides, FAINT).append(printable(line.name), "bold not dim" if line.is_body else "")
        joint = Text(line.joint)
        joint.truncate(MOST_JOINT, overflow="ellipsis")
        optional = ((turned, line.ground_axis), (named, printable(line.joint_name)))
        return [tree, Text(line.dofs), Text(line.mass), joint, *(Text(text) for wanted, text in optional if wanted)]

    table = [cells(line) for line in (HEADS, *bodies)]
    widths = [max(cell.cell_len for cell in column) for column in zip(*table, strict=True)]
    for line in (HEADS, *lines):
        whole = Text(no_wrap=True, overflow="ellipsis" if cut else "ignore", style="" if line.is_body else FAINT)
        for k, (cell, width) in enumerate(zip(cells(line), widths, strict=True)):
            space = Text(" " * (width - cell.cell_len))
            whole.append_text(space + cell if k in TO_THE_RIGHT else cell + space).append("  ")
        whole.rstrip()
        yield whole
