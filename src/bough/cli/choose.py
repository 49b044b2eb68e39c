"""``bough choose``: which form is the fastest for a mechanism."""

from __future__ import annotations

from typing import Annotated

import typer

import bough as bo
from bough.cli.options import Asked, Json, completed, solver_names, takes_model
from bough.cli.telling import show, tell, told

States = Annotated[int, typer.Option(metavar="N", min=1, help="States evaluated at once.")]
Threads = Annotated[int, typer.Option(metavar="N", min=1, help="Cores to use for several states.")]
Measure = Annotated[bool, typer.Option("--measure", help="Time the best few forms instead of estimating.")]
Momenta = Annotated[bool, typer.Option("--momenta", help="Rank the Hamiltonian forms.")]
Solver = Annotated[
    str | None,
    typer.Option(metavar="NAME", help="Only forms with this solver.", autocompletion=completed(solver_names)),
]


@takes_model
def choose(
    asked: Asked,
    states: States = 1,
    threads: Threads = 1,
    measure: Measure = False,
    momenta: Momenta = False,
    solver: Solver = None,
    as_json: Json = False,
) -> None:
    """Rank the forms of the equations for a mechanism, the fastest first, and say why.

    --form auto uses this ranking: counted operations times the rates of this machine, which bough calibrate measures.
    """
    with told():
        found = bo.choose(
            asked.mechanism(), states, "measure" if measure else "estimate", solver=solver, threads=threads,
            gives="canonical rates" if momenta else "accelerations",
        )  # fmt: skip
        if as_json:
            show(found.to_dict())
        else:
            tell(found)
