"""Names for bodies and joints: MuJoCo's own, if they exist and are unique in bough.

In MuJoCo a joint may have the name of another body, bodies and joints need no names, and a body may have several
joints. In bough every name is unique.
"""

from __future__ import annotations

from collections.abc import Iterable

from bough.formats.findings import Findings
from bough.mechanism.checks import GROUND, listing


class Names:
    """The names that are taken."""

    def __init__(self, findings: Findings):
        self._findings = findings
        self._taken = {GROUND}
        self._bodies: set[str] = set()
        self._made: dict[str, list[str]] = {"body": [], "joint": []}

    def of_body(self, given: str, index: int, line: int | None) -> str:
        """A name for a body of the model."""
        name = self._first_free((given, f"{given}_body") if given else (f"body{index}",))
        self._bodies.add(name)
        if not given:
            self._made["body"].append(name)
        elif name != given:
            message = f"it is called '{name}' here, since '{given}' is the fixed frame."
            self._findings.note(message, f"body '{given}'", line)
        return name

    def between(self, body: str, joint: str) -> str:
        """A name for a body between two joints of a body."""
        return self._first_free((f"{body}/{joint}",))

    def of_joint(self, given: str, fallback: str, own: str, suffixes: Iterable[str], line: int | None) -> str:
        """A name for a joint.

        ``own``: the body that hangs on it, whose name it may have; ``fallback``: for a joint without a name;
        ``suffixes`` make names of its coordinates and velocities.
        """
        wanted = given or fallback
        inside = [suffix for suffix in suffixes if suffix]
        if wanted == own and not self._clashes(own, inside):
            name = own
            self._taken.update(f"{own}.{suffix}" for suffix in inside)
        else:
            name = self._first_free((wanted, f"{wanted}_joint"), inside)
        if given and name != given:
            message = f"its coordinate goes by the name '{name}', since '{given}' is a body, or another joint."
            self._findings.note(message, f"joint '{given}'", line)
        if not given and name not in self._bodies:
            self._made["joint"].append(name)
        return name

    def tell(self) -> None:
        """Note the names that were made up."""
        for what, names in self._made.items():
            if names:
                many = "1 {} without a name is" if len(names) == 1 else f"{len(names)} {{}} without names are"
                plural = {"body": "bodies", "joint": "joints"}[what] if len(names) > 1 else what
                self._findings.note(f"{many.format(plural)} called {listing(names, 4)} here.")

    def _first_free(self, wanted: tuple[str, ...], suffixes: Iterable[str] = ()) -> str:
        suffixes = list(suffixes)
        name, count = wanted[0], 1
        others = iter(wanted[1:])
        while name in self._taken or self._clashes(name, suffixes):
            count += 1
            name = next(others, f"{wanted[-1]}{count}")
        self._taken.add(name)
        self._taken.update(f"{name}.{suffix}" for suffix in suffixes)
        return name

    def _clashes(self, name: str, suffixes: Iterable[str]) -> bool:
        return any(f"{name}.{suffix}" in self._taken for suffix in suffixes)
