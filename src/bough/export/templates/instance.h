/* What FMI 2.0 and 3.0 have in common: the numbers of an instance, and their evaluation. Written by bough. */
#include "layout.h"
#include "model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#if defined(_WIN32)
#define EXPORT __declspec(dllexport)
#elif defined(__GNUC__)
#define EXPORT __attribute__((visibility("default")))
#else
#define EXPORT
#endif

/* much of what the interfaces pass on is of no use here */
#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wunused-parameter"
#endif

enum { N_STATE = N_Q + N_U };

typedef struct {
    double values[COUNT]; /* of all variables, by their value references */
    int has_rates, has_outputs; /* whether these are those of the other values */
    int is_open; /* whether loops may be open, since a parameter changed */
} Numbers;

static const char *const FAILED =
    "The equations have no finite solution at this state, or the time is beyond that of the model's functions of time.";
static const char *const OPEN = "The loops cannot be closed near this state, with these parameters.";
static const char *const UNKNOWN = "There is no such variable, or it cannot be set.";

static void changed(Numbers *numbers)
{
    numbers->has_rates = numbers->has_outputs = 0;
}

static void start(Numbers *numbers)
{
    double *const v = numbers->values;
    for (int k = 0; k < COUNT; ++k) {
        v[k] = 0.0;
    }
    model_defaults(v + PARAMETERS_AT);
    v[STEP_AT] = STEP;
    model_start(v + STATE_AT, v + STATE_AT + N_Q);
    numbers->is_open = 0;
    changed(numbers);
}

/* Closes the loops of the state, if there are any; where that fails, everything stays as it was. */
static int settle(Numbers *numbers)
{
#if HAS_LOOPS
    double *const v = numbers->values;
    double state[N_STATE];
    memcpy(state, v + STATE_AT, sizeof state);
    if (model_settle(v[TIME_AT], state, state + N_Q SETTLED(v)) != 0) {
        return 1;
    }
    memcpy(v + STATE_AT, state, sizeof state);
    changed(numbers);
#endif
    numbers->is_open = 0;
    return 0;
}

static int evaluate_rates(Numbers *numbers)
{
    double *const v = numbers->values;
    if (numbers->has_rates) {
        return 0;
    }
    if (model_slope(v[TIME_AT], v + STATE_AT, v + TAU_AT, MOTION(v) v + PARAMETERS_AT, v + RATE_AT) != 0) {
        return 1;
    }
#if HAS_LOOPS
    {
        /* an importer's integrator does not close loops: the state is drawn to the closed ones */
        double q[N_Q], closed[N_STATE], gaps[MODEL_GAPS];
        for (int k = 0; k < N_Q; ++k) {
            q[k] = v[STATE_AT + k];
        }
        model_normalise(q);
        if (model_close(v[TIME_AT], q, v + STATE_AT + N_Q, MOTION(v) MARKED(v) closed, closed + N_Q, gaps) != 0) {
            return 1;
        }
        for (int k = 0; k < N_STATE; ++k) {
            v[RATE_AT + k] += (closed[k] - (k < N_Q ? q[k] : v[STATE_AT + k])) / SETTLING;
        }
    }
#endif
    numbers->has_rates = 1;
    return 0;
}

static int evaluate_outputs(Numbers *numbers)
{
    double *const v = numbers->values;
    double q[N_Q];
    if (numbers->has_outputs) {
        return 0;
    }
    for (int k = 0; k < N_Q; ++k) {
        q[k] = v[STATE_AT + k];
    }
    model_normalise(q);
    if (model_poses(v[TIME_AT], q, MOTION(v) MARKED(v) v + POSES_AT) != 0) {
        return 1;
    }
#if HAS_REACTIONS
    if (evaluate_rates(numbers) != 0) {
        return 1;
    }
    if (model_reactions(v[TIME_AT], q, v + STATE_AT + N_Q, v + RATE_AT + N_Q, MOTION(v) v + PARAMETERS_AT,
                        v + REACTIONS_AT DRIVES(v)) != 0) {
        return 1;
    }
#endif
    numbers->has_outputs = 1;
    return 0;
}

/* NULL, or what went wrong. */
static const char *get(Numbers *numbers, const unsigned int *references, size_t count, double *found)
{
    for (size_t k = 0; k < count; ++k) {
        const unsigned int reference = references[k];
        if (reference >= COUNT) {
            return UNKNOWN;
        }
        if (reference >= POSES_AT ? evaluate_outputs(numbers) : reference >= RATE_AT ? evaluate_rates(numbers) : 0) {
            return FAILED;
        }
        found[k] = numbers->values[reference];
    }
    return NULL;
}

static const char *set(Numbers *numbers, const unsigned int *references, size_t count, const double *given)
{
    for (size_t k = 0; k < count; ++k) {
        if (references[k] <= TIME_AT || references[k] >= RATE_AT) {
            return UNKNOWN;
        }
        if (references[k] >= MARKED_AT && references[k] < STEP_AT && numbers->values[references[k]] != given[k]) {
            numbers->is_open = HAS_LOOPS;
        }
        numbers->values[references[k]] = given[k];
    }
    changed(numbers);
    return NULL;
}

static void set_time(Numbers *numbers, double time)
{
    numbers->values[TIME_AT] = time;
    changed(numbers);
}

/* A step of co-simulation: NULL, or what went wrong; the state stays as it was then, with its loops closed. */
static const char *advance(Numbers *numbers, double time, double end)
{
    double *const v = numbers->values;
    double state[N_STATE];
    if (numbers->is_open && settle(numbers) != 0) {
        return OPEN;
    }
    memcpy(state, v + STATE_AT, sizeof state);
    if (model_advance(&time, end, v[STEP_AT], state, v + TAU_AT, MOTION(v) v + PARAMETERS_AT) != 0) {
        return FAILED;
    }
    memcpy(v + STATE_AT, state, sizeof state);
    set_time(numbers, end);
    return NULL;
}
