"""What a compiled loop of steps is told, and what it tells: words of a table of addresses, after those of the work arrays."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np


class Plan(NamedTuple):
    """A method's coefficients (see ``methods.py``), the times at which states are wanted, and how far the loop is."""

    stages: int
    rows: int  # slopes kept within a step
    order: int
    outputs: int  # times at which states are wanted, the first included
    a: np.ndarray
    b: np.ndarray
    e: np.ndarray
    dense: np.ndarray
    predict: np.ndarray
    settings: np.ndarray  # see below
    times: np.ndarray
    record: np.ndarray  # states at those times: lane after lane, time after time
    counters: np.ndarray  # see below; integers


PLAN_NUMBERS = ("stages", "rows", "order", "outputs")
PLAN_INTEGERS = ("counters",)
PLAN_WIDTHS = {"a": 16, "predict": 16, "e": 2, "dense": 8}  # others have one column
# settings
STEP, RTOL, ATOL, LONGEST = range(4)
# counters: steps within the present interval between outputs, steps taken, steps rejected, right-hand sides, and from there on the next output of each lane
WITHIN, STEPS, REJECTED, EVALUATIONS, NEXT = range(5)
# rows of work.clock
TIME, LENGTH, AFTER_REJECTION = range(3)
# what a loop answers
FINISHED, GOING_ON, FAILED = range(3)
