"""Errors say why equations have no solution by a cause that programs can tell apart, not by their words alone."""

import pickle

import numpy as np
import pytest

import bough as bo
from bough.errors import Cause

BODY = bo.Inertia.box((0.1, 0.2, 0.3), mass=1.0)


def locked():
    mechanism = bo.Mechanism()
    mechanism.add_body("top", joint=bo.Gimbal(), inertia=BODY)
    return mechanism, np.array([0.0, np.pi / 2, 0.0]), np.zeros(3)


def unresisted():
    mechanism = bo.chain(1)
    mechanism.add_body("nothing", "link1", bo.Revolute())
    return mechanism, np.zeros(2), np.zeros(2)


def overflowing():
    return bo.chain(2), np.zeros(2), np.full(2, 1e200)


@pytest.mark.parametrize(
    ("case", "cause"),
    [(locked, Cause.LOCKED), (unresisted, Cause.UNRESISTED), (overflowing, Cause.NOT_FINITE)],
)
def test_the_cause_is_told(case, cause):
    with pytest.raises(bo.errors.SingularError) as caught:
        bo.forward_dynamics(*case(), formulation="separate-bodies")
    assert caught.value.cause is cause
    again = pickle.loads(pickle.dumps(caught.value))
    assert (again.cause, str(again)) == (cause, str(caught.value))


def test_a_gimbal_is_known_to_lock_wherever_it_is_in_the_tree():
    """... behind joints that have more coordinates than velocities, as balls have."""
    mechanism = bo.Mechanism()
    mechanism.add_body("ball", joint=bo.Ball(), inertia=BODY)
    mechanism.add_body("top", "ball", bo.Gimbal(), inertia=BODY)
    q = mechanism.coordinates({"top": (0.3, np.pi / 2, 0.0)})
    with pytest.raises(
        bo.errors.SingularError, match="the three axes of the gimbal of 'top' lie in one plane"
    ) as caught:
        bo.forward_dynamics(mechanism, q, np.zeros(6), formulation="separate-bodies")
    assert caught.value.cause is Cause.LOCKED


@pytest.mark.parametrize("place", [5, 200])
def test_the_state_that_fails_is_named_whichever_thread_has_it(place):
    q = np.zeros((256, 2))
    q[place, 1] = np.nan
    with pytest.raises(bo.errors.StateError, match=f"q of state {place} is nan at 'link2'"):
        bo.forward_dynamics(bo.chain(2), q, np.zeros(2), threads=2)
