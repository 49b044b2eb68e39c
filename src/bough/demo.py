"""A two-armed robot on a driving base: describe it, weigh every form of its equations, move it, draw it."""

from __future__ import annotations

import csv
import timeit
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.progress import Progress
from rich.table import Table
from rich.tree import Tree

import bough as bo
from bough import demo_pictures as pictures
from bough.formulations import FORMULATIONS
from bough.solvers.warm import ITERATIVE
from bough.tree.compile import compiled
from bough.tree.entries import Entry

X, Y, Z = np.eye(3)
console = Console(highlight=False)


def progress_bar() -> Progress:
    """On standard error, and only on a terminal."""
    errors = Console(stderr=True)
    return Progress(console=errors, transient=True, disable=not errors.is_terminal)


# --- the machine ------------------------------------------------------------------------------------------------------


def build_robot() -> bo.Mechanism:
    """Base, lift, torso, head with a camera; two arms: the left one carries a bucket, the right one a tool. x is forward, z up."""
    robot = bo.Mechanism("porter")
    box, rod, round_bar, ball = bo.Inertia.box, bo.Inertia.rod, bo.Inertia.cylinder, bo.Inertia.sphere

    def add(name, parent, joint, at, inertia):
        robot.add_body(name, parent, joint, at, inertia=inertia)

    add("base", "ground", bo.Planar(), (0, 0, 0.15), box((0.6, 0.5, 0.2), 40.0))
    add("lift", "base", bo.Prismatic(Z), (0, 0, 0.1), box((0.12, 0.12, 0.6), 8.0, center=(0, 0, 0.3)))
    add("torso", "lift", bo.Revolute(Z), (0, 0, 0.6), box((0.2, 0.36, 0.4), 12.0, center=(0, 0, 0.2)))
    add("head", "torso", bo.Universal(Z, Y), (0, 0, 0.48), ball(0.1, 3.0, center=(0, 0, 0.12)))
    add("camera", "head", bo.Fixed(), (0.1, 0, 0.14), box((0.05, 0.1, 0.04), 0.3))
    for side, y in (("left", 0.26), ("right", -0.26)):
        upper, forearm, hand = f"{side}_upper_arm", f"{side}_forearm", f"{side}_hand"
        add(upper, "torso", bo.Ball(), (0, y, 0.38), rod(0.32, 2.4, radius=0.045, center=(0, 0, -0.16)))
        add(forearm, upper, bo.Revolute(Y), (0, 0, -0.32), rod(0.28, 1.6, radius=0.035, center=(0, 0, -0.14)))
        add(hand, forearm, bo.Universal(X, Y), (0, 0, -0.28), box((0.1, 0.06, 0.14), 0.7, center=(0, 0, -0.07)))
    add("bucket", "left_hand", bo.Ball(), (0, 0, -0.14), round_bar(0.11, 0.22, 3.0, center=(0, 0, -0.24)))
    add("tool", "right_hand", bo.Fixed(), (0, 0, -0.1), rod(0.3, 0.9, radius=0.015, axis=X))
    return robot


class Controller:
    """Motors: a goal that moves smoothly for three seconds, its weight, springs towards it, and damping in every joint."""

    def __init__(self, robot: bo.Mechanism):
        self.robot = robot
        half = np.radians(-75) / 2
        bent = {"left_forearm": -0.4, "left_hand.turn2": 0.4}
        self.home = robot.coordinates(bent)
        self.start = robot.coordinates({**bent, "right_upper_arm": (np.cos(half), np.sin(half), 0, 0)})
        self.goal = robot.coordinates(
            {"base": (1.2, 0.4, 0.9), "lift": 0.25, "torso": -0.7, "head": (0.9, 0.25), "left_forearm": -1.5,
             "left_hand.turn2": 1.5, "right_forearm": -0.8}
        )  # fmt: skip
        self.spring = robot.velocities(
            {"base": (900, 900, 500), "lift": 6000, "torso": 400, "head": (30, 30), "left_upper_arm": (120, 120, 30),
             "left_forearm": 80, "left_hand": (12, 12), "right_upper_arm": (8, 8, 8), "right_forearm": 10, "right_hand": (6, 6)}
        )  # fmt: skip
        self.damper = robot.velocities(
            {"base": (400, 400, 200), "lift": 900, "torso": 60, "head": (4, 4), "left_upper_arm": (14, 14, 0.8), "left_forearm": 7,
             "left_hand": (0.25, 0.25), "bucket": (0.05, 0.05, 0.02), "right_upper_arm": (0.9, 0.9, 0.4), "right_forearm": 0.4,
             "right_hand": (0.12, 0.12)}
        )  # fmt: skip
        self.rest = robot.velocities()
        # the right arm is left to swing: its motors do not carry its weight
        self.carries = np.array([not name.startswith("right_") for name in robot.u_names])

    def __call__(self, t: float, q: np.ndarray, u: np.ndarray) -> np.ndarray:
        s = min(t / 3.0, 1.0)
        goal = self.home + s * s * (3.0 - 2.0 * s) * (self.goal - self.home)
        # the way to the goal as velocities: a difference for hinges and slides, twice the quaternion's error for ball joints
        error = bo.velocities_from_rates(self.robot, q, goal - q)
        weight = bo.inverse_dynamics(self.robot, goal, self.rest, self.rest)
        return self.carries * weight + self.spring * error - self.damper * u


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
    solver: str | None
    flops: int | None  # None where a library solves, uncounted
    difference: float  # from the default form, relative
    single: list[float] = field(default_factory=list)  # seconds per call for one state, by rounds
    batch: list[float] = field(default_factory=list)  # seconds per state in a batch, by rounds

    @property
    def label(self) -> str:
        return f"{self.form} + {self.solver}" if self.solver else self.form


def seconds_per_call(call, least: float) -> float:
    """Time of one call, from a sample that takes a while."""
    once = timeit.timeit(call, number=1)
    number = int(least / max(once, 1e-7))
    return timeit.timeit(call, number=number) / number if number else once


def weigh_forms(robot: bo.Mechanism, states: int, rounds: int) -> list[Result]:
    """Accelerations of the same states by every form and solver that fits: agreement, operations, best time of several rounds."""
    q, u = bo.random_state(robot, seed=1, states=states)
    tau = np.random.default_rng(2).standard_normal((states, robot.n))
    one = q[0].copy(), u[0].copy(), tau[0].copy()
    reference = bo.forward_dynamics(robot, q, u, tau)
    # states at random are no motion, so the solvers that go on from the last call have nothing to show here
    pairs = [
        (form, solver)
        for form in FORMULATIONS.values()
        if form.gives == "accelerations"
        for solver in form.solvers or (None,)
        if solver not in ITERATIVE
    ]
    pairs = [(form, solver) for form, solver in pairs if bo.supports(robot, form.name, solver) is None]
    results = []
    with progress_bar() as progress:
        task = progress.add_task("compiling every form (once)", total=len(pairs))
        for form, solver in pairs:
            bo.forward_dynamics(robot, *one, formulation=form.name, solver=solver)
            u_dot = bo.forward_dynamics(robot, q, u, tau, formulation=form.name, solver=solver)
            difference = float(np.abs(u_dot - reference).max() / np.abs(reference).max())
            results.append(Result(form.name, solver, operation_count(robot, form, solver, one), difference))
            progress.advance(task)
        # all forms in turn, several times over, so that a disturbance does not hit one of them alone
        task = progress.add_task("timing them", total=rounds * len(pairs))
        for _ in range(rounds):
            for r in results:
                for times, count, state in ((r.single, 1, one), (r.batch, states, (q, u, tau))):
                    evaluate = partial(bo.forward_dynamics, robot, *state, formulation=r.form, solver=r.solver)
                    times.append(seconds_per_call(evaluate, 0.01) / count)
                progress.advance(task)
    return results


def operation_count(robot: bo.Mechanism, form, solver: str | None, state) -> int | None:
    """Floating-point operations of one evaluation, counted by running the kernel's own source."""
    evaluation = form.evaluation(compiled(robot), solver)
    if not isinstance(evaluation, Entry):
        return None
    operations, _ = evaluation.counts(*state)
    return sum(operations[kind] for kind in ("add", "mul", "div", "sqrt"))


def report_forms(robot: bo.Mechanism, results: list[Result], states: int) -> None:
    """Print the table, the fastest form, and why."""
    fastest, fastest_batch = min(results, key=lambda r: min(r.single)), min(results, key=lambda r: min(r.batch))
    table = Table(title=f"Accelerations of '{robot.name}' by every form", title_justify="left")
    table.add_column("form", no_wrap=True)
    for heading in ("flops", "one state", f"each of {states}", "difference"):
        table.add_column(heading, justify="right", no_wrap=True)

    def time(seconds, star):
        text = f"{seconds * 1e6:.2f} µs"
        return f"[bold green]★ {text}[/]" if star else text

    for r in results:
        flops = "–" if r.flops is None else f"{r.flops:,}"
        single, batch = time(min(r.single), r is fastest), time(min(r.batch), r is fastest_batch)
        table.add_row(r.label, flops, single, batch, f"{r.difference:.0e}")
    console.print(table)
    if fastest.flops:
        console.print(f"★ {explanation(robot, results, fastest)}\n")


def explanation(robot: bo.Mechanism, results: list[Result], fastest: Result) -> str:
    """In one sentence, why this form is the fastest for this shape."""
    shape = robot.topology
    with_matrix = ("composite-bodies", "direct")
    rivals = [r for r in results if r.flops and (r.form in with_matrix) != (fastest.form in with_matrix)]
    rival = min(rivals, key=lambda r: min(r.single))
    spread = f"{shape.n} DoFs on paths of at most {shape.depth.max()}"
    factors = f"its factors take N1 + 2 N2 = {shape.N1 + 2 * shape.N2:,} operations"
    if fastest.form not in with_matrix:
        return (
            f"{fastest.label} is the fastest for one state: {fastest.flops:,} flops against {rival.flops:,} of {rival.label}, because "
            f"{spread} still leave the mass matrix {shape.density:.0%} full and {factors}."
        )
    fewer = (fastest.flops or 0) <= (rival.flops or 0)
    return (
        f"{fastest.label} is the fastest for one state: {spread} leave the mass matrix {shape.density:.0%} full and {factors}; in all "
        f"{fastest.flops:,} flops against {rival.flops:,} of {rival.label}"
        + ("." if fewer else ", but in sums that do not wait for one another.")
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
    with progress_bar() as progress:
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


# --- the whole ---------------------------------------------------------------------------------------------------------------


def main(output: str | Path, quick: bool = False) -> None:
    """Do it all, and write tables and pictures to a folder; ``quick``: a short motion, small batches and rough times."""
    folder = Path(output)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "run.csv").open("w").close()
    except OSError as error:
        raise bo.FileError(
            f"cannot write to '{folder}': {error.strerror}; choose another folder with --output."
        ) from None
    states, rounds, duration = (256, 1, 0.2) if quick else (4096, 5, 6.0)

    robot = build_robot()
    describe(robot)
    results = weigh_forms(robot, states, rounds)
    report_forms(robot, results, states)
    apart = [r.label for r in results if r.difference > 1e-9]
    if apart:
        raise bo.BoughError(f"these forms disagree with the others: {', '.join(apart)}.")
    run = move(robot, duration, step=0.002, sample_every=10)
    energy = energies(robot, run)
    console.print(
        f"Moved for {duration:g} s: the motors did {run.work[-1]:.1f} J of work; the energy balance drifts by at most "
        f"{np.abs(energy['drift']).max():.1e} J."
    )
    save_table(robot, run, energy, folder / "run.csv")
    plt = pictures.prepare()
    pictures.draw_motion(plt, robot, run, folder / "motion.png")
    pictures.draw_energy(plt, run, energy, folder / "energy.png")
    pictures.draw_methods(plt, results, states, folder / "methods.png")
    pictures.draw_machine(plt, robot, run, folder / "machine.png")
    written = ", ".join(sorted(path.name for path in folder.iterdir() if path.suffix in (".csv", ".png")))
    console.print(f"Written to {folder}/: {written}")
