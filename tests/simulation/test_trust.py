"""Where a motion cannot be right, simulate says so: forces that jump, functions without a value, steps that are too long."""

import math
import warnings

import numpy as np
import pytest

import bough as bo


def slide(law):
    mechanism = bo.Mechanism("slide", gravity=(0, 0, 0))
    mechanism.add_body("box", joint=bo.Prismatic((1, 0, 0)), inertia=bo.Inertia.point(1.0))
    mechanism.add_force("law", bo.CustomJointForce("box", law))
    return mechanism


def test_a_force_that_jumps_back_and_forth_is_told():
    """Coulomb's friction by its sign: once the box rests, every step turns it round. What came before is right, and kept."""
    with pytest.raises(
        bo.errors.StepError, match=r"steps become too short.*forces may jump.*smoother forces"
    ) as caught:
        bo.simulate(slide(lambda t, q, u: -1.0 if u > 0 else 1.0), 2.0, u0={"box": 1.0})
    kept = caught.value.trajectory
    time, place = kept.time.values, kept["box"].values
    assert time[-1] == pytest.approx(1.0, abs=0.01)
    np.testing.assert_allclose(place, time - time**2 / 2, rtol=0, atol=1e-8)


def test_a_force_that_jumps_now_and_then_is_followed():
    """A constant force towards the middle: parabolas, with a jump of the force at every passage."""
    run = bo.simulate(slide(lambda t, q, u: -100.0 if q > 0 else 100.0), 2.0, q0={"box": 1.0})
    quarter = math.sqrt(2.0 / 100.0)
    phase = run.time.values / quarter % 4.0
    folded = np.abs((phase + 2.0) % 4.0 - 2.0)  # quarters away from the nearest start
    expected = np.where(folded < 1.0, 1.0 - folded**2, (2.0 - folded) ** 2 - 1.0)
    np.testing.assert_allclose(run["box"], expected, rtol=0, atol=1e-6)


@pytest.mark.parametrize(
    ("law", "end"),
    [(lambda t, q, u: math.sqrt(1.0 - t), 1.0), (lambda t, q, u: 1.0 + 0.0 * math.sqrt(0.5 - q), 1.0)],
    ids=["time", "place"],
)
@pytest.mark.parametrize(
    "how", [{}, {"integrator": "rk4", "step": 1e-2}, {"integrator": "Radau"}], ids=["dop853", "rk4", "Radau"]
)
def test_a_function_that_has_no_value_is_named(law, end, how):
    """The square root of what becomes negative after a second: the force is named though the last state was fine."""
    with pytest.raises(
        bo.errors.StepError, match="CustomJointForce on 'box': its function failed at the state"
    ) as caught:
        bo.simulate(slide(law), 10.0, every=0.1, **how)
    assert caught.value.trajectory.time.values[-1] == pytest.approx(end, abs=0.11)


@pytest.mark.slow
@pytest.mark.parametrize(
    "how",
    [{}, {"integrator": "rk4", "step": 1e-4}, {"integrator": "gauss4", "step": 1e-4}],
    ids=["dop853", "rk4", "gauss4"],
)
@pytest.mark.parametrize("speed", [1e2, 1e4, 1e6])
def test_rates_beyond_all_measure_are_followed_or_told(how, speed):
    """A fast spin of the first of three links: energy is kept, or someone says that it was not."""
    chain = bo.chain(3)
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        try:
            run = bo.simulate(chain, 0.01, u0={"link1": speed}, **how)
        except bo.errors.StepError:
            return
    energy = run.energy()
    kept = np.abs(energy.drift.values).max() < 0.02 * energy.kinetic.values.max()
    assert kept or any("may be wrong" in str(warning.message) for warning in told)
