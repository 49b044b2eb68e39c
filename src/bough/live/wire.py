"""Messages of the page, which are not trusted: what is not exactly as expected is refused.

A message is a JSON object with ``do`` and the arguments of that action, no more and no less. Numbers are finite and moderate,
names are known to the session.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from bough.errors import BoughError, StateError
from bough.live.motion import Manner
from bough.live.session import Session
from bough.mechanism.checks import listing, shown

LARGEST = 1e12  # numbers beyond it are not meant
LONGEST_NAME = 300
MOST_BYTES = 4096  # of a message


@dataclass(frozen=True)
class Command:
    """What the page asks for; of commands with the same key only the last one counts."""

    do: str
    given: Mapping[str, Any]

    @property
    def key(self) -> tuple[str, str]:
        return self.do, str(self.given.get("name", ""))


def _number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise StateError(f"a number is needed, not {shown(value)}.")
    if not (math.isfinite(value) and abs(value) <= LARGEST):
        raise StateError(f"a finite number of moderate size is needed, not {shown(value)}.")
    return float(value)


def _number_or_none(value: Any) -> float | None:
    return None if value is None else _number(value)


def _text(value: Any) -> str:
    if not isinstance(value, str) or len(value) > LONGEST_NAME:
        raise StateError(f"a name is needed, not {shown(value)}.")
    return value


def _text_or_none(value: Any) -> str | None:
    return None if value is None else _text(value)


def _vector(value: Any) -> tuple[float, float, float]:
    if not isinstance(value, list) or len(value) != 3:
        raise StateError(f"three numbers are needed, not {shown(value)}.")
    x, y, z = map(_number, value)
    return x, y, z


# the arguments of each action
_GIVEN: dict[str, dict[str, Callable[[Any], Any]]] = {
    "run": {},
    "pause": {},
    "reset": {},
    "step": {},
    "release": {},
    "pace": {"speed": _number},
    "set": {"name": _text, "value": _number},
    "force": {"name": _text, "value": _number},
    "signal": {"name": _text, "value": _number_or_none},
    "grab": {"name": _text, "at": _vector, "to": _vector},
    "choose": {"form": _text_or_none, "solver": _text_or_none, "integrator": _text_or_none, "step": _number_or_none},
}


def command_of(text: str | bytes) -> Command:
    """The command of a message, or :class:`StateError`."""
    if not isinstance(text, str) or len(text) > MOST_BYTES:
        raise StateError("a message must be a short text.")
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        raise StateError(f"a message must be JSON, not {shown(text)}.") from None
    if not isinstance(message, dict) or not isinstance(message.get("do"), str) or message["do"] not in _GIVEN:
        raise StateError(f"a message must have a 'do', one of {listing(_GIVEN, 20)}, not {shown(message)}.")
    do = message.pop("do")
    wanted = _GIVEN[do]
    if set(message) != set(wanted):
        raise StateError(f"'{do}' takes {listing(wanted)}, not {listing(message)}.")
    try:
        return Command(do, {name: check(message[name]) for name, check in wanted.items()})
    except StateError as error:
        raise StateError(f"'{do}': {error}") from None


def obey(session: Session, command: Command) -> None:
    """Do what a command asks for; what cannot be done is told in the session's message."""
    given = command.given
    try:
        if command.do == "grab":
            session.grab(given["name"], given["at"], given["to"])
        elif command.do == "choose":
            form, solver, integrator = (
                None if given[name] == "auto" else given[name] for name in ("form", "solver", "integrator")
            )
            session.choose(Manner(form, solver, integrator, given["step"]))
        else:
            getattr(session, command.do)(*given.values())
    except BoughError as error:
        session.message = str(error)
