"""Events that act on closed loops: impulses that keep them closed, locks, and states that cannot be."""

import numpy as np
import pytest
from helpers.flows import bare_four_bar

import bough as bo
from bough.api.loop_forces import loop_rows

FORM = {"formulation": "composite-bodies", "solver": "udu"}


@pytest.fixture(scope="module")
def moving():
    """A four-bar and a state in which it moves."""
    machine = bare_four_bar()
    q = bo.assemble(machine, {"crank": -1.0, "rocker": -1.5}, hold=["crank"])
    return machine, {
        "q0": q,
        "u0": bo.kinematics.consistent_velocities(machine, q, {"crank": 8.0}, hold=["crank"]),
        **FORM,
    }


def parts(event):
    q, before = (np.array(list(event[letter].values())) for letter in ("q", "u"))
    return q, before, np.array(list(event["after"]["u"].values()))


def test_an_impact_keeps_loops_closed(moving):
    """The momentum changes along the normal and the loop's constraints alone, and the energy by Newton's law."""
    machine, start = moving
    e, normal, at = 0.6, np.array([0.3, 0.0, 1.0]) / np.hypot(0.3, 1.0), (0.25, 0.0, 0.0)
    bounce = bo.Impact("coupler", e, normal=tuple(normal), at=at)
    hit = bo.Event(lambda t, q, u: u["rocker"] + 5.0, "hit", direction=-1, then=bounce)
    run = bo.simulate(machine, 0.4, events=[hit], **start)
    q, before, after = parts(run.events[0])
    row = normal @ bo.kinematics.point_jacobian(machine, q, "coupler", at)[:3]
    assert row @ after == pytest.approx(-e * (row @ before), rel=1e-9)
    loops = loop_rows(machine, q).jacobian
    assert np.abs(loops @ after).max() < 1e-12 * np.abs(after).max()
    mass = bo.mass_matrix(machine, q)
    along = np.column_stack((row, loops.T))
    push = mass @ (after - before)
    left = push - along @ np.linalg.lstsq(along, push, rcond=1e-10)[0]
    assert np.abs(left).max() < 1e-10 * np.abs(push).max()
    # the machine has one freedom, so all velocities turn back by e, and what is left of its energy is e²
    assert after == pytest.approx(-e * before, rel=1e-9)
    assert run.events[0]["energy"] == pytest.approx(-(1 - e * e) / 2 * before @ mass @ before, rel=1e-9)
    assert float(run.closure().gap.max()) < 1e-12
    assert float(abs(run.energy().drift).max()) < 1e-7


def test_a_lock_holds_the_whole_linkage(moving):
    """What it carries is the gradient of the weight along the one freedom that is left without it."""
    machine, start = moving
    events = [
        bo.Event(at=0.1, name="locks", then=lambda moment: (moment.lock("rocker"), moment.lock("crank"))),
        bo.Event(at=0.2, name="frees", then=lambda moment: moment.unlock("crank")),
        bo.Event(at=0.3, name="opens", then=lambda moment: moment.unlock("rocker")),
    ]
    run = bo.simulate(machine, 0.4, events=events, **start)
    first, last = np.searchsorted(run.time.values, [0.1, 0.3])
    assert np.ptp(run.q.values[first + 1 : last + 1], axis=0).max() < 1e-9
    q = run.q.values[last]
    steps = [bo.assemble(machine, q + np.array([0, 0, h]), hold=["rocker"]) for h in (1e-4, -1e-4)]
    gradient = np.subtract(*(bo.potential_energy(machine, x) for x in steps)) / 2e-4
    assert run.tau.values[last, 2] == pytest.approx(gradient, rel=1e-5)
    assert run["crank"].values[-1] != pytest.approx(q[0], abs=1e-3)


def test_velocities_that_are_set_take_the_others_along(moving):
    machine, start = moving

    def steer(moment):
        moment.u["crank"] = 3.0

    run = bo.simulate(machine, 0.2, events=[bo.Event(at=0.1, name="steer", then=steer)], **start)
    q, _, after = parts(run.events[0])
    assert after == pytest.approx(
        bo.kinematics.consistent_velocities(machine, q, {"crank": 3.0}, hold=["crank"]), rel=1e-10
    )


def test_coordinates_that_are_set_take_the_others_along(moving):
    machine, start = moving

    def turn(moment):
        moment.q["crank"] += 0.1

    run = bo.simulate(machine, 0.2, events=[bo.Event(at=0.1, name="turn", then=turn)], **start)
    before, after = run.events[0]["q"], run.events[0]["after"]["q"]
    assert after["crank"] == pytest.approx(before["crank"] + 0.1, rel=1e-12)
    assert float(run.closure().gap.max()) < 1e-12


@pytest.mark.parametrize(
    ("values", "culprit"),
    [
        ({"u": {"crank": 3.0, "rocker": 3.0}}, r"velocities that it sets \('crank', 'rocker'\) would open 'pin'"),
        ({"q": {"crank": 3.0, "coupler": 0.0, "rocker": 0.1}}, "cannot be: the loop 'pin'"),
    ],
)
def test_what_would_open_loops_is_refused_by_names(moving, values, culprit):
    machine, start = moving

    def act(moment):
        for letter, numbers in values.items():
            for name, value in numbers.items():
                getattr(moment, letter)[name] = value

    with pytest.raises(bo.errors.StepError, match=culprit):
        bo.simulate(machine, 0.2, events=[bo.Event(at=0.1, name="act", then=act)], **start)


def test_two_parts_of_a_linkage_are_the_whole(moving):
    machine, start = moving
    how = {**start, "integrator": "rk4", "step": 1e-3, "every": 1e-2}
    whole, part = bo.simulate(machine, 0.2, **how), bo.simulate(machine, 0.1, **how).continue_(0.1)
    assert part.q.values == pytest.approx(whole.q.values, abs=1e-12)
