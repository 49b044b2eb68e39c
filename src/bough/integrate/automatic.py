"""Steps that are explicit or implicit, as the motion demands.

A motion starts with explicit steps. Where they show that stability limits them (``stiffness.py``), and many of them are
left, it goes on with implicit ones, and looks after some of these whether they have been worth it: a step may cost more
than an explicit one by as much as it is longer. It goes back where they have not, where they fail, and where the
mechanism is no longer stiff. All this depends on numbers of the motion only, never on how long something took.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from bough.integrate.integration import Integration, Snapshot
from bough.integrate.loop_code import loop_code
from bough.integrate.methods import Method, methods
from bough.integrate.plan import AFTER_REJECTION, AT_GUARD, FAILED, GOING_ON, JUDGED, LENGTH, RENEW, SIGNS, TAKEN, Plan
from bough.integrate.rate import Rate
from bough.integrate.stiffness import ENOUGH

AUTO, START, STIFF = "auto", "dop853", "rodas5p"
SUMMARY = f"{START}, and {STIFF} where the motion is stiff, by what its steps show"
LEFT = 3_000  # explicit steps left, or taken, from which on a change is worth the loading of other code
TRIAL = 40  # implicit steps after which they are compared with explicit ones
PATIENCE = 4.0  # growth of the switching threshold after an unprofitable switch
LATER = 1e3  # steps after which a switch is considered again that would not have paid so near the end
WHY_STIFF, WHY_SMOOTH, WHY_SLOW, WHY_FAILED = range(4)
OF_METHODS = ("stages", "rows", "order", "a", "b", "e", "dense", "c")  # what a plan has of its method


class Change(NamedTuple):
    """A change of the method."""

    time: float
    method: str
    why: int
    length: float  # of the last step before it

    @property
    def sentence(self) -> str:
        reasons = {
            WHY_STIFF: f"stiff: explicit steps of {self.length:.2g} s were at the edge of stability",
            WHY_SMOOTH: f"no longer stiff: explicit steps of {self.length:.2g} s are stable, too",
            WHY_SLOW: f"implicit steps of {self.length:.2g} s cost more than they gained",
            WHY_FAILED: "an implicit step could not be made",
        }
        return f"{self.method} from t = {self.time:.6g} s ({reasons[self.why]})"


class AutomaticIntegration(Integration):
    """As :class:`~bough.integrate.integration.Integration`, by the method that suits the motion."""

    also_implicit = True

    def __init__(self, rate: Rate, times: np.ndarray, record: np.ndarray, **how: Any):
        self._of_rate, self._wide = rate, record.ndim == 3
        self.changes: list[Change] = []
        self._next: Change | None = None
        super().__init__(rate, methods()[START], times, record, **how)

    def start(self, record: np.ndarray, given: np.ndarray | None = None) -> None:
        super().start(record, given)
        if self.changes:
            self._use(methods()[START])
        self.changes, self._next = [], None
        self._trusts = not self._of_rate.momenta and self._of_rate.is_compiled
        self._asked = 0.0  # signs that are asked for beyond the usual ones
        self._since = self._before_trial = 0.0  # when implicit steps began, and how long explicit ones were
        self._tried_at = -1  # steps until then; -1: not on trial
        self._is_exact = False  # whether implicit steps have code for derivatives
        self._settings[JUDGED] = float(self._trusts)

    def advance(self, budget: int) -> int:
        end = int(self.counters[TAKEN]) + budget
        while True:
            if self._next is not None:
                self._change(self._next)
            left = end - int(self.counters[TAKEN])
            if self._tried_at >= 0:
                left = min(left, self._tried_at + TRIAL - int(self.counters[TAKEN]))
            status = super().advance(max(1, left))
            if status == FAILED and self.method.name == STIFF:
                self._trusts, status = False, GOING_ON
                self._next = Change(self.time, START, WHY_FAILED, 0.0)
            elif status in (GOING_ON, AT_GUARD):
                self._consider()
            if status != GOING_ON or self.counters[TAKEN] >= end:
                return status

    def _consider(self) -> None:
        """Whether to go on by the other method."""
        signs, length = float(self.work.clock[SIGNS].max()), float(self.work.clock[LENGTH].min())
        if self.method.name == START:
            if signs >= ENOUGH:
                left = (max(self.span[1], float(self.times[-1])) - self.time) / max(length, 1e-300)
                if max(left, self.counters[TAKEN]) > LEFT and self._trusts:
                    self._next = Change(self.time, STIFF, WHY_STIFF, length)
                else:
                    self.work.clock[SIGNS] = -LATER
        elif signs >= ENOUGH:
            self._next = Change(self.time, START, WHY_SMOOTH, length)
        elif self._tried_at >= 0 and self.counters[TAKEN] >= self._tried_at + TRIAL:
            pace = (self.time - self._since) / TRIAL
            self._tried_at = -1
            if pace < self._before_trial * self._price:
                self._asked = PATIENCE * max(self._asked, ENOUGH)
                self._next = Change(self.time, START, WHY_SLOW, pace)

    @property
    def _price(self) -> float:
        """About what an implicit step costs, in explicit ones."""
        n = self._of_rate.trees[0].dofs
        more = n if self._is_exact else 3 * n
        return (12.0 + more) / methods()[START].stages

    def _change(self, change: Change) -> None:
        self._next = None
        self.changes.append(change)
        if change.method == STIFF:
            self._since, self._before_trial = change.time, change.length
            self._tried_at = int(self.counters[TAKEN])
        else:
            self._tried_at = -1
        self._use(methods()[change.method])
        self._settings[JUDGED] = float(self._trusts)

    def _use(self, method: Method) -> None:
        """Go on by a method, with steps of the same length."""
        self._load(method)
        self.work.clock[RENEW], self.work.clock[AFTER_REJECTION] = 1.0, 0.0
        self._forget_signs()

    def _load(self, method: Method) -> None:
        self.method = method
        self._loop = loop_code(method.loop, self._wide)
        for name in OF_METHODS:
            self._memory.put(Plan, name, getattr(method, name))
        jacobian = self._jacobian(self._of_rate, method, self._wide)
        self._is_exact = jacobian != 0
        self._memory.put(Plan, "jacobian", jacobian)

    def _forget_signs(self) -> None:
        self.work.clock[SIGNS] = -self._asked if self.method.name == START else 0.0

    def statistics(self, place: int = 0) -> dict[str, Any]:
        """As of all adaptive methods; with the changes of the method in words, if there are any."""
        words = [change.sentence for change in self.changes]
        return super().statistics(place) | ({"changes": words} if words else {})

    # --- snapshots --------------------------------------------------------------------------------------------------

    def snapshot(self) -> Snapshot:
        known = [*self.changes, *([] if self._next is None else [self._next])]
        rows = [(change.time, change.method == STIFF, change.why, change.length) for change in known]
        judged = (self._trusts, self._asked, self._since, self._before_trial, self._tried_at, self._next is not None)
        more = {"changes": np.array(rows, float).reshape(-1, 4), "judged": np.array(judged, float)}
        return super().snapshot() | more

    def restore(self, snapshot: Snapshot) -> None:
        trusts, self._asked, self._since, self._before_trial, tried_at, waits = snapshot["judged"].tolist()
        self._trusts, self._tried_at = bool(trusts), int(tried_at)
        rows = snapshot["changes"].tolist()
        known = [Change(time, STIFF if stiff else START, int(why), length) for time, stiff, why, length in rows]
        self._next = known.pop() if waits else None
        self.changes = known
        self._load(methods()[known[-1].method if known else START])
        self._settings[JUDGED] = float(self._trusts)
        super().restore(snapshot)


def told(statistics: list[dict[str, Any]]) -> str:
    """By which methods runs were integrated, in words, from their statistics."""
    if len(statistics) == 1:
        return ", then ".join((START, *statistics[0].get("changes", ())))
    changed = sum(bool(one.get("changes")) for one in statistics)
    return f"{START}; {changed} of {len(statistics)} runs changed to {STIFF} on the way" if changed else START
