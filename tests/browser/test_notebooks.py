"""Notebooks that are executed: what their cells show, opened in a browser, is the player, at the poses of the run."""

import subprocess
import sys

import numpy as np
import pytest
from helpers.pixels import picture
from helpers.player import Player

import bough as bo

CELLS = (
    "import bough as bo",
    "run = bo.simulate(bo.chain(2), 0.5, q0={'link1': 1.0}, progress=False)\nrun",
    "run.mechanism",
    "study = bo.Study(bo.chain(2), {'link2.mass': [1.0, 2.0]}, {'duration': 0.1}, {'top': 'max |q.link2|'})\nstudy.run(progress=False)",
)
AT = 0.3
# in a process of its own, as Jupyter does it, since playwright has an event loop in this one
EXECUTE = """
import sys, nbclient, nbformat
book = nbformat.read(sys.argv[1], as_version=4)
nbclient.NotebookClient(book, timeout=300, kernel_name="python3").execute()
nbformat.write(book, sys.argv[1])
"""


@pytest.fixture(scope="module")
def shown(tmp_path_factory):
    """What a notebook shows of its cells, as HTML."""
    nbformat = pytest.importorskip("nbformat")
    for package in ("nbclient", "ipykernel"):
        pytest.importorskip(package)
    path = tmp_path_factory.mktemp("notebook") / "book.ipynb"
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in CELLS])
    nbformat.write(book, path)
    subprocess.run([sys.executable, "-c", EXECUTE, path], check=True, timeout=600)
    book = nbformat.read(path, as_version=4)
    outputs = [[output["data"] for output in cell.outputs if "data" in output] for cell in book.cells]
    return [parts[0]["text/html"] if parts else "" for parts in outputs]


def test_the_output_of_a_run_is_the_player(shown, tabs, tmp_path):
    page = tmp_path / "notebook.html"
    page.write_text(f"<!doctype html><meta charset=utf-8><title>notebook</title>{''.join(shown)}", "utf-8")
    tab = tabs.open(page, size=(1000, 900))
    player = Player(tab.wait_for_selector("iframe").content_frame())
    before = picture(tab.locator("iframe").screenshot())
    player.seek(AT)
    after = picture(tab.locator("iframe").screenshot())
    assert (np.abs(after - before).max(axis=-1) > 40).sum() > 1000  # pixels: the links have moved
    run = bo.simulate(bo.chain(2), 0.5, q0={"link1": 1.0}, progress=False)
    poses = bo.body_poses(run.mechanism, run.at(AT)[0])
    for body in range(2):
        np.testing.assert_allclose(player.pose(body), poses[body], atol=2e-3)


def test_the_frame_sees_nothing_of_the_notebook(shown, tabs, tmp_path):
    page = tmp_path / "notebook.html"
    page.write_text(f"<!doctype html><meta charset=utf-8><title>notebook</title>{shown[1]}", "utf-8")
    frame = tabs.open(page).wait_for_selector("iframe").content_frame()
    assert frame.evaluate("() => self.origin") == "null"
    assert frame.evaluate("() => { try { return parent.document.title; } catch { return 'refused'; } }") == "refused"


def test_mechanisms_and_studies_are_tables(shown, tabs, tmp_path):
    nothing, _, mechanism, study = shown
    assert nothing == ""
    page = tmp_path / "cards.html"
    page.write_text(f"<!doctype html><meta charset=utf-8><title>cards</title>{mechanism}{study}", "utf-8")
    tab = tabs.open(page)
    assert tab.locator(".bough-card").count() == 2
    assert tab.get_by_text("chain of 2", exact=True).first.is_visible()
    for text in ("link2.mass", "2: 2 completed"):
        assert tab.get_by_text(text, exact=True).is_visible()
