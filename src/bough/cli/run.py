"""``bough run``: simulate a mechanism."""

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
    start_of,
    takes_model,
    values_of,
)
from bough.cli.telling import FAILED, INTERRUPTED, say, show, tell, told
from bough.compiled.notice import Spent, Stopwatch

USUAL_DURATION = 10.0  # seconds

Duration = Annotated[float | None, typer.Option(metavar="S", help="Seconds.", show_default="the model's, or 10")]
Every = Annotated[
    float | None, typer.Option(metavar="S", help="Seconds between stored samples.", show_default="501 samples")
]
Form = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="Form of the equations.",
        autocompletion=completed(form_names),
        show_default="the model's, or auto",
    ),
]
Solver = Annotated[
    str | None,
    typer.Option(metavar="NAME", help="Solver, for forms that need one.", autocompletion=completed(solver_names)),
]
Integrator = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="Integrator.",
        autocompletion=completed(lambda: bo.methods.integrators()),
        show_default="the model's, or auto",
    ),
]
Step = Annotated[float | None, typer.Option(metavar="S", help="Time step, for integrators with a fixed step.")]
MaxStep = Annotated[float | None, typer.Option(metavar="S", help="Largest time step, for adaptive integrators.")]
CorrectEvery = Annotated[
    float | None,
    typer.Option(
        metavar="N", help="Integrate eigenvalues of the mass matrix, corrected every N steps (--solver eigen)."
    ),
]
Separation = Annotated[
    float | None, typer.Option(metavar="X", help="Of these eigenvalues; 0 is the paper's method.", show_default="1")
]
Relative = Annotated[
    float | None, typer.Option(metavar="X", help="Relative tolerance.", show_default="the model's, or 1e-9")
]
Absolute = Annotated[
    float | None, typer.Option(metavar="X", help="Absolute tolerance.", show_default="the model's, or 1e-11")
]
Output = Annotated[Path | None, typer.Option(metavar="FILE.nc", help="Write the whole result, as netCDF.")]
Csv = Annotated[Path | None, typer.Option(metavar="FILE.csv", help="Write the states, as a table.")]
Plot = Annotated[Path | None, typer.Option(metavar="FILE.png", help="Draw states, energy and reactions.")]
View = Annotated[
    Path | None, typer.Option(metavar="FILE.html", help="Write a page for the browser that shows the motion.")
]
Animate = Annotated[Path | None, typer.Option(metavar="FILE.gif", help="Draw the motion as a film.")]
Checkpoint = Annotated[
    Path | None,
    typer.Option(metavar="FOLDER", help="Write checkpoints; after a crash, the same command resumes the run."),
]
CheckpointEvery = Annotated[float, typer.Option(metavar="S", help="Seconds of computing between checkpoints.")]
Threads = Annotated[
    int | None, typer.Option(metavar="N", min=1, help="Threads for several runs.", show_default="all cores")
]


@takes_model
def run(
    asked: Asked,
    duration: Duration = None,
    every: Every = None,
    q0: Start = [],  # noqa: B006
    u0: Speeds = [],  # noqa: B006
    form: Form = None,
    solver: Solver = None,
    integrator: Integrator = None,
    step: Step = None,
    max_step: MaxStep = None,
    rtol: Relative = None,
    atol: Absolute = None,
    correct_every: CorrectEvery = None,
    separation: Separation = None,
    output: Output = None,
    csv: Csv = None,
    plot: Plot = None,
    view: View = None,
    animate: Animate = None,
    checkpoint: Checkpoint = None,
    checkpoint_every: CheckpointEvery = 10.0,
    threads: Threads = None,
    as_json: Json = False,
) -> None:
    """Simulate a mechanism.

    It starts at the model's initial state, or at rest with neutral coordinates; --q0 and --u0 override that.

    --q0 equilibrium starts where the model rests. A ball joint takes four numbers: --q0 link1=1,0,0,0. Several numbers for one coordinate make several runs.

    Ctrl-C or SIGTERM ends a run and keeps the results so far. bough methods lists forms, solvers and integrators.
    """
    with told():
        mechanism = asked.mechanism()
        if duration is None and "duration" not in mechanism.settings:
            duration = USUAL_DURATION
        check_target("--output", output, "netCDF files", ".nc")
        check_target("--csv", csv)
        check_target("--plot", plot, "plots", ".png", ".pdf", ".svg")
        check_target("--view", view, "", ".html", ".htm")
        check_target("--animate", animate, "films", ".gif", ".mp4")
        start, speeds = start_of(q0, mechanism), values_of("--u0", u0)
        several = [name for values in (start, speeds) for name in several_runs(mechanism, values)]
        if animate and several:
            raise bo.errors.StateError(f"--animate draws one motion, but '{several[0]}' has several numbers; give one.")
        watch = Stopwatch()
        found = bo.simulate(
            mechanism, duration, every=every, q0=start, u0=speeds, formulation=form, solver=solver, integrator=integrator,
            step=step, max_step=max_step, rtol=rtol, atol=atol, correct_every=correct_every, separation=separation, checkpoint=checkpoint,
            checkpoint_every=checkpoint_every, threads=threads, on_failure="return",
        )  # fmt: skip
        spent = watch.read()
        files, unwritten = write(found, output, csv, plot, view, animate)
        report(asked, found, spent, files, as_json)
    if "interrupted" in (ends := of_runs(found.status)):
        raise typer.Exit(INTERRUPTED)
    if "failed" in ends or unwritten:
        raise typer.Exit(FAILED)


def several_runs(mechanism: bo.Mechanism, values: dict[str, float | list[float]] | None) -> list[str]:
    """The coordinates or velocities with one number for each of several runs."""
    single = {*mechanism.q_names, *mechanism.u_names}
    return [name for name, value in (values or {}).items() if isinstance(value, list) and name in single]


def write(
    found: bo.Trajectory,
    output: Path | None,
    csv: Path | None,
    plot: Path | None,
    view: Path | None,
    animate: Path | None,
) -> tuple[list[str], bool]:
    """(files written, whether any failed); a failure does not stop the others."""
    jobs = (
        (output, found.save),
        (csv, found.to_csv),
        (plot, lambda path: found.plot("overview", path=path)),
        (view, found.view),
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


def report(asked: Asked, found: bo.Trajectory, spent: Spent, files: list[str], as_json: bool) -> None:
    """Print the result, and warn if it failed or if nothing moves."""
    from bough.simulation.results.summary import summary, summary_text

    brief = summary(found)
    if as_json:
        show({"model": asked.model, **brief, **spent._asdict(), "files": files})
    else:
        tell(summary_text(found, brief, spent.seconds, files, spent.compiling))
    if "failed" in (ends := of_runs(found.status)):
        say(of_runs(found.message)[ends.index("failed")])
    elif found.status == "completed" and brief["energy"]["kinetic"] == 0.0:
        say(f"nothing moves: '{found.mechanism.name}' {advice(found.mechanism)}")


def of_runs(words: str | tuple[str, ...]) -> tuple[str, ...]:
    """A status or a message for each run, also for a single motion."""
    return (words,) if isinstance(words, str) else words


def advice(mechanism: bo.Mechanism) -> str:
    """What to do about a mechanism that stays at rest."""
    if not mechanism.n:
        return "has no degrees of freedom; see bough check."
    # (half of a quaternion is not a rotation)
    q = next((name for name, unit in zip(mechanism.q_names, mechanism.q_units, strict=True) if unit != "1"), None)
    start = f"--q0 {q}=0.5" if q else f"--u0 {mechanism.u_names[0]}=0.5"
    return f"stays at rest; give an initial state, such as {start}."
