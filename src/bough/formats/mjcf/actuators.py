"""Actuators of a compiled MJCF model that have a counterpart.

For a constant control c, the force of an actuator is affine in the length l of its transmission and its rate: p = (g₀ +
g₁ l + g₂ l̇) c + b₀ + b₁ l + b₂ l̇. On a hinge or a slide l is the gear ratio times the coordinate, and the joint force
is the gear ratio times p: a :class:`bough.Servo` if it depends on l or its rate, else a :class:`bough.Motor`. On a site
without a reference l is zero, and l̇ is the velocity of the site along the gear: a :class:`bough.Wrench` of what does
not depend on l̇, and a warning about what does.

MuJoCo clips p to the actuator's ``forcerange``, and the sum of the joint forces to the joint's ``actuatorfrcrange``.
Where the latter matters, the actuators of a joint become one force.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
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
    for k, name, make in sorted(actuators.forces(), key=lambda each: each[0]):
        with findings.attempt(f"actuator '{name}'", found.actuator_lines[k]):
            while name in mechanism.forces:
                name += " actuator"
            mechanism.add_force(name, make())
    actuators.tell(findings)


_FAR = sys.float_info.max  # for an infinite end of a range, since those of a servo are finite


@dataclass(frozen=True)
class _Pull:
    """A joint force: ``force`` - ``stiffness`` x - ``damping`` v, clipped; x is the coordinate here, v its velocity."""

    joint: MjcfJoint
    force: float
    stiffness: float = 0.0
    damping: float = 0.0
    lower: float = -math.inf
    upper: float = math.inf

    @property
    def is_constant(self) -> bool:
        return not (self.stiffness or self.damping) or self.lower == self.upper

    @property
    def is_limited(self) -> bool:
        return math.isfinite(self.lower) or math.isfinite(self.upper)

    @property
    def ends(self) -> tuple[float, float]:
        """The least and the largest force."""
        force = _clip(self.force, self.lower, self.upper)
        return (force, force) if self.is_constant else (self.lower, self.upper)

    def clipped(self, lower: float, upper: float) -> _Pull:
        """The same, clipped once more."""
        return replace(self, lower=_clip(self.lower, lower, upper), upper=_clip(self.upper, lower, upper))

    def counterpart(self) -> Force:
        if self.is_constant:
            return Motor(self.joint.name, self.ends[0])
        reference: float | str = 0.0
        if self.stiffness:
            reference = self.force / self.stiffness
        elif self.force:
            reference = f"{self.force / self.damping!r}*t"
        ends: tuple[float, ...] = ()
        if self.is_limited:
            lower, upper = (_clip(end, -_FAR, _FAR) for end in (self.lower, self.upper))
            ends = (upper,) if lower == -upper else (upper, lower)
        return Servo(self.joint.name, reference, self.stiffness, self.damping, *ends)


def _sum(pulls: Sequence[_Pull]) -> _Pull | None:
    """The sum of forces on a joint; None if it is not of the same kind, since several change and some are clipped."""
    constant = sum(pull.ends[0] for pull in pulls if pull.is_constant)
    moving = [pull for pull in pulls if not pull.is_constant]
    if len(moving) > 1 and any(pull.is_limited for pull in moving):
        return None
    lower, upper = (sum(ends) for ends in zip(*(pull.ends for pull in pulls), strict=True))
    force, stiffness, damping = (
        sum(getattr(pull, name) for pull in moving) for name in ("force", "stiffness", "damping")
    )
    return _Pull(pulls[0].joint, constant + force, stiffness, damping, lower, upper)


# why ranges of the actuator forces of joints are not applied
_BOTH = "actuators on one joint have limits of their own, so the limit of their sum (actuatorfrcrange) is left out"
_ABOVE = "actuators on sites push joints whose limit of the actuator force (actuatorfrcrange) is left out for them"
_MOVING = "the forces of actuators on sites that depend on the site's velocity are left out; give them by bough.CustomBodyForce"
_PUSHED = "joints that nothing drives are pushed by a range of the actuator force without zero, which is left out"
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
        self.merged: list[str] = []
        self.differing: dict[str, list[str]] = {}  # by what differs

    def forces(self) -> Iterator[tuple[int, str, Callable[[], Force]]]:
        """Counterparts of actuators: the number of the first actuator in it, its name, and a function that makes it."""
        model = self.model
        limited: dict[int, list[tuple[int, _Pull]]] = {}  # by joint: actuators whose sum is clipped
        for k, name in enumerate(self.names):
            if why := self._refusal(k):
                self.left_out.setdefault(why, []).append(name)
                continue
            constant, slope, rate = self._law(k)
            limits = model.actuator_forcerange[k].tolist() if model.actuator_forcelimited[k] else (-math.inf, math.inf)
            target, gear = int(model.actuator_trnid[k, 0]), float(model.actuator_gear[k, 0])
            if _named("Trn", model.actuator_trntype[k]) == "SITE":
                self._note_limits_above(k)
                if rate:
                    self.differing.setdefault(_MOVING, []).append(name)
                yield k, name, partial(self._on_site, k, _clip(constant, *limits))
                continue
            joint = self.joints[target]
            stiffness, damping = -gear * gear * slope, -gear * gear * rate
            if stiffness < 0.0 or damping < 0.0:
                self.left_out.setdefault("that drive away from their reference", []).append(name)
                continue
            lower, upper = sorted(gear * end for end in limits) if gear else (0.0, 0.0)
            pull = _Pull(joint, gear * constant - stiffness * joint.ref, stiffness, damping, lower, upper)
            if model.jnt_actfrclimited[target]:
                limited.setdefault(target, []).append((k, pull))
            else:
                yield k, name, pull.counterpart
        for j, acting in limited.items():
            yield from self._within(j, acting)
        for joint in self.joints if self.names else ():
            is_limited = model.jnt_actfrclimited[joint.index] and joint.index not in limited
            if is_limited and _clip(0.0, *model.jnt_actfrcrange[joint.index].tolist()):
                self.differing.setdefault(_PUSHED, []).append(joint.name)

    def _law(self, k: int) -> list[float]:
        """The force of an actuator at its control, and how it grows with length and rate."""
        model = self.model
        control = float(self.controls[_at(model, "actuator_ctrladr", k)])
        if model.actuator_ctrllimited[k] and self.clamped:
            control = _clip(control, *model.actuator_ctrlrange[k].tolist())
        gain, bias = model.actuator_gainprm[k, :3].copy(), model.actuator_biasprm[k, :3].copy()
        gain[1:] *= _named("Gain", model.actuator_gaintype[k]) == "AFFINE"
        bias *= _named("Bias", model.actuator_biastype[k]) == "AFFINE"
        law: list[float] = (gain * control + bias).tolist()
        return law

    def _within(self, j: int, acting: Sequence[tuple[int, _Pull]]) -> Iterator[tuple[int, str, Callable[[], Force]]]:
        """The forces on joint j, which clips their sum."""
        (k, _), *others = acting
        name = " + ".join(self.names[k] for k, _ in acting)
        lower, upper = self.model.jnt_actfrcrange[j].tolist()
        ends = list(zip(*(pull.ends for _, pull in acting), strict=True))
        whole = _sum([pull for _, pull in acting])
        is_within = lower <= sum(ends[0]) and sum(ends[1]) <= upper
        if whole is None or is_within:
            if not is_within:
                self.differing.setdefault(_BOTH, []).append(name)
            for k, pull in acting:
                yield k, self.names[k], pull.counterpart
            return
        if others:
            self.merged.append(name)
        yield k, name, whole.clipped(lower, upper).counterpart

    def _note_limits_above(self, k: int) -> None:
        """Note an actuator on a site that pushes joints whose actuator force is limited."""
        model = self.model
        body = int(model.site_bodyid[model.actuator_trnid[k, 0]])
        while body:
            first = int(model.body_jntadr[body])
            if model.jnt_actfrclimited[first : first + int(model.body_jntnum[body])].any():
                self.differing.setdefault(_ABOVE, []).append(self.names[k])
                return
            body = int(model.body_parentid[body])

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

    def tell(self, findings: Findings) -> None:
        """Tell what was left out, and what differs a little."""
        for why, names in self.left_out.items():
            if "switches" in why:
                findings.note(f"actuators {why} are left out: {listing(names)}.")
                continue
            remedy = "give their forces by bough.Motor, Servo, Wrench or CustomJointForce"
            findings.warn(f"actuators {why} are left out, so the motion may differ; {remedy}: {listing(names)}.")
        for what, names in self.differing.items():
            what, _, remedy = what.partition("; ")
            findings.warn(f"{what}, and the motion may differ{'; ' * bool(remedy)}{remedy}: {listing(names)}.")
        if self.merged:
            what = "actuators of a joint that limits their sum (actuatorfrcrange) are one force"
            findings.note(f"{what}: {listing(self.merged)}.")
        acting = len(self.names) - sum(map(len, self.left_out.values()))
        if acting:
            where = "where the keyframe has them" if self.controls.any() else "at zero"
            findings.note(f"controls of actuators stay {where}; give other forces or references in Python or TOML.")


def _clip(x: float, lower: float, upper: float) -> float:
    return min(max(x, lower), upper)


def _at(model: Any, array: str, k: int) -> int:
    """The index of an actuator's control; early versions have one for each."""
    return int(getattr(model, array)[k]) if hasattr(model, array) else k


def _named(kind: str, value: Any) -> str:
    """The name of a number of MuJoCo's, such as 'AFFINE'."""
    import mujoco

    name: str = getattr(mujoco, f"mjt{kind}")(int(value)).name
    return name.rpartition("_")[2]
