"""Draws events.png: a ball that bounces and comes to rest, and a clutch that engages. python docs/pictures/events.py"""

import math
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

import bough as bo

INK, FAINT, BLUE, RED = "#1f2937", "#9ca3af", "#1c6ca8", "#d9480f"


def bouncing() -> bo.Trajectory:
    machine = bo.Mechanism("ball")
    machine.add_body("ball", "ground", bo.Prismatic(axis=(0, 0, 1)), inertia=bo.Inertia.point(1.0))
    floor = bo.Event(lambda t, q, u: q["ball"], "floor", direction=-1, then=bo.Impact("ball", 0.8, rest=0.02))
    return bo.simulate(machine, 5.0, q0={"ball": 1.0}, events=[floor])


def clutch() -> bo.Trajectory:
    machine = bo.Mechanism("clutch", gravity=(0, 0, 0))
    for name, parent, moment in (("motor", "ground", 2.0), ("load", "motor", 3.0)):
        disc = bo.Inertia(1.0, (0, 0, 0), (moment, moment, moment))
        machine.add_body(name, parent, bo.Revolute(axis=(0, 0, 1)), inertia=disc)
    machine.add_force("drive", bo.Motor("motor", 20.0))
    machine.add_force("drag", bo.JointDamper("motor", damping=1.0))
    events = [
        bo.Event(at=2.0, name="engages", then=lambda moment: moment.lock("load")),
        bo.Event(at=6.0, name="releases", then=lambda moment: moment.unlock("load")),
    ]
    return bo.simulate(machine, 9.0, events=events)


def main() -> None:
    figure, (left, right) = plt.subplots(1, 2, figsize=(9.6, 3.4), layout="constrained")
    run = bouncing()
    left.plot(run.time, run["ball"], color=BLUE, lw=1.8)
    end = math.sqrt(2 / 9.81) * 1.8 / 0.2
    left.axvline(end, color=FAINT, lw=1, ls="--")
    left.annotate(
        "impacts accumulate", (end, 0.8), (-6, 0), textcoords="offset points", ha="right", color=INK, fontsize=9
    )
    left.set(title="a ball, restitution 0.8", xlabel="time, s", ylabel="height, m")

    run = clutch()
    right.plot(run.time, run["u.motor"], color=BLUE, lw=1.8, label="motor")
    right.plot(run.time, run["u.motor"] + run["u.load"], color=RED, lw=1.8, label="load")
    for event in run.events:
        right.axvline(event["time"], color=FAINT, lw=1, ls="--")
        right.annotate(event["name"], (event["time"], 0.6), (4, 0), textcoords="offset points", color=INK, fontsize=9)
    right.set(title="a clutch", xlabel="time, s", ylabel="speed, rad/s", ylim=(0, 1.15 * float(np.max(run["u.motor"]))))
    right.legend(frameon=False, fontsize=9, loc="upper left")
    for axis in (left, right):
        axis.spines[["top", "right"]].set_visible(False)
        axis.title.set_fontsize(11)
    figure.savefig(Path(__file__).with_name("events.png"), dpi=130)


if __name__ == "__main__":
    main()
