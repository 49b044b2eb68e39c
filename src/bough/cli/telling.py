"""What commands write: results to stdout, as text or with ``--json`` as data; progress, warnings and errors to stderr.

Exit codes: 0 done, 1 failed, 2 usage error, 130 interrupted.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
import textwrap
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import typer

import bough as bo

FAILED, WRONG, INTERRUPTED = 1, 2, 130

# what the functions call an option, as in step=… or solver='udu'
_ARGUMENT = re.compile(
    r"\b(duration|every|step|longest_step|formulation|solver|integrator|checkpoint|floating)=('?)([^\s';,.)]+)\2"
)


# --- stderr ---------------------------------------------------------------------------------------------------------------


def worded(what: object) -> str:
    """A message in one line, in the words of the command line."""
    from bough.mechanism.checks import printable

    def as_option(found: re.Match[str]) -> str:
        name = "form" if found[1] == "formulation" else found[1].replace("_", "-")
        return f"--{name}" if found[3] == "True" else f"--{name} {found[3]}"

    return printable(_ARGUMENT.sub(as_option, " ".join(str(what).split())))


def say(what: object) -> None:
    """One line on stderr."""
    print("bough:", worded(what), file=sys.stderr, flush=True)


@contextmanager
def told() -> Iterator[None]:
    """Warnings and errors of bough in one sentence each, all errors of a model's file among them, with the exit code that belongs to them."""
    with warnings.catch_warnings():
        warnings.simplefilter("always", bo.BoughWarning)
        warnings.showwarning = lambda message, *where, **more: say(f"warning: {message}")
        try:
            yield
        except bo.ModelError as error:
            wrong = [finding for finding in error.findings if finding.severity == "error"]
            for finding in wrong:  # as compilers tell it, so that editors find the place
                print(worded(finding), file=sys.stderr)
            say(f"the model cannot be used: {len(wrong)} error{'s' if len(wrong) > 1 else ''}.")
            raise typer.Exit(FAILED) from None
        except (bo.MechanismError, bo.StateError, bo.UnsupportedError) as error:
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
    """Data as JSON."""
    print(json.dumps(data, indent=2, ensure_ascii=False, allow_nan=False))


def tell(text: object) -> None:
    """Text; names in it may come from anywhere."""
    from bough.mechanism.checks import printable

    print("\n".join(map(printable, str(text).split("\n"))))


def listed(parts: Mapping[str, Mapping[str, str]]) -> None:
    """Names with a line on each, under headings. On a terminal long lines continue below their beginning; in a pipe a line is a line."""
    left = max(len(name) for part in parts.values() for name in part) + 4
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else sys.maxsize
    for heading, part in parts.items():
        print(heading)
        for name, text in part.items():
            print(textwrap.fill(f"  {name}".ljust(left) + text, max(width, left + 20), subsequent_indent=" " * left))
