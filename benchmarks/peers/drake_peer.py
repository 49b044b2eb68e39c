"""Drake as a peer: a mechanism of bough as a continuous ``MultibodyPlant``, whose accelerations come from articulated bodies.

Only for hinges, slides, balls, free and fixed bodies. Drake's ball joint has roll, pitch and yaw for coordinates, where ours has a quaternion;
its velocities of balls and free bodies are along the joint's axes, where ours are along the body's.
"""

from __future__ import annotations

import numpy as np
from calls import Call, CannotDo, acceleration_along_body, along_body, along_fixed, attitude, places, quaternion
from pydrake.common import Parallelism
from pydrake.math import RigidTransform, RotationMatrix
from pydrake.multibody.plant import MultibodyPlant
from pydrake.multibody.tree import (
    BallRpyJoint,
    FixedOffsetFrame,
    PrismaticJoint,
    QuaternionFloatingJoint,
    RevoluteJoint,
    RotationalInertia,
    SpatialInertia,
    WeldJoint,
)
from pydrake.systems.analysis import ApplySimulatorConfig, BatchEvalTimeDerivatives, Simulator, SimulatorConfig
from scipy.spatial.transform import Rotation

from bough.mechanism import joints as catalogue
from bough.mechanism.mechanism import GROUND, Mechanism


class Drake:
    """A mechanism in Drake; ``plant`` and ``context`` are Drake's own."""

    name, package = "Drake", "drake"

    def __init__(self, mechanism: Mechanism):
        self.mechanism, self.plant = mechanism, MultibodyPlant(time_step=0.0)
        plant = self.plant
        plant.mutable_gravity_field().set_gravity_vector(mechanism.gravity)
        bodies = {GROUND: plant.world_body()}
        self._joints = {}
        for k in mechanism.topology.order.tolist():
            body = mechanism.bodies[k]
            bodies[body.name] = plant.AddRigidBody(body.name, _inertia(body.inertia))
            pose = RigidTransform(RotationMatrix(body.rotation), body.at)
            frame = plant.AddFrame(FixedOffsetFrame(f"{body.name}/joint", bodies[body.parent].body_frame(), pose))
            joint = _joint(body, frame, bodies[body.name].body_frame())
            self._joints[body.name] = plant.AddJoint(joint)
        plant.Finalize()
        self.context = plant.CreateDefaultContext()
        self._forces = plant.get_applied_generalized_force_input_port()
        self._forces.FixValue(self.context, np.zeros(plant.num_velocities()))

    # --- states: (…, n) arrays, one state or a row for each ---------------------------------------------------------

    def to_drake(self, q, u, tau):
        """Drake's (x, forces) of our (q, u, τ)."""
        n_q = self.plant.num_positions()
        x, forces = np.empty((*q.shape[:-1], n_q + self.plant.num_velocities())), np.empty_like(tau)
        for body, i, k, at, to in self._places():
            speeds = x[..., n_q:]
            match body.joint:
                case catalogue.Ball():
                    turn = attitude(q[..., i])
                    x[..., at] = turn.as_euler("xyz")
                    speeds[..., to], forces[..., to] = turn.apply(u[..., k]), turn.apply(tau[..., k])
                case catalogue.Free():
                    turn = attitude(q[..., i][..., 3:])
                    x[..., at] = np.concatenate((q[..., i][..., 3:], q[..., i][..., :3]), axis=-1)
                    speeds[..., to], forces[..., to] = along_fixed(turn, u[..., k]), along_fixed(turn, tau[..., k])
                case _:
                    x[..., at], speeds[..., to], forces[..., to] = q[..., i], u[..., k], tau[..., k]
        return x, forces

    def from_drake(self, x):
        """Our (q, u) of Drake's x."""
        n_q = self.plant.num_positions()
        q, u = (np.empty((*x.shape[:-1], n)) for n in (self.mechanism.n_q, self.mechanism.n))
        for body, i, k, at, to in self._places():
            place, speed = x[..., at], x[..., n_q:][..., to]
            match body.joint:
                case catalogue.Ball():
                    turn = Rotation.from_euler("xyz", place)
                    q[..., i], u[..., k] = quaternion(turn), turn.inv().apply(speed)
                case catalogue.Free():
                    turn = attitude(place[..., :4])  # of unit length: Drake's integrators let it drift
                    q[..., i] = np.concatenate((place[..., 4:], quaternion(turn)), axis=-1)
                    u[..., k] = along_body(turn, speed)
                case _:
                    q[..., i], u[..., k] = place, speed
        return q, u

    def accelerations(self, q, u, v_dot):
        """Our u̇ of Drake's v̇ at our (q, u)."""
        u_dot = np.empty_like(u)
        for body, i, k, _, to in self._places():
            match body.joint:
                case catalogue.Ball():
                    u_dot[..., k] = attitude(q[..., i]).inv().apply(v_dot[..., to])
                case catalogue.Free():
                    turn = attitude(q[..., i][..., 3:])
                    u_dot[..., k] = acceleration_along_body(turn, u[..., k], v_dot[..., to])
                case _:
                    u_dot[..., k] = v_dot[..., to]
        return u_dot

    def _places(self):
        """(body, its part of our q, of our u, of Drake's q, of Drake's v)."""
        for body, i, k in places(self.mechanism):
            joint = self._joints[body.name]
            at, to = joint.position_start(), joint.velocity_start()
            yield body, i, k, slice(at, at + joint.num_positions()), slice(to, to + joint.num_velocities())

    # --- what is timed ----------------------------------------------------------------------------------------------

    def forward_dynamics(self, q, u, tau):
        """u̇."""
        (call,) = self.one_state(q, u, tau)
        return call.answer(call.run())

    def one_state(self, q, u, tau) -> list[Call]:
        x, forces = self.to_drake(q, u, tau)
        plant, context = self.plant, self.context
        self._forces.FixValue(context, forces)

        def run():
            context.SetContinuousState(x)  # a state that is set again is computed again: Drake keeps results
            return plant.EvalTimeDerivatives(context)

        def answer(rates):
            return self.accelerations(q, u, rates.get_generalized_velocity().CopyToVector())

        return [Call("EvalTimeDerivatives", run, answer)]

    def batch(self, q, u, tau) -> list[Call]:
        x, forces = (np.asfortranarray(rows.T) for rows in self.to_drake(q, u, tau))
        times, one, port = np.zeros((1, len(q))), Parallelism(num_threads=1), self._forces.get_index()

        def run():
            return BatchEvalTimeDerivatives(self.plant, self.context, times, x, forces, port, one)

        def answer(rates):
            return self.accelerations(q, u, rates[self.plant.num_positions() :].T)

        return [Call("BatchEvalTimeDerivatives", run, answer, states=len(q))]

    def order4(self, q, u, step, steps) -> list[Call]:
        """Drake has Runge and Kutta's methods of order 2, 3 and 5: the nearest that is not dearer than RK4."""
        return [self._motion("RK3, fixed step", "runge_kutta3", q, u, step, steps)]

    def euler(self, q, u, step, steps) -> list[Call]:
        return [self._motion("semi_explicit_euler", "semi_explicit_euler", q, u, step, steps)]

    def _motion(self, how, scheme, q, u, step, steps) -> Call:
        x, forces = self.to_drake(q, u, np.zeros_like(u))
        context = self.plant.CreateDefaultContext()
        self._forces.FixValue(context, forces)
        simulator = Simulator(self.plant, context)
        ApplySimulatorConfig(
            SimulatorConfig(integration_scheme=scheme, max_step_size=step, use_error_control=False), simulator
        )

        def run():
            context.SetTime(0.0)
            context.SetContinuousState(x)
            simulator.Initialize()
            simulator.AdvanceTo(steps * step)
            return context.get_continuous_state_vector()

        return Call(how, run, lambda state: self.from_drake(state.CopyToVector()))


def _inertia(inertia) -> SpatialInertia:
    (xx, xy, xz), (_, yy, yz), (_, _, zz) = inertia.tensor
    return SpatialInertia.MakeFromCentralInertia(
        inertia.mass, inertia.center, RotationalInertia(xx, yy, zz, xy, xz, yz)
    )


def _joint(body, frame, child):
    """Drake's joint between a frame on the parent and the body."""
    match body.joint:
        case catalogue.Fixed():
            return WeldJoint(body.name, frame, child, RigidTransform())
        case catalogue.Revolute():
            return RevoluteJoint(body.name, frame, child, body.joint.axis)
        case catalogue.Prismatic():
            return PrismaticJoint(body.name, frame, child, body.joint.axis)
        case catalogue.Ball():
            return BallRpyJoint(body.name, frame, child)
        case catalogue.Free():
            return QuaternionFloatingJoint(body.name, frame, child)
    raise CannotDo(f"no {type(body.joint).__name__}")
