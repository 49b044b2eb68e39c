"""How accurate each form is, against the same kernels at fifty digits; and that ``auto`` takes none that loses digits which others keep."""

import math
import re
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from helpers.conditions import EPS, of_extended, of_mass_matrix, of_multipliers, roundings
from helpers.exact import computed, error, mass_matrix, reference
from helpers.hard import HARD, RISING, chain, states

import bough as bo
from bough.api.methods import way_of
from bough.compiled.tree import compiled
from bough.formulations import FORMULATIONS
from bough.formulations.reductions.doubts import LOSS
from bough.mechanism.generators import COMMON_KINDS

pytestmark = pytest.mark.shared_kernels  # kernels of every form and solver are held to their accuracy

PAGE = Path(__file__).parents[2] / "docs" / "methods" / "README.md"
# below this nobody is to blame
ROUNDING = 1e-15
CLOSED = [
    (form.name, solver)
    for form in FORMULATIONS.values()
    for solver in form.solvers or (None,)
    if form.gives != "drives and reactions"
    and not form.needs
    and solver not in ("eigen", "inverse-iterative", "direct-iterative")
]
every_hard_one = pytest.mark.parametrize("name", HARD)


@cache
def hard(name):
    """A mechanism, its states, and the true accelerations and canonical rates at each."""
    mechanism = HARD[name]()
    rows = []
    for q, u, tau in states(mechanism):
        p = mass_matrix(mechanism, q) @ u
        truth = {"accelerations": reference(mechanism, q, u, tau)}
        truth["canonical rates"] = reference(mechanism, q, p, tau, "hamilton-recursive")
        rows.append(({"accelerations": (q, u, tau), "canonical rates": (q, p, tau)}, truth))
    return mechanism, rows


@cache
def worst(name, form, solver):
    """The largest error over the states, of q̇ and ṗ each by its own measure; infinite if the form refuses one."""
    mechanism, rows = hard(name)
    gives, largest = FORMULATIONS[form].gives, 0.0
    for given, truth in rows:
        found, true = computed(mechanism, *given[gives], form, solver), truth[gives]
        if found is None:
            return math.inf
        largest = max(largest, *(error(found[part], true[part]) for part in halves(mechanism, gives)))
    return largest


def halves(mechanism, gives):
    """q̇ and ṗ, or u̇ alone."""
    return (slice(None),) if gives == "accelerations" else (slice(mechanism.n_q), slice(mechanism.n_q, None))


@every_hard_one
def test_the_reference_is_one(name):
    """Forms that have nothing in common but the sweep agree to thirty digits, near-singular or not."""
    mechanism, rows = hard(name)
    for given, truth in rows[::3]:
        for gives, form in (("accelerations", "multipliers"), ("canonical rates", "hamilton-orthogonal")):
            other = reference(mechanism, *given[gives], form)
            assert error(other, truth[gives]) < 1e-24


def section():
    """What the page says of accuracy."""
    return PAGE.read_text(encoding="utf-8").split("## How accurate")[1].split("\n\n## ")[0]


def table():
    """The rows of the page: name -> form -> error."""
    lines = section().splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("|")]
    forms = [re.findall(r"`([a-z-]+)`", cell)[0] for cell in rows[0][1:]]
    return {row[0]: dict(zip(forms, row[1:], strict=True)) for row in rows[2:]}


@cache
def allowed(name, form):
    """What theory lets a form lose over the states: eps times roundings times the condition of what it solves."""
    if FORMULATIONS[form].gives == "canonical rates":
        lost = of_momenta(name) + (condition(name, of_multipliers) if form == "hamilton-orthogonal" else 0.0)
    elif form in ("multipliers", "saddle-point", "separate-multipliers"):
        lost = condition(name, of_multipliers)
    elif form == "extended" or (form == "separate-bodies" and "lock" not in name):
        # separate bodies are an elimination of the extended system; what they lose at a gimbal's lock is in test_gimbal_lock.py
        lost = condition(name, of_extended)
    else:
        lost = condition(name, of_mass_matrix)
    return EPS * roundings(hard(name)[0]) * lost


@cache
def condition(name, of_system):
    """The largest over the states."""
    mechanism, rows = hard(name)
    found = []
    for given, truth in rows:
        q, u, tau = given["accelerations"]
        found.append(of_system(bo.dynamics.matrices(mechanism, q, u), tau, truth["accelerations"].astype(float)))
    return max(found)


@cache
def of_momenta(name):
    """What the last digit of p does to the true rates, over some of its digits that may be up or down."""
    mechanism, rows = hard(name)
    rng, changes = np.random.default_rng(2), [1.0]
    for given, truth in rows:
        (q, p, tau), true = given["canonical rates"], truth["canonical rates"]
        for _ in range(3):
            near = np.nextafter(p, rng.choice((-np.inf, np.inf), len(p)))
            changed = reference(mechanism, q, near, tau, "hamilton-recursive")
            changes += [error(changed[part], true[part]) / EPS for part in halves(mechanism, "canonical rates")]
    return max(changes)


@every_hard_one
def test_no_form_and_no_solver_loses_more_than_theory_allows(name):
    for form, solver in CLOSED:
        if FORMULATIONS[form].supports(compiled(hard(name)[0]), solver) is None:
            assert worst(name, form, solver) < allowed(name, form), (form, solver)


@every_hard_one
def test_the_table_is_within_theory(name):
    """Its figures are one machine's, and others round otherwise; what is allowed is the same on all."""
    for form, cell in table()[name].items():
        assert 0.0 < float(cell) < allowed(name, form), form


def test_the_table_has_all_mechanisms_and_says_where_it_was_measured():
    assert list(table()) == list(HARD)
    assert re.search(r"measured on an? .* with NumPy \d+\.\d+", section())


@every_hard_one
@pytest.mark.parametrize("gives", ["accelerations", "canonical rates"])
@pytest.mark.parametrize("count", [1, 4096])
def test_auto_is_as_accurate_as_separate_bodies_may_be(name, gives, count):
    found = bo.choose(hard(name)[0], count, gives=gives)
    known = "separate-bodies" if gives == "accelerations" else "hamilton-recursive"
    assert worst(name, found.formulation, found.solver) < allowed(name, known)


def scattered(seed, spread):
    """A random tree with masses, lengths and shapes that are far apart."""
    rng = np.random.default_rng(seed)
    # (gimbals raise doubts whatever the masses are)
    kinds = tuple(kind for kind in COMMON_KINDS if kind not in ("fixed", "gimbal"))
    kinds = kinds if seed % 3 else ("free", "ball", "revolute")
    tree = bo.models.random_tree(6, seed, kinds)
    mechanism = bo.Mechanism("scattered", gravity=tree.gravity)
    for body in tree.bodies:
        mass, length, thin = 10.0 ** rng.uniform((-spread, -spread / 2, -spread / 2), (spread, spread / 2, 0.0))
        inertia = body.inertia
        inertia = bo.Inertia(mass * inertia.mass, length * inertia.center, mass * thin * length**2 * inertia.tensor)
        mechanism.add_body(body.name, body.parent, body.joint, length * np.array(body.at), body.rotation, inertia)
    return mechanism


def test_without_doubts_little_is_lost():
    """And doubts are not raised everywhere, nor never."""
    raised = {"composite-bodies": [], "multipliers": []}
    for seed in range(24):
        mechanism = scattered(seed, seed % 4)
        q, u = bo.models.random_state(mechanism, seed)
        tau = np.diag(mass_matrix(mechanism, q)) * np.random.default_rng(seed).standard_normal(mechanism.n)
        truth = reference(mechanism, q, u, tau)
        known = max(error(computed(mechanism, q, u, tau, "separate-bodies"), truth), ROUNDING)
        for form, found in raised.items():
            found.append(FORMULATIONS[form].doubts(compiled(mechanism)) is not None)
            if not found[-1]:
                assert error(computed(mechanism, q, u, tau, form, "udu"), truth) < LOSS * known, (form, seed)
    for found in raised.values():
        assert not any(found[::4])  # bodies of like sizes
        assert any(found[3::4])


def test_doubts_leave_a_form_out_by_the_body_and_do_not_forbid_it():
    for name, body, forms in (
        ("5 parallel hinges, masses 10⁻⁶ to 1", "link0", ("composite-bodies", "direct", "wittenburg", "multipliers")),
        ("2 arms on a free hub of 10⁻⁶, beside 5 free bodies", "hub", ("multipliers",)),
    ):
        mechanism = HARD[name]()
        choice = bo.choose(mechanism)
        reasons = {left.form: left.reason for left in choice.left_out if left.solver == "udu"}
        for form in forms:
            assert f"'{body}'" in reasons[form]
            assert bo.methods.why_unsupported(mechanism, form) is None
        assert not {row.form for row in choice.rows} & set(forms)


def test_where_all_are_doubted_the_table_says_so():
    """Nothing else has the solver that is asked for."""
    choice = bo.choose(HARD["5 parallel hinges, masses 10⁻⁶ to 1"](), solver="udu")
    assert choice.rows
    assert all("'link0'" in row.note for row in choice.rows)


def test_variants_have_a_say():
    """A form that serves the first mechanism well may not serve one with other masses."""
    alike, apart = (chain(masses, joint=bo.Revolute((0, 1, 0))) for masses in (np.ones(5), RISING))
    for variants, expected in (((alike,), "wittenburg"), ((alike, apart), "separate-bodies")):
        assert way_of(alike, "accelerations", "auto", None, variants=variants).form.name == expected
