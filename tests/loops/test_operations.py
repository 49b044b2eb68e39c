"""Operations of mechanisms with loops: the formula equals what the kernels count."""

import numpy as np
import pytest
from helpers import linkages
from helpers.forms import serving

import bough as bo
from bough.api.methods import evaluation_of
from bough.formulations import FORMULATIONS
from bough.formulations.formulation import CANONICAL_RATES
from bough.mechanism.joints import KINDS

COUNTED = ("add", "mul", "div", "sqrt", "sincos")
TURNED = [[0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]

DRIVEN = bo.Driven(bo.Helical(pitch=0.3), "t"), bo.Driven(bo.BallOnPlane(), ["t", 0, 0.1, "0.2*t", 0.3])


def counts_as_predicted(mechanism, q, u, is_closed):
    """And counted numbers are right; momenta of a state that does not close its loops have rates that depend on the form."""
    mechanism.q0 = dict(zip(mechanism.q_names, q, strict=True))  # where independent accelerations are priced
    # (wittenburg's formula is too low, as the page on operations says)
    methods = [method for method in serving(mechanism) if method[0] != "wittenburg"]
    assert {form for form, _ in methods} >= {"composite-bodies", "extended", "maggi"}
    methods += [("hamilton-tangent", "udu"), ("hamilton-extended", "sparse")]
    first = {}
    for form, solver in methods:
        gives = FORMULATIONS[form].gives
        evaluation = evaluation_of(mechanism, gives, form, solver)
        coordinates = evaluation.tree.coordinates
        timed = np.append(q, np.zeros(coordinates - len(q)))
        results = coordinates * (gives == CANONICAL_RATES) + mechanism.n
        counted, found = evaluation.counts(timed, u, np.zeros(mechanism.n), out_shape=(results,))
        predicted = bo.methods.operations(mechanism, form, solver).total
        assert {kind: counted[kind] for kind in COUNTED} == {kind: getattr(predicted, kind) for kind in COUNTED}, form
        known = found[: coordinates if gives == CANONICAL_RATES and not is_closed else None]
        expected = first.setdefault(gives, known)
        assert np.abs(known - expected).max() <= 1e-8 * max(1.0, np.abs(expected).max()), form


@pytest.mark.parametrize("name", linkages.BUILDERS)
def test_a_linkage_takes_the_predicted_operations(name):
    linkage = linkages.BUILDERS[name]()
    counts_as_predicted(linkage.mechanism.without_forces(), *linkage.start(), is_closed=True)


# (joints of the users' own: formulations/test_own_joints.py)
@pytest.mark.parametrize(
    "kind", [kind for kind in KINDS if kind.normal_columns and not kind.bend], ids=lambda kind: kind.joint.__name__
)
def test_a_loop_of_every_joint_takes_the_predicted_operations(kind):
    rng = np.random.default_rng(5)
    mechanism = bo.models.random_tree(6, 3)
    first, second, third = (mechanism.body_names[k] for k in (5, 2, 4))
    joints = [kind.drawn(rng) if kind.drawn else kind.joint()] * 2 if not kind.is_driven else DRIVEN
    mechanism.add_loop("between", first, second, joints[0], at=(0.1, 0.2, 0.3), other_at=(0.3, 0.0, 0.0))
    mechanism.add_loop("to the ground", third, "ground", joints[1], rotation=TURNED)
    counts_as_predicted(mechanism, *bo.models.random_state(mechanism, 1), is_closed=False)
