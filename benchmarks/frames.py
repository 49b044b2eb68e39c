"""Parts 24 and 25: own code along ground and body axes, and beside what other generators of code need."""

from __future__ import annotations

import warnings
from functools import partial

import numpy as np
from body_axes import FORMS, PLAIN, along_body_axes, along_ground_axes, counted, entry
from mechanisms import alternating_chain, biped, random_tree, states
from report import Part, Quantity, Row
from timing import Effort, race_all

import bough as bo
from bough.compiled.entries import NO_WRENCHES
from bough.owncode.tracing import Program

from helpers.robot_files import published  # isort: skip

STATES = 4096
GROUND = ("separate-bodies", "wittenburg")
FREE = " on a free base"
ROBOTS = {
    "UR5": "ur_description/urdf/ur5_robot.urdf",
    "Panda": "panda_description/urdf/panda.urdf",
    "Talos": "talos_data/robots/talos_reduced.urdf",
    "Talos" + FREE: "talos_data/robots/talos_reduced.urdf",
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
    files = published()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return {name: bo.load(files[path], forces=False, floating=name.endswith(FREE)) for name, path in ROBOTS.items()}


def mechanisms() -> dict[str, bo.Mechanism]:
    chains = {"chain of 7, parallel": bo.chain(7), "chain of 20, parallel": bo.chain(20)}
    return (
        robots() | chains | {"chain of 20, axes x y x y": alternating_chain(20), "random tree of 12": random_tree(12)}
    )


def axes(effort: Effort) -> Part:
    """Part 24."""
    part = Part(
        24,
        f"Own code along ground and body axes: operations, and a state of {STATES} on one thread",
        "Operations + - * / of forward dynamics by traced forms. Plain: articulated bodies with rotation matrices and the axes of the description; "
        "articulated, composite: by screws along common normals, inertia lumped. Times with packing and sines, of the shorter form.",
        "ground / body",
    )
    cases = {}
    for name, mechanism in mechanisms().items():
        ground = {form: along_ground_axes(mechanism, form) for form in GROUND}
        body = {form: along_body_axes(mechanism, form) for form in FORMS}
        programs = ground | {"plain": along_body_axes(mechanism, "articulated", PLAIN)} | body
        values = {form: Quantity(counted(program).operations, "") for form, program in programs.items()}
        shortest = [min(group.values(), key=_length) for group in (ground, body)]
        part.rows.append(Row(f"{name}, operations", values, _ratio(*map(_length, shortest))))
        values = {form: Quantity(counted(program).fused, "") for form, program in programs.items()}
        ratio = _ratio(*(min(counted(program).fused for program in group.values()) for group in (ground, body)))
        part.rows.append(Row(f"{name}, if products and sums fuse", values, ratio))
        if name in ROBOTS:
            many = states(mechanism, STATES)
            cases[name] = {
                axes: partial(entry(mechanism, program).batch, *many, NO_WRENCHES, np.empty((STATES, mechanism.n)))
                for axes, program in zip(("ground", "body"), shortest, strict=True)
            }
    for name, best in race_all(effort, cases).items():
        values = {axes: Quantity(seconds / STATES) for axes, seconds in best.items()}
        part.rows.append(Row(f"{name}, state of {STATES}", values, _ratio(best["ground"], best["body"])))
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
        ground = min(_length(along_ground_axes(mechanism, form)) for form in GROUND)
        body = min(_length(along_body_axes(mechanism, form)) for form in FORMS)
        theirs = {"Pinocchio": PINOCCHIO.get(name), "SD/FAST": SDFAST.get(name)}
        known = {who: Quantity(count, "") for who, count in theirs.items() if count is not None}
        values = {"ground": Quantity(ground, ""), "body": Quantity(body, ""), **known}
        least = min(count.value for count in known.values())
        part.rows.append(Row(f"{name}, {mechanism.n} DoFs", values, _ratio(least, body)))
    return part


def _length(program: Program) -> int:
    return counted(program).operations


def _ratio(x: float, y: float) -> Quantity:
    return Quantity(x / y, "x")
