"""Joint forces that are held through a motion with closed loops act as a motor does."""

import numpy as np
from helpers.linkages import four_bars

import bough as bo
from bough.live.motion import Manner, State, advance


def test_a_held_joint_force_moves_a_linkage_as_a_motor_of_that_force():
    linkage = four_bars()
    machine = linkage.mechanism
    q, u = machine.coordinates(linkage.q0), machine.velocities(linkage.u0)
    tau = np.zeros(machine.n)
    tau[0] = 5.0
    driven = linkage.mechanism.without_forces()
    for name, force in machine.forces.items():
        driven.add_force(name, force)
    driven.add_force("motor", bo.Motor(machine.u_names[0], 5.0))
    found, _ = advance(machine, State(0.0, q, u), 0.3, tau, Manner(), patience=60.0)
    expected = bo.simulate(driven, 0.3, q0=q, u0=u)
    np.testing.assert_allclose(found.q, expected.q.values[-1], rtol=1e-6, atol=1e-6)
    np.testing.assert_allclose(found.u, expected.u.values[-1], rtol=1e-5, atol=1e-5)
    free = bo.simulate(machine, 0.3, q0=q, u0=u)
    assert np.abs(free.q.values[-1] - found.q).max() > 1e-3
