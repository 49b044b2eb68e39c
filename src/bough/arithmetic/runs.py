"""Runs along a work array of one column: several entries at a time for one state, one at a time for W states.

Imported only when something is compiled.
"""

from __future__ import annotations

from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload, register_jitable

from bough.arithmetic import scalar
from bough.arithmetic.lanes import FLAGS, INLINE, VECTOR, WIDTH, lane_index, lanes, splat


def _entries(builder, pointer, index, count):
    """Pointer to ``count`` doubles of a block, as one vector."""
    vector = ir.VectorType(ir.DoubleType(), count)
    return builder.bitcast(builder.gep(pointer, [index], inbounds=True), vector.as_pointer()), vector


def _define_piece(count):
    """The two runs below, on ``count`` neighbouring doubles of float64 blocks."""

    @intrinsic
    def subtract(typing_context, y, at, x, source, t):
        def generate(context, builder, signature, args):
            target, vector = _entries(builder, args[0], args[1], count)
            other, _ = _entries(builder, args[2], args[3], count)
            product = builder.fmul(builder.load(other, align=8), splat(builder, args[4], vector), flags=FLAGS)
            builder.store(builder.fsub(builder.load(target, align=8), product, flags=FLAGS), target, align=8)
            return context.get_dummy_value()

        return types.void(y, types.int64, x, types.int64, types.float64), generate

    @intrinsic
    def subtract_four(typing_context, y, at, x, sources, b, factors):
        def generate(context, builder, signature, args):
            target, vector = _entries(builder, args[0], builder.add(args[1], args[4]), count)
            z = builder.load(target, align=8)
            for k in range(4):
                source = builder.add(builder.extract_value(args[3], k), args[4])
                row, _ = _entries(builder, args[2], source, count)
                factor = splat(builder, builder.extract_value(args[5], k), vector)
                z = builder.fsub(z, builder.fmul(builder.load(row, align=8), factor, flags=FLAGS), flags=FLAGS)
            builder.store(z, target, align=8)
            return context.get_dummy_value()

        return types.void(y, types.int64, x, sources, types.int64, factors), generate

    @intrinsic
    def dot(typing_context, x, at, y, source):
        def generate(context, builder, signature, args):
            first, _ = _entries(builder, args[0], args[1], count)
            second, _ = _entries(builder, args[2], args[3], count)
            product = builder.fmul(builder.load(first, align=8), builder.load(second, align=8), flags=FLAGS)
            parts = [builder.extract_element(product, lane_index(k)) for k in range(count)]
            while len(parts) > 1:
                parts = [builder.fadd(a, b, flags=FLAGS) for a, b in zip(parts[::2], parts[1::2], strict=True)]
            return parts[0]

        return types.float64(x, types.int64, y, types.int64), generate

    return subtract, subtract_four, dot


_subtract1, _subtract_four1, _dot1 = _define_piece(1)
_subtract2, _subtract_four2, _dot2 = _define_piece(2)
_subtract4, _subtract_four4, _dot4 = _define_piece(4)

# Runs end at the root of a path. Taken in pieces of four from that end, two neighbouring runs use the same pieces of
# memory, so a load finds what was just stored without waiting for the cache.


def _subtract_scaled(y, at, x, source, count, t):
    b = 0
    if count & 1:
        _subtract1(y, at, x, source, t)
        b = 1
    if count & 2:
        _subtract2(y, at + b, x, source + b, t)
        b += 2
    while b < count:
        _subtract4(y, at + b, x, source + b, t)
        b += 4


def _subtract_four_scaled(y, at, x, sources, count, factors):
    b = 0
    if count & 1:
        _subtract_four1(y, at, x, sources, b, factors)
        b = 1
    if count & 2:
        _subtract_four2(y, at, x, sources, b, factors)
        b += 2
    while b < count:
        _subtract_four4(y, at, x, sources, b, factors)
        b += 4


def _subtract_dot(value, x, at, y, source, count):
    b = count - 4
    while b >= 0:
        value = value - _dot4(x, at + b, y, source + b)
        b -= 4
    b += 4
    if b & 2:
        b -= 2
        value = value - _dot2(x, at + b, y, source + b)
    if b & 1:
        value = value - _dot1(x, at, y, source)
    return value


@intrinsic
def _piece(typing_context, block, at):
    """W neighbouring doubles in one register."""

    def generate(context, builder, signature, args):
        return builder.load(_entries(builder, args[0], args[1], WIDTH)[0], align=8)

    return lanes(block, types.int64), generate


@intrinsic
def _put_piece(typing_context, block, at, values):
    def generate(context, builder, signature, args):
        builder.store(args[2], _entries(builder, args[0], args[1], WIDTH)[0], align=8)
        return context.get_dummy_value()

    return types.void(block, types.int64, lanes), generate


@intrinsic
def _nothing(typing_context):
    """A register of zeros."""
    return lanes(), lambda context, builder, signature, args: ir.Constant(VECTOR, None)


@intrinsic
def _total(typing_context, values):
    """The sum of a register's numbers."""

    def generate(context, builder, signature, args):
        parts = [builder.extract_element(args[0], lane_index(k)) for k in range(WIDTH)]
        while len(parts) > 1:
            parts = [builder.fadd(a, b, flags=FLAGS) for a, b in zip(parts[::2], parts[1::2], strict=True)]
        return parts[0]

    return types.float64(lanes), generate


@register_jitable(**INLINE)
def _multiply_piece(row, at, x, source, y, target, t, total):
    entries = _piece(row, at)
    _put_piece(y, target, _piece(y, target) + entries * t)
    return total + entries * _piece(x, source)


@register_jitable(**INLINE)
def _correct_piece(row, at, g, c, x, y, b, t, total):
    entries = _piece(row, at + b) + _piece(g, b) * c
    _put_piece(row, at + b, entries)
    _put_piece(y, b, _piece(y, b) + entries * t)
    return total + entries * _piece(x, b)


# Sums alternate between two registers, so no piece waits for the one before it. The rows of a path end at the root, so
# the remainder comes first; those of a full triangle begin at the same entry of x and y, so it comes last.


def _multiply_run(row, at, x, source, y, target, count, t):
    b, value = 0, 0.0
    if count & 1:
        value = _dot1(row, at, x, source)
        _subtract1(y, target, row, at, -t)
        b = 1
    if WIDTH > 2 and count & 2:
        value = value + _dot2(row, at + b, x, source + b)
        _subtract2(y, target + b, row, at + b, -t)
        b += 2
    if WIDTH > 4 and count & 4:
        value = value + _dot4(row, at + b, x, source + b)
        _subtract4(y, target + b, row, at + b, -t)
        b += 4
    even, odd = _nothing(), _nothing()
    while b + WIDTH < count:
        even = _multiply_piece(row, at + b, x, source + b, y, target + b, t, even)
        b += WIDTH
        odd = _multiply_piece(row, at + b, x, source + b, y, target + b, t, odd)
        b += WIDTH
    if b < count:
        even = _multiply_piece(row, at + b, x, source + b, y, target + b, t, even)
    return value + _total(even + odd)


def _lead_of_lanes(row, at, x, y, count, t):
    return scalar.multiply_run(row, at, x, 0, y, 0, count, t)


def _multiply_lead(row, at, x, y, count, t):
    b, even, odd = 0, _nothing(), _nothing()
    while b + 2 * WIDTH <= count:
        even = _multiply_piece(row, at + b, x, b, y, b, t, even)
        b += WIDTH
        odd = _multiply_piece(row, at + b, x, b, y, b, t, odd)
        b += WIDTH
    if b + WIDTH <= count:
        even = _multiply_piece(row, at + b, x, b, y, b, t, even)
        b += WIDTH
    value = _total(even + odd)
    while b < count:
        entry = scalar.load(row, at + b, 0)
        value = value + entry * scalar.load(x, b, 0)
        scalar.store(y, b, 0, scalar.load(y, b, 0) + entry * t)
        b += 1
    return value


def _correct_lead(row, at, g, c, x, y, count, t):
    b, even, odd = 0, _nothing(), _nothing()
    while b + 2 * WIDTH <= count:
        even = _correct_piece(row, at, g, c, x, y, b, t, even)
        b += WIDTH
        odd = _correct_piece(row, at, g, c, x, y, b, t, odd)
        b += WIDTH
    if b + WIDTH <= count:
        even = _correct_piece(row, at, g, c, x, y, b, t, even)
        b += WIDTH
    value = _total(even + odd)
    while b < count:
        entry = scalar.load(row, at + b, 0) + scalar.load(g, b, 0) * c
        scalar.store(row, at + b, 0, entry)
        value = value + entry * scalar.load(x, b, 0)
        scalar.store(y, b, 0, scalar.load(y, b, 0) + entry * t)
        b += 1
    return value


@overload(scalar.subtract_scaled, jit_options=INLINE)
def _type_subtract_scaled(y, at, x, source, count, t):
    return scalar.subtract_scaled if y.dtype is lanes else _subtract_scaled


@overload(scalar.subtract_four_scaled, jit_options=INLINE)
def _type_subtract_four_scaled(y, at, x, sources, count, factors):
    return scalar.subtract_four_scaled if y.dtype is lanes else _subtract_four_scaled


@overload(scalar.subtract_dot, jit_options=INLINE)
def _type_subtract_dot(value, x, at, y, source, count):
    return scalar.subtract_dot if x.dtype is lanes else _subtract_dot


@overload(scalar.multiply_run, jit_options=INLINE)
def _type_multiply_run(row, at, x, source, y, target, count, t):
    return scalar.multiply_run if row.dtype is lanes else _multiply_run


@overload(scalar.multiply_lead, jit_options=INLINE)
def _type_multiply_lead(row, at, x, y, count, t):
    return _lead_of_lanes if row.dtype is lanes else _multiply_lead


@overload(scalar.correct_lead, jit_options=INLINE)
def _type_correct_lead(row, at, g, c, x, y, count, t):
    return scalar.correct_lead if row.dtype is lanes else _correct_lead
