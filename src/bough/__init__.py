"""bough: rigid multibody mechanisms, their equations of motion in every form, and the fastest one for each.

>>> import bough as bo
>>> arm = bo.chain(3)
>>> q, u = arm.coordinates({"link1": 0.3}), arm.velocities()
>>> bo.forward_dynamics(arm, q, u).shape
(3,)
"""

import sys
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType


def _public() -> tuple[dict[str, str], list[str]]:
    """(modules by the public names in them, modules whose names are all public): the lines of the stub beside this file."""
    named, whole = {}, []
    for line in __spec__.loader.get_data(f"{__path__[0]}/__init__.pyi").decode().splitlines():
        match line.split():
            case ["from", module, "import", "*", *_]:
                whole.append(module)
            case ["from", module, "import", name, "as", _]:
                named[name] = module
    return named, whole


_NAMED, _WHOLE = _public()


def __getattr__(name: str):
    """A public name, or a module of bough, imported when it is first used, so that ``import bough`` is quick."""
    if name == "__version__":
        value = _version()
    elif name == "__all__":
        value = sorted(set(_NAMED).union(*(import_module(module).__all__ for module in _WHOLE)))
    elif name in _NAMED:
        home = _NAMED[name]  # "bough" is the home of submodules
        value = import_module(f"bough.{name}") if home == "bough" else getattr(import_module(home), name)
    else:
        value = None if name.startswith("_") else _module(name) or _listed(name)
        if value is None:
            raise AttributeError(f"module 'bough' has no attribute '{name}'")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__getattr__("__all__")})


def _module(name: str) -> ModuleType | None:
    return import_module(f"bough.{name}") if find_spec(f"bough.{name}") else None


def _listed(name: str):
    """What a catalogue lists by this name."""
    owners = (module for module in map(import_module, _WHOLE) if name in module.__all__)
    return getattr(next(owners, None), name, None)


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("bough")
    except PackageNotFoundError:  # run from a source tree that is not installed
        return "0+unknown"


class _Bough(ModuleType):
    """The type of this module. Some functions have the name of a package (check, formulations, papers): importing that must not replace them."""

    def __setattr__(self, name: str, value: object) -> None:
        if _NAMED.get(name, "bough") == "bough" or not isinstance(value, ModuleType):
            super().__setattr__(name, value)

    def __reduce__(self):
        """By its name: functions that refer to bough are sent to the workers of a cluster with their globals."""
        return import_module, (__name__,)


sys.modules[__name__].__class__ = _Bough
