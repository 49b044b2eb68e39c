"""Motions from stop to stop keep their limits, take the least time of closed forms, and end where they shall."""

from itertools import pairwise
from math import pi, sqrt

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.interpolate import PPoly

import bough as bo
from bough.mechanism.pieces import breaks_of, integrals, values_of
from bough.mechanism.signals import signal_of

EPS = np.finfo(float).eps
# name: profile, least time of its ways
PROFILES = {
    "trapezoid": (bo.motions.trapezoid(0, 1, speed=0.5, acceleration=1.0), 1 / 0.5 + 0.5 / 1.0),
    "backwards and later": (
        bo.motions.trapezoid(1, -2, speed=0.5, acceleration=1.0, deceleration=0.25, at=0.7),
        3 / 0.5 + 0.5 / 2 * (1 / 1.0 + 1 / 0.25),
    ),
    "triangle": (bo.motions.trapezoid(0, 0.01, speed=0.5, acceleration=1.0), 2 * sqrt(0.01 / 1.0)),
    "triangle, uneven": (
        bo.motions.trapezoid(0.1, 0.2, speed=9.0, acceleration=1.0, deceleration=4.0),
        sqrt(2 * 0.1 * (1 / 1.0 + 1 / 4.0)),
    ),
    "s-curve": (bo.motions.s_curve(0, 2, speed=0.5, acceleration=1.0, jerk=5.0), 2 / 0.5 + 0.5 / 1.0 + 1.0 / 5.0),
    # the largest acceleration is not reached: v/j < (a/j)²
    "s-curve, slow": (bo.motions.s_curve(0, 2, speed=0.1, acceleration=1.0, jerk=5.0), 2 / 0.1 + 2 * sqrt(0.1 / 5.0)),
    # the largest speed is not reached: v²/a + v a/j = s
    "s-curve, short": (
        bo.motions.s_curve(0, 1, speed=5.0, acceleration=1.0, jerk=5.0),
        sqrt((1.0 / 5.0) ** 2 + 4 * 1 / 1.0) + 1.0 / 5.0,
    ),
    # neither is: four parts of (s/2j)^(1/3) each
    "s-curve, tiny": (
        bo.motions.s_curve(0, 0.01, speed=5.0, acceleration=1.0, jerk=5.0),
        4 * (0.01 / (2 * 5.0)) ** (1 / 3),
    ),
    "stops": (bo.motions.Profile((0, 1, 1, 0.2), 0.5, 1.0, dwell=0.3), 1 / 0.5 + 0.5 + 0.8 / 0.5 + 0.5 + 2 * 0.3),
}
every = pytest.mark.parametrize("name", PROFILES)


@every
def test_times_are_the_least_ones(name):
    profile, least = PROFILES[name]
    assert profile.duration == pytest.approx(least, rel=16 * EPS)
    assert profile.end == pytest.approx(profile.at + least, rel=16 * EPS)


@every
def test_limits_are_kept_and_the_ends_met(name):
    profile, _ = PROFILES[name]
    edges = profile.pieces[1:, 0]
    t = np.union1d(np.linspace(profile.at - 0.5, profile.end + 0.5, 2001), edges)
    x, v, a = profile.motion(t)
    size = max(map(abs, profile.stops))
    assert np.abs(v).max() <= profile.speed * (1 + 64 * EPS)
    assert np.abs(a).max() <= max(profile.acceleration, profile.deceleration or 0.0) * (1 + 1e-12)
    assert (x[t < profile.at] == profile.stops[0]).all()
    assert (x[t >= profile.end] == profile.stops[-1]).all()
    assert min(profile.stops) - 8 * EPS * size <= x.min() <= x.max() <= max(profile.stops) + 8 * EPS * size
    jumps = breaks_of(profile.pieces, -1e3, 1e3).jumps
    assert not jumps[:2].any()  # of position and velocity
    if profile.jerk is not None:
        assert not jumps[2].any()
        for piece, start, end in zip(profile.pieces[1:], edges, np.append(edges[1:], profile.end), strict=True):
            assert abs(piece[6] * 6 * piece[2] ** 3) <= profile.jerk * (1 + 1e-9), (start, end)


@every
def test_velocity_is_the_rate_of_position(name):
    profile, _ = PROFILES[name]
    edges = [*profile.pieces[1:, 0], profile.end]
    travelled = sum(quad(lambda t: profile.motion(t)[1], low, high, epsabs=1e-14)[0] for low, high in pairwise(edges))
    assert travelled == pytest.approx(profile.stops[-1] - profile.stops[0], abs=1e-13)


def test_slower_ones_come_to_each_stop_with_the_slowest():
    x = bo.motions.Profile((0, 1, 0.5), 0.5, 1.0, dwell=0.2)
    y = bo.motions.Profile((0, 0.1, 2.0), 0.5, 1.0, jerk=4.0, dwell=0.2)
    slowed = bo.motions.synchronised({"x": x, "y": y})
    longest = np.maximum(x.least_durations, y.least_durations)
    for one in slowed.values():
        np.testing.assert_allclose(one.arrivals, (0, longest[0], longest[0] + 0.2 + longest[1]), rtol=1e-14)
        assert np.abs(one.motion(np.linspace(0, 9, 999))[1]).max() <= one.speed * (1 + 64 * EPS)
    assert bo.motions.synchronised([x, y])[1] == slowed["y"]
    np.testing.assert_allclose(slowed["y"].least_durations, y.least_durations, rtol=0)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: bo.motions.trapezoid(0, 1, speed=0, acceleration=1), ("Profile", "speed", "positive")),
        (lambda: bo.motions.trapezoid(0, 1, speed=1, acceleration=-1), ("acceleration", "positive")),
        (lambda: bo.motions.s_curve(0, 1, speed=1, acceleration=1, jerk=0), ("jerk", "positive")),
        (lambda: bo.motions.trapezoid(0, float("nan"), speed=1, acceleration=1), ("stops", "finite")),
        (lambda: bo.motions.Profile((1,), 1, 1), ("stops", "two positions")),
        (lambda: bo.motions.Profile(3, 1, 1), ("stops", "list", "3")),
        (lambda: bo.motions.Profile((0, 1, 2), 1, 1, dwell=(1, 2)), ("dwell", "1 numbers", "stops between")),
        (lambda: bo.motions.Profile((0, 1, 2), 1, 1, dwell=-1), ("dwell", "negative")),
        (lambda: bo.motions.Profile((0, 2), 1, 1, durations=(1.0,)), ("from 0 to 2 takes 3 s", "not 1 s", "more time")),
        (lambda: bo.motions.Profile((0, 2), 1, 1, durations=(2.9,)), ("takes 3 s", "not 2.9 s")),
        (lambda: bo.motions.Profile((0, 2), 1, 1, durations=(1.0, 2.0)), ("durations", "1 numbers")),
        (
            lambda: bo.motions.synchronised([bo.motions.Profile((0, 1), 1, 1), bo.motions.Profile((0, 1, 2), 1, 1)]),
            ("2 stops", "3"),
        ),
        (lambda: bo.motions.synchronised([bo.motions.Profile((0, 1), 1, 1), 7]), ("synchronised", "7")),
        (
            lambda: bo.motions.synchronised([bo.motions.Profile((0, 1), 1, 1), bo.motions.Profile((0, 1), 1, 1, at=1)]),
            ("at=", "dwell="),
        ),
    ],
)
def test_impossible_profiles_are_refused(make, words):
    with pytest.raises(bo.errors.MechanismError) as caught:
        make()
    assert all(word in str(caught.value) for word in words), str(caught.value)


# --- integrals ---------------------------------------------------------------------------------------------------------

VELOCITIES = {
    "number": (2.5, lambda t: 2.5 * t),
    "expression": ("3*cos(2*t)", lambda t: 1.5 * np.sin(2 * t)),
    "function": (lambda t: np.exp(-t), lambda t: 1 - np.exp(-t)),
    "linear table": (
        bo.Table((1, 3), (0, 4)),
        lambda t: np.where(t < 1, 0, np.where(t < 3, (t - 1) ** 2, 4 + 4 * (t - 3))),
    ),
    "step table": (bo.Table((-1, 2), (5, 0), "step"), lambda t: 5 * np.minimum(t, 2)),
    "profile": (bo.motions.trapezoid(0, 2, speed=1, acceleration=4, at=1), None),
}


@pytest.mark.parametrize("name", VELOCITIES)
def test_positions_are_integrals_of_velocities(name):
    velocity, closed = VELOCITIES[name]
    rate, position = signal_of(velocity, "rate"), signal_of(bo.motions.Integral(velocity, 0.25), "position")
    t = np.linspace(-0.9, 5.0, 400)
    x, v, a = position(t)
    given = rate(t)
    np.testing.assert_allclose(v, given[0], atol=2e-13)
    np.testing.assert_allclose(a, given[1], atol=1e-10)
    assert position(np.array(0.0))[0] == pytest.approx(0.25, abs=4 * EPS)
    if closed is not None:
        np.testing.assert_allclose(x, 0.25 + closed(t), atol=2e-13)
    edges = np.unique([0.0, *(e for e in rate.over(-0.9, 5.0)[:, 0] if 0 < e < 4), 4.0])
    travelled = sum(quad(lambda s: rate(s)[0], a, b, epsabs=1e-13)[0] for a, b in pairwise(edges))
    assert position(4.0)[0] - position(0.0)[0] == pytest.approx(travelled, abs=1e-11)


def test_the_highest_power_of_an_integral_is_replaced_by_the_nearest_polynomial():
    """x¹² differs from a polynomial of degree 11 by T₁₂/2048 at best, which is at most 1/2048."""
    rate = np.zeros((1, 15))
    rate[0, [0, 1, 2, 3, 14]] = 0.0, 1.0, 1.0, 1.0, 5e-9  # 1 + 5e-9 x¹¹ from t = 0 to 2, x = t - 1
    x = np.linspace(-1, 1, 301)
    off = values_of(integrals(rate)[0], x + 1)[0] - (x + 5e-9 / 12 * x**12)
    assert np.ptp(off) <= 2 * 5e-9 / 12 / 2048 + 4 * EPS
    with pytest.raises(bo.errors.MechanismError, match="degree 10 or less"):
        bo.Driven(bo.Prismatic(), velocity=PPoly(np.ones((12, 1)), (0, 1)))


def crank(drive):
    """A crank that is driven, and a rod that swings on it."""
    machine = bo.Mechanism("crank")
    rod = bo.Inertia.rod(0.3, mass=1.0, radius=0.01, axis="x", center=(0.15, 0, 0))
    machine.add_body("crank", joint=drive, inertia=rod)
    machine.add_body("rod", "crank", bo.Revolute("y"), at=(0.1, 0, 0), inertia=rod)
    return machine


def test_a_crank_driven_by_velocity_moves_as_one_driven_by_position(monkeypatch):
    monkeypatch.delenv("BOUGH_CODE", raising=False)
    by_position = crank(bo.Driven(bo.Revolute("y"), "0.3 + 5*t**2"))
    by_velocity = crank(bo.Driven(bo.Revolute("y"), velocity="10*t", start=0.3))
    runs = [bo.simulate(one, 1.0, q0={"rod": 1.0}, every=0.1) for one in (by_position, by_velocity)]
    np.testing.assert_allclose(runs[0].q, runs[1].q, atol=1e-7)  # (a whipping rod at rtol 1e-9)
    forces = [bo.dynamics.drive_forces(one, [0.5], [1.0], time=0.8) for one in (by_position, by_velocity)]
    np.testing.assert_allclose(*forces, rtol=1e-12)


def test_several_coordinates_are_driven_by_velocity():
    joint = bo.Driven(bo.Planar("z"), velocity={"x": "t", "y": 2, "angle": 0}, start={"x": 1, "angle": "90*deg"})
    machine = bo.Mechanism("table")
    machine.add_body("table", joint=joint, inertia=bo.Inertia(1.0))
    found = bo.dynamics.driven_motion(machine, 3.0)
    np.testing.assert_allclose(found.values, (1 + 4.5, 6, pi / 2), rtol=1e-14)
    np.testing.assert_allclose(found.rates, (3, 2, 0), rtol=1e-13)
    roll = bo.Driven(bo.Ball(), velocity={"roll": 0, "pitch": 0, "yaw": 3})
    top = bo.Mechanism("top")
    top.add_body("top", joint=roll, inertia=bo.Inertia(1.0, (0, 0, 0), (1, 1, 1)))
    np.testing.assert_allclose(bo.dynamics.driven_motion(top, 0.4).rates, (0, 0, 3), atol=1e-13)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: bo.Driven(bo.Revolute()), ("motion= or velocity=",)),
        (lambda: bo.Driven(bo.Revolute(), 1.0, velocity=2.0), ("motion= or velocity=", "not both")),
        (lambda: bo.Driven(bo.Revolute(), 1.0, start=2.0), ("start=", "velocity=")),
        (lambda: bo.Driven(bo.Revolute(), velocity=None), ("motion= or velocity=",)),
        (lambda: bo.Driven(bo.Revolute(), velocity="2*sinn(t)"), ("velocity", "sinn", "sin")),
        (lambda: bo.Driven(bo.Revolute(), velocity=1, start=float("inf")), ("start", "finite")),
        (lambda: bo.Driven(bo.Planar(), velocity={"x": 1}), ("lacks", "'y'")),
        (lambda: bo.Driven(bo.Planar(), velocity=[1, 2, 3], start={"w": 1}), ("start", "'w'")),
        (lambda: bo.Driven(bo.Planar(), velocity=[1, 2, 3], start=[1]), ("start", "one number for each")),
        (lambda: bo.Driven(bo.Ball(), velocity=[1, 0, 0, 0]), ("velocity", "'roll', 'pitch', 'yaw'")),
    ],
)
def test_wrong_drives_by_velocity_are_refused(make, words):
    with pytest.raises(bo.errors.MechanismError) as caught:
        make()
    assert all(word in str(caught.value) for word in words), str(caught.value)


@pytest.mark.parametrize("at", [-2.0, 0.0, 0.7])
def test_a_profile_starts_at_its_time_and_is_otherwise_the_same(at):
    limits = {"speed": 0.5, "acceleration": 1.0, "deceleration": 0.25}
    for make in (bo.motions.trapezoid, lambda *stops, **how: bo.motions.s_curve(*stops, jerk=5.0, **how)):
        first, later = make(1.0, -2.0, **limits), make(1.0, -2.0, **limits, at=at)
        assert (later.arrivals[0], later.duration) == (at, pytest.approx(first.duration, rel=1e-14))
        times = np.linspace(0.0, first.duration, 50)
        for mine, other in zip(later.motion(times + at), first.motion(times), strict=True):
            np.testing.assert_allclose(mine, other, rtol=0, atol=1e-12)
