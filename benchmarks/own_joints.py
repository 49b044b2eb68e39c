"""Part 19: joints of the user's own against those of the catalogue, for the same motion."""

from __future__ import annotations

from functools import partial

import numpy as np
from report import Part, Quantity, Row
from timing import Effort, race_all

import bough as bo

STATES = 1024
BODIES = 10
FORM = "separate-bodies"
X, Y, Z = np.eye(3)
PAIRS = {
    "hinge": (bo.Revolute(Z), bo.CustomJoint(lambda q: ((0, 0, 0), [(Z, q)]), {"q": "rad"}, name="hinge")),
    "slide": (bo.Prismatic(Z), bo.CustomJoint(lambda q: ((0, 0, q), None), {"q": "m"}, name="slide")),
    "screw": (bo.Helical(Z, 0.3), bo.CustomJoint(lambda q: ((0, 0, 0.3 * q), [(Z, q)]), {"q": "rad"}, name="screw")),
    "cylindrical": (
        bo.Cylindrical(Z),
        bo.CustomJoint(lambda s, q: ((0, 0, s), [(Z, q)]), {"slide": "m", "turn": "rad"}, name="cylindrical"),
    ),
    "universal": (
        bo.Universal(X, Y),
        bo.CustomJoint(lambda a, b: ((0, 0, 0), [(X, a), (Y, b)]), dict.fromkeys("ab", "rad"), name="universal"),
    ),
    "planar": (
        bo.Planar(Z),
        bo.CustomJoint(lambda x, y, q: ((x, y, 0), [(Z, q)]), {"x": "m", "y": "m", "turn": "rad"}, name="planar"),
    ),
    "gimbal": (
        bo.Gimbal((Z, Y, X)),
        bo.CustomJoint(
            lambda a, b, c: ((0, 0, 0), [(Z, a), (Y, b), (X, c)]),
            dict.fromkeys("abc", "rad"),
            over={"b": (-1.4, 1.4)},
            name="gimbal",
        ),
    ),
}


def chain(joint: bo.Joint) -> bo.Mechanism:
    """A chain on joints of one kind."""
    mechanism, parent = bo.Mechanism(f"chain on {joint!r}"), "ground"
    inertia = bo.Inertia(1.3, (0.1, -0.2, 0.3), np.diag((0.4, 0.5, 0.6)) + 0.05)
    for k in range(BODIES):
        parent = mechanism.add_body(f"link{k}", parent, joint, (0.3, -0.2, 0.5), inertia=inertia).name
    return mechanism


def against_catalogue(effort: Effort) -> Part:
    """Part 19."""
    part = Part(
        19,
        f"Joints of the user's own against the catalogue: chains of {BODIES} bodies",
        f"forward_dynamics by {FORM}, one state and a state of {STATES} on one core; both agree to rounding.",
        "own / catalogue",
    )
    cases = {}
    for name, joints in PAIRS.items():
        pair = dict(zip(("catalogue", "own"), map(chain, joints), strict=True))
        q, u = bo.models.random_state(pair["catalogue"], 1, STATES)
        found = [bo.forward_dynamics(mechanism, q, u, formulation=FORM) for mechanism in pair.values()]
        assert np.abs(found[0] - found[1]).max() <= 1e-9 * np.abs(found[0]).max()
        one = {
            who: partial(bo.forward_dynamics, m, q[0].copy(), u[0].copy(), formulation=FORM) for who, m in pair.items()
        }
        many = {who: partial(bo.forward_dynamics, m, q, u, formulation=FORM, threads=1) for who, m in pair.items()}
        cases[f"{name}, one state"], cases[f"{name}, state of {STATES}"] = one, many
    for case, best in race_all(effort, cases).items():
        share = 1 if case.endswith("one state") else STATES
        values = {who: Quantity(seconds / share) for who, seconds in best.items()}
        part.rows.append(Row(case, values, Quantity(best["own"] / best["catalogue"], "x"), 1.5, at_least=False))
    return part
