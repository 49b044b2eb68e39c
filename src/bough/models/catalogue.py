"""Machines that come with bough, each a file of bough's own format in ``machines``, and studies of some, in ``studies``."""

from __future__ import annotations

from pathlib import Path

from bough.errors import MechanismError
from bough.formats import load
from bough.mechanism.checks import remedy, shown
from bough.mechanism.mechanism import Mechanism

FOLDER = Path(__file__).parent / "machines"
STUDIES = Path(__file__).parent / "studies"


def machine_files() -> dict[str, Path]:
    """The file of each machine, by name."""
    return {path.stem: path for path in sorted(FOLDER.glob("*.toml"))}


def study_files() -> dict[str, Path]:
    """The file of each study that comes with bough, by name."""
    return {path.stem: path for path in sorted(STUDIES.glob("*.toml"))}


def catalogue() -> dict[str, str]:
    """The machines that come with bough: a line on each, by its name for :func:`bough.model`."""
    return {name: _about(path) for name, path in machine_files().items()}


def studies_listed() -> dict[str, str]:
    """The studies that come with bough: a line on each, by its name for :func:`bough.load_study`."""
    return {name: _about(path) for name, path in study_files().items()}


def _about(path: Path) -> str:
    import rtoml

    return next(iter(rtoml.load(path).get("about", "").splitlines()), "")


def machine(name: str, *, forces: bool = True) -> Mechanism:
    """A machine of the catalogue; ``forces=False`` leaves out its forces."""
    files = machine_files()
    if name not in files:
        raise MechanismError(f"no machine {shown(name)}: {remedy(name, files)}")
    return load(files[name], forces=forces)
