"""Exported C against the shared kernels, which run interpreted, and against laws."""

import re
import subprocess
from itertools import product

import numpy as np
import pytest
from helpers.exported import (
    COMPILERS,
    Exported,
    assert_agree,
    by_shared_kernels,
    needs_compiler,
    run,
)
from helpers.linkages import BUILDERS, cut_bodies
from helpers.machine import FORCES, machine
from helpers.own_joints import chains
from helpers.own_joints import state as own_state
from scipy.interpolate import CubicSpline, PPoly

import bough as bo
from bough.api.loop_forces import loop_rows_interpreted
from bough.export.model import model_of
from bough.mechanism.generators import JOINT_KINDS

PYTHON_LAWS = {name for name, force in FORCES.items() if isinstance(force, bo.CustomJointForce | bo.CustomBodyForce)}


def machine_with_forces():
    mechanism = machine()
    for name, force in FORCES.items():
        if name not in PYTHON_LAWS:
            mechanism.add_force(name, force)
    return mechanism


def state(mechanism, seed=0):
    q, u = bo.models.random_state(mechanism, seed=seed)
    return q, u, np.random.default_rng(seed + 100).normal(size=mechanism.n)


@needs_compiler
@pytest.mark.parametrize("compiler", COMPILERS)
def test_every_force(compiler, tmp_path):
    mechanism = machine_with_forces()
    model = model_of(mechanism, duration=3.0)
    it = Exported(model, tmp_path, compiler)
    for seed in range(3):
        q, u, third = state(mechanism, seed)
        assert_agree(it(0.3 + seed, q, u, third), by_shared_kernels(model, 0.3 + seed, q, u, third))


@needs_compiler
def test_every_joint(tmp_path):
    mechanism = bo.models.random_tree(26, 14, JOINT_KINDS, 2)
    assert {type(body.joint).__name__.lower() for body in mechanism.bodies} == set(JOINT_KINDS)
    model = model_of(mechanism)
    q, u, third = state(mechanism)
    assert_agree(Exported(model, tmp_path)(0.0, q, u, third), by_shared_kernels(model, 0.0, q, u, third))


@needs_compiler
def test_joints_of_the_users_own(tmp_path):
    names = "hinge", "slide", "screw", "cylindrical", "matrix", "gimbal"
    of_catalogue, own = chains(*names)
    q, u = own_state(own, 2)
    third = np.random.default_rng(3).normal(size=own.n)
    found = Exported(model_of(own), tmp_path)(0.0, q, u, third)
    # (by the joints of the catalogue: nothing of the user's function is left in what is expected)
    expected = by_shared_kernels(model_of(of_catalogue, formulation="separate-bodies"), 0.0, q, u, third)
    assert_agree(found, {name: expected[name] for name in ("forward", "inverse", "rates", "poses")}, 1e-12)


@needs_compiler
def test_forward_and_inverse_dynamics_are_inverses(tmp_path):
    mechanism = machine_with_forces()
    it = Exported(model_of(mechanism, duration=3.0), tmp_path)
    q, u, tau = state(mechanism)
    accelerations = it(0.4, q, u, tau)["forward"][1]
    assert np.abs(it(0.4, q, u, accelerations)["inverse"][1] - tau).max() < 1e-11


@needs_compiler
def test_gravity_is_a_parameter(tmp_path):
    gravity, q, u, third = (1.0, 2.0, 3.0), *state(machine())
    it = Exported(model_of(machine()), tmp_path)
    elsewhere = machine()
    elsewhere.gravity = gravity
    expected = by_shared_kernels(model_of(elsewhere), 0.0, q, u, third)
    given = {f"gravity.{axis}": g for axis, g in zip("xyz", gravity, strict=True)}
    assert_agree(it(0.0, q, u, third, parameters=given), expected)


def driven(added=None):
    """A crane whose foot and trolley follow motions; ``added``: (motion of the foot, of the trolley) at t = 0.7."""
    times = np.linspace(0.0, 2.0, 9)
    turn = CubicSpline(times, np.sin(times))
    mechanism = bo.Mechanism("crane")
    rod = bo.Inertia.rod(1.0, mass=2.0, radius=0.05, center=(0.5, 0, 0))
    drive, glide = turn, "0.3 + 0.1*t"
    if added is not None:
        value, rate, acceleration = added[:3]
        shift = turn.x[:-1] - 0.7  # powers of the time since each break, highest first
        more = np.array(
            (
                np.zeros(8),
                np.full(8, acceleration / 2),
                rate + acceleration * shift,
                value + rate * shift + acceleration / 2 * shift**2,
            )
        )
        drive = PPoly(turn.c + more, turn.x)
        value, rate, acceleration = added[3:]
        glide = PPoly([[acceleration / 2], [0.1 + rate], [0.3 + 0.7 * 0.1 + value]], [0.7, 1.0])
    mechanism.add_body("foot", "ground", bo.Driven(bo.Revolute((0, 0, 1)), drive), inertia=rod)
    mechanism.add_body("trolley", "foot", bo.Driven(bo.Prismatic((1, 0, 0)), glide), inertia=rod)
    mechanism.add_body("load", "trolley", bo.Ball(), at=(0, 0, -0.2), inertia=rod)
    return mechanism


@needs_compiler
def test_inputs_are_added_to_the_motions_of_drives(tmp_path):
    it = Exported(model_of(driven(), duration=2.0), tmp_path)
    q, u, third = state(driven())
    at_rest = by_shared_kernels(model_of(driven(), duration=2.0), 0.7, q, u, third)
    assert_agree(it(0.7, q, u, third), at_rest, 1e-12)
    added = 0.2, -0.4, 3.0, 0.1, 0.5, -2.0
    expected = by_shared_kernels(model_of(driven(added), duration=2.0), 0.7, q, u, third)
    assert np.abs(expected["reactions"] - at_rest["reactions"]).max() > 1.0
    assert_agree(it(0.7, q, u, third, motion=added), expected, 1e-12)


@needs_compiler
def test_inputs_move_drives_whose_motion_is_constant(tmp_path):
    """A mechanism that does not depend on the time has drives to be moved from outside, those with quaternions too."""

    def platform(motion):
        mechanism = bo.Mechanism("platform")
        mechanism.add_body("base", "ground", bo.Driven(bo.Free(), motion), inertia=bo.Inertia.box((1, 1, 1), 2.0))
        mechanism.add_body("arm", "base", bo.Revolute((0, 1, 0)), at=(1, 0, 0), inertia=bo.Inertia(1.0, (0, 0, -0.5)))
        return mechanism

    start = {"x": 0.1, "y": 0.0, "z": 0.3, "roll": 0.2, "pitch": 0.0, "yaw": -0.1}
    added = np.random.default_rng(5).normal(size=(6, 3))
    moving = {
        name: PPoly([[c / 2], [b], [start[name] + a]], [0.0, 1.0]) for name, (a, b, c) in zip(start, added, strict=True)
    }
    it = Exported(model_of(platform(start)), tmp_path)
    assert not it.model.mechanism.is_timed
    q, u, third = np.array([0.3]), np.array([-0.7]), np.array([0.4])
    expected = by_shared_kernels(model_of(platform(moving)), 0.0, q, u, third)
    assert_agree(it(123.0, q, u, third, motion=added.ravel()), expected)


def test_the_header_has_sizes_and_indices(tmp_path):
    mechanism = driven()
    header = next(path for path in bo.export_c(mechanism, tmp_path / "folder") if path.suffix == ".h").read_text()
    defined = dict(re.findall(r"^#define CRANE_(\w+) (\d+)(?: /\*.*)?$", header, re.MULTILINE))
    sizes = {"COORDINATES": 4, "VELOCITIES": 3, "BODIES": 3, "MOTIONS": 6, "DRIVES": 2, "GAPS": 0, "PARAMETERS": 3}
    indices = {
        **{f"Q_LOAD_{part}": k for k, part in enumerate("WXYZ")},
        **{f"U_LOAD_W{axis}": k for k, axis in enumerate("XYZ")},
        **{f"BODY_{name.upper()}": k for k, name in enumerate(mechanism.body_names)},
        **{
            f"MOTION_{name}_{order}": k
            for k, (name, order) in enumerate(product(("FOOT", "TROLLEY"), ("VALUE", "RATE", "ACCELERATION")))
        },
        **{f"DRIVE_{name}": k for k, name in enumerate(("FOOT", "TROLLEY"))},
        **{f"PARAMETER_GRAVITY_{axis}": k for k, axis in enumerate("XYZ")},
    }
    assert {name: int(value) for name, value in defined.items()} == sizes | indices


# --- what functions refuse ------------------------------------------------------------------------------------------------


@needs_compiler
def test_functions_return_what_the_kernels_refuse(tmp_path):
    mechanism = machine_with_forces()
    it = Exported(model_of(mechanism, duration=3.0), tmp_path)
    q, u, third = state(mechanism)

    def failed(time=1.0, q=q, u=u, parameters=None):
        return {name: code for name, (code, _) in it(time, q, u, third, parameters=parameters).items()}

    assert set(failed().values()) == {0}
    stretched = q.copy()
    stretched[mechanism.q_names.index("ball.w")] *= 1.0 + 1e-6
    assert set(failed(q=stretched).values()) == {1}
    broken = u.copy()
    broken[0] = np.nan
    assert failed(u=broken) == dict.fromkeys(("forward", "rates", "inverse", "reactions"), 1) | {"poses": 0}
    # functions of time were fitted from 0 to a quarter more than 3 s
    timed = ("forward", "inverse", "reactions", "poses")
    assert set(failed(time=3.7).values()) == {0}
    assert failed(time=3.8) == dict.fromkeys(timed, 2) | {"rates": 0}
    assert failed(time=np.nan) == dict.fromkeys(timed, 2) | {"rates": 0}


@needs_compiler
def test_equations_without_a_solution_are_refused(tmp_path):
    mechanism = bo.Mechanism("lock")
    mechanism.add_body("head", "ground", bo.Gimbal(), inertia=bo.Inertia.box((1, 2, 3), 4.0))
    it = Exported(model_of(mechanism), tmp_path)
    free, locked = np.array((0.1, 0.2, 0.3)), np.array((0.1, np.pi / 2, 0.3))
    assert it(0.0, free, free, free)["forward"][0] == 0
    assert it(0.0, locked, free, free)["forward"][0] == 1


def test_laws_in_python_are_refused_by_name(tmp_path):
    mechanism = machine()
    for name in FORCES:
        mechanism.add_force(name, FORCES[name])
    with pytest.raises(bo.errors.UnsupportedError) as error:
        bo.export_c(mechanism, tmp_path / "folder")
    assert all(repr(name) in str(error.value) for name in PYTHON_LAWS)
    assert not (tmp_path / "folder").exists()


def test_mechanisms_without_freedom_are_refused(tmp_path):
    mechanism = bo.Mechanism("post")
    mechanism.add_body("post", "ground", bo.Fixed(), inertia=bo.Inertia.box((1, 1, 1), 1.0))
    with pytest.raises(bo.errors.UnsupportedError, match="no degree of freedom"):
        bo.export_c(mechanism, tmp_path / "folder")


# --- the program ------------------------------------------------------------------------------------------------------------


def rows_of(text):
    head, *rows = text.splitlines()
    return head, np.array([[float(x) for x in row.split(",")] for row in rows])


def built(mechanism, folder, compiler="", **options):
    """The program of a folder, built by its Makefile without a complaint."""
    bo.export_c(mechanism, folder, **options)
    run("make", "-s", "-C", folder, *([f"CC={compiler}"] if compiler else []), "CFLAGS=-O2 -Werror")
    return folder / "main"


@needs_compiler
@pytest.mark.parametrize("compiler", COMPILERS)
def test_the_program_integrates_as_bough_does(compiler, tmp_path):
    mechanism = bo.chain(3)
    mechanism.q0, mechanism.u0 = {"link2": 0.7}, {"link1": 2.0, "link3": -1.0}
    mechanism.add_force("motor", bo.Motor("link2", bo.Table((0.0, 0.33, 0.6), (0.0, 3.0, -2.0), "step")))
    program = built(mechanism, tmp_path / "folder", compiler)
    head, rows = rows_of(run(program, 1.0, 1e-2, 0.25))
    names = [*(f"q.{name}" for name in mechanism.q_names), *(f"u.{name}" for name in mechanism.u_names)]
    assert head == ",".join(["time", *(f'"{name}"' for name in names)])
    expected = bo.simulate(mechanism, 1.0, every=0.25, integrator="rk4", step=1e-2)
    assert rows[:, 0].tolist() == [0.0, 0.25, 0.5, 0.75, 1.0]
    assert np.abs(rows[:, 1:] - np.hstack((expected.q, expected.u))).max() < 1e-12


@needs_compiler
def test_a_force_that_jumps_at_the_end_does_so_after_it(tmp_path):
    """A mass under 4 N until 0.5 s, by steps that are exact for a parabola."""
    mechanism = bo.Mechanism("pushed", gravity=(0, 0, 0))
    mechanism.add_body("mass", joint=bo.Prismatic("x"), inertia=bo.Inertia(2.0))
    mechanism.add_force("motor", bo.Motor("mass", bo.Table((0.0, 0.5, 1.0), (4.0, -9.0, 0.0), "step")))
    rows = rows_of(run(built(mechanism, tmp_path / "folder"), 0.5, 0.1, 0.5))[1]
    assert rows[-1] == pytest.approx([0.5, 0.25, 1.0], rel=1e-14)


@needs_compiler
def test_errors_of_the_program_are_of_fourth_order_with_quaternions_too(tmp_path):
    mechanism = bo.model("pendulum:3")
    mechanism.q0, mechanism.u0 = {"link2": 0.7}, {"link1.wx": 2.0, "link3": -1.0}
    program = built(mechanism, tmp_path / "folder")
    coarse, middle, fine = (rows_of(run(program, 0.5, step, 0.5))[1][-1] for step in (0.004, 0.002, 0.001))
    assert 3.5 < np.log2(np.abs(coarse - middle).max() / np.abs(middle - fine).max()) < 4.5
    assert abs(np.linalg.norm(fine[1:5]) - 1.0) < 1e-15


@needs_compiler
@pytest.mark.parametrize(
    "name", ["squeezer", "bricard", "slider_crank", pytest.param("stewart", marks=pytest.mark.slow)]
)
def test_loops_stay_closed_and_meet_published_numbers(name, tmp_path):
    """Motions of linkages that are known from elsewhere; nothing of bough runs but what was exported."""
    linkage = BUILDERS[name]()
    known = [one for one in linkage.expected if one.time > 0.0]
    last = min(one.time for one in known)
    program = built(linkage.mechanism, tmp_path / "folder", duration=last)
    _, rows = rows_of(run(program, last, last / 2000, last))
    q, u = np.split(rows[-1, 1:], [linkage.mechanism.n_q])
    for one in known:
        if one.time == last:
            found = linkage.look[one.what](linkage.mechanism, q, u, last)
            assert np.abs(found - one.value).max() < 1e-6, one.what
    assert np.abs(loop_rows_interpreted(linkage.mechanism, q).gaps).max() < 1e-9


@needs_compiler
def test_a_linkage_follows_its_drive(tmp_path):
    linkage = BUILDERS["driven_four_bar"]()
    program = built(linkage.mechanism, tmp_path / "folder", duration=0.5)
    _, rows = rows_of(run(program, 0.5, 5e-4, 0.1))
    for time, *found in rows:
        q, u = linkage.at(time)
        expected = [*linkage.mechanism.coordinates(q), *linkage.mechanism.velocities(u)]
        assert found == pytest.approx(expected, abs=1e-9)


@needs_compiler
def test_loops_that_cut_bodies_move_alike(tmp_path):
    linkage = BUILDERS["slider_crank"]()
    program = built(cut_bodies(linkage.mechanism), tmp_path / "folder", duration=0.5)
    head, rows = rows_of(run(program, 0.5, 5e-4, 0.5))
    assert rows[-1][head.split(",").index('"q.slider"')] == pytest.approx(0.18495262977780263, abs=1e-8)  # (published)


def test_an_open_loop_is_refused(tmp_path):
    linkage = BUILDERS["slider_crank"]()
    with pytest.raises(bo.errors.StateError, match=r"'ball'.*is open by"):
        bo.export_c(linkage.mechanism, tmp_path / "folder", q0={"crank": 1.0})


# --- files ------------------------------------------------------------------------------------------------------------------


def test_files_are_written_all_or_none(tmp_path, monkeypatch):
    folder = tmp_path / "folder"
    files = bo.export_c(bo.chain(2), folder)
    assert sorted(path.name for path in folder.iterdir()) == sorted(path.name for path in files)
    before = {path: path.read_text() for path in files}
    assert bo.export_c(bo.chain(2), folder) == files  # its own files are replaced
    assert {path: path.read_text() for path in files} == before
    monkeypatch.setattr(
        "bough.export.exporting.texts", lambda model: {"main.c": "/* new */", "x.c": "\N{GREEK SMALL LETTER PHI}"}
    )
    with pytest.raises(UnicodeEncodeError):
        bo.export_c(bo.chain(2), folder)
    assert {path: path.read_text() for path in folder.iterdir()} == before


def test_files_of_others_are_not_replaced(tmp_path):
    (tmp_path / "Makefile").write_text("all:\n")
    with pytest.raises(bo.errors.FileError, match="not written by bough"):
        bo.export_c(bo.chain(2), tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["Makefile"]
    with pytest.raises(bo.errors.FileError, match="there is no folder"):
        bo.export_c(bo.chain(2), tmp_path / "a" / "b")


@pytest.mark.parametrize(("name", "value"), [("duration", 0.0), ("duration", "long"), ("step", -1.0), ("step", np.nan)])
def test_bad_numbers_are_refused(name, value, tmp_path):
    with pytest.raises(bo.errors.StateError, match=f"{name} must be a positive number"):
        bo.export_c(bo.chain(2), tmp_path / "folder", **{name: value})


@needs_compiler
@pytest.mark.parametrize(
    "words", [("x",), ("1", "0.1s"), ("gravity.z=",), ("gravity.z=1e3x",), ("nan",), ("1", "1", "1", "1")]
)
def test_the_program_refuses_what_is_no_number(words, tmp_path):
    main = built(bo.chain(1), tmp_path / "folder")
    done = subprocess.run([main, *words], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert "number" in done.stderr


def test_a_start_that_is_no_number_is_refused(tmp_path):
    with pytest.raises(bo.errors.StateError, match=r"q0\['link1'\] must be a finite number, not nan"):
        bo.export_c(bo.chain(2), tmp_path / "folder", q0={"link1": float("nan")})


# --- what cannot be exported ----------------------------------------------------------------------------------------------


def exports():
    return (bo.export_c, "folder"), (bo.export_fmu, "model.fmu")


@pytest.mark.parametrize(("export", "name"), exports())
@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"mechanism": [bo.chain(2)]}, "export takes a Mechanism, not [<Mechanism"),
        ({"mechanism": np.zeros(3)}, "export takes a Mechanism, not array([0., 0., 0.])."),
        ({"path": np.array("model.fmu")}, "a path must be a text or a pathlib.Path, not a value of type ndarray."),
        ({"path": b"model.fmu"}, "a path must be a text or a pathlib.Path, not a value of type bytes."),
        ({"q0": np.zeros(3)}, "q has shape (3,), but 'chain of 2' takes 2 numbers a state"),
        ({"u0": np.zeros((2, 2))}, "u0 must be one state, by names or as 2 numbers, not array("),
        ({"q0": "0.3"}, "q has shape (), but 'chain of 2' takes 2 numbers a state"),
        ({"step": np.ones(2)}, "step must be a positive number of seconds, not array([1., 1.])."),
        ({"formulation": np.zeros(2)}, "no formulation array([0., 0.]): there are 'auto', "),
        ({"formulation": ["direct"]}, "no formulation ['direct']: did you mean 'direct'?"),
        ({"solver": np.zeros(2)}, "solver must be a name, not array([0., 0.])."),
    ],
)
def test_arguments_of_other_kinds_are_refused_by_a_sentence(export, name, given, sentence, tmp_path):
    given = {"mechanism": bo.chain(2), "path": tmp_path / name, **given}
    with pytest.raises(bo.BoughError, match=re.escape(sentence)) as caught:
        export(given.pop("mechanism"), given.pop("path"), **given)
    assert "\n" not in str(caught.value)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("export", "name", "option"),
    [
        (bo.export_c, "folder", "derivatives"),
        (bo.export_fmu, "model.fmu", "binary"),
        (bo.export_fmu, "model.fmu", "fmi"),
    ],
)
def test_options_are_not_arrays(export, name, option, tmp_path):
    with pytest.raises(bo.errors.StateError, match=f"^{option} must be .*, not array"):
        export(bo.chain(2), tmp_path / name, **{option: np.zeros(2)})


def test_a_start_may_be_a_vector(tmp_path):
    """It is the same as the one by names."""
    mechanism = bo.chain(2)
    by_names = {"q0": dict(zip(mechanism.q_names, (0.3, -0.2), strict=True)), "u0": {mechanism.u_names[1]: 2.0}}
    first = bo.export_c(mechanism, tmp_path / "names", **by_names)
    second = bo.export_c(mechanism, tmp_path / "vectors", q0=np.array([0.3, -0.2]), u0=[0.0, 2.0])
    assert [path.read_bytes() for path in first] == [path.read_bytes() for path in second]


@pytest.mark.parametrize(("export", "name"), exports())
def test_a_full_disk_is_told_by_a_sentence_and_nothing_is_left(export, name, tmp_path, monkeypatch):
    def fill(self, *arguments, **options):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pathlib.Path.write_text", fill)
    monkeypatch.setattr("zipfile.ZipFile.writestr", fill)
    options = {"binary": False} if export is bo.export_fmu else {}
    with pytest.raises(
        bo.errors.FileError, match=r"^cannot write '.*': No space left on device; choose another [a-z]+\.$"
    ):
        export(bo.chain(2), tmp_path / name, **options)
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


@needs_compiler
def test_a_full_folder_of_temporary_files_is_told_by_a_sentence(tmp_path, monkeypatch):
    """That is where the library of an FMU is built."""

    def fill(self, *arguments, **options):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pathlib.Path.write_text", fill)
    with pytest.raises(
        bo.errors.FileError, match=r"library cannot be built: No space left on device; .*TMPDIR.*binary=False"
    ):
        bo.export_fmu(bo.chain(2), tmp_path / "model.fmu")
    assert list(tmp_path.iterdir()) == []


def test_coordinates_that_a_start_does_not_name_are_those_of_the_model():
    """As where a run of it starts."""
    mechanism = bo.chain(2)
    mechanism.q0, mechanism.u0 = {"link1": 0.3, "link2": 0.1}, {"link1": -1.0}
    start = {"q0": {"link2": 0.5}, "u0": {"link2": 2.0}}
    model, run = model_of(mechanism, **start), bo.simulate(mechanism, 1e-3, **start)
    assert model.q0.tolist() == run.q[0].values.tolist() == [0.3, 0.5]
    assert model.u0.tolist() == run.u[0].values.tolist() == [-1.0, 2.0]
