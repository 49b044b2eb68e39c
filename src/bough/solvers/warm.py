"""What both warm-started solvers have in common: the state they keep, when to stop, when to start anew.

A time step changes the matrix only a little, so the inverse found at the last call is nearly right at the next one. x
starts on the line through the last two solutions. Each pass finds the residual r⁺ = b - Ax, and with it g = A_k⁻¹ r⁺
from the known matrix A_k. The last step s has shown the true matrix along one direction. The symmetric correction of
rank one that makes A_k agree with it there is

    A_k ← A_k - r⁺r⁺ᵀ/μ    or    H_k ← H_k + g gᵀ/(μ - ν),    μ = r⁺ᵀs,  ν = r⁺ᵀg;    the next step is  μ/(μ - ν) g.

**Corrections.** Let F be the change of the matrix. r⁺ = -Fs, so μ = -sᵀFs and ν = (Fs)ᵀH(Fs). Where F is definite and
‖F‖ ‖H‖ < 1, all corrections are sound and keep H positive definite (C §4.2). A motion gives indefinite changes, and μ
may have any value. If it is small, the correction is large and wrong elsewhere, and spoils H for many steps. The
correction is therefore left out, and the step is g, in three cases: its size in units of H, ν/|μ|, is above a half; its
size is far above the error of H seen in this call, (ν/rᵀs)^½ with the last r and s; or the residual is mere rounding.

**Stopping.** All norms are taken in units of the diagonal, ‖r‖² = Σ r_k²/A_kk and ‖x‖² = Σ A_kk x_k², since on a long
chain the entries differ by orders of magnitude. x is accepted when ‖r‖² ≤ tolerance² (‖b‖² + ‖x‖²), or when the
residual has reached rounding and no longer falls.

**Starting anew.** The matrix is factorised, and x found from the factors, when there is nothing to start from, when the
residual grows, or when ``limit`` passes are not enough. Directions that no step takes are never corrected, so H gets
worse and calls need more passes. Let a new start cost c passes, and let the calls since the last one have taken p
passes in all. Their mean cost (c + p)/calls falls at first; when the latest calls take more than that (a running mean,
since single calls vary), the next one starts anew.
"""

from collections.abc import Callable

import numpy as np

from bough.arithmetic.scalar import is_above, is_small, kernel, load, sqrt, store, subtract_dot, where_positive, zero_of
from bough.arithmetic.tally import CALL, PRODUCT, QUOTIENT, SUM, TERM, Operations, Tally
from bough.solvers.packed import subtract_product
from bough.solvers.solver import Effort

# rows of work.report: set by the caller
KEEP, TOLERANCE = 0, 1  # whether the next call may start from this one; 0 means the default tolerance
# … written by a solver
ITERATIONS, RESIDUAL, RESTARTS = 2, 3, 4
# … and its own: whether the matrix and the last solutions are known; calls and passes since the last start, passes of
# the latest calls; a correction still to be made
WARM, KNOWN, CALLS, PASSES, LATEST, WAITING = 5, 6, 7, 8, 9, 10
REPORT_ROWS = 11

UNPRICED = "the solver starts from the previous solution, so its time depends on the motion; give `along`, its states"

USUAL_TOLERANCE = 1e-15
# corrections that change H by more than STRAY, or by more than EXCESS times its observed error, are left out
STRAY, EXCESS = 0.5, 4.0
# the residual that rounding may leave, per unknown
ROUNDING = 4.0 * 2.220446049250313e-16
# a residual (squared) that grows by this factor in one pass calls for a new start
GROWTH = 1e6
TINY, HUGE = 1e-290, 1e300


@kernel
def is_on(report, row):
    """Whether a flag of the report is set."""
    return is_small(load(report, row, 0) - 1.0, 0.5)


@kernel
def begin(first, n, work):
    """Weights of the norms, and where to start: on the line through the last two solutions."""
    for k in range(n):
        store(work.weights, k, 0, 1.0 / load(work.rows, first[k], 0))
    if is_on(work.report, KNOWN):
        for k in range(n):
            x = load(work.solution, k, 0)
            store(work.solution, k, 0, x + (x - load(work.earlier, k, 0)))
            store(work.earlier, k, 0, x)


@kernel
def norms(first, n, work):
    """‖r‖² and ‖b‖² + ‖x‖²."""
    zero = zero_of(load(work.report, KEEP, 0))
    r2, b2, x2 = zero, zero, zero
    for k in range(n):
        w, x = load(work.weights, k, 0), load(work.solution, k, 0)
        r, b = load(work.residual, k, 0), load(work.vector, k, 0)
        r2 = r2 + r * r * w
        b2 = b2 + b * b * w
        x2 = x2 + x * x * load(work.rows, first[k], 0)
    return r2, b2 + x2


@kernel
def is_accepted(n, tolerance, r2, size, last):
    """1 if the residual is within the tolerance, or at rounding and no longer falling; 0 otherwise, and for NaN.

    ``last``: the residual before the last pass.
    """
    zero = zero_of(r2)
    one = zero + 1.0
    stalled = where_positive(r2 - 0.25 * last, one, zero)
    stalled = where_positive(rounding(n, size) - r2, stalled, zero)
    return where_positive(tolerance * tolerance * size + TINY - r2, one, stalled)


@kernel
def rounding(n, size):
    """The square of a residual that rounding may leave."""
    floor = n * ROUNDING
    return floor * floor * size + TINY


@kernel
def tolerance_of(report):
    given = load(report, TOLERANCE, 0)
    return where_positive(given, given, zero_of(given) + USUAL_TOLERANCE)


@kernel
def is_growing(r2, last):
    """Whether a residual has grown too much, or is NaN."""
    return not is_above(GROWTH * last + TINY, 1.0, r2)


@kernel
def dot(n, x, y):
    return -subtract_dot(zero_of(load(x, 0, 0)), x, 0, y, 0, n)


@kernel
def seen_error(seen, nu, energy):
    """The square of the largest error of H seen so far: ν after a step, over the ``energy`` rᵀs of that step."""
    ratio = nu / where_positive(energy, energy, zero_of(nu) + 1.0)
    ratio = where_positive(energy, ratio, zero_of(nu))
    return where_positive(ratio - seen, ratio, seen)


@kernel
def correction(mu, nu, seen, known, active):
    """(1/μ, 1/(μ - ν)) of a correction, zeros where it is left out; the factor of the step along g.

    ``known``: positive where the residual is more than rounding; ``active``: 1 where x is not yet accepted, else 0.
    """
    zero = zero_of(mu)
    sound = where_positive(known, active, zero)
    sound = where_positive(STRAY * STRAY * mu * mu - nu * nu, sound, zero)
    sound = where_positive(EXCESS * EXCESS * seen * mu * mu - nu * nu, sound, zero)
    along = where_positive(sound, 1.0 / where_positive(sound, mu, zero + 1.0), zero)
    across = where_positive(sound, 1.0 / where_positive(sound, mu - nu, zero + 1.0), zero)
    return along, across, active * (1.0 + nu * across)


@kernel
def advance(n, work, t):
    """x += t g; g is the direction from now on."""
    for k in range(n):
        g = load(work.image, k, 0)
        store(work.solution, k, 0, load(work.solution, k, 0) + t * g)
        store(work.direction, k, 0, g)


@kernel
def finish(n, work, fine, cost, restarts, passes, iterations, r2, size):
    """Put the solution into work.vector, and write the report; after a failure the next call starts from scratch."""
    report = work.report
    keep = load(report, KEEP, 0)
    zero = zero_of(keep)
    if not is_on(report, KNOWN):
        for k in range(n):
            store(work.earlier, k, 0, load(work.solution, k, 0))
    for k in range(n):
        store(work.vector, k, 0, load(work.solution, k, 0))
    store(report, ITERATIONS, 0, iterations)
    store(report, RESIDUAL, 0, sqrt(r2 / (size + TINY)))
    calls, total, latest = load(report, CALLS, 0) + 1.0, load(report, PASSES, 0) + passes, load(report, LATEST, 0)
    latest = latest + 0.25 * (passes - latest)
    if restarts > 0:
        store(report, RESTARTS, 0, load(report, RESTARTS, 0) + 1.0)
        calls, total, latest = zero + 1.0, zero + (cost + passes), zero
    store(report, CALLS, 0, calls)
    store(report, PASSES, 0, total)
    store(report, LATEST, 0, latest)
    if not fine:
        keep = zero
    store(report, KNOWN, 0, keep)
    if is_above(latest * calls, 1.0, total):
        keep = zero
    store(report, WARM, 0, keep)


def iteration(
    restart: Callable[..., bool], approach: Callable[..., None], learn: Callable[..., bool], share: float
) -> Callable[..., bool]:
    """A solver of packed rows from three kernels; a new start costs as much as n / ``share`` passes.

    ``restart(first, before, level, cousin, n, sizes, work)`` factorises and solves; False if the matrix is singular.
    ``approach(n, work)`` puts g = A_k⁻¹ r⁺ into work.image. ``learn(n, work, along, across)`` corrects A_k by
    -r⁺r⁺ᵀ ``along``, or H_k by g gᵀ ``across``; False if the matrix is then lost.
    """

    def solve(first, before, level, cousin, n, limit, sizes, work):
        """Replace b in work.vector by x; False if a pivot is too small for ``sizes``, or x does not reach the tolerance."""
        report = work.report
        tolerance = tolerance_of(report)
        zero = zero_of(tolerance)
        one = zero + 1.0
        begin(first, n, work)
        warm = is_on(report, WARM)
        r2, size, last, iterations = zero, zero, zero + HUGE, zero
        step, energy, seen = zero, zero, zero
        fine, restarts, passes, left = True, 0, 0, limit
        while True:
            if not warm:
                fine = restarts == 0 and restart(first, before, level, cousin, n, sizes, work)
                if not fine:
                    break
                restarts, left, warm = 1, limit, True
                step, energy, seen, last = zero, zero, zero, zero + HUGE
            for k in range(n):
                store(work.residual, k, 0, load(work.vector, k, 0))
            subtract_product(first, level, cousin, n, work.rows, work.solution, work.residual, work.line, work.image)
            r2, size = norms(first, n, work)
            accepted = is_accepted(n, tolerance, r2, size, last)
            if is_above(accepted, 0.5, one):
                break
            if left == 0 or is_growing(r2, last):
                warm = False
                continue
            active = 1.0 - accepted
            mu = step * dot(n, work.residual, work.direction)
            approach(n, work)
            nu = dot(n, work.residual, work.image)
            seen = seen_error(seen, nu, energy)
            along, across, step = correction(mu, nu, seen, r2 - rounding(n, size), active)
            warm = learn(n, work, along, across)
            advance(n, work, step)
            last, energy = r2, step * nu
            iterations = iterations + active
            passes, left = passes + 1, left - 1
        finish(n, work, fine, n / share, restarts, passes, iterations, r2, size)
        return fine

    return solve


def warm_memory(n: int, entries: int) -> dict[str, int]:
    """Rows of the work arrays for n unknowns and a packed matrix of this many entries."""
    vectors = dict.fromkeys(("weights", "solution", "earlier", "residual", "direction", "image"), n)
    return {**vectors, "inverse": n * (n + 1) // 2, "factors": entries, "report": REPORT_ROWS}


# scalar work of ``solve`` besides vectors: per call, per pass, per new start
ONCE, PASS, START = Tally(add=18, mul=6, div=1, sqrt=1), Tally(add=20, mul=17, div=3), Tally(add=4)


def price_along(
    lengths: np.ndarray, cousins: int, effort: Effort, own: Tally, factors: Tally, solution: Tally
) -> Operations:
    """Price of a solution in the mean: passes, one product with A more, and a share of a new start.

    ``own``: the part of a pass in A_k or its inverse; ``factors``, ``solution``: the two parts of a new start.
    """
    n, n1 = len(lengths), int((lengths - 1).sum())
    # y -= A x; norms
    product = n * CALL + (2 * n1 + n) * TERM + (2 * n + cousins) * SUM
    check = product + n * (3 * TERM + 3 * PRODUCT)
    # μ, ν, x += t g
    step = check + own + (3 * n) * TERM + PASS
    begin = n * QUOTIENT + (2 * n) * SUM
    return Operations(
        packed=effort.restarts * factors,
        substitution=effort.restarts * solution,
        iteration=begin + check + ONCE + effort.passes * step + effort.restarts * START,
    )
