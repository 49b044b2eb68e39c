"""A mechanism as flat tables, and the bridge from Python to machine code: memory, entries, cache of kernels."""
