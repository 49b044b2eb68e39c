"""Machines that come with bough, each a file of bough's own format in ``machines``."""

from __future__ import annotations

from pathlib import Path

from bough.errors import MechanismError
from bough.formats import load
from bough.mechanism.checks import remedy, shown
from bough.mechanism.mechanism import Mechanism

FOLDER = Path(__file__).parent / "machines"


def machine_files() -> dict[str, Path]:
    """The file of each machine, by name."""
    return {path.stem: path for path in sorted(FOLDER.glob("*.toml"))}


def catalogue() -> dict[str, str]:
    """The machines that come with bough: a line on each, by its name for :func:`bough.model`."""
    import rtoml

    return {
        name: next(iter(rtoml.load(path).get("about", "").splitlines()), "") for name, path in machine_files().items()
    }


def machine(name: str, *, forces: bool = True) -> Mechanism:
    """A machine of the catalogue; ``forces=False`` leaves out its forces."""
    files = machine_files()
    if name not in files:
        raise MechanismError(f"no machine {shown(name)}: {remedy(name, files)}")
    return load(files[name], forces=forces)
