"""Pinocchio as a peer: a mechanism of bough as a ``pin.Model``, with states and results in bough's order.

Where Pinocchio lacks a joint (cylindrical, universal and gimbal of any axes, planar with u = q̇) a chain of joints with
one DoF each and massless links between them takes its place. Its coordinates and velocities are those of our joint, so
that mass matrix, accelerations and joint forces are the same numbers.
"""

from unittest import SkipTest

import numpy as np

from bough.mechanism import joints as catalogue
from bough.mechanism.mechanism import GROUND, Mechanism

try:
    import pinocchio as pin
except ModuleNotFoundError:  # there is none for Windows; (benchmarks import this too, without pytest)
    raise SkipTest("Pinocchio is not installed") from None

# where Pinocchio's coordinates of a joint are in ours: its quaternions are x y z w
_Q_ORDER = {
    catalogue.Ball: (1, 2, 3, 0),
    catalogue.Free: (0, 1, 2, 4, 5, 6, 3),
    catalogue.BallInCylinder: (0, 2, 3, 4, 1),
    catalogue.BallOnPlane: (0, 1, 3, 4, 5, 2),
}


class PinocchioPeer:
    """A mechanism in Pinocchio.

    ``model`` and ``data`` are Pinocchio's own; ``to_pin`` gives the state for direct calls such as ``pin.aba``.
    Wrenches are (N, 6), a row per body in the mechanism's order: force, then moment about the body's origin, in body
    axes.
    """

    def __init__(self, mechanism: Mechanism):
        self.model = pin.Model()
        self.model.name = mechanism.name
        self.model.gravity.linear = mechanism.gravity
        bodies = mechanism.bodies
        q_start = np.cumsum([0] + [len(b.joint.q_names) for b in bodies])
        u_start = np.cumsum([0] + [len(b.joint.u_names) for b in bodies])
        q_order, u_order = [], []  # the index in our vectors of each entry of Pinocchio's
        self._frames = [0] * len(bodies)
        carriers = {GROUND: (0, pin.SE3.Identity())}  # the joint that carries a body, and the body's pose in its frame
        for k in mechanism.topology.order.tolist():
            body = bodies[k]
            carrier, pose = carriers[body.parent]
            pose = pose * pin.SE3(body.rotation, body.at)
            for step, joint in enumerate(pinocchio_joints(body.joint)):
                carrier = self.model.addJoint(carrier, joint, pose, f"{body.name}/{step}")
                pose = pin.SE3.Identity()
            inertia = pin.Inertia(body.inertia.mass, body.inertia.center, body.inertia.tensor)
            self.model.appendBodyToJoint(carrier, inertia, pose)
            self._frames[k] = self.model.addFrame(pin.Frame(body.name, carrier, pose, pin.FrameType.BODY))
            carriers[body.name] = carrier, pose
            q_order += [q_start[k] + j for j in _Q_ORDER.get(type(body.joint), range(len(body.joint.q_names)))]
            u_order += range(u_start[k], u_start[k + 1])
        self._q_order, self._u_order = np.array(q_order, int), np.array(u_order, int)
        self.model.armature = mechanism.armature[self._u_order]
        self.data = self.model.createData()

    # --- order ----------------------------------------------------------------------------------------------------

    def to_pin(self, q, u):
        """Pinocchio's (q, v) of our (q, u)."""
        return self._q(q), self._u(u)

    def from_pin(self, q, v):
        """Our (q, u) of Pinocchio's (q, v)."""
        ours = np.empty(len(self._q_order))
        ours[self._q_order] = q
        return ours, self._from_v(v)

    def _q(self, q):
        return np.asarray(q, float)[self._q_order]

    def _u(self, u):
        return np.asarray(u, float)[self._u_order]

    def _from_v(self, v):
        ours = np.empty(len(self._u_order))
        ours[self._u_order] = v
        return ours

    def _fext(self, wrenches):
        """Wrenches on bodies as Pinocchio takes them: one per joint, in its frame."""
        fext = [pin.Force.Zero() for _ in range(self.model.njoints)]
        for frame, wrench in zip(self._frames, np.asarray(wrenches, float), strict=True):
            frame = self.model.frames[frame]
            fext[frame.parentJoint] += frame.placement.act(pin.Force(wrench))
        return fext

    # --- dynamics -------------------------------------------------------------------------------------------------

    def forward_dynamics(self, q, u, tau, wrenches=None):
        """u̇."""
        rest = () if wrenches is None else (self._fext(wrenches),)
        return self._from_v(pin.aba(self.model, self.data, *self.to_pin(q, u), self._u(tau), *rest))

    def inverse_dynamics(self, q, u, u_dot, wrenches=None):
        """The joint forces."""
        rest = () if wrenches is None else (self._fext(wrenches),)
        return self._from_v(pin.rnea(self.model, self.data, *self.to_pin(q, u), self._u(u_dot), *rest))

    def mass_matrix(self, q):
        """M(q), both triangles."""
        upper = np.triu(pin.crba(self.model, self.data, self._q(q)))
        ours = np.empty_like(upper)
        ours[np.ix_(self._u_order, self._u_order)] = upper + np.triu(upper, 1).T
        return ours

    # --- kinematics and energy ------------------------------------------------------------------------------------

    def body_poses(self, q):
        """(N, 4, 4): for each body the homogeneous matrix from its axes to the ground's."""
        pin.framesForwardKinematics(self.model, self.data, self._q(q))
        return np.array([self.data.oMf[frame].homogeneous for frame in self._frames]).reshape(-1, 4, 4)

    def body_twists(self, q, u):
        """(N, 6): for each body the velocity of its origin, then its angular velocity, in body axes."""
        pin.forwardKinematics(self.model, self.data, *self.to_pin(q, u))
        twists = [pin.getFrameVelocity(self.model, self.data, frame, pin.LOCAL).vector for frame in self._frames]
        return np.array(twists).reshape(-1, 6)

    def kinetic_energy(self, q, u):
        if (
            self.model.armature.any()
        ):  # which Pinocchio leaves out here for screws, and for hinges along no coordinate axis
            return u @ self.mass_matrix(q) @ u / 2
        return pin.computeKineticEnergy(self.model, self.data, *self.to_pin(q, u))

    def potential_energy(self, q):
        """-Σ m g·c over all bodies; Pinocchio leaves out those that are fixed to the ground."""
        grounded = self.model.inertias[0]
        return (
            pin.computePotentialEnergy(self.model, self.data, self._q(q))
            - grounded.mass * self.model.gravity.linear @ grounded.lever
        )


def pinocchio_joints(joint):
    """The joints of Pinocchio that make one of ours, in succession; no joint at all for a fixed body."""
    match joint:
        case catalogue.Fixed():
            return []
        case catalogue.Revolute():
            return [_turn(joint.axis)]
        case catalogue.Prismatic():
            return [_slide(joint.axis)]
        case catalogue.Helical():
            return [pin.JointModelHelicalUnaligned(np.array(joint.axis), joint.pitch)]
        case catalogue.Cylindrical():
            return [_slide(joint.axis), _turn(joint.axis)]
        case catalogue.Universal():
            return [_turn(joint.axis1), _turn(joint.axis2)]
        case catalogue.Gimbal():
            return [_turn(axis) for axis in joint.axes]
        case catalogue.Planar():
            x, y, _ = joint.frames()[0].T
            return [_slide(x), _slide(y), _turn(joint.normal)]
        case catalogue.Translational():
            return [pin.JointModelTranslation()]
        case catalogue.BallInCylinder():
            return [_slide(joint.axis), pin.JointModelSpherical()]
        case catalogue.BallOnPlane():
            x, y, _ = catalogue.Planar(joint.normal).frames()[0].T
            return [_slide(x), _slide(y), pin.JointModelSpherical()]
        case catalogue.EdgeOnPlane():
            slides = _slide(joint.edge), _slide(np.cross(joint.normal, joint.edge))
            return [*slides, _turn(joint.normal), _turn(joint.edge)]
        case catalogue.TelescopicUniversal():
            return [_slide(joint.axis), _turn(joint.axis1), _turn(joint.axis2)]
        case catalogue.Ball():
            return [pin.JointModelSpherical()]
        case catalogue.Free():
            return [pin.JointModelFreeFlyer()]
    raise ValueError(f"Pinocchio has no equivalent of {joint!r}; add one to pinocchio_joints().")


def _turn(axis):
    return _along(axis, pin.JointModelRX, pin.JointModelRY, pin.JointModelRZ) or pin.JointModelRevoluteUnaligned(
        np.array(axis)
    )


def _slide(axis):
    return _along(axis, pin.JointModelPX, pin.JointModelPY, pin.JointModelPZ) or pin.JointModelPrismaticUnaligned(
        np.array(axis)
    )


def _along(axis, *aligned):
    """Pinocchio's faster joint along a coordinate axis, if the axis is one, so that benchmarks are fair to it."""
    axis = tuple(axis)
    for k, joint in enumerate(aligned):
        if axis == tuple(np.eye(3)[k]):
            return joint()
    return None
