"""Motions to test with: integrated by SciPy over the public functions, few points, close tolerances."""

from functools import cache

import numpy as np
from scipy.integrate import solve_ivp

import bough as bo

LINK = bo.Inertia.rod(0.4, 2.0, radius=0.03, center=(0, 0.01, -0.2))
TOLERANCE = 1e-10


def arm():
    """A ball joint, a hinge, a fixed hand, a slide."""
    mechanism = bo.Mechanism("arm")
    mechanism.add_body("upper", "ground", bo.Ball(), (0, 0, 1), inertia=LINK)
    mechanism.add_body("elbow", "upper", bo.Revolute((0, 1, 0)), (0, 0, -0.4), inertia=LINK)
    mechanism.add_body("hand", "elbow", bo.Fixed(), (0, 0, -0.4), inertia=bo.Inertia.sphere(0.05, 0.5))
    mechanism.add_body("tool", "hand", bo.Prismatic((1, 0, 0)), (0, 0, -0.1), inertia=bo.Inertia.point(0.2))
    return mechanism


def floating():
    """A free body with two limbs, in space."""
    mechanism = bo.Mechanism("swimmer", gravity=(0, 0, 0))
    mechanism.add_body("hull", "ground", bo.Free(), (1, 2, 3), inertia=bo.Inertia.box((0.4, 0.3, 0.2), 3.0))
    mechanism.add_body("left", "hull", bo.Revolute((0, 1, 0)), (0.2, 0, 0), inertia=LINK)
    mechanism.add_body("right", "hull", bo.Universal(), (-0.2, 0, 0), inertia=LINK)
    return mechanism


def integrated(mechanism, q, u, duration, points, tau=None):
    """(time, q, u, tau, work of tau)."""
    n_q = mechanism.n_q

    def force(t, q, u):
        return np.zeros(mechanism.n) if tau is None else tau(t, q, u)

    def rates(t, y):
        q, u = mechanism.normalised(y[:n_q]), y[n_q:-1]
        drive = force(t, q, u)
        u_dot = bo.forward_dynamics(mechanism, q, u, drive)
        return np.concatenate((bo.kinematics.coordinate_rates(mechanism, q, u), u_dot, [drive @ u]))

    time = np.linspace(0.0, duration, points)
    start = np.concatenate((q, u, [0.0]))
    found = solve_ivp(rates, (0.0, duration), start, method="DOP853", t_eval=time, rtol=TOLERANCE, atol=TOLERANCE / 100)
    q, u = mechanism.normalised(found.y[:n_q].T), found.y[n_q:-1].T
    forces = np.array([force(*instant) for instant in zip(time, q, u, strict=True)])
    return time, q, u, forces, found.y[-1]


@cache
def swing():
    """The arm, left to itself."""
    mechanism = arm()
    q, u = mechanism.coordinates({"elbow": 0.5}), mechanism.velocities({"upper.wz": 1.0, "elbow": -2.0})
    time, q, u, _, _ = integrated(mechanism, q, u, 0.4, 21)
    how = {"form": "separate-bodies", "integrator": "dop853", "rtol": TOLERANCE, "atol": TOLERANCE / 100}
    return bo.Trajectory(mechanism, time, q, u, provenance=how, statistics={"steps": 17, "time_spent": 0.25})


def drive(t, q, u):
    """A motor in the elbow, dampers elsewhere."""
    return np.array((-0.1, -0.2, -0.1, 0.0, -3.0)) * u + np.array((0, 0, 0, np.sin(5 * t), 2.0))


@cache
def driven(work=True):
    """The arm, with joint forces that do work."""
    mechanism = arm()
    time, q, u, tau, done = integrated(
        mechanism, mechanism.coordinates({"elbow": 0.5}), mechanism.velocities(), 0.4, 41, drive
    )
    return bo.Trajectory(mechanism, time, q, u, tau=tau, work=done if work else None)


@cache
def swimming():
    """The floating body, moving its limbs by inner forces."""
    mechanism = floating()
    q, u = bo.models.random_state(mechanism, seed=2)

    def inner(t, q, u):
        return np.array((0, 0, 0, 0, 0, 0, np.sin(9 * t), 0.5 * np.cos(7 * t), 0.3)) - 0.1 * np.append(
            np.zeros(6), u[6:]
        )

    time, q, u, tau, work = integrated(mechanism, q, u, 0.5, 11, inner)
    return bo.Trajectory(mechanism, time, q, u, tau=tau, work=work)


@cache
def batch():
    """Three swings from different heights; the second one was lost after seven points."""
    mechanism = bo.chain(2)
    runs = [
        integrated(mechanism, mechanism.coordinates({"link1": angle}), mechanism.velocities(), 0.5, 11)
        for angle in (0.3, 0.6, 0.9)
    ]
    q, u = (np.array([run[k] for run in runs]) for k in (1, 2))
    q[1, 7:] = u[1, 7:] = np.nan
    return bo.Trajectory(
        mechanism,
        runs[0][0],
        q,
        u,
        status=("completed", "failed", "completed"),
        message=("", "the step became too small", ""),
        events=[{"time": 0.1, "name": "kick", "run": 1}, {"time": 0.2, "name": "kick", "run": 2}],
    )
