"""Everything that decides a study's numbers, as plain data: a store compares it before a study goes on."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from bough.arithmetic.width import lane_width
from bough.errors import MechanismError, StateError
from bough.mechanism.description import fingerprint, functions
from bough.mechanism.fingerprint import function_fingerprint
from bough.mechanism.mechanism import Mechanism
from bough.mechanism.parameters import places_of
from bough.simulation.run.provenance import origin, plain
from bough.studies.keep.keeping import Keep
from bough.studies.vary.plans import Variants
from bough.studies.vary.together import LinkedParameters

LONGEST = 100_000  # numbers of a setting that are kept as they are


def identity_of(
    model: Mechanism | Callable[..., Mechanism],
    variants: Variants,
    together: Mapping[str, LinkedParameters],
    settings: Mapping[str, Any],
    keeps: Mapping[str, Keep],
) -> dict[str, Any]:
    """What decides the numbers."""
    table = hashlib.sha256()
    for name, values in variants.columns.items():
        table.update(f"{name} {values.dtype} ".encode())
        table.update(values.tobytes() if values.dtype != object else json.dumps(values.tolist()).encode())
    return {
        "model": identity_of_model(model),
        "vary": {
            "names": list(variants.columns),
            "plan": variants.plan,
            **variants.settings,
            "together": {name: one.to_dict() for name, one in together.items()},
            "numbers": table.hexdigest(),
        },
        "run": {name: _plain_setting(value) for name, value in settings.items()},
        "keep": {name: _of_keep(name, keep) for name, keep in keeps.items()},
        "computing": {"bough": origin()["bough"], "lanes": lane_width()},
    }


def _plain_setting(value: Any) -> Any:
    """A setting, or a digest of very long ones."""
    if np.size(value) > LONGEST:
        content = np.ascontiguousarray(value, float).tobytes()
        return f"{np.size(value)} numbers, sha256 {hashlib.sha256(content).hexdigest()}"
    return plain(value, "run")


def identity_of_model(model: Mechanism | Callable[..., Mechanism]) -> dict[str, Any]:
    """What decides a model."""
    if not isinstance(model, Mechanism):
        return {
            "name": getattr(model, "__qualname__", "build"),
            "function": _fingerprint("the model's function", model),
        }
    own = {whose: _fingerprint(whose, function) for whose, function, told in functions(model) if not told}
    numbers = {name: places[0].value for name, places in places_of(model).items()}
    manner = {key: plain(getattr(model, key), key) for key in ("q0", "u0", "settings")}  # (not in the digest)
    return {"name": str(model.name), "numbers": numbers, "functions": own, "digest": fingerprint(model), **manner}


def _of_keep(name: str, keep: Keep) -> Any:
    if isinstance(keep.of, str):
        return keep.words
    return {"words": keep.words, "function": _fingerprint(f"keep '{name}'", keep.of)}


def _fingerprint(whose: str, function: Callable[..., Any]) -> str:
    try:
        return function_fingerprint(function)
    except MechanismError as error:
        raise StateError(
            f"a study cannot tell whether {whose} will be the same when it goes on: {str(error).rstrip('.')}; write it "
            "as a function of plain numbers."
        ) from None
