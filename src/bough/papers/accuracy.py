"""Paper D, introduction: whether Hamilton's equations integrate more accurately and more stably than those in velocities.

The same motions by the same integrators, in velocities and in momenta: errors of energy, momentum and position against
the number of evaluations.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

import bough as bo
from bough.mechanism.mechanism import Mechanism
from bough.papers.exhibit import Exhibit, Statement, Task
from bough.simulation.draw.plots import COLOURS, INK, drawing
from bough.simulation.results.trajectory import Trajectory

if TYPE_CHECKING:
    from matplotlib.figure import Figure

VELOCITIES, MOMENTA = "velocities", "momenta"
FORM = {VELOCITIES: "separate-bodies", MOMENTA: "hamilton-recursive"}
ADAPTIVE = ("dopri5", "dop853")
BOTH = (*ADAPTIVE, "rk4", "midpoint", "gauss4", "gauss6")
ONLY = {"semi-implicit-euler": VELOCITIES, "verlet": MOMENTA}
UNITS = {"energy": "share", "momentum": "share", "position": "rad or m"}
ERRORS = tuple(UNITS)
COLOUR = dict(zip((*BOTH, *ONLY), (COLOURS[6], COLOURS[7], *COLOURS[:6]), strict=True))
SAMPLES = 50
FLOOR = 1e-13  # errors below are rounding
GONE = 0.1  # of the energy exchanged: the motion is lost


class Motion(NamedTuple):
    """A conservative mechanism that is let go, with the steps and tolerances to try, and its conserved momentum."""

    mechanism: Mechanism
    q0: dict[str, Any]
    u0: dict[str, Any]
    seconds: float
    steps: Sequence[float]  # parts of the interval between samples
    momentum: Callable[[Trajectory], np.ndarray]


def vertical(run: Trajectory) -> np.ndarray:
    """Angular momentum about the axis of the tower."""
    return run.momentum().angular.values[:, 2:]


def whole(run: Trajectory) -> np.ndarray:
    """Angular momentum of a mechanism that flies freely, about the ground's origin."""
    return run.momentum().angular.values


def tower(stiffness: float = 0.0) -> Mechanism:
    """An arm of two links on a tower that turns about the vertical, with springs in its joints."""
    rod = bo.Inertia.rod(0.5, mass=2.0, radius=0.03, axis=(1, 0, 0), center=(0.25, 0, 0))
    mechanism = bo.Mechanism("arm on a tower")
    mechanism.add_body("tower", "ground", bo.Revolute((0, 0, 1)), inertia=bo.Inertia.cylinder(0.2, 0.5, 5.0))
    mechanism.add_body("upper", "tower", bo.Revolute((0, 1, 0)), (0.1, 0, 0.5), inertia=rod)
    mechanism.add_body("lower", "upper", bo.Revolute((0, 1, 0)), (0.5, 0, 0), inertia=rod)
    if stiffness:
        mechanism.add_force("elbow", bo.JointSpring("lower", stiffness))
    return mechanism


def satellite() -> Mechanism:
    """Three links that fly freely."""
    mechanism = bo.Mechanism("satellite", gravity=(0, 0, 0))
    box = bo.Inertia.box((0.2, 0.3, 0.6), 3.0)
    mechanism.add_body("hull", "ground", bo.Free(), inertia=box)
    mechanism.add_body("left", "hull", bo.Revolute((0, 1, 0)), (0.2, 0, 0.1), inertia=box)
    mechanism.add_body("right", "hull", bo.Universal(), (-0.2, 0.1, 0), inertia=box)
    return mechanism


def motions(quick: bool) -> dict[str, Motion]:
    start, turning = {"upper": 0.6, "lower": 0.5}, {"tower": 2.0}
    parts: Sequence[int] = (4, 16) if quick else (2, 4, 8, 16, 32)
    long = 20.0 if quick else 500.0
    spins = {"hull.wx": 1.0, "hull.wy": 2.0, "hull.wz": -0.5, "left": 1.0}
    return {
        "smooth": Motion(tower(), start, turning, 5.0, parts, vertical),
        "stiff": Motion(tower(2e4), {"upper": 0.6, "lower": 0.02}, turning, 0.5, [4 * x for x in parts], vertical),
        "long": Motion(
            tower(),
            {"upper": 1.2, "lower": 0.4},
            {"tower": 1.0},
            long,
            [round(0.1 * long * x) for x in parts],
            vertical,
        ),
        "free flight": Motion(satellite(), {}, spins, 10.0, parts, whole),
    }


# --- runs -------------------------------------------------------------------------------------------------------------


def run_of(motion: Motion, form: str, integrator: str, **how: Any) -> Trajectory:
    return bo.simulate(
        motion.mechanism, times=np.linspace(0.0, motion.seconds, SAMPLES + 1), q0=motion.q0, u0=motion.u0, formulation=form,
        integrator=integrator, progress=False, energy_tolerance=np.inf, on_failure="return", **how,
    )  # fmt: skip


class Run(NamedTuple):
    """What a motion cost, and its largest errors: of energy and momentum as shares, of coordinates in rad or m."""

    evaluations: int
    errors: dict[str, float]
    early: float  # error of the energy in the first tenth

    @property
    def lasts(self) -> bool:
        return self.errors["energy"] < GONE


def measured(motion: Motion, reference: Trajectory, variables: str, integrator: str, fineness: float) -> Run:
    """``fineness``: steps between samples, or 1 / rtol of an adaptive method."""
    how = {"rtol": 1 / fineness, "atol": 0.01 / fineness}
    if integrator not in ADAPTIVE:
        how = {"step": motion.seconds / SAMPLES / fineness}
    run = run_of(motion, FORM[variables], integrator, **how)
    if run.status != "completed":
        return Run(0, dict.fromkeys(ERRORS, np.inf), np.inf)
    conserved = motion.momentum(reference)[0]
    energy = np.abs(run.energy().drift.values) / float(reference.energy().kinetic.max())
    errors = {
        "energy": energy.max(),
        "momentum": np.abs(motion.momentum(run) - conserved).max() / np.abs(conserved).max(),
        "position": np.abs(run.q.values - reference.q.values).max(),
    }
    found = {name: max(FLOOR, float(error)) for name, error in errors.items()}
    return Run(run.statistics["evaluations"], found, max(FLOOR, float(energy[: SAMPLES // 10 + 1].max())))


Runs = Mapping[str, Mapping[tuple[str, str], Sequence[Run]]]  # by motion, integrator and variables


def gain(velocities: Sequence[Run], momenta: Sequence[Run], error: str) -> float | None:
    """How many times smaller the error is in momenta, at equal evaluations: the geometric mean where both have some."""
    lines = [
        np.array([(np.log(run.evaluations), np.log(run.errors[error])) for run in runs if run.lasts])
        for runs in (velocities, momenta)
    ]
    if min(map(len, lines)) < 2:
        return None
    first, last = max(line[0, 0] for line in lines), min(line[-1, 0] for line in lines)
    at = np.linspace(first, last, 20)
    one, other = (np.interp(at, line[:, 0], line[:, 1]) for line in lines)
    return float(np.exp(np.mean(one - other)))


# --- the exhibit ------------------------------------------------------------------------------------------------------


def introduction(task: Task) -> Exhibit:
    integrators = ("rk4", "gauss4") if task.quick else (*BOTH, *ONLY)
    tolerances = (1e4, 1e6, 1e8, 1e10)
    every = motions(task.quick)
    runs: dict[str, dict[tuple[str, str], list[Run]]] = {}
    rows: list[list[Any]] = []
    for k, (name, motion) in enumerate(every.items()):
        reference = run_of(motion, FORM[VELOCITIES], "dop853", rtol=1e-13, atol=1e-15)
        runs[name] = {}
        for integrator in integrators:
            for variables in (VELOCITIES, MOMENTA) if integrator not in ONLY else (ONLY[integrator],):
                finer = tolerances if integrator in ADAPTIVE else motion.steps
                found = [measured(motion, reference, variables, integrator, x) for x in finer]
                runs[name][integrator, variables] = found
                rows += [
                    [name, integrator, variables, x, run.evaluations, *run.errors.values()]
                    if run.evaluations
                    else [name, integrator, variables, x, None, None, None, None]
                    for x, run in zip(finer, found, strict=True)
                ]
        task.advance(0.8 * (k + 1) / len(every))
    largest = largest_steps(every["stiff"], integrators)
    alike = "" if task.quick else forms_agree(every["smooth"])
    task.advance(1.0)
    return Exhibit(
        "D", "introduction", "Accuracy and stability: velocities against momenta",
        f"The same conservative motions by the same integrators, in velocities ({FORM[VELOCITIES]}, dashed) and in momenta ({FORM[MOMENTA]}, solid), against the evaluations that they cost. Smooth, stiff and long: an arm on a tower that "
        "turns, without and with a spring of 2·10⁴ N m/rad in its elbow; free flight: three bodies without gravity. Energy: share of the largest kinetic energy; momentum: share of what is conserved, the moment of momentum about the tower's axis, or "
        f"the whole of it; position: rad or m, against the motion at a tolerance of 10⁻¹³. Adaptive methods have relative tolerances of 10⁻⁴ to 10⁻¹⁰. Errors below 10⁻¹³ are drawn there. {alike}",
        ["motion", "integrator", "variables", "steps between samples, or 1/rtol", "evaluations", *(f"error of {error}" for error in ERRORS)],
        rows, [draw(runs)],
        [accuracy_statement(runs), momentum_statement(runs), step_statement(largest), long_statement(runs)],
    )  # fmt: skip


def forms_agree(motion: Motion) -> str:
    """All forms that give accelerations, and all that give rates of momenta, run the same motion."""
    apart = {}
    for variables, form in FORM.items():
        usual = run_of(motion, form, "rk4", step=motion.seconds / SAMPLES / 8).q.values
        gives = "accelerations" if variables == VELOCITIES else "canonical rates"
        others = [
            each.name
            for each in bo.methods.formulations()
            if each.gives == gives
            and each.name != form
            and bo.methods.why_unsupported(motion.mechanism, each.name) is None
        ]
        found = [run_of(motion, other, "rk4", step=motion.seconds / SAMPLES / 8).q.values for other in others]
        apart[variables] = len(others), max(float(np.abs(q - usual).max()) for q in found)
    return "The choice among the forms in the same variables does not matter: " + ", ".join(
        f"{count} others in {variables} give the smooth motion of rk4 to {difference:.0e}"
        for variables, (count, difference) in apart.items()
    ) + "."  # fmt: skip


def largest_steps(motion: Motion, integrators: Sequence[str]) -> dict[str, dict[str, float]]:
    """By integrator and variables: the fewest steps between samples that keep the stiff motion."""
    reference = run_of(motion, FORM[VELOCITIES], "dop853", rtol=1e-13, atol=1e-15)
    found: dict[str, dict[str, float]] = {}
    for integrator in integrators:
        if integrator in ADAPTIVE or integrator in ONLY:
            continue
        found[integrator] = {
            variables: next(
                (x for x in range(2, 25) if measured(motion, reference, variables, integrator, x).lasts), np.inf
            )
            for variables in FORM
        }
    return found


# --- what the paper says ----------------------------------------------------------------------------------------------


def accuracy_statement(runs: Runs) -> Statement:
    """At equal cost, by the same integrator."""
    gains: dict[str, list[float]] = {error: [] for error in ("energy", "position")}
    for table in runs.values():
        for integrator in {name for name, _ in table} - set(ONLY):
            for error, found in gains.items():
                factor = gain(table[integrator, VELOCITIES], table[integrator, MOMENTA], error)
                if factor is not None:
                    found.append(factor)
    text = "; ".join(
        f"{error}: {np.median(found):.2f} times in the median, {min(found):.2f} to {max(found):.1f}, and more than 2 times in {sum(x > 2 for x in found)} of {len(found)} cases, less than a half in {sum(x < 0.5 for x in found)}"
        for error, found in gains.items()
    )
    return Statement(
        "Hamilton's equations give a more accurate solution",
        all(np.median(found) > 2 for found in gains.values()),
        f"errors in velocities over errors in momenta, by the same integrator at equal evaluations, over all motions: {text}. Counted as more accurate: twice in the median. Which is better depends on the motion and on the integrator",
    )


def momentum_statement(runs: Runs) -> Statement:
    def worst(variables: str, names: Sequence[str]) -> float:
        return max(
            run.errors["momentum"]
            for name in names
            for (_, which), found in runs[name].items()
            if which == variables
            for run in found
            if run.lasts
        )

    turning = [name for name in runs if name != "free flight"]
    kept, lost = worst(MOMENTA, turning), worst(VELOCITIES, turning)
    free = worst(MOMENTA, ["free flight"]), worst(VELOCITIES, ["free flight"])
    return Statement(
        "… of momenta that are conserved",
        kept <= FLOOR,
        f"the momentum of a joint on which nothing depends, the tower's, stays the same to rounding in momenta, by every integrator; in velocities it is off by up to {lost:.0e} of it. In free flight, where momenta belong to axes that turn with the hull, "
        f"there is no difference: {free[0]:.0e} and {free[1]:.0e}",
    )


def step_statement(largest: Mapping[str, Mapping[str, float]]) -> Statement:
    texts = [
        f"{integrator} {' and '.join(f'{count:.0f}' for count in counts.values())}"
        for integrator, counts in largest.items()
    ]
    better = [counts[MOMENTA] < counts[VELOCITIES] for counts in largest.values()]
    return Statement(
        "Hamilton's equations are integrated more stably: larger steps on a stiff motion",
        all(better),
        f"fewest steps in 10 ms that keep the stiff motion (energy within {100 * GONE:.0f} %), in velocities and in momenta: {', '.join(texts)}. The stiffest oscillation limits the step, in whatever variables",
    )


def long_statement(runs: Runs) -> Statement:
    """The growth of the energy's error from the first tenth of the long motion to all of it."""
    growth = {}
    for (integrator, variables), found in runs["long"].items():
        lasting = [
            run.errors["energy"] / run.early for run in found if run.lasts and run.errors["energy"] > 100 * FLOOR
        ]
        if lasting:
            growth[integrator, variables] = float(np.median(lasting))
    both = {name for name, _ in growth if {(name, VELOCITIES), (name, MOMENTA)} <= set(growth)}
    text = ", ".join(
        f"{integrator} {growth[integrator, VELOCITIES]:.1f} and {growth[integrator, MOMENTA]:.1f}"
        for integrator in BOTH
        if integrator in both
    )
    verlet = f"; verlet, for momenta only, {growth['verlet', MOMENTA]:.1f}" if ("verlet", MOMENTA) in growth else ""
    return Statement(
        "… and the energy over a long time",
        all(2 * growth[name, MOMENTA] < growth[name, VELOCITIES] for name in both),
        f"from the first tenth of the long motion to its end the error of the energy grows, in velocities and in momenta, by factors of {text}{verlet}. What keeps it from growing is the integrator: symmetric methods do, in either variables",
    )


def draw(runs: Runs) -> Figure:
    """Errors against evaluations: a row for each motion, a column for each error."""
    from matplotlib.lines import Line2D
    from matplotlib.ticker import NullFormatter

    styles = {VELOCITIES: ((0, (3, 1.5)), "o"), MOMENTA: ("-", "s")}
    with drawing(10.5, 2.5 * len(runs) + 0.8) as figure:
        axes = figure.subplots(len(runs), len(ERRORS), squeeze=False)
        for line, (name, table) in zip(axes, runs.items(), strict=True):
            for axis, error in zip(line, ERRORS, strict=True):
                for (integrator, variables), found in table.items():
                    lasting = [run for run in found if run.lasts]
                    style, marker = styles[variables]
                    axis.loglog(
                        [run.evaluations for run in lasting], [run.errors[error] for run in lasting], color=COLOUR[integrator],
                        ls=style, marker=marker, ms=2.5, lw=1.2,
                    )  # fmt: skip
                axis.set_title(f"{name}: {error}")
                axis.set_ylabel(UNITS[error])
                axis.xaxis.set_minor_formatter(NullFormatter())  # (numbers between powers of ten would overlap)
                axis.set_ylim(FLOOR / 3, 30)
        for axis in axes[-1]:
            axis.set_xlabel("evaluations")
        seen = list(dict.fromkeys(integrator for integrator, _ in next(iter(runs.values()))))
        handles = [Line2D([], [], color=COLOUR[name], label=name) for name in seen]
        handles += [Line2D([], [], color=INK, ls=styles[which][0], label=which) for which in FORM]
        figure.legend(handles=handles, loc="outside lower center", ncols=5)
        figure.suptitle("D, introduction: errors in velocities and in momenta, against their cost", x=0.01, ha="left")
    return figure
