"""The doors of a mechanism's own code, as text for LLVM: calls from Python for one state and for a batch, and a right-hand side.

They call ``body`` (``llvm.py``) and know NumPy's arrays by their layout, as ``compiled/states.py`` does.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bough.compiled.entries import FAILED, FINE, MISFIT, Expected
from bough.passes.arrays import Tree, Work

# where things are in Python's objects
_HEADER = object.__basicsize__
_TYPE = _HEADER - 8
_DATA, _AXES, _SHAPE, _STRIDES, _DTYPE, _FLAGS = (_HEADER + 8 * k for k in (0, 1, 2, 3, 5, 6))
_PLAIN = 0x0001 | 0x0100 | 0x0400  # contiguous, aligned, writable
_BYTES = bytes.__basicsize__ - 1  # where the content of a bytes object starts
# in a table of addresses the words of the work follow those of what is expected and of the tree
_WORK_AT = 8 * (len(Expected._fields) + len(Tree._fields))

DECLARED = """declare ptr @PyLong_FromLong(i64)
declare i64 @PyLong_AsLong(ptr)
declare ptr @PyEval_SaveThread()
declare void @PyEval_RestoreThread(ptr)
"""


def words_of(expected: Expected, coordinates: int) -> bytes:
    """What ``single`` compares a caller's arrays with."""
    return np.array([*expected, coordinates], np.int64).tobytes()


class Text:
    """Lines of a function, with a name for whatever a line gives."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._count = 0

    def add(self, line: str) -> None:
        self.lines.append(line)

    def new(self, line: str) -> str:
        self._count += 1
        self.lines.append(f"%x{self._count} = {line}")
        return f"%x{self._count}"

    def word(self, start: str, offset: int, kind: str = "i64") -> str:
        """The word at an offset in bytes from a pointer."""
        return self.new(f"load {kind}, ptr {self.new(f'getelementptr i8, ptr {start}, i64 {offset}')}")

    def argument(self, k: int) -> str:
        return self.word("%args", 8 * k, "ptr")

    def first_axis(self, array: str, member: int) -> str:
        return self.word(self.word(array, member, "ptr"), 0)

    def answer(self, number: str) -> None:
        self.add(f"ret ptr {self.new(f'call ptr @PyLong_FromLong(i64 {number})')}")

    def need(self, kind: str, x: str, y: str | int) -> None:
        """Go on only if two words are equal."""
        self._count += 1
        is_equal = self.new(f"icmp eq {kind} {x}, {y}")
        self.add(f"br i1 {is_equal}, label %after{self._count}, label %misfit\nafter{self._count}:")


def single_text() -> str:
    """(address, q, u, τ, address of wrenches, out) for one state. It keeps the interpreter's lock."""
    text = Text()
    expected = dict(zip((*Expected._fields, "a"), range(_BYTES, _BYTES + 40, 8), strict=True))
    pointers = []
    for k, name in ((1, "a"), (2, "b"), (3, "c")):
        array, length = text.argument(k), text.word("%self", expected[name])
        text.add(f"br i1 {text.new(f'icmp slt i64 {length}, 0')}, label %any{k}, label %ask{k}\nask{k}:")
        text.need("i64", text.word(array, _TYPE), text.word("%self", expected["array_class"]))
        text.need("i32", text.word(array, _AXES, "i32"), 1)
        text.need("i32", text.new(f"and i32 {text.word(array, _FLAGS, 'i32')}, {_PLAIN}"), _PLAIN)
        text.need("i64", text.word(array, _DTYPE), text.word("%self", expected["dtype"]))
        text.need("i64", text.first_axis(array, _SHAPE), length)
        text.add(f"br label %any{k}\nany{k}:")
        pointers.append(text.word(array, _DATA, "ptr"))
    out = text.word(text.argument(5), _DATA, "ptr")
    wrenches = text.new(f"inttoptr i64 {text.new(f'call i64 @PyLong_AsLong(ptr {text.argument(4)})')} to ptr")
    arrays = ", ".join(f"ptr {x}" for x in (*pointers, wrenches, out))
    fine = text.new(f"call i1 @body({arrays})")
    text.answer(text.new(f"select i1 {fine}, i64 {FINE}, i64 {FAILED}"))
    text.add("misfit:")
    text.answer(str(MISFIT))
    return "\n".join(["define ptr @single(ptr %self, ptr %args, i64 %count) nounwind {", *text.lines, "}", ""])


def rate_text(coordinates: int, width: int, target: str, chosen: bool) -> str:
    """A right-hand side for loops of steps: fills work.slope, or another array, from work.state; 0 if all is well.

    ``chosen``: it takes which constraints of loops count.
    """
    text = Text()
    table = text.new("inttoptr i64 %table to ptr")
    q, *others = (
        text.word(table, _WORK_AT + 8 * Work._fields.index(field), "ptr")
        for field in ("state", "drive", "loads", *(["chosen"] if chosen else []), target)
    )
    u = text.new(f"getelementptr double, ptr {q}, i64 {coordinates * width}")
    fine = text.new(f"call i1 @body({', '.join(f'ptr {array}' for array in (q, u, *others))})")
    text.add(f"ret i64 {text.new(f'select i1 {fine}, i64 0, i64 1')}")
    return "\n".join(["define i64 @rate(i64 %table) nounwind {", *text.lines, "}", ""])


def batch_text(sizes: Sequence[int], outputs: int, width: int) -> str:
    """(address, q, u, τ, address of wrenches, out) for many states, W at a time, without the interpreter's lock.

    It returns the first state of the first group with a failure, or -1. The last group overlaps the one before it.
    """
    text, vector = Text(), f"<{width} x double>"
    lanes = [text.new(f"alloca {vector}, i64 {max(size, 1)}, align {8 * width}") for size in (*sizes, outputs)]
    arrays = [text.argument(k) for k in (1, 2, 3, 5)]
    starts = [text.word(array, _DATA, "ptr") for array in arrays]
    steps = [text.first_axis(array, _STRIDES) for array in arrays]
    wrenches = text.new(f"inttoptr i64 {text.new(f'call i64 @PyLong_AsLong(ptr {text.argument(4)})')} to ptr")
    starts.insert(3, wrenches)
    steps.insert(3, str(8 * sizes[3]))
    states = text.first_axis(arrays[0], _SHAPE)
    last = text.new(f"sub i64 {states}, {width}")
    thread = text.new("call ptr @PyEval_SaveThread()")
    text.add("br label %group\ngroup:")
    text.add("%start = phi i64 [ 0, %entry ], [ %next, %group ]")
    text.add("%failed = phi i64 [ -1, %entry ], [ %failed_now, %group ]")
    s = text.new(f"select i1 {text.new(f'icmp slt i64 %start, {last}')}, i64 %start, i64 {last}")
    rows = [
        text.new(f"getelementptr i8, ptr {x}, i64 {text.new(f'mul i64 {step}, {s}')}")
        for x, step in zip(starts, steps, strict=True)
    ]
    for row, step, size, lane in zip(rows[:4], steps, sizes, lanes, strict=False):
        if size:
            text.add(f"call void @pack(ptr {row}, i64 {step}, i64 {size}, ptr {lane})")
    fine = text.new(f"call i1 @body({', '.join(f'ptr {lane}' for lane in lanes)})")
    blocks = outputs - outputs % width
    if blocks:
        text.add(f"call void @transpose(ptr {rows[4]}, i64 {steps[4]}, i64 {blocks}, ptr {lanes[4]})")
    if blocks < outputs:
        row = text.new(f"getelementptr double, ptr {rows[4]}, i64 {blocks}")
        lane = text.new(f"getelementptr {vector}, ptr {lanes[4]}, i64 {blocks}")
        text.add(f"call void @unpack(ptr {row}, i64 {steps[4]}, i64 {outputs - blocks}, ptr {lane})")
    is_first = text.new("icmp slt i64 %failed, 0")
    is_bad = text.new(f"xor i1 {fine}, true")
    text.add(f"%failed_now = select i1 {text.new(f'and i1 {is_first}, {is_bad}')}, i64 {s}, i64 %failed")
    text.add(f"%next = add i64 %start, {width}")
    text.add(f"br i1 {text.new(f'icmp slt i64 %next, {states}')}, label %group, label %end\nend:")
    text.add(f"call void @PyEval_RestoreThread(ptr {thread})")
    text.answer("%failed_now")
    door = "\n".join(["define ptr @batch(ptr %self, ptr %args, i64 %count) nounwind {", "entry:", *text.lines, "}", ""])
    return _packing("pack", width) + _packing("unpack", width) + _transposing(width) + door


def _packing(name: str, width: int) -> str:
    """Rows of W states to numbers side by side, or back."""
    text, vector = Text(), f"<{width} x double>"
    rows = [text.new(f"getelementptr i8, ptr %first, i64 {text.new(f'mul i64 %step, {k}')}") for k in range(width)]
    text.add("br label %one\none:\n%k = phi i64 [ 0, %entry ], [ %next, %one ]")
    places = [text.new(f"getelementptr double, ptr {row}, i64 %k") for row in rows]
    lanes = text.new(f"getelementptr {vector}, ptr %lanes, i64 %k")
    if name == "pack":
        numbers = "undef"
        for k, place in enumerate(places):
            numbers = text.new(
                f"insertelement {vector} {numbers}, double {text.new(f'load double, ptr {place}')}, i32 {k}"
            )
        text.add(f"store {vector} {numbers}, ptr {lanes}, align {8 * width}")
    else:
        numbers = text.new(f"load {vector}, ptr {lanes}, align {8 * width}")
        for k, place in enumerate(places):
            text.add(f"store double {text.new(f'extractelement {vector} {numbers}, i32 {k}')}, ptr {place}")
    text.add(
        f"%next = add i64 %k, 1\nbr i1 {text.new('icmp slt i64 %next, %count')}, label %one, label %end\nend:\nret void"
    )
    head = f"define internal void @{name}(ptr %first, i64 %step, i64 %count, ptr %lanes) nounwind {{"
    return "\n".join([head, "entry:", *text.lines, "}", ""])


def _transposing(width: int) -> str:
    """Numbers side by side to rows of W states, W numbers at a time: lanes change places with numbers in squares."""
    text, vector = Text(), f"<{width} x double>"
    rows = [text.new(f"getelementptr i8, ptr %first, i64 {text.new(f'mul i64 %step, {k}')}") for k in range(width)]
    text.add("br label %one\none:\n%k = phi i64 [ 0, %entry ], [ %next, %one ]")
    block = text.new(f"getelementptr {vector}, ptr %lanes, i64 %k")
    numbers = []
    for k in range(width):
        place = text.new(f"getelementptr {vector}, ptr {block}, i64 {k}")
        numbers.append(text.new(f"load {vector}, ptr {place}, align {8 * width}"))
    half = 1
    while half < width:
        # of numbers k and k + half, lanes with and without this bit change places
        low = [lane if not lane & half else lane - half + width for lane in range(width)]
        high = [lane + half if not lane & half else lane + width for lane in range(width)]
        for k in (k for k in range(width) if not k & half):
            pair = f"{vector} {numbers[k]}, {vector} {numbers[k + half]}"
            numbers[k], numbers[k + half] = (
                text.new(f"shufflevector {pair}, <{width} x i32> <{', '.join(f'i32 {x}' for x in chosen)}>")
                for chosen in (low, high)
            )
        half *= 2
    for row, number in zip(rows, numbers, strict=True):
        text.add(f"store {vector} {number}, ptr {text.new(f'getelementptr double, ptr {row}, i64 %k')}, align 8")
    text.add(f"%next = add i64 %k, {width}")
    text.add(f"br i1 {text.new('icmp slt i64 %next, %count')}, label %one, label %end\nend:\nret void")
    head = "define internal void @transpose(ptr %first, i64 %step, i64 %count, ptr %lanes) nounwind {"
    return "\n".join([head, "entry:", *text.lines, "}", ""])
