"""Inputs and outputs of a compiled loop of steps: words of a table of addresses, after those of the work arrays."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np


class Plan(NamedTuple):
    """A method's coefficients (see ``methods.py``), the times of outputs, and the progress of the loop."""

    stages: int
    rows: int  # slopes kept within a step
    order: int
    outputs: int  # number of times at which states are recorded, including the first
    legs: int  # rows of ``stops``
    knots: int  # entries of ``pace``
    shifter: int  # addresses of compiled code for symplectic steps with loops (``manifold.py``), else zero
    fitter: int
    open_table: int  # the address of a table of addresses whose tree has no loops, else zero
    keeper: int  # address of compiled code that keeps a parametrised mass matrix right after each step, else zero
    jacobian: int  # address of compiled code for derivatives, else zero: differences
    guard: int  # address of compiled code that looks at guards after each step, else zero (``guards.py``)
    guard_code: int  # address of the guards' own code
    guard_row: int  # address of the row of plan.guards that it takes
    a: np.ndarray
    b: np.ndarray
    e: np.ndarray
    dense: np.ndarray
    predict: np.ndarray
    c: np.ndarray
    settings: np.ndarray  # see below
    times: np.ndarray
    stops: np.ndarray  # times at which a step has to end, including the last, each with the largest number below it
    pace: np.ndarray  # times of which a step may pass only one
    record: np.ndarray  # recorded states: lane after lane, time after time
    guards: np.ndarray  # what is known of guards (``guards.py``)
    counters: np.ndarray  # see below; integers


PLAN_NUMBERS = (
    "stages",
    "rows",
    "order",
    "outputs",
    "legs",
    "knots",
    "shifter",
    "fitter",
    "open_table",
    "keeper",
    "jacobian",
    "guard",
    "guard_code",
    "guard_row",
)
PLAN_INTEGERS = ("counters",)
PLAN_WIDTHS = {"a": 16, "predict": 16, "c": 16, "e": 2, "dense": 8, "stops": 2}  # others have one column
# settings; DENSE: whether states within every step will be needed; EVERY: steps between corrections, 0 for none; START:
# the time from which fixed steps are counted up to the first stop; JUDGED: whether steps look for signs of stiffness
STEP, RTOL, ATOL, LONGEST, DENSE, EVERY, START, JUDGED = range(8)
# counters: steps within the present leg, the leg, steps of the loop, right-hand sides of the loop, what is new (see
# below), then four for each lane: its steps, how many of them were rejected, its right-hand sides, its next output
WITHIN, LEG, TAKEN, CALLS, FRESH, OF_LANES = range(6)
STEPS, REJECTED, EVALUATIONS, NEXT, PER_LANE = range(5)
# what is new since the last step: nothing, only the stops, or the state
OLD, NEW_STOPS, NEW_STATE = range(3)
# rows of work.clock: the time, the length of the next step, whether the last one was rejected, whether the slope at the
# start has to be computed again, the latest time that belongs to the step, the largest relative error of accelerations
# that a correction of a parametrised mass matrix found, the length that the next step would have without stops, and signs
# of stiffness, or that there is none (``stiffness.py``)
TIME, LENGTH, AFTER_REJECTION, RENEW, LATEST, WORST, WANTED, SIGNS, CLOCK_ROWS = range(9)
# results of a loop; FAULTY: a call of a controller that is due failed, or its command is not finite; AT_GUARD: a guard may
# have passed zero within the last step
FINISHED, GOING_ON, FAILED, FAULTY, AT_GUARD = range(5)
