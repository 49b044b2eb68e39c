"""MuJoCo as a peer: calls that are timed, on the model of the tests' converter, with everything off that can be but gravity."""

from __future__ import annotations

import mujoco
import numpy as np
from calls import Call, CannotDo
from helpers.mujoco_peer import MujocoPeer
from mujoco import rollout

from bough.mechanism.mechanism import Mechanism

_FORCES = mujoco.mjtState.mjSTATE_QFRC_APPLIED
_GRAVITY = mujoco.mjtDisableBit.mjDSBL_GRAVITY
_OFF = sum(
    bit.value for name, bit in vars(mujoco.mjtDisableBit).items() if name.startswith("mjDSBL") and bit != _GRAVITY
)


class Mujoco:
    """A mechanism in MuJoCo."""

    name, package = "MuJoCo", "mujoco"

    def __init__(self, mechanism: Mechanism):
        try:
            self.peer = MujocoPeer(mechanism)
        except ValueError as reason:
            raise CannotDo(str(reason)) from reason
        self.model, self.data = self.peer.model, self.peer.data
        self.model.opt.disableflags = _OFF
        self.forward_dynamics = self.peer.forward_dynamics

    def one_state(self, q, u, tau) -> list[Call]:
        model, data, forward = self.model, self.data, mujoco.mj_forward
        data.qpos, data.qvel, data.qfrc_applied = self.peer.to_mujoco(q, u, tau)
        return [Call("mj_forward", lambda: forward(model, data), lambda _: self.peer.from_qacc(q, u, data.qacc))]

    def batch(self, q, u, tau) -> list[Call]:
        """One step of a second by Euler's method for each state, in MuJoCo's compiled loop: it adds the accelerations to the velocities."""
        rows = [self.peer.to_mujoco(*row) for row in zip(q, u, tau, strict=True)]
        starts, forces = self._starts(rows), np.array([row[2] for row in rows])[:, None]
        run = self._rollout(mujoco.mjtIntegrator.mjINT_EULER, 1.0, 1, starts, forces)

        def answer(found):
            added = found[0][:, 0, -self.model.nv :] - starts[:, -self.model.nv :]
            return np.array([self.peer.from_qacc(*row) for row in zip(q, u, added, strict=True)])

        return [Call("rollout, one Euler step", run, answer, states=len(q))]

    def order4(self, q, u, step, steps) -> list[Call]:
        return [self._motion("rollout, RK4", mujoco.mjtIntegrator.mjINT_RK4, q, u, step, steps)]

    def euler(self, q, u, step, steps) -> list[Call]:
        return [self._motion("rollout, Euler", mujoco.mjtIntegrator.mjINT_EULER, q, u, step, steps)]

    def _motion(self, how, integrator, q, u, step, steps) -> Call:
        starts = self._starts([self.peer.to_mujoco(q, u, u)])
        run = self._rollout(integrator, step, steps, starts)

        def answer(found):
            state = found[0][0, -1]
            return self.peer.from_mujoco(state[1 : 1 + self.model.nq], state[1 + self.model.nq :])

        return Call(how, run, answer)

    def _starts(self, rows) -> np.ndarray:
        """MuJoCo's full states: time, qpos, qvel."""
        return np.array([np.concatenate(([0.0], qpos, qvel)) for qpos, qvel, _ in rows])

    def _rollout(self, integrator, step, steps, starts, forces=None):
        """MuJoCo's own loop over states and steps, on this thread."""
        model = mujoco.MjModel.from_xml_string(self.peer.xml)
        model.opt.timestep, model.opt.integrator, model.opt.disableflags = step, integrator, _OFF
        data, pool = mujoco.MjData(model), rollout.Rollout(nthread=0)
        return lambda: pool.rollout(model, data, starts, forces, control_spec=_FORCES.value, nstep=steps)
