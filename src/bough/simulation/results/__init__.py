"""The result of a run: a motion with names and units, derived quantities, and files."""
