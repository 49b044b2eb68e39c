"""Paper C: classification of forms (``classification.py``), and time of a chain's step by five methods (figure 1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import isinf, log2
from typing import TYPE_CHECKING, Any

import numpy as np

import bough as bo
from bough.papers.brooms import KINDS, broom_counts, degree
from bough.papers.classification import classification
from bough.papers.diagrams import onset
from bough.papers.exhibit import Exhibit, Statement, Task
from bough.papers.travellers import (
    COMPOSITE,
    DIRECT,
    DIRECTLY,
    INVERSE,
    ITERATIVE,
    METHODS,
    MULTIPLIERS,
    SEPARATE,
    STATES,
    STEPS,
    seconds_of,
    seconds_of_steps,
    steppers,
    travellers,
)
from bough.simulation.draw.plots import COLOURS, drawing, label_ends

if TYPE_CHECKING:
    from matplotlib.figure import Figure

LINES = dict(zip(METHODS, (COLOURS[0], COLOURS[2], COLOURS[1], COLOURS[3], COLOURS[4]), strict=True))

DOFS = (1, 2, 3)
SIZES = {1: (1, 2, 3, 5, 8, 12, 16, 20, 25, 30, 40, 50), 2: (1, 2, 3, 5, 8, 12, 16, 20, 25, 30), 3: (1, 2, 3, 5, 8, 12, 16, 20, 25, 30)}  # fmt: skip
AXES = {1: 80, 2: 60, 3: 60}  # where the paper's axes end, in ms
FEW = 5  # bodies
LARGE = (100, 200)  # hinges, for powers of N
ROUNDS = 3  # rounds of measuring


# --- figure 1 ---------------------------------------------------------------------------------------------------------


def figure_1(task: Task) -> Exhibit:
    sizes = dict.fromkeys(DOFS, (1, 3, 8, 16)) if task.quick else SIZES
    chains = {}
    for n in DOFS:
        for bodies in sizes[n]:
            chains[n, bodies] = travellers(bodies, n)
        task.advance(0.1 * n)
    rounds = 1 if task.quick else ROUNDS
    times: dict[int, dict[int, dict[Any, float]]] = {n: {} for n in DOFS}
    for k in range(rounds):
        for j, ((n, bodies), rivals) in enumerate(chains.items(), start=1):
            found, before = seconds_of(rivals, task), times[n].get(bodies, {})
            times[n][bodies] = {name: min(x, before.get(name, x)) for name, x in found.items()}
            task.advance(0.3 + 0.6 * (k + j / len(chains)) / rounds)
    rows: list[list[Any]] = []
    for (n, bodies), rivals in chains.items():
        seconds = times[n][bodies]
        fastest = min(METHODS, key=lambda method: seconds[_key(method)])
        passes = [rival.passes() for name, rival in rivals.items() if name not in DIRECTLY]
        rows.append(
            [
                n,
                bodies,
                n * bodies,
                *(round(1e6 * x, 3) for x in seconds.values()),
                fastest,
                *(round(x, 2) for x in passes),
            ]
        )
    powers = powers_of_bodies(task)
    task.advance(1.0)
    names = next(iter(chains.values()))
    return Exhibit(
        "C",
        "figure 1",
        "Time of one evaluation against the number of bodies of a chain, by five methods",
        "As in the paper: joints with one, two and three rotational DoFs, (a) to (c); the curves of the scan are lost. An evaluation of the accelerations, "
        f"at {STATES} successive states of a swinging chain, forth and back, in compiled code called from Python. Cholesky: UUᵀ of the packed matrix for 1, which is full on a chain, and UDUᵀ of the banded one for 3. 4 and 5 go on from the last state to "
        f"the accuracy of the direct solvers; they depend on its distance, {STEPS[0] * 1e3:g} ms (solid) or {STEPS[1] * 1e3:g} ms (dotted) of motion. The paper has steps of integration: see the next exhibit.",
        ["n", "bodies", "DoFs", *(f"{_label(name)}, µs" for name in names), "fastest"]
        + [f"{_label(name)}, passes" for name in names if name not in DIRECTLY],
        rows,
        [draw_times(times, "evaluation")],
        [*time_statements(times), *power_statements(powers), passes_statement()],
    )  # fmt: skip


def _key(method: str) -> Any:
    """The key of a method among times: iterative ones at the longer step."""
    return (method, STEPS[0]) if method in ITERATIVE else method


def _label(name: Any) -> str:
    return name if isinstance(name, str) else f"{name[0]} at {name[1] * 1e3:g} ms"


def draw_times(times: Mapping[int, Mapping[int, Mapping[Any, float]]], what: str) -> Figure:
    with drawing(11.5, 4.4) as figure:
        for axis, letter, (n, table) in zip(figure.subplots(1, 3), "abc", times.items(), strict=True):
            bodies, lines = list(table), []
            for method in METHODS:
                (line,) = axis.plot(
                    bodies, [1e6 * table[b][_key(method)] for b in bodies], color=LINES[method], marker=".", ms=4
                )
                lines.append(line)
                if method in ITERATIVE:
                    finer = [1e6 * table[b][method, STEPS[1]] for b in bodies]
                    axis.plot(bodies, finer, color=LINES[method], lw=1.1, ls=":")
            axis.set_title(f"{letter}) {KINDS[n]}: n = {n}")
            axis.set(xlim=(0, None), ylim=(0, None), xlabel="bodies of the chain")
            axis.margins(x=0)
            label_ends(axis, lines, [method[0] for method in METHODS])
        figure.axes[0].set_ylabel(f"time of one {what}, µs")
        figure.legend(lines, METHODS, loc="outside lower center", ncols=5)
        figure.suptitle(
            f"C, figure 1: time of one {what} on this machine (dotted: in steps of 0.1 ms)", x=0.01, ha="left"
        )
    return figure


def figure_1_steps(task: Task) -> Exhibit:
    """The same by steps of integration."""
    sizes = dict.fromkeys(DOFS, (1, 8)) if task.quick else SIZES
    times: dict[int, dict[int, dict[Any, float]]] = {n: {} for n in DOFS}
    calls: dict[int, list[float]] = {n: [] for n in DOFS}
    for n in DOFS:
        for bodies in sizes[n]:
            times[n][bodies] = seconds_of_steps(steppers(bodies, n), task)
            evaluation = seconds_of({SEPARATE: travellers(bodies, n)[SEPARATE]}, task)[SEPARATE]
            calls[n].append(evaluation / (times[n][bodies][SEPARATE] / 4) - 1)
        task.advance(n / len(DOFS))
    rows = [
        [n, bodies, n * bodies, *(round(1e6 * x, 3) for x in seconds.values()), min(METHODS, key=lambda method: seconds[_key(method)])]
        for n, table in times.items()
        for bodies, seconds in table.items()
    ]  # fmt: skip
    last = {n: (max(table), max(table[max(table)].values())) for n, table in times.items()}
    names = next(iter(times[DOFS[0]].values()))
    return Exhibit(
        "C",
        "figure 1, steps",
        "Time of one step of integration against the number of bodies of a chain, by five methods",
        f"As figure 1, but as the paper measures it: steps of {STEPS[0] * 1e3:g} ms by Runge and Kutta's method of order four, four evaluations each and what the integrator does with them, all in compiled code. What a call from Python takes is subtracted: "
        f"with it, one evaluation by separate bodies takes {100 * calls[1][0]:.0f} % longer than a quarter of a step on one hinge, and {100 * calls[1][-1]:.0f} % longer on {sizes[1][-1]}. The iterative methods go on from one evaluation to the next, in steps of {STEPS[0] * 1e3:g} ms (solid) and {STEPS[1] * 1e3:g} ms (dotted). The paper gives neither its integrator nor its step.",
        ["n", "bodies", "DoFs", *(f"{_label(name)}, µs" for name in names), "fastest"],
        rows,
        [draw_times(times, "step of integration")],
        [
            *time_statements(times),
            Statement(
                "On its axes a step takes up to 80, 60 and 60 ms",
                all(1e3 * seconds > AXES[n] / 2 for n, (_, seconds) in last.items()),
                "the slowest method here takes " + ", ".join(f"{1e6 * seconds:.0f} µs on {bodies} bodies with n = {n}" for n, (bodies, seconds) in last.items()),
            ),
        ],
    )  # fmt: skip


# --- what the paper says ----------------------------------------------------------------------------------------------


def time_statements(times: Mapping[int, Mapping[int, Mapping[Any, float]]]) -> list[Statement]:
    longest = {n: max(table) for n, table in times.items()}
    last = {n: times[n][longest[n]] for n in times}
    fastest = {n: min(METHODS, key=lambda method: last[n][_key(method)]) for n in times}
    lead = {n: min(last[n][_key(m)] for m in METHODS if m != SEPARATE) / last[n][SEPARATE] for n in times}
    paying = {
        linear: {n: _from(table, linear, COMPOSITE) for n, table in times.items()} for linear in (SEPARATE, MULTIPLIERS)
    }
    winners = {
        n: {b: min(METHODS, key=lambda method: row[_key(method)]) for b, row in table.items()}
        for n, table in times.items()
    }
    order = {n: sorted(METHODS, key=lambda method: last[n][_key(method)]) for n in times}
    return [
        Statement(
            "Separate bodies are among the most efficient on long chains",
            all(method == SEPARATE for method in fastest.values()),
            "the next best takes " + ", ".join(f"{lead[n]:.1f} times as long on {longest[n]} bodies with n = {n}" for n in times),
        ),
        *(
            Statement(
                f"Linear methods have a large factor, and pay only when there are many bodies: {name}",
                all(start is None or start > FEW for start in paying[linear].values()),
                f"before composite bodies {', '.join(f'{_start(start)} with n = {n}' for n, start in paying[linear].items())}; by counted operations "
                f"{', '.join(f'{_start(counted_start(form, n))} with n = {n}' for n in times)} (many: more than {FEW})",
            )
            for name, linear, form in (("separate bodies", SEPARATE, "separate-bodies"), ("multipliers", MULTIPLIERS, "multipliers"))
        ),
        Statement(
            "Which method is the most efficient depends on the number of bodies and on the DoFs of the joints",
            len({winner for table in winners.values() for winner in table.values()}) > 1,
            "fastest: " + "; ".join(f"n = {n}, {_runs(table)}" for n, table in winners.items()),
        ),
        Statement(
            "The order of the methods is another one with other joints",
            len({tuple(ranking) for ranking in order.values()}) > 1,
            "on the longest chains, from fast to slow: " + "; ".join(f"n = {n}: {', '.join(m[0] for m in order[n])}" for n in times),
        ),
    ]  # fmt: skip


def counted_start(form: str, n: int, most: int = 200) -> int | None:
    """The number of bodies of a chain from which a form takes fewer operations than composite bodies."""
    lengths = range(1, most)
    ahead = (broom_counts(form, n)([1], lengths) < broom_counts("composite-bodies", n)([1], lengths))[0]
    start = onset(ahead)
    return None if isinf(start) else 1 + int(start)


def _from(table: Mapping[int, Mapping[Any, float]], one: str, other: str) -> int | None:
    """The number of bodies from which a method stays faster than another; None if it is slower at the end."""
    start = None
    for bodies in reversed(list(table)):
        if table[bodies][_key(one)] >= table[bodies][_key(other)]:
            break
        start = bodies
    return start


def _start(bodies: int | None) -> str:
    return "never" if bodies is None else "always" if bodies == 1 else f"from {bodies} bodies"


def _runs(winners: Mapping[int, str]) -> str:
    """The winners, each with the number of bodies up to which it wins."""
    sizes, parts = list(winners), []
    for k, bodies in enumerate(sizes):
        if k == len(sizes) - 1 or winners[sizes[k + 1]] != winners[bodies]:
            parts.append(f"{winners[bodies][2:]} up to {bodies} {'body' if bodies == 1 else 'bodies'}")
    return ", ".join(parts)


def powers_of_bodies(task: Task) -> dict[Any, tuple[float, float]]:
    """By method, on long chains of hinges: the power of N by which times and passes grow."""
    shorter, longer = (travellers(bodies, 1) for bodies in LARGE)
    seconds = seconds_of(
        {(k, name): rival for k, rivals in enumerate((shorter, longer)) for name, rival in rivals.items()}, task
    )
    return {
        name: (
            log2(seconds[1, name] / seconds[0, name]),
            0.0 if name in DIRECTLY else log2(longer[name].passes() / shorter[name].passes()),
        )
        for name in shorter
    }


def power_statements(powers: Mapping[Any, tuple[float, float]]) -> list[Statement]:
    claims = {
        COMPOSITE: ("Composite bodies and Cholesky's method grow as N³ on a chain", 3),
        SEPARATE: ("Separate bodies grow as N", 1),
        MULTIPLIERS: ("Multipliers grow as N on a chain", 1),
        INVERSE: ("Inverse iteration keeps to N²", 2),
        DIRECT: ("Direct iteration keeps to N²", 2),
    }
    span = f"from {LARGE[0]} to {LARGE[1]} hinges"
    statements = []
    for method, (claim, power) in claims.items():
        if method in DIRECTLY:
            # the paper speaks of operations, which can be counted exactly
            counted = degree(broom_counts(DIRECTLY[method][0], 1)([1], range(2, 9))[0])
            text = f"counted operations are of degree {counted} in N; {span} the time grows by a power of {powers[method][0]:.2f}"
            statements.append(Statement(claim, counted == power, text))
            continue
        texts = [
            f"{powers[method, step][0]:.2f} in steps of {step * 1e3:g} ms, of which {powers[method, step][1]:.2f} comes from more passes"
            for step in STEPS
        ]
        holds = all(round(powers[method, step][0]) == power for step in STEPS)
        statements.append(Statement(claim, holds, f"{span} the time grows by a power of {'; '.join(texts)}"))
    return statements


def passes_statement() -> Statement:
    """(4.2) as it is printed, on mass matrices a step of the motion apart."""
    found, holds, n = [], True, 12
    chain = bo.chain(n)
    q, u = bo.models.random_state(chain, 2)
    for step in (1e-4, 1e-3, 1e-2):
        known, matrix = bo.mass_matrix(chain, q), bo.mass_matrix(chain, q + step * u)
        right = matrix @ np.ones(n)
        x, passes = printed_iteration(matrix, right, np.linalg.inv(known))
        found.append(f"{passes} at {step * 1e3:g} ms")
        holds = holds and passes <= n + 1 and np.allclose(x, 1.0)
    return Statement(
        "(4.2) ends after n + 1 passes at the most, and sooner for a small change of the matrix",
        holds,
        f"as printed, on a chain of {n} hinges, to a residual of 10⁻¹⁰: {', '.join(found)}",
    )


def printed_iteration(
    matrix: np.ndarray, right: np.ndarray, inverse: np.ndarray, tolerance: float = 1e-10
) -> tuple[np.ndarray, int]:
    """C (4.2): x and the number of passes, from the inverse of a nearby matrix; ``tolerance``: of ‖r‖ / ‖b‖."""
    x, passes = inverse @ right, 0
    r = right - matrix @ x
    s = inverse @ r
    while np.linalg.norm(r) > tolerance * np.linalg.norm(right) and passes < 10 * len(right):
        x, last, passes = x + s, r, passes + 1
        r = right - matrix @ x
        g = inverse @ r
        c = 1.0 / (g @ (last - r))
        inverse, s = inverse + c * np.outer(g, g), (1.0 + c * g @ r) * g
    return x, passes


EXHIBITS: dict[str, Callable[[Task], Exhibit]] = {
    "classification": classification,
    "figure 1": figure_1,
    "figure 1, steps": figure_1_steps,
}
