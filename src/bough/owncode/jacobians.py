"""The Jacobian of a body's origin, and its rate along the motion, as programs of a mechanism's own code."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from bough.arithmetic.spatial import add, add_cross, load3, load9, multiply
from bough.compiled.entries import Entry
from bough.owncode.derivatives import sizes_of
from bough.owncode.program_entry import Maker
from bough.owncode.tracing import Program, tracing
from bough.passes.motion import put_all_rates
from bough.passes.sweep import pose_with_columns, quaternions_are_unit, row9


def jacobian_program(body: int, with_rate: bool) -> Maker:
    """Rows of n numbers of a body of the user: velocity of its origin (3), angular velocity (3), along ground axes.

    Then the rotation of the body, row by row in three columns; if ``with_rate``, the rates of all these follow.
    """
    return partial(_program, body, with_rate)


def _program(body: int, with_rate: bool, entry: Entry, wrenches: bool) -> Program:
    with tracing(entry, sizes_of(entry), wrenches) as (graph, tree, work, (q, u, tau, loads)):
        fine = quaternions_are_unit(tree, q)
        row, path = tree.carrier[body], list[int]()
        while row >= 0:
            path.insert(0, row)
            row = tree.parent[row]
        for i in path:
            pose_with_columns(tree, i, q, work)
        table: Any = np.zeros((6, tree.dofs), object)
        arm: tuple[Any, Any, Any] = (0.0, 0.0, 0.0)  # from the origin of a body on the path
        for i in reversed(path):
            for d in range(tree.dof[i], tree.dof[i + 1]):
                along, axis = load3(work.columns, d, 0), load3(work.columns, d, 3)
                table[:3, tree.dof_user[d]], table[3:, tree.dof_user[d]] = add_cross(along, axis, arm), axis
            arm = add(arm, load3(work.offset, i, 0))
        rotation = multiply(load9(work.rotation, tree.carrier[body], 0), row9(tree.attach, body, 0))
        outputs = [graph.number(x) for x in (*table.ravel(), *rotation)]
        if with_rate:
            q_dot = np.zeros(tree.coordinates, object)
            put_all_rates(tree, q, u, q_dot)
            outputs += graph.derivatives(outputs, dict(enumerate(q_dot)))
        if not fine:
            raise ArithmeticError
        return Program(graph, (len(q), len(u), len(tau), loads.size), outputs, list(graph.checks))
