"""Quantities that studies keep: those of a run by name, and functions of the user's own."""

from __future__ import annotations

from bough.errors import StateError
from bough.mechanism.mechanism import Mechanism
from bough.simulation.results.quantities import number_named
from bough.simulation.results.quantity import Quantity
from bough.studies.keep.functions import Function
from bough.studies.keep.keeping import Keep


def quantity_of(mechanism: Mechanism, name: str, keep: Keep) -> Quantity:
    """The quantity that a user asked to keep under a name, on a mechanism."""
    if not isinstance(keep.of, str):
        found = Quantity(name, "", keep.words, Function(mechanism, keep.of, f"keep '{name}'"))
    else:
        try:
            found = number_named(mechanism, keep.of)
        except StateError as error:
            raise StateError(f"keep '{name}': {error}") from None
        if found.needs_run:
            raise StateError(
                f"keep '{name}': '{keep.of}' follows from a whole run, and a study looks at states as they come; keep another."
            )
    return found.magnitude if keep.absolute else found
