"""The tables of driven joints: a row for each joint that a drive moves, after those of bodies and loops."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from bough.mechanism.joints import Driven
from bough.mechanism.mechanism import Mechanism
from bough.passes.arrays import MOVED, Tree


def driven_rows(mechanism: Mechanism, names: tuple[str, ...], has_loops: bool) -> dict[int, tuple[Driven, str]]:
    """The driven joints by row, each with the name of its body or loop. ``names``: those of the bodies' rows."""
    row = {name: i for i, name in enumerate(names)}
    if has_loops:
        # (a weld has the name of the loop, but then it is a part of a body whose joint may be driven)
        row = {name: i for i, name in enumerate(mechanism.loops, len(names) + 1)} | row
    return {row[one.name]: (joint, one.name) for one, joint in mechanism.driven if one.name in row}


def driven_tables(
    arrays: Mapping[str, np.ndarray], driven: Mapping[int, tuple[Driven, str]], signals: Mapping[str, int]
) -> dict[str, np.ndarray]:
    """The arrays of a tree with the rows of joints that drives move. ``signals``: the first of each driven joint."""
    count = len(arrays["kind"])
    joints = [joint.joint for joint, _ in driven.values()]
    first = 1 + MOVED * np.arange(len(joints))  # (the time comes first)
    dofs = np.cumsum([0, *(len(joint.u_names) for joint in joints)])

    def more(name: str, values: Any) -> np.ndarray:
        """A table of all rows so far, an unused row, and the new ones."""
        old = arrays[name]
        return np.concatenate((old, np.zeros((1, *old.shape[1:]), old.dtype), np.asarray(values)))

    def by_row(values: Any) -> np.ndarray:
        found = np.full(count, -1)
        found[list(driven)] = values
        return found

    return {
        "kind": more("kind", [joint.code for joint in joints]),
        "constants": more("constants", [[*joint.constants(), *[0.0] * 6][:6] for joint in joints]),
        "q_at": more("q_at", first),
        "u_at": more("u_at", first),
        "dof": np.concatenate((arrays["dof"], arrays["dof"][-1] + dofs)),
        # (its normals may take the place of those of the driven joint, which are no fewer)
        "normal": np.concatenate((arrays["normal"], arrays["normal"][list(driven)])),
        "driven_by": by_row([signals[name] for _, name in driven.values()]),
        "moved": by_row(count + 1 + np.arange(len(joints))),
        "moved_turn": by_row([joint.turn for joint, _ in driven.values()]),
    }


def moved_rows(tree: Tree) -> int:
    """Rows of work.moved."""
    return 1 + MOVED * tree.moved_joints if tree.moved_joints else 0
