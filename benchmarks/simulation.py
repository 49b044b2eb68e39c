"""Part 10: whole simulations against loops around Pinocchio, MuJoCo's rollouts and SciPy's integrators."""

from __future__ import annotations

import os
from functools import partial

import mujoco
import numpy as np
import pinocchio as pin
from models import MujocoPeer, Pinocchio, agree
from mujoco import rollout
from report import Part, Quantity, Row
from scipy.integrate import solve_ivp
from timing import Effort, race

import bough as bo
from bough.compiled.tree import compiled
from bough.formulations import FORMULATIONS
from bough.integrate.integration import Integration
from bough.integrate.methods import methods
from bough.integrate.plan import GOING_ON
from bough.integrate.rate import Rate

STEP = 1e-3
MANY = {7: (4096, 5.0), 20: (4096, 6.0), 50: (1024, 10.0)}  # bodies: states, target
STEPS = 100


def motions(effort: Effort) -> Part:
    """Part 10."""
    part = Part(
        10,
        "Whole simulations: bough.simulate, its result with names included, against peers",
        f"RK4 with steps of 1 ms, contacts off in MuJoCo; {os.cpu_count()} threads where it says all cores. The same right-hand side for SciPy: bough.kinematics.coordinate_rates and bough.forward_dynamics.",
        "ratio",
    )
    one_motion(effort, part)
    many_motions(effort, part)
    adaptive(effort, part)
    return part


# --- one motion -----------------------------------------------------------------------------------------------------


def one_motion(effort: Effort, part: Part) -> None:
    """Ten seconds of a seven-hinge arm."""
    arm = bo.chain(7)
    start = {"link1": 0.5, "link4": -0.8}
    steps = round(10.0 / STEP)
    ours = partial(
        bo.simulate, arm, steps * STEP, q0=start, integrator="rk4", step=STEP, energy_tolerance=np.inf, progress=False
    )
    peer = Pinocchio(arm)
    q0, u0 = arm.coordinates(start), arm.velocities()
    rivals = {
        "bough": ours,
        "pin": partial(pinocchio_rk4, peer, q0, u0, steps),
        "mujoco": partial(Rollouts(arm, 1).run, q0[None], u0[None], steps),
    }
    # before rounding errors grow along the motion: the same after a second
    last = bo.simulate(arm, 1.0, q0=start, integrator="rk4", step=STEP).q.values[-1]
    agree(peer.to_ours(pinocchio_rk4(peer, q0, u0, 1000)[0]), last, "Pinocchio")
    agree(Rollouts(arm, 1).run(q0[None], u0[None], 1000)[0], last, "MuJoCo")
    best = race(effort, rivals)
    for name, what, target in (
        ("pin", "a Python loop of RK4 around pin.aba", 8.0),
        ("mujoco", "mujoco.rollout, one thread", 2.5),
    ):
        values = {"bough": Quantity(best["bough"]), "peer": Quantity(best[name])}
        ratio = Quantity(best[name] / best["bough"], "x")
        part.rows.append(Row(f"10 s of a 7-hinge arm: {what}", values, ratio, target))


def pinocchio_rk4(peer: Pinocchio, q, u, steps: int) -> tuple[np.ndarray, np.ndarray]:
    """A plain Python version: RK4 around ``pin.aba``, for a mechanism of hinges."""
    model, data, h, aba = peer.model, peer.data, STEP, pin.aba
    q, u, tau = peer.ordered(q, u, np.zeros_like(u))
    for _ in range(steps):
        k1 = aba(model, data, q, u, tau)
        u2 = u + 0.5 * h * k1
        k2 = aba(model, data, q + 0.5 * h * u, u2, tau)
        u3 = u + 0.5 * h * k2
        k3 = aba(model, data, q + 0.5 * h * u2, u3, tau)
        u4 = u + h * k3
        k4 = aba(model, data, q + h * u3, u4, tau)
        q = q + h / 6 * (u + 2 * u2 + 2 * u3 + u4)
        u = u + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
    return q, u


class Rollouts:
    """MuJoCo's own loop over states and steps, in compiled code on threads."""

    def __init__(self, mechanism: bo.Mechanism, threads: int):
        self.peer = MujocoPeer(mechanism)
        self.model = self.peer.model
        self.model.opt.timestep = STEP
        self.model.opt.integrator = mujoco.mjtIntegrator.mjINT_RK4
        self.data = [mujoco.MjData(self.model) for _ in range(threads)]
        self.pool = rollout.Rollout(nthread=threads if threads > 1 else 0)

    def run(self, q: np.ndarray, u: np.ndarray, steps: int) -> np.ndarray:
        """Coordinates at the end, for hinges in the order of the mechanism."""
        starts = np.zeros((len(q), mujoco.mj_stateSize(self.model, mujoco.mjtState.mjSTATE_FULLPHYSICS)))
        n = self.model.nq
        starts[:, 1 : 1 + n], starts[:, 1 + n : 1 + 2 * n] = q, u
        states, _ = self.pool.rollout(self.model, self.data, starts, nstep=steps)
        return states[:, -1, 1 : 1 + n]


# --- many motions ---------------------------------------------------------------------------------------------------


def many_motions(effort: Effort, part: Part) -> None:
    """Batches on all cores, by wall-clock time."""
    threads = os.cpu_count() or 1
    for bodies, (count, target) in MANY.items():
        mechanism = bo.chain(bodies)
        q, u = (0.2 * x for x in bo.models.random_state(mechanism, 1, count))  # gentle enough for steps of 1 ms
        ours = partial(
            bo.simulate, mechanism, times=(0.0, STEPS * STEP), q0=q, u0=u, integrator="rk4", step=STEP,
            energy_tolerance=np.inf, progress=False, threads=threads,
        )  # fmt: skip
        theirs = partial(Rollouts(mechanism, threads).run, q, u, STEPS)
        agree(theirs(), ours().q.values[:, -1], "MuJoCo")
        best = race(effort, {"bough": ours, "peer": theirs}, all_cores=True)
        values = {name: Quantity(x) for name, x in best.items()}
        ratio = Quantity(best["peer"] / best["bough"], "x")
        case = f"{count} states x {STEPS} steps, {bodies} hinges: mujoco.rollout, all cores"
        part.rows.append(Row(case, values, ratio, target))


# --- adaptive steps -------------------------------------------------------------------------------------------------


def adaptive(effort: Effort, part: Part) -> None:
    """Paper B's pendulum of five links for ten seconds, by its fastest form, and by the default."""
    for form, target in (("wittenburg", 40.0), ("separate-bodies", None)):
        five_links(effort, part, form, target)


def five_links(effort: Effort, part: Part, form: str, target: float | None) -> None:
    mechanism = bo.pendulum(5)
    q0 = mechanism.coordinates({"link1": (np.cos(0.4), 0.0, np.sin(0.4), 0.0), "link3": 0.5})
    u0, n_q = mechanism.velocities({"link1.wz": 1.0}), mechanism.n_q
    times, tolerances = np.linspace(0.0, 10.0, 501), {"rtol": 1e-8, "atol": 1e-10}

    def slope(t, y):
        q, u = y[:n_q].copy(), y[n_q:]
        q[:4] /= np.sqrt(q[:4] @ q[:4])
        return np.concatenate(
            (bo.kinematics.coordinate_rates(mechanism, q, u), bo.forward_dynamics(mechanism, q, u, formulation=form))
        )

    start = np.concatenate((q0, u0))
    tree = compiled(mechanism)
    evaluation = FORMULATIONS[form].evaluation(
        tree, FORMULATIONS[form].solvers[0] if FORMULATIONS[form].solvers else None
    )
    rate = Rate(evaluation, [evaluation.tree], False)

    def native():
        record = np.full((len(times), len(start)), np.nan)
        record[0] = start
        integration = Integration(rate, methods()["dop853"], times, record, **tolerances)
        while integration.advance(100_000) == GOING_ON:
            pass
        return record

    theirs = partial(solve_ivp, slope, (0.0, 10.0), start, "DOP853", times, **tolerances)
    whole = partial(
        bo.simulate, mechanism, times=times, q0=q0, u0=u0, formulation=form, energy_tolerance=np.inf, progress=False, **tolerances
    )  # fmt: skip
    early = times <= 2.0  # while a difference of two tolerances has not grown
    agree(native()[early, :n_q], theirs().y[:n_q].T[early], "SciPy")
    best = race(effort, {"bough": native, "simulate": whole, "peer": theirs})
    for name, what, wanted in (("bough", "the integrator", target), ("simulate", "bough.simulate as a whole", None)):
        values = {"bough": Quantity(best[name]), "peer": Quantity(best["peer"])}
        ratio = Quantity(best["peer"] / best[name], "x")
        case = f"10 s of a five-link pendulum, DOP853, {form}, {what}: scipy.integrate.solve_ivp"
        part.rows.append(Row(case, values, ratio, wanted))
