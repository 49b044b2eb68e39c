"""A fingerprint of what a user's function does: of its code and everything that the code refers to, not of its name.

It covers bytecode, constants, defaults, closures and the values of global names, recursively, and the class and state
of objects. It is the same in every process of one version of Python, and differs if the function would return something
else. Parts of installed packages count by name and version of the package. If something cannot be read, an error says
what.
"""

from __future__ import annotations

import builtins
import copyreg
import dis
import functools
import hashlib
import site
import sys
import types
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from bough.errors import MechanismError

VERSION = sys.implementation.cache_tag  # fingerprints of other versions of Python cannot be compared
_NAMES = ("LOAD_GLOBAL", "LOAD_NAME", "LOAD_FROM_DICT_OR_GLOBALS")
_CELLS = ("LOAD_DEREF", "LOAD_CLASSDEREF", "LOAD_FROM_DICT_OR_DEREF")
_ATTRIBUTES = ("LOAD_ATTR", "LOAD_METHOD")
# with these a function can reach names that are not in its code
_HIDDEN = ("globals", "vars", "eval", "exec", "compile", "__import__")
# entries of a class that do not affect its behaviour
_OF_NO_MATTER = (
    "__dict__", "__weakref__", "__doc__", "__module__", "__annotations__", "__annotate__", "__annotate_func__", "__annotations_cache__", "__abstractmethods__", "_abc_impl",
    "__firstlineno__", "__static_attributes__",
)  # fmt: skip
_UNKNOWN = object()


def function_fingerprint(function: Callable[..., Any]) -> str:
    """A digest of what a function does; raises MechanismError if that cannot be determined."""
    try:
        return _digest(function)
    except RecursionError:
        raise MechanismError("it refers to data that is nested too deeply.") from None


def _digest(value: Any) -> str:
    reader = _Reader()
    reader.read(value)
    return reader.content.hexdigest()


class _Reader:
    """Reads a value and everything that it refers to, each object once."""

    def __init__(self) -> None:
        self.content = hashlib.sha256()
        self.known: dict[int, int] = {}
        self.kept: list[Any] = []  # keeps objects alive, so that no other object gets the same id

    def note(self, *words: object) -> None:
        """Add words, each with its length, so that different lists of words never look alike."""
        for word in words:
            data = word if isinstance(word, bytes) else str(word).encode("utf-8", "surrogatepass")
            self.content.update(b"%d:" % len(data))
            self.content.update(data)

    def read(self, value: Any) -> None:
        if self._read_constant(value):
            return
        if id(value) in self.known:
            self.note("known", self.known[id(value)])
            return
        self.known[id(value)] = len(self.known)
        self.kept.append(value)
        if not self._read_container(value) and not self._read_callable(value):
            self._read_object(value)

    # --- data -----------------------------------------------------------------------------------------------------

    def _read_constant(self, value: Any) -> bool:
        """Read an immutable value. Equal ones may or may not be one object in Python, so each occurrence is read."""
        kind = type(value)
        if value is None or value is Ellipsis or value is _UNKNOWN or kind in (bool, int, float, complex, str):
            self.note(kind.__name__, "" if value is _UNKNOWN else repr(value))
        elif kind is bytes:
            self.note("bytes", value)
        elif kind is tuple:
            self.note("tuple", len(value))
            for entry in value:
                self.read(entry)
        elif kind is frozenset:
            self._read_set(value)
        elif isinstance(value, np.ndarray | np.generic) and value.dtype.kind != "O":
            self.note("array", kind.__name__, value.dtype.descr, value.shape, value.tobytes())
        elif kind is types.CodeType:
            self._read_code(value)
        else:
            return False
        return True

    def _read_container(self, value: Any) -> bool:
        kind = type(value)
        if kind is list:
            self.note("list", len(value))
            for entry in value:
                self.read(entry)
        elif kind in (dict, types.MappingProxyType):
            self.note("dict", len(value))
            for key, entry in value.items():
                self.read(key)
                self.read(entry)
        elif kind is set:
            self._read_set(value)
        elif kind is types.CellType:
            self.note("cell")
            self.read(_content(value))
        else:
            return False
        return True

    def _read_set(self, value: Any) -> None:
        """Its order differs from process to process."""
        self.note("set", len(value), *sorted(map(_digest, value)))

    # --- what can be called ---------------------------------------------------------------------------------------

    def _read_callable(self, value: Any) -> bool:
        if isinstance(inner := getattr(value, "py_func", None), types.FunctionType):  # compiled by Numba
            self.note("compiled")
            self.read(inner)
        elif isinstance(value, types.FunctionType):
            self._read_function(value)
        elif isinstance(value, types.MethodType):
            self.note("method")
            self.read(value.__func__)
            self.read(value.__self__)
        elif isinstance(value, functools.partial):
            self.note("partial")
            self.read((value.func, value.args, value.keywords))
        elif isinstance(value, staticmethod | classmethod):
            self.note(type(value).__name__)
            self.read(value.__func__)
        elif isinstance(value, property):
            self.note("property")
            self.read((value.fget, value.fset, value.fdel))
        elif isinstance(value, functools.cached_property):
            self.note("cached_property")
            self.read(value.func)
        elif isinstance(value, types.BuiltinFunctionType | types.MethodWrapperType):
            self.note("builtin", value.__name__)
            owner = value.__self__
            self.read(None if owner is None or isinstance(owner, types.ModuleType) else owner)
            self.note(getattr(value, "__module__", None) or "")
        elif isinstance(inner := getattr(value, "__wrapped__", None), types.FunctionType):  # functools.cache
            self.note("wrapped", type(value).__name__)
            self.read(inner)
        elif isinstance(value, type):
            self._read_class(value)
        elif isinstance(value, types.ModuleType):
            if not is_installed(value.__name__):
                raise MechanismError(f"it uses the module '{value.__name__}' other than by 'module.name'.")
            self.note("module", *_installed(value.__name__))
        else:
            return False
        return True

    def _read_function(self, function: types.FunctionType) -> None:
        module = function.__module__ or ""
        self.note("function")
        self.read((function.__defaults__, function.__kwdefaults__))
        if is_installed(module):
            self.note(*_installed(module), function.__qualname__)
            self.read(function.__closure__)
            return
        self.read(function.__dict__)
        code = function.__code__
        cells = dict(zip(code.co_freevars, map(_content, function.__closure__ or ()), strict=True))
        self._read_code(code)
        for name, value in referred(code, function.__globals__, cells):
            self.note("name", name)
            self.read(value)
        for name, value in cells.items():
            if not isinstance(value, types.ModuleType):  # read through the names that are taken from it
                self.note("cell", name)
                self.read(value)

    def _read_code(self, code: types.CodeType) -> None:
        """Read what a code object does, without the location of its source."""
        self.note(
            "code", code.co_name, code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags
        )
        self.note(code.co_code, code.co_exceptiontable)
        for names in (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars):
            self.note(len(names), *names)
        self.read(code.co_consts)

    # --- objects --------------------------------------------------------------------------------------------------

    def _read_class(self, kind: type) -> None:
        self.note("class", kind.__qualname__)
        if is_installed(kind.__module__):
            self.note(*_installed(kind.__module__))
            return
        self.read(kind.__bases__)
        for name, value in vars(kind).items():
            if name not in _OF_NO_MATTER:
                self.note(name)
                if isinstance(value, types.MemberDescriptorType | types.GetSetDescriptorType):
                    continue  # a slot: its content is the object's
                self.read(value)

    def _read_object(self, value: Any) -> None:
        """Read class and state, as copying and pickling get them; no object is created."""
        from bough.mechanism.description import fingerprint
        from bough.mechanism.mechanism import Mechanism

        self.note("object")
        if isinstance(value, Mechanism):  # without its cached results
            self.note(fingerprint(value))
            return
        self.read(type(value))
        try:
            registered = copyreg.dispatch_table.get(type(value))
            parts = registered(value) if registered else value.__reduce_ex__(4)
        except Exception:
            raise MechanismError(f"it holds a {type(value).__qualname__}, whose state cannot be read.") from None
        if isinstance(parts, str):  # a name in its module
            module = getattr(value, "__module__", None) or type(value).__module__
            if not is_installed(module) or getattr(sys.modules[module], parts, None) is not value:
                raise MechanismError(
                    f"it holds the {type(value).__qualname__} '{parts}', which can be identified by name only."
                )
            self.note(*_installed(module), parts)
            return
        make, arguments, *more = parts
        self.read((make, arguments))
        for part in more:
            self.read(list(part) if isinstance(part, Iterator) else part)


def _content(cell: types.CellType) -> Any:
    try:
        return cell.cell_contents
    except ValueError:  # not filled yet
        return _UNKNOWN


def referred(code: types.CodeType, names: Mapping[str, Any], cells: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """Outside names that code and its inner code refer to: (name, value); names in modules with their full path."""
    found: list[tuple[str, Any]] = []
    steps = list(dis.get_instructions(code))
    for k, step in enumerate(steps):
        if step.opname == "IMPORT_NAME" and not is_installed(step.argval):
            raise MechanismError(f"it imports '{step.argval}' while it runs.")
        if step.opname in _CELLS and isinstance(cells.get(step.argval), types.ModuleType):
            value = cells[step.argval]
        elif step.opname in _NAMES:
            value = names.get(step.argval, _UNKNOWN)
            if value is _UNKNOWN and hasattr(builtins, step.argval):
                if step.argval in _HIDDEN:
                    raise MechanismError(f"it uses {step.argval}().")
                continue
        else:
            continue
        name = step.argval
        for following in steps[k + 1 :]:
            if not isinstance(value, types.ModuleType) or following.opname not in _ATTRIBUTES:
                break
            name, value = f"{name}.{following.argval}", getattr(value, following.argval, _UNKNOWN)
        found.append((name, value))
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            found += referred(constant, names, cells)
    return found


# --- installed packages ---------------------------------------------------------------------------------------------


def _installed(module: str) -> tuple[str, str]:
    """A module's name and its package's version."""
    package = sys.modules.get(module.partition(".")[0])
    return module, str(getattr(package, "__version__", ""))


@cache
def is_installed(module: str) -> bool:
    """Whether a module belongs to Python, to an installed package or to bough, and changes only with its version."""
    top = module.partition(".")[0]
    if top in sys.stdlib_module_names or top in ("builtins", "bough"):
        return True
    file = getattr(sys.modules.get(top), "__file__", None)
    return file is not None and any(Path(file).is_relative_to(folder) for folder in _folders())


@cache
def _folders() -> tuple[str, ...]:
    import sysconfig

    paths = sysconfig.get_paths()
    return (paths["purelib"], paths["platlib"], *site.getsitepackages(), site.getusersitepackages())
