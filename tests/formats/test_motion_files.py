"""Motions in files of columns: what is read, and what is refused, with line and remedy."""

import numpy as np
import pytest
from scipy.interpolate import CubicSpline
from scipy.spatial.transform import Rotation

import bough as bo

TIMES = np.linspace(0.0, 2.0, 21)
TURNS = Rotation.from_rotvec(np.outer(3.0 * TIMES, (0.6, 0.0, 0.8)))  # (almost a full turn, so that signs matter)


def written(path, text):
    path.write_text(text, encoding="utf-8")
    return path


def lines(separator=",", order=("t", "x", "y", "z", "qw", "qx", "qy", "qz"), header=True, flip=()):
    x, y, z, w = TURNS.as_quat().T
    columns = {"t": TIMES, "x": np.sin(TIMES), "y": TIMES**2, "z": 0 * TIMES, "qw": w, "qx": x, "qy": y, "qz": z}
    rows = np.stack([columns[name] for name in order], axis=1)
    for k in flip:
        rows[k, [order.index(name) for name in ("qw", "qx", "qy", "qz")]] *= -1.0
    text = [separator.join(repr(float(number)) for number in row) for row in rows]
    return "\n".join([separator.join(order)] * header + text) + "\n"


@pytest.mark.parametrize(
    "text",
    [
        lines(),
        lines(";"),
        lines("\t", header=False),
        lines(" ", flip=(3, 4, 9)),
        "\ufeff# recorded\n\n" + lines(order=("qz", "t", "qw", "y", "qx", "x", "z", "qy")),
    ],
    ids=["commas", "semicolons", "no header", "signs", "another order"],
)
def test_paths_are_read(text, tmp_path):
    motion = bo.motions.read_motion(written(tmp_path / "path.csv", text), "smooth")
    assert set(motion) == {"x", "y", "z", "qw", "qx", "qy", "qz"}
    tool = bo.Mechanism()
    tool.add_body("tool", joint=bo.Driven(bo.Free(), motion))
    poses = np.array([bo.body_poses(tool, [], time=t)[0] for t in TIMES])
    np.testing.assert_allclose(poses[:, :3, :3], TURNS.as_matrix(), atol=1e-12)
    np.testing.assert_allclose(poses[:, 0, 3], np.sin(TIMES), atol=1e-14)
    # smooth in between: position and attitude have continuous second derivatives
    for t in TIMES[1:-1]:
        before, after = (np.concatenate(bo.dynamics.driven_motion(tool, t + dt)) for dt in (-1e-9, 1e-9))
        np.testing.assert_allclose(before, after, atol=1e-6)
    within = (TIMES[4:-4] + TIMES[5:-3])[:-1] / 2
    values = bo.dynamics.driven_motion(tool, within).values
    turned = Rotation.from_rotvec(np.outer(3.0 * within, (0.6, 0.0, 0.8))).as_matrix()
    np.testing.assert_allclose(Rotation.from_quat(values[:, [4, 5, 6, 3]]).as_matrix(), turned, atol=1e-4)


def test_ends_are_at_rest_or_not(tmp_path):
    path = written(tmp_path / "path.csv", "t,slide\n0,0\n1,1\n2,4\n3,9\n4,16\n")
    rest, free = (bo.motions.read_motion(path, kind)["slide"] for kind in ("cubic", "smooth"))
    assert (rest.kind, free.kind) == ("cubic", "smooth")
    slide = bo.Mechanism()
    slide.add_body("slide", joint=bo.Driven(bo.Prismatic(), free))
    expected = CubicSpline(free.times, free.values)
    for t in (0.0, 0.5, 3.9):
        assert bo.dynamics.driven_motion(slide, t).rates[0] == pytest.approx(expected(t, 1), abs=1e-12)
        assert bo.dynamics.driven_motion(slide, t).rates[0] == pytest.approx(2 * t, abs=1e-12)


def test_balls_and_lengths(tmp_path):
    text = "time w x y z slide\n0 1 0 0 0 0.1\n1 0.8 0.6 0 0 0.2\n"
    motion = bo.motions.read_motion(written(tmp_path / "ball.txt", text))
    joint = bo.Driven(bo.BallInCylinder(), motion)
    assert joint.motion[0] == bo.Table((0, 1), (0.1, 0.2), "cubic")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", ("0 lines", "two at least")),
        ("t,x\n0,1\n", ("1 line of", "two at least")),
        ("0,1,2\n1,2,3\n", ("line 1", "3 columns have no names", "t,x,y,z,qw")),
        ("x,y\n0,1\n1,2\n", ("line 1", "the time 't'", "'x', 'y'")),
        ("t,x,x\n0,1,1\n1,2,1\n", ("line 1", "two columns are called 'x'")),
        ("t,,x\n0,1,1\n1,2,1\n", ("line 1", "column 2 has no name")),
        ("t,x\n0,1\n1,2,3\n", ("line 3", "3 numbers for 2 columns")),
        ("t,x\n0,1\n1,here\n", ("line 3", "'x' must be a number, not 'here'")),
        ("t;x\n0;1\n1;2,5\n", ("line 3", "'x' must be a number, not '2,5'", "decimals with a point")),
        ("t,x\n0,1\n1,1_0\n", ("line 3", "'x' must be a number")),
        ("t,x\n0,1\n1,nan\n", ("line 3", "'x' must be finite")),
        ("t,x\n0,1\n# so far\n0,2\n", ("line 4", "time 0 does not come after 0", "sort")),
        ("t,qw,qx,qy\n0,1,0,0\n1,1,0,0\n", ("quaternion lacks the column 'qz'", "add it")),
        ("t,w,x,y,z\n0,1,0,0,0\n1,2,0,0,0\n", ("line 3", "length 2", "divide it")),
        ("t,w,x,y,z\n0,1,0,0,0\n1,0.1,0.99498743710662,0,0\n", ("line 3", "turns by 169°", "more times")),
    ],
)
def test_bad_files(text, words, tmp_path):
    with pytest.raises(bo.errors.FileError) as caught:
        bo.motions.read_motion(written(tmp_path / "bad.csv", text))
    assert all(word in str(caught.value) for word in ("bad.csv", *words)), caught.value


def test_what_is_no_text(tmp_path):
    (tmp_path / "bytes.csv").write_bytes(b"t,x\n\xff\xfe\n")
    with pytest.raises(bo.errors.FileError, match="UTF-8"):
        bo.motions.read_motion(tmp_path / "bytes.csv")
    with pytest.raises(bo.errors.FileError, match="there is no file"):
        bo.motions.read_motion(tmp_path / "none.csv")
    with pytest.raises(bo.errors.MechanismError, match="kind must be one of"):
        bo.motions.read_motion(written(tmp_path / "path.csv", "t,x\n0,1\n1,2\n"), "round")
