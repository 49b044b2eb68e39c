"""Paper C's exhibits: laws that hold whatever the clock says."""

import numpy as np
import pytest

import bough as bo
from bough.choice.race import Effort
from bough.papers.exhibit import Task
from bough.papers.paper_c import EXHIBITS, LARGE, counted_start, printed_iteration
from bough.papers.travellers import CYCLE, METHODS, STEPS, steppers, travellers

pytestmark = pytest.mark.shared_kernels  # every form and method of iteration is compared by kernels

EPS = np.finfo(float).eps


@pytest.fixture(scope="module")
def task():
    return Task(quick=True, effort=Effort(turns=1, turn=1e-5, patience=0.0), advance=lambda share: None)


@pytest.fixture(scope="module")
def forms(task):
    """Rows of the classification, by the name of the form in bough."""
    exhibit = EXHIBITS["classification"](task)
    assert len(exhibit.figures) == 1
    assert all(statement.holds for statement in exhibit.statements)
    return {row[8]: dict(zip(exhibit.columns, row, strict=True)) for row in exhibit.rows}


def test_unknowns_are_as_many_as_the_paper_says(forms):
    """On the example N = 10 and n = 15; the paper's formulas in its own letters."""
    numbers = {"12N + n": 135, "12N − n": 105, "6N − n": 45, "6N": 60, "n": 15, "0": 0, "–": None}
    assert {row["their number"] for row in forms.values()} == set(numbers)
    for row in forms.values():
        assert row["on the example"] == numbers[row["their number"]]


def test_all_forms_agree(forms):
    differences = {name: row["difference"] for name, row in forms.items()}
    assert max(differences.values()) < 1e-11
    # every form of bough but that of paper B is there
    assert {form.name for form in bo.methods.formulations()} - set(differences) == {"wittenburg"}


def test_matrices_have_the_structure_that_the_paper_says(forms):
    """Symmetric but Maggi's; positive definite where positions or constraints alone are left; the mass matrix the fullest."""
    kinds = {name: row["matrix"] for name, row in forms.items()}
    assert kinds["extended"] == kinds["saddle-point"] == kinds["hamilton-extended"] == "symmetric, indefinite"
    assert kinds["multipliers"] == kinds["direct"] == kinds["composite-bodies"] == "symmetric, positive definite"
    assert kinds["maggi"] == kinds["maggi-bodies"] == "not symmetric"
    filled = [forms[name]["entries not zero, %"] for name in ("extended", "multipliers", "composite-bodies")]
    assert filled == sorted(filled)


def test_figure_1(task):
    exhibit = EXHIBITS["figure 1"](task)
    assert len(exhibit.figures) == 1
    entries = [dict(zip(exhibit.columns, row, strict=True)) for row in exhibit.rows]
    for entry in entries:
        n, bodies = entry["n"], entry["bodies"]
        assert entry["DoFs"] == n * bodies
        times = {m: entry.get(f"{m}, µs", entry.get(f"{m} at 1 ms, µs")) for m in METHODS}
        assert times[entry["fastest"]] == min(times.values()) > 0.0
        for method in METHODS[3:]:
            assert entry[f"{method} at 1 ms, passes"] <= n * bodies + 1
    for method in METHODS[3:]:
        # nearer states take fewer passes
        far, near = (sum(entry[f"{method} at {step} ms, passes"] for entry in entries) for step in ("1", "0.1"))
        assert near < far
    held = {statement.text: statement.holds for statement in exhibit.statements}
    assert None not in held.values()
    assert held["Composite bodies and Cholesky's method grow as N³ on a chain"]
    assert held["Separate bodies grow as N"]
    assert held["Multipliers grow as N on a chain"]
    assert held["(4.2) ends after n + 1 passes at the most, and sooner for a small change of the matrix"]


def test_all_methods_compute_the_same_along_the_motion():
    """What is timed are accelerations, and right ones, at the end of the way as well."""
    chain = bo.chain(12, bo.Universal())
    for name, rival in travellers(12, 2).items():
        rival()
        q, u = rival.states[-1]
        expected = bo.forward_dynamics(chain, q, u)
        condition = np.linalg.cond(bo.mass_matrix(chain, q))
        bound = max(1e-11, 4 * EPS * condition) * np.abs(expected).max()
        assert np.abs(rival.out - expected).max() <= bound, name


def test_linear_methods_by_counts():
    """Chains from which on separate bodies take fewer operations than composite bodies, as docs/methods says; multipliers follow with few constraints first."""
    assert [counted_start("separate-bodies", n) for n in (1, 2, 3)] == [12, 6, 4]
    starts = [counted_start("multipliers", n) for n in (1, 2, 3)]
    assert starts == sorted(starts, reverse=True)
    assert starts[0] < LARGE[0]


@pytest.mark.parametrize("size", [5, 20])
def test_printed_iteration(size):
    """(4.2) finds x within n + 1 passes, in one where nothing has changed, and in two where one direction has."""
    rng = np.random.default_rng(size)
    factor = rng.normal(size=(size, size))
    known = factor @ factor.T + size * np.eye(size)
    direction, x = rng.normal(size=size), rng.normal(size=size)
    inverse = np.linalg.inv(known)
    for change, most in ((0.0, 1), (np.outer(direction, direction), 2), (0.3 * known + np.eye(size), size + 1)):
        matrix = known + change
        found, passes = printed_iteration(matrix, matrix @ x, inverse)
        assert np.allclose(found, x, rtol=1e-8, atol=1e-8)
        assert passes <= most


@pytest.mark.slow
def test_steps_of_integration(task):
    """Every method takes the steps of ``simulate``, and goes on from the start when the motion ends."""
    chain = bo.chain(6, bo.Universal())
    rivals = steppers(6, 2)
    start = rivals[METHODS[0]].record[0].copy()
    for name, rival in rivals.items():
        step = STEPS[0] if isinstance(name, str) else name[1]
        rival(100)
        run = bo.simulate(
            chain, 100 * step, q0=start[: chain.n], u0=start[chain.n :], integrator="rk4", step=step, progress=False
        )
        expected = np.concatenate((run.q.values[-1], run.u.values[-1]))
        assert np.abs(rival.integration.state - expected).max() < 1e-9 * np.abs(expected).max(), name
        rival(CYCLE)
        assert rival.integration.time == 0.0
    exhibit = EXHIBITS["figure 1, steps"](task)
    assert len(exhibit.figures) == 1
    for row in exhibit.rows:
        entry = dict(zip(exhibit.columns, row, strict=True))
        assert entry["DoFs"] == entry["n"] * entry["bodies"]
        assert min(x for name, x in entry.items() if name.endswith("µs")) > 0.0
    assert not {s.text: s.holds for s in exhibit.statements}["On its axes a step takes up to 80, 60 and 60 ms"]
