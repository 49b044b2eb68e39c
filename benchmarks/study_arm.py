"""The study that is measured: an arm of seven hinges for a second by RK4 with steps of a millisecond, of which three maxima are kept."""

from __future__ import annotations

from functools import cache
from itertools import product

import numpy as np
from mechanisms import alternating_chain

import bough as bo

STEP, DURATION, EVERY = 1e-3, 1.0, 0.01
STEPS, SAMPLES = round(DURATION / STEP), round(DURATION / EVERY)
RUN = {"duration": DURATION, "every": EVERY, "integrator": "rk4", "step": STEP}
KEEP = {"swing": "max |q.link7|", "first": "max |u.link1|", "last": "max |u.link7|"}
# what varies: the load at the tip, and two hinges at the start
RANGES = {"link7.mass": (0.5, 3.0), "q0.link1": (0.2, 1.0), "q0.link4": (-0.8, 0.8)}
STARTS = {f"q0.link{k}": (-0.5, 0.5) for k in range(1, 8)}


@cache
def arm() -> bo.Mechanism:
    """Hinges about x and y in turn, so that the motion is not plane."""
    return alternating_chain(7)


def grid(count: int) -> dict[str, list[float]]:
    """Values of what varies, as peers take them: a grid of at least so many variants."""
    points = round(np.ceil(count ** (1.0 / len(RANGES)) - 1e-9))
    return {name: np.linspace(*ends, points).tolist() for name, ends in RANGES.items()}


def variants(count: int) -> np.ndarray:
    """The same, a variant per row; the last name varies fastest."""
    return np.array(list(product(*grid(count).values())))


def start(first: float, fourth: float) -> np.ndarray:
    """q of the first and fourth hinge turned aside."""
    q = np.zeros(7)
    q[0], q[3] = first, fourth
    return q


def maxima(q: np.ndarray, u: np.ndarray) -> np.ndarray:
    """What is kept, of samples along the last axis but one."""
    size = np.abs(q[..., 6]), np.abs(u[..., 0]), np.abs(u[..., 6])
    return np.stack([x.max(axis=-1) for x in size], axis=-1)


def expected(rows: np.ndarray) -> np.ndarray:
    """The maxima of these variants by plain calls of ``simulate``, one after the other."""
    found = []
    for mass, first, fourth in rows:
        mechanism = arm().with_parameters({"link7.mass": mass})
        run = bo.simulate(mechanism, q0=start(first, fourth), energy_tolerance=np.inf, progress=False, **RUN)
        found.append(maxima(run.q.values, run.u.values))
    return np.array(found)
