"""``Dual``: a number with its rates along many directions at once, for kernels that run interpreted.

It is for mechanisms that are too large for own code. One run of a kernel gives a value and its whole gradient; NumPy
computes all rates of an operation together.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.polynomial.polynomial import polyder, polyval

from bough.arithmetic.scalar import Symbol
from bough.compiled.entries import Entry
from bough.mechanism.following import piece_at
from bough.mechanism.pieces import FIRST, INVERSE, MIDDLE
from bough.passes.arrays import WORK_SHAPES, Tree, Work
from bough.passes.motion import put_rates_of_joint
from bough.passes.sweep import quaternions_are_unit


class Dual(Symbol):
    """A number, and its rates."""

    __slots__ = ("rates", "value")
    __hash__ = object.__hash__
    __array_ufunc__ = None  # (numbers of NumPy leave the operation to this class)

    def __init__(self, value: float, rates: Any = 0.0):
        """``rates``: an array, or zero."""
        self.value, self.rates = value, rates

    def __repr__(self) -> str:
        return f"<{self.value!r} with rates>"

    def __float__(self) -> float:
        return self.value

    # --- arithmetic -----------------------------------------------------------------------------------------------------

    def __neg__(self) -> Dual:
        return Dual(-self.value, -self.rates)

    def __add__(self, other: Any) -> Dual:
        if other.__class__ is Dual:
            return Dual(self.value + other.value, self.rates + other.rates)
        return Dual(self.value + other, self.rates)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Dual:
        if other.__class__ is Dual:
            return Dual(self.value - other.value, self.rates - other.rates)
        return Dual(self.value - other, self.rates)

    def __rsub__(self, other: Any) -> Dual:
        return Dual(other - self.value, -self.rates)

    def __mul__(self, other: Any) -> Dual:
        if other.__class__ is Dual:
            return Dual(self.value * other.value, self.rates * other.value + self.value * other.rates)
        return Dual(self.value * other, self.rates * other)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Dual:
        if other.__class__ is Dual:
            value = self.value / other.value
            return Dual(value, (self.rates - value * other.rates) / other.value)
        return Dual(self.value / other, self.rates / other)

    def __rtruediv__(self, other: Any) -> Dual:
        value = other / self.value
        return Dual(value, (-value / self.value) * self.rates)

    def _through(self, value: float, slope: float) -> Dual:
        """A function of it, by its value and its derivative."""
        return Dual(value, slope * self.rates)

    # --- functions: the primitives of kernels, and what users' own joints may use ---------------------------------------------

    def sincos(self) -> tuple[Dual, Dual]:
        s, c = math.sin(self.value), math.cos(self.value)
        return self._through(s, c), self._through(c, -s)

    def sqrt(self) -> Dual:
        root = math.sqrt(self.value)
        return self._through(root, 0.5 / root if root else math.inf)

    def exp(self) -> Dual:
        value = math.exp(self.value)
        return self._through(value, value)

    def log(self) -> Dual:
        return self._through(math.log(self.value), 1.0 / self.value)

    def arctan(self) -> Dual:
        return self._through(math.atan(self.value), 1.0 / (1.0 + self.value * self.value))

    def tanh(self) -> Dual:
        value = math.tanh(self.value)
        return self._through(value, 1.0 - value * value)

    def floor(self) -> Dual:
        return Dual(float(math.floor(self.value)))

    def nearest(self) -> Dual:
        return Dual(float(round(self.value)))

    def arctan2(self, other: Any) -> Dual:
        other = other if other.__class__ is Dual else Dual(other)
        x, y = other.value, self.value
        return Dual(math.atan2(y, x), (x * self.rates - y * other.rates) / (x * x + y * y))

    def arctan2_of(self, other: Any) -> Dual:
        return Dual(other).arctan2(self)

    def curve(self, pieces: np.ndarray, first: int, end: int) -> tuple[Dual, ...]:
        """The value of a piecewise polynomial, its rate and its acceleration."""
        piece = pieces[piece_at(pieces, first, end, self.value)]
        x, powers, found = (self.value - piece[MIDDLE]) * piece[INVERSE], piece[FIRST:], list[float]()
        for order in range(4):
            found.append(float(polyval(x, powers) * piece[INVERSE] ** order))
            powers = polyder(powers)
        return tuple(self._through(found[k], found[k + 1]) for k in range(3))

    def where_positive(self, x: Any, y: Any) -> Any:
        return x if self.value > 0.0 else y

    def is_small(self, bound: float) -> bool:
        return abs(self.value) <= bound and bool(np.isfinite(self.rates).all())

    def is_positive(self) -> bool:
        return self.value > 0.0


def gradients(entry: Entry, a: np.ndarray, b: np.ndarray, c: np.ndarray, wrenches: np.ndarray) -> np.ndarray | None:
    """What an entry's core gives for one state, n numbers, with their rates along unit velocities and with u: (2n + 1, n).

    None if it fails.
    """
    tree = _plain(entry.tree)
    n, unit = tree.dofs, np.eye(2 * tree.dofs)
    along = np.zeros((tree.coordinates, n))
    for i in range(tree.bodies):
        for d in range(tree.dof[i], tree.dof[i + 1]):
            k = tree.dof_user[d]
            put_rates_of_joint(tree, i, a, unit[k], 0, along[:, k])
    q, u = np.empty(tree.coordinates, object), np.empty(n, object)
    last = tree.coordinates - bool(tree.timed)
    q[:last] = [
        Dual(x, np.concatenate((rates, np.zeros(n)))) for x, rates in zip(a[:last].tolist(), along, strict=False)
    ]
    q[last:] = a[last:]
    u[:] = [Dual(x, unit[n + k]) for k, x in enumerate(b.tolist())]
    work = Work(**{name: _zeros((entry.rows.get(name, 0), width)) for name, (_, width) in WORK_SHAPES.items()})
    out = _zeros((n,))
    with np.errstate(all="ignore"):
        if not (quaternions_are_unit(tree, a) and entry.core(tree, work, q, u, c.astype(object), wrenches, out)):
            return None
    rates = [np.broadcast_to(getattr(x, "rates", 0.0), 2 * n) for x in out]
    return np.vstack([[float(x) for x in out], np.array(rates).T])


def _plain(tree: Tree) -> Tree:
    """A tree of Python's own numbers."""
    fields: dict[str, Any] = {name: value for name, value in tree._asdict().items() if isinstance(value, np.ndarray)}
    return tree._replace(**{name: value.astype(object) for name, value in fields.items() if value.dtype.kind == "f"})


def _zeros(shape: tuple[int, ...]) -> np.ndarray:
    found = np.empty(shape, object)
    found.fill(0.0)
    return found
