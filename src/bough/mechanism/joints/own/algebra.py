"""Small algebra on traced numbers: matrices by rows (9), columns of A and Z (6), least squares."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from bough.arithmetic.spatial import add, cross, dot, scale
from bough.graph.graph import Graph
from bough.graph.traced import Traced, where

Triple = tuple[Any, Any, Any]


def summed(values: Iterable[Traced]) -> Traced:
    first, *others = values
    for other in others:
        first = first + other
    return first


def clean(matrix: np.ndarray) -> np.ndarray:
    """A rotation without the rounding in place of its zeros and ones."""
    whole = np.round(matrix)
    return np.where(np.abs(matrix - whole) < 1e-15, whole, matrix)


def constant(graph: Graph, matrix: np.ndarray) -> list[Traced]:
    return [graph.number(x) for x in clean(matrix).ravel().tolist()]


def applied(m: Sequence[Traced], v: Sequence[Traced]) -> list[Traced]:
    return [dot(m[3 * k : 3 * k + 3], v) for k in range(3)]


def product(a: Sequence[Traced], b: Sequence[Traced]) -> list[Traced]:
    return [dot(a[3 * i : 3 * i + 3], b[k::3]) for i in range(3) for k in range(3)]


def turned(r: Sequence[Traced], angle: Traced) -> list[Traced]:
    """r Rot(z, angle)."""
    c, s = angle.cos(), angle.sin()
    return [
        x for k in range(3) for x in (c * r[3 * k] + s * r[3 * k + 1], c * r[3 * k + 1] - s * r[3 * k], r[3 * k + 2])
    ]


def combined(factors: Sequence[Traced], vectors: Sequence[Any], zero: Sequence[Traced]) -> Triple:
    total: Triple = tuple(zero)  # type: ignore[assignment]
    for factor, vector in zip(factors, vectors, strict=True):
        total = add(total, scale(factor, vector))
    return total


def spin_of(r: Sequence[Traced], rate: Sequence[Traced]) -> Triple:
    """ω of a rotation and its rate, ω̃ = Ṙ Rᵀ: half the sum of r_c × ṙ_c over its columns."""
    first, second, third = (cross(r[k::3], rate[k::3]) for k in range(3))
    return scale(0.5, add(add(first, second), third))


def turn_between(r: Sequence[Traced], s: Sequence[Traced]) -> Triple:
    """The rotation from r to s as a vector: its axis times its angle."""
    first, second, third = (cross(r[k::3], s[k::3]) for k in range(3))
    twice = add(add(first, second), third)  # the axis times twice the sine
    cosine = dot(r[0::3], s[0::3]) + dot(r[1::3], s[1::3]) + dot(r[2::3], s[2::3]) - 1.0
    graph = r[0].graph
    square = dot(twice, twice)
    sine = where(square > 1e-30, square, 1.0).sqrt()
    return scale(where(square > 1e-30, graph.number(sine).arctan2(cosine) / sine, 0.5), twice)


def dot6(a: Sequence[Traced], b: Sequence[Traced]) -> Traced:
    return dot(a[:3], b[:3]) + dot(a[3:], b[3:])


def least_squares(columns: Sequence[Sequence[Traced]], target: Sequence[Traced]) -> list[Traced]:
    """x of the least |Σ x_j column_j - target|; 0 along what depends on the columns before."""
    return solved(columns, [dot6(column, target) for column in columns])


def solved(columns: Sequence[Sequence[Traced]], right: Sequence[Traced]) -> list[Traced]:
    """x of AᵀA x = right by AᵀA = L D Lᵀ, of which L D is kept."""
    n = len(columns)
    scaled: list[list[Traced]] = []
    inverse: list[Traced] = []
    found: list[Traced] = []
    for i in range(n):
        row = [dot6(columns[i], columns[j]) for j in range(i + 1)]
        size = row[i]
        for j in range(i + 1):
            for k in range(j):
                row[j] = row[j] - row[k] * (scaled[j] if j < i else row)[k] * inverse[k]
        regular = row[i] - 1e-12 * size
        inverse.append(size.graph.number(where(regular > 0.0, 1.0 / where(regular > 0.0, row[i], 1.0), 0.0)))
        scaled.append(row)
        value = right[i]
        for k in range(i):
            value = value - row[k] * inverse[k] * found[k]
        found.append(value)
    for i in range(n - 1, -1, -1):
        value = found[i]
        for k in range(i + 1, n):
            value = value - scaled[k][i] * found[k]
        found[i] = value * inverse[i]
    return found
