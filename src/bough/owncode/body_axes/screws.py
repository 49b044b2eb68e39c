"""Steps from one frame to another, and vectors and tensors that go along: in the axes of the frame they come to.

A step leads from a frame to the next one, outward: a shift of the origin, then a turn of the axes. A *screw* turns about
x or z and shifts along the same axis, a plane matter: of a tensor it keeps the trace, and the rest turns by twice the
angle. Numbers may be plain or traced; constants fold.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

Vector = list[Any]
Matrix = list[list[Any]]
X, Z = 0, 2
ZERO = (0.0, 0.0, 0.0)


class Articulated(NamedTuple):
    """An inertia [[linear, coupling], [couplingᵀ, angular]], from accelerations of the origin to a wrench about it."""

    linear: Matrix
    coupling: Matrix
    angular: Matrix


class Screw(NamedTuple):
    """A turn about an axis, x or z, and a shift along it."""

    axis: int
    cosine: Any
    sine: Any
    shift: Any

    def turned(self, v: Sequence[Any]) -> Vector:
        """A vector along the axes where the step starts, from those where it ends."""
        (i, j), c, s = others(self.axis), self.cosine, self.sine
        found = list(v)
        found[i], found[j] = c * v[i] - s * v[j], s * v[i] + c * v[j]
        return found

    def turned_back(self, v: Sequence[Any]) -> Vector:
        """A vector along the axes where the step ends."""
        return self._replace(sine=-self.sine).turned(v)

    def point(self, p: Vector) -> Vector:
        """A point as seen from the start."""
        found = self.turned(p)
        found[self.axis] = found[self.axis] + self.shift
        return found

    def moved(self, a: Vector, alpha: Vector) -> Vector:
        """The acceleration of the origin where the step ends, along the axes where it starts: a + α × p."""
        (i, j), found = others(self.axis), list(a)
        found[i], found[j] = a[i] + alpha[j] * self.shift, a[j] - alpha[i] * self.shift
        return found

    def moment(self, force: Vector, moment: Vector) -> Vector:
        """The moment about the start, all along its axes: n + p × f."""
        (i, j), found = others(self.axis), list(moment)
        found[i], found[j] = moment[i] - self.shift * force[j], moment[j] + self.shift * force[i]
        return found

    @property
    def _is_right(self) -> bool:
        return isinstance(self.sine, float) and {abs(self.cosine), abs(self.sine)} == {0.0, 1.0}

    def symmetric(self, m: Matrix) -> Matrix:
        """R M Rᵀ of a symmetric matrix."""
        (i, j), k, c, s = others(self.axis), self.axis, self.cosine, self.sine
        found = [list(row) for row in m]
        if not self._is_right:
            w = s * (m[i][i] - m[j][j]) + (2.0 * c) * m[i][j]
            t = s * w
            found[i][i], found[j][j], product = m[i][i] - t, m[j][j] + t, c * w - m[i][j]
        elif s == 0.0:
            product = m[i][j]
        else:
            found[i][i], found[j][j], product = m[j][j], m[i][i], -m[i][j]
        found[i][j] = found[j][i] = product
        pair = self.turned([row[k] for row in m])
        found[i][k] = found[k][i] = pair[i]
        found[j][k] = found[k][j] = pair[j]
        return found

    def general(self, m: Matrix) -> Matrix:
        """R M Rᵀ of any matrix."""
        (i, j), k, c, s = others(self.axis), self.axis, self.cosine, self.sine
        found = [list(row) for row in m]
        if not self._is_right:
            both = m[i][j] + m[j][i]
            w = s * (m[i][i] - m[j][j]) + c * both
            t = s * w
            found[i][i], found[j][j] = m[i][i] - t, m[j][j] + t
            more = c * w - both
            found[i][j], found[j][i] = m[i][j] + more, m[j][i] + more
        elif s != 0.0:
            found[i][i], found[j][j], found[i][j], found[j][i] = m[j][j], m[i][i], -m[j][i], -m[i][j]
        column, row = self.turned([row[k] for row in m]), self.turned(m[k])
        for n in (i, j):
            found[n][k], found[k][n] = column[n], row[n]
        return found

    def shifted(self, body: Articulated) -> Articulated:
        """An articulated inertia about the start: C' = C - A p̃, D' = D - Cᵀp̃ + p̃ C'."""
        linear, coupling, angular = body
        k, (i, j), p = self.axis, others(self.axis), self.shift
        c, d = [list(row) for row in coupling], [list(row) for row in angular]
        for n in range(3):
            c[n][i] = coupling[n][i] - p * linear[n][j]
            c[n][j] = coupling[n][j] + p * linear[n][i]
        d[k][i] = d[i][k] = angular[k][i] - p * coupling[j][k]
        d[k][j] = d[j][k] = angular[k][j] + p * coupling[i][k]
        d[i][i] = angular[i][i] - p * (coupling[j][i] + c[j][i])
        d[j][j] = angular[j][j] + p * (coupling[i][j] + c[i][j])
        d[i][j] = d[j][i] = angular[i][j] + p * (coupling[i][i] - c[j][j])
        return Articulated(linear, c, d)

    def shifted_pseudo(self, m: Matrix) -> Matrix:
        """A pseudo-inertia about the start, along axes that it is along already."""
        k, p = self.axis, self.shift
        i, j = others(k)
        found = [list(row) for row in m]
        first = m[k][3] + p * m[3][3]
        found[k][k] = m[k][k] + p * (m[k][3] + first)
        found[k][i] = found[i][k] = m[k][i] + p * m[i][3]
        found[k][j] = found[j][k] = m[k][j] + p * m[j][3]
        found[k][3] = found[3][k] = first
        return found


class Shift(NamedTuple):
    """A shift alone."""

    vector: Vector

    def turned(self, v: Sequence[Any]) -> Vector:
        return list(v)

    def turned_back(self, v: Sequence[Any]) -> Vector:
        return list(v)

    def point(self, p: Vector) -> Vector:
        return plus(p, self.vector)

    def moved(self, a: Vector, alpha: Vector) -> Vector:
        return plus(a, cross(alpha, self.vector))

    def moment(self, force: Vector, moment: Vector) -> Vector:
        return plus(moment, cross(self.vector, force))

    def symmetric(self, m: Matrix) -> Matrix:
        return m

    def general(self, m: Matrix) -> Matrix:
        return m

    def shifted(self, body: Articulated) -> Articulated:
        (linear, coupling, angular), p = body, self.vector
        # (the rows of A p̃ and of Cᵀp̃ are those of A and Cᵀ, each × p)
        c = [minus(coupling[r], cross(linear[r], p)) for r in range(3)]
        right = [cross(column(coupling, n), p) for n in range(3)]
        left = [cross(p, column(c, n)) for n in range(3)]
        d = [[angular[r][n] - right[r][n] + left[n][r] for n in range(3)] for r in range(3)]
        return Articulated(linear, c, mirrored(d))

    def shifted_pseudo(self, m: Matrix) -> Matrix:
        h, p, mass = column(m, 3), self.vector, m[3][3]
        first = [h[n] + p[n] * mass for n in range(3)]
        sigma = mirrored([[m[r][c] + h[r] * p[c] + p[r] * first[c] for c in range(3)] for r in range(3)])
        return [*([*sigma[n], first[n]] for n in range(3)), [*first, mass]]


class Turn(NamedTuple):
    """A turn alone, by a matrix."""

    rows: Matrix

    def turned(self, v: Sequence[Any]) -> Vector:
        return [dot(row, v) for row in self.rows]

    def turned_back(self, v: Sequence[Any]) -> Vector:
        return [dot(column(self.rows, n), v) for n in range(3)]

    def point(self, p: Vector) -> Vector:
        return self.turned(p)

    def moved(self, a: Vector, alpha: Vector) -> Vector:
        return a

    def moment(self, force: Vector, moment: Vector) -> Vector:
        return moment

    def symmetric(self, m: Matrix) -> Matrix:
        return mirrored(self.general(m))

    def general(self, m: Matrix) -> Matrix:
        half = [self.turned(row) for row in m]
        return [[dot(row, column(half, c)) for c in range(3)] for row in self.rows]

    def shifted(self, body: Articulated) -> Articulated:
        return body

    def shifted_pseudo(self, m: Matrix) -> Matrix:
        return m


Step = Screw | Shift | Turn


# --- along all steps from a frame to another ------------------------------------------------------------------------------


def axes_outward(steps: Sequence[Step], v: Vector) -> Vector:
    """A vector along the axes of the last frame."""
    for step in steps:
        v = step.turned_back(v)
    return v


def motion_outward(steps: Sequence[Step], a: Vector, alpha: Vector) -> tuple[Vector, Vector]:
    """Accelerations of the last frame's origin."""
    for step in steps:
        a = step.moved(a, alpha)
        a, alpha = step.turned_back(a), step.turned_back(alpha)
    return a, alpha


def point_inward(steps: Sequence[Step]) -> Vector:
    """The last frame's origin as seen from the first one."""
    p = list(ZERO)
    for step in reversed(steps):
        p = step.point(p)
    return p


def wrench_inward(steps: Sequence[Step], force: Vector, moment: Vector) -> tuple[Vector, Vector]:
    """A wrench along the first frame's axes, about its origin."""
    for step in reversed(steps):
        force, moment = step.turned(force), step.turned(moment)
        moment = step.moment(force, moment)
    return force, moment


def articulated_inward(steps: Sequence[Step], body: Articulated) -> Articulated:
    """The same for an articulated inertia."""
    for step in reversed(steps):
        linear, coupling, angular = body
        body = step.shifted(
            Articulated(step.symmetric(linear), step.general(coupling), step.symmetric(angular)),
        )
    return body


def pseudo_inward(steps: Sequence[Step], m: Matrix) -> Matrix:
    """The same for a pseudo-inertia."""
    for step in reversed(steps):
        sigma, h, mass = step.symmetric([row[:3] for row in m[:3]]), step.turned(column(m, 3)), m[3][3]
        m = step.shifted_pseudo([*([*sigma[n], h[n]] for n in range(3)), [*h, mass]])
    return m


# --- vectors and matrices ---------------------------------------------------------------------------------------------------


def others(axis: int) -> tuple[int, int]:
    """The two axes that follow one."""
    return (axis + 1) % 3, (axis + 2) % 3


def dot(x: Sequence[Any], y: Sequence[Any]) -> Any:
    return x[0] * y[0] + x[1] * y[1] + x[2] * y[2]


def cross(x: Sequence[Any], y: Sequence[Any]) -> Vector:
    return [x[i] * y[j] - x[j] * y[i] for i, j in map(others, range(3))]


def plus(x: Sequence[Any], y: Sequence[Any]) -> Vector:
    return [one + other for one, other in zip(x, y, strict=True)]


def minus(x: Sequence[Any], y: Sequence[Any]) -> Vector:
    return [one - other for one, other in zip(x, y, strict=True)]


def scaled(factor: Any, x: Sequence[Any]) -> Vector:
    return [factor * one for one in x]


def column(m: Matrix, k: int) -> Vector:
    """The first three numbers of a column."""
    return [m[0][k], m[1][k], m[2][k]]


def mirrored(m: Matrix) -> Matrix:
    """A symmetric matrix from its upper half."""
    return [[m[min(r, c)][max(r, c)] for c in range(len(m))] for r in range(len(m))]


def matrix_plus(x: Matrix, y: Matrix) -> Matrix:
    return [plus(one, other) for one, other in zip(x, y, strict=True)]
