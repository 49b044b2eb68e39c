"""The main job of ``make demo``: one machine, simulated, explained and drawn."""
