"""Forms and solvers by name: which exist, which mechanisms they support, and their evaluations."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np

from bough.api.operation import Operation
from bough.arithmetic.tally import Operations
from bough.choice.choice import Candidate, Choice
from bough.choice.own_code import AUTO, ENOUGH, OWN, PATIENT, SHARED, own_entry
from bough.choice.ranking import MANY, choose, code_of
from bough.compiled.entries import Evaluation
from bough.compiled.prepared import FormKey, prepared_of
from bough.compiled.tree import CompiledTree, compiled
from bough.errors import Argument, Message, StateError, UnsupportedError
from bough.formulations import ALIASES, FORMULATIONS
from bough.formulations.formulation import ACCELERATIONS, CANONICAL_RATES, DRIVES_AND_REACTIONS, Formulation
from bough.locks import PREPARING
from bough.mechanism.checks import listing, remedy, shown
from bough.mechanism.mechanism import Mechanism
from bough.owncode.entry import OwnEntry, Untraceable, is_used_once
from bough.solvers.solver import Effort

# the function that returns a form's result, and the name of its second argument
_GIVEN_BY = {
    ACCELERATIONS: ("forward_dynamics", "u"),
    CANONICAL_RATES: ("canonical_rates", "p"),
    DRIVES_AND_REACTIONS: ("kinetostatics", "u"),
}


def formulations() -> tuple[Formulation, ...]:
    """All forms of the equations of motion, with their names, aliases, solvers and references."""
    return tuple(FORMULATIONS.values())


def why_unsupported(mechanism: Mechanism, formulation: str, solver: str | None = None) -> str | None:
    """Why a form of the equations does not support this mechanism, or None if it does."""
    form, solver, *_ = way_of(mechanism, None, formulation, solver)
    return form.supports(compiled(mechanism), solver)


def operations(
    mechanism: Mechanism, formulation: str, solver: str | None = None, passes: float | None = None
) -> Operations | None:
    """Operations of one evaluation by a form and a solver, by kind of work: from formulas, without an evaluation.

    Forces and wrenches are left out, since they cost every form the same. None if the number depends on the state: for
    ``eigen``, and for ``inverse-iterative`` and ``direct-iterative`` unless ``passes`` says how many they make. Whether
    the form supports the mechanism is not checked; see :func:`why_unsupported`.
    """
    if passes is not None and (not isinstance(passes, int | float) or not 0.0 <= passes < math.inf):
        raise StateError(f"passes must be a number of at least 0, not {shown(passes)}.")
    form, solver, *_ = way_of(mechanism, None, formulation, solver)
    # (reactions include those at fixed joints)
    effort = None if passes is None else Effort(passes)
    return form.operations(compiled(mechanism, form.gives != DRIVES_AND_REACTIONS), solver, effort)


class Way(NamedTuple):
    """A form, its solver if it needs one, whose code runs, and the reason if ``auto`` chose them."""

    form: Formulation
    solver: str | None
    reason: str = ""
    code: str = "auto"

    def evaluation(self, tree: CompiledTree) -> Evaluation:
        """A new evaluation on a tree; if the form does not support it, an error names those that do."""
        reason = self.form.supports(tree, self.solver)
        if reason:
            able = [
                form.name
                for form in FORMULATIONS.values()
                if form is not self.form
                and form.gives == self.form.gives
                and form.supports(tree, solver_of(form, None)) is None
            ]
            raise UnsupportedError(
                f"'{self.form.name}' cannot serve '{tree.mechanism.name}': {reason}; able to serve it: {listing(able)}."
            )
        if self.code == SHARED:
            return self.form.evaluation(tree, self.solver)
        try:
            return self.own(tree).checked()
        except Untraceable as why:
            if self.code != OWN:
                return self.form.evaluation(tree, self.solver)
            raise UnsupportedError(
                f"'{tree.mechanism.name}' cannot have code of its own: {why}; leave out code."
            ) from None

    def own(self, tree: CompiledTree) -> OwnEntry:
        """An evaluation by the mechanism's own code; raises ``Untraceable``."""
        return own_entry(self.form, self.solver, tree, self.code)


def way_of(
    mechanism: Mechanism,
    gives: str | None,
    formulation: str | Formulation,
    solver: str | None,
    states: int = 1,
    variants: Sequence[Mechanism] = (),
    along: tuple[np.ndarray, np.ndarray] | None = None,
    code: str = "auto",
    evaluations: float = 1.0,
) -> Way:
    """A form, given by name or as an object, and its solver by name; whose ``code`` is to run.

    ``auto`` is the fastest form for this number of states that also supports all variants. It is chosen once per
    mechanism. As a solver it is the fastest one of a form, ``along`` a motion if there is one. For many
    ``evaluations``, larger mechanisms get code of their own, too.
    """
    if not isinstance(solver, str | None):
        raise StateError(f"solver must be a name, not {shown(solver)}.")
    code = code_of(code)
    if code == AUTO and evaluations >= ENOUGH:
        code = PATIENT
    if not isinstance(formulation, str) or formulation != "auto":
        form = form_of(formulation, gives)
        if solver != "auto" or not form.solvers:
            return Way(form, solver_of(form, None if solver == "auto" else solver), code=code)
        choice = choose(mechanism, states, gives=form.gives, formulation=form.name, along=along, code=SHARED)
        return _way_for_all(choice, variants)._replace(code=code)
    gives, solver = gives or ACCELERATIONS, None if solver == "auto" else solver
    if variants:
        choice = choose(mechanism, states, gives=gives, solver=solver, code=SHARED)
        return _way_for_all(choice, variants)._replace(code=SHARED)
    asked, ways = (gives, solver, states, code), (mechanism.prepared or prepared_of(mechanism)).ways
    way = ways.get(asked) if isinstance(solver, str | None) else None
    if way is None:
        choice = choose(mechanism, states, gives=gives, solver=solver, code=code)
        way = ways[asked] = Way(FORMULATIONS[choice.formulation], choice.solver, choice.reason, code)
    return way


def _way_for_all(choice: Choice, variants: Sequence[Mechanism]) -> Way:
    """The fastest candidate for one mechanism that also supports its variants."""
    trees = [compiled(one) for one in variants]

    def fits(row: Candidate) -> bool:
        return all(FORMULATIONS[row.form].supports(tree, row.solver) is None for tree in trees)

    def is_trusted(row: Candidate) -> bool:
        return not any(FORMULATIONS[row.form].doubts(tree) for tree in trees)

    # (row by row: there may be thousands of variants, and nearly always the first row fits)
    trusted = (row for row in choice.rows if fits(row) and is_trusted(row))
    row = next(trusted, None) or next(filter(fits, choice.rows), choice.rows[-1])
    reason = choice.reason if row is choice.best else "the fastest one that fits all variants."
    return Way(FORMULATIONS[row.form], row.solver, reason)


def evaluation_by(mechanism: Mechanism, way: Way) -> Evaluation:
    """The evaluation by a form and a solver for the times that the mechanism covers now; created at first use."""
    key = way.form, way.solver, way.code
    if mechanism.prepared is not None and (known := mechanism.prepared.evaluations.get(key)) is not None:
        return known
    with PREPARING:
        tree = compiled(mechanism)
        evaluations = prepared_of(mechanism).evaluations
        if key not in evaluations:
            evaluations[key] = way.evaluation(tree)
        return evaluations[key]


def evaluation_of(mechanism: Mechanism, gives: str, formulation: str, solver: str | None) -> Evaluation:
    """The same, with form and solver by name; the form must return the wanted result."""
    return evaluation_by(mechanism, way_of(mechanism, gives, formulation, solver))


def form_operation(
    mechanism: Mechanism, gives: str, formulation: str, solver: str | None, key: FormKey, code: str
) -> Operation:
    """The operation that computes the wanted result by a form, kept under a key."""
    from bough.api.lost_digits import warn_of_lost_digits

    if is_used_once():  # (which leaves others their own code)
        key = (formulation, solver, SHARED)
    way = way_of(mechanism, gives, formulation, solver, code=code)
    many = None
    if formulation == "auto":  # the fastest form for one state may not be the fastest for many
        many = partial(way_of, mechanism, gives, formulation, solver, MANY, code=code)
    operation = _operation_by(mechanism, way, many, key)
    warn_of_lost_digits(mechanism, way, stacklevel=3)
    return operation


def _operation_by(mechanism: Mechanism, way: Way, many: Callable[[], Way] | None, key: FormKey) -> Operation:
    with PREPARING:
        tree, gives = compiled(mechanism), way.form.gives
        prepared = prepared_of(mechanism)
        operations = prepared.accelerations if gives == ACCELERATIONS else prepared.canonical_rates
        if key not in operations:
            size = mechanism.n if gives == ACCELERATIONS else tree.arrays.coordinates + mechanism.n
            operations[key] = Operation(
                mechanism,
                evaluation_by(mechanism, way),
                ("q", _GIVEN_BY[gives][1], "tau"),
                (size,),
                again=partial(_operation_by, mechanism, way, many, key),
                # (with the tree of the times covered now, even if a batch comes later)
                many=None if many is None else lambda: many().evaluation(tree),
            )
        return operations[key]


def form_of(name: str | Formulation, gives: str | None = None) -> Formulation:
    """The form of that name; it must return the wanted result."""
    form = name if isinstance(name, Formulation) else None
    if isinstance(name, str):
        form = FORMULATIONS.get(ALIASES.get(name, name))
    if form is None:
        known = ["auto", *(f.name for f in FORMULATIONS.values() if gives in (None, f.gives))]
        known += [alias for alias, of in ALIASES.items() if gives in (None, FORMULATIONS[of].gives)]
        raise UnsupportedError(f"no formulation {shown(name)}: {remedy(name, known)}")
    if gives not in (None, form.gives):
        able = listing([f.name for f in FORMULATIONS.values() if f.gives == gives], 12)
        raise UnsupportedError(
            f"'{form.name}' gives {form.gives}: call {_GIVEN_BY[form.gives][0]}; for {gives} there are {able}."
        )
    return form


def solver_of(form: Formulation, name: str | None) -> str | None:
    """The solver of that name, or the form's default."""
    if name is None:
        return form.solvers[0] if form.solvers else None
    if not form.solvers:
        given = Argument("solver", name)
        raise UnsupportedError(Message(f"'{form.name}' leaves no linear system to solve; leave out ", given, "."))
    if name not in form.solvers:
        raise UnsupportedError(f"no solver '{name}' for '{form.name}': {remedy(name, form.solvers)}")
    return name
