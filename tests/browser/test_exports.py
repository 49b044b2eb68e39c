"""What a reader takes away: a picture of the view, the plotted numbers, a film, and the camera for films from Python."""

import csv
import json
import struct

import numpy as np
import pytest
from helpers.pixels import largest, middle, picture, reddish
from helpers.scenes import drawn_out, red_ball
from PIL import Image


def kept(player, name, tmp_path):
    """The file that a button of the export panel gives."""
    if not player.page.get_by_role("button", name=name).is_visible():
        player.page.get_by_role("button", name="Export", exact=True).click()
    with player.page.expect_download() as download:
        player.page.get_by_role("button", name=name).click()
    path = tmp_path / download.value.suggested_filename
    download.value.save_as(path)
    return path


def test_a_picture_of_the_view_is_what_the_screen_shows(show, tmp_path):
    player = show(red_ball())
    player.seek(1.0)
    player.set_camera(eye=[3.5, -3.0, 2.0], target=[0.5, 0.2, 0.4], up=[0, 0, 1], angle=33)
    path = kept(player, "Picture of the view (PNG)", tmp_path)
    assert path.suffix == ".png"
    data = path.read_bytes()
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", data[16:24])
    player.page.get_by_role(
        "button", name="Export", exact=True
    ).click()  # the open panel shifts the picture on the screen
    player.drawn()
    canvas = player.canvas
    assert width / height == pytest.approx(canvas["width"] / canvas["height"], rel=0.01)
    seen, saved = middle(largest(reddish(player.picture()))), middle(largest(reddish(picture(data))))
    np.testing.assert_allclose(saved * canvas["width"] / width, seen, atol=1.5)


def test_the_table_of_plotted_series_has_the_numbers_of_the_run(show, tmp_path):
    run = drawn_out()
    player = show(run, plots=[["coordinates.cart", "velocities.cart"], ["energy.potential"]])
    path = kept(player, "Plotted series as a table (CSV)", tmp_path)
    with path.open(newline="", encoding="utf-8") as file:
        head, *rows = csv.reader(file)
    table = {name: np.array(column, float) for name, column in zip(head, zip(*rows, strict=True), strict=True)}
    time = next(column for name, column in table.items() if name.startswith("time"))
    assert time[[0, -1]].tolist() == [0.0, 1.0]
    found = {
        key: next(column for name, column in table.items() if key in name)
        for key in ("coordinates", "velocities", "potential")
    }
    np.testing.assert_allclose(found["coordinates"], 0.4 * time, atol=1e-4)
    np.testing.assert_allclose(found["velocities"], 0.4, atol=1e-4)
    # of the spring: k x²/2
    expected = 0.5 * 200.0 * (0.4 * time) ** 2
    np.testing.assert_allclose(found["potential"] - found["potential"][0], expected, atol=1e-3 * expected.max())


def test_the_film_of_a_pass_plays(show, tmp_path):
    """In the browser itself: it has a length, the size of the scene, and the ball moves."""
    player = show(red_ball(duration=1.5))
    path = kept(player, "Film of one pass", tmp_path)
    assert path.suffix in (".webm", ".mp4")
    # a page whose policy lets it play a file that is given to it
    page = player.page.context.new_page()
    page.goto("about:blank")
    page.set_content("<input type=file><video muted></video>")
    page.locator("input").set_input_files(path)
    size = page.evaluate("""() => new Promise((done, failed) => {
        const video = document.querySelector("video");
        video.onerror = () => failed(new Error("the film does not play"));
        video.onloadeddata = () => done([video.videoWidth, video.videoHeight]);
        video.src = URL.createObjectURL(document.querySelector("input").files[0]);
    })""")
    canvas = player.canvas
    assert size[0] / size[1] == pytest.approx(canvas["width"] / canvas["height"], rel=0.02)
    page.set_viewport_size({"width": 1400, "height": 900})
    first = middle(largest(reddish(picture(page.locator("video").screenshot()))))
    page.evaluate("""() => new Promise((done, failed) => {
        const video = document.querySelector("video");
        video.onended = () => done();
        video.onerror = () => failed(new Error("the film does not play"));
        video.playbackRate = 2;
        video.play();
    })""")
    last = middle(largest(reddish(picture(page.locator("video").screenshot()))))
    assert np.linalg.norm(last - first) > 100
    page.close()


def test_a_copied_camera_makes_the_same_picture_in_a_film(show, tmp_path):
    """The ball is at the same place in a frame of the same size."""
    run = red_ball()
    player = show(run)
    player.set_camera(eye=[3.5, -3.0, 2.0], target=[0.5, 0.2, 0.4], up=[0, 0, 1], angle=33)
    player.page.keyboard.press("s")
    text = player.page.get_by_role("textbox", name="Camera as JSON").input_value()
    player.page.get_by_role("button", name="Export", exact=True).click()  # (an open panel shifts the picture)
    camera = json.loads(text)
    canvas = player.canvas
    wide, high = (int(canvas[side]) // 2 * 2 for side in ("width", "height"))
    run.animate(tmp_path / "ball.gif", fps=5, size=(wide, high), camera=camera)
    with Image.open(tmp_path / "ball.gif") as film:
        film.seek(film.n_frames - 1)
        frame = np.asarray(film.convert("RGB"), int)
    for toggle in ("trails", "grid", "shadows"):
        player.show(toggle, False)
    player.seek(run.duration)
    seen = middle(largest(reddish(player.picture())))
    # (colours of a GIF are coarse, and the canvas may be a pixel larger)
    np.testing.assert_allclose(middle(largest(reddish(frame))), seen, atol=3.0)


def test_a_camera_given_to_the_page_is_where_it_starts(show):
    camera = {"eye": [3.5, -3.0, 2.0], "target": [0.5, 0.2, 0.4], "up": [0, 0, 1], "angle": 33}
    told = show(red_ball(), camera=camera).camera
    for name, value in camera.items():
        np.testing.assert_allclose(told[name], value, atol=1e-6)
