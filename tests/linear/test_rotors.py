"""Rotors: gyroscopic splitting in closed form, published frequencies of a flexible one, critical speeds."""

import numpy as np
import pytest

import bough as bo
from bough.linear.model import model_at

MASS, ACROSS, ALONG = 10.0, 0.3, 0.5
PUSH, TILT = 1e6, 2e4
FAST = 4000 * np.pi / 30


def rigid(stiffness=(PUSH, PUSH), damping=0.0):
    """A disc on a bearing that lets it sway and tilt; sway and tilt do not turn with it."""
    mechanism = bo.Mechanism("rotor", gravity=(0, 0, 0))
    mechanism.add_body("sway", "ground", bo.Translational())
    mechanism.add_body("tilt", "sway", bo.Universal())
    disc = bo.Inertia(MASS, tensor=np.diag((ACROSS, ACROSS, ALONG)))
    mechanism.add_body("disc", "tilt", bo.Revolute((0, 0, 1)), inertia=disc)
    bearing = bo.Bushing("tilt", stiffness=(*stiffness, PUSH, TILT, TILT, 0.0), damping=(damping,) * 3 + (0.0,) * 3)
    mechanism.add_force("bearing", bearing)
    return mechanism


def test_a_spinning_disc_splits_its_frequencies():
    """A ω² ∓ C Ω ω - k = 0: forward whirl rises with the speed, backward whirl falls."""
    speeds = np.linspace(0.0, 600.0, 7)
    found = bo.campbell(rigid(), "disc", speeds)
    data = found.dataset
    for sense, sign in ((1.0, -1.0), (-1.0, 1.0)):
        k = int(np.flatnonzero((data.whirl.values == sense).all(axis=0))[0])
        expected = [np.roots((ACROSS, sign * ALONG * speed, -TILT)).max() / (2 * np.pi) for speed in speeds]
        np.testing.assert_allclose(data.frequency.values[:, k], expected, rtol=1e-9)
    assert data.frequency.units == "Hz"
    assert "forward" in repr(found)


def test_critical_speeds_are_where_frequencies_meet_multiples():
    """Of tilting: A ω² - k = ∓ C ω², so that √(k/(A + C)) is critical; forward whirl is overtaken only if A > C."""
    found = bo.campbell(rigid(), "disc", np.linspace(0.0, 600.0, 31))
    expected = np.sort((np.sqrt(TILT / (ACROSS + ALONG)), np.sqrt(PUSH / MASS)))
    np.testing.assert_allclose(found.critical_speeds(), expected, rtol=1e-9)
    twice = [
        np.sqrt(TILT / (4 * ACROSS + 2 * ALONG)),
        np.sqrt(PUSH / MASS) / 2,
        np.sqrt(TILT / (4 * ACROSS - 2 * ALONG)),
    ]
    np.testing.assert_allclose(found.critical_speeds(2), np.sort(twice), rtol=1e-9)


def test_orbits_in_unequal_bearings_are_lines():
    found = bo.campbell(rigid((PUSH, 2 * PUSH)), "disc", [100.0])
    straight = found.dataset.frequency.values[0][found.dataset.whirl.values[0] == 0.0]
    for stiffness in (PUSH, 2 * PUSH):
        assert np.abs(straight - np.sqrt(stiffness / MASS) / (2 * np.pi)).min() < 1e-9 * 50


def test_bad_rotors_are_named():
    with pytest.raises(bo.errors.StateError, match=r"no velocity 'disk'.*did you mean 'disc'"):
        bo.campbell(rigid(), "disk", [1.0])
    with pytest.raises(bo.errors.StateError, match=r"speeds in rad/s must be finite numbers, not \[nan\]"):
        bo.campbell(rigid(), "disc", [np.nan])
    with pytest.raises(bo.errors.StateError, match=r"'sway\.x' turns nothing"):
        bo.campbell(rigid(), "sway.x", [1.0])
    with pytest.raises(bo.errors.StateError, match="order must be a positive number, not 'a'"):
        bo.campbell(rigid(), "disc", [1.0, 2.0]).plot(orders="a")


def flexible(pieces, horizontal=1e6, damping=0.0):
    """Friswell, Penny, Garvey, Lees, Dynamics of Rotating Machines (2010), example 5.9.1: two discs on a shaft.

    The shaft is cut into rigid pieces, hinged midway between stations, with springs EI/h; each piece turns on a frame that does
    not.
    """
    young, density, thick, length = 211e9, 7810.0, 0.05, 1.5
    step, bending = length / pieces, young * np.pi * thick**4 / 64
    mechanism = bo.Mechanism("flexible rotor", gravity=(0, 0, 0))

    def cylinder(diameter, width):
        mass = density * np.pi * diameter**2 / 4 * width
        across = mass * (3 * (diameter / 2) ** 2 + width**2) / 12
        return mass, np.diag((across, across, mass * (diameter / 2) ** 2 / 2))

    mechanism.add_body("base", "ground", bo.Translational())
    for k in range(pieces + 1):
        at = (0, 0, 0 if k == 0 else step / 2 if k == 1 else step)
        mechanism.add_body(f"frame{k}", f"frame{k - 1}" if k else "base", bo.Universal(), at=at)
        end = k in (0, pieces)
        mass, tensor = cylinder(thick, step / 2 if end else step)
        center = (0, 0, step / 4 if k == 0 else -step / 4 if end else 0.0)
        at = (0, 0, step / 2 if k else 0.0)
        mechanism.add_body(
            f"piece{k}", f"frame{k}", bo.Revolute((0, 0, 1)), at=at, inertia=bo.Inertia(mass, center, tensor)
        )
        for turn in ("turn1", "turn2") if k else ():
            mechanism.add_force(f"bending of {k}, {turn}", bo.JointSpring(f"frame{k}.{turn}", bending / step))
    for k, diameter in ((pieces // 3, 0.28), (2 * pieces // 3, 0.35)):
        (mass, tensor), (less, hole) = cylinder(diameter, 0.07), cylinder(thick, 0.07)
        disc = bo.Inertia(mass - less, tensor=tensor - hole)
        mechanism.add_body(f"disc{k}", f"piece{k}", bo.Fixed(), inertia=disc)
    for k, at, along in ((0, 0.0, 0.0), (pieces, step / 2, length)):
        stiffness = (horizontal, 1e6, 1e6 if k == 0 else 0.0, 0.0, 0.0, 0.0)
        bearing = bo.Bushing(
            f"frame{k}", at=(0, 0, at), other_at=(0, 0, along), stiffness=stiffness, damping=(damping,) * 2 + (0.0,) * 4
        )
        mechanism.add_force(f"bearing{k}", bearing)
    return mechanism


def lowest(speed, pieces, **how):
    """Lateral frequencies in rad/s; the mode along the shaft is left out."""
    mechanism = flexible(pieces, **how)
    spins = {f"piece{k}": speed for k in range(pieces + 1)}
    modes = model_at(mechanism, None, spins, inputs=(), outputs=(), exact=False).modes()
    lateral = [mode for mode in modes if mode.oscillates and abs(mode.bodies.displacement.sel(axis="z")).max() < 1e-3]
    return np.array([(mode.angular, 2 * np.pi * mode.damped_frequency) for mode in lateral[:6]])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("speed", "how", "published"),
    [
        (0.0, {}, (86.66, 86.66, 274.31, 274.31, 716.78, 716.78)),
        (FAST, {}, (85.39, 87.80, 251.78, 294.71, 600.18, 827.08)),
        (0.0, {"horizontal": 8e5}, (82.65, 86.66, 254.52, 274.31, 679.49, 716.79)),
        (FAST, {"horizontal": 8e5}, (82.33, 86.86, 239.64, 287.25, 583.49, 806.89)),
    ],
    ids=["at rest", "4000 rpm", "unequal bearings at rest", "unequal bearings at 4000 rpm"],
)
def test_a_flexible_rotor_has_its_published_frequencies(speed, how, published):
    """Examples 5.9.1 and 5.9.2. Pieces converge with the square of their length; what remains is shear, which they lack."""
    coarse, fine = (lowest(speed, pieces, **how)[:, 0] for pieces in (12, 24))
    np.testing.assert_allclose(fine + (fine - coarse) / 3, published, rtol=2.5e-3)


@pytest.mark.slow
def test_a_flexible_rotor_in_damped_bearings_has_its_published_frequencies():
    """Example 5.9.5, to the digits that are published."""
    for speed, natural, damped in (
        (0.0, (13.91, 13.91, 48.18, 48.18, 137.06, 137.06), (13.89, 13.89, 46.54, 46.54, 103.22, 103.22)),
        (FAST, (13.70, 14.09, 43.61, 52.18, 122.37, 149.81), (13.68, 14.07, 41.98, 50.65, 104.25, 105.66)),
    ):
        found = lowest(speed, 24, damping=3e3) / (2 * np.pi)
        np.testing.assert_allclose(found, np.transpose((natural, damped)), rtol=1e-2)
