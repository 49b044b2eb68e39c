"""Warns of absurd energy stored in a force at the start.

Examples: a spring far from its rest position, a joint beyond its stop, a loop that is not closed.
"""

from __future__ import annotations

import warnings

import numpy as np

from bough.api.forces import force_energies
from bough.api.kinematics import kinetic_energy
from bough.errors import BoughError, BoughWarning
from bough.mechanism.joints import Driven
from bough.mechanism.mechanism import Mechanism
from bough.simulation.run.setup import Setup

# stored energy is absurd above both limits: relative to weight times size of the mechanism plus initial kinetic energy,
# and as a speed in m/s; real springs, even a crossbow's, stay below one of them
ABSURD, FAST = 1e3, 100.0
GRAVITY = 9.81  # used if a mechanism has less, since otherwise every spring in space would be absurd


def warn_of_stored_energy(setup: Setup) -> None:
    """Warn if a force of some run starts with absurd energy."""
    for k, mechanism in enumerate(setup.mechanisms):
        starts = setup.starts[k : k + 1] if setup.has_variants else setup.starts
        if sentence := doubt_of(mechanism, setup, starts):
            warnings.warn(sentence, BoughWarning, stacklevel=3)
            return


def doubt_of(mechanism: Mechanism, setup: Setup, starts: np.ndarray) -> str:
    """The warning about a force with too much stored energy; empty if there is none."""
    mass, size = _moving(mechanism)
    if not mass or not any(hasattr(force, "stiffness") for force in mechanism.forces.values()):
        return ""
    time = float(setup.times[0])
    try:
        stored = force_energies(mechanism, mechanism.normalised(starts[:, : mechanism.n_q]), time=time)
        run, which = np.unravel_index(int(np.argmax(stored)), stored.shape)
        energy = float(stored[run, which])
        speed = (2.0 * energy / mass) ** 0.5
        weight = mass * max(float(np.linalg.norm(mechanism.gravity)), GRAVITY) * size
        if speed < FAST or energy < ABSURD * weight:
            return ""
        q, u = setup.parts(mechanism, starts[run], time)
        if energy < ABSURD * float(kinetic_energy(mechanism, q, u, time=time)):
            return ""
    except BoughError:  # the first step explains a bad starting state
        return ""
    name = list(mechanism.forces)[which]
    return (
        f"the force '{name}' of '{mechanism.name}' ({type(mechanism.forces[name]).__name__}) has stored {energy:.3g} J at the start, enough to move its bodies at {speed:.3g} m/s; "
        "check the starting state and the force's stiffness and rest position."
    )


def _moving(mechanism: Mechanism) -> tuple[float, float]:
    """Mass of the bodies that can move, and how far they reach, stretched out."""
    topology = mechanism.topology
    every = mechanism.bodies
    bodies = [every[k] for k in topology.order]
    free = topology.path_sums(topology.dofs + np.array([isinstance(b.joint, Driven) for b in bodies], np.int64)) > 0
    reach = topology.path_sums(np.array([float(np.linalg.norm(body.at)) for body in bodies]))
    reach = reach + np.array([float(np.linalg.norm(body.inertia.center)) for body in bodies])
    mass = np.array([body.inertia.mass for body in bodies])
    return float(mass[free].sum()), float(reach[free].max(initial=0.0))
