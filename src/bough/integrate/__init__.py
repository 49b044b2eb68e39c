"""Integrators: kernels of a time step, and the compiled loops that run them for one state or for lanes of states."""
