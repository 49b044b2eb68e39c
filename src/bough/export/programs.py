"""A mechanism as programs for other languages: its kernels traced, with gravity and motions of drives as inputs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from bough.api.loop_forces import (
    loop_rows_interpreted,
    machine_size,
    measured,
    owners,
    place_parts,
    unnamed_parts,
)
from bough.api.loops import NEARLY
from bough.api.methods import Way, way_of
from bough.api.operation import operation_of
from bough.arithmetic.scalar import after, get, is_finite, kernel, put
from bough.compiled.entries import NO_WRENCHES, Entry
from bough.compiled.tree import CompiledTree, compiled
from bough.errors import MechanismError, StateError, UnsupportedError
from bough.formulations import general
from bough.formulations import kinetostatics as prescribed
from bough.formulations.formulation import ACCELERATIONS
from bough.formulations.reductions.projection import project
from bough.integrate.closing import projection_memory
from bough.integrate.steps import normalise
from bough.locks import PREPARING
from bough.mechanism.checks import labels, listing, shown
from bough.mechanism.following import curve
from bough.mechanism.forces import BodyLaw, JointLaw
from bough.mechanism.generators import random_state
from bough.mechanism.mechanism import Mechanism
from bough.mechanism.pieces import breaks_of
from bough.owncode.entry import CLOSE
from bough.owncode.tracing import Program, traced
from bough.passes import inverse
from bough.passes import motion as kinematics
from bough.passes.arrays import WORK_SHAPES, Tree, Work

DURATION, STEP = 10.0, 1e-3  # seconds, where neither an argument nor the mechanism's settings say
BEYOND = 1.25  # the share of the duration for which functions of time are fitted, if they have values there
GRAVITY = 3  # parameters
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


@dataclass(frozen=True)
class Model:
    """What is exported of a mechanism."""

    mechanism: Mechanism
    functions: tuple[Function, ...]
    motions: tuple[str, ...]  # names of the signals of driven joints
    motion_units: tuple[str, ...]
    breaks: tuple[float, ...]  # times at which functions of time are not smooth
    window: tuple[float, float] | None  # times for which functions of time were fitted, if any were
    q0: np.ndarray
    u0: np.ndarray
    duration: float
    step: float
    form: str
    left_out: tuple[str, ...]  # sentences on what could not be exported

    def has(self, name: str) -> bool:
        return any(function.name == name for function in self.functions)

    @property
    def quaternions(self) -> list[int]:
        """Where each quaternion starts in q."""
        return compiled(self.mechanism).arrays.quaternion.tolist()


def model_of(
    mechanism: Mechanism,
    *,
    duration: float | None = None,
    step: float | None = None,
    q0: Mapping[str, Any] | None = None,
    u0: Mapping[str, Any] | None = None,
    formulation: str = "auto",
    solver: str | None = None,
) -> Model:
    """A mechanism, traced; ``duration``: for how long functions of time are needed."""
    refuse_laws(mechanism)
    if not mechanism.n:
        raise UnsupportedError(f"'{mechanism.name}' has no degree of freedom, so there are no equations to export.")
    duration = _positive("duration", duration, mechanism.settings.get("duration", DURATION))
    step = _positive("step", step, mechanism.settings.get("step", STEP))
    needs_window = any(signal.needs_window for signal in mechanism.signals)
    if needs_window:
        _cover(mechanism, duration)
    q, u = _start(mechanism, {**mechanism.q0, **(q0 or {})}, {**mechanism.u0, **(u0 or {})})
    with PREPARING:
        way, forward = _forward(mechanism, formulation, solver, q)
        functions, left_out = _functions(mechanism, forward)
    names = [name for one, joint in mechanism.driven for name in labels(one.name, joint.motion_names)]
    units = [unit for _, joint in mechanism.driven for unit in joint.motion_units]
    return Model(
        mechanism,
        tuple(functions),
        tuple(names),
        tuple(units),
        _breaks(mechanism, duration),
        mechanism.covered if needs_window else None,
        q,
        u,
        duration,
        step,
        f"{way.form.name}{f' with {way.solver}' if way.solver else ''}",
        tuple(left_out),
    )


def _cover(mechanism: Mechanism, duration: float) -> None:
    """Prepare functions of time for a duration, and for some time more if they have values there.

    Integrators of others may step beyond the end.
    """
    try:
        mechanism.cover(0.0, BEYOND * duration)
    except MechanismError:
        mechanism.cover(0.0, duration)


def _breaks(mechanism: Mechanism, duration: float) -> tuple[float, ...]:
    """The times at which functions of time are not smooth; those of tables and splines after the duration, too."""
    found: set[float] = set()
    for signal, pieces in zip(mechanism.signals, mechanism.signal_pieces(), strict=True):
        end = BEYOND * duration if signal.needs_window else np.inf
        found.update(breaks_of(pieces, 0.0, end).times.tolist())
    return tuple(sorted(found))


def refuse_laws(mechanism: Mechanism) -> None:
    """Refuse forces that are functions in Python, by name."""
    laws = [name for name, force in mechanism.forces.items() if isinstance(force, JointLaw | BodyLaw)]
    if laws:
        are = "force {} is a function" if len(laws) == 1 else "forces {} are functions"
        raise UnsupportedError(
            f"'{mechanism.name}' cannot be exported: the {are.format(listing(laws, len(laws)))} in Python; use forces of "
            "the catalogue instead, or feed such forces in from outside, as joint forces."
        )


def _positive(name: str, given: Any, otherwise: Any) -> float:
    value = otherwise if given is None else given
    if isinstance(value, bool) or not isinstance(value, int | float | np.number) or not 0.0 < value < np.inf:
        raise StateError(f"{name} must be a positive number of seconds, not {shown(value)}.")
    return float(value)


def _start(mechanism: Mechanism, q0: Mapping[str, Any], u0: Mapping[str, Any]) -> tuple[np.ndarray, np.ndarray]:
    """The state at which a motion starts."""
    q, u = mechanism.normalised(mechanism.coordinates(q0)), mechanism.velocities(u0)
    if mechanism.joined is not mechanism:
        _place_parts(mechanism, q, u, q0, u0)
    _refuse_open(mechanism, q)
    return q, u


def _place_parts(
    mechanism: Mechanism, q: np.ndarray, u: np.ndarray, q0: Mapping[str, Any], u0: Mapping[str, Any]
) -> None:
    """Measure what was not given by name of the joints of loops that cut bodies: first coordinates, then velocities."""
    for letter, state, given in (("q", q, q0), ("u", u, u0)):
        if parts := unnamed_parts(mechanism, given):
            place_parts(mechanism, parts, state, measured(mechanism, q, u, 0.0)[letter == "u"], letter)


def _refuse_open(mechanism: Mechanism, q: np.ndarray) -> None:
    """Refuse a start at which a loop is open; small gaps are closed where the motion starts."""
    gaps = np.abs(loop_rows_interpreted(mechanism, q).gaps) if mechanism.loops else np.zeros(1)
    if gaps.max() > NEARLY * machine_size(mechanism):
        raise StateError(
            f"the loop '{owners(mechanism)[int(gaps.argmax())]}' of '{mechanism.name}' is open by {gaps.max():.3g} m or rad at "
            "the start; give q0=… by names so that it is closed, as bough.assemble finds it."
        )


# --- functions ----------------------------------------------------------------------------------------------------------


def _forward(mechanism: Mechanism, formulation: str, solver: str | None, q: np.ndarray) -> tuple[Way, Program]:
    """The form that was asked for, traced, or one whose kernel does not decide by its numbers what to do next."""
    ways = [way_of(mechanism, ACCELERATIONS, formulation, solver)]
    if formulation == "auto" and ways[0].form is not general():
        ways.append(Way(general(), None))
    reasons = []
    for way in ways:
        try:
            entry = way._replace(code="shared").evaluation(compiled(mechanism))
            if type(entry) is not Entry:
                raise UnsupportedError(f"'{way.form.name}' by '{way.solver}' decides by its numbers what to do next")
            program = _program(mechanism, entry, (mechanism.n,))
            _hold_against_kernel(mechanism, entry, program, q)
            return way, program
        except UnsupportedError as reason:
            reasons.append(str(reason))
    raise UnsupportedError(f"'{mechanism.name}' cannot be exported: {'; '.join(reasons)}.")


def _hold_against_kernel(mechanism: Mechanism, entry: Entry, program: Program, q: np.ndarray) -> None:
    """Compare a program with the kernel that it comes from: at random states of a tree, or at the start of loops."""
    graph, rng, motions = program.graph, np.random.default_rng(1), len(mechanism.motions)
    starts = [q] if mechanism.loops else [random_state(mechanism, seed)[0] for seed in (1, 2)]
    pieces = np.concatenate(graph.pieces) if graph.pieces else np.empty(0)

    def curves(first: int, end: int, order: int, x: Any) -> Any:
        return curve(pieces, first, end, x)[order]

    for start in starts:
        at = np.append(start, np.zeros(entry.tree.coordinates - len(start)))
        u, tau = rng.normal(size=(2, mechanism.n))
        expected = np.zeros(mechanism.n)
        work = Work(**{name: np.zeros((entry.rows.get(name, 0), width)) for name, (_, width) in WORK_SHAPES.items()})
        with np.errstate(all="ignore"):
            if not entry.core(entry.tree, work, at, u, tau, NO_WRENCHES, expected):
                continue
        inputs = np.concatenate((at, u, tau, mechanism.gravity, np.zeros(len(ORDERS) * motions)))
        wanted = [*program.outputs, *(graph.numbers[check[-1]] for check in program.checks)]
        values = graph.values(wanted, dict(enumerate(inputs.tolist())), curves)
        found, asked = values[: mechanism.n], values[mechanism.n :]
        holds = all(
            abs(x) <= check[1] if check[0] == "small" else x > 0.0
            for check, x in zip(program.checks, asked, strict=True)
        )
        if not holds or not np.abs(found - expected).max() <= CLOSE * np.abs(expected).max():
            raise UnsupportedError("its kernel decides by its numbers what to do next")


def _functions(mechanism: Mechanism, forward: Program) -> tuple[list[Function], list[str]]:
    """All functions, and sentences on what is left out."""
    n, bodies, left_out = mechanism.n, len(mechanism), []
    trace = partial(_program, mechanism)
    moved = ("motion",) if mechanism.motions else ()
    found = [
        Function(
            "forward",
            "Accelerations u_dot of a state under joint forces tau.",
            ("time", "q", "u", "tau", *moved, "parameters"),
            {"u_dot": list(range(n))},
            forward,
        )
    ]
    rates = operation_of(
        mechanism, True, kinematics.coordinate_rates, ("q", "u"), (mechanism.n_q + mechanism.is_timed,)
    )
    found.append(
        Function(
            "rates",
            "Rates q_dot of the coordinates.",
            ("q", "u"),
            {"q_dot": list(range(mechanism.n_q))},
            trace(rates.evaluation, rates.out_shape),
        )
    )
    if not mechanism.loops:
        operation = operation_of(mechanism, True, inverse.joint_forces, ("q", "u", "u_dot"), (n,))
        found.append(
            Function(
                "inverse",
                "Joint forces tau that a motion needs, besides the forces of the model.",
                ("time", "q", "u", "u_dot", *moved, "parameters"),
                {"tau": list(range(n))},
                trace(operation.evaluation, (n,)),
            )
        )
    poses = operation_of(mechanism, False, kinematics.poses, ("q",), (bodies, 12))
    found.append(
        Function(
            "poses",
            "Per body: its rotation to ground axes by rows (9), and its origin (3).",
            ("time", "q", *moved),
            {"poses": list(range(12 * bodies))},
            trace(poses.evaluation, poses.out_shape),
        )
    )
    if mechanism.loops:
        left_out.append("inverse dynamics and reactions, because of the loops")
        found.append(
            Function(
                "close",
                "The state with its loops closed by the least change: one step of Newton's method.",
                ("time", "q", "u", *moved),
                {
                    "q_closed": list(range(mechanism.n_q)),
                    "u_closed": list(range(mechanism.n_q + mechanism.is_timed, mechanism.n_q + mechanism.is_timed + n)),
                },
                trace(_closing(mechanism), (mechanism.n_q + mechanism.is_timed + n,)),
            )
        )
        return found, left_out
    shape = bodies, prescribed.COLUMNS
    operation = operation_of(
        mechanism, False, prescribed.drives_and_reactions, ("q", "u", "u_dot"), shape, prescribed.memory
    )
    whole = [b * prescribed.COLUMNS + prescribed.REACTION + k for b in range(bodies) for k in range(6)]
    drives = [
        mechanism.body_index[one.name] * prescribed.COLUMNS + prescribed.DRIVE + k
        for one, joint in mechanism.driven
        for k in range(len(joint.joint.u_names))
    ]
    results = {"reactions": whole} | ({"drives": drives} if drives else {})
    about = "Per body: force (3) and moment (3) of the joint on it, about its origin and along its axes."
    if drives:
        about += " And the forces of the drives."
    found.append(
        Function(
            "reactions",
            about,
            ("time", "q", "u", "u_dot", *moved, "parameters"),
            results,
            trace(operation.evaluation, shape),
        )
    )
    return found, left_out


def _program(mechanism: Mechanism, entry: Any, shape: tuple[int, ...]) -> Program:
    assert isinstance(entry, Entry)
    motions = len(mechanism.motions)
    first = len(mechanism.signals) - motions
    placed = partial(_with_inputs, range(first, first + motions))
    sizes = entry.tree.coordinates, mechanism.n, mechanism.n
    try:
        return traced(entry, sizes, shape, others=GRAVITY + len(ORDERS) * motions, placed=placed)
    except (MechanismError, ArithmeticError) as error:
        raise UnsupportedError(f"'{mechanism.name}' cannot be exported: {error}") from None


class _Fed(np.ndarray):
    """Pieces of signals that know what is added to some of them, by their first rows."""

    added: dict[int, tuple[Any, Any, Any]]


def _with_inputs(motions: range, tree: Tree, inputs: np.ndarray) -> Tree:
    """A tree whose gravity is an input, and whose motions of drives have inputs added: values, rates, accelerations."""
    gravity, rest = inputs[:GRAVITY].reshape(1, GRAVITY), inputs[GRAVITY:].reshape(-1, len(ORDERS))
    tree = tree._replace(gravity=gravity)
    if not motions:
        return tree
    pieces = tree.signal_pieces.copy().view(_Fed)
    pieces.added = {tree.signal_at[k]: tuple(added) for k, added in zip(motions, rest, strict=True)}
    return tree._replace(signal_pieces=pieces)


# --- loops --------------------------------------------------------------------------------------------------------------


def _closing(mechanism: Mechanism) -> Entry:
    tree: CompiledTree = compiled(mechanism)
    arrays = tree.arrays_for_spans
    size = arrays.coordinates + arrays.dofs
    rows = projection_memory(arrays) | {"state": size, "slope": size, "drive": arrays.dofs}
    return Entry(close, arrays, rows)


@kernel
def close(tree, work, q, u, unused, wrenches, out):  # type: ignore[no-untyped-def]
    """The state (q, u) with its loops closed by one step, as integrators do it."""
    for k in range(tree.coordinates):
        put(work.state, k, get(q, k))
    for k in range(tree.dofs):
        put(after(work.state, tree.coordinates), k, get(u, k))
    project(tree, work)
    normalise(tree, work.state)
    fine = True
    for k in range(tree.coordinates + tree.dofs):
        x = get(work.state, k)
        fine = fine and is_finite(x)
        put(out, k, x)
    return fine
