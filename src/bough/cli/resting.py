"""``bough equilibrium`` and ``bough modes``: where a mechanism rests, and how it swings about there."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Annotated, Any

import typer

import bough as bo
from bough.cli.options import Asked, Json, Start, check_target, start_of, takes_model
from bough.cli.telling import show, tell, told

Hold = Annotated[list[str], typer.Option(metavar="NAME", help="A joint that stays where it is; repeat for more.")]
Stable = Annotated[bool, typer.Option("--stable", help="Look for a stable one.")]
Time = Annotated[float, typer.Option(metavar="S", help="When, for forces and drives that follow the time.")]
Count = Annotated[int | None, typer.Option(metavar="N", min=1, help="Only so many.", show_default="all")]
Near = Annotated[float | None, typer.Option(metavar="HZ", help="The ones nearest to this.", show_default="the lowest")]
Shown = Annotated[int | None, typer.Option("--mode", metavar="K", min=0, help="The mode that --view shows.")]
View = Annotated[
    Path | None, typer.Option(metavar="FILE.html", help="Write a page for the browser: a mode that moves.")
]


@takes_model
def equilibrium(
    asked: Asked,
    q0: Start = [],  # noqa: B006
    hold: Hold = [],  # noqa: B006
    stable: Stable = False,
    time: Time = 0.0,
    as_json: Json = False,
) -> None:
    """Find where a mechanism rests, near its initial state or --q0: how stable it is, and what its joints carry."""
    with told():
        mechanism = asked.mechanism()
        found = bo.equilibrium(mechanism, start_of(q0, mechanism), hold=hold, time=time, stable=stable)
        if as_json:
            show({"model": asked.model, **_plain(found)})
        else:
            tell(found)


def _plain(found: bo.results.Equilibrium) -> dict[str, Any]:
    same = ("stability", "energy", "residual", "time", "lasting", "found_by", "iterations")
    forces = {"reactions": found.reactions, "loop_reactions": found.loop_reactions}
    return {
        **{name: getattr(found, name) for name in same},
        "q": found.coordinates,
        **{name: [dict(one) for one in getattr(found, name)] for name in ("free", "unstable")},
        **{name: dict(getattr(found, name)) for name in ("holding", "drives")},
        **{
            name: {of: {"force": one.force.tolist(), "moment": one.moment.tolist()} for of, one in every.items()}
            for name, every in forces.items()
        },
    }


@takes_model
def modes(
    asked: Asked,
    q0: Start = [],  # noqa: B006
    time: Time = 0.0,
    count: Count = None,
    near: Near = None,
    mode: Shown = None,
    view: View = None,
    as_json: Json = False,
) -> None:
    """List frequencies, damping and shapes of small motions about the stable equilibrium, or about --q0."""
    with told():
        if (mode is None) != (view is None):
            raise bo.errors.StateError("--view shows the mode of --mode; give both, or neither.")
        check_target("--view", view, "", ".html", ".htm")
        mechanism = asked.mechanism()
        found = bo.linearise(mechanism, start_of(q0, mechanism) or "equilibrium", time=time).modes(count, near)
        if mode is not None and view is not None:
            found[mode].trajectory().view(view)
        if as_json:
            show({"model": asked.model, "modes": [_plain_mode(one) for one in found]})
        else:
            tell(found)


def _plain_mode(mode: Any) -> dict[str, Any]:
    shape = zip(mode.shape.coords["velocity"].values.tolist(), mode.shape.values.tolist(), strict=True)
    numbers = {name: getattr(mode, name) for name in ("frequency", "damped_frequency", "damping", "time_constant")}
    return {
        "mode": mode.number,
        **{name: float(x) if math.isfinite(x) else None for name, x in numbers.items()},
        "stable": bool(mode.is_stable),
        "shape": {name: [x.real, x.imag] for name, x in shape},
    }
