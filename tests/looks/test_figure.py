"""Looks derived from a mechanism: pieces are where poses say, as large as masses say, and joints show how they move."""

import numpy as np
import pytest

import bough as bo
from bough.looks.colours import STEEL
from bough.looks.figure import MANY, looks_of
from bough.looks.joints import Marks
from bough.looks.solids import frames_along
from bough.mechanism.joints import CATALOGUE

LINK = bo.Inertia.rod(0.5, mass=1.0, center=(0, 0, -0.25))


def placed(looks, poses):
    """(solid, its middle, its axes) in ground axes."""
    poses = np.concatenate((poses, np.eye(4)[None]))
    for solid in looks.solids:
        pose = poses[solid.body]
        yield solid, pose[:3, :3] @ solid.at + pose[:3, 3], pose[:3, :3] @ solid.rotation


def ends_of(solid, middle, axes):
    half = solid.size[1] / 2 * axes[:, 2]
    return middle - half, middle + half


def two(joint, **other):
    mechanism = bo.Mechanism("two")
    mechanism.add_body("base", "ground", bo.Revolute((0, 1, 0)), at=(0, 0, 1), inertia=LINK)
    mechanism.add_body("b", "base", joint, at=(0, 0, -0.5), inertia=LINK, **other)
    return mechanism


def four_bar():
    mechanism = bo.Mechanism("four-bar")
    rods = {"crank": ("ground", 0.3, (0, 0, 0)), "coupler": ("crank", 0.8, (0.3, 0, 0)), "rocker": ("ground", 0.6, (0.7, 0, 0))}  # fmt: skip
    for name, (parent, length, at) in rods.items():
        rod = bo.Inertia.rod(length, mass=1.0, axis=(1, 0, 0), center=(length / 2, 0, 0))
        mechanism.add_body(name, parent, bo.Revolute((0, 1, 0)), at, inertia=rod)
    mechanism.add_loop("pin", "coupler", "rocker", bo.Revolute((0, 1, 0)), at=(0.8, 0, 0), other_at=(0.6, 0, 0))
    return mechanism


# --- links ----------------------------------------------------------------------------------------------------------------------


def test_links_lead_from_joint_to_joint():
    """Of a tree of hinges: from the origin of a body to that of its child, which the poses give."""
    mechanism = bo.models.random_tree(12, seed=4, joints=("revolute", "ball"))
    poses = bo.body_poses(mechanism, bo.models.random_state(mechanism, seed=1)[0])
    links = [[] for _ in range(len(mechanism))]
    for solid, middle, axes in placed(looks_of(mechanism, poses), poses):
        if solid.shape == "capsule":
            links[solid.body].append(ends_of(solid, middle, axes))
    for k, parent in enumerate(mechanism.parents.tolist()):
        if parent >= 0 and np.linalg.norm(mechanism.bodies[k].at) > 0:
            start, end = poses[parent, :3, 3], poses[k, :3, 3]
            assert any(np.allclose(a, start) and np.allclose(b, end) for a, b in links[parent])


def test_links_lead_to_where_loops_close():
    mechanism = four_bar()
    # crank upright; the pin is where circles about its end and about the rocker's foot meet
    a, b = np.array((0.0, 0.3)), np.array((0.7, 0.0))
    way = b - a
    length = np.linalg.norm(way)
    along = (length**2 + 0.8**2 - 0.6**2) / (2 * length)
    pin = a + along * way / length + np.sqrt(0.8**2 - along**2) * np.array((-way[1], way[0])) / length

    def angle(v):
        return -np.arctan2(v[1], v[0])  # a turn about y takes x to -z

    turns = {"crank": angle(a), "coupler": angle(pin - a) - angle(a), "rocker": angle(pin - b)}
    poses = bo.body_poses(mechanism, mechanism.coordinates(turns))
    looks = looks_of(mechanism, poses)
    ends = [ends_of(*piece)[1] for piece in placed(looks, poses) if piece[0].shape == "capsule"]
    assert ends == pytest.approx(np.array([(a[0], 0, a[1]), (pin[0], 0, pin[1]), (pin[0], 0, pin[1])]), abs=1e-12)
    # a hub where the loop closes, as at the other joints: four in all, each with its pin
    hubs = [(middle, axes[:, 2]) for solid, middle, axes in placed(looks, poses) if solid.role == "joint"]
    assert len(hubs) == 8
    assert sum(np.allclose(middle, (pin[0], 0, pin[1])) for middle, _ in hubs) == 2
    assert all(abs(axis[1]) == pytest.approx(1.0) for _, axis in hubs)


def test_twice_the_mass_per_length_has_twice_the_cross_section():
    mechanism = bo.Mechanism("masses")
    for k, mass in enumerate((1.0, 1.0, 2.0)):
        rod = bo.Inertia.rod(1.0, mass=mass, center=(0, 0, -0.5))
        mechanism.add_body(f"b{k}", "ground", bo.Revolute((0, 1, 0)), (k, 0, 0), inertia=rod)
    looks = looks_of(mechanism, bo.body_poses(mechanism, np.zeros(3)))
    radii = [solid.size[0] for solid in looks.solids if solid.role == "link"]
    assert radii[2] ** 2 == pytest.approx(2 * radii[0] ** 2)
    assert radii[0] == radii[1]


@pytest.mark.parametrize(
    ("inertia", "shape", "size"),
    [
        (bo.Inertia.cylinder(0.3, 0.1, mass=2.0, axis=(0, 1, 0)), "cylinder", (0.3, 0.1)),
        (bo.Inertia.box((0.4, 0.3, 0.2), mass=2.0), "box", (0.2, 0.3, 0.4)),
        (bo.Inertia.sphere(0.25, mass=2.0), "sphere", (0.25,)),
    ],
)
def test_a_body_about_its_hinge_is_the_solid_of_its_inertia(inertia, shape, size):
    mechanism = bo.Mechanism("rotor")
    mechanism.add_body("rotor", "ground", bo.Revolute((0, 1, 0)), inertia=inertia)
    looks = looks_of(mechanism, np.eye(4)[None])
    (solid,) = (solid for solid in looks.solids if solid.role == "link")
    assert solid.shape == shape
    assert sorted(solid.size) == pytest.approx(sorted(size))
    if shape == "cylinder":
        assert abs(solid.rotation[1, 2]) == pytest.approx(1.0)
    # its hub comes out at both sides
    hub = next(solid for solid in looks.solids if solid.role == "joint")
    reach = {"cylinder": 0.05, "box": 0.15, "sphere": 0.25}[shape]
    assert hub.size[1] / 2 > reach


@pytest.mark.parametrize(
    "joint", [bo.Prismatic((0, 0, 1)), bo.Free(), bo.Ball()], ids=lambda joint: type(joint).__name__
)
def test_a_wheel_is_a_disc_on_any_joint(joint):
    wheel = bo.Inertia.cylinder(0.3, 0.2, mass=20.0, axis=(0, 1, 0))
    looks = looks_of(bar_with(joint, wheel), np.stack([np.eye(4)] * 2))
    (disc,) = (solid for solid in looks.solids if solid.role == "link" and solid.body == 1)
    assert disc.shape == "cylinder"
    assert disc.size == pytest.approx((0.3, 0.2))
    assert abs(disc.rotation[1, 2]) == pytest.approx(1.0)


def test_a_square_bar_that_slides_is_a_box():
    looks = looks_of(
        bar_with(bo.Prismatic((1, 0, 0)), bo.Inertia.box((0.6, 0.2, 0.2), mass=5.0)), np.stack([np.eye(4)] * 2)
    )
    (bar,) = (solid for solid in looks.solids if solid.role == "link" and solid.body == 1)
    assert bar.shape == "box"
    assert sorted(bar.size) == pytest.approx((0.2, 0.2, 0.6))


def bar_with(joint, inertia):
    mechanism = bo.Mechanism("bar")
    mechanism.add_body(
        "bar", "ground", bo.Revolute((0, 1, 0)), inertia=bo.Inertia.rod(2.0, mass=9.0, center=(0, 0, -1))
    )
    mechanism.add_body("b", "bar", joint, at=(0, 0, -2), inertia=inertia)
    return mechanism


def test_bodies_alone_are_larger_than_what_holds_them():
    """Many carts side by side: marks go by the size of the bodies, not by that of the field."""
    field, count = bo.Mechanism("field"), 400
    for k in range(count):
        box = bo.Inertia.box((0.5, 0.4, 0.3), mass=1.0)
        field.add_body(f"b{k}", "ground", bo.Prismatic((0, 0, 1)), at=(k % 20, k // 20, 0), inertia=box)
    for solid in looks_of(field, bo.body_poses(field, np.zeros(count))).solids:
        if solid.role in ("joint", "support"):
            assert solid.size[0] < 0.3


def shades(mechanism):
    looks = looks_of(mechanism, bo.body_poses(mechanism, mechanism.coordinates({})))
    return [
        tuple(next(s.colour for s in looks.solids if s.body == k and s.role == "link")) for k in range(len(mechanism))
    ]


def test_neighbours_of_a_small_machine_have_different_shades_and_long_chains_one():
    assert len(set(shades(four_bar()))) == 3
    upper, lower, last = shades(bo.chain(3))
    assert upper == last != lower
    assert len(set(shades(bo.chain(13)))) == 1


# --- joints ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", CATALOGUE, ids=lambda kind: kind.__name__)
def test_every_joint_has_its_marks(kind):
    mechanism = two(bo.Driven(bo.Revolute((0, 1, 0)), 0.3) if kind is bo.Driven else kind())
    poses = np.stack([np.eye(4), np.eye(4)])
    looks = looks_of(mechanism, poses)
    own = [solid for solid in looks.solids if solid.role == "joint"]
    alone = [solid for solid in looks_of(two(bo.Fixed()), poses).solids if solid.role == "joint"]
    assert (len(own) > len(alone)) == (kind not in (bo.Fixed, bo.Free))
    for solid in looks.solids:
        assert solid.rotation @ solid.rotation.T == pytest.approx(np.eye(3), abs=1e-12)
        assert np.linalg.det(solid.rotation) == pytest.approx(1.0)
        assert min(solid.size) > 0


@pytest.mark.parametrize("joint", [bo.Revolute((0.6, 0, 0.8)), bo.Cylindrical((0.6, 0, 0.8)), bo.Helical((0.6, 0, 0.8), 0.1)])  # fmt: skip
def test_marks_lie_along_the_axis(joint):
    for mark in Marks().of(joint):
        assert mark.rotation[:, 2] == pytest.approx((0.6, 0, 0.8))


def test_the_axles_of_a_universal_joint_stay_at_right_angles():
    """One turns in the parent, the other in the body: a cross keeps its angle in all positions."""
    mechanism = two(bo.Universal((1, 0, 0), (0, 1, 0)))
    for turns in ((0.0, 0.0), (0.4, -0.7), (1.3, 0.9)):
        poses = bo.body_poses(mechanism, mechanism.coordinates({"base": 0.3, "b": turns}))
        axles = [
            axes[:, 2]
            for solid, middle, axes in placed(looks_of(mechanism, poses), poses)
            if solid.role == "joint" and solid.shape == "cylinder" and np.allclose(middle, poses[1, :3, 3])
        ]
        assert len(axles) == 2
        assert axles[0] @ axles[1] == pytest.approx(0.0, abs=1e-12)


def test_sliders_have_rods_and_sleeves():
    mechanism = two(bo.Prismatic((0, 0, -1)))
    poses = bo.body_poses(mechanism, mechanism.coordinates({"base": 0.5, "b": 0.2}))
    looks = looks_of(mechanism, poses)
    (rod,) = looks.stretches
    assert (rod.kind, rod.body, rod.other, rod.name) == ("rod", 0, 1, "b")
    start, end = (poses[k, :3, :3] @ at + poses[k, :3, 3] for k, at in ((rod.body, rod.at), (rod.other, rod.other_at)))
    assert np.linalg.norm(end - start) == pytest.approx(0.2)
    sleeve = next(middle for solid, middle, _ in placed(looks, poses) if solid.shape == "box" and solid.body == 0)
    assert sleeve == pytest.approx(start)


def test_a_rope_begins_at_what_it_hangs_from():
    """The joint frame of a slider may be shifted along its axis: the same motion by another coordinate."""
    crane = bo.Mechanism("crane")
    box = bo.Visual("box", (1.0, 1.0, 1.0))
    crane.add_body("trolley", "ground", bo.Prismatic((1, 0, 0)), at=(0, 0, 9), visuals=[box])
    crane.add_body("hook", "trolley", bo.Prismatic((0, 0, -1)), at=(0, 0, 4), inertia=bo.Inertia.point(1.0))
    crane.add_body("arm", "trolley", bo.Prismatic((0, 0, -1)), at=(1, 0, 4), inertia=bo.Inertia.point(1.0))
    poses = bo.body_poses(crane, crane.coordinates({"hook": 6.0, "arm": 2.0}))
    rods = {stretch.name: stretch for stretch in looks_of(crane, poses).stretches}
    assert rods["hook"].at.tolist() == [0, 0, 0]
    assert rods["arm"].at.tolist() == [1, 0, 4]
    assert rods["trolley"].at.tolist() == [0, 0, 9]


def test_a_rail_is_as_long_as_its_limits_and_its_cart():
    mechanism = bo.Mechanism("cart")
    mechanism.add_body("cart", "ground", bo.Prismatic((1, 0, 0)), inertia=bo.Inertia.box((0.4, 0.3, 0.2), mass=3.0))
    mechanism.add_force("stops", bo.JointLimit("cart", -1.0, 2.0, stiffness=1e5, softness=0.01))
    looks = looks_of(mechanism, np.eye(4)[None])
    rail = next(solid for solid in looks.solids if solid.body == -1 and solid.shape == "cylinder")
    assert rail.at[0] == pytest.approx(0.5)
    assert rail.size[1] >= 3.0 + 0.4


def slider_crank(aside, order):
    """Crank 0.3, rod 0.9 and a slider beside the crank's axis, cut at either end of the rod."""
    mechanism, hinge = bo.Mechanism("slider-crank"), bo.Revolute((0, 1, 0))
    slider = bo.Inertia.box((0.15, 0.12, 0.1), mass=1.0)
    crank, rod = (bo.Inertia.rod(length, mass=1.0, axis=(1, 0, 0), center=(length / 2, 0, 0)) for length in (0.3, 0.9))
    mechanism.add_body("crank", "ground", hinge, inertia=crank)
    mechanism.add_body("slider", "ground", bo.Prismatic((1, 0, 0)), at=(0.2, 0, aside), inertia=slider)
    if order == "at the slider":
        mechanism.add_body("rod", "crank", hinge, at=(0.3, 0, 0), inertia=rod)
        mechanism.add_loop("pin", "rod", "slider", hinge, at=(0.9, 0, 0))
    else:
        mechanism.add_body("rod", "slider", hinge, inertia=rod)
        mechanism.add_loop("pin", "crank", "rod", hinge, at=(0.3, 0, 0), other_at=(0.9, 0, 0))
    return mechanism


@pytest.mark.parametrize("aside", [0.0, 0.2])
@pytest.mark.parametrize("order", ["at the slider", "at the crank"])
@pytest.mark.parametrize("side", [-1.0, 1.0])
def test_a_rail_is_as_long_as_the_way_that_a_crank_allows(aside, order, side):
    mechanism = slider_crank(aside, order)
    angle = np.linspace(0, 2 * np.pi, 10001)
    way = 0.3 * np.cos(angle) + side * np.sqrt(0.9**2 - (0.3 * np.sin(angle) - aside) ** 2)
    poses = np.stack([np.eye(4)] * 3)
    poses[mechanism.body_index["slider"], :3, 3] = (side * 0.8, 0, aside)
    looks = looks_of(mechanism, poses)
    (rail,) = (s for s in looks.solids if s.body == -1 and s.shape == "cylinder" and s.colour is STEEL)
    assert rail.at[0] == pytest.approx(0.5 * (way.min() + way.max()), abs=1e-6)
    beyond = rail.size[1] - (way.max() - way.min())
    assert 0.15 < beyond < 0.5
    assert not looks.stretches


def test_straps_that_keep_a_free_machine_in_place_are_thin_and_springs_are_coils():
    mechanism = bo.Mechanism("rig")
    mechanism.add_body("frame", "ground", bo.Free(), inertia=bo.Inertia.box((1, 0.3, 0.2), mass=5.0))
    mechanism.add_body(
        "cart", "ground", bo.Prismatic((0, 1, 0)), at=(0.5, 0, 0), inertia=bo.Inertia.sphere(0.1, mass=1.0)
    )
    mechanism.add_force("strap", bo.SpringDamper("frame", "ground", other_at=(0, 1, 0), stiffness=100.0, rest=0.9))
    mechanism.add_force("hung", bo.SpringDamper("frame", "ground", other_at=(0, 0, 1), stiffness=100.0, rest=0.9))
    mechanism.add_force("spring", bo.SpringDamper("cart", "ground", other_at=(0.5, 1, 0), stiffness=100.0, rest=0.9))
    found = {stretch.name: stretch for stretch in looks_of(mechanism, np.stack([np.eye(4)] * 2)).stretches}
    assert {name: found[name].kind for name in ("strap", "hung", "spring")} == {
        "strap": "rod",
        "hung": "coil",
        "spring": "coil",
    }
    assert found["strap"].radius < 0.2 * found["hung"].radius


def test_a_ball_with_visuals_hangs_from_something():
    mechanism = bo.Mechanism("pendulum")
    bob = bo.Visual("sphere", 0.1)
    mechanism.add_body("bob", "ground", bo.Ball(), at=(0, 0, 2), inertia=LINK, visuals=[bob])
    supports = [solid for solid in looks_of(mechanism, np.eye(4)[None]).solids if solid.role == "support"]
    assert supports
    assert max(solid.at[2] for solid in supports) > 2.1
    assert min(solid.at[2] for solid in supports) > 2.0


def test_what_stands_has_its_foot_below_and_what_hangs_above():
    for sign in (-1.0, 1.0):
        mechanism = bo.Mechanism("rod")
        rod = bo.Inertia.rod(1.0, mass=1.0, center=(0, 0, sign * 0.5))
        mechanism.add_body("rod", "ground", bo.Revolute((0, 1, 0)), inertia=rod)
        supports = [solid for solid in looks_of(mechanism, np.eye(4)[None]).solids if solid.role == "support"]
        assert supports
        assert {solid.body for solid in supports} == {-1}
        assert np.sign(np.mean([solid.at[2] for solid in supports])) == -sign


# --- visuals, sizes, numbers ----------------------------------------------------------------------------------------------------


def test_visuals_are_taken_as_they_are():
    turn = [[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]
    visuals = [
        bo.Visual("box", (0.1, 0.2, 0.3), at=(1, 2, 3), rotation=turn, color=(0.1, 0.2, 0.3, 0.4)),
        bo.Visual("capsule", (0.1, 0.4)),
        bo.Visual("sphere", 0.2, color=(1, 1, 1, 0.0)),  # cannot be seen
    ]
    looks = looks_of(two(bo.Revolute((0, 1, 0)), visuals=visuals), np.stack([np.eye(4)] * 2))
    box, capsule = (solid for solid in looks.solids if solid.role == "look")
    assert (box.body, box.shape, box.size) == (1, "box", (0.1, 0.2, 0.3))
    assert np.array_equal(box.at, (1, 2, 3))
    assert np.array_equal(box.rotation, turn)
    assert np.array_equal(box.colour, (0.1, 0.2, 0.3, 0.4))
    assert (capsule.shape, capsule.size) == ("capsule", (0.1, 0.4))


def test_the_size_is_the_diagonal_of_a_box_around_everything():
    mechanism = bo.Mechanism("boxes")
    far = bo.Visual("box", (2.0, 1.0, 1.0), at=(3.0, 0.0, 0.0))
    near = bo.Visual("cylinder", (0.5, 2.0))
    mechanism.add_body("b", "ground", bo.Free(), inertia=LINK, visuals=[far, near])
    assert looks_of(mechanism, np.eye(4)[None]).size == pytest.approx(np.linalg.norm((4.5, 1.0, 2.0)))


def test_frames_are_rotations_about_any_direction():
    directions = np.random.default_rng(3).normal(size=(50, 3))
    directions = np.concatenate((directions, np.eye(3), -np.eye(3)))
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    frames = frames_along(directions)
    assert frames @ frames.transpose(0, 2, 1) == pytest.approx(np.broadcast_to(np.eye(3), frames.shape), abs=1e-12)
    assert np.linalg.det(frames) == pytest.approx(np.ones(len(frames)))
    assert frames[:, :, 2] == pytest.approx(directions)


def test_ten_thousand_bodies_have_a_link_and_a_joint_each():
    mechanism = bo.chain(10_000)
    poses = np.broadcast_to(np.eye(4), (10_000, 4, 4)).copy()
    poses[:, 2, 3] = -np.arange(10_000)
    looks = looks_of(mechanism, poses)
    assert len(mechanism) > MANY
    assert sum(solid.role == "link" for solid in looks.solids) == 10_000
    assert sum(solid.role == "joint" for solid in looks.solids) == 10_000


def test_a_failed_run_and_an_empty_mechanism_have_looks():
    looks = looks_of(two(bo.Revolute()), np.full((2, 4, 4), np.nan))
    assert np.isfinite(looks.size)
    assert all(np.isfinite(solid.size).all() and np.isfinite(solid.at).all() for solid in looks.solids)
    empty = looks_of(bo.Mechanism("empty"), np.empty((0, 4, 4)))
    assert (empty.solids, empty.stretches, empty.tip) == ((), (), None)
