"""A user's function of (t, q, u), compiled: it is traced once, on numbers that record what is done to them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

import numpy as np

from bough.api.operation import operation_of
from bough.compiled.entries import Entry
from bough.errors import StateError
from bough.graph.graph import Graph
from bough.graph.traced import NAMES, Traced
from bough.mechanism.mechanism import Mechanism
from bough.mechanism.named import Named
from bough.owncode.program_entry import ProgramEntry
from bough.owncode.tracing import Program
from bough.passes import motion as kinematics
from bough.simulation.results.states import States
from bough.studies.keep.states import by_code


class Function:
    """Values of a function at many states."""

    def __init__(self, mechanism: Mechanism, function: Callable[..., Any], whose: str):
        """``whose``: the beginning of messages."""
        shape = (mechanism.n_q + mechanism.is_timed,)
        entry = operation_of(mechanism, True, kinematics.coordinate_rates, ("q", "u"), shape).evaluation
        assert isinstance(entry, Entry)
        program = _traced(mechanism, function, whose)
        content = hashlib.sha256(repr(program.graph.content(program.outputs)).encode()).hexdigest()
        self._entry = ProgramEntry(entry, mechanism, f"function {content}", (1,), lambda *_: program)

    def __call__(self, states: States) -> np.ndarray:
        c = np.zeros((len(states.q), self._entry.third))
        c[:, 0] = states.time
        return by_code(states, self._entry, c)[:, 0]


def _traced(mechanism: Mechanism, function: Callable[..., Any], whose: str) -> Program:
    graph, n, n_q = Graph(), mechanism.n, mechanism.n_q
    sizes = n_q + mechanism.is_timed, n, n, 0
    if not n:
        raise StateError(f"{whose}: '{mechanism.name}' cannot move, so there is no function of its motion.")
    q, u = np.empty(n_q, object), np.empty(n, object)
    q[:] = [graph.input(k) for k in range(n_q)]
    u[:] = [graph.input(sizes[0] + k) for k in range(n)]
    time = graph.input(sizes[0] + n)  # (in the place of the first joint force)
    places = ({name: k for k, name in enumerate(names)} for names in (mechanism.q_names, mechanism.u_names))
    try:
        value = function(time, *(Named(numbers, own) for numbers, own in zip((q, u), places, strict=True)))
        if not isinstance(value, Traced | float | int | np.number):
            raise TypeError(f"it gives {type(value).__name__}, not a number")
        return Program(graph, sizes, [graph.number(value)], list(graph.checks))
    except Exception as error:  # (it is the user's, and may raise anything)
        reason = str(error).rstrip(".")
        hint = "" if "; " in reason else f"; compute with + - * / **, {NAMES} of NumPy, and bough.where in place of if"
        raise StateError(f"{whose}: the function cannot be compiled: {reason}{hint}.") from None
