"""What can be switched on and off, looked at from all sides, selected, overlaid and put side by side."""

import numpy as np
import pytest
from helpers.pixels import projected
from helpers.scenes import drawn_out, swings

import bough as bo
from bough.models.catalogue import machine

TOGGLES = {
    "Names": "n", "Frames of bodies": "x", "Joint axes": "j", "Centres of mass": "c",
    "Inertia ellipsoids": "e", "Trails": "t", "Ghost poses": "g", "Joint reactions": "r", "Moments": "m",
    "Applied forces": "o", "Weight": "w", "Ground grid": "d", "Shadows": "h",
}  # fmt: skip


def changed(before, after, by=25):
    """How many pixels differ."""
    return int((np.abs(before - after).max(axis=-1) > by).sum())


def test_every_toggle_changes_the_scene_and_changes_it_back(show):
    """By its switch, and by its key; the excavator has all there is to show but loops."""
    player = show(bo.simulate(machine("excavator"), 6.0, progress=False))
    player.seek(5.0)
    player.page.get_by_role("button", name="Show", exact=True).click()
    # the panel lies over the scene, and legends come and go: compare the part of the scene that stays free
    for name, key in TOGGLES.items():
        switch = player.page.get_by_role("switch", name=name, exact=True)
        was = switch.is_checked()
        before = free(player)
        switch.set_checked(not was)
        player.drawn()
        after = free(player)
        assert changed(before, after) > 10, name  # (some arrows are small)
        player.page.keyboard.press(key)
        player.drawn()
        assert switch.is_checked() == was, name
        assert changed(before, free(player)) < 20, name


def free(player):
    """The right part of the scene, which no panel covers, without the legend at its edge, when it has come to rest."""
    before, picture = None, player.picture()
    for _ in range(40):  # the scene is drawn sharper soon after it has changed
        if before is not None and not changed(before, picture, 0):
            break
        player.rest(250)
        before, picture = picture, player.picture()
    return picture[40:-60, 330:]


def test_views_are_from_where_they_say(show):
    """From the front: x to the right, z up; from above: x to the right, y up."""
    player = show(drawn_out())
    for view, right, up in (
        ("front", (1, 0, 0), (0, 0, 1)),
        ("back", (-1, 0, 0), (0, 0, 1)),
        ("top", (1, 0, 0), (0, 1, 0)),
        ("bottom", (1, 0, 0), (0, -1, 0)),
        ("left", (0, -1, 0), (0, 0, 1)),
        ("right", (0, 1, 0), (0, 0, 1)),
    ):
        player.ask("scene.view(given[0])", view)
        player.rest(700)  # the camera glides there
        middle = np.asarray(player.camera["target"])
        places = [
            player.ask("scene.screenOf(given[0])", (middle + 0.1 * np.asarray(d)).tolist())
            for d in ((0, 0, 0), right, up)
        ]
        origin, to_right, to_top = map(np.asarray, places)
        assert to_right[0] - origin[0] > 5, view
        assert abs(to_right[1] - origin[1]) < 1, view
        assert origin[1] - to_top[1] > 5, view
        assert abs(to_top[0] - origin[0]) < 1, view


def test_fit_holds_the_whole_machine_in_the_picture(show):
    run = swings(angles=(1.2,)).select(0)
    player = show(run)
    player.set_camera(eye=[30, 30, 30], target=[25, 20, 20], up=[0, 0, 1], angle=30)
    player.page.keyboard.press("f")
    player.rest(700)
    canvas = player.canvas
    for time in np.linspace(0, run.duration, 7):
        for place in bo.body_poses(run.mechanism, run.at(time)[0])[:, :3, 3]:
            x, y = projected(player.camera, place, canvas["width"], canvas["height"])
            assert 0 < x < canvas["width"]
            assert 0 < y < canvas["height"]


def test_the_mouse_turns_moves_and_zooms(show):
    player = show(drawn_out())
    canvas = player.canvas
    x, y = canvas["x"] + canvas["width"] / 2, canvas["y"] + canvas["height"] / 2
    mouse = player.page.mouse

    def drag(button="left"):
        mouse.move(x, y)
        mouse.down(button=button)
        mouse.move(x + 60, y + 20, steps=4)
        mouse.up(button=button)
        player.rest(500)

    def of(camera):
        eye, target = np.asarray(camera["eye"]), np.asarray(camera["target"])
        return eye, target, np.linalg.norm(eye - target)

    eye, target, away = of(player.camera)
    drag()
    turned_eye, turned_target, turned_away = of(player.camera)
    assert np.linalg.norm(turned_eye - eye) > 0.05 * away
    np.testing.assert_allclose(turned_target, target, atol=1e-3 * away)
    assert turned_away == pytest.approx(away, rel=1e-3)
    drag("right")
    moved_eye, moved_target, _ = of(player.camera)
    assert np.linalg.norm(moved_target - turned_target) > 0.01 * away
    np.testing.assert_allclose(moved_eye - moved_target, turned_eye - turned_target, atol=1e-2 * away)
    mouse.move(x, y)
    mouse.wheel(0, -400)
    player.rest(500)
    assert of(player.camera)[2] < 0.95 * turned_away


def test_a_click_on_a_body_tells_what_is_known_of_it(show):
    """Name, mass, joint, coordinates now and reactions now."""
    player = show(drawn_out())
    player.seek(0.5)
    at = player.ask("scene.screenOf(given[0])", player.pose(0)[:3, 3].tolist())
    canvas = player.canvas
    # the centre of the cart's own shape
    player.page.mouse.click(canvas["x"] + at[0], canvas["y"] + at[1])
    player.drawn()
    card = player.page.locator(".corner")
    card.get_by_text("cart").first.wait_for()
    text = card.inner_text().replace("\u202f", " ")
    for told in ("2 kg", "Prismatic", "0.2", "19.6"):
        assert told in text, (told, text)
    player.page.keyboard.press("Escape")
    player.drawn()
    assert "19.6" not in card.inner_text()


def test_a_followed_body_stays_in_its_place(show):
    player = show(drawn_out())
    player.seek(0.0)
    player.ask("scene.follow(0, 0)")
    player.rest(700)
    player.drawn()
    places = []
    for time in (0.0, 0.4, 1.0):
        player.seek(time)
        player.drawn()
        places.append(player.ask("scene.screenOf(given[0])", player.pose(0)[:3, 3].tolist()))
    np.testing.assert_allclose(places[1:], [places[0]] * 2, atol=2.0)


# --- several runs -----------------------------------------------------------------------------------------------------------


def test_runs_are_overlaid_or_side_by_side_and_can_be_hidden(show):
    """At the same place, or each in its own; a hidden one leaves no trace."""
    batch = swings(angles=(0.4, 0.4, 1.2))
    player = show(batch)
    page = player.page
    page.get_by_role("button", name="Runs", exact=True).click()
    page.get_by_role("radio", name="Side by side").check(force=True)
    player.rest(700)
    player.drawn()
    beside = player.picture()
    page.get_by_role("radio", name="Overlaid").check(force=True)
    player.rest(700)
    player.drawn()
    over = player.picture()
    assert changed(beside, over) > 500
    before = free(player)
    page.get_by_role("checkbox", name="Show run 2").uncheck()
    player.drawn()
    assert changed(before, free(player)) > 100
    page.get_by_role("checkbox", name="Show run 2").check()
    player.drawn()
    assert changed(before, free(player)) < 20


def test_the_info_panel_tells_how_the_run_was_made(show):
    run = swings(angles=(0.9,)).select(0)
    player = show(run)
    player.page.keyboard.press("i")
    text = player.page.locator("section.panel:visible").inner_text()
    made = run.provenance
    for told in ("completed", made["form"], made["integrator"]):
        assert told in text, told
    assert "energy" in text.lower()
