"""Driven joints of several coordinates: chains of driven hinges and slides, laws, Pinocchio, and closed forms.

That forms, lanes, momenta, energies and dense equations agree is in ``test_driven.py``.
"""

import copy
import math

import numpy as np
import pytest
from scipy.interpolate import PPoly, make_interp_spline
from scipy.spatial.transform import Rotation

import bough as bo

A, B, C = np.array((2.0, -1.0, 2.0)) / 3, np.array((0.6, 0.0, -0.8)), np.array((-2.0, 6.0, 3.0)) / 7
EDGE = np.array((2.0, 2.0, -1.0)) / 3
X, Y, Z = np.eye(3)
BODY = bo.Inertia(1.7, (0.1, -0.2, 0.3), np.diag((0.4, 0.5, 0.6)) + 0.05)
PLACE = {"at": (0.3, -0.2, 0.5), "rotation": Rotation.from_rotvec((0.4, -1.1, 0.7)).as_matrix()}
PLANE = bo.Planar(A).frames()[0].T
Q, U, TIME = np.array((0.3, -0.4)), np.array((0.8, -0.7)), 0.6


def curves(count, seed=1):
    rng = np.random.default_rng(seed)
    return [PPoly(rng.normal(size=(4, 1)), (0.0, 1.0)) for _ in range(count)]


def carrying(mechanism, joint, parent="ground"):
    """A body on a joint, with a pendulum on it."""
    mechanism.add_body("body", parent, joint, **(PLACE if parent == "ground" else {}), inertia=BODY)
    mechanism.add_body("pendulum", "body", bo.Universal(), (0.2, 0.1, -0.4), inertia=BODY)
    return mechanism


def screw(s, turn):
    return tuple(s * A), [(A, turn)]


# joints, and the successive slides (s) and turns (t) that they are
CHAINS = [
    (bo.Cylindrical(A), [("s", A), ("t", A)]),
    (bo.Universal(A, B), [("t", A), ("t", B)]),
    (bo.Planar(A), [("s", PLANE[0]), ("s", PLANE[1]), ("t", A)]),
    (bo.Translational(), [("s", X), ("s", Y), ("s", Z)]),
    (bo.Gimbal((A, B, C)), [("t", A), ("t", B), ("t", C)]),
    (bo.EdgeOnPlane(A, EDGE), [("s", EDGE), ("s", np.cross(A, EDGE)), ("t", A), ("t", EDGE)]),
    (bo.TelescopicUniversal(C, A, B), [("s", C), ("t", A), ("t", B)]),
    (bo.CustomJoint(screw, {"s": "m", "turn": "rad"}), [("s", A), ("t", A)]),
]


@pytest.mark.parametrize(("joint", "steps"), CHAINS, ids=lambda x: type(x).__name__)
def test_chains_of_driven_hinges_and_slides_do_the_same(joint, steps):
    motions = curves(len(steps))
    whole, chain, parent = carrying(bo.Mechanism(), bo.Driven(joint, motions)), bo.Mechanism(), "ground"
    names = []
    for k, ((kind, axis), motion) in enumerate(zip(steps, motions, strict=True)):
        step = bo.Driven(bo.Prismatic(axis) if kind == "s" else bo.Revolute(axis), motion)
        if k == len(steps) - 1:
            carrying(chain, step, parent)
        else:
            chain.add_body(f"step{k}", parent, step, **(PLACE if k == 0 else {}))
        parent = f"step{k}"
        names.append(f"step{k}" if k < len(steps) - 1 else "body")
    same(whole, chain)
    found, expected = (bo.dynamics.drive_forces(m, Q, U, time=TIME) for m in (whole, chain))
    order = [chain.driven_names.index(name) for name in names]
    np.testing.assert_allclose(found, expected[order], atol=1e-12 * np.abs(expected).max())


def same(one, other, tolerance=1e-13):
    """Poses, twists and accelerations of what both carry, and their reactions."""
    places = [[m.body_index[name] for name in ("body", "pendulum")] for m in (one, other)]
    for function, state in ((bo.body_poses, (Q,)), (bo.body_twists, (Q, U))):
        first, second = (function(m, *state, time=TIME)[at] for m, at in zip((one, other), places, strict=True))
        np.testing.assert_allclose(first, second, atol=tolerance * max(1.0, np.abs(second).max()))
    u_dot = [bo.forward_dynamics(m, Q, U, time=TIME) for m in (one, other)]
    np.testing.assert_allclose(*u_dot, rtol=1e-11)
    reactions = [
        bo.dynamics.kinetostatics(m, Q, U, u_dot[0], time=TIME).reactions[at]
        for m, at in zip((one, other), places, strict=True)
    ]
    np.testing.assert_allclose(*reactions, atol=1e-12 * np.abs(reactions[0]).max())


def test_angles_of_a_base_are_those_of_a_chain():
    """Three slides, then yaw, pitch and roll; the power of all drives is the same."""
    names = ("x", "y", "z", "roll", "pitch", "yaw")
    motions = dict(zip(names, curves(6, 3), strict=True))
    whole, chain, parent = carrying(bo.Mechanism(), bo.Driven(bo.Free(), motions)), bo.Mechanism(), "ground"
    for name, axis in (("x", X), ("y", Y), ("z", Z), ("yaw", Z), ("pitch", Y)):
        step = bo.Driven(bo.Prismatic(axis) if name in "xyz" else bo.Revolute(axis), motions[name])
        chain.add_body(name, parent, step, **(PLACE if name == "x" else {}))
        parent = name
    carrying(chain, bo.Driven(bo.Revolute(X), motions["roll"]), parent)
    same(whole, chain)
    powers = [
        bo.dynamics.drive_forces(m, Q, U, time=TIME) @ bo.dynamics.driven_motion(m, TIME).rates for m in (whole, chain)
    ]
    assert powers[0] == pytest.approx(powers[1], rel=1e-12)


def test_quaternion_path_of_two_turns():
    """R = R_a(αt) R_b(βt) turns by ω = β b + R_bᵀ α a, seen from the body; the quaternion may have any length."""
    alpha, beta, t = 1.3, -2.1, np.linspace(-1.0, 2.0, 7)

    def path(t):
        turn = Rotation.from_rotvec(alpha * t * A) * Rotation.from_rotvec(beta * t * B)
        x, y, z, w = (1.0 + 0.3 * math.sin(t)) * turn.as_quat()
        return w, x, y, z

    mechanism = bo.Mechanism()
    mechanism.add_body("ball", joint=bo.Driven(bo.Ball(), path), inertia=BODY)
    assert mechanism.driven_names == ("ball.wx", "ball.wy", "ball.wz")
    assert mechanism.driven_q_names == ("ball.w", "ball.x", "ball.y", "ball.z")
    back = Rotation.from_rotvec(beta * t[:, None] * B).inv()
    omega = beta * B + alpha * back.apply(A)
    spin = -np.cross(beta * B, alpha * back.apply(A))
    values, rates, accelerations = bo.dynamics.driven_motion(mechanism, t)
    np.testing.assert_allclose(np.linalg.norm(values, axis=1), 1.0, rtol=1e-14)
    # (of functions of time, rates have some eleven digits and accelerations nine)
    np.testing.assert_allclose(rates, omega, atol=1e-9)
    np.testing.assert_allclose(accelerations, spin, atol=1e-7)
    twists = bo.body_twists(mechanism, np.empty((7, 0)), np.empty((7, 0)), time=t)[:, 0]
    np.testing.assert_allclose(twists[:, 3:], omega, atol=1e-9)
    # Euler's equation about the origin, and gravity
    tensor, gravity = BODY.about_origin(), np.array((0.0, 0.0, 9.81))
    turn = Rotation.from_rotvec(alpha * t[:, None] * A) * Rotation.from_rotvec(beta * t[:, None] * B)
    moment = spin @ tensor + np.cross(omega, omega @ tensor)
    moment += np.cross(BODY.center, BODY.mass * turn.inv().apply(gravity))
    found = bo.dynamics.drive_forces(mechanism, np.empty((7, 0)), np.empty((7, 0)), time=t)
    np.testing.assert_allclose(found, moment, atol=1e-6)


def test_uniform_acceleration_is_tilted_gravity():
    """A base that accelerates by a, whatever its attitude: what hangs on it moves as under g - a, and weighs as much."""
    a, turn = np.array((1.5, -0.7, 3.0)), Rotation.from_rotvec((0.3, 0.5, -0.2))
    path = [PPoly([[x / 2], [0.4], [0.1]], (0.0, 1.0)) for x in a]
    x, y, z, w = turn.as_quat()
    moving, still = bo.Mechanism("moving"), bo.Mechanism("still", gravity=np.array((0.0, 0.0, -9.81)) - a)
    moving.add_body("base", joint=bo.Driven(bo.Free(), [*path, w, x, y, z]), inertia=BODY)
    still.add_body("base", joint=bo.Fixed(), rotation=turn.as_matrix(), inertia=BODY)
    for mechanism in (moving, still):
        mechanism.add_body("arm", "base", bo.Universal(), (0.2, 0.1, -0.4), inertia=BODY)
    found, expected = (bo.forward_dynamics(m, Q, U, time=TIME) for m in (moving, still))
    np.testing.assert_allclose(found, expected, rtol=1e-12)
    _, reactions = bo.inverse_dynamics(still, Q, U, expected, reactions=True)
    np.testing.assert_allclose(bo.dynamics.drive_forces(moving, Q, U, time=TIME), reactions[0], rtol=1e-11)
    for integrator in ("rk4", "dop853", "gauss4"):
        how = {"q0": Q, "u0": U, "integrator": integrator} | ({} if integrator == "dop853" else {"step": 0.01})
        runs = [bo.simulate(m, 0.5, formulation="separate-bodies", **how) for m in (moving, still)]
        np.testing.assert_allclose(runs[0].q.values[-1], runs[1].q.values[-1], atol=1e-10)


def shaken():
    """A base shaken in six coordinates, with an arm and a ball on it."""
    mechanism = bo.Mechanism("shaken")
    motion = {"x": "0.1*sin(7*t)", "y": "0.05*cos(5*t)", "z": "0.08*sin(9*t)", "roll": "0.2*sin(4*t)", "pitch": 0.1}
    mechanism.add_body("base", joint=bo.Driven(bo.Free(), motion | {"yaw": "0.3*sin(3*t)"}), inertia=BODY)
    mechanism.add_body("arm", "base", bo.Revolute((0, 1, 0)), (0.3, 0, 0), inertia=BODY)
    mechanism.add_body("ball", "arm", bo.Ball(), (0, 0, -0.5), inertia=BODY)
    return mechanism


@pytest.mark.parametrize("form", ["separate-bodies", pytest.param("hamilton-recursive", marks=pytest.mark.slow)])
def test_drives_do_the_work_that_energy_gains(form):
    run = bo.simulate(shaken(), 1.0, q0={"arm": 0.4}, formulation=form, rtol=1e-10, atol=1e-12)
    energy = run.energy()
    drives = run.drives()
    assert drives.force.dims == ("time", "driven")
    assert drives.motion.dims == ("time", "driven_q")
    assert drives.force_units.values.tolist() == ["N"] * 3 + ["N·m"] * 3
    total = energy.kinetic + energy.potential
    assert float(np.abs(total - total[0]).max()) > 0.5
    gained = float(total[-1] - total[0])
    power = make_interp_spline(run.time.values, drives.power.sum("driven").values, 5)
    assert power.integrate(0.0, 1.0) == pytest.approx(gained, rel=1e-6)


@pytest.mark.slow
def test_momenta_move_as_velocities_do():
    ends = [
        bo.simulate(shaken(), 0.5, q0={"arm": 0.4}, formulation=form, rtol=1e-10, atol=1e-12).q.values[-1]
        for form in ("composite-bodies", "hamilton-tangent")
    ]
    np.testing.assert_allclose(*ends, atol=1e-8)


@pytest.mark.slow
def test_variants_side_by_side():
    """Constants of driven joints and masses that differ from run to run."""
    made = []
    for k in range(3):
        mechanism = bo.Mechanism(f"variant {k}")
        axis = Rotation.from_rotvec((0.1 * k, 0.2, 0)).apply(Z)
        joint = bo.Driven(bo.TelescopicUniversal(axis), ["0.1*sin(5*t)", "0.2*t", 0.3])
        made.append(carrying(mechanism, joint))
    how = {"q0": {"pendulum.turn1": 0.5}, "formulation": "separate-bodies", "integrator": "rk4", "step": 0.01}
    together = bo.simulate(made, 0.3, **how)
    for k, mechanism in enumerate(made):
        alone = bo.simulate(copy.copy(mechanism), 0.3, **how)
        np.testing.assert_allclose(together.q.values[k, -1], alone.q.values[-1], atol=1e-13)


JOINTS = [
    bo.Revolute(A), bo.Prismatic(A), bo.Helical(A, 0.3), *(joint for joint, _ in CHAINS),
    bo.Ball(), bo.BallInCylinder(A), bo.BallOnPlane(A), bo.Free(),
]  # fmt: skip


def motion_of(joint):
    """Constant lengths and angles would hide mistakes; a quaternion turns over."""
    found = curves(len(joint.q_names), 5)
    if joint.has_quaternion:
        found[-4:] = ["2+sin(t)", "0.5*cos(2*t)", "-t", "0.7*sin(3*t)"]
    return found if len(found) > 1 else found[0]


@pytest.mark.parametrize(
    "joint", [x for x in JOINTS if not isinstance(x, bo.CustomJoint)], ids=lambda x: type(x).__name__
)
def test_pinocchio_needs_the_same_forces(joint):
    """Of the same joint without a drive, moved as the drive moves it."""
    PinocchioPeer = pytest.importorskip("helpers.pinocchio_peer").PinocchioPeer
    driven, free = (carrying(bo.Mechanism(), x) for x in (bo.Driven(joint, motion_of(joint)), joint))
    u_dot = bo.forward_dynamics(driven, Q, U, time=TIME)
    values, rates, accelerations = bo.dynamics.driven_motion(driven, TIME)
    state = (np.concatenate(pair) for pair in ((values, Q), (rates, U), (accelerations, u_dot)))
    tau = PinocchioPeer(free).inverse_dynamics(*state)
    np.testing.assert_allclose(
        tau[:-2], bo.dynamics.drive_forces(driven, Q, U, time=TIME), atol=1e-9 * np.abs(tau).max()
    )
    np.testing.assert_allclose(tau[-2:], 0.0, atol=1e-9 * np.abs(tau).max())


# --- what it is -------------------------------------------------------------------------------------------------------


def test_ways_to_give_a_motion():
    """By names or in order, as one table or one function."""
    t = np.linspace(0.0, 1.0, 5)
    values = np.stack((t**2, t, 0.3 * t), axis=1)
    tables = [bo.Table(t, column, "smooth") for column in values.T]
    ways = (
        tables,
        tuple(tables),
        dict(zip(("angle", "y", "x"), reversed(tables), strict=True)),
        bo.Table(t, values, "smooth"),
    )
    found = []
    for way in ways:
        mechanism = bo.Mechanism()
        mechanism.add_body("plate", joint=bo.Driven(bo.Planar(), way))
        found.append(np.concatenate(bo.dynamics.driven_motion(mechanism, 0.4)))
    assert np.ptp(found, axis=0) == pytest.approx(0.0, abs=1e-15)
    assert mechanism.driven_names == mechanism.driven_q_names == ("plate.x", "plate.y", "plate.angle")
    mechanism = bo.Mechanism()
    mechanism.add_body("plate", joint=bo.Driven(bo.Planar(), lambda t: (t**2, t, 0.3 * t)))
    np.testing.assert_allclose(np.concatenate(bo.dynamics.driven_motion(mechanism, 0.4)), found[0], atol=1e-9)
    held = bo.Mechanism()
    held.add_body("plate", joint=bo.Driven(bo.Planar(), np.array((0.1, 0.2, 0.3))))
    assert not held.is_timed
    assert held.is_conservative


@pytest.mark.parametrize(
    ("words", "call"),
    [
        (("Driven: joint", "Fixed", "can move"), lambda: bo.Driven(bo.Fixed(), 1.0)),
        (("Driven: joint", "Driven", "can move"), lambda: bo.Driven(bo.Driven(bo.Revolute(), 1.0), 1.0)),
        (("motion lacks", "'y'", "give 0"), lambda: bo.Driven(bo.Planar(), {"x": 1.0, "angle": 0.0})),
        (("no coordinate 'turn'", "did you mean 'turn"), lambda: bo.Driven(bo.Universal(), {"turn": 1, "turn2": 0})),
        (("motion lacks", "'qz'", "1 for 'qw'"), lambda: bo.Driven(bo.Free(), {"x": 1.0})),
        (("a Prismatic has one coordinate", "motion['x']"), lambda: bo.Driven(bo.Prismatic(), {"x": 1.0})),
        (("motion lacks 'yaw'",), lambda: bo.Driven(bo.Ball(), {"roll": 1.0, "pitch": 0.0})),
        (("no coordinate 'w'", "roll"), lambda: bo.Driven(bo.Ball(), {"roll": 0, "pitch": 0, "yaw": 0, "w": 1})),
        (("must be 3 numbers or signals", "1.0"), lambda: bo.Driven(bo.Planar(), 1.0)),
        (("must be 3 numbers or signals",), lambda: bo.Driven(bo.Planar(), [1.0, 2.0])),
        (("must be 2 numbers", "Table"), lambda: bo.Driven(bo.Universal(), bo.Table((0, 1), np.ones((2, 3))))),
        (("motion angle", "finite"), lambda: bo.Driven(bo.Planar(), [1.0, 2.0, math.nan])),
        (("quaternion vanishes", "1, 0, 0, 0"), lambda: bo.Driven(bo.Ball(), [0, 0, 0, 0])),
        (
            ("changes its sign", "t = 1", "t = 2", "by -1"),
            lambda: bo.Driven(bo.Ball(), bo.Table((0, 1, 2), [[1, 0, 0, 0], [1, 0, 0, 0], [-1, 0, 0, 0]])),
        ),
    ],
)
def test_bad_descriptions(words, call):
    with pytest.raises(bo.errors.MechanismError) as caught:
        call()
    assert all(word in str(caught.value) for word in words), caught.value
    assert caught.value.argument in ("joint", "motion")


def test_bad_motions_at_work():
    jumps = bo.Mechanism()
    jumps.add_body("plate", joint=bo.Driven(bo.Planar(), [0.0, bo.Table((0, 1, 2), (0, 1, 0)), 0.0]), inertia=BODY)
    with pytest.raises(bo.errors.MechanismError, match=r"'plate\.y' jumps in velocity by -2 m/s at t = 1 s"):
        bo.simulate(jumps, 2.0)
    short = bo.Mechanism()
    short.add_body("plate", joint=bo.Driven(bo.Planar(), lambda t: (t, t)), inertia=BODY)
    with pytest.raises(bo.errors.MechanismError, match=r"'plate' x: .* it gave 2 numbers, not 3"):
        bo.body_poses(short, [], time=0.5)
    assert (
        bo.methods.why_unsupported(carrying(bo.Mechanism(), bo.Driven(bo.Ball(), [1, 0, 0, 0])), "wittenburg") is None
    )


def test_descriptions_come_back(tmp_path):
    mechanism = carrying(
        bo.Mechanism("path"), bo.Driven(bo.Free(), [0, "0.1*t", bo.Table((0, 1), (0, 1)), 0.1, 0.2, 0])
    )
    again = bo.models.from_dict(bo.models.to_dict(mechanism))
    assert again.body("body").joint == mechanism.body("body").joint
    mechanism.save(tmp_path / "path.toml")
    loaded = bo.load(tmp_path / "path.toml")
    assert bo.models.fingerprint(loaded) == bo.models.fingerprint(mechanism)
    assert loaded.driven_names == mechanism.driven_names
    assert "Driven Free" in str(bo.check(mechanism))


def test_files_name_the_coordinates(tmp_path):
    path, text = (
        tmp_path / "plate.toml",
        'bough = 1\nname = "plate"\n[bodies.plate]\njoint = {{ type = "Driven", joint = "Planar", motion = {} }}\n',
    )
    motion = '{ angle = "0.2*t", x = { type = "Table", times = [0, 1], values = [0, 2] }, y = 1 }'
    path.write_text(text.format(motion))
    table = bo.Table((0, 1), (0, 2))
    assert bo.load(path).body("plate").joint == bo.Driven(bo.Planar(), (table, 1, "0.2*t"))
    path.write_text(text.format("{ angle = 0, x = 0 }"))
    with pytest.raises(bo.errors.ModelError, match=r"plate.toml:4: .*motion lacks 'y'"):
        bo.load(path)


# --- loops ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "joint", [bo.Planar(A), bo.Gimbal((A, B, C)), bo.Ball(), bo.Free()], ids=lambda joint: type(joint).__name__
)
def test_a_loop_may_guide_a_body(joint):
    """A body that a driven loop guides moves as one that hangs on the driven joint, at the same forces."""
    motion = motion_of(joint)
    tree = bo.Mechanism("tree")
    tree.add_body("body", joint=bo.Driven(joint, motion), **PLACE, inertia=BODY)
    guided = bo.Mechanism("guided")
    guided.add_body("body", joint=bo.Free(), inertia=BODY)
    place = {"other_at": PLACE["at"], "other_rotation": PLACE["rotation"]}
    guided.add_loop("guide", "body", "ground", bo.Driven(joint, motion), **place)
    pose = bo.body_poses(tree, [], time=TIME)[0]
    x, y, z, w = Rotation.from_matrix(pose[:3, :3]).as_quat()
    q, u = np.array((*pose[:3, 3], w, x, y, z)), bo.body_twists(tree, [], [], time=TIME)[0]
    form = {"formulation": "composite-bodies", "time": TIME}
    u_dot = bo.forward_dynamics(guided, q, u, **form)
    # the acceleration of the tree's body is what its reaction gives it
    force = bo.dynamics.kinetostatics(tree, [], [], [], time=TIME).reactions[0]
    np.testing.assert_allclose(bo.inverse_dynamics(bare(guided), q, u, u_dot), force, atol=1e-9 * np.abs(force).max())
    expected = bo.dynamics.drive_forces(tree, [], [], time=TIME)
    found = bo.dynamics.drive_forces(guided, q, u, **form)
    assert guided.driven_names == tuple(name.replace("body", "guide") for name in tree.driven_names)
    np.testing.assert_allclose(found, expected, atol=1e-9 * np.abs(expected).max())


def bare(mechanism):
    """The same without its loops."""
    tree = bo.Mechanism(gravity=mechanism.gravity)
    for body in mechanism.bodies:
        tree.add_body(body.name, body.parent, body.joint, body.at, body.rotation, body.inertia)
    return tree


def test_a_drive_passes_a_gimbal_s_lock():
    """Where two axes of a gimbal coincide, so do their drive forces; its bearings carry the force and no moment."""
    mechanism = bo.Mechanism()
    mechanism.add_body(
        "head", joint=bo.Driven(bo.Gimbal(), [0.4, math.pi / 2, PPoly([[1.0], [0.5], [0.2]], (0, 1))]), inertia=BODY
    )
    found = bo.dynamics.drive_forces(mechanism, [], [], time=TIME)
    reactions, bearings = bo.dynamics.kinetostatics(mechanism, [], [], [], time=TIME)[1:]
    assert found[0] == pytest.approx(-found[2], abs=1e-12)
    assert abs(found[0]) > 0.1
    np.testing.assert_allclose(bearings[0], (*reactions[0, :3], 0, 0, 0), atol=1e-12)


def test_springs_on_driven_bodies_store_what_the_time_makes_them():
    """A slide that is driven by 0.2 t stretches a spring of 0.1 m; its energy is also that of the mechanism."""
    machine = bo.Mechanism("stretched", gravity=(0, 0, 0))
    machine.add_body("slide", joint=bo.Driven(bo.Prismatic("x"), "0.2*t"), inertia=bo.Inertia(1.0))
    machine.add_force("spring", bo.SpringDamper("slide", other_at=(0, 0, 0), stiffness=50.0, rest=0.1))
    for time in (1.0, 3.0):
        assert bo.potential_energy(machine, [], time=time) == pytest.approx(25.0 * (0.2 * time - 0.1) ** 2, rel=1e-12)
