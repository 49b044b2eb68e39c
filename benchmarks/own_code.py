"""Part 20: a mechanism's own code against shared kernels and Pinocchio, on published robots; and how long it takes to make."""

from __future__ import annotations

import os
import tempfile
import time
import warnings
from bisect import bisect_left
from functools import partial

import numpy as np
from models import Pinocchio, agree, alternating_chain, states
from report import Part, Quantity, Row
from timing import Effort, one_core, race_all

import bough as bo
from bough.arithmetic.width import lane_width

from helpers.robot_files import published  # isort: skip

STATES, FEW = 4096, 256
ROBOTS = {
    "UR5": "ur_description/urdf/ur5_robot.urdf",
    "Panda": "panda_description/urdf/panda.urdf",
    "Talos": "talos_data/robots/talos_reduced.urdf",
}
# of the batch: UR5 against Pinocchio, by lane width; the others against shared kernels
AGAINST_PINOCCHIO = {2: 12.0, 4: 25.0, 8: 45.0}
AGAINST_SHARED = 1.7
SIZES = (5, 20, 50, 100, 300, 1000, 2000)
IN_LANES = 300  # bodies up to which code for batches is made, too


def robots(paths: dict[str, str] = ROBOTS, floating: bool = False) -> dict[str, bo.Mechanism]:
    files = published()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return {name: bo.load(files[path], forces=False, floating=floating) for name, path in paths.items()}


def against_shared(effort: Effort) -> Part:
    """Part 20."""
    part = Part(
        20,
        f"A mechanism's own code: one call, and a state of {STATES} on one thread",
        "forward_dynamics with code='own' and 'shared', by the form that `auto` chooses, packing and sines included; pin.aba, the faster of its two conventions.",
        "ratio",
    )
    cases = {}
    for name, robot in robots().items():
        one, many = states(robot), states(robot, STATES)
        peer = Pinocchio(robot)
        agree(bo.forward_dynamics(robot, *one, code="own"), peer.to_ours(peer.aba(*one)["local"]()), name)
        cases[name, 1] = {
            **{code: partial(bo.forward_dynamics, robot, *one, code=code) for code in ("own", "shared")},
            **peer.aba(*one),
        }
        cases[name, STATES] = {
            **{code: partial(bo.forward_dynamics, robot, *many, code=code, threads=1) for code in ("own", "shared")},
            **peer.aba_loop(*(x[:FEW] for x in many)),
        }
    for (name, count), best in race_all(effort, cases).items():
        own, shared = best["own"] / count, best["shared"] / count
        theirs = min(best["local"], best["world"]) / (1 if count == 1 else FEW)
        values = {"own": Quantity(own), "shared": Quantity(shared), "pin.aba": Quantity(theirs)}
        what = "one call" if count == 1 else f"state of {count}"
        aim = 2.5 if count == 1 else AGAINST_PINOCCHIO[lane_width()]
        part.rows.append(
            Row(
                f"{name}, {what}, against Pinocchio",
                values,
                Quantity(theirs / own, "x"),
                aim if name == "UR5" else None,
            )
        )
        aim = None if count == 1 or name == "UR5" else AGAINST_SHARED
        part.rows.append(Row(f"{name}, {what}, against shared kernels", values, Quantity(shared / own, "x"), aim))
    return part


def largest_by_auto() -> int:
    """Bodies of the longest chain of alternating hinges that `auto` gives code of its own."""
    return bisect_left(
        range(1, SIZES[-1]), True, key=lambda bodies: bo.choose(alternating_chain(bodies)).code == "shared"
    )


def made(sizes: tuple[int, ...] = SIZES) -> Part:
    """Part 21: a first call from an empty cache, tracing and compiling."""
    part = Part(
        21,
        "Own code from nothing: the first call of forward_dynamics",
        "chains of alternating hinges by the form that `auto` chooses among own codes; processor seconds, with an empty cache; the aim is a second up to 40 DoFs. "
        f"code='auto' makes own code for up to {largest_by_auto()} bodies of such a chain.",
        "s",
    )
    before = os.environ.get("BOUGH_CACHE")
    try:
        with one_core():
            for size in sizes:
                with tempfile.TemporaryDirectory() as folder:
                    os.environ["BOUGH_CACHE"] = folder
                    chain = alternating_chain(size)
                    q, u = bo.models.random_state(chain)
                    start = time.process_time()
                    bo.forward_dynamics(chain, q, u, code="own")
                    one = time.process_time() - start
                    values = {"one state": Quantity(one)}
                    if size <= IN_LANES:
                        start = time.process_time()
                        bo.forward_dynamics(chain, *(np.tile(x, (16, 1)) for x in (q, u)), code="own")
                        values["batch"] = Quantity(time.process_time() - start)
                part.rows.append(
                    Row(chain.name, values, Quantity(one, "s"), 1.0 if size <= 40 else None, at_least=False)
                )
    finally:
        if before is None:
            os.environ.pop("BOUGH_CACHE", None)
        else:
            os.environ["BOUGH_CACHE"] = before
    return part
