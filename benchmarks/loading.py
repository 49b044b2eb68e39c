"""Part 12: robots loaded from URDF, against Pinocchio's compiled reader."""

from __future__ import annotations

import sys
import tempfile
from functools import partial
from pathlib import Path

import pinocchio as pin
from models import agree  # puts the converters of the tests on the path
from report import Part, Quantity, Row
from timing import Effort, race_all

import bough as bo

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from helpers.robot_files import robots  # isort: skip
from helpers.urdf_texts import chain, written  # isort: skip

PUBLISHED = {
    "panda": "panda_description/urdf/panda.urdf",
    "talos": "talos_data/robots/talos_full_v2.urdf",
    "tiago, two arms": "tiago_description/robots/tiago_dual.urdf",
}
JOINTS, MOST = 50, 0.05  # seconds


def models(effort: Effort) -> Part:
    """Part 12."""
    part = Part(
        12,
        "Models loaded from URDF",
        "bough.formats.read, with looks, findings and forces, against pin.buildModelFromUrdf, which reads neither; from the same files, warm.",
        "time",
    )
    with tempfile.TemporaryDirectory() as folder:
        known = robots()
        cases = {f"arm of {JOINTS} joints": written(Path(folder), chain(JOINTS))}
        cases |= {name: known[file] for name, file in PUBLISHED.items() if file in known}
        times = race_all(effort, {name: _rivals(path) for name, path in cases.items()})
        for name, path in cases.items():
            _require_agreement(path)
            ours, theirs = (times[name][who] for who in ("bough", "pin"))
            values = {
                "pin": Quantity(theirs),
                "ratio": Quantity(theirs / ours, "x"),
                "models per second": Quantity(1.0 / ours, ""),
            }
            target = MOST if str(JOINTS) in name else None
            part.rows.append(Row(name, values, Quantity(ours), target, at_least=False))
    return part


def _rivals(path: Path):
    return {"bough": partial(bo.formats.read, path), "pin": partial(pin.buildModelFromUrdf, str(path))}


def _require_agreement(path: Path) -> None:
    """The same mass matrix at zero, by its trace, which does not depend on the order of joints."""
    mechanism, _ = bo.formats.read(path)
    model = pin.buildModelFromUrdf(str(path))
    theirs = pin.crba(model, model.createData(), pin.neutral(model)).trace()
    agree(bo.mass_matrix(mechanism, mechanism.neutral()).trace(), theirs, path.name)
