"""Joints of the users' own, from functions in Python (``docs/own-joints.md``)."""
