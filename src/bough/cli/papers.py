"""``bough papers``: the papers' tables and figures."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import bough as bo
from bough.cli.telling import INTERRUPTED, say, told

Output = Annotated[Path, typer.Option(metavar="FOLDER", help="Where tables, pictures and the page go.")]
Quick = Annotated[bool, typer.Option("--quick", help="Small grids and short measurements: a minute in all.")]
Only = Annotated[
    list[str],
    typer.Option(
        metavar="NAME", help="Only this paper, A, or exhibit, 'A table 2'; repeat for more.", show_default="all"
    ),
]


def papers(output: Output = Path("papers"), quick: Quick = False, only: Only = []) -> None:  # noqa: B006
    """Make the tables and figures of the four papers anew, and set the printed numbers beside ours.

    A page, index.html, shows them all, and says of each statement whether it holds today. The first time kernels are compiled, for some minutes. Ctrl-C keeps what is made.
    """
    with told():
        try:
            print(bo.papers(output, quick=quick, only=only))
        except KeyboardInterrupt:
            say(f"interrupted; what was made so far is in '{output}'.")
            raise typer.Exit(INTERRUPTED) from None
