"""Every public computation against Pinocchio, on random trees of all joints."""

import numpy as np
import pytest
from helpers.forms import geared
from helpers.pinocchio_peer import PinocchioPeer

import bough as bo

STATES = 9


@pytest.fixture(params=range(12), scope="module")
def case(request):
    """(mechanism, peer, states): nine states with joint forces and wrenches; bodies in random order, one to three roots, every other one with armature."""
    seed = request.param
    mechanism = bo.models.random_tree(2 + 2 * seed, seed, roots=1 + seed % 3)
    if seed % 2:
        mechanism = geared(mechanism, seed)
    rng = np.random.default_rng(seed)
    q, u = bo.models.random_state(mechanism, seed, STATES)
    return (
        mechanism,
        PinocchioPeer(mechanism),
        {
            "q": q,
            "u": u,
            "tau": rng.normal(size=u.shape),
            "u_dot": rng.normal(size=u.shape),
            "wrenches": rng.normal(size=(STATES, len(mechanism), 6)),
        },
    )


@pytest.mark.parametrize(
    ("function", "arguments", "tolerance"),
    [
        ("body_poses", ("q",), 1e-14),
        ("body_twists", ("q", "u"), 1e-14),
        ("kinetic_energy", ("q", "u"), 1e-13),
        ("potential_energy", ("q",), 1e-13),
        ("mass_matrix", ("q",), 1e-13),
        ("inverse_dynamics", ("q", "u", "u_dot"), 1e-13),
        ("inverse_dynamics", ("q", "u", "u_dot", "wrenches"), 1e-13),
        ("forward_dynamics", ("q", "u", "tau"), 1e-10),
        ("forward_dynamics", ("q", "u", "tau", "wrenches"), 1e-10),
    ],
)
def test_agreement(case, function, arguments, tolerance):
    """For a batch, and for each of its states alone; relative to the largest number of a state."""
    mechanism, peer, states = case
    ours, theirs = getattr(bo, function), getattr(peer, function)
    values = {name: states[name] for name in arguments}
    loads = {"wrenches": values.pop("wrenches")} if "wrenches" in values else {}
    batch = ours(mechanism, *values.values(), **loads)
    for k in range(STATES):
        state = [value[k] for value in values.values()]
        expected = np.array(theirs(*state, *(load[k] for load in loads.values())))
        scale = np.abs(expected).max(initial=0.0)
        alone = ours(mechanism, *state, **{name: load[k] for name, load in loads.items()})
        for found in (batch[k], alone):
            assert np.shape(found) == expected.shape
            np.testing.assert_allclose(found, expected, rtol=0, atol=tolerance * scale)
