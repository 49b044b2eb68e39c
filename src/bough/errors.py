"""The errors and warnings of bough.

::

    BoughError
    ├── MechanismError        the description of a mechanism is wrong (also a ValueError)
    │   └── ModelError        a model's file is wrong; ``findings`` lists every error with its line
    ├── StateError            a state, force or argument does not fit the mechanism (also a ValueError)
    │   └── UnreachedError    targets cannot be reached; ``result`` is the nearest that was found
    ├── UnsupportedError      a method cannot serve this mechanism; the message says why and what can
    ├── SingularError         no unique solution at this state; the message names the joint, ``cause`` the kind
    ├── EquilibriumError      no position of rest was found; the message names what stays unbalanced
    ├── StepError             an integrated motion has lost its accuracy; the message says what to change
    └── FileError             a file cannot be read or written, or has wrong content (also an OSError)

    BoughWarning              there is a result, but with a caveat (a UserWarning)

Each message is one sentence that names the culprit and the remedy.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from typing import Any

__all__ = [
    "Cause",
    "EquilibriumError",
    "FileError",
    "Finding",
    "MechanismError",
    "ModelError",
    "SingularError",
    "StateError",
    "StepError",
    "UnreachedError",
    "UnsupportedError",
]


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument of a public function, as a message names it: ``step=…``; the command line writes an option."""

    name: str
    value: object = ...

    @property
    def text(self) -> str:
        """The value alone, without quotes."""
        return "…" if self.value is ... else f"{self.value:g}" if isinstance(self.value, float) else str(self.value)

    def __str__(self) -> str:
        return f"{self.name}={repr(self.value) if isinstance(self.value, str) else self.text}"


class Message(str):
    """A sentence that names arguments; ``parts`` has its texts and its arguments."""

    parts: tuple[str | Argument, ...]

    def __new__(cls, *parts: str | Argument) -> Message:
        self = super().__new__(cls, "".join(map(str, parts)))
        self.parts = parts
        return self


class BoughError(Exception):
    """The base of all errors of bough."""


class MechanismError(BoughError, ValueError):
    """A mechanism's description is wrong. ``argument`` names the argument at fault, or ``value`` holds the name in it that fits nothing, where that is known."""

    def __init__(self, message: str, *, argument: str = "", value: str = ""):
        super().__init__(message)
        self.argument, self.value = argument, value


@contextmanager
def blamed_on(argument: str) -> Iterator[None]:
    """Say of errors within which argument they are about."""
    try:
        yield
    except MechanismError as error:
        error.argument = argument
        raise


@dataclass(frozen=True, slots=True)
class Finding:
    """A remark on a model.

    An ``error`` makes it unusable, a ``warning`` is odd but runs, a ``note`` says what was done or left out.
    """

    severity: str
    message: str
    element: str = ""  # what it is about, as in "joint 'elbow'"
    file: str = ""
    line: int | None = None

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}" if self.file and self.line else self.file
        return ": ".join(part for part in (where, self.element, self.message) if part)


class ModelError(MechanismError):
    """A model's file is wrong; ``findings`` lists every error, and other remarks."""

    def __init__(self, findings: Iterable[Finding]):
        self.findings = tuple(findings)
        errors = [str(finding) for finding in self.findings if finding.severity == "error"]
        super().__init__(errors[0] if len(errors) == 1 else f"{len(errors)} errors:\n" + "\n".join(errors))


class StateError(BoughError, ValueError):
    """A state, a force or another argument does not fit the mechanism."""


class UnreachedError(StateError):
    """A mechanism cannot reach a target; ``result`` holds the nearest positions that were found."""

    def __init__(self, message: str, result: Any = None):
        super().__init__(message)
        self.result = result


class UnsupportedError(BoughError):
    """A method cannot serve this mechanism."""


class Cause(Enum):
    """Why equations of motion could not be solved."""

    LOCKED = "a gimbal is at or near its lock"
    UNRESISTED = "nothing with inertia resists a joint"
    NOT_FINITE = "the result is not finite or not accurate, although nothing is wrong with the state"


class SingularError(BoughError, ArithmeticError):
    """The equations of motion have no unique solution at this state; ``cause`` says why."""

    def __init__(self, message: str, cause: Cause = Cause.NOT_FINITE):
        super().__init__(message)
        self.cause = cause


class EquilibriumError(BoughError, ArithmeticError):
    """No position of rest was found; ``q`` is where the search ended, ``residuals`` what is unbalanced there, by velocity."""

    def __init__(self, message: str, q: Any = None, residuals: Mapping[str, float] | None = None):
        super().__init__(message)
        self.q, self.residuals = q, dict(residuals or {})


class StepError(BoughError, ArithmeticError):
    """A step of an integration failed or is not accurate; ``trajectory`` holds the results before it, if any."""

    def __init__(self, message: str, trajectory: Any = None):
        super().__init__(message)
        self.trajectory = trajectory


class BoughWarning(UserWarning):
    """There is a result, but with a caveat."""


class FileError(BoughError, OSError):
    """A file cannot be read or written, or has wrong content.

    If a checkpoint ended a run, ``trajectory`` holds the results up to there.
    """

    trajectory: Any = None
