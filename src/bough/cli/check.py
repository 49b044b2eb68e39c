"""``bough check``: explain a model."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import typer

from bough.cli.options import Asked, Json, takes_model
from bough.cli.telling import FAILED, by_options, show, told

Strict = Annotated[bool, typer.Option("--strict", help="Exit with 1 on warnings, too.")]


@takes_model
def check(asked: Asked, strict: Strict = False, as_json: Json = False) -> None:
    """Explain a model: errors and warnings, its tree, masses and forces, and the forms of the equations that fit.

    Exits with 1 if the model has errors. Nothing is compiled.
    """
    with told():
        found = asked.report()
        found.findings = tuple(replace(one, message=by_options(one.message)) for one in found.findings)
        if as_json:
            show(found.to_dict())
        else:
            from rich.console import Console

            console = Console(highlight=False)
            if console.is_terminal:
                console.print(found)
            else:
                print(found)
    if found.mechanism is None or (strict and found.count("warning")):
        raise typer.Exit(FAILED)
