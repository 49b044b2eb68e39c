"""Actuators of a compiled MJCF model that have a counterpart.

For a constant control c, the force of an actuator is affine in the length l of its transmission and its rate: p = (g₀ +
g₁ l + g₂ l̇) c + b₀ + b₁ l + b₂ l̇. On a hinge or a slide l is the gear ratio times the coordinate, and the joint force
is the gear ratio times p: a :class:`bough.Servo` if it depends on l or its rate, else a :class:`bough.Motor`. On a site
without a reference l is zero: a :class:`bough.Wrench`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from bough.formats.findings import Findings
from bough.formats.mjcf.bodies import MjcfJoint
from bough.formats.mjcf.compiler import Compiled
from bough.formats.mjcf.rotations import rotation_of
from bough.formats.mjcf.switches import Switches
from bough.mechanism.checks import listing
from bough.mechanism.forces import Force, Motor, Servo, Wrench
from bough.mechanism.mechanism import Mechanism
from bough.typing import Array


def add_actuators(
    mechanism: Mechanism,
    found: Compiled,
    bodies: dict[int, str],
    joints: list[MjcfJoint],
    key: int | None,
    switches: Switches,
    findings: Findings,
) -> None:
    """Add the actuators that have a counterpart, with the controls of a keyframe, or zero."""
    count = len(found.model.actuator_trntype)
    if count and switches.off("ACTUATION"):
        findings.note("actuators are left out, since the file switches them off.")
        return
    actuators = _Actuators(found, bodies, joints, key, switches)
    for k in range(count):
        with findings.attempt(f"actuator '{actuators.names[k]}'", found.actuator_lines[k]):
            if force := actuators.force(k):
                name = actuators.names[k]
                while name in mechanism.forces:
                    name += " actuator"
                mechanism.add_force(name, force)
    actuators.tell(findings)


_TRANSMISSIONS = {"SITE": "site with a reference", "SLIDERCRANK": "slider and crank", "BODY": "body's contacts"}


class _Actuators:
    def __init__(
        self,
        found: Compiled,
        bodies: Mapping[int, str],
        joints: Sequence[MjcfJoint],
        key: int | None,
        switches: Switches,
    ):
        self.model, self.found, self.bodies, self.joints = found.model, found, bodies, joints
        count = range(len(self.model.actuator_trntype))
        self.names = [self.model.actuator(k).name or f"actuator{k}" for k in count]
        self.controls = np.zeros(self.model.nu) if key is None else self.model.key_ctrl[key]
        self.clamped = not switches.off("CLAMPCTRL")
        self.left_out: dict[str, list[str]] = {}  # by reason
        self.noted: dict[str, list[str]] = {}

    def force(self, k: int) -> Force | None:
        """The counterpart of an actuator, if it has one."""
        if why := self._refusal(k):
            self.left_out.setdefault(why, []).append(self.names[k])
            return None
        model = self.model
        control = float(self.controls[_at(model, "actuator_ctrladr", k)])
        if model.actuator_ctrllimited[k] and self.clamped:
            control = float(np.clip(control, *model.actuator_ctrlrange[k]))
        gain, bias = model.actuator_gainprm[k, :3].copy(), model.actuator_biasprm[k, :3].copy()
        gain[1:] *= _named("Gain", model.actuator_gaintype[k]) == "AFFINE"
        bias *= _named("Bias", model.actuator_biastype[k]) == "AFFINE"
        constant, slope, rate = (gain * control + bias).tolist()
        limits = model.actuator_forcerange[k] if model.actuator_forcelimited[k] else None
        if _named("Trn", model.actuator_trntype[k]) == "SITE":
            return self._on_site(k, _clipped(constant, limits))
        return self._on_joint(k, constant, slope, rate, limits)

    def _on_joint(self, k: int, constant: float, slope: float, rate: float, limits: Array | None) -> Force | None:
        joint = self.joints[int(self.model.actuator_trnid[k, 0])]
        gear = float(self.model.actuator_gear[k, 0])
        if self.model.jnt_actfrclimited[joint.index]:
            self._note("the range of the actuator force of a joint is left out", k)
        stiffness, damping = -gear * gear * slope, -gear * gear * rate
        if not stiffness and not damping:
            return Motor(joint.name, gear * _clipped(constant, limits))
        if stiffness < 0.0 or damping < 0.0:
            self.left_out.setdefault("that drive away from their reference", []).append(self.names[k])
            return None
        most = None
        if limits is not None:
            most = abs(gear) * float(np.abs(limits).max())
            self._note("the range of a servo's force is applied smoothly, by the argument most of bough.Servo", k)
        # the joint force at zero, minus that of the reference
        force = gear * constant - stiffness * joint.ref
        if stiffness:
            return Servo(joint.name, force / stiffness, stiffness, damping, most)
        speed = force / damping
        return Servo(joint.name, f"{speed!r}*t" if speed else 0.0, 0.0, damping, most)

    def _on_site(self, k: int, force: float) -> Force:
        """A force and a moment along the axes of a site."""
        model, site = self.model, int(self.model.actuator_trnid[k, 0])
        turn = rotation_of(model.site_quat[site])
        wrench = force * model.actuator_gear[k].reshape(2, 3)
        if turn is not None:
            wrench = wrench @ turn.T
        body = self.bodies[int(model.site_bodyid[site])]
        at = tuple(model.site_pos[site].tolist())
        return Wrench(body, tuple(wrench[0].tolist()), tuple(wrench[1].tolist()), at, "body")

    def _refusal(self, k: int) -> str:
        """Why an actuator has no counterpart."""
        model = self.model
        if int(model.opt.disableactuator) >> int(model.actuator_group[k]) & 1:
            return "whose group the file switches off"
        if (dynamics := _named("Dyn", model.actuator_dyntype[k])) != "NONE":
            return f"with a state of their own ({dynamics.lower()})"
        if k in self.found.delayed:
            return "that answer with a delay"
        gain, bias = _named("Gain", model.actuator_gaintype[k]), _named("Bias", model.actuator_biastype[k])
        if gain not in ("FIXED", "AFFINE") or bias not in ("NONE", "AFFINE"):
            return f"with forces of the kind '{(bias if gain in ('FIXED', 'AFFINE') else gain).lower()}'"
        match _named("Trn", model.actuator_trntype[k]):
            case "JOINT" | "JOINTINPARENT":
                if self.joints[int(model.actuator_trnid[k, 0])].kind in ("slide", "hinge"):
                    return ""
                return "on ball and free joints"
            case "SITE" if int(model.actuator_trnid[k, 1]) < 0:
                if int(model.site_bodyid[model.actuator_trnid[k, 0]]) in self.bodies:
                    return ""
                return "that push the ground"
            case kind:
                return f"that act through a {_TRANSMISSIONS.get(kind, kind.lower())}"

    def _note(self, what: str, k: int) -> None:
        self.noted.setdefault(what, []).append(self.names[k])

    def tell(self, findings: Findings) -> None:
        """Tell what was left out, and what differs a little."""
        for why, names in self.left_out.items():
            if "switches" in why:
                findings.note(f"actuators {why} are left out: {listing(names)}.")
                continue
            remedy = "give their forces by bough.Motor, Servo, Wrench or JointLaw"
            findings.warn(f"actuators {why} are left out, so the motion may differ; {remedy}: {listing(names)}.")
        for what, names in self.noted.items():
            findings.note(f"{what}: {listing(names)}.")
        acting = len(self.names) - sum(map(len, self.left_out.values()))
        if acting:
            where = "where the keyframe has them" if self.controls.any() else "at zero"
            findings.note(f"controls of actuators stay {where}; give other forces or references in Python or TOML.")


def _clipped(force: float, limits: Array | None) -> float:
    return force if limits is None else float(np.clip(force, *limits))


def _at(model: Any, array: str, k: int) -> int:
    """The index of an actuator's control; early versions have one for each."""
    return int(getattr(model, array)[k]) if hasattr(model, array) else k


def _named(kind: str, value: Any) -> str:
    """The name of a number of MuJoCo's, such as 'AFFINE'."""
    import mujoco

    name: str = getattr(mujoco, f"mjt{kind}")(int(value)).name
    return name.rpartition("_")[2]
