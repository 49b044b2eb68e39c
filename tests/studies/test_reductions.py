"""Reductions against NumPy on whole records, cut into windows at random, and against values known in closed form."""

import numpy as np
import pytest

import bough as bo
from bough.studies.keep.keeping import Keep, keep_of, keeps_of
from bough.studies.keep.reductions import reduction_of

TIMES = np.linspace(1.0, 4.0, 301)
CURVES = np.stack([np.sin(3.0 * TIMES + phase) * (1.0 + 0.1 * TIMES) for phase in np.linspace(0.0, 6.0, 7)])


def reduced(text, values=CURVES, times=TIMES, cuts=()):
    """A reduction of all runs, a window after the other."""
    reduction = reduction_of(keep_of("x", f"{text}"), len(values), np.arange(0, len(times), 10))
    runs = list(range(len(values)))
    reduction.begin(runs)
    for first, last in zip((0, *cuts), (*cuts, len(times)), strict=True):
        reduction.take(runs, first, times[first:last], values[:, first:last])
    return reduction.values


LINES = 0.5 * (CURVES[:, 1:] + CURVES[:, :-1])
EXPECTED = {
    "end q.a": CURVES[:, -1],
    "max q.a": CURVES.max(axis=1),
    "min q.a": CURVES.min(axis=1),
    "time of max q.a": TIMES[CURVES.argmax(axis=1)],
    "time of min q.a": TIMES[CURVES.argmin(axis=1)],
    "mean q.a": np.trapezoid(CURVES, TIMES) / 3.0,
    "samples q.a": CURVES[:, ::10],
}


@pytest.mark.parametrize("text", EXPECTED)
@pytest.mark.parametrize("cuts", [(), (1,), (300,), (7, 8, 150, 299)])
def test_windows_give_what_the_whole_gives(text, cuts):
    np.testing.assert_allclose(reduced(text, cuts=cuts), EXPECTED[text], rtol=1e-13)


@pytest.mark.parametrize("cuts", [(), (3,), (2, 4, 6), (1, 2, 3, 4, 5, 6, 7)])
def test_of_equal_extremes_the_first_counts(cuts):
    t, wave = np.arange(8.0), np.array([[0.0, 2.0, 0.0, -1.0, 2.0, -1.0, 2.0, 0.0], [5.0] * 8])
    assert reduced("time of max q.a", wave, t, cuts).tolist() == [1.0, 0.0]
    assert reduced("time of min q.a", wave, t, cuts).tolist() == [3.0, 0.0]


@pytest.mark.parametrize("cuts", [(), (1, 2, 3, 250)])
def test_the_root_mean_square_of_straight_lines_is_exact(cuts):
    t = np.array([0.0, 0.5, 2.0, 3.0, 3.5])
    line = np.stack((2.0 * t - 1.0, 0.0 * t - 3.0))
    cuts = [k for k in cuts if k < len(t)]
    # ∫(2t - 1)² = ((2t - 1)³)/6
    expected = np.sqrt([((6.0**3) + 1.0) / 6.0 / 3.5, 9.0])
    np.testing.assert_allclose(reduced("rms q.a", line, t, cuts), expected, rtol=1e-14)


def test_a_mean_over_one_instant_is_the_value():
    one = np.array([[-2.0]])
    assert reduced("mean q.a", one, np.zeros(1)) == -2.0
    assert reduced("rms q.a", one, np.zeros(1)) == 2.0


@pytest.mark.parametrize("cuts", [(), (120,), (121, 122)])
def test_a_crossing_is_found_to_the_fourth_order_of_the_spacing(cuts):
    errors = []
    for count in (101, 201):
        t = np.linspace(0.0, 2.0, count)
        found = reduced("first q.a > 0.5", np.sin(t)[None], t, [k for k in cuts if k < count])
        errors.append(abs(found[0] - np.arcsin(0.5)))
    assert errors[0] < 1e-8
    assert errors[1] < errors[0] / 8.0 or errors[1] < 1e-13


def test_crossings_in_both_directions_and_none():
    t = np.linspace(0.0, 10.0, 2001)
    wave = np.stack((np.cos(t), 2.0 + 0.0 * t, -np.cos(t)))
    found = reduced("first q.a < 0", wave, t, (1000,))
    assert found[0] == pytest.approx(np.pi / 2, abs=1e-9)
    assert np.isnan(found[1])
    assert found[2] == 0.0  # it starts there
    assert np.isnan(reduced("first q.a > 3", wave, t)).all()


def test_a_step_is_crossed_between_its_samples():
    t = np.arange(6.0)
    found = reduced("first q.a > 0.5", np.array([[0.0, 0.0, 0.0, 1.0, 1.0, 1.0]]), t)
    assert 2.0 < found[0] < 3.0


def test_a_run_that_starts_again_forgets():
    reduction = reduction_of(keep_of("x", "max q.a"), 2, np.arange(0))
    reduction.take([0, 1], 0, TIMES[:2], np.array([[9.0, 9.0], [1.0, 2.0]]))
    reduction.begin([0])
    reduction.take([0], 0, TIMES[:2], np.array([[3.0, 4.0]]))
    assert reduction.values.tolist() == [4.0, 2.0]


@pytest.mark.parametrize("text", [*EXPECTED, "rms q.a", "first q.a > 0.5"])
def test_every_reduction_forgets_a_run_that_starts_again(text):
    """Larger values of a first try that was given up, in several windows, leave nothing behind."""
    places = np.arange(0, len(TIMES), 10)
    reduction = reduction_of(keep_of("x", text), 1, places)
    for values in (np.abs(9.0 * CURVES[:1, :120]), CURVES[:1]):
        reduction.begin([0])
        for first in range(0, values.shape[1], 60):
            part = slice(first, first + 60)
            reduction.take([0], first, TIMES[part][: values[:, part].shape[1]], values[:, part])
    np.testing.assert_array_equal(reduction.values, reduced(text, CURVES[:1], cuts=range(60, len(TIMES), 60)))


# --- texts ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "keep"),
    [
        ("max |q.rope|", Keep("max", "q.rope", True)),
        ("  time of max  u.boom ", Keep("time of max", "u.boom")),
        ("first position.hook.z < -2*0.25", Keep("first", "position.hook.z", level=-0.5, rising=False)),
        ("first |q.a b| > 30*deg", Keep("first", "q.a b", True, np.pi / 6)),
        ("samples q.rope every 0.1", Keep("samples", "q.rope", every=0.1)),
    ],
)
def test_texts_are_read_as_meant(text, keep):
    assert keep_of("x", text) == keep
    assert keep_of("x", keep.words) == keep


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({}, "keep must name what is kept"),
        ({"a": 3}, "keep 'a': 3 must be a reduction and a quantity"),
        ({"a": "q.rope"}, "keep 'a': 'q.rope' must be a reduction and a quantity"),
        ({"a": "maxx q.rope"}, "keep 'a': no reduction 'maxx': did you mean 'max'?"),
        ({"a": "first q.rope"}, "names no level; write 'first q.rope > 0.5'"),
        ({"a": "first q.rope > much"}, "keep 'a': 'much' is no number"),
        ({"a": "samples q.rope every -1"}, "samples every -1 s; give a positive"),
        ({"status": "max q.rope"}, "'status' is a name of every study's results"),
        ({"a/b": "max q.rope"}, "'a/b' is no name"),
    ],
)
def test_wrong_texts_are_answered(given, sentence):
    with pytest.raises(bo.errors.StateError) as error:
        keeps_of(given)
    assert sentence in str(error.value)


def test_a_run_that_starts_again_is_not_drawn_through_where_it_broke_off():
    """Below the level until it broke off; from its new start on a parabola, which crosses it between the first two samples."""
    times = np.linspace(0.0, 1.0, 11)
    parabola = (times**2 - 0.0025)[None]
    crossing = reduction_of(keep_of("x", "first q.a > 0"), 1, np.arange(1))
    crossing.begin([0])
    crossing.take([0], 0, times[:5], np.full((1, 5), -3.0))
    crossing.begin([0])
    crossing.take([0], 0, times, parabola)
    assert crossing.values.tolist() == pytest.approx([0.05], rel=1e-9)
