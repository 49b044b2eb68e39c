"""Draws excavator.gif: the excavator's work as a film. python docs/pictures/film.py"""

from pathlib import Path

import bough as bo


def main() -> None:
    run = bo.simulate(bo.model("excavator"), progress=False)
    run.animate(Path(__file__).with_name("excavator.gif"), fps=10, size=(480, 300), speed=1.5)


if __name__ == "__main__":
    main()
