"""Events that act on a run: impacts, switches and locks against closed forms and the laws of impulses."""

import math
import signal
from itertools import pairwise

import numpy as np
import pytest

import bough as bo

G = 9.81


def ball(name="ball"):
    mechanism = bo.Mechanism(name, gravity=(0, 0, -G))
    mechanism.add_body("ball", "ground", bo.Prismatic(axis=(0, 0, 1)), inertia=bo.Inertia.point(1.0))
    return mechanism


def floor(restitution, **more):
    return bo.Event(lambda t, q, u: q["ball"], "floor", direction=-1, then=bo.Impact("ball", restitution, **more))


def impacts(restitution, count):
    """The times at which a ball that falls from one metre meets the floor."""
    fall, speed = math.sqrt(2.0 / G), math.sqrt(2.0 * G)
    return fall + 2.0 * speed / G * np.cumsum([0.0, *(restitution**k for k in range(1, count))])


def discs():
    """Two discs on one axle, the second one turning on the first."""
    mechanism = bo.Mechanism("clutch", gravity=(0, 0, 0))
    for name, parent, moment in (("motor", "ground", 2.0), ("load", "motor", 3.0)):
        disc = bo.Inertia(1.0, (0, 0, 0), (moment, moment, moment))
        mechanism.add_body(name, parent, bo.Revolute(axis=(0, 0, 1)), inertia=disc)
    return mechanism


def sprung():
    mechanism = bo.Mechanism("sprung", gravity=(0, 0, 0))
    mechanism.add_body("mass", "ground", bo.Prismatic(axis=(1, 0, 0)), inertia=bo.Inertia.point(2.0))
    mechanism.add_force("spring", bo.JointSpring("mass", 8.0))  # ω = 2
    mechanism.add_force("motor", bo.Motor("mass", 0.0))
    return mechanism


# --- impacts ------------------------------------------------------------------------------------------------------------


def test_a_ball_bounces_by_its_series():
    """Times of impacts, speeds after them, heights between them, and the energy that each takes."""
    run = bo.simulate(ball(), 3.0, q0={"ball": 1.0}, events=[floor(0.8)])
    times = impacts(0.8, 6)
    assert [event["time"] for event in run.events] == pytest.approx(times.tolist(), rel=1e-9)
    after = [event["after"]["u"]["ball"] for event in run.events]
    assert after == pytest.approx([math.sqrt(2 * G) * 0.8 ** (k + 1) for k in range(6)], rel=1e-9)
    lost = [-G * (1 - 0.64) * 0.64**k for k in range(6)]
    assert [event["energy"] for event in run.events] == pytest.approx(lost, rel=1e-9)
    tops = [float(run.at((a + b) / 2)[0][0]) for a, b in pairwise(times)]
    assert tops == pytest.approx([0.64 ** (k + 1) for k in range(5)], rel=1e-8)
    assert float(run["ball"].min()) > -1e-9
    assert float(abs(run.energy().drift).max()) < 1e-8 * G


def test_samples_before_and_after_are_kept():
    run = bo.simulate(ball(), 1.0, q0={"ball": 1.0}, every=0.25, events=[floor(0.5)])
    hit = float(impacts(0.5, 1)[0])
    assert run.time.values == pytest.approx(
        [0.0, 0.25, hit, hit, 0.5, 0.75, impacts(0.5, 2)[1], impacts(0.5, 2)[1], 1.0]
    )
    once = run["ball"].drop_duplicates("time", keep="last")
    assert float(once.interp(time=0.75)) == float(run["ball"].values[5])
    assert run["u.ball"].values[2:4] == pytest.approx([-math.sqrt(2 * G), 0.5 * math.sqrt(2 * G)], rel=1e-9)
    # at the very time it is after the impact, just before it is before
    assert run.at(float(run.time[2]))[1][0] > 0.0 > run.at(np.nextafter(float(run.time[2]), 0.0))[1][0]


def test_impacts_without_end_end_with_a_sentence():
    """Its times accumulate at √(2h/g) (1 + e)/(1 − e), which the sentence tells; all impacts until then are kept."""
    with pytest.raises(
        bo.errors.StepError, match=r"'ball' .* event 'floor' acts for ever.*accumulate at t = .*rest="
    ) as caught:
        bo.simulate(ball(), 10.0, q0={"ball": 1.0}, events=[floor(0.5)])
    told = float(str(caught.value).split("accumulate at t = ")[1].split(" s")[0])
    assert told == pytest.approx(math.sqrt(2.0 / G) * 1.5 / 0.5, rel=1e-7)
    run = caught.value.trajectory
    assert run.status == "failed"
    assert [event["time"] for event in run.events] == pytest.approx(impacts(0.5, len(run.events)).tolist(), rel=1e-9)
    assert len(run.events) > 20


def test_an_event_that_leaves_the_state_where_it_happens_again_is_named():
    with pytest.raises(bo.errors.StepError, match=r"event 'floor' acts for ever at t = 0\.4515"):
        bo.simulate(ball(), 10.0, q0={"ball": 1.0}, events=[floor(0.0)])


def test_a_relay_that_chatters_is_named():
    """A force to and fro within a band that is passed in a tenth of a nanosecond."""

    def push(force):
        return lambda moment: moment.replace("motor", bo.Motor("mass", force))

    fast = bo.Event(lambda t, q, u: u["mass"] - 0.5 - 1e-9, "fast", direction=1, then=push(-30.0))
    slow = bo.Event(lambda t, q, u: u["mass"] - 0.5, "slow", direction=-1, then=push(30.0))
    with pytest.raises(
        bo.errors.StepError, match=r"event '(fast|slow)' acts for ever.* acted 200 times within .*a band"
    ):
        bo.simulate(sprung(), 3.0, u0={"mass": 1.0}, q0={"mass": 0.1}, events=[fast, slow])


def test_a_ball_that_rests_is_carried_by_the_floor():
    run = bo.simulate(ball(), 6.0, q0={"ball": 1.0}, events=[floor(0.8, rest=0.02)])
    assert run.status == "completed"
    assert run["ball"].values[-1] == pytest.approx(0.0, abs=1e-12)
    assert run["u.ball"].values[-1] == 0.0
    assert run.tau.values[-1] == pytest.approx([G], rel=1e-12)
    assert run.accelerations().values[-1] == pytest.approx([0.0], abs=1e-12)
    speeds = [abs(event["u"]["ball"]) for event in run.events]
    assert speeds[-1] <= 0.02 < speeds[-2]


def test_what_rests_on_a_table_leaves_where_the_table_falls_faster():
    """s = t a sin(ωt): the ball stays until s̈ = −g, and leaves there."""
    a, w = 0.006, 20.0
    machine = bo.Mechanism("shaker", gravity=(0, 0, -G))
    machine.add_body("table", "ground", bo.Driven(bo.Prismatic(axis=(0, 0, 1)), f"{a}*t*sin({w}*t)"))
    machine.add_body("ball", "table", bo.Prismatic(axis=(0, 0, 1)), inertia=bo.Inertia.point(1.0))
    sits = bo.Event(at=0.0, name="sits", then=lambda moment: moment.lock("ball", side=1))
    run = bo.simulate(machine, 4.3, events=[sits, floor(0.3, rest=0.2)])
    left = next(event["time"] for event in run.events if "leaves" in event["name"])

    def fall(t):
        return a * (2 * w * np.cos(w * t) - t * w * w * np.sin(w * t)) + G

    assert fall(left) == pytest.approx(0.0, abs=1e-8)
    assert (fall(np.linspace(0.0, left, 10_000)[:-1]) > 0.0).all()
    assert float(run["ball"].min()) > -1e-9
    assert run["ball"].values[run.time.values <= left].max() == 0.0


def test_what_rests_leaves_when_a_controller_or_an_event_lifts_it():
    """15 N from half a second on: a jump of forces, not a zero."""
    lift = bo.SampledController(lambda t, q, u, memory: [0.0 if t < 0.5 else 15.0], 0.1)
    by_control = bo.simulate(ball(), 1.0, events=[floor(0.2, rest=0.5)], control=lift)
    machine = ball()
    machine.add_force("lift", bo.Motor("ball", 0.0))
    switch = bo.Event(at=0.5, name="on", then=lambda moment: moment.replace("lift", bo.Motor("ball", 15.0)))
    by_event = bo.simulate(machine, 1.0, events=[floor(0.2, rest=0.5), switch])
    for run in (by_control, by_event):
        assert [event["time"] for event in run.events if event["name"] == "'ball' leaves"] == [0.5]
        assert run["ball"].values[-1] == pytest.approx((15.0 - G) / 8, rel=1e-9)


def test_what_is_pulled_off_does_not_rest():
    """A ball that is lifted by 1 m/s² arrives slowly, loses its speed, and rises at once."""
    machine = ball()
    machine.add_force("lift", bo.Motor("ball", G + 1.0))
    run = bo.simulate(machine, 1.0, q0={"ball": 0.001}, u0={"ball": -0.1}, events=[floor(0.8, rest=0.2)])
    hit = run.events[0]["time"]
    assert hit == pytest.approx(0.1 - math.sqrt(0.1**2 - 2 * 0.001), rel=1e-8)
    assert len(run.events) == 1
    assert run["ball"].values[-1] == pytest.approx((1.0 - hit) ** 2 / 2, rel=1e-8)


@pytest.mark.parametrize("up", [1, -1])
def test_what_starts_at_a_stop_is_stopped_there(up):
    """At rest it stays, thrown against it it bounces at once, thrown away from it it flies; also up against a ceiling."""
    machine = ball()
    machine.add_force("lift", bo.Motor("ball", G * (1 - up)))  # weight up or down
    for height in (0.0, -up * 5e-17):
        stop = bo.Event(lambda t, q, u: q["ball"], "stop", direction=-up, then=bo.Impact("ball", 0.8, rest=0.01))
        run = bo.simulate(machine, 1.0, q0={"ball": height}, events=[stop])
        assert [event["time"] for event in run.events] == [0.0]
        assert abs(run["ball"].values).max() < 1e-15
        assert run.tau.values[-1] == pytest.approx([up * G], rel=1e-12)
    down = bo.simulate(machine, 0.1, u0={"ball": -up * 2.0}, events=[stop])
    assert [event["time"] for event in down.events] == [0.0]
    assert down["ball"].values[-1] == pytest.approx(up * (0.16 - G / 200), rel=1e-9)
    away = bo.simulate(machine, 0.1, u0={"ball": up * 2.0}, events=[stop])
    assert not away.events
    assert away["ball"].values[-1] == pytest.approx(up * (0.2 - G / 200), rel=1e-9)
    hard = bo.Event(stop.function, "stop", direction=-up, then=bo.Impact("ball", 0.8))
    with pytest.raises(bo.errors.StepError, match=r"event 'stop' acts for ever .*let a joint rest"):
        bo.simulate(machine, 1.0, events=[hard])


def test_impacts_that_start_beyond_the_stop_are_told():
    with pytest.warns(bo.BoughWarning, match=r"event 'floor' starts beyond its zero, at -0\.1,.*on the other side"):
        bo.simulate(ball(), 0.1, q0={"ball": -0.1}, events=[floor(0.8)])


def test_two_balls_that_meet_exchange_velocities_as_newton_says():
    """u₁' = (m₁ − e m₂) u₁ / (m₁ + m₂), u₂' = (1 + e) m₁ u₁ / (m₁ + m₂) if the second one is at rest."""
    m1, m2 = 1.0, 3.0
    for e in (1.0, 0.4):
        machine = bo.Mechanism("cradle", gravity=(0, 0, 0))
        for name, mass in (("one", m1), ("two", m2)):
            machine.add_body(name, "ground", bo.Prismatic(axis=(1, 0, 0)), inertia=bo.Inertia.point(mass))
        meet = bo.Event(
            lambda t, q, u: q["two"] - q["one"],
            "meet",
            direction=-1,
            then=bo.Impact("two", e, normal=(1, 0, 0), other="one"),
        )
        run = bo.simulate(machine, 2.0, q0={"two": 1.0}, u0={"one": 1.0}, events=[meet])
        (event,) = run.events
        assert event["time"] == pytest.approx(1.0, rel=1e-9)
        after = [(m1 - e * m2) / (m1 + m2), (1 + e) * m1 / (m1 + m2)]
        assert run.u.values[-1] == pytest.approx(after, rel=1e-12)
        assert run.momentum().linear.values[:, 0] == pytest.approx(np.full(len(run.time), m1), rel=1e-12)


def test_an_impulse_acts_through_the_mass_matrix():
    """At the tip of an arm: M Δu is along the tip's normal velocity, which turns back by e, and takes the energy it must."""
    machine, e, normal = bo.chain(2), 0.7, np.array([0.0, 0.0, 1.0])
    at, tip = (0.1, 0.0, -0.3), machine.body_names[-1]
    bounce = bo.Impact(tip, e, normal=tuple(normal), at=at)

    def falling(t, q, u):
        return float(normal @ (bo.kinematics.point_jacobian(machine, q.values, tip, at)[:3] @ u.values)) + 0.5

    event = bo.Event(falling, "falls", direction=-1, then=bounce)
    run = bo.simulate(machine, 1.0, q0={machine.q_names[0]: 1.2, machine.q_names[1]: 0.4}, events=[event])
    found = run.events[0]
    q, before = (np.array(list(found[letter].values())) for letter in ("q", "u"))
    after = np.array(list(found["after"]["u"].values()))
    row = normal @ bo.kinematics.point_jacobian(machine, q, tip, at)[:3]
    assert row @ after == pytest.approx(-e * (row @ before), rel=1e-10)
    push = bo.mass_matrix(machine, q) @ (after - before)
    assert push == pytest.approx(row * (push @ row) / (row @ row), rel=1e-9)
    soft = row @ bo.dynamics.solve_mass_matrix(machine, q, row)
    assert found["energy"] == pytest.approx(-(1 - e * e) / 2 * (row @ before) ** 2 / soft, rel=1e-9)


# --- switches and locks -------------------------------------------------------------------------------------------------


def test_a_spring_that_is_switched_off_and_on():
    """cos 2t, then straight on, then another harmonic motion; the energy of the spring is what is taken and given."""
    off, on = 0.5, 1.3
    events = [
        bo.Event(at=off, name="off", then=lambda moment: moment.switch("spring", on=False)),
        bo.Event(at=on, name="on", then=lambda moment: moment.switch("spring", on=True)),
    ]
    run = bo.simulate(sprung(), 3.0, q0={"mass": 1.0}, events=events)
    t = run.time.values
    x, v = math.cos(2 * off), -2 * math.sin(2 * off)
    y = x + v * (on - off)
    expected = np.where(
        t <= off,
        np.cos(2 * t),
        np.where(t <= on, x + v * (t - off), y * np.cos(2 * (t - on)) + v / 2 * np.sin(2 * (t - on))),
    )
    assert run["mass"].values == pytest.approx(expected, abs=2e-8)
    assert [event["energy"] for event in run.events] == pytest.approx([-4 * x * x, 4 * y * y], rel=1e-7)
    assert [event["did"] for event in run.events] == [["switched 'spring' off"], ["switched 'spring' on"]]
    assert float(abs(run.energy().drift).max()) < 1e-7
    away = (t > off) & (t < on)
    assert abs(run.accelerations().values[away]).max() == 0.0
    assert abs(run.power().power.sel(force="spring").values[away]).max() == 0.0


def test_a_signal_is_switched():
    """From no force to one that grows with time: ẍ = (t − 1)/2 from one second on, without the spring."""
    machine = sprung()

    def push(moment):
        moment.replace("motor", bo.Motor("mass", "t-1"))

    free = bo.Event(at=0.0, then=lambda moment: moment.switch("spring", on=False))
    run = bo.simulate(machine, 3.0, events=[free, bo.Event(at=1.0, name="push", then=push)])
    later = np.maximum(run.time.values - 1.0, 0.0)
    assert run["mass"].values == pytest.approx(later**3 / 12, abs=1e-9)
    assert run.energy().work.values[-1] == pytest.approx(2.0 * (later[-1] ** 2 / 4) ** 2 / 2, rel=1e-6)


def test_a_clutch_keeps_the_angular_momentum():
    """Locked discs turn as one, with the momentum of both; what the clutch carries is the moment that slows the load."""
    machine = discs()
    machine.add_force("drag", bo.JointDamper("motor", damping=0.5))
    events = [
        bo.Event(at=1.0, name="engages", then=lambda moment: moment.lock("load")),
        bo.Event(at=2.0, name="releases", then=lambda moment: moment.unlock("load")),
    ]
    run = bo.simulate(machine, 3.0, u0={"motor": 10.0, "load": -10.0}, events=events)
    motor = 10.0 * math.exp(-0.5 / 2)  # the load stands still
    both = 2.0 * motor / 5.0
    assert run.events[0]["after"]["u"] == pytest.approx({"motor": both, "load": 0.0}, rel=1e-9)
    k = int(np.searchsorted(run.time.values, 1.0))
    assert run.momentum().angular.values[k : k + 2, 2] == pytest.approx([2.0 * motor] * 2, rel=1e-9)
    locked = slice(k + 1, int(np.searchsorted(run.time.values, 2.0)) + 1)
    later = run.time.values[locked] - 1.0
    assert run["u.motor"].values[locked] == pytest.approx(both * np.exp(-0.1 * later), rel=1e-8)
    assert np.ptp(run["load"].values[locked]) == 0.0
    # 3 kg m² are slowed down by 0.1 ω
    assert run.tau.values[locked, 1] == pytest.approx(-0.3 * both * np.exp(-0.1 * later), rel=1e-7)
    assert run.events[0]["energy"] == pytest.approx(0.5 * (5.0 * both**2 - 2.0 * motor**2), rel=1e-9)


def test_a_joint_that_is_unlocked_leaves_the_others_locked():
    """The load turns on at ½ · 2 N·m/3 kg m² · t², and the motor stays where it is, though it is pushed."""
    machine = discs()
    machine.add_force("push", bo.Motor("motor", 1.0))
    machine.add_force("pull", bo.Motor("load", 2.0))

    def brake(moment):
        moment.lock("motor")
        moment.lock("load")

    events = [bo.Event(at=0.0, then=brake), bo.Event(at=1.0, then=lambda moment: moment.unlock("load"))]
    run = bo.simulate(machine, 2.0, events=events)
    assert run["motor"].values[-1] == 0.0
    assert run["load"].values[-1] == pytest.approx(0.5 * 2.0 / 3.0, rel=1e-9)


def test_a_load_that_is_let_go():
    """A crane of mass m on a spring carries M: the lock has M g, and when it opens the crane starts with ü = g M/m."""
    m, load = 4.0, 6.0
    machine = bo.Mechanism("crane", gravity=(0, 0, -G))
    machine.add_body("crane", "ground", bo.Prismatic(axis=(0, 0, 1)), inertia=bo.Inertia.point(m))
    machine.add_body("load", "crane", bo.Prismatic(axis=(0, 0, 1)), inertia=bo.Inertia.point(load))
    machine.add_force("spring", bo.JointSpring("crane", 400.0))
    events = [
        bo.Event(at=0.0, name="holds", then=lambda moment: moment.lock("load")),
        bo.Event(at=0.5, name="drops", then=lambda moment: moment.unlock("load")),
    ]
    run = bo.simulate(machine, 1.0, q0={"crane": -(m + load) * G / 400.0}, events=events)
    k = int(np.searchsorted(run.time.values, 0.5))
    assert run.time.values[k] == run.time.values[k + 1]
    assert run.tau.values[k] == pytest.approx([0.0, load * G], rel=1e-9)
    assert run.accelerations().values[k] == pytest.approx([0.0, 0.0], abs=1e-8)
    # the load falls freely, seen from the crane
    assert run.accelerations().values[k + 1] == pytest.approx([G * load / m, -G - G * load / m], rel=1e-9)
    w, t = math.sqrt(400.0 / m), run.time.values[k + 1 :] - 0.5
    expected = -m * G / 400.0 - load * G / 400.0 * np.cos(w * t)
    assert run["crane"].values[k + 1 :] == pytest.approx(expected, abs=1e-8)


def test_a_brake_on_the_only_joint_holds_it_until_it_is_released():
    machine = bo.chain(1)
    (joint,) = machine.q_names
    brake = bo.Event(lambda t, q, u: q[joint] - 0.5, "brake", direction=-1, then=lambda moment: moment.lock(joint))
    opens = bo.Event(at=1.0, name="opens", then=lambda moment: moment.unlock(joint))
    run = bo.simulate(machine, 1.3, q0={joint: 1.0}, events=[brake, opens])
    held = (run.time.values >= run.events[0]["time"]) & (run.time.values <= 1.0)
    assert run[joint].values[held] == pytest.approx(np.full(held.sum(), 0.5), abs=1e-12)
    fresh = bo.simulate(machine, 0.3, q0={joint: 0.5})
    assert run.q.values[-1] == pytest.approx(fresh.q.values[-1], abs=1e-8)


# --- time and order -----------------------------------------------------------------------------------------------------


def test_times_are_met_exactly_from_the_start_to_the_end():
    seen = []
    ticks = bo.Event(every=0.1, name="tick", then=lambda moment: seen.append(moment.t))
    marks = bo.Event(at=[0.0, 0.25, 1.0, 7.0], name="mark")
    run = bo.simulate(ball(), 1.0, events=[ticks, marks])
    assert seen == [pytest.approx(0.1 * k, rel=1e-15) for k in range(1, 11)]
    assert [event["time"] for event in run.events if event["name"] == "mark"] == [0.0, 0.25, 1.0]


def test_events_at_one_instant_leave_the_state_before_the_first_and_after_the_last():
    """Found by a zero, and by its time: 1 m/s becomes 2 m/s, then 5 m/s."""

    def faster(by):
        def act(moment):
            moment.u["ball"] += by

        return act

    machine = bo.Mechanism("gliding", gravity=(0, 0, 0))
    machine.add_body("ball", "ground", bo.Prismatic(axis=(0, 0, 1)), inertia=bo.Inertia.point(1.0))
    events = [
        bo.Event(at=0.5, name="time", then=faster(3.0)),
        bo.Event(lambda t, q, u: t - 0.5, "zero", then=faster(1.0)),
    ]
    run = bo.simulate(machine, 1.0, u0={"ball": 1.0}, every=0.4, events=events)
    assert [(event["name"], event["time"]) for event in run.events] == [("zero", 0.5), ("time", 0.5)]
    assert run.time.values == pytest.approx([0.0, 0.4, 0.5, 0.5, 0.8, 1.0])
    assert run["u.ball"].values == pytest.approx([1.0, 1.0, 1.0, 5.0, 5.0, 5.0])
    assert run["ball"].values[-1] == pytest.approx(0.5 + 2.5)
    work = run.energy().work_of.isel(time=-1)
    given = {str(name): float(work.sel(force=name)) for name in work.force.values}
    assert given == pytest.approx({"event zero": 0.5 * (4.0 - 1.0), "event time": 0.5 * (25.0 - 4.0)})


@pytest.mark.parametrize("count", [3, 6, 7, 12])
def test_the_last_time_of_a_period_may_be_the_end(count):
    """Quotients such as 0.3/0.1 are a little less than whole numbers."""
    ticks = bo.Event(every=0.1, name="tick", then=lambda moment: None)
    run = bo.simulate(ball(), count / 10, events=[ticks])
    assert [event["time"] for event in run.events] == pytest.approx([0.1 * k for k in range(1, count + 1)])
    table = run.to_dataframe("ball", every=0.1)
    assert table.index.to_numpy() == pytest.approx([0.1 * k for k in range(count + 1)])


def test_an_action_can_stop_the_run_and_set_the_state():
    def reset(moment):
        if len(hits) == 2:
            moment.stop()
        hits.append(moment.t)
        moment.q["ball"], moment.u["ball"] = 1.0, 0.0

    hits = []
    again = bo.Event(lambda t, q, u: q["ball"], "again", direction=-1, then=reset)
    run = bo.simulate(ball(), 9.0, q0={"ball": 1.0}, events=[again])
    fall = math.sqrt(2.0 / G)
    assert hits == pytest.approx([fall, 2 * fall, 3 * fall], rel=1e-9)
    assert run.status == "completed"
    assert float(run.time[-1]) == hits[-1]
    assert run.events[-1]["did"] == ["stopped"]


def test_an_event_in_both_directions_happens_once_at_each_zero():
    """An action that changes nothing does not make its event happen again where it is."""
    through = bo.Event(lambda t, q, u: q["mass"], "through", then=lambda moment: None)
    run = bo.simulate(sprung(), 4.0, q0={"mass": 1.0}, events=[through])
    assert [event["time"] for event in run.events] == pytest.approx([math.pi / 4 * k for k in (1, 3, 5)], rel=1e-8)


def test_runs_of_a_batch_act_one_by_one():
    both = bo.simulate(ball(), 2.0, q0={"ball": [1.0, 0.5]}, events=[floor(0.8)])
    for k, height in enumerate((1.0, 0.5)):
        alone = bo.simulate(ball(), 2.0, q0={"ball": height}, events=[floor(0.8)])
        assert [event["time"] for event in both.select(k).events] == [event["time"] for event in alone.events]
        samples = np.searchsorted(alone.time.values, both.time.values)
        np.testing.assert_array_equal(both["ball"].values[k], alone["ball"].values[samples])
    assert float(abs(both.energy().drift).max()) < 1e-8


def test_what_an_event_at_a_sample_of_a_batch_gives_is_the_energy_that_the_sample_has():
    """Speeds of 1 and 2 m/s become 4 and 5 m/s: each sample has all that it was given until then."""

    def act(moment):
        moment.u["ball"] += 3.0

    machine = bo.Mechanism("gliding", gravity=(0, 0, 0))
    machine.add_body("ball", "ground", bo.Prismatic(axis=(0, 0, 1)), inertia=bo.Inertia.point(1.0))
    push = bo.Event(at=0.5, name="push", then=act)
    run = bo.simulate(machine, 1.0, u0={"ball": [1.0, 2.0]}, every=0.25, events=[push])
    assert 0.5 in run.time
    energy = run.energy()
    given = energy.work_of.sel(force="event push")
    np.testing.assert_allclose(given, energy.kinetic - energy.kinetic.isel(time=0), atol=1e-12)
    np.testing.assert_allclose(given.isel(time=-1), [0.5 * (16.0 - 1.0), 0.5 * (25.0 - 4.0)])


# --- going on -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", [{}, {"integrator": "rk4", "step": 1e-3}, {"integrator": "LSODA"}])
def test_two_parts_are_the_whole(how):
    """To the last bit with fixed steps, else to the tolerance."""
    machine = bo.chain(2)
    start = {machine.q_names[0]: 1.0}
    whole = bo.simulate(machine, 1.0, q0=start, every=0.01, **how)
    parts = bo.simulate(machine, 0.5, q0=start, every=0.01, **how).continue_(0.5)
    np.testing.assert_array_equal(parts.time.values, whole.time.values)
    if "step" in how:
        np.testing.assert_array_equal(parts.q.values, whole.q.values)
        assert parts.statistics == whole.statistics
    assert parts.q.values == pytest.approx(whole.q.values, abs=1e-7)


def test_a_run_goes_on_with_its_events_and_its_mode(tmp_path):
    """Also from a file, which keeps the mode, and to which events are given again."""
    machine = discs()
    machine.add_force("spring", bo.JointSpring("motor", 8.0))

    def act(moment):
        moment.lock("load")
        moment.switch("spring", on=False)

    events = [bo.Event(at=0.3, name="act", then=act), bo.Event(every=0.4, name="tick", then=lambda moment: None)]
    start = {"q0": {"motor": 1.0}, "u0": {"load": 2.0}, "every": 0.01, "events": events}
    whole, part = bo.simulate(machine, 1.0, **start), bo.simulate(machine, 0.5, **start)
    part.save(tmp_path / "part.nc")
    loaded = bo.Trajectory.load(tmp_path / "part.nc")
    assert loaded.dataset.identical(part.dataset)
    with pytest.raises(bo.errors.StateError, match=r"'act', 'tick'.*give events"):
        loaded.continue_(0.5)
    for run in (part.continue_(0.5), loaded.continue_(0.5, events=events)):
        assert [(e["name"], e["time"]) for e in run.events] == [(e["name"], e["time"]) for e in whole.events]
        assert run.q.values == pytest.approx(whole.q.values, abs=1e-8)
        assert run["u.load"].values[-1] == 0.0
        assert abs(run.accelerations().values[-1]).max() < 1e-12
        assert float(abs(run.energy().drift).max()) < 1e-7


def test_a_run_that_an_event_stopped_goes_on_without_it():
    """The event is at its zero there, and happens again only when it is reached anew."""
    stop = bo.Event(lambda t, q, u: q["ball"], "floor", stops=True, direction=-1, then=bo.Impact("ball", 0.8))
    run = bo.simulate(ball(), 3.0, q0={"ball": 1.0}, events=[stop])
    for count in range(1, 4):
        assert float(run.time[-1]) == pytest.approx(impacts(0.8, count)[-1], rel=1e-9)
        run = run.continue_(2.0)
    through = bo.Event(lambda t, q, u: q["ball"] - 0.5, "half", stops=True)
    run = bo.simulate(ball(), 3.0, q0={"ball": 1.0}, events=[through]).continue_(0.1)
    assert len(run.events) == 1


def test_an_event_at_the_end_of_a_run_does_not_happen_again_where_it_goes_on(tmp_path):
    kicks = bo.Event(at=[0.0, 0.5, 1.0], name="kick", then=lambda moment: moment.u.__setitem__("ball", 2.0))
    part = bo.simulate(ball(), 0.5, events=[kicks])
    part.save(tmp_path / "part.nc")
    for run in (part.continue_(0.5), bo.Trajectory.load(tmp_path / "part.nc").continue_(0.5, events=[kicks])):
        assert [event["time"] for event in run.events] == [0.0, 0.5, 1.0]
        assert run["u.ball"].values[-1] == 2.0
        assert run["ball"].values[-1] == pytest.approx(2 * (2.0 * 0.5 - 0.5 * G * 0.5**2), abs=1e-9)


def test_an_interrupted_run_goes_on():
    def interrupt(moment):
        if not told:
            told.append(moment.t)
            signal.raise_signal(signal.SIGINT)

    told = []
    ask = bo.Event(at=0.5, name="Ctrl-C", then=interrupt)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # (tests in the background ignore it)
    try:
        with pytest.warns(bo.BoughWarning, match="interrupted"):
            run = bo.simulate(ball(), 2.0, q0={"ball": 1.0}, events=[ask, floor(0.8)])
    finally:
        signal.signal(signal.SIGINT, before)
    assert run.status == "interrupted"
    assert 0.5 <= float(run.time[-1]) < 1.0
    run = run.continue_(2.0 - float(run.time[-1]))
    assert run.status == "completed"
    assert run["ball"].values[-1] == pytest.approx(
        float(bo.simulate(ball(), 2.0, q0={"ball": 1.0}, events=[floor(0.8)])["ball"][-1]), abs=1e-9
    )


def test_motions_are_joined_where_they_meet():
    machine = ball()
    first, second = bo.simulate(machine, 1.0), bo.simulate(machine, 1.0, start=1.0, q0={"ball": 5.0})
    whole = first.join(second)
    assert whole.time.values[500:502].tolist() == [1.0, 1.0]
    assert whole["ball"].values[[500, 501]] == pytest.approx([-G / 2, 5.0])
    for other, culprit in (
        (bo.simulate(machine, 1.0, start=1.5), "meet"),
        (bo.simulate(sprung(), 1.0, start=1.0), "different mechanisms"),
        (bo.simulate(machine, 1.0, start=1.0, q0={"ball": [1.0, 2.0]}), "1 and 2 runs"),
        (3.0, "Trajectory"),
    ):
        with pytest.raises(bo.errors.StateError, match=culprit):
            first.join(other)


# --- bad input ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "culprit"),
    [
        ({}, "nothing says when"),
        ({"at": 1.0, "every": 0.1}, "at and every both say"),
        ({"function": 3.0}, "function must be"),
        ({"at": 1.0, "then": "bounce"}, "then must be"),
        ({"at": math.nan}, "at must be seconds"),
        ({"at": "1"}, "at must be seconds, not '1'"),
        ({"every": 1e-9}, "would happen 1e.09 times .* longer every"),
        ({"every": -1.0}, "positive"),
        ({"at": 1.0, "direction": 2}, "direction"),
    ],
)
def test_events_that_do_not_say_what_they_are(given, culprit):
    with pytest.raises(bo.errors.StateError, match=f"event 'e'.*{culprit}"):
        bo.simulate(ball(), 1.0, events=[bo.Event(name="e", **given)])


def assign(letter, name, value):
    def act(moment):
        getattr(moment, letter)[name] = value

    return act


@pytest.mark.parametrize(
    ("act", "culprit"),
    [
        (lambda moment: moment.switch("sprig", on=False), "did you mean 'spring'"),
        (lambda moment: moment.replace("spring", 3.0), "'spring' must become a force"),
        (lambda moment: moment.replace("spring", bo.JointSpring("mas", 1.0)), "no joint or velocity 'mas'"),
        (lambda moment: moment.lock("mas"), "did you mean 'mass'"),
        (lambda moment: moment.unlock("mass"), "not locked"),
        (assign("u", "mas", 1.0), "did you mean 'mass'"),
        (assign("u", "mass", math.nan), "finite"),
        (assign("q", "mass", (1.0, 2.0)), "1 number"),
        (lambda moment: (moment.lock("mass"), assign("u", "mass", 1.0)(moment)), "unlock it first"),
        (bo.Impact("mas"), "did you mean 'mass'"),
        (bo.Impact("mas", normal=(0, 0, 1)), "no body 'mas'"),
        (lambda moment: moment.impulse(np.zeros((1, 1)), np.ones(1)), "nothing moves along it"),
        (lambda moment: moment.impulse([1.0, 2.0], 1.0), "rows of 1 finite numbers"),
        (lambda moment: moment.impulse([1.0], math.nan), "a finite change for each row"),
        (lambda moment: {"mass": 1.0}, "returned .* nothing is done; let it change the moment"),
        (lambda moment: setattr(moment, "u", {"mass": 1.0}), r"u cannot be replaced; .*moment\.u\['mass'\] = 0\.0"),
        (lambda moment: setattr(moment, "t", 1.0), "t cannot be replaced"),
        (lambda moment: setattr(moment.u, "mass", 1.0), "no attribute 'mass'"),
    ],
)
def test_actions_that_cannot_be_done_are_told_with_the_event_and_its_time(act, culprit):
    machine = sprung()
    push = bo.Event(at=0.5, name="push", then=act)
    with pytest.raises(bo.errors.StepError, match=rf"event 'push' at t = 0\.5 s.*{culprit}") as caught:
        bo.simulate(machine, 1.0, q0={"mass": 1.0}, events=[push])
    assert float(caught.value.trajectory.time[-1]) == pytest.approx(0.5, abs=2e-3)


def test_one_row_and_one_number_are_an_impulse():
    kick = bo.Event(at=0.5, name="kick", then=lambda moment: moment.impulse([2.0], 3.0))
    run = bo.simulate(ball(), 1.0, q0={"ball": 9.0}, events=[kick])
    assert float(run["u.ball"][-1]) == pytest.approx(1.5 - G)


def late(value):
    """A function of an event that goes wrong after half a second."""
    return {"function": lambda t, q, u: 1.0 if t < 0.5 else value(q)}


@pytest.mark.parametrize(
    ("given", "culprit"),
    [
        ({"at": 0.5, "then": lambda moment: 1 / 0}, "failed with ZeroDivisionError.*fix the action"),
        (late(lambda q: 1 / 0), "failed with ZeroDivisionError.*fix the function"),
        (late(lambda q: None), "must be a number, not None"),
        (late(lambda q: q["bal"]), "did you mean 'ball'"),
        (late(lambda q: q["ball"] < 0.5), r"is (True|False), and a condition passes no zero; return a number"),
        ({"at": 0.5, "then": bo.Impact("bll")}, r"did you mean 'ball'\?$"),
    ],
)
def test_errors_in_functions_and_actions_name_the_event_and_keep_the_motion(given, culprit):
    with pytest.raises(bo.errors.StepError, match=rf"event 'e' at t = 0\.5\d* s.* {culprit}") as caught:
        bo.simulate(ball(), 1.0, q0={"ball": 1.0}, every=0.01, events=[bo.Event(name="e", **given)])
    run = caught.value.trajectory
    assert float(run.time[-1]) >= 0.2
    assert run["ball"].values == pytest.approx(1.0 - G / 2 * run.time.values**2, abs=1e-8)


@pytest.mark.parametrize(
    ("given", "culprit"),
    [
        ({"restitution": 1.5}, "restitution"),
        ({"rest": -1.0}, "rest must be"),
        ({"normal": (0, 0, 0)}, "normal must not be zero"),
        ({"normal": (0, 0, 1), "rest": 0.1}, "leave out rest or normal"),
        ({"at": (0, 0, 1)}, "give normal"),
    ],
)
def test_bounces_that_make_no_sense(given, culprit):
    with pytest.raises(bo.errors.StateError, match=culprit):
        bo.Impact("ball", **given)


def test_locks_need_velocities():
    lock = bo.Event(at=0.5, name="lock", then=lambda moment: moment.lock("ball"))
    with pytest.raises(bo.errors.StepError, match="integrates momenta, so no joint can be locked"):
        bo.simulate(ball(), 1.0, integrator="gauss4", step=1e-2, events=[lock])


def test_what_cannot_be_continued():
    run = bo.simulate(ball(), 1.0, q0={"ball": 1.0})
    with pytest.raises(bo.errors.StateError, match="leave out q0"):
        run.continue_(1.0, q0={"ball": 2.0})
    with pytest.raises(bo.errors.StateError, match="duration"):
        run.continue_(-1.0)
    stopped = bo.Event(lambda t, q, u: q["ball"], "floor", stops=True)
    both = bo.simulate(ball(), 1.0, q0={"ball": [1.0, 9.0]}, events=[stopped])
    with pytest.raises(bo.errors.StateError, match="not all runs"):
        both.continue_(1.0)


def test_a_controller_goes_on_with_its_memory_and_commands_on_their_way():
    """A controller with an integral and a delay, and an impact: two parts are the whole to the last bit."""

    def act(t, q, u, memory):
        memory["sum"] = memory.get("sum", 0.0) + q["ball"] - 0.5
        return {"ball": G - 20.0 * (q["ball"] - 0.5) - 3.0 * u["ball"] - 0.2 * memory["sum"]}

    control = bo.SampledController(act, period=0.03, delay=0.05)
    how = {"q0": {"ball": 1.0}, "u0": {"ball": -8.0}, "every": 0.01, "events": [floor(0.9)]}
    how |= {"integrator": "rk4", "step": 0.01}
    whole = bo.simulate(ball(), 1.0, control=control, **how)
    assert len(whole.events) == 2  # one in each part
    first = bo.simulate(ball(), 0.5, control=control, **how)
    for parts in (first.continue_(0.5), first.continue_(0.5)):  # (the first part may be continued twice)
        np.testing.assert_array_equal(parts.q.values, whole.q.values)
        np.testing.assert_array_equal(parts.tau.values, whole.tau.values)
        np.testing.assert_array_equal(parts.commands.values, whole.commands.values)
        assert parts.events == whole.events


def test_locks_in_free_flight_keep_linear_and_angular_momentum():
    """Joints with quaternions that lock and open again, and a stop after that: momenta about the centre of mass stay."""
    rod = bo.Inertia.rod(0.4, mass=2.0, radius=0.03, center=(0, 0, -0.2))
    machine = bo.Mechanism("flying", gravity=(0, 0, -G))
    machine.add_body("base", "ground", bo.Free(), inertia=bo.Inertia(5.0, (0, 0, 0), (1, 1, 1)))
    machine.add_body("upper", "base", bo.Ball(), at=(0, 0, 1), inertia=rod)
    machine.add_body("lower", "upper", bo.Revolute(axis=(0, 1, 0)), at=(0, 0, -0.4), inertia=rod)
    events = [
        bo.Event(at=0.3, name="locks", then=lambda moment: (moment.lock("upper"), moment.lock("lower"))),
        bo.Event(at=0.6, name="opens", then=lambda moment: moment.unlock("upper")),
        bo.Event(lambda t, q, u: t - 0.8, "ends", stops=True),
    ]
    start = {"upper": (1.0, 2.0, 3.0), "base.wx": 1.0, "lower": 4.0}
    run = bo.simulate(machine, 1.0, q0={"lower": 1.0}, u0=start, events=events)
    found, fall = run.momentum(), 9.0 * np.array([0, 0, -G]) * run.time.values[:, None]
    assert found.linear.values == pytest.approx(found.linear.values[0] + fall, abs=1e-7)
    spin = found.angular.values - np.cross(found.center.values, found.linear.values)
    assert spin == pytest.approx(np.broadcast_to(spin[0], spin.shape), abs=1e-7)
    first, last = np.searchsorted(run.time.values, [0.3, 0.6])
    assert np.ptp(run.q.values[first + 1 : last + 1, 7:], axis=0).max() == 0.0
    assert float(run.time[-1]) == pytest.approx(0.8, rel=1e-12)
    assert float(abs(run.energy().drift).max()) < 1e-6


def test_a_run_of_a_batch_does_the_work_of_a_run_alone_where_several_events_act_at_once():
    """Two events move the mass on its spring at one instant: what the spring gives is what its energy loses between jumps."""

    def further(by):
        def act(moment):
            moment.q["mass"] += by

        return act

    events = [bo.Event(at=0.5, name=name, then=further(by)) for name, by in (("first", 0.3), ("second", 0.4))]
    both = bo.simulate(sprung(), 1.0, q0={"mass": [1.0, -0.2]}, every=0.2, events=events, rtol=1e-11, atol=1e-13)
    for k, start in enumerate((1.0, -0.2)):
        x = start * math.cos(1.0)
        here, speed = x + 0.7, -2.0 * start * math.sin(1.0)
        last = here * math.cos(1.0) + 0.5 * speed * math.sin(1.0)
        lost = 4.0 * (start**2 - x**2 + here**2 - last**2)
        work = both.energy().work_of.isel(time=-1, run=k)
        assert float(work.sel(force="spring")) == pytest.approx(lost, abs=1e-8)


def test_a_velocity_that_is_set_in_a_loop_leaves_locked_joints_at_rest():
    """Five bars: with the left crank locked, the right one moves a linkage of four."""
    bars, hinge = bo.Mechanism("five-bar", gravity=(0, 0, 0)), bo.Revolute((0, 1, 0))
    for name, parent, at in (("left", "ground", 0), ("a", "left", 0.4), ("right", "ground", 0.6), ("b", "right", 0.4)):
        rod = bo.Inertia.rod(0.5, mass=1.0, radius=0.01, axis=(1, 0, 0), center=(0.2, 0, 0))
        bars.add_body(name, parent, hinge, at=(at, 0, 0), inertia=rod)
    bars.add_loop("pin", "a", "b", hinge, at=(0.5, 0, 0), other_at=(0.5, 0, 0))

    def act(moment):
        moment.lock("left")
        moment.u["right"] = 0.8

    start = bo.assemble(bars, {"left": -1.8, "a": 1.2, "right": -1.3, "b": -1.0}, hold=["left", "right"])
    run = bo.simulate(bars, 0.2, q0=start, events=[bo.Event(at=0.1, name="act", then=act)])
    after = run.events[0]["after"]["u"]
    assert (after["left"], after["right"]) == pytest.approx((0.0, 0.8), abs=1e-12)
    assert float(run.closure().gap.max()) < 1e-12
