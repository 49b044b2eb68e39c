"""The choice among forms by the mechanism's own code: the shortest comes first, is what ``auto`` takes, and is said."""

from types import SimpleNamespace

import pytest

import bough as bo
from bough.api.methods import Way, way_of
from bough.choice import own_code as own_code_of_choice
from bough.compiled.entries import Entry
from bough.compiled.tree import compiled
from bough.formulations import FORMULATIONS
from bough.owncode import entry
from bough.owncode.entry import OwnEntry, Size, Untraceable


@pytest.fixture(autouse=True)
def own_code(monkeypatch):
    monkeypatch.delenv("BOUGH_CODE", raising=False)


def test_the_shortest_code_comes_first_and_is_what_auto_takes():
    arm = bo.chain(4)
    choice = bo.choose(arm)
    counted = [row.own for row in choice.rows if row.own is not None]
    assert choice.code == "own"
    assert len(counted) > 1
    assert choice.best.own == min(counted)
    # a plane chain: along its axis nearly everything is zero
    assert choice.best.own < min(row.flops for row in choice.rows if row.flops) / 3
    run = bo.simulate(arm, 0.02, q0={"link1": 0.5}, integrator="rk4", step=0.01)
    assert (run.provenance["form"], run.provenance["chosen"]) == (choice.formulation, choice.reason)
    assert f"{choice.best.own:,} operations" in str(choice)
    assert "own code" in str(choice)
    assert choice.to_dict()["code"] == "own"
    assert choice.to_dict()["forms"][0]["own"] == choice.best.own


def test_shared_kernels_are_ranked_on_request():
    arm = bo.chain(4)
    choice = bo.choose(arm, code="shared")
    assert choice.code == "shared"
    assert all(row.own is None for row in choice.rows)
    assert [row.predicted for row in choice.rows] == sorted(row.predicted for row in choice.rows)
    with pytest.raises(bo.errors.UnsupportedError, match="no code 'mine'"):
        bo.choose(arm, code="mine")


def test_why_there_is_no_own_code_is_said():
    choice = bo.choose(bo.chain(300))
    assert choice.code == "shared"
    assert "too long to compile" in choice.not_own
    assert "Shared kernels run, because the mechanism has no code of its own: it would take too long" in " ".join(
        str(choice).split()
    )


def test_what_was_found_is_remembered_and_a_changed_number_is_not(tmp_path, monkeypatch):
    monkeypatch.setenv("BOUGH_CACHE", str(tmp_path / "cache"))
    first = bo.choose(bo.chain(3))

    def never(*_, **__):
        raise AssertionError("traced again")

    monkeypatch.setattr(entry, "traced", never)
    assert [row.own for row in bo.choose(bo.chain(3)).rows] == [row.own for row in first.rows]
    other = bo.chain(3)
    other.gravity = (0.0, 1.0, -9.0)
    with pytest.raises(AssertionError, match="traced again"):
        bo.choose(other)


def test_counts_are_those_of_the_traced_program():
    arm = bo.chain(3)
    row = bo.choose(arm).best
    entry_of = Way(FORMULATIONS[row.form], row.solver, code="own").own(compiled(arm))
    graph, _, outputs, _ = entry_of.plain
    names = [graph.nodes[place][0] for place in graph.needed(outputs)]
    assert row.own == sum(name in ("+", "-", "*", "/", "sqrt") for name in names)


def test_larger_mechanisms_have_own_code_if_many_evaluations_are_to_come():
    chain = bo.chain(130)
    taken = [way_of(chain, "accelerations", "auto", None, evaluations=count) for count in (1, 1e6)]
    kinds = [type(way.evaluation(compiled(chain))) for way in taken]
    assert kinds == [Entry, OwnEntry]
    assert (
        type(way_of(bo.chain(900), "accelerations", "auto", None, evaluations=1e6).evaluation(compiled(bo.chain(900))))
        is Entry
    )


@pytest.mark.parametrize("share", [0.2, 1.0])
def test_a_form_without_own_code_stays_the_choice_if_it_is_faster(share, monkeypatch):
    """The fastest shared kernel cannot be traced; the code of others has this share of their operations."""
    arm = bo.chain(4)
    shared = bo.choose(arm, code="shared")

    def entry_of(form, solver, tree, code):
        if (form.name, solver) == (shared.formulation, shared.solver):
            raise Untraceable("it cannot be traced")
        operations = next(
            int(share * row.flops) for row in shared.rows if (row.form, row.solver) == (form.name, solver)
        )
        found = SimpleNamespace(size=Size(operations, operations, "ground"))
        found.checked = lambda: found
        return found

    monkeypatch.setattr(own_code_of_choice, "own_entry", entry_of)
    choice = bo.choose(bo.chain(4))
    if share < 0.5:
        assert choice.code == "own"
        assert choice.best.label != shared.best.label
    else:
        assert (choice.code, choice.best) == ("shared", shared.best)
        assert "cannot be traced" in choice.not_own
