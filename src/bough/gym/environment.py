"""A mechanism as an environment of Gymnasium."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium

from bough.gym.task import Measure, Numbers, Reward, Start, Terminated, check_options, task_of
from bough.mechanism.mechanism import Mechanism
from bough.simulation.run.stepper import Stepper


class Environment(gymnasium.Env[Numbers, Numbers]):
    """A mechanism that an agent moves by joint forces, which are held for ``period`` seconds.

    ``actions``: bounds of joint forces by names of velocities, ``{"cart": (-10, 10)}`` or ``{"cart": 10}``, at which
    actions are cut off.
    ``observations``: names such as ``"q.pole"`` and ``"u.pole"``, or a dict of names with functions of the state (None for
    the state's own); by default all of the state. ``reward(state, action)``: a number; the state has ``time``, ``q`` and
    ``u`` by name, the action is a dict. ``terminated(state)``: whether an episode is over. ``duration``: seconds after
    which it is cut off. ``start(generator)``: (q, u) at its start, by names or as vectors; by default those of the
    mechanism. All else, such as ``integrator`` and ``step``, as for :class:`bough.Stepper`. A step that cannot be taken
    ends an episode, with the reason under ``failed`` of ``info``.
    """

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012 (as Gymnasium has it)

    def __init__(
        self,
        mechanism: Mechanism,
        reward: Reward,
        *,
        period: float,
        actions: Mapping[str, Any],
        observations: Sequence[str] | Mapping[str, Measure | None] | None = None,
        terminated: Terminated | None = None,
        start: Start | None = None,
        duration: float | None = None,
        **how: Any,
    ):
        check_options(Environment, how)
        self.task = task_of(mechanism, reward, period, actions, observations, terminated, start, duration)
        self.stepper = Stepper(mechanism, **{**how, "on_failure": "return"})
        self.action_space, self.observation_space = self.task.action_space, self.task.observation_space
        self._steps = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        """Start an episode; ``options``: ``q`` and ``u`` to start from there instead."""
        super().reset(seed=seed)
        q, u = self.task.started(self.np_random)
        given = self.task.options(options)
        self.stepper.reset(given.get("q", q), given.get("u", u))
        self._steps = 0
        state = self.stepper.state
        return self.task.observed(state), {"time": state.time}

    def step(self, action: Numbers) -> tuple[Numbers, float, bool, bool, dict[str, Any]]:
        """Hold joint forces for a period."""
        task, action = self.task, self.task.bounded(action, ())
        self.stepper.step(task.forces(action), task.period)
        self._steps += 1
        state, failed = self.stepper.state, self.stepper.failed
        over = bool(task.ended(state, ())) or bool(failed)
        reward = float(task.finite(task.rewarded(state, action)))
        info = {"time": state.time, **({"failed": failed[0]} if failed else {})}
        return task.observed(state), reward, over, task.steps is not None and self._steps >= task.steps, info
