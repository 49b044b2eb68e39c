"""Meshes that are missing, huge or none at all, motions that end early or go beyond all bounds: a note to read, never a broken page."""

import struct

import numpy as np
import pytest
from helpers.pixels import colours
from helpers.player import Player
from helpers.scenes import swings

import bough as bo

GARBAGE = b"<html>this is no mesh</html>" * 40


def ball_of(triangles):
    """A binary STL of a sphere with about so many triangles."""
    n = int(np.sqrt(triangles / 2))
    around, up = np.meshgrid(np.linspace(0, 2 * np.pi, n + 1), np.linspace(-np.pi / 2, np.pi / 2, n + 1))
    points = 0.3 * np.stack((np.cos(up) * np.cos(around), np.cos(up) * np.sin(around), np.sin(up)), -1)
    a, b, c, d = points[:-1, :-1], points[:-1, 1:], points[1:, 1:], points[1:, :-1]
    faces = np.concatenate((np.stack((a, b, c), -2).reshape(-1, 3, 3), np.stack((a, c, d), -2).reshape(-1, 3, 3)))
    rows = np.zeros(len(faces), np.dtype([("normal", "<f4", 3), ("points", "<f4", (3, 3)), ("more", "<u2")]))
    rows["points"] = faces
    return b"\0" * 80 + struct.pack("<I", len(faces)) + rows.tobytes()


def with_mesh(folder, file):
    machine = bo.Mechanism("carrier")
    machine.folder = folder
    look = bo.Visual("mesh", file=file, color=(0.9, 0.05, 0.05, 1.0))
    machine.add_body("part", "ground", bo.Revolute((0, 1, 0)), inertia=bo.Inertia.sphere(0.3, 1.0), visuals=[look])
    time = np.linspace(0, 1, 11)
    return bo.Trajectory(machine, time, time[:, None], np.ones((11, 1)))


def text_of(player):
    return player.page.evaluate("document.body.innerText")


@pytest.mark.parametrize(
    ("file", "content"),
    [
        ("missing.stl", None),
        ("garbage.stl", GARBAGE),
        ("garbage.obj", GARBAGE),
        ("empty.stl", b""),
        ("cut.stl", ball_of(200)[:-700]),
        ("lying.stl", b"\0" * 80 + struct.pack("<I", 4_000_000_000) + b"\0" * 500),
        ("strange.xyz", GARBAGE),
        ("</script><img src=x onerror=alert(1)>.stl", None),
    ],
)
def test_a_mesh_that_cannot_be_had_is_told_and_the_rest_is_shown(file, content, show, tmp_path):
    if content is not None:
        (tmp_path / file).write_bytes(content)
    player = show(with_mesh(tmp_path, file))
    player.page.get_by_text("1 note").click()
    assert file in text_of(player)
    assert colours(player.picture()) > 20


def test_a_huge_mesh_is_simplified_to_fit(show, tmp_path):
    """Half a million triangles, 25 MB: the page stays small, and the ball is a ball."""
    (tmp_path / "huge.stl").write_bytes(ball_of(500_000))
    player = show(with_mesh(tmp_path, "huge.stl"))
    assert (tmp_path / "page0.html").stat().st_size < 6e6
    radii = player.ask(
        "(() => { const p = model.machines[0].meshes[0].points; const r = []; for (let k = 0; k < p.length; k += 3) r.push(Math.hypot(p[k], p[k + 1], p[k + 2])); return [r.length, Math.min(...r.slice(0, 1000)), Math.max(...r.slice(0, 1000))]; })()"
    )
    assert 100 < radii[0] < 100_000
    assert radii[1:] == pytest.approx([0.3, 0.3], rel=0.05)


def test_a_run_that_ended_early_stands_still_while_others_go_on(show):
    """NaN after its end: the page shows the last pose, or nothing, and says what happened."""
    batch = swings()
    q, u = batch.q.values.copy(), batch.u.values.copy()
    q[1, 90:] = u[1, 90:] = np.nan
    why = "the tide came in"
    lost = bo.Trajectory(
        batch.mechanism, batch.time.values, q, u, status=("completed", "failed", "completed"), message=("", why, "")
    )
    player = show(lost)
    ended = batch.time.values[89]
    assert player.ask("model.runs[1].to") == pytest.approx(ended)
    for time in (0.5, 1.5, 2.0):
        player.seek(time)
        for run in (0, 2):
            one = batch.select(run)
            expected = bo.body_poses(one.mechanism, one.at(time)[0])
            np.testing.assert_allclose(player.pose(1, run), expected[1], atol=5e-3)
        drawn, last = player.pose(1, 1), bo.body_poses(batch.mechanism, q[1, 89])[1]
        if time > ended:
            assert np.isnan(drawn).any() or np.allclose(drawn, last, atol=5e-3) or not drawn.any()
    assert why in text_of(player) or player.page.get_by_role("button", name=why).count()
    assert colours(player.picture()) > 50


@pytest.mark.parametrize("far", [1e4, 1e12, 1e150])
def test_a_motion_beyond_all_bounds_does_not_break_the_page(far, show):
    """A body that flies off, by a slip of the pen: the page opens, and tells it if it cannot show it."""
    machine = bo.Mechanism("runaway")
    machine.add_body("body", "ground", bo.Prismatic((1, 0, 0)), inertia=bo.Inertia.sphere(0.1, 1.0))
    time = np.linspace(0, 1, 51)
    q = far * time[:, None] ** 3
    player = show(bo.Trajectory(machine, time, q, 3 * far * time[:, None] ** 2))
    for instant in (0.0, 0.5, 1.0):
        player.seek(instant)
    if far <= 1e12:
        assert player.pose(0)[0, 3] == pytest.approx(far, rel=1e-3)
    else:
        assert player.ask("model.notes").__len__() >= 1


def test_a_page_cut_short_says_so(chromium, tmp_path):
    """As a download that broke off: wherever that was after its head, there is a sentence to read."""
    path = tmp_path / "whole.html"
    swings().view(path)
    whole = path.read_bytes()
    numbers, program = whole.index(b'id="bytes"'), whole.rindex(b"<script>")
    for length in (numbers - 20, numbers + 200, program - 100, program + 1000, len(whole) - 40):
        cut = tmp_path / f"cut{length}.html"
        cut.write_bytes(whole[:length])
        page = chromium.open(cut)
        page.wait_for_function("() => /cut short/.test(document.body.innerText)")
        chromium.close()


def test_numbers_that_are_cut_short_are_told(chromium, tmp_path):
    """The program is there, but some of the numbers are not."""
    path = tmp_path / "page.html"
    swings().view(path)
    head, rest = path.read_text(encoding="utf-8").split('id="bytes">', 1)
    numbers, program = rest.split("</script>", 1)
    path.write_text(f'{head}id="bytes">{numbers[: len(numbers) // 8 * 4]}</script>{program}', encoding="utf-8")
    page = chromium.open(path)
    page.wait_for_function("() => /cut short/.test(document.body.innerText)")
    assert page.get_by_role("alert").is_visible()
    chromium.close()


def test_the_sentence_about_cut_pages_is_not_seen_in_whole_ones(show):
    player = show(swings())
    player.page.wait_for_timeout(4500)
    assert "cut short" not in text_of(player)


def test_a_page_without_webgl_says_so(chromium, tmp_path):
    swings().view(tmp_path / "page.html")
    page = chromium.open(tmp_path / "page.html", before="HTMLCanvasElement.prototype.getContext = () => null;")
    page.wait_for_function("() => /WebGL/.test(document.body.innerText)")
    chromium.close()


def test_a_whole_batch_that_never_moved_is_shown(tabs, tmp_path):
    """One instant only: a pose."""
    machine = bo.chain(2)
    run = bo.Trajectory(machine, [0.0], machine.coordinates()[None], machine.velocities()[None])
    run.view(tmp_path / "page.html")
    player = Player(tabs.open(tmp_path / "page.html"))
    np.testing.assert_allclose(player.pose(1), bo.body_poses(machine, machine.coordinates())[1], atol=1e-3)
