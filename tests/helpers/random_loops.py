"""Loops of random joints: how joints are drawn, and where they take their bodies."""

import numpy as np

import bough as bo
from bough.mechanism.joints import KINDS

DRAWN = {kind.joint.__name__: kind.drawn for kind in KINDS if kind.drawn and len(kind.joint.u_names) < 6}


def joint_pose(joint, rng):
    """Where a joint alone can take its body: of a tree with one body."""
    alone = bo.Mechanism()
    alone.add_body("body", "ground", joint, inertia=bo.Inertia.sphere(0.1, 1.0))
    q, _ = bo.random_state(alone, int(rng.integers(2**31)))
    return bo.body_poses(alone, q)[0]


def frame(rotation, at):
    matrix = np.eye(4)
    matrix[:3, :3], matrix[:3, 3] = rotation, at
    return matrix
