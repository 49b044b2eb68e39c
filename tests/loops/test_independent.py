"""What is special about independent accelerations: pivots of each lane, rows that say nothing, bodies without mass."""

from functools import cache

import numpy as np
import pytest
from helpers import linkages, loop_oracle
from helpers.conditions import EPS
from helpers.mixtures import KINDS, state
from scipy.spatial.transform import Rotation

import bough as bo
from bough.api.methods import evaluation_of
from bough.arithmetic.width import lane_width
from bough.formulations.formulation import ACCELERATIONS
from bough.passes.arrays import WORK_SHAPES, Work

W = lane_width()
FORM = {"formulation": "independent"}
HINGE = bo.Revolute((0, 1, 0))
LENGTHS = {"crank": 0.2, "coupler": 0.5, "rocker": 0.4}


def bars(turn=None, massive=("crank", "coupler", "rocker")):
    """A four-bar in the plane across y, or turned as a whole together with its gravity."""
    turn = np.eye(3) if turn is None else turn
    mechanism = bo.Mechanism("four-bar", turn @ (0.0, 0.0, -9.81))
    for name, parent, x in (("crank", "ground", 0.0), ("coupler", "crank", 0.2), ("rocker", "ground", 0.5)):
        long = LENGTHS[name]
        rod = bo.Inertia.rod(long, mass=5 * long, radius=0.01, axis=(1, 0, 0), center=(long / 2, 0, 0))
        at, rotation = ((x, 0, 0), np.eye(3)) if parent != "ground" else (turn @ (x, 0, 0), turn)
        mechanism.add_body(name, parent, HINGE, at, rotation, rod if name in massive else None)
    mechanism.add_loop("pin", "coupler", "rocker", HINGE, (0.5, 0, 0), other_at=(0.4, 0, 0))
    return mechanism


@cache
def closed():
    """A closed state of the four-bar."""
    q = bo.assemble(bars(), {"crank": -1.0, "rocker": -1.5}, hold=["crank"])
    return q, bo.kinematics.consistent_velocities(bars(), q, {"crank": 8.0}, hold=["crank"])


@pytest.mark.parametrize("seed", range(3))
def test_a_turned_machine_moves_alike(seed):
    """Three rows of a plane linkage say nothing: zeros in some planes, rounding in others."""
    q, u = closed()
    expected = bo.forward_dynamics(bars(), q, u, **FORM)
    found = bo.forward_dynamics(bars(Rotation.random(rng=seed).as_matrix()), q, u, **FORM)
    assert found == pytest.approx(expected, rel=0.0, abs=1e4 * EPS * np.abs(expected).max())


@pytest.mark.parametrize("massive", LENGTHS)
def test_loops_hold_bodies_without_mass(massive):
    """One bar has mass. The energy of the machine at rest decides: ½ m(s) ṡ², so m(s) s̈ = -V'(s), s the crank."""
    mechanism, (q, _) = bars(massive=(massive,)), closed()
    found = bo.forward_dynamics(mechanism, q, np.zeros(3), **FORM)
    along = bo.kinematics.consistent_velocities(bars(), q, {"crank": 1.0}, hold=["crank"])
    mass = along @ bo.mass_matrix(loop_oracle.tree(mechanism), q) @ along
    weight = bo.inverse_dynamics(loop_oracle.tree(mechanism), q, np.zeros(3), np.zeros(3))
    assert found == pytest.approx(-(along @ weight) / mass * along, rel=1e-11)


def test_a_machine_without_mass_is_told():
    with pytest.raises(bo.errors.SingularError, match="singular"):
        bo.forward_dynamics(bars(massive=()), closed()[0], np.zeros(3), **FORM)


def test_trees_are_left_to_composite_bodies():
    assert bo.methods.why_unsupported(bo.chain(3), "independent") == "it is for closed loops, and there are none"
    with pytest.raises(bo.errors.UnsupportedError, match=r"there are none; able to serve it: .*'composite-bodies'"):
        bo.forward_dynamics(bo.chain(3), np.zeros(3), np.zeros(3), **FORM)
    assert "independent" not in {row.form for row in bo.choose(bo.chain(3)).rows}


@pytest.mark.shared_kernels  # (it has no own code)
def test_it_is_chosen_where_loops_leave_little_freedom():
    """Andrews' squeezer: of fifteen constraints six count, and one of seven DoFs is left."""
    choice = bo.choose(linkages.squeezer().mechanism)
    assert choice.formulation == "independent"
    assert choice.reason.startswith("loops leave 1 of 7 DoFs")


def interpreted(mechanism, q, u, chosen):
    """u̇ with the choice of constraints given."""
    entry = evaluation_of(mechanism, ACCELERATIONS, "independent", None)
    work = Work(**{name: np.zeros((entry.rows.get(name, 0), width)) for name, (_, width) in WORK_SHAPES.items()})
    work.chosen[: len(chosen), 0] = chosen
    work.chosen[len(chosen)] = 1.0
    u_dot = np.zeros(mechanism.n)
    assert entry.core(entry.tree, work, q, u, np.zeros(mechanism.n), np.empty((0, 6)), u_dot)
    np.testing.assert_array_equal(work.chosen[: len(chosen), 0], chosen)
    return u_dot


@pytest.mark.parametrize("left_out", range(5))
def test_a_given_choice_of_constraints_is_kept(left_out):
    """Bricard's linkage, a little open: five rows seem independent there, but four of them are to count."""
    mechanism = linkages.bricard().mechanism
    rng = np.random.default_rng(left_out)
    q = mechanism.coordinates(mechanism.q0) + 1e-3 * rng.standard_normal(5)
    u, kept = rng.standard_normal(5), [c for c in range(5) if c != left_out]
    m = bo.dynamics.matrices(mechanism, q, u)
    assert np.linalg.matrix_rank(m.G, 1e-6) == 5
    found = interpreted(mechanism, q, u, [float(c in kept) for c in range(5)])
    rows, mass = m.G[kept], m.B.T @ m.M @ m.B
    matrix = np.block([[mass, -rows.T], [rows, np.zeros((4, 4))]])
    forces = -bo.inverse_dynamics(loop_oracle.tree(mechanism), q, u, np.zeros(5))
    expected = np.linalg.solve(matrix, np.concatenate((forces, m.g[kept])))[:5]
    sizes = np.linalg.svd(rows, compute_uv=False)
    bound = 1e2 * EPS * np.linalg.cond(mass) * (sizes[0] / sizes[-1]) ** 2
    assert found == pytest.approx(expected, rel=0.0, abs=bound * np.abs(expected).max())


@pytest.mark.slow
def test_lanes_need_not_have_the_same_freedom():
    """Parallelograms upright and flat side by side: the flat ones have more freedom, and other pivots."""
    mechanism = linkages.four_bars().mechanism
    angles = np.tile((1.2, 0.0, -0.7, 0.0, 2.5), W)[: 4 * W]
    signs = np.array([1.0 if name.startswith("upright") else -1.0 for name in mechanism.q_names])
    q, u = np.outer(angles, signs), np.outer(np.where(angles == 0.0, 0.0, 1.0), signs)
    assert {bo.kinematics.mobility(mechanism, one).dofs for one in q[:2]} == {1, 3}
    tau = np.random.default_rng(1).standard_normal(u.shape)
    together = bo.forward_dynamics(mechanism, q, u, tau, **FORM)
    for k in range(len(q)):
        expected = loop_oracle.accelerations(mechanism, q[k], u[k], tau[k]).u_dot
        alone = bo.forward_dynamics(mechanism, q[k], u[k], tau[k], **FORM)
        for found in (together[k], alone):
            assert found == pytest.approx(expected, rel=0.0, abs=1e-10 * np.abs(expected).max())


def test_a_law_that_fails_is_told_where_drives_leave_no_freedom():
    """Its force does not matter to the motion, and is missing all the same."""

    def worn(t, q, u):
        if t > 0.3:
            raise ValueError("worn out")
        return 0.1 * u

    mechanism = KINDS["loop, driven"]()
    mechanism.add_force("law", bo.CustomJointForce("rocker", worn))
    q, u = state(KINDS["loop, driven"](), time=0.4)
    for many in (q, u), (np.tile(q, (W + 1, 1)), np.tile(u, (W + 1, 1))):
        with pytest.raises(bo.errors.StateError, match="ValueError: worn out"):
            bo.forward_dynamics(mechanism, *many, time=0.4, **FORM, code="shared")
