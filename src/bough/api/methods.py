"""Forms and solvers by name: which there are, what they serve, and their evaluations."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from bough.api.operation import Operation
from bough.arithmetic.tally import Operations
from bough.choice.choice import Candidate
from bough.choice.ranking import MANY, choose
from bough.compiled.entries import Evaluation
from bough.compiled.prepared import FormKey, prepared_of
from bough.compiled.tree import CompiledTree, compiled
from bough.errors import UnsupportedError
from bough.formulations import ALIASES, FORMULATIONS, Formulation
from bough.formulations.formulation import ACCELERATIONS, CANONICAL_RATES, DRIVES_AND_REACTIONS
from bough.locks import PREPARING
from bough.mechanism.mechanism import Mechanism, listing, remedy

# who gives what a form gives: its function and the name of its second argument
_GIVEN_BY = {
    ACCELERATIONS: ("forward_dynamics", "u"),
    CANONICAL_RATES: ("canonical_rates", "p"),
    DRIVES_AND_REACTIONS: ("kinetostatics", "u"),
}


def formulations() -> tuple[Formulation, ...]:
    """All forms of the equations of motion, with their names, aliases, solvers and references."""
    return tuple(FORMULATIONS.values())


def supports(mechanism: Mechanism, formulation: str, solver: str | None = None) -> str | None:
    """Why a form of the equations cannot serve this mechanism, or None if it can."""
    form, solver, _ = way_of(mechanism, None, formulation, solver)
    return form.supports(compiled(mechanism), solver)


def operations(mechanism: Mechanism, formulation: str, solver: str | None = None) -> Operations | None:
    """What one evaluation by a form and a solver costs, by kind of work: the counts of its kernels, by formula and without an evaluation.

    Forces and wrenches are left out, since they cost every form the same. None where the number of operations depends on the numbers: by
    ``eigen``, ``inverse-iterative`` and ``direct-iterative``. Whether the form can serve the mechanism is for :func:`supports` to say.
    """
    form, solver, _ = way_of(mechanism, None, formulation, solver)
    # (reactions are asked for at fixed joints as well)
    return form.operations(compiled(mechanism, form.gives != DRIVES_AND_REACTIONS), solver)


class Way(NamedTuple):
    """A form, its solver if it leaves a linear system, and why it was chosen if ``auto`` chose it."""

    form: Formulation
    solver: str | None
    reason: str = ""


def way_of(
    mechanism: Mechanism,
    gives: str | None,
    formulation: str,
    solver: str | None,
    states: int = 1,
    variants: Sequence[Mechanism] = (),
) -> Way:
    """A form and its solver by name; ``auto`` is the fastest one, for so many states at once, that serves all variants as well."""
    if formulation != "auto":
        form = form_of(formulation, gives)
        return Way(form, solver_of(form, solver))
    choice = choose(mechanism, states, gives=gives or ACCELERATIONS, solver=solver)
    trees = [compiled(one) for one in variants]

    def fits(row: Candidate) -> bool:
        return all(FORMULATIONS[row.form].supports(tree, row.solver) is None for tree in trees)

    def is_trusted(row: Candidate) -> bool:
        return not any(FORMULATIONS[row.form].doubts(tree) for tree in trees)

    # (one after the other: there may be thousands of variants, and the first row is nearly always the one)
    trusted = (row for row in choice.rows if fits(row) and is_trusted(row))
    row = next(trusted, None) or next(filter(fits, choice.rows), choice.rows[-1])
    reason = choice.reason if row is choice.best else "the fastest one that fits all variants."
    return Way(FORMULATIONS[row.form], row.solver, reason)


def evaluation_of(
    mechanism: Mechanism,
    gives: str,
    formulation: str,
    solver: str | None,
    states: int = 1,
    tree: CompiledTree | None = None,
) -> Evaluation:
    """A new evaluation by a form and a solver, by name; an error says what is wrong with them. ``tree``: the mechanism's, if not the one of the times that it covers now."""
    form, solver_name, _ = way_of(mechanism, gives, formulation, solver, states)
    tree = tree or compiled(mechanism)
    reason = form.supports(tree, solver_name)
    if reason:
        able = [
            f.name
            for f in FORMULATIONS.values()
            if f is not form and f.gives == gives and f.supports(tree, solver_of(f, None)) is None
        ]
        raise UnsupportedError(
            f"'{form.name}' cannot serve '{mechanism.name}': {reason}; able to serve it: {listing(able)}."
        )
    return form.evaluation(tree, solver_name)


def form_operation(mechanism: Mechanism, gives: str, formulation: str, solver: str | None, key: FormKey) -> Operation:
    """The computation of what is wanted by a form, kept under a key."""
    with PREPARING:
        tree = compiled(mechanism)
        prepared = prepared_of(mechanism)
        operations = prepared.accelerations if gives == ACCELERATIONS else prepared.canonical_rates
        if key in operations:
            return operations[key]
        evaluation = evaluation_of(mechanism, gives, formulation, solver, tree=tree)
        # what is fastest for one state need not be for many
        many = None
        if formulation == "auto":
            many = partial(evaluation_of, mechanism, gives, formulation, solver, MANY, tree)
        size = mechanism.n if gives == ACCELERATIONS else tree.arrays.coordinates + mechanism.n

        def again() -> Operation:
            return form_operation(mechanism, gives, formulation, solver, key)

        arguments = ("q", _GIVEN_BY[gives][1], "tau")
        operations[key] = Operation(mechanism, evaluation, arguments, (size,), again, many)
        return operations[key]


def form_of(name: str, gives: str | None = None) -> Formulation:
    """The form of a name, which has to give what is wanted."""
    form = FORMULATIONS.get(ALIASES.get(name, name))
    if form is None:
        known = ["auto", *(f.name for f in FORMULATIONS.values() if gives in (None, f.gives))]
        known += [alias for alias, of in ALIASES.items() if gives in (None, FORMULATIONS[of].gives)]
        raise UnsupportedError(f"no formulation '{name}': {remedy(name, known)}")
    if gives not in (None, form.gives):
        able = listing([f.name for f in FORMULATIONS.values() if f.gives == gives], 12)
        raise UnsupportedError(
            f"'{form.name}' gives {form.gives}: call {_GIVEN_BY[form.gives][0]}; for {gives} there are {able}."
        )
    return form


def solver_of(form: Formulation, name: str | None) -> str | None:
    if name is None:
        return form.solvers[0] if form.solvers else None
    if not form.solvers:
        raise UnsupportedError(f"'{form.name}' leaves no linear system to solve; leave out solver='{name}'.")
    if name not in form.solvers:
        raise UnsupportedError(f"no solver '{name}' for '{form.name}': {remedy(name, form.solvers)}")
    return name
