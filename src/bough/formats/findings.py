"""Findings while a file is read: errors, warnings and notes, each with its line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from bough.errors import Argument, Finding, MechanismError, Message, ModelError, StateError

WITHOUT_FORCES = Argument("forces", False)
# in place of what ties joints to each other in files
BY_COUPLING = "by add_loop with a bough.CustomJoint, such as a gear, or nearly so by a stiff bough.CustomJointForce on each that reads the other"
# give up after so many errors
MOST_ERRORS = 50


class Findings(list[Finding]):
    """The findings of one file."""

    def __init__(self, file: str):
        super().__init__()
        self.file = file
        self.line_of: Callable[[str], int | None] = lambda body: None  # where a body is described; readers know
        self._errors = 0

    def error(self, message: str, element: str = "", line: int | None = None) -> None:
        """Something that makes the model unusable; gives up if there are too many."""
        self.append(Finding("error", message, element, self.file, line))
        self._errors += 1
        if self._errors >= MOST_ERRORS:
            self.append(Finding("error", f"there are more errors than {MOST_ERRORS}; fix these first.", "", self.file))
            raise ModelError(self)

    def negative(self, what: str, value: float, element: str, line: int | None) -> None:
        """A number of a force of the file is negative, although it must not be."""
        message = f"its {what} {value:g} is negative; give zero or more, or leave out all forces by "
        self.error(Message(message, WITHOUT_FORCES, "."), element, line)

    def warn(self, message: str, element: str = "", line: int | None = None) -> None:
        """Something that is odd, but runs."""
        self.append(Finding("warning", message, element, self.file, line))

    def note(self, message: str, element: str = "", line: int | None = None) -> None:
        """Something that was done, or left out."""
        self.append(Finding("note", message, element, self.file, line))

    @contextmanager
    def within(self, file: str) -> Iterator[None]:
        """Assign the findings within the block to another file, which the first one names."""
        outer, self.file = self.file, file
        try:
            yield
        finally:
            self.file = outer

    @contextmanager
    def attempt(self, element: str = "", line: int | None = None) -> Iterator[None]:
        """Turn an error of a mechanism within the block into a finding, and go on."""
        try:
            yield
        except ModelError:
            raise
        except (MechanismError, StateError) as error:
            self.error(str(error).removeprefix(f"{element}: "), element, line)

    def fail(self, message: str, element: str = "", line: int | None = None) -> ModelError:
        """An error to be raised, after which nothing more can be read."""
        self.append(Finding("error", message, element, self.file, line))
        return ModelError(self)

    @property
    def has_errors(self) -> bool:
        return self._errors > 0

    def settle(self) -> None:
        """Raise the errors, if there are any."""
        if self._errors:
            raise ModelError(self)
