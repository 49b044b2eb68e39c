"""Integrators: kernels that take a state of a motion through a step, and the compiled loops that run them for one state or for lanes of states."""
