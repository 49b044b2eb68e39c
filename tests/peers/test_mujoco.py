"""Accelerations against MuJoCo, on random trees of the joints that it has."""

import numpy as np
import pytest
from helpers.forms import serving
from helpers.mujoco_peer import MujocoPeer

import bough as bo

JOINTS = ("revolute", "prismatic", "ball", "free", "fixed")


def with_armature(mechanism):
    """The same with armature wherever MuJoCo can have it."""
    other = bo.Mechanism(mechanism.name, mechanism.gravity)
    for k, body in enumerate(mechanism.bodies):
        armature = 0.0 if isinstance(body.joint, bo.Free | bo.Fixed) else 0.1 * k
        other.add_body(body.name, body.parent, body.joint, body.at, body.rotation, body.inertia, armature=armature)
    return other


@pytest.mark.shared_kernels
@pytest.mark.parametrize("joints", [*((joint,) for joint in JOINTS[:-1]), JOINTS], ids=[*JOINTS[:-1], "mixed"])
@pytest.mark.parametrize("seed", range(8))
def test_every_form_agrees_with_mujoco(joints, seed):
    mechanism = bo.models.random_tree(1 + 2 * seed, seed, joints, roots=1 + seed % 3)
    if seed % 2:
        mechanism = with_armature(mechanism)
    q, u = bo.models.random_state(mechanism, seed)
    tau = np.random.default_rng(seed).normal(size=mechanism.n)
    expected = MujocoPeer(mechanism).forward_dynamics(q, u, tau)
    for name in dict(serving(mechanism)):
        found = bo.forward_dynamics(mechanism, q, u, tau, formulation=name)
        scale = np.abs(expected).max(initial=0.0)
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-10 * scale, err_msg=name)
