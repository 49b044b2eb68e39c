"""The report on the papers: what is asked for is made, written at once and shown on a page that needs nothing else and trusts no text."""

import csv
import re
from html.parser import HTMLParser

import pytest
from typer.testing import CliRunner

import bough as bo
from bough.cli.app import app
from bough.papers import paper_a, report
from bough.papers.exhibit import Exhibit, Statement
from bough.papers.page import Shown, page

VOID = {"meta", "img"}
OPTIONAL_END = {"th", "td", "tr", "thead", "tbody", "dt", "dd", "li", "p"}  # may be left out in HTML
EVIL = "<script>alert('x')</script> & \"quoted\""


class Reader(HTMLParser):
    """Tags, addresses and words of a page; complains of tags that are not closed in order."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.addresses, self.words, self.ids, self.open = [], [], [], [], []
        self.feed(text)
        self.close()
        assert not [tag for tag in self.open if tag not in OPTIONAL_END]

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        known = dict(attributes)
        self.addresses += [known[name] for name in ("src", "href") if name in known]
        self.ids += [known["id"]] if "id" in known else []
        assert not any(name.startswith("on") for name in known)
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        while self.open[-1] != tag:
            assert self.open.pop() in OPTIONAL_END
        self.open.pop()

    def handle_data(self, data):
        self.words.append(data)


def exhibit(paper="A", name="table 1", text="words", **more):
    said = [Statement(text, verdict, text) for verdict in (True, False, None)]
    return Exhibit(paper, name, text, text, [text, "number"], [[text, 1.5], [None, 12345]], statements=said, **more)


def test_a_run_writes_tables_pictures_and_a_page(tmp_path):
    folder = tmp_path / "new" / "papers"
    found = bo.methods.papers(folder, quick=True, only=["A table 2", "a figure 2"], progress=False)
    assert found == folder / "index.html"
    names = {path.name for path in folder.iterdir()}
    assert names == {"index.html", "a_figure_2.csv", "a_figure_2.png", "a_figure_2.svg", "a_table_2.csv"}
    assert (folder / "a_figure_2.png").read_bytes().startswith(b"\x89PNG")
    with (folder / "a_table_2.csv").open(newline="", encoding="utf-8") as file:
        table = list(csv.DictReader(file))
    fifteen = next(row for row in table if row["n"] == "15")
    assert fifteen["N1 printed"] == fifteen["N1 counted (div)"] == "34"
    read = Reader(found.read_text(encoding="utf-8"))
    # the papers' order, not that of the request
    assert [name for name in read.ids if "-" in name] == ["A-figure-2", "A-table-2"]
    assert read.tags.count("table") == 2
    # nothing from elsewhere: pictures are part of the page, links lead to its own places and to files beside it
    for address in read.addresses:
        assert address.startswith("data:image/svg+xml;base64,") or address[1:] in read.ids or address in names
    assert not {"script", "link", "iframe"} & set(read.tags)
    words = " ".join(read.words)
    assert "so far" not in words
    assert all(part in words for part in ("numpy", "processor", "quick", "holds", "Equal in all"))


def test_the_page_escapes_every_text_and_tells_three_verdicts():
    shown = [Shown(exhibit(text=EVIL, name=f"table {k}"), [EVIL], [b"<svg/>"]) for k in (1, 2)]
    read = Reader(page(shown, {EVIL: EVIL}, 3))
    assert "script" not in read.tags
    assert EVIL in read.words
    words = " ".join(read.words)
    assert "2 of 3 exhibits so far" in words
    assert [words.count(verdict) for verdict in ("does not hold today", "do not hold today", "cannot be told")] == [
        2,
        1,
        3,
    ]
    assert "12\u202f345" in words
    assert "–" in words


def test_what_was_made_is_kept_when_the_next_one_fails(tmp_path, monkeypatch):
    def stopped(task):
        raise KeyboardInterrupt

    monkeypatch.setattr(paper_a, "EXHIBITS", {"table 1": lambda task: exhibit(), "table 2": stopped})
    done = CliRunner().invoke(app, ["papers", "--only", "A", "--output", str(tmp_path / "papers")])
    assert done.exit_code == 130
    assert re.fullmatch(r"bough: interrupted; what was made so far is in '.*papers'\.\n", done.stderr)
    assert {path.name for path in (tmp_path / "papers").iterdir()} == {"index.html", "a_table_1.csv"}
    assert "1 of 2 exhibits so far" in (tmp_path / "papers" / "index.html").read_text(encoding="utf-8")


def test_the_command_prints_where_the_page_is(tmp_path, monkeypatch):
    monkeypatch.setattr(paper_a, "EXHIBITS", {"table 1": lambda task: exhibit()})
    done = CliRunner().invoke(app, ["papers", "--quick", "--only", "A table 1", "--output", str(tmp_path)])
    assert (done.exit_code, done.stdout.strip()) == (0, str(tmp_path / "index.html"))


@pytest.mark.parametrize(
    ("only", "message"),
    [
        ("E", "no paper 'E': there are A, B, C, D"),
        ("A tabel 2", "no 'tabel 2' in paper A: did you mean 'table 2'"),
        ("table 2", "no paper 'table 2'"),
        ("", "no paper ''"),
    ],
)
def test_an_unknown_name_is_refused_before_anything_is_made(only, message, tmp_path):
    with pytest.raises(bo.errors.StateError, match=re.escape(message)):
        bo.methods.papers(tmp_path / "papers", only=[only])
    assert not list(tmp_path.iterdir())


def test_a_folder_that_cannot_be_made_is_refused(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(bo.errors.FileError, match="choose another folder"):
        bo.methods.papers(tmp_path / "file" / "papers", only="A table 2")


def test_papers_that_are_there_name_their_exhibits_by_kind_and_number():
    for name in report.exhibits_of("A"):
        assert re.fullmatch(r"(table|figure|section) \d", name)
