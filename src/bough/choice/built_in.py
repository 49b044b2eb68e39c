"""Rates that come with bough, in seconds: written by ``benchmarks/rates.py``."""

_KINDS = (
    "sweep",
    "passes",
    "recursion",
    "elimination",
    "rows",
    "packed",
    "substitution",
    "momentum",
    "lapack",
    "sparse",
)
ONE = {"overhead": 4e-7, "sincos": 1e-8} | {
    f"{kind} {what}": 1.5e-10 if what == "flop" else 2e-9 for kind in _KINDS for what in ("call", "flop")
}
LANES = {name: value / 3 for name, value in ONE.items()}
THREADS = 0.9
ORIGIN = "a start"
