"""Draws equilibrium.png: a truss that snaps through under its load. python docs/pictures/equilibrium.py"""

import math
from pathlib import Path

import bough as bo


def truss() -> bo.Mechanism:
    mechanism = bo.Mechanism("truss", gravity=(0, 0, 0))
    mechanism.add_body("tip", joint=bo.Prismatic((0, 0, 1)), inertia=bo.Inertia(1.0))
    for name, x in (("left", -1.0), ("right", 1.0)):
        bar = bo.SpringDamper("tip", other_at=(x, 0, 0), stiffness=1000.0, rest=math.hypot(1.0, 0.3))
        mechanism.add_force(name, bar)
    mechanism.add_force("load", bo.Wrench("tip", force=(0, 0, 0)))
    return mechanism


def main() -> None:
    curve = bo.continuation(truss(), "load.force.z", (0.0, -15.0), {"tip": 0.3}, within=(-15.0, 15.0), step=0.02)
    curve.plot(Path(__file__).with_name("equilibrium.png"))


if __name__ == "__main__":
    main()
