"""``bough demo``: one machine from its description to a film."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bough.cli.telling import told

Output = Annotated[Path, typer.Option(metavar="FOLDER", help="Folder for the results.")]


def demo(output: Output = Path("demo")) -> None:
    """Describe a machine, compare forms of its equations, simulate it, and draw it."""
    from bough.demo.running import main as job

    with told():
        job(output)
