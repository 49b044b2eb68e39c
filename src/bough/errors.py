"""Everything that bough raises on purpose.

::

    BoughError
    ├── MechanismError        the description of a mechanism is wrong (also a ValueError)
    ├── StateError            a state, force or argument does not fit the mechanism (also a ValueError)
    ├── UnsupportedError      a method cannot serve this mechanism; the message says why and what can
    ├── SingularError         the equations have no unique solution at this state; the message names the joint
    ├── StepError             an integrated motion has lost its accuracy; the message says what to change
    └── FileError             a file cannot be read or written, or is not what it should be (also an OSError)

    BoughWarning              a result is there, but something about it should be known (a UserWarning)

Each message is one sentence that names the culprit and the remedy.
"""


class BoughError(Exception):
    """The base of all errors of bough."""


class MechanismError(BoughError, ValueError):
    """A mechanism's description is wrong."""


class StateError(BoughError, ValueError):
    """A state, a force or another argument does not fit the mechanism."""


class UnsupportedError(BoughError):
    """A method cannot serve this mechanism."""


class SingularError(BoughError, ArithmeticError):
    """The equations of motion have no unique solution at this state."""


class StepError(BoughError, ArithmeticError):
    """A step of an integration cannot be made, or not be trusted; ``trajectory`` holds what was computed up to there, if anything."""

    def __init__(self, message: str, trajectory=None):
        super().__init__(message)
        self.trajectory = trajectory


class BoughWarning(UserWarning):
    """A result is there, but something about it should be known."""


class FileError(BoughError, OSError):
    """A file cannot be read or written, or does not hold what it should."""
