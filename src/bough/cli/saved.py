"""Saved runs as arguments, and what is read from them by name; shared by ``plot`` and ``export``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import bough as bo
from bough.cli.telling import listed
from bough.cli.view import kind_of

NAMES = "Quantities by name, such as boom.reaction.force.z, tendon.force or point:hook; bough plot RUN.nc lists them."
Axes = Annotated[
    str | None,
    typer.Option(metavar="AXES", help="Axes of vectors: ground or body.", show_default="the quantity's own"),
]
Run = Annotated[
    int | None, typer.Option("--run", metavar="K", help="Take this of several runs.", show_default="all of them")
]


def saved_run(path: str, chosen: int | None) -> bo.Trajectory:
    """A saved run, or one of several."""
    kind = kind_of(Path(path))
    if kind != "run":
        raise bo.errors.StateError(
            f"'{path}' is a {kind}, not a run; give the .nc file that bough run MODEL --output RUN.nc writes."
        )
    motion = bo.Trajectory.load(path)
    if chosen is None:
        return motion
    if motion.runs is None:
        raise bo.errors.StateError(f"--run chooses among several runs, but '{path}' holds one; leave it out.")
    return motion.select(chosen)


def list_quantities(run: bo.Trajectory) -> None:
    """Print what has a name, by owners, with units."""
    parts: dict[str, dict[str, str]] = {}
    headings = (
        ("q.", "coordinates"),
        ("u.", "velocities"),
        ("u_dot.", "accelerations"),
        ("p.", "momenta"),
        ("tau.", "joint forces"),
    )
    forces = sorted(run.mechanism.forces, key=len, reverse=True)
    for name, unit in run.quantities().items():
        heading = next((words for start, words in headings if name.startswith(start)), None)
        heading = heading or next((f"force {one}" for one in forces if name.startswith(f"{one}.")), None)
        parts.setdefault(heading or name.partition(".")[0], {})[name] = unit
    listed(parts)
