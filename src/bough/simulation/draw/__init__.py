"""Plots and films of a motion."""
