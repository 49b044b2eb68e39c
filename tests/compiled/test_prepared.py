"""What is kept with a mechanism: made once, and made anew where it depends on times that were not covered."""

import math

import numpy as np

import bough as bo
from bough.compiled.prepared import prepared_of
from bough.compiled.tree import compiled


def driven():
    mechanism = bo.chain(1)
    mechanism.add_force("motor", bo.Motor("link1", lambda t: math.sin(t)))
    mechanism.add_force("law", bo.CustomJointForce("link1", lambda t, q, u: -u))
    return mechanism


def test_nothing_is_there_before_the_first_computation():
    assert bo.chain(1).prepared is None


def test_everything_is_made_once():
    mechanism = bo.chain(2)
    q = u = np.zeros(2)
    bo.forward_dynamics(mechanism, q, u)
    bo.dynamics.kinetostatics(mechanism, q, u, u)
    prepared = prepared_of(mechanism)
    kept = [dict(x) for x in (prepared.accelerations, prepared.operations, prepared.trees, prepared.choices)]
    places = prepared.drive_places
    bo.forward_dynamics(mechanism, q, u)
    bo.dynamics.kinetostatics(mechanism, q, u, u)
    assert prepared_of(mechanism) is prepared
    assert [prepared.accelerations, prepared.operations, prepared.trees, prepared.choices] == kept
    assert prepared.drive_places is places


def test_other_times_leave_what_was_made_for_the_old_ones_as_it_is():
    mechanism = driven()
    bo.forward_dynamics(mechanism, [0.0], [0.0], time=0.5)
    before, tree = prepared_of(mechanism), compiled(mechanism)
    operations, pieces = dict(before.accelerations), tree.arrays.signal_pieces.copy()
    bo.forward_dynamics(mechanism, [0.0], [0.0], time=50.0)
    after = prepared_of(mechanism)
    assert after is not before
    assert after.laws is before.laws
    assert after.choices is before.choices
    assert compiled(mechanism) is not tree
    assert compiled(mechanism).laws == tree.laws  # users' functions are not compiled again
    assert before.accelerations == operations
    np.testing.assert_array_equal(tree.arrays.signal_pieces, pieces)
    assert after.accelerations.keys() == operations.keys()
    assert after.accelerations["auto"] is not operations["auto"]
