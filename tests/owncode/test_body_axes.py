"""Forms along body axes, which the benchmarks count: they give the numbers of forward_dynamics, and take fewer operations."""

import numpy as np
import pytest
from body_axes import FORMS, FULL, PLAIN, Style, along_body_axes, along_ground_axes, counted, error
from mechanisms import alternating_chain, biped, humanoid, random_tree

import bough as bo


def geared():
    """A slide, and hinges with armature, one of them on the ground."""
    arm, link = bo.Mechanism("geared", gravity=(1.0, 2.0, -9.0)), bo.Inertia.rod(1.0, 1.0, radius=0.05)
    arm.add_body("turret", "ground", bo.Revolute((0.0, 0.6, 0.8)), inertia=link, armature=0.3)
    arm.add_body("boom", "turret", bo.Revolute((1.0, 0.0, 0.0)), (0.1, 0.2, 0.3), inertia=link, armature=0.2)
    arm.add_body("rod", "boom", bo.Prismatic((0.0, 0.0, 1.0)), (0.0, 0.5, 0.0), inertia=link, armature=0.1)
    arm.add_body("hand", "rod", bo.Revolute((0.0, 0.0, 1.0)), (0.2, 0.0, 0.0), inertia=link)
    return arm


# (a mass matrix loses the digits of its condition number, 6e4 for the biped)
CLOSE = {"articulated": 1e-12, "composite": 1e-11}
MECHANISMS = (biped, geared, humanoid, lambda: random_tree(12), lambda: alternating_chain(7))


@pytest.mark.parametrize("style", [FULL, PLAIN, Style(lumped=False), Style(normals=False)], ids=repr)
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("make", MECHANISMS)
def test_they_give_the_accelerations(make, form, style):
    mechanism = make()
    assert error(mechanism, along_body_axes(mechanism, form, style)) < CLOSE[form]


@pytest.mark.parametrize("make", MECHANISMS)
def test_they_are_shorter_than_along_ground_axes(make):
    mechanism = make()
    ground = min(counted(along_ground_axes(mechanism, form)).operations for form in ("separate-bodies", "wittenburg"))
    assert min(counted(along_body_axes(mechanism, form)).operations for form in FORMS) < ground


def test_fused_operations_are_counted_once():
    slide = bo.Mechanism("slide", gravity=(0.0, 0.0, 0.0))
    slide.add_body("cart", "ground", bo.Prismatic((1.0, 0.0, 0.0)), inertia=bo.Inertia(2.0))
    assert counted(along_body_axes(slide, "articulated")) == (1, 1)  # τ times 1/m


def test_the_biped_is_that_of_sdfast():
    """Its mass matrix has the constants of the file that SD/FAST wrote."""
    model = biped()
    mass = bo.mass_matrix(model, bo.random_state(model)[0])
    assert mass[0, 0] == pytest.approx(71.02)
    assert mass[8, 8] == pytest.approx(0.013481285)
    straight = bo.mass_matrix(model, np.zeros(9))
    # mm[7][7] and mm[7][8], with Vpk[7][8] = -(.0513 + .43), -.0459
    assert straight[7, 7] == pytest.approx(0.1768932444 + 1.41 * (0.4813**2 + 0.0459**2))
    assert straight[7, 8] == pytest.approx(0.0068 + 1.41 * (0.0459**2 + 0.0513 * 0.4813))
