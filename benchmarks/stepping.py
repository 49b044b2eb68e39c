"""Part 26: steps in loops that the user owns, bough.Stepper against MuJoCo's mj_step and rollouts of one step."""

from __future__ import annotations

import os
from functools import partial

import mujoco
import numpy as np
from models import MujocoPeer, agree
from mujoco import rollout
from report import Part, Quantity, Row
from timing import Effort, race

import bough as bo

STEP = 1e-3
METHODS = {"rk4": mujoco.mjtIntegrator.mjINT_RK4, "semi-implicit-euler": mujoco.mjtIntegrator.mjINT_EULER}
ALONE, MANY = (2, 7, 20), {7: 4096, 20: 4096}
TARGET = 20e-6  # seconds of a step beside its right-hand sides


def loops(effort: Effort) -> Part:
    """Part 26."""
    part = Part(
        26,
        "Loops of the user's own: a step of 1 ms with joint forces of its own, state kept",
        f"Contacts off in MuJoCo, the same method on both sides; one motion on one core, many on {os.cpu_count()} threads.",
        "ratio",
    )
    for bodies in ALONE:
        for method in METHODS:
            one_motion(effort, part, bodies, method)
    for bodies, count in MANY.items():
        for method in METHODS:
            many_motions(effort, part, bodies, count, method)
    overhead(effort, part)
    return part


def start_of(mechanism: bo.Mechanism, count: int) -> tuple[np.ndarray, ...]:
    """Gentle states, and joint forces."""
    q, u = (0.2 * x for x in bo.models.random_state(mechanism, 1, count))
    return q, u, 0.1 * np.random.default_rng(2).normal(size=u.shape)


class Mujoco:
    """A mechanism of hinges in MuJoCo, step by step."""

    def __init__(self, mechanism: bo.Mechanism, method: str, threads: int = 1):
        self.model, self.data = (peer := MujocoPeer(mechanism)).model, peer.data
        self.model.opt.timestep, self.model.opt.integrator = STEP, METHODS[method]
        self.many = [mujoco.MjData(self.model) for _ in range(threads)]
        self.pool = rollout.Rollout(nthread=threads if threads > 1 else 0)

    def put(self, q: np.ndarray, u: np.ndarray) -> None:
        self.data.qpos, self.data.qvel = q, u

    def step(self, tau: np.ndarray) -> None:
        self.data.qfrc_applied[:] = tau
        mujoco.mj_step(self.model, self.data)

    def states(self, q: np.ndarray, u: np.ndarray) -> np.ndarray:
        """Initial states as rollouts take them: the time first."""
        size = mujoco.mj_stateSize(self.model, mujoco.mjtState.mjSTATE_FULLPHYSICS)
        found = np.zeros((len(q), size))
        n = self.model.nq
        found[:, 1 : 1 + n], found[:, 1 + n : 1 + 2 * n] = q, u
        return found

    def step_all(self, states: np.ndarray, tau: np.ndarray) -> None:
        """One step of all, in place."""
        forces = mujoco.mjtState.mjSTATE_QFRC_APPLIED
        found, _ = self.pool.rollout(self.model, self.many, states, tau[:, None], control_spec=forces.value)
        states[:] = found[:, 0]


def one_motion(effort: Effort, part: Part, bodies: int, method: str) -> None:
    mechanism = bo.chain(bodies)
    (q,), (u,), (tau,) = start_of(mechanism, 1)
    ours, theirs = bo.Stepper(mechanism, q0=q, u0=u, integrator=method, step=STEP), Mujoco(mechanism, method)
    theirs.put(q, u)
    for _ in range(100):
        ours.step(tau)
        theirs.step(tau)
    agree(np.array(theirs.data.qpos), ours.q, "MuJoCo")
    best = race(effort, {"bough": partial(ours.step, tau), "peer": partial(theirs.step, tau)})
    add(part, f"{bodies} hinges, {method}: mj_step", best)


def many_motions(effort: Effort, part: Part, bodies: int, count: int, method: str) -> None:
    mechanism, threads = bo.chain(bodies), os.cpu_count() or 1
    q, u, tau = start_of(mechanism, count)
    ours, theirs = bo.Stepper(mechanism, q0=q, u0=u, integrator=method, step=STEP), Mujoco(mechanism, method, threads)
    states = theirs.states(q, u)
    for _ in range(20):
        ours.step(tau)
        theirs.step_all(states, tau)
    agree(states[:, 1 : 1 + bodies], ours.q, "MuJoCo")
    rivals = {"bough": partial(ours.step, tau), "peer": partial(theirs.step_all, states, tau)}
    add(part, f"{count} runs, {bodies} hinges, {method}: mujoco.rollout of one step", race(effort, rivals, True))


def add(part: Part, case: str, best: dict[str, float]) -> None:
    values = {name: Quantity(x) for name, x in best.items()}
    part.rows.append(Row(case, values, Quantity(best["peer"] / best["bough"], "x")))


def overhead(effort: Effort, part: Part) -> None:
    """What a step costs beside its right-hand sides: the step of a mass on a slide, which has next to none."""
    slide = bo.Mechanism("slide")
    slide.add_body("mass", joint=bo.Prismatic((1, 0, 0)), inertia=bo.Inertia.point(1.0))
    stepper, tau = bo.Stepper(slide, integrator="rk4", step=STEP), np.zeros(1)
    best = race(effort, {"bough": partial(stepper.step, tau)})["bough"]
    part.rows.append(
        Row("a step of one mass, all told", {"bough": Quantity(best)}, Quantity(best), TARGET, at_least=False)
    )


if __name__ == "__main__":
    from rich.console import Console
    from timing import FULL

    loops(FULL).print(Console(width=140))
