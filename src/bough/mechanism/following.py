"""Signals in kernels: the value of a piecewise polynomial at the time, with its rate and its acceleration."""

from bough.arithmetic.scalar import Symbol, get, kernel, lane, lane_count, with_lane, zero_of
from bough.mechanism.pieces import DEGREE, FIRST, INVERSE, MIDDLE, START


@kernel
def time_of(tree, q):
    """The time, which follows the coordinates; zero if nothing depends on it."""
    t = zero_of(get(q, 0))
    if tree.timed:
        t = t + get(q, tree.coordinates - 1)
    return t


@kernel
def signal(tree, k, t):
    """(value, rate, acceleration) of signal k at time t, which may differ from lane to lane."""
    return curve(tree.signal_pieces, tree.signal_at[k], tree.signal_at[k + 1], t)


def curve(pieces, first, end, t):
    """The same of a piecewise polynomial, whose pieces are rows from ``first`` to ``end``.

    Interpreted, a table may also know numbers that are added to its curves (``added``, by their first rows).
    """
    found = t.curve(pieces, first, end) if isinstance(t, Symbol) else curve_by_lane(pieces, first, end, t)
    added = getattr(pieces, "added", {}).get(first)
    return found if added is None else tuple(x + y for x, y in zip(found, added, strict=True))


@kernel
def curve_by_lane(pieces, first, end, t):
    """The same for numbers with values."""
    value, rate, acceleration = zero_of(t), zero_of(t), zero_of(t)
    for place in range(lane_count(t)):
        x, y, z = polynomial(pieces, piece_at(pieces, first, end, lane(t, place)), lane(t, place))
        value, rate, acceleration = (
            with_lane(value, place, x),
            with_lane(rate, place, y),
            with_lane(acceleration, place, z),
        )
    return value, rate, acceleration


@kernel
def follow(tree, at, where, t):
    """(value, rate) of an input of a force: a constant among its numbers, or a signal, if its places name one."""
    k = tree.force_places[where]
    if k >= 0:
        value, rate, _ = signal(tree, k, t)
        return value, rate
    return zero_of(t) + tree.force_numbers[at, 0], zero_of(t)


@kernel
def follow3(tree, at, where, t):
    """The values of three signals."""
    return follow(tree, at, where, t)[0], follow(tree, at + 1, where + 1, t)[0], follow(tree, at + 2, where + 2, t)[0]


@kernel
def piece_at(pieces, low, high, t):
    """The last piece that has started by the time t, or the first."""
    while high - low > 1:
        middle = (low + high) >> 1
        if pieces[middle, START] <= t:
            low = middle
        else:
            high = middle
    return low


@kernel
def polynomial(pieces, piece, t):
    """(value, rate, acceleration) of a piece, by Horner's rule."""
    inverse = pieces[piece, INVERSE]
    x = (t - pieces[piece, MIDDLE]) * inverse
    value, rate, acceleration = 0.0, 0.0, 0.0
    for k in range(DEGREE + 1):
        acceleration = acceleration * x + 2.0 * rate
        rate = rate * x + value
        value = value * x + pieces[piece, FIRST + DEGREE - k]
    return value, rate * inverse, acceleration * inverse * inverse
