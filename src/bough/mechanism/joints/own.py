"""A joint of the user's own: its pose as a function of its coordinates, in Python (``docs/own-joints.md``).

``own_motion.py`` turns the function into programs. The kernels here run them, interpreted or, compiled, by address, and
do the rest for a joint of any number of DoFs: Z completes A to a basis by Householder's reflections, A(AᵀA)⁻¹ comes by
Cholesky's factors. There is a kind for each number of DoFs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from bough.arithmetic.scalar import (
    SINGULAR,
    get,
    is_above,
    kernel,
    lane,
    lane_count,
    load,
    sqrt,
    store,
    where_positive,
    with_lane,
    zero_of,
)
from bough.arithmetic.tally import DOT6, NOTHING, PRODUCT, QUOTIENT, ROOT, SUM, TERM, Tally
from bough.arithmetic.traced import Traced
from bough.errors import MechanismError
from bough.mechanism.checks import finite, rotation_matrix, shown, three_numbers
from bough.mechanism.joints import ball
from bough.mechanism.joints.base import Joint, Kind, Prices
from bough.mechanism.joints.own_motion import BEND, DRIFT, PLACE, SEARCH, OwnMotion
from bough.mechanism.joints.own_probing import check_motion, check_surface, named, unfound
from bough.mechanism.joints.own_surface import OwnSurface
from bough.mechanism.pieces import DEGREE, FIRST, INVERSE, MIDDLE, START
from bough.mechanism.signals import signal_of

UNITS = {"rad": np.pi, "m": 1.0}  # and how far a coordinate goes to either side, unless the user says otherwise


class OwnJoint(Joint):
    """A joint whose pose is a function of your own: ``pose(q1, q2, …) -> (shift, rotation)``.

    ``shift``: the body's origin in the joint frame, three numbers. ``rotation``: None; a list of turns (axis, angle),
    each about an axis that the turns before carry round; or a 3 x 3 matrix, body axes to joint axes. The function is
    called once, with numbers that record what is done to them: it may use + - * / **, NumPy's functions of one number,
    ``bough.where`` and ``bough.curve``.

    ``coordinates``: the arguments of the function and their units, as in ``{"s": "m", "turn": "rad"}``. ``over``: the
    range of each that the motion is checked on, by default ±π rad and ±1 m. ``start``: coordinates to start from, by
    default 0, or the middle of the range. ``measure``: ``measure(shift, rotation) -> coordinates``, the way back from a
    pose to the coordinates (roughly is enough), for a joint that closes a loop and is not found from its start.
    ``name``: the joint's name in files, by default that of the function.
    """

    rates = property(lambda self: len(self.coordinates))  # type: ignore[assignment]

    def __init__(
        self,
        pose: Callable[..., Any],
        coordinates: Mapping[str, str],
        over: Mapping[str, tuple[float, float]] | None = None,
        start: Mapping[str, float] | None = None,
        measure: Callable[..., Any] | None = None,
        name: str | None = None,
    ) -> None:
        if not callable(pose):
            raise MechanismError(f"OwnJoint: pose must be a function, not {shown(pose)}.", argument="pose")
        self.name = _name(name, pose, "OwnJoint")
        whose = f"OwnJoint '{self.name}'"
        self.pose, self.measure = pose, measure
        self.coordinates = _coordinates(coordinates, whose)
        self.over = _ranges(over, self.coordinates, whose)
        self.start = _start(start, self.coordinates, self.over, whose)
        self._motion = OwnMotion(pose, [name for name, _ in self.coordinates], whose, measure)
        check_motion(self._motion, self.over, whose)
        self._unfound = unfound(self._motion, self.over, self.start)

    @property
    def q_names(self) -> tuple[str, ...]:  # type: ignore[override]
        """The names of its coordinates; "" if it has only one."""
        return ("",) if len(self.coordinates) == 1 else tuple(name for name, _ in self.coordinates)

    u_names = q_names  # type: ignore[assignment]

    @property
    def q_units(self) -> tuple[str, ...]:  # type: ignore[override]
        return tuple(unit for _, unit in self.coordinates)

    @property
    def u_units(self) -> tuple[str, ...]:  # type: ignore[override]
        return tuple(f"{unit}/s" for _, unit in self.coordinates)

    @property
    def motion(self) -> OwnMotion:
        """The programs that its function became."""
        return self._motion

    @property
    def digest(self) -> str:
        """A digest of what it does: of the operations of its functions, and of the curves that they follow."""
        return self._motion.digest

    @property
    def code(self) -> int:
        return self.kind.code

    def frames(self):
        return self._motion.before, self._motion.after

    def constants(self):
        return self.start

    @property
    def neutral(self) -> tuple[float, ...]:
        """The coordinates that it starts from."""
        return self.start

    def check_closing(self, whose: str) -> None:
        """Raise an error if its coordinates cannot be found from a pose, as a joint that closes a loop needs."""
        if self._unfound is not None:
            raise MechanismError(
                f"{whose}: the coordinates of OwnJoint '{self.name}' are not found from its pose at "
                f"{named(self._motion, self._unfound)}; give it "
                "measure=, a function from shift and rotation to coordinates, or a narrower range over=.",
                argument="joint",
            )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OwnJoint) and self._identity == other._identity

    def __hash__(self) -> int:
        return hash(self._identity)

    @property
    def _identity(self) -> tuple[Any, ...]:
        return self.name, self.digest, self.coordinates, self.over, self.start

    def __repr__(self) -> str:
        return f"OwnJoint('{self.name}', {dict(self.coordinates)})"


class OwnConstraint(Joint):
    """A joint by constraints of your own: ``residuals(shift, rotation)`` gives one to five numbers that vanish.

    ``shift`` (three numbers) and ``rotation`` (three rows of three) are those of the frame that the joint moves, in the
    joint frame; what the function may use is as for :class:`OwnJoint`. The joint closes loops: give the body another
    joint that leaves it enough freedom, such as ``Free``, and add this one by ``add_loop``. ``start``: a shift and a
    rotation near which the constraints can be fulfilled, by default none of both. ``name``: the joint's name in files,
    by default that of the function.

    Its coordinates in a loop are shift and quaternion, its velocities those along an orthonormal basis.
    """

    q_names = ("x", "y", "z", "qw", "qx", "qy", "qz")
    q_units = ("m", "m", "m", "1", "1", "1", "1")
    has_quaternion = True

    def __init__(
        self, residuals: Callable[..., Any], start: tuple[Any, Any] | None = None, name: str | None = None
    ) -> None:
        if not callable(residuals):
            raise MechanismError(
                f"OwnConstraint: residuals must be a function, not {shown(residuals)}.", argument="residuals"
            )
        self.name = _name(name, residuals, "OwnConstraint")
        whose = f"OwnConstraint '{self.name}'"
        self.residuals = residuals
        self.start = _start_pose(start, whose)
        self._motion = OwnSurface(residuals, whose)
        check_surface(self._motion, np.concatenate(self.start), whose)

    @property
    def u_names(self) -> tuple[str, ...]:  # type: ignore[override]
        return tuple(f"u{k + 1}" for k in range(self._motion.count))

    @property
    def u_units(self) -> tuple[str, ...]:  # type: ignore[override]
        return ("1/s",) * self._motion.count

    motion = OwnJoint.motion
    digest = OwnJoint.digest
    code = OwnJoint.code

    @property
    def neutral(self) -> tuple[float, ...]:
        return 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OwnConstraint) and (self.name, self.digest) == (other.name, other.digest)

    def __hash__(self) -> int:
        return hash((self.name, self.digest))

    def __repr__(self) -> str:
        return f"OwnConstraint('{self.name}', {self._motion.constraints} constraints)"


def curve(points: Any, x: Any) -> Any:
    """The value at x of a ``Table`` or of a piecewise polynomial of SciPy, for functions of your own joints.

    Its slope must not jump: a Table must be "cubic".
    """
    signal = signal_of(points, "curve", "points")
    if not isinstance(x, Traced):
        return float(signal(x)[0]) if np.ndim(x) == 0 else signal(x)[0]
    if signal.fixed is None:
        raise MechanismError(
            "curve: points must be a bough.Table or a piecewise polynomial of SciPy that continues beyond its ends, "
            f"not {shown(points)}."
        )
    known = next((rows for rows in x.graph.pieces if np.array_equal(rows, signal.fixed)), signal.fixed)
    return x.graph.curve(known, x)


# --- what the user gives --------------------------------------------------------------------------------------------


def _name(name: Any, function: Any, whose: str) -> str:
    if name is None:
        name = getattr(function, "__name__", type(function).__name__)
    if not isinstance(name, str) or not name:
        raise MechanismError(f"{whose}: name must be a text, not {shown(name)}.", argument="name")
    return name


def _coordinates(given: Any, whose: str) -> tuple[tuple[str, str], ...]:
    if not isinstance(given, Mapping) or not 1 <= len(given) <= 6:
        raise MechanismError(
            f'{whose}: coordinates must be one to six names with units, as in {{"s": "m"}}, not {shown(given)}.',
            argument="coordinates",
        )
    for name, unit in given.items():
        if not isinstance(name, str) or not name or "." in name:
            raise MechanismError(
                f"{whose}: a coordinate's name must be a text without dots, not {shown(name)}.", argument="coordinates"
            )
        if unit not in UNITS:
            raise MechanismError(
                f"{whose}: the unit of '{name}' must be 'rad' or 'm', not {shown(unit)}.", argument="coordinates"
            )
    return tuple(given.items())


def _ranges(given: Any, coordinates: tuple[tuple[str, str], ...], whose: str) -> tuple[tuple[float, float], ...]:
    given = {} if given is None else given
    _check_names(given, coordinates, whose, "over")
    found = []
    for name, unit in coordinates:
        ends = given.get(name, (-UNITS[unit], UNITS[unit]))
        if not isinstance(ends, tuple | list) or len(ends) != 2:
            raise MechanismError(f"{whose}: over: '{name}' needs two ends, not {shown(ends)}.", argument="over")
        low, high = (finite(end, whose, "over") for end in ends)
        if not low < high:
            raise MechanismError(
                f"{whose}: over: the range of '{name}' ends at {high:g}, before it starts at {low:g}; swap them.",
                argument="over",
            )
        found.append((low, high))
    return tuple(found)


def _start(
    given: Any, coordinates: tuple[tuple[str, str], ...], over: tuple[tuple[float, float], ...], whose: str
) -> tuple[float, ...]:
    given = {} if given is None else given
    _check_names(given, coordinates, whose, "start")
    found = []
    for (name, _), (low, high) in zip(coordinates, over, strict=True):
        value = finite(given.get(name, 0.0 if low <= 0.0 <= high else 0.5 * (low + high)), whose, "start")
        if not low <= value <= high:
            raise MechanismError(
                f"{whose}: start: {name} = {value:g} is beyond its range, {low:g} to {high:g}; widen over=.",
                argument="start",
            )
        found.append(value)
    return tuple(found)


def _start_pose(given: Any, whose: str) -> tuple[np.ndarray, np.ndarray]:
    """Shift (3) and rotation (9)."""
    if given is None:
        given = (0.0, 0.0, 0.0), None
    if not isinstance(given, tuple | list) or len(given) != 2:
        raise MechanismError(f"{whose}: start must be a shift and a rotation, not {shown(given)}.", argument="start")
    rotation = np.eye(3) if given[1] is None else rotation_matrix(given[1], whose, "start")
    return three_numbers(given[0], whose, "start"), rotation.ravel()


def _check_names(given: Any, coordinates: tuple[tuple[str, str], ...], whose: str, argument: str) -> None:
    names = [name for name, _ in coordinates]
    if not isinstance(given, Mapping):
        raise MechanismError(f"{whose}: {argument} must be given by names, not {shown(given)}.", argument=argument)
    for name in given:
        if name not in names:
            raise MechanismError(
                f"{whose}: {argument}: no coordinate {shown(name)}; there are {', '.join(names)}.", argument=argument
            )


# --- kernels ----------------------------------------------------------------------------------------------------------


def run_own(tree, i, program, work):
    """Run a program of joint i on its block. Compiled, it is a call by address (``compiled/native.py``)."""
    tree.own_joints[i].run(program, work.own, tree.own_at[i])


@kernel
def place(tree, i, r, q, work):
    at, n = tree.own_at[i], tree.dof[i + 1] - tree.dof[i]
    for k in range(n):
        store(work.own, at + 27 + 13 * n + k, 0, get(q, tree.q_at[i] + k))
    return place_inputs(tree, i, r, work)


@kernel
def place_inputs(tree, i, r, work):
    """Run PLACE on r and what is in the block already."""
    d, at = tree.dof[i], tree.own_at[i]
    n = tree.dof[i + 1] - d
    for k in range(9):
        store(work.own, at + 18 + 12 * n + k, 0, r[k])
    run_own(tree, i, PLACE, work)
    for j in range(n):
        for k in range(6):
            store(work.columns, d + j, k, load(work.own, at + 12 + 6 * j + k, 0))
    return block9(work, at), block3(work, at + 9)


@kernel
def block9(work, at):
    """Nine numbers of a block."""
    return (
        load(work.own, at, 0), load(work.own, at + 1, 0), load(work.own, at + 2, 0),
        load(work.own, at + 3, 0), load(work.own, at + 4, 0), load(work.own, at + 5, 0),
        load(work.own, at + 6, 0), load(work.own, at + 7, 0), load(work.own, at + 8, 0),
    )  # fmt: skip


@kernel
def block3(work, at):
    """Three numbers of a block."""
    return load(work.own, at, 0), load(work.own, at + 1, 0), load(work.own, at + 2, 0)


@kernel
def put_velocities(tree, i, u, first, work):
    """Store the velocities of joint i in its block; u starts at index ``first``."""
    n = tree.dof[i + 1] - tree.dof[i]
    for k in range(n):
        store(work.own, tree.own_at[i] + 27 + 12 * n + k, 0, get(u, first + tree.u_at[i] + k))


@kernel
def drift(tree, i, u, work):
    put_velocities(tree, i, u, 0, work)
    run_own(tree, i, DRIFT, work)
    at = tree.own_at[i] + 12 + 6 * (tree.dof[i + 1] - tree.dof[i])
    return block3(work, at), block3(work, at + 3)


@kernel
def bend(tree, i, u, first, work):
    """Find the rates of the columns as seen from the body, for ``column_rate``; True: there are such rates."""
    put_velocities(tree, i, u, first, work)
    run_own(tree, i, BEND, work)
    return True


@kernel
def column_rate(tree, i, k, work):
    """The rate of column k of joint i as seen from the body, along ground axes, after ``bend``."""
    at = tree.own_at[i] + 18 + 6 * (tree.dof[i + 1] - tree.dof[i]) + 6 * k
    return block3(work, at), block3(work, at + 3)


@kernel
def scratch_of(tree, i):
    """Where the memory of the following kernels starts in the block."""
    return tree.own_at[i] + 27 + 14 * (tree.dof[i + 1] - tree.dof[i])


@kernel
def normals(tree, i, r, work):
    """Reflections H_1 … H_n that make the columns of A upper triangular; Z are the last columns of their product."""
    d, own = tree.dof[i], scratch_of(tree, i)
    n, z = tree.dof[i + 1] - d, tree.normal[i]
    for k in range(6 * n):
        store(work.own, own + k, 0, load(work.columns, d + k // 6, k % 6))
    for j in range(n):
        at = own + 6 * j
        for h in range(j):
            reflect(work, own + 6 * h, h, at, load(work.own, own + 6 * n + h, 0))
        square = zero_of(load(work.own, at, 0))
        for k in range(j, 6):
            square = square + load(work.own, at + k, 0) * load(work.own, at + k, 0)
        lead = load(work.own, at + j, 0)
        size = sqrt(square)
        lead = where_positive(lead, lead + size, lead - size)
        store(work.own, at + j, 0, lead)
        # H = E - factor v vᵀ, factor = 2/vᵀv = 1/(|a| |v_j|)
        store(work.own, own + 6 * n + j, 0, 1.0 / (size * where_positive(lead, lead, -lead)))
    for c in range(6 - n):
        for k in range(6):
            store(work.normals, z + c, k, 1.0 if k == n + c else 0.0)
        for h in range(n):
            v = n - 1 - h
            reflect_row(work, own + 6 * v, v, z + c, load(work.own, own + 6 * n + v, 0))


@kernel
def reflect(work, v, first, at, factor):
    """Six numbers of the block from ``at`` on, less factor (v · they) v; entries of v before ``first`` are zero."""
    total = zero_of(factor)
    for k in range(first, 6):
        total = total + load(work.own, v + k, 0) * load(work.own, at + k, 0)
    total = total * factor
    for k in range(first, 6):
        store(work.own, at + k, 0, load(work.own, at + k, 0) - total * load(work.own, v + k, 0))


@kernel
def reflect_row(work, v, first, row, factor):
    """The same for a row of work.normals."""
    total = zero_of(factor)
    for k in range(first, 6):
        total = total + load(work.own, v + k, 0) * load(work.normals, row, k)
    total = total * factor
    for k in range(first, 6):
        store(work.normals, row, k, load(work.normals, row, k) - total * load(work.own, v + k, 0))


@kernel
def duals(tree, i, work):
    """A(AᵀA)⁻¹ by AᵀA = L D Lᵀ; the rows of L D are in the block, and 1/D in place of its diagonal."""
    d, own = tree.dof[i], scratch_of(tree, i)
    n = tree.dof[i + 1] - d
    fine = True
    for a in range(n):
        row = own + a * (a + 1) // 2
        for b in range(a + 1):
            x = column_product(work, d + a, d + b)
            size = x
            for k in range(b):
                other = load(work.own, own + b * (b + 1) // 2 + k, 0) * load(work.own, own + k * (k + 3) // 2, 0)
                x = x - load(work.own, row + k, 0) * other
            if a == b:
                fine = fine and is_above(x, SINGULAR, size)
                x = 1.0 / x
            store(work.own, row + b, 0, x)
    for k in range(6):
        for a in range(n):
            x = load(work.columns, d + a, k)
            for b in range(a):
                factor = load(work.own, own + a * (a + 1) // 2 + b, 0) * load(work.own, own + b * (b + 3) // 2, 0)
                x = x - factor * load(work.duals, d + b, k)
            store(work.duals, d + a, k, x)
        for c in range(n):
            a = n - 1 - c
            inverse = load(work.own, own + a * (a + 3) // 2, 0)
            x = load(work.duals, d + a, k)
            for b in range(a + 1, n):
                x = x - load(work.own, own + b * (b + 1) // 2 + a, 0) * load(work.duals, d + b, k)
            store(work.duals, d + a, k, x * inverse)
    return fine


@kernel
def column_product(work, a, b):
    total = load(work.columns, a, 0) * load(work.columns, b, 0)
    for k in range(1, 6):
        total = total + load(work.columns, a, k) * load(work.columns, b, k)
    return total


@kernel
def search(tree, i, r, s, work):
    """The coordinates from a relative pose: steps of Gauss and Newton, from the start or from the user's measure."""
    at, n = tree.own_at[i], tree.dof[i + 1] - tree.dof[i]
    zero, start = zero_of(r[0]), at + 27 + 13 * n
    for k in range(n):
        store(work.own, start + k, 0, zero + tree.constants[i, k])
    for k in range(9):
        store(work.own, at + k, 0, r[k])
    for k in range(3):
        store(work.own, at + 9 + k, 0, s[k])
    run_own(tree, i, SEARCH, work)
    for k in range(n):
        store(work.measured, tree.q_at[i] + k, 0, load(work.own, start + k, 0))
    return True


@kernel
def place_surface(tree, i, r, q, work):
    q_at = tree.q_at[i]
    put_pose(tree, i, (get(q, q_at), get(q, q_at + 1), get(q, q_at + 2)), ball.quaternion_matrix(q, q_at + 3), work)
    return place_inputs(tree, i, r, work)


@kernel
def put_pose(tree, i, s, r, work):
    """Store shift and rotation as the inputs of the programs of constraints."""
    at = tree.own_at[i] + 27 + 13 * (tree.dof[i + 1] - tree.dof[i])
    for k in range(3):
        store(work.own, at + k, 0, s[k])
    for k in range(9):
        store(work.own, at + 3 + k, 0, r[k])


@kernel
def normals_of_surface(tree, i, r, work):
    n, z = tree.dof[i + 1] - tree.dof[i], tree.normal[i]
    at = tree.own_at[i] + 39 + 13 * n
    for c in range(6 - n):
        for k in range(6):
            store(work.normals, z + c, k, load(work.own, at + 6 * c + k, 0))


@kernel
def search_on_surface(tree, i, r, s, work):
    """Shift and quaternion of the nearest pose that fulfils the constraints."""
    put_pose(tree, i, s, r, work)
    run_own(tree, i, SEARCH, work)
    at, q_at = tree.own_at[i] + 27 + 13 * (tree.dof[i + 1] - tree.dof[i]), tree.q_at[i]
    for k in range(3):
        store(work.measured, q_at + k, 0, load(work.own, at + k, 0))
    ball.put_quaternion(block9(work, at + 3), work.measured, q_at + 3)
    return True


@kernel
def curve_at(pieces, first, end, order, x):
    """The value of a curve at x, or of its first or second derivative; its pieces are rows from ``first`` to ``end``."""
    found = zero_of(x)
    for place in range(lane_count(x)):
        t = lane(x, place)
        low, high = first, end
        while high - low > 1:
            middle = (low + high) >> 1
            if pieces[middle, START] <= t:
                low = middle
            else:
                high = middle
        inverse = pieces[low, INVERSE]
        y = (t - pieces[low, MIDDLE]) * inverse
        value, rate, acceleration = 0.0, 0.0, 0.0
        for k in range(DEGREE + 1):
            acceleration = acceleration * y + 2.0 * rate
            rate = rate * y + value
            value = value * y + pieces[low, FIRST + DEGREE - k]
        if order == 1:
            value = rate * inverse
        elif order == 2:
            value = acceleration * inverse * inverse
        found = with_lane(found, place, value)
    return found


# --- kinds ------------------------------------------------------------------------------------------------------------


def _normals_price(n: int) -> Tally:
    """``normals`` with n columns."""
    made = sum(((6 - j) * TERM + ROOT + 2 * SUM + PRODUCT + QUOTIENT for j in range(n)), NOTHING)
    # a reflection changes the columns after its own, and those of Z
    return made + sum(((n - 1 - h + 6 - n) * ((6 - h) * (2 * TERM) + PRODUCT) for h in range(n)), NOTHING)


def _duals_price(n: int) -> Tally:
    """``duals`` with n columns."""
    factors = n * QUOTIENT + sum((DOT6 + b * (PRODUCT + TERM) for a in range(n) for b in range(a + 1)), NOTHING)
    return factors + 6 * sum((a * (PRODUCT + TERM) + (n - 1 - a) * TERM + PRODUCT for a in range(n)), NOTHING)


# (what the programs of a joint cost is the joint's own: ``passes/prices.py`` adds it)
MOVING = tuple(
    Kind(
        OwnJoint,
        place=place,
        normals=normals,
        drift=drift,
        duals=duals,
        bend=bend,
        search=search,
        columns="s" * n,
        normal_columns="s" * (6 - n),
        successive=0,
        prices=Prices(NOTHING, normals=_normals_price(n), duals=_duals_price(n), measure=n * SUM),
        drawn=None,
        is_common=False,
    )
    for n in range(1, 7)
)
CONSTRAINED = tuple(
    Kind(
        OwnConstraint,
        place=place_surface,
        normals=normals_of_surface,
        drift=drift,
        bend=bend,
        search=search_on_surface,
        columns="s" * n,
        normal_columns="s" * (6 - n),
        successive=0,
        prices=Prices(ball.QUATERNION, measure=ball.MEASURE),
        drawn=None,
        is_common=False,
    )
    for n in range(1, 6)
)
OwnJoint.kind = property(lambda self: MOVING[self._motion.count - 1])  # type: ignore[assignment, misc]
OwnConstraint.kind = property(lambda self: CONSTRAINED[self._motion.count - 1])  # type: ignore[assignment, misc]
KINDS = (*MOVING, *CONSTRAINED)
