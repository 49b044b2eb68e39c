"""How compiled kernels see memory: as bare pointers, so that handing a whole tree to a function costs one argument.

``Table``
    A named tuple of arrays as the address of a list of addresses. ``tree.parent`` loads one and is a
``Block``
    Rows of a fixed width of integers, doubles or lanes: ``tree.parent[i]``, ``tree.mount[i, k]``, ``load(work.offset, i, k)``.
``State``
    An array of the caller (q, u, τ, wrenches, results) for one state, or for the W states that start at its pointer, made from the
    array object itself.

Imported only when something is compiled.
"""

from __future__ import annotations

import operator
from functools import partial

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.errors import TypingError
from numba.core.typing.templates import AttributeTemplate
from numba.extending import (
    NativeValue,
    infer_getattr,
    intrinsic,
    lower_builtin,
    lower_getattr_generic,
    models,
    register_model,
    type_callable,
    unbox,
)

from bough.arithmetic import scalar
from bough.arithmetic.lanes import VECTOR, WIDTH, define, lane_index, lanes, vector_of

_WORD = ir.IntType(64)


# --- blocks -----------------------------------------------------------------------------------------------------


class BlockType(types.Type):
    """Rows of ``width`` elements of a type."""

    def __init__(self, dtype, width):
        self.dtype, self.width = dtype, width
        super().__init__(name=f"Block({dtype}, {width})")


@register_model(BlockType)
class _BlockModel(models.PrimitiveModel):
    def __init__(self, manager, type_):
        super().__init__(manager, type_, manager.lookup(type_.dtype).get_data_type().as_pointer())


def _element(context, builder, signature, args):
    """Pointer to an element, and its alignment."""
    block = signature.args[0]
    row = context.cast(builder, args[1], signature.args[1], types.intp)
    index = builder.mul(row, ir.Constant(_WORD, block.width), flags=("nsw",))
    if len(args) > 2:
        index = builder.add(index, context.cast(builder, args[2], signature.args[2], types.intp), flags=("nsw",))
    return builder.gep(args[0], [index], inbounds=True), 8 * WIDTH if block.dtype is lanes else 8


@intrinsic
def _load(typing_context, work, row, column):
    return work.dtype(work, row, column), _load_element


@intrinsic
def _store(typing_context, work, row, column, x):
    return types.void(work, row, column, x), _store_element


def _as(context, builder, wanted, given, value):
    """A value as the scalar that memory holds."""
    if wanted is lanes:
        return vector_of(context, builder, given, value)
    return context.cast(builder, value, given, wanted)


@type_callable(operator.getitem)
def _type_getitem(context):
    return lambda block, index: block.dtype if isinstance(block, BlockType) else None


def _constant_load(builder, pointer):
    """A load of something that no kernel ever writes: the compiler may keep or move it."""
    value = builder.load(pointer, align=8)
    value.set_metadata("invariant.load", builder.module.add_metadata([]))
    return value


@lower_builtin(operator.getitem, BlockType, types.Integer)
def _get_constant(context, builder, signature, args):
    return _constant_load(builder, _element(context, builder, signature, args)[0])


@lower_builtin(operator.getitem, BlockType, types.UniTuple)
@lower_builtin(operator.getitem, BlockType, types.Tuple)
def _get_constant_of_row(context, builder, signature, args):
    block, index = signature.args
    parts = [builder.extract_value(args[1], k) for k in range(2)]
    flat = block.dtype(block, *index.types)
    return _constant_load(builder, _element(context, builder, flat, [args[0], *parts])[0])


# --- tables -----------------------------------------------------------------------------------------------------


class TableType(types.Type):
    """Named fields, each an integer or the address of a block; the k-th is the k-th word at the table's address."""

    def __init__(self, name, fields):
        self.fields = fields
        self.places = {field: k for k, field in enumerate(fields)}
        super().__init__(name=name)


@register_model(TableType)
class _TableModel(models.PrimitiveModel):
    def __init__(self, manager, type_):
        super().__init__(manager, type_, _WORD)


@infer_getattr
class _TableAttributes(AttributeTemplate):
    key = TableType

    def generic_resolve(self, table, name):
        return table.fields.get(name)


@lower_getattr_generic(TableType)
def _get_field(context, builder, table, address, name):
    words = builder.inttoptr(address, _WORD.as_pointer())
    word = _constant_load(builder, builder.gep(words, [ir.Constant(_WORD, table.places[name])]))
    field = table.fields[name]
    return word if field is types.int64 else builder.inttoptr(word, context.get_data_type(field))


def table_reader(table):
    """A compiled function from an address to a table."""

    @intrinsic
    def read(typing_context, address):
        return table(types.int64), lambda context, builder, signature, args: args[0]

    return read


# --- states -----------------------------------------------------------------------------------------------------


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
    """A Python object as it is: an array is looked at in compiled code, which is quicker than to have it unpacked."""

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


def _member(builder, object_, offset, type_=_WORD):
    pointer = builder.gep(object_, [ir.Constant(_WORD, offset)])
    return builder.load(builder.bitcast(pointer, type_.as_pointer()))


def _axis(builder, object_, member, k):
    lengths = builder.inttoptr(_member(builder, object_, member), _WORD.as_pointer())
    return builder.load(builder.gep(lengths, [k]))


@intrinsic
def is_vector(typing_context, object_, array_class, dtype, length):
    """Whether an object is a plain contiguous vector of doubles of this length, given the addresses of NumPy's class and dtype."""

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
                here = _axis(builder, array, _SHAPE, ir.Constant(_WORD, 0))
                builder.store(builder.icmp_signed("==", here, length), result)
        return builder.load(result)

    return types.boolean(object_, types.int64, types.int64, types.int64), generate


def _define_view(state_type):
    """From an array of doubles and the index of a state to a State; only for arrays that are known to fit."""

    @intrinsic
    def view(typing_context, object_, first):
        def generate(context, builder, signature, args):
            array, first = args
            axes = builder.zext(_member(builder, array, _AXES, ir.IntType(32)), _WORD)
            last = builder.sub(axes, ir.Constant(_WORD, 1))
            state = context.make_helper(builder, state_type)
            state.row = _axis(builder, array, _SHAPE, last)
            stride = _axis(builder, array, _STRIDES, ir.Constant(_WORD, 0))
            state.lane = builder.ashr(stride, ir.Constant(_WORD, 3))
            data = builder.inttoptr(_member(builder, array, _DATA), ir.DoubleType().as_pointer())
            state.data = builder.gep(data, [builder.mul(state.lane, first)])
            return state._getvalue()

        return state_type(object_, types.int64), generate

    return view


@intrinsic
def length_of(typing_context, object_):
    """The length of an array's first axis."""

    def generate(context, builder, signature, args):
        return _axis(builder, args[0], _SHAPE, ir.Constant(_WORD, 0))

    return types.int64(object_), generate


view_single, view_lanes = _define_view(_single), _define_view(_laned)


@intrinsic
def prefetch_lanes(typing_context, object_, first):
    """Call the W states from ``first`` on into the cache; a kernel meets their numbers in an order that no processor foresees."""

    def generate(context, builder, signature, args):
        array, first = args
        bytes_per_state = _axis(builder, array, _STRIDES, ir.Constant(_WORD, 0))
        start = builder.add(_member(builder, array, _DATA), builder.mul(bytes_per_state, first))
        size = builder.mul(bytes_per_state, ir.Constant(_WORD, WIDTH))
        pointer = ir.IntType(8).as_pointer()
        flag = ir.IntType(32)
        function_type = ir.FunctionType(ir.VoidType(), [pointer, flag, flag, flag])
        prefetch = cgutils.get_or_insert_function(builder.module, function_type, "llvm.prefetch.p0")
        lines = builder.udiv(builder.add(size, ir.Constant(_WORD, 63)), ir.Constant(_WORD, 64))
        with cgutils.for_range(builder, lines) as loop:
            line = builder.add(start, builder.mul(loop.index, ir.Constant(_WORD, 64)))
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
            state.row = ir.Constant(_WORD, 6)
            state.lane = builder.mul(args[1], state.row)
            start = builder.inttoptr(args[0], ir.DoubleType().as_pointer())
            given = builder.icmp_unsigned("!=", args[0], ir.Constant(_WORD, 0))
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
    return [builder.gep(pointer, [builder.mul(state.lane, ir.Constant(_WORD, k))]) for k in range(WIDTH)]


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
    value = _as(context, builder, signature.args[0].dtype, signature.args[-1], args[-1])
    if len(pointers) == 1:
        builder.store(value, pointers[0])
    else:
        for lane, pointer in enumerate(pointers):
            builder.store(builder.extract_element(value, lane_index(lane)), pointer)
    return context.get_dummy_value()


def _load_element(context, builder, signature, args):
    pointer, align = _element(context, builder, signature, args)
    return builder.load(pointer, align=align)


def _store_element(context, builder, signature, args):
    *place, x = args
    pointer, align = _element(context, builder, signature, place)
    builder.store(_as(context, builder, signature.args[0].dtype, signature.args[-1], x), pointer, align=align)
    return context.get_dummy_value()


@intrinsic
def _get(typing_context, state, k):
    generate = _load_element if isinstance(state, BlockType) else partial(_gather, indices=1)
    return state.dtype(state, k), generate


@intrinsic
def _put(typing_context, state, k, x):
    generate = _store_element if isinstance(state, BlockType) else partial(_scatter, indices=1)
    return types.void(state, k, x), generate


@intrinsic
def _get_row(typing_context, state, row, column):
    generate = _load_element if isinstance(state, BlockType) else partial(_gather, indices=2)
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


@intrinsic
def _after(typing_context, block, rows):
    def generate(context, builder, signature, args):
        return _element(context, builder, signature, args)[0]

    return block(block, rows), generate


@intrinsic
def _call_law(typing_context, function, block):
    def generate(context, builder, signature, args):
        function, block = args
        kind = ir.FunctionType(_WORD, [_WORD, _WORD])
        pointer = builder.inttoptr(function, kind.as_pointer())
        start = builder.ptrtoint(block, _WORD)
        count = WIDTH if signature.args[1].dtype is lanes else 1
        for k in range(count):
            builder.call(pointer, [builder.add(start, ir.Constant(_WORD, 8 * k)), ir.Constant(_WORD, count)])
        return context.get_dummy_value()

    return types.void(types.int64, block), generate


@intrinsic
def table_address(typing_context, table):
    """Where a table is."""
    return types.int64(table), lambda context, builder, signature, args: args[0]


def argument_reader(shape):
    """A compiled function from an address and a stride to arguments: a number for None, a tuple of as many for a length."""

    @intrinsic
    def read(typing_context, address, stride):
        double = types.float64
        parts = [double if size is None else types.BaseTuple.from_types((double,) * size) for size in shape]
        kind = types.BaseTuple.from_types(parts)

        def generate(context, builder, signature, args):
            place = _places(builder, *args)
            found = []
            for size, part in zip(shape, parts, strict=True):
                numbers = [builder.load(next(place)) for _ in range(1 if size is None else size)]
                found.append(numbers[0] if size is None else context.make_tuple(builder, part, numbers))
            return context.make_tuple(builder, kind, found)

        return kind(types.int64, types.int64), generate

    return read


def result_writer(inputs, outputs):
    """A compiled function that writes what a user's function gives, numbers or tuples of them, after its inputs."""

    @intrinsic
    def write(typing_context, address, stride, values):
        if len(_leaves(values)) != outputs:
            raise TypingError(
                f"it must give {'a number' if outputs == 1 else f'{outputs} numbers'}, but gives {values}"
            )

        def generate(context, builder, signature, args):
            place = _places(builder, *args[:2])
            for _ in range(inputs):
                next(place)
            for kind, way in _leaves(signature.args[2]):
                value = args[2]
                for step in way:
                    value = builder.extract_value(value, step)
                builder.store(context.cast(builder, value, kind, types.float64), next(place))
            return context.get_dummy_value()

        return types.void(types.int64, types.int64, values), generate

    return write


def _places(builder, address, stride):
    """Pointers to every ``stride``-th double from an address on."""
    pointer = builder.inttoptr(address, ir.DoubleType().as_pointer())
    while True:
        yield pointer
        pointer = builder.gep(pointer, [stride])


def _leaves(kind, way=()):
    """The numbers within a type: each with its type and the way to it."""
    if isinstance(kind, types.BaseTuple):
        return [leaf for k, part in enumerate(kind.types) for leaf in _leaves(part, (*way, k))]
    if not isinstance(kind, types.Number | types.Boolean):
        raise TypingError(f"it must give numbers or tuples of them, but gives {kind}")
    return [(kind, way)]


@intrinsic
def _call(typing_context, function, table):
    def generate(context, builder, signature, args):
        kind = ir.FunctionType(_WORD, [_WORD])
        return builder.call(builder.inttoptr(args[0], kind.as_pointer()), [args[1]])

    return types.int64(types.int64, types.int64), generate


define(scalar.after, lambda block, rows: _after(block, rows))
define(scalar.call_law, lambda function, block: _call_law(function, block))
define(scalar.call, lambda function, table: _call(function, table))
define(scalar.load, lambda work, row, column: _load(work, row, column))
define(scalar.store, lambda work, row, column, x: _store(work, row, column, x))
define(scalar.get, lambda state, k: _get(state, k))
define(scalar.put, lambda state, k, x: _put(state, k, x))
define(scalar.get_row, lambda state, row, column: _get_row(state, row, column))
define(scalar.put_row, lambda state, row, column, x: _put_row(state, row, column, x))
define(scalar.is_given, lambda state: _is_given(state))
