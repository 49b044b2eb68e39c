"""Motions in files: netCDF for everything, CSV and Parquet for tables. What is written appears whole or not at all."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bough.errors import FileError, MechanismError, StateError, UnsupportedError
from bough.files import written
from bough.mechanism.description import digest, rebuild
from bough.mechanism.mechanism import Mechanism
from bough.simulation.trajectory import Trajectory

if TYPE_CHECKING:
    import pandas as pd

FORMAT = "bough trajectory 1"
# texts of any length: HDF5 has room for 64 kB in an attribute, so they are variables
DESCRIPTION, RECORD = "mechanism_description", "run_record"


# --- netCDF -------------------------------------------------------------------------------------------------------------


def save(run: Trajectory, path) -> None:
    dataset = run.dataset
    dataset.attrs["format"] = FORMAT
    text = dataset.attrs.pop("description")
    record = {
        "provenance": run._provenance,
        "statistics": run.statistics,
        "events": run.events,
        "status": run.status,
        "message": run.message,
    }
    dataset = dataset.drop_vars(("status", "message"), errors="ignore").assign(
        {DESCRIPTION: text, RECORD: json.dumps(record)}
    )
    # sums by which a reader sees damage
    encoding = {name: {"fletcher32": True} for name, v in dataset.variables.items() if v.dtype == float and v.size}
    with written(path) as beside:
        try:
            dataset.to_netcdf(beside, engine="h5netcdf", encoding=encoding)
        except UnicodeEncodeError as error:
            raise FileError(f"cannot write '{path}': the name {error.object!r} is no text; rename it.") from None


def load(path, mechanism: Mechanism | None) -> Trajectory:
    contents, texts = _contents(Path(path))
    try:
        description, record = json.loads(texts[DESCRIPTION]), json.loads(texts[RECORD])
        made = contents["digest"]
        time, q, u = (contents[name] for name in ("time", "q", "u"))
        record = {name: record[name] for name in ("provenance", "statistics", "events", "status", "message")}
    except (KeyError, TypeError, ValueError, RecursionError):
        raise _foreign(path) from None
    variants = None
    if mechanism is None or isinstance(description, list):
        try:
            variants = [rebuild(one) for one in description] if isinstance(description, list) else None
            mechanism = variants[0] if variants else rebuild(description)
        except MechanismError as error:
            raise FileError(
                f"the mechanism of '{path}' cannot be rebuilt ({str(error).rstrip('.')}); give the one of the run as mechanism=."
            ) from None
    if digest(mechanism) != made:
        raise FileError(f"'{path}' is a motion of another mechanism than '{mechanism.name}'; give the one of the run.")
    try:
        return Trajectory(
            mechanism, time, q, u,
            momenta=contents.get("p"), tau=contents.get("tau"), work=contents.get("work"), variants=variants, **record,
        )  # fmt: skip
    except (TypeError, StateError) as error:
        raise FileError(f"'{path}' does not hold a motion: {error}") from None


def _contents(path: Path) -> tuple[dict[str, Any], dict[str, str]]:
    """Arrays and texts of a file, or an error in one sentence."""
    import h5py  # netCDF files are HDF5 files, and h5py is quiet about those that are damaged

    if not path.is_file():
        raise FileError(f"there is no file '{path}'; check the path.")
    try:
        with h5py.File(path, "r") as file:
            if file.attrs.get("format") != FORMAT:
                raise _foreign(path)
            arrays = {name: file[name][()] for name in ("time", "q", "u", "p", "tau", "work") if name in file}
            texts = {name: file[name].asstr()[()] for name in (DESCRIPTION, RECORD) if name in file}
            return {**arrays, "digest": file.attrs.get("digest")}, texts
    except FileError:
        raise
    except PermissionError:
        raise FileError(f"cannot read '{path}': permission denied; ask its owner.") from None
    except Exception:  # libraries raise whatever they like on a file that is damaged
        raise FileError(
            f"'{path}' is not a netCDF file, or it is damaged; give a file that Trajectory.save wrote."
        ) from None


def _foreign(path) -> FileError:
    return FileError(f"'{path}' was not written by Trajectory.save of this version ('{FORMAT}'); give a file that was.")


# --- tables ----------------------------------------------------------------------------------------------------------------


def to_dataframe(run: Trajectory) -> pd.DataFrame:
    import pandas as pd

    u_names = run.mechanism.u_names
    parts = {
        "q": (run._q, run.mechanism.q_names),
        "u": (run._u, u_names),
        "p": (run._momenta, u_names),
        "tau": (run._tau, u_names),
    }
    there = run._there.reshape(-1)
    columns = {
        f"{letter}.{name}": values[..., k].reshape(-1)[there]
        for letter, (values, names) in parts.items()
        if values is not None
        for k, name in enumerate(names)
    }
    if run.runs is None:
        index = pd.Index(run._time, name="time")
    else:
        index = pd.MultiIndex.from_product((range(run.runs), run._time), names=("run", "time"))[there]
    return pd.DataFrame(columns, index)


def to_csv(run: Trajectory, path) -> None:
    with written(path) as beside:
        to_dataframe(run).to_csv(beside)


def to_parquet(run: Trajectory, path) -> None:
    try:
        import pyarrow  # noqa: F401
    except ImportError:
        raise UnsupportedError("writing Parquet needs pyarrow: pip install 'bough[parquet]'.") from None
    with written(path) as beside:
        to_dataframe(run).to_parquet(beside, engine="pyarrow")
