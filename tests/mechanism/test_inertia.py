"""Mass properties against sums over point masses."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

import bough as bo
from bough.mechanism.checks import LARGEST
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


def test_a_plate_moves_in_a_plane_as_what_has_one_moment_alone():
    """The remedy that the message gives: half of the moment about each of the other axes."""
    with pytest.raises(
        bo.errors.MechanismError, match="for motion in a plane, give half of the largest for each of the others"
    ):
        bo.Inertia(2.0, (0.3, 0.1, 0), (0, 0, 0.5))
    with pytest.raises(bo.errors.MechanismError, match="check its units"):
        bo.Inertia(2.0, (0.3, 0.1, 0), (0.1, 0.1, 0.5))
    found = []
    for moments, strict in (((0, 0, 0.5), False), ((0.25, 0.25, 0.5), True)):
        arm = bo.Mechanism("arm", gravity=(0, -9.81, 0))
        inertia = bo.Inertia(2.0, (0.3, 0.1, 0), moments, strict)
        arm.add_body("upper", joint=bo.Revolute((0, 0, 1)), inertia=inertia)
        arm.add_body("lower", "upper", bo.Revolute((0, 0, 1)), at=(0.6, 0, 0), inertia=inertia)
        found.append(bo.forward_dynamics(arm, [0.3, 0.5], [1.0, -2.0]))
    np.testing.assert_allclose(*found, rtol=1e-13)


def test_mass_properties_cannot_change():
    link = bo.Inertia.sphere(0.1, 1.0)
    with pytest.raises(bo.errors.MechanismError, match="cannot change"):
        link.mass = 2.0
    with pytest.raises(ValueError, match="read-only"):
        link.tensor[0, 0] = 1.0


HUGE = 1e200


@pytest.mark.parametrize(
    "make",
    [
        lambda: bo.Inertia.sphere(HUGE, mass=1),
        lambda: bo.Inertia.sphere(HUGE, density=1),
        lambda: bo.Inertia.sphere(1, density=HUGE),
        lambda: bo.Inertia.box((1, HUGE, 1), mass=1),
        lambda: bo.Inertia.box((1, 1, 1), mass=HUGE),
        lambda: bo.Inertia.cylinder(HUGE, 1, mass=1),
        lambda: bo.Inertia.cylinder(1, HUGE, mass=1),
        lambda: bo.Inertia.rod(HUGE, mass=1),
        lambda: bo.Inertia.rod(1, mass=1, radius=HUGE),
        lambda: bo.Inertia.point(HUGE),
        lambda: bo.Inertia(1.0, center=(0, 0, HUGE)),
        lambda: bo.Inertia(1.0).moved(np.eye(3), (HUGE, 0, 0)),
        lambda: bo.Mechanism("m", gravity=(0, 0, -HUGE)),
        lambda: bo.Mechanism("m").add_body("a", "ground", bo.Revolute(), at=(HUGE, 0, 0)),
    ],
)
def test_what_is_too_large_to_compute_with_is_refused_in_a_sentence(make):
    with pytest.raises(bo.errors.MechanismError, match=r"1e\+200.* is too large; give at most 1e\+100"):
        make()


def test_the_length_of_an_axis_that_is_too_long_is_told():
    with pytest.raises(bo.errors.MechanismError, match=r"divide it by its length 1e\+200"):
        bo.Revolute((0, 0, HUGE))


def test_the_largest_that_is_taken_can_be_computed_with():
    """Every product of a mass and two lengths is a number still."""
    most = LARGEST
    for inertia in (
        bo.Inertia.sphere(most, mass=most),
        bo.Inertia.box((most, most, most), mass=most),
        bo.Inertia.cylinder(most, most, mass=most),
        bo.Inertia.point(most, center=(most, -most, most)),
    ):
        assert np.isfinite(inertia.about_origin()).all()
        assert np.isfinite((inertia + bo.Inertia.point(1.0, center=(-most, 0, 0))).about_origin()).all()
