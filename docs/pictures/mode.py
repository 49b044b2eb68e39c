"""Draws mode.png: a mode of the crane as the player shows it. python docs/pictures/mode.py (needs playwright)"""

from pathlib import Path

from screenshot import draw

import bough as bo

SIZE, MODE = (1100, 640), 8


def main() -> None:
    run = bo.linearise(bo.model("crane"), "equilibrium").modes()[MODE].trajectory()
    draw(run, Path(__file__).with_suffix(".png"), SIZE, show=["trails"], at=0.0)


if __name__ == "__main__":
    main()
