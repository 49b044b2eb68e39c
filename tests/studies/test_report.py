"""The page about a study."""

from html.parser import HTMLParser

import numpy as np
import pytest
import scipy.stats
from helpers.studied import Columns, studied

import bough as bo
from bough.studies.show.repeating import call_of

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
            {"q0.bob": (0.1, 0.2), "both": bo.Together(["spring.stiffness"], (0.5, 2), factor=True)},
            {"runs": 12, "plan": "morris"},
        ),
        ({"q0.bob": (0.1, 0.2), "u0.bob": (0.1, 0.2)}, {"runs": 40, "plan": "saltelli"}),
    ],
)
def test_the_call_repeats_the_study(vary, options):
    first = bo.Study(swing(), vary, RUN, {"top": "max |u.bob|"}, **options)
    names = {"bo": bo, "scipy": scipy, "model": swing()}
    exec(call_of(first), names)
    assert names["study"].identity == first.identity


def test_the_page_of_a_store(tmp_path):
    study = bo.Study(
        swing(),
        {"q0.bob": (0.1, 0.2), "$x$ _y": bo.Together(["u0.bob"], (0.0, 1.0))},
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
    from bough.studies.show.report import report

    words = " ".join(Read(report(result, tmp_path / "page.html").read_text(encoding="utf-8")).words)
    assert "the steps become too short" in words
    assert "0, 1, 2, 3" in words
