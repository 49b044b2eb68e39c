"""A mechanism with a joint of every kind, and a force of every kind on it."""

import math

import numpy as np

import bough as bo


def machine():
    mechanism = bo.Mechanism("machine", gravity=(0.3, -1.0, -9.0))

    def inertia(x):
        return bo.Inertia(1.0 + x, (0.1, 0.2 * x, -0.1), np.diag((0.3, 0.4, 0.5 + 0.1 * x)))

    mechanism.add_body("base", "ground", bo.Free(), inertia=inertia(0.0))
    mechanism.add_body("plate", "base", bo.Fixed(), (0.3, 0.1, 0.2), [[0, -1, 0], [1, 0, 0], [0, 0, 1]], inertia(1.0))
    mechanism.add_body("arm", "plate", bo.Revolute((0, 0.6, 0.8)), (0.1, 0.2, 0.3), inertia=inertia(2.0))
    mechanism.add_body("slide", "arm", bo.Prismatic((1, 0, 0)), (0.1, 0, 0.3), inertia=inertia(0.5))
    mechanism.add_body("screw", "slide", bo.Helical((0, 0, 1), 0.3), (0.1, 0, 0.3), inertia=inertia(0.5))
    mechanism.add_body("wrist", "arm", bo.Universal((1, 0, 0), (0.6, 0.8, 0)), (0.1, 0.5, 0.3), inertia=inertia(0.7))
    mechanism.add_body("gimbal", "wrist", bo.Gimbal(), (0.1, 0.5, 0.3), inertia=inertia(0.7))
    mechanism.add_body("ball", "base", bo.Ball(), (0.1, 0.5, 0.3), inertia=inertia(0.2))
    mechanism.add_body("tip", "ball", bo.Fixed(), (0.1, 0.5, 0.3), inertia=inertia(0.1))
    mechanism.add_body("floor", "tip", bo.Planar((0, 1, 0)), (0.1, 0.5, 0.3), inertia=inertia(0.4))
    mechanism.add_body("post", "ground", bo.Fixed(), (2, 0, 0))
    return mechanism


def cubic(t, q, u):
    return -3.0 * q * q * q - 0.2 * u + math.sin(t)


def of_a_ball(t, q, u):
    return -q[1] * u[0], -q[2] + t, -u[2]


def of_two(t, q, u):
    return q[0] + u[1] * q[1], -q[2]


def drag(t, position, rotation, velocity, spin):
    speed = math.sqrt(velocity[0] ** 2 + velocity[1] ** 2 + velocity[2] ** 2)
    force = (-speed * velocity[0], -speed * velocity[1], -speed * velocity[2] + position[2])
    return force, (-spin[0] * rotation[1], -spin[1], -spin[2] * t)


_STIFF = (10.0, 20.0, 30.0, 4.0, 5.0, 6.0)
_TURN = [[0, -1, 0], [1, 0, 0], [0, 0, 1]]
_OTHER_TURN = [[0, 0, 1], [1, 0, 0], [0, 1, 0]]
FORCES = {
    "spring": bo.JointSpring("arm", 20.0, 0.3),
    "spring of a cardan": bo.JointSpring("wrist.turn2", 5.0),
    "spring of a screw": bo.JointSpring("screw", 7.0, -0.2),
    "dampers of a gimbal": bo.JointDamper("gimbal", 0.4),
    "dampers of a ball": bo.JointDamper("ball", 0.4),
    "damper of a free body": bo.JointDamper("base.vx", 2.0),
    "friction": bo.JointFriction("slide", 3.0, 0.1),
    "stops": bo.JointLimit("slide", -0.1, 0.1, stiffness=100.0, softness=0.05, damping=2.0),
    "soft stop": bo.JointLimit("arm", upper=-2.0, stiffness=10.0, softness=0.3),
    "motor": bo.Motor("wrist.turn1", math.sin),
    "constant motor": bo.Motor("ball.wy", 3.0),
    "servo": bo.Servo("floor.x", bo.Table((0, 1, 2), (0, 1, 0), "cubic"), 5.0, 0.3, most=2.0),
    "spring and damper": bo.SpringDamper(
        "tip", "gimbal", (0.1, 0, 0), (0, 0.3, 0), stiffness=30.0, damping=2.0, rest=0.4
    ),
    "spring to a post": bo.SpringDamper("slide", "post", stiffness=30.0),
    "bushing": bo.Bushing(
        "wrist",
        "tip",
        (0.1, 0.1, 0),
        (0, 0.3, 0),
        stiffness=_STIFF,
        damping=(1.0, 2.0, 3.0, 0.4, 0.5, 0.6),
        rotation=_TURN,
        other_rotation=_OTHER_TURN,
    ),
    "bushing to the ground": bo.Bushing("screw", stiffness=_STIFF),
    "wrench": bo.Wrench("tip", (1, 2, 3), (math.cos, 0, 1), at=(0.1, 0.2, 0.3)),
    "wrench along the body": bo.Wrench(
        "plate", bo.Table((0, 1), ((1, 2, 3), (2, 3, 4))), lambda t: (t, 1.0, 0.0), frame="body"
    ),
    "law": bo.JointLaw("arm", cubic),
    "law of a ball": bo.JointLaw("ball", of_a_ball),
    "law that reads": bo.JointLaw("wrist", of_two, reads=("arm", "wrist")),
    "drag": bo.BodyLaw("tip", drag),
}
CONSERVATIVE = {
    "spring",
    "spring of a cardan",
    "spring of a screw",
    "soft stop",
    "spring to a post",
    "bushing to the ground",
}


def with_forces(*names, of=machine):
    """The machine with some forces, or with all."""
    mechanism = of()
    for name in names or FORCES:
        mechanism.add_force(name, FORCES[name])
    return mechanism
