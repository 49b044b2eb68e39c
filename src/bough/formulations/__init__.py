"""Forms of the equations of motion: one file each, all of one shape, interchangeable by name."""

from bough.formulations import (
    composite_bodies,
    direct,
    extended,
    hamilton_orthogonal,
    hamilton_recursive,
    hamilton_tangent,
    independent,
    kinetostatics,
    maggi,
    multipliers,
    separate_bodies,
    wittenburg,
)
from bough.formulations.formulation import ACCELERATIONS, Formulation

FORMULATIONS: dict[str, Formulation] = {
    module.FORMULATION.name: module.FORMULATION
    for module in (
        separate_bodies,
        composite_bodies,
        direct,
        wittenburg,
        independent,
        multipliers,
        maggi,
        extended,
        hamilton_tangent,
        hamilton_orthogonal,
        hamilton_recursive,
        kinetostatics,
    )
}
ALIASES: dict[str, str] = {alias: form.name for form in FORMULATIONS.values() for alias in form.aliases}


def general(gives: str = ACCELERATIONS) -> Formulation:
    """The form that serves every mechanism, with memory and time that grow with the number of bodies."""
    return next(form for form in FORMULATIONS.values() if form.gives == gives and not form.methods)
