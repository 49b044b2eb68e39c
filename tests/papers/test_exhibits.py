"""Every exhibit comes about, and what the papers say of counts and shapes is found to hold, or not to; never times."""

import pytest

from bough.choice.race import Effort
from bough.papers import paper_a, paper_b
from bough.papers.exhibit import Task

pytestmark = pytest.mark.shared_kernels  # exhibits count and compare kernels on many mechanisms

PAPERS = {"A": paper_a, "B": paper_b}
# of each statement: whether it holds (None: not told); what rests on laws alone, not on how fast this machine is
VERDICTS = {
    "A figure 1": [True],
    "A figure 2": [True, True, True],
    "A table 1": [True, True],
    "A section 2": [True, True, False, True, True],
    "A table 2": [True, True, True],
    "A figure 3": [True, True],
    "A figure 4": [True, True],
    "A section 3": [True, True, True],
    "B section 2": [True, False],
    "B section 2, branches": [True],
    "B figure 3": [True, True],
    "B figure 4": [True, False],
    "B figure 5": [True, True],
}


def made(name):
    """(exhibit, shares of its work that were told), as fast as it goes."""
    letter, _, short = name.partition(" ")
    told = []
    task = Task(quick=True, effort=Effort(turns=1, turn=1e-5, patience=0.0), advance=told.append)
    return PAPERS[letter].EXHIBITS[short](task), told


@pytest.mark.slow
@pytest.mark.parametrize("name", VERDICTS)
def test_an_exhibit_is_whole_and_its_statements_are_judged_by_law(name):
    exhibit, told = made(name)
    assert f"{exhibit.paper} {exhibit.name}" == name
    assert exhibit.title
    assert exhibit.caption
    assert exhibit.rows
    assert all(len(row) == len(exhibit.columns) for row in exhibit.rows)
    assert [statement.holds for statement in exhibit.statements] == VERDICTS[name], exhibit.statements
    assert all(statement.text and statement.found for statement in exhibit.statements)
    for figure in exhibit.figures:
        figure.draw_without_rendering()
    assert told == sorted(told)
    assert told
    assert 0.0 < told[0] <= told[-1] <= 1.0


def test_every_exhibit_is_tested():
    assert list(VERDICTS) == [f"{letter} {name}" for letter, paper in PAPERS.items() for name in paper.EXHIBITS]
