"""A warning where a form loses nearly all digits on a mechanism, such as multipliers where a light body is between heavy ones.

The ratios of inertias say where that may be (``reductions/doubts.py``), over all states and at worst. There the form is
tried, once for each mechanism: if the last digits of a state change, its results change by as much as rounding costs.

Forms decide by M⁻¹ which constraints of loops are redundant. Where a body is far lighter than others, independent ones
may seem redundant to all forms; a warning tells of this, too.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterator

import numpy as np

from bough.api.hamilton import momenta
from bough.api.loop_forces import loop_rows
from bough.api.methods import Way, evaluation_by, way_of
from bough.choice.ranking import with_clock
from bough.compiled.entries import FINE, NO_WRENCHES
from bough.compiled.prepared import prepared_of
from bough.compiled.tree import CompiledTree, compiled
from bough.errors import BoughError, BoughWarning
from bough.formulations.formulation import ACCELERATIONS, LOOPS
from bough.formulations.reductions import doubts
from bough.mechanism.generators import random_state
from bough.mechanism.mechanism import Mechanism
from bough.solvers.dependent import DEPENDENT
from bough.typing import Coordinates, Velocities

SUSPECT = 1e8  # loss of a mass matrix or of multipliers, at worst, from which on forms are tried
TRIES, NEAR = 8, 1e-4  # changes of each state, and how far from zero one of them is
LOST = 1e-6  # share of a result that the last digits of a state may change without a warning
UNEVEN = 1e6  # ratio of inertias from which on constraints of loops are compared
NEARLY_DEPENDENT = 10.0 * DEPENDENT  # (pivots change along a motion)


def warn_of_lost_digits(mechanism: Mechanism, way: Way, stacklevel: int) -> None:
    """Warn if a form loses nearly all digits on a mechanism; once."""
    told = prepared_of(mechanism).tried
    if way.form.name in told:
        return
    told.add(way.form.name)
    tree = compiled(mechanism)
    if mechanism.loops and LOOPS not in told:
        told.add(LOOPS)
        if loss := _lost_constraints(mechanism, tree):
            warnings.warn(loss, BoughWarning, stacklevel=stacklevel + 1)
    reason = doubts.of_multipliers(tree, SUSPECT) or doubts.of_mass_matrix(tree, SUSPECT)
    if reason is None:
        return
    lost = _share_lost(mechanism, way)
    if not lost > LOST:
        return
    other = way_of(mechanism, way.form.gives, "auto", None, code=way.code)
    least = lost if other.form is way.form else _share_lost(mechanism, other)
    if math.isinf(least) and math.isinf(lost):  # (the equations may be singular, of which an error will tell)
        return
    remedy = (
        f"take '{other.form.name}' or 'auto'"
        if least < 0.1 * lost and least < 0.1
        else "no other form can be recommended, so give light bodies more mass, or fix them to heavier ones"
    )
    digits = max(0, math.floor(-math.log10(min(lost, 1.0))))
    cause = reason.partition(", so")[0]
    warnings.warn(
        f"'{way.form.name}' keeps {digits or 'no'} digit{'s' * (digits != 1)} of the motion of '{mechanism.name}', as "
        f"{cause}; {remedy}.",
        BoughWarning,
        stacklevel=stacklevel + 1,
    )


def _lost_constraints(mechanism: Mechanism, tree: CompiledTree) -> str | None:
    """A sentence if forms may take constraints of loops for redundant that are not, at the mechanism's start."""
    from bough.api.accelerations import mass_matrix
    from bough.api.loops import assemble, count_of

    moments = tree.inertias.moment_bound
    lightest = np.where(moments > 0.0, moments, np.inf).argmin()
    if not UNEVEN * moments[lightest] < moments.max() or not mechanism.n:
        return None
    time = mechanism.covered[0] if mechanism.covered else 0.0
    try:
        q = assemble(mechanism, time=time)
        rows = loop_rows(mechanism, q, time=time)
        compliance = rows.jacobian @ np.linalg.solve(mass_matrix(mechanism, q, time=time), rows.jacobian.T)
    except (BoughError, np.linalg.LinAlgError):  # (of which others will tell)
        return None
    sizes, counted = compliance.diagonal().copy(), 0
    for k in range(len(compliance)):
        if compliance[k, k] > NEARLY_DEPENDENT * sizes[k] > 0.0:
            counted += 1
            compliance -= np.outer(compliance[:, k], compliance[k]) / compliance[k, k]
    if not counted < count_of(mechanism, rows).rank:
        return None
    return (
        f"forms may take independent constraints of the loops of '{mechanism.name}' for redundant, as "
        f"'{tree.names[lightest]}' is more than {UNEVEN:,.0f} times lighter than others; give it more mass, or leave it "
        "out and close the loop by a joint that allows as much."
    )


def _share_lost(mechanism: Mechanism, way: Way) -> float:
    """How much the results of a form change, relative to the largest, if the last digits of states do; ∞ if it fails."""
    tree, rng, largest = compiled(mechanism), np.random.default_rng(0), 0.0
    # (functions of the user's own are not called at states that nobody asked for)
    evaluation = way.evaluation(tree.unloaded) if tree.laws else evaluation_by(mechanism, way)
    for q, u in _states(mechanism, rng):
        try:
            p = momenta(mechanism, q, u, time=mechanism.covered[0] if mechanism.covered else 0.0)
        except BoughError:  # (a joint or a loop of the user's own that cannot be here)
            continue
        v = u if way.form.gives == ACCELERATIONS else p
        for tau in (np.zeros(len(p)), p):  # (momenta are as large as the forces that inertias call for)
            found = []
            for _ in range(TRIES):
                near, moved = (np.nextafter(x, rng.choice((-np.inf, np.inf), len(x))) for x in (q, v))
                near = with_clock(mechanism, near)
                found.append(np.empty(len(v) if way.form.gives == ACCELERATIONS else len(near) + len(v)))
                if evaluation.single(near, moved, tau, NO_WRENCHES, found[-1]) != FINE:
                    return math.inf
            for part in np.split(np.array(found), [len(found[0]) - len(v)], axis=1):
                if part.size and (size := np.abs(part).max()) > 0.0:
                    largest = max(largest, float(np.ptp(part, axis=0).max() / size))
    return largest


def _states(mechanism: Mechanism, rng: np.random.Generator) -> Iterator[tuple[Coordinates, Velocities]]:
    """States to try a form at: at random, and near zero, where axes are often parallel."""
    q, u = random_state(mechanism, 0)
    yield q, u
    yield mechanism.normalised(mechanism.coordinates() + NEAR * rng.standard_normal(mechanism.n_q)), u
