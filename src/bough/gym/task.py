"""What is common to an environment and to many side by side: names of actions and observations, rewards, ends, starts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from inspect import signature
from typing import Any, TypeAlias

import numpy as np
from gymnasium.spaces import Box
from numpy.typing import NDArray

from bough.errors import BoughError, StateError
from bough.mechanism.checks import listing, remedy, shown, shown_error
from bough.mechanism.mechanism import Mechanism
from bough.simulation.run.manner import finite, seconds
from bough.simulation.run.stepper import State, Stepper
from bough.typing import StartLike

Numbers: TypeAlias = NDArray[np.float64]
# of a state and an action by name; of many environments, each is an array with a number for each
Reward: TypeAlias = Callable[[State, Mapping[str, Any]], Any]
Terminated: TypeAlias = Callable[[State], Any]
Measure: TypeAlias = Callable[[State], Any]
Start: TypeAlias = Callable[[np.random.Generator], tuple[StartLike, StartLike]]

# what an environment passes on to its stepper; the rest it sets itself
_PASSED_ON = [
    name
    for name in signature(Stepper).parameters
    if name not in ("mechanism", "runs", "start", "on_failure", "unknown")
]


@dataclass(frozen=True)
class Task:
    """Checked arguments of an environment."""

    mechanism: Mechanism
    reward: Reward
    period: float
    actions: dict[str, tuple[float, float]]  # bounds of joint forces by names of velocities
    observations: dict[str, Measure | None]  # by name: of the state, or a function
    terminated: Terminated | None
    start: Start | None
    steps: int | None  # after which an episode is cut off

    @property
    def action_space(self) -> Any:
        """A box of the forces' bounds."""
        low, high = np.array(list(self.actions.values())).T
        return Box(low, high, dtype=np.float64)

    @property
    def observation_space(self) -> Any:
        """A box without bounds."""
        return Box(-np.inf, np.inf, (len(self.observations),), np.float64)

    def forces(self, action: Numbers) -> Numbers:
        """Joint forces (…, n) of an action."""
        tau = np.zeros((*action.shape[:-1], self.mechanism.n))
        tau[..., [self.mechanism.u_names.index(name) for name in self.actions]] = action
        return tau

    def bounded(self, action: Any, shape: tuple[int, ...]) -> Numbers:
        """An action of an agent, (…, count), cut off at its bounds."""
        try:
            found = np.asarray(action, float)
        except (TypeError, ValueError):
            found = np.empty(0)
        if found.shape != (*shape, len(self.actions)):
            many = f"{shape[0]} rows of " if shape else ""
            raise StateError(
                f"an action of '{self.mechanism.name}' must be {many}{len(self.actions)} number{'s' * (len(self.actions) > 1)}, "
                f"for {listing(self.actions)}, not {shown(action)}."
            )
        low, high = np.array(list(self.actions.values())).T
        return np.clip(found, low, high)

    def named(self, action: Numbers) -> dict[str, Any]:
        """An action by name."""
        return {name: action[..., k] for k, name in enumerate(self.actions)}

    def observed(self, state: State) -> Numbers:
        """Observations (…, count) of a state."""
        found = [
            np.asarray(_value(state, name), float) if measure is None else self._measured(name, measure, state)
            for name, measure in self.observations.items()
        ]
        return np.stack(found, axis=-1)

    def _measured(self, name: str, measure: Measure, state: State) -> Numbers:
        """An observation by the user's function, a number for each environment."""
        found, shape = self.call(measure, f"observation '{name}'", state), np.shape(state.q)[:-1]
        numbers = _numbers(found, shape)
        if numbers is None or not np.isfinite(numbers).all():
            many = f"{shape[0]} finite numbers" if shape else "a finite number"
            raise StateError(f"observation '{name}' of '{self.mechanism.name}' must be {many}, not {shown(found)}.")
        return numbers

    def call(self, function: Callable[..., Any], what: str, *arguments: Any) -> Any:
        """A result of the user's function; an error names it."""
        try:
            return function(*arguments)
        except BoughError:
            raise
        except Exception as error:
            raise StateError(f"{what} of '{self.mechanism.name}' failed with {shown_error(error)}; mend it.") from error

    def rewarded(self, state: State, action: Numbers) -> Numbers:
        """The reward, or many of them."""
        found = self.call(self.reward, "reward", state, self.named(action))
        numbers = _numbers(found, action.shape[:-1])
        if numbers is None:
            many = "a number" if action.ndim == 1 else f"{len(action)} numbers"
            raise StateError(f"reward of '{self.mechanism.name}' must return {many}, not {shown(found)}.")
        return numbers

    def finite(self, reward: Numbers) -> Numbers:
        """The same rewards; an error if one is no number to learn from."""
        if not np.isfinite(reward).all():
            bad = np.flatnonzero(~np.isfinite(reward.reshape(-1)))[0]
            whose = f" of environment {bad}" if reward.ndim else ""
            raise StateError(
                f"reward of '{self.mechanism.name}'{whose} is {reward.reshape(-1)[bad]}; let it return finite numbers."
            )
        return reward

    def ended(self, state: State, shape: tuple[int, ...]) -> NDArray[np.bool_]:
        """Whether episodes are over, by ``terminated``."""
        if self.terminated is None:
            return np.zeros(shape, bool)
        found = np.asarray(self.call(self.terminated, "terminated", state))
        if found.dtype.kind not in "biuf" or found.shape not in ((), shape):
            many = f"{shape[0]} of them" if shape else "one"
            raise StateError(
                f"terminated of '{self.mechanism.name}' must return True or False, {many}, not {shown(found.tolist())}."
            )
        return np.array(np.broadcast_to(found.astype(bool), shape))

    def options(self, given: dict[str, Any] | None) -> dict[str, Any]:
        """Options of ``reset``: where to start instead."""
        for name in given or {}:
            if name not in ("q", "u"):
                raise StateError(f"reset of '{self.mechanism.name}' takes the options 'q' and 'u', not {shown(name)}.")
        return given or {}

    def started(self, generator: np.random.Generator) -> tuple[StartLike | None, StartLike | None]:
        """(q, u) at the start of an episode."""
        if self.start is None:
            return None, None
        found = self.call(self.start, "start", generator)
        if not isinstance(found, tuple) or len(found) != 2:
            raise StateError(f"start must return (q, u), each by names or as a vector, not {shown(found)}.")
        return found


def check_options(kind: type, given: Mapping[str, Any]) -> None:
    """Refuse options that neither an environment of this kind nor its stepper has."""
    for name in given:
        if name not in _PASSED_ON:
            own = [name for name in signature(kind).parameters if name != "how"]
            raise StateError(f"{kind.__name__} has no option {shown(name)}: {remedy(name, [*own, *_PASSED_ON])}")


def task_of(
    mechanism: Mechanism,
    reward: Reward,
    period: float,
    actions: Mapping[str, Any],
    observations: Sequence[str] | Mapping[str, Measure | None] | None,
    terminated: Terminated | None,
    start: Start | None,
    duration: float | None,
) -> Task:
    """The arguments of an environment, checked."""
    if not isinstance(mechanism, Mechanism):
        raise StateError(f"an environment takes a Mechanism, not {shown(mechanism)}.")
    for name, function in (("reward", reward), ("terminated", terminated), ("start", start)):
        if not callable(function) and (name == "reward" or function is not None):
            raise StateError(f"{name} must be a function, not {shown(function)}.")
    period = seconds(period, "period")
    steps = None if duration is None else max(1, round(seconds(duration, "duration") / period))
    found = {name: _bounds(mechanism, name, bounds) for name, bounds in dict(actions).items()}
    if not found:
        raise StateError("an environment needs actions: joint forces by name with their bounds, {'cart': (-10, 10)}.")
    return Task(
        mechanism, reward, period, found, _observations(mechanism, observations), terminated, start, steps
    )  # fmt: skip


def _bounds(mechanism: Mechanism, name: str, bounds: Any) -> tuple[float, float]:
    names = mechanism.u_names
    if name not in names:
        raise StateError(f"actions: no velocity {shown(name)} in '{mechanism.name}': {remedy(name, names)}")
    pair = (-bounds, bounds) if isinstance(bounds, int | float) else bounds
    if not isinstance(pair, Sequence) or len(pair) != 2:
        raise StateError(f"actions: bounds of '{name}' must be (least, largest) or one number, not {shown(bounds)}.")
    low, high = (finite(x, f"the bound of '{name}'") for x in pair)
    if not low < high:
        raise StateError(f"actions: the least force of '{name}' must be below the largest, not {shown(bounds)}.")
    return low, high


def _observations(mechanism: Mechanism, given: Any) -> dict[str, Measure | None]:
    known = [f"q.{name}" for name in mechanism.q_names] + [f"u.{name}" for name in mechanism.u_names]
    if given is None:
        return dict.fromkeys(known)
    found = dict(given) if isinstance(given, Mapping) else dict.fromkeys(given)
    for name, measure in found.items():
        if measure is None and name not in known and name not in mechanism.q_names:
            raise StateError(f"observations: no {shown(name)} in '{mechanism.name}': {remedy(name, known)}")
        if measure is not None and not callable(measure):
            raise StateError(f"observations: '{name}' must be a function of the state, not {shown(measure)}.")
    if not found:
        raise StateError(
            f"an environment needs observations, such as '{known[0]}'; leave them out for all of the state."
        )
    return found


def _numbers(found: Any, shape: tuple[int, ...]) -> Numbers | None:
    """What a user's function gave as numbers, one for each environment; None if it is something else."""
    try:
        return None if found is None else np.array(np.broadcast_to(np.asarray(found, float), shape))
    except (TypeError, ValueError):
        return None


def _value(state: State, name: str) -> Any:
    letter, _, rest = name.partition(".")
    if letter == "u" and rest:
        return state.u[rest]
    return state.q[rest if letter == "q" and rest else name]
