"""Exudyn as a peer: a mechanism of bough as an ``ObjectKinematicTree``, which is Exudyn's object in minimal coordinates.

Its joints are hinges and slides along coordinate axes; a free body becomes three slides and three hinges in succession, with massless links
between them, whose coordinates are the shift and Cardan angles. It has no ball joint, and no function that gives the accelerations of a state: they are what one
step of the explicit Euler method adds to the velocities. The module without range checks is taken, which Exudyn recommends for speed.
"""

from __future__ import annotations

import sys

import numpy as np
from calls import Call, CannotDo, attitude, places, quaternion
from scipy.spatial.transform import Rotation

from bough.mechanism import joints as catalogue
from bough.mechanism.mechanism import GROUND, Mechanism

sys.exudynFast = True  # has to be said before the import

import exudyn  # noqa: E402
from exudyn.itemInterface import NodeGenericODE2, ObjectKinematicTree  # noqa: E402

_AXES = "XYZ"
_NOTHING = np.zeros((3, 3))


class Exudyn:
    """A mechanism in Exudyn; ``system`` is Exudyn's own."""

    name, package = "Exudyn", "exudyn"

    def __init__(self, mechanism: Mechanism):
        self.mechanism = mechanism
        kinds, parents, turns, shifts, inertias, centers, masses = [], [], [], [], [], [], []
        links, self._first = {GROUND: -1}, {}
        for k in mechanism.topology.order.tolist():
            body = mechanism.bodies[k]
            parent, turn, shift = links[body.parent], body.rotation, body.at
            self._first[body.name] = len(kinds)
            for kind in _joints(body):
                kinds.append(kind)
                parents.append(parent)
                turns.append(turn)
                shifts.append(shift)
                inertias.append(_NOTHING)
                centers.append(np.zeros(3))
                masses.append(0.0)
                parent, turn, shift = len(kinds) - 1, np.eye(3), np.zeros(3)
            inertias[-1], centers[-1], masses[-1] = body.inertia.tensor, body.inertia.center, body.inertia.mass
            links[body.name] = parent
        n, nothing = len(kinds), [0.0] * len(kinds)
        self._container = exudyn.SystemContainer()
        self.system = self._container.AddSystem()
        node = self.system.AddNode(
            NodeGenericODE2(
                referenceCoordinates=nothing,
                initialCoordinates=nothing,
                initialCoordinates_t=nothing,
                numberOfODE2Coordinates=n,
            )
        )
        self._tree = self.system.AddObject(
            ObjectKinematicTree(
                nodeNumber=node,
                gravity=mechanism.gravity,
                jointTypes=kinds,
                linkParents=parents,
                jointTransformations=exudyn.Matrix3DList(turns),
                jointOffsets=exudyn.Vector3DList(shifts),
                linkInertiasCOM=exudyn.Matrix3DList(inertias),
                linkCOMs=exudyn.Vector3DList(centers),
                linkMasses=masses,
                jointForceVector=nothing,
            )
        )
        self.system.Assemble()

    # --- states -----------------------------------------------------------------------------------------------------

    def to_exudyn(self, q, u, tau):
        """Exudyn's (coordinates, rates, forces) of our (q, u, τ)."""
        theirs = [np.empty_like(u) for _ in range(3)]
        for body, i, k, to in self._places():
            if isinstance(body.joint, catalogue.Free):
                turn = attitude(q[i][3:])
                angles = turn.as_euler(_AXES)
                spin = _spin(angles)
                theirs[0][to] = *q[i][:3], *angles
                theirs[1][to] = *turn.apply(u[k][:3]), *np.linalg.solve(spin, u[k][3:])
                theirs[2][to] = *turn.apply(tau[k][:3]), *spin.T @ tau[k][3:]
            else:
                for vector, ours in zip(theirs, (q[i], u[k], tau[k]), strict=True):
                    vector[to] = ours
        return theirs

    def from_exudyn(self, coordinates, rates):
        """Our (q, u) of Exudyn's coordinates and rates."""
        q, u = np.empty(self.mechanism.n_q), np.empty(self.mechanism.n)
        for body, i, k, to in self._places():
            q[i], u[k] = coordinates[to] if i.stop - i.start == 1 else 0.0, rates[to]
            if isinstance(body.joint, catalogue.Free):
                place, speed = coordinates[to], rates[to]
                turn = Rotation.from_euler(_AXES, place[3:])
                q[i] = *place[:3], *quaternion(turn)
                u[k] = *turn.inv().apply(speed[:3]), *_spin(place[3:]) @ speed[3:]
        return q, u

    def accelerations(self, q, u, theirs):
        """Our u̇ of Exudyn's accelerations at our (q, u)."""
        u_dot, (coordinates, rates, _) = np.empty_like(u), self.to_exudyn(q, u, u)
        for body, i, k, to in self._places():
            u_dot[k] = theirs[to]
            if isinstance(body.joint, catalogue.Free):
                turn, angles, speeds = attitude(q[i][3:]).inv(), coordinates[to][3:], rates[to][3:]
                linear = turn.apply(theirs[to][:3]) - np.cross(u[k][3:], u[k][:3])
                u_dot[k] = *linear, *(_spin(angles) @ theirs[to][3:] + _spin_rate(angles, speeds) @ speeds)
        return u_dot

    def _places(self):
        """(body, its part of our q, of our u, of Exudyn's vectors)."""
        for body, i, k in places(self.mechanism):
            first = self._first[body.name]
            yield body, i, k, slice(first, first + k.stop - k.start)

    # --- what is timed ----------------------------------------------------------------------------------------------

    def forward_dynamics(self, q, u, tau):
        """u̇: what one step of a second by the explicit Euler method adds to the velocities."""
        run = self._motion(exudyn.DynamicSolverType.ExplicitEuler, q, u, tau, 1.0, 1)
        return self.accelerations(q, u, run()[1] - self.to_exudyn(q, u, tau)[1])

    def one_state(self, q, u, tau) -> list[Call]:
        raise CannotDo("no call for accelerations")

    def batch(self, q, u, tau) -> list[Call]:
        raise CannotDo("no call for accelerations")

    def order4(self, q, u, step, steps) -> list[Call]:
        run = self._motion(exudyn.DynamicSolverType.RK44, q, u, np.zeros_like(u), step, steps)
        return [Call("SolveDynamic, RK44", run, lambda state: self.from_exudyn(*state))]

    def euler(self, q, u, step, steps) -> list[Call]:
        raise CannotDo("no semi-implicit Euler")

    def _motion(self, method, q, u, tau, step, steps):
        coordinates, rates, forces = self.to_exudyn(q, u, tau)
        system, initial = self.system, exudyn.ConfigurationType.Initial
        system.SetObjectParameter(self._tree, "jointForceVector", forces)
        settings = _settings(step, steps, len(rates))
        data = system.systemData

        def run():
            data.SetODE2Coordinates(coordinates, initial)
            data.SetODE2Coordinates_t(rates, initial)
            system.SolveDynamic(settings, solverType=method)
            return data.GetODE2Coordinates(), data.GetODE2Coordinates_t()

        return run


def _settings(step, steps, n):
    """Nothing written, nothing shown, no accelerations beyond those that the method needs."""
    settings = exudyn.SimulationSettings()
    time = settings.timeIntegration
    time.numberOfSteps, time.endTime = steps, step * steps
    time.explicit.computeEndOfStepAccelerations = False
    time.verboseMode = 0
    settings.solution.file.write = False
    # the fastest of its four: dense on all our mechanisms but the tree of 255
    kinds = exudyn.LinearSolverType
    settings.linearSolver.solverType = kinds.EigenDense if n <= 100 else kinds.EigenSparseSymmetric
    return settings


def _joints(body):
    """Exudyn's joints that make one of ours, in succession."""
    match body.joint:
        case catalogue.Revolute():
            return [_along(body, "Revolute")]
        case catalogue.Prismatic():
            return [_along(body, "Prismatic")]
        case catalogue.Free():
            return [getattr(exudyn.JointType, kind + axis) for kind in ("Prismatic", "Revolute") for axis in _AXES]
    raise CannotDo(f"no {type(body.joint).__name__.lower()} joint")


def _along(body, kind):
    axes = [tuple(axis) for axis in np.eye(3)]
    if tuple(body.joint.axis) not in axes:
        raise CannotDo("no oblique axes")
    return getattr(exudyn.JointType, kind + _AXES[axes.index(tuple(body.joint.axis))])


def _spin(angles):
    """The matrix from rates of Cardan angles x y z to ω along the body's axes."""
    _, b, c = angles
    return np.array(
        [
            [np.cos(b) * np.cos(c), np.sin(c), 0.0],
            [-np.cos(b) * np.sin(c), np.cos(c), 0.0],
            [np.sin(b), 0.0, 1.0],
        ]
    )


def _spin_rate(angles, rates):
    """Its rate of change."""
    (_, b, c), (_, db, dc) = angles, rates
    return np.array(
        [
            [-db * np.sin(b) * np.cos(c) - dc * np.cos(b) * np.sin(c), dc * np.cos(c), 0.0],
            [db * np.sin(b) * np.sin(c) - dc * np.cos(b) * np.cos(c), -dc * np.sin(c), 0.0],
            [db * np.cos(b), 0.0, 0.0],
        ]
    )
