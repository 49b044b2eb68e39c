"""``make demo``: one machine, simulated, explained and drawn."""
