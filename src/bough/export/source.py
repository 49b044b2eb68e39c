"""The C of a model: a header with names and sizes, and the functions."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from itertools import accumulate

from bough.api.loop_forces import owners
from bough.export.integration import (
    FAILED,
    TOO_LATE,
    advance_head,
    integrator,
    makefile,
    program,
    settle_head,
    slope_head,
)
from bough.export.model import Model
from bough.export.names import constants, identifier, literal, remark
from bough.export.programs import ORDERS, Function
from bough.mechanism.checks import printable
from bough.owncode.c import Curves, body, number
from bough.owncode.columns import Columns

# arrays that a caller may leave out as NULL
_OPTIONAL = ("tau", "motion", "parameters")


def names_of(model: Model) -> dict[str, list[str]]:
    """The names of all numbers that arrays hold, by the word for the array."""
    mechanism = model.mechanism
    bodies = mechanism.body_names
    return {
        "q": list(mechanism.q_names),
        "u": list(mechanism.u_names),
        "body": list(bodies),
        "motion": [f"{name} {order}" for name in model.motions for order in ORDERS],
        "drive": list(mechanism.driven_names) if model.has("reactions") else [],
        "gap": owners(mechanism) if model.has("close") else [],
        "parameter": list(model.parameters),
    }


_SIZES = {
    "q": "COORDINATES",
    "u": "VELOCITIES",
    "body": "BODIES",
    "motion": "MOTIONS",
    "drive": "DRIVES",
    "gap": "GAPS",
    "parameter": "PARAMETERS",
}
_MEANINGS = {
    "q": "coordinates q",
    "u": "velocities u, accelerations u_dot and joint forces tau",
    "body": "bodies: rows of poses (12 numbers each) and of reactions (6 numbers each)",
    "motion": "what is added to the motions of driven joints: values, rates, accelerations",
    "drive": "forces of the drives of driven joints",
    "gap": "gaps of loops",
    "parameter": "parameters, and what they are in the model",
}


def header(model: Model, word: str) -> str:
    """The text of the header; ``word``: the identifier of the model, with which all names in it begin."""
    upper, title = word.upper(), remark(model.mechanism.name)
    lines = [
        f"/* {title}: equations of motion, written by bough. Units: m, kg, s, rad, N.",
        " *",
        " * There is no state between calls and nothing is allocated, so threads may call anything at any time.",
        f" * A function returns 0; {FAILED} if the equations have no finite solution there, or a quaternion is not of",
        f" * unit length (by more than 1e-9); {TOO_LATE} at times for which the model's functions of time were not fitted.",
        " * Arguments that may be NULL: tau and motion, for zeros, and parameters, for those of the model.",
        f" * Accelerations by the form {remark(model.form)}.",
        *(f" * Left out: {remark(sentence)}." for sentence in model.left_out),
        " */",
        f"#ifndef {upper}_H",
        f"#define {upper}_H",
        "",
        "#ifdef __cplusplus",
        'extern "C" {',
        "#endif",
        "",
    ]
    for kind, names in names_of(model).items():
        lines += [f"/* {_MEANINGS[kind]} */", f"#define {upper}_{_SIZES[kind]} {len(names)}"]
        indices = constants(f"{upper}_{kind.upper()}", names)
        values = [f" /* {x!r} */" for x in model.parameters.values()] if kind == "parameter" else [""] * len(names)
        lines += [f"#define {one} {k}{value}" for k, (one, value) in enumerate(zip(indices, values, strict=True))]
        lines += [f"const char *{word}_{kind}_name(int k); /* NULL for an index that there is not */", ""]
    lines += [f"/* the model's own parameters */\nvoid {word}_defaults(double *parameters);"]
    lines += [f"/* the state at which the model starts */\nvoid {word}_start(double *q, double *u);"]
    lines += [f"/* gives every quaternion of q unit length */\nvoid {word}_normalise(double *q);"]
    lines += [
        "/* the first time after this one at which a function of time is not smooth; INFINITY if there is none */",
        f"double {word}_next_break(double time);",
    ]
    for function in model.functions:
        lines += [f"/* {function.about} */", f"{_prototype(function, word)};"]
    if model.has("close"):
        lines += [
            "/* Closes the loops of a state, at which it may be far from closed, by steps of Newton's method. */",
            f"{settle_head(model, word)};",
        ]
    lines += [
        "/* The rates of a state (q, then u) whose quaternions may be of any length. */",
        f"{slope_head(model, word)};",
        "/* Takes a state from *time to end, by Runge and Kutta's method of order 4, in steps that are no longer than step",
        f" * and end where functions of time are not smooth{'; loops are closed after each' * model.has('close')}. */",
        f"{advance_head(model, word)};",
    ]
    lines += ["", "#ifdef __cplusplus", "}", "#endif", "", "#endif", ""]
    return "\n".join(lines)


def _prototype(function: Function, word: str) -> str:
    inputs = ["double time" if name == "time" else f"const double *{name}" for name in function.inputs]
    return f"int {word}_{function.name}({', '.join([*inputs, *(f'double *{name}' for name in function.outputs)])})"


def source(model: Model, word: str) -> str:
    """The text of the functions."""
    curves = Curves()
    functions = [_function(model, function, word, curves) for function in model.functions]
    names = [_name_function(f"{word}_{kind}_name", every) for kind, every in names_of(model).items()]
    quaternions = model.quaternions
    return "\n".join(
        [
            f"/* {remark(model.mechanism.name)}: equations of motion, written by bough */",
            f'#include "{word}.h"',
            "",
            "#include <math.h>",
            "#include <stddef.h>",
            "",
            *names,
            _setter(f"void {word}_defaults(double *parameters)", [("parameters", model.parameters.values())]),
            _setter(f"void {word}_start(double *q, double *u)", [("q", model.q0.tolist()), ("u", model.u0.tolist())]),
            f"void {word}_normalise(double *q)",
            "{",
            *([] if quaternions else ["    (void)q;"]),
            *_normalising(quaternions),
            "}",
            "",
            _next_break(model, word),
            *([curves.text()] if curves else []),
            *functions,
            integrator(model, word),
        ]
    )


def _next_break(model: Model, word: str) -> str:
    if not model.breaks:
        return f"double {word}_next_break(double time)\n{{\n    (void)time;\n    return INFINITY;\n}}\n"
    times = ",\n".join(f"        {number(time)}" for time in model.breaks)
    return f"""double {word}_next_break(double time)
{{
    static const double breaks[] = {{
{times}
    }};
    int low = 0, high = {len(model.breaks)};
    while (low < high) {{
        const int middle = low + (high - low) / 2;
        if (breaks[middle] <= time) {{
            low = middle + 1;
        }} else {{
            high = middle;
        }}
    }}
    return low < {len(model.breaks)} ? breaks[low] : INFINITY;
}}
"""


def _normalising(quaternions: Sequence[int]) -> Iterable[str]:
    if quaternions:
        yield f"    static const int first[] = {{{', '.join(map(str, quaternions))}}};"
        yield f"    for (int k = 0; k < {len(quaternions)}; ++k) {{"
        yield "        double *const p = q + first[k];"
        yield "        const double scale = 1.0 / sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3]);"
        yield "        for (int i = 0; i < 4; ++i) {"
        yield "            p[i] *= scale;"
        yield "        }"
        yield "    }"


def _name_function(name: str, names: Sequence[str]) -> str:
    if not names:
        return f"const char *{name}(int k)\n{{\n    (void)k;\n    return NULL;\n}}\n"
    words = ",\n".join(f"        {literal(printable(one))}" for one in names)
    return (
        f"const char *{name}(int k)\n{{\n    static const char *const names[] = {{\n{words}\n    }};\n"
        f"    return k >= 0 && k < {len(names)} ? names[k] : NULL;\n}}\n"
    )


def _setter(prototype: str, arrays: Sequence[tuple[str, Collection[float]]]) -> str:
    lines = []
    for array, values in arrays:
        lines += [f"    {array}[{k}] = {number(value)};" for k, value in enumerate(values)]
        if not len(values):
            lines.append(f"    (void){array};")
    return "\n".join([prototype, "{", *lines, "}", ""])


def _function(model: Model, function: Function, word: str, curves: Curves) -> str:
    program = function.program
    words = _input_words(model, function)
    outputs = [
        (f"{array}[{k}]", program.outputs[place])
        for array, places in function.outputs.items()
        for k, place in enumerate(places)
    ]
    outputs += [(f"factors[{k}]", program.outputs[place]) for k, place in enumerate(function.factors)]
    lines = body(program.graph, outputs, program.checks, words, curves)
    if function.columns is not None:
        solving = [f"solve_{function.name}(factors, {array});" for array in function.outputs]
        lines = [f"double factors[{len(function.factors)}];", *lines[:-1], *solving, lines[-1]]
    text = "\n".join(lines)
    guard = []
    if model.window and "time" in function.inputs and model.mechanism.is_timed:
        first, last = map(number, model.window)
        guard = [f"if (!(time >= {first} && time <= {last})) {{", f"    return {TOO_LATE};", "}"]
    unused = [name for name in function.inputs if not _is_used(name, text) and not (name == "time" and guard)]
    unused += [name for name, places in function.outputs.items() if not places]
    voids = [f"(void){name};" for name in unused]
    solver = _solver(function.name, function.columns) if function.columns is not None else ""
    lines = [f"    {line}" for line in (*voids, *guard, *lines)]
    return solver + "\n".join([_prototype(function, word), "{", *lines, "}", ""])


def _solver(name: str, columns: Columns) -> str:
    """The function that multiplies the columns of a matrix by the inverse of the mass matrix, from its factors."""
    starts = accumulate((1 + len(list(columns.path(k))) for k in range(columns.n)), initial=0)
    tables = {"before": columns.before, "row": [columns.n * k for k in columns.user], "at": list(starts)[:-1]}
    known = "\n".join(f"    static const int {one}[] = {{{', '.join(map(str, x))}}};" for one, x in tables.items())
    return f"""/* per DoF, factors are 1 over its pivot, and its row of U, the nearest DoF before it first */
static void solve_{name}(const double *factors, double *x)
{{
    enum {{ N = {columns.n} }};
{known}
    for (int k = N - 1; k >= 0; --k) {{
        const double *factor = factors + at[k];
        for (int j = before[k]; j >= 0; j = before[j]) {{
            ++factor;
            for (int c = 0; c < N; ++c) {{
                x[row[j] + c] -= *factor * x[row[k] + c];
            }}
        }}
    }}
    for (int k = 0; k < N; ++k) {{
        const double *factor = factors + at[k];
        for (int c = 0; c < N; ++c) {{
            x[row[k] + c] *= *factor;
        }}
        for (int j = before[k]; j >= 0; j = before[j]) {{
            ++factor;
            for (int c = 0; c < N; ++c) {{
                x[row[k] + c] -= *factor * x[row[j] + c];
            }}
        }}
    }}
}}

"""


def _is_used(name: str, text: str) -> bool:
    return re.search(rf"\b{name}\b", text) is not None


def _input_words(model: Model, function: Function) -> dict[int, str]:
    """The words of a program's inputs, by their numbers: q and the time, u, the third argument, parameters, motions."""
    mechanism = model.mechanism
    third = next((name for name in ("tau", "u_dot") if name in function.inputs), "")
    clock = "time" if "time" in function.inputs else number(0.0)
    words = [f"q[{k}]" for k in range(mechanism.n_q)] + [clock] * mechanism.is_timed
    words += [f"u[{k}]" for k in range(mechanism.n)]
    words += [_given(third, k, 0.0) for k in range(mechanism.n)]
    words += [_given("parameters", k, value) for k, value in enumerate(model.parameters.values())]
    words += [_given("motion", k, 0.0) for k in range(len(ORDERS) * len(model.motions))]
    assert len(words) == list(accumulate(function.program.sizes))[-1]
    return dict(enumerate(words))


def _given(array: str, k: int, otherwise: float) -> str:
    return f"{array} ? {array}[{k}] : {number(otherwise)}" if array in _OPTIONAL else f"{array}[{k}]"


def texts(model: Model) -> dict[str, str]:
    """All files by name."""
    word = identifier(model.mechanism.name)
    files = {f"{word}.h": header(model, word), f"{word}.c": source(model, word), "Makefile": makefile(model, word)}
    return files | {"main.c": program(model, word)}
