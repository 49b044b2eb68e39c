"""The compiled form of a mechanism: flat arrays, the outward sweep over bodies, and the entries from Python."""
