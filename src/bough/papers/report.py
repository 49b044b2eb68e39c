"""Make and write all exhibits of the papers one after the other, with a page that shows them."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path

from bough.choice.calibration import processor
from bough.choice.race import GLANCE, LOOK
from bough.compiled.progress import progress_bar
from bough.errors import FileError, StateError
from bough.extras import need
from bough.files import written
from bough.mechanism.checks import remedy, shown
from bough.papers.exhibit import Exhibit, Task
from bough.papers.page import Shown, page
from bough.papers.threads import one_thread
from bough.simulation.draw.plots import look
from bough.simulation.run.provenance import origin
from bough.typing import AnyPath

PAPERS = {letter: f"bough.papers.paper_{letter.lower()}" for letter in "ABCD"}
PAGE = "index.html"

Maker = Callable[[Task], Exhibit]


def papers(
    folder: AnyPath = "papers", *, quick: bool = False, only: str | Sequence[str] | None = None, progress: bool = True
) -> Path:
    """Reproduce the tables and figures of the four papers by running bough, on a page whose path is returned.

    ``only``: papers, ``"A"``, or single exhibits, ``"A table 2"``, one or several; all if left out. ``quick``: small
    grids and short measurements. Each exhibit is written to ``folder`` as soon as it is made, tables as CSV, pictures
    as PNG and SVG, and the page with it, so an interrupted run loses nothing. ``progress``: a bar on standard error, if
    that is a terminal.
    """
    need("papers")
    makers = chosen(only)
    target = Path(folder)
    try:
        target.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(f"cannot write to '{target}': {error.strerror}; choose another folder.") from None
    where = {"processor": processor(), **origin(), "thoroughness": "quick" if quick else "full"}
    effort = GLANCE if quick else LOOK
    done: list[Shown] = []
    with one_thread():
        for k, (name, maker) in enumerate(makers, start=1):
            with progress_bar(None if progress else False, f"{name} ({k} of {len(makers)})") as advance:
                exhibit = maker(Task(quick, effort, advance))
            done.append(put_down(exhibit, target))
            with written(target / PAGE) as beside:
                beside.write_text(page(done, where, len(makers)), encoding="utf-8")
    return target / PAGE


def chosen(only: str | Sequence[str] | None) -> list[tuple[str, Maker]]:
    """The requested exhibits, as ("A table 2", its maker), in the papers' order and each once."""
    asked: dict[str, set[str]] = {}
    for text in [only] if isinstance(only, str) else only or PAPERS:
        letter, _, name = str(text).strip().partition(" ")
        letter = letter.upper()
        if letter not in PAPERS:
            raise StateError(f"no paper {shown(text)}: there are {', '.join(PAPERS)}; 'A table 2' is a single exhibit.")
        known = exhibits_of(letter)
        name = name.strip().lower()
        if name and name not in known:
            raise StateError(f"no {shown(name)} in paper {letter}: {remedy(name, known)}")
        asked.setdefault(letter, set()).update([name] if name else known)
    return [
        (f"{letter} {name}", maker)
        for letter in PAPERS
        if letter in asked
        for name, maker in exhibits_of(letter).items()
        if name in asked[letter]
    ]


def exhibits_of(letter: str) -> dict[str, Maker]:
    """Makers of a paper's exhibits by name, in the paper's order."""
    found: dict[str, Maker] = import_module(PAPERS[letter]).EXHIBITS
    return found


def put_down(exhibit: Exhibit, folder: Path) -> Shown:
    """Write an exhibit's table and pictures."""
    import matplotlib as mpl

    stem = re.sub(r"\W+", "_", f"{exhibit.paper} {exhibit.name}".lower())
    files, drawings = [f"{stem}.csv"], []
    with written(folder / files[0]) as beside, beside.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows([exhibit.columns, *exhibit.rows])
    # equal drawings are equal byte by byte
    with mpl.rc_context({**look(), "svg.hashsalt": stem}):
        for k, figure in enumerate(exhibit.figures, start=1):
            name = stem if len(exhibit.figures) == 1 else f"{stem}_{k}"
            for ending in ("png", "svg"):
                files.append(f"{name}.{ending}")
                with written(folder / files[-1]) as beside:
                    figure.savefig(beside, metadata={"Date": None} if ending == "svg" else None)
            drawings.append((folder / files[-1]).read_bytes())
    exhibit.figures.clear()  # they are large, and no longer needed
    return Shown(exhibit, files, drawings)
