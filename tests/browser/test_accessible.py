"""Pages for everyone: by keyboard, by screen reader, with contrast, without motion; and on a phone."""

import pytest
from helpers.accessible import controls, faint, nameless, small, tiny, unmarked, unreached
from helpers.player import Player
from helpers.scenes import hanging, swings

import bough as bo

PHONE = {"has_touch": True, "is_mobile": True, "device_scale_factor": 2}
PHONES = {"upright": (390, 844), "on its side": (844, 390), "small": (320, 568)}


def eventful():
    run = swings(angles=(0.9,)).select(0)
    events = [{"time": 0.5, "name": "gate opens"}]
    return bo.Trajectory(
        run.mechanism, run.time.values, run.q.values, run.u.values, events=events, status="failed", message="it broke"
    )


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_stands_out_from_what_is_behind_it(scheme, show):
    player = show(eventful(), screen={"color_scheme": scheme})
    assert faint(player.page) == []
    player.ask("scene.select({ run: 0, body: 0 })")
    player.ask("scene.onSelect({ run: 0, body: 0 })")
    player.drawn()
    assert faint(player.page) == []


def test_every_control_has_a_role_and_a_name(show):
    player = show(eventful())
    assert nameless(player.page) == []
    assert {"Play", "To the start", "To the end", "Loop"} <= controls(player.page, "button")
    assert "Time line" in controls(player.page, "slider")
    assert player.page.evaluate("document.documentElement.lang") == "en"
    canvas = player.page.locator("canvas").first
    assert canvas.evaluate("(one) => (one.closest('[role]') ?? one).getAttribute('aria-label')")


def test_the_tab_key_comes_to_everything_and_what_has_the_focus_is_marked(show):
    player = show(eventful())
    assert unreached(player.page) == []
    assert unmarked(player.page) == []


def test_nothing_moves_by_itself_for_those_who_do_not_want_it(show):
    """Neither the machine nor what slides or fades."""
    player = show(swings(), screen={"reduced_motion": "reduce"})
    before = player.time
    player.rest(300)
    assert player.time == before
    assert (
        player.page.evaluate("""[...document.querySelectorAll("*")].filter((one) =>
        parseFloat(getComputedStyle(one).transitionDuration) > 0.01 ||
        (getComputedStyle(one).animationName !== "none" && parseFloat(getComputedStyle(one).animationDuration) > 0.01))
        .map((one) => one.className).slice(0, 5)""")
        == []
    )


# --- a phone ----------------------------------------------------------------------------------------------------------------


@pytest.fixture(params=PHONES.values(), ids=PHONES)
def phone(request, show):
    return show(eventful(), size=request.param, screen=PHONE)


def test_a_page_fits_a_phone(phone):
    """Nothing to scroll sideways, controls for fingers, letters to read, and a scene that is most of the width."""
    page = phone.page
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert small(page, 40) == []
    assert tiny(page, 11) == []
    size = page.viewport_size
    canvas = phone.canvas
    assert canvas["width"] >= 0.5 * size["width"]
    assert canvas["height"] >= 0.4 * size["height"]
    outside = page.evaluate("""[...document.querySelectorAll("button, input, select")].filter((one) =>
        one.checkVisibility({ visibilityProperty: true })).filter((one) => {
            const box = one.getBoundingClientRect();
            return box.width && (box.right > innerWidth + 4 || box.left < -4);
        }).map((one) => one.getAttribute("aria-label") ?? one.textContent)""")
    assert outside == []


def test_fingers_scrub_turn_and_zoom(show):
    """One finger on the time line, one in the scene, and two in the scene, as the browser sends them."""
    player = show(eventful(), size=PHONES["upright"], screen=PHONE)
    page = player.page
    session = page.context.new_cdp_session(page)

    def touch(kind, *points):
        session.send(
            "Input.dispatchTouchEvent",
            {"type": kind, "touchPoints": [{"x": x, "y": y, "id": k} for k, (x, y) in enumerate(points)]},
        )
        player.drawn()

    box = page.get_by_role("slider", name="Time line").bounding_box()
    y = box["y"] + box["height"] / 2
    touch("touchStart", (box["x"] + 0.2 * box["width"], y))
    touch("touchMove", (box["x"] + 0.75 * box["width"], y))
    touch("touchEnd")
    assert player.time == pytest.approx(0.75 * 2.0, abs=0.05)

    canvas = player.canvas
    x, y = canvas["x"] + canvas["width"] / 2, canvas["y"] + canvas["height"] / 2
    before = player.camera
    touch("touchStart", (x, y))
    touch("touchMove", (x + 20, y))
    touch("touchMove", (x + 60, y + 10))
    touch("touchEnd")
    player.rest(300)
    turned = player.camera
    assert distance(turned["eye"], before["eye"]) > 0.05 * distance(before["eye"], before["target"])
    assert distance(turned["target"], before["target"]) < 1e-3 * distance(before["eye"], before["target"])

    touch("touchStart", (x - 20, y), (x + 20, y))
    touch("touchMove", (x - 40, y), (x + 40, y))
    touch("touchMove", (x - 80, y), (x + 80, y))
    touch("touchEnd")
    player.rest(300)
    near = player.camera
    assert distance(near["eye"], near["target"]) < 0.8 * distance(turned["eye"], turned["target"])
    assert page.evaluate("visualViewport.scale") == 1


def distance(a, b):
    return sum((x - y) ** 2 for x, y in zip(a, b, strict=True)) ** 0.5


def test_a_page_of_a_pose_has_no_controls_of_time(tabs, tmp_path):
    """A mechanism without a motion: nothing to play."""
    bo.view(bo.chain(3), tmp_path / "page.html")
    player = Player(tabs.open(tmp_path / "page.html"))
    play = player.page.get_by_role("button", name="Play", exact=True)
    assert play.count() == 0 or not play.is_visible() or play.is_disabled()
    assert nameless(player.page) == []


def test_what_hangs_still_is_told_to_be_so(show):
    """The info panel's facts can be read without a mouse."""
    player = show(hanging())
    assert "hanging" in player.page.evaluate("document.body.innerText")
