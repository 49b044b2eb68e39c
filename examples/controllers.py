"""A robot arm from a URDF file, moved by three controllers: computed torque, PID and LQR, each called 1000 times a second.

The arm swings from one pose to another, with a load in its hand of which the controllers do not know. Computed torque
is off by what the load weighs, exactly as its equation says; the integral part of a PID removes that. An optimal
regulator (LQR) brings the arm back after a push, at the price that its Riccati equation predicts.
"""

from pathlib import Path

import numpy as np
from common import COLOURS, INK, picture, run
from scipy.linalg import expm, solve_discrete_are

import bough as bo

URDF = Path(__file__).parent / "arm.urdf"
PERIOD, MOVE, END = 1e-3, 1.0, 3.0
FROM, TO = np.array((-0.6, -1.2, 1.8, 0.3)), np.array((0.8, -0.3, 0.9, -0.6))
STIFF, DAMP = 40.0**2, 2 * 40.0  # of the error of computed torque: critically damped, 40 rad/s


def arm(load=0.0) -> bo.Mechanism:
    """The arm, with a load in kg in its hand."""
    robot = bo.load(URDF)
    if load:
        robot.add_body("load", "hand", bo.Fixed(), at=(0.1, 0, 0), inertia=bo.Inertia.sphere(0.04, load))
    return robot


def path(t):
    """(q, q̇, q̈) of a smooth move that ends at rest."""
    x = np.clip(t / MOVE, 0.0, 1.0)
    shares = x**3 * (10 - 15 * x + 6 * x**2), 30 * x**2 * (1 - x) ** 2 / MOVE, 60 * x * (1 - x) * (1 - 2 * x) / MOVE**2
    q, u, u_dot = (share * (TO - FROM) for share in shares)
    return FROM + q, u, u_dot


MODEL = arm()  # what the controllers know


def computed_torque(t, q, u, memory):
    """The forces for an acceleration that lets the error die away."""
    q_path, u_path, u_dot_path = path(t)
    wanted = u_dot_path + STIFF * (q_path - q) + DAMP * (u_path - u)
    return bo.inverse_dynamics(MODEL, np.asarray(q), np.asarray(u), wanted)


def pid(t, q, u, memory):
    """Each joint by itself: proportional, integral, derivative."""
    q_path, u_path, _ = path(t)
    error = q_path - q
    memory["sum"] = memory["sum"] + PERIOD * error
    return memory["inertia"] * (1600.0 * error + 8000.0 * memory["sum"] + 80.0 * (u_path - u))


def regulator() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(gain, P, weights) of the best linear feedback at the goal, for a force that is held between samples."""
    derivatives = bo.derivatives.forward_derivatives(MODEL, TO, np.zeros(4), weight(MODEL))
    whole = np.zeros((12, 12))
    whole[:4, 4:8] = np.eye(4)
    whole[4:8] = np.hstack((derivatives.by_q, derivatives.by_u, derivatives.by_tau))
    held = expm(whole * PERIOD)
    a, b = held[:8, :8], held[:8, 8:]
    weights, price = np.diag([1e4] * 4 + [10.0] * 4), 1e-2 * np.eye(4)
    p = solve_discrete_are(a, b, weights, price)
    return np.linalg.solve(price + b.T @ p @ b, b.T @ p @ a), p, weights


def weight(robot) -> np.ndarray:
    """The joint forces that hold an arm at the goal."""
    return bo.inverse_dynamics(robot, TO, np.zeros(4), np.zeros(4))


def moved(robot, function, memory=None) -> bo.Trajectory:
    control = bo.SampledController(function, period=PERIOD, memory=memory)
    return bo.simulate(robot, END, every=0.005, q0=FROM, control=control)


def main(output: Path) -> dict[str, float]:
    """Returns the errors of what theory predicts."""
    inertia = np.diagonal(bo.mass_matrix(MODEL, TO)).copy()
    runs = {
        "computed torque": moved(arm(), computed_torque),
        "computed torque, 0.5 kg not known": moved(arm(0.5), computed_torque),
        "PID, 0.5 kg not known": moved(arm(0.5), pid, {"sum": np.zeros(4), "inertia": inertia}),
    }
    errors = {
        name: motion.q.values - np.array([path(t)[0] for t in motion.time.values]) for name, motion in runs.items()
    }
    # at rest the load is held by the stiffness: M STIFF e = what the model does not know
    mass = bo.mass_matrix(MODEL, runs["computed torque, 0.5 kg not known"].q.values[-1])
    last = runs["computed torque, 0.5 kg not known"].q.values[-1]
    still = np.zeros(4)
    unknown = bo.inverse_dynamics(arm(0.5), last, still, still) - bo.inverse_dynamics(MODEL, last, still, still)
    sag = np.linalg.solve(STIFF * mass, unknown)

    gain, p, weights = regulator()
    push = np.concatenate((np.zeros(4), (0.02, -0.03, 0.03, 0.05)))  # rad/s
    hold = weight(MODEL)
    control = bo.SampledController(
        lambda t, q, u, memory: hold - gain @ np.concatenate((np.asarray(q) - TO, u)), PERIOD
    )
    back = bo.simulate(arm(), 1.5, every=PERIOD, q0=TO, u0=push[4:], control=control)
    x = np.concatenate((back.q - TO, back.u), axis=1)[:-1]
    effort = back.commands.values - hold
    cost = np.einsum("ti,ij,tj->", x, weights, x) + 1e-2 * np.sum(effort**2)

    found = {
        "tracking": float(np.abs(errors["computed torque"]).max()),
        "sag": float(np.abs(errors["computed torque, 0.5 kg not known"][-1] + sag).max() / np.abs(sag).max()),
        "integral": float(np.abs(errors["PID, 0.5 kg not known"][-1]).max() / np.abs(sag).max()),
        "cost": float(abs(cost / (push @ p @ push) - 1.0)),
    }
    print(f"computed torque follows the path to {1e3 * found['tracking']:.2g} mrad")
    print(f"a load of 0.5 kg lets it sag by {1e3 * np.abs(sag).max():.3g} mrad, as predicted to {found['sag']:.1g}")
    print(f"after {END:g} s the PID is off by {1e3 * np.abs(errors['PID, 0.5 kg not known'][-1]).max():.2g} mrad")
    print(f"the regulator's cost is as predicted to {found['cost']:.1g}")
    draw(output / "controllers.png", runs, errors, back)
    return found


def draw(path_of_picture, runs, errors, back) -> None:
    with picture(path_of_picture, (11, 4.2), 1, 3) as (left, middle, right):
        for k, (name, error) in enumerate(errors.items()):
            left.plot(runs[name].time, 1e3 * error[:, 3], color=COLOURS[k], lw=1.4, label=name)
        left.set(xlabel="time, s", ylabel="mrad", title="Wrist: distance from its path")
        left.legend(loc="upper right", fontsize=8)
        motion = runs["PID, 0.5 kg not known"]
        for k, name in enumerate(("shoulder", "elbow")):
            commands = motion.commands.sel(velocity=name)
            middle.step(commands.command_time, commands, where="post", color=COLOURS[k], lw=1.2, label=name)
        middle.set(xlabel="time, s", ylabel="N·m", title="What the PID commands")
        middle.legend(loc="upper right", fontsize=8)
        early = back.commands.sel(command_time=slice(0.0, 0.02))
        for k, name in enumerate(("shoulder", "elbow")):
            values = early.sel(velocity=name) - float(back.commands.sel(velocity=name)[-1])
            right.step(1e3 * early.command_time, values, where="post", color=COLOURS[k], lw=1.4, label=name)
        right.axhline(0.0, color=INK, lw=0.6)
        right.set(xlabel="time, ms", ylabel="N·m", title="LQR after a push, held for 1 ms each")
        right.legend(loc="upper right", fontsize=8)
        for axes in (left, middle, right):
            axes.margins(x=0)


if __name__ == "__main__":
    run(main)
