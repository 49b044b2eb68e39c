"""Part 9: Hamiltonian forms against the acceleration forms that reduce the same system, and their gain in lanes."""

from __future__ import annotations

from functools import partial

from models import agree, alternating_chain, states
from report import Part, Quantity, Row
from timing import Effort, race_all

import bough as bo

COUNT = 512
# each Hamiltonian form and its counterpart; the target ratio of their times
PAIRS = {
    "hamilton-recursive": ("separate-bodies", 1.3),
    "hamilton-tangent": ("composite-bodies", 1.3),
    "hamilton-orthogonal": ("multipliers", None),
}
LANES = 2.5


def forms(effort: Effort) -> Part:
    """Part 9."""
    part = Part(
        9,
        "Hamiltonian forms: time over that of the counterpart in accelerations, and gain in lanes, on one thread",
        f"canonical_rates against forward_dynamics from Python, one state; lanes: one state's time over the time per state of {COUNT}. "
        "Where a factorisation dominates, one state already takes its rows four entries at a time, so lanes have less to gain.",
        "ratio",
    )
    rivals = {}
    for mechanism in [make(n) for n in (20, 50, 100) for make in (bo.chain, alternating_chain)]:
        q, u, tau = states(mechanism)
        many_q, many_u, many_tau = states(mechanism, COUNT)
        p, many_p = bo.dynamics.momenta(mechanism, q, u), bo.dynamics.momenta(mechanism, many_q, many_u)
        calls = {}
        for form, (counterpart, _) in PAIRS.items():
            agree(bo.dynamics.canonical_rates(mechanism, q, p, tau, formulation=form)[0], u, mechanism.name)
            calls[form] = partial(bo.dynamics.canonical_rates, mechanism, q, p, tau, formulation=form)
            calls[counterpart] = partial(bo.forward_dynamics, mechanism, q, u, tau, formulation=counterpart)
            batch = mechanism, many_q, many_p, many_tau
            calls[f"{form} lanes"] = partial(bo.dynamics.canonical_rates, *batch, formulation=form, threads=1)
        rivals[mechanism] = calls
    for mechanism, best in race_all(effort, rivals).items():
        for form, (counterpart, target) in PAIRS.items():
            one, lanes = best[form], best[f"{form} lanes"] / COUNT
            values = {"one state": Quantity(one), "counterpart": Quantity(best[counterpart])}
            ratio = Quantity(one / best[counterpart], "x")
            part.rows.append(Row(f"{mechanism.name}: {form}", values, ratio, target, at_least=False))
            gain = Quantity(one / lanes, "x")
            values = {"one state": Quantity(one), "in lanes": Quantity(lanes)}
            part.rows.append(Row(f"{mechanism.name}: {form}, lanes", values, gain, LANES))
    return part
