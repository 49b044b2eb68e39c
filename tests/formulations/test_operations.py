"""Operations by formula: equal to what the kernels count, for every form and solver, joint and shape; and the laws of their growth."""

import numpy as np
import pytest
from forms import TURNING

import bough as bo
from bough.formulations import FORMULATIONS
from bough.formulations.formulation import ACCELERATIONS, CANONICAL_RATES, DRIVES_AND_REACTIONS
from bough.mechanism.generators import JOINT_KINDS
from bough.tree.compile import compiled

BY_NUMBERS = ("eigen", "inverse-iterative", "direct-iterative")
METHODS = [(form.name, solver) for form in FORMULATIONS.values() for solver in form.solvers or (None,)]
CLOSED = [method for method in METHODS if method[1] not in BY_NUMBERS]
every_closed_method = pytest.mark.parametrize(("formulation", "solver"), CLOSED)
ROD = bo.Inertia.rod(1.0, 1.0, radius=0.1, center=(0.0, 0.0, -0.5))


def driven(slides):
    """Driven joints at a root and within, with branches on them; with slides, or joints that only turn."""
    mechanism = bo.Mechanism("driven" if slides else "driven hinges")
    screw = bo.Helical((0, 1, 0), 0.3) if slides else bo.Revolute((0, 1, 0))
    joints = {
        ("base", "ground"): bo.Driven(bo.Revolute(), 0.3),
        ("arm", "base"): bo.Revolute((1, 0, 0)),
        ("lift", "arm"): bo.Driven(screw, bo.Table([0.0, 1.0, 2.0], [0.0, 0.5, 0.3])),
        ("tool", "lift"): bo.Universal(),
        ("mark", "tool"): bo.Fixed(),
        ("load", "lift"): bo.Cylindrical() if slides else bo.Ball(),
        ("other", "ground"): bo.Gimbal(),
    }
    for (name, parent), joint in joints.items():
        mechanism.add_body(name, parent, joint, (0.1, 0.2, -1.0), inertia=ROD)
    return mechanism


MECHANISMS = [
    bo.chain(1),
    bo.chain(14),
    bo.star(4),
    bo.broom(2, 5),
    bo.binary_tree(3),
    bo.lattice(3),
    *(bo.random_tree(3, seed, (kind,)) for seed, kind in enumerate(JOINT_KINDS) if kind != "fixed"),
    *(bo.random_tree(9, seed, roots=1 + seed % 3) for seed in range(5)),
    *(bo.random_tree(9, seed, TURNING, roots=1 + seed % 3) for seed in range(3)),
    driven(True),
    driven(False),
]


def counted(mechanism, formulation, solver):
    """Operations that the kernels of a form count, by kind."""
    form = FORMULATIONS[formulation]
    tree = compiled(mechanism, form.gives != DRIVES_AND_REACTIONS)
    evaluation = form.evaluation(tree, solver)
    n, coordinates = mechanism.n, tree.arrays.coordinates
    shape = {
        ACCELERATIONS: (n,),
        CANONICAL_RATES: (coordinates + n,),
        DRIVES_AND_REACTIONS: (len(mechanism), 18),
    }[form.gives]
    if solver == "cholesky":
        evaluation, shape = evaluation.system, (n, n + 2)
    elif solver == "sparse-lu":
        # the terms of the extended system, or Maggi's; there are as many as its pattern asks for
        evaluation, shape = evaluation.terms, (int(evaluation.pattern.term.max()) + 1,)
    q, u = bo.random_state(mechanism)
    if mechanism.is_timed:
        q = np.append(q, 0.7)
    counts, _ = evaluation.counts(q, u, u, out_shape=shape)
    return counts


@every_closed_method
def test_formulas_equal_the_counts_of_the_kernels(formulation, solver):
    served = [m for m in MECHANISMS if bo.supports(m, formulation, solver) is None]
    assert len(served) > 10
    for mechanism in served:
        found = bo.operations(mechanism, formulation, solver)
        kernels = sum((tally for kind, tally in found.items() if kind != "lapack"), bo.Tally())
        counts = counted(mechanism, formulation, solver)
        for kind in ("add", "mul", "div", "sqrt", "sincos"):
            assert getattr(kernels, kind) == counts[kind], (mechanism.name, kind)
