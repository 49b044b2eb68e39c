"""``bough view``: a run, variants of a study, or a model in the browser."""

from __future__ import annotations

import tempfile
import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

import bough as bo
from bough.cli.options import (
    Asked,
    Floating,
    NoForces,
    Speeds,
    Start,
    check_target,
    completed,
    model_names,
    start_of,
    values_of,
)
from bough.cli.telling import say, tell, told
from bough.errors import FileError
from bough.extras import has, need

HDF5 = b"\x89HDF\r\n\x1a\n"  # how netCDF files begin


def toggles() -> tuple[str, ...]:
    """What a page can show."""
    from bough.simulation.view.options import TOGGLES

    return TOGGLES


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
Visible = Annotated[
    list[str],
    typer.Option(
        "--show",
        metavar="NAME",
        help="Show this at first, such as names, reactions or trails; repeat for more.",
        autocompletion=completed(toggles),
    ),
]
Theme = Annotated[str | None, typer.Option(metavar="HOW", help="light or dark.", show_default="as the reader's system")]
Host = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="Open a live model to other machines; mind who gets its link.",
        show_default="this machine alone",
    ),
]
Port = Annotated[
    int | None, typer.Option(metavar="N", min=0, max=65535, help="Port of a live model.", show_default="a free one")
]
NoBrowser = Annotated[bool, typer.Option("--no-browser", help="Say where the page is, without opening it.")]


def view(
    thing: Thing,
    output: Output = None,
    run: Runs = [],  # noqa: B006
    layout: Layout = "overlay",
    at: At = None,
    show: Visible = [],  # noqa: B006
    theme: Theme = None,
    q0: Start = [],  # noqa: B006
    u0: Speeds = [],  # noqa: B006
    host: Host = None,
    port: Port = None,
    floating: Floating = False,
    no_forces: NoForces = False,
    no_browser: NoBrowser = False,
) -> None:
    """Show a run, variants of a study, or a model in the browser.

    The page is one file that needs nothing else: send it to anyone. Variants of a study are simulated again.

    A model without --output is live, until Ctrl-C: pose it, run it, push it. --q0 and --u0 override where it starts.
    """
    with told():
        check_target("--output", output, "", ".html", ".htm")
        asked, kind = Asked(thing, floating, not no_forces), kind_of(Path(thing))
        where = {"host": host, "port": port, "u0": values_of("--u0", u0)}
        is_live = kind == "model" and output is None
        _check_choices(thing, kind, run, q0, None if is_live else where)
        given = {"at": at, "show": show or None, "theme": theme}
        options: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
        if is_live:
            for name in options:
                raise bo.errors.StateError(f"--{name} is for pages, and a live model has its own; leave it out.")
            mechanism = asked.mechanism()
            _serve(mechanism, where | {"q0": start_of(q0, mechanism)}, not no_browser)
            return
        options |= {"layout": layout} | ({"q0": start_of(q0, asked.mechanism())} if q0 else {})
        write = _page_of(asked, kind, run, options)
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


def _check_choices(thing: str, kind: str, runs: list[int], start: list[str], where: dict[str, Any] | None) -> None:
    """Refuse options that mean nothing here; ``where``: options of live models, if it is none."""
    if start and kind != "model":
        raise bo.errors.StateError(
            f"--q0 is for models, but '{thing}' is a {kind}, which has its own start; leave it out."
        )
    if runs and kind == "model":
        raise bo.errors.StateError(f"--run chooses among several runs, but '{thing}' is a model; leave it out.")
    for name, value in (where or {}).items():
        if value is not None:
            raise bo.errors.StateError(f"--{name} is for live models, and a page needs none; leave it out.")


def _serve(mechanism: bo.Mechanism, where: dict[str, Any], open_browser: bool) -> None:
    """Serve a live model until Ctrl-C."""
    if not has("websockets"):
        raise bo.errors.UnsupportedError(
            'live models need websockets: install it with pip install "bough[live]", or give --output FILE.html for a page of the start.'
        )
    from bough.live import serve

    serve(mechanism, open_browser=open_browser, **{name: value for name, value in where.items() if value is not None})


def _page_of(asked: Asked, kind: str, runs: list[int], options: dict[str, Any]) -> Callable[[Path], None]:
    """What writes the page."""
    thing = Path(asked.model)
    if kind == "study":
        study = bo.open_study(thing)
        return lambda path: study.view(path, runs=runs or None, **options)
    if kind == "run":
        motion = bo.Trajectory.load(thing)
        if runs and motion.runs is None:
            raise bo.errors.StateError(f"--run chooses among several runs, but '{thing}' holds one; leave it out.")
        chosen = {"runs": runs} if runs else {}
        return lambda path: motion.view(path, **chosen, **options)
    mechanism = asked.mechanism()
    return lambda path: mechanism.view(path, **options)


def kind_of(path: Path) -> str:
    """Whether a path is that of a ``run``, of a ``study`` or of a ``model``."""
    if path.suffix == ".zarr":
        return "study"
    if path.suffix.lower() in (".html", ".htm") and path.is_file():
        raise FileError(f"'{path}' is a page already; open it in a browser, such as by a double click on the file.")
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
    need("netCDF files")
    import h5py

    try:
        with h5py.File(path, "r") as file:
            return str(file.attrs.get("format", "")).startswith("bough study")
    except OSError:
        return False


def _size(path: Path) -> str:
    size = path.stat().st_size
    return f"{size / 1e6:.3g} MB" if size >= 1e6 else f"{size / 1e3:.0f} kB"
