"""``WarmStart``: along a motion the same answers as a direct solver's, with a memory for every state, and a report."""

import os

import numpy as np
import pytest
from helpers.forms import geared

import bough as bo
from bough.api.warm_start import WARM
from bough.arithmetic.width import lane_width

W = lane_width()
EPS = np.finfo(float).eps
WAYS = [(form, solver) for form in ("composite-bodies", "multipliers") for solver in WARM]
first, *others = WAYS
every_way = pytest.mark.parametrize(
    ("formulation", "solver"), [first, *(pytest.param(*way, marks=pytest.mark.slow) for way in others)]
)


def motion(mechanism, step, steps, states=None):
    """(q, u, τ, wrenches, u̇ by separate bodies) at the steps of a motion, or of several side by side."""
    q, u = bo.models.random_state(mechanism, 3, states)
    rng = np.random.default_rng(3)
    tau, wrenches = rng.normal(size=u.shape), rng.normal(size=(*u.shape[:-1], len(mechanism), 6))
    for k in range(steps):
        t, w = tau * np.cos(k * step), wrenches * np.cos(2 * k * step)
        u_dot = bo.forward_dynamics(mechanism, q, u, t, wrenches=w)
        yield q, u, t, w, u_dot
        u = u + step * u_dot
        q = mechanism.normalised(q + step * bo.kinematics.coordinate_rates(mechanism, q, u))


def assert_close(mechanism, q, found, expected):
    """As close as any two solvers are."""
    assert found.shape == expected.shape
    states = (q[None], found[None], expected[None]) if q.ndim == 1 else (q, found, expected)
    for one, x, y in zip(*states, strict=True):
        condition = np.linalg.cond(bo.mass_matrix(mechanism, one))
        assert np.abs(x - y).max() <= max(1e-11, 4 * EPS * condition) * np.abs(y).max()


@every_way
def test_along_a_motion(formulation, solver):
    mechanism = bo.models.random_tree(7, 11)
    iterations = {}
    for step in (1e-2, 1e-5):
        warm = bo.methods.WarmStart(mechanism, formulation, solver)
        taken = []
        for q, u, tau, wrenches, expected in motion(mechanism, step, 20):
            assert_close(mechanism, q, warm.forward_dynamics(q, u, tau, wrenches), expected)
            assert 0.0 <= warm.residual < 1e-12
            taken.append(warm.iterations)
        assert 1 <= warm.restarts <= 20
        iterations[step] = np.mean(taken[2:])
    assert warm.restarts < 10  # small steps: most calls go on from the one before
    assert iterations[1e-5] < iterations[1e-2]


@every_way
def test_every_row_of_a_batch_has_its_own_memory(formulation, solver):
    """Motions side by side, a group of lanes that is not full among them, give what they give alone."""
    mechanism = geared(bo.models.random_tree(5, 2))
    count = 2 * W + 1
    warm = bo.methods.WarmStart(mechanism, formulation, solver, states=count)
    for q, u, tau, wrenches, expected in motion(mechanism, 1e-5, 6, count):
        found = warm.forward_dynamics(q, u, tau, wrenches)
        assert_close(mechanism, q, found, expected)
        assert all(x.shape == (count,) for x in (warm.iterations, warm.residual, warm.restarts))
    assert (warm.restarts < 6).all()
    # the same rows in another order meet memories that do not fit them: more work, the same answers
    order = np.roll(np.arange(count), W)
    before = warm.iterations.sum(), warm.restarts.sum()
    shuffled = warm.forward_dynamics(q[order], u[order], tau[order], wrenches[order])
    assert_close(mechanism, q[order], shuffled, expected[order])
    assert warm.iterations.sum() > before[0] or warm.restarts.sum() > before[1]


def test_threads_take_whole_groups():
    """Enough states for several threads, and one state's forces for all of them."""
    chain = bo.chain(6)
    count = 64 * 3 + 1
    q, u = bo.models.random_state(chain, 1, count)
    tau = np.linspace(-1.0, 1.0, chain.n)
    warm = bo.methods.WarmStart(chain, states=count, threads=3)
    for _ in range(3):
        found = warm.forward_dynamics(q, u, tau)
        assert_close(chain, q, found, bo.forward_dynamics(chain, q, u, tau))
        q = q + 1e-5 * u
    assert len(warm.restarts) == count


@every_way
def test_without_an_object_every_call_starts_from_nothing(formulation, solver):
    mechanism, fresh = bo.models.random_tree(6, 8), bo.models.random_tree(6, 8)
    q, u = bo.models.random_state(mechanism, 1, 2)
    method = {"formulation": formulation, "solver": solver}
    first = bo.forward_dynamics(mechanism, q[0], u[0], **method)
    again = bo.forward_dynamics(mechanism, q[1], u[1], **method)
    assert np.array_equal(again, bo.forward_dynamics(fresh, q[1], u[1], **method))
    assert np.array_equal(first, bo.forward_dynamics(mechanism, q[0], u[0], **method))


def test_a_jump_of_the_state_is_survived_and_reset_forgets():
    mechanism = bo.chain(30)
    warm = bo.methods.WarmStart(mechanism)
    q, u = bo.models.random_state(mechanism, 5, 4)
    for k in range(4):
        assert_close(mechanism, q[k], warm.forward_dynamics(q[k], u[k]), bo.forward_dynamics(mechanism, q[k], u[k]))
    assert warm.restarts > 1
    warm.reset()
    assert (warm.iterations, warm.residual, warm.restarts) == (0, 0.0, 0)
    warm.forward_dynamics(q[0], u[0])
    assert warm.restarts == 1


def test_a_coarser_tolerance_is_kept_and_takes_less():
    chain = bo.chain(40)
    passes = {}
    for tolerance in (1e-15, 1e-7):
        warm = bo.methods.WarmStart(chain, tolerance=tolerance)
        taken = []
        for q, u, tau, wrenches, expected in motion(chain, 1e-4, 10):
            u_dot = warm.forward_dynamics(q, u, tau, wrenches)
            assert warm.residual <= max(tolerance, 1e-12)
            matrix = bo.mass_matrix(chain, q)
            missed = matrix @ (u_dot - expected)
            scale = np.sqrt(matrix.diagonal())
            assert np.linalg.norm(missed / scale) <= max(3 * tolerance, 1e-11) * np.linalg.norm(u_dot * scale)
            taken.append(warm.iterations)
        passes[tolerance] = np.mean(taken[1:])
    assert passes[1e-7] < passes[1e-15]


def test_singular_equations_are_named_and_forgotten():
    arm = bo.Mechanism("arm")
    link = bo.Inertia.box((0.1, 0.2, 0.5), 1.0, center=(0.03, 0.02, -0.25))
    arm.add_body("upper", "ground", bo.Revolute((0, 1, 0)), inertia=link)
    arm.add_body("wrist", "upper", bo.Gimbal(), at=(0, 0, -0.5), inertia=link)
    good, locked = arm.coordinates({"wrist": (0.1, 0.2, 0.3)}), arm.coordinates({"wrist": (0.1, np.pi / 2, 0.3)})
    u = arm.velocities({"upper": 0.3})
    expected = bo.forward_dynamics(arm, good, u)
    warm, row = bo.methods.WarmStart(arm), bo.methods.WarmStart(arm, states=W + 1)
    rows = [np.tile(x, (W + 1, 1)) for x in (good, locked, u, expected)]
    for here, (fine, spoilt, velocities, wanted) in ((warm, (good, locked, u, expected)), (row, rows)):
        for _ in range(2):
            assert_close(arm, fine, here.forward_dynamics(fine, velocities), wanted)
            with pytest.raises(bo.errors.SingularError, match="'wrist'"):
                here.forward_dynamics(spoilt, velocities)


def test_bad_input():
    chain = bo.chain(3)
    zero = np.zeros(3)
    one, many = bo.methods.WarmStart(chain), bo.methods.WarmStart(chain, states=5)
    for error, words, call in (
        (
            bo.errors.UnsupportedError,
            ("'udu'", "'inverse-iterative'"),
            lambda: bo.methods.WarmStart(chain, solver="udu"),
        ),
        (
            bo.errors.UnsupportedError,
            ("did you mean 'inverse-iterative'",),
            lambda: bo.methods.WarmStart(chain, solver="inverse-iterativ"),
        ),
        (bo.errors.UnsupportedError, ("'direct'", "no solver"), lambda: bo.methods.WarmStart(chain, "direct")),
        (bo.errors.StateError, ("tolerance", "-1"), lambda: bo.methods.WarmStart(chain, tolerance=-1)),
        (bo.errors.StateError, ("tolerance", "nan"), lambda: bo.methods.WarmStart(chain, tolerance=float("nan"))),
        (bo.errors.StateError, ("states", "0"), lambda: bo.methods.WarmStart(chain, states=0)),
        (bo.errors.StateError, ("one state", "states=2"), lambda: one.forward_dynamics(np.zeros((2, 3)), zero)),
        (bo.errors.StateError, ("5 states", "got one"), lambda: many.forward_dynamics(zero, zero)),
        (bo.errors.StateError, ("5 states", "got 4"), lambda: many.forward_dynamics(np.zeros((4, 3)), zero)),
        (bo.errors.StateError, ("q has shape (2,)",), lambda: one.forward_dynamics(np.zeros(2), zero)),
        (bo.errors.StateError, ("u", "nan"), lambda: one.forward_dynamics(zero, np.full(3, np.nan))),
    ):
        with pytest.raises(error) as caught:
            call()
        assert all(word in str(caught.value) for word in words), caught.value
    # lists are as good as arrays, and what was refused has left no trace
    expected = bo.forward_dynamics(chain, zero, zero)
    np.testing.assert_allclose(one.forward_dynamics([0, 0, 0], [0, 0, 0]), expected, rtol=0, atol=1e-13)


def test_what_it_looks_like():
    warm = bo.methods.WarmStart(bo.chain(3), tolerance=1e-12, states=8)
    assert (
        repr(warm)
        == f"WarmStart('{bo.chain(3).name}', 'composite-bodies', 'inverse-iterative', tolerance=1e-12, states=8)"
    )


def test_a_full_triangle_has_to_fit_into_memory(monkeypatch):
    machine = {"SC_PAGE_SIZE": 2**12, "SC_PHYS_PAGES": 2**12}  # 16 MiB
    monkeypatch.setattr(os, "sysconf", machine.__getitem__)
    star = bo.models.star(2000)
    assert bo.methods.why_unsupported(star, "composite-bodies", "udu") is None
    with pytest.raises(bo.errors.UnsupportedError, match="memory"):
        bo.methods.WarmStart(star)
    assert "memory" in bo.methods.why_unsupported(star, "multipliers", "direct-iterative")
    with pytest.raises(bo.errors.UnsupportedError, match=r"10000 states.*memory"):
        bo.methods.WarmStart(bo.models.star(20), states=10_000)
