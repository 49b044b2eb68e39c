"""Which axes each body gets, where its joint is along them, and its inertia: from the tables of a tree.

Frames after Denavit and Hartenberg in the form of Khalil and Kleinfinger for trees. The z of a body is the axis of its
joint, its x the common normal of this axis and that of the child with the most descendants. A joint is then a screw
about a constant x, and one about z. What of a body's inertia does not feel its own joint is counted with the parent's:
of a hinge the mass and whatever else lies on the axis, of a joint that only turns the mass at its centre, of one that
only slides the second moments (Gautier and Khalil: minimum inertial parameters). Inertias that depend on parameters
stay where they are.

An inertia is a pseudo-inertia, ∫ (r, 1)(r, 1)ᵀ dm, which a frame's 4 x 4 matrix moves from one frame to another.
Numbers that depend on parameters are traced. Frames are chosen by plain numbers alone, so that the code is the same
for all values.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from bough.graph.traced import Traced
from bough.mechanism.joints import KINDS, Prismatic, Translational
from bough.owncode.body_axes.screws import Matrix, Screw, Shift, Step, Turn, X, Z, others
from bough.owncode.tracing import BLUR
from bough.passes.arrays import Tree
from bough.passes.switches import HINGE

# a common normal that is further away than so many times the distance of the origins is not used
FAR = 4.0
# what is so many times as heavy as the parent stays with its body: the difference of large sums would lose digits
HEAVY = 100.0
SLIDE = Prismatic.kind.code
_SLIDING = (SLIDE, Translational.kind.code)


class Link(NamedTuple):
    """A body, along its own axes."""

    parent: int  # -1 for the ground
    steps: list[Step]  # constant ones, from the parent's frame to that of the joint
    angle: float  # of a hinge or a slide, when q = 0
    shift: float
    own: Screw  # from the frame that the tree gives the body to its own
    inertia: Matrix  # what is counted with it


class Normal(NamedTuple):
    """A frame in another: a screw about z, one about x, and one about z, each by angle and shift."""

    first: tuple[float, float]
    across: tuple[float, float]
    last: tuple[float, float]


def links_of(tree: Tree) -> list[Link]:
    """The bodies, in the tree's order."""
    count, parent, kinds = tree.bodies, list(tree.parent), list(tree.kind)
    mounts = [_mount(tree.mount[i]) for i in range(count)]
    inertias = [_pseudo(tree.inertia[i]) for i in range(count)]
    heirs = _heirs(parent)
    own = []
    for i in range(count):
        angle = shift = 0.0
        if kinds[i] in (HINGE, SLIDE):
            if heirs[i] is not None:
                angle, shift = _normal(mounts[heirs[i]])[1].first
            elif kinds[i] == HINGE:
                angle, shift = _leaf(inertias[i])
        own.append(_screw(Z, angle, shift))
    frames = [_matrix(screw) for screw in own]
    placed, steps = [], []
    for i in range(count):
        mount = mounts[i] if parent[i] < 0 else _inverse(frames[parent[i]]) @ mounts[i]
        placed.append(mount @ frames[i])
        steps.append(_steps(mount, placed[i], own[i], parent[i] < 0, kinds[i] in (HINGE, SLIDE)))
    counted = _lumped(parent, kinds, placed, [(_inverse(frame), m) for frame, m in zip(frames, inertias, strict=True)])
    return [Link(parent[i], *steps[i], own[i], counted[i]) for i in range(count)]


def _heirs(parent: list[int]) -> list[Any]:
    """The child of each body that has the most descendants, or None."""
    size = [1] * len(parent)
    heirs: list[Any] = [None] * len(parent)
    for i in reversed(range(len(parent))):
        if (p := parent[i]) >= 0:
            size[p] += size[i]
            if heirs[p] is None or size[i] >= size[heirs[p]]:
                heirs[p] = i
    return heirs


def _steps(
    mount: np.ndarray, placed: np.ndarray, own: Screw, on_ground: bool, along_z: bool
) -> tuple[list[Step], float, float]:
    """Constant steps to a joint, and angle and shift of one about or along z."""
    if on_ground:  # (only gravity comes this way)
        return [Turn([[clean(x) for x in row] for row in _narrowed(placed[:3, :3]).tolist()])], 0.0, 0.0
    origin, (first, across, (angle, shift)) = _normal(mount)
    steps: list[Any] = [Shift(list(origin)), _screw(Z, *first), _screw(X, *across)]
    if along_z:
        angle, shift = angle + math.atan2(own.sine, own.cosine), clean(shift + own.shift)
    else:
        steps.append(_screw(Z, angle, shift))
    return [step for step in steps if not _is_nothing(step)], angle, shift


def _is_nothing(step: Shift | Screw) -> bool:
    """Whether a step leads nowhere."""
    if isinstance(step, Shift):
        return all(map(is_zero, step.vector))
    return (step.cosine, step.sine, step.shift) == (1.0, 0.0, 0.0)


def _normal(mount: np.ndarray) -> tuple[list[Any], Normal]:
    """A frame by the common normal of its z and the z that it is seen from; a shift of the origin before, if it needs one.

    It needs one where its origin depends on parameters, and where the normal is far away.
    """
    rotation, origin = _narrowed(mount[:3, :3]), mount[:3, 3].tolist()
    if all(map(is_plain, origin)):
        x, y, z = map(plain, origin)
        found = _normal_of(rotation, x, y, z)
        most = FAR * math.hypot(x, y, z)
        if all(abs(length) <= most for _, length in found):
            return [0.0, 0.0, 0.0], found
        origin = [clean(x) for x in (x, y, z)]
    return origin, _normal_of(rotation, 0.0, 0.0, 0.0)


def _normal_of(rotation: np.ndarray, x: float, y: float, z: float) -> Normal:
    axis = rotation[:, 2].tolist()
    sine = math.hypot(axis[0], axis[1])
    if sine <= BLUR:  # parallel axes: the normal through this frame's origin
        alpha, a = (0.0 if axis[2] > 0.0 else math.pi), math.hypot(x, y)
        beta, b, d = math.atan2(y, x) if a > BLUR else 0.0, z, 0.0
    else:
        beta = math.atan2(axis[0], -axis[1])
        if not -math.pi / 2 + 1e-9 < beta <= math.pi / 2 + 1e-9:
            beta, sine = math.atan2(-axis[0], axis[1]), -sine
        alpha, c, s = math.atan2(sine, axis[2]), math.cos(beta), math.sin(beta)
        a, d = c * x + s * y, (s * x - c * y) / sine
        b = z - d * axis[2]
    rest = (_matrix(_screw(Z, beta, 0.0)) @ _matrix(_screw(X, alpha, 0.0)))[:3, :3].T @ rotation
    return Normal((beta, b), (alpha, a), (math.atan2(rest[1, 0], rest[0, 0]), d))


def _leaf(inertia: np.ndarray) -> tuple[float, float]:
    """Of a last hinge: a frame with the centre of mass across x, and no product of inertia of x and z."""
    if not all(map(is_plain, inertia.ravel())):
        return 0.0, 0.0
    hx, hy, mass = (float(inertia[k, 3]) for k in (0, 1, 3))
    h = math.hypot(hx, hy)
    if h <= BLUR * mass:
        return 0.0, 0.0
    angle, shift = math.atan2(hy, hx), (hx * inertia[0, 2] + hy * inertia[1, 2]) / (h * h)
    size = math.sqrt(max(inertia[2, 2], 0.0) / mass) + h / mass
    return angle, float(shift) if abs(shift) <= FAR * size else 0.0


def _lumped(
    parent: list[int], kinds: list[int], placed: list[np.ndarray], inertias: list[tuple[np.ndarray, np.ndarray]]
) -> list[Matrix]:
    """Inertias, with what does not feel its joint counted with the parent; of sums, nothing but rounding is left out.

    ``inertias``: in the frames of the tree, and these in the bodies' own.
    """
    whole = [_moved(frame, m) for frame, m in inertias]
    sizes = [_moved(_sizes(frame), _sizes(m)) for frame, m in inertias]
    for i in reversed(range(len(parent))):
        p, unfelt = parent[i], _unfelt(kinds[i])
        if p < 0 or any(m.dtype == object for m in (whole[i], whole[p], placed[i])):
            continue
        moved = np.where(unfelt, whole[i], 0.0)
        if all(moved[k, k] <= HEAVY * whole[p][k, k] for k in (range(3) if kinds[i] in _SLIDING else (3,))):
            whole[i] = np.where(unfelt, 0.0, whole[i])
            whole[p] = whole[p] + _moved(placed[i], moved)
            sizes[p] = sizes[p] + _moved(_sizes(placed[i]), _sizes(moved))
    return [
        [[_settled(x, size) for x, size in zip(*both, strict=True)] for both in zip(m, of, strict=True)]
        for m, of in zip(whole, sizes, strict=True)
    ]


def _unfelt(kind: int) -> np.ndarray:
    """Which entries of a pseudo-inertia do not feel a joint of a kind."""
    found = np.zeros((4, 4), bool)
    if kind == HINGE:
        found[2:, 2:] = True
    elif kind in _SLIDING:
        found[:3, :3] = True
    elif KINDS[kind].only_turns:
        found[3, 3] = True
    return found


def is_zero(x: Any) -> bool:
    """Whether a number is 0, whatever the parameters are."""
    return is_plain(x) and plain(x) == 0.0


def _settled(x: Any, size: float) -> Any:
    """A number of a sum whose terms have this size together, without the blur of rounding."""
    if not is_plain(x):
        return x
    return 0.0 if abs(plain(x)) <= BLUR * size else plain(x)


def is_plain(x: Any) -> bool:
    """Whether a number depends on no parameter."""
    return not isinstance(x, Traced) or x.constant is not None


def plain(x: Any) -> float:
    """A number that depends on no parameter."""
    number: Any = x.constant if isinstance(x, Traced) else x
    return float(number)


def _sizes(m: np.ndarray) -> np.ndarray:
    """Absolute values; 0 for traced numbers."""
    return np.array([[abs(plain(x)) if is_plain(x) else 0.0 for x in row] for row in m])


# --- frames as matrices -------------------------------------------------------------------------------------------------------


def _mount(row: np.ndarray) -> np.ndarray:
    found = np.eye(4).astype(object)
    found[:3, :3], found[:3, 3] = row[:9].reshape(3, 3), row[9:]
    return _narrowed(found)


def _narrowed(m: np.ndarray) -> np.ndarray:
    """A matrix of doubles, if none of its numbers depends on parameters."""
    return np.array([[plain(x) for x in row] for row in m]) if all(map(is_plain, m.ravel())) else m


def _matrix(screw: Screw) -> np.ndarray:
    found, (i, j) = np.eye(4), others(screw.axis)
    found[i, i] = found[j, j] = screw.cosine
    found[i, j], found[j, i] = -screw.sine, screw.sine
    found[screw.axis, 3] = screw.shift
    return found


def _inverse(frame: np.ndarray) -> np.ndarray:
    found = frame.copy()
    found[:3, :3] = frame[:3, :3].T
    found[:3, 3] = -(found[:3, :3] @ frame[:3, 3])
    return found


def _moved(frame: np.ndarray, inertia: np.ndarray) -> np.ndarray:
    """A pseudo-inertia, seen from where a frame is placed."""
    found = frame @ inertia @ frame.T
    for r in range(4):
        found[r, :r] = found[:r, r]
    return found


def _pseudo(row: np.ndarray) -> np.ndarray:
    """From mass, mass times centre, and inertia about the origin."""
    m, hx, hy, hz, xx, xy, xz, yy, yz, zz = row.tolist()
    half = 0.5 * (xx + yy + zz)
    found = np.empty((4, 4), object)
    found[:] = [
        [half - xx, -xy, -xz, hx],
        [-xy, half - yy, -yz, hy],
        [-xz, -yz, half - zz, hz],
        [hx, hy, hz, m],
    ]
    return _narrowed(found)


def _screw(axis: int, angle: float, shift: float) -> Screw:
    return Screw(axis, clean(math.cos(angle)), clean(math.sin(angle)), clean(shift))


def clean(x: float) -> float:
    """A number without the blur of rounding around 0, 1 and -1."""
    near = round(x)
    return float(near) if abs(near) <= 1 and abs(x - near) <= BLUR else float(x)
