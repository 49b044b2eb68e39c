"""Random trees with random loops: the oracle's accelerations and rows, and Pinocchio's."""

import copy

import numpy as np
import pytest
from helpers import loop_oracle
from helpers.forms import serving
from helpers.random_loops import DRAWN, frame, is_decided, joint_pose
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

import bough as bo
from bough.api.loop_forces import loop_rows

pytestmark = pytest.mark.shared_kernels  # random trees with random loops, each for a moment

FORM = {"formulation": "composite-bodies", "solver": "udu"}
SEEDS = st.integers(0, 2**31)


def closed_mechanism(bodies, kinds, seed, twice=False):
    """A random tree with a loop of each kind, closed at a random state; and that state, with closing velocities."""
    rng = np.random.default_rng(seed)
    mechanism = bo.models.random_tree(bodies, seed)
    q, _ = bo.models.random_state(mechanism, seed)
    poses = {"ground": np.eye(4), **dict(zip(mechanism.body_names, bo.body_poses(mechanism, q), strict=True))}
    mechanism = copy.copy(mechanism)  # which is not frozen
    for k, kind in enumerate(kinds):
        joint = DRAWN[kind](rng)
        body, other = rng.choice(list(poses), 2, replace=False)
        other_frame = frame(Rotation.random(rng=rng).as_matrix(), rng.uniform(-0.5, 0.5, 3))
        own = np.linalg.inv(poses[body]) @ poses[other] @ other_frame @ joint_pose(joint, rng)
        for name in (f"loop{k}", f"again{k}")[: 1 + twice]:
            mechanism.add_loop(
                name, str(body), str(other), joint, own[:3, 3], own[:3, :3], other_frame[:3, 3], other_frame[:3, :3]
            )
    try:
        mechanism.freeze()
    except bo.errors.MechanismError:  # bodies that are fixed to each other
        assume(False)
    u = bo.kinematics.consistent_velocities(mechanism, q, rng.standard_normal(mechanism.n))
    return mechanism, q, u


@given(st.integers(1, 7), st.lists(st.sampled_from(sorted(DRAWN)), min_size=1, max_size=3), SEEDS, st.booleans())
@settings(max_examples=60)
def test_random_loops(bodies, kinds, seed, twice):
    """Also with each loop there twice, so that half of the rows are redundant."""
    mechanism, q, u = closed_mechanism(bodies, kinds, seed, twice)
    assume(mechanism.n > 0 and is_decided(mechanism, q))
    rows, expected = loop_rows(mechanism, q, u), loop_oracle.jacobian(mechanism, q)
    assert rows.gaps == pytest.approx(0.0, abs=1e-12)
    assert rows.rates == pytest.approx(0.0, abs=1e-10 * (1.0 + np.abs(u).max()))
    assert loop_oracle.gap_rates(mechanism, q, u) == pytest.approx(0.0, abs=1e-10 * (1.0 + np.abs(u).max()))
    # the same row space: neither has a part outside the other's
    assert rows.jacobian.shape == expected.shape
    for one, other in ((rows.jacobian, expected), (expected, rows.jacobian)):
        outside = one - one @ np.linalg.pinv(other, 1e-9) @ other
        assert outside == pytest.approx(0.0, abs=1e-9 * max(1.0, np.abs(one).max()))
    # the sizes of rows below 3e-3 are left out above, so that rounding grows by less than its square
    answer = loop_oracle.accelerations(mechanism, q, u)
    for form, solver in serving(mechanism):
        found = bo.forward_dynamics(mechanism, q, u, formulation=form, solver=solver)
        bound = 1e-8 * max(1.0, np.abs(answer.u_dot).max())
        assert found == pytest.approx(answer.u_dot, rel=0.0, abs=bound), (form, solver)


@given(st.integers(2, 7), st.lists(st.sampled_from(sorted(DRAWN)), min_size=1, max_size=2), SEEDS, st.booleans())
@settings(max_examples=40)
def test_what_is_nearly_closed_is_assembled_nearby(bodies, kinds, seed, twice):
    mechanism, q, _ = closed_mechanism(bodies, kinds, seed, twice)
    assume(mechanism.n > 0 and is_decided(mechanism, q))
    change = 1e-4 * np.random.default_rng(seed).standard_normal(mechanism.n)
    guess = loop_oracle.moved(mechanism, q, change)
    found = bo.assemble(mechanism, guess)
    gaps = np.concatenate(list(loop_oracle.gaps(mechanism, found).values()))
    assert gaps == pytest.approx(0.0, abs=1e-12 * 5)
    # q itself is closed; the nearest in the metric of the mass matrix is not further than that, but for its conditions
    mass = bo.mass_matrix(loop_oracle.tree(mechanism), guess)
    values = np.linalg.eigvalsh(mass)
    assert np.abs(found - guess).max() < 3e-3 * np.sqrt(values[-1] / values[0])


@pytest.fixture(scope="module")
def peer():
    pinocchio = pytest.importorskip("pinocchio")
    from helpers.pinocchio_peer import PinocchioPeer

    return pinocchio, PinocchioPeer


@pytest.mark.parametrize("kinds", [("Ball",), ("Fixed",), ("Ball", "Fixed"), ("Ball", "Ball")])
@pytest.mark.parametrize("seed", range(3))
def test_pinocchio_agrees(kinds, seed, peer):
    """Its points and welds are our balls and fixed joints: accelerations, by its proximal iteration."""
    pin, make = peer
    mechanism, q, u = closed_mechanism(8, kinds, 100 + seed)
    twin = make(loop_oracle.tree(mechanism))
    model, constraints = twin.model, []
    for loop in mechanism.loops.values():
        ends = []
        for name, rotation, at in (
            (loop.body, loop.rotation, loop.at),
            (loop.other, loop.other_rotation, loop.other_at),
        ):
            own = pin.SE3(np.array(rotation), np.array(at))
            if name == "ground":
                ends += [0, own]
            else:
                holder = model.frames[model.getFrameId(name)]
                ends += [holder.parentJoint, holder.placement * own]
        kind = pin.ContactType.CONTACT_3D if isinstance(loop.joint, bo.Ball) else pin.ContactType.CONTACT_6D
        constraints.append(pin.RigidConstraintModel(kind, model, *ends, pin.ReferenceFrame.LOCAL))
    known = [constraint.createData() for constraint in constraints]
    tau = np.random.default_rng(seed).standard_normal(mechanism.n)
    both = (constraints, known) if int(pin.__version__[0]) >= 4 else (constraints,)
    pin.initConstraintDynamics(model, twin.data, *both)
    proximal = pin.ProximalSettings(1e-13, 1e-8, 100)
    found = pin.constraintDynamics(model, twin.data, *twin.to_pin(q, u), twin._u(tau), constraints, known, proximal)
    expected = bo.forward_dynamics(mechanism, q, u, tau, **FORM)
    assert twin._from_v(found) == pytest.approx(expected, rel=0.0, abs=1e-7 * max(1.0, np.abs(expected).max()))
