"""Forms of the equations of motion: one file each, all of one shape, interchangeable by name."""

from bough.formulations import (
    composite_bodies,
    direct,
    extended,
    hamilton_extended,
    hamilton_orthogonal,
    hamilton_recursive,
    hamilton_tangent,
    independent,
    kinetostatics,
    maggi,
    maggi_bodies,
    multipliers,
    saddle_point,
    separate_bodies,
    separate_multipliers,
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
        saddle_point,
        separate_multipliers,
        maggi,
        maggi_bodies,
        extended,
        hamilton_tangent,
        hamilton_orthogonal,
        hamilton_recursive,
        hamilton_extended,
        kinetostatics,
    )
}
ALIASES: dict[str, str] = {alias: form.name for form in FORMULATIONS.values() for alias in form.aliases}


def general(gives: str = ACCELERATIONS) -> Formulation:
    """The form that serves every mechanism, with memory and time that grow with the number of bodies."""
    return next(form for form in FORMULATIONS.values() if form.gives == gives and not form.methods)
