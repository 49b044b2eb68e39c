"""Draws player.png: the page of the excavator's work, in Chromium. python docs/pictures/player.py (needs playwright)"""

import shutil
import tempfile
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

import bough as bo
from bough.demo.running import PLOTS

SIZE, AT = (1280, 760), 5.2
SOFTWARE = ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--no-sandbox"]


def main() -> None:
    run = bo.simulate(bo.model("excavator"), progress=False)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        page = Path(folder) / "excavator.html"
        run.view(page, plots=PLOTS, at=AT, show=["reactions", "trails"], theme="light")
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
