"""No result depends on who else is calling: one mechanism serves many threads, and children of a process as well."""

import subprocess
import sys
import textwrap
import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import bough as bo
from bough.api import methods

THREADS = 8


class Unknown:
    """Something that Numba does not know."""

    factor = 1.0


def damped(t, q, u):
    return -3.0 * q - 0.4 * u


def damped_in_python(t, q, u):
    return damped(t, q, u) * Unknown().factor


def arm(function) -> bo.Mechanism:
    """Three links with a law on the first, so that the others are computed after it was called."""
    mechanism = bo.chain(3)
    mechanism.add_force("law", bo.CustomJointForce("link1", function))
    return mechanism


def slide(motor="sin(t)") -> bo.Mechanism:
    """One kilogram on a slide, pushed by a motor: its acceleration is the motor's force."""
    mechanism = bo.Mechanism("slide")
    mechanism.add_body("b", "ground", bo.Prismatic((1, 0, 0)), inertia=bo.Inertia.point(1.0))
    mechanism.add_force("motor", bo.Motor("b", motor))
    return mechanism


def together(work, count: int = THREADS) -> list:
    """What as many threads find, all of which begin at the same time."""
    ready = threading.Barrier(count)

    def begin(k: int):
        ready.wait()
        return work(k)

    switching = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(count) as workers:
            return list(workers.map(begin, range(count)))
    finally:
        sys.setswitchinterval(switching)


@pytest.mark.filterwarnings("ignore:.*called from Python")
def test_a_law_in_python_may_ask_for_another_state_meanwhile():
    """As another thread may that runs while the law does: what was computed before the call is still there after it."""
    q, u = bo.models.random_state(bo.chain(3), 1, 2)
    asked = []

    def curious(t, a, b):
        if not asked:
            asked.append(True)
            bo.forward_dynamics(mechanism, q[1], u[1], formulation="composite-bodies")
        return damped_in_python(t, a, b)

    mechanism = arm(curious)
    found = bo.forward_dynamics(mechanism, q[0], u[0], formulation="composite-bodies")
    expected = bo.forward_dynamics(arm(damped), q[0], u[0], formulation="composite-bodies")
    assert asked
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12 * np.abs(expected).max())


def test_times_covered_meanwhile_do_not_mix_with_polynomials_of_before(monkeypatch):
    """Another thread asks for later times just when an operation has its flat arrays, and is not yet known to serve the earlier times only."""
    mechanism = slide()
    covering = threading.Thread(target=mechanism.cover, args=(0.0, 50.0))
    compiled = methods.compiled

    def interrupted(*arguments):
        tree = compiled(*arguments)
        if not covering.ident:
            covering.start()
            covering.join(0.3)  # (it may have to wait until the operation is made)
        return tree

    monkeypatch.setattr(methods, "compiled", interrupted)
    bo.forward_dynamics(mechanism, [0.0], [0.0], formulation="separate-bodies")
    covering.join()
    found = bo.forward_dynamics(mechanism, [0.0], [0.0], formulation="separate-bodies", time=40.0)
    np.testing.assert_allclose(found, np.sin(40.0), rtol=0, atol=1e-12)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:.*called from Python")
@pytest.mark.parametrize(
    ("formulation", "solver"),
    [("separate-bodies", None), ("composite-bodies", "eigen"), ("composite-bodies", "cholesky"), ("maggi", None)],
)
def test_threads_share_a_mechanism_with_a_law_in_python(formulation, solver):
    """One state at a time, and batches that are loops over states."""
    given = {"formulation": formulation, "solver": solver}
    q, u = bo.models.random_state(bo.chain(3), 1, 400)
    expected = bo.forward_dynamics(arm(damped), q, u, **given)
    mechanism = arm(damped_in_python)

    def some(k):
        return np.array(
            [bo.forward_dynamics(mechanism, a, b, **given) for a, b in zip(q[k::THREADS], u[k::THREADS], strict=True)]
        )

    for _ in range(3):
        for k, found in enumerate(together(some)):
            np.testing.assert_allclose(found, expected[k::THREADS], rtol=0, atol=1e-10 * np.abs(expected).max())
    for _ in range(10):
        found = bo.forward_dynamics(mechanism, q, u, **given, threads=4)
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-10 * np.abs(expected).max())


@pytest.mark.slow
def test_first_calls_from_threads():
    """All of them ask for other times, or for other computations, of a mechanism that nothing is known of yet."""
    bo.forward_dynamics(slide(), [0.0], [0.0])
    for round_ in range(100):
        mechanism = slide(lambda t: np.sin(t))
        times = np.random.default_rng(round_).uniform(-20.0, 20.0, THREADS)
        found = together(lambda k, m=mechanism, t=times: bo.forward_dynamics(m, [0.0], [0.0], time=t[k])[0])
        np.testing.assert_allclose(found, np.sin(times), rtol=0, atol=1e-12)
        # without times the shortest way is taken: the same arrays, the same address for all
        plain, state = bo.chain(2), (np.array([0.3, 0.4]), np.array([1.0, -1.0]))
        answers = together(lambda k, m=plain, s=state: bo.forward_dynamics(m, *s))
        assert all((a == answers[0]).all() for a in answers)


@pytest.mark.slow
def test_simulations_of_one_driven_mechanism_at_the_same_time():
    """Each over times of its own; they end where they end alone."""

    def driven():
        mechanism = bo.Mechanism("driven")
        mechanism.add_body("base", "ground", bo.Driven(bo.Revolute((0, 1, 0)), "sin(3*t)"))
        mechanism.add_body(
            "arm", "base", bo.Revolute((0, 1, 0)), at=(0.5, 0, 0), inertia=bo.Inertia.point(1.0, (0.3, 0, 0))
        )
        return mechanism

    ends = 1.0 + 0.37 * np.arange(THREADS)
    expected = [bo.simulate(driven(), end, every=end).q.values[-1] for end in ends]
    for _ in range(5):
        mechanism = driven()
        found = together(lambda k, m=mechanism: bo.simulate(m, ends[k], every=ends[k], progress=False).q.values[-1])
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-6)


FORKED = textwrap.dedent(
    """
    import multiprocessing, threading, warnings
    warnings.simplefilter("ignore", DeprecationWarning)  # of forks beside threads, which is what is tried
    import numpy as np
    import bough as bo

    mechanism = bo.chain(2)
    q, u = bo.models.random_state(mechanism, 1, 600)
    expected = bo.forward_dynamics(mechanism, q, u, threads=2)
    ends = bo.simulate(mechanism, 0.1, q0=q[:20], u0=u[:20], every=0.1, threads=2).q.values

    def batch(_):
        return bo.forward_dynamics(mechanism, q, u, threads=2)

    def simulated(_):
        return bo.simulate(mechanism, 0.1, q0=q[:20], u0=u[:20], every=0.1, threads=2).q.values

    with multiprocessing.get_context("fork").Pool(1) as children:
        assert (children.map_async(batch, [0]).get(60) == expected).all()
        assert (children.map_async(simulated, [0]).get(60) == ends).all()

    # a fork while another thread covers times: the child is not left with a lock that nobody holds
    from bough.locks import COMPILING, PREPARING

    held, done = threading.Event(), threading.Event()

    def hold():
        with PREPARING, COMPILING:
            held.set()
            done.wait(0.5)

    thread = threading.Thread(target=hold)
    thread.start()
    held.wait()
    timed = bo.chain(2)
    timed.add_force("motor", bo.Motor("link1", "sin(t)"))
    child = multiprocessing.get_context("fork").Process(target=timed.cover, args=(0.0, 1.0))
    child.start()
    child.join(60)
    assert child.exitcode == 0
    thread.join()
    """
)


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(__import__("os"), "fork"), reason="needs fork")
def test_children_of_a_process_have_threads_of_their_own():
    done = subprocess.run([sys.executable, "-c", FORKED], capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
