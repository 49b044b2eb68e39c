"""Numbers with their first and second derivatives by time, by the rules of differentiation; and the motion of joints by them."""

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Jet:
    """A function of time: its value, its rate and its acceleration, numbers or arrays of them."""

    x: np.ndarray
    v: np.ndarray
    a: np.ndarray

    @classmethod
    def of(cls, polynomial, time):
        """A polynomial, its highest power first."""
        return cls(*(np.polyval(np.polyder(polynomial, k), time) for k in range(3)))

    def __add__(self, other):
        return Jet(self.x + other.x, self.v + other.v, self.a + other.a)

    def __sub__(self, other):
        return self + -1.0 * other

    def __mul__(self, other):
        x, v, a = other.x, other.v, other.a
        return Jet(self.x * x, self.v * x + self.x * v, self.a * x + 2 * self.v * v + self.x * a)

    def __rmul__(self, number):
        return Jet(number * self.x, number * self.v, number * self.a)

    def through(self, f, f1, f2):
        """A function of it, given by its value and derivatives at x."""
        return Jet(f, f1 * self.v, f2 * self.v**2 + f1 * self.a)

    def power(self, n):
        return self.through(self.x**n, n * self.x ** (n - 1), n * (n - 1) * self.x ** (n - 2))

    def sin(self):
        return self.through(np.sin(self.x), np.cos(self.x), -np.sin(self.x))

    def cos(self):
        return self.through(np.cos(self.x), -np.sin(self.x), -np.cos(self.x))

    @property
    def rate(self):
        """The rate as a function of time; its own acceleration is not known."""
        return Jet(self.v, self.a, np.full_like(self.a, np.nan))


def total(jets):
    first, *others = jets
    for jet in others:
        first = first + jet
    return first


def product(a, b):
    """Of two quaternions."""
    return (
        a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
        a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
        a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
        a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
    )


def back(q):
    return q[0], -1.0 * q[1], -1.0 * q[2], -1.0 * q[3]


def quaternion_of(turn):
    """The unit quaternion from four numbers, or from roll, pitch and yaw."""
    if len(turn) == 4:
        size = total([x * x for x in turn]).power(-0.5)
        return tuple(size * x for x in turn)
    zero = 0.0 * turn[0]
    halves = [((0.5 * x).cos(), (0.5 * x).sin()) for x in turn]
    roll, pitch, yaw = ((c, *(s if axis == k else zero for axis in range(3))) for k, (c, s) in enumerate(halves))
    return product(product(yaw, pitch), roll)


def motion(joint, given):
    """(q, u, u̇) of a joint, (…, count) each, from jets of its coordinates, or of angles in place of a quaternion."""
    if not joint.has_quaternion:
        return tuple(np.stack([getattr(jet, part) for jet in given], axis=-1) for part in ("x", "v", "a"))
    lengths = given[: len(joint.q_names) - 4]
    q = quaternion_of(given[len(lengths) :])
    rates = tuple(x.rate for x in q)
    velocities = [x.rate for x in lengths]
    if joint.rates < len(lengths):  # of the origin, along body axes
        zero = 0.0 * velocities[0]
        velocities = list(product(product(back(q), (zero, *velocities)), q)[1:])
    velocities += [2.0 * x for x in product(back(q), rates)[1:]]
    return (
        np.stack([jet.x for jet in (*lengths, *q)], axis=-1),
        np.stack([jet.x for jet in velocities], axis=-1),
        np.stack([jet.v for jet in velocities], axis=-1),
    )
