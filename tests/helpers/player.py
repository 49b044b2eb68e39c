"""The player of a page, driven as a script or a person would: time, poses, camera and pictures of the scene."""

from __future__ import annotations

import numpy as np

from helpers.pixels import picture

# the promise of the next picture but one: what was asked for before it is drawn by then
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))"
# at least some pictures and some time, and the camera at rest
RESTED = """async (given) => {
    const next = () => new Promise((done) => requestAnimationFrame(done));
    const begun = performance.now();
    for (let still = 0, last = ""; still < 3 || performance.now() - begun < given;) {
        await next();
        const now = JSON.stringify(window.bough.scene.camera);
        still = now === last ? still + 1 : 0;
        last = now;
    }
}"""


class Player:
    """A page with a player that is ready."""

    def __init__(self, page):
        self.page = page
        page.wait_for_function("() => window.bough?.ready")
        page.evaluate("() => window.bough.ready.then(() => {})")
        # a page plays from the start, unless its reader wants no motion
        self.ask("player.pause()")
        self.seek(self.ask("Math.min(...model.runs.map((run) => run.from))"))

    def drawn(self) -> None:
        self.page.evaluate(DRAWN)

    def rest(self, least: float = 300) -> None:
        """Wait so many milliseconds, and then until the camera no longer glides: pictures may be rare."""
        self.page.evaluate(RESTED, least)

    def ask(self, code: str, *given):
        """The value of JavaScript with ``scene``, ``player``, ``model`` and ``given``."""
        head = "async (given) => { const { scene, player, model } = window.bough; return "
        return self.page.evaluate(f"{head}{code}; }}", list(given))

    @property
    def time(self) -> float:
        return self.ask("player.time")

    def seek(self, time: float) -> None:
        self.ask("player.seek(given[0])", time)
        self.drawn()

    def show(self, toggle: str, on: bool = True) -> None:
        self.ask("scene.show(given[0], given[1])", toggle, on)
        self.drawn()

    def pose(self, body: int, run: int = 0) -> np.ndarray:
        """(4, 4): where three.js draws a body."""
        return np.reshape(np.asarray(self.ask("Array.from(scene.poseOf(...given))", run, body), float), (4, 4))

    def arrows(self, group: str) -> dict[str, dict]:
        """The arrows of a group by name."""
        return {one["name"]: one for one in self.ask("scene.arrows()") if one["group"] == group}

    @property
    def camera(self) -> dict:
        return self.ask("scene.camera")

    def set_camera(self, **camera) -> None:
        self.ask("scene.setCamera(given[0])", camera)
        self.drawn()

    @property
    def canvas(self) -> dict:
        """Place and size of the scene's canvas in the page: x, y, width, height."""
        boxes = [one.bounding_box() for one in self.page.locator("canvas").all() if one.is_visible()]
        return max(boxes, key=lambda box: box["width"] * box["height"])

    def picture(self) -> np.ndarray:
        """Pixels of the scene as the page shows it, with whatever lies over it."""
        return picture(self.page.screenshot(clip=self.canvas))
