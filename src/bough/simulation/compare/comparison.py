"""The result of a comparison of forms: one row per form, as a table or as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from bough.choice.phrases import LeftOut, in_columns, in_digits, in_seconds, label, reasons, wrapped
from bough.formulations import ALIASES
from bough.formulations.formulation import CANONICAL_RATES
from bough.mechanism.mechanism import Mechanism


class Row(NamedTuple):
    """Results of one form and solver. Unknown values are None, and ``note`` says why."""

    form: str
    solver: str | None
    gives: str  # accelerations or canonical rates
    evaluation: float | None  # seconds of one right-hand side
    step: float | None  # seconds of one step, including the integrator's sums
    difference: float | None  # of accelerations, or of q̇ and ṗ, from the default form, relative to the largest
    reactions: float | None  # the same of all joint reactions, computed from the form's own accelerations
    drift: float | None  # of energy along the run, relative to the energy exchanged
    tolerance: float | None  # difference from the default form that rounding may cause
    compiled: bool  # whether it is fully compiled; else the loop calls back into Python
    note: str = ""

    @property
    def label(self) -> str:
        """Form and solver."""
        return label(self.form, self.solver)


class Comparison:
    """All forms on one motion of a mechanism; print it for a table.

    ``rows``: one per form and solver, in the order of the registry. ``left_out``: the others, with reasons. ``spread``:
    the largest difference between the accelerations (or rates of momenta) of any two forms, relative to the largest
    value. ``tolerance``: the difference that rounding may cause, max(1e-11, 4 ε cond M); None if the mechanism is too
    large for M. ``default``: the form that the others are compared with.
    """

    def __init__(
        self,
        mechanism: Mechanism,
        duration: float,
        step: float,
        rows: Sequence[Row],
        left_out: Sequence[LeftOut],
        spread: float,
        tolerance: float | None,
        default: str,
    ):
        self.mechanism, self.duration, self.step = mechanism, duration, step
        self.rows, self.left_out = list(rows), list(left_out)
        self.spread, self.tolerance, self.default = spread, tolerance, default

    @property
    def agrees(self) -> bool | None:
        """Whether all forms agree up to rounding; None if unknown."""
        if self.tolerance is None:
            return None
        return not self._apart()

    def _apart(self) -> list[str]:
        """Labels of the forms that disagree with the default form, or have no result."""
        return [
            row.label
            for row in self.rows
            if row.difference is None or row.tolerance is None or not row.difference <= row.tolerance
        ]

    @property
    def fastest(self) -> Row:
        """The row with the fastest step."""
        return min(self.rows, key=lambda row: float("inf") if row.step is None else row.step)

    def __getitem__(self, name: str) -> Row:
        """A row by its label, such as ``composite-bodies + udu``; a form alone means its first solver."""
        for row in self.rows:
            if ALIASES.get(name, name) in (row.label, row.form):
                return row
        raise KeyError(name)

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data, for JSON; times in seconds."""
        return {
            "mechanism": str(self.mechanism.name),
            "bodies": len(self.mechanism),
            "dofs": self.mechanism.n,
            "duration": self.duration,
            "integrator": "rk4",
            "step": self.step,
            "forms": [row._asdict() for row in self.rows],
            "left_out": [each._asdict() for each in self.left_out],
            "fastest": self.fastest.label,
            "spread": self.spread,
            "tolerance": self.tolerance,
            "agrees": self.agrees,
        }

    def __repr__(self) -> str:
        return f"<Comparison of {len(self.rows)} forms on '{self.mechanism.name}'; print it for a table>"

    def __str__(self) -> str:
        mechanism, fastest = self.mechanism, self.fastest
        head = f"{mechanism.name}: {len(mechanism)} bodies, {mechanism.n} degrees of freedom; {self.duration:g} s by rk4 in steps of {self.step:g} s"
        table = [["form", "evaluation", "step", "ratio", "difference", "reactions", "energy"]]
        for row in self.rows:
            ratio = row.step / fastest.step if row.step and fastest.step else None
            star = " ★" if row is fastest and row.step else ""
            table.append(
                [
                    row.label + star,
                    in_seconds(row.evaluation),
                    in_seconds(row.step),
                    in_digits(ratio, ".3g" if ratio and ratio < 999.5 else ",.0f"),
                    *map(in_digits, row[5:8]),
                ]
            )
        return "\n".join((head, "", *in_columns(table), "", *self._remarks()))

    def _remarks(self) -> list[str]:
        """Remarks below the table, wrapped."""
        said = ["Time of one right-hand side and of one step; ratio to the fastest step (★)."]
        if slow := [row.label for row in self.rows if not row.compiled]:
            said.append(f"Called back from the compiled loop into Python: {', '.join(slow)}.")
        canonical = any(row.gives == CANONICAL_RATES for row in self.rows)
        said.append(
            f"Difference of accelerations, and of the joint reactions computed from them, from those by {self.default}, relative to the largest"
            + (
                "; forms in momenta are compared with the q̇ and ṗ of that motion, computed by finite differences to fewer digits."
                if canonical
                else "."
            )
        )
        said.append("Energy: its drift along the run, relative to the energy exchanged.")
        if notes := [f"{row.label} ({row.note})" for row in self.rows if row.note]:
            said.append(f"Without a complete run: {', '.join(notes)}.")
        said += reasons(self.left_out)
        allowed = max((row.tolerance for row in self.rows if row.tolerance is not None), default=0.0)
        between = f"no two forms differ by more than {self.spread:.1e}"
        if self.agrees is None:
            said.append(f"In all, {between}.")
        elif self.agrees:
            said.append(f"All forms agree: {between}; rounding allows {allowed:.1e}.")
        else:
            said.append(
                f"NOT ALL FORMS AGREE within the {allowed:.1e} that rounding allows: {', '.join(self._apart())}."
            )
        return wrapped(said)
