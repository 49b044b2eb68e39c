"""Motions in netCDF files, with everything.

A file is written completely or not at all, and reading returns the same numbers to the last bit.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bough.errors import BoughWarning, FileError, MechanismError, StateError
from bough.extras import need
from bough.files import is_sealed, write_sealed, written
from bough.mechanism.checks import shown
from bough.mechanism.description import fingerprint, from_dict, function_name, functions
from bough.mechanism.fingerprint import VERSION, function_fingerprint
from bough.mechanism.mechanism import Mechanism
from bough.simulation.results.commands import Commands
from bough.simulation.results.jumps import ModeFrom
from bough.simulation.results.trajectory import Trajectory
from bough.simulation.results.works import HELD
from bough.simulation.run.given import described, of_all, pushed, remembered
from bough.simulation.run.modes import mode_of
from bough.typing import AnyPath
from bough.words import now

if TYPE_CHECKING:
    import xarray as xr

FORMAT = "bough trajectory 2"
# texts of any length: they are variables, since attributes of HDF5 hold at most 64 kB
DESCRIPTION, RECORD = "mechanism_description", "run_record"


# --- netCDF -------------------------------------------------------------------------------------------------------------


def save(run: Trajectory, path: AnyPath) -> None:
    dataset = run.dataset
    dataset.attrs["format"] = FORMAT
    # (a message may know which of its words are arguments; a file has the text)
    dataset.attrs |= {name: str(value) for name, value in dataset.attrs.items() if isinstance(value, str)}
    text = dataset.attrs.pop("description")
    mechanisms = run.variants or (run.mechanism,)
    record = {
        "provenance": run._provenance,
        "statistics": run.statistics,
        "events": run.events,
        "status": run.status,
        "message": run.message,
        **({} if run._given is None else {"given": described(run._given)}),
        **({"memory": run._commands.memory} if run._commands is not None else {}),
        "modes": [{"run": c.run, "sample": c.sample, "time": c.time, **c.mode.plain()} for c in run.modes],
        "digests": [fingerprint(one) for one in mechanisms],
        "functions": {VERSION: [_fingerprints(one) for one in mechanisms]},
    }
    dataset = dataset.drop_vars(("status", "message"), errors="ignore").assign(
        {DESCRIPTION: text, RECORD: json.dumps(record)}
    )
    try:
        image = _image(dataset)
    except UnicodeEncodeError as error:
        raise FileError(f"cannot write '{path}': the name {error.object!r} is not valid text; rename it.") from None
    with written(path) as beside, open(beside, "wb") as file:
        write_sealed(file, image)
    if lacking := {
        f"{function_name(function)} of {whose}": 0 for one in mechanisms for whose, function, _ in functions(one)
    }:
        warnings.warn(
            f"'{path}' cannot be loaded by itself, since a file cannot hold Python functions: {', '.join(list(lacking)[:3])}; "
            "keep the program that builds the mechanism, and give that to Trajectory.load as mechanism=….",
            BoughWarning,
            stacklevel=3,
        )


def _image(dataset: xr.Dataset) -> memoryview:
    """A dataset as the bytes of a netCDF file, made in memory, because HDF5 does not survive a failed write."""
    need("netCDF files")
    import h5netcdf
    import xarray as xr

    # checksums, so that other readers detect damage
    encoding = {name: {"fletcher32": True} for name, v in dataset.variables.items() if v.dtype == float and v.size}
    image = BytesIO()
    with h5netcdf.File(image, "w") as file:
        dataset.dump_to_store(xr.backends.H5NetCDFStore(file), encoding=encoding)
    return image.getbuffer()


def _fingerprints(mechanism: Mechanism) -> list[str | None]:
    """Fingerprints of a mechanism's functions; None if one cannot be determined."""
    found: list[str | None] = []
    for _, function, _ in functions(mechanism):
        try:
            found.append(function_fingerprint(function))
        except MechanismError:
            found.append(None)
    return found


def load(path: AnyPath, mechanism: Mechanism | Sequence[Mechanism] | None) -> Trajectory:
    contents, texts = _contents(Path(path))
    try:
        description, record = json.loads(texts[DESCRIPTION]), json.loads(texts[RECORD])
        time, q, u = (contents[name] for name in ("time", "q", "u"))
        digests, known, modes = record["digests"], record["functions"], record.get("modes", [])
        memory, given = tuple(record.get("memory", ())), record.get("given")
        record = {name: record[name] for name in ("provenance", "statistics", "events", "status", "message")}
        record["provenance"] = {now(name): value for name, value in record["provenance"].items()}
    except (AttributeError, KeyError, TypeError, ValueError, RecursionError):
        raise _foreign(path) from None
    is_study = isinstance(description, list)
    descriptions = description if is_study else [description]
    if not isinstance(digests, list) or len(digests) != len(descriptions) or not descriptions:
        raise _foreign(path)
    mechanisms = _rebuilt(path, descriptions) if mechanism is None else _given(path, mechanism, len(descriptions))
    for own, made in zip(mechanisms, digests, strict=True):
        if fingerprint(own) != made:
            raise FileError(f"'{path}' is a motion of another mechanism than '{own.name}'; give the one of the run.")
    if mechanism is not None:
        _compare_functions(path, mechanisms, known)
    try:
        found = Trajectory(
            mechanisms[0], time, q, u,
            momenta=contents.get("p"), tau=contents.get("tau"), work=contents.get("work"),
            commands=Commands(contents["command_time"], contents["command"], memory) if "command" in contents else None,
            variants=mechanisms if is_study else None, modes=[_mode(one, mechanisms) for one in modes], **record,
        )  # fmt: skip
        if given is not None:
            found._given = remembered(given)
        if found._given is not None and found._provenance.get("tau") != HELD:
            found._pushed = pushed(mechanisms[0], of_all(found._given))
    except (TypeError, KeyError, AttributeError, StateError) as error:
        raise FileError(f"'{path}' does not hold a motion: {error}") from None
    return found


def _mode(data: dict[str, Any], mechanisms: list[Mechanism]) -> ModeFrom:
    """A mode, and from which sample of which run on."""
    run, sample = int(data["run"]), int(data["sample"])
    return ModeFrom(run, sample, mode_of(data, mechanisms[run if len(mechanisms) > 1 else 0]), data.get("time"))


def _rebuilt(path: AnyPath, descriptions: list[dict[str, Any]]) -> list[Mechanism]:
    try:
        found = [from_dict(one) for one in descriptions]
    except MechanismError as error:
        needed = "the one of the run" if len(descriptions) == 1 else f"the {len(descriptions)} of the runs, as a list,"
        raise FileError(
            f"the mechanism of '{path}' cannot be rebuilt ({str(error).rstrip('.')}); give {needed} as mechanism=."
        ) from None
    for one in found:  # meshes of visuals are searched beside the file
        one.folder = Path(path).resolve().parent
    return found


def _given(path: AnyPath, mechanism: Mechanism | Sequence[Mechanism], count: int) -> list[Mechanism]:
    given = [mechanism] if isinstance(mechanism, Mechanism) else list(mechanism)
    if not all(isinstance(one, Mechanism) for one in given):
        raise StateError(f"mechanism must be a bough.Mechanism, or a list of them, not {shown(mechanism)}.")
    if len(given) != count:
        raise FileError(f"'{path}' is of {count} mechanisms, but {len(given)} are given; give those of the run.")
    return given


def _compare_functions(path: AnyPath, mechanisms: list[Mechanism], known: Any) -> None:
    """Warn of functions that differ from those of the run; comparable only within one version of Python."""
    known = known.get(VERSION) if isinstance(known, dict) else None
    for own, theirs in zip(mechanisms, known if isinstance(known, list) else [], strict=False):
        for (whose, function, _), mine, made in zip(functions(own), _fingerprints(own), theirs, strict=False):
            if mine != made and None not in (mine, made):
                warnings.warn(
                    f"'{path}' is a motion by another function than '{function_name(function)}' of {whose}, or one that held other numbers; "
                    "what follows from forces may be wrong: give the mechanism of the run.",
                    BoughWarning,
                    stacklevel=4,
                )


def _contents(path: Path) -> tuple[dict[str, Any], dict[str, str]]:
    """Arrays and texts of a file, or an error in one sentence."""
    need("netCDF files")
    import h5py  # netCDF files are HDF5 files

    if not path.is_file():
        raise FileError(f"there is no file '{path}'; check the path.")
    try:
        with open(path, "rb") as raw:
            # before HDF5 reads it: a damaged file may make it hang
            if not is_sealed(raw):
                raise FileError(
                    f"'{path}' was not written by Trajectory.save of this version, or was damaged or changed since; give a file as it was written."
                )
        with h5py.File(path, "r") as file:
            if file.attrs.get("format") != FORMAT:
                raise _foreign(path)
            known = "time", "q", "u", "p", "tau", "work", "command", "command_time"
            arrays = {name: file[name][()] for name in known if name in file}
            texts = {name: file[name].asstr()[()] for name in (DESCRIPTION, RECORD) if name in file}
            return arrays, texts
    except FileError:
        raise
    except PermissionError:
        raise FileError(f"cannot read '{path}': permission denied; ask its owner.") from None
    except Exception:  # libraries may raise anything
        raise _foreign(path) from None


def _foreign(path: AnyPath) -> FileError:
    return FileError(f"'{path}' was not written by Trajectory.save of this version ('{FORMAT}'); give a file that was.")
