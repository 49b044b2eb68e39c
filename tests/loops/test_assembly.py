"""Positions and velocities that close loops, and how freely linkages move there."""

from functools import cache
from math import atan2, hypot, pi, sqrt

import numpy as np
import pytest
from helpers import linkages, loop_oracle
from scipy.optimize import minimize

import bough as bo

CLOSED = 1e-12
every_linkage = pytest.mark.parametrize("name", linkages.BUILDERS)


@cache
def built(name, *arguments):
    return linkages.BUILDERS[name](*arguments)


def assert_closed(mechanism, q, time=0.0):
    gaps = np.concatenate(list(loop_oracle.gaps(mechanism, q, time).values()))
    assert gaps == pytest.approx(0.0, abs=2 * CLOSED)


@cache
def four_bar(crank=0.4, coupler=1.0, rocker=0.8, ground=1.1):
    """Crank and coupler in a row, and a rocker on the ground."""
    mechanism, hinge = bo.Mechanism("four-bar", (0.0, -9.81, 0.0)), bo.Revolute((0, 0, 1))
    for name, parent, at, length in (
        ("crank", "ground", (0, 0, 0), crank),
        ("coupler", "crank", (crank, 0, 0), coupler),
        ("rocker", "ground", (ground, 0, 0), rocker),
    ):
        inertia = bo.Inertia(length, (length / 2, 0, 0), length**3 / 12 * np.array((0.01, 1.0, 1.0)))
        mechanism.add_body(name, parent, hinge, at, inertia=inertia)
    mechanism.add_loop("C", "coupler", "rocker", bo.BallInCylinder((0, 0, 1)), (coupler, 0, 0), None, (rocker, 0, 0))
    return mechanism


def elbows(angle, crank=0.4, coupler=1.0, rocker=0.8, ground=1.1):
    """Both positions of a four-bar for an angle of its crank: two circles meet."""
    b = crank * np.array((np.cos(angle), np.sin(angle)))
    line = np.array((ground, 0.0)) - b
    long = hypot(*line)
    x = (coupler**2 - rocker**2 + long**2) / (2 * long)
    for side in (1.0, -1.0):
        c = b + (x * line + side * sqrt(coupler**2 - x**2) * np.array((-line[1], line[0]))) / long
        bc, dc = c - b, c - (ground, 0.0)
        yield np.array((angle, atan2(bc[1], bc[0]) - angle, atan2(dc[1], dc[0])))


def turned(q):
    """Angles between -π and π."""
    return (np.asarray(q) + pi) % (2 * pi) - pi


# --- positions --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("angle", [0.3, 1.7, -2.5])
def test_elbow_up_and_elbow_down(angle):
    mechanism = four_bar()
    found = bo.kinematics.assemblies(mechanism, {"crank": angle}, hold="crank", guesses=30)
    assert len(found) == 2
    for q in found:
        assert q[0] == angle
    up, down = elbows(angle)
    for one in (up, down):
        assert min(np.abs(turned(q - one)).max() for q in found) < 1e-10


@pytest.mark.parametrize("seed", range(8))
def test_far_guesses_close_or_say_that_they_do_not(seed):
    mechanism = four_bar()
    guess = np.random.default_rng(seed).uniform(-pi, pi, 3)
    q = bo.assemble(mechanism, guess, hold=["crank"])
    assert q[0] == guess[0]
    assert min(np.abs(turned(q - one)).max() for one in elbows(guess[0])) < 1e-10


@every_linkage
def test_start_is_found_from_a_guess(name):
    """And a start that is closed stays as it is."""
    linkage = built(name)
    mechanism, (q, _) = linkage.mechanism, linkage.start()
    assert bo.assemble(mechanism) == pytest.approx(q, abs=1e-12)
    rng = np.random.default_rng(4)
    for _ in range(10):
        guess = loop_oracle.moved(mechanism, q, 0.1 * rng.standard_normal(mechanism.n))
        assert_closed(mechanism, bo.assemble(mechanism, guess))


@pytest.mark.parametrize(
    ("name", "hold"), [("stewart", ("platform",)), ("slider_crank", ("crank",)), ("squeezer", ("K1",))]
)
def test_what_is_held_stays(name, hold):
    linkage = built(name)
    mechanism, (q, _) = linkage.mechanism, linkage.start()
    guess = loop_oracle.moved(mechanism, q, 0.05 * np.random.default_rng(6).standard_normal(mechanism.n))
    held = [k for one in hold for k in mechanism.q_places[one]]
    found = bo.assemble(mechanism, guess, hold=hold)
    np.testing.assert_array_equal(found[held], mechanism.normalised(guess)[held])
    assert_closed(mechanism, found)


@pytest.mark.parametrize("seed", range(3))
def test_nearest_in_the_metric_of_the_mass_matrix(seed):
    """The least ½ (q - guess)ᵀ M (q - guess) under the constraints, by SciPy. (All coordinates are angles, u = q̇.)"""
    mechanism = four_bar()
    up, _ = elbows(0.9)
    guess = up + 0.2 * np.random.default_rng(seed).standard_normal(3)
    mass = bo.mass_matrix(mechanism, guess)
    best = minimize(
        lambda q: 0.5 * (q - guess) @ mass @ (q - guess),
        up,
        jac=lambda q: mass @ (q - guess),
        constraints={
            "type": "eq",
            "fun": lambda q: loop_oracle.gaps(mechanism, q)["C"],
            "jac": lambda q: loop_oracle.jacobian(mechanism, q),
        },
        method="SLSQP",
        options={"ftol": 1e-16, "maxiter": 200},
    )
    found = bo.assemble(mechanism, guess)
    assert_closed(mechanism, found)
    assert found == pytest.approx(best.x, abs=1e-6)


def test_curved_positions_are_met_all_the_same():
    """Where closed positions are more curved than they are far, full steps back to the nearest go in circles."""
    linkage = built("slider_crank")
    mechanism, (q, _) = linkage.mechanism, linkage.start()
    rng = np.random.default_rng(3)
    for _ in range(30):
        guess = loop_oracle.moved(mechanism, q, 0.05 * rng.standard_normal(mechanism.n))
        found = bo.assemble(mechanism, guess)
        assert_closed(mechanism, found)
        # nearest: the rest of the way back is across all motions that are left
        away = bo.mass_matrix(mechanism, guess) @ (found - guess)
        left = np.linalg.svd(loop_oracle.jacobian(mechanism, found))[2][3:]
        assert left @ away == pytest.approx(0.0, abs=1e-3 * np.abs(away).max())


def scaled_linkage(kind, scale):
    """A linkage whose lengths are scaled, and whose masses and moments are those of the scaled bodies."""
    hinge = bo.Revolute((0, 0, 1))
    mechanism = bo.Mechanism(kind, (0.0, -9.81, 0.0))
    slider = kind == "slider-crank"
    for name, parent, at, length, joint in (
        ("crank", "ground", 0.0, 0.4, hinge),
        ("coupler", "crank", 0.4, 1.0, hinge),
        ("last", "ground", 1.1, 0.8, bo.Prismatic((1, 0, 0)) if slider else hinge),
    ):
        moments = scale**5 * length**3 / 12 * np.array((0.01, 1.0, 1.0))
        inertia = bo.Inertia(scale**3 * length, (scale * length / 2, 0, 0), moments)
        mechanism.add_body(name, parent, joint, (scale * at, 0, 0), inertia=inertia)
    end = 0.0 if slider else 0.8 * scale
    mechanism.add_loop("C", "coupler", "last", hinge, (scale, 0, 0), None, (end, 0, 0))
    return mechanism


@pytest.mark.parametrize("kind", ["four-bar", "slider-crank"])
@pytest.mark.parametrize("scale", [1e-3, 0.01, 1e3])
def test_size_changes_no_angle(kind, scale):
    """Similar linkages close alike: at the same angles, and at lengths in proportion."""
    guess, speeds = np.array((0.3, 1.6, 0.4)), np.array((1.0, 2.0, -1.0))
    lengths = np.array((1.0, 1.0, scale if kind == "slider-crank" else 1.0))
    one, other = scaled_linkage(kind, 1.0), scaled_linkage(kind, scale)
    q, scaled = bo.assemble(one, guess), bo.assemble(other, guess * lengths)
    assert scaled / lengths == pytest.approx(q, abs=1e-12)
    u = bo.kinematics.consistent_velocities(one, q, speeds)
    assert bo.kinematics.consistent_velocities(other, scaled, speeds * lengths) / lengths == pytest.approx(u, abs=1e-11)
    assert str(bo.kinematics.mobility(other, scaled)) == str(bo.kinematics.mobility(one, q))


@pytest.mark.parametrize(
    ("kind", "guess", "hold"),
    [
        ("four-bar", (0.0, 0.0, 0.0), ()),
        ("four-bar", (0.0, 0.0, 0.0), "crank"),
        ("slider-crank", (0.0, 0.0, 0.1), "last"),
    ],
)
def test_links_in_a_line_find_their_way_out(kind, guess, hold):
    """The gap lies along the links there: no small motion closes it."""
    mechanism = scaled_linkage(kind, 1.0)
    closed = bo.assemble(mechanism, guess, hold=hold)
    assert_closed(mechanism, closed)
    if hold:
        held = mechanism.q_places[hold][0]
        assert closed[held] == guess[held]


def test_impossible_lengths_are_told():
    """All links in line leave 2 - 0.1 - 0.2 - 0.3 m."""
    mechanism = four_bar(crank=0.1, coupler=0.2, rocker=0.3, ground=2.0)
    with pytest.raises(
        bo.errors.StateError, match=r"the loop 'C' of 'four-bar' does not close: .*a gap of 1\.4.* remains"
    ):
        bo.assemble(mechanism, {"crank": 0.5, "rocker": 2.5})
    with pytest.raises(bo.errors.StateError, match=r"does not close, with 'crank' held"):
        bo.assemble(mechanism, hold="crank")
    with pytest.raises(bo.errors.StateError, match=r"no coordinate 'crnk'.*crank"):
        bo.assemble(mechanism, hold="crnk")
    assert bo.kinematics.assemblies(mechanism, guesses=3) == []


def test_trees_are_closed():
    q, u = bo.models.random_state(tree := bo.chain(3), 1)
    np.testing.assert_array_equal(bo.assemble(tree, q), q)
    np.testing.assert_array_equal(bo.kinematics.consistent_velocities(tree, q, u), u)
    assert bo.kinematics.mobility(tree, q).dofs == 3


# --- velocities -------------------------------------------------------------------------------------------------------


def test_crank_decides_the_velocities():
    linkage = built("slider_crank")
    q, u = linkage.start()
    found = bo.kinematics.consistent_velocities(linkage.mechanism, q, {"crank": 6.0}, hold=["crank"])
    assert found[0] == 6.0
    assert found == pytest.approx(u, abs=1e-12)


@every_linkage
def test_nearest_velocities_are_the_oracles(name):
    linkage = built(name)
    mechanism, (q, u) = linkage.mechanism, linkage.start()
    u = u + np.random.default_rng(1).standard_normal(mechanism.n)
    expected = loop_oracle.closing_velocities(mechanism, q, u)
    assert bo.kinematics.consistent_velocities(mechanism, q, u) == pytest.approx(
        expected, rel=0.0, abs=1e-10 * np.abs(u).max()
    )


def test_velocities_that_cannot_be_held_are_told():
    linkage = built("slider_crank")
    q, _ = linkage.start()
    with pytest.raises(bo.errors.StateError, match=r"the loop 'ball' would open at .* while .*crank.* hold fewer"):
        bo.kinematics.consistent_velocities(linkage.mechanism, q, {"crank": 6.0}, hold=["crank", "slider"])


# --- mobility ---------------------------------------------------------------------------------------------------------


@every_linkage
def test_degrees_of_freedom(name):
    linkage = built(name)
    found = bo.kinematics.mobility(linkage.mechanism, linkage.start()[0])
    assert (found.constraints, found.rank) == (linkage.rows, linkage.rank)
    assert found.dofs == linkage.mechanism.n - linkage.rank
    assert len(found.redundant) == linkage.rows - linkage.rank
    assert not found.is_singular
    assert found.branches == ()


def test_redundant_constraints_have_names():
    """A plane linkage in space: of each hinge, the shift along its axis and both turns across it."""
    found = bo.kinematics.mobility(built("four_bars").mechanism)
    single = {group[0] for group in found.redundant if len(group) == 1}
    assert single == {f"top{k}: {way}" for k in (1, 2) for way in ("along z", "about x", "about y")}
    assert str(found).startswith("1 degree of freedom; 10 constraints of loops, 4 of them independent")
    assert "one of these could be left out: top1: along z" in str(found)


def test_flat_parallelogram_branches():
    """All rods in line: it may go on as a parallelogram or cross over."""
    mechanism = built("four_bars").mechanism
    found = bo.kinematics.mobility(mechanism, mechanism.coordinates(dict.fromkeys(mechanism.q_names, 0.0)))
    assert found.is_singular
    assert found.dofs > 1
    assert set(found.branches) == set(mechanism.u_names)
    assert "singular position: it may branch" in str(found)


def test_open_positions_have_no_mobility():
    mechanism = built("slider_crank").mechanism
    with pytest.raises(bo.errors.StateError, match=r"open by .*call assemble first"):
        bo.kinematics.mobility(mechanism, {"crank": 1.0})


def test_check_counts_the_freedom():
    text = str(bo.check(built("bricard").mechanism))
    text = " ".join(text.split())
    assert "1 degree of freedom at the start: 5 as a tree, less 5 constraints, 4 of them independent" in text
    assert "redundant one of last: along x" in text


def test_a_batch_is_refused_by_what_closes_one_state():
    mechanism = linkages.slider_crank().mechanism
    q, u = (np.zeros((3, size)) for size in (mechanism.n_q, mechanism.n))
    for name, call in (
        ("q", lambda: bo.assemble(mechanism, q)),
        ("q", lambda: bo.kinematics.mobility(mechanism, q)),
        ("u", lambda: bo.kinematics.consistent_velocities(mechanism, q, u)),
        ("q", lambda: bo.kinematics.consistent_velocities(mechanism, q)),
    ):
        with pytest.raises(bo.errors.StateError, match=f"one state at a time, but {name} has 3; call it for each"):
            call()
