"""``bough export``: a mechanism as C, or as an FMU."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import bough as bo
from bough.cli.options import (
    Asked,
    Json,
    Speeds,
    Start,
    check_target,
    completed,
    form_names,
    solver_names,
    takes_model,
    values_of,
)
from bough.cli.telling import show, tell, told

C = Annotated[Path | None, typer.Option("--c", metavar="FOLDER", help="Write C99, with a program and a Makefile.")]
Fmu = Annotated[Path | None, typer.Option("--fmu", metavar="FILE.fmu", help="Write an FMU.")]
Fmi = Annotated[str, typer.Option(metavar="2.0|3.0", help="Version of FMI.")]
Binary = Annotated[bool, typer.Option(help="Compile the FMU for this machine, or leave it to its user.")]
Parameters = Annotated[
    list[str],
    typer.Option("--parameter", metavar="NAME", help="A number that stays an input, as in boom.mass; repeat for more."),
]
Derivatives = Annotated[bool, typer.Option("--derivatives", help="Write C for derivatives, too.")]
Duration = Annotated[
    float | None,
    typer.Option(
        metavar="S", help="Seconds for which functions of time are needed.", show_default="the model's, or 10"
    ),
]
Step = Annotated[
    float | None, typer.Option(metavar="S", help="Longest time step.", show_default="the model's, or 0.001")
]
Form = Annotated[str, typer.Option(metavar="NAME", help="Form of the equations.", autocompletion=completed(form_names))]
Solver = Annotated[
    str | None,
    typer.Option(metavar="NAME", help="Solver, for forms that need one.", autocompletion=completed(solver_names)),
]


@takes_model
def export(
    asked: Asked,
    c: C = None,
    fmu: Fmu = None,
    fmi: Fmi = "2.0",
    binary: Binary = True,
    duration: Duration = None,
    step: Step = None,
    q0: Start = [],  # noqa: B006
    u0: Speeds = [],  # noqa: B006
    parameters: Parameters = [],  # noqa: B006
    derivatives: Derivatives = False,
    form: Form = "auto",
    solver: Solver = None,
    as_json: Json = False,
) -> None:
    """Write a model for use elsewhere: its equations as C, or as an FMU for model exchange and co-simulation.

    Nothing of bough or Python is needed to use what is written.
    """
    with told():
        if c is None and fmu is None:
            raise bo.StateError("say what to write: give --c FOLDER, --fmu FILE.fmu, or both.")
        check_target("--fmu", fmu, "", ".fmu")
        if derivatives and c is None:
            raise bo.StateError("--derivatives are written as C; give --c FOLDER.")
        mechanism = asked.mechanism()
        if parameters:
            mechanism = mechanism.with_parameters(parameters)
        how = {
            "duration": duration,
            "step": step,
            "q0": values_of("--q0", q0),
            "u0": values_of("--u0", u0),
            "formulation": form,
            "solver": solver,
        }
        files = [] if c is None else list(bo.export_c(mechanism, c, derivatives=derivatives, **how))  # type: ignore[arg-type]
        files += [] if fmu is None else [bo.export_fmu(mechanism, fmu, fmi=fmi, binary=binary, **how)]  # type: ignore[arg-type]
        if as_json:
            show({"written": [str(path) for path in files]})
        else:
            tell("\n".join(f"written  {path}" for path in files))
