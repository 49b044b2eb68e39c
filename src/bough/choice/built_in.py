"""Rates that come with bough, in seconds, from ``calibrate`` on a quiet machine."""

from bough.kernels.tally import KINDS

_NAMES = ["overhead", "sincos", *(f"{kind} {what}" for kind in KINDS for what in ("call", "flop"))]
BUILT_IN = {
    "one": {
        name: 4e-7 if name == "overhead" else 1e-8 if name == "sincos" else 1.5e-10 if name.endswith("flop") else 2e-9
        for name in _NAMES
    },
    "lanes": {
        name: 3e-8 if name == "overhead" else 4e-9 if name == "sincos" else 5e-11 if name.endswith("flop") else 7e-10
        for name in _NAMES
    },
    "threads": 0.9,
    "origin": "a start",
}
