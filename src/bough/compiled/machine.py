"""From text for LLVM to machine code of this process, without Numba."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import llvmlite.binding as llvm

METH_FASTCALL = 0x0080


@cache
def _target() -> Any:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.Target.from_default_triple()


@cache
def processor() -> tuple[str, ...]:
    """What machine code depends on besides its text."""
    return llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten(), str(llvm.llvm_version_info)


def machine(level: int = 2) -> Any:
    """What compiles for this processor. An engine owns its machine, so each is a new one."""
    return _target().create_target_machine(
        cpu=llvm.get_host_cpu_name(),
        features=llvm.get_host_cpu_features().flatten(),
        opt=level,
        reloc="pic",
        codemodel="jitdefault",
    )


def object_code(text: str, level: int = 2) -> bytes:
    """The object file that LLVM makes of a module."""
    module = llvm.parse_assembly(text)
    return machine(level).emit_object(module)


# what loops that Numba compiled call to report an error: where Numba itself is not loaded, nobody else has it
_LOCKS = """
declare i32 @PyGILState_Ensure()
declare void @PyGILState_Release(i32)
define void @numba_gil_ensure(ptr %state) {
  %found = call i32 @PyGILState_Ensure()
  store i32 %found, ptr %state
  ret void
}
define void @numba_gil_release(ptr %state) {
  %found = load i32, ptr %state
  call void @PyGILState_Release(i32 %found)
  ret void
}
"""


@cache
def define_locks() -> Code:
    """Let code find the functions of Numba that take and leave the interpreter's lock.

    A symbol that cannot be found leaves others without their addresses, too.
    """
    code = Code(object_code(_LOCKS))
    for name in ("numba_gil_ensure", "numba_gil_release"):
        if llvm.address_of_symbol(name) is None:
            llvm.add_symbol(name, code.address(name))
    return code


_loaded: list[Code] = []  # keeps machine code alive


def loaded_address(content: bytes) -> int:
    """The address of a function of ``compiled_object`` (``cache.py``), whose machine code stays from now on."""
    define_locks()
    symbol, _, machine_code = content.partition(b"\0")
    _loaded.append(Code(machine_code))
    return _loaded[-1].address(symbol.decode())


def for_python(address: int, are_words: Sequence[bool], nogil: bool) -> Callable[..., int]:
    """A function of words and of Python's objects that gives a word, to be called from Python.

    ``are_words``: of its arguments; ``nogil``: it leaves the interpreter's lock. It does not check what it is given.
    """
    return _door(tuple(are_words), nogil).function("door", address.to_bytes(8, sys.byteorder))


@cache
def _door(are_words: tuple[bool, ...], nogil: bool) -> Code:
    """What Python calls: it reads its arguments, and calls the address in its self."""
    lines, arguments = [], []
    for k, is_word in enumerate(are_words):
        lines.append(f"%place{k} = getelementptr ptr, ptr %args, i64 {k}")
        lines.append(f"%object{k} = load ptr, ptr %place{k}")
        if is_word:
            lines.append(f"%word{k} = call i64 @PyLong_AsSsize_t(ptr %object{k})")
        arguments.append(f"i64 %word{k}" if is_word else f"ptr %object{k}")
    call = f"%found = call i64 %address({', '.join(arguments)})"
    leaving = ["%thread = call ptr @PyEval_SaveThread()", call, "call void @PyEval_RestoreThread(ptr %thread)"]
    lines += leaving if nogil else [call]
    return Code(object_code(_DOOR.format(start=bytes.__basicsize__ - 1, lines="\n".join(lines))))


_DOOR = """
declare i64 @PyLong_AsSsize_t(ptr)
declare ptr @PyLong_FromSsize_t(i64)
declare ptr @PyEval_SaveThread()
declare void @PyEval_RestoreThread(ptr)
define ptr @door(ptr %self, ptr %args, i64 %count) nounwind {{
%start = getelementptr i8, ptr %self, i64 {start}
%address = load ptr, ptr %start
{lines}
%answer = call ptr @PyLong_FromSsize_t(i64 %found)
ret ptr %answer
}}
"""


class Code:
    """Machine code in memory; it lives as long as this."""

    def __init__(self, content: bytes, laws: Sequence[int] = ()):
        """``laws``: addresses of the users' functions that it calls."""
        empty = llvm.parse_assembly("")
        self._engine = llvm.create_mcjit_compiler(empty, machine())
        self._engine.add_object_file(llvm.ObjectFileRef.from_data(content))
        self._engine.finalize_object()
        if laws:
            place = self._engine.get_global_value_address("laws")
            (ctypes.c_int64 * len(laws)).from_address(place)[:] = list(laws)

    def address(self, name: str) -> int:
        return self._engine.get_function_address(name)

    def function(self, name: str, words: bytes) -> Callable[..., Any]:
        """A function of Python's fast calling convention, which sees ``words`` as its self."""
        definition = _Definition(name.encode(), self.address(name), METH_FASTCALL, None)
        # (Python looks at it when the function ends, which may outlive this)
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(definition))
        make = ctypes.pythonapi.PyCFunction_NewEx
        make.restype, make.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.py_object, ctypes.c_void_p)
        return make(ctypes.addressof(definition), words, None)


class _Definition(ctypes.Structure):
    """PyMethodDef."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("function", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("documentation", ctypes.c_char_p),
    )
