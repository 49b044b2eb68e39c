"""``bough plot`` and ``bough export`` of saved runs: pictures and tables by name, or a sentence."""

import json
import re
import shlex
from itertools import takewhile
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from typer.testing import CliRunner

import bough as bo
from bough.cli.app import app
from bough.simulation.results.quantities import number_named

DONE, FAILED, WRONG = 0, 1, 2
NAMES = ("link1", "link2.reaction.force", "energy.total")


def run_bough(*arguments):
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


@pytest.fixture(scope="module")
def motion():
    q, u = bo.models.random_state(bo.chain(2), states=6)
    return bo.Trajectory(bo.chain(2), np.arange(3.0), q.reshape(2, 3, 2), u.reshape(2, 3, 2))


@pytest.fixture(scope="module")
def saved(motion, tmp_path_factory):
    path = tmp_path_factory.mktemp("run") / "run.nc"
    motion.select(0).save(path)
    motion.save(path.with_name("both.nc"))
    return path


def test_tables_of_a_run(motion, saved, tmp_path):
    csv, parquet = tmp_path / "run.csv", tmp_path / "run.parquet"
    done = run_bough("export", saved, *NAMES, "--csv", csv, "--parquet", parquet, "--axes", "ground")
    assert (done.exit_code, done.stderr) == (DONE, "")
    assert done.stdout.split() == ["written", str(csv), "written", str(parquet)]
    expected = motion.select(0).to_dataframe(NAMES, axes="ground")
    pd.testing.assert_frame_equal(pd.read_csv(csv, index_col="time"), expected, check_exact=True)
    pd.testing.assert_frame_equal(pd.read_parquet(parquet), expected, check_exact=True)
    both = saved.with_name("both.nc")
    done = run_bough("export", both, "link1", "--csv", csv, "--every", "0.5", "--units", "--json")
    assert json.loads(done.stdout) == {"written": [str(csv)]}
    table = pd.read_csv(csv)
    assert list(table) == ["run", "time [s]", "link1 [rad]"]
    assert len(table) == 10
    assert run_bough("export", both, "--csv", csv, "--run", "1").exit_code == DONE
    pd.testing.assert_frame_equal(pd.read_csv(csv, index_col="time"), motion.select(1).to_dataframe())


def test_a_table_that_is_not_named_is_beside_its_run(motion, saved):
    for more in (("--csv",), ("--csv", "--angles"), ("link1", "--csv", "--parquet")):
        done = run_bough("export", saved, *more)
        assert (done.exit_code, done.stderr) == (DONE, "")
    names = [saved.with_suffix(f".{kind}") for kind in ("csv", "parquet")]
    assert done.stdout.split() == ["written", str(names[0]), "written", str(names[1])]
    expected = motion.select(0).to_dataframe(["link1"])
    pd.testing.assert_frame_equal(pd.read_csv(names[0], index_col="time"), expected, check_exact=True)
    pd.testing.assert_frame_equal(pd.read_parquet(names[1]), expected, check_exact=True)


def test_pictures_of_a_run(motion, saved, tmp_path):
    picture = tmp_path / "run.svg"
    done = run_bough("plot", saved, *NAMES, "--output", picture)
    assert (done.exit_code, done.stdout.split(), done.stderr) == (DONE, ["written", str(picture)], "")
    assert picture.stat().st_size > 1000
    assert run_bough("plot", saved, "energy").exit_code == DONE
    assert saved.with_suffix(".png").stat().st_size > 1000
    listed = run_bough("plot", saved).stdout
    known = motion.select(0).quantities()
    assert all(f"  {name} " in listed for name in known)
    assert json.loads(run_bough("plot", saved, "--json").stdout) == {"quantities": known}


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("plot", "RUN", "lnk1"), WRONG, "no quantity 'lnk1' of 'chain of 2': did you mean 'link1'?"),
        (("plot", "RUN", "--output", "a.png"), WRONG, "--output needs names"),
        (("plot", "RUN", "link1", "--output", "a.jpeg"), WRONG, "ends with .png or .pdf or .svg"),
        (("plot", "RUN", "link1", "--run", "1"), WRONG, "holds one; leave it out"),
        (("plot", "chain:2", "link1"), WRONG, "'chain:2' is a model, not a run"),
        (("plot", "nothing.nc", "link1"), FAILED, "there is no file 'nothing.nc'"),
        (("export", "RUN", "link1"), WRONG, "give --csv FILE.csv, --parquet FILE.parquet, or both"),
        (("export", "RUN", "--csv", "a.csv", "--fmu", "a.fmu"), WRONG, "--fmu is for models, but"),
        (("export", "RUN", "--csv", "a.txt"), WRONG, "ends with .csv"),
        (("export", "chain:2", "--csv", "a.csv"), WRONG, "--csv is for saved runs (.nc), but 'chain:2' is a model"),
        (("export", "chain:2", "--csv"), WRONG, "--csv is for saved runs (.nc), but 'chain:2' is a model"),
        (("export", "chain:2", "link1", "--fmu", "a.fmu"), WRONG, "a NAME is for saved runs"),
    ],
)
def test_what_cannot_be_done_gets_one_sentence(saved, arguments, code, words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = run_bough(*(saved if one == "RUN" else one for one in arguments))
    assert (done.exit_code, done.stdout) == (code, "")
    assert words in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


def test_the_commands_of_the_docs_name_what_the_crane_has():
    """Their last line is a name that it does not have, with the answer to it."""
    text = (Path(__file__).parents[1] / "docs" / "command-line.md").read_text(encoding="utf-8")
    part = text.split("\n## Plot\n")[1].split("\n## ")[0]
    given = [
        shlex.split(line, comments=True)[3:] for line in re.findall(r"^bough (?:plot|export) crane\.nc .*", part, re.M)
    ]
    names = [name for words in given for name in takewhile(lambda word: not word.startswith("--"), words)]
    crane = bo.model("crane")
    assert len([number_named(crane, name) for name in names]) >= 4
    wrong, answer = re.search(r"^\$ bough plot crane\.nc (\w+)\nbough: (.*)", part, re.M).groups()
    with pytest.raises(bo.errors.StateError, match=f"^{re.escape(answer)}$"):
        number_named(crane, wrong)
