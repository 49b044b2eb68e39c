"""Settings of a mechanism that ``simulate`` would refuse, found before anything is computed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from bough.api.methods import form_of, solver_of
from bough.errors import StateError, UnsupportedError
from bough.formulations import FORMULATIONS
from bough.formulations.formulation import DRIVES_AND_REACTIONS
from bough.mechanism.checks import remedy, shown
from bough.simulation.run.manner import (
    SETTINGS,
    TAKES_MOTION,
    USUAL,
    correction_steps,
    corrections_of,
    given_by,
    method_of,
    seconds,
    separation_of,
    spacing,
    step_of,
    tolerances,
)


def gives_of(formulation: str, integrator: str) -> str:
    """The result of a form that an integrator can use, by their names."""
    return given_by(None if formulation == "auto" else form_of(formulation), method_of(integrator), integrator)


def faults_in(settings: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """(name, what is wrong) for each setting of a mechanism that ``simulate`` would refuse."""
    for name in settings:
        if name not in SETTINGS:
            yield name, f"no setting {shown(name)}: {remedy(name, SETTINGS)}"
    right = dict(USUAL)
    for name in SETTINGS:  # a setting comes after those that it depends on
        if name in settings:
            right[name] = settings[name]
            try:
                _check_setting(name, right)
            except (StateError, UnsupportedError) as error:
                del right[name]
                yield name, str(error)


def faults_between(settings: Mapping[str, Any]) -> Iterator[str]:
    """Settings that are valid one by one but conflict, unless an argument of ``simulate`` replaces some of them."""
    said = {**USUAL, **settings}
    try:
        gives_of(said["formulation"], said["integrator"])
        method = method_of(said["integrator"])
        step_of(said["integrator"], method, said.get("step"))
        corrections_of(
            said.get("correct_every"), said.get("separation"), said.get("solver"), method, said["integrator"]
        )
        if {"duration", "every"} <= said.keys():
            spacing(said["every"], said["duration"])
    except (StateError, UnsupportedError) as error:
        yield str(error)


def _check_setting(name: str, settings: Mapping[str, Any]) -> None:
    value = settings[name]
    if name == "formulation" and value != "auto" and form_of(value).gives == DRIVES_AND_REACTIONS:
        raise UnsupportedError(TAKES_MOTION.format(value))
    if name == "solver" and "formulation" in settings:
        if settings["formulation"] != "auto":
            solver_of(form_of(settings["formulation"]), value)
        elif value not in (known := {solver for form in FORMULATIONS.values() for solver in form.solvers}):
            raise UnsupportedError(f"no solver '{value}': {remedy(value, sorted(known))}")
    if name == "integrator":
        method_of(value)
    if name in ("duration", "every", "max_step"):
        seconds(value, name)
    if name in ("rtol", "atol"):
        tolerances(settings.get("rtol", USUAL["rtol"]), settings.get("atol", USUAL["atol"]))
    if name == "correct_every":
        correction_steps(value)
    if name == "separation":
        separation_of(value)
    if name == "step" and "integrator" in settings:
        step_of(settings["integrator"], method_of(settings["integrator"]), value)
