"""The papers' matrices at one state: to study the forms of the equations with, to teach them, and to check them against.

As in the papers, and unlike in the kernels, the six numbers of a body are along its own axes: twists (v; ω) of its origin, wrenches (force; moment) about
it. Bodies and DoFs have the user's order, and a fixed body has its six rows like any other. With these matrices every form of the equations takes a
few lines: docs/matrices.md.

Nothing is compiled for this. The joints' kernels run interpreted, each joint as if its parent were the ground, so that what they give is what lies
between a body and its parent; the rest is NumPy.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from bough.api.diagnosis import explain
from bough.api.operation import state_array, time_array, wrench_array
from bough.api.table import table
from bough.compiled.entries import NO_WRENCHES
from bough.compiled.tree import compiled
from bough.errors import StateError, UnsupportedError
from bough.formulations.formulation import beyond_memory
from bough.mechanism.mechanism import Mechanism, remedy
from bough.passes.arrays import SWEEP, WORK_SHAPES, Tree, Work
from bough.passes.sweep import apply_forces, place, place_normals, pose, quaternions_are_unit

_EPS = np.finfo(float).eps
_COMPONENTS = ("vx", "vy", "vz", "wx", "wy", "wz")
# each matrix: what its rows and columns belong to, and what it is
_CONTENTS = {
    "S": ("body", "body", "kinematic structure: S V = A u + V_J"),
    "T": ("body", "body", "inverse of S"),
    "A": ("body", "dof", "tangent bases of the joints"),
    "A_dot": ("body", "dof", "rate of change of A"),
    "Z": ("body", "constraint", "orthogonal bases: ZᵀA = 0"),
    "B": ("body", "dof", "tangent basis of the whole system: B = TA, V = B u + T V_J"),
    "M": ("body", "body", "inertias of the bodies"),
    "M_star": ("body", "body", "inertias of composite bodies: TᵀMT"),
    "Omega": ("body", "body", "gyroscopic terms: M V̇ + ΩMV = F + SᵀR"),
    "V": ("body", "", "twists"),
    "V_J": ("body", "", "what driven joints add to the twists of their bodies"),
    "w": ("body", "", "acceleration bias: S V̇ = A u̇ + w"),
    "F": ("body", "", "weight, external wrenches and the mechanism's own forces"),
}


@dataclass(frozen=True, eq=False, repr=False)
class Matrices:
    """The matrices of a mechanism at one state, as :func:`matrices` makes them: N bodies, n DoFs, 6N - n constraints.

    In the notation of docs/notation.md, with Ω = ``Omega``, M* = ``M_star``, w* = ``w``, V^J = ``V_J``. V̇ is the rate of change of V as it stands, of components along the
    bodies' axes. Dense arrays cannot be written to; T, B and M* are made when they are first asked for.
    """

    mechanism: Mechanism
    q: np.ndarray
    u: np.ndarray
    sparse: bool
    S: Any  # (6N, 6N)
    A: Any  # (6N, n)
    A_dot: Any  # (6N, n)
    Z: Any  # (6N, 6N - n)
    M: Any  # (6N, 6N)
    Omega: Any  # (6N, 6N)
    V: np.ndarray  # (6N,)
    V_J: np.ndarray  # (6N,)
    w: np.ndarray  # (6N,)
    F: np.ndarray  # (6N,)
    constraint_names: tuple[str, ...]
    _shifts: np.ndarray  # C_i, a 6 x 6 block per body; zero where the parent is the ground

    @cached_property
    def T(self):
        """S⁻¹: block (i, j) takes the twist of body j to body i, if j carries i."""
        return _block_matrix(*self._paths(), self._bodies, self.sparse)

    @cached_property
    def B(self):
        """TA: the twists of all bodies that a unit of each velocity gives."""
        product = self.T @ self.A
        if not self.sparse:
            return _read_only(product)
        product.eliminate_zeros()
        return product

    @cached_property
    def M_star(self):
        """TᵀMT: block (i, i) is what hangs on joint i as one body, block (i, j) its share in the motion of joint j, if one carries the other."""
        body, carrier, shift = self._paths()
        composite = _inertias(self.mechanism)
        parents = self.mechanism.parents
        with np.errstate(over="ignore", invalid="ignore"):
            for i in reversed(self.mechanism.topology.order.tolist()):
                if parents[i] >= 0:
                    composite[parents[i]] += self._shifts[i].T @ composite[i] @ self._shifts[i]
            lower = composite[body] @ shift
        self._require_finite(lower)
        apart = body != carrier
        rows = np.concatenate((body, carrier[apart]))
        columns = np.concatenate((carrier, body[apart]))
        blocks = np.concatenate((lower, np.swapaxes(lower[apart], 1, 2)))
        return _block_matrix(rows, columns, blocks, self._bodies, self.sparse)

    def _paths(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """The blocks of T, by substitution along the paths: bodies, what carries them (themselves included), the 6 x 6 shifts."""
        depth = self.mechanism.topology.path_sums(np.ones(self._bodies, np.int64))
        if size := beyond_memory(2 * 36 * int(depth.sum())):
            raise UnsupportedError(f"T of '{self.mechanism.name}' would take {size}; solve with S, which stays sparse.")
        parents = self.mechanism.parents.tolist()
        carriers: list[np.ndarray] = [np.empty(0, np.int64)] * (self._bodies + 1)  # the last entries serve the ground
        shifts: list[np.ndarray] = [np.empty((0, 6, 6))] * (self._bodies + 1)
        with np.errstate(over="ignore", invalid="ignore"):
            for i in self.mechanism.topology.order.tolist():
                carriers[i] = np.append(carriers[parents[i]], i)
                shifts[i] = np.concatenate((self._shifts[i] @ shifts[parents[i]], np.eye(6)[None]))
        body = np.repeat(np.arange(self._bodies), [len(path) for path in carriers[:-1]])
        blocks = np.concatenate(shifts)
        self._require_finite(blocks)
        return body, np.concatenate(carriers), blocks

    def _require_finite(self, blocks: np.ndarray) -> None:
        if not np.isfinite(blocks).all():
            raise explain(self.mechanism, {"q": self.q, "u": self.u}, NO_WRENCHES)

    # --- what belongs to whom -------------------------------------------------------------------------------------

    def rows(self, body: str) -> slice:
        """The six rows of a body."""
        self.mechanism.body(body)
        k = self.mechanism.body_names.index(body)
        return slice(6 * k, 6 * k + 6)

    def dofs(self, body: str) -> slice:
        """The columns of A, and the entries of u, of the joint that leads to a body."""
        count = len(self.mechanism.body(body).joint.u_names)
        before = self.mechanism.bodies[: self.mechanism.body_names.index(body)]
        start = sum(len(other.joint.u_names) for other in before)
        return slice(start, start + count)

    def labels(self, name: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The names of a matrix's rows and of its columns; a vector has no names of columns.

        Rows are components of twists or wrenches, ``upper.vx`` to ``upper.wz``; DoFs have the names of ``mechanism.u_names``; constraints are
        ``upper.f1`` … where a joint holds by a force, ``upper.m1`` … by a moment, ``upper.s1`` by both (a screw).
        """
        if name not in _CONTENTS:
            raise StateError(f"no matrix '{name}': {remedy(name, _CONTENTS)}")
        names = {
            "body": tuple(f"{body}.{component}" for body in self.mechanism.body_names for component in _COMPONENTS),
            "dof": self.mechanism.u_names,
            "constraint": self.constraint_names,
            "": (),
        }
        rows, columns, _ = _CONTENTS[name]
        return names[rows], names[columns]

    def show(self, name: str, digits: int = 3, width: int = 120, height: int = 24) -> str:
        """A matrix as text, with its labels; the middle of a large one is left out. Zeros are dots, and 0 is a zero up to rounding."""
        rows, columns = self.labels(name)
        matrix = getattr(self, name)
        title = f"{name}, {_size(matrix.shape)}: {_CONTENTS[name][2]}"
        cells = table(matrix, rows, columns if matrix.ndim == 2 else (name,), digits, width, height)
        return f"{title}\n{cells}"

    def __repr__(self) -> str:
        """All matrices, with their sizes."""
        sizes = {"body": 6 * self._bodies, "dof": self.mechanism.n, "constraint": len(self.constraint_names)}
        kind = "sparse, " if self.sparse else ""
        lines = [
            f"<Matrices of '{self.mechanism.name}' ({kind}{self._bodies} bodies, {self.mechanism.n} degrees of freedom)"
        ]
        for name, (rows, columns, meaning) in _CONTENTS.items():
            size = _size((sizes[rows], sizes[columns]) if columns else (sizes[rows],))
            lines.append(f"  {name:<6}  {size:<{2 * len(str(sizes['body'])) + 3}}  {meaning}")
        return "\n".join(lines) + ">"

    @property
    def _bodies(self) -> int:
        return len(self.mechanism)


def matrices(mechanism: Mechanism, q, u=None, *, wrenches=None, sparse: bool = False, time: float = 0.0) -> Matrices:
    """The papers' matrices S, T, A, Z, B, M, Ω, M* and the vectors V, V^J, w*, F at one state.

    Along each body's own axes and about its origin, linear part first; bodies and DoFs in the user's order, fixed bodies included.
    ``u`` is zero if left out; ``wrenches`` and ``time`` as in :func:`forward_dynamics`; the wrenches of the mechanism's own forces are added. NumPy arrays, or with
    ``sparse`` SciPy's ``csr_array``, which hold non-zeros only. Nothing is compiled but users' own functions.
    """
    q, u, forces, time = _one_state(mechanism, q, u, wrenches, time)
    rows = 6 * len(mechanism)  # of S, M and Ω, A and Ȧ, Z
    if not sparse and (size := beyond_memory(rows * (3 * rows + 2 * mechanism.n + rows - mechanism.n))):
        raise UnsupportedError(f"the matrices of '{mechanism.name}' would take {size}; give sparse=True.")
    mechanism.cover(time, time)
    tree = compiled(mechanism, merge=False).arrays
    with np.errstate(over="ignore", invalid="ignore"):
        if not all(np.isfinite(x).all() for x in (q, u, forces)) or not quaternions_are_unit(tree, q):
            raise explain(mechanism, {"q": q, "u": u}, forces, np.array(time))
        made = _made(mechanism, tree, q, u, forces, time, sparse)
    if not all(np.isfinite(x).all() for x in (made._shifts, made.V, made.w, made.F)):
        raise explain(mechanism, {"q": q, "u": u}, forces, np.array(time))
    return made


def _one_state(mechanism: Mechanism, q, u, wrenches, time) -> tuple[np.ndarray, np.ndarray, np.ndarray, float]:
    q, u = state_array(mechanism, "q", q), state_array(mechanism, "u", u)
    forces, times = wrench_array(mechanism, wrenches), time_array(time)
    for name, is_batch in (("q", q.ndim > 1), ("u", u.ndim > 1), ("wrenches", forces.ndim > 2), ("time", times.ndim)):
        if is_batch:
            raise StateError(f"{name} is a batch, but matrices are of one state; give one, as in {name}[0].")
    return q, u, forces, float(times)


def _own_forces(mechanism: Mechanism, q, u) -> np.ndarray:
    """The wrenches of the mechanism's own forces on its bodies, in body axes; their kernels run interpreted, too."""
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


def _made(mechanism: Mechanism, tree: Tree, q, u, forces, time: float, sparse: bool) -> Matrices:
    """The matrices from a checked state."""
    bodies, parents = len(mechanism), mechanism.parents
    turn, offset, columns, normals, driven = _joints(mechanism, tree, np.append(q, time))
    columns_dot = _column_rates(mechanism, tree, columns, u)
    carried = np.repeat(mechanism.topology.order, np.diff(tree.dof))  # the body of each of these columns
    step, drift = driven[:, :6].copy(), driven[:, 6:].copy()  # A u + V^J, and Ȧ u with the rate of V^J
    np.add.at(step, carried, columns * u[tree.dof_user, None])
    np.add.at(drift, carried, columns_dot * u[tree.dof_user, None])
    shifts, twists, gravity = _outward(mechanism, turn, offset, step)

    v, omega = twists[:, :3], twists[:, 3:]
    gyroscopic = np.zeros((bodies, 6, 6))
    gyroscopic[:, :3, :3] = gyroscopic[:, 3:, 3:] = _skew(omega)
    gyroscopic[:, 3:, :3] = _skew(v)
    # w* = (V ×)(A u + V^J) + Ȧ u + the rate of V^J
    bias = drift
    bias[:, :3] += np.cross(omega, step[:, :3]) + np.cross(v, step[:, 3:])
    bias[:, 3:] += np.cross(omega, step[:, 3:])
    # a body's weight is the wrench that the acceleration g would take
    inertias = _inertias(mechanism)
    loads = np.einsum("ijk,ik->ij", inertias[:, :, :3], gravity)
    loads += _own_forces(mechanism, np.append(q, time) if mechanism.is_timed else q, u)
    if forces.size:
        loads += forces

    own, child = np.arange(bodies), np.flatnonzero(parents >= 0)
    structure = np.concatenate((np.broadcast_to(np.eye(6), (bodies, 6, 6)), -shifts[child]))
    constrained = np.repeat(own, [len(block) for block in normals])
    all_normals = np.concatenate((np.empty((0, 6)), *normals))
    return Matrices(
        mechanism=mechanism,
        q=_read_only(q.copy()),
        u=_read_only(u.copy()),
        sparse=sparse,
        S=_block_matrix(np.append(own, child), np.append(own, parents[child]), structure, bodies, sparse),
        A=_column_matrix(carried, tree.dof_user, columns, bodies, sparse),
        A_dot=_column_matrix(carried, tree.dof_user, columns_dot, bodies, sparse),
        Z=_column_matrix(constrained, np.arange(len(constrained)), all_normals, bodies, sparse),
        M=_block_matrix(own, own, inertias, bodies, sparse),
        Omega=_block_matrix(own, own, gyroscopic, bodies, sparse),
        V=_read_only(twists.ravel()),
        V_J=_read_only(driven[:, :6].ravel()),
        w=_read_only(bias.ravel()),
        F=_read_only(loads.ravel()),
        constraint_names=_constraint_names(mechanism.body_names, normals),
        _shifts=shifts,
    )


def _outward(mechanism: Mechanism, turn, offset, step) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Per body: C_i (zero where the parent is the ground), V_i, and g in body axes."""
    below = np.swapaxes(turn, 1, 2)  # from parent axes to body axes
    shifts = np.zeros((len(turn), 6, 6))
    shifts[:, :3, :3] = shifts[:, 3:, 3:] = below
    shifts[:, :3, 3:] = -below @ _skew(offset)
    shifts[mechanism.parents < 0] = 0.0
    twists, gravity = step.copy(), np.empty((len(turn), 3))
    for i in mechanism.topology.order.tolist():
        k = mechanism.parents[i]
        gravity[i] = below[i] @ (gravity[k] if k >= 0 else mechanism.gravity)
        if k >= 0:
            twists[i] += shifts[i] @ twists[k]
    return shifts, twists, gravity


def _joints(
    mechanism: Mechanism, tree: Tree, q
) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[np.ndarray], np.ndarray]:
    """What the joints' kernels give, from q followed by the time.

    Per body, in the user's order: the turn from body axes to parent axes and the offset of its origin in parent axes. The columns of A, in the tree's order of
    DoFs, per body those of Z, and per body V^J of driven joints and its rate, all in body axes.
    """
    bodies = len(mechanism)
    alone = tree._replace(parent=np.full(bodies, -1))  # each joint on the ground: along the axes of its parent
    sizes = {"body": bodies, "dof": tree.dofs, "constraint": tree.constraints}
    work = Work(**{name: np.zeros((sizes.get(owner, 0), width)) for name, (owner, width) in WORK_SHAPES.items()})
    for i in range(bodies):
        place(alone, i, q, work)

    # kernels know frames that are turned so that joints run about z; `attach` turns the user's body axes into those
    order = mechanism.topology.order
    attach = tree.attach[order, :9].reshape(-1, 3, 3)
    carrier = np.where((tree.parent < 0)[:, None, None], np.eye(3), attach[tree.parent])
    inward = np.swapaxes(carrier, 1, 2) @ work.rotation.reshape(-1, 3, 3)
    turn, offset = np.empty((bodies, 3, 3)), np.empty((bodies, 3))
    turn[order] = inward @ attach
    offset[order] = np.einsum("ikj,ik->ij", carrier, work.offset)

    to_body = np.swapaxes(work.rotation.reshape(-1, 3, 3) @ attach, 1, 2)
    of_dof = np.repeat(np.arange(bodies), np.diff(tree.dof))
    columns = np.einsum("dij,dpj->dpi", to_body[of_dof], work.columns.reshape(-1, 2, 3)).reshape(-1, 6)
    # a hinge's axis is turned there and back: what is left of its zeros is rounding
    columns = _without_rounding(columns, np.abs(columns).max(axis=1, initial=0.0))
    drives = np.einsum("bij,bpj->bpi", to_body, work.drift[:, :12].reshape(-1, 4, 3)).reshape(-1, 6)
    driven = np.empty((bodies, 12))
    driven[order] = _without_rounding(drives, np.abs(drives).max(axis=1, initial=0.0)).reshape(-1, 12)
    # Z follows from A and the body's rotation along any axes, the body's own as well
    work.columns[:] = columns
    work.rotation[:] = np.swapaxes(attach, 1, 2).reshape(-1, 9)
    for i in range(bodies):
        place_normals(tree, i, work)
    normals = [np.empty((0, 6))] * bodies
    for i, body in enumerate(order.tolist()):
        normals[body] = work.normals[tree.normal[i] : tree.normal[i + 1]]
    return turn, offset, columns, normals, driven


def _column_rates(mechanism: Mechanism, tree: Tree, columns: np.ndarray, u: np.ndarray) -> np.ndarray:
    """The columns of Ȧ, in body axes: the turns that come after a column in its joint carry the body away from it.

    Columns that the body carries do not change there.
    """
    rates = np.zeros_like(columns)
    bodies = mechanism.bodies
    for i, body in enumerate(mechanism.topology.order.tolist()):
        first, last = tree.dof[i], tree.dof[i + 1]
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


def _inertias(mechanism: Mechanism) -> np.ndarray:
    """M_i = [[mE, -m c̃], [m c̃, J]] of every body, about its origin."""
    inertias = [body.inertia for body in mechanism.bodies]
    blocks = np.zeros((len(inertias), 6, 6))
    blocks[:, :3, :3] = np.array([x.mass for x in inertias])[:, None, None] * np.eye(3)
    blocks[:, 3:, :3] = _skew(np.array([x.mass * x.center for x in inertias]).reshape(-1, 3))
    blocks[:, :3, 3:] = -blocks[:, 3:, :3]
    blocks[:, 3:, 3:] = np.array([x.about_origin() for x in inertias]).reshape(-1, 3, 3)
    return blocks


def _skew(v: np.ndarray) -> np.ndarray:
    """ṽ of each row: ṽ x = v × x."""
    return np.cross(np.eye(3), v[:, None, :])


def _without_rounding(rows: np.ndarray, scale: np.ndarray) -> np.ndarray:
    """The rows, with zero for what is but rounding beside their scale."""
    return np.where(np.abs(rows) <= 4 * _EPS * scale[:, None], 0.0, rows)


# --- assembly -------------------------------------------------------------------------------------------------------


def _block_matrix(rows, columns, blocks: np.ndarray, bodies: int, sparse: bool):
    """A matrix of 6 x 6 blocks, given by the bodies that they belong to."""
    if not sparse:
        matrix = np.zeros((bodies, 6, bodies, 6))
        matrix[rows, :, columns, :] = blocks
        return _read_only(matrix.reshape(6 * bodies, 6 * bodies))
    from scipy.sparse import bsr_array

    order = np.lexsort((columns, rows))
    starts = np.searchsorted(rows[order], np.arange(bodies + 1))
    shape = 6 * bodies, 6 * bodies
    matrix = bsr_array((blocks[order], columns[order], starts), shape, blocksize=(6, 6)).tocsr()
    matrix.eliminate_zeros()
    return matrix


def _column_matrix(bodies_of, columns, values: np.ndarray, bodies: int, sparse: bool):
    """A matrix of columns with six numbers each, in the rows of the body that each belongs to."""
    rows, columns = np.broadcast_arrays(6 * bodies_of[:, None] + np.arange(6), columns[:, None])
    shape = 6 * bodies, len(columns)
    if not sparse:
        matrix = np.zeros(shape)
        matrix[rows, columns] = values
        return _read_only(matrix)
    from scipy.sparse import csr_array

    there = values != 0.0
    return csr_array((values[there], (rows[there], columns[there])), shape)


def _read_only(array: np.ndarray) -> np.ndarray:
    array.setflags(write=False)
    return array


def _size(shape: tuple[int, ...]) -> str:
    return " x ".join(map(str, shape))
