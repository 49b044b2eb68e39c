"""Computing a motion: what was asked for, step by step to its end, with events, checkpoints and progress."""
