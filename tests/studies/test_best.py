"""The best variant."""

import numpy as np
import pytest
from helpers.studied import Columns, studied

import bough as bo
from bough.studies.answers.best import best

X = np.linspace(-1.0, 1.0, 21)


@pytest.fixture
def result():
    """A parabola with its least value at x = 0.2, and a straight line; the variant at 0.2 failed."""
    plan = Columns({"x": X, "tyre": np.array(["soft", "hard", "wet"] * 7, object)})
    lowest = int(np.argmin(abs(X - 0.2)))
    kept = {"bowl": (X - 0.2) ** 2, "line": 3 * X, "never": np.full(21, np.nan)}
    return studied(plan, kept, failed=[lowest], units={"bowl": "m", "x": "rad"})


def test_the_least_of_those_that_completed(result):
    found = best(result, "bowl")
    assert found["x"] == pytest.approx(0.1)  # 0.2 failed; of 0.1 and 0.3 the first
    assert found.number == 11
    assert found["bowl"] == pytest.approx(0.01)
    assert found.varied["tyre"] == "wet"
    assert "x 0.1 rad" in repr(found)


def test_the_largest(result):
    assert best(result, "line", largest=True)["line"] == 3.0


def test_within_limits(result):
    assert best(result, "bowl", where={"line": (1.5, None)})["x"] == pytest.approx(0.5)
    assert best(result, "bowl", where={"x": (None, -0.35)})["x"] == pytest.approx(-0.4)
    assert best(result, "bowl", where=lambda dataset: dataset["tyre"] == "hard")["tyre"] == "hard"


@pytest.mark.parametrize(
    ("name", "where", "message"),
    [
        ("bow", None, "no kept number 'bow': did you mean 'bowl'?"),
        ("never", None, "no variant has a number 'never': it is NaN"),
        ("bowl", {"line": (5.0, None)}, "within the limits of where; widen them"),
        ("bowl", {"lin": (5.0, None)}, "no number 'lin' to limit: did you mean 'line'?"),
        ("bowl", {"line": 5.0}, "limits of 'line' must be (low, high)"),
        ("bowl", {"line": (2.0, 1.0)}, "2 is above 1; swap them"),
        ("bowl", lambda dataset: True, "a truth value for each of the 21 variants"),
        ("bowl", 3, "where must be limits by name, or a function"),
    ],
)
def test_wrong_requests(result, name, where, message):
    with pytest.raises(bo.errors.StateError) as told:
        best(result, name, where=where)
    assert message in str(told.value)


def test_all_failed():
    result = studied(Columns({"x": X}), {"bowl": X}, failed=range(21))
    with pytest.raises(bo.errors.StateError, match="all failed"):
        best(result, "bowl")
