"""Exported parameters: C and FMUs with other numbers against mechanisms that were built with these."""

import os
import subprocess
import zipfile

import numpy as np
import pytest
from export.test_c import built, rows_of
from export.test_fmu import HOST, KINDS, VERSIONS, described
from helpers.exported import (
    COMPILERS,
    SANITIZED,
    Exported,
    assert_agree,
    by_shared_kernels,
    compile_strictly,
    needs_compiler,
    run,
)
from owncode.test_parameters import CRANE, STATE, changed, crane, four_bar

import bough as bo
from bough.export.model import model_of

pytestmark = needs_compiler
GRAVITY = ["gravity.x", "gravity.y", "gravity.z"]
TIGHT = {"rtol": 1e-11, "atol": 1e-12}


@pytest.mark.parametrize("compiler", COMPILERS)
def test_functions_of_every_parameter(compiler, tmp_path):
    model = model_of(crane().with_parameters(list(CRANE)))
    assert list(model.parameters) == [*GRAVITY, *(name for name in CRANE if name not in GRAVITY)]
    it, third = Exported(model, tmp_path, compiler), np.linspace(-1.0, 1.0, crane().n)
    values = {name: changed(name) for name in CRANE}
    form = model.form.split()[0]
    usual = by_shared_kernels(model_of(crane(), formulation=form), 0.0, *STATE, third)
    assert_agree(it(0.0, *STATE, third), usual)
    expected = by_shared_kernels(model_of(crane(**values), formulation=form), 0.0, *STATE, third)
    assert_agree(it(0.0, *STATE, third, parameters=values), expected)
    for name in ("forward", "inverse", "poses", "reactions"):
        assert np.abs(expected[name] - usual[name]).max() > 1e-3, name


def test_the_header_has_parameters_once_with_their_numbers(tmp_path):
    arm = bo.chain(2).with_parameters({"gravity.z": -3.7, "link2.mass": 1.5})
    header, *_ = bo.export_c(arm, tmp_path / "folder")
    lines = [line for line in header.read_text().splitlines() if "_PARAMETER" in line]
    assert [line.removeprefix("#define CHAIN_OF_2_") for line in lines] == [
        "PARAMETERS 4",
        "PARAMETER_GRAVITY_X 0 /* 0.0 */",
        "PARAMETER_GRAVITY_Y 1 /* 0.0 */",
        "PARAMETER_GRAVITY_Z 2 /* -3.7 */",
        "PARAMETER_LINK2_MASS 3 /* 1.5 */",
    ]


def assert_same_motion(rows, mechanism, duration, step, every, **start):
    expected = bo.simulate(mechanism, duration, every=every, integrator="rk4", step=step, **start)
    found = rows[:, 1 : 1 + mechanism.n_q + mechanism.n]
    assert np.abs(found - np.hstack((expected.q, expected.u))).max() < 1e-11


def refused(program, *arguments):
    """What a program that prints no motion returns and says instead."""
    done = subprocess.run([program, *map(str, arguments)], capture_output=True, text=True, check=False)
    assert done.stdout == ""
    return done.returncode, done.stderr


def test_the_program_takes_parameters_by_name(tmp_path):
    arm = bo.chain(3)
    arm.q0 = {"link2": 0.7}
    program = built(arm.with_parameters(["link2.mass", "link3.at.x"]), tmp_path / "folder")
    _, rows = rows_of(run(program, 0.5, 1e-2, "link2.mass=2.5", 0.25, "gravity.z=-5", "link3.at.x=0.1"))
    other = arm.with_parameters({"link2.mass": 2.5, "link3.at.x": 0.1, "gravity.z": -5.0})
    assert_same_motion(rows, other, 0.5, 1e-2, 0.25)
    _, usual = rows_of(run(program, 0.5, 1e-2, 0.25))
    assert np.abs(rows[-1] - usual[-1]).max() > 0.1
    assert refused(program, 0.5, "link9.mass=1") == (2, "there is no parameter, or no number, in link9.mass=1\n")


# --- loops ------------------------------------------------------------------------------------------------------------------

LENGTHS = ("coupler.at.x", "top.other_at.x")  # of crank and rocker
START = {"crank": 1.2, "coupler": -1.1, "rocker": 1.3}


def linkage(length=1.0):
    mechanism = four_bar(length, 0.5, "joint")
    mechanism.q0 = dict(zip(mechanism.q_names, bo.assemble(mechanism, START), strict=True))
    return mechanism.with_parameters(LENGTHS)


def crank_end(length, q):
    """The gap between coupler and rocker, by hand: angles are relative."""
    crank, coupler, rocker = q[..., 0], q[..., 0] + q[..., 1], q[..., 2]
    x = length * np.cos(crank) + 1.1 * np.cos(coupler) - 1.0 - length * np.cos(rocker)
    y = length * np.sin(crank) + 1.1 * np.sin(coupler) - length * np.sin(rocker)
    return np.hypot(x, y)


def test_loops_of_other_lengths(tmp_path):
    program = built(linkage(), tmp_path / "folder", duration=1.0)
    _, rows = rows_of(run(program, 0.5, 1e-3, 0.25, *(f"{name}=1.2" for name in LENGTHS)))
    assert crank_end(1.2, rows[:, 1:4]).max() < 1e-12
    assert crank_end(1.0, rows[:, 1:4]).min() > 0.01
    start = dict(zip(START, rows[0, 1:4], strict=True))
    other = built(linkage(1.2), tmp_path / "other", duration=1.0, q0=start)
    assert np.abs(rows - rows_of(run(other, 0.5, 1e-3, 0.25))[1]).max() < 1e-11
    short = [f"{name}=0.01" for name in LENGTHS]
    assert refused(program, 0.5, *short) == (1, "the loops cannot be closed at the start\n")


@pytest.mark.slow
def test_loops_of_other_lengths_move_as_in_bough(tmp_path):
    program = built(linkage(), tmp_path / "folder", duration=1.0)
    _, rows = rows_of(run(program, 0.5, 1e-3, 0.25, *(f"{name}=1.2" for name in LENGTHS)))
    expected = bo.simulate(linkage(1.2), 0.5, every=0.25, q0=dict(zip(START, rows[0, 1:4], strict=True)), **TIGHT)
    assert np.abs(rows[:, 1:4] - expected.q.values).max() < 1e-8


def test_every_function_of_loops(tmp_path):
    model, other = model_of(linkage()), linkage(1.1)
    it, q = Exported(model, tmp_path), other.coordinates(other.q0)
    u = bo.kinematics.consistent_velocities(other, q, np.linspace(0.3, 0.6, 3))
    found = it(0.0, q, u, np.ones(3), parameters=dict.fromkeys(LENGTHS, 1.1))
    form = model.form.split()[0]
    assert_agree(found, by_shared_kernels(model_of(other, formulation=form), 0.0, q, u, np.ones(3)))
    closed = np.concatenate((q, u, np.zeros(5)))  # (a hinge leaves one motion of six)
    assert_agree(found, {"close": closed})
    assert it(0.0, q, u, np.ones(3))["close"][1][:3] != pytest.approx(q, abs=1e-3)


# --- FMUs -------------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def fmpy():
    return pytest.importorskip("fmpy", reason="fmpy is not installed")


def arm():
    mechanism = bo.chain(2)
    mechanism.add_force("spring", bo.JointSpring("link2", 5.0, 0.3))
    mechanism.q0 = {"link1": 0.7, "link2": 0.2}
    return mechanism


NAMES = "link2.mass", "link2.at.z", "spring.stiffness"
FIRST, THEN = (1.4, -0.9, 9.0), (0.6, -1.2, 3.0)


@pytest.fixture(scope="module", params=VERSIONS)
def fmu(request, tmp_path_factory):
    return bo.export_fmu(arm().with_parameters(NAMES), tmp_path_factory.mktemp("fmu") / "arm.fmu", fmi=request.param)


def test_parameters_are_tunable_variables(fmpy, fmu):
    from fmpy.validation import validate_fmu

    assert validate_fmu(str(fmu)) == []
    variables, _ = described(fmu)
    parameters = {name: row for name, row in variables.items() if row["causality"] == "parameter"}
    assert list(parameters) == [*GRAVITY, *NAMES, "step"]
    assert {row["variability"] for row in parameters.values()} == {"tunable"}
    own = arm().with_parameters(NAMES).parameters
    assert {name: float(parameters[name]["start"]) for name in NAMES} == dict(own)
    assert [parameters[name].get("unit") for name in NAMES] == ["kg", "m", None]
    assert parameters["link2.mass"]["description"] == "mass of the body link2"


def simulated(fmpy, fmu, kind, duration, **options):
    if kind == "ModelExchange":
        options["relative_tolerance"] = 1e-9
    return fmpy.simulate_fmu(str(fmu), fmi_type=kind, stop_time=duration, output_interval=0.1, **options)


def last(found):
    return np.array([found[f"{letter}.{name}"][-1] for letter in "qu" for name in ("link1", "link2")])


@pytest.mark.parametrize("kind", KINDS)
def test_other_parameters_before_the_start_and_in_a_run(fmpy, fmu, kind):
    given = dict(zip(NAMES, FIRST, strict=True))
    found = simulated(fmpy, fmu, kind, 0.5, start_values=given)
    expected = bo.simulate(arm().with_parameters(given), 0.5, every=0.5, **TIGHT)
    assert last(found) == pytest.approx(np.concatenate((expected.q[-1], expected.u[-1])), abs=1e-5)
    # the joint of the second body is on the first, where the parameter says
    out = found["pose.link1.r13"] * FIRST[1], found["pose.link1.r33"] * FIRST[1]
    assert np.abs(found["pose.link2.x"] - out[0]).max() < 1e-14
    assert np.abs(found["pose.link2.z"] - out[1]).max() < 1e-14
    # changed in the middle of a run
    signals = np.array([(0.0, *FIRST), (0.5, *THEN)], [("time", float), *((name, float) for name in NAMES)])
    found = simulated(fmpy, fmu, kind, 1.0, input=signals)
    after = arm().with_parameters(dict(zip(NAMES, THEN, strict=True)))
    expected = bo.simulate(after, 0.5, every=0.5, q0=expected.q[-1].values, u0=expected.u[-1].values, **TIGHT)
    assert last(found) == pytest.approx(np.concatenate((expected.q[-1], expected.u[-1])), abs=1e-4)


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("kind", KINDS)
def test_loops_are_closed_anew_when_lengths_change(fmpy, version, kind, tmp_path):
    path = bo.export_fmu(linkage(), tmp_path / "it.fmu", fmi=version, duration=1.0)
    signals = np.array([(0.0, 1.05, 1.05), (0.25, 1.15, 1.15)], [("time", float), *((name, float) for name in LENGTHS)])
    options = {"relative_tolerance": 1e-8} if kind == "ModelExchange" else {}
    options |= {"start_values": dict.fromkeys(LENGTHS, 1.05), "input": signals}
    found = fmpy.simulate_fmu(str(path), fmi_type=kind, stop_time=0.5, output_interval=0.05, **options)
    q = np.array([found[f"q.{name}"] for name in START]).T
    before, after = found["time"] < 0.249, found["time"] > 0.251
    least = 1e-12 if kind == "CoSimulation" else 1e-6
    assert crank_end(1.05, q[before]).max() < least
    assert crank_end(1.15, q[after]).max() < least
    from fmpy.fmi1 import FMICallException

    with pytest.raises(FMICallException):
        fmpy.simulate_fmu(str(path), fmi_type=kind, stop_time=0.1, start_values=dict.fromkeys(LENGTHS, 0.01))


@pytest.mark.parametrize("compiler", COMPILERS)
def test_sources_run_under_sanitizers_and_without_warnings(compiler, tmp_path):
    with zipfile.ZipFile(bo.export_fmu(linkage(), tmp_path / "it.fmu", binary=False, duration=1.0)) as archive:
        archive.extractall(tmp_path)
    folder = tmp_path / "sources"
    longer = "    failed |= fmi2SetReal(one, references + MARKED_AT, 2, (const double[]){1.1, 1.1});\n"
    step = "    failed |= fmi2GetFMUstate"
    assert step in HOST
    (folder / "host.c").write_text(HOST.replace(step, longer + step))
    compile_strictly(compiler, *SANITIZED, folder / "host.c", folder / "model.c", "-o", folder / "host", "-lm")
    run(folder / "host", env=os.environ | {"ASAN_OPTIONS": "detect_leaks=0"})
