"""Plots and films: what is drawn is named, has units, and shows rigid bodies; no display is needed."""

import subprocess
import sys

import numpy as np
import pytest
from example_runs import batch, driven, swimming, swing
from matplotlib.collections import QuadMesh
from PIL import Image

import bough as bo
from bough.simulation.animation import VIEWS, chosen_axes, skeleton


def still(mechanism, points=3):
    q, u = bo.random_state(mechanism, states=points)
    return bo.Trajectory(mechanism, np.arange(points), q, u)


def words(figure):
    """All that is written beside and below the axes."""
    return {
        text.get_text()
        for axis in figure.axes
        for text in (*axis.texts, axis.yaxis.label, axis.xaxis.label, *axis.get_yticklabels())
    }


def test_states_are_drawn_with_names_and_units(tmp_path):
    run = swing()
    figure = run.plot("states", path=tmp_path / "states.png")
    assert (tmp_path / "states.png").read_bytes().startswith(b"\x89PNG")
    assert figure.get_suptitle() == "arm"
    assert {*run.mechanism.q_names, *run.mechanism.u_names, "rad", "m", "rad/s", "m/s", "time, s"} <= words(figure)
    lines = {line.get_label(): line for axis in figure.axes if axis.get_ylabel() == "rad/s" for line in axis.lines}
    assert np.array_equal(lines["elbow"].get_ydata(), run["u.elbow"])


def test_names_choose_what_is_drawn():
    assert {"elbow", "upper.w", "upper.wx"} <= words(driven().plot("states", names=["elbow", "upper"]))
    assert "tool" not in words(driven().plot("states", names=["elbow", "upper"]))
    assert {"tool", "N", "N·m"} <= words(driven().plot("reactions", names="tool"))
    with pytest.raises(bo.StateError, match="did you mean 'elbow'"):
        driven().plot("states", names=["elbwo"])
    with pytest.raises(bo.StateError, match="did you mean 'energy'"):
        driven().plot("enrgy")


@pytest.mark.parametrize("make", [driven, batch], ids=lambda make: make.__name__)
@pytest.mark.parametrize("what", ["states", "energy", "reactions", "overview"])
def test_every_plot_of_a_run_and_of_a_batch(make, what, tmp_path):
    figure = make().plot(what, path=tmp_path / "plot.svg")
    assert (tmp_path / "plot.svg").read_text(encoding="utf-8").count("<svg")
    assert "time, s" in words(figure)
    assert figure.get_suptitle().startswith(make().mechanism.name)


def test_many_lines_become_a_heat_map():
    figure = still(bo.chain(40)).plot("states")
    maps = [a for a in figure.axes if a.get_title("left") and any(isinstance(c, QuadMesh) for c in a.collections)]
    assert len(maps) == 2  # coordinates and velocities
    assert not any(axis.lines for axis in maps)
    assert "link1" in words(figure)


def test_what_cannot_be_drawn_is_refused(tmp_path):
    with pytest.raises(bo.FileError, match="png"):
        swing().plot("states", path=tmp_path / "states.doc")
    with pytest.raises(bo.FileError, match="no folder"):
        swing().plot("states", path=tmp_path / "none" / "states.png")
    assert not list(tmp_path.iterdir())


def test_a_plot_leaves_no_global_state_behind(tmp_path):
    code = (
        "import sys, numpy as np, bough as bo; m = bo.chain(2); z = np.zeros((3, 2)); "
        f"bo.Trajectory(m, [0, 1, 2], z, z).plot('states', path={str(tmp_path / 'plot.png')!r}); "
        "import matplotlib; print('matplotlib.pyplot' in sys.modules, matplotlib.rcParams['axes.grid'])"
    )
    run = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["False", "False"]


# --- films --------------------------------------------------------------------------------------------------------------------


def test_a_film_has_its_frames_and_size(tmp_path):
    told = []
    swing().animate(tmp_path / "arm.gif", fps=10, size=(320, 241), progress=lambda done, all: told.append((done, all)))
    with Image.open(tmp_path / "arm.gif") as film:
        assert (film.n_frames, film.size) == (5, (320, 240))
        assert film.info["duration"] == 100
        frames = [np.array(film.convert("RGB"), int) for k in range(5) if film.seek(k) is None]
    assert all(np.abs(frames[k + 1] - frames[k]).max() > 100 for k in range(4))
    assert told == [(k, 5) for k in range(1, 6)]
    assert [path.name for path in tmp_path.iterdir()] == ["arm.gif"]
    still(bo.chain(2), points=1).animate(tmp_path / "one.gif", size=(100, 100))
    with Image.open(tmp_path / "one.gif") as film:
        assert film.n_frames == 1


def test_sticks_keep_their_lengths_and_hang_together():
    run = swimming()
    poses = bo.body_poses(run.mechanism, run.q.values)
    drawn = skeleton(run.mechanism, poses)
    lengths = np.linalg.norm(drawn.lines[:, :, 0] - drawn.lines[:, :, 1], axis=-1).reshape(len(poses), -1, 3)
    # to the joint's seat, and to the centre of mass; the travel in between is the joint's own
    for part in (0, 2):
        assert lengths[:, :, part] == pytest.approx(np.broadcast_to(lengths[0, :, part], lengths.shape[:2]), abs=1e-14)
    ends = drawn.lines.reshape(len(poses), -1, 3, 2, 3)
    assert np.array_equal(ends[:, :, 0, 1], ends[:, :, 1, 0])
    assert np.array_equal(ends[:, :, 1, 1], ends[:, :, 2, 0])
    assert np.array_equal(ends[:, :, 2, 0], drawn.joints)


@pytest.mark.parametrize("plane", ["xy", "xz", "yz"])
def test_a_plane_motion_is_seen_in_its_plane(plane):
    normal = np.eye(3)[({0, 1, 2} - set(VIEWS[plane])).pop()]
    angle = np.linspace(0, 1, 5)
    points = np.zeros((5, 4, 3)) + 0.3 * normal * np.arange(4)[:, None]  # not all at one depth
    points[:, 1:, VIEWS[plane][0]] += np.cos(angle)[:, None]
    points[:, 1:, VIEWS[plane][1]] += np.sin(angle)[:, None]
    assert chosen_axes(points) == VIEWS[plane]
    assert chosen_axes(points + 0.01 * angle[:, None, None] * normal) == VIEWS["3d"]


def test_films_that_cannot_be_made(tmp_path, monkeypatch):
    from matplotlib.animation import FFMpegWriter

    monkeypatch.setattr(FFMpegWriter, "isAvailable", lambda: False)
    with pytest.raises(bo.UnsupportedError, match="ffmpeg"):
        swing().animate(tmp_path / "arm.mp4")
    with pytest.raises(bo.FileError, match="gif"):
        swing().animate(tmp_path / "arm.avi")
    with pytest.raises(bo.StateError, match="select"):
        batch().animate(tmp_path / "arm.gif")
    with pytest.raises(bo.StateError, match="did you mean 'xz'"):
        swing().animate(tmp_path / "arm.gif", view="xzz")
    with pytest.raises(bo.StateError, match="speed"):
        swing().animate(tmp_path / "arm.gif", speed=1e-6)
    with pytest.raises(bo.BoughError, match="fps"):
        swing().animate(tmp_path / "arm.gif", fps=0)
    assert not list(tmp_path.iterdir())
