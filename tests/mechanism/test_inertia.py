"""Mass properties against sums over point masses."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

import bough as bo
from bough.mechanism.joints.base import frame_about

AXIS = np.array((2.0, -1.0, 2.0)) / 3
CENTER = (0.3, -0.7, 1.1)
SIGNS = np.array(np.meshgrid((-1, 1), (-1, 1), (-1, 1))).reshape(3, -1).T


def of_points(masses, points):
    """Mass, centre and tensor about the centre, by their definitions."""
    mass, center = np.sum(masses), masses @ points / np.sum(masses)
    arms = points - center
    tensor = sum(m * ((r @ r) * np.eye(3) - np.outer(r, r)) for m, r in zip(masses, arms, strict=True))
    return mass, center, tensor


def assert_same(inertia, mass, center, tensor):
    assert inertia.mass == pytest.approx(mass, rel=1e-13)
    assert inertia.center == pytest.approx(center, abs=1e-12)
    assert inertia.tensor == pytest.approx(tensor, rel=1e-11, abs=1e-11)


# a solid has the moments of a few equal point masses: Gauss's points along an edge, <r²> = a²/2 in a disc, 3a²/5 in a ball
RING = np.array(((1, 0), (0, 1), (-1, 0), (0, -1)))
ROUND = np.array([(0.2 * x / 2**0.5, 0.2 * y / 2**0.5, z * 1.5 / 12**0.5) for x, y in RING for z in (-1, 1)])
THIN = np.array(((0, 0, 1.5 / 12**0.5), (0, 0, -1.5 / 12**0.5)))
EDGES = np.array((0.2, 0.5, 0.9))
SOLIDS = {
    "box": (bo.Inertia.box, (EDGES,), {}, SIGNS * EDGES / 12**0.5, EDGES.prod()),
    "cylinder": (bo.Inertia.cylinder, (0.2, 1.5), {"axis": AXIS}, ROUND @ frame_about(AXIS).T, np.pi * 0.2**2 * 1.5),
    "sphere": (
        bo.Inertia.sphere,
        (0.4,),
        {},
        0.4 * 0.6**0.5 * np.vstack((np.eye(3), -np.eye(3))),
        4 / 3 * np.pi * 0.4**3,
    ),
    "thin rod": (bo.Inertia.rod, (1.5,), {"axis": AXIS}, THIN @ frame_about(AXIS).T, None),
    "round rod": (bo.Inertia.rod, (1.5,), {"axis": AXIS, "radius": 0.2}, ROUND @ frame_about(AXIS).T, np.pi * 0.06),
}


@pytest.mark.parametrize("solid", SOLIDS)
def test_solids(solid):
    shape, sizes, options, points, volume = SOLIDS[solid]
    masses = np.full(len(points), 2.4 / len(points))
    assert_same(shape(*sizes, 2.4, center=CENTER, **options), *of_points(masses, points + CENTER))
    if volume is not None:
        by_density = shape(*sizes, density=3.0, center=CENTER, **options)
        assert_same(by_density, *of_points(masses / 2.4 * 3.0 * volume, points + CENTER))


coordinate = st.floats(-3.0, 3.0)
cloud = st.lists(st.tuples(st.floats(0.01, 5.0), coordinate, coordinate, coordinate), min_size=1, max_size=6)


@given(cloud)
def test_a_sum_is_the_sum_over_points(points):
    points = np.array(points)
    whole = sum((bo.Inertia.point(m, r) for m, *r in points), bo.Inertia())
    assert_same(whole, *of_points(points[:, 0], points[:, 1:]))
    about_origin = sum(m * (np.dot(r, r) * np.eye(3) - np.outer(r, r)) for m, *r in points)
    assert whole.about_origin() == pytest.approx(about_origin, rel=1e-11, abs=1e-11)


@given(cloud, st.tuples(coordinate, coordinate, coordinate), st.tuples(coordinate, coordinate, coordinate))
def test_moving_a_body_moves_its_points(points, turn, origin):
    points, rotation = np.array(points), Rotation.from_rotvec(turn).as_matrix()
    moved = sum((bo.Inertia.point(m, r) for m, *r in points), bo.Inertia()).moved(rotation, origin)
    assert_same(moved, *of_points(points[:, 0], points[:, 1:] @ rotation.T + origin))


def test_principal_moments_stand_for_a_diagonal_tensor():
    assert bo.Inertia(1.0, tensor=(2.0, 3.0, 4.0)) == bo.Inertia(1.0, tensor=np.diag((2.0, 3.0, 4.0)))


def test_mass_properties_cannot_change():
    link = bo.Inertia.sphere(0.1, 1.0)
    with pytest.raises(bo.MechanismError, match="cannot change"):
        link.mass = 2.0
    with pytest.raises(ValueError, match="read-only"):
        link.tensor[0, 0] = 1.0
