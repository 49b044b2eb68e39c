"""What closed loops do, by dense linear algebra on the spanning tree: slow, simple, and without bough's code for loops.

A loop's joint forbids some of the motion of its moving frame K (on ``body``) in its joint frame J (on ``other``). For
each joint of the catalogue there are 6 - dofs functions of K's rotation R and place r in J that vanish where the loop is
closed: the gaps. With W their derivatives by the velocity ṙ and the angular velocity of K in J (both in J's axes),
G = W (twists of K - twists of J) is their derivative by u, and Wᵀλ the force and the moment of J on K, at K's origin.

From the tree come poses, twists, mass matrix and joint forces. The equations M u̇ + h = τ + Gᵀλ, G u̇ + γ = 0 are
solved in the null space of G, so that redundant rows do no harm; γ, the rate of the gaps' rates at u̇ = 0, is found by
differences.
"""

from __future__ import annotations

import copy
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from scipy.integrate import DOP853

import bough as bo

CUT = 1e-8  # singular values below this share of the largest count as zero
STEP = 1e-2  # of differences: how far the fastest body moves or turns
WEIGHTS = np.array((4 / 5, -1 / 5, 4 / 105, -1 / 280))  # central difference of order 8

# --- gaps of each joint, with their derivatives W ---------------------------------------------------------------------


def _shift(axes, r):
    """No shift along the axes."""
    return axes @ r, np.hstack((axes, np.zeros_like(axes)))


def _turn(values, rows):
    """Functions of R alone."""
    return np.asarray(values), np.hstack((np.zeros_like(rows), rows))


def _kept(axis, rotation):
    """The axis stays where it is: R a has no component across a. (It must not be turned over.)"""
    turned, across = rotation @ axis, _across(axis)
    return _turn(across @ turned, np.cross(turned, across))


def _unturned(rotation):
    """No turn: the skew part of R vanishes. (It also does so after half a turn.)"""
    skew = 0.5 * (rotation - rotation.T)
    rows = 0.5 * (np.trace(rotation) * np.eye(3) - rotation)
    return _turn((skew[2, 1], skew[0, 2], skew[1, 0]), rows)


def _crossing(first, second, rotation):
    """The angle between an axis of J and one of K stays what it is at R = 1."""
    turned = rotation @ second
    return _turn([first @ turned - first @ second], np.cross(turned, first)[None])


def _thread(axis, pitch, rotation, r):
    """A shift of the pitch times the angle, which is known up to whole turns."""
    x, y = _across(axis)
    turned = rotation @ x
    cosine, sine = x @ turned, y @ turned
    by_turn = np.cross(turned, cosine * y - sine * x) / (cosine**2 + sine**2)
    gap = axis @ r - pitch * np.arctan2(sine, cosine)
    if pitch:
        gap -= 2 * np.pi * pitch * np.round(gap / (2 * np.pi * pitch))
    return np.array([gap]), np.concatenate((axis, -pitch * by_turn))[None]


def _across(axis):
    """Two unit vectors x, y across an axis; x, y and the axis are right-handed."""
    axis = np.asarray(axis)
    x = np.cross(axis, np.eye(3)[np.argmin(np.abs(axis))])
    x /= np.linalg.norm(x)
    return np.array((x, np.cross(axis, x)))


ALL = np.eye(3)
CONDITIONS = {
    bo.Fixed: lambda j, R, r: (_shift(ALL, r), _unturned(R)),
    bo.Revolute: lambda j, R, r: (_shift(ALL, r), _kept(j.axis, R)),
    bo.Prismatic: lambda j, R, r: (_shift(_across(j.axis), r), _unturned(R)),
    bo.Helical: lambda j, R, r: (
        _shift(_across(j.axis), r),
        _kept(j.axis, R),
        _thread(np.array(j.axis), j.pitch, R, r),
    ),
    bo.Cylindrical: lambda j, R, r: (_shift(_across(j.axis), r), _kept(j.axis, R)),
    bo.Universal: lambda j, R, r: (_shift(ALL, r), _crossing(np.array(j.axis1), np.array(j.axis2), R)),
    bo.Planar: lambda j, R, r: (_shift(np.array([j.normal]), r), _kept(j.normal, R)),
    bo.Translational: lambda j, R, r: (_unturned(R),),
    bo.Gimbal: lambda j, R, r: (_shift(ALL, r),),
    bo.Ball: lambda j, R, r: (_shift(ALL, r),),
    bo.BallInCylinder: lambda j, R, r: (_shift(_across(j.axis), r),),
    bo.BallOnPlane: lambda j, R, r: (_shift(np.array([j.normal]), r),),
    bo.EdgeOnPlane: lambda j, R, r: (
        _shift(np.array([j.normal]), r),
        _crossing(np.array(j.normal), np.array(j.edge), R),
    ),
    bo.TelescopicUniversal: lambda j, R, r: (
        _shift(_across(j.axis), r),
        _crossing(np.array(j.axis1), np.array(j.axis2), R),
    ),
    bo.Free: lambda j, R, r: (),
}


def _conditions(joint, rotation, r):
    """Gaps and W."""
    parts = CONDITIONS[type(joint)](joint, rotation, r)
    nothing = np.zeros(0), np.zeros((0, 6))
    gaps, rows = zip(nothing, *parts, strict=True)
    return np.concatenate(gaps), np.vstack(rows)


def _is_upright(joint, rotation):
    """Whether the gaps vanish for the right reason, not because an axis is turned over or the frame by half a turn."""
    if type(joint) in (bo.Fixed, bo.Prismatic, bo.Translational):
        return np.trace(rotation) > 0.0
    if isinstance(joint, bo.BallInCylinder | bo.BallOnPlane | bo.EdgeOnPlane | bo.TelescopicUniversal):
        return True
    axis = getattr(joint, "normal", getattr(joint, "axis", None))
    return axis is None or axis @ rotation @ axis > 0.0


# --- the spanning tree ------------------------------------------------------------------------------------------------


class _Closure(NamedTuple):
    """A loop whose joint does not follow the time."""

    name: str
    joint: bo.Joint
    body: str
    frame: np.ndarray  # of K in the body
    other: str
    other_frame: np.ndarray  # of J in the other


@lru_cache(maxsize=32)
def _opened(mechanism):
    """The mechanism without its loops, and these. A driven one is a body without mass that is driven, and a weld to it."""
    mechanism.freeze()
    tree = copy.copy(mechanism)
    tree._loops.clear()
    closures = []
    for loop in mechanism.loops.values():
        joint, other = loop.joint, loop.other
        other_frame = _frame(loop.other_rotation, loop.other_at)
        if isinstance(joint, bo.Driven):
            other = f"drive of loop {loop.name}"
            tree.add_body(other, loop.other, joint, loop.other_at, loop.other_rotation)
            joint, other_frame = bo.Fixed(), np.eye(4)
        closures.append(_Closure(loop.name, joint, loop.body, _frame(loop.rotation, loop.at), other, other_frame))
    return tree, tuple(closures)


def tree(mechanism):
    """The mechanism without its loops."""
    return _opened(mechanism)[0]


def _frame(rotation, at):
    frame = np.eye(4)
    frame[:3, :3], frame[:3, 3] = rotation, at
    return frame


class _Place:
    """Where the frames of a loop are: gaps, W, and what twists of the bodies mean for them."""

    def __init__(self, tree, closure, poses):
        self.joint = closure.joint
        self.body, self.other = (tree.body_index.get(name) for name in (closure.body, closure.other))
        self.body_pose, self.other_pose = (np.eye(4) if k is None else poses[k] for k in (self.body, self.other))
        k, j = self.body_pose @ closure.frame, self.other_pose @ closure.other_frame
        self.axes, self.origin = j[:3, :3], k[:3, 3]
        self.rotation = self.axes.T @ k[:3, :3]
        self.gaps, self.rows = _conditions(closure.joint, self.rotation, self.axes.T @ (self.origin - j[:3, 3]))

    def relative(self, twists):
        """Velocity and angular velocity of K in J, in J's axes, from twists of all bodies, (..., N, 6)."""
        v, w = np.subtract(
            self._at_k(self.body, self.body_pose, twists), self._at_k(self.other, self.other_pose, twists)
        )
        return np.concatenate((v @ self.axes, w @ self.axes), axis=-1)

    def _at_k(self, index, pose, twists):
        """In ground axes: what a point of the body at K's origin has."""
        if index is None:
            return np.zeros((2, *twists.shape[:-2], 3))
        rotation, twist = pose[:3, :3], twists[..., index, :]
        v, w = twist[..., :3] @ rotation.T, twist[..., 3:] @ rotation.T
        return v + np.cross(w, self.origin - pose[:3, 3]), w

    def push(self, multipliers, wrenches):
        """Force and moment on the body, in ground axes at K's origin; adds them to the bodies' wrenches."""
        force, moment = (self.rows.T @ multipliers).reshape(2, 3) @ self.axes.T
        for sign, k, pose in ((1.0, self.body, self.body_pose), (-1.0, self.other, self.other_pose)):
            if k is not None:
                about = moment + np.cross(self.origin - pose[:3, 3], force)
                wrenches[k] += sign * np.concatenate((force @ pose[:3, :3], about @ pose[:3, :3]))
        return force, moment


def _places(mechanism, q, time):
    tree, closures = _opened(mechanism)
    poses = bo.body_poses(tree, q, time=time)
    return tree, [_Place(tree, closure, poses) for closure in closures]


def _stacked(parts, columns=None):
    return np.concatenate([np.zeros(0) if columns is None else np.zeros((0, columns)), *parts])


# --- constraints ------------------------------------------------------------------------------------------------------


def gaps(mechanism, q, time=0.0):
    """The gaps of each loop by its name: zero where it is closed."""
    _, places = _places(mechanism, q, time)
    return {name: place.gaps for name, place in zip(mechanism.loops, places, strict=True)}


def gap_rates(mechanism, q, u, time=0.0):
    """The rates of all gaps, in the order of the loops."""
    tree, places = _places(mechanism, q, time)
    twists = bo.body_twists(tree, q, u, time=time)
    return _stacked([place.rows @ place.relative(twists) for place in places])


def jacobian(mechanism, q, time=0.0):
    """G, the derivative of the gaps' rates by u: a row for each gap."""
    tree, places = _places(mechanism, q, time)
    # (one by one: a batch would be compiled for lanes first)
    still, *moving = (bo.body_twists(tree, q, u, time=time) for u in (np.zeros(tree.n), *np.eye(tree.n)))
    moving = np.array(moving) - still
    return _stacked([place.rows @ place.relative(moving).T for place in places], tree.n)


def rank(mechanism, q, time=0.0, cut=CUT):
    """How many rows of G are independent."""
    return _rank(np.linalg.svd(jacobian(mechanism, q, time), compute_uv=False), cut)


def _rank(singular_values, cut):
    return int((singular_values > cut * singular_values.max(initial=0.0)).sum())


def moved(mechanism, q, change):
    """q moved along velocities for a unit of time, to first order."""
    return mechanism.normalised(q + bo.kinematics.coordinate_rates(_opened(mechanism)[0], q, change))


# --- equations of motion ----------------------------------------------------------------------------------------------


class Answer(NamedTuple):
    """Accelerations and forces. Where rows are redundant, the multipliers are the smallest of many."""

    u_dot: np.ndarray
    multipliers: np.ndarray  # one for each gap
    loops: dict[str, tuple[np.ndarray, np.ndarray]]  # force and moment of other on body, ground axes, at K's origin
    reactions: dict[str, tuple[np.ndarray, np.ndarray]]  # of the parent on each body, ground axes, at the body's origin


def accelerations(mechanism, q, u, tau=None, time=0.0, *, rank=None, cut=CUT):
    """u̇ and all forces of joints. ``rank``: how many singular values of G may count, those above ``cut``."""
    q, u = np.asarray(q, float), np.asarray(u, float)
    tree, places = _places(mechanism, q, time)
    u_dot, multipliers = _solved(mechanism, q, u, tau, time, rank, cut)
    wrenches = np.zeros((len(tree), 6))
    ends = np.cumsum([len(place.gaps) for place in places])
    parts = np.split(multipliers, ends[:-1]) if places else []
    loops = {name: place.push(part, wrenches) for name, place, part in zip(mechanism.loops, places, parts, strict=True)}
    _, found = bo.inverse_dynamics(tree, q, u, u_dot, wrenches=wrenches, reactions=True, time=time)
    turns = bo.body_poses(tree, q, time=time)[:, :3, :3]
    reactions = {
        name: (turns[k] @ found[k, :3], turns[k] @ found[k, 3:]) for k, name in enumerate(mechanism.body_names)
    }
    return Answer(u_dot, multipliers, loops, reactions)


def _solved(mechanism, q, u, tau, time, rank, cut):
    """u̇ and λ."""
    tree, _ = _opened(mechanism)
    left, sizes, right = np.linalg.svd(jacobian(mechanism, q, time))
    rank = min(_rank(sizes, cut), len(sizes) if rank is None else rank)
    left, sizes, range_, null = left[:, :rank], sizes[:rank], right[:rank].T, right[rank:].T
    needed = -range_ @ (left.T @ _drift(mechanism, q, u, time) / sizes)
    mass = bo.mass_matrix(tree, q, time=time)
    bias = bo.inverse_dynamics(tree, q, u, np.zeros(tree.n), time=time) - (0.0 if tau is None else tau)
    u_dot = needed - null @ np.linalg.solve(null.T @ mass @ null, null.T @ (bias + mass @ needed))
    return u_dot, left @ (range_.T @ (mass @ u_dot + bias) / sizes)


def _drift(mechanism, q, u, time):
    """γ: the rate of the gaps' rates at u̇ = 0."""
    tree, _ = _opened(mechanism)
    q_dot = bo.kinematics.coordinate_rates(tree, q, u, time=time)
    h = STEP / max(1.0, np.abs(bo.body_twists(tree, q, u, time=time)).max(initial=0.0))
    values = [
        [gap_rates(mechanism, mechanism.normalised(q + s * q_dot), u, time + s) for s in (k * h, -k * h)]
        for k in range(1, 5)
    ]
    return sum(w * (after - before) for w, (after, before) in zip(WEIGHTS, values, strict=True)) / h


# --- states and motions -----------------------------------------------------------------------------------------------


def closed(mechanism, q_guess, hold=(), time=0.0, tolerance=1e-13):
    """Coordinates near a guess that close all loops, by Newton's method; ``hold``: names of velocities that stay zero."""
    q, free = mechanism.normalised(q_guess), _free(mechanism, hold)
    least = np.inf
    for _ in range(100):
        gap = _stacked(gaps(mechanism, q, time).values())
        size = np.abs(gap).max(initial=0.0)
        if size < tolerance or (size < 1e3 * tolerance and size >= least):
            break
        least = size
        change = _remedy(mechanism, q, gap, free, time, 1e-4)
        q = moved(mechanism, q, change * min(1.0, 0.5 / np.abs(change).max(initial=1e-300)))
    else:
        raise ArithmeticError(f"the loops stay open by {size:.1e}")
    if not all(_is_upright(place.joint, place.rotation) for place in _places(mechanism, q, time)[1]):
        raise ArithmeticError("a loop is closed the wrong way round")
    return q


def closing_velocities(mechanism, q, u, hold=(), time=0.0, cut=CUT):
    """The nearest velocities, by kinetic energy, that keep the loops closed; ``hold``: names of those that do not change."""
    u, free = np.array(u, float), _free(mechanism, hold)
    for _ in range(2):
        u += _remedy(mechanism, q, gap_rates(mechanism, q, u, time), free, time, cut)
    return u


def _remedy(mechanism, q, gap, free, time, cut):
    """The change of free velocities with the least kinetic energy that takes -gap: forces of loops leave no trace in it."""
    change = np.zeros(mechanism.n)
    root = np.linalg.cholesky(bo.mass_matrix(tree(mechanism), q, time=time)[np.ix_(free, free)])
    scaled = np.linalg.solve(root, jacobian(mechanism, q, time)[:, free].T).T
    change[free] = -np.linalg.solve(root.T, np.linalg.pinv(scaled, cut) @ gap)
    return change


def _free(mechanism, hold):
    held = [k for name in hold for k in mechanism.u_places[name]]
    return np.setdiff1d(np.arange(mechanism.n), held)


def motion(mechanism, q0, u0, times, *, rtol=1e-12, atol=1e-14, cut=CUT):
    """q and u at the times, the first of which is that of the start: DOP853, and a projection after each step.

    Rows that are redundant in all closed states remain so within steps, where they may seem to be independent, since
    stages are not quite closed. ``cut`` = 1e-4 leads through singular positions.
    """
    tree, _ = _opened(mechanism)
    n_q, independent = mechanism.n_q, 0

    def slope(t, y):
        q, u = mechanism.normalised(y[:n_q]), y[n_q:]
        u_dot, _ = _solved(mechanism, q, u, None, t, independent, cut)
        return np.concatenate((bo.kinematics.coordinate_rates(tree, q, u, time=t), u_dot))

    def settled(t, y):
        nonlocal independent
        q = closed(mechanism, y[:n_q], time=t, tolerance=1e-15)
        independent = max(independent, rank(mechanism, q, t, cut))
        return np.concatenate((q, closing_velocities(mechanism, q, y[n_q:], time=t, cut=cut)))

    y, step = settled(times[0], np.concatenate((q0, u0))), None
    states = [y]
    for begin, end in pairwise(times):
        first = None if step is None else min(step, end - begin)
        solver = DOP853(slope, begin, y, end, rtol=rtol, atol=atol, first_step=first)
        while solver.status == "running":
            step = solver.h_abs
            message = solver.step()
            assert solver.status != "failed", message
            solver.y = settled(solver.t, solver.y)
            solver.f = slope(solver.t, solver.y)
        y = solver.y
        states.append(y)
    states = np.array(states)
    return states[:, :n_q], states[:, n_q:]
