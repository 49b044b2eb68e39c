"""Which form of the equations is the fastest for a mechanism, and why: operation counts, the rates of this machine, a ranked choice."""
