"""A live page in a real browser: sliders pose, Space runs, a drag pushes, and names stay text."""

import time

import numpy as np
import pytest

import bough as bo
from bough.live import serve

READY = "window.bough.ready.then(() => true)"
# where the centre of mass of a body is drawn, in pixels of the window
PLACE = """(body) => {
    const { scene, model, ui } = window.bough;
    const pose = scene.poseOf(0, body), center = model.machines[0].bodies[body].center;
    const point = [0, 1, 2].map((i) => pose[4 * i] * center[0] + pose[4 * i + 1] * center[1] + pose[4 * i + 2] * center[2] + pose[4 * i + 3]);
    const [x, y] = scene.screenOf(point), box = ui.stage.getBoundingClientRect();
    return [x + box.left, y + box.top];
}"""


@pytest.fixture
def live(tabs):
    """Opens a live model: ``live(mechanism)`` is its handle and its page."""
    handles = []

    def opened(mechanism, **options):
        handle = serve(mechanism, open_browser=False, block=False, **options.pop("model", {}))
        handles.append(handle)
        origin = handle.url.rsplit("/", 2)[0]
        page = tabs.open(handle.url, reach=(origin, origin.replace("http", "ws")), **options)
        assert page.evaluate(READY)
        until(page, "window.bough.live.latest() !== null")
        return handle, page

    yield opened
    for handle in handles:
        handle.close()


def until(page, script, seconds=60.0):
    end = time.monotonic() + seconds
    while not (script() if callable(script) else page.evaluate(script)):
        assert time.monotonic() < end, f"never came true: {script}"
        page.wait_for_timeout(50)


def drawn(page, body):
    """Where a body is drawn, as a matrix."""
    return np.array(page.evaluate(f"window.bough.scene.poseOf(0, {body})")).reshape(4, 4)


def drag(page, body, way):
    x, y = page.evaluate(PLACE, body)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 0.5 * way[0], y + 0.5 * way[1], steps=3)
    page.mouse.move(x + way[0], y + way[1], steps=3)


def test_a_slider_moves_the_pose(live):
    handle, page = live(bo.chain(2))
    slider = page.locator('[data-panel="own-pose"] [data-slider="link1"] input[type=range]')
    slider.focus()
    for _ in range(40):
        page.keyboard.press("ArrowRight")
    until(page, "window.bough.live.latest().coordinates[0] > 0.2")
    until(page, "Math.abs(window.bough.live.latest().coordinates[0] - 0.08 * Math.PI) < 1e-6")  # 40 of 1000 steps
    until(page, "Math.abs(window.bough.scene.poseOf(0, 0)[0] - Math.cos(0.08 * Math.PI)) < 1e-6")
    expected = bo.body_poses(handle.session.mechanism, handle.session.state.q)
    until(page, f"Math.abs(window.bough.scene.poseOf(0, 1)[3] - {expected[1, 0, 3]}) < 1e-5")
    for body in (0, 1):
        np.testing.assert_allclose(drawn(page, body), expected[body], atol=1e-5)
    # a typed value, in degrees
    field = page.locator('[data-panel="own-pose"] [data-slider="link2"] input.number')
    field.fill("30")
    field.press("Enter")
    until(page, "Math.abs(window.bough.live.latest().coordinates[1] - Math.PI / 6) < 1e-6")


def test_a_drag_poses_a_body_and_the_background_turns_the_view(live):
    handle, page = live(bo.chain(2))
    before, eye = handle.session.state.q.copy(), page.evaluate("window.bough.scene.camera.eye")
    drag(page, 1, (60, -30))
    until(page, lambda: np.abs(handle.session.state.q - before).max() > 0.05)
    page.wait_for_timeout(300)
    page.mouse.up()
    until(page, lambda: handle.session.grip is None)
    assert not handle.session.running
    assert page.evaluate("window.bough.scene.camera.eye") == pytest.approx(eye)
    posed = handle.session.state.q.copy()
    page.keyboard.down("Shift")
    drag(page, 1, (60, -30))
    page.mouse.up()
    page.keyboard.up("Shift")
    page.wait_for_timeout(300)
    assert handle.session.state.q.tolist() == posed.tolist()
    assert page.evaluate("window.bough.scene.camera.eye") != pytest.approx(eye)


def test_space_runs_a_push_moves_and_home_resets(live):
    handle, page = live(bo.chain(2))
    page.keyboard.press("Space")
    until(page, "window.bough.live.latest().running && window.bough.live.latest().time > 0.05")
    assert np.abs(handle.session.state.u).max() < 1e-9  # it hangs at rest
    drag(page, 1, (90, -40))
    until(page, "Math.abs(window.bough.live.latest().coordinates[0]) > 0.02")
    assert handle.session.pushed is not None
    until(page, "!document.querySelector('.live-force').hidden")
    page.mouse.up()
    until(page, lambda: handle.session.pushed is None)
    until(page, "document.querySelector('.live-force').hidden")
    page.keyboard.press("Space")
    until(page, "!window.bough.live.latest().running")
    page.keyboard.press("Home")
    until(page, "window.bough.live.latest().time === 0")
    until(page, "Math.abs(window.bough.scene.poseOf(0, 1)[0] - 1) < 1e-6")  # (drawn at the next picture)
    np.testing.assert_allclose(drawn(page, 1), bo.body_poses(handle.session.mechanism, [0.0, 0.0])[1], atol=1e-5)


def test_what_python_says_is_told_and_a_lost_link_too(live, tabs):
    handle, page = live(bo.chain(2))
    page.locator('[data-opens="own-method"]').click()
    page.locator('select[aria-label="Integrator"]').select_option("rk4")
    until(page, "window.bough.live.status().used.integrator === 'rk4'")
    handle.close()
    until(page, "document.querySelector('.live-message').textContent.includes('link to Python is lost')")
    page.close()  # (before: it goes on trying)
    tabs.troubles.clear()  # (a browser notes each attempt that fails)


def test_names_are_text_and_a_phone_has_all_of_it(live):
    name = "</script><img src=x onerror=alert(1)>"
    machine = bo.Mechanism(name)
    machine.add_body(
        name, "ground", bo.Revolute(axis=(0, 1, 0)), inertia=bo.Inertia(1.0, (0, 0, -0.5), (0.1, 0.1, 0.1))
    )
    machine.add_force(name, bo.Motor(name, 0.0))
    _, page = live(machine, size=(390, 844), has_touch=True)
    assert page.evaluate("document.querySelectorAll('img').length") == 0
    for panel in ("own-pose", "own-motors", "own-method", "own-plots"):
        page.locator(f'[data-opens="{panel}"]').click()
        page.wait_for_timeout(100)
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 390
    page.locator('[data-opens="own-pose"]').click()
    assert page.locator(".live-row .name").first.text_content() == name


# what the row of a slider says: its knob (degrees), its field and what is read aloud
ROW = """(name) => {
    const row = document.querySelector(`[data-panel="own-pose"] [data-slider="${name}"]`);
    const range = row.querySelector("input[type=range]");
    const text = (value) => parseFloat(value.replace("−", "-"));
    return [-180 + 0.36 * Number(range.value), text(row.querySelector("input.number").value), text(range.getAttribute("aria-valuetext"))];
}"""
HINGE = bo.Revolute(axis=(0, 1, 0))


def four_bar():
    machine = bo.Mechanism("four-bar")
    for name, parent, at, length in (
        ("crank", "ground", 0.0, 0.2),
        ("coupler", "crank", 0.2, 0.5),
        ("rocker", "ground", 0.5, 0.4),
    ):
        rod = bo.Inertia.rod(length, mass=5 * length, radius=0.01, axis=(1, 0, 0), center=(length / 2, 0, 0))
        machine.add_body(name, parent, HINGE, at=(at, 0, 0), inertia=rod)
    machine.add_loop("pin", "coupler", "rocker", HINGE, at=(0.5, 0, 0), other_at=(0.4, 0, 0))
    return machine


def agrees(handle, page):
    """Whether a slider says what is so in all its parts; the knob goes in steps of a thousandth."""
    state = np.degrees(handle.session.state.q[2])
    return np.allclose(page.evaluate(ROW, "rocker"), state, atol=0.2)


def test_a_slider_that_a_loop_stops_says_where_the_model_is(live):
    handle, page = live(four_bar(), model={"q0": {"crank": -1.0, "rocker": -1.5}})
    start = handle.session.state.q.copy()
    row = page.locator('[data-panel="own-pose"] [data-slider="rocker"]')
    box = row.locator("input[type=range]").bounding_box()
    y, knob = box["y"] + box["height"] / 2, (page.evaluate(ROW, "rocker")[0] + 180) / 360
    page.mouse.move(box["x"] + knob * box["width"], y)
    page.mouse.down()
    page.mouse.move(box["x"] + 0.6 * box["width"], y, steps=10)
    until(page, lambda: "cannot go further" in handle.session.message)
    assert page.evaluate(ROW, "rocker")[0] > 0.0  # under the hand
    page.mouse.up()
    until(page, lambda: agrees(handle, page), 5.0)
    assert np.abs(handle.session.state.q - start).max() > 0.02
    page.locator('[aria-label="Reset to the start"]').click()
    until(page, lambda: handle.session.state.q.tolist() == start.tolist())
    until(page, lambda: agrees(handle, page), 5.0)


def test_what_is_typed_and_cannot_be_gets_a_word(live):
    handle, page = live(bo.chain(2), model={"q0": {"link1": 0.5}})
    field = page.locator('[data-panel="own-pose"] [data-slider="link1"] input.number')
    before = f"{np.degrees(0.5):.2f}"
    until(page, lambda: field.input_value() == before)
    field.fill("abc")
    field.press("Enter")
    assert field.input_value() == before
    assert "“abc” is not a number: link1 stays at" in page.locator("body").inner_text()
    field.fill("1e9")
    field.press("Enter")
    until(page, lambda: "goes no further than" in page.locator(".live-message").inner_text())
    until(page, lambda: field.input_value() == f"{np.degrees(handle.session.state.q[0]):.2f}")
    # the plot of coordinates is in degrees, too, and forgets that pose after a reset
    plot = page.locator('article[aria-label="Coordinates"] .value').first
    page.locator('[aria-label="Reset to the start"]').click()
    until(page, lambda: plot.inner_text() == f"{np.degrees(0.5):.2f}°")
    until(page, lambda: field.input_value() == before)


def test_keys_and_facts_are_those_of_a_live_page(live):
    handle, page = live(four_bar())
    assert "are open at its start" in page.locator(".live-message").inner_text()
    page.keyboard.press("?")
    keys = page.locator("dialog.keys").inner_text()
    for text in ("Run or pause", "Reset to the start", "drag a body", "Shift drag"):
        assert text in keys
    for text in ("go there", "Loop\n", "Ghost poses", "A frame back"):
        assert text not in keys
    page.keyboard.press("Escape")
    until(page, "!document.querySelector('dialog[open]')")
    page.keyboard.press("ArrowRight")
    until(page, "window.bough.live.latest().time > 0")
    page.keyboard.press("i")
    about = page.locator('[data-panel="info"]').inner_text()
    assert "1, of 3 before loops are closed" in about
    for name in ("form", "integrator"):
        assert handle.session.settings[name] in about


def test_a_posed_servo_has_its_name_and_its_button_side_by_side(live):
    """Neither is cut nor lies over the other, in the narrow panel of a large screen."""
    machine = bo.chain(2)
    machine.add_force("cylinder of link1", bo.Servo("link1", 0.0, 200.0, 10.0))
    handle, page = live(machine)
    handle.session.set("link1", 0.5)
    page.evaluate("window.bough.live.connection.ask('set', { name: 'link2', value: 0.1 })")
    page.get_by_role("button", name="Motors", exact=True).click()
    row = page.locator('[data-slider="cylinder of link1"]')
    own = row.get_by_role("button", name="Let cylinder of link1 follow its own signal")
    own.wait_for()
    boxes = [one.bounding_box() for one in (row.locator(".name"), own)]
    entry = row.locator(".entry").bounding_box()
    assert all(box["x"] + box["width"] <= entry["x"] for box in boxes)
    assert row.locator(".name").evaluate("(name) => name.scrollWidth <= name.clientWidth")
    assert own.evaluate("(button) => button.scrollWidth <= button.clientWidth + 1")
    own.click()
    until(page, "!window.bough.live.status().hands['cylinder of link1']")


def test_the_number_of_a_push_stays_inside_the_scene(live):
    handle, page = live(bo.chain(2))
    page.keyboard.press("Space")
    until(page, lambda: handle.session.state.time > 0.05)
    stage = page.evaluate(
        "(({ x, y, width, height }) => [x, y, width, height])(window.bough.ui.stage.getBoundingClientRect())"
    )
    x, y = page.evaluate(PLACE, 0)
    drag(page, 0, (stage[0] + stage[2] - 5 - x, stage[1] + 5 - y))
    text = page.get_by_label("Force of the push")
    text.wait_for()
    box = text.bounding_box()
    page.mouse.up()
    assert stage[0] <= box["x"]
    assert box["x"] + box["width"] <= stage[0] + stage[2]
    assert stage[1] <= box["y"]


def test_the_number_of_a_push_is_seen_over_an_open_panel(live):
    handle, page = live(bo.chain(2))
    page.keyboard.press("Space")
    until(page, lambda: handle.session.state.time > 0.05)
    box = page.locator(".panel:visible").bounding_box()  # that of the pose is open
    x, y = page.evaluate(PLACE, 0)
    drag(page, 0, (box["x"] + 60 - x, box["y"] + 60 - y))
    text = page.get_by_label("Force of the push")
    text.wait_for()
    # (pointers go through it; the one that is asked for here must not)
    covers = text.evaluate(
        """(text) => {
            text.style.pointerEvents = "auto";
            const box = text.getBoundingClientRect();
            return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2) === text;
        }"""
    )
    page.mouse.up()
    assert covers
