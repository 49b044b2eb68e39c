"""States of variants that differ in parameters only: they share a mechanism's own code, which takes these as inputs.

Variants that are mechanisms of their own have states as runs have them (``simulation/results/states.py``).
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from bough.api.kinematics import transforms
from bough.api.operation import operation_of
from bough.api.parameters import tables_of
from bough.formulations import kinetostatics as prescribed
from bough.formulations.formulation import ACCELERATIONS
from bough.mechanism.body import Body
from bough.mechanism.forces import Force
from bough.mechanism.mechanism import Mechanism
from bough.owncode.entry import OwnEntry, Untraceable
from bough.owncode.parameters import VariedEntry
from bough.passes import inverse, loads
from bough.passes import motion as kinematics
from bough.passes.arrays import SWEEP
from bough.simulation.results.states import States
from bough.simulation.run.setup import Setup

_NO_WRENCHES = np.empty((0, 0, 6))


def form_for_accelerations(setup: Setup) -> str:
    """The form of a run, if it gives accelerations."""
    return setup.way.form.name if setup.way.form.gives == ACCELERATIONS else "auto"


def by_code(states: States, entry: OwnEntry, c: np.ndarray) -> np.ndarray:
    """Results of own code at states, with its third argument (N, …); NaN where it fails."""
    q_size, u_size, _ = entry._arrays
    count, first = len(states.q), 0
    q = states.q if q_size == states.q.shape[1] else np.column_stack((states.q, states.time))
    q, u = np.ascontiguousarray(q), np.ascontiguousarray(states.u) if u_size else np.empty((count, 0))
    out = np.empty((count, *entry._shape))
    while first < count:
        failed = entry.batch(q[first:], u[first:], c[first:], _NO_WRENCHES, out[first:])
        if failed < 0:
            break
        out[first + failed] = np.nan
        first += failed + 1
    return out


class Codes:
    """Code of a mechanism that takes parameters, for everything that follows from states; shared by threads."""

    def __init__(self, mechanism: Mechanism, acceleration: VariedEntry):
        self.mechanism, self.acceleration = mechanism, acceleration
        self._known: dict[str, VariedEntry] = {"accelerations": acceleration}

    def __getitem__(self, name: str) -> VariedEntry:
        if name not in self._known:
            bodies, forces = len(self.mechanism), len(self.mechanism.forces)
            audit = lambda tree: tree.memory(*SWEEP), lambda tree: tree.arrays_for_account
            made: dict[str, tuple[Any, ...]] = {
                "poses": (kinematics.poses, ("q",), (bodies, 12)),
                "twists": (kinematics.twists, ("q", "u"), (bodies, 6)),
                "energies": (kinematics.energies, ("q", "u"), (2,)),
                "body_accelerations": (inverse.body_accelerations, ("q", "u", "u_dot"), (bodies, 6)),
                "accounts": (loads.account, ("q", "u"), (forces, loads.WRENCH), *audit),
                "whole_accounts": (loads.whole_account, ("q", "u"), (forces, loads.ACCOUNT), *audit),
                "rows": (
                    prescribed.drives_and_reactions, ("q", "u", "u_dot"), (bodies, prescribed.COLUMNS), prescribed.memory,
                ),
            }  # fmt: skip
            evaluation = operation_of(self.mechanism, False, *made[name]).evaluation
            if not isinstance(evaluation, OwnEntry):
                raise Untraceable(f"there is no code of its own for {name}")
            entry = VariedEntry(evaluation, tables_of(self.mechanism, False))
            _ = entry.plain  # raises
            self._known[name] = entry
        return self._known[name]


class VariedStates(States):
    """N states of variants that differ in parameters."""

    def __init__(self, codes: Codes, q: np.ndarray, u: np.ndarray, time: np.ndarray, given: np.ndarray):
        """``given``: parameters (R, P) of R runs with as many states each, one after the other."""
        super().__init__(codes.mechanism, q, u, time)
        self._codes, self.given = codes, given

    def at(self, index: np.ndarray) -> States:
        return VariedStates(self._codes, self.q[index], self.u[index], self.time[index], self.given)

    def force(self, name: str) -> Force:
        self._refuse(name)
        return super().force(name)

    @property
    def bodies(self) -> tuple[Body, ...]:
        for body in self.mechanism.bodies:
            self._refuse(body.name)
        return super().bodies

    def _refuse(self, name: str) -> None:
        """Whether numbers of a body or a force are those of the mechanism is not known if they are parameters."""
        if any(one.startswith(f"{name}.") for one in self.mechanism.parameters):
            raise Untraceable(f"numbers of '{name}' differ from run to run")

    @cached_property
    def _given(self) -> np.ndarray:
        return np.repeat(self.given, len(self.q) // len(self.given), axis=0)

    def _by(self, name: str, third: np.ndarray | None = None) -> np.ndarray:
        """Results of a code; NaN where it fails."""
        entry = self._codes[name]
        before = entry.third - self._given.shape[1]
        c = np.zeros((len(self.q), entry.third))
        c[:, before:] = self._given
        if third is not None:
            c[:, :before] = third
        return by_code(self, entry, c)

    @cached_property
    def accelerations(self) -> np.ndarray:
        return self._by("accelerations")

    @cached_property
    def poses(self) -> np.ndarray:
        return transforms(self._by("poses"))

    @cached_property
    def twists(self) -> np.ndarray:
        return self._by("twists")

    @cached_property
    def energies(self) -> np.ndarray:
        found = self._by("energies")
        if self.mechanism.forces:
            found[:, 1] += self.accounts[:, :, 0].sum(axis=1)
        return found

    @cached_property
    def accounts(self) -> np.ndarray:
        return self._by("accounts")

    @cached_property
    def _rows(self) -> np.ndarray:
        return self._by("rows", self.accelerations)

    @property
    def reactions(self) -> np.ndarray:
        return self._rows[:, :, prescribed.REACTION : prescribed.REACTION + 6]

    @property
    def bearings(self) -> np.ndarray:
        return self._rows[:, :, prescribed.BEARING : prescribed.BEARING + 6]

    @cached_property
    def body_accelerations(self) -> np.ndarray:
        return self._by("body_accelerations", self.accelerations)

    @cached_property
    def whole_accounts(self) -> np.ndarray:
        return self._by("whole_accounts")

    @cached_property
    def drives(self) -> np.ndarray:
        index = self.mechanism.body_index
        forces = [
            self._rows[:, index[one.name], prescribed.DRIVE : prescribed.DRIVE + len(joint.joint.u_names)]
            for one, joint in self.mechanism.driven
        ]
        return np.concatenate(forces, axis=1)
