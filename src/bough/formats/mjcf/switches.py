"""Switches of a model."""

from __future__ import annotations

from typing import Any


class Switches:
    """The flags of <option><flag/></option>."""

    def __init__(self, model: Any):
        import mujoco

        self._flags = int(model.opt.disableflags)
        bits = mujoco.mjtDisableBit.__members__
        self._bits = {name.removeprefix("mjDSBL_"): int(bit) for name, bit in bits.items()}
        # early versions had one switch for springs and dampers
        for name in ("SPRING", "DAMPER"):
            self._bits.setdefault(name, self._bits.get("PASSIVE", 0))
        self.overrides = bool(int(model.opt.enableflags) & int(mujoco.mjtEnableBit.mjENBL_OVERRIDE))

    def off(self, *names: str) -> bool:
        """Whether one of these is switched off."""
        return any(self._flags & self._bits[name] for name in names)
