"""The best design, where it is known in closed form."""

import numpy as np
import pytest
from scipy.special import ellipk

import bough as bo
from bough.studies.answers.goals import direction, non_dominated
from bough.studies.answers.gradients import Slopes
from bough.studies.answers.optimise import optimise
from bough.studies.answers.searching import Search, aims_of, space_of
from bough.studies.run.crews import ThreadCrew
from bough.studies.study import Study

G = 9.81


def pendulum(length=1.0):
    """A point mass on a rod of a length, released at rest from 1 rad."""
    made = bo.Mechanism("pendulum", gravity=(0, 0, -G))
    made.add_body(
        "bob",
        "ground",
        bo.Revolute((0, 1, 0)),
        inertia=bo.Inertia(1.0, center=(0, 0, -length), tensor=np.zeros((3, 3))),
    )
    made.q0["bob"] = 1.0
    return made


def ball(gravity=G):
    """A point that flies in a plane."""
    made = bo.Mechanism("ball", gravity=(0, 0, -gravity))
    made.add_body("x", "ground", bo.Prismatic((1, 0, 0)), inertia=bo.Inertia(1e-9, tensor=np.zeros((3, 3))))
    made.add_body("z", "x", bo.Prismatic((0, 0, 1)), inertia=bo.Inertia(1.0, tensor=np.zeros((3, 3))))
    return made


def damped(stiffness=4.0):
    """A mass of 1 kg on a spring and a damper."""
    made = bo.Mechanism("mass on a spring", gravity=(0, 0, 0))
    made.add_body("mass", "ground", bo.Prismatic((1, 0, 0)), inertia=bo.Inertia(1.0, tensor=np.zeros((3, 3))))
    made.add_force("spring", bo.JointSpring("mass", stiffness))
    made.add_force("damper", bo.JointDamper("mass", 1.0))
    made.q0["mass"] = 1.0
    return made


def length_for_a_quarter(seconds, angle):
    """The pendulum that passes its lowest point after so long: a quarter of 4 √(l/g) K(sin²(angle/2))."""
    return G * (seconds / ellipk(np.sin(angle / 2) ** 2)) ** 2


@pytest.mark.parametrize("method", ["evolution", "gradient"])
def test_the_length_of_a_pendulum(method):
    found = optimise(
        pendulum(), {"bob.center.z": (-6.0, -2.0)}, "end |q.bob|", run={"duration": 1.0, "every": 0.05}, method=method,
        keep={"speed": "max |u.bob|"}, population=16, tolerance=1e-4,
    )  # fmt: skip
    length = length_for_a_quarter(1.0, 1.0)
    assert found.x["bob.center.z"] == pytest.approx(-length, rel=1e-4)
    assert found.value < 1e-3
    # the speed at the lowest point, by energy
    assert found.kept["speed"] == pytest.approx(np.sqrt(2 * G / length * (1 - np.cos(1.0))), rel=1e-3)
    run = found.run()
    assert abs(float(run["bob"][-1])) == pytest.approx(found.value, abs=1e-9)
    assert found.history["goal"].values[-1] == pytest.approx(found.value)
    assert "bob.center.z" in repr(found)


def test_it_keeps_to_the_threads_that_it_is_given(monkeypatch):
    """And finds the same with any number of them."""
    used = []

    class Watched(ThreadCrew):
        def submit(self, task, arrived):
            used.append(self.slots())
            return super().submit(task, arrived)

    monkeypatch.setattr("bough.studies.run.crews.ThreadCrew", Watched)
    one, three = (
        optimise(
            pendulum(), {"bob.center.z": (-6.0, -2.0)}, "end |q.bob|", run={"duration": 0.2, "every": 0.05},
            population=24, generations=2, threads=threads,
        ).tried["goal"].values for threads in (1, 3)
    )  # fmt: skip
    assert set(used) == {1, 3}
    np.testing.assert_array_equal(one, three)
    with pytest.raises(bo.errors.StateError, match="threads must be a whole number"):
        optimise(pendulum(), {"bob.center.z": (-6.0, -2.0)}, "end |q.bob|", run={"duration": 0.2}, threads=0)


def test_a_throw_reaches_farthest_at_45_degrees():
    """With a speed of 10 m/s, and back on the ground after √2 v/g, which is the time of the farthest throw."""
    speed = 10.0
    found = optimise(
        ball(), {"u0.x": (0.0, 12.0), "u0.z": (0.0, 12.0)}, "maximise end q.x", run={"times": [0.0, np.sqrt(2) * speed / G]},
        constraints={"landing": ("end q.z", 0.0, None), "energy": ("end energy.total", None, speed**2 / 2)},
        tolerance=1e-5,
    )  # fmt: skip
    angle = np.degrees(np.arctan2(found.x["u0.z"], found.x["u0.x"]))
    assert angle == pytest.approx(45.0, abs=0.05)
    assert found.value == pytest.approx(speed**2 / G, rel=1e-3)
    assert found.is_allowed
    assert found.kept["energy"] <= speed**2 / 2 * (1 + 1e-5)
    assert found.history["goal"].values[-1] >= found.history["goal"].values[0]


def test_the_damping_with_the_least_square_error():
    """∫x² dt of a mass released at rest is (1 + 4 ζ²)/(4 ζ ω), least for ζ = 1/2."""
    stiffness = 4.0
    found = optimise(
        damped(stiffness), {"damper.damping": (0.5, 6.0)}, "rms q.mass", run={"duration": 25.0, "every": 0.01}, method="gradient",
        population=8,
    )  # fmt: skip
    assert found.converged
    assert found.x["damper.damping"] == pytest.approx(np.sqrt(stiffness), rel=1e-3)
    assert found.value**2 * 25.0 == pytest.approx((1 + 1) / (2 * np.sqrt(stiffness)), rel=1e-3)


def test_gradients_within_limits():
    """The lower a ball starts, the lower it is on average; it has to be at 0.5 m after a second."""
    found = optimise(
        ball(), {"u0.z": (0.0, 12.0)}, "mean q.z", run={"duration": 1.0, "every": 0.1}, method="gradient",
        constraints={"height": ("end q.z", 0.5, None)}, population=8,
    )  # fmt: skip
    assert found.x["u0.z"] == pytest.approx(0.5 + G / 2, rel=1e-5)
    assert found.is_allowed


@pytest.mark.parametrize(
    "goal", ["end q.mass", "max u.mass", "min mass", "mean |u.mass|", "rms q.mass", "max |u.mass|"]
)
def test_slopes_are_those_of_differences(goal):
    vary = {"spring.stiffness": (3.0, 5.0), "damper.damping": (0.2, 0.8), "u0.mass": (-1.0, 1.0), "q0.mass": (0.5, 1.5)}
    aims, space = aims_of(goal, None, None), space_of(vary)
    study = Study(damped(), vary=vary, run={"duration": 2.0, "every": 0.04}, keep=aims.keep, runs=4)
    at, step = np.array([0.3, 0.6, 0.4, 0.7]), 1e-5
    found = Slopes(Search(study, space, aims), at).at(at)["goal"]
    steps = step * np.eye(4)
    there, back = (Search(study, space, aims).at(at + sign * steps)[0][:, 0] for sign in (1, -1))
    np.testing.assert_allclose(found, (there - back) / (2 * step), rtol=1e-4, atol=1e-7)


def kinds(kind, length):
    """A pendulum that exists in one kind only."""
    if kind == "broken":
        raise ValueError("there is no such pendulum")
    made = pendulum(length)
    made.q0["bob"] = {"gentle": 0.2, "wild": 2.0}[kind]
    return made


def test_choices_and_designs_that_fail():
    """The gentle one swings least; among lengths, the longest is slowest."""
    found = optimise(
        kinds, {"kind": ["broken", "wild", "gentle"], "length": (0.5, 2.0)}, "max |u.bob|", run={"duration": 2.0, "every": 0.02},
        population=12, generations=12,
    )  # fmt: skip
    assert found.x["kind"] == "gentle"
    assert found.x["length"] == pytest.approx(2.0, abs=0.02)
    assert (found.tried["status"] == "failed").any()
    assert "of them failed" in repr(found)
    assert abs(float(found.run()["bob"][0])) == 0.2


def near(t, q, u):
    return q["x"] ** 2 + q["z"] ** 2


def far(t, q, u):
    return (q["x"] - 1.0) ** 2 + q["z"] ** 2


def test_a_front_between_two_squares():
    """Of x² + z² and (x - 1)² + z², the front is z = 0 between the two: √near + √far = 1."""
    pytest.importorskip("pymoo")
    found = optimise(
        ball(0.0), {"u0.x": (-2.0, 2.0), "u0.z": (-2.0, 2.0)}, {"near": ("end", near), "far": ("end", far)},
        run={"times": [0.0, 1.0]}, population=40, generations=40,
    )  # fmt: skip
    a, b = np.sqrt(found.dataset["near"].values), np.sqrt(found.dataset["far"].values)
    assert len(found) >= 30
    np.testing.assert_allclose(a + b, 1.0, atol=0.02)
    assert a.min() < 0.05
    assert b.min() < 0.05
    assert (np.diff(a) > 0).all()  # by the first goal
    assert (np.diff(b) < 0).all()
    last = found.run(len(found) - 1)
    assert float(last["x"][-1]) == pytest.approx(found.x(len(found) - 1)["u0.x"], abs=1e-9)
    assert "Front of 'ball'" in repr(found)


def test_what_beats_what():
    rng = np.random.default_rng(1)
    for goals in (2, 3):
        costs = np.round(rng.uniform(size=(200, goals)), 1)
        costs[7] = np.nan
        beaten = [any((other <= one).all() and (other < one).any() for other in costs) for one in costs]
        first = [not any((other == one).all() for other in costs[:k]) for k, one in enumerate(costs)]
        expected = ~np.array(beaten) & first & np.isfinite(costs).all(axis=1)
        assert (non_dominated(costs) == expected).all()


def test_equal_designs_are_on_the_front_once():
    """Nothing that varies matters here, so one design is as good as all; -0 and 0 are the same."""
    assert non_dominated(np.array([[0.0, 2.0], [-0.0, 2.0], [0.0, 2.0]])).tolist() == [True, False, False]
    found = optimise(
        ball(), {"z.mass": (1.0, 2.0)}, {"x": "end q.x", "z": "end q.z"}, run={"times": [0.0, 1.0]},
        population=6, generations=2,
    )  # fmt: skip
    assert (len(found), found.tried.sizes["variant"] > 1) == (1, True)


def test_words_before_a_goal():
    assert direction("maximise end q.x") == (-1.0, "end q.x")
    assert direction("Minimize max |q.x|") == (1.0, "max |q.x|")
    assert direction("max |q.x|") == (1.0, "max |q.x|")


def test_constraints_that_nothing_keeps():
    with pytest.warns(bo.BoughWarning, match="keeps all constraints; loosen them"):
        found = optimise(
            ball(), {"u0.x": (0.0, 1.0)}, "end q.x", run={"times": [0.0, 1.0]}, generations=2, population=6,
            constraints={"far": ("end q.x", 5.0, None)},
        )  # fmt: skip
    assert not found.is_allowed
    assert found.x["u0.x"] > 0.8  # it breaks them least
    assert "breaks them least" in repr(found)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"vary": {}}, "vary must be ranges by name"),
        ({"vary": {"u0.x": (2, 1)}}, "optimise varies 'u0.x' within (low, high)"),
        ({"vary": {"u0.y": (0, 1)}}, "u0.x"),
        ({"goal": "fastest q.x"}, "goal: no reduction 'fastest'"),
        ({"goal": "end q.y"}, "goal: no coordinate"),
        ({"goal": {"far": "end q.x", "high": "endd q.z"}}, "goal 'high': no reduction 'endd'"),
        ({"goal": {"time": "end q.x"}}, "goal 'time' is a name of every study's results"),
        (
            {"goal": "samples q.x every 0.5"},
            "goal: 'samples q.x every 0.5' is a whole motion, no number; take one of it, such as 'max q.x'.",
        ),
        ({"constraints": {"c": ("samples |q.x|", 0, None)}}, "constraint 'c': 'samples |q.x|' is a whole motion"),
        ({"constraints": {"c": ("edn q.x", 0, None)}}, "constraint 'c': no reduction 'edn'"),
        ({"keep": {"c": "edn q.x"}}, "keep 'c': no reduction 'edn'"),
        ({"goal": {}}, "optimise needs a goal"),
        ({"method": "gradiant"}, "no method 'gradiant' to optimise by: did you mean 'gradient'?"),
        ({"method": "pareto"}, "method='pareto' is for several goals, and there is one"),
        ({"constraints": {"c": "end q.x"}}, "constraint 'c' must be (what, low, high)"),
        ({"constraints": {"c": ("end q.x", 2, 1)}}, "2 is above 1; swap them"),
        ({"constraints": {"c": ("end q.x", None, None)}}, "constraint 'c' has no limit"),
        ({"constraints": {"goal": ("end q.x", 1, None)}}, "'goal' is used twice"),
        ({"population": 0}, "population must be a positive whole number"),
    ],
)
def test_wrong_requests(given, message):
    asked = {"vary": {"u0.x": (0.0, 1.0)}, "goal": "end q.x", "run": {"times": [0.0, 1.0]}, **given}
    with pytest.raises(bo.errors.StateError) as told:
        optimise(ball(), **asked)
    assert message in str(told.value)
    assert "keep" in given or "keep '" not in str(told.value)


@pytest.mark.parametrize(
    ("vary", "goal", "message"),
    [
        ({"u0.x": (0.0, 1.0)}, "end energy.kinetic", "no gradient of 'goal', end energy.kinetic"),
        ({"u0.x": (0.0, 1.0)}, "first q.x > 0.5", "no gradient of 'goal'"),
        ({"u0.x": [0.0, 1.0]}, "end q.x", "no gradients along choices ('u0.x')"),
    ],
)
def test_why_there_are_no_gradients(vary, goal, message):
    with pytest.raises(bo.errors.UnsupportedError) as told:
        optimise(ball(), vary, goal, run={"times": [0.0, 0.5, 1.0]}, method="gradient", population=4)
    assert message in str(told.value)
    assert "method='evolution'" in str(told.value)


def test_why_users_functions_have_no_gradients():
    made = ball()
    made.add_force("law", bo.CustomJointForce("x", lambda t, q, u: -q))
    with pytest.raises(bo.errors.UnsupportedError, match=r"no gradients: .*take method='evolution'"):
        optimise(made, {"u0.x": (0.0, 1.0)}, "end q.x", run={"times": [0.0, 0.1]}, method="gradient", population=4)


def test_numbers_that_go_together():
    """Stiffness 4 and damping 1, both times x: ∫q² dt = (1 + 4 ζ²)/(4 ζ ω) is (1 + x/4)/(2 x), which falls."""
    both = bo.LinkedParameters(["spring.stiffness", "damper.damping"], (1.0, 9.0), factor=True)
    asked = {"vary": {"both": both}, "goal": "rms q.mass", "run": {"duration": 12.0, "every": 0.02}}
    found = optimise(damped(4.0), **asked, population=8, generations=8)
    assert found.x["both"] == pytest.approx(9.0, rel=0.01)
    mechanism = found.run().mechanism
    assert mechanism.forces["spring"].stiffness == pytest.approx(4.0 * found.x["both"])
    assert found.value**2 * 12.0 == pytest.approx((1 + found.x["both"] / 4) / (2 * found.x["both"]), rel=1e-3)
    with pytest.raises(bo.errors.UnsupportedError, match="no gradients along 'both', which decides several numbers"):
        optimise(damped(4.0), **asked, method="gradient")


def spinning():
    """A ball that turns freely about a point."""
    made = bo.Mechanism("top", gravity=(0, 0, 0))
    made.add_body("top", "ground", bo.Ball(), inertia=bo.Inertia.sphere(0.1, mass=1.0))
    return made


def test_gradients_of_a_spin():
    """A sphere that turns about z with ω for a second: sin(ω/2) is 1/2 for ω = π/3."""
    found = optimise(
        spinning(), {"u0.top.wz": (0.0, 2.0)}, "maximise end q.top.z", run={"times": [0.0, 1.0]}, method="gradient", population=4,
        constraints={"limit": ("end |q.top.z|", None, 0.5)},
    )  # fmt: skip
    assert found.x["u0.top.wz"] == pytest.approx(np.pi / 3, rel=1e-5)
    with pytest.raises(
        bo.errors.UnsupportedError, match=r"no gradients along 'q0.top.z', since no velocity is its rate"
    ):
        optimise(
            spinning(),
            {"q0.top.z": (0.0, 0.5)},
            "end q.top.z",
            run={"times": [0.0, 1.0]},
            method="gradient",
            population=4,
        )


@pytest.mark.parametrize("method", ["evolution", "pareto"])
def test_an_interrupted_search_keeps_its_best(method, monkeypatch):
    runs, evaluate = [], Study.evaluate

    def interrupted(self, columns, threads=None):
        runs.append(len(columns["u0.x"]))
        if len(runs) == 3:
            raise KeyboardInterrupt
        return evaluate(self, columns, threads)

    monkeypatch.setattr(Study, "evaluate", interrupted)
    goal = {"x": "end |q.x|", "z": "end |q.z|"} if method == "pareto" else "end |q.x|"
    found = optimise(ball(), {"u0.x": (-1.0, 1.0)}, goal, run={"times": [0.0, 1.0]}, population=10)
    assert found.message.startswith("interrupted")
    assert found.tried.sizes["variant"] == runs[0] + runs[1]
    if method == "evolution":
        assert found.value == abs(found.tried["goal"]).min()


def test_one_choice_is_enough():
    found = optimise(
        kinds,
        {"kind": ["gentle"], "length": [1.0, 2.0]},
        "max |u.bob|",
        run={"duration": 1.0, "every": 0.05},
        generations=2,
    )
    assert found.x == {"kind": "gentle", "length": 2.0}


def test_no_design_has_a_goal():
    with pytest.raises(bo.errors.StateError, match="none of the 6 designs that were tried has a goal"):
        optimise(ball(), {"u0.x": (0.0, 1.0)}, "first q.x > 100", run={"times": [0.0, 1.0]}, population=6)
