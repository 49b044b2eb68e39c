"""The mass matrix integrated as CᵀLC along with the motion: against the classical way, and where eigenvalues meet."""

import numpy as np
import pytest
from helpers.forms import geared

import bough as bo


def classical(mechanism, q, u, step, steps, tau=None, wrenches=None):
    """(q, u) after some steps of Runge and Kutta's method around ``forward_dynamics``."""

    def rates(q, u):
        return bo.kinematics.coordinate_rates(mechanism, q, u), bo.forward_dynamics(
            mechanism, q, u, tau, wrenches=wrenches
        )

    for _ in range(steps):
        found = [rates(q, u)]
        for share in (0.5, 0.5, 1.0):
            q_dot, u_dot = found[-1]
            found.append(rates(mechanism.normalised(q + share * step * q_dot), u + share * step * u_dot))
        q_dot, u_dot = (sum(w * r[k] for w, r in zip((1, 2, 2, 1), found, strict=True)) / 6 for k in range(2))
        q, u = mechanism.normalised(q + step * q_dot), u + step * u_dot
    return q, u


def two_arms(base):
    """Two telescopic arms on one slide, the shorter growing and the longer shrinking: the heavier the slide, the closer their eigenvalues come."""
    mechanism = bo.Mechanism("two arms", gravity=(0, 0, 0))
    mechanism.add_body("base", joint=bo.Prismatic((1, 0, 0)), inertia=bo.Inertia.sphere(0.1, base))
    for k, y in ((1, 0.5), (2, -0.5)):
        small, large = (bo.Inertia.sphere(0.1, mass) for mass in (0.5, 1.0))
        mechanism.add_body(f"arm{k}", "base", bo.Revolute((0, 0, 1)), at=(0, y, 0), inertia=small)
        mechanism.add_body(f"slide{k}", f"arm{k}", bo.Prismatic((1, 0, 0)), inertia=large)
    q = mechanism.coordinates({"arm1": 0.7, "arm2": 0.9, "slide1": 1.2, "slide2": 1.6})
    u = mechanism.velocities({"slide1": 1.0, "slide2": -1.0, "arm1": 0.3, "arm2": 0.2})
    return mechanism, q, u


def three_arms():
    """Three equal arms in equal poses, at different speeds: two of the eigenvalues are equal at the start and part."""
    mechanism = bo.models.star(3)
    return mechanism, mechanism.coordinates(), np.arange(float(mechanism.n))


@pytest.mark.parametrize("seed", range(6))
def test_agrees_with_the_classical_way(seed):
    """On random trees of all joints, the odd ones with armature, under joint forces and wrenches, corrected at every step, at every tenth, and never."""
    mechanism = bo.models.random_tree(6, seed, roots=2)
    if seed % 2:
        mechanism = geared(mechanism, seed)
    q, u = bo.models.random_state(mechanism, seed)
    rng = np.random.default_rng(seed)
    forces = rng.normal(size=mechanism.n), rng.normal(size=(len(mechanism), 6))
    step, steps = 5e-4, 40
    expected = np.concatenate(classical(mechanism, q, u, step, steps, *forces))
    halved = np.concatenate(classical(mechanism, q, u, step / 2, 2 * steps, *forces))
    error = np.abs(expected - halved).max()
    for often in (1, 10, None):
        motion = bo.methods.EigenMotion(mechanism, q, u, correct_every=often)
        motion.advance(step, 15, *forces)
        motion.advance(step, steps - 15, *forces)
        assert motion.steps == steps
        assert motion.time == pytest.approx(step * steps, rel=1e-12)
        # both have the method's error
        found = np.concatenate((motion.q, motion.u))
        np.testing.assert_allclose(found, expected, rtol=0, atol=20 * error + 1e-12 * np.abs(u).max())


def test_starts_from_the_eigenvalues_of_the_mass_matrix():
    mechanism = bo.models.random_tree(7, 3)
    q, u = bo.models.random_state(mechanism, 3)
    motion = bo.methods.EigenMotion(mechanism, q, u)
    matrix = bo.mass_matrix(mechanism, q)
    expected = np.linalg.eigvalsh(matrix)
    np.testing.assert_allclose(np.sort(motion.eigenvalues), expected, rtol=0, atol=1e-14 * expected.max())
    c = motion.eigenvectors
    np.testing.assert_allclose(matrix @ c.T, c.T * motion.eigenvalues, rtol=0, atol=1e-14 * expected.max())
    assert max(motion.defects) < 1e-13


def test_defects_are_seen_and_mended_by_a_correction():
    """Without corrections C and L go astray with the fourth power of the step; the next correction finds out, and takes it all away."""
    pendulum = bo.pendulum(3)
    q, u = pendulum.coordinates({"link2": 1.0}), pendulum.velocities({"link1": (1.0, 2.0, 0.5), "link3": -2.0})
    worst = []
    for step in (8e-3, 4e-3):
        motion = bo.methods.EigenMotion(pendulum, q, u, correct_every=round(0.4 / step))
        motion.advance(step, round(0.4 / step) - 1)
        worst.append(motion.defects)
        assert motion.largest_error == 0.0
        motion.advance(step)
        assert max(motion.defects) < 1e-13
        assert motion.largest_error > worst[-1].parametrisation
    for coarse, fine in zip(*worst, strict=True):
        assert 1e-12 < fine < coarse / 8


@pytest.mark.parametrize(
    "case", [lambda: two_arms(3e3), lambda: two_arms(3e4), three_arms], ids=["close", "closer", "equal"]
)
def test_eigenvalues_that_meet(case):
    """The paper's formula loses the mass matrix, which is found out, if it is corrected; with a separation nothing happens."""
    mechanism, q, u = case()
    step, steps = 1e-3, 400
    expected = np.concatenate(classical(mechanism, q, u, step, steps))
    for often in (1, None):
        motion = bo.methods.EigenMotion(mechanism, q, u, correct_every=often)
        motion.advance(step, steps)
        found = np.concatenate((motion.q, motion.u))
        np.testing.assert_allclose(found, expected, rtol=0, atol=2e-12)
        assert max(motion.defects) < 1e-12
        assert motion.largest_error < 1e-13
    plain = bo.methods.EigenMotion(mechanism, q, u, separation=0.0)
    with pytest.raises(bo.errors.StepError, match=r"cannot be trusted.*shorter.*separation"):
        plain.advance(step, steps)
    assert plain.largest_error > 1e-2
    # what was reached before that is kept, and is still right
    assert plain.steps < steps
    before = np.concatenate(classical(mechanism, q, u, step, plain.steps))
    assert np.abs(np.concatenate((plain.q, plain.u)) - before).max() < 1e-4


def test_without_corrections_a_lost_mass_matrix_is_told():
    mechanism, q, u = three_arms()
    motion = bo.methods.EigenMotion(mechanism, q, u, correct_every=None, separation=0.0)
    with pytest.raises(bo.errors.StepError, match=r"not positive.*correct from time to time"):
        motion.advance(1e-3, 400)
    assert np.isfinite(np.concatenate((motion.q, motion.u))).all()


def test_bad_input_is_refused():
    arm = bo.chain(2)
    q, u = np.zeros(2), np.zeros(2)
    for wrong, words in (
        ({"correct_every": 0}, "correct_every .* at least 1"),
        ({"correct_every": 1.5}, "correct_every"),
        ({"correct_every": True}, "correct_every must be a whole number of steps.* not True"),
        ({"separation": True}, "separation must be a number .* not True"),
        ({"separation": -1.0}, "separation"),
        ({"separation": float("nan")}, "separation"),
    ):
        with pytest.raises(bo.errors.StateError, match=words):
            bo.methods.EigenMotion(arm, q, u, **wrong)
    with pytest.raises(bo.errors.StateError, match="one state"):
        bo.methods.EigenMotion(arm, np.zeros((3, 2)), np.zeros((3, 2)))
    with pytest.raises(bo.errors.StateError, match="link1"):
        bo.methods.EigenMotion(arm, [np.nan, 0.0], u)
    motion = bo.methods.EigenMotion(arm, [0.1, 0.2], [0, 0])
    for step in (0.0, np.inf, "a"):
        with pytest.raises(bo.errors.StateError, match="step"):
            motion.advance(step)
    for tau in ([1.0], [np.nan, 0.0], "ab"):
        with pytest.raises(bo.errors.StateError, match="tau must be 2"):
            motion.advance(1e-3, tau=tau)
    with pytest.raises(bo.errors.StateError, match="steps"):
        motion.advance(1e-3, -1)
    rock = bo.Mechanism("rock")
    rock.add_body("rock", joint=bo.Fixed(), inertia=bo.Inertia.sphere(0.1, 1.0))
    with pytest.raises(bo.errors.UnsupportedError, match=r"'rock'.*no degree of freedom"):
        bo.methods.EigenMotion(rock, [], [])


def test_a_singular_mass_matrix_is_named():
    mechanism = bo.chain(2)
    mechanism.add_body("culprit", "link2", bo.Revolute())
    with pytest.raises(bo.errors.SingularError, match="culprit"):
        bo.methods.EigenMotion(mechanism, np.full(3, 0.3), np.zeros(3))


def test_the_largest_error_is_that_of_the_largest_step_though_small_ones_follow():
    pendulum = bo.pendulum(3)
    q, u = pendulum.coordinates({"link2": 1.0}), pendulum.velocities({"link1": (1.0, 2.0, 0.5), "link3": -2.0})
    motion = bo.methods.EigenMotion(pendulum, q, u)
    motion.advance(0.02)
    largest = motion.largest_error
    small = bo.methods.EigenMotion(pendulum, motion.q, motion.u)
    for one in (motion, small):
        one.advance(1e-3, 3)
    assert motion.largest_error == largest > 10.0 * small.largest_error > 0.0
