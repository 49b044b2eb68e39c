"""Paper D: costs of the three Hamiltonian forms by the formulas of its table 1."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import numpy as np

from bough.compiled.entries import Entry
from bough.compiled.tree import compiled
from bough.formulations.reductions import orthogonal
from bough.mechanism.mechanism import Mechanism
from bough.papers.brooms import operations
from bough.passes import motion as kinematics
from bough.passes.sweep import pose, weigh

TSP, OSP, ERA = FORMS = ("hamilton-tangent", "hamilton-orthogonal", "hamilton-recursive")
NAMES = {TSP: "TSP", OSP: "OSP", ERA: "ERA"}
DRAWN = (1, 2, 3, 4)  # DoFs of the joints in the paper's figure
# readings of TSP's τ_i, for which the paper repeats the definition of η_i
CARRIED, LITERAL = READINGS = ("τ_i = η_i − n_i", "τ_i = η_i")


def printed(form: str, parent: np.ndarray, n: np.ndarray, reading: str = CARRIED) -> Fraction:
    """Flops by table 1, of a tree given by the parents and the DoFs of its bodies in regular numbering.

    η_i is the number of DoFs on the path to body i, μ_i the constraints of its joint and of its children's. τ_i is read
    as the columns that are carried over joint i, or literally. The copy at hand prints η_i in one term of TSP's second
    sum, where only η_k gives whole numbers.
    """
    parent, n = np.asarray(parent, np.int64), np.asarray(n, np.int64)
    m, others = 6 - n, np.flatnonzero(parent >= 0)
    if form == TSP:
        eta = np.zeros(len(n) + 1, np.int64)  # the last entry is for the ground
        for i, k in enumerate(parent.tolist()):
            eta[i] = eta[k] + n[i]
        above, eta = eta[parent], eta[:-1]
        tau = eta - n if reading == CARRIED else eta
        sixths = (_cubic(eta, 235) + 252 * tau + 882).sum() - (_cubic(above, 235) - 2382)[others].sum()
    elif form == OSP:
        mu = m.copy()
        np.add.at(mu, parent[others], m[others])
        second = 2 * m**3 + 15 * m**2 - 11 * m - 1152
        sixths = (_cubic(mu, 421) + 66 * n + 1434).sum() - second[others].sum()
    else:
        sixths = (2 * n**3 + 117 * n**2 + 1537 * n + 4968).sum() - 6 * (6 * n[0] ** 2 + 145 * n[0] + 684)
    return Fraction(int(sixths), 6)


def _cubic(x: np.ndarray, linear: int) -> np.ndarray:
    """Six times x³/3 + 17x²/2 + linear x/6."""
    return 2 * x**3 + 51 * x**2 + linear * x


@cache
def printed_on_broom(form: str, n: int, chains: int, length: int, reading: str = CARRIED) -> Fraction:
    parent = np.arange(-1, chains * length)
    parent[1::length] = 0
    return printed(form, parent, np.full(len(parent), n), reading)


def presupposed(form: str, mechanism: Mechanism) -> int:
    """Operations for what the paper assumes as given: C and A from q, inertias (constant in its axes), q̇ from u."""

    def placing(tree, work, q, p, tau, wrenches, out):
        for i in range(tree.bodies):
            pose(tree, i, q, work)

    def turning(tree, work, q, p, tau, wrenches, out):
        for i in range(tree.bodies):
            orthogonal.place_compliance(tree, i, work) if form == OSP else weigh(tree, i, work)

    tree = compiled(mechanism)
    arrays, rows = tree.arrays_for_multipliers, orthogonal.memory(tree)
    cores = (placing, turning, kinematics.coordinate_rates)
    return sum(operations(Entry(core, arrays, rows), mechanism) for core in cores)
