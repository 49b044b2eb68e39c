"""Where a mode is: motions of bodies, energies of bodies and forces; and the mode as a motion to look at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from bough import api
from bough.api.loop_forces import machine_size
from bough.errors import StateError
from bough.linear.differences import slopes_along
from bough.linear.tangent import Complex, Point
from bough.mechanism.checks import shown
from bough.simulation.results.trajectory import Trajectory
from bough.statics.stopping import stopped
from bough.typing import Array, Coordinates

if TYPE_CHECKING:
    import xarray as xr

    from bough.linear.modes import Mode

AXES = ("x", "y", "z")
GRAVITY, ARMATURE, LOOPS = "gravity", "armatures", "loops"
SEEN, TURNED = 0.12, 0.25  # amplitude to look at: share of the machine's extent, and radians
SMALL = 1e-3  # velocity along which the power of a force is taken
PARTS = 8  # of a large motion along a quaternion
BESIDE = 6  # samples


def _parts(mode: Mode) -> tuple[Point, Complex]:
    return mode._point, mode.amplitudes


def _twists(point: Point, q: Coordinates, motion: Array) -> Array:
    """Twists of all bodies by velocities alone, along body axes; what drives add is taken out."""
    driven = api.body_twists(point.mechanism, q, np.zeros_like(motion), time=point.time)
    found: Array = api.body_twists(point.mechanism, q, motion, time=point.time) - driven
    return found


def _complex_twists(point: Point, motion: Complex) -> Complex:
    real, imaginary = (_twists(point, point.q, np.ascontiguousarray(part)) for part in (motion.real, motion.imag))
    return real + 1j * imaginary


def moved_bodies(mode: Mode) -> tuple[Complex, Complex]:
    """Displacements of centres of mass and turns of all bodies, along ground axes."""
    point, motion = _parts(mode)
    mechanism = point.mechanism
    twists = _complex_twists(point, motion)
    centers = np.array([body.inertia.center for body in mechanism.bodies]).reshape(-1, 3)
    turns = api.body_poses(mechanism, point.q, time=point.time)[:, :3, :3]
    shifts = np.einsum("bij,bj->bi", turns, twists[:, :3] + np.cross(twists[:, 3:], centers))
    return shifts, np.einsum("bij,bj->bi", turns, twists[:, 3:])


def motion_of_bodies(mode: Mode) -> xr.Dataset:
    import xarray as xr

    shifts, turns = moved_bodies(mode)
    coords: Any = {"body": list(mode._point.mechanism.body_names), "axis": list(AXES)}
    found = {
        "displacement": (("body", "axis"), shifts, {"units": "m"}),
        "turn": (("body", "axis"), turns, {"units": "rad"}),
    }
    return xr.Dataset(found, coords)


def kinetic_shares(mode: Mode) -> xr.DataArray:
    import xarray as xr

    point, motion = _parts(mode)
    mechanism = point.mechanism
    twists = _complex_twists(point, motion)
    energies = []
    for body, twist in zip(mechanism.bodies, twists, strict=True):
        inertia = body.inertia
        shift = twist[:3] + np.cross(twist[3:], inertia.center)
        turn = twist[3:]
        energies.append(float(inertia.mass * np.vdot(shift, shift).real + np.vdot(turn, inertia.tensor @ turn).real))
    names = list(mechanism.body_names)
    if mechanism.armature.any():
        names.append(ARMATURE)
        energies.append(float(mechanism.armature @ np.abs(motion) ** 2))
    return xr.DataArray(_normed(np.array(energies)), {"body": names}, ("body",), "kinetic")


def _normed(parts: Array) -> Array:
    total = float(parts.sum())
    return parts / total if total else parts


def potential_shares(mode: Mode) -> xr.DataArray:
    """Each force's part of ξᴴKξ: the slope, along ξ, of the power that it takes from a velocity ξ."""
    import xarray as xr

    point = mode._point
    names = [*point.mechanism.forces, GRAVITY]
    found = np.zeros(len(names))
    x, motion = _parts(mode)[1], mode._motion
    for part in (x.real, x.imag):
        if part.any():
            found += _stiffness_along(point, np.ascontiguousarray(part))
    whole = float(np.vdot(motion, mode._slopes.stiffness @ motion).real)
    if point.mechanism.loops:
        names.append(LOOPS)
        found = np.append(found, whole - found.sum())
    total = found.sum()
    if abs(total) > 1e-9 * np.abs(found).sum():
        found = found / abs(total)
    return xr.DataArray(found, {"force": names}, ("force",), "potential")


def _stiffness_along(point: Point, motion: Array) -> Array:
    mechanism = point.mechanism
    inertias = [body.inertia for body in mechanism.bodies]
    mass = np.array([one.mass for one in inertias])
    centers = np.array([one.center for one in inertias]).reshape(-1, 3)

    def powers(directions: Array, reach: Array) -> Array:
        q = point.neighbours(directions, reach)[0].reshape(-1, mechanism.n_q)
        speed = np.broadcast_to(motion, (len(q), mechanism.n)).copy()
        turns = api.body_poses(mechanism, q, time=point.time)[..., :3, :3]
        twists = _twists(point, q, speed)
        falls = (
            np.einsum("nbij,nbj->nbi", turns, twists[..., :3] + np.cross(twists[..., 3:], centers)) @ mechanism.gravity
        )
        parts = [-(falls @ mass)[:, None]]
        if mechanism.forces:
            # (velocities so small, and both ways, that forces of velocities take no part)
            there, back = (
                api.force_powers(mechanism, q, sign * SMALL * speed, time=point.time) for sign in (1.0, -1.0)
            )
            parts.insert(0, -(there - back) / (2 * SMALL))
        return np.concatenate(parts, axis=-1).reshape(len(reach), len(directions), -1)

    return slopes_along(powers, motion[None], np.ones(1))[0]


# --- as a motion ----------------------------------------------------------------------------------------------------------


def trajectory(mode: Mode, amplitude: float | None, cycles: float, samples: int) -> Trajectory:
    from scipy.interpolate import CubicSpline

    point, motion = _parts(mode)
    mechanism = point.mechanism
    for name, value, least in (("cycles", cycles, 0.0), ("samples", samples, 7)):
        if not isinstance(value, int | float) or not np.isfinite(value) or value <= least:
            raise StateError(f"{name} must be a number greater than {least:g}, not {shown(value)}.")
    if amplitude is not None and not (isinstance(amplitude, int | float) and np.isfinite(amplitude)):
        raise StateError(f"amplitude must be a number, in radians or metres, not {shown(amplitude)}.")
    period = 1.0 / mode.damped_frequency if mode.oscillates else 2.0
    count = max(2, round(cycles * samples))
    # (beyond both ends, so that the curve below is smooth there)
    phase = np.arange(-BESIDE, count + BESIDE + 1) * (2 * np.pi * cycles / count)
    if mode.oscillates:
        directions = np.real(np.exp(1j * phase)[:, None] * motion)
    else:
        directions = np.sin(phase)[:, None] * motion.real
    size = _amplitude(mode) if amplitude is None else float(amplitude)
    whole = _moved(point, directions, size, fixed=amplitude is not None)
    inner = slice(BESIDE, -BESIDE)
    every = phase / (2 * np.pi) * period
    q, time = whole[inner], every[inner]
    # (velocities of the picture: those of a smooth curve through it)
    rates = CubicSpline(every, whole)(time, 1)
    u = api.velocities_from_rates(mechanism, q, rates, time=np.full(len(q), point.time))
    how = {"mode": mode.number, "frequency": mode.frequency, "eigenvalue": str(mode.eigenvalue)}
    # (drives stand still where they are at the state: the mode is a motion relative to them)
    seen = stopped(mechanism, point.time) if mechanism.driven else mechanism
    return Trajectory(seen, time, q, u, provenance=how)


def _amplitude(mode: Mode) -> float:
    """What is well to be seen: neither turns nor shifts are too large."""
    moved = mode.bodies
    turn = float(np.abs(moved["turn"].values).max(initial=0.0))
    shift = float(np.abs(moved["displacement"].values).max(initial=0.0))
    point = mode._point
    places = api.body_poses(point.mechanism, point.q, time=point.time)[:, :3, 3]
    extent = max(float(np.ptp(places, axis=0).max(initial=0.0)), machine_size(point.mechanism))
    limits = [TURNED / turn] if turn else []
    limits += [SEEN * extent / shift] if shift else []
    return min(limits, default=1.0)


def _moved(point: Point, directions: Array, size: float, fixed: bool) -> Array:
    """Coordinates of the point moved along directions (frames, n), each times ``size``; less where loops do not close."""
    while True:
        try:
            return _closed(point, size * directions)
        except StateError:
            if fixed or size * np.abs(directions).max() < 1e-6:
                raise
            size *= 0.5


def _closed(point: Point, motions: Array) -> Array:
    mechanism = point.mechanism
    q = np.broadcast_to(point.q, (len(motions), mechanism.n_q)).copy()
    has_turns = any(body.joint.has_quaternion for body in mechanism.parts)
    parts = PARTS if has_turns else 1
    for _ in range(parts):  # (constant velocities, by the midpoint rule)
        half = mechanism.normalised(q + 0.5 / parts * api.coordinate_rates(mechanism, q, motions))
        q = mechanism.normalised(q + api.coordinate_rates(mechanism, half, motions) / parts)
    if mechanism.loops:
        q = np.array([api.assemble(mechanism, one, time=point.time) for one in q])
    return q
