"""A flyball governor with stiff springs: problem A05 of the IFToMM library of benchmarks.

Two rods with heavy balls are hinged to a turning shaft; a slider hangs on them by springs and dampers that are stiff
enough to act as links. The rising balls lift the slider and slow the shaft, and fall again. The library prints three
states to ten digits; look at how well they agree.
"""

from pathlib import Path

import numpy as np
from common import COLOURS, INK, picture, run

import bough as bo

# t, slider's height and speed, shaft's speed, as printed
REFERENCE = np.array(
    (
        (0.1, 0.5238364756, 0.4592718104, 6.1037178088),
        (1.0, 0.5014209224, -0.1221514929, 6.2711257419),
        (10.0, 0.6196229171, -0.7476033542, 5.5482036227),
    )
)
DENSITY = 3000.0


def governor() -> bo.Mechanism:
    box = bo.Inertia.box
    machine = bo.Mechanism("governor")
    shaft = box((0.01, 0.01, 1.0), density=DENSITY, center=(0, 0, 0.5))
    machine.add_body("shaft", "ground", bo.Revolute((0, 0, 1)), inertia=shaft)
    machine.add_body("slider", "shaft", bo.Prismatic((0, 0, 1)), inertia=box((0.1, 0.1, 0.1), density=DENSITY))
    for side, x in (("right", 1.0), ("left", -1.0)):
        rod = box((1.0, 0.01, 0.01), density=DENSITY, center=(x / 2, 0, 0)) + bo.Inertia.point(5.0, (x, 0, 0))
        machine.add_body(side, "shaft", bo.Revolute((0, 1, 0)), at=(0.05 * x, 0, 1), inertia=rod)
        spring = {"stiffness": 8e5, "damping": 4e4, "rest": 0.5}
        machine.add_force(f"{side} link", bo.SpringDamper(side, "slider", (x / 2, 0, 0), (0.05 * x, 0, 0), **spring))
    return machine


def main(output: Path) -> dict[str, float]:
    """Returns the largest difference from the printed numbers."""
    start = {"slider": 0.5, "right": np.radians(30), "left": -np.radians(30)}
    times = np.unique(np.concatenate((np.linspace(0, 10, 1001), REFERENCE[:, 0])))
    motion = bo.simulate(
        governor(), times=times, q0=start, u0={"shaft": 2 * np.pi}, rtol=1e-10, atol=1e-12, progress=False
    )
    print(f"{motion.statistics['steps']} steps, {10 / motion.statistics['steps']:.0e} s each on the average")
    worst = 0.0
    for t, *printed in REFERENCE:
        found = [float(motion[name].sel(time=t)) for name in ("q.slider", "u.slider", "u.shaft")]
        difference = np.abs(np.subtract(found, printed)).max()
        worst = max(worst, float(difference))
        numbers = ", ".join(f"{x:.10f}" for x in found)
        print(f"t = {t:4g} s: {numbers}; off the printed numbers by {difference:.0e}")

    panels = (("q.slider", "Height of the slider", "m", 1), ("u.shaft", "Speed of the shaft", "rad/s", 3))
    with picture(output / "governor.png", (9, 5), 2, sharex=True) as axes:
        for axis, (name, title, unit, column), colour in zip(axes, panels, COLOURS, strict=False):
            axis.plot(motion.time, motion[name], color=colour)
            axis.plot(
                REFERENCE[:, 0],
                REFERENCE[:, column],
                "o",
                color="white",
                mec=INK,
                mew=1.4,
                ms=7,
                label="printed by the library",
                clip_on=False,
                zorder=3,
            )
            axis.set(title=title, ylabel=unit)
            axis.margins(x=0)
        axes[0].legend(loc="lower right", bbox_to_anchor=(1, 1), borderaxespad=0.2)
        axes[1].set_xlabel("time, s")
    return {"difference": worst}


if __name__ == "__main__":
    run(main)
