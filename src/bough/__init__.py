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

_HERE = __name__


def _public() -> tuple[dict[str, tuple[str, str]], list[str]]:
    """(module and name there by the public names, modules whose names are all public): the lines of the stub beside this file."""
    named, whole = {}, []
    for line in __spec__.loader.get_data(f"{__path__[0]}/__init__.pyi").decode().splitlines():
        match line.split():
            case ["from", module, "import", "*", *_]:
                whole.append(module)
            case ["from", module, "import", name, "as", _]:
                named[name] = module, name
            case [alias, "=", name]:
                named[alias] = named[name]
    return named, whole


_NAMED, _WHOLE = _public()


def __getattr__(name: str):
    """A public name, or a module of bough, imported when it is first used, so that ``import bough`` is quick."""
    if name == "__version__":
        value = _version()
    elif name == "__all__":
        value = sorted(set(_NAMED).union(*(import_module(module).__all__ for module in _WHOLE)))
    elif name in _NAMED:
        module, there = _NAMED[name]
        value = import_module(f"{_HERE}.{name}") if module == _HERE else getattr(import_module(module), there)
    elif name.startswith("_"):
        raise AttributeError(f"module 'bough' has no attribute '{name}'")
    else:
        value = _listed(name) or _module(name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __getattr__("__all__")


def _listed(name: str):
    """What a catalogue lists by this name."""
    owners = (module for module in map(import_module, _WHOLE) if name in module.__all__)
    return getattr(next(owners, None), name, None)


def _module(name: str) -> ModuleType:
    """A module of bough that is not public; an error that says what was probably meant, if there is none."""
    from bough.words import FORMER, lacking

    if name not in FORMER and find_spec(f"{_HERE}.{name}"):
        return import_module(f"{_HERE}.{name}")
    places = {each: each for each in __getattr__("__all__")}
    for module in (each for each, (home, _) in _NAMED.items() if home == _HERE):
        places |= {inner: f"{module}.{inner}" for inner in __getattr__(module).__all__}
    raise lacking("module 'bough'", name, places)


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("bough")
    except PackageNotFoundError:  # run from a source tree that is not installed
        return "0+unknown"


class _Bough(ModuleType):
    """The type of this module. Importing a package does not make it public, nor replace a function of its name (check, live)."""

    def __setattr__(self, name: str, value: object) -> None:
        if not isinstance(value, ModuleType) or _NAMED.get(name, ("",))[0] == _HERE:
            super().__setattr__(name, value)

    def __reduce__(self):
        """By its name: functions that refer to bough are sent to the workers of a cluster with their globals."""
        return import_module, (__name__,)


sys.modules[__name__].__class__ = _Bough
