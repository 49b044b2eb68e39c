"""Mechanisms with closed loops whose motion is known: each with its start and the numbers that it has to meet.

A builder gives a fresh ``Linkage``. Bodies form a tree, ``add_loop`` closes the loops, and the start is closed to
rounding. The expected numbers are our own computations by two methods, and right in every digit.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import asin, atan2, cos, hypot, pi, radians, sin, sqrt
from typing import Any

import numpy as np
from scipy.spatial.transform import Rotation

import bough as bo

X, Y, Z = np.eye(3)
HINGE = bo.Revolute(axis=Z)
PIN = bo.BallInCylinder(axis=Z)  # of the motion between two bodies it forbids only what lies in the plane across z
DOWN_Y, DOWN_Z, NONE = (0.0, -9.81, 0.0), (0.0, 0.0, -9.81), (0.0, 0.0, 0.0)
BUILDERS: dict[str, Callable[[], Linkage]] = {}


@dataclass(frozen=True)
class Expected:
    """What ``look[what]`` gives at a time of the motion."""

    what: str
    time: float
    value: np.ndarray


@dataclass(frozen=True)
class Reaction:
    """The force on a body through a joint at a time, in ground axes, and perhaps the moment, about the moving frame.

    ``joint``: the name of a body, for the force of its parent, or of a loop, for that of ``other`` on ``body``.
    Components that are not known are NaN.
    """

    joint: str
    time: float
    force: np.ndarray
    moment: np.ndarray | None = None


@dataclass(frozen=True)
class Linkage:
    """A mechanism with loops, its start, what to look at, and what is known of it."""

    mechanism: bo.Mechanism
    q0: dict[str, Any]
    u0: dict[str, Any]
    rows: int  # constraints of all loops
    rank: int  # how many of them are independent, where the position is not singular
    # functions of (mechanism, q, u, time)
    look: dict[str, Callable[..., np.ndarray]] = field(default_factory=dict)
    expected: tuple[Expected, ...] = ()
    # functions of (mechanism, q, u, u_dot, time), each with its value at the start
    accelerations: dict[str, tuple[Callable[..., np.ndarray], np.ndarray]] = field(default_factory=dict)
    reactions: tuple[Reaction, ...] = ()
    period: float | None = None
    singular: tuple[float, ...] = ()  # times of the first singular positions
    at: Callable[[float], tuple[dict, dict]] | None = None  # coordinates and velocities at any time, if known

    def start(self) -> tuple[np.ndarray, np.ndarray]:
        """q and u as vectors."""
        return self.mechanism.coordinates(self.q0), self.mechanism.velocities(self.u0)


def builder(function):
    """List a builder by its name."""
    BUILDERS[function.__name__] = function
    return function


def _linkage(mechanism, q0, u0, rows, rank, **known):
    mechanism.q0, mechanism.u0 = dict(q0), dict(u0)
    return Linkage(mechanism, q0, u0, rows, rank, **known)


def cut_bodies(mechanism):
    """The same mechanism with its loops' bodies cut instead of their joints."""
    other = bo.Mechanism(mechanism.name, mechanism.gravity)
    for b in mechanism.bodies:
        other.add_body(b.name, b.parent, b.joint, b.at, b.rotation, b.inertia, b.joint_name, armature=b.armature)
    for k in mechanism.loops.values():
        places = k.at, k.rotation, k.other_at, k.other_rotation
        other.add_loop(k.name, k.body, k.other, k.joint, *places, cut="body")
    for name, force in mechanism.forces.items():
        other.add_force(name, force)
    other.q0, other.u0 = dict(mechanism.q0), dict(mechanism.u0)
    return other


# --- what to look at --------------------------------------------------------------------------------------------------


def point(body, at=(0.0, 0.0, 0.0)):
    """The place of a body's point in the ground frame."""

    def place(mechanism, q, u, time=0.0):
        pose = bo.body_poses(mechanism, q, time=time)[mechanism.body_index[body]]
        return pose[:3, :3] @ at + pose[:3, 3]

    return place


def spin(body):
    """A body's angular velocity, in ground axes."""

    def of(mechanism, q, u, time=0.0):
        k = mechanism.body_index[body]
        return bo.body_poses(mechanism, q, time=time)[k, :3, :3] @ bo.body_twists(mechanism, q, u, time=time)[k, 3:]

    return of


def coordinates(mechanism, q, u, time=0.0):
    return np.array(q)


def coordinate(name):
    return lambda mechanism, q, u, time=0.0: np.asarray(q)[list(mechanism.q_places[name])]


def velocity(name):
    return lambda mechanism, q, u, time=0.0: np.asarray(u)[list(mechanism.u_places[name])]


def acceleration(name):
    return lambda mechanism, q, u, u_dot, time=0.0: np.asarray(u_dot)[list(mechanism.u_places[name])]


def _expected(what, values):
    return tuple(Expected(what, time, np.atleast_1d(value)) for time, value in values.items())


def _rod(mass, length=None, moment=None, center=None):
    """A body of the plane: along x, with the moment of inertia about z of a thin rod, or a given one."""
    moment = mass * length**2 / 12 if moment is None else moment
    center = (length / 2, 0.0, 0.0) if center is None else (*center, 0.0)
    return bo.Inertia(mass, center, (1e-3 * moment, moment, moment))


def _flat(x, y):
    return np.array((x, y, np.nan))


# --- linkages in the plane --------------------------------------------------------------------------------------------


@builder
def four_bars(count=2, planar=False):
    """``count`` four-bars in a row (IFToMM A02): count + 1 uprights on the ground, and couplers between their tops.

    With spatial hinges 5 rows for each loop, of which 2 are independent; ``planar`` ones have just those. With the rows
    of the tree's joints that makes 15 N + 5 of rank 12 N + 5. Positions with all rods in line are singular.
    """
    mechanism = bo.Mechanism(f"{count} four-bars", DOWN_Y)
    joint, rod = PIN if planar else HINGE, _rod(1.0, 1.0)
    for k in range(count + 1):
        mechanism.add_body(f"upright{k}", "ground", HINGE, at=(k, 0, 0), inertia=rod)
    for k in range(1, count + 1):
        mechanism.add_body(f"coupler{k}", f"upright{k - 1}", HINGE, at=X, inertia=rod)
        mechanism.add_loop(f"top{k}", f"coupler{k}", f"upright{k}", joint, at=X, other_at=X)
    uprights, couplers = ([b for b in mechanism.body_names if b.startswith(kind)] for kind in ("upright", "coupler"))
    known = {}
    if count == 2:
        tops = {
            1.0: (-0.195020301949435, -0.980799205662174, 0.0),
            5.0: (-0.811310461005107, -0.584615545348976, 0.0),
            10.0: (0.328458111540815, 0.944518538178601, 0.0),
        }
        forces = zip(uprights, (13.715, 18.12, 13.715), strict=True)
        known = {
            "expected": _expected("top", tops),
            "reactions": tuple(Reaction(name, 0.0, np.array((0.0, up, 0.0))) for name, up in forces),
            "singular": (0.7143555292929605, 1.228159393314123),
        }
    return _linkage(
        mechanism,
        dict.fromkeys(uprights, pi / 2) | dict.fromkeys(couplers, -pi / 2),
        dict.fromkeys(uprights, -1.0) | dict.fromkeys(couplers, 1.0),
        (2 if planar else 5) * count,
        2 * count,
        look={"top": point("upright0", X)},
        **known,
    )


@builder
def squeezer(planar=False):
    """Andrews' squeezing mechanism: seven bodies in the plane, three loops at one point, driven by a constant moment."""
    xa, ya, xb, yb, xc, yc = -0.06934, -0.00227, -0.03635, 0.03273, 0.014, 0.072
    d, da, e, ea, rr, ra = 0.028, 0.0115, 0.02, 0.01421, 0.007, 0.00092
    ss, sa, sb, sc, sd, ta, tb = 0.035, 0.01874, 0.01043, 0.018, 0.02, 0.02308, 0.00916
    u, ua, ub, zf, zt, fa = 0.04, 0.01228, 0.00449, 0.02, 0.04, 0.01421
    masses = 0.04325, 0.00365, 0.02373, 0.00706, 0.07050, 0.00706, 0.05498
    moments = 2.194e-6, 4.410e-7, 5.255e-6, 5.667e-7, 1.169e-5, 5.667e-7, 1.912e-5
    # parent, place of the hinge in it, centre of mass
    tree = (
        ("ground", (0, 0), (ra, 0)),  # β
        ("K1", (rr, 0), (-da, 0)),  # Θ
        ("ground", (xb, yb), (sb, -sa)),  # γ
        ("K5", (zt, 0), (0, -(e - ea))),  # Φ
        ("ground", (xa, ya), (ta, tb)),  # δ
        ("K7", (0, -u), (zf - fa, 0)),  # Ω
        ("ground", (xa, ya), (-ub, -ua)),  # ε
    )
    mechanism = bo.Mechanism("squeezer", NONE)
    for k, ((parent, at, center), mass, moment) in enumerate(zip(tree, masses, moments, strict=True), 1):
        inertia = _rod(mass, moment=moment, center=center)
        mechanism.add_body(f"K{k}", parent, HINGE, at=(*at, 0), inertia=inertia)
    for body, at in (("K3", (0, -ss, 0)), ("K4", (0, -e, 0)), ("K6", (zf, 0, 0))):
        mechanism.add_loop(f"E-{body}", body, "K2", PIN if planar else HINGE, at=at, other_at=(-d, 0, 0))
    mechanism.add_force("motor", bo.Motor("K1", 0.033))
    mechanism.add_force(
        "spring", bo.SpringDamper("K3", at=(sd, -sc, 0), other_at=(xc, yc, 0), stiffness=4530.0, rest=0.07785)
    )
    start = (
        -0.0617138900142764496, 0.0, 0.455279819163070380, 0.222668390165885885, 0.487364979543842550,
        -0.222668390165885885, 1.23054744454982119,
    )  # fmt: skip
    later = {
        0.005: (
            0.211076385903266679, -0.201587170934080118, 0.449115190011514392, 0.210250797930014472,
            0.48874376546193519, -0.210250797930014472, 1.22586679403490725,
        ),
        0.03: (
            15.8107711951537071, -15.7563710584118395, 0.0408222401196458049, -0.534730116342079594,
            0.524409965879954069, 0.534730116342079594, 1.04808074104193787,
        ),
    }  # fmt: skip
    return _linkage(
        mechanism,
        dict(zip(mechanism.q_names, start, strict=True)),
        {},
        6 if planar else 15,
        6,
        look={"coordinates": coordinates},
        expected=_expected("coordinates", later),
    )


@builder
def driven_four_bar(planar=False):
    """A four-bar in the plane whose crank follows the time: no degree of freedom is left. ``at`` knows its motion."""
    crank, coupler, rocker, pivot, offset, speed = 0.37, 0.93, 0.71, np.array((1.1, 0.15)), 0.6, 7.5
    mechanism = bo.Mechanism("driven four-bar", DOWN_Y)
    drive = bo.Driven(HINGE, f"{offset}+{speed}*t")
    mechanism.add_body("crank", "ground", drive, inertia=_rod(1.3, moment=0.021, center=(0.45 * crank, 0.03)))
    mechanism.add_body(
        "coupler", "crank", HINGE, at=crank * X, inertia=_rod(2.1, moment=0.187, center=(0.41 * coupler, 0.12))
    )
    mechanism.add_body(
        "rocker", "ground", HINGE, at=(*pivot, 0), inertia=_rod(1.7, moment=0.094, center=(0.55 * rocker, -0.05))
    )
    mechanism.add_loop("C", "rocker", "coupler", PIN if planar else HINGE, at=rocker * X, other_at=coupler * X)

    def at(time):
        """Two circles meet in C, above the line from B to D; its velocity is that of both arms."""
        angle = offset + speed * time
        b = crank * np.array((cos(angle), sin(angle)))
        line = pivot - b
        long = hypot(*line)
        along, left = line / long, np.array((-line[1], line[0])) / long
        x = (coupler**2 - rocker**2 + long**2) / (2 * long)
        c = b + x * along + sqrt(coupler**2 - x**2) * left
        bc, dc = c - b, c - pivot
        arms = np.array(((-bc[1], dc[1]), (bc[0], -dc[0])))
        spins = np.linalg.solve(arms, -speed * np.array((-b[1], b[0])))
        q = {"coupler": atan2(bc[1], bc[0]) - angle, "rocker": atan2(dc[1], dc[0])}
        return q, {"coupler": spins[0] - speed, "rocker": spins[1]}

    drive_moment = np.array((np.nan, np.nan, 7.5433627345139))
    reactions = (
        Reaction("crank", 0.1, _flat(-26.715812574068, -24.330103776093), drive_moment),
        Reaction("coupler", 0.1, _flat(-26.189830835353, -24.722921061193)),
        Reaction("C", 0.1, _flat(-6.8743852242736, -8.9056521825167)),
        Reaction("rocker", 0.1, _flat(-6.3338429390467, 17.308420753381)),
    )
    rows = 2 if planar else 5
    return _linkage(mechanism, *at(0.0), rows, 2, look={"coordinates": coordinates}, reactions=reactions, at=at)


# --- linkages in space ------------------------------------------------------------------------------------------------


@builder
def bricard():
    """Bricard's six-hinge linkage (IFToMM A04), five rods along edges of a cube, cut at the last hinge: 5 rows, 4 count."""
    points = np.array(((0, 0, 0), (1, 0, 0), (1, -1, 0), (1, -1, 1), (0, -1, 1), (0, 0, 1)), float)
    mechanism = bo.Mechanism("Bricard", DOWN_Y)
    for k, axis in enumerate((Y, Z, X, Y, Z)):
        rod = points[k + 1] - points[k]
        inertia = bo.Inertia.box(np.where(rod == 0.0, 0.1, 1.0), 1.0, center=rod / 2)
        parent, at = (f"rod{k}", points[k] - points[k - 1]) if k else ("ground", points[0])
        mechanism.add_body(f"rod{k + 1}", parent, bo.Revolute(axis), at=at, inertia=inertia)
    mechanism.add_loop("last", "rod5", "ground", bo.Revolute(X), at=points[5] - points[4], other_at=points[5])
    third = {0.5: (0.77471780803923344, -0.97981504765566899, -0.19990615895344272)}
    return _linkage(
        mechanism,
        {},
        {},
        5,
        4,
        look={"third": point("rod3")},
        expected=_expected("third", third),
        accelerations={"rod1": (acceleration("rod1"), np.array((9.81 / 5.01,)))},
        period=4.991711513688724,
    )


@builder
def slider_crank(cut="ball"):
    """Haug's spatial slider-crank: hinge, ball, universal joint and slide. ``cut``: "ball" or "universal"."""
    mechanism = bo.Mechanism("slider-crank", DOWN_Z)
    arm, long = 0.08 * Z, 0.3
    mechanism.add_body(
        "crank", "ground", bo.Revolute(X), at=(0, 0.1, 0.12), inertia=bo.Inertia(0.12, arm / 2, (1e-4, 1e-4, 1e-5))
    )
    mechanism.add_body("slider", "ground", bo.Prismatic(X), inertia=bo.Inertia(2.0, tensor=(1e-4, 1e-4, 1e-4)))
    # the rod's z leads from C to B; its direction is (sin b, -sin a cos b, cos a cos b) after turns a about x, b about y
    moments = 4e-3, 4e-3, 4e-4
    b, c, b_rate = np.array((0.0, 0.1, 0.2)), np.array((0.2, 0.0, 0.0)), np.array((0.0, -0.48, 0.0))
    c_rate = (b - c) @ b_rate / (b - c)[0] * X
    n, n_rate = (b - c) / long, (b_rate - c_rate) / long
    turns = np.array((atan2(-n[1], n[2]), asin(n[0])))
    turn_rates = np.array(((n[1] * n_rate[2] - n[2] * n_rate[1]) / (n[1] ** 2 + n[2] ** 2), n_rate[0] / cos(turns[1])))
    q0, u0 = {"crank": 0.0, "slider": 0.2}, {"crank": 6.0, "slider": c_rate[0]}
    if cut == "ball":
        inertia = bo.Inertia(0.5, long / 2 * Z, moments)
        mechanism.add_body("rod", "slider", bo.Universal(X, Y), inertia=inertia)
        mechanism.add_loop("ball", "rod", "crank", bo.Ball(), at=long * Z, other_at=arm)
        q0 |= {"rod": turns}
        u0 |= {"rod": turn_rates}
    else:
        inertia = bo.Inertia(0.5, -long / 2 * Z, moments)
        mechanism.add_body("rod", "crank", bo.Ball(), at=arm, inertia=inertia)
        mechanism.add_loop("universal", "rod", "slider", bo.Universal(X, Y), at=-long * Z)
        first, second = Rotation.from_rotvec(turns[0] * X), Rotation.from_rotvec(turns[1] * Y)
        q0 |= {"rod": (first * second).as_quat(scalar_first=True)}
        u0 |= {"rod": second.inv().apply((turn_rates[0] - 6.0) * X) + turn_rates[1] * Y}
    crank_force, rod_force = (
        (5.29755522490, -6.31097294334, 1.11048542403),
        (5.29755522490, -5.79193284542, -0.12324991888),
    )
    return _linkage(
        mechanism,
        q0,
        u0,
        3 if cut == "ball" else 4,
        3 if cut == "ball" else 4,
        look={"x": coordinate("slider"), "x rate": velocity("slider"), "rod's spin": spin("rod")},
        expected=_expected("rod's spin", {0.0: (1.92, -0.96, 0.48)})
        + _expected("x", {0.0: 0.2, 0.5: 0.18495262977780263, 1.0: 0.21172166139344378})
        + _expected("x rate", {1.0: -0.50349186492501003}),
        accelerations={"crank": (acceleration("crank"), np.array((-25.6841905889316,)))},
        reactions=(
            Reaction("crank", 1.0, np.array(crank_force), np.array((0.0, -0.03470608509, -0.42238095645))),
            Reaction("ball" if cut == "ball" else "rod", 1.0, np.array(rod_force)),
        ),
    )


def _origin_acceleration(mechanism, q, u, u_dot, time=0.0):
    rotation, v, w = _platform(mechanism, q, u)
    return rotation @ (u_dot[list(mechanism.u_places["platform"])[:3]] + np.cross(w, v))


def _turn_acceleration(mechanism, q, u, u_dot, time=0.0):
    return _platform(mechanism, q, u)[0] @ u_dot[list(mechanism.u_places["platform"])[3:]]


def _platform(mechanism, q, u):
    k = mechanism.body_index["platform"]
    twist = bo.body_twists(mechanism, q, u)[k]
    return bo.body_poses(mechanism, q)[k, :3, :3], twist[:3], twist[3:]


@builder
def stewart():
    """A Stewart platform that hangs on six legs of a universal joint, a slide with a spring, and a ball joint each."""
    anchors = [0.7 * np.array((cos(a), sin(a), 0.0)) for a in map(radians, (-12, 12, 108, 132, 228, 252))]
    corners = [0.4 * np.array((cos(a), sin(a), 0.0)) for a in map(radians, (-48, 48, 72, 168, 192, 288))]
    tensor = ((0.42, 0.01, -0.02), (0.01, 0.45, 0.015), (-0.02, 0.015, 0.80))
    mechanism = bo.Mechanism("Stewart platform", DOWN_Z)
    mechanism.add_body("platform", "ground", bo.Free(), inertia=bo.Inertia(12.0, (0.01, -0.02, 0.03), tensor))
    origin, turn = np.array((0.06, -0.04, -0.85)), Rotation.from_rotvec((0.10, -0.07, 0.15))
    q0 = {"platform": (*origin, *turn.as_quat(scalar_first=True))}
    cylinder = bo.Inertia(1.1, (0, 0, -0.25), (0.024, 0.024, 0.0011))
    piston = bo.Inertia(0.7, (0, 0, 0.2), (0.013, 0.013, 0.0002))
    for k, (anchor, corner) in enumerate(zip(anchors, corners, strict=True), 1):
        base = Rotation.from_rotvec(atan2(anchor[1], anchor[0]) * Z)
        mechanism.add_body(
            f"cylinder{k}", "ground", bo.Universal(X, Y), at=anchor, rotation=base.as_matrix(), inertia=cylinder
        )
        mechanism.add_body(f"piston{k}", f"cylinder{k}", bo.Prismatic(-Z), inertia=piston)
        mechanism.add_loop(f"ball{k}", "platform", f"piston{k}", bo.Ball(), at=corner)
        mechanism.add_force(f"spring{k}", bo.JointSpring(f"piston{k}", 800.0, 0.965))
        leg = base.inv().apply(origin + turn.apply(corner) - anchor)
        length = np.linalg.norm(leg)
        q0 |= {f"cylinder{k}": (atan2(leg[1], -leg[2]), asin(-leg[0] / length)), f"piston{k}": length}
    # (q and -q are one attitude)
    later = 0.0449883440383, -0.0382120309336, -0.8945119651991, *(
        0.9985050520377, -0.0120094679514, 0.0388014090927, 0.0365771019497,
    )  # fmt: skip
    return _linkage(
        mechanism,
        q0,
        {},
        18,
        18,
        look={"platform": coordinate("platform")},
        expected=_expected("platform", {0.1: later}),
        accelerations={
            "origin": (_origin_acceleration, np.array((-3.595577063067, -0.1720764742303, -10.94989023806))),
            "turn": (_turn_acceleration, np.array((-39.81679118633, 38.8841576044, -16.219178577))),
        },
    )
