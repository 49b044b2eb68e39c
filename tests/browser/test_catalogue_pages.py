"""Every machine of the catalogue has a page that opens, moves and shows something; pictures are kept for whoever wants to look."""

import os
from pathlib import Path

import numpy as np
import pytest

import bough as bo
from bough.models.catalogue import machine, machine_files

DURATIONS = {"satellite": 12.0, "turbine": 8.0, "crane": 10.0, "excavator": 8.0}


@pytest.fixture
def keep(tmp_path_factory, request):
    """Where pictures are kept: BOUGH_PICTURES, or a temporary folder."""
    folder = Path(os.environ.get("BOUGH_PICTURES") or tmp_path_factory.getbasetemp() / "pictures")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.mark.parametrize("name", machine_files())
def test_a_machine_of_the_catalogue_is_seen_moving(name, show, keep):
    run = bo.simulate(machine(name), DURATIONS.get(name, 2.0), progress=False)
    player = show(run)
    page = player.page
    page.screenshot(path=keep / f"{name}.png")
    first = player.picture()
    # what is not the plain background of most of the picture
    background = np.median(first.reshape(-1, 3), axis=0)
    assert (np.abs(first - background).max(axis=-1) > 40).mean() > 0.005
    player.seek(0.6 * run.duration)
    page.screenshot(path=keep / f"{name}-later.png")
    assert (np.abs(player.picture() - first).max(axis=-1) > 30).mean() > 0.001
    size = player.ask("model.machines[0].size")
    expected = bo.body_poses(run.mechanism, run.at(player.time)[0], time=player.time)
    for body, pose in enumerate(expected):
        np.testing.assert_allclose(player.pose(body)[:3, 3], pose[:3, 3], atol=2e-3 * size)
    for toggle in (
        "names",
        "frames",
        "axes",
        "loops",
        "centers",
        "trails",
        "reactions",
        "moments",
        "forces",
        "weight",
        "ellipsoids",
        "ghosts",
    ):
        player.show(toggle)
    page.screenshot(path=keep / f"{name}-everything.png")
