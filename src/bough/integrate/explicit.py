"""One step of an explicit method of Runge and Kutta's kind, whatever its tableau."""

from bough.kernels.scalar import call, get, kernel, load, put, sqrt, store, subtract_scaled


@kernel
def normalise(tree, state):
    """Give every quaternion unit length."""
    for k in range(tree.quaternions):
        at = tree.quaternion[k]
        w, x, y, z = get(state, at), get(state, at + 1), get(state, at + 2), get(state, at + 3)
        scale = 1.0 / sqrt(w * w + x * x + y * y + z * z)
        put(state, at, scale * w)
        put(state, at + 1, scale * x)
        put(state, at + 2, scale * y)
        put(state, at + 3, scale * z)


@kernel
def step_explicit(tree, work, method, table, rate, step):
    """Take work.state through a step; ``rate`` is the address of what fills work.slope from it. False if that fails.

    Rows of work.stages: the state at the start, then the slope of each stage, one after the other.
    """
    size = tree.coordinates + tree.dofs
    state, stages = work.state, work.stages
    start = load(work.clock, 0, 0)
    copy(state, 0, stages, 0, size)
    for s in range(method.stages):
        if s > 0:
            copy(stages, 0, state, 0, size)
            for j in range(s):
                a = method.a[s, j]
                if a != 0.0:
                    subtract_scaled(state, 0, stages, (j + 1) * size, size, -(a * step))
            normalise(tree, state)
            store(work.clock, 0, 0, start + method.c[s, 0] * step)
        if call(rate, table) != 0:
            return False
        copy(work.slope, 0, stages, (s + 1) * size, size)
    copy(stages, 0, state, 0, size)
    for s in range(method.stages):
        subtract_scaled(state, 0, stages, (s + 1) * size, size, -(method.b[s, 0] * step))
    normalise(tree, state)
    store(work.clock, 0, 0, start + step)
    return True


@kernel
def copy(source, at, target, to, count):
    for k in range(count):
        store(target, to + k, 0, load(source, at + k, 0))
