"""Which form has the shortest code of a mechanism's own: the fastest forms are traced and compared."""

from __future__ import annotations

from dataclasses import replace

from bough.choice.choice import Choice
from bough.compiled.entries import Entry
from bough.compiled.tree import CompiledTree, compiled
from bough.formulations import FORMULATIONS
from bough.formulations.formulation import CANONICAL_RATES, Formulation
from bough.owncode.body_axes import twin_of
from bough.owncode.entry import OwnEntry, Untraceable

CODES = AUTO, OWN, SHARED = "auto", "own", "shared"
RACED = 5  # forms whose own code is traced and compared, and those that can be along body axes
# Own code takes some 20 µs to make for each operation of a shared kernel, and saves some 0.05 ns of it at every
# evaluation. It is made up to so many operations, or up to more of them for so many evaluations.
MOST, ENOUGH, LARGEST = 60_000, 400_000, 400_000
PATIENT = "auto, for many evaluations"
_LIMITS = {AUTO: MOST, PATIENT: LARGEST}


def own_entry(form: Formulation, solver: str | None, tree: CompiledTree, code: str) -> OwnEntry:
    """A form's evaluation by the mechanism's own code; raises ``Untraceable``."""
    arrays, momenta = tree.arrays, form.gives == CANONICAL_RATES
    price = form.operations(tree, solver)
    # (before the evaluation is made: plans of large systems may take all memory)
    if price is not None and price.flops > _LIMITS.get(code, price.flops):
        raise Untraceable("it would take too long to compile")
    evaluation = form.evaluation(tree, solver)
    if price is None or type(evaluation) is not Entry:
        by = f" by '{solver}'" if solver else ""
        raise Untraceable(f"'{form.name}'{by} has data-dependent branches")
    shape = (arrays.dofs + (arrays.coordinates if momenta else 0),)
    sizes = (arrays.coordinates, arrays.dofs, arrays.dofs)
    return OwnEntry(evaluation, tree.mechanism, f"{form.name} {solver}", sizes, shape, momenta)


def by_own_code(choice: Choice, code: str) -> Choice:
    """The same choice with the form first whose own code is the shortest; or with why there is none."""
    tree, sizes, why = compiled(choice.mechanism), {}, ""
    for place, row in enumerate(choice.rows):
        if place >= RACED and twin_of(f"{row.form} {row.solver}", tree.arrays) is None:
            continue
        try:
            sizes[row] = own_entry(FORMULATIONS[row.form], row.solver, tree, code).checked().size
        except Untraceable as error:
            why = why or str(error)
    if not sizes:
        return choice.by_shared_kernels(why)
    seconds = min(row.predicted * min(1.0, size.operations / row.flops) for row, size in sizes.items())
    if choice.best not in sizes and choice.best.predicted < seconds:
        return choice.by_shared_kernels(f"{why}, and the code of others would be slower")
    raced = sorted(sizes, key=lambda row: sizes[row].weight)
    rows = [replace(row, own=sizes[row].operations) for row in raced]
    others = [row for row in choice.rows if row not in sizes]
    axes = " along body axes" if sizes[raced[0]].axes == "body" else ""
    reason = f"the mechanism's own code for it{axes} is the shortest, {rows[0].own:,} operations"
    if len(rows) > 1:
        reason += f"; for {rows[1].label} it has {rows[1].own:,}"
        if (rows[1].own or 0) <= (rows[0].own or 0):
            reason += ", more of them divisions and roots"
    return choice.by_own_code([*rows, *others], f"{reason}.")
