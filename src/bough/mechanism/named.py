"""Vectors of coordinates or velocities, indexed by name."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from bough.errors import StateError
from bough.mechanism.checks import remedy


class Named(np.lib.mixins.NDArrayOperatorsMixin):
    """A vector of coordinates or velocities, or one for each of many runs, indexed by name or by number.

    Arithmetic takes it as an array.
    """

    def __init__(self, values: NDArray[Any], places: dict[str, int]):
        self.values, self._places = values, places

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, str):
            if key not in self._places:
                raise StateError(f"no '{key}' in the state: {remedy(key, self._places)}")
            key = self._places[key]
            return self.values[key] if self.values.ndim == 1 else self.values[..., key]
        return self.values[key]

    def __len__(self) -> int:
        return len(self.values)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        return np.array(self.values, dtype)

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **how: Any) -> Any:
        return getattr(ufunc, method)(*(x.values if isinstance(x, Named) else x for x in inputs), **how)
