"""Variants that start at their own equilibria: closed forms, and bits that depend on nothing but the variant."""

import numpy as np
import pytest

import bough as bo

MASS, LENGTH, G = 2.0, 0.5, 9.81
RUN = {"duration": 0.02, "q0": "equilibrium", "integrator": "rk4", "step": 0.01}


def tilted(stiffness=4.0, side=0.1):
    """An upright pendulum on a spring that is too soft to hold it up: it rests on one side or on the other."""
    machine = bo.Mechanism("tilted")
    machine.add_body("rod", joint=bo.Revolute(axis=(0, 1, 0)), inertia=bo.Inertia.point(MASS, (0, 0, LENGTH)))
    machine.add_force("spring", bo.JointSpring("rod", stiffness))
    machine.q0 = {"rod": side}
    return machine


def remainder(angle, stiffness):
    """What is missing to balance, as a share of the weight's moment."""
    return stiffness * angle / (MASS * G * LENGTH) - np.sin(angle)


SOFT = [6.0, 2.0, 5.0, 9.0, 3.0, 8.0]


@pytest.mark.parametrize("side", [0.1, -0.1])
def test_each_rests_by_its_own_numbers_on_the_side_of_the_model(side):
    keep = {"angle": "end q.rod", "speed": "max |u.rod|"}
    found = bo.Study(tilted(side=side), {"spring.stiffness": SOFT}, RUN, keep).run()
    assert np.all(found["angle"].values * side > 0.0)
    np.testing.assert_allclose(remainder(found["angle"].values, np.array(SOFT)), 0.0, atol=1e-9)
    assert np.abs(found["speed"].values).max() < 1e-9


def test_bits_do_not_depend_on_what_runs_beside_or_ran_before():
    model = tilted()
    study = bo.Study(model, {"spring.stiffness": SOFT}, RUN, {"angle": "end q.rod"})
    found = study.run(threads=1)["angle"].values
    bo.equilibrium(model, stable=True)  # (leaves code of the mechanism's own behind)
    others = bo.Study(model, {"spring.stiffness": [1.0, *SOFT[::-1]]}, RUN, {"angle": "end q.rod"}).run(threads=2)
    np.testing.assert_array_equal(others["angle"].values[:0:-1], found)
    assert float(study.simulate(2)["rod"][-1]) == found[2]
    assert study.part(2, 3)()["angle"][0] == found[2]


def test_one_without_rest_fails_and_the_others_run():
    machine = bo.Mechanism("hung")
    machine.add_body("mass", joint=bo.Prismatic(axis=(0, 0, 1)), inertia=bo.Inertia(MASS))
    machine.add_force("spring", bo.JointSpring("mass", 0.0))  # (nor does the model rest anywhere)
    found = bo.Study(machine, {"spring.stiffness": [10.0, 0.0, 40.0]}, RUN, {"z": "end q.mass"}).run()
    assert found["status"].values.tolist() == ["completed", "failed", "completed"]
    assert "'hung' moves on without end" in found["reason"].values[1]
    np.testing.assert_allclose(found["z"].values[[0, 2]], [-MASS * G / 10.0, -MASS * G / 40.0], rtol=1e-9)


def test_what_varies_of_the_start_is_held():
    angles = [0.3, -0.5]
    found = bo.Study(
        bo.chain(2), {"q0.link1": angles}, RUN, {"first": "samples q.link1", "second": "samples q.link2"}
    ).run()
    np.testing.assert_allclose(found["first"].values[:, 0], angles, rtol=1e-15)
    np.testing.assert_allclose(found["second"].values[:, 0], -np.array(angles), rtol=1e-9)  # (it hangs)
    rest = bo.equilibrium(tilted(), stable=True)["rod"]
    pushed = bo.LinkedParameters(["q0.rod"], [0.5, 2.0], factor=True)
    found = bo.Study(tilted(), {"share": pushed}, RUN, {"angle": "samples q.rod"}).run()
    np.testing.assert_allclose(found["angle"].values[:, 0], [0.5 * rest, 2.0 * rest], rtol=1e-9)


def test_a_function_makes_mechanisms_that_rest():
    found = bo.Study(tilted, {"stiffness": SOFT[:2]}, RUN, {"angle": "end q.rod"}).run()
    np.testing.assert_allclose(remainder(found["angle"].values, np.array(SOFT[:2])), 0.0, atol=1e-9)


@pytest.mark.slow
def test_loops_rest_closed():
    """A bar on two ropes of the same length hangs level, its middle below the middle of what holds it."""
    span, rope = 2.0, 1.5

    def swing(width):
        machine = bo.Mechanism("swing")
        link = bo.Inertia.rod(rope, mass=1.0, radius=0.01, center=(0, 0, -rope / 2))
        hinge = bo.Revolute(axis=(0, 1, 0))
        machine.add_body("left", joint=hinge, inertia=link)
        machine.add_body(
            "bar", "left", hinge, at=(0, 0, -rope),
            inertia=bo.Inertia.rod(width, mass=3.0, radius=0.01, axis=(1, 0, 0), center=(width / 2, 0, 0)),
        )  # fmt: skip
        machine.add_body("right", joint=hinge, at=(span, 0, 0), inertia=link)
        machine.add_loop("pin", "right", "bar", hinge, at=(0, 0, -rope), other_at=(width, 0, 0))
        machine.q0 = {"left": 0.2, "right": 0.4}
        return machine

    bars = np.array([1.2, 1.6, 2.4])
    keep = {name: f"end q.{name}" for name in ("left", "bar", "right")}
    found = bo.Study(swing, {"width": bars.tolist()}, {**RUN, "duration": 0.01}, keep).run()
    lean = np.arcsin((span - bars) / 2 / rope)
    np.testing.assert_allclose(np.abs(found["left"].values), np.abs(lean), atol=1e-9)
    np.testing.assert_allclose(found["right"].values, -found["left"].values, atol=1e-9)
    np.testing.assert_allclose(found["bar"].values, -found["left"].values, atol=1e-9)


def test_files_have_the_word_and_no_other(tmp_path):
    path = tmp_path / "study.toml"
    text = """bough-study = 1
model = "chain:2"
vary = { link1.mass = [1, 2] }
keep = { top = "max |u.link1|" }
run = { duration = 0.02, q0 = "equilibrium", integrator = "rk4", step = 0.01 }
"""
    path.write_text(text)
    assert bo.load_study(path).run()["top"].values.max() < 1e-12
    path.write_text(text.replace("equilibrium", "rest"))
    with pytest.raises(
        bo.errors.ModelError,
        match=r"study\.toml:5: run: q0 must be numbers, values by name, or 'equilibrium', not 'rest'",
    ):
        bo.load_study(path)


def test_other_words_and_gradients_are_refused():
    for run, sentence in (
        ({"q0": "rest"}, "run: q0 must be numbers, values by name, or 'equilibrium', not 'rest'"),
        ({"u0": "equilibrium"}, "run: u0 must be one state, 2 numbers or numbers by name"),
    ):
        with pytest.raises(bo.errors.StateError, match=sentence):
            bo.Study(bo.chain(2), {"link1.mass": [1.0]}, {**RUN, **run}, {"top": "max q.link1"})
    with pytest.raises(
        bo.errors.UnsupportedError, match="no gradients of runs that start at equilibria, which move with the design"
    ):
        bo.optimise(bo.chain(2), {"link1.mass": (1.0, 2.0)}, "end q.link1", run=RUN, method="gradient", population=4)
