"""A driven joint: a hinge, a slide or a screw whose motion is a given function of time."""

from typing import Any

from bough.arithmetic.scalar import kernel, sincos
from bough.arithmetic.spatial import column, load3, scale, store3, turn_z
from bough.arithmetic.tally import PRODUCT, SCALE, SINCOS, SUM, TURN
from bough.errors import MechanismError
from bough.mechanism.checks import shown
from bough.mechanism.following import signal, time_of
from bough.mechanism.joints import fixed
from bough.mechanism.joints.base import Joint, Kind, Prices
from bough.mechanism.joints.helical import Helical
from bough.mechanism.joints.prismatic import Prismatic
from bough.mechanism.joints.revolute import Revolute
from bough.mechanism.signals import signal_of


class Driven(Joint):
    """The coordinate of ``joint`` (a ``Revolute``, ``Prismatic`` or ``Helical``) follows ``motion``, at any force.

    ``motion``: a number, an expression such as "2*sin(3*t)", a ``Table``, a piecewise polynomial of SciPy or a function
    of time. The joint has no degree of freedom left; the force that maintains the motion is the drive force
    (:func:`bough.drive_forces`).
    """

    q_names = u_names = q_units = ()

    def __init__(self, joint: Joint, motion: Any) -> None:
        if not isinstance(joint, Revolute | Prismatic | Helical):
            raise MechanismError(
                f"Driven: joint must be a Revolute, a Prismatic or a Helical, not {shown(joint)}; for several "
                "coordinates chain driven joints, with bodies without mass between them.",
                argument="joint",
            )
        signal_of(motion, "Driven", "motion")
        self.joint, self.motion = joint, motion

    def frames(self):
        return self.joint.frames()

    def constants(self):
        """Turn and shift per unit of motion."""
        if isinstance(self.joint, Helical):
            return 1.0, self.joint.pitch
        return (0.0, 1.0) if isinstance(self.joint, Prismatic) else (1.0, 0.0)


@kernel
def screw(tree, i, z):
    """The column (along; axis) that the joint would have in A if it were free."""
    return scale(tree.constants[i, 1], z), scale(tree.constants[i, 0], z)


@kernel
def place(tree, i, r, q, work):
    """From the motion, its rate and acceleration; stores V^J and the relative acceleration, seen from the parent."""
    value, rate, acceleration = signal(tree, tree.driven_by[i], time_of(tree, q))
    s, c = sincos(tree.constants[i, 0] * value)
    r = turn_z(r, c, s)
    along, axis = screw(tree, i, column(r, 2))
    store3(work.drift, i, 0, scale(rate, along))
    store3(work.drift, i, 3, scale(rate, axis))
    store3(work.drift, i, 6, scale(acceleration, along))
    store3(work.drift, i, 9, scale(acceleration, axis))
    return r, scale(value, along)


@kernel
def drift(tree, i, u, work):
    return load3(work.drift, i, 6), load3(work.drift, i, 9)


# the time, the angle, the screw, its rate and its acceleration, the shift
KIND = Kind(
    Driven,
    place=place,
    normals=fixed.normals,
    drift=drift,
    columns="",
    normal_columns="111111",
    prices=Prices(SUM + PRODUCT + SINCOS + TURN + 7 * SCALE),
    is_driven=True,
    drawn=None,
)
