"""The command line: results agree with the functions, files can be read back, mistakes are told in a sentence, and nothing is lost by Ctrl-C."""

import json
import os
import re
import signal
import subprocess
import sys
import tomllib
from itertools import chain
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from helpers.children import PATIENCE, bough_child, child, wait_for_parts
from typer.testing import CliRunner

import bough as bo
from bough.choice.rates import built_in, store
from bough.cli.app import app
from bough.cli.options import model_names, values_of
from bough.cli.run import advice
from bough.formulations import FORMULATIONS
from bough.models.texts import KINDS
from bough.solvers import SOLVERS

START = ("--duration", "0.5", "--q0", "link1=1.0", "--u0", "link2=-0.5")
DONE, FAILED, WRONG, INTERRUPTED = 0, 1, 2, 130


def bough(*arguments):
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def test_names_may_have_an_equals_sign():
    """The number is behind the last one."""
    assert values_of("--q0", ["a=b=30*deg", "c=1,2"]) == {"a=b": pytest.approx(np.pi / 6), "c": [1.0, 2.0]}


@pytest.fixture(scope="module")
def motion():
    return bo.simulate(bo.chain(2), 0.5, q0={"link1": 1.0}, u0={"link2": -0.5})


# --- run ---------------------------------------------------------------------------------------------------------------------


def test_run_tells_what_the_function_returns(motion):
    done = bough("run", "chain:2", *START, "--json")
    assert (done.exit_code, done.stderr) == (DONE, "")
    found = json.loads(done.stdout)
    assert found["status"] == "completed"
    assert 0.0 <= found["compiling"] <= found["seconds"]
    assert found["statistics"] == motion.statistics
    assert found["final"] == {
        "time": 0.5,
        "q": dict(zip(motion.mechanism.q_names, motion.q.values[-1], strict=True)),
        "u": dict(zip(motion.mechanism.u_names, motion.u.values[-1], strict=True)),
    }
    energy = motion.energy()
    assert found["energy"]["drift"] == float(np.abs(energy["drift"]).max())
    exchanged = max(float(energy["kinetic"].max()), float(np.ptp(energy["potential"].values)))
    assert found["energy"]["exchanged"] == exchanged
    assert found["energy"]["share"] == found["energy"]["drift"] / exchanged < 1e-7
    chosen = bo.choose(motion.mechanism)
    how = {"form": chosen.formulation, "chosen": chosen.reason}
    how |= {"solver": chosen.solver} if chosen.solver else {}
    assert found["settings"] == {**how, "integrator": "auto", "integrated_by": "dop853", "rtol": 1e-9, "atol": 1e-11}
    assert found["fingerprint"] == bo.models.fingerprint(motion.mechanism)


def test_run_tells_it_in_words(motion):
    done = bough("run", "chain:2", *START)
    assert done.exit_code == DONE
    assert "chain of 2" in done.stdout
    assert bo.choose(motion.mechanism).best.label in done.stdout
    assert f"{motion.statistics['steps']} steps" in done.stdout
    for name in motion.mechanism.q_names:
        (line,) = re.findall(rf"^{name} .*$", done.stdout, re.MULTILINE)
        q, _, u, _ = line.split()[1:]
        assert float(q) == pytest.approx(float(motion[f"q.{name}"][-1]), rel=1e-5)
        assert float(u) == pytest.approx(float(motion[f"u.{name}"][-1]), rel=1e-5)


def test_run_writes_files_that_can_be_read_back(motion, tmp_path):
    files = [tmp_path / name for name in ("run.nc", "run.csv", "run.png", "run.gif")]
    options = zip(("--output", "--csv", "--plot", "--animate"), files, strict=True)
    done = bough("run", "chain:2", *START, *(text for pair in options for text in pair), "--json")
    assert done.exit_code == DONE, done.stderr
    assert json.loads(done.stdout)["files"] == [str(path) for path in files]
    kept = bo.Trajectory.load(files[0])
    np.testing.assert_array_equal(kept.q, motion.q)
    assert bo.models.fingerprint(kept.mechanism) == bo.models.fingerprint(motion.mechanism)
    table = pd.read_csv(files[1], index_col="time")
    np.testing.assert_allclose(table["u.link2"], motion["u.link2"], rtol=0, atol=1e-15)
    assert files[2].read_bytes().startswith(b"\x89PNG")
    assert files[3].read_bytes().startswith(b"GIF8")


def test_run_takes_forms_solvers_integrators_and_steps(tmp_path):
    """Another way to the same motion, kept every tenth of a second."""
    how = ("--form", "crba", "--solver", "udu", "--integrator", "rk4", "--step", "0.001", "--every", "0.1")
    done = bough("run", "chain:2", *START, *how, "--json", "--csv", tmp_path / "run.csv")
    found = json.loads(done.stdout)
    assert found["settings"] == {"form": "composite-bodies", "solver": "udu", "integrator": "rk4", "step": 0.001}
    assert found["statistics"]["steps"] == 500
    np.testing.assert_allclose(pd.read_csv(tmp_path / "run.csv")["time"], np.arange(6) / 10, rtol=0, atol=1e-15)
    exact = bo.simulate(bo.chain(2), 0.5, q0={"link1": 1.0}, u0={"link2": -0.5}, rtol=1e-11, atol=1e-12)
    assert list(found["final"]["q"].values()) == pytest.approx(exact.q.values[-1], abs=1e-8)


def test_run_takes_tolerances_and_the_longest_step():
    how = ("--rtol", "1e-6", "--atol", "1e-5", "--max-step", "0.01")
    found = json.loads(bough("run", "chain:2", *START, *how, "--json").stdout)
    assert (found["settings"]["rtol"], found["settings"]["atol"]) == (1e-6, 1e-5)
    assert found["statistics"]["steps"] >= 50


def test_several_numbers_make_several_runs(motion):
    done = bough("run", "chain:2", "--duration", "0.5", "--q0", "link1=1.0,0.5", "--u0", "link2=-0.5", "--json")
    found = json.loads(done.stdout)
    assert found["status"] == ["completed", "completed"]
    assert [one["share"] < 1e-7 for one in found["energy"]] == [True, True]
    assert list(found["final"][0]["q"].values()) == pytest.approx(motion.q.values[-1], abs=1e-8)
    assert found["final"][1]["q"] != found["final"][0]["q"]
    assert "2 completed" in bough("run", "chain:2", "--duration", "0.5", "--q0", "link1=1.0,0.5").stdout


def test_a_ball_joint_takes_four_numbers():
    done = bough("run", "pendulum:1", "--duration", "0.1", "--q0", "link1=0.8,0.6,0,0", "--every", "0.1", "--json")
    assert json.loads(done.stdout)["status"] == "completed"
    length = np.linalg.norm(list(json.loads(done.stdout)["final"]["q"].values()))
    assert length == pytest.approx(1.0, abs=1e-15)


def test_a_run_that_fails_keeps_what_there_is(tmp_path):
    how = ("--integrator", "rk4", "--step", "20", "--duration", "2000", "--every", "20", "--q0", "link1=1")
    done = bough("run", "chain:2", *how, "--output", tmp_path / "run.nc")
    assert done.exit_code == FAILED
    (line,) = [line for line in done.stderr.splitlines() if "warning" not in line]
    assert re.fullmatch(
        r"bough: 'chain of 2' cannot be simulated beyond t = .*; take shorter steps, or --integrator auto, which .*",
        line,
    )
    kept = bo.Trajectory.load(tmp_path / "run.nc")
    assert kept.status == "failed"
    assert "the state grows without bound; take shorter steps, or integrator='auto'" in kept.message


def test_doubts_are_told_in_one_line():
    done = bough(
        "run",
        "chain:2",
        "--integrator",
        "rk4",
        "--step",
        "0.25",
        "--every",
        "0.25",
        "--duration",
        "5",
        "--q0",
        "link1=2",
    )
    assert done.exit_code == DONE
    assert re.fullmatch(r"bough: warning: the motion of 'chain of 2' may be wrong: .*\n", done.stderr)


def test_who_starts_in_equilibrium_is_told():
    done = bough("run", "chain:2", "--duration", "0.5")
    assert done.exit_code == DONE
    assert re.fullmatch(r"bough: nothing moves: .* such as --q0 link1=0.5.\n", done.stderr)


def test_a_run_starts_where_the_model_rests(tmp_path):
    """A mass on a spring sags by its weight over the stiffness."""
    machine = bo.Mechanism("hung")
    machine.add_body("load", joint=bo.Prismatic((0, 0, 1)), inertia=bo.Inertia(2.0))
    machine.add_force("spring", bo.JointSpring("load", stiffness=50.0))
    path = tmp_path / "hung.toml"
    machine.save(path)
    sag, frequency = -2.0 * 9.81 / 50.0, np.sqrt(50.0 / 2.0) / (2.0 * np.pi)
    done = bough("run", path, "--q0", "equilibrium", "--duration", "0.1", "--json")
    assert json.loads(done.stdout)["final"]["q"]["load"] == pytest.approx(sag, rel=1e-9)
    found = json.loads(bough("equilibrium", path, "--json").stdout)
    assert (found["q"]["load"], found["stability"]) == (pytest.approx(sag, rel=1e-9), "stable")
    held = json.loads(bough("equilibrium", path, "--q0", "load=0.1", "--hold", "load", "--json").stdout)
    assert held["holding"]["load"] == pytest.approx(50.0 * (0.1 - sag))
    (mode,) = json.loads(bough("modes", path, "--json").stdout)["modes"]
    assert (mode["frequency"], mode["damping"]) == (pytest.approx(frequency), pytest.approx(0.0, abs=1e-12))
    assert (mode["shape"], mode["time_constant"]) == ({"load": [1.0, 0.0]}, None)


def test_rest_and_modes_are_told_in_words(tmp_path):
    assert (
        "Equilibrium of 'chain of 2': stable" in bough("equilibrium", "chain:2", "--q0", "link1=3", "--stable").stdout
    )
    page = tmp_path / "mode.html"
    done = bough("modes", "chain:2", "--mode", 1, "--view", page)
    assert done.stdout.startswith("2 modes of 'chain of 2'\n")
    assert page.read_text(encoding="utf-8").startswith("<!")
    done = bough("modes", "chain:2", "--mode", 1)
    assert (done.exit_code, done.stderr) == (WRONG, "bough: --view shows the mode of --mode; give both, or neither.\n")
    lost = bough("modes", "chain:2", "--mode", 7, "--view", tmp_path / "none.html")
    assert (lost.exit_code, len(lost.stderr.splitlines())) == (WRONG, 1)


def test_advice_for_who_rests_is_right():
    """A ball has no coordinate that could be a half; what cannot move is not told to."""
    assert "--u0 link1.wx=0.5" in bough("run", "pendulum:1", "--duration", "0.1").stderr
    still = bo.Mechanism("block")
    still.add_body("block", "ground", bo.Fixed(), inertia=bo.Inertia.sphere(1.0, 1.0))
    assert "no degrees of freedom" in advice(still)


def test_a_run_goes_as_the_model_says_unless_told_otherwise(monkeypatch):
    settings = {"duration": 0.25, "integrator": "rk4", "step": 0.001, "formulation": "crba"}

    def model(text, **options):
        mechanism = bo.chain(2)
        mechanism.q0, mechanism.u0, mechanism.settings = {"link1": 1.0}, {"link2": -0.5}, settings
        return mechanism

    monkeypatch.setattr(bo, "model", model)
    found = json.loads(bough("run", "chain:2", "--json").stdout)
    assert found["settings"] == {"form": "composite-bodies", "solver": "udu", "integrator": "rk4", "step": 0.001}
    assert (found["final"]["time"], found["statistics"]["steps"]) == (0.25, 250)
    exact = bo.simulate(bo.chain(2), 0.25, q0={"link1": 1.0}, u0={"link2": -0.5})
    assert list(found["final"]["q"].values()) == pytest.approx(exact.q.values[-1], abs=1e-8)
    told = json.loads(bough("run", "chain:2", "--duration", "0.5", "--integrator", "dop853", "--json").stdout)
    assert (told["final"]["time"], told["settings"]["integrator"]) == (0.5, "dop853")
    compared = ("compare", "chain:2", "--duration", "0.2", "--step", "0.001", "--form", "crba+udu", "--json")
    assert json.loads(bough(*compared).stdout)["agrees"] is True


def test_a_run_takes_ten_seconds_if_nobody_says_how_long():
    found = json.loads(bough("run", "chain:2", "--q0", "link1=0.1", "--json").stdout)
    assert found["final"]["time"] == 10.0


def test_a_checkpoint_is_gone_on_with(tmp_path):
    once, again = (bough("run", "chain:2", *START, "--json", "--checkpoint", tmp_path / "run") for _ in range(2))
    assert json.loads(once.stdout)["final"] == json.loads(again.stdout)["final"]
    other = bough("run", "chain:2", "--duration", "0.4", "--q0", "link1=1", "--checkpoint", tmp_path / "run")
    assert other.exit_code == WRONG
    assert "is of another run" in other.stderr


# --- check, models ---------------------------------------------------------------------------------------------------------------


ROBOT = """<robot name="arm">
  <link name="base"/>
  <link name="upper"><inertial><mass value="2"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="shoulder" type="continuous"><parent link="base"/><child link="upper"/><dynamics damping="1"/></joint>
</robot>
"""


@pytest.fixture
def robot(tmp_path):
    path = tmp_path / "arm.urdf"
    path.write_text(ROBOT, encoding="utf-8")
    return path


@pytest.fixture
def broken(tmp_path):
    path = tmp_path / "broken.urdf"
    path.write_text(ROBOT.replace('link="base"/>', 'link="bse"/>').replace('"2"', '"two"'), encoding="utf-8")
    return path


def test_check_tells_what_the_function_returns(robot):
    done = bough("check", robot)
    assert (done.exit_code, done.stdout, done.stderr) == (DONE, f"{bo.check(robot)}\n", "")
    assert json.loads(bough("check", robot, "--json").stdout) == bo.check(robot).to_dict()


def test_check_tells_all_errors_and_fails(broken):
    done = bough("check", broken)
    assert done.exit_code == FAILED
    assert len(re.findall(r"^  error    broken.urdf:\d: ", done.stdout, re.MULTILINE)) == 2
    data = bough("check", broken, "--json")
    assert data.exit_code == FAILED
    assert json.loads(data.stdout)["usable"] is False


def test_warnings_fail_where_one_is_strict(tmp_path):
    odd = tmp_path / "odd.urdf"
    odd.write_text(ROBOT.replace('value="2"', 'value="2e7"'), encoding="utf-8")
    assert bough("check", odd).exit_code == DONE
    done = bough("check", odd, "--strict")
    assert (done.exit_code, "warning" in done.stdout) == (FAILED, True)
    assert bough("check", "chain:2", "--strict").exit_code == DONE


def test_how_a_file_is_read_is_said_to_every_command(robot):
    assert json.loads(bough("choose", robot, "--floating", "--json").stdout)["dofs"] == 7
    assert json.loads(bough("check", robot, "--floating", "--json").stdout)["mechanism"]["dofs"] == 7
    plain, bare = (json.loads(bough("check", robot, *options, "--json").stdout) for options in ((), ("--no-forces",)))
    assert plain["mechanism"]["forces"] == {"JointDamper": 1}
    assert bare["mechanism"]["forces"] == {}
    for command in ("run", "compare", "choose", "check"):
        done = bough(command, "chain:2", "--floating")
        assert (done.exit_code, done.stdout) == (WRONG, "")
        assert re.fullmatch(r"bough: --floating is for .*\n", done.stderr)


@pytest.mark.parametrize("command", ["run", "compare", "choose"])
def test_all_errors_of_a_file_are_told_a_line_each(command, broken):
    done = bough(command, broken)
    assert (done.exit_code, done.stdout) == (FAILED, "")
    *lines, last = done.stderr.splitlines()
    assert sorted(lines) == sorted(str(finding) for finding in bo.check(broken).findings)
    assert last == "bough: the model cannot be used: 2 errors."


def test_the_remedy_for_a_force_of_a_file_is_an_option(robot):
    robot.write_text(ROBOT.replace('damping="', 'damping="-'), encoding="utf-8")
    done = bough("choose", robot)
    assert (done.exit_code, "leave out all forces by --no-forces." in done.stderr) == (FAILED, True)
    assert bough("choose", robot, "--no-forces").exit_code == DONE


@pytest.mark.parametrize("command", ["run", "check"])
def test_a_file_that_is_not_there_is_told(command, tmp_path):
    done = bough(command, tmp_path / "none.urdf")
    assert (done.exit_code, done.stdout) == (FAILED, "")
    assert re.fullmatch(r"bough: there is no file .*none.urdf'; check the path\.\n", done.stderr)


def test_models_has_a_line_for_each():
    text, data = bough("models").stdout, json.loads(bough("models", "--json").stdout)
    assert data == {"kinds": {kind.example: kind.summary for kind in KINDS.values()}, "machines": bo.catalogue()}
    assert model_names() == [*data["kinds"], *data["machines"]]  # those that shells complete
    for name, about in {**data["kinds"], **data["machines"]}.items():
        assert re.search(rf"^  {re.escape(name)} +{re.escape(about)}$", text, re.MULTILINE)


# --- compare, methods ---------------------------------------------------------------------------------------------------------


def test_compare_agrees_and_says_so():
    how = ("compare", "chain:2", "--duration", "0.2", "--step", "0.001", "--q0", "link1=1", "--form", "crba+udu")
    found = json.loads(bough(*how, "--json").stdout)
    assert [(row["form"], row["solver"]) for row in found["forms"]] == [
        ("separate-bodies", None),
        ("composite-bodies", "udu"),
    ]
    assert found["agrees"] is True
    assert all(row["difference"] <= found["tolerance"] and row["drift"] < 1e-8 for row in found["forms"])
    done = bough(*how)
    assert done.exit_code == DONE
    assert "All forms agree" in done.stdout


def test_methods_has_a_line_for_each():
    text, data = bough("methods").stdout, json.loads(bough("methods", "--json").stdout)
    lines = text.splitlines()
    names = [form.name for form in bo.methods.formulations()], list(SOLVERS), list(bo.methods.integrators())
    for name in chain.from_iterable(names):
        assert sum(bool(re.match(rf"  {re.escape(name)}\b(?!-)", line)) for line in lines) == 1, name
    assert len(lines) == sum(map(len, names)) + 3
    assert [form["name"] for form in data["forms"]] == names[0]
    assert data["integrators"] == bo.methods.integrators()


def test_solvers_are_those_that_forms_offer():
    assert set(SOLVERS) == {solver for form in FORMULATIONS.values() for solver in form.solvers}


# --- mistakes -------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("chian:2", "no model 'chian': did you mean 'chain'[?]"),
        ("chain:2 --q0 lnk1=1", "no coordinate 'lnk1' in 'chain of 2': did you mean 'link1'[?]"),
        ("chain:2 --u0 link3=1", "no velocity 'link3'"),
        ("chain:2 --q0 link1", "--q0 takes a name and a number, as in --q0 elbow=0.5, not 'link1'"),
        ("chain:2 --q0 =1", "--q0 takes a name"),
        ("chain:2 --q0 equilibrium --q0 link1=1", "--q0 equilibrium gives all coordinates; leave out the other --q0"),
        ("chain:2 --u0 link1=fast", "--u0 takes a name and a number"),
        ("chain:2 --q0 link1=1 --q0 link1=2", "--q0 gives 'link1' twice"),
        ("chain:2 --q0 link1=nan", "takes a name and a number"),
        ("chain:2 --form composite-body", "did you mean 'composite-bodies'"),
        ("chain:2 --form kinetostatics", "takes motion as given"),
        ("chain:2 --form aba --solver udu", "leave out --solver udu"),
        ("chain:2 --integrator rk5", "did you mean 'rk4'"),
        ("chain:2 --integrator rk4", "give --step … [(]seconds[)]"),
        ("chain:2 --step 0.1", "leave out --step …, or give --max-step …, or take 'rk4'"),
        ("chain:2 --duration -1", "duration must be a positive number"),
        ("chain:2 --every 0", "every must be a positive number"),
        ("chain:2 --output nowhere/run.nc", "--output nowhere/run.nc: there is no folder 'nowhere'"),
        ("chain:2 --csv .", "that is a folder"),
        ("chain:2 --plot run.txt", "give a name that ends with .png or .pdf or .svg"),
        ("chain:2 --animate run.png", "give a name that ends with .gif or .mp4"),
        ("chain:2 --q0 link1=1,2 --animate run.gif", "--animate draws one motion, but 'link1' has several numbers"),
    ],
)
def test_wrong_requests_are_refused_in_one_sentence(arguments, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = bough("run", *arguments.split())
    assert (done.exit_code, done.stdout) == (WRONG, "")
    (line,) = done.stderr.splitlines()
    assert line.startswith("bough: ")
    assert re.search(message, line)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "arguments", ["", "run", "frobnicate", "run chain:2 --frm x", "run chain:2 --threads 0", "run chain:2 --duration x"]
)
def test_unknown_words_are_wrong_usage(arguments):
    assert bough(*arguments.split()).exit_code == WRONG


def test_what_cannot_be_written_does_not_keep_the_rest_from_it(tmp_path):
    """The folder of the picture goes away while the run is on."""
    folder = tmp_path / "pictures"
    folder.mkdir()
    with pytest.MonkeyPatch.context() as patch:
        real = bo.simulate

        def simulate(*arguments, **options):
            folder.rmdir()
            return real(*arguments, **options)

        patch.setattr(bo, "simulate", simulate)
        done = bough("run", "chain:2", *START, "--plot", folder / "run.png", "--csv", tmp_path / "run.csv", "--json")
    assert done.exit_code == FAILED
    assert re.fullmatch(r"bough: cannot write .*run.png': there is no folder .*\n", done.stderr)
    assert json.loads(done.stdout)["files"] == [str(tmp_path / "run.csv")]


# --- as a program ---------------------------------------------------------------------------------------------------------------


def finished(*arguments, **options):
    with bough_child(*arguments, **options) as running:
        out, err = running.communicate(timeout=PATIENCE)
        return running.returncode, out, err


def test_python_runs_it_as_a_module():
    done = subprocess.run([sys.executable, "-m", "bough", "--version"], capture_output=True, text=True, check=True)
    assert (done.stdout.split(), done.stderr) == (["bough", bo.__version__], "")


def test_version_and_help():
    code, out, err = finished("--version")
    assert (code, out.split(), err) == (DONE, ["bough", bo.__version__], "")
    code, out, err = finished("--help")
    assert (code, err) == (DONE, "")
    assert all(
        command in out
        for command in ("run", "equilibrium", "modes", "check", "compare", "models", "methods", "papers", "demo")
    )
    assert "\x1b" not in out


def test_the_program_is_installed_under_its_name():
    project = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["scripts"] == {"bough": "bough.cli:main"}


def test_help_waits_for_nothing_heavy():
    code = (
        "import sys; import bough; assert 'typer' not in sys.modules; sys.argv = ['bough', '--help']\n"
        "from bough.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print(*sorted({'numba', 'scipy', 'matplotlib', 'xarray', 'pandas'} & set(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr.strip() == ""


def test_models_forms_and_integrators_are_completed():
    for words, expected in {
        "bough run ch": "chain:20",
        "bough run chain:2 --form comp": "composite-bodies",
        "bough run chain:2 --integrator gau": "gauss4",
        "bough compare chain:2 --form hamilton-r": "hamilton-recursive",
    }.items():
        shell = {"_BOUGH_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": str(words.count(" "))}
        _, out, _ = finished(env={**os.environ, **shell})
        assert expected in out.split(), words


def endless(folder, *how):
    """Arguments of a run that takes hours, with a checkpoint every 0.2 s."""
    keep = ("--output", folder / "run.nc", "--checkpoint", folder / "going", "--checkpoint-every", 0.2)
    return ("run", "chain:2", "--duration", "100000", "--every", "0.1", "--q0", "link1=1", *how, *keep, "--json")


def assert_kept(running, folder):
    """It ends by itself, says so in a line, and has written what was computed."""
    out, err = running.communicate(timeout=PATIENCE)
    assert running.returncode == INTERRUPTED, err
    (line,) = [line for line in err.splitlines() if "was interrupted" in line]
    assert re.fullmatch(r"bough: warning: 'chain of 2' was interrupted at t = .* s; what was computed is kept\.", line)
    assert "Traceback" not in err
    found, kept = json.loads(out), bo.Trajectory.load(folder / "run.nc")
    assert found["status"] == kept.status == "interrupted"
    assert found["final"]["time"] == kept.time.values[-1] > 0


@pytest.mark.parametrize(
    ("form", "number"),
    [
        pytest.param("auto", signal.SIGINT, marks=pytest.mark.slow),
        pytest.param("composite-bodies", signal.SIGINT, marks=pytest.mark.slow),
        ("composite-bodies", signal.SIGTERM),
    ],
)
def test_ctrl_c_and_sigterm_keep_what_was_computed(form, number, tmp_path):
    """By a compiled form, and by one that compiled code calls back."""
    how = ("--form", form, *(() if form == "auto" else ("--solver", "cholesky")))
    with bough_child(*endless(tmp_path, *how)) as running:
        wait_for_parts(running, tmp_path / "going", 2)
        running.send_signal(number)
        assert_kept(running, tmp_path)


@pytest.mark.slow
def test_where_ctrl_c_is_ignored_it_stays_so_and_sigterm_ends_a_run(tmp_path):
    """As in the background of a script, and under nohup: Ctrl-C is meant for what runs in front."""
    with bough_child(*endless(tmp_path), ignores_ctrl_c=True) as running:
        for _ in range(2):
            wait_for_parts(running, tmp_path / "going", 2)
            running.send_signal(signal.SIGINT)
        wait_for_parts(running, tmp_path / "going", 2)
        running.send_signal(signal.SIGTERM)
        assert_kept(running, tmp_path)


def test_sigterm_before_there_is_a_result_is_told_in_a_sentence():
    """Here while the model is made."""
    program = (
        "import signal\nimport bough as bo\nfrom bough import cli\n"
        "def model(*_, **__):\n    signal.raise_signal(signal.SIGTERM)\n    raise AssertionError\n"
        "bo.model = model\ncli.main()"
    )
    with child(program, "run", "chain:2", stderr=subprocess.PIPE, text=True) as running:
        assert running.communicate(timeout=PATIENCE)[1] == "bough: interrupted before there was a result.\n"
    assert running.returncode == INTERRUPTED


def test_a_reader_that_goes_away_is_no_accident():
    with bough_child("methods") as running:
        running.stdout.close()
        err = running.stderr.read()
    assert "Traceback" not in err


def test_choose_tells_what_the_function_returns():
    done = bough("choose", "star:5", "--states", "100", "--json")
    assert (done.exit_code, done.stderr) == (DONE, "")
    assert json.loads(done.stdout) == bo.choose(bo.model("star:5"), 100).to_dict()
    words = bough("choose", "star:5", "--momenta").stdout
    assert f"{bo.choose(bo.model('star:5'), gives='canonical rates').best.label} ★" in words


def test_calibrate_tells_where_rates_are_kept(tmp_path, monkeypatch):
    monkeypatch.setenv("BOUGH_RATES", str(tmp_path / "rates.json"))
    monkeypatch.setattr(bo.methods, "calibrate", lambda report: store(built_in()) and built_in())
    done = bough("calibrate")
    assert done.exit_code == DONE
    assert str(tmp_path / "rates.json") in done.stdout.replace("\n", "")
    assert (tmp_path / "rates.json").exists()


# --- pipes, help and stores ----------------------------------------------------------------------------------------------


@pytest.mark.skipif(os.name == "nt", reason="pipes end otherwise there")
@pytest.mark.parametrize(
    "arguments",
    [("run", "chain:2", *START, "--json"), ("methods",), ("--help",), ("run", "--help"), ("--version",), (), ("run",)],
    ids=" ".join,
)
def test_a_reader_that_goes_away_is_no_error(arguments):
    """As shells have it for a program that SIGPIPE ends; without a word."""
    reads, writes = os.pipe()
    os.close(reads)
    with os.fdopen(writes, "wb") as nobody:
        done = subprocess.run([sys.executable, "-m", "bough", *arguments], stdout=nobody, stderr=subprocess.PIPE)
    assert (done.returncode, done.stderr) == (128 + signal.SIGPIPE, b"")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no disk that is always full")
@pytest.mark.parametrize("buffered", [True, False])
@pytest.mark.parametrize(
    "arguments",
    [("run", "chain:2", *START, "--json"), ("check", "chain:2"), ("methods",), ("run", "--help"), ("--version",)],
    ids=" ".join,
)
def test_an_output_on_a_full_disk_is_told_in_a_sentence(arguments, buffered):
    how = [] if buffered else ["-u"]
    with open("/dev/full", "wb") as full:
        done = subprocess.run([sys.executable, *how, "-m", "bough", *arguments], stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == FAILED
    (line,) = done.stderr.decode().splitlines()
    assert line.startswith("bough: the output cannot be written: No space left on device; ")


@pytest.mark.parametrize("command", [(), ("run",), ("check",), ("export",), ("plot",), ("study",), ("methods",)])
def test_help_lists_flags_without_a_type(command):
    text = bough(*command, "--help").stdout
    assert "--help" in text
    assert "bool" not in text.lower()


@pytest.mark.parametrize(
    ("command", "name"),
    [("run", "MODEL"), ("check", "MODEL"), ("export", "MODEL"), ("study", "FILE"), ("plot", "RUN.nc"), ("view", "RUN|STUDY|MODEL")],
)  # fmt: skip
def test_help_names_arguments(command, name):
    text = bough(command, "--help").stdout
    (usage,) = (line for line in text.splitlines() if "Usage:" in line)
    assert re.search(rf"[{{\[]?{re.escape(name)}[}}\]]?( \[NAME\]\.\.\.)?\s*$", usage)
    assert not re.search(r"<(list\[)?str", text)


def test_remedies_that_are_arguments_are_options_in_every_command(tmp_path):
    path = tmp_path / "bad.urdf"
    path.write_text(
        '<robot name="r"><link name="a"/><link name="b"/><joint name="j" type="continuous"><parent link="a"/>'
        '<child link="b"/><dynamics damping="-1"/></joint></robot>'
    )
    for arguments in (("check",), ("check", "--json"), ("run",), ("choose",)):
        done = bough(arguments[0], path, *arguments[1:])
        told = " ".join((done.stdout + done.stderr).split())
        assert "leave out all forces by --no-forces" in told
        assert "forces=False" not in told
        assert "negative" not in bough(arguments[0], path, "--no-forces").output


def test_a_store_of_a_study_is_not_taken_for_a_model(tmp_path):
    store = tmp_path / "swing.zarr"
    varied = bo.Study(bo.chain(2), {"link1.mass": (1.0, 2.0)}, {"duration": 0.1}, {"fast": "max |u.link1|"}, runs=3)
    varied.run(store)
    done = bough("export", store, "--csv", tmp_path / "swing.csv")
    assert done.exit_code == WRONG
    assert f"'{store}' is the store of a study" in done.stderr
    for more in (("--csv",), ("--parquet", "--units")):
        assert bough("export", store, *more).stderr == done.stderr
    (remedy,) = re.findall(r"bough\.open_study\('.*'\)", done.stderr)
    table = bo.open_study(remedy.split("'")[1]).dataset.to_dataframe()
    assert len(table) == 3


def test_a_quantity_that_is_not_there_is_told_with_the_command_that_lists_them(motion, tmp_path):
    motion.save(tmp_path / "run.nc")
    done = bough("plot", tmp_path / "run.nc", "nosuch")
    assert done.exit_code == WRONG
    assert "no quantity 'nosuch' of 'chain of 2': run.quantities(), or bough plot RUN.nc, lists those" in done.stderr
    assert "q.link1" in bough("plot", tmp_path / "run.nc").stdout


def test_of_several_runs_the_reason_of_the_one_that_failed_is_told():
    """The first one rests; the second one swings, in steps that are far too long."""
    how = ("--integrator", "rk4", "--step", "20", "--duration", "2000", "--every", "20", "--q0", "link1=0,1")
    done = bough("run", "chain:2", *how)
    assert done.exit_code == FAILED
    assert "1 completed, 1 failed" in done.stdout
    (line,) = [line for line in done.stderr.splitlines() if "warning" not in line]
    assert re.match(r"bough: 'chain of 2', run 1, cannot be simulated beyond t = ", line)
