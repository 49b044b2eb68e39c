"""A user's script, which ``mypy --strict`` has nothing to object to: test_typing.py checks it, and runs it."""

import numpy as np
import xarray as xr

import bough as bo
from bough.typing import Coordinates, Velocities

link = bo.Inertia.rod(0.4, mass=2.0, radius=0.03, center=(0, 0, -0.2))
arm = bo.Mechanism("arm", gravity=(0, 0, -9.81))
arm.add_body("upper", "ground", bo.Ball(), at=(0, 0, 1), inertia=link)
elbow = bo.Revolute(axis=(0, 1, 0))
arm.add_body("lower", "upper", elbow, at=(0, 0, -0.4), inertia=link)
arm.add_force("elbow", bo.JointDamper("lower", damping=0.2))


def fall(mechanism: bo.Mechanism, seconds: float) -> bo.Trajectory:
    return bo.simulate(mechanism, seconds, q0={"lower": 1.5}, u0={"upper.wz": 1.0})


run = fall(arm, 0.1)
time: xr.DataArray = run.time
lower: xr.DataArray = run["q.lower"]
energy: xr.Dataset = run.energy()
force: xr.DataArray = run.reactions("lower").force
status: str | tuple[str, ...] = run.status
print(status, time.shape, lower.shape, float(energy["drift"].max()) < 1e-6, force.shape)

q: Coordinates = arm.coordinates({"lower": 0.5})
u: Velocities = arm.velocities({"upper.wz": 1.0, "lower": -2.0})
accelerations = bo.forward_dynamics(arm, q, u, formulation="composite-bodies", solver="udu")
print(np.round(bo.inverse_dynamics(arm, q, u, accelerations), 9) + 0.0)

robot = bo.load("arm.toml")
choice: bo.results.Choice = bo.choose(robot)
print(choice.formulation, choice.reason)
print(bo.check(robot).count("error"))
