"""MJCF, the format of MuJoCo (mujoco.readthedocs.io/en/stable/XMLreference.html), as a mechanism.

MuJoCo itself reads and compiles the file, so defaults, angles, shapes' inertias and attached parts keep their meaning;
the mechanism is made of the resulting numbers. docs/mjcf.md says what each becomes, and what has no counterpart.
"""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np

from bough.formats.findings import Findings
from bough.formats.mjcf.actuators import add_actuators
from bough.formats.mjcf.bodies import add_bodies
from bough.formats.mjcf.compiler import compiled
from bough.formats.mjcf.forces import add_forces
from bough.formats.mjcf.guard import Guard
from bough.formats.mjcf.left_out import tell_left_out
from bough.formats.mjcf.looks import Looks
from bough.formats.mjcf.start import chosen_key, set_start
from bough.formats.mjcf.switches import Switches
from bough.formats.xml import Element
from bough.mechanism.mechanism import Mechanism


@np.errstate(all="ignore")  # overflows are not finite, and reported
def read_mjcf(root: Element, path: Path, findings: Findings, forces: bool) -> Mechanism:
    """The mechanism of a <mujoco> element."""
    guard = Guard(root, path, findings)
    found = compiled(path, guard, findings)
    if found.model.nbody < 2:
        raise findings.fail("there is no <body> in it; add one, or load another file.", line=root.line)
    model, switches = found.model, Switches(found.model)
    gravity = (0.0, 0.0, 0.0) if switches.off("GRAVITY") else tuple(model.opt.gravity.tolist())
    if not all(map(math.isfinite, gravity)):
        raise findings.fail(f"gravity is {gravity}; give finite numbers.", "<option>")

    mechanism = Mechanism(root.attributes.get("model") or path.stem, gravity)
    looks = Looks(found, guard)
    bodies, joints = add_bodies(mechanism, found, looks, findings)
    findings.settle()
    key = chosen_key(model)
    set_start(mechanism, model, joints, key, findings)
    if forces:
        add_forces(mechanism, found, bodies, joints, switches, findings)
        add_actuators(mechanism, found, bodies, joints, key, switches, findings)
    findings.settle()
    looks.tell(findings)
    tell_left_out(found, guard, switches, findings)
    return mechanism
