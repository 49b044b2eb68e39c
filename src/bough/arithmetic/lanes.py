"""``Lanes``: W states side by side in one SIMD register, as a scalar type of Numba.

Only ``numba.extending`` is used. The data model is an LLVM vector. Arithmetic with an ordinary number applies it to
every lane. Importing this module registers the compiled meaning of the primitives of :mod:`bough.arithmetic.scalar`,
for ``float64`` and for ``Lanes``; it is imported when the first kernel is compiled.
"""

import operator

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import (
    intrinsic,
    lower_builtin,
    models,
    overload,
    register_jitable,
    register_model,
    type_callable,
)

from bough.arithmetic import scalar
from bough.arithmetic.pipeline import PartCompiler
from bough.arithmetic.width import lane_width

WIDTH = lane_width()
VECTOR = ir.VectorType(ir.DoubleType(), WIDTH)
# allow fused multiply-add and ignore the sign of zero; the order of operations is kept and NaN stays NaN
FLAGS = ("contract", "nsz")
COMPILE_OPTIONS = {"fastmath": {"contract", "nsz"}, "error_model": "numpy", "_nrt": False}
OUTLINE = {
    **COMPILE_OPTIONS,
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
    "forceinline": False,
    "pipeline_class": PartCompiler,
}
INLINE = {**OUTLINE, "forceinline": True}


class LanesType(types.Type):
    """The Numba type of W doubles in one register."""

    def __init__(self):
        super().__init__(name=f"Lanes({WIDTH})")


lanes = LanesType()


@register_model(LanesType)
class LanesModel(models.PrimitiveModel):
    def __init__(self, manager, type_):
        super().__init__(manager, type_, VECTOR)


def lane_index(k):
    return ir.Constant(ir.IntType(32), k)


def splat(builder, x, vector=VECTOR):
    """A number in every lane."""
    undefined = ir.Constant(vector, ir.Undefined)
    first = builder.insert_element(undefined, x, lane_index(0))
    return builder.shuffle_vector(first, undefined, ir.Constant(ir.VectorType(ir.IntType(32), vector.count), None))


def vector_of(context, builder, type_, value):
    if isinstance(type_, LanesType):
        return value
    return splat(builder, context.cast(builder, value, type_, types.float64))


def _define_arithmetic(op, instruction):
    """Lanes with lanes, or lanes with a number, generated in place."""

    @type_callable(op)
    def typed(context):
        def result(x, y):
            if LanesType in (type(x), type(y)) and all(isinstance(t, LanesType | types.Number) for t in (x, y)):
                return lanes

        return result

    def generate(context, builder, signature, args):
        a, b = (vector_of(context, builder, t, v) for t, v in zip(signature.args, args, strict=True))
        return getattr(builder, instruction)(a, b, flags=FLAGS)

    for pair in ((LanesType, LanesType), (LanesType, types.Number), (types.Number, LanesType)):
        lower_builtin(op, *pair)(generate)


for _op, _instruction in (
    (operator.add, "fadd"),
    (operator.sub, "fsub"),
    (operator.mul, "fmul"),
    (operator.truediv, "fdiv"),
):
    _define_arithmetic(_op, _instruction)


@type_callable(operator.neg)
def _type_negate(context):
    return lambda x: lanes if isinstance(x, LanesType) else None


@lower_builtin(operator.neg, LanesType)
def _negate(context, builder, signature, args):
    return builder.fneg(args[0])


# --- functions of one scalar, float64 or lanes -----------------------------------------------------------------


def _llvm(type_):
    return VECTOR if isinstance(type_, LanesType) else ir.DoubleType()


def _call(builder, name, type_, value):
    """An LLVM intrinsic of one argument."""
    suffix = f"v{WIDTH}f64" if type_ is VECTOR else "f64"
    function_type = ir.FunctionType(type_, [type_])
    function = cgutils.get_or_insert_function(builder.module, function_type, f"llvm.{name}.{suffix}")
    return builder.call(function, [value])


def _define_unary(name):

    @intrinsic
    def primitive(typing_context, x):
        def generate(context, builder, signature, args):
            return _call(builder, name, _llvm(signature.args[0]), args[0])

        return x(x), generate

    return primitive


_sqrt, _nearest, _floor, _sin, _cos = (_define_unary(name) for name in ("sqrt", "nearbyint", "floor", "sin", "cos"))


@intrinsic
def _zero(typing_context, x):
    def generate(context, builder, signature, args):
        return ir.Constant(_llvm(signature.args[0]), None)

    return x(x), generate


@intrinsic
def _where_positive(typing_context, test, x, y):
    """x where test > 0, else y, lane by lane."""

    def generate(context, builder, signature, args):
        zero = ir.Constant(_llvm(signature.args[0]), None)
        return builder.select(builder.fcmp_ordered(">", args[0], zero), args[1], args[2])

    return x(test, x, y), generate


@intrinsic
def _lane_count(typing_context, x):
    def generate(context, builder, signature, args):
        return ir.Constant(ir.IntType(64), WIDTH if isinstance(signature.args[0], LanesType) else 1)

    return types.int64(x), generate


@intrinsic
def _lane(typing_context, x, k):
    def generate(context, builder, signature, args):
        return builder.extract_element(*args) if isinstance(signature.args[0], LanesType) else args[0]

    return types.float64(x, types.int64), generate


@intrinsic
def _with_lane(typing_context, x, k, value):
    def generate(context, builder, signature, args):
        x, k, value = args
        return builder.insert_element(x, value, k) if isinstance(signature.args[0], LanesType) else value

    return x(x, types.int64, types.float64), generate


@intrinsic
def _all_within(typing_context, x, bound):
    """Whether |x| <= bound in every lane; False for NaN."""

    def generate(context, builder, signature, args):
        type_ = _llvm(signature.args[0])
        magnitude = _call(builder, "fabs", type_, args[0])
        if type_ is not VECTOR:
            return builder.fcmp_ordered("<=", magnitude, args[1])
        mask = builder.fcmp_ordered("<=", magnitude, splat(builder, args[1]))
        every = ir.Constant(ir.IntType(WIDTH), -1)
        return builder.icmp_unsigned("==", builder.bitcast(mask, ir.IntType(WIDTH)), every)

    return types.boolean(x, types.float64), generate


@intrinsic
def _all_above(typing_context, x, share, y):
    """Whether x > share y in every lane; False for NaN."""

    def generate(context, builder, signature, args):
        type_ = _llvm(signature.args[0])
        share = args[1] if type_ is not VECTOR else splat(builder, args[1])
        mask = builder.fcmp_ordered(">", args[0], builder.fmul(share, args[2], flags=FLAGS))
        if type_ is not VECTOR:
            return mask
        return builder.icmp_unsigned("==", builder.bitcast(mask, ir.IntType(WIDTH)), ir.Constant(ir.IntType(WIDTH), -1))

    return types.boolean(x, types.float64, x), generate


@intrinsic
def align_stack(typing_context):
    """Align the calling function's stack to a register of lanes: spilled registers then do not straddle cache lines."""

    def generate(context, builder, signature, args):
        builder.function.attributes.alignstack = 8 * WIDTH
        builder.function.attributes.add("nounwind")  # llvmlite prints no attributes if this set is empty
        return context.get_dummy_value()

    return types.void(), generate


# (no overload: that would be a function of its own, and this is about the calling one)
@type_callable(scalar.out_of_line)
def _type_out_of_line(context):
    return lambda: types.none


@lower_builtin(scalar.out_of_line)
def _out_of_line(context, builder, signature, args):
    builder.function.attributes.add("noinline")
    return context.get_dummy_value()


@intrinsic
def _in_memory(typing_context):
    def generate(context, builder, signature, args):
        builder.asm(ir.FunctionType(ir.VoidType(), []), "", "~{memory}", [], side_effect=True)
        return context.get_dummy_value()

    return types.void(), generate


# --- the compiled meaning of the primitives ---------------------------------------------------------------------


@register_jitable(**OUTLINE)
def _library_sincos(x):
    scalar.out_of_line()
    return _sin(x), _cos(x)


@register_jitable(**INLINE)
def _sincos(x):
    if not _all_within(x, scalar.REDUCIBLE):
        return _library_sincos(x)
    return scalar.reduced_sincos(x)


def define(public, compiled):
    """Give a primitive of :mod:`bough.arithmetic.scalar` its compiled meaning."""
    overload(public, jit_options=INLINE, strict=False)(lambda *types_: compiled)


define(scalar.in_memory, lambda: _in_memory())
define(scalar.zero_of, lambda x: _zero(x))
define(scalar.sqrt, lambda x: _sqrt(x))
define(scalar.nearest, lambda x: _nearest(x))
define(scalar.floor, lambda x: _floor(x))
define(scalar.angle, lambda y, x: scalar.angle_by_lane(y, x))
define(scalar.sincos, lambda x: _sincos(x))
define(scalar.where_positive, lambda test, x, y: _where_positive(test, x, y))
define(scalar.lane_count, lambda x: _lane_count(x))
define(scalar.lane, lambda x, k: _lane(x, k))
define(scalar.with_lane, lambda x, k, value: _with_lane(x, k, value))
define(scalar.is_above, lambda x, share, y: _all_above(x, share, y))
define(scalar.is_small, lambda x, bound: _all_within(x, bound))
scalar.register_kernels(lambda function, is_inlined: register_jitable(**(INLINE if is_inlined else OUTLINE))(function))
