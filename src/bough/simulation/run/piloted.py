"""Runs with a controller that compiled code calls: which ones can be, which ones are worth it, and how they go."""

from __future__ import annotations

import copy
import ctypes
from typing import TYPE_CHECKING, Any

import numpy as np

from bough.errors import BoughError, Message, StateError, UnsupportedError
from bough.integrate.integration import Integration
from bough.integrate.pilot import Pilot
from bough.integrate.plan import FAILED, FAULTY, GOING_ON
from bough.mechanism.checks import shown
from bough.simulation.run.control import Controller
from bough.typing import Array

if TYPE_CHECKING:
    from bough.integrate.laws import Law
    from bough.simulation.run.driver import Driver

MANY = 50_000  # calls that take Python about two seconds, as long as compiling takes
SAME, TINY = 1e-9, 1e-12  # differences of commands by Python and by compiled code that may be rounding


# --- which way --------------------------------------------------------------------------------------------------------


def law_for(driver: Driver) -> tuple[Law | None, str]:
    """The compiled controller of all runs, if there is one, and in words what calls it."""
    first = driver.controllers[0]
    sampled, calls = first.sampled, len(first.calls) * len(driver.controllers)
    if sampled.compiled is False:
        return None, "Python"
    reason = _in_the_way(driver)
    if not reason and sampled.compiled is None and calls < MANY:
        reason = f"{calls} calls are too few to compile it for"
    law = None
    if not reason:
        law, reason = _compiled(first, driver.record[0, 0])
    return law, f"Python, since {reason}" if reason else "compiled code"


def _in_the_way(driver: Driver) -> str:
    """Why compiled code cannot run these motions; empty if it can."""
    setup, carried = driver.setup, driver.carried
    if driver.events:
        return "events are looked for"
    if setup.tau_of([0]) is not None:
        return "tau differs among runs"
    if setup.momenta:
        return "momenta are integrated"
    if setup.method is None:
        return f"'{setup.integrator}' is not compiled"
    if carried is not None and any(carried.modes):
        return "events have switched forces or joints"
    runs = range(len(driver.record))
    if any(setup.rate_of([k]).size != driver.record.shape[2] for k in runs):
        return "some variants depend on time, and others do not"
    return ""


def _compiled(controller: Controller, state: Array) -> tuple[Law | None, str]:
    """The compiled controller, or why there is none; raises an error if it was asked for, and Python could call it."""
    sampled, mechanism = controller.sampled, controller.mechanism
    time = controller.calls[:1].copy() if len(controller.calls) else np.zeros(1)
    moment = time, state[: mechanism.n_q].copy(), state[len(state) - mechanism.n :].copy()
    fails = "it fails at the start"
    try:
        law = _law(controller)
        reason = _difference(controller, law, *moment)
    except UnsupportedError as error:
        law, reason = None, str(error)
    except BoughError:
        return None, fails  # (as the run will tell)
    if reason and sampled.compiled:
        try:
            controller.call(float(time[0]), *moment[1:], copy.deepcopy(controller.memory))
        except BoughError:
            return None, fails
        whose = f"the controller '{sampled.name}' cannot be compiled: {reason}; change that, or leave out "
        raise StateError(Message(whose, *sampled.asked_by, "."))
    return None if reason else law, reason


def _law(controller: Controller) -> Law:
    from bough.integrate.laws import Names, law_of

    sampled, mechanism = controller.sampled, controller.mechanism
    numbers = numbers_of(controller.memory)
    if numbers is None:
        raise UnsupportedError(
            f"its memory must be an array of numbers or a dict of numbers, not {shown(controller.memory)}"
        )
    keys = tuple(controller.memory) if isinstance(controller.memory, dict) else ()
    names = Names(tuple(mechanism.q_names), tuple(mechanism.u_names), keys, numbers.shape)
    return law_of(sampled.function, names, sampled.name)


def _difference(controller: Controller, law: Law, time: Array, q: Array, u: Array) -> str:
    """What Python and compiled code do not agree about at the start; empty if they do."""
    memory, numbers, tau = copy.deepcopy(controller.memory), numbers_of(controller.memory), np.zeros(len(u))
    assert numbers is not None
    wanted = controller.call(float(time[0]), q, u, memory)
    words = np.array([each.ctypes.data for each in (time, q, u, numbers, tau)], np.int64)
    if ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)(law.address)(words.ctypes.data) != 0:
        return ""  # (Python will make such calls)
    after = numbers_of(memory)
    if after is not None and after.shape == numbers.shape:
        pairs = (tau, wanted), (numbers, after)
        if all(np.allclose(*pair, rtol=SAME, atol=TINY, equal_nan=True) for pair in pairs):
            return ""
    return "compiled code gives other numbers than Python"


# --- memory -----------------------------------------------------------------------------------------------------------


def numbers_of(memory: Any) -> Array | None:
    """A memory as an array for compiled code; None if it is neither an array of numbers nor a dict of numbers by name."""
    if isinstance(memory, np.ndarray):
        return np.array(memory, order="C") if memory.dtype == float and memory.ndim else None
    kinds = bool | int | float | np.floating | np.integer | np.bool_
    if isinstance(memory, dict) and all(isinstance(k, str) and isinstance(v, kinds) for k, v in memory.items()):
        return np.array(list(memory.values()), float)
    return None


def remember(memory: Any, numbers: Array) -> None:
    """Put what compiled code has left into a memory."""
    if isinstance(memory, np.ndarray):
        memory[...] = numbers
        return
    for (name, old), value in zip(list(memory.items()), numbers.tolist(), strict=True):
        kind = type(old)
        memory[name] = kind(value) if kind(value) == value else value


# --- a run ------------------------------------------------------------------------------------------------------------


def run_piloted(driver: Driver, k: int, controller: Controller, law: Law) -> tuple[Integration, int]:
    """A run with a controller, without Python but for calls that compiled code fails to make; and how it ended."""
    setup = driver.setup
    integration = driver.integration(setup.rate_of([k]), setup.times, driver.record[k])
    assert isinstance(integration, Integration)
    numbers = numbers_of(controller.memory)
    assert numbers is not None
    pilot = controller.pilot(integration, law.address, numbers)
    slices, status = driver.slices(integration), GOING_ON
    while status == GOING_ON and not driver.stop.is_set():
        status = slices.advance()
        if status == FAULTY:
            status = _serve(driver, k, controller, pilot)
        driver.tell([k], integration.time)
    remember(controller.memory, pilot.memory)
    controller.adopt(pilot)
    return integration, status


def _serve(driver: Driver, k: int, controller: Controller, pilot: Pilot) -> int:
    """Let Python make the call that is due, and go on; or tell what is wrong with it."""
    time, state, memory = pilot.integration.time, pilot.integration.state, controller.memory
    n_q, n = controller.mechanism.n_q, controller.mechanism.n
    remember(memory, pilot.memory)
    try:
        command = controller.call(time, state[:n_q], state[len(state) - n :], memory)
    except BoughError as error:
        driver.outcomes[k].reason, driver.outcomes[k].cause = str(error), error.__cause__
        return FAILED
    numbers = numbers_of(memory)
    if numbers is None or numbers.shape != pilot.memory.shape:
        driver.outcomes[k].reason = (
            f"the controller '{controller.sampled.name}' left a memory at t = {time:.9g} s that compiled code cannot hold; give "
            "compiled=False."
        )
        return FAILED
    pilot.memory[...] = numbers
    pilot.serve(command)
    return GOING_ON
