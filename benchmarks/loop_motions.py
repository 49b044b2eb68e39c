"""Part 17: how long it takes to be right at the end of a motion of a linkage.

Every engine takes the setting that is fastest of those with an error below ``EXACT`` at the end:

- bough: forms and tolerances of ``simulate``;
- Pinocchio: SciPy's DOP853 around ``pin.constraintDynamics`` in Python, by tolerance and proximal settings, without
  and with projection of positions and velocities after every step;
- Exudyn: its implicit methods, by steps and settings (``peers/exudyn_loops.py``), in a process of its own.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from itertools import product
from math import cos, hypot, sin
from pathlib import Path

import numpy as np
import pinocchio as pin
from pinocchio_loops import KINDS, PinocchioLoops  # puts the helpers of the tests on the path
from report import Part, Quantity, Row
from scipy.integrate import DOP853
from timing import Effort, race

import bough as bo
from bough.choice.race import GLANCE

from helpers import linkages, loop_oracle  # isort: skip

HERE = Path(__file__).parent
EXACT, TARGET = 1e-6, 10.0
TOLERANCES = [10.0 ** (-k / 2) for k in range(9, 23)]
FORMS = "separate-bodies", "composite-bodies", "independent"
PROXIMAL = (2, 1e-8), (30, 1e-4)  # steps, μ
MOST_STEPS = 5000  # then a motion counts as stuck
# Exudyn: seconds that a motion may take, and how often its best setting is run
PATIENCE, TURNS = 4.0, 5
GROUND = -1
_NOTHING = {"mass": 0.0, "center": [0.0] * 3, "tensor": np.zeros((3, 3)).tolist()}


@dataclass(frozen=True)
class Case:
    """A motion, and what is known of its end: the place of a body's point, or the angle of a body in the plane."""

    linkage: linkages.Linkage
    duration: float
    body: str
    at: tuple[float, float, float] | None
    end: np.ndarray
    plane: bool = False
    drop: int | None = None  # a redundant constraint of the last loop, which Exudyn does not stand

    def seen(self, mechanism: bo.Mechanism, q: np.ndarray) -> np.ndarray:
        if self.at is None:
            return q[list(mechanism.q_places[self.body])]
        pose = bo.body_poses(mechanism, q)[mechanism.body_index[self.body]]
        return pose[:3, :3] @ self.at + pose[:3, 3]

    def error(self, mechanism: bo.Mechanism, q: np.ndarray) -> float:
        return float(np.abs(self.seen(mechanism, q) - self.end).max())


def cases() -> dict[str, Case]:
    """The ends of the first two by bough with three forms and by Pinocchio, which agree to 1e-9."""
    squeezer, windows = linkages.squeezer(planar=True), linkages.four_bars(2, planar=True)
    crank = next(known.value[:1] for known in squeezer.expected if known.time == 0.03)
    top = next(known.value for known in windows.expected if known.time == 10.0)
    bricard_end = np.array((0.99973098730, -0.99999996383, -0.00026897651))
    return {
        "Bricard's linkage, 10 s": Case(linkages.bricard(), 10.0, "rod3", (0, 0, 0), bricard_end, drop=4),
        "spatial slider-crank, 5 s": Case(
            linkages.slider_crank(), 5.0, "slider", (0, 0, 0), np.array((0.24071957373, 0.0, 0.0))
        ),
        "Andrews' squeezer, 0.03 s": Case(squeezer, 0.03, "K1", None, crank, plane=True),
        "two four-bars, 10 s, through singular positions": Case(windows, 10.0, "upright0", (1, 0, 0), top, plane=True),
    }


def motions(effort: Effort, quick: bool = False) -> Part:
    """Part 17."""
    part = Part(
        17,
        f"Closed loops: time to an error below {EXACT:.0e} at the end of a motion",
        "bough: simulate as a whole, the best of three forms and of tolerances in half decades. Pinocchio: SciPy's DOP853 around pin.constraintDynamics in Python, the best of the same tolerances, "
        "with and without projection. Exudyn: the best of implicit methods of order two, steps and solvers, timed inside its process.",
        "ratio",
    )
    python, reason = exudyn_python()
    if quick or reason:
        part.note += f" Exudyn is left out: {'a quick run does not look for its best setting' if quick else reason}."
    for name, case in cases().items():
        ours = fastest(bough_runs(case), f"{name}: bough")
        theirs = fastest(pinocchio_runs(case), f"{name}: Pinocchio")
        best = race(effort, {"bough": ours, "Pinocchio": theirs})
        if not (quick or reason) and (found := exudyn_best(python, case)):
            best["Exudyn"] = found["seconds"]
            part.note += f" Exudyn on {name}: {found['setting']}."
        bough_time = best.pop("bough")
        for peer, seconds in best.items():
            values = {"bough": Quantity(bough_time), "peer": Quantity(seconds)}
            part.rows.append(Row(f"{name}: {peer}", values, Quantity(seconds / bough_time, "x"), TARGET))
    return part


def fastest(ladders: Iterable[Iterable[tuple[Callable[[], object], Callable[[], float]]]], what: str) -> Callable:
    """Of each ladder, from coarse to fine, the first run that is exact enough; of these the fastest."""
    found = []
    for ladder in ladders:
        first = next((run for run, error in ladder if error() < EXACT), None)
        found += [] if first is None else [first]
    if not found:
        raise RuntimeError(f"{what} does not come to an error below {EXACT:.0e} at the end; nothing was timed.")
    best = race(GLANCE, dict(enumerate(found)))
    return found[min(best, key=lambda k: best[k])]


# --- bough ------------------------------------------------------------------------------------------------------------


def bough_runs(case: Case):
    """Ladders of tolerances, by form."""
    mechanism = case.linkage.mechanism
    for form in FORMS:
        runs = [
            partial(
                bo.simulate, mechanism, times=(0.0, case.duration), formulation=form, rtol=tolerance, atol=tolerance,
                energy_tolerance=np.inf, progress=False,
            )
            for tolerance in TOLERANCES
        ]  # fmt: skip
        yield [(run, lambda run=run: case.error(mechanism, run().q.values[-1])) for run in runs]


# --- Pinocchio --------------------------------------------------------------------------------------------------------


def welded(mechanism: bo.Mechanism) -> bo.Mechanism:
    """The same for Pinocchio: where it lacks a loop's joint, half of the loop's body hangs on it, welded to the rest."""
    other, cut = bo.Mechanism(mechanism.name, mechanism.gravity), {}
    for loop in mechanism.loops.values():
        if type(loop.joint) not in KINDS:
            cut[loop.body] = loop
    for b in mechanism.bodies:
        inertia = _half(b.inertia) if b.name in cut else b.inertia
        other.add_body(b.name, b.parent, b.joint, b.at, b.rotation, inertia)
    for loop in mechanism.loops.values():
        if loop.body in cut:
            part = _half(mechanism.body(loop.body).inertia, loop.at, loop.rotation)
            other.add_body(loop.name, loop.other, loop.joint, loop.other_at, loop.other_rotation, part)
            other.add_loop(f"{loop.name} weld", loop.body, loop.name, bo.Fixed(), loop.at, loop.rotation)
        else:
            places = loop.at, loop.rotation, loop.other_at, loop.other_rotation
            other.add_loop(loop.name, loop.body, loop.other, loop.joint, *places)
    return other


def _half(inertia: bo.Inertia, at=(0.0, 0.0, 0.0), rotation=None) -> bo.Inertia:
    """Half of an inertia, as seen from a frame in its body."""
    turn = np.eye(3) if rotation is None else np.array(rotation)
    center = turn.T @ (np.array(inertia.center) - at)
    return bo.Inertia(inertia.mass / 2, center, turn.T @ np.array(inertia.tensor) @ turn / 2)


def plane_forces(mechanism: bo.Mechanism, order: list[int]) -> Callable[[np.ndarray], np.ndarray]:
    """Motors of hinges and springs from the ground to bodies that are hinged on it, in Pinocchio's order of velocities."""
    constant, springs = np.zeros(mechanism.n), []
    for force in mechanism.forces.values():
        if isinstance(force, bo.Motor):
            constant[order.index(mechanism.u_places[force.joint][0])] = force.force
        if isinstance(force, bo.SpringDamper):
            place = order.index(mechanism.u_places[force.body][0])
            anchor = np.array(force.other_at) - mechanism.body(force.body).at
            springs.append((place, force.at[:2], anchor[:2], force.stiffness, force.rest))

    def forces(q):
        tau = constant.copy()
        for k, (x, y), (anchor_x, anchor_y), stiffness, rest in springs:
            c, s = cos(q[k]), sin(q[k])
            x, y = c * x - s * y, s * x + c * y
            to_x, to_y = anchor_x - x, anchor_y - y
            tau[k] += stiffness * (1.0 - rest / hypot(to_x, to_y)) * (x * to_y - y * to_x)
        return tau

    return forces


class PinocchioMotion:
    """A motion by SciPy around Pinocchio; all its joints have one velocity each, so that q̇ = v."""

    def __init__(self, case: Case):
        mechanism = welded(case.linkage.mechanism)
        self.case, self.tree = case, loop_oracle.tree(mechanism)
        q = bo.assemble(mechanism, case.linkage.q0)
        u = bo.kinematics.consistent_velocities(mechanism, q, case.linkage.u0)
        self.peer = PinocchioLoops(mechanism)
        self.start, nothing = np.concatenate(self.peer.peer.to_pin(q, u)), np.zeros(len(u))
        order = self.peer.peer.to_pin(q, np.arange(len(u)))[1].astype(int).tolist()
        self.forces = (
            plane_forces(case.linkage.mechanism, order) if case.linkage.mechanism.forces else lambda q: nothing
        )

    def error(self, state: np.ndarray) -> float:
        n = self.peer.model.nv
        return self.case.error(self.tree, self.peer.peer.from_pin(state[:n], state[n:])[0])

    def run(self, tolerance: float, steps: int, mu: float, project: bool) -> np.ndarray:
        """The state at the end, or NaN if it is not reached."""
        model, data, constraints, known = self.peer.model, self.peer.data, self.peer.constraints, self.peer.known
        proximal, n, forces = pin.ProximalSettings(1e-14, mu, steps), model.nv, self.forces

        def slope(t, y):
            v = y[n:]
            a = pin.constraintDynamics(model, data, y[:n], v, forces(y[:n]), constraints, known, proximal)
            return np.concatenate((v, a))

        solver = DOP853(slope, 0.0, self.start, self.case.duration, rtol=tolerance, atol=tolerance)
        for _ in range(MOST_STEPS):
            solver.step()
            if solver.status != "running":
                break
            if project:
                solver.y = self._closed(solver.y)
                solver.f = slope(solver.t, solver.y)
        return solver.y if solver.status == "finished" else np.full_like(solver.y, np.nan)

    def _closed(self, y):
        """One step of Newton's method for positions, then consistent velocities; the last slope was computed at y."""
        model, data, constraints, known = self.peer.model, self.peer.data, self.peer.constraints, self.peer.known
        rows = pin.getConstraintsJacobian(model, data, constraints, known)
        gaps = [
            pin.log6(now.c1Mc2).vector if what.type == pin.ContactType.CONTACT_6D else now.c1Mc2.translation
            for what, now in zip(constraints, known, strict=True)
        ]
        q, v, back = y[: model.nv], y[model.nv :], np.linalg.pinv(rows, rcond=1e-6)
        return np.concatenate((q + back @ np.concatenate(gaps), v - back @ (rows @ v)))


def pinocchio_runs(case: Case):
    """Ladders of tolerances, by proximal settings and projection."""
    motion = PinocchioMotion(case)
    for (steps, mu), project in product(PROXIMAL, (False, True)):
        runs = [partial(motion.run, tolerance, steps, mu, project) for tolerance in TOLERANCES]
        yield [(run, lambda run=run: motion.error(run())) for run in runs]


# --- Exudyn -----------------------------------------------------------------------------------------------------------


def exudyn_python() -> tuple[str, str]:
    """An interpreter that has Exudyn, this one or that of ``make peers``; else the reason why there is none."""
    for python in (sys.executable, str(HERE.parent / ".venv-peers" / "bin" / "python")):
        try:
            if not subprocess.run([python, "-c", "import exudyn"], capture_output=True, check=False).returncode:
                return python, ""
        except OSError:
            continue
    return "", "it is not installed here, and `make peers` has not been run"


def exudyn_best(python: str, case: Case) -> dict | None:
    """Seconds and setting of its best time, or nothing if it does not come to such an error."""
    request = {
        "model": description(case),
        "duration": case.duration,
        "reference": case.end.tolist(),
        "tolerance": EXACT,
        "patience": PATIENCE,
        "turns": TURNS,
    }
    child = [python, "-W", "ignore", str(HERE / "peers" / "exudyn_loops.py")]
    done = subprocess.run(child, input=json.dumps(request), capture_output=True, text=True, check=True)
    return json.loads(done.stdout.splitlines()[-1])


def description(case: Case) -> dict:
    """The start of a motion for Exudyn: free bodies, and joints as places, frames and constrained axes, in ground axes."""
    mechanism, (q, u) = case.linkage.mechanism, case.linkage.start()
    poses, twists, index = bo.body_poses(mechanism, q), bo.body_twists(mechanism, q, u), mechanism.body_index
    joints = [_joint(b.joint, b.parent, b.name, b.at, b.rotation, np.eye(3), poses, index) for b in mechanism.bodies]
    joints += [
        _joint(k.joint, k.other, k.body, k.other_at, k.other_rotation, np.array(k.rotation), poses, index)
        for k in mechanism.loops.values()
    ]
    if case.drop is not None:
        joints[-1]["axes"][case.drop] = 0
    look: dict = {"body": index[case.body], "angle": case.at is None}
    if case.at is None:
        look["start"] = float(q[list(mechanism.q_places[case.body])][0])
    else:
        look["from joint"] = list(case.at)
        look["at"] = (np.array(case.at) - mechanism.body(case.body).inertia.center).tolist()
    forces = mechanism.forces.values()
    return {
        "plane": case.plane,
        "gravity": np.array(mechanism.gravity).tolist(),
        "bodies": [_body(b, pose, twist) for b, pose, twist in zip(mechanism.bodies, poses, twists, strict=True)],
        "joints": joints,
        "moments": [(index[f.joint], [0.0, 0.0, f.force]) for f in forces if isinstance(f, bo.Motor)],
        "springs": [_spring(f, mechanism) for f in forces if isinstance(f, bo.SpringDamper)],
        "look": look,
        "tree": _tree(mechanism, q, u, joints[len(mechanism) :], poses),
    }


def _tree(mechanism, q, u, loops, poses) -> dict:
    """The same as links with one velocity each, parents first, and frames of the loops in them."""
    links, link_of, coordinates, velocities = [], [0] * len(mechanism), [], []
    for k in mechanism.topology.order.tolist():
        b = mechanism.bodies[k]
        parent = GROUND if b.parent == "ground" else link_of[mechanism.body_index[b.parent]]
        coordinates += q[list(mechanism.q_places[b.name])].tolist()
        velocities += u[list(mechanism.u_places[b.name])].tolist()
        rotation, at = np.array(b.rotation), np.array(b.at)
        for kind in _kinds(b.joint):
            links.append({"kind": kind, "parent": parent, "rotation": rotation.tolist(), "at": at.tolist(), **_NOTHING})
            parent, rotation, at = len(links) - 1, np.eye(3), np.zeros(3)
        inertia = b.inertia
        links[-1] |= {"mass": inertia.mass, "center": list(inertia.center), "tensor": np.array(inertia.tensor).tolist()}
        link_of[k] = len(links) - 1
    closing = []
    for loop in loops:
        ends = []
        for body in loop["ends"]:
            pose = np.eye(4) if body == GROUND else poses[body]
            at, rotation = pose[:3, :3].T @ (loop["place"] - pose[:3, 3]), pose[:3, :3].T @ loop["frame"]
            ends.append({"body": body, "at": at.tolist(), "rotation": rotation.tolist()})
        closing.append({"ends": ends, "axes": loop["axes"]})
    springs = [
        _spring(f, mechanism, at_joint=True) for f in mechanism.forces.values() if isinstance(f, bo.SpringDamper)
    ]
    return {
        "links": links,
        "link of": link_of,
        "loops": closing,
        "springs": springs,
        "q": coordinates,
        "u": velocities,
    }


def _kinds(joint) -> list[str]:
    """Exudyn's joints that make one of ours: all along coordinate axes."""
    match joint:
        case bo.Revolute():
            return ["Revolute" + _letter(joint.axis)]
        case bo.Prismatic():
            return ["Prismatic" + _letter(joint.axis)]
        case bo.Universal():
            return ["Revolute" + _letter(joint.axis1), "Revolute" + _letter(joint.axis2)]
    raise ValueError(f"Exudyn's tree gets no {type(joint).__name__}; add it to _kinds().")


def _letter(axis) -> str:
    return "XYZ"[np.eye(3).tolist().index(np.array(axis).tolist())]


def _body(body, pose, twist) -> dict:
    turn, center = pose[:3, :3], body.inertia.center
    return {
        "mass": body.inertia.mass,
        "tensor": np.array(body.inertia.tensor).tolist(),
        "rotation": turn.tolist(),
        "place": (pose[:3, 3] + turn @ center).tolist(),
        "velocity": (turn @ (twist[:3] + np.cross(twist[3:], center))).tolist(),
        "spin": (turn @ twist[3:]).tolist(),
    }


def _spring(force, mechanism, at_joint=False) -> dict:
    """Its ends from the bodies' centres of mass, or from their joints."""
    at = np.array(force.at) - (0.0 if at_joint else mechanism.body(force.body).inertia.center)
    ends = (mechanism.body_index[force.body], at.tolist()), (GROUND, list(force.other_at))
    return {"ends": ends, "stiffness": force.stiffness, "rest": force.rest}


def _joint(joint, other, body, at, rotation, moving, poses, index) -> dict:
    """Constrained axes are three shifts and three turns, along the axes of a frame."""
    pose = np.eye(4) if other == "ground" else poses[index[other]]
    before, after = pose[:3, :3] @ rotation, poses[index[body], :3, :3] @ moving
    match joint:
        case bo.Revolute():
            frame, axes = _frame(before @ joint.axis)[:, [1, 2, 0]], [1, 1, 1, 1, 1, 0]
        case bo.Prismatic():
            frame, axes = _frame(before @ joint.axis), [0, 1, 1, 1, 1, 1]
        case bo.Universal():
            x, y = before @ joint.axis1, after @ joint.axis2
            frame, axes = np.column_stack((x, y, np.cross(x, y))), [1, 1, 1, 0, 0, 1]
        case bo.Ball() | bo.BallInCylinder():
            frame, axes = np.eye(3), [1, 1, 1, 0, 0, 0]
        case _:
            raise ValueError(f"Exudyn gets no {type(joint).__name__}; add it to _joint().")
    ends = [GROUND if name == "ground" else index[name] for name in (other, body)]
    return {"ends": ends, "place": (pose[:3, 3] + pose[:3, :3] @ at).tolist(), "frame": frame.tolist(), "axes": axes}


def _frame(x: np.ndarray) -> np.ndarray:
    """A frame with this first axis."""
    y = np.cross(np.eye(3)[np.abs(x).argmin()], x)
    y /= np.linalg.norm(y)
    return np.column_stack((x, y, np.cross(x, y)))
