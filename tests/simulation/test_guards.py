"""Events whose functions compiled code looks at: the same ones as by functions that Python has to call, at every step."""

import math

import numpy as np
import pytest
from helpers.mixtures import KINDS, state

import bough as bo
from bough.simulation.run import watch

limit, sign = 0.5, 1.0


def called(function):
    """The same function, in a form that is called at every step."""
    calls = []

    def counted(t, q, u):
        calls.append(t)
        return function(t, q, u)

    return counted


@pytest.fixture
def calls(monkeypatch):
    """How often Python calls functions of events."""
    counted, value_of = [], watch._value_of
    monkeypatch.setattr(watch, "_value_of", lambda *given: counted.append(given) or value_of(*given))
    return counted


def events_of(mechanism, function, **how):
    run = bo.simulate(mechanism, events=[bo.Event(function, "guard")], **how)
    return [(event["time"], *event["q"].values()) for event in run.events]


@pytest.mark.parametrize("kind", KINDS)
def test_they_are_those_that_python_finds(kind):
    """Of trees with quaternions, loops, drives, laws and own joints: a coordinate, a velocity, and the time."""
    mechanism = KINDS[kind]()
    q, u = state(mechanism, time=0.0)
    name, last = mechanism.q_names[0], mechanism.u_names[-1]
    middle = float(q[0]) + 0.02
    how = {"duration": 0.4, "q0": q, "u0": u, "every": 0.05, "rtol": 1e-10, "atol": 1e-12}
    for function in (
        lambda t, q, u: (q[name] - middle) * (1.0 + 0.1 * t),
        lambda t, q, u: math.sin(3.0 * u[last]) + 0.2 * abs(q[0]) - max(0.1, t),
        lambda t, q, u: np.cos(40.0 * t),
    ):
        found, expected = (events_of(mechanism, one, **how) for one in (function, called(function)))
        assert len(found) == len(expected)
        if expected:
            np.testing.assert_allclose(found, expected, rtol=0, atol=1e-7)


@pytest.mark.parametrize("integrator", ["auto", "dop853", "dopri5", "rodas5p"])
def test_python_is_called_near_zeros_only(integrator, calls):
    """A pendulum's passages, and those of a function that only touches its level; by every adaptive method."""
    swing = bo.chain(1)
    how = {"q0": {"link1": 1.0}, "integrator": integrator}
    run = bo.simulate(swing, 20.0, events=[lambda t, q, u: q["link1"], lambda t, q, u: q["link1"] - 2.0], **how)
    assert len(run.events) > 10
    assert len(calls) < run.statistics["steps"]  # (else some ten times in each)
    times = np.array([event["time"] for event in run.events])
    np.testing.assert_allclose(np.diff(times), times[1] - times[0], rtol=1e-7)  # (half a period each)


def test_stiff_motions_change_their_method_with_guards_as_without():
    stiff = bo.Mechanism("stiff")
    stiff.add_body("slider", "ground", bo.Prismatic(axis="x"), inertia=bo.Inertia.point(1.0))
    stiff.add_body("tip", "slider", bo.Prismatic(axis="x"), inertia=bo.Inertia.point(1e-3))
    stiff.add_force("spring", bo.JointSpring("slider", 10.0))
    stiff.add_force("damper", bo.JointDamper("tip", 1e4))
    how = {"q0": {"slider": 1.0}, "rtol": 1e-8, "atol": 1e-10}
    plain = bo.simulate(stiff, 5.0, **how)
    run = bo.simulate(stiff, 5.0, events=[lambda t, q, u: q["slider"]], **how)
    assert "rodas5p" in plain.provenance["integrated_by"]
    assert run.provenance["integrated_by"] == plain.provenance["integrated_by"]
    np.testing.assert_array_equal(run.q.values, plain.q.values)
    # (the tip follows the slider: both swing with the frequency of their masses together)
    quarter = 0.5 * math.pi * math.sqrt(1.001 / 10.0)
    assert [event["time"] for event in run.events] == pytest.approx(
        [quarter * k for k in range(1, 2 * int(5.0 / quarter), 2) if quarter * k < 5.0], rel=1e-6
    )


def test_velocities_are_meant_where_momenta_are_integrated():
    """From rest, where both are zero."""
    how = {"q0": {"link1": 1.0}, "events": ["u.link1 + 2"], "rtol": 1e-11, "atol": 1e-13}
    run = bo.simulate(bo.chain(1), 3.0, **how)
    by_momenta = bo.simulate(bo.chain(1), 3.0, formulation="hamilton-recursive", integrator="dop853", **how)
    assert len(run.events) > 1
    assert [event["time"] for event in by_momenta.events] == pytest.approx(
        [event["time"] for event in run.events], rel=1e-8
    )


def stone():
    mechanism = bo.Mechanism("stone")
    mechanism.add_body("stone", "ground", bo.Prismatic(axis="x"), inertia=bo.Inertia.point(1.0))
    return mechanism


def test_what_an_action_changes_outside_counts_from_then_on():
    """A list, and a global number: the function sees their new values."""
    levels = [0.2]

    def next_level(moment):
        levels[0] += 0.3

    def next_limit(moment):
        global limit
        limit += 0.25

    listed = bo.Event(lambda t, q, u: q["stone"] - levels[0], "listed", then=next_level)
    known = bo.Event(lambda t, q, u: q["stone"] - limit, "known", then=next_limit)
    for event, expected in ((listed, [0.2, 0.5, 0.8]), (known, [0.5, 0.75, 1.0])):
        run = bo.simulate(stone(), 1.05, u0={"stone": 1.0}, events=[event])
        assert [found["time"] for found in run.events] == pytest.approx(expected, rel=1e-9)


def test_what_an_action_changes_counts_though_the_function_is_zero_there():
    """A sign that turns at every passage: each of them rises, and by the old sign only every other one would."""
    swing = bo.Mechanism("swing")
    swing.add_body("slide", "ground", bo.Prismatic(axis="x"), inertia=bo.Inertia.point(1.0))
    swing.add_force("spring", bo.JointSpring("slide", 1.0))

    def turn(moment):
        global sign
        sign = -sign

    event = bo.Event(lambda t, q, u: sign * q["slide"], "passes", direction=1, then=turn)
    run = bo.simulate(swing, 10.0, u0={"slide": 1.0}, q0={"slide": -0.5}, events=[event])
    first = math.atan(0.5)
    assert [found["time"] for found in run.events] == pytest.approx([first + k * math.pi for k in range(4)], rel=1e-8)


def test_a_function_that_fails_beyond_its_range_is_told_as_by_python():
    def root(t, q, u):
        return math.sqrt(0.5 - q["stone"]) - 0.1

    run = bo.simulate(stone(), 0.495, u0={"stone": 1.0}, events=[root])
    assert [event["time"] for event in run.events] == pytest.approx([0.49], rel=1e-9)
    with pytest.raises(bo.errors.StepError, match=r"event 'root' at t = .* failed with ValueError"):
        bo.simulate(stone(), 1.0, u0={"stone": 1.0}, events=[root])


def test_the_same_run_with_and_without_guards_has_the_same_bits():
    """Events that only happen disturb nothing."""
    mechanism = bo.chain(3)
    how = {"q0": {"link1": 1.0}, "u0": {"link3": 2.0}}
    run = bo.simulate(mechanism, 3.0, events=[lambda t, q, u: q["link2"], lambda t, q, u: u["link1"]], **how)
    assert len(run.events) > 3
    np.testing.assert_array_equal(run.q.values, bo.simulate(mechanism, 3.0, **how).q.values)


def test_events_as_texts_are_those_of_functions():
    """Of coordinates with dots in their names, velocities and the time; named after their texts."""
    free = bo.Mechanism("free", gravity=(0, 0, 0))
    free.add_body("top", "ground", bo.Free(), inertia=bo.Inertia(1.0, (0, 0, 0), (1, 2, 3)))
    how = {"u0": {"top.vx": 1.0, "top.wx": 0.1, "top.wy": 2.0}, "events": ["q.top.x - 0.5*t - 0.25", "u.top.wy"]}
    run = bo.simulate(free, 20.0, **how)
    by_function = bo.simulate(free, 20.0, **how | {"events": [bo.Event(lambda t, q, u: u["top.wy"])]})
    assert run.events[0]["name"] == "q.top.x - 0.5*t - 0.25"
    assert run.events[0]["time"] == pytest.approx(0.5, rel=1e-9)
    turns = [event["time"] for event in run.events if event["name"] == "u.top.wy"]
    assert len(turns) > 2
    assert turns == [event["time"] for event in by_function.events]
    alone = bo.simulate(free, 1.0, **how | {"events": "q.top.x - 0.5"})
    assert [event["time"] for event in alone.events] == pytest.approx([0.5], rel=1e-9)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("q.stone -", "event 'q.stone -': .*missing at the end"),
        ("q.sotne", "event 'q.sotne' at t = .* did you mean 'stone'"),
    ],
)
def test_a_text_that_is_wrong_is_told_with_its_event(text, said):
    with pytest.raises(bo.BoughError, match=said):
        bo.simulate(stone(), 1.0, events=text)
