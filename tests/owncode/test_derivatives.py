"""Graphs of derivatives: the same by every way of making and compiling them."""

from functools import partial

import numpy as np
import pytest
from helpers.machine import FORCES, with_forces

import bough as bo
from bough.api import derivatives as api
from bough.compiled.entries import Entry
from bough.compiled.tree import compiled
from bough.formulations import composite_bodies
from bough.graph.graph import Graph
from bough.owncode import derivatives, llvm
from bough.owncode.columns import ColumnProgram, stretches
from bough.owncode.derivatives import differentiated, forward_program, inverse_program
from bough.owncode.dual import Dual
from bough.owncode.entry import SINGLE
from bough.passes.arrays import SWEEP
from bough.passes.inverse import joint_forces

pytestmark = pytest.mark.slow

LAWS = {name for name, force in FORCES.items() if isinstance(force, bo.CustomJointForce | bo.CustomBodyForce)}
MAKERS = {
    "tree": lambda: bo.models.random_tree(4, 2),
    "all forces": lambda: with_forces(*sorted(set(FORCES) - LAWS)),
    "chain": lambda: bo.chain(12),
    "tree of balls": lambda: bo.models.random_tree(4, 3, ("ball", "revolute")),
}


@pytest.fixture(autouse=True)
def own_code(monkeypatch):
    monkeypatch.delenv("BOUGH_CODE", raising=False)
    monkeypatch.setenv("BOUGH_CACHE", "")


def evaluated(make, states=None):
    """All that forward and inverse derivatives give, of a new mechanism."""
    mechanism = make()
    q, u = bo.models.random_state(mechanism, 5, states)
    c = np.random.default_rng(1).normal(size=u.shape)
    forward = bo.derivatives.forward_derivatives(mechanism, q, u, c, time=0.3)
    return [*forward[:4], *bo.derivatives.inverse_derivatives(mechanism, q, u, c, time=0.3)[:4]]


def assert_same(found, expected, tolerance=1e-11):
    for one, other in zip(found, expected, strict=True):
        assert np.abs(one - other).max() <= tolerance * max(1.0, np.abs(other).max())


@pytest.mark.parametrize("name", MAKERS)
def test_numbers_with_rates_give_the_same(name, monkeypatch):
    expected = evaluated(MAKERS[name])
    monkeypatch.setattr(api, "MOST", 0)
    assert_same(evaluated(MAKERS[name]), expected, 1e-10)


@pytest.mark.parametrize("name", ["chain", "tree of balls"])
@pytest.mark.parametrize("most", [0, 1000])
def test_columns_are_what_is_written_out(name, most, monkeypatch):
    expected = evaluated(MAKERS[name]), evaluated(MAKERS[name], 11)
    monkeypatch.setattr(derivatives, "MOST_WRITTEN_OUT", most)
    assert_same(evaluated(MAKERS[name]), expected[0])
    assert_same(evaluated(MAKERS[name], 11), expected[1])


@pytest.mark.parametrize("segment", [3, 50])
def test_segments_change_nothing(segment, monkeypatch):
    expected = evaluated(MAKERS["tree"]), evaluated(MAKERS["tree"], 11)
    monkeypatch.setattr(llvm, "LONG", 0)
    monkeypatch.setattr(llvm, "SEGMENT", segment)
    for found, one in zip((evaluated(MAKERS["tree"]), evaluated(MAKERS["tree"], 11)), expected, strict=True):
        assert_same(found, one, 1e-12)


def test_composite_bodies_take_the_fewest_operations():
    mechanism = bo.models.random_tree(10, 4, ("revolute",), 1)
    tree, n = compiled(mechanism), mechanism.n

    def count(program):
        return len(program.graph.needed(program.outputs))

    entry = Entry(joint_forces, tree.arrays, tree.memory(*SWEEP, "travel", "response", "diagonal"))
    assert n <= derivatives.MOST_WRITTEN_OUT
    form = composite_bodies.FORMULATION.evaluation(tree, "udu")
    assert count(inverse_program(entry, False)) < 0.6 * count(differentiated(entry, False))
    assert count(forward_program(entry, False, lambda *_: True)) < 0.5 * count(differentiated(form, False))


def test_stretches_end_at_branches():
    assert stretches([-1, 0, 1, 1, 3, -1]) == [[0, 1], [2], [3, 4], [5]]
    mechanism = bo.models.broom(3, 5)
    tree = compiled(mechanism)
    entry = Entry(joint_forces, tree.arrays, tree.memory(*SWEEP, "travel", "response", "diagonal"))
    made = forward_program(entry, False, lambda *_: True)
    assert isinstance(made, ColumnProgram)
    assert [len(group.columns) for group in made.columns.groups] == [3, 15, 15, 15]


def test_rates_that_are_given_are_used():
    graph = Graph()
    x, y = graph.input(0), graph.input(1)
    middle = x * y
    (found,) = graph.derivatives([middle * middle + x], {0: 1.0}, {middle.place: graph.number(5.0)})
    values = graph.values([found], {0: 2.0, 1: 3.0}, None)
    assert values == [2.0 * 6.0 * 5.0 + 1.0]


def function(x, y):
    """Everything that kernels and users' own joints do with numbers."""
    found = (x * y - 2.0 / y + x / 3.0 + (1.0 - x)) / (y + 2.0) - (-x)
    found = found + x.sqrt() + x.exp() * y.log() + x.arctan() + y.tanh() + x.arctan2(y) + y.arctan2_of(0.3)
    s, c = x.sincos()
    return found + 0.5 * s * c + (x - y).where_positive(x * x, y * y) + y.floor() * x + x.nearest() * y


def test_dual_numbers_are_the_derivatives_of_the_graph():
    graph = Graph()
    x, y = graph.input(0), graph.input(1)
    traced = function(x, y)
    rates = [graph.derivatives([traced], {k: 1.0})[0] for k in range(2)]
    for point in ((0.7, 1.4), (2.3, 0.6)):
        found = function(*(Dual(value, unit) for value, unit in zip(point, np.eye(2), strict=True)))
        expected = graph.values([traced, *rates], dict(enumerate(point)), None)
        np.testing.assert_allclose([found.value, *found.rates], expected, rtol=1e-14)


def test_a_curve_of_a_dual_number_has_its_slope():
    from scipy.interpolate import CubicSpline

    table = CubicSpline(np.arange(6.0), np.sin(np.arange(6.0)))
    pieces = bo.mechanism.pieces.polynomials(table.x, table.c)
    found = Dual(2.3, np.array([1.0])).curve(pieces, 0, len(pieces))
    for order, one in enumerate(found):
        np.testing.assert_allclose((one.value, one.rates[0]), (table(2.3, order), table(2.3, order + 1)), rtol=1e-12)


def test_one_function_for_all_calls_with_wrenches():
    mechanism = bo.chain(3)
    q, u = bo.models.random_state(mechanism, 1)
    bo.derivatives.inverse_derivatives(mechanism, q, u, u, wrenches=np.ones((3, 6)))
    entry = mechanism.prepared.derivatives["inverse"].evaluation
    assert entry._function(SINGLE, True) is entry._function(SINGLE, True)


def test_a_changed_number_makes_other_code(tmp_path, monkeypatch):
    """What is kept on disk is found again by what it was made of, and by nothing else."""
    monkeypatch.setenv("BOUGH_CACHE", str(tmp_path))

    def pendulum(mass):
        mechanism = bo.Mechanism("pendulum")
        mechanism.add_body("bob", "ground", bo.Revolute((0, 1, 0)), inertia=bo.Inertia(mass, (0, 0, -1), (0, 0, 0)))
        return mechanism

    gravity = partial(bo.derivatives.inverse_derivatives, q=[0.0], u=[0.0], u_dot=[0.0])
    slopes = [gravity(pendulum(mass)).by_q[0, 0] for mass in (1.0, 2.0, 1.0)]
    assert slopes[1] == 2.0 * slopes[0]
    assert slopes[2] == slopes[0] == pytest.approx(9.81, rel=1e-3)
    assert len(list(tmp_path.rglob("*.object"))) == 2
