"""The tables of joints that close loops.

Each has a row after those of the bodies and one more, as if it led from its ``other`` to a body without inertia. The
kernels of joints then serve it as they are; its coordinates and velocities are measured, not integrated.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bough.compiled.driven import moved_rows
from bough.compiled.rows import Rows
from bough.compiled.spans import span_tables
from bough.mechanism.checks import numbers
from bough.mechanism.mechanism import Mechanism
from bough.mechanism.topology import Topology
from bough.passes.arrays import Tree


def loop_tables(mechanism: Mechanism, rows: Rows, arrays: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """The arrays of a tree with the rows of its loops, and the tables of the loops themselves."""
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

    def more(name: str, values: Any) -> np.ndarray:
        """A table of the bodies, an unused row, and the loops' rows."""
        old = arrays[name]
        return np.concatenate((old, np.zeros((1, *old.shape[1:]), old.dtype), np.asarray(values)))

    codes = np.array([joint.code for joint in joints])
    constants = numbers([[*joint.constants(), *[0.0] * 6][:6] for joint in joints])
    tables = {
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
        "loop_root": np.array([_root(topology.parent, *end) for end in ends]),
        "loop_at": starts(constraints),
        "loop_mount": np.array(frames),
    }
    return tables | span_tables(topology.parent, topology.dofs, tables)


def loop_places(mechanism: Mechanism, topology: Topology, coordinates: int) -> dict[str, tuple[int, int, int, int]]:
    """Per loop: its row, its first DoF, and the places after u and q that forces find its velocities and coordinates at.

    What is measured follows q and u in ``work.given``, coordinates first. ``coordinates``: those of the tree.
    """
    loops = mechanism.loops
    q, u = (
        np.cumsum([0, *(len(getattr(loop.joint, f"{letter}_names")) for loop in loops.values())]) for letter in "qu"
    )
    row, n = len(topology.names) + 1, topology.n
    return {
        name: (row + k, n + int(u[k]), n + int(q[-1]) + int(u[k]), coordinates + n + int(q[k]))
        for k, name in enumerate(loops)
        if name not in mechanism.body_index
    }


def path_tables(parent: np.ndarray, dof: np.ndarray, loops: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """The DoFs on the paths of the loops, for rows of G. ``parent``, ``dof``: of the bodies."""
    others = loops["parent"][len(parent) + 1 :]
    paths = [
        [_dofs(parent, dof, start, end) for start, end in ((body, root), (other, root), (root, -1))]
        for body, other, root in zip(loops["loop_body"], others, loops["loop_root"], strict=True)
    ]
    own, others, shared = np.array([[len(part) for part in path] for path in paths]).T
    lengths = own + others + shared
    dofs = np.array([d for path in paths for part in path for d in part], np.int64)
    half_at = starts(np.diff(loops["loop_at"]) * lengths)
    return {
        "loop_own": own,
        "loop_either": own + others,
        "loop_dof_at": starts(lengths),
        "loop_dofs": dofs,
        "loop_half_at": half_at,
        **_stretches(dofs, lengths, half_at, np.diff(loops["loop_at"])),
    }


def _stretches(
    dofs: np.ndarray, lengths: np.ndarray, half_at: np.ndarray, constraints: np.ndarray
) -> dict[str, np.ndarray]:
    """The DoFs of all loops, cut where the loops that share them change: products of rows are taken along stretches."""
    loop, n = np.repeat(np.arange(len(lengths)), lengths), int(dofs.max(initial=-1)) + 1
    place = np.arange(len(dofs)) - starts(lengths)[loop]
    before = np.where(place > 0, np.roll(dofs, 1), -1)
    count, lowest, highest = np.bincount(dofs, minlength=n), np.full(n, n), np.full(n, -1)
    np.minimum.at(lowest, dofs, before)
    np.maximum.at(highest, dofs, before)
    # a DoF goes on with a stretch if it comes after the same DoF on all its loops, and that one has no others
    goes_on = (lowest == highest) & (lowest >= 0) & (count[lowest - (lowest == n)] == count)
    heads = np.flatnonzero(~goes_on[dofs])
    length = np.diff(heads, append=len(dofs))
    order = np.argsort(dofs[heads], kind="stable")
    heads, length = heads[order], length[order]
    is_first = np.diff(dofs[heads], prepend=-1) != 0
    firsts, loop, at = np.flatnonzero(is_first), loop[heads], half_at[loop[heads]] + place[heads]
    new_run = np.flatnonzero(is_first | (np.diff(loop, prepend=-1) != 1))
    total = starts(constraints[loop])
    return {
        "stretch_at": np.append(firsts, len(heads)),
        "stretch_length": length[firsts],
        "stretch_width": np.diff(total[np.append(firsts, len(heads))]),
        "stretch_loop": loop,
        "stretch_half": at,
        "stretch_run": np.append(new_run, len(heads))[np.searchsorted(new_run, np.arange(len(heads)), "right")],
    }


def starts(sizes: np.ndarray) -> np.ndarray:
    """Where parts of given sizes start, and the total."""
    return np.concatenate(([0], np.cumsum(sizes)))


def survey_memory(tree: Tree) -> dict[str, int]:
    """Rows of the work arrays that a survey of loops needs, besides those of a sweep."""
    rows = tree.bodies + 1 + tree.loops
    dofs = int(tree.dof[rows])
    with_loops = dict.fromkeys(("rotation", "offset", "motion", "travel"), rows)
    measured = max(1, tree.loop_coordinates + dofs - tree.dofs)  # (kernels look at the first number for its type)
    return with_loops | {
        "columns": int(tree.dof[-1]),
        "duals": dofs,
        "normals": tree.loop_constraints,
        "given": tree.coordinates + tree.dofs + (measured if tree.loop_forces else 0),
        "measured": measured,
        "point": tree.loops,
        "gap": tree.loop_constraints,
        "half": int(tree.loop_half_at[-1]) if tree.loop_paths else 0,
        "drift": rows if tree.moved_joints else 0,
        "moved": moved_rows(tree),
        "own": int(tree.own_at[-1]) if len(tree.own_at) else 0,
    }


def closing_memory(tree: Tree) -> dict[str, int]:
    """The same for surveying and closing loops by the factors of the mass matrix."""
    count = tree.loop_constraints
    return survey_memory(tree) | {
        "meeting": int((tree.stretch_length * tree.stretch_width).max(initial=0)),
        "pivot_scale": tree.dofs,
        "scattered": tree.dofs,
        "schur": count * (count + 1) // 2,
        "multiplier": count,
        "chosen": 2 * count + 2,
    }


def spanning_memory(tree: Tree) -> dict[str, int]:
    """The same for surveying and closing loops body by body."""
    count = tree.loop_constraints
    return survey_memory(tree) | {
        "response": tree.bodies,
        "multiplier": count,
        "chosen": 2 * count + 2,
        "carried": 2 * count,
        "extent": count,
        "spanned": int(tree.span_value_at[-1]),
        "blocks": tree.loop_entries,
    }


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


def _root(parent: np.ndarray, one: int, other: int) -> int:
    """The last body that is on both paths to the ground; -1 for the ground."""
    while one != other:  # (parents come first)
        one, other = (int(parent[one]), other) if one > other else (one, int(parent[other]))
    return one


def _dofs(parent: np.ndarray, dof: np.ndarray, start: int, end: int) -> list[int]:
    """The DoFs on the path from a body up to another one, last ones first."""
    found: list[int] = []
    while start != end:
        found.extend(range(dof[start + 1] - 1, dof[start] - 1, -1))
        start = int(parent[start])
    return found
