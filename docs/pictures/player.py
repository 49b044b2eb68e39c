"""Draws player.png: the page of the excavator's work. python docs/pictures/player.py (needs playwright)"""

from pathlib import Path

from screenshot import draw

import bough as bo
from bough.demo.running import PLOTS

SIZE, AT = (1280, 760), 5.2


def main() -> None:
    run = bo.simulate(bo.model("excavator"), progress=False)
    draw(run, Path(__file__).with_suffix(".png"), SIZE, plots=PLOTS, at=AT, show=["reactions", "trails"])


if __name__ == "__main__":
    main()
