"""``bough export``: a mechanism as C or as an FMU, or a saved run as a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

import bough as bo
from bough.cli.helping import Command
from bough.cli.options import (
    Asked,
    Json,
    Speeds,
    Start,
    check_target,
    completed,
    form_names,
    solver_names,
    start_of,
    takes_model,
    values_of,
)
from bough.cli.saved import NAMES, Axes, Run, saved_run
from bough.cli.telling import show, tell, told
from bough.cli.view import kind_of

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


Csv = Annotated[
    Path | None, typer.Option("--csv", metavar="[FILE.csv]", help="Of a run: write a table, beside it unless named.")
]
Parquet = Annotated[
    Path | None, typer.Option("--parquet", metavar="[FILE.parquet]", help="Of a run: the same, as Parquet.")
]
Names = Annotated[list[str] | None, typer.Argument(metavar="NAME", help=f"Of a run: {NAMES}")]
Angles = Annotated[bool, typer.Option("--angles", help="Of a run: roll, pitch and yaw in place of quaternions.")]
Units = Annotated[
    bool, typer.Option("--units", help="Of a run: units in the names of columns, as in tendon.force [N].")
]
Every = Annotated[
    float | None, typer.Option(metavar="S", help="Of a run: seconds between rows.", show_default="its samples")
]


class Export(Command):
    """The command, in which the last words of ``bough export RUN.nc --csv`` need no file: the table is beside the run.

    Of what is no run, nothing is written, and the command says so as if there was a file.
    """

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        given = next((Path(word) for word in args if is_run(word)), Path("table"))
        words: list[str] = []
        for word, following in zip(args, [*args[1:], "-"], strict=True):
            words.append(word)
            if word in ("--csv", "--parquet") and following.startswith("-"):
                words.append(str(given.with_suffix(f".{word.removeprefix('--')}")))
        return super().parse_args(ctx, words)


@takes_model
def export(
    asked: Asked,
    names: Names = None,
    csv: Csv = None,
    parquet: Parquet = None,
    axes: Axes = None,
    angles: Angles = False,
    every: Every = None,
    units: Units = False,
    run: Run = None,
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

    Of a saved run (RUN.nc), write a table, as CSV or Parquet: quantities by name, or coordinates and velocities.
    """
    wish = {"axes": axes, "angles": angles, "every": every}
    with told():
        if is_run(asked.model):
            unfit = {"--c": c, "--fmu": fmu, "--derivatives": derivatives or None, "--parameter": parameters or None}
            _refuse(unfit, f"is for models, but '{asked.model}' is a run")
            files = _tables(saved_run(asked.model, run), csv, parquet, names, wish, units)
            _tell_written(files, as_json)
            return
        of_runs: dict[str, object] = {"--csv": csv, "--parquet": parquet, "--run": run, "--units": units or None}
        of_runs |= {f"--{name}": value or None for name, value in wish.items()} | {"a NAME": names or None}
        if kind_of(Path(asked.model)) == "study":
            raise bo.errors.StateError(
                f"'{asked.model}' is the store of a study, and is not exported; for a table of it write in Python "
                f"bough.open_study('{asked.model}').dataset.to_dataframe().to_csv('FILE.csv')."
            )
        _refuse(of_runs, f"is for saved runs (.nc), but '{asked.model}' is a model")
        if c is None and fmu is None:
            raise bo.errors.StateError("say what to write: give --c FOLDER, --fmu FILE.fmu, or both.")
        check_target("--fmu", fmu, "", ".fmu")
        if derivatives and c is None:
            raise bo.errors.StateError("--derivatives are written as C; give --c FOLDER.")
        mechanism = asked.mechanism()
        if parameters:
            mechanism = mechanism.with_parameters(parameters)
        how = {
            "duration": duration,
            "step": step,
            "q0": start_of(q0, mechanism),
            "u0": values_of("--u0", u0),
            "formulation": form,
            "solver": solver,
        }
        files = [] if c is None else list(bo.export_c(mechanism, c, derivatives=derivatives, **how))  # type: ignore[arg-type]
        files += [] if fmu is None else [bo.export_fmu(mechanism, fmu, fmi=fmi, binary=binary, **how)]  # type: ignore[arg-type]
        _tell_written(files, as_json)


def is_run(thing: str) -> bool:
    """Whether it is the path of a saved run."""
    return Path(thing).suffix.lower() == ".nc"


def _refuse(options: Mapping[str, object], why: str) -> None:
    for name, value in options.items():
        if value is not None:
            raise bo.errors.StateError(f"{name} {why}; leave it out.")


def _tables(
    motion: bo.Trajectory,
    csv: Path | None,
    parquet: Path | None,
    names: list[str] | None,
    wish: Mapping[str, Any],
    units: bool,
) -> list[Path]:
    """Write tables of a run."""
    if csv is None and parquet is None:
        raise bo.errors.StateError("say what to write: give --csv FILE.csv, --parquet FILE.parquet, or both.")
    check_target("--csv", csv, "", ".csv")
    check_target("--parquet", parquet, "Parquet files", ".parquet")
    if csv is not None:
        motion.to_csv(csv, names or None, units=units, **wish)
    if parquet is not None:
        motion.to_parquet(parquet, names or None, **wish)
    return [path for path in (csv, parquet) if path is not None]


def _tell_written(files: Sequence[Path], as_json: bool) -> None:
    if as_json:
        show({"written": [str(path) for path in files]})
    else:
        tell("\n".join(f"written  {path}" for path in files))
