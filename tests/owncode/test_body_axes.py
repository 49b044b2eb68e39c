"""Own code along bodies' own axes: the numbers of the shared kernel, its refusals, and the shorter of two programs."""

import math
from functools import partial

import numpy as np
import pytest
from helpers import linkages
from helpers.exact import computed, error, mass_matrix, reference
from helpers.forms import geared
from helpers.hard import HARD, states
from helpers.machine import FORCES, with_forces
from scipy.spatial.transform import Rotation

import bough as bo
from bough.api.methods import Way, way_of
from bough.arithmetic.width import lane_width
from bough.choice.own_code import RACED
from bough.compiled.entries import FAILED, FINE, NO_WRENCHES
from bough.compiled.tree import compiled
from bough.formulations import FORMULATIONS
from bough.mechanism.generators import JOINT_KINDS
from bough.owncode.body_axes import separate, twin_of
from bough.owncode.entry import RATE, SINGLE, OwnEntry, curve_of
from bough.owncode.parameters import Tables, VariedEntry
from bough.passes.arrays import WORK_SHAPES, Work

W, EPS = lane_width(), np.finfo(float).eps
WAYS = {"separate-bodies": None, "composite-bodies": "udu"}
every_way = pytest.mark.parametrize("form", WAYS)


def own_of(mechanism, form="separate-bodies"):
    return Way(FORMULATIONS[form], WAYS[form], code="own").own(compiled(mechanism))


def by_kernel(own, *arguments, wrenches=NO_WRENCHES):
    """The shared kernel, interpreted."""
    out = np.zeros(own._shape)
    return out if OwnEntry.judged(own, *arguments, wrenches, out) == FINE else None


def by_twin(own, *arguments, wrenches=NO_WRENCHES):
    """Its twin on plain numbers."""
    work = Work(**{name: np.zeros((own.rows.get(name, 0), width)) for name, (_, width) in WORK_SHAPES.items()})
    out = np.zeros(own._shape)
    assert own.twin(own.tree, work, *arguments, wrenches, out)
    return out


class Traced:
    """Its twin on traced numbers: values, and whether all checks hold."""

    def __init__(self, own, wrenches=False):
        self.program = own.along(own.twin, wrenches)

    def __call__(self, *arguments):
        graph, _, outputs, checks = self.program
        inputs = dict(enumerate(np.concatenate([np.ravel(x) for x in arguments]).tolist()))
        asked = [graph.numbers[check[-1]] for check in checks]
        with np.errstate(all="ignore"):
            found = graph.values([*outputs, *asked], inputs, partial(curve_of, graph))
        held = [
            abs(x) <= check[1] if check[0] == "small" else x > 0.0
            for check, x in zip(checks, found[len(outputs) :], strict=True)
        ]
        return np.array(found[: len(outputs)]), all(held)


def bound(mechanism, q):
    """What rounding may cost, as a share of the largest acceleration."""
    return max(1e-13, 16 * EPS * np.linalg.cond(mass_matrix(mechanism, q)))


def samples(mechanism, seed=0, count=2):
    """States with joint forces and wrenches."""
    rng = np.random.default_rng(seed)
    for k in range(count):
        q, u = bo.models.random_state(mechanism, seed + k)
        yield q, u, rng.normal(size=mechanism.n), rng.normal(size=(len(mechanism), 6))


def assert_close(found, expected, share):
    assert np.abs(found - expected).max() <= share * np.abs(expected).max()


# --- the numbers of the kernel ----------------------------------------------------------------------------------------------


@every_way
@pytest.mark.parametrize("armature", [False, True], ids=["", "armature"])
@pytest.mark.parametrize("kind", [kind for kind in JOINT_KINDS if kind != "fixed"])
def test_every_joint(kind, armature, form):
    """On the ground, on another body, and with several children."""
    mechanism = bo.models.random_tree(5, 3, (kind,), 2)
    mechanism = geared(mechanism, 3) if armature else mechanism
    own = own_of(mechanism, form)
    traced = Traced(own, wrenches=True)
    for q, u, tau, wrenches in samples(mechanism, 4):
        found, fine = traced(q, u, tau, wrenches)
        assert fine
        assert_close(found, by_kernel(own, q, u, tau, wrenches=wrenches), bound(mechanism, q))


@every_way
@pytest.mark.parametrize("name", FORCES)
def test_every_force(name, form):
    mechanism = with_forces(name)
    own = own_of(mechanism, form)
    for q, u, tau, wrenches in samples(mechanism, 2, 1):
        q = np.append(q, 0.4) if mechanism.is_timed else q
        found = by_twin(own, q, u, tau, wrenches=wrenches)
        assert_close(found, by_kernel(own, q, u, tau, wrenches=wrenches), bound(mechanism, q[: mechanism.n_q]))


@every_way
def test_forces_and_signals_of_traced_numbers(form):
    """All forces but users' functions, whose code is called."""
    mechanism = with_forces(*(name for name in FORCES if "law" not in name and name != "drag"))
    own = own_of(mechanism, form)
    traced = Traced(own)
    for q, u, tau, _ in samples(mechanism, 7):
        q = np.append(q, 0.4)
        found, fine = traced(q, u, tau)
        assert fine
        assert_close(found, by_kernel(own, q, u, tau), bound(mechanism, q[:-1]))


@every_way
def test_a_joint_force_finds_its_joint_in_any_order(form):
    """Bodies that are not described limb by limb."""
    mechanism = bo.Mechanism("star")
    inertia = bo.Inertia(1.0, (0.1, 0.2, 0.3), (0.3, 0.4, 0.5))
    for name, parent in (("a", "ground"), ("b", "ground"), ("a2", "a"), ("b2", "b")):
        mechanism.add_body(name, parent, bo.Revolute((0, 0.6, 0.8)), (0.1, 0.2, 0.3), inertia=inertia)
    mechanism.add_force("spring", bo.JointSpring("a2", 5.0))
    mechanism.add_force("damper", bo.JointDamper("b", 0.5))
    own, (q, u, tau, _) = own_of(mechanism, form), next(samples(mechanism))
    assert_close(Traced(own)(q, u, tau)[0], by_kernel(own, q, u, tau), bound(mechanism, q))


@every_way
@pytest.mark.parametrize("seed", range(6))
def test_random_trees(seed, form):
    mechanism = bo.models.random_tree(14, seed, JOINT_KINDS, 1 + seed % 3)
    mechanism = geared(mechanism, seed) if seed % 2 else mechanism
    own = own_of(mechanism, form)
    for q, u, tau, wrenches in samples(mechanism, seed, 1):
        found = by_twin(own, q, u, tau, wrenches=wrenches)
        assert_close(found, by_kernel(own, q, u, tau, wrenches=wrenches), bound(mechanism, q))


# of every sort: no quaternion, one by four numbers, one by angles, a constant
DRIVES = {
    "hinge": lambda: bo.Driven(bo.Revolute((0.6, 0.0, 0.8)), "0.3*sin(3*t)"),
    "slide": lambda: bo.Driven(bo.Prismatic((0.0, 0.6, 0.8)), "0.2*t**2"),
    "held slide": lambda: bo.Driven(bo.Prismatic((0.0, 0.6, 0.8)), 1.5),
    "screw": lambda: bo.Driven(bo.Helical((1.0, 0.0, 0.0), 0.2), "2*t"),
    "plane": lambda: bo.Driven(bo.Planar(), ["0.3*t", "0.1*sin(5*t)", "t**2"]),
    "ball": lambda: bo.Driven(bo.Ball(), ["1 + t", "0.3*t", "0.2", "sin(t)"]),
    "free by angles": lambda: bo.Driven(
        bo.Free(), {"x": "t", "y": "0.1*t**2", "z": 0.3, "roll": "0.3*t", "pitch": "0.2*sin(t)", "yaw": "t**2"}
    ),
}


@every_way
@pytest.mark.parametrize("drive", DRIVES)
def test_every_drive(drive, form):
    """On the ground, and between bodies that move."""
    mechanism, body = bo.Mechanism("driven"), bo.Inertia.box((0.3, 0.4, 0.5), 2.0, center=(0.1, 0.2, 0.3))
    mechanism.add_body("base", joint=DRIVES[drive](), at=(0.1, 0.0, 0.2), inertia=body)
    mechanism.add_body("upper", "base", bo.Revolute((0.0, 1.0, 0.0)), (0.3, 0.1, 0.0), inertia=body)
    mechanism.add_body("middle", "upper", DRIVES[drive](), (0.2, -0.3, 0.1), inertia=body)
    mechanism.add_body("lower", "middle", bo.Universal(), (0.0, 0.2, 0.5), inertia=body)
    mechanism.add_force("spring", bo.SpringDamper("lower", "ground", stiffness=20.0, damping=0.5, rest=0.3))
    mechanism.cover(0.0, 1.0)
    own = own_of(mechanism, form)
    twin = Traced(own, wrenches=True)
    for t, (q, u, tau, wrenches) in zip((0.0, 0.7), samples(mechanism), strict=True):
        q = np.append(q, np.full(own.tree.timed, t))
        expected = by_kernel(own, q, u, tau, wrenches=wrenches)
        found, held = twin(q, u, tau, wrenches)
        assert held
        assert_close(found, expected, 1e-12)
        assert_close(by_twin(own, q, u, tau, wrenches=wrenches), expected, 1e-12)


def tilted(angle):
    """Hinges and slides whose axes are nearly parallel, so that their common normals are far away."""
    mechanism, parent = bo.Mechanism("tilted"), "ground"
    for k in range(5):
        axis = (math.sin(angle) * math.cos(k), math.sin(angle) * math.sin(k), (-1) ** k * math.cos(angle))
        joint = bo.Prismatic(axis) if k == 2 else bo.Revolute(axis)
        inertia = bo.Inertia(1.0 + k, (0.1, 0.2, 0.3), (0.3, 0.4, 0.5))
        mechanism.add_body(f"b{k}", parent, joint, (0.3, 0.1, 0.2), inertia=inertia)
        parent = f"b{k}"
    return mechanism


@every_way
@pytest.mark.parametrize("angle", [0.0, 1e-16, 1e-13, 1e-10, 1e-7, 1e-4, 0.1])
def test_axes_that_are_nearly_parallel(angle, form):
    mechanism = tilted(angle)
    own = own_of(mechanism, form)
    for q, u, tau, wrenches in samples(mechanism, 3):
        found = by_twin(own, q, u, tau, wrenches=wrenches)
        assert_close(found, by_kernel(own, q, u, tau, wrenches=wrenches), 10 * bound(mechanism, q))


@every_way
@pytest.mark.parametrize("name", [name for name in HARD if "50" not in name])
def test_rounding_costs_no_more_than_along_ground_axes(name, form):
    """Against the kernel at fifty digits, where masses and lengths are far apart."""
    mechanism = HARD[name]()
    own = own_of(mechanism, form)
    true = [(state, reference(mechanism, *state)) for state in states(mechanism)]
    kernel = max(error(computed(mechanism, *state, form, WAYS[form]), x) for state, x in true)
    assert max(error(by_twin(own, *state), x) for state, x in true) <= 10 * max(kernel, 4 * EPS)


# --- laws ---------------------------------------------------------------------------------------------------------------------


@every_way
def test_a_tree_that_is_let_go_falls_without_moving_in_itself(form):
    mechanism = bo.Mechanism("fallen", gravity=(0.3, -1.0, -9.0))
    inertia = bo.Inertia(2.0, (0.1, 0.2, -0.3), (0.3, 0.4, 0.5))
    mechanism.add_body("base", joint=bo.Free(), inertia=inertia)
    for k, joint in enumerate((bo.Revolute((0.6, 0.8, 0)), bo.Ball(), bo.Planar((0, 1, 0)), bo.Universal())):
        mechanism.add_body(f"limb{k}", "base", joint, (0.1 * k, 0.2, 0.3), inertia=inertia)
        mechanism.add_body(f"tip{k}", f"limb{k}", bo.Prismatic((0, 0.6, 0.8)), (0.1, 0.2, 0.3), inertia=inertia)
    q, _ = bo.models.random_state(mechanism, 5)
    found, fine = Traced(own_of(mechanism, form))(q, np.zeros(mechanism.n), np.zeros(mechanism.n))
    rotation = Rotation.from_quat(q[[4, 5, 6, 3]]).as_matrix()
    assert fine
    assert np.abs(found[:3] - rotation.T @ mechanism.gravity).max() <= 1e-13 * 9.0
    assert np.abs(found[3:]).max() <= 1e-12


@every_way
def test_a_pendulum_and_a_body_that_slides_down(form):
    m, length, moment, angle = 1.5, 0.7, 0.2, 0.4
    mechanism = bo.Mechanism("both", gravity=(0, 0, -9.81))
    mechanism.add_body(
        "bob", joint=bo.Revolute((0, 1, 0)), inertia=bo.Inertia(m, (0, 0, -length), (0.1, moment, 0.3)), armature=0.05
    )
    slope = (math.cos(0.3), 0.0, -math.sin(0.3))
    mechanism.add_body("sledge", joint=bo.Prismatic(slope), inertia=bo.Inertia(m, (0.3, 0, 0), (0.1, 0.1, 0.1)))
    found, _ = Traced(own_of(mechanism, form))(np.array((angle, 0.2)), np.array((3.0, 1.0)), np.array((0.6, 0.0)))
    swing = (0.6 - m * 9.81 * length * math.sin(angle)) / (moment + m * length**2 + 0.05)
    assert found == pytest.approx((swing, 9.81 * math.sin(0.3)), rel=1e-14)


# --- refusals -----------------------------------------------------------------------------------------------------------------


def gantry():
    """A hinge about the vertical, and slides: coordinates and velocities that no acceleration depends on."""
    mechanism = bo.Mechanism("gantry")
    inertia = bo.Inertia(1.0, (0, 0, 0.2), (0.1, 0.1, 0.1))
    mechanism.add_body("mast", joint=bo.Revolute((0, 0, 1)), inertia=inertia)
    mechanism.add_body("hoist", "mast", bo.Prismatic((0, 0, 1)), inertia=inertia)
    mechanism.add_body("stone", joint=bo.Free(), inertia=inertia)
    return mechanism


@every_way
@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_numbers_that_do_not_matter_must_be_finite(form, value):
    mechanism = gantry()
    own = own_of(mechanism, form)
    traced = Traced(own, wrenches=True)
    state = next(samples(mechanism))
    assert traced(*state)[1]
    refused = 0
    for k, array in enumerate(state):
        for place in np.ndindex(array.shape):
            changed = [np.array(x) for x in state]
            changed[k][place] = value
            *arguments, wrenches = changed
            if by_kernel(own, *arguments, wrenches=wrenches) is None:
                refused += 1
                assert not traced(*changed)[1], (k, place)
    assert refused >= 20


HEAVY = 1e9  # (so that a small share of it is no blur)


def spindle(share, joint):
    """A body whose inertia along its joint is a small share of what else it carries."""
    mechanism = bo.Mechanism("spindle")
    unit = bo.Inertia(HEAVY, (0, 0, 0), (HEAVY, HEAVY, HEAVY))
    mechanism.add_body("carrier", joint=bo.Revolute((1, 0, 0)), inertia=unit)
    small = share * HEAVY
    if joint == "slide":
        inertia = bo.Inertia(small, (0, 0, 0), (small, small, small))
        mechanism.add_body("light", "carrier", bo.Prismatic((0, 0, 1)), (0.2, 0, 0), inertia=inertia)
        mechanism.add_body("heavy", "light", bo.Prismatic((0, 0, 1)), inertia=unit)
    else:
        inertia = bo.Inertia(HEAVY, (0, 0, 1.0), (HEAVY, HEAVY, small))
        mechanism.add_body("spindle", "carrier", bo.Revolute((0, 0, 1)), inertia=inertia)
    return mechanism


@every_way
@pytest.mark.parametrize("joint", ["turn", "slide"])
def test_a_degree_of_freedom_without_inertia_is_refused_where_the_kernel_refuses(joint, form):
    verdicts = set()
    for share in 10.0 ** -np.arange(2.0, 18.0):
        mechanism = spindle(share, joint)
        own, state = own_of(mechanism, form), next(samples(mechanism))[:3]
        try:
            served = Traced(own)(*state)[1]
        except (ArithmeticError, bo.errors.MechanismError):  # at every state
            served = False
        verdicts.add((by_kernel(own, *state) is not None, served))
    assert {(True, True), (False, False)} <= verdicts <= {(True, True), (True, False), (False, False)}


@every_way
def test_a_pivot_is_compared_with_what_is_far_away(form):
    """A hinge feels nothing of how far a body has slid along its axis; its pivot becomes a smaller share of the rest."""
    mechanism = bo.Mechanism("mast")
    inertia = bo.Inertia(1.0, (0, 0, 0), (1.0, 1.0, 1.0))
    mechanism.add_body("base", joint=bo.Revolute((1, 0, 0)), inertia=inertia)
    mechanism.add_body("mast", "base", bo.Revolute((0, 0, 1)), inertia=inertia)
    mechanism.add_body("sleeve", "mast", bo.Prismatic((0, 0, 1)), inertia=inertia)
    own = own_of(mechanism, form)
    (_, u, tau, _), traced = next(samples(mechanism)), Traced(own)
    far = [np.array((0.3, 0.2, distance)) for distance in 10.0 ** np.arange(10.0)]
    verdicts = {(by_kernel(own, q, u, tau) is not None, traced(q, u, tau)[1]) for q in far}
    assert {(True, True), (False, False)} <= verdicts <= {(True, True), (True, False), (False, False)}


def head(armature):
    mechanism = bo.Mechanism("head")
    inertia = bo.Inertia(1.0, (0.1, 0.2, 0.3), (0.3, 0.4, 0.5))
    mechanism.add_body("arm", joint=bo.Revolute((0, 1, 0)), inertia=inertia)
    mechanism.add_body("gyro", "arm", bo.Gimbal(), (0.1, 0, 0.2), inertia=inertia, armature=armature)
    mechanism.add_body("tip", "gyro", bo.Revolute((1, 0, 0)), (0.1, 0, 0.2), inertia=inertia)
    return mechanism


@every_way
@pytest.mark.parametrize("armature", [(0, 0, 0), (0.2, 0, 0), (0.1, 0.2, 0.3)], ids=["none", "first", "all"])
def test_near_the_lock_of_a_gimbal(armature, form):
    """Refused where the kernel refuses; elsewhere as close to it as the distance from the lock lets two ways be."""
    mechanism = head(armature)
    own = own_of(mechanism, form)
    traced = Traced(own)
    q, u, tau, _ = next(samples(mechanism, 1))
    served = refused = 0
    for distance in 10.0 ** -np.arange(0.0, 13.0):
        q[2] = math.pi / 2 - distance
        expected = by_kernel(own, q, u, tau)
        found, fine = traced(q, u, tau)
        if expected is None:
            refused += 1
            assert not fine, distance
        elif fine:
            served += 1
            power = 1 if form == "separate-bodies" else 2
            assert_close(found, expected, 1e-12 if any(armature) else max(1e-12, 1e-14 / distance**power))
    assert served >= 4
    assert refused or any(armature)


def test_compiled_the_shared_kernel_has_the_last_word():
    mechanism = head((0, 0, 0))
    own = own_of(mechanism)
    assert own.size.axes == "body"
    q, u, tau, _ = next(samples(mechanism, 1))
    out = np.zeros(mechanism.n)
    assert own.single(q, u, tau, NO_WRENCHES, out) == FINE
    q[2] = math.pi / 2
    assert own.single(q, u, tau, NO_WRENCHES, out) == FAILED
    many = [np.tile(x, (2 * W, 1)) for x in (q, u, tau)]
    assert own.batch(*many, np.empty((0, 0, 6)), np.zeros((2 * W, mechanism.n))) == 0


# --- which axes -----------------------------------------------------------------------------------------------------------------


def test_the_shorter_program_is_behind_all_doors():
    along = set()
    for kind in ("revolute", "gimbal"):
        own = own_of(bo.models.random_tree(3, 3, (kind,), 2))
        weights = own.along(None).measure[1], own.along(own.twin).measure[1]
        assert own.plain.measure[1] == min(weights)
        assert (own.size.axes == "body") == (weights[1] < weights[0])
        for door, loaded in ((SINGLE, True), (RATE, False)):
            options = {"wrenches": loaded, "rates": door == RATE}
            lengths = [len(own.along(core, **options).graph) for core in (None, own.twin)]
            assert len(own.program(door, loaded).graph) == lengths[(own.size.axes == "body")]
        along.add(own.size.axes == "body")
    assert along == {False, True}


def test_where_both_differ_the_axes_are_those_of_the_kernel(monkeypatch):
    monkeypatch.setenv("BOUGH_CACHE", "")
    own = own_of(bo.chain(3))
    monkeypatch.setattr(own, "twin", lambda *arguments: separate.accelerations(*arguments) and _spoilt(arguments[-1]))
    assert own.along(own.twin).measure[1] < own.along(None).measure[1]
    assert own.size.axes == "ground"
    assert own.checked() is own


def _spoilt(out):
    out[0] = out[0] * (1.0 + 1e-8)
    return True


def test_code_on_disk_is_found_without_tracing(tmp_path, monkeypatch):
    monkeypatch.setenv("BOUGH_CACHE", str(tmp_path))
    mechanism = bo.chain(3)
    q, u, tau, _ = next(samples(mechanism))
    first, again = np.zeros(3), np.zeros(3)
    assert own_of(mechanism).checked().single(q, u, tau, NO_WRENCHES, first) == FINE
    monkeypatch.setattr(OwnEntry, "along", None)
    assert own_of(mechanism).checked().single(q, u, tau, NO_WRENCHES, again) == FINE
    assert (first == again).all()


def test_auto_remembers_which_code_is_the_shortest(tmp_path, monkeypatch):
    monkeypatch.setenv("BOUGH_CACHE", str(tmp_path))
    q, u, tau, _ = next(samples(bo.chain(3)))
    first = bo.forward_dynamics(bo.chain(3), q, u, tau, code="own")
    way = way_of(bo.chain(3), "accelerations", "auto", None, code="own")
    monkeypatch.setattr(OwnEntry, "along", None)
    assert (bo.forward_dynamics(bo.chain(3), q, u, tau, code="own") == first).all()
    assert way_of(bo.chain(3), "accelerations", "auto", None, code="own") == way
    with pytest.raises(TypeError, match="not callable"):  # another mechanism has to be traced
        bo.forward_dynamics(bo.chain(2), q[:2], u[:2], code="own")


def test_auto_says_along_which_axes():
    way = way_of(bo.chain(7), "accelerations", "auto", None, code="own")
    assert way.form.name == "separate-bodies"
    assert way.reason.startswith("the mechanism's own code for it along body axes is the shortest, ")


def test_forms_that_can_be_along_body_axes_are_always_compared():
    """Free bodies one on the other, for which five ways are faster as shared kernels."""
    mechanism = bo.models.random_tree(3, 3, ("free",), 2)
    rows = [row.form for row in bo.choose(mechanism, code="shared").rows]
    assert rows.index("separate-bodies") >= RACED
    assert way_of(mechanism, "accelerations", "auto", None, code="own").form.name == "separate-bodies"


def test_what_has_no_twin():
    for mechanism in (linkages.four_bars().mechanism, bo.chain(2)):
        tree = compiled(mechanism).arrays
        twins = [twin_of(name, tree) for name in ("separate-bodies None", "composite-bodies udu", "wittenburg udu")]
        assert [twin is None for twin in twins] == [bool(mechanism.loops)] * 2 + [True]


def test_operations_of_a_chain_of_parallel_hinges():
    """As many as docs/own-code.md says."""
    program = own_of(bo.chain(7)).plain
    names = [program.graph.nodes[place][0] for place in program.graph.needed(program.outputs)]
    assert sum(name in ("+", "-", "*", "/", "sqrt") for name in names) == 327


# --- parameters ---------------------------------------------------------------------------------------------------------------


def arm(**changes):
    """Numbers of every sort, each with a mechanism of its own."""
    x = {"mass": 2.0, "at": 0.4, "pitch": 0.1, "center": 0.2, "tensor": 0.3, "armature": 0.1, "g": -9.0, "k": 5.0}
    x |= changes
    m = bo.Mechanism("arm", gravity=(0.5, 0, x["g"]))
    inertia = bo.Inertia(1.0, (0.1, 0.1, 0.2), (0.3, 0.4, 0.5))
    varied = bo.Inertia(x["mass"], (x["center"], 0, 0.1), (x["tensor"], 0.4, 0.5))
    m.add_body("base", joint=bo.Revolute((0, 0.6, 0.8)), inertia=inertia)
    m.add_body("upper", "base", bo.Revolute((1, 0, 0)), (x["at"], 0.1, 0), inertia=varied, armature=x["armature"])
    m.add_body("screw", "upper", bo.Helical((0, 1, 0), x["pitch"]), (0.1, 0.2, 0.3), inertia=inertia)
    m.add_body("tip", "screw", bo.Ball(), (0.1, 0, x["at"]), inertia=varied)
    m.add_body("end", "tip", bo.Prismatic((0, 0.6, 0.8)), (0.1, 0, 0.3), inertia=inertia)
    m.add_body("side", "upper", bo.Revolute((0, 0, 1)), (0.1, 0, 0.3), inertia=varied)
    m.add_force("spring", bo.JointSpring("upper", x["k"], 0.1))
    return m


NAMES = {
    "mass": ("upper.mass", "tip.mass", "side.mass"), "at": ("upper.at.x", "tip.at.z"), "pitch": ("screw.pitch",),
    "center": ("upper.center.x", "tip.center.x", "side.center.x"),
    "tensor": ("upper.tensor.xx", "tip.tensor.xx", "side.tensor.xx"),
    "armature": ("upper.armature",), "g": ("gravity.z",), "k": ("spring.stiffness",),
}  # fmt: skip


def varied(form, **changes):
    mechanism = arm(**changes).with_parameters([name for names in NAMES.values() for name in names])
    return VariedEntry(own_of(mechanism, form), Tables(mechanism, compiled(mechanism)))


@every_way
def test_parameters_of_every_sort(form):
    own, (q, u, tau, wrenches) = varied(form), next(samples(arm(), 3))
    traced, numbers = Traced(own, wrenches=True), list(own.tables.numbers)
    for what, names in NAMES.items():
        changed = dict(zip(own.tables.names, numbers, strict=True))
        changed |= {name: 1.1 * changed[name] for name in names}
        other = arm(**{what: changed[names[0]]})
        found, fine = traced(q, u, np.append(tau, list(changed.values())), wrenches)
        assert fine
        assert_close(found, by_kernel(own_of(other, form), q, u, tau, wrenches=wrenches), bound(other, q))


@every_way
def test_code_does_not_depend_on_values_of_parameters(form):
    programs = [varied(form, **changes) for changes in ({}, dict.fromkeys(("mass", "at", "center"), 0.35))]
    one, other = (own.along(own.twin) for own in programs)
    assert one.graph.content(one.outputs) == other.graph.content(other.outputs)
