"""The application: every command, from the file of its name."""

from __future__ import annotations

from typing import Annotated

import typer

import bough as bo
from bough.cli.calibrate import calibrate
from bough.cli.check import check
from bough.cli.choose import choose
from bough.cli.compare import compare
from bough.cli.demo import demo
from bough.cli.export import Export, export
from bough.cli.helping import Command, Group
from bough.cli.methods import methods
from bough.cli.models import models
from bough.cli.papers import papers
from bough.cli.plot import plot
from bough.cli.resting import equilibrium, modes
from bough.cli.run import run
from bough.cli.study import study
from bough.cli.view import view

app = typer.Typer(
    cls=Group,
    help="Rigid multibody dynamics in every form of the equations of motion.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in (
    run,
    equilibrium,
    modes,
    view,
    plot,
    study,
    compare,
    choose,
    check,
):  # those that take a model or a file
    app.command(no_args_is_help=True, cls=Command)(command)
app.command(no_args_is_help=True, cls=Export)(export)
for command in (models, calibrate, methods, papers, demo):
    app.command(cls=Command)(command)


def show_version(wanted: bool) -> None:
    if wanted:
        print("bough", bo.__version__)
        raise typer.Exit


@app.callback()
def common(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version.", callback=show_version, is_eager=True)
    ] = False,
) -> None:
    pass
