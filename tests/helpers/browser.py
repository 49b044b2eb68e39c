"""Chromium for tests of pages: found or told to be missing, without a network, and with everything noted that a page does wrong."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
# WebGL by software, so that pictures are the same with and without a graphics card; no name has an address, only this machine
FLAGS = (
    "--use-gl=angle",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--no-sandbox",
    "--disable-dev-shm-usage",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)
INSIDE = ("file:", "data:", "blob:", "about:")
PATIENCE = 120_000  # milliseconds: a page that is drawn by software beside other tests is in no hurry
# a page's own report of what its content policy has refused; kept from before its first script
LISTEN = """
window.refusals = [];
document.addEventListener("securitypolicyviolation",
    (event) => window.refusals.push(`${event.violatedDirective} refused ${event.blockedURI || "inline"}`));
"""


def programs(own: str) -> Iterator[str]:
    """Where Chromium may be: as the user says, on the path, and as playwright (``own``) has installed it."""
    if told := os.environ.get("BOUGH_CHROMIUM"):
        yield told
        return
    yield from filter(None, map(shutil.which, PROGRAMS))
    if Path(own).is_file():
        yield own


class MissingError(LookupError):
    """There is no browser here, or nothing to drive it by."""


def skip(why: MissingError) -> None:
    """Skip a test that needs a browser; fail where browsers are asked for."""
    if os.environ.get("BOUGH_NEEDS_BROWSER", "") not in ("", "0"):
        pytest.fail(f"{why} BOUGH_NEEDS_BROWSER asks for it.")
    pytest.skip(str(why))


@contextmanager
def browser() -> Iterator[Browser]:
    """A running Chromium."""
    try:
        from playwright.sync_api import sync_playwright
    except ModuleNotFoundError:
        raise MissingError("tests in a browser need playwright: pip install playwright.") from None
    with sync_playwright() as playwright:
        program = next(programs(playwright.chromium.executable_path), None)
        if program is None:
            raise MissingError("tests in a browser need Chromium: install it, or say where it is by BOUGH_CHROMIUM.")
        found = Browser(lambda: playwright.chromium.launch(executable_path=program, args=list(FLAGS)))
        try:
            yield found
        finally:
            found.running.close()


class Browser:
    """Opens pages, each in a profile of its own, and notes what goes wrong in any of them."""

    def __init__(self, launch):
        self.launch = launch
        self.running = launch()
        self.troubles: list[str] = []
        self.contexts = []

    def restart(self) -> None:
        """Start another one: the last may have died or hang."""
        self.contexts.clear()
        self.troubles.clear()
        self.running.close()
        self.running = self.launch()

    def open(self, path, size=(1280, 800), reach=(), before="", **settings):
        """The page of a file (or a URL of a server of this test's own: ``reach`` has its beginning), as it loads.

        ``before`` runs before the page's own script. ``settings`` are playwright's: ``has_touch``, ``color_scheme``,
        ``reduced_motion``, ``device_scale_factor`` …
        """
        settings.setdefault("reduced_motion", "no-preference")
        settings.setdefault("color_scheme", "light")
        viewport = {"width": size[0], "height": size[1]}
        context = self.running.new_context(viewport=viewport, offline=not reach, accept_downloads=True, **settings)
        context.set_default_timeout(PATIENCE)
        self.contexts.append(context)
        inside = (*INSIDE, *reach)

        def judge(route):
            if route.request.url.startswith(inside):
                route.continue_()
            else:
                self.troubles.append(f"asked for {route.request.url[:200]}")
                route.abort()

        context.route("**/*", judge)
        context.on("console", self._heard)
        context.on("weberror", lambda error: self.troubles.append(f"error: {error.error}"))
        context.add_init_script(LISTEN + before)
        page = context.new_page()
        page.on("dialog", self._asked)
        page.on("crash", lambda _: self.troubles.append("the page crashed"))
        page.goto(path.as_uri() if isinstance(path, Path) else path)
        return page

    def _heard(self, message) -> None:
        if message.type in ("error", "warning"):
            self.troubles.append(f"console {message.type}: {message.text[:500]}")

    def _asked(self, dialog) -> None:
        self.troubles.append(f"dialog: {dialog.message[:200]}")
        dialog.dismiss()

    def close(self) -> list[str]:
        """Close all pages; what went wrong in them since the last time."""
        if not self.running.is_connected():
            self.restart()
            return ["the browser ended by itself"]
        for context in self.contexts:
            for page in context.pages:
                if not page.is_closed():
                    self.troubles += page.evaluate("window.refusals ?? []")
            context.close()
        self.contexts.clear()
        found, self.troubles = self.troubles, []
        return found
