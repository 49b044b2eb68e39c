"""The command line: ``bough run``, ``compare``, ``methods`` and ``demo``, each a call of the public functions.

Results go to stdout, as text or with ``--json`` as data; progress, warnings and errors go to stderr. Exit codes: 0 done, 1 failed, 2 asked for in a wrong way, 130 interrupted.
"""

from __future__ import annotations

import json
import os
import sys
import time
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

import bough as bo
from bough.formulations import ALIASES
from bough.models import KINDS
from bough.solvers import SOLVERS

FAILED, WRONG, INTERRUPTED = 1, 2, 130

app = typer.Typer(
    help="Rigid multibody dynamics in every form of the equations of motion.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def main() -> None:
    """What ``bough`` on a command line does."""
    app(prog_name="bough")


# --- what goes to stderr ------------------------------------------------------------------------------------------------


def say(what: object) -> None:
    """One line on stderr."""
    print("bough:", " ".join(str(what).split()), file=sys.stderr, flush=True)


@contextmanager
def told() -> Iterator[None]:
    """Warnings and errors of bough in one sentence each, with the exit code that belongs to them."""
    with warnings.catch_warnings():
        warnings.simplefilter("always", bo.BoughWarning)
        warnings.showwarning = lambda message, *where, **more: say(f"warning: {message}")
        try:
            yield
        except (bo.MechanismError, bo.StateError, bo.UnsupportedError) as error:
            say(error)
            raise typer.Exit(WRONG) from None
        except bo.BoughError as error:
            say(error)
            raise typer.Exit(FAILED) from None
        except KeyboardInterrupt:
            say("interrupted before there was a result.")
            raise typer.Exit(INTERRUPTED) from None


# --- what is given as text ------------------------------------------------------------------------------------------------


def values_of(option: str, given: Iterable[str]) -> dict[str, float | list[float]] | None:
    """``elbow=0.5`` and ``wrist=1,0,0,0`` as numbers by name."""
    values: dict[str, float | list[float]] = {}
    for text in given:
        name, _, numbers = text.rpartition("=")
        try:
            found = [float(number) for number in numbers.split(",")]
        except ValueError:
            found = []
        if not name or not found:
            raise bo.StateError(f"{option} takes a name and a number, as in {option} elbow=0.5, not '{text}'.")
        if name in values:
            raise bo.StateError(f"{option} gives '{name}' twice; give it once.")
        values[name] = found[0] if len(found) == 1 else found
    return values or None


def check_target(option: str, path: Path | None, *endings: str) -> None:
    """Refuse a file that cannot be written before the work is done, not after."""
    if path is None:
        return
    if endings and path.suffix.lower() not in endings:
        raise bo.StateError(f"{option} {path}: give a name that ends with {' or '.join(endings)}.")
    if path.is_dir():
        raise bo.StateError(f"{option} {path}: that is a folder; give the name of a file.")
    if not path.parent.is_dir():
        raise bo.StateError(f"{option} {path}: there is no folder '{path.parent}'; make it, or choose another.")
    if not os.access(path.parent, os.W_OK):
        raise bo.StateError(f"{option} {path}: nothing can be written to '{path.parent}'; choose another folder.")


def completed(names: Callable[[], Iterable[str]]) -> Callable[[str], list[str]]:
    """For shells: the names that begin with what is typed."""

    def complete(incomplete: str) -> list[str]:
        return [name for name in names() if name.startswith(incomplete)]

    return complete


def model_names() -> list[str]:
    return [kind.example for kind in KINDS.values()]


def form_names() -> list[str]:
    return ["auto", *(form.name for form in bo.formulations() if form.name != "kinetostatics"), *ALIASES]


Model = Annotated[
    str, typer.Argument(metavar="MODEL", help=", ".join(model_names()), autocompletion=completed(model_names))
]
Duration = Annotated[float, typer.Option(metavar="S", help="Seconds.")]
Start = Annotated[
    list[str],
    typer.Option("--q0", metavar="NAME=X", help="A coordinate at the start; repeat for more."),
]
Speeds = Annotated[
    list[str], typer.Option("--u0", metavar="NAME=X", help="A velocity at the start; repeat for more.")
]
Step = Annotated[float | None, typer.Option(metavar="S", help="Step, for integrators that do not choose it.")]
Json = Annotated[bool, typer.Option("--json", help="Data instead of text.")]


# --- commands -----------------------------------------------------------------------------------------------------------------


@app.callback()
def common(
    version: Annotated[bool, typer.Option("--version", help="Print the version and stop.")] = False,
) -> None:
    pass


@app.command(no_args_is_help=True)
def run(
    model: Model,
    duration: Duration = 10.0,
    every: Annotated[
        float | None, typer.Option(metavar="S", help="Seconds between states that are kept.", show_default="501 states")
    ] = None,
    q0: Start = [],  # noqa: B006
    u0: Speeds = [],  # noqa: B006
    form: Annotated[
        str, typer.Option(metavar="NAME", help="Form of the equations.", autocompletion=completed(form_names))
    ] = "auto",
    solver: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Solver, for forms that leave one.", autocompletion=completed(lambda: SOLVERS)),
    ] = None,
    integrator: Annotated[
        str, typer.Option(metavar="NAME", help="Integrator.", autocompletion=completed(bo.integrators))
    ] = "dop853",
    step: Step = None,
    rtol: Annotated[float, typer.Option(metavar="X", help="Relative tolerance.")] = 1e-8,
    atol: Annotated[float, typer.Option(metavar="X", help="Absolute tolerance.")] = 1e-10,
    output: Annotated[Path | None, typer.Option(metavar="FILE.nc", help="Write everything, as netCDF.")] = None,
    csv: Annotated[Path | None, typer.Option(metavar="FILE.csv", help="Write the states, as a table.")] = None,
    plot: Annotated[Path | None, typer.Option(metavar="FILE.png", help="Draw states, energy and reactions.")] = None,
    animate: Annotated[Path | None, typer.Option(metavar="FILE.gif", help="Draw the moving mechanism.")] = None,
    checkpoint: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Keep what it takes to go on after a crash, by the same command.")
    ] = None,
    threads: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="For several runs at once.", show_default="all cores")
    ] = None,
    as_json: Json = False,
) -> None:
    """Simulate a mechanism.

    It starts with all coordinates neutral and at rest, but for what --q0 and --u0 say. A ball joint takes four numbers: --q0 link1=1,0,0,0; several
    numbers for one coordinate, --q0 link1=0.1,0.2,0.3, make as many runs. Ctrl-C ends a run and keeps what is there. Forms, solvers and
    integrators: bough methods.
    """
    from bough.simulation.summary import summary, summary_text

    with told():
        mechanism = bo.model(model)
        start, speeds = values_of("--q0", q0), values_of("--u0", u0)
        check_target("--output", output)
        check_target("--csv", csv)
        check_target("--plot", plot, ".png", ".pdf", ".svg")
        check_target("--animate", animate, ".gif", ".mp4")
        begun = time.perf_counter()
        found = bo.simulate(
            mechanism, duration, every=every, q0=start, u0=speeds, formulation=form, solver=solver, integrator=integrator,
            step=step, rtol=rtol, atol=atol, checkpoint=checkpoint, threads=threads, on_failure="return",
        )  # fmt: skip
        seconds = time.perf_counter() - begun
        files, unwritten = write(found, output, csv, plot, animate)
        brief = summary(found)
        if as_json:
            show({"model": model, **brief, "seconds": seconds, "files": files})
        else:
            print(summary_text(found, brief, seconds, files))
        statuses, messages = ([x] if isinstance(x, str) else list(x) for x in (found.status, found.message))
        if "failed" in statuses:
            say(messages[statuses.index("failed")])
        elif not any(np_any(found)):
            say(
                f"nothing moves: '{mechanism.name}' is at rest where it stays; give a start, such as --q0 {mechanism.q_names[0]}=0.5."
            )
    if "interrupted" in statuses:
        raise typer.Exit(INTERRUPTED)
    if "failed" in statuses or unwritten:
        raise typer.Exit(FAILED)
