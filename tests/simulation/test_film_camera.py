"""Films through a camera at a place in space: a plain perspective, in which nothing behind the eye is seen."""

import numpy as np
import pytest
from helpers.example_runs import swing
from PIL import Image

import bough as bo
from bough.simulation.draw.animation import Film
from bough.simulation.draw.film.perspective import Perspective, shot_of

RED = (0.9, 0.1, 0.1, 1.0)
UP = np.array((0.0, 0.0, 1.0))


def ball_at(*place, radius=0.2, gravity=(0, 0, 0)):
    mechanism = bo.Mechanism("ball", gravity=gravity)
    inertia = bo.Inertia.sphere(radius, mass=1.0)
    mechanism.add_body("b", "ground", bo.Fixed(), place, inertia=inertia, visuals=[bo.Visual("sphere", radius, color=RED)])  # fmt: skip
    return bo.Trajectory(mechanism, [0.0], np.empty((1, 0)), np.empty((1, 0)))


def red(picture):
    pixels = np.asarray(picture, float)
    return (pixels[..., 0] > 60) & (pixels[..., 1] < 0.3 * pixels[..., 0])


def seen_by_hand(point, eye, target, up, angle, size):
    """x and y in pixels: the point in axes to the right, upwards and ahead, divided by how far ahead it is."""
    ahead = np.subtract(target, eye) / np.linalg.norm(np.subtract(target, eye))
    right = np.cross(ahead, up) / np.linalg.norm(np.cross(ahead, up))
    above = np.cross(right, ahead)
    x, y, away = (np.subtract(point, eye) @ axis for axis in (right, above, ahead))
    half = np.tan(np.radians(angle) / 2)  # height over distance of the picture's upper edge
    return size[0] / 2 + x / away / half * size[1] / 2, size[1] / 2 - y / away / half * size[1] / 2


@pytest.mark.parametrize(
    "camera",
    [
        {"eye": [4, -3, 2], "target": [0.3, 0.2, 0.1], "up": [0, 0, 1], "angle": 50},
        {"eye": [0, 0, 5], "target": [0, 0, 0], "up": [0, 1, 0], "angle": 20},
        {"eye": [-2, 0.5, -1], "target": [0, 0, 0], "up": [0.1, 0.9, 0.2], "angle": 90},
    ],
)
def test_points_are_where_a_perspective_puts_them(camera):
    film = Film(ball_at(0.3, -0.2, 0.4, radius=0.05), (500, 300), camera=camera)
    points = np.random.default_rng(2).uniform(-0.5, 0.5, (20, 3))
    by_hand = [seen_by_hand(point, **camera, size=(500, 300)) for point in points]
    assert film.camera.pixels(points)[:, :2] == pytest.approx(np.array(by_hand), abs=1e-9)
    # and the picture shows it
    y, x = np.nonzero(red(film.still(0.0)))
    expected = seen_by_hand((0.3, -0.2, 0.4), **camera, size=(500, 300))
    assert (x.mean() + 0.5, y.mean() + 0.5) == pytest.approx(expected, abs=1.0)
    # what is nearer has less depth
    away = (points - camera["eye"]) @ film.camera.axes[2]
    assert np.array_equal(np.argsort(film.camera.pixels(points)[:, 2]), np.argsort(away))


def test_a_ball_has_the_angle_that_its_distance_gives():
    for distance in (2.0, 8.0):
        camera = {"eye": [0, -distance, 0], "target": [0, 0, 0], "up": [0, 0, 1], "angle": 40}
        pixels = red(Film(ball_at(0, 0, 0), (400, 400), camera=camera).still(0.0))
        wide = np.ptp(np.nonzero(pixels)[1]) + 1
        tangent = np.tan(np.arcsin(0.2 / distance))
        assert wide / 400 == pytest.approx(tangent / np.tan(np.radians(20)), abs=0.012)


def test_what_is_straight_hides_what_is_behind_it_all_along():
    """A long plank towards the eye over one that lies level: depths in between are right, too."""
    mechanism = bo.Mechanism("planks")
    near = bo.Visual("box", (0.5, 20.0, 0.1), at=(0, 0, 0.06), color=RED)
    below = bo.Visual("box", (0.6, 20.0, 0.01), color=(0.1, 0.7, 0.2, 1.0))
    mechanism.add_body("b", "ground", bo.Fixed(), inertia=bo.Inertia.sphere(1, mass=1), visuals=[below, near])
    run = bo.Trajectory(mechanism, [0.0], np.empty((1, 0)), np.empty((1, 0)))
    film = Film(run, (300, 300), camera={"eye": [0, -11, 1.5], "target": [0, 0, 0], "angle": 60})
    pixels = red(film.still(0.0))
    for y in np.linspace(-9, 9, 19):
        column, row = film.camera.pixels(np.array((0.0, y, 0.11)))[:2].astype(int)
        assert pixels[row, column]


@pytest.mark.parametrize("eye", [(0, 0.0, 1.0), (0, -3.0, 0.5), (0.0, 5.0, 1.0), (0.05, 0.05, 0.05)])
def test_an_eye_anywhere_in_the_scene_shows_what_is_ahead(eye):
    """Within a body, beside it, beyond it: faces that pass the eye are cut, those behind it are not seen."""
    run = ball_at(0, 0, 0, radius=0.3, gravity=(0, 0, -9.81))
    picture = Film(run, (200, 150), camera={"eye": eye, "target": np.add(eye, (0, 1, -0.1)), "angle": 80}).still(0.0)
    assert picture.size == (200, 150)
    is_seen = red(picture).any()
    inside, ahead = np.linalg.norm(eye) < 0.3, eye[1] < -0.3
    assert is_seen == (ahead and not inside)


def test_triangles_are_cut_at_the_eye():
    """Of a triangle that passes the eye, the part ahead is left: its area says how much."""
    camera = Perspective(shot_of({"eye": [0, 0, 0], "target": [1, 0, 0]}, UP), (100, 100), 0.0, 10.0)
    points = np.array(((-1.0, -1.0, 0.0), (1.0, -1.0, 0.0), (-1.0, 3.0, 0.0), (1.0, 3.0, 0.0)))
    faces = np.array(((0, 1, 2), (1, 3, 2), (0, 2, 0)))
    cut, normals, parts, source = camera.cut(points, np.broadcast_to(UP, (4, 3)), faces)
    area = np.cross(cut[parts[:, 1]] - cut[parts[:, 0]], cut[parts[:, 2]] - cut[parts[:, 0]])[:, 2] / 2
    assert (area > 0).all()  # and no part is turned over
    # half of the rectangle of 2 by 4 is ahead: a quarter of the one triangle, three quarters of the other
    assert [area[source == k].sum() for k in range(3)] == pytest.approx([1.0, 3.0, 0.0], abs=0.01)
    assert cut[parts][..., 0].min() >= camera.near - 1e-12
    assert normals == pytest.approx(np.broadcast_to(UP, normals.shape))


def test_a_film_by_a_camera_is_written(tmp_path):
    camera = {"eye": [2.0, -3.0, 1.0], "target": [0.0, 0.0, -0.5], "up": [0.0, 0.0, 1.0], "angle": 45.0}
    swing().animate(tmp_path / "arm.gif", fps=4, size=(120, 90), camera=camera)
    with Image.open(tmp_path / "arm.gif") as film:
        assert (film.n_frames, film.size) == (3, (120, 90))


@pytest.mark.parametrize(
    ("camera", "words"),
    [
        ([1, 2, 3], "must be a dict"),
        ({"eye": [1, 0, 0]}, "there is no target; give three numbers"),
        ({"eye": [1, 0, 0], "target": [1, 0, 0]}, "the same point; move one"),
        ({"eye": [1, 0, 0], "target": [0, 0, 0], "up": [2, 0, 0]}, "along the line of sight; give another"),
        ({"eye": [1, 0, 0], "target": [0, 0, 0], "up": [0, 0, 0]}, "along the line of sight; give another"),
        ({"eye": [1, 0, 0], "target": [0, 0, 0], "angle": 180}, "angle must be from"),
        ({"eye": [1, 0, "x"], "target": [0, 0, 0]}, "eye must be three numbers"),
        ({"eye": [1, 0, 0], "target": [0, 0, np.nan]}, "NaN or infinite"),
        ({"eye": [1, 0, 0], "target": [0, 0, 0], "angel": 30}, "did you mean 'angle'"),
    ],
)
def test_a_camera_that_cannot_be_is_told(camera, words, tmp_path):
    with pytest.raises(bo.errors.StateError, match=words):
        swing().animate(tmp_path / "arm.gif", camera=camera)


def test_a_view_and_a_camera_are_too_many(tmp_path):
    with pytest.raises(bo.errors.StateError, match="give one of them"):
        swing().animate(tmp_path / "arm.gif", view="xz", camera={"eye": [1, 0, 0], "target": [0, 0, 0]})
