"""FMUs by their standards: validated and simulated by fmpy, and driven through the interface of C by hand."""

import ctypes
import os
import zipfile
from xml.etree import ElementTree

import numpy as np
import pytest
from export.test_c import driven, machine_with_forces, state
from helpers.exported import (
    COMPILER,
    SANITIZED,
    assert_agree,
    by_shared_kernels,
    compile_strictly,
    needs_compiler,
    run,
)
from helpers.linkages import BUILDERS

import bough as bo
from bough.export.model import model_of
from bough.export.variables import UNITS, Variables

VERSIONS = ["2.0", "3.0"]
KINDS = ["CoSimulation", "ModelExchange"]
pytestmark = needs_compiler


def test_rates_have_the_units_of_their_states_per_second():
    mechanism = bo.Mechanism("units")
    for name, joint in (("slide", bo.Prismatic("x")), ("hinge", bo.Revolute("y")), ("ball", bo.Ball())):
        mechanism.add_body(name, joint=joint, inertia=bo.Inertia.sphere(0.1, 1.0))
    rows = Variables(model_of(mechanism)).rows
    rates = [row for row in rows if row.state is not None]
    assert len(rates) == mechanism.n_q + mechanism.n
    for rate in rates:
        state = UNITS.get(rows[rate.state].unit, {})  # (a quaternion has none)
        assert UNITS[rate.unit] == {**state, "s": state.get("s", 0) - 1}


def swinging():
    """A pendulum with a motor that jumps, a driven hinge, and a ball joint."""
    mechanism = bo.Mechanism("swinging", about="what it is about")
    rod = bo.Inertia.rod(0.4, mass=2.0, radius=0.03, center=(0, 0, -0.2))
    mechanism.add_body("foot", "ground", bo.Driven(bo.Revolute((0, 0, 1)), "0.3*sin(2*t)"), inertia=rod)
    mechanism.add_body("upper", "foot", bo.Ball(), inertia=rod)
    mechanism.add_body("lower", "upper", bo.Revolute((0, 1, 0)), at=(0, 0, -0.4), inertia=rod)
    mechanism.add_force("motor", bo.Motor("lower", bo.Table((0.0, 0.31), (0.5, -0.5), "step")))
    mechanism.q0, mechanism.u0 = {"lower": 0.5}, {"upper.wz": 1.0}
    return mechanism


# --- by fmpy ----------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def fmpy():
    return pytest.importorskip("fmpy", reason="fmpy is not installed")


@pytest.fixture(scope="module", params=VERSIONS)
def fmu(request, tmp_path_factory):
    return bo.export_fmu(swinging(), tmp_path_factory.mktemp("fmu") / "swinging.fmu", fmi=request.param, duration=1.0)


def test_the_validator_has_nothing_to_complain_of(fmpy, fmu):
    from fmpy.validation import validate_fmu

    assert validate_fmu(str(fmu)) == []


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("name", ["machine", "slider_crank", "hostile"])
def test_the_validator_has_nothing_to_complain_of_others(fmpy, name, version, tmp_path):
    from export.test_hostile_names import hostile
    from fmpy.validation import validate_fmu

    made = {"machine": machine_with_forces, "hostile": hostile, "slider_crank": lambda: BUILDERS[name]().mechanism}
    path = bo.export_fmu(made[name](), tmp_path / "it.fmu", fmi=version, binary=False, duration=1.0)
    assert validate_fmu(str(path)) == []


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_fmpy_simulates_the_motion_of_bough(fmpy, fmu, kind):
    mechanism = swinging()
    run = bo.simulate(mechanism, 1.0, every=0.1)
    options = {"relative_tolerance": 1e-9} if kind == "ModelExchange" else {}
    found = fmpy.simulate_fmu(str(fmu), fmi_type=kind, stop_time=1.0, output_interval=0.1, **options)
    # (where an event is, there are two rows)
    rows = [int(np.flatnonzero(np.isclose(found["time"], t))[-1]) for t in run.q.time.values]
    for letter, names, expected in (("q", mechanism.q_names, run.q), ("u", mechanism.u_names, run.u)):
        for k, name in enumerate(names):
            assert (
                np.abs(found[f"{letter}.{name}"][rows] - expected.values[:, k]).max()
                < {"CoSimulation": 1e-8, "ModelExchange": 1e-5}[kind]
            )
    forces = run.reactions("lower").force.values
    for k, axis in enumerate("xyz"):
        assert np.abs(found[f"reaction.lower.f{axis}"][rows] - forces[:, k]).max() < 1e-3


@pytest.mark.parametrize("kind", KINDS)
def test_inputs_and_parameters_have_their_effect(fmpy, fmu, kind):
    """Weightless, and with moments that balance the motor's, a body at rest on a foot that is held does not move."""
    times = np.linspace(0.0, 1.0, 2001)
    held = {
        "value": -0.3 * np.sin(2 * times),
        "rate": -0.6 * np.cos(2 * times),
        "acceleration": 1.2 * np.sin(2 * times),
    }
    given = np.zeros(
        len(times), [("time", float), ("tau.lower", float), *((f"motion.foot.{order}", float) for order in held)]
    )
    given["time"], given["tau.lower"] = times, np.where(times < 0.31, -0.5, 0.5)
    for order, values in held.items():
        given[f"motion.foot.{order}"] = values
    start = {"gravity.z": 0.0, "u.upper.wz": 0.0}
    found = fmpy.simulate_fmu(
        str(fmu), fmi_type=kind, stop_time=0.3, output_interval=5e-4, start_values=start, input=given
    )
    assert np.abs(found["u.lower"]).max() < 1e-3
    assert np.abs(found["q.lower"] - 0.5).max() < 1e-4
    assert np.abs(found["drive.foot"]).max() < 1e-2
    moved = fmpy.simulate_fmu(str(fmu), fmi_type=kind, stop_time=0.3, start_values=start)
    assert np.abs(moved["u.lower"]).max() > 0.1


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("version", VERSIONS)
def test_loops_stay_closed_in_importers(fmpy, version, kind, tmp_path):
    linkage = BUILDERS["slider_crank"]()
    path = bo.export_fmu(linkage.mechanism, tmp_path / "crank.fmu", fmi=version, duration=1.0)
    options = {"relative_tolerance": 1e-8} if kind == "ModelExchange" else {}
    found = fmpy.simulate_fmu(str(path), fmi_type=kind, stop_time=1.0, output_interval=0.01, **options)
    assert abs(found["q.slider"][-1] - 0.21172166139344378) < 1e-6  # (published)
    assert abs(found["u.slider"][-1] - -0.50349186492501003) < 1e-5
    # the rod's end stays on the crank: both are 0.3 m and 0.08 m long
    end = [found[f"pose.rod.{axis}"] + 0.3 * found[f"pose.rod.r{k}3"] for k, axis in enumerate("xyz", 1)]
    pin = [found[f"pose.crank.{axis}"] + 0.08 * found[f"pose.crank.r{k}3"] for k, axis in enumerate("xyz", 1)]
    assert np.abs(np.array(end) - np.array(pin)).max() < (1e-12 if kind == "CoSimulation" else 1e-7)


# --- by hand ----------------------------------------------------------------------------------------------------------------


class Callbacks(ctypes.Structure):
    _fields_ = tuple((name, ctypes.c_void_p) for name in ("logger", "allocate", "free", "finished", "environment"))


def described(path):
    """(variables by name with all attributes, their names by value reference)."""
    with zipfile.ZipFile(path) as archive:
        rows = ElementTree.fromstring(archive.read("modelDescription.xml")).findall("./ModelVariables/*")
    variables = {
        row.get("name"): {**row.attrib, **{k: v for part in row for k, v in part.attrib.items()}} for row in rows
    }
    return variables, {int(row["valueReference"]): name for name, row in variables.items()}


class Host:
    """The library of an FMU of FMI 2.0, through its C interface."""

    def __init__(self, mechanism, folder, **options):
        path = bo.export_fmu(mechanism, folder / "it.fmu", **options)
        with zipfile.ZipFile(path) as archive:
            archive.extractall(folder)
        self.library = ctypes.CDLL(next(folder.glob("binaries/*/*")))
        self.library.fmi2Instantiate.restype = ctypes.c_void_p
        self.variables = Variables(model_of(mechanism, **{k: v for k, v in options.items() if k == "duration"}))
        self.token = (folder / "sources" / "layout.h").read_text().split('TOKEN "')[1].split('"')[0]
        self.token = self.token.encode().decode("unicode_escape")
        self.callbacks = Callbacks()

    def instantiate(self, token=None):
        token = (token or self.token).encode()
        return self.library.fmi2Instantiate(b"it", 0, token, None, ctypes.byref(self.callbacks), 0, 0)

    def places(self, block, count):
        first = self.variables.at[block]
        return (ctypes.c_uint * count)(*range(first, first + count))

    def get(self, one, block, count):
        found = (ctypes.c_double * count)()
        status = self.library.fmi2GetReal(
            ctypes.c_void_p(one), self.places(block, count), ctypes.c_size_t(count), found
        )
        return status, np.array(found)

    def set(self, one, block, values):
        given = (ctypes.c_double * len(values))(*values)
        return self.library.fmi2SetReal(
            ctypes.c_void_p(one), self.places(block, len(values)), ctypes.c_size_t(len(values)), given
        )


def test_variables_are_those_of_the_shared_kernels(tmp_path):
    mechanism = driven()
    host, model = Host(mechanism, tmp_path, duration=2.0), model_of(driven(), duration=2.0)
    one = host.instantiate()
    q, u, tau = state(mechanism)
    assert host.library.fmi2SetTime(ctypes.c_void_p(one), ctypes.c_double(0.7)) == 0
    assert host.set(one, "STATE", [*q, *u]) == 0
    assert host.set(one, "TAU", tau) == 0
    forward = by_shared_kernels(model, 0.7, q, u, tau)
    expected = by_shared_kernels(model, 0.7, q, u, forward["forward"])
    rates = np.concatenate((forward["rates"], forward["forward"]))
    bodies = len(mechanism)
    found = {
        "forward": host.get(one, "RATE", len(rates)),
        "poses": host.get(one, "POSES", 12 * bodies),
        "reactions": host.get(one, "REACTIONS", 6 * bodies + 2),
    }
    assert_agree(found, {"forward": rates, "poses": expected["poses"], "reactions": expected["reactions"]}, 1e-12)
    host.library.fmi2FreeInstance(ctypes.c_void_p(one))


@pytest.mark.parametrize("version", VERSIONS)
def test_descriptions_say_what_the_library_does(version, tmp_path):
    host = Host(swinging(), tmp_path, duration=1.0)  # (both versions have the same numbers inside)
    variables, names = described(bo.export_fmu(swinging(), tmp_path / "described.fmu", fmi=version, duration=1.0))
    one = host.instantiate()
    values = host.get(one, "TIME", len(names))[1]
    starts = {name: float(row["start"]) for name, row in variables.items() if "start" in row}
    assert starts == {name: values[k] for k, name in names.items() if name in starts}
    assert starts["gravity.z"] == -9.81
    assert starts["u.upper.wz"] == 1.0
    assert len(starts) == 3 + 1 + 4 + 3 + 5 + 4
    listed = list(variables)
    states = {
        name: listed[int(row["derivative"]) - 1] if version == "2.0" else names[int(row["derivative"])]
        for name, row in variables.items()
        if "derivative" in row
    }
    assert states == {f"der({name})": name for name in variables if name.startswith(("q.", "u."))}
    host.library.fmi2FreeInstance(ctypes.c_void_p(one))


def test_quaternions_of_any_length_turn_alike(tmp_path):
    mechanism = swinging()
    host = Host(mechanism, tmp_path, duration=1.0)
    one = host.instantiate()
    q, u, _ = state(mechanism)
    host.set(one, "STATE", [*q, *u])
    rates, poses = host.get(one, "RATE", 9)[1], host.get(one, "POSES", 36)[1]
    at = [mechanism.q_names.index(f"upper.{part}") for part in "wxyz"]
    q[at] *= 1.01
    host.set(one, "STATE", [*q, *u])
    rates[at] *= 1.01
    assert np.abs(host.get(one, "RATE", 9)[1] - rates).max() < 1e-12
    assert np.abs(host.get(one, "POSES", 36)[1] - poses).max() < 1e-14
    host.library.fmi2FreeInstance(ctypes.c_void_p(one))


def test_the_other_version_by_hand(tmp_path):
    path = bo.export_fmu(swinging(), tmp_path / "it.fmu", fmi="3.0", duration=1.0)
    with zipfile.ZipFile(path) as archive:
        archive.extractall(tmp_path)
    library = ctypes.CDLL(next(tmp_path.glob("binaries/*/*")))
    token = (tmp_path / "modelDescription.xml").read_text().split('instantiationToken="')[1].split('"')[0].encode()
    library.fmi3InstantiateModelExchange.restype = ctypes.c_void_p
    library.fmi3GetVersion.restype = ctypes.c_char_p
    assert library.fmi3GetVersion() == b"3.0"
    assert library.fmi3InstantiateModelExchange(b"it", b"{another}", None, 0, 0, None, None) is None
    one = ctypes.c_void_p(library.fmi3InstantiateModelExchange(b"it", token, None, 0, 0, None, None))
    flags, following = [ctypes.c_bool(True) for _ in range(5)], ctypes.c_double()
    found = []
    for time in (0.0, 0.31):
        assert library.fmi3SetTime(one, ctypes.c_double(time)) == 0
        assert library.fmi3UpdateDiscreteStates(one, *map(ctypes.byref, (*flags, following))) == 0
        assert not any(flag.value for flag in flags[:4])
        found.append(following.value if flags[4].value else None)
    assert found == [0.31, None]
    # only doubles can be asked for, as many as there is room for
    error, reference, room = 3, (ctypes.c_uint * 1)(1), (ctypes.c_double * 2)()
    one_of, two_of = ctypes.c_size_t(1), ctypes.c_size_t(2)
    assert library.fmi3GetFloat64(one, reference, one_of, room, one_of) == 0
    assert library.fmi3GetFloat64(one, reference, one_of, room, two_of) == error
    assert library.fmi3GetInt32(one, reference, one_of, room, one_of) == error
    library.fmi3FreeInstance(one)


def test_instances_are_independent_and_refuse_what_is_wrong(tmp_path):
    host = Host(bo.chain(2), tmp_path)
    assert host.instantiate("{another}") is None
    one, other = host.instantiate(), host.instantiate()
    assert host.set(one, "STATE", [1.0, 2.0, 3.0, 4.0]) == 0
    assert host.get(other, "STATE", 4)[1].tolist() == [0.0, 0.0, 0.0, 0.0]
    error = 3
    assert host.set(one, "RATE", [1.0]) == error  # calculated
    assert host.set(one, "TIME", [1.0]) == error
    assert host.get(one, "STATE", 1000)[0] == error
    assert host.set(one, "STATE", [np.nan] * 4) == 0
    assert host.get(one, "RATE", 4)[0] == error
    # a step that fails leaves everything as it was
    assert host.set(other, "TAU", [np.inf, 0.0]) == 0
    step = host.library.fmi2DoStep
    assert step(ctypes.c_void_p(other), ctypes.c_double(0.0), ctypes.c_double(0.1), 0) == error
    assert host.get(other, "STATE", 4)[1].tolist() == [0.0, 0.0, 0.0, 0.0]
    for each in (one, other):
        host.library.fmi2FreeInstance(ctypes.c_void_p(each))


def test_states_can_be_kept_and_brought_back(tmp_path):
    host = Host(bo.chain(2), tmp_path)
    one = ctypes.c_void_p(host.instantiate())
    host.set(one.value, "STATE", [1.0, 2.0, 3.0, 4.0])
    kept, size = ctypes.c_void_p(), ctypes.c_size_t()
    assert host.library.fmi2GetFMUstate(one, ctypes.byref(kept)) == 0
    assert host.library.fmi2SerializedFMUstateSize(one, kept, ctypes.byref(size)) == 0
    room = (ctypes.c_char * size.value)()
    assert host.library.fmi2SerializeFMUstate(one, kept, room, size) == 0
    before = host.get(one.value, "RATE", 4)[1]
    assert host.library.fmi2Reset(one) == 0
    assert host.get(one.value, "STATE", 4)[1].tolist() == [0.0, 0.0, 0.0, 0.0]
    again = ctypes.c_void_p()
    assert host.library.fmi2DeSerializeFMUstate(one, room, ctypes.c_size_t(size.value - 1), ctypes.byref(again)) == 3
    assert host.library.fmi2DeSerializeFMUstate(one, room, size, ctypes.byref(again)) == 0
    for state_of in (kept, again):
        assert host.library.fmi2SetFMUstate(one, state_of) == 0
        assert np.array_equal(host.get(one.value, "RATE", 4)[1], before)
        assert host.library.fmi2FreeFMUstate(one, ctypes.byref(state_of)) == 0
    host.library.fmi2FreeInstance(one)


def test_events_are_where_functions_of_time_jump(tmp_path):
    class Info(ctypes.Structure):
        _fields_ = (
            *((f"flag{k}", ctypes.c_int) for k in range(4)),
            ("has_next", ctypes.c_int),
            ("next", ctypes.c_double),
        )

    host, info = Host(swinging(), tmp_path, duration=1.0), Info()
    one = ctypes.c_void_p(host.instantiate())
    found = []
    for time in (0.0, 0.31):
        host.library.fmi2SetTime(one, ctypes.c_double(time))
        assert host.library.fmi2NewDiscreteStates(one, ctypes.byref(info)) == 0
        found.append(info.next if info.has_next else None)
    assert found == [0.31, None]
    host.library.fmi2FreeInstance(one)


HOST = """
#include "fmi2.c"
#include <stdio.h>
int main(void)
{
    static const fmi2CallbackFunctions callbacks = {NULL, NULL, NULL, NULL, NULL};
    static fmi2ValueReference references[COUNT];
    static double values[COUNT], x[N_STATE];
    fmi2FMUstate kept = NULL;
    fmi2EventInfo info;
    int failed = 0;
    for (unsigned int k = 0; k < COUNT; ++k) references[k] = k;
    if (fmi2Instantiate("it", 0, "another", NULL, &callbacks, 0, 0) != NULL) return 1;
    fmi2Component one = fmi2Instantiate("it", 0, TOKEN, NULL, &callbacks, 0, 0);
    failed |= fmi2SetupExperiment(one, 0, 0.0, 0.0, 0, 0.0) | fmi2EnterInitializationMode(one);
    failed |= fmi2ExitInitializationMode(one) | fmi2NewDiscreteStates(one, &info);
    failed |= fmi2GetFMUstate(one, &kept) | fmi2DoStep(one, 0.0, 0.5, 0) | fmi2GetReal(one, references, COUNT, values);
    failed |= fmi2SetFMUstate(one, kept) | fmi2FreeFMUstate(one, &kept) | fmi2GetContinuousStates(one, x, N_STATE);
    failed |= fmi2SetContinuousStates(one, x, N_STATE) | fmi2GetDerivatives(one, x, N_STATE);
    failed |= fmi2SetReal(one, references + PARAMETERS_AT, RATE_AT - PARAMETERS_AT, values + PARAMETERS_AT);
    if (fmi2GetReal(one, &(fmi2ValueReference){COUNT}, 1, values) != fmi2Error) return 1;
    fmi2FreeInstance(one);
    return failed;
}
"""


@pytest.mark.parametrize("made", [swinging, lambda: BUILDERS["slider_crank"]().mechanism], ids=["tree", "loop"])
def test_sources_run_under_sanitizers(made, tmp_path):
    with zipfile.ZipFile(bo.export_fmu(made(), tmp_path / "it.fmu", binary=False, duration=1.0)) as archive:
        archive.extractall(tmp_path)
    folder = tmp_path / "sources"
    (folder / "host.c").write_text(HOST)
    compile_strictly(COMPILER, *SANITIZED, folder / "host.c", folder / "model.c", "-o", folder / "host", "-lm")
    run(folder / "host", env=os.environ | {"ASAN_OPTIONS": "detect_leaks=0"})


@pytest.mark.parametrize("version", VERSIONS)
def test_sources_compile_without_warnings(version, tmp_path):
    with zipfile.ZipFile(bo.export_fmu(swinging(), tmp_path / "it.fmu", fmi=version, binary=False)) as archive:
        archive.extractall(tmp_path)
    for name in ("model", f"fmi{version[0]}"):
        compile_strictly(COMPILER, "-O0", "-c", tmp_path / "sources" / f"{name}.c", "-o", tmp_path / "it.o")


# --- the file ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("version", VERSIONS)
def test_there_is_no_python_inside(version, tmp_path):
    path = bo.export_fmu(bo.chain(2), tmp_path / "chain.fmu", fmi=version)
    with zipfile.ZipFile(path) as archive:
        names = archive.namelist()
        library = next(name for name in names if name.startswith("binaries/"))
        archive.extract(library, tmp_path)
        assert {f"fmi{version[0]}.c", "model.c"} <= {name.removeprefix("sources/") for name in names}
    needed = run("readelf", "-d", tmp_path / library)
    assert {line.split("[")[1].rstrip("]") for line in needed.splitlines() if "NEEDED" in line} <= {
        "libm.so.6",
        "libc.so.6",
    }
    exported = {line.split()[-1] for line in run("nm", "-D", "--defined-only", tmp_path / library).splitlines()}
    assert exported
    assert all(name.startswith(f"fmi{version[0]}") for name in exported)


def test_the_same_model_gives_the_same_file_and_another_another_token(tmp_path):
    first, second, other = (tmp_path / f"{name}.fmu" for name in ("first", "second", "other"))
    bo.export_fmu(bo.chain(2), first)
    bo.export_fmu(bo.chain(2), second)
    heavier = bo.Mechanism("chain of 2")
    for name, parent in (("link1", "ground"), ("link2", "link1")):
        heavier.add_body(name, parent, bo.Revolute((0, 1, 0)), inertia=bo.Inertia.box((1, 1, 1), 3.0))
    bo.export_fmu(heavier, other)
    assert first.read_bytes() == second.read_bytes()
    with zipfile.ZipFile(first) as archive:  # (whose times have steps of two seconds)
        assert {entry.date_time for entry in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}

    def token(path):
        with zipfile.ZipFile(path) as archive:
            return archive.read("modelDescription.xml").decode().split('guid="')[1].split('"')[0]

    assert token(first) != token(other)


def test_what_cannot_be_written_is_said(tmp_path, monkeypatch):
    with pytest.raises(bo.errors.StateError, match=r"fmi must be '2\.0' or '3\.0'"):
        bo.export_fmu(bo.chain(2), tmp_path / "it.fmu", fmi="1.0")
    with pytest.raises(bo.errors.FileError, match=r"must end with \.fmu"):
        bo.export_fmu(bo.chain(2), tmp_path / "it.zip")
    lawful = bo.chain(2)
    lawful.add_force("of Python", bo.CustomJointForce("link1", lambda t, q, u: -q))
    with pytest.raises(bo.errors.UnsupportedError, match="the force 'of Python' is a function in Python"):
        bo.export_fmu(lawful, tmp_path / "it.fmu")
    monkeypatch.setenv("CC", "no-such-compiler")
    with pytest.raises(bo.errors.UnsupportedError, match="there is no C compiler"):
        bo.export_fmu(bo.chain(2), tmp_path / "it.fmu")
    monkeypatch.setenv("CC", "false")
    with pytest.raises(bo.errors.UnsupportedError, match="could not build"):
        bo.export_fmu(bo.chain(2), tmp_path / "it.fmu")
    assert list(tmp_path.iterdir()) == []
    bo.export_fmu(bo.chain(2), tmp_path / "it.fmu", binary=False)  # sources need no compiler
    with zipfile.ZipFile(tmp_path / "it.fmu") as archive:
        assert not any(name.startswith("binaries") for name in archive.namelist())


def test_a_file_of_someone_else_is_kept(tmp_path):
    path = tmp_path / "mine.fmu"
    path.write_text("hello")
    with pytest.raises(bo.errors.FileError, match="was not written by bough and would be lost"):
        bo.export_fmu(bo.chain(1), path, binary=False)
    assert path.read_text() == "hello"
    path.unlink()
    bo.export_fmu(bo.chain(1), path, binary=False)
    bo.export_fmu(bo.chain(1), path, binary=False)  # its own files it replaces


def test_what_is_added_to_a_drive_has_units_that_are_rates_of_one_another():
    mechanism = bo.Mechanism("drives")
    for name, joint in (("slide", bo.Prismatic("x")), ("hinge", bo.Revolute("y"))):
        mechanism.add_body(name, joint=bo.Driven(joint, 0.0), inertia=bo.Inertia.sphere(0.1, 1.0))
    mechanism.add_body("free", joint=bo.Revolute("z"), inertia=bo.Inertia.sphere(0.1, 1.0))
    every = Variables(model_of(mechanism)).rows
    rows = {row.name: UNITS[row.unit] for row in every if row.name.startswith("motion.")}
    assert len(rows) == 6
    for unit, drive in (("m", "slide"), ("rad", "hinge")):
        found = [units for name, units in rows.items() if drive in name]
        assert found == [{unit: 1, **({"s": -order} if order else {})} for order in range(3)]
