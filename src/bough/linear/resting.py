"""Stiffness and damping of a large tree at rest, in a time that grows with the number of DoFs and not with its square.

With S the columns of the DoFs, along ground axes and about a point, and W the weight of all bodies beyond a joint, joint
forces are τ_j = -S_jᵀ W. A small motion along DoF k moves all bodies beyond it as one: their weight stays, and its moment
changes by v_k × F, with v_k the velocity of their common centre. So K_jk = -ω_j · (v_k × F_k) for all j before k, and the
same the other way round, as weights have a potential. Turns about body axes, which do not commute, also turn one another.

Forces of the mechanism are differentiated on a copy without masses. DoFs that no force has in common are moved together.
"""

from __future__ import annotations

import numpy as np

from bough.api import body_poses, matrices
from bough.api.loop_forces import needed_forces
from bough.linear.differences import slopes_along
from bough.linear.tangent import Point, units_of
from bough.mechanism.checks import GROUND
from bough.mechanism.forces import JointForce
from bough.mechanism.joints import Free
from bough.mechanism.mechanism import Mechanism
from bough.typing import Array


def resting_pulls(point: Point) -> tuple[Array, Array]:
    """K and C of a tree that is at rest in an equilibrium."""
    stiffness = gravity_stiffness(point)
    if not point.mechanism.forces:
        return stiffness, np.zeros_like(stiffness)
    own, damping = _of_forces(point)
    return stiffness + own, damping


# --- gravity ----------------------------------------------------------------------------------------------------------


def gravity_stiffness(point: Point) -> Array:
    """K of the weights."""
    mechanism, n = point.mechanism, point.mechanism.n
    poses = body_poses(mechanism, point.q, time=point.time)
    turns, origins = poses[:, :3, :3], poses[:, :3, 3]
    columns = matrices(mechanism, point.q, time=point.time, sparse=True).A.tocoo()
    twists = np.zeros((n, 6))
    twists[columns.col, columns.row % 6] = columns.data
    bodies = np.zeros(n, int)
    bodies[columns.col] = columns.row // 6
    shifts, spins = (np.einsum("kij,kj->ki", turns[bodies], half) for half in (twists[:, :3], twists[:, 3:]))
    mass, centers = _beyond(mechanism, turns, origins)
    weights = mass[bodies, None] * mechanism.gravity
    arms = centers[bodies] - origins[bodies]
    moved = np.cross(shifts + np.cross(spins, arms), weights)
    before = paths(mechanism)
    found: Array = np.where(before, -moved @ spins.T, 0.0)  # (row k, column j before it)
    found = found + np.tril(found, -1).T + np.triu(found, 1).T
    for dofs in turning(mechanism):
        v, w, force, moment = shifts[dofs], spins[dofs], weights[dofs[0]], np.cross(arms[dofs[0]], weights[dofs[0]])
        # (row j, column i): S_j moves along S_i, and so do the bodies
        turned = np.einsum("jia,a->ji", np.cross(w[None], v[:, None]) + np.cross(v[None], w[:, None]), force)
        turned += np.einsum("jia,a->ji", np.cross(w[None], w[:, None]), moment)
        found[np.ix_(dofs, dofs)] = -turned - w @ moved[dofs].T
    return found


def _beyond(mechanism: Mechanism, turns: Array, origins: Array) -> tuple[Array, Array]:
    """Mass and centre of mass of each body with all that it carries, in the user's order."""
    mass = np.array([body.inertia.mass for body in mechanism.bodies])
    first = mass[:, None] * (
        origins + np.einsum("bij,bj->bi", turns, [body.inertia.center for body in mechanism.bodies])
    )
    parents = mechanism.parents
    for k in mechanism.topology.order[::-1]:
        if parents[k] >= 0:
            mass[parents[k]] += mass[k]
            first[parents[k]] += first[k]
    return mass, np.where(mass[:, None] > 0.0, first / np.where(mass > 0.0, mass, 1.0)[:, None], origins)


def paths(mechanism: Mechanism) -> np.ndarray:
    """Which DoFs are before which, or the same: rows have all DoFs up to their own, in the order of u."""
    topology, n = mechanism.topology, mechanism.n
    starts = np.cumsum([0, *(len(body.joint.u_names) for body in mechanism.parts)])
    users = [k for body in topology.order for k in range(starts[body], starts[body + 1])]
    found = np.zeros((n, n), bool)
    for k, parent in enumerate(topology.extended_parent):
        if parent >= 0:
            found[users[k]] = found[users[parent]]
        found[users[k], users[k]] = True
    return found


def turning(mechanism: Mechanism) -> list[np.ndarray]:
    """Sets of DoFs of one joint that do not commute."""
    found, at = [], 0
    for body in mechanism.parts:
        count = len(body.joint.u_names)
        if "wx" in body.joint.u_names:
            found.append(np.arange(at if isinstance(body.joint, Free) else at + count - 3, at + count))
        at += count
    return found


# --- forces -----------------------------------------------------------------------------------------------------------


def _of_forces(point: Point) -> tuple[Array, Array]:
    """K and C of the mechanism's forces: differences on a copy without masses, many DoFs at a time."""
    light, n = _without_mass(point.mechanism), point.mechanism.n
    near = Point(light, point.q, point.u, point.tau, point.time, point.places, None, None)
    rows = _shared(point.mechanism)
    colours = _colours(rows)
    together = np.array([colours == k for k in range(colours.max(initial=-1) + 1)], float).reshape(-1, n)
    units = units_of(point)
    none = np.zeros(n)

    def along_x(directions: Array, reach: Array) -> Array:
        q, u = near.neighbours(directions * units, reach)
        return needed_forces(light, q.reshape(-1, light.n_q), none, none, time=point.time).reshape(u.shape)

    def along_y(directions: Array, reach: Array) -> Array:
        u = reach[:, None, None] * directions * units
        return needed_forces(light, point.q, u.reshape(-1, n), none, time=point.time).reshape(u.shape)

    found = []
    for function in (along_x, along_y):
        slopes = slopes_along(function, together, np.ones(len(together)))
        found.append(np.where(rows, slopes[colours].T, 0.0) / units)
    return found[0], found[1]


def _without_mass(mechanism: Mechanism) -> Mechanism:
    other = Mechanism(mechanism.name, (0.0, 0.0, 0.0))
    for body in mechanism.bodies:
        name = body.joint_name if body.joint_name != body.name else None
        other.add_body(body.name, body.parent, body.joint, body.at, body.rotation, joint_name=name)
    for name, force in mechanism.forces.items():
        other.add_force(name, force)
    return other


def _shared(mechanism: Mechanism) -> np.ndarray:
    """Which DoFs have a force in common."""
    before, n = paths(mechanism), mechanism.n
    last = {GROUND: np.zeros(n, bool)}
    for k in mechanism.topology.order:
        body = mechanism.bodies[k]
        own = last[body.parent].copy()
        for place in mechanism.u_places.get(body.name, ()):
            own |= before[place]
        last[body.name] = own
    acting = np.zeros((len(mechanism.forces), n), np.float32)
    for row, force in zip(acting, mechanism.forces.values(), strict=True):
        if isinstance(force, JointForce):
            for name in (force.joint, *getattr(force, "reads", ())):
                row[list(mechanism.u_places[name])] = 1.0
        else:
            opposed = force.opposed_by(mechanism)
            row[last[force.acted_on(mechanism)] ^ last[opposed or GROUND]] = 1.0
    found: np.ndarray = acting.T @ acting > 0.0
    return found


def _colours(rows: np.ndarray) -> np.ndarray:
    """A number for each DoF, so that no two with the same number act on a common row."""
    thin = rows.astype(np.float32)
    apart = thin @ thin > 0.0
    colours = np.full(len(rows), -1)
    for k in range(len(rows)):
        taken = colours[apart[k] & (colours >= 0)]
        colours[k] = next(c for c in range(len(rows)) if c not in taken) if len(taken) else 0
    return colours
