"""What a run returns: a motion with names and units, what follows from it, and its files."""
