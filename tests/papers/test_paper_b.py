"""Paper B: a pendulum of five links, let go at the horizontal; classical, parametrised, and parametrised with Jacobi's correction.

The paper's three solutions coincide for about 6 s and the uncorrected one is wrong from about 7.2 s on; its masses, lengths and step are not printed.
"""

import math

import numpy as np
import pytest

import bough as bo
from bough.papers.paper_b import apart, energy_error, followed, released

pytestmark = pytest.mark.shared_kernels  # a slow comparison, by thousands of calls of one state

STEP = 1e-3
SAMPLE = 0.1


def run(seconds, correct_every=1, **options):
    """A motion by Wittenburg's form, eigenvalues and eigenvectors, ten samples a second."""
    found = followed(seconds, STEP, SAMPLE, correct_every=correct_every, **options)
    assert found.duration == pytest.approx(seconds)
    return found


@pytest.fixture(scope="module")
def classical():
    """The same by Runge and Kutta's method around ``forward_dynamics``, for seven seconds."""
    mechanism, q, u = released()

    def rates(q, u):
        return bo.kinematics.coordinate_rates(mechanism, q, u), bo.forward_dynamics(mechanism, q, u)

    samples = [(0.0, q, u)]
    for k in range(1, 7001):
        a1, b1 = rates(q, u)
        a2, b2 = rates(mechanism.normalised(q + STEP / 2 * a1), u + STEP / 2 * b1)
        a3, b3 = rates(mechanism.normalised(q + STEP / 2 * a2), u + STEP / 2 * b2)
        a4, b4 = rates(mechanism.normalised(q + STEP * a3), u + STEP * b3)
        q = mechanism.normalised(q + STEP / 6 * (a1 + 2 * a2 + 2 * a3 + a4))
        u = u + STEP / 6 * (b1 + 2 * b2 + 2 * b3 + b4)
        if k % round(SAMPLE / STEP) == 0:
            samples.append((k * STEP, q, u))
    return bo.Trajectory(mechanism, *map(np.array, zip(*samples, strict=True)))


@pytest.mark.slow
def test_the_three_coincide_until_the_uncorrected_one_departs(classical):
    plain, corrected = run(7.0, separation=0.0, correct_every=math.inf), run(7.0, separation=0.0)
    tenths = 10  # samples a second
    for parametrised in (plain, corrected):
        assert apart(parametrised, classical)[: 5 * tenths + 1].max() < 1e-2
    assert apart(plain, classical)[6 * tenths :].max() > 0.5
    assert apart(corrected, classical)[: 6 * tenths + 1].max() < 1e-2


@pytest.mark.slow
def test_kept_apart_eigenvalues_do_without_corrections(classical):
    """Couplings in place of fast turns: what remains is the chaos of the motion, which parts the classical solution from itself at other steps as well."""
    found = run(7.0, correct_every=math.inf)
    assert apart(found, classical)[:51].max() < 1e-4
    assert apart(found, classical).max() < 1e-2
    assert energy_error(found).max() < 1e-3


@pytest.mark.slow
def test_energy_error_grows_with_the_interval_of_corrections():
    errors = [energy_error(run(4.0, separation=0.0, correct_every=k)).max() for k in (1, 10, 100, math.inf)]
    assert errors == sorted(errors)
    assert errors[-1] > 10 * errors[0]
    assert errors[0] < 1e-4
    assert energy_error(run(4.0)).max() < errors[0]
