"""``bough view``: a run, variants of a study, or a model in the browser."""

from __future__ import annotations

import tempfile
import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

import bough as bo
from bough.cli.options import Asked, Floating, NoForces, check_target, completed, model_names
from bough.cli.telling import say, tell, told
from bough.errors import FileError

HDF5 = b"\x89HDF\r\n\x1a\n"  # how netCDF files begin

Thing = Annotated[
    str,
    typer.Argument(
        metavar="RUN|STUDY|MODEL",
        help="A saved run (.nc), the store of a study (.zarr or .nc), or a model: see bough models.",
        autocompletion=completed(model_names),
        show_default=False,
    ),
]
Output = Annotated[Path | None, typer.Option(metavar="FILE.html", help="Write the page, instead of opening it.")]
Runs = Annotated[
    list[int],
    typer.Option("--run", metavar="K", help="Show this variant, or this of several runs; repeat for more."),
]
Layout = Annotated[
    str, typer.Option(metavar="HOW", help="Several runs: one over the other (overlay), or one beside the other (side).")
]
At = Annotated[float | None, typer.Option(metavar="S", help="Begin at this time.", show_default="the start")]
NoBrowser = Annotated[bool, typer.Option("--no-browser", help="Say where the page is, without opening it.")]


def view(
    thing: Thing,
    output: Output = None,
    run: Runs = [],  # noqa: B006
    layout: Layout = "overlay",
    at: At = None,
    floating: Floating = False,
    no_forces: NoForces = False,
    no_browser: NoBrowser = False,
) -> None:
    """Show a run, variants of a study, or a model in the browser.

    The page is one file that needs nothing else: send it to anyone. Variants of a study are simulated again.
    """
    with told():
        check_target("--output", output, "", ".html", ".htm")
        options: dict[str, Any] = {"layout": layout} | ({} if at is None else {"at": at})
        asked = Asked(thing, floating, not no_forces)
        write = _page_of(asked, run, options)
        if output is not None:
            write(output)
            tell(f"{output}  {_size(output)}")
            return
        path = Path(tempfile.mkdtemp(prefix="bough-")) / f"{Path(thing).stem or 'view'}.html".replace(":", "-")
        write(path)
        tell(f"{path}  {_size(path)}")
        if not no_browser and not webbrowser.open(path.as_uri()):
            say(
                "there is no browser that could be opened; open the file by hand, or write it by --output.", "warning: "
            )


def _page_of(asked: Asked, runs: list[int], options: dict[str, Any]) -> Callable[[Path], None]:
    """What writes the page."""
    thing = Path(asked.model)
    what = kind_of(thing)
    if what == "study":
        study = bo.open_study(thing)
        return lambda path: study.view(path, runs=runs or None, **options)
    if what == "run":
        motion = bo.Trajectory.load(thing)
        if runs and motion.runs is None:
            raise bo.StateError(f"--run chooses among several runs, but '{thing}' holds one; leave it out.")
        chosen = {"runs": runs} if runs else {}
        return lambda path: motion.view(path, **chosen, **options)
    if runs:
        raise bo.StateError(f"--run chooses among several runs, but '{thing}' is a model; leave it out.")
    mechanism = asked.mechanism()
    return lambda path: mechanism.view(path, **options)


def kind_of(path: Path) -> str:
    """Whether a path is that of a ``run``, of a ``study`` or of a ``model``."""
    if path.suffix == ".zarr":
        return "study"
    try:
        with path.open("rb") as file:
            is_netcdf = file.read(len(HDF5)) == HDF5
            return ("study" if _is_study(path) else "run") if is_netcdf or path.suffix == ".nc" else "model"
    except OSError as error:
        if path.suffix != ".nc":
            return "model"
        reason = f"there is no file '{path}'" if not path.exists() else f"cannot read '{path}': {error.strerror}"
        raise FileError(f"{reason}; check the path.") from None


def _is_study(path: Path) -> bool:
    """Whether a netCDF file is the store of a study; a damaged one is left to the reader of runs, which says so."""
    from bough.files import is_sealed

    with path.open("rb") as file:
        if not is_sealed(file):
            return False
    bo.extras.need("netCDF files")
    import h5py

    try:
        with h5py.File(path, "r") as file:
            return str(file.attrs.get("format", "")).startswith("bough study")
    except OSError:
        return False


def _size(path: Path) -> str:
    size = path.stat().st_size
    return f"{size / 1e6:.3g} MB" if size >= 1e6 else f"{size / 1e3:.0f} kB"
