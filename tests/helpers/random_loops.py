"""Loops of random joints: how joints are drawn, and where they take their bodies."""

import numpy as np

import bough as bo
from bough.mechanism.joints import KINDS
from helpers import loop_oracle

DRAWN = {kind.joint.__name__: kind.drawn for kind in KINDS if kind.drawn and len(kind.joint.u_names) < 6}


def joint_pose(joint, rng):
    """Where a joint alone can take its body: of a tree with one body."""
    alone = bo.Mechanism()
    alone.add_body("body", "ground", joint, inertia=bo.Inertia.sphere(0.1, 1.0))
    q, _ = bo.models.random_state(alone, int(rng.integers(2**31)))
    return bo.body_poses(alone, q)[0]


def frame(rotation, at):
    matrix = np.eye(4)
    matrix[:3, :3], matrix[:3, 3] = rotation, at
    return matrix


def is_decided(mechanism, q, time=0.0):
    """Whether rows of G clearly count or clearly do not, in the metric of the mass matrix; else programs may differ."""
    root = np.linalg.cholesky(bo.mass_matrix(loop_oracle.tree(mechanism), q, time=time))
    rows = np.linalg.solve(root, loop_oracle.jacobian(mechanism, q, time).T)
    lengths = np.linalg.norm(rows, axis=0)
    sizes = np.linalg.svd(rows / np.where(lengths > 1e-9, lengths, 1.0), compute_uv=False)
    return lengths.max() > 0.1 and not np.any((sizes > 1e-14) & (sizes < 3e-3))
