"""What every force is."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from bough.mechanism.signals import Signal

if TYPE_CHECKING:
    from bough.mechanism.mechanism import Mechanism


class Force:
    """A force within a mechanism, or on it. Forces are frozen dataclasses of plain data."""

    code: ClassVar[int]

    @property
    def signals(self) -> tuple[Signal, ...]:
        """The signals that it follows."""
        return ()

    @property
    def is_timed(self) -> bool:
        """Whether it depends on the time."""
        return any(not signal.is_constant for signal in self.signals)

    @property
    def is_conservative(self) -> bool:
        """Whether it keeps energy: what it takes from the motion it has, and gives back."""
        return False

    def check(self, mechanism: Mechanism, later: bool) -> None:
        """Raise an error if a name that it uses is unknown; with ``later``, bodies may still come."""
