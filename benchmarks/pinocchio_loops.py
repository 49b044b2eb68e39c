"""A mechanism with loops in Pinocchio, with the calls that are timed.

The tree comes from the converter of the tests. Pinocchio has two kinds of constraints: three rows for a point, six for
a frame. Balls and welds are just these. A pin of a plane linkage is a point with a row too many, which a step of the proximal
method does no harm; other joints are not served.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
import pinocchio as pin

import bough as bo

from pinocchio_calls import Pinocchio  # puts the helpers of the tests on the path  # isort: skip

from helpers import loop_oracle  # isort: skip

KINDS = {
    bo.Ball: pin.ContactType.CONTACT_3D,
    bo.BallInCylinder: pin.ContactType.CONTACT_3D,
    bo.Fixed: pin.ContactType.CONTACT_6D,
}
# steps of the proximal method and its μ, from the fastest on; the first one that is exact enough is timed
SETTINGS = (1, 0.0), (1, 1e-12), (2, 1e-8), (10, 1e-6), (30, 1e-4)


class PinocchioLoops(Pinocchio):
    """A mechanism with loops in Pinocchio. What it writes into the data of constraints is its own: share them with no other function."""

    def __init__(self, mechanism: bo.Mechanism):
        super().__init__(loop_oracle.tree(mechanism))
        # Pinocchio's own vectors: a list would be copied in every call, which takes more time than the dynamics
        self.constraints, self.known = pin.StdVec_RigidConstraintModel(), pin.StdVec_RigidConstraintData()
        for loop in mechanism.loops.values():
            self.constraints.append(self._constraint(loop))
            self.known.append(self.constraints[-1].createData())
        pin.initConstraintDynamics(self.model, self.data, self.constraints, self.known)
        self.proximal = pin.ProximalSettings(1e-14, 0.0, 1)

    def _constraint(self, loop):
        ends = self._end(loop.body, loop.rotation, loop.at) + self._end(loop.other, loop.other_rotation, loop.other_at)
        return pin.RigidConstraintModel(KINDS[type(loop.joint)], self.model, *ends, pin.ReferenceFrame.LOCAL)

    def _end(self, body, rotation, at):
        place = pin.SE3(np.array(rotation), np.array(at))
        if body == "ground":
            return 0, place
        frame = self.model.frames[self.model.getFrameId(body)]
        return frame.parentJoint, frame.placement * place

    def settle(self, accelerations: np.ndarray, *state: np.ndarray) -> float:
        """Take the fastest settings that give these accelerations to 1e-9 of the largest; what their error is."""
        for steps, regularisation in SETTINGS:
            self.proximal = pin.ProximalSettings(1e-14, regularisation, steps)
            found = self.to_ours(self.dynamics(*state)())
            error = np.abs(found - accelerations).max() / np.abs(accelerations).max()
            if error < 1e-9:  # (a NaN is not)
                return error
        raise RuntimeError(f"{self.model.name}: Pinocchio's accelerations differ by {error:.1e}; nothing was timed.")

    def dynamics(self, q, u, tau) -> partial:
        """One call of ``pin.constraintDynamics``."""
        return self._call(*self.ordered(q, u, tau))

    def dynamics_loop(self, q, u, tau) -> Callable[[], None]:
        """``pin.constraintDynamics`` called for each of many states."""
        calls = [self._call(*self.ordered(*row)) for row in zip(q, u, tau, strict=True)]

        def loop():
            for call in calls:
                call()

        return loop

    def _call(self, q, v, tau):
        return partial(
            pin.constraintDynamics, self.model, self.data, q, v, tau, self.constraints, self.known, self.proximal
        )
