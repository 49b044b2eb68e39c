"""Distributions that a study file can name: some of SciPy's, with the arguments that they take there."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from bough.errors import StateError
from bough.mechanism.checks import listing, remedy, shown

# by name: the arguments that have to be given; all take loc and scale besides
DISTRIBUTIONS: dict[str, tuple[str, ...]] = {
    "norm": (),
    "uniform": (),
    "truncnorm": ("a", "b"),
    "lognorm": ("s",),
    "loguniform": ("a", "b"),
    "triang": ("c",),
    "beta": ("a", "b"),
    "gamma": ("a",),
    "expon": (),
    "weibull_min": ("c",),
    "gumbel_r": (),
    "cosine": (),
}
PLACING = ("loc", "scale")
_INNER = (0.001, 0.5, 0.999)  # shares below which a distribution has to have finite numbers


def distribution(name: object, arguments: Mapping[str, float]) -> Any:
    """The frozen distribution of a name, with arguments by name."""
    if not isinstance(name, str) or name not in DISTRIBUTIONS:
        raise StateError(f"no distribution {shown(name)}: {remedy(name, DISTRIBUTIONS)}")
    needed = DISTRIBUTIONS[name]
    for argument in arguments:
        if argument not in (*needed, *PLACING):
            raise StateError(f"'{name}' takes no {shown(argument)}: {remedy(argument, (*needed, *PLACING))}")
    if missing := [argument for argument in needed if argument not in arguments]:
        raise StateError(f"'{name}' needs {listing(missing)}; see scipy.stats.{name}.")
    import scipy.stats

    frozen = getattr(scipy.stats, name)(**arguments)
    with np.errstate(all="ignore"):
        inner = frozen.ppf(_INNER).tolist()
    if not all(map(math.isfinite, inner)) or arguments.get("scale", 1.0) <= 0.0:
        given = ", ".join(f"{key} = {value:g}" for key, value in arguments.items())
        raise StateError(f"'{name}' is no distribution with {given}; see scipy.stats.{name}.")
    return frozen
