"""``bough calibrate``: measure this machine."""

from __future__ import annotations

import bough as bo
from bough.cli.options import Json
from bough.cli.telling import show, told


def calibrate(as_json: Json = False) -> None:
    """Measure how fast this machine does each kind of work, and save the rates for choose and --form auto.

    It takes some seconds; the first time a minute more, to compile four forms.
    """
    from bough.choice.rates import rates_file
    from bough.compiled.progress import progress_bar

    with told():
        with progress_bar(None, "measuring this machine") as report:
            found = bo.methods.calibrate(report)
        if as_json:
            show({"one": dict(found.one), "lanes": dict(found.lanes), "threads": found.threads, "origin": found.origin})
        else:
            print(f"Rates {found.origin}; saved in {rates_file()}.")
