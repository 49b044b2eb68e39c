"""The linear model of a motion, found another way: from differences of the motion's equations in all coordinates.

States z = (q, u) near a motion are z + E(z) (x, y), and ż = F(z). So E A = F' E - Ė, with all slopes by differences of order 8.
E comes from neighbours: a step along a velocity, after which loops are closed with the independent coordinates held.
"""

import numpy as np

import bough as bo

WEIGHTS = (4 / 5, -1 / 5, 4 / 105, -1 / 280)
ROD = bo.Inertia.rod(0.4, mass=2.0, radius=0.03, center=(0.01, 0.02, -0.2))


def slope(function, step):
    """The rate of a function at zero."""
    parts = (w * (function(k * step) - function(-k * step)) for k, w in enumerate(WEIGHTS, 1))
    return sum(parts) / step


class Flow:
    """The motion of a mechanism through a state, with independent velocities of which each is a rate of a coordinate if there are loops."""

    def __init__(self, mechanism, q, u, tau, time, independent):
        self.mechanism, self.q, self.u, self.tau, self.time = mechanism, q, u, tau, time
        self.names = list(independent)
        self.places = [mechanism.u_names.index(name) for name in self.names]

    def split(self, z):
        return self.mechanism.normalised(z[: self.mechanism.n_q]), z[self.mechanism.n_q :]

    def rates(self, z, time):
        q, u = self.split(z)
        u_dot = bo.forward_dynamics(self.mechanism, q, u, self.tau, time=time)
        return np.concatenate((bo.kinematics.coordinate_rates(self.mechanism, q, u, time=time), u_dot))

    def closed(self, z, time):
        """The nearest state with closed loops."""
        q, u = self.split(z)
        if self.mechanism.loops:
            q = bo.assemble(self.mechanism, q, time=time)
            u = bo.kinematics.consistent_velocities(self.mechanism, q, u, time=time)
        return np.concatenate((q, u))

    def moved(self, q, u, k, h, time):
        """The state a step along an independent velocity, all independent velocities kept."""
        mechanism = self.mechanism
        if not mechanism.loops:
            unit = np.eye(mechanism.n)[self.places[k]]
            return np.concatenate(
                (mechanism.normalised(q + h * bo.kinematics.coordinate_rates(mechanism, q, unit, time=time)), u)
            )
        guess = q.copy()
        guess[mechanism.q_names.index(self.names[k])] += h
        found = bo.assemble(mechanism, guess, hold=self.names, time=time)
        return np.concatenate(
            (found, bo.kinematics.consistent_velocities(mechanism, found, u, hold=self.names, time=time))
        )

    def faster(self, q, u, k, h, time):
        other = u.copy()
        other[self.places[k]] += h
        if self.mechanism.loops:
            other = bo.kinematics.consistent_velocities(self.mechanism, q, other, hold=self.names, time=time)
        return np.concatenate((q, other))

    def frame(self, z, time):
        """E: changes of (q, u) along x and y."""
        q, u = self.split(z)
        columns = [
            slope(lambda h, k=k, step=step: step(q, u, k, h, time), 1e-2)
            for step in (self.moved, self.faster)
            for k in range(len(self.names))
        ]
        return np.array(columns).T

    def matrix(self, step=4e-3):
        """A."""
        z = np.concatenate((self.q, self.u))
        frame, along = self.frame(z, self.time), self.rates(z, self.time)
        turned = slope(lambda h: self.frame(self.closed(z + h * along, self.time + h), self.time + h), step)
        changed = [
            slope(lambda h, e=e: self.rates(self.closed(z + h * e, self.time), self.time), step) for e in frame.T
        ]
        return np.linalg.lstsq(frame, np.array(changed).T - turned, rcond=None)[0]


def floating():
    """Joints whose velocities are no rates, on one another, and a spring."""
    mechanism = bo.Mechanism("floating")
    mechanism.add_body("base", "ground", bo.Free(), inertia=bo.Inertia.box((0.3, 0.2, 0.1), 5.0))
    mechanism.add_body("upper", "base", bo.Ball(), (0, 0, 0.1), inertia=ROD)
    mechanism.add_body("lower", "upper", bo.Universal(), (0, 0, -0.4), inertia=ROD)
    mechanism.add_body("puck", "base", bo.BallOnPlane(), (0.2, 0, 0.1), inertia=ROD)
    spring = bo.SpringDamper("base", at=(0.1, 0, 0), other_at=(0.5, 0.2, 1), stiffness=200.0, damping=3.0, rest=0.5)
    mechanism.add_force("spring", spring)
    return mechanism


def bare_four_bar(base="ground", **how):
    """A four-bar on the ground or on a driven table."""
    mechanism, hinge = bo.Mechanism("four-bar"), bo.Revolute((0, 1, 0))
    if base != "ground":
        mechanism.add_body(
            base,
            "ground",
            bo.Driven(bo.Revolute((0, 0, 1)), "2*t + 0.3*sin(3*t)"),
            inertia=bo.Inertia.rod(0.4, 2.0, radius=0.03),
        )
    for name, parent, at, length in (
        ("crank", base, 0.0, 0.2),
        ("coupler", "crank", 0.2, 0.5),
        ("rocker", base, 0.5, 0.4),
    ):
        rod = bo.Inertia.rod(length, mass=5 * length, radius=0.01, axis=(1, 0, 0), center=(length / 2, 0, 0))
        mechanism.add_body(name, parent, hinge, at=(at, 0, 0), inertia=rod)
    mechanism.add_loop("pin", "coupler", "rocker", hinge, at=(0.5, 0, 0), other_at=(0.4, 0, 0), **how)
    return mechanism


def four_bar(base="ground", **how):
    """The same with a spring in its crank and a damper in its rocker."""
    mechanism = bare_four_bar(base, **how)
    mechanism.add_force("spring", bo.JointSpring("crank", 3.0, rest=1.0))
    mechanism.add_force("damper", bo.JointDamper("rocker", 0.3))
    return mechanism
