"""Signals follow what they are made from: closed formulas, SciPy's splines, kinks and jumps; and kernels read them as NumPy does."""

import math

import numpy as np
import pytest
from scipy.interpolate import BSpline, CubicSpline, PPoly

import bough as bo
from bough.arithmetic.counted import Counted
from bough.arithmetic.scalar import kernel, put
from bough.arithmetic.width import lane_width
from bough.compiled.entries import Entry
from bough.compiled.tree import compiled
from bough.mechanism import following as signals
from bough.mechanism.expressions import Expression
from bough.mechanism.pieces import breaks_of
from bough.mechanism.signals import Signal, signal_of, three_signals_of

W = lane_width()


def fitted(function, start, end):
    """A signal that was made from a function over a window."""
    return Signal("test", signal_of(function, "test").over(start, end))


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
    q, u = bo.random_state(plain, 1)
    assert mechanism.is_timed
    assert not following(1.0).is_timed
    for time in (0.0, 0.5, 30.0):
        for function in (bo.coordinate_rates, bo.kinetic_energy):
            np.testing.assert_array_equal(function(mechanism, q, u, time=time), function(plain, q, u))
        assert mechanism.covered[0] <= time <= mechanism.covered[1]
    before = len(calls)
    bo.coordinate_rates(mechanism, np.tile(q, (3, 1)), u, time=(1.0, 2.0, 3.0))
    assert len(calls) == before
    with pytest.raises(bo.MechanismError, match="has been used"):
        mechanism.add_force("late", bo.Motor("link1", 1.0))


@pytest.mark.parametrize(
    ("time", "message"),
    [(math.nan, "time must be finite"), ("soon", "time must be a number"), ((0.0, 1.0, 2.0), "different numbers")],
)
def test_times_that_are_none_are_refused(time, message):
    mechanism = following(math.sin)
    q, u = bo.random_state(mechanism, 1, 2)
    with pytest.raises(bo.StateError, match=message):
        bo.coordinate_rates(mechanism, q, u, time=time)


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
    with pytest.raises((bo.MechanismError, bo.StateError), match=message):
        make()
