"""``bough view``: a page of what was named, or a sentence; and what notebooks show of a run."""

import json
import sys
from html.parser import HTMLParser

import numpy as np
import pytest
from helpers.pages import document_in
from typer.testing import CliRunner

import bough as bo
import bough.live
from bough.cli import view as command
from bough.cli.app import app
from bough.simulation.view import notebook

DONE, FAILED, WRONG = 0, 1, 2
START = {"q0": {"link1": 1.0}}


def run_bough(*arguments):
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def shown(path):
    return document_in(path.read_text("utf-8"))


@pytest.fixture(scope="module")
def motion():
    return bo.simulate(bo.chain(2), 0.25, **START)


@pytest.fixture(scope="module")
def saved(motion, tmp_path_factory):
    path = tmp_path_factory.mktemp("run") / "run.nc"
    motion.save(path)
    return path


@pytest.fixture
def opened(monkeypatch):
    """Addresses that would have been opened."""
    found = []
    monkeypatch.setattr(command.webbrowser, "open", lambda address: found.append(address) or True)
    return found


# --- pages ------------------------------------------------------------------------------------------------------------


def test_a_saved_run_becomes_a_page(saved, tmp_path, opened):
    page = tmp_path / "page.html"
    done = run_bough("view", saved, "--output", page, "--at", "0.1")
    assert (done.exit_code, done.stderr, opened) == (DONE, "", [])
    assert done.stdout.startswith(str(page))
    found = shown(page)
    assert (found["title"], found["view"]["at"]) == ("chain of 2", 0.1)
    (run,) = found["runs"]
    assert (run["from"], run["to"], run["status"]) == (0.0, 0.25, "completed")


def test_without_a_file_it_is_opened_unless_told_otherwise(saved, opened):
    done = run_bough("view", saved)
    assert (done.exit_code, done.stderr) == (DONE, "")
    (address,) = opened
    assert address.startswith("file://")
    assert address.endswith("/run.html")
    done = run_bough("view", saved, "--no-browser")
    assert done.exit_code == DONE
    assert len(opened) == 1


def test_no_browser_is_told(saved, monkeypatch):
    monkeypatch.setattr(command.webbrowser, "open", lambda address: False)
    done = run_bough("view", saved)
    assert done.exit_code == DONE
    assert "no browser" in done.stderr


def test_runs_of_a_batch_are_chosen(tmp_path):
    batch = bo.simulate(bo.chain(2), 0.25, q0={"link1": [0.1, 0.2, 0.3]}, progress=False)
    batch.save(tmp_path / "batch.nc")
    page = tmp_path / "page.html"
    done = run_bough("view", tmp_path / "batch.nc", "--run", 2, "--run", 0, "--layout", "side", "--output", page)
    assert (done.exit_code, done.stderr) == (DONE, "")
    assert [run["label"] for run in shown(page)["runs"]] == ["run 2", "run 0"]
    assert shown(page)["view"]["layout"] == "side"
    done = run_bough("view", tmp_path / "batch.nc", "--run", 3, "--output", page)
    assert (done.exit_code, done.stderr) == (WRONG, "bough: no run 3: there are 3, numbered from 0.\n")


def test_a_model_becomes_a_page_of_its_pose(tmp_path):
    page = tmp_path / "page.html"
    done = run_bough("view", "chain:2", "--output", page)
    assert (done.exit_code, done.stderr) == (DONE, "")
    (run,) = shown(page)["runs"]
    assert (run["status"], run["frames"]) == ("pose", 1)


def test_run_writes_a_page(tmp_path):
    page = tmp_path / "page.html"
    done = run_bough("run", "chain:2", "--duration", 0.25, "--q0", "link1=1", "--view", page, "--json")
    assert (done.exit_code, done.stderr) == (DONE, "")
    assert json.loads(done.stdout)["files"] == [str(page)]
    assert shown(page)["runs"][0]["to"] == 0.25


# --- live models -----------------------------------------------------------------------------------------------------------


def test_a_model_without_a_file_is_live(monkeypatch):
    asked = []
    monkeypatch.setattr(
        sys.modules["bough.live"], "serve", lambda mechanism, **options: asked.append((mechanism.name, options))
    )
    assert run_bough("view", "chain:2").exit_code == DONE
    assert run_bough("view", "chain:2", "--host", "0.0.0.0", "--port", 8123, "--no-browser").exit_code == DONE
    assert asked == [
        ("chain of 2", {"open_browser": True}),
        ("chain of 2", {"open_browser": False, "host": "0.0.0.0", "port": 8123}),
    ]


def test_a_live_model_without_its_extra_is_told_with_both_remedies(monkeypatch):
    monkeypatch.setattr(command, "has", lambda package: False)
    done = run_bough("view", "chain:2")
    assert done.exit_code == WRONG
    assert 'pip install "bough[live]"' in done.stderr
    assert "--output" in done.stderr


# --- mistakes ---------------------------------------------------------------------------------------------------------


def test_mistakes_are_told_in_a_sentence(saved, tmp_path):
    cut, other, text = tmp_path / "cut.nc", tmp_path / "other.nc", tmp_path / "text.nc"
    cut.write_bytes(saved.read_bytes()[:-100])
    bo.simulate(bo.chain(2), 0.1, **START).dataset.to_netcdf(other, engine="h5netcdf")
    text.write_text("time, q\n0, 1\n", "utf-8")
    cases = {
        (tmp_path / "missing.nc",): (FAILED, "there is no file"),
        (cut,): (FAILED, "damaged"),
        (other,): (FAILED, "not written by Trajectory.save"),
        (text,): (FAILED, "not written by Trajectory.save"),
        (tmp_path / "missing.zarr",): (FAILED, "there is no"),
        (tmp_path,): (FAILED, "is a folder"),
        ("chian:2",): (WRONG, "did you mean 'chain'?"),
        ("chain:2", "--run", 0): (WRONG, "is a model; leave it out"),
        (saved, "--run", 0): (WRONG, "holds one; leave it out"),
        (saved, "--layout", "sdie"): (WRONG, "did you mean 'side'?"),
        (saved, "--at", "nan"): (WRONG, "at must be finite"),
        (saved, "--port", 80): (WRONG, "--port is for live models"),
    }
    for arguments, (code, words) in cases.items():
        done = run_bough("view", *arguments, "--output", tmp_path / "page.html")
        assert (done.exit_code, done.stdout) == (code, ""), arguments
        assert words in done.stderr
        assert done.stderr.count("\n") == 1
        assert not (tmp_path / "page.html").exists()


def test_a_page_that_cannot_be_written_is_told_first(tmp_path):
    for target, words in (("page.pdf", "ends with .html"), ("missing/page.html", "there is no folder")):
        done = run_bough("view", "chain:2", "--output", tmp_path / target)
        assert done.exit_code == WRONG
        assert words in done.stderr


# --- runs in notebooks ------------------------------------------------------------------------------------------------


class Frames(HTMLParser):
    def __init__(self, page):
        super().__init__()
        self.found, self.tags = [], []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        if tag == "iframe":
            self.found.append(dict(attrs))


def test_a_notebook_shows_the_player_in_a_frame_of_its_own(motion):
    read = Frames(motion._repr_html_())
    (frame,) = read.found
    found = document_in(frame["srcdoc"])
    assert found["runs"][0]["to"] == 0.25
    assert frame["sandbox"] == "allow-scripts allow-downloads"  # not allow-same-origin: it sees nothing of the notebook
    assert "script" not in read.tags
    assert "completed" in motion._repr_html_().rpartition("</iframe>")[2]  # for readers that drop frames


def test_names_stay_inside_the_frame():
    hostile = "'></iframe></script><img src=x onerror=alert(1)>\""
    pendulum = bo.Mechanism(hostile)
    pendulum.add_body(hostile, "ground", bo.Revolute((0, 1, 0)), inertia=bo.Inertia.rod(1.0, 1.0))
    run = bo.Trajectory(pendulum, [0.0, 1.0], np.zeros((2, 1)), np.zeros((2, 1)))
    read = Frames(run._repr_html_())
    assert set(read.tags) <= {"div", "iframe", "small", "details", "summary", "pre"}
    (frame,) = read.found
    assert frame["title"] == f"motion of {hostile}"
    assert document_in(frame["srcdoc"])["machines"][0]["bodies"][0]["name"] == hostile


def test_what_is_too_much_for_a_notebook_is_told_with_a_remedy(motion, monkeypatch):
    monkeypatch.setattr(notebook, "MOST_BYTES", 1000)
    shown = motion._repr_html_()
    assert Frames(shown).found == []
    assert "run.show()" in shown
    monkeypatch.setattr(notebook, "MOST_BODIES", 1)
    assert "2 bodies are too many" in motion._repr_html_()


def test_a_run_without_a_state_is_told():
    states = np.full((1, 2, 2), np.nan)
    nothing = bo.Trajectory(bo.chain(2), [0.0, 1.0], states, states, status="failed")
    assert "run 0 has no state at all" in nothing._repr_html_()


def test_a_page_is_told_to_be_one_and_a_start_is_for_models(saved, tmp_path):
    page = tmp_path / "page.html"
    page.write_text("<!doctype html>")
    done = run_bough("view", page)
    assert done.exit_code == FAILED
    assert "is a page already; open it in a browser" in done.stderr
    done = run_bough("view", saved, "--q0", "link1=1", "--output", tmp_path / "run.html")
    assert (done.exit_code, "--q0 is for models" in done.stderr) == (WRONG, True)
    done = run_bough("view", "chain:2", "--u0", "link1=1", "--output", tmp_path / "model.html")
    assert (done.exit_code, "--u0 is for live models" in done.stderr) == (WRONG, True)


def test_a_model_is_shown_where_it_is_asked_to_be(tmp_path, monkeypatch):
    posed, other = tmp_path / "posed.html", tmp_path / "other.html"
    assert run_bough("view", "chain:2", "--q0", "link1=90*deg", "--output", posed).exit_code == DONE
    bo.chain(2).view(other, q0=[np.pi / 2, 0.0])
    assert shown(posed)["runs"] == shown(other)["runs"]
    asked = {}
    monkeypatch.setattr(sys.modules["bough.live"], "serve", lambda mechanism, **options: asked.update(options))
    assert run_bough("view", "chain:2", "--q0", "link1=0.5", "--u0", "link2=2").exit_code == DONE
    assert (asked["q0"], asked["u0"]) == ({"link1": 0.5}, {"link2": 2.0})
