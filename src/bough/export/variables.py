"""The variables of an FMU: an entry for each number of an instance, in the order of their value references."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from bough.export.model import Model
from bough.export.names import distinct, xml_name
from bough.export.programs import AXES, ORDERS
from bough.mechanism.parameters import GRAVITY, Place, places_of

TIME, PARAMETERS, STEP, TAU, MOTION, STATE, RATE, POSES, REACTIONS, DRIVES = (
    "TIME", "PARAMETERS", "STEP", "TAU", "MOTION", "STATE", "RATE", "POSES", "REACTIONS", "DRIVES",
)  # fmt: skip
_POSE = (*(f"r{row}{column}" for row in "123" for column in "123"), *AXES)
_WRENCH = ("fx", "fy", "fz", "mx", "my", "mz")
_PER_SECOND = {"m": "m/s", "rad": "rad/s", "1": "1/s", "m/s": "m/s2", "rad/s": "rad/s2"}
_FORCE = {"m/s": "N", "rad/s": "N.m"}
_OF_NUMBERS = {"mass": "kg", "center": "m", "tensor": "kg.m2", "at": "m", "other_at": "m"}
# exponents of base units
UNITS = {
    "s": {"s": 1},
    "m": {"m": 1},
    "kg": {"kg": 1},
    "kg.m2": {"kg": 1, "m": 2},
    "rad": {"rad": 1},
    "1/s": {"s": -1},
    "m/s": {"m": 1, "s": -1},
    "rad/s": {"rad": 1, "s": -1},
    "m/s2": {"m": 1, "s": -2},
    "rad/s2": {"rad": 1, "s": -2},
    "N": {"kg": 1, "m": 1, "s": -2},
    "N.m": {"kg": 1, "m": 2, "s": -2},
}


@dataclass(frozen=True)
class Variable:
    """A variable of an FMU. Its value reference is its place."""

    name: str
    about: str
    unit: str = ""
    causality: str = "output"
    variability: str = "continuous"
    start: float | None = None  # None: it is calculated
    state: int | None = None  # the place of the state whose rate it is


class Variables:
    """All variables, and where the blocks of them start."""

    def __init__(self, model: Model):
        blocks = _blocks(model)
        starts = accumulate(map(len, blocks.values()), initial=0)
        self.at = dict(zip(blocks, starts, strict=False))
        every = [variable for block in blocks.values() for variable in block]
        names = distinct(xml_name(variable.name) for variable in every)
        state = self.at[STATE]
        self.rows = [
            replace(variable, name=name, state=None if variable.state is None else state + variable.state)
            for name, variable in zip(names, every, strict=True)
        ]


def _blocks(model: Model) -> dict[str, list[Variable]]:
    mechanism, q, u = model.mechanism, model.q0.tolist(), model.u0.tolist()
    states = [
        *zip(mechanism.q_names, "q" * len(q), mechanism.q_units, q, strict=True),
        *zip(mechanism.u_names, "u" * len(u), mechanism.u_units, u, strict=True),
    ]
    what, places = {"q": "coordinate", "u": "velocity"}, places_of(mechanism)
    reactions: Iterable[Variable] = ()
    if model.has("reactions"):
        reactions = _by_body(mechanism.body_names, "reaction", _WRENCH, "of the joint on the body, along its axes")
    return {
        TIME: [Variable("time", "the time", "s", "independent")],
        PARAMETERS: [
            Variable(name, *_told(places[name][0]), "parameter", "tunable", value)
            for name, value in model.parameters.items()
        ],
        STEP: [Variable("step", "longest step of co-simulation", "s", "parameter", "tunable", model.step)],
        TAU: [
            Variable(f"tau.{name}", "joint force, besides the forces of the model", _FORCE[unit], "input", start=0.0)
            for name, unit in zip(mechanism.u_names, mechanism.u_units, strict=True)
        ],
        MOTION: [
            Variable(
                f"motion.{name}.{order}", f"{order} that is added to the motion of a drive", unit, "input", start=0.0
            )
            for name, first in zip(model.motions, model.motion_units, strict=True)
            for order, unit in zip(ORDERS, _rates(first), strict=True)
        ],
        STATE: [
            Variable(f"{letter}.{name}", what[letter], "" if unit == "1" else unit, start=value)
            for name, letter, unit, value in states
        ],
        RATE: [
            Variable(f"der({letter}.{name})", f"rate of a {what[letter]}", _PER_SECOND[unit], "local", state=k)
            for k, (name, letter, unit, _) in enumerate(states)
        ],
        POSES: list(_by_body(mechanism.body_names, "pose", _POSE, "of the body's frame in that of the ground")),
        REACTIONS: list(reactions),
        DRIVES: [
            Variable(f"drive.{name}", "force of a drive", _FORCE[unit])
            for name, unit in zip(mechanism.driven_names, _driven_units(model), strict=True)
            if model.has("reactions")
        ],
    }


def _told(place: Place) -> tuple[str, str]:
    """What a parameter is, and its unit, which for most numbers of forces depends on their joints."""
    if place.kind == GRAVITY:
        return "acceleration of free fall", "m/s2"
    return f"{place.number} of the {place.kind} {place.owner}", _OF_NUMBERS.get(place.number.split(".")[0], "")


def _rates(unit: str) -> tuple[str, str, str]:
    """Units of a coordinate, its rate and its acceleration."""
    rate = _PER_SECOND[unit]
    return ("", rate, "") if unit == "1" else (unit, rate, _PER_SECOND[rate])


def _by_body(bodies: Sequence[str], word: str, parts: Sequence[str], about: str) -> Iterable[Variable]:
    units = {**dict.fromkeys(_WRENCH[:3], "N"), **dict.fromkeys(_WRENCH[3:], "N.m"), **dict.fromkeys(AXES, "m")}
    whats = {"r": "rotation", "f": "force", "m": "moment"}
    for body in bodies:
        for part in parts:
            yield Variable(f"{word}.{body}.{part}", f"{whats.get(part[0], 'origin')} {about}", units.get(part, ""))


def _driven_units(model: Model) -> list[str]:
    return [unit for _, joint in model.mechanism.driven for unit in joint.joint.u_units]
