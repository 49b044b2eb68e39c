"""The choice: every form and solver that fits a mechanism, ranked by predicted or measured time."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np
from numpy.typing import ArrayLike

from bough.arithmetic.width import lane_width
from bough.choice.choice import Candidate, Choice, why
from bough.choice.own_code import AUTO, CODES, PATIENT, SHARED, by_own_code
from bough.choice.phrases import LeftOut
from bough.choice.race import GLANCE, race
from bough.choice.rates import LANES, ONE, Rates, rates
from bough.choice.smoothness import LEAST, Smoothness, effort_of, smoothness_along
from bough.compiled.entries import NO_WRENCHES, Evaluation
from bough.compiled.prepared import prepared_of
from bough.compiled.tree import CompiledTree, compiled
from bough.errors import StateError, UnsupportedError
from bough.formulations import ALIASES, FORMULATIONS, Formulation
from bough.formulations.formulation import ACCELERATIONS, CANONICAL_RATES
from bough.formulations.systems import PackedSystem
from bough.mechanism.checks import remedy, shown
from bough.mechanism.generators import random_state
from bough.mechanism.mechanism import Mechanism
from bough.owncode.entry import wanted_code
from bough.passes.arrays import TREE_WIDTHS

ESTIMATE, MEASURE = "estimate", "measure"
YARDSTICK = "it is there to compare with, and is used only by name"
# candidates beyond this multiple of the best estimate are not measured; the largest number that is
_HOPEFUL, _MOST = 2.0, 4
# number of states timed side by side; number of mechanisms whose rankings are remembered
MANY, _REMEMBERED = 64, 512
Key = tuple[str, str | None]  # form, solver
# work by topology, plan and rates: (form, solver) -> (flops, predicted, measured)
_known: dict[tuple[object, ...], dict[Key, Candidate]] = {}


def choose(
    mechanism: Mechanism,
    states: int = 1,
    plan: str = ESTIMATE,
    *,
    gives: str = ACCELERATIONS,
    formulation: str | None = None,
    solver: str | None = None,
    threads: int = 1,
    along: tuple[ArrayLike, ArrayLike] | None = None,
    code: str = AUTO,
) -> Choice:
    """Rank the forms of the equations for a mechanism, the fastest first: what ``formulation="auto"`` takes, and why.

    ``states``: one at a time, or this many at once, in SIMD lanes on ``threads`` cores. ``plan``: ``"estimate"``
    multiplies operation counts by the rates of this machine (``bough calibrate``); ``"measure"`` times the best few on
    this mechanism, for some milliseconds each. ``gives``: ``"accelerations"``, or ``"canonical rates"`` for the
    Hamiltonian forms. ``formulation``, ``solver``: only this form, only forms with this solver. ``along``: (q, u) at
    three or more states of a motion, in the order of their evaluation; solvers with a warm start then take part, by the
    number of passes that they would take along it. ``code``: ``"shared"`` ranks shared kernels alone; else, where the
    mechanism has code of its own, the form whose code is the shortest comes first. Times are those of shared kernels.
    Print the result for a table.
    """
    if not isinstance(mechanism, Mechanism):
        raise StateError(f"choose takes a Mechanism, not {shown(mechanism)}.")
    if plan not in (ESTIMATE, MEASURE):
        raise StateError(f"plan must be '{ESTIMATE}' or '{MEASURE}', not {shown(plan)}.")
    if gives not in (ACCELERATIONS, CANONICAL_RATES):
        raise StateError(f"gives must be '{ACCELERATIONS}' or '{CANONICAL_RATES}', not {shown(gives)}.")
    for name, given in (("formulation", formulation), ("solver", solver)):
        if not isinstance(given, str | None):
            raise StateError(f"{name} must be a name, not {shown(given)}.")
    for name, count in (("states", states), ("threads", threads)):
        if isinstance(count, bool) or not isinstance(count, int | np.integer) or count < 1:
            raise StateError(f"{name} must be a whole number of at least 1, not {shown(count)}.")
    code, found = code_of(code), rates()
    if along is not None:
        motion = _motion(mechanism, plan, along)
        return _ranked(mechanism, states, plan, gives, formulation, solver, threads, found, motion)
    asked = (states, plan, gives, formulation, solver, threads, code, found.origin)
    choice = prepared_of(mechanism).choices.get(asked)
    if choice is None:
        choice = _ranked(mechanism, states, plan, gives, formulation, solver, threads, found, None)
        if code != SHARED and plan == ESTIMATE:
            choice = by_own_code(choice, code)
        prepared_of(mechanism).choices[asked] = choice
    return choice


def code_of(name: str) -> str:
    """The code path, by name; the environment says what ``auto`` means."""
    if name not in (*CODES, PATIENT):
        raise UnsupportedError(f"no code '{name}': {remedy(name, CODES)}")
    return name if name != AUTO else wanted_code()


def _motion(mechanism: Mechanism, plan: str, along: tuple[ArrayLike, ArrayLike]) -> tuple[np.ndarray, np.ndarray]:
    """The states of a motion as arrays, checked; with the time, if the mechanism depends on it."""
    if plan == MEASURE:
        raise StateError("plan='measure' times states in no order; along a motion take plan='estimate'.")
    try:
        q, u = (np.ascontiguousarray(x, float) for x in along)
        count = len(q)
        is_fine = count >= 3 and (q.shape, u.shape) == ((count, mechanism.n_q), (count, mechanism.n))
    except (TypeError, ValueError):
        is_fine = False
    if not is_fine or not (np.isfinite(q).all() and np.isfinite(u).all()):
        raise StateError(
            "along must be (q, u) at three or more states of a motion, "
            f"with rows of {mechanism.n_q} and of {mechanism.n} finite numbers, not {shown(along)}."
        )
    return with_clock(mechanism, q), u


def _ranked(
    mechanism: Mechanism,
    states: int,
    plan: str,
    gives: str,
    formulation: str | None,
    solver: str | None,
    threads: int,
    found: Rates,
    motion: tuple[np.ndarray, np.ndarray] | None,
) -> Choice:
    tree = compiled(mechanism)
    fitting, left_out, notes = _fitting(tree, gives, formulation, solver, motion is not None)
    way = LANES if states > 1 and states >= lane_width() else ONE
    question = (_digest(tree), tuple(fitting), gives, way, plan, found.origin)
    rows = _known.get(question)
    if rows is None:
        rows = _estimated(tree, fitting, way, found)
        if plan == MEASURE:
            rows |= _measured(mechanism, tree, gives, rows, way)
        if len(_known) >= _REMEMBERED:
            _known.pop(next(iter(tuple(_known))), None)  # (other threads may be doing the same)
        _known[question] = rows
    if motion is not None:
        warm, slow = _along(tree, fitting, rows, way, found, motion)
        rows, left_out = rows | warm, left_out + slow
        if not rows:
            raise UnsupportedError(f"no form can be chosen for '{mechanism.name}': {left_out[-1].reason}.")
    known = {*rows, *(each[:2] for each in left_out)}
    left_out += [LeftOut(*key, "it has no formula for its operations") for key in fitting if key not in known]
    share = 1.0 / (1.0 + (min(threads, states) - 1) * found.threads) if way == LANES else 1.0
    ranked = sorted((row.scaled(share, notes[key]) for key, row in rows.items()), key=lambda row: row.rank)
    return Choice(mechanism, states, threads, plan, gives, ranked, left_out, why(ranked, tree), found.origin)


def _fitting(
    tree: CompiledTree, gives: str, formulation: str | None, solver: str | None, is_motion: bool
) -> tuple[dict[Key, Formulation], list[LeftOut], dict[Key, str]]:
    """(form, solver) of all that can be priced and trusted, why the others are left out, and notes on accuracy.

    If every form has doubts, none is left out for them.
    """
    fitting: dict[Key, Formulation] = {}
    doubted: dict[Key, str] = {}
    doubts: dict[Callable[[CompiledTree], str | None], str | None] = {}  # shared by forms
    left_out = []
    by_name: list[LeftOut] = []  # by a solver that has no price, but serves
    forms = [form for form in FORMULATIONS.values() if form.gives == gives]
    if formulation is not None:
        known = [form.name for form in forms]
        forms = [form for form in forms if form.name == ALIASES.get(formulation, formulation)]
        if not forms:
            raise UnsupportedError(f"no formulation '{formulation}' for {gives}: {remedy(formulation, known)}")
    for form in forms:
        for method in form.methods or (None,):
            name = method.name if method else None
            if solver not in (None, name):
                continue
            unpriced = method.unpriced if method and not (is_motion and method.is_warm) else ""
            reason = YARDSTICK if form.is_yardstick and formulation is None else form.supports(tree, name) or unpriced
            if reason:
                left_out.append(LeftOut(form.name, name, reason))
                if reason == unpriced:
                    by_name.append(left_out[-1])
                continue
            fitting[form.name, name] = form
            if form.doubts not in doubts:
                doubts[form.doubts] = form.doubts(tree)
            if doubt := doubts[form.doubts]:
                doubted[form.name, name] = doubt
    if not fitting:
        if not left_out:
            known = sorted({name for form in forms for name in form.solvers})
            raise UnsupportedError(f"no form has solver '{solver}': {remedy(str(solver), known)}")
        out = by_name[0] if by_name else left_out[0]
        hint = f"; name the form, formulation='{out.form}' for instance" if by_name and formulation is None else ""
        raise UnsupportedError(f"no form can be chosen for '{tree.mechanism.name}': {out.reason}{hint}.")
    notes = {key: doubted.get(key, form.accuracy) for key, form in fitting.items()}
    if len(doubted) < len(fitting):
        left_out += [LeftOut(*key, doubt) for key, doubt in doubted.items()]
        fitting = {key: form for key, form in fitting.items() if key not in doubted}
    return fitting, left_out, notes


def _digest(tree: CompiledTree) -> bytes:
    """All that operation counts depend on: the tree's whole numbers, and which other numbers (armature) are zero.

    With loops all numbers: they decide which constraints count.
    """
    digest = hashlib.blake2b(digest_size=16)
    for name, part in tree.unloaded.arrays._asdict().items():
        values = np.asarray(part)
        digest.update(repr((name, values.shape)).encode())
        digest.update((values != 0.0 if name in TREE_WIDTHS and not tree.loops else values).tobytes())
    return digest.digest()


def _estimated(tree: CompiledTree, fitting: dict[Key, Formulation], way: str, found: Rates) -> dict[Key, Candidate]:
    rows = {}
    for (name, solver), form in fitting.items():
        operations = form.operations(tree, solver)
        if operations is not None:
            seconds = found.seconds(operations, way)
            rows[name, solver] = Candidate(name, solver, operations.total.flops, seconds, None, "")
    return rows


def _along(
    tree: CompiledTree,
    fitting: dict[Key, Formulation],
    rows: dict[Key, Candidate],
    way: str,
    found: Rates,
    motion: tuple[np.ndarray, np.ndarray],
) -> tuple[dict[Key, Candidate], list[LeftOut]]:
    """Solvers with a warm start: those that may win along a motion, and why the others cannot.

    The number of passes is only sought where one pass per evaluation would win.
    """
    best = min(rows.values(), key=lambda row: row.predicted, default=None)
    warm, slow = {}, []
    smooth: dict[str, Smoothness | None] = {}
    for (name, solver), form in fitting.items():
        method = form.solver(solver)
        if not method or not method.warm or not isinstance(form, PackedSystem):
            continue
        seconds = found.seconds(form.operations(tree, solver, LEAST), way)
        if best is not None and seconds >= best.predicted:
            ratio = seconds / best.predicted
            reason = f"with a single pass per evaluation it would take {ratio:.2g} times as long as {best.label}"
            slow.append(LeftOut(name, solver, reason))
            continue
        if name not in smooth:
            smooth[name] = smoothness_along(form, tree, solver, *motion)
        smoothness = smooth[name]
        if smoothness is None:
            slow.append(LeftOut(name, solver, "its matrix is singular along the motion"))
            continue
        effort = effort_of(smoothness, method.warm)
        operations = form.operations(tree, solver, effort)
        seconds = found.seconds(operations, way)
        warm[name, solver] = Candidate(name, solver, operations.total.flops, seconds, None, "", effort.passes)
    return warm, slow


def _measured(
    mechanism: Mechanism, tree: CompiledTree, gives: str, rows: dict[Key, Candidate], way: str
) -> dict[Key, Candidate]:
    """The most promising candidates with measured times, each form by its best solver.

    Forces are left out: they cost every form the same.
    """
    best_solvers = {key[0]: key for key in sorted(rows, key=lambda key: rows[key].predicted, reverse=True)}
    promising = sorted(best_solvers.values(), key=lambda key: rows[key].predicted)
    limit = _HOPEFUL * rows[promising[0]].predicted
    states = None if way == ONE else MANY
    rivals = {
        key: call_of(FORMULATIONS[key[0]].evaluation(tree.unloaded, key[1]), mechanism, gives, states)
        for key in promising[:_MOST]
        if rows[key].predicted <= limit
    }
    share = 1.0 if way == ONE else 1.0 / MANY
    return {key: replace(rows[key], measured=share * seconds) for key, seconds in race(rivals, GLANCE).items()}


def with_clock(mechanism: Mechanism, q: np.ndarray) -> np.ndarray:
    """Coordinates as evaluations take them: with the time, if the mechanism depends on it."""
    if not mechanism.is_timed:
        return q
    clock = np.full((*q.shape[:-1], 1), mechanism.covered[0] if mechanism.covered else 0.0)
    return np.concatenate((q, clock), axis=-1)


def call_of(evaluation: Evaluation, mechanism: Mechanism, gives: str, states: int | None) -> Callable[[], int]:
    """An evaluation at one random state, or at several."""
    q, u = random_state(mechanism, 1, states)
    q, tree = with_clock(mechanism, q), evaluation.tree
    out = np.empty((*q.shape[:-1], tree.dofs if gives == ACCELERATIONS else tree.coordinates + tree.dofs))
    run = evaluation.single if states is None else evaluation.batch
    return partial(run, q, u, np.zeros_like(u), NO_WRENCHES, out)
