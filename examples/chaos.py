"""Thousands of double pendulums in one call: how long until one of them turns over?

Each point of the picture is a start at rest, with the angles of the two links; its colour is the time until the second
link turns over. All run side by side in SIMD lanes, on all cores, each with its own steps. Mirrored starts give
mirrored motions, so the picture is symmetric under half a turn; look at how sharply that holds although the motion is
chaotic.
"""

from pathlib import Path
from time import perf_counter

import numpy as np
from common import INK, picture, run

import bough as bo


def main(output: Path, side: int = 90, duration: float = 8.0) -> dict[str, float]:
    """Returns the share of turn-over times that differ from those of their mirror images, and the share of pendulums that turn over."""
    pendulum = bo.chain(2)
    angles = np.linspace(-3.0, 3.0, side)
    first, second = (grid.ravel() for grid in np.meshgrid(angles, angles))
    begun = perf_counter()
    start = {"link1": first, "link2": second - first}
    # (with so many runs, some are worse than most: allow a little more loss of energy before there is a warning)
    runs = bo.simulate(pendulum, duration, every=0.05, q0=start, energy_tolerance=1e-5, progress=False)
    took = perf_counter() - begun
    print(
        f"{runs.runs} motions of {duration:g} s in {took:.2f} s, compilation included: {runs.statistics['steps']:,} steps"
    )

    absolute = (runs["link1"] + runs["link2"]).values
    over = np.abs(absolute) > np.pi
    times = np.where(over.any(axis=1), runs.time.values[over.argmax(axis=1)], np.nan).reshape(side, side)
    mirrored = times[::-1, ::-1]
    unlike = float(np.mean((times != mirrored) & ~(np.isnan(times) & np.isnan(mirrored))))
    share = float(over.any(axis=1).mean())
    print(f"{share:.0%} turn over; {unlike:.1%} at another time than their mirror image")

    degrees = np.degrees(angles)
    with picture(output / "chaos.png", (7, 5.8)) as axis:
        mesh = axis.pcolormesh(degrees, degrees, times, cmap="magma", shading="nearest", rasterized=True)
        # below this line the energy is too small to turn over: 3 cos a + cos b > 2 for links of equal mass, as of rods
        a, b = np.meshgrid(np.radians(degrees), np.radians(degrees))
        axis.contour(degrees, degrees, 3 * np.cos(a) + np.cos(b), levels=[2.0], colors=INK, linewidths=1.2)
        axis.grid(visible=False)
        axis.set(aspect="equal", xlabel="start of the first link, degrees", ylabel="start of the second link, degrees")
        axis.set_title("Time until the second link turns over; white: not yet")
        axis.text(0, 0, "too little energy\nto turn over", ha="center", va="center", color=INK)
        axis.figure.colorbar(mesh, ax=axis, label="s", aspect=40, pad=0.02).outline.set_visible(False)
    can = (3 * np.cos(first) + np.cos(second) < 2.0).reshape(side, side)
    return {"unlike": unlike, "share": share, "impossible": float(np.isfinite(times[~can]).sum())}


if __name__ == "__main__":
    run(main)
