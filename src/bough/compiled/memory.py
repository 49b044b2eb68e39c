"""How compiled kernels see memory: as bare pointers, so that passing a whole tree to a function costs one argument.

``Table``
    A named tuple of arrays as the address of a list of addresses. ``tree.parent`` loads one and is a
``Block``
    Rows of a fixed width of integers, doubles or lanes: ``tree.parent[i]``, ``tree.mount[i, k]``, ``load(work.offset, i, k)``.

Arrays of the caller are in ``states.py``. Imported only when something is compiled.
"""

from __future__ import annotations

import operator

from llvmlite import ir
from numba import types
from numba.core.typing.templates import AttributeTemplate
from numba.extending import (
    infer_getattr,
    intrinsic,
    lower_builtin,
    lower_getattr_generic,
    models,
    register_model,
    type_callable,
)

from bough.arithmetic import scalar
from bough.arithmetic.lanes import WIDTH, define, lanes, vector_of

WORD = ir.IntType(64)


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
    index = builder.mul(row, ir.Constant(WORD, block.width), flags=("nsw",))
    if len(args) > 2:
        index = builder.add(index, context.cast(builder, args[2], signature.args[2], types.intp), flags=("nsw",))
    return builder.gep(args[0], [index], inbounds=True), 8 * WIDTH if block.dtype is lanes else 8


@intrinsic
def _load(typing_context, work, row, column):
    return work.dtype(work, row, column), load_element


@intrinsic
def _store(typing_context, work, row, column, x):
    return types.void(work, row, column, x), store_element


def as_scalar(context, builder, wanted, given, value):
    """A value as the scalar that memory holds."""
    if wanted is lanes:
        return vector_of(context, builder, given, value)
    return context.cast(builder, value, given, wanted)


@type_callable(operator.getitem)
def _type_getitem(context):
    return lambda block, index: block.dtype if isinstance(block, BlockType) else None


def _constant_load(builder, pointer):
    """A load of data that no kernel ever writes: the compiler may keep or move it."""
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


def load_element(context, builder, signature, args):
    pointer, align = _element(context, builder, signature, args)
    return builder.load(pointer, align=align)


def store_element(context, builder, signature, args):
    *place, x = args
    pointer, align = _element(context, builder, signature, place)
    builder.store(as_scalar(context, builder, signature.args[0].dtype, signature.args[-1], x), pointer, align=align)
    return context.get_dummy_value()


@intrinsic
def _after(typing_context, block, rows):
    def generate(context, builder, signature, args):
        return _element(context, builder, signature, args)[0]

    return block(block, rows), generate


define(scalar.after, lambda block, rows: _after(block, rows))
define(scalar.load, lambda work, row, column: _load(work, row, column))
define(scalar.store, lambda work, row, column, x: _store(work, row, column, x))


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
        super().__init__(manager, type_, WORD)


@infer_getattr
class _TableAttributes(AttributeTemplate):
    key = TableType

    def generic_resolve(self, table, name):
        return table.fields.get(name)


@lower_getattr_generic(TableType)
def _get_field(context, builder, table, address, name):
    words = builder.inttoptr(address, WORD.as_pointer())
    word = _constant_load(builder, builder.gep(words, [ir.Constant(WORD, table.places[name])]))
    field = table.fields[name]
    return word if field is types.int64 else builder.inttoptr(word, context.get_data_type(field))


def table_reader(table):
    """A compiled function from an address to a table."""

    @intrinsic
    def read(typing_context, address):
        return table(types.int64), lambda context, builder, signature, args: args[0]

    return read


def block_reader(block):
    """A compiled function from an address to a block."""

    @intrinsic
    def read(typing_context, address):
        def generate(context, builder, signature, args):
            return builder.inttoptr(args[0], context.get_data_type(block))

        return block(types.int64), generate

    return read


@intrinsic
def table_address(typing_context, table):
    """The address of a table."""
    return types.int64(table), lambda context, builder, signature, args: args[0]
