"""Events are found within steps: zeros that are passed and passed back, at samples, near the ends of steps, by every kind of integrator."""

import math

import numpy as np
import pytest

import bough as bo

G = 9.81
EVERY_KIND = [
    {},
    {"integrator": "dopri5"},
    {"integrator": "LSODA"},
    {"integrator": "rk4", "step": 0.05},
    {"integrator": "midpoint", "step": 0.05},
]
every_kind = pytest.mark.parametrize("how", EVERY_KIND, ids=lambda how: how.get("integrator", "dop853"))


def stone(name="stone"):
    mechanism = bo.Mechanism(name, gravity=(0, 0, -G))
    mechanism.add_body("stone", "ground", bo.Translational(), inertia=bo.Inertia.point(1.0))
    return mechanism


def passages(height, speed=9.0):
    """The times at which a stone thrown upwards is at a height."""
    root = math.sqrt(speed**2 - 2 * G * height)
    return [(speed - root) / G, (speed + root) / G]


@every_kind
@pytest.mark.parametrize("below", [1.0, 0.23, 1e-2, 1e-4, 1e-6])
def test_a_height_that_is_passed_and_passed_back_is_found_twice(how, below):
    """However little the stone rises above it, and although a step may cover the whole flight."""
    height = 9.0**2 / (2 * G) - below
    run = bo.simulate(stone(), 1.8, u0={"stone.z": 9.0}, events=[lambda t, q, u: q["stone.z"] - height], **how)
    # near the top the time is known as well as the root of the height
    slack = 1e-8 + 1e-9 / math.sqrt(below)
    assert [event["time"] for event in run.events] == pytest.approx(passages(height), rel=0, abs=slack)


@every_kind
def test_a_height_that_is_not_reached_is_no_event(how):
    height = 9.0**2 / (2 * G) + 1e-6
    run = bo.simulate(stone(), 1.8, u0={"stone.z": 9.0}, events=[lambda t, q, u: q["stone.z"] - height], **how)
    assert not run.events


@every_kind
def test_what_is_zero_throughout_passes_no_zero(how):
    """A stone stays above one that slides below it: their distance is rounding, which has either sign."""
    distance = bo.Event(lambda t, q, u: q["stone.x"] - 0.3 * t, "apart", then=lambda moment: None)
    run = bo.simulate(stone(), 1.8, u0={"stone.z": 9.0, "stone.x": 0.3}, events=[distance], **how)
    assert not run.events


@pytest.mark.parametrize("first", [0, 1])
def test_a_function_that_ends_where_an_impact_turns_the_motion_back(first):
    """Steps reach below the floor, where there is no root; the stone never does."""
    floor = bo.Event(lambda t, q, u: q["stone.z"], "floor", direction=-1, then=bo.Impact("stone.z", 1.0))
    pace = bo.Event(lambda t, q, u: math.sqrt(q["stone.z"] + 1e-9) - 0.5, "pace")
    events = [floor, pace] if first else [pace, floor]
    run = bo.simulate(stone(), 2.0, q0={"stone.z": 1.0}, events=events)
    fall, passed = math.sqrt(2.0 / G), math.sqrt(2 * 0.75 / G)
    expected = [passed, fall, 2 * fall - passed, 2 * fall + passed, 3 * fall, 4 * fall - passed]
    assert [event["time"] for event in run.events] == pytest.approx(expected, rel=0, abs=1e-8)


def test_what_is_known_ends_before_a_function_that_fails():
    """The sentence, the samples and the function's own time agree, though one step covers all of the fall."""
    pace = bo.Event(lambda t, q, u: math.sqrt(q["stone.z"]), "pace")
    half = bo.Event(lambda t, q, u: q["stone.z"] - 0.5, "half")
    with pytest.raises(bo.errors.StepError, match=r"event 'pace' at t = .* s failed with ValueError") as caught:
        bo.simulate(stone(), 1.0, q0={"stone.z": 1.0}, events=[pace, half])
    known, failed = (float(part.split(" s")[0]) for part in str(caught.value).split("t = ")[1:])
    fall = math.sqrt(2.0 / G)
    run = caught.value.trajectory
    assert known - 2e-3 <= float(run.time[-1]) <= known <= fall < failed
    assert [event["time"] for event in run.events] == pytest.approx([math.sqrt(1.0 / G)])


@every_kind
def test_a_run_ends_where_it_is_to_stop(how):
    """No sample lies beyond the event, and the last state is the one at the event."""
    over = bo.Event(lambda t, q, u: q["stone.z"] - 3.9, "over", stops=True)
    run = bo.simulate(stone(), 2.0, u0={"stone.z": 9.0}, events=[over], **how)
    assert float(run.time[-1]) == pytest.approx(passages(3.9)[0], rel=0, abs=1e-8)
    assert float(run["stone.z"][-1]) == pytest.approx(3.9, rel=0, abs=1e-8)
    assert (run["stone.z"].values <= 3.9 + 1e-8).all()
    assert run.status == "completed"


@pytest.mark.parametrize("direction", [1, -1, 0])
def test_a_direction_is_kept_within_a_step(direction):
    event = bo.Event(lambda t, q, u: q["stone.z"] - 3.9, "over", direction=direction)
    run = bo.simulate(stone(), 2.0, u0={"stone.z": 9.0}, events=[event])
    expected = {1: passages(3.9)[:1], -1: passages(3.9)[1:], 0: passages(3.9)}[direction]
    assert [found["time"] for found in run.events] == pytest.approx(expected, rel=0, abs=1e-8)


def test_a_sample_at_the_very_time_of_the_event_is_kept_once():
    """A stop that falls on a sample: the sample is there, it is the last, and it is there only once."""
    run = bo.simulate(
        stone(),
        1.0,
        every=0.25,
        events=[bo.Event(lambda t, q, u: t - 0.5, "now", stops=True)],
        integrator="rk4",
        step=0.05,
    )
    assert run.time.values.tolist() == [0.0, 0.25, 0.5]
    assert run["stone.z"].values[-1] == pytest.approx(-G * 0.125, rel=1e-12)
    # of a batch the samples are all that there is
    both = bo.simulate(
        stone(),
        1.0,
        every=0.25,
        u0={"stone.x": [0.0, 1.0]},
        events=[bo.Event(lambda t, q, u: t - 0.5, "now", stops=True)],
    )
    np.testing.assert_array_equal(np.isfinite(both["stone.x"].values), [[True, True, True, False, False]] * 2)
    assert both["stone.x"].values[1, :3] == pytest.approx([0.0, 0.25, 0.5], rel=1e-9)


def test_runs_of_a_batch_end_one_by_one():
    """What a run had computed beyond its end is not kept."""
    speeds = np.array([5.0, 9.0, 12.0])
    over = bo.Event(lambda t, q, u: q["stone.z"] - 3.9, "over", stops=True)
    run = bo.simulate(stone(), 1.5, u0={"stone.z": speeds}, events=[over])
    last = np.array([1.5, passages(3.9)[0], passages(3.9, 12.0)[0]])
    there = np.isfinite(run.q.values).all(axis=-1)
    np.testing.assert_array_equal(there, run.time.values <= last[:, None])
    np.testing.assert_allclose([event["time"] for event in run.events], last[1:], rtol=0, atol=1e-8)
    assert [event["run"] for event in run.events] == [1, 2]


def test_every_recorded_state_beyond_a_threshold_has_its_event():
    """A function with narrow peaks between the points that a step is looked at: samples that show them count."""
    times = np.linspace(0.0, 1.0, 2001)
    peak = 0.61234
    event = bo.Event(lambda t, q, u: math.exp(-(((t - peak) / 1e-3) ** 2)) - 0.5, "peak")
    run = bo.simulate(stone(), times=times, events=[event])
    width = 1e-3 * math.sqrt(math.log(2.0))
    assert [found["time"] for found in run.events] == pytest.approx([peak - width, peak + width], rel=0, abs=1e-12)


def test_an_event_that_jumps_is_found_at_its_jump():
    run = bo.simulate(stone(), 1.0, events=[lambda t, q, u: 1.0 if t > 1 / 3 else -1.0])
    assert [found["time"] for found in run.events] == pytest.approx([1 / 3], rel=1e-14)


def test_two_events_in_one_step_come_in_their_order():
    heights = (1.0, 2.0, 3.0, 4.0)
    events = [bo.Event(lambda t, q, u, h=h: q["stone.z"] - h, f"{h:g} m") for h in heights]
    run = bo.simulate(stone(), 1.8, u0={"stone.z": 9.0}, events=events)
    names = [found["name"] for found in run.events]
    assert names == ["1 m", "2 m", "3 m", "4 m", "4 m", "3 m", "2 m", "1 m"]
    assert sorted(found["time"] for found in run.events) == [found["time"] for found in run.events]
