"""Which bodies loops span, in which order they are eliminated, and which of them couple: from the topology alone.

See ``passes/spans.py`` for the elimination that reads these tables.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement

import numpy as np

Spans = list[list[tuple[int, int]]]  # per body: the loops that span it, and which of their ends they come from


def span_tables(parent: np.ndarray, dofs: np.ndarray, loops: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """The tables for ``parent`` and ``dofs`` of the bodies, from those of the loops."""
    bodies, count = len(dofs), len(loops["loop_body"])
    ends = list(zip(loops["loop_body"].tolist(), loops["parent"][bodies + 1 :].tolist(), strict=True))
    roots, sizes = loops["loop_root"].tolist(), np.diff(loops["loop_at"]).tolist()
    spans = _spans(parent.tolist(), ends, roots)
    events = _events(bodies, spans, roots)
    order = sorted(range(count), key=lambda k: (events[k], k))
    place = {k: at for at, k in enumerate(order)}
    for body in spans:
        body.sort(key=lambda one: place[one[0]])
    fronts = _fronts(spans, order, place)
    blocks, entries = _blocks(fronts, order, sizes)
    rows = [{k: side * sum(sizes) + int(loops["loop_at"][k]) for k, side in body} for body in spans]

    def row_at_root(k: int, j: int) -> int:
        """Where the wrenches of loop j are when loop k is eliminated at its root."""
        return -1 if roots[k] < 0 else rows[roots[k]].get(j, int(loops["loop_at"][j]))

    def pairs(some: Sequence[int]) -> list[int]:
        return [blocks[pair] for pair in combinations_with_replacement(some, 2)]

    spanning = [[k for k, _ in body] for body in spans]
    listed = [fronts[k] for k in range(count)]
    values = dofs * np.array([sum(sizes[k] for k in some) for some in spanning], np.int64)
    return {
        "loop_event_at": np.searchsorted([events[k] for k in order], np.arange(2 * bodies + 1)),
        "loop_order": np.array(order),
        "loop_block": np.array([blocks[k, k] for k in range(count)]),
        "loop_entries_at": np.array([entries]),
        "span_at": _starts(spanning),
        "span_loop": _flat(spanning),
        "span_row": _flat([[rows[i][k] for k in some] for i, some in enumerate(spanning)]),
        "span_pair_at": _starts([pairs(some) for some in spanning]),
        "span_pairs": _flat([pairs(some) for some in spanning]),
        "span_value_at": np.concatenate(([0], np.cumsum(values))),
        "front_at": _starts(listed),
        "front_loop": _flat(listed),
        "front_block": _flat([[blocks[k, j] for j in front] for k, front in enumerate(listed)]),
        "front_row": _flat([[row_at_root(k, j) for j in front] for k, front in enumerate(listed)]),
        "front_pair_at": _starts([pairs(front) for front in listed]),
        "front_pairs": _flat([pairs(front) for front in listed]),
    }


def _spans(parent: list[int], ends: list[tuple[int, int]], roots: list[int]) -> Spans:
    spans: Spans = [[] for _ in parent]
    for k, (both, root) in enumerate(zip(ends, roots, strict=True)):
        for side, i in enumerate(both):
            while i != root:
                spans[i].append((k, side))
                i = parent[i]
    return spans


def _events(bodies: int, spans: Spans, roots: list[int]) -> list[int]:
    """When each loop is eliminated: before its root is or, if that is the ground, after the last body that it spans."""
    last = {k: i for i in range(bodies - 1, -1, -1) for k, _ in spans[i]}
    return [2 * (bodies - 1 - root) if root >= 0 else 2 * (bodies - 1 - last[k]) + 1 for k, root in enumerate(roots)]


def _fronts(spans: Spans, order: list[int], place: dict[int, int]) -> dict[int, list[int]]:
    """For each loop, those eliminated later with which it is coupled by then."""
    coupled: dict[int, set[int]] = {k: set() for k in order}

    def couple(some: Sequence[int]) -> None:
        for at, k in enumerate(some):
            coupled[k].update(some[at + 1 :])

    for body in spans:
        couple([k for k, _ in body])
    fronts = {}
    for k in order:
        fronts[k] = sorted(coupled[k], key=lambda j: place[j])
        couple(fronts[k])
    return fronts


def _blocks(fronts: dict[int, list[int]], order: list[int], sizes: list[int]) -> tuple[dict[tuple[int, int], int], int]:
    """Where the block of each coupled pair starts, and how many entries there are."""
    blocks, at = {}, 0
    for k in order:
        for j in (k, *fronts[k]):
            blocks[k, j] = at
            at += sizes[k] * sizes[j]
    return blocks, at


def _starts(lists: list[list[int]]) -> np.ndarray:
    return np.cumsum([0, *map(len, lists)])


def _flat(lists: list[list[int]]) -> np.ndarray:
    return np.array([x for some in lists for x in some], np.int64)
