"""Vectors and tensors from a body's axes to its parent's, as lists of plain or traced numbers: by screws, or as a whole.

An inertia is either rigid, a symmetric 4 x 4 matrix Σ m (r, 1)(r, 1)ᵀ, or articulated: A, C and D of f = A a + C α,
n = Cᵀa + D α.
"""

from __future__ import annotations

from typing import Any, NamedTuple

Vector = list[Any]
Matrix = list[list[Any]]
Articulated = tuple[Matrix, Matrix, Matrix]


class Screw(NamedTuple):
    """A turn about an axis, x or z, and a shift along it; from the axes that it leads to, along those it starts from."""

    axis: int
    cosine: Any
    sine: Any
    shift: Any

    @property
    def is_right(self) -> bool:
        """Whether it is constant and by right angles, so that it only swaps numbers."""
        return isinstance(self.sine, float) and {abs(self.cosine), abs(self.sine)} == {0.0, 1.0}

    @property
    def is_nothing(self) -> bool:
        return self.is_right and self.cosine == 1.0 and self.shift == 0.0

    def vector(self, v: Vector) -> Vector:
        (i, j), c, s = others(self.axis), self.cosine, self.sine
        found = list(v)
        found[i], found[j] = c * v[i] - s * v[j], s * v[i] + c * v[j]
        return found

    def back(self, v: Vector) -> Vector:
        """The other way."""
        return self._replace(sine=-self.sine).vector(v)

    def point(self, r: Vector) -> Vector:
        found = self.vector(r)
        found[self.axis] = found[self.axis] + self.shift
        return found

    def symmetric(self, m: Matrix) -> Matrix:
        """R M Rᵀ: in the plane of the turn the trace is kept, and the rest turns by twice the angle."""
        (i, j), k, c, s = others(self.axis), self.axis, self.cosine, self.sine
        found = [list(row) for row in m]
        if not self.is_right:
            more = s * (m[i][i] - m[j][j]) + (2.0 * c) * m[i][j]
            found[i][i], found[j][j] = m[i][i] - s * more, m[j][j] + s * more
            found[i][j] = found[j][i] = c * more - m[i][j]
        elif s != 0.0:
            found[i][i], found[j][j] = m[j][j], m[i][i]
            found[i][j] = found[j][i] = -m[i][j]
        column = self.vector([row[k] for row in m])
        for n in (i, j):
            found[n][k] = found[k][n] = column[n]
        return found

    def general(self, m: Matrix) -> Matrix:
        """The same of a matrix that is not symmetric; the skew part is kept, too."""
        (i, j), k, c, s = others(self.axis), self.axis, self.cosine, self.sine
        found = [list(row) for row in m]
        if not self.is_right:
            both = m[i][j] + m[j][i]
            more = s * (m[i][i] - m[j][j]) + c * both
            found[i][i], found[j][j] = m[i][i] - s * more, m[j][j] + s * more
            found[i][j], found[j][i] = m[i][j] + (c * more - both), m[j][i] + (c * more - both)
        elif s != 0.0:
            found[i][i], found[j][j], found[i][j], found[j][i] = m[j][j], m[i][i], -m[j][i], -m[i][j]
        column, row = self.vector([row[k] for row in m]), self.vector(m[k])
        for n in (i, j):
            found[n][k], found[k][n] = column[n], row[n]
        return found

    def moment(self, force: Vector, moment: Vector) -> Vector:
        """About the point that the shift starts from."""
        (i, j), found = others(self.axis), list(moment)
        found[i], found[j] = moment[i] - self.shift * force[j], moment[j] + self.shift * force[i]
        return found

    def acceleration(self, a: Vector, alpha: Vector) -> Vector:
        """Of the point that the shift leads to: a + α × p."""
        (i, j), found = others(self.axis), list(a)
        found[i], found[j] = a[i] + alpha[j] * self.shift, a[j] - alpha[i] * self.shift
        return found

    def articulated(self, inertia: Articulated) -> Articulated:
        linear, coupling, angular = self.symmetric(inertia[0]), self.general(inertia[1]), self.symmetric(inertia[2])
        k, (i, j), p = self.axis, others(self.axis), self.shift
        # C' = C - A p̃, D' = D - Cᵀp̃ + p̃ C'
        c, d = [list(row) for row in coupling], [list(row) for row in angular]
        for n in range(3):
            c[n][i] = coupling[n][i] - p * linear[n][j]
            c[n][j] = coupling[n][j] + p * linear[n][i]
        d[k][i] = d[i][k] = angular[k][i] - p * coupling[j][k]
        d[k][j] = d[j][k] = angular[k][j] + p * coupling[i][k]
        d[i][i] = angular[i][i] - p * (coupling[j][i] + c[j][i])
        d[j][j] = angular[j][j] + p * (coupling[i][j] + c[i][j])
        d[i][j] = d[j][i] = angular[i][j] + p * (coupling[i][i] - c[j][j])
        return linear, c, d

    def rigid(self, m: Matrix) -> Matrix:
        sigma, h = self.symmetric([row[:3] for row in m[:3]]), self.vector([row[3] for row in m[:3]])
        k, (i, j), p = self.axis, others(self.axis), self.shift
        first = h[k] + p * m[3][3]
        sigma[k][k] = sigma[k][k] + p * (h[k] + first)
        sigma[k][i] = sigma[i][k] = sigma[k][i] + p * h[i]
        sigma[k][j] = sigma[j][k] = sigma[k][j] + p * h[j]
        h[k] = first
        return joined(sigma, h, m[3][3])


class Whole(NamedTuple):
    """The same by a rotation matrix and a vector, as textbooks do it."""

    matrix: Matrix
    origin: Vector

    @classmethod
    def of(cls, screws: list[Screw]) -> Whole:
        columns: Matrix = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
        origin: Vector = [0.0, 0.0, 0.0]
        for screw in reversed(screws):
            columns, origin = [screw.vector(column) for column in columns], screw.point(origin)
        return cls(transposed(columns), origin)

    def vector(self, v: Vector) -> Vector:
        return [dot(row, v) for row in self.matrix]

    def back(self, v: Vector) -> Vector:
        return [dot(column, v) for column in transposed(self.matrix)]

    def point(self, r: Vector) -> Vector:
        return plus(self.vector(r), self.origin)

    def symmetric(self, m: Matrix) -> Matrix:
        return mirrored(self.general(m))

    def general(self, m: Matrix) -> Matrix:
        half = [self.vector(row) for row in m]  # M Rᵀ
        return transposed([self.vector(column) for column in transposed(half)])

    def moment(self, force: Vector, moment: Vector) -> Vector:
        return plus(moment, cross(self.origin, force))

    def acceleration(self, a: Vector, alpha: Vector) -> Vector:
        return plus(a, cross(alpha, self.origin))

    def articulated(self, inertia: Articulated) -> Articulated:
        linear, coupling, angular = self.symmetric(inertia[0]), self.general(inertia[1]), self.symmetric(inertia[2])
        # (rows of A p̃ are crossed with p, as are columns of p̃ C)
        c = [minus(row, cross(more, self.origin)) for row, more in zip(coupling, linear, strict=True)]
        right = [cross(column, self.origin) for column in transposed(coupling)]
        left = transposed([cross(self.origin, column) for column in transposed(c)])
        d = [plus(minus(x, y), z) for x, y, z in zip(angular, right, left, strict=True)]
        return linear, c, mirrored(d)

    def rigid(self, m: Matrix) -> Matrix:
        sigma, h = self.symmetric([row[:3] for row in m[:3]]), self.vector([row[3] for row in m[:3]])
        p = self.origin
        first = [x + y * m[3][3] for x, y in zip(h, p, strict=True)]
        sigma = [[sigma[r][c] + h[r] * p[c] + p[r] * first[c] for c in range(3)] for r in range(3)]
        return joined(mirrored(sigma), first, m[3][3])


Turn = Screw | Whole


def inward(turns: list[Turn], force: Vector, moment: Vector) -> tuple[Vector, Vector]:
    """A wrench about the parent's origin."""
    for turn in reversed(turns):
        force = turn.vector(force)
        moment = turn.moment(force, turn.vector(moment))
    return force, moment


def outward(turns: list[Turn], a: Vector, alpha: Vector) -> tuple[Vector, Vector]:
    """Accelerations of the parent, as those of the body that would be fixed to it."""
    for turn in turns:
        a, alpha = turn.back(turn.acceleration(a, alpha)), turn.back(alpha)
    return a, alpha


def six(m: Matrix) -> Articulated:
    """A rigid body's inertia as A, C and D."""
    (hx, hy, hz), mass = (row[3] for row in m[:3]), m[3][3]
    linear = [[mass, 0.0, 0.0], [0.0, mass, 0.0], [0.0, 0.0, mass]]
    coupling = [[0.0, hz, -hy], [-hz, 0.0, hx], [hy, -hx, 0.0]]
    angular = [
        [m[1][1] + m[2][2], -m[0][1], -m[0][2]],
        [-m[0][1], m[0][0] + m[2][2], -m[1][2]],
        [-m[0][2], -m[1][2], m[0][0] + m[1][1]],
    ]
    return linear, coupling, angular


def joined(sigma: Matrix, h: Vector, mass: Any) -> Matrix:
    return [*([*row, x] for row, x in zip(sigma, h, strict=True)), [*h, mass]]


def others(axis: int) -> tuple[int, int]:
    return (axis + 1) % 3, (axis + 2) % 3


def dot(x: Vector, y: Vector) -> Any:
    found = 0.0
    for one, other in zip(x, y, strict=True):
        found = found + one * other
    return found


def cross(x: Vector, y: Vector) -> Vector:
    return [x[i] * y[j] - x[j] * y[i] for i, j in map(others, range(3))]


def plus(x: Vector, y: Vector) -> Vector:
    return [one + other for one, other in zip(x, y, strict=True)]


def minus(x: Vector, y: Vector) -> Vector:
    return [one - other for one, other in zip(x, y, strict=True)]


def sums(x: Matrix, y: Matrix) -> Matrix:
    return [plus(one, other) for one, other in zip(x, y, strict=True)]


def transposed(m: Matrix) -> Matrix:
    return [list(column) for column in zip(*m, strict=True)]


def mirrored(m: Matrix) -> Matrix:
    """The upper half, and its mirror image."""
    return [[m[min(r, c)][max(r, c)] for c in range(len(m))] for r in range(len(m))]
