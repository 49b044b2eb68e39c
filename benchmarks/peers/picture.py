"""The ratios as dots on a logarithmic axis: a panel for each contest, a line for each mechanism, a colour and a shape for each peer."""

from __future__ import annotations

from pathlib import Path

import matplotlib as mpl
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

# Okabe and Ito's colours, which people see apart whatever their eyes; the shapes say the same once more
STYLES = {
    "Pinocchio": ("#0072B2", "o"),
    "MuJoCo": ("#D55E00", "s"),
    "Drake": ("#009E73", "D"),
    "DART": ("#CC79A7", "^"),
    "Exudyn": ("#E69F00", "v"),
}
TITLES = {
    "one state": "accelerations,\none state",
    "batch": "accelerations,\nstate of 1024",
    "RK4": "1000 steps,\nRK4 or the like",
    "Euler": "1000 steps,\nsemi-implicit Euler",
}


def draw(data: dict, stem: Path) -> None:
    """Write ``stem.png`` and ``stem.svg``."""
    contests = data["contests"]
    cases = list(next(iter(contests.values()))["rows"])
    with mpl.rc_context({"svg.hashsalt": "bough", "font.size": 9}):
        figure = Figure(figsize=(11, 1.5 + 0.4 * len(cases)), layout="constrained")
        panels = figure.subplots(1, len(contests), sharex=True, sharey=True)
        for panel, (name, contest) in zip(panels, contests.items(), strict=True):
            _panel(panel, cases, contest["rows"])
            panel.set_title(TITLES[name], fontsize=9, loc="left")
        panels[0].set_yticks(range(len(cases)), cases)
        panels[0].set_ylim(len(cases) - 0.4, -0.6)
        handles = {line.get_label(): line for panel in panels for line in panel.lines if line.get_label() in STYLES}
        figure.legend([handles[x] for x in STYLES if x in handles], [x for x in STYLES if x in handles],
                      loc="outside upper center", ncols=len(STYLES), frameon=False)  # fmt: skip
        figure.supxlabel("time of the peer over time of bough: to the right of 1, bough is faster", fontsize=9)
        figure.savefig(stem.with_suffix(".png"), dpi=150)
        figure.savefig(stem.with_suffix(".svg"), metadata={"Date": None})


def _panel(panel, cases, rows) -> None:
    panel.set_xscale("log")
    panel.axvline(1.0, color="0.3", linewidth=1.0)
    panel.grid(axis="x", color="0.88", linewidth=0.7)
    panel.grid(axis="y", color="0.93", linewidth=0.7)
    panel.set_axisbelow(True)
    for k, (name, (colour, shape)) in enumerate(STYLES.items()):
        aside = 0.13 * (k - (len(STYLES) - 1) / 2)  # so that none hides another
        dots = [
            (row[name]["seconds"] / row["bough"]["seconds"], cases.index(case) + aside)
            for case, row in rows.items()
            if name in row and row[name]["seconds"]
        ]
        if dots:
            x, y = zip(*dots, strict=True)
            panel.plot(
                x, y, shape, color=colour, markersize=6, markeredgecolor="white", markeredgewidth=0.6, label=name
            )
    panel.xaxis.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0)))
    panel.xaxis.set_major_formatter(FuncFormatter(lambda x, _: f"{x:g}"))
    panel.xaxis.set_minor_formatter(NullFormatter())
    panel.tick_params(which="both", length=0)
    for side in ("top", "right", "left"):
        panel.spines[side].set_visible(False)
