"""Computations with other values of a mechanism's parameters, by code that takes them as inputs."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, partial
from typing import Any

import numpy as np

from bough.api.diagnosis import explain
from bough.api.methods import Way, way_of
from bough.api.operation import Operation
from bough.choice.own_code import MOST
from bough.choice.ranking import MANY
from bough.compiled.entries import FINE, NO_WRENCHES
from bough.compiled.prepared import prepared_of
from bough.compiled.tree import compiled
from bough.errors import MechanismError, StateError, UnsupportedError
from bough.formulations.formulation import ACCELERATIONS, Formulation
from bough.locks import PREPARING
from bough.mechanism.checks import listing, masked_place, remedy, shown
from bough.mechanism.mechanism import Mechanism
from bough.mechanism.parameters import with_numbers
from bough.owncode.entry import Untraceable
from bough.owncode.parameters import DerivativeEntry, Tables, VariedEntry
from bough.typing import Array, CoordinatesLike, JointForcesLike, ParametersLike, TimeLike, VelocitiesLike, WrenchesLike


def parameter_derivatives(
    mechanism: Mechanism,
    q: CoordinatesLike,
    u: VelocitiesLike,
    tau: JointForcesLike | None = None,
    *,
    parameters: ParametersLike | None = None,
    wrenches: WrenchesLike | None = None,
    formulation: str = "auto",
    solver: str | None = None,
    threads: int | None = None,
    time: TimeLike = 0.0,
    on_failure: str = "raise",
) -> Array:
    """∂u̇/∂p, the exact derivatives of accelerations with respect to parameters: (n, P), or (B, n, P).

    Columns are in the order of ``mechanism.parameters`` (:meth:`Mechanism.with_parameters` marks them). ``parameters``:
    other values of them, as in :func:`forward_dynamics`, which describes all other arguments.
    """
    operation = varied_operation(mechanism, DerivativeEntry, formulation, solver)
    return operation(q, u, tau, parameters, wrenches=wrenches, threads=threads, time=time, on_failure=on_failure)


class Varied(Operation):
    """A computation whose last argument are values of parameters."""

    @cached_property
    def _own(self) -> Mapping[str, float]:
        return self.mechanism.parameters

    def _array(self, name: str, value: Any, failed: dict[int, str] | None) -> np.ndarray:
        if name != "parameters":
            return super()._array(name, value, failed)
        return parameter_array(self.mechanism.name, self._own, value, failed)

    def _timed(self, arrays: list[np.ndarray], times: np.ndarray | None) -> list[np.ndarray]:
        *state, tau, numbers = super()._timed(arrays, times)
        return [*state, np.concatenate((tau, numbers), axis=-1)]

    def _explained(
        self, arrays: list[np.ndarray], forces: np.ndarray, times: np.ndarray | None, states: range | None = None
    ) -> Exception:
        """Why it fails: that of a mechanism with the numbers of the first state that does."""
        for k in (None,) if states is None else states:
            own = arrays if k is None else [array[k] for array in arrays]
            loads = forces if k is None or not forces.size else forces[k]
            time = times if times is None or k is None or not times.ndim else times[k]
            evaluation: Any = self.evaluation
            a, b, c = self._timed(own, time)
            out = np.empty(self.mechanism.n)
            if VariedEntry.judged(evaluation, a, b, c, loads if loads.size else NO_WRENCHES, out) != FINE:
                where = "" if k is None else f"state {k}: "
                try:
                    other = with_numbers(self.mechanism, dict(zip(self._own, own[-1].tolist(), strict=True)))
                except MechanismError as error:
                    return StateError(f"{where}these parameters describe no mechanism: {error}")
                named = dict(zip(self.arguments[:-1], arrays[:-1], strict=True))
                return explain(other, named, forces, times, None if k is None else [k])
        return super()._explained(arrays, forces, times, states)


def parameter_array(
    whose: str, own: Mapping[str, float], value: ParametersLike | None, failed: dict[int, str] | None = None
) -> np.ndarray:
    """Values of all parameters, (P,) or (B, P); those that are not given are the mechanism's ``own``.

    ``failed`` takes the reasons of rows that are not finite, which are replaced; None: these raise.
    """
    if value is None:
        return np.array(list(own.values()))
    if (place := masked_place(value)) is not None:
        raise StateError(f"parameters are masked at {place}; give numbers for all of them.")
    for name in value if isinstance(value, Mapping) else ():
        if name not in own:
            raise StateError(f"no parameter {shown(name)} in '{whose}': {remedy(name, own)}")
    try:
        if any(np.iscomplexobj(one) for one in (value.values() if isinstance(value, Mapping) else [value])):
            raise TypeError  # (NumPy alone would drop imaginary parts)
        if isinstance(value, Mapping):
            columns = [np.asarray(value.get(name, number), float) for name, number in own.items()]
            array = np.stack(np.broadcast_arrays(*columns), axis=-1)
        else:
            array = np.array(value, float)
    except (TypeError, ValueError):
        array = np.empty(0)
    if array.ndim not in (1, 2) or array.shape[-1] != len(own):
        raise StateError(
            f"parameters must be {len(own)} numbers, for {listing(own)}, or as many for each state, not {shown(value)}."
        )
    for *row, column in np.argwhere(~np.isfinite(array)).tolist():
        of_state = f" of state {row[0]}" if row else ""
        error = StateError(f"parameter '{list(own)[column]}'{of_state} must be finite; give a number.")
        if failed is None or not row:
            raise error
        failed.setdefault(row[0], str(error))
        array[row[0]] = list(own.values())
    return np.ascontiguousarray(array)


def tables_of(mechanism: Mechanism, merge: bool = True) -> Tables:
    """A mechanism's tables as functions of its parameters, for the times that it covers now.

    ``merge``: with fixed bodies merged, or with a row for every body.
    """
    with PREPARING:
        tree = compiled(mechanism, merge)
        kept = prepared_of(mechanism).varied
        key = "tables", merge
        if key not in kept:
            kept[key] = Tables(mechanism, tree, merge)
        return kept[key]


def own_way(mechanism: Mechanism, formulation: str | Formulation, solver: str | None, states: int = 1) -> Way:
    """The form by which accelerations have own code."""
    way = way_of(mechanism, ACCELERATIONS, formulation, solver, states, code="shared")
    price = way.form.operations(compiled(mechanism), way.solver)
    if price is not None and price.flops > MOST:
        raise UnsupportedError(
            f"parameters of '{mechanism.name}' need code of its own, which would take too long to compile; make a "
            "mechanism for each value."
        )
    return way_of(mechanism, ACCELERATIONS, formulation, solver, states, code="own")


def varied_operation(mechanism: Mechanism, kind: type[VariedEntry], formulation: str, solver: str | None) -> Varied:
    """Accelerations, or their derivatives, with parameters as an argument; made once."""
    key = kind.__name__, formulation, solver
    if mechanism.prepared is not None and (known := mechanism.prepared.varied.get(key)) is not None:
        return known
    with PREPARING:
        if not mechanism.parameters:
            raise StateError(f"'{mechanism.name}' has no parameters; mark some by with_parameters.")
        tables, tree = tables_of(mechanism), compiled(mechanism)
        kept = prepared_of(mechanism).varied
        if key not in kept:
            ways = [own_way(mechanism, formulation, solver, states) for states in (1, MANY)]
            one = varied_evaluation(mechanism, ways[0], tables, kind)
            n, count = mechanism.n, tables.count
            kept[key] = Varied(
                mechanism,
                one,
                ("q", "u", "tau", "parameters"),
                (n, count) if kind is DerivativeEntry else (n,),
                again=partial(varied_operation, mechanism, kind, formulation, solver),
                many=(lambda: kind(ways[1].own(tree), tables).checked()) if ways[1] != ways[0] else None,
            )
        return kept[key]


def varied_evaluation(mechanism: Mechanism, way: Way, tables: Tables, kind: type[VariedEntry]) -> VariedEntry:
    """An evaluation that takes parameters, by a form."""
    reason = way.form.supports(compiled(mechanism), way.solver)
    if reason:
        raise UnsupportedError(f"'{way.form.name}' cannot serve '{mechanism.name}': {reason}; leave out formulation.")
    try:
        found = kind(way.own(compiled(mechanism)), tables).checked()
        _ = found.plain  # raises
    except Untraceable as why:
        raise UnsupportedError(
            f"parameters of '{mechanism.name}' need code of its own, and there is none: {why}; make a mechanism for each "
            "value, or choose another form."
        ) from None
    return found
