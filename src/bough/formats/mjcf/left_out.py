"""What a compiled MJCF model has and a mechanism has not: told once for each kind."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from bough.formats.findings import Findings
from bough.formats.mjcf.compiler import Compiled
from bough.formats.mjcf.guard import Guard
from bough.formats.mjcf.switches import Switches
from bough.mechanism.checks import listing

# by MuJoCo's accessor: what it is, and why it is not needed
_DRAWN = "since bough draws by itself"
_UNNEEDED = "since bough has no use for them"
_NOTED = {
    "sensor": ("sensors", "since any quantity can be had from a trajectory"),
    "site": ("sites", "since they are marks without effect"),
    "cam": ("cameras", _DRAWN),
    "light": ("lights", _DRAWN),
    "skin": ("skins", _DRAWN),
    "numeric": ("fields of numbers", _UNNEEDED),
    "text": ("fields of text", _UNNEEDED),
}
_EQUALITIES = ("connect", "weld", "joint", "tendon")  # by MuJoCo's numbers; the rest belong to flexes
_TENDON_FORCES = ("stiffness", "stiffnesspoly", "damping", "dampingpoly", "frictionloss", "limited", "armature")


def tell_left_out(found: Compiled, guard: Guard, switches: Switches, findings: Findings) -> None:
    """Warn of what makes a motion differ, and note what does not."""
    model = found.model
    if not switches.off("EQUALITY", "CONSTRAINT"):
        _equalities(model, findings)
    _tendons(model, findings)
    if model.nflex:
        findings.warn(f"flexes are left out, so the motion will differ, since bodies are rigid here: {model.nflex}.")
    medium = {"density": float(model.opt.density), "viscosity": float(model.opt.viscosity)}
    if any(medium.values()):
        told = " and ".join(f"{name} {value:g}" for name, value in medium.items() if value)
        findings.warn(f"the medium ({told}) is left out, so the motion will differ; give its forces by bough.BodyLaw.")
    if found.colliding and not switches.off("CONTACT", "CONSTRAINT"):
        findings.note(
            f"bough has no contacts, so shapes pass through one another; those that could touch: {found.colliding}."
        )
    if len(moved := np.flatnonzero(model.body_mocapid >= 0)):
        findings.note(
            f"bodies that are moved from outside (mocap) stay where they are: {_listed(model, 'body', moved)}."
        )
    for accessor, (many, why) in _NOTED.items():
        if count := int(getattr(model, f"n{accessor}")):
            findings.note(f"{many} are left out, {why}: {_listed(model, accessor, range(count))}.")
    _options(guard, findings)


def _equalities(model, findings: Findings) -> None:
    active = np.flatnonzero(model.eq_active0)
    if len(active):
        findings.warn(
            "equality constraints are left out, so the motion will differ, since bough simulates trees; close loops by a stiff bough.Bushing: "
            + listing(model.eq(k).name or (*_EQUALITIES, *["flex"] * 8)[int(model.eq_type[k])] for k in active.tolist())
            + "."
        )
    if len(active) < model.neq:
        findings.note(f"equality constraints that are not active are left out: {model.neq - len(active)}.")


def _tendons(model, findings: Findings) -> None:
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
    """What the file says of MuJoCo's own way to integrate."""
    for source in guard.sources:
        for option in source.root.all("option"):
            for name in ("timestep", "integrator"):
                if name in option.attributes:
                    with findings.within(source.name):
                        message = (
                            f"{name} is left out, since it is made for MuJoCo's own methods; bough.simulate has others."
                        )
                        findings.note(message, "<option>", option.line)


def _listed(model, accessor: str, indices: Iterable[int]) -> str:
    """The names of elements, or how many there are."""
    names = [getattr(model, accessor)(int(k)).name for k in indices]
    named = [name for name in names if name]
    return listing(named) if len(named) == len(names) else f"{len(names)} in all"
