"""Near a gimbal's lock every form is right to a bound that can be stated, or refuses and names the joint."""

import numpy as np
import pytest
from helpers.exact import computed, error, mass_matrix, reference

import bough as bo
from bough.formulations import FORMULATIONS
from bough.formulations.reductions import locks
from bough.solvers import udu

pytestmark = pytest.mark.shared_kernels  # every form, each for a moment

HEAD = bo.Inertia.box((0.12, 0.15, 0.3), 1.0, center=(0.02, 0.03, -0.15))
DISTANCES = [10.0**-k for k in range(1, 10)]
METHODS = [
    (form.name, solver)
    for form in FORMULATIONS.values()
    for solver in form.solvers or (None,)
    if form.gives != "drives and reactions" and not form.needs
]
# (error times the distance, or times its square; the distance below which it refuses)
ONCE, TWICE = 1e-13, 1e-13
REFUSES = {
    "separate-bodies": 1e-9,
    "multipliers": 1e-7,
    "saddle-point": 1e-7,
    "separate-multipliers": 1e-7,
    "maggi": 1e-7,
    "maggi-bodies": 0.0,
    "extended": 0.0,
}


def wrist(armature=0.0, axes=((0, 0, 1), (0, 1, 0), (1, 0, 0))):
    mechanism = bo.Mechanism("wrist")
    mechanism.add_body("arm", "ground", bo.Revolute((0.6, 0.8, 0.0)), inertia=HEAD)
    mechanism.add_body("head", "arm", bo.Gimbal(axes), (0.1, 0.2, -0.5), inertia=HEAD, armature=armature)
    mechanism.add_body("tool", "head", bo.Revolute((0.8, -0.6, 0.0)), (0.1, 0.2, -0.5), inertia=HEAD)
    return mechanism


def state(mechanism, distance):
    rng = np.random.default_rng(3)
    q = mechanism.coordinates({"arm": 0.3, "head": (0.4, np.pi / 2 - distance, 0.2)})
    return q, rng.standard_normal(mechanism.n), rng.standard_normal(mechanism.n)


@pytest.fixture
def unlimited(monkeypatch):
    """At fifty digits a mass matrix may be as near to singular as it likes, so that it serves as a reference of another kind."""
    monkeypatch.setattr(locks, "NEAREST", 0.0)
    monkeypatch.setattr(udu, "SINGULAR", 0.0)


@pytest.fixture
def truth(unlimited):
    def find(mechanism, q, second, tau, momenta):
        return reference(mechanism, q, second, tau, "hamilton-tangent" if momenta else "composite-bodies")

    return find


@pytest.mark.parametrize("distance", DISTANCES)
def test_every_form_is_right_or_refuses(distance, monkeypatch):
    mechanism = wrist()
    q, u, tau = state(mechanism, distance)
    p = mass_matrix(mechanism, q) @ u
    found = {}
    for form, solver in METHODS:
        momenta = FORMULATIONS[form].gives == "canonical rates"
        try:
            found[form, solver] = computed(mechanism, q, p if momenta else u, tau, form, solver), momenta
        except ValueError:  # (Python's root of a negative pivot, which is NaN in compiled code)
            assert solver == "uu"
            found[form, solver] = None, momenta
    monkeypatch.setattr(locks, "NEAREST", 0.0)
    monkeypatch.setattr(udu, "SINGULAR", 0.0)
    true = {
        m: reference(mechanism, q, p if m else u, tau, "hamilton-tangent" if m else "composite-bodies")
        for m in (False, True)
    }
    for (form, solver), (values, momenta) in found.items():
        least = REFUSES.get(form, 3.1e-5)
        if values is None:
            assert distance < 1.1 * least, (form, solver)
            continue
        bound = ONCE / distance if form in REFUSES else TWICE / distance**2
        assert distance > 0.9 * least, (form, solver)
        assert error(values, true[momenta]) < bound, (form, solver)


@pytest.mark.parametrize("armature", [0.0, 1e-12, 1e-6, 0.1, (1e-9, 0.0, 0.0), (0.0, 0.2, 0.0), (0.0, 0.0, 1e-3)])
@pytest.mark.parametrize("distance", [1.0, 1e-3, 1e-6, 1e-8])
def test_separate_bodies_keep_their_digits_with_any_armature(armature, distance, truth):
    """A mass matrix at fifty digits knows nothing of how single bodies are eliminated."""
    mechanism = wrist(armature)
    q, u, tau = state(mechanism, distance)
    found = computed(mechanism, q, u, tau, "separate-bodies")
    assert error(found, truth(mechanism, q, u, tau, False)) < ONCE / distance


def test_axes_that_are_not_at_right_angles_lock_as_well(truth):
    axes = ((0, 0, 1), (0.6, 0, 0.8), (0, 0.6, 0.8))
    mechanism = wrist(0.0, axes)
    joint = mechanism.body("head").joint
    turns = np.linspace(-np.pi, np.pi, 20001)
    lock = min(turns, key=joint.distance_to_lock)
    for _ in range(60):  # by halving
        near = lock + np.array((-1.0, 0.0, 1.0)) * 2e-4 * 0.5**_
        lock = min(near, key=joint.distance_to_lock)
    assert joint.distance_to_lock(lock) < 1e-14
    _, u, tau = state(mechanism, 0.0)
    for distance in (1e-3, 1e-6):
        q = mechanism.coordinates({"arm": 0.3, "head": (0.4, lock + distance, 0.2)})
        found = computed(mechanism, q, u, tau, "separate-bodies")
        assert error(found, truth(mechanism, q, u, tau, False)) < ONCE / distance


@pytest.mark.parametrize("formulation", ["separate-bodies", "composite-bodies", "wittenburg"])
@pytest.mark.parametrize("states", [None, 9])
def test_the_joint_is_named(formulation, states):
    mechanism = wrist()
    q, u, tau = state(mechanism, 1e-10 if formulation == "separate-bodies" else 1e-7)
    q = q if states is None else np.tile(q, (states, 1))
    with pytest.raises(bo.errors.SingularError, match=r"gimbal of 'head'.*Ball"):
        bo.forward_dynamics(mechanism, q, u, tau, formulation=formulation)


def test_auto_comes_as_near_as_any():
    """So it takes no mass matrix, though that would be faster; with armature there is no lock to fear."""
    assert bo.choose(wrist()).formulation == "separate-bodies"
    assert any("gimbal of 'head'" in left.reason for left in bo.choose(wrist()).left_out)
    assert bo.choose(wrist(0.1)).formulation == "wittenburg"
    mechanism = wrist()
    q, u, tau = state(mechanism, 1e-7)
    u_dot = bo.forward_dynamics(mechanism, q, u, tau)
    back = bo.inverse_dynamics(mechanism, q, u, u_dot)
    assert np.abs(back - tau).max() < 1e-13 / 1e-7 * np.abs(mass_matrix(mechanism, q)).max() * np.abs(u_dot).max()


def test_axes_too_nearly_parallel_are_refused():
    """The pivot of the second would be the square of their angle, and lose twice the digits."""
    for angle, joint in ((0.99e-4, bo.Universal), (1e-6, bo.Universal)):
        with pytest.raises(bo.errors.MechanismError, match="parallel"):
            joint((0, 0, 1), (0, np.sin(angle), np.cos(angle)))
    with pytest.raises(bo.errors.MechanismError, match="parallel"):
        bo.Gimbal(((0, 0, 1), (0, 5e-5, 1), (1, 0, 0)))
    angle = 1.1e-4
    mechanism = bo.Mechanism("cardan")
    mechanism.add_body("a", "ground", bo.Universal((0, 0, 1), (0, np.sin(angle), np.cos(angle))), inertia=HEAD)
    q, u, tau = np.array((0.3, 0.2)), np.array((0.5, 0.7)), np.array((1.0, 2.0))
    found = computed(mechanism, q, u, tau, "separate-bodies")
    assert error(found, reference(mechanism, q, u, tau)) < 1e-14 / angle**2
