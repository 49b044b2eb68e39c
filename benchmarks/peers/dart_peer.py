"""DART as a peer: a mechanism of bough as a ``Skeleton``, whose accelerations come from articulated bodies.

Only for hinges, slides, balls, free and fixed bodies. DART's balls and free bodies have rotation vectors for coordinates, where ours have
quaternions; its velocities of a free body are along the parent's axes, where ours are along the body's. Its only integrator is the semi-implicit Euler method of ``World.step``.
"""

from __future__ import annotations

import dartpy
import numpy as np
from calls import Call, CannotDo, acceleration_along_body, along_body, along_fixed, attitude, places, quaternion
from scipy.spatial.transform import Rotation

from bough.mechanism import joints as catalogue
from bough.mechanism.mechanism import GROUND, Mechanism


class Dart:
    """A mechanism in DART; ``skeleton`` is DART's own."""

    name, package = "DART", "dartpy"

    def __init__(self, mechanism: Mechanism):
        self.mechanism, self.skeleton = mechanism, dartpy.dynamics.Skeleton(mechanism.name)
        self.skeleton.setGravity(mechanism.gravity)
        nodes, self._first = {GROUND: None}, {}
        for k in mechanism.topology.order.tolist():
            body = mechanism.bodies[k]
            joint, node = _pair(self.skeleton, body)(nodes[body.parent])
            joint.setName(f"{body.name}/joint")
            node.setName(body.name)
            joint.setTransformFromParentBodyNode(_isometry(body.rotation, body.at))
            if isinstance(body.joint, catalogue.Revolute | catalogue.Prismatic):
                joint.setAxis(body.joint.axis)
            node.setInertia(dartpy.dynamics.Inertia(body.inertia.mass, body.inertia.center, body.inertia.tensor))
            nodes[body.name] = node
            self._first[body.name] = joint.getIndexInSkeleton(0) if joint.getNumDofs() else 0

    # --- states -----------------------------------------------------------------------------------------------------

    def to_dart(self, q, u, tau):
        """DART's (positions, velocities, forces) of our (q, u, τ): one state, or a row for each."""
        theirs = [np.empty_like(u) for _ in range(3)]
        positions, velocities, forces = theirs
        for body, i, k, to in self._places():
            place = q[..., i]
            match body.joint:
                case catalogue.Ball():
                    positions[..., to] = attitude(place).as_rotvec()
                    velocities[..., to], forces[..., to] = u[..., k], tau[..., k]
                case catalogue.Free():
                    turn = attitude(place[..., 3:])
                    positions[..., to] = np.concatenate((turn.as_rotvec(), place[..., :3]), axis=-1)
                    turn = _on_parent(body, turn)
                    velocities[..., to], forces[..., to] = along_fixed(turn, u[..., k]), along_fixed(turn, tau[..., k])
                case _:
                    positions[..., to], velocities[..., to], forces[..., to] = place, u[..., k], tau[..., k]
        return theirs

    def from_dart(self, positions, velocities):
        """Our (q, u) of DART's positions and velocities."""
        q, u = np.empty((*positions.shape[:-1], self.mechanism.n_q)), np.empty_like(velocities)
        for body, i, k, to in self._places():
            place, u[..., k] = positions[..., to], velocities[..., to]
            match body.joint:
                case catalogue.Ball():
                    q[..., i] = quaternion(Rotation.from_rotvec(place))
                case catalogue.Free():
                    turn = Rotation.from_rotvec(place[..., :3])
                    q[..., i] = np.concatenate((place[..., 3:], quaternion(turn)), axis=-1)
                    u[..., k] = along_body(_on_parent(body, turn), velocities[..., to])
                case _:
                    q[..., i] = place
        return q, u

    def accelerations(self, q, u, theirs):
        """Our u̇ of DART's accelerations at our (q, u)."""
        u_dot = np.empty_like(u)
        for body, i, k, to in self._places():
            u_dot[..., k] = theirs[..., to]
            if isinstance(body.joint, catalogue.Free):
                turn = _on_parent(body, attitude(q[..., i][..., 3:]))
                u_dot[..., k] = acceleration_along_body(turn, u[..., k], theirs[..., to])
        return u_dot

    def _places(self):
        """(body, its part of our q, of our u, of DART's vectors)."""
        for body, i, k in places(self.mechanism):
            first = self._first[body.name]
            yield body, i, k, slice(first, first + k.stop - k.start)

    # --- what is timed ----------------------------------------------------------------------------------------------

    def forward_dynamics(self, q, u, tau):
        """u̇."""
        return self.accelerations(q, u, self._run(*self.to_dart(q, u, tau)))

    def one_state(self, q, u, tau) -> list[Call]:
        """Two states in turn: DART keeps what it knows as long as positions and velocities stay the same."""
        run, state, other = self._run, self.to_dart(q, u, tau), self.to_dart(self.mechanism.coordinates(), -u, tau)

        def both():
            run(*other)
            return run(*state)

        return [Call("computeForwardDynamics", both, lambda found: self.accelerations(q, u, found), states=2)]

    def batch(self, q, u, tau) -> list[Call]:
        run, rows = self._run, list(zip(*self.to_dart(q, u, tau), strict=True))

        def loop():
            return [run(*row) for row in rows]

        def answer(found):
            return self.accelerations(q, u, np.array(found))

        return [Call("computeForwardDynamics in a Python loop", loop, answer, states=len(rows))]

    def _run(self, positions, velocities, forces):
        skeleton = self.skeleton
        skeleton.setPositions(positions)
        skeleton.setVelocities(velocities)
        skeleton.setForces(forces)
        skeleton.computeForwardDynamics()
        return skeleton.getAccelerations()

    def order4(self, q, u, step, steps) -> list[Call]:
        raise CannotDo("no method of order 4")

    def euler(self, q, u, step, steps) -> list[Call]:
        positions, velocities, _ = self.to_dart(q, u, u)
        world, skeleton = dartpy.simulation.World(), self.skeleton
        world.setGravity(self.mechanism.gravity)
        world.setTimeStep(step)
        world.addSkeleton(skeleton)
        rest = world.getDeactivationOptions()
        rest.mEnabled = False  # bodies that are slow for a while must not be put to sleep
        world.setDeactivationOptions(rest)
        forward = world.step

        def run():
            skeleton.resetCommands()
            skeleton.setForces(np.zeros(len(velocities)))
            skeleton.setPositions(positions)
            skeleton.setVelocities(velocities)
            for _ in range(steps):
                forward()
            return skeleton.getPositions(), skeleton.getVelocities()

        return [Call("World.step in a Python loop", run, lambda state: self.from_dart(*state))]


def _on_parent(body, turn: Rotation) -> Rotation:
    """From a free body's axes to its parent's, along which DART has its velocities."""
    return Rotation.from_matrix(body.rotation) * turn


def _isometry(rotation, shift):
    matrix = np.eye(4)
    matrix[:3, :3], matrix[:3, 3] = rotation, shift
    return dartpy.math.Isometry3(matrix)


def _pair(skeleton, body):
    """DART's function that adds a joint and its body to a skeleton."""
    match body.joint:
        case catalogue.Fixed():
            return skeleton.createWeldJointAndBodyNodePair
        case catalogue.Revolute():
            return skeleton.createRevoluteJointAndBodyNodePair
        case catalogue.Prismatic():
            return skeleton.createPrismaticJointAndBodyNodePair
        case catalogue.Ball():
            return skeleton.createBallJointAndBodyNodePair
        case catalogue.Free():
            return skeleton.createFreeJointAndBodyNodePair
    raise CannotDo(f"no {type(body.joint).__name__}")
