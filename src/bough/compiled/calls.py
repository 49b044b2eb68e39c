"""How compiled kernels call a function by its address, and how a user's function gets arguments and returns results.

Imported only when something is compiled.
"""

from __future__ import annotations

from llvmlite import ir
from numba import types
from numba.core.errors import TypingError
from numba.extending import intrinsic, register_jitable

from bough.arithmetic import scalar
from bough.arithmetic.lanes import INLINE, WIDTH, define, lanes
from bough.compiled.functions import misfit
from bough.compiled.memory import WORD
from bough.mechanism.following import curve, curve_by_lane
from bough.mechanism.joints.own.kernels import run_own
from bough.mechanism.joints.own.programs import PROGRAMS


@intrinsic
def _call_law(typing_context, function, block):
    def generate(context, builder, signature, args):
        function, block = args
        kind = ir.FunctionType(WORD, [WORD, WORD])
        pointer = builder.inttoptr(function, kind.as_pointer())
        start = builder.ptrtoint(block, WORD)
        count = WIDTH if signature.args[1].dtype is lanes else 1
        for k in range(count):
            builder.call(pointer, [builder.add(start, ir.Constant(WORD, 8 * k)), ir.Constant(WORD, count)])
        return context.get_dummy_value()

    return types.void(types.int64, block), generate


@intrinsic
def _call(typing_context, function, table):
    def generate(context, builder, signature, args):
        kind = ir.FunctionType(WORD, [WORD])
        return builder.call(builder.inttoptr(args[0], kind.as_pointer()), [args[1]])

    return types.int64(types.int64, types.int64), generate


@intrinsic
def _call_step(typing_context, function, table, i, step):
    def generate(context, builder, signature, args):
        kind = ir.FunctionType(WORD, [WORD, WORD, WORD])
        return builder.call(builder.inttoptr(args[0], kind.as_pointer()), args[1:])

    return types.int64(types.int64, types.int64, types.int64, types.int64), generate


@intrinsic
def _call_program(typing_context, function, block, pieces, columns):
    def generate(context, builder, signature, args):
        kind = ir.FunctionType(WORD, [WORD, WORD, WORD])
        pointer = builder.inttoptr(args[0], kind.as_pointer())
        builder.call(pointer, [builder.ptrtoint(place, WORD) for place in args[1:]])
        return context.get_dummy_value()

    return types.void(types.int64, block, pieces, columns), generate


@register_jitable(**INLINE)
def _run_own(tree, i, program, work):
    _call_program(
        tree.own_programs[PROGRAMS * i + program],
        scalar.after(work.own, tree.own_at[i]),
        scalar.after(tree.own_pieces, tree.own_first_piece[i]),
        scalar.after(work.columns, tree.dof[i]),
    )


def argument_reader(shape):
    """A compiled function from an address and a stride to arguments: a number for None, a tuple for a length."""

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


def result_writer(inputs, outputs, told):
    """A compiled function that writes the result of a user's function, numbers or tuples of them, after its inputs.

    ``told`` takes what is wrong with the result: of the errors that Numba makes of that, little can be read.
    """

    @intrinsic
    def write(typing_context, address, stride, values):
        parts = list(values.types) if isinstance(values, types.BaseTuple) else [values]
        if wrong := _without_numbers(values) or misfit(
            None if types.none in parts else [len(_leaves(part)) for part in parts], outputs, "gives"
        ):
            told.append(wrong)
            raise TypingError(wrong)

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
    """The numbers within a type: each with its type and its path."""
    if isinstance(kind, types.BaseTuple):
        return [leaf for k, part in enumerate(kind.types) for leaf in _leaves(part, (*way, k))]
    return [(kind, way)]


def _without_numbers(values):
    """What a result has that are no numbers; empty if nothing, or if that is no result at all."""
    for kind, _ in _leaves(values):
        if isinstance(kind, types.Optional):
            return f"it must give numbers or tuples of them, but may give None in place of {kind.type}"
        if kind != types.none and not isinstance(kind, types.Number | types.Boolean):
            return f"it must give numbers or tuples of them, but gives {kind}"
    return ""


define(run_own, lambda tree, i, program, work: _run_own(tree, i, program, work))
define(scalar.call_law, lambda function, block, inputs, outputs: _call_law(function, block))
define(curve, lambda pieces, first, end, t: curve_by_lane(pieces, first, end, t))
define(scalar.call, lambda function, table: _call(function, table))
define(scalar.call_step, lambda function, table, i, step: _call_step(function, table, i, step))
