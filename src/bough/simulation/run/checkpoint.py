"""Checkpoints on disk, so that a run can resume after a crash or a kill at any moment.

In a folder, ``run.json`` says what is being computed. Every part of a run is a file with the states since the last part
and everything that the integrator needs to resume. A file gets its name only when it is complete, and is read only if
intact.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from bough.errors import FileError, StateError
from bough.files import is_sealed, is_temporary, write_sealed, written
from bough.integrate.integration import Snapshot
from bough.mechanism.checks import printable

FORMAT = 2
# errors of reading a JSON file that is foreign or damaged
_UNREADABLE = (OSError, ValueError, KeyError, TypeError, RecursionError)


class Checkpoint:
    """The folder of one call of ``simulate``."""

    def __init__(self, path: str | os.PathLike[str], identity: str, summary: str, form: str, solver: str | None):
        self.path = Path(path)
        self._parts: dict[str, int] = {}
        header = {"format": FORMAT, "identity": identity, "summary": summary, "form": form, "solver": solver}
        known = self.path / "run.json"
        if known.exists():
            try:
                found = json.loads(known.read_text(encoding="utf-8"))
                mine = found["format"] == FORMAT and found["identity"] == identity
            except _UNREADABLE:
                raise StateError(f"'{known}' is not a checkpoint of bough; choose another folder.") from None
            if not mine:
                whose = printable(str(found.get("summary", "?")))[:200]
                raise StateError(
                    f"the checkpoint in '{self.path}' is of another run ({whose}); choose another folder, or delete it."
                )
            return
        try:
            if self.path.exists() and (not self.path.is_dir() or _is_used(self.path)):
                raise StateError(f"'{self.path}' already exists and is no checkpoint; choose another folder.")
            self.path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise FileError(
                f"cannot keep checkpoints in '{self.path}': {error.strerror}; choose another folder."
            ) from None
        _write(known, lambda file: file.write(json.dumps(header, indent=1).encode()))

    def save(self, group: str, record: np.ndarray, first: int, last: int, snapshot: Snapshot, status: int) -> None:
        """Store the states from output ``first`` up to ``last`` and the state of the integrator."""
        part = self._parts.get(group, 0)
        arrays: dict[str, Any] = {f"snapshot_{name}": value for name, value in snapshot.items()}
        content = BytesIO()
        np.savez(content, states=record[..., first:last, :], first=first, status=status, **arrays)
        _write(self.path / f"{group}.{part:06d}.npz", lambda file: write_sealed(file, content.getbuffer()))
        self._parts[group] = part + 1

    def load(self, group: str, record: np.ndarray) -> tuple[Snapshot | None, int]:
        """(snapshot to resume from, or None, and its status); fills the record up to there."""
        snapshot, status = None, -1
        part = 0
        while (path := self.path / f"{group}.{part:06d}.npz").exists():
            try:
                with open(path, "rb") as raw:
                    found = _arrays(raw) if is_sealed(raw) else {}
                states, first = found["states"], int(found["first"])
                record[..., first : first + states.shape[-2], :] = states
                snapshot = {name[9:]: value for name, value in found.items() if name.startswith("snapshot_")}
                status = int(found["status"])
            except Exception:  # NumPy may raise anything on a damaged file
                raise StateError(
                    f"'{path}' is damaged; delete it and all later parts of '{group}', and run again."
                ) from None
            part += 1
        self._parts[group] = part
        return snapshot, status


def begun_by(path: str | os.PathLike[str]) -> tuple[str, str | None] | None:
    """The form and the solver of the run in a folder, if there is one."""
    try:
        found = json.loads((Path(path) / "run.json").read_text(encoding="utf-8"))
        form, solver = found["form"], found["solver"]
    except _UNREADABLE:  # no run, or one that Checkpoint will refuse
        return None
    return (form, solver) if isinstance(form, str) and isinstance(solver, str | None) else None


def _is_used(folder: Path) -> bool:
    """Whether it contains more than the rest of a run that was killed at its very beginning."""
    return any(not is_temporary(entry.name) for entry in folder.iterdir())


def _arrays(raw: BinaryIO) -> dict[str, Any]:
    with np.load(raw, allow_pickle=False) as file:
        return {name: file[name] for name in file.files}


def _write(path: Path, write: Callable[[BinaryIO], object]) -> None:
    """Write a file completely or not at all."""
    with written(path, "choose another folder for checkpoints") as beside, open(beside, "wb") as file:
        write(file)
