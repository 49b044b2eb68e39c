"""The main job from end to end: an excavator lifts a pipe, slews, and sets it down.

It is described in a few dozen lines: a house on a driven slewing ring, on it the cab with its seat on springs and the boom, stick and bucket on hydraulic servos, from which a pipe swings. Forms of
the equations are weighed on it, a work cycle is simulated, and what an engineer asks for is printed and drawn: energy balance, powers, joint reactions, the ride
of the operator.
"""

from __future__ import annotations

import math
from pathlib import Path
from time import perf_counter

import numpy as np

import bough as bo
from bough.errors import BoughError, FileError

UP, LIFT = (0.0, 0.0, 1.0), (0.0, -1.0, 0.0)  # axes; a positive turn about the second one lifts
ROPE, SLING, DURATION = 1.0, 0.95, 18.0
START = {"boom": math.radians(40), "stick": math.radians(-95), "bucket": math.radians(-50)}
SOIL = (1.2e7, 5e5)  # N·m/rad, N·m·s/rad: how the ground yields under the tracks
SERVOS = {"boom": (4e7, 4e6), "stick": (1.5e7, 1e6), "bucket": (4e6, 2e5)}  # the same of the hydraulics
# the forms that are weighed, one of each kind: every one more takes some seconds to compile at its first use
FORMS = ("separate-bodies", "composite-bodies + udu", "multipliers + udu", "maggi", "extended", "hamilton-recursive")


# --- the machine and its work ------------------------------------------------------------------------------------------


def blend(t: float, begin: float, end: float) -> float:
    """From 0 at ``begin`` to 1 at ``end``, with level rates and accelerations at both."""
    s = min(max((t - begin) / (end - begin), 0.0), 1.0)
    return s * s * s * (10.0 - 15.0 * s + 6.0 * s * s)


def slewing(t: float) -> float:
    return math.radians(110) * blend(t, 3.0, 10.5)


REFERENCES = {
    "boom": lambda t: START["boom"] + math.radians(14) * (blend(t, 0.5, 4.0) - 1.15 * blend(t, 10.0, 14.0)),
    "stick": lambda t: START["stick"] + math.radians(24) * (blend(t, 1.5, 5.5) - 0.7 * blend(t, 9.5, 13.5)),
    "bucket": lambda t: START["bucket"] - math.radians(15) * blend(t, 1.0, 5.0),
}


def excavator() -> bo.Mechanism:
    """x is forward, z up; the pipe hangs on a hook under the bucket."""
    box, hinge = bo.Inertia.box, bo.Revolute(LIFT)
    machine = bo.Mechanism("excavator")
    add = machine.add_body
    tracks = box((4.4, 3.0, 0.9), 7500.0, center=(0, 0, 0.5))
    add("undercarriage", "ground", bo.Universal((0, 1, 0), (1, 0, 0)), inertia=tracks)  # pitch, roll
    house = box((4.0, 2.6, 0.8), 6000.0, center=(-0.7, 0, 0.5))
    add("house", "undercarriage", bo.Driven(bo.Revolute(UP), slewing), (0, 0, 1.1), inertia=house)
    add("counterweight", "house", bo.Fixed(), (-2.6, 0, 0.8), inertia=box((0.7, 2.6, 1.0), 4500.0))
    add("cab", "house", bo.Prismatic(UP), (0.75, 0.85, 0.4), inertia=box((1.4, 0.9, 1.7), 450.0, center=(0, 0, 0.9)))
    add("seat", "cab", bo.Prismatic(UP), (-0.15, 0, 0.45), inertia=box((0.5, 0.5, 1.1), 95.0, center=(0, 0, 0.5)))
    add("boom", "house", hinge, (0.45, -0.15, 0.45), inertia=box((5.5, 0.5, 0.7), 1500.0, center=(2.7, 0, 0.5)))
    add("stick", "boom", hinge, (5.5, 0, 0), inertia=box((3.6, 0.4, 0.4), 750.0, center=(1.1, 0, 0.1)))
    add("bucket", "stick", hinge, (2.8, 0, 0), inertia=box((1.0, 1.1, 0.9), 600.0, center=(0.5, 0, -0.3)))
    rope = bo.Inertia.rod(ROPE, 15.0, center=(0, 0, -ROPE / 2)) + bo.Inertia.sphere(0.12, 60.0, center=(0, 0, -ROPE))
    add("hook", "bucket", bo.Universal((1, 0, 0), (0, 1, 0)), (0.1, 0, -0.2), hanging(), rope)
    pipe = bo.Inertia.cylinder(0.4, 2.6, 1400.0, center=(0, 0, -SLING), axis=(0, 1, 0))
    add("pipe", "hook", bo.Ball(), (0, 0, -ROPE), inertia=pipe)

    for tilt in ("turn1", "turn2"):
        machine.add_force(f"soil {tilt}", bo.JointSpring(f"undercarriage.{tilt}", SOIL[0]))
        machine.add_force(f"soil damping {tilt}", bo.JointDamper(f"undercarriage.{tilt}", SOIL[1]))
    for joint, (stiffness, damping) in SERVOS.items():
        machine.add_force(f"{joint} cylinder", bo.Servo(joint, REFERENCES[joint], stiffness, damping))
    for joint, stiffness, carried in (("cab", 4e5, 545.0), ("seat", 8e3, 95.0)):  # level under their weight
        machine.add_force(f"{joint} mounts", bo.JointSpring(joint, stiffness, rest=carried * 9.81 / stiffness))
        machine.add_force(f"{joint} dampers", bo.JointDamper(joint, 0.5 * math.sqrt(stiffness * carried)))
    machine.add_force("rope friction", bo.JointDamper("hook", 300.0))
    machine.add_force("sling friction", bo.JointDamper("pipe", 60.0))
    return machine


def hanging() -> np.ndarray:
    """Upright axes for the hook, seen from the bucket at the start."""
    turn = START["boom"] + START["stick"] + START["bucket"]
    return np.array(((math.cos(turn), 0, math.sin(turn)), (0, 1, 0), (-math.sin(turn), 0, math.cos(turn))))


def resting(machine: bo.Mechanism) -> np.ndarray:
    """Coordinates at which soil and hydraulics carry the weight at the start."""
    q = machine.coordinates(START)
    missing = bo.inverse_dynamics(machine, q, machine.velocities(), machine.velocities())
    for joint, (stiffness, _) in {"undercarriage.turn1": SOIL, "undercarriage.turn2": SOIL, **SERVOS}.items():
        q[machine.q_names.index(joint)] -= missing[machine.u_names.index(joint)] / stiffness
    return q


# --- the job --------------------------------------------------------------------------------------------------------------


def main(output: str | Path, quick: bool = False) -> dict[str, float]:
    """Do it all, and write results and pictures to a folder; ``quick``: two forms and a short motion. Returns numbers that tell whether the results can be trusted."""
    folder = Path(output)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(f"cannot write to '{folder}': {error.strerror}; choose another folder with --output.") from None
    machine = excavator()
    describe(machine)
    q0 = resting(machine)
    comparison = weigh(machine, q0, FORMS[:2] if quick else FORMS)
    if comparison.agrees is False:
        raise BoughError("these forms do not agree with one another; the results cannot be trusted.")
    run = work(machine, q0, 2.0 if quick else DURATION)
    found = report(run)
    say("drawing …")
    draw(run, comparison, folder)
    run.save(folder / "motion.nc")
    run.to_csv(folder / "motion.csv")
    say(f"written to {folder}/: {', '.join(sorted(path.name for path in folder.iterdir() if path.is_file()))}")
    return {**found, "spread": comparison.spread, "tolerance": comparison.tolerance or math.nan}


def say(line: str) -> None:
    print(line, flush=True)


def describe(machine: bo.Mechanism) -> None:
    """The tree, a line for each body."""
    say(f"{machine.name}: {len(machine)} bodies, {machine.n} degrees of freedom, {machine.mass / 1e3:.1f} t")
    depth = {"ground": 0}
    for body in machine.bodies:
        depth[body.name] = depth[body.parent] + 1
        joint = body.joint
        kind = f"driven {type(joint.joint).__name__}" if isinstance(joint, bo.Driven) else type(joint).__name__
        say(f"  {'  ' * (depth[body.name] - 1) + body.name:28}{kind:18}{body.inertia.mass:7.0f} kg")
    say("")


def weigh(machine: bo.Mechanism, q0: np.ndarray, forms) -> bo.Comparison:
    """What ``auto`` chooses, and every form on the first moments of the work."""
    choice = bo.choose(machine)
    say(f"'auto' goes by counted operations and the rates of this machine (bough calibrate):\n\n{choice}\n")
    begun = perf_counter()
    say("weighing the forms of its equations; their first use compiles them, which takes a minute or two, once …")
    u0 = machine.velocities({"hook": (0.3, -0.4), "pipe": (0.1, 0.2, 0.5)})
    comparison = bo.compare(machine, 0.1, q0=q0, u0=u0, step=1e-3, forms=[*forms, choice.best.label])
    chosen, fastest = comparison[choice.best.label], min(comparison.rows, key=microseconds)
    say(f"… {perf_counter() - begun:.1f} s\n\n{comparison}\n")
    say(
        f"The work goes by {chosen.label}: {microseconds(chosen):.2f} µs an evaluation as just measured; the fastest here, {fastest.label}, took "
        f"{microseconds(fastest):.2f} µs.\n"
    )
    return comparison


def microseconds(row) -> float:
    """Of one evaluation by a form."""
    return math.inf if row.evaluation is None else 1e6 * row.evaluation


def work(machine: bo.Mechanism, q0: np.ndarray, duration: float) -> bo.Trajectory:
    begun = perf_counter()
    say(f"a work cycle of {duration:g} s …")
    run = bo.simulate(machine, duration, q0=q0, every=0.01)
    took = perf_counter() - begun
    counts = run.statistics
    say(f"… {took:.2f} s: {counts['steps']} steps, {counts['evaluations']} evaluations of the equations\n")
    return run


def report(run: bo.Trajectory) -> dict[str, float]:
    """What an engineer asks for."""
    energy, power, drive = run.energy(), run.power(), run.drives().sel(driven="house")
    exchanged = float(np.abs(power.power).sum("force").integrate("time"))
    drift = float(np.abs(energy.drift).max()) / exchanged
    say(f"energy: forces and drive moved {exchanged / 1e3:.1f} kJ; the balance misses {drift:.0e} of that")
    say(
        f"slewing drive: at most {float(np.abs(drive.force).max()) / 1e3:.1f} kN·m and {float(drive.power.max()) / 1e3:.1f} kW; braking gives back "
        f"{-float(drive.power.min()) / 1e3:.1f} kW"
    )
    sizes = np.linalg.norm(run.reactions().force.values, axis=-1).max(axis=0)
    moments = np.linalg.norm(run.reactions().moment.values, axis=-1).max(axis=0)
    say("largest joint reactions:")
    for k in np.argsort(-sizes)[:5]:
        say(f"  {run.mechanism.body_names[k]:16}{sizes[k] / 1e3:8.1f} kN  {moments[k] / 1e3:8.1f} kN·m")
    upright = run.poses().rotation.sel(body="hook", axis="z", body_axis="z")
    swing = float(np.degrees(np.arccos(upright.min())))
    height = run.poses().position.sel(body="seat", axis="z")
    felt = float(np.abs(height.differentiate("time").differentiate("time")).max())
    say(f"the rope swings by {swing:.1f}° at the most; the operator's seat feels up to {felt:.2f} m/s²\n")
    return {"drift": drift, "swing": swing}


def draw(run: bo.Trajectory, comparison: bo.Comparison, folder: Path) -> None:
    from bough import demo_pictures as pictures

    run.plot("overview", names=["boom", "stick", "bucket", "hook", "cab", "seat"], path=folder / "overview.png")
    pictures.draw_energy(run, folder / "energy.png")
    pictures.draw_reactions(run, SOIL, folder / "reactions.png")
    pictures.draw_forms(comparison, folder / "forms.png")
    pictures.draw_scenes(run, folder / "machine.png")
    pictures.draw_film(run, folder / "excavator.gif")
