"""Motions of mechanisms with loops in Exudyn, run by ``loop_motions.py`` in a process of its own: a request as JSON in, what was found out.

Exudyn's joints are constraints between free bodies, so that all joints close loops alike; in the plane it has bodies of
three coordinates. Another way is a kinematic tree with constraints between its links. Both are integrated by implicit methods of order two,
as its explicit ones take no constraints. For each setting the steps are chosen such that the end is as exact as asked for.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

import numpy as np

sys.exudynFast = True  # has to be said before the import

import exudyn  # noqa: E402
import exudyn.itemInterface as items  # noqa: E402

MOST_STEPS = 4_000_000
GROUND = -1


class FreeBodies:
    """Free bodies, each with its node at the centre of mass."""

    name = "free bodies"

    def __init__(self, model: dict):
        self._container = exudyn.SystemContainer()
        self.system, self.is_plane, self.look = self._container.AddSystem(), model["plane"], model["look"]
        self.ground = self.system.AddObject(items.ObjectGround())
        gravity = np.array(model["gravity"])
        self.nodes, self.bodies = zip(*(self._body(body, gravity) for body in model["bodies"]), strict=True)
        for joint in model["joints"]:
            self._joint(joint, model["bodies"])
        for body, moment in model["moments"]:
            marker = self.system.AddMarker(items.MarkerBodyRigid(bodyNumber=self.bodies[body]))
            self.system.AddLoad(items.LoadTorqueVector(markerNumber=marker, loadVector=moment))
        for spring in model["springs"]:
            markers = [self._point(body, np.array(at)) for body, at in spring["ends"]]
            self.system.AddObject(
                items.ObjectConnectorSpringDamper(
                    markerNumbers=markers, stiffness=spring["stiffness"], referenceLength=spring["rest"]
                )
            )
        self.system.Assemble()

    def _body(self, body, gravity):
        mass, tensor, rotation = body["mass"], np.array(body["tensor"]), np.array(body["rotation"])
        if self.is_plane:
            angle = np.arctan2(rotation[1, 0], rotation[0, 0])
            place, speed = [*body["place"][:2], angle], [*body["velocity"][:2], body["spin"][2]]
            node = self.system.AddNode(items.NodeRigidBody2D(referenceCoordinates=place, initialVelocities=speed))
            plane = items.ObjectRigidBody2D(nodeNumber=node, mass=mass, inertia=tensor[2, 2])
            number = self.system.AddObject(plane)
            marker = self.system.AddMarker(items.MarkerBodyPosition(bodyNumber=number))
            self.system.AddLoad(items.LoadForceVector(markerNumber=marker, loadVector=mass * gravity))
            return node, number
        made = self.system.CreateRigidBody(
            referencePosition=body["place"],
            referenceRotationMatrix=rotation,
            initialVelocity=body["velocity"],
            initialAngularVelocity=body["spin"],
            inertia=exudyn.rigidBodyUtilities.RigidBodyInertia(mass, tensor),
            gravity=gravity,
            returnDict=True,
        )
        return made["nodeNumber"], made["bodyNumber"]

    def _point(self, body, at):
        number = self.ground if body == GROUND else self.bodies[body]
        return self.system.AddMarker(items.MarkerBodyPosition(bodyNumber=number, localPosition=at))

    def _joint(self, joint, bodies):
        ends = joint["ends"]
        if self.is_plane:
            markers = [self._point(body, self._local(body, joint["place"], bodies)) for body in ends]
            self.system.AddObject(items.RevoluteJoint2D(markerNumbers=markers))
            return
        numbers = [self.ground if body == GROUND else self.bodies[body] for body in ends]
        if not any(joint["axes"][3:]):
            self.system.CreateSphericalJoint(itemNumbers=numbers, position=joint["place"])
            return
        self.system.CreateGenericJoint(
            itemNumbers=numbers,
            position=joint["place"],
            rotationMatrixAxes=np.array(joint["frame"]),
            constrainedAxes=joint["axes"],
        )

    @staticmethod
    def _local(body, place, bodies):
        if body == GROUND:
            return np.array(place)
        return np.array(bodies[body]["rotation"]).T @ (np.array(place) - bodies[body]["place"])

    def seen(self) -> np.ndarray:
        """What is looked at: an angle in the plane, or a point."""
        kinds = exudyn.OutputVariableType
        if self.look["angle"]:
            return np.array(
                [self.system.GetNodeOutput(self.nodes[self.look["body"]], kinds.Coordinates)[2] + self.look["start"]]
            )
        return np.array(
            self.system.GetObjectOutputBody(self.bodies[self.look["body"]], kinds.Position, self.look["at"])
        )


class Tree:
    """A kinematic tree, with constraints between its links."""

    name = "kinematic tree"

    def __init__(self, model: dict):
        self._container = exudyn.SystemContainer()
        self.system, self.is_plane, tree, self.look = (
            self._container.AddSystem(),
            model["plane"],
            model["tree"],
            model["look"],
        )
        links, n = tree["links"], len(tree["links"])
        self.link_of = tree["link of"]  # the link that a body is
        self.node = self.system.AddNode(
            items.NodeGenericODE2(
                referenceCoordinates=[0.0] * n,
                initialCoordinates=tree["q"],
                initialCoordinates_t=tree["u"],
                numberOfODE2Coordinates=n,
            )
        )
        forces = np.zeros(n)
        for body, moment in model["moments"]:
            forces[self.link_of[body]] = moment[2]
        self.tree = self.system.AddObject(
            items.ObjectKinematicTree(
                nodeNumber=self.node,
                gravity=model["gravity"],
                jointTypes=[getattr(exudyn.JointType, link["kind"]) for link in links],
                linkParents=[link["parent"] for link in links],
                jointTransformations=exudyn.Matrix3DList([np.array(link["rotation"]) for link in links]),
                jointOffsets=exudyn.Vector3DList([np.array(link["at"]) for link in links]),
                linkInertiasCOM=exudyn.Matrix3DList([np.array(link["tensor"]) for link in links]),
                linkCOMs=exudyn.Vector3DList([np.array(link["center"]) for link in links]),
                linkMasses=[link["mass"] for link in links],
                jointForceVector=forces,
            )
        )
        self.ground = self.system.AddObject(items.ObjectGround())
        for loop in tree["loops"]:
            self._close(loop)
        for spring in tree["springs"]:
            markers = [self._marker(body, at=at) for body, at in spring["ends"]]
            self.system.AddObject(
                items.ObjectConnectorSpringDamper(
                    markerNumbers=markers, stiffness=spring["stiffness"], referenceLength=spring["rest"]
                )
            )
        if not self.look["angle"]:
            self.seen_at = self._marker(self.look["body"], at=self.look["from joint"])
        self.system.Assemble()

    def _marker(self, body, at, rotation=None):
        frame = np.eye(4)
        frame[:3, 3] = at
        if rotation is not None:
            frame[:3, :3] = rotation
        if body == GROUND:
            return self.system.AddMarker(items.MarkerBodyRigid(bodyNumber=self.ground, localHT=frame))
        link = self.link_of[body]
        return self.system.AddMarker(
            items.MarkerKinematicTreeRigid(objectNumber=self.tree, linkNumber=link, localHT=frame)
        )

    def _close(self, loop):
        markers = [self._marker(**end) for end in loop["ends"]]
        if any(loop["axes"][3:]):
            self.system.AddObject(items.GenericJoint(markerNumbers=markers, constrainedAxes=loop["axes"]))
        else:
            axes = [1, 1, 0] if self.is_plane else [1, 1, 1]
            self.system.AddObject(items.SphericalJoint(markerNumbers=markers, constrainedAxes=axes))

    def seen(self) -> np.ndarray:
        """What is looked at: an angle in the plane, or a point."""
        if self.look["angle"]:
            return np.array([self.system.systemData.GetODE2Coordinates()[self.link_of[self.look["body"]]]])
        return np.array(self.system.GetMarkerOutput(self.seen_at, exudyn.OutputVariableType.Position))


@dataclass(frozen=True)
class Setting:
    """How a motion is integrated."""

    model: str
    method: str
    tolerance: float  # of Newton's method
    solver: str = "EigenDense"
    modified: bool = True  # keep a Jacobian while it serves

    def __str__(self) -> str:
        newton = "modified Newton" if self.modified else "Newton"
        return f"{self.model}, {self.method}, {newton} to {self.tolerance:.0e}, {self.solver}"


ALPHA, TRAPEZOIDAL = "generalized alpha, index 3", "trapezoidal rule, index 2"
MODELS = {model.name: model for model in (Tree, FreeBodies)}
FIRST = [Setting(*choice) for choice in product(MODELS, (ALPHA, TRAPEZOIDAL), (1e-8, 1e-10))]


def variants(setting: Setting) -> Iterator[Setting]:
    """What may be faster with the same steps."""
    for solver, modified in product(("EigenDense", "EXUdense", "EigenSparse"), (True, False)):
        yield replace(setting, solver=solver, modified=modified)


def run(model: FreeBodies | Tree, setting: Setting, steps: int, duration: float) -> tuple[float, np.ndarray]:
    """Seconds of a motion, and what is seen at its end; NaN if it does not come to it."""
    settings = exudyn.SimulationSettings()
    over, kinds = settings.timeIntegration, exudyn.DynamicSolverType
    over.numberOfSteps, over.endTime, over.verboseMode, over.adaptiveStep = steps, duration, 0, False
    over.newton.useModifiedNewton = setting.modified
    over.newton.relativeTolerance, over.newton.absoluteTolerance = setting.tolerance, 0.01 * setting.tolerance
    settings.solution.file.write = False
    settings.linearSolver.solverType = getattr(exudyn.LinearSolverType, setting.solver)
    kind = kinds.GeneralizedAlpha if setting.method == ALPHA else kinds.TrapezoidalIndex2
    begun = time.process_time()
    try:
        model.system.SolveDynamic(settings, solverType=kind)
        end = model.seen()
    except Exception:  # (it has several, and says more on the console)
        end = np.full(3, np.nan)
    return time.process_time() - begun, end


class Contest:
    """The fastest setting with which the end of a motion is as exact as asked for."""

    def __init__(self, model: dict, duration: float, reference: list[float], tolerance: float, patience: float):
        self.models = {name: make(model) for name, make in MODELS.items()}
        self.duration, self.reference, self.tolerance = duration, np.array(reference), tolerance
        self.best: tuple[float, Setting, int, float] = patience, FIRST[0], 0, np.inf

    def attempt(self, setting: Setting, steps: int) -> tuple[float, float]:
        """Seconds and error; keep them if they are the best."""
        seconds, end = run(self.models[setting.model], setting, steps, self.duration)
        error = np.abs(end - self.reference).max()
        if error <= self.tolerance and seconds < self.best[0]:
            self.best = seconds, setting, steps, error
        return seconds, error

    def search(self, setting: Setting) -> None:
        """More and more steps, as errors of order two ask for, while that can be the fastest."""
        steps, seconds, error = 1000, 0.0, np.inf
        while seconds < self.best[0] and steps < MOST_STEPS:
            spent, error = self.attempt(setting, steps)
            if error <= self.tolerance:
                for share in (0.6, 0.75, 0.9):
                    self.attempt(setting, round(share * steps))
                return
            more = np.clip(1.05 * np.sqrt(error / self.tolerance), 1.3, 4.0) if np.isfinite(error) else 2.0
            steps, seconds = round(more * steps), more * spent

    def settle(self, turns: int) -> dict | None:
        """The best of all, run several times."""
        for setting in FIRST:
            self.search(setting)
        if not self.best[2]:
            return None
        for setting in list(variants(self.best[1])):
            self.attempt(setting, self.best[2])
        for _ in range(turns):
            self.attempt(*self.best[1:3])
        seconds, setting, steps, error = self.best
        return {"seconds": seconds, "setting": f"{setting}, {steps} steps", "error": error}


if __name__ == "__main__":
    request = json.load(sys.stdin)
    turns = request.pop("turns")
    found = Contest(**request).settle(turns)
    print("\n" + json.dumps(found))
