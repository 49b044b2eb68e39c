"""Colours of bodies without looks of their own."""

from __future__ import annotations

from bough.looks.colours import LIMBS, PALE_LIMBS
from bough.mechanism.mechanism import Mechanism
from bough.typing import Array

FEW = 12  # up to so many bodies, neighbours in a limb have different shades


def limbs(mechanism: Mechanism) -> list[Array]:
    """A colour for each body: a first child has its parent's, others get a new one.

    Where there are few bodies, a darker and a lighter shade take turns along a limb.
    """
    topology = mechanism.topology
    order, parents = topology.order.tolist(), topology.parent.tolist()
    limb, depth, used, followed = [0] * len(order), [0] * len(order), 0, set()
    for i, parent in enumerate(parents):
        if parent >= 0 and parent not in followed:
            followed.add(parent)
            limb[i], depth[i] = limb[parent], depth[parent] + 1
        else:
            limb[i] = used
            used += 1
    found = [LIMBS[0]] * len(order)
    for k, own, deep in zip(order, limb, depth, strict=True):
        shades = PALE_LIMBS if deep % 2 and len(order) <= FEW else LIMBS
        found[k] = shades[own % len(LIMBS)]
    return found
