"""Files that appear whole or not at all."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bough.errors import FileError


@contextmanager
def written(path, remedy: str = "choose another path") -> Iterator[Path]:
    """A temporary name beside a path, with the same ending; what is written to it gets the path's name when all went well, and is on the disk by then."""
    target = Path(path)
    beside = target.with_name(f".{target.stem}-{secrets.token_hex(4)}{target.suffix}")
    try:
        yield beside
        with open(beside, "r+b") as file:
            os.fsync(file.fileno())
        os.replace(beside, target)
    except OSError as error:
        if isinstance(error, FileError):
            raise
        reason = error.strerror or " ".join(str(error).split()) or type(error).__name__
        hint = f"there is no folder '{target.parent}'" if not target.parent.is_dir() else reason
        raise FileError(f"cannot write '{target}': {hint}; {remedy}.") from None
    finally:
        beside.unlink(missing_ok=True)
