"""The papers' matrices at one state, to study, teach and check the forms of the equations.

As in the papers, and unlike in the kernels, the six numbers of a body are along its own axes: twists (v; ω) of its
origin, wrenches (force; moment) about it. Bodies and DoFs have the user's order, and a fixed body has its six rows like
any other. With these matrices every form of the equations takes a few lines: docs/matrices.md.

Nothing is compiled for this. The joints' kernels run interpreted, each joint as if its parent were the ground, so that
they return quantities relative to the parent; the rest is NumPy.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bough.api.diagnosis import explain
from bough.api.matrix_set import Matrices, block_matrix, inertias_of, read_only, skew
from bough.api.operation import state_array, time_array, wrench_array
from bough.compiled.driven import moved_rows
from bough.compiled.entries import NO_WRENCHES, beyond_memory
from bough.compiled.tree import compiled
from bough.errors import StateError, UnsupportedError
from bough.mechanism.joints import CustomJoint
from bough.mechanism.mechanism import Mechanism
from bough.passes.arrays import SWEEP, WORK_SHAPES, Tree, Work
from bough.passes.closing import ACCELERATION
from bough.passes.loops import rows_by_dof, survey_loops
from bough.passes.sweep import apply_forces, place, place_normals, pose, quaternions_are_unit, sweep
from bough.typing import CoordinatesLike, VelocitiesLike, WrenchesLike

_EPS = np.finfo(float).eps


def matrices(
    mechanism: Mechanism,
    q: CoordinatesLike,
    u: VelocitiesLike | None = None,
    *,
    wrenches: WrenchesLike | None = None,
    sparse: bool = False,
    time: float = 0.0,
) -> Matrices:
    """The papers' matrices S, T, A, Z, B, M, Ω, M* and the vectors V, V^J, w*, F at one state; G and g of loops.

    Components are along each body's own axes and about its origin, linear part first; bodies and DoFs have the user's
    order, fixed bodies included. ``u``: default zero. ``wrenches`` and ``time``: as in :func:`forward_dynamics`; the
    wrenches of the mechanism's own forces are added. Returns NumPy arrays, or SciPy's ``csr_array`` with
    ``sparse=True``. Nothing is compiled except the user's own functions.

    Loops add nothing, except that a body that a loop cuts has two parts: a further one follows the bodies, with the
    name of the loop.
    """
    q, u, forces, time = _one_state(mechanism, q, u, wrenches, time)
    mechanism.freeze()
    mechanism = mechanism.parted
    if forces.size:
        forces = np.pad(forces, ((0, len(mechanism) - len(forces)), (0, 0)))
    rows = 6 * len(mechanism)  # of S, M and Ω, A and Ȧ, Z
    if not sparse and (size := beyond_memory(rows * (3 * rows + 2 * mechanism.n + rows - mechanism.n))):
        raise UnsupportedError(f"the matrices of '{mechanism.name}' would take {size}; give sparse=True.")
    mechanism.cover(time, time)
    tree = compiled(mechanism, merge=False).arrays_of_bodies
    with np.errstate(over="ignore", invalid="ignore"):
        if not all(np.isfinite(x).all() for x in (q, u, forces)) or not quaternions_are_unit(tree, q):
            raise explain(mechanism, {"q": q, "u": u}, forces, np.array(time))
        made = _made(mechanism, tree, q, u, forces, time, sparse)
    if not all(np.isfinite(x).all() for x in (made._shifts, made.V, made.w, made.F)):
        raise explain(mechanism, {"q": q, "u": u}, forces, np.array(time))
    return made


def _one_state(
    mechanism: Mechanism, q: CoordinatesLike, u: VelocitiesLike | None, wrenches: WrenchesLike | None, time: float
) -> tuple[np.ndarray, np.ndarray, np.ndarray, float]:
    q, u = state_array(mechanism, "q", q), state_array(mechanism, "u", u)
    forces, times = wrench_array(mechanism, wrenches), time_array(time)
    for name, is_batch in (("q", q.ndim > 1), ("u", u.ndim > 1), ("wrenches", forces.ndim > 2), ("time", times.ndim)):
        if is_batch:
            raise StateError(f"{name} is a batch, but matrices takes one state; give one, as in {name}[0].")
    return q, u, forces, float(times)


def _own_forces(mechanism: Mechanism, q: np.ndarray, u: np.ndarray) -> np.ndarray:
    """The wrenches of the mechanism's own forces on its bodies, in body axes; their kernels run interpreted as well."""
    if not mechanism.forces:
        return np.zeros((len(mechanism), 6))
    tree = compiled(mechanism, merge=False)
    arrays, rows = tree.arrays, tree.memory(*SWEEP)
    work = Work(**{name: np.zeros((rows.get(name, 0), width)) for name, (_, width) in WORK_SHAPES.items()})
    for i in range(arrays.bodies):
        pose(arrays, i, q, work)
    apply_forces(arrays, q, u, 0, work)
    turn = work.rotation.reshape(-1, 3, 3)[arrays.carrier] @ arrays.attach[:, :9].reshape(-1, 3, 3)
    return -np.einsum("bji,bkj->bki", turn, work.force[arrays.carrier].reshape(-1, 2, 3)).reshape(-1, 6)


def _made(
    mechanism: Mechanism, tree: Tree, q: np.ndarray, u: np.ndarray, forces: np.ndarray, time: float, sparse: bool
) -> Matrices:
    """The matrices from a checked state."""
    bodies, parents = len(mechanism), mechanism.parents
    turn, offset, columns, normals, driven = _joints(mechanism, tree, np.append(q, time))
    columns_dot = _column_rates(mechanism, tree, columns, q, u)
    carried = np.repeat(mechanism.topology.order, np.diff(tree.dof[: bodies + 1]))  # the body of each of these columns
    step, drift = driven[:, :6].copy(), driven[:, 6:].copy()  # A u + V^J, and Ȧ u with the rate of V^J
    drift[:, :3] -= np.cross(driven[:, 3:6], driven[:, :3])  # (which is seen from the parent; in body axes it is less)
    np.add.at(step, carried, columns * u[tree.dof_user, None])
    np.add.at(drift, carried, columns_dot * u[tree.dof_user, None])
    shifts, twists, gravity = _outward(mechanism, turn, offset, step)

    v, omega = twists[:, :3], twists[:, 3:]
    gyroscopic = np.zeros((bodies, 6, 6))
    gyroscopic[:, :3, :3] = gyroscopic[:, 3:, 3:] = skew(omega)
    gyroscopic[:, 3:, :3] = skew(v)
    # w* = (V ×)(A u + V^J) + Ȧ u + the rate of V^J
    bias = drift
    bias[:, :3] += np.cross(omega, step[:, :3]) + np.cross(v, step[:, 3:])
    bias[:, 3:] += np.cross(omega, step[:, 3:])
    # a body's weight is the wrench that would cause the acceleration g
    inertias = inertias_of(mechanism)
    loads = np.einsum("ijk,ik->ij", inertias[:, :, :3], gravity)
    loads += _own_forces(mechanism, np.append(q, time) if mechanism.is_timed else q, u)
    if forces.size:
        loads += forces

    own, child = np.arange(bodies), np.flatnonzero(parents >= 0)
    structure = np.concatenate((np.broadcast_to(np.eye(6), (bodies, 6, 6)), -shifts[child]))
    constrained = np.repeat(own, [len(block) for block in normals])
    all_normals = np.concatenate((np.empty((0, 6)), *normals))
    closing, asked = _loops(mechanism, q, u, time)
    return Matrices(
        mechanism=mechanism,
        q=read_only(q.copy()),
        u=read_only(u.copy()),
        sparse=sparse,
        S=block_matrix(np.append(own, child), np.append(own, parents[child]), structure, bodies, sparse),
        A=_column_matrix(carried, tree.dof_user, columns, bodies, sparse),
        A_dot=_column_matrix(carried, tree.dof_user, columns_dot, bodies, sparse),
        Z=_column_matrix(constrained, np.arange(len(constrained)), all_normals, bodies, sparse),
        M=block_matrix(own, own, inertias, bodies, sparse),
        Omega=block_matrix(own, own, gyroscopic, bodies, sparse),
        G=_stored(closing, sparse),
        V=read_only(twists.ravel()),
        V_J=read_only(driven[:, :6].ravel()),
        w=read_only(bias.ravel()),
        F=read_only(loads.ravel()),
        g=read_only(asked),
        constraint_names=_constraint_names(mechanism.body_names, normals),
        _shifts=shifts,
    )


def _loops(mechanism: Mechanism, q: np.ndarray, u: np.ndarray, time: float) -> tuple[np.ndarray, np.ndarray]:
    """G and g; the kernels that survey loops run interpreted, too."""
    if not mechanism.loops:
        return np.zeros((0, mechanism.n)), np.zeros(0)
    tree = compiled(mechanism).unloaded
    arrays, rows = tree.arrays, tree.memory(*SWEEP) | tree.survey_memory()
    work = Work(**{name: np.zeros((rows.get(name, 0), width)) for name, (_, width) in WORK_SHAPES.items()})
    timed = np.append(q, time) if mechanism.is_timed else q
    sweep(arrays, timed, u, NO_WRENCHES, work)
    survey_loops(arrays, timed, u, work)
    return rows_by_dof(arrays, work)[:, np.argsort(arrays.dof_user)], -work.gap[:, ACCELERATION]


def _outward(
    mechanism: Mechanism, turn: np.ndarray, offset: np.ndarray, step: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Per body: C_i (zero where the parent is the ground), V_i, and g in body axes."""
    below = np.swapaxes(turn, 1, 2)  # from parent axes to body axes
    shifts = np.zeros((len(turn), 6, 6))
    shifts[:, :3, :3] = shifts[:, 3:, 3:] = below
    shifts[:, :3, 3:] = -below @ skew(offset)
    shifts[mechanism.parents < 0] = 0.0
    twists, gravity = step.copy(), np.empty((len(turn), 3))
    for i in mechanism.topology.order.tolist():
        k = mechanism.parents[i]
        gravity[i] = below[i] @ (gravity[k] if k >= 0 else mechanism.gravity)
        if k >= 0:
            twists[i] += shifts[i] @ twists[k]
    return shifts, twists, gravity


def _joints(
    mechanism: Mechanism, tree: Tree, q: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[np.ndarray], np.ndarray]:
    """Results of the joints' kernels, from q followed by the time.

    Per body, in the user's order: the rotation from body axes to parent axes and the offset of its origin in parent
    axes. Then, in body axes: the columns of A, in the tree's order of DoFs; per body those of Z; per body V^J of driven
    joints and its rate.
    """
    bodies = len(mechanism)
    alone = tree._replace(parent=np.full(bodies, -1))  # each joint on the ground: along the axes of its parent
    sizes = {"body": bodies, "dof": int(tree.dof[-1]), "constraint": tree.constraints}
    rows = {name: sizes.get(owner, 0) for name, (owner, _) in WORK_SHAPES.items()} | {"moved": moved_rows(tree)}
    rows["own"] = int(tree.own_at[-1]) if len(tree.own_at) else 0
    work = Work(**{name: np.zeros((rows[name], width)) for name, (_, width) in WORK_SHAPES.items()})
    for i in range(bodies):
        place(alone, i, q, work)

    # in the kernels' frames joints run about z; `attach` turns the user's body axes into those frames
    order = mechanism.topology.order
    attach = tree.attach[order, :9].reshape(-1, 3, 3)
    carrier = np.where((tree.parent < 0)[:, None, None], np.eye(3), attach[tree.parent])
    inward = np.swapaxes(carrier, 1, 2) @ work.rotation.reshape(-1, 3, 3)
    turn, offset = np.empty((bodies, 3, 3)), np.empty((bodies, 3))
    turn[order] = inward @ attach
    offset[order] = np.einsum("ikj,ik->ij", carrier, work.offset)

    to_body = np.swapaxes(work.rotation.reshape(-1, 3, 3) @ attach, 1, 2)
    of_dof = np.repeat(np.arange(bodies), np.diff(tree.dof[: bodies + 1]))
    own = work.columns[: tree.dofs].reshape(-1, 2, 3)
    columns = np.einsum("dij,dpj->dpi", to_body[of_dof], own).reshape(-1, 6)
    # a hinge's axis is turned there and back, which leaves rounding in place of zeros
    columns = _without_rounding(columns, np.abs(columns).max(axis=1, initial=0.0))
    drives = np.einsum("bij,bpj->bpi", to_body, work.drift[:, :12].reshape(-1, 4, 3)).reshape(-1, 6)
    driven = np.empty((bodies, 12))
    driven[order] = _without_rounding(drives, np.abs(drives).max(axis=1, initial=0.0)).reshape(-1, 12)
    # Z follows from A and the body's rotation along any axes, the body's own as well
    work.columns[: tree.dofs] = columns
    work.rotation[:] = np.swapaxes(attach, 1, 2).reshape(-1, 9)
    for i in range(bodies):
        place_normals(tree, i, work)
    normals = [np.empty((0, 6))] * bodies
    for i, body in enumerate(order.tolist()):
        normals[body] = work.normals[tree.normal[i] : tree.normal[i + 1]]
    return turn, offset, columns, normals, driven


def _column_rates(mechanism: Mechanism, tree: Tree, columns: np.ndarray, q: np.ndarray, u: np.ndarray) -> np.ndarray:
    """The columns of Ȧ, in body axes: rotations that follow a column within its joint turn the body relative to it.

    Columns fixed in the body are constant there.
    """
    rates = np.zeros_like(columns)
    bodies = mechanism.bodies
    for i, body in enumerate(mechanism.topology.order.tolist()):
        first, last = tree.dof[i], tree.dof[i + 1]
        if isinstance(joint := bodies[body].joint, CustomJoint):
            own = slice(tree.q_at[i], tree.q_at[i] + last - first)
            rates[first:last] = joint.motion.column_rates(q[own], u[tree.dof_user[first:last]])
            continue
        carried = first + bodies[body].joint.kind.successive
        later = np.zeros(3)
        for d in range(last - 1, first - 1, -1):
            if d < carried:
                change = np.cross(columns[d].reshape(2, 3), later).reshape(1, 6)
                rates[d] = _without_rounding(change, np.linalg.norm(later) * np.abs(columns[d : d + 1]).max(axis=1))
            later += u[tree.dof_user[d]] * columns[d, 3:]
    return rates


def _constraint_names(bodies: tuple[str, ...], normals: list[np.ndarray]) -> tuple[str, ...]:
    names = []
    for body, block in zip(bodies, normals, strict=True):
        counts = {"f": 0, "m": 0, "s": 0}
        for normal in block:
            kind = "s" if normal[:3].any() and normal[3:].any() else "f" if normal[:3].any() else "m"
            counts[kind] += 1
            names.append(f"{body}.{kind}{counts[kind]}")
    return tuple(names)


def _without_rounding(rows: np.ndarray, scale: np.ndarray) -> np.ndarray:
    """The rows, with entries set to zero that are only rounding relative to their scale."""
    return np.where(np.abs(rows) <= 4 * _EPS * scale[:, None], 0.0, rows)


# --- assembly -------------------------------------------------------------------------------------------------------


def _stored(matrix: np.ndarray, sparse: bool) -> Any:
    """A matrix in the form that the user asked for."""
    if not sparse:
        return read_only(matrix)
    from scipy.sparse import csr_array

    return csr_array(matrix)


def _column_matrix(bodies_of: np.ndarray, columns: np.ndarray, values: np.ndarray, bodies: int, sparse: bool) -> Any:
    """A matrix from columns of six numbers each, placed in the rows of their bodies."""
    rows, columns = np.broadcast_arrays(6 * bodies_of[:, None] + np.arange(6), columns[:, None])
    shape = 6 * bodies, len(columns)
    if not sparse:
        matrix = np.zeros(shape)
        matrix[rows, columns] = values
        return read_only(matrix)
    from scipy.sparse import csr_array

    there = values != 0.0
    return csr_array((values[there], (rows[there], columns[there])), shape)
