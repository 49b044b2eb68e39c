"""Shared by the examples: their command line, and pictures in bough's style."""

import argparse
import inspect
from contextlib import contextmanager
from pathlib import Path

import matplotlib as mpl
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from bough.simulation.draw.plots import COLOURS, INK, MUTED, PALE, label_ends, look

__all__ = ["COLOURS", "INK", "MUTED", "PALE", "label_ends", "picture", "run"]


def run(main) -> None:
    """Run an example from the command line."""
    path = Path(inspect.getfile(main))
    folder = Path("demo") / path.stem
    parser = argparse.ArgumentParser(description=main.__globals__["__doc__"].partition("\n")[0])
    parser.add_argument(
        "--output", type=Path, default=folder, metavar="FOLDER", help=f"folder for pictures (default: {folder})"
    )
    folder = parser.parse_args().output
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        parser.error(f"cannot write to '{folder}': {error.strerror}; choose another folder with --output.")
    main(folder)
    print(f"pictures: {folder}/")


@contextmanager
def picture(path, size, rows=1, columns=1, **options):
    """Axes to draw on; the picture is written at the end of the block."""
    with mpl.rc_context(look()):
        figure = Figure(figsize=size, layout="constrained")
        FigureCanvasAgg(figure)
        yield figure.subplots(rows, columns, **options)
        figure.savefig(path)
