"""Modes against closed forms: pendulums, rows of masses, free bodies, damped and falling ones."""

import numpy as np
import pytest
from scipy.special import jn_zeros

import bough as bo
from bough.linear.eigen import few_pairs, is_symmetric

G = 9.81


def pendulum(length=1.0, mass=1.0, damping=0.0):
    """A point mass on a light rod."""
    mechanism = bo.Mechanism("pendulum")
    mechanism.add_body("bob", "ground", bo.Revolute((0, 1, 0)), inertia=bo.Inertia.point(mass, (0, 0, -length)))
    if damping:
        mechanism.add_force("friction", bo.JointDamper("bob", damping))
    return mechanism


def row(count, stiffness=400.0, mass=2.0, fixed_end=True):
    """Masses in a row, with equal springs between them and to both walls."""
    mechanism = bo.Mechanism("row", gravity=(0, 0, 0))
    for k in range(count):
        body = bo.Inertia(mass, tensor=0.01 * np.eye(3))
        mechanism.add_body(f"m{k}", "ground", bo.Prismatic((1, 0, 0)), at=(0.3 * k, 0, 0), inertia=body)
        at = {"other_at": (-0.3, 0, 0)} if k == 0 else {}
        before = f"m{k - 1}" if k else "ground"
        mechanism.add_force(f"k{k}", bo.SpringDamper(f"m{k}", before, stiffness=stiffness, rest=0.3, **at))
    if fixed_end:
        end = bo.SpringDamper(f"m{count - 1}", other_at=(0.3 * count, 0, 0), stiffness=stiffness, rest=0.3)
        mechanism.add_force(f"k{count}", end)
    return mechanism


def test_a_pendulum_swings_as_the_textbook_says():
    model = bo.linearise(pendulum(0.7, 3.0))
    mode = model.modes()[0]
    assert mode.angular == pytest.approx(np.sqrt(G / 0.7), rel=1e-14)
    assert mode.frequency == pytest.approx(np.sqrt(G / 0.7) / (2 * np.pi), rel=1e-14)
    assert (mode.damping, mode.time_constant) == (0.0, np.inf)
    assert (model.states, model.independent) == (("q.bob", "u.bob"), ("bob",))
    np.testing.assert_allclose(model.A.values, ((0, 1), (-G / 0.7, 0)), rtol=1e-14, atol=1e-14)
    assert float(model.B.sel(rate="u.bob", input="tau.bob")) == pytest.approx(1 / (3.0 * 0.49), rel=1e-14)


def test_an_upright_pendulum_falls_and_one_that_is_damped_decays():
    modes = bo.linearise(pendulum(0.7), {"bob": np.pi}).modes()
    rate = np.sqrt(G / 0.7)
    np.testing.assert_allclose([mode.eigenvalue for mode in modes], (-rate, rate), rtol=1e-12)
    assert [mode.is_stable for mode in modes] == [True, False]
    assert [mode.oscillates for mode in modes] == [False, False]
    assert modes[1].time_constant == pytest.approx(-1 / rate, rel=1e-12)
    damped = bo.linearise(pendulum(0.7, 1.0, 0.3)).modes()[0]
    assert damped.damping == pytest.approx(0.3 / (0.49 * 2 * rate), rel=1e-12)
    assert damped.angular == pytest.approx(rate, rel=1e-12)
    assert damped.damped_frequency == pytest.approx(rate * np.sqrt(1 - damped.damping**2) / (2 * np.pi), rel=1e-12)


def test_a_double_pendulum_has_the_frequencies_of_its_quadratic():
    """Two uniform rods: M = ml² [[4/3, 1/2], [1/2, 1/3]], K = mgl diag(3/2, 1/2) in absolute angles."""
    length = 1.0
    rod = bo.Inertia(1.0, (0, 0, -length / 2), np.diag((1.0, 1.0, 0.0)) * length**2 / 12)
    mechanism = bo.Mechanism("two rods")
    for name, parent in (("upper", "ground"), ("lower", "upper")):
        at = (0, 0, 0) if parent == "ground" else (0, 0, -length)
        mechanism.add_body(name, parent, bo.Revolute((0, 1, 0)), at=at, inertia=rod)
    squares = np.roots((4 / 9 - 1 / 4, -(4 / 3 * 1 / 2 + 1 / 3 * 3 / 2) * G / length, 3 / 4 * (G / length) ** 2))
    modes = bo.linearise(mechanism).modes()
    np.testing.assert_allclose(modes.frequencies * 2 * np.pi, np.sqrt(np.sort(squares)), rtol=1e-13)
    assert [np.sign(mode.shape.values[0] * mode.shape.values[1]).real for mode in modes] == [1.0, -1.0]


@pytest.mark.parametrize("count", [1, 4])
def test_a_row_of_masses_has_sines(count):
    """ω = 2 √(k/m) sin(kπ/2(N + 1)), shapes sin(jkπ/(N + 1))."""
    model = bo.linearise(row(count))
    modes, each = model.modes(), np.arange(1, count + 1)
    assert is_symmetric(model.slopes)
    expected = 2 * np.sqrt(400.0 / 2.0) * np.sin(each * np.pi / (2 * (count + 1)))
    np.testing.assert_allclose(modes.frequencies * 2 * np.pi, expected, rtol=1e-12)
    for k, mode in enumerate(modes, 1):
        sine = np.sin(each * k * np.pi / (count + 1))
        shape = mode.shape.values.real
        np.testing.assert_allclose(shape / shape[0], sine / sine[0], atol=1e-11)
        # all masses are equal, so energies and participations are squares of the sines
        for share in (mode.kinetic, mode.participation):
            np.testing.assert_allclose(share.values, sine**2 / (sine**2).sum(), atol=1e-11)
        stretch = np.diff(np.concatenate(((0.0,), sine, (0.0,)))) ** 2
        np.testing.assert_allclose(mode.potential.values[:-1], stretch / stretch.sum(), atol=1e-9)
        assert abs(float(mode.potential.sel(force="gravity"))) < 1e-12


def test_a_few_modes_are_those_of_all():
    model = bo.linearise(row(12))
    every = model.modes()
    few = model.modes(count=3, near=float(every[5].frequency) * 1.01)
    np.testing.assert_allclose(few.frequencies, every.frequencies[4:7], rtol=1e-10)
    lowest = model.modes(count=2)
    np.testing.assert_allclose(lowest.frequencies, every.frequencies[:2], rtol=1e-10)
    np.testing.assert_allclose(np.abs(lowest[1].shape), np.abs(every[1].shape), atol=1e-8)
    assert "2 of 12 modes" in repr(lowest)


def test_a_few_damped_modes_are_those_of_all():
    mechanism = row(12)
    mechanism.add_force("damper", bo.SpringDamper("m3", "m8", stiffness=0.0, damping=5.0))
    model = bo.linearise(mechanism)
    assert not is_symmetric(model.slopes)
    every = model.modes()
    pairs = few_pairs(model.slopes, 3, 2 * np.pi * every[5].frequency)
    nearest = np.argsort(np.abs(every.eigenvalues - 2j * np.pi * every[5].frequency))[:3]
    found, wanted = (sorted(values, key=np.imag) for values in (pairs.values, every.eigenvalues[nearest]))
    np.testing.assert_allclose(found, wanted, rtol=1e-8)


def test_a_few_modes_may_be_real():
    """A body that nothing but a damper holds stops as exp(-c/m t), and rests wherever it is."""
    for damping in (0.14, 0.26, 0.5, 0.8):  # (rounding decides on which side of the axis it is found)
        mechanism = row(12)
        mechanism.add_body("loose", "ground", bo.Prismatic((1, 0, 0)), inertia=bo.Inertia(2.0))
        mechanism.add_force("oil", bo.JointDamper("loose", damping))
        few = bo.linearise(mechanism).modes(count=3)
        assert sorted(few.eigenvalues[:2].real) == pytest.approx([-damping / 2.0, 0.0], rel=1e-9)
        assert not few.eigenvalues[:2].imag.any()
        assert few[2].oscillates


def test_what_nothing_holds_is_at_rest():
    """A row that is free at both ends moves as a whole, and so does a free body in all ways."""
    free = row(3, fixed_end=False)
    free.replace_force("k0", bo.SpringDamper("m0", other_at=(-0.3, 0, 0), stiffness=0.0, damping=0.0))
    modes = bo.linearise(free).modes()
    assert modes[0].eigenvalue == 0.0
    np.testing.assert_allclose(np.abs(modes[0].shape), 1.0, rtol=1e-9)
    np.testing.assert_allclose((modes.frequencies * 2 * np.pi)[1:], np.sqrt((200.0, 600.0)), rtol=1e-12)
    assert np.isfinite(modes[0].trajectory(cycles=1).q).all()


def test_what_nothing_holds_is_at_rest_with_dampers_too():
    """Three masses with springs and dampers between them only: the motion of all together has the eigenvalue zero, twice."""
    mechanism = bo.Mechanism("train", gravity=(0, 0, 0))
    for k in range(3):
        body = bo.Inertia(2.0, tensor=0.01 * np.eye(3))
        mechanism.add_body(f"m{k}", "ground", bo.Prismatic((1, 0, 0)), at=(0.3 * k, 0, 0), inertia=body)
        if k:
            coupling = bo.SpringDamper(f"m{k}", f"m{k - 1}", stiffness=400.0, damping=3.0, rest=0.3)
            mechanism.add_force(f"coupling{k}", coupling)
    modes = bo.linearise(mechanism).modes()
    assert [mode.eigenvalue for mode in modes[:2]] == [0.0, 0.0]
    assert [mode.oscillates for mode in modes] == [False, False, True, True]
    np.testing.assert_allclose([mode.angular for mode in modes[2:]], np.sqrt((200.0, 600.0)), rtol=1e-9)
    assert all(mode.is_stable for mode in modes)


def test_gravity_and_springs_share_the_stiffness():
    """m g l and k; on its head gravity has a negative share."""
    mechanism = pendulum(0.5, 2.0)
    mechanism.add_force("spring", bo.JointSpring("bob", 30.0))
    weight = 2.0 * G * 0.5
    for angle, sign in ((0.0, 1.0), (np.pi, -1.0)):
        mechanism.replace_force("spring", bo.JointSpring("bob", 30.0, rest=angle))
        share = bo.linearise(mechanism, {"bob": angle}).modes()[0].potential
        whole = 30.0 + sign * weight
        np.testing.assert_allclose(
            share.sel(force=["spring", "gravity"]), (30.0 / whole, sign * weight / whole), rtol=1e-9
        )
        mechanism = pendulum(0.5, 2.0)
        mechanism.add_force("spring", bo.JointSpring("bob", 30.0))


def test_a_spinning_body_nutates():
    """A symmetric free body at spin s: tilts of its axis turn at (1 - C/A) s as seen from the body, for ever and undamped."""
    mechanism = bo.Mechanism("top", gravity=(0, 0, 0))
    mechanism.add_body("top", "ground", bo.Ball(), inertia=bo.Inertia(1.0, tensor=np.diag((2.0, 2.0, 0.5))))
    modes = bo.linearise(mechanism, None, {"top.wz": 10.0}).modes()
    moving = sorted(mode.angular for mode in modes if mode.oscillates)
    # in body axes, a tilt that stays in space turns at -s
    np.testing.assert_allclose(moving, ((1 - 0.5 / 2.0) * 10.0, 10.0), rtol=1e-12)


def test_a_heavy_symmetric_top_precesses_and_nutates():
    """A sleeping top in a gimbal: A ω² - C s ω + m g l = 0."""
    tensor, mass, height, spin = np.diag((0.02, 0.02, 0.008)), 1.5, 0.1, 80.0
    mechanism = bo.Mechanism("sleeping top")
    mechanism.add_body("tilt", "ground", bo.Universal())
    mechanism.add_body("top", "tilt", bo.Revolute((0, 0, 1)), inertia=bo.Inertia(mass, (0, 0, height), tensor))
    modes = bo.linearise(mechanism, None, {"top": spin}).modes()
    across = tensor[0, 0] + mass * height**2
    expected = np.sort(np.abs(np.roots((across, -tensor[2, 2] * spin, mass * G * height))))
    np.testing.assert_allclose([mode.angular for mode in modes if mode.oscillates], expected, rtol=1e-10)
    slow = bo.linearise(mechanism, None, {"top": 10.0})
    assert not slow.is_stable  # C² s² < 4 A m g l


@pytest.mark.slow
def test_a_hanging_chain_tends_to_a_rope():
    """Bessel: ω = j₀ₖ/2 √(g/L); links of 1/40 of the length are off by a fraction of their square."""
    links = 40
    mechanism = bo.chain(links)
    found = bo.linearise(mechanism).modes(count=3)
    expected = jn_zeros(0, 3) / 2 * np.sqrt(G / links) / (2 * np.pi)
    np.testing.assert_allclose(found.frequencies, expected, rtol=5e-3)


@pytest.mark.slow
def test_a_chain_of_two_thousand_bodies_has_its_lowest_modes():
    links = 2000
    found = bo.linearise(bo.chain(links)).modes(count=4)
    np.testing.assert_allclose(found.frequencies, jn_zeros(0, 4) / 2 * np.sqrt(G / links) / (2 * np.pi), rtol=1e-5)


def test_modes_are_listed_in_words():
    model = bo.linearise(bo.chain(2))
    modes = model.modes()
    text = repr(modes)
    assert text.splitlines()[0] == "2 modes of 'chain of 2'"
    assert f"{modes[1].frequency:.5g} Hz" in text
    assert "link1 1.00" in text
    data = modes.dataset()
    np.testing.assert_array_equal(data.frequency, modes.frequencies)
    assert data.shape.dims == ("mode", "velocity")
    with pytest.raises(bo.errors.StateError, match="no mode 2: there are 2, numbered from 0"):
        modes[2]


def test_a_count_takes_the_modes_nearest_to_a_frequency():
    model = bo.linearise(bo.chain(2))
    low, high = model.modes().frequencies
    assert model.modes(count=1).frequencies == pytest.approx([low])
    assert model.modes(count=1, near=10.0).frequencies == pytest.approx([high])
    assert model.modes(count=2, near=10.0).frequencies == pytest.approx([low, high])
    assert str(model.modes(count=1)).startswith("1 of 2 modes")
    assert str(bo.linearise(pendulum()).modes()).startswith("1 mode of")


def test_near_is_a_frequency_in_hertz():
    """One a little beyond the middle of two modes takes the higher one, which in rad/s would be far away."""
    model = bo.linearise(bo.chain(2))
    low, high = model.modes().frequencies
    for share, expected in ((0.4, low), (0.6, high)):
        near = float(low + share * (high - low))
        assert model.modes(count=1, near=near).frequencies == pytest.approx([expected])


def test_armatures_take_part_in_the_kinetic_energy_whatever_the_phases():
    """Two axles with a spring and a strong damper on one of them: each has the share of its own moment of inertia."""
    mechanism = bo.Mechanism("axles", gravity=(0, 0, 0))
    for name, armature in (("first", 0.3), ("second", 0.5)):
        body = bo.Inertia(1.0, (0, 0, 0), (0.1, 0.1, 0.2))
        mechanism.add_body(name, "ground", bo.Revolute((0, 0, 1)), inertia=body, armature=armature)
        mechanism.add_force(f"{name} spring", bo.JointSpring(name, 40.0))
    mechanism.add_force("damper", bo.JointDamper("first", 3.0))
    mechanism.add_force("between", bo.SpringDamper("first", "second", (1, 0, 0), (1, 0, 0), stiffness=20.0))
    for mode in bo.linearise(mechanism).modes():
        sizes = np.abs(mode.amplitudes) ** 2
        assert np.abs(mode.amplitudes.imag).max() > 0.1
        expected = np.array((0.2 * sizes[0], 0.2 * sizes[1], 0.3 * sizes[0] + 0.5 * sizes[1]))
        np.testing.assert_allclose(mode.kinetic, expected / expected.sum(), rtol=1e-9)


def test_bodies_move_as_their_joints_let_them():
    """About a hinge that is turned in space, by an angle φ: the centre of mass by φ × its place."""
    mechanism = bo.Mechanism("turned")
    turn = [[0, -1, 0], [1, 0, 0], [0, 0, 1]]
    bob = bo.Inertia.point(1.0, (0.3, 0.1, -1.0))
    mechanism.add_body("bob", "ground", bo.Revolute((0, 1, 0)), at=(1, 2, 3), rotation=turn, inertia=bob)
    rest = bo.equilibrium(mechanism, stable=True)
    (mode,) = bo.linearise(mechanism, rest).modes()
    moved = mode.bodies.sel(body="bob")
    angle = moved["turn"].values[0]
    np.testing.assert_allclose(moved["turn"], angle * np.array([1, 0, 0]), atol=1e-12)
    place = bo.body_poses(mechanism, rest.q)[0, :3, :3] @ (0.3, 0.1, -1.0)
    assert abs(angle) > 0.1
    np.testing.assert_allclose(moved["displacement"], np.cross(moved["turn"], place), atol=1e-12)
    np.testing.assert_allclose(moved["displacement"].values[2], 0.0, atol=1e-9)  # (at rest it hangs below the hinge)
