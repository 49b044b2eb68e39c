"""A mechanism as programs for other languages: its kernels traced, with its parameters and motions of drives as inputs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from bough.api.loop_forces import constraint_count
from bough.api.methods import Way, way_of
from bough.api.operation import operation_of
from bough.api.parameters import tables_of
from bough.compiled.entries import NO_WRENCHES, Entry
from bough.compiled.tree import compiled
from bough.errors import MechanismError, UnsupportedError
from bough.formulations import general
from bough.formulations import kinetostatics as prescribed
from bough.formulations.formulation import ACCELERATIONS
from bough.integrate.closing import closing_entry
from bough.mechanism.generators import random_state
from bough.mechanism.mechanism import Mechanism
from bough.owncode.body_axes import Core, twin_of
from bough.owncode.columns import Columns
from bough.owncode.entry import CLOSE, curve_of
from bough.owncode.tracing import Program, traced
from bough.passes import inverse
from bough.passes import motion as kinematics
from bough.passes.arrays import WORK_SHAPES, Tree, Work

ORDERS = ("value", "rate", "acceleration")  # of a motion, as inputs
AXES = ("x", "y", "z")


@dataclass(frozen=True)
class Function:
    """A function of the exported code: arrays of numbers in, arrays of numbers out."""

    name: str
    about: str
    inputs: tuple[str, ...]  # names of arrays, in the order of arguments
    outputs: dict[str, list[int]]  # for each array of results, the places of its numbers among the program's outputs
    program: Program
    # if its matrices still have to be multiplied by M⁻¹: which DoFs are before which, and where its factors are
    columns: Columns | None = None
    factors: tuple[int, ...] = ()


class Tracer:
    """A mechanism's kernels on traced numbers; inputs beyond the arguments are parameters, then motions of drives."""

    def __init__(self, mechanism: Mechanism):
        self.mechanism = mechanism
        gravity = {f"gravity.{axis}": float(g) for axis, g in zip(AXES, mechanism.gravity, strict=True)}
        self.parameters = gravity | dict(mechanism.parameters)

    @property
    def moved(self) -> tuple[str, ...]:
        """The argument for motions of drives, if there are any."""
        return ("motion",) if self.mechanism.motions else ()

    @property
    def marked(self) -> tuple[str, ...]:
        """The argument for parameters of functions that do not depend on gravity."""
        return ("parameters",) if self.mechanism.parameters else ()

    @property
    def others(self) -> int:
        """How many inputs there are beyond the arguments."""
        return len(self.parameters) + len(ORDERS) * len(self.mechanism.motions)

    def placed(self, merge: bool) -> Callable[[Tree, np.ndarray], Tree]:
        """The function that puts inputs into a tree; ``merge``: in which fixed bodies are merged."""
        return partial(self._placed, merge)

    def program(self, entry: Any, shape: tuple[int, ...], merge: bool = True, twin: Core | None = None) -> Program:
        """What a kernel computes, or its twin; ``merge``: on a tree in which fixed bodies are merged."""
        assert isinstance(entry, Entry)
        sizes = entry.tree.coordinates, self.mechanism.n, self.mechanism.n
        with self.refusing():
            return traced(entry, sizes, shape, others=self.others, placed=self.placed(merge), twin=twin)

    @contextmanager
    def refusing(self) -> Iterator[None]:
        """Says why something cannot be traced."""
        try:
            yield
        except (MechanismError, ArithmeticError) as error:
            raise UnsupportedError(f"'{self.mechanism.name}' cannot be exported: {error}") from None

    def _placed(self, merge: bool, tree: Tree, inputs: np.ndarray) -> Tree:
        mechanism = self.mechanism
        numbers, added = np.split(inputs, [len(self.parameters)])
        if mechanism.parameters:
            given = dict(zip(self.parameters, numbers, strict=True))
            tables = tables_of(mechanism, merge)
            tree = tables.put(tree, [given[name] for name in tables.names])
        tree = tree._replace(gravity=numbers[: len(AXES)].reshape(1, -1))
        if not mechanism.motions:
            return tree
        first = len(mechanism.signals) - len(mechanism.motions)
        pieces = tree.signal_pieces.copy().view(_Fed)
        pieces.added = {tree.signal_at[first + k]: tuple(one) for k, one in enumerate(added.reshape(-1, len(ORDERS)))}
        return tree._replace(signal_pieces=pieces)


class _Fed(np.ndarray):
    """Pieces of signals that know what is added to some of them, by their first rows."""

    added: dict[int, tuple[Any, Any, Any]]


# --- accelerations --------------------------------------------------------------------------------------------------------


def forward_way(tracer: Tracer, formulation: str, solver: str | None, q: np.ndarray) -> tuple[Way, Program]:
    """The form that was asked for, traced, or one whose kernel does not decide by its numbers what to do next."""
    mechanism = tracer.mechanism
    ways = [way_of(mechanism, ACCELERATIONS, formulation, solver)]
    if formulation == "auto" and ways[0].form is not general():
        ways.append(Way(general(), None))
    reasons = []
    for way in ways:
        try:
            entry = way._replace(code="shared").evaluation(compiled(mechanism))
            if type(entry) is not Entry:
                raise UnsupportedError(f"'{way.form.name}' by '{way.solver}' has data-dependent branches")
            along = None, twin_of(f"{way.form.name} {way.solver}", entry.tree)
            programs = [tracer.program(entry, (mechanism.n,), twin=twin) for twin in dict.fromkeys(along)]
            program = min(programs, key=lambda rival: rival.measure)
            _hold_against_kernel(tracer, entry, program, q)
            return way, program
        except UnsupportedError as reason:
            reasons.append(str(reason).removeprefix(f"'{mechanism.name}' cannot be exported: ").rstrip("."))
    raise UnsupportedError(f"'{mechanism.name}' cannot be exported: {'; '.join(dict.fromkeys(reasons))}.")


def _hold_against_kernel(tracer: Tracer, entry: Entry, program: Program, q: np.ndarray) -> None:
    """Compare a program with the kernel that it comes from: at random states of a tree, or at the start of loops."""
    graph, rng, mechanism = program.graph, np.random.default_rng(1), tracer.mechanism
    starts = [q] if mechanism.loops else [random_state(mechanism, seed)[0] for seed in (1, 2)]
    others = np.zeros(tracer.others)
    others[: len(tracer.parameters)] = list(tracer.parameters.values())
    for start in starts:
        at = np.append(start, np.zeros(entry.tree.coordinates - len(start)))
        u, tau = rng.normal(size=(2, mechanism.n))
        expected = np.zeros(mechanism.n)
        work = Work(**{name: np.zeros((entry.rows.get(name, 0), width)) for name, (_, width) in WORK_SHAPES.items()})
        with np.errstate(all="ignore"):
            if not entry.core(entry.tree, work, at, u, tau, NO_WRENCHES, expected):
                continue
        inputs = np.concatenate((at, u, tau, others))
        wanted = [*program.outputs, *(graph.numbers[check[-1]] for check in program.checks)]
        values = graph.values(wanted, dict(enumerate(inputs.tolist())), partial(curve_of, graph))
        found, asked = values[: mechanism.n], values[mechanism.n :]
        holds = all(
            abs(x) <= check[1] if check[0] == "small" else x > 0.0
            for check, x in zip(program.checks, asked, strict=True)
        )
        if not holds or not np.abs(found - expected).max() <= CLOSE * np.abs(expected).max():
            raise UnsupportedError("its kernel has data-dependent branches")


# --- functions ------------------------------------------------------------------------------------------------------------


def functions_of(tracer: Tracer, forward: Program) -> tuple[list[Function], list[str]]:
    """All functions but derivatives, and sentences on what is left out."""
    mechanism, moved = tracer.mechanism, tracer.moved
    n, n_q, bodies = mechanism.n, mechanism.n_q, len(mechanism)
    rates = operation_of(mechanism, True, kinematics.coordinate_rates, ("q", "u"), (n_q + mechanism.is_timed,))
    poses = operation_of(mechanism, False, kinematics.poses, ("q",), (bodies, 12))
    found = [
        Function(
            "forward",
            "Accelerations u_dot of a state under joint forces tau.",
            ("time", "q", "u", "tau", *moved, "parameters"),
            {"u_dot": list(range(n))},
            forward,
        ),
        Function(
            "rates",
            "Rates q_dot of the coordinates.",
            ("q", "u"),
            {"q_dot": list(range(n_q))},
            tracer.program(rates.evaluation, rates.out_shape),
        ),
        Function(
            "poses",
            "Per body: its rotation to ground axes by rows (9), and its origin (3).",
            ("time", "q", *moved, *tracer.marked),
            {"poses": list(range(12 * bodies))},
            tracer.program(poses.evaluation, poses.out_shape, False),
        ),
    ]
    if mechanism.loops:
        return [*found, _close(tracer)], ["inverse dynamics and reactions, because of the loops"]
    return [*found, _inverse(tracer), _reactions(tracer)], []


def _inverse(tracer: Tracer) -> Function:
    n = tracer.mechanism.n
    operation = operation_of(tracer.mechanism, True, inverse.joint_forces, ("q", "u", "u_dot"), (n,))
    return Function(
        "inverse",
        "Joint forces tau that a motion needs, besides the forces of the model.",
        ("time", "q", "u", "u_dot", *tracer.moved, "parameters"),
        {"tau": list(range(n))},
        tracer.program(operation.evaluation, (n,)),
    )


def _reactions(tracer: Tracer) -> Function:
    mechanism, bodies, width = tracer.mechanism, len(tracer.mechanism), prescribed.COLUMNS
    operation = operation_of(
        mechanism, False, prescribed.drives_and_reactions, ("q", "u", "u_dot"), (bodies, width), prescribed.memory
    )
    whole = [b * width + prescribed.REACTION + k for b in range(bodies) for k in range(6)]
    drives = [
        mechanism.body_index[one.name] * width + prescribed.DRIVE + k
        for one, joint in mechanism.driven
        for k in range(len(joint.joint.u_names))
    ]
    about = "Per body: force (3) and moment (3) of the joint on it, about its origin and along its axes."
    return Function(
        "reactions",
        f"{about} And the forces of the drives." if drives else about,
        ("time", "q", "u", "u_dot", *tracer.moved, "parameters"),
        {"reactions": whole} | ({"drives": drives} if drives else {}),
        tracer.program(operation.evaluation, (bodies, width), False),
    )


# --- loops ----------------------------------------------------------------------------------------------------------------


def _close(tracer: Tracer) -> Function:
    mechanism, n_q = tracer.mechanism, tracer.mechanism.n_q
    u, gaps = n_q + mechanism.is_timed, n_q + mechanism.is_timed + mechanism.n
    size = gaps + constraint_count(mechanism)
    return Function(
        "close",
        "The state with its loops closed by the least change, one step of Newton's method, and the gaps that are left.",
        ("time", "q", "u", *tracer.moved, *tracer.marked),
        {"q_closed": list(range(n_q)), "u_closed": list(range(u, gaps)), "gaps": list(range(gaps, size))},
        tracer.program(closing_entry(compiled(mechanism).arrays_for_spans), (size,)),
    )
