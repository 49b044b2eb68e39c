"""Plots and films: what is drawn is named, has units, and shows rigid bodies; no display is needed."""

import subprocess
import sys

import numpy as np
import pytest
from helpers.example_runs import batch, driven, swing
from matplotlib.collections import QuadMesh

import bough as bo


def still(mechanism, points=3):
    q, u = bo.models.random_state(mechanism, states=points)
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
    with pytest.raises(bo.errors.StateError, match="did you mean 'elbow'"):
        driven().plot("states", names=["elbwo"])
    with pytest.raises(bo.errors.StateError, match="did you mean 'energy'"):
        driven().plot("enrgy")


@pytest.mark.parametrize("make", [driven, batch], ids=lambda make: make.__name__)
@pytest.mark.parametrize("what", ["states", "energy", "reactions", "overview"])
def test_every_plot_of_a_run_and_of_a_batch(make, what, tmp_path):
    figure = make().plot(what, path=tmp_path / "plot.svg")
    assert (tmp_path / "plot.svg").read_text(encoding="utf-8").count("<svg")
    assert "time, s" in words(figure)
    assert figure.get_suptitle().startswith(make().mechanism.name)


def test_works_of_many_forces_are_drawn_largest_first_and_add_up():
    """Dampers of one joint take shares of the work as of the damping; one that takes nothing is not drawn."""
    mechanism = bo.chain(1)
    for damping in (0.001, 1.0, 0.0, 4.0, 0.5, 8.0, 0.25, 2.0, 0.125):
        mechanism.add_force(f"d{damping:g}", bo.JointDamper("link1", damping))
    run = bo.simulate(mechanism, 0.5, every=0.1, u0={"link1": 3.0})
    axis = next(axis for axis in run.plot("energy").axes if axis.get_title("left") == "work of forces")
    assert [line.get_label() for line in axis.lines] == ["d8", "d4", "d2", "d1", "d0.5", "d0.25", "2 others"]
    assert sum(line.get_ydata() for line in axis.lines) == pytest.approx(run.energy().work.values, rel=1e-12)
    with pytest.raises(
        bo.errors.StateError, match=r"'energy' is a picture of its own: draw it alone, or .*'energy\.kinetic'"
    ):
        run.plot(["energy", "link1"])


def test_many_lines_become_a_heat_map():
    figure = still(bo.chain(40)).plot("states")
    maps = [a for a in figure.axes if a.get_title("left") and any(isinstance(c, QuadMesh) for c in a.collections)]
    assert len(maps) == 2  # coordinates and velocities
    assert not any(axis.lines for axis in maps)
    assert "link1" in words(figure)


@pytest.mark.parametrize(("count", "is_whole"), [(3, True), (50, False)])
def test_many_events_do_not_hide_the_curves(count, is_whole):
    """A few are lines through the panel, many are ticks at its top, at the same times."""
    run = still(bo.chain(2))
    run.events = tuple({"name": "hit", "time": 0.01 * k} for k in range(count))
    (axis,) = run.plot(["link1"]).axes
    marks = [line for line in axis.lines if len(set(line.get_xdata())) == 1]
    assert sorted(line.get_xdata()[0] for line in marks) == [event["time"] for event in run.events]
    assert {line.get_ydata()[0] < 0.5 for line in marks} == {is_whole}


def test_what_cannot_be_drawn_is_refused(tmp_path):
    with pytest.raises(bo.errors.FileError, match="png"):
        swing().plot("states", path=tmp_path / "states.doc")
    with pytest.raises(bo.errors.FileError, match="no folder"):
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
