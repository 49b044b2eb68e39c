"""Functions of events that compiled code can look at: traced, where tracing does not change what they do."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bough.errors import BoughError
from bough.graph.graph import Graph
from bough.graph.tracing import TracedFunction
from bough.integrate.integration import Integration
from bough.integrate.libraries import AnyIntegration
from bough.mechanism.mechanism import Mechanism
from bough.mechanism.named import Named
from bough.owncode.state_functions import StateFunctions
from bough.owncode.tracing import vector_of
from bough.simulation.run.events import Event
from bough.typing import Array

SAME = 1e-9  # differences from Python's values that may be rounding, relative to the state and the value


class Guards:
    """The functions of events on an integration of (q, u), traced and compiled; raises a BoughError if one has to be called."""

    def __init__(self, events: Sequence[Event], mechanism: Mechanism, integration: Integration):
        graph, size = Graph(), integration.record.shape[-1]
        time, *state = [graph.input(k) for k in range(1 + size)]
        q = Named(vector_of(state[: mechanism.n_q]), {name: k for k, name in enumerate(mechanism.q_names)})
        u = Named(vector_of(state[size - mechanism.n :]), {name: k for k, name in enumerate(mechanism.u_names)})
        self._mechanism, self._columns = mechanism, {id(event): k for k, event in enumerate(events)}
        self._traced = [
            TracedFunction(event.function, graph, (time, q, u)) for event in events if callable(event.function)
        ]
        self._functions = StateFunctions(graph, [traced.result for traced in self._traced], size)
        self.integration = integration
        integration.watch_for(self._functions, [event.direction for event in events])

    def values(self, event: Event, times: Array, states: Array) -> Array:
        """Those of the function of an event at times and states."""
        n_q = self._mechanism.n_q
        q = self._mechanism.normalised(states[:, :n_q])
        return self._functions.values(times, np.concatenate((q, states[:, n_q:]), axis=1))[:, self._columns[id(event)]]

    def locate(self, event: Event, times: tuple[float, float], values: tuple[float, float]) -> float:
        """The time within the last step at which the function of an event passes zero, between times with these values."""
        return self.integration.locate(self._columns[id(event)], times, values)

    def agree(self, time: float, state: Array, values: Sequence[float]) -> bool:
        """Whether they have the values that Python's functions have, and would be traced as they were."""
        found = self._functions.values(np.array([time]), state[None])[0]
        scale = 1.0 + np.abs(values) + np.abs(state).max(initial=abs(time))
        is_same = bool((np.abs(found - values) <= SAME * scale).all())
        return is_same and all(traced.is_as_traced for traced in self._traced)


def guards_of(events: Sequence[Event], mechanism: Mechanism, integration: AnyIntegration) -> Guards | None:
    """Guards for an integration of (q, u) that can have some; None if Python looks at every step."""
    if not events or not isinstance(integration, Integration) or not integration.method.is_adaptive:
        return None
    try:
        return Guards(events, mechanism, integration)
    except BoughError:
        return None
