"""Everything that bough raises on purpose.

::

    BoughError
    ├── MechanismError        the description of a mechanism is wrong (also a ValueError)
    ├── StateError            a state, force or argument does not fit the mechanism (also a ValueError)
    ├── UnsupportedError      a method cannot serve this mechanism; the message says why and what can
    ├── SingularError         the equations have no unique solution at this state; the message names the joint
    └── StepError             an integrated motion has lost its accuracy; the message says what to change

    BoughWarning              what works, but not as well as it could (a UserWarning)

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
    """A step of an integration cannot be trusted."""


class BoughWarning(UserWarning):
    """Something works, but not as well as it could."""
