"""``bough methods``: forms, solvers and integrators."""

from __future__ import annotations

import bough as bo
from bough.cli.options import Json
from bough.cli.telling import listed, show


def methods(as_json: Json = False) -> None:
    """List forms of the equations, solvers and integrators, one per line."""
    from bough.solvers import SOLVERS

    solvers = {name: solver.summary for name, solver in SOLVERS.items()}

    forms = bo.methods.formulations()
    if as_json:
        told = ("name", "aliases", "gives", "solvers", "summary", "reference")
        data = [{name: getattr(form, name) for name in told} for form in forms]
        show({"forms": data, "solvers": solvers, "integrators": bo.methods.integrators()})
        return
    lines = {
        ", ".join((form.name, *form.aliases)): form.summary + (f" [{', '.join(form.solvers)}]" if form.solvers else "")
        for form in forms
    }
    parts = {
        "forms of the equations, with their solvers": lines,
        "solvers": solvers,
        "integrators": bo.methods.integrators(),
    }
    listed(parts)
