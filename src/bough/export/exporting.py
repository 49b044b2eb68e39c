"""What users call: folders of C, and FMUs."""

from __future__ import annotations

import os
from contextlib import ExitStack
from pathlib import Path
from zipfile import BadZipFile, ZipFile

import numpy as np

from bough.errors import FileError, StateError
from bough.export.fmu import contents, pack
from bough.export.model import model_of
from bough.export.source import texts
from bough.files import path_of, written
from bough.mechanism.checks import shown
from bough.mechanism.mechanism import Mechanism
from bough.typing import StartLike

FMI = ("2.0", "3.0")
_OURS = "written by bough"  # in the first line of every file, by which it may be replaced


def export_c(
    mechanism: Mechanism,
    folder: str | os.PathLike[str],
    *,
    duration: float | None = None,
    step: float | None = None,
    q0: StartLike | None = None,
    u0: StartLike | None = None,
    formulation: str = "auto",
    solver: str | None = None,
    derivatives: bool = False,
) -> tuple[Path, ...]:
    """Write a mechanism's equations as C99 to a folder: a header, the functions, a program and a Makefile.

    The functions compute accelerations, joint forces of a motion, rates of coordinates, poses and reactions; they need
    the C library only, allocate nothing and have no state. ``make`` builds them, and ``main``, which integrates from
    the starting state (``q0`` and ``u0``, by names or as vectors) in steps of ``step``. ``duration``: how
    long functions of time are needed, by default that of the mechanism's settings, or 10 s. ``formulation`` and
    ``solver``: as in :func:`forward_dynamics`. ``derivatives``: with functions for derivatives of accelerations, of
    joint forces, and by parameters. Gravity, and what :meth:`Mechanism.with_parameters` marked, are parameters of the
    functions.

    Returns the paths of the files. Either all of them are written or none; files that bough did not write are never
    replaced. Forces that are functions in Python cannot be exported.
    """
    folder = path_of(folder)
    _check_flag("derivatives", derivatives)
    model = model_of(
        mechanism,
        duration=duration,
        step=step,
        q0=q0,
        u0=u0,
        formulation=formulation,
        solver=solver,
        derivatives=derivatives,
    )
    files = {folder / name: text for name, text in texts(model).items()}
    for path in files:
        _refuse_foreign(path)
    _make_folder(folder)
    with ExitStack() as stack:
        for path, text in files.items():
            beside = stack.enter_context(written(path, "choose another folder"))
            beside.write_text(text, encoding="ascii", newline="\n")
    return tuple(files)


def export_fmu(
    mechanism: Mechanism,
    path: str | os.PathLike[str],
    *,
    fmi: str = "2.0",
    binary: bool = True,
    duration: float | None = None,
    step: float | None = None,
    q0: StartLike | None = None,
    u0: StartLike | None = None,
    formulation: str = "auto",
    solver: str | None = None,
) -> Path:
    """Write a mechanism as an FMU (.fmu) for model exchange and co-simulation, without Python inside.

    ``fmi``: "2.0" or "3.0". Inputs are joint forces, and what is added to the motions of driven joints: value, rate and
    acceleration; tunable parameters are gravity, the longest step of co-simulation, and what
    :meth:`Mechanism.with_parameters` marked; outputs are coordinates, velocities,
    poses of bodies, reactions and the forces of drives. It holds C sources and the library that this machine's C
    compiler makes of them; ``binary=False``: sources only. Everything else is as in :func:`export_c`.
    """
    if not isinstance(fmi, str) or fmi not in FMI:
        raise StateError(f"fmi must be {' or '.join(map(repr, FMI))}, not {shown(fmi)}.")
    path = path_of(path)
    _check_flag("binary", binary)
    if not path.name.lower().endswith(".fmu"):
        raise FileError(f"'{path}' must end with .fmu; choose another path.")
    model = model_of(mechanism, duration=duration, step=step, q0=q0, u0=u0, formulation=formulation, solver=solver)
    files = contents(model, fmi, binary)
    _refuse_foreign_fmu(path)
    with written(path) as beside:
        pack(beside, files)
    return path


def _check_flag(name: str, value: bool) -> None:
    if not isinstance(value, bool | np.bool_):
        raise StateError(f"{name} must be True or False, not {shown(value)}.")


def _refuse_foreign(path: Path) -> None:
    """Refuse to replace a file that someone else wrote."""
    try:
        with open(path, "rb") as file:
            is_ours = _OURS.encode() in file.readline(2000)
    except FileNotFoundError:
        return
    except OSError as error:
        raise FileError(f"cannot write '{path}': {error.strerror}; choose another folder.") from None
    if not is_ours:
        raise FileError(f"'{path}' was not written by bough and would be lost; choose another folder.")


def _refuse_foreign_fmu(path: Path) -> None:
    if not path.exists():
        return
    try:
        with ZipFile(path) as archive, archive.open("modelDescription.xml") as file:
            is_ours = b'generationTool="bough ' in file.read(10_000)
    except (OSError, BadZipFile, KeyError):
        is_ours = False
    if not is_ours:
        raise FileError(f"'{path}' was not written by bough and would be lost; choose another path.")


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        hint = f"there is no folder '{folder.parent}'" if not folder.parent.is_dir() else error.strerror
        raise FileError(f"cannot make the folder '{folder}': {hint}; choose another folder.") from None
