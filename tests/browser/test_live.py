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
    tabs.troubles.clear()  # (a browser notes each attempt that fails)
    page.close()


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
