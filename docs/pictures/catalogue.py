"""Draws catalogue.png: every machine of the catalogue in the midst of its motion, with the way of its last body. python docs/pictures/catalogue.py"""

from pathlib import Path

from PIL import Image

import bough as bo
from bough.simulation.draw.animation import Film

COLUMNS, SIZE = 3, (400, 300)


def main() -> None:
    names = list(bo.catalogue())
    whole = Image.new("RGB", (COLUMNS * SIZE[0], -(-len(names) // COLUMNS) * SIZE[1]), "white")
    for k, name in enumerate(names):
        run = bo.simulate(bo.model(name), progress=False)
        whole.paste(Film(run, SIZE).still(0.4 * run.duration), (SIZE[0] * (k % COLUMNS), SIZE[1] * (k // COLUMNS)))
    whole.quantize(256).save(Path(__file__).with_suffix(".png"), optimize=True)


if __name__ == "__main__":
    main()
