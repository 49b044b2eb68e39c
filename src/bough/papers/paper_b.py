"""Paper B, section 2 and figures 3 to 5: the mass matrix of a five-link pendulum, integrated as eigenvalues and eigenvectors.

Masses, lengths and the step are not printed. Here links have 1 m and 1 kg and start at the horizontal; of the steps
that were tried, half a millisecond comes closest to the printed times.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from bough.api import coordinate_rates, mass_matrix
from bough.choice.race import race
from bough.compiled.entries import NO_WRENCHES, Entry, SerialEntry
from bough.compiled.tree import compiled
from bough.formulations import FORMULATIONS
from bough.formulations.reductions import parametrised
from bough.mechanism.generators import pendulum, random_state
from bough.mechanism.mechanism import Mechanism
from bough.papers.exhibit import Exhibit, Statement, Task
from bough.papers.parallel import section_2, section_2_branches
from bough.simulation.draw.plots import COLOURS, INK, MUTED, drawing
from bough.simulation.results.trajectory import Trajectory
from bough.simulation.run.simulate import simulate
from bough.typing import Array

if TYPE_CHECKING:
    from matplotlib.figure import Figure

LINKS, DURATION, STEP, SAMPLE = 5, 8.0, 5e-4, 0.02
TRIED = (2e-3, 1e-3, STEP, 2.5e-4)  # steps
OFF = 0.01, 0.1, 0.5  # rad
COINCIDE, WRONG = 6.0, 7.2  # seconds, as printed
NEVER, EVERY, TENTH, BOUNDED = (
    "never corrected",
    "corrected at every step",
    "corrected at every 10th step",
    "bounded turns",
)
# the paper's formula (14) has no separation; the last one is bough's own, without corrections
OPTIONS: dict[str, dict[str, Any]] = {
    NEVER: {"separation": 0.0, "correct_every": math.inf},
    TENTH: {"separation": 0.0, "correct_every": 10},
    EVERY: {"separation": 0.0, "correct_every": 1},
    BOUNDED: {"correct_every": math.inf},
}
STYLES = {NEVER: COLOURS[1], TENTH: COLOURS[2], EVERY: COLOURS[0], BOUNDED: COLOURS[4]}


# --- motions --------------------------------------------------------------------------------------------------------


def released() -> tuple[Mechanism, np.ndarray, np.ndarray]:
    """(pendulum, q, u): all links at the horizontal, at rest."""
    mechanism, half = pendulum(LINKS), np.sqrt(0.5)
    return mechanism, mechanism.coordinates({"link1": (half, 0.0, -half, 0.0)}), mechanism.velocities()


def followed(seconds: float, step: float, sample: float, **options: Any) -> Trajectory:
    """The motion as the paper computes it, with these options; it ends early where corrections cannot be trusted."""
    mechanism, q, _ = released()
    return simulate(
        mechanism, seconds, q0=q, every=sample, formulation="wittenburg", solver="eigen", integrator="rk4", step=step,
        progress=False, on_failure="return", energy_tolerance=math.inf, **options,
    )  # fmt: skip


@cache
def by_parameters(name: str, step: float = STEP) -> Trajectory:
    """The motion by the mass matrix's eigenvalues and eigenvectors."""
    return followed(DURATION, step, SAMPLE, **OPTIONS[name])


@cache
def classical(step: float = STEP) -> Trajectory:
    """The same with accelerations from the mass matrix itself."""
    mechanism, q, _ = released()
    return simulate(mechanism, DURATION, q0=q, every=SAMPLE, integrator="rk4", step=step, progress=False)


def apart(one: Trajectory, other: Trajectory) -> Array:
    """The largest difference of coordinates at each sample, as long as both motions last."""
    count = min(len(one.time), len(other.time))
    found: Array = np.abs(one.q.values[:count] - other.q.values[:count]).max(axis=1)
    return found


def first_above(run: Trajectory, distance: np.ndarray, bound: float) -> float | None:
    """The time when a distance first exceeds a bound."""
    above = np.flatnonzero(distance > bound)
    return round(float(run.time.values[above[0]]), 6) if len(above) else None


def last_time(run: Trajectory) -> float:
    return round(float(run.time[-1]), 6)


def in_seconds(t: float | None) -> str:
    return f"{t:.2f} s" if t is not None else f"more than {DURATION:g} s"


# --- figure 3 -------------------------------------------------------------------------------------------------------


def figure_3(task: Task) -> Exhibit:
    """One angle against time by three methods."""
    steps = (STEP,) if task.quick else TRIED
    names = (NEVER, EVERY) if task.quick else (NEVER, EVERY, BOUNDED)
    reference = classical()
    rows: list[list[Any]] = []
    off: dict[tuple[str, float], list[float | None]] = {}
    for k, (name, step) in enumerate((name, step) for name in names for step in steps):
        run = by_parameters(name, step)
        distance = apart(run, reference)
        off[name, step] = [first_above(run, distance, bound) for bound in OFF]
        rows.append([name, 1e3 * step, WRONG if name == NEVER else None, *off[name, step], last_time(run)])
        task.advance(0.9 * (k + 1) / (len(names) * len(steps)))
    halved = apart(classical(STEP / 2), reference)
    own = [first_above(reference, halved, bound) for bound in OFF]
    rows.append(["classical, half the step", 5e2 * STEP, None, *own, DURATION])
    never, every = off[NEVER, STEP], off[EVERY, STEP]
    earlier = all(later(off[EVERY, step][0], off[NEVER, step][0]) for step in steps)
    tried = "" if task.quick else (
        " The time hangs on the step: by a hundredth it is off at "
        + ", ".join(f"{in_seconds(off[NEVER, step][0])} in steps of {1e3 * step:g} ms" for step in steps) + "."
    )  # fmt: skip
    beyond = "" if task.quick else (
        f" Most of the error comes from eigenvalues that nearly meet: with turns of the eigenvectors bounded there (separation=1) the uncorrected motion stays within 0.01 rad for {in_seconds(off[BOUNDED, STEP][0])}."
    )  # fmt: skip
    return Exhibit(
        "B", "figure 3", "One angle against time: classical, parametrised, corrected",
        f"Five links of 1 m and 1 kg, the first on a ball joint, let go at the horizontal; Runge and Kutta's method of order four in steps of {1e3 * STEP:g} ms. The paper prints neither masses and lengths nor "
        "its step. Below: how far each motion is from the classical one, and that from itself at half the step. The motion is chaotic.",
        ["method", "step, ms", "wrong from, printed, s", "off by 0.01 at, s", "off by 0.1 at, s", "off by 0.5 at, s", "goes on to, s"],
        rows, [draw_angle(reference, names, halved)],
        [
            Statement("The three coincide up to the 6th second; from about 7.2 s on the one without corrections is wrong.", not before(never[0], COINCIDE) and not before(every[0], COINCIDE) and before(never[1], WRONG),
                      f"Without corrections within 0.01 rad for {in_seconds(never[0])}, off by 0.1 rad at {in_seconds(never[1])} and by 0.5 rad at {in_seconds(never[2])}. The paper's links and step are not "
                      f"printed; this step is the one of {len(TRIED)} that comes closest.{tried}"),
            Statement("Without corrections the parametrised motion goes wrong first; errors have to be corrected.", earlier,
                      f"Corrected at every step it stays within 0.1 rad for {in_seconds(every[1])}, without corrections for {in_seconds(never[1])}.{beyond}"),
        ],
    )  # fmt: skip


def draw_angle(reference: Trajectory, names: Sequence[str], halved: np.ndarray) -> Figure:
    """The angle by each method, and its distance from the reference; ``halved``: the reference's from half the step."""
    hinge = f"link{LINKS - 1}"
    with drawing(8.6, 5.6) as figure:
        above, below = figure.subplots(2, 1, sharex=True, height_ratios=(1.2, 1))
        above.plot(reference.time, reference[f"q.{hinge}"], color=INK, lw=4.5, alpha=0.25, label="classical")
        for name, width in ((NEVER, 1.4), (EVERY, 1.4)):
            run = by_parameters(name)
            above.plot(
                run.time, run[f"q.{hinge}"], color=STYLES[name], lw=width, ls="--" if name == EVERY else "-", label=name
            )
        for name in names:
            run = by_parameters(name)
            distance = apart(run, reference)
            below.semilogy(run.time[1 : len(distance)], distance[1:], color=STYLES[name], lw=1.2, label=name)
        below.semilogy(reference.time[1:], halved[1:], color=MUTED, lw=1.0, ls=":", label="classical, half the step")
        for axis in (above, below):
            axis.axvline(COINCIDE, color=MUTED, lw=0.9)
            axis.axvline(WRONG, color=MUTED, lw=0.9)
            axis.margins(x=0)
        for t, height, words in (
            (COINCIDE, 0.03, "printed: coincide to here "),
            (WRONG, 0.1, "printed: wrong from here "),
        ):
            above.annotate(words, (t, height), xycoords=above.get_xaxis_transform(), ha="right", fontsize=7.5, color=MUTED)  # fmt: skip
        above.set(title=f"angle between links {LINKS - 2} and {LINKS - 1}", ylabel="rad", ylim=(-3.4, 4.8))
        above.legend(loc="upper left", ncols=3)
        below.set(
            title="largest difference of any coordinate from the classical motion",
            xlabel="time, s",
            ylabel="rad (quaternion: 1)",
            ylim=(1e-12, 30),
        )
        below.legend(loc="upper left", ncols=2, fontsize=8)
        figure.suptitle(
            f"A pendulum of {LINKS} links, by three methods in steps of {1e3 * STEP:g} ms", x=0.01, ha="left"
        )
    return figure


def before(one: float | None, other: float) -> bool:
    """Whether one time is before the other; None means never."""
    return one is not None and one < other


def later(one: float | None, other: float | None) -> bool:
    """Whether one time is later than the other; None means never."""
    return other is not None and (one is None or one > other)


# --- figure 4 -------------------------------------------------------------------------------------------------------


Rival = tuple[Entry, tuple[Any, ...]]  # with its arguments


class Rivals(NamedTuple):
    """Evaluations of a pendulum with their arguments: accelerations, rates of all integrated variables, a correction."""

    accelerations: Rival
    rates: Rival
    correction: Rival


def rivals(links: int) -> Rivals:
    mechanism = pendulum(links)
    tree, n = compiled(mechanism), mechanism.n
    q, u = random_state(mechanism, 1)
    values, vectors = np.linalg.eigh(mass_matrix(mechanism, q))
    beside = np.concatenate((np.zeros(n), vectors.T.ravel(), np.diag(values).ravel(), [0.0]))
    # a correction gets eigenvectors that are one step old
    later = mechanism.normalised(q + STEP * coordinate_rates(mechanism, q, u))
    entries = [
        SerialEntry(core, tree.arrays, parametrised.memory(tree), ("u", None))
        for core in (parametrised.rates, parametrised.correct)
    ]
    form = FORMULATIONS["composite-bodies"].evaluation(tree, "udu")
    assert isinstance(form, Entry)
    return Rivals(
        (form, (q, u, np.zeros(n), NO_WRENCHES, np.empty(n))),
        (entries[0], (q, u, beside, NO_WRENCHES, np.empty(mechanism.n_q + 2 * n + 2 * n * n))),
        (entries[1], (later, u, beside, NO_WRENCHES, np.empty(2 * n * n + 1))),
    )


def operations(rival: Rival) -> int:
    """Operations of one evaluation."""
    entry, (q, u, beside, _, out) = rival
    counts, _ = entry.counts(q, u, beside, out_shape=out.shape)
    return sum(counts.values())


def of_a_step(accelerations: float, rates: float, correction: float) -> list[float]:
    """Cost of a step of order four by three methods: classical, parametrised, corrected at every step."""
    return [4 * accelerations, 4 * rates, 4 * rates + correction]


def figure_4(task: Task) -> Exhibit:
    """Time against the number of links."""
    sizes = (2, 5, 10) if task.quick else (2, 3, 5, 7, 10, 14, 20, 28, 40)
    most = 10 if task.quick else 20  # links for which operations are counted
    found = {links: rivals(links) for links in sizes}
    # all sizes in one race, so that one bad moment does not spoil a single point of a curve
    calls = {
        (links, name): partial(entry.single, *given)
        for links, each in found.items()
        for name, (entry, given) in each._asdict().items()
    }
    best = race(calls, task.effort)
    rows: list[list[Any]] = []
    for k, (links, each) in enumerate(found.items()):
        times = of_a_step(*(1e6 * best[links, name] for name in Rivals._fields))
        counts = of_a_step(*map(operations, each)) if links <= most else []
        more = counts[1] / counts[0] if counts else None
        shown = counts or (None, None, None)
        rows.append([links, links + 2, *times, times[1] / times[0], *shown, more])
        task.advance((k + 1) / len(sizes))
    counted = [row[9] for row in rows if row[9] is not None]
    methods = ("classical", "parametrised", "parametrised, corrected at every step")
    with drawing(8.2, 4.2) as figure:
        axis = figure.subplots()
        links_axis = [row[0] for row in rows]
        for k, (name, colour, marker) in enumerate(zip(methods, (INK, COLOURS[1], COLOURS[0]), "osD", strict=True)):
            axis.loglog(links_axis, [row[2 + k] for row in rows], f"{marker}-", color=colour, ms=4.5, label=name)
        axis.set(xlabel="links", ylabel="µs", title="time of one step of Runge and Kutta's method, compiled kernels")
        axis.set_xticks(links_axis, [f"{x}" for x in links_axis])
        axis.minorticks_off()
        axis.legend(loc="upper left")
        figure.suptitle("What a step costs against the number of links", x=0.01, ha="left")
    last, first = rows[-1], rows[0]
    return Exhibit(
        "B", "figure 4", "Time against the number of links, three methods",
        "A step of Runge and Kutta's method of order four on one core: four evaluations, and one of Jacobi's corrections where it is corrected. Classical: the mass matrix by composite bodies and its UDUᵀ "
        "factors. The paper gives its times as curves without numbers that could be read off the copy at hand.",
        [
            "links", "n", "classical, µs", "parametrised, µs", "corrected, µs", "parametrised / classical, time", "classical, operations", "parametrised, operations",
            "corrected, operations", "parametrised / classical, operations",
        ],
        rows, [figure],
        [
            Statement("For small systems the classical method is much faster.", min(counted) > 1.5,
                      f"A parametrised step takes {first[5]:.1f} times as long with {first[0]} links, and {first[9]:.1f} times the operations."),
            Statement("For large systems the parametrised method is to be preferred.", counted == sorted(counted, reverse=True) and counted[-1] < 1,
                      f"The ratio grows: {last[5]:.1f} times as long with {last[0]} links, {counted[-1]:.1f} times the operations with {most}. Both take a multiple of n³, the rates of C and Λ 7 n³ operations "
                      "on a chain (5 n³ without the couplings that bough carries along for its bounded turns), the factors n³/3; so the ratio tends to 21, or 15."),
        ],
    )  # fmt: skip


# --- figure 5 -------------------------------------------------------------------------------------------------------


def energy_error(run: Trajectory) -> Array:
    found: Array = np.abs(run.energy().drift.values)
    return found


def figure_5(task: Task) -> Exhibit:
    """The energy by the three methods."""
    names = (NEVER, TENTH, EVERY) if task.quick else (NEVER, TENTH, EVERY, BOUNDED)
    runs = {}
    for k, name in enumerate(names):
        runs[name] = by_parameters(name)
        task.advance((k + 1) / (len(names) + 1))
    runs["classical"] = classical()
    errors = {name: energy_error(run) for name, run in runs.items()}
    exchanged = float(runs["classical"].energy().kinetic.max())
    until = [round(t / SAMPLE) + 1 for t in (4.0, COINCIDE, DURATION)]
    rows = [
        [
            name,
            *(float(error[:count].max()) for count in until),
            float(error.max()) / exchanged,
            float(runs[name].time[-1]),
        ]
        for name, error in errors.items()
    ]
    with drawing(8.6, 5.4) as figure:
        above, below = figure.subplots(2, 1, sharex=True)
        styles = {**STYLES, "classical": INK}
        for name, run in runs.items():
            energy = run.energy().total.values
            above.plot(run.time, energy - energy[0], color=styles[name], label=name)
            below.semilogy(run.time[1:], np.maximum(errors[name][1:], 1e-12), color=styles[name], lw=1.2, label=name)
        above.set(title="total energy, from the start", ylabel="J")
        below.set(title="how far it is off", xlabel="time, s", ylabel="J", ylim=(1e-10, None))
        above.legend(loc="lower left", ncols=2, fontsize=8)
        for axis in (above, below):
            axis.margins(x=0)
        figure.suptitle(f"Energy of the pendulum; {exchanged:.0f} J turn from potential to kinetic", x=0.01, ha="left")
    worst = {name: float(error.max()) for name, error in errors.items()}
    beyond = (
        ""
        if task.quick
        else f" With bounded turns of the eigenvectors (separation=1) it is {worst[BOUNDED]:.1e} J without any correction."
    )
    return Exhibit(
        "B", "figure 5", "The total energy",
        f"The motions of figure 3. Errors come in bursts, where two eigenvalues nearly meet; the classical motion, of the same step, is off by {worst['classical']:.1e} J at the most.",
        ["method", "off within 4 s, J", "within 6 s, J", "within 8 s, J", "share of the energy exchanged", "goes on to, s"],
        rows, [figure],
        [
            Statement("Energy is conserved.", worst[EVERY] < 1e-3 * exchanged, f"Corrected at every step it is off by {worst[EVERY]:.1e} J of {exchanged:.0f} J within {DURATION:g} s."),
            Statement("A correction after every step makes the error smallest.", worst[EVERY] < worst[TENTH] < worst[NEVER],
                      f"Corrected at every step {worst[EVERY]:.1e} J, at every tenth {worst[TENTH]:.1e} J, never {worst[NEVER]:.1e} J.{beyond}"),
        ],
    )  # fmt: skip


EXHIBITS: dict[str, Callable[[Task], Exhibit]] = {
    "section 2": section_2,
    "section 2, branches": section_2_branches,
    "figure 3": figure_3,
    "figure 4": figure_4,
    "figure 5": figure_5,
}
