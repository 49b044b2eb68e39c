"""Part 13: the cost of a body before anything is computed, from a thousand bodies to a hundred thousand."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from functools import partial

from report import Part, Quantity, Row
from timing import Effort, race

import bough as bo
from bough.compiled.tree import compiled

SIZES = 1_000, 10_000, 100_000


def one_by_one(bodies: int) -> bo.Mechanism:
    """A chain as users write it: a joint and an inertia for every body."""
    chain, parent = bo.Mechanism(f"chain of {bodies}, one by one"), "ground"
    for k in range(bodies):
        link = bo.Inertia.box((0.1, 0.1, 1.0), 1.0, center=(0.0, 0.0, -0.5))
        parent = chain.add_body(f"link{k}", parent, bo.Revolute((0.0, 1.0, 0.0)), (0.0, 0.0, -1.0), inertia=link).name
    return chain


FAMILIES: dict[str, Callable[[int], bo.Mechanism]] = {
    "chain, shared joint and inertia": bo.chain,
    "chain, one by one": one_by_one,
    "random tree": bo.models.random_tree,
}


def built_and_compiled(effort: Effort, sizes: Sequence[int] = SIZES) -> Part:
    """Part 13."""
    part = Part(
        13,
        f"Mechanisms built and compiled, from {min(sizes):,} bodies on",
        "Python alone: described by add_body or a generator, then turned into flat arrays at the first computation. "
        "spread: the slowest time per body of a family over the fastest.",
        "spread",
    )
    for family, make in FAMILIES.items():
        made = {size: make(size) for size in sizes}
        building = race(effort, {size: partial(make, size) for size in sizes})
        # a copy forgets what was compiled
        compiling = race(effort, {size: lambda m=m: compiled(copy.copy(m)) for size, m in made.items()})
        for size in sizes:
            values = {
                "built": Quantity(building[size]),
                "per body": Quantity(building[size] / size),
                "compiled": Quantity(compiling[size]),
                "compiled, per body": Quantity(compiling[size] / size),
            }
            part.rows.append(Row(f"{family} of {size:,}", values))
        for what, seconds in (("built", building), ("compiled", compiling)):
            per_body = [seconds[size] / size for size in sizes]
            spread = max(per_body) / min(per_body)
            part.rows.append(Row(f"{family}, {what}: all sizes", {}, Quantity(spread, "x"), 2.0, at_least=False))
    return part
