"""Objects derived from a mechanism and kept with it: trees, compiled laws, operations, choices."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from bough.locks import PREPARING

if TYPE_CHECKING:
    import numpy as np

    from bough.api.derivatives import DerivativesOperation
    from bough.api.methods import Way
    from bough.api.operation import Operation
    from bough.choice.choice import Choice
    from bough.compiled.entries import Evaluation, SerialEntry
    from bough.compiled.functions import Law
    from bough.compiled.tree import CompiledTree
    from bough.formulations.formulation import Formulation
    from bough.mechanism.mechanism import Mechanism
    from bough.owncode.program_entry import ProgramEntry
    from bough.reach.scope import Scope

Core: TypeAlias = Callable[..., bool]
# a form's name as the caller wrote it, with solver and code if they were given
FormKey: TypeAlias = str | tuple[str, str | None, str]


class Prepared:
    """Everything that is made once for a mechanism, by its key.

    Readers take no lock. Most of it holds polynomials of signals over the times that the mechanism covers: it is
    written with PREPARING held, and replaced as a whole (``renewed``) when the mechanism covers other times. A
    computation under way continues with the old one, which does not change.
    """

    __slots__ = (
        "accelerations",
        "canonical_rates",
        "choices",
        "derivatives",
        "drive_places",
        "entries",
        "evaluations",
        "jacobians",
        "laws",
        "operations",
        "scopes",
        "step_derivatives",
        "trees",
        "tried",
        "varied",
        "ways",
    )

    # independent of the times covered
    laws: dict[tuple[Any, ...], Law]  # users' functions, by force, shape and number of outputs
    choices: dict[tuple[Any, ...], Choice]  # by the arguments of ``choose`` and the origin of the rates
    # the choice of ``auto``, by kind of result, solver, number of states and code
    ways: dict[tuple[str, str | None, int, str], Way]
    tried: set[str]  # forms that were tried for digits that they lose
    drive_places: tuple[np.ndarray, np.ndarray] | None  # rows and columns of the drives in a table of kinetostatics
    scopes: dict[tuple[Any, ...], Scope]  # of reach, by what is held, limits and weights
    # for the times covered when this was made
    trees: dict[bool, CompiledTree]  # by whether bodies on fixed joints are merged with their carriers
    evaluations: dict[tuple[Formulation, str | None, str], Evaluation]  # by form, solver and code
    accelerations: dict[FormKey, Operation]
    canonical_rates: dict[FormKey, Operation]
    operations: dict[Core | tuple[Core, str], Operation]  # all others, by their core
    entries: dict[Core, SerialEntry]  # of EigenMotion
    varied: dict[tuple[Any, ...], Any]  # what takes parameters, by its kind, form, solver and code
    derivatives: dict[str, DerivativesOperation]  # of forward and of inverse dynamics
    step_derivatives: list[ProgramEntry | None]  # those for implicit steps, once it is known whether there are any
    jacobians: dict[tuple[str, bool], Operation]  # by body, and whether with the rate

    def __init__(self) -> None:
        self.laws, self.choices, self.ways, self.tried, self.drive_places = {}, {}, {}, set(), None
        self.scopes = {}
        self.trees, self.evaluations, self.entries = {}, {}, {}
        self.accelerations, self.canonical_rates, self.operations = {}, {}, {}
        self.derivatives, self.jacobians, self.varied, self.step_derivatives = {}, {}, {}, []

    def renewed(self) -> Prepared:
        """A new one for other times, with the parts that do not depend on them."""
        new = Prepared()
        new.laws, new.choices, new.ways, new.tried = self.laws, self.choices, self.ways, self.tried
        new.drive_places, new.scopes = self.drive_places, self.scopes
        return new


def prepared_of(mechanism: Mechanism) -> Prepared:
    """The prepared objects of a mechanism, for the times that it covers now."""
    prepared = mechanism.prepared
    if prepared is None:
        with PREPARING:
            prepared = mechanism.prepared
            if prepared is None:
                prepared = mechanism.prepared = Prepared()
    return prepared
