"""C that integrates: steps and closed loops in the functions' file, a program, and a Makefile."""

from __future__ import annotations

from bough.api.loop_forces import machine_size
from bough.export.model import Model
from bough.export.names import remark
from bough.owncode.c import number

FAILED, TOO_LATE = 1, 2  # what functions return
# steps of Newton's method by which loops are closed at a start, and gaps at which it ends and fails, in machine's sizes
_PASSES, _CLOSED, _OPEN = 50, 1e-13, 1e-9


# --- prototypes -----------------------------------------------------------------------------------------------------------


def slope_head(model: Model, word: str) -> str:
    """The prototype of the rates of a state."""
    return f"int {word}_slope(double time, const double *state, {_outside(model)}, double *rate)"


def advance_head(model: Model, word: str) -> str:
    """The prototype of steps."""
    return f"int {word}_advance(double *time, double end, double step, double *state, {_outside(model)})"


def settle_head(model: Model, word: str) -> str:
    """The prototype of what closes loops."""
    given = "".join(f", const double *{name}" for name in model.function("close").inputs[3:])
    return f"int {word}_settle(double time, double *q, double *u{given})"


def _outside(model: Model) -> str:
    """What comes from outside."""
    moved = "const double *motion, " if model.motions else ""
    return f"const double *tau, {moved}const double *parameters"


def _close_given(model: Model) -> str:
    """The last inputs of the function that closes loops, as arguments."""
    return "".join(f"{name}, " for name in model.function("close").inputs[3:])


# --- functions ------------------------------------------------------------------------------------------------------------


def integrator(model: Model, word: str) -> str:
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
                double closed[N], gaps[{word.upper()}_GAPS];
                const double when = k + 1 == steps ? latest : start + (k + 1) * h;
                if ({word}_close(when, state, state + N_Q, {_close_given(model)}closed, closed + N_Q, gaps) != 0) {{
                    return {FAILED};
                }}
                for (int i = 0; i < N; ++i) {{
                    state[i] = closed[i];
                }}
            }}
"""
    return f"""{_settle(model, word)}{slope_head(model, word)}
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

{advance_head(model, word)}
{{
    enum {{ {sizes} }};
    static const double share[4] = {{0.0, 0.5, 0.5, 1.0}}, weight[4] = {{1.0, 2.0, 2.0, 1.0}};
    if (!(step > 0.0)) {{
        return {FAILED};
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


def _settle(model: Model, word: str) -> str:
    """The function that closes loops of a state that may be far from closed."""
    if not model.has("close"):
        return ""
    upper, size = word.upper(), machine_size(model.mechanism)
    return f"""{settle_head(model, word)}
{{
    enum {{ N_Q = {upper}_COORDINATES, N_U = {upper}_VELOCITIES, GAPS = {upper}_GAPS }};
    double worst = INFINITY;
    for (int pass = 0; pass < {_PASSES} && worst > {number(_CLOSED * size)}; ++pass) {{
        double q_closed[N_Q], u_closed[N_U], gaps[GAPS];
        if ({word}_close(time, q, u, {_close_given(model)}q_closed, u_closed, gaps) != 0) {{
            return {FAILED};
        }}
        for (int k = 0; k < N_Q; ++k) {{
            q[k] = q_closed[k];
        }}
        for (int k = 0; k < N_U; ++k) {{
            u[k] = u_closed[k];
        }}
        worst = 0.0;
        for (int k = 0; k < GAPS; ++k) {{
            worst = fabs(gaps[k]) > worst ? fabs(gaps[k]) : worst;
        }}
    }}
    return worst <= {number(_OPEN * size)} ? 0 : {FAILED};
}}

"""


def program(model: Model, word: str) -> str:
    """The text of main.c: the model's motion, as comma-separated values."""
    upper, title = word.upper(), remark(model.mechanism.name)
    moved = "NULL, " if model.motions else ""
    settling = ""
    if model.has("close"):
        given = "".join(
            ", parameters" if name == "parameters" else ", NULL" for name in model.function("close").inputs[3:]
        )
        settling = f"""    if ({word}_settle(time, state, state + N_Q{given}) != 0) {{
        fputs("the loops cannot be closed at the start\\n", stderr);
        return 1;
    }}
"""
    return f"""/* {title}: its motion from the start of the model, as comma-separated values; written by bough.
 *
 * main [duration [step [every]]] [NAME=X ...]: seconds, the longest step, the time between two lines, and other values
 * of parameters. No joint forces but those of the model.
 */
#include "{word}.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {{ N_Q = {upper}_COORDINATES, N = N_Q + {upper}_VELOCITIES }};

static void print_name(char letter, const char *name)
{{
    printf(",\\"%c.", letter);
    for (; *name != '\\0'; ++name) {{
        if (*name == '"') {{
            putchar('"');
        }}
        putchar(*name);
    }}
    putchar('"');
}}

/* Reads a number; 0 if the text is one, and finite. */
static int read_number(const char *text, double *number)
{{
    char *end;
    *number = strtod(text, &end);
    return end == text || *end != '\\0' || !isfinite(*number);
}}

/* Reads NAME=X; 0 if there is such a parameter, and a number. */
static int read_parameter(const char *text, const char *mark, double *parameters)
{{
    for (int k = 0; k < {upper}_PARAMETERS; ++k) {{
        const char *const name = {word}_parameter_name(k);
        if (strlen(name) == (size_t)(mark - text) && strncmp(name, text, strlen(name)) == 0) {{
            return read_number(mark + 1, parameters + k);
        }}
    }}
    return 1;
}}

int main(int count, char **given)
{{
    double duration = {number(model.duration)}, step = {number(model.step)}, every = 0.0;
    double *const numbers[] = {{&duration, &step, &every}};
    double state[N], parameters[{upper}_PARAMETERS], time = 0.0;
    {word}_defaults(parameters);
    for (int k = 1, place = 0; k < count; ++k) {{
        const char *const mark = strrchr(given[k], '=');
        if (mark != NULL && read_parameter(given[k], mark, parameters) != 0) {{
            fprintf(stderr, "there is no parameter, or no number, in %s\\n", given[k]);
            return 2;
        }}
        if (mark == NULL && (place == 3 || read_number(given[k], numbers[place++]) != 0)) {{
            fprintf(stderr, "%s is not a number, or one too many\\n", given[k]);
            return 2;
        }}
    }}
    every = every == 0.0 ? duration / 100.0 : every;
    if (!(duration > 0.0 && step > 0.0 && every > 0.0)) {{
        fputs("main [duration [step [every]]] [NAME=X ...]: give positive numbers of seconds\\n", stderr);
        return 2;
    }}
    {word}_start(state, state + N_Q);
{settling}    fputs("time", stdout);
    for (int k = 0; k < N; ++k) {{
        if (k < N_Q) {{
            print_name('q', {word}_q_name(k));
        }} else {{
            print_name('u', {word}_u_name(k - N_Q));
        }}
    }}
    putchar('\\n');
    for (double line = 0.0; time < duration || line == 0.0; ++line) {{
        const double end = (line + 1e-9) * every < duration ? line * every : duration;
        const int failed = {word}_advance(&time, end, step, state, NULL, {moved}parameters);
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
