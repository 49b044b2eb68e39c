"""The same study by peers, on all cores by ``multiprocessing``: Exudyn's own ``ParameterVariation``, and plain loops in Python around MuJoCo and Pinocchio.

Each gets what makes it faster: models are made once for each process and only numbers are changed, everything that the study does not need is off,
and maxima are of the samples only.
"""

from __future__ import annotations

import os
import sys
from functools import cache
from multiprocessing import get_context
from pathlib import Path

import numpy as np
from study_arm import EVERY, SAMPLES, STEP, STEPS, arm, grid, maxima, start, variants

sys.path[:0] = [str(Path(__file__).parent / "peers"), str(Path(__file__).parent.parent / "tests")]

CORES = os.cpu_count() or 1


def spread(one, rows: np.ndarray) -> np.ndarray:
    """A function of a variant over all of them, in a process for each core."""
    with get_context("fork").Pool(CORES) as pool:
        found = pool.map(one, rows, chunksize=max(1, len(rows) // (8 * CORES)))
    return np.array(found)


# --- Exudyn -----------------------------------------------------------------------------------------------------------


@cache
def exudyn_arm():
    """(system, object, sensors of coordinates and rates, settings), one for each process."""
    import exudyn
    from exudyn.itemInterface import SensorNode
    from exudyn_peer import Exudyn, _settings

    peer = Exudyn(arm())
    kinds = exudyn.OutputVariableType.Coordinates, exudyn.OutputVariableType.Coordinates_t
    node = peer.system.GetObject(peer._tree)["nodeNumber"]
    sensors = [
        peer.system.AddSensor(
            SensorNode(nodeNumber=node, writeToFile=False, storeInternal=True, outputVariableType=kind)
        )
        for kind in kinds
    ]
    peer.system.Assemble()
    settings = _settings(STEP, STEPS, 7)
    settings.solution.sensors.writePeriod = EVERY
    return peer, sensors, settings


def exudyn_variant(values: dict[str, float]) -> list[float]:
    """The function of ``ParameterVariation``: one variant by RK44."""
    import exudyn

    peer, sensors, settings = exudyn_arm()
    system, initial = peer.system, exudyn.ConfigurationType.Initial
    masses = [body.inertia.mass for body in arm().bodies]
    masses[6] = values["link7.mass"]
    system.SetObjectParameter(peer._tree, "linkMasses", masses)
    system.systemData.SetODE2Coordinates(start(values["q0.link1"], values["q0.link4"]), initial)
    system.systemData.SetODE2Coordinates_t(np.zeros(7), initial)
    system.SolveDynamic(settings, solverType=exudyn.DynamicSolverType.RK44)
    q, u = (system.GetSensorStoredData(sensor)[:, 1:] for sensor in sensors)
    return maxima(q, u).tolist()


def by_exudyn(count: int) -> np.ndarray:
    from exudyn.processing import ParameterVariation

    _, found = ParameterVariation(
        exudyn_variant, grid(count), useMultiProcessing=True, numberOfThreads=CORES, showProgress=False
    )
    return np.array(found)


# --- MuJoCo -----------------------------------------------------------------------------------------------------------


@cache
def mujoco_arm():
    """(model, data), one for each process; nothing but gravity is on."""
    import mujoco
    from mujoco_timed import Mujoco

    peer = Mujoco(arm())
    peer.model.opt.timestep, peer.model.opt.integrator = STEP, mujoco.mjtIntegrator.mjINT_RK4
    return peer.model, peer.data


def mujoco_start(row: np.ndarray):
    """The model and the data of a variant where it starts."""
    import mujoco

    model, data = mujoco_arm()
    model.body_mass[7] = row[0]
    mujoco.mj_setConst(model, data)
    mujoco.mj_resetData(model, data)
    data.qpos[:] = start(*row[1:])
    return model, data


def mujoco_variant(row: np.ndarray) -> np.ndarray:
    """A plain loop; the steps from sample to sample by one call."""
    import mujoco

    model, data = mujoco_start(row)
    q, u = np.empty((SAMPLES + 1, 7)), np.zeros((SAMPLES + 1, 7))
    q[0] = data.qpos
    for k in range(1, SAMPLES + 1):
        mujoco.mj_step(model, data, nstep=STEPS // SAMPLES)
        q[k], u[k] = data.qpos, data.qvel
    return maxima(q, u)


def by_mujoco(count: int) -> np.ndarray:
    return spread(mujoco_variant, variants(count))


def by_mujoco_steps(count: int) -> np.ndarray:
    return spread(mujoco_each_step, variants(count))


def mujoco_each_step(row: np.ndarray) -> np.ndarray:
    """The loop that most people write: a call for each step, with the maxima looked at after each."""
    import mujoco

    model, data = mujoco_start(row)
    found = maxima(data.qpos[None], data.qvel[None])
    for k in range(1, STEPS + 1):
        mujoco.mj_step(model, data)
        if k % (STEPS // SAMPLES) == 0:
            found = np.maximum(found, maxima(data.qpos[None], data.qvel[None]))
    return found


def by_rollout(count: int) -> np.ndarray:
    """MuJoCo's own compiled loop, on threads: a model for each variant."""
    import copy

    import mujoco
    from mujoco import rollout

    base, _ = mujoco_arm()
    rows = variants(count)
    states = np.zeros((len(rows), mujoco.mj_stateSize(base, mujoco.mjtState.mjSTATE_FULLPHYSICS)))
    models = []
    for k, row in enumerate(rows):
        models.append(copy.copy(base))
        models[-1].body_mass[7] = row[0]
        states[k, 1:8] = start(*row[1:])
    datas = [mujoco.MjData(base) for _ in range(CORES)]
    for model in models:
        mujoco.mj_setConst(model, datas[0])
    with rollout.Rollout(nthread=CORES) as pool:
        found, _ = pool.rollout(models, datas, states, nstep=STEPS)
    samples = np.concatenate((states[:, None], found[:, STEPS // SAMPLES - 1 :: STEPS // SAMPLES]), axis=1)
    return maxima(samples[..., 1:8], samples[..., 8:15])


# --- Pinocchio --------------------------------------------------------------------------------------------------------


@cache
def pinocchio_arm():
    """(peer, its inertia of the last link as a function of the mass), one for each process."""
    import pinocchio as pin
    from pinocchio_timed import Pinocchio

    peer, link = Pinocchio(arm()), arm().bodies[6].inertia
    return peer, lambda mass: pin.Inertia(mass, link.center, link.tensor)


def pinocchio_variant(row: np.ndarray) -> np.ndarray:
    """RK4 in Python around ``pin.aba``, by the local convention; the other one is 5 % faster on this arm."""
    import pinocchio as pin

    peer, inertia = pinocchio_arm()
    peer.model.inertias[7] = inertia(row[0])
    q, u, still = start(*row[1:]), np.zeros(7), np.zeros(7)
    samples_q, samples_u = np.empty((SAMPLES + 1, 7)), np.empty((SAMPLES + 1, 7))
    samples_q[0], samples_u[0] = q, u
    for k in range(1, SAMPLES + 1):
        q, u = peer._rk4(pin.Convention.LOCAL, np.add, STEP, STEPS // SAMPLES, q, u, still)
        samples_q[k], samples_u[k] = q, u
    return maxima(samples_q, samples_u)


def by_pinocchio(count: int) -> np.ndarray:
    return spread(pinocchio_variant, variants(count))


PEERS = {
    "Exudyn's ParameterVariation": ("exudyn", by_exudyn),
    "a loop of mj_step": ("mujoco", by_mujoco_steps),
    "a loop of mj_step(nstep=10)": ("mujoco", by_mujoco),
    "mujoco.rollout on threads": ("mujoco", by_rollout),
    "a loop of RK4 around pin.aba": ("pinocchio", by_pinocchio),
}
