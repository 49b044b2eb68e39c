"""``bough compare``: one motion by every form."""

from __future__ import annotations

from typing import Annotated

import typer

import bough as bo
from bough.cli.options import Asked, Json, Speeds, Start, completed, form_names, start_of, takes_model, values_of
from bough.cli.telling import FAILED, show, tell, told

Duration = Annotated[float, typer.Option(metavar="S", help="Seconds.")]
Step = Annotated[float | None, typer.Option(metavar="S", help="Time step.", show_default="six digits at the end")]
Forms = Annotated[
    list[str],
    typer.Option(
        metavar="NAME",
        help="Only this form, or form+solver; repeat for more.",
        autocompletion=completed(form_names),
        show_default="all",
    ),
]
Patience = Annotated[float, typer.Option(metavar="S", help="Skip runs that would take longer than this.")]


@takes_model
def compare(
    asked: Asked,
    duration: Duration = 1.0,
    q0: Start = [],  # noqa: B006
    u0: Speeds = [],  # noqa: B006
    step: Step = None,
    form: Forms = [],  # noqa: B006
    patience: Patience = 30.0,
    as_json: Json = False,
) -> None:
    """Run one motion with every form and solver that fits, and compare agreement, cost and energy.

    Without --q0 and --u0 it starts at the model's initial state, or at a random one.

    The first time it compiles every form, which takes some minutes.
    """
    with told():
        mechanism = asked.mechanism()
        found = bo.compare(
            mechanism, duration, q0=start_of(q0, mechanism), u0=values_of("--u0", u0), step=step, forms=form or None,
            patience=patience,
        )  # fmt: skip
        if as_json:
            show(found.to_dict())
        else:
            tell(found)
    if found.agrees is False:
        raise typer.Exit(FAILED)
