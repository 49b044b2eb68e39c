"""Parts of one state on threads: they give what the whole gives, and the law has the limits that it must have."""

import numpy as np
import pytest

import bough as bo
from bough.papers.parallel import DEPTHS, FORMS, THREADS, branches, groups, hanging, law, start, together

pytestmark = pytest.mark.shared_kernels  # threads run evaluations by kernels

MICRO = 1e-6


@pytest.mark.parametrize("form", FORMS)
def test_branches_on_threads_give_the_accelerations_of_the_whole(form):
    half = hanging(2)
    parts = branches(half, form)
    together([parts])
    states = [part.memory.work.state[:, 0].reshape(2, -1) for part in parts]
    for part, (q, u) in zip(parts, states, strict=True):
        assert np.allclose(part.accelerations, bo.forward_dynamics(half, q, u), rtol=1e-9, atol=1e-9)
    # side by side on the ground they do not feel one another
    whole = hanging(2 * THREADS)
    q, u = (np.concatenate([state[k] for state in states]) for k in (0, 1))
    expected = bo.forward_dynamics(whole, q, u, formulation="separate-bodies")
    assert np.allclose(np.concatenate([part.accelerations for part in parts]), expected, rtol=1e-9, atol=1e-9)


def test_groups_are_all_rows_once():
    for n in (1, 2, 7, 10):
        assert sorted(k for rows in groups(n) for k in range(n)[rows]) == list(range(n))


def test_law():
    """No more than P times; P in the limit of many bodies on few joints; nothing on a chain; even where saving and joins balance."""
    for cores in (2, 8, 64):
        for depth in DEPTHS.values():
            gains = [law(n, depth(n), cores, MICRO, 20 * MICRO) for n in (10, 10**3, 10**6, 10**9)]
            assert gains == sorted(gains)
            assert gains[-1] <= cores
        assert law(10**9, 2.0, cores, MICRO, 20 * MICRO) == pytest.approx(cores, rel=1e-4)
        assert law(10**6, 10**6, cores, MICRO, 20 * MICRO) < 1.0
    # two joins of 20 µs; six times as long, since log2 64 threads wake one after the other
    assert law(2 * 40, 0.0, 2, MICRO, 20 * MICRO) == pytest.approx(1.0)
    assert law(64 / 63 * 6 * 40, 0.0, 64, MICRO, 20 * MICRO) == pytest.approx(1.0)
    # branches that hang from the ground have one join
    assert law(2 * 20, 0.0, 2, MICRO, 20 * MICRO, joins=1) == pytest.approx(1.0)


def test_start():
    """The size from which it stays worth it."""
    assert start({10: 0.2, 20: 1.5, 40: 0.9, 80: 1.3, 160: 1.8}) == 80
    assert start({10: 0.2, 20: 0.9}) is None
