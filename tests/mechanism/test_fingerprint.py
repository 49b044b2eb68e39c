"""Fingerprints of functions: another one whenever the function would give something else, the same one in every process, an error where nobody can tell."""

import functools
import math
import os
import subprocess
import sys
import textwrap
import threading
import types

import numpy as np
import pytest

import bough as bo
from bough.mechanism.fingerprint import function_fingerprint


def law_of(source, name="mine"):
    """The function ``law`` of a program of the user's."""
    module = types.ModuleType(name)
    exec(compile(textwrap.dedent(source), "mine.py", "exec"), vars(module))
    return module.law


# each row: programs whose laws differ in what they give
DIFFERENT = {
    "constants": ("def law(t): return 3 * t", "def law(t): return 30 * t", "def law(t): return 3.0 * t", "def law(t): return -0.0 * t", "def law(t): return 0.0 * t"),
    "operations": ("def law(t): return 3 * t", "def law(t): return 3 + t", "def law(t): return 3 - t"),
    "defaults": ("def law(t, k=3): return k * t", "def law(t, k=30): return k * t", "def law(t, *, k=3): return k * t"),
    "globals": ("K = 3\ndef law(t): return K * t", "K = 30\ndef law(t): return K * t"),
    "globals of functions that are called": (
        "K = 3\ndef inner(t): return K * t\ndef law(t): return inner(t)",
        "K = 30\ndef inner(t): return K * t\ndef law(t): return inner(t)",
        "K = 3\ndef inner(t): return -K * t\ndef law(t): return inner(t)",
    ),
    "globals of functions within": ("K = 3\ndef law(t):\n return (lambda x: K * x)(t)", "K = 30\ndef law(t):\n return (lambda x: K * x)(t)"),
    "closures": ("def make(k):\n return lambda t: k * t\nlaw = make(3)", "def make(k):\n return lambda t: k * t\nlaw = make(30)"),
    "dicts and lists": ("K = {'k': [1, 2]}\ndef law(t): return K['k'][0]", "K = {'k': [1, 3]}\ndef law(t): return K['k'][0]", "K = {'k': [1, [2]]}\ndef law(t): return K['k'][0]"),
    "arrays": ("import numpy as np\nK = np.array([1.0, 2])\ndef law(t): return K[0]", "import numpy as np\nK = np.array([1.0, 3])\ndef law(t): return K[0]", "import numpy as np\nK = np.array([[1.0], [2]])\ndef law(t): return K[0]"),
    "names of a module": ("import math\ndef law(t): return math.sin(t)", "import math\ndef law(t): return math.cos(t)", "from math import cos as sin\ndef law(t): return sin(t)"),
    "partial": ("from functools import partial\nlaw = partial(lambda k, t: k * t, 3)", "from functools import partial\nlaw = partial(lambda k, t: k * t, 30)"),
    "objects": (
        "class Law:\n def __init__(self, k): self.k = k\n def __call__(self, t): return self.k * t\nlaw = Law(3)",
        "class Law:\n def __init__(self, k): self.k = k\n def __call__(self, t): return self.k * t\nlaw = Law(30)",
        "class Law:\n def __init__(self, k): self.k = k\n def __call__(self, t): return self.k + t\nlaw = Law(3)",
    ),
    "slots, and classes above": (
        "class Base:\n g = 9\nclass Law(Base):\n __slots__ = ('k',)\n def __call__(self, t): return self.k * self.g\nlaw = Law(); law.k = 3",
        "class Base:\n g = 9\nclass Law(Base):\n __slots__ = ('k',)\n def __call__(self, t): return self.k * self.g\nlaw = Law(); law.k = 30",
        "class Base:\n g = 8\nclass Law(Base):\n __slots__ = ('k',)\n def __call__(self, t): return self.k * self.g\nlaw = Law(); law.k = 3",
    ),
    "dataclasses": (
        "from dataclasses import dataclass\n@dataclass\nclass Law:\n k: float\n def __call__(self, t): return self.k * t\nlaw = Law(3.0)",
        "from dataclasses import dataclass\n@dataclass\nclass Law:\n k: float\n def __call__(self, t): return self.k * t\nlaw = Law(30.0)",
    ),
    "methods": (
        "class Law:\n def __init__(self, k): self.k = k\n def at(self, t): return self.k * t\nlaw = Law(3).at",
        "class Law:\n def __init__(self, k): self.k = k\n def at(self, t): return self.k * t\nlaw = Law(30).at",
    ),
    "compiled by Numba": ("from numba import njit\n@njit\ndef law(t): return 3 * t", "from numba import njit\n@njit\ndef law(t): return 30 * t"),
    "remembered": ("from functools import cache\n@cache\ndef law(t): return 3 * t", "from functools import cache\n@cache\ndef law(t): return 30 * t"),
    "attributes of a function": ("def law(t): return law.k * t\nlaw.k = 3", "def law(t): return law.k * t\nlaw.k = 30"),
    "a spline": (
        "from scipy.interpolate import CubicSpline\nS = CubicSpline((0, 1, 2), (0, 1, 0))\ndef law(t): return S(t)",
        "from scipy.interpolate import CubicSpline\nS = CubicSpline((0, 1, 2), (0, 2, 0))\ndef law(t): return S(t)",
    ),
    "a mechanism": ("import bough as bo\nM = bo.chain(2)\ndef law(t): return M.n", "import bough as bo\nM = bo.chain(3)\ndef law(t): return M.n"),
}  # fmt: skip


@pytest.mark.parametrize("programs", DIFFERENT.values(), ids=DIFFERENT)
def test_what_gives_something_else_has_another_fingerprint(programs):
    found = [function_fingerprint(law_of(program)) for program in programs]
    assert len(set(found)) == len(programs)
    # made again it is the same, wherever it stands and however it is commented
    assert [function_fingerprint(law_of("# a comment\n\n" + program)) for program in programs] == found


def test_a_module_of_the_users_counts_by_what_is_taken_from_it(monkeypatch):
    parameters = types.ModuleType("my_parameters")
    monkeypatch.setitem(sys.modules, "my_parameters", parameters)
    program = "import my_parameters as p\ndef law(t): return p.k * t"
    inside = "def make():\n import my_parameters as p\n return lambda t: p.k * t\nlaw = make()"
    found = []
    for k in (3, 30, 3):
        parameters.k = k
        found.append((function_fingerprint(law_of(program)), function_fingerprint(law_of(inside))))
    assert found[0] == found[2]
    assert found[0][0] != found[1][0]
    assert found[0][1] != found[1][1]
    parameters.other = 1  # which nobody asks for
    assert function_fingerprint(law_of(program)) == found[0][0]


@pytest.mark.parametrize(
    ("law", "words"),
    [
        (law_of("import threading\nL = threading.Lock()\ndef law(t):\n with L:\n  return t"), "holds a lock"),
        (law_of("def law(t): return eval('K') * t"), r"eval\(\)"),
        (law_of("def law(t): return globals()['K'] * t"), r"globals\(\)"),
        (law_of("def law(t):\n import my_parameters\n return my_parameters.k"), "imports 'my_parameters'"),
        (np.frompyfunc(lambda t: 3 * t, 1, 1), "by name only"),
        (functools.partial(lambda x, t: t, threading.Lock()), "holds a lock"),
        ((x for x in "abc").__next__, "holds a generator"),
    ],
)
def test_what_cannot_be_told_is_refused(law, words):
    with pytest.raises(bo.errors.MechanismError, match=words):
        function_fingerprint(law)


def test_data_without_end_are_refused_or_read():
    round_about = []
    round_about.append(round_about)
    function_fingerprint(functools.partial(print, round_about))
    deep = 0
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(bo.errors.MechanismError, match="too deeply"):
        function_fingerprint(functools.partial(print, deep))
    while isinstance(deep, list):  # or taking it down would go as deep
        deep = deep.pop()


def test_functions_of_libraries_go_by_name():
    found = [math.sin, math.cos, np.sin, np.cos, np.linalg.norm, np.linalg.det, [3].count, [4].count, str.upper, int]
    assert len({function_fingerprint(function) for function in found}) == len(found)


PROGRAM = """
import sys
from functools import partial
from bough.mechanism.fingerprint import function_fingerprint
import numpy as np

WORDS = {"spring", "damper", "brake", "motor", "gust"}
TABLE = {"a": WORDS, "b": frozenset((1, 2.5, "x")), "c": np.arange(3.0)}

class Law:
    kinds = {"one", "two", "three"}
    def __init__(self, k):
        self.k = k
    def __call__(self, t, q, u):
        return self.k * q if "brake" in TABLE["a"] and q in {"p", "q", "r", 1.0} else np.sin(u)

print(function_fingerprint(Law(3.0)), function_fingerprint(partial(Law(2.0), TABLE)), function_fingerprint(lambda t: t in {"u", "v", "w"}))
"""


def test_a_fingerprint_is_the_same_in_every_process(tmp_path):
    """Whatever order sets have there, and whether the code was compiled just now or long ago."""
    (tmp_path / "program.py").write_text(PROGRAM)
    found = set()
    for way, seed in ((["program.py"], "0"), (["-c", "import program"], "1"), (["-c", "import program"], "77")):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        run = subprocess.run(
            [sys.executable, *way], cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
        )
        found.add(run.stdout)
    # run as a program its module has another name, which is no part of it
    assert len(found) == 1
