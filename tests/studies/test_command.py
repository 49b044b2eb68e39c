"""``bough study``: it tells what the functions return, goes on where it was, and loses nothing by Ctrl-C."""

import json
import signal
import time

import numpy as np
import pytest
import xarray as xr
from helpers.children import PATIENCE, bough_child
from typer.testing import CliRunner

import bough as bo
from bough.cli.app import app
from bough.models.catalogue import study_files

DONE, FAILED, WRONG, INTERRUPTED = 0, 1, 2, 130
STUDY = """bough-study = 1
name = "two links"
about = "swing for a while"
model = "chain:2"
[vary]
link2.mass = { from = 1, to = 2 }
[plan]
runs = 20
[run]
duration = 0.2
q0 = { link1 = 1 }
[keep]
top = "max |q.link2|"
never = "first q.link1 > 3"
"""


def bough(*arguments):
    return CliRunner().invoke(app, ["study", *map(str, arguments)])


@pytest.fixture
def file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "links.toml").write_text(STUDY)
    return tmp_path / "links.toml"


def test_it_tells_what_the_functions_return(file):
    done = bough(file, "--json")
    assert (done.exit_code, done.stderr) == (DONE, "")
    told = json.loads(done.stdout)
    found = bo.load_study(file).run().dataset
    assert (told["variants"], told["completed"], told["failed"], told["ran"]) == (20, 20, 0, 20)
    top = told["kept"]["top"]
    assert (top["least"], top["most"]) == (float(found["top"].min()), float(found["top"].max()))
    assert top["median"] == float(np.median(found["top"]))
    assert (top["least_in"], top["most_in"]) == (int(np.argmin(found["top"].data)), int(np.argmax(found["top"].data)))
    assert top["unit"] == "rad"
    assert told["kept"]["never"]["least"] is None
    mass = found["link2.mass"]
    assert told["varied"]["link2.mass"] == {"from": float(mass.min()), "to": float(mass.max()), "unit": "kg"}
    assert told["files"] == [str(file.with_suffix(".zarr"))]
    np.testing.assert_array_equal(xr.open_zarr(file.with_suffix(".zarr"))["top"], found["top"])


def test_its_words_and_a_second_call(file):
    first = bough(file)
    assert first.exit_code == DONE
    assert "two links  20 ran in" in first.stdout
    assert "variants  20: 20 completed" in first.stdout
    assert f"bo.open_study({str(file.with_suffix('.zarr'))!r})" in first.stdout
    again = bough(file, "--resume")
    assert "two links  all were there" in again.stdout
    assert again.stdout.splitlines()[1:] == first.stdout.splitlines()[1:]


def test_a_changed_study_is_refused_with_what_changed(file):
    bough(file)
    file.write_text(STUDY.replace("duration = 0.2", "duration = 0.3"))
    done = bough(file)
    assert (done.exit_code, done.stdout) == (WRONG, "")
    (line,) = done.stderr.splitlines()
    assert "run.duration was 0.2, is 0.3" in line
    assert "delete" in line
    assert bough(file, "--store", "other.nc").exit_code == DONE


def test_a_dry_run_stores_nothing(file):
    done = bough(file, "--dry-run")
    assert done.exit_code == DONE
    assert done.stdout.startswith("two links: swing for a while\n20 runs")
    assert not file.with_suffix(".zarr").exists()
    told = json.loads(bough(file, "--dry-run", "--json").stdout)
    assert (told["runs"], told["done"]) == (20, 0)
    assert min(told[name] for name in ("seconds", "memory_bytes", "store_bytes", "pace")) > 0


def test_mistakes_are_told_as_compilers_do(file):
    file.write_text(STUDY.replace("mass = {", "mas = {").replace("max |q", "max q|"))
    done = bough(file)
    assert (done.exit_code, done.stdout) == (FAILED, "")
    first, second, last = done.stderr.splitlines()
    assert first.startswith("links.toml:6: vary 'link2.mas': ")
    assert second.startswith("links.toml:13: keep 'top': ")
    assert last == "bough: the study cannot be used: 2 errors."


@pytest.mark.parametrize(
    ("arguments", "code", "part"),
    [
        (("none.toml",), FAILED, "there is no file 'none.toml'"),
        (("carne",), FAILED, "did you mean 'crane'?"),
        (("--json",), WRONG, "give a study file"),
        (("links.toml", "--store", "links.csv"), WRONG, ".zarr"),
        (("links.toml", "--report", "page.txt"), WRONG, "ends with .html"),
        (("links.toml", "--on", "nowhere"), WRONG, "nowhere"),
    ],
)
def test_wrong_arguments(file, arguments, code, part):
    done = bough(*arguments)
    assert (done.exit_code, done.stdout) == (code, "")
    assert part in done.stderr


def test_a_wrong_address_leaves_nothing_behind(file, tmp_path):
    bough(file, "--on", "nowhere")
    assert list(tmp_path.iterdir()) == [file]


def test_a_complete_store_excuses_no_wrong_argument(file):
    assert bough(file).exit_code == DONE
    done = bough(file, "--workers", 2, "--on", "tcp://127.0.0.1:1")
    assert (done.exit_code, done.stdout) == (WRONG, "")
    assert "leave out" in done.stderr
    assert "all were there" in bough(file, "--on", "tcp://127.0.0.1:1").stdout  # nobody is needed


def test_variants_that_fail_are_counted_by_reason(file):
    """Here for a mass below zero."""
    file.write_text(STUDY.replace("{ from = 1, to = 2 }", "[-1, 1, 2, -3]").replace("runs = 20", ""))
    done = bough(file)
    assert done.exit_code == DONE
    assert "variants  4: 2 completed, 2 failed" in done.stdout
    told = json.loads(bough(file, "--json").stdout)
    assert sum(told["reasons"].values()) == told["failed"] == 2
    file.write_text(STUDY.replace("{ from = 1, to = 2 }", "[-1, -2]").replace("runs = 20", ""))
    assert bough(file, "--store", "all.zarr").exit_code != DONE


def test_studies_that_come_with_bough_are_listed():
    words = bough("--list").stdout
    told = json.loads(bough("--list", "--json").stdout)["studies"]
    assert set(told) == set(study_files())
    assert all(name in words and about in words for name, about in told.items())


def going(tmp_path, number, *more):
    """The output of a study that was stopped when its first chunk was there."""
    store = tmp_path / "links.zarr"
    with bough_child("study", "links.toml", *more) as running:
        deadline = time.monotonic() + PATIENCE
        while not list(store.glob("status/c.*")):
            assert running.poll() is None, "it has ended too early"
            assert time.monotonic() < deadline, "it takes too long"
            time.sleep(0.01)
        running.send_signal(number)
        out, err = running.communicate(timeout=PATIENCE)
    return running.returncode, out, err


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("more", [(), ("--workers", "2")], ids=["here", "by Dask"])
def test_ctrl_c_and_sigterm_keep_what_is_there(file, tmp_path, number, more):
    """The same command goes on, and ends with the numbers of a study that nobody disturbed.

    A signal may come when the last variants are on their way; then all are there, and nothing is left to go on with.
    """
    long = STUDY.replace("runs = 20", "runs = 6000").replace("duration = 0.2", "duration = 60")
    file.write_text(long)
    code, out, err = going(tmp_path, number, *more)
    assert (code, out) == (INTERRUPTED, "")
    (line,) = [line for line in err.splitlines() if "interrupted" in line]
    there, end = line.removeprefix("bough: interrupted: ").split(" ", 1)
    assert end == "of 6,000 variants are in 'links.zarr'; the same command goes on."
    assert "Traceback" not in err
    again = bough("links.toml")
    assert again.exit_code == DONE
    assert (f"bough: going on: {there} of 6,000" in again.stderr) == (there != "6,000")
    whole = bo.load_study(file).run(tmp_path / "whole.zarr").dataset
    np.testing.assert_array_equal(xr.open_zarr(tmp_path / "links.zarr")["top"], whole["top"])
