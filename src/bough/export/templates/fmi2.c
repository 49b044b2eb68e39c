/* The interface of FMI 2.0, for model exchange and co-simulation. Written by bough. */
#include "instance.h"

#ifdef FMI2_FUNCTION_PREFIX
#define JOINED(prefix, name) prefix##name
#define WITH(prefix, name) JOINED(prefix, name)
#define FMI2(name) WITH(FMI2_FUNCTION_PREFIX, name)
#else
#define FMI2(name) name
#endif

typedef enum { fmi2OK, fmi2Warning, fmi2Discard, fmi2Error, fmi2Fatal, fmi2Pending } fmi2Status;
typedef void *fmi2Component;
typedef void *fmi2FMUstate;
typedef unsigned int fmi2ValueReference;
typedef double fmi2Real;
typedef int fmi2Integer;
typedef int fmi2Boolean;
typedef char fmi2Byte;
typedef const char *fmi2String;
typedef int fmi2Type;
typedef int fmi2StatusKind;

typedef struct {
    void (*logger)(void *, fmi2String, fmi2Status, fmi2String, fmi2String, ...);
    void *(*allocateMemory)(size_t, size_t);
    void (*freeMemory)(void *);
    void (*stepFinished)(void *, fmi2Status);
    void *componentEnvironment;
} fmi2CallbackFunctions;

typedef struct {
    fmi2Boolean newDiscreteStatesNeeded;
    fmi2Boolean terminateSimulation;
    fmi2Boolean nominalsOfContinuousStatesChanged;
    fmi2Boolean valuesOfContinuousStatesChanged;
    fmi2Boolean nextEventTimeDefined;
    fmi2Real nextEventTime;
} fmi2EventInfo;

typedef struct {
    Numbers numbers;
    const fmi2CallbackFunctions *callbacks;
    char *name;
} Instance;

static fmi2Status failed(Instance *one, const char *message)
{
    if (one->callbacks != NULL && one->callbacks->logger != NULL) {
        one->callbacks->logger(one->callbacks->componentEnvironment, one->name, fmi2Error, "error", "%s", message);
    }
    return fmi2Error;
}

static fmi2Status judged(Instance *one, const char *message)
{
    return message == NULL ? fmi2OK : failed(one, message);
}

/* --- common ------------------------------------------------------------------------------------------------------- */

EXPORT const char *FMI2(fmi2GetTypesPlatform)(void)
{
    return "default";
}

EXPORT const char *FMI2(fmi2GetVersion)(void)
{
    return "2.0";
}

EXPORT fmi2Status FMI2(fmi2SetDebugLogging)(fmi2Component c, fmi2Boolean on, size_t count, const fmi2String categories[])
{
    return fmi2OK;
}

EXPORT fmi2Component FMI2(fmi2Instantiate)(fmi2String name, fmi2Type type, fmi2String guid, fmi2String resources,
                                           const fmi2CallbackFunctions *callbacks, fmi2Boolean visible, fmi2Boolean on)
{
    Instance *const one = calloc(1, sizeof *one);
    if (one == NULL) {
        return NULL;
    }
    one->callbacks = callbacks;
    one->name = calloc(name == NULL ? 1 : strlen(name) + 1, 1);
    if (one->name != NULL && name != NULL) {
        memcpy(one->name, name, strlen(name));
    }
    if (one->name == NULL || guid == NULL || strcmp(guid, TOKEN) != 0) {
        failed(one, "The guid is not that of this FMU.");
        free(one->name);
        free(one);
        return NULL;
    }
    start(&one->numbers);
    return one;
}

EXPORT void FMI2(fmi2FreeInstance)(fmi2Component c)
{
    Instance *const one = c;
    if (one != NULL) {
        free(one->name);
        free(one);
    }
}

EXPORT fmi2Status FMI2(fmi2SetupExperiment)(fmi2Component c, fmi2Boolean has_tolerance, fmi2Real tolerance,
                                            fmi2Real start_time, fmi2Boolean has_stop, fmi2Real stop)
{
    Instance *const one = c;
    set_time(&one->numbers, start_time);
    return fmi2OK;
}

EXPORT fmi2Status FMI2(fmi2EnterInitializationMode)(fmi2Component c)
{
    return fmi2OK;
}

EXPORT fmi2Status FMI2(fmi2ExitInitializationMode)(fmi2Component c)
{
    Instance *const one = c;
    return judged(one, settle(&one->numbers) == 0 ? NULL : OPEN);
}

EXPORT fmi2Status FMI2(fmi2Terminate)(fmi2Component c)
{
    return fmi2OK;
}

EXPORT fmi2Status FMI2(fmi2Reset)(fmi2Component c)
{
    Instance *const one = c;
    start(&one->numbers);
    return fmi2OK;
}

EXPORT fmi2Status FMI2(fmi2GetReal)(fmi2Component c, const fmi2ValueReference vr[], size_t count, fmi2Real value[])
{
    Instance *const one = c;
    return judged(one, get(&one->numbers, vr, count, value));
}

EXPORT fmi2Status FMI2(fmi2SetReal)(fmi2Component c, const fmi2ValueReference vr[], size_t count, const fmi2Real value[])
{
    Instance *const one = c;
    return judged(one, set(&one->numbers, vr, count, value));
}

/* all variables are real */
#define NO_VARIABLES(type)                                                                                             \
    EXPORT fmi2Status FMI2(fmi2Get##type)(fmi2Component c, const fmi2ValueReference vr[], size_t count,                \
                                          fmi2##type value[])                                                          \
    {                                                                                                                  \
        return judged(c, count == 0 ? NULL : UNKNOWN);                                                                 \
    }                                                                                                                  \
    EXPORT fmi2Status FMI2(fmi2Set##type)(fmi2Component c, const fmi2ValueReference vr[], size_t count,                \
                                          const fmi2##type value[])                                                    \
    {                                                                                                                  \
        return judged(c, count == 0 ? NULL : UNKNOWN);                                                                 \
    }
NO_VARIABLES(Integer)
NO_VARIABLES(Boolean)
NO_VARIABLES(String)

EXPORT fmi2Status FMI2(fmi2GetFMUstate)(fmi2Component c, fmi2FMUstate *state)
{
    Instance *const one = c;
    if (*state == NULL) {
        *state = malloc(sizeof one->numbers);
    }
    if (*state == NULL) {
        return failed(one, "There is no memory left.");
    }
    memcpy(*state, &one->numbers, sizeof one->numbers);
    return fmi2OK;
}

EXPORT fmi2Status FMI2(fmi2SetFMUstate)(fmi2Component c, fmi2FMUstate state)
{
    Instance *const one = c;
    memcpy(&one->numbers, state, sizeof one->numbers);
    return fmi2OK;
}

EXPORT fmi2Status FMI2(fmi2FreeFMUstate)(fmi2Component c, fmi2FMUstate *state)
{
    free(*state);
    *state = NULL;
    return fmi2OK;
}

EXPORT fmi2Status FMI2(fmi2SerializedFMUstateSize)(fmi2Component c, fmi2FMUstate state, size_t *size)
{
    *size = sizeof(Numbers);
    return fmi2OK;
}

EXPORT fmi2Status FMI2(fmi2SerializeFMUstate)(fmi2Component c, fmi2FMUstate state, fmi2Byte bytes[], size_t size)
{
    if (size < sizeof(Numbers)) {
        return failed(c, "There is no room for the state.");
    }
    memcpy(bytes, state, sizeof(Numbers));
    return fmi2OK;
}

EXPORT fmi2Status FMI2(fmi2DeSerializeFMUstate)(fmi2Component c, const fmi2Byte bytes[], size_t size, fmi2FMUstate *state)
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
    return fmi2OK;
}

EXPORT fmi2Status FMI2(fmi2GetDirectionalDerivative)(fmi2Component c, const fmi2ValueReference unknown[], size_t unknowns,
                                                     const fmi2ValueReference known[], size_t knowns,
                                                     const fmi2Real dknown[], fmi2Real dunknown[])
{
    return failed(c, "Directional derivatives are not provided.");
}

/* --- model exchange ------------------------------------------------------------------------------------------------- */

EXPORT fmi2Status FMI2(fmi2EnterEventMode)(fmi2Component c)
{
    return fmi2OK;
}

EXPORT fmi2Status FMI2(fmi2NewDiscreteStates)(fmi2Component c, fmi2EventInfo *info)
{
    Instance *const one = c;
    const double next = model_next_break(one->numbers.values[TIME_AT]);
    info->newDiscreteStatesNeeded = 0;
    info->terminateSimulation = 0;
    info->nominalsOfContinuousStatesChanged = 0;
    info->valuesOfContinuousStatesChanged = one->numbers.is_open;
    info->nextEventTimeDefined = next < INFINITY;
    info->nextEventTime = next < INFINITY ? next : 0.0;
    return judged(one, !one->numbers.is_open || settle(&one->numbers) == 0 ? NULL : OPEN);
}

EXPORT fmi2Status FMI2(fmi2EnterContinuousTimeMode)(fmi2Component c)
{
    return fmi2OK;
}

EXPORT fmi2Status FMI2(fmi2CompletedIntegratorStep)(fmi2Component c, fmi2Boolean no_set_prior, fmi2Boolean *event,
                                                    fmi2Boolean *terminate)
{
    *event = *terminate = 0;
    return fmi2OK;
}

EXPORT fmi2Status FMI2(fmi2SetTime)(fmi2Component c, fmi2Real time)
{
    Instance *const one = c;
    set_time(&one->numbers, time);
    return fmi2OK;
}

EXPORT fmi2Status FMI2(fmi2SetContinuousStates)(fmi2Component c, const fmi2Real x[], size_t count)
{
    Instance *const one = c;
    if (count != N_STATE) {
        return failed(one, "This is not the number of states.");
    }
    memcpy(one->numbers.values + STATE_AT, x, N_STATE * sizeof *x);
    changed(&one->numbers);
    return fmi2OK;
}

EXPORT fmi2Status FMI2(fmi2GetDerivatives)(fmi2Component c, fmi2Real rates[], size_t count)
{
    Instance *const one = c;
    if (count != N_STATE) {
        return failed(one, "This is not the number of states.");
    }
    if (evaluate_rates(&one->numbers) != 0) {
        failed(one, FAILED);
        return fmi2Discard; /* (an integrator may try a shorter step) */
    }
    memcpy(rates, one->numbers.values + RATE_AT, N_STATE * sizeof *rates);
    return fmi2OK;
}

EXPORT fmi2Status FMI2(fmi2GetEventIndicators)(fmi2Component c, fmi2Real indicators[], size_t count)
{
    return judged(c, count == 0 ? NULL : UNKNOWN);
}

EXPORT fmi2Status FMI2(fmi2GetContinuousStates)(fmi2Component c, fmi2Real x[], size_t count)
{
    Instance *const one = c;
    if (count != N_STATE) {
        return failed(one, "This is not the number of states.");
    }
    memcpy(x, one->numbers.values + STATE_AT, N_STATE * sizeof *x);
    return fmi2OK;
}

EXPORT fmi2Status FMI2(fmi2GetNominalsOfContinuousStates)(fmi2Component c, fmi2Real nominals[], size_t count)
{
    if (count != N_STATE) {
        return failed(c, "This is not the number of states.");
    }
    for (size_t k = 0; k < count; ++k) {
        nominals[k] = 1.0;
    }
    return fmi2OK;
}

/* --- co-simulation -------------------------------------------------------------------------------------------------- */

EXPORT fmi2Status FMI2(fmi2SetRealInputDerivatives)(fmi2Component c, const fmi2ValueReference vr[], size_t count,
                                                    const fmi2Integer order[], const fmi2Real value[])
{
    return judged(c, count == 0 ? NULL : "Inputs are constant during a step.");
}

EXPORT fmi2Status FMI2(fmi2GetRealOutputDerivatives)(fmi2Component c, const fmi2ValueReference vr[], size_t count,
                                                     const fmi2Integer order[], fmi2Real value[])
{
    return judged(c, count == 0 ? NULL : "Derivatives of outputs are not provided.");
}

EXPORT fmi2Status FMI2(fmi2DoStep)(fmi2Component c, fmi2Real time, fmi2Real length, fmi2Boolean no_set_prior)
{
    Instance *const one = c;
    return judged(one, advance(&one->numbers, time, time + length));
}

EXPORT fmi2Status FMI2(fmi2CancelStep)(fmi2Component c)
{
    return failed(c, "There is no step to cancel.");
}

#define NO_STATUS(name, type)                                                                                          \
    EXPORT fmi2Status FMI2(name)(fmi2Component c, const fmi2StatusKind kind, type *value)                              \
    {                                                                                                                  \
        return fmi2Discard;                                                                                            \
    }
NO_STATUS(fmi2GetStatus, fmi2Status)
NO_STATUS(fmi2GetRealStatus, fmi2Real)
NO_STATUS(fmi2GetIntegerStatus, fmi2Integer)
NO_STATUS(fmi2GetBooleanStatus, fmi2Boolean)
NO_STATUS(fmi2GetStringStatus, fmi2String)
