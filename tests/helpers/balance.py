"""Newton's and Euler's laws for every body of a run, from quantities by name."""

import numpy as np

from bough.simulation.results.quantities import named, values_of


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
