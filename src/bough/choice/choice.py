"""What a choice returns: a row for each form and solver, the reason in a sentence, as a table or as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import asdict, dataclass, replace
from typing import Any

from bough.choice.phrases import LeftOut, in_columns, in_digits, in_seconds, label, reasons, wrapped
from bough.compiled.tree import CompiledTree
from bough.formulations import FORMULATIONS
from bough.mechanism.mechanism import Mechanism

# notes are shown for forms that take at most this multiple of the best one's time
NEAR = 2.0


@dataclass(frozen=True)
class Candidate:
    """A form and its solver: operations of one evaluation, seconds as predicted and, if available, as measured."""

    form: str
    solver: str | None
    flops: int
    predicted: float
    measured: float | None
    note: str  # on its accuracy
    passes: float | None = None  # per evaluation along a motion, of a solver with a warm start
    own: int | None = None  # operations of the mechanism's own code for it, if that was traced

    @property
    def rank(self) -> tuple[bool, float]:
        """The key for sorting: measured ones come first."""
        return (True, self.predicted) if self.measured is None else (False, self.measured)

    def over(self, other: Candidate) -> float | None:
        """Its time divided by that of another, both measured or both predicted; None if only one was measured."""
        if self.measured is None and other.measured is None:
            return self.predicted / other.predicted
        return None if self.measured is None or other.measured is None else self.measured / other.measured

    @property
    def label(self) -> str:
        """Form and solver."""
        return label(self.form, self.solver)

    def scaled(self, share: float, note: str) -> Candidate:
        """A copy with scaled times and a note."""
        measured = None if self.measured is None else share * self.measured
        return replace(self, predicted=share * self.predicted, measured=measured, note=note)


class Choice:
    """Forms and solvers that fit a mechanism, the fastest first. Print it for a table.

    ``rows``: the ranking. ``reason``: why the first one is the fastest. ``left_out``: the others, with reasons.
    ``code``: whose code runs, ``"own"`` or ``"shared"``; ``not_own``: why it is not the mechanism's own.
    """

    code, not_own = "shared", ""

    def __init__(
        self,
        mechanism: Mechanism,
        states: int,
        threads: int,
        plan: str,
        gives: str,
        rows: Sequence[Candidate],
        left_out: Sequence[LeftOut],
        reason: str,
        rates: str,
    ):
        self.mechanism, self.states, self.threads, self.plan, self.gives = mechanism, states, threads, plan, gives
        self.rows, self.left_out, self.reason, self.rates = list(rows), list(left_out), reason, rates

    def by_shared_kernels(self, why: str) -> Choice:
        """The same, with the reason why the mechanism has no code of its own."""
        new = copy(self)
        new.not_own = why
        return new

    def by_own_code(self, rows: Sequence[Candidate], reason: str) -> Choice:
        """The same with other rows, which the mechanism's own code has put in order."""
        new = copy(self)
        new.code, new.rows, new.reason = "own", list(rows), reason
        return new

    @property
    def best(self) -> Candidate:
        """The row of the fastest."""
        return self.rows[0]

    @property
    def formulation(self) -> str:
        """The name of the chosen form."""
        return self.best.form

    @property
    def solver(self) -> str | None:
        """The solver of the chosen form, or None if it leaves no linear system."""
        return self.best.solver

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data, for JSON; times in seconds per state."""
        return {
            "mechanism": str(self.mechanism.name),
            "bodies": len(self.mechanism),
            "dofs": self.mechanism.n,
            "states": self.states,
            "threads": self.threads,
            "plan": self.plan,
            "gives": self.gives,
            "formulation": self.formulation,
            "solver": self.solver,
            "code": self.code,
            "reason": self.reason,
            "forms": [asdict(row) for row in self.rows],
            "left_out": [each._asdict() for each in self.left_out],
            "rates": self.rates,
        }

    def __repr__(self) -> str:
        return f"<Choice for '{self.mechanism.name}': {self.best.label}; print it for a table>"

    def __str__(self) -> str:
        mechanism, best = self.mechanism, self.best
        how = "one state at a time" if self.states == 1 else f"{self.states} states at once"
        how += f" on {self.threads} threads" if self.threads > 1 else ""
        head = f"{mechanism.name}: {len(mechanism)} bodies, {mechanism.n} degrees of freedom; {self.gives} of {how}"
        own = self.code == "own"
        table = [["form", *["own code"] * own, "flops", "predicted", "measured", "ratio"]]
        for row in self.rows:
            ratio = row.over(best)
            star = " ★" if row is best else ""
            cells = [in_digits(row.own, ",")] if own else []
            cells += [f"{row.flops:,}" if row.flops else "–", in_seconds(row.predicted), in_seconds(row.measured)]
            table.append([row.label + star, *cells, in_digits(ratio, ".3g" if (ratio or 0.0) < 999.5 else ",.0f")])
        said = [f"★ {best.label}: {self.reason}"]
        said += [
            f"{row.label}: {row.passes:.2g} passes per evaluation along the motion."
            for row in self.rows
            if row.passes is not None
        ]
        notes: dict[str, list[str]] = {}
        for row in self.rows:
            ratio = row.over(best) or row.predicted / best.predicted
            if row.note and ratio < NEAR and row.form not in notes.setdefault(row.note, []):
                notes[row.note].append(row.form)
        said += [f"Accuracy, {', '.join(forms)}: {note}." for note, forms in notes.items()]
        said += reasons(self.left_out)
        if own:
            said.append("Own code: operations of the code that is made for this mechanism, of the fastest forms.")
        if self.not_own:
            said.append(f"Shared kernels run, because the mechanism has no code of its own: {self.not_own}.")
        said.append(
            f"Times of one evaluation per state by shared kernels, without the mechanism's own forces; rates: {self.rates}."
        )
        return "\n".join((head, "", *in_columns(table), "", *wrapped(said)))


def why(ranked: Sequence[Candidate], tree: CompiledTree) -> str:
    """Why the first one is the fastest: the shape of the mechanism, and how much slower the next family is."""
    best = ranked[0]
    form = FORMULATIONS[best.form]
    others = [row for row in ranked if row.form != best.form]
    if not others and len(ranked) > 1:  # solvers of one form
        next_one = _compared(ranked[1], best)
        if best.passes is None:
            return f"it is the fastest solver for this form; {next_one}."
        return f"along the motion {best.passes:.2g} passes take less than a factorisation; {next_one}."
    strangers = (row for row in others if form.family is None or FORMULATIONS[row.form].family is not form.family)
    other = next(strangers, None)
    if form.family:
        because = form.family.because(tree) + form.besides
    else:
        because = "it is the fastest of all forms that fit" if other else "no other form fits"
    if other:
        because += f"; {_compared(other, best)}"
    return because + "."


def _compared(row: Candidate, best: Candidate) -> str:
    ratio = row.over(best)
    if ratio is None:
        return (
            f"{row.label} was not measured, and is predicted to take {row.predicted / best.predicted:.2f} times as long"
        )
    return f"{row.label} takes {ratio:.2f} times as long"
