"""The command line: ``bough run``, ``check``, ``compare``, ``choose``, ``calibrate``, ``models``, ``methods``, ``papers`` and ``demo``, each a call of the public functions.

Results go to stdout, as text or with ``--json`` as data; progress, warnings and errors go to stderr. Exit codes: 0 done, 1 failed, 2 asked for in a wrong way, 130 interrupted.
"""

from __future__ import annotations

import inspect
import json
import os
import re
import shutil
import sys
import textwrap
import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

import bough as bo
from bough.extras import need
from bough.formulations import ALIASES
from bough.mechanism.checks import printable
from bough.mechanism.expressions import constant
from bough.models.catalogue import machine_files
from bough.models.texts import KINDS
from bough.solvers import SOLVERS

FAILED, WRONG, INTERRUPTED = 1, 2, 130
USUAL_DURATION = 10.0  # seconds

app = typer.Typer(
    help="Rigid multibody dynamics in every form of the equations of motion.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


# --- what goes to stderr ------------------------------------------------------------------------------------------------


# what the functions call an option, as in step=… or solver='udu'
_ARGUMENT = re.compile(
    r"\b(duration|every|step|longest_step|formulation|solver|integrator|checkpoint|floating)=('?)([^\s';,.)]+)\2"
)


def worded(what: object) -> str:
    """A message in one line, in the words of the command line."""

    def as_option(found: re.Match[str]) -> str:
        name = "form" if found[1] == "formulation" else found[1].replace("_", "-")
        return f"--{name}" if found[3] == "True" else f"--{name} {found[3]}"

    return printable(_ARGUMENT.sub(as_option, " ".join(str(what).split())))


def say(what: object) -> None:
    """One line on stderr."""
    print("bough:", worded(what), file=sys.stderr, flush=True)


@contextmanager
def told() -> Iterator[None]:
    """Warnings and errors of bough in one sentence each, all errors of a model's file among them, with the exit code that belongs to them."""
    with warnings.catch_warnings():
        warnings.simplefilter("always", bo.BoughWarning)
        warnings.showwarning = lambda message, *where, **more: say(f"warning: {message}")
        try:
            yield
        except bo.ModelError as error:
            wrong = [finding for finding in error.findings if finding.severity == "error"]
            for finding in wrong:  # as compilers tell it, so that editors find the place
                print(worded(finding), file=sys.stderr)
            say(f"the model cannot be used: {len(wrong)} error{'s' if len(wrong) > 1 else ''}.")
            raise typer.Exit(FAILED) from None
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
    """``elbow=0.5``, ``elbow=30*deg`` and ``wrist=1,0,0,0`` as numbers by name."""
    values: dict[str, float | list[float]] = {}
    for text in given:
        name, _, numbers = text.rpartition("=")
        try:
            found = [constant(number) for number in numbers.split(",")]
        except bo.MechanismError:
            found = []
        if not name or not found:
            raise bo.StateError(f"{option} takes a name and a number, as in {option} elbow=0.5, not '{text}'.")
        if name in values:
            raise bo.StateError(f"{option} gives '{name}' twice; give it once.")
        values[name] = found[0] if len(found) == 1 else found
    return values or None


def several_runs(mechanism: bo.Mechanism, values: dict[str, float | list[float]] | None) -> list[str]:
    """Those coordinates or velocities that have a number for each of several runs."""
    single = {*mechanism.q_names, *mechanism.u_names}
    return [name for name, value in (values or {}).items() if isinstance(value, list) and name in single]


def check_target(option: str, path: Path | None, kind: str = "", *endings: str) -> None:
    """Refuse a file that cannot be written before the work is done, not after; ``kind``: one that needs an extra."""
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
    if kind:
        need(kind)


def completed(names: Callable[[], Iterable[str]]) -> Callable[[str], list[str]]:
    """For shells: the names that begin with what is typed."""

    def complete(incomplete: str) -> list[str]:
        return [name for name in names() if name.startswith(incomplete)]

    return complete


def model_names() -> list[str]:
    return [*(kind.example for kind in KINDS.values()), *machine_files()]


def form_names() -> list[str]:
    return ["auto", *(form.name for form in bo.formulations() if form.name != "kinetostatics"), *ALIASES]


Model = Annotated[
    str,
    typer.Argument(
        help="A kind with its numbers, chain:20; a machine by name; or a file: .toml, .urdf, .xml. See bough models.",
        autocompletion=completed(model_names),
    ),
]
Floating = Annotated[bool, typer.Option("--floating", help="The root of a URDF is free, not fixed to the ground.")]
NoForces = Annotated[bool, typer.Option("--no-forces", help="Leave out what a file has of forces, limits, damping.")]
Start = Annotated[
    list[str],
    typer.Option("--q0", metavar="NAME=X", help="A coordinate at the start; repeat for more."),
]
Speeds = Annotated[list[str], typer.Option("--u0", metavar="NAME=X", help="A velocity at the start; repeat for more.")]
Step = Annotated[float | None, typer.Option(metavar="S", help="Step, for integrators that do not choose it.")]
Json = Annotated[bool, typer.Option("--json", help="Data instead of text.")]


class Asked(NamedTuple):
    """A model as it was asked for."""

    model: str
    floating: bool
    forces: bool

    def mechanism(self) -> bo.Mechanism:
        return bo.model(self.model, floating=self.floating, forces=self.forces)

    def report(self) -> bo.Report:
        return bo.check(self.model, floating=self.floating, forces=self.forces)


def takes_model(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command, in place of its first parameter, a model and the options that say how its file is read."""

    def with_model(*, model: Model, floating: Floating = False, no_forces: NoForces = False, **options: Any) -> None:
        command(Asked(model, floating, not no_forces), **options)

    model, *reading, _ = inspect.signature(with_model, eval_str=True).parameters.values()
    _, *own = inspect.signature(command, eval_str=True).parameters.values()
    merged = [model, *own[:-1], *reading, *own[-1:]]  # --json last
    parameters = [parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY) for parameter in merged]
    with_model.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    with_model.__name__, with_model.__doc__ = command.__name__, command.__doc__
    return with_model


# --- what comes out -----------------------------------------------------------------------------------------------------------


def show(data: dict[str, Any]) -> None:
    """Data as JSON on stdout."""
    print(json.dumps(data, indent=2, ensure_ascii=False, allow_nan=False))


def tell(text: object) -> None:
    """Text on stdout; names in it may come from anywhere."""
    print("\n".join(map(printable, str(text).split("\n"))))


def listed(parts: Mapping[str, Mapping[str, str]]) -> None:
    """Names with a line on each, under headings. On a terminal long lines continue below their beginning; in a pipe a line is a line."""
    left = max(len(name) for part in parts.values() for name in part) + 4
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else sys.maxsize
    for heading, part in parts.items():
        print(heading)
        for name, text in part.items():
            print(textwrap.fill(f"  {name}".ljust(left) + text, max(width, left + 20), subsequent_indent=" " * left))


def write(
    found: bo.Trajectory, output: Path | None, csv: Path | None, plot: Path | None, animate: Path | None
) -> tuple[list[str], bool]:
    """(files written, whether one could not be): what fails does not keep the others from being written."""
    jobs = (
        (output, found.save),
        (csv, found.to_csv),
        (plot, lambda path: found.plot("overview", path=path)),
        (animate, found.animate),
    )
    files, unwritten = [], False
    for path, job in jobs:
        if path is None:
            continue
        try:
            job(path)
            files.append(str(path))
        except bo.BoughError as error:
            say(error)
            unwritten = True
    return files, unwritten


def advice(mechanism: bo.Mechanism) -> str:
    """What to do about a mechanism that stays at rest."""
    if not mechanism.n:
        return "has no degrees of freedom; see bough check."
    # (half of a quaternion is none)
    q = next((name for name, unit in zip(mechanism.q_names, mechanism.q_units, strict=True) if unit != "1"), None)
    start = f"--q0 {q}=0.5" if q else f"--u0 {mechanism.u_names[0]}=0.5"
    return f"is at rest where it stays; give a start, such as {start}."


# --- commands -----------------------------------------------------------------------------------------------------------------


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


@app.command(no_args_is_help=True)
@takes_model
def run(
    asked: Asked,
    duration: Annotated[
        float | None, typer.Option(metavar="S", help="Seconds.", show_default="the model's, or 10")
    ] = None,
    every: Annotated[
        float | None, typer.Option(metavar="S", help="Seconds between states that are kept.", show_default="501 states")
    ] = None,
    q0: Start = [],  # noqa: B006
    u0: Speeds = [],  # noqa: B006
    form: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Form of the equations.",
            autocompletion=completed(form_names),
            show_default="the model's, or auto",
        ),
    ] = None,
    solver: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="Solver, for forms that leave one.", autocompletion=completed(lambda: SOLVERS)
        ),
    ] = None,
    integrator: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Integrator.",
            autocompletion=completed(bo.integrators),
            show_default="the model's, or dop853",
        ),
    ] = None,
    step: Step = None,
    longest_step: Annotated[
        float | None, typer.Option(metavar="S", help="Bound of the steps, for integrators that choose them.")
    ] = None,
    rtol: Annotated[
        float | None, typer.Option(metavar="X", help="Relative tolerance.", show_default="the model's, or 1e-9")
    ] = None,
    atol: Annotated[
        float | None, typer.Option(metavar="X", help="Absolute tolerance.", show_default="the model's, or 1e-11")
    ] = None,
    output: Annotated[Path | None, typer.Option(metavar="FILE.nc", help="Write everything, as netCDF.")] = None,
    csv: Annotated[Path | None, typer.Option(metavar="FILE.csv", help="Write the states, as a table.")] = None,
    plot: Annotated[Path | None, typer.Option(metavar="FILE.png", help="Draw states, energy and reactions.")] = None,
    animate: Annotated[Path | None, typer.Option(metavar="FILE.gif", help="Draw the moving mechanism.")] = None,
    checkpoint: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Keep what it takes to go on after a crash, by the same command."),
    ] = None,
    checkpoint_every: Annotated[float, typer.Option(metavar="S", help="Seconds of work between checkpoints.")] = 10.0,
    threads: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="For several runs at once.", show_default="all cores")
    ] = None,
    as_json: Json = False,
) -> None:
    """Simulate a mechanism.

    It starts where the model says, or with all coordinates neutral and at rest, but for what --q0 and --u0 say. A ball joint takes four numbers: --q0 link1=1,0,0,0; several numbers for one coordinate, --q0 link1=0.1,0.2,0.3, make as many runs.

    Ctrl-C or SIGTERM ends a run and keeps what is there. Forms, solvers and integrators: bough methods.
    """
    from bough.simulation.results.summary import summary, summary_text

    with told():
        mechanism = asked.mechanism()
        if duration is None and "duration" not in mechanism.settings:
            duration = USUAL_DURATION
        start, speeds = values_of("--q0", q0), values_of("--u0", u0)
        check_target("--output", output, "netCDF files", ".nc")
        check_target("--csv", csv)
        check_target("--plot", plot, "plots", ".png", ".pdf", ".svg")
        check_target("--animate", animate, "films", ".gif", ".mp4")
        several = [name for values in (start, speeds) for name in several_runs(mechanism, values)]
        if animate and several:
            raise bo.StateError(f"--animate draws one motion, but '{several[0]}' has several numbers; give one.")
        begun = time.perf_counter()
        found = bo.simulate(
            mechanism, duration, every=every, q0=start, u0=speeds, formulation=form, solver=solver, integrator=integrator,
            step=step, longest_step=longest_step, rtol=rtol, atol=atol, checkpoint=checkpoint, checkpoint_every=checkpoint_every, threads=threads, on_failure="return",
        )  # fmt: skip
        seconds = time.perf_counter() - begun
        files, unwritten = write(found, output, csv, plot, animate)
        brief = summary(found)
        if as_json:
            show({"model": asked.model, **brief, "seconds": seconds, "files": files})
        else:
            tell(summary_text(found, brief, seconds, files))
        statuses, messages = ([x] if isinstance(x, str) else list(x) for x in (found.status, found.message))
        if "failed" in statuses:
            say(messages[statuses.index("failed")])
        elif statuses == ["completed"] and found.runs is None and brief["energy"]["kinetic"] == 0.0:
            say(f"nothing moves: '{mechanism.name}' {advice(mechanism)}")
    if "interrupted" in statuses:
        raise typer.Exit(INTERRUPTED)
    if "failed" in statuses or unwritten:
        raise typer.Exit(FAILED)


@app.command(no_args_is_help=True)
@takes_model
def compare(
    asked: Asked,
    duration: Annotated[float, typer.Option(metavar="S", help="Seconds.")] = 1.0,
    q0: Start = [],  # noqa: B006
    u0: Speeds = [],  # noqa: B006
    step: Annotated[
        float | None, typer.Option(metavar="S", help="Length of the steps.", show_default="for six digits at the end")
    ] = None,
    form: Annotated[
        list[str],
        typer.Option(
            metavar="NAME",
            help="Only this form, or form+solver; repeat for more.",
            autocompletion=completed(form_names),
            show_default="all",
        ),
    ] = [],  # noqa: B006
    patience: Annotated[float, typer.Option(metavar="S", help="Leave out runs that would take longer.")] = 30.0,
    as_json: Json = False,
) -> None:
    """Run one motion by every form and solver that fits: do they agree, what do they cost, does energy stay?

    Without --q0 and --u0 it starts where the model says, or at a random state. The first time, every form is compiled, for some minutes in all.
    """
    with told():
        found = bo.compare(
            asked.mechanism(), duration, q0=values_of("--q0", q0), u0=values_of("--u0", u0), step=step, forms=form or None,
            patience=patience,
        )  # fmt: skip
        if as_json:
            show(found.to_dict())
        else:
            tell(found)
    if found.agrees is False:
        raise typer.Exit(FAILED)


@app.command(no_args_is_help=True)
@takes_model
def choose(
    asked: Asked,
    states: Annotated[int, typer.Option(metavar="N", min=1, help="States that are evaluated at once.")] = 1,
    threads: Annotated[int, typer.Option(metavar="N", min=1, help="Cores for several states.")] = 1,
    measure: Annotated[bool, typer.Option("--measure", help="Time the best few instead of estimating them.")] = False,
    momenta: Annotated[bool, typer.Option("--momenta", help="Hamiltonian forms.")] = False,
    solver: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Only forms with this one.", autocompletion=completed(lambda: SOLVERS)),
    ] = None,
    as_json: Json = False,
) -> None:
    """Rank the forms of the equations for a mechanism, the fastest first, and say why.

    It is what --form auto goes by: counted operations times the rates of this machine, which bough calibrate measures.
    """
    with told():
        found = bo.choose(
            asked.mechanism(), states, "measure" if measure else "estimate", solver=solver, threads=threads,
            gives="canonical rates" if momenta else "accelerations",
        )  # fmt: skip
        if as_json:
            show(found.to_dict())
        else:
            tell(found)


@app.command(no_args_is_help=True)
@takes_model
def check(
    asked: Asked,
    strict: Annotated[bool, typer.Option("--strict", help="Exit with 1 on warnings as well.")] = False,
    as_json: Json = False,
) -> None:
    """Explain a model: what is wrong or odd about it, its tree, masses and forces, and which forms of the equations serve it.

    Exits with 1 if the model has errors. Nothing is compiled.
    """
    with told():
        found = asked.report()
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


@app.command()
def models(as_json: Json = False) -> None:
    """List the models that go by name, a line each: kinds with their numbers, and the machines of the catalogue."""
    kinds = {kind.example: kind.summary for kind in KINDS.values()}
    machines = bo.catalogue()
    if as_json:
        show({"kinds": kinds, "machines": machines})
        return
    files = {".toml, .urdf, .xml, .mjcf": "bough's own format, URDF, and MJCF, by the path of the file"}
    parts = {"kinds, with numbers": kinds, "machines": machines, "files": files}
    listed({heading: part for heading, part in parts.items() if part})


@app.command()
def calibrate(as_json: Json = False) -> None:
    """Measure how fast this machine does each kind of work, for choose and --form auto, and keep that for this user.

    It takes some seconds, and the first time a minute more, until four forms are compiled.
    """
    from bough.choice.rates import rates_file
    from bough.simulation.run.progress import progress_bar

    with told():
        with progress_bar(None, "measuring this machine") as report:
            found = bo.calibrate(report)
        if as_json:
            show({"one": dict(found.one), "lanes": dict(found.lanes), "threads": found.threads, "origin": found.origin})
        else:
            print(f"Rates {found.origin}; kept in {rates_file()}.")


@app.command()
def methods(as_json: Json = False) -> None:
    """List forms of the equations, solvers and integrators, a line each."""
    forms = [
        {
            "name": form.name, "aliases": form.aliases, "gives": form.gives, "solvers": form.solvers,
            "summary": form.summary, "reference": form.reference,
        }
        for form in bo.formulations()
    ]  # fmt: skip
    if as_json:
        show(
            {
                "forms": forms,
                "solvers": {name: solver.summary for name, solver in SOLVERS.items()},
                "integrators": bo.integrators(),
            }
        )
        return
    lines = {
        "forms of the equations, with their solvers": {
            ", ".join((form.name, *form.aliases)): form.summary
            + (f" [{', '.join(form.solvers)}]" if form.solvers else "")
            for form in bo.formulations()
        },
        "solvers": {name: solver.summary for name, solver in SOLVERS.items()},
        "integrators": bo.integrators(),
    }
    listed(lines)


@app.command()
def papers(
    output: Annotated[Path, typer.Option(metavar="FOLDER", help="Where tables, pictures and the page go.")] = Path(
        "papers"
    ),
    quick: Annotated[
        bool, typer.Option("--quick", help="Small grids and short measurements: a minute in all.")
    ] = False,
    only: Annotated[
        list[str],
        typer.Option(
            metavar="NAME", help="Only this paper, A, or exhibit, 'A table 2'; repeat for more.", show_default="all"
        ),
    ] = [],  # noqa: B006
) -> None:
    """Make the tables and figures of the four papers anew, and set the printed numbers beside ours.

    A page, index.html, shows them all, and says of each statement whether it holds today. The first time kernels are compiled, for some minutes. Ctrl-C keeps what is made.
    """
    with told():
        try:
            print(bo.papers(output, quick=quick, only=only))
        except KeyboardInterrupt:
            say(f"interrupted; what was made so far is in '{output}'.")
            raise typer.Exit(INTERRUPTED) from None


@app.command()
def demo(
    output: Annotated[Path, typer.Option(metavar="FOLDER", help="Where results go.")] = Path("demo"),
) -> None:
    """Describe a machine, weigh every form of its equations, move it, and draw it."""
    from bough.demo.running import main as job

    with told():
        job(output)
