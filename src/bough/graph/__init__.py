"""Graphs of operations, and what can be made of them."""
