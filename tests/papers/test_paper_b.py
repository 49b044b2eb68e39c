"""Paper B: a pendulum of five links, let go at the horizontal; classical, parametrised, and parametrised with Jacobi's correction.

The paper's three solutions coincide for about 6 s and the uncorrected one is wrong from about 7.2 s on; its masses, lengths and step are not printed.
"""

import numpy as np
import pytest

import bough as bo

STEP = 1e-3
SAMPLE = 100  # steps


@pytest.fixture(scope="module")
def pendulum():
    """(mechanism, q, u)."""
    mechanism = bo.pendulum(5)
    half = np.sqrt(0.5)
    return mechanism, mechanism.coordinates({"link1": (half, 0.0, -half, 0.0)}), mechanism.velocities()


@pytest.fixture(scope="module")
def run(pendulum):
    """run(seconds, …) -> the samples of a motion, every tenth of a second: (samples, n_q + n)."""
    mechanism, q, u = pendulum

    def follow(seconds, **options):
        motion = bo.EigenMotion(mechanism, q, u, **options)
        samples = [np.concatenate((q, u))]
        for _ in range(round(seconds / STEP) // SAMPLE):
            motion.advance(STEP, SAMPLE)
            samples.append(np.concatenate((motion.q, motion.u)))
        return np.array(samples)

    return follow


@pytest.fixture(scope="module")
def classical(pendulum):
    """The same by Runge and Kutta's method around ``forward_dynamics``, for seven seconds."""
    mechanism, q, u = pendulum

    def rates(q, u):
        return bo.coordinate_rates(mechanism, q, u), bo.forward_dynamics(mechanism, q, u)

    samples = [np.concatenate((q, u))]
    for k in range(1, 7001):
        a1, b1 = rates(q, u)
        a2, b2 = rates(mechanism.normalised(q + STEP / 2 * a1), u + STEP / 2 * b1)
        a3, b3 = rates(mechanism.normalised(q + STEP / 2 * a2), u + STEP / 2 * b2)
        a4, b4 = rates(mechanism.normalised(q + STEP * a3), u + STEP * b3)
        q = mechanism.normalised(q + STEP / 6 * (a1 + 2 * a2 + 2 * a3 + a4))
        u = u + STEP / 6 * (b1 + 2 * b2 + 2 * b3 + b4)
        if k % SAMPLE == 0:
            samples.append(np.concatenate((q, u)))
    return np.array(samples)


def coordinates_apart(pendulum, one, other):
    """The largest difference of coordinates, per sample."""
    n_q, count = pendulum[0].n_q, min(len(one), len(other))
    return np.abs(one[:count, :n_q] - other[:count, :n_q]).max(axis=1)


def energy_error(pendulum, samples):
    """The largest departure from the energy at the start, in joules; the pendulum falls through hundreds."""
    mechanism = pendulum[0]
    q, u = np.split(samples, [mechanism.n_q], axis=1)
    energy = bo.kinetic_energy(mechanism, q, u) + bo.potential_energy(mechanism, q)
    return np.abs(energy - energy[0]).max()


def test_the_three_coincide_until_the_uncorrected_one_departs(pendulum, run, classical):
    plain, corrected = run(7.0, separation=0.0, correct_every=None), run(7.0, separation=0.0)
    tenths = 10  # samples a second
    for parametrised in (plain, corrected):
        assert coordinates_apart(pendulum, parametrised, classical)[: 5 * tenths + 1].max() < 1e-2
    assert coordinates_apart(pendulum, plain, classical)[6 * tenths :].max() > 0.5
    assert coordinates_apart(pendulum, corrected, classical)[: 6 * tenths + 1].max() < 1e-2


def test_kept_apart_eigenvalues_do_without_corrections(pendulum, run, classical):
    """Couplings in place of fast turns: what remains is the chaos of the motion, which parts the classical solution from itself at other steps as well."""
    found = run(7.0, correct_every=None)
    assert coordinates_apart(pendulum, found, classical)[:51].max() < 1e-4
    assert coordinates_apart(pendulum, found, classical).max() < 1e-2
    assert energy_error(pendulum, found) < 1e-3


def test_energy_error_grows_with_the_interval_of_corrections(pendulum, run):
    errors = [energy_error(pendulum, run(4.0, separation=0.0, correct_every=k)) for k in (1, 10, 100, None)]
    assert errors == sorted(errors)
    assert errors[-1] > 10 * errors[0]
    assert errors[0] < 1e-4
    assert energy_error(pendulum, run(4.0)) < errors[0]
