"""The users' own functions, as compiled code calls them: by address, over a block of doubles.

A function is compiled by Numba if possible. Otherwise it is a callback into Python, which takes the interpreter's lock
and is many times slower. The signature of both is ``int64(address, stride)``: inputs at every ``stride``-th double from
the address on, then outputs.

Numba never frees compiled code (about half a megabyte per law), so functions with the same instructions that read the
same values share it. A function whose globals have changed is compiled again.
"""

from __future__ import annotations

import ctypes
import hashlib
import re
import warnings
from collections.abc import Callable, Hashable, Mapping
from types import CodeType, FunctionType, ModuleType
from typing import Any
from weakref import WeakSet, WeakValueDictionary

import numpy as np

from bough.errors import BoughWarning
from bough.mechanism.checks import shown_error
from bough.passes.arrays import Tree

CALLBACK = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64, ctypes.c_int64)

# all of these are used with a mechanism's PREPARING lock held
_compiled: dict[
    tuple[Any, ...], tuple[int, list[Any]]
] = {}  # by content and shape: the address, and the objects that the content identifies by id
_refused: WeakSet[Callable[..., Any]] = WeakSet()  # functions that Numba cannot compile
_alive: WeakValueDictionary[tuple[Any, ...], Law] = WeakValueDictionary()


class Law:
    """A function with its address, which is valid as long as the object lives.

    ``shape``: for each argument None for a number, or the length of a tuple; ``outputs``: how many numbers it returns.
    """

    def __init__(
        self, function: Callable[..., Any], shape: tuple[int | None, ...], outputs: int, whose: str, address: int | None
    ):
        """``address``: of its compiled code; None if there is none."""
        self.function, self.shape, self.outputs, self.whose = function, shape, outputs, whose
        self.inputs = sum(1 if size is None else size for size in shape)
        # of the last failed call into Python; one that ends the program stays until it is raised again
        self.failure: BaseException | None = None
        self._callback = CALLBACK(self._call) if address is None else None
        self.address = address or ctypes.cast(self._callback, ctypes.c_void_p).value or 0  # type: ignore[arg-type]

    @property
    def in_python(self) -> Law:
        """The same, called from Python, so that its exceptions are kept."""
        return Law(self.function, self.shape, self.outputs, self.whose, None)

    def _call(self, address: int, stride: int) -> int:
        """Call the function with the numbers at an address."""
        doubles = (ctypes.c_double * (stride * (self.inputs + self.outputs - 1) + 1)).from_address(address)
        block = np.ctypeslib.as_array(doubles)[::stride]
        if not isinstance(self.failure, Exception | None):
            return 1
        try:
            arguments, at = [], 0
            for size in self.shape:
                arguments.append(float(block[at]) if size is None else tuple(block[at : at + size].tolist()))
                at += 1 if size is None else size
            given = _parts(self.function(*arguments))
            is_whole = all(part is not None for part in given)
            parts = [np.asarray(part, float).ravel() for part in given] if is_whole else []
            if wrong := misfit([len(part) for part in parts] if is_whole else None, self.outputs):
                raise ValueError(wrong)
            block[at:] = np.concatenate(parts)
        except BaseException as error:  # (which ctypes would print and drop)
            self.failure = error
            return 1
        return 0


def _parts(given: Any) -> list[Any]:
    """What a function gave, part by part."""
    try:
        return list(given)
    except TypeError:  # (a number)
        return [given]


def misfit(parts: list[int] | None, outputs: int, gave: str = "gave") -> str:
    """What is wrong with a result of so many numbers in each of its parts, None for no result; empty if nothing is."""
    if parts in ([1] * outputs, [outputs]) or (outputs == 6 and parts == [3, 3]):
        return ""
    wanted = "a number" if outputs == 1 else f"{outputs} numbers" + ", or two tuples of 3" * (outputs == 6)
    if parts is None:
        return f"it must give {wanted}, but {gave} None; a return may be missing"
    return f"it must give {wanted}, but {gave} {len(parts) if {*parts} <= {1} else ' + '.join(map(str, parts))}"


def stand_in(law: Law) -> Law:
    """A law that takes and gives as many numbers as another, never fails and has no side effects."""

    def function(*numbers: Any) -> np.ndarray:
        return 0.1 * np.hstack(numbers).sum() * np.arange(1, law.outputs + 1)

    return Law(function, law.shape, law.outputs, law.whose, None)


def with_laws(tree: Tree, laws: Mapping[int, Law]) -> Tree:
    """A tree whose forces call these laws in place of others, given by their addresses; the caller keeps them alive."""
    places = [laws[x].address if x in laws else x for x in tree.force_places.tolist()]
    return tree._replace(force_places=np.array(places, np.int64))


def law_of(function: Callable[..., Any], shape: tuple[int | None, ...], outputs: int, whose: str) -> Law:
    """The law of a function, with the current values of its globals and closures."""
    held: list[Any] = []
    content = (content_of(function, held), shape, outputs)
    if content not in _compiled and not _is_refused(function):
        try:
            from bough.compiled.native import compiled_law

            _compiled[content] = compiled_law(function, shape, outputs), held
        except Exception as error:
            if isinstance(function, FunctionType):
                _refused.add(function)
            warnings.warn(
                f"{whose}: its function is called from Python, which is slow, because Numba cannot compile it: {reason_of(error)}.",
                BoughWarning,
                stacklevel=2,
            )
    address = _compiled[content][0] if content in _compiled else None
    # (Python callbacks may have a state of their own, so functions that look the same are not shared)
    key = (content if address else (id(function), shape, outputs), whose)
    law = _alive.get(key)
    if law is None:
        law = _alive[key] = Law(function, shape, outputs, whose, address)
    return law


def _is_refused(function: Callable[..., Any]) -> bool:
    return isinstance(function, FunctionType) and function in _refused


def content_of(function: Callable[..., Any], held: list[Any]) -> Hashable:
    """Everything that determines a function's compiled code: its code and the values of closures, defaults and globals.

    Objects that are identified by id are added to ``held``.
    """
    if not isinstance(function, FunctionType):
        return _content(function, frozenset(), held)
    names = _names(function.__code__)
    read = {name: function.__globals__[name] for name in names if name in function.__globals__}
    cells = [_cell(cell) for cell in function.__closure__ or ()]
    values = [*read.values(), *cells, function.__defaults__, *(function.__kwdefaults__ or {}).items()]
    return (function.__code__, *read, *(_content(value, names, held) for value in values))


def _cell(cell: Any) -> Any:
    """What a closure's cell holds; nothing if it is empty yet."""
    try:
        return cell.cell_contents
    except ValueError:
        return None


def _names(code: CodeType) -> frozenset[str]:
    """The names of globals and attributes that a function reads, functions within it included."""
    inner = (part for part in code.co_consts if isinstance(part, CodeType))
    return frozenset(code.co_names).union(*map(_names, inner))


def _content(value: Any, names: frozenset[str], held: list[Any]) -> Hashable:
    """A value that compiled code may contain as a constant."""
    if value is None or isinstance(value, bool | int | float | complex | str | bytes):
        return type(value), repr(value)  # (distinguishes 0.0 from -0.0, and 1 from 1.0 and True)
    if isinstance(value, np.ndarray | np.generic) and not value.dtype.hasobject:
        return type(value), value.dtype.str, value.shape, hashlib.sha256(value.tobytes()).digest()
    if isinstance(value, tuple):
        return type(value), *(_content(part, names, held) for part in value)
    held.append(value)
    if isinstance(value, ModuleType):  # (modules may contain constants as well)
        found = sorted(name for name in names if name in vars(value))
        return id(value), *((name, _content(vars(value)[name], frozenset(), held)) for name in found)
    return id(value)


def reason_of(error: Exception) -> str:
    """Numba's reason in one line."""
    lines = [line.strip() for line in str(error).splitlines()]
    told = [line for line in lines if line and not line.startswith(("Failed in", "During:", "File ", "-", "<", ">>>"))]
    if not told:
        return type(error).__name__
    if missing := re.search(r"No implementation of function Function\(<[^>]*?(\w+)>\)", told[0]):
        told[0] = f"Numba has no '{missing[1]}' for these types"
    return shown_error(type(error)(told[0].rstrip(":")))
