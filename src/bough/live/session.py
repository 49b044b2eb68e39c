"""A live model: its state, what is set by hand, and the motion as it runs. No network in here, and no threads.

``advance`` moves it on by a stretch of real time, ``frame`` tells where everything is. Whatever fails is told in
``message`` and pauses the motion; ``reset`` starts again.
"""

from __future__ import annotations

import time as clock
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from typing import Any

import numpy as np

from bough.api.loop_forces import machine_size
from bough.api.loops import assemble, consistent_velocities
from bough.api.operation import state_array
from bough.compiled.notice import shown_by
from bough.errors import BoughError, StateError
from bough.live.hands import Followed, Hands, followed_by, with_tables
from bough.live.measures import Frame, Layout, layout_of, measured
from bough.live.motion import Manner, State, advance
from bough.live.posing import drawn, moved
from bough.live.push import WINDOW, Grip, Push, push
from bough.live.ranges import Coordinate, Slider, coordinates_of, forces_of
from bough.mechanism.checks import remedy, shown
from bough.mechanism.mechanism import Mechanism
from bough.owncode.entry import by_shared_kernels
from bough.simulation.view.starting import closed_start
from bough.typing import ByName, Coordinates, CoordinatesLike, JointForces, VectorLike, Velocities, VelocitiesLike

SLOWEST, FASTEST = 0.1, 10.0  # times real time
LONGEST = 1.0 / 30.0  # seconds of a window without a push
SINGLE = 0.01  # seconds of a single step
COVERED = 60.0  # seconds that functions of time are prepared for; then twice as many, and so on
SEEN = 1e-3  # of the largest starting velocity, by which one was changed, to be worth a word
SMOOTHED = 0.5  # seconds over which the real-time factor is averaged
MOST_SLIDERS = 400  # of coordinates, forces or signals: more make no page


class Session:
    """A mechanism that is posed, pushed and run.

    ``q0``, ``u0``: as for :func:`bough.simulate`; ``manner``: form, solver, integrator, step. ``told``: called with what is
    being compiled, and with an empty text afterwards.
    """

    def __init__(
        self,
        mechanism: Mechanism,
        *,
        q0: CoordinatesLike | ByName | None = None,
        u0: VelocitiesLike | ByName | None = None,
        manner: Manner | None = None,
        told: Callable[[str], None] = lambda text: None,
    ):
        if not isinstance(mechanism, Mechanism):
            raise StateError(f"live takes a Mechanism, not {shown(mechanism)}.")
        self.mechanism, self.told, self.manner = mechanism, told, manner or Manner()
        self.manner.check(mechanism)
        self.running, self.speed, self.factor = False, 1.0, 0.0
        self.message, self.note, self.settings = "", "", dict[str, Any]()  # note: about the start
        self.tau: JointForces = np.zeros(mechanism.n)
        self.grip: Grip | None = None
        self.pushed: Push | None = None
        self._size = machine_size(mechanism)
        self._tables: Mechanism | None = None  # the copy whose signals can be by hand
        self._pace: list[tuple[float, float]] = []  # (real seconds, seconds of the motion) of the last windows
        self._compiled = False  # whether something was compiled in the last window
        with shown_by(self._compiling):
            if mechanism.is_timed:
                self._cover(mechanism, COVERED)
            self.start = self.state = self._first(q0, u0)
            self.message = self.note
            q = self.start.q
            self.coordinates: list[Coordinate] = coordinates_of(mechanism, q)[:MOST_SLIDERS]
            self.forces: list[Slider] = forces_of(mechanism, q, 0.0)[:MOST_SLIDERS]
            self.followed: list[Followed] = followed_by(mechanism, self.coordinates, q)[:MOST_SLIDERS]
        self._by_name = {one.name: one for one in self.coordinates}
        self.hands = Hands(mechanism, self.followed)
        self.layout: Layout = layout_of(mechanism, self.coordinates)

    def _first(self, q0: Any, u0: Any) -> State:
        """The starting state, with loops closed."""
        m = self.mechanism
        named = {**m.u0, **(u0 or {})} if isinstance(u0, Mapping | None) else None
        fast = state_array(m, "u", u0) if named is None else m.velocities(named)
        q, self.note = closed_start(m, q0)
        if not m.loops:
            return State(0.0, q, fast)
        u = self._closed_velocities(q, fast, named or ())
        given = [place for name in named for place in m.u_places[name]] if named is not None else slice(None)
        if np.abs(u - fast)[given].max(initial=0.0) > SEEN * np.abs(fast).max(initial=0.0):
            slower = f"The starting velocities of '{m.name}' would open its loops, so the nearest that keep them closed were taken."
            self.note = f"{self.note} {slower}".strip()
        return State(0.0, q, u)

    def _closed_velocities(self, q: Coordinates, fast: Velocities, names: Iterable[str]) -> Velocities:
        """Velocities that keep loops closed: with those of these names as they are, if there are such."""
        try:
            return consistent_velocities(self.mechanism, q, fast, hold=names)
        except StateError:
            return consistent_velocities(self.mechanism, q, fast)

    @property
    def model(self) -> Mechanism:
        """The mechanism that is computed now: a copy if signals are by hand."""
        return self._tables if self._tables is not None and self.hands.paths else self.mechanism

    # --- poses --------------------------------------------------------------------------------------------------------

    def set(self, name: str, value: float) -> None:
        """Move a coordinate to a value, as far as limits and loops allow; loops are kept closed by the others."""
        slider = self._by_name.get(name)
        if slider is None:
            raise StateError(f"no coordinate {shown(name)} in '{self.mechanism.name}': {remedy(name, self._by_name)}")
        if self.running:
            self.message = "Pause the motion to move a coordinate."
            return
        with self._computing():
            q, self.message = moved(self.model, self.state.q, slider, value, self.coordinates, self.state.time)
        if not self.message and (end := slider.clipped(value)) != value:
            self.message = f"'{name}' goes no further than {slider.told(end)}."
        self._pose(q)

    def grab(self, body: str, at: VectorLike, to: VectorLike) -> None:
        """Take a body at a point of its frame and draw it to a point of the ground: pose it, or push it while it runs."""
        if body not in self.mechanism.body_index:
            names = self.mechanism.body_names
            raise StateError(f"no body {shown(body)} in '{self.mechanism.name}': {remedy(body, names)}")
        self.grip = grip = Grip(body, np.array(at, float), np.array(to, float))
        if not self.running:
            with self._computing():
                q = drawn(self.model, self.state.q, body, grip.at, grip.to, self.coordinates, self.state.time)
            self.message = ""
            self._pose(q)

    def release(self) -> None:
        """Let go of what is grabbed."""
        self.grip = self.pushed = None

    def _pose(self, q: Coordinates) -> None:
        """Be at rest in a pose, which the servos hold from now on."""
        self.hands.pose(self.state.q, q)
        self.state = State(self.state.time, q, np.zeros(self.mechanism.n))

    # --- forces and signals -------------------------------------------------------------------------------------------

    def force(self, name: str, value: float) -> None:
        """Set the joint force on a velocity."""
        names = [one.name for one in self.forces]
        if name not in names:
            raise StateError(f"no velocity {shown(name)} in '{self.mechanism.name}': {remedy(name, names)}")
        self.tau[names.index(name)] = value

    def signal(self, name: str, value: float | None) -> None:
        """Let a motor, a servo or a driven joint follow a value by hand; None: its own signal again."""
        one = self.hands.followed.get(name)
        if one is None:
            raise StateError(f"no signal {shown(name)} in '{self.mechanism.name}': {remedy(name, self.hands.followed)}")
        if value is None:
            self.hands.release(name, self.state.time, self.running)
        else:
            if one.velocity is None:
                self._take_signals()
            self.hands.take(name, value, self.state.time, self.running)
        if one.is_motion and not self.running and self.mechanism.loops:
            with self._computing():
                self._close(name)

    def _take_signals(self) -> None:
        """Compute with signals that can be by hand, if that is not done yet."""
        if self._tables is None:
            self._tables = with_tables(self.mechanism)
            self.hands.mechanism = self._tables
        self.hands.hold()

    def _hold_pose(self) -> None:
        """Let servos hold the pose by their signals, before it moves."""
        if self.hands.posed:
            self._take_signals()

    def _close(self, name: str) -> None:
        """Close the loops after a driven joint was moved; where that cannot be, it goes back to its own signal."""
        try:
            self._pose(assemble(self.model, self.state.q, time=self.state.time))
        except BoughError as error:
            self.message = str(error)
            self.hands.release(name, self.state.time, False)

    # --- running ------------------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Let it move."""
        self.running, self.message, self._pace = True, "", []
        self._hold_pose()
        self.release()

    def pause(self) -> None:
        """Hold it where it is."""
        self.running, self.factor = False, 0.0
        self.hands.settle()
        self.release()

    def reset(self) -> None:
        """Go back to the start, at the time zero; forces and signals are the model's own again."""
        self.pause()
        self.hands.clear()
        self.state, self.message = self.start, ""
        self.tau[:] = 0.0

    def step(self) -> None:
        """Move on by a hundredth of a second, and pause."""
        self.pause()
        self._hold_pose()
        self.message = ""
        self._until(self.state.time + SINGLE, 10.0)

    def pace(self, speed: float) -> None:
        """Run so many times as fast as real time."""
        self.speed = min(max(float(speed), SLOWEST), FASTEST)
        self._pace = []

    def choose(self, manner: Manner) -> None:
        """Compute the motion by another form, solver or integrator; refused if it does not serve this mechanism."""
        before, self.manner = self.manner, manner
        try:
            with self._computing():
                self._window(self.state.time + 1e-6, 1.0)
            self.message = ""
        except BoughError as error:
            self.manner, self.message = before, str(error)

    def advance(self, seconds: float) -> None:
        """Move on by so many seconds of real time, if it runs."""
        if not self.running:
            return
        begun, before, self._compiled = clock.perf_counter(), self.state.time, False
        self._until(before + seconds * self.speed, max(seconds, LONGEST))
        if self._compiled or not self.running:
            return
        self._pace.append((max(seconds, clock.perf_counter() - begun), self.state.time - before))
        while len(self._pace) > 1 and sum(real for real, _ in self._pace[1:]) > SMOOTHED:
            self._pace.pop(0)
        self.factor = sum(gone for _, gone in self._pace) / sum(real for real, _ in self._pace)

    def _until(self, end: float, patience: float) -> None:
        """Move on to a time, or as far as patience lasts; what fails pauses the motion with a sentence."""
        begun = clock.perf_counter()
        try:
            with self._computing():
                while self.state.time < end - 1e-12:
                    left = patience - (clock.perf_counter() - begun)
                    self.state = self._window(end, max(left, 1e-3))
                    if left <= 0.0:
                        break
        except BoughError as error:
            self.pause()
            self.message = str(error)

    def _window(self, end: float, patience: float) -> State:
        """The state after a window: until ``end``, or shorter."""
        start, tau = self.state.time, self._joint_forces()
        end = min(end, start + (WINDOW if self.grip and self.running else LONGEST))
        end = self.hands.end_of_window(start, end)
        self._prepare(end)
        if self.grip and self.running:
            self.pushed = push(self.model, self.state, self.grip, self._size)
            tau = tau + self.pushed.tau
        code = "shared" if self.model is self._tables else "auto"
        found, self.settings = advance(self.model, self.state, end, tau, self.manner, code=code, patience=patience)
        return found

    def _joint_forces(self) -> JointForces:
        """Joint forces by hand."""
        return self.tau + self.hands.tau(self.mechanism.n)

    def _prepare(self, end: float) -> None:
        """Cover the times up to ``end``, some time ahead, and write signals that are by hand."""
        model = self.model
        for one in {id(m): m for m in (model, self.mechanism)}.values():
            covered = one.covered
            if one.is_timed and (covered is None or end > covered[1]):
                self._cover(one, max(COVERED, 2.0 * end), end)
        if model is self._tables:
            self.hands.write(self.state.time)

    @staticmethod
    def _cover(mechanism: Mechanism, ahead: float, least: float = 0.0) -> None:
        """Prepare functions of time for the time ahead; one that ends before is taken as far as it is needed."""
        try:
            mechanism.cover(0.0, ahead)
        except BoughError:
            mechanism.cover(0.0, least)

    # --- frames -------------------------------------------------------------------------------------------------------

    def frame(self) -> Frame:
        """Where everything is."""
        t = self.state.time
        with self._computing():
            self._prepare(t)
            tau = self._joint_forces()
            parts = measured(self.model, self.state, tau, self.pushed, self.coordinates, self.hands.posed)
            signals = np.array([self.hands.now(name, t)[0] for name in self.hands.followed])
        return Frame(t, self.factor, self.running, *parts, signals)

    @contextmanager
    def _computing(self) -> Iterator[None]:
        """Compute with signals by hand, if there are any, and tell what is compiled meanwhile."""
        with shown_by(self._compiling), by_shared_kernels() if self.model is self._tables else nullcontext():
            yield

    def _compiling(self, what: str | None) -> None:
        self._compiled = True
        self.told(what or "")
