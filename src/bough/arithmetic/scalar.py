"""The scalar a kernel computes with, and how it reaches memory.

A kernel is plain Python over scalars and small tuples. Marked with :func:`kernel` it runs

* interpreted, on floats or on :class:`~bough.arithmetic.counted.Counted`, when it is simply called;
* compiled, on ``float64`` or on ``Lanes`` (one SIMD register, a state per lane), when an entry of
  :mod:`bough.compiled.entries` calls it.

The scalar follows from the arrays: a work array has two axes (row, column) for one state and a trailing lane
axis for W states; a state array has one axis for one state and a leading lane axis for W states.
This module holds the interpreted meanings of the few primitives that depend on it, :mod:`bough.arithmetic.lanes` the
compiled ones. Numba is not imported until something has to be compiled.
"""

import ctypes
import math
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np

F = TypeVar("F", bound=Callable[..., Any])


class Symbol:
    """A number without a value, which records what is done to it; it answers these primitives itself."""

    __slots__ = ()
    graph: Any
    where_positive: Callable[..., Any]
    is_small: Callable[..., bool]
    nearest: Callable[..., Any]
    floor: Callable[..., Any]
    arctan2: Callable[..., Any]
    arctan2_of: Callable[..., Any]
    curve: Callable[..., Any]


# a difference smaller than this share of its terms has hardly a correct digit left
SINGULAR = 1e-14

_kernels: list[tuple[Callable[..., Any], bool]] = []
_register: Callable[[Callable[..., Any], bool], Any] | None = None


def kernel(function: F, is_inlined: bool = True) -> F:
    """Mark a plain function as a kernel: callable as it is, and from compiled code, where it is inlined.

    One that is not inlined begins with ``out_of_line()``.
    """
    if _register is None:
        _kernels.append((function, is_inlined))
    else:
        _register(function, is_inlined)
    return function


def register_kernels(register: Callable[[Callable[..., Any], bool], Any]) -> None:
    """Hand all kernels to the compiler, later ones included."""
    global _register
    _register = register
    for each in _kernels:
        register(*each)
    _kernels.clear()


def load(work, row, column):
    """The scalar of a work array at (row, column)."""
    return work[row, column]


def store(work, row, column, x):
    """Write a scalar to a work array at (row, column)."""
    work[row, column] = x


def subtract_scaled(y, at, x, source, count, t):
    """y[at + b] -= x[source + b] t for b < count, on work arrays of one column."""
    for b in range(count):
        store(y, at + b, 0, load(y, at + b, 0) - load(x, source + b, 0) * t)


def subtract_four_scaled(y, at, x, sources, count, factors):
    """y[at + b] -= Σ x[source + b] t for b < count, over four sources and factors t, on work arrays of one column."""
    for b in range(count):
        z = load(y, at + b, 0)
        for k in range(4):
            z = z - load(x, sources[k] + b, 0) * factors[k]
        store(y, at + b, 0, z)


def subtract_dot(value, x, at, y, source, count):
    """value - Σ x[at + b] y[source + b] over b < count, on work arrays of one column."""
    for b in range(count - 1, -1, -1):
        value = value - load(x, at + b, 0) * load(y, source + b, 0)
    return value


def multiply_run(row, at, x, source, y, target, count, t):
    """A symmetric product: y[target + b] += row[at + b] t; returns the sum of row[at + b] x[source + b], b < count."""
    value = zero_of(t)
    for b in range(count):
        entry = load(row, at + b, 0)
        value = value + entry * load(x, source + b, 0)
        store(y, target + b, 0, load(y, target + b, 0) + entry * t)
    return value


def multiply_lead(row, at, x, y, count, t):
    """As multiply_run, with x and y from index 0 on."""
    return multiply_run(row, at, x, 0, y, 0, count, t)


def correct_lead(row, at, g, c, x, y, count, t):
    """First row[at + b] += g[b] c, then as multiply_lead."""
    value = zero_of(t)
    for b in range(count):
        entry = load(row, at + b, 0) + load(g, b, 0) * c
        store(row, at + b, 0, entry)
        value = value + entry * load(x, b, 0)
        store(y, b, 0, load(y, b, 0) + entry * t)
    return value


def get(state, k):
    """The scalar of a state array, or of a work array of one column, at index k."""
    return state[k] if state.ndim == 1 else state[k, 0]


def put(state, k, x):
    """Write a scalar to a state array, or to a work array of one column, at index k."""
    if state.ndim == 1:
        state[k] = x
    else:
        state[k, 0] = x


def get_row(table, row, column):
    """The scalar at (row, column) of a per-state table, such as the wrenches on bodies."""
    return table[row, column]


def put_row(table, row, column, x):
    """Write a scalar to (row, column) of a per-state table."""
    table[row, column] = x


def after(block, rows):
    """A work array without its first rows."""
    return block[rows:]


def out_of_line():
    """Keep the kernel that says this out of line, so that it takes no registers where it is not called."""


def call(function, table):
    """Call compiled code by its address, with the address of a table of addresses; returns its answer."""
    return function(table)


def call_step(function, table, i, step):
    """The same, with two numbers."""
    return function(table, i, step)


def call_law(function, block, inputs, outputs):
    """Call a user's function by its address, for each lane, over the numbers of a work array of one column."""
    symbol = next((x for x in block[:inputs, 0] if isinstance(x, Symbol)), None)
    if symbol is not None:
        block[inputs : inputs + outputs, 0] = symbol.graph.law(function, block[:inputs, 0], outputs)
        return
    numbers = np.array(block[:, 0], float)
    ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64, ctypes.c_int64)(int(function))(numbers.ctypes.data, 1)
    block[:, 0] = [type(x)(y) for x, y in zip(block[:, 0], numbers.tolist(), strict=True)]


def in_memory():
    """Tell the compiler to leave stored numbers in work arrays and not to carry more than the registers hold."""


def is_given(table):
    """Whether an optional per-state table (wrenches) was given."""
    return table.size > 0


def zero_of(x):
    """Zero, of the kind of x; for a symbol, a plain zero."""
    return 0.0 if isinstance(x, Symbol) else type(x)(0.0)


def sincos(x):
    """(sin x, cos x); NaN for infinite x."""
    if not isinstance(x, float):
        return x.sincos()
    return (math.sin(x), math.cos(x)) if math.isfinite(x) else (math.nan, math.nan)


def sqrt(x):
    """The square root of x."""
    return math.sqrt(x) if isinstance(x, float) else x.sqrt()


def where_positive(test, x, y):
    """x where test > 0, else y, lane by lane; y for NaN."""
    if isinstance(test, Symbol):
        return test.where_positive(x, y)
    return x if float(test) > 0.0 else y


def lane_count(x):
    """How many numbers a scalar holds: 1, or W for lanes."""
    return 1


def lane(x, k):
    """The k-th number of a scalar, as a plain number that can be compared."""
    return float(x)


def with_lane(x, k, value):
    """A scalar with its k-th number replaced."""
    return type(x)(value)


def is_small(x, bound):
    """Whether |x| <= bound in every lane; False for NaN."""
    if isinstance(x, Symbol):
        return x.is_small(bound)
    return abs(float(x)) <= bound


def is_above(x, share, y):
    """Whether x > share y in every lane; False for NaN."""
    if isinstance(x, Symbol) or isinstance(y, Symbol):
        return (x - share * y).is_positive()
    return float(x) > share * float(y)


def nearest(x):
    """The whole number next to x."""
    return x.nearest() if isinstance(x, Symbol) else float(round(float(x)))


def floor(x):
    """The largest whole number that is not above x."""
    return x.floor() if isinstance(x, Symbol) else float(math.floor(float(x)))


_TWO_OVER_PI = 0.6366197723675814
# pi/2 in three parts of 33 bits: n times a part is exact, so the reduced angle is good to the last bit
_PI_2 = (1.57079632673412561417e00, 6.07710050630396597660e-11, 2.02226624879595063154e-21)
# |x| up to which the reduction above holds
REDUCIBLE = 1.0e6
# minimax polynomials of sine and cosine on |r| <= pi/4 (fdlibm)
_S = (-1.66666666666666324348e-01, 8.33333333332248946124e-03, -1.98412698298579493134e-04,
      2.75573137070700676789e-06, -2.50507602534068634195e-08, 1.58969099521155010221e-10)  # fmt: skip
_C = (4.16666666666666019037e-02, -1.38888888888741095749e-03, 2.48015872894767294178e-05,
      -2.75573143513906633035e-07, 2.08757232129817482790e-09, -1.13596475577881948265e-11)  # fmt: skip


@kernel
def reduced_sincos(x):
    """(sin x, cos x) for |x| up to REDUCIBLE: what ``sincos`` is in compiled code."""
    n = nearest(x * _TWO_OVER_PI)
    r = ((x - n * _PI_2[0]) - n * _PI_2[1]) - n * _PI_2[2]
    z = r * r
    p = _S[1] + z * (_S[2] + z * (_S[3] + z * (_S[4] + z * _S[5])))
    s = r + z * r * (_S[0] + z * p)
    p = _C[0] + z * (_C[1] + z * (_C[2] + z * (_C[3] + z * (_C[4] + z * _C[5]))))
    c = 1.0 - (0.5 * z - z * z * p)
    # quadrant n mod 4: swap sine and cosine if n is odd, then set the signs
    odd = 0.5 * n - floor(0.5 * n)
    sine, cosine = where_positive(odd, c, s), where_positive(odd, s, c)
    quarter = 0.25 * n - floor(0.25 * n)
    sine_sign = quarter - 0.25
    shifted = 0.25 * n + 0.25
    cosine_sign = (shifted - floor(shifted)) - 0.25
    return where_positive(sine_sign, -sine, sine), where_positive(cosine_sign, -cosine, cosine)


def angle(y, x):
    """The angle of the point (x, y), lane by lane."""
    if isinstance(y, Symbol):
        return y.arctan2(x)
    return x.arctan2_of(y) if isinstance(x, Symbol) else angle_by_lane(y, x)


@kernel
def angle_by_lane(y, x):
    """The same for numbers with values."""
    found = zero_of(x)
    for k in range(lane_count(x)):
        found = with_lane(found, k, math.atan2(lane(y, k), lane(x, k)))
    return found


@kernel
def is_finite(x):
    """Whether x is a finite number in every lane."""
    return is_small(x, 1.7976931348623157e308)
