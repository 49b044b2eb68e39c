"""Pictures of studies: that they show what they should, and say what they leave out."""

import warnings

import numpy as np
import pytest
from helpers.studied import Columns, studied

import bough as bo
from bough.studies.answers.sensitivity import sensitivity
from bough.studies.show.canvas import Table
from bough.studies.show.drawing import _medians
from bough.studies.show.plots import fitting, plot

pytest.importorskip("matplotlib")


def grid(failed=()):
    x, y = (axis.ravel() for axis in np.meshgrid(np.arange(4.0), np.arange(3.0), indexing="ij"))
    plan = Columns({"rope.length": x, "load.mass": y}, "grid", {}, (4, 3))
    return studied(
        plan, {"swing": 10 * x + y, "peak": 5 - x}, failed, {"rope.length": "m", "load.mass": "kg", "swing": "rad"}
    )


def cloud(count=60, failed=(), factors=3):
    x = np.random.default_rng(0).uniform(size=(count, factors))
    plan = Columns({f"p{k}": x[:, k] for k in range(factors)}, "latin-hypercube")
    return studied(plan, {"swing": x[:, 0] + x[:, 1] ** 2, "peak": 1 - x[:, 0]}, failed)


def notes(figure):
    return figure.get_supxlabel()


def test_a_heat_map_shows_each_cell():
    figure = plot(grid(failed=[11]), "heat map", "swing")
    (axis, _) = figure.axes
    shown = axis.collections[0].get_array()
    expected = np.add.outer(np.arange(3.0), 10 * np.arange(4.0))
    assert (shown.compressed() == expected.ravel()[:-1]).all()
    assert shown.mask.ravel().tolist() == [False] * 11 + [True]
    assert (axis.get_xlabel(), axis.get_ylabel(), axis.get_title(loc="left")) == (
        "rope.length, m",
        "load.mass, kg",
        "swing, rad",
    )
    assert "1 of 12 variants failed" in notes(figure)


def test_cells_are_medians_over_the_rest():
    result = studied(
        Columns({"x": [0.0, 0, 0, 1], "y": [0.0, 0, 0, 0], "z": [0.0, 1, 2, 0]}, "list"), {"out": [1.0, 9, 3, 5]}
    )
    figure = plot(result, "heat map", along=("x", "y"))
    assert figure.axes[0].collections[0].get_array().ravel().tolist() == [3.0, 5.0]
    assert "medians over z" in notes(figure)


def test_medians_are_those_of_numpy():
    rng = np.random.default_rng(3)
    at, values = rng.integers(0, 7, 200), rng.normal(size=200)
    values[::9] = np.nan
    expected = [np.nanmedian(values[at == k]) for k in range(7)]
    np.testing.assert_allclose(_medians(at, values, 8)[:7], expected)
    assert np.isnan(_medians(at, values, 8)[7])


def test_scattered_points_are_where_they_should_be():
    result = cloud(failed=[3])
    figure = plot(result, "heat map", "swing", along=("p0", "p1"))
    crosses, points = figure.axes[0].collections
    assert crosses.get_offsets().shape == (1, 2)
    assert points.get_offsets().shape == (59, 2)
    np.testing.assert_allclose(points.get_array(), result.dataset["swing"].values[np.arange(60) != 3])
    assert "p2 varies, too" in notes(figure)


def test_a_scatter_matrix_has_all_pairs():
    figure = plot(cloud(failed=[3, 4]), "scatter")
    visible = [axis for axis in figure.axes if axis.axison]
    assert len(figure.axes) == 25
    assert len(visible) == 15
    assert figure.axes[-1].get_xlabel() == "peak"
    assert "2 of 60 variants failed" in notes(figure)


def gappy(count=200, without=181, never=False):
    """One number everywhere, one in few variants, and perhaps one in none."""
    x = np.random.default_rng(0).uniform(size=(count, 2))
    crossing = np.where(np.arange(count) < without, np.nan, x[:, 1])
    kept = {"swing": x[:, 0], "crossing": crossing} | ({"never": np.full(count, np.nan)} if never else {})
    return studied(Columns({"p0": x[:, 0], "p1": x[:, 1]}, "latin-hypercube"), kept)


def test_a_scatter_matrix_leaves_out_by_panel():
    figure = plot(gappy(), "scatter")
    panels = np.array(figure.axes).reshape(4, 4)

    def drawn(row, at):
        return sum(len(points.get_offsets()) for points in panels[row, at].collections)

    assert (drawn(1, 0), drawn(2, 0), drawn(3, 0), drawn(3, 2)) == (200, 200, 19, 19)
    heights = [sum(bar.get_height() for bar in panels[k, k].patches) for k in range(4)]
    assert heights == [200, 200, 200, 19]
    assert "181 of 200 completed variants have no number 'crossing'" in notes(figure)


@pytest.mark.parametrize("what", ["heat map", "parallel", "front"])
def test_other_pictures_say_what_has_no_number(what):
    name = ("swing", "crossing") if what == "front" else "crossing"
    assert "181 of 200 completed variants have no number 'crossing'" in notes(plot(gappy(), what, name))


def test_lines_have_gaps_where_a_number_is_missing():
    (axis, _) = plot(gappy(), "parallel").axes
    (lines,) = axis.collections
    assert len(lines.get_segments()) == 200
    assert sum(np.isnan(path.vertices).any() for path in lines.get_paths()) == 181


@pytest.mark.parametrize(("what", "panels"), [("scatter", 16), ("parallel", 2)])
def test_a_number_that_no_variant_has_is_not_drawn(what, panels):
    figure = plot(gappy(never=True), what)
    assert len(figure.axes) == panels
    assert "not drawn, since no variant has a number: never" in notes(figure)


def test_a_number_that_no_variant_has_against_another():
    with pytest.raises(bo.errors.StateError, match="no number 'never' to draw: it is NaN in all that completed"):
        plot(gappy(never=True), "scatter", "never", along="p0")


def test_one_number_against_another():
    result = studied(Columns({"x": np.arange(5.0)}, "grid", {}, (5,)), {"out": np.arange(5.0) ** 2}, [2])
    figure = plot(result)  # what fits a study of one number
    (axis,) = figure.axes
    assert axis.collections[0].get_offsets()[:, 1].tolist() == [0, 1, 9, 16]


def test_parallel_lines_are_coloured():
    figure = plot(cloud(failed=[0]), "parallel", "swing")
    axis = figure.axes[0]
    dashed, lines = axis.collections
    assert len(lines.get_segments()) == 59
    assert (np.diff(lines.get_array()) >= 0).all()  # the largest on top
    assert len(dashed.get_segments()) == 1
    assert [text.get_text() for text in axis.get_xticklabels()] == ["p0", "p1", "p2", "swing"]


def test_many_variants_are_thinned_and_said_to_be():
    figure = plot(cloud(30_000, failed=[5]), "parallel", "swing")
    assert len(figure.axes[0].collections[-1].get_segments()) == 1_500
    assert "1\u202f500 of 29\u202f999 completed variants are drawn" in notes(figure)
    figure = plot(cloud(30_000), "scatter")
    assert "10\u202f000 of 30\u202f000 completed variants are drawn" in notes(figure)


def test_the_front_of_a_study():
    result = grid(failed=[0])
    figure = plot(result, "front", ("swing", "peak"))
    (line,) = figure.axes[0].lines
    # swing 10 x + y and peak 5 - x: the least y at each x; (0, 0) failed
    assert line.get_xdata().tolist() == [1.0, 10.0, 20.0, 30.0]
    assert line.get_ydata().tolist() == [5.0, 4.0, 3.0, 2.0]
    both = plot(result, "front", ("maximise swing", "peak")).axes[0].lines[0]
    assert (both.get_xdata().tolist(), both.get_ydata().tolist()) == ([32.0], [2.0])


def test_a_tornado_is_ranked():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", bo.BoughWarning)
        found = sensitivity(cloud(400), "peak")
    figure = found.plot()
    axis = figure.axes[0]
    assert axis.get_yticklabels()[-1].get_text() == "p0"
    lengths = [abs(bar.get_width()) for bar in axis.patches]
    assert lengths == sorted(lengths)
    assert "95 % confidence" in notes(figure)


def test_a_tornado_on_disk(tmp_path):
    """Its path comes first, as that of a front."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", bo.BoughWarning)
        found = sensitivity(cloud(400))
    figure = found.plot(tmp_path / "peak.png", name="peak")
    assert "peak" in figure.axes[0].get_title(loc="left")
    assert (tmp_path / "peak.png").read_bytes().startswith(b"\x89PNG")


def test_texts_have_their_ticks():
    plan = Columns({"tyre": np.array(["soft", "hard", "soft", "wet"], object), "x": np.arange(4.0)})
    axis = plot(studied(plan, {"out": np.arange(4.0)}), "heat map").axes[0]
    assert [text.get_text() for text in axis.get_xticklabels()] == ["soft", "hard", "wet"]


@pytest.mark.parametrize(("result", "plan", "what"), [
    (grid(), "grid", "heat map"), (cloud(), "saltelli", "tornado"), (cloud(), "sobol", "scatter"),
    (cloud(factors=6), "sobol", "parallel"),
])  # fmt: skip
def test_what_fits(result, plan, what):
    assert fitting(Table(result), plan) == what


@pytest.mark.parametrize(
    ("what", "options", "message"),
    [
        ("pie", {}, "no plot 'pie' of a study: there are 'heat map'"),
        ("heatmap", {}, "did you mean 'heat map'?"),
        ("heat map", {"name": "swang"}, "no kept number 'swang': did you mean 'swing'?"),
        ("heat map", {"along": ("p0", "p9")}, "'p9' does not vary"),
        ("heat map", {"along": ("p0", "p0")}, "a heat map is over two varied names"),
        ("front", {"name": "swing"}, "a front is of two kept numbers or more"),
        ("front", {"along": "p0"}, "leave out along"),
    ],
)
def test_wrong_requests(what, options, message):
    with pytest.raises(bo.errors.StateError) as told:
        plot(cloud(), what, **options)
    assert message in str(told.value)


def test_a_picture_on_disk(tmp_path):
    plot(grid(), path=tmp_path / "swing.png")
    assert (tmp_path / "swing.png").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(bo.errors.FileError, match="give a name that ends with"):
        plot(grid(), path=tmp_path / "swing.xyz")


def test_nothing_to_draw():
    with pytest.raises(bo.errors.StateError, match="all failed"):
        plot(grid(failed=range(12)), "heat map", "swing")
