"""A car changes lanes and drives over a bump with its left wheels: four suspensions and wheels on one free body.

The chassis floats; each corner has a strut with spring and damper, a wheel, and in front a steered knuckle (a driven
joint). Tyres are user functions: a spring towards the road, and friction against the slip at the contact. Look at the
wheels' loads: together they carry the weight once all has settled, and they shift to the outer side in the curves.
"""

import math
from pathlib import Path

import numpy as np
from common import COLOURS, INK, MUTED, label_ends, picture, run
from numba import njit

import bough as bo

AXLE, TRACK, RADIUS, SPEED = 1.3, 0.75, 0.32, 15.0  # half of wheelbase and of track width
TYRE, GRIP, SLIP = 2e5, 0.9, 1.5  # N/m, friction, m/s
CORNERS = {
    "front left": (AXLE, TRACK),
    "front right": (AXLE, -TRACK),
    "rear left": (-AXLE, TRACK),
    "rear right": (-AXLE, -TRACK),
}
DURATION, BUMP = 9.0, 75.0  # s, m


@njit  # called by the compiled tyre
def road(x: float, y: float) -> float:
    """A bump of 4 cm on the left."""
    return 0.04 * math.exp(-(((x - BUMP) / 0.5) ** 2)) / (1.0 + math.exp(-8.0 * (y - 3.5)))


def tyre(t, position, rotation, velocity, spin):
    """Force and moment on a wheel: it is pressed into the road, and slips over it."""
    depth = RADIUS + road(position[0], position[1]) - position[2]
    load = TYRE * 0.5 * (depth + math.sqrt(depth * depth + 1e-8))
    slip_x, slip_y = velocity[0] - RADIUS * spin[1], velocity[1] + RADIUS * spin[0]
    friction = -GRIP * load / math.sqrt(slip_x * slip_x + slip_y * slip_y + SLIP * SLIP)
    x, y = friction * slip_x, friction * slip_y
    return (x, y, load), (RADIUS * y, -RADIUS * x, 0.0)


def steering(t: float) -> float:
    """Steer to the left and back, to change lanes."""
    s = (t - 0.5) / 4.0
    return 0.045 * math.sin(2 * math.pi * s) * math.sin(math.pi * s) ** 2 if 0.0 < s < 1.0 else 0.0


def car() -> bo.Mechanism:
    machine = bo.Mechanism("car")
    machine.add_body("chassis", "ground", bo.Free(), inertia=bo.Inertia.box((4.0, 1.6, 0.5), 1200.0))
    for corner, (x, y) in CORNERS.items():
        strut, carrier = f"{corner} strut", f"{corner} strut"
        machine.add_body(strut, "chassis", bo.Prismatic((0, 0, 1)), (x, y, -0.25), inertia=bo.Inertia.point(15.0))
        machine.add_force(f"{corner} spring", bo.JointSpring(strut, 25e3, rest=-1200 * 9.81 / 4 / 25e3))
        machine.add_force(f"{corner} damper", bo.JointDamper(strut, 2200.0))
        if x > 0:
            carrier = f"{corner} knuckle"
            turn = bo.Driven(bo.Revolute((0, 0, 1)), steering)
            machine.add_body(carrier, strut, turn, inertia=bo.Inertia.sphere(0.1, 5.0))
        wheel = bo.Inertia.cylinder(RADIUS, 0.2, 18.0, axis=(0, 1, 0))
        machine.add_body(f"{corner} wheel", carrier, bo.Revolute((0, 1, 0)), inertia=wheel)
        machine.add_force(f"{corner} tyre", bo.CustomBodyForce(f"{corner} wheel", tyre))
    return machine


def main(output: Path) -> dict[str, float]:
    """Returns the final difference of the wheels' loads from the weight, and how far the car has moved aside."""
    machine = car()
    spins = {f"{corner} wheel": SPEED / RADIUS for corner in CORNERS}
    weight = machine.mass * 9.81
    start = {"chassis.z": RADIUS + 0.25 - weight / 4 / TYRE}
    motion = bo.simulate(machine, DURATION, every=0.01, q0=start, u0={"chassis.vx": SPEED, **spins})
    place = motion.poses().position
    loads = {corner: wheel_load(place.sel(body=f"{corner} wheel").values) for corner in CORNERS}
    error = abs(sum(load[-1] for load in loads.values()) / weight - 1)
    aside = float(place.sel(body="chassis", axis="y")[-1])
    print(f"in the end the wheels carry the weight of {weight:.0f} N but for a share of {error:.0e}")
    print(f"the car has moved {aside:.2f} m to the left")
    draw(motion, loads, output / "car.png")
    return {"load": float(error), "aside": aside}


def wheel_load(place: np.ndarray) -> np.ndarray:
    depth = RADIUS + np.array([road(x, y) for x, y, _ in place]) - place[:, 2]
    return TYRE * 0.5 * (depth + np.sqrt(depth**2 + 1e-8))


def draw(motion: bo.Trajectory, loads: dict[str, np.ndarray], path: Path) -> None:
    place, time = motion.poses().position, motion.time
    rotation = motion.poses().rotation.sel(body="chassis").values
    roll, pitch = np.degrees(np.arcsin(rotation[:, 2, 1])), np.degrees(np.arcsin(-rotation[:, 2, 0]))
    with picture(path, (10, 7.5), 3, height_ratios=(0.8, 1.3, 1)) as axes:
        for corner, colour in zip(CORNERS, COLOURS, strict=False):
            axes[0].plot(*place.sel(body=f"{corner} wheel").values[:, :2].T, color=colour, lw=1.0)
        for k in range(0, len(time), 100):
            corners = np.array([(x, y, 0) for x, y in ((2, 0.8), (-2, 0.8), (-2, -0.8), (2, -0.8), (2, 0.8))])
            outline = place.sel(body="chassis").values[k] + corners @ rotation[k].T
            axes[0].fill(*outline[:, :2].T, color=MUTED, alpha=0.35, lw=0)
        axes[0].fill((BUMP - 0.6, BUMP + 0.6, BUMP + 0.6, BUMP - 0.6), (3.5, 3.5, 6.5, 6.5), color=INK, alpha=0.7, lw=0)
        axes[0].text(BUMP + 1.5, 5.6, "bump", fontsize=8)
        axes[0].set(xlabel="x, m", ylabel="y, m", title="Tracks of the wheels, and the car at every second", aspect=4)
        lines = [
            axes[1].plot(time, load / 1e3, color=colour)[0]
            for load, colour in zip(loads.values(), COLOURS, strict=False)
        ]
        label_ends(axes[1], lines, list(loads))
        axes[1].set(ylabel="kN", title="Loads of the wheels")
        lines = [axes[2].plot(time, values, color=colour)[0] for values, colour in ((roll, COLOURS[4]), (pitch, INK))]
        label_ends(axes[2], lines, ["roll", "pitch"])
        axes[2].set(ylabel="degrees", xlabel="time, s", title="Roll and pitch of the chassis")
        for axis in axes[1:]:
            axis.margins(x=0)


if __name__ == "__main__":
    run(main)
