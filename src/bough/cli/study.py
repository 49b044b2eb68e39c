"""``bough study``: many variants of a mechanism, as a file describes them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import bough as bo
from bough.cli.options import Json, check_target, completed
from bough.cli.telling import FAILED, INTERRUPTED, listed, say, show, tell, told
from bough.compiled.notice import Spent, Stopwatch

if TYPE_CHECKING:
    from bough.studies.files.reading import StudyFile


def study_names() -> list[str]:
    from bough.models.catalogue import study_files

    return list(study_files())


File = Annotated[
    str | None,
    typer.Argument(
        metavar="FILE",
        help="A study file (.toml), or the name of a study that comes with bough; see --list.",
        autocompletion=completed(study_names),
        show_default=False,
    ),
]
Store = Annotated[
    Path | None,
    typer.Option(
        metavar="PATH",
        help="Where results are kept: a Zarr folder, or a small netCDF file (.nc).",
        show_default="the file's name with .zarr",
    ),
]
On = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS", help="The scheduler of a Dask cluster, as in tcp://host:8786.", show_default="here"
    ),
]
Workers = Annotated[
    int | None,
    typer.Option(metavar="N", min=1, help="Start N processes on this machine (by Dask), one thread each."),
]
Threads = Annotated[
    int | None, typer.Option(metavar="N", min=1, help="Threads of this process.", show_default="all cores")
]
DryRun = Annotated[
    bool, typer.Option("--dry-run", help="Say how many runs there are, what they take and how long; run a few.")
]
Report = Annotated[Path | None, typer.Option(metavar="FILE.html", help="Write a page with results and pictures.")]
Resume = Annotated[
    bool, typer.Option("--resume", help="Go on where an earlier call ended, as happens anyway; changes nothing.")
]
List = Annotated[bool, typer.Option("--list", help="List the studies that come with bough.")]


def study(
    file: File = None,
    store: Store = None,
    on: On = None,
    workers: Workers = None,
    threads: Threads = None,
    resume: Resume = False,
    dry_run: DryRun = False,
    report: Report = None,
    show_list: List = False,
    as_json: Json = False,
) -> None:
    """Run many variants of a mechanism, as a study file describes them, and keep what it asks for.

    Results are stored as they come. After Ctrl-C, a kill or a crash the same command goes on where it was, and ends
    with the same numbers. A store belongs to one study: if the file changes, delete the store or name another.
    """
    with told("study"):
        if show_list:
            from bough.models.catalogue import studies_listed

            if as_json:
                show({"studies": studies_listed()})
            else:
                listed({"studies": studies_listed()})
            return
        if file is None:
            raise bo.errors.StateError("give a study file, or the name of a study; bough study --list has them.")
        from bough.studies.files.reading import read_study

        described, asked = read_study(file)
        target = store or Path(f"{Path(file).with_suffix('') if Path(file).is_file() else file}.zarr")
        check_target("--report", report, "plots", ".html")
        if dry_run:
            foretell(described, asked, target, as_json)
            return
        found, spent, new = carried_out(asked, target, {"on": on, "workers": workers, "threads": threads})
        if report is not None:
            found.report(report)
        conclude(described.name, found.dataset, target, spent, new, report, as_json)
    if not (found.dataset["status"] == "completed").any():
        raise typer.Exit(FAILED)


def foretell(described: StudyFile, asked: bo.Study, target: Path, as_json: bool) -> None:
    """Say what a study would take."""
    found = asked.estimate()
    there = done_in(target, asked)
    if as_json:
        figures = {name: getattr(found, name) for name in ("runs", "seconds", "memory_bytes", "store_bytes", "pace")}
        show({"study": described.name, "store": str(target), "done": there, **figures})
        return
    tell(f"{described.name}: {described.about}" if described.about else described.name)
    tell(found)
    if there:
        tell(f"{there:,} of {len(asked):,} variants are in '{target}' already.")


def done_in(target: Path, asked: bo.Study) -> int:
    """How many variants of a study a store has."""
    if not target.exists():
        return 0
    from bough.studies.stores.store import open_results

    dataset, header = open_results(target)
    if header["identity"] != json.loads(json.dumps(asked.identity)):
        return 0
    return int((dataset["status"] != "pending").sum())


def carried_out(asked: bo.Study, target: Path, where: dict[str, Any]) -> tuple[bo.results.StudyResult, Spent, int]:
    """(result, time, variants that ran); Ctrl-C says how to go on, and ends the command."""
    there = done_in(target, asked)
    if 0 < there < len(asked):
        say(f"going on: {there:,} of {len(asked):,} variants are in '{target}'.")
    watch = Stopwatch()
    try:
        found = asked.run(target, **where)
    except KeyboardInterrupt:
        there = done_in(target, asked)
        say(f"interrupted: {there:,} of {len(asked):,} variants are in '{target}'; the same command goes on.")
        raise typer.Exit(INTERRUPTED) from None
    return found, watch.read(), len(asked) - there


def conclude(name: str, dataset: Any, target: Path, spent: Spent, new: int, report: Path | None, as_json: bool) -> None:
    """Print what came out, where it is, and how to look at it."""
    from bough.studies.answers.summary import summary, summary_text

    brief = summary(dataset)
    if as_json:
        files = [str(path) for path in (target, report) if path is not None]
        show({"study": name, **brief, "ran": new, **spent._asdict(), "files": files})
        return
    pace = f"{new:,} ran in {spent.text}, {new / max(spent.running, 1e-9):.3g} a second" if new else "all were there"
    tell(f"{name}  {pace}")
    tell(summary_text(brief))
    tell(f"\nstored    {target}" + (f"; page {report}" if report else ""))
    page = "" if report else "; here, --report study.html writes a page"
    tell(f"next      in Python, result = bo.open_study({str(target)!r}){page}")
