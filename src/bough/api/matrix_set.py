"""The result of :func:`bough.dynamics.matrices`: the matrices of a mechanism at one state, with names of rows and columns."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bough.api.diagnosis import explain
from bough.api.table import table
from bough.compiled.entries import NO_WRENCHES, beyond_memory
from bough.errors import StateError, UnsupportedError
from bough.mechanism.checks import remedy
from bough.mechanism.mechanism import Mechanism

_COMPONENTS = ("vx", "vy", "vz", "wx", "wy", "wz")
# each matrix: what its rows and columns belong to, and its meaning
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
    "G": ("closure", "dof", "rows of the loops: G u̇ = g"),
    "V": ("body", "", "twists"),
    "V_J": ("body", "", "what driven joints add to the twists of their bodies"),
    "w": ("body", "", "acceleration bias: S V̇ = A u̇ + w"),
    "F": ("body", "", "weight, external wrenches and the mechanism's own forces"),
    "g": ("closure", "", "what closed loops ask of G u̇"),
}


@dataclass(frozen=True, eq=False, repr=False)
class Matrices:
    """The matrices of a mechanism at one state, as :func:`matrices` returns them: N bodies, n DoFs, 6N - n constraints.

    Loops have further constraints, m in all. The notation is that of docs/notation.md, with Ω = ``Omega``, M* = ``M_star``, w* = ``w``, V^J = ``V_J``. V̇ is the
    rate of the components of V along the bodies' axes. Dense arrays are read-only; T, B and M* are computed at first
    use.
    """

    mechanism: Mechanism
    q: NDArray[np.float64]
    u: NDArray[np.float64]
    sparse: bool
    S: Any  # (6N, 6N)
    A: Any  # (6N, n)
    A_dot: Any  # (6N, n)
    Z: Any  # (6N, 6N - n)
    M: Any  # (6N, 6N)
    Omega: Any  # (6N, 6N)
    G: Any  # (m, n)
    V: NDArray[np.float64]  # (6N,)
    V_J: NDArray[np.float64]  # (6N,)
    w: NDArray[np.float64]  # (6N,)
    F: NDArray[np.float64]  # (6N,)
    g: NDArray[np.float64]  # (m,)
    constraint_names: tuple[str, ...]
    _shifts: NDArray[np.float64]  # C_i, a 6 x 6 block per body; zero where the parent is the ground

    @cached_property
    def T(self) -> Any:
        """S⁻¹: block (i, j) takes the twist of body j to body i, if j carries i."""
        return block_matrix(*self._paths(), self._bodies, self.sparse)

    @cached_property
    def B(self) -> Any:
        """TA: the twists of all bodies for a unit of each velocity."""
        product = self.T @ self.A
        if not self.sparse:
            return read_only(product)
        product.eliminate_zeros()
        return product

    @cached_property
    def M_star(self) -> Any:
        """TᵀMT: block (i, i) is the inertia of all that joint i carries; block (i, j) couples joints i and j.

        Block (i, j) is zero unless one of the two carries the other.
        """
        body, carrier, shift = self._paths()
        composite = inertias_of(self.mechanism)
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
        return block_matrix(rows, columns, blocks, self._bodies, self.sparse)

    def _paths(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """The blocks of T, by substitution along the paths: bodies, carriers (themselves included), 6 x 6 shifts."""
        depth = self.mechanism.topology.path_sums(np.ones(self._bodies, np.int64))
        if size := beyond_memory(2 * 36 * int(depth.sum())):
            raise UnsupportedError(f"T of '{self.mechanism.name}' would take {size}; solve with S, which stays sparse.")
        parents = self.mechanism.parents.tolist()
        carriers: list[np.ndarray] = [np.empty(0, np.int64)] * (self._bodies + 1)  # the last entry is for the ground
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
        """The columns of A, and the entries of u, of a body's joint."""
        count = len(self.mechanism.body(body).joint.u_names)
        before = self.mechanism.bodies[: self.mechanism.body_names.index(body)]
        start = sum(len(other.joint.u_names) for other in before)
        return slice(start, start + count)

    def labels(self, name: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The names of a matrix's rows and of its columns; a vector has no column names.

        Rows are components of twists or wrenches, ``upper.vx`` to ``upper.wz``. DoFs have the names of
        ``mechanism.u_names``. Constraints are ``upper.f1`` … for forces, ``upper.m1`` … for moments, and ``upper.s1``
        for both (a screw). Constraints of loops are numbered, ``pin.1`` …
        """
        if name not in _CONTENTS:
            raise StateError(f"no matrix '{name}': {remedy(name, _CONTENTS)}")
        names = {
            "body": tuple(f"{body}.{component}" for body in self.mechanism.body_names for component in _COMPONENTS),
            "dof": self.mechanism.u_names,
            "constraint": self.constraint_names,
            "closure": tuple(
                f"{name}.{k}" for name, loop in self.mechanism.loops.items() for k in range(1, loop.constraints + 1)
            ),
            "": (),
        }
        rows, columns, _ = _CONTENTS[name]
        return names[rows], names[columns]

    def show(self, name: str, digits: int = 3, width: int = 120, height: int = 24) -> str:
        """A matrix as text, with its labels; a large one is shortened in the middle.

        Exact zeros are dots; 0 is a zero up to rounding.
        """
        rows, columns = self.labels(name)
        matrix = getattr(self, name)
        title = f"{name}, {_size(matrix.shape)}: {_CONTENTS[name][2]}"
        cells = table(matrix, rows, columns if matrix.ndim == 2 else (name,), digits, width, height)
        return f"{title}\n{cells}"

    def __repr__(self) -> str:
        """All matrices, with their sizes."""
        sizes = {
            "body": 6 * self._bodies,
            "dof": self.mechanism.n,
            "constraint": len(self.constraint_names),
            "closure": len(self.g),
        }
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


def block_matrix(rows: np.ndarray, columns: np.ndarray, blocks: np.ndarray, bodies: int, sparse: bool) -> Any:
    """A matrix from 6 x 6 blocks and the bodies of their rows and columns."""
    if not sparse:
        matrix = np.zeros((bodies, 6, bodies, 6))
        matrix[rows, :, columns, :] = blocks
        return read_only(matrix.reshape(6 * bodies, 6 * bodies))
    from scipy.sparse import bsr_array

    order = np.lexsort((columns, rows))
    starts = np.searchsorted(rows[order], np.arange(bodies + 1))
    shape = 6 * bodies, 6 * bodies
    matrix = bsr_array((blocks[order], columns[order], starts), shape, blocksize=(6, 6)).tocsr()
    matrix.eliminate_zeros()
    return matrix


def inertias_of(mechanism: Mechanism) -> np.ndarray:
    """M_i = [[mE, -m c̃], [m c̃, J]] of every body, about its origin."""
    inertias = [body.inertia for body in mechanism.bodies]
    blocks = np.zeros((len(inertias), 6, 6))
    blocks[:, :3, :3] = np.array([x.mass for x in inertias])[:, None, None] * np.eye(3)
    blocks[:, 3:, :3] = skew(np.array([x.mass * x.center for x in inertias]).reshape(-1, 3))
    blocks[:, :3, 3:] = -blocks[:, 3:, :3]
    blocks[:, 3:, 3:] = np.array([x.about_origin() for x in inertias]).reshape(-1, 3, 3)
    return blocks


def skew(v: np.ndarray) -> np.ndarray:
    """ṽ of each row: ṽ x = v × x."""
    return np.cross(np.eye(3), v[:, None, :])


def read_only(array: np.ndarray) -> np.ndarray:
    array.setflags(write=False)
    return array


def _size(shape: tuple[int, ...]) -> str:
    return " x ".join(map(str, shape))
