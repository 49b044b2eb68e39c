"""A picture of a page as Chromium shows it, for other files here (needs playwright)."""

import shutil
import tempfile
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import sync_playwright

import bough as bo

SOFTWARE = ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--no-sandbox"]


def draw(run: bo.Trajectory, path: Path, size: tuple[int, int], **view: Any) -> None:
    """Write a PNG of a run's page; ``view``: how it looks."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        page = Path(folder) / "page.html"
        run.view(page, theme="light", **view)
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=SOFTWARE)
        tab = browser.new_page(viewport={"width": size[0], "height": size[1]})
        tab.goto(page.as_uri())
        tab.evaluate("() => window.bough.ready")
        tab.wait_for_timeout(1500)  # until all is drawn
        picture = Image.open(BytesIO(tab.screenshot())).convert("RGB")
        browser.close()
    picture.quantize(256, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(path, optimize=True)
