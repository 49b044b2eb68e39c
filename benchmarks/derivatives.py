"""Parts 22 and 23: exact derivatives against Pinocchio's, and the operations that they take."""

from __future__ import annotations

from functools import partial

import pinocchio as pin
from models import Pinocchio, agree, alternating_chain, humanoid, states
from report import Part, Quantity, Row
from timing import Effort, race_all

import bough as bo
from bough.compiled.entries import Entry
from bough.compiled.tree import compiled
from bough.formulations import composite_bodies
from bough.owncode.columns import ColumnProgram
from bough.owncode.derivatives import differentiated, forward_program, inverse_program
from bough.passes.arrays import SWEEP
from bough.passes.inverse import joint_forces

STATES = 256
# the least ratio wanted of one call, by DoFs
ONE_CALL = {7: 1.5, 38: 1.0}
OURS = {"forward": bo.derivatives.forward_derivatives, "inverse": bo.derivatives.inverse_derivatives}
THEIRS = {"forward": pin.computeABADerivatives, "inverse": pin.computeRNEADerivatives}


def mechanisms() -> list[bo.Mechanism]:
    return [bo.chain(7), alternating_chain(7), humanoid()]


def against_pinocchio(effort: Effort) -> Part:
    """Part 22."""
    part = Part(
        22,
        f"Derivatives of forward and inverse dynamics, one call and a state of {STATES}",
        "bough: forward_derivatives and inverse_derivatives, one state, and a batch with threads=1, packing included; Pinocchio: computeABADerivatives "
        "and computeRNEADerivatives, one state at a time. All give three matrices.",
        "ratio",
    )
    rivals = {}
    for mechanism in mechanisms():
        state, many = states(mechanism), states(mechanism, STATES)
        peer = Pinocchio(mechanism)
        for of, ours in OURS.items():
            theirs = partial(THEIRS[of], peer.model, peer.data, *peer.ordered(*state))
            theirs()
            expected = peer.data.ddq_dv if of == "forward" else peer.data.dtau_dv
            agree(
                peer.ordered(*state[:2], ours(mechanism, *state).by_u[:, 0])[2],
                expected[:, _first(peer)],
                mechanism.name,
            )
            rivals[mechanism, of] = {
                "one": partial(ours, mechanism, *state),
                "many": partial(ours, mechanism, *many, threads=1),
                "pinocchio": theirs,
            }
    for (mechanism, of), best in race_all(effort, rivals).items():
        one, state, theirs = best["one"], best["many"] / STATES, best["pinocchio"]
        values = {"bough": Quantity(one), "Pinocchio": Quantity(theirs)}
        target = ONE_CALL[mechanism.n]
        part.rows.append(Row(f"{mechanism.name}, {of}, one call", values, Quantity(theirs / one, "x"), target))
        values = {"bough": Quantity(state), "Pinocchio": Quantity(theirs)}
        part.rows.append(Row(f"{mechanism.name}, {of}, state of {STATES}", values, Quantity(theirs / state, "x"), 8.0))
    return part


def _first(peer: Pinocchio) -> int:
    """Where our first velocity is in Pinocchio's order."""
    return int(peer.peer._u_order.tolist().index(0))


def operations() -> Part:
    """Part 23."""
    part = Part(
        23,
        "Operations of derivatives, by how they are made",
        "Nodes of the graph. Composite: as bough does it, for forward dynamics without the columns that a loop solves for if there are more than 10 DoFs; "
        "by directions: the graph of the dynamics, differentiated along every q, u and τ or u̇.",
        "by directions / composite",
    )
    for mechanism in mechanisms():
        tree = compiled(mechanism)
        inverse = Entry(joint_forces, tree.arrays, tree.memory(*SWEEP, "travel", "response", "diagonal"))
        forward = composite_bodies.FORMULATION.evaluation(tree, "udu")
        cases = {
            "inverse": (inverse_program(inverse, False), differentiated(inverse, False)),
            "forward": (forward_program(inverse, False, lambda *_: True), differentiated(forward, False)),
        }
        for of, (own, along) in cases.items():
            values = {"composite": Quantity(_nodes(own), ""), "by directions": Quantity(_nodes(along), "")}
            ratio = Quantity(values["by directions"].value / values["composite"].value, "x")
            part.rows.append(Row(f"{mechanism.name}, {of}", values, ratio))
    return part


def _nodes(program) -> int:
    if isinstance(program, ColumnProgram):
        numbers = [x for group in program.numbers for x in group]
        return len(program.graph.needed([*program.terms.outputs, *numbers]))
    return len(program.graph.needed(program.outputs))
