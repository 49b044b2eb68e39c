"""``bough plot``: quantities of a saved run, by name."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import bough as bo
from bough.cli.options import Json, check_target
from bough.cli.saved import NAMES, Axes, Run, list_quantities, saved_run
from bough.cli.telling import show, tell, told

Saved = Annotated[str, typer.Argument(metavar="RUN.nc", help="A saved run.", show_default=False)]
Names = Annotated[
    list[str] | None,
    typer.Argument(metavar="NAME", help=f"{NAMES} Or a word: states, energy, reactions, overview."),
]
Output = Annotated[
    Path | None, typer.Option(metavar="FILE.png", help="Where to draw (.png, .pdf, .svg).", show_default="RUN.png")
]


def plot(
    saved: Saved, names: Names = None, output: Output = None, axes: Axes = None, run: Run = None, as_json: Json = False
) -> None:
    """Draw quantities of a saved run over time, in a panel for each unit.

    Without names, it lists what there is, with units.
    """
    from bough.simulation.draw.plots import PLOTS

    with told():
        motion = saved_run(saved, run)
        if not names:
            if output is not None:
                raise bo.errors.StateError(
                    "--output needs names of what to draw, such as energy; bough plot RUN.nc lists them."
                )
            if as_json:
                show({"quantities": motion.quantities()})
            else:
                list_quantities(motion)
            return
        target = output or Path(saved).with_suffix(".png")
        check_target("--output", target, "plots", ".png", ".pdf", ".svg")
        motion.plot(names[0] if len(names) == 1 and names[0] in PLOTS else names, path=target, axes=axes)
        if as_json:
            show({"written": [str(target)]})
        else:
            tell(f"written  {target}")
