"""Derivatives as functions of the exported code: those of accelerations and of joint forces."""

from __future__ import annotations

from bough.api.derivatives import FORWARD, INVERSE, plan_of
from bough.compiled.tree import compiled
from bough.errors import UnsupportedError
from bough.export.programs import Function, Tracer
from bough.owncode.columns import ColumnProgram
from bough.owncode.parameters import MOST, derivatives
from bough.owncode.tracing import Program

_ROWS = "n x n numbers each, row by row; those by q are along unit velocities, so quaternions have three columns."


def derivative_functions(tracer: Tracer, forward: Program) -> list[Function]:
    """Functions for the derivatives of a mechanism; ``forward``: what its accelerations are."""
    given = *tracer.moved, "parameters"
    found = [
        _function(
            tracer,
            FORWARD,
            f"Derivatives of accelerations: {_ROWS}",
            ("time", "q", "u", "tau", *given),
            ("dq", "du", "dtau"),
        )
    ]
    if not tracer.mechanism.loops:
        about = f"Derivatives of joint forces; du_dot is the mass matrix. {_ROWS[0].upper()}{_ROWS[1:]}"
        inputs = "time", "q", "u", "u_dot", *given
        found.append(_function(tracer, INVERSE, about, inputs, ("dq", "du", "du_dot")))
    if tracer.mechanism.parameters:
        found.append(_by_parameters(tracer, forward))
    return found


def _function(tracer: Tracer, of: str, about: str, inputs: tuple[str, ...], outputs: tuple[str, ...]) -> Function:
    mechanism, n = tracer.mechanism, tracer.mechanism.n
    plan = plan_of(mechanism, compiled(mechanism), of)
    if plan is None:
        raise UnsupportedError(f"'{mechanism.name}' is too large for derivatives in C; leave them out.")
    with tracer.refusing():
        made = plan.make(plan.entry, False, others=tracer.others, placed=tracer.placed(True))
    name = f"{of}_derivatives"
    if isinstance(made, Program):
        places = {one: list(range((1 + k * n) * n, (1 + (k + 1) * n) * n)) for k, one in enumerate(outputs)}
        return Function(name, about, inputs, places, made)
    program, matrices, factors = _in_matrices(made)
    return Function(name, about, inputs, dict(zip(outputs, matrices, strict=True)), program, made.columns, factors)


def _in_matrices(made: ColumnProgram) -> tuple[Program, list[list[int]], tuple[int, ...]]:
    """A program with all numbers of the right-hand sides, their places in matrices, and those of the factors."""
    graph, columns, n = made.graph, made.columns, made.columns.n
    outputs = [*made.terms.outputs, graph.number(0.0)]
    zero = len(outputs) - 1
    matrices = [[zero] * (n * n) for _ in range(columns.matrices)]
    for group, numbers in zip(columns.groups, made.numbers, strict=True):
        cells = ((row, matrix, d) for row in group.rows for matrix, d in group.columns)
        for (row, matrix, d), number in zip(cells, numbers, strict=True):
            matrices[matrix][columns.user[row] * n + columns.user[d]] = len(outputs)
            outputs.append(number)
    return made.terms._replace(outputs=outputs), matrices, tuple(range(n, zero))


def _by_parameters(tracer: Tracer, forward: Program) -> Function:
    mechanism, count = tracer.mechanism, len(tracer.parameters)
    first = sum(forward.sizes) - tracer.others
    with tracer.refusing():
        columns = [derivatives(forward.graph, forward.outputs, {first + k: 1.0}) for k in range(count)]
    rows = [x for row in zip(*columns, strict=True) for x in row]
    if len(forward.graph.needed(rows)) > MOST:
        raise UnsupportedError(
            f"derivatives of '{mechanism.name}' with respect to {count} parameters would take long to compile; mark fewer."
        )
    return Function(
        "parameter_derivatives",
        "Derivatives of accelerations by all parameters, gravity too: a row for each velocity.",
        ("time", "q", "u", "tau", *tracer.moved, "parameters"),
        {"dparameters": list(range(len(rows)))},
        forward._replace(outputs=rows),
    )
