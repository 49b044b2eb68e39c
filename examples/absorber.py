"""How should a vibration absorber be tuned? A study over its spring and damper, an optimum, and the textbook's formula.

A heavy machine on springs is struck and rings; a small mass on its back, with a spring and a damper of its own, takes the
energy out. Too soft or too stiff, it swings out of step; damped too little it rings itself, damped too much it is as if
welded on. Look at the valley in the map, and at the cross where Warburton's formula (1982) puts its bottom.
"""

import math
from pathlib import Path

import numpy as np
from common import COLOURS, picture, run

import bough as bo

MASS, STIFFNESS, SHARE = 1000.0, 4e5, 0.1  # kg, N/m; the absorber's mass over the machine's


def machine() -> bo.Mechanism:
    along = bo.Prismatic((1, 0, 0))
    mechanism = bo.Mechanism("machine with absorber")
    mechanism.add_body("machine", "ground", along, inertia=bo.Inertia.point(MASS))
    mechanism.add_body("absorber", "machine", along, inertia=bo.Inertia.point(SHARE * MASS))
    mechanism.add_force("mounts", bo.JointSpring("machine", STIFFNESS))
    mechanism.add_force("spring", bo.JointSpring("absorber", 4e4))
    mechanism.add_force("damper", bo.JointDamper("absorber", 500.0))
    return mechanism


def warburton() -> dict[str, float]:
    """The spring and damper for which a machine under random forces, or after a blow, moves least in the mean square."""
    frequency = math.sqrt(STIFFNESS / MASS) * math.sqrt(1 + SHARE / 2) / (1 + SHARE)
    ratio = math.sqrt(SHARE * (1 + 0.75 * SHARE) / (4 * (1 + SHARE) * (1 + SHARE / 2)))
    mass = SHARE * MASS
    return {"spring.stiffness": mass * frequency**2, "damper.damping": 2 * ratio * mass * frequency}


def main(output: Path, points: int = 41) -> dict[str, float]:
    """Returns the largest relative difference of the optimum from the formula, and the best variant's from its rms."""
    struck = {"duration": 12.0, "every": 0.005, "u0": {"machine": 1.0, "absorber": -1.0}}  # (relative to the machine)
    vary = {"spring.stiffness": (2e4, 6e4), "damper.damping": (100.0, 1500.0)}
    study = bo.Study(machine(), vary, struck, {"ringing": "rms q.machine"}, plan="grid", points=points)
    result = study.run(progress=False)
    best = result.best("ringing")
    theory = warburton()
    found = bo.optimise(machine(), vary, "rms q.machine", run=struck, method="gradient", progress=False)
    error = max(abs(found.x[name] / value - 1) for name, value in theory.items())
    print(
        f"best of {len(study)} variants: {best.varied['spring.stiffness']:.0f} N/m, {best.varied['damper.damping']:.0f} N s/m"
    )
    print("optimum  " + ", ".join(f"{name} {value:.1f}" for name, value in found.x.items()))
    print("formula  " + ", ".join(f"{name} {value:.1f}" for name, value in theory.items()))
    print(
        f"they agree to {error:.1e}; the best variant rings {best['ringing'] / found.value - 1:.1e} more than the optimum"
    )

    with picture(output / "absorber.png", (7, 5)) as axis:
        stiffness, damping = (np.unique(result[name]) for name in vary)
        ringing = result["ringing"].values.reshape(study.variants.shape).T / found.value
        lines = axis.contourf(
            stiffness / 1e3, damping, ringing, levels=np.linspace(1, 2, 21), extend="max", cmap="viridis_r"
        )
        axis.figure.colorbar(lines, label="motion of the machine, rms over that of the optimum")
        x, y = theory.values()
        axis.plot(x / 1e3, y, "+", color=COLOURS[1], ms=14, mew=2, label="Warburton's formula")
        axis.plot(
            found.x["spring.stiffness"] / 1e3,
            found.x["damper.damping"],
            "o",
            mfc="none",
            color=COLOURS[1],
            ms=9,
            label="optimum",
        )
        axis.set(xlabel="stiffness of the absorber's spring, kN/m", ylabel="its damping, N s/m")
        axis.set_title("What is left of a blow on a machine with an absorber")
        axis.legend(loc="upper left")
    return {"error": error, "best": best["ringing"] / found.value - 1}


if __name__ == "__main__":
    run(main)
