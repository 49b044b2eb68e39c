"""One motion by several forms, solvers and integrators, side by side."""
