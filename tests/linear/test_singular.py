"""States at which there is no linear model, and loops that are open."""

import numpy as np
import pytest
from helpers.flows import four_bar

import bough as bo

pytestmark = pytest.mark.slow


def test_a_position_where_the_motion_may_branch_has_no_model():
    """A parallelogram in a line: it may go on as a parallelogram, or turn inside out."""
    mechanism, hinge = bo.Mechanism("parallelogram"), bo.Revolute((0, 1, 0))
    for name, parent, at, length in (
        ("crank", "ground", 0, 0.3),
        ("coupler", "crank", 0.3, 0.5),
        ("rocker", "ground", 0.5, 0.3),
    ):
        rod = bo.Inertia.rod(length, 1.0, radius=0.01, axis=(1, 0, 0), center=(length / 2, 0, 0))
        mechanism.add_body(name, parent, hinge, at=(at, 0, 0), inertia=rod)
    mechanism.add_loop("pin", "coupler", "rocker", hinge, at=(0.5, 0, 0), other_at=(0.3, 0, 0))
    with pytest.raises(
        bo.errors.SingularError, match=r"'parallelogram' has no linear model here.*may branch in 'crank'"
    ):
        bo.linearise(mechanism, np.zeros(3))
    beside = bo.assemble(mechanism, {"crank": 0.5, "coupler": -0.5, "rocker": 0.5}, hold=["crank"])
    assert len(bo.linearise(mechanism, beside).states) == 2


def test_open_loops_and_bad_choices_are_named():
    mechanism = four_bar()
    with pytest.raises(bo.errors.StateError, match=r"the loop 'pin' is open by .*; call assemble first"):
        bo.linearise(mechanism, [0.1, 0.2, 0.3])
    q = bo.assemble(mechanism, {"crank": -1.0, "rocker": -1.5}, hold=["crank"])
    with pytest.raises(
        bo.errors.StateError, match=r"the loop 'pin' opens at a rate of .*; call consistent_velocities first"
    ):
        bo.linearise(mechanism, q, [1.0, 1.0, 1.0])
    with pytest.raises(bo.errors.StateError, match="1 degrees of freedom here, and 'crank', 'rocker' do not determine"):
        bo.linearise(mechanism, q, independent=["crank", "rocker"])
    with pytest.raises(bo.errors.StateError, match=r"no velocity 'cranck'.*did you mean 'crank'"):
        bo.linearise(mechanism, q, independent=["cranck"])


def test_a_gimbal_lock_is_named():
    mechanism = bo.Mechanism("gimbal")
    mechanism.add_body("top", "ground", bo.Gimbal(), inertia=bo.Inertia(1.0, (0, 0, 0.1), np.diag((0.1, 0.1, 0.1))))
    with pytest.raises(bo.errors.SingularError, match=r"gimbal|lock"):
        bo.linearise(mechanism, [0.0, np.pi / 2, 0.0])


def test_a_joint_without_inertia_is_named():
    mechanism = bo.Mechanism("light")
    mechanism.add_body("light", "ground", bo.Revolute((0, 1, 0)))
    with pytest.raises(bo.BoughError, match=r"light|inertia"):
        bo.linearise(mechanism)
