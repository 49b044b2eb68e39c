"""A robot arm draws a circle: by servos alone, and with joint forces computed beforehand.

Servos (a spring and a damper towards a moving reference) always lag: the arm's weight and inertia pull it off the path.
Inverse dynamics gives the joint forces for the path; with these on motors beside the servos, the arm follows to
micrometres. Look at the two paths.
"""

from pathlib import Path

import numpy as np
from common import COLOURS, INK, picture, run
from scipy.interpolate import CubicSpline

import bough as bo

UPPER, FORE, SHOULDER = 0.5, 0.45, 0.4
CENTER, RADIUS, PERIOD = np.array((0.55, 0.0, 0.55)), 0.15, 1.5
SERVOS = {"turret": (4000.0, 120.0), "upper": (4000.0, 120.0), "fore": (2000.0, 50.0)}  # N·m/rad, N·m·s/rad


def arm(forces=()) -> bo.Mechanism:
    """A turret, two links and a tool."""
    bar, y = bo.Inertia.cylinder, (0, 1, 0)
    robot = bo.Mechanism("robot arm")
    robot.add_body("turret", "ground", bo.Revolute((0, 0, 1)), inertia=bar(0.12, SHOULDER, 15.0))
    upper = bar(0.06, UPPER, 9.0, center=(UPPER / 2, 0, 0), axis=(1, 0, 0))
    robot.add_body("upper", "turret", bo.Revolute(y), at=(0, 0, SHOULDER), inertia=upper)
    fore = bar(0.05, FORE, 5.0, center=(FORE / 2, 0, 0), axis=(1, 0, 0))
    robot.add_body("fore", "upper", bo.Revolute(y), at=(UPPER, 0, 0), inertia=fore)
    robot.add_body("tool", "fore", bo.Fixed(), at=(FORE, 0, 0), inertia=bo.Inertia.sphere(0.05, 2.0))
    for name, force in forces:
        robot.add_force(name, force)
    return robot


def joints_at(point) -> tuple[float, float, float]:
    """Angles of the three joints that bring the tool to a point, with the elbow up."""
    x, y, z = point
    reach, rise = np.hypot(x, y), z - SHOULDER
    elbow = np.arccos((reach**2 + rise**2 - UPPER**2 - FORE**2) / (2 * UPPER * FORE))
    shoulder = -np.arctan2(rise, reach) - np.arctan2(FORE * np.sin(elbow), UPPER + FORE * np.cos(elbow))
    return np.arctan2(y, x), shoulder, elbow


def circle(t):
    angle = 2 * np.pi * np.asarray(t) / PERIOD
    return CENTER + RADIUS * np.stack((0 * angle, np.sin(angle), np.cos(angle)), -1)


def main(output: Path) -> dict[str, float]:
    """Returns the largest distances from the path, in metres."""
    knots = np.linspace(0.0, 2 * PERIOD, 601)
    path = CubicSpline(knots, [joints_at(point) for point in circle(knots)])
    q, u, u_dot = path(knots), path(knots, 1), path(knots, 2)
    torque = bo.inverse_dynamics(arm(), q, u, u_dot)

    servos = [
        (f"servo of {name}", bo.Servo(name, CubicSpline(knots, q[:, k]), *gains))
        for k, (name, gains) in enumerate(SERVOS.items())
    ]
    motors = [(f"motor of {name}", bo.Motor(name, CubicSpline(knots, torque[:, k]))) for k, name in enumerate(SERVOS)]
    paths, errors = {}, {}
    for name, forces in (("servos alone", servos), ("with computed joint forces", servos + motors)):
        motion = bo.simulate(arm(forces), times=knots, q0=q[0], u0=u[0], rtol=1e-10, atol=1e-12)
        paths[name] = motion.poses().position.sel(body="tool").values
        errors[name] = np.linalg.norm(paths[name] - circle(knots), axis=1)
        print(f"{name}: at most {1e3 * errors[name].max():.2g} mm off the path")

    with picture(output / "path.png", (10, 4.4), 1, 2, width_ratios=(1, 1.6)) as (left, right):
        left.plot(*circle(knots)[:, 1:].T, color=INK, lw=5, alpha=0.2, label="circle")
        for k, (name, points) in enumerate(paths.items()):
            left.plot(*points[:, 1:].T, color=COLOURS[1 - k], lw=1.3, label=name)
            right.semilogy(knots[1:], 1e3 * errors[name][1:], color=COLOURS[1 - k], label=name)
        left.set(aspect="equal", xlabel="y, m", ylabel="z, m", title="Path of the tool")
        right.set(xlabel="time, s", ylabel="mm", title="Distance from where it should be")
        right.margins(x=0)
        right.legend(loc="center right")
    bo.simulate(arm(servos), PERIOD, q0=q[0], u0=u[0]).animate(output / "arm.gif", fps=20, size=(400, 360))
    return {name: float(error.max()) for name, error in errors.items()}


if __name__ == "__main__":
    run(main)
