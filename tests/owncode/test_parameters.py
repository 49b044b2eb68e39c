"""Numbers of a mechanism as inputs of its own code: the same as a mechanism built with them, and exact derivatives."""

import copy
import math
import pickle

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import bough as bo
from bough.api.methods import Way
from bough.api.parameters import varied_evaluation, varied_operation
from bough.arithmetic.width import lane_width
from bough.compiled.entries import FINE, NO_WRENCHES
from bough.compiled.tree import compiled
from bough.formulations import FORMULATIONS
from bough.formulations.formulation import ACCELERATIONS
from bough.owncode.entry import BATCH, SINGLE
from bough.owncode.parameters import Tables, VariedEntry
from bough.simulation.run.setup import _family

W = lane_width()
TURN = ((0.6, -0.8, 0.0), (0.8, 0.6, 0.0), (0.0, 0.0, 1.0))
# the numbers of a crane, by name
CRANE = {
    "gravity.x": 0.3, "gravity.z": -9.7,
    "boom.mass": 2.0, "boom.center.x": 0.4, "boom.center.z": 0.1, "ball.tensor.xx": 0.2, "ball.tensor.xy": 0.01,
    "boom.tensor.yy": 0.25, "boom.at.y": 0.2, "boom.armature": 0.3,
    "cage.mass": 0.7, "cage.center.y": 0.2, "cage.tensor.xy": 0.02, "cage.at.x": 0.5,
    "screw.mass": 1.1, "screw.at.z": 0.3, "screw.pitch": 0.05,
    "ball.mass": 0.9, "ball.center.x": -0.2, "ball.at.x": 0.6, "ball.armature.wy": 0.04,
    "cart.armature.x": 0.5, "cart.center.x": 0.15,
    "spring.stiffness": 30.0, "spring.damping": 2.0, "spring.rest": 0.4, "spring.at.x": 0.1, "spring.other_at.z": 1.2,
    "hinge spring.stiffness": 7.0, "hinge spring.rest": 0.3, "damper.damping": 0.6, "friction.force": 0.8,
    "friction.speed": 0.2, "stop.lower": 0.1, "stop.stiffness": 50.0, "stop.softness": 0.3, "stop.damping": 0.5,
    "motor.force": 1.5, "servo.stiffness": 4.0, "servo.damping": 0.4, "servo.reference": 0.7,
    "pulling.most": 3.0, "pushing.least": -2.0,
    "mount.stiffness.y": 12.0, "mount.damping.turn_z": 0.3, "mount.at.x": 0.1, "push.force.x": 1.4,
    "push.moment.y": -0.6, "push.at.y": 0.25, "air.area": 0.5, "air.density": 1.1, "air.wind.y": 2.0,
}  # fmt: skip


def crane(**changes):
    """A mechanism written out by hand, with some numbers changed."""
    x = CRANE | changes
    m = bo.Mechanism("crane", gravity=(x["gravity.x"], 0, x["gravity.z"]))
    xy, part_xy = x["ball.tensor.xy"], x["cage.tensor.xy"]
    inertia = bo.Inertia(x["boom.mass"], (x["boom.center.x"], 0, x["boom.center.z"]), (0.2, x["boom.tensor.yy"], 0.2))
    at = 0.1, x["boom.at.y"], 0
    m.add_body("boom", "ground", bo.Revolute((0, 1, 0)), at, TURN, inertia, armature=x["boom.armature"])
    # a part of the boom, and so is what hangs on it
    cage = bo.Inertia(x["cage.mass"], (0, x["cage.center.y"], 0), ((0.1, part_xy, 0), (part_xy, 0.1, 0), (0, 0, 0.1)))
    m.add_body("cage", "boom", bo.Fixed(), (x["cage.at.x"], 0.1, 0), TURN, cage)
    inertia = bo.Inertia(x["screw.mass"], (0.1, 0, 0), (0.1, 0.1, 0.1))
    m.add_body("screw", "cage", bo.Helical((0.6, 0, 0.8), x["screw.pitch"]), (0, 0.1, x["screw.at.z"]), TURN, inertia)
    tensor = (x["ball.tensor.xx"], xy, 0), (xy, 0.2, 0), (0, 0, 0.2)
    inertia = bo.Inertia(x["ball.mass"], (x["ball.center.x"], 0, 0.1), tensor)
    armature = 0.02, x["ball.armature.wy"], 0.03
    m.add_body("ball", "screw", bo.Ball(), (x["ball.at.x"], 0, 0), None, inertia, armature=armature)
    inertia = bo.Inertia(3.0, (x["cart.center.x"], 0, 0), (0.2, 0.2, 0.2))
    m.add_body("cart", joint=bo.Planar(), inertia=inertia, armature=(x["cart.armature.x"], 0.2, 0.3))
    m.add_force("spring", bo.SpringDamper(
        "ball", "cart", (x["spring.at.x"], 0, 0), (0, 0, x["spring.other_at.z"]),
        stiffness=x["spring.stiffness"], damping=x["spring.damping"], rest=x["spring.rest"]))  # fmt: skip
    m.add_force("hinge spring", bo.JointSpring("boom", x["hinge spring.stiffness"], x["hinge spring.rest"]))
    m.add_force("damper", bo.JointDamper("ball", x["damper.damping"]))
    m.add_force("friction", bo.JointFriction("cart.x", x["friction.force"], x["friction.speed"]))
    m.add_force("stop", bo.JointLimit(
        "screw", x["stop.lower"], stiffness=x["stop.stiffness"], softness=x["stop.softness"],
        damping=x["stop.damping"]))  # fmt: skip
    m.add_force("motor", bo.Motor("screw", x["motor.force"]))
    m.add_force("servo", bo.Servo(
        "boom", x["servo.reference"], x["servo.stiffness"], x["servo.damping"], 9.0))  # fmt: skip
    # at the ends of their ranges
    m.add_force("pulling", bo.Servo("boom", 100.0, 4.0, most=x["pulling.most"]))
    m.add_force("pushing", bo.Servo("screw", -100.0, 4.0, most=5.0, least=x["pushing.least"]))
    m.add_force("mount", bo.Bushing(
        "cart", "ground", (x["mount.at.x"], 0, 0), stiffness=(9.0, x["mount.stiffness.y"], 0, 1.0, 0, 0),
        damping=(0, 0, 0, 0, 0, x["mount.damping.turn_z"])))  # fmt: skip
    m.add_force("push", bo.Wrench(
        "cage", (x["push.force.x"], 0.1, 0.2), (0.3, x["push.moment.y"], 0.2), (0, x["push.at.y"], 0)))  # fmt: skip
    m.add_force("air", bo.AirDrag("ball", x["air.area"], (0.1, 0, 0), density=x["air.density"],
                                  wind=(1.0, x["air.wind.y"], 0.5)))  # fmt: skip
    return m


def by_kernel(mechanism, q, u, tau=None, wrenches=NO_WRENCHES, time=None):
    """Accelerations by the shared kernel, interpreted."""
    entry = Way(FORMULATIONS["separate-bodies"], None, code="own").own(compiled(mechanism))
    out, q = np.empty(mechanism.n), np.array(q, float)
    q = q if time is None else np.append(q, time)
    assert entry.judged(q, np.array(u), np.zeros(mechanism.n) if tau is None else tau, wrenches, out) == FINE
    return out


@pytest.fixture(autouse=True)
def own_code(monkeypatch):
    """Own code for everything, which compiles sooner."""
    monkeypatch.setenv("BOUGH_CODE", "auto")


def changed(name):
    """A value some way from the crane's own."""
    return 1.07 * CRANE[name] + 0.01


@pytest.fixture(scope="module")
def marked():
    return crane().with_parameters(list(CRANE))


STATE = bo.models.random_state(crane(), 3)


def test_names_and_numbers(marked):
    assert marked.parameters == CRANE
    assert not crane().parameters
    for other in (copy.copy(marked), pickle.loads(pickle.dumps(marked))):
        assert other.parameters == CRANE
    assert list(marked.without_forces().parameters) == [name for name in CRANE if name in KEPT_WITHOUT_FORCES]
    other = marked.with_parameters({"boom.mass": 5, "motor.force": -2})
    assert other.parameters == {"boom.mass": 5.0, "motor.force": -2.0}
    assert bo.models.fingerprint(other) == bo.models.fingerprint(crane(**{"boom.mass": 5.0, "motor.force": -2.0}))


KEPT_WITHOUT_FORCES = {
    name for name in CRANE if name.split(".")[0] in ("gravity", "boom", "cage", "screw", "ball", "cart")
}


def test_every_number_is_that_of_a_mechanism_built_with_it(marked):
    q, u = STATE
    tau, wrenches = np.linspace(-1, 1, marked.n), np.random.default_rng(1).normal(size=(len(marked), 6))
    before = bo.forward_dynamics(marked, q, u, tau, wrenches=wrenches, parameters={})
    for name in CRANE:
        built = crane(**{name: changed(name)})
        found = bo.forward_dynamics(marked, q, u, tau, wrenches=wrenches, parameters={name: changed(name)})
        expected = by_kernel(built, q, u, tau, wrenches)
        assert np.abs(found - expected).max() <= 1e-12 * np.abs(expected).max(), name
        assert np.abs(found - before).max() > 1e-9 * np.abs(before).max(), name


def test_every_form_that_can_be_traced_takes_parameters(marked):
    tree, (q, u), numbers = compiled(marked), STATE, np.array([changed(name) for name in CRANE])
    tables, served = Tables(marked, tree), set()
    expected = by_kernel(crane(**{name: changed(name) for name in CRANE}), q, u)
    for form in FORMULATIONS.values():
        for solver in form.solvers or (None,):
            if form.gives != ACCELERATIONS or form.supports(tree, solver) is not None:
                continue
            try:
                entry = varied_evaluation(marked, Way(form, solver, code="own"), tables, VariedEntry)
            except bo.errors.UnsupportedError:
                continue
            out = np.empty(marked.n)
            assert entry.single(q, u, np.append(np.zeros(marked.n), numbers), NO_WRENCHES, out) == FINE
            assert np.abs(out - expected).max() <= 1e-9 * np.abs(expected).max(), (form.name, solver)
            served.add(form.name)
    assert {"separate-bodies", "composite-bodies", "wittenburg", "direct", "maggi"} <= served


def test_lanes_have_parameters_of_their_own(marked):
    count = 2 * W + 3
    q, u = bo.models.random_state(marked, 5, count)
    share = np.random.default_rng(2).uniform(size=(count, 1))
    numbers = np.array(list(CRANE.values())) * (1.0 + 0.1 * share)
    many = bo.forward_dynamics(marked, q, u, parameters=numbers)
    alone = [bo.forward_dynamics(marked, *state, parameters=p) for *state, p in zip(q, u, numbers, strict=True)]
    assert np.abs(many - alone).max() <= 1e-12 * np.abs(many).max()
    by_name = bo.forward_dynamics(marked, q[0], u[0], parameters={"boom.mass": numbers[:, 2]})
    for k in (0, count - 1):
        built = crane(**{"boom.mass": numbers[k, 2]})
        expected = by_kernel(built, q[0], u[0])
        assert np.abs(by_name[k] - expected).max() <= 1e-12 * np.abs(expected).max()


SOME = ("gravity.z", "boom.mass", "boom.center.x", "cage.at.x", "screw.pitch", "ball.armature.wy", "spring.rest",
        "pulling.most", "pushing.least", "servo.damping", "mount.stiffness.y")  # fmt: skip


def test_derivatives_are_those_of_differences():
    mechanism = crane().with_parameters(SOME)
    q, u = bo.models.random_state(mechanism, 5, W + 1)
    found = bo.derivatives.parameter_derivatives(mechanism, q, u)
    assert found.shape == (W + 1, mechanism.n, len(SOME))
    for k, name in enumerate(SOME):
        h = 1e-3 * max(1.0, abs(CRANE[name]))

        def at(x, name=name):
            return bo.forward_dynamics(mechanism, q, u, parameters={name: CRANE[name] + x})

        near, far, farther = ((at(m * h) - at(-m * h)) / (2 * m * h) for m in (1, 2, 3))
        expected = 1.5 * near - 0.6 * far + 0.1 * farther
        assert np.abs(found[..., k] - expected).max() <= 1e-9 * max(1.0, np.abs(expected).max()), name
    alone = [bo.derivatives.parameter_derivatives(mechanism, *state) for state in zip(q, u, strict=True)]
    assert np.abs(found - alone).max() <= 1e-11 * np.abs(found).max()
    moved = bo.derivatives.parameter_derivatives(mechanism, q, u, parameters={"boom.mass": 3.0})
    other = crane(**{"boom.mass": 3.0}).with_parameters(SOME)
    assert np.abs(moved - bo.derivatives.parameter_derivatives(other, q, u)).max() <= 1e-11 * np.abs(moved).max()


def four_bar(length, share, cut):
    m, hinge = bo.Mechanism("four-bar", gravity=(0, -9.81, 0)), bo.Revolute((0, 0, 1))
    rods = [bo.Inertia(1.0, (x, 0, 0), (0.01, 0.09, 0.09)) for x in (0.5, share, 0.5)]
    m.add_body("crank", joint=hinge, inertia=rods[0])
    m.add_body("coupler", "crank", hinge, (length, 0, 0), inertia=rods[1])
    m.add_body("rocker", joint=hinge, at=(1, 0, 0), inertia=rods[2])
    m.add_loop("top", "coupler", "rocker", hinge, at=(1.1, 0, 0), other_at=(length, 0, 0), cut=cut)
    return m


@pytest.mark.parametrize("cut", ["joint", "body"])
def test_loops_take_parameters(cut):
    names = {"coupler.at.x": 1.0, "coupler.center.x": 0.5}
    if cut == "joint":
        names["top.other_at.x"] = 1.0
    mechanism = four_bar(1.0, 0.5, cut).with_parameters(names)
    for length, share in ((1.0, 0.3), (1.05, 0.5)):
        if cut == "body" and length != 1.0:
            continue
        built = four_bar(length, share, cut)
        q = bo.assemble(built, {"crank": 1.2, "coupler": -1.1, "rocker": 1.3})
        u = bo.kinematics.consistent_velocities(built, q, np.linspace(0.3, 0.6, built.n))
        found = bo.forward_dynamics(mechanism, q, u, parameters=[length, share, length][: len(names)])
        expected = by_kernel(built, q, u)
        assert np.abs(found - expected).max() <= 1e-10 * np.abs(expected).max()


def test_drives_and_functions_of_time_go_with_parameters():
    def lift(mass):
        m = bo.Mechanism("lift")
        m.add_body("table", joint=bo.Driven(bo.Prismatic((0, 0, 1)), "0.3*sin(2*t)"))
        m.add_body("arm", "table", bo.Revolute((0, 1, 0)), inertia=bo.Inertia(mass, (0.5, 0, 0), (0.1, 0.1, 0.1)))
        m.add_force("motor", bo.Motor("arm", "3*cos(t)"))
        return m

    marked = lift(1.0).with_parameters(["arm.mass"])
    for t in (0.2, 5.0):  # (beyond the times covered so far)
        found = bo.forward_dynamics(marked, [0.3], [0.7], parameters=[2.5], time=t)
        built = lift(2.5)
        built.cover(*marked.covered)
        expected = by_kernel(built, [0.3], [0.7], time=t)
        assert np.abs(found - expected).max() <= 1e-12 * np.abs(expected).max()
    post = lift(1.0)
    post.add_body("post", joint=bo.Fixed(), inertia=bo.Inertia.point(1.0))
    post = post.with_parameters(["post.mass"])
    with pytest.raises(
        bo.errors.MechanismError, match=r"nothing depends on the parameter 'post.mass' of 'lift'; leave it out"
    ):
        bo.forward_dynamics(post, [0.3], [0.7], parameters=[2.0])
    with pytest.raises(bo.errors.MechanismError, match=r"no parameter 'motor.force' in 'lift'"):
        lift(1.0).with_parameters(["motor.force"])


REFUSED = {
    "unknown": (["boom.mas"], r"no parameter 'boom.mas' in 'crane': did you mean 'boom.mass'\? there are 'boom.mass', 'boom.center.x'"),
    "list": (["crate.mass"], r"no parameter 'crate.mass' in 'crane': .*there are 'gravity.x', .*'boom.mass', .* and \d+ more"),
    "axis": (["boom.axis"], "'boom.axis' cannot be a parameter: it decides what the code is"),
    "rotation": (["boom.rotation"], "'boom.rotation' cannot be a parameter"),
    "twice": (["boom.mass", "boom.mass"], "parameter 'boom.mass' is named twice"),
    "text": ("boom.mass", "with_parameters takes a list of names, or numbers by name"),
    "nan": ({"boom.mass": math.nan}, "'crane': parameter 'boom.mass' must be finite, not nan"),
    "infinite": ({"spring.rest": math.inf}, "'crane': parameter 'spring.rest' must be finite"),
    "word": ({"boom.mass": "heavy"}, "parameter 'boom.mass' must be a number"),
    "negative": ({"boom.mass": -1.0}, "Inertia: mass -1 is negative"),
    "damping": ({"damper.damping": -1.0}, "damping -1.0 is negative"),
    "armature": ({"boom.armature": -1.0}, "armature .* is negative"),
    "no armature": ({"boom.armature": 0.0}, "'boom.armature' is zero, and without armature the code is another"),
    "large": ({"gravity.z": 1e200}, "too large"),
    "zero": ({"cart.armature": 1.0}, "no parameter 'cart.armature' in 'crane'"),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_a_parameter_is_refused(case):
    asked, sentence = REFUSED[case]
    with pytest.raises(bo.errors.MechanismError, match=sentence):
        crane().with_parameters(asked)


def test_a_name_of_two_things_is_refused():
    mechanism = bo.chain(2)
    mechanism.add_force("link1", bo.SpringDamper("link2", at=(0.1, 0, 0), stiffness=1.0))
    assert mechanism.with_parameters(["link1.stiffness", "link1.mass"]).parameters["link1.stiffness"] == 1.0
    with pytest.raises(
        bo.errors.MechanismError, match=r"'link1.at.x' is a number of the body 'link1' and of the force 'link1'"
    ):
        mechanism.with_parameters(["link1.at.x"])


VALUES = {
    "unknown": ({"arm": 1.0}, "no parameter 'arm' in 'chain of 2': there are 'link1.mass', 'link2.at.x'"),
    "too few": ([1.0], "parameters must be 2 numbers, for 'link1.mass', 'link2.at.x'"),
    "infinite": ({"link2.at.x": math.inf}, "parameter 'link2.at.x' must be finite"),
    "word": ({"link2.at.x": "far"}, "parameters must be 2 numbers"),
    "negative": ([-50.0, 0.4], "these parameters describe no mechanism: Inertia: mass -50 is negative"),
    "one of many": ({"link1.mass": [1.0] * 9 + [-50.0]}, "state 9: these parameters describe no mechanism"),
}  # fmt: skip


@pytest.mark.parametrize("case", VALUES)
def test_bad_values_are_refused(case):
    chain = bo.chain(2).with_parameters(["link1.mass", "link2.at.x"])
    values, sentence = VALUES[case]
    for function in (bo.forward_dynamics, bo.derivatives.parameter_derivatives):
        with pytest.raises(bo.errors.StateError, match=sentence):
            function(chain, [0.1, 0.2], [0.3, 0.4], parameters=values)
    with pytest.raises(bo.errors.StateError, match="'chain of 2' has no parameters; mark some by with_parameters"):
        bo.forward_dynamics(bo.chain(2), [0.1, 0.2], [0.3, 0.4], parameters=values)


def test_a_mechanism_too_large_for_own_code_takes_none():
    long = bo.chain(1000).with_parameters(["link5.mass"])
    with pytest.raises(bo.errors.UnsupportedError, match="need code of its own, which would take too long to compile"):
        bo.forward_dynamics(long, np.zeros(1000), np.zeros(1000), parameters=[2.0])


def test_code_for_other_lanes_is_another(monkeypatch):
    entry = varied_operation(bo.chain(2).with_parameters(["link1.mass"]), VariedEntry, "auto", None).evaluation
    before = {door: entry._digest(door, False) for door in (SINGLE, BATCH)}
    monkeypatch.setattr("bough.owncode.entry.lane_width", lambda: 2 * W)
    assert entry._digest(SINGLE, False) == before[SINGLE]
    assert entry._digest(BATCH, False) != before[BATCH]


def test_states_are_refused_as_ever():
    chain = bo.chain(2).with_parameters(["link1.mass"])
    for function in (bo.forward_dynamics, bo.derivatives.parameter_derivatives):
        with pytest.raises(bo.errors.StateError, match="'link2'"):
            function(chain, [0.1, math.nan], [0.3, 0.4], parameters=[2.0])
    with pytest.raises(bo.errors.StateError, match="reactions do not take parameters"):
        bo.forward_dynamics(chain, [0.1, 0.2], [0.3, 0.4], parameters=[2.0], reactions=True)


def test_values_of_parameters_share_code_and_no_other_number_does(tmp_path, monkeypatch):
    monkeypatch.setenv("BOUGH_CACHE", str(tmp_path))
    q, u = STATE

    def files():
        return {path.name for path in tmp_path.rglob("own-varied-*.object")}

    def found(mechanism):
        return bo.forward_dynamics(mechanism, q, u, formulation="wittenburg", parameters=[2.2])

    first = found(crane().with_parameters(["boom.mass"]))
    made = files()
    assert len(made) == 1
    assert np.array_equal(first, found(crane().with_parameters({"boom.mass": 9.0})))
    assert files() == made
    for name in ("boom.center.x", "screw.pitch", "spring.rest", "gravity.z"):
        other = crane(**{name: changed(name)})
        expected = by_kernel(crane(**{name: changed(name), "boom.mass": 2.2}), q, u)
        assert np.abs(found(other.with_parameters(["boom.mass"])) - expected).max() <= 1e-12 * np.abs(expected).max()
    assert len(files()) == 5


# --- motions ----------------------------------------------------------------------------------------------------------


def pendulum(length):
    m = bo.Mechanism("pendulum")
    m.add_body("rod", joint=bo.Revolute((0, 1, 0)), inertia=bo.Inertia.point(1.7, (0, 0, -length)))
    return m


def test_sensitivities_of_a_pendulum_with_small_swings():
    """φ = ε cos ωt with ω² = g/l: ∂φ/∂l = ε t sin(ωt) ω/2l, ∂φ/∂g = -ε t sin(ωt) ω/2g, ∂φ/∂φ0 = cos ωt."""
    swing, length, g = 1e-5, 0.8, 9.81
    run = bo.simulate(pendulum(length), 3.0, q0={"rod": swing}, rtol=1e-12, atol=1e-15)
    found = bo.derivatives.sensitivities(run, ["rod.center.z", "gravity.z", "rod.mass"], starts=True)
    assert found.names == ("rod.center.z", "gravity.z", "rod.mass", "q0.rod", "u0.rod")
    assert found.q.dims == ("time", "coordinate", "parameter")
    t, w = run.time.values, math.sqrt(g / length)
    expected = {
        "rod.center.z": -swing * t * np.sin(w * t) * w / (2 * length),
        "gravity.z": swing * t * np.sin(w * t) * w / (2 * g),
        "q0.rod": np.cos(w * t),
        "u0.rod": np.sin(w * t) / w,
    }
    for name, values in expected.items():
        one = found.q.sel(coordinate="rod", parameter=name).values
        assert np.abs(one - values).max() <= 1e-8 * np.abs(values).max(), name
        rates = np.gradient(values, t, edge_order=2)
        away = np.abs(found.u.sel(velocity="rod", parameter=name).values - rates)
        assert away.max() <= 1e-3 * np.abs(rates).max(), name
    # the mass of a point at the end changes nothing
    assert np.abs(found.q.sel(parameter="rod.mass")).max() <= 1e-15


TIGHT = {"rtol": 1e-12, "atol": 1e-13}
SWUNG = ("boom.mass", "cage.at.x", "ball.tensor.xy", "spring.rest", "gravity.z", "servo.reference")


FREE = {"stop.lower": -9.0}


def motion(mechanism, q, u):
    return bo.simulate(mechanism, 0.4, every=0.1, q0=q, u0=u, **TIGHT)


def together(run):
    return np.concatenate((run.q, run.u), axis=-1)


def of(found, name):
    return np.concatenate((found.q.sel(parameter=name), found.u.sel(parameter=name)), axis=-1)


def difference(at, h):
    near, far, farther = ((at(m * h) - at(-m * h)) / (2 * m * h) for m in (1, 2, 3))
    return 1.5 * near - 0.6 * far + 0.1 * farther


@pytest.mark.slow
def test_sensitivities_are_those_of_differences():
    # (differences lose digits where the stop sets in)
    mechanism, q, u = crane(**FREE), STATE[0], 0.3 * STATE[1]
    found = bo.derivatives.sensitivities(motion(mechanism, q, u), SWUNG, starts=True)
    for name in SWUNG:
        h = 1e-3 * max(1.0, abs(CRANE[name]))
        expected = difference(lambda x: together(motion(crane(**FREE, **{name: CRANE[name] + x}), q, u)), h)  # noqa: B023
        assert np.abs(of(found, name) - expected).max() <= 1e-7 * np.abs(expected).max(), name
    for k in (0, 3):  # a hinge, and a turn of the ball, whose coordinates are a quaternion
        unit, name = np.eye(mechanism.n)[k], mechanism.u_names[k]
        rates = bo.kinematics.coordinate_rates(mechanism, q, unit)
        expected = difference(lambda x: together(motion(mechanism, q, u + x * unit)), 1e-3)  # noqa: B023
        assert np.abs(of(found, f"u0.{name}") - expected).max() <= 1e-7 * np.abs(expected).max(), name
        expected = difference(lambda x: together(motion(mechanism, mechanism.normalised(q + x * rates), u)), 1e-3)  # noqa: B023
        assert np.abs(of(found, f"q0.{name}") - expected).max() <= 1e-7 * np.abs(expected).max(), name


def assembled(mechanism):
    q = bo.assemble(mechanism, {"crank": 1.2, "coupler": -1.1, "rocker": 1.3})
    return q, bo.kinematics.consistent_velocities(mechanism, q, np.linspace(0.3, 0.6, mechanism.n))


def test_sensitivities_leave_loops_closed():
    """A change of a motion and of a length with it leaves the pin of the rocker where the coupler ends."""
    mechanism = four_bar(1.0, 0.5, "joint")
    q, u = assembled(mechanism)

    def slope(t, y):
        return np.concatenate((y[3:], bo.forward_dynamics(mechanism, y[:3], y[3:])))

    times = np.linspace(0.0, 2.0, 5)
    states = solve_ivp(slope, (0.0, 2.0), np.concatenate((q, u)), "DOP853", times, rtol=1e-11, atol=1e-12).y.T
    run = bo.Trajectory(mechanism, times, states[:, :3], states[:, 3:])
    found = bo.derivatives.sensitivities(run, ["coupler.at.x", "crank.mass"], starts=True)

    def gap(q, length):
        a, b, c = q[:, 0], q[:, 0] + q[:, 1], q[:, 2]
        parts = ((f(a) * length + 1.1 * f(b) - f(c)) for f in (np.cos, np.sin))
        return np.array(list(parts))

    for k, name in enumerate(found.names):
        moved, h = found.q.values[..., k], 1e-6
        both = [gap(states[:, :3] + x * moved, 1.0 + x * (name == "coupler.at.x")) for x in (h, -h)]
        assert np.abs(both[0] - both[1]).max() <= 1e-8 * 2 * h * np.abs(moved).max() + 1e-15, name
        assert np.abs(moved[-1]).max() > 1e-3, name


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:.*was nearly closed at the start")
def test_sensitivities_with_loops_are_those_of_differences():
    """Of motions whose start is given, and closed by simulate."""
    mechanism = four_bar(1.0, 0.5, "joint")
    q, u = assembled(mechanism)
    names = "coupler.at.x", "coupler.mass", "gravity.y", "top.other_at.x"
    found = bo.derivatives.sensitivities(motion(mechanism, q, u), names, starts=True)
    for name in names:
        (value,) = mechanism.with_parameters([name]).parameters.values()
        expected = difference(
            lambda x: together(motion(mechanism.with_parameters({name: value + x}), q, u)),  # noqa: B023
            1e-4,
        )
        assert np.abs(of(found, name) - expected).max() <= 1e-8 * np.abs(expected).max(), name
        assert (np.abs(expected[0]).max() > 1.0) == (".at." in name or "_at." in name), name
    for k, name in enumerate(mechanism.u_names):
        unit = np.eye(mechanism.n)[k]
        expected = difference(lambda x: together(motion(mechanism, q + x * unit, u)), 1e-4)  # noqa: B023
        assert np.abs(of(found, f"q0.{name}") - expected).max() <= 1e-8 * np.abs(expected).max(), name
        expected = difference(lambda x: together(motion(mechanism, q, u + x * unit)), 1e-4)  # noqa: B023
        assert np.abs(of(found, f"u0.{name}") - expected).max() <= 1e-8 * np.abs(expected).max(), name


def test_sensitivities_of_batches_and_of_variants():
    lengths = np.linspace(0.5, 1.2, W + 2)
    variants = [pendulum(length) for length in lengths]
    run = bo.simulate(variants, 1.0, every=0.25, q0={"rod": 1.0}, **TIGHT)
    found = bo.derivatives.sensitivities(run, ["rod.center.z"])
    assert found.q.dims == ("run", "time", "coordinate", "parameter")
    for k in (0, 3, W + 1):
        alone = bo.derivatives.sensitivities(
            bo.simulate(variants[k], 1.0, every=0.25, q0={"rod": 1.0}, **TIGHT), ["rod.center.z"]
        )
        assert np.abs(found.q[k].values - alone.q.values).max() <= 1e-9
        assert np.abs(found.u[k].values - alone.u.values).max() <= 1e-9
    assert np.abs(found.q[0].values - found.q[3].values).max() > 0.1


def test_motions_of_variants_share_code_side_by_side(monkeypatch):
    lengths = np.linspace(0.5, 1.2, W + 2)
    plain = [pendulum(length) for length in lengths]
    marked = [one.with_parameters(["rod.center.z"]) for one in plain]
    expected = [bo.simulate(one, 1.0, every=0.25, q0={"rod": 1.0}, **TIGHT) for one in plain]
    made = []
    monkeypatch.setattr(
        VariedEntry, "rate", lambda self, wide, rate=VariedEntry.rate: made.append(self) or rate(self, wide)
    )
    found = bo.simulate(marked, 1.0, every=0.25, q0={"rod": 1.0}, code="own", **TIGHT)
    assert len(set(map(id, made))) == 1
    for k, one in enumerate(expected):
        assert np.abs(found.q[k].values - one.q.values).max() <= 1e-10, k
    events = bo.simulate(marked[:2], 1.0, q0={"rod": 1.0}, events=lambda t, q, u: q["rod"], code="own", **TIGHT)
    for k in range(2):
        alone = bo.simulate(plain[k], 1.0, q0={"rod": 1.0}, events=lambda t, q, u: q["rod"], **TIGHT)
        own = [event["time"] for event in events.events if event["run"] == k]
        assert np.allclose(own, [event["time"] for event in alone.events], rtol=1e-9)
    # another form, which takes no parameters
    chains = [bo.chain(2).with_parameters({"link1.mass": mass}) for mass in (1.0, 2.0)]
    assert _family(chains[0], "auto", None, 2, "auto") is not None
    assert _family(chains[0], "multipliers", None, 2, "auto") is None
    with pytest.raises(bo.errors.UnsupportedError, match="works with inverses of inertias"):
        bo.simulate(chains, 0.1, formulation="multipliers", code="own")
    heavier = pendulum(0.9).with_parameters(["rod.center.z"])
    heavier.gravity = (0, 0, -5.0)
    with pytest.raises(bo.errors.StateError, match="unless they differ in marked parameters only"):
        bo.simulate([marked[0], heavier], 1.0, q0={"rod": 1.0}, code="own")


def test_sensitivities_that_cannot_be_had_are_refused():
    run = bo.simulate(pendulum(1.0), 0.1, q0={"rod": 1.0})
    with pytest.raises(bo.errors.StateError, match=r"'pendulum' has no parameters; name some, as in \['rod.mass'\]"):
        bo.derivatives.sensitivities(run)
    with pytest.raises(bo.errors.MechanismError, match=r"no parameter 'rod.mas' in 'pendulum'"):
        bo.derivatives.sensitivities(run, ["rod.mas"])
    with pytest.raises(bo.errors.StateError, match="sensitivities are those of a Trajectory"):
        bo.derivatives.sensitivities(pendulum(1.0), ["rod.mass"])
    # hinges of a plane linkage cannot leave their plane
    plane = four_bar(1.0, 0.5, "joint")
    q, u = assembled(plane)
    with pytest.raises(bo.errors.StateError, match=r"the loop 'top' of 'four-bar' opens if 'coupler.at.z' changes"):
        bo.derivatives.sensitivities(bo.Trajectory(plane, (0.0, 0.1), [q, q], [u, u]), ["coupler.at.z"])
    pushed = pendulum(1.0)
    pushed.add_force("law", bo.CustomJointForce("rod", lambda t, q, u: -q))
    with pytest.raises(
        bo.errors.UnsupportedError, match="'pendulum' has no sensitivities: it calls a function of the user's"
    ):
        bo.derivatives.sensitivities(bo.simulate(pushed, 0.1), ["rod.mass"])
    other = bo.Trajectory(run.mechanism, run.time, run.q + 0.1 * run.time, run.u)
    with pytest.raises(bo.errors.StateError, match=r"leaves its samples at t = 0\.\d"):
        bo.derivatives.sensitivities(other, ["rod.mass"])
