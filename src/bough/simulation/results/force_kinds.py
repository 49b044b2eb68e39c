"""What can be told of a force by name: its force, length, rate, power, and what else is natural for its kind.

Scalars have signs. The force in a joint is positive along the velocity that it acts on. The force along a line between two
points is positive if it pulls them together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bough.errors import StateError
from bough.mechanism.checks import listing
from bough.mechanism.forces import AirDrag, Bushing, CustomBodyForce, Force, JointForce, JointLimit, Servo, SpringDamper
from bough.mechanism.forces.wrench import Wrench
from bough.mechanism.mechanism import Mechanism
from bough.simulation.results import force_readings as readings
from bough.simulation.results.kinds import chosen, ending
from bough.simulation.results.quantity import Quantities, Quantity, Reading, Vector
from bough.simulation.results.states import States
from bough.simulation.results.stored import FORCE_UNIT
from bough.typing import Array

Read = Callable[[States, str], Array]
# of every force
COMMON = ("power", "work", "stored", "push", "couple", "place")
OWN: dict[type[Force], tuple[str, ...]] = {
    JointForce: ("force", "coordinate", "rate"),
    Servo: ("force", "coordinate", "rate", "wanted", "error"),
    JointLimit: ("force", "coordinate", "rate", "penetration"),
    SpringDamper: ("force", "length", "rate"),
    Bushing: ("force", "moment", "displacement", "turn"),
    Wrench: ("force", "moment"),
    CustomBodyForce: ("force", "moment"),
    AirDrag: ("force", "airspeed"),
}
KINDS = tuple(dict.fromkeys([*(kind for own in OWN.values() for kind in own), *COMMON]))

# numbers: unit, "" for that of the coordinate; what it is; how it is read
NUMBERS: dict[str, tuple[str, str, Read]] = {
    "power": ("W", "power of", readings.power),
    "work": ("J", "work since the start of", readings.work),
    "stored": ("J", "energy stored in", readings.stored),
    "force": ("N", "pull of", readings.pull),
    "length": ("m", "length of", readings.length),
    "rate": ("m/s", "rate of the length of", readings.rate_of_length),
    "wanted": ("", "reference of", readings.wanted),
    "error": ("", "reference less coordinate of", readings.error),
    "penetration": ("", "way beyond the stop", readings.penetration),
    "airspeed": ("m/s", "speed through the air of", readings.airspeed),
}
# vectors along ground axes
VECTORS: dict[str, tuple[str, str, Read]] = {
    "push": ("N", "force on its body of", readings.push),
    "couple": ("N·m", "moment on its body, about its place, of", readings.couple),
    "place": ("m", "place of", readings.place),
    "force": ("N", "force of", readings.push),
    "moment": ("N·m", "moment of", readings.couple),
}
# vectors along the axes of a bushing
IN_BUSHINGS: dict[str, tuple[str, str, Read]] = {
    "force": ("N", "force of", readings.bushing_force),
    "moment": ("N·m", "moment of", readings.bushing_moment),
    "displacement": ("m", "displacement of", readings.displacement),
    "turn": ("rad", "turn of", readings.turn),
}


def kinds_of(mechanism: Mechanism, name: str) -> tuple[str, ...]:
    """What can be told of a force, in order."""
    force = mechanism.forces[name]
    own = next(OWN[one] for one in type(force).__mro__ if one in OWN)
    if isinstance(force, JointForce) and all(part.coordinate is None for part in readings.parts_of(mechanism, name)):
        own = tuple(kind for kind in own if kind != "coordinate")
    return (*own, *COMMON)


def of_force(kind: str) -> Callable[..., Quantities]:
    """Makes one kind of quantities of forces."""

    def make(mechanism: Mechanism, owner: str, rest: Sequence[str]) -> Quantities:
        force, known = mechanism.forces[owner], kinds_of(mechanism, owner)
        if kind not in known:
            names = listing([f"{owner}.{one}" for one in known], 20)
            raise StateError(f"'{owner}' is a {type(force).__name__} and has no '{kind}'; it has {names}.")
        if isinstance(force, JointForce) and kind in ("force", "coordinate", "rate"):
            return _in_joint(kind, mechanism, owner, rest)
        if isinstance(force, Bushing) and kind in IN_BUSHINGS:
            along: Reading = lambda states: readings.bushing_turn(states, owner)  # noqa: E731
            return _vector(kind, IN_BUSHINGS, owner, rest, force.body, along)
        if kind in VECTORS and not (kind == "force" and isinstance(force, SpringDamper)):
            return _vector(kind, VECTORS, owner, rest, force.acted_on(mechanism), None)
        ending(rest, (), f"{owner}.{kind}")
        units, about, read = NUMBERS[kind]
        units = units or _coordinate_unit(readings.parts_of(mechanism, owner)[0])
        return [Quantity(f"{owner}.{kind}", units, f"{about} {owner}", _bound(read, owner), needs_run=kind == "work")]

    return make


def _vector(
    kind: str, table: dict[str, tuple[str, str, Read]], owner: str, rest: Sequence[str], body: str, turn: Reading | None
) -> Quantities:
    units, about, read = table[kind]
    return chosen(Vector(f"{owner}.{kind}", units, f"{about} {owner}", _bound(read, owner), turn, body), rest)


def _bound(read: Read, owner: str) -> Reading:
    return lambda states: read(states, owner)


def _coordinate_unit(part: readings.Part) -> str:
    return part.unit.removesuffix("/s")


def _in_joint(kind: str, mechanism: Mechanism, owner: str, rest: Sequence[str]) -> Quantities:
    """Force, coordinate or rate: a number for each velocity that the force acts on."""
    parts, name = readings.parts_of(mechanism, owner), f"{owner}.{kind}"
    if suffix := ending(rest, [part.suffix for part in parts if part.suffix], name):
        parts = [part for part in parts if part.suffix == suffix]
    found: Quantities = []
    for part in parts:
        own = f"{name}.{part.suffix}" if part.suffix else name
        if kind == "force":
            unit = FORCE_UNIT[part.unit]
            found.append(Quantity(own, unit, f"{'force' if unit == 'N' else 'moment'} of {owner}", part.force))
        elif kind == "rate":
            found.append(Quantity(own, part.unit, f"velocity at {owner}", part.rate))
        elif part.coordinate is not None:
            unit = _coordinate_unit(part)
            winds = part.is_measured and unit == "rad"
            found.append(Quantity(own, unit, f"coordinate at {owner}", part.coordinate, winds=winds))
    return found
