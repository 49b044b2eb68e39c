"""Detect cycles in the parent graph."""

from __future__ import annotations

from collections.abc import Iterator, Mapping


def cycles(hangs_on: Mapping[str, str]) -> Iterator[list[str]]:
    """Lists of names in a ring, each of which hangs on the next; ``hangs_on`` maps a name to the next."""
    seen: set[str] = set()
    for start in hangs_on:
        way: dict[str, None] = {}
        name = start
        while name in hangs_on and name not in seen:
            seen.add(name)
            way[name] = None
            name = hangs_on[name]
        if name in way:
            ring = list(way)
            yield ring[ring.index(name) :]
