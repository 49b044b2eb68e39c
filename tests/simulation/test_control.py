"""Controllers in the loop: exact discrete solutions, delays, predicted costs; what is commanded is among the results; given joint forces."""

import math

import numpy as np
import pytest
from helpers.sliders import mass_on_slide
from scipy.interpolate import PPoly
from scipy.linalg import expm, solve_discrete_are

import bough as bo

PERIOD = 0.02
TIGHT = {"rtol": 1e-12, "atol": 1e-13}


def held(stiffness, damping, h):
    """(A, B) of the mass over h seconds with a force that is held: by the exponential of the augmented matrix."""
    whole = np.zeros((3, 3))
    whole[:2] = ((0.0, 1.0, 0.0), (-stiffness / 2.0, -damping / 2.0, 0.5))
    found = expm(whole * h)
    return found[:2, :2], found[:2, 2]


def exactly(law, x, times, calls, delay, stiffness=0.0, damping=0.0):
    """States at times, and the force right of them, when ``law(x)`` is called at ``calls`` and acts ``delay`` later.

    Times are whole milliseconds.
    """
    marks = sorted({*times, *calls, *(t + delay for t in calls)})
    t, force, waiting, found = 0, 0.0, [], []
    for mark in (mark for mark in marks if mark <= times[-1]):
        a, b = held(stiffness, damping, 1e-3 * (mark - t))
        x, t = a @ x + b * force, mark
        if t in calls:
            waiting.append((t + delay, law(x)))
        while waiting and waiting[0][0] <= t:
            force = waiting.pop(0)[1]
        if t in times:
            found.append((*x, force))
    return np.array(found)


def pd(t, q, u, memory):
    """A spring and a damper, by computer."""
    memory["calls"] = memory.get("calls", 0) + 1
    return {"mass": -8.0 * q["mass"] - 4.0 * u["mass"]}


@pytest.mark.parametrize("how", [TIGHT, {"integrator": "rk4", "step": 5e-3}])
@pytest.mark.parametrize("delay", [0.0, PERIOD, 0.013, 0.05])
@pytest.mark.parametrize(("stiffness", "damping"), [(0.0, 0.0), (30.0, 0.4)])
def test_samples_are_those_of_the_exact_discrete_solution(stiffness, damping, delay, how):
    """A double integrator and a damped oscillator with a zero-order hold; delays of any length; samples in between."""
    run = bo.simulate(
        mass_on_slide(stiffness, damping),
        0.5,
        q0=[1.0],
        every=0.007,
        control=bo.SampledController(pd, PERIOD, delay),
        **how,
    )
    times, calls = np.rint(1e3 * run.time.values).astype(int).tolist(), list(range(0, 500, 20))
    start = np.array((1.0, 0.0))
    wanted = exactly(lambda x: -8.0 * x[0] - 4.0 * x[1], start, times, calls, round(1e3 * delay), stiffness, damping)
    # (steps of rk4 are 5 ms at most, with errors of (h ω)⁵ / 120 each)
    close = {"rtol": 0, "atol": 1e-11 if "rtol" in how else 1e-8}
    np.testing.assert_allclose(run["mass"], wanted[:, 0], **close)
    np.testing.assert_allclose(run["u.mass"], wanted[:, 1], **close)
    np.testing.assert_allclose(run.tau[:-1, 0], wanted[:-1, 2], rtol=0, atol=1e-7)
    np.testing.assert_allclose(run.commands.command_time, 1e-3 * np.array(calls), atol=1e-14)
    assert run.provenance["controller"] == "pd"


def test_an_optimal_regulator_costs_what_its_equation_predicts():
    """The sum of xᵀQx + r f² over all samples is xᵀPx at the start, with P of the discrete Riccati equation."""
    a, b = held(30.0, 0.4, PERIOD)
    weights, price = np.diag((40.0, 1.0)), 0.01
    p = solve_discrete_are(a, b[:, None], weights, [[price]])
    gain = (b @ p @ a) / (price + b @ p @ b)
    start = np.array((0.3, -0.5))
    run = bo.simulate(
        mass_on_slide(30.0, 0.4),
        6.0,
        every=PERIOD,
        q0=start[:1],
        u0=start[1:],
        control=bo.SampledController(lambda t, q, u, memory: -gain @ (q[0], u[0]), PERIOD),
        **TIGHT,
    )
    x = np.concatenate((run.q, run.u), axis=1)[:-1]
    cost = np.einsum("ti,ij,tj->", x, weights, x) + price * float((run.commands**2).sum())
    assert cost == pytest.approx(start @ p @ start, rel=1e-9)


def test_an_integral_part_remembers_and_removes_the_error():
    """A PID controller by its difference equation; the weight that pulls at the mass leaves no error."""
    kp, ki, kd, weight = 60.0, 80.0, 20.0, 2.0 * 9.81
    slider = bo.Mechanism("lift")
    slider.add_body("mass", joint=bo.Prismatic((0, 0, 1)), inertia=bo.Inertia.point(2.0))

    def pid(t, q, u, memory):
        error = 0.1 - q["mass"]
        memory["sum"] += PERIOD * error
        return [kp * error + ki * memory["sum"] - kd * u["mass"]]

    run = bo.simulate(
        slider, 8.0, every=PERIOD, control=bo.SampledController(pid, PERIOD, memory={"sum": 0.0}), **TIGHT
    )
    a, b = held(0.0, 0.0, PERIOD)
    x, total, wanted = np.zeros(2), 0.0, []
    for _ in run.time.values:
        wanted.append(x[0])
        total += PERIOD * (0.1 - x[0])
        x = a @ x + b * (kp * (0.1 - x[0]) + ki * total - kd * x[1] - weight)
    np.testing.assert_allclose(run["mass"], wanted, atol=1e-10)
    assert run["mass"][-1] == pytest.approx(0.1, abs=1e-4)
    assert float(run.tau[-1, 0]) == pytest.approx(weight, rel=1e-2)


@pytest.mark.parametrize("delay", [0.0, 0.0291])
def test_a_run_that_goes_on_keeps_the_clock_and_what_is_held(delay):
    """Also where it is cut between two calls, and with a command under way."""
    control = bo.SampledController(pd, 0.013, delay)
    how = {"q0": [1.0], "every": 0.01, "control": control, **TIGHT}
    whole, parts = bo.simulate(mass_on_slide(30.0), 0.4, **how), bo.simulate(mass_on_slide(30.0), 0.2, **how)
    parts = parts.continue_(0.2)
    np.testing.assert_array_equal(parts.commands.command_time, whole.commands.command_time)
    np.testing.assert_allclose(parts.q, whole.q, rtol=0, atol=1e-11)
    np.testing.assert_allclose(parts.tau, whole.tau, rtol=0, atol=1e-9)


def remembering(t, q, u, memory):
    """An integral part and an average of the last positions, in memories of all kinds."""
    memory["sum"] += q
    memory["last"] = [*memory["last"][-3:], q["mass"]]
    memory["calls"] = memory.get("calls", 0) + 1
    return [-20.0 * np.mean(memory["last"]) - 0.1 * memory["calls"] - memory["sum"][0]]


@pytest.mark.parametrize("delay", [0.0, 0.0291, 0.026])
def test_a_loaded_run_goes_on_with_its_controller_given_again(delay, tmp_path):
    """... as it would have without the file: its calls, what is held or under way, and its memory; cut between calls or at one."""
    control = bo.SampledController(remembering, 0.013, delay, memory={"sum": np.zeros(1), "last": []})
    for duration in (0.2, 0.208):
        run = bo.simulate(mass_on_slide(30.0), duration, q0=[1.0], every=0.01, control=control)
        wanted = run.continue_(0.1)
        run.save(tmp_path / "run.nc")
        again = bo.Trajectory.load(tmp_path / "run.nc")
        with pytest.raises(
            bo.errors.StateError, match="the controller 'remembering', which a file does not hold; give control="
        ):
            again.continue_(0.1)
        for found in (again.continue_(0.1, control=control), again.continue_(0.05, control=control).continue_(0.05)):
            np.testing.assert_array_equal(found.commands.command_time, wanted.commands.command_time)
        found = again.continue_(0.1, control=control)
        np.testing.assert_array_equal(found.commands, wanted.commands)
        np.testing.assert_array_equal(found.q, wanted.q)
        np.testing.assert_array_equal(found.tau, wanted.tau)
    other = again.continue_(0.05, control=bo.SampledController(pd, 0.013, delay))  # (another one starts at once)
    assert float(other.commands.command_time[16]) == 0.208


def breaks(t, q, u):
    """An event whose function fails after a while."""
    return 1.0 / (t <= 0.085)


def test_a_run_that_broke_off_right_after_a_call_goes_on_as_if_it_had_not(tmp_path):
    """The call at its last sample is made again; commands under way arrive when they would have."""

    def law(t, q, u, memory):
        return [-8.0 * q["mass"] - 4.0 * u["mass"]]

    control = bo.SampledController(law, PERIOD, 0.03)
    how = {"q0": [1.0], "every": PERIOD, "control": control, **TIGHT}
    with pytest.raises(bo.errors.StepError, match="'breaks'") as caught:
        bo.simulate(mass_on_slide(30.0), 0.2, events=[breaks], **how)
    part = caught.value.trajectory
    assert float(part.time[-1]) == float(part.commands.command_time[-1]) == 4 * PERIOD
    part.save(tmp_path / "part.nc")
    whole = bo.simulate(mass_on_slide(30.0), 0.2, **how)
    for run in (part, bo.Trajectory.load(tmp_path / "part.nc")):
        found = run.continue_(0.12, events=(), control=control)
        np.testing.assert_allclose(found.commands.command_time, whole.commands.command_time, rtol=1e-12)
        np.testing.assert_allclose(found.commands, whole.commands, rtol=0, atol=1e-9)
        np.testing.assert_allclose(found.q, whole.q, rtol=0, atol=1e-11)


@pytest.mark.parametrize(("every", "last"), [(0.05, 0.05), (PERIOD, 0.08)])
def test_a_controller_that_remembers_more_than_the_run_has_is_told(every, last, tmp_path):
    """The run broke off after calls that are made again, that at its last sample too; what they changed in the memory stays."""
    control = bo.SampledController(pd, PERIOD)
    with pytest.raises(bo.errors.StepError, match="'breaks'") as caught:
        bo.simulate(mass_on_slide(30.0), 0.2, q0=[1.0], every=every, control=control, events=[breaks])
    part = caught.value.trajectory
    part.save(tmp_path / "part.nc")
    for run in (part, bo.Trajectory.load(tmp_path / "part.nc")):
        with pytest.warns(bo.BoughWarning, match=rf"'pd' remembers is from its call at t = 0\.08 s.* at t = {last} s"):
            found = run.continue_(0.2 - last, events=(), control=control)
        np.testing.assert_allclose(found.commands.command_time, PERIOD * np.arange(10), atol=1e-12)


def test_runs_of_a_loaded_batch_go_on_with_the_controllers_that_they_had(tmp_path):
    """Each with what it remembers; what no file can hold is told."""
    control = bo.SampledController(remembering, 0.013, 0.03, memory={"sum": np.zeros(1), "last": []})
    many = bo.simulate(mass_on_slide(30.0), 0.2, q0=[[1.0], [-0.5]], every=0.01, control=control)
    many.save(tmp_path / "many.nc")
    again = bo.Trajectory.load(tmp_path / "many.nc")
    for one in (again.continue_(0.1, control=control), again.select(1).continue_(0.1, control=control)):
        wanted = many.continue_(0.1)
        wanted = wanted if one.runs else wanted.select(1)
        np.testing.assert_array_equal(one.q, wanted.q)
        np.testing.assert_array_equal(one.commands, wanted.commands)
    odd = bo.SampledController(lambda t, q, u, memory: [1.0], 0.05, memory=iter(()), name="odd")
    bo.simulate(mass_on_slide(), 0.2, control=odd).save(tmp_path / "odd.nc")
    with pytest.warns(bo.BoughWarning, match="what the controller 'odd' remembered is lost"):
        run = bo.Trajectory.load(tmp_path / "odd.nc").continue_(0.1, control=odd)
    np.testing.assert_allclose(run.commands.command_time, 0.05 * np.arange(6), atol=1e-15)


def test_runs_of_a_batch_have_memories_of_their_own():
    """... and are each as if alone."""
    control = bo.SampledController(lambda t, q, u, m: [m.append(q[0]) or -sum(m)], 0.05, memory=[])
    starts = np.array([[0.5], [-1.0], [2.0]])
    many = bo.simulate(mass_on_slide(), 0.4, every=0.1, q0=starts, control=control)
    for k, start in enumerate(starts):
        alone = bo.simulate(mass_on_slide(), 0.4, every=0.1, q0=start, control=control)
        np.testing.assert_array_equal(many.q[k], alone.q)
        np.testing.assert_array_equal(many.commands[k], alone.commands)
        np.testing.assert_array_equal(many.select(k).commands, alone.commands)
        np.testing.assert_array_equal(many.tau[k], alone.tau)
    assert control.memory == []


def test_forces_that_are_held_are_in_power_and_reactions(tmp_path):
    """τ u is the rate of kinetic energy of a mass on a slide; and all of it survives a file."""
    run = bo.simulate(mass_on_slide(), 0.5, every=0.01, q0=[1.0], control=bo.SampledController(pd, PERIOD))
    power = run.power()
    np.testing.assert_allclose(power["power"].sel(force="tau"), run.tau[:, 0] * run.u[:, 0])
    np.testing.assert_allclose(power["residual"], 0.0, atol=1e-12)
    np.testing.assert_allclose(run.accelerations()[:, 0], run.tau[:, 0] / 2.0, atol=1e-12)
    np.testing.assert_allclose(run.reactions("mass").force[:, 0], run.tau[:, 0], atol=1e-12)
    run.save(tmp_path / "run.nc")
    again = bo.Trajectory.load(tmp_path / "run.nc")
    np.testing.assert_array_equal(again.tau, run.tau)
    assert again.commands.identical(run.commands)


def test_a_controller_may_start_late_and_beside_events():
    """From half a second on it pushes by 2 N; the event is where the mass has moved by 10 cm."""
    event = bo.Event(lambda t, q, u: q["mass"] - 0.1, name="there", stops=True)
    control = bo.SampledController(lambda t, q, u, memory: [2.0], 0.3, start=0.5)
    run = bo.simulate(mass_on_slide(), 2.0, every=0.1, control=control, events=event)
    assert run.events[0]["time"] == pytest.approx(0.5 + math.sqrt(0.2), abs=1e-9)
    np.testing.assert_array_equal(run.commands.command_time, [0.5, 0.8])
    np.testing.assert_array_equal(run.tau[:, 0], np.where(run.time.values >= 0.5, 2.0, 0.0))


def test_quaternions_loops_and_drives_take_controllers():
    """Angular velocity of a ball that is pushed about one axis; and a mechanism that cannot move but by its drive."""
    ball = bo.Mechanism("ball", gravity=(0, 0, 0))
    ball.add_body("ball", joint=bo.Ball(), inertia=bo.Inertia(1.0, (0, 0, 0), (0.5, 0.5, 0.5)))
    run = bo.simulate(ball, 1.0, every=0.25, control=bo.SampledController(lambda t, q, u, m: {"ball.wz": 1.0 + t}, 0.5))
    assert float(run["u.ball.wz"][-1]) == pytest.approx((0.5 * 1.0 + 0.5 * 1.5) / 0.5, rel=1e-9)
    crank = bo.Mechanism("crank")
    crank.add_body("rod", joint=bo.Driven(bo.Revolute((0, 1, 0)), "3*t"), inertia=bo.Inertia.point(1.0))
    run = bo.simulate(crank, 1.0, every=0.5, control=bo.SampledController(lambda t, q, u, m: [], 0.5))
    assert run.commands.shape == (2, 0)


@pytest.mark.parametrize(
    ("function", "sentence"),
    [
        (lambda t, q, u, m: [math.nan if t > 0.1 else 0.0], "tau of 'mass' is nan; give finite joint forces"),
        (lambda t, q, u, m: [0.0] * (2 if t > 0.1 else 1), r"tau has shape \(2,\), but 'slider' takes 1 numbers"),
        (lambda t, q, u, m: {"mess" if t > 0.1 else "mass": 0.0}, "did you mean 'mass'"),
        (lambda t, q, u, m: None if t > 0.1 else [0.0], "returned nothing at t = 0.15 s; let it return joint forces"),
        (lambda t, q, u, m: [0.0 / (0 if t > 0.1 else 1)], "failed at t = 0.15 s with ZeroDivisionError"),
        (lambda t, q, u, m: [0.0 * q["mess" if t > 0.1 else "mass"]], "failed at t = 0.15 s: no 'mess' in the state"),
        (lambda t, q, u, m: [-1e101 if t > 0.1 else 0.0], "tau of 'mass' is -1e.101; give at most 1e.100, and check"),
        (lambda t, q, u, m: ["strong" if t > 0.1 else 0.0], "tau must be 1 numbers a state"),
    ],
)
def test_a_controller_that_fails_is_told_and_what_was_computed_is_kept(function, sentence):
    control = bo.SampledController(function, 0.05, name="autopilot")
    with pytest.raises(bo.errors.StepError, match=sentence) as caught:
        bo.simulate(mass_on_slide(), 1.0, every=0.01, u0=[1.0], control=control)
    assert "'slider' cannot be simulated beyond t = 0.15 s: the controller 'autopilot'" in str(caught.value)
    run = caught.value.trajectory
    np.testing.assert_allclose(run["mass"], run.time, atol=1e-12)
    assert float(run.time[-1]) == pytest.approx(0.15)
    assert len(run.commands) == 3


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: bo.SampledController(3.0, 0.1), r"a controller must be a function of \(t, q, u, memory\), not 3.0"),
        (lambda: bo.SampledController(pd, 0.0), "period must be a positive number of seconds, not 0.0"),
        (
            lambda: bo.SampledController(pd, 0.1, delay=-1.0),
            "delay must be a number of seconds of at least 0, not -1.0",
        ),
        (
            lambda: bo.simulate(mass_on_slide(), 1.0, control=pd),
            r"control must be a bough.SampledController\(function, period=…\)",
        ),
        (lambda: bo.simulate(mass_on_slide(), 1.0, control=bo.SampledController(pd, 1e-12)), "called 1e.12 times"),
        (
            lambda: bo.simulate(mass_on_slide(), 0.1, control=bo.SampledController(pd, 1e-9)),
            "called 1e.08 times .* longer period",
        ),
        (lambda: bo.simulate(mass_on_slide(), 1.0, tau={"mess": 1.0}), "tau: no velocity 'mess' in 'slider'"),
        (lambda: bo.simulate(mass_on_slide(), 1.0, tau=[1.0, 2.0]), "tau must be 1 numbers or functions of time"),
        (lambda: bo.simulate(mass_on_slide(), 1.0, tau=[math.inf]), "tau of 'mass' must be finite"),
    ],
)
def test_what_is_wrong_is_told_in_a_sentence(make, sentence):
    with pytest.raises(bo.errors.StateError, match=sentence):
        make()


# --- given forces -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tau", "force"),
    [
        ([2.0], lambda t: 2.0 + 0.0 * t),
        ({"mass": "4*t"}, lambda t: 4.0 * t),
        (lambda t: [4.0 * t], lambda t: 4.0 * t),
        (bo.Table((0.0, 0.35), (1.0, -3.0), "step"), lambda t: np.where(t < 0.35, 1.0, -3.0)),
    ],
)
def test_given_forces_act_and_are_results(tau, force):
    """Momentum is the integral of force, to tolerance, and the mechanism is the user's own."""
    slider = mass_on_slide()
    run = bo.simulate(slider, 1.0, every=0.1, tau=[tau] if isinstance(tau, bo.Table) else tau)
    t = np.linspace(0.0, 1.0, 20001)
    middle = 0.5 * (t[1:] + t[:-1])
    momentum = np.append(0.0, np.cumsum(force(middle) * np.diff(t)))
    np.testing.assert_allclose(2.0 * run["u.mass"], np.interp(run.time, t, momentum), atol=1e-4)
    np.testing.assert_allclose(run.tau[:, 0], force(run.time.values), atol=1e-12)
    assert run.mechanism is slider
    assert not slider.forces


@pytest.mark.parametrize(
    "tau",
    [
        {"mass": "2*sin(9*t)"},
        [bo.Table((0.0, 0.15, 0.35), (1.0, -3.0, 2.0), "step")],
        [PPoly([[3.0], [1.0]], [0.0, 1.0])],
    ],
)
def test_a_loaded_run_goes_on_with_the_forces_that_were_given(tau, tmp_path):
    """... and tells the same work of them as before."""
    run = bo.simulate(mass_on_slide(30.0), 0.2, every=0.02, tau=tau, **TIGHT)
    run.save(tmp_path / "run.nc")
    again = bo.Trajectory.load(tmp_path / "run.nc")
    for one, other in ((again, run), (again.continue_(0.3), run.continue_(0.3))):
        np.testing.assert_array_equal(one.q, other.q)
        np.testing.assert_array_equal(one.tau, other.tau)
        energies = one.energy(), other.energy()
        np.testing.assert_allclose(*(energy.work_of for energy in energies), rtol=0, atol=1e-13)
        assert energies[0].attrs["guessed"] == 0
        assert energies[0].attrs["share"] < 1e-9
    free = again.continue_(0.1, tau=None).continue_(0.1)
    assert free.tau[10:].values.tolist() == [[0.0]] * (len(free.time) - 10)


def test_functions_that_gave_forces_are_asked_for_again(tmp_path):
    bo.simulate(mass_on_slide(30.0), 0.2, tau=lambda t: [t]).save(tmp_path / "run.nc")
    run = bo.Trajectory.load(tmp_path / "run.nc")
    with pytest.raises(
        bo.errors.StateError, match="had functions of Python as forces on 'mass', which a file does not hold; give tau="
    ):
        run.continue_(0.1)
    assert float(run.continue_(0.1, tau=["t"]).tau[-1, 0]) == pytest.approx(0.3, abs=1e-12)


def test_given_forces_and_a_controller_add_up():
    run = bo.simulate(
        mass_on_slide(), 1.0, every=0.5, tau=[1.0], control=bo.SampledController(lambda t, q, u, m: [3.0], 0.25)
    )
    np.testing.assert_allclose(run.tau[:, 0], 4.0)
    assert float(run["mass"][-1]) == pytest.approx(1.0, rel=1e-9)


@pytest.mark.parametrize("how", [{}, {"integrator": "rk4", "step": 0.05}, {"integrator": "LSODA"}])
@pytest.mark.parametrize("rows", [lambda f: f[:, None], lambda f: {"mass": f}, lambda f: f[:, None].tolist()])
def test_forces_may_differ_among_the_runs_of_a_batch(rows, how):
    """A mass from rest under a constant force moves by f t²/4, and the work of the force is f times that."""
    forces = np.linspace(-2.0, 5.0, 11)
    run = bo.simulate(mass_on_slide(), 1.0, every=0.25, tau=rows(forces), **how)
    moved = forces[:, None] * run.time.values**2 / 4.0
    np.testing.assert_allclose(run.q[..., 0], moved, atol=1e-6 if "LSODA" in how.values() else 1e-11)
    np.testing.assert_array_equal(run.tau[..., 0], np.repeat(forces[:, None], len(run.time), 1))
    np.testing.assert_array_equal(run.select(3).tau[:, 0], forces[3])
    if not how:
        energy = run.energy()
        np.testing.assert_allclose(energy.work_of.sel(force="tau"), forces[:, None] * moved, atol=1e-11)


def test_forces_of_runs_beside_others_in_events_and_in_files(tmp_path):
    """One number for each run and a function of time for all; a controller; an event; and a run that was loaded goes on."""
    pair = mass_on_slide()
    pair.add_body("other", joint=bo.Prismatic((0, 1, 0)), inertia=bo.Inertia.point(1.0))
    control = bo.SampledController(lambda t, q, u, memory: {"mass": 1.0}, 0.1)
    wall = bo.Event(lambda t, q, u: q["mass"] - 0.25, "wall", then=lambda moment: moment.stop())
    tau = {"mass": [1.0, 3.0], "other": "6*t"}
    run = bo.simulate(pair, 1.0, every=0.1, tau=tau, control=control)
    np.testing.assert_allclose(run.q[:, -1], [[0.5, 1.0], [1.0, 1.0]], rtol=1e-9)
    np.testing.assert_allclose(run.tau[:, -1], [[2.0, 6.0], [4.0, 6.0]], rtol=1e-12)
    run = bo.simulate(pair, 2.0, every=0.1, tau=tau, events=wall)
    np.testing.assert_allclose([event["time"] for event in run.events], [1.0, 1.0 / math.sqrt(3.0)], atol=1e-9)
    half = bo.simulate(pair, 0.5, every=0.1, q0=np.zeros((2, 2)), tau=tau)
    half.save(tmp_path / "half.nc")
    again = bo.Trajectory.load(tmp_path / "half.nc").continue_(0.5)
    np.testing.assert_allclose(again.q[:, -1], [[0.25, 1.0], [0.75, 1.0]], rtol=1e-9)
    np.testing.assert_array_equal(again.select(1).continue_(0.5, tau=None).q[:11], again.q[1])


@pytest.mark.parametrize(
    ("tau", "sentence"),
    [
        ([[1.0], [2.0]], "tau is given for 2 runs, but there are 3; give one for each run"),
        ([[1.0], [math.nan], [2.0]], "tau of 'mass' of run 1 is nan; give finite joint forces"),
        ({"mass": ["strong", "weak", "none"]}, "tau of 'mass' must be a number for each run, not"),
        ({"mass": [1.0, 2.0, 3.0], "mess": 1.0}, "tau: no velocity 'mess'"),
        ([[1.0, 2.0]] * 3, "tau must be 1 numbers or functions of time"),
    ],
)
def test_forces_of_runs_that_do_not_fit_are_told(tau, sentence):
    with pytest.raises(bo.errors.StateError, match=sentence):
        bo.simulate(mass_on_slide(), 1.0, q0=[[0.0], [1.0], [2.0]], tau=tau)


def test_a_run_that_broke_off_goes_on_before_its_first_command_arrives(tmp_path):
    """Nothing acts until then, although the run had got beyond that."""

    def breaks_soon(t, q, u):
        return 1.0 / (t <= 0.037)

    control = bo.SampledController(lambda t, q, u, memory: [-8.0 * q["mass"] - 4.0 * u["mass"]], PERIOD, 0.03)
    how = {"q0": [1.0], "every": 0.025, "control": control, **TIGHT}
    with pytest.raises(bo.errors.StepError, match="'breaks_soon'") as caught:
        bo.simulate(mass_on_slide(30.0), 0.2, events=[breaks_soon], **how)
    part = caught.value.trajectory
    assert float(part.time[-1]) == 0.025 < 0.03  # (when the first command arrives)
    whole = bo.simulate(mass_on_slide(30.0), 0.2, **how)
    part.save(tmp_path / "part.nc")
    for run in (part, bo.Trajectory.load(tmp_path / "part.nc")):
        found = run.continue_(0.175, events=(), control=control)
        np.testing.assert_allclose(found.q, whole.q, rtol=0, atol=1e-11)
        np.testing.assert_allclose(found.tau, whole.tau, rtol=0, atol=1e-9)
