"""Prices of closing loops: the kernels of ``passes/loops.py``, ``passes/closing.py`` and ``passes/spans.py``."""

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
from bough.mechanism.joints.base import Kind, Prices
from bough.passes.arrays import Tree
from bough.passes.driving import price_of_drive
from bough.passes.prices import Census
from bough.solvers.dependent import COUNTED_PIVOT

_TURN_BETWEEN = 3 * CROSS + 2 * ADD + 3 * DOT + 2 * SUM + (SUM + QUOTIENT) + SCALE


def close_loops(tree: Tree, census: Census) -> Operations:
    """``close_loops``: survey, and the Schur complement."""
    return survey_loops(tree, census) + _closed(tree)


def survey_loops(tree: Tree, census: Census) -> Operations:
    """``survey_loops``, with the rows of G."""
    filled = [_filled(tree, k, kind) for k, kind in enumerate(_kinds(tree))]
    return _survey(tree, census) + Operations(rows=sum(filled, NOTHING))


def factorised(count: int) -> Tally:
    """``factorise``, with a call for every run: rows are taken four at a time."""
    runs = sum(c // 4 + c % 4 for c in range(count))
    below, cubic = count * (count - 1) // 2, (count + 1) * count * (count - 1) // 6
    return runs * CALL + cubic * TERM + below * PRODUCT + count * (COUNTED_PIVOT + QUOTIENT)


def substituted(count: int) -> Tally:
    """``substitute``."""
    return (count * (count - 1)) * TERM + (2 * count) * PRODUCT


def _kinds(tree: Tree) -> list[Kind]:
    """The kinds of the joints that close loops."""
    return [KINDS[code] for code in tree.kind[tree.bodies + 1 : tree.bodies + 1 + tree.loops].tolist()]


def _survey(tree: Tree, census: Census) -> Operations:
    """``survey``, without the rows of G."""
    surveyed = [_surveyed(tree, k, kind) for k, kind in enumerate(_kinds(tree))]
    return Operations(passes=census.bodies * CALL + _travelled(census) + sum(surveyed, NOTHING))


def _travelled(census: Census) -> Tally:
    """``travel`` of all bodies."""
    turned = census.hinges * ADD_SCALED + census.other_dofs * (2 * ADD_SCALED) + census.rheonomic * (2 * ADD)
    return census.children * (ADD + ADD_CROSS) + turned


def _surveyed(tree: Tree, k: int, kind: Kind) -> Tally:
    """``place_loop``, ``move_loop`` and ``accelerate_loop``."""
    row = tree.bodies + 1 + k
    prices = prices_of(tree, row)
    body, other = bool(tree.loop_body[k] >= 0), bool(tree.parent[row] >= 0)
    frames = sum((MULTIPLY + APPLY + ADD if end else 12 * SUM for end in (body, other)), NOTHING)
    placed = frames + 4 * APPLY + prices.measure + prices.place + prices.normals + 4 * ADD + _TURN_BETWEEN
    if kind.is_driven:
        placed += price_of_drive(tree, row)
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


def prices_of(tree: Tree, row: int) -> Prices:
    """The prices of a row's joint, with what the programs of a user's own one cost."""
    own = tree.own_joints[row] if len(tree.own_joints) else None
    prices = KINDS[tree.kind[row]].prices
    return prices if own is None else prices + own.prices


def _filled(tree: Tree, k: int, kind: Kind) -> Tally:
    """``fill_loop`` and ``clear_vanishing``."""
    bodies = bodies_of(tree, k)
    columns = "".join(KINDS[tree.kind[i]].columns for i in bodies)
    constraints = len(kind.normal_columns)
    entries = constraints * len(columns)
    filled = constraints * (ADD + len(bodies) * (ADD + ADD_CROSS)) + entries * (CALL + DOT6 + PRODUCT)
    reach = len(bodies) * (ADD + DOT) + len(columns) * (SUM + SUM + TERM) + _varying(columns) * DOT + 2 * SUM
    reach += constraints * (2 * PRODUCT + 2 * SUM + TERM) + _varying(kind.normal_columns) * DOT
    return filled + reach + entries * (TERM + PRODUCT)


def _varying(columns: str) -> int:
    """How many halves of columns vary with the state."""
    return columns.count("l") + columns.count("a") + 2 * columns.count("s")


def bodies_of(tree: Tree, k: int) -> list[int]:
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
    width, length = tree.stretch_width, tree.stretch_length
    # of stretches: runs if their loops follow one another, and products
    runs, products = int(width @ (length // 4 + length % 4)), int((width * (width + 1) // 2) @ length)
    return Operations(
        rows=int(rows @ tree.loop_either) * TERM,
        packed=(halves + runs) * CALL
        + products * TERM
        + n * (ROOT + QUOTIENT)
        + halves * PRODUCT
        + carried * TERM
        + factorised(count),
        substitution=(n + count) * CALL
        + substituted(count)
        + halves * TERM
        + n * (2 * PRODUCT + SUM)
        + int(ancestors.sum()) * TERM,
    )


def span_loops(tree: Tree, census: Census) -> Operations:
    """Survey, and all steps of ``span``."""
    found = survey_loops(tree, census) if tree.loop_paths else _survey(tree, census)
    found += sum((_spanned(tree, i) for i in range(tree.bodies)), _started(tree))
    return sum((_eliminated(tree, k) for k in range(tree.loops)), found)


def _started(tree: Tree) -> Operations:
    """``start``."""
    sizes = np.diff(tree.loop_at)
    ends = (tree.loop_body >= 0).astype(int) + (tree.parent[tree.bodies + 1 : tree.bodies + 1 + tree.loops] >= 0)
    angular = sum(kind.normal_columns.count(letter) for kind in _kinds(tree) for letter in "as")
    wrenches = int(sizes @ ends) * (ADD + ADD_CROSS) + int(sizes.sum()) * (ADD + DOT)
    return Operations(passes=wrenches + angular * DOT)


def _spanned(tree: Tree, i: int) -> Operations:
    """``carry`` and ``release`` for body i."""
    sizes = np.diff(tree.loop_at)[tree.span_loop[tree.span_at[i] : tree.span_at[i + 1]]]
    if not len(sizes):
        return Operations()
    count, columns = int(sizes.sum()), KINDS[tree.kind[i]].columns
    dofs = len(columns)
    taken = 2 * DOT + 4 * PRODUCT + 4 * SUM + TERM + 2 * ADD_SCALED
    behind = np.cumsum(sizes[::-1])[::-1]  # columns of each loop and of those after it
    runs = int(sizes @ np.arange(len(sizes), 0, -1))
    shifted = count * ADD_CROSS if tree.parent[i] >= 0 else NOTHING
    return Operations(
        rows=dofs * count * (CALL + taken)
        + dofs * (2 * PRODUCT + len(sizes) * (ADD + DOT + TERM))
        + _varying(columns) * DOT
        + shifted,
        packed=dofs * (runs * (CALL + PRODUCT) + int(sizes @ behind) * TERM + count * PRODUCT),
        substitution=dofs * (CALL + count * TERM),
    )


def _eliminated(tree: Tree, k: int) -> Operations:
    """``meet``, ``eliminate`` and ``find_multipliers`` for loop k."""
    all_sizes = np.diff(tree.loop_at)
    count, has_root = int(all_sizes[k]), bool(tree.loop_root[k] >= 0)
    front = all_sizes[tree.front_loop[tree.front_at[k] : tree.front_at[k + 1]]]
    columns, pairs = int(front.sum()), count * (count - 1) // 2
    behind = np.cumsum(front[::-1])[::-1]
    subtracted = TERM + (2 * ADD_SCALED if has_root else NOTHING)
    within = sum(c * (c + 1) // 2 for c in range(count))
    pivots = count * (PRODUCT + SUM + COUNTED_PIVOT + QUOTIENT)
    if has_root:
        pivots += count * (2 * ADD + 2 * SCALE + 2 * ADD_SCALED + 21 * TERM)
    runs = pairs * (CALL + PRODUCT + columns * TERM + subtracted) + within * TERM
    others = count * (columns * (CALL + PRODUCT + subtracted) + int(front @ behind) * TERM)
    found = count * (CALL + PRODUCT + columns * TERM) + pairs * TERM
    if has_root:
        found += count * (DOT6 + SUM)
    return Operations(packed=count * CALL + pivots + runs + others, substitution=found)
