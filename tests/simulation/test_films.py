"""Films: what the poses say is where the picture shows it, in the colours of the visuals, in as many frames as the time takes."""

import os
import subprocess
import sys
import tracemalloc
from itertools import pairwise

import numpy as np
import pytest
from helpers.example_runs import batch, swimming, swing
from PIL import Image, ImageColor
from scipy.spatial import Delaunay

import bough as bo
from bough.looks.figure import looks_of
from bough.looks.mass import Masses, last_tip
from bough.looks.meshes import Meshes, found
from bough.simulation.draw.animation import MOST_TRIANGLES, Film
from bough.simulation.draw.film import raster, writers
from bough.simulation.draw.film.camera import VIEWS, chosen_axes, space_axes, step_of, upright
from bough.simulation.draw.film.figure import figure_of
from bough.simulation.draw.film.stage import FINE, PAPER, WAY, font, plain_text

RED, GREEN = (0.9, 0.1, 0.1, 1.0), (0.1, 0.7, 0.2, 1.0)
LINK = bo.Inertia.rod(1.0, mass=1.0, center=(0, 0, -0.5))


def still(mechanism, points=3):
    q, u = bo.models.random_state(mechanism, states=points)
    return bo.Trajectory(mechanism, np.arange(points), q, u)


def turning(motion="t", **body):
    """A hinge that follows a motion: no degree of freedom is left."""
    mechanism = bo.Mechanism("turning", gravity=(0, 0, 0))
    mechanism.add_body("b", "ground", bo.Driven(bo.Revolute((0, 1, 0)), motion), **body)
    return bo.Trajectory(mechanism, [0.0, 1.0], np.empty((2, 0)), np.empty((2, 0)))


def frames_of(path):
    with Image.open(path) as film:
        return [np.array(film.convert("RGB"), int) for k in range(film.n_frames) if film.seek(k) is None]


def is_hue(pixels, colour):
    """Whether pixels are shades of a colour: bright where it is, dark where it is dark."""
    shade = np.asarray(colour[:3]) / max(colour[:3])
    brightness = pixels.max(axis=-1, keepdims=True)
    return (np.abs(pixels - brightness * shade) < 30).all(axis=-1) & (brightness[..., 0] > 60)


# --- frames -------------------------------------------------------------------------------------------------------------------


def test_a_film_has_its_frames_and_size(tmp_path):
    told = []
    swing().animate(tmp_path / "arm.gif", fps=10, size=(320, 241), progress=lambda done, all: told.append((done, all)))
    frames = frames_of(tmp_path / "arm.gif")
    assert len(frames) == 5
    assert frames[0].shape == (240, 320, 3)
    assert all(np.abs(after - before).max() > 100 for before, after in pairwise(frames))
    assert told == [(k, 5) for k in range(1, 6)]
    assert [path.name for path in tmp_path.iterdir()] == ["arm.gif"]


def test_the_file_shows_what_was_drawn(tmp_path):
    """Though only what has changed is written, in 255 colours."""
    run = swing()
    run.animate(tmp_path / "arm.gif", fps=20, size=(200, 160))
    pictures = [np.asarray(picture, int) for picture in Film(run, (200, 160), "auto", 9).pictures()]
    for frame, picture in zip(frames_of(tmp_path / "arm.gif"), pictures, strict=True):
        assert np.abs(frame - picture).mean() < 1.0
        assert (
            np.abs(frame - picture).max() < 64
        )  # a quarter of the whole scale; what is left over from another frame is off by more


@pytest.mark.parametrize(("fps", "speed"), [(10, 1.0), (30, 0.5), (7, 0.13)])
def test_a_film_lasts_as_long_as_the_motion_over_its_speed(fps, speed, tmp_path):
    run = swing()
    run.animate(tmp_path / "arm.gif", fps=fps, speed=speed, size=(64, 64))
    with Image.open(tmp_path / "arm.gif") as film:
        assert film.n_frames == 1 + round(run.duration / speed * fps)
        lasts = sum(film.info["duration"] for k in range(film.n_frames) if film.seek(k) is None)
    # the last frame is shown as long as the others; a GIF counts hundredths of a second
    assert lasts / 1000 == pytest.approx(run.duration / speed + 1 / fps, abs=0.5 / fps + 0.01)


def test_a_still_mechanism_and_a_single_instant_are_drawn(tmp_path):
    still(bo.chain(2), points=1).animate(tmp_path / "one.gif", size=(100, 100))
    assert len(frames_of(tmp_path / "one.gif")) == 1
    mechanism = bo.chain(2)
    rest = bo.Trajectory(mechanism, [0.0, 1.0], np.zeros((2, 2)), np.zeros((2, 2)))
    rest.animate(tmp_path / "rest.gif", fps=4, size=(200, 100))
    frames = frames_of(tmp_path / "rest.gif")
    assert len(frames) == 5  # none is left out, though nothing but the clock moves
    below = slice(30, None)
    assert all(np.array_equal(frames[0][below], frame[below]) for frame in frames)


def test_a_mechanism_without_degrees_of_freedom_is_drawn(tmp_path):
    run = turning("2*t", inertia=LINK)
    run.animate(tmp_path / "driven.gif", fps=5, size=(200, 150))
    frames = frames_of(tmp_path / "driven.gif")
    assert len(frames) == 6
    assert np.abs(frames[0] - frames[-1])[30:].max() > 100


def test_the_picture_outside_of_what_moves_stays_the_same():
    film = Film(swing(), (320, 240), "3d", 5)
    pictures = [np.asarray(picture, int) for picture in film.pictures()]
    # the floor's corner and the triad, at the lower left; the lines of the floor do not jump
    assert all(np.array_equal(pictures[0][-60:, :60], picture[-60:, :60]) for picture in pictures)


# --- where things are painted ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("view", ["xy", "xz", "yz", "3d"])
def test_a_ball_is_painted_where_its_pose_says(view):
    mechanism = bo.Mechanism("balls")
    ball = bo.Visual("sphere", 0.1, at=(0.2, 0.1, -0.4), color=RED)
    mechanism.add_body("b", "ground", bo.Gimbal(), (0.3, 0, 1), inertia=LINK, visuals=[ball])
    run = still(mechanism, 3)
    film = Film(run, (400, 300), view, 3)
    poses = bo.body_poses(mechanism, run.q.values)
    eye = film.camera.axes
    for k, picture in enumerate(film.pictures()):
        pixels = np.asarray(picture, float)
        y, x = np.nonzero(is_hue(pixels, RED))
        place = poses[k, 0, :3, :3] @ ball.at + poses[k, 0, :3, 3]
        expected = film.camera.pixels(place)[:2]
        assert np.array((x.mean(), y.mean())) + 0.5 == pytest.approx(expected, abs=1.0)
        # and as large as its radius, in every direction
        assert np.ptp(x) + 1 == pytest.approx(2 * 0.1 * film.camera.scale, abs=2.5)
        assert np.ptp(y) + 1 == pytest.approx(2 * 0.1 * film.camera.scale, abs=2.5)
    # a metre is as long in all directions across the view, and what is nearer has less depth
    assert eye @ eye.T == pytest.approx(np.eye(3), abs=1e-14)
    at, *moved = film.camera.pixels(np.array((place, place + eye[0], place + eye[1], place - 0.1 * eye[2])))
    assert moved[0] - at == pytest.approx((film.camera.scale, 0, 0), abs=1e-9)
    assert moved[1] - at == pytest.approx((0, -film.camera.scale, 0), abs=1e-9)  # rows of pixels count downwards
    assert moved[2][2] < at[2]
    if view != "3d":
        right, up = (np.eye(3)[k] for k in VIEWS[view])
        assert np.array_equal(eye[:2], (right, up))


@pytest.mark.parametrize("view", ["xy", "xz", "yz", "3d"])
@pytest.mark.parametrize("make", [swing, swimming], ids=lambda make: make.__name__)
def test_the_whole_motion_is_in_the_picture(make, view):
    run = make()
    film = Film(run, (300, 200), view, 3)
    every = run.at(np.linspace(0, run.duration, 97))[0]
    origins = film.camera.pixels(bo.body_poses(run.mechanism, every)[..., :3, 3])
    margins = film.camera.margins
    low, high = origins[..., :2].min(axis=(0, 1)), origins[..., :2].max(axis=(0, 1))
    assert (low >= (margins.left - 0.5, margins.top - 0.5)).all()
    assert (high <= np.array((300 - margins.right, 200 - margins.bottom)) + 0.5).all()
    assert (origins[..., 2] > 0).all()
    assert (origins[..., 2] < 1).all()


def test_what_is_nearer_hides_what_is_behind_it():
    """Two plates that cut through one another: each is in front on one side, which no order of painting would show."""
    mechanism = bo.Mechanism("plates")
    plates = [
        bo.Visual("box", (2.0, 0.02, 1.0), color=colour, rotation=turn)
        for colour, turn in ((RED, [[0.8, -0.6, 0], [0.6, 0.8, 0], [0, 0, 1]]), (GREEN, [[0.8, 0.6, 0], [-0.6, 0.8, 0], [0, 0, 1]]))
    ]  # fmt: skip
    mechanism.add_body("b", "ground", bo.Fixed(), inertia=LINK, visuals=plates)
    film = Film(bo.Trajectory(mechanism, [0.0], np.empty((1, 0)), np.empty((1, 0))), (300, 300), "xz", 1)
    pixels = np.asarray(next(film.pictures()), float)
    x, y = film.camera.pixels(np.zeros(3))[:2].astype(int)
    # the eye is at -y: at x > 0 the plate that comes towards it is the green one
    assert is_hue(pixels[y, x + 40], GREEN)
    assert is_hue(pixels[y, x - 40], RED)


def test_of_faces_in_one_plane_the_first_is_seen_all_over():
    """Turned anyhow, whatever rounding makes of their depths."""
    mechanism = bo.Mechanism("coplanar")
    shapes = [bo.Visual("cylinder", (0.4, 0.5), color=RED), bo.Visual("box", (1.0, 1.0, 0.5), color=GREEN)]
    mechanism.add_body("b", "ground", bo.Gimbal(), inertia=bo.Inertia.box((1, 1, 1), mass=1.0), visuals=shapes)
    film = Film(still(mechanism, 4), (300, 300), "3d", 4)
    for k, picture in enumerate(film.pictures()):
        pose = film.poses(np.array((k * film.between,)))[0, 0]
        side = 0.25 * np.sign(film.camera.facing(pose[:3, 2]))
        angle = np.linspace(0, 2 * np.pi, 40)
        disc = np.stack((0.3 * np.cos(angle), 0.3 * np.sin(angle), np.full(40, side)), -1)
        x, y = film.camera.pixels(disc @ pose[:3, :3].T + pose[:3, 3])[:, :2].astype(int).T
        assert is_hue(np.asarray(picture, float)[y, x], RED).all()


def test_glass_lets_what_is_behind_it_shine_through():
    mechanism = bo.Mechanism("glass")
    pane = bo.Visual("box", (1.0, 0.1, 1.0), at=(0, -1, 0), color=(0.0, 0.0, 1.0, 0.5))
    wall = bo.Visual("box", (2.0, 0.1, 2.0), color=(1.0, 0.0, 0.0, 1.0))
    mechanism.add_body("b", "ground", bo.Fixed(), inertia=LINK, visuals=[pane, wall])
    film = Film(bo.Trajectory(mechanism, [0.0], np.empty((1, 0)), np.empty((1, 0))), (300, 300), "xz", 1)
    pixels = np.asarray(next(film.pictures()), float)
    x, y = film.camera.pixels(np.zeros(3))[:2].astype(int)
    outside, inside = pixels[y, x + int(0.8 * film.camera.scale)], pixels[y, x]
    assert outside[0] > 100 > 10 > outside[2]
    assert inside == pytest.approx((outside + np.roll(outside, 2)) / 2, abs=4)


@pytest.mark.parametrize("shape", ["box", "sphere", "cylinder", "capsule"])
def test_a_visual_covers_the_area_that_its_size_says(shape):
    size, area = {
        "box": ((0.6, 0.4, 0.8), 0.6 * 0.8), "sphere": ((0.4,), np.pi * 0.4**2), "cylinder": ((0.3, 0.8), 0.6 * 0.8),
        "capsule": ((0.2, 0.5), 0.4 * 0.5 + np.pi * 0.2**2),
    }[shape]  # fmt: skip
    mechanism = bo.Mechanism(shape)
    mechanism.add_body("b", "ground", bo.Fixed(), inertia=LINK, visuals=[bo.Visual(shape, size, color=GREEN)])
    film = Film(bo.Trajectory(mechanism, [0.0], np.empty((1, 0)), np.empty((1, 0))), (400, 400), "xz", 1)
    seen = is_hue(np.asarray(next(film.pictures()), float), GREEN).sum()
    assert seen / film.camera.scale**2 == pytest.approx(area, rel=0.04)


def test_colours_of_visuals_appear_in_the_file(tmp_path):
    mechanism = bo.Mechanism("two")
    for k, colour in enumerate((RED, GREEN)):
        mechanism.add_body(f"b{k}", "ground", bo.Revolute((0, 1, 0)), (k, 0, 0), inertia=LINK,
                           visuals=[bo.Visual("box", (0.3, 0.3, 0.9), at=(0, 0, -0.5), color=colour)])  # fmt: skip
    still(mechanism).animate(tmp_path / "two.gif", fps=2, size=(200, 150))
    for frame in frames_of(tmp_path / "two.gif"):
        assert is_hue(frame, RED).sum() > 300
        assert is_hue(frame, GREEN).sum() > 300


# --- links, springs, ways ------------------------------------------------------------------------------------------------------


def figure_and_poses(mechanism, q=None):
    poses = bo.body_poses(mechanism, mechanism.coordinates() if q is None else q)
    looks = looks_of(mechanism, poses, MOST_TRIANGLES)
    return figure_of(looks, len(mechanism)), np.concatenate((poses, np.eye(4)[None]))


def test_links_end_at_joints():
    """Of a body without looks: from its own joint to those of its children, not to its centre of mass."""
    mechanism = bo.Mechanism("fork")
    mechanism.add_body("base", "ground", bo.Revolute((0, 1, 0)), inertia=bo.Inertia.point(1.0, (9, 9, 9)))
    for name, at in (("left", (1, 0.5, 0)), ("right", (1, -0.5, 0))):
        mechanism.add_body(name, "base", bo.Revolute((0, 1, 0)), at, inertia=LINK)
    figure, poses = figure_and_poses(mechanism, np.array((0.4, 0.1, -0.2)))
    points, _ = figure.placed(poses)
    own = points[figure.owner == 0]
    assert np.abs(own).max() < 2.0  # the centre of mass is far away
    joints = poses[1:3, :3, 3]
    for joint in (*joints, np.zeros(3)):
        assert np.linalg.norm(own - joint, axis=1).min() < 0.1
    # every point of the links lies near one of the two lines
    along = joints / np.linalg.norm(joints, axis=1, keepdims=True)
    away = [np.linalg.norm(own - np.clip(own @ d, 0, np.inf)[:, None] * d, axis=1) for d in along]
    assert np.min(away, axis=0).max() < 0.1


def test_the_last_link_ends_where_its_mass_does():
    mechanism = bo.Mechanism("rods")
    ends = {
        "rod": (bo.Inertia.rod(0.7, mass=2.0, center=(0, 0, -0.35)), (0, 0, -0.7)),
        "point": (bo.Inertia.point(2.0, (0.3, 0, 0.4)), (0.3, 0, 0.4)),
        "wheel": (bo.Inertia.cylinder(0.3, 0.1, mass=1.0), (0, 0, 0)),
    }
    for name, (inertia, _) in ends.items():
        mechanism.add_body(name, "ground", bo.Revolute(), inertia=inertia)
    for tip, (_, end) in zip(Masses(mechanism).tips, ends.values(), strict=True):
        assert tip == pytest.approx(end, abs=1e-12)


def test_a_cart_that_bears_a_hinge_at_its_origin_is_drawn():
    mechanism = bo.Mechanism("cart")
    mechanism.add_body("cart", "ground", bo.Prismatic((1, 0, 0)), inertia=bo.Inertia.box((0.4, 0.3, 0.2), mass=3.0))
    mechanism.add_body("bob", "cart", bo.Revolute((0, 1, 0)), inertia=LINK)
    figure, _ = figure_and_poses(mechanism)
    assert np.sort(np.ptp(figure.points[figure.owner == 0], axis=0)) == pytest.approx((0.2, 0.3, 0.4), abs=1e-12)


def test_a_body_about_its_joint_is_drawn_as_the_box_that_it_is():
    mechanism = bo.Mechanism("brick")
    mechanism.add_body("b", "ground", bo.Free(), inertia=bo.Inertia.box((0.4, 0.3, 0.2), mass=3.0))
    figure, _ = figure_and_poses(mechanism)
    assert np.sort(np.ptp(figure.points, axis=0)) == pytest.approx((0.2, 0.3, 0.4), abs=1e-12)


def test_springs_reach_from_point_to_point():
    mechanism = bo.Mechanism("sprung")
    mechanism.add_body("b", "ground", bo.Free(), inertia=bo.Inertia.box((0.4, 0.3, 0.2), mass=3.0))
    mechanism.add_force("spring", bo.SpringDamper("b", at=(0.2, 0, 0), other_at=(0, 1, 2), stiffness=1.0, rest=1.0))
    mechanism.add_force("pad", bo.Bushing("b", at=(0, 0, -0.1), other_at=(0, 0, -1), stiffness=(1,) * 6))
    for q in bo.models.random_state(mechanism, states=3)[0]:
        figure, poses = figure_and_poses(mechanism, q)
        points, normals = figure.placed(poses)
        assert np.linalg.norm(normals, axis=1) == pytest.approx(np.ones(len(normals)), abs=1e-9)
        sizes = [len(stretch.shape.points) for stretch in figure.stretches]
        parts = np.split(points[len(figure.owner) :], np.cumsum(sizes)[:-1])
        ends = [(poses[0, :3, :3] @ at + poses[0, :3, 3], np.array(other)) for at, other in
                (((0.2, 0, 0), (0, 1, 2)), ((0, 0, -0.1), (0, 0, -1)))]  # fmt: skip
        for part, (start, end) in zip(parts, ends, strict=True):
            way = end - start
            length = np.linalg.norm(way)
            share = (part - start) @ way / length**2
            assert share.min() == pytest.approx(0.0, abs=0.02)
            assert share.max() == pytest.approx(1.0, abs=0.02)
            assert np.linalg.norm(part - start - share[:, None] * way, axis=1).max() < 0.25 * length
    # ground anchors are where the spring ends
    held = figure.points[figure.owner == 1]
    assert np.linalg.norm(held - (0, 1, 2), axis=1).min() < 0.2


def test_a_film_of_a_spring_shows_it():
    mechanism = bo.Mechanism("hung", gravity=(0, 0, -9.81))
    mechanism.add_body(
        "b", "ground", bo.Prismatic((0, 0, 1)), inertia=LINK, visuals=[bo.Visual("sphere", 0.1, color=RED)]
    )
    mechanism.add_force("spring", bo.SpringDamper("b", other_at=(0.5, 0, 2), stiffness=1.0, rest=1.0))
    film = Film(still(mechanism, 2), (300, 300), "xz", 2)
    pictures = [np.asarray(picture, float) for picture in film.pictures()]
    for k, picture in enumerate(pictures):
        body = film.poses(np.array((k * film.between,)))[0, 0, :3, 3]
        for share in (0.3, 0.5, 0.7):
            x, y = film.camera.pixels(body + share * (np.array((0.5, 0, 2)) - body))[:2].astype(int)
            assert picture[y - 6 : y + 7, x - 6 : x + 7].min() < 140  # steel, where the sheet is white


def test_ways_are_smooth_and_lie_on_the_motion():
    """A circle, known at 9 instants, drawn in 5 frames: its way is round to a fraction of a pixel."""
    mechanism = bo.Mechanism("turning", gravity=(0, 0, 0))
    mechanism.add_body("b", "ground", bo.Revolute((0, 1, 0)), inertia=bo.Inertia.point(1.0, (1, 0, 0)))
    time = np.linspace(0, 1, 9)
    run = bo.Trajectory(mechanism, time, 5 * time[:, None], np.full((9, 1), 5.0))
    film = Film(run, (400, 400), "xz", 5)
    *_, last = film.pictures()
    pixels = np.asarray(last, float)
    middle = film.camera.pixels(np.zeros(3))[:2]
    way = np.array(ImageColor.getrgb(WAY), float)
    radius = film.camera.scale
    for angle in np.linspace(0.3, 4.6, 60):
        at = middle + radius * np.array((np.cos(angle), np.sin(angle)))
        x, y = at.astype(int)
        near = pixels[y - 1 : y + 2, x - 1 : x + 2].reshape(-1, 3)
        assert np.abs(near - way).max(axis=1).min() < 60
        # a chord of 5 frames would be far from here
    body, point = last_tip(mechanism, Masses(mechanism).tips)
    assert (body, point.tolist()) == (0, [1.0, 0.0, 0.0])


# --- views -----------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("plane", ["xy", "xz", "yz"])
def test_a_plane_motion_is_seen_in_its_plane(plane):
    normal = np.eye(3)[({0, 1, 2} - set(VIEWS[plane])).pop()]
    angle = np.linspace(0, 1, 5)
    points = np.zeros((5, 4, 3)) + 0.3 * normal * np.arange(4)[:, None]  # not all at one depth
    points[:, 1:, VIEWS[plane][0]] += np.cos(angle)[:, None]
    points[:, 1:, VIEWS[plane][1]] += np.sin(angle)[:, None]
    assert chosen_axes(points) == VIEWS[plane]
    assert chosen_axes(points + 0.01 * angle[:, None, None] * normal) == VIEWS["3d"]


@pytest.mark.parametrize("gravity", [(0, 0, -9.81), (0, -9.81, 0), (3, 0.1, 0), (0, 0, 0)])
def test_up_is_against_the_weight(gravity):
    level = upright(np.array(gravity, float))
    assert level.T @ level == pytest.approx(np.eye(3))
    assert np.linalg.det(level) == pytest.approx(1.0)
    assert level[:, 2] @ gravity <= -0.9 * np.linalg.norm(gravity)
    eye = space_axes(np.random.default_rng(1).normal(size=(4, 5, 3)), level)
    assert eye[1] @ level[:, 2] > 0.9  # upwards in the picture
    assert np.linalg.det(eye) == pytest.approx(-1.0)  # right, up, away


@pytest.mark.parametrize("extent", [1e-7, 0.3, 4.0, 19.0, 7e5])
def test_lines_are_at_round_distances(extent):
    step = step_of(extent, 8)
    assert 4 <= extent / step <= 16
    assert round(step / 10 ** np.floor(np.log10(step) + 1e-9), 9) in (1, 2, 5)


# --- the z-buffer ---------------------------------------------------------------------------------------------------------------


def test_triangles_cover_their_area_and_share_no_pixel():
    rng = np.random.default_rng(5)
    points = np.concatenate((rng.uniform(0, 100, (30, 2)), [(0, 0), (100, 0), (0, 100), (100, 100)]))
    corners = points[Delaunay(points).simplices]
    counts = np.zeros(100 * 100, int)
    for spans in raster.covered(corners, 100, 100):
        np.add.at(counts, spans.pixels(100), 1)
    assert (counts == 1).all()  # all of the square, and nothing twice


def test_triangles_outside_of_the_picture_paint_nothing_in_it():
    corners = np.array([[(-5, -5), (-1, 3), (-1, -9)], [(4, 4), (1e7, 5), (5, 1e7)], [(3, 3), (3, 3), (3, 3)]], float)
    pixels = np.concatenate([spans.pixels(8) for spans in raster.covered(corners, 8, 8)])
    assert pixels.min() >= 0
    assert set(pixels // 8) | set(pixels % 8) <= {4, 5, 6, 7}


def test_colours_survive_packing_and_blending():
    colours = np.array(((255, 0, 7), (12, 200, 99)))
    one, other = raster.packed(colours)
    assert one.tobytes() == bytes((255, 0, 7, 0))
    assert raster.blend(one, np.array(other), 256) == one
    assert raster.blend(one, np.array(other), 0) == other
    half = raster.blend(one, np.array(other), 128)
    assert np.frombuffer(half.tobytes(), np.uint8)[:3] == pytest.approx(colours.mean(axis=0), abs=1)


# --- meshes -----------------------------------------------------------------------------------------------------------------------

CORNERS = np.array(((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)), float)
TETRAHEDRON = CORNERS[[(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)]]


def stl(triangles):
    record = np.zeros(len(triangles), [("n", "<f4", 3), ("p", "<f4", (3, 3)), ("a", "<u2")])
    record["p"] = triangles
    return b"\0" * 80 + len(triangles).to_bytes(4, "little") + record.tobytes()


def text_stl(triangles):
    facets = "".join(
        "facet normal 0 0 0\nouter loop\n" + "".join(f"vertex {x} {y} {z}\n" for x, y, z in t) + "endloop\nendfacet\n"
        for t in triangles
    )
    return f"solid it\n{facets}endsolid it\n".encode()


def obj(triangles):
    points = "".join(f"v {x} {y} {z}\n" for t in triangles for x, y, z in t)
    return (
        points
        + "".join(f"f {3 * k + 1}/1 {3 * k + 2}//2 {3 * k - 3 * len(triangles) + 2}\n" for k in range(len(triangles)))
    ).encode()


URDF = """<robot name="m"><link name="a"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>
<visual><geometry><mesh filename="{}" scale="2 2 -2"/></geometry><material name="r"><color rgba="0.9 0.1 0.1 1"/></material></visual></link></robot>"""


@pytest.mark.parametrize(
    ("name", "write"),
    [("mesh.stl", stl), ("mesh.stl", text_stl), ("../meshes/mesh.STL", stl), ("mesh.obj", obj), ("package://robot/meshes/mesh.obj", obj)],
    ids=["binary", "text", "beside", "obj", "package"],
)  # fmt: skip
def test_meshes_beside_the_model_are_drawn(name, write, tmp_path):
    folder = tmp_path / "robot" / "urdf"
    folder.mkdir(parents=True)
    (tmp_path / "robot" / "meshes").mkdir()
    (folder / "m.urdf").write_text(URDF.format(name))
    file = tmp_path / name.removeprefix("package://") if "://" in name else folder / name
    file.write_bytes(write(TETRAHEDRON))
    mechanism = bo.load(folder / "m.urdf", floating=True)
    figure, _ = figure_and_poses(mechanism)
    assert np.unique(figure.points, axis=0) == pytest.approx(np.unique(CORNERS * (2, 2, -2), axis=0))
    # both sides of every triangle are there, so that none is missing whichever way a file turns them
    assert len(figure.faces) == 8
    assert figure.colours == pytest.approx(255 * np.array([RED[:3]]))


@pytest.mark.parametrize("name", ["../../mesh.stl", "link.stl", "folder/mesh.stl", "package://robot/../mesh.stl"])
def test_no_name_and_no_link_leads_to_meshes_elsewhere(name, tmp_path):
    folder = tmp_path / "robot" / "urdf"
    folder.mkdir(parents=True)
    (tmp_path / "mesh.stl").write_bytes(stl(TETRAHEDRON))
    (folder / "link.stl").symlink_to(tmp_path / "mesh.stl")
    (folder / "folder").symlink_to(tmp_path)
    assert (folder / name.replace("package://robot", "..")).is_file()
    assert found(name, folder) is None


@pytest.mark.parametrize(
    "data",
    [b"", b"solid", b"solid vertex 1 2", b"solid vertex a b c", b"\xff" * 200, stl(TETRAHEDRON)[:-7], stl(TETRAHEDRON * np.nan), stl(1e30 * TETRAHEDRON)],
    ids=["empty", "nothing", "cut", "words", "noise", "short", "nan", "huge"],
)  # fmt: skip
def test_a_mesh_that_cannot_be_used_leaves_a_link(data, tmp_path):
    (tmp_path / "mesh.stl").write_bytes(data)
    (tmp_path / "m.urdf").write_text(URDF.format("mesh.stl"))
    mechanism = bo.load(tmp_path / "m.urdf", floating=True)
    figure, _ = figure_and_poses(mechanism)
    assert np.isfinite(figure.points).all()
    assert np.abs(figure.points).max() < 10
    assert len(figure.points) > 50  # a ball with the body's moments of inertia
    assert np.linalg.norm(figure.points, axis=1) == pytest.approx(np.full(len(figure.points), np.sqrt(2.5)))


@pytest.mark.parametrize(
    "face", [b"f 1 2 9", b"f 1 2 -9", b"f 1 2 x", b"v 1 2\nf 1 2 3", b"f 0 1 2 3 99999999999999999999"]
)
def test_a_damaged_obj_shows_nothing(face, tmp_path):
    (tmp_path / "mesh.obj").write_bytes(b"v 0 0 0\nv 1 0 0\nv 0 1 0\n" + face)
    (tmp_path / "m.urdf").write_text(URDF.format("mesh.obj"))
    meshes = Meshes(bo.load(tmp_path / "m.urdf", floating=True), 1000)
    assert meshes.of("mesh.obj") == []
    (note,) = meshes.notes
    assert note.startswith("the mesh 'mesh.obj' of body 'a' cannot be shown: ")


def test_a_fine_mesh_becomes_coarser_and_keeps_its_size(tmp_path):
    rng = np.random.default_rng(2)
    points = rng.normal(size=(60_000, 3))
    points /= np.linalg.norm(points, axis=1, keepdims=True)
    near = points[:, None] + 0.01 * rng.normal(size=(60_000, 3, 3))
    (tmp_path / "ball.stl").write_bytes(stl(near))
    (tmp_path / "m.urdf").write_text(URDF.format("ball.stl"))
    ((mesh, colour),) = Meshes(bo.load(tmp_path / "m.urdf", floating=True), MOST_TRIANGLES).of("ball.stl")
    assert colour is None
    assert 100 < len(mesh.faces) <= MOST_TRIANGLES
    assert np.linalg.norm(mesh.points, axis=1) == pytest.approx(np.ones(len(mesh.points)), abs=0.15)


# --- words --------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["$x_1$ & <b>", "two\nlines", "\0\x1b[31m", "a" * 5000, "", "\ud800", "Привет 机械", r"\frac{1}{2}"]
)
def test_any_name_is_drawn_as_text(name, tmp_path):
    mechanism = bo.chain(1)
    mechanism.name = name
    still(mechanism, 1).animate(tmp_path / "film.gif", size=(300, 100))
    (frame,) = frames_of(tmp_path / "film.gif")
    paper = np.array(ImageColor.getrgb(PAPER))
    written = (np.abs(frame[:28, :170] - paper).max(axis=-1) > 100).any()
    assert written == bool(name)
    assert (frame[:28, 184:205] == paper).all()  # it does not run into the clock


def test_long_names_are_cut_to_fit():
    face = font(13.0)
    assert plain_text("arm", 1000, face) == "arm"
    short = plain_text("a long name", 40, face)
    assert short.endswith("…")
    assert face.getlength(short) <= 40
    assert "\n" not in plain_text("a\nb", 1000, face)


# --- files ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_memory_does_not_grow_with_the_film(tmp_path):
    """Ten times as many frames take no more than a little more."""
    run, most = still(bo.chain(2), 2), []
    for fps in (30, 300):
        tracemalloc.start()
        run.animate(tmp_path / "film.gif", fps=fps / 10, speed=0.1, size=(200, 150))
        most.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert most[1] < 1.3 * most[0] + 1e6


def test_a_film_that_fails_leaves_no_file(tmp_path):
    def stop(done, all):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        swing().animate(tmp_path / "arm.gif", size=(64, 64), progress=stop)
    assert not list(tmp_path.iterdir())


FFMPEG = """#!/bin/sh
for last; do :; done
cat > "${last#file:}"
"""


@pytest.mark.skipif(os.name == "nt", reason="a shell script stands for ffmpeg")
def test_frames_go_to_ffmpeg_one_after_the_other(tmp_path, monkeypatch):
    """Here a script that keeps what it is given: all pixels of all frames."""
    script = tmp_path / "bin" / "ffmpeg"
    script.parent.mkdir()
    script.write_text(FFMPEG)
    script.chmod(0o755)
    monkeypatch.setenv("PATH", f"{script.parent}{os.pathsep}{os.environ['PATH']}")
    swing().animate(tmp_path / "arm.mp4", fps=10, size=(100, 80))
    data = np.frombuffer((tmp_path / "arm.mp4").read_bytes(), np.uint8).reshape(-1, 80, 100, 3)
    expected = [np.asarray(picture) for picture in Film(swing(), (100, 80), "auto", 5).pictures()]
    assert np.array_equal(data, expected)
    script.write_text("#!/bin/sh\necho 'no such codec' >&2\nexit 3\n")
    with pytest.raises(bo.errors.FileError, match="no such codec"):
        swing().animate(tmp_path / "other.mp4", fps=10, size=(100, 80))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["arm.mp4", "bin"]


def test_films_that_cannot_be_made(tmp_path, monkeypatch):
    monkeypatch.setattr(writers.shutil, "which", lambda name: None)
    with pytest.raises(bo.errors.UnsupportedError, match="ffmpeg"):
        swing().animate(tmp_path / "arm.mp4")
    with pytest.raises(bo.errors.FileError, match="gif"):
        swing().animate(tmp_path / "arm.avi")
    with pytest.raises(bo.errors.StateError, match="select"):
        batch().animate(tmp_path / "arm.gif")
    with pytest.raises(bo.errors.StateError, match="did you mean 'xz'"):
        swing().animate(tmp_path / "arm.gif", view="xzz")
    with pytest.raises(bo.errors.StateError, match="speed"):
        swing().animate(tmp_path / "arm.gif", speed=1e-6)
    with pytest.raises(bo.errors.StateError, match="at most 100 frames in a second"):
        swing().animate(tmp_path / "arm.gif", fps=120)
    with pytest.raises(bo.errors.StateError, match="64 x 64"):
        swing().animate(tmp_path / "arm.gif", size=(10, 10))
    with pytest.raises(bo.BoughError, match="fps"):
        swing().animate(tmp_path / "arm.gif", fps=0)
    with pytest.raises(bo.errors.StateError, match="no bodies"):
        bo.Trajectory(bo.Mechanism("empty"), [0.0], np.empty((1, 0)), np.empty((1, 0))).animate(tmp_path / "no.gif")
    assert not list(tmp_path.iterdir())


def test_importing_bough_does_not_import_the_renderer():
    code = "import sys, bough; print([m for m in sys.modules if m.startswith(('PIL', 'bough.simulation.draw.film'))])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_picture_has_fine_pixels_for_each_of_its_own():
    film = Film(swing(), (320, 240), "xz", 2)
    assert film.fine.shape == (FINE * 240, FINE * 320)
