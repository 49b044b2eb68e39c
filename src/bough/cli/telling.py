"""What commands write: results to stdout, as text or with ``--json`` as data; progress, warnings and errors to stderr.

Exit codes: 0 done, 1 failed, 2 usage error, 130 interrupted, 141 nobody reads what is written.
"""

from __future__ import annotations

import json
import shutil
import sys
import textwrap
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import typer

import bough as bo
from bough.errors import Argument, Message

FAILED, WRONG, INTERRUPTED, UNREAD = 1, 2, 130, 141  # (the last two as shells have them for signals)

# arguments whose option has another name
OPTIONS = {"formulation": "form"}


# --- stderr ---------------------------------------------------------------------------------------------------------------


def worded(what: object) -> str:
    """A message in one line, with options in place of arguments."""
    from bough.mechanism.checks import printable

    if isinstance(what, BaseException):  # or a warning
        what = what.args[0] if what.args else ""
    return printable(" ".join(by_options(what).split()))


def by_options(what: object) -> str:
    """A message with options in place of arguments."""
    parts = what.parts if isinstance(what, Message) else (str(what),)
    return "".join(_option(part) if isinstance(part, Argument) else part for part in parts)


def _option(argument: Argument) -> str:
    """``--step …`` for ``step=…``, ``--floating`` for ``floating=True``, ``--no-forces`` for ``forces=False``."""
    name = OPTIONS.get(argument.name, argument.name).replace("_", "-")
    if isinstance(argument.value, bool):
        return f"--{name}" if argument.value else f"--no-{name}"
    return f"--{name} {argument.text}"


def say(what: object, kind: str = "") -> None:
    """One line on stderr."""
    print(f"bough: {kind}{worded(what)}", file=sys.stderr, flush=True)


@contextmanager
def told(what: str = "model") -> Iterator[None]:
    """Print bough's warnings and errors, one sentence each, also every error of a file (of ``what``); set the exit code."""
    with warnings.catch_warnings():
        warnings.simplefilter("always", bo.BoughWarning)
        warnings.showwarning = lambda message, *where, **more: say(message, "warning: ")
        try:
            yield
        except bo.errors.ModelError as error:
            wrong = [finding for finding in error.findings if finding.severity == "error"]
            for finding in wrong:  # in the format of compilers, so that editors find the line
                print(replace(finding, message=worded(finding.message)), file=sys.stderr)
            say(f"the {what} cannot be used: {len(wrong)} error{'s' if len(wrong) > 1 else ''}.")
            raise typer.Exit(FAILED) from None
        except (bo.errors.MechanismError, bo.errors.StateError, bo.errors.UnsupportedError) as error:
            say(error)
            raise typer.Exit(WRONG) from None
        except bo.BoughError as error:
            say(error)
            raise typer.Exit(FAILED) from None
        except KeyboardInterrupt:
            say("interrupted before there was a result.")
            raise typer.Exit(INTERRUPTED) from None


# --- stdout ---------------------------------------------------------------------------------------------------------------


def show(data: Mapping[str, Any]) -> None:
    """Print data as JSON."""
    print(json.dumps(data, indent=2, ensure_ascii=False, allow_nan=False))


def tell(text: object) -> None:
    """Print text; the names in it are not trusted."""
    from bough.mechanism.checks import printable

    print("\n".join(map(printable, str(text).split("\n"))))


def listed(parts: Mapping[str, Mapping[str, str]]) -> None:
    """Print names with a line on each, under headings. Long lines wrap on a terminal, but not in a pipe."""
    left = max(len(name) for part in parts.values() for name in part) + 4
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else sys.maxsize
    for heading, part in parts.items():
        print(heading)
        for name, text in part.items():
            print(textwrap.fill(f"  {name}".ljust(left) + text, max(width, left + 20), subsequent_indent=" " * left))
