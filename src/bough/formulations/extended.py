"""The extended system: accelerations of all bodies, reactions of all joints and u̇ at once.

Paper C (3.6), with the known motion subtracted (see ``passes/sweep.py``), and closed loops (``passes/loops.py``):

    M Δ - SᵀR - S_cᵀZ_cλ = -f,    -S Δ + A u̇ = 0,    AᵀR + a u̇ = τ,    Z_cᵀS_cΔ = -g̈      (a: armature).

g̈ is the acceleration of the gaps when u̇ = 0. Symmetric but for signs, indefinite, sparse
(``reductions/extended_system.py``). Unknowns: 12 N + n, and one for each constraint of a loop. Cost: linear in bodies, and
in loops that are local. Bodies may have no mass.
"""

import numpy as np

from bough.arithmetic.scalar import SINGULAR, kernel, load
from bough.arithmetic.tally import Operations
from bough.formulations.formulation import ARMATURE, DRIVEN_JOINTS, LOOPS
from bough.formulations.reductions import extended_system
from bough.formulations.reductions.bases import (
    are_far,
    are_far_operations,
    base_tables,
    put_rates,
    put_rates_operations,
    turn_bases,
    turned_joints,
    turned_operations,
)
from bough.formulations.reductions.references import applied
from bough.formulations.reductions.tangent import memory as tangent_memory
from bough.formulations.systems import SparseSystem
from bough.passes import loop_prices, prices
from bough.passes.arrays import SWEEP
from bough.passes.loops import ACCELERATION, survey_loops
from bough.passes.sweep import put_in_body_axes, sweep
from bough.solvers import sparse, sparse_lu


def reference(m, tau):
    """C (3.6): (u̇, R) from M V̇ - SᵀR = F', -S V̇ + A u̇ = -w*, AᵀR = τ."""
    rows, n = m.A.shape
    none, nothing = np.zeros((rows, rows)), np.zeros((rows, n))
    matrix = np.block([[m.M, -m.S.T, nothing], [-m.S, none, m.A], [nothing.T, m.A.T, np.zeros((n, n))]])
    _, reactions, u_dot = np.split(np.linalg.solve(matrix, np.concatenate((applied(m), -m.w, tau))), (rows, 2 * rows))
    return u_dot, reactions


@kernel
def assemble(tree, work, q, u, tau, wrenches):
    sweep(tree, q, u, wrenches, work)
    fine = True
    if tree.loops > 0:
        fine = survey_loops(tree, q, u, work)
    fine = turn_bases(tree, work, SINGULAR * SINGULAR) and fine
    extended_system.enter_system(tree, work, tau, ACCELERATION)
    return fine


@kernel
def deliver(tree, work, q, tau, wrenches, u_dot):
    return put_rates(tree, work, 12 * tree.bodies, u_dot, 0) and are_far(tree, work)


@kernel
def reactions(tree, work, q, u, tau, wrenches, out):
    """Per user body the wrench that its joint passes on to it (force, moment about its origin, body axes)."""
    fine = assemble(tree, work, q, u, tau, wrenches)
    fine = sparse.solve(tree, work) and fine
    for b in range(tree.user_bodies):
        at = 6 * (tree.bodies + tree.carrier[b])
        force = load(work.found, at, 0), load(work.found, at + 1, 0), load(work.found, at + 2, 0)
        moment = load(work.found, at + 3, 0), load(work.found, at + 4, 0), load(work.found, at + 5, 0)
        fine = put_in_body_axes(tree, work, b, force, moment, out, 0) and fine
    return fine


def memory(tree):
    """Rows of the work arrays; with loops, those of an integrator that closes them too."""
    rows = tree.memory(*SWEEP, "duals")
    return tangent_memory(tree) | rows | tree.closing_memory() if tree.loops else rows


def price(tree):
    """The entries; a call of "rows" is an entry."""
    entered = extended_system.entered_operations(tree) + turned_operations(tree.arrays)
    found = Operations(sweep=prices.sweep(tree.census), rows=entered)
    return found + loop_prices.survey_loops(tree.arrays, tree.census) if tree.loops else found


def delivery(tree):
    turned = int(turned_joints(tree.arrays).sum())
    return Operations(passes=put_rates_operations(tree.arrays) + are_far_operations(tree.arrays, turned))


FORMULATION = SparseSystem(
    name="extended",
    summary="accelerations of all bodies, all joint reactions and u̇ from one sparse system",
    reference="C (3.6)",
    in_numpy=reference,
    methods=(sparse.SOLVER, sparse_lu.SOLVER),
    pattern=lambda tree: (extended_system.pattern(tree), base_tables(tree)),
    assemble=assemble,
    deliver=deliver,
    memory=memory,
    price=price,
    delivery=delivery,
    elimination=extended_system.elimination,
    numbers=lambda tree: 0,  # its memory grows only with the number of bodies
    is_balanced=True,
    accuracy="as accurate as any form: it forms no products before solving",
    serves=frozenset((ARMATURE, DRIVEN_JOINTS, LOOPS)),
)
