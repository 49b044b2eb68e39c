"""The ranges of coordinates that stops leave."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bough.mechanism.checks import labels
from bough.mechanism.forces import JointLimit
from bough.mechanism.forces.base import find_dofs
from bough.mechanism.mechanism import Mechanism

Limits = dict[str, tuple[float | None, float | None]]


def limits_of(mechanism: Mechanism) -> Limits:
    """The narrowest stops of each coordinate, by name; those of joints that close loops too."""
    found: Limits = {}
    for force in mechanism.forces.values():
        if isinstance(force, JointLimit):
            owner, dofs = find_dofs(mechanism, force, False)
            body = mechanism.joint_owner(owner)
            assert body is not None
            for name in (labels(body.joint_name, body.joint.q_names)[k] for k in dofs):
                lows, highs = zip(found.get(name, (None, None)), (force.lower, force.upper), strict=True)
                found[name] = _one(max, lows), _one(min, highs)
    return found


def _one(choose: Any, values: Iterable[float | None]) -> float | None:
    given = [value for value in values if value is not None]
    return choose(given) if given else None
