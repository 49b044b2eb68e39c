"""Parts 1 to 3: our public functions against Pinocchio and MuJoCo, from Python."""

from __future__ import annotations

from functools import partial

import mujoco
from models import MujocoPeer, Pinocchio, agree, humanoid, mechanisms, states
from report import Part, Quantity, Row
from timing import Effort, race_all

import bough as bo

FEW = 256  # states of a batch with which the peers, which take them one by one, are timed


def one_call(effort: Effort) -> Part:
    """Part 1."""
    part = Part(
        1,
        "Forward dynamics, one state, one call from Python",
        "bough: forward_dynamics(mechanism, q, u, tau), by the form that `auto` chooses; Pinocchio: pin.aba, the faster of its two conventions.",
        "ratio",
    )
    rivals = {}
    for mechanism in mechanisms():
        state = states(mechanism)
        peer = Pinocchio(mechanism)
        calls = peer.aba(*state)
        agree(bo.forward_dynamics(mechanism, *state), peer.to_ours(calls["local"]()), mechanism.name)
        rivals[mechanism] = {"bough": partial(bo.forward_dynamics, mechanism, *state), **calls}
    for mechanism, best in race_all(effort, rivals).items():
        ours, theirs = best["bough"], min(best["local"], best["world"])
        target = 3.0 if len(mechanism) == 100 else 2.0
        values = {"bough": Quantity(ours), "pin.aba": Quantity(theirs)}
        part.rows.append(Row(mechanism.name, values, Quantity(theirs / ours, "x"), target))
    return part


def batch(effort: Effort, count: int = 4096) -> Part:
    """Part 2."""
    part = Part(
        2,
        f"Forward dynamics, a batch of {count} states, time per state on one thread",
        "bough: forward_dynamics on (B, n) arrays with threads=1, by the form that `auto` chooses, packing included; Pinocchio: pin.aba in a loop over the states, the faster "
        "of its two conventions, and for information abaInParallel with one thread; MuJoCo: mj_forward.",
        "ratio",
    )
    rivals = {}
    for mechanism in mechanisms():
        state = states(mechanism, count)
        few = [x[:FEW] for x in state]  # a time per state does not depend on how many there are
        peer = Pinocchio(mechanism)
        simulator = MujocoPeer(mechanism)
        u_dot = bo.forward_dynamics(mechanism, *state, threads=1)
        agree(u_dot[0], peer.peer.forward_dynamics(*(x[0] for x in state)), mechanism.name)
        agree(u_dot[0], simulator.forward_dynamics(*(x[0] for x in state)), mechanism.name)
        rivals[mechanism] = {
            "bough": partial(bo.forward_dynamics, mechanism, *state, threads=1),
            **peer.aba_loop(*few),
            "parallel": peer.aba_batch(*few),
            "mujoco": partial(mujoco.mj_forward, simulator.model, simulator.data),
        }
    for mechanism, best in race_all(effort, rivals).items():
        ours, theirs = best["bough"] / count, min(best["local"], best["world"]) / FEW
        values = {
            "bough": Quantity(ours),
            "pin.aba": Quantity(theirs),
            "abaInParallel": Quantity(best["parallel"] / FEW),
            "mj_forward": Quantity(best["mujoco"]),
        }
        target = 8.0 if len(mechanism) < 20 else 10.0
        part.rows.append(Row(mechanism.name, values, Quantity(theirs / ours, "x"), target))
        if len(mechanism) == 100:
            part.rows.append(
                Row(f"{mechanism.name}, against mj_forward", values, Quantity(best["mujoco"] / ours, "x"), 10.0)
            )
    return part


def mass_matrix(effort: Effort) -> Part:
    """Part 3."""
    part = Part(
        3,
        "Mass matrix, factors, one solution, one call from Python",
        "bough: solve_mass_matrix (composite bodies, udu); Pinocchio: crba, cholesky.decompose, cholesky.solve, the faster of its conventions.",
        "ratio",
    )
    targets = {bo.models.binary_tree(4): 2.0, bo.models.binary_tree(8): 5.0, humanoid(): None}
    rivals = {}
    for mechanism in targets:
        q, _, forces = states(mechanism)
        peer = Pinocchio(mechanism)
        calls = peer.solve_mass(q, forces)
        for call in calls.values():
            agree(bo.dynamics.solve_mass_matrix(mechanism, q, forces), peer.to_ours(call()), mechanism.name)
        rivals[mechanism] = {"bough": partial(bo.dynamics.solve_mass_matrix, mechanism, q, forces), **calls}
    for mechanism, best in race_all(effort, rivals).items():
        ours, theirs = best["bough"], min(best["local"], best["world"])
        values = {"bough": Quantity(ours), "Pinocchio": Quantity(theirs)}
        part.rows.append(Row(mechanism.name, values, Quantity(theirs / ours, "x"), targets[mechanism]))
    return part
