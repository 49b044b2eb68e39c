"""How random examples are drawn in all tests: the same ones at every run, and no clock on them (kernels compile at first use)."""

from hypothesis import settings

settings.register_profile("bough", derandomize=True, deadline=None, max_examples=30)
settings.load_profile("bough")
