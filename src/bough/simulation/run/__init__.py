"""Computing a motion: setup, integration to the end, events, checkpoints and progress."""
