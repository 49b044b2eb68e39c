"""What all commands have in common: help that lists flags without a type, as they take no value, and arguments by their names; and outputs that end early."""

from __future__ import annotations

import errno
import os
import sys
from contextlib import suppress
from typing import Any

from typer.core import TyperArgument, TyperCommand, TyperGroup

from bough.cli.telling import FAILED, UNREAD, say

# errors of a disk that takes no more; files of bough's own are written by bough.files, which names them
FULL = {errno.ENOSPC, errno.EIO, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)}


def _without_types(params: list[Any]) -> list[Any]:
    for param in params:
        if getattr(param, "is_flag", False) and param.metavar is None:
            param.metavar = ""
        if isinstance(param, TyperArgument):
            param.display_type_rich = lambda ctx: ""  # type: ignore[method-assign]  # (its name says what it is)
    return params


class Command(TyperCommand):
    """A command."""

    def get_params(self, ctx: Any) -> list[Any]:
        return _without_types(super().get_params(ctx))


class Group(TyperGroup):
    """All commands."""

    def get_params(self, ctx: Any) -> list[Any]:
        return _without_types(super().get_params(ctx))

    def main(self, *args: Any, **how: Any) -> Any:
        """Run a command, or print help. If nobody reads on, as in ``bough run … --json | head``, end as SIGPIPE does; if nothing more can be written, say so."""
        code = UNREAD
        try:
            try:
                return super().main(*args, **how)
            finally:
                sys.stdout.flush()
        except (OSError, SystemExit) as error:  # (what prints help, and click, make SystemExit of a closed pipe)
            if isinstance(error, OSError) and error.errno in FULL and error.filename is None:
                code = FAILED
                with suppress(OSError):
                    say(f"the output cannot be written: {error.strerror}; make room, or write it to another place.")
            elif not isinstance(error, BrokenPipeError) and not isinstance(error.__context__, BrokenPipeError):
                raise
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  (what is left is flushed at the end)
        sys.exit(code)
