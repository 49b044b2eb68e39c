"""Machines and motions to look at: simple enough to know where everything is, and how large every force."""

from __future__ import annotations

import numpy as np

import bough as bo

RED, GREY = (0.9, 0.05, 0.05, 1.0), (0.5, 0.5, 0.5, 1.0)
G = 9.81


def red_ball(radius=0.1, path=((0.0, 0.0, 0.0), (1.0, 0.4, 0.8)), duration=2.0):
    """A red ball that goes straight from the first point of a path to the last, evenly."""
    machine = bo.Mechanism("ball")
    look = bo.Visual("sphere", radius, color=RED)
    machine.add_body("ball", "ground", bo.Translational(), inertia=bo.Inertia.sphere(radius, 1.0), visuals=[look])
    time = np.linspace(0.0, duration, 21)
    first, last = np.asarray(path[0], float), np.asarray(path[-1], float)
    q = first + (last - first) * (time / duration)[:, None]
    return bo.Trajectory(machine, time, q, np.broadcast_to((last - first) / duration, q.shape))


def hanging(mass=3.0, length=0.5):
    """A pendulum that hangs still: its joint carries its weight."""
    machine = bo.Mechanism("hanging", gravity=(0, 0, -G))
    inertia = bo.Inertia.rod(length, mass, radius=0.02, center=(0, 0, -length / 2))
    machine.add_body("rod", "ground", bo.Revolute((0, 1, 0)), (0.0, 0.0, 1.0), inertia=inertia)
    return bo.Trajectory(machine, [0.0, 1.0], np.zeros((2, 1)), np.zeros((2, 1)))


def drawn_out(stiffness=200.0, natural=0.5, moves=0.4):
    """A cart that draws out a spring of the ground: at the start by nothing, at the end by ``moves``."""
    machine = bo.Mechanism("cart", gravity=(0, 0, -G))
    machine.add_body(
        "cart", "ground", bo.Prismatic((1, 0, 0)), (natural, 0, 0), inertia=bo.Inertia.box((0.2,) * 3, 2.0)
    )
    machine.add_force("spring", bo.SpringDamper("cart", "ground", stiffness=stiffness, rest=natural))
    time = np.linspace(0.0, 1.0, 41)
    return bo.Trajectory(machine, time, moves * time[:, None], np.full((41, 1), moves))


def swings(angles=(0.3, 0.6, 0.9), duration=2.0):
    """Pendulums of two links, let go from several angles: a batch."""
    return bo.simulate(bo.chain(2), duration, q0={"link1": list(angles)}, every=0.01, progress=False)
