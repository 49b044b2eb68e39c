"""Everything about a run that can be plotted: named numbers over time, in groups."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from bough.errors import BoughError, StateError
from bough.mechanism.checks import remedy, shown
from bough.simulation.results.quantities import values_of
from bough.simulation.results.quantity import Quantity
from bough.simulation.results.tables import Wish, columns_named
from bough.simulation.results.works import force_powers, forces
from bough.simulation.view.arrows import UNITS, joint_reactions, loop_reactions
from bough.typing import Array
from bough.words import meant

if TYPE_CHECKING:
    from bough.simulation.results.trajectory import Trajectory


CHOSEN = "chosen"  # the group of what was asked for by the name of a quantity


class Series(NamedTuple):
    group: str
    name: str
    unit: str
    values: Array  # (instants,)


def states(run: Trajectory) -> Iterator[Series]:
    mechanism = run.mechanism
    for group, names, units, values in (
        ("coordinates", mechanism.q_names, mechanism.q_units, run._q),
        ("velocities", mechanism.u_names, mechanism.u_units, run._u),
    ):
        for k, (name, unit) in enumerate(zip(names, units, strict=True)):
            yield Series(group, name, unit, values[:, k])


def energies(run: Trajectory) -> Iterator[Series]:
    found = run.energy()
    for name in ("kinetic", "potential", "total", "work", "drift"):
        yield Series("energy", name, "J", found[name].values)


def accelerations(run: Trajectory) -> Iterator[Series]:
    units = [unit.replace("/s", "/s²") for unit in run.mechanism.u_units]
    values = run.accelerations().values
    for k, (name, unit) in enumerate(zip(run.mechanism.u_names, units, strict=True)):
        yield Series("accelerations", name, unit, values[:, k])


def reactions(run: Trajectory) -> Iterator[Series]:
    for kind, values in joint_reactions(run).items():
        sizes = np.linalg.norm(values, axis=-1)
        for k, body in enumerate(run.mechanism.bodies):
            yield Series(f"reaction {kind}s", body.joint_name, UNITS[kind], sizes[:, k])


def loops(run: Trajectory) -> Iterator[Series]:
    if not run.mechanism.loops:
        return
    found, gaps = loop_reactions(run), run.closure()
    for n, name in enumerate(run.mechanism.loops):
        for kind, values in found.items():
            yield Series("loops", f"{name}: {kind}", UNITS[kind], np.linalg.norm(values[:, n], axis=-1))
        yield Series("loops", f"{name}: gap", "m or rad", gaps.gap.values[:, n])


def drives(run: Trajectory) -> Iterator[Series]:
    if run.mechanism.driven_names:
        force = run.drives().force
        for k, (name, unit) in enumerate(zip(force.driven.values, force.force_units.values, strict=True)):
            yield Series("drives", str(name), str(unit), force.values[:, k])


def powers(run: Trajectory) -> Iterator[Series]:
    powers = run.keep(force_powers)
    for k, name in enumerate(run.keep(forces).names):
        yield Series("powers", name, "W", powers[:, k])


def joint_forces(run: Trajectory) -> Iterator[Series]:
    if run._tau is not None:
        for k, (name, unit) in enumerate(zip(run.mechanism.u_names, run.force_units, strict=True)):
            yield Series("joint forces", name, unit, run._tau[:, k])


# in the order in which a reader looks for them; the first two follow from the states alone
KINDS: tuple[Callable[[Trajectory], Iterator[Series]], ...] = (
    states, energies, reactions, loops, drives, powers, joint_forces, accelerations,
)  # fmt: skip


def series_of(run: Trajectory, most: int) -> tuple[list[Series], list[str]]:
    """As many as may be, and notes on those that are left out."""
    found: list[Series] = []
    notes: list[str] = []
    for kind in KINDS:
        what = kind.__name__.replace("_", " ")
        try:
            own = list(kind(run))
        except BoughError as error:
            notes.append(f"{what} are not known: {error}")
            continue
        if len(found) + len(own) > most:
            notes.append(f"{what} are left out of this page: there are {len(own)}.")
            continue
        found += own
    return found, notes


def chosen_series(run: Trajectory, names: Iterable[str], known: Collection[str]) -> list[Series]:
    """Quantities of these names (:func:`bough.quantities`), but for those of series that are known."""
    columns = {one.name: one for name in names if name not in known for one in _columns(run, name, known)}
    values = values_of(run, list(columns.values()))
    return [Series(CHOSEN, one.name, one.units, own) for one, own in zip(columns.values(), values, strict=True)]


def series_names(run: Trajectory, name: str, known: Collection[str]) -> list[str]:
    """The series of a name: one that is known, or those of a quantity."""
    found = [name] if name in known else [f"{CHOSEN}.{one.name}" for one in _columns(run, name, known)]
    for one in found:
        if one not in known:
            raise StateError(f"no series {shown(name)} to plot: {remedy(name, known)}")
    return found


def _columns(run: Trajectory, name: str, known: Collection[str]) -> list[Quantity]:
    try:
        return columns_named(run, Wish([name]))
    except StateError as error:
        if not known or meant(name, known):
            raise StateError(f"no series {shown(name)} to plot: {remedy(name, known)}") from None
        raise error from None
