"""Joints of the users' own: what is refused, and where; names, digests, files and copies; known motions."""

import copy
import math
import pickle
import re

import numpy as np
import pytest
from scipy.interpolate import CubicSpline

import bough as bo
from bough.check.words import joint_words
from bough.errors import MechanismError, ModelError, SingularError

INERTIA = bo.Inertia(0.4, (0.1, 0.0, -0.2), (0.02, 0.03, 0.04))


def slot(s):
    return (s, 0.0, s * s), None


def steeper(s):
    return (s, 0.0, 1.5 * s * s), None


def holds(shift, rotation):
    """The slot by constraints: on the parabola, and without turning."""
    return shift[1], shift[2] - shift[0] ** 2, rotation[0][1], rotation[0][2], rotation[1][2]


SLOT = bo.CustomJoint(slot, {"s": "m"})


def on(joint, **more):
    mechanism = bo.Mechanism("slotted")
    mechanism.add_body("bead", "ground", joint, inertia=INERTIA, **more)
    return mechanism


# --- what is refused --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pose", "unit", "sentence"),
    [
        (lambda s: ((s * s, s**3, 0), None), "m", r"loses a degree of freedom at s = 0, where its column vanishes"),
        (lambda s: (((s - 0.30001) ** 3, 0, 0), None), "m", r"loses a degree of freedom at s = 0\.3,"),
        (lambda s: ((np.sqrt(s), 0, 0), None), "m", r"is not a finite number at s = -1; narrow its range"),
        (lambda s: ((1 / (s - 0.123456), 0, 0), None), "m", r"jumps at s = 0\.123456"),
        (lambda s: ((s, 0, 0), [[1, s, 0], [0, 1, 0], [0, 0, 1]]), "m", "has a matrix that is no rotation at s = -1"),
        (lambda s: ((s, 0, 0), [[1, 0, 0], [0, 1, 0], [0, 0, -1]]), "m", "mirrors the body"),
        (lambda s: ((s, bo.where(s > 0.3, 0.01, 0.0), 0), None), "m", r"the pose of its motion jumps at s = 0\.3;"),
        (lambda s: ((s, abs(s - 0.2), 0), None), "m", r"the slope of its motion jumps at s = 0\.2"),
        (lambda s: ((s, bo.curve(bo.Table((0, 0.5), (0, 1)), s), 0), None), "m", r"the slope .* jumps at s = .*cubic"),
        (lambda s: ((s, np.floor(s), 0), None), "m", "the pose of its motion jumps"),
        (lambda s: ((s, 0.0), None), "m", r"the shift must be three numbers"),
        (lambda s: (s, 0.0, 0.0), "m", r"must give a shift and a rotation"),
        (lambda s: ((s, 0, 0), [((1, 1, 0), s)]), "m", r"the axis of turn 1 .* must have unit length"),
        (lambda s: ((s, 0, 0), [s, s, s]), "m", r"a rotation is None, a list of turns"),
        (lambda s: ((s, math.sin(s), 0), None), "m", r"use NumPy's functions of one number"),
        (lambda s: ((s, np.sign(s), 0), None), "m", r"it uses numpy.sign, which coordinates do not have"),
        (lambda s: ((s, CubicSpline((0, 1), (0, 1))(s), 0), None), "m", r"bough.curve for tables and splines"),
        (lambda s: ((s, {}["s"], 0), None), "m", r"cannot be traced \(KeyError"),
    ],
)
def test_what_is_not_a_motion_is_refused_with_its_coordinate(pose, unit, sentence):
    with pytest.raises(MechanismError, match=f"CustomJoint 'bad': .*{sentence}"):
        bo.CustomJoint(pose, {"s": unit}, name="bad")


def test_the_lock_of_three_turns_is_found_between_the_points_of_a_grid():
    def gimbal(a, b, c):
        return (0, 0, 0), [((0, 0, 1), a), ((0, 1, 0), b), ((1, 0, 0), c)]

    turns = dict.fromkeys("abc", "rad")
    with pytest.raises(MechanismError, match=r"at a = .*, b = -?1\.57.*, c = .*its columns are dependent"):
        bo.CustomJoint(gimbal, turns, over={"b": (-2.0, 2.0)})
    bo.CustomJoint(gimbal, turns, over={"b": (-1.4, 1.4)})


@pytest.mark.parametrize("over", [(-1.0, 1.0), (-0.3, 0.4), (-2.0, 0.7), (-1e-3, 3e3)], ids=str)
@pytest.mark.parametrize(
    ("pose", "what"),
    [
        (lambda s: ((s, abs(s), 0), None), "the slope of its motion jumps at s = 0;"),
        (lambda s: ((s, bo.where(s > 0.0, 1.0, 0.0), 0), None), "the pose of its motion jumps at s = 0;"),
        (lambda s: ((s**2, s**3, 0), None), "loses a degree of freedom at s = 0,"),
    ],
    ids=("slope", "pose", "cusp"),
)
def test_places_are_told_as_exactly_as_they_are_searched(pose, what, over):
    with pytest.raises(MechanismError, match=what):
        bo.CustomJoint(pose, {"s": "m"}, over={"s": over}, name="bad")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"pose": 3}, "pose must be a function, not 3"),
        ({"coordinates": {}}, "coordinates must be one to six names with units"),
        ({"coordinates": {"s": "mm"}}, "the unit of 's' must be 'rad' or 'm', not 'mm'"),
        ({"coordinates": {"a.b": "m"}}, "without dots"),
        ({"coordinates": {"s": "m", "t": "m"}}, "does not take 2 arguments; let it take 2, one for each coordinate"),
        ({"measure": lambda shift: 0.0}, "measure does not take 2 arguments; let it take two, shift and rotation"),
        ({"over": {"t": (0, 1)}}, "over: no coordinate 't'; there are s"),
        ({"over": {"s": (1, 0)}}, "ends at 0, before it starts at 1"),
        ({"start": {"s": 3.0}}, "start: s = 3 is beyond its range, -1 to 1"),
        ({"name": ""}, "name must be a text"),
        ({"measure": lambda shift, rotation: shift}, "measure must give 1 numbers, one for each coordinate, not 3"),
    ],
)
def test_arguments_are_checked(arguments, sentence):
    with pytest.raises(MechanismError, match=sentence):
        bo.CustomJoint(**{"pose": slot, "coordinates": {"s": "m"}, **arguments})


def test_a_joint_that_is_not_found_from_its_pose_closes_no_loop_without_help():
    def far(s):
        return (np.cos(40 * s), np.sin(40 * s), 0.001 * s), None

    def near(shift, rotation):
        return shift[2] * 1000.0

    mechanism = on(SLOT)
    with pytest.raises(MechanismError, match=r"loop 'coil': the coordinates of CustomJoint 'far' .* give it measure="):
        mechanism.add_loop("coil", "bead", "ground", bo.CustomJoint(far, {"s": "m"}))
    mechanism.add_loop("coil", "bead", "ground", bo.CustomJoint(far, {"s": "m"}, measure=near))


def test_a_state_at_which_the_function_fails_is_told_by_its_name():
    bead = on(bo.CustomJoint(lambda s: ((np.arcsin(s), 0, s), None), {"s": "m"}, over={"s": (-0.9, 0.9)}, name="arc"))
    with pytest.raises(SingularError, match=r"the joint 'arc' of 'bead' .* not a finite number at s = 1.5"):
        bo.forward_dynamics(bead, [1.5], [0.0])


@pytest.mark.parametrize(
    ("residuals", "start", "sentence"),
    [
        (lambda s, r: (), None, "one to five numbers that vanish"),
        (lambda s, r: (*s, *r[0]), None, "one to five numbers that vanish"),
        (lambda s, r: (s[0], 2.0 * s[0]), None, "residual 2 depends on those before it"),
        (lambda s, r: (s[0] * s[0] - s[1], s[1]), None, "its constraints depend on one another at the shift"),
        (lambda s, r: s[0] * s[0] + 1.0, ((0.1, 0, 0), None), "no pose near its start fulfils its constraints"),
        (lambda s, r: np.log(s[0]), None, "no pose near its start fulfils its constraints"),
        (lambda s, r: s[0] if s[0] > 0 else s[1], None, "it branches on a coordinate"),
    ],
)
def test_constraints_that_cannot_be_are_refused(residuals, start, sentence):
    with pytest.raises(MechanismError, match=f"CustomConstraint 'bad': .*{sentence}"):
        bo.CustomConstraint(residuals, start, name="bad")


def test_constraints_only_close_loops():
    joint = bo.CustomConstraint(holds)
    with pytest.raises(MechanismError, match=r"body 'bead': a CustomConstraint has no coordinates .* by add_loop"):
        on(joint)
    with pytest.raises(MechanismError, match=r"loop 'held': .*cut the joint"):
        on(bo.Free()).add_loop("held", "bead", "ground", joint, cut="body")


# --- names, digests, files, copies ------------------------------------------------------------------------------------------


def test_names_and_units():
    joint = bo.CustomJoint(lambda x, a: ((x, 0, 0), [((0, 0, 1), a)]), {"x": "m", "angle": "rad"}, start={"x": 0.2})
    mechanism = on(joint)
    assert mechanism.q_names == ("bead.x", "bead.angle")
    assert (mechanism.q_units, mechanism.u_units) == (("m", "rad"), ("m/s", "rad/s"))
    assert mechanism.neutral() == pytest.approx([0.2, 0.0])
    assert on(SLOT).q_names == ("bead",)
    assert joint_words(SLOT) == "CustomJoint 'slot'"
    assert repr(SLOT) == "CustomJoint('slot', {'s': 'm'})"


def test_the_digest_is_of_what_the_function_does():
    def same(x):
        height = x * x
        return [x, 0, height], None

    digest = bo.models.fingerprint(on(SLOT))
    assert (
        bo.models.fingerprint(on(bo.CustomJoint(same, {"s": "m"}, name="slot"))) != digest
    )  # (its name is told as well)
    assert bo.CustomJoint(same, {"s": "m"}).fingerprint == SLOT.fingerprint
    assert bo.CustomJoint(steeper, {"s": "m"}).fingerprint != SLOT.fingerprint
    tables = [bo.Table((0, 1), (0, lift), "cubic") for lift in (0.1, 0.2)]
    first, second = (bo.CustomJoint(lambda s, t=t: ((s, bo.curve(t, s), 0), None), {"s": "m"}) for t in tables)
    assert first.fingerprint != second.fingerprint
    assert bo.CustomConstraint(holds).fingerprint != bo.CustomConstraint(lambda s, r: holds(s, r)[:4]).fingerprint


def test_copies_and_pickles_are_equal():
    mechanism = on(SLOT)
    for other in (copy.copy(mechanism), copy.deepcopy(mechanism), pickle.loads(pickle.dumps(mechanism))):
        assert bo.models.fingerprint(other) == bo.models.fingerprint(mechanism)
        assert other.body("bead").joint == SLOT
    assert bo.CustomJoint(slot, {"s": "m"}) == SLOT != bo.CustomJoint(steeper, {"s": "m"}, name="slot")
    assert len({SLOT, bo.CustomJoint(slot, {"s": "m"})}) == 1


def test_a_file_holds_the_name_only(tmp_path):
    mechanism = on(SLOT)
    mechanism.add_body("held", "ground", bo.Free(), inertia=INERTIA)
    mechanism.add_loop("holder", "held", "ground", bo.CustomConstraint(holds))
    path = tmp_path / "slotted.toml"
    mechanism.save(path)
    text = path.read_text()
    assert 'joint = { type = "CustomJoint", name = "slot" }' in text
    assert 'joint = { type = "CustomConstraint", name = "holds" }' in text
    again = bo.load(path, joints={"slot": SLOT, "holds": bo.CustomConstraint(holds)})
    assert bo.models.fingerprint(again) == bo.models.fingerprint(mechanism)
    with pytest.raises(MechanismError, match="which a description cannot hold"):
        bo.models.from_dict(bo.models.to_dict(mechanism))


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (None, r"body 'bead': joint: no joint 'slot' of your own: give it to bough.load as joints=\{'slot': …\}"),
        ({"slott": SLOT}, "no joint 'slot' of your own: did you mean 'slott'"),
        ({"slot": bo.CustomConstraint(holds)}, "'slot' is a CustomConstraint, not a CustomJoint"),
    ],
)
def test_a_name_that_is_not_given_is_asked_for(given, sentence, tmp_path):
    path = tmp_path / "slotted.toml"
    on(SLOT).save(path)
    with pytest.raises(ModelError, match=sentence):
        bo.load(path, joints=given)
    with pytest.raises(MechanismError, match="joints: 'slot' must be a bough"):
        bo.load(path, joints={"slot": 3})
    with pytest.raises(MechanismError, match="joints must be given by names"):
        bo.load(path, joints=[SLOT])


def test_two_motions_under_one_name_are_not_saved(tmp_path):
    mechanism = on(SLOT)
    mechanism.add_body("again", "ground", bo.Driven(bo.CustomJoint(slot, {"s": "m"}), 0.1), inertia=INERTIA)
    mechanism.save(tmp_path / "one.toml")  # the same motion, made twice
    assert bo.models.fingerprint(bo.load(tmp_path / "one.toml", joints={"slot": SLOT})) == bo.models.fingerprint(
        mechanism
    )
    flat = bo.CustomJoint(lambda s: ((s, 0, 0), None), {"s": "m"}, name="slot")
    mechanism.add_body("other", "ground", bo.Driven(flat, 0.1), inertia=INERTIA)
    with pytest.raises(MechanismError, match=r"'other' and body 'bead' have two joints .* both named 'slot'.* name="):
        mechanism.save(tmp_path / "two.toml")


def test_a_driven_one_is_asked_for_too(tmp_path):
    path = tmp_path / "driven.toml"
    on(bo.Driven(SLOT, "0.1*t")).save(path)
    assert 'joint = { type = "CustomJoint", name = "slot" }' in path.read_text()
    assert bo.models.fingerprint(bo.load(path, joints={"slot": SLOT})) == bo.models.fingerprint(
        on(bo.Driven(SLOT, "0.1*t"))
    )
    with pytest.raises(ModelError, match="body 'bead': joint: no joint 'slot' of your own"):
        bo.load(path)


def test_a_file_cannot_hold_more_than_the_name(tmp_path):
    path = tmp_path / "bad.toml"
    path.write_text('bough = 1\n[bodies.bead]\njoint = { type = "CustomJoint", pose = "os.system" }\n')
    with pytest.raises(ModelError, match="no key 'pose'"):
        bo.load(path)


# --- known motions ----------------------------------------------------------------------------------------------------------


def test_a_pendulum_on_a_cycloid_has_one_period_for_all_amplitudes():
    """Huygens: T = 2π √(4r/g), here for arc lengths up to nine tenths of what the cycloid has."""
    r = 0.25

    def cycloid(s):
        angle = 2.0 * np.arcsin(s / (4.0 * r))
        return (r * (angle + np.sin(angle)), 0, r * (1.0 - np.cos(angle))), None

    mechanism = on(bo.CustomJoint(cycloid, {"s": "m"}, over={"s": (-0.95, 0.95)}))
    period = 2.0 * math.pi * math.sqrt(4.0 * r / 9.81)
    for start in (0.1, 0.9):
        run = bo.simulate(mechanism, period, q0={"bead": start}, rtol=1e-12, atol=1e-13, formulation="separate-bodies")
        assert float(run["bead"][-1]) == pytest.approx(start, abs=1e-11)


ANGLES = np.linspace(0.0, 2.0 * np.pi, 9)
LIFT = CubicSpline(ANGLES, 0.01 * (1.0 - np.cos(ANGLES)) + 0.002 * np.sin(2.0 * ANGLES), bc_type="periodic")


def cam(turn):
    distance = 0.05 + bo.curve(LIFT, turn)
    return (distance * np.sin(turn), distance * np.cos(turn), 0.0), [((0, 0, 1), -turn)]


@pytest.mark.parametrize(("angle", "speed"), [(0.7, 3.0), (2.5, -8.0), (7.9, 5.0), (-4.0, 1.0)])
def test_a_cam_lifts_its_follower_as_the_textbook_says(angle, speed):
    """(J + m h'²) φ̈ = -m h' (g + h'' φ̇²), also after several turns."""
    mechanism = bo.Mechanism("cam", gravity=(0, -9.81, 0))
    mechanism.add_body("cam", "ground", bo.Revolute((0, 0, 1)), inertia=bo.Inertia(1.2, (0, 0, 0), (1e-3, 1e-3, 2e-3)))
    mechanism.add_body("follower", "ground", bo.Prismatic((0, 1, 0)), (0, 0.05, 0), inertia=bo.Inertia(0.4))
    mechanism.add_loop("contact", "follower", "cam", bo.CustomJoint(cam, {"turn": "rad"}))
    h, slope, bend = (float(LIFT(angle, order)) for order in range(3))
    q = mechanism.coordinates({"cam": angle, "follower": h})
    u = mechanism.velocities({"cam": speed, "follower": slope * speed})
    system = bo.dynamics.matrices(mechanism, q, u)
    assert system.G @ u == pytest.approx(0.0, abs=1e-14)
    count = len(system.G)
    matrix = np.block([[np.diag((2e-3, 0.4)), system.G.T], [system.G, np.zeros((count, count))]])
    u_dot = np.linalg.lstsq(matrix, np.concatenate(((0.0, -0.4 * 9.81), system.g)), rcond=None)[0][:2]
    assert u_dot[0] == pytest.approx(-0.4 * slope * (9.81 + bend * speed**2) / (2e-3 + 0.4 * slope**2), rel=1e-11)
    assert u_dot[1] == pytest.approx(slope * u_dot[0] + bend * speed**2, rel=1e-11)


def ring(shift, rotation):
    return shift[0] ** 2 + shift[2] ** 2 - 0.25, shift[1]


def test_a_bead_on_a_ring_swings_like_a_pendulum():
    """Runs with an own joint in a loop, one and several, which are brought back to the loop on the way."""
    bead = bo.Mechanism("bead")
    bead.add_body("bead", "ground", bo.Translational(), inertia=bo.Inertia(1.5))
    bead.add_loop("ring", "bead", "ground", bo.CustomConstraint(ring, start=((0.5, 0.0, 0.0), None)))
    pendulum = bo.Mechanism("pendulum")
    pendulum.add_body("bead", "ground", bo.Revolute((0, -1, 0)), inertia=bo.Inertia(1.5, (0.0, 0.0, -0.5)))
    start = np.array((1.5, 0.4))
    places = 0.5 * np.stack((np.sin(start), 0.0 * start, -np.cos(start)), axis=1)
    fine = {"times": (0.0, 0.3, 0.9), "rtol": 1e-11, "atol": 1e-12}
    angle = bo.simulate(pendulum, q0=start[:, None], **fine).q.values[..., 0]
    expected = 0.5 * np.stack((np.sin(angle), 0.0 * angle, -np.cos(angle)), axis=2)
    one = bo.simulate(bead, q0=places[0], **fine).q.values
    assert one == pytest.approx(expected[0], abs=1e-8)
    assert bo.simulate(bead, q0=places, **fine).q.values == pytest.approx(expected, abs=1e-8)


# --- constraints without a direction ------------------------------------------------------------------------------------


def distance(shift, rotation):
    return np.sqrt(shift[0] ** 2 + shift[1] ** 2 + shift[2] ** 2) - 0.5


def crossing(shift, rotation):
    """On a circle and on an ellipse, which cross at x² = 0.8, y² = 0.2."""
    square, other = shift[0] ** 2, shift[1] ** 2
    return square + other - 1.0, 0.25 * square + 4.0 * other - 1.0


def hung(residuals, start):
    """A bead by constraints, off the ground's origin, on a body that does not move along."""
    mechanism = bo.Mechanism("hung")
    mechanism.add_body("bead", "ground", bo.Translational(), (0.3, 0.0, 0.0), inertia=bo.Inertia(1.5))
    mechanism.add_loop(
        "wire",
        "bead",
        "ground",
        bo.CustomConstraint(residuals, (start, None)),
        (0.1, 0.0, 0.0),
        other_at=(0.4, 0.0, 0.0),
    )
    return mechanism


@pytest.mark.parametrize(
    ("residuals", "start", "q", "sentence"),
    [
        (ring, (0.5, 0, 0), (0, 0, 0), r"residual 1 of its constraint 'ring' is -0\.25 .* \(its gradient vanishes\)"),
        (distance, (0.5, 0, 0), (0, 0, 0), r"its constraint 'distance' is -0\.5 .* \(its gradient is not finite\)"),
        (crossing, (0.9, 0.4, 0), (0, 0, 0), r"of its constraint 'crossing' is -1 .* \(its gradient vanishes\)"),
        (crossing, (0.9, 0.4, 0), (1, 0, 0), r"residual 2 .* is -0\.75 .* \(its gradient follows from those"),
    ],
    ids=("ring", "distance", "centre of crossing", "axis of crossing"),
)
def test_a_loop_without_a_direction_is_not_closed(residuals, start, q, sentence):
    """Its gaps vanish, or are no numbers, where its residuals do not vanish."""
    bead = hung(residuals, start)
    bead.q0 = {"bead": q}
    told = f"the loop 'wire' of 'hung' is not closed: .*{sentence}.*start elsewhere"
    calls = [
        lambda: bo.assemble(bead),
        lambda: bo.assemble(bead, np.array(q, float)),
        lambda: bo.kinematics.mobility(bead),
    ]
    calls += [lambda: bo.simulate(bead, 0.1)]
    if residuals is distance:
        calls += [lambda: bo.forward_dynamics(bead, q, (0.0, 0.0, 0.0))]
    if q == (1, 0, 0):  # on the way along the axis, where both gradients are the same
        calls += [lambda: bo.assemble(bead, (0.5, 0.0, 0.0))]
    for call in calls:
        with pytest.raises(bo.errors.StateError, match=told):
            call()
    assert re.search(told, " ".join(str(bo.check(bead)).split()))


def test_the_run_without_a_direction_is_named():
    bead = hung(ring, (0.5, 0.0, 0.0))
    with pytest.raises(bo.errors.StateError, match=r"^run 1: the loop 'wire' of 'hung' is not closed"):
        bo.simulate(bead, 0.1, q0=((0.0, 0.0, -0.5), (0.0, 0.0, 0.0)))


def test_a_distance_moves_although_it_is_not_finite_where_all_coordinates_are_0():
    bead = hung(distance, (0.5, 0.0, 0.0))
    q = bo.assemble(bead, (0.0, 0.03, 0.04))
    assert q == pytest.approx((0.0, 0.3, 0.4), abs=1e-12)
    along = q / 0.5
    u = np.array((2.0, 0.0, 0.0))
    weight = np.array((0.0, 0.0, -9.81))
    expected = weight - along * (along @ weight) - along * 2.0**2 / 0.5
    assert bo.forward_dynamics(bead, q, u) == pytest.approx(expected, abs=1e-11)
