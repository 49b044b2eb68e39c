"""Bad input gives one sentence that names the culprit and the remedy; nothing wrong is returned in silence."""

import numpy as np
import pytest
from helpers.forms import skip_unless_served
from scipy.spatial.transform import Rotation

import bough as bo
from bough.api.diagnosis import explain
from bough.compiled.entries import NO_WRENCHES

NAN = float("nan")
HINGE = bo.Revolute((0, 1, 0))
LINK = bo.Inertia.rod(1.0, 1.0, radius=0.1, center=(0, 0, -0.5))
# every way to the accelerations that needs no inertia of its own for each body
WAYS = [
    ("separate-bodies", None),
    *((form, solver) for form in ("composite-bodies", "direct", "wittenburg") for solver in ("udu", "uu", "cholesky")),
    ("maggi", None),
    ("extended", None),
]
ONE_OR_MANY = pytest.mark.parametrize("states", [None, 1, 40], ids=["one state", "batch of 1", "batch of 40"])


def fails(error, culprits, call, *arguments, **options):
    """Assert that a call raises one sentence that holds all these words, and give the sentence."""
    with pytest.raises(error) as caught:
        call(*arguments, **options)
    message = str(caught.value)
    assert all(culprit in message for culprit in culprits), message
    assert message[-1] in ".?"
    assert "\n" not in message
    return message


def arm(hand=LINK, joint=HINGE):
    mechanism = bo.Mechanism("arm")
    mechanism.add_body("upper", "ground", HINGE, inertia=LINK)
    mechanism.add_body("hand", "upper", joint, (0, 0, -1), inertia=hand)
    return mechanism


def spoiled(array, value, *index):
    array = array.copy()
    array[index] = value
    return array


# --- descriptions -----------------------------------------------------------------------------------------------


def test_cycles():
    mechanism = bo.Mechanism("ring")
    for name, parent in (("a", "c"), ("b", "a"), ("c", "b"), ("free", "ground")):
        mechanism.add_body(name, parent, HINGE, inertia=LINK)
    culprits = "cycle", "'a' -> 'c' -> 'b' -> 'a'", "ground"
    fails(bo.errors.MechanismError, culprits, bo.forward_dynamics, mechanism, np.zeros(4), np.zeros(4))
    snake = bo.Mechanism("snake")
    snake.add_body("head", "head", HINGE, inertia=LINK)
    fails(bo.errors.MechanismError, ("cycle", "'head' -> 'head'"), bo.mass_matrix, snake, [0.0])


def test_names():
    mechanism = arm()
    fails(bo.errors.MechanismError, ("'upper'", "'arm'", "another name"), mechanism.add_body, "upper", joint=HINGE)
    fails(bo.errors.MechanismError, ("'ground'", "another name"), mechanism.add_body, "ground", joint=HINGE)
    fails(bo.errors.MechanismError, ("non-empty string", "3"), mechanism.add_body, 3, joint=HINGE)
    fails(
        bo.errors.MechanismError,
        ("'nail'", "name of a body"),
        mechanism.add_body,
        "nail",
        mechanism.body("hand"),
        HINGE,
    )
    fails(bo.errors.MechanismError, ("'hnad'", "did you mean 'hand'?"), mechanism.body, "hnad")
    fails(bo.errors.MechanismError, ("'zzz'", "'upper', 'hand'"), mechanism.body, "zzz")
    mechanism.add_body("tool", "hnad", HINGE)
    culprits = "'tool'", "'hnad'", "'arm'", "did you mean 'hand'?"
    fails(bo.errors.MechanismError, culprits, bo.mass_matrix, mechanism, np.zeros(3))


@pytest.mark.parametrize(
    ("body", "culprits"),
    [
        ({"joint": None}, ("a joint", "bough.Revolute")),
        ({"joint": bo.Revolute}, ("a joint", "Revolute()")),
        ({"joint": bo.Joint()}, ("a joint",)),
        ({"inertia": 3.0}, ("bough.Inertia", "float")),
        ({"armature": -0.1}, ("armature", "-0.1", "zero or more")),
        ({"armature": NAN}, ("armature", "nan", "finite")),
        ({"armature": "heavy"}, ("armature", "one number, not 'heavy'")),
        ({"armature": (1.0, 2.0)}, ("armature", "one number, not (1.0, 2.0)")),
        ({"joint": bo.Ball(), "armature": (1.0, 2.0)}, ("armature", "or 3, one for each", "(1.0, 2.0)")),
        ({"joint": bo.Ball(), "armature": (1.0, 2.0, -3.0)}, ("armature", "-3.0", "zero or more")),
        ({"joint": bo.Fixed(), "armature": 0.1}, ("armature", "Fixed", "leave it out")),
        ({"joint": bo.Driven(HINGE, 0.3), "armature": 0.1}, ("armature", "Driven", "leave it out")),
        ({"at": (0, NAN, 0)}, ("at", "nan", "finite")),
        ({"at": (0, 1)}, ("at", "three numbers", "(0, 1)")),
        ({"at": "here"}, ("at", "three numbers", "'here'")),
        ({"rotation": np.full((3, 3), NAN)}, ("rotation", "finite")),
        ({"rotation": "up"}, ("rotation", "3 x 3", "'up'")),
        ({"rotation": 2 * np.eye(3)}, ("rotation", "orthonormalise")),
        ({"rotation": -np.eye(3)}, ("rotation", "proper")),
    ],
)
def test_bodies_are_named_with_what_is_wrong_about_them(body, culprits):
    fails(bo.errors.MechanismError, ("'tip'", *culprits), bo.Mechanism().add_body, "tip", **{"joint": HINGE, **body})


@pytest.mark.parametrize(
    ("make", "culprits"),
    [
        (lambda: bo.Mechanism("m", gravity=(0, 0, NAN)), ("'m'", "gravity", "nan", "finite")),
        (lambda: bo.Mechanism("m", gravity=9.81), ("'m'", "gravity", "three numbers", "9.81")),
        (lambda: bo.Revolute((0, 0, 2)), ("Revolute", "axis", "unit length", "divide it by its length 2")),
        (lambda: bo.Prismatic((0, 0, 0)), ("Prismatic", "axis", "give a direction")),
        (lambda: bo.Revolute((0, NAN, 1)), ("Revolute", "axis", "nan", "finite")),
        (lambda: bo.Revolute("w"), ("Revolute", "axis", "three numbers, or one of x, y, z", "'w'")),
        (lambda: bo.Planar((1, 1, 0)), ("Planar", "normal", "divide it by its length 1.41421")),
        (lambda: bo.Universal((1, 0, 0), (0, 0, 3)), ("Universal", "axis2", "divide it by its length 3")),
        (lambda: bo.Universal((1, 0, 0), (1, 0, 0)), ("Universal", "parallel", "tilt")),
        (lambda: bo.Helical((0, 0, 1), "steep"), ("Helical", "pitch", "'steep'")),
        (lambda: bo.Helical((0, 0, 1), NAN), ("Helical", "pitch", "finite")),
        (lambda: bo.Gimbal(5), ("Gimbal", "axes", "5")),
        (lambda: bo.Gimbal(((1, 0, 0), (0, 1, 0))), ("Gimbal", "three axes", "Universal")),
        (lambda: bo.Gimbal(((1, 0, 0), (0, 1, 0), (0, 0, 0))), ("Gimbal", "axis 3", "give a direction")),
        (lambda: bo.Inertia(-1.0), ("mass", "-1", "zero or more")),
        (lambda: bo.Inertia("heavy"), ("mass", "'heavy'")),
        (lambda: bo.Inertia(NAN), ("mass", "finite")),
        (lambda: bo.Inertia(1.0, (0, NAN, 0)), ("center", "nan", "finite")),
        (lambda: bo.Inertia(1.0, tensor=(1, 1, NAN)), ("tensor", "finite")),
        (lambda: bo.Inertia(1.0, tensor=(1, 2)), ("tensor", "3 x 3", "(2,)")),
        (lambda: bo.Inertia(1.0, tensor="big"), ("tensor", "'big'")),
        (lambda: bo.Inertia(1.0, tensor=(1, 1, -0.5)), ("positive definite", "-0.5", "centre of mass")),
        (lambda: bo.Inertia(1.0, tensor=(1, 1, 2.5)), ("triangle inequality", "2.5", "units")),
        (lambda: bo.Inertia(1.0, tensor=np.eye(3) + np.eye(3, k=1)), ("not symmetric", "products of inertia")),
        (lambda: bo.Inertia.box(3.0, 1.0), ("Inertia.box", "size", "3.0")),
        (lambda: bo.Inertia.box((1, 0, 1), 1.0), ("Inertia.box", "edge y", "positive")),
        (lambda: bo.Inertia.box((1, 1, 1)), ("Inertia.box", "mass= or density=")),
        (lambda: bo.Inertia.sphere("a", 1.0), ("Inertia.sphere", "radius", "'a'")),
        (lambda: bo.Inertia.sphere(1.0, density=-2.0), ("Inertia.sphere", "density", "-2")),
        (lambda: bo.Inertia.sphere(1.0, density=NAN), ("Inertia.sphere", "density", "finite")),
        (lambda: bo.Inertia.rod(1.0, "x"), ("Inertia.rod", "mass", "'x'")),
        (lambda: bo.Inertia.rod(1.0, density=1.0), ("Inertia.rod", "radius=")),
        (lambda: bo.Inertia.cylinder(1.0, -1.0, 1.0), ("Inertia.cylinder", "length", "positive")),
        (lambda: bo.Inertia.cylinder(1.0, 1.0, 1.0, axis=(0, 0, 5)), ("Inertia.cylinder", "axis", "length 5")),
        (lambda: LINK.moved("up", (0, 0, 0)), ("Inertia.moved", "rotation", "'up'")),
        (lambda: LINK.moved(np.eye(3), 1.0), ("Inertia.moved", "origin", "1.0")),
    ],
)
def test_descriptions(make, culprits):
    fails(bo.errors.MechanismError, culprits, make)


# --- states -----------------------------------------------------------------------------------------------------

PENDULUM = bo.pendulum(3)


def pendulum_state(states):
    """q, u and wrenches, the index of the state to spoil, and how a message calls that state."""
    q, u = bo.models.random_state(PENDULUM, 0, states)
    wrenches = np.zeros((*q.shape[:-1], len(PENDULUM), 6))
    last = () if states is None else (states - 1,)
    return q, u, wrenches, last, "" if states is None else f"state {states - 1}"


@ONE_OR_MANY
@pytest.mark.parametrize("value", [NAN, np.inf])
def test_numbers_that_are_not_finite(states, value):
    q, u, wrenches, last, where = pendulum_state(states)
    bad = spoiled(q, value, *last, 4)
    fails(bo.errors.StateError, ("q", where, "'link2'", "finite"), bo.forward_dynamics, PENDULUM, bad, u)
    fails(bo.errors.StateError, ("q", where, "'link2'", "finite"), bo.mass_matrix, PENDULUM, bad)
    fails(bo.errors.StateError, ("q", where, "'link2'", "finite"), bo.body_poses, PENDULUM, bad)
    bad = spoiled(u, value, *last, 2)
    fails(bo.errors.StateError, ("u", where, "'link1.wz'", "finite"), bo.forward_dynamics, PENDULUM, q, bad)
    fails(bo.errors.StateError, ("tau", where, "'link1.wz'", "finite"), bo.forward_dynamics, PENDULUM, q, u, bad)
    fails(bo.errors.StateError, ("u_dot", where, "'link1.wz'", "finite"), bo.inverse_dynamics, PENDULUM, q, u, bad)
    bad = spoiled(wrenches, value, *last, 1, 4)
    fails(
        bo.errors.StateError, ("wrench", where, "'link2'", "finite"), bo.forward_dynamics, PENDULUM, q, u, wrenches=bad
    )


@ONE_OR_MANY
def test_quaternions_must_have_unit_length(states):
    q, u, _, last, where = pendulum_state(states)
    bad = spoiled(q, 1.001 * q[(*last, slice(4))], *last, slice(4))
    fails(
        bo.errors.StateError, ("quaternion", where, "'link1'", "1.001", "divide"), bo.forward_dynamics, PENDULUM, bad, u
    )
    fails(bo.errors.StateError, ("quaternion", where, "'link1'", "1.001", "divide"), bo.body_poses, PENDULUM, bad)
    bad = spoiled(q, 0.0, *last, slice(4))
    fails(bo.errors.StateError, ("quaternion", where, "'link1'", "1, 0, 0, 0"), bo.forward_dynamics, PENDULUM, bad, u)


Q, U, _, _, _ = pendulum_state(None)
MANY_Q, MANY_U, _, _, _ = pendulum_state(20)


@pytest.mark.parametrize(
    ("q", "u", "more", "culprits"),
    [
        (Q[:-1], U, {}, ("q", "(5,)", "6 numbers", "'link1.w'", "'link3'")),
        (Q, U[:-1], {}, ("u", "(4,)", "5 numbers", "'link1.wx'")),
        (Q, U, {"tau": Q}, ("tau", "(6,)", "5 numbers")),
        (MANY_Q[None], MANY_U, {}, ("q", "(1, 20, 6)", "6 numbers")),
        (None, U, {}, ("q", "6 numbers", "None")),
        ({"link1": 1}, U, {}, ("q", "6 numbers", "'link1.w'", "{'link1': 1}")),
        (MANY_Q, MANY_U[:7], {}, ("q has 20", "u has 7", "the same")),
        (Q, U, {"wrenches": np.ones((3, 5))}, ("wrenches", "(3, 5)", "3 x 6", "'link1', 'link2', 'link3'")),
        (Q, U, {"wrenches": np.ones((2, 6))}, ("wrenches", "(2, 6)", "3 x 6")),
        (Q, U, {"wrenches": "hard"}, ("wrenches", "force and a moment")),
        (MANY_Q, MANY_U, {"wrenches": np.ones((4, 3, 6))}, ("q has 20", "wrenches has 4")),
    ],
)
def test_shapes(q, u, more, culprits):
    fails(bo.errors.StateError, culprits, bo.forward_dynamics, PENDULUM, q, u, **more)


@pytest.mark.parametrize(
    "compute",
    [
        lambda: bo.body_poses(PENDULUM, spoiled(Q, NAN, 5)),
        lambda: bo.kinematics.coordinate_rates(PENDULUM, Q, spoiled(U, NAN, 4)),
        lambda: bo.kinematics.velocities_from_rates(PENDULUM, Q, spoiled(Q, NAN, 5)),
    ],
    ids=["poses", "rates", "velocities"],
)
def test_kinematics_of_numbers_that_are_not_finite(compute):
    fails(bo.errors.StateError, ("'link3'", "finite"), compute)


@pytest.mark.parametrize(
    ("q", "u", "more", "culprits"),
    [
        (Q[:-1], U, {}, ("q", "(5,)", "6 numbers", "'link1.w'")),
        (Q, "fast", {}, ("u", "5 numbers", "'fast'")),
        (spoiled(Q, NAN, 4), U, {}, ("q", "'link2'", "finite")),
        (Q, spoiled(U, np.inf, 4), {}, ("u", "'link3'", "finite")),
        (1.001 * Q, None, {}, ("quaternion", "'link1'", "1.001", "divide")),
        (Q, U, {"wrenches": np.full((3, 6), NAN)}, ("wrench", "'link1'", "finite")),
        (Q, U, {"wrenches": np.ones((2, 6))}, ("wrenches", "(2, 6)", "3 x 6")),
        (MANY_Q, U, {}, ("q", "batch", "one state", "q[0]")),
        (Q, MANY_U, {}, ("u", "batch", "one state", "u[0]")),
        (Q, U, {"wrenches": np.ones((4, 3, 6))}, ("wrenches", "batch", "wrenches[0]")),
    ],
)
def test_matrices_are_of_one_good_state(q, u, more, culprits):
    fails(bo.errors.StateError, culprits, bo.dynamics.matrices, PENDULUM, q, u, **more)


def test_matrices_of_numbers_that_are_too_large():
    slide = arm(joint=bo.Prismatic((1, 0, 0)))
    culprits = "not finite", "too large", "units"
    fails(bo.errors.SingularError, culprits, bo.dynamics.matrices, slide, [0.0, 1e200], [1e200, 0.0])
    fails(bo.errors.SingularError, culprits, lambda: bo.dynamics.matrices(slide, [0.0, 1e200]).M_star)


def test_names_of_matrices():
    m = bo.dynamics.matrices(PENDULUM, Q)
    fails(bo.errors.StateError, ("'Mstar'", "did you mean 'M_star'?"), m.show, "Mstar")
    fails(bo.errors.StateError, ("'jacobian'", "'S', 'T', 'A'"), m.labels, "jacobian")
    fails(bo.errors.MechanismError, ("'lnk1'", "did you mean 'link1'?"), m.rows, "lnk1")
    fails(bo.errors.MechanismError, ("'lnk1'", "did you mean 'link1'?"), m.dofs, "lnk1")


# --- methods ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("formulation", "solver", "culprits"),
    [
        ("seperate-body", None, ("'seperate-body'", "did you mean 'separate-bodies'?")),
        ("newton", None, ("'newton'", "'auto'", "'multipliers'")),
        ("crba", "udo", ("'udo'", "'composite-bodies'", "did you mean 'udu'?")),
        ("aba", "udu", ("'separate-bodies'", "leave out", "'udu'")),
        ("auto", "udo", ("'udo'", "did you mean 'udu'?")),
    ],
)
def test_unknown_methods(formulation, solver, culprits):
    with_names = {"formulation": formulation, "solver": solver}
    fails(bo.errors.UnsupportedError, culprits, bo.forward_dynamics, arm(), [0, 0], [0, 0], **with_names)


@pytest.mark.parametrize("hand", [bo.Inertia(), bo.Inertia.point(1.0, (0, 0, -1)), bo.Inertia.rod(1.0, 1.0)])
def test_multipliers_need_inertia(hand):
    mechanism = arm(hand)
    culprits = "'multipliers'", "'hand'", "'separate-bodies'", "'composite-bodies'", "'direct'", "'extended'"
    state = [0.3, 0.2], [0.0, 0.0]
    message = fails(
        bo.errors.UnsupportedError, culprits, bo.forward_dynamics, mechanism, *state, formulation="multipliers"
    )
    assert bo.methods.why_unsupported(mechanism, "multipliers") in message
    assert bo.methods.why_unsupported(arm(), "multipliers") is None


@pytest.mark.parametrize(
    "states", [None, 1, pytest.param(40, marks=pytest.mark.slow)], ids=["one state", "batch of 1", "batch of 40"]
)
@pytest.mark.parametrize(("formulation", "solver"), WAYS)
@pytest.mark.parametrize("joint", [HINGE, bo.Prismatic((1, 0, 0)), bo.Cylindrical()])
def test_massless_ends_are_singular(formulation, solver, joint, states):
    mechanism = arm(bo.Inertia(), joint)
    skip_unless_served(mechanism, formulation, solver)
    q, u = bo.models.random_state(mechanism, 0, states)
    culprits = "singular", "" if states is None else "state 0", f"'{mechanism.u_names[-1]}'", "mass or inertia"
    with_names = {"formulation": formulation, "solver": solver}
    fails(bo.errors.SingularError, culprits, bo.forward_dynamics, mechanism, q, u, **with_names)


def test_other_singularities():
    none = np.zeros(2)
    fails(bo.errors.SingularError, ("'hand'", "mass"), bo.dynamics.solve_mass_matrix, arm(bo.Inertia()), none, none)
    chain = bo.chain(3000)
    chain.add_body("tip", "link3000", HINGE)
    chain.add_body("rotor", "link3000", HINGE, armature=0.1)  # resists by itself
    fails(bo.errors.SingularError, ("'tip'", "mass"), bo.forward_dynamics, chain, np.zeros(3002), np.zeros(3002))


@pytest.mark.parametrize("gimbal", [bo.Gimbal(), bo.Gimbal(((0.6, 0.8, 0), (0, 0.8, 0.6), (0, 0, 1)))])
def test_gimbal_lock_is_told_from_missing_inertia(gimbal):
    mechanism = arm(joint=gimbal)

    def volume(turn2):
        """Of the three axes, after the first two turns."""
        first, second, third = np.array(gimbal.axes)
        one, two = Rotation.from_rotvec(0.2 * first), Rotation.from_rotvec(turn2 * second)
        return np.linalg.det((first, one.apply(second), (one * two).apply(third)))

    locked = np.arctan2(-volume(0.0), volume(np.pi / 2))  # it is a sinusoid without a mean
    assert volume(locked) == pytest.approx(0.0, abs=1e-15)
    q, u = mechanism.coordinates({"hand": (0.2, locked, -0.3)}), mechanism.velocities()
    error = explain(mechanism, {"q": q, "u": u, "tau": u}, NO_WRENCHES)
    assert isinstance(error, bo.errors.SingularError)
    assert "gimbal of 'hand'" in str(error)
    assert "Ball" in str(error)
    assert gimbal.distance_to_lock(locked + 1e-3) > 1e-4


@ONE_OR_MANY
def test_overflow_is_told_from_singularity(states):
    mechanism = arm(joint=bo.Prismatic((1, 0, 0)))
    q = np.full((2,) if states is None else (states, 2), 1e200)
    whose = {None: "", 1: "state 0"}.get(states, "states 0")
    culprits = "not finite", whose, "too large", "units"
    fails(bo.errors.SingularError, culprits, bo.mass_matrix, mechanism, q)
    fails(bo.errors.SingularError, culprits, bo.forward_dynamics, mechanism, q, np.zeros(2))


# --- nothing to move --------------------------------------------------------------------------------------------


def bolted():
    mechanism = bo.Mechanism("bolted")
    mechanism.add_body("plate", "ground", bo.Fixed(), (0, 0, 2), inertia=bo.Inertia.sphere(0.1, 3.0))
    mechanism.add_body("cup", "plate", bo.Fixed(), (0, 0, 1), inertia=bo.Inertia.sphere(0.1, 1.0))
    return mechanism


@pytest.mark.parametrize(
    ("mechanism", "potential"), [(bo.Mechanism("empty"), 0.0), (bolted(), 9.81 * 9)], ids=["no bodies", "no DoF"]
)
def test_mechanisms_without_freedom(mechanism, potential):
    none = np.zeros(0)
    for formulation, solver in [*WAYS, ("multipliers", None)]:
        for q in ([], none):
            assert bo.forward_dynamics(mechanism, q, q, formulation=formulation, solver=solver).shape == (0,)
        many = np.zeros((40, 0))
        assert bo.forward_dynamics(mechanism, many, many, formulation=formulation, solver=solver).shape == (40, 0)
    assert bo.mass_matrix(mechanism, none).shape == (0, 0)
    assert bo.dynamics.solve_mass_matrix(mechanism, none, none).shape == (0,)
    assert bo.inverse_dynamics(mechanism, none, none, none).shape == (0,)
    assert bo.kinematics.coordinate_rates(mechanism, none, none).shape == (0,)
    assert bo.body_poses(mechanism, none).shape == (len(mechanism), 4, 4)
    assert bo.body_twists(mechanism, none, none) == pytest.approx(np.zeros((len(mechanism), 6)))
    assert bo.kinetic_energy(mechanism, none, none) == 0.0
    assert bo.potential_energy(mechanism, none) == pytest.approx(potential)


def test_reactions_of_what_is_bolted_down():
    _, reactions = bo.forward_dynamics(bolted(), [], [], reactions=True)
    assert reactions == pytest.approx(np.array([[0, 0, 4 * 9.81, 0, 0, 0], [0, 0, 9.81, 0, 0, 0]]))


@pytest.mark.parametrize("name", ["mass", "inverse", "tree", "energies", "solve_mass", "poses"])
def test_no_other_computation_is_taken_for_a_form(name):
    mechanism, state = arm(), [0, 0]
    bo.mass_matrix(mechanism, state)
    bo.inverse_dynamics(mechanism, state, state, state)
    bo.kinetic_energy(mechanism, state, state)
    fails(bo.errors.UnsupportedError, (f"'{name}'",), bo.forward_dynamics, mechanism, state, state, formulation=name)


@pytest.mark.parametrize("joint", [bo.Ball(), bo.Free()])
@ONE_OR_MANY
def test_quaternions_are_of_unit_length_to_nine_digits(joint, states):
    """What is taken for granted of a rotation must hold: a length that is off by δ changes results by as much."""
    mechanism = bo.Mechanism("body")
    mechanism.add_body("body", "ground", joint, inertia=bo.Inertia.box((0.1, 0.2, 0.3), 1.0, center=(0.1, 0.2, 0.3)))
    q, u = bo.models.random_state(mechanism, 1, states)
    expected = bo.forward_dynamics(mechanism, q, u, formulation="separate-bodies")
    for error in (1e-3, -1e-3, 1e-4, -1e-6, 1e-8, -2e-9, 2e-9):
        wrong = q.copy()
        wrong[..., -4:] *= 1.0 + error
        with pytest.raises(bo.errors.StateError, match=r"quaternion.* of 'body' has length"):
            bo.forward_dynamics(mechanism, wrong, u, formulation="separate-bodies")
        last = wrong if states is None else wrong[-1]
        assert [body.name for body, _ in mechanism.quaternion_faults(last)] == ["body"]
    for error in (5e-10, -5e-10):
        near = q.copy()
        near[..., -4:] *= 1.0 + error
        found = bo.forward_dynamics(mechanism, near, u, formulation="separate-bodies")
        assert np.abs(found - expected).max() < 1e-7 * np.abs(expected).max()
        assert not list(mechanism.quaternion_faults(near if states is None else near[-1]))
