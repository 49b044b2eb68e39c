"""bough among its peers, in one run: ``python benchmarks/peers/run.py [--quick] [--peers Drake,DART]``.

A full run writes ``results.json``, ``.md``, ``.png``, ``.svg`` beside this file and the README's table; a quick or partial one ``partial.*``.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import sys
import time
from importlib.metadata import version
from pathlib import Path

# one thread, also for libraries that ask only once
for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent), str(HERE.parent.parent / "tests")]

import picture  # noqa: E402
import readme  # noqa: E402
import tables  # noqa: E402
from measure import contests, entrants, hold, mechanisms  # noqa: E402
from report import provenance  # noqa: E402
from timing import Effort  # noqa: E402

# module and class of each peer
PEERS = {
    "Pinocchio": ("pinocchio_timed", "Pinocchio"),
    "MuJoCo": ("mujoco_timed", "Mujoco"),
    "Drake": ("drake_peer", "Drake"),
    "DART": ("dart_peer", "Dart"),
    "Exudyn": ("exudyn_peer", "Exudyn"),
}
# many short turns for calls, few for motions, which are long
SHORT, LONG = Effort(turns=150, turn=0.003, patience=60.0), Effort(turns=40, turn=0.003, patience=60.0)
QUICK = Effort(turns=10, turn=0.002, patience=5.0)


def available(names: list[str]) -> tuple[list[type], dict[str, str]]:
    """The peers that are installed, and what keeps the others away."""
    found, absent = [], {}
    for name in names:
        module, peer = PEERS[name]
        try:
            found.append(getattr(importlib.import_module(module), peer))
        except ImportError as reason:
            absent[name] = str(reason)
    return found, absent


def main() -> None:
    arguments = argparse.ArgumentParser(description="Compare bough with its peers, in one run.")
    arguments.add_argument("--quick", action="store_true", help="a short run: four mechanisms, few turns")
    arguments.add_argument(
        "--peers", default=",".join(PEERS), metavar="A,B", help="whom to compare with; all if left out"
    )
    options = arguments.parse_args()
    names = [name for name in options.peers.split(",") if name]
    if unknown := [name for name in names if name not in PEERS]:
        arguments.error(f"there is no peer '{unknown[0]}'; there are {', '.join(PEERS)}.")
    peers, absent = available(names)
    for name, reason in absent.items():
        print(f"{name} is left out: {reason}", file=sys.stderr)

    begun, parts = time.perf_counter(), []
    rows = entrants(peers, mechanisms(options.quick))
    for contest in contests():
        effort = QUICK if options.quick else SHORT if contest.name in ("one state", "batch") else LONG
        parts.append(hold(contest, effort, rows))
        print(tables.markdown(parts[-1]), flush=True)

    versions = {peer.name: version(peer.package) for peer in peers}
    where = {**provenance(packages=()), **versions, "seconds": round(time.perf_counter() - begun)}
    whole = not options.quick and names == list(PEERS)
    stem = HERE / ("results" if whole else "partial")
    data = tables.data(parts, where, absent)
    stem.with_suffix(".json").write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    stem.with_suffix(".md").write_text(tables.document(parts, where, absent, stem.name), encoding="utf-8")
    picture.draw(data, stem)
    if whole:
        readme.main()
    print(f"written: {stem}.json, .md, .png, .svg, after {where['seconds']} s")


if __name__ == "__main__":
    main()
