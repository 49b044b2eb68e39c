"""The tables of joints that close loops.

Each has a row after those of the bodies and one more, as if it led from its ``other`` to a body without inertia. The
kernels of joints then serve it as they are; its coordinates and velocities are measured, not integrated.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from bough.compiled.rows import Rows
from bough.mechanism.joints import Driven
from bough.mechanism.loop import Loop
from bough.mechanism.mechanism import Mechanism
from bough.mechanism.topology import Topology


def loop_tables(
    mechanism: Mechanism, rows: Rows, arrays: dict[str, np.ndarray], signals: Mapping[str, int]
) -> dict[str, np.ndarray]:
    """The arrays of a tree with the rows of its loops, and the tables of the loops themselves.

    ``signals``: those of driven joints, by the names of bodies and loops.
    """
    loops = list(mechanism.loops.values())
    topology, joints = rows.topology, [loop.joint for loop in loops]
    ends = [(_row(mechanism, rows, loop.body), _row(mechanism, rows, loop.other)) for loop in loops]
    mounts, frames = [], []
    for loop in loops:
        before, after = loop.joint.frames()
        mounts.append(_placed(mechanism, rows, loop.other, loop.other_rotation @ before, loop.other_at))
        frames.append(_placed(mechanism, rows, loop.body, loop.rotation @ after, loop.at))
    mount = np.array(mounts)
    dofs = np.array([len(joint.u_names) for joint in joints])
    coordinates = np.array([len(joint.q_names) for joint in joints])
    constraints = 6 - dofs
    paths = [_paths(topology.parent, arrays["dof"], *end) for end in ends]
    supports = [np.concatenate(path[:3]) for path in paths]
    halves = constraints * np.array([len(support) for support in supports])

    def more(name: str, values: Any) -> np.ndarray:
        """A table of the bodies, an unused row, and the loops' rows."""
        old = arrays[name]
        return np.concatenate((old, np.zeros((1, *old.shape[1:]), old.dtype), np.asarray(values)))

    def starts(sizes: np.ndarray) -> np.ndarray:
        return np.concatenate(([0], np.cumsum(sizes)))

    codes = np.array([joint.code for joint in joints])
    constants = np.array([[*joint.constants(), *[0.0] * 6][:6] for joint in joints], float)
    # (a weld has the name of the loop, but it is its part whose joint may be driven)
    followed = [signals.get(loop.name, -1) if isinstance(loop.joint, Driven) else -1 for loop in loops]
    driven = {"driven_by": more("driven_by", followed)} if signals else {}
    return driven | {
        "parent": more("parent", [other for _, other in ends]),
        "kind": more("kind", codes),
        "constants": more("constants", constants),
        "mount": more("mount", mount),
        "upright": more("upright", np.abs(mount[:, :9] - np.eye(3).ravel()).max(axis=1) < 1e-15),
        "q_at": more("q_at", starts(coordinates)[:-1]),
        "u_at": more("u_at", starts(dofs)[:-1]),
        # (these have the total as their own last entry)
        "dof": np.concatenate((arrays["dof"], topology.n + starts(dofs))),
        "normal": np.concatenate((arrays["normal"], starts(constraints))),
        "loop_body": np.array([body for body, _ in ends]),
        "loop_root": np.array([path[3] for path in paths]),
        "loop_at": starts(constraints),
        "loop_own": np.array([len(path[0]) for path in paths]),
        "loop_either": np.array([len(path[0]) + len(path[1]) for path in paths]),
        "loop_dof_at": starts(np.array([len(support) for support in supports])),
        "loop_dofs": np.concatenate(supports),
        "loop_half_at": starts(halves),
        "loop_mount": np.array(frames),
    }


def loop_places(mechanism: Mechanism, topology: Topology, coordinates: int) -> dict[str, tuple[int, int, int, int]]:
    """Per loop: its row, its first DoF, and the places after u and q that forces find its velocities and coordinates at.

    What is measured follows q and u in ``work.given``, coordinates first. ``coordinates``: those of the tree.
    """
    loops = mechanism.loops
    q, u = (np.cumsum([0, *(len(names(loop)) for loop in loops.values())]) for names in (_coordinates, _velocities))
    row, n = len(topology.names) + 1, topology.n
    return {
        name: (row + k, n + int(u[k]), n + int(q[-1]) + int(u[k]), coordinates + n + int(q[k]))
        for k, name in enumerate(loops)
        if name not in mechanism.body_index
    }


def survey_memory(mechanism: Mechanism, bodies: int, coordinates: int, dofs: int) -> dict[str, int]:
    """Rows of the work arrays that a survey of loops needs. ``bodies``, ``coordinates``, ``dofs``: those of the tree."""
    loops = mechanism.loops.values()
    own, measured = (sum(len(names(loop)) for loop in loops) for names in (_velocities, _coordinates))
    constraints = sum(loop.constraints for loop in loops)
    with_loops = dict.fromkeys(("rotation", "offset", "motion", "travel"), bodies + 1 + len(loops))
    return with_loops | {
        "columns": dofs + own,
        "duals": dofs + own,
        "normals": constraints,
        "given": coordinates + dofs,
        "measured": max(1, measured + own),  # (kernels look at the first number for its type)
        "point": len(loops),
        "gap": constraints,
        "drift": bodies + 1 + len(loops) if mechanism.driven_names else 0,
    }


def closing_memory(mechanism: Mechanism, dofs: int) -> dict[str, int]:
    """Rows of the work arrays that closing surveyed loops needs."""
    constraints = sum(loop.constraints for loop in mechanism.loops.values())
    return {
        "pivot_scale": dofs,
        "scattered": dofs,
        "schur": constraints * (constraints + 1) // 2,
        "multiplier": constraints,
        "chosen": 2 * constraints + 2,
    }


def _velocities(loop: Loop) -> tuple[str, ...]:
    return loop.joint.u_names


def _coordinates(loop: Loop) -> tuple[str, ...]:
    return loop.joint.q_names


def _row(mechanism: Mechanism, rows: Rows, name: str) -> int:
    """The row that carries a body; -1 for the ground."""
    return int(rows.carrier[mechanism.body_index[name]]) if name in mechanism.body_index else -1


def _placed(mechanism: Mechanism, rows: Rows, name: str, rotation: np.ndarray, at: np.ndarray) -> np.ndarray:
    """A frame in a body as one in the row that carries it: rotation (9), origin (3)."""
    if name not in mechanism.body_index:
        return np.concatenate((rotation.ravel(), at))
    attach = rows.attach[mechanism.body_index[name]]
    turn = attach[:9].reshape(3, 3)
    return np.concatenate(((turn @ rotation).ravel(), attach[9:] + turn @ at))


def _paths(
    parent: np.ndarray, dof: np.ndarray, body: int, other: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray, int]:
    """DoFs from the body to the loop's root, from the other body to it, and from it to the ground, last ones first."""
    above = [_to_ground(parent, end) for end in (body, other)]
    common = [row for row in above[0] if row in set(above[1])]
    root = common[0] if common else -1
    parts = [above[0][: len(above[0]) - len(common)], above[1][: len(above[1]) - len(common)], common]
    own, others, shared = (
        np.array([d for row in part for d in range(dof[row + 1] - 1, dof[row] - 1, -1)], np.int64) for part in parts
    )
    return own, others, shared, root


def _to_ground(parent: np.ndarray, row: int) -> list[int]:
    path = []
    while row >= 0:
        path.append(row)
        row = int(parent[row])
    return path
