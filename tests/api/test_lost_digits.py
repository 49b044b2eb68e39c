"""Forms that lose nearly all digits on a mechanism say so: each answer is right, or warned of, or refused."""

import warnings

import numpy as np
import pytest
from helpers.exact import error, mass_matrix, reference
from helpers.hard import HARD, chain, states

import bough as bo
from bough.formulations import FORMULATIONS

RIGHT = 1e-3  # what an answer may be wrong by without a warning, as a share of its largest number
LIGHT = 1e-9, 5e5  # kg: a body, and what it holds
CHAINS = {
    "before a heavy one": lambda: chain(LIGHT),
    "between heavy ones": lambda: chain((1.0, *LIGHT)),
    "between heavy ones, by balls": lambda: chain((1.0, *LIGHT), joint=bo.Ball()),
    "between heavy ones, parallel axes": lambda: chain((1.0, *LIGHT), joint=bo.Revolute((0, 1, 0))),
    "twice": lambda: chain((1.0, *LIGHT, *LIGHT)),
    "short and long in turn": HARD["lengths 1 and 10⁻³ in turn, equal density"],
}
FORMS = [form.name for form in FORMULATIONS.values() if form.gives != "drives and reactions" and not form.needs]
LOSERS = "multipliers", "saddle-point", "separate-multipliers", "hamilton-orthogonal"


def answers(mechanism, form):
    """Answers of a form at hard states, with the true ones, by the parts that are measured each by its own size."""
    for q, u, tau in states(mechanism):
        if FORMULATIONS[form].gives == "accelerations":
            yield bo.forward_dynamics(mechanism, q, u, tau, formulation=form), reference(mechanism, q, u, tau)
            continue
        p = mass_matrix(mechanism, q) @ u
        true = reference(mechanism, q, p, tau, "hamilton-recursive")
        rates = bo.dynamics.canonical_rates(mechanism, q, p, tau, formulation=form)
        yield from zip(rates, np.split(true, [mechanism.n_q]), strict=True)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", CHAINS)
def test_what_a_form_gives_is_right_or_warned_of_or_refused(name, form):
    mechanism = CHAINS[name]()
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        try:
            worst = max(error(found, true) for found, true in answers(mechanism, form))
        except bo.errors.SingularError:
            return
    told = [str(warning.message) for warning in told]
    assert worst < RIGHT or (len(told) == 1 and told[0].startswith(f"'{form}' keeps "))


@pytest.mark.parametrize("form", LOSERS)
def test_the_warning_names_the_body_and_a_form_that_keeps_the_digits(form):
    mechanism = CHAINS["between heavy ones"]()
    q, u = bo.models.random_state(mechanism, 1)
    momenta = FORMULATIONS[form].gives != "accelerations"
    call = bo.dynamics.canonical_rates if momenta else bo.forward_dynamics
    said = (
        r"keeps \w+ digits? of the motion of 'chain of 3', as 'link1' holds more than 100,000,000 times its own least"
    )
    with pytest.warns(bo.BoughWarning, match=said) as told:
        call(mechanism, q, u, formulation=form)
    call(mechanism, q, u, formulation=form)  # (told once)
    (told,) = told
    assert told.filename == __file__
    better = str(told.message).split("take '")[1].split("'")[0]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        worst = max(error(found, true) for found, true in answers(CHAINS["between heavy ones"](), better))
    assert worst < 1e-12


def test_simulate_warns_and_auto_does_not():
    mechanism = CHAINS["between heavy ones"]()
    with pytest.warns(bo.BoughWarning, match="'saddle-point' keeps no digits") as told:
        bo.simulate(mechanism, 0.01, formulation="saddle-point", integrator="rk4", step=0.005, energy_tolerance=np.inf)
    assert [warning.filename for warning in told] == [__file__]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        bo.simulate(CHAINS["between heavy ones"](), 0.01)


@pytest.mark.parametrize("form", FORMS)
def test_where_nothing_is_lost_nothing_is_said(form):
    mechanism = chain((1.0, 1e-3, 1.0))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for found, true in answers(mechanism, form):
            assert error(found, true) < RIGHT


def four_bar(*masses):
    """Rods, and a closed state of them."""
    mechanism, hinge = bo.Mechanism("four-bar"), bo.Revolute("y")
    places = (("crank", "ground", 0.0, 0.2), ("coupler", "crank", 0.2, 0.5), ("rocker", "ground", 0.5, 0.4))
    for (name, parent, at, length), mass in zip(places, masses, strict=True):
        rod = bo.Inertia.rod(length, mass=mass, radius=0.01, axis=(1, 0, 0), center=(length / 2, 0, 0))
        mechanism.add_body(name, parent, hinge, at=(at, 0, 0), inertia=rod)
    mechanism.add_loop("pin", "coupler", "rocker", hinge, at=(0.5, 0, 0), other_at=(0.4, 0, 0))
    q = bo.assemble(mechanism, {"crank": -1.0, "rocker": -1.5}, hold=["crank"])
    return mechanism, q


def along(mechanism, q):
    """The acceleration of a four-bar at rest by its one coordinate: the power of its weights over its inertia."""
    motion = bo.kinematics.consistent_velocities(four_bar(1.0, 1.0, 1.0)[0], q, {"crank": 1.0}, hold=["crank"])
    mass = bo.mass_matrix(mechanism, q)
    tree = bo.Mechanism("tree")
    for body in mechanism.bodies:
        tree.add_body(body.name, body.parent, body.joint, body.at, body.rotation, body.inertia)
    forces = -bo.inverse_dynamics(tree, q, np.zeros(3), np.zeros(3))
    return motion * (motion @ forces) / (motion @ mass @ motion)


@pytest.mark.parametrize("form", ["auto", "independent", "separate-bodies", "composite-bodies", "maggi"])
@pytest.mark.parametrize("light", [pytest.param(1e-7, marks=pytest.mark.slow), 1e-9, 1e-12])
def test_light_bodies_in_loops_cost_no_constraint_without_a_warning(light, form):
    for masses in ((light, light, light), (light, light, 1.0), (1.0, light, 1.0), (1.0, light, light)):
        mechanism, q = four_bar(*masses)
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            found = bo.forward_dynamics(mechanism, q, np.zeros(3), formulation=form)
        is_right = error(found, along(mechanism, q)) < RIGHT
        assert is_right == (masses != (1.0, light, 1.0) or light == 1e-7)
        said = ["'coupler' is more than 1,000,000 times lighter" in str(one.message) for one in told]
        assert said == ([] if is_right else [True])
