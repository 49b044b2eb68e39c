"""A labelled matrix as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import numpy as np

T = TypeVar("T")

# longer labels are cut at the beginning
_LONGEST = 16
# relative to the largest number: smaller ones are rounding
_ROUNDING = 1e-14


def table(matrix: Any, rows: Sequence[str], columns: Sequence[str], digits: int, width: int, height: int) -> str:
    """A dense or sparse matrix, or a vector as a column, with its labels; a large one is shortened in the middle."""
    if matrix.ndim == 1:
        matrix = matrix[:, None]
    shown_rows, gap = _ends(len(rows), height)
    # no column is narrower than three characters with its margin
    candidates, _ = _ends(len(columns), max(width // 3, 1))
    part = matrix[shown_rows][:, candidates]
    part = part if isinstance(part, np.ndarray) else part.toarray()
    rounding = _ROUNDING * abs(matrix).max() if min(matrix.shape) else 0.0

    heads = _aligned(["", *_with_gap([_short(rows[k]) for k in shown_rows], gap, "⋮")], left=True)
    texts = {}
    for k, values in zip(candidates, part.T, strict=True):
        cells = [_text(x, rounding, digits) for x in values]
        texts[k] = _aligned([_short(columns[k]), *_with_gap(cells, gap, "⋮")])
    blank = _aligned(["…"] * len(heads))
    for count in range(len(candidates), 0, -1):
        kept, left_out = _ends(len(columns), count)
        parts = [heads, *_with_gap([texts[k] for k in kept], left_out, blank)]
        if sum(len(part[0]) + 2 for part in parts) - 2 <= width or count == 1:
            break
    else:
        parts = [heads]
    return "\n".join("  ".join(cells).rstrip() for cells in zip(*parts, strict=True))


def _ends(count: int, most: int) -> tuple[list[int], int | None]:
    """Indices of the first and last entries, and the position of the gap between them, if there is one."""
    if count <= most:
        return list(range(count)), None
    head = (most + 1) // 2
    return [*range(head), *range(count - most + head, count)], head


def _with_gap(items: list[T], gap: int | None, mark: T) -> list[T]:
    return items if gap is None else [*items[:gap], mark, *items[gap:]]


def _aligned(cells: list[str], left: bool = False) -> list[str]:
    width = max(map(len, cells))
    return [cell.ljust(width) if left else cell.rjust(width) for cell in cells]


def _short(label: str) -> str:
    return label if len(label) <= _LONGEST else "…" + label[1 - _LONGEST :]


def _text(x: float, rounding: float, digits: int) -> str:
    if x == 0.0:
        return "."
    return "0" if abs(x) <= rounding else f"{x:.{digits}g}"
