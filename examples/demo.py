"""A two-armed robot on a driving base: describe it, weigh every form of its equations, move it, draw it.

python examples/demo.py --output demo
"""

from __future__ import annotations

import argparse
import csv
import sys
import timeit
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.progress import Progress
from rich.table import Table
from rich.tree import Tree

import bough as bo
from bough.dynamics import compiled
from bough.formulations import FORMULATIONS
from bough.tree.entries import Entry

X, Y, Z = np.eye(3)
console = Console(highlight=False)


# --- the machine ------------------------------------------------------------------------------------------------------


def build_robot() -> bo.Mechanism:
    """Base, lift, torso, head with a camera; two arms: the left one carries a bucket, the right one a tool. x is forward, z up."""
    robot = bo.Mechanism("porter")

    def add(name, parent, joint, at, inertia):
        robot.add_body(name, parent, joint, at, inertia=inertia)

    add("base", "ground", bo.Planar(), (0, 0, 0.15), bo.Inertia.box((0.6, 0.5, 0.2), 40.0))
    add("lift", "base", bo.Prismatic(Z), (0, 0, 0.1), bo.Inertia.box((0.12, 0.12, 0.6), 8.0, center=(0, 0, 0.3)))
    add("torso", "lift", bo.Revolute(Z), (0, 0, 0.6), bo.Inertia.box((0.2, 0.36, 0.4), 12.0, center=(0, 0, 0.2)))
    add("head", "torso", bo.Universal(Z, Y), (0, 0, 0.48), bo.Inertia.sphere(0.1, 3.0, center=(0, 0, 0.12)))
    add("camera", "head", bo.Fixed(), (0.1, 0, 0.14), bo.Inertia.box((0.05, 0.1, 0.04), 0.3))
    for side, y in (("left", 0.26), ("right", -0.26)):
        upper, forearm, hand = f"{side}_upper_arm", f"{side}_forearm", f"{side}_hand"
        add(upper, "torso", bo.Ball(), (0, y, 0.38), bo.Inertia.rod(0.32, 2.4, radius=0.045, center=(0, 0, -0.16)))
        add(forearm, upper, bo.Revolute(Y), (0, 0, -0.32), bo.Inertia.rod(0.28, 1.6, radius=0.035, center=(0, 0, -0.14)))
        add(hand, forearm, bo.Universal(X, Y), (0, 0, -0.28), bo.Inertia.box((0.1, 0.06, 0.14), 0.7, center=(0, 0, -0.07)))
    add("bucket", "left_hand", bo.Ball(), (0, 0, -0.14), bo.Inertia.cylinder(0.11, 0.22, 3.0, center=(0, 0, -0.24)))
    add("tool", "right_hand", bo.Fixed(), (0, 0, -0.1), bo.Inertia.rod(0.3, 0.9, radius=0.015, axis=X))
    return robot


class Controller:
    """Motors: the weight of the goal pose, a spring to a goal that moves smoothly there in three seconds, and damping everywhere."""

    def __init__(self, robot: bo.Mechanism):
        self.robot = robot
        half = np.radians(-75) / 2
        self.start = robot.coordinates({"right_upper_arm": (np.cos(half), np.sin(half), 0, 0), "left_forearm": -0.4})
        self.goal = robot.coordinates(
            {"base": (1.2, 0.4, 0.9), "lift": 0.25, "torso": -0.7, "head": (0.9, 0.25), "left_forearm": -1.5,
             "left_hand.turn2": 1.5, "right_forearm": -0.8}
        )  # fmt: skip
        self.spring = robot.velocities(
            {"base": (900, 900, 500), "lift": 6000, "torso": 400, "head": (30, 30), "left_upper_arm": (120, 120, 60),
             "left_forearm": 80, "left_hand": (40, 40), "right_upper_arm": (8, 8, 8), "right_forearm": 10, "right_hand": (6, 6)}
        )  # fmt: skip
        self.damper = robot.velocities(
            {"base": (400, 400, 200), "lift": 900, "torso": 60, "head": (4, 4), "left_upper_arm": (14, 14, 4), "left_forearm": 7,
             "left_hand": (1.5, 1.5), "bucket": (0.05, 0.05, 0.02), "right_upper_arm": (0.9, 0.9, 0.4), "right_forearm": 0.4,
             "right_hand": (0.12, 0.12)}
        )  # fmt: skip
        rest = robot.velocities()
        self.weight = bo.inverse_dynamics(robot, self.goal, rest, rest)
        # the right arm swings: its motors know nothing of its weight
        self.weight[[name.startswith("right_") for name in robot.u_names]] = 0.0

    def __call__(self, t: float, q: np.ndarray, u: np.ndarray) -> np.ndarray:
        s = min(t / 3.0, 1.0)
        goal = self.start + s * s * (3.0 - 2.0 * s) * (self.goal - self.start)
        # the way to the goal as velocities: a difference for hinges and slides, twice the quaternion's error for ball joints
        error = bo.velocities_from_rates(self.robot, q, goal - q)
        return self.weight + self.spring * error - self.damper * u


# --- (a) what it is -----------------------------------------------------------------------------------------------------


def describe(robot: bo.Mechanism) -> None:
    """Print the tree and its numbers."""
    nodes = {"ground": Tree(f"[bold]{robot.name}[/]  on the ground")}
    for body in robot.bodies:
        joint = type(body.joint).__name__
        dofs = len(body.joint.u_names)
        label = f"{body.name}  [cyan]{joint}[/] [dim]{dofs} DoF, {body.inertia.mass:g} kg[/]"
        nodes[body.name] = nodes[body.parent].add(label)
    console.print(nodes["ground"])
    shape = robot.topology
    mass = sum(body.inertia.mass for body in robot.bodies)
    console.print(
        f"{len(robot)} bodies, {robot.n} degrees of freedom, {mass:.1f} kg. Deepest path: {shape.depth.max()} DoFs. "
        f"Mass matrix: density α = {shape.density:.2f}, N1 = {shape.N1}, N2 = {shape.N2}.\n"
    )


# --- (b) every form of its equations -------------------------------------------------------------------------------------


@dataclass
class Result:
    """How one form of the equations did on this robot."""

    form: str
    solver: str
    flops: int | None  # None where a library solves, uncounted
    difference: float  # from the first form, relative
    single: float  # seconds per call, one state
    batch: float  # seconds per state, in a batch

    @property
    def label(self) -> str:
        return f"{self.form} + {self.solver}" if self.solver else self.form


def best_time(call, budget: float) -> float:
    """Seconds per call, the best of several samples."""
    call()
    once = timeit.timeit(call, number=1)
    number = max(1, int(2e-3 / once))
    repeats = max(2, min(100, int(budget / (once * number))))
    return min(timeit.repeat(call, number=number, repeat=repeats)) / number


def weigh_forms(robot: bo.Mechanism, states: int, budget: float) -> list[Result]:
    """Accelerations of the same states by every form and solver that fits: agreement, operations, time."""
    q, u = bo.random_state(robot, seed=1, states=states)
    tau = np.random.default_rng(2).standard_normal((states, robot.n))
    pairs = [(form, solver) for form in FORMULATIONS.values() for solver in form.solvers or (None,)]
    results: list[Result] = []
    reference = bo.forward_dynamics(robot, q, u, tau)
    with Progress(transient=True, console=Console(stderr=True)) as progress:
        task = progress.add_task("forms of the equations (compiled at first use)", total=len(pairs))
        for form, solver in pairs:
            if bo.supports(robot, form.name, solver) is None:
                options = {"formulation": form.name, "solver": solver}
                u_dot = bo.forward_dynamics(robot, q, u, tau, **options)
                evaluation = form.evaluation(compiled(robot), solver)
                flops = None
                if isinstance(evaluation, Entry):
                    operations, _ = evaluation.counts(q[0], u[0], tau[0])
                    flops = sum(operations[kind] for kind in ("add", "mul", "div", "sqrt"))
                one = q[0].copy(), u[0].copy(), tau[0].copy()
                results.append(
                    Result(
                        form.name,
                        solver or "",
                        flops,
                        float(np.abs(u_dot - reference).max() / np.abs(reference).max()),
                        best_time(lambda s=one, o=options: bo.forward_dynamics(robot, *s, **o), budget),
                        best_time(lambda o=options: bo.forward_dynamics(robot, q, u, tau, **o), budget) / states,
                    )
                )
            progress.advance(task)
    return results


def report_forms(robot: bo.Mechanism, results: list[Result], states: int) -> None:
    """Print the table, the fastest form, and why."""
    fastest, fastest_batch = min(results, key=lambda r: r.single), min(results, key=lambda r: r.batch)
    table = Table(title=f"Accelerations of '{robot.name}', the same by every form", title_justify="left")
    for heading in ("form", "solver", "flops", "one state, µs", f"of {states}, µs each", "difference"):
        table.add_column(heading, justify="left" if heading in ("form", "solver") else "right")
    for r in results:
        marks = ["[bold green]" if r is best else "" for best in (fastest, fastest_batch)]
        stars = ["★ " if mark else "" for mark in marks]
        table.add_row(
            r.form, r.solver or "–", "–" if r.flops is None else f"{r.flops}",
            f"{marks[0]}{stars[0]}{r.single * 1e6:.2f}", f"{marks[1]}{stars[1]}{r.batch * 1e6:.3f}", f"{r.difference:.0e}",
        )  # fmt: skip
    console.print(table)
    console.print(explanation(robot, results, fastest) + "\n")


def explanation(robot: bo.Mechanism, results: list[Result], fastest: Result) -> str:
    """In one sentence, why this form is the fastest for this shape."""
    shape = robot.topology
    factorisation = shape.N1 + 2 * shape.N2
    dense = shape.n * (shape.n - 1) // 2 + (shape.n**3 - shape.n) // 3
    others = [r for r in results if r.flops is not None and r.form != fastest.form]
    rival = min(others, key=lambda r: r.flops or 0)
    counts = f"{fastest.flops} flops against {rival.flops} of {rival.label}"
    spread = f"its {shape.n} DoFs branch into paths of at most {shape.depth.max()}"
    if fastest.form in ("composite-bodies", "direct"):
        return (
            f"★ {fastest.label} is the fastest ({counts}): {spread}, which leaves {shape.density:.0%} of the mass matrix and "
            f"N1 + 2 N2 = {factorisation} operations of its factorisation ({dense} if it were full)."
        )
    return (
        f"★ {fastest.label} is the fastest ({counts}): {spread}, deep enough that eliminating body by body costs less than a mass "
        f"matrix {shape.density:.0%} full and the N1 + 2 N2 = {factorisation} operations of its factorisation."
    )


# --- (c) a motion ----------------------------------------------------------------------------------------------------------


@dataclass
class Run:
    """A motion, sampled: one row per instant."""

    time: np.ndarray
    q: np.ndarray
    u: np.ndarray
    tau: np.ndarray
    work: np.ndarray  # done by the motors since the start


def quaternion_places(robot: bo.Mechanism) -> list[slice]:
    """Where the quaternions stand in q."""
    ends = np.cumsum([len(body.joint.q_names) for body in robot.bodies])
    return [slice(end - 4, end) for body, end in zip(robot.bodies, ends, strict=True) if body.joint.has_quaternion]


def move(robot: bo.Mechanism, duration: float, step: float, sample_every: int) -> Run:
    """Integrate the motion by the classical Runge-Kutta method of fourth order."""
    control = Controller(robot)
    quaternions = quaternion_places(robot)

    def normalised(q):
        for place in quaternions:
            q[place] /= np.linalg.norm(q[place])
        return q

    def rates(t, q, u):
        tau = control(t, q, u)
        return bo.coordinate_rates(robot, q, u), bo.forward_dynamics(robot, q, u, tau), tau @ u, tau

    q, u, work = control.start.copy(), robot.velocities(), 0.0
    steps = round(duration / step)
    samples = []
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("motion", total=steps)
        for k in range(steps + 1):
            t = k * step
            q1, u1, p1, tau = rates(t, q, u)
            if k % sample_every == 0:
                samples.append((t, q, u, tau, work))
                progress.update(task, completed=k)
            q2, u2, p2, _ = rates(t + step / 2, normalised(q + step / 2 * q1), u + step / 2 * u1)
            q3, u3, p3, _ = rates(t + step / 2, normalised(q + step / 2 * q2), u + step / 2 * u2)
            q4, u4, p4, _ = rates(t + step, normalised(q + step * q3), u + step * u3)
            q = normalised(q + step / 6 * (q1 + 2 * q2 + 2 * q3 + q4))
            u = u + step / 6 * (u1 + 2 * u2 + 2 * u3 + u4)
            work += step / 6 * (p1 + 2 * p2 + 2 * p3 + p4)
    return Run(*(np.array(column) for column in zip(*samples, strict=True)))


def energies(robot: bo.Mechanism, run: Run) -> dict[str, np.ndarray]:
    """Kinetic and potential energy, the motors' work, and what the balance misses."""
    kinetic, potential = bo.kinetic_energy(robot, run.q, run.u), bo.potential_energy(robot, run.q)
    potential = potential - potential[0]
    return {
        "kinetic": kinetic,
        "potential": potential,
        "work": run.work,
        "drift": kinetic + potential - run.work - kinetic[0],
    }


# --- (d) what is left of it -------------------------------------------------------------------------------------------------


def save_table(robot: bo.Mechanism, run: Run, energy: dict[str, np.ndarray], path: Path) -> None:
    """One row per instant, one named column per number."""
    headings = ["time"]
    for letter, names in (("q", robot.q_names), ("u", robot.u_names), ("tau", robot.u_names)):
        headings += [f"{letter}:{name}" for name in names]
    rows = np.column_stack((run.time, run.q, run.u, run.tau, *energy.values()))
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow([*headings, *energy])
        writer.writerows([f"{x:.9g}" for x in row] for row in rows)


INK, MUTED = "#1f2933", "#7b8794"
COLOURS = ("#1b6ca8", "#d1495b", "#edae49", "#3a7d44", "#7d5ba6", "#30a5bf")


def prepare_pictures():
    """Matplotlib without a display, in the look of these pictures."""
    import matplotlib as mpl

    mpl.use("Agg")
    import matplotlib.pyplot as plt

    plt.rcParams.update(
        {"figure.dpi": 150, "font.size": 9, "axes.spines.top": False, "axes.spines.right": False, "axes.edgecolor": MUTED,
         "axes.labelcolor": INK, "xtick.color": INK, "ytick.color": INK, "axes.grid": True, "grid.color": "#e4e7eb",
         "axes.titlelocation": "left", "axes.titleweight": "bold", "legend.frameon": False, "axes.axisbelow": True,
         "axes.prop_cycle": mpl.cycler(color=COLOURS)}
    )  # fmt: skip
    return plt


def draw_motion(plt, robot: bo.Mechanism, run: Run, path: Path) -> None:
    """Named joint coordinates against time."""
    panels = {
        "base and lift": (("base.x", "base.y", "lift"), "m"),
        "turns of base, torso and head": (("base.angle", "torso", "head.turn1", "head.turn2"), "rad"),
        "left arm, driven": (("left_forearm", "left_hand.turn1", "left_hand.turn2", "bucket.x", "bucket.y"), "rad (bucket: quaternion)"),
        "right arm, swinging": (("right_upper_arm.x", "right_forearm", "right_hand.turn1", "right_hand.turn2"), "rad (upper arm: quaternion)"),
    }  # fmt: skip
    figure, axes = plt.subplots(2, 2, figsize=(10, 6), sharex=True, layout="constrained")
    for axis, (title, (names, unit)) in zip(axes.flat, panels.items(), strict=True):
        for name in names:
            axis.plot(run.time, run.q[:, robot.q_names.index(name)], label=name, lw=1.6)
        axis.set_title(title)
        axis.set_ylabel(unit)
        axis.legend(fontsize=7.5, ncols=2)
        axis.margins(x=0)
    for axis in axes[1]:
        axis.set_xlabel("time, s")
    figure.savefig(path)
    plt.close(figure)


def draw_energy(plt, run: Run, energy: dict[str, np.ndarray], path: Path) -> None:
    """The balance: what the bodies gained is what the motors did."""
    figure, (above, below) = plt.subplots(2, 1, figsize=(8, 5.4), sharex=True, layout="constrained", height_ratios=(2, 1))
    above.plot(run.time, energy["work"], color=INK, lw=4, alpha=0.25, label="work of the motors")
    above.plot(run.time, energy["kinetic"] + energy["potential"], color=INK, lw=1.2, ls="--", label="kinetic + potential")
    above.plot(run.time, energy["potential"], label="potential (from the start)")
    above.plot(run.time, energy["kinetic"], label="kinetic")
    above.set_title("Energy")
    above.set_ylabel("J")
    above.legend()
    below.plot(run.time, energy["drift"], color=COLOURS[3])
    below.set_title("Kinetic + potential − work: drift of the integration")
    below.set_ylabel("J")
    below.set_xlabel("time, s")
    below.margins(x=0)
    figure.savefig(path)
    plt.close(figure)


def draw_methods(plt, results: list[Result], states: int, path: Path) -> None:
    """Time of every form, for one state and in a batch."""
    ordered = sorted(results, key=lambda r: -r.batch)
    rows = np.arange(len(ordered))
    figure, axis = plt.subplots(figsize=(8, 4.6), layout="constrained")
    for shift, times, colour, label in (
        (0.2, [r.single for r in ordered], COLOURS[0], "one state, called from Python"),
        (-0.2, [r.batch for r in ordered], COLOURS[2], f"per state in a batch of {states}"),
    ):
        bars = axis.barh(rows + shift, np.array(times) * 1e6, 0.36, color=colour, label=label)
        axis.bar_label(bars, [f"{t * 1e6:.3g}" for t in times], padding=3, fontsize=7.5, color=INK)
    axis.set_yticks(rows, [r.label for r in ordered])
    axis.set_xscale("log")
    axis.set_xlabel("µs, logarithmic")
    axis.grid(axis="y", visible=False)
    axis.tick_params(axis="y", length=0)
    axis.set_title("Accelerations by every form of the equations")
    axis.legend(loc="upper right")
    figure.savefig(path)
    plt.close(figure)


def skeleton(robot: bo.Mechanism, poses: np.ndarray) -> list[tuple[str, np.ndarray]]:
    """Lines to draw, in ground axes: (what, points)."""
    frames = dict(zip(robot.body_names, poses, strict=True))

    def points(body, *local):
        return np.array(local, float) @ frames[body][:3, :3].T + frames[body][:3, 3]

    lines = []
    for z in (-0.1, 0.1):
        corners = [(x, y, z) for x, y in ((0.3, 0.25), (-0.3, 0.25), (-0.3, -0.25), (0.3, -0.25), (0.3, 0.25))]
        lines.append(("base", points("base", *corners)))
    lines += [("base", points("base", (x, y, -0.1), (x, y, 0.1))) for x in (0.3, -0.3) for y in (0.25, -0.25)]
    lines.append(("trunk", points("lift", (0, 0, 0), (0, 0, 0.6))))
    lines.append(("trunk", points("torso", (0, 0, 0), (0, 0, 0.48))))
    lines.append(("trunk", points("torso", (0, 0.26, 0.38), (0, -0.26, 0.38))))
    turn = np.linspace(0, 2 * np.pi, 25)
    for circle in ((0 * turn, np.cos(turn), np.sin(turn)), (np.cos(turn), 0 * turn, np.sin(turn))):
        lines.append(("trunk", points("head", *(0.1 * np.column_stack(circle) + (0, 0, 0.12)))))
    lines.append(("tool", points("camera", (0, 0, 0), (0.08, 0, 0))))
    for side in ("left", "right"):
        arm = [frames[f"{side}_{part}"][:3, 3] for part in ("upper_arm", "forearm", "hand")]
        lines.append((side, np.array([*arm, points(f"{side}_hand", (0, 0, -0.14))[0]])))
    lines.append(("tool", points("tool", (-0.15, 0, 0), (0.15, 0, 0))))
    rim = [points("bucket", *np.column_stack((0.11 * np.cos(turn), 0.11 * np.sin(turn), 0 * turn + z))) for z in (-0.13, -0.35)]
    lines += [("tool", ring) for ring in rim]
    lines += [("tool", np.array([frames["bucket"][:3, 3], rim[0][k], rim[1][k]])) for k in (0, 12)]
    return lines


def draw_machine(plt, robot: bo.Mechanism, run: Run, path: Path) -> None:
    """A stick figure of the robot at a few instants, each in its own place on the floor."""
    shown = np.linspace(0, len(run.time) - 1, 5).round().astype(int)
    poses = bo.body_poses(robot, run.q[shown])
    colours = {"base": MUTED, "trunk": INK, "left": COLOURS[0], "right": COLOURS[1], "tool": COLOURS[2]}
    figure = plt.figure(figsize=(12, 3.6))
    for place, (k, instant) in enumerate(zip(shown, poses, strict=True)):
        axis = figure.add_axes((place / 5, 0.0, 0.2, 0.92), projection="3d", computed_zorder=False)
        for what, line in skeleton(robot, instant):
            axis.plot(*line.T, color=colours[what], lw=1.2 if what == "base" else 2.2, solid_capstyle="round")
        base = instant[0][:3, 3]
        axis.plot(*run_track(robot, run, k), color=COLOURS[3], lw=1)
        axis.set(xlim=base[0] + np.array((-0.6, 0.6)), ylim=base[1] + np.array((-0.6, 0.6)), zlim=(0, 1.8))
        axis.set_box_aspect((1.2, 1.2, 1.8), zoom=1.45)
        axis.view_init(elev=16, azim=-52)
        axis.set_axis_off()
        figure.text((place + 0.5) / 5, 0.93, f"t = {run.time[k]:.1f} s", ha="center", color=INK, weight="bold")
    figure.savefig(path)
    plt.close(figure)


def run_track(robot, run, k):
    x, y = (run.q[: k + 1, robot.q_names.index(name)] for name in ("base.x", "base.y"))
    near = np.hypot(x - x[-1], y - y[-1]) < 0.7
    return x[near], y[near], 0 * x[near]


# --- the whole ---------------------------------------------------------------------------------------------------------------


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--output", type=Path, default=Path("demo"), metavar="FOLDER", help="where results go (default: demo)")
    parser.add_argument("--quick", action="store_true", help="a short motion, small batches and rough times")
    options = parser.parse_args()
    folder = options.output
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "run.csv").open("w").close()
    except OSError as error:
        print(f"demo: cannot write to '{folder}': {error.strerror}; choose another folder with --output.", file=sys.stderr)
        return 2
    states, budget, duration = (256, 0.01, 0.2) if options.quick else (4096, 0.4, 6.0)

    robot = build_robot()
    describe(robot)
    results = weigh_forms(robot, states, budget)
    report_forms(robot, results, states)
    run = move(robot, duration, step=0.002, sample_every=10)
    energy = energies(robot, run)
    console.print(
        f"Moved for {duration:g} s: the motors did {run.work[-1]:.1f} J of work; the energy balance drifts by at most "
        f"{np.abs(energy['drift']).max():.1e} J."
    )
    save_table(robot, run, energy, folder / "run.csv")
    plt = prepare_pictures()
    draw_motion(plt, robot, run, folder / "motion.png")
    draw_energy(plt, run, energy, folder / "energy.png")
    draw_methods(plt, results, states, folder / "methods.png")
    draw_machine(plt, robot, run, folder / "machine.png")
    written = ", ".join(sorted(path.name for path in folder.iterdir() if path.suffix in (".csv", ".png")))
    console.print(f"Written to {folder}/: {written}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
