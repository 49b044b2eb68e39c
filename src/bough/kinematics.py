"""More of kinematics than :mod:`bough` itself has: rates of coordinates, Jacobians, mobility and closed loops."""

from bough.api import (
    assemblies,
    consistent_velocities,
    coordinate_rates,
    mobility,
    point_jacobian,
    point_jacobian_rate,
    velocities_from_rates,
)

__all__ = [
    "assemblies",
    "consistent_velocities",
    "coordinate_rates",
    "mobility",
    "point_jacobian",
    "point_jacobian_rate",
    "velocities_from_rates",
]
