"""Equations without a unique solution are refused by every form and solver, and the joint is named, even where rounding hides the zero."""

import numpy as np
import pytest
from helpers.forms import every_form, every_form_in_lanes, serving, serving_in_lanes

import bough as bo
from bough.compiled.tree import compiled
from bough.formulations import FORMULATIONS

pytestmark = pytest.mark.shared_kernels  # every form and solver, each for a moment

LINK = bo.Inertia.box((0.1, 0.2, 0.5), 1.0, center=(0.03, 0.02, -0.25))
# axes and places without round numbers, so that nothing is zero by luck
AXIS = np.array((0.36, 0.48, 0.8))
ACROSS = np.array((0.8, -0.6, 0.0))


def massless_end(armature=0.0):
    mechanism = bo.Mechanism("massless end")
    mechanism.add_body("arm", "ground", bo.Revolute(AXIS), inertia=LINK)
    mechanism.add_body("culprit", "arm", bo.Revolute(ACROSS), at=(0.1, 0.2, -0.5), armature=armature)
    return mechanism, {}


def point_on_its_axis(armature=0.0):
    mechanism = bo.Mechanism("point on its axis")
    mechanism.add_body("arm", "ground", bo.Revolute(ACROSS), inertia=LINK)
    point = bo.Inertia.point(1.3, 0.7 * AXIS)
    mechanism.add_body("culprit", "arm", bo.Revolute(AXIS), at=(0.1, 0.2, -0.5), inertia=point, armature=armature)
    return mechanism, {"arm": 0.3, "culprit": 0.7}


def gimbal_lock(armature=0.0):
    mechanism = bo.Mechanism("gimbal lock")
    mechanism.add_body("arm", "ground", bo.Revolute(AXIS), inertia=LINK)
    mechanism.add_body("culprit", "arm", bo.Gimbal(), at=(0.1, 0.2, -0.5), inertia=LINK, armature=armature)
    return mechanism, {"arm": 0.3, "culprit": (0.4, np.pi / 2, 0.2)}


def massless_ball(armature=0.0):
    mechanism = bo.Mechanism("massless ball")
    mechanism.add_body("arm", "ground", bo.Revolute(AXIS), inertia=LINK)
    point = bo.Inertia.point(1.3)
    mechanism.add_body("culprit", "arm", bo.Ball(), at=(0.1, 0.2, -0.5), inertia=point, armature=armature)
    return mechanism, {"arm": 0.3}


@pytest.mark.parametrize("case", [massless_end, point_on_its_axis, gimbal_lock, massless_ball])
@every_form_in_lanes
def test_singular_equations_are_refused_by_name(case, formulation, solver):
    mechanism, coordinates = case()
    q, u = mechanism.coordinates(coordinates), mechanism.velocities()
    method = {"formulation": formulation, "solver": solver}
    for states in (q, np.tile(q, (9, 1))):
        with pytest.raises((bo.errors.SingularError, bo.errors.UnsupportedError), match="culprit"):
            bo.forward_dynamics(mechanism, states, u, **method)


@pytest.mark.parametrize("case", [massless_end, point_on_its_axis, massless_ball])
def test_armature_resists_where_bodies_do_not(case):
    """What is beyond the joint has no inertia about it, so that armature alone decides: u̇ = τ/a."""
    mechanism, coordinates = case(armature=0.2)
    q, u = mechanism.coordinates(coordinates), mechanism.velocities({"arm": 0.7})
    tau = np.arange(1.0, mechanism.n + 1.0)
    methods = serving_in_lanes(mechanism)
    assert len(methods) > 4
    for formulation, solver in methods:
        for states in (q, np.tile(q, (9, 1))):
            found = bo.forward_dynamics(mechanism, states, u, tau, formulation=formulation, solver=solver)
            expected = np.broadcast_to(tau[1:] / 0.2, (*found.shape[:-1], mechanism.n - 1))
            np.testing.assert_allclose(found[..., 1:], expected, rtol=1e-12, err_msg=f"{formulation} {solver}")


def test_a_gimbal_with_armature_passes_its_lock():
    """By forms that do not ask for its reactions apart from its drives, which cannot be told there."""
    mechanism, coordinates = gimbal_lock(armature=0.2)
    q, u = mechanism.coordinates(coordinates), mechanism.velocities({"arm": 0.7, "culprit.turn1": 0.3})
    tau = np.arange(1.0, mechanism.n + 1.0)
    for form in ("multipliers", "saddle-point", "separate-multipliers", "maggi-bodies", "hamilton-orthogonal"):
        assert "'culprit' has armature" in bo.methods.why_unsupported(mechanism, form)
    for formulation, solver in serving(mechanism):
        u_dot = bo.forward_dynamics(mechanism, q, u, tau, formulation=formulation, solver=solver)
        np.testing.assert_allclose(bo.inverse_dynamics(mechanism, q, u, u_dot), tau, rtol=1e-12)


@every_form
def test_nearly_singular_equations_are_still_solved(formulation, solver):
    """A light cart that carries a heavy pole: a pivot of 1e-6 beside a mass of one."""
    small, pole = bo.Inertia.sphere(0.01, 1e-6), bo.Inertia.sphere(0.01, 1.0, center=(0, 0, 1))
    mechanism = bo.Mechanism("light cart")
    mechanism.add_body("cart", "ground", bo.Prismatic((1, 0, 0)), inertia=small)
    mechanism.add_body("pole", "cart", bo.Revolute((0, 1, 0)), inertia=pole)
    q, u, tau = np.array((0.0, 1.3)), np.array((0.2, 0.3)), np.array((0.1, 0.2))
    u_dot = bo.forward_dynamics(mechanism, q, u, tau, formulation=formulation, solver=solver)
    back = bo.inverse_dynamics(mechanism, q, u, u_dot)
    # (the articulated cart turns with 4e-11 kg m² about the axis of the pole: who divides by that loses digits, and doubts)
    divides = (formulation, solver) in (("saddle-point", "sparse"), ("separate-multipliers", None))
    assert not divides or FORMULATIONS[formulation].doubts(compiled(mechanism))
    assert np.abs(back - tau).max() <= (1e-5 if divides else 1e-9)


@every_form
def test_small_bodies_on_large_ones_are_not_singular(formulation, solver):
    """The hand of a clock on a tower that swings: inertias of 1e-16 and 1e6, and yet both resist."""
    mechanism = bo.Mechanism("clock tower")
    tower = bo.Inertia.box((1, 2, 10), 1e5, center=(0.3, 0.2, 5))
    hand = bo.Inertia.box((1e-4, 1e-4, 1e-3), 1e-9, center=(0, 0, 5e-4))
    mechanism.add_body("tower", "ground", bo.Revolute(AXIS), inertia=tower)
    mechanism.add_body("hand", "tower", bo.Revolute(ACROSS), at=(1, 2, 9), inertia=hand)
    q, u, tau = np.array((0.3, 0.7)), np.array((0.2, 0.3)), np.array((10.0, 2e-14))
    u_dot = bo.forward_dynamics(mechanism, q, u, tau, formulation=formulation, solver=solver)
    back = bo.inverse_dynamics(mechanism, q, u, u_dot)
    scale = np.abs(bo.mass_matrix(mechanism, q)) @ np.abs(u_dot) + np.abs(tau)
    assert (np.abs(back - tau) <= 1e-12 * scale).all()
