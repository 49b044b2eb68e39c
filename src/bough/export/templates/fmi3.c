/* The interface of FMI 3.0, for model exchange and co-simulation. Written by bough. */
#include "instance.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef FMI3_FUNCTION_PREFIX
#define JOINED(prefix, name) prefix##name
#define WITH(prefix, name) JOINED(prefix, name)
#define FMI3(name) WITH(FMI3_FUNCTION_PREFIX, name)
#else
#define FMI3(name) name
#endif

typedef enum { fmi3OK, fmi3Warning, fmi3Discard, fmi3Error, fmi3Fatal } fmi3Status;
typedef void *fmi3Instance;
typedef void *fmi3InstanceEnvironment;
typedef void *fmi3FMUState;
typedef uint32_t fmi3ValueReference;
typedef float fmi3Float32;
typedef double fmi3Float64;
typedef int8_t fmi3Int8;
typedef uint8_t fmi3UInt8;
typedef int16_t fmi3Int16;
typedef uint16_t fmi3UInt16;
typedef int32_t fmi3Int32;
typedef uint32_t fmi3UInt32;
typedef int64_t fmi3Int64;
typedef uint64_t fmi3UInt64;
typedef bool fmi3Boolean;
typedef const char *fmi3String;
typedef uint8_t fmi3Byte;
typedef const fmi3Byte *fmi3Binary;
typedef bool fmi3Clock;
typedef int fmi3DependencyKind;
typedef int fmi3IntervalQualifier;
typedef void (*fmi3LogMessageCallback)(fmi3InstanceEnvironment, fmi3Status, fmi3String, fmi3String);
typedef void (*fmi3ClockUpdateCallback)(fmi3InstanceEnvironment);
typedef void (*fmi3IntermediateUpdateCallback)(fmi3InstanceEnvironment, fmi3Float64, fmi3Boolean, fmi3Boolean, fmi3Boolean,
                                               fmi3Boolean, fmi3Boolean *, fmi3Float64 *);
typedef void (*fmi3PreemptionCallback)(void);

typedef struct {
    Numbers numbers;
    fmi3InstanceEnvironment environment;
    fmi3LogMessageCallback log;
} Instance;

static fmi3Status failed(Instance *one, const char *message)
{
    if (one->log != NULL) {
        one->log(one->environment, fmi3Error, "error", message);
    }
    return fmi3Error;
}

static fmi3Status judged(Instance *one, const char *message)
{
    return message == NULL ? fmi3OK : failed(one, message);
}

static fmi3Instance instance(fmi3String token, fmi3InstanceEnvironment environment, fmi3LogMessageCallback log)
{
    Instance *const one = calloc(1, sizeof *one);
    if (one == NULL) {
        return NULL;
    }
    one->environment = environment;
    one->log = log;
    if (token == NULL || strcmp(token, TOKEN) != 0) {
        failed(one, "The instantiation token is not that of this FMU.");
        free(one);
        return NULL;
    }
    start(&one->numbers);
    return one;
}

/* --- common ------------------------------------------------------------------------------------------------------- */

EXPORT const char *FMI3(fmi3GetVersion)(void)
{
    return "3.0";
}

EXPORT fmi3Status FMI3(fmi3SetDebugLogging)(fmi3Instance c, fmi3Boolean on, size_t count, const fmi3String categories[])
{
    return fmi3OK;
}

EXPORT fmi3Instance FMI3(fmi3InstantiateModelExchange)(fmi3String name, fmi3String token, fmi3String resources,
                                                       fmi3Boolean visible, fmi3Boolean on,
                                                       fmi3InstanceEnvironment environment, fmi3LogMessageCallback log)
{
    return instance(token, environment, log);
}

EXPORT fmi3Instance FMI3(fmi3InstantiateCoSimulation)(
    fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible, fmi3Boolean on, fmi3Boolean event_mode,
    fmi3Boolean early_return, const fmi3ValueReference intermediate[], size_t count, fmi3InstanceEnvironment environment,
    fmi3LogMessageCallback log, fmi3IntermediateUpdateCallback update)
{
    return instance(token, environment, log);
}

EXPORT fmi3Instance FMI3(fmi3InstantiateScheduledExecution)(
    fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible, fmi3Boolean on,
    fmi3InstanceEnvironment environment, fmi3LogMessageCallback log, fmi3ClockUpdateCallback update,
    fmi3PreemptionCallback lock, fmi3PreemptionCallback unlock)
{
    if (log != NULL) {
        log(environment, fmi3Error, "error", "Scheduled execution is not provided.");
    }
    return NULL;
}

EXPORT void FMI3(fmi3FreeInstance)(fmi3Instance c)
{
    free(c);
}

EXPORT fmi3Status FMI3(fmi3EnterInitializationMode)(fmi3Instance c, fmi3Boolean has_tolerance, fmi3Float64 tolerance,
                                                    fmi3Float64 start_time, fmi3Boolean has_stop, fmi3Float64 stop)
{
    Instance *const one = c;
    set_time(&one->numbers, start_time);
    return fmi3OK;
}

EXPORT fmi3Status FMI3(fmi3ExitInitializationMode)(fmi3Instance c)
{
    Instance *const one = c;
    return judged(one, settle(&one->numbers) == 0 ? NULL : OPEN);
}

EXPORT fmi3Status FMI3(fmi3Reset)(fmi3Instance c)
{
    Instance *const one = c;
    start(&one->numbers);
    return fmi3OK;
}

#define NOTHING_TO_DO(name)                                                                                            \
    EXPORT fmi3Status FMI3(name)(fmi3Instance c)                                                                       \
    {                                                                                                                  \
        return fmi3OK;                                                                                                 \
    }
NOTHING_TO_DO(fmi3EnterEventMode)
NOTHING_TO_DO(fmi3Terminate)
NOTHING_TO_DO(fmi3EnterConfigurationMode)
NOTHING_TO_DO(fmi3ExitConfigurationMode)
NOTHING_TO_DO(fmi3EvaluateDiscreteStates)
NOTHING_TO_DO(fmi3EnterContinuousTimeMode)
NOTHING_TO_DO(fmi3EnterStepMode)

EXPORT fmi3Status FMI3(fmi3GetFloat64)(fmi3Instance c, const fmi3ValueReference vr[], size_t count, fmi3Float64 values[],
                                       size_t room)
{
    Instance *const one = c;
    return judged(one, room == count ? get(&one->numbers, vr, count, values) : UNKNOWN);
}

EXPORT fmi3Status FMI3(fmi3SetFloat64)(fmi3Instance c, const fmi3ValueReference vr[], size_t count,
                                       const fmi3Float64 values[], size_t room)
{
    Instance *const one = c;
    return judged(one, room == count ? set(&one->numbers, vr, count, values) : UNKNOWN);
}

/* all variables are doubles */
#define NO_VARIABLES(type)                                                                                             \
    EXPORT fmi3Status FMI3(fmi3Get##type)(fmi3Instance c, const fmi3ValueReference vr[], size_t count,                 \
                                          fmi3##type values[], size_t room)                                            \
    {                                                                                                                  \
        return judged(c, count == 0 ? NULL : UNKNOWN);                                                                 \
    }                                                                                                                  \
    EXPORT fmi3Status FMI3(fmi3Set##type)(fmi3Instance c, const fmi3ValueReference vr[], size_t count,                 \
                                          const fmi3##type values[], size_t room)                                      \
    {                                                                                                                  \
        return judged(c, count == 0 ? NULL : UNKNOWN);                                                                 \
    }
NO_VARIABLES(Float32)
NO_VARIABLES(Int8)
NO_VARIABLES(UInt8)
NO_VARIABLES(Int16)
NO_VARIABLES(UInt16)
NO_VARIABLES(Int32)
NO_VARIABLES(UInt32)
NO_VARIABLES(Int64)
NO_VARIABLES(UInt64)
NO_VARIABLES(Boolean)
NO_VARIABLES(String)

EXPORT fmi3Status FMI3(fmi3GetBinary)(fmi3Instance c, const fmi3ValueReference vr[], size_t count, size_t sizes[],
                                      fmi3Binary values[], size_t room)
{
    return judged(c, count == 0 ? NULL : UNKNOWN);
}

EXPORT fmi3Status FMI3(fmi3SetBinary)(fmi3Instance c, const fmi3ValueReference vr[], size_t count, const size_t sizes[],
                                      const fmi3Binary values[], size_t room)
{
    return judged(c, count == 0 ? NULL : UNKNOWN);
}

/* nor are there clocks */
#define NO_CLOCKS(name, ...)                                                                                           \
    EXPORT fmi3Status FMI3(name)(fmi3Instance c, const fmi3ValueReference vr[], size_t count, __VA_ARGS__)             \
    {                                                                                                                  \
        return judged(c, count == 0 ? NULL : UNKNOWN);                                                                 \
    }
NO_CLOCKS(fmi3GetClock, fmi3Clock values[])
NO_CLOCKS(fmi3SetClock, const fmi3Clock values[])
NO_CLOCKS(fmi3GetIntervalDecimal, fmi3Float64 intervals[], fmi3IntervalQualifier qualifiers[])
NO_CLOCKS(fmi3GetIntervalFraction, fmi3UInt64 counters[], fmi3UInt64 resolutions[], fmi3IntervalQualifier qualifiers[])
NO_CLOCKS(fmi3GetShiftDecimal, fmi3Float64 shifts[])
NO_CLOCKS(fmi3GetShiftFraction, fmi3UInt64 counters[], fmi3UInt64 resolutions[])
NO_CLOCKS(fmi3SetIntervalDecimal, const fmi3Float64 intervals[])
NO_CLOCKS(fmi3SetIntervalFraction, const fmi3UInt64 counters[], const fmi3UInt64 resolutions[])
NO_CLOCKS(fmi3SetShiftDecimal, const fmi3Float64 shifts[])
NO_CLOCKS(fmi3SetShiftFraction, const fmi3UInt64 counters[], const fmi3UInt64 resolutions[])

EXPORT fmi3Status FMI3(fmi3GetNumberOfVariableDependencies)(fmi3Instance c, fmi3ValueReference vr, size_t *count)
{
    return failed(c, "Dependencies are not provided.");
}

EXPORT fmi3Status FMI3(fmi3GetVariableDependencies)(fmi3Instance c, fmi3ValueReference dependent, size_t elements[],
                                                    fmi3ValueReference independents[], size_t of_independents[],
                                                    fmi3DependencyKind kinds[], size_t count)
{
    return failed(c, "Dependencies are not provided.");
}

#define NO_DERIVATIVES(name)                                                                                           \
    EXPORT fmi3Status FMI3(name)(fmi3Instance c, const fmi3ValueReference unknowns[], size_t of_unknowns,              \
                                 const fmi3ValueReference knowns[], size_t of_knowns, const fmi3Float64 seed[],        \
                                 size_t of_seed, fmi3Float64 sensitivity[], size_t of_sensitivity)                     \
    {                                                                                                                  \
        return failed(c, "Directional and adjoint derivatives are not provided.");                                     \
    }
NO_DERIVATIVES(fmi3GetDirectionalDerivative)
NO_DERIVATIVES(fmi3GetAdjointDerivative)

EXPORT fmi3Status FMI3(fmi3GetFMUState)(fmi3Instance c, fmi3FMUState *state)
{
    Instance *const one = c;
    if (*state == NULL) {
        *state = malloc(sizeof one->numbers);
    }
    if (*state == NULL) {
        return failed(one, "There is no memory left.");
    }
    memcpy(*state, &one->numbers, sizeof one->numbers);
    return fmi3OK;
}

EXPORT fmi3Status FMI3(fmi3SetFMUState)(fmi3Instance c, fmi3FMUState state)
{
    Instance *const one = c;
    memcpy(&one->numbers, state, sizeof one->numbers);
    return fmi3OK;
}

EXPORT fmi3Status FMI3(fmi3FreeFMUState)(fmi3Instance c, fmi3FMUState *state)
{
    free(*state);
    *state = NULL;
    return fmi3OK;
}

EXPORT fmi3Status FMI3(fmi3SerializedFMUStateSize)(fmi3Instance c, fmi3FMUState state, size_t *size)
{
    *size = sizeof(Numbers);
    return fmi3OK;
}

EXPORT fmi3Status FMI3(fmi3SerializeFMUState)(fmi3Instance c, fmi3FMUState state, fmi3Byte bytes[], size_t size)
{
    if (size < sizeof(Numbers)) {
        return failed(c, "There is no room for the state.");
    }
    memcpy(bytes, state, sizeof(Numbers));
    return fmi3OK;
}

EXPORT fmi3Status FMI3(fmi3DeserializeFMUState)(fmi3Instance c, const fmi3Byte bytes[], size_t size, fmi3FMUState *state)
{
    if (size != sizeof(Numbers)) {
        return failed(c, "This is not a state of this FMU.");
    }
    if (*state == NULL) {
        *state = malloc(sizeof(Numbers));
    }
    if (*state == NULL) {
        return failed(c, "There is no memory left.");
    }
    memcpy(*state, bytes, sizeof(Numbers));
    return fmi3OK;
}

EXPORT fmi3Status FMI3(fmi3UpdateDiscreteStates)(fmi3Instance c, fmi3Boolean *again, fmi3Boolean *terminate,
                                                 fmi3Boolean *nominals, fmi3Boolean *values, fmi3Boolean *has_next,
                                                 fmi3Float64 *next)
{
    Instance *const one = c;
    *next = model_next_break(one->numbers.values[TIME_AT]);
    *again = *terminate = *nominals = false;
    *values = one->numbers.is_open;
    *has_next = *next < INFINITY;
    return judged(one, !one->numbers.is_open || settle(&one->numbers) == 0 ? NULL : OPEN);
}

/* --- model exchange ------------------------------------------------------------------------------------------------- */

EXPORT fmi3Status FMI3(fmi3CompletedIntegratorStep)(fmi3Instance c, fmi3Boolean no_set_prior, fmi3Boolean *event,
                                                    fmi3Boolean *terminate)
{
    *event = *terminate = false;
    return fmi3OK;
}

EXPORT fmi3Status FMI3(fmi3SetTime)(fmi3Instance c, fmi3Float64 time)
{
    Instance *const one = c;
    set_time(&one->numbers, time);
    return fmi3OK;
}

EXPORT fmi3Status FMI3(fmi3SetContinuousStates)(fmi3Instance c, const fmi3Float64 x[], size_t count)
{
    Instance *const one = c;
    if (count != N_STATE) {
        return failed(one, "This is not the number of states.");
    }
    memcpy(one->numbers.values + STATE_AT, x, N_STATE * sizeof *x);
    changed(&one->numbers);
    return fmi3OK;
}

EXPORT fmi3Status FMI3(fmi3GetContinuousStateDerivatives)(fmi3Instance c, fmi3Float64 rates[], size_t count)
{
    Instance *const one = c;
    if (count != N_STATE) {
        return failed(one, "This is not the number of states.");
    }
    if (evaluate_rates(&one->numbers) != 0) {
        failed(one, FAILED);
        return fmi3Discard; /* (an integrator may try a shorter step) */
    }
    memcpy(rates, one->numbers.values + RATE_AT, N_STATE * sizeof *rates);
    return fmi3OK;
}

EXPORT fmi3Status FMI3(fmi3GetEventIndicators)(fmi3Instance c, fmi3Float64 indicators[], size_t count)
{
    return judged(c, count == 0 ? NULL : UNKNOWN);
}

EXPORT fmi3Status FMI3(fmi3GetContinuousStates)(fmi3Instance c, fmi3Float64 x[], size_t count)
{
    Instance *const one = c;
    if (count != N_STATE) {
        return failed(one, "This is not the number of states.");
    }
    memcpy(x, one->numbers.values + STATE_AT, N_STATE * sizeof *x);
    return fmi3OK;
}

EXPORT fmi3Status FMI3(fmi3GetNominalsOfContinuousStates)(fmi3Instance c, fmi3Float64 nominals[], size_t count)
{
    if (count != N_STATE) {
        return failed(c, "This is not the number of states.");
    }
    for (size_t k = 0; k < count; ++k) {
        nominals[k] = 1.0;
    }
    return fmi3OK;
}

EXPORT fmi3Status FMI3(fmi3GetNumberOfEventIndicators)(fmi3Instance c, size_t *count)
{
    *count = 0;
    return fmi3OK;
}

EXPORT fmi3Status FMI3(fmi3GetNumberOfContinuousStates)(fmi3Instance c, size_t *count)
{
    *count = N_STATE;
    return fmi3OK;
}

/* --- co-simulation -------------------------------------------------------------------------------------------------- */

EXPORT fmi3Status FMI3(fmi3GetOutputDerivatives)(fmi3Instance c, const fmi3ValueReference vr[], size_t count,
                                                 const fmi3Int32 orders[], fmi3Float64 values[], size_t room)
{
    return judged(c, count == 0 ? NULL : "Derivatives of outputs are not provided.");
}

EXPORT fmi3Status FMI3(fmi3DoStep)(fmi3Instance c, fmi3Float64 time, fmi3Float64 length, fmi3Boolean no_set_prior,
                                   fmi3Boolean *event, fmi3Boolean *terminate, fmi3Boolean *early, fmi3Float64 *last)
{
    Instance *const one = c;
    *event = *terminate = *early = false;
    *last = time;
    const char *const message = advance(&one->numbers, time, time + length);
    if (message == NULL) {
        *last = time + length;
    }
    return judged(one, message);
}

EXPORT fmi3Status FMI3(fmi3ActivateModelPartition)(fmi3Instance c, fmi3ValueReference clock, fmi3Float64 time)
{
    return failed(c, "Scheduled execution is not provided.");
}
