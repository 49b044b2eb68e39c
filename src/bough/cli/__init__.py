"""The command line: ``bough run``, ``check``, ``compare`` and others, each a call of the public functions."""

from __future__ import annotations

import signal
import sys

from bough.errors import UnsupportedError
from bough.extras import need


def main() -> None:
    """Run the command line. SIGTERM ends it as Ctrl-C does, unless it was ignored before."""
    try:
        need("commands")
    except UnsupportedError as error:
        sys.exit(f"bough: {error}")
    from bough.cli.app import app

    if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        signal.signal(signal.SIGTERM, signal.default_int_handler)
    app(prog_name="bough")
