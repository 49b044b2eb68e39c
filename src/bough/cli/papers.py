"""``bough papers``: the papers' tables and figures."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import bough as bo
from bough.cli.telling import INTERRUPTED, say, told

Output = Annotated[Path, typer.Option(metavar="FOLDER", help="Folder for tables, pictures and the page.")]
Quick = Annotated[bool, typer.Option("--quick", help="Small grids and short measurements: a minute in all.")]
Only = Annotated[
    list[str],
    typer.Option(
        metavar="NAME", help="Only this paper, A, or exhibit, 'A table 2'; repeat for more.", show_default="all"
    ),
]


def papers(output: Output = Path("papers"), quick: Quick = False, only: Only = []) -> None:  # noqa: B006
    """Reproduce the tables and figures of the four papers, and show the printed numbers beside ours.

    The page index.html shows all of them, and whether each statement holds today.

    The first time it compiles kernels, which takes some minutes. Ctrl-C keeps what is finished.
    """
    with told():
        try:
            print(bo.methods.papers(output, quick=quick, only=only))
        except KeyboardInterrupt:
            say(f"interrupted; what was made so far is in '{output}'.")
            raise typer.Exit(INTERRUPTED) from None
