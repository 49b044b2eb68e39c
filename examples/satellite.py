"""A satellite turns itself by moving its arms, without thrusters: nothing acts from outside; its momentum stays zero.

Servos lead the two arms around a closed loop of shoulder and elbow angles, again and again. The arms return to where
they were, the hull does not: each round turns it by the same angle, as a falling cat turns in the air. Look at the
staircase of the hull's angle, and at the momentum.
"""

import math
from pathlib import Path

import numpy as np
from common import COLOURS, INK, MUTED, picture, run

import bough as bo

PERIOD, ROUNDS = 4.0, 5


def satellite() -> bo.Mechanism:
    """A free hull with two arms of two links in the x-y plane."""
    craft = bo.Mechanism("satellite", gravity=(0, 0, 0))
    craft.add_body("hull", "ground", bo.Free(), inertia=bo.Inertia.box((1.0, 1.0, 1.0), 60.0))
    for side, x in (("left", -1.0), ("right", 1.0)):
        link = bo.Inertia.rod(1.0, 6.0, radius=0.05, center=(0.5 * x, 0, 0), axis=(1, 0, 0))
        hand = bo.Inertia.sphere(0.12, 8.0, center=(x, 0, 0))
        craft.add_body(f"{side} arm", "hull", bo.Revolute((0, 0, 1)), at=(0.5 * x, 0, 0), inertia=link)
        craft.add_body(f"{side} hand", f"{side} arm", bo.Revolute((0, 0, 1)), at=(x, 0, 0), inertia=link + hand)
        craft.add_force(f"{side} shoulder", bo.Servo(f"{side} arm", shoulder, 4000.0, 600.0))
        craft.add_force(f"{side} elbow", bo.Servo(f"{side} hand", elbow, 4000.0, 600.0))
    return craft


def begin(t: float) -> float:
    """Grows from 0 to 1 within the first half round."""
    s = min(max(2 * t / PERIOD, 0.0), 1.0)
    return s * s * s * (10.0 - 15.0 * s + 6.0 * s * s)


def shoulder(t: float) -> float:
    return begin(t) * 1.1 * math.cos(2 * math.pi * t / PERIOD)


def elbow(t: float) -> float:
    return begin(t) * (1.2 + 1.1 * math.sin(2 * math.pi * t / PERIOD))


def main(output: Path) -> dict[str, float]:
    """Returns the hull's turn per round, its spread over rounds, and the largest momentum relative to that of a hand."""
    motion = bo.simulate(satellite(), (ROUNDS + 1) * PERIOD, every=PERIOD / 50, rtol=1e-10, atol=1e-12)
    momentum = motion.momentum()
    rotation = motion.poses().rotation.sel(body="hull").values
    angle = np.unwrap(np.arctan2(rotation[:, 1, 0], rotation[:, 0, 0]))
    turns = np.diff(angle[50::50])
    inner = 14.0 * 1.0 * float(np.abs(motion["u.left arm"]).max())  # of an arm's mass, at its speed
    drift = max(float(np.abs(momentum[name]).max()) for name in ("linear", "angular")) / inner
    print(f"the hull turns by {np.degrees(turns).mean():.3f}° each round, every round alike to {np.ptp(turns[1:]):.0e}")
    print(f"momentum drift {drift:.0e} of what the arms carry")

    with picture(output / "turning.png", (9, 6), 3, sharex=True, height_ratios=(1.6, 1, 1)) as axes:
        axes[0].plot(motion.time, np.degrees(angle), color=COLOURS[0])
        axes[0].plot(motion.time[50::50], np.degrees(angle[50::50]), "o", color="white", mec=INK, ms=6, mew=1.3)
        axes[0].set(ylabel="degrees", title="Angle of the hull; circles: the arms are back where they were")
        for name, label in (("left arm", "shoulders"), ("left hand", "elbows")):
            axes[1].plot(
                motion.time, np.degrees(motion[name]), color=COLOURS[1 if label == "elbows" else 2], label=label
            )
        axes[1].set(ylabel="degrees", title="Angles of the arms")
        axes[1].legend(loc="lower right", ncols=2)
        axes[2].plot(motion.time, momentum.angular.sel(axis="z"), color=MUTED)
        axes[2].ticklabel_format(axis="y", scilimits=(-2, 3))
        axes[2].set(ylabel="kg·m²/s", xlabel="time, s", title="Angular momentum of the whole: rounding")
        axes[2].margins(x=0)
    bo.simulate(satellite(), 3 * PERIOD, every=0.05).animate(
        output / "satellite.gif", fps=12, size=(480, 420), speed=1.5
    )
    return {"turn": float(turns.mean()), "unequal": float(np.ptp(turns[1:])), "drift": drift}


if __name__ == "__main__":
    run(main)
