"""bough without the packages of its extras: what needs none of them works, and what does says in a sentence which extra to install."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from bough.extras import NEEDS

PROJECT = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
# what a package is imported as, where that is not its name
IMPORTED_AS = {"pycollada": "collada", "fast-simplification": "fast_simplification"}
ALL = sorted({package for _, packages in NEEDS.values() for package in packages} | {"cycler", "PIL"})
MOTION = "motion = bo.simulate(bo.chain(2), 0.1, q0={'link1': 1.0})"
REST = "motion = bo.Trajectory(bo.chain(2), (0, 1), [[1, 0]] * 2, [[0, 0]] * 2)"  # (which compiles nothing)


def without(packages, *lines):
    """A program where some packages are not installed: its exit code, and what it writes."""
    hidden = f"import sys; sys.modules |= dict.fromkeys({list(packages)!r})"
    code = "\n".join((hidden, "import bough as bo", *lines))
    done = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def names_in(extra):
    """The packages of an extra, and of those that it includes."""
    for requirement in EXTRAS[extra]:
        name, inner = re.match(r"([\w-]+)(?:\[([\w,-]+)\])?", requirement).groups()
        if name == PROJECT["name"]:
            for other in inner.split(","):
                yield from names_in(other)
        else:
            yield IMPORTED_AS.get(name, name)


@pytest.mark.parametrize("what", NEEDS)
def test_an_extra_installs_what_is_needed(what):
    extra, packages = NEEDS[what]
    assert set(packages) <= set(names_in(extra))
    assert set(names_in(extra)) <= set(names_in("all"))


def test_computing_needs_no_extra():
    code, out, err = without(
        ALL,
        MOTION,
        "bo.forward_dynamics(bo.chain(2), *bo.models.random_state(bo.chain(2)))",
        "print(motion, bo.choose(bo.chain(2)), bo.check('arm'), *bo.catalogue(), motion.to_dataframe())",
    )
    assert (code, err) == (0, "")
    assert "link1" in out


@pytest.mark.parametrize(
    ("what", "line"),
    [
        ("plots", "motion.plot()"),
        ("films", "motion.animate('motion.gif')"),
        ("netCDF files", "motion.save('motion.nc')"),
        ("netCDF files", "bo.Trajectory.load('motion.nc')"),
        ("Parquet files", "motion.to_parquet('motion.parquet')"),
        ("papers", "bo.methods.papers('papers')"),
        ("environments", "import bough.gym"),
    ],
)
def test_what_needs_an_extra_names_it(what, line):
    extra, packages = NEEDS[what]
    for package in packages:
        code, _, err = without([package], REST, line)
        assert code == 1
        assert err.splitlines()[-1] == (
            f'bough.errors.UnsupportedError: {what} need {package}: install it with pip install "bough[{extra}]".'
        )


@pytest.mark.parametrize("package", NEEDS["commands"][1])
def test_the_command_says_what_it_needs(package):
    code, out, err = without([package], "from bough.cli import main", "main()")
    assert (code, out) == (1, "")
    assert err == f'bough: commands need {package}: install it with pip install "bough[cli]".\n'


def test_a_command_says_it_before_it_runs():
    code, out, err = without(
        ["matplotlib"],
        "from bough.cli import main",
        "sys.argv = ['bough', 'run', 'chain:2', '--duration', '1e9', '--plot', 'run.png']",
        "main()",
    )
    assert (code, out) == (2, "")
    assert err == 'bough: plots need matplotlib: install it with pip install "bough[plots]".\n'


def test_without_rich_there_is_no_bar_and_compiling_is_told_in_a_plain_line():
    code, _, err = without(
        ["rich"],
        MOTION.replace("q0=", "progress=True, q0="),
        "from bough.compiled import notice",
        "sys.stderr.isatty = lambda: True",
        "notice._show('compiling a form')()",
    )
    assert (code, err) == (0, "bough: compiling a form, once for all runs\n")
