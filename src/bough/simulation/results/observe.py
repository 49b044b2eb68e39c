"""Quantities derived from a motion: poses, momentum, accelerations, reactions.

Each is a function of a trajectory, which caches the result.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from bough import api
from bough.api.drives import forces_of_motion
from bough.api.loop_forces import loop_forces, loop_gaps, measured
from bough.errors import StateError
from bough.formulations import ALIASES, FORMULATIONS
from bough.formulations.formulation import ACCELERATIONS
from bough.integrate.integration import cubic
from bough.mechanism.body import Body
from bough.mechanism.checks import labels, shown
from bough.mechanism.mechanism import Mechanism
from bough.simulation.results.trajectory import Trajectory
from bough.typing import Accelerations, Array, Coordinates, Instants, Velocities

if TYPE_CHECKING:
    import xarray as xr


def poses(run: Trajectory) -> xr.Dataset:
    import xarray as xr

    values = run.keep(pose_matrices)
    return xr.Dataset(
        {
            "rotation": run.labelled(
                values[..., :3, :3], "rotation", "body", "axis", "body_axis", units="1",
                long_name="rotation from body axes to ground axes",
            ),
            "position": run.labelled(
                values[..., :3, 3], "position", "body", "axis", units="m", long_name="position of the body's origin"
            ),
        }
    )  # fmt: skip


def pose_matrices(run: Trajectory) -> Array:
    found: Array = run.evaluate(api.body_poses, run._q)
    return found


def momentum(run: Trajectory) -> xr.Dataset:
    import xarray as xr

    twists = run.evaluate(api.body_twists, run._q, run._u)
    linear, angular, center = momentum_values(run.mechanism.bodies, run.keep(pose_matrices), twists)
    label = run.labelled
    return xr.Dataset(
        {
            "linear": label(linear, "linear", "axis", units="kg·m/s", long_name="linear momentum"),
            "angular": label(
                angular, "angular", "axis", units="kg·m²/s", long_name="angular momentum about the origin"
            ),
            "center": label(center, "center", "axis", units="m", long_name="centre of mass"),
        }
    )


def momentum_values(bodies: Sequence[Body], pose: Array, twist: Array) -> tuple[Array, Array, Array]:
    """p = Σ m v, L = Σ (r × m v + J ω), with v and r of the centres of mass, and the whole's centre of mass."""
    inertias = [body.inertia for body in bodies]
    mass = np.array([inertia.mass for inertia in inertias])
    center = np.array([inertia.center for inertia in inertias]).reshape(-1, 3)
    tensor = np.array([inertia.tensor for inertia in inertias]).reshape(-1, 3, 3)
    rotation, spin = pose[..., :3, :3], twist[..., 3:]

    def to_ground(vectors: Array) -> Array:
        found: Array = np.einsum("...bij,...bj->...bi", rotation, vectors)
        return found

    place = pose[..., :3, 3] + to_ground(np.broadcast_to(center, spin.shape))
    linear = mass[:, None] * to_ground(twist[..., :3] + np.cross(spin, center))
    angular = np.cross(place, linear) + to_ground(np.einsum("bij,...bj->...bi", tensor, spin))
    whole = float(mass.sum())
    middle = (mass[:, None] * place).sum(-2) / whole if whole else np.full((*place.shape[:-2], 3), np.nan)
    return linear.sum(-2), angular.sum(-2), middle


# --- accelerations and what they take ------------------------------------------------------------------------------------


def form_of_run(run: Trajectory) -> dict[str, Any]:
    """The form and the solver of the run, if the form gives accelerations."""
    form = run._provenance.get("form") or "auto"
    known = FORMULATIONS.get(ALIASES.get(form, form))
    return (
        {"formulation": form, "solver": run._provenance.get("solver")} if known and known.gives == ACCELERATIONS else {}
    )


def acceleration_values(run: Trajectory) -> Accelerations:
    """Accelerations, by the form of the run if it gives them."""
    states = (run._q, run._u) if run._tau is None else (run._q, run._u, run._tau)
    found: Array = run.evaluate(api.forward_dynamics, *states, **form_of_run(run))
    return found


def accelerations(run: Trajectory) -> xr.DataArray:
    units = [unit.replace("/s", "/s²") for unit in run.mechanism.u_units]
    return run.labelled(run.keep(acceleration_values), "u_dot", "velocity", units=units, long_name="accelerations")


def kinetostatics(run: Trajectory) -> api.Kinetostatics:
    states = run._q, run._u, run.keep(acceleration_values), *([] if run._tau is None else [run._tau])
    return api.Kinetostatics(*run.evaluate(forces_of_motion, *states))


def loop_wrenches(run: Trajectory) -> tuple[Array, Array]:
    """The wrenches of the joints that close loops, and whether they are unique."""
    states = run._q, run._u, run.keep(acceleration_values), *([] if run._tau is None else [run._tau])
    found: tuple[Array, ...] = run.evaluate(loop_forces, *states)
    return found[1], found[2]


def loop_reactions(run: Trajectory) -> xr.Dataset:
    import xarray as xr

    wrenches, unique = run.keep(loop_wrenches)
    names = tuple(run.mechanism.loops)
    parts = {
        "force": (wrenches[..., :3], ("loop", "body_axis"), "N", "force of the loop's joint on its body"),
        "moment": (wrenches[..., 3:], ("loop", "body_axis"), "N·m", "moment of the loop's joint on its body"),
        "unique": (unique, ("loop",), "1", "whether force and moment follow from the motion"),
    }
    return xr.Dataset(
        {
            name: run.labelled(values, name, *dims, units=unit, long_name=long_name, loop=names)
            for name, (values, dims, unit, long_name) in parts.items()
        }
    )


def loop_motion(run: Trajectory) -> xr.Dataset:
    import xarray as xr

    q, u = run.evaluate(measured, run._q, run._u)
    loops = run.mechanism.loops.values()
    names, rates = (
        [name for loop in loops for name in labels(loop.name, getattr(loop.joint, f"{letter}_names"))]
        for letter in ("q", "u")
    )
    units, speeds = (
        [unit for loop in loops for unit in getattr(loop.joint, f"{letter}_units")] for letter in ("q", "u")
    )
    at = 0
    for loop in loops:  # angles and quaternions go on where they were
        if loop.joint.has_quaternion:
            last = slice(at + len(loop.joint.q_names) - 4, at + len(loop.joint.q_names))
            turned = np.sign(np.sum(q[..., 1:, last] * q[..., :-1, last], axis=-1, keepdims=True))
            q[..., 1:, last] *= np.cumprod(np.where(turned < 0.0, -1.0, 1.0), axis=-2)
        at += len(loop.joint.q_names)
    angles = [k for k, unit in enumerate(units) if unit == "rad"]
    q[..., angles] = np.unwrap(q[..., angles], axis=-2)
    for k, name in enumerate(names):  # those of parts that loops cut off are coordinates of the state
        if name in run.mechanism.q_places:
            q[..., k] = run._q[..., run.mechanism.q_places[name][0]]
    return xr.Dataset(
        {
            "q": run.labelled(q, "q", "coordinate", units=units, long_name="measured coordinates", coordinate=names),
            "u": run.labelled(u, "u", "velocity", units=speeds, long_name="measured velocities", velocity=rates),
        }
    )


def loop_values(run: Trajectory) -> tuple[Array, Array]:
    """The largest gap of each loop, and the largest rate of a gap."""
    return largest_gaps(run.mechanism, *run.evaluate(loop_gaps, run._q, run._u))


def largest_gaps(mechanism: Mechanism, gaps: Array, rates: Array) -> tuple[Array, Array]:
    """Of each loop, from those of its constraints."""
    starts = np.cumsum([0, *(loop.constraints for loop in mechanism.parted.loops.values())])[:-1]
    return np.maximum.reduceat(np.abs(gaps), starts, axis=-1), np.maximum.reduceat(np.abs(rates), starts, axis=-1)


def closure(run: Trajectory) -> xr.Dataset:
    import xarray as xr

    gap, rate = run.keep(loop_values)
    names = tuple(run.mechanism.loops)
    return xr.Dataset(
        {
            "gap": run.labelled(gap, "gap", "loop", units="m or rad", long_name="largest gap of the loop", loop=names),
            "rate": run.labelled(
                rate, "rate", "loop", units="m/s or rad/s", long_name="largest rate of a gap", loop=names
            ),
        }
    )


def reactions(run: Trajectory) -> xr.Dataset:
    import xarray as xr

    found = run.keep(kinetostatics)
    parts = {
        "force": (found.reactions[..., :3], "N", "force of the joint on the body"),
        "moment": (found.reactions[..., 3:], "N·m", "moment of the joint on the body"),
        "bearing_force": (found.bearings[..., :3], "N", "force of the bearing on the body"),
        "bearing_moment": (found.bearings[..., 3:], "N·m", "moment of the bearing on the body"),
    }
    return xr.Dataset(
        {
            name: run.labelled(values, name, "body", "body_axis", units=unit, long_name=long_name)
            for name, (values, unit, long_name) in parts.items()
        }
    )


def joint_forces(run: Trajectory) -> xr.DataArray:
    return run.labelled(
        run.keep(kinetostatics).drives, "joint_forces", "velocity", units=run.force_units, long_name="joint forces"
    )


def drive_values(run: Trajectory) -> tuple[Array, Array, Array]:
    """(motions, their rates, forces) of the driven joints."""
    motion = api.driven_motion(run.mechanism, run._time)
    if not run.mechanism.driven_names:
        nothing = np.empty((*run._there.shape, 0))
        return nothing, nothing, nothing
    force = run.evaluate(api.drive_forces, run._q, run._u, run.keep(acceleration_values))
    ended = np.where(run._there, 0.0, np.nan)[..., None]
    return motion.values + ended, motion.rates + ended, force


def drives(run: Trajectory) -> xr.Dataset:
    import xarray as xr

    mechanism, names = run.mechanism, run.mechanism.driven_names
    units = [unit for _, joint in mechanism.driven for unit in joint.joint.u_units]
    value, rate, force = run.keep(drive_values)
    parts = {
        "rate": (rate, units, "its rate"),
        "force": (force, ["N" if unit == "m/s" else "N·m" for unit in units], "force or moment of the drive"),
        "power": (force * rate, "W", "power of the drive"),
    }
    found = {
        name: run.labelled(values, name, "driven", units=unit, long_name=what, driven=names)
        for name, (values, unit, what) in parts.items()
    }
    # (a quaternion has a number more than its rates)
    along = "driven" if mechanism.driven_q_names == names else "driven_q"
    motion = run.labelled(
        value,
        "motion",
        along,
        units=list(mechanism.driven_units),
        long_name="motion of the driven joint",
        **{along: mechanism.driven_q_names},
    )
    return xr.Dataset({"motion": motion, **found})


# --- between the points ---------------------------------------------------------------------------------------------------


def state_at(run: Trajectory, t: ArrayLike) -> tuple[Coordinates, Velocities]:
    first, last = float(run._time[0]), float(run._time[-1])
    try:
        when = np.asarray(t, float)
    except (TypeError, ValueError):
        raise StateError(f"the instant must be a number, or several, not {shown(t)}.") from None
    if not ((when >= first) & (when <= last)).all():
        raise StateError(f"there is no state at {shown(t)} s: the motion runs from {first:g} s to {last:g} s.")
    if len(run._time) == 1:
        # the only instant, repeated as requested
        at = np.zeros(when.shape, int)
        return run._q[..., at, :], run._u[..., at, :]
    return coordinates_at(run, when), between(run, run._u, run.keep(acceleration_values), when)


def coordinates_at(run: Trajectory, when: Instants) -> Coordinates:
    """Only q at instants of the motion, which needs no accelerations."""
    if len(run._time) == 1 or not run.mechanism.n_q:
        return run._q[..., np.zeros(when.shape, int), :]
    q = between(run, run._q, run.evaluate(api.coordinate_rates, run._q, run._u), when)
    return run.mechanism.normalised(q)


def between(run: Trajectory, values: Array, rates: Array, when: Array) -> Array:
    """Cubics through values (…, time, number) with these rates; exact at points, also at the end of a run."""
    time = run._time
    k = np.clip(np.searchsorted(time, when, side="right") - 1, 0, len(time) - 2)
    h, x = (time[k + 1] - time[k])[..., None], (when - time[k])[..., None]
    # (the last instant may be there twice, before and after a jump)
    x = np.where(h > 0.0, x / np.where(h > 0.0, h, 1.0), 1.0)
    y0, y1, r0, r1 = values[..., k, :], values[..., k + 1, :], h * rates[..., k, :], h * rates[..., k + 1, :]
    return np.where(x == 0.0, y0, np.where(x == 1.0, y1, cubic(x, y0, y1, r0, r1)))
