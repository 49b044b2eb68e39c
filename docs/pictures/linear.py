"""Draws bode.png, locus.png and campbell.png for docs/linear.md. python docs/pictures/linear.py"""

from pathlib import Path

import numpy as np

import bough as bo

HERE = Path(__file__).parent
PIECES, LENGTH, THICK, YOUNG, DENSITY = 24, 1.5, 0.05, 211e9, 7810.0


def cylinder(diameter: float, width: float) -> tuple[float, np.ndarray]:
    """Mass and principal moments of a steel cylinder about its middle."""
    mass = DENSITY * np.pi * diameter**2 / 4 * width
    across = mass * (3 * (diameter / 2) ** 2 + width**2) / 12
    return mass, np.array((across, across, mass * (diameter / 2) ** 2 / 2))


def shaft() -> bo.Mechanism:
    """Two discs on a flexible shaft in two bearings, the shaft cut into rigid pieces with springs EI/h between them."""
    step = LENGTH / PIECES
    rotor = bo.Mechanism("two discs on a shaft", gravity=(0, 0, 0))
    rotor.add_body("base", "ground", bo.Translational())
    for k in range(PIECES + 1):
        is_end = k in (0, PIECES)
        at = (0, 0, 0 if k == 0 else step / 2 if k == 1 else step)
        rotor.add_body(f"frame{k}", f"frame{k - 1}" if k else "base", bo.Universal(), at=at)
        mass, moments = cylinder(THICK, step / 2 if is_end else step)
        center = (0, 0, step / 4 if k == 0 else -step / 4 if is_end else 0.0)
        piece = bo.Inertia(mass, center, moments)
        at = (0, 0, step / 2 if k else 0.0)
        rotor.add_body(f"piece{k}", f"frame{k}", bo.Revolute((0, 0, 1)), at=at, inertia=piece)
        for turn in ("turn1", "turn2") if k else ():
            stiffness = YOUNG * np.pi * THICK**4 / 64 / step
            rotor.add_force(f"bending {k}.{turn}", bo.JointSpring(f"frame{k}.{turn}", stiffness))
    for k, diameter in ((PIECES // 3, 0.28), (2 * PIECES // 3, 0.35)):
        (mass, moments), (less, hole) = cylinder(diameter, 0.07), cylinder(THICK, 0.07)
        rotor.add_body(f"disc{k}", f"piece{k}", bo.Fixed(), inertia=bo.Inertia(mass - less, tensor=moments - hole))
    for k, at, along in ((0, 0.0, 0.0), (PIECES, step / 2, LENGTH)):
        stiffness = (1e6, 1e6, 1e9 if k == 0 else 0.0, 0.0, 0.0, 0.0)
        bearing = bo.Bushing(f"frame{k}", at=(0, 0, at), other_at=(0, 0, along), stiffness=stiffness)
        rotor.add_force(f"bearing{k}", bearing)
    return rotor


def arm() -> bo.Mechanism:
    """The arm of docs/linear.md."""
    rod = bo.Inertia.rod(0.4, mass=2.0, radius=0.03, center=(0, 0, -0.2))
    mechanism = bo.Mechanism("arm")
    mechanism.add_body("upper", "ground", bo.Revolute(axis=(0, 1, 0)), at=(0, 0, 1), inertia=rod)
    mechanism.add_body("lower", "upper", bo.Revolute(axis=(0, 1, 0)), at=(0, 0, -0.4), inertia=rod)
    mechanism.add_force("elbow", bo.JointSpring("lower", stiffness=5.0))
    mechanism.add_force("oil", bo.JointDamper("lower", damping=0.05))
    return mechanism


def main() -> None:
    crane = bo.linearise(
        bo.model("crane"), "equilibrium", inputs=["load.force.x"], outputs=["load.position.x", "jib.position.x"]
    )
    crane.bode(HERE / "bode.png", np.geomspace(0.03, 10.0, 2000))
    bo.root_locus(arm(), "oil.damping", np.linspace(0.0, 1.5, 61)).plot(HERE / "locus.png")
    rotor = shaft()
    spins = [f"piece{k}" for k in range(PIECES + 1)]
    found = bo.campbell(rotor, spins, np.linspace(0.0, 4500 * np.pi / 30, 31))
    found.plot(HERE / "campbell.png", highest=150.0)


if __name__ == "__main__":
    main()
