"""Mechanisms whose masses, inertias and lengths are far apart, or whose equations are nearly singular; each with states to try it at."""

import numpy as np

import bough as bo
from helpers.exact import mass_matrix

AXES = ((0.6, 0.8, 0.0), (0.8, -0.6, 0.0), (0.0, 0.6, 0.8))


def box(mass, size=0.3):
    return bo.Inertia.box((0.4 * size, 0.5 * size, size), mass, center=(0.06 * size, 0.1 * size, -0.5 * size))


def chain(masses, sizes=None, joint=None):
    """Boxes one on the other, on hinges about skew axes unless another joint is given."""
    mechanism = bo.Mechanism(f"chain of {len(masses)}")
    parent, at = "ground", (0, 0, 0)
    for k, (mass, size) in enumerate(zip(masses, sizes or [0.3] * len(masses), strict=True)):
        mechanism.add_body(f"link{k}", parent, joint or bo.Revolute(AXES[k % 3]), at, inertia=box(mass, size))
        parent, at = f"link{k}", (0.01 * size, 0, -size)
    return mechanism


def rods(slenderness):
    mechanism = bo.Mechanism("slender rods")
    rod = bo.Inertia.rod(0.4, 2.0, radius=0.4 * slenderness, center=(0, 0, -0.2))
    for k in range(6):
        mechanism.add_body(
            f"rod{k}", f"rod{k - 1}" if k else "ground", bo.Revolute(AXES[k % 2]), (0, 0, -0.4), inertia=rod
        )
    return mechanism


def star(hub):
    mechanism = bo.Mechanism("star")
    mechanism.add_body("hub", "ground", bo.Revolute(AXES[0]), inertia=box(hub))
    for k in range(6):
        at = (0.5 * np.cos(k), 0.5 * np.sin(k), 0)
        mechanism.add_body(f"arm{k}", "hub", bo.Revolute(AXES[k % 3]), at, inertia=box(1.0))
    return mechanism


def swarm(hub):
    mechanism = bo.Mechanism("swarm")
    for k in range(5):
        mechanism.add_body(f"body{k}", "ground", bo.Free(), inertia=box(1.0))
    mechanism.add_body("hub", "ground", bo.Free(), inertia=box(hub))
    for k in range(2):
        mechanism.add_body(f"arm{k}", "hub", bo.Revolute(AXES[k]), (0.1 * k, 0.1, 0), inertia=box(1.0))
    return mechanism


def floating(limb):
    mechanism = bo.Mechanism("floating base")
    mechanism.add_body("base", "ground", bo.Free(), inertia=box(1.0, 0.5))
    for k in range(4):
        at, joint = (0.2 * np.cos(k), 0.2 * np.sin(k), 0), bo.Ball() if k % 2 else bo.Revolute(AXES[k % 3])
        mechanism.add_body(f"upper{k}", "base", joint, at, inertia=box(limb, 0.2))
        mechanism.add_body(f"lower{k}", f"upper{k}", bo.Revolute(AXES[k % 2]), (0, 0, -0.2), inertia=box(limb, 0.2))
    return mechanism


def cart_pole():
    mechanism = bo.Mechanism("cart-pole")
    mechanism.add_body("cart", "ground", bo.Prismatic((1, 0, 0)), inertia=bo.Inertia.sphere(0.01, 1e-6))
    pole = bo.Inertia.sphere(0.01, 1.0, center=(0, 0, 1))
    mechanism.add_body("pole", "cart", bo.Revolute((0, 1, 0)), inertia=pole)
    return mechanism


def gimbal():
    mechanism = bo.Mechanism("gimbal")
    mechanism.add_body("arm", "ground", bo.Revolute(AXES[0]), inertia=box(1.0))
    mechanism.add_body("head", "arm", bo.Gimbal(), (0.1, 0.2, -0.5), inertia=box(1.0))
    mechanism.add_body("tool", "head", bo.Revolute(AXES[1]), (0.1, 0.2, -0.5), inertia=box(1.0))
    return mechanism


RISING, FALLING = np.geomspace(1e-6, 1.0, 5), np.geomspace(1.0, 1e-6, 5)
# by the names that docs/methods/README.md has for them
HARD = {
    "10 hinges": lambda: bo.chain(10),
    "50 hinges": lambda: bo.chain(50),
    "5 hinges, masses 10⁻⁶ to 1": lambda: chain(RISING),
    "5 hinges, masses 1 to 10⁻⁶": lambda: chain(FALLING),
    "5 parallel hinges, masses 10⁻⁶ to 1": lambda: chain(RISING, joint=bo.Revolute((0, 1, 0))),
    "5 balls, masses 10⁻⁶ to 1": lambda: chain(RISING, joint=bo.Ball()),
    "5 free joints, masses 10⁻⁶ to 1": lambda: chain(RISING, joint=bo.Free()),
    "6 rods, radius 10⁻³ of their length": lambda: rods(1e-3),
    "6 arms on a hub of 10⁻⁶": lambda: star(1e-6),
    "2 arms on a free hub of 10⁻⁶, beside 5 free bodies": lambda: swarm(1e-6),
    "free base with limbs of 10⁻⁶": lambda: floating(1e-6),
    "cart of 10⁻⁶ with a pole": cart_pole,
    "lengths 1 and 10⁻³ in turn, equal density": lambda: chain([1e3, 1e-6] * 3, [1.0, 1e-3] * 3),
    "gimbal 10⁻⁴ from its lock": gimbal,
}


def states(mechanism):
    """(q, u, τ) at random and near zero, without drives and with such as its inertias call for."""
    rng = np.random.default_rng(1)
    q, u = bo.models.random_state(mechanism, 1)
    near = mechanism.normalised(mechanism.coordinates() + 1e-4 * rng.standard_normal(mechanism.n_q))
    if mechanism.name == "gimbal":
        q, near = (mechanism.coordinates({"arm": x, "head": (0.4, np.pi / 2 - 1e-4, 0.2)}) for x in (0.3, 0.0))
    for at in (q, near):
        drives = rng.standard_normal(mechanism.n) * np.diag(mass_matrix(mechanism, at))
        yield from ((at, u, tau) for tau in (np.zeros(mechanism.n), drives))
