"""The table of addresses by which compiled code finds its arrays: every word where its field is, none where nothing is."""

import ctypes

import numpy as np

import bough as bo
from bough.compiled.entries import Expected, Memory
from bough.compiled.tree import compiled
from bough.integrate.plan import Plan
from bough.passes.arrays import Tree, Work

FIELDS = [(kind, name) for kind in (Expected, Tree, Work, Plan) for name in kind._fields]


def words(memory):
    found = (ctypes.c_int64 * len(FIELDS)).from_address(memory.address)
    return dict(zip(FIELDS, found, strict=True))


def test_words_are_numbers_and_addresses_in_the_order_of_fields():
    tree = compiled(bo.chain(3)).arrays
    record, counters = np.zeros((2, 5, 6)), np.zeros(9, np.int64)
    numbers = dict.fromkeys(Plan._fields, np.empty(0)) | dict.fromkeys(("stages", "rows", "order"), 7)
    plan = Plan(**numbers | {"outputs": 5, "legs": 1, "knots": 0, "record": record, "counters": counters})
    memory = Memory(tree, {"state": 6, "stages": 12}, more=plan)
    found = words(memory)
    assert found[Tree, "bodies"] == 3
    assert found[Tree, "parent"] == tree.parent.ctypes.data
    assert found[Work, "state"] == memory.work.state.ctypes.data
    assert found[Work, "stages"] == memory.work.stages.ctypes.data
    assert found[Plan, "stages"] == 7
    assert found[Plan, "record"] == record.ctypes.data
    assert found[Work, "loads"] == found[Tree, "armature"] == found[Plan, "pace"] == 0
    other = np.ones_like(record)
    memory.put(Plan, "record", other)
    assert words(memory) == found | {(Plan, "record"): other.ctypes.data}


def test_scratch_is_shared_but_for_what_a_solver_keeps():
    tree = compiled(bo.chain(3)).arrays
    rows = {"force": 3, "inverse": 6}
    first = Memory(tree, rows)
    second = Memory(tree, rows, scratch=first.work)
    assert second.work.force is first.work.force
    assert second.work.inverse is not first.work.inverse
