"""Users' functions as graphs: a function runs once on traced numbers, if that cannot change what it does.

A traced function keeps the values that names outside had when it was traced, and does nothing but compute. So a function is
traced only if its code reads nothing outside but numbers, texts, functions like it and NumPy's and math's, and writes
nothing; else it is called as it is. ``is_as_traced`` says whether names outside still have the same values.
"""

from __future__ import annotations

import dis
import math
from collections.abc import Callable, Sequence
from functools import reduce
from types import BuiltinFunctionType, CellType, CodeType, FunctionType, ModuleType, SimpleNamespace
from typing import Any

import numpy as np

from bough.errors import BoughError, MechanismError
from bough.graph.graph import Graph
from bough.graph.traced import Traced, where, where_traced

# what a function does by these reaches beyond its results, or hides from it that it is traced
_WRITES = ("STORE_GLOBAL", "DELETE_GLOBAL", "STORE_ATTR", "DELETE_ATTR", "STORE_SUBSCR", "DELETE_SUBSCR", "STORE_SLICE")
_ELSEWHERE = ("IMPORT_NAME", "YIELD_VALUE", "RETURN_GENERATOR", "RAISE_VARARGS", "LOAD_CLASSDEREF", "LOAD_BUILD_CLASS")
_PLAIN = (type(None), bool, int, float, str, np.number, np.bool_)
_HARMLESS = ("abs", "enumerate", "len", "range", "reversed", "sum", "tuple", "zip")


def _best(plain: Callable[..., Any], sign: float) -> Callable[..., Any]:
    """Python's ``max`` (sign 1) or ``min`` (-1), of traced numbers, too."""

    def best(*values: Any) -> Any:
        values = tuple(values[0]) if len(values) == 1 else values
        traced = next((x for x in values if isinstance(x, Traced)), None)
        if traced is None:
            return plain(values)
        numbers = [traced.graph.number(x) for x in values]
        return reduce(lambda x, y: where_traced(sign * (y - x), y, x), numbers)

    return best


def _of_numpy(ufunc: Any, plain: Callable[..., Any]) -> Callable[..., Any]:
    """A function of ``math``, of traced numbers, too."""
    return lambda *values: (ufunc if any(isinstance(x, Traced) for x in values) else plain)(*values)


_MATH = {name: _of_numpy(getattr(np, name), getattr(math, name)) for name in (
    "sin", "cos", "tan", "sqrt", "exp", "sinh", "cosh", "tanh", "floor"
)} | {name: _of_numpy(getattr(np, other), getattr(math, name)) for name, other in {
    "asin": "arcsin", "acos": "arccos", "atan": "arctan", "atan2": "arctan2", "fabs": "absolute"
}.items()}  # fmt: skip
_MATH |= {name: getattr(math, name) for name in ("pi", "e", "tau", "inf")}
BUILTINS = {"max": _best(max, 1.0), "min": _best(min, -1.0)}


class TracedFunction:
    """What a user's function of ``arguments`` gives for traced numbers: ``result``; raises a BoughError with a reason.

    A function may have a method ``traced`` that gives it.
    """

    def __init__(self, function: Callable[..., Any], graph: Graph, arguments: Sequence[Any]):
        self._read: list[tuple[Callable[[], Any], Any]] = []
        try:
            traced = getattr(function, "traced", None) or _prepared(function, self._read, ())
            found = traced(*arguments)
        except BoughError:
            raise
        except Exception as error:
            raise MechanismError(f"it cannot be traced ({type(error).__name__}: {error}).") from None
        if isinstance(found, bool | np.bool_) or not isinstance(found, Traced | int | float | np.number):
            raise MechanismError("it does not give a number.")
        self.result: Traced = graph.number(found)

    @property
    def is_as_traced(self) -> bool:
        """Whether the names outside that it read have the values that they had."""
        return all(read() is value for read, value in self._read)


def _prepared(function: Any, read: list[tuple[Callable[[], Any], Any]], within: tuple[Any, ...]) -> Callable[..., Any]:
    """A function that calls what takes traced numbers in place of what does not; ``read``: takes the values it reads."""
    if not isinstance(function, FunctionType):
        raise MechanismError(f"it is a {type(function).__name__}, not a plain function.")
    if function in within:
        raise MechanismError(f"'{function.__name__}' calls itself.")
    code, names, within = function.__code__, function.__globals__, (*within, function)
    _check(code)
    known: dict[str, Any] = {}
    for name in _global_names(code):
        if name in names:
            value = names[name]
            read.append((lambda name=name: names.get(name), value))  # type: ignore[misc]
            known[name] = _ready(name, value, read, within)
        elif name in BUILTINS:
            known[name] = BUILTINS[name]
        elif name not in _HARMLESS:
            raise MechanismError(f"it uses '{name}', which cannot be traced.")
    cells = []
    for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=True):
        value = cell.cell_contents
        read.append((lambda cell=cell: cell.cell_contents, value))  # type: ignore[misc]
        cells.append(CellType(_ready(name, value, read, within)))
    for value in (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()):
        _ready("a default", value, read, within)
    made = FunctionType(code, {**names, **known}, function.__name__, function.__defaults__, tuple(cells))
    made.__kwdefaults__ = function.__kwdefaults__
    return made


def _check(code: CodeType) -> None:
    """Raise an error if code may do more than compute."""
    if code.co_exceptiontable:
        raise MechanismError("it handles exceptions.")
    for step in dis.get_instructions(code):
        writes_outside = step.opname in ("STORE_DEREF", "DELETE_DEREF") and step.argval in code.co_freevars
        if step.opname in _WRITES or step.opname in _ELSEWHERE or writes_outside:
            raise MechanismError("it does more than compute a number.")
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            _check(constant)


def _global_names(code: CodeType) -> list[str]:
    found = [step.argval for step in dis.get_instructions(code) if step.opname in ("LOAD_GLOBAL", "LOAD_NAME")]
    inner = [_global_names(constant) for constant in code.co_consts if isinstance(constant, CodeType)]
    return list(dict.fromkeys([*found, *(name for names in inner for name in names)]))


def _ready(name: str, value: Any, read: list[tuple[Callable[[], Any], Any]], within: tuple[Any, ...]) -> Any:
    """A value that a function reads, as its traced twin may read it."""
    if value is math:
        return SimpleNamespace(**_MATH)
    if value is where or isinstance(value, np.ufunc):
        return value
    if isinstance(value, ModuleType) and value.__name__ in ("numpy", "bough"):
        return _Numbers(value)
    if isinstance(value, BuiltinFunctionType) and value.__module__ == "math" and value.__name__ in _MATH:
        return _MATH[value.__name__]
    if isinstance(value, FunctionType):
        return _prepared(value, read, within)
    entries = value if type(value) is tuple else (value,)
    if all(isinstance(each, _PLAIN) for each in entries):
        return value
    raise MechanismError(f"it refers to '{name}', a {type(value).__name__}, which may change.")


class _Numbers:
    """The functions and constants of NumPy or bough that take traced numbers."""

    def __init__(self, module: ModuleType):
        self._module = module

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._module, name)
        if value is where or isinstance(value, np.ufunc | float):
            return value
        raise MechanismError(f"it uses {self._module.__name__}.{name}, which cannot be traced.")
