"""Thousands of environments side by side, in lanes on all cores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from bough.errors import StateError, UnsupportedError
from bough.gym.task import Measure, Numbers, Reward, Start, Terminated, check_options, task_of
from bough.mechanism.forces import CustomBodyForce, CustomJointForce
from bough.mechanism.mechanism import Mechanism
from bough.simulation.run.manner import mechanisms_of, whole_number
from bough.simulation.run.starts import vector_of
from bough.simulation.run.stepper import State, Stepper


def _timed_by(mechanism: Mechanism) -> str:
    """What follows the time, in words; empty if nothing does."""
    for name, force in mechanism.forces.items():
        if isinstance(force, CustomJointForce | CustomBodyForce):
            return f"the function of force '{name}' of '{mechanism.name}' is given the time"
        if force.is_timed:
            return f"force '{name}' of '{mechanism.name}' follows the time"
    is_still = all(motion.is_constant for motion in mechanism.motions)
    return "" if is_still else f"drives of '{mechanism.name}' follow the time"


class VectorEnvironment(VectorEnv[Numbers, Numbers, NDArray[Any]]):
    """``count`` environments as :class:`Environment` has one; an episode that is over starts again in the next step.

    A list of mechanisms that differ in marked parameters only, as for :class:`bough.Stepper`, gives an environment for
    each; leave out ``count`` then. Rewards, observations and ends are functions of arrays with a number for each environment: ``state.q["pole"]`` is
    (count,). ``start`` is called for each episode.
    """

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012

    def __init__(
        self,
        mechanism: Mechanism | Sequence[Mechanism],
        reward: Reward,
        count: int | None = None,
        *,
        period: float,
        actions: Mapping[str, Any],
        observations: Sequence[str] | Mapping[str, Measure | None] | None = None,
        terminated: Terminated | None = None,
        start: Start | None = None,
        duration: float | None = None,
        **how: Any,
    ):
        check_options(VectorEnvironment, how)
        variants = mechanisms_of(mechanism)
        if count is None and isinstance(mechanism, Mechanism):
            raise StateError("say how many environments: give count=…, or a list of variants with one for each.")
        count = whole_number(len(variants) if count is None else count, "count")
        if not isinstance(mechanism, Mechanism) and len(variants) != count:
            raise StateError(f"count is {count}, but there are {len(variants)} variants; leave out count.")
        self.task = task_of(variants[0], reward, period, actions, observations, terminated, start, duration)
        for one in variants:
            if culprit := _timed_by(one):
                raise UnsupportedError(
                    f"{culprit}, which environments side by side share though their episodes start at different ones; take "
                    "bough.gym.Environment."
                )
        self.stepper = Stepper(mechanism, runs=count, **{**how, "on_failure": "return"})
        self._first = self.stepper.q, self.stepper.u
        self.num_envs = count
        self.single_action_space, self.single_observation_space = self.task.action_space, self.task.observation_space
        self.action_space = batch_space(self.single_action_space, count)
        self.observation_space = batch_space(self.single_observation_space, count)
        self._steps = np.zeros(count, int)
        self._over = np.zeros(count, bool)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        """Start all episodes; ``options``: ``q`` and ``u`` to start from there instead."""
        super().reset(seed=seed if isinstance(seed, int | None) else seed[0])
        given = self.task.options(options)
        if "q" in given or "u" in given:
            self.stepper.reset(given.get("q"), given.get("u"))
            self._steps[:] = 0
        else:
            self.stepper.reset()
            self._start(np.arange(self.num_envs))
        self._over[:] = False
        state = self._state()
        return self.task.observed(state), {"time": state.time}

    def step(self, actions: Numbers) -> tuple[Numbers, Numbers, NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Hold joint forces for a period; environments that were over start again instead."""
        task, actions = self.task, self.task.bounded(actions, (self.num_envs,))
        anew = np.flatnonzero(self._over)
        self.stepper.step(task.forces(actions), task.period)
        self._steps += 1
        if len(anew):
            self._start(anew)
        state = self._state()
        over = task.ended(state, (self.num_envs,))
        failed = list(self.stepper.failed)
        over[failed] = True
        reward = task.rewarded(state, actions)
        cut = np.zeros(self.num_envs, bool) if task.steps is None else self._steps >= task.steps
        reward[anew], over[anew] = 0.0, False
        task.finite(reward)
        self._over = over | cut
        info: dict[str, Any] = {"time": state.time}
        if failed:
            sentences = np.full(self.num_envs, None, object)
            sentences[failed] = list(self.stepper.failed.values())
            info |= {"failed": sentences, "_failed": sentences != None}  # noqa: E711 (of an array)
        return task.observed(state), reward, over, cut, info

    def _start(self, which: NDArray[np.int64]) -> None:
        """Start episodes anew."""
        self._steps[which] = 0
        if self.task.start is None:
            self.stepper.reset(runs=which)
            return
        starts = [self.task.started(self.np_random) for _ in which]
        q, u = (
            np.array([
                first[k] if start[place] is None else vector_of(self.task.mechanism, letter, start[place])
                for k, start in zip(which, starts, strict=True)
            ])
            for place, (letter, first) in enumerate(zip("qu", self._first, strict=True))
        )  # fmt: skip
        self.stepper.reset(q, u, runs=which)

    def _state(self) -> State:
        """The state, with the time of each episode."""
        state: Any = self.stepper.state
        return State(self._steps * self.task.period, state.q, state.u)
