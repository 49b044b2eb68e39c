"""Integrals of powers along the steps of a motion, by polynomials through their values at Gauss's nodes.

The last coefficients of such a polynomial tell how well it describes the powers in a panel: in a few steps together
where the motion is smooth, in one step, or in a part of one at a kink. A panel that is not fine enough is divided.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.polynomial import legendre

from bough.integrate.following import NODES, POINTS, TO_LEGENDRE, WEIGHTS, Steps
from bough.typing import Array

PARTS = 4  # of a panel that is not fine enough: halves would take twice as many calls
DEEPEST, MOST = 20, 16  # divisions of a panel, and panels for each first one on the average
LEAST = 64  # panels that there may always be
RELATIVE = 1e-13  # rounding, relative to the work in a panel
MOST_STEPS = 8  # in a panel: nodes are so close that no short contact, which takes steps of its own, falls between them
USUAL = 0.8  # share of panels that should be fine enough at once
# the integrals of Legendre's polynomials from the start on, as sums of Legendre's polynomials
_INTEGRALS = 0.5 * legendre.legint(np.eye(POINTS), lbnd=-1.0, axis=0)

Powers = Callable[[np.ndarray, Array, Array], Array]  # (steps, times, states) of N instants -> (N, forces)


class Panels(NamedTuple):
    """Times between which powers are polynomials; motion after motion, in the order of time."""

    motion: np.ndarray  # (S,) integers
    start: np.ndarray  # (S,)
    length: np.ndarray  # (S,)
    first: np.ndarray  # (S,): the step in which it starts
    last: np.ndarray  # (S,): the last one that it may touch
    powers: np.ndarray  # (S, POINTS, forces)

    def works(self, times: list[Array]) -> list[tuple[Array, Array]]:
        """For each motion works (T, forces) from the start of its first panel up to times, and up to the end of its last."""
        before = np.zeros((len(self.start) + 1, self.powers.shape[2]))
        np.cumsum(self.length[:, None] * (WEIGHTS @ self.powers), axis=0, out=before[1:])
        edges = np.searchsorted(self.motion, np.arange(len(times) + 1)).tolist()
        own = [
            first + np.clip(np.searchsorted(self.start[first:last], at, "left") - 1, 0, None)
            for first, last, at in zip(edges, edges[1:], times, strict=False)
        ]
        k = np.concatenate(own)
        h = self.length[k]
        x = np.clip((np.concatenate(times) - self.start[k]) / h, 0.0, 1.0)
        inside = legendre.legvander(2.0 * x - 1.0, POINTS) @ _INTEGRALS @ TO_LEGENDRE
        works = np.split(before[k] + h[:, None] * (inside[:, None] @ self.powers[k])[:, 0], np.cumsum([*map(len, own)]))
        return [
            (works[j] - before[first], before[last] - before[first])
            for j, (first, last) in enumerate(itertools.pairwise(edges))
        ]


class Quadrature:
    """Makes panels of steps; remembers how many steps make a good panel."""

    def __init__(self, powers: Powers, longest: float):
        """``longest``: of a panel."""
        self.powers, self.longest, self.together = powers, longest, 1

    def panels(self, steps: Steps, errors: Array, kinds: np.ndarray | None = None) -> Panels:
        """Panels over steps, motion after motion, in each of which the work is known within ``errors`` (of motions).

        ``kinds``: numbers that are the same in all steps of a panel.
        """
        rest = self._first(steps, kinds)
        found, count, most = [], len(rest.start), LEAST + MOST * len(rest.start)
        for depth in range(DEEPEST):
            values = self._values(steps, rest)
            doubts = self._doubts(rest, values, errors)
            rough = (doubts > 1.0) | (rest.length > self.longest)
            count += (PARTS - 1) * int(rough.sum())
            if depth == 0 and len(rough):
                self._learn(float(np.quantile(doubts, USUAL)))
            if depth == DEEPEST - 1 or count > most:
                rough[:] = False
            found.append(Panels(*(part[~rough] for part in (*rest[:-1], values))))
            if not rough.any():
                break
            motion, start, length, first, last = (np.repeat(part[rough], PARTS) for part in rest[:-1])
            length /= PARTS
            start += length * np.tile(np.arange(PARTS), int(rough.sum()))
            rest = Panels(motion, start, length, first, last, values[:0])
        whole = Panels(*map(np.concatenate, zip(*found, strict=True)))
        in_order = np.lexsort((whole.start, whole.motion))
        return Panels(*(part[in_order] for part in whole))

    def _first(self, steps: Steps, kinds: np.ndarray | None) -> Panels:
        """Panels of so many steps of a motion that follow one another, all of about the same length."""
        motion, start, length = steps.motion, steps.start, steps.length
        every = np.arange(len(motion))
        new = np.ones(len(motion), bool)
        new[1:] = False
        for same in (motion, np.floor(np.log2(length)), *([] if kinds is None else [kinds])):
            new[1:] |= same[1:] != same[:-1]
        at = np.flatnonzero((every - np.maximum.accumulate(np.where(new, every, 0))) % self.together == 0)
        last = np.append(at, len(motion))[1:] - 1
        return Panels(motion[at], start[at], start[last] + length[last] - start[at], at, last, np.empty((0, POINTS, 0)))

    def _values(self, steps: Steps, panels: Panels) -> Array:
        """Powers (S, POINTS, forces) at the nodes of panels."""
        times = panels.start[:, None] + panels.length[:, None] * NODES
        k = np.repeat(panels.first[:, None], POINTS, axis=1)
        for further in range(1, 1 + int((panels.last - panels.first).max(initial=0))):
            at = np.minimum(panels.first + further, panels.last)
            k += (panels.first + further <= panels.last)[:, None] & (steps.start[at][:, None] <= times)
        x = np.clip((times - steps.start[k]) / steps.length[k], 0.0, 1.0)
        if (panels.first == panels.last).all():
            states = steps.at(panels.first, x)
        else:
            states = steps.at(k.reshape(-1), x.reshape(-1, 1))
        found = self.powers(k.reshape(-1), times.reshape(-1), states.reshape(times.size, -1))
        return found.reshape(*times.shape, -1)

    def _doubts(self, panels: Panels, values: Array, errors: Array) -> Array:
        """By how much the last coefficients of polynomials count, relative to what they may."""
        tails = np.abs(TO_LEGENDRE[-2:] @ values).sum(axis=1).max(axis=1, initial=0.0) / (2 * POINTS)
        whole = (WEIGHTS @ np.abs(values)).max(axis=1, initial=0.0)
        allowed = np.maximum(errors[panels.motion], RELATIVE * panels.length * whole)
        doubts: Array = panels.length * tails / np.maximum(allowed, np.finfo(float).tiny)
        return doubts

    def _learn(self, doubt: float) -> None:
        """Choose how many steps make a panel: twice as many have last coefficients that are 2**POINTS times as large."""
        doublings = int(-math.log2(max(doubt, 1e-300)) / POINTS) if doubt <= 1.0 else -1
        self.together = min(MOST_STEPS, max(1, int(self.together * 2.0**doublings)))
