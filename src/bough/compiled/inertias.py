"""The inertias of a tree's bodies, and what forms derive from them: inverses, augmented bodies, bounds."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from bough.mechanism.topology import Topology


class Inertias:
    """Of each body its mass, mass times centre, and tensor about its origin; ``origin``: that of each body in its parent."""

    def __init__(
        self, topology: Topology, origin: np.ndarray, mass: np.ndarray, moment: np.ndarray, tensor: np.ndarray
    ):
        self._topology, self._origin = topology, origin
        self._mass, self._moment, self._tensor = mass, moment, tensor

    def table(self) -> np.ndarray:
        """Mass, mass times centre, and the packed tensor."""
        return np.concatenate((self._mass[:, None], self._moment, _packed(self._tensor)), axis=1)

    def augmented(self, sliding: np.ndarray) -> np.ndarray:
        """Each body with the mass of the subtree of each child that does not slide placed at the child's origin.

        Mass times centre, the packed tensor, and the mass that the body's own joint carries.
        """
        parent, carried = self._topology.parent.tolist(), self._mass.copy()
        for i in range(len(parent) - 1, -1, -1):  # (sums of differences would lose the digits of light bodies)
            if parent[i] >= 0:
                carried[parent[i]] += carried[i]
        child = np.flatnonzero((self._topology.parent >= 0) & ~sliding)
        carrier, origin = self._topology.parent[child], self._origin[child]
        moment, tensor = self._moment.copy(), self._tensor.copy()
        lumped = carried[child, None] * origin
        np.add.at(moment, carrier, lumped)
        squared = np.einsum("ij,ij->i", lumped, origin)[:, None, None]
        np.add.at(tensor, carrier, squared * np.eye(3) - lumped[:, :, None] * origin[:, None, :])
        return np.concatenate((moment, _packed(tensor), carried[:, None]), axis=1)

    def compliance(self) -> np.ndarray:
        """Inverse inertias; NaN for a body without inertia (``multipliers`` does not support such mechanisms)."""
        center, about_center = self._about_center
        inverse = np.full_like(about_center, np.nan)
        regular = ~self.deficient
        inverse[regular] = np.linalg.inv(about_center[regular])
        mass = np.where(regular, self._mass, np.nan)
        return np.concatenate((1.0 / mass[:, None], center, _packed(inverse)), axis=1)

    @cached_property
    def _about_center(self) -> tuple[np.ndarray, np.ndarray]:
        """Centres of mass, and tensors about them."""
        mass = np.where(self._mass > 0, self._mass, 1.0)
        center = self._moment / mass[:, None]
        squared = np.einsum("ij,ij->i", center, center)[:, None, None]
        outer = center[:, :, None] * center[:, None, :]
        return center, self._tensor - mass[:, None, None] * (squared * np.eye(3) - outer)

    @cached_property
    def deficient(self) -> np.ndarray:
        """Bodies whose 6 x 6 inertia has no inverse: no mass, or no inertia about some line through the centre."""
        return (self._mass <= 0) | (self.least_moment <= 1e-14 * np.trace(self._tensor, axis1=1, axis2=2))

    @cached_property
    def carried(self) -> tuple[np.ndarray, np.ndarray]:
        """Mass of a body's descendants, and their inertia about the body's origin, stretched out, with slides at zero."""
        topology, mass = self._topology, self._mass
        reach = topology.path_sums(np.linalg.norm(self._origin, axis=1))
        hanging, first, second = (topology.hanging_sums(x) for x in (mass, mass * reach, mass * reach**2))
        away = second - 2.0 * reach * first + reach**2 * hanging  # Σ m (s_b - s_i)²
        return hanging, np.maximum(away, 0.0) + topology.hanging_sums(self.moment_bound)

    @cached_property
    def moment_bound(self) -> np.ndarray:
        """Half the trace of each body's tensor about its origin: between its largest principal moment and one and a half times that."""
        return 0.5 * np.trace(self._tensor, axis1=1, axis2=2)

    @cached_property
    def least_moment(self) -> np.ndarray:
        """The smallest principal moment of each body about its centre of mass."""
        return np.linalg.eigvalsh(self._about_center[1])[:, 0]


def _packed(symmetric: np.ndarray) -> np.ndarray:
    return symmetric[:, (0, 0, 0, 1, 1, 2), (0, 1, 2, 1, 2, 2)]
