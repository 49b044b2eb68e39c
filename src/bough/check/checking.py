"""Check a model."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import numpy as np

from bough.api.loop_forces import (
    loop_rows_interpreted,
    machine_size,
    measured_interpreted,
    owners,
    place_parts,
    unnamed_parts,
)
from bough.api.loops import NEARLY, count_of
from bough.api.methods import evaluation_of, formulations
from bough.api.own_loops import beyond_range, unreached_at
from bough.check.report import Report
from bough.choice import choose
from bough.compiled.entries import beyond_memory
from bough.compiled.tree import compiled
from bough.errors import Argument, Finding, MechanismError, Message, ModelError, StateError, UnsupportedError
from bough.formats.findings import Findings
from bough.formats.loading import read
from bough.formats.oddities import look_over
from bough.mechanism.joints import Driven
from bough.mechanism.mechanism import Mechanism
from bough.models.texts import model as model_by_text
from bough.models.texts import path_of
from bough.simulation.run.faults import faults_between, faults_in, gives_of
from bough.simulation.run.manner import USUAL
from bough.simulation.run.timing import timing_of
from bough.typing import AnyPath


def check(model: AnyPath | Mechanism, *, floating: bool = False, forces: bool = True) -> Report:
    """Explain a model: errors and warnings, its tree, masses and forces, the shape of its equations, the forms.

    ``model``: a mechanism, which can still grow afterwards; or a path or another text for :func:`bough.model`, which
    also takes ``floating`` and ``forces``. The report says which forms fit, and which one ``auto`` would choose; if there
    are errors, its ``mechanism`` is None. Nothing is compiled.
    """
    if isinstance(model, Mechanism):
        if floating or not forces:
            raise StateError("floating and forces say how a file is read; leave them out for a mechanism.")
        return _report(model.name, model, list(model.remarks))
    path = path_of(model)
    if path is None:
        return _report(str(model), model_by_text(model, floating=floating, forces=forces), [])
    try:
        mechanism, findings = read(path, floating=floating, forces=forces)
    except ModelError as error:
        return Report(str(model), None, error.findings)
    return _report(str(model), mechanism, findings)


def _report(source: str, mechanism: Mechanism, findings: list[Finding]) -> Report:
    found = Findings("")
    with suppress(ModelError):
        _find_faults(mechanism, found)
    known = {(finding.element, finding.message) for finding in findings}
    findings += [finding for finding in found if (finding.element, finding.message) not in known]
    if any(finding.severity == "error" for finding in findings):
        return Report(source, None, findings)
    try:
        facts = _facts(mechanism)
    except (MechanismError, StateError) as error:  # what only compiling finds, such as a motion that is not smooth
        return Report(source, None, [*findings, Finding("error", str(error))])
    return Report(source, mechanism, [*findings, *_open_loops(facts["mobility"])], facts)


def _open_loops(mobility: dict[str, Any] | None) -> Iterator[Finding]:
    """Loops that are open where runs start, which ``simulate`` refuses."""
    if mobility is None:
        return
    if "open" in mobility:
        yield Finding("warning", mobility["open"])
    for name, gap in mobility.get("gaps", {}).items():
        yield Finding(
            "warning",
            f"it is open by {gap} at the start, where a run cannot begin; give a start that closes it (q0), or find one by "
            "bough.assemble.",
            f"loop '{name}'",
        )


def _find_faults(mechanism: Mechanism, found: Findings) -> None:
    """Errors and oddities of a mechanism that was not read from a file."""
    with found.attempt():
        _ = mechanism.topology
    for name, force in mechanism.forces.items():
        with found.attempt(f"force '{name}'"):
            force.check(mechanism, later=False)
    if mechanism.q0 or mechanism.u0:
        with found.attempt("start"):
            for body, length in mechanism.quaternion_faults(mechanism.coordinates(mechanism.q0)):
                found.error(
                    f"the quaternion of '{body.name}' has length {length:.9g}; give one of unit length.", "start"
                )
        with found.attempt("start"):
            mechanism.velocities(mechanism.u0)
    wrong = [message for _, message in faults_in(mechanism.settings)]
    wrong = wrong or list(faults_between(mechanism.settings))
    for message in wrong or _faults_beside_mechanism(mechanism):
        found.error(message, "settings")
    found.settle()
    look_over(mechanism, found)


def _faults_beside_mechanism(mechanism: Mechanism) -> Iterator[str]:
    """Settings that are valid by themselves, but that ``simulate`` would refuse for this mechanism."""
    said: dict[str, Any] = {**USUAL, **mechanism.settings}
    bare = mechanism.without_forces()
    gives = gives_of(said["formulation"], said["integrator"])
    try:
        if mechanism.settings.keys() & {"formulation", "solver"}:
            evaluation_of(bare, gives, said["formulation"], said.get("solver"))
        if "duration" in said:
            timed, end = copy.copy(mechanism), float(said["duration"])
            timed.cover(0.0, end)
            timing_of([timed], 0.0, end)
    except (MechanismError, StateError, UnsupportedError) as error:
        yield str(error)
    states = said["duration"] / said["every"] if {"duration", "every"} <= said.keys() else 0.0
    if size := beyond_memory(int(states) * (bare.n_q + bare.n)):
        yield Message(f"the states at {states:.3g} times would take {size}; keep fewer (", Argument("every"), ").")


def _facts(mechanism: Mechanism) -> dict[str, Any]:
    """The facts about a mechanism, as plain data."""
    bodies = mechanism.bodies
    return {
        "name": str(mechanism.name),
        "about": mechanism.about,
        "bodies": len(bodies),
        "dofs": mechanism.n,
        "coordinates": mechanism.n_q,
        "joints": dict(Counter(type(body.joint).__name__ for body in bodies).most_common()),
        **_masses(mechanism),
        "armature": {body.joint_name: list(body.armature) for body in bodies if any(body.armature)},
        "gravity": mechanism.gravity.tolist(),
        "forces": dict(Counter(type(force).__name__ for force in mechanism.forces.values()).most_common()),
        "keeps_energy": mechanism.is_conservative,
        "follows_time": mechanism.is_timed,
        "start": {"q": _plain(mechanism.q0), "u": _plain(mechanism.u0)},
        "settings": dict(mechanism.settings),
        "shape": _shape(mechanism),
        "mobility": mobility_of(mechanism),
        # use a copy, so that the mechanism can still grow, without forces: every form takes them, and their functions
        # would be compiled
        **_forms(mechanism.without_forces()),
    }


def mobility_of(mechanism: Mechanism) -> dict[str, Any] | None:
    """How the loops move at the start, or how far they are open there."""
    if not mechanism.loops:
        return None
    bare = mechanism.without_forces()
    q = bare.coordinates(bare.q0)
    if parts := unnamed_parts(bare, bare.q0):
        place_parts(bare, parts, q, measured_interpreted(bare, q))
    rows = loop_rows_interpreted(bare, q)
    gaps, own = np.abs(rows.gaps), np.array(owners(bare))
    wide = ~(gaps <= NEARLY * machine_size(bare))
    if (wide.any() and (sentence := beyond_range(bare, q))) or (sentence := unreached_at(bare, q)):
        return {"open": sentence}
    if wide.any():
        is_length = np.abs(rows.directions[:, :3]).max(axis=1) > 1e-9
        worst = {name: int(np.where(own == name, gaps, -1.0).argmax()) for name in dict.fromkeys(own[wide].tolist())}
        told = {name: f"{gaps[k]:.3g} {'m' if is_length[k] else 'rad'}" for name, k in worst.items()}
        return {"gap": float(gaps.max()), "gaps": told}
    found = count_of(bare, rows)
    groups = [list(group) for group in found.redundant]
    return {"dofs": found.dofs, "constraints": found.constraints, "rank": found.rank, "redundant": groups}


def _plain(values: dict[str, Any]) -> dict[str, Any]:
    return {name: np.asarray(value, float).tolist() for name, value in values.items()}


def _masses(mechanism: Mechanism) -> dict[str, Any]:
    topology, bodies = mechanism.topology, mechanism.bodies
    mass = np.array([bodies[k].inertia.mass for k in topology.order])
    driven = np.array([isinstance(bodies[k].joint, Driven) for k in topology.order], np.int64)
    moves = topology.path_sums(topology.dofs + driven) > 0
    heavy = np.flatnonzero(moves & (mass > 0.0))

    def told(row: int) -> dict[str, Any]:
        return {"body": topology.names[row], "mass": float(mass[row])}

    return {
        "mass": float(mass.sum()),
        "moving": {
            "bodies": int(moves.sum()),
            "massless": int((moves & (mass == 0.0)).sum()),
            "mass": float(mass[moves].sum()),
            "heaviest": told(heavy[mass[heavy].argmax()]) if len(heavy) else None,
            "lightest": told(heavy[mass[heavy].argmin()]) if len(heavy) else None,
        },
    }


def _shape(mechanism: Mechanism) -> dict[str, Any]:
    """Numbering, paths, and the sparsity of the mass matrix."""
    topology, moved = mechanism.topology, mechanism.parted.topology
    joints, dofs = topology.path_sums(np.ones(topology.bodies, np.int64)), topology.path_sums(topology.dofs)
    far = int(np.lexsort((-np.arange(topology.bodies), joints, dofs))[-1]) if topology.bodies else None
    differs = np.flatnonzero(topology.order != np.arange(topology.bodies))
    return {
        "numbered_as_added": not len(differs),
        "first_renumbered": mechanism.body_names[differs[0]] if len(differs) else None,
        "depth": int(joints.max(initial=0)),
        "longest_path": {"to": topology.names[far], "joints": int(joints[far]), "dofs": int(dofs[far])}
        if far is not None
        else None,
        "leaves": int(topology.bodies - len(np.unique(topology.parent[topology.parent >= 0]))),
        "N1": moved.N1,
        "N2": moved.N2,
        "density": moved.density,
    }


def _forms(mechanism: Mechanism) -> dict[str, Any]:
    """Which forms fit, and which one ``auto`` would choose."""
    tree = compiled(mechanism)
    forms: list[dict[str, Any]] = []
    for form in formulations():
        doubt = form.doubts(tree)
        for solver in form.solvers or (None,):
            reason = form.supports(tree, solver)
            forms.append({"form": form.name, "solver": solver, "gives": form.gives, "declines": reason, "doubt": doubt})
    try:
        chosen = choose(mechanism)
    except UnsupportedError as error:
        return {"forms": forms, "auto": {"form": None, "reason": str(error)}}
    auto = {"form": chosen.formulation, "solver": chosen.solver, "code": chosen.code, "reason": chosen.reason}
    return {"forms": forms, "auto": {**auto, "seconds": chosen.best.predicted, "rates": chosen.rates}}
