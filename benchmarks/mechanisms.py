"""The mechanisms that are measured, and their states; no peer is needed here."""

from __future__ import annotations

import numpy as np

import bough as bo

X, Y, Z = np.eye(3)


def alternating_chain(bodies: int) -> bo.Mechanism:
    """Links on hinges about x and y in turn, so that the motion is not plane."""
    chain = bo.Mechanism(f"chain of {bodies}, axes x y x y")
    link = bo.Inertia.rod(1.0, 1.0, radius=0.05, center=(0.0, 0.0, -0.5))
    hinges = bo.Revolute(X), bo.Revolute(Y)
    for k in range(bodies):
        parent, at = (f"link{k}", (0.0, 0.0, -1.0)) if k else ("ground", (0.0, 0.0, 0.0))
        chain.add_body(f"link{k + 1}", parent, hinges[k % 2], at, inertia=link)
    return chain


def ball_chain(bodies: int) -> bo.Mechanism:
    """Links on balls."""
    chain = bo.Mechanism(f"chain of {bodies} balls")
    link = bo.Inertia.rod(1.0, 1.0, radius=0.05, center=(0.0, 0.0, -0.5))
    for k in range(bodies):
        parent, at = (f"link{k}", (0.0, 0.0, -1.0)) if k else ("ground", (0.0, 0.0, 0.0))
        chain.add_body(f"link{k + 1}", parent, bo.Ball(), at, inertia=link)
    return chain


# limbs of the humanoid: what they hang on, where, the step from joint to joint, the axes
_LEG = (Z, X, Y, Y, Y, X)
_ARM = (Y, X, Z, Y, Z, Y, X)
_LIMBS = {
    "torso": ("pelvis", (0.0, 0.0, 0.1), (0.0, 0.0, 0.12), (Z, X, Y)),
    "neck": ("torso3", (0.0, 0.0, 0.25), (0.0, 0.0, 0.05), (Z, Y, X)),
    "left_arm": ("torso3", (0.0, 0.2, 0.2), (0.0, 0.0, -0.12), _ARM),
    "right_arm": ("torso3", (0.0, -0.2, 0.2), (0.0, 0.0, -0.12), _ARM),
    "left_leg": ("pelvis", (0.0, 0.1, -0.05), (0.0, 0.0, -0.15), _LEG),
    "right_leg": ("pelvis", (0.0, -0.1, -0.05), (0.0, 0.0, -0.15), _LEG),
}


def humanoid() -> bo.Mechanism:
    """A free pelvis and 32 hinges about varied axes: 38 DoF."""
    human = bo.Mechanism("humanoid of 38 DoF")
    human.add_body("pelvis", "ground", bo.Free(), inertia=bo.Inertia.cylinder(0.15, 0.2, 10.0))
    for limb, (parent, at, step, axes) in _LIMBS.items():
        link = bo.Inertia.rod(0.15, 1.5, radius=0.04, center=0.5 * np.array(step))
        for k, axis in enumerate(axes):
            human.add_body(f"{limb}{k + 1}", parent, bo.Revolute(axis), at, inertia=link)
            parent, at = f"{limb}{k + 1}", step
    return human


def random_tree(bodies: int) -> bo.Mechanism:
    """Hinges and slides with mounts, axes and inertias at random."""
    rng, tree = np.random.default_rng(7), bo.Mechanism("random tree")
    for k in range(bodies):
        rotation = np.linalg.qr(rng.standard_normal((3, 3)))[0]
        axis = rng.standard_normal(3)
        points = rng.standard_normal((3, 3))
        tensor = points @ points.T + 0.5 * np.eye(3)
        tree.add_body(
            f"body{k}",
            f"body{rng.integers(k)}" if k else "ground",
            (bo.Revolute if rng.random() < 0.8 else bo.Prismatic)(axis / np.linalg.norm(axis)),
            rng.standard_normal(3),
            rotation=rotation * np.linalg.det(rotation),
            inertia=bo.Inertia(1.0 + rng.random(), 0.3 * rng.standard_normal(3), np.trace(tensor) * np.eye(3) - tensor),
        )
    return tree


def biped() -> bo.Mechanism:
    """A planar walker, the model cgmalWalking01.sd of SD/FAST: from the right foot over the trunk to the left foot."""
    # name, mass, moment about z, centre to joint, centre of the one before to joint, axis
    links = (
        ("foot", 1.41, 0.0068, (-0.0917, -0.0387), (0.0, 0.0), Z),
        ("tibia", 3.51, 0.0484, (0.0, -0.2438), (-0.0459, 0.0513), Z),
        ("femur", 8.81, 0.1337, (0.0033, -0.2294), (0.0, 0.1862), Z),
        ("trunk", 43.56, 3.0691, (0.0, -0.4027), (0.002, 0.1715), Z),
        ("other femur", 8.81, 0.1337, (0.002, 0.1715), (0.0, -0.4027), -Z),
        ("other tibia", 3.51, 0.0484, (0.0, 0.1862), (0.0033, -0.2294), -Z),
        ("other foot", 1.41, 0.0068, (-0.0459, 0.0513), (0.0, -0.2438), -Z),
    )
    model = bo.Mechanism("planar biped", gravity=(0.0, -9.81, 0.0))
    model.add_body("along x", "ground", bo.Prismatic(X))
    parent, centre = model.add_body("along y", "along x", bo.Prismatic(Y)).name, np.zeros(2)
    for name, mass, moment, to_joint, from_before, axis in links:
        inertia = bo.Inertia(mass, (*-np.array(to_joint), 0.0), np.diag((moment, moment, moment)))
        parent = model.add_body(name, parent, bo.Revolute(axis), (*(centre + from_before), 0.0), inertia=inertia).name
        centre = -np.array(to_joint)
    return model


def mechanisms() -> list[bo.Mechanism]:
    """Chains in a plane and in space, balanced trees, the humanoid."""
    chains = [make(bodies) for bodies in (7, 20, 50, 100) for make in (bo.chain, alternating_chain)]
    return [*chains, bo.models.binary_tree(4), bo.models.binary_tree(8), humanoid()]


def states(mechanism: bo.Mechanism, count: int | None = None) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(q, u, τ) at random, for one state or many."""
    q, u = bo.models.random_state(mechanism, 1, count)
    return q, u, np.random.default_rng(2).standard_normal(u.shape)


def agree(ours: np.ndarray, theirs: np.ndarray, what: str) -> None:
    """Stop if a result is wrong, instead of timing it."""
    error = np.abs(ours - theirs).max() / np.abs(theirs).max()
    if not error < 1e-7:
        raise RuntimeError(f"{what}: our result and the peer's differ by {error:.1e}; nothing was timed.")
