"""Rotations and axes as Python and TOML take them: by the same keys, with the same result to the last bit."""

from itertools import permutations

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import bough as bo

RPY = (0.3, -0.7, 1.1)
QUATERNION = (0.4, -0.2, 0.7, 1.4)
WAYS = {
    "rpy": ({"rpy": RPY}, "{ rpy = [0.3, -0.7, 1.1] }", Rotation.from_euler("xyz", RPY)),
    "axis and angle": (
        {"axis": (0.6, 0, -0.8), "angle": 0.5},
        "{ axis = [0.6, 0, -0.8], angle = 0.5 }",
        Rotation.from_rotvec((0.3, 0, -0.4)),
    ),
    "a letter": ({"axis": "-y", "angle": 2.0}, '{ axis = "-y", angle = 2 }', Rotation.from_rotvec((0, -2, 0))),
    "texts": (
        {"rpy": ("30*deg", 0, "pi/7")},
        '{ rpy = ["30*deg", 0, "pi/7"] }',
        Rotation.from_euler("xyz", (np.pi / 6, 0, np.pi / 7)),
    ),
    "an angle by text": (
        {"axis": "x", "angle": "-90*deg"},
        '{ axis = "x", angle = "-90*deg" }',
        Rotation.from_rotvec((-np.pi / 2, 0, 0)),
    ),
    "quaternion": (
        {"quaternion": QUATERNION},
        "{ quaternion = [0.4, -0.2, 0.7, 1.4] }",
        Rotation.from_quat(QUATERNION, scalar_first=True),
    ),
    "two axes": (
        {"z": "-x", "y": (0, 0.6, 0.8)},
        '{ z = "-x", y = [0, 0.6, 0.8] }',
        Rotation.from_matrix(np.array(((0, 0, -1), (-0.8, 0.6, 0), (0.6, 0.8, 0)))),
    ),
}


def placed(rotation):
    machine = bo.Mechanism("one")
    return machine.add_body("ball", rotation=rotation, joint=bo.Ball()).rotation


@pytest.mark.parametrize("way", WAYS)
def test_ways_to_write_a_rotation_agree_with_scipy_and_with_files(way, tmp_path):
    given, text, expected = WAYS[way]
    found = placed(given)
    np.testing.assert_allclose(found, expected.as_matrix(), atol=4e-16)
    path = tmp_path / "one.toml"
    path.write_text(f'bough = 1\n[bodies.ball]\njoint = "Ball"\nrotation = {text}\ninertia = {{ mass = 1 }}\n')
    assert bo.load(path).body("ball").rotation.tobytes() == found.tobytes()
    np.testing.assert_array_equal(bo.Visual("box", (1, 1, 1), rotation=given).rotation, found)


@pytest.mark.parametrize("pair", list(permutations("xyz", 2)), ids="".join)
def test_two_axes_point_where_they_are_told_to(pair):
    first, second = Rotation.from_euler("xyz", RPY).as_matrix()[:, :2].T
    found = placed(dict(zip(pair, (first, second), strict=True)))
    for letter, axis in zip(pair, (first, second), strict=True):
        np.testing.assert_allclose(found[:, "xyz".index(letter)], axis, atol=4e-16)
    assert np.linalg.det(found) == pytest.approx(1.0, abs=1e-15)


def test_axes_by_letters():
    assert bo.Revolute("y").axis == (0.0, 1.0, 0.0)
    assert bo.Prismatic("-x").axis == (-1.0, 0.0, 0.0)
    assert bo.Gimbal(("z", "-y", "x")).axes == ((0.0, 0.0, 1.0), (0.0, -1.0, 0.0), (1.0, 0.0, 0.0))
    assert bo.Planar("x").normal == bo.EdgeOnPlane("x", "y").normal == (1.0, 0.0, 0.0)
    np.testing.assert_array_equal(
        bo.Inertia.rod(1.0, mass=1.0, radius=0.1, axis="x").tensor,
        bo.Inertia.rod(1.0, mass=1.0, radius=0.1, axis=(1, 0, 0)).tensor,
    )


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"rpy": (1, 2)}, ("rpy must be three numbers",)),
        ({"quaternion": (0, 0, 0, 0)}, ("quaternion is zero", "1, 0, 0, 0")),
        ({"quaternion": (0, 0, 1)}, ("quaternion must be four numbers",)),
        ({"axis": "w", "angle": 1}, ("axis must be three numbers, or one of x, y, z", "'w'")),
        ({"axis": (0, 0, 3), "angle": 1}, ("unit length", "3")),
        ({"axis": "x"}, ("{angle, axis}", "{rpy}")),
        ({"axis": "x", "angle": "much"}, ("angle: 'much'", "no name 'much'", "'deg'")),
        ({"axis": "x", "angle": None}, ("angle must be a number",)),
        ({"x": "y", "z": (0, 0.6, 0.8)}, ("right angles", "x 'y'")),
    ],
)
def test_wrong_rotations_are_refused_by_name(given, words):
    with pytest.raises(bo.errors.MechanismError) as caught:
        placed(given)
    assert all(word in str(caught.value) for word in ("body 'ball': rotation", *words))
    assert caught.value.argument == "rotation"
