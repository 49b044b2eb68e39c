"""A heavy top: steady precession at the textbook's rate, cusps after a start at rest, and energy without drift.

With the right start the axis goes round at a steady rate Ω, a root of I₁ cos θ Ω² − I₃ ω₃ Ω + m g l = 0. Released with
its axis at rest, the top nods and draws cusps. The motion is integrated in momenta by a symplectic method; look at its
energy beside that of a Runge-Kutta method with the same step.
"""

from pathlib import Path

import numpy as np
from common import COLOURS, PALE, picture, run

import bough as bo

ARM, TILT, SPIN = 0.12, np.radians(35.0), 180.0
DISC = bo.Inertia.cylinder(0.08, 0.02, 0.8, center=(0, 0, ARM))
STEP = 1e-3


def top() -> bo.Mechanism:
    mechanism = bo.Mechanism("heavy top")
    mechanism.add_body("top", "ground", bo.Ball(), inertia=DISC)
    return mechanism


def steady_rate() -> float:
    """The slow root Ω."""
    tensor = DISC.about_origin()
    a, b, c = tensor[0, 0] * np.cos(TILT), -tensor[2, 2] * SPIN, DISC.mass * 9.81 * ARM
    return 2 * c / (-b + np.sqrt(b * b - 4 * a * c))


def axis_of(motion: bo.Trajectory) -> np.ndarray:
    """Where the top's axis points."""
    return motion.poses().rotation.sel(body="top", body_axis="z").values


def main(output: Path, duration: float = 20.0) -> dict[str, float]:
    """Returns the error of the precession against the textbook's rate, and the energy errors of both methods."""
    rate = steady_rate()
    q0 = {"top": (np.cos(TILT / 2), 0.0, np.sin(TILT / 2), 0.0)}  # tilted about y
    # body axes: Ω about the vertical, and the rest of the spin about the axis
    steady = {"top": (-rate * np.sin(TILT), 0.0, SPIN)}
    how = {"duration": duration, "every": 0.01, "q0": q0, "step": STEP}
    gauss = bo.simulate(top(), u0=steady, integrator="gauss6", **how)
    runge = bo.simulate(top(), u0=steady, integrator="rk4", energy_tolerance=1.0, **how)
    nodding = bo.simulate(top(), u0={"top": (0.0, 0.0, SPIN)}, integrator="gauss6", **{**how, "duration": 2.0})

    axis = axis_of(gauss)
    angle = np.unwrap(np.arctan2(axis[:, 1], axis[:, 0]))
    error = abs(angle[-1] / (rate * duration) - 1)
    print(f"steady precession at {rate:.6f} rad/s: off the textbook's rate by {error:.0e}")
    errors = {}
    for name, motion in (("gauss6", gauss), ("rk4", runge)):
        energy = motion.energy()
        errors[name] = np.abs(energy.drift.values) / float(energy.kinetic[0])
        print(f"{name}: energy is off by at most {errors[name].max():.0e} in {motion.statistics['steps']} steps")

    with picture(output / "top.png", (10, 4.6), 1, 2, width_ratios=(1, 1.4)) as (left, right):
        around = np.linspace(0, 2 * np.pi, 200)
        left.plot(np.sin(TILT) * np.cos(around), np.sin(TILT) * np.sin(around), color=PALE, lw=4)
        left.plot(*axis_of(nodding)[:, :2].T, color=COLOURS[1], label="let go at rest")
        left.plot(*axis[: round(0.8 * 2 * np.pi / rate / 0.01), :2].T, color=COLOURS[0], label="steady")
        left.set(aspect="equal", xlabel="x", ylabel="y", title="Where the axis points, seen from above")
        left.legend(loc="center")
        for k, (name, values) in enumerate(errors.items()):
            right.semilogy(gauss.time[1:], np.maximum(values[1:], 1e-16), color=COLOURS[2 * k], label=name, lw=1.0)
        right.set(
            xlabel="time, s", title=f"Error of the energy, as a share of the kinetic one; steps of {1e3 * STEP:g} ms"
        )
        right.margins(x=0)
        right.legend()
    return {"rate": error, **{name: float(values.max()) for name, values in errors.items()}}


if __name__ == "__main__":
    run(main)
