"""Responses against closed forms, python-control and SciPy; inputs and outputs by name; what cannot be answered."""

import numpy as np
import pytest
from scipy.signal import StateSpace, impulse, lsim

import bough as bo

HERTZ = np.array((0.1, 0.7, 2.0, 9.0))


def oscillator(stiffness=50.0, damping=3.0, mass=2.0):
    """A mass on a spring and a damper."""
    mechanism = bo.Mechanism("oscillator", gravity=(0, 0, 0))
    body = bo.Inertia(mass, tensor=0.1 * np.eye(3))
    mechanism.add_body("mass", "ground", bo.Prismatic((0, 0, 1)), inertia=body)
    mechanism.add_force("spring", bo.JointSpring("mass", stiffness))
    mechanism.add_force("damper", bo.JointDamper("mass", damping))
    return mechanism


def arm():
    """A double pendulum with dampers, away from the middle."""
    mechanism = bo.chain(2)
    mechanism.add_force("d1", bo.JointDamper("link1", 0.5))
    mechanism.add_force("d2", bo.JointDamper("link2", 0.2))
    return mechanism


OUTPUTS = ["link1", "u.link2", "u_dot.link1", "point:link2(0, 0, -1).x", "velocity.link2.z"]
INPUTS = ["link1", "link2.force.x"]


@pytest.fixture(scope="module")
def plant():
    q = {"link1": 0.4, "link2": -0.3}
    return bo.linearise(arm(), q, {"link1": 0.3, "link2": -0.8}, inputs=INPUTS, outputs=OUTPUTS)


def test_an_oscillator_answers_as_the_textbook_says():
    model = bo.linearise(oscillator(), outputs=["mass", "u_dot.mass"])
    found = model.frequency_response(HERTZ)
    s = 2j * np.pi * HERTZ
    expected = 1.0 / (2.0 * s**2 + 3.0 * s + 50.0)
    np.testing.assert_allclose(found.sel(output="mass", input="tau.mass"), expected, rtol=1e-13)
    np.testing.assert_allclose(found.sel(output="u_dot.mass", input="tau.mass"), s**2 * expected, rtol=1e-12)
    assert (found.frequency.units, list(found.output_units.values)) == ("Hz", ["m", "m/s²"])
    assert float(model.D.sel(output="u_dot.mass")[0]) == pytest.approx(0.5, rel=1e-14)
    step, hit = model.step(3.0, 60).sel(output="mass"), bo.linearise(oscillator()).impulse(3.0, 60).sel(output="q.mass")
    time = step.time.values
    decay, fast = 0.75, np.sqrt(25.0 - 0.75**2)
    np.testing.assert_allclose(hit.values[:, 0], np.exp(-decay * time) * np.sin(fast * time) / (2.0 * fast), atol=1e-14)
    wave = np.cos(fast * time) + decay / fast * np.sin(fast * time)
    np.testing.assert_allclose(step.values[:, 0], (1 - np.exp(-decay * time) * wave) / 50.0, atol=1e-15)


def test_outputs_change_as_the_quantities_do(plant):
    """Along states that are a little apart; velocities of points depend on positions, too."""
    mechanism, h = plant.mechanism, 1e-5

    def values(q, u):
        pose, twist = bo.body_poses(mechanism, q), bo.body_twists(mechanism, q, u)
        tip = pose[1, :3, 3] + pose[1, :3, :3] @ (0, 0, -1)
        along = pose[1, :3, :3] @ twist[1, :3]
        return np.array((q[0], u[1], bo.forward_dynamics(mechanism, q, u)[0], tip[0], along[2]))

    for k, column in enumerate(plant.C.values.T):
        d = h * np.eye(4)[k]
        ends = (values(plant.q + s * d[:2], plant.u + s * d[2:]) for s in (1.0, -1.0))
        np.testing.assert_allclose(column, np.subtract(*ends) / (2 * h), atol=1e-7)


def test_inputs_push_as_wrenches_do(plant):
    wrench = np.zeros((2, 6))
    pose = bo.body_poses(plant.mechanism, plant.q)
    wrench[1, :3] = pose[1, :3, :3].T @ (1, 0, 0)
    pushed = bo.forward_dynamics(plant.mechanism, plant.q, plant.u, wrenches=wrench)
    change = pushed - bo.forward_dynamics(plant.mechanism, plant.q, plant.u)
    np.testing.assert_allclose(plant.B.sel(input="link2.force.x").values[2:], change, atol=1e-12)
    at_tip = bo.linearise(plant.mechanism, plant.q, inputs=["link2(0, 0, -1).force.x", "link2.moment.y"])
    # a force at the tip is one at the hinge with a moment
    arm = pose[1, :3, :3] @ (0, 0, -1)
    both = plant.B.sel(input="link2.force.x").values + arm[2] * at_tip.B.sel(input="link2.moment.y").values
    np.testing.assert_allclose(at_tip.B.values[:, 0], both, atol=1e-12)


def test_reactions_answer_a_force_at_a_point_as_one_at_the_origin_with_its_moment(plant):
    names = ["link2(0, 0, -1).force.x", "link2.force.x", "link2.moment.y"]
    outputs = ["link1.reaction.force.x", "link1.reaction.force.z", "link2.reaction.force.x"]
    model = bo.linearise(plant.mechanism, plant.q, plant.u, inputs=names, outputs=outputs)
    at_tip, at_hinge, moment = model.D.values.T
    arm = bo.body_poses(plant.mechanism, plant.q)[1, :3, :3] @ (0, 0, -1)
    np.testing.assert_allclose(at_tip, at_hinge + arm[2] * moment, atol=1e-9)
    assert np.abs(moment).min() > 0.01


def test_forces_reactions_and_energies_are_outputs():
    """By their laws: a tendon's slope, d'Alembert's force in a hinge, M u, and the weight's pull."""
    mechanism = arm()
    tendon = bo.SpringDamper("link2", other_at=(1.5, 0, 0), stiffness=30.0, damping=2.0, rest=0.4)
    mechanism.add_force("tendon", tendon)
    names = ["tendon.force", "energy.kinetic", "energy.potential", "link1.reaction.force.x in ground"]
    q, u = np.array((0.4, -0.3)), np.array((0.3, -0.8))
    how = {"inputs": ["link2", "link2.force.x"], "outputs": [*names, "link2.u_dot", "link2.position.z"]}
    model = bo.linearise(mechanism, q, u, **how)
    assert model.notes[0].startswith("slopes of 'tendon.force', 'energy.kinetic'")
    rows = {name: (c, d) for name, c, d in zip(model.outputs, model.C.values, model.D.values, strict=True)}
    mass = bo.mass_matrix(mechanism, q)
    np.testing.assert_allclose(rows["energy.kinetic"][0][2:], mass @ u, atol=1e-9)
    needed = bo.inverse_dynamics(mechanism, q, np.zeros(2), np.zeros(2))
    np.testing.assert_allclose(rows["energy.potential"][0], (*needed, 0.0, 0.0), atol=1e-9)
    jacobian = bo.kinematics.point_jacobian(mechanism, q, "link2")[:3]
    place = bo.body_poses(mechanism, q)[1, :3, 3] - (1.5, 0, 0)
    along = place / np.linalg.norm(place) @ jacobian
    np.testing.assert_allclose(rows["tendon.force"][0][2:], 2.0 * along, atol=1e-9)
    assert not np.abs(rows["tendon.force"][1]).any()
    # a push on the chain accelerates it, or goes into the hinge
    for k, push in enumerate((0.0, 1.0)):
        u_dot = model.B.values[2:, k]
        centers = [
            bo.kinematics.point_jacobian(mechanism, q, name, at=(0, 0, -0.5))[0] @ u_dot for name in ("link1", "link2")
        ]
        assert rows["link1.reaction.force.x in ground"][1][k] == pytest.approx(sum(centers) - push, abs=1e-9)
    np.testing.assert_allclose(rows["u_dot.link2"][0], model.A.values[3], atol=1e-12)
    with pytest.raises(bo.errors.StateError, match=r"'tendon\.work' follows from the motion before a state"):
        bo.linearise(mechanism, q, outputs=["tendon.work"])


def test_motors_are_inputs_by_their_names():
    mechanism = arm()
    mechanism.add_force("drive", bo.Motor("link2", 0.0))
    model = bo.linearise(mechanism, inputs=["drive", "tau.link2"])
    np.testing.assert_array_equal(model.B.values[:, 0], model.B.values[:, 1])


def test_python_control_answers_the_same(plant):
    control = pytest.importorskip("control")
    system = plant.to_control()
    assert system.state_labels == ["q_link1", "q_link2", "u_link1", "u_link2"]
    assert system.input_labels == ["link1", "link2_force_x"]
    assert system.output_labels[1] == "u_link2"
    time = np.linspace(0.0, 2.0, 101)
    _, expected = control.step_response(system, T=time)
    np.testing.assert_allclose(
        plant.step(2.0, 100).values, expected.transpose(2, 0, 1), atol=1e-10 * np.abs(expected).max()
    )
    response = control.frequency_response(system, 2 * np.pi * HERTZ)
    found = plant.frequency_response(HERTZ).values.transpose(1, 2, 0)
    np.testing.assert_allclose(found, response.complex, rtol=1e-9)
    np.testing.assert_allclose(np.sort_complex(plant.poles()), np.sort_complex(control.poles(system)), rtol=1e-9)


def test_scipy_answers_the_same(plant):
    plain = bo.linearise(plant.mechanism, plant.q, plant.u, inputs=["link1"], outputs=["link2"])
    system = StateSpace(*(part.values for part in (plain.A, plain.B, plain.C, plain.D)))
    time = np.linspace(0.0, 1.0, 41)
    np.testing.assert_allclose(plain.impulse(1.0, 40).values[:, 0, 0], impulse(system, T=time)[1], atol=1e-10)
    stepped = lsim(system, np.ones(41), time)[1]
    np.testing.assert_allclose(plain.step(1.0, 40).values[:, 0, 0], stepped, atol=1e-10)


def test_hints_tell_what_is_out_of_reach():
    """Two equal masses in a row: a push on both moves them together only, and their distance shows the other mode only."""
    mechanism = bo.Mechanism("pair", gravity=(0, 0, 0))
    for name, at in (("left", -0.3), ("right", 0.3)):
        body = bo.Inertia(1.0, tensor=0.1 * np.eye(3))
        mechanism.add_body(name, "ground", bo.Prismatic((1, 0, 0)), at=(at, 0, 0), inertia=body)
        mechanism.add_force(f"spring of {name}", bo.JointSpring(name, 100.0))
    mechanism.add_force("between", bo.SpringDamper("right", "left", stiffness=50.0, rest=0.6))
    found = bo.linearise(mechanism, outputs=["left", "right"]).coupling()
    np.testing.assert_allclose(found.controllable, np.sqrt(0.5), rtol=1e-12)
    np.testing.assert_allclose(found.observable, np.sqrt(0.5), rtol=1e-12)
    # modes are square to one another in the metric of the masses, so all of a push goes into them
    hanging = bo.linearise(bo.chain(2), outputs=["link1", "link2", "u.link2"]).coupling()
    np.testing.assert_allclose((hanging.controllable**2).sum("mode"), 1.0, rtol=1e-12)
    np.testing.assert_allclose((hanging.observable**2).sum("mode"), 1.0, rtol=1e-12)
    alone = bo.chain(2)
    alone.add_body("other", "ground", bo.Prismatic((1, 0, 0)), inertia=bo.Inertia(1.0, tensor=np.eye(3)))
    alone.add_force("spring", bo.JointSpring("other", 3.0))
    apart = bo.linearise(alone, inputs=["other"], outputs=["other", "u.link1"]).coupling()
    own = int(np.argmin(np.abs(apart.frequency.values - np.sqrt(3.0) / (2 * np.pi))))
    expected = np.arange(3) == own
    np.testing.assert_allclose(apart.controllable[:, 0], expected, atol=1e-12)
    np.testing.assert_allclose(apart.observable.sel(output="other"), expected, atol=1e-12)
    assert (apart.observable.sel(output="u.link1").values[~expected] > 0.1).all()


def test_what_has_no_answer_is_said():
    model = bo.linearise(oscillator(damping=0.0))
    with pytest.raises(
        bo.errors.SingularError, match=r"at 0\.795775 Hz is infinite: a mode has exactly this frequency"
    ):
        model.frequency_response(5.0 / (2 * np.pi))
    with pytest.raises(
        bo.errors.StateError, match=r"inputs act on 'u_dot\.mass' at once, so an impulse does without end"
    ):
        bo.linearise(oscillator(), outputs=["u_dot.mass"]).impulse(1.0)
    with pytest.raises(bo.errors.StateError, match="duration must be a positive number"):
        model.step(-1.0)
    with pytest.raises(bo.errors.StateError, match="frequencies must be finite"):
        model.frequency_response([np.nan])
    with pytest.raises(bo.errors.StateError, match="count must be a whole number"):
        model.modes(count=0)


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ({"q": {"link3": 1.0}}, "no coordinate 'link3'"),
        ({"q": [[0.0, 0.0]]}, "q is a batch, but a linear model is about one state"),
        ({"u": [np.nan, 0.0]}, "u of 'link1' must be finite"),
        ({"inputs": ["elbow"]}, "no input 'elbow' of 'chain of 2': there are 'link1'"),
        ({"inputs": ["link1", "link1"]}, "the input 'link1' is named twice"),
        ({"inputs": ["arm.force.z"]}, "no body 'arm' in 'chain of 2'"),
        ({"inputs": ["link1(0, 1).force.z"]}, r"the point \(0, 1\) must be three numbers"),
        ({"outputs": ["point:arm.z"]}, r"no body or point 'arm\.z'"),
        ({"outputs": [3]}, "outputs are names"),
        ({"independent": ["link1"]}, "has no loops, so all its velocities are independent"),
    ],
    ids=lambda value: str(value)[:24],
)
def test_bad_arguments_are_named(how, message):
    with pytest.raises(bo.errors.StateError, match=message):
        bo.linearise(bo.chain(2), **how)


def test_a_spring_without_length_has_no_slope():
    mechanism = bo.chain(2)
    mechanism.add_force("tendon", bo.SpringDamper("link2", other_at=(0, 0, -1), stiffness=5.0, rest=0.1))
    with pytest.raises(bo.errors.SingularError, match="'chain of 2' has no linear model here: 'tendon' has no length"):
        bo.linearise(mechanism)


def test_frequencies_by_default_are_around_those_of_the_modes():
    """From a tenth of the natural frequency √(k/m)/2π to ten times it."""
    model = bo.linearise(oscillator(stiffness=50.0, mass=2.0))
    hertz = model.frequency_response()["frequency"].values
    assert hertz[[0, -1]] == pytest.approx(np.array([0.5, 50.0]) / (2.0 * np.pi))


def test_velocities_of_points_change_as_the_kinetic_energy_does():
    """T = (m v² + c ω²)/2 of a body with equal moments of inertia on a ball joint, whose velocities are no rates."""
    mechanism, mass, moment, center = bo.Mechanism("bob"), 2.0, 0.3, (0.1, 0.2, -0.8)
    body = bo.Inertia(mass, center, moment * np.eye(3))
    mechanism.add_body("bob", "ground", bo.Ball(), inertia=body)
    q, u = mechanism.coordinates(), np.array([0.7, -0.4, 1.1])
    points = [f"velocity.bob{center}.{axis}" for axis in "xyz"]
    spins = [f"u.{name}" for name in mechanism.u_names]
    model = bo.linearise(mechanism, q, u, outputs=[*points, *spins, "energy.kinetic"])
    rows = model.C.values
    expected = mass * np.cross(u, center) @ rows[:3] + moment * u @ rows[3:6]
    assert np.abs(rows[:3, :3]).max() > 0.1
    np.testing.assert_allclose(rows[6], expected, atol=1e-8)


def test_the_power_of_a_damper_on_a_loop_changes_as_the_square_of_its_velocity():
    """-c ω² about a moving state of a four-bar: what slopes the velocity has, it has times -2 c ω."""
    machine, hinge, damping = bo.Mechanism("four-bar"), bo.Revolute((0, 1, 0)), 0.3
    for name, parent, at, length in (
        ("crank", "ground", 0.0, 0.2),
        ("coupler", "crank", 0.2, 0.5),
        ("rocker", "ground", 0.5, 0.4),
    ):
        bar = bo.Inertia.rod(length, mass=1.0, radius=0.01, axis=(1, 0, 0), center=(length / 2, 0, 0))
        machine.add_body(name, parent, hinge, at=(at, 0, 0), inertia=bar)
    machine.add_loop("pin", "coupler", "rocker", hinge, at=(0.5, 0, 0), other_at=(0.4, 0, 0))
    machine.add_force("brake", bo.JointDamper("rocker", damping))
    start, outputs = {"crank": -1.0, "rocker": -1.5}, ["u.rocker", "brake.power"]
    model = bo.linearise(machine, start, {"crank": 8.0}, independent=["crank"], outputs=outputs)
    velocity, power = model.C.values
    assert np.abs(velocity).min() > 0.1
    np.testing.assert_allclose(power, -2.0 * damping * model.u[2] * velocity, rtol=1e-7)


def test_sizes_of_reactions_change_by_inputs_as_under_the_forces_that_act():
    """The size of a force is no linear function of the inputs, so those that act already count."""
    mechanism, q, u, tau = arm(), np.array((0.4, -0.9)), np.array((1.0, 2.0)), np.array((5.0, -3.0))
    model = bo.linearise(mechanism, q, u, tau=tau, inputs=["link1", "link2"], outputs=["|link1.reaction.force|"])
    near = tau + 1e-4 * np.concatenate((np.eye(2), -np.eye(2)))
    wrenches = bo.forward_dynamics(mechanism, np.tile(q, (4, 1)), np.tile(u, (4, 1)), near, reactions=True)[1]
    sizes = np.linalg.norm(wrenches[:, 0, :3], axis=1)
    np.testing.assert_allclose(model.D.values[0], (sizes[:2] - sizes[2:]) / 2e-4, rtol=1e-7)
