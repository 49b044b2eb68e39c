"""Which forms there are, and which of them serve a mechanism: the tests leave a form out where ``supports`` gives a reason, and only there."""

import numpy as np
import pytest

import bough as bo
from bough.arithmetic.width import lane_width
from bough.formulations import FORMULATIONS

FORMS = [
    (form.name, solver)
    for form in FORMULATIONS.values()
    if form.gives == "accelerations"
    for solver in form.solvers or (None,)
]
# forms that are there to compare with
YARDSTICKS = {form.name for form in FORMULATIONS.values() if form.is_yardstick}


def is_rare(name, solver=None):
    """Whether what compiles its lanes is left to make test-slow: a yardstick, or not the first solver of its form."""
    return name in YARDSTICKS or solver not in (None, *FORMULATIONS[name].solvers[:1])


# all that serve trees
ON_TREES = [way for way in FORMS if not FORMULATIONS[way[0]].needs]
every_form = pytest.mark.parametrize(("formulation", "solver"), ON_TREES)
every_form_in_lanes = pytest.mark.parametrize(
    ("formulation", "solver"),
    [pytest.param(*way, marks=pytest.mark.slow) if is_rare(*way) else way for way in ON_TREES],
)
# joints that only turn, and the one that is merged away
TURNING = ("revolute", "universal", "gimbal", "ball", "fixed")


def serving(mechanism):
    """(form, solver) of all that serve a mechanism."""
    return [(name, solver) for name, solver in FORMS if bo.methods.why_unsupported(mechanism, name, solver) is None]


def serving_in_lanes(mechanism):
    """The same without rare ones."""
    return [way for way in serving(mechanism) if not is_rare(*way)]


def alone_or_all(name, solver=None):
    """The states of a batch that a test is to take: too few for lanes where these are rare."""
    return slice(lane_width() - 1 if is_rare(name, solver) else None)


def geared(mechanism, seed=0):
    """The same mechanism with armature on most of its joints, if not on all of their DoFs, from little to a good deal more than the inertia of a body."""
    rng = np.random.default_rng(seed)
    other = bo.Mechanism(f"geared {mechanism.name}", mechanism.gravity)
    for body in mechanism.bodies:
        count = len(body.joint.u_names)
        armature = 10.0 ** rng.uniform(-2.0, 1.0, count) * (rng.random(count) < 0.8) * (rng.random() < 0.8)
        other.add_body(body.name, body.parent, body.joint, body.at, body.rotation, body.inertia, armature=armature)
    return other


def skip_unless_served(mechanism, formulation, solver):
    reason = bo.methods.why_unsupported(mechanism, formulation, solver)
    if reason:
        pytest.skip(reason)
