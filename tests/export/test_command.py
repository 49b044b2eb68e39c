"""``bough export``."""

import json

import pytest
from helpers.exported import needs_compiler
from typer.testing import CliRunner

import bough as bo
from bough.cli.app import app

DONE, WRONG = 0, 2


def bough(*arguments):
    return CliRunner().invoke(app, ["export", *map(str, arguments)])


def test_the_command_writes_what_the_function_does(tmp_path):
    done = bough(
        "chain:2", "--c", tmp_path / "by-command", "--q0", "link1=0.5", "--duration", 3, "--step", 0.01, "--json",
        "--form", "separate-bodies", "--parameter", "link2.mass", "--parameter", "gravity.z", "--derivatives",
    )  # fmt: skip
    assert (done.exit_code, done.stderr) == (DONE, "")
    files = bo.export_c(
        bo.chain(2).with_parameters(["link2.mass", "gravity.z"]),
        tmp_path / "by-function",
        q0={"link1": 0.5},
        duration=3.0,
        step=0.01,
        formulation="separate-bodies",
        derivatives=True,
    )
    assert json.loads(done.stdout) == {"written": [str(tmp_path / "by-command" / path.name) for path in files]}
    for path in files:
        assert (tmp_path / "by-command" / path.name).read_bytes() == path.read_bytes()


@needs_compiler
def test_the_command_writes_fmus(tmp_path):
    done = bough("chain:2", "--fmu", tmp_path / "it.fmu", "--fmi", "3.0", "--no-binary")
    assert (done.exit_code, done.stdout, done.stderr) == (DONE, f"written  {tmp_path / 'it.fmu'}\n", "")
    bo.export_fmu(bo.chain(2), tmp_path / "other.fmu", fmi="3.0", binary=False)
    assert (tmp_path / "it.fmu").read_bytes() == (tmp_path / "other.fmu").read_bytes()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "give --c FOLDER, --fmu FILE.fmu, or both"),
        (("--fmu", "it.zip"), "ends with .fmu"),
        (("--fmu", "it.fmu", "--fmi", "1"), "fmi must be '2.0' or '3.0'"),
        (("--fmu", "missing/it.fmu"), "there is no folder 'missing'"),
        (("--c", "it", "--q0", "elbow=1"), "no coordinate 'elbow'"),
        (("--c", "it", "--duration", "0"), "duration must be a positive number"),
        (("--c", "it", "--parameter", "link2.mas"), "did you mean 'link2.mass'"),
        (("--fmu", "it.fmu", "--derivatives"), "--derivatives are written as C; give --c FOLDER"),
        (("--c", "it", "--form", "extended", "--solver", "sparse-lu"), "cannot be exported"),
    ],
)
def test_mistakes_are_told_in_a_sentence(arguments, said, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = bough("chain:2", *arguments)
    assert done.exit_code == WRONG
    assert done.stdout == ""
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []
