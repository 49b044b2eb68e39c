"""How the forces of inverse dynamics change with the state: exact derivatives, along ground axes, from composite bodies.

Spatial vectors are pairs (linear, angular) about one point, the origin of the root body. If DoF k moves, all bodies
beyond its joint move as one, by its column S_k. As seen from them, velocities and accelerations change by

    δV = Ψ = V_p × S_k + Σ σ_kl u_l,    δA = Ψ' + Ψ × V,    Ψ' = A_p × S_k + V_p × Ψ + Σ σ_kl u̇_l + V × Σ σ_kl u_l + δc,

where p is the parent, c = Σ σ_kl u_k u_l the joint's own acceleration, and σ_kl the change of column l of the same joint
with coordinate k, as seen from its body. With u_k they change by S_k and by Φ + S_k × V, Φ = (V_p + V) × S_k +
Σ (σ_kl + σ_lk) u_l. A wrench f = I A + V ×* I V then changes by I Ψ' + B Ψ or I Φ + B S_k, where

    B x = -2 (L × x_ω, K x_ω - tr(K) x_ω),    L = m v + ω × h,    K = ∫ ṙ rᵀ dm.

I, L, K and f of bodies add up, so that each pair of a DoF and one of its ancestors takes seven products of vectors. The
idea is that of S. Singh, R. Russell and P. Wensing (2022); B of twelve numbers, and joints of any kind, are ours.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from functools import cached_property
from typing import Any

import numpy as np

from bough.arithmetic.scalar import get
from bough.arithmetic.spatial import (
    add,
    add_cross,
    add_scaled,
    apply_symmetric,
    cross,
    dot,
    load3,
    load6,
    scale,
    sub,
)
from bough.graph.graph import Graph
from bough.graph.traced import Traced
from bough.passes.arrays import Tree, Work
from bough.passes.motion import put_rates_of_joint
from bough.passes.sweep import place
from bough.passes.switches import DRIVEN, FIRST_OWN, drift_of_kind, successive_of_kind

Vector = tuple[Any, Any, Any]
Pair = tuple[Vector, Vector]  # of a spatial vector: linear and angular, or force and moment
NOUGHT: Vector = (0.0, 0.0, 0.0)
NONE: Pair = (NOUGHT, NOUGHT)


# --- spatial vectors ------------------------------------------------------------------------------------------------


def plus(a: Pair, b: Pair) -> Pair:
    return add(a[0], b[0]), add(a[1], b[1])


def minus(a: Pair, b: Pair) -> Pair:
    return sub(a[0], b[0]), sub(a[1], b[1])


def times(s: Any, a: Pair) -> Pair:
    return scale(s, a[0]), scale(s, a[1])


def crossed(a: Pair, b: Pair) -> Pair:
    """a × b of motions."""
    return add_cross(cross(a[1], b[0]), a[0], b[1]), cross(a[1], b[1])


def crossed_force(a: Pair, f: Pair) -> Pair:
    """a ×* f, of a motion and a wrench."""
    return cross(a[1], f[0]), add_cross(cross(a[1], f[1]), a[0], f[0])


def power(f: Pair, a: Pair) -> Any:
    return dot(f[0], a[0]) + dot(f[1], a[1])


def moved_to(r: Vector, a: Pair) -> Pair:
    """A motion of a body's origin, at r from the common point, about that point."""
    return add_cross(a[0], r, a[1]), a[1]


def wrench_to(r: Vector, f: Pair) -> Pair:
    """A wrench about a body's origin, about the common point."""
    return f[0], add_cross(f[1], r, f[0])


def turned(axis: Vector, a: Pair) -> Pair:
    return cross(axis, a[0]), cross(axis, a[1])


def total(pairs: Iterable[Pair]) -> Pair:
    found = NONE
    for one in pairs:
        found = plus(found, one)
    return found


def pair_of(numbers: Sequence[Any]) -> Pair:
    """Six numbers as a pair."""
    a, b, c, d, e, f = numbers
    return (a, b, c), (d, e, f)


class Mass:
    """What adds up over bodies: mass, its moments about the common point, and those of the velocity."""

    def __init__(self, m: float, h: Vector, tensor: tuple[Any, ...], velocity: Pair):
        self.m, self.h, self.tensor = m, h, tensor
        v, omega = velocity
        self.push = add_scaled(cross(omega, h), m, v)
        xx, xy, xz, yy, yz, zz = tensor
        half = 0.5 * (xx + yy + zz)
        spread = (half - xx, -xy, -xz), (-xy, half - yy, -yz), (-xz, -yz, half - zz)
        # the columns of K = ω̃Σ + v hᵀ, Σ = ½ tr(J) E - J
        self.mix = tuple(add_scaled(cross(omega, one), h[k], v) for k, one in enumerate(spread))

    def add(self, other: Mass) -> None:
        self.m, self.h, self.push = self.m + other.m, add(self.h, other.h), add(self.push, other.push)
        self.tensor = tuple(x + y for x, y in zip(self.tensor, other.tensor, strict=True))
        self.mix = tuple(add(x, y) for x, y in zip(self.mix, other.mix, strict=True))

    def moved(self, a: Pair) -> Pair:
        """I a."""
        return (
            add_scaled(cross(a[1], self.h), self.m, a[0]),
            add_cross(apply_symmetric(self.tensor, a[1]), self.h, a[0]),
        )

    @property
    def trace(self) -> Any:
        return self.mix[0][0] + self.mix[1][1] + self.mix[2][2]

    def mixed(self, x: Vector) -> Pair:
        """B (·, x); it does not depend on the linear part."""
        k = scale(x[0], self.mix[0])
        k = add_scaled(add_scaled(k, x[1], self.mix[1]), x[2], self.mix[2])
        return scale(-2.0, cross(self.push, x)), scale(-2.0, add_scaled(k, -self.trace, x))

    def mixing(self, s: Pair) -> Vector:
        """The angular part of Bᵀ s."""
        k = (dot(self.mix[0], s[1]), dot(self.mix[1], s[1]), dot(self.mix[2], s[1]))
        return scale(-2.0, add_scaled(add_cross(k, s[0], self.push), -self.trace, s[1]))


# --- a mechanism in motion --------------------------------------------------------------------------------------------


class Bodies:
    """Bodies of a tree, placed and moving with u̇ = 0, in traced numbers; lists are by row, or by DoF in tree order."""

    def __init__(self, graph: Graph, tree: Tree, work: Work, q: np.ndarray, u: np.ndarray):
        self.graph, self.tree, self.work, self.q, self.u = graph, tree, work, q, u
        self.at: list[Vector] = []  # origins, from the common point
        self.columns: list[Pair] = [NONE] * tree.dofs  # S
        self.bends: dict[tuple[int, int], Pair] = {}  # σ, by (k, j)
        self.velocity: list[Pair] = []
        self.drift: list[Pair] = []  # c
        self.acceleration: list[Pair] = []
        self.masses: list[Mass] = []
        self.force: list[Pair] = []  # that the motion requires
        for i in range(tree.bodies):
            self._place(i)
            self._move(i)

    # --- structure ------------------------------------------------------------------------------------------------------

    def dofs(self, i: int) -> range:
        return range(self.tree.dof[i], self.tree.dof[i + 1])

    def path(self, i: int) -> Iterator[int]:
        """A row and its ancestors."""
        while i >= 0:
            yield i
            i = self.tree.parent[i]

    def before(self, i: int) -> list[int]:
        """The DoFs of its ancestors, the nearest first."""
        return [d for j in self.path(self.tree.parent[i]) for d in reversed(self.dofs(j))]

    def rates(self, i: int, d: int) -> dict[int, Traced]:
        """The rates of inputs if DoF d of joint i moves at unit speed."""
        tree = self.tree
        unit = _numbers(tree.dofs)
        unit[tree.dof_user[d]] = 1.0
        q_dot = _numbers(tree.coordinates)
        put_rates_of_joint(tree, i, self.q, unit, 0, q_dot)
        return {k: self.graph.number(x) for k, x in enumerate(q_dot) if x.__class__ is Traced or x != 0.0}

    # --- motion ---------------------------------------------------------------------------------------------------------

    def velocity_of(self, i: int) -> Pair:
        return self.velocity[i] if i >= 0 else NONE

    def acceleration_of(self, i: int) -> Pair:
        if i >= 0:
            return self.acceleration[i]
        x, y, z = self.tree.gravity[0]
        return (-x, -y, -z), NOUGHT

    def _place(self, i: int) -> None:
        tree, work = self.tree, self.work
        place(tree, i, self.q, work)
        p = tree.parent[i]
        r = add(self.at[p], load3(work.offset, i, 0)) if p >= 0 else NOUGHT
        self.at.append(r)
        for d in self.dofs(i):
            self.columns[d] = moved_to(r, self._own(d))
        for k in self.dofs(i):
            for j in self.dofs(i):
                if (bend := self._bend(i, k, j)) is not None:
                    self.bends[k, j] = bend

    def _own(self, d: int) -> Pair:
        """The column of a DoF about the origin of its body."""
        return load3(self.work.columns, d, 0), load3(self.work.columns, d, 3)

    def _bend(self, i: int, k: int, j: int) -> Pair | None:
        """σ_kj about the common point, or None if it vanishes."""
        if self.tree.kind[i] >= FIRST_OWN:
            found = self._changed(i, k, self._own(j))
            return moved_to(self.at[i], found) if any(x.constant != 0.0 for part in found for x in part) else None
        # a column turns with the joint's motions up to its own, or with the body
        carried = successive_of_kind(self.tree.kind[i], len(self.dofs(i)))
        if k <= j or j - self.tree.dof[i] >= carried:
            return None
        return moved_to(self.at[i], times(-1.0, turned(self._own(k)[1], self._own(j))))

    def _changed(self, i: int, k: int, a: Pair) -> Pair:
        """The change of a motion about the origin of body i with coordinate k of its joint, as seen from the body."""
        values = [self.graph.number(x) for part in a for x in part]
        found = self.graph.derivatives(values, self.rates(i, k))
        return minus(pair_of(found), turned(self._own(k)[1], a))

    def bend_change(self, i: int, k: int, m: int, j: int) -> Pair:
        """The change of σ_mj with coordinate k, as seen from the body."""
        r = self.at[i]
        if self.tree.kind[i] >= FIRST_OWN:
            return moved_to(r, self._changed(i, k, self._changed(i, m, self._own(j))))
        if (m, j) not in self.bends:
            return NONE
        zero: Pair = NONE
        back = scale(-1.0, r)
        first, second = (moved_to(back, self.bends.get((k, one), zero)) for one in (m, j))
        found = plus(turned(first[1], self._own(j)), turned(self._own(m)[1], second))
        return moved_to(r, times(-1.0, found))

    def bent(self, i: int, k: int, rates: Mapping[int, Any]) -> Pair:
        """Σ σ_kj x_j."""
        return total(times(rates[j], self.bends[k, j]) for j in self.dofs(i) if (k, j) in self.bends)

    def rates_of(self, i: int, state: np.ndarray) -> dict[int, Any]:
        return {d: get(state, self.tree.dof_user[d]) for d in self.dofs(i)}

    def _move(self, i: int) -> None:
        tree, work = self.tree, self.work
        p, r, u = tree.parent[i], self.at[i], self.rates_of(i, self.u)
        relative = total(times(u[d], self.columns[d]) for d in self.dofs(i))
        if tree.kind[i] == DRIVEN:
            v, omega = load3(work.drift, i, 0), load3(work.drift, i, 3)
            relative = moved_to(r, (v, omega))
            along, turning = drift_of_kind(tree.kind[i], tree, i, self.u, work)
            drift = moved_to(r, (sub(along, cross(omega, v)), turning))
        else:
            drift = total(times(u[d], self.bent(i, d, u)) for d in self.dofs(i))
        before = self.velocity_of(p)
        velocity = plus(before, relative)
        self.velocity.append(velocity)
        self.drift.append(drift)
        self.acceleration.append(plus(plus(self.acceleration_of(p), crossed(before, relative)), drift))
        mass = self._weighed(i)
        self.masses.append(mass)
        turning = add_cross(apply_symmetric(mass.tensor, velocity[1]), mass.h, velocity[0])
        momentum = mass.push, turning
        self.force.append(plus(mass.moved(self.acceleration[i]), crossed_force(velocity, momentum)))

    def _weighed(self, i: int) -> Mass:
        m, r = self.tree.inertia[i, 0], self.at[i]
        h, tensor = load3(self.work.inertia, i, 0), load6(self.work.inertia, i, 3)
        k = add_scaled(h, 0.5 * m, r)
        x, y, z = 2.0 * r[0] * k[0], 2.0 * r[1] * k[1], 2.0 * r[2] * k[2]
        more = (
            y + z, -(r[0] * k[1] + r[1] * k[0]), -(r[0] * k[2] + r[2] * k[0]),
            x + z, -(r[1] * k[2] + r[2] * k[1]), x + y,
        )  # fmt: skip
        tensor = tuple(a + b for a, b in zip(tensor, more, strict=True))
        return Mass(m, add_scaled(h, m, r), tensor, self.velocity[i])

    def accelerate(self, u_dot: np.ndarray) -> None:
        """Add what u̇ does."""
        more: list[Pair] = []
        for i in range(self.tree.bodies):
            p = self.tree.parent[i]
            rates = self.rates_of(i, u_dot)
            own = total(times(rates[d], self.columns[d]) for d in self.dofs(i))
            more.append(plus(more[p], own) if p >= 0 else own)
            self.acceleration[i] = plus(self.acceleration[i], more[i])
            self.force[i] = plus(self.force[i], self.masses[i].moved(more[i]))

    def summed(self) -> list[Pair]:
        """The forces of each body and all beyond it."""
        found = list(self.force)
        for i in range(self.tree.bodies - 1, -1, -1):
            if (p := self.tree.parent[i]) >= 0:
                found[p] = plus(found[p], found[i])
        return found

    @cached_property
    def composites(self) -> list[Mass]:
        """The masses of each body and all beyond it."""
        found = [copy(mass) for mass in self.masses]
        for i in range(self.tree.bodies - 1, -1, -1):
            if (p := self.tree.parent[i]) >= 0:
                found[p].add(found[i])
        return found

    # --- variations -------------------------------------------------------------------------------------------------------

    def seen_first(self, i: int, k: int) -> Pair:
        """Ψ of DoF k of joint i."""
        before = self.velocity_of(self.tree.parent[i])
        return plus(crossed(before, self.columns[k]), self.bent(i, k, self.rates_of(i, self.u)))

    def seen(self, i: int, k: int, u_dot: np.ndarray) -> tuple[Pair, Pair, Pair]:
        """(Ψ, Ψ', Φ) of DoF k of joint i."""
        p, s, u = self.tree.parent[i], self.columns[k], self.rates_of(i, self.u)
        before, velocity, bent = self.velocity_of(p), self.velocity[i], self.bent(i, k, u)
        first = plus(crossed(before, s), bent)
        second = plus(crossed(self.acceleration_of(p), s), crossed(before, first))
        both = crossed(plus(before, velocity), s)
        if any((k, j) in self.bends or (j, k) in self.bends for j in self.dofs(i)):
            second = plus(second, plus(self.bent(i, k, self.rates_of(i, u_dot)), crossed(velocity, bent)))
            changes = (times(u[m] * u[j], self.bend_change(i, k, m, j)) for m in self.dofs(i) for j in self.dofs(i))
            second = plus(second, total(changes))
            turn = total(times(u[j], self.bends[j, k]) for j in self.dofs(i) if (j, k) in self.bends)
            both = plus(both, plus(bent, turn))
        return first, second, both


def _numbers(count: int) -> np.ndarray:
    found = np.empty(count, object)
    found.fill(0.0)
    return found
