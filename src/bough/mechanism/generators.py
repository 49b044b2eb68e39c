"""Typical mechanisms from a few numbers: for examples, tests, benchmarks and comparisons of methods."""

from __future__ import annotations

from typing import Any

import numpy as np

from bough.errors import MechanismError, StateError
from bough.mechanism.checks import GROUND, shown
from bough.mechanism.inertia import Inertia
from bough.mechanism.joints import KINDS, Ball, CustomJoint, Joint, Revolute
from bough.mechanism.mechanism import Mechanism
from bough.typing import VectorLike

_LENGTH, _RADIUS, _MASS = 1.0, 0.05, 1.0


def _link() -> Inertia:
    """A round bar that hangs down from its joint."""
    return Inertia.rod(_LENGTH, _MASS, radius=_RADIUS, center=(0.0, 0.0, -_LENGTH / 2))


def _grow(
    mechanism: Mechanism, prefix: str, root: str, at: VectorLike, count: int, joint: Joint, inertia: Inertia
) -> None:
    """Hang a chain of links on a body."""
    parent = root
    for k in range(count):
        name = f"{prefix}{k + 1}"
        mechanism.add_body(name, parent, joint, at if k == 0 else (0.0, 0.0, -_LENGTH), inertia=inertia)
        parent = name


def _count(value: Any, what: str, least: int = 1) -> int:
    if not isinstance(value, int | np.integer) or value < least:
        raise MechanismError(f"{what} must be a whole number of at least {least}, not {value!r}.")
    return int(value)


def chain(bodies: int, joint: Joint | None = None) -> Mechanism:
    """A chain of links, on hinges about y unless another joint is given."""
    mechanism = Mechanism(f"chain of {_count(bodies, 'chain: bodies')}")
    _grow(mechanism, "link", GROUND, (0.0, 0.0, 0.0), bodies, joint or Revolute((0.0, 1.0, 0.0)), _link())
    return mechanism


def star(arms: int, joint: Joint | None = None) -> Mechanism:
    """Links that all hang on one base body, which has a joint of the same kind."""
    return broom(arms, 1, joint)


def broom(chains: int, length: int, joint: Joint | None = None) -> Mechanism:
    """Chains of equal length on one base body (paper D's shape)."""
    _count(chains, "broom: chains"), _count(length, "broom: length")
    mechanism = Mechanism(f"broom of {chains} x {length}")
    joint, link = joint or Revolute((0.0, 1.0, 0.0)), _link()
    mechanism.add_body("base", GROUND, joint, inertia=Inertia.cylinder(0.5, 0.1, 5.0))
    for c in range(chains):
        angle = 2 * np.pi * c / chains
        at = (0.5 * np.cos(angle), 0.5 * np.sin(angle), 0.0)
        _grow(mechanism, f"arm{c + 1}." if length > 1 else f"arm{c + 1}:", "base", at, length, joint, link)
    return mechanism


def binary_tree(depth: int, joint: Joint | None = None) -> Mechanism:
    """A balanced binary tree of 2^depth - 1 links (paper A)."""
    _count(depth, "binary_tree: depth")
    mechanism = Mechanism(f"binary tree of {2**depth - 1}")
    joint, link = joint or Revolute((0.0, 1.0, 0.0)), _link()
    for k in range(1, 2**depth):
        parent = f"link{k // 2}" if k > 1 else GROUND
        at = (0.0, 0.0, 0.0) if k == 1 else (0.2 if k % 2 else -0.2, 0.0, -_LENGTH)
        mechanism.add_body(f"link{k}", parent, joint, at, inertia=link)
    return mechanism


def lattice(side: int, joint: Joint | None = None) -> Mechanism:
    """A spanning tree of shortest paths of the square lattice with side x side nodes (paper A)."""
    _count(side, "lattice: side")
    mechanism = Mechanism(f"lattice of {side} x {side}")
    joint, link = joint or Revolute((0.0, 1.0, 0.0)), _link()
    for row in range(side):
        for column in range(side):
            if row == column == 0:
                parent, at = GROUND, (0.0, 0.0, 0.0)
            elif row == 0:
                parent, at = f"node{row + 1},{column}", (_LENGTH, 0.0, 0.0)
            else:
                parent, at = f"node{row},{column + 1}", (0.0, 0.0, -_LENGTH)
            mechanism.add_body(f"node{row + 1},{column + 1}", parent, joint, at, inertia=link)
    return mechanism


def pendulum(links: int = 5) -> Mechanism:
    """A pendulum whose first link hangs on a ball joint and the others on hinges (paper B's has five links)."""
    mechanism = Mechanism(f"pendulum of {_count(links, 'pendulum: links')}")
    link, hinge = _link(), Revolute((0.0, 1.0, 0.0))
    mechanism.add_body("link1", GROUND, Ball(), inertia=link)
    for k in range(2, links + 1):
        mechanism.add_body(f"link{k}", f"link{k - 1}", hinge, (0.0, 0.0, -_LENGTH), inertia=link)
    return mechanism


# --- random trees -----------------------------------------------------------------------------------------------


def _rotations(normal: np.ndarray) -> np.ndarray:
    """Random rotations from matrices of normally distributed numbers."""
    matrices, _ = np.linalg.qr(normal)
    return matrices * np.sign(np.linalg.det(matrices))[:, None, None]


_DRAWN = {kind.joint.__name__.lower(): kind.drawn for kind in KINDS if kind.drawn}
JOINT_KINDS = tuple(_DRAWN)
# (the results of a seed must not change when a joint is added)
COMMON_KINDS = tuple(kind.joint.__name__.lower() for kind in KINDS if kind.drawn and kind.is_common)


def random_tree(bodies: int, seed: int = 0, joints: tuple[str, ...] = COMMON_KINDS, roots: int = 1) -> Mechanism:
    """A random tree of mixed joints (kinds by lower-case name), bodies in random order; the same for the same seed."""
    _count(bodies, "random_tree: bodies"), _count(roots, "random_tree: roots")
    unknown = [kind for kind in joints if kind not in _DRAWN]
    if unknown or not joints:
        raise MechanismError(
            f"random_tree: no joint kind '{''.join(unknown[:1])}'; there are {', '.join(JOINT_KINDS)}."
        )
    rng = np.random.default_rng(seed)
    mechanism = Mechanism(f"random tree of {bodies}", gravity=rng.uniform(-9.81, 9.81, 3))
    # the numbers of every body: place and axes of its joint, second moments and their axes, mass and centre
    shapes = (3,), (3, 3), (3,), (3, 3), (4,)
    places, frames, moments, turns, masses = (np.empty((bodies, *shape)) for shape in shapes)
    hung = []
    for k in range(bodies):
        parent = f"body{rng.integers(k) + 1}" if k >= roots else GROUND
        hung.append((parent, _DRAWN[joints[rng.integers(len(joints))]](rng)))
        rng.random(out=places[k])
        rng.standard_normal(out=frames[k])
        rng.random(out=moments[k])
        rng.standard_normal(out=turns[k])
        rng.random(out=masses[k])
    at, rotation = _between(-1.0, 1.0, places), _rotations(frames)
    mass, center = _between(0.5, 2.0, masses[:, 0]), _between(-0.4, 0.4, masses[:, 1:])
    a, b, c = _between(0.05, 0.5, moments).T
    turns = _rotations(turns)
    tensor = turns * np.stack((b + c, a + c, a + b), axis=1)[:, None, :] @ np.swapaxes(turns, 1, 2)
    for k in rng.permutation(bodies).tolist():
        parent, joint = hung[k]
        inertia = Inertia(mass[k], center[k], tensor[k])
        mechanism.add_body(f"body{k + 1}", parent, joint, at[k], rotation[k], inertia)
    return mechanism


def _between(low: float, high: float, share: np.ndarray) -> np.ndarray:
    return low + (high - low) * share


def random_numbers(seed: int | np.random.Generator) -> np.random.Generator:
    """Random numbers, the same for a seed; those of a generator go on."""
    return seed if isinstance(seed, np.random.Generator) else np.random.default_rng(checked_seed(seed))


def checked_seed(seed: Any) -> Any:
    """A seed, or a generator of random numbers; raises if it is none."""
    if not isinstance(seed, np.random.Generator) and (not isinstance(seed, int | np.integer) or seed < 0):
        raise StateError(f"seed must be a whole number of at least 0, not {shown(seed)}.")
    return seed


def random_state(
    mechanism: Mechanism, seed: int | np.random.Generator = 0, states: int | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """A random q (unit quaternions; your own joints within their ranges) and u, for one state or a batch."""
    rng = random_numbers(seed)
    shape = () if states is None else (states,)
    q = rng.uniform(-1.0, 1.0, (*shape, mechanism.n_q))
    at = 0
    for body in mechanism.parts:
        at += len(body.joint.q_names)
        if isinstance(body.joint, CustomJoint):
            first = at - len(body.joint.q_names)
            for k, (low, high) in enumerate(body.joint.over, first):
                if not low <= -1.0 < 1.0 <= high:
                    q[..., k] = _between(low, high, 0.5 * (q[..., k] + 1.0))
        if body.joint.has_quaternion:
            quaternion = rng.standard_normal((*shape, 4))
            q[..., at - 4 : at] = quaternion / np.linalg.norm(quaternion, axis=-1, keepdims=True)
    return q, rng.standard_normal((*shape, mechanism.n))
