"""Parallel computation within one mechanism: paper B's μ (§2), and independent branches on threads.

bough runs the states of a batch on all cores; one state runs on one. Here the parts of one state run on two threads, by
the compiled kernels that exist: rows of μ, and branches of a mechanism that hang from the ground. What it costs to send
work to a thread and to wait for it is measured, and gives the size from which this pays.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.linalg import eigvalsh

from bough.api import mass_matrix, mass_matrix_rate
from bough.choice.race import race
from bough.compiled.entries import pool
from bough.compiled.tree import compiled
from bough.formulations import FORMULATIONS
from bough.integrate.closing import CALLBACK
from bough.integrate.rate import Rate, memory_of
from bough.mechanism.checks import GROUND
from bough.mechanism.generators import pendulum, random_state
from bough.mechanism.inertia import Inertia
from bough.mechanism.joints import Revolute
from bough.mechanism.mechanism import Mechanism
from bough.papers.exhibit import Exhibit, Statement, Task
from bough.simulation.draw.plots import COLOURS, INK, MUTED, drawing

if TYPE_CHECKING:
    from matplotlib.figure import Figure

THREADS = 2
PAYS = 1.1  # times as fast
FEW = 3  # turns at the least

Work = Callable[[], object]
Stages = Sequence[Sequence[Work]]  # one after the other; the parts of a stage in parallel


def one_by_one(stages: Stages) -> None:
    for parts in stages:
        for part in parts:
            part()


def together(stages: Stages) -> None:
    """The first part of a stage on this thread, the others each on another."""
    for parts in stages:
        others = [pool(THREADS - 1).submit(part) for part in parts[1:]]
        parts[0]()
        for other in others:
            other.result()


def idle() -> None:
    pass


def spent(part: Work, calls: int) -> float:
    """Seconds of processor time of a call, on this thread."""
    begun = time.thread_time()
    for _ in range(calls):
        part()
    return (time.thread_time() - begun) / calls


def spent_together(parts: Sequence[Work], calls: int) -> float:
    """The longest processor time of the parts, while they run on a thread each."""
    others = [pool(THREADS - 1).submit(spent, part, calls) for part in parts[1:]]
    return max(spent(parts[0], calls), *(other.result() for other in others))


class Clocked(NamedTuple):
    """Seconds of a join, and of each rival on one thread and on several."""

    join: float
    one: dict[Any, float]
    several: dict[Any, float]

    def gains(self, names: Iterable[Any]) -> dict[Any, float]:
        return {name: self.one[name] / self.several[name] for name in names}


def clocked(rivals: Mapping[Any, Stages], task: Task) -> Clocked:
    """Rivals take turns, and the best of each counts.

    The time on several threads is that of the slowest, and a join: what it takes by the clock on the wall to send work
    to a thread and to wait for it. Processor time leaves out the waiting for a core that others use.
    """
    effort = task.effort
    join = race({None: partial(together, [[idle] * THREADS])}, effort, time.perf_counter)[None]
    one, several = dict.fromkeys(rivals, np.inf), dict.fromkeys(rivals, np.inf)
    end = time.perf_counter() + 10 * effort.patience
    for turn in range(effort.turns):
        for name, stages in rivals.items():
            # as many calls as one turn has time for, by what is known
            calls = max(1, int(effort.turn / max(one[name], 1e-9))) if turn else 1
            one[name] = min(one[name], sum(spent(part, calls) for parts in stages for part in parts))
            longest = sum(
                spent_together(parts, calls) + join if parts[1:] else spent(parts[0], calls) for parts in stages
            )
            several[name] = min(several[name], longest)
        if turn >= FEW and time.perf_counter() > end:
            break
    return Clocked(join, one, several)


def start(speedups: Mapping[int, float]) -> int | None:
    """The size from which several threads stay faster; None if they are not at the end."""
    found = None
    for size in sorted(speedups, reverse=True):
        if speedups[size] < PAYS:
            break
        found = size
    return found


# --- rows of μ, columns of an inverse -----------------------------------------------------------------------------------


def groups(n: int) -> list[slice]:
    edges = np.linspace(0, n, THREADS + 1).round().astype(int).tolist()
    return [slice(a, b) for a, b in pairwise(edges)]


def of_mu(c: np.ndarray, rate: np.ndarray, mu: np.ndarray) -> Stages:
    """μ = CȦCᵀ (11) by groups of rows."""

    def group(rows: slice) -> None:
        np.matmul(c[rows] @ rate, c.T, out=mu[rows])

    return [[partial(group, rows) for rows in groups(len(c))]]


def of_inverse(matrix: np.ndarray, inverse: np.ndarray) -> Stages:
    """LAPACK's factors, then the inverse by groups of columns."""
    from scipy.linalg.lapack import dpotrf, dpotrs

    factors, unit = np.empty_like(matrix, order="F"), np.eye(len(matrix), order="F")

    def factorise() -> None:
        factors[:] = dpotrf(matrix, lower=1)[0]

    def group(columns: slice) -> None:
        inverse[:, columns] = dpotrs(factors, unit[:, columns], lower=1)[0]

    return [[factorise], [partial(group, columns) for columns in groups(len(matrix))]]


def section_2(task: Task) -> Exhibit:
    """μ on threads, and the inverse that the paper holds against it."""
    sizes = (5, 40) if task.quick else (10, 20, 40, 60, 100, 150, 250, 400, 600)
    rivals: dict[Any, Stages] = {}
    equal = inverted = invertible = True
    for k, links in enumerate(sizes):
        mechanism = pendulum(links)
        q, u = random_state(mechanism, 1)
        matrix, rate = mass_matrix(mechanism, q), mass_matrix_rate(mechanism, q, u)
        values, vectors = np.linalg.eigh(matrix)
        n, c, mu, inverse = len(matrix), vectors.T, np.empty_like(matrix), np.empty_like(matrix, order="F")
        rivals["μ", n], rivals["inverse", n] = of_mu(c, rate, mu), of_inverse(matrix, inverse)
        for stages in (rivals["μ", n], rivals["inverse", n]):
            together(stages)
        equal = equal and close(mu, c @ rate @ c.T, 1e-12 * n)
        inverted = inverted and close(inverse @ matrix, np.eye(n), 1e-14 * n * values[-1] / values[0])
        if links <= 60:
            invertible = invertible and all(eigvalsh(matrix[:m, :m])[0] > 0.5 * values[0] for m in range(1, n))
        task.advance(0.5 * (k + 1) / len(sizes))
    found = clocked(rivals, task)
    orders = sorted({n for _, n in rivals})
    gains = {what: {n: found.gains(rivals)[what, n] for n in orders} for what in ("μ", "inverse")}
    task.advance(1.0)
    said = {what: f"It pays {pays(table, 'n = {}')}, and is {table[orders[-1]]:.2f} times as fast with n = {orders[-1]}." for what, table in gains.items()}  # fmt: skip
    return Exhibit(
        "B", "section 2", "In parallel: the elements of μ, and an inverse",
        f"For pendulums, on one thread and on {THREADS}: μ = CȦCᵀ by groups of rows, NumPy's products; and the inverse of the mass matrix, LAPACK's factors on one thread and then the columns of the inverse by groups. Processor time of the slowest thread, and a join: "
        f"sending work to a thread and waiting for it takes {1e6 * found.join:.0f} µs here, by Python's own threads.",
        ["n", *(f"{what} on {p} thread{'s' if p > 1 else ''}, µs" for what in gains for p in (1, THREADS)), *(f"{what}: times as fast" for what in gains)],
        [[n, *(1e6 * times[what, n] for what in gains for times in (found.one, found.several)), *(table[n] for table in gains.values())] for n in orders],
        [draw_gains(gains)],
        [
            Statement("The elements of μ can be found in parallel.", equal, f"Rows of μ need nothing of one another, and give the same μ. {said['μ']}"),
            Statement("Inverting the mass matrix can hardly be done in parallel: it may lack an invertible submatrix, or have an odd order.", not (inverted and invertible),
                      f"All leading submatrices of a mass matrix are invertible, since it is positive definite, and the columns of its inverse need nothing of one another once it is factorised. {said['inverse']}"),
        ],
    )  # fmt: skip


def close(found: np.ndarray, expected: np.ndarray, share: float) -> bool:
    return bool(np.abs(found - expected).max() <= share * np.abs(expected).max())


def pays(gains: Mapping[int, float], size: str) -> str:
    """Where it pays; ``size``: how a size is told, as in "n = {}"."""
    found, most = start(gains), max(gains)
    return f"from {size.format(spaced(found))} on" if found else f"nowhere up to {size.format(spaced(most))}"


def spaced(n: float) -> str:
    return f"{n:,.0f}".replace(",", "\u202f")


def draw_gains(gains: Mapping[str, Mapping[int, float]]) -> Figure:
    with drawing(7.0, 3.8) as figure:
        axis = figure.subplots()
        for (label, table), colour in zip(gains.items(), COLOURS, strict=False):
            axis.semilogx(list(table), list(table.values()), "o-", color=colour, ms=4, label=label)
        axis.axhline(1.0, color=MUTED, lw=0.9)
        axis.set(xlabel="degrees of freedom n", ylabel="times as fast", ylim=(0, 1.1 * THREADS))
        axis.legend(loc="lower right")
        figure.suptitle(f"B, section 2: one matrix on {THREADS} threads, against one thread", x=0.01, ha="left")
    return figure


# --- branches ---------------------------------------------------------------------------------------------------------

LENGTH = 20  # bodies in a branch
FORMS = {"separate-bodies": None, "composite-bodies": "udu"}
MANY, CORES = (10**2, 10**3, 10**4, 10**5, 10**6), (2, 8, 64)
# how deep a tree of N bodies is: the longest way on which one body has to wait for another
DEPTHS: dict[str, Callable[[float], float]] = {
    "one chain": lambda n: n,
    "8 chains": lambda n: n / 8,
    "chains of 1000": lambda n: min(n, 1000.0),
    "binary tree": lambda n: float(np.log2(n + 1)),
}


def hanging(chains: int, length: int = LENGTH) -> Mechanism:
    """Chains that hang from the ground side by side: branches that have nothing but the ground in common."""
    mechanism, hinge = Mechanism(f"{chains} chains of {length}"), Revolute((0.0, 1.0, 0.0))
    link = Inertia.rod(1.0, mass=1.0, radius=0.03, center=(0.0, 0.0, -0.5))
    for c in range(chains):
        for k in range(length):
            parent, at = (f"{c}.{k - 1}", (0.0, 0.0, -1.0)) if k else (GROUND, (0.2 * c, 0.0, 0.0))
            mechanism.add_body(f"{c}.{k}", parent, hinge, at, inertia=link)
    return mechanism


class Branch:
    """The rates of a part of a mechanism, in compiled code that lets other threads run."""

    def __init__(self, part: Mechanism, form: str, solver: str | None, seed: int):
        evaluation = FORMULATIONS[form].evaluation(compiled(part), solver)
        rate = Rate(evaluation, [evaluation.tree], momenta=False)
        self.memory = memory_of(rate, wide=False)
        self.memory.work.state[:, 0] = np.concatenate(random_state(part, seed))
        address, self._kept = rate.address(self.memory.work, wide=False)
        self._call = CALLBACK(address)

    def __call__(self) -> None:
        self._call(self.memory.address)

    @property
    def accelerations(self) -> np.ndarray:
        slope = self.memory.work.slope[:, 0]
        return slope[len(slope) // 2 :]


def branches(part: Mechanism, form: str) -> list[Branch]:
    """As many equal parts of a mechanism as there are threads, in different states."""
    return [Branch(part, form, FORMS[form], seed) for seed in range(THREADS)]


def span(found: Mapping[int, float], expected: Mapping[int, float]) -> str:
    """The smallest and the largest ratio of one to the other."""
    ratios = [found[n] / expected[n] for n in found]
    return f"{min(ratios):.2f} to {max(ratios):.2f}"


def law(bodies: float, depth: float, cores: int, of_a_body: float, of_a_join: float, joins: int = 2) -> float:
    """How many times as fast several cores are as one.

    Brent's bound, (W − D) / P + D, and the joins: one where branches hang from the ground, two where they meet on a
    moving base. Threads wake each other, so that a join takes log2 P times that of two.
    """
    whole, deep = of_a_body * bodies, of_a_body * min(depth, bodies)
    return whole / ((whole - deep) / cores + deep + joins * np.ceil(np.log2(cores)) * of_a_join)


def section_2_branches(task: Task) -> Exhibit:
    """Branches on threads, and the law by which they pay."""
    sizes = (40, 400) if task.quick else (40, 80, 160, 320, 640, 1280, 2560, 10_000, 100_000, 1_000_000)
    equal, times = True, {}
    rows: list[list[Any]] = []
    halves = {n: hanging(n // (THREADS * LENGTH)) for n in sizes}
    for j, form in enumerate(FORMS):
        rivals = {n: branches(half, form) for n, half in halves.items()}
        task.advance((j + 0.3) / len(FORMS))
        for parts in rivals.values():
            one_by_one([parts])
            expected = [part.accelerations.copy() for part in parts]
            together([parts])
            equal = equal and all(
                bool((x == part.accelerations).all()) for x, part in zip(expected, parts, strict=True)
            )
        times[form] = clocked({n: [parts] for n, parts in rivals.items()}, task)
        task.advance((j + 1) / len(FORMS))
        for n in sizes:
            one, two = times[form].one[n], times[form].several[n]
            rows.append([form, n, n // LENGTH, 1e6 * one, 1e6 * two, one / two])
    joins = min(table.join for table in times.values())
    gains = {form: times[form].gains(sizes) for form in FORMS}
    recursion = times["separate-bodies"].one[sizes[-1]] / sizes[-1]
    least = {p: 2 * np.ceil(np.log2(p)) * joins / (recursion * (1 - 1 / p)) for p in CORES}
    alone = {form: {n: law(n, 0.0, THREADS, times[form].one[n] / n, joins, 1) for n in sizes} for form in FORMS}
    predicted = {
        (shape, p): [law(n, depth(n), p, recursion, joins) for n in MANY] for shape, depth in DEPTHS.items() for p in CORES
    }  # fmt: skip
    rows += [
        [f"law, {shape} on {p} cores", n, None, None, None, gained]
        for (shape, p), line in predicted.items()
        for n, gained in zip(MANY, line, strict=True)
    ]
    last = sizes[-1]
    return Exhibit(
        "B", "section 2, branches", "Beyond the paper: branches of one mechanism on threads",
        f"Chains of {LENGTH} hinges that hang from the ground, half of them on each of {THREADS} threads, against all of them on one; one evaluation of the rates by the compiled kernels as they are; processor time of the slower thread, and a join. A join, the time to send work to a thread and "
        f"to wait for it, takes {1e6 * joins:.0f} µs here, a body {1e9 * recursion:.0f} ns by separate bodies. Right: the law beyond. A mechanism whose branches meet on a moving base takes two joins, inward and outward, for recursions and composite bodies alike; "
        "W is the work on one core and D that along the deepest branch, on which every body waits for the one before: P cores take (W − D)/P + D and the joins, each log₂ P times as long as that of two threads. It pays from the size on whose saving, N (1 − 1/P) bodies, takes as long as the joins: on a moving base, with branches enough, from "
        + ", ".join(f"{spaced(least[p])} bodies on {p} cores" for p in CORES)
        + f". At 10⁶ bodies on 64 cores this gives {predicted['binary tree', 64][-1]:.0f} times as fast on a binary tree, {predicted['chains of 1000', 64][-1]:.0f} on chains of 1000, {predicted['8 chains', 64][-1]:.0f} on eight chains and {predicted['one chain', 64][-1]:.1f} on one. "
        "Memory shared by the cores can only make it less: measured over the law, " + "; ".join(f"{form} {span(gains[form], alone[form])}" for form in FORMS) + ".",
        ["form, or law", "bodies", "branches", "one thread, µs", f"{THREADS} threads, µs", "times as fast"],
        rows, [draw_branches(gains, predicted, recursion, joins)],
        [
            Statement("Independent branches can be computed in parallel, with the same result.", equal,
                      "Bit for bit. It pays " + "; ".join(f"{pays(table, '{} bodies')} by {form}, {table[last]:.2f} times as fast with {spaced(last)}" for form, table in gains.items()) + "."),
        ],
    )  # fmt: skip


def draw_branches(
    gains: Mapping[str, Mapping[int, float]],
    predicted: Mapping[tuple[str, int], Sequence[float]],
    of_a_body: float,
    of_a_join: float,
) -> Figure:
    with drawing(10.0, 4.0) as figure:
        left, right = figure.subplots(1, 2)
        for (form, table), colour in zip(gains.items(), COLOURS, strict=False):
            left.semilogx(list(table), list(table.values()), "o-", color=colour, ms=4, label=form)
        fine = np.geomspace(40, max(max(table) for table in gains.values()), 60)
        # branches that hang from the ground have one join
        one = [law(n, 0.0, THREADS, of_a_body, of_a_join, 1) for n in fine]
        left.semilogx(fine, one, color=INK, lw=1, ls=":", label="law, separate-bodies")
        left.axhline(1.0, color=MUTED, lw=0.9)
        left.set(
            title=f"measured: {THREADS} threads over one",
            xlabel="bodies",
            ylabel="times as fast",
            ylim=(0, 1.1 * THREADS),
        )
        left.legend(loc="lower right")
        styles = dict(zip(CORES, (":", "--", "-"), strict=True))
        for (shape, p), line in predicted.items():
            colour = COLOURS[list(DEPTHS).index(shape)]
            right.loglog(MANY, line, color=colour, ls=styles[p], label=shape if p == CORES[-1] else None)
            if shape == "binary tree":
                right.annotate(f"{p} cores", (MANY[-1], line[-1]), (-2, 5), textcoords="offset points", ha="right", fontsize=8)  # fmt: skip
        right.set(title="law for more cores, up to 10⁶ bodies", xlabel="bodies", ylabel="times as fast")
        right.axhline(1.0, color=MUTED, lw=0.9)
        right.legend(loc="upper left", fontsize=8)
        figure.suptitle("Branches of one mechanism on threads", x=0.01, ha="left")
    return figure
