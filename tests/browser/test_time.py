"""Time: scrubbed by the mouse, moved by keys, played, stepped, typed; and events, and where a run failed, on its line."""

import re

import numpy as np
import pytest
from helpers.scenes import red_ball, swings

import bough as bo

DURATION = 2.0


@pytest.fixture
def player(show):
    return show(red_ball(duration=DURATION))


def line(player):
    return player.page.get_by_role("slider", name="Time line")


def button(player, name):
    return player.page.get_by_role("button", name=name, exact=True)


def frame_step(player):
    """Seconds from frame to frame."""
    return player.ask("(model.runs[0].to - model.runs[0].from) / (model.runs[0].frames - 1)")


def ball_is_where_the_time_says(player):
    place = np.array((1.0, 0.4, 0.8)) * player.time / DURATION
    np.testing.assert_allclose(player.pose(0)[:3, 3], place, atol=1e-3)


@pytest.mark.parametrize("share", [0.0, 0.25, 0.6, 1.0])
def test_a_press_on_the_time_line_goes_there(share, player):
    box = line(player).bounding_box()
    x = min(box["x"] + share * box["width"], box["x"] + box["width"] - 1)
    player.page.mouse.move(x, box["y"] + box["height"] / 2)
    player.page.mouse.down()
    player.page.mouse.up()
    player.drawn()
    pixel = DURATION / box["width"]
    assert player.time == pytest.approx(share * DURATION, abs=2 * pixel)
    ball_is_where_the_time_says(player)


def test_a_drag_along_the_time_line_takes_the_ball_with_it(player):
    box = line(player).bounding_box()
    y, seen = box["y"] + box["height"] / 2, []
    player.page.mouse.move(box["x"] + 0.1 * box["width"], y)
    player.page.mouse.down()
    for share in (0.2, 0.5, 0.9, 0.4):
        player.page.mouse.move(box["x"] + share * box["width"], y)
        player.drawn()
        seen.append(player.time / DURATION)
        ball_is_where_the_time_says(player)
    # beyond the end it stays at the end
    player.page.mouse.move(box["x"] + box["width"] + 200, y)
    player.drawn()
    player.page.mouse.up()
    assert seen == pytest.approx([0.2, 0.5, 0.9, 0.4], abs=0.01)
    assert player.time == DURATION


def test_keys_step_and_jump(player):
    step = frame_step(player)
    player.page.keyboard.press("End")
    assert player.time == DURATION
    player.page.keyboard.press("Home")
    assert player.time == 0.0
    for _ in range(3):
        player.page.keyboard.press("ArrowRight")
    assert player.time == pytest.approx(3 * step, abs=1e-9)
    player.page.keyboard.press("ArrowLeft")
    player.drawn()
    assert player.time == pytest.approx(2 * step, abs=1e-9)
    ball_is_where_the_time_says(player)


def test_buttons_step_and_jump(player):
    step = frame_step(player)
    button(player, "One frame on").click()
    button(player, "One frame on").click()
    assert player.time == pytest.approx(2 * step, abs=1e-9)
    button(player, "One frame back").click()
    assert player.time == pytest.approx(step, abs=1e-9)
    button(player, "To the end").click()
    assert player.time == DURATION
    button(player, "To the start").click()
    assert player.time == 0.0


def goes_on(player, before):
    """Wait until the time is another: however slow the machine, a player that plays moves it."""
    player.page.wait_for_function("(before) => window.bough.player.time !== before", arg=before)


def test_play_moves_the_time_and_pause_holds_it(player):
    player.seek(0.2)
    button(player, "Play").click()
    goes_on(player, player.time)
    button(player, "Pause").click()
    held = player.time
    player.page.wait_for_timeout(200)
    assert player.time == held
    player.page.keyboard.press("Space")
    goes_on(player, held)
    player.page.keyboard.press("Space")
    assert button(player, "Play").is_visible()
    player.drawn()
    ball_is_where_the_time_says(player)


def test_playing_ends_at_the_end_or_begins_again(player):
    loop = button(player, "Loop")
    if loop.get_attribute("aria-pressed") == "true":
        loop.click()
    player.seek(0.97 * DURATION)
    player.ask("player.play()")
    player.page.wait_for_function("(end) => window.bough.player.time === end", arg=DURATION)
    assert button(player, "Play").is_visible()
    loop.click()
    player.seek(0.97 * DURATION)
    player.ask("player.play()")
    player.page.wait_for_function("(half) => window.bough.player.time < half", arg=0.9 * DURATION)


def test_a_time_can_be_typed(player):
    field = player.page.get_by_role("textbox", name="Time in seconds")
    field.fill("1.25")
    field.press("Enter")
    player.drawn()
    assert player.time == 1.25
    ball_is_where_the_time_says(player)
    field.fill("soon")
    field.press("Enter")
    assert field.get_attribute("aria-invalid") == "true"
    assert player.time == 1.25


def test_a_screen_reader_hears_the_time(player):
    player.seek(1.5)
    assert float(line(player).get_attribute("aria-valuenow")) == pytest.approx(1.5)
    assert float(line(player).get_attribute("aria-valuemax")) == DURATION
    assert line(player).get_attribute("aria-valuetext").startswith("1.5")


# --- events and failures --------------------------------------------------------------------------------------------------


def eventful(status="completed", message=""):
    run = red_ball(duration=DURATION)
    events = [{"time": 0.5, "name": "gate opens"}, {"time": 1.5, "name": "gate closes"}]
    return bo.Trajectory(
        run.mechanism, run.time.values, run.q.values, run.u.values, events=events, status=status, message=message
    )


def test_events_stand_on_the_time_line_and_lead_there(show):
    player = show(eventful())
    box = line(player).bounding_box()
    for name, time in (("gate opens", 0.5), ("gate closes", 1.5)):
        tick = player.page.get_by_role("button", name=name)
        at = tick.bounding_box()
        share = (at["x"] + at["width"] / 2 - box["x"]) / box["width"]
        assert share == pytest.approx(time / DURATION, abs=0.01)
        tick.click()
        assert player.time == pytest.approx(time)


def test_a_failed_run_says_where_and_why(show):
    why = "the step became too small; is there a stiff spring?"
    player = show(eventful("failed", why))
    page = player.page
    page.get_by_role("button", name=re.compile(rf"failed at 2\.0+ s: {re.escape(why)}")).click()
    assert player.time == DURATION
    # also without a mouse over it
    assert page.get_by_text(why).first.is_visible()
    assert page.get_by_text("failed").first.is_visible()


def test_runs_of_a_batch_share_the_time(show):
    batch = swings()
    player = show(batch)
    assert player.ask("model.runs.length") == 3
    for time in (0.0, 0.83, 2.0):
        player.seek(time)
        for k in range(3):
            one = batch.select(k)
            expected = bo.body_poses(one.mechanism, one.at(time)[0])
            for body in range(2):
                np.testing.assert_allclose(player.pose(body, k), expected[body], atol=5e-3)
