"""A mechanism as flat tables, and the bridge from Python into machine code: memory, entries, the cache of compiled kernels."""
