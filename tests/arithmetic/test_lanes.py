"""Sine and cosine of the kernels, seen through the pose of a hinge about z, whose entries they are: float64 and lanes."""

import math

import numpy as np
import pytest

import bough as bo
from bough.arithmetic.width import lane_width
from bough.compiled.entries import NO_WRENCHES, Entry
from bough.compiled.tree import compiled
from bough.passes import motion as kinematics
from bough.passes.arrays import SWEEP

pytestmark = pytest.mark.shared_kernels  # kernels themselves are tested

W = lane_width()


@pytest.fixture(scope="module")
def hinge():
    mechanism = bo.Mechanism("hinge")
    mechanism.add_body("arm", joint=bo.Revolute((0, 0, 1)), inertia=bo.Inertia(1.0, tensor=(1, 1, 1)))
    tree = compiled(mechanism)
    return Entry(kinematics.poses, tree.arrays, tree.memory(*SWEEP, "travel"))


def sincos(entry, x, way):
    """(sin, cos) of an array of angles: one by one, or in lanes."""
    q = np.array(x, float)[:, None]
    out = np.empty((len(q), 1, 12))
    if way == "single":
        for angle, pose in zip(q, out, strict=True):
            entry.single(angle, angle, angle, NO_WRENCHES, pose)
    else:
        entry.batch(q, q, q, NO_WRENCHES, out)
    np.testing.assert_array_equal(out[:, 0, 0], out[:, 0, 4])
    np.testing.assert_array_equal(out[:, 0, 3], -out[:, 0, 1])
    return out[:, 0, 3], out[:, 0, 0]


def errors_in_ulps(found, exact):
    return np.abs(found - exact).astype(float) / np.spacing(np.abs(exact.astype(float)))


every_way = pytest.mark.parametrize("way", ["single", "lanes"])
extended_precision = pytest.mark.skipif(
    np.finfo(np.longdouble).nmant <= 52, reason="needs a reference that is better than a double"
)


@extended_precision
@every_way
@pytest.mark.parametrize(("largest", "ulps"), [(math.pi / 4, 1.0), (10.0, 2.0), (1e6, 3.0)])
def test_good_to_the_last_digits(hinge, way, largest, ulps):
    angles = np.random.default_rng(0).uniform(-largest, largest, 10_000)
    sine, cosine = sincos(hinge, angles, way)
    exact = angles.astype(np.longdouble)
    assert errors_in_ulps(sine, np.sin(exact)).max() < ulps
    assert errors_in_ulps(cosine, np.cos(exact)).max() < ulps


@extended_precision
def test_where_sine_or_cosine_all_but_vanish(hinge):
    """Doubles next to all multiples of π/2 in the range: little is left of them, and all of it must be right."""
    angles = np.arange(-636_619, 636_620) * (math.pi / 2)
    sine, cosine = sincos(hinge, angles, "lanes")
    exact = angles.astype(np.longdouble)
    assert errors_in_ulps(sine, np.sin(exact)).max() < 4.0
    assert errors_in_ulps(cosine, np.cos(exact)).max() < 4.0


@every_way
def test_huge_angles(hinge, way):
    """Beyond the polynomials' range, the C library; also in a register whose other lanes are within it."""
    rng = np.random.default_rng(1)
    angles = rng.uniform(-1e15, 1e15, 2 * W * 50)
    angles[::W] = rng.uniform(-1, 1, 2 * 50)
    sine, cosine = sincos(hinge, angles, way)
    np.testing.assert_allclose(sine, np.sin(angles), rtol=0, atol=3e-16)
    np.testing.assert_allclose(cosine, np.cos(angles), rtol=0, atol=3e-16)


@every_way
@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_what_is_no_angle_stays_nan_in_its_lane(hinge, way, value):
    for lane in range(W):
        angles = np.linspace(0.1, 1.0, W)
        expected = np.sin(angles), np.cos(angles)
        angles[lane] = value
        for found, right in zip(sincos(hinge, angles, way), expected, strict=True):
            assert math.isnan(found[lane])
            others = np.arange(W) != lane
            np.testing.assert_allclose(found[others], right[others], rtol=3e-16)


@every_way
def test_exact_values(hinge, way):
    sine, cosine = sincos(hinge, np.zeros(W), way)
    np.testing.assert_array_equal(sine, 0.0)
    np.testing.assert_array_equal(cosine, 1.0)
    angles = np.linspace(-1e5, 1e5, 1000)
    sine, cosine = sincos(hinge, angles, way)
    np.testing.assert_allclose(sine**2 + cosine**2, 1.0, rtol=5e-16)
    mirrored = sincos(hinge, -angles, way)
    np.testing.assert_array_equal(mirrored[0], -sine)
    np.testing.assert_array_equal(mirrored[1], cosine)
