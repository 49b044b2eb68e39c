"""Options that several commands share, and their values as text: models, initial states, files."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

import bough as bo
from bough.extras import need

# --- shell completion -------------------------------------------------------------------------------------------------


def completed(names: Callable[[], Iterable[str]]) -> Callable[[str], list[str]]:
    """Complete the names that begin with the typed text."""

    def complete(incomplete: str) -> list[str]:
        return [name for name in names() if name.startswith(incomplete)]

    return complete


def model_names() -> list[str]:
    from bough.models.catalogue import machine_files
    from bough.models.texts import KINDS

    return [*(kind.example for kind in KINDS.values()), *machine_files()]


def form_names() -> list[str]:
    from bough.formulations import ALIASES
    from bough.formulations.formulation import DRIVES_AND_REACTIONS

    return ["auto", *(form.name for form in bo.methods.formulations() if form.gives != DRIVES_AND_REACTIONS), *ALIASES]


def solver_names() -> Iterable[str]:
    from bough.solvers import SOLVERS

    return SOLVERS


# --- options ----------------------------------------------------------------------------------------------------------------

Model = Annotated[
    str,
    typer.Argument(
        metavar="MODEL",
        help="A kind with its numbers (chain:20), the name of a machine, or a file (.toml, .urdf, .xml); see bough models.",
        autocompletion=completed(model_names),
    ),
]
Floating = Annotated[
    bool, typer.Option("--floating", help="Let the root of a URDF move freely, instead of fixing it to the ground.")
]
NoForces = Annotated[bool, typer.Option("--no-forces", help="Leave out the file's forces, limits and damping.")]
Start = Annotated[
    list[str],
    typer.Option("--q0", metavar="NAME=X", help="An initial coordinate; repeat for more. Or the word equilibrium."),
]
Speeds = Annotated[list[str], typer.Option("--u0", metavar="NAME=X", help="An initial velocity; repeat for more.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]


class Asked(NamedTuple):
    """A model as the user gave it."""

    model: str
    floating: bool
    forces: bool

    def mechanism(self) -> bo.Mechanism:
        return bo.model(self.model, floating=self.floating, forces=self.forces)

    def report(self) -> bo.results.Report:
        return bo.check(self.model, floating=self.floating, forces=self.forces)


def takes_model(command: Callable[..., None]) -> Callable[..., None]:
    """Replace a command's first parameter by a model and the options for reading its file."""

    def with_model(*, model: Model, floating: Floating = False, no_forces: NoForces = False, **options: Any) -> None:
        command(Asked(model, floating, not no_forces), **options)

    model, *reading, _ = inspect.signature(with_model, eval_str=True).parameters.values()
    _, *own = inspect.signature(command, eval_str=True).parameters.values()
    merged = [model, *own[:-1], *reading, *own[-1:]]  # --json last
    parameters = [parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY) for parameter in merged]
    with_model.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    with_model.__name__, with_model.__doc__ = command.__name__, command.__doc__
    return with_model


# --- their values -------------------------------------------------------------------------------------------------------------


def values_of(option: str, given: Iterable[str]) -> dict[str, float | list[float]] | None:
    """``elbow=0.5``, ``elbow=30*deg`` and ``wrist=1,0,0,0`` as numbers by name."""
    from bough.mechanism.expressions import constant

    values: dict[str, float | list[float]] = {}
    for text in given:
        name, _, numbers = text.rpartition("=")
        try:
            found = [constant(number) for number in numbers.split(",")]
        except bo.errors.MechanismError:
            found = []
        if not name or not found:
            raise bo.errors.StateError(f"{option} takes a name and a number, as in {option} elbow=0.5, not '{text}'.")
        if name in values:
            raise bo.errors.StateError(f"{option} gives '{name}' twice; give it once.")
        values[name] = found[0] if len(found) == 1 else found
    return values or None


def start_of(given: list[str], mechanism: bo.Mechanism) -> dict[str, Any] | None:
    """Values of --q0 by name; for the word equilibrium, those of the stable one near the model's initial state."""
    from bough.statics.starting import EQUILIBRIUM

    if EQUILIBRIUM not in given:
        return values_of("--q0", given)
    if len(given) > 1:
        raise bo.errors.StateError(f"--q0 {EQUILIBRIUM} gives all coordinates; leave out the other --q0.")
    return bo.equilibrium(mechanism, stable=True).coordinates


def check_target(option: str, path: Path | None, kind: str = "", *endings: str) -> None:
    """Refuse a file that cannot be written before the work starts; ``kind``: one that needs an extra."""
    if path is None:
        return
    if endings and path.suffix.lower() not in endings:
        raise bo.errors.StateError(f"{option} {path}: give a name that ends with {' or '.join(endings)}.")
    if path.is_dir():
        raise bo.errors.StateError(f"{option} {path}: that is a folder; give the name of a file.")
    if not path.parent.is_dir():
        raise bo.errors.StateError(f"{option} {path}: there is no folder '{path.parent}'; make it, or choose another.")
    if not os.access(path.parent, os.W_OK):
        raise bo.errors.StateError(
            f"{option} {path}: nothing can be written to '{path.parent}'; choose another folder."
        )
    if kind:
        need(kind)
