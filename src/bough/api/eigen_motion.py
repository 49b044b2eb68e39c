"""A motion whose mass matrix is integrated along with it, as eigenvalues and eigenvectors (paper B)."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from bough.api.accelerations import mass_matrix
from bough.api.diagnosis import explain
from bough.api.kinematics import coordinate_rates
from bough.api.operation import wrench_array
from bough.compiled.entries import FINE, NO_WRENCHES, SerialEntry
from bough.compiled.prepared import Core, prepared_of
from bough.compiled.tree import compiled
from bough.errors import StateError, StepError, UnsupportedError
from bough.formulations.formulation import memory_reason
from bough.formulations.reductions import parametrised
from bough.formulations.reductions.parametrised import TRUSTED
from bough.locks import PREPARING
from bough.mechanism.checks import shown
from bough.mechanism.mechanism import Mechanism
from bough.typing import (
    Array,
    Coordinates,
    CoordinatesLike,
    JointForces,
    JointForcesLike,
    Velocities,
    VelocitiesLike,
    WrenchesLike,
)


class Defects(NamedTuple):
    """Errors of C and L."""

    orthogonality: float  # largest entry of CCᵀ - E
    diagonality: float  # largest coupling left in CMCᵀ, relative to the root of the product of its two diagonal entries
    parametrisation: float  # ‖CᵀLC - M‖/‖M‖


class EigenMotion:
    """The motion of one state by M = CᵀLC, with C and L integrated along with q and u by Runge-Kutta of order 4.

    ``correct_every``: number of steps after which C and L are compared with the mass matrix and corrected by Jacobi
    rotations; None for never. ``separation``: distance of two eigenvalues, relative to the root of their product; below
    it their eigenvectors turn more slowly and a coupling is kept instead. 0 is the paper's method, which fails where
    eigenvalues come close.

    ``time`` and ``steps``: progress so far. ``largest_error``: the largest relative error of accelerations that a
    correction found.
    """

    def __init__(
        self,
        mechanism: Mechanism,
        q: CoordinatesLike,
        u: VelocitiesLike,
        *,
        correct_every: int | None = 1,
        separation: float = 1.0,
    ):
        coordinate_rates(mechanism, q, u)  # raises if q and u are not a state
        if np.ndim(q) != 1 or np.ndim(u) != 1:
            raise StateError("EigenMotion follows one state; make one for each state of a batch.")
        is_whole = isinstance(correct_every, int | np.integer) and not isinstance(correct_every, bool)
        if correct_every is not None and not (is_whole and correct_every >= 1):
            raise StateError(
                f"correct_every must be a whole number of steps, at least 1, or None, not {shown(correct_every)}."
            )
        if isinstance(separation, bool) or not isinstance(separation, int | float) or not separation >= 0.0:
            raise StateError(f"separation must be a number of at least 0, not {shown(separation)}.")
        tree, n = compiled(mechanism), mechanism.n
        reason = memory_reason(20 * n * n) if n else "it has no degree of freedom"
        if mechanism.is_timed:
            reason = "some of its forces or joints depend on time; use simulate with solver='eigen' and correct_every"
        if mechanism.loops:
            reason = "it has closed loops, which EigenMotion does not support"
        if reason:
            raise UnsupportedError(f"EigenMotion cannot serve '{mechanism.name}': {reason}.")
        self.mechanism, self.correct_every, self.separation = mechanism, correct_every, float(separation)
        self.time, self.steps = 0.0, 0
        self.largest_error = 0.0
        self._rates, self._settle, self._correct = (
            self._entry(core) for core in (parametrised.rates, parametrised.settle, parametrised.correct)
        )
        # q, u, then the extra data: τ, C, L, separation
        self._quaternions = tree.arrays.quaternion[:, None] + np.arange(4)
        self._bounds = tuple(np.cumsum((0, mechanism.n_q, n, n, n * n, n * n, 1)).tolist())
        self._state = np.concatenate((q, u, np.zeros(n + 2 * n * n), [self.separation]))
        self._decompose(self._state)

    # --- what it knows ------------------------------------------------------------------------------------------------

    @property
    def q(self) -> Coordinates:
        """Coordinates."""
        return self._part(0).copy()

    @property
    def u(self) -> Velocities:
        """Velocities."""
        return self._part(1).copy()

    @property
    def eigenvectors(self) -> Array:
        """C, (n, n): one eigenvector of the mass matrix per row."""
        return self._part(3).reshape(self.mechanism.n, -1).copy()

    @property
    def eigenvalues(self) -> Array:
        """Λ, (n,): in the order of the eigenvectors, which is continuous along the motion and not sorted."""
        return self._part(4).reshape(self.mechanism.n, -1).diagonal().copy()

    @property
    def defects(self) -> Defects:
        """Errors of C and L, measured with the mass matrix at the current q."""
        n = self.mechanism.n
        matrix, c, middle = mass_matrix(self.mechanism, self._part(0)), self.eigenvectors, self._part(4).reshape(n, n)
        seen = c @ matrix @ c.T
        size = np.sqrt(np.abs(seen.diagonal()))
        couplings = np.abs(seen - np.diag(seen.diagonal())) / np.outer(size, size)
        return Defects(
            float(np.abs(c @ c.T - np.eye(n)).max()),
            float(couplings.max()),
            float(np.linalg.norm(c.T @ middle @ c - matrix) / np.linalg.norm(matrix)),
        )

    # --- what it does -------------------------------------------------------------------------------------------------

    def advance(
        self, step: float, steps: int = 1, tau: JointForcesLike | None = None, wrenches: WrenchesLike | None = None
    ) -> None:
        """Take ``steps`` steps of ``step`` seconds; ``tau`` and ``wrenches``: as in :func:`forward_dynamics`, constant.

        If a step cannot be trusted, the state stays as it was before that step, and a ``StepError`` says what to
        change.
        """
        if not isinstance(step, int | float) or not math.isfinite(step) or step == 0.0:
            raise StateError(f"step must be a number of seconds other than 0, not {shown(step)}.")
        if not isinstance(steps, int | np.integer) or steps < 0:
            raise StateError(f"steps must be a whole number of at least 0, not {shown(steps)}.")
        self._part(2)[:] = self._forces(tau)
        loads = wrench_array(self.mechanism, wrenches)
        if loads.ndim > 2 or not np.isfinite(loads).all():
            raise StateError(f"wrenches must be finite numbers of one state, {len(self.mechanism)} x 6.")
        for _ in range(steps):
            with np.errstate(over="ignore", invalid="ignore"):  # a loss of accuracy is detected below
                state = self._step(step, loads)
            done = self.steps + 1
            if self.correct_every is not None and done % self.correct_every == 0:
                error = self._corrected(state, step)
                self.largest_error = max(self.largest_error, error)
                if not error <= TRUSTED:
                    raise self._lost(f"a correction finds accelerations wrong by about {error:.0%}", step)
            elif self.separation:
                self._settled(state, step)
            self._state, self.steps, self.time = state, done, self.time + step

    def _step(self, step: float, wrenches: np.ndarray) -> np.ndarray:
        """The state after one step."""
        start = self._state
        total, rates = np.zeros_like(start), np.zeros_like(start)
        state = start
        for share, weight in ((0.5, 1.0), (0.5, 2.0), (1.0, 2.0), (0.0, 1.0)):
            parts = self._part(0, state), self._part(1, state), self._part(2, state, 6)
            if self._rates.single(*parts, wrenches, rates) != FINE:
                raise self._lost("an eigenvalue is not positive, or a number not finite", step)
            total += weight * rates
            if share:
                state = start + share * step * rates
                self._normalise(state)
        state = start + step / 6.0 * total
        self._normalise(state)
        return state

    def _normalise(self, state: np.ndarray) -> None:
        if self._quaternions.size:
            quaternions = state[self._quaternions]
            state[self._quaternions] = quaternions / np.linalg.norm(quaternions, axis=1, keepdims=True)

    def _settled(self, state: np.ndarray, step: float) -> None:
        """Rotate the couplings of L away."""
        out = np.empty(2 * self.mechanism.n**2)
        parts = self._part(0, state), self._part(1, state), self._part(2, state, 6)
        if self._settle.single(*parts, NO_WRENCHES, out) != FINE:
            raise self._lost("an eigenvalue is not positive, or a number not finite", step)
        self._part(3, state, 5)[:] = out

    def _decompose(self, state: np.ndarray) -> None:
        """Compute C and L of a state from scratch."""
        self._part(3, state)[:] = self._part(4, state)[:] = np.eye(self.mechanism.n).ravel()
        if self._try_to_correct(state) is None:
            arrays = {"q": self._part(0, state), "u": self._part(1, state), "tau": self._part(2, state)}
            raise explain(self.mechanism, arrays, NO_WRENCHES)

    def _corrected(self, state: np.ndarray, step: float) -> float:
        """Correct C and L by the mass matrix; return the error that they had."""
        error = self._try_to_correct(state)
        if error is None:
            self._decompose(state)  # raises and names the joint if the mass matrix itself is singular
            raise self._lost("the eigenvectors have become linearly dependent", step)
        return error

    def _try_to_correct(self, state: np.ndarray) -> float | None:
        out = np.empty(2 * self.mechanism.n**2 + 1)
        parts = self._part(0, state), self._part(1, state), self._part(2, state, 6)
        if self._correct.single(*parts, NO_WRENCHES, out) != FINE:
            return None
        self._part(3, state, 5)[:] = out[:-1]
        return math.sqrt(out[-1])

    def _part(self, k: int, state: np.ndarray | None = None, end: int | None = None) -> np.ndarray:
        """A view of part k of a state (q, u, τ, C, L, separation), or of all parts from k up to ``end``."""
        state = self._state if state is None else state
        return state[self._bounds[k] : self._bounds[k + 1 if end is None else end]]

    def _entry(self, core: Core) -> SerialEntry:
        with PREPARING:
            tree = compiled(self.mechanism)
            known = prepared_of(self.mechanism).entries
            if core not in known:
                known[core] = SerialEntry(core, tree.arrays, parametrised.memory(tree), ("u", None))
            return known[core]

    def _forces(self, tau: JointForcesLike | None) -> JointForces:
        n = self.mechanism.n
        try:
            forces = np.zeros(n) if tau is None else np.asarray(tau, float)
        except (TypeError, ValueError):
            raise StateError(f"tau must be {n} numbers, not {shown(tau)}.") from None
        if forces.shape != (n,) or not np.isfinite(forces).all():
            raise StateError(f"tau must be {n} finite numbers, in the order of u, not {shown(tau)}.")
        return forces

    def _lost(self, why: str, step: float) -> StepError:
        return StepError(
            f"the parametrised mass matrix of '{self.mechanism.name}' cannot be trusted after t = {self.time:.6g} s: {why}; "
            f"{remedies(step, self.correct_every, self.separation)}."
        )


def remedies(step: float, correct_every: int | None, separation: float) -> str:
    """What helps where C and L can no longer be trusted."""
    found = [f"take steps shorter than {step:g} s"]
    if correct_every is None:
        found.insert(0, "correct from time to time")
    elif correct_every > 1:
        found.insert(0, f"correct more often than every {correct_every} steps")
    if not separation:
        found.append("set separation > 0, since eigenvalues may meet")
    return ", or ".join(found)
