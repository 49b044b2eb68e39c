"""Paper D: its table 1 and what it says about the choice among the three Hamiltonian forms, beside the operations that the kernels themselves count."""

from functools import cache
from itertools import pairwise

import numpy as np
import pytest

import bough as bo
from bough.papers import hamiltonian_costs
from bough.papers.brooms import JOINTS, flops
from bough.papers.hamiltonian_costs import ERA, FORMS, OSP, TSP
from bough.papers.hamiltonian_costs import printed_on_broom as printed

HINGE, CARDAN, BALL, FREE = (JOINTS[n] for n in (1, 2, 3, 6))
every_joint = pytest.mark.parametrize("joint", JOINTS.values(), ids=lambda joint: type(joint).__name__)


def askew(chains, length, joint):
    """A broom (chains of equal length on one base body) without any rotation between neighbours that could be left out."""
    turn = [[0.36, 0.48, -0.8], [-0.8, 0.6, 0.0], [0.48, 0.64, 0.6]]
    mechanism = bo.Mechanism("broom, mounted askew")
    for body in bo.models.broom(chains, length, joint).bodies:
        mechanism.add_body(body.name, body.parent, body.joint, (0.1, 0.2, -0.5), turn, inertia=body.inertia)
    return mechanism


@cache
def counted(name, joint, chains, length, make=bo.models.broom):
    """Operations of one evaluation of (q̇, ṗ)."""
    return flops(name, make(chains, length, joint))


@cache
def presupposed(name, joint, chains, length, make=bo.models.broom):
    return hamiltonian_costs.presupposed(name, make(chains, length, joint))


# --- table 1 ------------------------------------------------------------------------------------------------------


@every_joint
@pytest.mark.parametrize("make", [bo.models.broom, askew])
@pytest.mark.parametrize(("shape", "larger"), [((1, 3), (1, 4)), ((3, 1), (4, 1)), ((2, 3), (2, 4)), ((2, 3), (3, 3))])
def test_further_bodies_cost_less_than_printed(joint, make, shape, larger):
    """In whole, by TSP and ERA, and by OSP between hinges; less what the paper takes as given, by every form.

    The paper stops at four DoFs. With five, quaternions included, only what it does not take as given costs less; and
    for OSP the normal of the plane, a cross product, must count as given, too.
    """
    n_i = len(joint.u_names)
    bodies = larger[0] * larger[1] - shape[0] * shape[1]
    for name in FORMS:
        formula = printed(name, n_i, *larger) - printed(name, n_i, *shape)
        whole = counted(name, joint, *larger, make) - counted(name, joint, *shape, make)
        given = presupposed(name, joint, *larger, make) - presupposed(name, joint, *shape, make)
        if name == OSP and n_i == 5:
            given += 9 * bodies
        assert whole - given <= formula
        if n_i != 5 and (name != OSP or joint is HINGE):
            assert whole <= formula
        elif joint is FREE:
            # nothing to solve for remains, so what is not in the formula shows
            assert formula < whole


@every_joint
@pytest.mark.parametrize("shape", [(1, 1), (1, 4), (1, 12), (4, 3), (12, 1)])
def test_whole_mechanisms_cost_less_than_printed(joint, shape):
    """ERA, and OSP between hinges, from two bodies on; TSP but for the base, which costs as much as others and in the paper less."""
    n_i = len(joint.u_names)
    assert counted(ERA, joint, *shape) <= printed(ERA, n_i, *shape)
    if joint is HINGE:
        assert counted(OSP, joint, *shape) <= printed(OSP, n_i, *shape)
    base = counted(TSP, joint, 1, 1) - printed(TSP, n_i, 1, 1)
    assert counted(TSP, joint, *shape) <= printed(TSP, n_i, *shape) + max(0, base)


# --- laws ---------------------------------------------------------------------------------------------------------


@every_joint
def test_laws_on_chains_and_stars(joint):
    """TSP is cubic on a chain and linear on a star, OSP the reverse, ERA linear on both; leading coefficients are the paper's."""
    n_i = len(joint.u_names)
    chain, star = [(1, k) for k in range(2, 8)], [(k, 1) for k in range(2, 8)]
    for shapes, cubic, unknowns in ((chain, TSP, n_i), (star, OSP, 6 - n_i)):
        for name in FORMS:
            ours = [counted(name, joint, *shape) for shape in shapes]
            formula = [printed(name, n_i, *shape) for shape in shapes]
            third = 2 * unknowns**3 if name == cubic else 0
            for values in (ours, formula):
                assert np.diff(np.array(values, object), 3).tolist() == [third] * 3
                if name != cubic:
                    assert not np.diff(np.array(values, object), 2).any()


# --- choice -------------------------------------------------------------------------------------------------------

CHAINS, LENGTHS = (1, 2, 4, 8, 16), range(1, 26)


def first(wins, lengths=LENGTHS):
    """The length from which on a form wins; it must not lose again."""
    assert wins == sorted(wins)
    return lengths[wins.index(True)]


def test_choice_by_the_printed_formulas_is_what_the_paper_says():
    best = {
        (n, c, x): min(FORMS, key=lambda name: printed(name, n, c, x))
        for n in (1, 2, 3, 4)
        for c in CHAINS
        for x in LENGTHS
    }
    # TSP for few DoFs and short chains
    assert {best[n, c, 1] for n in (1, 2, 3) for c in CHAINS} == {TSP}
    # ERA from a length on that shrinks as DoFs grow
    for c in CHAINS:
        onset = [first([printed(ERA, n, c, x) < printed(TSP, n, c, x) for x in LENGTHS]) for n in (1, 2, 3, 4)]
        assert all(a > b for a, b in pairwise(onset))
    # OSP for joints of three and four DoFs only, and with more chains only where they are longer
    assert {best[n, c, x] for n in (1, 2) for c in CHAINS for x in LENGTHS} == {TSP, ERA}
    for n in (3, 4):
        onset = [first([best[n, c, x] == OSP for x in LENGTHS]) for c in CHAINS]
        assert onset == sorted(onset)


@pytest.mark.parametrize("chains", [1, 4])
def test_choice_by_our_counts(chains):
    """TSP and ERA in the same order, with ERA from shorter lengths on; OSP only where there are no constraints to solve for."""
    lengths, onsets = range(1, 13), []
    for joint in (HINGE, CARDAN, BALL):
        onset = first([counted(ERA, joint, chains, x) < counted(TSP, joint, chains, x) for x in lengths], lengths)
        n_i = len(joint.u_names)
        assert onset < first([printed(ERA, n_i, chains, x) < printed(TSP, n_i, chains, x) for x in LENGTHS])
        for x in (1, 6, 12):
            assert counted(OSP, joint, chains, x) > min(counted(TSP, joint, chains, x), counted(ERA, joint, chains, x))
        onsets.append(onset)
    assert onsets[0] > onsets[1] > onsets[2]
    for x in (1, 6):
        assert min(FORMS, key=lambda name: counted(name, FREE, chains, x)) == OSP
