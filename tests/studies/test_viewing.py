"""Variants of a study on one page: those that were asked for, or a few from the least to the most, with what varied in their names."""

import numpy as np
import pytest
from helpers.pages import document_in
from typer.testing import CliRunner

import bough as bo
from bough.cli.app import app
from bough.studies.show.viewing import label_of, variants_to_show

MASSES = (1.0, 3.0, 2.0, 5.0, 4.0, 6.0, 7.0)


@pytest.fixture(scope="module")
def result(tmp_path_factory):
    study = bo.Study(
        bo.chain(2),
        {"link2.mass": list(MASSES)},
        {"duration": 0.05, "q0": {"link1": 1.0}},
        {"reach": "max reaction.link1.force"},
        name="two links",
    )
    return study.run(tmp_path_factory.mktemp("study") / "links.zarr", progress=False)


def test_a_few_are_shown_from_the_least_to_the_most(result):
    """The heavier the last link, the larger is the force at the first."""
    runs, (note,) = variants_to_show(result)
    assert [run.mechanism.body("link2").inertia.mass for run in runs.values()] == pytest.approx(
        [1, 2.5, 4, 5.5, 7], abs=0.6
    )
    assert "5 of 7" in note
    assert "'reach'" in note


def test_a_page_has_the_variants_asked_for_by_what_varied(result, tmp_path):
    result.view(tmp_path / "two.html", runs=[3, np.int64(0), 3], layout="side")
    found = document_in((tmp_path / "two.html").read_text("utf-8"))
    assert [run["label"] for run in found["runs"]] == ["variant 3: link2.mass 5 kg", "variant 0: link2.mass 1 kg"]
    assert [machine["bodies"][1]["mass"] for machine in found["machines"]] == [5.0, 1.0]
    assert [run["to"] for run in found["runs"]] == [0.05, 0.05]
    assert (found["title"], found["view"]["layout"], found["notes"]) == ("Study of two links", "side", [])
    ((one, other),) = found["plots"]  # what the study keeps: reactions of the first joint, of both variants
    for run, series in (one, other):
        assert found["runs"][run]["series"][series]["group"] == "reaction forces"
        assert found["runs"][run]["series"][series]["name"] == "link1"


def test_the_command_reads_a_store(result, tmp_path):
    page = tmp_path / "page.html"
    done = CliRunner().invoke(app, ["view", result.path, "--run", "6", "--output", str(page)])
    assert (done.exit_code, done.stderr) == (0, "")
    assert [run["label"] for run in document_in(page.read_text("utf-8"))["runs"]] == [label_of(result, 6)]
    done = CliRunner().invoke(app, ["view", result.path, "--run", "7", "--output", str(page)])
    assert done.exit_code == 2
    assert done.stderr == "bough: no variant 7: there are 7, numbered from 0.\n"


@pytest.mark.parametrize("wanted", ["3", [1.0], [True], [-1], [7], [], range(51), 3])
def test_what_is_no_variant_is_refused(result, wanted):
    with pytest.raises(bo.errors.StateError, match="variant"):
        result.view("never.html", runs=wanted)


def test_a_long_label_is_cut(result):
    names = {f"number {k}": np.full(7, float(k)) for k in range(6)}
    dataset = result.dataset.drop_vars("link2.mass").assign_coords({k: ("variant", v) for k, v in names.items()})
    label = label_of(bo.results.StudyResult(result.study, dataset), 2)
    assert label == "variant 2: number 0 0, number 1 1, number 2 2, number 3 3, …"


def test_a_page_that_leaves_series_out_is_written_without_their_plots(result, tmp_path, monkeypatch):
    from bough.simulation.view import document

    monkeypatch.setattr(document, "MANY", 1)
    result.view(tmp_path / "large.html", runs=[0])
    assert document_in((tmp_path / "large.html").read_text("utf-8"))["plots"] == []
    with pytest.raises(bo.errors.StateError, match="no series"):
        result.view(tmp_path / "large.html", runs=[0], plots=[["coordinates.link1"]])
