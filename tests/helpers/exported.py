"""Exported C, compiled and run: a program that reads states and prints what every function makes of them."""

import os
import shutil
import subprocess

import numpy as np
import pytest

from bough.api.methods import Way, form_of, solver_of
from bough.api.operation import operation_of
from bough.compiled.entries import FINE
from bough.compiled.tree import compiled
from bough.export.programs import ORDERS
from bough.export.source import header, source
from bough.formulations import kinetostatics as prescribed
from bough.passes import inverse
from bough.passes import motion as kinematics
from helpers.exact import interpreted

STRICT = ("-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror", "-ffp-contract=off")
SANITIZED = ("-O0", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
COMPILERS = [
    pytest.param(name, marks=pytest.mark.skipif(shutil.which(name) is None, reason=f"{name} is not installed"))
    for name in ("gcc", "clang")
]
COMPILER = next((name for name in ("gcc", "clang", "cc") if shutil.which(name)), None)
needs_compiler = pytest.mark.skipif(COMPILER is None, reason="there is no C compiler")


def run(*command, given="", **options):
    """What a program prints; it has to end well, and to complain of nothing."""
    done = subprocess.run(list(map(str, command)), input=given, capture_output=True, text=True, check=False, **options)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def compile_strictly(compiler, *arguments):
    run(compiler, *STRICT, *arguments)


class Exported:
    """The functions of a model, compiled with sanitizers."""

    def __init__(self, model, folder, compiler=COMPILER):
        self.model = model
        files = {"it.h": header(model, "it"), "it.c": source(model, "it"), "driver.c": _driver(model)}
        for name, text in files.items():
            (folder / name).write_text(text, encoding="ascii")
        self._program = folder / "driver"
        compile_strictly(compiler, *SANITIZED, folder / "driver.c", folder / "it.c", "-o", self._program, "-lm")

    def __call__(self, time, q, u, third, motion=(), parameters=None):
        """By function: 0 or what it returns instead, and its results one after the other; ``parameters``: by name."""
        motion = np.zeros(len(ORDERS) * len(self.model.motions)) if len(motion) == 0 else motion
        parameters = {**self.model.parameters, **(parameters or {})}
        numbers = np.concatenate(([time], q, u, third, motion, list(parameters.values())))
        # (a leak is looked for by tracing, which not every sandbox allows; nothing is allocated)
        printed = run(
            self._program,
            given=" ".join(map(repr, numbers.tolist())),
            env=os.environ | {"ASAN_OPTIONS": "detect_leaks=0"},
        )
        found = {}
        for line in printed.splitlines():
            name, failed, *values = line.split()
            found[name] = int(failed), np.array(list(map(float, values)))
        return found


def _driver(model):
    mechanism = model.mechanism
    n_q, n, motions = mechanism.n_q, mechanism.n, len(ORDERS) * len(model.motions)
    sizes = {"q": n_q, "u": n, "third": n, "motion": motions, "parameters": len(model.parameters)}
    lines = ['#include "it.h"', "#include <stdio.h>", "int main(void)", "{", "    double time;"]
    lines += [f"    double {name}[{size + 1}];" for name, size in sizes.items()]
    reads = ["&time", *(f"&{name}[{k}]" for name, size in sizes.items() for k in range(size))]
    lines += [f'    if (scanf("%lf", {place}) != 1) return 3;' for place in reads]
    lines += ["    (void)motion; (void)third; (void)u;"]
    for function in model.functions:
        given = [{"tau": "third", "u_dot": "third"}.get(name, name) for name in function.inputs]
        outputs = {f"out_{name}": len(places) for name, places in function.outputs.items()}
        lines += ["    {", *(f"        double {name}[{size}];" for name, size in outputs.items())]
        lines += [f"        const int failed = it_{function.name}({', '.join([*given, *outputs])});"]
        lines += [f'        printf("{function.name} %d", failed);']
        for name, size in outputs.items():
            lines += [f'        for (int k = 0; k < {size}; ++k) printf(" %.17g", {name}[k]);']
        lines += ["        putchar('\\n');", "    }"]
    return "\n".join([*lines, "    return 0;", "}", ""])


def by_shared_kernels(model, time, q, u, third):
    """The same from the shared kernels, interpreted: by function."""
    mechanism = model.mechanism
    n, bodies = mechanism.n, len(mechanism)
    timed = np.append(q, time) if mechanism.is_timed else np.array(q)
    found = {}

    def ask(name, entry, shape, a=timed):
        out = np.zeros(shape)
        assert interpreted(entry, a, np.array(u), np.array(third), out) == FINE
        found[name] = out

    name, _, solver = model.form.partition(" with ")
    form = form_of(name)
    way = Way(form, solver_of(form, solver or None), code="shared")
    ask("forward", way.evaluation(compiled(mechanism)), n)
    ask("rates", operation_of(mechanism, True, kinematics.coordinate_rates, ("q", "u"), ()).evaluation, len(timed))
    found["rates"] = found["rates"][: mechanism.n_q]
    ask("poses", operation_of(mechanism, False, kinematics.poses, ("q",), ()).evaluation, (bodies, 12))
    if not mechanism.loops:
        ask("inverse", operation_of(mechanism, True, inverse.joint_forces, ("q", "u", "u_dot"), ()).evaluation, n)
        operation = operation_of(
            mechanism, False, prescribed.drives_and_reactions, ("q", "u", "u_dot"), (), prescribed.memory
        )
        ask("reactions", operation.evaluation, (bodies, prescribed.COLUMNS))
        rows = found["reactions"]
        drives = [
            rows[mechanism.body_index[one.name], prescribed.DRIVE : prescribed.DRIVE + len(joint.joint.u_names)]
            for one, joint in mechanism.driven
        ]
        found["reactions"] = np.concatenate((rows[:, :6].ravel(), *drives))
    return {name: value.ravel() for name, value in found.items()}


def assert_agree(found, expected, tolerance=1e-13):
    """Whether all functions succeeded and agree, relative to the largest number of each."""
    assert set(expected) <= set(found)
    for name, value in expected.items():
        failed, numbers = found[name]
        assert failed == 0, name
        assert np.abs(numbers - value).max() <= tolerance * max(np.abs(value).max(), 1.0), name
