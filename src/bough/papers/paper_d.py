"""Paper D: costs of the three Hamiltonian forms (table 1), and which of them to choose (figure 1)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from math import isinf
from typing import TYPE_CHECKING

import numpy as np

import bough as bo
from bough.papers import diagrams
from bough.papers.accuracy import introduction
from bough.papers.brooms import (
    COARSE,
    COUNTED,
    JOINTS,
    KINDS,
    MEASURED,
    PRINTED,
    counted_contest,
    measured_contest,
    side_by_side,
)
from bough.papers.diagrams import EVERY, Contest, onset
from bough.papers.exhibit import Exhibit, Statement, Task
from bough.papers.hamiltonian_costs import (
    CARRIED,
    DRAWN,
    ERA,
    FORMS,
    LITERAL,
    NAMES,
    OSP,
    READINGS,
    TSP,
    printed_on_broom,
)
from bough.papers.hamiltonian_growth import table_1

if TYPE_CHECKING:
    from matplotlib.figure import Figure

COLOURS = {TSP: diagrams.TANGENT, OSP: diagrams.ORTHOGONAL, ERA: diagrams.RECURSIVE}


def printed_contest(n: int, reading: str = CARRIED) -> Contest:
    read = {TSP: reading, OSP: CARRIED, ERA: CARRIED}  # only TSP has a τ_i
    costs = [[[float(printed_on_broom(form, n, c, x, read[form])) for x in EVERY] for c in EVERY] for form in FORMS]
    return Contest(FORMS, EVERY, EVERY, np.array(costs))


# --- figure 1 ---------------------------------------------------------------------------------------------------------


def figure_1(task: Task) -> Exhibit:
    dofs = (1, 3) if task.quick else tuple(JOINTS)
    grid = (1, 5, 20) if task.quick else COARSE
    ways: dict[str, dict[int, Contest]] = {PRINTED: {n: printed_contest(n) for n in range(1, 7)}}
    task.advance(0.05)
    ways[COUNTED] = {n: counted_contest(FORMS, n) for n in dofs}
    task.advance(0.15)
    ways[MEASURED] = {}
    for k, n in enumerate(dofs):
        share = 0.8 / len(dofs)
        ways[MEASURED][n] = measured_contest(FORMS, n, grid, task, 0.15 + k * share, 0.15 + (k + 1) * share)
    figures = [
        draw_choice(f"D, figure 1: the cheapest Hamiltonian form, {way}", contests, NAMES, COLOURS, way == PRINTED)
        for way, contests in ways.items()
    ]
    task.advance(1.0)
    return Exhibit(
        "D",
        "figure 1",
        "Which Hamiltonian form is the cheapest on equal chains on one base body",
        "A cell is a mechanism: so many chains of so many bodies on one base, all joints of n DoFs. By the paper's formulas for n = 1 to 4, as the paper draws it, and 5 and 6 beyond; by our counts; "
        "and by the time of one evaluation on this machine, measured at the dots and interpolated between them. The scan has lost the paper's own diagrams; what it says about them stands below.",
        *side_by_side(ways, NAMES, grid),
        figures,
        [statement for way, contests in ways.items() for statement in choice_statements(way, contests)],
    )


def draw_choice(
    title: str,
    contests: Mapping[int, Contest],
    names: Mapping[str, str],
    colours: Mapping[str, str],
    every: bool = False,
) -> Figure:
    panels: dict[str, Contest] = {}
    for n, contest in contests.items():
        kind = f": {KINDS[n]}" if n in KINDS and not every else ", beyond the paper" if n not in DRAWN else ""
        panels[f"n = {n}{kind}"] = contest
    return diagrams.draw(title, panels, names, colours)


def choice_statements(way: str, contests: Mapping[int, Contest]) -> list[Statement]:
    """The paper's statements on figure 1, for the joints that it draws."""
    full = {n: contest.filled() for n, contest in contests.items() if n in DRAWN}
    few = [n for n in full if n <= 3]
    return [
        _short_chains(way, full, few),
        _era_takes_over(way, full),
        _osp_only_for_three_and_four(way, full, contests),
        _osp_with_longer_chains(way, full),
    ]


def _span(numbers: Iterable[float]) -> str:
    """The smallest and the largest of some lengths."""
    found = sorted(set(numbers))
    shown = ["none" if isinf(x) else f"{x:.0f}" for x in (found[0], found[-1])]
    return shown[0] if len(found) == 1 else f"{shown[0]} to {shown[1]}"


def _short_chains(way: str, full: Mapping[int, Contest], few: Sequence[int]) -> Statement:
    ends = {n: [int(np.argmin(row)) if not row.all() else len(row) for row in full[n].wins(TSP)] for n in few}
    text = "; ".join(f"n = {n}: up to length {_span(ends[n])}" for n in few)
    return Statement(
        f"TSP is the cheapest with few DoFs and short chains – {way}",
        all(end >= 1 for n in few for end in ends[n]),
        f"TSP wins, over all numbers of chains, {text.replace('length 0', 'length 0 (nowhere)')}",
    )


def _era_takes_over(way: str, full: Mapping[int, Contest]) -> Statement:
    starts = {n: [onset(row) for row in c.cost(ERA) < c.cost(TSP)] for n, c in full.items()}
    usual = [float(np.median(row)) for row in starts.values()]
    text = "; ".join(f"n = {n}: from length {_span(row)}" for n, row in starts.items())
    return Statement(
        f"ERA overtakes TSP as chains grow, the sooner the more DoFs – {way}",
        all(a > b for a, b in pairwise(usual)),
        f"ERA before TSP, over all numbers of chains, {text}",
    )


def _osp_only_for_three_and_four(way: str, full: Mapping[int, Contest], contests: Mapping[int, Contest]) -> Statement:
    share = {n: float(contest.filled().wins(OSP).mean()) for n, contest in contests.items()}
    text = ", ".join(f"{100 * x:.0f} % with n = {n}" for n, x in share.items())
    return Statement(
        f"OSP beats the others only with joints of three and four DoFs – {way}",
        all((share[n] > 0) == (n >= 3) for n in full),
        f"OSP wins in {text} of the diagram" + ("" if 4 in full else "; no joint of four DoFs was tried"),
    )


def _osp_with_longer_chains(way: str, full: Mapping[int, Contest]) -> Statement:
    starts = {n: [onset(row) for row in full[n].wins(OSP)] for n in full if n >= 3}
    seen = {n: row for n, row in starts.items() if not all(map(isinf, row))}
    claim = f"OSP pays where the number and the length of the chains grow together – {way}"
    if not seen:
        return Statement(claim, False, f"OSP wins nowhere with n = {' or '.join(map(str, starts))}")
    text = "; ".join(
        f"n = {n}: from length {row[0]:.0f} with one chain, {_span(row[-1:])} with {len(row)}"
        for n, row in seen.items()
    )
    return Statement(claim, all(row == sorted(row) for row in seen.values()), f"OSP wins, {text}")


# --- both readings of τ_i ---------------------------------------------------------------------------------------------


def table_1_readings(task: Task) -> Exhibit:
    """What the two readings of TSP's τ_i make of figure 1."""
    found = {reading: {n: printed_contest(n, reading) for n in range(1, 7)} for reading in READINGS}
    task.advance(0.5)
    starts = {
        reading: {n: [onset(row) for row in c.cost(ERA) < c.cost(TSP)] for n, c in contests.items()}
        for reading, contests in found.items()
    }
    rows = [
        [reading, n, _span(starts[reading][n]), *(100 * float(contest.wins(form).mean()) for form in FORMS)]
        for reading, contests in found.items()
        for n, contest in contests.items()
    ]
    panels = {f"n = {n}: {reading.replace('_i', 'ᵢ')}": found[reading][n] for reading in READINGS for n in DRAWN[:3]}
    said = {reading: choice_statements(reading, contests) for reading, contests in found.items()}
    more = {n: found[LITERAL][n].cost(TSP) / found[CARRIED][n].cost(TSP) - 1.0 for n in DRAWN}
    task.advance(1.0)
    return Exhibit(
        "D",
        "table 1, readings",
        "Two readings of τ_i in TSP's formula, and what depends on them",
        "The paper defines τ_i by the same sum as η_i, although it has a letter of its own. Read as printed, τ_i = η_i; read as the columns that are carried over joint i, 42 flops each, τ_i = η_i − n_i. "
        "They differ by 42 flops for every DoF of the mechanism. Both give whole numbers of flops for every tree, so the print does not single one out. The other exhibits use τ_i = η_i − n_i, since a joint's own columns "
        "are not carried over it.",
        ["reading", "n", "ERA before TSP from length"] + [f"{NAMES[form]} wins, %" for form in FORMS],
        rows,
        [diagrams.draw("D, figure 1 by both readings of τᵢ in table 1", panels, NAMES, COLOURS)],
        [
            *(
                Statement(
                    f"What the paper says of figure 1 holds: {reading}",
                    all(statement.holds for statement in statements),
                    "; ".join(statement.found for statement in statements),
                )
                for reading, statements in said.items()
            ),
            Statement(
                "The reading decides where ERA overtakes TSP",
                any(starts[LITERAL][n] != starts[CARRIED][n] for n in DRAWN),
                "lengths of the chains by τ_i = η_i − n_i and by τ_i = η_i: "
                + "; ".join(f"n = {n}: {_span(starts[CARRIED][n])}, {_span(starts[LITERAL][n])}" for n in DRAWN)
                + f". TSP costs {100 * min(x.min() for x in more.values()):.1f} to {100 * max(x.max() for x in more.values()):.0f} % more by the latter",
            ),
        ],
    )


# --- beyond the paper ---------------------------------------------------------------------------------------------------

SEPARATE, COMPOSITE, WITTENBURG, MULTIPLIERS = ("separate-bodies", "composite-bodies", "wittenburg", "multipliers")
_COLOURS = {
    SEPARATE: diagrams.RECURSIVE,
    COMPOSITE: diagrams.TANGENT,
    WITTENBURG: diagrams.AUGMENTED,
    MULTIPLIERS: diagrams.ORTHOGONAL,
}
_NAMES = {
    SEPARATE: "separate bodies",
    COMPOSITE: "composite bodies",
    WITTENBURG: "Wittenburg",
    MULTIPLIERS: "multipliers",
}


def figure_1_accelerations(task: Task) -> Exhibit:
    dofs = (1, 3) if task.quick else tuple(JOINTS)
    grid = (1, 5, 20) if task.quick else COARSE
    ways: dict[str, dict[int, Contest]] = {COUNTED: {}, MEASURED: {}}
    for k, n in enumerate(dofs):
        fitting = [
            form for form in _NAMES if bo.methods.why_unsupported(bo.models.broom(1, 1, JOINTS[n]), form) is None
        ]
        ways[COUNTED][n] = counted_contest(fitting, n)
        begin, share = k / len(dofs), 1 / len(dofs)
        ways[MEASURED][n] = measured_contest(fitting, n, grid, task, begin + 0.1 * share, begin + share)
    findings = []
    for way, contests in ways.items():
        shares = []
        for n, contest in contests.items():
            full = contest.filled()
            won = [
                f"{_NAMES[form]} {100 * full.wins(form).mean():.0f} %" for form in full.forms if full.wins(form).any()
            ]
            start = _span(onset(row) for row in full.cost(SEPARATE) < full.cost(COMPOSITE))
            shares.append(f"n = {n}: {', '.join(won)}, and separate before composite bodies from length {start} on")
        findings.append(f"Of the diagram {way}, {'; '.join(shares)}.")
    return Exhibit(
        "D",
        "figure 1, accelerations",
        "Beyond the paper: the same choice among forms in accelerations",
        "As figure 1, for u̇ from (q, u): by our counts and by the time of one evaluation. " + " ".join(findings),
        *side_by_side(ways, _NAMES, grid),
        [
            draw_choice(f"The cheapest form in accelerations, {way}", contests, _NAMES, _COLOURS)
            for way, contests in ways.items()
        ],
    )


EXHIBITS: dict[str, Callable[[Task], Exhibit]] = {
    "introduction": introduction,
    "table 1": table_1,
    "table 1, readings": table_1_readings,
    "figure 1": figure_1,
    "figure 1, accelerations": figure_1_accelerations,
}
