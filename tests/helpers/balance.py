"""Newton's and Euler's laws for every body of a run, from quantities by name."""

import numpy as np

import bough as bo
from bough.simulation.results.quantities import named, values_of
from bough.simulation.results.states import States


def value(run, name):
    """A quantity of a run: (T,), or (T, 3) for a vector."""
    (found,) = values_of(run, named(run.mechanism, name))
    return found


def point(body, at):
    return f"point:{body}({', '.join(repr(float(x)) for x in at)})"


def wrenches(run):
    """What acts on each body, and on the ground, about the ground's origin along its axes; and the largest part of it."""
    mechanism, shape = run.mechanism, (len(run.time), 3)
    found = {name: (np.zeros(shape), np.zeros(shape)) for name in (*mechanism.body_names, "ground")}
    largest = 0.0

    def put(on, place, force, moment, sign=1.0):
        nonlocal largest
        found[on][0][...] += sign * force
        found[on][1][...] += sign * (moment + np.cross(place, force))
        largest = max(largest, *(np.abs(part).max() for part in (force, moment, np.cross(place, force))))

    for body in mechanism.bodies:
        place = value(run, f"point:{body.name}")
        reaction = [value(run, f"{body.name}.reaction.{half} in ground") for half in ("force", "moment")]
        put(body.name, place, *reaction)
        put(body.parent, place, *reaction, sign=-1.0)
        weight = np.broadcast_to(body.inertia.mass * np.asarray(mechanism.gravity), shape)
        put(body.name, value(run, point(body.name, body.inertia.center)), weight, np.zeros(shape))
    for name, loop in mechanism.loops.items():
        on_ground = loop.body == "ground"
        place = np.broadcast_to(loop.at, shape) if on_ground else value(run, point(loop.body, loop.at))
        reaction = [value(run, f"{name}.reaction.{half} in ground") for half in ("force", "moment")]
        put(loop.body, place, *reaction)
        put(loop.other, place, *reaction, sign=-1.0)
    for name, force in mechanism.forces.items():
        place, push, couple = (value(run, f"{name}.{kind}") for kind in ("place", "push", "couple"))
        put(force.acted_on(mechanism), place, push, couple)
        if (other := force.opposed_by(mechanism)) is not None:
            put(other, place, push, couple, sign=-1.0)
    return found, largest


def rates_of_momentum(run, body):
    """m a and the rate of angular momentum about the ground's origin, of one body."""
    inertia = body.inertia
    push = inertia.mass * value(run, f"{point(body.name, inertia.center)}.acceleration")
    turn = run.poses().rotation.sel(body=body.name).values
    spin, rate = (np.einsum("tji,tj->ti", turn, value(run, f"{body.name}.{kind}")) for kind in ("spin", "spin_rate"))
    own = rate @ inertia.tensor + np.cross(spin, spin @ inertia.tensor)
    return push, np.cross(value(run, point(body.name, inertia.center)), push) + np.einsum("tij,tj->ti", turn, own)


def check_newton(run, tolerance=1e-12):
    """For every body the forces are mass times acceleration; those on the ground are what its name says."""
    found, largest = wrenches(run)
    bound = tolerance * largest * len(run.mechanism)
    moved = 0.0
    for body in run.mechanism.bodies:
        for acting, rate in zip(found[body.name], rates_of_momentum(run, body), strict=True):
            np.testing.assert_allclose(acting, rate, rtol=0, atol=bound)
            moved = max(moved, np.abs(rate).max())
    for acting, half in zip(found["ground"], ("force", "moment"), strict=True):
        np.testing.assert_allclose(value(run, f"ground.{half}"), acting, rtol=0, atol=bound)
        np.testing.assert_allclose(value(run, f"ground.reaction.{half}"), -acting, rtol=0, atol=bound)
    return moved


def check_mount(run, h=1e-5):
    """What the ground puts on the machine is the rate of its momentum, by differences, less weight and outer forces."""
    mechanism, (q, u, t) = run.mechanism, (run.q.values, run.u.values, run.time.values)
    rate, change = bo.kinematics.coordinate_rates(mechanism, q, u, time=t), run.accelerations().values
    later, earlier = (States(mechanism, mechanism.normalised(q + s * rate), u + s * change, t + s) for s in (h, -h))
    outer = [name for name, force in mechanism.forces.items() if force.opposed_by(mechanism) is None]
    weight = mechanism.mass * np.asarray(mechanism.gravity)
    pushes, at = [value(run, f"{name}.push") for name in outer], [value(run, f"{name}.place") for name in outer]
    moments = [
        value(run, f"{name}.couple") + np.cross(x, push) for name, x, push in zip(outer, at, pushes, strict=True)
    ]
    moments.append(np.cross(value(run, "momentum.center"), weight))
    for half, kind, given in (("force", "linear", [weight, *pushes]), ("moment", "angular", moments)):
        (momentum,) = named(mechanism, f"momentum.{kind}")
        after, before = momentum.read(later), momentum.read(earlier)
        expected = (after - before) / (2 * h) - sum(given)
        # rounding of the difference of momenta, each a sum over bodies, and the difference's error of the second order
        moving = mechanism.mass * np.abs(later.twists).max() * (1.0 + np.abs(later.poses).max()) ** 2
        scale = np.abs(expected).max() + sum(np.abs(one).max() for one in given)
        atol = 2**-52 * moving / h + 1e-6 * scale
        np.testing.assert_allclose(value(run, f"ground.reaction.{half}"), expected, rtol=0, atol=atol)
