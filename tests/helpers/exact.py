"""Forms at fifty digits: kernels are plain Python, so they run on decimal numbers as they are, and tell what rounding costs in doubles."""

from __future__ import annotations

import operator
from decimal import Decimal, localcontext

import numpy as np

from bough.compiled.entries import FAILED, FINE, NO_WRENCHES, Entry
from bough.compiled.tree import CompiledTree, compiled
from bough.formulations import FORMULATIONS, composite_bodies
from bough.formulations.reductions import tangent
from bough.mechanism.joints import Gimbal, Universal
from bough.passes.arrays import WORK_SHAPES, Work

DIGITS = 50


class Scalar:
    """A number of some kind with the methods that kernels ask for; a kind says how it is ``made``, its root, sine and cosine."""

    __slots__ = ("value",)

    def __init__(self, value=0.0):
        self.value = self.made(value)

    def __float__(self) -> float:
        return float(self.value)

    def __neg__(self):
        return type(self)(-self.value)


def _define(name: str) -> None:
    function = getattr(operator, name)

    def operand(x, kind):
        return x.value if isinstance(x, kind) else kind.made(x)

    setattr(Scalar, f"__{name}__", lambda x, y: type(x)(function(x.value, operand(y, type(x)))))
    setattr(Scalar, f"__r{name}__", lambda x, y: type(x)(function(operand(y, type(x)), x.value)))


for _name in ("add", "sub", "mul", "truediv"):
    _define(_name)


class Exact(Scalar):
    """A decimal number."""

    __slots__ = ()

    @staticmethod
    def made(value) -> Decimal:
        return value if isinstance(value, Decimal) else Decimal(float(value))

    def sqrt(self) -> Exact:
        return Exact(self.value.sqrt())

    def sincos(self) -> tuple[Exact, Exact]:
        """By Taylor's series."""
        terms, k = [Decimal(1)], 0
        while k < 10 or abs(terms[-1]) > Decimal(10) ** -(DIGITS + 10):
            k += 1
            terms.append(terms[-1] * self.value / k)
        odd, even = terms[1::2], terms[::2]
        return tuple(Exact(sum(x if n % 2 == 0 else -x for n, x in enumerate(part))) for part in (odd, even))


def array_of(kind: type[Scalar], values) -> np.ndarray:
    """An array of numbers of a kind."""
    values = np.asarray(values)
    array = np.empty(values.size, object)
    array[:] = [x if isinstance(x, kind) else kind(x) for x in values.ravel()]
    return array.reshape(values.shape)


def exact(values) -> np.ndarray:
    """An array of doubles as decimal numbers, without rounding."""
    return array_of(Exact, values)


def reference(mechanism, q, u, tau, form="separate-bodies") -> np.ndarray:
    """What a form gives for a mechanism as it was described, to some forty digits; the second argument is p for a Hamiltonian form."""
    with localcontext(prec=DIGITS):
        tree = ExactTree(mechanism)
        evaluation = FORMULATIONS[form].evaluation(tree, (*FORMULATIONS[form].solvers, None)[0])
        out = exact(np.zeros(_size(mechanism, form)))
        fine = interpreted(evaluation, exact(_normalised(mechanism, q)), exact(u), exact(tau), out, exact)
        assert fine == FINE, f"{form} refuses {mechanism.name}"
        return out


def computed(mechanism, q, u, tau, form, solver=None) -> np.ndarray | None:
    """The same in doubles, kernels interpreted; None where the form refuses."""
    evaluation = FORMULATIONS[form].evaluation(compiled(mechanism), solver)
    for entry in (evaluation, *vars(evaluation).values()):  # a library's solver has an entry of its own
        if isinstance(entry, Entry):
            entry.single = lambda a, b, c, wrenches, out, entry=entry: interpreted(entry, a, b, c, out)
    out = np.zeros(_size(mechanism, form))
    with np.errstate(all="ignore"):
        return out if evaluation.single(q, u, tau, NO_WRENCHES, out) == FINE else None


def error(found, true) -> float:
    """The largest error, as a share of the largest entry."""
    with localcontext(prec=DIGITS):
        return max(abs(float(x - y)) for x, y in zip(exact(found), true, strict=True)) / max(
            abs(float(y)) for y in true
        )


def mass_matrix(mechanism, q) -> np.ndarray:
    """M, kernels interpreted."""
    tree = compiled(mechanism)
    out = np.zeros((mechanism.n, mechanism.n))
    interpreted(Entry(composite_bodies.mass_matrix, tree.arrays, tangent.memory(tree)), q, q, q, out)
    return out


def interpreted(entry, a, b, c, out, kind=np.asarray) -> int:
    """Run the core of an entry as plain Python."""
    work = Work(**{name: kind(np.zeros((entry.rows.get(name, 0), width))) for name, (_, width) in WORK_SHAPES.items()})
    return FINE if entry.core(entry.tree, work, a, b, c, NO_WRENCHES, out) else FAILED


class ExactTree(CompiledTree):
    """A compiled tree whose tables are made anew from the mechanism's description, without rounding; for mechanisms without fixed joints."""

    def __init__(self, mechanism):
        assert not mechanism.has_fixed_joints
        super().__init__(mechanism, True)
        order, parent = self.topology.order, self.topology.parent
        bodies = [mechanism.bodies[k] for k in order]
        frames = [[_orthonormal(x) for x in body.joint.frames()] for body in bodies]
        mount, inertia, compliance = [], [], []
        for i, (body, (before, after)) in enumerate(zip(bodies, frames, strict=True)):
            above = frames[parent[i]][1].T if parent[i] >= 0 else exact(np.eye(3))
            turn = above @ _orthonormal(body.rotation) @ before
            mount.append([*turn.ravel(), *(above @ exact(body.at))])
            mass, center = Exact(body.inertia.mass), after.T @ exact(body.inertia.center)
            half = exact(body.inertia.tensor)  # symmetric but for rounding
            tensor = after.T @ ((half + half.T) * Exact(0.5)) @ after
            steiner = (exact(np.eye(3)) * (center @ center) - np.outer(center, center)) * mass
            inertia.append([mass, *(center * mass), *_packed(tensor + steiner)])
            inverse = (
                [Exact()] * 10 if self.inertias.deficient[i] else [1.0 / mass, *center, *_packed(_inverse(tensor))]
            )
            compliance.append(inverse)
        constants = exact(self._arrays["constants"])
        for i, body in enumerate(bodies):  # cosines and sines of angles between axes
            for k in {Universal: (0,), Gimbal: (0, 2)}.get(type(body.joint), ()):
                constants[i, k : k + 2] /= (constants[i, k : k + 2] @ constants[i, k : k + 2]).sqrt()
        tables = {"mount": mount, "inertia": inertia, "compliance": compliance}
        self._exact = {name: exact(table) for name, table in tables.items()}
        self._exact |= {"constants": constants, "gravity": exact(self._arrays["gravity"])}

    def _tree(self, more):
        return super()._tree(more)._replace(**self._exact)


def _size(mechanism, form) -> int:
    return mechanism.n + (mechanism.n_q if FORMULATIONS[form].gives == "canonical rates" else 0)


def _normalised(mechanism, q):
    q, at = exact(q), 0
    for body in mechanism.bodies:
        at += len(body.joint.q_names)
        if body.joint.has_quaternion:
            q[at - 4 : at] /= (q[at - 4 : at] @ q[at - 4 : at]).sqrt()
    return q


def _orthonormal(rotation) -> np.ndarray:
    """The rotation nearest to one that was rounded, by Newton's method."""
    r = exact(rotation)
    for _ in range(3):
        r = r @ (exact(3.0 * np.eye(3)) - r.T @ r) * Exact(0.5)
    return r


def _inverse(m) -> np.ndarray:
    """Of a symmetric matrix: cross products of its rows, over its determinant."""
    a, b, c = m
    cross = np.array([np.cross(b, c), np.cross(c, a), np.cross(a, b)])
    return cross / (a @ cross[0])


def _packed(m) -> np.ndarray:
    return m[(0, 0, 0, 1, 1, 2), (0, 1, 2, 1, 2, 2)]
