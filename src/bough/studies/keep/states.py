"""States of a motion, and what follows from them, computed at first use.

Variants that are mechanisms of their own use the public functions. Variants that differ in parameters only share a
mechanism's own code, which takes the parameters as inputs.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np

from bough import api
from bough.api.drives import forces_of_motion
from bough.api.forces import accounts
from bough.api.kinematics import energies, transforms
from bough.api.loop_forces import loop_forces
from bough.api.operation import operation_of
from bough.api.parameters import tables_of
from bough.formulations import kinetostatics as prescribed
from bough.formulations.formulation import ACCELERATIONS
from bough.mechanism.mechanism import Mechanism
from bough.owncode.entry import OwnEntry, Untraceable
from bough.owncode.parameters import VariedEntry
from bough.passes import loads
from bough.passes import motion as kinematics
from bough.passes.arrays import SWEEP
from bough.simulation.run.setup import Setup

_NO_WRENCHES = np.empty((0, 0, 6))


def form_for_accelerations(setup: Setup) -> str:
    """The form of a run, if it gives accelerations."""
    return setup.way.form.name if setup.way.form.gives == ACCELERATIONS else "auto"


class States:
    """N states of a mechanism, at their times."""

    def __init__(self, mechanism: Mechanism, q: np.ndarray, u: np.ndarray, time: np.ndarray, form: str = "auto"):
        """``form``: of the equations, for accelerations."""
        self.mechanism, self.q, self.u, self.time, self.form = mechanism, q, u, time, form

    def at(self, index: np.ndarray) -> States:
        """Some of these states: as many of each run."""
        return States(self.mechanism, self.q[index], self.u[index], self.time[index], self.form)

    def by(self, entry: OwnEntry, c: np.ndarray) -> np.ndarray:
        """Results of own code at the states, with its third argument (N, …); NaN where it fails."""
        q_size, u_size, _ = entry._arrays
        count, first = len(self.q), 0
        q = self.q if q_size == self.q.shape[1] else np.column_stack((self.q, self.time))
        q, u = np.ascontiguousarray(q), np.ascontiguousarray(self.u) if u_size else np.empty((count, 0))
        out = np.empty((count, *entry._shape))
        while first < count:
            failed = entry.batch(q[first:], u[first:], c[first:], _NO_WRENCHES, out[first:])
            if failed < 0:
                break
            out[first + failed] = np.nan
            first += failed + 1
        return out

    def _call(self, function: Callable[..., Any], *arrays: np.ndarray, **options: Any) -> Any:
        return function(self.mechanism, self.q, *arrays, time=self.time, threads=1, **options)

    @cached_property
    def accelerations(self) -> np.ndarray:
        """u̇ (N, n)."""
        found: np.ndarray = self._call(api.forward_dynamics, self.u, formulation=self.form)
        return found

    @cached_property
    def poses(self) -> np.ndarray:
        """Transforms of bodies to ground axes (N, bodies, 4, 4)."""
        found: np.ndarray = self._call(api.body_poses)
        return found

    @cached_property
    def twists(self) -> np.ndarray:
        """Velocities of bodies along their axes (N, bodies, 6)."""
        found: np.ndarray = self._call(api.body_twists, self.u)
        return found

    @cached_property
    def energies(self) -> np.ndarray:
        """Kinetic and potential energy (N, 2)."""
        return energies(self.mechanism, self.q, self.u, 1, self.time)

    @cached_property
    def accounts(self) -> np.ndarray:
        """Stored energy and power of each force (N, forces, 2)."""
        return accounts(self.mechanism, self.q, self.u, 1, self.time)

    @cached_property
    def _forces(self) -> api.Kinetostatics:
        found: api.Kinetostatics = self._call(forces_of_motion, self.u, self.accelerations)
        return found

    @property
    def reactions(self) -> np.ndarray:
        """Wrenches of joints on bodies (N, bodies, 6)."""
        return self._forces.reactions

    @property
    def bearings(self) -> np.ndarray:
        """The part of them that bearings carry."""
        return self._forces.bearings

    @cached_property
    def loops(self) -> np.ndarray:
        """Wrenches of the joints that close loops (N, loops, 6)."""
        return loop_forces(self.mechanism, self.q, self.u, self.accelerations, time=self.time).wrenches

    @cached_property
    def drives(self) -> tuple[np.ndarray, np.ndarray]:
        """Forces and rates of the driven joints (N, driven) each."""
        forces = self._call(api.drive_forces, self.u, self.accelerations)
        return forces, api.driven_motion(self.mechanism, self.time).rates


class Codes:
    """Code of a mechanism that takes parameters, for everything that follows from states; shared by threads."""

    def __init__(self, mechanism: Mechanism, acceleration: VariedEntry):
        self.mechanism, self.acceleration = mechanism, acceleration
        self._known: dict[str, VariedEntry] = {"accelerations": acceleration}

    def __getitem__(self, name: str) -> VariedEntry:
        if name not in self._known:
            bodies, forces = len(self.mechanism), len(self.mechanism.forces)
            made: dict[str, tuple[Any, ...]] = {
                "poses": (kinematics.poses, ("q",), (bodies, 12)),
                "twists": (kinematics.twists, ("q", "u"), (bodies, 6)),
                "energies": (kinematics.energies, ("q", "u"), (2,)),
                "accounts": (
                    loads.account, ("q", "u"), (forces, 2),
                    lambda tree: tree.memory(*SWEEP), lambda tree: tree.arrays_for_account,
                ),
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
        self._codes, self._of_runs = codes, given

    def at(self, index: np.ndarray) -> States:
        return VariedStates(self._codes, self.q[index], self.u[index], self.time[index], self._of_runs)

    @cached_property
    def _given(self) -> np.ndarray:
        return np.repeat(self._of_runs, len(self.q) // len(self._of_runs), axis=0)

    def _by(self, name: str, third: np.ndarray | None = None) -> np.ndarray:
        """Results of a code; NaN where it fails."""
        entry = self._codes[name]
        before = entry.third - self._given.shape[1]
        c = np.zeros((len(self.q), entry.third))
        c[:, before:] = self._given
        if third is not None:
            c[:, :before] = third
        return self.by(entry, c)

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
    def drives(self) -> tuple[np.ndarray, np.ndarray]:
        index = self.mechanism.body_index
        forces = [
            self._rows[:, index[one.name], prescribed.DRIVE : prescribed.DRIVE + len(joint.joint.u_names)]
            for one, joint in self.mechanism.driven
        ]
        return np.concatenate(forces, axis=1), api.driven_motion(self.mechanism, self.time).rates
