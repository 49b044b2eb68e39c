"""Draws mode.png: a mode of the crane as the player shows it, in Chromium. python docs/pictures/mode.py (needs playwright)"""

import shutil
import tempfile
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

import bough as bo

SIZE, MODE, SHARE = (1100, 640), 8, 0.0
SOFTWARE = ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--no-sandbox"]


def main() -> None:
    run = bo.linearise(bo.model("crane"), "equilibrium").modes()[MODE].trajectory()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        page = Path(folder) / "mode.html"
        run.view(page, show=["trails"], theme="light", at=SHARE * run.duration)
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=SOFTWARE)
        tab = browser.new_page(viewport={"width": SIZE[0], "height": SIZE[1]})
        tab.goto(page.as_uri())
        tab.evaluate("() => window.bough.ready")
        tab.wait_for_timeout(1500)  # until all is drawn
        picture = Image.open(BytesIO(tab.screenshot())).convert("RGB")
        browser.close()
    picture.quantize(256, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(
        Path(__file__).with_suffix(".png"), optimize=True
    )


if __name__ == "__main__":
    main()
