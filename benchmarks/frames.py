"""Parts 24 and 25: own code along ground and body axes, and beside what other generators of code need."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import own_code
from mechanisms import alternating_chain, biped, random_tree, states
from report import Part, Quantity, Row
from timing import Effort, race_all

import bough as bo
from bough.choice.own_code import own_entry
from bough.compiled.entries import NO_WRENCHES
from bough.compiled.tree import compiled
from bough.formulations import FORMULATIONS
from bough.graph.graph import operands
from bough.owncode.program_entry import ProgramEntry
from bough.owncode.tracing import Program

STATES = 4096
GROUND = {"separate-bodies": None, "wittenburg": "udu"}  # the shortest forms along each axes, with their solvers
BODY = {"separate-bodies": None, "composite-bodies": "udu"}
FREE = " on a free base"
FLOATING = {
    "Talos" + FREE: own_code.ROBOTS["Talos"],
    "ANYmal" + FREE: "anymal_b_simple_description/robots/anymal.urdf",
}
BIPED = "planar biped"
# Operations of generated code. pin.aba on CasADi's SX, common parts found: Pinocchio 4.1.0 with CasADi 3.8.2, the
# shorter of its two conventions (peers/casadi_operations.cpp). SD/FAST B.2.6, Kane's formulation: what its file for the
# model cgmalWalking01.sd says of its routines state, vpk, iner, fs0 and mm, 734 additions and 944 multiplications; its
# loops that factorise and solve are not in these counts.
PINOCCHIO = {"UR5": 1277, "Panda": 2971, "Talos": 9894, "Talos" + FREE: 13541, "ANYmal" + FREE: 5769}
SDFAST = {BIPED: 1678}


def robots() -> dict[str, bo.Mechanism]:
    return own_code.robots() | own_code.robots(FLOATING, floating=True)


def mechanisms() -> dict[str, bo.Mechanism]:
    chains = {"chain of 7, parallel": bo.chain(7), "chain of 20, parallel": bo.chain(20)}
    return (
        robots() | chains | {"chain of 20, axes x y x y": alternating_chain(20), "random tree of 12": random_tree(12)}
    )


def programs(mechanism: bo.Mechanism) -> tuple[dict[str, Program], dict[str, Program]]:
    """What forms compute along ground axes, and along body axes."""

    def own(form: str, solver: str | None) -> Any:
        return own_entry(FORMULATIONS[form], solver, compiled(mechanism), "own")

    ground = {f"ground: {form}": own(form, solver).along(None) for form, solver in GROUND.items()}
    body = {f"body: {form}": (rival := own(form, solver)).along(rival.twin) for form, solver in BODY.items()}
    return ground, body


def length(program: Program) -> int:
    return program.measure[0]


def fused(program: Program) -> int:
    """The same if a product and the only sum that takes it are one."""
    nodes, needed = program.graph.nodes, program.graph.needed(program.outputs)
    uses = Counter(output.place for output in program.outputs)
    for place in needed:
        uses.update(operands(nodes[place]))
    return length(program) - sum(
        nodes[place][0] in ("+", "-") and any(nodes[x][0] == "*" and uses[x] == 1 for x in operands(nodes[place]))
        for place in needed
    )


def batch_of(mechanism: bo.Mechanism, program: Program) -> Callable[[], int]:
    """A call of a program's machine code for many states."""
    name = hashlib.sha256(repr(program.graph.content(program.outputs)).encode()).hexdigest()
    evaluation = FORMULATIONS["separate-bodies"].evaluation(compiled(mechanism), None)
    made = ProgramEntry(evaluation, mechanism, name, (mechanism.n,), lambda *_: program)
    return partial(made.batch, *states(mechanism, STATES), NO_WRENCHES, np.empty((STATES, mechanism.n)))


def axes(effort: Effort) -> Part:
    """Part 24."""
    part = Part(
        24,
        f"Own code along ground and body axes: operations, and a state of {STATES} on one thread",
        "Operations + - * / of forward dynamics by traced forms. Times with packing and sines, of the shorter form.",
        "ground / body",
    )
    cases = {}
    for name, mechanism in mechanisms().items():
        ground, body = programs(mechanism)
        for what, count in (("operations", length), ("if products and sums fuse", fused)):
            values = {form: Quantity(count(program), "") for form, program in (ground | body).items()}
            ratio = ratio_of(*(min(map(count, group.values())) for group in (ground, body)))
            part.rows.append(Row(f"{name}, {what}", values, ratio))
        if name in own_code.ROBOTS or name in FLOATING:
            cases[name] = {
                along: batch_of(mechanism, min(group.values(), key=length))
                for along, group in (("ground", ground), ("body", body))
            }
    for name, best in race_all(effort, cases).items():
        values = {along: Quantity(seconds / STATES) for along, seconds in best.items()}
        part.rows.append(Row(f"{name}, state of {STATES}", values, ratio_of(best["ground"], best["body"])))
    return part


def beside_others() -> Part:
    """Part 25."""
    part = Part(
        25,
        "Operations of generated forward dynamics",
        "+ - * / of one evaluation. Ground, body: own code along these axes, the shorter form. "
        "Others: counts of Pinocchio 4.1.0 with CasADi 3.8.2, and of SD/FAST B.2.6 without its factorisation.",
        "others / body",
    )
    for name, mechanism in (robots() | {BIPED: biped()}).items():
        ground, body = (min(map(length, group.values())) for group in programs(mechanism))
        theirs = {"Pinocchio": PINOCCHIO.get(name), "SD/FAST": SDFAST.get(name)}
        known = {who: Quantity(count, "") for who, count in theirs.items() if count is not None}
        values = {"ground": Quantity(ground, ""), "body": Quantity(body, ""), **known}
        least = min(count.value for count in known.values())
        part.rows.append(Row(f"{name}, {mechanism.n} DoFs", values, ratio_of(least, body)))
    return part


def ratio_of(x: float, y: float) -> Quantity:
    return Quantity(x / y, "x")
