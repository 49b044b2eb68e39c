"""Remarks on parts of a compiled MJCF model that a mechanism lacks: one for each kind."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from bough.formats.findings import BY_COUPLING, Findings
from bough.formats.mjcf.compiler import Compiled
from bough.formats.mjcf.guard import Guard
from bough.formats.mjcf.switches import Switches
from bough.mechanism.checks import listing

# by MuJoCo's word: the name, and why it is not needed
_DRAWN = "since bough has its own drawings"
_UNNEEDED = "since bough has no use for them"
_NOTED = {
    "sensor": ("sensors", "since a trajectory gives any quantity"),
    "site": ("sites", "since they do not affect the motion"),
    "cam": ("cameras", _DRAWN),
    "light": ("lights", _DRAWN),
    "skin": ("skins", _DRAWN),
    "numeric": ("fields of numbers", _UNNEEDED),
    "text": ("fields of text", _UNNEEDED),
    "tuple": ("tuples", _UNNEEDED),
}
# by MuJoCo's numbers: the name of an equality constraint, and a substitute for it
_JOINED = "join the bodies by add_loop with a bough.Ball"
_WELDED = "join the bodies by add_loop with a bough.Fixed"
_COUPLED = f"couple the joints {BY_COUPLING}"
_HELD = "hold the joint by a stiff bough.JointSpring"
_TENDON = "pull by a stiff bough.CustomJointForce or bough.CustomBodyForce"
_EQUALITIES = {0: ("connect", _JOINED), 1: ("weld", _WELDED), 2: ("joint", _COUPLED), 3: ("tendon", _TENDON)}
_OF_FLEX = ("flex", "flexes are left out as well")
_TENDON_FORCES = ("stiffness", "stiffnesspoly", "damping", "dampingpoly", "frictionloss", "limited", "armature")


def tell_left_out(found: Compiled, guard: Guard, switches: Switches, findings: Findings) -> None:
    """Warn of omissions that change the motion, and note others."""
    model = found.model
    if not switches.off("EQUALITY", "CONSTRAINT"):
        _equalities(model, findings)
    _tendons(model, findings)
    if model.nflex:
        findings.warn(f"flexes are left out, so the motion will differ, since bodies are rigid here: {model.nflex}.")
    medium = {"density": float(model.opt.density), "viscosity": float(model.opt.viscosity)}
    if any(medium.values()):
        told = " and ".join(f"{name} {value:g}" for name, value in medium.items() if value)
        findings.warn(
            f"the medium ({told}) is left out, so the motion will differ; give its forces by bough.CustomBodyForce."
        )
    if found.colliding and not switches.off("CONTACT", "CONSTRAINT"):
        findings.note(
            f"bough has no contacts, so shapes pass through one another; shapes that could touch: {found.colliding}."
        )
    if len(moved := np.flatnonzero(model.body_mocapid >= 0)):
        findings.note(
            f"bodies that are moved from outside (mocap) stay where they are: {_listed(model, 'body', moved)}."
        )
    for kind, (many, why) in _NOTED.items():
        if count := int(getattr(model, f"n{kind}")):
            findings.note(f"{many} are left out, {why}: {_listed(model, kind, range(count))}.")
    _options(guard, findings)


def _equalities(model: Any, findings: Findings) -> None:
    active = np.flatnonzero(model.eq_active0).tolist()
    by_advice: dict[str, list[str]] = {}
    for k in active:
        kind, advice = _EQUALITIES.get(int(model.eq_type[k]), _OF_FLEX)
        if kind == "joint" and int(model.eq_obj2id[k]) < 0:
            advice = _HELD
        by_advice.setdefault(advice, []).append(model.eq(k).name or kind)
    for advice, names in by_advice.items():
        findings.warn(f"equality constraints are left out, so the motion will differ; {advice}: {listing(names)}.")
    if len(active) < model.neq:
        findings.note(f"equality constraints that are not active are left out: {model.neq - len(active)}.")


def _tendons(model: Any, findings: Findings) -> None:
    acting = np.zeros(model.ntendon, bool)
    for name in _TENDON_FORCES:
        values = getattr(model, f"tendon_{name}", None)
        if values is not None and model.ntendon:
            acting |= np.any(values.reshape(model.ntendon, -1), axis=1)
    if acting.any():
        names = _listed(model, "tendon", np.flatnonzero(acting))
        findings.warn(
            f"tendons are left out, so the motion will differ; between two points there is bough.SpringDamper: {names}."
        )
    if not acting.all():
        names = _listed(model, "tendon", np.flatnonzero(~acting))
        findings.note(f"tendons without forces of their own are left out: {names}.")


def _options(guard: Guard, findings: Findings) -> None:
    """Options of MuJoCo's integrators in the file."""
    for source in guard.sources:
        for option in source.root.all("option"):
            for name in ("timestep", "integrator"):
                if name in option.attributes:
                    with findings.within(source.name):
                        message = (
                            f"{name} is left out, since it is made for MuJoCo's own methods; bough.simulate has others."
                        )
                        findings.note(message, "<option>", option.line)


def _listed(model: Any, kind: str, indices: Iterable[int]) -> str:
    """The names of elements, or their number."""
    starts = getattr(model, f"name_{kind}adr")
    names = [model.names[starts[k] : model.names.index(b"\0", starts[k])].decode(errors="replace") for k in indices]
    named = [name for name in names if name]
    return listing(named) if len(named) == len(names) else f"{len(names)} in all"
