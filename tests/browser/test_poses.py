"""Bodies are where ``body_poses`` says: in the matrices that three.js draws by, and in the pixels of the screen."""

import numpy as np
import pytest
from helpers.pixels import largest, middle, projected, reddish
from helpers.scenes import red_ball

import bough as bo
from bough.models.catalogue import machine

# what is drawn may be off by this share of the machine's size: less than a pixel where the machine fills the screen
PIXEL = 1e-3


def motions():
    yield "tangling chain", lambda: bo.simulate(bo.pendulum(5), 4.0, q0={"link2": 1.0, "link4": -2.0}, progress=False)
    yield "spinning top", lambda: spinning()
    yield "wheel at 60 Hz", lambda: wheel()
    yield "loops", lambda: bo.simulate(machine("excavator"), 6.0, progress=False)


def wheel(turns=60):
    """A wheel that turns a whole number of times between even instants, and looks as if it stood still at too few of them."""
    machine = bo.Mechanism("wheel", gravity=(0, 0, 0))
    machine.add_body("wheel", "ground", bo.Revolute((0, 1, 0)), inertia=bo.Inertia.sphere(0.3, 1.0))
    machine.add_body("valve", "wheel", bo.Fixed(), (0.3, 0, 0), inertia=bo.Inertia.point(0.1))
    time = np.linspace(0.0, 1.0, 2401)
    rate = 2 * np.pi * turns
    return bo.Trajectory(machine, time, rate * time[:, None], np.full((2401, 1), rate))


def spinning(rate=40.0):
    """A free body that turns by six revolutions per second and flies along a parabola."""
    body = bo.Mechanism("top")
    body.add_body("top", "ground", bo.Free(), inertia=bo.Inertia.box((0.3, 0.2, 0.1), 2.0))
    return bo.simulate(body, 1.0, u0={"top.wz": rate, "top.wx": 0.3, "top.vz": 5.0, "top.vx": 1.0}, progress=False)


@pytest.mark.parametrize("make", [make for _, make in motions()], ids=[name for name, _ in motions()])
def test_bodies_are_where_body_poses_says_also_between_frames(make, show):
    run = make()
    player = show(run)
    size = player.ask("model.machines[0].size")
    start, end = run.time.values[[0, -1]]
    between = np.random.default_rng(1).uniform(start, end, 12)
    for time in (start, *between, end):
        player.seek(time)
        assert player.time == pytest.approx(time, abs=1e-9)
        expected = bo.body_poses(run.mechanism, run.at(time)[0], time=time)
        for body, pose in enumerate(expected):
            drawn = player.pose(body)
            np.testing.assert_allclose(drawn[:3, 3], pose[:3, 3], atol=PIXEL * size)
            np.testing.assert_allclose(drawn[:3, :3], pose[:3, :3], atol=5 * PIXEL)
            np.testing.assert_allclose(drawn[3], (0, 0, 0, 1))


@pytest.mark.parametrize(
    "camera",
    [
        {"eye": [0.5, -5.0, 0.8], "target": [0.5, 0.0, 0.4], "up": [0, 0, 1], "angle": 35},
        {"eye": [4.0, 3.0, 2.5], "target": [0.4, 0.2, 0.5], "up": [0, 0, 1], "angle": 28},
        {"eye": [0.5, 0.2, 6.0], "target": [0.5, 0.2, 0.0], "up": [0, 1, 0], "angle": 30},
    ],
    ids=["front", "corner", "top"],
)
def test_pixels_of_a_ball_are_where_the_camera_puts_it(camera, show):
    """By a pinhole camera, computed here; a ball seen from the side is a little longer than its middle tells, so a pixel is left."""
    run = red_ball()
    player = show(run)
    for toggle in ("grid", "shadows", "trails", "names", "frames", "axes"):
        player.show(toggle, False)
    player.set_camera(**camera)
    told = player.camera
    for name, value in camera.items():
        np.testing.assert_allclose(told[name], value, atol=1e-6)
    canvas = player.canvas
    for time in (0.0, 0.7, 2.0):
        player.seek(time)
        place = bo.body_poses(run.mechanism, run.at(time)[0])[0, :3, 3]
        expected = projected(camera, place, canvas["width"], canvas["height"])
        np.testing.assert_allclose(player.ask("scene.screenOf(given[0])", place.tolist()), expected, atol=0.1)
        np.testing.assert_allclose(middle(largest(reddish(player.picture()))), expected, atol=1.0)


def test_a_ball_is_as_large_as_it_should_be(show):
    """The outline of a sphere is a cone of half angle asin(r/d)."""
    player = show(red_ball(radius=0.25))
    for toggle in ("grid", "shadows", "trails", "names", "frames", "axes"):
        player.show(toggle, False)
    player.set_camera(eye=[0, -3, 0], target=[0, 0, 0], up=[0, 0, 1], angle=40)
    player.seek(0.0)
    rows, columns = np.nonzero(largest(reddish(player.picture())))
    expected = player.canvas["height"] * np.tan(np.arcsin(0.25 / 3)) / np.tan(np.radians(20))
    assert np.ptp(rows) + 1 == pytest.approx(expected, abs=2.0)
    assert np.ptp(columns) + 1 == pytest.approx(expected, abs=2.0)
