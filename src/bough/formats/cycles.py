"""What hangs on itself, which no tree does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping


def cycles(hangs_on: Mapping[str, str]) -> Iterator[list[str]]:
    """Names of which each hangs on the next one, in a ring; ``hangs_on`` has one name by the other."""
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
