"""Compiles controllers, as Numba can: with coordinates, velocities and memory by name, and joint forces by name.

Coordinates and velocities are arrays whose type has names: what is within their brackets is resolved as the function is
compiled, and so are dicts that it returns. Plain functions that it calls are compiled with it. There are no fast
mathematics, indices are checked, and what compiled code cannot do is left to Python: a call that fails (``pilot.py``), or
the whole function, which is refused with the reason.

It imports Numba, so it is imported only to compile something.
"""

from __future__ import annotations

import math
import operator
import re
import warnings
from collections.abc import Callable, Hashable, Iterator
from pathlib import Path
from types import CellType, FunctionType, ModuleType
from typing import Any, NamedTuple

import numpy as np
from numba import carray, cfunc, float64, int64, jit, njit, types
from numba.core import ir
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.errors import TypingError
from numba.core.imputils import impl_ret_borrowed
from numba.core.ir_utils import build_definitions, mk_unique_var
from numba.core.registry import CPUDispatcher
from numba.core.untyped_passes import IRProcessing
from numba.extending import intrinsic, models, overload, register_model

from bough.compiled.functions import content_of, reason_of
from bough.compiled.notice import compiling
from bough.errors import MechanismError, UnsupportedError
from bough.mechanism.checks import LARGEST
from bough.mechanism.fingerprint import is_installed, referred

MOST_NUMBERS = 10_000  # of an array that becomes part of compiled code
OPTIONS = {"boundscheck": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}


class Law(NamedTuple):
    """A compiled controller: from the address of five words, of time, q, u, memory and the command, to 0, or 1 if it failed."""

    address: int
    kept: Any


class Names(NamedTuple):
    """What coordinates, velocities and memory are called; ``shape``: of a memory that is an array, without names."""

    q: tuple[str, ...]
    u: tuple[str, ...]
    memory: tuple[str, ...]
    shape: tuple[int, ...]


# --- arrays with names ------------------------------------------------------------------------------------------------


class NamedArray(types.Array):
    """An array of doubles whose entries have names."""

    def __init__(self, names: tuple[str, ...]):
        self.names = names
        super().__init__(types.float64, 1, "C", name=f"array of {', '.join(map(repr, names))}")

    @property
    def key(self) -> Any:
        return *super().key, self.names

    def place(self, key: Any) -> int | None:
        """Where a literal name is."""
        name = key.literal_value if isinstance(key, types.StringLiteral) else None
        return self.names.index(name) if name in self.names else None


register_model(NamedArray)(models.ArrayModel)


@overload(operator.getitem)
def _named_item(array, key):
    if isinstance(array, NamedArray) and (place := array.place(key)) is not None:
        return lambda array, key: array[place]


@overload(operator.setitem)
def _set_named_item(array, key, value):
    if isinstance(array, NamedArray) and (place := array.place(key)) is not None:

        def put(array, key, value):
            array[place] = value

        return put


def _named(names: tuple[str, ...]) -> Any:
    """A function that gives an array names."""
    kind = NamedArray(names)

    @intrinsic
    def name(typing_context, array):
        def generate(context, builder, signature, args):
            return impl_ret_borrowed(context, builder, signature.return_type, args[0])

        return kind(array), generate

    return name


# --- joint forces by name ---------------------------------------------------------------------------------------------


@register_pass(mutates_CFG=False, analysis_only=False)
class ForcesByName(FunctionPass):
    """Turns dicts that a controller returns into tuples of all joint forces, in their order."""

    _name = "bough_forces_by_name"

    def __init__(self) -> None:
        FunctionPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        code, names = state.func_ir, state.args[2].names
        found = [each for block in code.blocks.values() for each in block.body if _is_dict(each)]
        if not found:
            return False
        _refuse_others(code, {each.target.name for each in found})
        for block in code.blocks.values():
            block.body = [
                new for each in block.body for new in (_in_order(code, each, names) if _is_dict(each) else (each,))
            ]
        code._definitions = build_definitions(code.blocks)
        return True


def _is_dict(statement: Any) -> bool:
    value = getattr(statement, "value", None)
    return isinstance(statement, ir.Assign) and isinstance(value, ir.Expr) and value.op == "build_map"


def _refuse_others(code: Any, dicts: set[str]) -> None:
    """Raise an error where dicts are used other than to be returned."""
    statements = [each for block in code.blocks.values() for each in block.body]
    moves = []
    for each in statements:
        value = getattr(each, "value", None)
        source = value.value if isinstance(value, ir.Expr) and value.op == "cast" else value
        if isinstance(each, ir.Assign) and isinstance(source, ir.Var):
            moves.append((each, source.name))
    for _ in moves:  # (a name of a name of a dict, and so on)
        dicts |= {each.target.name for each, source in moves if source in dicts}
    harmless = {id(each) for each, _ in moves}
    for each in statements:
        if isinstance(each, ir.Return | ir.Del) or id(each) in harmless:
            continue
        used = {one.name for one in each.list_vars()} - ({each.target.name} if isinstance(each, ir.Assign) else set())
        if used & dicts:
            raise TypingError("it uses a dict other than to return joint forces")


def _in_order(code: Any, statement: Any, names: tuple[str, ...]) -> Iterator[Any]:
    """The statements that make a tuple of joint forces in place of a dict."""
    loc, scope = statement.loc, statement.target.scope

    def new(name: str, value: Any) -> Any:
        return ir.Assign(value, ir.Var(scope, mk_unique_var(f"${name}"), loc), loc)

    convert, zero = new("float", ir.Global("float", float, loc)), new("zero", ir.Const(0.0, loc))
    yield from (convert, zero)
    values = dict.fromkeys(names, zero.target)
    for key, value in statement.value.items:
        name = code.get_definition(key)
        if not isinstance(name, ir.Const) or name.value not in names:
            raise TypingError("it returns a dict with other keys than the names of velocities")
        number = new("number", ir.Expr.call(convert.target, (value,), (), loc))
        yield number
        values[name.value] = number.target
    yield ir.Assign(ir.Expr.build_tuple(list(values.values()), loc), statement.target, loc)


class ControlCompiler(CompilerBase):
    """Numba's own way, and joint forces by name."""

    def define_pipelines(self) -> list[Any]:
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.add_pass_after(ForcesByName, IRProcessing)
        passes.finalize()
        return [passes]


# --- what a function refers to ----------------------------------------------------------------------------------------


def _prepared(function: FunctionType, contents: list[Hashable], held: list[Any], within: tuple[Any, ...] = ()) -> Any:
    """A function that calls compiled ones in place of plain ones; with what determines all of them, for the cache."""
    if function in within:
        raise UnsupportedError(f"'{function.__name__}' calls itself")
    contents.append(content_of(function, held))
    cells = {
        name: cell.cell_contents
        for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    }
    for name, value in [*referred(function.__code__, function.__globals__, cells), *cells.items()]:
        _refuse(name, value)

    def ready(value: Any) -> Any:
        if isinstance(value, FunctionType) and not is_installed(value.__module__ or ""):
            return njit(_prepared(value, contents, held, (*within, function)), **OPTIONS)
        return value

    known = {name: ready(value) for name, value in function.__globals__.items() if name in _names(function.__code__)}
    closure = tuple(CellType(ready(value)) for value in cells.values())
    made = FunctionType(
        function.__code__, {**function.__globals__, **known}, function.__name__, function.__defaults__, closure
    )
    made.__kwdefaults__ = function.__kwdefaults__
    return made


def _names(code: Any) -> set[str]:
    inner = (each for each in code.co_consts if hasattr(each, "co_names"))
    return set(code.co_names).union(*map(_names, inner))


def _refuse(name: str, value: Any) -> None:
    """Raise an error for what compiled code would freeze though it may change, or do in a way of its own."""
    if isinstance(value, np.ndarray):
        if value.size > MOST_NUMBERS:
            raise UnsupportedError(f"'{name}' has more than {MOST_NUMBERS} numbers")
        return
    entries = value if isinstance(value, tuple) else (value,)
    if all(each is None or isinstance(each, bool | int | float | str | np.number | np.bool_) for each in entries):
        return
    if not isinstance(value, ModuleType) and not callable(value):
        raise UnsupportedError(f"it refers to '{name}', which is a {type(value).__name__}")
    whose = f"{name} {getattr(value, '__module__', '')} {type(getattr(value, '__self__', None))}"
    if "random" in whose:
        raise UnsupportedError(f"random numbers ('{name}') of compiled code would be others")


# --- laws -------------------------------------------------------------------------------------------------------------


@intrinsic
def _pointer(typing_context, address, kind):
    """An address as a pointer to numbers of a kind."""

    def generate(context, builder, signature, args):
        return builder.inttoptr(args[0], context.get_value_type(signature.args[1].dtype).as_pointer())

    return types.CPointer(kind.dtype)(address, kind), generate


@njit(**OPTIONS)
def _copy(address, count):
    """Numbers at an address."""
    there, found = carray(_pointer(address, float64), (count,)), np.empty(count)
    for k in range(count):
        found[k] = there[k]
    return found


@njit(**OPTIONS)
def _deliver(found, tau):
    """Put joint forces into place; False if there are more or fewer of them, or some are not finite or too large."""
    if len(found) != len(tau):
        return False
    for k in range(len(tau)):
        tau[k] = found[k]
        if not abs(tau[k]) <= LARGEST:
            return False
    return True


_laws: dict[Hashable, Law | UnsupportedError] = {}


def law_of(function: Callable[..., Any], names: Names, name: str) -> Law:
    """A compiled controller; raises an error with the reason if there cannot be one.

    Numba never frees compiled code, so functions share it that do the same with the same values of names outside.
    """
    options = function.targetoptions if isinstance(function, CPUDispatcher) else {}
    plain = function.py_func if isinstance(function, CPUDispatcher) else function
    if not isinstance(plain, FunctionType):
        raise UnsupportedError(f"it is a {type(plain).__name__}, not a plain function")
    contents: list[Hashable] = [names, repr(options)]
    held: list[Any] = []
    try:
        ready = _prepared(plain, contents, held)
    except (MechanismError, ValueError) as error:  # (what it refers to cannot be read, or is not there yet)
        raise UnsupportedError(str(error).rstrip(".")) from None
    key = tuple(contents)
    if key not in _laws:
        with compiling(f"the controller '{name}'"):
            _laws[key] = _compiled({**options, "nopython": True, **OPTIONS}, ready, names, held)
    if isinstance(found := _laws[key], UnsupportedError):
        raise found
    return found


def _told(error: Exception) -> str:
    """Why Numba cannot compile a function, and where."""
    reason = reason_of(error).removeprefix("TypingError: ").rstrip(".:")
    place = re.search(r'File "([^"]+)", line (\d+)', str(error))
    if place is None or Path(place[1]).parts[-2:] != Path(__file__).parts[-2:]:
        return f"line {place[2]} of '{Path(place[1]).name}': {reason}" if place else reason
    return reason if reason.startswith("it ") else "it does not return an array or a dict of numbers"


def _compiled(options: dict[str, Any], ready: FunctionType, names: Names, held: list[Any]) -> Law | UnsupportedError:
    called = jit(pipeline_class=ControlCompiler, **options)(ready)
    n_q, n, shape, size = len(names.q), len(names.u), names.shape, math.prod(names.shape)
    named_q, named_u = _named(names.q), _named(names.u)
    if names.memory:
        named_memory = _named(names.memory)
    elif len(shape) > 1:
        named_memory = njit(lambda memory: memory.reshape(shape))
    else:
        named_memory = njit(lambda memory: memory)

    def law(words):
        given = carray(_pointer(words, int64), (5,))
        t = carray(_pointer(given[0], float64), (1,))[0]
        # (copies: the function must not change the state, and its memory only if it succeeds)
        q, u, memory = _copy(given[1], n_q), _copy(given[2], n), _copy(given[3], size)
        tau = carray(_pointer(given[4], float64), (n,))
        try:
            if not _deliver(called(t, named_q(q), named_u(u), named_memory(memory)), tau):
                return 1
        except Exception:  # (Python will call it, and tell what is wrong)
            return 1
        kept = carray(_pointer(given[3], float64), (size,))
        for k in range(size):
            kept[k] = memory[k]
        return 0

    try:
        with warnings.catch_warnings():  # (such as of slow ways to multiply matrices)
            warnings.simplefilter("ignore")
            made = cfunc(int64(int64))(law)
    except Exception as error:  # (Numba raises all kinds)
        return UnsupportedError(_told(error))
    return Law(made.address, (made, held))
