"""Derivatives: of accelerations and forces, by states and by parameters of the mechanism, and of whole motions."""

from bough.api import derivatives_sparsity, forward_derivatives, inverse_derivatives, parameter_derivatives
from bough.simulation import sensitivities

__all__ = [
    "derivatives_sparsity",
    "forward_derivatives",
    "inverse_derivatives",
    "parameter_derivatives",
    "sensitivities",
]
