"""``bough demo``: the main job from end to end."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bough.cli.telling import told

Output = Annotated[Path, typer.Option(metavar="FOLDER", help="Where results go.")]


def demo(output: Output = Path("demo")) -> None:
    """Describe a machine, weigh every form of its equations, move it, and draw it."""
    from bough.demo.running import main as job

    with told():
        job(output)
