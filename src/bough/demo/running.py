"""The demo from end to end: an excavator lifts a pipe, slews, and sets it down.

The excavator of the catalogue has a house on a driven slewing ring, with the cab and its sprung seat, and boom, stick
and bucket on hydraulic servos, from which a pipe swings. The demo compares forms of its equations, simulates a work
cycle, and prints and draws energy balance, powers, joint reactions and the operator's ride. ``excavator.html`` shows
it in the browser.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from pathlib import Path
from time import perf_counter

import numpy as np

import bough as bo
from bough.choice.phrases import label
from bough.errors import BoughError, FileError
from bough.extras import need
from bough.formulations import general
from bough.formulations.formulation import ACCELERATIONS, CANONICAL_RATES
from bough.simulation.compare.comparison import Row

# open on the page at the start
PLOTS = (
    ("coordinates.boom", "coordinates.stick", "coordinates.bucket"),
    ("powers.drive of house", "powers.boom cylinder", "powers.stick cylinder"),
)

# --- the job --------------------------------------------------------------------------------------------------------------


def main(output: str | Path, quick: bool = False) -> dict[str, float]:
    """Run the demo, and write results and pictures to a folder; ``quick``: two forms and a short motion.

    Returns numbers that show whether the results can be trusted.
    """
    need("films")
    need("netCDF files")
    folder = Path(output)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(f"cannot write to '{folder}': {error.strerror}; choose another folder with --output.") from None
    machine = bo.model("excavator")
    describe(machine)
    forms = forms_to_compare()
    comparison = weigh(machine, forms[:2] if quick else forms)
    if comparison.agrees is False:
        raise BoughError("these forms do not agree with one another; the results cannot be trusted.")
    run = work(machine, 2.0 if quick else None)
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


def forms_to_compare() -> list[str]:
    """The first form of each family, those without a family, and one in momenta: each takes some seconds to compile."""
    forms = [form for form in bo.methods.formulations() if form.gives == ACCELERATIONS and not form.is_yardstick]
    first = {form.family or form.name: form for form in reversed(forms)}
    return [
        label(form.name, form.solvers[0] if form.solvers else None)
        for form in (*reversed(first.values()), general(CANONICAL_RATES))
    ]


def weigh(machine: bo.Mechanism, forms: Iterable[str]) -> bo.results.Comparison:
    """Print the choice of ``auto``, and compare the forms on the first moments of the work."""
    choice = bo.choose(machine)
    say(f"'auto' takes the form that has the shortest code of the machine's own:\n\n{choice}\n")
    begun = perf_counter()
    say("comparing the forms of its equations; compiling shared kernels the first time takes half a minute …")
    u0 = {"hook": (0.3, -0.4), "pipe": (0.1, 0.2, 0.5)}
    comparison = bo.compare(machine, 0.1, u0=u0, step=1e-3, forms=[*forms, choice.best.label])
    chosen, fastest = comparison[choice.best.label], min(comparison.rows, key=microseconds)
    say(f"… {perf_counter() - begun:.1f} s\n\n{comparison}\n")
    say(
        f"The simulation uses {chosen.label}, by the machine's own code. Its shared kernel took {microseconds(chosen):.2f} µs per evaluation, as just "
        f"measured; the fastest of them, {fastest.label}, took {microseconds(fastest):.2f} µs.\n"
    )
    return comparison


def microseconds(row: Row) -> float:
    """Microseconds of one evaluation by a form."""
    return math.inf if row.evaluation is None else 1e6 * row.evaluation


def work(machine: bo.Mechanism, duration: float | None) -> bo.Trajectory:
    begun = perf_counter()
    say(f"a work cycle of {duration or machine.settings['duration']} s …")
    run = bo.simulate(machine, duration)
    took = perf_counter() - begun
    counts = run.statistics
    say(f"… {took:.2f} s: {counts['steps']} steps, {counts['evaluations']} evaluations of the equations\n")
    return run


def report(run: bo.Trajectory) -> dict[str, float]:
    """Print results for an engineer."""
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


def draw(run: bo.Trajectory, comparison: bo.results.Comparison, folder: Path) -> None:
    from bough.demo import pictures

    run.plot("overview", names=["boom", "stick", "bucket", "hook", "cab", "seat"], path=folder / "overview.png")
    pictures.draw_energy(run, folder / "energy.png")
    pictures.draw_reactions(run, folder / "reactions.png")
    pictures.draw_forms(comparison, folder / "forms.png")
    pictures.draw_scenes(run, folder / "machine.png")
    run.view(folder / "excavator.html", plots=PLOTS)
    run.animate(folder / "excavator.gif", fps=12, size=(640, 400), speed=1.25)
