"""The page about a study."""

from html.parser import HTMLParser

import numpy as np
import pandas
import pytest
import scipy.stats
import xarray as xr
from helpers.studied import Columns, studied

import bough as bo
from bough.studies.keep.keeping import Keep
from bough.studies.show.repeating import call_of
from bough.studies.show.report import report

pytest.importorskip("matplotlib")
RUN = {"duration": 0.5, "every": 0.05}


def swing():
    made = bo.Mechanism("<swing> & co")
    made.add_body("bob", "ground", bo.Revolute((0, 1, 0)), inertia=bo.Inertia.sphere(0.1, mass=1.0, center=(0, 0, -1)))
    made.add_force("spring", bo.JointSpring("bob", 2.0))
    return made


class Read(HTMLParser):
    """Tags, links to elsewhere and texts of a page."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.sources, self.words = [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.sources += [value for name, value in attrs if name in ("src", "href", "srcset", "action")]

    def handle_data(self, data):
        self.words.append(data)


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    vary = {"q0.bob": [0.1, 0.2, 0.3], "spring.stiffness": (1.0, 3.0)}
    keep = {"<b>top": "max |u.bob|", "end": "end q.bob", "track": "samples q.bob"}
    result = bo.Study(swing(), vary, RUN, keep, plan="grid", points=4, seed=7).run()
    result.dataset["status"][5] = "failed"
    result.dataset["reason"][5] = "<script>alert(1)</script>"
    path = tmp_path_factory.mktemp("report") / "study.html"
    result.report(path)
    return result, path.read_text(encoding="utf-8")


def test_the_page_needs_nothing_else(page):
    read = Read(page[1])
    assert all(source.startswith("data:image/svg+xml;base64,") for source in read.sources)
    assert not {"script", "link", "iframe", "object"} & set(read.tags)
    assert read.tags.count("img") >= 6
    assert "http" not in page[1].split("</style>")[1].replace("http://www.w3.org", "")


def test_names_are_escaped(page):
    assert "<script>" not in page[1]
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page[1]
    assert "<b>top" not in page[1]
    assert "&lt;swing&gt; &amp; co" in page[1]


def test_the_page_says_what_it_should(page):
    result, text = page
    words = " ".join(Read(text).words)
    for heading in (
        "What varied",
        "What came out",
        "Best variants",
        "What matters",
        "Pictures",
        "Failures",
        "To repeat it",
    ):
        assert heading in words
    there = result.dataset["status"].values == "completed"
    top = result.dataset["end"].values[there]
    assert f"{np.median(top):.4g}" in words
    assert "11" in words
    assert "grid of 3 × 4" in words
    assert result.study.identity["model"]["digest"] in words
    assert "Whole motions are kept of track" in words


@pytest.mark.parametrize(
    ("vary", "options"),
    [
        ({"q0.bob": [0.1, 0.2], "spring.stiffness": (1.0, 3.0)}, {"plan": "grid", "points": 4}),
        ({"q0.bob": (0.1, 0.2), "spring.stiffness": scipy.stats.norm(2.0, scale=0.1)}, {"runs": 8, "seed": 5}),
        (
            {"q0.bob": (0.1, 0.2), "u0.bob": (0.1, 0.2)},
            {"runs": 8, "correlation": {("q0.bob", "u0.bob"): 0.7}},
        ),
        (
            {("q0.bob", "u0.bob"): scipy.stats.multivariate_normal([1, 2], [[1, 0.5], [0.5, 2]])},
            {"runs": 8, "plan": "sobol"},
        ),
        (
            {"q0.bob": (0.1, 0.2), "both": bo.LinkedParameters(["spring.stiffness"], (0.5, 2), factor=True)},
            {"runs": 12, "plan": "morris"},
        ),
        ({"q0.bob": (0.1, 0.2), "u0.bob": (0.1, 0.2)}, {"runs": 40, "plan": "saltelli"}),
        (pandas.DataFrame({"q0.bob": [0.1, 0.2, 0.15], "u0.bob": [0, 1, 2]}), {}),
        ({"q0.bob": np.linspace(0.1, 0.2, 70).tolist(), "u0.bob": [0.1, 0.2]}, {}),
        (
            {"q0.bob": np.linspace(0.1, 0.2, 70).tolist(), "u0.bob": np.linspace(0.1, 0.2, 70).tolist()},
            {"plan": "list"},
        ),
        ({"both": bo.LinkedParameters(["q0.bob", "u0.bob"], np.linspace(0.1, 0.2, 70).tolist())}, {}),
    ],
)
def test_the_call_repeats_the_study(vary, options):
    first = bo.Study(swing(), vary, RUN, {"top": "max |u.bob|"}, **options)
    result = bo.results.StudyResult(
        first, xr.Dataset(coords={k: ("variant", of) for k, of in first.variants.columns.items()})
    )
    names = {"bo": bo, "scipy": scipy, "pandas": pandas, "model": swing(), "result": result}
    exec(call_of(first), names)
    assert names["study"].identity == first.identity


def twice(t, q, u):
    return 2 * q["bob"]


def test_functions_of_a_call_are_names():
    keep = {"a": ("time of max", lambda t, q, u: q["bob"]), "b": ("end", twice), "c": Keep("first", twice, level=0.15)}
    first = bo.Study(swing(), {"q0.bob": (0.1, 0.2)}, RUN, keep, runs=4)
    text = call_of(first)
    names = {"bo": bo, "model": swing(), "twice": twice, "function_of_a": keep["a"][1]}
    exec(text, names)
    assert names["study"].identity == first.identity
    assert "your function test_functions_of_a_call_are_names.<locals>.<lambda>" in text


def test_what_has_no_text_is_a_name():
    """Of a long list, a drawn plan need not have all; a histogram has no numbers to tell."""
    values, counted = np.linspace(0.0, 1.0, 70).tolist(), scipy.stats.rv_histogram(([1, 2, 1], [0, 1, 2, 3]))()
    vary = {"q0.bob": values, "u0.bob": counted}
    first = bo.Study(swing(), vary, RUN, {"top": "max |u.bob|"}, plan="sobol", runs=8)
    names = {"bo": bo, "model": swing(), "values_of_q0_bob": values, "distribution_of_u0_bob": counted}
    exec(call_of(first), names)
    assert names["study"].identity == first.identity


def test_a_page_of_a_table(tmp_path):
    table = pandas.DataFrame({"q0.bob": [0.1, 0.2, 0.15, 0.3]})
    result = bo.Study(swing(), table, RUN, {"top": "max |u.bob|", "never": "first q.bob > 9"}).run(tmp_path / "s.zarr")
    result.report(tmp_path / "page.html")
    words = " ".join(Read((tmp_path / "page.html").read_text("utf-8")).words)
    assert "# result: bo.open_study('s.zarr'), which has the values" in words
    assert "from a table" in words


def test_a_page_with_numbers_that_no_variant_has(tmp_path):
    vary = {"q0.bob": [0.1, 0.2], "spring.stiffness": [1.0, 2.0]}
    result = bo.Study(swing(), vary, RUN, {"top": "max |u.bob|", "never": "first q.bob > 9"}).run()
    result.report(tmp_path / "page.html")
    titles = Read((tmp_path / "page.html").read_text("utf-8")).words
    assert "Parallel" in titles


@pytest.mark.parametrize(
    ("name", "message"), [("page.txt", "ends with .html"), ("none/page.html", "there is no folder")]
)
def test_a_page_that_cannot_be_written(name, message, tmp_path, monkeypatch):
    """It is said before anything is drawn."""
    monkeypatch.setattr("bough.studies.show.report.summary", lambda dataset: pytest.fail("work before the check"))
    with pytest.raises(bo.errors.FileError, match=message):
        report(studied(Columns({"x": np.arange(4.0)}), {"out": np.arange(4.0)}), tmp_path / name)


def test_the_page_of_a_store(tmp_path):
    study = bo.Study(
        swing(),
        {"q0.bob": (0.1, 0.2), "$x$ _y": bo.LinkedParameters(["u0.bob"], (0.0, 1.0))},
        RUN,
        {"top": "max |u.bob|"},
        runs=32,
    )
    study.run(tmp_path / "swing.zarr").report(tmp_path / "first.html")
    bo.open_study(tmp_path / "swing.zarr").report(tmp_path / "again.html")
    assert (tmp_path / "first.html").read_text("utf-8") == (tmp_path / "again.html").read_text("utf-8")


def test_a_function_is_named():
    text = call_of(bo.Study(swing, {"q0.bob": [0.1]}, RUN, {"top": "max |u.bob|"}))
    assert "the function swing" in text


def test_a_study_that_failed(tmp_path):
    plan = Columns({"x": np.arange(4.0)}, "list", {"vary": {"x": {"values": [0, 1, 2, 3]}}})
    result = studied(plan, {"out": np.arange(4.0)}, failed=range(4), reason="the steps become too short")
    result.study.name, result.study.model, result.study.settings, result.study.keep = "broken", swing, {}, {}
    result.study.together = {}
    words = " ".join(Read(report(result, tmp_path / "page.html").read_text(encoding="utf-8")).words)
    assert "the steps become too short" in words
    assert "0, 1, 2, 3" in words
