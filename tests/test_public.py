"""The public face: what is exported, what importing costs, what a call allocates."""

import ast
import doctest
import importlib
import pickle
import subprocess
import sys
import tracemalloc
import types
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from helpers.public import public

import bough as bo
from bough.formulations import FORMULATIONS

ON_TREES = {form.name for form in FORMULATIONS.values() if not form.needs}


def test_all_is_sorted_and_there():
    assert bo.__all__ == sorted(set(bo.__all__))
    missing = [name for name in bo.__all__ if not hasattr(bo, name)]
    assert not missing


@pytest.mark.parametrize(("name", "thing"), [pytest.param(*each, id=each[0]) for each in public()])
def test_everything_says_what_it_is(name, thing):
    assert thing.__doc__
    assert thing.__doc__ is not type(thing).__doc__
    if isinstance(thing, type):  # its own words, not those of what it derives from
        assert all(thing.__doc__ is not base.__doc__ for base in thing.__mro__[1:])


def test_the_example_in_the_docstring_runs():
    result = doctest.testmod(bo)
    assert result.attempted > 0
    assert result.failed == 0


def printed(code):
    """What a program of its own prints, if it has nothing to complain of."""
    run = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=True)
    assert run.stderr == ""
    return run.stdout.split()


def test_importing_loads_nothing_but_the_standard_library():
    before = "import sys, importlib.util; before = set(sys.modules); import bough; "
    loaded = printed(before + "print(*sorted(set(sys.modules) - before))")
    assert {name.split(".")[0] for name in loaded} - sys.stdlib_module_names == {"bough"}


def test_dir_shows_the_public_names_and_no_others():
    assert dir(bo) == bo.__all__
    code = "import bough, bough.cli; bough.simulate; print(*sorted({*dir(bough)} ^ {*bough.__all__}))"
    assert printed(code) == []
    assert isinstance(bo.api, types.ModuleType)  # other modules can be reached without an import of their own
    assert "api" not in dir(bo)


def test_the_stub_is_what_python_has():
    """The top as type checkers read it: each line there, and no other name."""
    tree = ast.parse((Path(bo.__file__).parent / "__init__.pyi").read_text(encoding="utf-8"))
    found = set()
    for line in tree.body:
        match line:
            case ast.ImportFrom(module=module, names=[ast.alias(name="*")]):
                found |= set(importlib.import_module(module).__all__)
            case ast.ImportFrom(names=names):
                assert all(name.name == name.asname for name in names)  # what type checkers take as public
                found |= {name.name for name in names}
            case ast.Assign(targets=[ast.Name(id=alias)], value=ast.Name(id=name)):
                assert getattr(bo, alias) is getattr(bo, name)
                found.add(alias)
    assert sorted(found) == bo.__all__


def test_a_star_takes_all_of_it():
    names = {}
    exec("from bough import *", names)
    assert {*names} - {"__builtins__"} == {*bo.__all__}


def test_each_public_thing_has_one_place():
    aliases = {"linearize", "optimize", "reach"}
    places = {}
    for name, thing in public():
        if name not in aliases:
            places.setdefault(id(thing), []).append(name)
    assert [names for names in places.values() if len(names) > 1] == []


def test_the_top_is_what_an_engineer_types():
    top = [name for name in bo.__all__ if not isinstance(getattr(bo, name), types.ModuleType)]
    assert len(top) < 90
    assert not {name for name in top if name.endswith("Error")} - {"BoughError"}


def test_a_package_does_not_replace_a_function_of_its_name():
    code = (
        "import bough, importlib, pkgutil, types\n"
        "for module in pkgutil.iter_modules(bough.__path__, 'bough.'):\n"
        "    if module.name != 'bough.__main__': importlib.import_module(module.name)\n"
        "print(*(name for name in bough.__all__ if isinstance(getattr(bough, name), types.ModuleType)))"
    )
    assert printed(code) == [name for name in bo.__all__ if isinstance(getattr(bo, name), types.ModuleType)]


def test_importing_and_describing_compiles_nothing():
    code = (
        "import sys, bough as bo; "
        "m = bo.models.random_tree(5); bo.dynamics.matrices(m, *bo.models.random_state(m)).show('B'); m.topology.N1; "
        "print(*sorted({'numba', 'llvmlite', 'scipy', 'matplotlib', 'xarray', 'pandas'} & set(sys.modules)))"
    )
    assert printed(code) == []


@pytest.mark.parametrize("formulation", sorted(ON_TREES - {"kinetostatics"}))
def test_a_call_allocates_its_result_only(formulation):
    """The work arrays of this mechanism take ten times as much and more, and are made once."""
    chain = bo.chain(200)
    gives = FORMULATIONS[formulation].gives
    function = bo.dynamics.canonical_rates if gives == "canonical rates" else bo.forward_dynamics
    call = partial(function, chain, *bo.models.random_state(chain), np.ones(chain.n), formulation=formulation)
    size = np.array(call()).nbytes
    tracemalloc.start()
    try:
        for _ in range(100):  # (the interpreter itself takes some memory for what it runs often)
            call()
        before, _ = tracemalloc.get_traced_memory()
        tracemalloc.reset_peak()
        for _ in range(100):
            call()
        after, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert after - before < 1000
    assert peak - before < size + 1000


def test_the_package_is_sent_to_other_processes_by_its_name():
    """Dask sends functions along with what they refer to."""
    assert pickle.loads(pickle.dumps(bo)) is bo
