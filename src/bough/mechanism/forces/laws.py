"""Forces by the user's own functions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import nan

from bough.arithmetic.scalar import call_law, get, kernel, load, store, zero_of
from bough.arithmetic.spatial import dot
from bough.errors import MechanismError
from bough.mechanism.checks import remedy, shown
from bough.mechanism.forces.base import (
    BodyForce,
    JointForce,
    Kind,
    find_dofs,
    frame,
    point,
    push,
    spin,
    text,
)


def _function(value, whose: str):
    if not callable(value):
        raise MechanismError(f"{whose}: function must be a function, not {shown(value)}.", argument="function")


@dataclass(frozen=True)
class CustomJointForce(JointForce):
    """A joint force by a function (t, q, u) -> force.

    q and u are the joint's own coordinate and velocity: numbers if it has one of them (or one is named), else tuples,
    and the function then returns a tuple with one force for each velocity. With ``reads``, names of joints or of their
    bodies, q and u are tuples of all coordinates and velocities of these joints, in that order.

    Numba compiles the function if it can; otherwise it is called from Python, slowly, with a warning.
    """

    joint: str
    function: Callable
    reads: tuple[str, ...] | None = None

    takes_all = True
    is_timed = True

    def __post_init__(self):
        text(self.joint, "CustomJointForce", "joint")
        _function(self.function, self.whose)
        if self.reads is not None:
            if isinstance(self.reads, str) or not all(isinstance(name, str) for name in self.reads):
                raise MechanismError(
                    f"{self.whose}: reads must be names of joints or of their bodies, as in ('upper', 'lower'), not {shown(self.reads)}."
                )
            self._set(reads=tuple(self.reads))

    def check(self, mechanism, later):
        owner, dofs = find_dofs(mechanism, self, later)
        is_one = dofs and not mechanism.joint_owner(self.joint)
        if is_one and self.reads is None and dofs[0] >= mechanism.joint_owner(owner).joint.rates:
            raise MechanismError(
                f"{self.whose}: this velocity has no coordinate of its own; name the whole joint '{owner}', or give "
                "reads=."
            )
        for name in self.reads or ():
            if not later and mechanism.joint_owner(name) is None:
                known = dict.fromkeys(
                    (*(b.joint_name for b in mechanism.bodies), *mechanism.body_names, *mechanism.loops)
                )
                raise MechanismError(
                    f"{self.whose}: no joint '{name}' in '{mechanism.name}': {remedy(name, known)}", value=name
                )

    def rows(self, places):
        """Integers: as in every joint force, for the first velocity; outputs, function, inputs, places of inputs."""
        self.check(places.mechanism, False)
        owner, dofs = find_dofs(places.mechanism, self, False)
        mechanism = places.mechanism
        if self.reads is None and not mechanism.joint_owner(self.joint):
            q, u = ([places.of_dof(owner, dofs[0])[3]], [places.of_dof(owner, dofs[0])[2]])
        else:
            q, u = [], []
            for name in (owner,) if self.reads is None else self.reads:
                read = mechanism.joint_owner(name)
                _, _, velocity, coordinate = places.of_dof(read.name, 0)
                q += [coordinate + k for k in range(len(read.joint.q_names))]
                u += [velocity + k for k in range(len(read.joint.u_names))]
        single = self.reads is None and len(q) == 1
        address = places.law(self, (None, None, None) if single else (None, len(q), len(u)), len(dofs))
        inputs = [mechanism.n_q, *q, *(places.coordinates + k for k in u)]
        return [((), (*places.of_dof(owner, dofs[0]), len(dofs), address, len(inputs), *inputs))]


@kernel
def ask_joint_law(tree, where, work):
    """Call the function of a law; (inputs, outputs): how many numbers it takes and returns, in sequence in work.law."""
    inputs, outputs = tree.force_places[where + 6], tree.force_places[where + 4]
    for k in range(inputs):
        store(work.law, k, 0, get(work.given, tree.force_places[where + 7 + k]))
    answer(tree.force_places[where + 5], inputs, outputs, work)
    return inputs, outputs


@kernel
def answer(function, inputs, outputs, work):
    """Call a user's function; numbers that it does not return stay NaN, which is detected later."""
    for k in range(outputs):
        store(work.law, inputs + k, 0, nan)
    call_law(function, work.law, inputs, outputs)


KIND = Kind(CustomJointForce, ask_joint_law, gives_several=True)


@dataclass(frozen=True)
class CustomBodyForce(BodyForce):
    """A force and a moment on a body by a function (t, position, rotation, velocity, spin) -> (force, moment).

    All are along the ground's axes and of the body's origin: tuples of three numbers, except the rotation (body axes to
    ground axes) of nine, by rows. The function returns six numbers, or two tuples of three. For drag, thrust, buoyancy
    and the like. Numba compiles it if it can; otherwise it is called from Python, slowly, with a warning.
    """

    body: str
    function: Callable

    is_timed = True

    def __post_init__(self):
        text(self.body, "CustomBodyForce", "body")
        _function(self.function, self.whose)

    def rows(self, places):
        row, point, turn = places.frame(self.body, self.whose, (0.0, 0.0, 0.0))
        address = places.law(self, (None, 3, 9, 3, 3), 6)
        return [((*point, *turn.ravel()), (row, address))]


INPUTS = 19


@kernel
def act_body_law(tree, at, where, t, work):
    """Call the function with time, position, rotation, velocity and spin; its result acts on the body."""
    i = tree.force_places[where]
    arm, position, velocity = point(tree, at, i, work)
    r, omega = frame(tree, at + 3, i, work), spin(i, work)
    store(work.law, 0, 0, t)
    for k in range(3):
        store(work.law, 1 + k, 0, position[k])
        store(work.law, 13 + k, 0, velocity[k])
        store(work.law, 16 + k, 0, omega[k])
    for k in range(9):
        store(work.law, 4 + k, 0, r[k])
    answer(tree.force_places[where + 1], INPUTS, 6, work)
    force = (load(work.law, INPUTS, 0), load(work.law, INPUTS + 1, 0), load(work.law, INPUTS + 2, 0))
    moment = (load(work.law, INPUTS + 3, 0), load(work.law, INPUTS + 4, 0), load(work.law, INPUTS + 5, 0))
    push(i, arm, force, moment, work)
    return zero_of(force[0]), dot(force, velocity) + dot(moment, omega)


BODY_LAW = Kind(CustomBodyForce, act_body_law)
