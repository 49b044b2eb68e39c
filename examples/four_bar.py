"""Two four-bar linkages in a row: problem A02 of the IFToMM library of benchmarks.

Three uprights stand on the ground and two couplers join their tops. Five equal rods make two closed loops with one
degree of freedom. All uprights stay parallel, so the whole turns like one pendulum, and the exact motion is an elliptic
function. Twice in a turn all rods lie in line, and the linkage could fold another way; look at whether it does.
"""

from pathlib import Path

import numpy as np
from common import COLOURS, INK, picture, run
from scipy.special import ellipj, ellipk

import bough as bo

GRAVITY = 9.81
HINGE = bo.Revolute(axis=(0, 0, 1))
UPRIGHTS, COUPLERS = ("first", "second", "third"), ("left", "right")


def linkage() -> bo.Mechanism:
    rod = bo.Inertia.rod(1.0, mass=1.0, radius=0.01, axis=(1, 0, 0), center=(0.5, 0, 0))
    machine = bo.Mechanism("two four-bars", gravity=(0, -GRAVITY, 0))
    for place, name in enumerate(UPRIGHTS):
        machine.add_body(name, "ground", HINGE, at=(place, 0, 0), inertia=rod)
    for name, before, behind in zip(COUPLERS, UPRIGHTS, UPRIGHTS[1:], strict=False):
        machine.add_body(name, before, HINGE, at=(1, 0, 0), inertia=rod)
        machine.add_loop(f"{name} pin", name, behind, HINGE, at=(1, 0, 0), other_at=(1, 0, 0))
    return machine


def height_of_pendulum(machine: bo.Mechanism, time: np.ndarray, speed: float) -> np.ndarray:
    """The height of the tops, which start upright: three rods turn and two are carried along."""
    rod = machine.body("first").inertia
    inertia = 3 * (rod.mass * 0.25 + rod.tensor[2, 2]) + 2 * rod.mass
    rate = GRAVITY * (3 * rod.mass * 0.5 + 2 * rod.mass) / inertia  # its pendulum: angle'' = rate sin(angle)
    most = np.sqrt(speed**2 + 4 * rate)  # its speed at the bottom
    modulus = 4 * rate / most**2
    sine, *_ = ellipj(most * time / 2 - ellipk(modulus), modulus)  # of half the angle from the bottom
    return 2 * sine**2 - 1


def main(output: Path, duration: float = 10.0) -> dict[str, float]:
    """Returns the largest gap, the degrees of freedom at the start, and the largest distance from the pendulum."""
    machine = linkage()
    q = bo.assemble(machine, dict.fromkeys(UPRIGHTS, np.pi / 2) | dict.fromkeys(COUPLERS, -1.5), hold=UPRIGHTS)
    u = bo.kinematics.consistent_velocities(machine, q, {"first": -1.0}, hold=["first"])
    freedom = bo.kinematics.mobility(machine, q)
    print(str(freedom).partition("\n")[0])
    motion = bo.simulate(machine, duration, q0=q, u0=u, progress=False)
    gap = float(motion.closure().gap.max())
    print(f"{motion.statistics['steps']} steps; loops open by at most {gap:.0e} m or rad")
    time, height = motion.time.values, np.sin(motion["q.first"].values)
    exact = height_of_pendulum(machine, time, 1.0)
    error = np.abs(height - exact)
    turns = int(abs(motion["q.first"].values[-1] - np.pi / 2) / (2 * np.pi))
    print(f"{turns} turns, {2 * turns} positions with all rods in line; off the exact height by {error.max():.0e} m")

    with picture(output / "four_bar.png", (9, 5), 2, sharex=True) as (above, below):
        above.plot(time, exact, color=INK, lw=4, alpha=0.25, label="a pendulum, by elliptic functions")
        above.plot(time, height, color=COLOURS[0], label="the linkage")
        above.set(title="Height of the tops", ylabel="m")
        above.legend(loc="lower right", ncols=2, bbox_to_anchor=(1, 1), borderaxespad=0.2)
        below.semilogy(time[1:], error[1:], color=COLOURS[1])
        below.set(title="Difference", ylabel="m", xlabel="time, s")
        below.margins(x=0)
    return {"gap": gap, "freedom": freedom.dofs, "error": float(error.max())}


if __name__ == "__main__":
    run(main)
