"""All that is public: at the top of bough, and in its submodules."""

import types

import bough as bo


def public():
    """(name, thing) of everything, as users write it: ``("dynamics.momenta", …)``; modules are not among it."""
    for name in bo.__all__:
        thing = getattr(bo, name)
        if isinstance(thing, types.ModuleType):
            yield from ((f"{name}.{inner}", getattr(thing, inner)) for inner in thing.__all__)
        else:
            yield name, thing
