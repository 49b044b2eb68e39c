"""What holds locked velocities: the forces that make a symmetric system of responses cancel accelerations."""

import numpy as np
import pytest

from bough.integrate.locking import solve_for_forces


def forces(response, free):
    count = len(free)
    memory = np.concatenate((-free, response.reshape(-1)))[:, None]
    solve_for_forces(memory, 0, count, count)
    return memory[:count, 0]


@pytest.mark.parametrize("count", [1, 2, 5])
def test_forces_cancel_accelerations(count):
    rng = np.random.default_rng(count)
    half, free = rng.standard_normal((count, count + 2)), rng.standard_normal(count)
    response = half @ half.T
    found = forces(response, free)
    assert response @ found == pytest.approx(-free, abs=1e-13 * np.linalg.cond(response))


def test_locks_that_depend_on_each_other_share_without_harm():
    """Two locks of one freedom, and one of none: the accelerations vanish, whoever carries."""
    half, free = np.array([[1.0, 2.0], [3.0, 6.0], [0.5, -1.0], [0.0, 0.0]]), np.array([2.0, 6.0, 1.0, 0.0])
    response = half @ half.T
    assert response @ forces(response, free) == pytest.approx(-free, abs=1e-12)
