"""How stiff may the mounts of a machine be? A hundred variants in one call, compared with the textbook's formula.

A machine stands on springs and dampers on a floor that shakes five times a second. Each variant has another stiffness:
the stiffest follow the floor, some resonate, the softest stand still. Look at how the computed amplitudes lie on the
curve √(k² + (cω)²) / √((k − mω²)² + (cω)²).
"""

import math
from pathlib import Path

import numpy as np
from common import COLOURS, INK, MUTED, picture, run

import bough as bo

MASS, DAMPING, SHAKE, OMEGA = 120.0, 400.0, 1e-3, 2 * math.pi * 5.0


def machine(stiffness: float) -> bo.Mechanism:
    up = bo.Prismatic((0, 0, 1))
    mechanism = bo.Mechanism("machine on mounts")
    mechanism.add_body("floor", "ground", bo.Driven(up, lambda t: SHAKE * math.sin(OMEGA * t)))
    mechanism.add_body("machine", "floor", up, inertia=bo.Inertia.box((0.8, 0.6, 0.5), MASS))
    mechanism.add_force("mounts", bo.JointSpring("machine", stiffness))
    mechanism.add_force("dampers", bo.JointDamper("machine", DAMPING))
    return mechanism


def main(output: Path, variants: int = 100) -> dict[str, float]:
    """Returns the largest relative difference between an amplitude and the formula."""
    stiffness = np.geomspace(1e4, 2e6, variants)
    # start from the deflection under its weight, until the start is forgotten; then two periods
    rest = -MASS * 9.81 / stiffness
    times = np.append(0.0, 20.0 + np.linspace(0.0, 0.4, 81))
    runs = bo.simulate(
        [machine(k) for k in stiffness], times=times, q0={"machine": rest}, rtol=1e-10, atol=1e-13, progress=False
    )
    late = times[1:]
    floor = SHAKE * np.sin(OMEGA * late)
    height = runs["machine"].values[:, 1:] + floor - rest[:, None]
    waves = np.stack((np.sin(OMEGA * late), np.cos(OMEGA * late)), -1)
    amplitude = np.linalg.norm(np.linalg.lstsq(waves, height.T)[0], axis=0) / SHAKE
    formula = transmitted(stiffness)
    error = float(np.abs(amplitude / formula - 1).max())
    print(f"{variants} variants of the mounts: amplitudes agree with the formula to {error:.0e}")
    softest = stiffness[np.argmax(amplitude > 1)]
    print(
        f"mounts softer than {softest / 1e3:.0f} kN/m keep the shaking off (in theory {MASS * OMEGA**2 / 2e3:.0f} kN/m)"
    )

    with picture(output / "isolator.png", (8, 4.4)) as axis:
        fine = np.geomspace(stiffness[0], stiffness[-1], 500)
        axis.loglog(fine / 1e3, transmitted(fine), color=INK, lw=5, alpha=0.2, label="formula")
        axis.loglog(stiffness / 1e3, amplitude, "o", color=COLOURS[0], ms=3.5, label="simulated")
        axis.axhline(1, color=MUTED, lw=1, ls=":")
        axis.text(stiffness[0] / 1e3, 1.12, "as the floor", color=MUTED, fontsize=8)
        axis.set(xlabel="stiffness of the mounts, kN/m", ylabel="amplitude of the machine over that of the floor")
        axis.set_title(f"What reaches the machine of a floor that shakes {OMEGA / 2 / math.pi:g} times a second")
        axis.legend(loc="upper left")
    return {"error": error}


def transmitted(stiffness):
    return np.hypot(stiffness, DAMPING * OMEGA) / np.hypot(stiffness - MASS * OMEGA**2, DAMPING * OMEGA)


if __name__ == "__main__":
    run(main)
