"""Every test runs somewhere: what ``.ci/run`` selects by marks leaves none out, and no test is where pytest does not look."""

import ast
import fnmatch
import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

from _pytest.mark.expression import Expression

ROOT = Path(__file__).parents[1]
OPTIONS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["pytest"]["ini_options"]


def selections():
    """The marks that each run of pytest in the targets of ``.ci/run`` selects; they are the only thing that it selects by."""
    targets = re.findall(r"^make ([\w-]+)$", (ROOT / ".ci" / "run").read_text("utf-8"), re.MULTILINE)
    makefile, found = (ROOT / "Makefile").read_text("utf-8"), []
    for target in targets:
        recipe = re.search(rf"^{re.escape(target)}:.*\n((?:\t.*\n)*)", makefile, re.MULTILINE)
        for words in map(shlex.split, recipe[1].splitlines()):
            if "pytest" in words and words[-1] != "$(CORE)":  # (which runs some tests once more)
                given = shlex.split(OPTIONS["addopts"]) + words[words.index("pytest") + 1 :]
                assert not [word for word in given if word.startswith(("--ignore", "--deselect", "-k", "tests"))]
                found.append(Expression.compile(given[len(given) - given[::-1].index("-m")]))
    return found


def marks_in(node):
    """Names of marks, as in ``pytest.mark.slow``; those of single parameters are not the whole test's."""
    if isinstance(node, ast.Call):
        return marks_in(node.func)
    if isinstance(node, ast.List | ast.Tuple):
        return {name for each in node.elts for name in marks_in(each)}
    is_mark = isinstance(node, ast.Attribute) and ast.unparse(node.value) == "pytest.mark"
    return {node.attr} if is_mark else set()


def marked(body, marks):
    """(name, marks) of the tests in a module or a class."""
    for node in body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "pytestmark":
            marks = marks | marks_in(node.value)
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            own = marks.union(*map(marks_in, node.decorator_list))
            if isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
                yield from marked(node.body, own)
            elif isinstance(node, ast.FunctionDef) and node.name.startswith("test"):
                yield node.name, own


def test_every_test_runs_in_one_of_the_commands_that_have_to_pass():
    tests, wanted = ROOT / OPTIONS["testpaths"][0], selections()
    assert len(wanted) == 2
    for path in sorted(tests.rglob("*.py")):
        text = path.read_text("utf-8")
        found = list(marked(ast.parse(text).body, set()))
        is_searched = any(fnmatch.fnmatch(path.name, pattern) for pattern in ("test_*.py", "*_test.py"))
        assert bool(found) == is_searched, (
            f"{path.relative_to(ROOT)}: pytest finds no test in it, or does not look for it"
        )
        for name, marks in found:
            chosen = [one.evaluate(lambda mark, *_, marks=marks, **__: mark in marks) for one in wanted]
            assert any(chosen), f"{path.relative_to(ROOT)}: no command runs {name}"


def test_every_run_ends_with_the_seed_that_repeats_its_random_mechanisms():
    words = [sys.executable, "-m", "pytest", "--collect-only", __file__]
    done = subprocess.run(words, cwd=ROOT, env={**os.environ, "BOUGH_SEED": "17"}, capture_output=True, text=True)
    *_, seed, _ = done.stdout.rstrip().splitlines()
    assert (done.returncode, seed) == (0, "random mechanisms of today: BOUGH_SEED=17")
