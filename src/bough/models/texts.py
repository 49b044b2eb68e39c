"""Mechanisms from a short text: a kind and its numbers (``chain:20``), a machine (``excavator``), or a path."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from bough.errors import Argument, MechanismError, Message
from bough.formats import load
from bough.formats.loading import ENDINGS
from bough.mechanism import generators
from bough.mechanism.checks import shown
from bough.mechanism.mechanism import Mechanism
from bough.models.catalogue import machine_files
from bough.typing import AnyPath
from bough.words import meant

MOST_BODIES = 10**6
_NUMBERS = re.compile(r"(?P<size>\d{1,18}(?:x\d{1,18})*)?(?:@(?P<seed>\d{1,18}))?", re.ASCII)


class Kind(NamedTuple):
    """A family of mechanisms: the form of its text, how to make one, and how many bodies that gives."""

    example: str
    summary: str
    make: Callable[..., Mechanism]
    bodies: Callable[..., int]
    numbers: int = 1
    seeded: bool = False


KINDS = {
    "chain": Kind("chain:20", "hinged links, each on the one before", generators.chain, lambda n: n),
    "pendulum": Kind("pendulum:5", "the same, the first link on a ball joint", generators.pendulum, lambda n: n),
    "star": Kind("star:6", "links that all hang on one base", generators.star, lambda n: n + 1),
    "broom": Kind("broom:4x3", "four chains of three links on one base", generators.broom, lambda c, n: c * n + 1, 2),
    "tree": Kind("tree:8", "a binary tree of depth 8", generators.binary_tree, lambda d: 2 ** min(d, 64) - 1),
    "lattice": Kind("lattice:4", "a spanning tree of 4 x 4 nodes", generators.lattice, lambda n: n * n),
    "random": Kind(
        "random:12@7", "12 bodies on mixed joints, drawn with seed 7",
        generators.random_tree, lambda n: n, seeded=True,
    ),
}  # fmt: skip


def model(text: AnyPath, *, floating: bool = False, forces: bool = True) -> Mechanism:
    """A mechanism from a short text, or from a file.

    ``chain:20``, ``pendulum:5``, ``star:6``, ``broom:4x3``, ``tree:8`` (binary, of depth 8), ``lattice:4``,
    ``random:12@7`` (seed 7); a machine by its name in :func:`bough.catalogue`; or a path, which ends with .toml,
    .urdf, .xml or .mjcf, or contains a separator. :func:`bough.load` reads it, with ``floating`` and ``forces``.
    """
    if (path := path_of(text)) is not None:
        return load(path, floating=floating, forces=forces)
    if floating:
        given = Argument("floating", True)
        raise MechanismError(Message(given, f" is for URDF files, and {shown(text)} is not one; leave it out."))
    return _generated(str(text))


def path_of(text: AnyPath) -> Path | None:
    """The file that a model's text names, if it names one."""
    if not isinstance(text, str | os.PathLike):
        raise MechanismError(f"a model is a text such as 'chain:20' or the path of a file, not {shown(text)}.")
    if isinstance(text, os.PathLike) or Path(text).suffix.lower() in ENDINGS or {os.sep, "/"} & set(text):
        return Path(text)
    machine = machine_files().get(text.strip())
    is_there = os.path.isfile(text) or (Path(text).suffix == ".zarr" and os.path.isdir(text))
    return Path(text) if machine is None and is_there else machine


def _generated(text: str) -> Mechanism:
    name, _, rest = text.strip().partition(":")
    if name not in KINDS:
        raise MechanismError(f"no model {shown(name)}: {_meant(name)}")
    kind = KINDS[name]
    found = _NUMBERS.fullmatch(rest)
    if not found or (found["seed"] and not kind.seeded):
        raise MechanismError(f"{shown(text)} is no model: write it as in '{kind.example}' ({kind.summary}).")
    numbers = tuple(map(int, found["size"].split("x"))) if found["size"] else ()
    if len(numbers) != kind.numbers or not all(numbers):
        wanted = "one number" if kind.numbers == 1 else f"{kind.numbers} numbers"
        raise MechanismError(f"'{name}' takes {wanted} of at least 1, as in '{kind.example}' ({kind.summary}).")
    if (bodies := kind.bodies(*numbers)) > MOST_BODIES:
        count = f"{bodies:,}" if bodies < 10**12 else f"{bodies:.0e}"
        raise MechanismError(f"'{text}' would have {count} bodies; take at most {MOST_BODIES:,}.")
    return kind.make(*numbers, seed=int(found["seed"] or 0)) if kind.seeded else kind.make(*numbers)


def _meant(name: str) -> str:
    close = meant(name, [*KINDS, *machine_files()])
    examples = ", ".join(kind.example for kind in KINDS.values())
    known = f"{examples}, the machines of bough.catalogue(), and files such as arm.urdf."
    return f"did you mean '{close}'? Models are {known}" if close else f"there are {known}"
