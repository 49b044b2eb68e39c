"""A mechanism with a joint of every kind, a force of every kind on it, and what each force is by the textbook."""

import math

import numpy as np
from scipy.spatial.transform import Rotation

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
    "servo of uneven strength": bo.Servo("wrist.turn2", 0.4, 5.0, 0.3, most=2.0, least=-0.5),
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
    "air": bo.AirDrag("gimbal", 0.7, (0.2, 0.1, 0.3), coefficient=1.2, wind=(1.0, "sin(t)", 0.0)),
    "law": bo.CustomJointForce("arm", cubic),
    "law of a ball": bo.CustomJointForce("ball", of_a_ball),
    "law that reads": bo.CustomJointForce("wrist", of_two, reads=("arm", "wrist")),
    "drag": bo.CustomBodyForce("tip", drag),
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


# --- forces by the textbook, from poses and twists -------------------------------------------------------------------

PLAIN = machine()
BY_JOINT_FORMULA = [name for name, force in FORCES.items() if getattr(force, "joint", "") in PLAIN.u_names]
BY_BODY_FORMULA = [name for name, force in FORCES.items() if hasattr(force, "at")]


def textbook_joint_force(force, q, u, t):
    """τ of a joint force by its formula, x being the coordinate and v the velocity that it acts on."""
    x = q[PLAIN.q_names.index(force.joint)] if force.joint in PLAIN.q_names else None
    v = u[PLAIN.u_names.index(force.joint)]
    match force:
        case bo.JointSpring():
            return -force.stiffness * (x - force.rest)
        case bo.JointDamper():
            return -force.damping * v
        case bo.JointFriction():
            return -force.force * v / math.hypot(v, force.speed)
        case bo.Motor():
            return force.force(t) if callable(force.force) else force.force
        case bo.CustomJointForce():
            return force.function(t, x, v)
        case bo.Servo():
            r, rate = (0.4, 0.0) if force.least else (t * t * (3 - 2 * t), 6 * t * (1 - t))
            wanted = force.stiffness * (r - x) + force.damping * (rate - v)
            return min(max(wanted, force.least or -force.most), force.most)
        case bo.JointLimit():
            total = 0.0
            for sign, end in ((1, force.lower), (-1, force.upper)):
                over = sign * (end - x) if end is not None else -1.0
                soft = force.softness
                if over > 0.0:
                    ramp = min(over / soft, 1.0)
                    total += sign * force.stiffness * (over**2 / (2 * soft) if over < soft else over - soft / 2)
                    total -= force.damping * ramp**2 * (3 - 2 * ramp) * v
            return total
    raise AssertionError(force)


def points_of(force, q, u):
    """Per body of a force: rotation, place and velocity of its point, and spin, along ground axes."""
    poses, twists = bo.body_poses(PLAIN, q), bo.body_twists(PLAIN, q, u)
    found = []
    for body, at in (
        (force.body, force.at),
        (getattr(force, "other", "ground"), getattr(force, "other_at", (0, 0, 0))),
    ):
        if body == "ground":
            found.append((np.eye(3), np.array(at, float), np.zeros(3), np.zeros(3)))
            continue
        k = PLAIN.body_names.index(body)
        r, origin = poses[k, :3, :3], poses[k, :3, 3]
        v, w = r @ twists[k, :3], r @ twists[k, 3:]
        arm = r @ np.array(at, float)
        found.append((r, origin + arm, v + np.cross(w, arm), w))
    return found


def textbook_wrench(force, q, u, t):
    """(force, moment) on the body at its point, along ground axes; the opposite acts on the other at the same point of space."""
    (r, x, v, w), (r2, x2, v2, w2) = points_of(force, q, u)
    if isinstance(force, bo.SpringDamper):
        n = (x - x2) / np.linalg.norm(x - x2)
        pull = force.stiffness * (np.linalg.norm(x - x2) - force.rest) + force.damping * (n @ (v - v2))
        return -pull * n, np.zeros(3)
    if isinstance(force, bo.Bushing):
        axes = r2 @ (np.eye(3) if force.other_rotation is None else np.array(force.other_rotation))
        own = r @ (np.eye(3) if force.rotation is None else np.array(force.rotation))
        k, c = np.array(force.stiffness), np.array(force.damping)
        d, d_rate = axes.T @ (x - x2), axes.T @ (v - v2 - np.cross(w2, x - x2))
        *vector, scalar = Rotation.from_matrix(axes.T @ own).as_quat()
        v_k = k[3:] * vector
        moment = -2 * (scalar * v_k + np.cross(vector, v_k)) - c[3:] * (axes.T @ (w - w2))
        return -axes @ (k[:3] * d + c[:3] * d_rate), axes @ moment
    if isinstance(force, bo.AirDrag):
        through = v - np.array((1.0, math.sin(t), 0.0))
        return -0.5 * 1.225 * 1.2 * 0.7 * np.linalg.norm(through) * through, np.zeros(3)
    if force.frame == "body":
        return r @ (np.array((1, 2, 3)) + min(t, 1.0)), r @ np.array((t, 1.0, 0.0))
    return np.array((1.0, 2.0, 3.0)), np.array((math.cos(t), 0.0, 1.0))


def pole():
    """A free body, a ball and a slide, one on the other: coordinates with quaternions."""
    machine, rod = bo.Mechanism("pole"), bo.Inertia.rod(0.4, mass=1.0, radius=0.02, axis="x", center=(0.2, 0, 0))
    machine.add_body("base", joint=bo.Free(), inertia=rod)
    machine.add_body("pole", "base", bo.Ball(), at=(0, 0, 0.2), inertia=rod)
    machine.add_body("tip", "pole", bo.Prismatic("x"), at=(0.4, 0, 0), inertia=rod)
    return machine
