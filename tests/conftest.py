"""How random examples are drawn in all tests: the same ones at every run, and no clock on them (kernels compile at first use). And the rates that forms are chosen by: those
that come with bough, whatever this machine's user has measured."""

import os

from hypothesis import settings

os.environ["BOUGH_RATES"] = ""
settings.register_profile("bough", derandomize=True, deadline=None, max_examples=30)
settings.load_profile("bough")
