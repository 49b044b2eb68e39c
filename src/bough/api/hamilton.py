"""Hamilton's variables: momenta, and the rates of coordinates and momenta."""

from __future__ import annotations

import numpy as np
from numpy import empty

from bough.api.kinematics import energies
from bough.api.methods import form_operation
from bough.api.operation import operation_of, with_failures_of
from bough.compiled.entries import FINE
from bough.compiled.prepared import prepared_of
from bough.formulations import hamilton_recursive
from bough.formulations.formulation import CANONICAL_RATES
from bough.formulations.reductions import momentum
from bough.mechanism.mechanism import Mechanism
from bough.typing import (
    Array,
    CoordinatesLike,
    Energy,
    JointForcesLike,
    Momenta,
    MomentaLike,
    Rates,
    TimeLike,
    Velocities,
    VelocitiesLike,
    WrenchesLike,
)


def momenta(
    mechanism: Mechanism,
    q: CoordinatesLike,
    u: VelocitiesLike,
    *,
    threads: int | None = None,
    time: TimeLike = 0.0,
    on_failure: str = "raise",
) -> Momenta:
    """Generalised momenta p = ∂T/∂u, in the order of u: M(q) u plus the share of driven joints.

    For quasi-velocities they are Poisson's momenta.
    """
    operation = operation_of(
        mechanism, True, momentum.momenta, ("q", "u"), (mechanism.n,), lambda t: t.memory(*momentum.FIELDS, "vector")
    )
    return operation(q, u, threads=threads, time=time, on_failure=on_failure)


def velocities(
    mechanism: Mechanism,
    q: CoordinatesLike,
    p: MomentaLike,
    *,
    threads: int | None = None,
    time: TimeLike = 0.0,
    on_failure: str = "raise",
) -> Velocities:
    """u from (q, p), in O(N); with closed loops those that keep them closed.

    With loops, p and p + Gᵀσ have the same u, whatever the impulses σ of the loops (docs/loops.md).
    """
    core, memory = hamilton_recursive.velocities, hamilton_recursive.memory
    return operation_of(mechanism, True, core, ("q", "p"), (mechanism.n,), memory)(
        q, p, threads=threads, time=time, on_failure=on_failure
    )


def hamiltonian(
    mechanism: Mechanism,
    q: CoordinatesLike,
    p: MomentaLike,
    *,
    threads: int | None = None,
    time: TimeLike = 0.0,
    on_failure: str = "raise",
) -> float | Energy:
    """H(q, p) = p · u - T + Π, which is the energy if no joint is driven."""
    u = velocities(mechanism, q, p, threads=threads, time=time, on_failure=on_failure)
    found = energies(mechanism, q, u, threads, time, on_failure)
    return with_failures_of(np.sum(np.asarray(p, float) * u, axis=-1) - found[..., 0] + found[..., 1], u, found)


def canonical_rates(
    mechanism: Mechanism,
    q: CoordinatesLike,
    p: MomentaLike,
    tau: JointForcesLike | None = None,
    *,
    wrenches: WrenchesLike | None = None,
    formulation: str = "auto",
    solver: str | None = None,
    code: str = "auto",
    threads: int | None = None,
    time: TimeLike = 0.0,
    on_failure: str = "raise",
) -> tuple[Rates, Array]:
    """Hamilton's equations: (q̇, ṗ) of one state or of a batch, from coordinates q and momenta p (in the order of u).

    The mechanism's own forces act, plus ``tau`` and ``wrenches``. ``formulation``: name of a Hamiltonian form; ``auto``
    takes the fastest one (:func:`choose`). ``code``: as in :func:`forward_dynamics`. Without forces, and for true coordinates, the result is (∂H/∂p, -∂H/∂q);
    quasi-velocities (``Ball``, ``Free``) have Poisson's momenta.
    """
    key = formulation if solver is None and code == "auto" else (formulation, solver, code)
    prepared = mechanism.prepared or prepared_of(mechanism)
    operation = prepared.canonical_rates.get(key) or form_operation(
        mechanism, CANONICAL_RATES, formulation, solver, key, code
    )
    n_q = mechanism.n_q
    if wrenches is None and threads is None:
        rates = empty(n_q + operation.n)
        if operation.run(operation.address, q, p, operation.zero if tau is None else tau, 0, rates) == FINE:
            return rates[:n_q], rates[n_q:]
    rates = operation(q, p, tau, wrenches=wrenches, threads=threads, time=time, on_failure=on_failure)
    # (the kernel also writes the rate of the time)
    return rates[..., :n_q], rates[..., rates.shape[-1] - operation.n :]
