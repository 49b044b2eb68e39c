"""Signals follow what they are made from: closed formulas, SciPy's splines, kinks and jumps; and kernels read them as NumPy does."""

import math
from contextlib import suppress

import numpy as np
import pytest
from scipy.interpolate import BSpline, CubicSpline, PPoly

import bough as bo
from bough.arithmetic.counted import Counted
from bough.arithmetic.scalar import kernel, put
from bough.arithmetic.width import lane_width
from bough.compiled.entries import Entry
from bough.compiled.tree import compiled
from bough.mechanism import fitting as fitting_file
from bough.mechanism import following as signals
from bough.mechanism.expressions import Expression
from bough.mechanism.fitting import Fitting
from bough.mechanism.fitting import fitted as fit
from bough.mechanism.pieces import breaks_of
from bough.mechanism.signals import Signal, signal_of, three_signals_of

W = lane_width()


def fitted(function, start, end):
    """A signal that was made from a function over a window."""
    return Signal("test", signal_of(function, "test").over(start, end))


@pytest.mark.parametrize("jump", [0.25, 1.0, 3.0, 8.0])
def test_a_jump_at_the_end_of_a_window_has_happened_there(jump):
    """As in a longer window: a value does not depend on the window that it was asked for."""
    for end in (jump, 1.5 * jump):
        assert fitted(lambda t: float(t >= jump), 0.0, end)(np.array([jump]))[0] == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("function", "rate", "acceleration", "start", "end"),
    [
        (lambda t: math.sin(3 * t), lambda t: 3 * np.cos(3 * t), lambda t: -9 * np.sin(3 * t), 0.0, 10.0),
        (lambda t: math.exp(-t), lambda t: -np.exp(-t), lambda t: np.exp(-t), -2.0, 40.0),
        (lambda t: 1e6 + t**3, lambda t: 3 * t**2, lambda t: 6 * t, 0.0, 5.0),
        (lambda t: 1 / (1 + 25 * t * t), lambda t: -50 * t / (1 + 25 * t * t) ** 2, None, -1.0, 1.0),
    ],
)
def test_a_function_is_followed_with_its_rates(function, rate, acceleration, start, end):
    t = np.linspace(start, end, 777)
    value, first, second = fitted(function, start, end)(t)
    expected = np.array([function(x) for x in t])
    assert np.abs(value - expected).max() <= 4e-14 * np.abs(expected).max()
    scale = max(np.abs(expected).max(), np.abs(rate(t)).max())
    assert np.abs(first - rate(t)).max() <= 1e-10 * scale
    if acceleration is not None:
        assert np.abs(second - acceleration(t)).max() <= 1e-7 * scale


def test_a_function_is_followed_up_to_the_ends_of_a_window_beyond_which_it_fails():
    times = np.linspace(0.55, 1.9, 1001)
    value, *_ = fitted(lambda t: math.sqrt((1.95 - t) * (t - 0.5)), 0.55, 1.9)(times)
    np.testing.assert_allclose(value, np.sqrt((1.95 - times) * (times - 0.5)), rtol=1e-12)


def test_an_integral_counts_from_zero_wherever_its_window_is():
    times = np.linspace(5.0, 6.0, 101)
    signal = signal_of(bo.motions.Integral("sin(3*t)", 2.0), "test")
    value, rate, _ = Signal("test", signal.over(5.0, 6.0))(times)
    np.testing.assert_allclose(value, 2.0 + (1.0 - np.cos(3.0 * times)) / 3.0, rtol=1e-12)
    np.testing.assert_allclose(rate, np.sin(3.0 * times), atol=1e-12)


@pytest.mark.parametrize("text", ["1000*sin(5*t) + 100", "exp(0.2*t)"])
def test_an_integral_has_the_same_bits_in_every_window(text):
    """Its constants are summed from t = 0, not from where the window starts."""

    def values(low, high, times):
        return np.array(Signal("test", signal_of(bo.motions.Integral(text, 0.1), "test").over(low, high))(times))

    for times, windows in (
        (np.linspace(7.0, 8.9, 201), ((0.0, 9.0), (-3.0, 9.0), (-87.0, 101.0), (7.5, 9.0))),
        (np.linspace(-4.0, -3.0, 201), ((-4.0, 0.0), (-60.0, -3.0), (-4.0, 40.0))),
    ):
        expected = values(times[0], times[-1], times)
        for window in windows:
            kept = times >= window[0]
            np.testing.assert_array_equal(values(*window, times[kept]), expected[:, kept])


def test_pieces_do_not_depend_on_the_windows_that_were_asked_for_before():
    """A pulse that a short window shows is none in a long one that has no instant within it."""
    pulse = 0.700123456

    def function(t):
        return math.sin(t) + (abs(t - pulse) < 2e-6)

    fitting = Fitting(function, "test")
    assert Signal("test", fitting.over(0.7, 0.7005))(np.array([pulse]))[0] == pytest.approx(1.0 + math.sin(pulse))
    np.testing.assert_array_equal(fitting.over(0.0, 3.0), fit(function, 0.0, 3.0, "test"))


def test_breaks_do_not_depend_on_what_is_known_beyond_them():
    """A small jump is one, however large the signal is later."""

    def function(t):
        return 1e-3 * (t >= 1.0) + 1e14 * (t >= 100.0)

    for end in (2.0, 200.0):
        found = breaks_of(signal_of(function, "test").over(0.0, end), 0.0, 2.0)
        assert found.times.tolist() == pytest.approx([1.0])
        assert found.jumps[0].tolist() == pytest.approx([1e-3])


def test_kinks_and_jumps_are_found_where_they_are():
    kink = fitted(lambda t: abs(t - math.e), 0.0, 10.0)
    t = np.concatenate((np.linspace(0, 10, 501), math.e + 1e-10 * np.array((-1, 1)), math.e + np.array((-1e-3, 1e-3))))
    value, rate, _ = kink(t)
    np.testing.assert_allclose(value, np.abs(t - math.e), rtol=0, atol=1e-12)
    np.testing.assert_allclose(rate, np.sign(t - math.e), rtol=0, atol=1e-4)
    jump = fitted(lambda t: 2.0 if t > math.e else -1.0, 0.0, 10.0)
    value, rate, _ = jump(t)
    np.testing.assert_allclose(value, np.where(t > math.e, 2.0, -1.0), rtol=0, atol=1e-13)
    np.testing.assert_allclose(rate, 0.0, atol=1e-9)


def breaks(value, start, end):
    return breaks_of(signal_of(value, "test").over(start, end), start, end)


@pytest.mark.parametrize("at", [0.5, 0.3, math.pi / 10, 1e-3, 0.999])
@pytest.mark.parametrize("scale", [1.0, 1e6, 1e-6])
def test_what_jumps_is_told_with_its_time_and_its_size(at, scale):
    """Value, rate or acceleration, each in a function that is smooth but for it; at a first cut of the window as well as anywhere."""
    for order, function in enumerate(
        (
            lambda t: scale * (math.sin(t) + (2.0 if t > at else 0.0)),
            lambda t: scale * (math.sin(t) + 2.0 * max(t - at, 0.0)),
            lambda t: scale * (math.sin(t) + max(t - at, 0.0) ** 2),
        )
    ):
        found = breaks(function, 0.0, 1.0)
        assert found.times == pytest.approx([at], rel=0, abs=(1e-15, 1e-11, 1e-6)[order])
        assert found.jumps[order] == pytest.approx([2.0 * scale], rel=(1e-12, 1e-9, 1e-4)[order])
        assert not found.jumps[:order].any()


@pytest.mark.parametrize(
    "function",
    [
        lambda t: math.sin(50 * t), lambda t: math.exp(-(((t - 0.3) / 1e-3) ** 2)), lambda t: math.tanh(500 * (t - 0.5)), lambda t: 1e6 + t**2, lambda t: t**1.5,
        "smooth(t, 0.2, 0.9)", "sin(3*t)*exp(-t)", "max(t - 0.3, 0)**3",
    ],
)  # fmt: skip
def test_nothing_jumps_in_what_is_smooth(function):
    assert not len(breaks(function, 0.0, 1.0).times)


@pytest.mark.parametrize("start", [-0.0039, -0.013, -0.1, -1 / 3, -0.7])
def test_turns_that_are_one_up_to_rounding_leave_no_sliver(start):
    """The zeros of t and of 5t; between them a polynomial would have no rate."""
    motion = fitted("0.5+0.1*sin(5*t)", start, 1.0 - start)
    assert [float(x) for x in motion(0.0)[:2]] == pytest.approx([0.5, 0.5], rel=1e-12)
    assert not len(breaks("0.5+0.1*sin(5*t)", start, 1.0 - start).times)


def test_tables_and_splines_tell_where_they_bend():
    assert breaks(bo.Table((1, 2, 3), (0, 1, 1)), 0.0, 5.0).times.tolist() == [1.0, 2.0]
    assert breaks(bo.Table((1, 2, 3), (0, 1, 1), "step"), 0.0, 5.0).times.tolist() == [2.0]
    assert (
        breaks(bo.Table((1, 2, 3), (0, 1, 1)), 1.0, 2.0).times.tolist() == []
    )  # what bends at the ends does not within
    assert breaks(CubicSpline((0, 1, 2, 4), (0, 1, 0, 2)), 0.0, 4.0).times.tolist() == []


@pytest.mark.parametrize(
    ("text", "times"),
    [
        ("1 if 0.3 < t < 0.31 else 0", [0.3, 0.31]),
        ("exp(-((t - 123.4)/1e-6)**2)", [123.4]),
        ("max(t, 5, 20 - t)", [5.0, 15.0]),
        ("smooth(t, 1, 2)", [1.0, 2.0]),
        ("1 if mod(t, 100) < 1 else 0", [100.0, 200.0, 300.0, 400.0, 500.0, 600.0, 700.0, 800.0, 900.0]),
        ("floor(t/300)", [300.0, 600.0, 900.0]),
        ("sqrt(t - 500)", [500.0]),
        ("2*sin(3*t)", []),
    ],
)
def test_the_text_of_an_expression_tells_where_it_turns(text, times):
    found = Expression(text).turns(0.0, 1000.0)
    assert all(any(abs(t - x) <= 1e-12 * t for x in found) for t in times)
    assert len(found) <= 2 * len(times) + 2


@pytest.mark.parametrize("window", [1.0, 1e3, 1e6])
def test_a_text_is_followed_however_long_the_window_is(window):
    """Pulses and peaks of a hundredth of a second, of which samples would see nothing."""
    for text, at, value in (("1000 if 0.3 < t < 0.31 else 0", 0.305, 1000.0), ("exp(-((t - 0.3)/0.01)**2)", 0.3, 1.0)):
        pieces = Signal("test", signal_of(text, "test").over(0.0, window))
        assert float(pieces(at)[0]) == pytest.approx(value, rel=1e-9)
        assert float(pieces(0.99 * window)[0]) == pytest.approx(0.0, abs=1e-9)


def test_jumps_are_found_wherever_they_are():
    """Also those that are so near to the end of a piece that no node sees them."""
    for at in (*np.random.default_rng(1).uniform(0.0, 20.0, 20), 5.0 + 1e-4, 5.0 - 1e-4, 5.0):
        jump = fitted(lambda t, at=at: 1.0 if t >= at else 0.0, 0.0, 20.0)
        near = at + 1e-11 * np.array((-1.0, 1.0))
        np.testing.assert_allclose(jump(near)[0], (0.0, 1.0), rtol=0, atol=1e-9)
        kink = fitted(lambda t, at=at: abs(t - at), 0.0, 20.0)
        np.testing.assert_allclose(kink(at + np.array((-1e-4, 0.0, 1e-4)))[0], (1e-4, 0.0, 1e-4), rtol=0, atol=1e-11)


def test_a_smooth_start_from_rest_is_followed_although_its_first_digits_are_rounding():
    """t − sin t is t³/6 at first: the difference of two numbers that are much larger."""

    def start(t):
        return t - math.sin(t) if t > 0.0 else 0.0

    signal = fitted(lambda t: start(t - 1.0), 0.0, 10.0)
    assert len(signal.fixed) < 200
    t = np.linspace(0.0, 10.0, 777)
    value, rate, acceleration = signal(t)
    since = np.maximum(t - 1.0, 0.0)
    np.testing.assert_allclose(value, since - np.sin(since), rtol=0, atol=1e-13)
    np.testing.assert_allclose(rate, 1.0 - np.cos(since), rtol=0, atol=1e-10)
    np.testing.assert_allclose(acceleration, np.sin(since), rtol=0, atol=1e-6)


def test_late_times_do_not_wear_out_the_fit():
    """At t = 10⁵ the time itself has no more than eleven digits after the point."""
    signal = fitted(lambda t: math.sin(100 * t), 1e5, 1e5 + 1)
    t = np.linspace(1e5, 1e5 + 1, 100)
    np.testing.assert_allclose(signal(t)[0], np.sin(100 * t), rtol=0, atol=1e-8)


@pytest.mark.parametrize("kind", ["linear", "cubic", "smooth", "step"])
def test_tables(kind):
    times, values = np.array((0.0, 1.0, 1.5, 4.0)), np.array((1.0, -2.0, 0.5, 3.0))
    signal = signal_of(bo.Table(times, values, kind), "test")
    inside, outside = np.linspace(0, 3.999, 200), np.array((-7.0, -0.1, 4.0, 9.0))
    spline = CubicSpline(times, values, bc_type="clamped" if kind == "cubic" else "not-a-knot")
    expected = {
        "linear": np.interp(inside, times, values),
        "cubic": spline(inside),
        "smooth": spline(inside),
        "step": values[np.searchsorted(times, inside, side="right") - 1],
    }[kind]
    value, rate, acceleration = signal(inside)
    np.testing.assert_allclose(value, expected, atol=1e-14)
    if kind in ("cubic", "smooth"):
        np.testing.assert_allclose(rate, spline(inside, 1), atol=1e-13)
        np.testing.assert_allclose(acceleration, spline(inside, 2), atol=1e-12)
    value, rate, acceleration = signal(outside)
    np.testing.assert_array_equal(value, (1.0, 1.0, 3.0, 3.0))
    assert not rate.any()
    assert not acceleration.any()


def test_splines_of_scipy_are_taken_as_they_are():
    times = np.linspace(0, 2, 6)
    periodic = CubicSpline(times, np.cos(np.pi * times) * (times < 2) + (times == 2), bc_type="periodic")
    basis = BSpline.construct_fast(np.r_[[0.0] * 5, 1.0, 2.0, [3.0] * 5], np.arange(7.0) ** 2, 4)
    for spline, t in (
        (CubicSpline(times, times**4), np.linspace(-1, 3, 50)),
        (periodic, np.linspace(-7, 9, 99)),
        (basis, np.linspace(0, 3, 50)),
    ):
        value, rate, acceleration = signal_of(spline, "test")(t)
        np.testing.assert_allclose(value, spline(t), rtol=1e-12, atol=1e-12)
        np.testing.assert_allclose(rate, spline.derivative()(t), rtol=1e-11, atol=1e-11)
        np.testing.assert_allclose(acceleration, spline.derivative(2)(t), rtol=1e-9, atol=1e-9)


def following(*values):
    mechanism = bo.chain(2)
    for k, value in enumerate(values):
        mechanism.add_force(f"follower{k}", bo.Motor("link1", value))
    return mechanism


def test_kernels_read_signals_as_numpy_does():
    values = (2.5, bo.Table((0, 1, 3), (1, 2, -1), "cubic"), math.sin)
    mechanism = following(*values)
    mechanism.cover(0.0, 3.0)
    tree = compiled(mechanism).arrays
    for k, value in enumerate(values):
        expected = signal_of(value, "test")
        expected.over(0.0, 3.0)
        for t in (0.0, 0.7, 1.0, 2.9999):
            np.testing.assert_allclose(signals.signal(tree, k, t), expected(t), rtol=1e-9, atol=1e-12)
            found = signals.signal(tree, k, Counted(t))
            np.testing.assert_allclose([float(x) for x in found], signals.signal(tree, k, t), rtol=1e-15)


@kernel
def readings(tree, work, q, u, unused, wrenches, out):
    """Two signals at the time."""
    t = signals.time_of(tree, q)
    for k in range(2):
        value, rate, acceleration = signals.signal(tree, k, t)
        put(out, 3 * k, value)
        put(out, 3 * k + 1, rate)
        put(out, 3 * k + 2, acceleration)
    return True


def test_lanes_look_up_their_own_times():
    """Compiled: all signals at W different times side by side, and at one."""
    mechanism = following(bo.Table((0, 1, 3), (1, 2, -1), "cubic"), math.sin)
    mechanism.cover(0.0, 4.0)
    entry = Entry(readings, compiled(mechanism).arrays, {}, ("q", "q"))
    t = np.linspace(0.05, 3.95, 2 * W + 1)
    q = np.column_stack((np.zeros((len(t), 2)), t))
    together, alone = np.empty((len(t), 6)), np.empty((len(t), 6))
    assert entry.batch(q, q, q, np.empty((0, 0, 6)), together) == -1
    for k in range(len(t)):
        assert entry.single(q[k], q[k], q[k], np.empty((0, 6)), alone[k]) == 0
    np.testing.assert_array_equal(together, alone)
    expected = [x for value in mechanism.signals for x in value(t)]
    np.testing.assert_allclose(together.T, expected, rtol=1e-9, atol=1e-12)


def test_a_timed_mechanism_takes_the_time_beside_q():
    """The public functions know it, and the window of a function grows as times are asked for."""
    calls = []

    def follow(t):
        calls.append(t)
        return math.sin(t)

    mechanism, plain = following(follow), bo.chain(2)
    q, u = bo.models.random_state(plain, 1)
    assert mechanism.is_timed
    assert not following(1.0).is_timed
    for time in (0.0, 0.5, 30.0):
        for function in (bo.kinematics.coordinate_rates, bo.kinetic_energy):
            np.testing.assert_array_equal(function(mechanism, q, u, time=time), function(plain, q, u))
        assert mechanism.covered[0] <= time <= mechanism.covered[1]
    before = len(calls)
    bo.kinematics.coordinate_rates(mechanism, np.tile(q, (3, 1)), u, time=(1.0, 2.0, 3.0))
    assert len(calls) == before
    with pytest.raises(bo.errors.MechanismError, match="has been used"):
        mechanism.add_force("late", bo.Motor("link1", 1.0))


@pytest.mark.parametrize(
    ("time", "message"),
    [(math.nan, "time must be finite"), ("soon", "time must be a number"), ((0.0, 1.0, 2.0), "different numbers")],
)
def test_times_that_are_none_are_refused(time, message):
    mechanism = following(math.sin)
    q, u = bo.models.random_state(mechanism, 1, 2)
    with pytest.raises(bo.errors.StateError, match=message):
        bo.kinematics.coordinate_rates(mechanism, q, u, time=time)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: bo.Table((0, 1), (1, 2, 3)), "a value, or three, for each time"),
        (lambda: bo.Table((0, 0), (1, 2)), "times must increase, but 0 comes after 0"),
        (lambda: bo.Table((0, 1), (1, math.nan)), "values have an entry that is NaN"),
        (lambda: bo.Table((0, 1), (1, 2), "quintic"), "kind must be one of"),
        (lambda: bo.Table("ab", (1, 2)), "must be numbers"),
        (lambda: signal_of([1.0], "Motor: force"), "Motor: force must be a number, an expression such as"),
        (lambda: signal_of(math.inf, "Motor: force"), "must be finite"),
        (lambda: signal_of(bo.Table((0, 1), ((1, 2, 3), (4, 5, 6))), "Motor: force"), "its Table has 3 columns"),
        (lambda: signal_of(PPoly(np.ones((14, 1)), (0, 1)), "Motor: force"), "of degree 13; give one of degree 11"),
        (
            lambda: signal_of(PPoly(np.ones((2, 2)), (2, 1, 0)), "Motor: force"),
            "breakpoints decrease; give them in increasing order",
        ),
        (lambda: three_signals_of((1.0, 2.0), "Wrench", "force"), "must be three numbers or signals"),
        (lambda: signal_of(lambda t: math.nan, "Motor: force").over(0.0, 1.0), "gave nan at t = "),
        (lambda: signal_of(lambda t: "x", "Motor: force").over(0.0, 1.0), "failed at t = .*ValueError"),
        (lambda: signal_of(lambda t: math.sin(1e7 * t * t), "Motor: force").over(0.0, 10.0), "give a bough.Table"),
        (
            lambda: following(lambda t: 1 / max(t, 0.0)).cover(-1.0, 1.0),
            "Motor on 'link1': force: the function of time failed at t = ",
        ),
        (lambda: bo.chain(1).add_force("x", bo.Table), "must be a force"),
        (lambda: bo.chain(1).add_force("", bo.Motor("link1", 1.0)), "non-empty string"),
        (lambda: following(1.0).add_force("follower0", bo.Motor("link1", 1.0)), "already a force 'follower0'"),
        (lambda: following(math.sin).cover(1.0, 0.0), "comes before the start"),
        (lambda: following(math.sin).cover(0.0, math.inf), "end must be a finite time"),
    ],
)
def test_what_is_no_signal_is_refused(make, message):
    with pytest.raises((bo.errors.MechanismError, bo.errors.StateError), match=message):
        make()


@pytest.mark.parametrize(
    "function",
    [
        Expression("sin(3*t) + 0.2*abs(cos(7*t))"),
        Expression("sin(300*t) if t < 1.3 else 2*t"),
        lambda t: math.exp(-t) * math.sin(40 * t),
        lambda t: abs(t - 1.234) + (t > 2.0),
    ],
)
def test_values_do_not_depend_on_the_window(function):
    """Value, rate and acceleration have the same bits, whatever times were covered before."""
    t = np.linspace(0.7, 1.7, 301)
    found = [fitted(function, *window)(t) for window in ((0.7, 1.7), (0.0, 1.7), (-2.0, 40.0), (0.69, 3.1))]
    for other in found[1:]:
        np.testing.assert_array_equal(other, found[0])


class CountedCalls:
    """A function of time, with its turns if it has any, that counts how often it is called."""

    def __init__(self, function):
        self.function, self.count = function, 0
        if turns := getattr(function, "turns", None):
            self.turns = turns

    def __call__(self, t):
        self.count += 1
        return self.function(t)


@pytest.mark.parametrize(
    "function",
    [
        Expression("sin(1e9*t)"),
        Expression("mod(t, 1e-9)"),
        Expression("sin(1e9*t) if t < 0.3 else 0"),
        Expression("sin(4e4*t)"),
        lambda t: math.sin(1e9 * t),
    ],
)
def test_what_changes_too_often_is_refused_at_once(function):
    """Before any large part of the 20 000 polynomials is made, each from 15 values or more."""
    counted = CountedCalls(function)
    with pytest.raises(
        bo.errors.MechanismError, match=r"changes too often between t = 0 and 1 .* give a bough\.Table of it\."
    ):
        fit(counted, 0.0, 1.0, "test")
    assert counted.count < 50_000


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("abs(sin(2e4*t))", 0.0, 1.0),
        ("max(sin(1e4*t), cos(1.1e4*t))", 0.0, 1.0),
        ("sin(3e4*t**3)", 0.0, 1.0),
        ("abs(sin(1e8*t))", 0.3, 0.301),
    ],
)
def test_what_has_too_many_corners_is_refused_by_a_few_of_them(text, start, end):
    counted = CountedCalls(Expression(text))
    with pytest.raises(bo.errors.MechanismError, match="changes too often between"):
        fit(counted, start, end, "test")
    assert counted.count < 300_000


@pytest.mark.parametrize("text", ["sin(1/(t + 1e-4))", "sqrt(abs(sin(900*t)))"])
def test_the_search_for_pieces_ends(text, monkeypatch):
    """Whatever the function is; and known cells count as much as new ones, so that the answer is the same."""
    monkeypatch.setattr(fitting_file, "_MOST_WORK", 50_000)
    counted = CountedCalls(Expression(text))
    known = Fitting(counted, "test")
    for start in (0.25, 0.5, 0.75):
        with suppress(bo.errors.MechanismError):
            known.over(start, start + 0.25)
    counted.count = 0
    for fitting in (known, Fitting(counted, "test")):
        with pytest.raises(bo.errors.MechanismError, match="changes too often between t = 0 and 1 "):
            fitting.over(0.0, 1.0)
    assert counted.count < 250_000


@pytest.mark.parametrize("function", [lambda t: math.sin(1e9 * t), "abs(sin(1e9*t))"])
def test_a_refusal_names_the_time_that_was_asked_for(function):
    mechanism = bo.chain(1)
    mechanism.add_force("m", bo.Motor("link1", function))
    with pytest.raises(bo.errors.MechanismError, match=r"changes too often near t = 0\.3 to be followed"):
        mechanism.cover(0.3, 0.3)


def test_narrow_places_do_not_make_a_function_one_that_changes_too_often():
    """Many kinks and a fast part are followed, although pieces are very narrow there."""
    function = Expression("abs(sin(10*t)) + (sin(2e4*t) if t < 0.02 else 0)")
    t = np.linspace(0.0, 1.0, 2001)
    pieces = fit(function, 0.0, 1.0, "test")
    assert len(pieces) > 320  # so many that the number was estimated
    value = Signal("test", pieces)(t)[0]
    np.testing.assert_allclose(value, [function(x) for x in t], rtol=0, atol=1e-11)


@pytest.mark.parametrize("rate", [2.0, 50.0, 2000.0])
def test_rates_of_an_expression_are_as_exact_as_its_values(rate):
    """Rates were those of polynomials through its values, and accelerations lost nine digits of sixteen."""
    end = 50.0 / rate  # (where the time is rounded, the phase is, too)
    expression, t = Expression(f"1 + 0.5*sin({rate}*t)"), np.linspace(0.0, end, 5001)
    value, first, second = Signal("test", signal_of(expression, "test").over(0.0, end))(t)
    wave = 0.5 * np.array((np.sin(rate * t), rate * np.cos(rate * t), -(rate**2) * np.sin(rate * t)))
    for found, exact in zip((value - 1.0, first, second), wave, strict=True):
        assert np.abs(found - exact).max() <= 1e-13 * np.abs(exact).max()


@pytest.mark.parametrize(
    ("line", "size", "rate"), [("2000*t", 1.0, 2000.0), ("2000*t", 1e-4, 2000.0), ("100*t", 1e-3, 50.0), ("1000", 1e-3, 50.0)]
)  # fmt: skip
def test_an_acceleration_is_exact_beside_a_large_value(line, size, rate):
    """A wave upon a steady turn: its accelerations had as few digits as the value leaves to the wave."""
    end = 50.0 / rate
    signal, t = fitted(f"{line} + {size}*sin({rate}*t)", 0.0, end), np.linspace(0.0, end, 5001)
    exact = -size * rate**2 * np.sin(rate * t)
    assert np.abs(signal(t)[2] - exact).max() <= 2e-13 * np.abs(exact).max()


def test_a_drive_by_an_expression_takes_the_force_of_its_acceleration():
    """A mass that a slider shakes takes m a, to twelve digits."""
    mass, size, rate = 2.0, 0.01, 2000.0
    mechanism = bo.Mechanism("shaker", gravity=(0, 0, 0))
    driven = bo.Driven(bo.Prismatic((1, 0, 0)), f"{size}*sin({rate}*t)")
    mechanism.add_body("table", "ground", driven, inertia=bo.Inertia.point(mass))
    mechanism.cover(0.0, 0.02)
    times = np.linspace(0.0, 0.02, 101)
    none = np.zeros((len(times), 0))
    force = bo.dynamics.drive_forces(mechanism, none, none, none, time=times)[:, 0]
    expected = -mass * size * rate**2 * np.sin(rate * times)
    np.testing.assert_allclose(force, expected, rtol=0, atol=1e-12 * np.abs(expected).max())


@pytest.mark.parametrize(("center", "width"), [(2.8, 0.03), (1.3, 0.05), (9.7, 0.21), *np.random.default_rng(7).uniform((0.0, 0.01), (10.0, 0.4), (20, 2)).tolist()])  # fmt: skip
def test_a_pulse_is_followed_although_its_tails_are_too_small_for_all_digits(center, width):
    """Cells of a tail may have no value above 1e-308, of which few digits are stored."""

    def pulse(t):
        return math.exp(-(((t - center) / width) ** 2))

    fitting = Fitting(pulse, "test")
    fitting.over(-0.37, -0.369)
    pieces = fitting.over(0.0, 10.0)
    np.testing.assert_array_equal(pieces, fit(pulse, 0.0, 10.0, "test"))
    t = center + width * np.linspace(-5.0, 5.0, 101)
    t = t[(t > 0.0) & (t < 10.0)]
    np.testing.assert_allclose(Signal("test", pieces)(t)[0], [pulse(x) for x in t], rtol=0, atol=2e-13)


@pytest.mark.parametrize("at", [0.3, 1.7])
def test_a_function_that_jumps_has_its_own_value_at_the_jump(at):
    """Whether that is the value before the jump or the one after it."""
    for function in (lambda t: float(t < at), lambda t: float(t <= at)):
        times = np.array((math.nextafter(at, 0.0), at, math.nextafter(at, 10.0)))
        expected = [function(t) for t in times.tolist()]
        assert fitted(function, 0.0, 10.0)(times)[0] == pytest.approx(expected, abs=1e-12)
