"""The switches over kinds: whole, and strict with a kind that no catalogue lists."""

from dataclasses import dataclass

import numpy as np
import pytest
from helpers.machine import machine, with_forces

import bough as bo
from bough.arithmetic.width import lane_width
from bough.compiled.entries import FAILED, FINE, NO_WRENCHES, Entry
from bough.compiled.tree import compiled
from bough.errors import MechanismError
from bough.formulations import general
from bough.mechanism.forces import BODY_FORCES, JOINT_FORCES
from bough.mechanism.forces.base import JointForce
from bough.mechanism.joints import KINDS, Joint

pytestmark = pytest.mark.shared_kernels  # switches over kinds, which only shared kernels have, are tested

UNKNOWN = 99


def test_codes_are_places_in_the_catalogues():
    assert [kind.code for kind in KINDS] == list(range(len(KINDS)))
    codes = [force.kind.code for force in (*JOINT_FORCES, *BODY_FORCES)]
    assert len(set(codes)) == len(codes)


def altered(mechanism, **arrays):
    """An evaluation of a mechanism some of whose tables were changed."""
    entry = general().evaluation(compiled(mechanism), None)
    return Entry(entry.core, entry.tree._replace(**arrays), entry.rows)


def answers(entry, mechanism):
    """What one state, and a batch, come to."""
    q, u = bo.models.random_state(mechanism, 0, lane_width())
    if mechanism.is_timed:
        q = np.column_stack((q, np.full(len(q), 0.3)))
    out = np.empty_like(u)
    one = entry.single(q[0].copy(), u[0].copy(), np.zeros(mechanism.n), NO_WRENCHES, out[0])
    return one, entry.batch(q, u, np.zeros_like(u), np.empty((0, 0, 6)), out)


@pytest.mark.parametrize("code", [-1, len(KINDS), UNKNOWN])
def test_an_unknown_joint_is_refused_and_not_taken_for_another(code):
    mechanism = machine()
    assert answers(altered(mechanism), mechanism) == (FINE, -1)
    kind = compiled(mechanism).arrays.kind.copy()
    kind[kind == bo.Planar.kind.code] = code
    assert answers(altered(mechanism, kind=kind), mechanism) == (FAILED, 0)


@pytest.mark.parametrize(("name", "code"), [("spring", UNKNOWN), ("spring to a post", 100 + UNKNOWN)])
def test_an_unknown_force_is_refused_and_not_taken_for_another(name, code):
    mechanism = with_forces(name, "motor")
    assert answers(altered(mechanism), mechanism) == (FINE, -1)
    kind = compiled(mechanism).arrays.force_kind.copy()
    kind[0] = code
    assert answers(altered(mechanism, force_kind=kind), mechanism) == (FAILED, 0)


def test_a_joint_outside_the_catalogue_is_named():
    class Wobble(Joint):
        q_names = u_names = ("",)
        q_units = ("rad",)

    mechanism = bo.Mechanism()
    mechanism.add_body("body", joint=Wobble(), inertia=bo.Inertia.sphere(0.1, 1.0))
    with pytest.raises(MechanismError, match="Wobble is not in the catalogue of joints"):
        bo.forward_dynamics(mechanism, [0.0], [0.0])


def test_a_force_outside_the_catalogue_is_named():
    @dataclass(frozen=True)
    class Nudge(JointForce):
        joint: str

    mechanism = bo.chain(1)
    mechanism.add_force("nudge", Nudge("link1"))
    with pytest.raises(MechanismError, match="Nudge is not in the catalogue of forces"):
        bo.forward_dynamics(mechanism, [0.0], [0.0])


def test_a_joint_derived_from_one_of_the_catalogue_is_of_its_kind():
    class Pin(bo.Revolute):
        pass

    mechanism = bo.Mechanism()
    mechanism.add_body("body", joint=Pin((0, 1, 0)), inertia=bo.Inertia.rod(1.0, mass=1.0, center=(0, 0, -0.5)))
    assert bo.forward_dynamics(mechanism, [np.pi / 2], [0.0]) == pytest.approx([-1.5 * 9.81])
