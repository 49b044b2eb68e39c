"""Prices of closing loops: the kernels of ``passes/loops.py`` and ``passes/closing.py``."""

from __future__ import annotations

import numpy as np

from bough.arithmetic.tally import (
    ADD,
    ADD_CROSS,
    ADD_SCALED,
    APPLY,
    CALL,
    CROSS,
    DOT,
    DOT6,
    MULTIPLY,
    NOTHING,
    PRODUCT,
    QUOTIENT,
    ROOT,
    SCALE,
    SUM,
    TERM,
    Operations,
    Tally,
)
from bough.mechanism.joints import KINDS
from bough.mechanism.joints.base import Kind
from bough.passes.arrays import Tree
from bough.passes.prices import Census

_TURN_BETWEEN = 3 * CROSS + 2 * ADD + 3 * DOT + 2 * SUM + (SUM + QUOTIENT) + SCALE


def close_loops(tree: Tree, census: Census) -> Operations:
    """``close_loops``: survey, and the Schur complement."""
    kinds = [KINDS[code] for code in tree.kind[tree.bodies + 1 :].tolist()]
    surveyed = [_surveyed(tree, k, kind) for k, kind in enumerate(kinds)]
    filled = [_filled(tree, k, kind) for k, kind in enumerate(kinds)]
    return Operations(
        passes=census.bodies * CALL + _travelled(census) + sum(surveyed, NOTHING),
        rows=sum(filled, NOTHING),
    ) + _closed(tree)


def _travelled(census: Census) -> Tally:
    """``travel`` of all bodies."""
    turned = census.hinges * ADD_SCALED + census.other_dofs * (2 * ADD_SCALED) + census.rheonomic * (2 * ADD)
    return census.children * (ADD + ADD_CROSS) + turned


def _surveyed(tree: Tree, k: int, kind: Kind) -> Tally:
    """``place_loop``, ``move_loop`` and ``accelerate_loop``."""
    row, prices = tree.bodies + 1 + k, kind.prices
    body, other = bool(tree.loop_body[k] >= 0), bool(tree.parent[row] >= 0)
    frames = sum((MULTIPLY + APPLY + ADD if end else 12 * SUM for end in (body, other)), NOTHING)
    pose = (APPLY if other else 4 * SUM) + prices.place
    if not tree.upright[row]:
        pose += MULTIPLY
    if not kind.is_hinge:
        pose += ADD
    placed = frames + 4 * APPLY + ADD + prices.measure + pose + prices.normals + 2 * ADD + _TURN_BETWEEN
    moved = (body + other) * (ADD + ADD_CROSS) + 2 * ADD + prices.duals + len(kind.columns) * DOT6
    if kind.is_driven:
        moved += 2 * ADD
    steered = CROSS + 2 * ADD_CROSS if other else ADD
    if kind.is_hinge:
        steered += SCALE + ADD_CROSS + ADD
    else:
        own = (CROSS + ADD_SCALED + ADD) + (ADD_CROSS + ADD) + ADD
        steered += len(kind.columns) * (2 * ADD_SCALED) + prices.drift + own
    accelerated = steered + (ADD + 2 * ADD_CROSS + CROSS if body else ADD) + 2 * ADD
    return CALL + placed + moved + accelerated + 3 * len(kind.normal_columns) * DOT6


def _filled(tree: Tree, k: int, kind: Kind) -> Tally:
    """``fill_loop``: nothing is multiplied where a column and a constraint both have a constant linear half."""
    bodies = _bodies(tree, k)
    columns = "".join(KINDS[tree.kind[i]].columns for i in bodies)
    constraints = len(kind.normal_columns)
    constant = columns.count("a") * (kind.normal_columns.count("1") + kind.normal_columns.count("a"))
    entries = constraints * len(columns)
    return (
        constraints * len(bodies) * (ADD + ADD_CROSS)
        + entries * (CALL + DOT + SUM + PRODUCT)
        + (entries - constant) * DOT
    )


def _bodies(tree: Tree, k: int) -> list[int]:
    """The bodies on both paths of a loop, up to its root."""
    found = []
    for i in (int(tree.loop_body[k]), int(tree.parent[tree.bodies + 1 + k])):
        while i != tree.loop_root[k]:
            found.append(i)
            i = int(tree.parent[i])
    return found


def _closed(tree: Tree) -> Operations:
    """``close``."""
    rows = np.diff(tree.loop_at)  # constraints of each loop
    lengths = np.diff(tree.loop_dof_at)
    ancestors = np.diff(tree.row_at) - 1  # of each DoF
    count, n = tree.loop_constraints, tree.dofs
    halves = int(rows @ lengths)
    carried = int(
        sum(r * ancestors[d].sum() for r, d in zip(rows, np.split(tree.loop_dofs, tree.loop_dof_at[1:-1]), strict=True))
    )
    products = int(sum(r * (rows[:k] @ lengths[:k]) for k, r in enumerate(rows)) + (rows * (rows + 1) // 2) @ lengths)
    entries = count * (count + 1) // 2
    below = count * (count - 1) // 2
    cubic = count * (count - 1) * (count - 2) // 6
    factors = cubic * TERM + below * (PRODUCT + TERM) + count * (2 * TERM + 2 * SUM + ROOT + QUOTIENT)
    return Operations(
        rows=entries * CALL + products * TERM + int(rows @ tree.loop_either) * TERM,
        packed=(halves + entries) * CALL + n * (ROOT + QUOTIENT) + halves * PRODUCT + carried * TERM + factors,
        substitution=(n + count) * CALL
        + (2 * below) * TERM
        + (2 * count) * PRODUCT
        + halves * TERM
        + n * (2 * PRODUCT + SUM)
        + int(ancestors.sum()) * TERM,
    )
