"""Forces of a mechanism and wrenches from outside, along bodies' own axes.

Forces on joints are joint forces, and need no wrenches. Forces on bodies run by their own kernels along ground axes.
"""

from __future__ import annotations

from typing import Any

from bough.mechanism.following import time_of
from bough.mechanism.forces.base import ON_BODIES
from bough.owncode.body_axes.screws import Turn, Vector, cross, plus
from bough.passes.arrays import Tree, Work
from bough.passes.motion import travel
from bough.passes.sweep import clear_forces, pose, remember
from bough.passes.switches import SEVERAL, body_force_of_kind, joint_force_of_kind


def driven(tree: Tree, work: Work, q: Any, u: Any, tau: Any) -> Vector:
    """Joint forces with those of springs, motors and the like, in the user's order."""
    found = list(tau)
    if tree.forces == tree.body_forces:
        return found
    remember(tree, q, u, 0, work)
    t = time_of(tree, work.given)
    for k in range(tree.forces):
        kind, at, where = tree.force_kind[k], tree.force_at[k], tree.force_place_at[k]
        if kind >= ON_BODIES:
            continue
        first = tree.force_places[where + 2]
        if kind == SEVERAL.code:
            inputs, outputs = SEVERAL.act(tree, where, work)
            given = work.law[inputs : inputs + outputs, 0].tolist()
        else:
            x, v = work.given[tree.force_places[where + 3], 0], u[first]
            given = [joint_force_of_kind(kind, tree, at, where, t, x, v)[0]]
        for n, force in enumerate(given):
            found[first + n] = found[first + n] + force
    return found


def wrenches_on(tree: Tree, work: Work, q: Any, u: Any, wrenches: Any) -> dict[int, tuple[Vector, Vector]]:
    """Forces and moments on bodies, about the origins and along the axes that the tree gives them."""
    found: dict[int, tuple[Vector, Vector]] = {}

    def add(i: int, force: Vector, moment: Vector) -> None:
        before = found.get(i, ([0.0] * 3, [0.0] * 3))
        found[i] = plus(before[0], force), plus(before[1], moment)

    for b in range(len(wrenches)):
        if (i := tree.carrier[b]) >= 0:
            turn = Turn(tree.attach[b, :9].reshape(3, 3).tolist())
            force, moment = turn.turned(wrenches[b, :3]), turn.turned(wrenches[b, 3:])
            add(i, force, plus(moment, cross(tree.attach[b, 9:].tolist(), force)))
    if tree.body_forces:
        remember(tree, q, u, 0, work)
        t = time_of(tree, work.given)
        for i in range(tree.bodies):
            pose(tree, i, q, work)
            travel(tree, i, u, 0, work)
        clear_forces(tree, work)
        for k in range(tree.forces):
            if tree.force_kind[k] >= ON_BODIES:
                body_force_of_kind(tree.force_kind[k], tree, tree.force_at[k], tree.force_place_at[k], t, work)
        for i in range(tree.bodies):
            # (what acts is subtracted there)
            turn = Turn((-work.rotation[i]).reshape(3, 3).tolist())
            add(i, turn.turned_back(work.force[i, :3].tolist()), turn.turned_back(work.force[i, 3:].tolist()))
    return found
