"""Passes over a tree that all forms share: their tables, outward and inward sweeps, loads, and prices."""
