"""Operations that can be traced: their values on scalars and on arrays, their prices, and their words in kernels."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from bough.arithmetic.scalar import (
    Symbol,
    angle,
    kernel,
    lane,
    lane_count,
    nearest,
    sincos,
    sqrt,
    where_positive,
    with_lane,
    zero_of,
)
from bough.arithmetic.tally import PRODUCT, QUOTIENT, ROOT, SUM

PRICES = {"+": SUM, "-": SUM, "*": PRODUCT, "/": QUOTIENT, "sqrt": ROOT}  # others are free, or not counted


def sincos_of(x: Any) -> tuple[Any, Any]:
    return (np.sin(x), np.cos(x)) if isinstance(x, np.ndarray) else sincos(x)


def _where(test: Any, x: Any, y: Any) -> Any:
    return np.where(test > 0.0, x, y) if isinstance(test, np.ndarray) else like_of(test, where_positive(test, x, y))


def _root(x: Any) -> Any:
    return np.sqrt(x) if isinstance(x, np.ndarray) else sqrt(x)


def _angle(y: Any, x: Any) -> Any:
    if isinstance(y, np.ndarray) or isinstance(x, np.ndarray):
        return np.arctan2(y, x)
    return like_of(x if isinstance(y, float) else y, angle(y, x))


def like_of(like: Any, value: Any) -> Any:
    """A value that may be a plain number, as a scalar of the same kind as another."""
    if isinstance(like, np.ndarray):
        return np.broadcast_to(np.asarray(value, float), like.shape)
    return value if isinstance(like, Symbol) or isinstance(value, Symbol | type(like)) else type(like)(value)


def _function(by_lane: Callable[[Any], Any], of_array: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def value(x: Any) -> Any:
        if isinstance(x, Symbol):
            return getattr(x, of_array.__name__)()
        return of_array(x) if isinstance(x, np.ndarray) else by_lane(x)

    return value


def _by_lane(function: Callable[[float], float]) -> Callable[[Any], Any]:
    """A function of one number as a kernel."""

    def value(x):
        found = zero_of(x)
        for k in range(lane_count(x)):
            found = with_lane(found, k, function(lane(x, k)))
        return found

    return kernel(value)


exp_of, log_of, arctan_of, tanh_of, floor_of = map(_by_lane, (math.exp, math.log, math.atan, math.tanh, math.floor))


@kernel
def arctan2_of(y, x):
    """The angle of the point (x, y); one of them may be a constant."""
    zero = zero_of(x * y)
    return angle(zero + y, zero + x)


@kernel
def where_of(test, x, y):
    """x where test > 0, else y; these may be constants."""
    zero = zero_of(test)
    return where_positive(test, zero + x, zero + y)


VALUES: dict[str, Callable[..., Any]] = {
    "+": lambda x, y: x + y,
    "-": lambda x, y: x - y,
    "*": lambda x, y: x * y,
    "/": lambda x, y: x / y,
    "neg": lambda x: -x,
    "sin": lambda x: sincos_of(x)[0],
    "cos": lambda x: sincos_of(x)[1],
    "sqrt": _root,
    "exp": _function(exp_of, np.exp),
    "log": _function(log_of, np.log),
    "arctan": _function(arctan_of, np.arctan),
    "tanh": _function(tanh_of, np.tanh),
    "floor": _function(floor_of, np.floor),
    "nearest": nearest,
    "arctan2": _angle,
    "where": _where,
}
TEXTS = {
    "+": "{} + {}",
    "-": "{} - {}",
    "*": "{} * {}",
    "/": "{} / {}",
    "neg": "-{}",
    "sqrt": "sqrt({})",
    "where": "where_of({}, {}, {})",
    "arctan2": "arctan2_of({}, {})",
}
# what the lines of a kernel call
WORDS: dict[str, Any] = {
    "inf": math.inf,
    "nan": math.nan,
    "sincos": sincos,
    "sqrt": sqrt,
    "exp_of": exp_of,
    "log_of": log_of,
    "arctan_of": arctan_of,
    "tanh_of": tanh_of,
    "floor_of": floor_of,
    "arctan2_of": arctan2_of,
    "where_of": where_of,
}
