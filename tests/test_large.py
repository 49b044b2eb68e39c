"""The ends of the range: a hundred thousand bodies, one body, none that moves, no gravity."""

import gc
import os
import sys
import tracemalloc

import numpy as np
import pytest
from helpers.forms import every_form, serving_in_lanes, skip_unless_served

import bough as bo
from bough.compiled.tree import compiled

pytestmark = pytest.mark.shared_kernels  # every form and solver on many shapes, each for a moment

MANY = 100_000


def loaded(mechanism):
    """(q, u, tau) at random."""
    return *bo.models.random_state(mechanism, 1), np.random.default_rng(2).normal(size=mechanism.n)


# --- many bodies ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", [{}, pytest.param({"formulation": "separate-bodies"}, marks=pytest.mark.slow)])
def test_long_chain(how, monkeypatch):
    """Linear memory, and joint forces that inverse dynamics finds again, measured by the forces that the joints carry."""
    bo.forward_dynamics(bo.chain(2), *loaded(bo.chain(2)), formulation="separate-bodies")  # compiles
    monkeypatch.setenv("BOUGH_CODE", "auto")  # (whose plans are not to take more, either)
    chain = bo.chain(MANY)
    q, u, tau = loaded(chain)
    tracemalloc.start()
    try:
        u_dot = bo.forward_dynamics(chain, q, u, tau, **how)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 3000 * MANY  # bytes; the mass matrix alone would take 4e5 a body
    forces, reactions = bo.inverse_dynamics(chain, q, u, u_dot, reactions=True)
    assert np.abs(forces - tau).max() < 1e-8 * np.abs(reactions).max()


@pytest.mark.slow
def test_long_chain_is_too_much_for_a_mass_matrix(monkeypatch):
    machine = {"SC_PAGE_SIZE": 2**12, "SC_PHYS_PAGES": 2**22}  # 16 GiB
    monkeypatch.setattr(os, "sysconf", machine.__getitem__)
    chain = bo.chain(MANY)
    with pytest.raises(bo.errors.UnsupportedError, match=r"37 GiB.*memory.*use 'separate-bodies'"):
        bo.forward_dynamics(chain, *loaded(chain), formulation="composite-bodies")
    for formulation in ("direct", "wittenburg", "maggi"):
        assert "memory" in bo.methods.why_unsupported(chain, formulation)
    # the multipliers' matrix of a chain is a band
    assert bo.methods.why_unsupported(chain, "multipliers") is None
    for formulation in ("composite-bodies", "wittenburg", "maggi"):
        assert bo.methods.why_unsupported(bo.models.star(MANY), formulation) is None


def test_large_star():
    star = bo.models.star(MANY)
    state = loaded(star)
    expected = bo.forward_dynamics(star, *state, formulation="separate-bodies")
    for solver in ("udu", "uu"):
        found = bo.forward_dynamics(star, *state, formulation="composite-bodies", solver=solver)
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12 * np.abs(expected).max())


@pytest.mark.parametrize(
    ("formulation", "links"),
    [("multipliers", 10_000), ("extended", 2_000), pytest.param("extended", 10_000, marks=pytest.mark.slow)],
)
def test_forms_with_reactions_on_a_long_chain(formulation, links):
    chain = bo.chain(links)
    state = loaded(chain)
    expected = bo.forward_dynamics(chain, *state, formulation="separate-bodies")
    found = bo.forward_dynamics(chain, *state, formulation=formulation)
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-11 * np.abs(expected).max())


# --- few ------------------------------------------------------------------------------------------------------------


@every_form
def test_single_body(formulation, solver):
    """A body falls as g says, whatever its attitude, and its spin obeys Euler's equations."""
    stone = bo.Mechanism("stone", gravity=(1, 2, -9))
    moments = np.array((1.0, 2.0, 2.5))
    stone.add_body("stone", joint=bo.Free(), inertia=bo.Inertia(2.0, tensor=moments))
    skip_unless_served(stone, formulation, solver)
    q, u = bo.models.random_state(stone, 3)
    v, omega = u[:3], u[3:]
    rotation = bo.body_poses(stone, q)[0, :3, :3]
    expected = [*(rotation.T @ (1, 2, -9) - np.cross(omega, v)), *(np.cross(moments * omega, omega) / moments)]
    found = bo.forward_dynamics(stone, q, u, formulation=formulation, solver=solver)
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-14 * np.abs(expected).max())


@every_form
def test_without_gravity_what_rests_stays_at_rest(formulation, solver):
    mechanism = bo.models.random_tree(8, 4)
    weightless = bo.Mechanism("weightless", gravity=(0, 0, 0))
    for body in mechanism.bodies:
        weightless.add_body(body.name, body.parent, body.joint, body.at, body.rotation, body.inertia)
    q, u = bo.models.random_state(weightless, 4)
    found = bo.forward_dynamics(weightless, q, 0 * u, formulation=formulation, solver=solver)
    np.testing.assert_array_equal(found, 0.0)
    assert bo.potential_energy(weightless, q) == 0.0


@pytest.mark.parametrize("batch", [(), (1,), (9,)], ids=["one", "batch of one", "batch"])
def test_nothing_moves(batch):
    """A mechanism without degrees of freedom: empty accelerations, and joints that carry the weight."""
    rock = bo.Mechanism("rock", gravity=(0, 0, -10))
    rock.add_body("base", joint=bo.Fixed(), inertia=bo.Inertia(1.0, (0, 0, 1), (1, 1, 1)))
    rock.add_body("top", "base", bo.Fixed(), at=(1, 0, 0), inertia=bo.Inertia(2.0, (0, 0, 1), (1, 1, 1)))
    state = np.empty((*batch, 0))
    for formulation, solver in serving_in_lanes(rock):
        found = bo.forward_dynamics(rock, state, state, formulation=formulation, solver=solver)
        assert found.shape == (*batch, 0)
    tau, reactions = bo.inverse_dynamics(rock, state, state, state, reactions=True)
    assert tau.shape == (*batch, 0)
    weights = [(0, 0, 30, 0, -20, 0), (0, 0, 20, 0, 0, 0)]
    np.testing.assert_allclose(reactions, np.broadcast_to(weights, (*batch, 2, 6)), atol=1e-14)
    assert bo.mass_matrix(rock, state).shape == (*batch, 0, 0)
    np.testing.assert_array_equal(bo.potential_energy(rock, state), np.full(batch, 30.0))
    np.testing.assert_array_equal(bo.kinetic_energy(rock, state, state), np.zeros(batch))


@pytest.mark.slow
def test_matrices_beyond_the_memory_are_refused_in_a_sentence(monkeypatch):
    """A full matrix of 10⁵ DoFs, a batch of small ones without end, and what only a batch is too much for."""
    machine = {"SC_PAGE_SIZE": 2**12, "SC_PHYS_PAGES": 2**22}  # 16 GiB
    monkeypatch.setattr(os, "sysconf", machine.__getitem__)
    star, chain = bo.models.star(MANY), bo.chain(MANY)
    with pytest.raises(bo.errors.UnsupportedError, match=r"too large for this.*75 GiB.*'separate-bodies'"):
        bo.mass_matrix(star, np.zeros(star.n))
    for refused in (bo.mass_matrix, bo.dynamics.mass_matrix_rate, bo.dynamics.solve_mass_matrix):
        with pytest.raises(bo.errors.UnsupportedError, match=r"too large for this.*GiB.*'separate-bodies'"):
            refused(chain, *[np.zeros(MANY)] * (1 if refused is bo.mass_matrix else 2))
    with pytest.raises(bo.errors.UnsupportedError, match=r"matrices of 'chain.*11176 GiB.*give sparse=True"):
        bo.dynamics.matrices(chain, np.zeros(MANY))
    with pytest.raises(bo.errors.StateError, match="fewer states at a time"):
        bo.mass_matrix(bo.chain(2000), np.zeros((5000, 2000)))
    # 5 GiB for one state
    with pytest.raises(bo.errors.StateError, match=r"side by side.*GiB.*give one at a time"):
        bo.dynamics.solve_mass_matrix(bo.chain(35_000), np.zeros((16, 35_000)), np.zeros((16, 35_000)))


def test_paths_beyond_the_memory_are_refused_in_a_sentence(monkeypatch):
    """The sparse T of a chain holds a block for every body on every path."""
    matrices = bo.dynamics.matrices(bo.chain(100), np.zeros(100), sparse=True)
    monkeypatch.setattr(os, "sysconf", {"SC_PAGE_SIZE": 2**12, "SC_PHYS_PAGES": 2**9}.__getitem__)  # 2 MiB
    with pytest.raises(bo.errors.UnsupportedError, match=r"T of 'chain of 100'.*solve with S"):
        _ = matrices.B


# --- growth ---------------------------------------------------------------------------------------------------------


def distinct(bodies):
    """A chain of bodies each of which has a joint and an inertia of its own."""
    chain = bo.Mechanism()
    for k in range(bodies):
        joint, inertia = bo.Revolute((0.6, 0.8, 0)), bo.Inertia.box((0.1, 0.1, 1), 1.0, center=(0, 0, -0.5))
        parent = f"body{k - 1}" if k else "ground"
        chain.add_body(f"body{k}", parent, joint, at=(0, 0, -1), rotation=np.eye(3), inertia=inertia)
    return chain


def calls_of(function, *arguments):
    """How many calls, of Python's functions and of compiled ones, it takes."""
    count = 0

    def see(frame, event, argument):
        nonlocal count
        count += event in ("call", "c_call")

    gc.disable()  # what it may call is not ours
    sys.setprofile(see)
    try:
        function(*arguments)
    finally:
        sys.setprofile(None)
        gc.enable()
    return count


@pytest.mark.parametrize("make", [bo.chain, distinct], ids=["shared", "distinct"])
def test_every_further_body_costs_the_same_to_describe_and_to_compile(make):
    def describe_and_compile(bodies):
        mechanism = make(bodies)
        compiled(mechanism)
        mechanism.coordinates({mechanism.q_names[0]: 1.0}), mechanism.velocities()

    describe_and_compile(1)  # what is done but once
    small, middle, large = (calls_of(describe_and_compile, bodies) for bodies in (50, 100, 200))
    assert large - middle == 2 * (middle - small)
