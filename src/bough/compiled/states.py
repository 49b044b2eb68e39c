"""How compiled kernels see the arrays of a caller (q, u, τ, wrenches, results): as a ``State``, made from the array object itself.

A state is one row of such an array, or the W rows that start at its pointer. Imported only when something is compiled.
"""

from __future__ import annotations

from functools import partial

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import NativeValue, intrinsic, models, register_model, unbox

from bough.arithmetic import scalar
from bough.arithmetic.lanes import VECTOR, WIDTH, define, lane_index, lanes
from bough.compiled.memory import WORD, BlockType, as_scalar, load_element, store_element


class StateType(types.Type):
    """A caller's array, for one state or for the lanes."""

    def __init__(self, dtype):
        self.dtype = dtype
        super().__init__(name=f"State({dtype})")


@register_model(StateType)
class _StateModel(models.StructModel):
    def __init__(self, manager, type_):
        members = [("data", types.CPointer(types.float64)), ("lane", types.intp), ("row", types.intp)]
        super().__init__(manager, type_, members)


_single, _laned = StateType(types.float64), StateType(lanes)


class ObjectType(types.Type):
    """A Python object as it is: compiled code inspects an array itself, which is faster than unpacking it."""

    def __init__(self):
        super().__init__(name="Object")


array_object = ObjectType()


@register_model(ObjectType)
class _ObjectModel(models.PrimitiveModel):
    def __init__(self, manager, type_):
        super().__init__(manager, type_, ir.IntType(8).as_pointer())


@unbox(ObjectType)
def _unbox_object(type_, object_, c):
    return NativeValue(object_)


# NumPy's array structure, as its C API lays it out after the object's header: words of 8 bytes
_HEADER = object.__basicsize__
_DATA, _AXES, _SHAPE, _STRIDES, _DTYPE, _FLAGS = (_HEADER + 8 * k for k in (0, 1, 2, 3, 5, 6))
_CONTIGUOUS_ALIGNED_WRITABLE = 0x0001 | 0x0100 | 0x0400


def _member(builder, object_, offset, type_=WORD):
    pointer = builder.gep(object_, [ir.Constant(WORD, offset)])
    return builder.load(builder.bitcast(pointer, type_.as_pointer()))


def _axis(builder, object_, member, k):
    lengths = builder.inttoptr(_member(builder, object_, member), WORD.as_pointer())
    return builder.load(builder.gep(lengths, [k]))


@intrinsic
def is_vector(typing_context, object_, array_class, dtype, length):
    """Whether an object is a contiguous vector of doubles of this length, from addresses of NumPy's class and dtype."""

    def generate(context, builder, signature, args):
        array, array_class, dtype, length = args
        result = cgutils.alloca_once_value(builder, cgutils.false_bit)
        is_array = builder.icmp_unsigned("==", _member(builder, array, _HEADER - 8), array_class)
        with builder.if_then(is_array):
            flags = _member(builder, array, _FLAGS, ir.IntType(32))
            wanted = ir.Constant(ir.IntType(32), _CONTIGUOUS_ALIGNED_WRITABLE)
            plain = builder.icmp_unsigned("==", builder.and_(flags, wanted), wanted)
            doubles = builder.icmp_unsigned("==", _member(builder, array, _DTYPE), dtype)
            one = ir.Constant(ir.IntType(32), 1)
            vector = builder.icmp_unsigned("==", _member(builder, array, _AXES, ir.IntType(32)), one)
            with builder.if_then(builder.and_(builder.and_(plain, doubles), vector)):
                here = _axis(builder, array, _SHAPE, ir.Constant(WORD, 0))
                builder.store(builder.icmp_signed("==", here, length), result)
        return builder.load(result)

    return types.boolean(object_, types.int64, types.int64, types.int64), generate


def _define_view(state_type):
    """From an array of doubles and the index of a state to a State; only for checked arrays."""

    @intrinsic
    def view(typing_context, object_, first):
        def generate(context, builder, signature, args):
            array, first = args
            axes = builder.zext(_member(builder, array, _AXES, ir.IntType(32)), WORD)
            last = builder.sub(axes, ir.Constant(WORD, 1))
            state = context.make_helper(builder, state_type)
            state.row = _axis(builder, array, _SHAPE, last)
            stride = _axis(builder, array, _STRIDES, ir.Constant(WORD, 0))
            state.lane = builder.ashr(stride, ir.Constant(WORD, 3))
            data = builder.inttoptr(_member(builder, array, _DATA), ir.DoubleType().as_pointer())
            state.data = builder.gep(data, [builder.mul(state.lane, first)])
            return state._getvalue()

        return state_type(object_, types.int64), generate

    return view


@intrinsic
def length_of(typing_context, object_):
    """The length of an array's first axis."""

    def generate(context, builder, signature, args):
        return _axis(builder, args[0], _SHAPE, ir.Constant(WORD, 0))

    return types.int64(object_), generate


view_single, view_lanes = _define_view(_single), _define_view(_laned)


@intrinsic
def prefetch_lanes(typing_context, object_, first):
    """Prefetch the W states from ``first`` on; kernels read them in an order that processors cannot predict."""

    def generate(context, builder, signature, args):
        array, first = args
        bytes_per_state = _axis(builder, array, _STRIDES, ir.Constant(WORD, 0))
        start = builder.add(_member(builder, array, _DATA), builder.mul(bytes_per_state, first))
        size = builder.mul(bytes_per_state, ir.Constant(WORD, WIDTH))
        pointer = ir.IntType(8).as_pointer()
        flag = ir.IntType(32)
        function_type = ir.FunctionType(ir.VoidType(), [pointer, flag, flag, flag])
        prefetch = cgutils.get_or_insert_function(builder.module, function_type, "llvm.prefetch.p0")
        lines = builder.udiv(builder.add(size, ir.Constant(WORD, 63)), ir.Constant(WORD, 64))
        with cgutils.for_range(builder, lines) as loop:
            line = builder.add(start, builder.mul(loop.index, ir.Constant(WORD, 64)))
            # to be read, into the second cache, data
            builder.call(prefetch, [builder.inttoptr(line, pointer), flag(0), flag(2), flag(1)])
        return context.get_dummy_value()

    return types.void(object_, types.int64), generate


def _define_table_view(state_type):
    """From the address of a table of rows of six per state (0 for none) and the index of a state to a State."""

    @intrinsic
    def view(typing_context, address, rows, first):
        def generate(context, builder, signature, args):
            state = context.make_helper(builder, state_type)
            state.row = ir.Constant(WORD, 6)
            state.lane = builder.mul(args[1], state.row)
            start = builder.inttoptr(args[0], ir.DoubleType().as_pointer())
            given = builder.icmp_unsigned("!=", args[0], ir.Constant(WORD, 0))
            state.data = builder.select(given, builder.gep(start, [builder.mul(state.lane, args[2])]), start)
            return state._getvalue()

        return state_type(types.int64, types.int64, types.int64), generate

    return view


view_wrenches_single, view_wrenches_lanes = _define_table_view(_single), _define_table_view(_laned)


def _pointers(context, builder, signature, args, indices):
    """Pointers to the element of each lane; one pointer for a single state."""
    state_type = signature.args[0]
    state = context.make_helper(builder, state_type, value=args[0])
    index = context.cast(builder, args[1], signature.args[1], types.intp)
    if indices == 2:
        column = context.cast(builder, args[2], signature.args[2], types.intp)
        index = builder.add(builder.mul(index, state.row), column)
    pointer = builder.gep(state.data, [index])
    if state_type.dtype is not lanes:
        return [pointer]
    return [builder.gep(pointer, [builder.mul(state.lane, ir.Constant(WORD, k))]) for k in range(WIDTH)]


def _gather(context, builder, signature, args, indices):
    pointers = _pointers(context, builder, signature, args, indices)
    if len(pointers) == 1:
        return builder.load(pointers[0])
    value = ir.Constant(VECTOR, ir.Undefined)
    for lane, pointer in enumerate(pointers):
        value = builder.insert_element(value, builder.load(pointer), lane_index(lane))
    return value


def _scatter(context, builder, signature, args, indices):
    pointers = _pointers(context, builder, signature, args, indices)
    value = as_scalar(context, builder, signature.args[0].dtype, signature.args[-1], args[-1])
    if len(pointers) == 1:
        builder.store(value, pointers[0])
    else:
        for lane, pointer in enumerate(pointers):
            builder.store(builder.extract_element(value, lane_index(lane)), pointer)
    return context.get_dummy_value()


@intrinsic
def _get(typing_context, state, k):
    generate = load_element if isinstance(state, BlockType) else partial(_gather, indices=1)
    return state.dtype(state, k), generate


@intrinsic
def _put(typing_context, state, k, x):
    generate = store_element if isinstance(state, BlockType) else partial(_scatter, indices=1)
    return types.void(state, k, x), generate


@intrinsic
def _get_row(typing_context, state, row, column):
    generate = load_element if isinstance(state, BlockType) else partial(_gather, indices=2)
    return state.dtype(state, row, column), generate


@intrinsic
def _put_row(typing_context, state, row, column, x):
    return types.void(state, row, column, x), partial(_scatter, indices=2)


@intrinsic
def _is_given(typing_context, state):
    def generate(context, builder, signature, args):
        is_block = isinstance(signature.args[0], BlockType)
        data = args[0] if is_block else context.make_helper(builder, signature.args[0], value=args[0]).data
        return builder.icmp_unsigned("!=", data, ir.Constant(data.type, None))

    return types.boolean(state), generate


define(scalar.get, lambda state, k: _get(state, k))
define(scalar.put, lambda state, k, x: _put(state, k, x))
define(scalar.get_row, lambda state, row, column: _get_row(state, row, column))
define(scalar.put_row, lambda state, row, column, x: _put_row(state, row, column, x))
define(scalar.is_given, lambda state: _is_given(state))
