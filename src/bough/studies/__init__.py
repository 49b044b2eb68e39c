"""Studies: many variants of a mechanism, where they run, what is kept of them, and what follows from it."""
