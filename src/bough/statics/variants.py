"""A mechanism for each value of a parameter."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any, NamedTuple

from bough.errors import MechanismError, StateError
from bough.mechanism.checks import shown
from bough.mechanism.mechanism import Mechanism
from bough.mechanism.parameters import chosen, places_of, with_numbers
from bough.owncode.entry import by_shared_kernels
from bough.statics.problem import Problem
from bough.statics.stopping import stopped

TIME = "time"
Parameter = str | Callable[[float], Mechanism]


class Variants(NamedTuple):
    """The problems of rest over a parameter."""

    mechanism: Mechanism
    parameter: Parameter
    hold: tuple[str, ...]
    time: float
    frozen: bool

    @property
    def name(self) -> str:
        """The name of the parameter."""
        return name_of(self.parameter)

    @property
    def _is_one(self) -> bool:
        """Whether one mechanism serves all values."""
        return self.parameter == TIME and not self.frozen

    def mechanism_at(self, value: float) -> Mechanism:
        """The mechanism at a value, with its drives stopped if they are to be."""
        own = self.moving_at(value)
        return stopped(own, self.time_at(value)) if self.frozen else own

    def moving_at(self, value: float) -> Mechanism:
        """The mechanism at a value."""
        own: Any = self.mechanism
        if callable(self.parameter):
            own = self.parameter(float(value))
            if not isinstance(own, Mechanism) or own.q_names != self.mechanism.q_names:
                raise StateError(
                    f"the function must give a Mechanism with the same coordinates for every value, not {shown(own)} at "
                    f"{value:g}."
                )
        elif self.parameter != TIME:
            own = with_numbers(own, {self.parameter: value})
        return own

    def time_at(self, value: float) -> float:
        """The moment at a value."""
        return value if self.parameter == TIME else self.time

    def problem(self, value: float) -> Problem:
        """The problem at a value."""
        return Problem(
            self.mechanism_at(value), self.hold, self.time_at(value), exact=self._is_one, like=self.mechanism
        )

    def code(self) -> AbstractContextManager[None]:
        """Shared kernels, where a mechanism is used for one value only."""
        return nullcontext() if self._is_one else by_shared_kernels()


def name_of(parameter: Parameter) -> str:
    """The name of a parameter; that of a function that gives mechanisms is its own."""
    if isinstance(parameter, str):
        return parameter
    return getattr(parameter, "__name__", "parameter").replace("<lambda>", "parameter")


def made_by(function: Callable[[float], Mechanism], value: float) -> Mechanism:
    """The mechanism that a function of the user gives for a value."""
    made = function(value)
    if not isinstance(made, Mechanism):
        raise StateError(f"the function must give a Mechanism for every value, not {shown(made)} at {value:g}.")
    return made


def known(mechanism: Mechanism, parameter: str) -> None:
    """Raise if there is no such number."""
    try:
        chosen(mechanism, [parameter])
    except MechanismError as error:
        raise MechanismError(
            f"{error} For other numbers give a function that makes a mechanism for each value."
        ) from None


def variants_of(
    mechanism: Mechanism | None, parameter: Parameter, hold: tuple[str, ...], time: float, frozen: bool, first: float
) -> Variants:
    """Variants by what the user gave, checked at the first value."""
    if callable(parameter):
        return Variants(made_by(parameter, first), parameter, hold, time, frozen)
    if not isinstance(mechanism, Mechanism):
        raise StateError(
            f"continuation takes a Mechanism, or None with a function that gives one, not {shown(mechanism)}."
        )
    if not isinstance(parameter, str):
        raise StateError(f"parameter must be a name or a function that gives a mechanism, not {shown(parameter)}.")
    if parameter != TIME or TIME in places_of(mechanism):
        known(mechanism, parameter)
    return Variants(mechanism, parameter, hold, time, frozen)
