"""The passes over a tree that all forms share: tables they read and write, outward and inward sweeps, loads, and what all of it costs."""
