"""Derivatives of the dynamics against differences of order eight, against Pinocchio, and against one another."""

import os
import subprocess
import sys

import numpy as np
import pytest
from helpers.linkages import BUILDERS
from helpers.machine import FORCES, with_forces
from helpers.motion import TIMES, nearby, rate

import bough as bo
from bough.arithmetic.width import VARIABLE, WIDTHS
from bough.mechanism.joints import KINDS

X, Y, Z = np.eye(3)
BODY = bo.Inertia(1.3, (0.1, 0.2, -0.1), np.diag((0.3, 0.4, 0.5)) + 0.02)
WAVE = bo.Table(np.arange(6.0), np.sin(np.arange(6.0)), "cubic")
LAWS = {name for name, force in FORCES.items() if isinstance(force, bo.CustomJointForce | bo.CustomBodyForce)}
OWN = {
    "cam": bo.CustomJoint(lambda s: ((s * s, np.sin(s), 0.2 * s), [(X, s * s)]), {"s": "rad"}, name="cam"),
    "two at once": bo.CustomJoint(
        lambda a, b: ((a * b, 0, a), [(X, a), (Y, a * b + b)]),
        dict.fromkeys("ab", "rad"),
        over={"a": (0.3, 1.0), "b": (0.2, 0.9)},
        name="two at once",
    ),
    "track": bo.CustomJoint(
        lambda s: ((s, bo.curve(WAVE, s), 0.1 * s * s), [(Z, bo.curve(WAVE, s))]),
        {"s": "m"},
        over={"s": (0.5, 4.5)},
        name="track",
    ),
}


def carrying(joint):
    """A joint between others, so that its parent moves and something hangs on its body."""
    mechanism = bo.Mechanism(f"with {type(joint).__name__}", gravity=(0.5, -1.0, -9.0))
    mechanism.add_body("base", "ground", bo.Gimbal(), inertia=BODY)
    mechanism.add_body("body", "base", joint, (0.1, 0.2, 0.3), [[0, -1, 0], [1, 0, 0], [0, 0, 1]], BODY)
    mechanism.add_body("tip", "body", bo.Revolute((0.6, 0, 0.8)), (0.1, 0.2, 0.3), inertia=BODY)
    mechanism.add_body("other", "base", bo.Prismatic((0.6, 0, 0.8)), (0.3, 0.1, 0.0), inertia=BODY)
    return mechanism


def driven():
    mechanism = bo.Mechanism("driven", gravity=(0.5, -1.0, -9.0))
    mechanism.add_body(
        "base", "ground", bo.Driven(bo.Planar((0.6, 0, 0.8)), ("sin(t)", "t*t", "cos(2*t)")), inertia=BODY
    )
    mechanism.add_body("arm", "base", bo.Universal(X, (0, 0.6, 0.8)), (0.1, 0.2, 0.3), inertia=BODY)
    mechanism.add_body("drum", "arm", bo.Driven(bo.Revolute(Y), "3*t"), (0.1, 0.2, 0.3), inertia=BODY)
    mechanism.add_body("tip", "drum", bo.Ball(), (0.1, 0.2, 0.3), inertia=BODY)
    mechanism.add_force("spring", bo.SpringDamper("tip", "base", (0.1, 0.3, 0), stiffness=40.0, damping=3.0, rest=0.3))
    return mechanism


def apart(joint=None, count=3):
    """Bodies on the ground."""
    mechanism = bo.Mechanism("apart")
    for k in range(count):
        mechanism.add_body(f"body{k}", "ground", joint or bo.Revolute(X), inertia=BODY)
    return mechanism


def with_rotors():
    mechanism = bo.Mechanism("with rotors")
    parent = "ground"
    for k, joint in enumerate((bo.Revolute(X), bo.Revolute(Y), bo.Prismatic(Z))):
        parent = mechanism.add_body(f"link{k}", parent, joint, (0.1, 0.2, 0.3), inertia=BODY, armature=0.3 + k).name
    return mechanism


def slow(case):
    return pytest.param(case, marks=pytest.mark.slow)


@pytest.fixture(autouse=True)
def own_code(monkeypatch):
    """Derivatives are own code; what they are compared with is compiled sooner if it is, too."""
    monkeypatch.delenv("BOUGH_CODE", raising=False)


CASES = {
    **{f"tree {seed}": lambda seed=seed: bo.models.random_tree(8, seed) for seed in range(3)},
    **{
        kind.joint.__name__: lambda kind=kind: carrying(kind.drawn(np.random.default_rng(3)))
        for kind in KINDS
        if kind.drawn
    },
    **{name: lambda joint=joint: carrying(joint) for name, joint in OWN.items()},
    **{force: lambda force=force: with_forces(force) for force in sorted(set(FORCES) - LAWS)},
    "all forces": lambda: with_forces(*sorted(set(FORCES) - LAWS)),
    "driven": driven,
    "rotors": with_rotors,
}


# one force at a time; they also come all together
SINGLY = set(FORCES)
ALL = [slow(case) if case in SINGLY else case for case in CASES]


def state(mechanism, seed=2):
    rng = np.random.default_rng(seed)
    q, u = bo.models.random_state(mechanism, seed)
    return q, u, rng.normal(size=mechanism.n), rng.normal(size=(len(mechanism), 6))


def differences(function, mechanism, q, u, c):
    """∂/∂q, ∂/∂u and ∂/∂c of function(q, u, c), which takes batches."""
    found = [[], [], []]
    for unit in np.eye(mechanism.n):
        q_near, _ = nearby(mechanism, q, unit, 0.0 * u)
        found[0].append(rate(function(q_near, u, c)))
        found[1].append(rate(function(q, nearby(mechanism, q, u, unit)[1], c)))
        found[2].append(rate(function(q, u, nearby(mechanism, q, c, unit)[1])))
    return [np.array(columns).T for columns in found]


def assert_close(found, expected, tolerance):
    for one, other in zip(found, expected, strict=True):
        assert np.abs(one - other).max() <= tolerance * max(1.0, np.abs(other).max())


@pytest.mark.parametrize("case", ALL)
def test_forward_derivatives_are_those_of_forward_dynamics(case):
    mechanism = CASES[case]()
    q, u, tau, wrenches = state(mechanism)
    rest = {"wrenches": wrenches, "time": 0.7}
    found = bo.derivatives.forward_derivatives(mechanism, q, u, tau, **rest)
    assert_close([found.u_dot], [bo.forward_dynamics(mechanism, q, u, tau, **rest)], 1e-11)

    def function(q, u, tau):
        return bo.forward_dynamics(mechanism, q, u, tau, **rest)

    assert_close(found[1:4], differences(function, mechanism, q, u, tau), 1e-9)


@pytest.mark.parametrize("case", ALL)
def test_inverse_derivatives_are_those_of_inverse_dynamics(case):
    mechanism = CASES[case]()
    q, u, u_dot, wrenches = state(mechanism)
    rest = {"wrenches": wrenches, "time": 0.7}
    found = bo.derivatives.inverse_derivatives(mechanism, q, u, u_dot, **rest)
    assert_close([found.tau], [bo.inverse_dynamics(mechanism, q, u, u_dot, **rest)], 1e-12)
    assert_close([found.by_u_dot], [bo.mass_matrix(mechanism, q, time=0.7)], 1e-12)

    def function(q, u, u_dot):
        return bo.inverse_dynamics(mechanism, q, u, u_dot, **rest)

    assert_close(found[1:4], differences(function, mechanism, q, u, u_dot), 1e-9)


@pytest.mark.parametrize("case", ["tree 1", "Gimbal", "all forces", "driven", "rotors"])
def test_forward_and_inverse_fit_together(case):
    mechanism = CASES[case]()
    q, u, tau, wrenches = state(mechanism)
    forward = bo.derivatives.forward_derivatives(mechanism, q, u, tau, wrenches=wrenches, time=0.3)
    inverse = bo.derivatives.inverse_derivatives(mechanism, q, u, forward.u_dot, wrenches=wrenches, time=0.3)
    mass = inverse.by_u_dot
    assert_close([inverse.tau], [tau], 1e-10)
    assert_close([mass @ forward.by_tau], [np.eye(mechanism.n)], 1e-10)
    assert_close([-mass @ forward.by_q, -mass @ forward.by_u], [inverse.by_q, inverse.by_u], 1e-10)
    assert forward.names == inverse.names == tuple(mechanism.u_names)


@pytest.mark.parametrize(
    "mechanism", [*(bo.models.random_tree(9, seed) for seed in range(5)), bo.chain(7), with_rotors()], ids=str
)
def test_as_pinocchio_says(mechanism):
    pin = pytest.importorskip("pinocchio")
    from helpers.pinocchio_peer import PinocchioPeer

    peer = PinocchioPeer(mechanism)
    order = np.ix_(peer._u_order, peer._u_order)

    def ours(matrix):
        found = np.empty_like(matrix)
        found[order] = matrix
        return found

    q, u, c, wrenches = state(mechanism)
    given = *peer.to_pin(q, u), peer.to_pin(q, c)[1], peer._fext(wrenches)
    pin.computeABADerivatives(peer.model, peer.data, *given)
    full = np.triu(peer.data.Minv) + np.triu(peer.data.Minv, 1).T
    expected = [ours(x) for x in (peer.data.ddq_dq, peer.data.ddq_dv, full)]
    assert_close(bo.derivatives.forward_derivatives(mechanism, q, u, c, wrenches=wrenches)[1:4], expected, 1e-10)
    pin.computeRNEADerivatives(peer.model, peer.data, *given)
    full = np.triu(peer.data.M) + np.triu(peer.data.M, 1).T
    expected = [ours(x) for x in (peer.data.dtau_dq, peer.data.dtau_dv, full)]
    assert_close(bo.derivatives.inverse_derivatives(mechanism, q, u, c, wrenches=wrenches)[1:4], expected, 1e-10)


@pytest.mark.parametrize("name", ["four_bars", "slider_crank", "driven_four_bar", slow("stewart")])
def test_closed_loops(name):
    mechanism = BUILDERS[name]().mechanism
    q, u = mechanism.coordinates(mechanism.q0), mechanism.velocities(mechanism.u0)
    tau = np.random.default_rng(1).normal(size=mechanism.n)
    found = bo.derivatives.forward_derivatives(mechanism, q, u, tau, time=0.1)

    def function(q, u, tau):
        return bo.forward_dynamics(mechanism, q, u, tau, formulation="composite-bodies", time=0.1)

    assert_close([found.u_dot], [function(q, u, tau)], 1e-10)
    assert_close(found[1:4], differences(function, mechanism, q, u, tau), 1e-8)


@pytest.mark.parametrize("case", ["tree 0", "tree 1", slow("all forces"), "driven", "track"])
@pytest.mark.parametrize("states", [1, slow(5), 19])
def test_a_batch_is_its_states(case, states):
    mechanism = CASES[case]()
    q, u = bo.models.random_state(mechanism, 2, states)
    rng = np.random.default_rng(2)
    c, wrenches, times = (
        rng.normal(size=u.shape),
        rng.normal(size=(states, len(mechanism), 6)),
        rng.uniform(size=states),
    )
    for function in (bo.derivatives.forward_derivatives, bo.derivatives.inverse_derivatives):
        batch = function(mechanism, q, u, c, wrenches=wrenches, time=times, threads=1)
        for k in range(states):
            one = function(mechanism, q[k], u[k], c[k], wrenches=wrenches[k], time=times[k])
            assert_close([part[k] for part in batch[:4]], one[:4], 1e-12)


def test_threads_share_a_batch():
    mechanism = CASES["tree 1"]()
    q, u = bo.models.random_state(mechanism, 2, 200)
    one, two = (bo.derivatives.forward_derivatives(mechanism, q, u, u, threads=threads) for threads in (1, 2))
    assert all((x == y).all() for x, y in zip(one[:4], two[:4], strict=True))


_LANES = """
import numpy as np, bough as bo
for mechanism in (bo.models.random_tree(4, 1), bo.models.random_tree(9, 1)):
    q, u = bo.models.random_state(mechanism, 2, 9)
    for function in (bo.derivatives.forward_derivatives, bo.derivatives.inverse_derivatives):
        batch = function(mechanism, q, u, u)
        for k in range(9):
            for x, y in zip(batch[:4], function(mechanism, q[k], u[k], u[k])[:4]):
                assert np.abs(x[k] - y).max() <= 1e-11 * max(1.0, np.abs(y).max())
print("the same")
"""


@pytest.mark.slow
@pytest.mark.parametrize("width", WIDTHS)
def test_every_width_of_lanes(width):
    surroundings = os.environ | {VARIABLE: str(width)}
    done = subprocess.run([sys.executable, "-c", _LANES], env=surroundings, capture_output=True, text=True)
    assert done.stdout.strip() == "the same", done.stderr


def test_where_nothing_acts_is_known():
    mechanism = apart()
    q, u, c, _ = state(mechanism)
    for of, function in (
        ("forward", bo.derivatives.forward_derivatives),
        ("inverse", bo.derivatives.inverse_derivatives),
    ):
        pattern = bo.derivatives.derivatives_sparsity(mechanism, of)
        assert not pattern.by_q[~np.eye(mechanism.n, dtype=bool)].any()
        for may, x in zip(pattern[:4], function(mechanism, q, u, c)[:4], strict=True):
            assert (x[~may] == 0.0).all()
    coupled = apart()
    coupled.add_force("spring", bo.SpringDamper("body0", "body2", (0, 0.1, 0), (0, 0, 0.2), stiffness=10.0))
    pattern = bo.derivatives.derivatives_sparsity(coupled, "inverse")
    assert pattern.by_q[0, 2]
    assert pattern.by_q[2, 0]
    assert not pattern.by_q[0, 1]
    assert not pattern.by_u_dot[0, 2]


def test_columns_keep_zeros_apart():
    """With so many DoFs that they are solved for in a loop."""
    mechanism = apart(bo.Gimbal(), 5)
    q, u, c, _ = state(mechanism)
    found, pattern = (
        bo.derivatives.forward_derivatives(mechanism, q, u, c),
        bo.derivatives.derivatives_sparsity(mechanism),
    )
    joint = np.arange(mechanism.n) // 3
    assert (pattern.by_q == (joint[:, None] == joint)).all()
    assert all((x[~may] == 0.0).all() for may, x in zip(pattern[1:4], found[1:4], strict=True))
    alone = apart(bo.Gimbal(), 1)
    assert_close(
        [found.by_q[3:6, 3:6]], [bo.derivatives.forward_derivatives(alone, q[3:6], u[3:6], c[3:6]).by_q], 1e-12
    )


def test_a_law_of_python_is_refused_by_name():
    mechanism = with_forces("drag")
    q, u, tau, _ = state(mechanism)
    with pytest.raises(bo.errors.UnsupportedError, match=r"the force 'drag' .* derivatives are not known"):
        bo.derivatives.forward_derivatives(mechanism, q, u, tau)


def test_inverse_derivatives_of_loops_are_refused():
    mechanism = BUILDERS["four_bars"]().mechanism
    q = np.zeros(mechanism.n_q)
    with pytest.raises(bo.errors.UnsupportedError, match=r"has loops, .* use forward_derivatives"):
        bo.derivatives.inverse_derivatives(mechanism, q, np.zeros(mechanism.n), np.zeros(mechanism.n))


def test_bad_states_are_named():
    mechanism = bo.models.random_tree(6, 1)
    q, u, tau, _ = state(mechanism)
    with pytest.raises(bo.errors.StateError, match="u is nan"):
        bo.derivatives.forward_derivatives(mechanism, q, np.full_like(u, np.nan), tau)
    if any("w" in name for name in mechanism.q_names):
        with pytest.raises(bo.errors.StateError, match="quaternion"):
            bo.derivatives.forward_derivatives(mechanism, 1.1 * q, u, tau)
    alone = bo.Mechanism("lock")
    alone.add_body("gimbal", "ground", bo.Gimbal(), inertia=BODY)
    with pytest.raises(bo.errors.SingularError):
        bo.derivatives.forward_derivatives(alone, [0.3, np.pi / 2, 0.2], np.zeros(3))
    batch = np.tile([0.3, 0.2, 0.1], (11, 1))
    batch[7, 1] = np.pi / 2
    with pytest.raises(bo.errors.SingularError, match="of state 7"):
        bo.derivatives.forward_derivatives(alone, batch, np.zeros((11, 3)))


def test_slopes_of_forces_at_rest():
    mechanism = apart(bo.Translational(), 1)
    mechanism.add_force("air", bo.AirDrag("body0", 0.7))
    assert np.abs(bo.derivatives.forward_derivatives(mechanism, np.zeros(3), np.zeros(3)).by_u).max() <= 1e-100
    mechanism = apart(bo.Translational(), 1)
    mechanism.add_force("spring", bo.SpringDamper("body0", "ground", stiffness=10.0, rest=0.5))
    with pytest.raises(bo.errors.SingularError):
        bo.derivatives.forward_derivatives(mechanism, np.zeros(3), np.zeros(3))


def test_a_mechanism_that_cannot_move():
    mechanism = bo.Mechanism("post")
    mechanism.add_body("post", "ground", bo.Fixed(), inertia=BODY)
    found = bo.derivatives.forward_derivatives(mechanism, [], [])
    assert found.u_dot.shape == (0,)
    assert found.by_q.shape == (0, 0)


# --- points -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", ["tree 1", "all forces", "Gimbal", "two at once"])
def test_the_jacobian_of_a_point_gives_its_velocity(case):
    mechanism = CASES[case]()
    q, u, *_ = state(mechanism)
    at = np.array((0.3, -0.2, 0.5))
    poses, twists = bo.body_poses(mechanism, q), bo.body_twists(mechanism, q, u)
    for k, body in enumerate(mechanism.body_names):
        turn = poses[k, :3, :3]
        expected = turn @ (twists[k, :3] + np.cross(twists[k, 3:], at)), turn @ twists[k, 3:]
        found = bo.kinematics.point_jacobian(mechanism, q, body, at) @ u
        assert_close([found[:3], found[3:]], expected, 1e-12)


@pytest.mark.parametrize("case", ["tree 1", "all forces", "driven", "two at once"])
def test_the_rate_of_a_jacobian(case):
    mechanism = CASES[case]()
    q, u, *_ = state(mechanism)
    body, at, time = mechanism.body_names[-2], (0.3, -0.2, 0.5), 0.4
    q_near, _ = nearby(mechanism, q, u, 0.0 * u)
    times = time + np.concatenate((TIMES, -TIMES))
    expected = rate(bo.kinematics.point_jacobian(mechanism, q_near, body, at, time=times))
    assert_close([bo.kinematics.point_jacobian_rate(mechanism, q, u, body, at, time=time)], [expected], 1e-9)


def test_a_body_that_is_not_there():
    with pytest.raises(bo.errors.StateError, match="no body 'link9'"):
        bo.kinematics.point_jacobian(bo.chain(3), np.zeros(3), "link9")


@pytest.mark.parametrize(("mass", "length"), [(1e-8, 1e-4), (1e-12, 1e-5), (1e9, 1e5)])
def test_machines_of_every_size(mass, length):
    """Numbers that are small in SI units are not zeros."""
    arm, body = bo.Mechanism("arm"), bo.Inertia(mass, (0, 0, -length), [mass * length**2 / 3] * 3)
    arm.add_body("upper", "ground", bo.Revolute(Y), inertia=body)
    arm.add_body("lower", "upper", bo.Revolute(X), (0, 0, -2 * length), inertia=body)
    arm.add_force("spring", bo.JointSpring("upper", 1e-3 * mass * 9.81 * length))
    q, u = np.array((0.3, 0.4)), np.array((1.0, 2.0))
    expected = bo.forward_dynamics(arm, q, u, code="shared")
    found = bo.derivatives.forward_derivatives(arm, q, u)
    assert np.abs(found.u_dot - expected).max() <= 1e-13 * np.abs(expected).max()
    assert np.abs(bo.forward_dynamics(arm, q, u, code="own") - expected).max() <= 1e-13 * np.abs(expected).max()
    matrix = bo.mass_matrix(arm, q)
    assert (
        np.abs(bo.derivatives.inverse_derivatives(arm, q, u, 0.0 * u).by_u_dot - matrix).max()
        <= 1e-13 * np.abs(matrix).max()
    )


def test_what_has_no_inertia_has_no_derivatives():
    arm = bo.Mechanism("arm")
    arm.add_body("rod", "ground", bo.Revolute(Z), inertia=bo.Inertia(0.0))
    with pytest.raises(bo.errors.UnsupportedError, match=r"'arm' has no derivatives: it divides by zero, .*no inertia"):
        bo.derivatives.forward_derivatives(arm, [0.1], [0.2])


def test_a_jacobian_of_no_number_is_refused():
    with pytest.raises(bo.errors.StateError):
        bo.kinematics.point_jacobian(bo.chain(2), [0.1, np.nan], "link2")


def test_columns_know_zeros_in_the_order_of_the_user():
    """Two arms whose bodies were added in turn: each moves by itself, so derivatives are where their joints are."""
    mechanism = bo.Mechanism("two arms", gravity=(0.5, -1.0, -9.0))
    before = {"left": "ground", "right": "ground"}
    for k in range(4):
        for arm in ("left", "right"):
            name = f"{arm}{k}"
            mechanism.add_body(name, before[arm], bo.Gimbal(), (0.1, 0.2, 0.3), inertia=BODY)
            before[arm] = name
    q, u, c, _ = state(mechanism)
    found, pattern = (
        bo.derivatives.forward_derivatives(mechanism, q, u, c),
        bo.derivatives.derivatives_sparsity(mechanism),
    )
    arm = np.array([name.startswith("left") for name in mechanism.u_names])
    assert (pattern.by_q == (arm[:, None] == arm)).all()
    assert (pattern.by_tau == (arm[:, None] == arm)).all()
    assert all((x[~may] == 0.0).all() for may, x in zip(pattern[1:4], found[1:4], strict=True))
