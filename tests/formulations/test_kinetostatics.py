"""Kinetostatics: drives, reactions and bearing loads of a prescribed motion, against the dense equations, one by one and in a batch."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import bough as bo
from bough.arithmetic.width import lane_width
from bough.formulations import kinetostatics

pytestmark = pytest.mark.shared_kernels  # random trees, each for a moment


@given(st.integers(1, 9), st.integers(1, 3), st.integers(0, 10**6))
def test_drives_reactions_and_bearings(bodies, roots, seed):
    mechanism = bo.models.random_tree(bodies, seed, roots=roots)
    states = lane_width() + 1
    q, u = bo.models.random_state(mechanism, seed, states)
    rng = np.random.default_rng(seed)
    u_dot, wrenches = rng.normal(size=u.shape), rng.normal(size=(states, bodies, 6))
    found = bo.dynamics.kinetostatics(mechanism, q, u, u_dot, wrenches=wrenches)
    for k in range(states):
        m = bo.dynamics.matrices(mechanism, q[k], u[k], wrenches=wrenches[k])
        drives, reactions = kinetostatics.reference(m, u_dot[k])
        tolerance = 1e-12 * np.abs(reactions).max()
        np.testing.assert_allclose(found.drives[k], drives, rtol=0, atol=tolerance)
        np.testing.assert_allclose(found.reactions[k].ravel(), reactions, rtol=0, atol=tolerance)
        # what the constraints carry is a combination of Z, and what is left of the reaction one of A
        bearings = found.bearings[k].ravel()
        np.testing.assert_allclose(m.A.T @ bearings, 0.0, atol=tolerance)
        np.testing.assert_allclose(m.Z.T @ (reactions - bearings), 0.0, atol=tolerance)
    single = bo.dynamics.kinetostatics(mechanism, q[0], u[0], u_dot[0], wrenches=wrenches[0])
    for one, many in zip(single, found, strict=True):
        np.testing.assert_allclose(one, many[0], rtol=0, atol=1e-12 * np.abs(found.reactions[0]).max())


def test_bearing_of_a_driven_crank():
    """A crank turned at a constant rate, centre of mass on the axis's plane: the bearing holds weight and centrifugal force, the drive the rest."""
    crank = bo.Mechanism("crank", gravity=(0.0, 0.0, -9.81))
    crank.add_body("crank", joint=bo.Revolute((0, 1, 0)), inertia=bo.Inertia.point(2.0, (0.5, 0.0, 0.0)))
    found = bo.dynamics.kinetostatics(crank, [0.0], [3.0], [0.0])
    np.testing.assert_allclose(found.drives, [-2.0 * 9.81 * 0.5], atol=1e-14)
    np.testing.assert_allclose(found.bearings, [[-2.0 * 9.0 * 0.5, 0.0, 2.0 * 9.81, 0.0, 0.0, 0.0]], atol=1e-14)
