"""Types as a user meets them: a script under ``mypy --strict``, and annotations of everything that is public."""

import inspect
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from helpers.public import public
from mypy import api

import bough as bo

ROOT = Path(__file__).parent.parent.parent
SCRIPT = Path(__file__).with_name("script.py")
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mypy"]
# rooms whose functions need no annotations yet
UNTYPED = tuple(
    re.sub(r"\.\*$", "", room)
    for override in SETTINGS["overrides"]
    if override.get("disallow_untyped_defs") is False
    for room in override["module"]
)


def test_bough_says_that_it_has_types():
    assert (Path(bo.__file__).parent / "py.typed").exists()


@pytest.mark.slow
def test_a_script_is_correct_under_strict_mypy(monkeypatch):
    monkeypatch.setenv("MYPYPATH", str(Path(bo.__file__).parent.parent))
    options = (
        "--strict",
        "--config-file=",
        "--follow-imports=silent",
        f"--cache-dir={ROOT / '.mypy_cache' / 'script'}",
    )
    out, err, code = api.run([*options, str(SCRIPT)])
    assert (code, err) == (0, ""), out


def test_the_script_runs(tmp_path):
    bo.chain(3).save(tmp_path / "arm.toml")
    environment = {**os.environ, "BOUGH_CODE": "auto"}
    done = subprocess.run(
        [sys.executable, SCRIPT], cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith("completed (501,) (501,) True (501, 3)\n[0. 0. 0. 0.]\n")


def public_functions():
    """(name, function) of all that is public: functions, and constructors, methods and properties of classes."""
    for name, thing in public():
        if not inspect.isclass(thing):
            yield name, thing
            continue
        for attribute, value in vars(thing).items():
            function = value.fget if isinstance(value, property) else getattr(value, "func", value)
            function = getattr(function, "__func__", function)
            written = inspect.isfunction(function) and function.__code__.co_filename == inspect.getfile(thing)
            if written and (not attribute.startswith("_") or attribute == "__init__"):
                yield f"{name}.{attribute}", function


@pytest.mark.parametrize(
    ("name", "function"),
    [pytest.param(*each, id=each[0]) for each in public_functions() if not each[1].__module__.startswith(UNTYPED)],
)
def test_what_is_public_has_annotations(name, function):
    parameters = inspect.signature(function).parameters.values()
    missing = [each.name for each in parameters if each.annotation is each.empty and each.name not in ("self", "cls")]
    assert not missing
    assert "return" in function.__annotations__ or name.endswith(".__init__")
