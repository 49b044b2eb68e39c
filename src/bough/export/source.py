"""The C of a model: a header with names and sizes, the functions, and a program that integrates."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import accumulate

import numpy as np

from bough.export.names import constants, identifier, literal, remark
from bough.export.programs import AXES, GRAVITY, ORDERS, Function, Model
from bough.mechanism.checks import printable
from bough.owncode.c import Curves, body, number

# arrays that a caller may leave out as NULL
_OPTIONAL = ("tau", "motion", "parameters")
_FAILED, _TOO_LATE = 1, 2


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
        "parameter": [f"gravity {axis}" for axis in AXES],
    }


_SIZES = {
    "q": "COORDINATES",
    "u": "VELOCITIES",
    "body": "BODIES",
    "motion": "MOTIONS",
    "drive": "DRIVES",
    "parameter": "PARAMETERS",
}
_MEANINGS = {
    "q": "coordinates q",
    "u": "velocities u, accelerations u_dot and joint forces tau",
    "body": "bodies: rows of poses (12 numbers each) and of reactions (6 numbers each)",
    "motion": "what is added to the motions of driven joints: values, rates, accelerations",
    "drive": "forces of the drives of driven joints",
    "parameter": "parameters",
}


def header(model: Model, word: str) -> str:
    """The text of the header; ``word``: the identifier of the model, with which all names in it begin."""
    upper, title = word.upper(), remark(model.mechanism.name)
    lines = [
        f"/* {title}: equations of motion, written by bough. Units: m, kg, s, rad, N.",
        " *",
        " * There is no state between calls and nothing is allocated, so threads may call anything at any time.",
        f" * A function returns 0; {_FAILED} if the equations have no finite solution there, or a quaternion is not of",
        f" * unit length (by more than 1e-9); {_TOO_LATE} at times for which the model's functions of time were not fitted.",
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
        lines += [f"#define {one} {k}" for k, one in enumerate(indices)]
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
    lines += [
        "/* The rates of a state (q, then u) whose quaternions may be of any length. */",
        f"{_slope(model, word)};",
        "/* Takes a state from *time to end, by Runge and Kutta's method of order 4, in steps that are no longer than step",
        f" * and end where functions of time are not smooth{'; loops are closed after each' * model.has('close')}. */",
        f"{_advance(model, word)};",
    ]
    lines += ["", "#ifdef __cplusplus", "}", "#endif", "", "#endif", ""]
    return "\n".join(lines)


def _slope(model: Model, word: str) -> str:
    return f"int {word}_slope(double time, const double *state, {_OUTSIDE[bool(model.motions)]}, double *rate)"


def _advance(model: Model, word: str) -> str:
    given = _OUTSIDE[bool(model.motions)]
    return f"int {word}_advance(double *time, double end, double step, double *state, {given})"


# what comes from outside, without and with driven joints
_OUTSIDE = (
    "const double *tau, const double *parameters",
    "const double *tau, const double *motion, const double *parameters",
)


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
            _setter(f"void {word}_defaults(double *parameters)", [("parameters", model.mechanism.gravity)]),
            _setter(f"void {word}_start(double *q, double *u)", [("q", model.q0), ("u", model.u0)]),
            f"void {word}_normalise(double *q)",
            "{",
            *([] if quaternions else ["    (void)q;"]),
            *_normalising(quaternions),
            "}",
            "",
            _next_break(model, word),
            *([curves.text()] if curves else []),
            *functions,
            _integrator(model, word),
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


def _setter(prototype: str, arrays: Sequence[tuple[str, np.ndarray]]) -> str:
    lines = []
    for array, values in arrays:
        lines += [f"    {array}[{k}] = {number(value)};" for k, value in enumerate(values.tolist())]
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
    lines = body(program.graph, outputs, program.checks, words, curves)
    text = "\n".join(lines)
    guard = []
    if model.window and "time" in function.inputs and model.mechanism.is_timed:
        first, last = map(number, model.window)
        guard = [f"if (!(time >= {first} && time <= {last})) {{", f"    return {_TOO_LATE};", "}"]
    unused = [name for name in function.inputs if not _is_used(name, text) and not (name == "time" and guard)]
    unused += [name for name, places in function.outputs.items() if not places]
    voids = [f"(void){name};" for name in unused]
    return "\n".join([_prototype(function, word), "{", *(f"    {line}" for line in (*voids, *guard, *lines)), "}", ""])


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
    words += [_given("parameters", k, float(mechanism.gravity[k])) for k in range(GRAVITY)]
    words += [_given("motion", k, 0.0) for k in range(len(ORDERS) * len(model.motions))]
    assert len(words) == list(accumulate(function.program.sizes))[-1]
    return dict(enumerate(words))


def _given(array: str, k: int, otherwise: float) -> str:
    return f"{array} ? {array}[{k}] : {number(otherwise)}" if array in _OPTIONAL else f"{array}[{k}]"


# --- integration --------------------------------------------------------------------------------------------------------


def _integrator(model: Model, word: str) -> str:
    """Functions that integrate: the rates of a state, and steps of the classical method of Runge and Kutta."""
    moved = "motion, " if model.motions else ""
    quaternions = model.quaternions
    sizes = f"N_Q = {word.upper()}_COORDINATES, N_U = {word.upper()}_VELOCITIES, N = N_Q + N_U"
    scaled = ""
    if quaternions:
        scaled = f"""    for (int k = 0; k < {len(quaternions)}; ++k) {{
        static const int first[] = {{{", ".join(map(str, quaternions))}}};
        const double *const p = state + first[k];
        const double length = sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3]);
        for (int i = 0; i < 4; ++i) {{
            rate[first[k] + i] *= length;
        }}
    }}
"""
    closing = ""
    if model.has("close"):
        closing = f"""            {{
                double closed[N];
                if ({word}_close(k + 1 == steps ? latest : start + (k + 1) * h, state, state + N_Q, {moved}closed, closed + N_Q) != 0) {{
                    return {_FAILED};
                }}
                for (int i = 0; i < N; ++i) {{
                    state[i] = closed[i];
                }}
            }}
"""
    return f"""{_slope(model, word)}
{{
    enum {{ {sizes} }};
    double q[N_Q];
    int failed;
    for (int k = 0; k < N_Q; ++k) {{
        q[k] = state[k];
    }}
    {word}_normalise(q);
    failed = {word}_rates(q, state + N_Q, rate);
    if (failed) {{
        return failed;
    }}
{scaled}    return {word}_forward(time, q, state + N_Q, tau, {moved}parameters, rate + N_Q);
}}

{_advance(model, word)}
{{
    enum {{ {sizes} }};
    static const double share[4] = {{0.0, 0.5, 0.5, 1.0}}, weight[4] = {{1.0, 2.0, 2.0, 1.0}};
    if (!(step > 0.0)) {{
        return {_FAILED};
    }}
    while (*time < end) {{
        const double start = *time, smooth = {word}_next_break(start);
        const double until = smooth < end ? smooth : end;
        /* (at a break itself functions of time have the values that come after it) */
        const double latest = smooth <= end ? nextafter(until, start) : until;
        const double steps = ceil((until - start) / step * (1.0 - 1e-12)), h = (until - start) / steps;
        for (double k = 0.0; k < steps; ++k) {{
            double at[N], rate[N] = {{0.0}}, sum[N] = {{0.0}};
            for (int stage = 0; stage < 4; ++stage) {{
                const double when = start + (k + share[stage]) * h;
                int failed;
                for (int i = 0; i < N; ++i) {{
                    at[i] = state[i] + share[stage] * h * rate[i];
                }}
                failed = {word}_slope(when < latest ? when : latest, at, tau, {moved}parameters, rate);
                if (failed) {{
                    return failed;
                }}
                for (int i = 0; i < N; ++i) {{
                    sum[i] += weight[stage] * rate[i];
                }}
            }}
            for (int i = 0; i < N; ++i) {{
                state[i] += h / 6.0 * sum[i];
            }}
            {word}_normalise(state);
{closing}        }}
        *time = until;
    }}
    return 0;
}}
"""


def program(model: Model, word: str) -> str:
    """The text of main.c: the model's motion, as comma-separated values."""
    upper, title = word.upper(), remark(model.mechanism.name)
    moved = "NULL, " if model.motions else ""
    settling = ""
    if model.has("close"):
        settling = f"""    for (int pass = 0; pass < 6; ++pass) {{
        double closed[N];
        if ({word}_close(time, state, state + N_Q, {moved}closed, closed + N_Q) != 0) {{
            fputs("the loops cannot be closed at the start\\n", stderr);
            return 1;
        }}
        for (int k = 0; k < N; ++k) {{
            state[k] = closed[k];
        }}
    }}
"""
    return f"""/* {title}: its motion from the start of the model, as comma-separated values; written by bough.
 *
 * main [duration [step [every]]]: seconds, the longest step, and the time between two lines.
 * No joint forces but those of the model.
 */
#include "{word}.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum {{ N_Q = {upper}_COORDINATES, N = N_Q + {upper}_VELOCITIES }};

static void print_name(const char *name)
{{
    fputs(",\\"", stdout);
    for (; *name != '\\0'; ++name) {{
        if (*name == '"') {{
            putchar('"');
        }}
        putchar(*name);
    }}
    putchar('"');
}}

static double argument(int count, char **given, int k, double otherwise)
{{
    return count > k ? strtod(given[k], NULL) : otherwise;
}}

int main(int count, char **given)
{{
    const double duration = argument(count, given, 1, {number(model.duration)});
    const double step = argument(count, given, 2, {number(model.step)});
    const double every = argument(count, given, 3, duration / 100.0);
    double state[N], time = 0.0;
    if (!(duration > 0.0 && step > 0.0 && every > 0.0)) {{
        fputs("main [duration [step [every]]]: give positive numbers of seconds\\n", stderr);
        return 2;
    }}
    {word}_start(state, state + N_Q);
{settling}    fputs("time", stdout);
    for (int k = 0; k < N; ++k) {{
        print_name(k < N_Q ? {word}_q_name(k) : {word}_u_name(k - N_Q));
    }}
    putchar('\\n');
    for (double line = 0.0; time < duration || line == 0.0; ++line) {{
        const double end = (line + 1e-9) * every < duration ? line * every : duration;
        const int failed = {word}_advance(&time, end, step, state, NULL, {moved}NULL);
        if (failed) {{
            fprintf(stderr, failed == 2 ? "the model does not know its functions of time after t = %g\\n"
                                        : "no finite accelerations after t = %g\\n", time);
            return 1;
        }}
        printf("%.17g", time);
        for (int k = 0; k < N; ++k) {{
            printf(",%.17g", state[k]);
        }}
        putchar('\\n');
    }}
    return 0;
}}
"""


def makefile(model: Model, word: str) -> str:
    """The text of the Makefile. Sums and products do not fuse, so that all compilers give the same numbers."""
    return f"""# {remark(model.mechanism.name)}: a library, and a program that integrates; written by bough
CC ?= cc
AR ?= ar
CFLAGS ?= -O2
STRICT = -std=c99 -pedantic -Wall -Wextra -ffp-contract=off

all: main lib{word}.a

main: main.o {word}.o
\t$(CC) $(CFLAGS) $(LDFLAGS) -o $@ main.o {word}.o -lm

lib{word}.a: {word}.o
\t$(AR) rcs $@ {word}.o

main.o: main.c {word}.h
\t$(CC) $(CFLAGS) $(STRICT) -c main.c

{word}.o: {word}.c {word}.h
\t$(CC) $(CFLAGS) $(STRICT) -c {word}.c

run: main
\t./main

clean:
\trm -f main main.o {word}.o lib{word}.a

.PHONY: all run clean
"""


def texts(model: Model) -> dict[str, str]:
    """All files by name."""
    word = identifier(model.mechanism.name)
    files = {f"{word}.h": header(model, word), f"{word}.c": source(model, word), "Makefile": makefile(model, word)}
    return files | {"main.c": program(model, word)}
